/*
 * Registers that the compiler spills: sass/spill.c, spill_values.c, spill_plan.c, spill_places.c, spill_moves.c,
 * spill_insert.c; and where machine code says so: spill_sites.c, spill_regions.c.
 */
#include "kernel/issue.h"
#include "launch/launch.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

#define ENTRY(name, body)                                                                          \
	".visible .entry " name "(.param .u64 in, .param .u32 turns)\n{\n"                            \
	".reg .pred %p<4>; .reg .f32 %f<32>; .reg .b32 %r<8>; .reg .b64 %rd<9>;\n"                    \
	"ld.param.u64 %rd1, [in]; cvta.to.global.u64 %rd2, %rd1; ld.param.u32 %r1, [turns];\n"        \
	"mov.u32 %r2, %tid.x; mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd2, %rd3;\n"                 \
	body "st.global.f32 [%rd4+4096], %f30; ret;\n}\n"

#define LOAD(k, offset) "ld.global.f32 %f" #k ", [%rd4+" #offset "];\n"
#define LOAD_8                                                                                     \
	LOAD(0, 0) LOAD(1, 128) LOAD(2, 256) LOAD(3, 384) LOAD(4, 512) LOAD(5, 640) LOAD(6, 768)       \
	LOAD(7, 896)
#define ADD(k) "add.f32 %f30, %f30, %f" #k ";\n"
#define LITERAL(k) "mov.f32 %f" #k ", 0f3F000000;\n"
#define SQUARE(k, of) "mul.rn.f32 %f" #k ", %f" #of ", %f" #of ";\n"
#define TURN(k) "fma.rn.f32 %f" #k ", %f" #k ", %f20, 0f3E800000;\n"

/* Turns with a value of their own, %f20. */
#define LOOP(turns)                                                                                \
	"mov.u32 %r3, 0;\nAGAIN:\n.pragma \"nounroll\";\nld.global.f32 %f20, [%rd4+1024];\n" turns     \
	"add.s32 %r3, %r3, 1; setp.lt.s32 %p1, %r3, %r1; @%p1 bra AGAIN;\n"

static const char text[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
	/* Eight that are read backward. */
	ENTRY("once", LOAD_8 "add.f32 %f30, %f7, %f6;\n" ADD(5) ADD(4) ADD(3) ADD(2) ADD(1) ADD(0))
	/* Two that live across a loop of four. */
	ENTRY("across", LOAD(0, 0) LOAD(1, 128) LITERAL(2) LITERAL(3) LITERAL(4) LITERAL(5)
		      LOOP(TURN(2) TURN(3) TURN(4) TURN(5))
		      "add.f32 %f30, %f2, %f3;\n" ADD(4) ADD(5) ADD(0) ADD(1))
	/* Eight that each turn changes. */
	ENTRY("turned", LITERAL(0) LITERAL(1) LITERAL(2) LITERAL(3) LITERAL(4) LITERAL(5) LITERAL(6) LITERAL(7)
		      LOOP(TURN(0) TURN(1) TURN(2) TURN(3) TURN(4) TURN(5) TURN(6) TURN(7))
		      "add.f32 %f30, %f0, %f1;\n" ADD(2) ADD(3) ADD(4) ADD(5) ADD(6) ADD(7))
	/* The same, and the loop may be left out. */
	ENTRY("skipped", LOAD(0, 0) LOAD(1, 128) LITERAL(2) LITERAL(3) LITERAL(4) LITERAL(5)
		       "setp.lt.s32 %p3, %r1, 1; @%p3 bra BEHIND;\n" LOOP(TURN(2) TURN(3) TURN(4) TURN(5))
		       "BEHIND:\nadd.f32 %f30, %f2, %f3;\n" ADD(4) ADD(5) ADD(0) ADD(1))
	/* Eight that are made one of the other, and summed behind the last. */
	ENTRY("summed_late", LOAD(0, 0) SQUARE(1, 0) SQUARE(2, 1) SQUARE(3, 2) SQUARE(4, 3) SQUARE(5, 4) SQUARE(6, 5)
			   SQUARE(7, 6) SQUARE(8, 7)
			   "add.f32 %f30, %f1, %f2;\n" ADD(3) ADD(4) ADD(5) ADD(6) ADD(7) ADD(8))
	/* Four that a loop makes, read after eight that are loaded behind it. */
	ENTRY("behind", LITERAL(8) LITERAL(9) LITERAL(10) LITERAL(11) LOOP(TURN(8) TURN(9) TURN(10) TURN(11))
		      LOAD_8 "add.f32 %f30, %f0, %f1;\n" ADD(2) ADD(3) ADD(4) ADD(5) ADD(6) ADD(7)
		      ADD(8) ADD(9) ADD(10) ADD(11))
	/* One that is made and read under a predicate in each turn. */
	ENTRY("guarded", "setp.lt.u32 %p2, %r2, 16; mov.f32 %f30, 0f00000000;\n"
		       LOOP("@%p2 mul.f32 %f1, %f20, %f20;\n@%p2 add.f32 %f30, %f1, %f30;\n"))
	/* A loop whose body stands before the test that leads to it. */
	ENTRY("turned_round", LOAD(0, 0) LITERAL(1) "mov.u32 %r3, 0; bra.uni TEST;\nBODY:\n" ADD(0)
			    "fma.rn.f32 %f1, %f0, %f1, %f1; add.s32 %r3, %r3, 1;\nTEST:\nmov.f32 %f30, %f1;\n"
			    "setp.lt.s32 %p1, %r3, %r1; @%p1 bra BODY;\n");

enum { TURNS = 10 };

typedef struct seen {
	int64_t stores, loads; /* of spilled registers, executed by the warp */
	int64_t others;        /* warp instructions besides */
	int64_t bytes;
	int64_t wide; /* of the spills, those of 8 bytes and more */
	uint64_t highest;
	gm_spills_known known;
	float out[32];
} seen;

static const gm_kernel *watched;

static gm_status
watch(void *state, const gm_warp_instr *instr)
{
	seen *out = state;
	const gm_site *site = &watched->sites[instr->site];
	if (site->spills) {
		ck_assert_int_eq(site->space, GM_LOCAL);
		out->wide += site->access_bytes >= 8;
		out->highest = instr->address[0] > out->highest ? instr->address[0] : out->highest;
	}
	*(!site->spills ? &out->others : site->operation == GM_LOAD ? &out->loads : &out->stores) += 1;
	return GM_OK;
}

static seen
see_with(const char *entry, int64_t registers, int64_t local_bytes, const gm_spilling *spilling)
{
	static const char *const arguments[] = {"f32[2048]:random", "u32=10"};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_ptx_memory *memory;
	gm_kernel *kernel;
	const gm_ptx_launch launch = {.entry = entry,
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 2,
				      .registers_count = registers,
				      .local_bytes = local_bytes,
				      .spilling = spilling};
	seen out = {0};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	watched = kernel;
	const gm_sink sink = {.state = &out, .instruction = watch};
	ck_assert(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err) == GM_OK);
	ck_assert(gm_ptx_kernel_run(kernel, &memory, &err) == GM_OK);
	ck_assert(gm_ptx_memory_read(memory, 0, 4096, out.out, sizeof out.out, &err) == GM_OK);
	out.bytes = kernel->resources.spilled_bytes;
	out.known = kernel->resources.spills;
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return out;
}

static seen
see(const char *entry, int64_t registers, int64_t local_bytes)
{
	return see_with(entry, registers, local_bytes, NULL);
}

/* once: with room for six of eight values, as two words of local memory say, the two that are read last leave, v0 when
   v6 is loaded and v1 when v7 is. across: two values, four sums, the factor and the counter are eight; a loop that has
   room for six keeps what it reads, and the two wait outside. Each is stored once and loaded once, and no oftener where the loop may be left out.
   behind: four and eight are twelve; where there is room for ten the last two of the four leave behind the loop that makes
   them, and are stored there once. */
static const struct {
	const char *entry;
	int registers;
	int64_t stores, loads;
} rows[] = {
	{"once", 8, 2, 2},
	{"across", 9, 2, 2},
	{"skipped", 9, 2, 2},
	{"behind", 12, 2, 2},
};

START_TEST(what_is_read_last_is_stored_and_loaded_once)
{
	const seen plain = see(rows[_i].entry, 0, 0), spilled = see(rows[_i].entry, rows[_i].registers, 8);
	ck_assert_int_eq(plain.stores + plain.loads, 0);
	ck_assert_int_eq(spilled.bytes, 8);
	ck_assert_int_eq(spilled.stores, rows[_i].stores);
	ck_assert_int_eq(spilled.loads, rows[_i].loads);
	ck_assert_int_eq(spilled.others, plain.others);
}
END_TEST

/* Eight values, the factor and the counter are ten, each read once a turn: with room for eight a turn finds two of them
   not in their registers at least, and each of three places once at most. So with stores, once before the loop too. */
START_TEST(what_each_turn_changes_is_stored_and_loaded_in_each)
{
	const seen s = see("turned", 12, 12);
	ck_assert_int_eq(s.bytes, 12);
	ck_assert_int_ge(s.stores, 2 * TURNS);
	ck_assert_int_le(s.stores, 3 * (TURNS + 1));
	ck_assert_int_ge(s.loads, 2 * TURNS);
	ck_assert_int_le(s.loads, 3 * (TURNS + 1));
}
END_TEST

/* summed_late: in the order of the PTX eight live before the first sum. A sum ends two of them and makes one, and may
   stand behind the second: then no more than the sum so far, the value before and the one made of that live at a time, which
   three registers hold and two do not. once: its loads stay where they stand, before all sums. */
static const struct {
	const char *entry;
	int registers;
	bool spills;
} unsaid[] = {
	{"summed_late", 7, false},
	{"summed_late", 3, false},
	{"summed_late", 2, true},
	{"once", 8, false},
	{"once", 7, true},
};

START_TEST(without_bytes_it_is_spilled_what_no_order_of_arithmetic_has_room_for)
{
	const seen s = see(unsaid[_i].entry, unsaid[_i].registers, -1);
	ck_assert_int_eq(s.bytes > 0, unsaid[_i].spills);
	ck_assert_int_eq(s.stores > 0, unsaid[_i].spills);
}
END_TEST

static const char *const entries[] = {"once",   "across",  "skipped",      "behind",
				      "turned", "guarded", "turned_round", "summed_late"};
enum { ENTRIES = sizeof entries / sizeof *entries, REGISTERS_MOST = 40 };

START_TEST(results_stay_as_they_are)
{
	const seen plain = see(entries[_i], 0, 0);
	for (int registers = 5; registers < 16; registers++)
		for (int64_t bytes = -1; bytes <= 48; bytes += bytes < 0 ? 1 : 8) {
			const seen s = see(entries[_i], registers, bytes);
			ck_assert_mem_eq(s.out, plain.out, sizeof s.out);
			ck_assert_int_eq(s.others, plain.others);
		}
}
END_TEST

START_TEST(more_registers_never_spill_more)
{
	int64_t before = INT64_MAX;
	for (int registers = 5; registers <= REGISTERS_MOST; registers++) {
		const seen s = see(entries[_i], registers, -1);
		ck_assert_int_le(s.stores + s.loads, before);
		before = s.stores + s.loads;
	}
	ck_assert_int_eq(before, 0);
}
END_TEST

START_TEST(more_bytes_of_local_memory_never_spill_less)
{
	int64_t before = 0;
	for (int64_t bytes = 0; bytes <= 24; bytes += 8) { /* what the values can take */
		const seen s = see(entries[_i], 12, bytes);
		ck_assert_int_ge(s.bytes, before);
		before = s.bytes;
	}
}
END_TEST

START_TEST(without_local_memory_or_registers_nothing_is_spilled)
{
	const seen none = see(entries[_i], 5, 0), not_said = see(entries[_i], 0, -1);
	ck_assert_int_eq(none.stores + none.loads + none.bytes, 0);
	ck_assert_int_eq(not_said.stores + not_said.loads + not_said.bytes, 0);
}
END_TEST

/* ---- as machine code says ---- */

#define ITEM(what, where, ...) {.kind = GM_SPILL_##what, .at = where, __VA_ARGS__}
#define STORED(where, made_by, to) ITEM(STORE, where, .bytes = 4, .maker = made_by, .use = -1, .place = to)
#define LOADED(where, in, from) ITEM(LOAD, where, .bytes = 4, .maker = -1, .use = in, .place = from)

/* `across` as code: two loads, one of which is spilled before the loop and loaded in it each turn, and four bytes and a
   pair outside. */
static const gm_spill_item outside[] = {ITEM(BLOCK, 0),
					ITEM(FETCH, 4),
					ITEM(FETCH, 5),
					STORED(8, 1, 4),
					ITEM(STORE, 9, .bytes = 8, .maker = -1, .place = 8),
					ITEM(BLOCK, 10),
					ITEM(LOAD, 10, .bytes = 8, .use = -1, .place = 8),
					LOADED(11, 2, 4),
					ITEM(PUT, 16)};
static const gm_spill_item inside[] = {ITEM(BLOCK, 0), ITEM(FETCH, 0), LOADED(1, 1, 4), STORED(5, -1, 4)};
static const gm_spill_item inside_by_four[] = {ITEM(BLOCK, 0),  ITEM(FETCH, 0), LOADED(1, 1, 4), ITEM(FETCH, 6),
					       ITEM(FETCH, 12), ITEM(FETCH, 18)};

#define REGION(around, instructions, list)                                                                             \
	{.parent = around, .length = instructions, .items = list, .items_count = sizeof list / sizeof *list}

static const gm_spill_region once_around[] = {REGION(-1, 18, outside), REGION(0, 9, inside)},
			     unrolled[] = {REGION(-1, 18, outside), REGION(0, 28, inside_by_four)},
			     within[] = {REGION(-1, 18, outside), {.parent = 0, .length = 4}, REGION(1, 9, inside)},
			     with_another[] = {REGION(-1, 18, outside), {.parent = 0, .length = 4}, REGION(0, 9, inside)},
			     nothing[] = {{.parent = -1}};

static gm_spilling
spilling_of(const gm_spill_region *regions, int32_t count)
{
	return (gm_spilling){regions, count};
}

/* A store of 4 and one of 8 bytes outside, and a load of each; one of each in every turn. */
static void
expect_as_told(const seen *s, const seen *plain)
{
	ck_assert_int_eq(s->known, GM_SPILLS_READ);
	ck_assert_int_eq(s->stores, 2 + TURNS);
	ck_assert_int_eq(s->loads, 2 + TURNS);
	ck_assert_int_eq(s->wide, 2);
	ck_assert_int_eq(s->others, plain->others);
	ck_assert_int_eq(s->bytes, 12);
	ck_assert_mem_eq(s->out, plain->out, sizeof s->out);
}

START_TEST(what_machine_code_spills_in_a_loop_is_moved_in_each_turn)
{
	const seen plain = see("across", 0, 0);
	const gm_spilling spilling = spilling_of(once_around, 2);
	const seen s = see_with("across", 9, 16, &spilling);
	expect_as_told(&s, &plain);
	ck_assert_uint_eq(s.highest, 4); /* places begin with that of the lowest: 4 and 8 are 0 and 4 */
}
END_TEST

/* A loop of the code that PTX does not have, and in which nothing is spilled, is in nobody's way. */
START_TEST(loops_that_do_not_spill_need_not_be_found)
{
	const seen plain = see("across", 0, 0);
	const gm_spilling spilling = spilling_of(with_another, 3);
	const seen s = see_with("across", 9, 16, &spilling);
	expect_as_told(&s, &plain);
}
END_TEST

/* Unrolled four times it has four loads; in a loop around it there is none in PTX. What is spilled is estimated. */
START_TEST(a_loop_that_is_not_found_is_told_of)
{
	const seen guessed = see("across", 9, 8);
	const gm_spilling four = spilling_of(unrolled, 2), deeper = spilling_of(within, 3);
	const seen a = see_with("across", 9, 8, &four), b = see_with("across", 9, 8, &deeper);
	ck_assert_int_eq(guessed.known, GM_SPILLS_ESTIMATED);
	ck_assert_int_eq(a.known, GM_SPILLS_NOT_FOUND);
	ck_assert_int_eq(b.known, GM_SPILLS_NOT_FOUND);
	ck_assert_int_eq(a.loads, guessed.loads);
	ck_assert_int_eq(b.stores, guessed.stores);
}
END_TEST

/* More loops than a thousand, none of which spills. */
START_TEST(very_many_loops_are_not_looked_for)
{
	static gm_spill_region regions[1026];
	regions[0] = (gm_spill_region)REGION(-1, 18, outside);
	gm_spilling spilling = spilling_of(regions, 1024);
	ck_assert_int_eq(see_with("across", 9, 16, &spilling).known, GM_SPILLS_READ);
	spilling.regions_count = 1025;
	ck_assert_int_eq(see_with("across", 9, 16, &spilling).known, GM_SPILLS_NOT_FOUND);
}
END_TEST

START_TEST(code_that_spills_nothing_spills_nothing)
{
	const gm_spilling spilling = spilling_of(nothing, 1);
	const seen s = see_with("across", 9, 16, &spilling);
	ck_assert_int_eq(s.known, GM_SPILLS_READ);
	ck_assert_int_eq(s.stores + s.loads + s.bytes, 0);
}
END_TEST

/* Of a place that LDL.LU frees the next store takes the word, where nothing loops: three of one word each. */
START_TEST(places_that_are_free_again_are_taken_again)
{
#define FREED(where, from) ITEM(LOAD, where, .bytes = 4, .last = true, .use = -1, .place = from)
	static const gm_spill_item items[] = {ITEM(BLOCK, 0),   STORED(4, -1, 0), FREED(6, 0), STORED(7, -1, 4),
					      FREED(8, 4),      STORED(9, -1, 8), FREED(10, 8)};
	static const gm_spill_region regions[] = {REGION(-1, 20, items)};
	const gm_spilling spilling = spilling_of(regions, 1);
	const seen s = see_with("once", 9, 16, &spilling);
	ck_assert_int_eq(s.stores, 3);
	ck_assert_int_eq(s.loads, 3);
	ck_assert_uint_eq(s.highest, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("spill");
	TCase *tests = tcase_create("spill");
	tcase_add_loop_test(tests, what_is_read_last_is_stored_and_loaded_once, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, what_each_turn_changes_is_stored_and_loaded_in_each);
	tcase_add_loop_test(tests, without_bytes_it_is_spilled_what_no_order_of_arithmetic_has_room_for, 0,
			    sizeof unsaid / sizeof *unsaid);
	tcase_add_loop_test(tests, results_stay_as_they_are, 0, ENTRIES);
	tcase_add_loop_test(tests, more_registers_never_spill_more, 0, ENTRIES);
	tcase_add_loop_test(tests, more_bytes_of_local_memory_never_spill_less, 0, ENTRIES);
	tcase_add_loop_test(tests, without_local_memory_or_registers_nothing_is_spilled, 0, ENTRIES);
	tcase_add_test(tests, what_machine_code_spills_in_a_loop_is_moved_in_each_turn);
	tcase_add_test(tests, loops_that_do_not_spill_need_not_be_found);
	tcase_add_test(tests, a_loop_that_is_not_found_is_told_of);
	tcase_add_test(tests, very_many_loops_are_not_looked_for);
	tcase_add_test(tests, code_that_spills_nothing_spills_nothing);
	tcase_add_test(tests, places_that_are_free_again_are_taken_again);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

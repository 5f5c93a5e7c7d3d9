/*
 * Registers that the compiler spills: ptx/spill.c, spill_values.c, spill_plan.c, spill_places.c, spill_insert.c.
 */
#include "kernel/issue.h"
#include "ptx/ptx.h"

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
	float out[32];
} seen;

static const gm_kernel *watched;

static gm_status
watch(void *state, const gm_warp_instr *instr)
{
	seen *out = state;
	const gm_site *site = &watched->sites[instr->site];
	if (site->spills)
		ck_assert_int_eq(site->space, GM_LOCAL);
	*(!site->spills ? &out->others : site->operation == GM_LOAD ? &out->loads : &out->stores) += 1;
	return GM_OK;
}

static seen
see(const char *entry, int64_t registers, int64_t local_bytes)
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
				      .local_bytes = local_bytes};
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
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return out;
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

static const char *const entries[] = {"once", "across", "skipped", "behind", "turned", "guarded", "turned_round"};
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

int
main(void)
{
	Suite *suite = suite_create("spill");
	TCase *tests = tcase_create("spill");
	tcase_add_loop_test(tests, what_is_read_last_is_stored_and_loaded_once, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, what_each_turn_changes_is_stored_and_loaded_in_each);
	tcase_add_loop_test(tests, results_stay_as_they_are, 0, ENTRIES);
	tcase_add_loop_test(tests, more_registers_never_spill_more, 0, ENTRIES);
	tcase_add_loop_test(tests, more_bytes_of_local_memory_never_spill_less, 0, ENTRIES);
	tcase_add_loop_test(tests, without_local_memory_or_registers_nothing_is_spilled, 0, ENTRIES);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

/*
 * What a compiler makes of descriptors: how loops are unrolled, by the numbers that nvcc 13.0 wrote
 * for the same loops in CUDA (unrolling.cu), and what becomes of accesses, constants and conditions.
 *
 * A descriptor is read as XML, for that is how everybody writes one.
 */
#include "input/kernel_file.h"
#include "kernel/compile.h"

#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL(statements)                                                                         \
	"<kernel name=\"k\" schema=\"1\"><parameter name=\"n\" value=\"64\"/>"                     \
	"<parameter name=\"MACRO\" value=\"8\"/>"                                                  \
	"<launch grid=\"4\" block=\"64\"/>"                                                        \
	"<array name=\"in\" space=\"global\" type=\"f32\" length=\"1 &lt;&lt; 24\"/>"              \
	"<array name=\"s\" space=\"shared\" type=\"f32\" length=\"4096\"/>"                        \
	"<array name=\"c\" space=\"constant\" type=\"f32\" length=\"1024\"/>" statements           \
	"</kernel>"
#define LOAD(index) "<load array=\"in\" index=\"" index "\"/>"
#define SHARED(index) "<load array=\"s\" index=\"" index "\"/>"
#define ADD "<compute op=\"add\" type=\"f32\"/>"
#define LOOP(attributes, body) "<loop variable=\"k\" " attributes ">" body "</loop>"
#define INNER(attributes, body) "<loop variable=\"j\" " attributes ">" body "</loop>"
#define TWO LOAD("k") ADD LOAD("k + 7") ADD
#define EIGHT TWO TWO TWO TWO

static gm_kernel *kernel;
static void *owned;
static const gm_descriptor *compiled;

static void
compile_for(const char *text, int cc_major)
{
	gm_error err = GM_ERROR_NONE;
	const gm_status status = gm_kernel_load_text(text, "k.xml", NULL, 0, &kernel, &err);
	ck_assert_msg(status == GM_OK, "%s", err.message);
	compiled = (const gm_descriptor *)gm_kernel_on(kernel, cc_major, 0, &owned);
}

static void
compile(const char *text)
{
	compile_for(text, 9);
}

static void
end(void)
{
	free(owned);
	gm_kernel_free(kernel);
	owned = NULL;
	kernel = NULL;
}

/* ---- loops ---- */

enum { LOOPS_MAX = 4 };

/* Statements of the operation in a list, in loops unrolled whole as often as they turn. */
static int
count_in(gm_statements list, gm_operation operation)
{
	int count = 0;
	for (int i = 0; i < list.count; i++) {
		const gm_statement *s = &list.items[i];
		const gm_site *sites = compiled->kernel.sites;
		count += s->kind == GM_STATEMENT_SITE && sites[s->site].operation == operation;
		int64_t turns = 1;
		if (s->kind == GM_STATEMENT_LOOP && s->unrolled)
			ck_assert_int_eq(gm_expression_evaluate(s->to, compiled->parameter_values,
								&turns, NULL),
					 GM_OK);
		count += (int)turns *
			 (count_in(s->body, operation) + count_in(s->other, operation));
	}
	return count;
}

/* Loads in each loop that turns at run time, in their order. */
static int
loads_of_loops(gm_statements list, int loads[LOOPS_MAX])
{
	int loops = 0;
	for (int i = 0; i < list.count; i++)
		if (list.items[i].kind == GM_STATEMENT_LOOP && !list.items[i].unrolled)
			loads[loops++] = count_in(list.items[i].body, GM_LOAD);
	return loops;
}

static const struct {
	const char *name, *text;
	int loads[LOOPS_MAX]; /* up to a 0 */
} loops[] = {
	{"counted", KERNEL(LOOP("count=\"n\"", LOAD("k") ADD)), {4, 1}},
	{"from_thread",
	 KERNEL(LOOP("from=\"threadIdx.x\" to=\"n\" step=\"256\"", LOAD("k") ADD)),
	 {1, 4}},
	{"grid_stride",
	 KERNEL(LOOP("from=\"blockIdx.x*blockDim.x + threadIdx.x\" to=\"n\" "
		     "step=\"gridDim.x*blockDim.x\"",
		     LOAD("k") ADD)),
	 {1}},
	{"grid_stride_signed",
	 KERNEL(LOOP("from=\"blockIdx.x*blockDim.x + threadIdx.x\" to=\"n\" "
		     "step=\"gridDim.x*blockDim.x\" unroll=\"4\"",
		     LOAD("k") ADD)),
	 {1, 4}},
	{"eight_loads", KERNEL(LOOP("count=\"n\"", EIGHT)), {32, 8}},
	{"sixteen_loads", KERNEL(LOOP("count=\"n\"", EIGHT EIGHT)), {32, 16}},
	{"twenty_four_loads", KERNEL(LOOP("count=\"n\"", EIGHT EIGHT EIGHT)), {24}},
	{"sixteen_turns", KERNEL(LOOP("count=\"16\"", LOAD("k") ADD)), {0}},
	{"sixteen_turns of a macro", KERNEL(LOOP("count=\"2*MACRO\"", LOAD("k") ADD)), {0}},
	{"many_turns", KERNEL(LOOP("count=\"256\"", LOAD("k") ADD)), {16}},
	{"hundred_turns", KERNEL(LOOP("count=\"100\"", LOAD("k") ADD)), {4}},
	/* One loop outside, whose inner one is counted with what is left over of it: nvcc gives it
	   three ifs. */
	{"nested",
	 KERNEL(LOOP("count=\"n\"", INNER("count=\"n\"", LOAD("j") ADD) "<compute op=\"mul\" "
								   "type=\"f32\"/>")),
	 {4 + 1}},
	{"nested_known",
	 KERNEL(LOOP("count=\"n\"", INNER("count=\"4\"", LOAD("j") ADD) "<compute op=\"mul\" "
								   "type=\"f32\"/>")),
	 {16, 4}},
	{"unroll no", KERNEL(LOOP("count=\"16\" unroll=\"no\"", LOAD("k") ADD)), {1}},
	{"unroll 2", KERNEL(LOOP("count=\"n\" unroll=\"2\"", LOAD("k") ADD)), {2, 1}},
};

START_TEST(loops_are_unrolled_as_nvcc_unrolls_them)
{
	int loads[LOOPS_MAX] = {0};
	compile(loops[_i].text);
	const int count = loads_of_loops(compiled->body, loads);
	for (int i = 0; i < LOOPS_MAX; i++)
		ck_assert_msg(loads[i] == loops[_i].loads[i], "%s: loop %d of %d has %d loads, not %d",
			      loops[_i].name, i + 1, count, loads[i], loops[_i].loads[i]);
}
END_TEST

/* The same addresses in the same order of turns, whatever becomes of the loop. */
typedef struct seen {
	uint64_t sum, count;
} seen;

static gm_status
see(void *state, const gm_warp_instr *instr)
{
	seen *s = state;
	for (int lane = 0; lane < 32 && instr->address; lane++)
		if (instr->active >> lane & 1) {
			s->sum += instr->address[lane] * instr->address[lane] % 1000003;
			s->count++;
		}
	return GM_OK;
}

static seen
walked(const gm_kernel *k)
{
	seen s = {0};
	gm_error err = GM_ERROR_NONE;
	const gm_sink sink = {.state = &s, .instruction = see};
	for (int64_t block = 0; block < k->grid.x; block++) {
		const gm_status status = gm_kernel_replay_whole(k, (gm_dim3){block, 0, 0}, 32, &sink, &err);
		ck_assert_msg(status == GM_OK, "%s", err.message);
	}
	return s;
}

START_TEST(unrolling_changes_no_address)
{
	compile(loops[_i].text);
	const seen before = walked(kernel), after = walked(&compiled->kernel);
	ck_assert_uint_gt(before.count, 0);
	ck_assert_uint_eq(before.count, after.count);
	ck_assert_uint_eq(before.sum, after.sum);
}
END_TEST

static gm_status
count_request(void *state, const gm_warp_instr *instr)
{
	*(int *)state += instr->address && instr->active;
	return GM_OK;
}

/* Turns of a warp whose lanes turn t and t' times, by hand: 4 max(t/4) + 2 (some t%4 > 1) + (some t
   odd); the longest alone where the loop is left as it is, or where all turn alike. Steps of blockDim
   nvcc leaves to the assembler, which leaves them alone too. */
static const struct {
	const char *text;
	int turns;
} parted[] = {
	{KERNEL(LOOP("from=\"n\" to=\"n + 3 + threadIdx.x%2\"", LOAD("k") ADD)), 4 + 2 + 1},
	{KERNEL(LOOP("from=\"n\" to=\"n + 5 + threadIdx.x%2\" unroll=\"no\"", LOAD("k") ADD)), 6},
	{KERNEL(LOOP("from=\"n\" to=\"n + 7\"", LOAD("k") ADD)), 7},
	{KERNEL(LOOP("from=\"n\" to=\"n + 28 + 4*(threadIdx.x%2)\"", LOAD("k") ADD)),
	 4 * (4 * 2 + 2 + 1)}, /* nvcc makes turns of four loads: 7 and 8 of them */
};

START_TEST(lanes_of_few_turns_wait_for_rounds_of_four)
{
	compile(parted[_i].text);
	const gm_sink sink = {.state = &(int){0}, .instruction = count_request};
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_kernel_replay_whole(&compiled->kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err),
			 GM_OK);
	ck_assert_int_eq(*(int *)sink.state, 2 * parted[_i].turns); /* two warps */
}
END_TEST

/* Before compute capability 2.0, and where the descriptor states its instructions, nothing is
   changed. */
START_TEST(what_is_stated_is_left_alone)
{
	compile_for(loops[0].text, 1);
	ck_assert_ptr_eq(compiled, (const gm_descriptor *)kernel);
	end();
	compile_for(loops[0].text, 0);
	ck_assert_ptr_eq(compiled, (const gm_descriptor *)kernel);
	end();
	compile(KERNEL(LOOP("count=\"16\"", LOAD("k") ADD "<branch/>")));
	ck_assert_ptr_eq(compiled, (const gm_descriptor *)kernel);
}
END_TEST

/* ---- accesses of shared memory ---- */

static int
accesses_of(gm_operation operation, int bytes, gm_statements list)
{
	int count = 0;
	for (int i = 0; i < list.count; i++) {
		const gm_statement *s = &list.items[i];
		const gm_site *site = &compiled->kernel.sites[s->site];
		int64_t turns = 1;
		count += s->kind == GM_STATEMENT_SITE && site->operation == operation &&
			 site->space == GM_SHARED && site->access_bytes == bytes;
		if (s->kind == GM_STATEMENT_LOOP)
			gm_expression_evaluate(s->to, compiled->parameter_values, &turns, NULL);
		count += (int)turns * (accesses_of(operation, bytes, s->body) +
				       accesses_of(operation, bytes, s->other));
	}
	return count;
}

/* By the rule of kernel/join.h: words side by side whose address is known to be a multiple. */
static const struct {
	const char *what, *text;
	int words, pairs, fours; /* loads of 4, 8 and 16 bytes that are left */
} joined[] = {
	{"a row of 16", KERNEL(LOOP("count=\"16\"", SHARED("threadIdx.x*16 + k") ADD)), 0, 0, 4},
	{"a column of 16", KERNEL(LOOP("count=\"16\"", SHARED("k*64 + threadIdx.x") ADD)), 16, 0, 0},
	{"a row at any place", KERNEL(LOOP("count=\"16\"", SHARED("threadIdx.x + k") ADD)), 16, 0, 0},
	{"rows of an even width", KERNEL(LOOP("count=\"6\"", SHARED("threadIdx.x*6 + k") ADD)), 0, 3,
	 0},
	{"rows of a width that an argument gives",
	 KERNEL(LOOP("count=\"16\"", SHARED("threadIdx.x*n + k") ADD)), 16, 0, 0},
	{"backwards", KERNEL(LOOP("count=\"8\"", SHARED("threadIdx.x*8 + 7 - k") ADD)), 0, 0, 2},
	{"a barrier between", KERNEL(LOOP("count=\"16\"", SHARED("threadIdx.x*16 + k") "<barrier/>")),
	 16, 0, 0},
	{"a store between",
	 KERNEL(LOOP("count=\"16\"", SHARED("threadIdx.x*16 + k")
		     "<store array=\"s\" index=\"2048 + threadIdx.x*16 + k\"/>")),
	 16, 0, 0},
	{"in a line", KERNEL(SHARED("threadIdx.x*4") SHARED("threadIdx.x*4 + 1")
			     SHARED("threadIdx.x*4 + 2") SHARED("threadIdx.x*4 + 3") ADD),
	 0, 0, 1},
	{"three of four", KERNEL(SHARED("threadIdx.x*4 + 1") SHARED("threadIdx.x*4 + 2")
				 SHARED("threadIdx.x*4 + 3") ADD),
	 0, 0, 1},
	{"as many as an argument says", KERNEL(LOOP("count=\"n\"", SHARED("threadIdx.x*64 + k") ADD)),
	 0, 0, 16},
};

START_TEST(words_side_by_side_are_loaded_at_once)
{
	compile(joined[_i].text);
	const int found[3] = {accesses_of(GM_LOAD, 4, compiled->body),
			      accesses_of(GM_LOAD, 8, compiled->body),
			      accesses_of(GM_LOAD, 16, compiled->body)};
	ck_assert_msg(found[0] == joined[_i].words && found[1] == joined[_i].pairs &&
			      found[2] == joined[_i].fours,
		      "%s: %d words, %d pairs and %d fours", joined[_i].what, found[0], found[1],
		      found[2]);
	walked(&compiled->kernel); /* stays inside of the array and aligned */
}
END_TEST

/* ---- constants, conditions, instructions ---- */

static gm_issue
issue_of_line(gm_operation operation)
{
	gm_issue sum = {0};
	gm_issue *all = gm_allocate((size_t)compiled->kernel.sites_count, sizeof *all);
	gm_kernel_issue(&compiled->kernel, 9, 0, all);
	for (int s = 0; s < compiled->kernel.sites_count; s++)
		for (int u = 0; u < GM_UNIT_COUNT; u++)
			if (compiled->kernel.sites[s].operation == operation)
				sum.of[u] += all[s].of[u];
	free(all);
	return sum;
}

/* FFMA R0, R1, c[0x3][0x4], R0: no load. Where only the turn tells the place, LDC. */
START_TEST(a_constant_whose_place_is_known_is_an_operand)
{
	compile(KERNEL(LOOP("count=\"MACRO\"", "<load array=\"c\" index=\"k\"/>" ADD)));
	gm_issue issue = issue_of_line(GM_LOAD);
	ck_near(gm_issue_total(&issue), 0, 1e-6);
	end();
	compile(KERNEL(LOOP("count=\"MACRO\"", "<load array=\"c\" index=\"k + n\"/>" ADD)));
	issue = issue_of_line(GM_LOAD);
	ck_near((double)issue.of[GM_UNIT_OTHER], 1, 1e-6);
	ck_near(gm_issue_total(&issue), 1, 1e-6);
	end();
	compile(KERNEL(LOOP("count=\"1000\"", "<load array=\"c\" index=\"k\"/>" ADD)));
	issue = issue_of_line(GM_LOAD);
	ck_near((double)issue.of[GM_UNIT_OTHER], 1, 1e-6);
}
END_TEST

/* @P0 LDG: the instruction is issued where no lane needs it, with the branch that is none. */
START_TEST(a_short_if_is_predicated)
{
	compile(KERNEL("<if test=\"threadIdx.x &lt; 7\">" LOAD("threadIdx.x") ADD "</if>" ADD));
	const gm_issue load = issue_of_line(GM_LOAD), branch = issue_of_line(GM_BRANCH);
	ck_near(gm_issue_total(&load), 0, 1e-6);
	ck_near((double)branch.of[GM_UNIT_LSU], 1, 1e-6);
	ck_near((double)branch.of[GM_UNIT_CONTROL], 0, 1e-6);
}
END_TEST

/* Around a barrier or an exchange there is a branch; lanes part and meet again: BSSY, BRA, BSYNC. */
START_TEST(a_long_if_is_a_branch)
{
	compile(KERNEL("<if test=\"threadIdx.x &lt; 7\"><compute op=\"shuffle\" type=\"f32\"/></if>" ADD));
	const gm_issue branch = issue_of_line(GM_BRANCH);
	ck_near((double)branch.of[GM_UNIT_CONTROL], 3, 1e-6);
	ck_near((double)branch.of[GM_UNIT_LSU], 0, 1e-6);
}
END_TEST

/* 128 x 128 floats are copied by one instruction of each kind and what is around them. */
START_TEST(what_stands_for_data_is_not_computed)
{
	static const char text[] = KERNEL(LOOP("count=\"n\" unroll=\"no\"",
					       "<let name=\"d\" %s value=\"k*k*k %% 1000\"/>" LOAD("d")));
	double issued[2];
	for (int i = 0; i < 2; i++) {
		char own[2048];
		snprintf(own, sizeof own, text, i ? "data=\"yes\"" : "");
		compile(own);
		const gm_issue overhead = issue_of_line(GM_OTHER);
		issued[i] = gm_issue_total(&overhead);
		end();
	}
	ck_assert_double_gt(issued[0], issued[1] + 3);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("compile");
	TCase *cases = tcase_create("all");
	tcase_add_checked_fixture(cases, NULL, end);
	tcase_add_loop_test(cases, loops_are_unrolled_as_nvcc_unrolls_them, 0,
			    sizeof loops / sizeof *loops);
	tcase_add_loop_test(cases, unrolling_changes_no_address, 0, sizeof loops / sizeof *loops);
	tcase_add_loop_test(cases, lanes_of_few_turns_wait_for_rounds_of_four, 0,
			    sizeof parted / sizeof *parted);
	tcase_add_test(cases, what_is_stated_is_left_alone);
	tcase_add_loop_test(cases, words_side_by_side_are_loaded_at_once, 0,
			    sizeof joined / sizeof *joined);
	tcase_add_test(cases, a_constant_whose_place_is_known_is_an_operand);
	tcase_add_test(cases, a_short_if_is_predicated);
	tcase_add_test(cases, a_long_if_is_a_branch);
	tcase_add_test(cases, what_stands_for_data_is_not_computed);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

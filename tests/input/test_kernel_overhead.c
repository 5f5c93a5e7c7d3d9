/* <overhead>, <branch>, unroll and async in a descriptor: what they issue, and what is refused. */
#include "input/kernel_file.h"
#include "kernel/issue.h"

#include "support/near.h"

#include <stdio.h>

#include <stdlib.h>
#include <string.h>

#define KERNEL(statements)                                                                         \
	"<kernel name=\"k\" schema=\"1\"><launch grid=\"1\" block=\"32\"/>"                        \
	"<array name=\"a\" space=\"global\" type=\"f32\" length=\"64\"/>"                          \
	"<array name=\"s\" space=\"shared\" type=\"f32\" length=\"64\"/>" statements "</kernel>"

static gm_kernel *
load(const char *text)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	const gm_status status = gm_kernel_load_text(text, "k.xml", NULL, 0, &kernel, &err);
	ck_assert_msg(status == GM_OK, "%s", err.message);
	return kernel;
}

START_TEST(overhead_issues_by_unit_what_it_states)
{
	gm_kernel *kernel = load(KERNEL("<compute op=\"fma\" type=\"f32\"/>"
	                                "<overhead alu=\"4.5\" fma=\"-1\"/>"
	                                "<branch issued=\"0.25\"/><branch/><branch issued=\"0\"/>"));
	gm_issue issue[5];
	gm_kernel_issue(kernel, 9, 0, issue);
	ck_assert(kernel->issues_known);
	ck_near((double)issue[0].of[GM_UNIT_FMA], 1, 1e-6);
	ck_near((double)issue[1].of[GM_UNIT_ALU], 4.5, 1e-6);
	ck_near((double)issue[1].of[GM_UNIT_FMA], -1, 1e-6);
	ck_near(gm_issue_total(&issue[2]), 0.25, 1e-6);
	ck_near(gm_issue_total(&issue[3]), 1, 1e-6);
	ck_near(gm_issue_total(&issue[4]), 0, 1e-6);
	gm_kernel_free(kernel);
}
END_TEST

START_TEST(without_overhead_not_all_that_is_issued_is_known)
{
	gm_kernel *kernel = load(KERNEL("<compute op=\"fma\" type=\"f32\"/>"));
	ck_assert(!kernel->issues_known);
	gm_kernel_free(kernel);
}
END_TEST

/* A division in eight instructions that takes as long as 14 multiply-adds, one that is free, and a store
   that is issued elsewhere; none of them says what else the compiler adds. */
START_TEST(a_statement_may_say_what_it_issues_itself)
{
	gm_kernel *kernel = load(KERNEL("<compute op=\"div\" type=\"f32\" fma=\"5\" xu=\"3\" latency=\"14\"/>"
					"<compute op=\"div\" type=\"f32\" other=\"0\" latency=\"0\"/>"
					"<compute op=\"add\" type=\"f64\" latency=\"3\"/>"
					"<store array=\"a\" index=\"threadIdx.x\" lsu=\"0\"/>"));
	static const double totals[] = {8, 0, 1, 0};
	gm_issue issue[4];
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < 4; s++)
		ck_near(gm_issue_total(&issue[s]), totals[s], 0);
	ck_near((double)issue[0].wait, 14, 1e-6);
	ck_assert(issue[1].wait > 0 && issue[1].wait < 1e-6F);
	ck_near((double)issue[2].wait, 3, 1e-6);
	ck_assert(!kernel->issues_known);
	gm_kernel_free(kernel);
}
END_TEST

/* They are no instructions; those that are said stay. */
START_TEST(a_load_may_say_which_registers_are_taken)
{
	gm_kernel *kernel = load(KERNEL("<load array=\"a\" index=\"threadIdx.x\" held=\"21\" held_address=\"4\" turn=\"2\" turn_most=\"3\"/>"
					"<load array=\"a\" index=\"threadIdx.x\" held=\"9\" lsu=\"2\"/>"
					"<load array=\"a\" index=\"threadIdx.x\"/>"));
	static const float held[] = {21, 9, 0}, own[] = {4, 0, 0}, total[] = {1, 2, 1};
	gm_issue issue[3];
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < 3; s++) {
		ck_assert(issue[s].held == held[s] && issue[s].own == own[s]);
		ck_assert(issue[s].loaded == (s ? 0 : 2) && issue[s].alive == (s ? 0 : 3));
		ck_near(gm_issue_total(&issue[s]), (double)total[s], 0);
	}
	gm_kernel_free(kernel);
}
END_TEST

#define SHARED_LOAD "<load array=\"s\" index=\"threadIdx.x\"/>"
#define MULTIPLY_ADD "<compute op=\"fma\" type=\"f32\"/>"

/* One operand of an instruction on cc 1.x, which then takes 6 clocks in place of 4 (Volkov and Demmel
   2008); the other load, what is not right before, and whole numbers stay; and so does all on 2.0. */
START_TEST(arithmetic_takes_an_operand_from_shared_memory_on_1_x)
{
	gm_kernel *kernel = load(KERNEL(SHARED_LOAD SHARED_LOAD MULTIPLY_ADD MULTIPLY_ADD SHARED_LOAD
					"<compute op=\"add\" type=\"s32\"/>"));
	static const double on_1_3[] = {1, 0, 1.5, 1, 1, 1};
	for (int major = 1; major <= 2; major++) {
		gm_issue issue[6];
		gm_kernel_issue(kernel, major, 3, issue);
		for (int s = 0; s < 6; s++)
			ck_near(gm_issue_total(&issue[s]), major == 1 ? on_1_3[s] : 1, 1e-6);
	}
	gm_kernel_free(kernel);
}
END_TEST

/* The load is the instruction; the store beside it is only traffic. */
START_TEST(an_asynchronous_copy_is_one_instruction)
{
	gm_kernel *kernel = load(KERNEL("<load array=\"a\" index=\"threadIdx.x\" async=\"yes\"/>"
	                                "<store array=\"s\" index=\"threadIdx.x\" async=\"yes\"/>"));
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(kernel->sites[i].operation, GM_ASYNC_COPY);
	ck_assert_int_eq(kernel->sites[0].count, 1);
	ck_assert_int_eq(kernel->sites[1].count, 0);
	gm_kernel_free(kernel);
}
END_TEST

typedef struct marks {
	int marks, instructions;
} marks;

static gm_status
count_mark(void *state, uint32_t loop)
{
	(void)loop;
	((marks *)state)->marks++;
	return GM_OK;
}

static gm_status
count_instruction(void *state, const gm_warp_instr *instr)
{
	(void)instr;
	((marks *)state)->instructions++;
	return GM_OK;
}

static marks
replayed(const char *text)
{
	marks m = {0};
	gm_kernel *kernel = load(text);
	const gm_sink sink = {
	        .state = &m, .instruction = count_instruction, .mark = count_mark};
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), GM_OK);
	gm_kernel_free(kernel);
	return m;
}

/* 50 turns: the first, one that stands for those between, the last; or all where they are unrolled. */
START_TEST(an_unrolled_loop_is_never_cut_short)
{
	const marks plain = replayed(
	        KERNEL("<loop variable=\"i\" count=\"50\"><compute op=\"fma\" type=\"f32\"/></loop>"));
	const marks unrolled = replayed(KERNEL("<loop variable=\"i\" count=\"50\" unroll=\"yes\">"
	                                       "<compute op=\"fma\" type=\"f32\"/></loop>"));
	ck_assert_int_eq(plain.marks, 1);
	ck_assert_int_eq(plain.instructions, 3);
	ck_assert_int_eq(unrolled.marks, 0);
	ck_assert_int_eq(unrolled.instructions, 50);
}
END_TEST

/* ---- what is waited for ---- */

typedef struct distances {
	int count;
	uint16_t back[8];
} distances;

static gm_status
note_distance(void *state, const gm_warp_instr *instr)
{
	distances *d = state;
	d->back[d->count++] = instr->waits_for[0];
	return GM_OK;
}

static distances
distances_of(const char *after)
{
	distances d = {0};
	char text[1024];
	gm_error err = GM_ERROR_NONE;
	snprintf(text, sizeof text,
	         KERNEL("<loop variable=\"i\" count=\"2\" unroll=\"yes\">"
	                "<loop variable=\"j\" count=\"3\" unroll=\"yes\">"
	                "<compute op=\"add\" type=\"f32\" name=\"v\" after=\"%s\"/></loop></loop>"),
	         after);
	gm_kernel *kernel = load(text);
	const gm_sink sink = {.state = &d, .instruction = note_distance};
	ck_assert_int_eq(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), GM_OK);
	gm_kernel_free(kernel);
	return d;
}

/* Two sums of three: one chain of six, or two that begin anew. */
START_TEST(a_sum_that_begins_anew_waits_for_its_own_turns)
{
	static const uint16_t whole[] = {0, 1, 1, 1, 1, 1}, anew[] = {0, 1, 1, 0, 1, 1};
	const distances all = distances_of("v"), own = distances_of("~v");
	ck_assert_int_eq(all.count, 6);
	ck_assert_int_eq(own.count, 6);
	ck_assert_mem_eq(all.back, whole, sizeof whole);
	ck_assert_mem_eq(own.back, anew, sizeof anew);
}
END_TEST

/* ---- what a compiler knows of accesses ---- */

START_TEST(loads_that_pass_stores_and_stores_to_one_place_are_told)
{
	gm_kernel *kernel =
	        load(KERNEL("<load array=\"a\" index=\"threadIdx.x\" early=\"yes\"/>"
	                    "<load array=\"a\" index=\"threadIdx.x\"/>"
	                    "<store array=\"a\" index=\"blockDim.x - 1\"/>"
	                    "<store array=\"a\" index=\"threadIdx.x\"/>"));
	ck_assert(kernel->sites[0].passes_stores && !kernel->sites[1].passes_stores);
	ck_assert(kernel->sites[2].common_place && !kernel->sites[3].common_place);
	gm_kernel_free(kernel);
}
END_TEST

#define EARLY(attributes) "<load array=\"" attributes " early=\"yes\"/>"

static const struct {
	const char *text, *message;
} refused[] = {
        {KERNEL(EARLY("s\" index=\"0\"")), "expected a load of global memory"},
        {KERNEL("<overhead allu=\"1\"/>"), "alu"},
        {KERNEL("<overhead alu=\"many\"/>"), "many"},
        {KERNEL("<overhead alu=\"1e9\"/>"), "at most 10^6"},
        {KERNEL("<branch issued=\"-1\"/>"), "expected 0 to 1000"},
        {KERNEL("<load array=\"a\" index=\"0\" held=\"-1\"/>"), "held is -1, expected 0 to 255 registers"},
        {KERNEL("<load array=\"a\" index=\"0\" held_address=\"256\"/>"), "expected 0 to 255 registers"},
        {KERNEL("<compute op=\"add\" type=\"f32\" latency=\"-1\"/>"), "expected 0 to 1e+06 multiply-adds"},
        {KERNEL("<store array=\"a\" index=\"0\" held=\"1\"/>"), "held"},
        {KERNEL("<branch><barrier/></branch>"), "holds no elements"},
        {KERNEL("<load array=\"s\" index=\"0\" async=\"yes\"/>"), "loads from global memory"},
        {KERNEL("<store array=\"a\" index=\"0\" async=\"yes\"/>"), "stores to shared"},
        {KERNEL("<loop variable=\"i\" count=\"2\" unroll=\"1\"><barrier/></loop>"), "unroll"},
};

START_TEST(what_is_no_overhead_is_refused)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	ck_assert_int_ne(gm_kernel_load_text(refused[_i].text, "k.xml", NULL, 0, &kernel, &err), GM_OK);
	ck_assert_msg(strstr(err.message, refused[_i].message) != NULL, "%s", err.message);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("kernel_overhead");
	TCase *cases = tcase_create("all");
	tcase_add_test(cases, overhead_issues_by_unit_what_it_states);
	tcase_add_test(cases, a_statement_may_say_what_it_issues_itself);
	tcase_add_test(cases, a_load_may_say_which_registers_are_taken);
	tcase_add_test(cases, without_overhead_not_all_that_is_issued_is_known);
	tcase_add_test(cases, arithmetic_takes_an_operand_from_shared_memory_on_1_x);
	tcase_add_test(cases, an_asynchronous_copy_is_one_instruction);
	tcase_add_test(cases, an_unrolled_loop_is_never_cut_short);
	tcase_add_test(cases, a_sum_that_begins_anew_waits_for_its_own_turns);
	tcase_add_test(cases, loads_that_pass_stores_and_stores_to_one_place_are_told);
	tcase_add_loop_test(cases, what_is_no_overhead_is_refused, 0,
	                    sizeof refused / sizeof *refused);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

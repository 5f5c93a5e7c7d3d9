/*
 * Arithmetic of addresses by the types that a descriptor states: instructions of a warp, against those in the
 * code of ptxas 13.0 for sm_90 for the same source, widths.cu, counted by hand.
 */
#include "input/kernel_file.h"
#include "kernel/compile.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

#define KERNEL(statements)                                                                         \
	"<kernel name=\"k\" schema=\"1\"><parameter name=\"n\" value=\"4096\"/>"                   \
	"<parameter name=\"w\" value=\"4096\" type=\"u64\"/>"                                      \
	"<launch grid=\"4, 4\" block=\"32\"/>"                                                     \
	"<array name=\"a\" space=\"global\" type=\"f32\" length=\"1 &lt;&lt; 24\"/>"               \
	"<array name=\"b\" space=\"global\" type=\"f32\" length=\"1 &lt;&lt; 24\"/>" statements    \
	"</kernel>"
#define LET(name, type, value) "<let name=\"" name "\"" type " value=\"" value "\"/>"
#define SIZE " type=\"u64\""
#define X "blockIdx.x*blockDim.x + threadIdx.x"
#define Y "blockIdx.y*blockDim.y + threadIdx.y"
#define STORE(index) "<store array=\"a\" index=\"" index "\"/>"
#define LOAD(index) "<load array=\"b\" index=\"" index "\"/>"

/* Without what a store keeps in a register for itself, the address of global memory in one, and the
   stack pointer, which all of them have: 3. A second array is one more argument, here in all. */
static const struct {
	const char *what, *text;
	double instructions;
} rows[] = {
	/* S2R, S2UR, 4 arguments and sizes, IMAD, ISETP, EXIT, 2 IMAD.WIDE, LDG, STG, EXIT */
	{"int", KERNEL(LET("i", "", X) "<if test=\"i &lt; n\">" LOAD("i") STORE("i") "</if>"), 14},
	/* two comparisons, two shifts, two sums of two */
	{"size_t", KERNEL(LET("i", SIZE, X) "<if test=\"i &lt; w\">" LOAD("i") STORE("i") "</if>"), 19},
	/* S2R, S2UR, 4, IMAD; IADD3, IADD3.X, LEA, LEA.HI.X, STG, EXIT */
	{"a sum", KERNEL(LET("i", SIZE, X) STORE("i + w")), 13},
	/* 2 S2R, 2 S2UR, 5, 2 IMAD; a zero, IMAD.WIDE, IMAD, LEA, LEA.HI.X, STG, EXIT */
	{"a product", KERNEL(LET("x", SIZE, X) LET("y", SIZE, Y) STORE("y*w + x")), 18},
	/* S2R, S2UR, 4, IMAD; 17, a multiplication back, IMAD.WIDE, STG, EXIT */
	{"a remainder", KERNEL(LET("x", " type=\"u32\"", X) LET("r", " type=\"u32\"", "x % n") STORE("r")), 28},
	/* and ISETP, BRA, a zero, LEA and LEA.HI.X for IMAD.WIDE */
	{"a remainder of size_t", KERNEL(LET("x", SIZE, X) LET("r", SIZE, "x % w") STORE("r")), 32},
};

typedef struct summing {
	const gm_issue *issue;
	double sum;
} summing;

static gm_status
add_issued(void *state, const gm_warp_instr *instr)
{
	summing *s = state;
	s->sum += gm_issue_total(&s->issue[instr->site]);
	return GM_OK;
}

static double
issued(const char *text)
{
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	void *owned;
	ck_assert_msg(gm_kernel_load_text(text, "k", NULL, 0, &kernel, &err) == GM_OK, "%s", err.message);
	const gm_kernel *on = gm_kernel_on(kernel, 9, 0, &owned);
	gm_issue *issue = calloc((size_t)on->sites_count, sizeof *issue);
	gm_kernel_issue(on, 9, 0, issue);
	summing s = {issue, 0};
	const gm_sink sink = {.state = &s, .instruction = add_issued};
	ck_assert_int_eq(gm_kernel_replay(on, (gm_dim3){0, 0, 0}, 32, &sink, &err), GM_OK);
	free(issue);
	free(owned);
	gm_kernel_free(kernel);
	return s.sum;
}

START_TEST(types_say_how_many_instructions_an_address_is)
{
	ck_near(issued(rows[_i].text) - 2, rows[_i].instructions, 0.11);
}
END_TEST

START_TEST(a_let_is_computed_once)
{
	const double once = issued(KERNEL(LET("i", "", X) STORE("i")));
	const double twice = issued(KERNEL(LET("i", "", X) STORE("i") STORE("i + 7")));
	ck_near(twice - once, 1, 1e-6); /* the store alone: 7 goes into it */
}
END_TEST

START_TEST(a_type_is_one_of_four)
{
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_ne(gm_kernel_load_text(KERNEL(LET("i", " type=\"f32\"", X) STORE("i")), "k", NULL, 0,
					     &kernel, &err),
			 GM_OK);
	ck_assert_msg(strstr(err.message, "s32") != NULL, "%s", err.message);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("widths");
	TCase *cases = tcase_create("all");
	tcase_add_loop_test(cases, types_say_how_many_instructions_an_address_is, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(cases, a_let_is_computed_once);
	tcase_add_test(cases, a_type_is_one_of_four);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

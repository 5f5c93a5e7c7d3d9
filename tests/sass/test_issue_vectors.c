/*
 * Moves into and out of vectors: as many instructions as ptxas 13.0 writes for sm_90, seen with nvdisasm.
 */
#include "ptx/case.h"

#include <math.h>

static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 out, .param .f32 x)\n{\n"
	".reg .b32 %%r<40>; .reg .f32 %%f<40>; .reg .f64 %%d<20>; .reg .b64 %%rd<40>;\n"
	"ld.param.u64 %%rd10, [out]; ld.param.f32 %%f30, [x]; cvta.to.global.u64 %%rd1, %%rd10;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 16; add.s64 %%rd3, %%rd1, %%rd2;\n"
	"%s\nret;\n}\n";

/* Fours from memory, pairs and single ones; and to memory. */
#define LOAD(at, values) "ld.global.v4.f32 {" values "}, [%rd3+" #at "]; "
#define LOAD_TWO(at, values) "ld.global.v2.f32 {" values "}, [%rd3+" #at "]; "
#define LOAD_ONE(at, value) "ld.global.f32 " value ", [%rd3+" #at "]; "
#define STORE(at, values) "st.global.v4.f32 [%rd3+" #at "], {" values "}; "
#define STORE_TWO(at, values) "st.global.v2.f32 [%rd3+" #at "], {" values "}; "
#define STORE_ONE(at, value) "st.global.f32 [%rd3+" #at "], " value "; "
#define P LOAD(0, "%f1, %f2, %f3, %f4")
#define Q LOAD(512, "%f5, %f6, %f7, %f8")
#define R LOAD(1024, "%f9, %f10, %f11, %f12")
#define S LOAD(1536, "%f13, %f14, %f15, %f16")
#define ADD(to, a, b) "add.f32 " to ", " a ", " b "; "

static const struct {
	const char *name, *body;
	double issued; /* up to EXIT */
} rows[] = {
	{"copied", P STORE(2048, "%f1, %f2, %f3, %f4"), 8},
	{"copied twice", P STORE(2048, "%f1, %f2, %f3, %f4") STORE(2560, "%f1, %f2, %f3, %f4"), 9},
	{"reversed", P STORE(2048, "%f4, %f3, %f2, %f1"), 12},
	{"two exchanged", P STORE(2048, "%f1, %f3, %f2, %f4"), 12},
	{"pairs exchanged", P STORE(2048, "%f2, %f1, %f4, %f3"), 12},
	{"as it is and moved", P STORE(2048, "%f1, %f2, %f3, %f4") STORE(2560, "%f2, %f1, %f3, %f4"), 13},
	{"4 x 4",
	 P Q R S STORE(2048, "%f1, %f5, %f9, %f13") STORE(2560, "%f2, %f6, %f10, %f14")
	 STORE(3072, "%f3, %f7, %f11, %f15") STORE(3584, "%f4, %f8, %f12, %f16"), 29},
	{"2 x 2",
	 LOAD_TWO(0, "%f1, %f2") LOAD_TWO(512, "%f3, %f4") STORE_TWO(2048, "%f1, %f3") STORE_TWO(2560, "%f2, %f4"), 13},
	{"taken apart", P Q STORE(2048, "%f1, %f3, %f5, %f7") STORE(2560, "%f2, %f4, %f6, %f8"), 18},
	{"put together", P Q STORE(2048, "%f1, %f5, %f2, %f6") STORE(2560, "%f3, %f7, %f4, %f8"), 18},
	{"halves", P STORE_TWO(2048, "%f1, %f2") STORE_TWO(2560, "%f3, %f4"), 9},
	{"halves taken apart", P STORE_TWO(2048, "%f1, %f3") STORE_TWO(2560, "%f2, %f4"), 12},
	{"of two halves",
	 LOAD_TWO(0, "%f1, %f2") LOAD_TWO(512, "%f3, %f4") STORE(2048, "%f1, %f2, %f3, %f4"), 9},
	{"of two, mixed",
	 LOAD_TWO(0, "%f1, %f2") LOAD_TWO(512, "%f3, %f4") STORE(2048, "%f1, %f3, %f2, %f4"), 13},
	{"halves exchanged", P Q STORE(2048, "%f5, %f6, %f3, %f4") STORE(2560, "%f1, %f2, %f7, %f8"), 16},
	{"last exchanged", P Q STORE(2048, "%f1, %f2, %f3, %f8") STORE(2560, "%f5, %f6, %f7, %f4"), 15},
	{"every other one exchanged",
	 P Q STORE(2048, "%f1, %f6, %f3, %f8") STORE(2560, "%f5, %f2, %f7, %f4"), 16},
	{"threes",
	 P Q R STORE(2048, "%f1, %f4, %f7, %f10") STORE(2560, "%f2, %f5, %f8, %f11")
	 STORE(3072, "%f3, %f6, %f9, %f12"), 24},
	{"window", P Q STORE(2048, "%f2, %f3, %f4, %f5"), 12},
	{"scalars", LOAD_ONE(0, "%f1") LOAD_ONE(512, "%f2") STORE_TWO(2048, "%f2, %f1"), 9},
	{"scalars twice",
	 LOAD_ONE(0, "%f1") LOAD_ONE(512, "%f2") STORE_TWO(2048, "%f1, %f2") STORE_TWO(2560, "%f2, %f1"), 12},
	{"one everywhere", LOAD_ONE(0, "%f1") STORE(2048, "%f1, %f1, %f1, %f1"), 11},
	{"computed everywhere",
	 LOAD_ONE(0, "%f1") ADD("%f2", "%f1", "%f1") STORE(2048, "%f2, %f2, %f2, %f2"), 12},
	{"to scalars",
	 P STORE_ONE(2048, "%f4") STORE_ONE(2560, "%f3") STORE_ONE(3072, "%f2") STORE_ONE(3584, "%f1"), 11},
	{"each computed",
	 P ADD("%f5", "%f4", "%f4") ADD("%f6", "%f3", "%f3") ADD("%f7", "%f2", "%f2") ADD("%f8", "%f1", "%f1") STORE(2048, "%f5, %f6, %f7, %f8"), 12},
	{"outer ones computed",
	 P ADD("%f5", "%f1", "%f30") ADD("%f6", "%f4", "%f30") STORE(2048, "%f5, %f2, %f3, %f6"), 11},
	{"outer ones exchanged",
	 P ADD("%f5", "%f4", "%f30") ADD("%f6", "%f1", "%f30") STORE(2048, "%f5, %f2, %f3, %f6"), 13},
	{"an argument in one", P STORE(2048, "%f1, %f2, %f3, %f30"), 9},
	{"an argument in two", LOAD_ONE(0, "%f1") STORE(2048, "%f30, %f1, %f30, %f1"), 11},
	{"zeros", STORE(2048, "0f00000000, 0f00000000, 0f00000000, 0f00000000"), 7},
	{"ones", STORE(2048, "0f3F800000, 0f3F800000, 0f3F800000, 0f3F800000"), 11},
	{"zeros at an even place",
	 LOAD_ONE(0, "%f1") LOAD_ONE(512, "%f2") STORE(2048, "%f1, %f2, 0f00000000, 0f00000000"), 10},
	{"zeros at an odd place",
	 LOAD_ONE(0, "%f1") STORE(2048, "%f1, 0f00000000, 0f00000000, 0f3F800000"), 11},
	{"a zero for one", P STORE(2048, "%f1, %f2, %f3, 0f00000000"), 9},
	{"a zero for one that is stored",
	 P STORE(2048, "%f1, %f2, 0f00000000, %f4") STORE_ONE(2560, "%f3"), 13},
	{"doubles exchanged",
	 "ld.global.v2.f64 {%d1, %d2}, [%rd3]; st.global.v2.f64 [%rd3+2048], {%d2, %d1}; ", 12},
	{"double and one",
	 "ld.global.f64 %d1, [%rd3]; st.global.v2.f64 [%rd3+2048], {%d1, 0d3FF0000000000000}; ", 10},
};

START_TEST(values_are_moved_between_vectors_as_the_assembler_does)
{
	static const char *const arguments[] = {"f32[4096]:random", "f32=3"};
	const double issued = case_length_around(frame, rows[_i].body, arguments, 2);
	ck_assert_msg(fabs(issued - rows[_i].issued) < 0.01, "%s: %g, the machine code has %g", rows[_i].name, issued,
		      rows[_i].issued);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_vectors");
	TCase *tests = tcase_create("issue_vectors");
	tcase_add_loop_test(tests, values_are_moved_between_vectors_as_the_assembler_does, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

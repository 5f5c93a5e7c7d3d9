/*
 * Loads of constants at places alike in all lanes by way of registers of lanes: sass/issue_uniform_way.c. And loops over
 * tables that are written out as a whole: sass/issue_unroll.c. Machine code of ptxas 13.0 for sm_90 (nvdisasm).
 */
#include "base/text.h"
#include "ptx/case.h"

#include <string.h>

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n.const .align 8 .b8 table[8192];\n"

#define LOOP                                                                                                            \
	HEAD ".visible .entry k(.param .u64 out, .param .u32 n, .param .u32 m, .param .u32 q)\n{\n"                      \
	".reg .pred %%p<6>; .reg .f32 %%f<8>; .reg .b32 %%r<20>; .reg .b64 %%rd<12>;\n"                                   \
	"ld.param.u64 %%rd1, [out]; cvta.to.global.u64 %%rd2, %%rd1; ld.param.u32 %%r1, [n]; ld.param.u32 %%r3, [q];\n"     \
	"mov.u32 %%r2, %%tid.x; mul.wide.u32 %%rd3, %%r2, 4; add.s64 %%rd4, %%rd2, %%rd3; mov.f32 %%f1, 0f00000000;\n"      \
	"mov.u64 %%rd5, table; mov.u32 %%r4, 0; setp.lt.s32 %%p2, %%r1, 1; @%%p2 bra END;\n"                              \
	"%s\nLOOP: .pragma \"nounroll\";\n%s\n"                                                                          \
	"ld.const.f32 %%f2, [%%rd6]; ld.global.f32 %%f3, [%%rd4]; fma.rn.f32 %%f1, %%f2, %%f3, %%f1;\n%s\n"               \
	"add.s64 %%rd4, %%rd4, 4; add.s32 %%r4, %%r4, 1; setp.lt.s32 %%p1, %%r4, %%r1; @%%p1 bra LOOP;\n"                  \
	"END: st.global.f32 [%%rd4], %%f1; ret;\n}\n"

#define MOVED "add.s64 %rd6, %rd6, 4;"
#define FROM(index) index " mul.wide.s32 %rd7, %r6, 4; add.s64 %rd6, %rd5, %rd7;"
#define COUNTED FROM("mul.lo.s32 %r6, %r4, %r3;")
#define BY_ITSELF FROM("mov.u32 %r6, %r4;")
#define CONSTANT "ld.const.s32 %r9, [table+4096];"
#define COMPARED "setp.lt.s32 %p3, %r9, 1; @%p3 bra END;"
#define IF(what) "setp.gt.f32 %p3, %f3, 0f3F800000; @%p3 bra SKIP; sqrt.rn.f32 %f4, %f3; add.s32 %r10, %r4, 1; " what " SKIP:"

static const struct {
	const char *name, *before, *place, *behind;
	bool uniform; /* ULDC; else LDC */
} rows[] = {
	{"a pointer from a literal", "mov.u64 %rd6, table;", "", MOVED, true},
	{"from a parameter", FROM("mov.u32 %r6, %r3;"), "", MOVED, true},
	{"from one that the guard compares", FROM("mov.u32 %r6, %r1;"), "", MOVED, false},
	{"from the lesser of two", FROM("min.s32 %r6, %r1, %r3;"), "", MOVED, false},
	{"from a quotient", FROM("div.s32 %r6, %r1, %r3;"), "", MOVED, false},
	{"from the block", FROM("mov.u32 %r6, %ctaid.x;"), "", MOVED, true},
	{"made in the turn", "", FROM("and.b32 %r6, %r4, %r3;"), "", true},
	{"the rest of a quotient", "", FROM("rem.s32 %r6, %r4, %r3;"), "", false},
	{"of the counter", "", COUNTED, "", true},
	{"of the counter, compared with a literal", "", COUNTED, "setp.eq.s32 %p3, %r4, 5; @%p3 st.global.f32 [%rd4], %f1;",
	 false},
	{"of the counter, beside a literal in a sum of lanes", "", COUNTED,
	 "mad.lo.s32 %r7, %r4, 9, %r2; mul.wide.s32 %rd8, %r7, 4; add.s64 %rd9, %rd2, %rd8; st.global.f32 [%rd9], %f1;", false},
	{"of the counter, of which more is read behind a branch", "", BY_ITSELF,
	 IF("cvt.rn.f32.s32 %f5, %r10; fma.rn.f32 %f1, %f1, %f4, %f5;"), true},
	{"of the counter, of which more is selected", "", BY_ITSELF,
	 IF("setp.lt.f32 %p4, %f4, %f1; selp.b32 %r11, %r10, %r11, %p4; selp.f32 %f1, %f4, %f1, %p4;")
	 " cvt.rn.f32.s32 %f6, %r11; add.f32 %f1, %f1, %f6;", false},
	{"under a predicate", "mov.u64 %rd6, table;", "and.b32 %r6, %r4, 1; setp.eq.s32 %p3, %r6, 0; @%p3 bra NEXT;",
	 "NEXT: " MOVED, false},
	{"from a constant", CONSTANT FROM("mov.u32 %r6, %r9;"), "", MOVED, true},
	{"from one that is compared with a literal", CONSTANT COMPARED FROM("mov.u32 %r6, %r9;"), "", MOVED, false},
	{"from half of it, compared with a literal", CONSTANT "shr.s32 %r9, %r9, 1;" COMPARED FROM("mov.u32 %r6, %r9;"), "",
	 MOVED, false},
	{"from one that is compared with a parameter", CONSTANT "setp.lt.s32 %p3, %r9, %r3; @%p3 bra END;"
	 FROM("mov.u32 %r6, %r9;"), "", MOVED, true},
	{"from one that is compared in the loop", CONSTANT FROM("mov.u32 %r6, %r9;"), "",
	 MOVED "setp.eq.s32 %p3, %r9, 5; @%p3 st.global.f32 [%rd4], %f1;", false},
	{"from one beside a literal in a sum of lanes",
	 CONSTANT "mad.lo.s32 %r10, %r9, 9, %r2; cvt.rn.f32.s32 %f1, %r10;" FROM("mov.u32 %r6, %r9;"), "", MOVED, false},
	{"from one that is added to lanes", CONSTANT "add.s32 %r10, %r9, %r2; cvt.rn.f32.s32 %f1, %r10;" FROM("mov.u32 %r6, %r9;"),
	 "", MOVED, true},
	{"of the counter and a constant", CONSTANT, FROM("mul.lo.s32 %r6, %r4, %r9;"), "", true},
	{"of the counter and one that is compared with a literal", CONSTANT COMPARED, FROM("mul.lo.s32 %r6, %r4, %r9;"), "",
	 false},
	{"of an index that is a constant", "mov.u64 %rd10, table;", FROM("ld.const.s32 %r6, [%rd10+2048];"),
	 "add.s64 %rd10, %rd10, 4;", true},
};

static char text[1 << 15];

static gm_issue *
issue_of(gm_kernel **kernel)
{
	static const char *const arguments[] = {"f32[4096]", "s32=16", "s32=7", "s32=3"};
	*kernel = case_warp(text, "k", arguments, 4);
	return case_issue(*kernel, 9);
}

START_TEST(places_made_in_registers_of_lanes_are_loaded_there)
{
	gm_kernel *kernel;
	snprintf(text, sizeof text, LOOP, rows[_i].before, rows[_i].place, rows[_i].behind);
	gm_issue *issue = issue_of(&kernel);
	uint8_t sets = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_CONSTANT && kernel->sites[s].type == GM_F32)
			sets |= issue[s].constant_sets;
	ck_assert_msg((sets != 0) == rows[_i].uniform, "%s: %s, the machine code has %s", rows[_i].name,
	              sets ? "ULDC" : "LDC", rows[_i].uniform ? "ULDC" : "LDC");
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

/* Two words a turn of 4 and of 8 bytes, four turns side by side: the machine code has offsets of 0 to 0x20, one line, 0 to
   0x38, one, and with 32 bytes a turn 0 to 0x68, two. */
static const struct {
	const char *type, *bits;
	int bytes;
	uint8_t sets;
} strides[] = {{"f32", "f", 8, 1}, {"f64", "d", 16, 1}, {"f64", "d", 32, 3}};

START_TEST(turns_side_by_side_choose_from_all_their_lines)
{
	gm_kernel *kernel;
	uint8_t sets = 0;
	const char *type = strides[_i].type, *b = strides[_i].bits;
	snprintf(text, sizeof text,
	         HEAD ".visible .entry k(.param .u64 out, .param .u32 n, .param .u32 m, .param .u32 q)\n{\n"
	         ".reg .pred %%p<6>; .reg .f32 %%f<8>; .reg .f64 %%d<8>; .reg .b32 %%r<20>; .reg .b64 %%rd<12>;\n"
	         "ld.param.u64 %%rd1, [out]; cvta.to.global.u64 %%rd2, %%rd1; ld.param.u32 %%r1, [n]; mov.u32 %%r2, %%tid.x;\n"
	         "mul.wide.u32 %%rd3, %%r2, 8; add.s64 %%rd4, %%rd2, %%rd3; ld.global.%s %%%s1, [%%rd4]; ld.global.%s %%%s4, [%%rd4+64];\n"
	         "mov.u64 %%rd6, table; mov.u32 %%r4, 0; setp.lt.s32 %%p2, %%r1, 1; @%%p2 bra END;\n"
	         "L: ld.const.%s %%%s2, [%%rd6]; fma.rn.%s %%%s1, %%%s2, %%%s4, %%%s1; ld.const.%s %%%s3, [%%rd6+8];\n"
	         "fma.rn.%s %%%s1, %%%s3, %%%s4, %%%s1; add.s64 %%rd6, %%rd6, %d; add.s32 %%r4, %%r4, 1;\n"
	         "setp.lt.s32 %%p1, %%r4, %%r1; @%%p1 bra L;\nEND: st.global.%s [%%rd4], %%%s1; ret;\n}\n",
	         type, b, type, b, type, b, type, b, b, b, b, type, b, type, b, b, b, b, strides[_i].bytes, type, b);
	gm_issue *issue = issue_of(&kernel);
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_CONSTANT)
			sets |= issue[s].constant_sets;
	ck_assert_uint_eq(sets, strides[_i].sets);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

/* So many turns of so many multiply-adds by constants and so many others: written out as a whole? Seen on both sides of
   where ptxas leaves off; without constants in the table 75 multiply-adds of 5 turns are the most. */
static const struct {
	int turns, constants, others;
	bool whole;
} tables[] = {
	{5, 2, 140, true},  {5, 2, 190, false},  {5, 8, 240, true},   {5, 8, 300, false},  {11, 2, 90, true},
	{11, 2, 120, false}, {11, 8, 160, true}, {11, 8, 210, false}, {24, 4, 75, true},   {24, 4, 105, false},
	{24, 12, 105, true}, {3, 144, 0, true},  {5, 0, 70, true},    {5, 0, 140, false},
};

static void
write_table(int turns, int constants, int others)
{
	gm_text out = {0};
	gm_text_print(&out, "%s.visible .entry k(.param .u64 out, .param .u32 n, .param .u32 m, .param .u32 q)\n{\n"
			    ".reg .pred %%p<2>; .reg .f32 %%f<8>; .reg .b32 %%r<9>; .reg .b64 %%rd<9>;\n"
			    "ld.param.u64 %%rd1, [out]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r2, %%tid.x;\n"
			    "mul.wide.u32 %%rd3, %%r2, 4; add.s64 %%rd4, %%rd2, %%rd3; ld.global.f32 %%f1, [%%rd4];\n"
			    "ld.global.f32 %%f3, [%%rd4+1024]; mov.u64 %%rd6, table; mov.u32 %%r4, 0;\nL:\n", HEAD);
	for (int i = 0; i < constants; i++)
		gm_text_print(&out, "ld.const.f32 %%f2, [%%rd6+%d]; fma.rn.f32 %%f1, %%f2, %%f3, %%f1;\n", 4 * i);
	for (int i = 0; i < others; i++)
		gm_text_print(&out, "fma.rn.f32 %%f1, %%f1, %%f3, %%f3;\n");
	gm_text_print(&out, "add.s64 %%rd6, %%rd6, %d; add.s32 %%r4, %%r4, 1; setp.ne.s32 %%p1, %%r4, %d; @%%p1 bra L;\n"
			    "st.global.f32 [%%rd4], %%f1; ret;\n}\n", 4 * constants, turns);
	ck_assert_uint_lt(out.length, sizeof text);
	strcpy(text, out.bytes);
	gm_text_dispose(&out);
}

/* Elements of a vector that are read: LDC.U8 for each byte; of halves LDC for the first two and LDC.U16 for others. */
static const struct {
	const char *load, *reads;
	int loads;
} narrow[] = {
	{"ld.const.v4.u8 {%rs1, %rs2, %rs3, %rs4}", "%rs1 %rs2 %rs3 %rs4", 4},
	{"ld.const.v4.u8 {%rs1, %rs2, %rs3, %rs4}", "%rs1 %rs2 %rs3", 3},
	{"ld.const.v4.s8 {%rs1, %rs2, %rs3, %rs4}", "%rs2 %rs4", 2},
	{"ld.const.v2.u8 {%rs1, %rs2}", "%rs1 %rs2", 2},
	{"ld.const.v4.u16 {%rs1, %rs2, %rs3, %rs4}", "%rs1 %rs2 %rs3 %rs4", 3},
	{"ld.const.v4.u16 {%rs1, %rs2, %rs3, %rs4}", "%rs1 %rs2", 1},
	{"ld.const.u8 %rs1", "%rs1", 1},
};

static void
write_narrow(const char *load, const char *reads)
{
	gm_text out = {0};
	gm_text_print(&out, "%s.visible .entry k(.param .u64 out, .param .u32 n, .param .u32 m, .param .u32 q)\n{\n"
			    ".reg .b16 %%rs<9>; .reg .f32 %%f<9>; .reg .b32 %%r<9>; .reg .b64 %%rd<9>;\n"
			    "ld.param.u64 %%rd1, [out]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r2, %%tid.x;\n"
			    "mul.wide.u32 %%rd3, %%r2, 4; add.s64 %%rd4, %%rd2, %%rd3; ld.global.u32 %%r3, [%%rd4];\n"
			    "and.b32 %%r4, %%r3, 255; mul.wide.u32 %%rd5, %%r4, 8; mov.u64 %%rd6, table;\n"
			    "add.s64 %%rd7, %%rd6, %%rd5; %s, [%%rd7]; mov.f32 %%f1, 0f3F000000;\n", HEAD, load);
	for (const char *at = reads; at; at = strchr(at + 1, ' '))
		gm_text_print(&out, "cvt.rn.f32.u16 %%f2, %.4s; fma.rn.f32 %%f1, %%f1, %%f2, %%f2;\n", at + (*at == ' '));
	gm_text_print(&out, "st.global.f32 [%%rd4], %%f1; ret;\n}\n");
	ck_assert_uint_lt(out.length, sizeof text);
	strcpy(text, out.bytes);
	gm_text_dispose(&out);
}

START_TEST(bytes_of_a_vector_of_constants_come_one_by_one)
{
	gm_kernel *kernel;
	write_narrow(narrow[_i].load, narrow[_i].reads);
	gm_issue *issue = issue_of(&kernel);
	double loads = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		loads += kernel->sites[s].space == GM_CONSTANT ? (double)issue[s].constants : 0;
	ck_assert_msg(loads == narrow[_i].loads, "%s, of which %s: %g loads, the machine code has %d", narrow[_i].load,
	              narrow[_i].reads, loads, narrow[_i].loads);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

START_TEST(loops_over_tables_are_written_out_further)
{
	gm_kernel *kernel;
	write_table(tables[_i].turns, tables[_i].constants, tables[_i].others);
	gm_issue *issue = issue_of(&kernel);
	double branches = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (strstr(kernel->sites[s].text, "bra L"))
			branches += (double)issue[s].of[GM_UNIT_CONTROL];
	ck_assert_msg((branches == 0) == tables[_i].whole, "%d turns of %d constants and %d others: %s", tables[_i].turns,
	              tables[_i].constants, tables[_i].others, branches > 0 ? "a loop is left" : "written out");
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("uniform_way");
	TCase *tests = tcase_create("uniform_way");
	tcase_add_loop_test(tests, places_made_in_registers_of_lanes_are_loaded_there, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, turns_side_by_side_choose_from_all_their_lines, 0,
	                    (int)(sizeof strides / sizeof *strides));
	tcase_add_loop_test(tests, bytes_of_a_vector_of_constants_come_one_by_one, 0,
	                    (int)(sizeof narrow / sizeof *narrow));
	tcase_add_loop_test(tests, loops_over_tables_are_written_out_further, 0, (int)(sizeof tables / sizeof *tables));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

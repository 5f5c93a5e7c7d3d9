/*
 * Addresses of shared memory that lie a literal apart: sass/issue_near.c. Instructions up to EXIT, as nvdisasm shows of
 * code of ptxas 13.0 for sm_90.
 */
#include "ptx/case.h"

#define HEAD                                                                                       \
	".version 9.0\n.target sm_90\n.address_size 64\n"
#define BEGIN(name)                                                                                \
	".visible .entry " name "(.param .u64 .ptr .align 256 x, .param .u64 .ptr .align 256 o, .param .u32 p, .param .u32 q)\n{\n" \
	".reg .b32 %r<60>; .reg .b64 %rd<30>; .reg .b32 %n, %t, %y;\n.shared .align 16 .b8 sm[40000];\n" \
	"ld.param.u64 %rd2, [o]; cvta.to.global.u64 %rd2, %rd2; ld.param.u32 %n, [q]; mov.u32 %t, %tid.x;\n" \
	"mov.u32 %y, %tid.y; mov.u32 %r0, sm; st.shared.u32 [%r0], %t; bar.sync 0;\n"
#define END "ret;\n}\n"
#define STORE1 "st.global.u32 [%rd2+8192], %r14;\n"
#define STORE3 STORE1 "st.global.u32 [%rd2+8196], %r24; st.global.u32 [%rd2+8200], %r34;\n"
/* base + 2 * (40 * (t + d) + y) */
#define PRODUCT(j, d)                                                                              \
	"add.s32 %r" j "0, %t, " d "; mad.lo.s32 %r" j "1, %r" j "0, 40, %y; shl.b32 %r" j "2, %r" j "1, 1;\n"     \
	"add.s32 %r" j "3, %r0, %r" j "2; ld.shared.u32 %r" j "4, [%r" j "3];\n"
/* base + 2 * (y + (40 * t + d)) */
#define SUM(j, d)                                                                                  \
	"add.s32 %r" j "0, %r5, " d "; add.s32 %r" j "1, %y, %r" j "0; shl.b32 %r" j "2, %r" j "1, 1;\n"           \
	"add.s32 %r" j "3, %r0, %r" j "2; ld.shared.u32 %r" j "4, [%r" j "3];\n"
/* base + 4 * (32 * (t + d) + y) */
#define SHIFTS(j, d)                                                                               \
	"add.s32 %r" j "0, %t, " d "; shl.b32 %r" j "1, %r" j "0, 5; add.s32 %r" j "2, %r" j "1, %y;\n"            \
	"shl.b32 %r" j "3, %r" j "2, 2; add.s32 %r" j "5, %r0, %r" j "3; ld.shared.u32 %r" j "4, [%r" j "5];\n"
/* base + 8 * (y - (t + d)) */
#define DIFFERENCE(j, d)                                                                           \
	"add.s32 %r" j "0, %t, " d "; sub.s32 %r" j "1, %y, %r" j "0; shl.b32 %r" j "2, %r" j "1, 3;\n"            \
	"add.s32 %r" j "3, %r0, %r" j "2; ld.shared.u32 %r" j "4, [%r" j "3];\n"
#define ROW "mul.lo.s32 %r5, %t, 40;\n"

static const char text[] = HEAD
	BEGIN("product") PRODUCT("1", "0") STORE1 END
	BEGIN("products") PRODUCT("1", "0") PRODUCT("2", "8") PRODUCT("3", "16") STORE3 END
	BEGIN("sum") ROW SUM("1", "0") STORE1 END
	BEGIN("sums") ROW SUM("1", "0") SUM("2", "320") SUM("3", "640") STORE3 END
	BEGIN("shift") SHIFTS("1", "0") STORE1 END
	BEGIN("shifts") SHIFTS("1", "0") SHIFTS("2", "8") SHIFTS("3", "16") STORE3 END
	BEGIN("difference") DIFFERENCE("1", "0") STORE1 END
	BEGIN("differences") DIFFERENCE("1", "0") DIFFERENCE("2", "8") DIFFERENCE("3", "16") STORE3 END;

static const struct {
	const char *entry;
	double instructions;
} rows[] = {
	{"product", 15}, {"products", 19}, {"sum", 15},        {"sums", 19},
	{"shift", 15},   {"shifts", 19},   {"difference", 15}, {"differences", 23},
};

START_TEST(addresses_a_literal_apart_are_one)
{
	static const char *const arguments[] = {"u8[1048576]:zero", "u8[65536]:zero", "u32=64", "u32=64"};
	const double length = case_length(text, rows[_i].entry, arguments, 4, 9);
	ck_assert_msg(near_ratio(length, rows[_i].instructions, 1e-6), "%s: %g, ptxas writes %g", rows[_i].entry, length,
		      rows[_i].instructions);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_near");
	TCase *tests = tcase_create("issue_near");
	tcase_add_loop_test(tests, addresses_a_literal_apart_are_one, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

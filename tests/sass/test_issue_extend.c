/*
 * What lies above values of 8 and 16 bits in their registers: as many instructions as ptxas 13.0 writes for sm_90, seen
 * with nvdisasm.
 */
#include "ptx/case.h"

static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b)\n{\n"
	".reg .b16 %%rs<20>; .reg .b32 %%r<40>; .reg .b64 %%rd<40>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd21, [a]; cvta.to.global.u64 %%rd1, %%rd21;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd3, %%r1, 16; add.s64 %%rd4, %%rd1, %%rd3;\n%s\nret;\n}\n";

#define X "ld.volatile.global.u16 %rs1, [%rd4]; "
#define Y "ld.volatile.global.u16 %rs2, [%rd4+2]; "
#define SIGNED "ld.volatile.global.s16 %rs1, [%rd4]; "
#define BYTE "ld.volatile.global.u8 %rs1, [%rd4]; "
#define STORE "st.global.u16 [%rd4], %rs3;"
#define CHOOSE "selp.u32 %r2, 1, 0, %p1; st.global.u32 [%rd4], %r2;"
#define WORD "add.s32 %r3, %r2, 1; st.global.u32 [%rd4], %r3;"

static const struct {
	const char *name, *body;
	double issued; /* up to EXIT */
} rows[] = {
	{"equal, of two", X Y "setp.eq.s16 %p1, %rs1, %rs2; " CHOOSE, 13},
	{"less, of two", X Y "setp.lt.s16 %p1, %rs1, %rs2; " CHOOSE, 13},
	{"less, no sign", X Y "setp.lt.u16 %p1, %rs1, %rs2; " CHOOSE, 11},
	{"less, loaded with its sign", SIGNED "setp.lt.s16 %p1, %rs1, 9; " CHOOSE, 10},
	{"less, no sign, loaded with its sign", SIGNED "setp.lt.u16 %p1, %rs1, 9; " CHOOSE, 11},
	{"less, of a byte", BYTE "setp.lt.s16 %p1, %rs1, 9; " CHOOSE, 10},
	{"less, of a masked byte", X "and.b16 %rs2, %rs1, 255; setp.lt.s16 %p1, %rs2, 9; " CHOOSE, 11},
	{"less, of a masked upper byte", X "and.b16 %rs2, %rs1, -256; setp.lt.s16 %p1, %rs2, 9; " CHOOSE, 12},
	{"less, no sign, of a masked upper byte", X "and.b16 %rs2, %rs1, -256; setp.lt.u16 %p1, %rs2, 9; " CHOOSE, 11},
	{"less, no sign, of a sum of a byte", BYTE "add.s16 %rs2, %rs1, 3; setp.lt.u16 %p1, %rs2, 9; " CHOOSE, 11},
	{"less, no sign, of a sum", X "add.s16 %rs2, %rs1, 3; setp.lt.u16 %p1, %rs2, 9; " CHOOSE, 12},
	{"asked twice", X "setp.gt.s16 %p1, %rs1, 7; setp.lt.s16 %p2, %rs1, 99; and.pred %p1, %p1, %p2; " CHOOSE, 12},
	{"difference", X Y "sub.s16 %rs3, %rs1, %rs2; " STORE, 12},
	{"negative", X "neg.s16 %rs3, %rs1; " STORE, 10},
	{"absolute", X "abs.s16 %rs3, %rs1; " STORE, 11},
	{"product", X Y "mul.lo.s16 %rs3, %rs1, %rs2; " STORE, 12},
	{"product, no sign", X Y "mul.lo.u16 %rs3, %rs1, %rs2; " STORE, 10},
	{"shifted down", X "shr.s16 %rs3, %rs1, 4; " STORE, 10},
	{"shifted down, no sign", X "shr.u16 %rs3, %rs1, 4; " STORE, 9},
	{"widened", X "cvt.s32.s16 %r2, %rs1; " WORD, 10},
	{"widened, no sign", X "cvt.u32.u16 %r2, %rs1; " WORD, 9},
	{"widened, loaded with its sign", SIGNED "cvt.s32.s16 %r2, %rs1; " WORD, 9},
	{"byte widened by a sign", BYTE "cvt.s32.s8 %r2, %rs1; " WORD, 10},
	{"byte widened", BYTE "cvt.u32.u8 %r2, %rs1; " WORD, 9},
};

START_TEST(a_value_is_extended_where_its_sign_or_zeros_are_not_known_to_be_above_it)
{
	static const char *const arguments[] = {"u64[1024]:random", "u32[1024]"};
	const double issued = case_length_around(frame, rows[_i].body, arguments, 2);
	ck_assert_msg(issued == rows[_i].issued, "%s: %g, the machine code has %g", rows[_i].name, issued,
		      rows[_i].issued);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_extend");
	TCase *tests = tcase_create("issue_extend");
	tcase_add_loop_test(tests, a_value_is_extended_where_its_sign_or_zeros_are_not_known_to_be_above_it, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

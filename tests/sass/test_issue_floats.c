/*
 * What the assembler makes of float arithmetic: signs, comparisons of differences, operands that are scaled.
 */
#include "ptx/case.h"

enum { LONGEST = 4096 };

/* Three words of each lane in %f2 to %f4 and %r2 to %r4; %r9 is stored, and so are two of the words. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 out, .param .u32 p)\n{\n"
	".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .f32 %%f<20>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd10, [out]; ld.param.u32 %%r7, [p]; cvta.to.global.u64 %%rd1, %%rd10;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 16; add.s64 %%rd3, %%rd1, %%rd2;\n"
	"ld.global.u32 %%r2, [%%rd3]; ld.global.u32 %%r3, [%%rd3+4]; ld.global.u32 %%r4, [%%rd3+8];\n"
	"mov.b32 %%f2, %%r2; mov.b32 %%f3, %%r3; mov.b32 %%f4, %%r4;\n"
	"%s\n"
	"st.global.u32 [%%rd3], %%r9; st.global.u32 [%%rd3+8], %%r4; st.global.u32 [%%rd3+12], %%r3; "
	"ret;\n}\n";

#define FLOAT " mov.b32 %r9, %f9;"
#define PRODUCT "mul.f32 %f5, %f2, %f3; neg.f32 %f6, %f5; "

#define BEFORE                                                                                     \
	"ld.param.f32 %f1, [p]; mul.f32 %f8, %f1, %f2; mov.u32 %r5, 0; mov.f32 %f6, %f3; LOOP: "           \
	"ld.global.f32 %f10, [%rd3+4]; sub.f32 %f5, %f8, %f10; "
#define TURN                                                                                       \
	"bar.sync 0; add.s32 %r5, %r5, 1; setp.lt.s32 %p2, %r5, %r7; @%p2 bra LOOP; mov.b32 %r9, %f6;"

#define SCALED "setp.lt.f32 %p1, %f2, 0f00800000; mul.f32 %f5, %f2, 0f4B000000; selp.f32 %f6, %f5, %f2, %p1; "
#define SIDES "setp.lt.s32 %p2, %r1, %r7; @%p2 bra SIDE; "

#define TURNS "mov.f32 %f5, 0f00000000; mov.u32 %r5, 0; LOOP: .pragma \"nounroll\"; ld.global.f32 %f10, [%rd3+4]; " \
	"fma.rn.f32 %f5, %f10, %f10, %f5; bar.sync 0; add.s32 %r5, %r5, 1; setp.lt.s32 %p2, %r5, %r7; @%p2 bra LOOP; "
#define MAYBE_TURNS "setp.lt.s32 %p1, %r7, 1; mov.f32 %f5, 0f00000000; @%p1 bra NONE; " TURNS "NONE: "

#define FIRST_SUM "add.f32 %f5, %f2, %f3; st.global.f32 [%rd3+4], %f5; "
#define TURNED "add.s32 %r5, %r5, 1; setp.lt.s32 %p2, %r5, %r7; @%p2 bra LOOP; "

#define COMPARED(how) \
	"sub.f32 %f5, %f2, %f3; setp." how ".f32 %p1, %f5, 0f00000000; selp.b32 %r9, %r3, %r4, %p1;"

#define HALVES_KNOWN "mov.b64 %rd6, 0x3FD3333333333333; mov.b64 {%r5, %r6}, %rd6; "

/* Instructions up to EXIT (0: not looked at, of one turn of a loop otherwise), and FADD, FMUL and FFMA without a predicate among them, as nvdisasm shows what
   ptxas 13.0 writes for sm_90. */
static const struct {
	const char *name, *body;
	double issued, floats[3];
} rows[] = {
	{"two floats become halves of a word",
	 "{.reg .b16 a, b; cvt.rn.f16.f32 a, %f2; cvt.rn.f16.f32 b, %f3; mov.b32 %r9, {a,b};}", 13, {0, 0, 0}},
	{"halves made floats, and halves again",
	 "{.reg .b16 a, b; mov.b32 {a,b}, %r2; cvt.f32.f16 %f5, a; cvt.f32.f16 %f6, b; ex2.approx.ftz.f32 %f5, %f5; "
	 "ex2.approx.ftz.f32 %f6, %f6; cvt.rn.f16.f32 a, %f5; cvt.rn.f16.f32 b, %f6; mov.b32 %r9, {a,b};}",
	 17, {0, 0, 0}},
	{"a pair of halves compared with a number",
	 "{.reg .b32 s; mov.b32 s, 0x1F791F79; set.eq.f16x2.f16x2 %r9, %r2, s;}", 13, {0, 0, 0}},
	{"a float rounded to TF32", "cvt.rna.tf32.f32 %r9, %f2;", 16, {0, 0, 0}},
	{"two floats rounded to TF32", "cvt.rna.tf32.f32 %r9, %f2; cvt.rna.tf32.f32 %r3, %f3;", 19, {0, 0, 0}},
	{"a float rounded to TF32 as to even", "cvt.rn.tf32.f32 %r9, %f2;", 13, {0, 0, 0}},
	{"a float rounded to TF32 and read again",
	 "cvt.rna.tf32.f32 %r9, %f2; add.f32 %f5, %f2, %f3; mov.b32 %r3, %f5;", 17, {1, 0, 0}},
	{"minus zero beside a number", "fma.rn.f32 %f9, %f2, 0f3FB8AA3B, 0f80000000;" FLOAT, 13, {0, 0, 1}},
	{"minus one beside a number", "fma.rn.f32 %f9, %f2, 0f3FB8AA3B, 0fBF800000;" FLOAT, 14, {0, 0, 1}},
	{"a product of the other sign and a number", PRODUCT "add.f32 %f9, %f6, %f4;" FLOAT, 13, {0, 0, 1}},
	{"a product of the other sign less a number", PRODUCT "sub.f32 %f9, %f6, %f4;" FLOAT, 13, {0, 0, 1}},
	{"a number less a product of the other sign", PRODUCT "sub.f32 %f9, %f4, %f6;" FLOAT, 13, {0, 0, 1}},
	{"a product of the other sign in two sums",
	 PRODUCT "sub.f32 %f9, %f6, %f4; add.f32 %f8, %f6, %f3; st.global.f32 [%rd3+4], %f8;" FLOAT, 15, {0, 0, 2}},
	{"a size of a product and a number", "mul.f32 %f5, %f2, %f3; abs.f32 %f6, %f5; sub.f32 %f9, %f6, %f4;" FLOAT, 14, {1, 1, 0}},
	{"a product by a half", "mul.f32 %f5, %f2, %f3; mul.f32 %f9, %f5, 0f3F000000;" FLOAT, 13, {0, 1, 0}},
	{"a product by an eighth, read twice",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f9, %f5, 0f3E000000; st.global.f32 [%rd3+4], %f5;" FLOAT, 15, {0, 2, 0}},
	{"a product by a sixteenth", "mul.f32 %f5, %f2, %f3; mul.f32 %f9, %f5, 0f3D800000;" FLOAT, 14, {0, 2, 0}},
	{"a product by minus a half", "mul.f32 %f5, %f2, %f3; mul.f32 %f9, %f5, 0fBF000000;" FLOAT, 14, {0, 2, 0}},
	{"a product by a half, added",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f6, %f5, 0f3F000000; add.f32 %f9, %f6, %f4;" FLOAT, 14, {0, 1, 1}},
	{"half of a sum", "add.f32 %f5, %f2, %f3; mul.f32 %f9, %f5, 0f3F000000;" FLOAT, 14, {1, 1, 0}},
	{"four of an approximate quotient", "div.approx.ftz.f32 %f5, %f2, %f3; mul.ftz.f32 %f9, %f5, 0f40800000;" FLOAT,
	 14, {0, 1, 0}},
	{"an approximate quotient, added", "div.approx.ftz.f32 %f5, %f2, %f3; add.ftz.f32 %f9, %f5, %f4;" FLOAT, 0,
	 {0, 0, 1}},
	{"an approximate quotient, taken from a number",
	 "div.approx.ftz.f32 %f5, %f2, %f3; sub.ftz.f32 %f9, %f4, %f5;" FLOAT, 0, {0, 0, 1}},
	{"two approximate quotients, added",
	 "div.approx.ftz.f32 %f5, %f2, %f3; div.approx.ftz.f32 %f6, %f3, %f4; add.ftz.f32 %f9, %f5, %f6;" FLOAT, 0,
	 {0, 1, 1}},
	{"an approximate quotient, added and multiplied",
	 "div.approx.ftz.f32 %f5, %f2, %f3; add.ftz.f32 %f6, %f5, %f4; mul.ftz.f32 %f9, %f5, %f6;" FLOAT, 0,
	 {1, 2, 0}},
	{"an approximate quotient that is flushed, added to what is not",
	 "div.approx.ftz.f32 %f5, %f2, %f3; add.f32 %f9, %f5, %f4;" FLOAT, 0, {1, 1, 0}},
	{"an approximate reciprocal, added",
	 "mov.f32 %f6, 0f3F800000; div.approx.ftz.f32 %f5, %f6, %f3; add.ftz.f32 %f9, %f5, %f4;" FLOAT, 0,
	 {1, 0, 0}},
	{"a product that is not flushed, added to what is",
	 "mul.f32 %f5, %f2, %f3; add.ftz.f32 %f9, %f5, %f4;" FLOAT, 0, {1, 1, 0}},
	{"a product before a quotient, taken from it",
	 "mul.f32 %f5, %f2, %f3; div.rn.f32 %f6, %f3, %f4; sub.f32 %f9, %f6, %f5;" FLOAT, 0, {1, 1, 5}},
	{"a product behind a quotient, taken from it",
	 "div.rn.f32 %f6, %f3, %f4; mul.f32 %f5, %f2, %f3; sub.f32 %f9, %f6, %f5;" FLOAT, 0, {0, 0, 6}},
	{"a product by a literal before a quotient, taken from it",
	 "mul.f32 %f5, %f2, 0f40400000; div.rn.f32 %f6, %f3, %f4; sub.f32 %f9, %f6, %f5;" FLOAT, 0,
	 {0, 0, 6}},
	{"a sign of a product, stored", PRODUCT "mov.b32 %r9, %f6;", 13, {0, 0, 1}},
	{"a product of what a loop begins with, added in the loop",
	 "mul.f32 %f8, %f2, 0f3E99999A; mov.u32 %r5, 0; LOOP: sqrt.approx.ftz.f32 %f5, %f2; add.f32 %f2, %f8, %f5; bar.sync 0; "
	 "add.s32 %r5, %r5, 1; setp.lt.s32 %p2, %r5, %r7; @%p2 bra LOOP; mov.b32 %r9, %f2;", 0, {0, 0, 1}},
	{"a product of what two ways made, added behind a branch",
	 "mov.f32 %f8, %f3; mov.f32 %f6, %f2; setp.lt.s32 %p1, %r1, %r7; @%p1 bra MEET; sqrt.approx.ftz.f32 %f6, %f4; "
	 "bar.sync 0; MEET: mul.f32 %f5, %f6, 0f3E99999A; setp.lt.f32 %p2, %f3, %f4; @%p2 bra END; add.f32 %f8, %f8, %f5; "
	 "bar.sync 0; END: mov.b32 %r9, %f8;", 0, {0, 0, 1}},
	{"a denormal number scaled", SCALED "add.f32 %f9, %f6, %f3;" FLOAT, 0, {1, 0, 0}},
	{"a denormal number scaled, and read behind it", SCALED "mul.rn.f32 %f9, %f6, %f2;" FLOAT, 0, {0, 2, 0}},
	{"a denormal number scaled, and read at a side that stands behind it",
	 SIDES SCALED "add.f32 %f9, %f6, %f3; bar.sync 0; bra BOTH; SIDE: mul.f32 %f9, %f2, %f3; bar.sync 0; BOTH: " FLOAT,
	 0, {1, 2, 0}},
	{"a denormal number scaled, and read at a side that stands before it",
	 SIDES "mul.f32 %f9, %f2, %f3; bar.sync 0; bra BOTH; SIDE: " SCALED "add.f32 %f9, %f6, %f3; bar.sync 0; BOTH: " FLOAT,
	 0, {1, 1, 0}},
	{"what a loop made, to the power of two", TURNS "ex2.approx.f32 %f9, %f5;" FLOAT, 0, {0, 1, 1}},
	{"what a loop or none made, to the power of two", MAYBE_TURNS "ex2.approx.f32 %f9, %f5;" FLOAT, 0, {0, 0, 1}},
	{"what a loop or none made, its root, and read behind it",
	 MAYBE_TURNS "rsqrt.approx.f32 %f6, %f5; mul.rn.f32 %f9, %f6, %f5;" FLOAT, 0, {0, 2, 1}},
	{"to the power of two, what the turn before loaded",
	 "mov.f32 %f5, %f2; mov.u32 %r5, 0; LOOP: .pragma \"nounroll\"; ex2.approx.f32 %f9, %f5; "
	 "st.global.f32 [%rd3+4], %f9; ld.global.f32 %f5, [%rd3+4]; bar.sync 0; " TURNED FLOAT, 0, {0, 0, 0}},
	{"a sum again, behind a barrier and turned round", FIRST_SUM "bar.sync 0; add.f32 %f9, %f3, %f2;" FLOAT, 15,
	 {1, 0, 0}},
	{"a sum again that must not be contracted", FIRST_SUM "bar.sync 0; add.rn.f32 %f9, %f3, %f2;" FLOAT, 16, {2, 0, 0}},
	{"a difference again, turned round",
	 "sub.f32 %f5, %f2, %f3; st.global.f32 [%rd3+4], %f5; bar.sync 0; sub.f32 %f9, %f3, %f2;" FLOAT, 16, {2, 0, 0}},
	{"a sum again of another operand", FIRST_SUM "bar.sync 0; ld.global.f32 %f2, [%rd3+4]; add.f32 %f9, %f2, %f3;" FLOAT,
	 17, {2, 0, 0}},
	{"a sum again in turns that change an operand",
	 FIRST_SUM "mov.u32 %r5, 0; LOOP: .pragma \"nounroll\"; bar.sync 0; add.f32 %f9, %f2, %f3; "
	 "ld.global.f32 %f2, [%rd3+4]; st.global.f32 [%rd3+4], %f9; " TURNED FLOAT, 0, {2, 0, 0}},
	{"a sum twice in turns that change an operand behind it",
	 "mov.u32 %r5, 0; LOOP: .pragma \"nounroll\"; " FIRST_SUM "bar.sync 0; add.f32 %f9, %f2, %f3; "
	 "ld.global.f32 %f2, [%rd3+4]; st.global.f32 [%rd3+4], %f9; " TURNED FLOAT, 0, {1, 0, 0}},
	{"a product of a sum again",
	 "add.f32 %f5, %f2, %f3; mul.rn.f32 %f7, %f5, %f4; st.global.f32 [%rd3+4], %f7; bar.sync 0; "
	 "add.f32 %f6, %f2, %f3; mul.rn.f32 %f9, %f6, %f4;" FLOAT, 16, {1, 1, 0}},
	{"a sum with a parameter again",
	 "ld.param.f32 %f6, [p]; add.f32 %f5, %f2, %f6; st.global.f32 [%rd3+4], %f5; bar.sync 0; ld.param.f32 %f7, [p]; "
	 "add.f32 %f9, %f7, %f2;" FLOAT, 0, {1, 0, 0}},
	{"a product again, as part of a sum",
	 "mul.f32 %f5, %f2, %f3; st.global.f32 [%rd3+4], %f5; bar.sync 0; mul.f32 %f6, %f2, %f3; add.f32 %f9, %f6, %f4;" FLOAT,
	 16, {0, 1, 1}},
	{"a sum for what is never selected",
	 HALVES_KNOWN "setp.lt.s32 %p1, %r6, 0; add.f32 %f5, %f2, %f3; selp.f32 %f6, %f5, %f4, %p1; "
	 "add.f32 %f9, %f6, %f3;" FLOAT, 0, {1, 0, 0}},
	{"a sum that is always selected",
	 HALVES_KNOWN "setp.gt.s32 %p1, %r6, 0; add.f32 %f5, %f2, %f3; selp.f32 %f6, %f5, %f4, %p1; "
	 "mul.rn.f32 %f9, %f6, %f3;" FLOAT, 0, {1, 1, 0}},
	{"a sum that is never selected, and stored",
	 HALVES_KNOWN "setp.lt.s32 %p1, %r6, 0; add.f32 %f5, %f2, %f3; selp.f32 %f6, %f5, %f4, %p1; "
	 "st.global.f32 [%rd3+4], %f5; mul.rn.f32 %f9, %f6, %f3;" FLOAT, 0, {1, 1, 0}},
	{"a product of a sum, never selected by a masked half",
	 HALVES_KNOWN "and.b32 %r8, %r6, 0x7ff00000; setp.eq.s32 %p1, %r8, 0x43300000; add.f32 %f5, %f2, %f3; "
	 "mul.rn.f32 %f7, %f5, %f4; selp.f32 %f6, %f7, %f4, %p1; mul.rn.f32 %f9, %f6, %f3;" FLOAT, 0, {0, 1, 0}},
	{"a sum that may be selected",
	 "setp.lt.s32 %p1, %r2, 0; add.f32 %f5, %f2, %f3; selp.f32 %f6, %f5, %f4, %p1; mul.rn.f32 %f9, %f6, %f3;" FLOAT,
	 0, {1, 1, 0}},
	{"a sum again behind a quotient",
	 FIRST_SUM "div.rn.f32 %f6, %f3, %f4; st.global.f32 [%rd3+4], %f6; add.f32 %f9, %f2, %f3;" FLOAT, 0, {2, 0, 5}},
	{"a sum again behind a quotient on one of two ways",
	 FIRST_SUM SIDES "div.rn.f32 %f6, %f3, %f4; st.global.f32 [%rd3+4], %f6; bar.sync 0; SIDE: "
	 "add.f32 %f9, %f2, %f3;" FLOAT, 0, {2, 0, 5}},
	{"a sum again behind an approximate quotient",
	 FIRST_SUM "div.approx.ftz.f32 %f6, %f3, %f4; st.global.f32 [%rd3+4], %f6; add.f32 %f9, %f2, %f3;" FLOAT, 0,
	 {1, 1, 0}},
	{"a quotient again",
	 "div.rn.f32 %f5, %f2, %f3; st.global.f32 [%rd3+4], %f5; bar.sync 0; div.rn.f32 %f9, %f2, %f3;" FLOAT, 0,
	 {0, 0, 10}},
	{"a sign of a product where two ways meet",
	 "mov.f32 %f6, %f4; setp.lt.s32 %p1, %r1, %r7; @%p1 bra MEET; " PRODUCT "bar.sync 0; MEET: mov.b32 %r9, %f6;", 0,
	 {0, 0, 1}},
	{"a sign of a product before the branch, where two ways meet",
	 "mov.f32 %f6, %f4; mul.f32 %f5, %f2, %f3; setp.lt.s32 %p1, %r1, %r7; @%p1 bra MEET; neg.f32 %f6, %f5; bar.sync 0; "
	 "MEET: mov.b32 %r9, %f6;", 0, {1, 1, 0}},
	{"a sign of a product that is read twice, where two ways meet",
	 "mov.f32 %f6, %f4; setp.lt.s32 %p1, %r1, %r7; @%p1 bra MEET; " PRODUCT
	 "st.global.f32 [%rd3+4], %f5; bar.sync 0; MEET: mov.b32 %r9, %f6;", 0, {1, 1, 0}},
	{"a sign of a product, added", PRODUCT "add.rn.f32 %f9, %f6, %f4;" FLOAT, 14, {1, 1, 0}},
	{"a sign of a product, multiplied and stored",
	 PRODUCT "fma.rn.f32 %f9, %f6, %f4, %f2; st.global.f32 [%rd3+4], %f6;" FLOAT, 16, {1, 1, 1}},
	{"a sign, converted", "neg.f32 %f5, %f2; cvt.rzi.s32.f32 %r9, %f5;", 13, {0, 0, 0}},
	{"a flushed sign of a magnitude",
	 "abs.ftz.f32 %f5, %f2; neg.ftz.f32 %f6, %f5; fma.rn.ftz.f32 %f9, %f6, %f3, %f4;" FLOAT, 14,
	 {1, 0, 1}},
	{"a sign of a magnitude",
	 "abs.f32 %f5, %f2; neg.f32 %f6, %f5; fma.rn.f32 %f9, %f6, %f3, %f4;" FLOAT, 13, {0, 0, 1}},
	{"a flushed sign, to the power of two",
	 "neg.ftz.f32 %f5, %f2; ex2.approx.ftz.f32 %f9, %f5;" FLOAT, 14, {1, 0, 0}},
	{"the sign of a difference",
	 "sub.f32 %f5, %f2, %f3; setp.gt.f32 %p1, %f5, 0f00000000; selp.b32 %r9, %r3, %r4, %p1;", 14,
	 {0, 0, 0}},
	{"a difference whose terms are compared, lt", COMPARED("lt"), 14, {0, 0, 0}},
	{"a difference whose terms are compared, leu", COMPARED("leu"), 14, {0, 0, 0}},
	{"a difference whose terms are compared, geu", COMPARED("geu"), 14, {0, 0, 0}},
	{"a difference whose terms are compared, ne", COMPARED("ne"), 14, {0, 0, 0}},
	{"a difference whose terms are compared, equ", COMPARED("equ"), 14, {0, 0, 0}},
	{"a difference that is compared itself, le", COMPARED("le"), 15, {1, 0, 0}},
	{"a difference that is compared itself, ge", COMPARED("ge"), 15, {1, 0, 0}},
	{"a difference that is compared itself, ltu", COMPARED("ltu"), 15, {1, 0, 0}},
	{"a difference that is compared itself, gtu", COMPARED("gtu"), 15, {1, 0, 0}},
	{"a difference that is compared itself, eq", COMPARED("eq"), 15, {1, 0, 0}},
	{"a difference that is compared itself, neu", COMPARED("neu"), 15, {1, 0, 0}},
	{"zero compared with a difference, gt",
	 "sub.f32 %f5, %f2, %f3; mov.f32 %f6, 0f00000000; setp.gt.f32 %p1, %f6, %f5; selp.b32 %r9, %r3, %r4, %p1;", 14,
	 {0, 0, 0}},
	{"a difference compared with minus zero, lt",
	 "sub.f32 %f5, %f2, %f3; setp.lt.f32 %p1, %f5, 0f80000000; selp.b32 %r9, %r3, %r4, %p1;", 14, {0, 0, 0}},
	{"a difference compared in two ways, of which one has to be made",
	 "sub.f32 %f5, %f2, %f3; setp.ge.f32 %p1, %f5, 0f00000000; setp.gt.f32 %p2, %f5, 0f00000000; "
	 "selp.b32 %r9, %r3, %r4, %p1; selp.b32 %r9, %r9, 7, %p2;", 17, {1, 0, 0}},
	{"a difference from a product before the loop, compared with zero as it is made",
	 BEFORE "setp.ge.f32 %p1, %f5, 0f00000000; selp.f32 %f7, %f5, %f3, %p1; max.f32 %f6, %f6, %f7; " TURN, 0,
	 {0, 0, 1}},
	{"the sign of a difference of a product",
	 "mul.f32 %f6, %f2, %f4; sub.f32 %f5, %f6, %f3; setp.gt.f32 %p1, %f5, 0f00000000; "
	 "selp.b32 %r9, %r3, %r4, %p1;", 15, {0, 0, 1}},
	{"a root of what ends there", "rsqrt.approx.f32 %f9, %f2;" FLOAT, 16, {0, 0, 0}},
	{"a root of what is needed still", "rsqrt.approx.f32 %f5, %f2; mul.f32 %f9, %f5, %f2;" FLOAT,
	 18, {0, 2, 0}},
	{"a logarithm of a magnitude", "abs.f32 %f5, %f2; lg2.approx.f32 %f9, %f5;" FLOAT, 17,
	 {0, 1, 0}},
	{"a power of a magnitude", "abs.f32 %f5, %f2; ex2.approx.f32 %f9, %f5;" FLOAT, 13, {0, 0, 0}},
	{"a difference from a product before the loop", BEFORE "max.f32 %f6, %f6, %f5; " TURN, 0,
	 {0, 0, 1}},
	{"a difference from a product before the loop, compared with zero",
	 BEFORE "setp.gt.f32 %p1, %f5, 0f00000000; selp.f32 %f7, %f5, %f3, %p1; max.f32 %f6, %f6, %f7; "
		TURN, 0, {1, 1, 0}},
	{"a sign that meets a word, multiplied",
	 "mov.f32 %f9, %f4; setp.gt.f32 %p1, %f2, %f3; @%p1 bra J; bar.sync 0; neg.f32 %f9, %f2; "
	 "J: mul.f32 %f8, %f9, %f3; mov.b32 %r9, %f8;", 0, {1, 1, 0}},
	{"a sign of what goes on without it, too",
	 "setp.gt.f32 %p1, %f2, %f3; @%p1 bra J; neg.f32 %f2, %f2; J: mul.f32 %f8, %f2, %f3; mov.b32 %r9, %f8;", 15, {1, 1, 0}},
	{"a sign of a sum that meets a word",
	 "mov.f32 %f9, %f4; setp.gt.f32 %p1, %f2, %f3; @%p1 bra J; add.f32 %f5, %f4, %f3; neg.f32 %f9, %f5; "
	 "J: mul.f32 %f8, %f9, %f3; mov.b32 %r9, %f8;", 0, {2, 1, 0}},
	{"a sign that meets a magnitude",
	 "setp.gt.f32 %p1, %f2, %f3; @%p1 bra I; neg.f32 %f9, %f2; bra J; I: abs.f32 %f9, %f4; "
	 "J: mul.f32 %f8, %f9, %f3; mov.b32 %r9, %f8;", 0, {2, 1, 0}},
	{"a sign, selected", "setp.gt.f32 %p1, %f2, %f3; neg.f32 %f5, %f2; selp.f32 %f9, %f5, %f4, %p1;" FLOAT, 14,
	 {0, 0, 0}},
	{"a sign of a double, selected",
	 "{.reg .f64 a, b, c; mov.b64 a, {%r2,%r3}; neg.f64 b, a; setp.gt.f32 %p1, %f3, %f4; selp.f64 c, b, a, %p1; "
	 "mov.b64 {%r9,%r5}, c; st.global.u32 [%rd3+4], %r5;}", 17, {0, 0, 0}},
	{"a power of a sign", "neg.f32 %f5, %f2; ex2.approx.f32 %f9, %f5;" FLOAT, 17, {0, 1, 0}},
	{"a quotient",
	 "div.approx.f32 %f9, %f3, %f2;" FLOAT, 18, {0, 2, 0}},
	{"a quotient, added",
	 "div.approx.f32 %f5, %f3, %f2; add.f32 %f9, %f5, %f4;" FLOAT, 18, {0, 1, 1}},
	{"a quotient whose numerator is read after",
	 "div.approx.f32 %f5, %f3, %f2; add.f32 %f6, %f5, %f4; sub.f32 %f9, %f6, %f3;" FLOAT, 19, {1, 1, 1}},
	{"a quotient whose divisor is read after",
	 "div.approx.f32 %f5, %f3, %f2; add.f32 %f6, %f5, %f4; sub.f32 %f9, %f6, %f2;" FLOAT, 20, {1, 2, 1}},
	{"a quotient by minus a number",
	 "neg.f32 %f6, %f2; div.approx.f32 %f9, %f3, %f6;" FLOAT, 19, {0, 3, 0}},
	{"three by a number",
	 "div.approx.f32 %f9, 0f40400000, %f2;" FLOAT, 18, {0, 1, 0}},
	{"two quotients by one number",
	 "div.approx.f32 %f5, %f3, %f2; div.approx.f32 %f6, %f4, %f2; add.f32 %f9, %f5, %f6;" FLOAT, 21, {0, 3, 1}},
	{"a logarithm and a quotient of one number",
	 "lg2.approx.f32 %f5, %f2; div.approx.f32 %f6, %f4, %f2; add.f32 %f9, %f5, %f6;" FLOAT, 20, {0, 1, 1}},
	{"a logarithm and a root of one number",
	 "lg2.approx.f32 %f5, %f2; rsqrt.approx.f32 %f6, %f2; add.f32 %f9, %f5, %f6;" FLOAT, 19, {1, 0, 0}},
	{"three of one number",
	 "lg2.approx.f32 %f5, %f2; rsqrt.approx.f32 %f6, %f2; sqrt.approx.f32 %f7, %f2; add.f32 %f8, %f5, %f6; add.f32 %f9, %f8, %f7;" FLOAT, 22, {2, 0, 0}},
	{"a quotient by one and a power",
	 "ex2.approx.f32 %f5, %f2; add.f32 %f6, %f5, 0f3F800000; div.approx.f32 %f9, %f3, %f6;" FLOAT, 19, {1, 1, 0}},
	{"one by one and a power",
	 "ex2.approx.f32 %f5, %f2; add.f32 %f6, %f5, 0f3F800000; div.approx.f32 %f9, 0f3F800000, %f6;" FLOAT, 18, {1, 0, 0}},
	{"a quotient by less than a normal number and a power",
	 "ex2.approx.f32 %f5, %f2; add.f32 %f6, %f5, 0f000AE398; div.approx.f32 %f9, %f3, %f6;" FLOAT, 23, {1, 2, 0}},
	{"a quotient by two powers and one",
	 "ex2.approx.f32 %f5, %f2; ex2.approx.f32 %f6, %f4; add.f32 %f7, %f5, %f6; add.f32 %f8, %f7, 0f3F800000; div.approx.f32 %f9, %f3, %f8;" FLOAT, 25, {2, 2, 0}},
	{"a logarithm of one and |x|",
	 "abs.f32 %f5, %f2; add.f32 %f6, %f5, 0f3F800000; lg2.approx.f32 %f9, %f6;" FLOAT, 14, {1, 0, 0}},
	{"a root of one and |x|",
	 "abs.f32 %f5, %f2; add.f32 %f6, %f5, 0f3F800000; sqrt.approx.f32 %f9, %f6;" FLOAT, 14, {1, 0, 0}},
	{"a root of one and a square",
	 "fma.rn.f32 %f6, %f2, %f2, 0f3F800000; rsqrt.approx.f32 %f9, %f6;" FLOAT, 17, {0, 0, 1}},
	{"a quotient by two and a cosine",
	 "cos.approx.f32 %f5, %f2; add.f32 %f6, %f5, 0f40000000; div.approx.f32 %f9, %f3, %f6;" FLOAT, 17, {1, 2, 0}},
	{"a quotient by a half and a cosine",
	 "cos.approx.f32 %f5, %f2; add.f32 %f6, %f5, 0f3F000000; div.approx.f32 %f9, %f3, %f6;" FLOAT, 21, {1, 3, 0}},
	{"a product between 0 and 1", "mul.f32 %f5, %f2, %f3; max.f32 %f6, %f5, 0f00000000; min.f32 %f9, %f6, 0f3F800000;" FLOAT, 0, {0, 1, 0}},
	{"a number between 0 and 1", "max.f32 %f6, %f2, 0f00000000; min.f32 %f9, %f6, 0f3F800000;" FLOAT, 0, {1, 0, 0}},
	{"a sum between 0 and 1, flushed",
	 "add.ftz.f32 %f5, %f2, %f3; min.ftz.f32 %f6, %f5, 0f3F800000; max.ftz.f32 %f9, %f6, 0f00000000;" FLOAT, 0, {2, 0, 0}},
	{"a product that is saturated, flushed", "mul.ftz.f32 %f5, %f2, %f3; cvt.ftz.sat.f32.f32 %f9, %f5;" FLOAT, 0, {0, 0, 1}},
	{"a sum that is saturated, flushed", "add.ftz.f32 %f5, %f2, %f3; cvt.ftz.sat.f32.f32 %f9, %f5;" FLOAT, 0, {2, 0, 0}},
	{"a reciprocal that is stored, flushed", "div.approx.ftz.f32 %f9, 0f3F800000, %f2;" FLOAT, 0, {1, 0, 0}},
	{"a reciprocal that is multiplied, flushed",
	 "div.approx.ftz.f32 %f5, 0f3F800000, %f2; mul.ftz.f32 %f9, %f5, %f3;" FLOAT, 0, {0, 1, 0}},
	{"a double of a float from memory, flushed",
	 "{.reg .f64 d; cvt.ftz.f64.f32 d, %f2; add.f64 d, d, d; cvt.rn.f32.f64 %f9, d;}" FLOAT, 0, {0, 1, 0}},
	{"a double of a product, flushed",
	 "{.reg .f64 d; mul.ftz.f32 %f5, %f2, %f3; cvt.ftz.f64.f32 d, %f5; add.f64 d, d, d; cvt.rn.f32.f64 %f9, d;}" FLOAT, 0, {0, 1, 0}},
	{"no denormal number is scaled", "abs.f32 %f5, %f2; add.f32 %f6, %f5, 0f358637BD; setp.lt.f32 %p1, %f6, 0f00800000; "
	 "mul.f32 %f7, %f6, 0f4B000000; selp.f32 %f8, %f7, %f6, %p1; add.f32 %f9, %f8, %f6;" FLOAT, 0, {2, 0, 0}},
	{"a product by a root, turned",
	 "rsqrt.approx.f32 %f5, %f2; mul.f32 %f6, %f5, %f3; neg.f32 %f9, %f6;" FLOAT, 0, {1, 1, 0}},
	{"a product by the size of a root, turned",
	 "sqrt.approx.f32 %f5, %f2; abs.f32 %f7, %f5; mul.f32 %f6, %f3, %f7; neg.f32 %f9, %f6;" FLOAT, 0, {1, 1, 0}},
	{"a product by a power, turned",
	 "ex2.approx.f32 %f5, %f2; mul.f32 %f6, %f5, %f3; neg.f32 %f9, %f6;" FLOAT, 0, {1, 1, 0}},
	{"a product by a logarithm, turned",
	 "lg2.approx.f32 %f5, %f2; mul.f32 %f6, %f5, %f3; neg.f32 %f9, %f6;" FLOAT, 0, {1, 1, 0}},
	{"a product by a root of what is no denormal number, turned",
	 "abs.f32 %f7, %f2; add.f32 %f8, %f7, 0f3F800000; rsqrt.approx.f32 %f5, %f8; mul.f32 %f6, %f5, %f3; neg.f32 %f9, %f6;" FLOAT, 0, {1, 0, 1}},
	{"a product by a root, flushed, turned",
	 "rsqrt.approx.ftz.f32 %f5, %f2; mul.f32 %f6, %f5, %f3; neg.f32 %f9, %f6;" FLOAT, 0, {0, 0, 1}},
	{"a product by an approximate quotient, turned",
	 "div.approx.f32 %f5, %f4, %f2; mul.f32 %f6, %f5, %f3; neg.f32 %f9, %f6;" FLOAT, 0, {0, 2, 1}},
	{"a product of a sum with a root, turned",
	 "rsqrt.approx.f32 %f5, %f2; add.f32 %f7, %f5, %f4; mul.f32 %f6, %f7, %f3; neg.f32 %f9, %f6;" FLOAT, 0, {1, 0, 1}},
	{"a product by what a selection takes, turned",
	 "setp.gt.f32 %p1, %f2, %f4; max.f32 %f5, %f4, 0f40A00000; selp.f32 %f7, %f2, %f5, %p1; mul.f32 %f6, %f7, %f3; neg.f32 %f9, %f6;" FLOAT, 0, {1, 1, 0}},
	{"twice a product, turned",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f6, %f5, 0f40000000; neg.f32 %f9, %f6;" FLOAT, 0, {1, 1, 0}},
	{"five times a product, turned",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f6, %f5, 0f40A00000; neg.f32 %f9, %f6;" FLOAT, 0, {0, 1, 1}},
	{"twice a product, turned and compared",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f6, %f5, 0f40000000; neg.f32 %f7, %f6; max.f32 %f9, %f7, %f4;" FLOAT, 0, {0, 1, 0}},
	{"half of a product by minus a number",
	 "neg.f32 %f5, %f2; mul.f32 %f6, %f5, %f3; mul.f32 %f9, %f6, 0f3F000000;" FLOAT, 0, {0, 1, 0}},
	{"half of the size of a product, added",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f6, %f5, 0f3F000000; abs.f32 %f7, %f6; add.f32 %f9, %f7, %f4;" FLOAT, 0, {1, 1, 0}},
	{"a product in two sums with products that nobody else reads",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f6, %f2, %f4; mul.f32 %f7, %f3, %f4; add.f32 %f8, %f5, %f6; add.f32 %f9, %f5, %f7; st.global.f32 [%rd3+4], %f8;" FLOAT, 0, {0, 1, 2}},
	{"a product in two sums, one with such a product",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f6, %f2, %f4; add.f32 %f8, %f5, %f4; sub.f32 %f9, %f5, %f6; st.global.f32 [%rd3+4], %f8;" FLOAT, 0, {1, 1, 1}},
	{"a product in two sums of numbers",
	 "mul.f32 %f5, %f2, %f3; sub.f32 %f8, %f5, %f4; sub.f32 %f9, %f5, %f3; st.global.f32 [%rd3+4], %f8;" FLOAT, 0, {0, 0, 2}},
	{"two products in two sums of both",
	 "mul.f32 %f5, %f2, %f3; mul.f32 %f6, %f2, %f4; add.f32 %f8, %f5, %f6; sub.f32 %f9, %f5, %f6; st.global.f32 [%rd3+4], %f8;" FLOAT, 0, {0, 1, 2}},
	{"a reciprocal, added",
	 "rcp.approx.f32 %f5, %f2; add.f32 %f9, %f5, %f4;" FLOAT, 20, {0, 1, 1}},
};

#define HALF                                                                                       \
	"{.reg .b16 low; ld.param.f32 %f1, [p]; cvt.rn.f16.f32 low, %f1; mov.b32 %r5, {low,low};} "

#define LITERAL "mov.b32 %r5, 0x38003800; "
#define ROUND(from, to)                                                                            \
	"add.f16x2 %r10, " from ", %r5; mul.f16x2 %r11, %r10, %r5; max.f16x2 %r11, %r11, %r4; "            \
	"add.f16x2 %r12, %r11, %r3; max.f16x2 " to ", %r12, %r4; "

#define HALVES                                                                                     \
	"{.reg .b16 a, b, c, d, e, f, x, y, z; mov.b32 {a,b}, %r2; mov.b32 {c,d}, %r3; "                   \
	"cvt.rn.f16.s32 x, %r2; cvt.rn.f16.s32 y, %r3; "

/* Halves of two words that arithmetic made, of two from memory, of four in a row. */
#define MADE                                                                                       \
	"{.reg .b16 a, b, c, d, e, f, g, h, e1, f1, g1, h1, x; max.f16x2 %r5, %r2, %r3; min.f16x2 %r6, %r2, %r3; "        \
	"mov.b32 {a,b}, %r5; mov.b32 {c,d}, %r6; mov.b16 x, 0x3800; "
#define LOADED                                                                                     \
	"{.reg .b16 a, b, c, d, e, f, e1, f1, x; mov.b32 {a,b}, %r2; mov.b32 {c,d}, %r3; mov.b16 x, 0x3800; "
#define VECTOR "{.reg .b16 a, b, c, d, e, f; ld.global.v4.u16 {a,b,c,d}, [%rd3+16]; "
#define PACKED " mov.b32 %r9, {e,f};}"
#define ALL " mov.b32 %r9, {e,f}; mov.b32 %r4, {g,h};}"

/* HADD2, HMUL2 and HFMA2, those of the tensor unit among them, but that which moves a literal (ptxas 13.0 for
   sm_90). */
static const struct {
	const char *name, *body;
	double floats[3];
} pairs[] = {
	{"products",
	 "mul.f16x2 %r6, %r2, %r3; mul.f16x2 %r8, %r6, %r4; mul.f16x2 %r9, %r8, %r2;",
	 {0, 1, 2}},
	{"a product by a half first",
	 HALF "mul.f16x2 %r6, %r2, %r5; mul.f16x2 %r8, %r6, %r4; mul.f16x2 %r9, %r8, %r2;",
	 {0, 2, 1}},
	{"products by a half between",
	 HALF "mul.f16x2 %r6, %r2, %r5; mul.f16x2 %r8, %r6, %r4; mul.f16x2 %r6, %r8, %r5; mul.f16x2 %r9, %r6, %r3;",
	 {0, 2, 2}},
	{"a sum with a half between",
	 HALF "add.f16x2 %r6, %r2, %r3; add.f16x2 %r8, %r4, %r5; mul.f16x2 %r9, %r6, %r8;",
	 {1, 1, 1}},
	{"a product by a half as part of a sum",
	 HALF "mul.f16x2 %r6, %r2, %r5; add.f16x2 %r8, %r6, %r3; mul.f16x2 %r9, %r8, %r4;",
	 {0, 0, 2}},
	{"three turns of a logistic map",
	 HALF "mov.b32 %r12, 0x3C003C00; mul.f16x2 %r10, %r5, %r2; sub.f16x2 %r11, %r12, %r2; mul.f16x2 %r13, %r10, %r11; mul.f16x2 %r10, %r5, %r13; sub.f16x2 %r11, %r12, %r13; mul.f16x2 %r14, %r10, %r11; mul.f16x2 %r10, %r5, %r14; sub.f16x2 %r11, %r12, %r14; mul.f16x2 %r9, %r10, %r11;",
	 {3, 3, 3}},
	{"products by a literal", LITERAL "mul.f16x2 %r6, %r2, %r5; mul.f16x2 %r8, %r6, %r5; mul.f16x2 %r9, %r8, %r5;", {0, 1, 2}},
	{"sums with a literal", LITERAL "add.f16x2 %r6, %r2, %r5; add.f16x2 %r9, %r6, %r5;", {2, 0, 0}},
	{"products with a sum between",
	 "mul.f16x2 %r6, %r2, %r3; max.f16x2 %r6, %r6, %r4; add.f16x2 %r8, %r6, %r3; max.f16x2 %r8, %r8, %r4; mul.f16x2 %r9, %r8, %r4;", {1, 1, 1}},
	{"sums with a literal and products, two rounds", LITERAL ROUND("%r2", "%r6") ROUND("%r6", "%r9"), {3, 1, 2}},
	{"a multiply-add and sums", "fma.rn.f16x2 %r6, %r2, %r3, %r4; add.f16x2 %r8, %r6, %r3; add.f16x2 %r9, %r8, %r4;", {1, 0, 2}},
	{"a multiply-add of a literal and a sum", LITERAL "fma.rn.f16x2 %r6, %r2, %r5, %r4; add.f16x2 %r9, %r6, %r3;", {1, 0, 1}},
	{"a sum before multiply-adds",
	 "add.f16x2 %r6, %r2, %r3; fma.rn.f16x2 %r8, %r6, %r3, %r4; fma.rn.f16x2 %r9, %r8, %r3, %r2;", {0, 0, 3}},
	{"a multiply-add of two literals and a product",
	 LITERAL "mov.b32 %r12, 0x34003400; fma.rn.f16x2 %r6, %r2, %r5, %r12; add.f16x2 %r8, %r2, %r5; mul.f16x2 %r9, %r6, %r8;",
	 {1, 1, 1}},
	{"two halves by one", HALVES "mul.f16 e, x, c; mul.f16 f, y, c; mov.b32 %r9, {e,f};}", {0, 1, 0}},
	{"two halves by one, with a sum between",
	 HALVES "mul.f16 e, x, c; add.f16 z, a, d; mul.f16 f, y, c; mul.f16 f, f, z; mov.b32 %r9, {e,f};}", {1, 2, 0}},
	{"the halves of two words", HALVES "mul.f16 e, a, c; mul.f16 f, b, d; mov.b32 %r9, {e,f};}", {0, 0, 1}},
	{"the halves of two words, crossed", HALVES "mul.f16 e, a, d; mul.f16 f, b, c; mov.b32 %r9, {e,f};}", {0, 2, 0}},
	{"the lower halves of two words by one", HALVES "mul.f16 e, a, x; mul.f16 f, c, x; mov.b32 %r9, {e,f};}", {0, 2, 0}},
	{"three halves by one", HALVES "mul.f16 e, x, c; mul.f16 f, y, c; cvt.rn.f16.s32 z, %r4; mul.f16 z, z, c; "
	 "st.global.u16 [%rd3+4], z; mov.b32 %r9, {e,f};}", {0, 2, 0}},
	{"a half that is made of the other",
	 HALVES "mul.f16 e, x, c; cvt.rni.s32.f16 %r5, e; cvt.rn.f16.s32 z, %r5; mul.f16 f, z, c; mov.b32 %r9, {e,f};}", {0, 2, 0}},
	{"two multiply-adds of halves",
	 HALVES "fma.rn.f16 e, x, c, d; fma.rn.f16 f, y, c, d; mov.b32 %r9, {e,f};}", {0, 0, 1}},
	{"halves of two words that arithmetic made, then products",
	 MADE "add.f16 e1, a, b; add.f16 f1, c, d; mul.f16 e, e1, x; mul.f16 f, f1, x;" PACKED, {0, 1, 1}},
	{"and no products",
	 MADE "add.f16 e, a, b; add.f16 f, c, d;" PACKED, {2, 0, 0}},
	{"and products by halves of each",
	 MADE "add.f16 e1, a, b; add.f16 f1, c, d; mul.f16 e, e1, a; mul.f16 f, f1, c;" PACKED, {2, 2, 0}},
	{"sums and differences, then products in their order",
	 MADE "add.f16 e1, a, b; sub.f16 f1, a, b; add.f16 g1, c, d; sub.f16 h1, c, d; mul.f16 e, e1, x; mul.f16 f, f1, x; mul.f16 g, g1, x; mul.f16 h, h1, x;" ALL, {2, 1, 2}},
	{"and products crosswise",
	 MADE "add.f16 e1, a, b; sub.f16 f1, a, b; add.f16 g1, c, d; sub.f16 h1, c, d; mul.f16 e, e1, x; mul.f16 g, g1, x; mul.f16 f, f1, x; mul.f16 h, h1, x;" ALL, {1, 1, 2}},
	{"halves of two words from memory, then products",
	 LOADED "add.f16 e1, a, b; add.f16 f1, c, d; mul.f16 e, e1, x; mul.f16 f, f1, x;" PACKED, {2, 0, 1}},
	{"halves of a vector",
	 VECTOR "add.f16 e, a, b; add.f16 f, c, d;" PACKED, {2, 0, 0}},
	{"halves of a vector side by side",
	 VECTOR "add.f16 e, a, c; add.f16 f, b, d;" PACKED, {0, 0, 1}},
	{"a pair of which one half is read",
	 "add.f16x2 %r5, %r2, %r3; {.reg .b16 a, b; mov.b32 {a,b}, %r5; mov.b32 %r9, {a,a};}", {1, 0, 0}},
	{"a sign that is stored",
	 "neg.f16x2 %r9, %r2;", {1, 0, 0}},
	{"a size that is stored",
	 "abs.f16x2 %r9, %r2;", {1, 0, 0}},
	{"a sign of a pair of bf16",
	 "neg.bf16x2 %r5, %r2; add.bf16x2 %r9, %r5, %r3;", {0, 0, 2}},
	{"a sign of a pair of f16",
	 "neg.f16x2 %r5, %r2; add.f16x2 %r9, %r5, %r3;", {0, 0, 1}},
	{"a sign of one that is compared",
	 "{.reg .b16 a, b, x, y, z; mov.b32 {a,b}, %r2; neg.f16 x, a; mov.b16 z, x; set.eq.f16.f16 y, z, b; mov.b32 %r9, {y,y};}", {0, 0, 0}},
	{"a size of one bf16",
	 "{.reg .b16 a, b; mov.b32 {a,b}, %r2; abs.bf16 a, a; mul.bf16 a, a, b; mov.b32 %r9, {a,b};}", {0, 1, 1}},
};

/* All of the kernel, which runs straight through. */
static gm_issue
issue_of(const char *body)
{
	static const char *const arguments[] = {"f32[1024]:random=1", "u32=3"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, body);
	gm_kernel *kernel = case_warp(text, "k", arguments, 2);
	gm_issue *issue = case_issue(kernel, 9), all = {0};
	for (int s = 0; s < kernel->sites_count; s++) {
		gm_issue_add(&all, &issue[s]);
		for (int f = 0; f < GM_FLOAT_COUNT; f++)
			all.floats[f] += issue[s].floats[f];
	}
	free(issue);
	gm_kernel_free(kernel);
	return all;
}

START_TEST(floats_are_counted_as_the_assembler_wrote_them)
{
	static const gm_float kinds[] = {GM_FLOAT_FADD, GM_FLOAT_FMUL, GM_FLOAT_FFMA};
	const gm_issue all = issue_of(rows[_i].body);
	for (int k = 0; k < 3; k++)
		ck_assert_msg((double)all.floats[kinds[k]] == rows[_i].floats[k],
			      "%s: %g of kind %d, the machine code has %g", rows[_i].name,
			      (double)all.floats[kinds[k]], k, rows[_i].floats[k]);
	ck_assert_msg(rows[_i].issued == 0 || gm_issue_total(&all) == rows[_i].issued,
		      "%s: %g, the machine code has %g",
		      rows[_i].name, gm_issue_total(&all), rows[_i].issued);
}
END_TEST

START_TEST(pairs_of_halves_take_turns)
{
	static const gm_float kinds[] = {GM_FLOAT_HADD, GM_FLOAT_HMUL, GM_FLOAT_HFMA};
	const gm_issue all = issue_of(pairs[_i].body);
	for (int k = 0; k < 3; k++)
		ck_assert_msg((double)all.floats[kinds[k]] == pairs[_i].floats[k],
			      "%s: %g of kind %d, the machine code has %g", pairs[_i].name,
			      (double)all.floats[kinds[k]], k, pairs[_i].floats[k]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_floats");
	TCase *tests = tcase_create("issue_floats");
	tcase_add_loop_test(tests, floats_are_counted_as_the_assembler_wrote_them, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, pairs_of_halves_take_turns, 0, (int)(sizeof pairs / sizeof *pairs));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

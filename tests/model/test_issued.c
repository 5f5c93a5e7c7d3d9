/*
 * Machine instructions counted from PTX, held against code of ptxas 13.0 as nvdisasm shows it: rules of the
 * compiler one by one. None of these kernels is in a set that was measured.
 */
#include "model/counts.h"

#include "issued.h"

/* Three words of each lane in %r2, %r3, %r4 and, as floats, %f2, %f3, %f4; the result in %r9 is
   stored, and so are the words. %rd1 is the array, %rd3 this lane's place in it, %r7 a parameter.
 */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 out, .param .u32 p)\n{\n"
	".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .f32 %%f<20>; .reg .f64 %%fd<9>; .reg .pred "
	"%%p<9>;\n"
	"ld.param.u64 %%rd10, [out]; ld.param.u32 %%r7, [p]; cvta.to.global.u64 %%rd1, %%rd10;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 16; add.s64 %%rd3, %%rd1, %%rd2;\n"
	"ld.global.u32 %%r2, [%%rd3]; ld.global.u32 %%r3, [%%rd3+4]; ld.global.u32 %%r4, "
	"[%%rd3+8];\n"
	"mov.b32 %%f2, %%r2; mov.b32 %%f3, %%r3; mov.b32 %%f4, %%r4;\n"
	"%s\n"
	"st.global.u32 [%%rd3], %%r9; st.global.u32 [%%rd3+8], %%r4; st.global.u32 [%%rd3+12], "
	"%%r3; ret;\n}\n";

#define LONGS "mov.b64 %rd5, {%r2,%r3}; mov.b64 %rd6, {%r3,%r4}; "
#define BOTH " mov.b64 {%r9,%r8}, %rd7; st.global.u32 [%rd3+4], %r8;"
#define DOUBLES "mov.b64 %fd1, {%r2,%r3}; "
#define HALVES " mov.b64 {%r9,%r8}, %fd3; st.global.u32 [%rd3+4], %r8;"
#define SHORTS ".reg .b16 %rs<5>; "
#define CHOICE "mov.b32 %f5, %r2; setp.lt.s32 %p1, %r2, %r3; @%p1 bra L; "
#define TWO "fma.rn.f32 %f5, %f5, %f3, %f4; fma.rn.f32 %f5, %f5, %f4, %f3; "
#define TEN "fma.rn.f32 %%f5, %%f5, %%f3, %%f4; fma.rn.f32 %%f5, %%f5, %%f4, %%f3; " \
	    "fma.rn.f32 %%f5, %%f5, %%f3, %%f4; fma.rn.f32 %%f5, %%f5, %%f4, %%f3; " \
	    "fma.rn.f32 %%f5, %%f5, %%f3, %%f4; fma.rn.f32 %%f5, %%f5, %%f4, %%f3; " \
	    "fma.rn.f32 %%f5, %%f5, %%f3, %%f4; fma.rn.f32 %%f5, %%f5, %%f4, %%f3; " \
	    "fma.rn.f32 %%f5, %%f5, %%f3, %%f4; fma.rn.f32 %%f5, %%f5, %%f4, %%f3; "
#define FLOAT " mov.b32 %r9, %f9;"
#define TILE ".shared .align 16 .b8 tile[4096]; "
#define PLACE TILE "mov.u32 %r5, tile; and.b32 %r6, %r2, 1020; add.s32 %r8, %r5, %r6; "
#define PARTS                                                                                      \
	".reg .b16 %h<9>; cvt.u16.u32 %h1, %r2; cvt.u16.u32 %h2, %r3; cvt.u16.u32 %h3, %r4; "         \
	"cvt.u16.u32 %h4, %r1; "

/* Instructions up to EXIT on sm_90 and sm_75; of division and roots without those of the slow path. Where lanes part,
   BSYNC stands once in the code and is issued for each part.
 */
static const struct {
	const char *name, *body;
	int count[2];
} rules[] = {
	{"nothing", "mov.u32 %r9, %r2;", {12, 11}},
	{"two ands", "and.b32 %r5, %r2, %r3; and.b32 %r9, %r5, %r4;", {13, 12}},
	{"two results of logic",
	 "and.b32 %r5, %r2, %r3; or.b32 %r9, %r5, %r4; st.global.u32 [%rd3+4], %r5;",
	 {15, 14}},
	{"mul, add", "mul.lo.s32 %r5, %r2, %r3; add.s32 %r9, %r5, %r4;", {13, 12}},
	{"mul, add, and the product stored",
	 "mul.lo.s32 %r5, %r2, %r3; add.s32 %r9, %r5, %r4; st.global.u32 [%rd3+4], %r5;",
	 {15, 14}},
	{"shl, add", "shl.b32 %r5, %r2, 3; add.s32 %r9, %r5, %r4;", {13, 12}},
	{"shl by a register, add", "shl.b32 %r5, %r2, %r3; add.s32 %r9, %r5, %r4;", {14, 13}},
	{"three terms", "add.s32 %r5, %r2, %r3; add.s32 %r9, %r5, %r4;", {13, 12}},
	{"a rotation, added", "shf.l.wrap.b32 %r5, %r2, %r2, 7; add.s32 %r9, %r5, %r3;", {13, 12}},
	{"a rotation that is subtracted from", "shf.l.wrap.b32 %r5, %r2, %r2, 7; sub.s32 %r9, %r5, %r3;", {14, 13}},
	{"a funnel, added", "shf.l.wrap.b32 %r5, %r2, %r3, 7; add.s32 %r9, %r5, %r4;", {13, 12}},
	{"a rotation and two terms",
	 "shf.l.wrap.b32 %r5, %r2, %r2, 7; add.s32 %r6, %r5, %r3; add.s32 %r9, %r6, %r4;",
	 {14, 13}},
	{"three terms of 64 bits",
	 LONGS "mov.b64 %rd8, {%r4,%r2}; add.s64 %rd9, %rd5, %rd6; add.s64 %rd7, %rd9, %rd8;" BOTH,
	 {15, 14}},
	{"three, one of them less",
	 LONGS "mov.b64 %rd8, {%r4,%r2}; sub.s64 %rd9, %rd5, %rd6; add.s64 %rd7, %rd9, %rd8;" BOTH,
	 {15, 14}},
	{"four terms of 64 bits",
	 LONGS "mov.b64 %rd8, {%r4,%r2}; mov.b64 %rd11, {%r2,%r4}; add.s64 %rd9, %rd5, %rd6; "
	 "add.s64 %rd12, %rd9, %rd8; add.s64 %rd7, %rd12, %rd11;" BOTH,
	 {17, 16}},
	{"three terms, one widened",
	 LONGS "cvt.s64.s32 %rd8, %r4; add.s64 %rd9, %rd5, %rd6; add.s64 %rd7, %rd9, %rd8;" BOTH,
	 {16, 15}},
	{"fma of doubles", DOUBLES "fma.rn.f64 %fd3, %fd1, %fd1, %fd1;" HALVES, {14, 13}},
	{"fma of doubles with a literal of few bits",
	 DOUBLES "fma.rn.f64 %fd3, %fd1, %fd1, 0d3FE0000000000000;" HALVES,
	 {14, 13}},
	{"fma of doubles with a literal",
	 DOUBLES "fma.rn.f64 %fd3, %fd1, %fd1, 0d3FF71547652B82FE;" HALVES,
	 {16, 13}},
	{"one literal twice",
	 DOUBLES "fma.rn.f64 %fd4, %fd1, %fd1, 0d3FF71547652B82FE; "
		 "fma.rn.f64 %fd3, %fd4, %fd4, 0d3FF71547652B82FE;" HALVES,
	 {17, 14}},
	{"sign of a double", DOUBLES "neg.f64 %fd3, %fd1;" HALVES, {14, 13}},
	{"magnitude of a double", DOUBLES "abs.f64 %fd3, %fd1;" HALVES, {14, 13}},
	{"a denormal number scaled",
	 "setp.lt.f32 %p1, %f2, 0f00800000; mul.f32 %f5, %f2, 0f4B000000; "
	 "selp.f32 %f6, %f5, %f2, %p1; mul.f32 %f9, %f6, %f3;" FLOAT,
	 {15, 14}},
	{"a denormal magnitude scaled",
	 "abs.f32 %f7, %f2; setp.lt.f32 %p1, %f7, 0f00800000; mul.f32 %f5, %f7, 0f4B000000; "
	 "selp.f32 %f6, %f5, %f7, %p1; mul.f32 %f9, %f6, %f3;" FLOAT,
	 {16, 15}},
	{"float mul, add", "mul.f32 %f5, %f2, %f3; add.f32 %f9, %f5, %f4;" FLOAT, {13, 12}},
	{"float mul, add, rounded",
	 "mul.rn.f32 %f5, %f2, %f3; add.rn.f32 %f9, %f5, %f4;" FLOAT,
	 {14, 13}},
	{"a sign, used", "neg.f32 %f5, %f2; mul.f32 %f9, %f5, %f3;" FLOAT, {13, 12}},
	{"a sign of a product, stored", "mul.f32 %f5, %f2, %f3; neg.f32 %f9, %f5;" FLOAT, {13, 12}},
	{"a sign, selected",
	 "setp.lt.s32 %p1, %r2, %r3; abs.f32 %f5, %f2; selp.f32 %f9, %f5, %f3, %p1;" FLOAT,
	 {14, 13}},
	{"a sign, stored", "neg.f32 %f5, %f2; mov.b32 %r9, %f5;", {13, 12}},
	{"div.rn.f32", "div.rn.f32 %f9, %f2, %f3;" FLOAT, {22, 22}},
	{"div.approx.ftz.f32", "div.approx.ftz.f32 %f9, %f2, %f3;" FLOAT, {14, 13}},
	{"div.full.f32", "div.full.f32 %f9, %f2, %f3;" FLOAT, {21, 20}},
	{"div.full.ftz.f32", "div.full.ftz.f32 %f9, %f2, %f3;" FLOAT, {18, 17}},
	{"sqrt.rn.f32", "sqrt.rn.f32 %f9, %f2;" FLOAT, {22, 22}},
	{"sqrt.approx.f32", "sqrt.approx.f32 %f9, %f2;" FLOAT, {16, 15}},
	{"sqrt.approx.ftz.f32", "sqrt.approx.ftz.f32 %f9, %f2;" FLOAT, {13, 12}},
	{"rcp.rn.f32", "rcp.rn.f32 %f9, %f2;" FLOAT, {22, 22}},
	{"rcp.approx.f32", "rcp.approx.f32 %f9, %f2;" FLOAT, {20, 19}},
	{"rsqrt.approx.f32", "rsqrt.approx.f32 %f9, %f2;" FLOAT, {16, 15}},
	{"ex2.approx.f32", "ex2.approx.f32 %f9, %f2;" FLOAT, {16, 15}},
	{"lg2.approx.f32", "lg2.approx.f32 %f9, %f2;" FLOAT, {16, 15}},
	{"sin.approx.f32", "sin.approx.f32 %f9, %f2;" FLOAT, {14, 13}},
	{"tanh.approx.f32", "tanh.approx.f32 %f9, %f2;" FLOAT, {13, 12}},
	{"div.u32", "div.u32 %r9, %r2, %r3;", {30, 29}},
	{"div.s32", "div.s32 %r9, %r2, %r3;", {36, 35}},
	{"rem.u32", "rem.u32 %r9, %r2, %r3;", {29, 28}},
	{"rem.s32", "rem.s32 %r9, %r2, %r3;", {34, 33}},
	{"popc", "popc.b32 %r9, %r2;", {13, 12}},
	{"clz", "clz.b32 %r9, %r2;", {14, 13}},
	{"bfe", "bfe.u32 %r9, %r2, 5, 7;", {14, 13}},
	{"bfi", "bfi.b32 %r9, %r2, %r3, 5, 7;", {14, 13}},
	{"prmt", "prmt.b32 %r9, %r2, %r3, 12816;", {13, 12}},
	{"min, max", "min.s32 %r5, %r2, %r3; max.s32 %r9, %r5, %r4;", {14, 13}},
	{"max of a sum", "add.s32 %r5, %r2, %r3; max.s32 %r9, %r5, %r4;", {13, 13}},
	{"largest of three", "max.s32 %r5, %r2, %r3; max.s32 %r9, %r5, %r4;", {13, 13}},
	{"setp, selp", "setp.lt.s32 %p1, %r2, %r3; selp.b32 %r9, %r3, %r4, %p1;", {14, 13}},
	{"two comparisons",
	 "setp.lt.s32 %p1, %r2, %r3; setp.lt.s32 %p2, %r3, %r4; and.pred %p3, %p1, %p2; "
	 "selp.b32 %r9, %r3, %r4, %p3;",
	 {15, 14}},
	{"lop3 with a predicate",
	 "setp.lt.s32 %p1, %r2, %r3; lop3.or.b32 %r5|%p2, %r2, %r3, %r4, 0x96, %p1; "
	 "selp.b32 %r9, %r5, %r4, %p2;",
	 {15, 14}},
	{"a mask tested",
	 "and.b32 %r5, %r2, 12; setp.eq.s32 %p1, %r5, 0; selp.b32 %r9, %r3, %r4, %p1;",
	 {14, 13}},
	{"add.s64", LONGS "add.s64 %rd7, %rd5, %rd6;" BOTH, {15, 14}},
	{"mul.lo.s64", LONGS "mul.lo.s64 %rd7, %rd5, %rd6;" BOTH, {17, 16}},
	{"setp.s64", LONGS "setp.lt.s64 %p1, %rd5, %rd6; selp.b32 %r9, %r3, %r4, %p1;", {15, 14}},
	{"min.s64", LONGS "min.s64 %rd7, %rd5, %rd6;" BOTH, {17, 16}},
	{"shr.u64", LONGS "shr.u64 %rd7, %rd5, 5;" BOTH, {15, 14}},
	{"a rotation", LONGS "shl.b64 %rd8, %rd5, 13; shr.u64 %rd9, %rd5, 51; add.u64 %rd7, %rd8, %rd9;"
	 BOTH, {15, 14}},
	{"a rotation by 32",
	 LONGS "shl.b64 %rd8, %rd5, 32; shr.u64 %rd9, %rd5, 32; add.u64 %rd7, %rd8, %rd9;" BOTH,
	 {13, 12}},
	{"a rotation of 32 bits", "shl.b32 %r5, %r2, 5; shr.u32 %r6, %r2, 27; xor.b32 %r9, %r5, %r6;",
	 {13, 12}},
	{"three long words",
	 LONGS "mov.b64 %rd9, {%r4,%r2}; xor.b64 %rd8, %rd5, %rd6; xor.b64 %rd7, %rd8, %rd9;" BOTH,
	 {15, 14}},
	{"a complement, stored", "xor.b32 %r5, %r2, %r3; not.b32 %r9, %r5;", {14, 13}},
	{"a complement, used", "xor.b32 %r5, %r2, %r3; not.b32 %r6, %r5; and.b32 %r9, %r6, %r4;",
	 {13, 12}},
	{"a number converted",
	 ".reg .f16 low; mov.f32 %f6, 0f3E000000; cvt.rn.f16.f32 low, %f6; mov.b32 %r5, {low,low}; "
	 "fma.rn.f16x2 %r9, %r2, %r3, %r5;",
	 {13, 12}},
	{"integers to halves",
	 SHORTS "cvt.rn.f16.s32 %rs1, %r2; cvt.rn.f16.s32 %rs2, %r3; mov.b32 %r9, {%rs1,%rs2};",
	 {15, 14}},
	{"upper half", LONGS "shr.u64 %rd8, %rd6, 32; add.s64 %rd7, %rd8, %rd5;" BOTH, {15, 14}},
	{"lower half",
	 LONGS "and.b64 %rd8, %rd5, 4294967295; add.s64 %rd7, %rd8, %rd6;" BOTH,
	 {15, 14}},
	{"xor of both halves", LONGS "xor.b64 %rd7, %rd5, -1;" BOTH, {15, 14}},
	{"xor.b64", LONGS "xor.b64 %rd7, %rd5, %rd6;" BOTH, {15, 14}},
	{"an indexed load",
	 "mul.wide.s32 %rd5, %r2, 4; add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r9, [%rd6+16];",
	 {14, 14}},
	{"a wide product by itself",
	 "mul.wide.s32 %rd5, %r2, %r3; mov.b64 {%r9,%r8}, %rd5; st.global.u32 [%rd3+4], %r8;",
	 {14, 13}},
	{"cvt to float", "cvt.rn.f32.s32 %f9, %r2;" FLOAT, {13, 12}},
	{"cvt of a signed byte of two",
	 SHORTS "ld.global.v2.u8 {%rs1,%rs3}, [%rd3+8]; cvt.s16.s8 %rs2, %rs3; "
	 "cvt.rn.f32.s16 %f5, %rs2; add.f32 %f9, %f5, %f2;" FLOAT,
	 {15, 14}},
	{"cvt of an unsigned byte of two",
	 SHORTS "ld.global.v2.u8 {%rs1,%rs3}, [%rd3+8]; cvt.rn.f32.u16 %f5, %rs3; "
	 "add.f32 %f9, %f5, %f2;" FLOAT,
	 {16, 14}},
	{"saturated", "fma.rn.f32 %f5, %f2, %f3, %f4; cvt.sat.f32.f32 %f9, %f5;" FLOAT, {13, 12}},
	{"two quotients",
	 "div.u32 %r5, %r2, %r3; div.u32 %r6, %r4, %r3; add.u32 %r9, %r5, %r6;",
	 {41, 40}},
	{"cvt to integer", "cvt.rzi.s32.f32 %r9, %f2;", {13, 12}},
	{"floor", "cvt.rmi.f32.f32 %f5, %f2; cvt.rzi.s32.f32 %r9, %f5;", {13, 12}},
	{"vote", "setp.lt.s32 %p1, %r2, %r3; vote.sync.ballot.b32 %r9, %p1, -1;", {14, 13}},
	{"shfl", "shfl.sync.bfly.b32 %r9, %r2, 1, 31, -1;", {13, 12}},
	{"a stored literal", "st.global.u32 [%rd3+4], 77; mov.u32 %r9, %r2;", {14, 13}},
	{"a stored zero", "st.global.u32 [%rd3+4], 0; mov.u32 %r9, %r2;", {13, 12}},
	{"dead code", "mul.lo.s32 %r5, %r2, %r3; mov.u32 %r9, %r2;", {12, 11}},
	{"fma of two literals", "fma.rn.f32 %f9, %f2, 0f3F8CCCCD, 0f3F9CCCCD;" FLOAT, {14, 13}},
	{"fma of one literal", "fma.rn.f32 %f9, %f2, %f3, 0f3F9CCCCD;" FLOAT, {13, 12}},
	{"a fence", "membar.gl; mov.u32 %r9, %r2;", {16, 15}},
	{"a fence of the block", "membar.cta; mov.u32 %r9, %r2;", {13, 12}},
	{"bar.sync", "bar.sync 0; mov.u32 %r9, %r2;", {13, 12}},
	{"bar.warp.sync", "bar.warp.sync -1; mov.u32 %r9, %r2;", {13, 12}},
	{"red at each lane's place", "red.global.add.u32 [%rd3], %r3; mov.u32 %r9, %r2;", {13, 12}},
	{"a parameter", "add.s32 %r9, %r2, %r7;", {14, 12}},
	{"an offset of three accesses",
	 "add.s64 %rd5, %rd3, 512; ld.global.u32 %r5, [%rd5]; ld.global.u32 %r6, [%rd5+4]; "
	 "add.s32 %r9, %r5, %r2; st.global.u32 [%rd5+8], %r6;",
	 {16, 15}},
	{"two registers exchanged",
	 "mov.b32 %r5, %r2; mov.b32 %r6, %r3; setp.lt.s32 %p1, %r2, %r3; @%p1 bra L; "
	 "mov.b32 %r5, %r3; mov.b32 %r6, %r2; L: add.s32 %r9, %r5, 1; st.global.u32 [%rd3+4], %r6;",
	 {19, 18}},
	{"an old value that is kept",
	 "mov.b32 %r5, %r2; setp.lt.s32 %p1, %r2, %r3; @%p1 bra L; add.s32 %r5, %r5, %r4; "
	 "L: mul.lo.s32 %r9, %r5, %r2;",
	 {16, 15}},
	{"an old value that is not",
	 "mov.b32 %r5, %r2; setp.lt.s32 %p1, %r2, %r3; @%p1 bra L; mul.lo.s32 %r5, %r5, %r4; "
	 "L: mul.lo.s32 %r9, %r5, %r4;",
	 {15, 14}},
	{"an if over eight instructions", CHOICE TWO TWO TWO TWO "L: mov.b32 %r9, %f5;", {21, 20}},
	{"an if over ten", CHOICE TWO TWO TWO TWO TWO "L: mov.b32 %r9, %f5;", {27, 27}},
	{"an if over twelve before a load",
	 CHOICE TWO TWO TWO TWO TWO TWO "L: ld.global.u32 %r5, [%rd3+512]; mov.b32 %r9, %f5; "
	 "st.global.u32 [%rd3+4], %r5;",
	 {27, 26}},
	{"an if over twelve behind a load",
	 "ld.global.u32 %r5, [%rd3+512]; " CHOICE TWO TWO TWO TWO TWO TWO
	 "L: add.s32 %r5, %r5, 4; mov.b32 %r9, %f5; st.global.u32 [%rd3+4], %r5;",
	 {31, 31}},
	{"a sum, chosen",
	 "setp.lt.s32 %p1, %r3, %r4; add.f32 %f5, %f2, %f3; selp.f32 %f9, %f5, %f2, %p1;" FLOAT,
	 {14, 13}},
	{"a sum, chosen before a number that is needed still",
	 "setp.lt.s32 %p1, %r3, %r4; add.f32 %f5, %f2, %f3; selp.f32 %f9, %f5, %f3, %p1;" FLOAT,
	 {15, 14}},
	{"a sum of three, chosen",
	 "setp.lt.s32 %p1, %r3, %r4; add.s32 %r5, %r2, %r3; add.s32 %r6, %r5, %r4; "
	 "selp.b32 %r9, %r6, %r2, %p1;",
	 {15, 14}},
	{"a sum or a literal",
	 "setp.lt.s32 %p1, %r3, %r4; add.f32 %f5, %f2, %f3; selp.f32 %f9, %f5, 0f3F800000, %p1;" FLOAT,
	 {15, 14}},
	{"a halved difference",
	 "sub.s32 %r5, %r2, %r3; shr.u32 %r6, %r5, 31; add.s32 %r8, %r5, %r6; shr.s32 %r9, %r8, 1;",
	 {15, 14}},
	{"a choice of bits",
	 "and.b32 %r5, %r2, %r3; not.b32 %r6, %r2; and.b32 %r8, %r4, %r6; or.b32 %r9, %r5, %r8;",
	 {13, 12}},
	{"two masks, one of them alone",
	 "and.b32 %r5, %r2, 4; setp.eq.s32 %p1, %r5, 0; and.b32 %r6, %r3, 8; "
	 "setp.eq.s32 %p2, %r6, 0; xor.pred %p3, %p1, %p2; selp.b32 %r9, %r3, %r4, %p3;",
	 {16, 15}},
	{"both halves of a product",
	 "mul.hi.u32 %r5, %r2, %r3; mul.lo.u32 %r6, %r3, %r2; xor.b32 %r9, %r5, %r6;",
	 {14, 13}},
	{"a product by what is zero above",
	 LONGS "cvt.u64.u32 %rd8, %r4; mul.lo.s64 %rd7, %rd5, %rd8;" BOTH,
	 {16, 15}},
	{"a product of two signs",
	 "cvt.s64.s32 %rd5, %r2; cvt.s64.s32 %rd6, %r3; mul.lo.s64 %rd7, %rd5, %rd6;" BOTH,
	 {19, 18}},
	{"a product of a sign and none",
	 "cvt.s64.s32 %rd5, %r2; cvt.u64.u32 %rd6, %r3; mul.lo.s64 %rd7, %rd5, %rd6;" BOTH,
	 {17, 16}},
	{"a literal added at each lane's place",
	 "red.global.add.u32 [%rd3], 5; mov.u32 %r9, %r2;",
	 {14, 13}},
	{"a shift in two sums",
	 "shl.b32 %r5, %r2, 3; add.s32 %r6, %r5, %r4; add.s32 %r8, %r5, %r3; xor.b32 %r9, %r6, %r8;",
	 {15, 14}},
	{"a sum of five",
	 "add.s32 %r5, %r2, %r3; add.s32 %r6, %r5, %r4; add.s32 %r8, %r6, %r2; add.s32 %r9, %r8, %r1;",
	 {14, 13}},
	{"a sum of six",
	 "add.s32 %r5, %r2, %r3; add.s32 %r6, %r5, %r4; add.s32 %r8, %r6, %r2; add.s32 %r10, %r8, %r1; "
	 "add.s32 %r9, %r10, %r4;",
	 {15, 14}},
	{"an array's address is made once for all fixed places in it",
	 TILE "st.shared.u32 [tile+4], %r2; bar.sync 0; ld.shared.u32 %r10, [tile+16]; "
	      "ld.shared.u32 %r11, [tile+68]; ld.shared.u32 %r12, [tile+132]; "
	      "add.s32 %r13, %r10, %r11; add.s32 %r9, %r13, %r12;",
	 {21, 17}},
	{"the address of a double in shared memory is no literal of doubles",
	 TILE "st.shared.u32 [tile+4], %r2; bar.sync 0; ld.shared.f64 %fd1, [tile+24]; "
	      "ld.shared.f64 %fd2, [tile+40]; add.f64 %fd3, %fd1, %fd2;" HALVES,
	 {21, 17}},
	{"a masked place in shared memory", PLACE "ld.shared.u32 %r9, [%r8];", {17, 13}},
	{"a masked place in the second half of an array",
	 TILE "mov.u32 %r5, tile; and.b32 %r6, %r2, 1020; add.s32 %r10, %r5, 1024; "
	      "add.s32 %r8, %r10, %r6; ld.shared.u32 %r9, [%r8];",
	 {17, 13}},
	{"two majorities of what they share",
	 "and.b32 %r5, %r2, %r3; xor.b32 %r6, %r2, %r3; and.b32 %r8, %r6, %r4; xor.b32 %r9, %r8, %r5; "
	 "and.b32 %r10, %r6, %r1; xor.b32 %r11, %r10, %r5; st.global.u32 [%rd3+4], %r11;",
	 {15, 14}},
	{"a shifted place in shared memory",
	 TILE "mov.u32 %r5, tile; shl.b32 %r6, %r2, 2; add.s32 %r8, %r5, %r6; ld.shared.u32 %r9, [%r8];",
	 {17, 12}},
	{"a masked place, where lanes are apart",
	 "mov.u32 %r9, %r2; setp.lt.s32 %p1, %r2, %r3; @%p1 bra L; " PLACE
	 "atom.shared.add.u32 %r9, [%r8], %r3; L:",
	 {22, 19}},
	{"a masked place of an array that was named before lanes part",
	 PLACE "st.shared.u32 [%r8], %r3; mov.u32 %r9, %r2; setp.lt.s32 %p1, %r2, %r3; @%p1 bra L; "
	       "xor.b32 %r10, %r6, 4; add.s32 %r11, %r5, %r10; atom.shared.add.u32 %r9, [%r11], %r3; L:",
	 {24, 21}},
	{"four bytes stored", PARTS "st.global.v4.u8 [%rd3+4], {%h1, %h2, %h3, %h4}; mov.u32 %r9, %r2;",
	 {16, 15}},
	{"two halves stored", PARTS "st.global.v2.u16 [%rd3+4], {%h1, %h2}; mov.u32 %r9, %r2;", {14, 13}},
	{"halves put together", PARTS "mov.b32 %r9, {%h1, %h2};", {13, 12}},
	{"a comparison of halves", PARTS "setp.lt.u16 %p1, %h1, %h2; selp.b32 %r9, %r3, %r4, %p1;",
	 {16, 15}},
	{"eight turns that are known",
	 "mov.f32 %f9, %f2; mov.u32 %r5, 0; L: fma.rn.f32 %f9, %f9, %f3, %f4; "
	 "fma.rn.f32 %f9, %f9, %f4, %f3; add.s32 %r5, %r5, 1; setp.ne.s32 %p1, %r5, 8; @%p1 bra L;" FLOAT,
	 {28, 27}},
	{"eight turns downwards, through an array",
	 "mov.f32 %f9, %f2; mov.u32 %r5, 16; mov.u64 %rd4, %rd3; L: ld.global.f32 %f5, [%rd4+1024]; "
	 "fma.rn.f32 %f9, %f9, %f5, %f4; add.s64 %rd4, %rd4, 512; add.s32 %r5, %r5, -2; "
	 "setp.gt.s32 %p1, %r5, 0; @%p1 bra L;" FLOAT,
	 {28, 27}},
	{"a comparison in two conditions of three",
	 "setp.lt.s32 %p1, %r2, %r3; setp.lt.s32 %p2, %r3, 77; setp.gt.s32 %p3, %r4, 99; "
	 "and.pred %p5, %p2, %p3; or.pred %p6, %p5, %p1; selp.b32 %r5, %r2, %r3, %p6; "
	 "setp.lt.s32 %p4, %r3, 55; setp.gt.s32 %p7, %r4, 33; and.pred %p8, %p4, %p7; "
	 "or.pred %p0, %p8, %p1; selp.b32 %r9, %r5, %r4, %p0;",
	 {20, 19}},
	{"a comparison in two conditions of two",
	 "setp.lt.s32 %p1, %r2, %r3; setp.lt.s32 %p2, %r3, %r4; and.pred %p3, %p1, %p2; "
	 "setp.lt.s32 %p4, %r4, %r2; or.pred %p5, %p4, %p1; selp.b32 %r5, %r2, %r3, %p3; "
	 "selp.b32 %r9, %r5, %r4, %p5;",
	 {17, 16}},
	{"a condition of two conditions",
	 "setp.lt.s32 %p1, %r2, %r3; setp.lt.s32 %p2, %r3, %r4; and.pred %p5, %p1, %p2; "
	 "setp.lt.s32 %p3, %r4, 7; setp.gt.s32 %p4, %r3, 9; and.pred %p6, %p3, %p4; "
	 "or.pred %p7, %p5, %p6; selp.b32 %r9, %r3, %r4, %p7;",
	 {18, 17}},
	{"a condition of three comparisons",
	 "setp.lt.s32 %p1, %r2, %r3; setp.lt.s32 %p2, %r3, %r4; and.pred %p3, %p1, %p2; "
	 "setp.lt.s32 %p4, %r4, %r2; or.pred %p5, %p4, %p3; selp.b32 %r9, %r3, %r4, %p5;",
	 {16, 15}},
	{"a lane put into 64 bits",
	 LONGS "and.b32 %r5, %r4, 31; cvt.u64.u32 %rd8, %r5; or.b64 %rd7, %rd5, %rd8;" BOTH,
	 {14, 13}},
	{"a lane put into 64 bits twice",
	 LONGS "and.b32 %r5, %r4, 31; cvt.u64.u32 %rd8, %r5; or.b64 %rd9, %rd5, %rd8; "
	 "or.b64 %rd11, %rd6, %rd8; xor.b64 %rd7, %rd9, %rd11;" BOTH,
	 {17, 16}},
	{"a mask of 32 bits on 64", LONGS "cvt.u64.u32 %rd8, %r4; and.b64 %rd7, %rd5, %rd8;" BOTH,
	 {14, 13}},
	{"multiply-adds of the same two literals",
	 "fma.rn.f32 %f9, %f2, 0f3F7D70A4, 0f3F1234A4; fma.rn.f32 %f9, %f9, 0f3F7D70A4, 0f3F1234A4; "
	 "fma.rn.f32 %f9, %f9, 0f3F7D70A4, 0f3F1234A4;" FLOAT,
	 {16, 15}},
	{"multiply-adds that share what they add",
	 "fma.rn.f32 %f9, %f2, 0f3F7D70A4, 0f3F1234A4; fma.rn.f32 %f9, %f9, 0f3F8147AE, 0f3F1234A4; "
	 "fma.rn.f32 %f9, %f9, 0f3E801234, 0f3F1234A4;" FLOAT,
	 {16, 15}},
	{"two kinds of multiply-adds in turn",
	 "fma.rn.f32 %f9, %f2, 0f3F7D70A4, 0f3F1234A4; fma.rn.f32 %f9, %f9, 0f3F8147AE, 0f3E801234; "
	 "fma.rn.f32 %f9, %f9, 0f3F7D70A4, 0f3F1234A4; fma.rn.f32 %f9, %f9, 0f3F8147AE, 0f3E801234;" FLOAT,
	 {18, 17}},
	{"an if over one instruction",
	 "mov.u32 %r9, %r2; setp.lt.s32 %p1, %r2, %r3; @%p1 bra L; add.s32 %r9, %r3, 5; L:",
	 {14, 13}},
};

START_TEST(a_rule_gives_what_the_assembler_wrote)
{
	/* Operands of divisions and roots that are neither zero nor tiny, which cost more; zero where they
	   are indices. */
	const bool index = strstr(rules[_i].body, "ld.") != NULL;
	const char *const arguments[] = {index ? "u32[2048]" : "f32[1024]:random=1", "u32=3"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, rules[_i].body);
	gm_ptx_module *module = parse(text, strlen(text), rules[_i].name);
	const gm_ptx_launch launch = {.grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 2};
	for (int d = 0; d < 2; d++)
		ck_assert_msg(fabs(count(module, &launch, devices[d]).issued - rules[_i].count[d]) <
				      0.51,
			      "%s, cc %d: %g, the machine code has %d", rules[_i].name,
			      devices[d]->cc_major, count(module, &launch, devices[d]).issued,
			      rules[_i].count[d]);
	gm_ptx_module_free(module);
}
END_TEST

/* Half of the lanes or all go through ten instructions: 23 and 22 for each turn of branches_half and of what it would be
   if all went (calibration, flow). */
START_TEST(lanes_that_part_come_to_the_meeting_one_by_one)
{
	static const char *const limits[] = {"1", "2"};
	static const char *const arguments[] = {"u32[2048]", "u32=3"};
	double issued[2];
	for (int k = 0; k < 2; k++) {
		char text[LONGEST], body[LONGEST / 2];
		snprintf(body, sizeof body,
			 "mov.b32 %%f5, %%r2; and.b32 %%r5, %%r1, 1; setp.ge.u32 %%p1, %%r5, %s; @%%p1 bra L; "
			 TEN "L: mov.b32 %%r9, %%f5;", limits[k]);
		snprintf(text, sizeof text, frame, body);
		gm_ptx_module *module = parse(text, strlen(text), "parts");
		const gm_ptx_launch launch = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = arguments,
					      .arguments_count = 2};
		issued[k] = count(module, &launch, devices[0]).issued;
		gm_ptx_module_free(module);
	}
	ck_near(issued[0] - issued[1], 1, 1e-6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issued");
	TCase *tests = tcase_create("against machine code");
	tcase_add_unchecked_fixture(tests, load_devices, free_devices);
	tcase_add_test(tests, lanes_that_part_come_to_the_meeting_one_by_one);
	tcase_add_loop_test(tests, a_rule_gives_what_the_assembler_wrote, 0,
			    sizeof rules / sizeof *rules);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

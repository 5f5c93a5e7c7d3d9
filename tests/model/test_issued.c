/*
 * Machine instructions counted from PTX, held against code of ptxas 13.0 as nvdisasm shows it:
 * single rules, kernels of all kinds (tests/ptx/lowering), and joined accesses of shared memory.
 * None of these kernels is in the suite that was measured.
 */
#include "model/counts.h"

#include "input/device_file.h"
#include "ptx/ptx.h"
#include "support/loading.h"
#include "support/near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 8, LONGEST = 4096 };

static gm_device *devices[2]; /* cc 9.0, cc 7.5 */

static void
load_devices(void)
{
	devices[0] = device_load("sm_90");
	devices[1] = device_load("sm_75");
}

static void
free_devices(void)
{
	for (int i = 0; i < 2; i++)
		gm_device_free(devices[i]);
}

static gm_ptx_module *
parse(const char *text, size_t length, const char *name)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	ck_assert_msg(gm_ptx_module_parse(text, length, name, &module, &err) == GM_OK, "%s:%d: %s",
		      name, err.line, err.message);
	return module;
}

static gm_ptx_module *
load(const char *path)
{
	FILE *file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "cannot open %s", path);
	fseek(file, 0, SEEK_END);
	const size_t length = (size_t)ftell(file);
	rewind(file);
	char *text = gm_allocate(length + 1, 1);
	ck_assert_uint_eq(fread(text, 1, length, file), length);
	fclose(file);
	gm_ptx_module *module = parse(text, length, path);
	free(text);
	return module;
}

typedef struct counted {
	double issued, lanes;
	double loads, stores; /* requests of shared memory */
	double reads, writes; /* of global memory */
} counted;

static counted
count(const gm_ptx_module *module, const gm_ptx_launch *launch, const gm_device *device)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	gm_counts counts;
	ck_assert_msg(gm_ptx_kernel_new(module, launch, &kernel, &err) == GM_OK, "%s: %s",
		      launch->entry, err.message);
	ck_assert_msg(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK, "%s: %s",
		      launch->entry, err.message);
	const counted out = {
		.issued = gm_counts_issued(kernel, &counts, GM_UNIT_COUNT, false),
		.lanes = gm_counts_issued(kernel, &counts, GM_UNIT_COUNT, true),
		.loads = (double)gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_LOAD,
					       GM_SHARED),
		.stores = (double)gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_STORE,
						GM_SHARED),
		.reads = (double)gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_LOAD,
					       GM_GLOBAL),
		.writes = (double)gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_STORE,
						GM_GLOBAL),
	};
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	return out;
}

/* ---- single rules ---- */

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
#define FLOAT " mov.b32 %r9, %f9;"

/* Instructions up to EXIT on sm_90 and sm_75; of division and roots without those of the slow path.
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
	{"an if over ten", CHOICE TWO TWO TWO TWO TWO "L: mov.b32 %r9, %f5;", {26, 26}},
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
	{"an if over one instruction",
	 "mov.u32 %r9, %r2; setp.lt.s32 %p1, %r2, %r3; @%p1 bra L; add.s32 %r9, %r3, 5; L:",
	 {14, 13}},
};

START_TEST(a_rule_gives_what_the_assembler_wrote)
{
	/* Operands of divisions and roots that are neither zero nor tiny, which cost more; zero where they
	   are indices. */
	const bool index = strstr(rules[_i].body, "ld.") != NULL;
	const char *const arguments[] = {index ? "u32[1024]" : "f32[1024]:random=1", "u32=3"};
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

/* ---- kernels ---- */

typedef struct line {
	char entry[64];
	double instructions;
	gm_ptx_launch launch;
	const char *arguments[ARGUMENTS];
	char text[LONGEST];
} line;

static void
read_dimensions(const char *word, gm_dim3 *out)
{
	long long x = 1, y = 1, z = 1;
	ck_assert_int_ge(sscanf(word, "%lld,%lld,%lld", &x, &y, &z), 1);
	*out = (gm_dim3){x, y, z};
}

static bool
read_line(FILE *file, line *out)
{
	do {
		if (!fgets(out->text, sizeof out->text, file))
			return false;
	} while (out->text[0] == '#');
	out->launch = (gm_ptx_launch){.entry = out->entry, .arguments = out->arguments};
	snprintf(out->entry, sizeof out->entry, "%s", strtok(out->text, " \n"));
	read_dimensions(strtok(NULL, " \n"), &out->launch.grid);
	read_dimensions(strtok(NULL, " \n"), &out->launch.block);
	out->instructions = atof(strtok(NULL, " \n"));
	for (char *word; (word = strtok(NULL, " \n"));)
		out->arguments[out->launch.arguments_count++] = word;
	return true;
}

START_TEST(kernels_of_all_kinds_issue_what_their_machine_code_has)
{
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/kernels.sm_90.ptx");
	FILE *file = fopen(GM_TREE "/tests/ptx/lowering/counts.txt", "r");
	ck_assert_ptr_nonnull(file);
	double sum = 0;
	int kernels = 0;
	for (line row; read_line(file, &row); kernels++) {
		const counted found = count(module, &row.launch, devices[0]);
		const double error = found.issued / row.instructions - 1;
		ck_assert_msg(fabs(error) < 0.12, "%s: %g, the machine code has %g", row.entry,
			      found.issued, row.instructions);
		ck_assert(found.lanes <= 32 * found.issued);
		sum += fabs(error);
	}
	fclose(file);
	ck_assert_int_ge(kernels, 50);
	ck_assert_msg(sum / kernels < 0.03, "mean error %g", sum / kernels);
	gm_ptx_module_free(module);
}
END_TEST

/* ---- joined accesses ---- */

/* LDS and STS, whatever their width, of a block of one warp. */
static const struct {
	const char *entry;
	int loads, stores;
} joins[] = {
	{"f64_pair", 2, 1},      {"f32_three", 1, 1},        {"f32_mid", 2, 1},
	{"f32_unaligned", 4, 1}, {"f32_even", 2, 1},         {"u8_four", 4, 1},
	{"dynamic_four", 1, 1},  {"dynamic_four16", 1, 1},   {"two_arrays", 5, 2},
	{"two_even", 2, 2},      {"two_v2", 1, 1},           {"store_global_between", 1, 1},
	{"direct_symbol", 2, 1}, {"direct_all", 2, 1},       {"store_four", 1, 1},
	{"store_between", 5, 4}, {"store_two", 1, 1},        {"store_two_loads", 1, 1},
	{"store_v2_pair", 1, 1}, {"store_four_loads", 1, 1},
	{"halves_to_floats", 1, 1}, {"halves_multiplied", 1, 1}, {"halves_eight", 2, 1},
	{"halves_three", 1, 1}, {"halves_two", 1, 1}, {"halves_odd", 2, 1},
	{"shorts_to_floats", 1, 1}, {"shorts_added", 4, 1}, {"shorts_moved", 1, 1},
	{"shorts_compared", 4, 1}, {"bfloats_to_floats", 4, 1}, {"store_halves", 1, 1},
	{"store_three_halves", 1, 2},
};

START_TEST(neighbouring_words_of_shared_memory_are_joined_as_the_assembler_does)
{
	static const char *const arguments[] = {"f32[8192]:random"};
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/joins.sm_90.ptx");
	const gm_ptx_launch launch = {.entry = joins[_i].entry,
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 1,
				      .shared_dynamic_bytes = 4096};
	const counted found = count(module, &launch, devices[0]);
	ck_assert_msg(found.loads == joins[_i].loads && found.stores == joins[_i].stores,
		      "%s: %g loads and %g stores, the machine code has %d and %d", joins[_i].entry,
		      found.loads, found.stores, joins[_i].loads, joins[_i].stores);
	gm_ptx_module_free(module);
}
END_TEST

/* LDG and STG of a block of one warp. */
static const struct {
	const char *entry;
	int reads, writes;
} shown[] = {
	{"alone", 0, 2},         {"wide_after", 0, 2},     {"wide_before", 0, 2},
	{"odd_pair", 0, 3},      {"four_by_four", 0, 2},   {"four_by_two", 0, 3},
	{"pairs_by_four", 0, 2}, {"wide_dominates", 0, 2}, {"wide_behind_a_branch", 0, 3},
	{"loads_wide", 2, 1},    {"loads_half_used", 2, 1}, {"other_store_between", 0, 4},
	{"loads_alone", 2, 1},   {"variable_alone", 2, 1}, {"loads_three", 2, 1},
};

START_TEST(neighbouring_words_of_global_memory_are_joined_where_a_wider_access_shows_how)
{
	static const char *const arguments[] = {"f32[8192]:random", "f32[8192]:random"};
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/shown.ptx");
	const gm_ptx_launch launch = {.entry = shown[_i].entry,
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 2};
	const counted found = count(module, &launch, devices[0]);
	ck_assert_msg(found.reads == shown[_i].reads && found.writes == shown[_i].writes,
		      "%s: %g loads and %g stores, the machine code has %d and %d", shown[_i].entry,
		      found.reads, found.writes, shown[_i].reads, shown[_i].writes);
	gm_ptx_module_free(module);
}
END_TEST

/* clang leaves the addresses of fragments generic. The machine code has four LD for each of two fragments,
   which go to shared memory, and eight turns of two LDG and two STS. */
START_TEST(fragments_at_generic_addresses_come_from_where_these_lead)
{
	static const char *const arguments[] = {"f16[512]:random", "f32[256]"};
	gm_ptx_module *module = load(GM_TREE "/tests/ptx/lowering/fragments.clang.ptx");
	const gm_ptx_launch launch = {
		.grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = arguments, .arguments_count = 2};
	const counted found = count(module, &launch, devices[0]);
	ck_near(found.loads, 8, 1e-9);
	ck_near(found.reads, 16, 1e-9);
	ck_near(found.stores, 16, 1e-9);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issued");
	TCase *tests = tcase_create("against machine code");
	tcase_add_unchecked_fixture(tests, load_devices, free_devices);
	tcase_add_loop_test(tests, a_rule_gives_what_the_assembler_wrote, 0,
			    sizeof rules / sizeof *rules);
	tcase_add_test(tests, kernels_of_all_kinds_issue_what_their_machine_code_has);
	tcase_add_test(tests, fragments_at_generic_addresses_come_from_where_these_lead);
	tcase_add_loop_test(tests,
			    neighbouring_words_of_shared_memory_are_joined_as_the_assembler_does, 0,
			    sizeof joins / sizeof *joins);
	tcase_add_loop_test(
		tests,
		neighbouring_words_of_global_memory_are_joined_where_a_wider_access_shows_how, 0,
		sizeof shown / sizeof *shown);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

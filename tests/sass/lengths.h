/*
 * Kernels of one frame, each as long as what ptxas writes: what stands before a body has loaded a word of the thread's
 * own into %r6, what stands behind it stores %r6. A body may use %rd3 (in) and %rd4 (out), %rd6 and %rd7 (the thread's
 * places there), %r1 (n), %r2 (thread) and registers up to %r29, %rd8 and %p8.
 */
#ifndef GM_TESTS_SASS_LENGTHS_H
#define GM_TESTS_SASS_LENGTHS_H

#include "ptx/case.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BEGIN(name)                                                                                \
	".visible .entry " name "(.param .u64 in, .param .u64 out, .param .u32 n)\n{\n"              \
	".reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>;\n"                                     \
	"ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [n];\n"                 \
	"cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;\n"                             \
	"mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mad.lo.s32 %r5, %r3, %r4, %r2;\n" \
	"mul.wide.s32 %rd5, %r5, 4; add.s64 %rd6, %rd3, %rd5; add.s64 %rd7, %rd4, %rd5;\n"            \
	"ld.global.u32 %r6, [%rd6];\n"
#define END "st.global.u32 [%rd7], %r6; ret;\n}\n"

/* Of an entry, instructions up to EXIT that ptxas 13.0 writes for sm_90. */
typedef struct written_length {
	const char *entry;
	double instructions;
} written_length;

static inline void
must_be_as_long(const char *text, const written_length *row)
{
	static const char *const arguments[] = {"u32[4096]", "u32[4096]", "s32=64"};
	const double length = case_length(text, row->entry, arguments, 3, 9);
	ck_assert_msg(near_ratio(length, row->instructions, 1e-6), "%s: %g, ptxas writes %g", row->entry, length,
		      row->instructions);
}

#endif

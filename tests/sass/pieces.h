/*
 * Pieces of PTX in one frame, and how many machine instructions up to EXIT nvdisasm shows of code of ptxas 13.0 for
 * sm_90. A piece may use %rd1 (array), %rd4 (the thread's 16 bytes of it), %r1 (thread) and other registers.
 */
#ifndef GM_TESTS_SASS_PIECES_H
#define GM_TESTS_SASS_PIECES_H

#include "ptx/case.h"

typedef struct ptx_piece {
	const char *name, *body;
	double issued;
} ptx_piece;

static inline void
must_issue_as_many(const ptx_piece *piece)
{
	static const char frame[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 a, .param .u32 n)\n{\n"
		".reg .b32 %%r<40>; .reg .b64 %%rd<40>; .reg .f32 %%f<20>; .reg .f64 %%fd<20>; .reg .pred %%p<9>;\n"
		"ld.param.u64 %%rd21, [a]; cvta.to.global.u64 %%rd1, %%rd21;\n"
		"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd3, %%r1, 16; add.s64 %%rd4, %%rd1, %%rd3;\n%s\nret;\n}\n";
	static const char *const arguments[] = {"f64[1024]:random", "s32=7"};
	const double issued = case_length_around(frame, piece->body, arguments, 2);
	ck_assert_msg(fabs(issued - piece->issued) < 1e-4, "%s: %g, the machine code has %g", piece->name, issued,
		      piece->issued);
}

#endif

/*
 * The descriptor that PTX amounts to: its addresses, conditions and loop counts as formulas.
 *
 * The program is run once on formulas instead of numbers. A register holds a sum (base/algebra.h)
 * in threadIdx, blockIdx, blockDim, gridDim, the scalar arguments and the loops' iterations.
 * Branches become if and else, the natural loops become loops with the count that their last test
 * gives, each load, store, atomic and operation a statement.
 *
 * A loop's registers: what grows by the same amount in every turn is start + turn*amount; what
 * doubles or halves is a shift by the turn; what alternates, a remainder. Anything else is data.
 *
 * Integers are taken to be exact: where a kernel lets a 32-bit number wrap around and uses the
 * result as an address, the formula is wrong. So is one that holds only for the sign that an
 * argument has in this launch. Of n/32 as a divisor or a step, where n is 64 in this launch, max(n/32, 1)
 * is made: what would divide by 0 does not run. The caller compares the outline with the kernel
 * (analysis/agreement.h).
 *
 * What data decide has no formula. A load from an argument that holds a stated formula (:iota,
 * :step, :chain, :gather, zeros, :random=MAX, :signed and :band of whole numbers) has one; files and
 * :cycle are stood for by scattered numbers of the same range. A branch on other data is described as
 * taken, and a loop as turning once, each behind a parameter of its own that says so and can be set.
 * The outline lists all of these as doubts.
 */
#ifndef GM_DESCRIBE_DESCRIBE_H
#define GM_DESCRIBE_DESCRIBE_H

#include "kernel/outline.h"
#include "ptx/ptx.h"

/* One for each parameter of the entry. Texts are expressions in the parameters of the request. */
typedef struct gm_ptx_argument_text {
	const char *name;  /* NULL: none was given */
	const char *value; /* of an integer scalar, else NULL */
	const char *count; /* elements of a buffer, else NULL */
} gm_ptx_argument_text;

/* What was asked for, in words: a kernel knows only the numbers. */
typedef struct gm_ptx_request {
	const char *name; /* of the kernel; NULL: that of the entry, plain */
	const gm_outline_parameter *parameters;
	const int64_t *parameter_values;
	int parameters_count;
	const char *grid, *block, *dynamic_shared; /* the last may be NULL */
	bool as_written;  /* accesses to shared memory that the assembler joins are described one by
			     one */
	bool fixed_block; /* what the shape of the block decides is left out; then the outline
			     requires it */
	const gm_ptx_argument_text *arguments;
	int arguments_count;
} gm_ptx_request;

/* `kernel` was made from PTX and must live as long as the outline. Errors: GM_NOT_MODELLED for a
   branch table, GM_TOO_LARGE. */
gm_status gm_ptx_describe(const gm_kernel *kernel, const gm_ptx_request *request, gm_outline **out,
			  gm_error *err);

#endif

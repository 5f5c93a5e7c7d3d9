/*
 * Which execution pipe an operation occupies, and for how long.
 *
 *     time = warp instructions * warp lanes / (lanes per clock and SM * SMs * clock)
 *
 * A warp instruction occupies its pipe for all lanes, active or not. Rates are the device's own
 * (GM_RATE_... rows). A division or transcendental occupies the special-function pipe once: the
 * instructions a compiler adds around it are not counted, so its time is a lower one. Of PTX,
 * arithmetic that the machine makes once for several turns, or not at all, counts as often as it is made.
 */
#ifndef GM_MODEL_PIPES_H
#define GM_MODEL_PIPES_H

#include "model/counts.h"
#include "model/kind.h"

/*        enumerator             name         rate row              what runs there */
#define GM_PIPE_LIST(X)                                                                            \
	X(GM_PIPE_F32, "fp32", GM_RATE_F32, "FP32 add, multiply, fused multiply-add")              \
	X(GM_PIPE_F64, "fp64", GM_RATE_F64, "FP64 add, multiply, fused multiply-add")              \
	X(GM_PIPE_F16, "fp16", GM_RATE_F16, "FP16 add, multiply, fused multiply-add")              \
	X(GM_PIPE_INT_ADD, "int_add", GM_RATE_INT_ADD, "integer add")                              \
	X(GM_PIPE_INT_MAD, "int_mad", GM_RATE_INT_MAD, "integer multiply, multiply-add")           \
	X(GM_PIPE_SHIFT, "shift", GM_RATE_SHIFT, "shifts")                                         \
	X(GM_PIPE_COMPARE, "compare", GM_RATE_COMPARE, "compare, minimum, maximum")                \
	X(GM_PIPE_LOGIC, "logic", GM_RATE_LOGIC, "bitwise logic")                                  \
	X(GM_PIPE_SPECIAL, "special", GM_RATE_SPECIAL, "division, square root, transcendentals")   \
	X(GM_PIPE_CONVERT, "convert", GM_RATE_CONVERT, "conversions")                              \
	X(GM_PIPE_SHUFFLE, "shuffle", GM_RATE_SHUFFLE, "shuffles, votes")                          \
	X(GM_PIPE_TENSOR, "tensor", GM_RATE_TENSOR_F16, "tensor multiply-accumulate")              \
	X(GM_PIPE_LOAD_STORE, "lsu", GM_RATE_LOAD_STORE, "loads, stores, atomics")                 \
	X(GM_PIPE_BARRIER, "barrier", GM_RATE_BARRIER, "block barriers")

typedef enum gm_pipe {
#define X(id, name, rate, what) id,
	GM_PIPE_LIST(X)
#undef X
	        GM_PIPE_COUNT, /* also: no pipe of its own (moves, branches) */
} gm_pipe;

const char *gm_pipe_name(gm_pipe pipe);
const char *gm_pipe_what(gm_pipe pipe);
gm_pipe gm_pipe_of(gm_operation operation, gm_type type);

/* Lanes are matched by 32 bits: values of 64 are gone through in two halves (match_any_64, reports/runs/h200_calibration.xml). */
static inline int
gm_match_halves(const gm_site *site)
{
	return gm_type_bytes(site->type) > 4 ? 2 : 1;
}

/* Of an execution of the site, what is left for its pipe once PTX is compiled: none, a part where it is made once for
   several, at most one. 1 where the machine code is not known, and of a descriptor, which states what is made. */
double gm_pipe_left(const gm_kernel *kernel, const gm_counts *counts, int site, gm_pipe pipe);

/* Seconds each pipe is busy when the work is spread evenly over all SMs; 0 without work; unknown when
   the device's rate or clock is. Arrays of GM_PIPE_COUNT. */
void gm_pipes_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                       gm_value *time_s);

#endif

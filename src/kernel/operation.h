/*
 * What a warp instruction can be: operations, element types and memory spaces, one row each.
 *
 * `flop` counts floating-point operations per lane on floating types (a fused multiply-add is two);
 * on integer types the count is zero. A division or transcendental counts one: what the source says,
 * not the instructions a compiler expands it to.
 */
#ifndef GM_KERNEL_OPERATION_H
#define GM_KERNEL_OPERATION_H

#include <stdbool.h>

/*        enumerator            name         flop  what it is */
#define GM_OPERATION_LIST(X)                                                                       \
	X(GM_LOAD, "load", 0, "memory load")                                                       \
	X(GM_STORE, "store", 0, "memory store")                                                    \
	X(GM_ATOMIC, "atomic", 0, "atomic read-modify-write that returns the old value")           \
	X(GM_REDUCE, "reduce", 0, "atomic update without a result")                                \
	X(GM_BARRIER, "barrier", 0, "block-wide barrier")                                          \
	X(GM_FMA, "fma", 2, "fused multiply-add")                                                  \
	X(GM_ADD, "add", 1, "addition or subtraction")                                             \
	X(GM_MUL, "mul", 1, "multiplication")                                                      \
	X(GM_MAD, "mad", 2, "multiply-add, fused or not")                                          \
	X(GM_DIV, "div", 1, "division or remainder")                                               \
	X(GM_MIN_MAX, "minmax", 0, "minimum, maximum")                                             \
	X(GM_COMPARE, "compare", 0, "comparison, selection, set predicate")                        \
	X(GM_LOGIC, "logic", 0, "bitwise logic")                                                   \
	X(GM_SHIFT, "shift", 0, "shift, bit field, funnel shift")                                  \
	X(GM_BITS, "bits", 0, "population count, leading zeros, bit reversal")                     \
	X(GM_CONVERT, "convert", 0, "conversion between types")                                    \
	X(GM_MOVE, "move", 0, "register move, special register read")                              \
	X(GM_SQRT, "sqrt", 1, "square root or its reciprocal")                                     \
	X(GM_RECIPROCAL, "rcp", 1, "reciprocal")                                                   \
	X(GM_EXP, "exp", 1, "exponential")                                                         \
	X(GM_LOG, "log", 1, "logarithm")                                                           \
	X(GM_TRIG, "trig", 1, "sine, cosine, hyperbolic tangent")                                  \
	X(GM_SHUFFLE, "shuffle", 0, "exchange between the lanes of a warp")                        \
	X(GM_VOTE, "vote", 0, "vote, match, warp-wide reduction")                                  \
	X(GM_MMA, "mma", 0, "tensor core multiply-accumulate of a warp")                           \
	X(GM_BRANCH, "branch", 0, "branch, call, return")                                          \
	X(GM_FENCE, "fence", 0, "memory fence or wait for asynchronous copies")                    \
	X(GM_ASYNC_COPY, "async_copy", 0, "copy from global to shared memory without registers")   \
	X(GM_OTHER, "other", 0, "an operation of no other kind")

typedef enum gm_operation {
#define X(id, name, flop, what) id,
	GM_OPERATION_LIST(X)
#undef X
	        GM_OPERATION_COUNT
} gm_operation;

/*        enumerator  name    bytes  floating */
#define GM_TYPE_LIST(X)                                                                            \
	X(GM_NO_TYPE, "none", 0, false)                                                            \
	X(GM_S8, "s8", 1, false)                                                                   \
	X(GM_U8, "u8", 1, false)                                                                   \
	X(GM_S16, "s16", 2, false)                                                                 \
	X(GM_U16, "u16", 2, false)                                                                 \
	X(GM_S32, "s32", 4, false)                                                                 \
	X(GM_U32, "u32", 4, false)                                                                 \
	X(GM_S64, "s64", 8, false)                                                                 \
	X(GM_U64, "u64", 8, false)                                                                 \
	X(GM_F16, "f16", 2, true)                                                                  \
	X(GM_F16X2, "f16x2", 4, true)                                                              \
	X(GM_BF16, "bf16", 2, true)                                                                \
	X(GM_TF32, "tf32", 4, true)                                                                \
	X(GM_F32, "f32", 4, true)                                                                  \
	X(GM_F64, "f64", 8, true)                                                                  \
	X(GM_F32X2, "f32x2", 8, true)                                                              \
	X(GM_F32X4, "f32x4", 16, true)                                                             \
	X(GM_F64X2, "f64x2", 16, true)                                                             \
	X(GM_S32X2, "s32x2", 8, false)                                                             \
	X(GM_S32X4, "s32x4", 16, false)

typedef enum gm_type {
#define X(id, name, bytes, floating) id,
	GM_TYPE_LIST(X)
#undef X
	        GM_TYPE_COUNT
} gm_type;

/*        enumerator          name */
#define GM_SPACE_LIST(X)                                                                           \
	X(GM_NO_SPACE, "none")                                                                     \
	X(GM_GLOBAL, "global")                                                                     \
	X(GM_SHARED, "shared")                                                                     \
	X(GM_CONSTANT, "constant")                                                                 \
	X(GM_LOCAL, "local")

typedef enum gm_space {
#define X(id, name) id,
	GM_SPACE_LIST(X)
#undef X
	        GM_SPACE_COUNT
} gm_space;

/* Static names; never NULL for a valid value. */
const char *gm_operation_name(gm_operation operation);
const char *gm_operation_what(gm_operation operation);
const char *gm_type_name(gm_type type);
const char *gm_space_name(gm_space space);

/* true and *out when `name` is known. */
bool gm_operation_find(const char *name, gm_operation *out);
bool gm_type_find(const char *name, gm_type *out);
bool gm_space_find(const char *name, gm_space *out);

/* Bytes of one element; 0 for GM_NO_TYPE. */
int gm_type_bytes(gm_type type);
bool gm_type_is_floating(gm_type type);

/* Floating-point operations of one lane: 0 on integer types; f16x2 counts twice. GM_MMA: see
   gm_site.mma_flop. */
int gm_operation_flop(gm_operation operation, gm_type type);

/* How long until the result of an operation that accesses no memory is there, in dependent single
   precision multiply-adds. What is many machine instructions, a division, takes one multiply-add for
   each: they mostly wait for the last. */
double gm_operation_latency(gm_operation operation, gm_type type);

/* An atomic of shared memory that takes rounds of compare and swap from compute capability 5.0 on, as
   the banks do only 32-bit integers, and exchange and swap 32 and 64 bits (`exchanges`). */
bool gm_type_in_rounds(gm_type type, int access_bytes, bool exchanges);

/* With a result or without. */
static inline bool
gm_operation_is_atomic(gm_operation operation)
{
	return operation == GM_ATOMIC || operation == GM_REDUCE;
}

/* Loads, stores, atomics, reductions and asynchronous copies. */
bool gm_operation_is_memory(gm_operation operation);

#endif

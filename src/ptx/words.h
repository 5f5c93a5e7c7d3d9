/*
 * The words of PTX: types, opcodes and modifiers, one row each, from the PTX ISA manual, 6.x to
 * 9.x.
 *
 * An instruction is `opcode.modifier.modifier.type operands`. A word that stands in none of these
 * tables makes its instruction unknown; it is then named and counted, never guessed.
 */
#ifndef GM_PTX_WORDS_H
#define GM_PTX_WORDS_H

#include "kernel/operation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ptx_kind {
	KIND_BITS,
	KIND_UNSIGNED,
	KIND_SIGNED,
	KIND_FLOAT,
	KIND_PREDICATE,
	KIND_OPAQUE
} ptx_kind;

/*        enumerator  name        bits  kind            of the model */
#define PTX_TYPE_LIST(X)                                                                           \
	X(PTX_B8, "b8", 8, KIND_BITS, GM_U8)                                                       \
	X(PTX_B16, "b16", 16, KIND_BITS, GM_U16)                                                   \
	X(PTX_B32, "b32", 32, KIND_BITS, GM_U32)                                                   \
	X(PTX_B64, "b64", 64, KIND_BITS, GM_U64)                                                   \
	X(PTX_B128, "b128", 128, KIND_BITS, GM_S32X4)                                              \
	X(PTX_U8, "u8", 8, KIND_UNSIGNED, GM_U8)                                                   \
	X(PTX_U16, "u16", 16, KIND_UNSIGNED, GM_U16)                                               \
	X(PTX_U32, "u32", 32, KIND_UNSIGNED, GM_U32)                                               \
	X(PTX_U64, "u64", 64, KIND_UNSIGNED, GM_U64)                                               \
	X(PTX_S8, "s8", 8, KIND_SIGNED, GM_S8)                                                     \
	X(PTX_S16, "s16", 16, KIND_SIGNED, GM_S16)                                                 \
	X(PTX_S32, "s32", 32, KIND_SIGNED, GM_S32)                                                 \
	X(PTX_S64, "s64", 64, KIND_SIGNED, GM_S64)                                                 \
	X(PTX_F16, "f16", 16, KIND_FLOAT, GM_F16)                                                  \
	X(PTX_F16X2, "f16x2", 32, KIND_FLOAT, GM_F16X2)                                            \
	X(PTX_BF16, "bf16", 16, KIND_FLOAT, GM_BF16)                                               \
	X(PTX_BF16X2, "bf16x2", 32, KIND_FLOAT, GM_F16X2)                                          \
	X(PTX_TF32, "tf32", 32, KIND_FLOAT, GM_TF32)                                               \
	X(PTX_F32, "f32", 32, KIND_FLOAT, GM_F32)                                                  \
	X(PTX_F32X2, "f32x2", 64, KIND_FLOAT, GM_F32X2)                                            \
	X(PTX_F64, "f64", 64, KIND_FLOAT, GM_F64)                                                  \
	X(PTX_U16X2, "u16x2", 32, KIND_OPAQUE, GM_U32)                                             \
	X(PTX_S16X2, "s16x2", 32, KIND_OPAQUE, GM_S32)                                             \
	X(PTX_E4M3, "e4m3", 8, KIND_OPAQUE, GM_U8)                                                 \
	X(PTX_E5M2, "e5m2", 8, KIND_OPAQUE, GM_U8)                                                 \
	X(PTX_E4M3X2, "e4m3x2", 16, KIND_OPAQUE, GM_U16)                                           \
	X(PTX_E5M2X2, "e5m2x2", 16, KIND_OPAQUE, GM_U16)                                           \
	X(PTX_E3M2X2, "e3m2x2", 16, KIND_OPAQUE, GM_U16)                                           \
	X(PTX_E2M3X2, "e2m3x2", 16, KIND_OPAQUE, GM_U16)                                           \
	X(PTX_E2M1X2, "e2m1x2", 8, KIND_OPAQUE, GM_U8)                                             \
	X(PTX_UE8M0X2, "ue8m0x2", 16, KIND_OPAQUE, GM_U16)                                         \
	X(PTX_E3M2, "e3m2", 8, KIND_OPAQUE, GM_U8)                                                 \
	X(PTX_E2M3, "e2m3", 8, KIND_OPAQUE, GM_U8)                                                 \
	X(PTX_E2M1, "e2m1", 4, KIND_OPAQUE, GM_U8)                                                 \
	X(PTX_U4, "u4", 4, KIND_OPAQUE, GM_U8)                                                     \
	X(PTX_S4, "s4", 4, KIND_OPAQUE, GM_S8)                                                     \
	X(PTX_B4, "b4", 4, KIND_OPAQUE, GM_U8)                                                     \
	X(PTX_B1, "b1", 1, KIND_OPAQUE, GM_U8)                                                     \
	X(PTX_TEXREF, "texref", 64, KIND_OPAQUE, GM_U64)                                           \
	X(PTX_SAMPLERREF, "samplerref", 64, KIND_OPAQUE, GM_U64)                                   \
	X(PTX_SURFREF, "surfref", 64, KIND_OPAQUE, GM_U64)                                         \
	X(PTX_PRED, "pred", 1, KIND_PREDICATE, GM_NO_TYPE)

typedef enum ptx_type {
#define X(id, name, bits, kind, model) id,
	PTX_TYPE_LIST(X)
#undef X
	        PTX_TYPE_COUNT,
	PTX_NO_TYPE = PTX_TYPE_COUNT
} ptx_type;

/*
 * Opcodes. `results`: leading operands that are written. `shape`: how lowering reads the rest; see
 * lower.c for each.
 */
typedef enum ptx_shape {
	SHAPE_PLAIN,   /* results, then sources, through the table of lane functions */
	SHAPE_COMPARE, /* set, setp */
	SHAPE_MOVE,
	SHAPE_CONVERT,
	SHAPE_ADDRESS, /* cvta, isspacep, mapa */
	SHAPE_LOAD,
	SHAPE_STORE,
	SHAPE_ATOMIC,
	SHAPE_NOTHING, /* hints: prefetch, discard, nanosleep */
	SHAPE_BRANCH,
	SHAPE_BRANCH_TABLE,
	SHAPE_CALL,
	SHAPE_RETURN,
	SHAPE_EXIT,
	SHAPE_TRAP,
	SHAPE_BARRIER,
	SHAPE_FENCE,
	SHAPE_WARP, /* shfl, vote, match, activemask, redux, elect */
	SHAPE_ASYNC,
	SHAPE_MBARRIER,
	SHAPE_MATRIX, /* ldmatrix, stmatrix, movmatrix */
	SHAPE_WMMA,
	SHAPE_MMA,
	SHAPE_WGMMA,
	SHAPE_UNKNOWN /* in the manual, without a model: named and counted */
} ptx_shape;

/*        enumerator   name           results  shape             operation */
#define PTX_OPCODE_LIST(X)                                                                         \
	X(OP_ABS, "abs", 1, SHAPE_PLAIN, GM_LOGIC)                                                 \
	X(OP_ACTIVEMASK, "activemask", 1, SHAPE_WARP, GM_VOTE)                                     \
	X(OP_ADD, "add", 1, SHAPE_PLAIN, GM_ADD)                                                   \
	X(OP_ADDC, "addc", 1, SHAPE_PLAIN, GM_ADD)                                                 \
	X(OP_ALLOCA, "alloca", 1, SHAPE_UNKNOWN, GM_OTHER)                                         \
	X(OP_AND, "and", 1, SHAPE_PLAIN, GM_LOGIC)                                                 \
	X(OP_APPLYPRIORITY, "applypriority", 0, SHAPE_NOTHING, GM_OTHER)                           \
	X(OP_ATOM, "atom", 1, SHAPE_ATOMIC, GM_ATOMIC)                                             \
	X(OP_BAR, "bar", 0, SHAPE_BARRIER, GM_BARRIER)                                             \
	X(OP_BARRIER, "barrier", 0, SHAPE_BARRIER, GM_BARRIER)                                     \
	X(OP_BFE, "bfe", 1, SHAPE_PLAIN, GM_SHIFT)                                                 \
	X(OP_BFI, "bfi", 1, SHAPE_PLAIN, GM_SHIFT)                                                 \
	X(OP_BFIND, "bfind", 1, SHAPE_PLAIN, GM_BITS)                                              \
	X(OP_BMSK, "bmsk", 1, SHAPE_PLAIN, GM_SHIFT)                                               \
	X(OP_BRA, "bra", 0, SHAPE_BRANCH, GM_BRANCH)                                               \
	X(OP_BREV, "brev", 1, SHAPE_PLAIN, GM_BITS)                                                \
	X(OP_BRKPT, "brkpt", 0, SHAPE_NOTHING, GM_OTHER)                                           \
	X(OP_BRX, "brx", 0, SHAPE_BRANCH_TABLE, GM_BRANCH)                                         \
	X(OP_CALL, "call", 0, SHAPE_CALL, GM_BRANCH)                                               \
	X(OP_CLZ, "clz", 1, SHAPE_PLAIN, GM_BITS)                                                  \
	X(OP_CNOT, "cnot", 1, SHAPE_PLAIN, GM_LOGIC)                                               \
	X(OP_COPYSIGN, "copysign", 1, SHAPE_PLAIN, GM_LOGIC)                                       \
	X(OP_COS, "cos", 1, SHAPE_PLAIN, GM_TRIG)                                                  \
	X(OP_CP, "cp", 0, SHAPE_ASYNC, GM_ASYNC_COPY)                                              \
	X(OP_CREATEPOLICY, "createpolicy", 1, SHAPE_NOTHING, GM_OTHER)                             \
	X(OP_CVT, "cvt", 1, SHAPE_CONVERT, GM_CONVERT)                                             \
	X(OP_CVTA, "cvta", 1, SHAPE_ADDRESS, GM_MOVE)                                              \
	X(OP_DISCARD, "discard", 0, SHAPE_NOTHING, GM_OTHER)                                       \
	X(OP_DIV, "div", 1, SHAPE_PLAIN, GM_DIV)                                                   \
	X(OP_DP2A, "dp2a", 1, SHAPE_PLAIN, GM_MAD)                                                 \
	X(OP_DP4A, "dp4a", 1, SHAPE_PLAIN, GM_MAD)                                                 \
	X(OP_ELECT, "elect", 2, SHAPE_WARP, GM_VOTE)                                               \
	X(OP_EX2, "ex2", 1, SHAPE_PLAIN, GM_EXP)                                                   \
	X(OP_EXIT, "exit", 0, SHAPE_EXIT, GM_BRANCH)                                               \
	X(OP_FENCE, "fence", 0, SHAPE_FENCE, GM_FENCE)                                             \
	X(OP_FMA, "fma", 1, SHAPE_PLAIN, GM_FMA)                                                   \
	X(OP_FNS, "fns", 1, SHAPE_PLAIN, GM_BITS)                                                  \
	X(OP_GETCTARANK, "getctarank", 1, SHAPE_ADDRESS, GM_MOVE)                                  \
	X(OP_GRIDDEPCONTROL, "griddepcontrol", 0, SHAPE_NOTHING, GM_OTHER)                         \
	X(OP_ISSPACEP, "isspacep", 1, SHAPE_ADDRESS, GM_COMPARE)                                   \
	X(OP_LD, "ld", 1, SHAPE_LOAD, GM_LOAD)                                                     \
	X(OP_LDMATRIX, "ldmatrix", 1, SHAPE_MATRIX, GM_LOAD)                                       \
	X(OP_LDU, "ldu", 1, SHAPE_LOAD, GM_LOAD)                                                   \
	X(OP_LG2, "lg2", 1, SHAPE_PLAIN, GM_LOG)                                                   \
	X(OP_LOP3, "lop3", 1, SHAPE_PLAIN, GM_LOGIC)                                               \
	X(OP_MAD, "mad", 1, SHAPE_PLAIN, GM_MAD)                                                   \
	X(OP_MAD24, "mad24", 1, SHAPE_PLAIN, GM_MAD)                                               \
	X(OP_MADC, "madc", 1, SHAPE_PLAIN, GM_MAD)                                                 \
	X(OP_MAPA, "mapa", 1, SHAPE_ADDRESS, GM_MOVE)                                              \
	X(OP_MATCH, "match", 1, SHAPE_WARP, GM_VOTE)                                               \
	X(OP_MAX, "max", 1, SHAPE_PLAIN, GM_MIN_MAX)                                               \
	X(OP_MBARRIER, "mbarrier", 0, SHAPE_MBARRIER, GM_FENCE)                                    \
	X(OP_MEMBAR, "membar", 0, SHAPE_FENCE, GM_FENCE)                                           \
	X(OP_MIN, "min", 1, SHAPE_PLAIN, GM_MIN_MAX)                                               \
	X(OP_MMA, "mma", 1, SHAPE_MMA, GM_MMA)                                                     \
	X(OP_MOV, "mov", 1, SHAPE_MOVE, GM_MOVE)                                                   \
	X(OP_MOVMATRIX, "movmatrix", 1, SHAPE_MATRIX, GM_SHUFFLE)                                  \
	X(OP_MUL, "mul", 1, SHAPE_PLAIN, GM_MUL)                                                   \
	X(OP_MUL24, "mul24", 1, SHAPE_PLAIN, GM_MUL)                                               \
	X(OP_MULTIMEM, "multimem", 1, SHAPE_UNKNOWN, GM_OTHER)                                     \
	X(OP_NANOSLEEP, "nanosleep", 0, SHAPE_NOTHING, GM_OTHER)                                   \
	X(OP_NEG, "neg", 1, SHAPE_PLAIN, GM_ADD)                                                   \
	X(OP_NOT, "not", 1, SHAPE_PLAIN, GM_LOGIC)                                                 \
	X(OP_OR, "or", 1, SHAPE_PLAIN, GM_LOGIC)                                                   \
	X(OP_PMEVENT, "pmevent", 0, SHAPE_NOTHING, GM_OTHER)                                       \
	X(OP_POPC, "popc", 1, SHAPE_PLAIN, GM_BITS)                                                \
	X(OP_PREFETCH, "prefetch", 0, SHAPE_NOTHING, GM_OTHER)                                     \
	X(OP_PREFETCHU, "prefetchu", 0, SHAPE_NOTHING, GM_OTHER)                                   \
	X(OP_PRMT, "prmt", 1, SHAPE_PLAIN, GM_SHIFT)                                               \
	X(OP_RCP, "rcp", 1, SHAPE_PLAIN, GM_RECIPROCAL)                                            \
	X(OP_RED, "red", 0, SHAPE_ATOMIC, GM_REDUCE)                                               \
	X(OP_REDUX, "redux", 1, SHAPE_WARP, GM_VOTE)                                               \
	X(OP_REM, "rem", 1, SHAPE_PLAIN, GM_DIV)                                                   \
	X(OP_RET, "ret", 0, SHAPE_RETURN, GM_BRANCH)                                               \
	X(OP_RSQRT, "rsqrt", 1, SHAPE_PLAIN, GM_SQRT)                                              \
	X(OP_SAD, "sad", 1, SHAPE_PLAIN, GM_ADD)                                                   \
	X(OP_SELP, "selp", 1, SHAPE_PLAIN, GM_COMPARE)                                             \
	X(OP_SET, "set", 1, SHAPE_COMPARE, GM_COMPARE)                                             \
	X(OP_SETMAXNREG, "setmaxnreg", 0, SHAPE_NOTHING, GM_OTHER)                                 \
	X(OP_SETP, "setp", 1, SHAPE_COMPARE, GM_COMPARE)                                           \
	X(OP_SHF, "shf", 1, SHAPE_PLAIN, GM_SHIFT)                                                 \
	X(OP_SHFL, "shfl", 1, SHAPE_WARP, GM_SHUFFLE)                                              \
	X(OP_SHL, "shl", 1, SHAPE_PLAIN, GM_SHIFT)                                                 \
	X(OP_SHR, "shr", 1, SHAPE_PLAIN, GM_SHIFT)                                                 \
	X(OP_SIN, "sin", 1, SHAPE_PLAIN, GM_TRIG)                                                  \
	X(OP_SLCT, "slct", 1, SHAPE_PLAIN, GM_COMPARE)                                             \
	X(OP_SQRT, "sqrt", 1, SHAPE_PLAIN, GM_SQRT)                                                \
	X(OP_ST, "st", 0, SHAPE_STORE, GM_STORE)                                                   \
	X(OP_STACKRESTORE, "stackrestore", 0, SHAPE_UNKNOWN, GM_OTHER)                             \
	X(OP_STACKSAVE, "stacksave", 1, SHAPE_UNKNOWN, GM_OTHER)                                   \
	X(OP_STMATRIX, "stmatrix", 0, SHAPE_MATRIX, GM_STORE)                                      \
	X(OP_SUB, "sub", 1, SHAPE_PLAIN, GM_ADD)                                                   \
	X(OP_SUBC, "subc", 1, SHAPE_PLAIN, GM_ADD)                                                 \
	X(OP_SULD, "suld", 1, SHAPE_UNKNOWN, GM_OTHER)                                             \
	X(OP_SUQ, "suq", 1, SHAPE_UNKNOWN, GM_OTHER)                                               \
	X(OP_SURED, "sured", 0, SHAPE_UNKNOWN, GM_OTHER)                                           \
	X(OP_SUST, "sust", 0, SHAPE_UNKNOWN, GM_OTHER)                                             \
	X(OP_SZEXT, "szext", 1, SHAPE_PLAIN, GM_SHIFT)                                             \
	X(OP_TANH, "tanh", 1, SHAPE_PLAIN, GM_TRIG)                                                \
	X(OP_TENSORMAP, "tensormap", 0, SHAPE_UNKNOWN, GM_OTHER)                                   \
	X(OP_TESTP, "testp", 1, SHAPE_PLAIN, GM_COMPARE)                                           \
	X(OP_TEX, "tex", 1, SHAPE_UNKNOWN, GM_OTHER)                                               \
	X(OP_TLD4, "tld4", 1, SHAPE_UNKNOWN, GM_OTHER)                                             \
	X(OP_TRAP, "trap", 0, SHAPE_TRAP, GM_BRANCH)                                               \
	X(OP_TXQ, "txq", 1, SHAPE_UNKNOWN, GM_OTHER)                                               \
	X(OP_VABSDIFF2, "vabsdiff2", 1, SHAPE_PLAIN, GM_ADD)                                       \
	X(OP_VABSDIFF4, "vabsdiff4", 1, SHAPE_PLAIN, GM_ADD)                                       \
	X(OP_VADD2, "vadd2", 1, SHAPE_PLAIN, GM_ADD)                                               \
	X(OP_VADD4, "vadd4", 1, SHAPE_PLAIN, GM_ADD)                                               \
	X(OP_VAVRG2, "vavrg2", 1, SHAPE_PLAIN, GM_ADD)                                             \
	X(OP_VAVRG4, "vavrg4", 1, SHAPE_PLAIN, GM_ADD)                                             \
	X(OP_VMAX2, "vmax2", 1, SHAPE_PLAIN, GM_MIN_MAX)                                           \
	X(OP_VMAX4, "vmax4", 1, SHAPE_PLAIN, GM_MIN_MAX)                                           \
	X(OP_VMIN2, "vmin2", 1, SHAPE_PLAIN, GM_MIN_MAX)                                           \
	X(OP_VMIN4, "vmin4", 1, SHAPE_PLAIN, GM_MIN_MAX)                                           \
	X(OP_VOTE, "vote", 1, SHAPE_WARP, GM_VOTE)                                                 \
	X(OP_VSUB2, "vsub2", 1, SHAPE_PLAIN, GM_ADD)                                               \
	X(OP_VSUB4, "vsub4", 1, SHAPE_PLAIN, GM_ADD)                                               \
	X(OP_WGMMA, "wgmma", 1, SHAPE_WGMMA, GM_MMA)                                               \
	X(OP_WMMA, "wmma", 1, SHAPE_WMMA, GM_MMA)                                                  \
	X(OP_XOR, "xor", 1, SHAPE_PLAIN, GM_LOGIC)

typedef enum ptx_opcode {
#define X(id, name, results, shape, operation) id,
	PTX_OPCODE_LIST(X)
#undef X
	        PTX_OPCODE_COUNT,
	OP_UNKNOWN = PTX_OPCODE_COUNT /* not in the table at all */
} ptx_opcode;

/* Modifiers: MOD_<name>, spelled as the name. Those that begin with L1:: or L2:: are cache hints
   and accepted without a row. */
#define PTX_MODIFIER_LIST(X)                                                                       \
	X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(lo) X(ls) X(hi) X(hs) X(equ) X(neu) X(ltu) X(leu)    \
	X(gtu) X(geu) X(num) X(nan) X(NaN) X(rn) X(rz) X(rm) X(rp) X(rna) X(rni) X(rzi) X(rmi)     \
	X(rpi) X(rs) X(ftz) X(sat) X(satfinite) X(relu) X(approx) X(full) X(wide) X(xorsign)       \
	X(abs) X(cc) X(shiftamt) X(clamp) X(wrap) X(l) X(r) X(noftz) X(scaled) X(pack)             \
	X(f4e) X(b4e) X(rc8) X(ecl) X(ecr) X(rc16)                                                 \
	X(finite) X(infinite) X(number) X(notanumber) X(normal) X(subnormal)                       \
	X(global) X(shared) X(local) X(param) X(to) X(entry) X(func) X(u)                          \
	X(v2) X(v4) X(v8) X(volatile) X(relaxed) X(acquire) X(release) X(acq_rel) X(weak) X(mmio)  \
	X(gpu) X(cta) X(sys) X(cluster) X(gl) X(sc) X(ca) X(cg) X(cs) X(lu) X(cv) X(wb) X(wt)      \
	X(nc) X(unified) X(level) X(proxy) X(alias) X(async) X(cas) X(exch) X(add) X(inc) X(dec)   \
	X(min) X(max) X(and) X(or) X(xor) X(not) X(popc) X(uni) X(idx) X(sync) X(arrive) X(red)    \
	X(aligned) X(warp) X(wait) X(all) X(any) X(ballot) X(up) X(down) X(bfly) X(load) X(store)  \
	X(mma) X(row) X(col) X(a) X(b) X(c) X(d) X(x1) X(x2) X(x4) X(trans) X(sp)                  \
	X(bulk) X(tensor) X(prefetch) X(reduce) X(commit_group) X(wait_group) X(wait_all) X(read)  \
	X(mbarrier) X(multicast) X(tile) X(im2col) X(noinc) X(init) X(inval) X(arrive_drop)        \
	X(expect_tx) X(complete_tx) X(test_wait) X(try_wait) X(pending_count) X(parity)            \
	X(noComplete) X(mma_async) X(fence) X(launch_dependents)                                   \
	X(fractional) X(range) X(cvt) X(evict_last) X(evict_normal) X(ptr) X(tensormap) X(replace) \
	X(mbarrier_init) X(bulk_group)

typedef enum ptx_modifier {
#define X(name) MOD_##name,
	PTX_MODIFIER_LIST(X)
#undef X
	        MOD_const,
	MOD_shared_cta,
	MOD_shared_cluster,
	MOD_HINT,
	MOD_DIMENSIONS, /* 1d to 5d of tensor copies, whose coordinates say it too */
	PTX_MODIFIER_COUNT
} ptx_modifier;

enum { MODIFIER_WORDS = (PTX_MODIFIER_COUNT + 63) / 64 };

/* What the interpreter asks for with every lane. */
typedef struct ptx_type_row {
	uint8_t bits, kind;
} ptx_type_row;

extern const ptx_type_row gm_ptx_type_rows[PTX_TYPE_COUNT + 1];

static inline int
gm_ptx_type_bits(ptx_type type)
{
	return gm_ptx_type_rows[type].bits;
}

/* bits / 8, at least 1 */
static inline int
gm_ptx_type_bytes(ptx_type type)
{
	return gm_ptx_type_bits(type) < 8 ? 1 : gm_ptx_type_bits(type) / 8;
}

static inline ptx_kind
gm_ptx_type_kind(ptx_type type)
{
	return (ptx_kind)gm_ptx_type_rows[type].kind;
}

/* Rows by name; the name need not be terminated. PTX_NO_TYPE, OP_UNKNOWN, -1 when there is none. */
ptx_type gm_ptx_type_find(const char *name, size_t length);
ptx_opcode gm_ptx_opcode_find(const char *name, size_t length);
int gm_ptx_modifier_find(const char *name, size_t length);

const char *gm_ptx_type_name(ptx_type type);
gm_type gm_ptx_type_model(ptx_type type);
bool gm_ptx_type_is_pair(ptx_type type); /* two numbers in one register */

const char *gm_ptx_opcode_name(ptx_opcode opcode);
int gm_ptx_opcode_results(ptx_opcode opcode);
ptx_shape gm_ptx_opcode_shape(ptx_opcode opcode);
gm_operation gm_ptx_opcode_operation(ptx_opcode opcode);

#endif

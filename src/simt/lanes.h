/*
 * What each arithmetic instruction does to 32 lanes: a table from (opcode, type, variant) to a
 * function over lanes, and how it carries a constant change of its sources (ptx_rule).
 */
#ifndef GM_SIMT_LANES_H
#define GM_SIMT_LANES_H

#include "simt/machine.h"

typedef enum ptx_variant {
	VARIANT_PLAIN,
	VARIANT_LO,
	VARIANT_HI,
	VARIANT_WIDE,
	VARIANT_LEFT,
	VARIANT_RIGHT,
	VARIANT_CARRY, /* .cc: also writes the carry of the lane */
	VARIANT_BOUNDED /* .sat and .relu of s32 */
} ptx_variant;

typedef struct ptx_lane_row {
	uint8_t opcode, type, variant, rule;
	ptx_run run;
} ptx_lane_row;

typedef struct ptx_lane_table {
	const ptx_lane_row *rows;
	size_t count;
} ptx_lane_table;

ptx_lane_table gm_ptx_lanes_integer(void);
ptx_lane_table gm_ptx_lanes_bits(void);
ptx_lane_table gm_ptx_lanes_float(void);
ptx_lane_table gm_ptx_lanes_half(void);
ptx_lane_table gm_ptx_lanes_packed(void);

/* NULL when the instruction has no row. */
const ptx_lane_row *gm_ptx_lanes_find(const ptx_instruction *instruction);

/* Comparisons: step->detail is the modifier (MOD_eq ...), step->from the type. NULL: no such type.
 */
ptx_run gm_ptx_lanes_compare(ptx_type type);

/* Multiply-adds of f32 or f64: A * B + C, A * B - C, C - A * B, -A * B - C. */
typedef enum ptx_fused { FUSED_SUM, FUSED_LESS, FUSED_FROM, FUSED_BELOW } ptx_fused;
ptx_run gm_ptx_lanes_fused(ptx_type type, ptx_fused how);

/* Conversions: step->type and step->from. NULL: no such pair. */
ptx_run gm_ptx_lanes_convert(ptx_type to, ptx_type from);
/* Those to and from pairs of 8, 6 and 4 bits; lanes_narrow.c. */
ptx_run gm_ptx_lanes_narrow(ptx_type to, ptx_type from);

/* Flushes subnormals, rounds another way, or saturates around step->inner. */
void gm_ptx_lanes_wrapped(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* Moves of whole units: 32, 64, 128 bits and predicates. */
void gm_ptx_copy_32(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_copy_64(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_copy_128(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_copy_predicate(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_not_predicate(ptx_warp *warp, const ptx_step *step, uint32_t mask);
/* mov.b64 {lo, hi}: step->sources or step->results are the parts, step->detail bits each. */
void gm_ptx_pack(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_unpack(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* Everything an instruction says is in some table; decides what counts as unknown. */
bool gm_ptx_instruction_is_known(const ptx_instruction *instruction);

#endif

/*
 * Inside input/: basic blocks and loops of machine code, encoded as machine_code.h tells.
 */
#ifndef GM_INPUT_MACHINE_FLOW_H
#define GM_INPUT_MACHINE_FLOW_H

#include "input/machine_code.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	MACHINE_BRA = 0x947,
	MACHINE_BRA_UNIFORM = 0x547,
	MACHINE_EXIT = 0x94d,
	MACHINE_NOP = 0x918,
	MACHINE_LDL = 0x983,
	MACHINE_STL = 0x387
};

typedef struct machine_word {
	uint64_t low, high;
} machine_word;

/* Bits that lie in one half or across both; at most 64. */
static inline uint64_t
machine_bits(const machine_word *w, unsigned from, unsigned count)
{
	const uint64_t all = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
	if (from >= 64)
		return w->high >> (from - 64) & all;
	return (w->low >> from | (from ? w->high << (64 - from) : 0)) & all;
}

static inline unsigned
machine_field(const machine_word *w, unsigned from, unsigned count)
{
	return (unsigned)machine_bits(w, from, count);
}

static inline int64_t
machine_signed(uint64_t value, unsigned bits)
{
	const uint64_t sign = UINT64_C(1) << (bits - 1);
	return (int64_t)((value ^ sign) - sign);
}

static inline unsigned
machine_opcode(const machine_word *w)
{
	return machine_field(w, 0, 12);
}

static inline bool
machine_is_branch(const machine_word *w)
{
	return machine_opcode(w) == MACHINE_BRA || machine_opcode(w) == MACHINE_BRA_UNIFORM;
}

typedef struct machine_block {
	int32_t first, end; /* instructions */
	int32_t after[2];   /* blocks; -1: none */
	int32_t loop;       /* the innermost around it, -1 */
	bool reached;       /* from the first, along branches */
} machine_block;

typedef struct machine_loop {
	int32_t header; /* block */
	int32_t parent; /* -1 */
} machine_loop;

typedef struct machine_flow {
	machine_word *words;
	int32_t words_count;
	int32_t *block_of; /* per instruction */
	machine_block *blocks;
	int32_t blocks_count;
	machine_loop *loops; /* by header */
	int32_t loops_count;
} machine_flow;

/* False where the code cannot be followed; nothing is to be disposed of then. */
bool gm_machine_flow_init(machine_flow *flow, const gm_machine_code *code);
void gm_machine_flow_dispose(machine_flow *flow);

#endif

#include "simt/remote.h"

#include <stdlib.h>

enum { NONE = -1, SLICE_MOST = 64 };

typedef struct tracer {
	const ptx_program *program;
	int32_t *last;   /* per unit: the last step that writes it */
	int32_t *before; /* per step: the one before that writes the same first unit */
	bool *seen;      /* per step, in this slice */
} tracer;

static void
note_writers(tracer *t)
{
	const ptx_program *p = t->program;
	for (uint32_t u = 0; u < p->units_count; u++)
		t->last[u] = NONE;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		t->before[i] = NONE;
		if (s->results_count == 0 || s->action != ACTION_LANES)
			continue;
		t->before[i] = t->last[p->units[s->results]];
		t->last[p->units[s->results]] = i;
	}
}

/* What moves an address on. */
static bool
hands_on(uint8_t opcode)
{
	return opcode == OP_ADD || opcode == OP_SUB || opcode == OP_MOV || opcode == OP_CVTA ||
	       opcode == OP_CVT || opcode == OP_MAD || opcode == OP_SELP;
}

/* True when an address in the unit comes from mapa. */
static bool
comes_from_elsewhere(tracer *t, uint32_t unit, int depth)
{
	const ptx_program *p = t->program;
	if (unit == PTX_NO_UNIT || depth == SLICE_MOST)
		return false;
	for (int32_t i = t->last[unit]; i != NONE; i = t->before[i]) {
		const ptx_step *s = &p->steps[i];
		if (p->words[i].opcode == OP_MAPA)
			return true;
		if (t->seen[i] || !hands_on(p->words[i].opcode))
			continue;
		t->seen[i] = true;
		for (int k = 0; k < s->sources_count; k++)
			if (comes_from_elsewhere(t, p->units[s->sources + (uint32_t)k], depth + 1))
				return true;
	}
	return false;
}

static void
note_site(tracer *t, int32_t i, int64_t blocks, gm_site *sites)
{
	const ptx_step *s = &t->program->steps[i];
	if (s->action != ACTION_MEMORY || s->site == PTX_NO_SITE ||
	    (s->space != SPACE_GENERIC && s->space != SPACE_SHARED))
		return;
	for (int32_t k = 0; k < t->program->steps_count; k++)
		t->seen[k] = false;
	/* What leads to shared memory by a generic address is streamed under a site of its own. */
	const uint32_t site = s->traffic_site != PTX_NO_SITE ? s->traffic_site : s->site;
	if (comes_from_elsewhere(t, s->a, 0))
		sites[site].cluster = (uint8_t)blocks;
}

void
gm_ptx_remote_address(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t *rank = ptx_u32(warp, warp->program->units[step->sources + 1]);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const uint64_t away = ((uint64_t)rank[l] + 1) << GM_AWAY_BITS;
		if (step->from == 64)
			ptx_u64(warp, step->d)[l] = ptx_u64(warp, step->a)[l] + away;
		else
			ptx_u32(warp, step->d)[l] = ptx_u32(warp, step->a)[l] + (uint32_t)away;
	}
}

static int64_t
own_rank(const ptx_machine *m)
{
	const int64_t *blocks = m->program->cluster;
	const gm_dim3 b = m->block_index;
	return b.x % blocks[0] + blocks[0] * (b.y % blocks[1] + blocks[1] * (b.z % blocks[2]));
}

uint64_t
gm_ptx_remote_offset(const ptx_machine *machine, uint64_t address, uint32_t *away)
{
	const int64_t blocks = gm_ptx_cluster_blocks(machine->program);
	const int64_t rank = (int64_t)(address >> GM_AWAY_BITS) - 1;
	if (rank >= blocks)
		return address;
	*away = (uint32_t)((rank - own_rank(machine) + blocks) % blocks);
	return address & (((uint64_t)1 << GM_AWAY_BITS) - 1);
}

void
gm_ptx_remote(const ptx_program *program, gm_site *sites)
{
	const int64_t blocks = program->cluster[0] * program->cluster[1] * program->cluster[2];
	if (!program->asks_for_cluster || blocks < 2 || blocks > UINT8_MAX)
		return;
	const size_t steps = (size_t)program->steps_count + 1;
	tracer t = {.program = program,
	            .last = gm_allocate(program->units_count + 1, sizeof(int32_t)),
	            .before = gm_allocate(steps, sizeof(int32_t)),
	            .seen = gm_allocate(steps, sizeof(bool))};
	note_writers(&t);
	for (int32_t i = 0; i < program->steps_count; i++)
		note_site(&t, i, blocks, sites);
	free(t.last);
	free(t.before);
	free(t.seen);
}

#include "ptx/pilot.h"

enum { WORK_OF_PILOT = WORK_DRAWN / 8 };

static int64_t
sectors_of(const gm_warp_instr *instr)
{
	enum { SECTOR_BITS = 5 };
	uint64_t last = UINT64_MAX;
	int64_t sectors = 0;
	for (uint64_t rest = instr->active; rest; rest &= rest - 1) {
		const uint64_t sector = instr->address[__builtin_ctzll(rest)] >> SECTOR_BITS;
		sectors += sector != last;
		last = sector;
	}
	return sectors;
}

static gm_status
count_instruction(void *state, const gm_warp_instr *instr)
{
	ptx_amount *sum = state;
	sum->instructions++;
	sum->lanes += __builtin_popcountll(instr->active);
	if (instr->address && instr->active) {
		sum->requests++;
		sum->sectors += sectors_of(instr);
	}
	return GM_OK;
}

static void
widen(int64_t *least, int64_t *most, int64_t value)
{
	*least = value < *least ? value : *least;
	*most = value > *most ? value : *most;
}

static double
work_of(const ptx_amount *block)
{
	return (double)block->instructions + WORK_OF_REQUEST * (double)block->requests;
}

static void
add_block(ptx_pilot *p, const ptx_amount *block)
{
	if (p->blocks++ == 0)
		p->least = p->most = *block;
	widen(&p->least.instructions, &p->most.instructions, block->instructions);
	widen(&p->least.lanes, &p->most.lanes, block->lanes);
	widen(&p->least.sectors, &p->most.sectors, block->sectors);
	widen(&p->least.requests, &p->most.requests, block->requests);
	p->alike = p->least.instructions == p->most.instructions &&
		   p->least.lanes == p->most.lanes && p->least.sectors == p->most.sectors &&
		   p->least.requests == p->most.requests;
}

/* Every third of them first, then those between: the whole grid is seen early. */
static size_t
place_of(size_t i, size_t count)
{
	enum { STRIDE = 3 };
	for (size_t start = 0; start < STRIDE; start++) {
		const size_t here = (count + STRIDE - 1 - start) / STRIDE;
		if (i < here)
			return start + STRIDE * i;
		i -= here;
	}
	return 0;
}

gm_status
gm_ptx_pilot_fly(const ptx_kernel *k, const gm_block_samples *samples, size_t most, ptx_pilot *out,
		 gm_error *err)
{
	gm_status status = GM_OK;
	double walked = 0;
	*out = (ptx_pilot){.alike = true};
	for (size_t i = 0; i < samples->count && status == GM_OK; i++) {
		if (walked > WORK_OF_PILOT || (out->alike && i >= most))
			break;
		ptx_amount block = {0};
		const gm_sink sink = {
			.state = &block, .instruction = count_instruction, .hurried = true};
		const gm_block_sample *one = &samples->samples[place_of(i, samples->count)];
		status = gm_ptx_replay_noting(k, one, 1, GM_WALK_SAMPLED, &sink, &out->notes, err);
		add_block(out, &block);
		walked += work_of(&block);
	}
	out->work = walked / (double)out->blocks;
	/* What was left out is counted as instructions of which as many go to memory. */
	out->whole_work = out->work + (double)out->notes.left_out / (double)out->blocks;
	return status;
}

int64_t
gm_ptx_pilot_drawn(const ptx_pilot *p, int64_t blocks)
{
	const double budget = p->alike ? WORK_ALIKE : WORK_DRAWN;
	const double drawn = budget / (p->work > 1 ? p->work : 1);
	return drawn < 1 ? 1 : drawn > (double)blocks ? blocks : (int64_t)drawn;
}

bool
gm_ptx_pilot_takes_all(const ptx_pilot *p, int64_t blocks)
{
	return p->whole_work * (double)blocks <= WORK_WHOLE;
}

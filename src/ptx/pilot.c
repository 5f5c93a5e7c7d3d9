#include "ptx/pilot.h"

#include "base/bits.h"

#include <math.h>
#include <stdlib.h>

enum { WORK_OF_PILOT = 3 << 18 };

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

static void
widen(int64_t *least, int64_t *most, int64_t value)
{
	*least = value < *least ? value : *least;
	*most = value > *most ? value : *most;
}

/* Of one amount, over the blocks so far. */
typedef struct moments {
	double sum, squares;
} moments;

typedef struct spread {
	moments instructions, lanes, sectors, requests;
} spread;

static void
add_moment(moments *m, int64_t value)
{
	m->sum += (double)value;
	m->squares += (double)value * (double)value;
}

static double
variation_of(const moments *m, double blocks)
{
	const double mean = m->sum / blocks;
	const double variance = fmax(m->squares / blocks - mean * mean, 0) * blocks / (blocks - 1);
	return mean > 0 && blocks > 1 ? sqrt(variance) / mean : 0;
}

static double
largest_variation(const spread *s, double blocks)
{
	return fmax(fmax(variation_of(&s->instructions, blocks), variation_of(&s->lanes, blocks)),
		    fmax(variation_of(&s->sectors, blocks), variation_of(&s->requests, blocks)));
}

static double
work_of(const ptx_amount *block)
{
	return WORK_OF_BLOCK + (double)block->instructions +
	       WORK_OF_REQUEST * (double)block->requests +
	       (double)block->sectors / SECTORS_OF_WORK;
}

static void
add_block(ptx_pilot *p, spread *s, const ptx_amount *block)
{
	add_moment(&s->instructions, block->instructions);
	add_moment(&s->lanes, block->lanes);
	add_moment(&s->sectors, block->sectors);
	add_moment(&s->requests, block->requests);
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

/* What was left out is counted as instructions of which as many go to memory. */
static void
note_work(ptx_pilot *p, double walked)
{
	p->work = walked / (double)p->blocks;
	p->whole_work = p->work + (double)p->notes.left_out / (double)p->blocks;
}

static bool
waits(const ptx_step *s)
{
	return s->action == ACTION_BARRIER || s->action == ACTION_WAIT;
}

/* Of a block, where none waits for another or reads what it wrote; else 1. */
static int
independent_warps(const ptx_kernel *k)
{
	const ptx_program *p = &k->program;
	bool alone = k->shared_bytes == 0 && !p->order_decides && !p->meeting_places;
	for (int32_t i = 0; i < p->steps_count && alone; i++)
		alone = !waits(&p->steps[i]);
	return alone ? gm_kernel_warps(&k->base, PTX_LANES) : 1;
}

/* Even if the blocks not seen were several times as much work. */
static bool
is_surely_little(const ptx_pilot *p, int64_t blocks)
{
	enum { SEEN_LEAST = 12, TIMES = 3 };
	return p->blocks >= SEEN_LEAST && TIMES * p->whole_work * (double)blocks <= WORK_WHOLE;
}

/* On its way: blocks are walked by one replay, which a block that is not wanted any more ends. */
typedef struct flight {
	const ptx_kernel *kernel;
	ptx_pilot *pilot;
	size_t most;
	bool begun, landed;
	double walked;
	spread seen;
	ptx_amount block;
} flight;

static gm_status
count_instruction(void *state, const gm_warp_instr *instr)
{
	ptx_amount *sum = &((flight *)state)->block;
	sum->instructions++;
	sum->lanes += gm_bits_count(instr->active);
	if (instr->address && instr->active) {
		sum->requests++;
		sum->sectors += sectors_of(instr);
	}
	return GM_OK;
}

static gm_status
count_several(void *state, uint32_t site, int64_t times, int64_t lanes)
{
	ptx_amount *sum = &((flight *)state)->block;
	(void)site;
	sum->instructions += times;
	sum->lanes += lanes;
	return GM_OK;
}

static void
end_flown(flight *f)
{
	if (!f->begun)
		return;
	f->begun = false;
	add_block(f->pilot, &f->seen, &f->block);
	f->walked += work_of(&f->block);
	note_work(f->pilot, f->walked);
}

static gm_status
begin_flown(void *state, const gm_block_sample *sample)
{
	flight *f = state;
	const int64_t blocks = gm_dim3_volume(f->kernel->base.grid);
	(void)sample;
	end_flown(f);
	f->landed = f->walked > WORK_OF_PILOT || (f->pilot->alike && f->pilot->blocks >= f->most) ||
		    is_surely_little(f->pilot, blocks);
	f->begun = !f->landed;
	f->block = (ptx_amount){0};
	return f->landed ? GM_CHECK_FAILED : GM_OK;
}

static gm_block_sample *
in_order(const gm_block_samples *samples)
{
	gm_block_sample *order = gm_allocate(samples->count + 1, sizeof *order);
	for (size_t i = 0; i < samples->count; i++)
		order[i] = samples->samples[place_of(i, samples->count)];
	return order;
}

gm_status
gm_ptx_pilot_fly(const ptx_kernel *k, const gm_block_samples *samples, size_t most, ptx_pilot *out,
		 gm_error *err)
{
	flight f = {.kernel = k, .pilot = out, .most = most};
	const gm_sink sink = {.state = &f,
			      .block = begin_flown,
			      .instruction = count_instruction,
			      .several = count_several,
			      .hurried = true};
	gm_block_sample *order = in_order(samples);
	gm_error own = GM_ERROR_NONE;
	*out = (ptx_pilot){.alike = true, .warps = independent_warps(k)};
	gm_status status = gm_ptx_replay_noting(k, order, samples->count, GM_WALK_HASTY, &sink,
						&out->notes, &own);
	end_flown(&f);
	if (f.landed)
		status = GM_OK;
	else if (status != GM_OK && err)
		*err = own;
	free(order);
	out->varies = largest_variation(&f.seen, (double)out->blocks);
	return status;
}

static double
work_of_block(const ptx_pilot *p)
{
	return fmax(p->work, 1);
}

static double
blocks_needed(const ptx_pilot *p)
{
	const double needed = p->varies / PILOT_ERROR_RATIO;
	const double least = fmax(PILOT_BLOCKS_LEAST, WORK_LEAST / work_of_block(p));
	return fmax(least, needed * needed);
}

/* One warp of every second block is the most: more would be as good as whole blocks. */
bool
gm_ptx_pilot_takes_warps(const ptx_pilot *p, int64_t blocks)
{
	const double affordable = WORK_DRAWN / work_of_block(p);
	return p->warps > 1 && fmin(blocks_needed(p), (double)blocks) > affordable &&
	       2 * affordable <= (double)blocks;
}

int64_t
gm_ptx_pilot_drawn(const ptx_pilot *p, int64_t blocks)
{
	const double affordable = WORK_DRAWN / work_of_block(p);
	const double drawn = gm_ptx_pilot_takes_warps(p, blocks)
				     ? fmin(affordable * p->warps, (double)blocks / 2)
				     : fmin(blocks_needed(p), affordable);
	return (int64_t)fmin(fmax(drawn, 1), (double)blocks);
}

bool
gm_ptx_pilot_takes_all(const ptx_pilot *p, int64_t blocks)
{
	return p->whole_work * (double)blocks <= WORK_WHOLE;
}

#include "launch/pilot.h"

#include "base/bits.h"
#include "kernel/spans.h"

#include <math.h>
#include <stdlib.h>

enum { WORK_OF_PILOT = 3 << 19 };

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

/* Of words in the bank with the most of them; lanes that name the word of one before are no more. */
static int64_t
passes_of(const gm_warp_instr *instr)
{
	enum { BANKS = 32, WORD_BITS = 2 };
	uint64_t last[BANKS] = {0};
	int64_t words[BANKS] = {0}, most = 0;
	for (uint64_t rest = instr->active; rest; rest &= rest - 1) {
		const uint64_t word = instr->address[__builtin_ctzll(rest)] >> WORD_BITS;
		const size_t bank = word % BANKS;
		words[bank] += words[bank] == 0 || last[bank] != word;
		last[bank] = word;
		most = words[bank] > most ? words[bank] : most;
	}
	return most;
}

/* Of each amount, over the blocks so far. */
typedef struct spread {
	double sum[AMOUNT_COUNT], squares[AMOUNT_COUNT];
} spread;

static double
variation_of(double sum, double squares, double blocks)
{
	const double mean = sum / blocks;
	const double variance = fmax(squares / blocks - mean * mean, 0) * blocks / (blocks - 1);
	return mean > 0 && blocks > 1 ? sqrt(variance) / mean : 0;
}

static double
largest_variation(const spread *s, double blocks)
{
	double largest = 0;
	for (int k = 0; k < AMOUNT_COUNT; k++)
		largest = fmax(largest, variation_of(s->sum[k], s->squares[k], blocks));
	return largest;
}

/* But for that of a block as such. */
static double
work_of(const ptx_amounts *of)
{
	return (double)of->of[AMOUNT_INSTRUCTIONS] + WORK_OF_REQUEST * (double)of->of[AMOUNT_REQUESTS] +
	       (double)of->of[AMOUNT_SECTORS];
}

static void
add_block(ptx_pilot *p, spread *s, const ptx_amounts *block)
{
	if (p->blocks++ == 0)
		p->least = p->most = *block;
	for (int k = 0; k < AMOUNT_COUNT; k++) {
		const int64_t value = block->of[k];
		s->sum[k] += (double)value;
		s->squares[k] += (double)value * (double)value;
		p->least.of[k] = value < p->least.of[k] ? value : p->least.of[k];
		p->most.of[k] = value > p->most.of[k] ? value : p->most.of[k];
		p->alike = p->alike && p->least.of[k] == p->most.of[k];
	}
}

/* Every fifth of them first, then those between: the whole grid is seen early. */
static size_t
place_of(size_t i, size_t count)
{
	enum { STRIDE = 5 };
	for (size_t start = 0; start < STRIDE; start++) {
		const size_t here = (count + STRIDE - 1 - start) / STRIDE;
		if (i < here)
			return start + STRIDE * i;
		i -= here;
	}
	return 0;
}

/* What was left out is counted as instructions of which as many go to memory. Each block is run so many times. */
static void
note_work(ptx_pilot *p, double walked, double instructions, int times)
{
	p->work = times * walked / (double)p->blocks;
	p->instructions = times * instructions / (double)p->blocks;
	p->whole_work = p->work + times * (double)p->notes.left_out / (double)p->blocks;
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

/* Of a grid that is walked whole. Where lanes are held back for rounds of a loop (turns.h) a warp stops and goes on
   again and again. */
static double
steps_of_instruction(const ptx_kernel *k)
{
	const ptx_program *p = &k->program;
	bool apart = false;
	for (int32_t i = 0; i < p->loops_count; i++)
		apart |= p->loops[i].apart;
	return apart ? STEPS_HELD_BACK : STEPS_OF_INSTRUCTION;
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
	double walked, instructions;
	int64_t number; /* of the block that is walked */
	spread seen;
	ptx_amounts block;
	gm_spans spans;
	ptx_amounts marked[GM_SPANS_MAX]; /* what there was of the block at each mark */
	double skipped, skipped_instructions; /* work of the block's turns that are not walked */
	size_t *seen_in; /* per site: the last block that executed it, from 1; 0: none */
	int64_t rows;    /* sites that blocks executed, all together */
	gm_error *err;
} flight;

static void
count_request(int64_t *of, const gm_site *site, const gm_warp_instr *instr)
{
	const int64_t sectors = sectors_of(instr);
	const bool atomic = gm_operation_is_atomic(site->operation);
	const bool stores = site->operation == GM_STORE;
	of[AMOUNT_REQUESTS]++;
	of[AMOUNT_SECTORS] += sectors;
	of[AMOUNT_STORES] += stores;
	of[AMOUNT_STORED_SECTORS] += stores ? sectors : 0;
	of[AMOUNT_ATOMICS] += atomic;
	of[AMOUNT_ATOMIC_SECTORS] += atomic ? sectors : 0;
	of[AMOUNT_PASSES] += site->space == GM_SHARED ? passes_of(instr) : 0;
}

static gm_status
count_several(void *state, uint32_t at, int64_t times, int64_t lanes)
{
	flight *f = state;
	const gm_site *site = &f->kernel->base.sites[at];
	const size_t block = f->pilot->blocks + 1;
	f->rows += f->seen_in[at] != block;
	f->seen_in[at] = block;
	f->block.of[AMOUNT_INSTRUCTIONS] += times;
	f->block.of[AMOUNT_LANES] += lanes;
	f->block.of[AMOUNT_FLOP] += site->operation == GM_MMA ? 0 : gm_site_flop(site, 1) * lanes;
	return GM_OK;
}

static gm_status
count_instruction(void *state, const gm_warp_instr *instr)
{
	flight *f = state;
	if (instr->address && instr->active)
		count_request(f->block.of, &f->kernel->base.sites[instr->site], instr);
	return count_several(state, instr->site, 1, gm_bits_count(instr->active));
}

static gm_status
mark(void *state, uint32_t loop)
{
	flight *f = state;
	const int slot = gm_spans_mark(&f->spans, loop);
	if (slot < 0)
		return gm_fail(f->err, GM_TOO_LARGE, "loops nest deeper than %d", GM_SPANS_MAX);
	f->marked[slot] = f->block;
	return GM_OK;
}

/* No more than there is room for, and something to spare. */
static int64_t
times_or_most(int64_t value, int64_t times)
{
	int64_t product;
	const bool fits = !__builtin_mul_overflow(value, times, &product);
	return fits && product < INT64_MAX / 4 ? product : INT64_MAX / 4;
}

static gm_status
repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	flight *f = state;
	const ptx_amounts *marked = &f->marked[gm_spans_repeat(&f->spans, loop)];
	ptx_amounts more;
	(void)advance;
	for (int k = 0; k < AMOUNT_COUNT; k++) {
		more.of[k] = times_or_most(f->block.of[k] - marked->of[k], times);
		f->block.of[k] = more.of[k] < INT64_MAX / 2 - f->block.of[k] ? f->block.of[k] + more.of[k]
									     : INT64_MAX / 2;
	}
	f->skipped += work_of(&more);
	f->skipped_instructions += (double)more.of[AMOUNT_INSTRUCTIONS];
	return GM_OK;
}

static void
note_seen(ptx_pilot *p, int64_t number, const ptx_amounts *amounts)
{
	if (p->seen_count < PILOT_SEEN_MOST)
		p->seen[p->seen_count++] = (ptx_seen){number, *amounts};
}

static void
end_flown(flight *f)
{
	if (!f->begun)
		return;
	f->begun = false;
	note_seen(f->pilot, f->number, &f->block);
	add_block(f->pilot, &f->seen, &f->block);
	f->walked += WORK_OF_BLOCK + work_of(&f->block) - f->skipped;
	f->instructions += (double)f->block.of[AMOUNT_INSTRUCTIONS] - f->skipped_instructions;
	note_work(f->pilot, f->walked, f->instructions, gm_later_is_own(f->kernel->base.later) ? 2 : 1);
}

static gm_status
begin_flown(void *state, const gm_block_sample *sample)
{
	flight *f = state;
	const gm_dim3 grid = f->kernel->base.grid;
	const int64_t blocks = gm_dim3_volume(grid);
	end_flown(f);
	f->number = gm_dim3_number(grid, sample->block);
	const bool glanced = f->pilot->alike && f->pilot->blocks >= f->most && f->walked >= WORK_LEAST;
	f->landed = glanced || f->walked > WORK_OF_PILOT || is_surely_little(f->pilot, blocks);
	f->begun = !f->landed;
	f->block = (ptx_amounts){0};
	f->spans = (gm_spans){0};
	f->skipped = f->skipped_instructions = 0;
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
	gm_error own = GM_ERROR_NONE;
	flight f = {.kernel = k, .pilot = out, .most = most, .err = &own};
	f.seen_in = gm_allocate((size_t)k->program.sites_count + 1, sizeof *f.seen_in);
	const gm_sink sink = {.state = &f,
			      .block = begin_flown,
			      .instruction = count_instruction,
			      .several = count_several,
			      .mark = mark,
			      .repeat = repeat,
			      .hurried = true};
	gm_block_sample *order = in_order(samples);
	*out = (ptx_pilot){
		.alike = true, .warps = independent_warps(k), .instruction_steps = steps_of_instruction(k)};
	gm_status status = gm_ptx_replay_noting(k, order, samples->count, GM_WALK_HASTY, &sink,
						&out->notes, &own);
	end_flown(&f);
	if (f.landed)
		status = GM_OK;
	else if (status != GM_OK && err)
		*err = own;
	free(order);
	free(f.seen_in);
	out->rows = out->blocks > 0 ? (double)f.rows / (double)out->blocks : 0;
	out->varies = largest_variation(&f.seen, (double)out->blocks);
	return status;
}

static double
work_of_block(const ptx_pilot *p)
{
	return fmax(p->work, 1);
}

/* Of a grid: one warp of nearly each block. */
static const double WARPS_MOST = 0.95;

static double
blocks_least(const ptx_pilot *p)
{
	return fmax(PILOT_BLOCKS_LEAST, WORK_LEAST / work_of_block(p));
}

/* For the mean to be known. */
static double
blocks_for_mean(const ptx_pilot *p)
{
	const double needed = p->varies / PILOT_ERROR_RATIO;
	return needed * needed;
}

static double
blocks_needed(const ptx_pilot *p)
{
	return fmax(blocks_least(p), blocks_for_mean(p));
}

static double
rows_affordable(const ptx_pilot *p)
{
	return ROWS_DRAWN / fmax(p->rows, 1);
}

static double
blocks_affordable(const ptx_pilot *p)
{
	return fmin(WORK_DRAWN / work_of_block(p), rows_affordable(p));
}

/* Of as many blocks. */
static double
warps_affordable(const ptx_pilot *p)
{
	const double all = fmax(p->work - WORK_OF_BLOCK, 1);
	return fmin(WORK_DRAWN / (WORK_OF_BLOCK + all / p->warps), rows_affordable(p));
}

/* Rather whole blocks, where there is work for half of the grid or half as many of them as of warps. */
bool
gm_ptx_pilot_takes_warps(const ptx_pilot *p, int64_t blocks)
{
	const double affordable = blocks_affordable(p);
	return p->warps > 1 && fmin(blocks_needed(p), (double)blocks) > affordable &&
	       2 * affordable <= fmin((double)blocks, warps_affordable(p));
}

int64_t
gm_ptx_pilot_drawn(const ptx_pilot *p, int64_t blocks)
{
	const double drawn = gm_ptx_pilot_takes_warps(p, blocks)
				     ? fmin(warps_affordable(p), WARPS_MOST * (double)blocks)
				     : fmin(blocks_needed(p), blocks_affordable(p));
	return (int64_t)fmin(fmax(drawn, 1), (double)blocks);
}

bool
gm_ptx_pilot_affords_all(const ptx_pilot *p, int64_t blocks)
{
	const double more = (p->instruction_steps - 1) * p->instructions;
	return (p->whole_work + more) * (double)blocks <= WORK_WHOLE;
}

bool
gm_ptx_pilot_takes_all(const ptx_pilot *p, int64_t blocks)
{
	const bool little = p->whole_work * (double)blocks <= WORK_LITTLE;
	return little || (gm_ptx_pilot_affords_all(p, blocks) && blocks_for_mean(p) >= blocks_least(p));
}

#include "model/banks_schedule.h"

#include "model/banks.h"

#include <stdlib.h>

typedef struct scheduling {
	const gm_bank_layout *layout;
	const gm_access *access;
	gm_bank_cell *out;
	int count;
	int phase, passes; /* so far */
} scheduling;

int
gm_bank_rule_banks(gm_bank_rule rule)
{
	const gm_bank_layout *layout = gm_banks_layout(rule);
	return 1 << (layout->row_shift - layout->bank_shift);
}

int
gm_banks_word_bytes(gm_bank_rule rule)
{
	return 1 << gm_banks_layout(rule)->bank_shift;
}

static int
bank_of(const scheduling *s, uint64_t word)
{
	return (int)(word & ((UINT64_C(1) << (s->layout->row_shift - s->layout->bank_shift)) - 1));
}

/* Adds the lane to the cell of its word in this phase, or opens the bank's next pass for it. */
static void
place(scheduling *s, int start, uint64_t word, int lane)
{
	int pass = s->passes;
	for (int i = start; i < s->count; i++) {
		if (s->out[i].word == word) {
			s->out[i].lanes |= UINT64_C(1) << lane;
			return;
		}
		pass += s->out[i].bank == bank_of(s, word);
	}
	s->out[s->count++] =
		(gm_bank_cell){s->phase, pass, bank_of(s, word), word, UINT64_C(1) << lane};
}

static void
close_phase(scheduling *s, int start)
{
	for (int i = start; i < s->count; i++)
		if (s->out[i].pass >= s->passes)
			s->passes = s->out[i].pass + 1;
	s->phase += s->count > start;
}

/* All rules but that of cc 1.x. */
static void
schedule_phase(scheduling *s, uint64_t lanes)
{
	const int start = s->count, shift = s->layout->bank_shift;
	for (; lanes; lanes &= lanes - 1) {
		const int lane = __builtin_ctzll(lanes);
		const uint64_t address = s->access->address[lane];
		const uint64_t last = (address + (uint64_t)s->access->access_bytes - 1) >> shift;
		for (uint64_t word = address >> shift; word <= last; word++)
			place(s, start, word & ~(s->layout->paired_bytes >> shift), lane);
	}
	close_phase(s, start);
}

/* cc 1.x, one pass: the word of the lowest waiting lane goes to all that name it; every other bank
   serves one lane. Returns the lanes that still wait. */
static uint64_t
serve_subset(scheduling *s, const uint64_t *word, uint64_t waiting)
{
	const int start = s->count;
	const uint64_t broadcast = word[__builtin_ctzll(waiting)];
	uint64_t left = 0;
	unsigned busy = 0;
	for (uint64_t rest = waiting; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest), bank = bank_of(s, word[lane]);
		if (word[lane] == broadcast && s->count > start) {
			s->out[start].lanes |= UINT64_C(1) << lane;
		} else if (busy >> bank & 1) {
			left |= UINT64_C(1) << lane;
		} else {
			busy |= 1u << bank;
			s->out[s->count++] = (gm_bank_cell){s->phase, s->passes, bank, word[lane],
							    UINT64_C(1) << lane};
		}
	}
	s->passes++;
	return left;
}

/* cc 1.x: a request for every word of the access. */
static void
schedule_half_warp(scheduling *s, uint64_t lanes)
{
	uint64_t word[64], waiting = lanes;
	for (unsigned nth = 0; waiting; nth++) {
		waiting = 0;
		for (uint64_t rest = lanes; rest; rest &= rest - 1) {
			const int lane = __builtin_ctzll(rest);
			const uint64_t address = s->access->address[lane];
			word[lane] = (address >> 2) + nth;
			if (word[lane] <= (address + (uint64_t)s->access->access_bytes - 1) >> 2)
				waiting |= UINT64_C(1) << lane;
		}
		const bool any = waiting != 0;
		for (uint64_t left = waiting; left;)
			left = serve_subset(s, word, left);
		s->phase += any;
	}
}

static int
by_pass_and_bank(const void *a, const void *b)
{
	const gm_bank_cell *x = a, *y = b;
	return x->pass != y->pass ? x->pass - y->pass : x->bank - y->bank;
}

int
gm_banks_schedule(gm_bank_rule rule, const gm_access *access,
		  gm_bank_cell out[static GM_BANK_CELLS_MAX])
{
	scheduling s = {.layout = gm_banks_layout(rule), .access = access, .out = out};
	const int step =
		s.layout->serial_subsets ? 16 : gm_banks_phase_lanes(rule, access->access_bytes);
	for (int first = 0; first < access->lanes_count; first += step) {
		const uint64_t lanes = gm_access_lanes(access) & gm_access_group(first, step);
		(s.layout->serial_subsets ? schedule_half_warp : schedule_phase)(&s, lanes);
	}
	qsort(out, (size_t)s.count, sizeof *out, by_pass_and_bank);
	return s.count;
}

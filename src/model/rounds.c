#include "model/rounds.h"

#include "model/banks.h"
#include "model/request.h"

#include <math.h>
#include <string.h>

enum {
	SWAP_PASSES = 2, /* of each half, or the warp */
	WORD_MULTIPLY_ADDS = 24,
	WIDE_MULTIPLY_ADDS = 30
};
static const double rounds_per_lane = 0.46;

bool
gm_rounds_apply(gm_bank_rule rule, const gm_site *site)
{
	return site->in_rounds && rule == GM_BANKS_32;
}

/* ---- one round ---- */

typedef struct round_state {
	int bytes; /* of a bank, as it is locked: 4, or 8 of a pair */
	int banks;
	uint64_t changed[64]; /* words in this round */
	int changed_count;
} round_state;

static bool
is_changed(const round_state *r, uint64_t word)
{
	for (int i = 0; i < r->changed_count; i++)
		if (r->changed[i] == word)
			return true;
	return false;
}

/* The lanes of one half, or the warp, that succeed; the first of each bank tries. Words of `stale` lanes have been
   changed since they were read. */
static uint64_t
winners(round_state *r, const gm_access *access, uint64_t lanes, uint64_t stale)
{
	uint64_t taken = 0, won = 0;
	for (uint64_t rest = lanes; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		const uint64_t word = access->address[lane] / (unsigned)r->bytes;
		const uint64_t bank = UINT64_C(1) << word % (unsigned)r->banks;
		if (taken & bank)
			continue;
		taken |= bank;
		if (is_changed(r, word) || (stale >> lane & 1))
			continue;
		won |= UINT64_C(1) << lane;
		r->changed[r->changed_count++] = word;
	}
	return won;
}

static void
add_passes(gm_rounds *out, gm_bank_rule rule, const gm_access *access, uint64_t left, int phases)
{
	const gm_access load = {access->lanes_count, access->access_bytes, left, access->address};
	const gm_bank_passes passes = gm_banks_evaluate_load(rule, &load);
	out->wavefronts_count += passes.wavefronts_count + SWAP_PASSES * phases;
	out->ideal_wavefronts_count += passes.ideal_wavefronts_count + SWAP_PASSES * phases;
	out->packed_wavefronts_count +=
		(phases > 0 ? 1 + SWAP_PASSES : 1) * gm_banks_packed(&load, passes.wavefronts_count);
}

uint64_t
gm_rounds_try(gm_bank_rule rule, const gm_access *access, uint64_t swaps, uint64_t stale, gm_rounds *out)
{
	const bool wide = access->access_bytes > 4;
	const int step = wide ? access->lanes_count / 2 : access->lanes_count;
	const uint64_t left = gm_access_lanes(access);
	round_state now = {.bytes = wide ? 8 : 4, .banks = wide ? 16 : 32};
	uint64_t won = 0;
	int phases = 0;
	for (int first = 0; first < access->lanes_count; first += step) {
		const uint64_t lanes = left & swaps & gm_access_group(first, step);
		phases += lanes != 0;
		won |= winners(&now, access, lanes, stale);
	}
	add_passes(out, rule, access, left, phases);
	out->rounds_count++;
	out->lanes_count += __builtin_popcountll(left);
	return won;
}

/* The lanes of `left` that bring more than their word holds, after `won` of them have changed theirs. */
static uint64_t
better(const gm_access *access, const gm_offers *offers, uint64_t left, uint64_t won, uint64_t held[64])
{
	uint64_t lanes = 0;
	for (uint64_t rest = left; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		for (uint64_t winner = won; winner; winner &= winner - 1)
			if (access->address[__builtin_ctzll(winner)] == access->address[lane])
				held[lane] = offers->brought[__builtin_ctzll(winner)];
		if (offers->brought[lane] > held[lane])
			lanes |= rest & -rest;
	}
	return lanes;
}

gm_rounds
gm_rounds_evaluate(gm_bank_rule rule, const gm_access *access, const gm_offers *offers)
{
	gm_access left = *access;
	gm_rounds out = {0};
	uint64_t held[64], won = 0;
	if (offers)
		memcpy(held, offers->found, sizeof held);
	for (left.active = gm_access_lanes(access); left.active;) {
		const uint64_t swaps = offers ? better(access, offers, left.active, won, held) : left.active;
		won = gm_rounds_try(rule, &left, swaps, 0, &out);
		left.active = swaps & ~won;
	}
	return out;
}

gm_rounds
gm_rounds_elsewhere(const gm_access *access)
{
	gm_rounds out = {0};
	uint64_t left = gm_access_lanes(access);
	while (left) {
		uint64_t lost = 0;
		for (uint64_t rest = left; rest; rest &= rest - 1)
			for (uint64_t before = left & ((rest & -rest) - 1); before; before &= before - 1)
				if (access->address[__builtin_ctzll(before)] == access->address[__builtin_ctzll(rest)])
					lost |= rest & -rest;
		out.rounds_count++;
		out.lanes_count += __builtin_popcountll(left);
		left = lost;
	}
	out.wavefronts_count = out.ideal_wavefronts_count = out.packed_wavefronts_count =
		SWAP_PASSES * out.rounds_count;
	return out;
}

/* ---- what it costs ---- */

gm_issue
gm_rounds_issue(const gm_site *site)
{
	const bool wide = site->access_bytes > 4;
	const gm_float kind = gm_float_of(GM_ADD, site->type);
	gm_issue out = {
		.of = {[GM_UNIT_LSU] = 2, [GM_UNIT_CONTROL] = 1, [GM_UNIT_ALU] = wide ? 2 : 1},
		.accesses = {[GM_ISSUED_SHARED_LOAD] = 1}};
	if (site->looks_first) {
		out.of[GM_UNIT_CONTROL]++, out.of[GM_UNIT_ALU] += 2;
		return out;
	}
	if (site->type == GM_F64)
		out.of[GM_UNIT_FP64] = 1;
	else if (gm_type_is_floating(site->type))
		out.of[GM_UNIT_FMA] = 1;
	else
		out.of[GM_UNIT_ALU] += 1, out.of[GM_UNIT_FMA] += wide;
	if (kind != GM_FLOAT_COUNT)
		out.floats[kind] = 1;
	return out;
}

/* BSSY and BSYNC; the one atomic instruction is the rounds'. */
gm_issue
gm_rounds_issue_besides(void)
{
	return (gm_issue){.of = {[GM_UNIT_CONTROL] = 2, [GM_UNIT_LSU] = -1}};
}

double
gm_rounds_cycles(const gm_device *device, const gm_site *site)
{
	const double fma = gm_device_knows(device, GM_LATENCY_FMA)
				   ? gm_device_value(device, GM_LATENCY_FMA)
				   : 4;
	return fma * (site->access_bytes == 4 ? WORD_MULTIPLY_ADDS : WIDE_MULTIPLY_ADDS);
}

int
gm_rounds_failed_passes(const gm_site *site)
{
	return site->access_bytes > 4 ? 2 * (1 + SWAP_PASSES) : 1 + SWAP_PASSES;
}

/* failed = k * others * busy, busy = (own + failed * cycles) / (own + failed * cycles + other): a
   quadratic in busy. */
double
gm_rounds_crowded(double others, double own_cycles, double cycles_per_failure, double other_cycles)
{
	const double most = rounds_per_lane * others, a = own_cycles, b = most * cycles_per_failure;
	if (b <= 0 || a <= 0)
		return 0;
	const double p = a + other_cycles - b;
	const double busy = (sqrt(p * p + 4 * a * b) - p) / (2 * b);
	return most * fmin(1, busy);
}

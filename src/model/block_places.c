#include "model/block_places.h"

#include "base/lesser.h"

static const double early_turn = 100.0 / 132; /* of a turn of all */

int64_t
gm_block_places_others(const gm_block_places *p)
{
	return p->early < p->sms && p->blocks > p->sms ? p->sms - p->early : p->sms;
}

static int64_t
early_of(const gm_block_places *p)
{
	return p->sms - gm_block_places_others(p);
}

/* Blocks from one turn of the early SMs to the next. */
static int64_t
between_early(const gm_block_places *p)
{
	return (int64_t)(early_turn * (double)p->sms);
}

/* Turns that each SM has while the device fills up. */
static int64_t
turns_of(const gm_block_places *p)
{
	return gm_lesser(p->resident, (p->blocks + p->sms - 1) / p->sms);
}

static int64_t
scattered(int64_t sm, int64_t turn, int64_t blocks)
{
	uint64_t x = (uint64_t)(sm + 1) * 0x9e3779b97f4a7c15U + (uint64_t)turn * 0xbf58476d1ce4e5b9U;
	x ^= x >> 31;
	x *= 0x94d049bb133111ebU;
	return (int64_t)((x >> 33) % (uint64_t)blocks);
}

int64_t
gm_block_places_at(const gm_block_places *p, int64_t sm, int64_t turn)
{
	const int64_t left = p->blocks - turn * p->sms;
	if (turn >= p->resident)
		return left > 0 ? turn * p->sms + scattered(sm, turn, gm_lesser(left, p->sms)) : p->blocks;
	const int64_t of_others = sm + turn * gm_block_places_others(p), early = early_of(p);
	const int64_t before = early > 0 ? of_others / (between_early(p) - early) + 1 : 0;
	return of_others + early * gm_lesser(before, turns_of(p));
}

int64_t
gm_block_places_sm(const gm_block_places *p, int64_t block)
{
	const int64_t others = gm_block_places_others(p), early = early_of(p), between = between_early(p);
	const int64_t turns = early > 0 ? gm_lesser(block / between + 1, turns_of(p)) : 0;
	const int64_t into = early > 0 && turns == block / between + 1 ? block % between : early;
	const int64_t of_others = block - early * turns + (into < early ? early - into : 0);
	return (of_others < 0 ? 0 : of_others) % others;
}

#include "ptx/memory.h"

#include "ptx/half.h"

#include <string.h>

/* splitmix64 (Steele, Lea, Flood 2014) of the index: any element without the ones before it. */
uint64_t
gm_ptx_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15ull;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}

static uint64_t
bits_of(ptx_type type, double value)
{
	const float narrow = (float)value;
	uint32_t bits;
	uint64_t wide;
	memcpy(&bits, &narrow, sizeof bits);
	memcpy(&wide, &value, sizeof wide);
	switch (type) {
	case PTX_F16:
		return gm_ptx_half_from_float(narrow);
	case PTX_F32:
		return bits;
	default:
		return wide;
	}
}

static uint64_t
random_element(const ptx_buffer *b, uint64_t i)
{
	const uint64_t drawn = gm_ptx_mix(b->seed ^ gm_ptx_mix(i));
	const bool is_float = gm_ptx_type_kind(b->type) == KIND_FLOAT;
	if (b->number > 0)
		return drawn % (uint64_t)b->number;
	/* 11 bits in [0,1) are exact in f16, f32 and f64; f32 and f64 take 24. */
	const int digits = b->type == PTX_F16 ? 11 : 24;
	return is_float ? drawn >> (64 - digits) : drawn;
}

/* A permutation of 0 ... 2^(2*half) - 1 and its inverse: four rounds of a Feistel network. */
static uint64_t
shuffled(uint64_t x, int half, uint64_t seed, bool backward)
{
	const uint64_t mask = ((uint64_t)1 << half) - 1;
	uint64_t left = x >> half, right = x & mask;
	for (unsigned round = 0; round < 4; round++) {
		const uint64_t key = seed + (backward ? 3 - round : round);
		const uint64_t kept = backward ? left : right;
		const uint64_t changed = (backward ? right : left) ^ (gm_ptx_mix(key ^ (kept << 3)) & mask);
		left = backward ? changed : kept;
		right = backward ? kept : changed;
	}
	return left << half | right;
}

/* The same below `count`: what falls outside goes through again. */
static uint64_t
shuffled_below(uint64_t x, uint64_t count, uint64_t seed, bool backward)
{
	int half = 1;
	while ((uint64_t)1 << (2 * half) < count)
		half++;
	do
		x = shuffled(x, half, seed, backward);
	while (x >= count);
	return x;
}

/* A cycle in random order through every number-th element: place p of the tour is followed by
   place p+1. Elements between hold 0. */
static uint64_t
next_stop(const ptx_buffer *b, uint64_t i)
{
	const uint64_t stride = (uint64_t)b->number, stops = b->elements / stride;
	const uint64_t seed = gm_ptx_mix(b->seed);
	if (i % stride || i / stride >= stops)
		return 0;
	const uint64_t place = shuffled_below(i / stride, stops, seed, true);
	return shuffled_below((place + 1) % stops, stops, seed, false) * stride;
}

/* Row i/number of a sparse matrix has its columns in a band of 4*number beside the diagonal. */
static uint64_t
banded(const ptx_buffer *b, uint64_t i)
{
	const uint64_t width = (uint64_t)b->number, rows = b->elements / width;
	return (i / width + gm_ptx_mix(b->seed ^ gm_ptx_mix(i)) % (4 * width)) % (rows ? rows : 1);
}

uint64_t
gm_ptx_buffer_element(const ptx_buffer *b, uint64_t i)
{
	const bool is_float = gm_ptx_type_kind(b->type) == KIND_FLOAT;
	const int digits = b->type == PTX_F16 ? 11 : 24;
	uint64_t value = 0;
	switch (b->contents) {
	case CONTENTS_ZERO:
	case CONTENTS_BYTES:
		return 0;
	case CONTENTS_STEP:
		value = i * (uint64_t)b->number;
		break;
	case CONTENTS_CHAIN:
		value = (i + (uint64_t)b->number) % b->elements;
		break;
	case CONTENTS_GATHER:
		value = i * (uint64_t)b->number % b->elements;
		break;
	case CONTENTS_CYCLE:
		value = next_stop(b, i);
		break;
	case CONTENTS_BAND:
		value = banded(b, i);
		break;
	case CONTENTS_RANDOM:
		value = random_element(b, i);
		if (is_float && b->number == 0)
			return bits_of(b->type, (double)value / (double)(1 << digits));
		break;
	}
	return is_float ? bits_of(b->type, (double)(int64_t)value) : value;
}

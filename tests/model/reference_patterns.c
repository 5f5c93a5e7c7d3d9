#include "model/reference_patterns.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t
reference_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint64_t
below(uint64_t *state, uint64_t limit)
{
	return reference_random(state) % limit;
}

static uint64_t
random_mask(uint64_t *state)
{
	const uint64_t random = reference_random(state), other = reference_random(state);
	switch (below(state, 10)) {
	case 0:
		return 0;
	case 1:
		return UINT64_C(1) << below(state, 64);
	case 2:
		return random & other & reference_random(state); /* sparse */
	case 3:
		return random;
	case 4:
		return UINT64_C(0xffff) << 16 * below(state, 4); /* one half-warp */
	case 5:
		return (UINT64_C(1) << below(state, 64)) - 1; /* the tail of a grid */
	case 6:
		return UINT64_C(0x5555555555555555) << below(state, 2);
	default:
		return ~UINT64_C(0);
	}
}

/* Where lane `lane` goes, in bytes from a base; `a` and `b` are random parameters of the request.
 */
static uint64_t
lane_offset(uint64_t kind, uint64_t lane, uint64_t size, uint64_t a, uint64_t b, uint64_t *state)
{
	switch (kind) {
	case 0: /* contiguous, perhaps backwards */
		return (b % 2 ? 63 - lane : lane) * size;
	case 1: /* strided in elements */
		return lane * size * (a % 70);
	case 2: /* strided in bytes, aligned or not */
		return lane * (a % 600);
	case 3: /* rows of 2, 4, 8 or 16 elements, far apart */
		return (lane >> (1 + b % 4)) * (a % 5000) * size +
		       (lane & ((2u << b % 4) - 1)) * size;
	case 4: /* permuted */
		return ((lane * (2 * a + 1)) % 32 + lane / 32 * 32) * size;
	case 5: /* a permutation with one lane astray */
		return (lane == a % 64 ? b % 128 : lane) * size;
	case 6: /* broadcast, and two lanes or rows alternating */
		return (b % 3 == 0 ? 0 : b % 3 == 1 ? lane % 2 : lane / 16) * (a % 300) * size;
	case 7: /* gather from a small table */
		return below(state, 1 + a % 64) * size;
	case 8: /* bytes anywhere in a small window: overlapping, straddling */
		return below(state, 16 + a % 600);
	case 9: /* gather from far */
		return below(state, UINT64_C(1) << 40) * size;
	default: /* few words of few banks */
		return below(state, 4) * 4 * (a % 40) + below(state, 3) * 128 * (b % 4);
	}
}

void
reference_pattern_fill(reference_pattern *out, uint64_t seed, int lanes_count, int access_bytes)
{
	uint64_t state = seed;
	const uint64_t size = (uint64_t)access_bytes;
	const uint64_t kind = below(&state, 11), a = reference_random(&state),
		       b = reference_random(&state);
	const uint64_t bases[] = {0, 128 * below(&state, 64), size * below(&state, 4096),
	                          below(&state, 4096), 64 * below(&state, 64)};
	const uint64_t base = (UINT64_C(1) << 32) + bases[below(&state, 5)];
	for (uint64_t lane = 0; lane < 64; lane++)
		out->address[lane] = base + lane_offset(kind, lane, size, a, b, &state);
	out->access = (gm_access){lanes_count, access_bytes, random_mask(&state), out->address};
}

const gm_access *
reference_line(reference_pattern *out, int lanes_count, int access_bytes, uint64_t base, int64_t step)
{
	for (int lane = 0; lane < 64; lane++)
		out->address[lane] = base + (uint64_t)(lane * step);
	out->access = (gm_access){lanes_count, access_bytes, ~UINT64_C(0), out->address};
	return &out->access;
}

const int reference_widths[REFERENCE_WIDTHS] = {1, 2, 4, 8, 16};

void
reference_every_pattern(int row, uint64_t count, reference_check check)
{
	for (uint64_t seed = 0; seed < count; seed++) {
		reference_pattern pattern;
		reference_pattern_fill(&pattern, seed + 1000000007 * (uint64_t)row, seed % 4 == 0 ? 64 : 32,
		                       reference_widths[row % REFERENCE_WIDTHS]);
		check(row / REFERENCE_WIDTHS, &pattern.access, seed);
	}
}

void
reference_every_progression(int row, reference_check check)
{
	const int rule = row / REFERENCE_WIDTHS, size = reference_widths[row % REFERENCE_WIDTHS];
	const uint64_t offset_step = reference_is_full() ? 1 : 29;
	for (int64_t stride = -64; stride <= 64; stride++)
		for (uint64_t offset = 0; offset < 160; offset += offset_step) {
			reference_pattern line;
			check(rule, reference_line(&line, 32, size, 65536 + offset, stride * size), 0);
			line.access.active = UINT64_C(0xff) << offset % 24;
			check(rule, &line.access, 0);
		}
}

char *
reference_pattern_print(const gm_access *access, char *out, size_t out_bytes)
{
	size_t at = 0;
	at += (size_t)snprintf(out, out_bytes, "lanes %d, %d bytes, active %#llx, addresses",
	                       access->lanes_count, access->access_bytes,
	                       (unsigned long long)access->active);
	for (int lane = 0; lane < access->lanes_count && at < out_bytes; lane++)
		at += (size_t)snprintf(out + at, out_bytes - at, " %llu",
		                       (unsigned long long)access->address[lane]);
	return out;
}

bool
reference_is_full(void)
{
	const char *full = getenv("GM_TEST_FULL");
	return full && full[0] == '1';
}

uint64_t
reference_count(uint64_t few, uint64_t many)
{
#ifdef __SANITIZE_ADDRESS__
	few = (few + 7) / 8; /* what is instrumented is slow, and looks for other faults */
#endif
	return reference_is_full() ? many : few;
}

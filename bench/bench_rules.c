/*
 * How many warp requests per second the memory rules count on one core.
 *
 *     bench_rules [seconds per line]
 *
 * The mix is what a predictor meets: mostly arithmetic progressions, some rows of tiles, tails of grids,
 * a few gathers. One line per rule for the mix, then coalescing (sectors_32) and banks (banks_32) both
 * for every request, then that pair per pattern.
 */
#include "model/banks.h"
#include "model/coalescing.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REQUESTS = 1024, LANES = 32 };

typedef struct request {
	gm_access access;
	uint64_t address[64];
} request;

static uint64_t random_state = 1;

static uint64_t
below(uint64_t limit)
{
	random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (random_state >> 33) % limit;
}

/*           weight of 100, lane `i` at element, with random a, b */
#define PATTERNS(X)                                                                                \
	X(contiguous, 35, i)                                                                       \
	X(offset, 8, i + 1 + a % 31)                                                               \
	X(strided, 14, i * (2 + a % 63))                                                           \
	X(broadcast, 12, a)                                                                        \
	X(two_rows_of_16, 10, (i / 16) * 1024 + i % 16)                                            \
	X(four_rows_of_8, 5, (i / 8) * 4096 + i % 8)                                               \
	X(two_broadcasts, 5, (i / 16) * 1024 + a % 16)                                             \
	X(tail, 4, i)                                                                              \
	X(every_other_lane, 2, i)                                                                  \
	X(permuted, 2, i ^ (a % 32))                                                               \
	X(gather_near, 2, below(256))                                                              \
	X(gather_far, 1, below(1u << 24))

enum pattern {
#define X(name, weight, element) name,
	PATTERNS(X)
#undef X
	        PATTERNS_COUNT
};

static const char *const names[] = {
#define X(name, weight, element) #name,
        PATTERNS(X)
#undef X
};

static const unsigned weights[] = {
#define X(name, weight, element) weight,
        PATTERNS(X)
#undef X
};

static uint64_t
element(enum pattern pattern, uint64_t i, uint64_t a)
{
	switch (pattern) {
#define X(name, weight, element)                                                                   \
	case name:                                                                                 \
		return element;
		PATTERNS(X)
#undef X
	default:
		return 0;
	}
}

static void
request_fill(request *out, enum pattern pattern)
{
	static const int sizes[] = {4, 4, 4, 4, 4, 8, 8, 16, 2, 1};
	const int size = sizes[below(10)];
	const uint64_t a = below(1024);
	uint64_t active = UINT64_C(0xffffffff);
	for (uint64_t i = 0; i < LANES; i++)
		out->address[i] = 65536 + (uint64_t)size * element(pattern, i, a);
	if (pattern == tail)
		active >>= 1 + below(31);
	if (pattern == every_other_lane)
		active &= UINT64_C(0x5555555555555555);
	out->access = (gm_access){LANES, size, active, out->address};
}

static enum pattern
random_pattern(void)
{
	unsigned at = (unsigned)below(100);
	int pattern = 0;
	while (pattern < PATTERNS_COUNT - 1 && at >= weights[pattern])
		at -= weights[pattern++];
	return (enum pattern)pattern;
}

static double
now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* -1: that rule is left out. The sum keeps the calls alive. */
static void
measure(const char *name, const request *requests, int coalescing, int banks, double seconds)
{
	int64_t done = 0, sum = 0;
	const double start = now_s();
	double spent = 0;
	for (; spent < seconds; spent = now_s() - start)
		for (int r = 0; r < REQUESTS; r++, done++) {
			gm_request ready;
			gm_request_init(&ready, &requests[r].access);
			if (coalescing >= 0)
				sum += gm_coalescing_count((gm_coalescing_rule)coalescing, &ready).moved_bytes;
			if (banks >= 0)
				sum += gm_banks_count((gm_bank_rule)banks, &ready).wavefronts_count;
		}
	printf("%-44s %7.2f million requests per second  (mean %.2f)\n", name, 1e-6 * (double)done / spent,
	       (double)sum / (double)done);
}

int
main(int argc, char **argv)
{
	static request mix[REQUESTS], one[REQUESTS];
	const double seconds = argc > 1 ? strtod(argv[1], NULL) : 0.5;
	for (int r = 0; r < REQUESTS; r++)
		request_fill(&mix[r], random_pattern());
	for (int rule = 0; rule < GM_COALESCING_COUNT; rule++)
		measure(gm_coalescing_name((gm_coalescing_rule)rule), mix, rule, -1, seconds);
	for (int rule = 0; rule < GM_BANKS_COUNT; rule++)
		measure(gm_banks_name((gm_bank_rule)rule), mix, -1, rule, seconds);
	measure("sectors_32 and banks_32, mix", mix, GM_SECTORS_32, GM_BANKS_32, seconds);
	for (int pattern = 0; pattern < PATTERNS_COUNT; pattern++) {
		char name[64];
		snprintf(name, sizeof name, "sectors_32 and banks_32, %s", names[pattern]);
		for (int r = 0; r < REQUESTS; r++)
			request_fill(&one[r], (enum pattern)pattern);
		measure(name, one, GM_SECTORS_32, GM_BANKS_32, seconds);
	}
	return 0;
}

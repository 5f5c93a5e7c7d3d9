/*
 * Random warp requests for the comparisons with brute-force references: a mix of what kernels do and
 * of what they should not. The same seed gives the same request.
 */
#ifndef GM_TESTS_REFERENCE_PATTERNS_H
#define GM_TESTS_REFERENCE_PATTERNS_H

#include "model/access.h"

#include <stddef.h>

typedef struct reference_pattern {
	gm_access access; /* points into this structure: do not copy */
	uint64_t address[64];
} reference_pattern;

/* splitmix64: the next number of the stream, and its state. */
uint64_t reference_random(uint64_t *state);

void reference_pattern_fill(reference_pattern *out, uint64_t seed, int lanes_count, int access_bytes);

/* Lane i starts at base + i * step, all lanes are active. Returns the request. */
const gm_access *reference_line(reference_pattern *out, int lanes_count, int access_bytes,
                                        uint64_t base, int64_t step);

/* Rows of a loop test: every rule with every width, 1 to 16 bytes. */
enum { REFERENCE_WIDTHS = 5 };
extern const int reference_widths[REFERENCE_WIDTHS];

typedef void (*reference_check)(int rule, const gm_access *access, uint64_t seed);

/* `count` random requests of a row's width, a fourth of them of 64 lanes. */
void reference_every_pattern(int row, uint64_t count, reference_check check);

/* Every stride from -64 to 64 elements and every offset below 160 bytes, aligned or not, of all lanes and of
   eight. An ordinary run takes some of the offsets. */
void reference_every_progression(int row, reference_check check);

/* "lanes 32, 4 bytes, active ..., addresses ...": what to look at when a comparison fails. Returns
   `out`. */
char *reference_pattern_print(const gm_access *access, char *out, size_t out_bytes);

/* Is GM_TEST_FULL=1 in the environment? */
bool reference_is_full(void);

/* `few` in an ordinary run, `many` in a full one. */
uint64_t reference_count(uint64_t few, uint64_t many);

#endif

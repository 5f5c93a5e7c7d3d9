/*
 * A warp request made ready to be counted: what its addresses have in common is looked at once, for
 * all rules.
 *
 * Most requests of real kernels are arithmetic progressions (a[i], a[i + offset], a[i * stride], all
 * lanes on one element), for which the rules have closed forms. Most others rise with their lanes
 * (rows of tiles): what is new at a lane then shows in the bits that differ from the lane before, and
 * nothing need be remembered. The rest are counted as sets.
 */
#ifndef GM_MODEL_REQUEST_H
#define GM_MODEL_REQUEST_H

#include "model/access.h"


/* Addresses a constant distance apart, in the order of their lanes. */
typedef struct gm_progression {
	int count;               /* at least 1 */
	bool falling;            /* the address falls as the lane rises */
	uint64_t low_bytes;      /* the lowest address */
	uint64_t high_bytes;     /* the highest */
	uint64_t distance_bytes; /* between neighbours; 0: all the same address */
} gm_progression;

typedef enum gm_order {
	GM_STEADY,    /* aligned to the access, a constant distance apart */
	GM_RISING,    /* aligned to the access, within 2 GiB, none below the one before */
	GM_SCATTERED, /* aligned to the access */
	GM_UNALIGNED,
} gm_order;

/* How often something changes from one address to the next. Counts of what is touched, less one, where
   addresses rise and are aligned. */
typedef struct gm_changes {
	int addresses_count;
	int sectors_count; /*  32 B */
	int blocks_count;  /*  64 B */
	int lines_count;   /* 128 B */
} gm_changes;

/* The first bytes of accesses of one width. */
typedef struct gm_addresses {
	const uint64_t *address; /* borrowed */
	int count;               /* at least 1 */
	int size_shift;          /* log2 of the bytes of an access */
	int unit_shift;          /* log2 of the widest unit, at most an access, that they are multiples of */
	gm_order order;
	gm_progression steps;    /* of a steady order */
	gm_changes changes;      /* of any other, as the next */
	uint64_t changing;       /* the bits in which some address differs from the first */
	bool apart;              /* scattered, and no two of them in one line of 128 bytes */
} gm_addresses;

/* May point into itself: do not copy. */
typedef struct gm_request {
	const gm_access *access; /* borrowed */
	uint64_t lanes;          /* the active lanes that the warp has */
	gm_addresses named;      /* by these lanes, in their order; not set when there are none */
	uint64_t storage[64];
} gm_request;

/* true and *out when the `count` (at least 1) addresses progress by a constant distance below 2^48. */
bool gm_progression_find(const uint64_t *address, int count, gm_progression *out);

void gm_addresses_init(gm_addresses *out, const uint64_t *address, int count, int access_bytes);

void gm_request_init(gm_request *out, const gm_access *access);

enum { GM_PIECES_MAX = 64 * 16 };

/* The numbers of the pieces of 1 << shift bytes that the accesses [first, first + count) touch,
   repetitions included. Returns how many. */
int gm_addresses_pieces(const gm_addresses *named, int first, int count, int shift,
                        uint64_t piece[GM_PIECES_MAX]);

/* Keeps one of each of at most GM_PIECES_MAX numbers, in another order. Returns how many. */
int gm_pieces_distinct(uint64_t *piece, int count);

#endif

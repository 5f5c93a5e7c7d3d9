/*
 * Global memory, drawn: the transactions of one warp request one by one, and which lanes each
 * serves.
 *
 * The same rules as model/coalescing.h, which counts; this lists, for people who want to see. As
 * many transactions and bytes as it counts come out, in the order of the groups and then of the
 * addresses (half_warp_strict, not coalesced: of the lanes).
 *
 * Bytes are named by a lane or only moved: the part of a transaction that nobody asked for is what
 * a better access would save.
 */
#ifndef GM_MODEL_TRANSACTIONS_H
#define GM_MODEL_TRANSACTIONS_H

#include "model/access.h"

#include "device/rules.h"

enum { GM_TRANSACTIONS_MAX = 2 * 64 }; /* every lane of a wavefront may straddle two */

typedef struct gm_transaction {
	int group;           /* of neighbouring lanes that is served together, from 0 */
	uint64_t first_byte; /* a multiple of 32 */
	int bytes;           /* 32, 64 or 128 */
	uint64_t lanes;      /* active lanes of the group with bytes in it */
	uint64_t named[2];   /* bit i % 64 of word i / 64: a lane names byte first_byte + i */
} gm_transaction;

/* Returns how many. Pure; cannot fail for a well-formed access. */
int gm_transactions_list(gm_coalescing_rule rule, const gm_access *access,
			 gm_transaction out[GM_TRANSACTIONS_MAX]);

/* Bytes of it that lanes name, each once. */
int gm_transaction_named_bytes(const gm_transaction *transaction);

#endif

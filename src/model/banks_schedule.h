/*
 * Shared memory, drawn: which lanes each bank serves in each pass of one warp request.
 *
 * The same rules as model/banks.h, which counts; this lists, for people who want to see. Within a
 * phase a bank yields its words in the order of the lanes that first name them, one a pass, and a
 * pass serves every lane that names the word. As many passes as gm_banks_evaluate counts come out.
 * The order in which hardware takes the words of a bank is not documented and changes no count.
 */
#ifndef GM_MODEL_BANKS_SCHEDULE_H
#define GM_MODEL_BANKS_SCHEDULE_H

#include "model/access.h"

#include "device/rules.h"

enum { GM_BANK_CELLS_MAX = 64 * 5 }; /* 16 bytes that straddle lie in five words */

/* One bank in one pass. */
typedef struct gm_bank_cell {
	int phase; /* among those with an active lane, from 0 */
	int pass;  /* of the whole request, from 0; passes rise with phases */
	int bank;
	uint64_t word;  /* of the bank's own width, counted from address 0; where two 4-byte words
			   share a  pass (cc 3.x, 4-byte mode), the lower one */
	uint64_t lanes; /* served: more than one is a broadcast */
} gm_bank_cell;

/* Returns how many, sorted by pass and then by bank. Pure; cannot fail for a well-formed access. */
int gm_banks_schedule(gm_bank_rule rule, const gm_access *access,
		      gm_bank_cell out[GM_BANK_CELLS_MAX]);

/* 16 or 32. */
int gm_bank_rule_banks(gm_bank_rule rule);

/* Bytes next to each other in one bank: 4 or 8. */
int gm_banks_word_bytes(gm_bank_rule rule);

#endif

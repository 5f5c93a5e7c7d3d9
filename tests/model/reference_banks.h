/*
 * The bank rules once more, written the slow obvious way from the words of the guides: what
 * model/banks.c must agree with on every request.
 */
#ifndef GM_TESTS_REFERENCE_BANKS_H
#define GM_TESTS_REFERENCE_BANKS_H

#include "model/banks.h"

gm_bank_passes reference_banks(gm_bank_rule rule, const gm_access *access);

#endif

/*
 * The coalescing rules once more, written the slow obvious way from the words of the guides, byte by
 * byte: what model/coalescing.c must agree with on every request.
 */
#ifndef GM_TESTS_REFERENCE_COALESCING_H
#define GM_TESTS_REFERENCE_COALESCING_H

#include "model/coalescing.h"

gm_transactions reference_coalescing(gm_coalescing_rule rule, const gm_access *access);

#endif

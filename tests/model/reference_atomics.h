/*
 * Atomics once more, byte by byte and lane by lane: what model/atomics.c must agree with.
 */
#ifndef GM_TESTS_REFERENCE_ATOMICS_H
#define GM_TESTS_REFERENCE_ATOMICS_H

#include "model/atomics.h"

gm_atomic_passes reference_atomics_global(gm_coalescing_rule rule, const gm_access *access);
gm_atomic_passes reference_atomics_shared(gm_bank_rule rule, const gm_access *access);

#endif

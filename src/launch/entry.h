/*
 * Which kernel of a module is meant, and whether it can be launched so.
 */
#ifndef GM_LAUNCH_ENTRY_H
#define GM_LAUNCH_ENTRY_H

#include "launch/launch.h"
#include "simt/ptx_kernel.h"

static const int64_t PTX_SHARED_MAX = 1 << 20; /* bytes of shared memory of a block */

/* By a name as base/symbol.h reads it; NULL: the only one. NULL after an error, which says what there is. */
const ptx_function *gm_ptx_entry_find(const gm_ptx_module *module, const char *name, gm_error *err);

/* Sizes that every device knows, what the kernel says of its blocks, and as many arguments as it has parameters. */
gm_status gm_ptx_entry_check(const gm_ptx_launch *launch, const ptx_function *entry, gm_error *err);

#endif

/*
 * PTX files as kernels: the text of nvcc -ptx, an entry, a launch and its arguments.
 */
#ifndef GM_INPUT_PTX_FILE_H
#define GM_INPUT_PTX_FILE_H

#include "launch/launch.h"

enum { GM_PTX_MOST_BYTES = 64 * 1024 * 1024, GM_PTX_ENTRIES_MOST = 4096 };

/* Reads the file whole: at most GM_PTX_MOST_BYTES, no folder, no NUL byte. Errors: GM_BAD_FILE,
   GM_TOO_LARGE, and what parsing says, with line and column. */
gm_status gm_ptx_module_load(const char *path, gm_ptx_module **out, gm_error *err);

/* The same for the names of its entries and their parameters: no body is read. */
gm_status gm_ptx_heads_load(const char *path, gm_ptx_module **out, gm_error *err);

/* The same and one of its entries, launched. `launch->entry` NULL takes the only one. */
gm_status gm_ptx_kernel_load(const char *path, const gm_ptx_launch *launch, gm_kernel **out, gm_error *err);

#endif

/*
 * The kernels that `ptxas -v` (nvcc -Xptxas -v) tells about, as text.
 *
 *     ptxas info    : Compiling entry function 'tiled' for 'sm_90'
 *     ptxas info    : Function properties for tiled
 *         0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
 *     ptxas info    : Used 12 registers, used 1 barriers, 1088 bytes smem
 *
 * Between these may stand anything else: warnings, the output of a build. "48+16 bytes smem" (CUDA
 * before 4.0, sm_1x) is 64: the second number is what the system adds. Properties of functions that
 * a kernel calls follow the kernel; their spills count as the kernel's. Not told: launch bounds,
 * the reserve.
 *
 * Errors: GM_BAD_FILE; GM_BAD_SYNTAX with the line for a kernel without counts or a count that is
 * no number; GM_BAD_VALUE for a text without a kernel, with the option to compile with.
 */
#ifndef GM_INPUT_PTXAS_LOG_H
#define GM_INPUT_PTXAS_LOG_H

#include "base/error.h"
#include "kernel/compiled.h"

gm_status gm_ptxas_log_load(const char *path, gm_compiled **out, gm_error *err);
gm_status gm_ptxas_log_load_text(const char *text, const char *name, gm_compiled **out,
				 gm_error *err);

#endif

/*
 * A text file read whole: PTX, launch lists, a profiler's CSV.
 */
#ifndef GM_INPUT_TEXT_FILE_H
#define GM_INPUT_TEXT_FILE_H

#include "base/error.h"

#include <stddef.h>

/* *out is terminated and released with free(). A plain file without a NUL byte, of at most `most`
   bytes: else GM_BAD_FILE, GM_TOO_LARGE or GM_BAD_SYNTAX with the path; `what` is what was expected,
   "PTX text". */
gm_status gm_text_file_read(const char *path, const char *what, size_t most, char **out, size_t *bytes,
                            gm_error *err);

#endif

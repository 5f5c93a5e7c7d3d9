/*
 * The story of a failure, owned by the caller.
 *
 * A function that can meet a world error (file, unit, range, case not modelled) returns gm_status
 * and fills the gm_error it was given. The first error wins: filling an already filled error keeps
 * what stands there, so that cleaning up cannot hide the cause. A NULL error is allowed everywhere.
 *
 * A message says what was found and what was expected, without a final full stop.
 */
#ifndef GM_BASE_ERROR_H
#define GM_BASE_ERROR_H

#include "base/status.h"

#include <stddef.h>

typedef struct gm_error {
	gm_status status;
	int line;           /* 1-based, 0 when there is none */
	int column;         /* 1-based, 0 when there is none */
	char file[256];     /* "" when there is none */
	char message[2048];
} gm_error;

#define GM_ERROR_NONE ((gm_error){GM_OK, 0, 0, "", ""})

/* Fills `err` unless it is NULL or already filled, and returns `status` for `return gm_fail(...)`. */
gm_status gm_fail(gm_error *err, gm_status status, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* Adds the place to an error that has none yet. `file` may be NULL; a line or column of 0 is left. */
void gm_error_locate(gm_error *err, const char *file, int line, int column);

/* "file:line:column: message", leaving out what is not known; always terminated. Returns `out`. */
enum { GM_STORY_BYTES = 2400 };
char *gm_error_format(const gm_error *err, char *out, size_t out_bytes);

#endif

/*
 * A file that appears whole or not at all: written without a name, or beside its place where the file
 * system has no such files, then put there. Nothing is left of it when the process is killed before.
 *
 * Anything but a plain file (a pipe, /dev/null) is written directly: it cannot be replaced.
 */
#ifndef GM_BASE_OUTFILE_H
#define GM_BASE_OUTFILE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct gm_outfile {
	const char *path; /* borrowed */
	char *beside;     /* where it is written meanwhile; NULL: directly */
	int fd;           /* -1: not open */
	bool nameless;    /* `beside` is what it will be called for a moment */
} gm_outfile;

/* Does this path name something that is written directly? */
bool gm_outfile_is_special(const char *path);

/* All of these: GM_CANNOT_WRITE. A file that failed to open needs no closing. */
gm_status gm_outfile_open(gm_outfile *file, const char *path, gm_error *err);
gm_status gm_outfile_write(gm_outfile *file, const char *bytes, size_t length, gm_error *err);

/* Puts the file in its place when everything so far went well, else leaves no trace of it. Returns
   `so_far`, or what went wrong now. */
gm_status gm_outfile_close(gm_outfile *file, gm_status so_far, gm_error *err);

/* write(2) until all is written; false with errno. */
bool gm_write_all(int fd, const char *bytes, size_t length);

#endif

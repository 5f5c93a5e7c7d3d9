#include "input/text_file.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static gm_status
read_open(FILE *file, size_t bytes, const char *what, char **out, gm_error *err)
{
	char *text = gm_allocate(bytes + 1, 1);
	gm_status status = GM_OK;
	if (fread(text, 1, bytes, file) != bytes)
		status = gm_fail(err, GM_BAD_FILE, "cannot be read to its end");
	else if (memchr(text, '\0', bytes))
		status = gm_fail(err, GM_BAD_SYNTAX, "holds a NUL byte; expected %s", what);
	if (status == GM_OK)
		*out = text;
	else
		free(text);
	return status;
}

gm_status
gm_text_file_read(const char *path, const char *what, size_t most, char **out, size_t *bytes,
                  gm_error *err)
{
	struct stat info;
	gm_status status;
	FILE *file = fopen(path, "rb");
	*out = NULL;
	*bytes = 0;
	if (!file || fstat(fileno(file), &info) != 0)
		status = gm_fail(err, GM_BAD_FILE, "%s", strerror(errno));
	else if (!S_ISREG(info.st_mode))
		status = gm_fail(err, GM_BAD_FILE, "is no plain file; expected %s", what);
	else if ((size_t)info.st_size > most)
		status = gm_fail(err, GM_TOO_LARGE, "is larger than the %zu MiB of %s that are read",
		                 most >> 20, what);
	else
		status = read_open(file, *bytes = (size_t)info.st_size, what, out, err);
	if (file)
		fclose(file);
	gm_error_locate(err, path, 0, 0);
	return status;
}

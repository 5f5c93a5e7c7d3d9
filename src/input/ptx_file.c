#include "input/ptx_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static gm_status
refuse(const char *path, gm_status status, gm_error *err, const char *why)
{
	gm_fail(err, status, "%s", why);
	gm_error_locate(err, path, 0, 0);
	return status;
}

static gm_status
read_open(FILE *file, const char *path, size_t bytes, char **out, gm_error *err)
{
	char *text = gm_allocate(bytes + 1, 1);
	if (fread(text, 1, bytes, file) != bytes) {
		free(text);
		return refuse(path, GM_BAD_FILE, err, "cannot be read to its end");
	}
	if (memchr(text, '\0', bytes)) {
		free(text);
		return refuse(path, GM_BAD_SYNTAX, err, "holds a NUL byte; expected text");
	}
	*out = text;
	return GM_OK;
}

static gm_status
read_file(const char *path, char **out, size_t *bytes, gm_error *err)
{
	struct stat info;
	FILE *file = fopen(path, "rb");
	if (!file || fstat(fileno(file), &info) != 0) {
		if (file)
			fclose(file);
		return refuse(path, GM_BAD_FILE, err, strerror(errno));
	}
	gm_status status;
	*bytes = (size_t)info.st_size;
	if (!S_ISREG(info.st_mode))
		status = refuse(path, GM_BAD_FILE, err, "is no plain file; expected text");
	else if (info.st_size > GM_PTX_MOST_BYTES)
		status = refuse(path, GM_TOO_LARGE, err, "is larger than the 64 MiB of PTX that are read");
	else
		status = read_open(file, path, *bytes, out, err);
	fclose(file);
	return status;
}

gm_status
gm_source_load(const char *path, char **out, gm_error *err)
{
	size_t bytes;
	return read_file(path, out, &bytes, err);
}

gm_status
gm_ptx_module_load(const char *path, gm_ptx_module **out, gm_error *err)
{
	char *text = NULL;
	size_t bytes = 0;
	gm_status status = read_file(path, &text, &bytes, err);
	if (status == GM_OK)
		status = gm_ptx_module_parse(text, bytes, path, out, err);
	free(text);
	return status;
}

gm_status
gm_ptx_kernel_load(const char *path, const gm_ptx_launch *launch, gm_kernel **out, gm_error *err)
{
	gm_ptx_module *module = NULL;
	gm_status status = gm_ptx_module_load(path, &module, err);
	if (status == GM_OK)
		status = gm_ptx_kernel_new(module, launch, out, err);
	gm_ptx_module_free(module);
	gm_error_locate(err, path, 0, 0);
	return status;
}

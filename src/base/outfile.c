#include "base/outfile.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gm_status
cannot_write(const gm_outfile *file, gm_error *err)
{
	return gm_fail(err, GM_CANNOT_WRITE, "cannot write %s: %s", file->path, strerror(errno));
}

bool
gm_write_all(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		const ssize_t written = write(fd, bytes, length);
		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return false;
		bytes += written;
		length -= (size_t)written;
	}
	return true;
}

bool
gm_outfile_is_special(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

/* mkstemp makes private files; the result shall be as readable as any other new file. */
static int
open_beside(char *beside)
{
	const int fd = mkstemp(beside);
	const mode_t mask = umask(0);
	umask(mask);
	if (fd >= 0)
		fchmod(fd, 0666 & ~mask);
	return fd;
}

gm_status
gm_outfile_open(gm_outfile *file, const char *path, gm_error *err)
{
	static const char suffix[] = ".XXXXXX";
	*file = (gm_outfile){.path = path, .fd = -1};
	if (!gm_outfile_is_special(path)) {
		const size_t bytes = strlen(path) + sizeof suffix;
		file->beside = gm_allocate(bytes, 1);
		snprintf(file->beside, bytes, "%s%s", path, suffix);
	}
	file->fd = file->beside ? open_beside(file->beside) : open(path, O_WRONLY | O_CLOEXEC);
	if (file->fd >= 0)
		return GM_OK;
	const gm_status status = cannot_write(file, err);
	free(file->beside);
	file->beside = NULL;
	return status;
}

gm_status
gm_outfile_write(gm_outfile *file, const char *bytes, size_t length, gm_error *err)
{
	return gm_write_all(file->fd, bytes, length) ? GM_OK : cannot_write(file, err);
}

gm_status
gm_outfile_close(gm_outfile *file, gm_status so_far, gm_error *err)
{
	gm_status status = so_far;
	if (file->fd >= 0 && close(file->fd) != 0 && status == GM_OK)
		status = cannot_write(file, err);
	if (file->beside && status == GM_OK && rename(file->beside, file->path) != 0)
		status = cannot_write(file, err);
	if (file->beside && status != GM_OK)
		unlink(file->beside);
	free(file->beside);
	*file = (gm_outfile){.path = file->path, .fd = -1};
	return status;
}

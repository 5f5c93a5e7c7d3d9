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

/* The folder of a path, "." without one. */
static char *
folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const size_t length = !slash ? 0 : slash == path ? 1 : (size_t)(slash - path);
	char *folder = gm_allocate(length + 2, 1);
	memcpy(folder, length ? path : ".", length ? length : 1);
	return folder;
}

/* A file without a name, in the folder where it shall get one: of a process that is killed nothing
   is left. -1 where the system has none, or no way to name it later. */
static int
open_nameless(const char *path)
{
	char *folder = folder_of(path);
	const int fd = access("/proc/self/fd", X_OK) == 0
			       ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666)
			       : -1;
	free(folder);
	return fd;
}

/* mkstemp makes private files; the result shall be as readable as any other new file. */
static int
open_beside(char *beside)
{
	const int fd = mkostemp(beside, O_CLOEXEC);
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
	if (gm_outfile_is_special(path)) {
		file->fd = open(path, O_WRONLY | O_CLOEXEC);
		return file->fd >= 0 ? GM_OK : cannot_write(file, err);
	}
	const size_t bytes = strlen(path) + sizeof suffix;
	file->beside = gm_allocate(bytes, 1);
	snprintf(file->beside, bytes, "%s%s", path, suffix);
	file->fd = open_nameless(path);
	file->nameless = file->fd >= 0;
	if (!file->nameless)
		file->fd = open_beside(file->beside);
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

/* A name that nobody has, for the moment until it is renamed: what mkstemp finds, taken over. */
static bool
name_beside(gm_outfile *file)
{
	char from[64];
	snprintf(from, sizeof from, "/proc/self/fd/%d", file->fd);
	for (int tries = 0; tries < 16; tries++) {
		const int fd = open_beside(file->beside);
		if (fd < 0)
			return false;
		close(fd);
		unlink(file->beside);
		if (linkat(AT_FDCWD, from, AT_FDCWD, file->beside, AT_SYMLINK_FOLLOW) == 0)
			return true;
		if (errno != EEXIST)
			return false;
		memcpy(file->beside + strlen(file->beside) - 6, "XXXXXX", 6);
	}
	return false;
}

gm_status
gm_outfile_close(gm_outfile *file, gm_status so_far, gm_error *err)
{
	gm_status status = so_far;
	bool named = file->beside && !file->nameless;
	if (file->nameless && status == GM_OK) {
		named = name_beside(file);
		status = named ? GM_OK : cannot_write(file, err);
	}
	if (file->fd >= 0 && close(file->fd) != 0 && status == GM_OK)
		status = cannot_write(file, err);
	if (named && status == GM_OK && rename(file->beside, file->path) != 0)
		status = cannot_write(file, err);
	if (named && status != GM_OK)
		unlink(file->beside);
	free(file->beside);
	*file = (gm_outfile){.path = file->path, .fd = -1};
	return status;
}

#include "input/kernel_form.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_BYTES = 8192 };

/* The first bytes of a file that can be opened a second time. */
static size_t
read_head(const char *path, char head[static HEAD_BYTES + 1])
{
	struct stat about;
	FILE *file = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
	const size_t count = file ? fread(head, 1, HEAD_BYTES, file) : 0;
	if (file)
		fclose(file);
	head[count] = '\0';
	return count;
}

/* After blanks, comments and the mark of UTF-8. */
static const char *
first_word(const char *at)
{
	if (strncmp(at, "\xef\xbb\xbf", 3) == 0)
		at += 3;
	for (;;) {
		const char *end = NULL;
		at += strspn(at, " \t\r\n");
		if (strncmp(at, "//", 2) == 0)
			end = strchr(at, '\n');
		else if (strncmp(at, "/*", 2) == 0)
			end = strstr(at + 2, "*/");
		if (!end)
			return at;
		at = end + (*end == '*' ? 2 : 1);
	}
}

static bool
has_suffix(const char *path, const char *suffix)
{
	const size_t length = strlen(path), part = strlen(suffix);
	return length > part && strcmp(path + length - part, suffix) == 0;
}

static const struct {
	const char *suffix;
	gm_kernel_form form;
} suffixes[] = {
        {".ptx", GM_FORM_PTX},       {".cubin", GM_FORM_MACHINE}, {".fatbin", GM_FORM_MACHINE},
        {".cu", GM_FORM_SOURCE},     {".cuh", GM_FORM_SOURCE},    {".cpp", GM_FORM_SOURCE},
        {".cc", GM_FORM_SOURCE},
};

gm_kernel_form
gm_kernel_form_of(const char *path)
{
	static const char elf[] = "\177ELF", fat[] = "\x50\xed\x55\xba";
	char head[HEAD_BYTES + 1];
	const size_t count = read_head(path, head);
	if (count >= 4 && (memcmp(head, elf, 4) == 0 || memcmp(head, fat, 4) == 0))
		return GM_FORM_MACHINE;
	const char *word = first_word(head);
	if (strncmp(word, ".version", 8) == 0)
		return GM_FORM_PTX;
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes && *word != '<'; i++)
		if (has_suffix(path, suffixes[i].suffix))
			return suffixes[i].form;
	return GM_FORM_DESCRIPTOR;
}

gm_status
gm_kernel_form_check(const char *path, gm_kernel_form form, gm_error *err)
{
	if (form == GM_FORM_SOURCE)
		return gm_fail(err, GM_BAD_FILE,
		               "%s is source code: compile it with 'nvcc -ptx -lineinfo', which needs no "
		               "GPU, and give the .ptx",
		               path);
	if (form == GM_FORM_MACHINE)
		return gm_fail(err, GM_BAD_FILE,
		               "%s is machine code, which is not read as a kernel: give the PTX (nvcc -ptx), "
		               "and this with --cubin for its registers",
		               path);
	if (form == GM_FORM_PTX && access(path, R_OK) != 0)
		return gm_fail(err, GM_BAD_FILE, "cannot read %s: %s", path, strerror(errno));
	return GM_OK;
}

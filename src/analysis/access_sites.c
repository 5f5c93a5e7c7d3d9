#include "analysis/access.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 256 };

/* What the user wrote, taken apart. */
typedef struct wanted {
	const char *name; /* up to the '#' */
	size_t length;
	long nth;  /* after the '#', from 1; 0: all */
	long line; /* the name is a number */
} wanted;

static gm_status
take_apart(const char *name, wanted *out, gm_error *err)
{
	const char *hash = strrchr(name, '#');
	char *end = NULL;
	*out = (wanted){name, hash ? (size_t)(hash - name) : strlen(name), 0, 0};
	if (hash) {
		out->nth = strtol(hash + 1, &end, 10);
		if (*end || out->nth < 1)
			return gm_fail(err, GM_USAGE, "'%s': expected a number from 1 after the #",
				       name);
	}
	if (out->length && strspn(name, "0123456789") == out->length)
		out->line = strtol(name, NULL, 10);
	return GM_OK;
}

static bool
is_text(const wanted *w, const char *text)
{
	return strlen(text) == w->length && strncmp(text, w->name, w->length) == 0;
}

static bool
is_meant(const gm_kernel *kernel, const gm_site *site, const wanted *w)
{
	if (!gm_operation_is_memory(site->operation))
		return false;
	if (w->line)
		return site->line == w->line;
	return w->length == 0 || is_text(w, site->text) ||
	       (site->array >= 0 && is_text(w, kernel->arrays[site->array].name));
}

static gm_status
unknown_site(const gm_kernel *kernel, const wanted *w, gm_error *err)
{
	const char *names[NAMES_MAX];
	char list[512] = "";
	size_t count = 0;
	for (int a = 0; a < kernel->arrays_count && count < NAMES_MAX; a++) {
		names[count++] = kernel->arrays[a].name;
		if (strlen(list) + strlen(names[a]) + 3 < sizeof list) {
			strcat(list, a ? ", " : "");
			strcat(list, names[a]);
		}
	}
	if (w->line)
		return gm_fail(err, GM_UNKNOWN_NAME, "no memory access on line %ld of %s", w->line,
			       kernel->name);
	char name[64] = "";
	strncat(name, w->name, w->length < sizeof name - 1 ? w->length : sizeof name - 1);
	const char *nearest = gm_text_nearest(name, names, count);
	if (nearest)
		return gm_fail(err, GM_UNKNOWN_NAME, "%s has no array '%s'; did you mean '%s'?",
			       kernel->name, name, nearest);
	return gm_fail(err, GM_UNKNOWN_NAME, "%s has no array '%s'; it has %s", kernel->name, name,
		       *list ? list : "none");
}

/* Keeps the n-th of those found. */
static gm_status
keep_nth(const wanted *w, uint32_t *out, int *count, gm_error *err)
{
	if (w->nth > *count)
		return gm_fail(err, GM_BAD_VALUE, "'%s': there %s only %d", w->name,
			       *count == 1 ? "is" : "are", *count);
	if (w->nth) {
		out[0] = out[w->nth - 1];
		*count = 1;
	}
	return GM_OK;
}

static gm_status
keep_line(const gm_kernel *kernel, const char *name, int line, uint32_t *out, int *count,
	  gm_error *err)
{
	int kept = 0;
	for (int i = 0; i < *count; i++)
		if (kernel->sites[out[i]].line == line)
			out[kept++] = out[i];
	*count = kept;
	if (kept == 0)
		return gm_fail(err, GM_UNKNOWN_NAME, "no memory access%s%s on line %d of %s",
			       *name ? " of " : "", name, line, kernel->name);
	return GM_OK;
}

gm_status
gm_access_sites(const gm_kernel *kernel, const char *name, int line, uint32_t *out, int *count,
		gm_error *err)
{
	wanted w;
	gm_status status = take_apart(name, &w, err);
	if (status != GM_OK)
		return status;
	*count = 0;
	for (int s = 0; s < kernel->sites_count && *count < GM_SITES_MAX; s++)
		if (is_meant(kernel, &kernel->sites[s], &w))
			out[(*count)++] = (uint32_t)s;
	if (*count == 0)
		return unknown_site(kernel, &w, err);
	status = line ? keep_line(kernel, name, line, out, count, err) : GM_OK;
	return status == GM_OK ? keep_nth(&w, out, count, err) : status;
}

#include "base/range.h"

#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct values {
	int64_t *items;
	size_t count, capacity;
} values;

typedef struct piece {
	int64_t first, last, step;
	bool factor;
} piece;

static gm_status
malformed(const char *text, gm_error *err)
{
	return gm_fail(err, GM_BAD_SYNTAX,
	               "'%.200s' is no range: expected 16, 8,16,32, 1:32, 1:32:4 or 1024:8192:*2", text);
}

static bool
read_integer(const char **at, int64_t *out)
{
	char *end;
	errno = 0;
	*out = strtoll(*at, &end, 10);
	const bool ok = end != *at && errno == 0 && **at != ' ';
	*at = end;
	return ok;
}

static bool
read_piece(const char **at, piece *out)
{
	*out = (piece){.step = 1};
	if (!read_integer(at, &out->first))
		return false;
	out->last = out->first;
	if (**at != ':')
		return true;
	++*at;
	if (!read_integer(at, &out->last))
		return false;
	if (**at != ':')
		return true;
	++*at;
	out->factor = **at == '*';
	*at += out->factor;
	return read_integer(at, &out->step);
}

static gm_status
check_piece(const piece *p, const char *text, gm_error *err)
{
	if (p->last < p->first)
		return gm_fail(err, GM_BAD_VALUE, "'%.200s': the range from %lld to %lld is empty", text,
		               (long long)p->first, (long long)p->last);
	if (p->factor ? p->step < 2 || p->first < 1 : p->step < 1)
		return gm_fail(err, GM_BAD_VALUE, "'%.200s': a step must be at least 1, a factor at least 2 "
		                                  "and its start at least 1",
		               text);
	return GM_OK;
}

static gm_status
append_piece(values *list, const piece *p, gm_error *err)
{
	for (int64_t v = p->first;;) {
		if (list->count == GM_RANGE_VALUES_MAX)
			return gm_fail(err, GM_TOO_LARGE, "a range of more than %d values", GM_RANGE_VALUES_MAX);
		list->items = gm_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
		list->items[list->count++] = v;
		const bool end = p->factor ? __builtin_mul_overflow(v, p->step, &v)
		                           : __builtin_add_overflow(v, p->step, &v);
		if (end || v > p->last)
			return GM_OK;
	}
}

gm_status
gm_range_parse(const char *text, int64_t **out, size_t *count, gm_error *err)
{
	values list = {0};
	gm_status status = GM_OK;
	for (const char *at = text; status == GM_OK;) {
		piece p;
		if (!read_piece(&at, &p) || (*at && *at != ','))
			status = malformed(text, err);
		if (status == GM_OK)
			status = check_piece(&p, text, err);
		if (status == GM_OK)
			status = append_piece(&list, &p, err);
		if (status == GM_OK && !*at)
			break;
		at++;
	}
	if (status != GM_OK) {
		free(list.items);
		list = (values){0};
	}
	*out = list.items;
	*count = list.count;
	return status;
}

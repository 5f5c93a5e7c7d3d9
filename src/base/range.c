#include "base/range.h"

#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 64 };
#define WHOLE_MAX 9007199254740992.0 /* 2^53: whole numbers are exact up to here */

typedef struct values {
	int64_t *items;
	size_t count, capacity;
} values;

typedef struct piece {
	int64_t first, last, step;
	bool factor;
} piece;

static gm_status
malformed(const char *text, gm_dimension dimension, gm_error *err)
{
	return gm_fail(err, GM_BAD_SYNTAX, "'%.200s' is no range: expected %s", text,
	               dimension == GM_BYTES ? "24KiB, 0,8KiB, 0:64KiB:1KiB or 1KiB:64KiB:*2"
	                                     : "16, 8,16,32, 1:32, 1:32:4 or 1024:8192:*2");
}

static gm_status
read_integer(const char **at, int64_t *out)
{
	char *end;
	errno = 0;
	*out = strtoll(*at, &end, 10);
	const bool ok = end != *at && errno == 0 && **at != ' ';
	*at = end;
	return ok ? GM_OK : GM_BAD_SYNTAX;
}

/* GM_BAD_SYNTAX, without a message, is left to the caller, who knows the whole text. */
static gm_status
read_value(const char **at, gm_dimension dimension, int64_t *out, gm_error *err)
{
	char word[WORD_BYTES];
	double value = 0;
	if (dimension == GM_COUNT)
		return read_integer(at, out);
	const size_t length = strcspn(*at, ":,");
	if (length == 0 || length >= sizeof word)
		return GM_BAD_SYNTAX;
	memcpy(word, *at, length);
	word[length] = '\0';
	*at += length;
	gm_status status = GM_OK;
	if (strcmp(word, "0") != 0)
		status = gm_quantity_parse_text(word, dimension, &value, err);
	if (status == GM_OK && (value != nearbyint(value) || fabs(value) > WHOLE_MAX))
		status = gm_fail(err, GM_BAD_VALUE, "'%s' is no whole number of %s", word,
		                 gm_dimension_unit(dimension));
	*out = (int64_t)value;
	return status;
}

static gm_status
read_step(const char **at, gm_dimension dimension, piece *out, gm_error *err)
{
	out->factor = **at == '*';
	*at += out->factor;
	return read_value(at, out->factor ? GM_COUNT : dimension, &out->step, err);
}

static gm_status
read_piece(const char **at, gm_dimension dimension, piece *out, gm_error *err)
{
	*out = (piece){.step = 1};
	gm_status status = read_value(at, dimension, &out->first, err);
	out->last = out->first;
	if (status != GM_OK || **at != ':')
		return status;
	++*at;
	status = read_value(at, dimension, &out->last, err);
	if (status != GM_OK || **at != ':')
		return status;
	++*at;
	return read_step(at, dimension, out, err);
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
gm_range_parse_quantity(const char *text, gm_dimension dimension, int64_t **out, size_t *count,
                        gm_error *err)
{
	values list = {0};
	gm_status status = GM_OK;
	for (const char *at = text; status == GM_OK;) {
		piece p;
		status = read_piece(&at, dimension, &p, err);
		if (status == GM_BAD_SYNTAX || (status == GM_OK && *at && *at != ','))
			status = malformed(text, dimension, err);
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

gm_status
gm_range_parse(const char *text, int64_t **out, size_t *count, gm_error *err)
{
	return gm_range_parse_quantity(text, GM_COUNT, out, count, err);
}

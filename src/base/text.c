#include "base/text.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 127 };

void
gm_text_dispose(gm_text *text)
{
	free(text->bytes);
	*text = (gm_text){0};
}

void
gm_text_append_bytes(gm_text *text, const char *piece, size_t length)
{
	text->bytes = gm_grow(text->bytes, &text->capacity, text->length + length + 1, 1);
	memcpy(text->bytes + text->length, piece, length);
	text->length += length;
	text->bytes[text->length] = '\0';
}

void
gm_text_append(gm_text *text, const char *piece)
{
	gm_text_append_bytes(text, piece, strlen(piece));
}

void
gm_text_print(gm_text *text, const char *format, ...)
{
	va_list measure, print;
	va_start(measure, format);
	va_copy(print, measure);
	const int needed = vsnprintf(NULL, 0, format, measure);
	va_end(measure);
	if (needed >= 0) {
		const size_t length = (size_t)needed;
		text->bytes = gm_grow(text->bytes, &text->capacity, text->length + length + 1, 1);
		vsnprintf(text->bytes + text->length, length + 1, format, print);
		text->length += length;
	}
	va_end(print);
}

void
gm_text_pad_to(gm_text *text, size_t column)
{
	size_t start = text->length;
	while (start > 0 && text->bytes[start - 1] != '\n')
		start--;
	while (text->length - start < column)
		gm_text_append_bytes(text, " ", 1);
}

static bool
same_letter(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t
smallest(size_t a, size_t b, size_t c)
{
	const size_t ab = a < b ? a : b;
	return ab < c ? ab : c;
}

/* Optimal string alignment: three rows of the classic table. */
size_t
gm_text_distance(const char *a, const char *b)
{
	const size_t rows = strlen(a), columns = strlen(b);
	if (rows > LONGEST_NAME || columns > LONGEST_NAME)
		return rows > columns ? rows : columns;
	size_t table[3][LONGEST_NAME + 1];
	for (size_t j = 0; j <= columns; j++)
		table[0][j] = j;
	for (size_t i = 1; i <= rows; i++) {
		size_t *now = table[i % 3], *before = table[(i + 2) % 3], *earlier = table[(i + 1) % 3];
		now[0] = i;
		for (size_t j = 1; j <= columns; j++) {
			const size_t replace = before[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
			now[j] = smallest(before[j] + 1, now[j - 1] + 1, replace);
			const bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
			                     same_letter(a[i - 2], b[j - 1]);
			if (swapped && earlier[j - 2] + 1 < now[j])
				now[j] = earlier[j - 2] + 1;
		}
	}
	return table[rows % 3][columns];
}

static bool
starts_with(const char *name, const char *start)
{
	for (; *start; name++, start++)
		if (!*name || !same_letter(*name, *start))
			return false;
	return true;
}

const char *
gm_text_file_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const char *
gm_text_nearest(const char *wanted, const char *const *names, size_t count)
{
	const char *best = NULL;
	size_t best_distance = (size_t)-1;
	for (size_t i = 0; i < count; i++) {
		const size_t longer = strlen(names[i]) > strlen(wanted) ? strlen(names[i]) : strlen(wanted);
		const size_t limit = longer / 3 > 1 ? longer / 3 : 1;
		const bool prefix = strlen(wanted) >= 2 && starts_with(names[i], wanted);
		const size_t edits = gm_text_distance(wanted, names[i]);
		const size_t distance = prefix && edits > 1 ? 1 : edits;
		if (distance < best_distance && (prefix || distance <= limit)) {
			best = names[i];
			best_distance = distance;
		}
	}
	return best;
}

size_t
gm_text_part(const char *text)
{
	int depth = 0;
	size_t length = 0;
	for (; text[length] && !(text[length] == ',' && depth == 0); length++)
		depth += (strchr("([", text[length]) != NULL) - (strchr(")]", text[length]) != NULL);
	return length;
}

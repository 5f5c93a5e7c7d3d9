/*
 * Text: a growing buffer, and the nearest of a list of names to a mistyped one.
 */
#ifndef GM_BASE_TEXT_H
#define GM_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A growing text. Starts as {0}; `bytes` is NULL until the first append, then terminated. */
typedef struct gm_text {
	char *bytes;
	size_t length, capacity;
} gm_text;

void gm_text_dispose(gm_text *text);
void gm_text_append(gm_text *text, const char *piece);
void gm_text_append_bytes(gm_text *text, const char *piece, size_t length);
void gm_text_print(gm_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Pads with spaces up to the column (counted in bytes since the last newline). */
void gm_text_pad_to(gm_text *text, size_t column);

/* Bytes up to the first comma that stands outside of parentheses and brackets, or all. */
size_t gm_text_part(const char *text);

/* Edit distance in bytes, case-blind: insertions, deletions, replacements and swaps of neighbours. */
size_t gm_text_distance(const char *a, const char *b);

/* What a path names, without its folders. */
const char *gm_text_file_name(const char *path);

/* The name nearest to `wanted`, or NULL when none is near enough to be a likely slip (distance above
   a third of the longer name, at least 1) and none starts with it. Ties go to the first. */
const char *gm_text_nearest(const char *wanted, const char *const *names, size_t count);

#endif

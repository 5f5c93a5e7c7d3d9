/*
 * Sentences in lines of at most 80 columns, and texts in fields.
 */
#ifndef GM_REPORT_PARAGRAPH_H
#define GM_REPORT_PARAGRAPH_H

#include "base/text.h"

enum { GM_REPORT_WIDTH = 80 };

/* Appends the words from the column where the text stands, breaks before the width, indents what
   follows, and ends the line. A word longer than a line parts behind "::", "<" and ",", or is left
   whole. Nothing for "". */
void gm_report_paragraph(gm_text *out, const char *words, size_t indent);

/* Ends the line, without blanks before its end. */
void gm_report_end_line(gm_text *out);

/* The text in a field of `width` columns, left-aligned; what does not fit ends in "~". */
void gm_report_field(gm_text *out, const gm_text *text, size_t width);

/* Calls `line(state, text, length)` for each line of at most `width` characters. */
typedef void gm_report_line(void *state, const char *text, size_t length);
void gm_report_break(const char *words, size_t width, gm_report_line *line, void *state);

#endif

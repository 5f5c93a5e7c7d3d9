/*
 * Two predictions side by side, term by term: text, Markdown, JSON. Writers compute nothing.
 */
#ifndef GM_REPORT_COMPARE_H
#define GM_REPORT_COMPARE_H

#include "analysis/compare.h"
#include "base/text.h"

typedef struct gm_compare_format {
	const char *name;
	void (*begin)(gm_text *out);
	void (*add)(gm_text *out, const gm_comparison *comparison, size_t index);
	void (*end)(gm_text *out, size_t count);
} gm_compare_format;

extern const gm_compare_format gm_compare_formats[];
extern const int gm_compare_formats_count;

void gm_compare_text_add(gm_text *out, const gm_comparison *comparison, size_t index);
void gm_compare_markdown_add(gm_text *out, const gm_comparison *comparison, size_t index);
void gm_compare_json_begin(gm_text *out);
void gm_compare_json_add(gm_text *out, const gm_comparison *comparison, size_t index);
void gm_compare_json_end(gm_text *out, size_t count);

/* ---- shared by the writers ---- */

/* "541.1 MB" or "unknown". */
void gm_compare_value(gm_text *out, gm_value value, const char *unit);

/* "-75.82 us", "+4.603 us", "0 s" or "unknown". */
void gm_compare_share(gm_text *out, gm_value share_s);

/* "16x less", "2x more", "the same", "" where one is unknown or nothing. */
void gm_compare_factor(gm_text *out, double before, double after);

/* "A: tiled_mm on h100 (n=1024 TILE=16)" without the letter. */
void gm_compare_subject(gm_text *out, const gm_prediction *prediction);

#endif

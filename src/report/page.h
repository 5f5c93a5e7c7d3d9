/*
 * A page of headings, paragraphs, tables and pictures, as Markdown or as HTML: what is written is said
 * once, how it looks twice. Texts are plain; what either language would take for its own is escaped.
 */
#ifndef GM_REPORT_PAGE_H
#define GM_REPORT_PAGE_H

#include "base/text.h"

#include <stdbool.h>

typedef struct gm_page {
	gm_text *out;
	bool html; /* else Markdown */
	int left;  /* columns of the table being written that are words; numbers stand at the right */
	int cell;  /* of the row being written */
	int item;  /* of the list being written */
} gm_page;

/* An HTML page needs both; `title` is the browser's. */
void gm_page_begin(gm_page *page, const char *title);
void gm_page_end(gm_page *page);

void gm_page_heading(gm_page *page, int level, const char *text); /* level 1 to 3 */
void gm_page_paragraph(gm_page *page, const char *text);
void gm_page_picture(gm_page *page, const char *file, const char *description);

/* The first `left` columns are words. Rows are cells and an end. */
void gm_page_table_begin(gm_page *page, const char *const *heads, int count, int left);
void gm_page_cell(gm_page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gm_page_link_cell(gm_page *page, const char *to, const char *text);
void gm_page_row_end(gm_page *page);
void gm_page_table_end(gm_page *page);

/* A numbered list. */
void gm_page_list_begin(gm_page *page);
void gm_page_item(gm_page *page, const char *text);
void gm_page_list_end(gm_page *page);

#endif

/*
 * Predictions as text, JSON and CSV. Writers compute nothing and touch no file: they append to a text.
 *
 * A report is begun once, takes any number of predictions, and is ended once:
 *
 *     text   one page per prediction, 80 columns, verdict first
 *     json   {"schema": "gpumodel-prediction/1", "predictions": [...]}, base units
 *     csv    a header and one row per prediction, base units; an unknown is an empty field
 */
#ifndef GM_REPORT_REPORT_H
#define GM_REPORT_REPORT_H

#include "analysis/predict.h"
#include "base/text.h"

typedef struct gm_report_format {
	const char *name;   /* for --format */
	const char *suffix; /* for -o FILE */
	const char *what;
	void (*begin)(gm_text *out);
	void (*add)(gm_text *out, const gm_prediction *prediction, size_t index);
	void (*end)(gm_text *out, size_t count);
} gm_report_format;

extern const gm_report_format gm_report_formats[];
extern const size_t gm_report_formats_count;

/* By name; NULL when unknown. */
const gm_report_format *gm_report_format_find(const char *name);

/* ---- one file each ---- */

/* text_memory.c, a part of the text: what each memory access asks for. */
void gm_report_text_memory(gm_text *out, const gm_prediction *prediction);

void gm_report_text_add(gm_text *out, const gm_prediction *prediction, size_t index);
void gm_report_json_begin(gm_text *out);
void gm_report_json_add(gm_text *out, const gm_prediction *prediction, size_t index);
void gm_report_json_end(gm_text *out, size_t count);
void gm_report_csv_begin(gm_text *out);
void gm_report_csv_add(gm_text *out, const gm_prediction *prediction, size_t index);

/* ---- shared by the writers ---- */

/* Decimal prefixes, as profilers print traffic: "1.07 GB". */
char *gm_report_bytes(double bytes, char *out, size_t out_bytes);

/* Four significant digits with a decimal prefix and no unit: "1.05 M", "262144" stays as it is. */
char *gm_report_count(double count, char *out, size_t out_bytes);

/* A field of CSV, quoted where RFC 4180 says so. */
void gm_report_csv_field(gm_text *out, const char *text);

/* "n=1024 TILE=16", "" without parameters. */
void gm_report_parameters(gm_text *out, const gm_kernel *kernel, const char *between);

/* A field of a CSV row, quoted as RFC 4180 says where a comma, quote or line break needs it. */
void gm_report_csv_field(gm_text *out, const char *text);

#endif

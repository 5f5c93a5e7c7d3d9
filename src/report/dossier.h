/*
 * The report page: dossiers (analysis/dossier.h) as one file of HTML that opens from disk.
 *
 *     h1, a table with a row for each kernel on each device: verdict, time, rate, occupancy
 *     rooflines, one a device, and one of all
 *     for each kernel on each device an <article>: verdict, time by term, what to change, findings,
 *     measured beside predicted, intensity ladder, occupancy with its curves, memory accesses with
 *     the lanes of a warp, the derivation folded away
 *     predict's JSON
 *
 * Nothing is fetched and nothing needs a script: that one tells in place what SVG's <title>s say,
 * also to the keyboard. Colours are variables of the style sheet, light or dark as the reader's
 * system. The page is HTML that is well-formed XML as well. Texts from files are escaped.
 *
 * A number that JSON has carries its base units and its path there:
 *
 *     <b data-metric="bounds.l1_data.time_s" data-value="6.7e-05">67 us</b>
 *
 * where the path is the name of a metric, or bounds.LIMIT.FIELD, intensity.LEVEL.FIELD,
 * sites.ROW.FIELD, findings.ROW.FIELD, within the prediction that the article's data-prediction
 * counts; the JSON stands in <script type="application/json" id="predictions">.
 */
#ifndef GM_REPORT_DOSSIER_H
#define GM_REPORT_DOSSIER_H

#include "analysis/dossier.h"
#include "analysis/roofline.h"
#include "base/quantity.h"
#include "base/text.h"

/* Pieces of the page that may come again, as the same request on two cards with one rule: an equal
   one is written once and pointed at. */
typedef struct gm_dossier_shared {
	gm_text *items;
	int *owners; /* the dossier that an item was written for */
	int count;
	size_t items_capacity, owners_capacity;
} gm_dossier_shared;

/* A page while dossiers are added. Starts as {0}. */
typedef struct gm_dossier_page {
	gm_text rows, articles, json;
	gm_dossier_shared pictures; /* lanes and curves */
	gm_dossier_shared sections; /* of derivations */
	int count;
} gm_dossier_page;

/* What the whole page is about. Rooflines must be finished. */
typedef struct gm_dossier_whole {
	const char *title;
	const gm_roofline *rooflines;
	int rooflines_count;
} gm_dossier_whole;

/* `device` as the reader knows it: h100. */
void gm_dossier_page_add(gm_dossier_page *page, const gm_dossier *dossier, const char *device);
void gm_dossier_page_write(gm_text *out, const gm_dossier_page *page,
			   const gm_dossier_whole *whole);
void gm_dossier_page_dispose(gm_dossier_page *page);

/* ---- the parts of an article, one file each ---- */

/* dossier_time.c */
void gm_dossier_write_time(gm_text *out, const gm_dossier *dossier);
void gm_dossier_write_ladder(gm_text *out, const gm_dossier *dossier);
/* dossier_findings.c */
void gm_dossier_write_remedies(gm_text *out, const gm_dossier *dossier);
void gm_dossier_write_findings(gm_text *out, const gm_dossier *dossier);
/* dossier_measured.c; nothing without a run */
void gm_dossier_write_measured(gm_text *out, const gm_dossier *dossier);
/* dossier_occupancy.c, dossier_curve.c */
void gm_dossier_write_occupancy(gm_text *out, gm_dossier_page *page, const gm_dossier *dossier);
void gm_dossier_write_curve(gm_text *out, gm_dossier_page *page, const gm_curve *curve);
/* dossier_derivation.c */
void gm_dossier_write_derivation(gm_text *out, gm_dossier_page *page, const gm_dossier *dossier);
/* dossier_memory.c, dossier_lanes.c, dossier_compact.c: the same drawing in fewer bytes */
void gm_dossier_write_memory(gm_text *out, gm_dossier_page *page, const gm_dossier *dossier);
void gm_dossier_write_lanes(gm_text *out, gm_dossier_page *page, const gm_access_view *view);
void gm_dossier_compact(gm_text *out, const char *drawing);
/* An element that draws the compacted picture, here or where it was drawn first; `css_class` is that of the
   <svg> around it. */
void gm_dossier_write_picture(gm_text *out, gm_dossier_page *page, const char *css_class,
                              gm_text *picture);

/* ---- dossier_style.c, dossier_script.c ---- */

extern const char gm_dossier_style[];
extern const char gm_dossier_script[];

/* ---- dossier_words.c: shared by the writers ---- */

/* A formatted text, escaped. */
void gm_dossier_say(gm_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* <section><h3>Title</h3>, to be closed by </section>. */
void gm_dossier_begin_section(gm_text *out, const char *title);

/* <table><caption>, a head of columns and <tbody>; heads that begin with '<' are of words, the
   others of numbers. */
void gm_dossier_begin_table(gm_text *out, const char *caption, const char *const *heads, int count);
void gm_dossier_end_table(gm_text *out);

/* A value in a cell, in the words of a dimension, with its path in JSON, which is formatted; or "unknown" with the
   reason. */
void gm_dossier_cell(gm_text *out, gm_value value, gm_dimension dimension, const char *path, ...)
	__attribute__((format(printf, 4, 5)));

/* A count in a cell. */
void gm_dossier_count_cell(gm_text *out, int64_t count, const char *path, ...)
	__attribute__((format(printf, 3, 4)));

/* The item equal to `piece`, or -1: then it is kept as the last one, and the piece is emptied. */
int gm_dossier_share(gm_dossier_shared *shared, gm_text *piece, int owner);
void gm_dossier_shared_dispose(gm_dossier_shared *shared);

/* A metric of the prediction; "unknown" where it has none. */
void gm_dossier_metric(gm_text *out, const gm_prediction *prediction, const char *name);

#endif

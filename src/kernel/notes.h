/*
 * Notes for the accuracy report: what people add to its numbers. Plain data, read by
 * input/notes_file.h and set beside the numbers by report/validate.h.
 */
#ifndef GM_KERNEL_NOTES_H
#define GM_KERNEL_NOTES_H

#include "base/memory.h"

/* An error that others published, to compare with. */
typedef struct gm_published {
	const char *system, *error, *needs, *source;
} gm_published;

/* What the model misses on a kernel. */
typedef struct gm_story {
	const char *kernel;
	const char *text;
} gm_story;

/* How far the first predictions of a file's runs lay off from PTX, before anything was changed because of them: mean
   and median absolute error of the time, launches off by more than 2x, with cold and with warm caches. Facts of the
   past, which no later prediction changes. */
typedef struct gm_first {
	const char *runs; /* the file's name, without its folder */
	const char *cold_mean, *cold_median, *cold_beyond_2;
	const char *warm_mean, *warm_median, *warm_beyond_2;
} gm_first;

typedef struct gm_notes {
	gm_arena *arena; /* holds everything, this struct included */
	const char *title;
	const char *const *paragraphs; /* at the head of the page */
	int paragraphs_count;
	const gm_published *published;
	int published_count;
	const gm_story *stories;
	int stories_count;
	const gm_first *firsts;
	int firsts_count;
} gm_notes;

void gm_notes_free(gm_notes *notes); /* NULL accepted */

/* NULL when nobody wrote one. */
const char *gm_notes_story(const gm_notes *notes, const char *kernel);
const gm_first *gm_notes_first(const gm_notes *notes, const char *runs);

#endif

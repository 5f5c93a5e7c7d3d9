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

typedef struct gm_notes {
	gm_arena *arena; /* holds everything, this struct included */
	const char *title;
	const char *const *paragraphs; /* at the head of the page */
	int paragraphs_count;
	const gm_published *published;
	int published_count;
	const gm_story *stories;
	int stories_count;
} gm_notes;

void gm_notes_free(gm_notes *notes); /* NULL accepted */

/* NULL when nobody wrote one. */
const char *gm_notes_story(const gm_notes *notes, const char *kernel);

#endif

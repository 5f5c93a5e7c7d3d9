#include "kernel/notes.h"

#include <string.h>

void
gm_notes_free(gm_notes *notes)
{
	if (notes)
		gm_arena_free(notes->arena);
}

const char *
gm_notes_story(const gm_notes *notes, const char *kernel)
{
	for (int i = 0; i < notes->stories_count; i++)
		if (strcmp(notes->stories[i].kernel, kernel) == 0)
			return notes->stories[i].text;
	return NULL;
}

const gm_first *
gm_notes_first(const gm_notes *notes, const char *runs)
{
	for (int i = 0; i < notes->firsts_count; i++)
		if (strcmp(notes->firsts[i].runs, runs) == 0)
			return &notes->firsts[i];
	return NULL;
}

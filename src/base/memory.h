/*
 * Memory: an arena per loaded file, and a plain allocation that cannot return NULL.
 *
 * Exhaustion is not reported through gm_error: inputs are bounded by stated limits long before
 * memory is, so running out means the machine is failing; these functions then print one line on
 * stderr and abort, as GLib and git do.
 */
#ifndef GM_BASE_MEMORY_H
#define GM_BASE_MEMORY_H

#include <stddef.h>

/* Zeroed; count * bytes is checked for overflow. Release with free(). */
void *gm_allocate(size_t count, size_t bytes);

/* The same at an address that cache lines of 64 bytes begin at: what is read 32 bytes at once then crosses none. */
void *gm_allocate_lines(size_t count, size_t bytes);

/* The same, but for the zeros: for whoever writes all that is read. */
void *gm_allocate_unset(size_t count, size_t bytes);

void *gm_grow_more(void *base, size_t *capacity, size_t needed, size_t element_bytes);

/* Grows an array to hold at least `needed` elements, doubling; returns the new base. New elements
   are zeroed. `capacity` is updated. Release with free(). */
static inline void *
gm_grow(void *base, size_t *capacity, size_t needed, size_t element_bytes)
{
	return needed <= *capacity ? base : gm_grow_more(base, capacity, needed, element_bytes);
}

typedef struct gm_arena gm_arena;

gm_arena *gm_arena_new(void);
void gm_arena_free(gm_arena *arena); /* NULL accepted */

/* Zeroed and aligned for any type; lives until the arena is freed. */
void *gm_arena_allocate(gm_arena *arena, size_t count, size_t bytes);

/* A copy of the text; NULL stays NULL. */
char *gm_arena_copy_text(gm_arena *arena, const char *text);

/* printf into the arena. */
char *gm_arena_print(gm_arena *arena, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

#endif

/*
 * Whether blocks meet in memory: one stores where another loads or stores.
 *
 * Each block of a replay finds the memory as it was given. That is right when no block meets
 * another, in whatever order they run; where they do, what a block finds depends on time. Looked at
 * in sectors of 32 bytes, so that neighbours may be said to meet that do not quite.
 */
#ifndef GM_SIMT_MEETINGS_H
#define GM_SIMT_MEETINGS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ptx_meetings ptx_meetings;

ptx_meetings *gm_ptx_meetings_new(void);
void gm_ptx_meetings_free(ptx_meetings *meetings); /* NULL accepted */

/* Another block begins. */
void gm_ptx_meetings_begin(ptx_meetings *meetings);

void gm_ptx_meetings_note(ptx_meetings *meetings, int buffer, uint64_t offset, bool stores);
/* The same for the lanes of the mask. */
void gm_ptx_meetings_note_lanes(ptx_meetings *meetings, int buffer, const uint64_t offset[32],
				uint32_t mask, bool stores);

/* Some blocks have met, or too much was touched to remember. */
bool gm_ptx_meetings_any(const ptx_meetings *meetings);

#endif

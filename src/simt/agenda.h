/*
 * Whose turn it is among warps of blocks that run side by side: a heap, the earliest first.
 */
#ifndef GM_SIMT_AGENDA_H
#define GM_SIMT_AGENDA_H

#include <stddef.h>
#include <stdint.h>

typedef struct ptx_turn {
	int64_t at; /* clocks */
	int32_t block, warp;
} ptx_turn;

typedef struct ptx_agenda {
	ptx_turn *turns;
	size_t count, room;
} ptx_agenda;

void gm_ptx_agenda_add(ptx_agenda *agenda, ptx_turn turn);
/* Not of an empty one. */
ptx_turn gm_ptx_agenda_take(ptx_agenda *agenda);
void gm_ptx_agenda_dispose(ptx_agenda *agenda);

#endif

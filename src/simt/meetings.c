#include "simt/meetings.h"

#include "base/memory.h"
#include "base/mix.h"
#include "simt/contents.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR_BITS = 5, BUFFER_SHIFT = 48, ROOM_LEAST = 1 << 12, ROOM_MOST = 1 << 22, RECENT = 256 };

#define MANY UINT32_MAX

/* A sector, and the blocks that have loaded from it and stored to it: their numbers from 1. */
typedef struct visitors {
	uint64_t sector; /* + 1; 0: free */
	uint32_t loaded, stored;
} visitors;

struct ptx_meetings {
	visitors *table; /* open addressing, at most half full */
	size_t room, count;
	uint64_t recent[RECENT]; /* by this block: sector and kind, as a key; 0: none */
	uint32_t block;
	bool met;
};

ptx_meetings *
gm_ptx_meetings_new(void)
{
	ptx_meetings *m = gm_allocate(1, sizeof *m);
	m->room = ROOM_LEAST;
	m->table = gm_allocate(m->room, sizeof *m->table);
	return m;
}

void
gm_ptx_meetings_free(ptx_meetings *m)
{
	if (!m)
		return;
	free(m->table);
	free(m);
}

void
gm_ptx_meetings_begin(ptx_meetings *m)
{
	m->block++;
	memset(m->recent, 0, sizeof m->recent);
}

static visitors *
place_of(const visitors *table, size_t room, uint64_t sector)
{
	/* Neighbours lie together: what a warp touches is then in few lines of the host. Where others have taken their
	   place, the next ones are looked at in other lines: odd, so that all are. */
	enum { TOGETHER = 64, PROBE = TOGETHER + 1 };
	size_t i = ((size_t)gm_mix(sector / TOGETHER) * TOGETHER + sector % TOGETHER) & (room - 1);
	while (table[i].sector && table[i].sector != sector)
		i = (i + PROBE) & (room - 1);
	return (visitors *)(uintptr_t)&table[i];
}

/* False when there is no more room. */
static bool
enlarge(ptx_meetings *m)
{
	if (m->room >= ROOM_MOST)
		return false;
	visitors *larger = gm_allocate(2 * m->room, sizeof *larger);
	for (size_t i = 0; i < m->room; i++)
		if (m->table[i].sector)
			*place_of(larger, 2 * m->room, m->table[i].sector) = m->table[i];
	free(m->table);
	m->table = larger;
	m->room *= 2;
	return true;
}

static bool
is_other(uint32_t visitor, uint32_t block)
{
	return visitor != 0 && visitor != block;
}

void
gm_ptx_meetings_note(ptx_meetings *m, int buffer, uint64_t offset, bool stores)
{
	const uint64_t sector =
		1 + ((uint64_t)buffer << BUFFER_SHIFT | offset >> SECTOR_BITS);
	const uint64_t key = sector << 1 | stores;
	uint64_t *recent = &m->recent[key % RECENT];
	if (m->met || key == *recent)
		return;
	*recent = key;
	if (2 * (m->count + 1) > m->room && !enlarge(m)) {
		m->met = true;
		return;
	}
	visitors *v = place_of(m->table, m->room, sector);
	m->count += v->sector == 0;
	v->sector = sector;
	m->met = is_other(v->stored, m->block) || (stores && is_other(v->loaded, m->block));
	if (stores)
		v->stored = m->block;
	else
		v->loaded = is_other(v->loaded, m->block) ? MANY : m->block;
}

void
gm_ptx_meetings_note_lanes(ptx_meetings *m, int buffer, const uint64_t offset[32], uint32_t mask,
			   bool stores)
{
	uint64_t last = UINT64_MAX;
	for (uint32_t rest = m->met ? 0 : mask; rest; rest &= rest - 1) {
		const uint64_t here = offset[__builtin_ctz(rest)];
		if (here >> SECTOR_BITS != last)
			gm_ptx_meetings_note(m, buffer, here, stores);
		last = here >> SECTOR_BITS;
	}
}

bool
gm_ptx_meetings_any(const ptx_meetings *m)
{
	return m->met;
}

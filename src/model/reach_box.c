#include "model/reach_box.h"

#include "base/bits.h"
#include "base/memory.h"
#include "model/l1_cache.h"

#include <stdlib.h>
#include <string.h>

enum {
	BLOCK = 8,       /* a sector's last block, above the number of blocks that loaded it */
	LOADED = 15,     /* a line's sectors that are loaded; those that are stored: */
	STORED_SHIFT = 4,
	PAGE_LINES = 8,
	FIRST_ROOM = 256,
};

/* All that is known of a line. */
typedef struct line {
	int64_t number;
	uint32_t loaded[GM_LINE_SECTORS]; /* by how many blocks, and the last of them */
	uint32_t pieces[GM_LINE_SECTORS]; /* of the piece that begins here: the request that met it first */
	uint32_t stored[GM_LINE_SECTORS]; /* the bytes */
	uint32_t sectors;                 /* which are loaded, which stored */
} line;

/* In the order in which they are met; slots say where, by number: open addressing, at most half full, slots
   of a kilobyte's lines together. */
typedef struct table {
	line *lines;
	size_t count, lines_room;
	uint32_t *slots; /* counted from 1; 0: empty */
	size_t room;     /* of slots, a power of two */
	size_t last;     /* the line that was found last */
} table;

struct gm_reach_box {
	table table;
	int64_t per_piece;
	uint32_t block, requests; /* counted from 1; requests of the blocks before */
	gm_reach_bytes sum;
};

static uint32_t *
slot_of(const table *t, int64_t number)
{
	const uint64_t mixed = ((uint64_t)number >> 3) * UINT64_C(0x9e3779b97f4a7c15);
	size_t at = (size_t)((mixed >> 32) * 8 + ((uint64_t)number & 7)) & (t->room - 1);
	while (t->slots[at] && t->lines[t->slots[at] - 1].number != number)
		at = (at + 1) & (t->room - 1);
	return &t->slots[at];
}

static void
grow(table *t)
{
	t->room *= 2;
	free(t->slots);
	t->slots = gm_allocate(t->room, sizeof *t->slots);
	for (size_t i = 0; i < t->count; i++)
		*slot_of(t, t->lines[i].number) = (uint32_t)i + 1;
}

/* Valid until the next call. */
static line *
line_at(table *t, int64_t number)
{
	if (t->last < t->count && t->lines[t->last].number == number)
		return &t->lines[t->last];
	if (2 * (t->count + 1) > t->room)
		grow(t);
	uint32_t *slot = slot_of(t, number);
	if (!*slot) {
		t->lines = gm_grow(t->lines, &t->lines_room, t->count + 1, sizeof *t->lines);
		t->lines[t->count++] = (line){.number = number};
		*slot = (uint32_t)t->count;
	}
	t->last = *slot - 1;
	return &t->lines[t->last];
}

/* Which sectors of a line are loaded and stored; 0 of one that is not there. */
static uint32_t
sectors_at(const table *t, int64_t number)
{
	const uint32_t at = *slot_of(t, number);
	return at ? t->lines[at - 1].sectors : 0;
}

gm_reach_box *
gm_reach_box_new(int64_t sectors_per_piece)
{
	gm_reach_box *box = gm_allocate(1, sizeof *box);
	box->table.room = FIRST_ROOM;
	box->table.slots = gm_allocate(FIRST_ROOM, sizeof *box->table.slots);
	box->per_piece = sectors_per_piece;
	gm_reach_box_clear(box);
	return box;
}

void
gm_reach_box_clear(gm_reach_box *box)
{
	memset(box->table.slots, 0, box->table.room * sizeof *box->table.slots);
	box->table.count = 0;
	box->block = 1;
	box->requests = 0;
	box->sum = (gm_reach_bytes){0};
}

void
gm_reach_box_free(gm_reach_box *box)
{
	free(box->table.lines);
	free(box->table.slots);
	free(box);
}

static uint32_t
sectors_of(uint32_t sectors, bool stores)
{
	return stores ? sectors >> STORED_SHIFT : sectors & LOADED;
}

/* 0 to 3, also before an array. */
static int
part_of(int64_t sector)
{
	return (int)(sector & (GM_LINE_SECTORS - 1));
}

static int64_t
number_of(int64_t sector)
{
	return sector >> 2;
}

/* Room in L2, by lines: one that is stored counts as written alone. */
static void
hold_line(gm_reach_box *b, line *l, int part, bool stores, double weight)
{
	const bool loaded = sectors_of(l->sectors, false), stored = sectors_of(l->sectors, true);
	const double bytes = weight * GM_LINE_BYTES;
	l->sectors |= UINT32_C(1) << part << (stores ? STORED_SHIFT : 0);
	if (stored || (loaded && !stores))
		return;
	*(stores ? &b->sum.held_written : &b->sum.held_read) += bytes;
	b->sum.held_read -= stores && loaded ? bytes : 0;
}

/* The n-th block that loads a sector is the first of its half of L2 with a chance of 1 in 2^(n-1). */
static void
load_again(gm_reach_box *b, uint32_t *loaded, double weight)
{
	const uint32_t blocks = *loaded % BLOCK;
	if (*loaded / BLOCK == b->block || blocks == BLOCK - 1)
		return;
	*loaded = b->block * BLOCK + blocks + 1;
	b->sum.again += weight * GM_SECTOR_BYTES / (double)(1 << blocks);
	b->sum.crossed += weight * GM_SECTOR_BYTES / (double)(2 << blocks);
}

/* The request that met the sector's piece first, 0 for none yet. Most pieces lie within the sector's own
   line. */
static uint32_t *
piece_of(gm_reach_box *b, line *own, int64_t sector)
{
	if (GM_LINE_SECTORS % b->per_piece == 0)
		return &own->pieces[part_of(sector) & -(int)b->per_piece];
	const int64_t within = (sector % b->per_piece + b->per_piece) % b->per_piece;
	return &line_at(&b->table, number_of(sector - within))->pieces[part_of(sector - within)];
}

static void
load_sector(gm_reach_box *b, int64_t sector, uint32_t request, double weight)
{
	line *l = line_at(&b->table, number_of(sector));
	uint32_t *loaded = &l->loaded[part_of(sector)];
	if (*loaded) {
		load_again(b, loaded, weight);
		return;
	}
	*loaded = b->block * BLOCK + 1;
	hold_line(b, l, part_of(sector), false, weight);
	b->sum.read_sectors += weight * GM_SECTOR_BYTES;
	uint32_t *piece = piece_of(b, l, sector);
	b->sum.read += *piece ? 0 : weight * (double)b->per_piece * GM_SECTOR_BYTES;
	*piece = *piece ? *piece : b->requests + request;
	b->sum.missed += *piece == b->requests + request ? weight * GM_SECTOR_BYTES : 0;
}

static void
store_sector(gm_reach_box *b, int64_t sector, uint32_t mask, double weight)
{
	line *l = line_at(&b->table, number_of(sector));
	uint32_t *stored = &l->stored[part_of(sector)];
	b->sum.written += *stored ? 0 : weight * GM_SECTOR_BYTES;
	if (!*stored)
		hold_line(b, l, part_of(sector), true, weight);
	*stored |= mask;
}

void
gm_reach_box_add(gm_reach_box *b, const gm_reach_touch *touch, int64_t move_bytes)
{
	const int64_t sector = touch->sector + (move_bytes >> 5);
	const uint64_t mask = (uint64_t)touch->mask << (move_bytes & 31);
	if (touch->loads)
		load_sector(b, sector, touch->request, touch->weight);
	if (touch->loads && touch->stores)
		store_sector(b, sector, UINT32_MAX, touch->weight);
	else if (touch->stores && (uint32_t)mask)
		store_sector(b, sector, (uint32_t)mask, touch->weight);
	if (touch->stores && !touch->loads && mask >> 32)
		store_sector(b, sector + 1, (uint32_t)(mask >> 32), touch->weight);
}

void
gm_reach_box_next(gm_reach_box *b, uint32_t requests)
{
	b->requests += requests;
	b->block++;
}

/* Stored in part, and nothing has brought the rest. */
static double
partial_bytes(const gm_reach_box *b)
{
	double bytes = 0;
	for (size_t i = 0; i < b->table.count; i++)
		for (int part = 0; part < GM_LINE_SECTORS; part++) {
			const line *l = &b->table.lines[i];
			const bool partly = l->stored[part] && l->stored[part] != UINT32_MAX;
			bytes += partly && !l->loaded[part] ? GM_SECTOR_BYTES : 0;
		}
	return bytes;
}

/* Halves of a line that are touched. */
static int
units_of(uint32_t sectors)
{
	return ((sectors & 3) != 0) + ((sectors & 12) != 0);
}

static int
units_around(const gm_reach_box *b, int64_t number, bool stores)
{
	const int64_t page = number - (number % PAGE_LINES + PAGE_LINES) % PAGE_LINES;
	int units = 0;
	for (int64_t l = page; l < page + PAGE_LINES; l++)
		units += units_of(sectors_of(sectors_at(&b->table, l), stores));
	return units;
}

/* Of the middle one of three lines, sectors that stand in runs of at least a line's length. */
static uint32_t
in_long_runs(uint32_t before, uint32_t here, uint32_t after)
{
	const uint32_t all = before | here << GM_LINE_SECTORS | after << 2 * GM_LINE_SECTORS;
	const uint32_t starts = all & all >> 1 & all >> 2 & all >> 3;
	const uint32_t runs = starts | starts << 1 | starts << 2 | starts << 3;
	return runs >> GM_LINE_SECTORS & LOADED;
}

static double
empty_around(const gm_reach_box *b, int64_t number, bool stores)
{
	return 1 - (double)units_around(b, number, stores) / (2 * PAGE_LINES);
}

/* The share of half lines that loads touch scattered. */
static double
scattered_loads(const gm_reach_box *b)
{
	double all = 0, scattered = 0;
	for (size_t i = 0; i < b->table.count; i++) {
		const line *l = &b->table.lines[i];
		const uint32_t sectors = sectors_of(l->sectors, false);
		all += units_of(sectors);
		if (sectors == 0 || sectors == LOADED)
			continue;
		const uint32_t streamed = in_long_runs(
		        sectors_of(sectors_at(&b->table, l->number - 1), false), sectors,
		        sectors_of(sectors_at(&b->table, l->number + 1), false));
		scattered += units_of(sectors & ~streamed) *
		             gm_reach_scattered_weight(empty_around(b, l->number, false), false);
	}
	return all > 0 ? scattered / all : 0;
}

typedef struct shares {
	double sectors, halves; /* for each sector that is stored */
} shares;

static shares
scattered_stores(const gm_reach_box *b)
{
	double all = 0;
	shares s = {0};
	for (size_t i = 0; i < b->table.count; i++) {
		const line *l = &b->table.lines[i];
		const uint32_t sectors = sectors_of(l->sectors, true);
		all += gm_bits_count(sectors);
		if (sectors == 0 || sectors == LOADED)
			continue;
		const double weight =
		        gm_reach_scattered_weight(empty_around(b, l->number, true), true);
		s.sectors += weight * gm_bits_count(sectors);
		s.halves += weight * units_of(sectors);
	}
	return all > 0 ? (shares){s.sectors / all, s.halves / all} : s;
}

/* Where sectors are not in such a run, by lines. */
double
gm_reach_box_shreds(const gm_reach_box *b, bool stores)
{
	double sectors = 0;
	for (size_t i = 0; i < b->table.count; i++) {
		const line *l = &b->table.lines[i];
		const uint32_t here = sectors_of(l->sectors, stores);
		if (here == 0)
			continue;
		const uint32_t streamed =
		        in_long_runs(sectors_of(sectors_at(&b->table, l->number - 1), stores), here,
		                     sectors_of(sectors_at(&b->table, l->number + 1), stores));
		sectors += gm_bits_count(here & ~streamed);
	}
	return sectors / GM_LINE_SECTORS;
}

/* A run is counted at its first sector: where it goes on for a line's length, with nothing before it. */
double
gm_reach_box_runs(const gm_reach_box *b, bool stores)
{
	double runs = 0;
	for (size_t i = 0; i < b->table.count; i++) {
		const line *l = &b->table.lines[i];
		const uint32_t sectors = sectors_of(l->sectors, stores);
		const uint32_t before = sectors_of(sectors_at(&b->table, l->number - 1), stores);
		const uint32_t after = sectors_of(sectors_at(&b->table, l->number + 1), stores);
		const uint32_t all = before | sectors << GM_LINE_SECTORS | after << 2 * GM_LINE_SECTORS;
		const uint32_t starts = all & all >> 1 & all >> 2 & all >> 3 & ~(all << 1);
		runs += gm_bits_count(starts >> GM_LINE_SECTORS & LOADED);
	}
	return runs;
}

gm_reach_bytes
gm_reach_box_sum(const gm_reach_box *b, double stored_weight)
{
	gm_reach_bytes sum = b->sum;
	sum.partial = partial_bytes(b) * stored_weight;
	const shares stores = scattered_stores(b);
	sum.scattered_read = sum.read * scattered_loads(b);
	sum.scattered_written = sum.written * stores.sectors;
	sum.scattered_halves = sum.written / GM_SECTOR_BYTES * stores.halves;
	return sum;
}

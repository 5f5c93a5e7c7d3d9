#include "model/reach_box.h"

#include "base/memory.h"
#include "model/l1_cache.h"
#include "model/sector_set.h"

#include <stdlib.h>

enum {
	BLOCK = 8,       /* a sector's last block, above the number of blocks that loaded it */
	LOADED = 15,     /* a line's sectors that are loaded; those that are stored: */
	STORED_SHIFT = 4,
	PAGE_LINES = 8,
};

struct gm_reach_box {
	gm_sector_set loaded; /* by how many blocks, and the last of them */
	gm_sector_set pieces; /* the request that met it first */
	gm_sector_set lines;  /* which sectors are loaded, which stored */
	gm_sector_set stored; /* the bytes */
	int64_t per_piece;
	uint32_t block, requests; /* counted from 1; requests of the blocks before */
	gm_reach_bytes sum;
};

gm_reach_box *
gm_reach_box_new(int64_t sectors_per_piece)
{
	gm_reach_box *box = gm_allocate(1, sizeof *box);
	box->per_piece = sectors_per_piece;
	box->block = 1;
	return box;
}

static uint32_t
sectors_of(uint32_t line, bool stores)
{
	return stores ? line >> STORED_SHIFT : line & LOADED;
}

/* Room in L2, by lines: one that is stored counts as written alone. */
static void
hold_line(gm_reach_box *b, int64_t sector, bool stores, double weight)
{
	const int64_t part = sector & (GM_LINE_SECTORS - 1); /* 0 to 3, also before an array */
	uint32_t *line = gm_sector_set_at(&b->lines, (sector - part) / GM_LINE_SECTORS);
	const bool loaded = sectors_of(*line, false), stored = sectors_of(*line, true);
	const double bytes = weight * GM_LINE_BYTES;
	*line |= UINT32_C(1) << part << (stores ? STORED_SHIFT : 0);
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

static void
load_sector(gm_reach_box *b, int64_t sector, uint32_t request, double weight)
{
	uint32_t *loaded = gm_sector_set_at(&b->loaded, sector);
	if (*loaded) {
		load_again(b, loaded, weight);
		return;
	}
	*loaded = b->block * BLOCK + 1;
	hold_line(b, sector, false, weight);
	b->sum.read_sectors += weight * GM_SECTOR_BYTES;
	uint32_t *piece = gm_sector_set_at(&b->pieces, sector / b->per_piece);
	b->sum.read += *piece ? 0 : weight * (double)b->per_piece * GM_SECTOR_BYTES;
	*piece = *piece ? *piece : b->requests + request;
	b->sum.missed += *piece == b->requests + request ? weight * GM_SECTOR_BYTES : 0;
}

static void
store_sector(gm_reach_box *b, int64_t sector, uint32_t mask, double weight)
{
	uint32_t *stored = gm_sector_set_at(&b->stored, sector);
	b->sum.written += *stored ? 0 : weight * GM_SECTOR_BYTES;
	if (!*stored)
		hold_line(b, sector, true, weight);
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
partial_bytes(gm_reach_box *b)
{
	double bytes = 0;
	for (size_t i = 0; i < b->stored.room; i++) {
		const gm_sector_slot *slot = &b->stored.slots[i];
		if (slot->used && slot->bits != UINT32_MAX && !*gm_sector_set_at(&b->loaded, slot->number))
			bytes += GM_SECTOR_BYTES;
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
units_around(const gm_reach_box *b, int64_t line, bool stores)
{
	const int64_t page = line - (line % PAGE_LINES + PAGE_LINES) % PAGE_LINES;
	int units = 0;
	for (int64_t l = page; l < page + PAGE_LINES; l++)
		units += units_of(sectors_of(gm_sector_set_find(&b->lines, l), stores));
	return units;
}

/* Of the middle one of three lines, sectors that stand in runs of at least a line's length. */
static uint32_t
in_long_runs(uint32_t before, uint32_t line, uint32_t after)
{
	const uint32_t all = before | line << GM_LINE_SECTORS | after << 2 * GM_LINE_SECTORS;
	const uint32_t starts = all & all >> 1 & all >> 2 & all >> 3;
	const uint32_t runs = starts | starts << 1 | starts << 2 | starts << 3;
	return runs >> GM_LINE_SECTORS & LOADED;
}

static double
empty_around(const gm_reach_box *b, int64_t line, bool stores)
{
	return 1 - (double)units_around(b, line, stores) / (2 * PAGE_LINES);
}

/* The share of half lines that loads touch scattered. */
static double
scattered_loads(const gm_reach_box *b)
{
	double all = 0, scattered = 0;
	for (size_t i = 0; i < b->lines.room; i++) {
		const gm_sector_slot *slot = &b->lines.slots[i];
		const uint32_t sectors = slot->used ? sectors_of(slot->bits, false) : 0;
		all += units_of(sectors);
		if (sectors == 0 || sectors == LOADED)
			continue;
		const uint32_t streamed = in_long_runs(
		        sectors_of(gm_sector_set_find(&b->lines, slot->number - 1), false), sectors,
		        sectors_of(gm_sector_set_find(&b->lines, slot->number + 1), false));
		scattered += units_of(sectors & ~streamed) *
		             gm_reach_scattered_weight(empty_around(b, slot->number, false), false);
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
	for (size_t i = 0; i < b->lines.room; i++) {
		const gm_sector_slot *slot = &b->lines.slots[i];
		const uint32_t sectors = slot->used ? sectors_of(slot->bits, true) : 0;
		all += __builtin_popcount(sectors);
		if (sectors == 0 || sectors == LOADED)
			continue;
		const double weight =
		        gm_reach_scattered_weight(empty_around(b, slot->number, true), true);
		s.sectors += weight * __builtin_popcount(sectors);
		s.halves += weight * units_of(sectors);
	}
	return all > 0 ? (shares){s.sectors / all, s.halves / all} : s;
}

/* Where sectors are not in such a run, by lines. */
double
gm_reach_box_shreds(const gm_reach_box *b, bool stores)
{
	double sectors = 0;
	for (size_t i = 0; i < b->lines.room; i++) {
		const gm_sector_slot *slot = &b->lines.slots[i];
		const uint32_t here = slot->used ? sectors_of(slot->bits, stores) : 0;
		const uint32_t streamed = in_long_runs(
		        sectors_of(gm_sector_set_find(&b->lines, slot->number - 1), stores), here,
		        sectors_of(gm_sector_set_find(&b->lines, slot->number + 1), stores));
		sectors += __builtin_popcount(here & ~streamed);
	}
	return sectors / GM_LINE_SECTORS;
}

/* A run is counted at its first sector: where it goes on for a line's length, with nothing before it. */
double
gm_reach_box_runs(const gm_reach_box *b, bool stores)
{
	double runs = 0;
	for (size_t i = 0; i < b->lines.room; i++) {
		const gm_sector_slot *slot = &b->lines.slots[i];
		const uint32_t sectors = slot->used ? sectors_of(slot->bits, stores) : 0;
		const uint32_t before = sectors_of(gm_sector_set_find(&b->lines, slot->number - 1), stores);
		const uint32_t after = sectors_of(gm_sector_set_find(&b->lines, slot->number + 1), stores);
		const uint32_t all = before | sectors << GM_LINE_SECTORS | after << 2 * GM_LINE_SECTORS;
		const uint32_t starts = all & all >> 1 & all >> 2 & all >> 3 & ~(all << 1);
		runs += __builtin_popcount(starts >> GM_LINE_SECTORS & LOADED);
	}
	return runs;
}

gm_reach_bytes
gm_reach_box_end(gm_reach_box *b, double stored_weight)
{
	gm_reach_bytes sum = b->sum;
	sum.partial = partial_bytes(b) * stored_weight;
	const shares stores = scattered_stores(b);
	sum.scattered_read = sum.read * scattered_loads(b);
	sum.scattered_written = sum.written * stores.sectors;
	sum.scattered_halves = sum.written / GM_SECTOR_BYTES * stores.halves;
	gm_sector_set_dispose(&b->loaded);
	gm_sector_set_dispose(&b->pieces);
	gm_sector_set_dispose(&b->lines);
	gm_sector_set_dispose(&b->stored);
	free(b);
	return sum;
}

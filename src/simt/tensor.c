#include "simt/tensor.h"

#include "simt/access.h"
#include "simt/async.h"
#include "simt/stream.h"

#include <errno.h>
#include <stdlib.h>

enum { BOX_MAX = 256, PIECE_BYTES = 16 };

static const int64_t EXTENT_MAX = (int64_t)1 << 32, BYTES_MAX = (int64_t)1 << 44;

/* 64x128x2, of at most 5 numbers of at most `most`; how many, 0 when malformed. */
static int
read_extents(const char **text, int64_t out[5], int64_t most)
{
	int count = 0;
	const char *at = *text;
	while (count < 5) {
		char *end;
		errno = 0;
		const long long value = *at >= '0' && *at <= '9' ? strtoll(at, &end, 10) : 0;
		if (errno || value < 1 || value > most)
			return 0;
		out[count++] = value;
		at = end;
		if (*at != 'x')
			break;
		at++;
	}
	*text = at;
	return count;
}

int64_t
gm_ptx_map_bytes(const ptx_map *map)
{
	int64_t bytes = map->element_bytes;
	for (int i = 0; i < map->rank; i++)
		if (__builtin_mul_overflow(bytes, map->extent[i], &bytes))
			return INT64_MAX;
	return bytes;
}

int64_t
gm_ptx_map_box_bytes(const ptx_map *map)
{
	int64_t bytes = map->element_bytes;
	for (int i = 0; i < map->rank; i++)
		bytes *= map->box[i];
	return bytes;
}

static bool
read_swizzle(const char **text, ptx_map *out)
{
	static const struct {
		long bytes;
		int mask;
	} rows[] = {{0, 0}, {32, 1}, {64, 3}, {128, 7}};
	char *end;
	if (**text != '~')
		return true;
	const long bytes = strtol(*text + 1, &end, 10);
	*text = end;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].bytes == bytes) {
			out->swizzle_mask = rows[i].mask;
			return true;
		}
	return false;
}

bool
gm_ptx_map_parse(const char *text, ptx_type type, ptx_map *out, const char **rest, const char **why)
{
	const char *at = text + 1;
	*out = (ptx_map){.element_bytes = gm_ptx_type_bytes(type)};
	*why = "up to 5 extents such as [4096x2048], each from 1 to 2^32";
	out->rank = read_extents(&at, out->extent, EXTENT_MAX);
	if (out->rank == 0 || at[0] != ']' || at[1] != '/')
		return false;
	*why = "a box with as many extents, each from 1 to 256";
	at += 2;
	if (read_extents(&at, out->box, BOX_MAX) != out->rank)
		return false;
	*why = "a swizzle of 0, 32, 64 or 128";
	if (!read_swizzle(&at, out))
		return false;
	*why = "rows of the box and of the tensor that are multiples of 16 bytes, below 2^44 in all";
	*rest = at;
	return out->box[0] * out->element_bytes % PIECE_BYTES == 0 &&
	       (out->rank == 1 || out->extent[0] * out->element_bytes % PIECE_BYTES == 0) &&
	       gm_ptx_map_bytes(out) <= BYTES_MAX;
}

/* ---- copies ---- */

/* The windows of param and global memory, each with its own addresses. */
static const ptx_map *
find_map(const ptx_program *program, uint64_t address)
{
	for (int i = 0; i < program->maps_count; i++)
		if (program->maps[i].address == address)
			return &program->maps[i];
	return NULL;
}

/* One row of the box: where it lies in the tensor, and which of its pieces are inside. */
typedef struct box_row {
	int64_t global;      /* offset of the row's first element, which may lie outside */
	int64_t first, last; /* elements of the row inside the tensor: first <= i < last */
} box_row;

static box_row
row_of(const ptx_map *map, const int64_t at[5], int64_t index)
{
	box_row row = {at[0] * map->element_bytes, at[0] < 0 ? -at[0] : 0, map->extent[0] - at[0]};
	int64_t stride = map->extent[0] * map->element_bytes;
	if (row.last > map->box[0])
		row.last = map->box[0];
	for (int d = 1; d < map->rank; d++) {
		const int64_t place = at[d] + index % map->box[d];
		index /= map->box[d];
		if (place < 0 || place >= map->extent[d])
			row.last = 0;
		row.global += place * stride;
		stride *= map->extent[d];
	}
	return row;
}

/* Pieces of 16 bytes on their way, 32 to a warp instruction. */
typedef struct carriage {
	uint64_t address[PTX_LANES];
	unsigned count;
} carriage;

static void
send(ptx_warp *warp, const ptx_step *step, carriage *c)
{
	if (c->count > 0)
		gm_ptx_stream(warp, step, step->traffic_site,
			      c->count == PTX_LANES ? PTX_ALL_LANES : (1u << c->count) - 1, c->address);
	c->count = 0;
}

static uint64_t
swizzled(const ptx_map *map, uint64_t address)
{
	return address ^ ((address >> 7 & (uint64_t)map->swizzle_mask) << 4);
}

/* One word between the tensor and shared memory; outside the tensor zeros come in. */
static bool
move_word(ptx_warp *warp, const ptx_step *step, int lane, const ptx_map *map, uint64_t global,
	  uint64_t shared, unsigned bytes, bool inside)
{
	const bool out = step->detail == 1;
	ptx_place near, far;
	if (out && !inside)
		return true;
	if (!gm_ptx_place_find(warp, step, SPACE_SHARED, lane, swizzled(map, shared), bytes, &near))
		return false;
	if (!inside) {
		gm_ptx_place_store(warp, near, lane, bytes, 0);
		return true;
	}
	if (!gm_ptx_place_find(warp, step, SPACE_GLOBAL, lane, global, bytes, &far))
		return false;
	gm_ptx_place_store(warp, out ? far : near, lane, bytes,
			   gm_ptx_place_load(warp, out ? near : far, lane, bytes));
	return true;
}

/* A piece of 16 bytes is sent with the first word of it that is inside. */
static bool
move_row(ptx_warp *warp, const ptx_step *step, int lane, const ptx_map *map, box_row row,
	 uint64_t shared, carriage *c)
{
	const int64_t size = map->element_bytes, bytes = map->box[0] * size;
	const int64_t first = row.first * size, last = row.last * size;
	const bool wide = (row.global | first | last) % 8 == 0;
	const int64_t word = wide ? 8 : size;
	for (int64_t i = 0; i < bytes; i += word) {
		const bool inside = i >= first && i < last;
		const uint64_t global = map->base + (uint64_t)(row.global + i);
		if (!move_word(warp, step, lane, map, global, shared + (uint64_t)i, (unsigned)word,
			       inside))
			return false;
		const bool starts = i == first || global % PIECE_BYTES == 0;
		if (!inside || !starts || !warp->machine->sink)
			continue;
		c->address[c->count++] = global & ~(uint64_t)(PIECE_BYTES - 1);
		if (c->count == PTX_LANES)
			send(warp, step, c);
	}
	return true;
}

static bool
move_box(ptx_warp *warp, const ptx_step *step, int lane, const ptx_map *map, uint64_t shared)
{
	const uint32_t *units = warp->program->units + step->sources + 4;
	const int64_t row_bytes = map->box[0] * map->element_bytes;
	const int64_t rows = gm_ptx_map_box_bytes(map) / row_bytes;
	int64_t at[5] = {0};
	carriage c = {.count = 0};
	for (int d = 0; d < map->rank; d++)
		at[d] = (int32_t)ptx_u32(warp, units[d])[lane];
	for (int64_t i = 0; i < rows; i++)
		if (!move_row(warp, step, lane, map, row_of(map, at, i),
			      shared + (uint64_t)(i * row_bytes), &c))
			return false;
	send(warp, step, &c);
	return true;
}

static bool
stop_without_map(ptx_warp *warp, const ptx_step *step, const ptx_map *map)
{
	gm_ptx_stop(warp->machine, step, GM_BAD_VALUE,
		    map ? "a copy of %d dimensions by a tensor map of %d"
			: "a copy of %d dimensions by a tensor map that no argument describes "
			  "(TYPE[EXTENTS]/BOX, as in f16[4096x4096]/64x64)",
		    step->sources_count - 4, map ? map->rank : 0);
	return false;
}

void
gm_ptx_copy_tensor(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	for (uint32_t rest = mask; rest && warp->machine->status == GM_OK; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const ptx_map *map = find_map(warp->program, ptx_u64(warp, step->b)[l]);
		const uint64_t shared = step->clamp ? ptx_u64(warp, step->a)[l]
						    : ptx_u32(warp, step->a)[l];
		if (!map || map->rank != step->sources_count - 4) {
			stop_without_map(warp, step, map);
			return;
		}
		gm_ptx_stream(warp, step, step->site, 1u << l, NULL);
		const uint64_t inner = (shared + (uint64_t)step->immediate) & (PTX_SHARED_WINDOW - 1);
		if (!move_box(warp, step, l, map, inner) ||
		    !gm_ptx_mbarrier_receive(warp, step, l, (uint64_t)gm_ptx_map_box_bytes(map)))
			return;
	}
}

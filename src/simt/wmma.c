#include "ptx/loops.h"
#include "simt/access.h"
#include "simt/matrix.h"
#include "simt/stream.h"

/* Whether neighbours of a lane's register lie side by side in memory. */
static bool
lies_along(const ptx_matrix *x)
{
	return ptx_matrix_is_upright(x) == x->row_major;
}

ptx_wmma_way
gm_ptx_wmma_way(const ptx_matrix *x)
{
	const int bits = gm_ptx_type_bits(x->type);
	if (bits != 16 && bits != 8)
		return WMMA_ELEMENTS;
	if (x->space == SPACE_SHARED && x->fragment != FRAGMENT_C)
		return bits == 16 || lies_along(x) ? WMMA_ROWS : WMMA_ELEMENTS;
	return bits == 16 && !lies_along(x) ? WMMA_TURNED : WMMA_ELEMENTS;
}

/* Rows of 16 bytes of a fragment. */
static int
rows_of(const ptx_matrix *x)
{
	return gm_ptx_matrix_elements(x) * gm_ptx_type_bytes(x->type) * PTX_LANES / 16;
}

void
gm_ptx_wmma_access(const ptx_matrix *x, int *accesses, int *bytes)
{
	const int element = gm_ptx_type_bytes(x->type), count = gm_ptx_matrix_elements(x);
	const int together = x->fragment == FRAGMENT_C ? 2 : gm_ptx_matrix_packed(x);
	switch (gm_ptx_wmma_way(x)) {
	case WMMA_ROWS:
		*bytes = 16;
		*accesses = (rows_of(x) + PTX_LANES - 1) / PTX_LANES;
		return;
	case WMMA_TURNED: *bytes = 4; break;
	case WMMA_ELEMENTS: *bytes = lies_along(x) ? element * together : element; break;
	}
	*accesses = count * element / *bytes;
}

static uint64_t
element_offset(const ptx_matrix *x, int row, int column, uint64_t stride)
{
	const uint64_t r = (uint64_t)row, c = (uint64_t)column;
	return (x->row_major ? r * stride + c : c * stride + r) *
	       (uint64_t)gm_ptx_type_bytes(x->type);
}

/* The element of 16 bits, or the row of 16 bytes, at which access number `access` of a lane begins. */
static void
block_position(const ptx_matrix *x, int lane, int access, int *row, int *column)
{
	const bool rows = gm_ptx_wmma_way(x) == WMMA_ROWS;
	const int side = ptx_matrix_side(x);
	const bool upright = ptx_matrix_is_upright(x);
	const int block = rows ? (PTX_LANES * access + lane) / 8 : access;
	const int deep = rows ? 16 / gm_ptx_type_bytes(x->type) : 8, inner = lane % 8;
	const int across = 8 * (block % side) + (rows ? 0 : 2 * (lane % 4));
	const int along = deep * (block / side) + (rows ? 0 : lane / 4);
	*row = (upright ? across : along) + (rows && x->row_major ? inner : 0);
	*column = (upright ? along : across) + (rows && !x->row_major ? inner : 0);
}

/* A generic address says only then whether the fragment lies in shared memory; how it is accessed has
   been settled without knowing. */
static bool
leads_to_shared(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const int lane = mask ? __builtin_ctz(mask) : 0;
	const uint64_t base = gm_ptx_lane_address(warp, step, step->a, step->immediate, lane);
	return step->matrix[0].space == SPACE_GENERIC &&
	       base - PTX_SHARED_WINDOW < PTX_SHARED_WINDOW;
}

/* Where the first element of each lane lies, and how far a step along the stride goes. */
typedef struct starts {
	uint64_t address[PTX_LANES];
	uint32_t stride[PTX_LANES]; /* elements */
} starts;

GM_WIDE static void
place_starts(const ptx_matrix *x, const ptx_layout *at, const uint64_t base[PTX_LANES],
	     const uint32_t *stride, starts *out)
{
	const uint64_t bytes = (uint64_t)gm_ptx_type_bytes(x->type);
	const int *major = x->row_major ? at->lane_row : at->lane_column;
	const int *minor = x->row_major ? at->lane_column : at->lane_row;
	for (int l = 0; l < PTX_LANES; l++) {
		const uint64_t along = (uint64_t)(uint32_t)major[l] * stride[l];
		out->address[l] = base[l] + (along + (uint32_t)minor[l]) * bytes;
		out->stride[l] = stride[l];
	}
}

/* Where element i of each lane lies. */
GM_WIDE static void
place_elements(const ptx_matrix *x, const ptx_layout *at, int i, const starts *from,
	       uint64_t out[PTX_LANES])
{
	const uint32_t bytes = (uint32_t)gm_ptx_type_bytes(x->type);
	const uint32_t major = (uint32_t)(x->row_major ? at->row : at->column)[i] * bytes;
	const uint32_t minor = (uint32_t)(x->row_major ? at->column : at->row)[i] * bytes;
	for (int l = 0; l < PTX_LANES; l++)
		out[l] = from->address[l] + (uint64_t)major * from->stride[l] + minor;
}

static void
place_blocks(const ptx_matrix *x, int access, const uint64_t base[PTX_LANES], const uint32_t *stride,
	     uint64_t out[PTX_LANES])
{
	for (int l = 0; l < PTX_LANES; l++) {
		int row, column;
		block_position(x, l, access, &row, &column);
		out[l] = base[l] + element_offset(x, row, column, stride[l]);
	}
}

static void
find_bases(ptx_warp *warp, const ptx_step *step, uint64_t out[PTX_LANES])
{
	for (int l = 0; l < PTX_LANES; l++)
		out[l] = gm_ptx_lane_address(warp, step, step->a, step->immediate, l);
}

static void
stream_accesses(ptx_warp *warp, const ptx_step *step, const ptx_layout *at, uint32_t mask)
{
	const ptx_matrix *x = &step->matrix[0];
	const bool other = step->traffic_site != PTX_NO_SITE && leads_to_shared(warp, step, mask);
	const ptx_wmma_way way = gm_ptx_wmma_way(x);
	const uint32_t *stride = ptx_u32(warp, step->b);
	uint64_t base[PTX_LANES];
	starts from;
	int accesses, bytes;
	gm_ptx_wmma_access(x, &accesses, &bytes);
	if (way == WMMA_ROWS && rows_of(x) < PTX_LANES)
		mask &= (1U << rows_of(x)) - 1; /* ldmatrix takes a row of each of the first lanes */
	find_bases(warp, step, base);
	for (int l = 0; l < PTX_LANES; l++)
		base[l] &= PTX_SHARED_WINDOW - 1;
	place_starts(x, at, base, stride, &from);
	for (int n = 0; n < accesses; n++) {
		if (way == WMMA_ELEMENTS)
			place_elements(x, at, n * (at->count / accesses), &from, warp->address);
		else
			place_blocks(x, n, base, stride, warp->address);
		gm_ptx_stream(warp, step, other ? step->traffic_site : step->site, mask,
			      warp->address);
	}
}

static bool
move_element(ptx_warp *warp, const ptx_step *step, int lane, int index, uint64_t address)
{
	const ptx_matrix *x = &step->matrix[0];
	const uint32_t *units =
		warp->program->units + (x->store ? step->sources + 2 : step->results);
	const unsigned bytes = (unsigned)gm_ptx_type_bytes(x->type);
	uint64_t value[PTX_LANES] = {0};
	ptx_place place;
	if (!gm_ptx_place_find(warp, step, x->space, lane, address, bytes, &place))
		return false;
	if (x->store)
		gm_ptx_fragment_get(warp, x, units, index, value);
	if (x->store)
		gm_ptx_place_store(warp, place, lane, bytes, value[lane]);
	else
		value[lane] = gm_ptx_place_load(warp, place, lane, bytes);
	if (!x->store)
		gm_ptx_fragment_set(warp, x, units, index, value, 1u << lane);
	return true;
}

/* Lane by lane: what is not all in one buffer or window, and errors. */
static void
move_lanes(ptx_warp *warp, const ptx_step *step, const ptx_layout *at, uint32_t mask)
{
	const ptx_matrix *x = &step->matrix[0];
	uint64_t base[PTX_LANES], address[PTX_LANES];
	starts from;
	find_bases(warp, step, base);
	place_starts(x, at, base, ptx_u32(warp, step->b), &from);
	for (uint32_t rest = mask; rest; rest &= rest - 1)
		for (int i = 0; i < at->count; i++) {
			const int l = __builtin_ctz(rest);
			place_elements(x, at, i, &from, address);
			if (!move_element(warp, step, l, i, address[l]))
				return;
		}
}

/* False where lanes have to be looked at one by one. */
static bool
move_at_once(ptx_warp *warp, const ptx_step *step, const ptx_layout *at)
{
	const ptx_matrix *x = &step->matrix[0];
	const uint32_t *units =
		warp->program->units + (x->store ? step->sources + 2 : step->results);
	const unsigned bytes = (unsigned)gm_ptx_type_bytes(x->type);
	uint64_t base[PTX_LANES], address[PTX_LANES], value[PTX_LANES];
	starts from;
	bool done = true;
	find_bases(warp, step, base);
	place_starts(x, at, base, ptx_u32(warp, step->b), &from);
	for (int i = 0; i < at->count && done; i++) {
		place_elements(x, at, i, &from, address);
		if (x->store)
			gm_ptx_fragment_get(warp, x, units, i, value);
		done = gm_ptx_words_move(warp, x->space, address, bytes, x->store, value);
		if (done && !x->store)
			gm_ptx_fragment_set(warp, x, units, i, value, PTX_ALL_LANES);
	}
	return done;
}

void
gm_ptx_wmma_move(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	ptx_layout at;
	gm_ptx_layout_init(&at, &step->matrix[0]);
	if (!ptx_is_idle(warp, step) &&
	    (mask != PTX_ALL_LANES || !move_at_once(warp, step, &at)))
		move_lanes(warp, step, &at, mask);
	stream_accesses(warp, step, &at, mask);
}

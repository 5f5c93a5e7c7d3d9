#include "simt/matrix.h"

#include "ptx/half.h"
#include "simt/access.h"
#include "simt/lanes.h"
#include "simt/stream.h"

enum { SIDE_MAX = 256, ELEMENTS_MAX = 64, REGISTERS_MAX = 32 };

bool
gm_ptx_matrix_type_is_known(ptx_type type)
{
	switch (type) {
	case PTX_F16:
	case PTX_BF16:
	case PTX_TF32:
	case PTX_F32:
	case PTX_F64:
	case PTX_E4M3:
	case PTX_E5M2:
	case PTX_S8:
	case PTX_U8:
	case PTX_S32:
		return true;
	default:
		return false;
	}
}

int
gm_ptx_matrix_elements(const ptx_matrix *x)
{
	const int rows = x->fragment == FRAGMENT_B ? x->k : x->m;
	const int columns = x->fragment == FRAGMENT_A ? x->k : x->n;
	return rows * columns / PTX_LANES;
}

static int
packed(const ptx_matrix *x)
{
	const int bits = gm_ptx_type_bits(x->type);
	return bits >= 32 ? 1 : 32 / bits;
}

int
gm_ptx_matrix_registers(const ptx_matrix *x)
{
	return gm_ptx_matrix_elements(x) / packed(x);
}

/* Row and column of element `index` of a lane. */
static void
position(const ptx_matrix *x, int lane, int index, int *row, int *column)
{
	const int g = lane / 4, t = lane % 4, e = x->fragment == FRAGMENT_C ? 2 : packed(x);
	const int r = index / e, i = index % e, side = ptx_matrix_side(x);
	const int across = g + 8 * (r % side), along = t * e + i + 4 * e * (r / side);
	const bool upright = ptx_matrix_is_upright(x);
	*row = upright ? across : along;
	*column = upright ? along : across;
}

static uint64_t
get_element(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, int lane, int index)
{
	const int e = packed(x), bits = gm_ptx_type_bits(x->type);
	const uint32_t unit = units[index / e];
	if (bits == 64)
		return ptx_u64(warp, unit)[lane];
	const uint32_t whole = ptx_u32(warp, unit)[lane];
	return bits == 32 ? whole : (whole >> (bits * (index % e))) & ((1u << bits) - 1);
}

static void
set_element(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, int lane, int index,
	    uint64_t value)
{
	const int e = packed(x), bits = gm_ptx_type_bits(x->type);
	const uint32_t unit = units[index / e];
	if (bits == 64) {
		ptx_u64(warp, unit)[lane] = value;
		return;
	}
	uint32_t *whole = &ptx_u32(warp, unit)[lane];
	const int at = bits * (index % e);
	const uint32_t ones = bits == 32 ? UINT32_MAX : ((1u << bits) - 1) << at;
	*whole = (*whole & ~ones) | ((uint32_t)value << at & ones);
}

static void
gather(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, double *out, int columns)
{
	const int count = gm_ptx_matrix_elements(x);
	for (int l = 0; l < PTX_LANES; l++)
		for (int i = 0; i < count; i++) {
			int row, column;
			position(x, l, i, &row, &column);
			out[row * columns + column] = gm_ptx_number_of_bits(x->type, get_element(warp, x, units, l, i));
		}
}

void
gm_ptx_multiply(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const ptx_matrix *a = &step->matrix[0], *b = a + 1, *c = a + 2, *d = a + 3;
	const uint32_t *sources = warp->program->units + step->sources;
	const uint32_t *results = warp->program->units + step->results;
	double A[SIDE_MAX * 4], B[SIDE_MAX * 4], C[SIDE_MAX * 4];
	(void)mask;
	gather(warp, a, sources, A, a->k);
	gather(warp, b, sources + step->parts[0], B, a->n);
	gather(warp, c, sources + step->parts[0] + step->parts[1], C, a->n);
	for (int i = 0; i < a->m; i++)
		for (int j = 0; j < a->n; j++)
			for (int k = 0; k < a->k; k++)
				C[i * a->n + j] += A[i * a->k + k] * B[k * a->n + j];
	const int count = gm_ptx_matrix_elements(d);
	for (int l = 0; l < PTX_LANES; l++)
		for (int i = 0; i < count; i++) {
			int row, column;
			position(d, l, i, &row, &column);
			set_element(warp, d, results, l, i,
				    gm_ptx_bits_of_number(d->type, C[row * a->n + column]));
		}
}

/* Rows of 16 bytes: row r of matrix i is named by lane 8*i + r. */
static bool
find_rows(ptx_warp *warp, const ptx_step *step, uint32_t mask, ptx_place rows[PTX_LANES])
{
	warp->address_mask = 0;
	for (int l = 0; l < 8 * step->vector; l++) {
		const uint64_t address =
			gm_ptx_lane_address(warp, step, step->a, step->immediate, l);
		if (!(mask >> l & 1))
			continue;
		if (!gm_ptx_place_find(warp, step, SPACE_SHARED, l,
				       address & (PTX_SHARED_WINDOW - 1), 16, &rows[l]))
			return false;
		warp->address[l] = rows[l].offset;
		warp->address_mask |= 1u << l;
	}
	return true;
}

/* Where element i (0, 1) of a lane's register of matrix r lies. */
static ptx_place
element_place(const ptx_step *step, const ptx_place *rows, int matrix, int lane, int i)
{
	const int major = lane / 4, minor = 2 * (lane % 4) + i;
	ptx_place place = rows[8 * matrix + (step->clamp ? minor : major)];
	place.offset += 2 * (uint64_t)(step->clamp ? major : minor);
	return place;
}

void
gm_ptx_matrix_load(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t *results = warp->program->units + step->results;
	ptx_place rows[PTX_LANES] = {0};
	if (mask != PTX_ALL_LANES) {
		gm_ptx_stop(warp->machine, step, GM_BAD_VALUE,
			    "only some lanes of the warp reach it");
		return;
	}
	if (!find_rows(warp, step, mask, rows) || ptx_is_idle(warp, step))
		return;
	for (int r = 0; r < step->vector; r++)
		for (int l = 0; l < PTX_LANES; l++) {
			uint64_t value = 0;
			for (int i = 0; i < 2; i++)
				value |= gm_ptx_place_load(warp, element_place(step, rows, r, l, i),
							   l, 2)
					 << (16 * i);
			ptx_u32(warp, results[r])[l] = (uint32_t)value;
		}
}

void
gm_ptx_matrix_store(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t *from = warp->program->units + step->sources + 1;
	ptx_place rows[PTX_LANES] = {0};
	if (mask != PTX_ALL_LANES) {
		gm_ptx_stop(warp->machine, step, GM_BAD_VALUE,
			    "only some lanes of the warp reach it");
		return;
	}
	if (!find_rows(warp, step, mask, rows) || ptx_is_idle(warp, step))
		return;
	for (int r = 0; r < step->vector; r++)
		for (int l = 0; l < PTX_LANES; l++)
			for (int i = 0; i < 2; i++)
				gm_ptx_place_store(warp, element_place(step, rows, r, l, i), l, 2,
						   ptx_u32(warp, from[r])[l] >> (16 * i) & 0xffff);
}

void
gm_ptx_matrix_transpose(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	uint16_t tile[8][8];
	(void)mask;
	for (int l = 0; l < PTX_LANES; l++)
		for (int i = 0; i < 2; i++)
			tile[l / 4][2 * (l % 4) + i] =
				(uint16_t)(ptx_u32(warp, step->a)[l] >> (16 * i));
	for (int l = 0; l < PTX_LANES; l++)
		ptx_u32(warp, step->d)[l] = (uint32_t)tile[2 * (l % 4)][l / 4] |
					    (uint32_t)tile[2 * (l % 4) + 1][l / 4] << 16;
}

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
	const int together = x->fragment == FRAGMENT_C ? 2 : packed(x);
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

/* The element at which access number `access` of a lane begins. */
static void
access_position(const ptx_matrix *x, int lane, int access, int accesses, int *row, int *column)
{
	const ptx_wmma_way way = gm_ptx_wmma_way(x);
	if (way == WMMA_ELEMENTS) {
		position(x, lane, access * (gm_ptx_matrix_elements(x) / accesses), row, column);
		return;
	}
	const bool rows = way == WMMA_ROWS;
	const int side = ptx_matrix_side(x);
	const bool upright = ptx_matrix_is_upright(x);
	const int block = rows ? (PTX_LANES * access + lane) / 8 : access;
	const int deep = rows ? 16 / gm_ptx_type_bytes(x->type) : 8, inner = lane % 8;
	const int across = 8 * (block % side) + (rows ? 0 : 2 * (lane % 4));
	const int along = deep * (block / side) + (rows ? 0 : lane / 4);
	*row = (upright ? across : along) + (rows && x->row_major ? inner : 0);
	*column = (upright ? along : across) + (rows && !x->row_major ? inner : 0);
}

static uint64_t
lane_stride(ptx_warp *warp, const ptx_step *step, int lane)
{
	return ptx_u32(warp, step->b)[lane];
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

static void
stream_accesses(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const ptx_matrix *x = &step->matrix[0];
	const bool other = step->traffic_site != PTX_NO_SITE && leads_to_shared(warp, step, mask);
	int accesses, bytes;
	gm_ptx_wmma_access(x, &accesses, &bytes);
	if (gm_ptx_wmma_way(x) == WMMA_ROWS && rows_of(x) < PTX_LANES)
		mask &= (1U << rows_of(x)) - 1; /* ldmatrix takes a row of each of the first lanes */
	for (int n = 0; n < accesses; n++) {
		for (int l = 0; l < PTX_LANES; l++) {
			int row, column;
			access_position(x, l, n, accesses, &row, &column);
			const uint64_t base =
				gm_ptx_lane_address(warp, step, step->a, step->immediate, l);
			warp->address[l] =
				(base & (PTX_SHARED_WINDOW - 1)) +
				element_offset(x, row, column, lane_stride(warp, step, l));
		}
		gm_ptx_stream(warp, step, other ? step->traffic_site : step->site, mask,
			      warp->address);
	}
}

static void
move_fragment(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const ptx_matrix *x = &step->matrix[0];
	const uint32_t *units =
		warp->program->units + (x->store ? step->sources + 2 : step->results);
	const unsigned bytes = (unsigned)gm_ptx_type_bytes(x->type);
	const int count = gm_ptx_matrix_elements(x);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const uint64_t base = gm_ptx_lane_address(warp, step, step->a, step->immediate, l);
		for (int i = 0; i < count; i++) {
			int row, column;
			ptx_place place;
			position(x, l, i, &row, &column);
			const uint64_t address =
				base + element_offset(x, row, column, lane_stride(warp, step, l));
			if (!gm_ptx_place_find(warp, step, x->space, l, address, bytes, &place))
				return;
			if (x->store)
				gm_ptx_place_store(warp, place, l, bytes,
						   get_element(warp, x, units, l, i));
			else
				set_element(warp, x, units, l, i,
					    gm_ptx_place_load(warp, place, l, bytes));
		}
	}
}

void
gm_ptx_wmma_move(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	if (!ptx_is_idle(warp, step))
		move_fragment(warp, step, mask);
	stream_accesses(warp, step, mask);
}

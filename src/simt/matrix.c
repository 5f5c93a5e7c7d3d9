#include "simt/matrix.h"

#include "ptx/half.h"
#include "ptx/loops.h"
#include "simt/access.h"
#include "simt/lanes.h"
#include "simt/stream.h"

enum { SIDE_MAX = 256 };

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

static void
gather(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, double *out, int columns)
{
	ptx_layout at;
	uint64_t bits[PTX_LANES];
	double number[PTX_LANES];
	gm_ptx_layout_init(&at, x);
	for (int i = 0; i < at.count; i++) {
		double *place = out + at.row[i] * columns + at.column[i];
		gm_ptx_fragment_get(warp, x, units, i, bits);
		gm_ptx_numbers_of_bits(x->type, bits, number);
		for (int l = 0; l < PTX_LANES; l++)
			place[at.lane_row[l] * columns + at.lane_column[l]] = number[l];
	}
}

static void
scatter(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, const double *from, int columns)
{
	ptx_layout at;
	uint64_t bits[PTX_LANES];
	double number[PTX_LANES];
	gm_ptx_layout_init(&at, x);
	for (int i = 0; i < at.count; i++) {
		const double *place = from + at.row[i] * columns + at.column[i];
		for (int l = 0; l < PTX_LANES; l++)
			number[l] = place[at.lane_row[l] * columns + at.lane_column[l]];
		gm_ptx_bits_of_numbers(x->type, number, bits);
		gm_ptx_fragment_set(warp, x, units, i, bits, PTX_ALL_LANES);
	}
}

/* C += A*B: eight neighbours at once, each in the order of k. */
GM_WIDE static void
add_product(const double *A, const double *B, double *C, int m, int n, int k)
{
	enum { TOGETHER = 8 };
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j += TOGETHER) {
			double *to = C + i * n + j, sum[TOGETHER];
			for (int u = 0; u < TOGETHER; u++)
				sum[u] = to[u];
			for (int s = 0; s < k; s++)
				for (int u = 0; u < TOGETHER; u++)
					sum[u] += A[i * k + s] * B[s * n + j + u];
			for (int u = 0; u < TOGETHER; u++)
				to[u] = sum[u];
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
	add_product(A, B, C, a->m, a->n, a->k);
	scatter(warp, d, results, C, a->n);
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

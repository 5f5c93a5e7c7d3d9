#include "simt/fragment.h"

#include "ptx/loops.h"
#include "simt/lanes.h"

int
gm_ptx_matrix_elements(const ptx_matrix *x)
{
	const int rows = x->fragment == FRAGMENT_B ? x->k : x->m;
	const int columns = x->fragment == FRAGMENT_A ? x->k : x->n;
	return rows * columns / PTX_LANES;
}

int
gm_ptx_matrix_packed(const ptx_matrix *x)
{
	const int bits = gm_ptx_type_bits(x->type);
	return bits >= 32 ? 1 : 32 / bits;
}

int
gm_ptx_matrix_registers(const ptx_matrix *x)
{
	return gm_ptx_matrix_elements(x) / gm_ptx_matrix_packed(x);
}

void
gm_ptx_layout_init(ptx_layout *layout, const ptx_matrix *x)
{
	const int e = x->fragment == FRAGMENT_C ? 2 : gm_ptx_matrix_packed(x);
	const int side = ptx_matrix_side(x);
	const bool upright = ptx_matrix_is_upright(x);
	int *across = upright ? layout->row : layout->column;
	int *along = upright ? layout->column : layout->row;
	int *lane_across = upright ? layout->lane_row : layout->lane_column;
	int *lane_along = upright ? layout->lane_column : layout->lane_row;
	layout->count = gm_ptx_matrix_elements(x);
	for (int l = 0; l < PTX_LANES; l++) {
		lane_across[l] = l / 4;
		lane_along[l] = l % 4 * e;
	}
	for (int j = 0; j < layout->count; j++) {
		const int r = j / e, i = j % e;
		across[j] = 8 * (r % side);
		along[j] = i + 4 * e * (r / side);
	}
}

GM_WIDE void
gm_ptx_fragment_get(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, int index,
		    uint64_t out[PTX_LANES])
{
	const int e = gm_ptx_matrix_packed(x), bits = gm_ptx_type_bits(x->type), at = bits * (index % e);
	const uint32_t unit = units[index / e], ones = bits >= 32 ? UINT32_MAX : (1u << bits) - 1;
	const uint32_t *narrow = ptx_u32(warp, unit);
	const uint64_t *wide = ptx_u64(warp, unit);
	if (bits == 64)
		for (int l = 0; l < PTX_LANES; l++)
			out[l] = wide[l];
	else
		for (int l = 0; l < PTX_LANES; l++)
			out[l] = narrow[l] >> at & ones;
}

GM_WIDE void
gm_ptx_fragment_set(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, int index,
		    const uint64_t value[PTX_LANES], uint32_t mask)
{
	const int e = gm_ptx_matrix_packed(x), bits = gm_ptx_type_bits(x->type), at = bits * (index % e);
	const uint32_t unit = units[index / e];
	const uint32_t ones = bits >= 32 ? UINT32_MAX : ((1u << bits) - 1) << at;
	uint32_t *narrow = ptx_u32(warp, unit);
	uint64_t *wide = ptx_u64(warp, unit);
	if (bits == 64)
		FOR_LANES(mask, wide[l] = value[l];)
	else
		FOR_LANES(mask, narrow[l] = (narrow[l] & ~ones) | ((uint32_t)value[l] << at & ones);)
}

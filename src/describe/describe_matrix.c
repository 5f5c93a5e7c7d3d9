#include "describe/describe_run.h"

#include "simt/matrix.h"

/*
 * wmma.load and wmma.store: which element each lane begins at, as gm_ptx_wmma_move streams it. Rows
 * and columns are linear in lane/4 and lane%4, or in lane/8 and lane%8 where rows of 16 bytes move.
 */

static const gm_sum *
part_of_lane(ptx_describing *d, int64_t by, bool rest)
{
	const gm_sum *lane = d->specials[SPECIAL_LANEID], *y = gm_sum_constant(d->a, by);
	return (rest ? gm_sum_modulo : gm_sum_divide)(d->a, lane, y);
}

typedef struct place {
	const gm_sum *row, *column;
} place;

static const gm_sum *
plus(ptx_describing *d, const gm_sum *x, int64_t y)
{
	return gm_sum_add(d->a, x, gm_sum_constant(d->a, y));
}

/* Elements of a 32-bit register. */
static int
packed(const ptx_matrix *x)
{
	return gm_ptx_type_bits(x->type) >= 32 ? 1 : 32 / gm_ptx_type_bits(x->type);
}

static place
place_in(const ptx_matrix *x, const gm_sum *across, const gm_sum *along)
{
	return ptx_matrix_is_upright(x) ? (place){across, along} : (place){along, across};
}

static place
place_of_element(ptx_describing *d, const ptx_matrix *x, int element)
{
	const gm_sum *g = part_of_lane(d, 4, false), *t = part_of_lane(d, 4, true);
	const int e = x->fragment == FRAGMENT_C ? 2 : packed(x), r = element / e, i = element % e;
	const int side = ptx_matrix_side(x);
	const gm_sum *across = plus(d, g, 8 * (r % side));
	const gm_sum *along = plus(d, gm_sum_scale(d->a, t, e), i + 4 * e * (r / side));
	return place_in(x, across, along);
}

static int
blocks_of(const ptx_matrix *x)
{
	return gm_ptx_matrix_elements(x) * gm_ptx_type_bytes(x->type) * PTX_LANES / 128;
}

/* Rows of 16 bytes, 8 lanes for a block of 8 rows; `side` a power of two, blocks too. */
static place
place_of_row(ptx_describing *d, const ptx_matrix *x, int access)
{
	gm_algebra *a = d->a;
	const int bytes = gm_ptx_type_bytes(x->type), side = ptx_matrix_side(x);
	const gm_sum *block = plus(d, part_of_lane(d, 8, false), 4 * access);
	const gm_sum *inner = part_of_lane(d, 8, true), *sides = gm_sum_constant(a, side);
	if (blocks_of(x) < 4)
		block = gm_sum_modulo(a, block, gm_sum_constant(a, blocks_of(x)));
	place p = place_in(x, gm_sum_scale(a, gm_sum_modulo(a, block, sides), 8),
			   gm_sum_scale(a, gm_sum_divide(a, block, sides), 16 / bytes));
	if (x->row_major)
		p.row = gm_sum_add(a, p.row, inner);
	else
		p.column = gm_sum_add(a, p.column, inner);
	return p;
}

/* Pairs that lie across. */
static place
place_of_pair(ptx_describing *d, const ptx_matrix *x, int access)
{
	const int side = ptx_matrix_side(x);
	const gm_sum *pairs = gm_sum_scale(d->a, part_of_lane(d, 4, true), 2);
	return place_in(x, plus(d, pairs, 8 * (access % side)),
			plus(d, part_of_lane(d, 4, false), 8 * (access / side)));
}

static place
place_of_access(ptx_describing *d, const ptx_matrix *x, int access, int accesses)
{
	switch (gm_ptx_wmma_way(x)) {
	case WMMA_ROWS: return place_of_row(d, x, access);
	case WMMA_TURNED: return place_of_pair(d, x, access);
	default: return place_of_element(d, x, access * (gm_ptx_matrix_elements(x) / accesses));
	}
}

static const gm_sum *
offset_of(ptx_describing *d, const ptx_matrix *x, place p, const gm_sum *stride)
{
	const gm_sum *major = x->row_major ? p.row : p.column,
		     *minor = x->row_major ? p.column : p.row;
	const gm_sum *element = gm_sum_add(d->a, gm_sum_multiply(d->a, major, stride), minor);
	return gm_sum_scale(d->a, element, gm_ptx_type_bytes(x->type));
}

static gm_type
type_of_bytes(gm_type single, int bytes)
{
	if (gm_type_bytes(single) == bytes)
		return single;
	return bytes == 16        ? GM_S32X4
	       : bytes == 8       ? (single == GM_F32 ? GM_F32X2 : GM_S32X2)
	       : single == GM_F16 ? GM_F16X2
				  : GM_U32;
}

void
gm_ptx_describe_fragment(ptx_describing *d, const ptx_step *s, gm_outline_list *list)
{
	const ptx_matrix *x = &s->matrix[0];
	const gm_sum *base = gm_ptx_unit_value(d, s->a), *stride = gm_ptx_unit_value(d, s->b);
	int accesses, bytes;
	gm_ptx_wmma_access(x, &accesses, &bytes);
	if (!base || !stride) {
		gm_ptx_doubt(d, "%s: %.60s: its address depends on data; left out",
			     gm_ptx_place(d, s), s->text);
		return;
	}
	base = gm_sum_add(d->a, base, gm_sum_constant(d->a, s->immediate));
	const gm_type single = gm_ptx_type_model(x->type);
	const int lanes = gm_ptx_wmma_way(x) == WMMA_ROWS ? 8 * blocks_of(x) : PTX_LANES;
	for (int i = 0; i < accesses; i++) {
		const place p = place_of_access(d, x, i, accesses);
		const gm_sum *offset;
		const gm_sum *address = gm_sum_add(d->a, base, offset_of(d, x, p, stride));
		const int array = gm_ptx_array_of(d, address, &offset);
		d->statements++;
		gm_outline_node node = {.kind = GM_OUTLINE_ACCESS,
					.operation = x->store ? GM_STORE : GM_LOAD,
					.type = type_of_bytes(single, bytes),
					.times = bytes,
					.array = array,
					.index = offset};
		/* What the site issues is that of each of its accesses. */
		if (i > 0)
			gm_ptx_count_step(d, s);
		if (array < 0)
			continue;
		gm_ptx_state_issue(d, s, &node);
		gm_ptx_list(d, s, node, gm_ptx_first_lanes(d, s, lanes, list));
	}
}

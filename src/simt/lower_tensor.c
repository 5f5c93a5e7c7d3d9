#include "simt/lower.h"

#include "simt/tensor.h"

enum { FIXED_SOURCES = 4, RANK_MAX = 5 };

/* [map, {x, y}]: the unit of the map's address, window included, and of the coordinates. */
static bool
map_operand(ptx_lowering *lo, const ptx_operand *o, uint32_t *unit, uint32_t *coordinates, int *rank)
{
	ptx_base base;
	const ptx_operand *list = o && o->count == 2 ? gm_ptx_part(lo, o, 1) : NULL;
	if (!list || list->kind != OPERAND_VECTOR || list->count < 1 || list->count > RANK_MAX)
		return gm_ptx_refuse(lo, GM_BAD_SYNTAX, "%s: expected [map, {1 to 5 coordinates}]",
				     lo->now->name);
	if (!gm_ptx_address(lo, o, &base))
		return false;
	if (base.offset || base.bits != 64)
		return gm_ptx_refuse(lo, GM_NOT_MODELLED, "%s: an address with an offset",
				     lo->now->name);
	*unit = base.unit;
	if (base.known && base.space == SPACE_PARAM)
		*unit = gm_ptx_constant(lo, base.value | PTX_PARAM_WINDOW, 64);
	for (*rank = 0; *rank < list->count; (*rank)++)
		if (!gm_ptx_source(lo, gm_ptx_part(lo, list, *rank), PTX_B32, &coordinates[*rank]))
			return false;
	return true;
}

static void
add_traffic_site(ptx_lowering *lo, ptx_step *s, bool out)
{
	gm_ptx_add_site(lo, s, GM_ASYNC_COPY, GM_NO_TYPE);
	/* The instruction itself goes through no load/store unit: its bytes are the other site's. */
	lo->sites[s->site].operation = GM_OTHER;
	lo->sites[s->site].copies = out ? GM_COPIES_NONE : GM_COPIES_PIECE;
	gm_site traffic = lo->sites[s->site];
	traffic.copies = out ? GM_COPIES_NONE : GM_COPIES_BULK;
	traffic.operation = out ? GM_STORE : GM_ASYNC_COPY;
	traffic.space = GM_GLOBAL;
	traffic.type = GM_S32X4;
	traffic.access_bytes = 16;
	traffic.count = 0;
	s->traffic_site = gm_ptx_new_site(lo, traffic);
}

/* Without a map among the arguments nothing is known of the sizes; the bytes are then not waited
   for. Copies to several blocks of a cluster and im2col have no model. */
bool
gm_ptx_lower_tensor(ptx_lowering *lo, const ptx_instruction *in)
{
	const bool out = !gm_ptx_has(in, MOD_complete_tx);
	const ptx_operand *map = gm_ptx_operand_at(lo, in, out ? 0 : 1);
	const ptx_operand *shared = gm_ptx_operand_at(lo, in, out ? 1 : 0);
	uint32_t sources[FIXED_SOURCES + RANK_MAX];
	ptx_base inner, signal = {.unit = PTX_NO_UNIT};
	int rank = 0;
	if (lo->program->maps_count == 0 || gm_ptx_has(in, MOD_im2col) ||
	    gm_ptx_has(in, MOD_multicast) || gm_ptx_has(in, MOD_reduce))
		return gm_ptx_lower_unknown(lo, in);
	if (!map_operand(lo, map, &sources[1], sources + FIXED_SOURCES, &rank) ||
	    !gm_ptx_address(lo, shared, &inner) ||
	    (!out && !gm_ptx_address(lo, gm_ptx_operand_at(lo, in, 2), &signal)))
		return false;
	if (signal.offset)
		return gm_ptx_lower_unknown(lo, in);
	sources[0] = inner.unit;
	sources[2] = PTX_NO_UNIT;
	sources[3] = signal.unit;
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, gm_ptx_copy_tensor);
	s->rule = RULE_NONE;
	s->streams_itself = true;
	s->copies = true;
	s->tensor = true;
	s->detail = out;
	s->clamp = inner.bits == 64;
	s->immediate = inner.offset;
	s->from = (uint8_t)signal.bits;
	gm_ptx_set_sources(lo, s, sources, FIXED_SOURCES + rank);
	add_traffic_site(lo, s, out);
	return true;
}

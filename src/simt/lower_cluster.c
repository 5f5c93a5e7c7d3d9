/*
 * Places in a cluster. Where the entry says how many blocks a cluster has (.reqnctapercluster), all
 * along one axis, they follow from the block's index; else each block is a cluster of its own.
 */
#include "simt/lanes.h"
#include "simt/lower.h"

#include <string.h>

/* What a name asks for. */
typedef enum cluster_place {
	PLACE_IN_CLUSTER, /* index of the block modulo the blocks of a cluster */
	PLACE_OF_CLUSTER, /* index of the block over them */
	CLUSTERS,         /* blocks of the grid over them */
	BLOCKS            /* of a cluster */
} cluster_place;

enum { ANY_AXIS = 3 };

static const struct {
	const char *name;
	cluster_place place;
	int axis;
} names[] = {
	{"%cluster_ctarank", PLACE_IN_CLUSTER, ANY_AXIS}, {"%cluster_nctarank", BLOCKS, ANY_AXIS},
	{"%cluster_ctaid.x", PLACE_IN_CLUSTER, 0},        {"%cluster_nctaid.x", BLOCKS, 0},
	{"%cluster_ctaid.y", PLACE_IN_CLUSTER, 1},        {"%cluster_nctaid.y", BLOCKS, 1},
	{"%cluster_ctaid.z", PLACE_IN_CLUSTER, 2},        {"%cluster_nctaid.z", BLOCKS, 2},
	{"%clusterid.x", PLACE_OF_CLUSTER, 0},            {"%nclusterid.x", CLUSTERS, 0},
	{"%clusterid.y", PLACE_OF_CLUSTER, 1},            {"%nclusterid.y", CLUSTERS, 1},
	{"%clusterid.z", PLACE_OF_CLUSTER, 2},            {"%nclusterid.z", CLUSTERS, 2},
};

/* The axis along which clusters have several blocks; -1 when there is none, or several. */
static int
axis_of(const int64_t cluster[3])
{
	int axis = -1;
	for (int i = 0; i < 3; i++)
		if (cluster[i] > 1 && axis >= 0)
			return -1;
		else if (cluster[i] > 1)
			axis = i;
	return axis;
}

/* The quotient or remainder of a unit and a constant, of 32 bits. */
static bool
divided(ptx_lowering *lo, ptx_opcode opcode, uint32_t by, uint32_t *unit)
{
	const ptx_instruction division = {
		.opcode = opcode, .types = {PTX_U32}, .types_count = 1, .guard = -1};
	const ptx_lane_row *row = gm_ptx_lanes_find(&division);
	const uint32_t sources[2] = {*unit, by}, result = gm_ptx_new_units(lo, 32);
	if (!row)
		return gm_ptx_refuse(lo, GM_NOT_MODELLED, "%s: places in a cluster",
				     lo->now->name);
	ptx_step *s = gm_ptx_add_step(lo, ACTION_LANES, row->run);
	s->rule = row->rule;
	s->type = PTX_U32;
	gm_ptx_set_results(lo, s, &result, 1);
	gm_ptx_set_sources(lo, s, sources, 2);
	*unit = result;
	return true;
}

static bool
place(ptx_lowering *lo, cluster_place what, int axis, int64_t blocks, uint32_t *unit)
{
	const uint32_t by = gm_ptx_constant(lo, (uint64_t)blocks, 32);
	*unit = by;
	if (what == BLOCKS)
		return true;
	*unit = gm_ptx_special(lo, (ptx_special)((what == CLUSTERS ? SPECIAL_NCTAID_X
								   : SPECIAL_CTAID_X) +
						 axis));
	return divided(lo, what == PLACE_IN_CLUSTER ? OP_REM : OP_DIV, by, unit);
}

bool
gm_ptx_cluster_register(ptx_lowering *lo, const char *name, uint32_t *unit, bool *good)
{
	const int along = axis_of(lo->program->cluster);
	for (size_t i = 0; along >= 0 && i < sizeof names / sizeof *names; i++) {
		const int axis = names[i].axis;
		if (strcmp(names[i].name, name) != 0 || (axis != ANY_AXIS && axis != along))
			continue;
		*good = place(lo, names[i].place, along, lo->program->cluster[along], unit);
		return true;
	}
	return false;
}

#include "model/cluster.h"

static double
of_all(const gm_site *site, double sectors, double lines)
{
	switch (site->operation) {
	case GM_LOAD:
		return GM_CLUSTER_LOAD_SECTOR_CYCLES * sectors + GM_CLUSTER_LOAD_LINE_CYCLES * lines;
	case GM_ATOMIC:
	case GM_REDUCE:
		return GM_CLUSTER_ATOMIC_CYCLES * sectors;
	default:
		return GM_CLUSTER_STORE_CYCLES * sectors;
	}
}

double
gm_cluster_cycles(const gm_site *site, double sectors, double lines, double busy)
{
	const double blocks = site->cluster;
	const double crowd = blocks > 2 ? 1 + GM_CLUSTER_LARGER * busy : 1;
	return crowd * of_all(site, sectors, lines);
}

double
gm_cluster_wait_cycles(int warps)
{
	return GM_CLUSTER_WAIT_CYCLES + GM_CLUSTER_WAIT_WARP_CYCLES * warps;
}

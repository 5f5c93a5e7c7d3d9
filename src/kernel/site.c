#include "kernel/site.h"

int64_t
gm_site_flop(const gm_site *site, int lanes)
{
	if (site->operation == GM_MMA)
		return lanes > 0 ? site->mma_flop * site->count : 0;
	return (int64_t)gm_operation_flop(site->operation, site->type) * lanes * site->count;
}

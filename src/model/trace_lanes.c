#include "model/trace_lanes.h"

#include "base/sort.h"
#include "model/local.h"

int
gm_trace_lanes_sectors(const gm_warp_instr *instr, int lanes, int bytes, int64_t *sectors)
{
	int count = 0;
	bool ascending = true;
	for (int lane = 0; lane < lanes; lane++) {
		if (!(instr->active >> lane & 1))
			continue;
		const int64_t from = (int64_t)(instr->address[lane] / GM_SECTOR_BYTES);
		const int64_t to =
		        (int64_t)((instr->address[lane] + (uint64_t)bytes - 1) / GM_SECTOR_BYTES);
		for (int64_t s = from; s <= to; s++) {
			if (count && sectors[count - 1] == s)
				continue;
			ascending = ascending && (!count || sectors[count - 1] < s);
			sectors[count++] = s;
		}
	}
	if (!ascending)
		gm_sort_few(sectors, count);
	return count;
}

int
gm_trace_lanes_atomic(const gm_warp_instr *instr, int lanes)
{
	uint64_t address[GM_LANES_MAX];
	int meet[GM_LANES_MAX], count = 0, sum = 0;
	for (int lane = 0; lane < lanes; lane++) {
		if (!(instr->active >> lane & 1))
			continue;
		int i = 0;
		while (i < count && address[i] != instr->address[lane])
			i++;
		if (i == count) {
			address[count] = instr->address[lane];
			meet[count++] = 0;
		}
		meet[i]++;
	}
	for (int i = 0; i < count; i++) {
		bool most = true;
		for (int j = 0; j < count && most; j++)
			if (address[j] / GM_SECTOR_BYTES == address[i] / GM_SECTOR_BYTES)
				most = meet[j] < meet[i] || (meet[j] == meet[i] && j >= i);
		sum += most ? meet[i] : 0;
	}
	return sum;
}

int
gm_trace_lanes_local(const gm_warp_instr *instr, int lanes, int bytes, int64_t *sectors)
{
	const gm_access access = {lanes, bytes, instr->active, instr->address};
	const int count = gm_local_sectors(&access, sectors);
	for (int i = 0; i < count; i++)
		sectors[i] += (int64_t)instr->warp * GM_LOCAL_WORDS * (lanes / 8);
	return count;
}

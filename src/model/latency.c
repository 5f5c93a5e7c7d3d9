#include "model/latency.h"

#include <math.h>

int64_t
gm_latency_warps(double latency_cycles, double instructions_per_access, double cycles_per_instruction)
{
	return (int64_t)ceil(latency_cycles / (instructions_per_access * cycles_per_instruction));
}

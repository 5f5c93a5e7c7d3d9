#include "model/latency.h"

#include <math.h>

int64_t
gm_latency_warps(double latency_cycles, double instructions_per_access, double cycles_per_instruction)
{
	return (int64_t)ceil(latency_cycles / (instructions_per_access * cycles_per_instruction));
}

double
gm_latency_bytes_in_flight(double bandwidth_byte_per_s, double latency_s)
{
	return bandwidth_byte_per_s * latency_s;
}

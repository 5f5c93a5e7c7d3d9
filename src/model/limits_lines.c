#include "model/limits_latency.h"

#include "model/l1_cache.h"

#include <math.h>

/* A line comes when the slowest of those that its load waits for has come, from DRAM as many as DRAM brings of the bytes:
   by bytes and not by lines, as a load of whole lines from DRAM holds up more than its share of lines. Gathers of 4 bytes
   each by 64 warps beside so many loads of a line from DRAM, clocks of an SM for each line (held_lines, H200; 28 KiB of L1
   are left; here from what they take with 248 KiB):

       lines of a gather     32     16      8     32     16      8     32     32     32     32      8      8
       from               8 MiB  8 MiB  8 MiB   DRAM   DRAM   DRAM  8 MiB  8 MiB  8 MiB  8 MiB  8 MiB  8 MiB
       lines beside           0      0      0      0      0      0      1      2      4      8      1      4
       with 248 KiB        1.72   1.75   1.83   6.23   6.35   6.66   1.77   1.82   1.94   2.06   2.18   2.97
       with 28 KiB         2.16   2.10   2.13   8.12   7.88   7.71   2.26   2.28   3.31   3.70   2.54   4.81
       here                2.30   2.29   2.32   7.67   7.54   7.62   2.38   2.56   2.90   3.41   2.87   4.12 */
double
gm_limit_line_cycles(const gm_limits_input *in)
{
	const gm_value l2 = in->traffic->read_bytes[GM_LEVEL_L2], dram = in->traffic->read_bytes[GM_LEVEL_DRAM];
	const gm_wait_chances waits = gm_limit_wait_chances(in);
	const double near = gm_device_value_or(in->device, GM_LATENCY_L2, 0) * pow(waits.lines, GM_L2_LINES_POWER);
	const double far = gm_device_value_or(in->device, GM_LATENCY_DRAM, 0) * pow(waits.places, GM_DRAM_PLACES_POWER);
	const bool known = l2.kind != GM_KIND_UNKNOWN && dram.kind != GM_KIND_UNKNOWN && l2.value > 0;
	return near + (known ? fmin(1, dram.value / l2.value) * fmax(0, far - near) : 0);
}

gm_limit_time
gm_limit_held_lines(const gm_limits_input *in)
{
	const gm_value none = {0, GM_KIND_MODEL, "no loads that miss L1"};
	const double room = in->traffic->l1_bytes / GM_LINE_BYTES, lines = in->traffic->read_lines;
	if (in->device->cc_major < 7 || room < 1 || lines <= 0)
		return (gm_limit_time){.least_s = none, .expected_s = none};
	const gm_value work = {lines * gm_limit_line_cycles(in), GM_KIND_MODEL,
	                       "each line that is on its way holds a place in L1, of what shared memory leaves"};
	gm_limit_time time = gm_limit_sm(in, work, room);
	time.least_s = (gm_value){0, GM_KIND_MODEL, work.why};
	return time;
}

#include "model/sm_joins.h"

#include <math.h>

static const double mixing = 0.15, measured_sharers = 16.5, measured_warps = 8, loads_again = 16;
static const double work_in_step = 8000, shared_work = 70000; /* cycles */

/* How much a block and the others of its SM work in the time that it takes alone. */
static double
busy_ratio(const gm_sm_pace *pace)
{
	const double own = pace->busy_cycles / fmax(1, pace->resident);
	const double alone = hypot(pace->alone_cycles, own);
	return alone > 0 ? pace->busy_cycles / alone : 0;
}

/* What sets blocks apart where L2 has what they read. */
static double
out_of_step(const gm_device *device, const gm_sm_pace *pace)
{
	const double lost = gm_device_value_or(device, GM_L2_JOIN_PASSES, INFINITY);
	const double busy = pace->alone_cycles > 0 ? pace->busy_cycles / pace->alone_cycles : 1;
	const double taken = pace->alone_cycles > 0 ? pace->passes / pace->alone_cycles : 1;
	const double crowd = pace->warps / measured_warps, others = fmin(1, 0.3 + 0.7 * fmax(0, crowd - 1) / 3);
	const double mixed = pace->resident > 1 ? mixing * sqrt(crowd) * fmin(1, busy) * pace->missed : 0;
	const double free = pace->barriers ? 0 : sqrt(4 * pace->passes / lost);
	return others * fmin(1, taken) * pace->missed * sqrt(pace->passes / lost) + mixed + free;
}

static double
part_of_groups(const gm_device *device, double groups)
{
	return fmin(1, groups / gm_device_value_or(device, GM_L2_JOIN_GROUPS, 1));
}

/* Of that, what is left where they wait for DRAM: the less, the fewer groups of SMs wait for the same. */
static double
left_by_dram(const gm_device *device, const gm_sm_pace *pace, double groups)
{
	const double busy = 0.7 * (1 - 1 / fmax(1, busy_ratio(pace)));
	return 1 - fmin(1, 10 * pace->opening) * (1 - part_of_groups(device, groups) * busy);
}

/* By work between two loads: of several blocks, which get in each other's way, or where data say how long it takes. */
static double
out_by_work(const gm_device *device, const gm_sm_pace *pace, double groups)
{
	const double work = pace->loads > 0 ? pace->busy_cycles / pace->loads : 0;
	const double by_data = pace->by_data ? fmax(0, work / work_in_step - 1) : 0;
	const double shared = part_of_groups(device, groups) * pace->missed * work / shared_work;
	return pace->resident > 1 ? shared : by_data;
}

gm_sm_joins
gm_sm_joins_evaluate(const gm_device *device, const gm_sm_pace *pace)
{
	return (gm_sm_joins){.early = fmin(1, pace->first_ratio), .out = out_of_step(device, pace)};
}

static double
could_later(double groups, double sharing)
{
	return 1 - groups * (1 - pow(1 - 1 / groups, sharing)) / sharing;
}

/* Neighbours that are in step end together, and those that follow them begin together: of so many later rounds the
   mean of what is left of it, each time less, the more blocks an SM has and the fewer loads they have in which to meet
   again. */
static double
kept_later(const gm_sm_pace *pace, double out, double rounds)
{
	const double apart = (0.03 + 0.25 * (1 - 1 / fmax(1, pace->resident))) * fmin(1, loads_again / fmax(1, pace->loads));
	const double once = (1 - apart) / (1 + out), n = fmax(1, rounds);
	return once * (1 - pow(once, n)) / (n * (1 - once));
}

/* Of few sharers fewer are there by chance while another's read is under way; DRAM takes longer. */
static double
out_of_few(double out, double sharers, double opening)
{
	const double power = 0.85 * (1 - 0.6 * fmin(1, 10 * opening)) * out / (out + 0.2);
	return out * pow(fmax(1, measured_sharers / fmax(1, sharers)), power);
}

gm_sm_joins
gm_sm_joins_of(const gm_device *device, const gm_sm_joins *joins, const gm_sm_pace *pace, gm_sm_sharing first,
               double later)
{
	const double sms = gm_device_value(device, GM_SM_COUNT);
	const double sms_of_group = gm_device_value_or(device, GM_L2_JOIN_SMS, 1);
	const double at_once = fmax(1, fmin(later, sms * pace->resident));
	const double in_step = gm_device_value_or(device, GM_L2_JOIN_FIRST, 0) / 100;
	const double chance = gm_device_value_or(device, GM_L2_JOIN_LATER, 0) / 100;
	gm_sm_joins of = *joins;
	of.out = out_of_few(joins->out * left_by_dram(device, pace, first.groups) +
	                    out_by_work(device, pace, first.groups), first.sharers,
	                    pace->opening);
	of.could_first = first.could_join;
	const double kept = in_step / (1 + of.out) * of.could_first;
	const double again = later > 1 ? kept * kept_later(pace, of.out, pace->blocks / (sms * pace->resident) - 1) : 0;
	of.later = fmax(sms_of_group > 1 ? chance * could_later(sms / sms_of_group, at_once) : 0, again);
	of.ratio = of.early * kept + (1 - of.early) * of.later;
	return of;
}

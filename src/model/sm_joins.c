#include "model/sm_joins.h"

#include <math.h>

static const double mixing = 0.15, measured_sharers = 16.5, measured_warps = 8, work_in_step = 8000;

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
	return others * fmin(1, taken) * sqrt(pace->passes / lost) + mixed + free;
}

/* Of that, what is left where they wait for DRAM: the less, the fewer groups of SMs wait for the same. */
static double
left_by_dram(const gm_device *device, const gm_sm_pace *pace, double groups)
{
	const double busy = 0.7 * (1 - 1 / fmax(1, busy_ratio(pace)));
	const double part = fmin(1, groups / gm_device_value_or(device, GM_L2_JOIN_GROUPS, 1));
	return 1 - fmin(1, 10 * pace->opening) * (1 - part * busy);
}

/* By work between two loads that takes longer than any wait. */
static double
out_by_work(const gm_sm_pace *pace)
{
	const double work = pace->loads > 0 ? pace->busy_cycles / pace->loads : 0;
	return pace->resident > 1 ? 0 : fmax(0, work / work_in_step - 1);
}

gm_sm_joins
gm_sm_joins_evaluate(const gm_device *device, const gm_sm_pace *pace)
{
	return (gm_sm_joins){.early = fmin(1, 1.5 * pace->first_ratio), .out = out_of_step(device, pace)};
}

static double
could_later(double groups, double sharing)
{
	return 1 - groups * (1 - pow(1 - 1 / groups, sharing)) / sharing;
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
	of.out = out_of_few(joins->out * left_by_dram(device, pace, first.groups) + out_by_work(pace), first.sharers,
	                    pace->opening);
	of.could_first = first.could_join;
	of.could_later = sms_of_group > 1 ? could_later(sms / sms_of_group, at_once) : 0;
	of.ratio = of.early * in_step * of.could_first / (1 + of.out) + (1 - of.early) * chance * of.could_later;
	return of;
}

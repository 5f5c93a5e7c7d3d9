#include "model/sm_joins.h"

#include <math.h>

/* Groups of SMs that so many blocks lie on, one to an SM. */
static double
groups_of(double blocks, double sms_of_group)
{
	static const double rows[][2] = {{1, 1}, {4, 1}, {8, 2}, {16, 10}, {32, 10}, {48, 17}, {64, 17}};
	enum { ROWS = sizeof rows / sizeof *rows };
	int i = 1;
	if (blocks >= rows[ROWS - 1][0])
		return blocks / sms_of_group;
	while (blocks > rows[i][0])
		i++;
	const double part = fmax(0, blocks - rows[i - 1][0]) / (rows[i][0] - rows[i - 1][0]);
	return rows[i - 1][1] + part * (rows[i][1] - rows[i - 1][1]);
}

static double
could_first(double blocks, double sms, double sms_of_group, double sharing)
{
	const double alone = blocks < sms ? groups_of(blocks, sms_of_group) / blocks : 1 / sms_of_group;
	return fmax(0, 1 - fmax(alone, 1 / sharing));
}

static double
could_later(double groups, double sharing)
{
	return 1 - groups * (1 - pow(1 - 1 / groups, sharing)) / sharing;
}

gm_sm_joins
gm_sm_joins_evaluate(const gm_device *device, double blocks, double resident, double sharing,
                     double first_ratio, double run_s)
{
	const double sms = gm_device_value(device, GM_SM_COUNT);
	const double sms_of_group = gm_device_value_or(device, GM_L2_JOIN_SMS, 1);
	const double at_once = fmax(1, fmin(sharing, sms * resident));
	const double together = 1 / (1 + run_s / gm_device_value_or(device, GM_L2_JOIN_TIME, INFINITY));
	gm_sm_joins joins = {.run_s = run_s, .early = fmin(1, 1.5 * first_ratio)};
	joins.could_first = could_first(blocks, sms, sms_of_group, at_once);
	joins.could_later = sms_of_group > 1 ? could_later(sms / sms_of_group, at_once) : 0;
	joins.ratio = together / 100 *
	              (joins.early * gm_device_value_or(device, GM_L2_JOIN_FIRST, 0) * joins.could_first +
	               (1 - joins.early) * gm_device_value_or(device, GM_L2_JOIN_LATER, 0) * joins.could_later);
	return joins;
}

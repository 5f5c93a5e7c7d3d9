#include "analysis/occupancy_compare.h"

#include <stddef.h>
#include <string.h>

static const char *const changes[] = {
	[GM_CHANGE_SAME] = "same",   [GM_CHANGE_GAIN] = "gain", [GM_CHANGE_LOSS] = "loss",
	[GM_CHANGE_ADDED] = "added", [GM_CHANGE_GONE] = "gone",
};

const char *
gm_change_name(gm_change change)
{
	return changes[change];
}

static const gm_occupancy_study *
find(const gm_occupancy_study *studies, int count, const gm_occupancy_study *like)
{
	for (int i = 0; i < count; i++)
		if (studies[i].device == like->device &&
		    strcmp(studies[i].subject.kernel, like->subject.kernel) == 0)
			return &studies[i];
	return NULL;
}

static gm_change
change_of(const gm_occupancy_study *before, const gm_occupancy_study *after)
{
	if (!before || !after)
		return before ? GM_CHANGE_GONE : GM_CHANGE_ADDED;
	const double was = gm_occupancy_study_ratio(before), is = gm_occupancy_study_ratio(after);
	if (was == is)
		return GM_CHANGE_SAME;
	return is > was ? GM_CHANGE_GAIN : GM_CHANGE_LOSS;
}

int
gm_occupancy_compare(const gm_occupancy_study *before, int before_count,
		     const gm_occupancy_study *after, int after_count, gm_occupancy_pair *out)
{
	int count = 0;
	for (int i = 0; i < after_count; i++) {
		const gm_occupancy_study *was = find(before, before_count, &after[i]);
		out[count++] = (gm_occupancy_pair){was, &after[i], change_of(was, &after[i])};
	}
	for (int i = 0; i < before_count; i++)
		if (!find(after, after_count, &before[i]))
			out[count++] = (gm_occupancy_pair){&before[i], NULL, GM_CHANGE_GONE};
	return count;
}

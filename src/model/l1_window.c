#include "model/l1_window.h"

bool
gm_l1_window_loads(const gm_trace_request *request)
{
	return gm_trace_loads(request);
}

void
gm_l1_window_part(gm_l1_window *window, const gm_trace_request *request, double parted)
{
	if (window->together > 0 && gm_l1_window_loads(request))
		window->ended += parted;
}

bool
gm_l1_window_takes(const gm_l1_window *window, const gm_trace_request *request)
{
	return gm_l1_window_loads(request) && window->together > 0 && window->together < window->most &&
	       window->ended + (double)request->ended < 1 - 1e-6;
}

static gm_l1_group *
group_of(gm_l1_window *window, const gm_trace_request *request)
{
	const int needs = request->needs && request->needs <= window->together ? request->needs : 0;
	const int number = needs ? window->group_of[window->together - needs] + 1 : 0;
	window->group_of[window->together] = (uint8_t)number;
	return &window->groups[number];
}

void
gm_l1_window_add(gm_l1_window *window, const gm_trace_request *request, const gm_l1_luck *luck, int64_t line,
                 double weight, gm_load_waits *site)
{
	gm_l1_group *group = group_of(window, request);
	window->together++;
	window->ended += window->together > 1 ? (double)request->ended : 0;
	if (request->local)
		return;
	if (!group->sum)
		*group = (gm_l1_group){.sum = site, .weight = weight};
	gm_load_waits *sum = group->sum;
	const bool again = line == group->line && group->waits;
	sum->loads += weight;
	sum->waiting_loads += luck->waits && !again ? weight : 0;
	sum->opening_loads += luck->opening && !again ? weight : 0;
	group->line = luck->waits ? line : group->line;
	group->waits |= luck->waits;
	group->opening |= luck->opening;
	sum->fetched += weight * luck->fetched;
	sum->units += weight * luck->units;
	sum->places += weight * luck->places;
	sum->openers += luck->units > 0 ? weight : 0;
	sum->lines += weight * luck->lines;
}

/* Does a group wait where the one before it did? */
static void
follow(const gm_l1_group *group, gm_l1_before *before)
{
	if (before->any) {
		group->sum->waiting_next += group->waits ? group->weight : 0;
		group->sum->waiting_either += group->waits || before->waits ? group->weight : 0;
		group->sum->opening_next += group->opening ? group->weight : 0;
		group->sum->opening_either += group->opening || before->opening ? group->weight : 0;
	}
	*before = (gm_l1_before){true, group->waits, group->opening};
}

void
gm_l1_window_end(gm_l1_window *window)
{
	for (int i = 0; i < GM_TRACE_TOGETHER; i++) {
		const gm_l1_group *group = &window->groups[i];
		if (!group->sum) /* of local loads alone, or none */
			continue;
		group->sum->groups += group->weight;
		group->sum->waiting += group->waits ? group->weight : 0;
		group->sum->opening += group->opening ? group->weight : 0;
		if (window->before)
			follow(group, window->before);
	}
	*window = (gm_l1_window){.most = window->most, .before = window->before};
}

#include "describe/describe_run.h"

#include "simt/access.h"
#include "simt/lower.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what is issued besides the statements ---- */

/* All of it is numbers. */
static void
add_times(gm_issue *to, const gm_issue *more, float times)
{
	float *x = (float *)to;
	const float *y = (const float *)more;
	for (size_t i = 0; i < sizeof *to / sizeof *x; i++)
		x[i] += times * y[i];
}

void
gm_ptx_count_step(ptx_describing *d, const ptx_step *s)
{
	if (s->site == PTX_NO_SITE)
		return;
	add_times(&d->pending, &d->issues[s->site], 1);
	d->pending.wait = 0;
	gm_ptx_wait_issue(d, s);
}

static gm_issue
stated_by(const ptx_describing *d, const ptx_step *s, const gm_outline_node *node)
{
	const bool access = node->kind == GM_OUTLINE_ACCESS;
	const bool known = access && s->site != PTX_NO_SITE;
	const bool beside = node->async && node->operation == GM_STORE;
	const gm_site site = {
		.operation = node->kind == GM_OUTLINE_BARRIER ? GM_BARRIER
			     : node->async                    ? GM_ASYNC_COPY
							      : node->operation,
		.type = node->type,
		.space = known ? d->kernel->sites[s->site].space : GM_NO_SPACE,
		.count = node->kind == GM_OUTLINE_COMPUTE ? node->times : !beside};
	return gm_issue_stated(&site);
}

/* A statement issues what it says by itself. */
static void
take_off_stated(ptx_describing *d, const ptx_step *s, const gm_outline_node *node)
{
	const gm_issue stated = node->own ? node->issue : stated_by(d, s, node);
	add_times(&d->pending, &stated, -1);
	d->pending.wait = 0;
	d->listed = true;
}

/* Other instructions than the one of its own unit: many, as for a division, or none. */
static bool
is_another(const gm_issue *x, const gm_issue *y)
{
	for (int u = 0; u < GM_UNIT_COUNT; u++)
		if (fabs((double)x->of[u] - (double)y->of[u]) > 0.01)
			return true;
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		if (fabs((double)x->floats[f] - (double)y->floats[f]) > 0.01)
			return true;
	return false;
}

void
gm_ptx_state_issue(const ptx_describing *d, const ptx_step *s, gm_outline_node *node)
{
	const gm_issue *issue = &d->issues[s->site], stated = stated_by(d, s, node);
	const bool barrier = node->kind == GM_OUTLINE_BARRIER || node->async;
	node->own = !d->request->as_written && !barrier && is_another(issue, &stated);
	node->issue = node->own ? *issue : (gm_issue){0};
	node->issue.wait = 0;
	node->turn = issue->loaded;
	node->turn_most = issue->alive;
}

/* Sums of fractions leave less than this. */
static const double nothing = 1e-3;

static bool
is_any(const gm_issue *issue)
{
	const float *x = (const float *)issue;
	bool any = false;
	for (size_t i = 0; i < sizeof *issue / sizeof *x; i++)
		any = any || (double)x[i] > nothing || (double)x[i] < -nothing;
	return any;
}

void
gm_ptx_flush(ptx_describing *d, gm_outline_list *list)
{
	if (is_any(&d->pending))
		gm_outline_append(d->a, list,
				  (gm_outline_node){.kind = GM_OUTLINE_OVERHEAD, .issue = d->pending});
	d->pending = (gm_issue){0};
}

/* Beyond it, instructions wait for what stands before it (model/chain.h). */
void
gm_ptx_describe_branch(ptx_describing *d, const ptx_step *s, gm_outline_list *list)
{
	if (s->site == PTX_NO_SITE)
		return;
	gm_outline_node node = {.kind = GM_OUTLINE_BRANCH, .issue = d->issues[s->site]};
	const double issued = gm_issue_total(&node.issue);
	gm_ptx_flush(d, list);
	gm_ptx_wait_issue(d, s);
	gm_ptx_wait(d, s, &node);
	gm_outline_append(d->a, list, node);
	if (issued <= 0 || issued >= 1)
		gm_ptx_wait_window(d);
}

/* ---- one statement, behind the guard of its instruction ---- */

gm_outline_list *
gm_ptx_behind(ptx_describing *d, const ptx_step *s, const gm_sum *test, gm_outline_list *list)
{
	gm_outline_node *last = list->count ? list->nodes[list->count - 1] : NULL;
	if (!test) {
		test = gm_ptx_decided_by_data(d, "taken", s);
		gm_ptx_doubt(d, "%s: %.60s: data decide which lanes take part; described as all",
			     gm_ptx_place(d, s), s->text);
	}
	if (gm_sum_is_constant(test))
		return test->constant ? list : NULL;
	if (last && last->kind == GM_OUTLINE_IF && last->test == test && last->other.count == 0)
		return &last->body;
	return &gm_outline_append(d->a, list,
				  (gm_outline_node){.kind = GM_OUTLINE_IF,
						    .source_line = s->source_line,
						    .test = test})
			->body;
}

/* Reads of register banks alone are no reason for a line of their own: they are told with the next. */
static gm_issue
issued_before(ptx_describing *d)
{
	const gm_issue all = d->pending;
	gm_issue rest = {.bank_clocks = all.bank_clocks, .bank_clocks_shared = all.bank_clocks_shared};
	gm_issue before = all;
	before.bank_clocks = before.bank_clocks_shared = 0;
	d->pending = is_any(&before) ? (gm_issue){0} : rest;
	return is_any(&before) ? all : (gm_issue){0};
}

void
gm_ptx_list(ptx_describing *d, const ptx_step *s, gm_outline_node node, gm_outline_list *list)
{
	const gm_sum *guard = gm_ptx_guard_value(d, s);
	const bool guarded = !guard || !gm_sum_is_constant(guard);
	gm_outline_list *here = guarded ? NULL : gm_ptx_behind(d, s, guard, list);
	node.source_line = s->source_line;
	d->statements++;
	if (!guarded && !here)
		return;
	take_off_stated(d, s, &node);
	gm_ptx_wait(d, s, &node);
	/* What is not the statement's own is issued whatever its guard. */
	if (guarded) {
		gm_ptx_flush(d, list);
		here = gm_ptx_behind(d, s, guard, list);
	}
	node.before = issued_before(d);
	gm_outline_append(d->a, here, node);
	if (node.kind == GM_OUTLINE_BARRIER || node.operation == GM_FENCE)
		gm_ptx_wait_window(d);
}

/* ---- arithmetic ---- */

static bool
waits_for_latest(const ptx_describing *d, const ptx_step *s)
{
	for (int i = 0; i < s->sources_count; i++) {
		const uint32_t unit = d->program->units[s->sources + (uint32_t)i];
		if (unit != PTX_NO_UNIT && d->now.producers[unit] >= 0 &&
		    d->now.producers[unit] == d->now.latest)
			return true;
	}
	return false;
}

/* The shape of a matrix product stands in its name: mma.sync.aligned.m16n8k16... */
static void
read_shape(const ptx_step *s, gm_outline_node *node)
{
	for (const char *at = strstr(s->text, ".m"); at; at = strstr(at + 1, ".m"))
		if (sscanf(at, ".m%dn%dk%d", &node->m, &node->n, &node->k) == 3)
			return;
	node->m = node->n = node->k = 0;
}

/* A barrier and a fence have no result to wait for. */
static bool
is_computed(gm_operation operation)
{
	return operation != GM_BARRIER && operation != GM_FENCE;
}

static void
describe_arithmetic(ptx_describing *d, const ptx_step *s, gm_outline_list *list)
{
	const gm_site *site = &d->kernel->sites[s->site];
	gm_outline_node node = {.kind = GM_OUTLINE_COMPUTE,
				.operation = site->operation,
				.type = site->type ? site->type : GM_S32,
				.times = site->count,
				.chain = waits_for_latest(d, s),
				.unmodelled = site->unmodelled,
				.unmodelled_bytes = site->unmodelled_bytes};
	if (site->operation == GM_BARRIER)
		node = (gm_outline_node){.kind = GM_OUTLINE_BARRIER};
	if (site->operation == GM_MMA)
		read_shape(s, &node);
	node.latency = site->operation == GM_MMA ? 0 : d->issues[s->site].wait;
	gm_ptx_state_issue(d, s, &node);
	gm_ptx_list(d, s, node, list);
	if (is_computed(site->operation))
		d->now.latest = (int32_t)(s - d->program->steps);
}

/* ---- all together ---- */

/* A memory step that is an access of its own, or is described as written. */
static bool
is_access(const ptx_describing *d, const ptx_step *s)
{
	const bool part = s->joined_to >= 0 && d->request->as_written;
	return s->action == ACTION_MEMORY && (s->site != PTX_NO_SITE || part);
}

/* What decides paths and addresses is overhead, but for floating-point operations, which count wherever they
   lead. A conversion that is nothing but another name of a register is no statement either. */
static bool
is_overhead(const ptx_describing *d, const ptx_step *s)
{
	const gm_site *site = &d->kernel->sites[s->site];
	const gm_operation op = site->operation;
	if (site->unmodelled || gm_operation_flop(op, site->type) > 0)
		return false;
	const bool free = op == GM_CONVERT && gm_issue_total(&d->issues[s->site]) < nothing;
	return s->decides || op == GM_BRANCH || op == GM_MOVE || free;
}

/* Whose results the step's are for dependences: its own, or those of what it copies. */
static void
pass_on(ptx_describing *d, const ptx_step *s, bool computes)
{
	bool loaded = s->action == ACTION_MEMORY && s->rule == RULE_LOAD;
	int32_t producer = computes ? (int32_t)(s - d->program->steps) : -1;
	for (int i = 0; i < s->sources_count; i++) {
		const uint32_t unit = d->program->units[s->sources + (uint32_t)i];
		if (unit == PTX_NO_UNIT)
			continue;
		loaded = loaded || d->now.loaded[unit];
		if (!computes && s->action == ACTION_LANES && d->now.producers[unit] > producer)
			producer = d->now.producers[unit];
	}
	for (int i = 0; i < s->results_count; i++) {
		const uint32_t unit = d->program->units[s->results + (uint32_t)i];
		if (unit == PTX_NO_UNIT)
			continue;
		d->now.loaded[unit] = loaded;
		d->now.producers[unit] = producer;
	}
}

void
gm_ptx_describe_step(ptx_describing *d, const ptx_step *s, gm_outline_list *list)
{
	const gm_sum *value = NULL;
	bool computes = false;
	d->listed = false;
	gm_ptx_count_step(d, s);
	if (is_access(d, s))
		value = gm_ptx_describe_memory(d, s, list);
	else if (s->site != PTX_NO_SITE && s->streams_itself && s->matrix)
		gm_ptx_describe_fragment(d, s, list);
	else if (s->site != PTX_NO_SITE && s->streams_itself)
		gm_ptx_doubt(d, "%s: %.60s: not described",
			     gm_ptx_place(d, s), s->text);
	else if (s->site != PTX_NO_SITE && !is_overhead(d, s)) {
		computes = is_computed(d->kernel->sites[s->site].operation);
		describe_arithmetic(d, s, list);
	}
	gm_ptx_step_values(d, s);
	pass_on(d, s, computes);
	gm_ptx_wait_result(d, s, d->listed);
	if (value && s->results_count == 1 && s->guard == PTX_NO_UNIT)
		d->now.values[d->program->units[s->results]] = value;
}

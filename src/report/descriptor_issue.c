#include "report/descriptor_issue.h"

#include <math.h>
#include <stddef.h>

/* Less than a thousandth is what is left of sums of fractions. */
static void
number(gm_text *out, const char *name, float value)
{
	if (fabsf(value) >= 0.001F)
		gm_text_print(out, " %s=\"%.4g\"", name, (double)value);
}

void
gm_descriptor_write_issue(gm_text *out, const gm_issue *issue, bool control)
{
	static const char *const floats[GM_FLOAT_COUNT] = {
#define X(id, name) [id] = name,
		GM_FLOAT_LIST(X)
#undef X
	};
	for (int u = 0; u < GM_UNIT_COUNT; u++)
		if (u != GM_UNIT_CONTROL || control)
			number(out, gm_unit_name((gm_unit)u), issue->of[u]);
	for (int i = 0; i < GM_ISSUED_COUNT; i++)
		number(out, gm_issued_name((gm_issued)i), issue->accesses[i]);
	for (int i = 0; i < GM_FLOAT_COUNT; i++)
		number(out, floats[i], issue->floats[i]);
	number(out, "banks", issue->bank_clocks);
	number(out, "banks_shared", issue->bank_clocks_shared);
	number(out, "wide", issue->twice);
}

bool
gm_descriptor_says_issue(const gm_issue *issue)
{
	const float *x = (const float *)issue;
	for (size_t i = 0; i < sizeof *issue / sizeof *x; i++)
		if (fabsf(x[i]) >= 0.001F)
			return true;
	return false;
}

void
gm_descriptor_write_own(gm_text *out, const gm_outline_node *node)
{
	if (node->own && gm_issue_total(&node->issue) < 0.001)
		gm_text_append(out, " other=\"0\"");
	if (node->own)
		gm_descriptor_write_issue(out, &node->issue, true);
}

/* Another than follows from the operation and the instructions that it is (model/chain.c). */
static bool
says_latency(const gm_outline_node *node)
{
	const double usual = gm_operation_latency(node->operation, node->type);
	const double issued = node->own ? gm_issue_total(&node->issue) : (double)node->times;
	const double expected = usual > issued ? usual : issued;
	return node->told && node->operation != GM_MMA &&
	       fabs((double)node->latency / expected - 1) > 0.01;
}

void
gm_descriptor_write_held(gm_text *out, const gm_outline_node *node)
{
	if (node->told && node->operation == GM_LOAD) {
		number(out, "held", node->held);
		number(out, "held_address", node->held_address);
		number(out, "turn", node->turn);
		number(out, "turn_most", node->turn_most);
	}
}

void
gm_descriptor_write_latency(gm_text *out, const gm_outline_node *node)
{
	if (says_latency(node))
		gm_text_print(out, " latency=\"%.4g\"", (double)node->latency);
}

/* name="v1" after="v2 v3+2 +1.5" */
void
gm_descriptor_write_waits(gm_text *out, const gm_outline *outline, const gm_outline_node *node)
{
	const char *name = outline->results ? outline->results[node->result] : NULL;
	const char *between = "";
	if (!node->told)
		return;
	if (name)
		gm_text_print(out, " name=\"%s\"", name);
	gm_text_append(out, " after=\"");
	for (int i = 0; i < node->after_count; i++) {
		gm_text_print(out, "%s%s%s", between, node->after[i].own_run ? "~" : "",
			      outline->results[node->after[i].result]);
		if (node->after[i].ago > 1)
			gm_text_print(out, "@%d", node->after[i].ago);
		if (node->after[i].delay >= 0.01F)
			gm_text_print(out, "+%.4g", (double)node->after[i].delay);
		between = " ";
	}
	if (node->delay >= 0.01F)
		gm_text_print(out, "%s+%.4g", between, (double)node->delay);
	gm_text_append(out, "\"");
}

#include "input/kernel_reader.h"

#include "base/quantity.h"

#include <math.h>

/* <overhead alu="4.5" fma="2" control="1"/> */

static const double most_instructions = 1e6;

static const char *const units[GM_UNIT_COUNT] = {
#define X(id, name, what) [id] = name,
	GM_UNIT_LIST(X)
#undef X
};

static gm_status
read_unit(gm_kernel_reader *r, const gm_xml_node *node, int unit, gm_issue *out)
{
	double number;
	if (!gm_xml_attribute(node, units[unit]))
		return GM_OK;
	const gm_status status = gm_xml_number(node, units[unit], &number, r->err);
	if (status == GM_OK && fabs(number) > most_instructions)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err,
				   "%s is %g, expected at most 10^6 instructions", units[unit],
				   number);
	if (status == GM_OK)
		out->of[unit] = (float)number;
	return status;
}

gm_status
gm_reader_overhead(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	gm_issue issue = {{0}};
	gm_status status = GM_OK;
	for (int unit = 0; unit < GM_UNIT_COUNT && status == GM_OK; unit++)
		status = read_unit(r, node, unit, &issue);
	const double total = gm_issue_total(&issue);
	const gm_site site = {.operation = GM_OTHER,
			      .type = GM_S32,
			      .array = -1,
			      .count = total > 0 ? (int64_t)(total + 0.5) : 0,
			      .text = "overhead"};
	if (status == GM_OK)
		status = gm_reader_add_site(r, node, site, out);
	if (status != GM_OK)
		return status;
	out->overhead = true;
	r->overheads =
		gm_grow(r->overheads, &r->overheads_capacity, r->sites_count, sizeof *r->overheads);
	r->overheads[r->sites_count - 1] = issue;
	return GM_OK;
}

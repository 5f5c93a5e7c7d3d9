#include "input/kernel_reader.h"

#include "base/quantity.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

/* <overhead alu="4.5" fma="2" control="1"/>, <branch issued="0.25"/>,
   <compute op="div" type="f32" fma="8" xu="1" latency="14"/>, <store array="a" index="i" lsu="0"/> */

static const double most_instructions = 1e6;

static const char *const names[] = {GM_READER_ISSUE_ATTRIBUTES};

enum { NAMES_COUNT = sizeof names / sizeof *names };

/* Where the attribute of that number stands. */
static float *
place_of(gm_issue *issue, int number)
{
	if (number < GM_UNIT_COUNT)
		return &issue->of[number];
	number -= GM_UNIT_COUNT;
	if (number < GM_ISSUED_COUNT)
		return &issue->accesses[number];
	number -= GM_ISSUED_COUNT;
	if (number < GM_FLOAT_COUNT)
		return &issue->floats[number];
	return number == GM_FLOAT_COUNT       ? &issue->bank_clocks
	       : number == GM_FLOAT_COUNT + 1 ? &issue->bank_clocks_shared
					      : &issue->twice;
}

static gm_status
read_issue(gm_kernel_reader *r, const gm_xml_node *node, gm_issue *out)
{
	for (int i = 0; i < NAMES_COUNT; i++) {
		double number;
		if (!gm_xml_attribute(node, names[i]))
			continue;
		const gm_status status = gm_xml_number(node, names[i], &number, r->err);
		if (status != GM_OK)
			return status;
		if (fabs(number) > most_instructions)
			return gm_xml_fail(node, GM_BAD_VALUE, r->err,
					   "%s is %g, expected at most 10^6 instructions", names[i],
					   number);
		*place_of(out, i) = (float)number;
	}
	return GM_OK;
}

static void
state(gm_kernel_reader *r, gm_issue issue)
{
	r->overheads = gm_grow(r->overheads, &r->overheads_capacity, r->sites_count, sizeof *r->overheads);
	r->overheads[r->sites_count - 1] = (gm_overhead){true, issue};
}

/* A site with an issue of its own. */
static gm_status
add(gm_kernel_reader *r, const gm_xml_node *node, gm_site site, gm_issue issue, gm_statement *out)
{
	const gm_status status = gm_reader_add_site(r, node, site, out);
	if (status != GM_OK)
		return status;
	out->overhead = true;
	r->states_issue = true;
	state(r, issue);
	return GM_OK;
}

gm_status
gm_reader_branch(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	double issued = 1;
	gm_status status = GM_OK;
	if (gm_xml_attribute(node, "issued"))
		status = gm_xml_number(node, "issued", &issued, r->err);
	if (status == GM_OK && (issued < 0 || issued > 1000))
		status = gm_xml_fail(node, GM_BAD_VALUE, r->err, "issued is %g, expected 0 to 1000", issued);
	if (status != GM_OK)
		return status;
	const gm_site site = {.operation = GM_BRANCH,
	                      .type = GM_S32,
	                      .array = -1,
	                      .count = 1,
	                      .text = "branch"};
	gm_issue issue = {0};
	issue.of[GM_UNIT_CONTROL] = (float)issued;
	status = read_issue(r, node, &issue);
	if (status == GM_OK)
		status = gm_xml_flag(node, "meets", false, &issue.meets, r->err);
	return status == GM_OK ? add(r, node, site, issue, out) : status;
}

gm_status
gm_reader_overhead(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	gm_issue issue = {0};
	const gm_status status = read_issue(r, node, &issue);
	const gm_site site = {.operation = GM_OTHER,
			      .type = GM_S32,
			      .array = -1,
			      .count = 1,
			      .text = "overhead"};
	return status == GM_OK ? add(r, node, site, issue, out) : status;
}

static bool
says_issue(const gm_xml_node *node)
{
	for (int i = 0; i < NAMES_COUNT; i++)
		if (gm_xml_attribute(node, names[i]))
			return true;
	return false;
}

static const struct {
	const char *name, *what;
	size_t offset; /* in gm_issue */
	double most;
} beside[] = {
        {"latency", "multiply-adds", offsetof(gm_issue, wait), 1e6},
        {"held", "registers", offsetof(gm_issue, held), 255},
        {"held_address", "registers", offsetof(gm_issue, own), 255},
        {"turn", "registers", offsetof(gm_issue, loaded), 255},
        {"turn_most", "registers", offsetof(gm_issue, alive), 255},
};

enum { BESIDE = sizeof beside / sizeof *beside };

/* What is no instruction; *any: something of it is said. */
static gm_status
read_beside(gm_kernel_reader *r, const gm_xml_node *node, gm_issue *issue, bool *any)
{
	for (int i = 0; i < BESIDE; i++) {
		double number;
		if (!gm_xml_attribute(node, beside[i].name))
			continue;
		const gm_status status = gm_xml_number(node, beside[i].name, &number, r->err);
		if (status != GM_OK)
			return status;
		if (number < 0 || number > beside[i].most)
			return gm_xml_fail(node, GM_BAD_VALUE, r->err, "%s is %g, expected 0 to %g %s",
			                   beside[i].name, number, beside[i].most, beside[i].what);
		*(float *)((char *)issue + beside[i].offset) = (float)number;
		*any = true;
	}
	return GM_OK;
}

gm_status
gm_reader_own_issue(gm_kernel_reader *r, const gm_xml_node *node)
{
	bool any = says_issue(node);
	gm_issue issue = {0};
	if (!any)
		issue = gm_issue_stated(&r->sites[r->sites_count - 1]);
	gm_status status = read_beside(r, node, &issue, &any);
	if (status == GM_OK)
		status = read_issue(r, node, &issue);
	/* 0 is none that is said. */
	if (gm_xml_attribute(node, "latency") && issue.wait <= 0)
		issue.wait = FLT_MIN;
	if (status == GM_OK && any)
		state(r, issue);
	return status;
}

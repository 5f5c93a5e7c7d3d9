#include "analysis/finding.h"

const char *
gm_severity_name(gm_severity severity)
{
	static const char *const names[] = {
#define X(id, name, promise) name,
		GM_SEVERITY_LIST(X)
#undef X
	};
	return names[severity];
}

static const struct {
	const char *name;
	gm_severity severity;
	const char *what;
} rows[] = {
#define X(id, name, severity, what) {name, severity, what},
	GM_FINDING_LIST(X)
#undef X
};

const char *
gm_finding_name(gm_finding_id id)
{
	return rows[id].name;
}

const char *
gm_finding_what(gm_finding_id id)
{
	return rows[id].what;
}

gm_severity
gm_finding_severity(gm_finding_id id)
{
	return rows[id].severity;
}

void
gm_finding_place(gm_finding *finding, const gm_kernel *kernel)
{
	if (finding->site < 0)
		return;
	const gm_site *site = &kernel->sites[finding->site];
	finding->line = site->line;
	finding->ptx_line = site->ptx_line;
	finding->file = site->line == 0 ? "" : site->file ? site->file : kernel->file;
}

/* A finding without a time comes after those with one. */
static double
known(gm_value value)
{
	return value.kind == GM_KIND_UNKNOWN ? -1 : value.value;
}

static int
larger_first(double a, double b)
{
	return (a < b) - (a > b);
}

int
gm_finding_compare(const void *left, const void *right)
{
	const gm_finding *a = left, *b = right;
	const int by_severity = (int)a->severity - (int)b->severity;
	const int by_gain = larger_first(known(a->gain_s), known(b->gain_s));
	const int by_cost = larger_first(known(a->cost_s), known(b->cost_s));
	const int by_id = (int)a->id - (int)b->id;
	return by_severity ? by_severity
	       : by_gain   ? by_gain
	       : by_cost   ? by_cost
	       : by_id     ? by_id
			   : a->site - b->site;
}

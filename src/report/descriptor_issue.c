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

#include "analysis/derivation_build.h"

enum { SUM_MOST = 8 }; /* of more terms, sums of so many are summed */

/* "a + b + c" */
static const char *
sum_formula(gm_derivation *d, const gm_term *terms, int count)
{
	gm_text formula = {0};
	for (int i = 0; i < count; i++)
		gm_text_print(&formula, "%s%s", i ? " + " : "", terms[i].symbol);
	const char *kept = gm_arena_copy_text(d->arena, formula.bytes);
	gm_text_dispose(&formula);
	return kept;
}

/* Sums parts until few terms are left; returns how many. */
static int
sum_parts(gm_derivation *d, const char *symbol, const char *name, const char *unit, gm_term *terms,
	  int count)
{
	for (int level = 1; count > SUM_MOST; level++) {
		int sums = 0;
		for (int i = 0; i < count; i += SUM_MOST) {
			const int part = count - i < SUM_MOST ? count - i : SUM_MOST;
			if (part == 1) {
				terms[sums++] = terms[i];
				continue;
			}
			const char *of = gm_arena_print(d->arena, "%s.%d%s", symbol, sums + 1,
							level > 1 ? "s" : "");
			const int step = gm_step_derived(
				d, of, gm_arena_print(d->arena, "%s: a part of the sum", name),
				unit, sum_formula(d, terms + i, part), terms + i, part);
			terms[sums++] = gm_term_step(d, step);
		}
		count = sums;
	}
	return count;
}

int
gm_step_sum(gm_derivation *d, const char *symbol, const char *name, const char *unit,
	    gm_value value, const char *around, gm_term *terms, int count)
{
	if (count == 0)
		return gm_step_given(d, symbol, name, unit, value, "no access of the kernel does");
	const int left = sum_parts(d, symbol, name, unit, terms, count);
	return gm_step_told(d, symbol, name, unit, value,
			    gm_arena_print(d->arena, around, sum_formula(d, terms, left)), terms,
			    left);
}

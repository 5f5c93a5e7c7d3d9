#include "analysis/access_advice.h"

#include "model/banks.h"

#include <stdlib.h>

enum { WIDTHS_MAX = 12 };

/* What the accesses look like to the model, and the widths that a row may have. */
typedef struct advising {
	gm_bank_rule rule;
	int element_bytes;
	int64_t length;
	const gm_array_accesses *gathered;
	gm_access *accesses;
	struct {
		int64_t elements, seen;
		bool by_lanes; /* between neighbouring lanes, as a column is read */
	} widths[64];
	int widths_count;
} advising;

/* ---- candidates for the width ---- */

static void
see_width(advising *a, uint64_t from, uint64_t to, bool by_lanes)
{
	const int64_t width = to > from ? (int64_t)(to - from) : (int64_t)(from - to);
	if (width < 2 || width >= a->length)
		return;
	int row = 0;
	while (row < a->widths_count && a->widths[row].elements != width)
		row++;
	if (row == 64)
		return;
	a->widths[row].elements = width;
	a->widths[row].seen++;
	a->widths[row].by_lanes |= by_lanes;
	a->widths_count += row == a->widths_count;
}

static void
see_lanes(advising *a, const gm_array_access *access)
{
	int before = -1;
	for (uint64_t rest = access->active; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		if (before >= 0)
			see_width(a, access->index[before], access->index[lane], true);
		before = lane;
	}
}

static void
see_successor(advising *a, const gm_array_access *first, const gm_array_access *next)
{
	if (first->site == next->site && first->active && next->active)
		see_width(a, first->index[__builtin_ctzll(first->active)],
			  next->index[__builtin_ctzll(next->active)], false);
}

/* Those that divide the array's length first, then those seen most. */
static bool
comes_before(const advising *a, int x, int y)
{
	const bool x_divides = a->length % a->widths[x].elements == 0;
	const bool y_divides = a->length % a->widths[y].elements == 0;
	return x_divides != y_divides ? x_divides : a->widths[x].seen > a->widths[y].seen;
}

/* Brings the best WIDTHS_MAX to the front; those that do not divide go when others do. */
static void
choose_widths(advising *a)
{
	int kept = 0;
	for (; kept < a->widths_count && kept < WIDTHS_MAX; kept++) {
		int best = kept;
		for (int i = kept + 1; i < a->widths_count; i++)
			best = comes_before(a, i, best) ? i : best;
		const __typeof__(a->widths[0]) swapped = a->widths[kept];
		a->widths[kept] = a->widths[best];
		a->widths[best] = swapped;
		if (kept > 0 && a->length % a->widths[0].elements == 0 &&
		    a->length % a->widths[kept].elements != 0)
			break;
	}
	a->widths_count = kept;
}

static void
find_widths(advising *a)
{
	for (size_t i = 0; i < a->gathered->count; i++) {
		see_lanes(a, &a->gathered->items[i]);
		if (i > 0)
			see_successor(a, &a->gathered->items[i - 1], &a->gathered->items[i]);
	}
	choose_widths(a);
}

/* ---- trying one ---- */

/* Passes of all accesses, as often as each is used. */
static int64_t
weighted_passes(const advising *a, const gm_padding_layout *layout, int64_t width)
{
	int64_t sum = 0;
	for (size_t i = 0; i < a->gathered->count; i++)
		sum += a->gathered->items[i].times * gm_padding_wavefronts(layout, a->rule,
									   &a->accesses[i], 1,
									   width, a->element_bytes);
	return sum;
}

static void
find_best_padding(const advising *a, int64_t width, gm_array_advice *out)
{
	out->best_passes_count = out->passes_count;
	out->best_padding_elements = 0;
	for (int64_t padding = 1; padding <= GM_PADDING_MAX; padding++) {
		const gm_padding_layout layout = {.padding_elements = padding};
		const int64_t passes = weighted_passes(a, &layout, width);
		if (passes < out->best_passes_count) {
			out->best_passes_count = passes;
			out->best_padding_elements = padding;
		}
	}
}

static void
try_width(const advising *a, int64_t width, gm_array_advice *out)
{
	out->width_elements = width;
	out->found =
		gm_padding_find(a->rule, a->accesses, a->gathered->count, width, a->element_bytes);
	const int64_t rows = (a->length + width - 1) / width;
	out->added_bytes = out->found.padding.padding_elements * rows * a->element_bytes;
	if (out->found.padding_found)
		out->padded_passes_count = weighted_passes(a, &out->found.padding, width);
	else
		find_best_padding(a, width, out);
	if (out->found.swizzle_found)
		out->swizzled_passes_count = weighted_passes(a, &out->found.swizzle, width);
}

/* Freed by padding before freed by swizzle alone before not freed; then by memory or passes. */
static bool
is_better(const gm_array_advice *x, const gm_array_advice *y)
{
	if (x->found.padding_found != y->found.padding_found)
		return x->found.padding_found;
	if (x->found.padding_found && x->added_bytes != y->added_bytes)
		return x->added_bytes < y->added_bytes;
	if (x->found.swizzle_found != y->found.swizzle_found)
		return x->found.swizzle_found;
	if (!x->found.padding_found && x->best_passes_count != y->best_passes_count)
		return x->best_passes_count < y->best_passes_count;
	return x->width_elements < y->width_elements;
}

static void
keep_better(const advising *a, int64_t width, gm_array_advice *out)
{
	gm_array_advice other = *out;
	try_width(a, width, &other);
	if (out->width_elements == 0 || is_better(&other, out))
		*out = other;
}

/* The distances between lanes first: there a width is a row of the program's, which a padding can
   be written for. */
static void
advise(advising *a, int64_t given, gm_array_advice *out)
{
	out->width_given = given > 0;
	if (given > 0) {
		try_width(a, given, out);
		return;
	}
	if (out->passes_count == out->ideal_passes_count)
		return;
	find_widths(a);
	for (int lanes = 1; lanes >= 0 && !out->found.padding_found; lanes--)
		for (int i = 0; i < a->widths_count; i++)
			if (a->widths[i].by_lanes == lanes)
				keep_better(a, a->widths[i].elements, out);
}

/* ---- all together ---- */

static void
count_passes(const advising *a, const gm_array *array, gm_array_advice *out)
{
	for (size_t i = 0; i < a->gathered->count; i++) {
		const gm_array_access *item = &a->gathered->items[i];
		gm_access now = a->accesses[i];
		uint64_t address[GM_LANES_MAX];
		for (int lane = 0; lane < GM_LANES_MAX; lane++)
			address[lane] =
				array->base_bytes + item->index[lane] * (unsigned)a->element_bytes;
		now.address = address;
		const gm_bank_passes passes = gm_banks_evaluate(a->rule, &now);
		out->accesses_count += item->times;
		out->passes_count += item->times * passes.wavefronts_count;
		out->ideal_passes_count += item->times * passes.ideal_wavefronts_count;
	}
}

gm_status
gm_access_advise(const gm_kernel *kernel, const gm_device *device, gm_dim3 block, int array,
		 int64_t width, gm_array_advice *out, gm_error *err)
{
	const gm_array *of = &kernel->arrays[array];
	gm_array_accesses gathered = {0};
	*out = (gm_array_advice){0};
	if (width < 0 || width > of->length)
		return gm_fail(err, GM_BAD_VALUE, "a row of %lld elements: %s has %lld",
			       (long long)width, of->name, (long long)of->length);
	const gm_status status = gm_array_accesses_gather(
		kernel, (int)gm_device_value(device, GM_WARP_LANES), block, array, &gathered, err);
	if (status == GM_OK) {
		advising a = {.rule = device->banks,
			      .element_bytes = gm_type_bytes(of->type),
			      .length = of->length,
			      .gathered = &gathered};
		a.accesses = gm_allocate(gathered.count, sizeof *a.accesses);
		for (size_t i = 0; i < gathered.count; i++)
			a.accesses[i] =
				(gm_access){gathered.warp_lanes, gathered.items[i].access_bytes,
					    gathered.items[i].active, gathered.items[i].index};
		out->distinct_count = (int64_t)gathered.count;
		out->atomics_count = gathered.atomics_count;
		out->sites_count = gathered.sites_count;
		out->warps_count = gathered.warps_count;
		out->complete = gathered.complete;
		count_passes(&a, of, out);
		advise(&a, width, out);
		free(a.accesses);
	}
	gm_array_accesses_dispose(&gathered);
	return status;
}

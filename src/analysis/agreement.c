#include "analysis/agreement.h"

#include "model/counts.h"
#include "model/footprint.h"

#include <stdlib.h>

static const char *const counters[] = {
#define X(id, what) what,
	GM_COUNTER_LIST(X)
#undef X
};

static void
compare(gm_agreement *out, const char *of, const char *what, int64_t a, int64_t b, bool agree)
{
	out->compared += a != 0 || b != 0;
	if (agree)
		return;
	out->different++;
	gm_text_print(&out->report, "%s%s: %lld and %lld\n", of, what, (long long)a, (long long)b);
}

/* Turns of the tags hang on where lines lie; of loops that are replayed in part, other lines may have been seen: a fifth off
   at most, and what they take more than the banks, a difference, a third and a few. The others are exact. */
static bool
is_as_often(gm_counter counter, int64_t a, int64_t b)
{
	return counter == GM_COUNT_TAG_TURNS       ? 10 * llabs(a - b) <= a + b
	       : counter == GM_COUNT_TAGGED_PASSES ? 6 * llabs(a - b) <= a + b + 24
						   : a == b;
}

static void
compare_same(gm_agreement *out, const char *what, int64_t a, int64_t b)
{
	compare(out, "", what, a, b, a == b);
}

typedef struct pair {
	const gm_kernel *kernel;
	void *owned;
	gm_counts counts;
	gm_distinct distinct;
} pair;

static void
compare_memory(const pair *x, const pair *y, gm_operation operation, gm_space space,
	       gm_agreement *out)
{
	gm_text of = {0};
	gm_text_print(&of, "%s of %s memory: ", gm_operation_name(operation), gm_space_name(space));
	for (int c = GM_COUNT_REQUESTS; c < GM_COUNTERS_ALIKE; c++) {
		const gm_counter counter = (gm_counter)c;
		const int64_t a = gm_counts_sum(x->kernel, &x->counts, counter, operation, space);
		const int64_t b = gm_counts_sum(y->kernel, &y->counts, counter, operation, space);
		compare(out, of.bytes, counters[c], a, b, is_as_often(counter, a, b));
	}
	gm_text_dispose(&of);
}

static void
compare_all(const pair *x, const pair *y, bool shared, gm_agreement *out)
{
	for (int op = 0; op < GM_OPERATION_COUNT; op++)
		for (int space = GM_GLOBAL; space < GM_SPACE_COUNT; space++)
			if (gm_operation_is_memory((gm_operation)op) &&
			    (shared || space != GM_SHARED))
				compare_memory(x, y, (gm_operation)op, (gm_space)space, out);
	compare_same(out, "floating-point operations",
		gm_counts_sum(x->kernel, &x->counts, GM_COUNT_FLOP, GM_OPERATION_COUNT,
			      GM_SPACE_COUNT),
		gm_counts_sum(y->kernel, &y->counts, GM_COUNT_FLOP, GM_OPERATION_COUNT,
			      GM_SPACE_COUNT));
	if (!x->distinct.exact || !y->distinct.exact)
		return;
	compare_same(out, "distinct bytes read", (int64_t)x->distinct.read_bytes,
		(int64_t)y->distinct.read_bytes);
	compare_same(out, "distinct bytes written", (int64_t)x->distinct.written_bytes,
		(int64_t)y->distinct.written_bytes);
}

static gm_status
gather(const gm_kernel *kernel, const gm_device *device, pair *out, gm_error *err)
{
	gm_footprint *footprint = NULL;
	*out = (pair){0};
	kernel = out->kernel =
		gm_kernel_on(kernel, device->cc_major, device->cc_minor, &out->owned);
	gm_status status = gm_counts_gather(kernel, device, false, &out->counts, err);
	if (status == GM_OK)
		status = gm_footprint_gather(kernel, (int)gm_device_value(device, GM_WARP_LANES),
					     &footprint, err);
	if (status == GM_OK)
		out->distinct = gm_footprint_of_blocks(footprint, gm_dim3_volume(kernel->grid));
	gm_footprint_free(footprint);
	return status;
}

gm_status
gm_agreement_gather(const gm_kernel *a, const gm_kernel *b, const gm_device *device, bool shared,
		    gm_agreement *out, gm_error *err)
{
	pair x = {0}, y = {0};
	*out = (gm_agreement){0};
	gm_status status = gather(a, device, &x, err);
	if (status == GM_OK)
		status = gather(b, device, &y, err);
	if (status == GM_OK)
		compare_all(&x, &y, shared, out);
	out->sampled = !x.counts.exact || !y.counts.exact;
	gm_counts_dispose(&x.counts);
	gm_counts_dispose(&y.counts);
	free(x.owned);
	free(y.owned);
	return status;
}

void
gm_agreement_dispose(gm_agreement *agreement)
{
	gm_text_dispose(&agreement->report);
	*agreement = (gm_agreement){0};
}

#include "report/access.h"

#include "report/report.h"

#include <string.h>

/* ---- numbers in few words ---- */

/* How many values from the first on lie `step` apart. */
static int
run_length(const int64_t *values, int count, int64_t step)
{
	int length = 1;
	while (length < count && values[length] - values[length - 1] == step)
		length++;
	return length;
}

void
gm_report_ranges(gm_text *out, const int64_t *values, int count)
{
	for (int i = 0; i < count;) {
		const int64_t step = i + 1 < count ? values[i + 1] - values[i] : 1;
		int length = run_length(values + i, count - i, step);
		if (step != 1 && length < 3)
			length = 1;
		gm_text_print(out, "%s%lld", i ? " " : "", (long long)values[i]);
		if (length > 1)
			gm_text_print(out, "-%lld", (long long)values[i + length - 1]);
		if (length > 1 && step != 1)
			gm_text_print(out, " by %lld", (long long)step);
		i += length;
	}
}

void
gm_report_lanes(gm_text *out, uint64_t lanes)
{
	int64_t values[GM_LANES_MAX];
	int count = 0;
	for (; lanes; lanes &= lanes - 1)
		values[count++] = __builtin_ctzll(lanes);
	gm_report_ranges(out, values, count);
}

int64_t
gm_report_piece_offset(const gm_access_view *view, const gm_transaction *piece)
{
	return (int64_t)(piece->first_byte - view->base_bytes);
}

void
gm_report_piece_elements(gm_text *out, const gm_access_view *view, const gm_transaction *piece)
{
	int64_t values[128];
	int count = 0;
	const int64_t offset = gm_report_piece_offset(view, piece);
	for (int i = 0; i < piece->bytes; i++) {
		if (!(piece->named[i / 64] >> i % 64 & 1))
			continue;
		const int64_t element = (offset + i) / view->element_bytes;
		if (count == 0 || values[count - 1] != element)
			values[count++] = element;
	}
	gm_report_ranges(out, values, count);
}

const char *
gm_report_group_name(const gm_access_view *view)
{
	uint64_t storage[GM_LANES_MAX];
	const gm_access access = gm_access_view_request(view, storage);
	const int lanes = gm_coalescing_group_lanes(view->device->coalescing, &access);
	if (lanes >= view->warp_lanes)
		return NULL;
	return lanes * 2 == view->warp_lanes                             ? "half-warp"
	       : lanes * 4 == view->warp_lanes && view->warp_lanes == 32 ? "quarter-warp"
									 : "group";
}

/* ---- sentences ---- */

static const char *
plural(int64_t count)
{
	return count == 1 ? "" : "s";
}

void
gm_access_say_capability(gm_text *out, const gm_device *device)
{
	if (device->cc_major)
		gm_text_print(out, "cc %d.%d", device->cc_major, device->cc_minor);
	else
		gm_text_append(out, device->architecture);
}

void
gm_access_say_kernel(gm_text *out, const gm_access_view *view)
{
	gm_text_print(out, "%s on %s", view->kernel->name, view->device->title);
	if (view->device->capability_only)
		return;
	gm_text_append(out, " (");
	gm_access_say_capability(out, view->device);
	gm_text_append(out, ")");
}

void
gm_access_say_instruction(gm_text *out, const gm_kernel *kernel, const gm_site *site)
{
	const bool whole = *site->text && (kernel->origin == GM_FROM_PTX ||
					   !gm_operation_is_memory(site->operation));
	if (!whole)
		gm_text_append(out, gm_operation_name(site->operation));
	gm_text_print(out, "%s%s", whole || !*site->text ? "" : " ", site->text);
}

void
gm_access_say_site(gm_text *out, const gm_access_view *view)
{
	gm_text_print(out, "line %d: ", view->site->line);
	gm_access_say_instruction(out, view->kernel, view->site);
	gm_text_print(out, ", %s memory", gm_space_name(view->site->space));
	if (view->array)
		gm_text_print(out, ", %s", gm_type_name(view->array->type));
}

void
gm_access_say_request(gm_text *out, const gm_access_view *view)
{
	gm_text_print(out, "block %lld", (long long)view->block.x);
	if (view->kernel->grid.y > 1 || view->kernel->grid.z > 1)
		gm_text_print(out, ",%lld", (long long)view->block.y);
	if (view->kernel->grid.z > 1)
		gm_text_print(out, ",%lld", (long long)view->block.z);
	gm_text_print(out, ", warp %d, execution %lld of %lld: ", view->warp,
		      (long long)view->execution, (long long)view->executions_count);
	gm_text_print(out, "%d of %d lanes, %d byte%s each", __builtin_popcountll(view->active),
		      view->warp_lanes, view->site->access_bytes, plural(view->site->access_bytes));
}

/* "half-warp" -> "2 half-warps". */
static void
say_groups(gm_text *out, const gm_access_view *view)
{
	const char *group = gm_report_group_name(view);
	const int count = view->transactions.groups_count;
	if (group)
		gm_text_print(out, " for %d %s%s", count, group, plural(count));
}

static void
say_transactions(gm_text *out, const gm_access_view *view)
{
	const gm_transactions *t = &view->transactions;
	const double useful = 100 * (double)t->distinct_bytes / (double)t->moved_bytes;
	gm_text_print(out, "%d transaction%s", t->transactions_count,
		      plural(t->transactions_count));
	say_groups(out, view);
	gm_text_print(out,
		      " in %d line%s of %d B: %lld B moved, %lld B of them named, %.3g %% useful",
		      t->lines_count, plural(t->lines_count),
		      view->device->coalescing == GM_GCN_LINES_64 ? 64 : 128,
		      (long long)t->moved_bytes, (long long)t->distinct_bytes, useful);
}

static void
say_passes(gm_text *out, const gm_access_view *view)
{
	const gm_bank_passes *p = &view->passes;
	gm_text_print(out, "%d pass%s", p->wavefronts_count, p->wavefronts_count == 1 ? "" : "es");
	if (p->wavefronts_count > p->ideal_wavefronts_count)
		gm_text_print(out, " where %d would do", p->ideal_wavefronts_count);
	else
		gm_text_append(out, ", the fewest that are possible");
	if (view->site->space == GM_SHARED)
		gm_text_print(out, "; %s", view->conflict);
}

void
gm_access_say_verdict(gm_text *out, const gm_access_view *view)
{
	if (view->site->space == GM_GLOBAL)
		say_transactions(out, view);
	else
		say_passes(out, view);
}

static void
say_rule_of(gm_text *out, const gm_access_view *view, const char *what, const char *name,
	    const char *whose)
{
	gm_text_print(out, "%s: %s (%s); this device: ", what, name, whose);
	gm_access_say_capability(out, view->device);
}

void
gm_access_say_rule(gm_text *out, const gm_access_view *view)
{
	const gm_device *d = view->device;
	if (view->site->space == GM_GLOBAL)
		say_rule_of(out, view, "transactions", gm_coalescing_name(d->coalescing),
			    gm_coalescing_whose(d->coalescing));
	else if (view->site->space == GM_SHARED)
		say_rule_of(out, view, "passes", gm_banks_name(d->banks), gm_banks_whose(d->banks));
	else
		say_rule_of(out, view, "passes", "one 4-byte word of the constant cache a pass",
			    "every cc");
}

void
gm_access_say_l1(gm_text *out, const gm_access_view *view)
{
	if (view->site->space != GM_GLOBAL || !view->banked)
		return;
	gm_text_print(out, "L1 data banks: ");
	say_passes(out, view);
	gm_text_print(out, "; %s, from cc 7.0 on also for global memory",
		      gm_banks_name(view->device->banks));
}

void
gm_access_say_atomic(gm_text *out, const gm_access_view *view)
{
	if (!view->is_atomic)
		return;
	const bool shared = view->site->space == GM_SHARED;
	gm_text_print(out, "as an atomic: %d pass%s where %d would do; at most %d lane%s meet%s %s",
		      view->atomic.passes_count, view->atomic.passes_count == 1 ? "" : "es",
		      view->atomic.ideal_passes_count, view->atomic.multiplicity,
		      plural(view->atomic.multiplicity), view->atomic.multiplicity == 1 ? "s" : "",
		      shared ? "in one bank" : "on one byte");
	const gm_device *d = view->device;
	const gm_atomic kind = gm_atomic_of(view->site);
	if (d->cc_major && !gm_atomic_supported(kind, d->cc_major, d->cc_minor))
		gm_text_print(out, "; cc %d.%d has no %s", d->cc_major, d->cc_minor,
			      gm_atomic_what(kind));
	else if (shared && d->cc_major && d->cc_major < 5)
		gm_text_append(out, "; a lower bound before cc 5.0, where it is a loop that locks");
}

/* ---- advice ---- */

void
gm_access_say_checked(gm_text *out, const gm_array_advice *advice)
{
	gm_text_print(out, "checked: %s%lld load%s and store%s of %d site%s by %d warp%s",
		      advice->complete ? "all " : "the first ", (long long)advice->accesses_count,
		      plural(advice->accesses_count), plural(advice->accesses_count),
		      advice->sites_count, plural(advice->sites_count), advice->warps_count,
		      plural(advice->warps_count));
	gm_text_print(out, " of the block: %lld passes where %lld would do",
		      (long long)advice->passes_count, (long long)advice->ideal_passes_count);
	if (advice->atomics_count)
		gm_text_print(out, "; %lld atomics left out", (long long)advice->atomics_count);
}

static bool
has_conflict(const gm_array_advice *advice)
{
	return advice->passes_count > advice->ideal_passes_count;
}

void
gm_access_say_padding(gm_text *out, const gm_array_advice *advice)
{
	const long long width = advice->width_elements,
			more = advice->found.padding.padding_elements;
	if (!has_conflict(advice) && !advice->width_given)
		gm_text_append(out, advice->accesses_count ? "padding: not needed"
							   : "padding: nothing to pad");
	else if (advice->width_elements == 0)
		gm_text_append(out,
			       "padding: no width of a row shows in the addresses; say --width N");
	else if (advice->found.padding_found && more == 0)
		gm_text_print(out, "padding: rows of %lld need none", width);
	else if (advice->found.padding_found)
		gm_text_print(out,
			      "padding: rows of %lld + %lld = %lld elements leave %lld passes; "
			      "costs %lld B "
			      "of shared memory",
			      width, more, width + more, (long long)advice->padded_passes_count,
			      (long long)advice->added_bytes);
	else if (advice->best_padding_elements)
		gm_text_print(out,
			      "padding: none of up to %d elements frees rows of %lld; %lld do "
			      "best, with %lld "
			      "passes",
			      GM_PADDING_MAX, width, (long long)advice->best_padding_elements,
			      (long long)advice->best_passes_count);
	else
		gm_text_print(out, "padding: none of up to %d elements helps rows of %lld",
			      GM_PADDING_MAX, width);
}

void
gm_access_say_swizzle(gm_text *out, const gm_array_advice *advice)
{
	const gm_padding_layout *layout = &advice->found.swizzle;
	if (advice->width_elements == 0 || (!has_conflict(advice) && !advice->width_given))
		return;
	if (!advice->found.swizzle_found)
		gm_text_print(out, "swizzle: no XOR of up to 5 bits frees rows of %lld",
			      (long long)advice->width_elements);
	else if (layout->swizzle_mask == 0)
		gm_text_append(out, "swizzle: not needed");
	else {
		gm_text_print(out, "swizzle: column ^ ");
		gm_text_print(out, layout->swizzle_shift ? "((row & %llu) << %d)" : "(row & %llu)",
			      (unsigned long long)layout->swizzle_mask, layout->swizzle_shift);
		gm_text_print(out, " in rows of %lld leaves %lld passes; costs no memory",
			      (long long)advice->width_elements,
			      (long long)advice->swizzled_passes_count);
	}
}

#include "cli/visit.h"

#include "base/workers.h"
#include "cli/combinations.h"

#include <stdlib.h>

enum { ITEMS_AT_ONCE = 64 };

/* A kernel to be loaded, and what becomes of it on each device. */
typedef struct entry {
	const gm_combinations *combinations;
	size_t combination;
	gm_kernel *kernel;
	gm_status status;
	gm_error err;
} entry;

typedef struct item {
	void *made;
	gm_status status;
	gm_error err;
} item;

typedef struct batch {
	const gm_visit *visit;
	entry *entries;
	size_t entries_count;
	item *items; /* by entry, then device */
	char *made;
} batch;

static bool
load_entry(void *state, size_t piece)
{
	entry *e = &((batch *)state)->entries[piece];
	e->err = GM_ERROR_NONE;
	e->status = gm_combinations_load(e->combinations, e->combination, &e->kernel, &e->err);
	return e->status == GM_OK;
}

static bool
make_item(void *state, size_t piece)
{
	const batch *b = state;
	const gm_visit *v = b->visit;
	const size_t devices = (size_t)v->devices_count;
	const entry *e = &b->entries[piece / devices];
	item *i = &b->items[piece];
	if (!e->kernel)
		return false;
	i->made = b->made + piece * v->item_bytes;
	i->err = GM_ERROR_NONE;
	i->status = v->make(v->state, e->kernel, v->devices[piece % devices], i->made, &i->err);
	return i->status == GM_OK;
}

static gm_status
fail(const batch *b, gm_status status, const gm_error *err)
{
	b->visit->cli->err = *err;
	return status;
}

static gm_status
take_entry(const batch *b, size_t number)
{
	const gm_visit *v = b->visit;
	const entry *e = &b->entries[number];
	gm_status status = e->status == GM_OK ? GM_OK : fail(b, e->status, &e->err);
	for (int d = 0; d < v->devices_count && status == GM_OK; d++) {
		item *i = &b->items[number * (size_t)v->devices_count + (size_t)d];
		status = i->status == GM_OK ? v->take(v->state, d, i->made)
					    : fail(b, i->status, &i->err);
	}
	return status;
}

static gm_status
run_batch(batch *b)
{
	const size_t count = b->entries_count * (size_t)b->visit->devices_count;
	gm_status status = GM_OK;
	b->items = gm_allocate(count + 1, sizeof *b->items);
	b->made = gm_allocate(count + 1, b->visit->item_bytes);
	gm_workers_run(
		&(gm_workers_job){.count = b->entries_count, .work = load_entry, .state = b});
	gm_workers_run(&(gm_workers_job){.count = count, .work = make_item, .state = b});
	for (size_t i = 0; i < b->entries_count && status == GM_OK; i++)
		status = take_entry(b, i);
	for (size_t i = 0; i < count; i++)
		if (b->items[i].made)
			b->visit->dispose(b->items[i].made);
	for (size_t i = 0; i < b->entries_count; i++)
		gm_kernel_free(b->entries[i].kernel);
	free(b->items);
	free(b->made);
	return status;
}

/* ---- all kernels ---- */

static size_t
entries_at_once(const gm_visit *v)
{
	const size_t devices = v->devices_count > 0 ? (size_t)v->devices_count : 1;
	return devices < ITEMS_AT_ONCE ? ITEMS_AT_ONCE / devices : 1;
}

/* The next combinations, of this kernel and those behind it. */
static size_t
fill(const gm_combinations *all, int count, int *kernel, size_t *combination, entry *out,
     size_t most)
{
	size_t filled = 0;
	while (*kernel < count && filled < most) {
		if (*combination == all[*kernel].count) {
			++*kernel;
			*combination = 0;
			continue;
		}
		out[filled++] =
			(entry){.combinations = &all[*kernel], .combination = (*combination)++};
	}
	return filled;
}

static gm_status
run_all(const gm_visit *visit, const gm_combinations *all, int count)
{
	const size_t most = entries_at_once(visit);
	entry *entries = gm_allocate_unset(most, sizeof *entries);
	batch b = {.visit = visit, .entries = entries};
	gm_status status = GM_OK;
	int kernel = 0;
	size_t combination = 0;
	while (status == GM_OK &&
	       (b.entries_count = fill(all, count, &kernel, &combination, entries, most)) > 0)
		status = run_batch(&b);
	free(entries);
	return status;
}

gm_status
gm_visit_all(const gm_visit *visit)
{
	const gm_given *given = &visit->cli->given;
	const int count = given->positional_count;
	gm_combinations *all = gm_allocate((size_t)count + 1, sizeof *all);
	gm_status status = GM_OK;
	int begun = 0;
	while (begun < count && status == GM_OK) {
		status = gm_combinations_init(visit->cli, given->positional[begun], &all[begun]);
		begun++;
	}
	if (status == GM_OK)
		status = run_all(visit, all, count);
	for (int i = 0; i < begun; i++)
		gm_combinations_dispose(&all[i]);
	free(all);
	return status;
}

#include "model/allocated.h"

#include "base/memory.h"

#include <stdlib.h>

enum { PAGE_BYTES = 2 << 20, UNIT_BYTES = 512 };

static bool
is_allocated(const gm_array *array)
{
	return array->space == GM_GLOBAL && !array->of_module;
}

/* The page with least room that has enough, of `count`; `count` itself where none has. */
static int
page_for(const uint64_t *used, int count, uint64_t bytes)
{
	int best = count;
	for (int p = 0; p < count; p++)
		if (used[p] + bytes <= PAGE_BYTES && (best == count || used[p] > used[best]))
			best = p;
	return best;
}

uint64_t
gm_allocated_at(const gm_kernel *kernel, int array)
{
	uint64_t at = 0;
	if (array < 0 || array >= kernel->arrays_count || !is_allocated(&kernel->arrays[array]))
		return 0;
	uint64_t *used = gm_allocate((size_t)array + 1, sizeof *used);
	int pages = 0;
	for (int a = 0; a <= array; a++) {
		const gm_array *of = &kernel->arrays[a];
		const uint64_t bytes = (uint64_t)of->length * (uint64_t)gm_type_bytes(of->type);
		at = 0;
		if (!is_allocated(of) || bytes >= PAGE_BYTES)
			continue;
		const uint64_t rounded = (bytes + UNIT_BYTES - 1) / UNIT_BYTES * UNIT_BYTES;
		const int page = page_for(used, pages, rounded);
		pages += page == pages;
		at = used[page];
		used[page] += rounded;
	}
	free(used);
	return at;
}

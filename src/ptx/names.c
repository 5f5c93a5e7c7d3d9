#include "ptx/names.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 64 };

void
gm_ptx_names_dispose(ptx_names *names)
{
	free(names->places);
	*names = (ptx_names){0};
}

/* FNV-1a. */
static size_t
hash(const char *name, size_t length, int scope)
{
	uint64_t h = 14695981039346656037ull ^ (uint64_t)(unsigned)scope;
	for (size_t i = 0; i < length; i++)
		h = (h ^ (unsigned char)name[i]) * 1099511628211ull;
	return (size_t)(h ^ (h >> 29));
}

static ptx_name *
place_of(const ptx_names *names, const char *name, size_t length, int scope)
{
	size_t i = hash(name, length, scope) & (names->capacity - 1);
	for (;; i = (i + 1) & (names->capacity - 1)) {
		ptx_name *p = &names->places[i];
		if (!p->start || (p->scope == scope && p->length == length &&
				  memcmp(p->start, name, length) == 0))
			return p;
	}
}

static void
enlarge(ptx_names *names)
{
	ptx_names larger = {0};
	larger.capacity = names->capacity ? 2 * names->capacity : SMALLEST;
	larger.places = gm_allocate(larger.capacity, sizeof *larger.places);
	for (size_t i = 0; i < names->capacity; i++) {
		const ptx_name *p = &names->places[i];
		if (p->start)
			*place_of(&larger, p->start, p->length, p->scope) = *p;
	}
	larger.used = names->used;
	free(names->places);
	*names = larger;
}

void
gm_ptx_names_set(ptx_names *names, const char *name, size_t length, int scope, int value)
{
	if (2 * (names->used + 1) > names->capacity)
		enlarge(names);
	ptx_name *p = place_of(names, name, length, scope);
	names->used += p->start ? 0 : 1;
	*p = (ptx_name){name, length, scope, value};
}

int
gm_ptx_names_get(const ptx_names *names, const char *name, size_t length, int scope)
{
	if (names->capacity == 0)
		return -1;
	const ptx_name *p = place_of(names, name, length, scope);
	return p->start ? p->value : -1;
}

#include "launch/entry.h"

#include "base/symbol.h"
#include "base/text.h"

#include <string.h>

enum { THREADS_MAX = 1024 };

static const int64_t GRID_MAX = INT32_MAX;

/* The kernels of the module as their authors call them, for a message: the first few. */
static const char *
kernels_known(gm_arena *arena, const gm_ptx_module *m)
{
	enum { MOST = 12 };
	const char *list = "";
	for (size_t i = 0; i < m->entries_count && i < MOST; i++)
		list = gm_arena_print(arena, "%s%s%s", list, i ? ", " : "",
				      gm_symbol_readable(arena, m->entries[i]));
	return m->entries_count > MOST
		? gm_arena_print(arena, "%s and %zu more", list, m->entries_count - MOST) : list;
}

static gm_status
refuse_name(const gm_ptx_module *m, const char *name, gm_arena *arena, gm_error *err)
{
	const char **readable = gm_arena_allocate(arena, m->entries_count, sizeof *readable);
	for (size_t i = 0; i < m->entries_count; i++)
		readable[i] = gm_symbol_plain(arena, m->entries[i]);
	const char *near = gm_text_nearest(name, readable, m->entries_count);
	return gm_fail(err, GM_UNKNOWN_NAME, "no kernel '%s' in the module%s%s%s; it has %s", name,
		       near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "",
		       kernels_known(arena, m));
}

static gm_status
refuse_several(const gm_ptx_module *m, const char *name, gm_arena *arena, gm_error *err)
{
	const char *list = "";
	for (size_t i = 0; i < m->entries_count; i++)
		if (gm_symbol_fits(m->entries[i], name))
			list = gm_arena_print(arena, "%s%s%s (%s)", list, *list ? ", " : "",
					      gm_symbol_readable(arena, m->entries[i]), m->entries[i]);
	return gm_fail(err, GM_UNKNOWN_NAME, "'%s' may be one of several kernels: %s", name, list);
}

static gm_status
choose_entry(const gm_ptx_module *m, const char *name, size_t *at, gm_arena *arena, gm_error *err)
{
	size_t found = 0;
	*at = 0;
	if (m->entries_count == 0)
		return gm_fail(err, GM_UNKNOWN_NAME, "the module has no kernel (.entry)");
	if (!name)
		return m->entries_count == 1 ? GM_OK
					     : gm_fail(err, GM_UNKNOWN_NAME,
						       "the module has %zu kernels, name one: %s",
						       m->entries_count, kernels_known(arena, m));
	for (size_t i = 0; i < m->entries_count; i++) {
		const bool same = strcmp(m->entries[i], name) == 0;
		if (same || gm_symbol_fits(m->entries[i], name)) {
			*at = i;
			found = same ? 1 : found + 1;
		}
		if (same)
			break;
	}
	if (found == 0)
		return refuse_name(m, name, arena, err);
	return found == 1 ? GM_OK : refuse_several(m, name, arena, err);
}

const ptx_function *
gm_ptx_entry_find(const gm_ptx_module *m, const char *name, gm_error *err)
{
	gm_arena *arena = gm_arena_new();
	size_t at;
	const gm_status status = choose_entry(m, name, &at, arena, err);
	gm_arena_free(arena);
	return status ? NULL : gm_ptx_module_function(m, m->entries[at]);
}

/* "mm has 4 parameters (.u64 .u64 .u64 .u32), 0 arguments were given" */
static gm_status
refuse_count(const gm_ptx_launch *l, const ptx_function *f, gm_error *err)
{
	gm_arena *arena = gm_arena_new();
	const char *types = "";
	for (size_t i = 0; i < f->parameters_count; i++)
		types = gm_arena_print(arena, "%s%s.%s", types, i ? " " : "",
				       gm_ptx_type_name(f->parameters[i].type));
	const gm_status status = gm_fail(
		err, GM_BAD_VALUE, "%s has %zu parameter%s (%.400s), %d argument%s given",
		gm_symbol_readable(arena, f->name), f->parameters_count,
		f->parameters_count == 1 ? "" : "s", types, l->arguments_count,
		l->arguments_count == 1 ? " was" : "s were");
	gm_arena_free(arena);
	return status;
}

/* A part that is not stated, 0, does. */
static bool
divides(int64_t part, int64_t whole)
{
	return part <= 0 || whole % part == 0;
}

/* What the compiler has been told of every launch. */
static gm_status
check_promised(const gm_ptx_launch *l, const ptx_function *f, gm_error *err)
{
	const gm_dim3 g = l->grid, b = l->block;
	const int64_t *r = f->required_threads;
	if (r[0] > 0 && (r[0] != b.x || r[1] != b.y || r[2] != b.z))
		return gm_fail(
			err, GM_BAD_VALUE,
			"%s requires blocks of %lldx%lldx%lld threads (.reqntid), the launch has "
			"%lldx%lldx%lld",
			f->name, (long long)r[0], (long long)r[1], (long long)r[2], (long long)b.x,
			(long long)b.y, (long long)b.z);
	if (f->most_threads > 0 && b.x * b.y * b.z > f->most_threads)
		return gm_fail(err, GM_BAD_VALUE,
			       "%s allows %lld threads per block (.maxntid), the launch has %lld",
			       f->name, (long long)f->most_threads, (long long)(b.x * b.y * b.z));
	const int64_t *c = f->cluster;
	if (!divides(c[0], g.x) || !divides(c[1], g.y) || !divides(c[2], g.z))
		return gm_fail(err, GM_BAD_VALUE,
			       "%s runs in clusters of %lldx%lldx%lld blocks (.reqnctapercluster), into which "
			       "the grid of %lldx%lldx%lld does not divide",
			       f->name, (long long)c[0], (long long)c[1], (long long)c[2], (long long)g.x,
			       (long long)g.y, (long long)g.z);
	return GM_OK;
}

gm_status
gm_ptx_entry_check(const gm_ptx_launch *l, const ptx_function *f, gm_error *err)
{
	const gm_dim3 g = l->grid, b = l->block;
	const bool sizes = g.x >= 1 && g.y >= 1 && g.z >= 1 && g.x <= GRID_MAX && g.y <= 65535 &&
			   g.z <= 65535 && b.x >= 1 && b.y >= 1 && b.z >= 1 && b.x <= THREADS_MAX &&
			   b.y <= THREADS_MAX && b.z <= 64;
	if (!sizes || b.x * b.y * b.z > THREADS_MAX)
		return gm_fail(
			err, GM_BAD_VALUE,
			"grid %lldx%lldx%lld, block %lldx%lldx%lld: expected at least 1 each, at "
			"most 1024 threads per block, 64 of them in z, and 2^31-1 x 65535 x 65535 "
			"blocks",
			(long long)g.x, (long long)g.y, (long long)g.z, (long long)b.x,
			(long long)b.y, (long long)b.z);
	if (l->shared_dynamic_bytes < 0 || l->shared_dynamic_bytes > PTX_SHARED_MAX)
		return gm_fail(err, GM_BAD_VALUE,
			       "%lld bytes of dynamic shared memory: expected 0 to 2^20",
			       (long long)l->shared_dynamic_bytes);
	const gm_status status = check_promised(l, f, err);
	if (status != GM_OK)
		return status;
	return (size_t)l->arguments_count == f->parameters_count ? GM_OK : refuse_count(l, f, err);
}

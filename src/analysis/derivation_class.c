#include "analysis/derivation_class.h"

#include "analysis/derivation_build.h"

static gm_class
class_of(const gm_site *site)
{
	const bool memory = gm_operation_is_memory(site->operation);
	return (gm_class){.operation = site->operation,
			  .type = memory ? GM_NO_TYPE : site->type,
			  .space = memory ? site->space : GM_NO_SPACE,
			  .mma_flop = site->mma_flop};
}

static bool
same_class(const gm_class *a, const gm_class *b)
{
	return a->operation == b->operation && a->type == b->type && a->space == b->space &&
	       a->mma_flop == b->mma_flop;
}

int
gm_classes_gather(const gm_prediction *p, gm_class out[GM_CLASSES_MAX])
{
	int count = 0;
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const int64_t *of = p->counts.sites[s].of;
		const gm_class wanted = class_of(&p->kernel->sites[s]);
		int i = 0;
		while (i < count && !same_class(&out[i], &wanted))
			i++;
		if (i == GM_CLASSES_MAX || of[GM_COUNT_INSTRUCTIONS] == 0)
			continue;
		if (i == count)
			out[count++] = wanted;
		out[i].lanes += (double)of[GM_COUNT_THREAD_INSTRUCTIONS];
		out[i].instructions += (double)of[GM_COUNT_INSTRUCTIONS];
	}
	return count;
}

const char *
gm_class_symbol(gm_derivation *d, const gm_class *c)
{
	const char *name = gm_operation_name(c->operation);
	if (c->space != GM_NO_SPACE)
		return gm_arena_print(d->arena, "%s_%s", name, gm_space_name(c->space));
	if (c->operation == GM_MMA)
		return gm_arena_print(d->arena, "%s_%s_%lld", name, gm_type_name(c->type),
				      (long long)c->mma_flop);
	return c->type == GM_NO_TYPE
		       ? name
		       : gm_arena_print(d->arena, "%s_%s", name, gm_type_name(c->type));
}

const char *
gm_class_name(gm_derivation *d, const gm_class *c)
{
	if (c->space != GM_NO_SPACE)
		return gm_arena_print(d->arena, "%s, %s memory", gm_operation_what(c->operation),
				      gm_space_name(c->space));
	return gm_arena_print(d->arena, "%s%s%s", gm_operation_what(c->operation),
			      c->type == GM_NO_TYPE ? "" : ", ",
			      c->type == GM_NO_TYPE ? "" : gm_type_name(c->type));
}

gm_term
gm_class_lanes(gm_derivation *d, const gm_class *c)
{
	return gm_term_counted(
		d, gm_arena_print(d->arena, "E_%s", gm_class_symbol(d, c)),
		gm_arena_print(d->arena, "%s: lanes that execute it", gm_class_name(d, c)),
		c->lanes, "");
}

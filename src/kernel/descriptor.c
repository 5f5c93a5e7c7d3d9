#include "kernel/descriptor.h"

static const char *const builtins[GM_BUILTIN_COUNT] = {
#define X(id, name) [id] = name,
        GM_BUILTIN_LIST(X)
#undef X
};

const char *
gm_builtin_name(gm_builtin builtin)
{
	return builtins[builtin];
}

/* The descriptor itself lives in its arena. */
static void
descriptor_free(gm_kernel *kernel)
{
	gm_arena_free(kernel->arena);
}

static void
descriptor_issue(const gm_kernel *kernel, int cc_major, int cc_minor, gm_issue *out)
{
	const gm_descriptor *d = (const gm_descriptor *)kernel;
	(void)cc_major;
	(void)cc_minor;
	for (int s = 0; s < kernel->sites_count; s++) {
		const bool states = d->overhead && d->overhead[s].stated;
		out[s] = states ? d->overhead[s].issue : gm_issue_stated(&kernel->sites[s]);
	}
}

const gm_kernel_class gm_descriptor_class = {.blocks = gm_descriptor_blocks,
                                             .replay = gm_descriptor_replay,
                                             .free = descriptor_free,
                                             .issue = descriptor_issue};

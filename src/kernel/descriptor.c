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

const gm_kernel_class gm_descriptor_class = {.blocks = gm_descriptor_blocks,
                                             .replay = gm_descriptor_replay,
                                             .free = descriptor_free};

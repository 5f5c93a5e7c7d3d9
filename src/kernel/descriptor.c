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

/* As sass/issue_setup.c has it: the stack pointer; threadIdx through the load-store unit, blockIdx into
   uniform registers; from 8.0 on the descriptor of global memory, and arguments and sizes, which
   are operands before; from 9.0 on the window of shared memory; and the EXIT at the end. */
static gm_issue
setting_up(const gm_setup *s, int cc)
{
	const int pointers = cc >= 80 ? s->arguments + s->global_arrays + s->sizes : 0;
	const int window = cc >= 90 && s->shared_arrays ? 1 + 2 * s->shared_arrays : 0;
	const int global = cc >= 80 && s->global_arrays > 0;
	return (gm_issue){
		.of = {[GM_UNIT_LSU] = (float)s->thread_indices,
		       [GM_UNIT_CONTROL] = 1,
		       [GM_UNIT_OTHER] = (float)(1 + global + s->block_indices + pointers + window)}};
}

/* ---- compute capability 1.x ---- */

/* Single-precision arithmetic takes one operand from shared memory, at two thirds of its rate:
   V. Volkov and J. Demmel, Benchmarking GPUs to Tune Dense Linear Algebra, SC 2008, where a
   multiply-add with such an operand reaches 66 % of the peak. */
static const float with_shared_operand = 1.5F;

static bool
takes_shared_operand(const gm_site *site)
{
	return site->type == GM_F32 && (site->operation == GM_FMA || site->operation == GM_ADD ||
					site->operation == GM_MUL);
}

static void
fold_pair(const gm_site *sites, uint32_t load, uint32_t use, gm_issue *out)
{
	const gm_site *from = &sites[load], *to = &sites[use];
	const bool loads = from->operation == GM_LOAD && from->space == GM_SHARED;
	if (!loads || !takes_shared_operand(to) || from->count != to->count)
		return;
	out[load] = (gm_issue){0};
	out[use].of[GM_UNIT_FMA] *= with_shared_operand;
}

/* A load of shared memory right before the arithmetic that uses it is its operand. */
static void
fold_shared_operands(const gm_descriptor *d, gm_statements statements, gm_issue *out)
{
	for (int i = 0; i < statements.count; i++) {
		const gm_statement *s = &statements.items[i], *next = s + 1;
		fold_shared_operands(d, s->body, out);
		fold_shared_operands(d, s->other, out);
		if (i + 1 < statements.count && s->kind == GM_STATEMENT_SITE &&
		    next->kind == GM_STATEMENT_SITE)
			fold_pair(d->kernel.sites, s->site, next->site, out);
	}
}

static void
descriptor_issue(const gm_kernel *kernel, int cc_major, int cc_minor, gm_issue *out)
{
	const gm_descriptor *d = (const gm_descriptor *)kernel;
	for (int s = 0; s < kernel->sites_count; s++) {
		const bool states = d->overhead && d->overhead[s].stated;
		out[s] = states ? d->overhead[s].issue : gm_issue_stated(&kernel->sites[s]);
	}
	if (cc_major == 1 && !d->overhead)
		fold_shared_operands(d, d->body, out);
	if (d->setup)
		out[d->setup->site] = setting_up(d->setup, 10 * cc_major + cc_minor);
}

/* Compilers of 2.0 and later are LLVM's (CUDA 4.1); of those before, and of AMD's, nothing is said. */
static const gm_kernel *
descriptor_on(const gm_kernel *kernel, int cc_major, int cc_minor, void **owned)
{
	const gm_descriptor *d = (const gm_descriptor *)kernel;
	(void)cc_minor;
	if (!d->compiled || cc_major < 2)
		return kernel;
	gm_descriptor *on = *owned = gm_allocate(1, sizeof *on);
	*on = *d->compiled;
	/* Registers and names may have been changed since it was loaded. */
	on->kernel = *kernel;
	on->kernel.sites = d->compiled->kernel.sites;
	on->kernel.sites_count = d->compiled->kernel.sites_count;
	on->kernel.issues_known = true;
	on->kernel.issues_why = "a model of what a compiler makes of the source";
	return &on->kernel;
}

const gm_kernel_class gm_descriptor_class = {.blocks = gm_descriptor_blocks,
                                             .replay = gm_descriptor_replay,
                                             .free = descriptor_free,
                                             .issue = descriptor_issue,
                                             .on = descriptor_on};

#include "analysis/predict.h"

#include "model/copies.h"
#include "model/latency.h"
#include "model/line_passes.h"

#include <math.h>

/* What the compiler makes of the kernel: instructions, pipes, arithmetic. */

/* A compiler decides: it fuses multiplications and additions, expands divisions, issues what is
   predicated for warps that have no lane in it. */
static gm_value
modelled(const gm_prediction *p, double value)
{
	return (gm_value){value, GM_KIND_MODEL, gm_kernel_issues_why(p->kernel)};
}

/* One of what the compiler makes of the instructions. */
typedef struct made {
	const gm_kernel *kernel;
	int kind;
	bool lanes;
} made;

/* It is as sure as the model; where blocks were drawn that may take other paths, they add their spread. */
static void
add_made(gm_prediction *p, const char *name, gm_counted *of, int kind, bool lanes)
{
	const gm_counts *c = &p->counts;
	const made what = {p->kernel, kind, lanes};
	const bool drawn = !c->exact_but_order && !c->paths_but_order;
	gm_prediction_add_metric(p, name, "count", modelled(p, of(&what, c)), drawn ? gm_counts_spread(c, of, &what) : 0);
}

static double
floats_of(const void *what, const gm_counts *counts)
{
	const made *m = what;
	return gm_counts_floats(m->kernel, counts, (gm_float)m->kind);
}

static double
issued_of(const void *what, const gm_counts *counts)
{
	const made *m = what;
	return gm_counts_issued(m->kernel, counts, (gm_unit)m->kind, m->lanes);
}

static double
accesses_of(const void *what, const gm_counts *counts)
{
	const made *m = what;
	return gm_counts_accesses(m->kernel, counts, (gm_issued)m->kind);
}

/* Floats of one kind. */
typedef struct arithmetic {
	const gm_kernel *kernel;
	const gm_issue *issue;
	gm_float kind;
} arithmetic;

static bool
makes_floats(const void *what, int site)
{
	const arithmetic *a = what;
	return a->issue[site].floats[a->kind] > 0 ||
	       (a->kernel->sites[site].in_rounds && gm_float_of(GM_ADD, a->kernel->sites[site].type) == a->kind);
}

/* Each is one instruction of the text, and one of the machine: not a part of a division, a function, a
   fraction of a loop that was unrolled. */
static bool
are_plain(const arithmetic *a)
{
	for (int s = 0; s < a->kernel->sites_count; s++) {
		const gm_site *site = &a->kernel->sites[s];
		const double each = (double)a->issue[s].floats[a->kind];
		const bool plain = gm_float_of(site->operation, site->type) != GM_FLOAT_COUNT && each == 1;
		if (each != 0 && !plain)
			return false;
	}
	return true;
}

static bool
is_of_halves(gm_float kind)
{
	return kind == GM_FLOAT_HADD || kind == GM_FLOAT_HMUL || kind == GM_FLOAT_HFMA;
}

/* Two halves, by a type of two or because two that stand by themselves may be put side by side, are made by HADD2 or
   HMUL2, or by a multiply-add of the tensor unit: in turns, which moves of literals take, too. A half that is alone
   in the kernel is made as it is written. */
static bool
takes_turns(const arithmetic *a)
{
	int written = 0, all = 0, pairs = 0;
	for (int s = 0; s < a->kernel->sites_count; s++) {
		const gm_site *site = &a->kernel->sites[s];
		const gm_float kind = gm_float_of(site->operation, site->type);
		all += is_of_halves(kind);
		written += kind == a->kind;
		pairs += kind == a->kind && site->type == GM_F16X2;
	}
	return pairs > 0 || (written > 0 && all > 1);
}

/* Lanes that come to a site; -1 where there is none. */
static int64_t
lanes_at(const gm_counts *counts, uint32_t site)
{
	return site < (uint32_t)counts->sites_count ? counts->sites[site].of[GM_COUNT_THREAD_INSTRUCTIONS] : -1;
}

static bool
some_leave(const gm_counts *counts, const gm_issue *issue)
{
	const int64_t come = lanes_at(counts, issue->doubtful_exit), stay = lanes_at(counts, issue->doubtful_behind);
	return come < 0 || stay < 0 || come != stay;
}

static gm_doubtful
makes_doubtful(const arithmetic *a, const gm_counts *counts)
{
	for (int s = 0; s < a->kernel->sites_count; s++) {
		const gm_doubtful doubtful = (gm_doubtful)a->issue[s].doubtful;
		if (doubtful && makes_floats(a, s) &&
		    (doubtful != GM_DOUBTFUL_EXIT || some_leave(counts, &a->issue[s])))
			return doubtful;
	}
	return GM_DOUBTFUL_NOT;
}

/* Why it is not sure how many of the instructions there are; NULL. What a descriptor states of the machine code is as
   sure as its author. */
static const char *
doubt_about(const arithmetic *a, const gm_counts *counts)
{
	static const char *const doubtful[] = {
	        [GM_DOUBTFUL_NOT] = NULL,
	        [GM_DOUBTFUL_EXIT] = "what only lanes read that stay behind an exit is made before it, by all lanes, or "
				     "behind it by those: which of it, is a model",
	        [GM_DOUBTFUL_CALL] = "what is read behind the subroutine of a reciprocal or root may be made again there "
				     "where registers are short: taken to be made once",
	        [GM_DOUBTFUL_TURN] = "a multiply-add by what is 1 in a turn of a loop that is written out is a sum there: "
				     "taken to be a multiply-add",
	        [GM_DOUBTFUL_MET] = "turns of a loop that is written out read the same constants: what products of them by "
				    "the same numbers are made once is not modelled",
	};
	const gm_doubtful doubt = makes_doubtful(a, counts);
	if (doubt)
		return doubtful[doubt];
	if (!is_of_halves(a->kind) || (!a->kernel->entry && a->kernel->issues_known))
		return NULL;
	if (a->kind == GM_FLOAT_HFMA)
		return "compilers also move literals with HFMA2: how many is not modelled";
	return takes_turns(a) ? "pairs of halves are made by HADD2 and HMUL2, or by HFMA2 of the tensor unit, which also "
				"moves literals: in turns, which are a model"
			      : NULL;
}

/* As sure as how often the instructions are executed; where the compiler makes them of others, a model. */
static gm_sureness
sureness_of(const gm_prediction *p, gm_float kind)
{
	const arithmetic a = {p->kernel, p->counts.issue, kind};
	const gm_sureness lanes = gm_sureness_of(p->kernel, &p->counts, GM_COUNT_THREAD_INSTRUCTIONS, makes_floats, &a);
	const gm_sureness rounds = gm_sureness_of(p->kernel, &p->counts, GM_COUNT_ROUND_LANES, makes_floats, &a);
	const gm_sureness sure = gm_sureness_weaker(lanes, rounds.kind == GM_KIND_TIMING ? rounds : lanes);
	const char *doubt = doubt_about(&a, &p->counts);
	const gm_sureness model = {GM_KIND_MODEL, doubt ? doubt : gm_kernel_issues_why(p->kernel), -1};
	return sure.kind == GM_KIND_TIMING || (!doubt && are_plain(&a)) ? sure : gm_sureness_weaker(sure, model);
}

static void
add_floats(gm_prediction *p, const char *name, gm_float kind)
{
	const gm_counts *c = &p->counts;
	const made what = {p->kernel, (int)kind, true};
	const gm_sureness sure = sureness_of(p, kind);
	const bool drawn = !c->exact_but_order && (!c->paths_but_order || sure.kind == GM_KIND_SAMPLED);
	const double of_paths = drawn && sure.kind != GM_KIND_EXACT ? gm_counts_spread(c, floats_of, &what) : 0;
	const double of_values = gm_counts_floats_unsure(p->kernel, c, kind);
	gm_prediction_add_count(p, name, "count", floats_of(&what, c), sure, hypot(of_paths, of_values));
}

/* As many lanes as take part, of what the compiler makes of the arithmetic. */
void
gm_prediction_fill_arithmetic(gm_prediction *p)
{
	static const char *const names[GM_FLOAT_COUNT] = {
#define X(id, name) [id] = "smsp__sass_thread_inst_executed_op_" name "_pred_on.sum",
	        GM_FLOAT_LIST(X)
#undef X
	};
	for (int kind = 0; kind < GM_FLOAT_COUNT; kind++)
		add_floats(p, names[kind], (gm_float)kind);
}

static const struct {
	const char *name;
	gm_unit unit;
} pipes[] = {
        {"smsp__inst_executed_pipe_alu.sum", GM_UNIT_ALU},
        {"smsp__inst_executed_pipe_fma.sum", GM_UNIT_FMA},
        {"smsp__inst_executed_pipe_fp64.sum", GM_UNIT_FP64},
        {"smsp__inst_executed_pipe_lsu.sum", GM_UNIT_LSU},
        {"smsp__inst_executed_pipe_xu.sum", GM_UNIT_XU},
        {"smsp__inst_executed_pipe_tensor.sum", GM_UNIT_TENSOR},
};

static const char *const accesses[GM_ISSUED_COUNT] = {
#define X(id, name) [id] = "smsp__inst_executed_op_" name ".sum",
        GM_ISSUED_LIST(X)
#undef X
};

/* The counter has up to half a pass more for each store in kernels that load and store at once. */
static gm_value
data_passes(const gm_prediction *p)
{
	if (!gm_limit_has_units(p->device, p->kernel))
		return gm_value_unknown("not all instructions that go this way are known");
	return modelled(p, gm_copies_all_passes(p->kernel, &p->counts) -
	                           gm_copies_past_passes(p->kernel, &p->counts) +
	                           gm_line_passes(p->kernel, &p->counts, p->l1_sites) +
	                           gm_limit_empty_passes(p->device, p->kernel, &p->counts));
}

void
gm_prediction_fill_instructions(gm_prediction *p)
{
	const double warp = gm_counts_issued(p->kernel, &p->counts, GM_UNIT_COUNT, false);
	const double thread = gm_counts_issued(p->kernel, &p->counts, GM_UNIT_COUNT, true);
	add_made(p, "smsp__inst_executed.sum", issued_of, GM_UNIT_COUNT, false);
	add_made(p, "smsp__thread_inst_executed.sum", issued_of, GM_UNIT_COUNT, true);
	gm_prediction_add_metric(p, "smsp__thread_inst_executed_per_inst_executed.ratio", "ratio",
	                         warp > 0 ? modelled(p, thread / warp) : gm_value_unknown("no instructions"), 0);
	for (size_t i = 0; i < sizeof pipes / sizeof *pipes; i++)
		add_made(p, pipes[i].name, issued_of, (int)pipes[i].unit, false);
	gm_prediction_add_metric(p, "l1tex__data_pipe_lsu_wavefronts.sum", "count", data_passes(p), 0);
	for (int kind = 0; kind < GM_ISSUED_COUNT; kind++)
		add_made(p, accesses[kind], accesses_of, kind, false);
}

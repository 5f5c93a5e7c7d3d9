#include "analysis/predict.h"

/*
 * Metrics of machine instructions. PTX and descriptors do not have them: they are what a model of the
 * compiler makes of either, or what is written there.
 */

static void
add(gm_prediction *p, const char *name, const char *unit, gm_value value)
{
	gm_prediction_add(p, name, unit, value, 0);
}

typedef struct executed_row {
	const char *name;
	gm_operation operation;
	gm_space space;
} executed_row;

static const executed_row executed[] = {
        {"smsp__inst_executed_op_global_ld.sum", GM_LOAD, GM_GLOBAL},
        {"smsp__inst_executed_op_global_st.sum", GM_STORE, GM_GLOBAL},
        {"smsp__inst_executed_op_global_atom.sum", GM_ATOMIC, GM_GLOBAL},
        {"smsp__inst_executed_op_global_red.sum", GM_REDUCE, GM_GLOBAL},
        {"smsp__inst_executed_op_shared_ld.sum", GM_LOAD, GM_SHARED},
        {"smsp__inst_executed_op_shared_st.sum", GM_STORE, GM_SHARED},
};

typedef struct arithmetic_row {
	const char *name;
	gm_operation operation;
	gm_type type;
} arithmetic_row;

static const arithmetic_row arithmetic[] = {
        {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", GM_FMA, GM_F32},
        {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", GM_ADD, GM_F32},
        {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", GM_MUL, GM_F32},
        {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", GM_FMA, GM_F64},
        {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", GM_ADD, GM_F64},
        {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", GM_MUL, GM_F64},
        {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", GM_FMA, GM_F16},
};

/* Executions of sites. A load that is predicated off in every lane is executed and requests nothing. */
static gm_value
written(const gm_prediction *p, double count)
{
	const bool described = p->kernel->origin == GM_FROM_DESCRIPTOR;
	return (gm_value){count, GM_KIND_MODEL,
	                  described ? "as the source states them; a compiler may join or expand them"
	                            : "as PTX has them; the assembler may join, expand or predicate them"};
}

static void
add_executed(gm_prediction *p)
{
	for (size_t i = 0; i < sizeof executed / sizeof *executed; i++)
		add(p, executed[i].name, "count",
		    written(p, (double)gm_counts_sum(p->kernel, &p->counts, GM_COUNT_INSTRUCTIONS,
		                                   executed[i].operation, executed[i].space)));
}

static void
add_arithmetic(gm_prediction *p)
{
	for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++) {
		double sum = 0;
		for (int s = 0; s < p->kernel->sites_count; s++) {
			const gm_site *site = &p->kernel->sites[s];
			if (site->operation == arithmetic[i].operation && site->type == arithmetic[i].type)
				sum += (double)p->counts.sites[s].of[GM_COUNT_THREAD_INSTRUCTIONS];
		}
		add(p, arithmetic[i].name, "count", written(p, sum));
	}
}

static gm_value
issued(const gm_prediction *p, gm_unit unit, bool lanes)
{
	const bool described = !p->kernel->issues_known;
	const double count = gm_counts_issued(p->kernel, &p->counts, unit, lanes);
	return (gm_value){count, GM_KIND_MODEL,
	                  described ? "what the source states; address arithmetic and loop control "
	                              "come on top, accesses that a compiler joins are fewer"
	                            : "a model of what the assembler makes of PTX"};
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

static void
add_instructions(gm_prediction *p)
{
	const gm_value warp = issued(p, GM_UNIT_COUNT, false);
	const gm_value thread = issued(p, GM_UNIT_COUNT, true);
	add(p, "smsp__inst_executed.sum", "count", warp);
	add(p, "smsp__thread_inst_executed.sum", "count", thread);
	add(p, "smsp__thread_inst_executed_per_inst_executed.ratio", "ratio",
	    warp.value > 0 ? (gm_value){thread.value / warp.value, GM_KIND_MODEL, warp.why}
	                   : gm_value_unknown("no instructions"));
	for (size_t i = 0; i < sizeof pipes / sizeof *pipes; i++)
		add(p, pipes[i].name, "count", issued(p, pipes[i].unit, false));
}

void
gm_prediction_fill_issued(gm_prediction *p)
{
	add_instructions(p);
	add_executed(p);
	add_arithmetic(p);
}

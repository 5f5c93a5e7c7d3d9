#include "analysis/predict.h"

#include "model/copies.h"
#include "model/latency.h"

#include <math.h>
#include <string.h>

void
gm_prediction_add_metric(gm_prediction *p, const char *name, const char *unit, gm_value value, double spread)
{
	if (p->metrics_count < GM_METRICS_MAX)
		p->metrics[p->metrics_count++] = (gm_metric){name, unit, value, spread, -1};
}

void
gm_prediction_add_count(gm_prediction *p, const char *name, const char *unit, double value, gm_sureness sure,
			double spread)
{
	const int before = p->metrics_count;
	gm_prediction_add_metric(p, name, unit, (gm_value){value, sure.kind, sure.why}, spread);
	if (p->metrics_count > before)
		p->metrics[before].site = sure.site;
}

static void
add(gm_prediction *p, const char *name, const char *unit, gm_value value)
{
	gm_prediction_add_metric(p, name, unit, value, 0);
}

static gm_value
exact(double value)
{
	return (gm_value){value, GM_KIND_EXACT, "follows from the input"};
}

/* What was drawn may also hang on order. */
static bool
is_drawn(const gm_counts *c, gm_sureness sure)
{
	return sure.kind != GM_KIND_EXACT && !c->exact_but_order;
}

/* As sure as the counters are. `what` and `of` are those of gm_counts_spread. */
static void
add_counted(gm_prediction *p, const char *name, const char *unit, gm_sureness sure, gm_counted *of,
            const void *what)
{
	const gm_counts *c = &p->counts;
	const double spread = is_drawn(c, sure) ? gm_counts_spread(c, of, what) : 0;
	gm_prediction_add_count(p, name, unit, of(what, c), sure, spread);
}

static double
total(const gm_prediction *p, gm_counter counter, gm_operation operation, gm_space space)
{
	return (double)gm_counts_sum(p->kernel, &p->counts, counter, operation, space);
}

static void
add_launch(gm_prediction *p)
{
	const gm_kernel *k = p->kernel;
	const gm_resources *r = &k->resources;
	add(p, "launch__grid_size", "count", exact((double)gm_dim3_volume(k->grid)));
	add(p, "launch__block_size", "count", exact((double)gm_dim3_volume(k->block)));
	add(p, "launch__thread_count", "count",
	    exact((double)gm_dim3_volume(k->grid) * (double)gm_dim3_volume(k->block)));
	add(p, "launch__registers_per_thread", "count",
	    p->registers_per_thread < 0
	            ? gm_value_unknown("not stated for this compute capability")
	            : exact((double)p->registers_taken));
	add(p, "launch__shared_mem_per_block_static", "byte", exact((double)r->shared_static_bytes));
	add(p, "launch__shared_mem_per_block_dynamic", "byte",
	    exact((double)(r->shared_dynamic_bytes > 0 ? r->shared_dynamic_bytes : 0)));
}

/* Registers that are not known may still lower the occupancy: what is left is an upper bound. */
static gm_value
occupancy_value(const gm_prediction *p, double value)
{
	const bool known = p->registers_per_thread >= 0;
	return (gm_value){value, known ? GM_KIND_EXACT : GM_KIND_BOUND,
	                  known ? "the device's allocation rules"
	                        : "registers are not known and taken not to limit"};
}

/* Blocks that a resource allows, as Nsight Compute states them: of barriers, which it counts from 9.0 on,
   never more than an SM holds (32 with no barrier and with one, of which an H200 has room for 64). */
static gm_value
allowed_blocks(const gm_prediction *p, gm_limiter limiter)
{
	const int64_t *blocks = p->occupancy.limit_blocks;
	if (limiter == GM_LIMIT_REGISTERS && p->registers_per_thread < 0)
		return gm_value_unknown("registers are not known");
	if (limiter == GM_LIMIT_BARRIERS && p->device->cc_major >= 9 &&
	    blocks[limiter] > blocks[GM_LIMIT_BLOCKS])
		return exact((double)blocks[GM_LIMIT_BLOCKS]);
	if (blocks[limiter] == GM_BLOCKS_UNLIMITED)
		return gm_value_unknown("this resource is not used and does not limit");
	return exact((double)blocks[limiter]);
}

static void
add_occupancy(gm_prediction *p)
{
	const gm_occupancy *o = &p->occupancy;
	for (int i = 0; i < GM_LIMITER_COUNT; i++) {
		const char *name = gm_limiter_metric((gm_limiter)i);
		if (*name)
			add(p, name, "count", allowed_blocks(p, (gm_limiter)i));
	}
	add(p, "sm__maximum_warps_per_active_cycle_pct", "%", occupancy_value(p, 100 * o->ratio));
	add(p, "sm__maximum_warps_avg_per_active_cycle", "count",
	    occupancy_value(p, (double)o->warps_per_sm));
	add(p, "launch__waves_per_multiprocessor", "count",
	    o->launchable ? occupancy_value(p, p->traffic.waves)
	                  : gm_value_unknown("the device cannot run it"));
}

/* The sectors of an atomic are its passes: 32 for a warp that adds to one counter, 16 on two neighbours,
   7.05 on the average of random ones of eight (H200, atomic_global and random_atomic of
   reports/runs/h200_calibration.xml). */
typedef struct sum_row {
	const char *name;
	gm_counter counter;
	gm_operation operation;
	gm_space space;
	bool copies; /* with what cp.async moves */
} sum_row;

static const sum_row sums[] = {
        {"smsp__inst_executed_op_global_atom.sum", GM_COUNT_REQUESTS, GM_ATOMIC, GM_GLOBAL, false},
        {"smsp__inst_executed_op_global_red.sum", GM_COUNT_REQUESTS, GM_REDUCE, GM_GLOBAL, false},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", GM_COUNT_REQUESTS, GM_LOAD, GM_GLOBAL, true},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL, false},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", GM_COUNT_SECTORS, GM_LOAD, GM_GLOBAL, true},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", GM_COUNT_SECTORS, GM_STORE, GM_GLOBAL, false},
        {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", GM_COUNT_REQUESTS, GM_LOAD, GM_LOCAL, false},
        {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", GM_COUNT_REQUESTS, GM_STORE, GM_LOCAL, false},
        {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", GM_COUNT_SECTORS, GM_LOAD, GM_LOCAL, false},
        {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", GM_COUNT_SECTORS, GM_STORE, GM_LOCAL, false},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", GM_COUNT_REQUESTS, GM_ATOMIC, GM_GLOBAL,
         false},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", GM_COUNT_REQUESTS, GM_REDUCE, GM_GLOBAL,
         false},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", GM_COUNT_ATOMIC_PASSES, GM_ATOMIC,
         GM_GLOBAL, false},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", GM_COUNT_ATOMIC_PASSES, GM_REDUCE, GM_GLOBAL,
         false},
        {"memory_l1_wavefronts_shared", GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT, GM_SHARED, false},
        {"memory_l1_wavefronts_shared_ideal", GM_COUNT_PACKED_WAVEFRONTS, GM_OPERATION_COUNT, GM_SHARED,
         false},
        {"gpumodel__global_transactions.sum", GM_COUNT_TRANSACTIONS, GM_OPERATION_COUNT, GM_GLOBAL, false},
        {"gpumodel__flop.sum", GM_COUNT_FLOP, GM_OPERATION_COUNT, GM_SPACE_COUNT, false},
};

/* A row of a table, of a kernel. */
typedef struct asked {
	const gm_kernel *kernel;
	const void *row;
} asked;

/* cp.async goes through L1 as loads do; bulk copies do not, in neither direction (seen on an H200). */
static bool
copies_in_bulk(const gm_site *site)
{
	return site->space == GM_GLOBAL && strncmp(site->text, "cp.async.bulk", 13) == 0;
}

static bool
copies_by_lanes(const gm_site *site)
{
	return site->operation == GM_ASYNC_COPY && site->space == GM_GLOBAL && !copies_in_bulk(site);
}

/* A request of local memory asks for a word of each lane: one of 8 bytes is counted twice, one of 16 four times
   (spill_sums and local_turns of measure/calibrate/spills.cu on an H200). */
static double
sum_of_local_requests(const asked *a, const gm_counts *counts)
{
	enum { WORD_BYTES = 4 };
	const sum_row *row = a->row;
	double sum = 0;
	for (int s = 0; s < a->kernel->sites_count; s++) {
		const gm_site *site = &a->kernel->sites[s];
		const int words = site->access_bytes > WORD_BYTES ? site->access_bytes / WORD_BYTES : 1;
		if (site->space == GM_LOCAL && site->operation == row->operation)
			sum += (double)counts->sites[s].of[GM_COUNT_REQUESTS] * words;
	}
	return sum;
}

static double
sum_of(const void *what, const gm_counts *counts)
{
	const asked *a = what;
	const sum_row *row = a->row;
	if (row->space == GM_LOCAL && row->counter == GM_COUNT_REQUESTS)
		return sum_of_local_requests(a, counts);
	double sum = (double)gm_counts_sum(a->kernel, counts, row->counter, row->operation, row->space) +
	             gm_counts_patched_passes(counts, row->counter);
	for (int s = 0; row->copies && s < a->kernel->sites_count; s++)
		if (copies_by_lanes(&a->kernel->sites[s]))
			sum += (double)counts->sites[s].of[row->counter];
	for (int s = 0; row->operation == GM_STORE && s < a->kernel->sites_count; s++)
		if (a->kernel->sites[s].operation == GM_STORE && copies_in_bulk(&a->kernel->sites[s]))
			sum -= (double)counts->sites[s].of[row->counter];
	return sum;
}

static gm_sureness
sureness_of(const gm_prediction *p, const sum_row *row)
{
	const gm_sureness sure =
		gm_sureness_of_sum(p->kernel, &p->counts, row->counter, row->operation, row->space);
	return row->copies ? gm_sureness_weaker(sure, gm_sureness_of_sum(p->kernel, &p->counts, row->counter,
									 GM_ASYNC_COPY, GM_GLOBAL))
			   : sure;
}

static bool
lanes_meet(const gm_prediction *p, const sum_row *row)
{
	return total(p, row->counter, row->operation, row->space) !=
	       total(p, GM_COUNT_SECTORS, row->operation, row->space);
}

/* model/copies.h */
static bool
hangs_on_guards(const gm_prediction *p, const sum_row *row)
{
	const bool counts = row->counter == GM_COUNT_WAVEFRONTS || row->counter == GM_COUNT_PACKED_WAVEFRONTS;
	return counts && row->space == GM_SHARED && p->counts.guarded_passes > 0;
}

static bool
any_site(const gm_kernel *kernel, gm_space space, bool spills)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == space && (!spills || kernel->sites[s].spills))
			return true;
	return false;
}

/* No surer than a model, and why. */
static void
add_modelled(gm_prediction *p, const asked *what, const char *why)
{
	const sum_row *row = what->row;
	const gm_sureness sure = sureness_of(p, row), model = {GM_KIND_MODEL, why, -1};
	gm_prediction_add_count(p, row->name, "count", sum_of(what, &p->counts),
				sure.kind == GM_KIND_TIMING ? sure : model,
				is_drawn(&p->counts, sure) ? gm_counts_spread(&p->counts, sum_of, what) : 0);
}

static void
add_sums(gm_prediction *p)
{
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		const sum_row *row = &sums[i];
		const asked what = {p->kernel, row};
		if (row->space == GM_LOCAL && !any_site(p->kernel, GM_LOCAL, false))
			continue;
		if (row->space == GM_LOCAL && any_site(p->kernel, GM_LOCAL, true))
			add(p, row->name, "count",
			    (gm_value){sum_of(&what, &p->counts), GM_KIND_MODEL,
			               p->kernel->resources.spills == GM_SPILLS_READ
			                       ? "where the machine code spills, by blocks of the PTX"
			                       : "a model of what the compiler spills"});
		else if (row->counter == GM_COUNT_ATOMIC_PASSES && lanes_meet(p, row))
			add_modelled(p, &what, "lanes that meet come one after the other");
		else if (hangs_on_guards(p, row))
			add_modelled(p, &what, "copies under a predicate are counted by the register that it is in");
		else
			add_counted(p, row->name, "count", sureness_of(p, row), sum_of, &what);
	}
}

static double
ratio_of(const void *what, const gm_counts *counts)
{
	const asked *a = what;
	const gm_operation *operation = a->row;
	const int64_t requests =
	        gm_counts_sum(a->kernel, counts, GM_COUNT_REQUESTS, *operation, GM_GLOBAL);
	const int64_t sectors = gm_counts_sum(a->kernel, counts, GM_COUNT_SECTORS, *operation, GM_GLOBAL);
	return requests > 0 ? (double)sectors / (double)requests : 0;
}

/* Requests that no block showed may have any number of sectors. */
static void
add_ratio(gm_prediction *p, const char *name, gm_operation operation)
{
	enum { SECTORS_MOST = 32 };
	const gm_counts *c = &p->counts;
	const asked what = {p->kernel, &operation};
	const gm_sureness sure =
		gm_sureness_of_sum(p->kernel, c, GM_COUNT_SECTORS, operation, GM_GLOBAL);
	const double requests = total(p, GM_COUNT_REQUESTS, operation, GM_GLOBAL), unseen = gm_counts_unseen(c);
	const double ratio = ratio_of(&what, c), more = (SECTORS_MOST - ratio) * unseen / fmax(requests + unseen, 1);
	if (requests > 0)
		gm_prediction_add_count(p, name, "ratio", ratio, sure,
					is_drawn(c, sure) ? hypot(gm_counts_by_chance(c, ratio_of, &what), more)
							  : 0);
	else
		add(p, name, "ratio", gm_value_unknown("no such requests"));
}

static gm_value
in_sectors(gm_value bytes)
{
	bytes.value /= GM_SECTOR_BYTES;
	return bytes;
}

/* part / whole in percent. */
static gm_value
percent(double part, gm_value whole)
{
	if (whole.kind == GM_KIND_UNKNOWN)
		return whole;
	return whole.value > 0 ? (gm_value){100 * part / whole.value, whole.kind, whole.why}
	                       : gm_value_unknown("no such accesses");
}

/* lts__t_sector_hit_rate.pct also counts what passes between the parts of L2: predicted is the rate of
   what the SMs ask for. */
static void
add_caches(gm_prediction *p)
{
	const gm_value *c = p->traffic.caches;
	gm_value tex = c[GM_L2_READ_SECTORS];
	tex.value += c[GM_L2_WRITE_SECTORS].value + c[GM_L2_ATOMIC_SECTORS].value;
	add(p, "l1tex__t_sector_hit_rate.pct", "%",
	    percent(c[GM_L1_HIT_SECTORS].value, c[GM_L1_SECTORS]));
	add(p, "l1tex__m_xbar2l1tex_read_sectors.sum", "count", c[GM_L1_FETCHED_SECTORS]);
	add(p, "lts__t_sectors_srcunit_tex.sum", "count", tex);
	add(p, "lts__t_sectors_srcunit_tex_lookup_hit.sum", "count", c[GM_L2_HIT_SECTORS]);
	add(p, "lts__t_sectors_srcunit_tex_lookup_miss.sum", "count", c[GM_L2_MISSED_SECTORS]);
	add(p, "lts__t_sector_hit_rate.pct", "%", percent(c[GM_L2_HIT_SECTORS].value, tex));
}

static void
add_memory(gm_prediction *p)
{
	const gm_traffic *t = &p->traffic;
	add(p, "lts__t_sectors_op_read.sum", "count", in_sectors(t->read_bytes[GM_LEVEL_L2]));
	add(p, "lts__t_sectors_op_write.sum", "count", in_sectors(t->written_bytes[GM_LEVEL_L2]));
	add(p, "lts__t_bytes.sum", "byte", gm_traffic_bytes(t, GM_LEVEL_L2));
	add_caches(p);
	add(p, "dram__bytes.sum", "byte", gm_traffic_bytes(t, GM_LEVEL_DRAM));
	add(p, "dram__bytes_read.sum", "byte", t->read_bytes[GM_LEVEL_DRAM]);
	add(p, "dram__bytes_write.sum", "byte", t->written_bytes[GM_LEVEL_DRAM]);
}

/* Warps whose instructions cover the wait for one global load. */
static gm_value
warps_to_hide(const gm_prediction *p)
{
	const double loads = total(p, GM_COUNT_REQUESTS, GM_LOAD, GM_GLOBAL);
	const double all = gm_counts_issued(p->kernel, &p->counts, GM_UNIT_COUNT, false);
	const double issue = gm_device_value(p->device, GM_ISSUE_RATE);
	if (loads == 0)
		return gm_value_unknown("the kernel loads nothing from global memory");
	if (!gm_device_knows(p->device, GM_LATENCY_DRAM) || issue <= 0)
		return gm_value_unknown("the device file does not know the latency of DRAM");
	const int64_t warps = gm_latency_warps(gm_device_value(p->device, GM_LATENCY_DRAM), all / loads,
	                                       1 / issue);
	return (gm_value){(double)warps, GM_KIND_MODEL,
	                  "DRAM latency / (instructions per global load x cycles to issue one)"};
}

/* Work over the predicted time. The bandwidth is the useful one, as the Stanford lecture counts it: what
   the threads ask of global memory, whatever the hardware moves for it. */
static void
add_rates(gm_prediction *p)
{
	const double bytes = total(p, GM_COUNT_REQUESTED_BYTES, GM_OPERATION_COUNT, GM_GLOBAL);
	const bool timed = p->time_s.kind != GM_KIND_UNKNOWN && p->time_s.value > 0;
	const double per_s = timed ? 1 / p->time_s.value : 0;
	add(p, "gpumodel__flop_per_second", "flop/s",
	    timed && p->flop > 0 ? (gm_value){p->flop * per_s, GM_KIND_MODEL, p->time_s.why}
	                         : gm_value_unknown("no time or no floating-point work"));
	add(p, "gpumodel__effective_bandwidth", "byte/s",
	    timed && bytes > 0 ? (gm_value){bytes * per_s, GM_KIND_MODEL, p->time_s.why}
	                       : gm_value_unknown("no time or no access to global memory"));
}

void
gm_prediction_fill_metrics(gm_prediction *p)
{
	add(p, "gpu__time_duration.sum", "s", p->time_s);
	add_launch(p);
	add_occupancy(p);
	gm_prediction_fill_instructions(p);
	add_sums(p);
	add_ratio(p, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", GM_LOAD);
	add_ratio(p, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", GM_STORE);
	gm_prediction_fill_arithmetic(p);
	add_memory(p);
	add(p, "gpumodel__warps_to_hide_dram_latency", "count", warps_to_hide(p));
	add_rates(p);
}

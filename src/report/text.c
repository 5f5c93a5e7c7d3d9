/*
 * tiled_mm on NVIDIA H100 SXM5 80GB
 * n=1024 TILE=16, 64 x 64 blocks of 16 x 16
 *
 * l1_data holds: about 67.1 us, by shared memory and L1 data banks; next is fp32, 2.1x away
 *
 * occupancy  100 % (exact): 64 of 64 warps, 8 blocks per SM, limited by warps
 *            blocks allowed: warps 8, blocks 32, registers 8, shared_mem 75
 *
 * memory, per request of a warp                      transac- useful  passes best
 *   line  access                             requests tions    bytes
 *     22  load A[row*n + phase*TILE + thr~    2097152     4    100 %       2    1
 *
 * intensity        moved     FLOP/B  roof           of              kind
 *   requested      1.08 GB   2.00    6.7 TFLOP/s    dram 3.35 TB/s  exact
 *
 * limits       expected   at peak   kind   what
 *   l1_data    67.1 us    67.1 us   model  shared memory and L1 data banks
 *
 *   together   88.9 us             model  the launch, then all at once ...
 *
 * look at
 *   - 12: load of ... is not coalesced: ...
 */
#include "report/paragraph.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

static const char *
shown(gm_value value, gm_dimension dimension, char *out, size_t out_bytes)
{
	if (value.kind == GM_KIND_UNKNOWN)
		return "unknown";
	return gm_quantity_format(value.value, dimension, out, out_bytes);
}

static void
write_head(gm_text *out, const gm_prediction *p)
{
	const gm_kernel *k = p->kernel;
	gm_text line = {0};
	gm_text_print(&line, "%s on %s", k->name, p->device->title);
	gm_report_paragraph(out, line.bytes, 2);
	line.length = 0;
	gm_report_parameters(&line, k, " ");
	gm_text_print(&line, "%s%lld", k->parameters_count ? ", " : "", (long long)k->grid.x);
	if (k->grid.y > 1 || k->grid.z > 1)
		gm_text_print(&line, " x %lld", (long long)k->grid.y);
	if (k->grid.z > 1)
		gm_text_print(&line, " x %lld", (long long)k->grid.z);
	gm_text_print(&line, " block%s of %lld", gm_dim3_volume(k->grid) == 1 ? "" : "s",
	              (long long)k->block.x);
	if (k->block.y > 1 || k->block.z > 1)
		gm_text_print(&line, " x %lld", (long long)k->block.y);
	if (k->block.z > 1)
		gm_text_print(&line, " x %lld", (long long)k->block.z);
	if (p->request.cache != GM_CACHE_COLD)
		gm_text_print(&line, ", %s caches", gm_cache_state_name(p->request.cache));
	gm_report_paragraph(out, line.bytes, 0);
	gm_text_dispose(&line);
	for (int i = 0; i < GM_FACT_COUNT; i++)
		if (p->device->facts[i].overridden)
			gm_text_print(out, "what if: %s = %s\n", gm_fact_row_of((gm_fact_id)i)->name,
			              p->device->facts[i].written);
	gm_text_append(out, "\n");
	gm_report_paragraph(out, p->verdict, 2);
	gm_text_append(out, "\n");
}

static void
write_occupancy(gm_text *out, const gm_prediction *p)
{
	const gm_occupancy *o = &p->occupancy;
	if (!o->launchable)
		return;
	const gm_metric *pct = gm_prediction_metric(p, "sm__maximum_warps_per_active_cycle_pct");
	gm_text line = {0};
	gm_text_append(out, "occupancy  ");
	gm_text_print(&line, "%.4g %% (%s): %lld of %lld warps, %lld block%s per SM, limited by %s",
	              pct->value.value, gm_kind_name(pct->value.kind), (long long)o->warps_per_sm,
	              (long long)o->warps_max, (long long)o->blocks_per_sm,
	              o->blocks_per_sm == 1 ? "" : "s", gm_limiter_name(o->limiter));
	gm_report_paragraph(out, line.bytes, 11);
	line.length = 0;
	gm_text_pad_to(out, 11);
	gm_text_print(&line, "blocks allowed:");
	for (int i = 0; i < GM_LIMITER_COUNT; i++) {
		const bool unknown = i == GM_LIMIT_REGISTERS && p->registers_per_thread < 0;
		if (unknown)
			gm_text_print(&line, " %s unknown,", gm_limiter_name((gm_limiter)i));
		else if (o->limit_blocks[i] != GM_BLOCKS_UNLIMITED)
			gm_text_print(&line, " %s %lld,", gm_limiter_name((gm_limiter)i),
			              (long long)o->limit_blocks[i]);
	}
	line.bytes[line.length - 1] = '\0';
	gm_report_paragraph(out, line.bytes, 11);
	gm_text_append(out, "\n");
	gm_text_dispose(&line);
}

static void
write_ladder(gm_text *out, const gm_prediction *p)
{
	gm_text_append(out, "intensity           bytes    FLOP/B  roof             of bandwidth   kind\n");
	for (int level = 0; level < GM_LEVEL_COUNT; level++) {
		const gm_ladder_step *step = &p->ladder[level];
		char bytes[32], intensity[32], roof[32], bandwidth[32];
		const bool known = step->intensity_flop_per_byte.kind != GM_KIND_UNKNOWN;
		snprintf(intensity, sizeof intensity, known ? "%.4g" : "-",
		         step->intensity_flop_per_byte.value);
		gm_text_print(out, "  %-12s %10s %9s  %-16s %-14s %s\n", gm_level_name((gm_level)level),
		              step->bytes.kind == GM_KIND_UNKNOWN
		                      ? "unknown"
		                      : gm_report_bytes(step->bytes.value, bytes, sizeof bytes),
		              intensity,
		              step->roof_flop_per_s.kind == GM_KIND_UNKNOWN &&
		                              (p->flop == 0 || step->bytes.value == 0)
		                      ? "-"
		                      : shown(step->roof_flop_per_s, GM_FLOP_PER_SECOND, roof, sizeof roof),
		              shown(step->bandwidth_byte_per_s, GM_BYTES_PER_SECOND, bandwidth,
		                    sizeof bandwidth),
		              gm_kind_name(step->bytes.kind));
	}
	gm_text_append(out, "  requested and distinct read as if nothing were cached\n\n");
}

static void
write_limit(gm_text *out, const gm_prediction *p, int limit)
{
	const gm_limit_time *time = &p->limits[limit];
	char expected[32], least[32];
	gm_text_print(out, "%c %-9s %11s %11s  %-8s ", limit == p->binding ? '>' : ' ',
	              gm_limit_name(limit),
	              shown(time->expected_s, GM_SECONDS, expected, sizeof expected),
	              shown(time->least_s, GM_SECONDS, least, sizeof least),
	              gm_kind_name(time->least_s.kind));
	const bool known = time->expected_s.kind != GM_KIND_UNKNOWN;
	gm_report_paragraph(out, known ? gm_limit_what(limit) : time->expected_s.why, 45);
}

/* Longest first; limits without work are left out. */
static void
write_limits(gm_text *out, const gm_prediction *p)
{
	gm_text_append(out, "limits        expected     at peak  kind     what\n");
	bool written[GM_LIMITS_COUNT] = {false};
	for (int round = 0; round < GM_LIMITS_COUNT; round++) {
		int best = -1;
		for (int i = 0; i < GM_LIMITS_COUNT; i++)
			if (!written[i] && p->limits[i].expected_s.kind != GM_KIND_UNKNOWN &&
			    p->limits[i].expected_s.value > 0 &&
			    (best < 0 || p->limits[i].expected_s.value > p->limits[best].expected_s.value))
				best = i;
		if (best < 0)
			break;
		written[best] = true;
		write_limit(out, p, best);
	}
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		if (p->limits[i].expected_s.kind == GM_KIND_UNKNOWN)
			write_limit(out, p, i);
}

/* Limits work at the same time and yet hinder each other; what is longest is not all. */
static void
write_total(gm_text *out, const gm_prediction *p)
{
	char time[32];
	if (p->time_s.kind == GM_KIND_UNKNOWN || p->binding < 0)
		return;
	gm_text_print(out, "  %-9s %11s %11s  %-8s ", "together",
	              shown(p->time_s, GM_SECONDS, time, sizeof time), "",
	              gm_kind_name(p->time_s.kind));
	gm_report_paragraph(out, "the launch, then all at once: they hinder each other in part", 45);
}

static void
write_hiding(gm_text *out, const gm_prediction *p)
{
	const gm_metric *warps = gm_prediction_metric(p, "gpumodel__warps_to_hide_dram_latency");
	if (!warps || warps->value.kind == GM_KIND_UNKNOWN)
		return;
	const int64_t resident = gm_prediction_resident_warps(p);
	gm_text line = {0};
	gm_text_append(out, "latency    ");
	gm_text_print(&line, "%.0f warps per SM hide DRAM's %.0f cycles if each load is waited for; "
	                     "%lld %s resident",
	              warps->value.value, gm_device_value(p->device, GM_LATENCY_DRAM), (long long)resident,
	              resident == 1 ? "is" : "are");
	gm_report_paragraph(out, line.bytes, 11);
	gm_text_append(out, "\n");
	gm_text_dispose(&line);
}

/* "line 12: ", "sgemm.cu:12 (PTX line 345): ", nothing. */
static void
print_place(gm_text *line, const gm_finding *f)
{
	if (f->line && f->ptx_line)
		gm_text_print(line, "%s:%d (PTX line %d): ", gm_text_file_name(f->file), f->line,
		              f->ptx_line);
	else if (f->line || f->ptx_line)
		gm_text_print(line, "%s %d: ", f->line ? "line" : "PTX line",
		              f->line ? f->line : f->ptx_line);
}

static const double notable_ratio = 0.001; /* of the time: a smaller gain is none */

/* "; costs 1.2 ms of L2 bandwidth, the kernel would be 0.8 ms faster without" */
static void
print_price(gm_text *line, const gm_prediction *p, const gm_finding *f)
{
	char cost[32], gain[32];
	if (f->cost_s.kind == GM_KIND_UNKNOWN)
		return;
	gm_quantity_format(f->cost_s.value, GM_SECONDS, cost, sizeof cost);
	gm_text_print(line, "; costs %s of %s", cost, f->cost_s.why);
	if (f->gain_s.kind == GM_KIND_UNKNOWN)
		return;
	gm_quantity_format(f->gain_s.value, GM_SECONDS, gain, sizeof gain);
	if (f->gain_s.value > notable_ratio * p->time_s.value)
		gm_text_print(line, ", the kernel would be %s faster without", gain);
	else
		gm_text_append(line, ", but another limit binds: no gain");
}

static void
write_findings(gm_text *out, const gm_prediction *p)
{
	if (p->findings_count == 0)
		return;
	gm_text_append(out, "\nlook at\n");
	for (int i = 0; i < p->findings_count; i++) {
		const gm_finding *f = &p->findings[i];
		gm_text line = {0};
		gm_text_append(&line, f->severity == GM_SEVERITY_ERROR ? "- ERROR " : "- ");
		print_place(&line, f);
		gm_text_append(&line, f->text);
		print_price(&line, p, f);
		gm_text_append(out, "  ");
		gm_report_paragraph(out, line.bytes, 4);
		gm_text_dispose(&line);
	}
}

void
gm_report_text_add(gm_text *out, const gm_prediction *p, size_t index)
{
	if (index)
		gm_text_append(out, "\n\n");
	write_head(out, p);
	write_occupancy(out, p);
	if (p->occupancy.launchable)
		write_hiding(out, p);
	gm_report_text_memory(out, p);
	write_ladder(out, p);
	write_limits(out, p);
	write_total(out, p);
	write_findings(out, p);
	if (p->time_s.kind != GM_KIND_UNKNOWN)
		gm_text_append(out, "\n'gpumodel explain' tells what to change and what each change "
		                    "gains\n");
}

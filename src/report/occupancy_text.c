/*
 * tiled_mm on NVIDIA H100 SXM5 80GB, compute capability 9.0
 * n=1024 TILE=16
 * 256 threads in a block (launch), 40 registers per thread (command line),
 * 24 KiB of shared memory per block
 *
 * 75 %: 48 of 64 warps, 6 blocks on each SM; the limit: registers
 *
 *   limit          blocks  rule of compute capability 9.0
 *   warps               8  floor(64 warps of the SM / 8);
 *                          a block has up(256, 32) threads
 * > registers           6  floor(4 x floor(16384 / 1280) / 8 warps);
 *                          a warp takes up(40 x 32, 256)
 *   up(x, u) is x rounded up to a multiple of u
 *
 * unused on each SM: 16 warps, 26 blocks, 4096 registers, 78 KiB of shared memory
 *
 * next step: the smallest change for one more block on each SM
 *   registers         40 -> 32 registers per thread
 *                     8 blocks, 64 warps, 100 %
 *
 * to spare: one of these costs no block
 *   shared            up to 37 KiB of shared memory per block
 *
 * best block size with these registers and this shared memory: 768 threads,
 * 2 blocks, 48 warps, 75 % (most resident threads; of equals the largest;
 * 264 blocks fill the device)
 */
#include "report/occupancy.h"
#include "report/paragraph.h"

#include "report/occupancy_words.h"

#include "base/quantity.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, LIMIT_COLUMN = 24, LEVER_COLUMN = 20 };

static void
write_head(gm_text *out, const gm_occupancy_study *study)
{
	const gm_occupancy_subject *s = &study->subject;
	char size[48];
	gm_text_print(out, "%s%s", s->kernel, *s->kernel ? " on " : "");
	gm_occupancy_write_device(out, study->device);
	gm_text_print(out, "\n%s%s", s->parameters, *s->parameters ? "\n" : "");
	gm_text_print(out, "%lld threads in a block", (long long)s->request.block_threads);
	if (s->block_origin != GM_BLOCK_GIVEN)
		gm_text_print(out, " (%s)", gm_block_origin_name(s->block_origin));
	gm_text_print(out, ", %lld registers per thread",
		      (long long)s->request.registers_per_thread);
	if (*s->registers_source)
		gm_text_print(out, " (%s)", s->registers_source);
	gm_text_print(out, ",\n%s of shared memory per block",
		      gm_occupancy_size(s->request.shared_bytes, size, sizeof size));
	if (s->request.shared_bytes > s->shared_static_bytes && s->shared_static_bytes > 0)
		gm_text_print(out, " (%lld B static)", (long long)s->shared_static_bytes);
	if (study->advice.now.shared_optin)
		gm_text_append(out, ", which the kernel must opt into");
	gm_text_append(out, "\n");
}

static void
write_spills(gm_text *out, const gm_occupancy_subject *s)
{
	static const char *const words[] = {
		[GM_SPILLS_NONE] = "no spills",
		[GM_SPILLS_SOME] = "spills registers",
		[GM_SPILLS_UNKNOWN] = "spills are not told (ptxas -v tells)",
	};
	if (!s->compiled)
		return;
	gm_text_append(out, words[s->spills]);
	if (s->spill_bytes > 0)
		gm_text_print(out, ": %lld B stored and loaded", (long long)s->spill_bytes);
	gm_text_print(out, ", %lld B of stack per thread\n", (long long)s->stack_bytes);
}

static void
write_verdict(gm_text *out, const gm_occupancy_study *study)
{
	const gm_occupancy *now = &study->advice.now;
	if (study->refused[0]) {
		gm_text_print(out, "\ncannot be launched: %s\n\n", study->refused);
		return;
	}
	gm_text_print(out,
		      "\n%.4g %%: %lld of %lld warps, %lld block%s on each SM; the limit: %s\n\n",
		      100 * now->ratio, (long long)now->warps_per_sm, (long long)now->warps_max,
		      (long long)now->blocks_per_sm, now->blocks_per_sm == 1 ? "" : "s",
		      gm_limiter_name(now->limiter));
}

/* The rule, each further part on a line of its own where it would pass the width. */
static void
write_rule(gm_text *out, const char *rule)
{
	const bool fits = LIMIT_COLUMN + strlen(rule) <= WIDTH;
	for (const char *part; !fits && (part = strstr(rule, "; ")); rule = part + 2) {
		gm_text_append_bytes(out, rule, (size_t)(part - rule) + 1);
		gm_text_print(out, "\n%*s", LIMIT_COLUMN, "");
	}
	gm_text_print(out, "%s\n", rule);
}

static bool
is_told(const gm_occupancy_study *study, int limiter)
{
	return limiter < GM_LIMIT_BARRIERS ||
	       study->advice.now.limit_blocks[limiter] != GM_BLOCKS_UNLIMITED;
}

static void
write_limits(gm_text *out, const gm_occupancy_study *study)
{
	const gm_occupancy *now = &study->advice.now;
	gm_text_append(out, "  limit          blocks  rule of ");
	gm_occupancy_write_capability(out, study->device);
	gm_text_append(out, "\n");
	for (int i = 0; i < GM_LIMITER_COUNT; i++) {
		char blocks[24] = "-";
		if (!is_told(study, i))
			continue;
		if (now->limit_blocks[i] != GM_BLOCKS_UNLIMITED)
			snprintf(blocks, sizeof blocks, "%lld", (long long)now->limit_blocks[i]);
		gm_text_print(out, "%c %-14s %6s  ",
			      now->limit_blocks[i] == now->blocks_per_sm ? '>' : ' ',
			      gm_limiter_name((gm_limiter)i), blocks);
		write_rule(out, study->rules[i]);
	}
	gm_text_append(out, "  up(x, u) is x rounded up to a multiple of u\n");
}

static void
write_unused(gm_text *out, const gm_occupancy_study *study)
{
	const int64_t *unused = study->advice.unused;
	char size[48];
	gm_text_print(out,
		      "\nunused on each SM: %lld warps, %lld blocks, %lld registers, %s of shared "
		      "memory\n",
		      (long long)unused[GM_LIMIT_WARPS], (long long)unused[GM_LIMIT_BLOCKS],
		      (long long)unused[GM_LIMIT_REGISTERS],
		      gm_occupancy_size(unused[GM_LIMIT_SHARED], size, sizeof size));
}

/* cc 5.2 and its kin: which of the two is in force depends on how the code was compiled. */
static void
write_partitioned(gm_text *out, const gm_occupancy_study *study)
{
	const gm_occupancy *with = &study->partitioned;
	gm_text line = {0};
	if (!study->partitionable)
		return;
	gm_text_print(&line,
		      "partitioned global caching: off, unless the code caches global loads in L1 "
		      "(-Xptxas -dlcm=ca); ");
	if (!with->partitioned_global_caching)
		gm_text_append(&line, "this launch cannot use it");
	else
		gm_text_print(&line, "with it %lld blocks, %lld warps, %.4g %%",
			      (long long)with->blocks_per_sm, (long long)with->warps_per_sm,
			      100 * with->ratio);
	gm_text_append(out, "\n");
	gm_report_paragraph(out, line.bytes, 2);
	gm_text_dispose(&line);
}

static void
write_step(gm_text *out, const gm_occupancy_study *study, gm_lever lever)
{
	const gm_occupancy_step *step = &study->advice.step[lever];
	char from[48], to[48];
	gm_text_print(out, "  %-16s  %s -> %s %s", gm_lever_name(lever),
		      gm_occupancy_lever_value(lever, step->from, from, sizeof from),
		      gm_occupancy_lever_value(lever, step->to, to, sizeof to),
		      gm_occupancy_lever_of(lever));
	gm_text_append(out, "\n");
	gm_text_pad_to(out, LEVER_COLUMN);
	if (step->gains)
		gm_text_print(out, "%lld blocks, %lld warps, %.4g %%\n",
			      (long long)step->blocks_per_sm, (long long)step->warps_per_sm,
			      100 * (double)step->warps_per_sm /
				      (double)study->advice.now.warps_max);
	else
		gm_text_append(out, "not enough alone: every change of this list together\n");
}

static void
write_steps(gm_text *out, const gm_occupancy_study *study)
{
	int found = 0;
	gm_text_append(out, "\nnext step: the smallest change for one more block on each SM\n");
	for (int i = 0; i < GM_LEVER_COUNT; i++)
		if (study->advice.step[i].found && ++found)
			write_step(out, study, (gm_lever)i);
	if (found == 0 && study->advice.now.warps_per_sm == study->advice.now.warps_max)
		gm_text_append(out, "  none: every warp of the SM is taken\n");
	else if (found == 0)
		gm_text_append(out, "  none: no single number gains a block\n");
}

static void
write_slack(gm_text *out, const gm_occupancy_study *study)
{
	const gm_occupancy_request *r = &study->subject.request;
	const struct {
		gm_lever lever;
		int64_t now;
	} levers[] = {{GM_LEVER_REGISTERS, r->registers_per_thread},
		      {GM_LEVER_SHARED, r->shared_bytes},
		      {GM_LEVER_BLOCK, r->block_threads}};
	int found = 0;
	for (size_t i = 0; i < sizeof levers / sizeof *levers; i++) {
		const int64_t to = study->advice.slack_to[levers[i].lever];
		char value[48];
		if (to <= levers[i].now)
			continue;
		if (found++ == 0)
			gm_text_append(out, "\nto spare: one of these costs no block\n");
		gm_text_print(out, "  %-16s  up to %s %s\n", gm_lever_name(levers[i].lever),
			      gm_occupancy_lever_value(levers[i].lever, to, value, sizeof value),
			      gm_occupancy_lever_of(levers[i].lever));
	}
}

static void
write_best(gm_text *out, const gm_occupancy_study *study)
{
	const gm_best_block *best = &study->best;
	if (best->block_threads == 0) {
		gm_text_append(out, "\nbest block size: none can be launched\n");
		return;
	}
	gm_text_print(
		out,
		"\nbest block size with these registers and this shared memory: %lld threads,\n"
		"%lld block%s, %lld warp%s, %.4g %% (most resident threads; of equals the largest",
		(long long)best->block_threads, (long long)best->blocks_per_sm,
		best->blocks_per_sm == 1 ? "" : "s",
		(long long)study->best_occupancy.warps_per_sm,
		study->best_occupancy.warps_per_sm == 1 ? "" : "s", 100 * study->best_occupancy.ratio);
	if (gm_device_knows(study->device, GM_SM_COUNT))
		gm_text_print(out, ";\n%lld blocks fill the device",
			      (long long)(best->blocks_per_sm *
					  (int64_t)gm_device_value(study->device, GM_SM_COUNT)));
	gm_text_append(out, ")\n");
}

void
gm_report_occupancy_page(gm_text *out, const gm_occupancy_study *study)
{
	write_head(out, study);
	write_spills(out, &study->subject);
	write_verdict(out, study);
	write_limits(out, study);
	if (!study->refused[0]) {
		write_unused(out, study);
	write_partitioned(out, study);
		write_steps(out, study);
		write_slack(out, study);
	}
	write_best(out, study);
}

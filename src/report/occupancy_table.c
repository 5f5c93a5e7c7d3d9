/*
 * NVIDIA H100 SXM5 80GB, compute capability 9.0
 * occupancy  blocks  limit       block           regs  shared    spills   kernel
 *     100 %       8  warps       256 launch        32  2 KiB              tiled_mm  n=1024 TILE=16
 *         -       -  refused     512 given         32  2 KiB     none     other
 *                    cannot be launched: 512 threads in a block, compiled for at most 256
 */
#include "report/occupancy.h"

#include "report/occupancy_words.h"

#include <stdio.h>
#include <string.h>

static void
write_device(gm_text *out, const gm_device *device)
{
	gm_occupancy_write_device(out, device);
	gm_text_append(out, "\n");
}

static void
write_kernel(gm_text *out, const gm_occupancy_subject *s)
{
	gm_text_print(out, "%s%s%s\n", s->kernel, *s->parameters ? "  " : "", s->parameters);
}

static void
write_row(gm_text *out, const gm_occupancy_study *study)
{
	const gm_occupancy_subject *s = &study->subject;
	const gm_occupancy *now = &study->advice.now;
	char block[48], size[48];
	snprintf(block, sizeof block, "%lld %s", (long long)s->request.block_threads,
		 gm_block_origin_name(s->block_origin));
	if (study->refused[0])
		gm_text_print(out, "%9s %7s  %-10s", "-", "-", "refused");
	else
		gm_text_print(out, "%7.4g %% %7lld  %-10s", 100 * now->ratio,
			      (long long)now->blocks_per_sm, gm_limiter_name(now->limiter));
	gm_text_print(out, "  %-13s  %5lld  %-8s  %-7s  ", block,
		      (long long)s->request.registers_per_thread,
		      gm_occupancy_size(s->request.shared_bytes, size, sizeof size),
		      s->compiled ? gm_occupancy_spills_name(s->spills) : "");
	write_kernel(out, s);
	if (study->refused[0])
		gm_text_print(out, "%20scannot be launched: %s\n", "", study->refused);
}

void
gm_report_occupancy_table(gm_text *out, const gm_occupancy_study *studies, int count)
{
	for (int i = 0; i < count; i++) {
		if (i == 0 || studies[i].device != studies[i - 1].device) {
			gm_text_append(out, i ? "\n" : "");
			write_device(out, studies[i].device);
			gm_text_append(out, "occupancy  blocks  limit       block           regs  "
					    "shared    spills   kernel\n");
		}
		write_row(out, &studies[i]);
	}
}

/* ---- two builds ---- */

/* "128" or "128 -> 96"; a missing side is "-". */
static void
write_change(gm_text *out, size_t column, const char *before, const char *after)
{
	if (strcmp(before, after) == 0)
		gm_text_append(out, after);
	else
		gm_text_print(out, "%s -> %s", before, after);
	gm_text_append(out, " ");
	gm_text_pad_to(out, column);
}

static const char *
number(bool known, int64_t value, const char *unit, char out[48])
{
	if (!known)
		return "-";
	snprintf(out, 48, "%lld%s", (long long)value, unit);
	return out;
}

static const char *
percent(const gm_occupancy_study *study, char out[48])
{
	if (!study)
		return "-";
	snprintf(out, 48, "%.4g %%", 100 * gm_occupancy_study_ratio(study));
	return out;
}

static const char *
spills(const gm_occupancy_study *study)
{
	return study && study->subject.compiled ? gm_occupancy_spills_name(study->subject.spills)
						: "-";
}

static void
write_pair(gm_text *out, const gm_occupancy_pair *pair)
{
	enum { CHANGE = 7, OCCUPANCY = 26, REGISTERS = 38, SHARED = 58, SPILLS = 75 };
	const gm_occupancy_study *b = pair->before, *a = pair->after;
	const gm_occupancy_request *rb = b ? &b->subject.request : NULL,
				   *ra = a ? &a->subject.request : NULL;
	char before[48], after[48];
	gm_text_append(out, gm_change_name(pair->change));
	gm_text_pad_to(out, CHANGE);
	write_change(out, OCCUPANCY, percent(b, before), percent(a, after));
	write_change(out, REGISTERS, number(rb, rb ? rb->registers_per_thread : 0, "", before),
		     number(ra, ra ? ra->registers_per_thread : 0, "", after));
	write_change(out, SHARED, number(rb, rb ? rb->shared_bytes : 0, " B", before),
		     number(ra, ra ? ra->shared_bytes : 0, " B", after));
	write_change(out, SPILLS, spills(b), spills(a));
	write_kernel(out, a ? &a->subject : &b->subject);
}

static const gm_device *
device_of(const gm_occupancy_pair *pair)
{
	return pair->after ? pair->after->device : pair->before->device;
}

void
gm_report_occupancy_pairs(gm_text *out, const gm_occupancy_pair *pairs, int count)
{
	for (int i = 0; i < count; i++) {
		if (i == 0 || device_of(&pairs[i]) != device_of(&pairs[i - 1])) {
			gm_text_append(out, i ? "\n" : "");
			write_device(out, device_of(&pairs[i]));
			gm_text_append(
				out,
				"change occupancy          registers   shared              spills"
				"           kernel\n");
		}
		write_pair(out, &pairs[i]);
	}
}

/* ---- the values of a parameter ---- */

static void
write_choice(gm_text *out, const gm_occupancy_choice *c, bool best)
{
	char size[48];
	gm_text_print(out, "%c %7lld  %5lld threads  %-10s", best ? '>' : ' ', (long long)c->value,
		      (long long)c->request.block_threads,
		      gm_occupancy_size(c->request.shared_bytes, size, sizeof size));
	if (c->occupancy.launchable)
		gm_text_print(out, " %9.4g %% %7lld  %s\n", 100 * c->occupancy.ratio,
			      (long long)c->occupancy.blocks_per_sm,
			      gm_limiter_name(c->occupancy.limiter));
	else
		gm_text_print(out, "         -       -  %s\n", c->occupancy.why_not);
}

void
gm_report_occupancy_choices(gm_text *out, const gm_occupancy_choices *choices)
{
	gm_text_print(out, "%s on ", choices->kernel);
	write_device(out, choices->device);
	if (choices->best < 0)
		gm_text_print(out, "no value of %s can be launched\n", choices->parameter);
	else
		gm_text_print(out,
			      "best %s: %lld, with most resident threads; of equals the largest\n",
			      choices->parameter, (long long)choices->items[choices->best].value);
	if (choices->count > 0)
		gm_text_print(out, "%lld registers per thread for all (%s)\n",
			      (long long)choices->items[0].request.registers_per_thread,
			      choices->registers_source);
	gm_text_print(out, "\n%9.9s  block          shared       occupancy  blocks  limit\n",
		      choices->parameter);
	for (int i = 0; i < choices->count; i++)
		write_choice(out, &choices->items[i], i == choices->best);
}

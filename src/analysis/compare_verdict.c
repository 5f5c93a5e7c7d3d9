#include "analysis/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double same_ratio = 0.005;    /* of the time: less is no difference */
static const double notable_factor = 1.05; /* of work or rate: less explains nothing */

/* What a limit has to do. */
static const char *
work_words(int limit)
{
	switch (limit) {
	case GM_LIMIT_DRAM:
		return "DRAM traffic";
	case GM_LIMIT_L2:
		return "L2 traffic";
	case GM_LIMIT_L2_FILL:
		return "what is written into L2";
	case GM_LIMIT_L1_DATA:
		return "traffic through the L1 banks";
	case GM_LIMIT_ISSUE:
		return "the number of instructions";
	case GM_LIMIT_BLOCKS_STARTED:
		return "the clocks of starting the blocks";
	default:
		return NULL;
	}
}

/* "DRAM traffic falls 16x", "the work of lsu falls 2x" */
static void
say_factor(char *out, size_t out_bytes, const char *what, double factor)
{
	snprintf(out, out_bytes, "%s %s %.3gx", what, factor > 1 ? "falls" : "rises",
		 factor > 1 ? factor : 1 / factor);
}

/* Time is work / rate: each that changed in the direction of the time. */
static void
say_cause(const gm_comparison_term *term, bool faster, char *out, size_t out_bytes)
{
	char work[96] = "", rate[96] = "", own[64];
	const bool told = term->work_before > 0 && term->work_after > 0 && term->rate_before > 0 &&
			  term->rate_after > 0;
	const double less_work = told ? term->work_before / term->work_after : 1;
	const double more_rate = told ? term->rate_after / term->rate_before : 1;
	const char *words = work_words(term->limit);
	snprintf(own, sizeof own, "the work of %s", gm_limit_name(term->limit));
	if ((faster ? less_work : 1 / less_work) >= notable_factor)
		say_factor(work, sizeof work, words ? words : own, less_work);
	snprintf(own, sizeof own, "the rate of %s", gm_limit_name(term->limit));
	if ((faster ? more_rate : 1 / more_rate) >= notable_factor)
		say_factor(rate, sizeof rate, own, 1 / more_rate);
	if (!work[0] && !rate[0] && term->before_s.value > 0 && term->after_s.value > 0) {
		snprintf(own, sizeof own, "the time of %s", gm_limit_name(term->limit));
		say_factor(work, sizeof work, own, term->before_s.value / term->after_s.value);
	}
	const bool rate_first =
		(faster ? more_rate : 1 / more_rate) > (faster ? less_work : 1 / less_work);
	const char *first = rate_first ? rate : work, *second = rate_first ? work : rate;
	snprintf(out, out_bytes, "%s%s%s", first, first[0] && second[0] ? " and " : "", second);
}

static void
say_unknown(gm_comparison *c)
{
	const gm_prediction *p = c->before->time_s.kind == GM_KIND_UNKNOWN ? c->before : c->after;
	snprintf(c->verdict, sizeof c->verdict, "they cannot be compared: %.300s", p->verdict);
}

/* "tiled_mm is 9.8x faster than naive_mm on g80", "naive_mm is 2x faster on h100 than on v100" */
static void
say_difference(const gm_comparison *c, bool faster, char *out, size_t out_bytes)
{
	const double factor = faster ? c->speedup.value : 1 / c->speedup.value;
	const char *word = faster ? "faster" : "slower";
	if (c->same_device)
		snprintf(out, out_bytes, "%s is %.3gx %s than %s on %s", c->after_label, factor,
			 word, c->before_label, c->after->device->name);
	else
		snprintf(out, out_bytes, "%s is %.3gx %s on %s than on %s", c->after->kernel->name,
			 factor, word, c->after->device->name, c->before->device->name);
}

/* "; without launch, gaps, which are not known on v100" */
static void
say_left_out(gm_comparison *c)
{
	size_t used = strlen(c->verdict);
	const size_t room = sizeof c->verdict;
	bool before = false, after = false;
	for (int i = 0; i < c->left_out_count && used < room; i++) {
		const int limit = c->left_out[i];
		before |= c->before->limits[limit].expected_s.kind == GM_KIND_UNKNOWN;
		after |= c->after->limits[limit].expected_s.kind == GM_KIND_UNKNOWN;
		used += (size_t)snprintf(c->verdict + used, room - used, "%s%s",
					 i ? ", " : "; without ", gm_limit_name(limit));
	}
	if (c->left_out_count == 0 || used >= room)
		return;
	snprintf(c->verdict + used, room - used, ", which %s not known%s%s",
		 c->left_out_count > 1 ? "are" : "is", before && after ? "" : " of ",
		 before && after ? "" : before ? c->before_label : c->after_label);
}

static void
say_known(gm_comparison *c)
{
	char difference[512], cause[256] = "";
	const char *holds = gm_limit_name(c->after->binding);
	const char *still = c->after->binding == c->before->binding ? "still" : "now";
	const bool faster = c->change_s.value < 0;
	if (fabs(c->change_s.value) <= same_ratio * c->before_s.value) {
		snprintf(c->verdict, sizeof c->verdict, "%s takes as long as %s; %s bound by %s",
			 c->after_label, c->before_label, still, holds);
		return;
	}
	say_difference(c, faster, difference, sizeof difference);
	/* The largest share has the sign of the whole change, or is no cause. */
	for (int i = 0; i < c->terms_count && !cause[0]; i++)
		if (c->terms[i].share_s.kind != GM_KIND_UNKNOWN &&
		    (c->terms[i].share_s.value < 0) == faster && c->terms[i].share_s.value != 0)
			say_cause(&c->terms[i], faster, cause, sizeof cause);
	snprintf(c->verdict, sizeof c->verdict, "%s%s%s; %s bound by %s", difference,
		 cause[0] ? " because " : "", cause, still, holds);
}

void
gm_comparison_fill_verdict(gm_comparison *comparison)
{
	gm_comparison *c = comparison;
	if (c->speedup.kind == GM_KIND_UNKNOWN || c->after->binding < 0 || c->before->binding < 0) {
		say_unknown(c);
		return;
	}
	say_known(c);
	say_left_out(c);
}

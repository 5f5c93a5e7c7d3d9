/*
 * memory, per request of a warp                    transac-  useful
 *   line  access                            requests  tions          passes   best
 *     25  load a: ld.global.f32 %f6, [%r~    1048576     4    100 %       1    1
 *     26  8 x load ld.shared.f32 %f9, [%~    8388608     -        -       2    2
 *
 * Sites of one line that do the same are a row: copies that the compiler made of one statement. Where data
 * decide how many passes each takes, they do nearly the same. PTX without lines has a row for all that do the
 * same to an array.
 */
#include "report/report.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCESS_WIDTH = 31 };

/* Sites that are alike, counted together. */
typedef struct row {
	const gm_site *site; /* the first */
	int copies;
	int64_t of[GM_COUNTER_COUNT];
} row;

static const int64_t *
counted(const gm_prediction *p, int s)
{
	return p->counts.sites[s].of;
}

/* a/b is c/d, exactly; the numbers are far below 2^63. */
static bool
same_ratio(const int64_t *a, const int64_t *b, gm_counter above, gm_counter below)
{
	return (__int128)a[above] * b[below] == (__int128)b[above] * a[below];
}

/* Neither is at its best, and they are not far apart. */
static bool
near_ratio(const int64_t *a, const int64_t *b, gm_counter above, gm_counter best)
{
	const double of_a = (double)a[above] * (double)b[GM_COUNT_REQUESTS];
	const double of_b = (double)b[above] * (double)a[GM_COUNT_REQUESTS];
	return a[above] > a[best] && b[above] > b[best] && of_a < 1.25 * of_b && of_b < 1.25 * of_a;
}

static bool
take_alike_passes(const int64_t *a, const int64_t *b)
{
	return same_ratio(a, b, GM_COUNT_WAVEFRONTS, GM_COUNT_REQUESTS) ||
	       near_ratio(a, b, GM_COUNT_WAVEFRONTS, GM_COUNT_IDEAL_WAVEFRONTS);
}

static bool
do_the_same(const int64_t *a, const int64_t *b)
{
	return same_ratio(a, b, GM_COUNT_TRANSACTIONS, GM_COUNT_REQUESTS) &&
	       take_alike_passes(a, b) &&
	       same_ratio(a, b, GM_COUNT_IDEAL_WAVEFRONTS, GM_COUNT_REQUESTS) &&
	       same_ratio(a, b, GM_COUNT_DISTINCT_BYTES, GM_COUNT_MOVED_BYTES);
}

static bool
are_without_line(const gm_site *a, const gm_site *b)
{
	return a->line <= 0 && b->line <= 0 && a->array == b->array && a->operation == b->operation;
}

static bool
in_one_statement(const gm_site *a, const gm_site *b)
{
	return (gm_prediction_same_place(a, b) || are_without_line(a, b)) && a->space == b->space;
}

/* Where accesses were joined, or a copy is not reached, the others of the statement tell of it. */
static bool
is_silent(const gm_prediction *p, int s)
{
	const gm_site *sites = p->kernel->sites;
	for (int k = 0; k < p->kernel->sites_count && counted(p, s)[GM_COUNT_REQUESTS] == 0; k++)
		if (k != s && gm_operation_is_memory(sites[k].operation) &&
		    in_one_statement(&sites[k], &sites[s]) &&
		    (counted(p, k)[GM_COUNT_REQUESTS] > 0 || k < s))
			return true;
	return false;
}

static bool
belong_together(const gm_prediction *p, int a, int b)
{
	const gm_site *sites = p->kernel->sites;
	return sites[a].access_bytes == sites[b].access_bytes &&
	       gm_operation_is_memory(sites[b].operation) &&
	       in_one_statement(&sites[a], &sites[b]) && counted(p, b)[GM_COUNT_REQUESTS] > 0 &&
	       do_the_same(counted(p, a), counted(p, b));
}

/* The row of the site and of those behind it that no row has yet. */
static row
gather(const gm_prediction *p, int s, bool *has_row)
{
	const bool alone = counted(p, s)[GM_COUNT_REQUESTS] == 0;
	row out = {.site = &p->kernel->sites[s]};
	for (int k = s; k < (alone ? s + 1 : p->kernel->sites_count); k++) {
		if (has_row[k] || (k != s && !belong_together(p, s, k)))
			continue;
		has_row[k] = true;
		out.copies++;
		for (int c = 0; c < GM_COUNTER_COUNT; c++)
			out.of[c] += counted(p, k)[c];
	}
	return out;
}

/* A descriptor's text begins with the array, an instruction of PTX does not. */
static void
say_access(const gm_prediction *p, const row *r, char out[64])
{
	const gm_site *site = r->site;
	const bool ptx = p->kernel->origin == GM_FROM_PTX && site->array >= 0;
	char copies[16] = "";
	if (r->copies > 1)
		snprintf(copies, sizeof copies, "%d x ", r->copies);
	const int length = snprintf(out, 64, "%s%s %s%s%s", copies, gm_operation_name(site->operation),
	                            ptx ? p->kernel->arrays[site->array].name : "", ptx ? ": " : "",
	                            site->text);
	if (length > ACCESS_WIDTH)
		memcpy(out + ACCESS_WIDTH - 1, "~", 2);
}

/* Blocks that were not drawn may do what no other does. */
static void
write_unseen(gm_text *out, const gm_counts *counts)
{
	char most[32];
	if (gm_counts_shows_all(counts))
		gm_text_append(out, "  never executed\n");
	else
		gm_text_print(out, "  none seen, %s at most\n",
		              gm_report_count(ceil(gm_counts_unseen(counts)), most, sizeof most));
}

static void
write_row(gm_text *out, const gm_prediction *p, const row *r)
{
	const int64_t *of = r->of;
	const double requests = (double)of[GM_COUNT_REQUESTS];
	char access[64], count[32], line[16] = "-";
	say_access(p, r, access);
	if (r->site->line > 0)
		snprintf(line, sizeof line, "%d", r->site->line);
	gm_text_print(out, "  %4s  %-*s %10s", line, ACCESS_WIDTH, access,
	              gm_report_count(requests, count, sizeof count));
	if (requests == 0) {
		write_unseen(out, &p->counts);
		return;
	}
	if (r->site->space == GM_GLOBAL || r->site->space == GM_LOCAL)
		gm_text_print(out, " %5.3g %6.0f %%", (double)of[GM_COUNT_TRANSACTIONS] / requests,
		              100 * (double)of[GM_COUNT_DISTINCT_BYTES] / (double)of[GM_COUNT_MOVED_BYTES]);
	else
		gm_text_append(out, "     -        -");
	if (of[GM_COUNT_IDEAL_WAVEFRONTS] > 0)
		gm_text_print(out, " %7.3g %4.3g\n", (double)of[GM_COUNT_WAVEFRONTS] / requests,
		              (double)of[GM_COUNT_IDEAL_WAVEFRONTS] / requests);
	else
		gm_text_append(out, "       -    -\n");
}

static bool
lacks_lines(const gm_kernel *kernel)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].line > 0)
			return false;
	return kernel->origin == GM_FROM_PTX && kernel->sites_count > 0;
}

void
gm_report_text_memory(gm_text *out, const gm_prediction *p)
{
	gm_text_print(out, "%-49s%8s%8s\n", "memory, per request of a warp", "transac-", "useful");
	gm_text_print(out, "  line  %-*s %10s%7s%16s%7s\n", ACCESS_WIDTH, "access", "requests", "tions",
	              "passes", "best");
	bool *has_row = gm_allocate((size_t)p->kernel->sites_count + 1, sizeof *has_row);
	for (int s = 0; s < p->kernel->sites_count; s++)
		if (gm_operation_is_memory(p->kernel->sites[s].operation) && !has_row[s] &&
		    !is_silent(p, s) && !gm_counts_went_elsewhere(p->kernel, &p->counts, s)) {
			const row r = gather(p, s, has_row);
			write_row(out, p, &r);
		}
	free(has_row);
	if (lacks_lines(p->kernel))
		gm_text_append(out, "  no lines: the PTX names none; 'nvcc -lineinfo' adds them\n");
	gm_text_print(out, "  transactions: %s (%s)\n", gm_coalescing_name(p->device->coalescing),
	              gm_coalescing_whose(p->device->coalescing));
	gm_text_print(out, "  passes: %s (%s)\n\n", gm_banks_name(p->device->banks),
	              gm_banks_whose(p->device->banks));
}

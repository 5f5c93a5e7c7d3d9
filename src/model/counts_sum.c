#include "model/counts.h"

#include "model/rounds.h"

int64_t
gm_counts_sum(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter,
              gm_operation operation, gm_space space)
{
	int64_t sum = 0;
	for (int s = 0; s < counts->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if ((operation == GM_OPERATION_COUNT || site->operation == operation) &&
		    (space == GM_SPACE_COUNT || site->space == space))
			sum += counts->sites[s].of[counter];
	}
	return sum;
}

/* A counter counts each of the instructions that a site states. */
static double
executions(const gm_kernel *kernel, const gm_counts *counts, int site, gm_counter counter)
{
	const int64_t stated = kernel->sites[site].count;
	return stated > 0 ? (double)counts->sites[site].of[counter] / (double)stated : 0;
}

/* Of the rounds of a site, 0 without any; `lanes` as in gm_counts_issued. */
static double
issued_in_rounds(const gm_kernel *kernel, const gm_counts *counts, int s, gm_unit unit, bool lanes)
{
	const int64_t *of = counts->sites[s].of;
	if (of[GM_COUNT_ROUNDS] == 0)
		return 0;
	const gm_issue round = gm_rounds_issue(&kernel->sites[s]), besides = gm_rounds_issue_besides();
	const double each = unit == GM_UNIT_COUNT ? gm_issue_total(&round) : (double)round.of[unit];
	const double more = unit == GM_UNIT_COUNT ? gm_issue_total(&besides)
	                                          : (double)besides.of[unit];
	return (double)of[lanes ? GM_COUNT_ROUND_LANES : GM_COUNT_ROUNDS] * each +
	       executions(kernel, counts, s,
	                  lanes ? GM_COUNT_THREAD_INSTRUCTIONS : GM_COUNT_REQUESTS) * more;
}

/* BSYNC once more for each part of lanes that comes to it. */
static double
issued_at_meetings(const gm_counts *counts, int s, gm_unit unit)
{
	const bool asked = unit == GM_UNIT_COUNT || unit == GM_UNIT_CONTROL;
	return asked && counts->issue[s].meets ? (double)counts->sites[s].of[GM_COUNT_PARTINGS] : 0;
}

double
gm_counts_issued(const gm_kernel *kernel, const gm_counts *counts, gm_unit unit, bool lanes)
{
	const gm_counter counter = lanes ? GM_COUNT_THREAD_INSTRUCTIONS : GM_COUNT_INSTRUCTIONS;
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++) {
		const gm_issue *issue = &counts->issue[s];
		const double each = unit == GM_UNIT_COUNT ? gm_issue_total(issue)
		                                          : (double)issue->of[unit];
		sum += executions(kernel, counts, s, counter) * each +
		       issued_in_rounds(kernel, counts, s, unit, lanes) +
		       (lanes ? 0 : issued_at_meetings(counts, s, unit));
	}
	return sum;
}

/* Requests that go through the banks: one instruction each. Of a copy (count 0 on its far side) one side. */
static double
banked_requests(const gm_kernel *kernel, const gm_counts *counts)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++) {
		const gm_space space = kernel->sites[s].space;
		if (space == GM_GLOBAL || space == GM_SHARED || space == GM_LOCAL)
			sum += executions(kernel, counts, s, GM_COUNT_REQUESTS);
	}
	return sum;
}

double
gm_counts_empty_passes(const gm_kernel *kernel, const gm_counts *counts)
{
	double sum = -banked_requests(kernel, counts);
	for (int s = 0; s < counts->sites_count; s++)
		sum += executions(kernel, counts, s, GM_COUNT_INSTRUCTIONS) *
		       (double)counts->issue[s].of[GM_UNIT_LSU];
	return sum > 0 ? sum : 0;
}

double
gm_counts_heavy(const gm_kernel *kernel, const gm_counts *counts)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		if (!gm_type_is_floating(kernel->sites[s].type))
			sum += executions(kernel, counts, s, GM_COUNT_INSTRUCTIONS) *
			       ((double)counts->issue[s].of[GM_UNIT_FMA] +
				(double)counts->issue[s].twice);
	return sum;
}

double
gm_counts_wide(const gm_kernel *kernel, const gm_counts *counts)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		sum += executions(kernel, counts, s, GM_COUNT_INSTRUCTIONS) * (double)counts->issue[s].twice;
	return sum;
}

double
gm_counts_constants(const gm_kernel *kernel, const gm_counts *counts)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		sum += executions(kernel, counts, s, GM_COUNT_INSTRUCTIONS) *
		       (double)counts->issue[s].constants;
	return sum;
}

double
gm_counts_accesses(const gm_kernel *kernel, const gm_counts *counts, gm_issued kind)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		sum += executions(kernel, counts, s,
		                  kernel->sites[s].goes_along ? GM_COUNT_REQUESTS
		                                              : GM_COUNT_INSTRUCTIONS) *
		               (double)counts->issue[s].accesses[kind] +
		       (double)counts->sites[s].of[GM_COUNT_ROUNDS] *
		               (double)gm_rounds_issue(&kernel->sites[s]).accesses[kind];
	return sum;
}

double
gm_counts_patched_passes(const gm_counts *counts, gm_counter counter)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		sum += counter == GM_COUNT_WAVEFRONTS          ? counts->sites[s].patched.passes
		       : counter == GM_COUNT_PACKED_WAVEFRONTS ? counts->sites[s].patched.packed
							       : 0;
	return sum;
}

double
gm_counts_floats(const gm_kernel *kernel, const gm_counts *counts, gm_float kind)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		sum += executions(kernel, counts, s, GM_COUNT_THREAD_INSTRUCTIONS) *
		               (double)counts->issue[s].floats[kind] +
		       ((double)counts->sites[s].of[GM_COUNT_ROUND_LANES] + counts->sites[s].patched.lanes) *
		               (double)gm_rounds_issue(&kernel->sites[s]).floats[kind];
	return sum;
}

double
gm_counts_floats_unsure(const gm_kernel *kernel, const gm_counts *counts, gm_float kind)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		sum += executions(kernel, counts, s, GM_COUNT_THREAD_INSTRUCTIONS) *
		       (double)counts->issue[s].unsure[kind];
	return sum;
}

gm_bank_clocks
gm_counts_bank_clocks(const gm_kernel *kernel, const gm_counts *counts)
{
	gm_bank_clocks out = {0, 0};
	for (int s = 0; s < counts->sites_count; s++) {
		const double times = executions(kernel, counts, s, GM_COUNT_INSTRUCTIONS);
		out.beyond += times * (double)counts->issue[s].bank_clocks;
		out.shared += times * (double)counts->issue[s].bank_clocks_shared;
	}
	return out;
}

/* What sites take away of the unit's instructions; *most: the site that takes most. */
static double
taken_away(const gm_kernel *kernel, const gm_counts *counts, int unit, gm_counter counter, int *most)
{
	double sum = 0, least = 0;
	for (int s = 0; s < counts->sites_count; s++) {
		const double total = executions(kernel, counts, s, counter) *
		                     (double)counts->issue[s].of[unit];
		sum -= total < 0 ? total : 0;
		*most = total < least ? s : *most;
		least = total < least ? total : least;
	}
	return sum;
}

bool
gm_counts_went_elsewhere(const gm_kernel *kernel, const gm_counts *counts, int site)
{
	const gm_site *here = &kernel->sites[site];
	if (here->ptx_line == 0 || counts->sites[site].of[GM_COUNT_REQUESTS] > 0)
		return false;
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *other = &kernel->sites[s];
		if (other->ptx_line == here->ptx_line && other->space != here->space &&
		    other->operation == here->operation &&
		    counts->sites[s].of[GM_COUNT_REQUESTS] > 0)
			return true;
	}
	return false;
}

gm_status
gm_counts_check_issued(const gm_kernel *kernel, const gm_counts *counts, gm_error *err)
{
	const double rounding = 1e-6; /* rows are floats */
	for (int k = 0; k < 2 * GM_UNIT_COUNT; k++) {
		const int unit = k % GM_UNIT_COUNT;
		const bool lanes = k >= GM_UNIT_COUNT;
		int most = 0;
		const double taken = taken_away(
		        kernel, counts, unit,
		        lanes ? GM_COUNT_THREAD_INSTRUCTIONS : GM_COUNT_INSTRUCTIONS, &most);
		const double left = gm_counts_issued(kernel, counts, (gm_unit)unit, lanes);
		if (left >= -rounding * taken)
			continue;
		const gm_site *site = &kernel->sites[most];
		gm_fail(err, GM_BAD_VALUE,
		        "overhead takes away %.6g instructions of %s%s, but the kernel has only %.6g", taken,
		        gm_unit_name((gm_unit)unit), lanes ? ", counted by lanes" : "", left + taken);
		gm_error_locate(err, site->file ? site->file : kernel->file, site->line, 0);
		return GM_BAD_VALUE;
	}
	return GM_OK;
}

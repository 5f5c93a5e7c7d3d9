#include "analysis/statistics.h"

#include <math.h>
#include <stdlib.h>

double
gm_statistics_mean(const double *values, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return sum / (double)count;
}

static int
ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double
gm_statistics_median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, ascending);
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static double
mean_log(const double *values, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += log(values[i]);
	return sum / (double)count;
}

bool
gm_statistics_correlation(const double *a, const double *b, size_t count, double *out)
{
	/* Logarithms of equal values may differ from their own mean by rounding: variation below
	   this part of 1 per value is none. */
	const double least = 1e-18 * (double)count;
	double ab = 0, aa = 0, bb = 0;
	if (count < 3)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!(a[i] > 0) || !(b[i] > 0))
			return false;
	const double a_mean = mean_log(a, count), b_mean = mean_log(b, count);
	for (size_t i = 0; i < count; i++) {
		const double x = log(a[i]) - a_mean, y = log(b[i]) - b_mean;
		ab += x * y;
		aa += x * x;
		bb += y * y;
	}
	if (aa <= least || bb <= least)
		return false;
	*out = ab / sqrt(aa * bb);
	return true;
}

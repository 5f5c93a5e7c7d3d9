/*
 * How far predictions lie from measurements, in three numbers.
 *
 *     mean absolute error   sum |p/m - 1| / n           0.15 is 15 %
 *     median                of the same |p/m - 1|; the mean of the middle two when n is even
 *     correlation           Pearson's r of ln p and ln m: are the order and the proportions right,
 *                           whatever the common factor?
 *
 * Logarithms, because times of kernels span decades and the largest would decide r alone. With two
 * points r is always 1 or -1, so three are asked for.
 */
#ifndef GM_ANALYSIS_STATISTICS_H
#define GM_ANALYSIS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* count at least 1. */
double gm_statistics_mean(const double *values, size_t count);

/* count at least 1; the values are sorted in place. */
double gm_statistics_median(double *values, size_t count);

/* Of logarithms. false with fewer than three pairs, a value that is not positive, or no variation
   in either list: there is no correlation then. */
bool gm_statistics_correlation(const double *a, const double *b, size_t count, double *out);

#endif

/*
 * What chance allows of a mean of few.
 */
#ifndef GM_BASE_CHANCE_H
#define GM_BASE_CHANCE_H

#include <stdint.h>

/* Student's t: so many times its standard error on both sides hold 95 of 100 means, by degrees of freedom, the numbers
   drawn less one; fewer than 1 as 1. Rows of a table up to 16, of more Fisher's expansion around the normal 1.96
   (Cornish and Fisher 1938), there within 0.002. */
double gm_students_t(int64_t freedom);

#endif

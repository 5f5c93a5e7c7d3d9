#include "analysis/occupancy_best.h"

#include <stdlib.h>

static int
larger_first(const void *a, const void *b)
{
	const gm_occupancy_choice *x = a, *y = b;
	return (x->value < y->value) - (x->value > y->value);
}

int
gm_occupancy_choose(const gm_device *device, gm_occupancy_choice *choices, int count)
{
	gm_occupancy_request *requests = gm_allocate((size_t)count + 1, sizeof *requests);
	if (count > 0)
		qsort(choices, (size_t)count, sizeof *choices, larger_first);
	for (int i = 0; i < count; i++) {
		requests[i] = choices[i].request;
		choices[i].occupancy = gm_occupancy_evaluate(device, &choices[i].request);
	}
	const int best = gm_occupancy_best_of(device, requests, count);
	free(requests);
	return best;
}

#include "support/near.h"

#include <math.h>
#include <stdlib.h>

bool
near_ratio(double value, double expected, double tolerance_ratio)
{
	if (!isfinite(value) || !isfinite(expected))
		return false;
	return fabs(value - expected) <= tolerance_ratio * fabs(expected);
}

int
run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

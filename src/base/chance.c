#include "base/chance.h"

double
gm_students_t(int64_t freedom)
{
	static const double rows[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
	                              2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120};
	const int64_t count = sizeof rows / sizeof *rows;
	const double n = (double)(freedom < 1 ? 1 : freedom);
	return freedom <= count ? rows[(int64_t)n - 1] : 1.96 + 2.372 / n + 2.823 / (n * n);
}

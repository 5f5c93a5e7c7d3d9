/*
 * A kernel against the same computation in C. Inputs are read back from the kernel's own buffers,
 * so that what is compared is the kernel and not the generator of its inputs. Single-precision sums
 * that nvcc contracts are repeated with fmaf in the same order and must be equal to the bit; where
 * the order differs, within 1e-5.
 */
#ifndef GM_TESTS_PTX_TRUTH_H
#define GM_TESTS_PTX_TRUTH_H

#include "case.h"

#include <math.h>

typedef struct truth {
	ptx_case row;
	void (*check)(const gm_ptx_memory *m);
} truth;

#define GRID(x, y)                                                                                 \
	{                                                                                          \
		x, y, 1                                                                            \
	}

static const truth *all_truths;

static inline double
half_at(const gm_ptx_memory *m, int a, int i)
{
	const uint16_t h = u16_at(m, a, i);
	const int exponent = h >> 10 & 31, fraction = h & 1023;
	const double size =
		exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
	return h & 0x8000 ? -size : size;
}

static inline void
check_truth(int i, int cc)
{
	gm_kernel *kernel = case_kernel(&all_truths[i].row, cc);
	gm_ptx_memory *memory;
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	all_truths[i].check(memory);
	gm_ptx_memory_free(memory);
	kernel->methods->free(kernel);
}

START_TEST(a_kernel_for_turing_computes_what_c_computes)
{
	check_truth(_i, 75);
}
END_TEST

START_TEST(a_kernel_for_hopper_computes_what_c_computes)
{
	check_truth(_i, 90);
}
END_TEST

static inline int
run_truths(const truth *truths, int count, bool turing)
{
	Suite *suite = suite_create("truth");
	TCase *cases = tcase_create("truth");
	all_truths = truths;
	tcase_set_timeout(cases, 60);
	if (turing)
		tcase_add_loop_test(cases, a_kernel_for_turing_computes_what_c_computes, 0, count);
	tcase_add_loop_test(cases, a_kernel_for_hopper_computes_what_c_computes, 0, count);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

#endif

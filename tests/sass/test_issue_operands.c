/*
 * Clocks in which the banks of the register file are read for a multiply-add.
 */
#include "ptx/case.h"

enum { LONGEST = 16384, LINKS = 16 };

/* `chains` of x = a * x + b side by side, LINKS long, as PTX of this type; a and b are `how`: "ld.global" or "ld.param". */
static void
chains_write(char *to, const char *type, int bytes, int chains, bool loaded)
{
	int n = snprintf(to, LONGEST,
	                 ".version 8.0\n.target sm_90\n.address_size 64\n"
	                 ".visible .entry k(.param .u64 out, .param .%s a, .param .%s b)\n{\n"
	                 ".reg .%s %%x<300>; .reg .b32 %%r<4>; .reg .b64 %%rd<8>;\n"
	                 "ld.param.u64 %%rd1, [out]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
	                 "mul.wide.u32 %%rd3, %%r1, %d; add.s64 %%rd4, %%rd2, %%rd3;\n",
	                 type, type, type, 16 * bytes);
	n += loaded ? snprintf(to + n, LONGEST - (size_t)n,
	                       "ld.global.%s %%x298, [%%rd4+%d]; ld.global.%s %%x299, [%%rd4+%d];\n", type, 14 * bytes, type,
	                       15 * bytes)
	            : snprintf(to + n, LONGEST - (size_t)n, "ld.param.%s %%x298, [a]; ld.param.%s %%x299, [b];\n", type, type);
	for (int c = 0; c < chains; c++)
		n += snprintf(to + n, LONGEST - (size_t)n, "ld.global.%s %%x%d, [%%rd4+%d];\n", type, c, c * bytes);
	for (int i = 0; i < LINKS * chains; i++)
		n += snprintf(to + n, LONGEST - (size_t)n, "fma.rn.%s %%x%d, %%x298, %%x%d, %%x299;\n", type, i + chains, i);
	for (int c = 0; c < chains; c++)
		n += snprintf(to + n, LONGEST - (size_t)n, "st.global.%s [%%rd4+%d], %%x%d;\n", type, c * bytes, LINKS * chains + c);
	snprintf(to + n, LONGEST - (size_t)n, "ret;\n}\n");
}

/* Clocks of a multiply-add: between those of instructions that read alone and those of banks that share evenly (model/limits.c). */
static double
clocks_of(const char *text, const char *type)
{
	static const char *const floats[] = {"f32[1024]:random=1", "f32=0.5", "f32=0.5"};
	static const char *const doubles[] = {"f64[1024]:random=1", "f64=0.5", "f64=0.5"};
	gm_kernel *kernel = case_warp(text, "k", strcmp(type, "f32") == 0 ? floats : doubles, 3);
	gm_issue *issue = case_issue(kernel, 9);
	double clocks = 0, count = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		if (kernel->sites[s].operation != GM_FMA)
			continue;
		clocks += (gm_issue_total(&issue[s]) + (double)issue[s].bank_clocks + (double)issue[s].bank_clocks_shared) / 2;
		count++;
	}
	free(issue);
	gm_kernel_free(kernel);
	ck_assert(count > 0);
	return clocks / count;
}

/* repeated on an H200, 16 and 32 warps on an SM, clocks of a multiply-add, the 3 other instructions of 4 turns taken off:
   a single chain 1.9, four 0.8 to 1.07, eight 1.04 to 1.08. Doubles have a unit that takes 2. */
static const struct {
	const char *type;
	int bytes, chains;
	bool loaded;
	double least, most;
} rows[] = {
        {"f32", 4, 1, true, 1.8, 2.05},
        {"f32", 4, 4, true, 0.7, 1.08},
        {"f32", 4, 8, true, 0.7, 1.08},
        {"f32", 4, 4, false, 0.7, 1.08},
        {"f64", 8, 4, true, 1.0, 2.2},
        /* One of two parameters is read from a uniform register: nvdisasm, DFMA R8, R8, UR6, R4. */
        {"f64", 8, 2, false, 1.0, 2.05},
};

START_TEST(chains_side_by_side_do_with_what_the_link_before_has_read)
{
	char text[LONGEST];
	chains_write(text, rows[_i].type, rows[_i].bytes, rows[_i].chains, rows[_i].loaded);
	const double clocks = clocks_of(text, rows[_i].type);
	ck_assert_msg(clocks >= rows[_i].least && clocks <= rows[_i].most, "%d chains of %s: %g clocks", rows[_i].chains,
	              rows[_i].type, clocks);
}
END_TEST

/* Four chains x = v[c + 1] * x + v[c] side by side: what one multiplies with its neighbour adds, and nothing is left for
   it from the other place (nvdisasm: no .reuse). Three registers of two banks take 1.5 clocks where the next instruction
   asks the other bank more; stream_fma of 64 links on an H200 takes 222 us for 143 us of issue: 1.55. */
START_TEST(what_one_chain_adds_is_read_again_to_multiply)
{
	char text[LONGEST];
	int n = snprintf(text, LONGEST,
	                 ".version 8.0\n.target sm_90\n.address_size 64\n"
	                 ".visible .entry k(.param .u64 out, .param .f32 a, .param .f32 b)\n{\n"
	                 ".reg .f32 %%x<300>; .reg .b32 %%r<4>; .reg .b64 %%rd<8>;\n"
	                 "ld.param.u64 %%rd1, [out]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
	                 "mul.wide.u32 %%rd3, %%r1, 64; add.s64 %%rd4, %%rd2, %%rd3;\n");
	for (int c = 0; c < 4; c++)
		n += snprintf(text + n, LONGEST - (size_t)n, "ld.global.f32 %%x%d, [%%rd4+%d]; ld.global.f32 %%x%d, [%%rd4+%d];\n", c,
		              4 * c, 290 + c, 16 + 4 * c);
	for (int i = 0; i < LINKS * 4; i++)
		n += snprintf(text + n, LONGEST - (size_t)n, "fma.rn.f32 %%x%d, %%x%d, %%x%d, %%x%d;\n", i + 4, i,
		              290 + (i + 1) % 4, 290 + i % 4);
	for (int c = 0; c < 4; c++)
		n += snprintf(text + n, LONGEST - (size_t)n, "st.global.f32 [%%rd4+%d], %%x%d;\n", 4 * c, LINKS * 4 + c);
	snprintf(text + n, LONGEST - (size_t)n, "ret;\n}\n");
	const double clocks = clocks_of(text, "f32");
	ck_assert_msg(clocks >= 1.4 && clocks <= 1.8, "%g clocks", clocks);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_operands");
	TCase *tests = tcase_create("issue_operands");
	tcase_add_loop_test(tests, chains_side_by_side_do_with_what_the_link_before_has_read, 0,
	                    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, what_one_chain_adds_is_read_again_to_multiply);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

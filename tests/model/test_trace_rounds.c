#include "model/trace_rounds.h"

#include "input/kernel_file.h"
#include "model/grid_trace.h"
#include "support/near.h"

#include <stdio.h>

/* Rounds by hand: how often the loops that move the stores go over the same bytes. */
static const struct {
	const char *name, *body;
	double rounds;
} rows[] = {
	{"one loop", "<loop variable='i' count='100'><store array='x' index='i*64 + threadIdx.x'/></loop>", 1},
	{"four loops around it",
	 "<loop variable='s' count='4'><loop variable='i' count='100'>"
	 "<load array='x' index='i*64 + threadIdx.x'/><store array='x' index='i*64 + threadIdx.x'/></loop></loop>", 4},
	{"two stores of the same place in a turn",
	 "<loop variable='i' count='100'><store array='x' index='i*64 + threadIdx.x'/>"
	 "<store array='x' index='i*64 + threadIdx.x'/></loop>", 1},
	{"two loops, one after the other",
	 "<loop variable='i' count='100'><store array='x' index='i*64 + threadIdx.x'/></loop>"
	 "<loop variable='j' count='100'><store array='x' index='j*64 + threadIdx.x'/></loop>", 2},
	{"there and back",
	 "<loop variable='i' count='100'><store array='x' index='i*64 + threadIdx.x'/></loop>"
	 "<loop variable='j' count='100'><store array='x' index='(99 - j)*64 + threadIdx.x'/></loop>", 1},
	{"two loops over different halves",
	 "<loop variable='i' count='100'><store array='x' index='i*64 + threadIdx.x'/></loop>"
	 "<loop variable='j' count='100'><store array='x' index='6400 + j*64 + threadIdx.x'/></loop>", 1},
	{"a loop that moves what another moves",
	 "<loop variable='s' count='4'><loop variable='i' count='25'>"
	 "<store array='x' index='(s*25 + i)*64 + threadIdx.x'/></loop></loop>", 1},
	{"the same word again and again", "<loop variable='i' count='100'><store array='x' index='threadIdx.x'/></loop>", 1},
	{"nothing is stored", "<loop variable='i' count='100'><load array='x' index='i*64 + threadIdx.x'/></loop>", 1},
};

START_TEST(sweeps_over_the_same_bytes_are_rounds)
{
	static char text[2048];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = NULL;
	snprintf(text, sizeof text, "<kernel name='k' schema='1'><launch grid='1' block='32'/>"
		 "<array name='x' space='global' type='f32' length='32000'/>%s</kernel>", rows[_i].body);
	ck_assert_msg(gm_kernel_load_text(text, "k.xml", NULL, 0, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err) == GM_OK);
	ck_near(gm_trace_rounds(&trace->here), rows[_i].rounds, 0.02);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("trace_rounds");
	TCase *tests = tcase_create("trace_rounds");
	tcase_add_loop_test(tests, sweeps_over_the_same_bytes_are_rounds, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

#include "model/first_loads.h"

#include "support/loading.h"
#include "support/near.h"

/* Kernels of 8 blocks of 64 threads, each of which loads 64 floats, two lines, and then walks along the array. 4
   resident blocks begin with 8 lines, 8 with 16, also where the first takes the last of them. Nothing is whole where
   threads, or blocks, leave out what lies between, or all begin with the walk. */
#define KERNEL(body)                                                                               \
	"<kernel name='k' schema='1'><launch grid='8' block='64'/>"                                   \
	"<array name='x' space='global' type='f32' length='8192'/>"                                   \
	"<array name='y' space='global' type='f32' length='8192'/>" body "</kernel>"
#define OWN "<load array='x' index='blockIdx.x * 64 + threadIdx.x'/>"
#define WALK "<loop variable='j' count='1024'><load array='x' index='j'/><compute op='fma' type='f32'/></loop>"

static const struct {
	const char *text;
	int64_t wave, lines; /* of the array, from its start on */
} rows[] = {
        {KERNEL(OWN WALK), 4, 8},
        {KERNEL(OWN WALK), 8, 16},
        {KERNEL("<load array='x' index='(blockIdx.x * 64 + threadIdx.x) * 16'/>" WALK), 8, 0},
        {KERNEL("<load array='x' index='blockIdx.x * 128 + threadIdx.x'/>" WALK), 8, 0},
        {KERNEL(WALK), 8, 0},
        {KERNEL("<load array='x' index='(7 - blockIdx.x) * 64 + threadIdx.x'/>" WALK), 8, 16},
};

START_TEST(the_first_loads_of_all_blocks_are_known)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = text_load(rows[_i].text, NULL, 0);
	gm_grid_trace *trace;
	ck_assert_msg(gm_grid_trace_gather(kernel, 32, 0, 1, &trace, &err) == GM_OK, "%s", err.message);
	const gm_first_loads first = gm_first_loads_of(trace, rows[_i].wave);
	/* The traced block's own load says where the array begins. */
	int64_t lowest = INT64_MAX, known = 0;
	for (size_t i = 0; i < trace->here.requests_count; i++) {
		const gm_trace_request *r = &trace->here.requests[i];
		const int64_t block = gm_grid_trace_move(trace, (int)r->site, (gm_dim3){0, 0, 0});
		const int64_t last = gm_grid_trace_move(trace, (int)r->site, (gm_dim3){7, 0, 0});
		const int64_t at = r->address + (block < last ? block : last);
		lowest = at < lowest ? at : lowest;
	}
	for (int64_t line = lowest / GM_LINE_BYTES; line < lowest / GM_LINE_BYTES + 128; line++)
		known += gm_first_loads_have(&first, line);
	ck_assert_msg(known == rows[_i].lines, "%d lines", (int)known);
	if (known > 0)
		ck_assert(gm_first_loads_have(&first, lowest / GM_LINE_BYTES));
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("first_loads");
	TCase *tests = tcase_create("first_loads");
	tcase_add_loop_test(tests, the_first_loads_of_all_blocks_are_known, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

#include "model/grid_step.h"

#include "model/reach.h"
#include "model/traced.h"
#include "support/near.h"

static const char triangle[] =
	"<kernel name='triangle' schema='1' doc='blocks below the diagonal do nothing'>"
	"<launch grid='16,16' block='32'/>"
	"<array name='A' space='global' type='f32' length='512'/>"
	"<array name='B' space='global' type='f32' length='512'/>"
	"<if test='blockIdx.x >= blockIdx.y'>"
	"<load array='A' index='blockIdx.y*32 + threadIdx.x'/>"
	"<load array='B' index='blockIdx.x*32 + threadIdx.x'/>"
	"</if></kernel>";

/* The block after the middle one of the diagonal, downwards, is idle; the one before it is not. Both
   arrays are read whole, 512 floats each. */
START_TEST(a_step_is_seen_on_a_neighbour_that_works)
{
	traced t = traced_around(triangle, (gm_dim3){8, 8, 0});
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	ck_near(gm_reach_of_blocks(&reach, 256).read, 2 * 512 * 4, 1e-9);
	traced_dispose(&t);
}
END_TEST

/* Of five blocks one copies its row of 4096 bytes, and its neighbours load something else, or nothing: two on they do
   not, either, and the first that copies is five on. */
START_TEST(a_site_that_neighbours_leave_out_has_the_step_of_blocks_further_on)
{
	static const char text[] =
		"<kernel name='fifth' schema='1' doc='rows by kind'><launch grid='640' block='256'/>"
		"<array name='A' space='global' type='f32' length='640*1024'/>"
		"<array name='B' space='global' type='f32' length='640*1024'/>"
		"<if test='blockIdx.x % 5 == 2'><load array='A' index='blockIdx.x*1024 + threadIdx.x'/></if>"
		"<if test='blockIdx.x % 5 == 3'><load array='B' index='threadIdx.x'/></if></kernel>";
	traced t = traced_around(text, (gm_dim3){322, 0, 0});
	for (int s = 0; s < t.kernel->sites_count; s++) {
		if (t.kernel->sites[s].array != 0)
			continue;
		ck_assert(!t.trace->irregular[s]);
		ck_assert_int_eq(t.trace->step[s][0], 4096);
	}
	traced_dispose(&t);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("grid_step");
	TCase *cases = tcase_create("grid_step");
	tcase_add_test(cases, a_step_is_seen_on_a_neighbour_that_works);
	tcase_add_test(cases, a_site_that_neighbours_leave_out_has_the_step_of_blocks_further_on);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

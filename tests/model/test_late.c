#include "model/late.h"

#include "model/reach.h"
#include "model/traced.h"
#include "support/near.h"

/* Four sectors read and two stored: first, last, and in turn. An atomic is a read and a store at once. Against the sectors
   counted one by one. */
START_TEST(what_is_stored_last_is_late)
{
	static const struct {
		const char *order;
		double before; /* of four sectors, those read before, summed over the stored */
	} rows[] = {{"rrrrss", 8}, {"ssrrrr", 0}, {"rrsrrs", 6}, {"srrsrr", 2}, {"rsrrsr", 4}, {"aaaa", 8}, {"ss", 0}};
	gm_late late = {0};
	for (const char *c = rows[_i].order; *c; c++)
		late = gm_late_then(late, gm_late_of_request(1, *c != 's', *c != 'r'));
	ck_near(late.before, rows[_i].before, 1e-12);
}
END_TEST

/* A turn that reads 3, stores 2 and reads 1, five times: as when it is written out. */
START_TEST(turns_are_as_they_would_be_one_by_one)
{
	const gm_late turn = gm_late_then(gm_late_then(gm_late_of_request(3, true, false), gm_late_of_request(2, false, true)),
	                                  gm_late_of_request(1, true, false));
	const gm_late all = gm_late_repeat(turn, 5);
	ck_near(all.before, 2 * (3 + 7 + 11 + 15 + 19), 1e-12);
	ck_near(all.read, 20, 1e-12);
	ck_near(all.stored, 10, 1e-12);
}
END_TEST

/* 4096 turns read two rows each: a store after them is last, one before 1024 more has 4096 of 5120 before it, one in each
   turn as many before as behind, but for its own. */
START_TEST(all_turns_of_a_loop_count)
{
	static const struct {
		const char *in_turn, *behind;
		double late;
	} rows[] = {{"", "", 1},
	            {"", "<loop variable='k' count='1024'><load array='A' index='k*2048 + threadIdx.x'/>"
	                 "<load array='B' index='k*2048 + threadIdx.x'/></loop>", 0.6},
	            {"<store array='C' index='k*2048 + blockIdx.x*128 + threadIdx.x'/>", "", 0}};
	char text[2048];
	snprintf(text, sizeof text,
	         "<kernel name='late' schema='1' doc='turns'>"
	         "<launch grid='16' block='128'/>"
	         "<array name='A' space='global' type='f32' length='4096*2048'/>"
	         "<array name='B' space='global' type='f32' length='4096*2048'/>"
	         "<array name='C' space='global' type='f32' length='4096*2048'/>"
	         "<loop variable='k' count='4096'>"
	         "<load array='A' index='k*2048 + blockIdx.x*128 + threadIdx.x'/>"
	         "<load array='B' index='k*2048 + threadIdx.x'/>%s</loop>%s%s</kernel>",
	         rows[_i].in_turn, *rows[_i].in_turn ? "" : "<store array='C' index='blockIdx.x*128 + threadIdx.x'/>",
	         rows[_i].behind);
	traced t = traced_text(text);
	ck_assert_double_eq_tol(gm_reach_count(t.trace, -1, 64).late, rows[_i].late, 1e-3);
	traced_dispose(&t);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("late");
	TCase *cases = tcase_create("late");
	tcase_add_loop_test(cases, what_is_stored_last_is_late, 0, 7);
	tcase_add_test(cases, turns_are_as_they_would_be_one_by_one);
	tcase_add_loop_test(cases, all_turns_of_a_loop_count, 0, 3);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

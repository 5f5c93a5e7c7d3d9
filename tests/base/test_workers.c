/*
 * Pieces of work on several threads, and who may start threads within them.
 */
#include "base/workers.h"

#include "support/near.h"

#include <pthread.h>
#include <stdatomic.h>

enum { PIECES = 40 };

/* What inner jobs saw: which thread each of their pieces ran on, and what they might have taken. */
typedef struct inner {
	pthread_t caller;
	atomic_int elsewhere; /* pieces that ran on another thread than the job's caller */
	int share;
	int threads; /* asked for; 0: not said */
} inner;

static bool
note_thread(void *state, size_t piece)
{
	inner *now = state;
	(void)piece;
	atomic_fetch_add(&now->elsewhere, !pthread_equal(pthread_self(), now->caller));
	return true;
}

static bool
run_inner(void *state, size_t piece)
{
	inner *now = (inner *)state + piece;
	now->caller = pthread_self();
	now->share = gm_workers_share();
	return gm_workers_run(&(gm_workers_job){
	        .count = PIECES, .threads = now->threads, .work = note_thread, .state = now});
}

static void
run_outer(inner *all, size_t count, int threads)
{
	ck_assert(gm_workers_run(&(gm_workers_job){
	        .count = count, .threads = threads, .work = run_inner, .state = all}));
}

/* 4 threads for so many pieces: each piece has as many as go to it, and with one all its pieces are its caller's. */
static const struct {
	size_t pieces;
	int share;
} shares[] = {{1, 4}, {2, 2}, {3, 1}, {4, 1}, {9, 1}};

START_TEST(threads_are_shared_out_among_pieces)
{
	inner all[9] = {{.share = 0}};
	run_outer(all, shares[_i].pieces, 4);
	for (size_t i = 0; i < shares[_i].pieces; i++) {
		ck_assert_int_eq(all[i].share, shares[_i].share);
		if (shares[_i].share == 1)
			ck_assert_int_eq(atomic_load(&all[i].elsewhere), 0);
	}
}
END_TEST

START_TEST(a_job_within_a_job_starts_no_threads_that_are_not_its_share)
{
	inner all[4] = {{.threads = 8}, {.threads = 8}, {.threads = 8}, {.threads = 8}};
	run_outer(all, 4, 4);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(atomic_load(&all[i].elsewhere), 0);
}
END_TEST

START_TEST(one_thread_is_asked_for_and_one_it_stays)
{
	inner all[2] = {{.share = 0}};
	run_outer(all, 1, 1);
	ck_assert_int_eq(all[0].share, 1);
	ck_assert_int_eq(atomic_load(&all[0].elsewhere), 0);
}
END_TEST

START_TEST(after_a_job_all_processors_are_there_again)
{
	inner all[2] = {{.share = 0}};
	run_outer(all, 2, 2);
	ck_assert_int_eq(gm_workers_share(), gm_workers_processors());
}
END_TEST

/* Two pieces that wait for each other: they end only where two threads are at work. */
static bool
meet(void *state, size_t piece)
{
	(void)piece;
	pthread_barrier_wait(state);
	return true;
}

static bool
run_meeting(void *state, size_t piece)
{
	(void)piece;
	return gm_workers_run(&(gm_workers_job){.count = 2, .work = meet, .state = state});
}

START_TEST(the_only_piece_of_a_job_may_take_all_of_its_threads)
{
	pthread_barrier_t both;
	pthread_barrier_init(&both, NULL, 2);
	ck_assert(gm_workers_run(
	        &(gm_workers_job){.count = 1, .threads = 2, .work = run_meeting, .state = &both}));
	pthread_barrier_destroy(&both);
}
END_TEST

static bool
mark(void *state, size_t piece)
{
	atomic_int *done = state;
	atomic_fetch_add(&done[piece], 1);
	return piece != 17;
}

START_TEST(all_before_a_piece_that_stops_the_rest_are_done_once)
{
	atomic_int done[PIECES] = {0};
	ck_assert(!gm_workers_run(
	        &(gm_workers_job){.count = PIECES, .threads = _i, .work = mark, .state = done}));
	for (int i = 0; i <= 17; i++)
		ck_assert_int_eq(atomic_load(&done[i]), 1);
}
END_TEST

START_TEST(no_pieces_are_no_work)
{
	ck_assert(gm_workers_run(&(gm_workers_job){.count = 0, .work = mark}));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("workers");
	TCase *tcase = tcase_create("workers");
	tcase_add_loop_test(tcase, threads_are_shared_out_among_pieces, 0,
	                    sizeof shares / sizeof *shares);
	tcase_add_test(tcase, a_job_within_a_job_starts_no_threads_that_are_not_its_share);
	tcase_add_test(tcase, one_thread_is_asked_for_and_one_it_stays);
	tcase_add_test(tcase, after_a_job_all_processors_are_there_again);
	tcase_add_test(tcase, the_only_piece_of_a_job_may_take_all_of_its_threads);
	tcase_add_loop_test(tcase, all_before_a_piece_that_stops_the_rest_are_done_once, 1, 4);
	tcase_add_test(tcase, no_pieces_are_no_work);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}

/*
 * Races of shared memory, against a reference that writes down every pair of accesses and follows
 * every way of order between them.
 *
 * The programs are short lists of events of two or three warps of two lanes that touch one or two
 * bytes: all lists of four events from a table, and random longer ones.
 */
#include "kernel/races.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 2, WARPS = 3, EVENTS_MAX = 8, THREADS = LANES * WARPS };

typedef enum kind { READ, WRITE, ATOMIC, BARRIER, SYNC, RELEASE, ACQUIRE, KINDS } kind;

/* What happens: accesses and SYNC by the lanes of a warp, BARRIER by the warps of a mask. */
typedef struct event {
	kind kind;
	int warp;
	unsigned mask;  /* of lanes, or of warps */
	unsigned place; /* byte that lane 0 touches; lane 1 touches place ^ apart */
	unsigned apart;
} event;

typedef struct program {
	event events[EVENTS_MAX];
	int count;
} program;

/* ---- the reference ---- */

static bool
is_access(const event *e)
{
	return e->kind <= ATOMIC;
}

static bool
takes_part(const event *e, int thread)
{
	const int warp = thread / LANES, lane = thread % LANES;
	if (e->kind == BARRIER)
		return e->mask >> warp & 1;
	return e->warp == warp && (e->kind == RELEASE || e->kind == ACQUIRE || e->mask >> lane & 1);
}

/* Whether what `thread` did in event a is ordered before what `other` does in event b: walks the
   events between, from the threads that know of it to those who learn. */
static bool
is_ordered(const program *p, int a, int thread, int b, int other)
{
	bool knows[THREADS] = {false}, lock = false;
	knows[thread] = true;
	for (int i = a + 1; i < b; i++) {
		const event *e = &p->events[i];
		bool any = false;
		for (int t = 0; t < THREADS; t++)
			any = any || (takes_part(e, t) && knows[t]);
		lock = lock || (e->kind == RELEASE && any);
		const bool learn = (e->kind == BARRIER || e->kind == SYNC) ? any
				   : e->kind == ACQUIRE                    ? lock
									   : false;
		for (int t = 0; t < THREADS; t++)
			knows[t] = knows[t] || (learn && takes_part(e, t));
	}
	return knows[other];
}

static unsigned
byte_of(const event *e, int lane)
{
	return e->place ^ (lane ? e->apart : 0);
}

static bool
conflict(const program *p, int a, int thread, int b, int other)
{
	const event *x = &p->events[a], *y = &p->events[b];
	const bool both_read = x->kind == READ && y->kind == READ;
	const bool both_atomic = x->kind == ATOMIC && y->kind == ATOMIC;
	return thread != other && is_access(x) && is_access(y) && takes_part(x, thread) &&
	       takes_part(y, other) && !both_read && !both_atomic &&
	       byte_of(x, thread % LANES) == byte_of(y, other % LANES);
}

static bool
is_race(const program *p, int a, int thread, int b, int other)
{
	return conflict(p, a, thread, b, other) && !is_ordered(p, a, thread, b, other);
}

static bool
has_race(const program *p)
{
	for (int b = 0; b < p->count; b++)
		for (int a = 0; a <= b; a++)
			for (int t = 0; t < THREADS; t++)
				for (int o = 0; o < THREADS; o++)
					if (is_race(p, a, t, b, o))
						return true;
	return false;
}

/* ---- the code under test ---- */

typedef struct finder {
	const program *program;
	int found;
} finder;

/* Sites are the numbers of the events. */
static void
check_found(void *state, const gm_race *race)
{
	finder *f = state;
	f->found++;
	ck_assert_msg(is_race(f->program, (int)race->earlier_site, race->earlier_thread,
			      (int)race->later_site, race->later_thread),
		      "event %u of thread %d and %u of %d are ordered", race->earlier_site,
		      race->earlier_thread, race->later_site, race->later_thread);
	ck_assert_int_eq(race->one_warp,
			 race->earlier_thread / LANES == race->later_thread / LANES);
	ck_assert_int_eq(race->one_instruction, race->earlier_site == race->later_site);
}

static void
play(gm_races *r, const event *e, uint32_t site)
{
	const uint64_t address[LANES] = {byte_of(e, 0), byte_of(e, 1)}, warps = e->mask;
	switch (e->kind) {
	case BARRIER:
		gm_races_barrier(r, e->mask == (1 << WARPS) - 1 ? NULL : &warps);
		break;
	case SYNC:
		gm_races_sync_warp(r, e->warp, e->mask == (1 << LANES) - 1 ? UINT64_MAX : e->mask);
		break;
	case RELEASE:
		gm_races_release(r, e->warp);
		break;
	case ACQUIRE:
		gm_races_acquire(r, e->warp);
		break;
	default:
		gm_races_access(r, (gm_race_access)e->kind, site, e->warp, e->mask, address, 1,
				false);
		break;
	}
}

static int
races_found(const program *p)
{
	finder f = {.program = p};
	gm_races *r = gm_races_new(WARPS, LANES, 2, 1, check_found, &f);
	for (int i = 0; i < p->count; i++)
		play(r, &p->events[i], (uint32_t)i);
	gm_races_free(r);
	return f.found;
}

/* Accesses of one byte by one lane and by both of two warps, a store by the third; barriers of all
   and of the first and last warp; a whole and a half __syncwarp; a release and an acquire. */
static int
table(event *out)
{
	int count = 0;
	for (int k = READ; k <= ATOMIC; k++)
		for (int w = 0; w < 2; w++)
			for (unsigned mask = 2 - (unsigned)w; mask < 4; mask += 1 + (unsigned)w)
				out[count++] = (event){(kind)k, w, mask, 0, 0};
	out[count++] = (event){WRITE, 2, 1, 0, 0};
	for (unsigned warps = 7; warps >= 5; warps -= 2)
		out[count++] = (event){BARRIER, 0, warps, 0, 0};
	out[count++] = (event){SYNC, 0, 3, 0, 0};
	out[count++] = (event){SYNC, 1, 1, 0, 0};
	out[count++] = (event){RELEASE, 0, 0, 0, 0};
	out[count++] = (event){ACQUIRE, 1, 0, 0, 0};
	return count;
}

START_TEST(every_list_of_four_events_races_as_the_reference_says)
{
	event events[40];
	const int kinds = table(events);
	int racing = 0;
	program p = {.count = 4};
	for (int i = 0; i < kinds * kinds * kinds * kinds; i++) {
		for (int k = 0, rest = i; k < 4; k++, rest /= kinds)
			p.events[k] = events[rest % kinds];
		const bool race = has_race(&p);
		ck_assert_msg((races_found(&p) > 0) == race, "list %d: expected %s", i,
			      race ? "a race" : "none");
		racing += race;
	}
	ck_assert_int_gt(racing, 1000);
}
END_TEST

/* Not more than the reference says in lists of everything; as much where barriers are whole, for
   two readers are remembered. */
START_TEST(random_lists_race_only_as_the_reference_says)
{
	unsigned seed = 7;
	for (int i = 0; i < 60000; i++) {
		const bool whole = i % 2;
		program p = {.count = EVENTS_MAX};
		for (int k = 0; k < EVENTS_MAX; k++) {
			event *e = &p.events[k];
			e->kind = (kind)(rand_r(&seed) % (whole ? BARRIER + 1 : KINDS));
			e->warp = rand_r(&seed) % WARPS;
			e->mask = e->kind == BARRIER ? (whole ? 7 : 1 + (unsigned)rand_r(&seed) % 7)
						     : 1 + (unsigned)rand_r(&seed) % 3;
			e->place = whole ? 0 : (unsigned)rand_r(&seed) % 2;
			e->apart = whole ? 0 : (unsigned)rand_r(&seed) % 2;
		}
		const int found = races_found(&p);
		if (whole)
			ck_assert_msg((found > 0) == has_race(&p), "list %d", i);
	}
}
END_TEST

static void
count_race(void *state, const gm_race *race)
{
	(void)race;
	++*(int *)state;
}

START_TEST(stores_of_the_same_value_do_not_race_with_each_other_but_with_reads)
{
	const uint64_t address[LANES] = {0, 0};
	int found = 0;
	gm_races *r = gm_races_new(2, LANES, 4, 4, count_race, &found);
	gm_races_access(r, GM_RACE_WRITE, 1, 0, 3, address, 4, true);
	gm_races_access(r, GM_RACE_WRITE, 1, 1, 3, address, 4, true);
	ck_assert_int_eq(found, 0);
	gm_races_access(r, GM_RACE_READ, 2, 0, 1, address, 4, false);
	ck_assert_int_eq(found, 1);
	gm_races_free(r);
}
END_TEST

START_TEST(bytes_side_by_side_do_not_race_and_wide_accesses_touch_all_of_theirs)
{
	const uint64_t bytes[LANES] = {4, 5}, word[LANES] = {0, 4}, beyond[LANES] = {8, 6};
	int found = 0;
	gm_races *r = gm_races_new(2, LANES, 8, 1, count_race, &found);
	gm_races_access(r, GM_RACE_WRITE, 1, 0, 3, bytes, 1, false);
	gm_races_access(r, GM_RACE_READ, 2, 1, 1, word, 4, false);
	gm_races_access(r, GM_RACE_WRITE, 3, 1, 3, beyond, 4, false);
	ck_assert_int_eq(found, 0);
	gm_races_access(r, GM_RACE_READ, 4, 1, 2, word, 4, false);
	ck_assert_int_eq(found, 1);
	gm_races_free(r);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("races");
	TCase *tcase = tcase_create("races");
	tcase_add_test(tcase, every_list_of_four_events_races_as_the_reference_says);
	tcase_add_test(tcase, random_lists_race_only_as_the_reference_says);
	tcase_add_test(tcase, stores_of_the_same_value_do_not_race_with_each_other_but_with_reads);
	tcase_add_test(tcase, bytes_side_by_side_do_not_race_and_wide_accesses_touch_all_of_theirs);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

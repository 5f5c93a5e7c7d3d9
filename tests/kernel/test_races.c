/*
 * Races of shared memory, against a reference that writes down every pair of accesses and follows
 * every way of order between them.
 *
 * An asynchronous copy is there when its thread has waited, and left fewer groups than were committed
 * since it began: from that wait on it is ordered as a write at that place would be. Until then it races
 * with every access of its bytes, and with its own thread's.
 *
 * The programs are short lists of events of two or three warps of two lanes that touch one or two
 * bytes: all lists of four events from a table, of six from one about copies, and random longer ones.
 */
#include "kernel/races.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 2, WARPS = 3, EVENTS_MAX = 8, THREADS = LANES * WARPS };

typedef enum kind {
	READ,
	WRITE,
	ATOMIC,
	COPY,
	COMMIT,
	AWAIT,
	BARRIER,
	SYNC,
	RELEASE,
	ACQUIRE,
	KINDS
} kind;

/* What happens: accesses, COMMIT, AWAIT and SYNC by the lanes of a warp, BARRIER by the warps of a mask. */
typedef struct event {
	kind kind;
	int warp;
	unsigned mask;  /* of lanes, or of warps */
	unsigned place; /* byte that lane 0 touches; lane 1 touches place ^ apart. AWAIT: groups left */
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
	return e->kind <= COPY;
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
	const bool apart = thread != other || (x->kind == COPY && a < b);
	return apart && is_access(x) && is_access(y) && takes_part(x, thread) &&
	       takes_part(y, other) && !both_read && !both_atomic &&
	       byte_of(x, thread % LANES) == byte_of(y, other % LANES);
}

/* The event before b by which the thread has waited for what it began to copy in a; -1: none. */
static int
waited_at(const program *p, int a, int thread, int b)
{
	unsigned committed = 0;
	for (int i = a + 1; i < b; i++) {
		const event *e = &p->events[i];
		committed += e->kind == COMMIT && takes_part(e, thread);
		if (e->kind == AWAIT && takes_part(e, thread) && committed > e->place)
			return i;
	}
	return -1;
}

static bool
is_under_way(const program *p, int a, int thread, int b)
{
	return p->events[a].kind == COPY && waited_at(p, a, thread, b) < 0;
}

static bool
is_race(const program *p, int a, int thread, int b, int other)
{
	const bool copy = p->events[a].kind == COPY;
	if (!conflict(p, a, thread, b, other))
		return false;
	return is_under_way(p, a, thread, b) ||
	       !is_ordered(p, copy ? waited_at(p, a, thread, b) : a, thread, b, other);
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
	/* Of two copies that nothing orders this is not said. */
	if (race->under_way || race->later != GM_RACE_COPY)
		ck_assert_int_eq(race->under_way,
				 is_under_way(f->program, (int)race->earlier_site,
					      race->earlier_thread, (int)race->later_site));
}

static const gm_race_access access_of[] = {
	[READ] = GM_RACE_READ, [WRITE] = GM_RACE_WRITE, [ATOMIC] = GM_RACE_ATOMIC, [COPY] = GM_RACE_COPY};

static void
play(gm_races *r, const event *e, uint32_t site)
{
	const uint64_t address[LANES] = {byte_of(e, 0), byte_of(e, 1)}, warps = e->mask;
	switch (e->kind) {
	case COMMIT:
		gm_races_commit(r, e->warp, e->mask);
		break;
	case AWAIT:
		gm_races_await(r, e->warp, e->mask, e->place);
		break;
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
		gm_races_access(r, access_of[e->kind], site, e->warp, e->mask, address, 1,
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
	out[count++] = (event){COPY, 0, 3, 0, 1};
	out[count++] = (event){COMMIT, 0, 3, 0, 0};
	out[count++] = (event){AWAIT, 0, 1, 0, 0};
	return count;
}

/* Copies of two warps, and what the first warp's need to arrive, with readers of both. */
static const event copies[] = {{COPY, 0, 1, 0, 0},    {COPY, 1, 2, 0, 0},  {COMMIT, 0, 3, 0, 0},
			       {AWAIT, 0, 3, 0, 0},   {AWAIT, 0, 1, 1, 0}, {BARRIER, 0, 7, 0, 0},
			       {READ, 0, 1, 0, 0},    {READ, 1, 1, 0, 0}};

static void
check_lists(const event *events, int kinds, int length)
{
	int racing = 0, lists = 1;
	program p = {.count = length};
	for (int k = 0; k < length; k++)
		lists *= kinds;
	for (int i = 0; i < lists; i++) {
		for (int k = 0, rest = i; k < length; k++, rest /= kinds)
			p.events[k] = events[rest % kinds];
		const bool race = has_race(&p);
		ck_assert_msg((races_found(&p) > 0) == race, "list %d: expected %s", i,
			      race ? "a race" : "none");
		racing += race;
	}
	ck_assert_int_gt(racing, 1000);
	ck_assert_int_gt(lists - racing, 1000);
}

START_TEST(every_list_of_four_events_races_as_the_reference_says)
{
	event events[40];
	check_lists(events, table(events), 4);
}
END_TEST

START_TEST(every_list_of_six_events_about_copies_races_as_the_reference_says)
{
	check_lists(copies, sizeof copies / sizeof *copies, 6);
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
			e->place = whole && e->kind != AWAIT ? 0 : (unsigned)rand_r(&seed) % 2;
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

/* One lane: its copies to the bytes 0, 1, ..., a group each, `begun` of them; then it waits. */
static void
copy_bytes(gm_races *r, unsigned begun, unsigned left)
{
	for (unsigned i = 0; i < begun; i++) {
		const uint64_t address[LANES] = {i};
		gm_races_access(r, GM_RACE_COPY, i, 0, 1, address, 1, false);
		gm_races_commit(r, 0, 1);
	}
	gm_races_await(r, 0, 1, left);
}

static int
reads_found(gm_races *r, int warp, uint64_t address, const int *found)
{
	const int before = *found;
	const uint64_t of_lane[LANES] = {address};
	gm_races_access(r, GM_RACE_READ, 1000 + (uint32_t)address, warp, 1, of_lane, 1, false);
	return *found - before;
}

START_TEST(a_wait_leaves_the_latest_groups_under_way_and_another_block_leaves_none)
{
	int found = 0;
	gm_races *r = gm_races_new(2, LANES, 8, 1, count_race, &found);
	copy_bytes(r, 5, 2);
	for (unsigned i = 0; i < 5; i++)
		ck_assert_int_eq(reads_found(r, 0, i, &found), i >= 3);
	gm_races_barrier(r, NULL);
	ck_assert_int_eq(reads_found(r, 1, 0, &found), 0);
	ck_assert_int_eq(reads_found(r, 1, 4, &found), 1);
	gm_races_free(r);
	r = gm_races_new(2, LANES, 8, 1, count_race, &found);
	copy_bytes(r, 5, 2);
	gm_races_barrier(r, NULL);
	gm_races_settle(r, NULL);
	for (unsigned i = 0; i < 5; i++)
		ck_assert_int_eq(reads_found(r, 1, i, &found), 0);
	gm_races_free(r);
}
END_TEST

/* A barrier lies between the copies and their waits, none behind these: what the first of many waits
   brought counts as there before the barrier, as it is not remembered any more. */
START_TEST(of_many_waits_the_last_are_remembered)
{
	int found = 0;
	gm_races *r = gm_races_new(2, LANES, 8, 1, count_race, &found);
	copy_bytes(r, 6, 6);
	gm_races_barrier(r, NULL);
	for (unsigned left = 6; left-- > 0;)
		gm_races_await(r, 0, 1, left);
	for (unsigned i = 0; i < 6; i++)
		ck_assert_int_eq(reads_found(r, 1, i, &found), i >= 2);
	gm_races_free(r);
}
END_TEST

START_TEST(copies_are_settled_until_a_moment)
{
	const uint64_t last[LANES] = {7};
	int found = 0;
	gm_races *r = gm_races_new(2, LANES, 8, 1, count_race, &found);
	copy_bytes(r, 2, 2);
	const gm_races_moment turn = gm_races_now(r);
	gm_races_access(r, GM_RACE_COPY, 7, 0, 1, last, 1, false);
	ck_assert(!gm_races_commits_since(r, &turn));
	gm_races_commit(r, 0, 1);
	ck_assert(gm_races_commits_since(r, &turn));
	ck_assert_int_eq(reads_found(r, 0, 0, &found), 1);
	gm_races_settle(r, &turn);
	ck_assert_int_eq(reads_found(r, 0, 1, &found), 0);
	ck_assert_int_eq(reads_found(r, 0, 7, &found), 1);
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
	tcase_add_test(tcase, every_list_of_six_events_about_copies_races_as_the_reference_says);
	tcase_add_test(tcase, a_wait_leaves_the_latest_groups_under_way_and_another_block_leaves_none);
	tcase_add_test(tcase, of_many_waits_the_last_are_remembered);
	tcase_add_test(tcase, copies_are_settled_until_a_moment);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

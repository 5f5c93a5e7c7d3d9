#include "cli/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

enum { THREADS_MAX = 16 };

typedef struct pool {
	atomic_int next;
	int count;
	gm_work *work;
	void *state;
} pool;

static void *
take_pieces(void *argument)
{
	pool *p = argument;
	for (int piece = atomic_fetch_add(&p->next, 1); piece < p->count;
	     piece = atomic_fetch_add(&p->next, 1))
		p->work(p->state, piece);
	return NULL;
}

void
gm_workers_run(int count, gm_work *work, void *state)
{
	pool p = {.count = count, .work = work, .state = state};
	pthread_t threads[THREADS_MAX];
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	int started = 0;
	while (started < THREADS_MAX && started + 1 < processors && started + 1 < count &&
	       pthread_create(&threads[started], NULL, take_pieces, &p) == 0)
		started++;
	take_pieces(&p);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}

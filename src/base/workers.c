#include "base/workers.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 256, TENTH_NS = 100000000, SECOND_NS = 1000000000 };

typedef struct pool {
	const gm_workers_job *job;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t next, done;
	int working;
	bool stopped;
} pool;

int
gm_workers_processors(void)
{
	cpu_set_t set;
	const int count = sched_getaffinity(0, sizeof set, &set) == 0
				  ? CPU_COUNT(&set)
				  : (int)sysconf(_SC_NPROCESSORS_ONLN);
	return count > 0 ? count : 1;
}

static bool
take(pool *p, size_t *piece)
{
	pthread_mutex_lock(&p->lock);
	const bool more = !p->stopped && p->next < p->job->count;
	*piece = p->next;
	p->next += more;
	pthread_mutex_unlock(&p->lock);
	return more;
}

static void
put(pool *p, bool go_on)
{
	pthread_mutex_lock(&p->lock);
	p->done++;
	p->stopped = p->stopped || !go_on;
	pthread_mutex_unlock(&p->lock);
}

static void
do_pieces(pool *p)
{
	size_t piece;
	while (take(p, &piece))
		put(p, p->job->work(p->job->state, piece));
}

static void *
work(void *state)
{
	pool *p = state;
	do_pieces(p);
	pthread_mutex_lock(&p->lock);
	p->working--;
	pthread_cond_signal(&p->changed);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void
wait_a_tenth(pool *p)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += TENTH_NS;
	until.tv_sec += until.tv_nsec / SECOND_NS;
	until.tv_nsec %= SECOND_NS;
	pthread_cond_timedwait(&p->changed, &p->lock, &until);
}

/* Until the others are gone; without anybody to tell there is nothing to wake up for. */
static void
watch(pool *p)
{
	const gm_workers_job *job = p->job;
	pthread_mutex_lock(&p->lock);
	while (p->working > 0) {
		wait_a_tenth(p);
		const size_t done = p->done;
		pthread_mutex_unlock(&p->lock);
		const bool go_on = job->progress(job->progress_state, done, job->count);
		pthread_mutex_lock(&p->lock);
		p->stopped = p->stopped || !go_on;
	}
	pthread_mutex_unlock(&p->lock);
}

/* Threads beside the caller's: who tells about progress cannot work as well. One more or less
   changes the time alone. */
static int
threads_wanted(const gm_workers_job *job)
{
	int threads = job->threads > 0 ? job->threads : gm_workers_processors();
	threads = threads < THREADS_MAX ? threads : THREADS_MAX;
	if ((size_t)threads > job->count)
		threads = (int)job->count;
	return job->progress ? threads : threads - 1;
}

bool
gm_workers_run(const gm_workers_job *job)
{
	pool p = {.job = job};
	pthread_t threads[THREADS_MAX];
	const int wanted = threads_wanted(job);
	int started = 0;
	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.changed, NULL);
	p.working = wanted;
	while (started < wanted && pthread_create(&threads[started], NULL, work, &p) == 0)
		started++;
	pthread_mutex_lock(&p.lock);
	p.working -= wanted - started;
	pthread_mutex_unlock(&p.lock);
	if (!job->progress || started == 0)
		do_pieces(&p);
	if (job->progress)
		watch(&p);
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	pthread_cond_destroy(&p.changed);
	pthread_mutex_destroy(&p.lock);
	const bool told = !job->progress || job->progress(job->progress_state, p.done, job->count);
	return told && !p.stopped;
}

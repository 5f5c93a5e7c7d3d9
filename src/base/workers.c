#include "base/workers.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 256, TENTH_NS = 100000000, SECOND_NS = 1000000000 };

static _Thread_local int share; /* of the piece that this thread is at; 0: it is at none */

typedef struct pool {
	const gm_workers_job *job;
	int share; /* of each piece */
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

int
gm_workers_share(void)
{
	return share > 0 ? share : gm_workers_processors();
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
	const int before = share;
	share = p->share;
	while (take(p, &piece))
		put(p, p->job->work(p->job->state, piece));
	share = before;
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

/* That all of the job may take. */
static int
threads_allowed(const gm_workers_job *job)
{
	const int most = job->threads == 0 || share > 0 ? gm_workers_share() : THREADS_MAX;
	return job->threads > 0 && job->threads < most ? job->threads : most;
}

/* That work on pieces, the caller's too. */
static int
threads_working(const gm_workers_job *job, int allowed)
{
	const size_t most = (size_t)(allowed < THREADS_MAX ? allowed : THREADS_MAX);
	return job->count == 0 ? 1 : job->count < most ? (int)job->count : (int)most;
}

bool
gm_workers_run(const gm_workers_job *job)
{
	const int allowed = threads_allowed(job), working = threads_working(job, allowed);
	pool p = {.job = job, .share = allowed / working};
	pthread_t threads[THREADS_MAX];
	/* Beside the caller's: who tells about progress cannot work as well. */
	const int wanted = job->progress ? working : working - 1;
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

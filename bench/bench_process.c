/*
 * Runs a command again and again, whole process each time, its output thrown away.
 *
 *     bench_process RUNS COMMAND [ARGUMENT...]
 *     4.12 4.55 5632 3.98   least and median milliseconds, most KiB resident, least of the processor
 *
 * The least time says what the program costs, the median what this machine adds to it now; the time of
 * the processor is not disturbed by what else runs.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 10000 };

static double
now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The most memory and the least time of the processor of all runs. */
typedef struct least_used {
	long resident_kib;
	double processor_s;
} least_used;

static double
seconds_of(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Seconds until the process has ended; negative when it could not be started or failed. */
static double
run_once(char **command, const posix_spawn_file_actions_t *actions, least_used *all)
{
	pid_t child;
	int ended;
	struct rusage used;
	const double start_s = now_s();
	if (posix_spawnp(&child, command[0], actions, NULL, command, environ) != 0)
		return -1;
	if (wait4(child, &ended, 0, &used) != child || !WIFEXITED(ended) || WEXITSTATUS(ended) != 0)
		return -1;
	const double processor_s = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
	if (used.ru_maxrss > all->resident_kib)
		all->resident_kib = used.ru_maxrss;
	if (processor_s < all->processor_s)
		all->processor_s = processor_s;
	return now_s() - start_s;
}

static int
ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

int
main(int argc, char **argv)
{
	static double times_s[RUNS_MAX];
	const int runs = argc > 2 ? atoi(argv[1]) : 0;
	least_used all = {0, 1e9};
	if (runs < 1 || runs > RUNS_MAX) {
		fprintf(stderr, "bench_process RUNS COMMAND [ARGUMENT...]\n");
		return 2;
	}
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	for (int i = 0; i < runs; i++) {
		times_s[i] = run_once(argv + 2, &actions, &all);
		if (times_s[i] < 0) {
			fprintf(stderr, "bench_process: %s failed\n", argv[2]);
			return 1;
		}
	}
	posix_spawn_file_actions_destroy(&actions);
	qsort(times_s, (size_t)runs, sizeof *times_s, ascending);
	printf("%.3f %.3f %ld %.3f\n", 1e3 * times_s[0], 1e3 * times_s[runs / 2], all.resident_kib,
	       1e3 * all.processor_s);
	return 0;
}

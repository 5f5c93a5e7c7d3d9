#include "cli/sweep.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Ctrl-C ---- */

/* A signal has nowhere else to leave its word. */
static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

/* ---- progress ---- */

enum { BAR_WIDTH = 30 };

typedef struct progress {
	bool shown; /* on a terminal */
	size_t last;
} progress;

static void
write_progress(size_t done, size_t total)
{
	char bar[BAR_WIDTH + 1];
	const size_t filled = done * BAR_WIDTH / total;
	memset(bar, '.', BAR_WIDTH);
	memset(bar, '#', filled);
	bar[BAR_WIDTH] = '\0';
	fprintf(stderr, "\r  [%s] %zu of %zu", bar, done, total);
	fflush(stderr);
}

static bool
on_progress(void *state, size_t done, size_t total)
{
	progress *p = state;
	if (p->shown && done < total && done != p->last)
		write_progress(done, total);
	p->last = done;
	return !interrupted;
}

static void
erase_progress(const progress *p)
{
	if (p->shown && p->last)
		fprintf(stderr, "\r%*s\r", BAR_WIDTH + 40, "");
}

/* ---- the job ---- */

const char *
gm_device_given_name(const gm_cli *cli, int index, const gm_device *device)
{
	for (int i = 0; i < cli->given.options_count; i++) {
		const char *name = cli->given.options[i].value;
		if (cli->given.options[i].id == GM_OPTION_DEVICE && index-- == 0)
			return strchr(name, '/') || strchr(name, '.') ? device->name : name;
	}
	return device->name;
}

gm_status
gm_sweeping_init(gm_sweeping *s, gm_cli *cli)
{
	*s = (gm_sweeping){.cli = cli};
	gm_status status = gm_request_given(cli, &s->request);
	if (status == GM_OK)
		status = gm_devices_given(cli, &s->devices, &s->devices_count);
	if (status != GM_OK)
		return status;
	s->names = gm_allocate((size_t)s->devices_count, sizeof *s->names);
	for (int i = 0; i < s->devices_count; i++)
		s->names[i] = (gm_roofline_device){s->devices[i],
						   gm_device_given_name(cli, i, s->devices[i])};
	return gm_combinations_init(cli, cli->given.positional[0], &s->combinations);
}

void
gm_sweeping_dispose(gm_sweeping *s)
{
	if (s->sweep.arena)
		gm_sweep_dispose(&s->sweep);
	gm_combinations_dispose(&s->combinations);
	gm_devices_dispose(s->devices, s->devices_count);
	free(s->names);
}

gm_status
gm_sweeping_load(const void *combinations, size_t n, gm_kernel **out, gm_error *err)
{
	return gm_combinations_load(combinations, n, out, err);
}

gm_status
gm_sweeping_run(gm_sweeping *s, const char *const *metrics, int metrics_count)
{
	progress p = {.shown = isatty(STDERR_FILENO) != 0};
	const gm_combinations *c = &s->combinations;
	for (int i = 0; i < c->axes_count; i++)
		s->axes[i] = (gm_sweep_axis){c->axes[i].name, c->axes[i].values, c->axes[i].count};
	const gm_sweep_job job = {
		.combinations = c->count,
		.load = gm_sweeping_load,
		.load_state = c,
		.devices = (const gm_device *const *)s->devices,
		.devices_count = s->devices_count,
		.metrics = metrics,
		.metrics_count = metrics_count,
		.request = &s->request,
		.progress = on_progress,
		.progress_state = &p,
	};
	const struct sigaction catch = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
	struct sigaction before;
	sigaction(SIGINT, &catch, &before);
	const gm_status status = gm_sweep_run(&job, &s->sweep, &s->cli->err);
	sigaction(SIGINT, &before, NULL);
	erase_progress(&p);
	return status;
}

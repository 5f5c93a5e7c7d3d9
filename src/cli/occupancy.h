/*
 * Inside cli/: the parts of `gpumodel occupancy`.
 *
 *     numbers      --block, --registers, --shared: a page, or a sweep when one of them has several
 * values descriptor   an XML kernel: its launch, for every combination of -D; or the best value of
 * a parameter compiled     a cubin, a program, a log of ptxas: every kernel for the device's
 * capability
 *
 * Each fills a list of studies; cmd_occupancy.c writes, draws and checks them alike.
 */
#ifndef GM_CLI_OCCUPANCY_H
#define GM_CLI_OCCUPANCY_H

#include "cli/cli.h"

typedef struct gm_values {
	int64_t *items;
	size_t count; /* 0: the option was not given */
} gm_values;

typedef struct gm_studies {
	gm_occupancy_study *items;
	size_t count, capacity;
} gm_studies;

typedef struct gm_occupancy_job {
	gm_cli *cli;
	gm_arena *arena; /* texts of the studies */
	gm_device **devices;
	int devices_count;
	gm_values blocks, registers, shared;
	int64_t carveout_bytes; /* -1: not given */
	gm_studies studies;
} gm_occupancy_job;

/* Disposed by the caller also after a failure. */
gm_status gm_occupancy_job_begin(gm_occupancy_job *job, gm_cli *cli);
void gm_occupancy_job_dispose(gm_occupancy_job *job);

/* Adds what a subject comes to, with the carve-out and --registers of the command line. */
gm_status gm_occupancy_job_add(gm_occupancy_job *job, const gm_device *device,
			       gm_occupancy_subject *subject, gm_studies *to);

/* The value of an option that may have one only: `none` when it was not given. */
gm_status gm_occupancy_job_one(gm_occupancy_job *job, gm_option_id option, int64_t none,
			       int64_t *out);

/* ---- where studies come from ---- */

gm_status gm_occupancy_of_numbers(gm_occupancy_job *job);
gm_status gm_occupancy_of_descriptor(gm_occupancy_job *job, const char *name);
/* Without --device: the capabilities that the file is compiled for are added to the job's devices.
 */
gm_status gm_occupancy_of_binary(gm_occupancy_job *job, const char *path, gm_studies *to);
gm_status gm_occupancy_of_log(gm_occupancy_job *job, const char *path, gm_studies *to);

/* ---- what is written at once ---- */

bool gm_occupancy_is_sweep(const gm_occupancy_job *job);
gm_status gm_occupancy_sweep(gm_occupancy_job *job);
gm_status gm_occupancy_best_value(gm_occupancy_job *job, const char *name, const char *parameter);

#endif

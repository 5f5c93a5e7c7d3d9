/*
 * What `sweep` and `tune` share: all combinations of a kernel on all devices, with progress on a
 * terminal and a clean end when interrupted.
 */
#ifndef GM_CLI_SWEEP_H
#define GM_CLI_SWEEP_H

#include "cli/combinations.h"

typedef struct gm_sweeping {
	gm_cli *cli;
	gm_combinations combinations;
	gm_sweep_axis axes[GM_AXES_MAX]; /* those of the combinations */
	gm_device **devices;
	int devices_count;
	gm_roofline_device *names;
	gm_predict_request request;
	gm_sweep sweep;
} gm_sweeping;

/* The devices and the axes of -D; more axes may be added before the run. Disposed also after a
   failure. */
gm_status gm_sweeping_init(gm_sweeping *sweeping, gm_cli *cli);
void gm_sweeping_dispose(gm_sweeping *sweeping);

/* GM_INTERRUPTED after Ctrl-C. */
gm_status gm_sweeping_run(gm_sweeping *sweeping, const char *const *metrics, int metrics_count);

/* The kernel of a combination, as the run loads it. */
gm_status gm_sweeping_load(const void *combinations, size_t n, gm_kernel **out, gm_error *err);

/* Devices as the command line calls them; a file by the name inside. */
const char *gm_device_given_name(const gm_cli *cli, int index, const gm_device *device);

#endif

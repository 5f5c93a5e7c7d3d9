/*
 * Every kernel that is asked for, with every combination of -D, on every device: worked out on all
 * processors, taken in order by the thread that asked.
 *
 * Kernels are loaded and worked on some at a time, so what is held does not grow with their number.
 * At the first failure, in that order, all ends; what other threads had worked out by then is not
 * taken.
 */
#ifndef GM_CLI_VISIT_H
#define GM_CLI_VISIT_H

#include "cli/cli.h"

/* What becomes of one kernel on one device; `item_bytes` large and zero at first. */
typedef struct gm_visit {
	gm_cli *cli;
	gm_device *const *devices;
	int devices_count;
	size_t item_bytes;
	/* From any thread, on an item of its own. */
	gm_status (*make)(void *state, const gm_kernel *kernel, const gm_device *device, void *item,
			  gm_error *err);
	/* From the caller's thread, the devices of a kernel one after the other. */
	gm_status (*take)(void *state, int device, void *item);
	/* Of every item that was made, also where that failed; then its kernel goes too. */
	void (*dispose)(void *item);
	void *state;
} gm_visit;

/* All kernels that the command line names. */
gm_status gm_visit_all(const gm_visit *visit);

#endif

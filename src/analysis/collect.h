/*
 * Profiles, times and launches -> measured runs.
 *
 * Each launch that a profiler saw becomes a run, or adds its numbers to the run of the same launch and
 * caches that is there already: later files replace what earlier ones say of a metric. So the events of
 * the measuring program, the counters of one visit of the profiler and the times of another become one
 * run each.
 *
 * With a launch list the rows of a profile are its launches in order, each as often as the others
 * (rows / launches times); when that does not fit, each row is the next launch of the list with its
 * entry, grid and block. Without a list, rows of one kernel, grid and block are one run.
 *
 * Several rows of a launch: the first is a warm-up when there are three or more; of the rest the median,
 * and their range over it as spread. dram__bytes.sum is added where its two parts are known.
 */
#ifndef GM_ANALYSIS_COLLECT_H
#define GM_ANALYSIS_COLLECT_H

#include "base/error.h"
#include "kernel/launch.h"
#include "kernel/profile.h"

/* What the files do not say. Texts are borrowed. */
typedef struct gm_collect_request {
	const char *title;
	const char *launches_name; /* of the list, as the runs will name it; "" without one */
	const char *device;
	const char *source_id, *source_title, *read;
	bool warm;                   /* what the profiled launches found in the caches */
	const gm_launches *launches; /* NULL: none */
} gm_collect_request;

typedef struct gm_collection gm_collection;

gm_collection *gm_collection_new(const gm_collect_request *request);
void gm_collection_free(gm_collection *collection); /* NULL accepted */

/* The runs of a file, with their own source renamed to the request's. The file must outlive the
   collection, as must a profile. */
gm_status gm_collection_add_runs(gm_collection *collection, const gm_runs *runs, gm_error *err);

/* GM_BAD_VALUE with file and line: a row that no launch of the list fits. */
gm_status gm_collection_add_profile(gm_collection *collection, const gm_profile *profile,
                                    gm_error *err);

/* Everything together, in the order in which runs came. GM_BAD_VALUE when there is none. The texts are
   the collection's and its inputs'. */
gm_status gm_collection_finish(gm_collection *collection, gm_runs **out, gm_error *err);

#endif

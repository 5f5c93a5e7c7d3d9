/*
 * Writes what was measured as a runs file (schemas/runs.xsd):
 *
 *     <runs schema="1" title="...">
 *       <source id="events" title="NVIDIA H200, driver 13.0, events" url="" read="2026-11-21"/>
 *       <run kernel="saxpy" device="h200_sxm" set="validation" cache="cold" source="events"
 *            where="models/cuda/saxpy.cu" note="launch saxpy-1">
 *         <parameter name="n" value="16777216"/>
 *         <measured metric="event_time" value="4.61e-05" unit="s" spread="0.004"/>
 *       </run>
 *     </runs>
 *
 * event_time is the time between events (timing.h); gpu__time_duration.sum stays the name of what
 * Nsight Compute measures.
 */
#ifndef GM_MEASURE_RUNS_H
#define GM_MEASURE_RUNS_H

#include "list.h"

typedef struct gm_runs_header {
	const char *title;
	const char *device; /* name of the device file */
	const char *gpu;    /* as the driver calls it */
	int driver_version;
	const char *date;
} gm_runs_header;

void gm_runs_write_begin(FILE *out, const gm_runs_header *header);
void gm_runs_write_run_begin(FILE *out, const gm_runs_header *header, const gm_launch *launch,
                             const char *cache);
void gm_runs_write_measured(FILE *out, const char *metric, double value, const char *unit,
                            double spread_ratio);
void gm_runs_write_run_end(FILE *out);
void gm_runs_write_end(FILE *out);

#endif

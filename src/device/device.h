/*
 * A device: every number of its file with unit, source and place, and the peaks derived from them.
 *
 * Loaded by input/, validated once, then const. Numbers are in base units; see device/fact.h for what
 * each is. A number can be unknown: `value` is then meaningless, `known` is false and `note` says why.
 */
#ifndef GM_DEVICE_DEVICE_H
#define GM_DEVICE_DEVICE_H

#include "base/error.h"
#include "base/memory.h"
#include "device/fact.h"
#include "device/rules.h"

#include <stdbool.h>

typedef struct gm_source {
	const char *id;
	const char *title;
	const char *url;  /* "" when there is none */
	const char *read; /* the day it was read or measured, "2026-11-21" */
	bool measured;    /* a measured run rather than a document */
} gm_source;

typedef struct gm_fact {
	bool known;
	bool stated;          /* false only for card rows of a capability file */
	bool overridden;      /* by --set */
	double value;         /* base units */
	const char *written;  /* as in the file, "3.35 TB/s" */
	const gm_source *source; /* NULL when unknown without one, or overridden */
	const char *where;    /* page, table, section; "" when the source is the place */
	const char *note;     /* reason of an unknown, or why the value differs from the cited one; "" */
} gm_fact;

typedef struct gm_device {
	gm_arena *arena;
	const char *name;         /* as its file is called: h100 */
	const char *title;        /* NVIDIA H100 SXM5 80GB */
	const char *vendor;       /* nvidia, amd */
	const char *architecture; /* Hopper */
	const char *doc;          /* "" or how the card was chosen */
	int cc_major, cc_minor;   /* compute capability; 0.0 on AMD */
	bool capability_only;     /* a compute capability, not a card */
	gm_coalescing_rule coalescing;
	gm_bank_rule banks;
	const gm_source *rules_source; /* where the two rules are documented */
	const char *rules_where;
	const char *const *aliases;
	int aliases_count;
	const gm_source *sources;
	int sources_count;
	const double *carveouts_bytes; /* shared memory sizes an SM can be configured for, ascending; the
	                                  last is shared_per_sm */
	int carveouts_count;
	gm_fact facts[GM_FACT_COUNT];
} gm_device;

void gm_device_free(gm_device *device); /* NULL accepted */

/* The value in base units. The fact must be known: ask gm_device_knows first where it may not be. */
double gm_device_value(const gm_device *device, gm_fact_id id);
/* The same, or `otherwise` where it is not known. */
double gm_device_value_or(const gm_device *device, gm_fact_id id, double otherwise);
bool gm_device_knows(const gm_device *device, gm_fact_id id);

/* The measured twin where it is known, else the datasheet value; `id` is the datasheet row of
   GM_SM_CLOCK, GM_L2_BANDWIDTH or GM_DRAM_BANDWIDTH. Both may be unknown: false. */
bool gm_device_achievable(const gm_device *device, gm_fact_id id, double *out);

/* Replaces one number, "dram_bandwidth=3TB/s"; call gm_device_validate after the last one. The measured
   twin of a datasheet number scales with it, so that a what-if on the peak moves the prediction too; its note
   says so. A twin that was itself replaced stays; one whose datasheet number was unknown becomes unknown, for there
   is no ratio. The source of a replaced number is NULL. Errors: GM_USAGE (no name=value), GM_UNKNOWN_NAME with
   the nearest, GM_BAD_UNIT, GM_BAD_VALUE; the device is then unchanged. */
gm_status gm_device_override(gm_device *device, const char *assignment, gm_error *err);

/* Every check that a single row cannot make: limits that must be known are, none that must be positive
   is zero, flags are 0 or 1, counts are whole; warps times lanes are the threads of an SM; block limits
   fit the SM and measured rates their datasheet peaks; latencies grow outwards; the carveouts end at
   shared_per_sm. GM_BAD_VALUE names the rows and their values. */
gm_status gm_device_validate(const gm_device *device, gm_error *err);

/* Peak of `rate` (a GM_RATE_... row) in results per second: SMs x lanes per clock x clock. A fused
   multiply-add is one result and two floating-point operations. NAN-free: false when a factor is
   unknown. */
bool gm_device_peak_per_s(const gm_device *device, gm_fact_id rate, double *out);

#endif

/*
 * Words that the writers of occupancy share.
 */
#ifndef GM_REPORT_OCCUPANCY_WORDS_H
#define GM_REPORT_OCCUPANCY_WORDS_H

#include "base/text.h"
#include "kernel/compiled.h"
#include "model/occupancy_advice.h"

/* "24 KiB" where it is whole, else "24640 B": nothing is rounded. Returns `out`. */
char *gm_occupancy_size(int64_t bytes, char *out, size_t out_bytes);

/* A lever's number, bytes as above, and what it counts: "of shared memory per block". */
char *gm_occupancy_lever_value(gm_lever lever, int64_t value, char *out, size_t out_bytes);
const char *gm_occupancy_lever_of(gm_lever lever);

/* "compute capability 9.0"; AMD devices, which have none: "GCN". */
void gm_occupancy_write_capability(gm_text *out, const gm_device *device);

/* "NVIDIA H100 SXM5 80GB, compute capability 9.0"; once, where the capability is the device. */
void gm_occupancy_write_device(gm_text *out, const gm_device *device);

/* "none", "some", "unknown": static text. */
const char *gm_occupancy_spills_name(gm_spills spills);

#endif

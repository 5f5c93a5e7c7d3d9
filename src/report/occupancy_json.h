/*
 * Inside report/: what the writers of occupancy's JSON share.
 */
#ifndef GM_REPORT_OCCUPANCY_JSON_H
#define GM_REPORT_OCCUPANCY_JSON_H

#include "device/device.h"

#include <jansson.h>

/* "9.0", or the architecture of a device that has no compute capability; a new reference. */
json_t *gm_occupancy_json_capability(const gm_device *device);

#endif

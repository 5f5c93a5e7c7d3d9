/*
 * Devices as text: the list, one in full, several side by side. JSON and CSV of the same.
 */
#ifndef GM_REPORT_DEVICES_H
#define GM_REPORT_DEVICES_H

#include "base/text.h"
#include "device/device.h"

/* Every number with unit, source and place, under headings; then the derived peaks and the sources. */
void gm_report_device_text(gm_text *out, const gm_device *device);

/* One row per number, one column per device; numbers that differ are marked. Wide tables are split
   after as many devices as fit 80 columns. */
void gm_report_devices_text(gm_text *out, gm_device *const *devices, int count);

/* {"schema": "gpumodel-device/1", "devices": [{"device": ..., "facts": {name: {...}}}]} */
void gm_report_devices_json(gm_text *out, gm_device *const *devices, int count);

/* fact,unit,<device>,...: base units, unknown numbers empty. */
void gm_report_devices_csv(gm_text *out, gm_device *const *devices, int count);

#endif

/*
 * Inside report/: what the writers of JSON share.
 */
#ifndef GM_REPORT_JSON_PARTS_H
#define GM_REPORT_JSON_PARTS_H

#include "base/text.h"
#include "kernel/kernel.h"

#include <jansson.h>

/* {"n": 1024, "TILE": 16}; a new reference. */
json_t *gm_json_parameters(const gm_kernel *kernel);

/* One of an array, its comma before it; takes the object. */
void gm_json_append(gm_text *out, json_t *object, size_t index);

#endif

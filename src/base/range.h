/*
 * Lists and ranges of integers, as a sweep names them.
 *
 *     16          one value                 8,16,32        a list
 *     1:32        1, 2, ... 32              1:32:4         1, 5, ... 29
 *     1024:8192:*2  1024, 2048, 4096, 8192  1:4,8,16:64:*2 pieces joined
 *
 * The end of a range is inclusive. Steps are positive; factors at least 2.
 *
 * With a dimension every value and step is a whole quantity of its base unit, written with a unit; 0 needs
 * none. A factor has no unit.
 *
 *     24KiB       24576             0:64KiB:1KiB   0, 1024, ... 65536      1KiB:64KiB:*2
 */
#ifndef GM_BASE_RANGE_H
#define GM_BASE_RANGE_H

#include "base/error.h"
#include "base/quantity.h"

#include <stddef.h>
#include <stdint.h>

enum { GM_RANGE_VALUES_MAX = 1 << 20 };

/* *out is the caller's, released with free(); NULL after a failure. Errors: GM_BAD_SYNTAX,
   GM_BAD_VALUE (an empty or endless range), GM_TOO_LARGE. */
gm_status gm_range_parse(const char *text, int64_t **out, size_t *count, gm_error *err);

/* The same in a dimension; also GM_BAD_UNIT. GM_COUNT: as above, without units. */
gm_status gm_range_parse_quantity(const char *text, gm_dimension dimension, int64_t **out, size_t *count,
                                  gm_error *err);

#endif

/*
 * Numbers with units, read strictly.
 *
 * Inside the program every quantity is a double in the base unit of its dimension (bytes, seconds,
 * hertz, bytes per second, ...); prefixes exist only where text is read or written. A number without
 * the unit its dimension needs is an error, and so is a unit of another dimension.
 *
 * "KB" is refused: the field uses it for 1000 and for 1024 bytes; kB and KiB say which.
 */
#ifndef GM_BASE_QUANTITY_H
#define GM_BASE_QUANTITY_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/*        enumerator              base unit    what it is, for messages */
#define GM_DIMENSION_LIST(X)                                                                       \
	X(GM_COUNT, "", "a count")                                                                 \
	X(GM_BYTES, "B", "a size in bytes")                                                        \
	X(GM_HERTZ, "Hz", "a frequency")                                                           \
	X(GM_SECONDS, "s", "a time")                                                               \
	X(GM_CYCLES, "cycle", "a number of clock cycles")                                          \
	X(GM_BYTES_PER_SECOND, "B/s", "a bandwidth")                                               \
	X(GM_BYTES_PER_CYCLE, "B/cycle", "bytes per clock cycle")                                  \
	X(GM_PER_CYCLE, "1/cycle", "a rate per clock cycle")                                       \
	X(GM_FLOP_PER_SECOND, "FLOP/s", "a rate of floating-point operations")                     \
	X(GM_FLOP_PER_BYTE, "FLOP/B", "a computational intensity")                                 \
	X(GM_RATIO, "1", "a ratio")

typedef enum gm_dimension {
#define X(id, unit, what) id,
	GM_DIMENSION_LIST(X)
#undef X
	        GM_DIMENSION_COUNT
} gm_dimension;

/* "Hz", "B/s", ... and "a frequency", "a bandwidth", ...: static texts. */
const char *gm_dimension_unit(gm_dimension dimension);
const char *gm_dimension_what(gm_dimension dimension);

/* The whole of `text` as a signed integer: decimal, or 0x hexadecimal. */
gm_status gm_integer_parse(const char *text, int64_t *out, gm_error *err);

/* The whole of `text` as a finite number, in the C locale whatever the process uses. */
gm_status gm_number_parse(const char *text, double *out, gm_error *err);

/* `number` in `unit` ("GB/s", "KiB", "MHz", "%", ...) as base units of `dimension`. `unit` may be
   NULL or "" only for GM_COUNT. Errors: GM_BAD_VALUE, GM_BAD_UNIT. */
gm_status gm_quantity_parse(const char *number, const char *unit, gm_dimension dimension, double *out,
                            gm_error *err);

/* The same from one text, "3TB/s" or "3 TB/s". */
gm_status gm_quantity_parse_text(const char *text, gm_dimension dimension, double *out, gm_error *err);

/* For people: three to four significant digits with a fitting prefix, "3.35 TB/s", "228 KiB",
   "1.98 GHz", "12.3 us", "50 %". Returns `out`. */
char *gm_quantity_format(double value, gm_dimension dimension, char *out, size_t out_bytes);

/* For machines: the shortest decimal text that reads back as the same double, C locale. */
char *gm_number_format(double value, char *out, size_t out_bytes);

#endif

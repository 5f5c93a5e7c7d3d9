/*
 * What stands in an argument: types, numbers, bytes. `text` is the whole argument, for messages.
 */
#ifndef GM_SIMT_ARGUMENT_VALUE_H
#define GM_SIMT_ARGUMENT_VALUE_H

#include "simt/arguments.h"

/* s32, the first `length` characters. GM_UNKNOWN_NAME. */
gm_status gm_ptx_value_type(const char *text, size_t length, ptx_type *out, gm_error *err);

/* Decimal, with an exponent where that leaves it whole (9e18), or 0x, from -2^63 to 2^64-1, the latter as its bits. False: something else. */
bool gm_ptx_value_integer(const char *text, int64_t *out);

/* -2^(bits-1) to 2^(bits-1)-1 for signed, 0 to 2^bits-1 for unsigned types. */
bool gm_ptx_value_fits(ptx_type type, const char *text, int64_t value);

/* A number of the argument's type, as its bytes. GM_BAD_VALUE. */
gm_status gm_ptx_value_scalar(const char *text, const char *value, ptx_argument *out, gm_error *err);

/* A structure in hexadecimal digits. GM_BAD_VALUE. */
gm_status gm_ptx_value_structure(const char *text, const char *hex, ptx_argument *out, gm_error *err);

#endif

#include "simt/argument_value.h"

#include "base/text.h"
#include "ptx/half.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ptx_type allowed[] = {PTX_S8,  PTX_U8,  PTX_S16, PTX_U16, PTX_S32, PTX_U32,
				   PTX_S64, PTX_U64, PTX_F16, PTX_F32, PTX_F64};

enum { ALLOWED = sizeof allowed / sizeof *allowed };

gm_status
gm_ptx_value_type(const char *text, size_t length, ptx_type *out, gm_error *err)
{
	const char *names[ALLOWED];
	char word[32];
	for (int i = 0; i < ALLOWED; i++) {
		names[i] = gm_ptx_type_name(allowed[i]);
		if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0) {
			*out = allowed[i];
			return GM_OK;
		}
	}
	snprintf(word, sizeof word, "%.*s", length < 31 ? (int)length : 31, text);
	const char *near = gm_text_nearest(word, names, ALLOWED);
	return gm_fail(
		err, GM_UNKNOWN_NAME,
		"argument '%s': '%s' is no type; expected s8 u8 s16 u16 s32 u32 s64 u64 f16 f32 "
		"f64, or bytes=HEX or struct=MEMBER,MEMBER for a structure or a vector%s%s%s",
		text, word, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* 9e18: a whole number with an exponent. */
static bool
read_whole(const char *text, unsigned long long *out)
{
	char *end;
	const double value = strtod(text, &end), beyond = 18446744073709551616.0;
	if (*end || value >= beyond || value != trunc(value))
		return false;
	*out = (unsigned long long)value;
	return true;
}

bool
gm_ptx_value_integer(const char *text, int64_t *out)
{
	char *end;
	errno = 0;
	const bool negative = text[0] == '-';
	const int base = text[negative] == '0' && (text[negative + 1] | 32) == 'x' ? 16 : 10;
	if (text[negative] < '0' || text[negative] > '9')
		return false;
	unsigned long long magnitude = strtoull(text + negative, &end, base);
	const bool read = *end == '\0' ? errno == 0 : base == 10 && read_whole(text + negative, &magnitude);
	*out = (int64_t)(negative ? 0 - magnitude : magnitude);
	return read && !(negative && magnitude > (uint64_t)1 << 63);
}

bool
gm_ptx_value_fits(ptx_type type, const char *text, int64_t value)
{
	const int bits = gm_ptx_type_bits(type);
	const bool negative = text[0] == '-';
	if (gm_ptx_type_kind(type) == KIND_UNSIGNED)
		return !negative && (bits == 64 || (uint64_t)value >> bits == 0);
	if (bits == 64)
		return negative == (value < 0);
	return value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << (bits - 1);
}

static bool
read_float(ptx_type type, const char *text, uint64_t *bits)
{
	char *end;
	const double value = strtod(text, &end);
	*bits = gm_ptx_bits_of_number(type, value);
	return end != text && !*end;
}

gm_status
gm_ptx_value_scalar(const char *text, const char *value, ptx_argument *out, gm_error *err)
{
	uint64_t bits = 0;
	int64_t integer;
	bool good;
	if (gm_ptx_type_kind(out->type) == KIND_FLOAT)
		good = read_float(out->type, value, &bits);
	else {
		good = gm_ptx_value_integer(value, &integer) && gm_ptx_value_fits(out->type, value, integer);
		bits = good ? (uint64_t)integer : 0;
	}
	if (!good)
		return gm_fail(err, GM_BAD_VALUE, "argument '%s': '%s' is not a value of type %s",
			       text, value, gm_ptx_type_name(out->type));
	out->bytes_count = (size_t)gm_ptx_type_bytes(out->type);
	memcpy(out->bytes, &bits, out->bytes_count);
	return GM_OK;
}

static int
digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

gm_status
gm_ptx_value_structure(const char *text, const char *hex, ptx_argument *out, gm_error *err)
{
	const size_t length = strlen(hex);
	if (length % 2 || length / 2 > PTX_ARGUMENT_BYTES_MAX)
		return gm_fail(err, GM_BAD_VALUE,
			       "argument '%.60s': expected two hexadecimal digits per "
			       "byte, at most 4096 bytes",
			       text);
	for (size_t i = 0; i < length; i += 2) {
		const int high = digit(hex[i]), low = digit(hex[i + 1]);
		if (high < 0 || low < 0)
			return gm_fail(err, GM_BAD_VALUE,
				       "argument '%.60s': '%.2s' is not hexadecimal", text,
				       hex + i);
		out->bytes[i / 2] = (unsigned char)(high * 16 + low);
	}
	out->bytes_count = length / 2;
	out->is_structure = true;
	return GM_OK;
}

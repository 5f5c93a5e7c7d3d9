#include "contents.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	size_t bytes;
} types[] = {
#define X(id, name, bytes) [id] = {name, bytes},
	GM_TYPE_LIST(X)
#undef X
};

static const struct {
	const char *name;
	bool number;
} fills[] = {
#define X(id, name, number) [id] = {name, number},
	GM_FILL_LIST(X)
#undef X
};

size_t
gm_type_bytes(gm_type type)
{
	return types[type].bytes;
}

static bool
find_type(gm_type *out, const char *text, size_t length)
{
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		if (strlen(types[i].name) == length && memcmp(types[i].name, text, length) == 0) {
			*out = (gm_type)i;
			return true;
		}
	}
	return false;
}

static bool
find_fill(gm_fill *out, const char *text, size_t length, bool number)
{
	for (size_t i = 0; i < sizeof fills / sizeof fills[0]; i++) {
		if (fills[i].number == number && strlen(fills[i].name) == length
		    && memcmp(fills[i].name, text, length) == 0) {
			*out = (gm_fill)i;
			return true;
		}
	}
	return false;
}

bool
gm_contents_parse(gm_contents *contents, const char *text)
{
	const char *bracket = strchr(text, '[');
	char *after;

	memset(contents, 0, sizeof *contents);
	if (bracket == NULL || !find_type(&contents->type, text, (size_t)(bracket - text)))
		return false;
	contents->count = strtoull(bracket + 1, &after, 10);
	if (contents->count == 0 || strncmp(after, "]:", 2) != 0)
		return false;
	const char *fill = after + 2;
	const char *equals = strchr(fill, '=');
	const size_t length = equals != NULL ? (size_t)(equals - fill) : strlen(fill);
	if (!find_fill(&contents->fill, fill, length, equals != NULL))
		return false;
	if (equals == NULL)
		return true;
	if (contents->fill == GM_FILE)
		return snprintf(contents->file, sizeof contents->file, "%s", equals + 1)
		       < (int)sizeof contents->file;
	contents->number = strtod(equals + 1, &after);
	return after != equals + 1 && *after == '\0';
}

/* IEEE half from float, for the ordinary numbers used here: rounds to nearest, flushes the tiny. */
static uint16_t
half_of(double value)
{
	const float single = (float)value;
	uint32_t bits;

	memcpy(&bits, &single, sizeof bits);
	const uint32_t sign = bits >> 16 & 0x8000u;
	const int exponent = (int)(bits >> 23 & 0xffu) - 127 + 15;
	if (exponent <= 0)
		return (uint16_t)sign;
	if (exponent >= 31)
		return (uint16_t)(sign | 0x7c00u);
	return (uint16_t)(sign + ((uint32_t)exponent << 10) + (((bits & 0x7fffffu) + 0xfffu) >> 13));
}

static double
number_of_half(uint16_t half)
{
	const double sign = half & 0x8000u ? -1.0 : 1.0;
	const int exponent = half >> 10 & 0x1f;
	const double fraction = (half & 0x3ff) / 1024.0;

	return exponent == 0 ? sign * ldexp(fraction, -14) : sign * ldexp(1.0 + fraction, exponent - 15);
}

static void
put_integer(gm_type type, void *array, uint64_t i, uint64_t value)
{
	switch (type) {
	case GM_U8: ((uint8_t *)array)[i] = (uint8_t)value; break;
	case GM_U16: ((uint16_t *)array)[i] = (uint16_t)value; break;
	case GM_S32:
	case GM_U32: ((uint32_t *)array)[i] = (uint32_t)value; break;
	case GM_S64:
	case GM_U64: ((uint64_t *)array)[i] = value; break;
	case GM_F16: ((uint16_t *)array)[i] = half_of((double)value); break;
	case GM_F32: ((float *)array)[i] = (float)value; break;
	case GM_F64: ((double *)array)[i] = (double)value; break;
	}
}

static void
put_real(gm_type type, void *array, uint64_t i, double value)
{
	switch (type) {
	case GM_F16: ((uint16_t *)array)[i] = half_of(value); break;
	case GM_F32: ((float *)array)[i] = (float)value; break;
	case GM_F64: ((double *)array)[i] = value; break;
	default: put_integer(type, array, i, (uint64_t)(int64_t)value); break;
	}
}

static bool
is_real(gm_type type)
{
	return type == GM_F16 || type == GM_F32 || type == GM_F64;
}

static uint64_t
mix(uint64_t index)
{
	uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Even over [0, 1): the upper 53 bits. */
static double
unit_of(uint64_t bits)
{
	return (double)(bits >> 11) * 0x1p-53;
}

static uint64_t
integer_element(const gm_contents *contents, uint64_t i)
{
	const uint64_t k = (uint64_t)contents->number;
	const uint64_t count = contents->count;

	switch (contents->fill) {
	case GM_IOTA: return i;
	case GM_STEP: return i * k;
	case GM_GATHER: return i * k % count;
	case GM_CHAIN: return (i + k) % count;
	case GM_RANDOM: return mix(i) & (UINT64_MAX >> (64 - 8 * gm_type_bytes(contents->type)));
	case GM_SIGNED: return mix(i) & (UINT64_MAX >> 1 >> (64 - 8 * gm_type_bytes(contents->type)));
	case GM_RANDOM_BELOW: return (uint64_t)(unit_of(mix(i)) * (double)k);
	case GM_BAND: return (i / k + mix(i) % (4 * k)) % (count / k);
	default: return 0;
	}
}

static double
real_element(const gm_contents *contents, uint64_t i)
{
	const double unit = unit_of(mix(i));

	if (contents->fill == GM_SIGNED)
		return 2.0 * unit - 1.0;
	return contents->fill == GM_RANDOM ? unit : contents->number * unit;
}

bool
gm_contents_by_pieces(const gm_contents *contents)
{
	return contents->fill != GM_CYCLE && contents->fill != GM_FILE;
}

void
gm_contents_fill(const gm_contents *contents, void *to, uint64_t first, uint64_t count)
{
	const bool random = contents->fill == GM_RANDOM || contents->fill == GM_SIGNED ||
	                    contents->fill == GM_RANDOM_BELOW;

	if (contents->fill == GM_ZERO) {
		memset(to, 0, count * gm_type_bytes(contents->type));
	} else if (contents->fill == GM_FILL) {
		for (uint64_t i = 0; i < count; i++)
			put_real(contents->type, to, i, contents->number);
	} else if (random && is_real(contents->type)) {
		for (uint64_t i = 0; i < count; i++)
			put_real(contents->type, to, i, real_element(contents, first + i));
	} else {
		for (uint64_t i = 0; i < count; i++)
			put_integer(contents->type, to, i, integer_element(contents, first + i));
	}
}

/* One cycle through the elements 0, K, 2K ...: Sattolo's shuffle gives a permutation that is a
   single cycle; the elements between keep 0. */
static bool
fill_cycle(const gm_contents *contents, void *to)
{
	const uint64_t stride = contents->number >= 1.0 ? (uint64_t)contents->number : 1;
	const uint64_t stops = contents->count / stride;
	uint64_t *next = malloc((stops > 0 ? stops : 1) * sizeof *next);

	if (next == NULL)
		return false;
	for (uint64_t i = 0; i < stops; i++)
		next[i] = i;
	for (uint64_t i = stops; i-- > 1;) {
		const uint64_t j = mix(i) % i;
		const uint64_t swapped = next[i];
		next[i] = next[j];
		next[j] = swapped;
	}
	memset(to, 0, contents->count * gm_type_bytes(contents->type));
	for (uint64_t i = 0; i < stops; i++)
		put_integer(contents->type, to, i * stride, next[i] * stride);
	free(next);
	return true;
}

static bool
fill_from_file(const gm_contents *contents, const char *folder, void *to)
{
	char path[1200];
	double value;
	uint64_t i = 0;

	snprintf(path, sizeof path, "%s/%s", folder, contents->file);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return false;
	for (; i < contents->count && fscanf(file, "%lf", &value) == 1; i++)
		put_real(contents->type, to, i, value);
	fclose(file);
	return i == contents->count;
}

bool
gm_contents_fill_whole(const gm_contents *contents, const char *folder, void *to)
{
	if (contents->fill == GM_CYCLE)
		return fill_cycle(contents, to);
	return fill_from_file(contents, folder, to);
}

bool
gm_scalar_parse(uint64_t *out, const char *text)
{
	const char *equals = strchr(text, '=');
	gm_type type;
	char *after;

	*out = 0;
	if (equals == NULL || !find_type(&type, text, (size_t)(equals - text)))
		return false;
	if (is_real(type))
		put_real(type, out, 0, strtod(equals + 1, &after));
	else
		put_integer(type, out, 0, (uint64_t)strtoll(equals + 1, &after, 0));
	return after != equals + 1 && *after == '\0';
}

size_t
gm_scalar_bytes(const char *text)
{
	gm_type type;

	return find_type(&type, text, strcspn(text, "=")) ? gm_type_bytes(type) : 0;
}

double
gm_type_number(gm_type type, const void *array, uint64_t i)
{
	switch (type) {
	case GM_U8: return ((const uint8_t *)array)[i];
	case GM_U16: return ((const uint16_t *)array)[i];
	case GM_S32: return ((const int32_t *)array)[i];
	case GM_U32: return ((const uint32_t *)array)[i];
	case GM_S64: return (double)((const int64_t *)array)[i];
	case GM_U64: return (double)((const uint64_t *)array)[i];
	case GM_F16: return number_of_half(((const uint16_t *)array)[i]);
	case GM_F32: return ((const float *)array)[i];
	case GM_F64: return ((const double *)array)[i];
	}
	return 0.0;
}

#include "base/quantity.h"

#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 63, LONGEST_QUANTITY = 127 };

static const struct {
	const char *unit, *what;
} dimensions[GM_DIMENSION_COUNT] = {
#define X(id, unit, what) [id] = {unit, what},
	GM_DIMENSION_LIST(X)
#undef X
};

/* Powers of 1024, exact in a double. */
#define KIB 1024.0
#define MIB (1024.0 * KIB)
#define GIB (1024.0 * MIB)
#define TIB (1024.0 * GIB)

/* One row per unit: a number in it times `times` over `over` is in the base unit. Two factors,
   because 2.4 / 1e6 is nearer to 2.4e-6 than 2.4 * 1e-6 is. `shown`: gm_quantity_format may choose
   it; the shown rows of a dimension stand in ascending order. */
typedef struct unit_row {
	const char *name;
	gm_dimension dimension;
	double times, over;
	bool shown;
} unit_row;

static const unit_row units[] = {
	{"", GM_COUNT, 1, 1, true},
	{"B", GM_BYTES, 1, 1, true},
	{"kB", GM_BYTES, 1e3, 1, false},
	{"MB", GM_BYTES, 1e6, 1, false},
	{"GB", GM_BYTES, 1e9, 1, false},
	{"TB", GM_BYTES, 1e12, 1, false},
	{"KiB", GM_BYTES, KIB, 1, true},
	{"MiB", GM_BYTES, MIB, 1, true},
	{"GiB", GM_BYTES, GIB, 1, true},
	{"TiB", GM_BYTES, TIB, 1, true},
	{"Hz", GM_HERTZ, 1, 1, true},
	{"kHz", GM_HERTZ, 1e3, 1, true},
	{"MHz", GM_HERTZ, 1e6, 1, true},
	{"GHz", GM_HERTZ, 1e9, 1, true},
	{"ns", GM_SECONDS, 1, 1e9, true},
	{"us", GM_SECONDS, 1, 1e6, true},
	{"ms", GM_SECONDS, 1, 1e3, true},
	{"s", GM_SECONDS, 1, 1, true},
	{"cycle", GM_CYCLES, 1, 1, false},
	{"cycles", GM_CYCLES, 1, 1, true},
	{"B/s", GM_BYTES_PER_SECOND, 1, 1, true},
	{"kB/s", GM_BYTES_PER_SECOND, 1e3, 1, true},
	{"MB/s", GM_BYTES_PER_SECOND, 1e6, 1, true},
	{"GB/s", GM_BYTES_PER_SECOND, 1e9, 1, true},
	{"TB/s", GM_BYTES_PER_SECOND, 1e12, 1, true},
	{"KiB/s", GM_BYTES_PER_SECOND, KIB, 1, false},
	{"MiB/s", GM_BYTES_PER_SECOND, MIB, 1, false},
	{"GiB/s", GM_BYTES_PER_SECOND, GIB, 1, false},
	{"TiB/s", GM_BYTES_PER_SECOND, TIB, 1, false},
	{"B/cycle", GM_BYTES_PER_CYCLE, 1, 1, true},
	{"1/cycle", GM_PER_CYCLE, 1, 1, false},
	{"/cycle", GM_PER_CYCLE, 1, 1, true},
	{"FLOP/s", GM_FLOP_PER_SECOND, 1, 1, true},
	{"kFLOP/s", GM_FLOP_PER_SECOND, 1e3, 1, true},
	{"MFLOP/s", GM_FLOP_PER_SECOND, 1e6, 1, true},
	{"GFLOP/s", GM_FLOP_PER_SECOND, 1e9, 1, true},
	{"TFLOP/s", GM_FLOP_PER_SECOND, 1e12, 1, true},
	{"PFLOP/s", GM_FLOP_PER_SECOND, 1e15, 1, true},
	{"FLOP/B", GM_FLOP_PER_BYTE, 1, 1, true},
	{"1", GM_RATIO, 1, 1, false},
	{"%", GM_RATIO, 1, 100, true},
};

/* Spellings that mean two things, or something else than the writer likely thinks. */
static const struct {
	const char *name, *advice;
} refused[] = {
	{"KB", "it is used for 1000 and for 1024 bytes: write kB or KiB"},
	{"KB/s", "it is used for 1000 and for 1024 bytes a second: write kB/s or KiB/s"},
	{"K", "write the number out, or kB or KiB for bytes"},
	{"M", "write the number out, or MB, MiB or MHz"},
	{"G", "write the number out, or GB, GiB or GHz"},
	{"b", "it means bits: write bytes, B"},
	{"kb", "it means bits: write bytes, kB or KiB"},
	{"Mb", "it means bits: write bytes, MB or MiB"},
	{"Gb", "it means bits: write bytes, GB or GiB"},
	{"Mb/s", "it means bits a second: write bytes, MB/s"},
	{"Gb/s", "it means bits a second: write bytes, GB/s"},
	{"Gbit/s", "it means bits a second: write bytes, GB/s"},
	{"GFLOPS", "it is used for a rate and for a number: write GFLOP/s"},
	{"TFLOPS", "it is used for a rate and for a number: write TFLOP/s"},
};

enum {
	UNITS_COUNT = sizeof units / sizeof units[0],
	REFUSED_COUNT = sizeof refused / sizeof refused[0]
};

const char *
gm_dimension_unit(gm_dimension dimension)
{
	assert(dimension < GM_DIMENSION_COUNT);
	return dimensions[dimension].unit;
}

const char *
gm_dimension_what(gm_dimension dimension)
{
	assert(dimension < GM_DIMENSION_COUNT);
	return dimensions[dimension].what;
}

/* glibc hands out one static object for "C", so this neither allocates nor reads files. */
static locale_t
c_locale(void)
{
	return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t
skip_digits(const char *text, size_t at)
{
	while (is_digit(text[at]))
		at++;
	return at;
}

/* Length of the decimal number that `text` begins with, 0 for none: [+-] digits [. digits] [e [+-]
   digits], with a digit on at least one side of the point. No hexadecimal, no inf, no nan, no
   blanks: all of these strtod would take. */
static size_t
number_length(const char *text)
{
	const size_t start = text[0] == '+' || text[0] == '-';
	size_t at = skip_digits(text, start);
	size_t digits = at - start;
	if (text[at] == '.') {
		const size_t end = skip_digits(text, at + 1);
		digits += end - at - 1;
		at = end;
	}
	if (digits == 0)
		return 0;
	if (text[at] == 'e' || text[at] == 'E') {
		const size_t power = at + 1 + (text[at + 1] == '+' || text[at + 1] == '-');
		const size_t end = skip_digits(text, power);
		at = end > power ? end : at;
	}
	return at;
}

/* The first `length` bytes of `text`, which number_length accepted. */
static gm_status
read_number(const char *text, size_t length, double *out, gm_error *err)
{
	char copy[LONGEST_NUMBER + 1];
	if (length > LONGEST_NUMBER)
		return gm_fail(err, GM_BAD_VALUE, "expected a number, found one of %zu characters",
			       length);
	memcpy(copy, text, length);
	copy[length] = '\0';
	const locale_t locale = c_locale();
	errno = 0;
	const double value = strtod_l(copy, NULL, locale);
	freelocale(locale);
	const bool vanished = errno == ERANGE && value == 0.0;
	if (!isfinite(value) || vanished)
		return gm_fail(err, GM_BAD_VALUE, "'%s' is too %s for a number", copy,
			       vanished ? "small" : "large");
	*out = value;
	return GM_OK;
}

gm_status
gm_number_parse(const char *text, double *out, gm_error *err)
{
	const size_t length = number_length(text);
	if (length == 0 || text[length] != '\0')
		return gm_fail(err, GM_BAD_VALUE, "expected a number, found '%.60s'", text);
	return read_number(text, length, out, err);
}

static int
digit_value(char c, unsigned base)
{
	int value = -1;
	if (is_digit(c))
		value = c - '0';
	else if (c >= 'a' && c <= 'f')
		value = c - 'a' + 10;
	else if (c >= 'A' && c <= 'F')
		value = c - 'A' + 10;
	return value < (int)base ? value : -1;
}

gm_status
gm_integer_parse(const char *text, int64_t *out, gm_error *err)
{
	const bool negative = text[0] == '-';
	const char *digits = text + (text[0] == '-' || text[0] == '+');
	const bool hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
	const unsigned base = hexadecimal ? 16 : 10;
	digits += hexadecimal ? 2 : 0;
	int64_t value = 0;
	const char *at = digits;
	for (int digit; (digit = digit_value(*at, base)) >= 0; at++)
		if (__builtin_mul_overflow(value, (int64_t)base, &value) ||
		    __builtin_add_overflow(value, negative ? -digit : digit, &value))
			return gm_fail(err, GM_BAD_VALUE, "'%.60s' exceeds 64 bits", text);
	if (at == digits || *at != '\0')
		return gm_fail(err, GM_BAD_VALUE, "expected an integer, found '%.60s'", text);
	*out = value;
	return GM_OK;
}

static const unit_row *
find_unit(const char *name)
{
	for (int i = 0; i < UNITS_COUNT; i++)
		if (strcmp(units[i].name, name) == 0)
			return &units[i];
	return NULL;
}

/* The unit exists nowhere: say why it is refused, or what was likely meant. */
static gm_status
fail_unknown_unit(const char *unit, gm_dimension dimension, gm_error *err)
{
	for (int i = 0; i < REFUSED_COUNT; i++)
		if (strcmp(refused[i].name, unit) == 0)
			return gm_fail(err, GM_BAD_UNIT, "unit '%s' is refused: %s", unit,
				       refused[i].advice);
	const char *names[UNITS_COUNT];
	size_t count = 0;
	for (int i = 0; i < UNITS_COUNT; i++)
		if (units[i].dimension == dimension)
			names[count++] = units[i].name;
	const char *nearest = gm_text_nearest(unit, names, count);
	if (!nearest || !nearest[0])
		nearest = gm_dimension_unit(dimension);
	if (!nearest[0])
		return gm_fail(err, GM_BAD_UNIT, "expected %s without a unit, found unit '%.40s'",
			       gm_dimension_what(dimension), unit);
	return gm_fail(err, GM_BAD_UNIT, "unknown unit '%.40s'; expected %s, nearest: %s", unit,
		       gm_dimension_what(dimension), nearest);
}

/* `shown` is the quantity as the user wrote it, for the message. */
static gm_status
find_unit_of(const char *unit, gm_dimension dimension, const char *shown, const unit_row **out,
	     gm_error *err)
{
	const unit_row *row = find_unit(unit);
	if (!row)
		return fail_unknown_unit(unit, dimension, err);
	if (row->dimension == dimension) {
		*out = row;
		return GM_OK;
	}
	const char *what = gm_dimension_what(dimension);
	if (!unit[0])
		return gm_fail(err, GM_BAD_UNIT, "expected %s in %s, found '%s' without a unit",
			       what, gm_dimension_unit(dimension), shown);
	if (dimension == GM_COUNT)
		return gm_fail(err, GM_BAD_UNIT, "expected a count without a unit, found '%s'",
			       shown);
	return gm_fail(err, GM_BAD_UNIT, "expected %s, found '%s', which is %s", what, shown,
		       gm_dimension_what(row->dimension));
}

gm_status
gm_quantity_parse(const char *number, const char *unit, gm_dimension dimension, double *out,
		  gm_error *err)
{
	char shown[LONGEST_QUANTITY + 1];
	const char *name = unit ? unit : "";
	snprintf(shown, sizeof shown, "%.60s%s%.60s", number, name[0] ? " " : "", name);
	const unit_row *row = NULL;
	double value = 0.0;
	gm_status status = gm_number_parse(number, &value, err);
	if (status == GM_OK)
		status = find_unit_of(name, dimension, shown, &row, err);
	if (status != GM_OK)
		return status;
	const double scaled = value * row->times / row->over;
	if (!isfinite(scaled))
		return gm_fail(err, GM_BAD_VALUE, "'%s' is too large for a number", shown);
	*out = scaled;
	return GM_OK;
}

gm_status
gm_quantity_parse_text(const char *text, gm_dimension dimension, double *out, gm_error *err)
{
	char number[LONGEST_NUMBER + 1];
	const size_t length = number_length(text);
	if (length == 0)
		return gm_fail(err, GM_BAD_VALUE, "expected %s, found '%.60s'",
			       gm_dimension_what(dimension), text);
	if (length > LONGEST_NUMBER)
		return read_number(text, length, out, err);
	memcpy(number, text, length);
	number[length] = '\0';
	const char *unit = text + length;
	unit += unit[0] == ' ' && unit[1] != '\0';
	return gm_quantity_parse(number, unit, dimension, out, err);
}

/* printf of one double in the C locale: a decimal comma of the process must not show. */
static void
print_number(char *out, size_t out_bytes, int digits, double value)
{
	const locale_t locale = c_locale(), before = uselocale(locale);
	snprintf(out, out_bytes, "%.*g", digits, value);
	uselocale(before);
	freelocale(locale);
}

/* The largest shown unit in which the value, rounded to four digits, is at least 1; else the
 * smallest. */
static const unit_row *
fitting_unit(double value, gm_dimension dimension)
{
	const double rounding_up = 1.00005;
	const unit_row *best = NULL;
	for (int i = 0; i < UNITS_COUNT; i++) {
		const unit_row *row = &units[i];
		if (row->dimension != dimension || !row->shown)
			continue;
		if (!best || fabs(value) * rounding_up >= row->times / row->over)
			best = row;
	}
	return best;
}

char *
gm_quantity_format(double value, gm_dimension dimension, char *out, size_t out_bytes)
{
	assert(dimension < GM_DIMENSION_COUNT);
	const unit_row *row = value == 0.0 && dimension == GM_SECONDS
				      ? find_unit("s")
				      : fitting_unit(value, dimension);
	const bool whole = dimension == GM_COUNT && value == nearbyint(value) && fabs(value) < 1e15;
	char number[LONGEST_NUMBER + 1];
	print_number(number, sizeof number, whole ? 15 : 4, value * row->over / row->times);
	const char *unit = dimension == GM_CYCLES && value == 1.0 ? "cycle" : row->name;
	snprintf(out, out_bytes, "%s%s%s", number, unit[0] ? " " : "", unit);
	return out;
}

char *
gm_number_format(double value, char *out, size_t out_bytes)
{
	const locale_t locale = c_locale();
	char number[LONGEST_NUMBER + 1];
	for (int digits = 15; digits <= 17; digits++) {
		print_number(number, sizeof number, digits, value);
		if (strtod_l(number, NULL, locale) == value)
			break;
	}
	freelocale(locale);
	snprintf(out, out_bytes, "%s", number);
	return out;
}

#include "input/profile_file.h"

#include "base/quantity.h"

#include <string.h>

/* ---- numbers ---- */

gm_number_style
gm_number_style_of(const char *number)
{
	const char *point = strrchr(number, '.'), *comma = strrchr(number, ',');
	if (point && comma)
		return point > comma ? GM_STYLE_POINT : GM_STYLE_COMMA;
	const char *mark = point ? point : comma;
	if (!mark)
		return GM_STYLE_OPEN;
	const bool several = strchr(number, *mark) != mark;
	const size_t before = (size_t)(mark - number) - (*number == '-');
	const size_t after = strspn(mark + 1, "0123456789");
	const bool thousands = after == 3 && mark[4] == '\0' && before >= 1 && before <= 3 &&
	                       *number != '0';
	if (several)
		return point ? GM_STYLE_COMMA : GM_STYLE_POINT;
	if (thousands)
		return GM_STYLE_OPEN;
	return point ? GM_STYLE_POINT : GM_STYLE_COMMA;
}

bool
gm_styled_number_parse(const char *number, gm_number_style style, double *out)
{
	char plain[64];
	size_t length = 0;
	const char separator = style == GM_STYLE_COMMA ? '.' : ',';
	const char mark = style == GM_STYLE_COMMA ? ',' : '.';
	for (; *number; number++) {
		if (*number == separator) {
			/* Between whole thousands only. */
			if (strspn(number + 1, "0123456789") != 3 || memchr(plain, '.', length))
				return false;
			continue;
		}
		if (length + 1 == sizeof plain)
			return false;
		plain[length++] = *number == mark ? '.' : *number;
	}
	plain[length] = '\0';
	return gm_number_parse(plain, out, NULL) == GM_OK;
}

/* ---- units ---- */

/* Words of a unit and their size in the base. */
static const struct {
	const char *word, *base;
	double factor;
} words[] = {
        {"nsecond", "s", 1e-9}, {"usecond", "s", 1e-6}, {"msecond", "s", 1e-3}, {"second", "s", 1},
        {"ns", "s", 1e-9},      {"us", "s", 1e-6},      {"ms", "s", 1e-3},      {"s", "s", 1},
        {"byte", "byte", 1},    {"Kbyte", "byte", 1e3}, {"Mbyte", "byte", 1e6}, {"Gbyte", "byte", 1e9},
        {"Tbyte", "byte", 1e12}, {"B", "byte", 1},      {"KB", "byte", 1e3},    {"MB", "byte", 1e6},
        {"GB", "byte", 1e9},    {"TB", "byte", 1e12},   {"%", "%", 1},          {"cycle", "cycle", 1},
        {"", "count", 1},       {"inst", "count", 1},   {"instruction", "count", 1},
        {"sector", "count", 1}, {"sectors", "count", 1}, {"request", "count", 1},
        {"line", "count", 1},   {"wavefront", "count", 1}, {"access", "count", 1},
        {"warp", "count", 1},   {"thread", "count", 1}, {"block", "count", 1},
        {"cluster", "count", 1}, {"register", "count", 1}, {"pass", "count", 1},
        {"SM", "count", 1},     {"TPC", "count", 1},    {"GPC", "count", 1},
};

/* What comes behind a slash and says only whose number it is. */
static const char *const owners[] = {"block", "thread", "warp", "request", "launch"};

static const char *
find_word(const char *text, size_t length, double *factor)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].word) == length && memcmp(words[i].word, text, length) == 0) {
			*factor = words[i].factor;
			return words[i].base;
		}
	return NULL;
}

static bool
is_owner(const char *text)
{
	for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
		if (strcmp(owners[i], text) == 0)
			return true;
	return false;
}

const char *
gm_profile_unit(const char *unit, double *factor)
{
	const char *slash = strchr(unit, '/');
	const char *base = find_word(unit, slash ? (size_t)(slash - unit) : strlen(unit), factor);
	double below = 1;
	if (!base)
		*factor = 1;
	if (strstr(unit, "hz") || strstr(unit, "Hz"))
		return NULL;
	if (!base)
		return "";
	if (!slash || is_owner(slash + 1))
		return base;
	const char *per = find_word(slash + 1, strlen(slash + 1), &below);
	if (!per)
		return "";
	if (strcmp(per, "s") == 0 && strcmp(base, "byte") == 0) {
		*factor /= below;
		return "byte/s";
	}
	/* Cycles per second are a frequency; all else is a ratio of two amounts. */
	return strcmp(per, "s") == 0 ? NULL : "ratio";
}

/* ---- metrics ---- */

static const struct {
	const char *title, *metric;
} titles[] = {
        {"Duration", "gpu__time_duration.sum"},
        {"Elapsed Cycles", "sm__cycles_elapsed.max"},
        {"Registers Per Thread", "launch__registers_per_thread"},
        {"Static Shared Memory Per Block", "launch__shared_mem_per_block_static"},
        {"Waves Per SM", "launch__waves_per_multiprocessor"},
        {"Block Limit SM", "launch__occupancy_limit_blocks"},
        {"Block Limit Registers", "launch__occupancy_limit_registers"},
        {"Block Limit Shared Mem", "launch__occupancy_limit_shared_mem"},
        {"Block Limit Warps", "launch__occupancy_limit_warps"},
        {"Theoretical Occupancy", "sm__maximum_warps_per_active_cycle_pct"},
        {"Achieved Occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"},
};

/* By beginning; the first that fits decides. */
static const struct {
	const char *begins;
	bool kept;
} beginnings[] = {
        {"profiler__", false}, {"device__", false},   {"nvlink__", false},
        {"numa__", false},     {"launch__occupancy_cluster", false},
        {"launch__", true},    {"memory_l1_", true},
};

/* Else by ending. */
static const char *const endings[] = {".sum", ".pct", "_pct", ".ratio",
                                      ".avg.pct_of_peak_sustained_active",
                                      ".avg.pct_of_peak_sustained_elapsed"};

static bool
ends_with(const char *text, const char *end)
{
	const size_t length = strlen(text), tail = strlen(end);
	return length >= tail && strcmp(text + length - tail, end) == 0;
}

const char *
gm_profile_metric(const char *name)
{
	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
		if (strcmp(titles[i].title, name) == 0 || strcmp(titles[i].metric, name) == 0)
			return titles[i].metric;
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (strncmp(beginnings[i].begins, name, strlen(beginnings[i].begins)) == 0)
			return beginnings[i].kept ? name : NULL;
	for (size_t i = 0; i < sizeof endings / sizeof *endings && strstr(name, "__"); i++)
		if (ends_with(name, endings[i]))
			return name;
	return NULL;
}

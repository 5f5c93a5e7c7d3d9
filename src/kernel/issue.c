#include "kernel/issue.h"

#include <math.h>

#include <string.h>

static const struct {
	const char *name, *what;
} units[GM_UNIT_COUNT] = {
#define X(id, name, what) [id] = {name, what},
	GM_UNIT_LIST(X)
#undef X
};

const char *
gm_unit_name(gm_unit unit)
{
	return units[unit].name;
}

const char *
gm_unit_what(gm_unit unit)
{
	return units[unit].what;
}

double
gm_issue_total(const gm_issue *issue)
{
	double sum = (double)issue->either;
	for (int u = 0; u < GM_UNIT_COUNT; u++)
		sum += (double)issue->of[u];
	return sum;
}

/* Single, double, half; -1 for integers. */
static int
width_of(gm_type type)
{
	switch (type) {
	case GM_F32:
	case GM_F32X2:
	case GM_F32X4: return 0;
	case GM_F64:
	case GM_F64X2: return 1;
	case GM_F16:
	case GM_F16X2:
	case GM_BF16: return 2;
	default: return -1;
	}
}

gm_float
gm_float_of(gm_operation operation, gm_type type)
{
	const int width = width_of(type);
	if (width < 0 || (operation != GM_ADD && operation != GM_MUL && operation != GM_FMA))
		return GM_FLOAT_COUNT;
	const int kind = operation == GM_ADD ? 0 : operation == GM_MUL ? 1 : 2;
	return (gm_float)(GM_FLOAT_FADD + 3 * width + kind);
}

static const char *const issued_names[GM_ISSUED_COUNT] = {
#define X(id, name) [id] = name,
	GM_ISSUED_LIST(X)
#undef X
};

const char *
gm_issued_name(gm_issued kind)
{
	return issued_names[kind];
}

gm_issued
gm_issued_of(gm_operation operation, gm_space space)
{
	const bool load = operation == GM_LOAD, store = operation == GM_STORE;
	if (space == GM_GLOBAL && (load || store))
		return load ? GM_ISSUED_GLOBAL_LOAD : GM_ISSUED_GLOBAL_STORE;
	if (space == GM_SHARED && (load || store))
		return load ? GM_ISSUED_SHARED_LOAD : GM_ISSUED_SHARED_STORE;
	return GM_ISSUED_COUNT;
}

void
gm_issue_add(gm_issue *to, const gm_issue *more)
{
	for (int u = 0; u < GM_UNIT_COUNT; u++)
		to->of[u] += more->of[u];
	for (int i = 0; i < GM_ISSUED_COUNT; i++)
		to->accesses[i] += more->accesses[i];
	to->either += more->either;
	to->constants += more->constants;
	to->twice += more->twice;
	to->tensor_clocks += more->tensor_clocks;
	to->bank_clocks += more->bank_clocks;
	to->bank_clocks_shared += more->bank_clocks_shared;
}

gm_issue
gm_issue_scaled(const gm_issue *issue, double by)
{
	gm_issue scaled = {0};
	for (int u = 0; u < GM_UNIT_COUNT; u++)
		scaled.of[u] = (float)(by * (double)issue->of[u]);
	for (int i = 0; i < GM_ISSUED_COUNT; i++)
		scaled.accesses[i] = (float)(by * (double)issue->accesses[i]);
	scaled.either = (float)(by * (double)issue->either);
	scaled.constants = (float)(by * (double)issue->constants);
	scaled.twice = (float)(by * (double)issue->twice);
	scaled.tensor_clocks = (float)(by * (double)issue->tensor_clocks);
	scaled.bank_clocks = (float)(by * (double)issue->bank_clocks);
	scaled.bank_clocks_shared = (float)(by * (double)issue->bank_clocks_shared);
	return scaled;
}

gm_issue
gm_issue_take(gm_issue *from)
{
	const gm_issue taken = gm_issue_scaled(from, 1);
	memset(from->of, 0, sizeof from->of);
	memset(from->accesses, 0, sizeof from->accesses);
	from->either = from->constants = from->twice = from->tensor_clocks = 0;
	from->bank_clocks = from->bank_clocks_shared = 0;
	return taken;
}

const char *
gm_kernel_issues_why(const gm_kernel *kernel)
{
	return kernel->issues_why ? kernel->issues_why : "as stated";
}

static gm_unit
arithmetic_unit(gm_operation operation, gm_type type)
{
	if (type == GM_F64 || type == GM_F64X2)
		return GM_UNIT_FP64;
	return gm_type_is_floating(type) || operation != GM_ADD ? GM_UNIT_FMA : GM_UNIT_ALU;
}

double
gm_issue_code_bytes(const gm_issue *issues, int sites_count)
{
	enum { INSTRUCTION_BYTES = 16, UNIT_BYTES = 256 };
	double instructions = 0;
	for (int s = 0; s < sites_count; s++)
		instructions += issues[s].code > 0 ? (double)issues[s].code : gm_issue_total(&issues[s]);
	return UNIT_BYTES * ceil(instructions * INSTRUCTION_BYTES / UNIT_BYTES);
}

/* The unit of an operation as a descriptor states it. */
static gm_unit
unit_of(const gm_site *site)
{
	static const gm_unit by_operation[GM_OPERATION_COUNT] = {
		[GM_LOAD] = GM_UNIT_LSU,        [GM_STORE] = GM_UNIT_LSU,
		[GM_ATOMIC] = GM_UNIT_LSU,      [GM_REDUCE] = GM_UNIT_LSU,
		[GM_ASYNC_COPY] = GM_UNIT_LSU,  [GM_SHUFFLE] = GM_UNIT_LSU,
		[GM_BARRIER] = GM_UNIT_CONTROL, [GM_BRANCH] = GM_UNIT_CONTROL,
		[GM_MIN_MAX] = GM_UNIT_ALU,     [GM_COMPARE] = GM_UNIT_ALU,
		[GM_LOGIC] = GM_UNIT_ALU,       [GM_SHIFT] = GM_UNIT_ALU,
		[GM_MOVE] = GM_UNIT_ALU,        [GM_BITS] = GM_UNIT_XU,
		[GM_CONVERT] = GM_UNIT_XU,      [GM_SQRT] = GM_UNIT_XU,
		[GM_RECIPROCAL] = GM_UNIT_XU,   [GM_EXP] = GM_UNIT_XU,
		[GM_LOG] = GM_UNIT_XU,          [GM_TRIG] = GM_UNIT_XU,
		[GM_DIV] = GM_UNIT_XU,          [GM_MMA] = GM_UNIT_TENSOR,
		[GM_VOTE] = GM_UNIT_OTHER,      [GM_FENCE] = GM_UNIT_OTHER,
		[GM_OTHER] = GM_UNIT_OTHER,
	};
	if (site->space == GM_CONSTANT)
		return GM_UNIT_OTHER;
	switch (site->operation) {
	case GM_FMA:
	case GM_ADD:
	case GM_MUL:
	case GM_MAD:
		return arithmetic_unit(site->operation, site->type);
	default:
		return by_operation[site->operation];
	}
}

gm_issue
gm_issue_stated(const gm_site *site)
{
	gm_issue issue = {0};
	const gm_float kind = gm_float_of(site->operation, site->type);
	issue.of[unit_of(site)] = (float)site->count;
	const gm_issued access = gm_issued_of(site->operation, site->space);
	if (kind < GM_FLOAT_COUNT)
		issue.floats[kind] = (float)site->count;
	if (access < GM_ISSUED_COUNT)
		issue.accesses[access] = (float)site->count;
	return issue;
}

void
gm_kernel_issue(const gm_kernel *kernel, int cc_major, int cc_minor, gm_issue *out)
{
	if (kernel->methods->issue) {
		kernel->methods->issue(kernel, cc_major, cc_minor, out);
		return;
	}
	for (int s = 0; s < kernel->sites_count; s++)
		out[s] = gm_issue_stated(&kernel->sites[s]);
}

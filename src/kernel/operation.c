#include "kernel/operation.h"

#include <string.h>

static const struct {
	const char *name;
	int flop;
	const char *what;
} operations[GM_OPERATION_COUNT] = {
#define X(id, name, flop, what) [id] = {name, flop, what},
        GM_OPERATION_LIST(X)
#undef X
};

static const struct {
	const char *name;
	int bytes;
	bool floating;
} types[GM_TYPE_COUNT] = {
#define X(id, name, bytes, floating) [id] = {name, bytes, floating},
        GM_TYPE_LIST(X)
#undef X
};

static const char *const spaces[GM_SPACE_COUNT] = {
#define X(id, name) [id] = name,
        GM_SPACE_LIST(X)
#undef X
};

const char *
gm_operation_name(gm_operation operation)
{
	return operations[operation].name;
}

const char *
gm_operation_what(gm_operation operation)
{
	return operations[operation].what;
}

const char *
gm_type_name(gm_type type)
{
	return types[type].name;
}

const char *
gm_space_name(gm_space space)
{
	return spaces[space];
}

bool
gm_operation_find(const char *name, gm_operation *out)
{
	for (int i = 0; i < GM_OPERATION_COUNT; i++)
		if (strcmp(operations[i].name, name) == 0) {
			*out = (gm_operation)i;
			return true;
		}
	return false;
}

bool
gm_type_find(const char *name, gm_type *out)
{
	for (int i = 0; i < GM_TYPE_COUNT; i++)
		if (strcmp(types[i].name, name) == 0) {
			*out = (gm_type)i;
			return true;
		}
	return false;
}

bool
gm_space_find(const char *name, gm_space *out)
{
	for (int i = 0; i < GM_SPACE_COUNT; i++)
		if (strcmp(spaces[i], name) == 0) {
			*out = (gm_space)i;
			return true;
		}
	return false;
}

int
gm_type_bytes(gm_type type)
{
	return types[type].bytes;
}

bool
gm_type_is_floating(gm_type type)
{
	return types[type].floating;
}

int
gm_operation_flop(gm_operation operation, gm_type type)
{
	if (!types[type].floating)
		return 0;
	return operations[operation].flop * (type == GM_F16X2 || type == GM_F32X2 ? 2 : 1);
}

bool
gm_type_in_rounds(gm_type type, int access_bytes, bool exchanges)
{
	if (exchanges)
		return access_bytes < 4;
	return access_bytes != 4 || gm_type_is_floating(type);
}

bool
gm_operation_is_memory(gm_operation operation)
{
	return operation == GM_LOAD || operation == GM_STORE || gm_operation_is_atomic(operation) ||
	       operation == GM_ASYNC_COPY;
}

/* Of an H200: cycles of the calibration's latency_* over 4.07. */
double
gm_operation_latency(gm_operation operation, gm_type type)
{
	const bool wide = type == GM_F64 || type == GM_F64X2;
	switch (operation) {
	case GM_DIV: return wide ? 30 : gm_type_is_floating(type) ? 10 : 20;
	case GM_SQRT:
	case GM_RECIPROCAL:
	case GM_EXP:
	case GM_LOG: return wide ? 30 : 4.2 + 2;
	case GM_TRIG: return wide ? 40 : 5.6 + 4;
	case GM_BITS: return 4.2;
	case GM_CONVERT: return 5.6;
	case GM_SHUFFLE: return 5.9;
	case GM_VOTE: return 4.2;
	case GM_MMA: return 6;
	case GM_ADD:
	case GM_MUL:
	case GM_MAD:
	case GM_FMA: return wide || type == GM_F16X2 || type == GM_F16 ? 2 : 1;
	default: return 1;
	}
}

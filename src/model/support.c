#include "model/support.h"

#include "model/atomics.h"
#include "model/pipes.h"

#include <stdio.h>

static const struct {
	const char *what;
	int major, minor;
	gm_fact_id rate;
} rows[GM_NEED_COUNT] = {
#define X(id, what, major, minor, rate) [id] = {what, major, minor, rate},
        GM_NEED_LIST(X)
#undef X
};

static gm_need
need_of_tensor(gm_type type)
{
	switch (type) {
	case GM_S8:
	case GM_U8: return GM_NEED_TENSOR_S8;
	case GM_BF16: return GM_NEED_TENSOR_BF16;
	case GM_TF32:
	case GM_F32: return GM_NEED_TENSOR_TF32;
	case GM_F64: return GM_NEED_TENSOR_F64;
	default: return GM_NEED_TENSOR;
	}
}

/* An instruction of a warp copies for its lanes; what moves for one lane or for a product stands in a
   site of its own that is no instruction. */
static gm_need
need_of_copy(const gm_site *site)
{
	if (site->count > 0)
		return GM_NEED_ASYNC_COPY;
	return site->space == GM_SHARED ? GM_NEED_WARPGROUP : GM_NEED_BULK_COPY;
}

gm_need
gm_need_of(const gm_site *site)
{
	if (site->cluster > 0)
		return GM_NEED_CLUSTER;
	if (site->operation == GM_ASYNC_COPY)
		return need_of_copy(site);
	if (site->operation == GM_VOTE)
		return GM_NEED_VOTE;
	switch (gm_pipe_of(site->operation, site->type)) {
	case GM_PIPE_F64: return GM_NEED_F64;
	case GM_PIPE_F16: return site->type == GM_BF16 ? GM_NEED_BF16 : GM_NEED_F16;
	case GM_PIPE_SHUFFLE: return GM_NEED_SHUFFLE;
	case GM_PIPE_TENSOR: return need_of_tensor(site->type);
	default: return GM_NEED_COUNT;
	}
}

/* "mma needs tensor cores" */
static int
say_need(const gm_site *site, const char *what, char out[GM_LACK_TEXT])
{
	return snprintf(out, GM_LACK_TEXT, "%s needs %s", gm_operation_name(site->operation), what);
}

static bool
atomic_supported(const gm_device *device, const gm_site *site, char out[GM_LACK_TEXT])
{
	const gm_atomic atomic = gm_atomic_of(site);
	int major, minor;
	if (device->cc_major == 0 || gm_atomic_supported(atomic, device->cc_major, device->cc_minor))
		return true;
	gm_atomic_since(atomic, &major, &minor);
	const int used = say_need(site, gm_atomic_what(atomic), out);
	snprintf(out + used, GM_LACK_TEXT - (size_t)used, ": from cc %d.%d on", major, minor);
	return false;
}

bool
gm_site_supported(const gm_device *device, const gm_site *site, char out[GM_LACK_TEXT])
{
	const gm_need need = gm_need_of(site);
	if (need != GM_NEED_CLUSTER && gm_operation_is_atomic(site->operation))
		return atomic_supported(device, site, out);
	if (need == GM_NEED_COUNT)
		return true;
	const int major = device->cc_major, minor = device->cc_minor;
	const bool older = major > 0 && (major < rows[need].major ||
	                                 (major == rows[need].major && minor < rows[need].minor));
	const bool absent = rows[need].rate != GM_FACT_COUNT &&
	                    gm_device_knows(device, rows[need].rate) &&
	                    gm_device_value(device, rows[need].rate) == 0;
	if (!older && !absent)
		return true;
	const int used = say_need(site, rows[need].what, out);
	if (older)
		snprintf(out + used, GM_LACK_TEXT - (size_t)used, ": from cc %d.%d on",
		         rows[need].major, rows[need].minor);
	else
		snprintf(out + used, GM_LACK_TEXT - (size_t)used, ", of which it has none");
	return false;
}

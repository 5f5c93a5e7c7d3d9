#include "base/status.h"

#include <assert.h>

static const struct {
	int exit_code;
	const char *meaning;
} rows[GM_STATUS_COUNT] = {
#define X(id, exit_code, meaning) [id] = {exit_code, meaning},
        GM_STATUS_LIST(X)
#undef X
};

const char *
gm_status_meaning(gm_status status)
{
	assert(status < GM_STATUS_COUNT);
	return rows[status].meaning;
}

int
gm_status_exit_code(gm_status status)
{
	assert(status < GM_STATUS_COUNT);
	return rows[status].exit_code;
}

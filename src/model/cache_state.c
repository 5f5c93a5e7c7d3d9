#include "model/cache_state.h"

static const char *const names[GM_CACHE_STATE_COUNT] = {
#define X(id, name, what) [id] = name,
        GM_CACHE_STATE_LIST(X)
#undef X
};

const char *
gm_cache_state_name(gm_cache_state state)
{
	return names[state];
}

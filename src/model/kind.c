#include "model/kind.h"

static const char *const names[GM_KIND_COUNT] = {
#define X(id, name, promise) [id] = name,
        GM_KIND_LIST(X)
#undef X
};

const char *
gm_kind_name(gm_kind kind)
{
	return names[kind];
}

gm_kind
gm_kind_weaker(gm_kind a, gm_kind b)
{
	return a > b ? a : b;
}

gm_value
gm_value_unknown(const char *why)
{
	return (gm_value){0, GM_KIND_UNKNOWN, why};
}

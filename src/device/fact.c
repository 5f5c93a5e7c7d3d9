#include "device/fact.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

static const gm_fact_row rows[GM_FACT_COUNT] = {
#define X(id, name, scope, dimension, heading, what) [id] = {name, scope, dimension, heading, what},
        GM_FACT_LIST(X)
#undef X
};

const gm_fact_row *
gm_fact_row_of(gm_fact_id id)
{
	assert(id < GM_FACT_COUNT);
	return &rows[id];
}

bool
gm_fact_find(const char *name, gm_fact_id *out)
{
	for (int i = 0; i < GM_FACT_COUNT; i++)
		if (strcmp(rows[i].name, name) == 0) {
			*out = (gm_fact_id)i;
			return true;
		}
	return false;
}

const char *
gm_fact_nearest(const char *name)
{
	const char *names[GM_FACT_COUNT];
	for (int i = 0; i < GM_FACT_COUNT; i++)
		names[i] = rows[i].name;
	return gm_text_nearest(name, names, GM_FACT_COUNT);
}

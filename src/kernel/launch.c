#include "kernel/launch.h"

#include <string.h>

void
gm_launches_free(gm_launches *launches)
{
	if (launches)
		gm_arena_free(launches->arena);
}

const gm_launch *
gm_launches_find(const gm_launches *launches, const char *name)
{
	for (int i = 0; i < launches->count; i++)
		if (strcmp(launches->items[i].name, name) == 0)
			return &launches->items[i];
	return NULL;
}

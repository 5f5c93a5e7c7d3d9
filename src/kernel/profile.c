#include "kernel/profile.h"

void
gm_profile_free(gm_profile *profile)
{
	if (profile)
		gm_arena_free(profile->arena);
}

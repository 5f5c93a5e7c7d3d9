#include "kernel/stream.h"

void
gm_kept_free(gm_kept *kept)
{
	if (kept->what)
		kept->free(kept->what);
	*kept = (gm_kept){0};
}

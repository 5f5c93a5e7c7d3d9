#include "simt/agenda.h"

#include "base/memory.h"

#include <stdlib.h>

static void
swap_turns(ptx_turn *x, ptx_turn *y)
{
	const ptx_turn t = *x;
	*x = *y;
	*y = t;
}

void
gm_ptx_agenda_add(ptx_agenda *a, ptx_turn t)
{
	a->turns = gm_grow(a->turns, &a->room, a->count + 1, sizeof *a->turns);
	size_t i = a->count++;
	a->turns[i] = t;
	for (; i > 0 && a->turns[i].at < a->turns[(i - 1) / 2].at; i = (i - 1) / 2)
		swap_turns(&a->turns[i], &a->turns[(i - 1) / 2]);
}

ptx_turn
gm_ptx_agenda_take(ptx_agenda *a)
{
	const ptx_turn first = a->turns[0];
	a->turns[0] = a->turns[--a->count];
	for (size_t i = 0, least;; i = least) {
		least = i;
		for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < a->count; child++)
			if (a->turns[child].at < a->turns[least].at)
				least = child;
		if (least == i)
			return first;
		swap_turns(&a->turns[i], &a->turns[least]);
	}
}

void
gm_ptx_agenda_dispose(ptx_agenda *a)
{
	free(a->turns);
	*a = (ptx_agenda){0};
}

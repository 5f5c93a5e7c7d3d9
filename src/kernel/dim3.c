#include "kernel/dim3.h"

#include <stdlib.h>
#include <string.h>

int64_t
gm_dim3_volume(gm_dim3 size)
{
	return size.x * size.y * size.z;
}

gm_dim3
gm_dim3_at(gm_dim3 grid, int64_t number)
{
	return (gm_dim3){number % grid.x, number / grid.x % grid.y, number / grid.x / grid.y};
}

int64_t
gm_dim3_number(gm_dim3 grid, gm_dim3 at)
{
	return (at.z * grid.y + at.y) * grid.x + at.x;
}

bool
gm_dim3_same(gm_dim3 a, gm_dim3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool
gm_dim3_read(const char *text, gm_dim3 *out)
{
	int64_t sides[3];
	for (int i = 0; i < 3; i++) {
		char *end;
		sides[i] = strtoll(text, &end, 10);
		if (end == text || sides[i] < 1 || sides[i] > INT32_MAX)
			return false;
		text = end;
	}
	*out = (gm_dim3){sides[0], sides[1], sides[2]};
	return text[strspn(text, " ")] == '\0';
}

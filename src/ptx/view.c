#include "ptx/view.h"

ptx_view
gm_ptx_view_whole(const ptx_kernel *k)
{
	const gm_dim3 g = k->base.grid;
	return (ptx_view){{g.x, g.y, g.z}, {0, 1, 2}, {1, 1, 1}};
}

gm_dim3
gm_ptx_view_block(const ptx_view *v, const int64_t at[3])
{
	int64_t index[3] = {0, 0, 0};
	for (int a = 0; a < 3; a++)
		index[v->axis[a]] += at[a] * v->step[a];
	return (gm_dim3){index[0], index[1], index[2]};
}

int
gm_ptx_view_axes(const int64_t extent[3])
{
	return (extent[0] > 1) + (extent[1] > 1) + (extent[2] > 1);
}

gm_status
gm_ptx_for_each_rectangle(const ptx_kernel *k, const ptx_view *v, const ptx_axis axes[3], ptx_visit visit,
		   void *state, gm_error *err)
{
	for (int z = 0; z < axes[2].count; z++)
		for (int y = 0; y < axes[1].count; y++)
			for (int x = 0; x < axes[0].count; x++) {
				const ptx_segment *s[3] = {&axes[0].segments[x], &axes[1].segments[y],
						       &axes[2].segments[z]};
				const gm_status status = visit(k, v, s, state, err);
				if (status != GM_OK)
					return status;
			}
	return GM_OK;
}

static int64_t
lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void
add_sample(gm_block_samples *out, size_t *room, const ptx_view *v, const int64_t at[3],
	   int64_t weight)
{
	if (weight <= 0)
		return;
	out->samples = gm_grow(out->samples, room, out->count + 1, sizeof *out->samples);
	out->samples[out->count++] =
		(gm_block_sample){.block = gm_ptx_view_block(v, at), .weight = weight};
}

/* Of `count` blocks, those that lie a multiple of `phases` from the one numbered `phase`. */
static int64_t
in_phase(int64_t count, int64_t phases, int64_t phase)
{
	return (count - phase + phases - 1) / phases;
}

static void
add_phases(ptx_collector *c, const ptx_view *v, const ptx_segment *s[3])
{
	const int64_t *p = c->phases;
	const int64_t x = lesser(p[0], s[0]->count), y = lesser(p[1], s[1]->count);
	const int64_t z = lesser(p[2], s[2]->count);
	for (int64_t i = 0; i < x * y * z; i++) {
		const int64_t phase[3] = {i % x, i / x % y, i / (x * y)};
		int64_t block[3], weight = 1;
		for (int a = 0; a < 3; a++) {
			block[a] = s[a]->first + phase[a];
			weight *= in_phase(s[a]->count, p[a], phase[a]);
		}
		add_sample(c->out, &c->room, v, block, weight);
	}
}

gm_status
gm_ptx_visit_add(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[3], void *state, gm_error *err)
{
	ptx_collector *c = state;
	(void)k, (void)err;
	if (c->phases) {
		add_phases(c, v, s);
		return GM_OK;
	}
	const int64_t block[3] = {s[0]->first + s[0]->count / 2, s[1]->first + s[1]->count / 2,
				  s[2]->first + s[2]->count / 2};
	add_sample(c->out, &c->room, v, block, s[0]->count * s[1]->count * s[2]->count);
	return GM_OK;
}

#include "ptx/view.h"

#include "ptx/contents.h"

enum { DRAWN_LEAST = 2 }; /* of a part: one block does not tell how much they differ */

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

/* ---- parts ---- */

/* Blocks first + stride * k, k below count, along each axis of the view. */
typedef struct part {
	int64_t first[3], stride[3], count[3];
} part;

static int64_t
lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t
volume_of(const part *p)
{
	return p->count[0] * p->count[1] * p->count[2];
}

static void
add_sample(ptx_collector *c, const ptx_view *v, const part *p, int64_t number, int64_t weight,
	   int pool)
{
	gm_block_samples *out = c->out;
	int64_t at[3];
	for (int a = 0; a < 3; a++) {
		at[a] = p->first[a] + p->stride[a] * (number % p->count[a]);
		number /= p->count[a];
	}
	out->samples = gm_grow(out->samples, &c->room, out->count + 1, sizeof *out->samples);
	out->samples[out->count++] =
		(gm_block_sample){gm_ptx_view_block(v, at), weight, pool};
}

/* One of `length` numbers, by chance. */
static int64_t
draw(const ptx_collector *c, int64_t length)
{
	return (int64_t)(gm_ptx_mix(c->out->count) % (uint64_t)length);
}

static void
add_drawn(ptx_collector *c, const ptx_view *v, const part *p)
{
	const int64_t volume = volume_of(p);
	const double share = (double)volume / (double)c->blocks * (double)c->drawn;
	const int64_t wanted =
		lesser(share < DRAWN_LEAST ? DRAWN_LEAST : (int64_t)(share + 0.5), volume);
	const int pool = wanted < volume ? ++c->pools : 0;
	for (int64_t i = 0; i < wanted; i++) {
		const int64_t from = (int64_t)((__int128)volume * i / wanted);
		const int64_t to = (int64_t)((__int128)volume * (i + 1) / wanted);
		add_sample(c, v, p, from + draw(c, to - from), to - from, pool);
	}
}

static void
add_part(ptx_collector *c, const ptx_view *v, const part *p)
{
	if (volume_of(p) == 0)
		return;
	if (c->drawn > 0)
		add_drawn(c, v, p);
	else
		add_sample(c, v, p, 0, volume_of(p), 0);
}

/* Of `count` blocks, those that lie a multiple of `phases` from the one numbered `phase`. */
static int64_t
in_phase(int64_t count, int64_t phases, int64_t phase)
{
	return (count - phase + phases - 1) / phases;
}

gm_status
gm_ptx_visit_add(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[3], void *state, gm_error *err)
{
	static const int64_t one[3] = {1, 1, 1};
	ptx_collector *c = state;
	const int64_t *p = c->phases ? c->phases : one;
	const int64_t x = lesser(p[0], s[0]->count), y = lesser(p[1], s[1]->count);
	const int64_t z = lesser(p[2], s[2]->count);
	(void)k, (void)err;
	for (int64_t i = 0; i < x * y * z; i++) {
		const int64_t phase[3] = {i % x, i / x % y, i / (x * y)};
		part here;
		for (int a = 0; a < 3; a++) {
			here.first[a] = s[a]->first + phase[a];
			here.stride[a] = p[a];
			here.count[a] = in_phase(s[a]->count, p[a], phase[a]);
		}
		add_part(c, v, &here);
	}
	return GM_OK;
}

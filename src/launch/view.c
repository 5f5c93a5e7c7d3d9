#include "launch/view.h"

#include "base/lesser.h"
#include "base/mix.h"
#include "simt/contents.h"

#include <math.h>

enum { DRAWN_LEAST = 2 }; /* of a part: one block does not tell how much they differ */

ptx_view
gm_ptx_view_whole(const ptx_kernel *k)
{
	const gm_dim3 g = k->base.grid;
	return (ptx_view){{g.x, g.y, g.z, 1}, {0, 1, 2, 2}, {1, 1, 1, 1}};
}

gm_dim3
gm_ptx_view_block(const ptx_view *v, const int64_t at[PTX_VIEW_AXES])
{
	int64_t index[3] = {0, 0, 0};
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		index[v->axis[a]] += at[a] * v->step[a];
	return (gm_dim3){index[0], index[1], index[2]};
}

int
gm_ptx_view_axes(const int64_t extent[PTX_VIEW_AXES])
{
	int count = 0;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		count += extent[a] > 1;
	return count;
}

gm_status
gm_ptx_for_each_rectangle(const ptx_kernel *k, const ptx_view *v,
			  const ptx_axis axes[PTX_VIEW_AXES], ptx_visit visit, void *state,
			  gm_error *err)
{
	int64_t rectangles = 1;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		rectangles *= axes[a].count;
	for (int64_t r = 0; r < rectangles; r++) {
		const ptx_segment *s[PTX_VIEW_AXES];
		int64_t number = r;
		for (int a = 0; a < PTX_VIEW_AXES; a++) {
			s[a] = &axes[a].segments[number % axes[a].count];
			number /= axes[a].count;
		}
		const gm_status status = visit(k, v, s, state, err);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

/* Segments after which their lengths come again, as far as they are seen, and what is done in them;
   0: none, or seen too seldom. */
static int
rhythm_of(const ptx_axis *axis, bool of_work)
{
	enum { SEEN_LEAST = 3 };
	for (int k = 1; 2 * k <= axis->count && axis->count >= SEEN_LEAST; k++) {
		bool again = true;
		for (int i = k; i < axis->count; i++)
			again = again && axis->segments[i].count == axis->segments[i - k].count &&
				(!of_work || axis->instructions[i] == axis->instructions[i - k]);
		if (again)
			return k;
	}
	return 0;
}

static int64_t
row_of(const ptx_axis *axis)
{
	const int of_work = rhythm_of(axis, true);
	const int count = of_work ? of_work : rhythm_of(axis, false);
	int64_t length = 0;
	for (int i = 0; i < count; i++)
		length += axis->segments[i].count;
	return length;
}

/* The last number with one block, or else the first number. */
static int
free_axis(const ptx_view *v)
{
	int free = PTX_VIEW_AXES - 1;
	while (free > 0 && v->extent[free] > 1)
		free--;
	return free;
}

bool
gm_ptx_view_fold(ptx_view *v, const ptx_axis axes[PTX_VIEW_AXES])
{
	const int free = free_axis(v);
	for (int a = 0; a < PTX_VIEW_AXES && v->extent[free] == 1; a++) {
		const int64_t length = row_of(&axes[a]);
		if (length < 2 || v->extent[a] <= length || v->extent[a] % length)
			continue;
		v->extent[free] = v->extent[a] / length;
		v->axis[free] = v->axis[a];
		v->step[free] = v->step[a] * length;
		v->extent[a] = length;
		return true;
	}
	return false;
}

bool
gm_ptx_view_split(ptx_view *v, int axis, int64_t length)
{
	const int free = free_axis(v);
	if (v->extent[free] > 1 || free == axis || v->extent[axis] <= length || v->extent[axis] % length)
		return false;
	v->extent[free] = length;
	v->axis[free] = v->axis[axis];
	v->step[free] = v->step[axis];
	v->extent[axis] /= length;
	v->step[axis] *= length;
	return true;
}

/* ---- parts ---- */

/* Blocks first + stride * k, k below count, along each axis of the view. */
typedef struct part {
	int64_t first[PTX_VIEW_AXES], stride[PTX_VIEW_AXES], count[PTX_VIEW_AXES];
} part;

static int64_t
volume_of(const part *p)
{
	return p->count[0] * p->count[1] * p->count[2] * p->count[3];
}

static void
add_sample(ptx_collector *c, const ptx_view *v, const part *p, int64_t number, int64_t weight,
	   int pool)
{
	gm_block_samples *out = c->out;
	int64_t at[PTX_VIEW_AXES];
	for (int a = 0; a < PTX_VIEW_AXES; a++) {
		at[a] = p->first[a] + p->stride[a] * (number % p->count[a]);
		number /= p->count[a];
	}
	out->samples = gm_grow(out->samples, &c->room, out->count + 1, sizeof *out->samples);
	out->samples[out->count++] =
		(gm_block_sample){.block = gm_ptx_view_block(v, at), .weight = weight, .pool = pool};
}

/* One of `length` numbers, by chance. */
static int64_t
draw(const ptx_collector *c, int64_t length)
{
	return (int64_t)(gm_mix(c->out->count) % (uint64_t)length);
}

/* A part whose blocks are gone through in bands: so many rows, column by column, one band back and the
   next forth. Of a stretch of that way that is as long as a band is high squared, the blocks lie in a
   square, and the next stretch is beside it. */
typedef struct bands {
	int64_t columns, rows, height;
} bands;

/* Bands for stretches of so many blocks. Columns are the first axis with more than one block, rows all
   the others. */
static bands
bands_of(const part *p, int64_t stretch)
{
	const int64_t volume = volume_of(p);
	bands b = {.columns = 1};
	for (int a = 0; a < PTX_VIEW_AXES && b.columns == 1; a++)
		b.columns = p->count[a];
	b.rows = volume / b.columns;
	b.height = (int64_t)(sqrt((double)stretch) + 0.5);
	b.height = b.height < 1 ? 1 : gm_lesser(b.height, b.rows);
	return b;
}

/* The number, rows one after the other, of the block that comes as number `at` on that way. */
static int64_t
number_on_bands(const bands *b, int64_t at)
{
	const int64_t band = at / (b->height * b->columns), inside = at % (b->height * b->columns);
	const int64_t height = gm_lesser(b->height, b->rows - band * b->height);
	const int64_t column = inside / height, row = band * b->height + inside % height;
	return row * b->columns + (band % 2 ? b->columns - 1 - column : column);
}

static void
add_drawn(ptx_collector *c, const ptx_view *v, const part *p)
{
	const int64_t volume = volume_of(p);
	const double share = (double)volume / (double)c->blocks * (double)c->drawn;
	const int64_t wanted =
		gm_lesser(share < DRAWN_LEAST ? DRAWN_LEAST : (int64_t)(share + 0.5), volume);
	const int pool = wanted < volume ? ++c->pools : 0;
	const bands way = bands_of(p, volume / wanted);
	for (int64_t i = 0; i < wanted; i++) {
		const int64_t from = (int64_t)((__int128)volume * i / wanted);
		const int64_t to = (int64_t)((__int128)volume * (i + 1) / wanted);
		const int64_t at = from + draw(c, to - from);
		add_sample(c, v, p, number_on_bands(&way, at), to - from, pool);
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
gm_ptx_visit_add(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[PTX_VIEW_AXES],
		 void *state, gm_error *err)
{
	static const int64_t one[PTX_VIEW_AXES] = {1, 1, 1, 1};
	ptx_collector *c = state;
	const int64_t *p = c->phases ? c->phases : one;
	int64_t ways = 1;
	(void)k, (void)err;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		ways *= gm_lesser(p[a], s[a]->count);
	for (int64_t i = 0; i < ways; i++) {
		part here;
		int64_t number = i;
		for (int a = 0; a < PTX_VIEW_AXES; a++) {
			const int64_t phases = gm_lesser(p[a], s[a]->count), phase = number % phases;
			number /= phases;
			here.first[a] = s[a]->first + phase;
			here.stride[a] = p[a];
			here.count[a] = in_phase(s[a]->count, p[a], phase);
		}
		add_part(c, v, &here);
	}
	return GM_OK;
}

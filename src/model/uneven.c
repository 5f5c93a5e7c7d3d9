#include "model/uneven.h"

#include "base/lesser.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum {
	BLOCKS_MOST = 1 << 14, /* of more, the sums of an SM are nearly the mean */
	RESIDENT_MOST = 64,
	COMPARED_MOST = 512, /* each with each */
};

/* Of SMs whose turn comes early, in turns of the others. */
static const double early_turn = 100.0 / 132;

/* Blocks whose work differs by less are alike. */
static const double alike_ratio = 1.02;

/* ---- what each block does ---- */

static double
mean_of(const gm_block_work *works, size_t count, double blocks)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += works[i].issued * (double)works[i].weight;
	return sum / blocks;
}

static bool
are_alike(const gm_block_work *works, size_t count, double blocks)
{
	double most = 0;
	for (size_t i = 0; i < count; i++)
		most = fmax(most, works[i].issued);
	return most <= alike_ratio * mean_of(works, count, blocks);
}

/* The sample that the place of a block in a shuffled grid falls to: each gets its weight. */
static void
draw(const gm_block_work *works, size_t count, int64_t blocks, const gm_block_work **of)
{
	uint64_t state = 1;
	int64_t next = 0;
	for (size_t i = 0; i < count; i++)
		for (int64_t k = 0; k < works[i].weight && next < blocks; k++)
			of[next++] = &works[i];
	while (next < blocks)
		of[next++] = &works[count - 1];
	for (int64_t i = blocks - 1; i > 0; i--) {
		state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		const int64_t j = (int64_t)((state >> 33) % (uint64_t)(i + 1));
		const gm_block_work *kept = of[i];
		of[i] = of[j];
		of[j] = kept;
	}
}

static void
assign(const gm_block_work *works, size_t count, int64_t blocks, const gm_block_work **of)
{
	if ((int64_t)count < blocks) {
		draw(works, count, blocks, of);
		return;
	}
	for (size_t i = 0; i < count; i++)
		of[works[i].at] = &works[i];
}

/* ---- work that the blocks of an SM share ---- */

/* `done` grows for each resident block by the work of the SM over their number. */
typedef struct machine {
	double turn; /* at which its next block comes */
	double time, done;
	double ends[RESIDENT_MOST]; /* of each resident block, in `done` */
	int resident;
} machine;

/* Values of which the first of the least is asked for again and again: a tree, in each node of which stands which of the
   two below it is less. */
typedef struct tree {
	int64_t leaves; /* a power of two; INFINITY where there is no value */
	double *value;
	int64_t *best; /* per node, from 1 on, and per leaf behind these: the place of the least value below it */
} tree;

static tree
tree_new(int64_t count)
{
	tree t = {.leaves = 1};
	while (t.leaves < count)
		t.leaves *= 2;
	t.value = gm_allocate((size_t)t.leaves, sizeof *t.value);
	t.best = gm_allocate((size_t)(2 * t.leaves), sizeof *t.best);
	for (int64_t i = 0; i < t.leaves; i++)
		t.value[i] = INFINITY, t.best[t.leaves + i] = i;
	for (int64_t node = t.leaves - 1; node > 0; node--)
		t.best[node] = t.best[2 * node];
	return t;
}

static void
tree_dispose(tree *t)
{
	free(t->value);
	free(t->best);
}

static void
tree_put(tree *t, int64_t at, double value)
{
	t->value[at] = value;
	for (int64_t node = (t->leaves + at) / 2; node > 0; node /= 2) {
		const int64_t left = t->best[2 * node], right = t->best[2 * node + 1];
		t->best[node] = t->value[right] < t->value[left] ? right : left;
	}
}

/* Where the first of the least is. */
static int64_t
tree_least(const tree *t)
{
	return t->best[1];
}

typedef struct field {
	machine *sm;
	int64_t sms, room;
	tree next; /* when the first block of each ends; INFINITY: it has none */
	tree open; /* the turn of each that has room for one more; INFINITY: it has none */
} field;

static field
field_new(int64_t sms, int64_t room)
{
	return (field){.sm = gm_allocate((size_t)sms, sizeof(machine)),
	               .sms = sms,
	               .room = room,
	               .next = tree_new(sms),
	               .open = tree_new(sms)};
}

static void
field_dispose(field *f)
{
	free(f->sm);
	tree_dispose(&f->next);
	tree_dispose(&f->open);
}

/* The first of the least. */
static int
least_of(const double *values, int count)
{
	int first = 0;
	for (int i = 1; i < count; i++)
		first = values[i] < values[first] ? i : first;
	return first;
}

static void
look_ahead(field *f, int64_t s)
{
	const machine *m = &f->sm[s];
	tree_put(&f->open, s, m->resident < f->room ? m->turn : INFINITY);
	tree_put(&f->next, s,
	    m->resident > 0 ? m->time + (m->ends[least_of(m->ends, m->resident)] - m->done) * m->resident : INFINITY);
}

static void
end_one(field *f, int64_t s)
{
	machine *m = &f->sm[s];
	const int first = least_of(m->ends, m->resident);
	m->time = f->next.value[s];
	m->done = m->ends[first];
	m->ends[first] = m->ends[--m->resident];
	look_ahead(f, s);
}

/* All blocks that end next leave; returns when. */
static double
end_next(field *f)
{
	const double first = f->next.value[tree_least(&f->next)];
	while (f->next.value[tree_least(&f->next)] <= first * (1 + 1e-9))
		end_one(f, tree_least(&f->next));
	return first;
}

static void
start(field *f, int64_t s, double now, double work, double turn)
{
	machine *m = &f->sm[s];
	if (m->resident > 0)
		m->done += (now - m->time) / m->resident;
	m->time = now;
	m->turn += turn;
	m->ends[m->resident++] = m->done + work;
	look_ahead(f, s);
}

/* The early ones first; within a turn one after the other. */
static void
line_up(field *f, int64_t early)
{
	for (int64_t s = 0; s < f->sms; s++) {
		f->sm[s].turn = s < early ? 0 : (double)(s - early) / (double)(f->sms - early);
		look_ahead(f, s);
	}
}

static double
shared_end(const gm_block_work **of, int64_t blocks, int64_t sms, int64_t early, int64_t resident)
{
	const int64_t each = (blocks + sms - 1) / sms;
	field f = field_new(sms, each < resident ? each : resident);
	double now = 0, last = 0;
	line_up(&f, early);
	for (int64_t b = 0; b < blocks; b++) {
		if (f.open.value[tree_least(&f.open)] == INFINITY)
			now = end_next(&f);
		const int64_t s = tree_least(&f.open);
		start(&f, s, now, of[b]->issued, s < early ? early_turn : 1);
	}
	for (int64_t s = 0; s < sms; s++) {
		while (f.sm[s].resident > 0)
			end_one(&f, s);
		last = fmax(last, f.sm[s].time);
	}
	field_dispose(&f);
	return last;
}

/* ---- waits that nobody shares ---- */

/* A heap of the times at which places are free, the first of them on top. */
static void
sink(double *free_at, int64_t count, double time)
{
	int64_t i = 0;
	for (int64_t child = 1; child < count; child = 2 * i + 1) {
		if (child + 1 < count && free_at[child + 1] < free_at[child])
			child++;
		if (free_at[child] >= time)
			break;
		free_at[i] = free_at[child];
		i = child;
	}
	free_at[i] = time;
}

static double
waited_end(const gm_block_work **of, int64_t blocks, int64_t places)
{
	double *free_at = gm_allocate((size_t)places, sizeof *free_at);
	double last = 0;
	for (int64_t b = 0; b < blocks; b++) {
		const double end = free_at[0] + of[b]->cycles;
		sink(free_at, places, end);
		last = fmax(last, end);
	}
	free(free_at);
	return last;
}

gm_unevenness
gm_uneven_evaluate(const gm_block_work *works, size_t count, int64_t blocks, int64_t sms,
                   int64_t early, int64_t resident, double mean_cycles)
{
	if (count == 0 || sms <= 0 || resident <= 0 || resident > RESIDENT_MOST ||
	    blocks > BLOCKS_MOST || are_alike(works, count, (double)blocks))
		return (gm_unevenness){.known = false};
	const gm_block_work **of = gm_allocate((size_t)blocks, sizeof *of);
	double issued = 0, cycles = 0;
	assign(works, count, blocks, of);
	for (int64_t b = 0; b < blocks; b++) {
		issued += of[b]->issued;
		cycles += of[b]->cycles;
	}
	const double shared = shared_end(of, blocks, sms, early, resident);
	const double waited = waited_end(of, blocks, sms * resident);
	free(of);
	const double mean = mean_cycles > 0 ? mean_cycles : cycles / (double)blocks;
	return (gm_unevenness){true, issued > 0 ? shared * (double)sms / issued : 1,
	                       mean > 0 ? waited / mean : 1};
}

/* ---- a block like most ---- */

static bool
is_near(double a, double b)
{
	return fabs(a - b) <= (alike_ratio - 1) * fmax(a, b);
}

/* The n-th of the samples that are compared: all, or where they are too many as many as may be, spread over them
   by the golden section, which falls into step with no row of a grid. */
static size_t
compared(size_t count, size_t n)
{
	const double at = (double)n * 0.6180339887498949;
	return count <= COMPARED_MOST ? n : (size_t)((at - floor(at)) * (double)count);
}

/* Work of the samples like this one; `middle`: the one in the middle of them. */
static double
work_like(const gm_block_work *works, size_t count, size_t at, size_t *middle)
{
	const size_t seen = count < COMPARED_MOST ? count : COMPARED_MOST;
	size_t like[COMPARED_MOST], alike = 0;
	double sum = 0;
	for (size_t n = 0; n < seen; n++) {
		const size_t i = compared(count, n);
		if (!is_near(works[i].issued, works[at].issued) || !is_near(works[i].lanes, works[at].lanes))
			continue;
		sum += works[i].issued * (double)works[i].weight;
		like[alike++] = i;
	}
	if (alike > 0)
		*middle = like[alike / 2];
	return sum;
}

/* Of all that are compared. */
static double
work_compared(const gm_block_work *works, size_t count)
{
	double sum = 0;
	for (size_t n = 0; n < count && n < COMPARED_MOST; n++) {
		const gm_block_work *w = &works[compared(count, n)];
		sum += w->issued * (double)w->weight;
	}
	return sum;
}

size_t
gm_uneven_common(const gm_block_work *works, size_t count, size_t usual)
{
	size_t best = usual, middle = usual;
	double most = 0;
	const double of_usual = work_like(works, count, usual, &middle);
	if (2 * of_usual >= work_compared(works, count)) /* nothing is like more */
		return usual;
	for (size_t n = 0; n < count && n < COMPARED_MOST; n++) {
		const double sum = work_like(works, count, compared(count, n), &middle);
		if (sum > most) {
			most = sum;
			best = middle;
		}
	}
	return 2 * of_usual >= most ? usual : best;
}

/* Blocks to the nearest edge of the grid or to its diagonal. */
static int64_t
inside(gm_dim3 grid, gm_dim3 at)
{
	const int64_t edge = gm_lesser(gm_lesser(at.x, grid.x - 1 - at.x), gm_lesser(at.y, grid.y - 1 - at.y));
	return gm_lesser(edge, llabs(at.x - at.y));
}

size_t
gm_uneven_off_diagonal(const gm_block_work *works, size_t count, gm_dim3 grid, size_t common)
{
	const gm_block_work *usual = &works[common];
	const gm_dim3 at = gm_dim3_at(grid, usual->at);
	size_t best = common;
	int64_t most = 0;
	for (size_t i = 0; i < count && at.x == at.y && grid.x > 1 && grid.y > 1; i++) {
		const int64_t far = inside(grid, gm_dim3_at(grid, works[i].at));
		if (far <= most || works[i].weight < usual->weight || !is_near(works[i].issued, usual->issued) ||
		    !is_near(works[i].lanes, usual->lanes))
			continue;
		most = far;
		best = i;
	}
	return best;
}

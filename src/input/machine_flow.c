#include "input/machine_flow.h"

#include "input/compiled_reader.h"

#include <stdlib.h>
#include <string.h>

enum { SM_LEAST = 75, SM_MOST = 121, SM_SPLIT_TARGETS = 90, WORDS_MOST = 1 << 18, ALWAYS = 7 };

/* ---- instructions ---- */

static bool
ends_way(unsigned opcode)
{
	return opcode == MACHINE_EXIT || opcode == 0x950 || opcode == 0x95b;
}

/* BRX, JMP, JMX, BRXU, JMXU: where they go a register says. */
static bool
goes_anywhere(unsigned opcode)
{
	return opcode == 0x949 || opcode == 0x94a || opcode == 0x94c || opcode == 0x958 || opcode == 0x959;
}

static bool
is_conditional(const machine_word *w)
{
	if (machine_field(w, 12, 4) != ALWAYS)
		return true;
	return machine_is_branch(w) && (machine_opcode(w) != MACHINE_BRA || machine_field(w, 87, 4) != ALWAYS ||
				machine_field(w, 32, 2) != 0);
}

static int64_t
target_of(const machine_word *w, int32_t at, int sm)
{
	enum { WORD_BYTES = 4 };
	const int64_t far = machine_signed(machine_bits(w, 34, 48), 48);
	const int64_t words = sm >= SM_SPLIT_TARGETS ? far * 256 + machine_field(w, 16, 8) : far;
	const int64_t per_step = GM_MACHINE_STEP / WORD_BYTES;
	return words % per_step ? -1 : at + 1 + words / per_step;
}

/* False where a branch leads out of the code or nobody knows where. */
static bool
find_first(const machine_flow *f, int sm, bool *first)
{
	first[0] = true;
	for (int32_t i = 0; i < f->words_count; i++) {
		const machine_word *w = &f->words[i];
		const int64_t to = machine_is_branch(w) ? target_of(w, i, sm) : 0;
		if (goes_anywhere(machine_opcode(w)) || to < 0 || to >= f->words_count)
			return false;
		if (machine_is_branch(w))
			first[to] = true;
		if (machine_is_branch(w) || ends_way(machine_opcode(w)))
			first[i + 1] = true;
	}
	return true;
}

/* ---- blocks ---- */

static void
make_blocks(machine_flow *f, const bool *first)
{
	for (int32_t i = 0; i < f->words_count; i++)
		f->blocks_count += first[i];
	f->blocks = gm_allocate((size_t)f->blocks_count + 1, sizeof *f->blocks);
	f->block_of = gm_allocate((size_t)f->words_count + 1, sizeof *f->block_of);
	int32_t block = -1;
	for (int32_t i = 0; i < f->words_count; i++) {
		if (first[i])
			f->blocks[++block] = (machine_block){.first = i, .after = {-1, -1}, .loop = -1};
		f->blocks[block].end = i + 1;
		f->block_of[i] = block;
	}
}

static void
join_blocks(machine_flow *f, int sm)
{
	for (int32_t b = 0; b < f->blocks_count; b++) {
		machine_block *block = &f->blocks[b];
		const machine_word *last = &f->words[block->end - 1];
		const bool stops = machine_is_branch(last) || ends_way(machine_opcode(last));
		if (machine_is_branch(last))
			block->after[0] = f->block_of[target_of(last, block->end - 1, sm)];
		if ((!stops || is_conditional(last)) && b + 1 < f->blocks_count)
			block->after[1] = b + 1;
	}
}

/* ---- loops ---- */

typedef struct finder {
	machine_flow *flow;
	int32_t *order, *number; /* of blocks, each behind those that lead there but for ways back; and back */
	int32_t reached;
	int32_t *above;          /* dominators, by number */
	int32_t *before, *begins; /* blocks that lead to each: rows of `before` from `begins` on */
} finder;

static void
order_blocks(finder *d)
{
	machine_flow *f = d->flow;
	const size_t count = (size_t)f->blocks_count + 1;
	int32_t *way = gm_allocate(count, sizeof *way), length = 1, left = f->blocks_count;
	uint8_t *edge = gm_allocate(count, sizeof *edge);
	f->blocks[0].reached = true;
	while (length > 0) {
		const int32_t b = way[length - 1];
		if (edge[b] == 2) {
			d->order[--left] = b;
			length--;
			continue;
		}
		const int32_t to = f->blocks[b].after[edge[b]++];
		if (to >= 0 && !f->blocks[to].reached) {
			f->blocks[to].reached = true;
			way[length++] = to;
		}
	}
	d->reached = f->blocks_count - left;
	memmove(d->order, d->order + left, (size_t)d->reached * sizeof *d->order);
	for (int32_t k = 0; k < d->reached; k++)
		d->number[d->order[k]] = k;
	free(way);
	free(edge);
}

static void
find_before(finder *d)
{
	const int32_t blocks = d->flow->blocks_count;
	int32_t *counts = gm_allocate((size_t)blocks + 2, sizeof *counts);
	d->before = gm_allocate(2 * (size_t)blocks + 1, sizeof *d->before);
	d->begins = gm_allocate((size_t)blocks + 2, sizeof *d->begins);
	for (int32_t b = 0; b < blocks; b++)
		for (int e = 0; e < 2; e++)
			if (d->flow->blocks[b].reached && d->flow->blocks[b].after[e] >= 0)
				counts[d->flow->blocks[b].after[e]]++;
	for (int32_t b = 0; b < blocks; b++)
		d->begins[b + 1] = d->begins[b] + counts[b];
	for (int32_t b = 0; b < blocks; b++)
		for (int e = 0; e < 2; e++)
			if (d->flow->blocks[b].reached && d->flow->blocks[b].after[e] >= 0) {
				const int32_t to = d->flow->blocks[b].after[e];
				d->before[d->begins[to] + --counts[to]] = b;
			}
	free(counts);
}

/* Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", 2001. */
static void
find_above(finder *d)
{
	for (int32_t k = 1; k < d->reached; k++)
		d->above[k] = -1;
	for (bool more = true; more;) {
		more = false;
		for (int32_t k = 1; k < d->reached; k++) {
			const int32_t b = d->order[k];
			int32_t now = -1;
			for (int32_t row = d->begins[b]; row < d->begins[b + 1]; row++) {
				int32_t from = d->number[d->before[row]];
				if (from != 0 && d->above[from] < 0)
					continue;
				for (int32_t other = now; now >= 0 && from != other; now = other) {
					while (from > other)
						from = d->above[from];
					while (other > from)
						other = d->above[other];
				}
				now = from;
			}
			more |= now != d->above[k];
			d->above[k] = now;
		}
	}
}

static bool
is_above(const finder *d, int32_t header, int32_t block)
{
	int32_t k = d->number[block];
	while (k > d->number[header])
		k = d->above[k];
	return k == d->number[header];
}

static int32_t
outermost(const machine_flow *f, int32_t loop)
{
	while (f->loops[loop].parent >= 0)
		loop = f->loops[loop].parent;
	return loop;
}

/* Backward from a block that leads back to the header; loops on the way, which were found before, are within. */
static void
take_body(const finder *d, int32_t loop, int32_t from, int32_t *left)
{
	machine_flow *f = d->flow;
	int32_t count = 0;
	left[count++] = from;
	while (count > 0) {
		int32_t b = left[--count];
		const int32_t around = f->blocks[b].loop < 0 ? -1 : outermost(f, f->blocks[b].loop);
		if (around == loop)
			continue;
		if (around >= 0) {
			f->loops[around].parent = loop;
			b = f->loops[around].header;
		} else {
			f->blocks[b].loop = loop;
		}
		for (int32_t row = d->begins[b]; row < d->begins[b + 1]; row++)
			left[count++] = d->before[row];
	}
}

static void
find_bodies(finder *d)
{
	machine_flow *f = d->flow;
	int32_t *left = gm_allocate(2 * (size_t)f->blocks_count + 2, sizeof *left);
	f->loops = gm_allocate((size_t)f->blocks_count + 1, sizeof *f->loops);
	for (int32_t k = d->reached - 1; k >= 0; k--) {
		const int32_t header = d->order[k];
		int32_t loop = -1;
		for (int32_t row = d->begins[header]; row < d->begins[header + 1]; row++) {
			if (!is_above(d, header, d->before[row]))
				continue;
			if (loop < 0) {
				loop = f->loops_count++;
				f->loops[loop] = (machine_loop){header, -1};
				f->blocks[header].loop = loop;
			}
			take_body(d, loop, d->before[row], left);
		}
	}
	free(left);
}

/* By header. */
static void
sort_loops(machine_flow *f)
{
	machine_loop *sorted = gm_allocate((size_t)f->loops_count + 1, sizeof *sorted);
	int32_t *now = gm_allocate((size_t)f->loops_count + 1, sizeof *now), next = 0;
	int32_t *begun = gm_allocate((size_t)f->blocks_count + 1, sizeof *begun);
	for (int32_t l = 0; l < f->loops_count; l++)
		begun[f->loops[l].header] = l + 1;
	for (int32_t b = 0; b < f->blocks_count; b++)
		if (begun[b]) {
			now[begun[b] - 1] = next;
			sorted[next++] = f->loops[begun[b] - 1];
		}
	for (int32_t l = 0; l < f->loops_count; l++)
		sorted[l].parent = sorted[l].parent < 0 ? -1 : now[sorted[l].parent];
	for (int32_t b = 0; b < f->blocks_count; b++)
		f->blocks[b].loop = f->blocks[b].loop < 0 ? -1 : now[f->blocks[b].loop];
	free(f->loops);
	free(now);
	free(begun);
	f->loops = sorted;
}

static void
find_loops(machine_flow *f)
{
	const size_t count = (size_t)f->blocks_count + 1;
	finder d = {.flow = f,
		    .order = gm_allocate(count, sizeof *d.order),
		    .number = gm_allocate(count, sizeof *d.number),
		    .above = gm_allocate(count, sizeof *d.above)};
	order_blocks(&d);
	find_before(&d);
	find_above(&d);
	find_bodies(&d);
	sort_loops(f);
	free(d.order);
	free(d.number);
	free(d.above);
	free(d.before);
	free(d.begins);
}

/* ---- the whole ---- */

/* Behind its last instruction the code goes on, but ends. */
static bool
is_cut_short(const machine_flow *f)
{
	const machine_word *last = &f->words[f->words_count - 1];
	const bool stops = machine_is_branch(last) || ends_way(machine_opcode(last));
	return f->blocks[f->blocks_count - 1].reached && (!stops || is_conditional(last));
}

bool
gm_machine_flow_init(machine_flow *f, const gm_machine_code *code)
{
	const size_t count = code->length / GM_MACHINE_STEP;
	*f = (machine_flow){0};
	if (code->sm < SM_LEAST || code->sm > SM_MOST || count == 0 || count > WORDS_MOST ||
	    code->length % GM_MACHINE_STEP)
		return false;
	f->words_count = (int32_t)count;
	f->words = gm_allocate(count, sizeof *f->words);
	for (size_t i = 0; i < count; i++)
		f->words[i] = (machine_word){gm_little_u64(code->bytes + i * GM_MACHINE_STEP),
					     gm_little_u64(code->bytes + i * GM_MACHINE_STEP + 8)};
	bool *first = gm_allocate(count + 1, sizeof *first);
	bool good = find_first(f, code->sm, first);
	if (good) {
		make_blocks(f, first);
		join_blocks(f, code->sm);
		find_loops(f);
		good = !is_cut_short(f);
	}
	free(first);
	if (!good)
		gm_machine_flow_dispose(f);
	return good;
}

void
gm_machine_flow_dispose(machine_flow *f)
{
	free(f->words);
	free(f->block_of);
	free(f->blocks);
	free(f->loops);
}

#include "input/machine_code.h"

#include "input/machine_flow.h"

#include <stdlib.h>
#include <string.h>

typedef struct listing {
	const machine_flow *flow;
	const bool *spills; /* per instruction */
	int32_t *own;       /* per region: instructions so far */
	int32_t *fetches;   /* the same: loads from global memory */
	gm_spill_item *items;
	int32_t *item_regions;
	size_t items_count, items_room, regions_room;
} listing;

static gm_spill_kind
anchor_of(unsigned opcode)
{
	static const struct {
		unsigned opcode;
		gm_spill_kind kind;
	} rows[] = {
		{0x981, GM_SPILL_FETCH}, {0x386, GM_SPILL_PUT}, {0x986, GM_SPILL_PUT}, {0x98e, GM_SPILL_PUT},
		{0x9a3, GM_SPILL_PUT},   {0x3a9, GM_SPILL_PUT}, {0x9a8, GM_SPILL_PUT}, {0x3a8, GM_SPILL_PUT},
		{0xb1d, GM_SPILL_BARRIER}, {0x31d, GM_SPILL_BARRIER},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].opcode == opcode)
			return rows[i].kind;
	return GM_SPILL_KIND_COUNT;
}

static void
add_item(listing *l, int32_t region, gm_spill_item item)
{
	l->items = gm_grow(l->items, &l->items_room, l->items_count + 1, sizeof *l->items);
	l->item_regions = gm_grow(l->item_regions, &l->regions_room, l->items_count + 1, sizeof *l->item_regions);
	item.at = l->own[region];
	l->items[l->items_count] = item;
	l->item_regions[l->items_count++] = region;
}

/* ---- what spills move ---- */

static bool
has_no_result(unsigned opcode)
{
	static const unsigned stores[] = {MACHINE_STL, 0x385, 0x386, 0x388, 0x986, 0x988};
	for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
		if (stores[i] == opcode)
			return true;
	return false;
}

/* Which fetch of the block made what the store keeps; `ordinal` per instruction of the block. */
static int32_t
maker_of(const listing *l, int32_t store, int32_t begin, const int32_t *ordinal)
{
	const machine_word *words = l->flow->words;
	const unsigned kept = machine_field(&words[store], 32, 8);
	for (int32_t i = store - 1; i >= begin; i--)
		if (!has_no_result(machine_opcode(&words[i])) && machine_field(&words[i], 16, 8) == kept)
			return ordinal[i - begin];
	return -1;
}

/* One of `count` registers from `first` on. */
static bool
reads(const machine_word *word, unsigned first, unsigned count)
{
	static const unsigned stores[] = {0x985, 0x986, 0x988, 0x98e};
	bool second = machine_field(word, 9, 3) == 1;
	for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
		second |= stores[i] == machine_opcode(word);
	return machine_field(word, 24, 8) - first < count || machine_field(word, 64, 8) - first < count ||
	       (second && machine_field(word, 32, 8) - first < count);
}

static int32_t
use_of(const listing *l, int32_t load, int32_t end, unsigned bytes)
{
	enum { WORD_BYTES = 4 };
	const unsigned count = bytes > WORD_BYTES ? bytes / WORD_BYTES : 1;
	const machine_word *words = l->flow->words;
	const unsigned made = machine_field(&words[load], 16, 8);
	int32_t between = 0;
	for (int32_t i = load + 1; i < end; i++) {
		if (reads(&words[i], made, count))
			return between;
		between += !l->spills[i] && machine_opcode(&words[i]) != MACHINE_NOP;
	}
	return -1;
}

static void
list_spill(listing *l, int32_t region, const machine_block *block, int32_t i, const int32_t *ordinal)
{
	static const uint8_t bytes[8] = {1, 1, 2, 2, 4, 8, 16, 4};
	enum { LAST_USE = 3 };
	const machine_word *w = &l->flow->words[i];
	const bool store = machine_opcode(w) == MACHINE_STL;
	add_item(l, region,
		 (gm_spill_item){.kind = store ? GM_SPILL_STORE : GM_SPILL_LOAD,
				 .bytes = bytes[machine_field(w, 73, 3)],
				 .last = !store && machine_field(w, 84, 3) == LAST_USE,
				 .maker = store ? maker_of(l, i, block->first, ordinal) : -1,
				 .use = store ? -1 : use_of(l, i, block->end, bytes[machine_field(w, 73, 3)]),
				 .place = machine_signed(machine_field(w, 40, 24), 24)});
}

/* It does something besides going on elsewhere. */
static bool
does_work(const listing *l, const machine_block *block)
{
	int32_t work = 0;
	for (int32_t i = block->first; i < block->end; i++) {
		const unsigned opcode = machine_opcode(&l->flow->words[i]);
		if (opcode != MACHINE_NOP && opcode != MACHINE_EXIT && !machine_is_branch(&l->flow->words[i]))
			return true;
		work += opcode != MACHINE_NOP;
	}
	return work > 1;
}

static void
list_block(listing *l, const machine_block *block)
{
	const int32_t region = block->loop + 1;
	int32_t *ordinal = gm_allocate((size_t)(block->end - block->first), sizeof *ordinal);
	if (does_work(l, block))
		add_item(l, region, (gm_spill_item){.kind = GM_SPILL_BLOCK, .maker = -1, .use = -1});
	for (int32_t i = block->first; i < block->end; i++) {
		const unsigned opcode = machine_opcode(&l->flow->words[i]);
		const gm_spill_kind anchor = anchor_of(opcode);
		ordinal[i - block->first] = anchor == GM_SPILL_FETCH ? l->fetches[region]++ : -1;
		if (l->spills[i])
			list_spill(l, region, block, i, ordinal);
		else if (anchor != GM_SPILL_KIND_COUNT)
			add_item(l, region, (gm_spill_item){.kind = (uint8_t)anchor, .maker = -1, .use = -1});
		l->own[region] += !l->spills[i] && opcode != MACHINE_NOP;
	}
	free(ordinal);
}

/* ---- the whole ---- */

/* Items by region, in the order in which they were found. */
static gm_spilling
gather(const listing *l, gm_arena *arena)
{
	const int32_t count = l->flow->loops_count + 1;
	gm_spill_region *regions = gm_arena_allocate(arena, (size_t)count, sizeof *regions);
	gm_spill_item *sorted = gm_arena_allocate(arena, l->items_count + 1, sizeof *sorted);
	size_t *begins = gm_allocate((size_t)count + 1, sizeof *begins);
	for (size_t i = 0; i < l->items_count; i++)
		begins[l->item_regions[i] + 1]++;
	for (int32_t r = 0; r < count; r++) {
		regions[r] = (gm_spill_region){.parent = r == 0 ? -1 : l->flow->loops[r - 1].parent + 1,
					       .length = l->own[r],
					       .items = sorted + begins[r],
					       .items_count = (int32_t)begins[r + 1]};
		begins[r + 1] += begins[r];
	}
	for (size_t i = 0; i < l->items_count; i++)
		sorted[begins[l->item_regions[i]]++] = l->items[i];
	free(begins);
	return (gm_spilling){regions, count};
}

/* False where one is no LDL or STL, or lies where no branch leads. */
static bool
mark_spills(const gm_machine_code *code, const machine_flow *flow, bool *spills)
{
	for (size_t k = 0; k < code->spills_count; k++) {
		const uint32_t i = code->spills[k] / GM_MACHINE_STEP;
		if (i >= (uint32_t)flow->words_count)
			return false;
		const unsigned opcode = machine_opcode(&flow->words[i]);
		const int32_t block = flow->block_of[i];
		if ((opcode != MACHINE_STL && opcode != MACHINE_LDL) || block < 0 || !flow->blocks[block].reached)
			return false;
		spills[i] = true;
	}
	return true;
}

static const gm_spill_region nothing[] = {{.parent = -1}};

static gm_spilling
read_spilling(const gm_machine_code *code, const machine_flow *flow, gm_arena *arena)
{
	gm_spilling out = {0};
	const size_t regions = (size_t)flow->loops_count + 1;
	bool *spills = gm_allocate((size_t)flow->words_count + 1, sizeof *spills);
	listing l = {.flow = flow,
		     .spills = spills,
		     .own = gm_allocate(regions, sizeof *l.own),
		     .fetches = gm_allocate(regions, sizeof *l.fetches)};
	if (mark_spills(code, flow, spills)) {
		for (int32_t b = 0; b < flow->blocks_count; b++)
			if (flow->blocks[b].reached)
				list_block(&l, &flow->blocks[b]);
		out = gather(&l, arena);
	}
	free(spills);
	free(l.own);
	free(l.fetches);
	free(l.items);
	free(l.item_regions);
	return out;
}

gm_spilling
gm_machine_code_read(const gm_machine_code *code, gm_arena *arena)
{
	machine_flow flow;
	if (code->spills_count == 0)
		return (gm_spilling){nothing, 1};
	if (!gm_machine_flow_init(&flow, code))
		return (gm_spilling){0};
	const gm_spilling out = read_spilling(code, &flow, arena);
	gm_machine_flow_dispose(&flow);
	return out;
}

#include "simt/memory.h"

#include "base/memory.h"
#include "ptx/loops.h"
#include "simt/contents.h"
#include "simt/meetings.h"
#include "simt/pages.h"

#include <stdlib.h>
#include <string.h>

void
gm_ptx_memory_init(ptx_memory *memory, const ptx_buffer *buffers, int count)
{
	*memory = (ptx_memory){.buffers = buffers, .count = count};
	memory->tables = gm_allocate((size_t)count, sizeof *memory->tables);
}

void
gm_ptx_memory_reset(ptx_memory *memory)
{
	for (int i = 0; memory->tables && i < memory->count; i++)
		gm_ptx_pages_reset(&memory->tables[i], &memory->spare);
	memory->pages = 0;
	memory->full = false;
}

void
gm_ptx_memory_dispose(ptx_memory *memory)
{
	gm_ptx_memory_reset(memory);
	for (int i = 0; memory->tables && i < memory->count; i++)
		gm_ptx_pages_dispose(&memory->tables[i]);
	gm_ptx_pages_free_spare(&memory->spare);
	free(memory->tables);
	*memory = (ptx_memory){0};
}

void
gm_ptx_memory_leave(ptx_memory *memory, ptx_buffer *buffers)
{
	for (int i = 0; i < memory->count; i++) {
		ptx_page_table *t = &memory->tables[i];
		if (t->used == 0)
			continue;
		buffers[i].left = gm_allocate(1, sizeof *buffers[i].left);
		*buffers[i].left = *t;
		*t = (ptx_page_table){0};
	}
	memory->pages = 0;
}

void
gm_ptx_buffer_forget(ptx_buffer *buffer)
{
	ptx_page *pages = NULL;
	if (!buffer->left)
		return;
	gm_ptx_pages_reset(buffer->left, &pages);
	gm_ptx_pages_free_spare(&pages);
	gm_ptx_pages_dispose(buffer->left);
	free(buffer->left);
	buffer->left = NULL;
}

static bool
holds(const ptx_buffer *b, uint64_t address, unsigned bytes)
{
	return address - b->base < b->bytes && b->bytes - (address - b->base) >= bytes;
}

/* Buffers lie in the order of their addresses. */
int
gm_ptx_buffer_find(const ptx_buffer *buffers, int count, uint64_t address)
{
	int low = 0, high = count;
	while (low < high) {
		const int middle = low + (high - low) / 2;
		if (buffers[middle].base <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && holds(&buffers[low - 1], address, 1) ? low - 1 : -1;
}

int
gm_ptx_memory_find(ptx_memory *memory, uint64_t address, unsigned bytes)
{
	if (memory->last < memory->count && holds(&memory->buffers[memory->last], address, bytes))
		return memory->last;
	const int row = gm_ptx_buffer_find(memory->buffers, memory->count, address);
	if (row < 0 || !holds(&memory->buffers[row], address, bytes))
		return -1;
	return memory->last = row;
}

static uint64_t
low_bytes(uint64_t value, unsigned bytes)
{
	return bytes >= 8 ? value : value & (((uint64_t)1 << (8 * bytes)) - 1);
}

static uint64_t
read_data(const ptx_buffer *b, uint64_t offset, unsigned bytes)
{
	uint64_t value = 0;
	if (offset >= b->data_bytes)
		return 0;
	const uint64_t left = b->data_bytes - offset;
	memcpy(&value, b->data + offset, left < bytes ? (size_t)left : bytes);
	return value;
}

/* As given, before any store: whole elements, or their pieces. */
static uint64_t
read_given(const ptx_buffer *b, uint64_t offset, unsigned bytes)
{
	const unsigned size = (unsigned)gm_ptx_type_bytes(b->type);
	if (b->contents == CONTENTS_ZERO)
		return 0;
	if (b->contents == CONTENTS_BYTES)
		return read_data(b, offset, bytes);
	if (bytes == size && offset % size == 0)
		return low_bytes(gm_ptx_buffer_element(b, offset / size), bytes);
	uint64_t value = 0;
	for (unsigned i = 0; i < bytes; i++) {
		const uint64_t at = offset + i;
		const uint64_t element = gm_ptx_buffer_element(b, at / size);
		value |= ((element >> (8 * (at % size))) & 0xff) << (8 * i);
	}
	return value;
}

/* NULL when the memory is full. */
static ptx_page *
page_make(ptx_memory *memory, int buffer, uint64_t number)
{
	ptx_page_table *t = &memory->tables[buffer];
	ptx_page *page = gm_ptx_page_find(t, number);
	if (page)
		return page;
	memory->full = memory->full || memory->pages == PTX_PAGES_MAX;
	if (memory->full)
		return NULL;
	memory->pages++;
	return gm_ptx_page_make(t, memory->buffers[buffer].bytes, number, &memory->spare);
}

/* Some bytes were written, the others are as given. */
static uint64_t
blend(const ptx_piece *piece, uint64_t at, unsigned bytes, uint64_t given)
{
	for (unsigned i = 0; i < bytes; i++)
		if (piece->written & gm_ptx_piece_bits(at + i, 1))
			given = (given & ~((uint64_t)0xff << (8 * i))) |
				(uint64_t)piece->bytes[at + i] << (8 * i);
	return given;
}

/* 1, 2, 4 or 8 bytes: a copy of a size that is known is no call. */
static inline uint64_t
word_at(const unsigned char *from, unsigned bytes)
{
	uint64_t eight;
	uint32_t four;
	uint16_t two;
	switch (bytes) {
	case 8:
		memcpy(&eight, from, 8);
		return eight;
	case 4:
		memcpy(&four, from, 4);
		return four;
	case 2:
		memcpy(&two, from, 2);
		return two;
	default:
		return *from;
	}
}

static inline void
set_word(unsigned char *to, unsigned bytes, uint64_t value)
{
	switch (bytes) {
	case 8:
		memcpy(to, &value, 8);
		break;
	case 4:
		memcpy(to, &value, 4);
		break;
	case 2:
		memcpy(to, &value, 2);
		break;
	default:
		*to = (unsigned char)value;
	}
}

static inline void
note(const ptx_memory *memory, int buffer, uint64_t offset, bool stores)
{
	if (memory->meetings && memory->meeting_places[buffer])
		gm_ptx_meetings_note(memory->meetings, buffer, offset, stores);
}

/* NULL where nothing was stored in the page. */
static inline const ptx_piece *
piece_of(const ptx_page_table *t, uint64_t offset)
{
	ptx_page *page = gm_ptx_page_find(t, offset / PTX_PAGE_BYTES);
	return page ? gm_ptx_piece_at(page, offset) : NULL;
}

/* What lies below pages. */
typedef uint64_t reading(const ptx_buffer *b, uint64_t offset, unsigned bytes);

/* Accesses are aligned to their size, so none straddles a page, or a piece of it. */
static inline uint64_t
read_pages(const ptx_page_table *t, const ptx_buffer *b, uint64_t offset, unsigned bytes, reading *below)
{
	const uint64_t at = offset % PIECE_BYTES;
	const ptx_piece *piece = piece_of(t, offset);
	const uint64_t asked = gm_ptx_piece_bits(at, bytes);
	const uint64_t written = piece ? piece->written & asked : 0;
	uint64_t value = 0;
	if (written != asked)
		value = below(b, offset, bytes);
	if (written == asked)
		value = word_at(piece->bytes + at, bytes);
	else if (written)
		value = blend(piece, at, bytes, value);
	return value;
}

/* As the launch finds it. */
static uint64_t
read_found(const ptx_buffer *b, uint64_t offset, unsigned bytes)
{
	return b->left ? read_pages(b->left, b, offset, bytes, read_given) : read_given(b, offset, bytes);
}

uint64_t
gm_ptx_memory_load(ptx_memory *memory, int buffer, uint64_t offset, unsigned bytes)
{
	note(memory, buffer, offset, false);
	return read_pages(&memory->tables[buffer], &memory->buffers[buffer], offset, bytes, read_found);
}

/* Elements of a buffer as it was given, or several neighbours of narrower ones. */
GM_WIDE static bool
load_elements(const ptx_buffer *b, const uint64_t offset[32], uint32_t mask, unsigned bytes, uint64_t value[32])
{
	const unsigned size = (unsigned)gm_ptx_type_bytes(b->type);
	const uint64_t kept = low_bytes(UINT64_MAX, size);
	const int shift = __builtin_ctz(size);
	uint64_t index[32], part[32];
	if (b->contents == CONTENTS_BYTES || bytes < size || size > 8)
		return false;
	for (unsigned i = 0; i < bytes; i += size) {
		for (int l = 0; l < 32; l++)
			index[l] = (offset[l] + i) >> shift;
		gm_ptx_buffer_elements(b, index, mask, part);
		for (int l = 0; l < 32; l++)
			value[l] = (i ? value[l] : 0) | (part[l] & kept) << (8 * i);
	}
	return true;
}

GM_WIDE static uint64_t
greatest(const uint64_t offset[32])
{
	uint64_t most = 0;
	for (int l = 0; l < 32; l++)
		most = offset[l] > most ? offset[l] : most;
	return most;
}

/* For all lanes, each word in one piece. */
static void
load_whole(const unsigned char *data, const uint64_t offset[32], unsigned bytes, uint64_t value[32])
{
	if (bytes == 8)
		for (int l = 0; l < 32; l++)
			value[l] = word_at(data + offset[l], 8);
	else if (bytes == 4)
		for (int l = 0; l < 32; l++)
			value[l] = word_at(data + offset[l], 4);
	else
		for (int l = 0; l < 32; l++)
			value[l] = word_at(data + offset[l], bytes);
}

/* Of a table of constants, say, that nobody has written to. */
static bool
load_data(const ptx_buffer *b, const uint64_t offset[32], uint32_t mask, unsigned bytes, uint64_t value[32])
{
	if (b->contents != CONTENTS_BYTES)
		return false;
	if (mask == UINT32_MAX && greatest(offset) <= b->data_bytes - bytes && b->data_bytes >= bytes) {
		load_whole(b->data, offset, bytes, value);
		return true;
	}
	memset(value, 0, 32 * sizeof *value);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const bool whole = offset[l] < b->data_bytes && b->data_bytes - offset[l] >= bytes;
		value[l] = whole ? word_at(b->data + offset[l], bytes) : read_data(b, offset[l], bytes);
	}
	return true;
}

void
gm_ptx_memory_expect(ptx_memory *memory, int buffer, const uint64_t offset[32], uint32_t mask)
{
	enum { PAGES_NEAR = 64 };
	const ptx_page_table *t = &memory->tables[buffer];
	if (t->used < PAGES_NEAR)
		return;
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const uint64_t at = offset[__builtin_ctz(rest)];
		ptx_page *page = gm_ptx_page_find(t, at / PTX_PAGE_BYTES);
		if (!page)
			continue;
		__builtin_prefetch(&gm_ptx_piece_at(page, at)->written, 1);
		__builtin_prefetch(gm_ptx_piece_at(page, at)->bytes + at % PIECE_BYTES, 1);
	}
}

/* Of the lanes, those whose word was written as a whole, which is put there. */
static uint32_t
load_written(const ptx_page_table *t, const uint64_t offset[32], uint32_t mask, unsigned bytes, uint64_t value[32])
{
	uint32_t written = 0;
	for (uint32_t rest = t->used ? mask : 0; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const uint64_t at = offset[l] % PIECE_BYTES, asked = gm_ptx_piece_bits(at, bytes);
		const ptx_piece *piece = piece_of(t, offset[l]);
		if (!piece || (piece->written & asked) != asked)
			continue;
		value[l] = word_at(piece->bytes + at, bytes);
		written |= rest & -rest;
	}
	return written;
}

/* Of the others: what was given is found for all lanes at once, where no launch before has left anything else. */
static void
load_rest(const ptx_page_table *t, const ptx_buffer *b, const uint64_t offset[32], uint32_t mask, unsigned bytes,
	  uint64_t value[32])
{
	uint64_t given[32];
	const bool known = !b->left && gm_bits_count(mask) >= PTX_LANES_MANY &&
			   (load_elements(b, offset, mask, bytes, given) || load_data(b, offset, mask, bytes, given));
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const ptx_piece *piece = known ? piece_of(t, offset[l]) : NULL;
		const bool any = piece && piece->written & gm_ptx_piece_bits(offset[l], bytes);
		value[l] = known && !any ? given[l] : read_pages(t, b, offset[l], bytes, read_found);
	}
}

void
gm_ptx_memory_load_lanes(ptx_memory *memory, int buffer, const uint64_t offset[32], uint32_t mask,
			 unsigned bytes, uint64_t value[32])
{
	const ptx_buffer *b = &memory->buffers[buffer];
	if (memory->meetings && memory->meeting_places[buffer])
		gm_ptx_meetings_note_lanes(memory->meetings, buffer, offset, mask, false);
	if (gm_ptx_memory_is_untouched(memory, buffer) && (load_elements(b, offset, mask, bytes, value) ||
							   load_data(b, offset, mask, bytes, value)))
		return;
	memset(value, 0, 32 * sizeof *value);
	gm_ptx_memory_expect(memory, buffer, offset, mask);
	const ptx_page_table *t = &memory->tables[buffer];
	const uint32_t written = load_written(t, offset, mask, bytes, value);
	if (written != mask)
		load_rest(t, b, offset, mask & ~written, bytes, value);
}

static inline void
store_in(ptx_page *page, uint64_t offset, unsigned bytes, uint64_t value)
{
	ptx_piece *piece = gm_ptx_piece_at(page, offset);
	set_word(piece->bytes + offset % PIECE_BYTES, bytes, value);
	piece->written |= gm_ptx_piece_bits(offset, bytes);
}

void
gm_ptx_memory_store(ptx_memory *memory, int buffer, uint64_t offset, unsigned bytes, uint64_t value)
{
	ptx_page *page = page_make(memory, buffer, offset / PTX_PAGE_BYTES);
	note(memory, buffer, offset, true);
	if (page)
		store_in(page, offset, bytes, value);
}

void
gm_ptx_memory_store_lanes(ptx_memory *memory, int buffer, const uint64_t offset[32], uint32_t mask, unsigned bytes,
			  const uint64_t value[32])
{
	uint64_t number = UINT64_MAX;
	ptx_page *page = NULL;
	if (memory->meetings && memory->meeting_places[buffer])
		gm_ptx_meetings_note_lanes(memory->meetings, buffer, offset, mask, true);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		if (offset[l] / PTX_PAGE_BYTES != number) {
			number = offset[l] / PTX_PAGE_BYTES;
			page = page_make(memory, buffer, number);
		}
		if (page)
			store_in(page, offset[l], bytes, value[l]);
	}
}

/* The only page that was made of a buffer. */
static ptx_page *
only_page(const ptx_page_table *t)
{
	return t->used == 1 ? gm_ptx_page_find(t, t->made[0]) : NULL;
}

static bool
is_written_at(ptx_page *page, unsigned i)
{
	return i < PTX_PAGE_BYTES && (gm_ptx_piece_at(page, i)->written & gm_ptx_piece_bits(i, 1));
}

unsigned
gm_ptx_memory_only_run(const ptx_memory *memory, int buffer, uint64_t *from, unsigned char *out)
{
	const ptx_page_table *table = &memory->tables[buffer];
	ptx_page *page = only_page(table);
	unsigned first = 0, end, rest;
	while (page && first < PTX_PAGE_BYTES && !is_written_at(page, first))
		first++;
	for (end = first; page && is_written_at(page, end); end++)
		out[end - first] = gm_ptx_piece_at(page, end)->bytes[end % PIECE_BYTES];
	for (rest = end; page && rest < PTX_PAGE_BYTES && !is_written_at(page, rest);)
		rest++;
	*from = page ? table->made[0] * PTX_PAGE_BYTES + first : 0;
	return page && rest == PTX_PAGE_BYTES ? end - first : 0;
}

bool
gm_ptx_memory_is_written(ptx_memory *memory, int buffer, uint64_t offset)
{
	ptx_page *page = gm_ptx_page_find(&memory->tables[buffer], offset / PTX_PAGE_BYTES);
	return page && (gm_ptx_piece_at(page, offset)->written & gm_ptx_piece_bits(offset, 1));
}

bool
gm_ptx_memory_is_untouched(const ptx_memory *memory, int buffer)
{
	return memory->tables[buffer].used == 0 && !memory->buffers[buffer].left;
}

#include "simt/pages.h"

#include "base/memory.h"

#include <stdlib.h>

void
gm_ptx_pages_reset(ptx_page_table *t, ptx_page **spare)
{
	for (size_t k = 0; k < t->used; k++) {
		ptx_page **place = &t->leaves[t->made[k] >> LEAF_SHIFT]->pages[t->made[k] % LEAF_PAGES];
		(*place)->next = *spare;
		*spare = *place;
		*place = NULL;
	}
	t->used = 0;
}

void
gm_ptx_pages_free_spare(ptx_page **spare)
{
	while (*spare) {
		ptx_page *next = (*spare)->next;
		free(*spare);
		*spare = next;
	}
}

void
gm_ptx_pages_dispose(ptx_page_table *t)
{
	for (size_t i = 0; i < t->leaves_count; i++)
		free(t->leaves[i]);
	free(t->leaves);
	free(t->made);
}

static ptx_page *
page_take(ptx_page **spare)
{
	ptx_page *page = *spare;
	if (page)
		*spare = page->next;
	else
		page = gm_allocate_unset(1, sizeof *page);
	for (int i = 0; i < PIECES; i++)
		page->pieces[i].written = 0;
	return page;
}

static ptx_page **
place_of(ptx_page_table *t, uint64_t buffer_bytes, uint64_t number)
{
	if (!t->leaves) {
		const uint64_t pages = buffer_bytes / PTX_PAGE_BYTES;
		t->leaves_count = (size_t)(pages >> LEAF_SHIFT) + 1;
		t->leaves = gm_allocate(t->leaves_count, sizeof *t->leaves);
	}
	ptx_leaf **leaf = &t->leaves[number >> LEAF_SHIFT];
	if (!*leaf)
		*leaf = gm_allocate(1, sizeof **leaf);
	return &(*leaf)->pages[number % LEAF_PAGES];
}

ptx_page *
gm_ptx_page_make(ptx_page_table *t, uint64_t buffer_bytes, uint64_t number, ptx_page **spare)
{
	t->made = gm_grow(t->made, &t->room, t->used + 1, sizeof *t->made);
	t->made[t->used++] = number;
	return *place_of(t, buffer_bytes, number) = page_take(spare);
}

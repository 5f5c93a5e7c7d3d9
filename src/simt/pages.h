/*
 * Pages of what was stored in a buffer.
 */
#ifndef GM_SIMT_PAGES_H
#define GM_SIMT_PAGES_H

#include "simt/memory.h"

/* Bytes, and a bit for each that says whether it was written: side by side, for they are asked for together. */
enum { PIECE_BYTES = 64, PIECES = PTX_PAGE_BYTES / PIECE_BYTES };

typedef struct ptx_piece {
	uint64_t written;
	unsigned char bytes[PIECE_BYTES];
} ptx_piece;

typedef struct ptx_page {
	ptx_piece pieces[PIECES];
	struct ptx_page *next; /* spare */
} ptx_page;

/* The pages of a stretch of a buffer. */
enum { LEAF_SHIFT = 9, LEAF_PAGES = 1 << LEAF_SHIFT };

typedef struct ptx_leaf {
	ptx_page *pages[LEAF_PAGES];
} ptx_leaf;

/* Leaves are made where something is stored; NULL until the first is. */
typedef struct ptx_page_table {
	ptx_leaf **leaves;
	size_t leaves_count;
	uint64_t *made; /* numbers of the pages there are */
	size_t used, room;
} ptx_page_table;

/* NULL where nothing was stored in the page of that number. */
static inline ptx_page *
gm_ptx_page_find(const ptx_page_table *t, uint64_t number)
{
	const ptx_leaf *leaf = t->used ? t->leaves[number >> LEAF_SHIFT] : NULL;
	return leaf ? leaf->pages[number % LEAF_PAGES] : NULL;
}

/* Bits of the bytes at `at` of a piece, which holds them all. */
static inline uint64_t
gm_ptx_piece_bits(uint64_t at, unsigned bytes)
{
	return (((uint64_t)1 << bytes) - 1) << (at % PIECE_BYTES);
}

/* Where the byte of the buffer lies in its page. */
static inline ptx_piece *
gm_ptx_piece_at(ptx_page *page, uint64_t offset)
{
	return &page->pieces[offset % PTX_PAGE_BYTES / PIECE_BYTES];
}

/* The page is there from now on, and nothing is written in it. The buffer has so many bytes; pages that nobody needs are
   taken from `spare` first. */
ptx_page *gm_ptx_page_make(ptx_page_table *table, uint64_t buffer_bytes, uint64_t number, ptx_page **spare);

/* No page is there any more: all are spare. */
void gm_ptx_pages_reset(ptx_page_table *table, ptx_page **spare);
void gm_ptx_pages_free_spare(ptx_page **spare);

/* Of a table without pages. */
void gm_ptx_pages_dispose(ptx_page_table *table);

#endif

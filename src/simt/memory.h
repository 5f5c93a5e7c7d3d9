/*
 * Global and constant memory of the interpreter.
 *
 * A buffer is a function of the index: its contents cost nothing. What is stored lies in pages of
 * 4 KiB that know which of their bytes were written; the others are still as given. Buffers lie at addresses aligned to 256 bytes in disjoint ranges with gaps between
 * them, so that an address names one buffer or none.
 */
#ifndef GM_SIMT_MEMORY_H
#define GM_SIMT_MEMORY_H

#include "base/error.h"
#include "ptx/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ptx_contents {
	CONTENTS_ZERO,
	CONTENTS_FILL,   /* number, of floats most, everywhere */
	CONTENTS_STEP,   /* i * number; iota is a step of 1 */
	CONTENTS_POINTERS, /* first + i * number: addresses of another buffer's parts */
	CONTENTS_CHAIN,  /* (i + number) mod elements */
	CONTENTS_GATHER, /* i * number mod elements */
	CONTENTS_BAND,   /* a random column near row i / number, see ptx.h */
	CONTENTS_CYCLE,  /* where a chase in random order goes next */
	CONTENTS_RANDOM, /* below number; without one [0, 1), or integers of any bits */
	CONTENTS_SIGNED, /* [-1, 1), or integers of any bits but the sign bit */
	CONTENTS_BYTES
} ptx_contents;

typedef struct ptx_buffer {
	uint64_t base, bytes;
	ptx_type type;
	uint64_t elements;
	ptx_contents contents;
	int64_t number;
	uint64_t first;
	double most; /* of reals, in place of number; of random ones 0: none is said */
	const unsigned char *data; /* CONTENTS_BYTES; the part beyond data_bytes is zero. CONTENTS_CYCLE: see
				      gm_ptx_shuffled_stops; NULL: of too many stops */
	uint64_t data_bytes;
	bool unsaid;    /* an argument, or a variable, of which nobody said what it holds: zeros */
	bool read_only; /* constant memory */
	bool is_mapped; /* data is a file */
	struct ptx_page_table *left; /* what launches before have stored over it; NULL: nothing */
	const char *name;
} ptx_buffer;

enum { PTX_PAGE_BYTES = 4096, PTX_PAGES_MAX = 1 << 15 };

/* Addresses of the windows through which generic pointers reach shared and local memory, and where
   the first buffer lies. Pointers of 32 bits have smaller ones, at the top of what they reach. */
#define PTX_SHARED_WINDOW ((uint64_t)1 << 48)
#define PTX_LOCAL_WINDOW ((uint64_t)2 << 48)
#define PTX_PARAM_WINDOW ((uint64_t)3 << 48)
#define PTX_NARROW_WINDOW(window) ((uint64_t)0xd0000000 + ((window) >> 48 << 28))
#define PTX_NARROW_WINDOW_BYTES ((uint64_t)1 << 28)
#define PTX_NARROW_START ((uint64_t)1 << 28)
#define PTX_NARROW_END ((uint64_t)0xd0000000)

/* Buffers with the pages that stores have made. */
typedef struct ptx_memory {
	const ptx_buffer *buffers;
	int count;
	struct ptx_page_table *tables; /* one per buffer */
	int last;                      /* the buffer found last */
	int pages;                     /* made by stores, at most PTX_PAGES_MAX */
	bool full;                     /* a store found no page any more and was lost */
	struct ptx_page *spare;        /* pages of what was forgotten, for use again */
	struct ptx_meetings *meetings; /* NULL: nobody asks; see meetings.h */
	const bool *meeting_places;    /* per buffer: blocks may meet there */
	struct ptx_earlier *earlier; /* per buffer, see earlier.h; NULL: nobody waits */
} ptx_memory;

void gm_ptx_memory_init(ptx_memory *memory, const ptx_buffer *buffers, int count);
void gm_ptx_memory_dispose(ptx_memory *memory);

/* Forgets what was stored. */
void gm_ptx_memory_reset(ptx_memory *memory);

/* What was stored is what the buffers hold from now on, and the memory has nothing stored. They are those of the
   memory, or others like them, that nothing was left in. */
void gm_ptx_memory_leave(ptx_memory *memory, ptx_buffer *buffers);
/* Frees what was left. */
void gm_ptx_buffer_forget(ptx_buffer *buffer);

/* The row of the buffer that holds the byte, -1 when there is none. */
int gm_ptx_buffer_find(const ptx_buffer *buffers, int count, uint64_t address);

/* The buffer that holds all of [address, address + bytes), -1 when there is none. */
int gm_ptx_memory_find(ptx_memory *memory, uint64_t address, unsigned bytes);

/* 1, 2, 4 or 8 bytes, zero-extended; the place must be inside the buffer. */
uint64_t gm_ptx_memory_load(ptx_memory *memory, int buffer, uint64_t offset, unsigned bytes);
/* The same for 32 lanes: element l is at offset[l]. Where the mask has no bit, nothing is read and
   value[l] is 0. */
void gm_ptx_memory_load_lanes(ptx_memory *memory, int buffer, const uint64_t offset[32],
			      uint32_t mask, unsigned bytes, uint64_t value[32]);
/* The lanes are about to go there: what many pages hold is fetched for all lanes at once, not for one
   after the other. */
void gm_ptx_memory_expect(ptx_memory *memory, int buffer, const uint64_t offset[32], uint32_t mask);
void gm_ptx_memory_store(ptx_memory *memory, int buffer, uint64_t offset, unsigned bytes,
			 uint64_t value);
/* The same of the lanes of the mask, one after the other. */
void gm_ptx_memory_store_lanes(ptx_memory *memory, int buffer, const uint64_t offset[32], uint32_t mask, unsigned bytes,
			       const uint64_t value[32]);

/* How many bytes stores have written in the buffer, where they lie one behind the other and in one page:
   the first is at *from. 0 when they have written none, or here and there. `out` has room for a page. */
unsigned gm_ptx_memory_only_run(const ptx_memory *memory, int buffer, uint64_t *from, unsigned char *out);

/* A store has written the byte. */
bool gm_ptx_memory_is_written(ptx_memory *memory, int buffer, uint64_t offset);

/* True when no store has touched the buffer, nor one of a launch before. */
bool gm_ptx_memory_is_untouched(const ptx_memory *memory, int buffer);

#endif

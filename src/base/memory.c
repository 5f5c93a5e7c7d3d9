#include "base/memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 16384, ALIGNMENT = 16, LARGE_BYTES = 1 << 20 };

typedef struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(ALIGNMENT) unsigned char bytes[];
} chunk;

struct gm_arena {
	chunk *head;
};

static void
exhausted(void)
{
	fputs("gpumodel: out of memory\n", stderr);
	abort();
}

static size_t
product(size_t a, size_t b)
{
	size_t result;
	if (__builtin_mul_overflow(a, b, &result))
		exhausted();
	return result;
}

void *
gm_allocate(size_t count, size_t bytes)
{
	const size_t total = product(count, bytes);
	void *result = calloc(total ? total : 1, 1);
	if (!result)
		exhausted();
	return result;
}

void *
gm_allocate_lines(size_t count, size_t bytes)
{
	enum { LINE_BYTES = 64 };
	const size_t lines = product(count, bytes) / LINE_BYTES + 1;
	void *result = aligned_alloc(LINE_BYTES, product(lines, LINE_BYTES));
	if (!result)
		exhausted();
	return memset(result, 0, lines * LINE_BYTES);
}

/* Memory that is new to the process is zero, and costs nothing until it is written. */
static unsigned char *
move_to_fresh(void *base, size_t used_bytes, size_t bytes)
{
	unsigned char *fresh = gm_allocate(bytes, 1);
	if (used_bytes > 0)
		memcpy(fresh, base, used_bytes);
	free(base);
	return fresh;
}

static unsigned char *
lengthen(void *base, size_t used_bytes, size_t bytes)
{
	unsigned char *grown = realloc(base, bytes);
	if (!grown)
		exhausted();
	memset(grown + used_bytes, 0, bytes - used_bytes);
	return grown;
}

void *
gm_allocate_unset(size_t count, size_t bytes)
{
	const size_t total = product(count, bytes);
	void *result = malloc(total ? total : 1);
	if (!result)
		exhausted();
	return result;
}

void *
gm_grow_more(void *base, size_t *capacity, size_t needed, size_t element_bytes)
{
	size_t wanted = *capacity ? *capacity : 8;
	while (wanted < needed)
		wanted = product(wanted, 2);
	const size_t used_bytes = *capacity * element_bytes, bytes = product(wanted, element_bytes);
	*capacity = wanted;
	return (bytes < LARGE_BYTES ? lengthen : move_to_fresh)(base, used_bytes, bytes);
}

gm_arena *
gm_arena_new(void)
{
	return gm_allocate(1, sizeof(gm_arena));
}

void
gm_arena_free(gm_arena *arena)
{
	if (!arena)
		return;
	for (chunk *c = arena->head, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	free(arena);
}

void *
gm_arena_allocate(gm_arena *arena, size_t count, size_t bytes)
{
	const size_t wanted = product(count, bytes);
	const size_t total = (wanted + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (!arena->head || arena->head->size - arena->head->used < total) {
		const size_t size = total > CHUNK_BYTES ? total : CHUNK_BYTES;
		chunk *fresh = gm_allocate(1, sizeof(chunk) + size);
		fresh->size = size;
		fresh->next = arena->head;
		arena->head = fresh;
	}
	void *result = arena->head->bytes + arena->head->used;
	arena->head->used += total;
	return result;
}

char *
gm_arena_copy_text(gm_arena *arena, const char *text)
{
	if (!text)
		return NULL;
	const size_t bytes = strlen(text) + 1;
	return memcpy(gm_arena_allocate(arena, bytes, 1), text, bytes);
}

char *
gm_arena_print(gm_arena *arena, const char *format, ...)
{
	va_list measure, print;
	va_start(measure, format);
	va_copy(print, measure);
	const int length = vsnprintf(NULL, 0, format, measure);
	va_end(measure);
	char *text = gm_arena_allocate(arena, (size_t)(length < 0 ? 0 : length) + 1, 1);
	vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, print);
	va_end(print);
	return text;
}

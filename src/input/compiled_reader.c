#include "input/compiled_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
gm_compiled_reader_begin(gm_compiled_reader *reader, const char *file, gm_error *err)
{
	*reader = (gm_compiled_reader){.err = err, .arena = gm_arena_new()};
	reader->file = gm_arena_copy_text(reader->arena, file);
}

gm_compiled_kernel *
gm_compiled_reader_add(gm_compiled_reader *reader, const char *name, int sm)
{
	reader->kernels = gm_grow(reader->kernels, &reader->kernels_capacity,
				  reader->kernels_count + 1, sizeof *reader->kernels);
	gm_compiled_kernel *kernel = &reader->kernels[reader->kernels_count++];
	*kernel = (gm_compiled_kernel){
		.name = gm_arena_copy_text(reader->arena, name),
		.cc_major = sm / 10,
		.cc_minor = sm % 10,
		.spill_stores_bytes = -1,
		.spill_loads_bytes = -1,
		.spill_instructions = -1,
	};
	return kernel;
}

void
gm_compiled_reader_close(gm_compiled_reader *reader, int sm, const char *format, ...)
{
	char why[256];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(why, sizeof why, format, arguments);
	va_end(arguments);
	reader->closed = gm_grow(reader->closed, &reader->closed_capacity, reader->closed_count + 1,
				 sizeof *reader->closed);
	reader->closed[reader->closed_count++] =
		(gm_compiled_closed){sm / 10, sm % 10, gm_arena_copy_text(reader->arena, why)};
}

gm_status
gm_compiled_reader_truncated(gm_compiled_reader *reader, const char *what)
{
	return gm_fail(reader->err, GM_BAD_SYNTAX, "%s is cut short or damaged", what);
}

static void *
moved(gm_arena *arena, void *rows, size_t count, size_t bytes)
{
	void *copy = gm_arena_allocate(arena, count + 1, bytes);
	if (count)
		memcpy(copy, rows, count * bytes);
	free(rows);
	return copy;
}

gm_status
gm_compiled_reader_end(gm_compiled_reader *reader, gm_status status, gm_compiled **out)
{
	*out = NULL;
	if (status != GM_OK) {
		gm_error_locate(reader->err, reader->file, 0, 0);
		free(reader->kernels);
		free(reader->closed);
		gm_arena_free(reader->arena);
		return status;
	}
	gm_compiled *compiled = gm_arena_allocate(reader->arena, 1, sizeof *compiled);
	compiled->arena = reader->arena;
	compiled->file = reader->file;
	compiled->kernels = moved(reader->arena, reader->kernels, reader->kernels_count,
				  sizeof *reader->kernels);
	compiled->kernels_count = (int)reader->kernels_count;
	compiled->closed =
		moved(reader->arena, reader->closed, reader->closed_count, sizeof *reader->closed);
	compiled->closed_count = (int)reader->closed_count;
	*out = compiled;
	return GM_OK;
}

uint16_t
gm_little_u16(const unsigned char *at)
{
	return (uint16_t)(at[0] | at[1] << 8);
}

uint32_t
gm_little_u32(const unsigned char *at)
{
	return gm_little_u16(at) | (uint32_t)gm_little_u16(at + 2) << 16;
}

uint64_t
gm_little_u64(const unsigned char *at)
{
	return gm_little_u32(at) | (uint64_t)gm_little_u32(at + 4) << 32;
}

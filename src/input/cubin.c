#include "input/cubin.h"

#include "input/compiled_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX ((size_t)1 << 30)

/* ---- fat binaries ---- */

#define CONTAINER_MAGIC 0xba55ed50u

enum {
	CONTAINER_HEADER_BYTES = 16,
	CONTAINER_ALIGNMENT = 8,
	ENTRY_HEADER_BYTES_LEAST = 48, /* up to and with the flags */
	ENTRY_PTX = 1,
	ENTRY_CUBIN = 2,
};

static const struct {
	uint64_t flag;
	const char *name;
} compressions[] = {{0x2000, "LZ4"}, {0x8000, "Zstandard"}};

static const char *
compression_name(uint64_t flags)
{
	for (size_t i = 0; i < sizeof compressions / sizeof *compressions; i++)
		if (flags & compressions[i].flag)
			return compressions[i].name;
	return "in an unknown way";
}

static gm_status
read_cubin_entry(gm_compiled_reader *reader, const unsigned char *header,
		 const unsigned char *payload, size_t bytes)
{
	const int sm = (int)(gm_little_u32(header + 28) & 0xffff);
	if (bytes >= 4 && memcmp(payload, "\177ELF", 4) == 0)
		return gm_cubin_image_read(reader, payload, bytes);
	gm_compiled_reader_close(
		reader, sm,
		"device code for sm_%d is compressed (%s), which is not opened: compile with "
		"nvcc --no-compress",
		sm, compression_name(gm_little_u64(header + 40)));
	return GM_OK;
}

static gm_status
read_entry(gm_compiled_reader *reader, const unsigned char *at, size_t left, size_t *taken)
{
	if (left < ENTRY_HEADER_BYTES_LEAST)
		return gm_compiled_reader_truncated(reader, "an entry of a fat binary");
	const size_t header = gm_little_u32(at + 4);
	const uint64_t payload = gm_little_u64(at + 8);
	if (header < ENTRY_HEADER_BYTES_LEAST || header > left || payload > left - header)
		return gm_compiled_reader_truncated(reader, "an entry of a fat binary");
	*taken = header + (size_t)payload;
	if (gm_little_u16(at) == ENTRY_PTX)
		reader->ptx_sm = (int)(gm_little_u32(at + 28) & 0xffff);
	if (gm_little_u16(at) != ENTRY_CUBIN)
		return GM_OK;
	return read_cubin_entry(reader, at, at + header, (size_t)payload);
}

static gm_status
read_container(gm_compiled_reader *reader, const unsigned char *at, size_t left, size_t *taken)
{
	if (left < CONTAINER_HEADER_BYTES)
		return gm_compiled_reader_truncated(reader, "a fat binary");
	const size_t header = gm_little_u16(at + 6);
	const uint64_t bytes = gm_little_u64(at + 8);
	if (gm_little_u16(at + 4) != 1)
		return gm_fail(reader->err, GM_NOT_MODELLED,
			       "a fat binary of version %d, expected 1", gm_little_u16(at + 4));
	if (header < CONTAINER_HEADER_BYTES || header > left || bytes > left - header)
		return gm_compiled_reader_truncated(reader, "a fat binary");
	*taken = header + (size_t)bytes;
	for (size_t entry = header; entry < *taken;) {
		size_t entry_bytes = 0;
		const gm_status status =
			read_entry(reader, at + entry, *taken - entry, &entry_bytes);
		if (status != GM_OK)
			return status;
		entry += entry_bytes;
	}
	return GM_OK;
}

/* Containers one after the other, padded to 8 bytes; the linker may leave zeros between them. */
static gm_status
read_containers(gm_compiled_reader *reader, const unsigned char *bytes, size_t length)
{
	for (size_t at = 0; at + 4 <= length;) {
		size_t taken = CONTAINER_ALIGNMENT;
		if (gm_little_u32(bytes + at) == CONTAINER_MAGIC) {
			const gm_status status =
				read_container(reader, bytes + at, length - at, &taken);
			if (status != GM_OK)
				return status;
		}
		at += (taken + CONTAINER_ALIGNMENT - 1) / CONTAINER_ALIGNMENT * CONTAINER_ALIGNMENT;
	}
	return GM_OK;
}

/* ---- files ---- */

static gm_status
read_host_file(gm_compiled_reader *reader, const unsigned char *bytes, size_t length)
{
	gm_host_code code;
	gm_status status = gm_host_code_find(reader, bytes, length, &code);
	if (status == GM_OK && code.bytes == NULL)
		status = gm_fail(
			reader->err, GM_NOT_MODELLED, "%s",
			code.relocatable
				? "relocatable device code (nvcc -rdc=true): registers and shared "
				  "memory are known after the device link; give the linked program"
				: "an ELF file without device code: no section .nv_fatbin");
	return status != GM_OK ? status : read_containers(reader, code.bytes, code.length);
}

static gm_status
read_bytes(gm_compiled_reader *reader, const unsigned char *bytes, size_t length)
{
	if (length >= 8 && memcmp(bytes, "!<arch>\n", 8) == 0)
		return gm_fail(reader->err, GM_NOT_MODELLED,
			       "an archive: take its object files out first, with ar x");
	if (length >= 4 && gm_little_u32(bytes) == CONTAINER_MAGIC)
		return read_containers(reader, bytes, length);
	if (length < 20 || memcmp(bytes, "\177ELF", 4) != 0)
		return gm_fail(
			reader->err, GM_BAD_SYNTAX,
			"expected a cubin, an object file, a program or a fat binary; found %s",
			length < 20 ? "a file of less than 20 bytes"
				    : "neither ELF nor a fat binary");
	if (gm_little_u16(bytes + 18) == GM_ELF_MACHINE_CUDA)
		return gm_cubin_image_read(reader, bytes, length);
	return read_host_file(reader, bytes, length);
}

static gm_status
expect_kernels(gm_compiled_reader *reader)
{
	if (reader->kernels_count > 0)
		return GM_OK;
	if (reader->closed_count > 0)
		return gm_fail(reader->err, GM_NOT_MODELLED, "%s", reader->closed[0].why);
	if (reader->ptx_sm)
		return gm_fail(reader->err, GM_NOT_MODELLED,
			       "only PTX for compute_%d, no machine code: compile with -arch=sm_%d",
			       reader->ptx_sm, reader->ptx_sm);
	return gm_fail(reader->err, GM_BAD_VALUE, "no kernel");
}

gm_status
gm_cubin_load_bytes(const void *bytes, size_t length, const char *name, gm_compiled **out,
		    gm_error *err)
{
	gm_compiled_reader reader;
	gm_compiled_reader_begin(&reader, name, err);
	gm_status status = read_bytes(&reader, bytes, length);
	if (status == GM_OK)
		status = expect_kernels(&reader);
	return gm_compiled_reader_end(&reader, status, out);
}

static gm_status
read_file(const char *path, unsigned char **out, size_t *length, gm_error *err)
{
	size_t capacity = 0;
	*out = NULL;
	*length = 0;
	FILE *file = fopen(path, "rb");
	if (!file)
		return gm_fail(err, GM_BAD_FILE, "cannot read %s: %s", path, strerror(errno));
	errno = 0;
	for (size_t got = 1; got > 0 && *length <= FILE_BYTES_MAX; *length += got) {
		*out = gm_grow(*out, &capacity, *length + 65536, 1);
		got = fread(*out + *length, 1, capacity - *length, file);
	}
	const bool failed = ferror(file) != 0;
	const int why = errno;
	fclose(file);
	if (failed)
		return gm_fail(err, GM_BAD_FILE, "cannot read %s: %s", path, strerror(why));
	if (*length > FILE_BYTES_MAX)
		return gm_fail(err, GM_TOO_LARGE, "%s is larger than 1 GiB", path);
	return GM_OK;
}

gm_status
gm_cubin_load(const char *path, gm_compiled **out, gm_error *err)
{
	unsigned char *bytes;
	size_t length;
	*out = NULL;
	gm_status status = read_file(path, &bytes, &length, err);
	if (status == GM_OK)
		status = gm_cubin_load_bytes(bytes, length, path, out, err);
	free(bytes);
	return status;
}

bool
gm_cubin_is_binary(const char *path)
{
	unsigned char first[8] = {0};
	FILE *file = fopen(path, "rb");
	if (!file)
		return false;
	const size_t got = fread(first, 1, sizeof first, file);
	fclose(file);
	return got >= 4 &&
	       (memcmp(first, "\177ELF", 4) == 0 || gm_little_u32(first) == CONTAINER_MAGIC ||
		memcmp(first, "!<arch>\n", 8) == 0);
}

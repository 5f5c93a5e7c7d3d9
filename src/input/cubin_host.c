#include "input/compiled_elf.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

Elf *
gm_elf_open_copy(const unsigned char *bytes, size_t length, char **copy)
{
	elf_version(EV_CURRENT);
	*copy = gm_allocate(length, 1);
	memcpy(*copy, bytes, length);
	return elf_memory(*copy, length);
}

static gm_status
find_host_sections(gm_compiled_reader *reader, Elf *elf, const unsigned char *bytes, size_t length,
		   gm_host_code *out)
{
	size_t names;
	if (elf_getshdrstrndx(elf, &names) != 0)
		return gm_compiled_reader_truncated(reader, "the section table");
	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s)) {
		GElf_Shdr header;
		const char *name =
			gelf_getshdr(s, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
		if (!name)
			return gm_compiled_reader_truncated(reader, "the section table");
		if (strcmp(name, "__nv_relfatbin") == 0)
			out->relocatable = true;
		if (strcmp(name, ".nv_fatbin") != 0 || header.sh_type == SHT_NOBITS)
			continue;
		if (header.sh_offset > length || header.sh_size > length - header.sh_offset)
			return gm_compiled_reader_truncated(reader, "the section .nv_fatbin");
		out->bytes = bytes + header.sh_offset;
		out->length = header.sh_size;
	}
	return GM_OK;
}

gm_status
gm_host_code_find(gm_compiled_reader *reader, const unsigned char *bytes, size_t length,
		  gm_host_code *out)
{
	char *copy;
	*out = (gm_host_code){0};
	Elf *elf = gm_elf_open_copy(bytes, length, &copy);
	const gm_status status = elf && elf_kind(elf) == ELF_K_ELF
					 ? find_host_sections(reader, elf, bytes, length, out)
					 : gm_compiled_reader_truncated(reader, "an ELF file");
	elf_end(elf);
	free(copy);
	return status;
}

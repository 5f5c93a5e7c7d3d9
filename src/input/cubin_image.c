#include "input/compiled_elf.h"
#include "input/machine_code.h"

#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	ABI_BEFORE_13 = 7,
	ABI_13 = 8,
	OSABI_BEFORE_13 = 0x33,
	OSABI_13 = 0x41,
	ENTRY_SYMBOL = 0x10, /* in st_other */
	RESERVED_SINCE_SM = 90,
	RESERVED_BYTES = 1024,
	ANNOTATED_SINCE = 129, /* CUDA 12.9 */
	SPILL_ANNOTATION = 1,
};

/* EIATTR codes; cubin.h says what each is. */
enum {
	ATTRIBUTE_MAX_THREADS = 0x05,
	ATTRIBUTE_REQUIRED_THREADS = 0x10,
	ATTRIBUTE_FRAME_SIZE = 0x11,
	ATTRIBUTE_STACK_SIZE = 0x12,
	ATTRIBUTE_REGISTERS = 0x2f,
	ATTRIBUTE_TOOLKIT = 0x37,
	ATTRIBUTE_BARRIERS = 0x4c,
	ATTRIBUTE_ANNOTATIONS = 0x55,
};

/* The sections that belong to one section of code. */
typedef struct code_sections {
	Elf_Scn *info;
	bool has_shared;
	uint64_t shared_bytes;
} code_sections;

/* Attributes of the file that name a function. */
typedef struct symbol_facts {
	bool has_registers;
	int64_t registers, frame_bytes, stack_bytes;
} symbol_facts;

typedef struct image {
	gm_compiled_reader *reader;
	Elf *elf;
	size_t names, sections_count, symbols_count;
	int sm, abi;
	Elf_Scn *symbols, *info;
	code_sections *of_code;  /* one per section */
	symbol_facts *of_symbol; /* one per symbol */
	bool function_spills;    /* code that is no kernel's own does */
} image;

static gm_status
damaged(image *im, const char *what)
{
	return gm_compiled_reader_truncated(im->reader, what);
}

/* ---- attributes ---- */

typedef struct attribute {
	unsigned code;
	const unsigned char *value;
	size_t bytes;
} attribute;

typedef struct attributes {
	const unsigned char *at;
	size_t left;
	bool damaged;
} attributes;

static attributes
attributes_of(Elf_Scn *section)
{
	Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
	if (!data || !data->d_buf)
		return (attributes){.damaged = section && !data};
	return (attributes){.at = data->d_buf, .left = data->d_size};
}

/* Bytes of value after the first two; formats 1 to 3 keep theirs in the next two. */
static bool
next_attribute(attributes *list, attribute *out)
{
	if (list->left == 0 || list->damaged)
		return false;
	const bool known = list->left >= 4 && list->at[0] >= 1 && list->at[0] <= 4;
	const size_t size = known && list->at[0] == 4 ? gm_little_u16(list->at + 2) : 0;
	if (!known || size > list->left - 4) {
		list->damaged = true;
		return false;
	}
	*out = (attribute){
		.code = list->at[1], .value = list->at + 2, .bytes = list->at[0] == 2 ? 1 : 2};
	if (list->at[0] == 4)
		*out = (attribute){.code = list->at[1], .value = list->at + 4, .bytes = size};
	list->at += 4 + size;
	list->left -= 4 + size;
	return true;
}

static void
take_file_attribute(image *im, const attribute *a)
{
	if (a->bytes < 8 || gm_little_u32(a->value) >= im->symbols_count)
		return;
	symbol_facts *facts = &im->of_symbol[gm_little_u32(a->value)];
	const int64_t number = gm_little_u32(a->value + 4);
	if (a->code == ATTRIBUTE_REGISTERS) {
		facts->registers = number;
		facts->has_registers = true;
	}
	if (a->code == ATTRIBUTE_FRAME_SIZE)
		facts->frame_bytes = number;
	if (a->code == ATTRIBUTE_STACK_SIZE)
		facts->stack_bytes = number;
}

static gm_status
read_file_attributes(image *im)
{
	attributes list = attributes_of(im->info);
	attribute a;
	while (next_attribute(&list, &a))
		take_file_attribute(im, &a);
	return list.damaged ? damaged(im, ".nv.info") : GM_OK;
}

static int64_t
block_size(const attribute *a)
{
	int64_t size = 1;
	for (size_t i = 0; i + 4 <= a->bytes && i < 12; i += 4)
		size *= gm_little_u32(a->value + i) & 0xffff;
	return size;
}

/* What attributes of a kernel say besides what the kernel has a place for. */
typedef struct kernel_facts {
	uint32_t *spills; /* offsets of instructions */
	size_t spills_count, spills_room;
	int64_t toolkit;
} kernel_facts;

static void
take_spills(kernel_facts *facts, const attribute *a)
{
	for (size_t i = 0; i + 8 <= a->bytes; i += 8) {
		if (gm_little_u32(a->value + i) != SPILL_ANNOTATION)
			continue;
		facts->spills = gm_grow(facts->spills, &facts->spills_room, facts->spills_count + 1,
					sizeof *facts->spills);
		facts->spills[facts->spills_count++] = gm_little_u32(a->value + i + 4);
	}
}

static void
take_kernel_attribute(gm_compiled_kernel *kernel, const attribute *a, kernel_facts *facts)
{
	if (a->code == ATTRIBUTE_MAX_THREADS)
		kernel->threads_max = block_size(a);
	else if (a->code == ATTRIBUTE_REQUIRED_THREADS)
		kernel->threads_required = block_size(a);
	else if (a->code == ATTRIBUTE_BARRIERS)
		kernel->barriers_count = a->value[0];
	else if (a->code == ATTRIBUTE_ANNOTATIONS)
		take_spills(facts, a);
	else if (a->code == ATTRIBUTE_TOOLKIT && a->bytes >= 4)
		facts->toolkit = gm_little_u32(a->value);
}

/* `text`: the section of its code. */
static void
read_spilling(image *im, Elf_Scn *text, const kernel_facts *facts, gm_compiled_kernel *kernel)
{
	const Elf_Data *data = kernel->spill_instructions >= 0 ? elf_rawdata(text, NULL) : NULL;
	if (data && data->d_buf)
		kernel->spilling = gm_machine_code_read(&(gm_machine_code){.bytes = data->d_buf,
									   .length = data->d_size,
									   .sm = im->sm,
									   .spills = facts->spills,
									   .spills_count = facts->spills_count},
							im->reader->arena);
}

static gm_status
read_kernel_attributes(image *im, size_t code, gm_compiled_kernel *kernel)
{
	kernel_facts facts = {0};
	attributes list = attributes_of(im->of_code[code].info);
	attribute a;
	while (next_attribute(&list, &a))
		take_kernel_attribute(kernel, &a, &facts);
	const int64_t spills = (int64_t)facts.spills_count;
	const bool callees_hide_it = spills == 0 && im->function_spills && kernel->stack_bytes > 0;
	if (spills > 0 || (facts.toolkit >= ANNOTATED_SINCE && !callees_hide_it))
		kernel->spill_instructions = spills;
	read_spilling(im, elf_getscn(im->elf, code), &facts, kernel);
	free(facts.spills);
	return list.damaged ? damaged(im, ".nv.info of a kernel") : GM_OK;
}

/* ---- sections and symbols ---- */

static bool
begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static void
take_section(image *im, Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
	if (header->sh_type == SHT_SYMTAB)
		im->symbols = section;
	else if (strcmp(name, ".nv.info") == 0)
		im->info = section;
	else if (header->sh_info == 0 || header->sh_info >= im->sections_count)
		return;
	else if (begins(name, ".nv.info."))
		im->of_code[header->sh_info].info = section;
	else if (begins(name, ".nv.shared.")) {
		im->of_code[header->sh_info].has_shared = true;
		im->of_code[header->sh_info].shared_bytes = header->sh_size;
	}
}

static gm_status
find_sections(image *im)
{
	if (elf_getshdrnum(im->elf, &im->sections_count) != 0 ||
	    elf_getshdrstrndx(im->elf, &im->names) != 0 || im->sections_count == 0)
		return damaged(im, "the section table of a cubin");
	im->of_code = gm_allocate(im->sections_count, sizeof *im->of_code);
	size_t seen = 1;
	for (Elf_Scn *s = elf_nextscn(im->elf, NULL); s; s = elf_nextscn(im->elf, s), seen++) {
		GElf_Shdr header;
		const char *name = gelf_getshdr(s, &header)
					   ? elf_strptr(im->elf, im->names, header.sh_name)
					   : NULL;
		if (!name)
			return damaged(im, "the section table of a cubin");
		take_section(im, s, &header, name);
	}
	if (seen != im->sections_count)
		return damaged(im, "the section table of a cubin");
	return GM_OK;
}

/* What the shared section says, less the reserve that it contains from sm_90 on. */
static gm_status
read_shared(image *im, const code_sections *code, gm_compiled_kernel *kernel)
{
	const uint64_t reserved =
		im->sm >= RESERVED_SINCE_SM && code->has_shared ? RESERVED_BYTES : 0;
	if (code->shared_bytes < reserved || code->shared_bytes > INT32_MAX)
		return gm_fail(im->reader->err, GM_BAD_SYNTAX,
			       "%s: .nv.shared has %llu bytes, expected at least the %llu that "
			       "sm_%d reserves",
			       kernel->name, (unsigned long long)code->shared_bytes,
			       (unsigned long long)reserved, im->sm);
	kernel->shared_static_bytes = (int64_t)(code->shared_bytes - reserved);
	return GM_OK;
}

static gm_status
read_kernel(image *im, const char *name, size_t symbol, size_t section)
{
	const symbol_facts *facts = &im->of_symbol[symbol];
	const code_sections *code = &im->of_code[section];
	GElf_Shdr text;
	if (!facts->has_registers || !gelf_getshdr(elf_getscn(im->elf, section), &text))
		return gm_fail(im->reader->err, GM_BAD_SYNTAX,
			       "%s: .nv.info states no register count", name);
	gm_compiled_kernel *kernel = gm_compiled_reader_add(im->reader, name, im->sm);
	kernel->registers_count = facts->registers;
	kernel->stack_bytes =
		facts->stack_bytes > facts->frame_bytes ? facts->stack_bytes : facts->frame_bytes;
	if (im->abi == ABI_BEFORE_13)
		kernel->barriers_count = (int64_t)(text.sh_flags >> 20 & 0x7f);
	const gm_status status = read_shared(im, code, kernel);
	return status != GM_OK ? status : read_kernel_attributes(im, section, kernel);
}

/* Spills of code that belongs to functions, not kernels, cannot be given to those who call it. */
static void
look_for_function_spills(image *im, size_t section)
{
	gm_compiled_kernel function = {0};
	kernel_facts facts = {0};
	attributes list = attributes_of(im->of_code[section].info);
	attribute a;
	while (next_attribute(&list, &a))
		take_kernel_attribute(&function, &a, &facts);
	im->function_spills = im->function_spills || facts.spills_count > 0;
	free(facts.spills);
}

static gm_status
visit_symbols(image *im, Elf_Data *data, size_t link, bool kernels)
{
	for (size_t i = 0; i < im->symbols_count; i++) {
		GElf_Sym symbol;
		if (!gelf_getsym(data, (int)i, &symbol))
			return damaged(im, "the symbol table of a cubin");
		const bool entry = (symbol.st_other & ENTRY_SYMBOL) != 0;
		if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF)
			continue;
		const char *name = elf_strptr(im->elf, link, symbol.st_name);
		if (!name || symbol.st_shndx >= im->sections_count)
			return damaged(im, "the symbol table of a cubin");
		if (!entry && !kernels)
			look_for_function_spills(im, symbol.st_shndx);
		const gm_status status =
			entry && kernels ? read_kernel(im, name, i, symbol.st_shndx) : GM_OK;
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

static gm_status
read_kernels(image *im)
{
	GElf_Shdr header;
	Elf_Data *data = elf_getdata(im->symbols, NULL);
	if (!gelf_getshdr(im->symbols, &header) || !data || header.sh_entsize == 0)
		return damaged(im, "the symbol table of a cubin");
	im->symbols_count = data->d_size / header.sh_entsize;
	im->of_symbol = gm_allocate(im->symbols_count + 1, sizeof *im->of_symbol);
	gm_status status = read_file_attributes(im);
	if (status == GM_OK)
		status = visit_symbols(im, data, header.sh_link, false);
	return status == GM_OK ? visit_symbols(im, data, header.sh_link, true) : status;
}

/* ---- the file ---- */

static gm_status
read_header(image *im, const unsigned char *bytes, size_t length)
{
	GElf_Ehdr header;
	gm_error *err = im->reader->err;
	if (!gelf_getehdr(im->elf, &header))
		return damaged(im, "the header of a cubin");
	if (header.e_machine != GM_ELF_MACHINE_CUDA)
		return gm_fail(err, GM_NOT_MODELLED,
			       "device code of machine %d, expected %d (CUDA)", header.e_machine,
			       GM_ELF_MACHINE_CUDA);
	if (bytes[EI_CLASS] != ELFCLASS64)
		return gm_fail(err, GM_NOT_MODELLED, "a 32-bit cubin; only 64-bit ones are read");
	/* The program headers stand last, and nothing else here looks at them. */
	if (header.e_phoff > length ||
	    (uint64_t)header.e_phnum * header.e_phentsize > length - header.e_phoff)
		return damaged(im, "a cubin");
	im->abi = bytes[EI_ABIVERSION];
	const bool before = bytes[EI_OSABI] == OSABI_BEFORE_13 && im->abi == ABI_BEFORE_13;
	if (!before && (bytes[EI_OSABI] != OSABI_13 || im->abi != ABI_13))
		return gm_fail(err, GM_NOT_MODELLED,
			       "a cubin of OS ABI 0x%02x, version %d; known are 0x33, 7 (before "
			       "CUDA 13) and "
			       "0x41, 8 (CUDA 13)",
			       bytes[EI_OSABI], im->abi);
	im->sm = (int)(before ? header.e_flags & 0xff : header.e_flags >> 8 & 0xff);
	if (header.e_type == ET_REL)
		return gm_fail(err, GM_NOT_MODELLED,
			       "relocatable device code for sm_%d (nvcc -rdc=true): registers and "
			       "shared memory "
			       "are known after the device link; give the linked program",
			       im->sm);
	return GM_OK;
}

/* Without symbols or .nv.info there is no kernel, which is no fault: the device linker puts such
   cubins into every program. */
static gm_status
read_image(image *im, const unsigned char *bytes, size_t length)
{
	gm_status status = read_header(im, bytes, length);
	if (status == GM_OK)
		status = find_sections(im);
	return status == GM_OK && im->symbols && im->info ? read_kernels(im) : status;
}

gm_status
gm_cubin_image_read(gm_compiled_reader *reader, const unsigned char *bytes, size_t length)
{
	char *copy;
	image im = {.reader = reader, .elf = gm_elf_open_copy(bytes, length, &copy)};
	gm_status status = GM_OK;
	if (!im.elf || elf_kind(im.elf) != ELF_K_ELF || length < EI_NIDENT)
		status = damaged(&im, "a cubin");
	if (status == GM_OK)
		status = read_image(&im, bytes, length);
	free(im.of_code);
	free(im.of_symbol);
	elf_end(im.elf);
	free(copy);
	return status;
}

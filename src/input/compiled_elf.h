/*
 * Inside input/: libelf, for the two files that see it.
 */
#ifndef GM_INPUT_COMPILED_ELF_H
#define GM_INPUT_COMPILED_ELF_H

#include "input/compiled_reader.h"

#include <libelf.h>

/* libelf wants aligned bytes that it may call its own: opens a copy. NULL when it is no ELF file;
   *copy is the caller's either way, released with free() after elf_end. */
Elf *gm_elf_open_copy(const unsigned char *bytes, size_t length, char **copy);

#endif

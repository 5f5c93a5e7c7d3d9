/*
 * The kernels of a cubin, an object file, a program or a library: what a compiler
 * decided for each.
 *
 * A cubin is an ELF file of machine 190 (EM_CUDA). Two layouts are known; no other is guessed at:
 *
 *     EI_OSABI 0x33, EI_ABIVERSION 7   before CUDA 13. e_flags bits 0 to 7 hold 90 for sm_90; named
 *                                      barriers: bits 20 to 26 of sh_flags of the kernel's .text
 *     EI_OSABI 0x41, EI_ABIVERSION 8   CUDA 13. e_flags bits 8 to 15 hold 90 for sm_90; barriers
 *                                      are an attribute
 *
 * A kernel NAME is a symbol of type function whose st_other has bit 4 (0x10, an entry); its code is
 * the section the symbol lies in. `.nv.info` of the file, `.nv.info.NAME` and `.nv.shared.NAME`
 * belong to it: the latter two name the code in sh_info. Shared memory is the size of
 * `.nv.shared.NAME`; from sm_90 on the section begins with the 1 KiB that the system reserves for
 * each block, which is taken off again. No such section: no static shared memory.
 *
 * .nv.info is a list of attributes: a byte of format, a byte of code, two bytes. Format 1 has no
 * value, 2 a byte, 3 two bytes, 4 a size in bytes, after which the value follows. The codes that
 * are read:
 *
 *     0x2f EIATTR_REGCOUNT          file    symbol, registers per thread; after linking those of
 *                                           the callees, too
 *     0x11 EIATTR_FRAME_SIZE        file    symbol, bytes of stack of the function alone
 *     0x12 EIATTR_MIN_STACK_SIZE    file    symbol, bytes of stack with what it calls
 *     0x05 EIATTR_MAX_THREADS       kernel  x, y, z of __launch_bounds__
 *     0x10 EIATTR_REQNTID           kernel  x, y, z of .reqntid
 *     0x37 EIATTR_CUDA_API_VERSION  kernel  130 for CUDA 13.0
 *     0x4c EIATTR_NUM_BARRIERS      kernel  named barriers
 *     0x55 EIATTR_ANNOTATIONS       kernel  pairs of kind, offset of the instruction; kind 1 is a
 *                                           spill or a refill. Written from CUDA 12.9 on, so that
 *                                           none means no spill there and nothing before
 *
 * NVIDIA documents none of this. The names are those that `cuobjdump -elf` prints; codes and
 * layouts were read beside its output and that of `ptxas -v` from cubins of CUDA 12.4, 12.9
 * and 13.0 for sm_50 to sm_121, tests/data/cubins among them.
 *
 * A fat binary is a container: magic 0xba55ed50, u16 version 1, u16 bytes of this header, u64 bytes
 * that follow, then entries: u16 kind (1 PTX, 2 cubin), u16, u32 bytes of the entry's header, u64
 * bytes of the payload, u32 compressed bytes, u32, u32, u32 90 for sm_90, ..., u64 flags at byte 40
 * (0x2000 LZ4, 0x8000 Zstandard). A linked program keeps it in the section .nv_fatbin. Compressed
 * code is not opened; nvcc leaves code open with --no-compress.
 *
 * Refused, with a message that says what was found: other machines, layouts and 32-bit cubins,
 * relocatable device code (nvcc -rdc=true: registers and shared memory are known after the device
 * link), archives, truncated files.
 */
#ifndef GM_INPUT_CUBIN_H
#define GM_INPUT_CUBIN_H

#include "base/error.h"
#include "kernel/compiled.h"

#include <stdbool.h>
#include <stddef.h>

/* GM_BAD_FILE, GM_BAD_SYNTAX (malformed), GM_NOT_MODELLED (a kind of file that is not read),
   GM_TOO_LARGE. A file without a single readable kernel is an error. */
gm_status gm_cubin_load(const char *path, gm_compiled **out, gm_error *err);

/* The same from memory; `name` stands for the path in messages. */
gm_status gm_cubin_load_bytes(const void *bytes, size_t length, const char *name, gm_compiled **out,
			      gm_error *err);

/* Does the file begin as ELF, as a fat binary or as an archive? False when it cannot be read. */
bool gm_cubin_is_binary(const char *path);

#endif

/*
 * Where the machine code of a kernel spills registers: code of sm_75 to sm_121 -> gm_spilling.
 *
 * NVIDIA does not document the encoding. What is read here was found with nvdisasm 13.0 beside code of nvcc 13.0 for
 * sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 and sm_120. An instruction has 128 bits:
 *
 *     0-11    which it is: BRA 0x947, BRA.U 0x547, EXIT 0x94d, RET 0x950, KILL 0x95b, NOP 0x918, LDL 0x983, STL 0x387,
 *             LDG 0x981, STG 0x986, RED and ATOMG 0x98e 0x9a8 0x3a8 0x9a3 0x3a9, BAR 0xb1d; with bits 9-11 = 1 the
 *             second operand is a register
 *     12-15   the predicate, 7 for always; bit 15 negates
 *     16-23   the result; 24-31, 32-39 and 64-71 the operands: 32-39 of a store is what it stores
 *     40-63   signed, of LDL and STL: bytes from the register of 24-31, R1 for the frame
 *     73-75   of LDL and STL: 0 to 3 a byte or two, 4 to 6 4, 8 and 16 bytes; 84-86: 3 for .LU, the last use
 *     34-81   signed, of BRA: where it goes, in words of 4 bytes from the next instruction on; from sm_90 on these are
 *             the upper bits and 16-23 the lower eight
 *     32-33   of BRA: not 0 where a uniform predicate or the warp's divergence decides; 87-90: a second predicate
 *
 * Which LDL and STL are spills the cubin says itself (input/cubin.h, kind 1 of EIATTR_ANNOTATIONS, from CUDA 12.9 on): those of arrays,
 * which PTX has too, are not. Loops are the natural loops of the branches.
 *
 * Of code that does not spill there is one region without items. Nothing is said (regions_count 0) where the code cannot be followed: branches through registers, spills in code
 * that is only called, code that is cut short, branches that lead out of it.
 */
#ifndef GM_INPUT_MACHINE_CODE_H
#define GM_INPUT_MACHINE_CODE_H

#include "base/memory.h"
#include "kernel/spilling.h"

#include <stddef.h>
#include <stdint.h>

enum { GM_MACHINE_STEP = 16 }; /* bytes of an instruction */

typedef struct gm_machine_code {
	const unsigned char *bytes;
	size_t length;
	int sm;                 /* 90 for sm_90 */
	const uint32_t *spills; /* offsets of the instructions that spill */
	size_t spills_count;
} gm_machine_code;

gm_spilling gm_machine_code_read(const gm_machine_code *code, gm_arena *arena);

#endif

/*
 * Shared memory: the passes (wavefronts) of one warp request, by the bank rule of the device.
 *
 * Word w of shared memory lies in bank w modulo the number of banks, and a bank yields one word per
 * pass, to every lane that asks for it. A request is split into phases of neighbouring lanes, as many
 * as one pass can feed; phases share nothing, and a phase without an active lane costs nothing. A
 * phase takes as many passes as the largest number of distinct words that its lanes name in one bank.
 * An access that straddles words names them all.
 *
 *   rule             whose              banks    lanes of a phase: 1, 2, 4 B   8 B   16 B
 *   banks_16         cc 1.x             16 x 4 B                   16           see below
 *   banks_32_fermi   cc 2.x             32 x 4 B                   32          16      8
 *   banks_32x8_4     cc 3.x, 4-B mode   32 x 8 B                   32          32     16
 *   banks_32x8_8     cc 3.x, 8-B mode   32 x 8 B                   32          32     16
 *   banks_32         cc 5.0 and later   32 x 4 B                   32          16      8
 *   banks_32_gcn     AMD GCN            32 x 4 B                   32          16      8
 *
 * banks_16. A half-warp is served by the serial-subset rule: in each pass one word is broadcast to all
 * the lanes that lie in it, and every other bank serves one lane, even if more ask for the same word.
 * Thus 8- and 16-bit neighbours conflict. The guide leaves open which word is broadcast and which lane
 * a bank serves; here both are those of the lowest lane not yet served, so that hardware may need
 * fewer or more passes where lanes share words. Accesses wider than a word are compiled into one
 * request per word (the guide's example: doubles conflict two-way), each a phase of its own for every
 * half-warp.
 *
 * banks_32_fermi. Exact for words of up to 8 bytes. For 16 bytes the guide gives only the degree: 1 +
 * the largest number of distinct words in one bank in a quarter-warp (`ways_count`). Its 2 for an
 * access without conflict is what two quarter-warps take in turn; the passes of the phases added, as
 * here, agree with that and with what the banks can deliver, also where there are conflicts (inferred).
 *
 * banks_32x8_4. The 4-byte words i and i+32 of an aligned segment of 64 words share a pass.
 * banks_32x8_8. Bytes of the same 8-byte word share a pass. Both exact up to 8 bytes; that 16-byte
 * words go by half-warps is inferred, as all of a pass's 256 B are then used.
 *
 * banks_32. 4- and 8-byte phases agree with every measured wavefront of
 * reports/measured/l1_load_throughput.csv, since global accesses that hit L1 pass the same banks from
 * cc 7.0 on. Loads of 8 or 16 bytes from shared memory join two neighbouring phases to one where that leaves no
 * conflict and, in both, each lane's partner (lane xor 1 in all, or lane xor 2 in all) names the same address or takes
 * no part: gm_banks_count_load. With 16 bytes the lower half of the warp asks for more where its last lane, 31, takes
 * part: then none may be without its partner; and for nothing at all where that lane does not. One word of 16 bytes goes
 * to any 16 lanes in a pass. Stores and global accesses never join. Exact for each of 15360 requests of random lanes and
 * words on an H200 (reports/measured/shared_wide.csv has a part).
 *
 * banks_32_gcn. 4 bytes: documented. 8 and 16 bytes: as documented for writes (16 and 8 lanes of
 * neighbouring numbers); reads of 16 bytes may group other lanes on later chips.
 *
 * Atomics do not share words: see model/atomics.h.
 *
 * Sources: CUDA C programming guide, shared memory sections of "Compute Capability 1.x" (4.2, F.3.3),
 * 2.x (F.4.3), 3.x and 5.x; AMD APP OpenCL optimization guide ("LDS"), ROCm composable kernel
 * documentation, "Understanding AMD GPU LDS and bank conflicts".
 */
#ifndef GM_MODEL_BANKS_H
#define GM_MODEL_BANKS_H

#include "model/request.h"

#include "device/rules.h"

#include <stddef.h>

typedef struct gm_bank_passes {
	int wavefronts_count;       /* passes through the banks; 0 without active lanes */
	int ideal_wavefronts_count; /* the fewest that these lanes with words of this width can take,
	                               whatever their addresses: one per phase of an aligned access */
	int worst_degree;           /* passes of the slowest phase: the largest number of distinct words in
	                               one bank (on 1.x, what the serial-subset rule makes of them) */
	int phases_count;           /* phases with an active lane */
	int ways_count;             /* the n of the guide's "n-way bank conflict": worst_degree, but 1 +
	                               worst_degree for 16-byte words on 2.x */
} gm_bank_passes;

/* Pure; cannot fail for a well-formed access. */
gm_bank_passes gm_banks_evaluate(gm_bank_rule rule, const gm_access *access);

/* The same for a request that is ready. */
gm_bank_passes gm_banks_count(gm_bank_rule rule, const gm_request *request);

/* Loads from shared memory, whose phases may join. */
gm_bank_passes gm_banks_evaluate_load(gm_bank_rule rule, const gm_access *access);
gm_bank_passes gm_banks_count_load(gm_bank_rule rule, const gm_request *request);

/* What Nsight Compute calls ideal: passes of 128 bytes that the words fill, however their lanes are spread, and never more
   than there are (each of 15360 requests, reports/measured/shared_wide.csv). */
int gm_banks_packed(const gm_access *access, int wavefronts);

/* One line for people: how many passes, which pattern of lanes makes them, and what would remove them:

       32-way: stride 32 words; a row of 33 removes it
       no conflict: stride 33 words
       broadcast: all lanes name one word
       2-way: 11 lanes name 19 words

   Strides are named when the addresses of the active lanes progress by a constant distance; the advice
   is given only where it has been evaluated to leave no conflict. Returns `out`. */
char *gm_banks_describe(gm_bank_rule rule, const gm_access *access, char *out, size_t out_bytes);

/* How the shared memory of a rule is laid out, for the models that stand on it. */
typedef struct gm_bank_layout {
	int bank_shift;       /* log2 of the bytes next to each other in a bank */
	int row_shift;        /* log2 of the bytes after which the banks repeat */
	uint64_t paired_bytes; /* address bit that two words of a bank may differ in and still share a
	                          pass; 0 when there is none */
	int phase_lanes;      /* lanes of a phase, at most */
	int phase_bytes;      /* bytes that a phase's lanes take together, at most */
	bool serial_subsets;  /* cc 1.x */
} gm_bank_layout;

/* Borrowed, static. */
const gm_bank_layout *gm_banks_layout(gm_bank_rule rule);

/* Lanes of one phase for this width. */
int gm_banks_phase_lanes(gm_bank_rule rule, int access_bytes);

#endif

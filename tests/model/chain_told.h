/*
 * A chain (model/chain.h) that is told instructions by hand, on the H200 of the tree: begin, tell, end.
 */
#ifndef GM_TESTS_MODEL_CHAIN_TOLD_H
#define GM_TESTS_MODEL_CHAIN_TOLD_H

#include "model/chain.h"

#include "input/device_file.h"
#include "support/near.h"

/* Sites of a kernel that exists only as the instructions told to the chain. */
enum { PREDICATED, LOAD, LOAD_16, LOAD_16_IN_LOOP, COPIED, BODY, FAR_BODY, SHARED, FMA, PRODUCT, STORE, BARRIER, BRANCH, QUARTER_BRANCH, AFTER, DIVISION, HALT, READ_ONLY, GATE, EARLY, SITES };

static const gm_site sites[SITES] = {
        [PREDICATED] = {.operation = GM_BRANCH, .count = 1},
        [LOAD] = {.operation = GM_LOAD, .type = GM_F32, .space = GM_GLOBAL, .access_bytes = 4, .count = 1},
        [LOAD_16] = {.operation = GM_LOAD, .type = GM_F32X4, .space = GM_GLOBAL, .access_bytes = 16, .count = 1},
        [LOAD_16_IN_LOOP] = {.operation = GM_LOAD, .type = GM_F32X4, .space = GM_GLOBAL, .access_bytes = 16,
                             .count = 1, .looping = true},
        [COPIED] = {.operation = GM_LOAD, .type = GM_F64, .space = GM_GLOBAL, .access_bytes = 8, .count = 1,
                    .looping = true},
        [BODY] = {.operation = GM_LOAD, .type = GM_F32X4, .space = GM_SHARED, .access_bytes = 16, .count = 1,
                  .looping = true},
        [FAR_BODY] = {.operation = GM_LOAD, .type = GM_F32X4, .space = GM_GLOBAL, .access_bytes = 16, .count = 1,
                      .looping = true},
        [SHARED] = {.operation = GM_LOAD, .type = GM_F32, .space = GM_SHARED, .access_bytes = 4, .count = 1},
        [FMA] = {.operation = GM_FMA, .type = GM_F32, .count = 1},
        [PRODUCT] = {.operation = GM_MUL, .type = GM_S32, .count = 1},
        [STORE] = {.operation = GM_STORE, .type = GM_F32, .space = GM_GLOBAL, .access_bytes = 4, .count = 1},
        [BARRIER] = {.operation = GM_BARRIER, .count = 1},
        [BRANCH] = {.operation = GM_BRANCH, .count = 1},
        [QUARTER_BRANCH] = {.operation = GM_BRANCH, .count = 1},
        [AFTER] = {.operation = GM_FMA, .type = GM_F32, .count = 1},
        [DIVISION] = {.operation = GM_DIV, .type = GM_F32, .count = 1},
        [HALT] = {.operation = GM_SHUFFLE, .count = 1},
        [READ_ONLY] = {.operation = GM_LOAD, .type = GM_F32, .space = GM_GLOBAL, .access_bytes = 4, .count = 1,
                       .read_only = true},
        [GATE] = {.operation = GM_BARRIER, .count = 1},
        [EARLY] = {.operation = GM_LOAD, .type = GM_F32, .space = GM_GLOBAL, .access_bytes = 4, .count = 1,
                   .read_only = true, .looping = true},
};

static gm_device *device;
static gm_chain *chain;
static gm_kernel kernel;
static gm_issue issue[SITES];

/* Latencies of the H200's file: L1 32.1, L2 281, DRAM 660, shared 23 + 6 for the address, FMA 4.07.
   */
static inline void
begin_held(int threads, int64_t registers, float held)
{
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_device_load(GM_TREE "/devices/h200.xml", &device, &err) == GM_OK, "%s", err.message);
	kernel = (gm_kernel){.origin = GM_FROM_PTX, .issues_known = true, .name = "told", .grid = {1, 1, 1},
	                     .block = {threads, 1, 1}, .sites = sites, .sites_count = SITES,
	                     .resources = {.registers_count = registers, .registers_source = "test"}};
	for (int s = 0; s < SITES; s++) {
		const bool branch = sites[s].operation == GM_BRANCH;
		issue[s] = (gm_issue){.wait = 1};
		issue[s].of[branch ? GM_UNIT_CONTROL : GM_UNIT_OTHER] = s == QUARTER_BRANCH ? 0.25f : 1;
	}
	issue[PREDICATED] = (gm_issue){.wait = 0};
	issue[BODY].loaded = 4, issue[BODY].alive = 6, issue[BODY].held = held;
	issue[FAR_BODY] = issue[BODY];
	issue[COPIED].own = 8;
	issue[DIVISION] = (gm_issue){.of = {[GM_UNIT_FMA] = 5, [GM_UNIT_XU] = 2, [GM_UNIT_CONTROL] = 3}, .wait = 14};
	issue[HALT].halts = true;
	issue[GATE].opens = issue[EARLY].ahead = true;
	issue[EARLY].held_ahead = 8;
	chain = gm_chain_new(&kernel, device, issue);
	gm_chain_begin(chain);
}

static inline void
begin(int threads, int64_t registers)
{
	begin_held(threads, registers, 0);
}

static inline void
tell_passes(int warp, int site, int back, int64_t passes)
{
	gm_chain_instruction(chain,
	                     &(gm_warp_instr){.site = (uint32_t)site, .warp = (uint16_t)warp,
	                                      .waits_for = {(uint16_t)back}, .active = ~UINT64_C(0)},
	                     passes, 0);
}

static inline void
tell(int warp, int site, int back)
{
	tell_passes(warp, site, back, 1);
}

static inline gm_chain_cycles
end(void)
{
	const gm_chain_cycles cycles = gm_chain_end(chain);
	gm_chain_free(chain);
	gm_device_free(device);
	return cycles;
}

#endif

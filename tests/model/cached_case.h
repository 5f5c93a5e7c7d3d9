/*
 * What caches and DRAM move for a kernel, all on an H200: 132 SMs, 60 MiB of L2, which keeps 49.6 MiB of what is read and
 * 27.8 MiB of what is written; a launch reads 2560 bytes.
 */
#ifndef GM_TESTS_MODEL_CACHED_CASE_H
#define GM_TESTS_MODEL_CACHED_CASE_H

#include "model/cached.h"
#include "model/traced.h"
#include "support/device.h"

/* A kernel of blocks of 256 threads. `t` is the thread's number in the grid. `past`: its loads pass by L1. */
static inline gm_cached
evaluate_of(const char *type, const char *body, int64_t blocks, int64_t length, gm_cache_state state, bool past)
{
	char text[4096];
	gm_error err = GM_ERROR_NONE;
	gm_counts counts;
	snprintf(text, sizeof text,
	         "<kernel name='k' schema='1'><launch grid='%lld' block='256'/>"
	         "<array name='x' space='global' type='%s' length='%lld'/>"
	         "<array name='y' space='global' type='%s' length='%lld'/>"
	         "<array name='z' space='global' type='%s' length='%lld'/>"
	         "<array name='w' space='global' type='%s' length='%lld'/>"
	         "<array name='l' space='local' type='f32' length='4'/>"
	         "<let name='t' value='blockIdx.x*256 + threadIdx.x'/>%s</kernel>",
	         (long long)blocks, type, (long long)length, type, (long long)length, type, (long long)length, type,
	         (long long)length, body);
	gm_kernel *kernel = text_load(text, NULL, 0);
	gm_site *sites = (gm_site *)kernel->sites;
	for (int i = 0; i < kernel->sites_count; i++)
		sites[i].past_l1 = past && sites[i].operation == GM_LOAD;
	ck_assert(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK);
	traced t = traced_of(kernel, 8);
	const gm_cached cached = gm_cached_evaluate(device, kernel, &counts, t.trace, 8, state, NULL);
	traced_dispose(&t);
	gm_counts_dispose(&counts);
	return cached;
}

static inline gm_cached
evaluate_loads(const char *body, int64_t blocks, int64_t length, gm_cache_state state, bool past)
{
	return evaluate_of("f32", body, blocks, length, state, past);
}

static inline gm_cached
evaluate(const char *body, int64_t blocks, int64_t length, gm_cache_state state)
{
	return evaluate_loads(body, blocks, length, state, false);
}

enum { MIB_BLOCKS = 1024 }; /* of 256 threads with 4 bytes each: a MiB */
static const double mib = 1048576;

static const char copy[] = "<load array='x' index='t'/><store array='y' index='t'/>";

#endif

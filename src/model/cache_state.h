/*
 * What the caches hold when a kernel starts: part of the question, as the same kernel may take three
 * times as long cold as warm when its data fit L2.
 */
#ifndef GM_MODEL_CACHE_STATE_H
#define GM_MODEL_CACHE_STATE_H

/*        enumerator      name    what it says */
#define GM_CACHE_STATE_LIST(X)                                                                     \
	X(GM_CACHE_COLD, "cold", "the caches are empty, as Nsight Compute leaves them")            \
	X(GM_CACHE_WARM, "warm", "the caches hold what an equal launch just before left in them")

typedef enum gm_cache_state {
#define X(id, name, what) id,
	GM_CACHE_STATE_LIST(X)
#undef X
	        GM_CACHE_STATE_COUNT
} gm_cache_state;

const char *gm_cache_state_name(gm_cache_state state);

#endif

#include "kernel/join.h"

#include <assert.h>

enum { CHUNK_BYTES = 16, WORDS = 4 };

static int64_t
chunk_of(const gm_join_access *x)
{
	const int64_t offset = x->offset_bytes;
	return offset >= 0 ? offset / CHUNK_BYTES : -((-offset + CHUNK_BYTES - 1) / CHUNK_BYTES);
}

static unsigned
words_of(const gm_join_access *x)
{
	const int64_t at = (x->offset_bytes - chunk_of(x) * CHUNK_BYTES) / 4;
	return (x->bytes == 8 ? 3U : 1U) << at;
}

static bool
same_chunk(const gm_join_access *x, const gm_join_access *y)
{
	return x->base == y->base && x->bytes == y->bytes && chunk_of(x) == chunk_of(y) &&
	       x->offset_bytes % x->bytes == 0;
}

/* The words of one access, out of those that are named; 0 when there is nothing to join. */
static unsigned
joined_words(unsigned named, unsigned own, int aligned_bits, bool stores)
{
	const int count = __builtin_popcount(named);
	if (aligned_bits >= 4 && (count == WORDS || (count == WORDS - 1 && !stores)))
		return named;
	const unsigned half = own & 3U ? 3U : 12U;
	return aligned_bits >= 3 && (named & half) == half && own != half ? half : 0;
}

static unsigned
named_with(const gm_join_access *accesses, int count, int first, const bool *taken)
{
	unsigned named = 0;
	for (int i = first; i < count; i++)
		if (!taken[i] && same_chunk(&accesses[i], &accesses[first]))
			named |= words_of(&accesses[i]);
	return named;
}

void
gm_join(const gm_join_access *accesses, int count, bool stores, gm_join_found *found, void *state)
{
	bool taken[GM_JOIN_MAX] = {false};
	assert(count <= GM_JOIN_MAX);
	for (int first = 0; first < count; first++) {
		const gm_join_access *x = &accesses[first];
		int members[GM_JOIN_MAX], joined = 0;
		if (taken[first])
			continue;
		const unsigned words =
			joined_words(named_with(accesses, count, first, taken), words_of(x),
				     x->aligned_bits, stores);
		for (int i = first; i < count && words; i++) {
			if (taken[i] || !same_chunk(&accesses[i], x) ||
			    !(words_of(&accesses[i]) & words))
				continue;
			members[joined++] = i;
			taken[i] = true;
		}
		if (joined > 1)
			found(state, members, joined, words == 3U || words == 12U ? 8 : CHUNK_BYTES);
	}
}

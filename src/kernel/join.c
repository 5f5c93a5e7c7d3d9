#include "kernel/join.h"

#include <assert.h>

enum { WORDS = 4 }; /* of a chunk: of 32 bits, or of 16 where they are what is accessed */

static int
word_bytes(const gm_join_access *x)
{
	return x->bytes == 2 ? 2 : 4;
}

static int
chunk_bytes(const gm_join_access *x)
{
	return WORDS * word_bytes(x);
}

static bool
is_aligned(const gm_join_access *x, int bytes)
{
	return x->aligned_bits >= 4 || 1 << x->aligned_bits >= bytes;
}

static int64_t
chunk_of(const gm_join_access *x)
{
	const int64_t offset = x->offset_bytes, bytes = chunk_bytes(x);
	return offset >= 0 ? offset / bytes : -((-offset + bytes - 1) / bytes);
}

static unsigned
words_of(const gm_join_access *x)
{
	const int64_t at = (x->offset_bytes - chunk_of(x) * chunk_bytes(x)) / word_bytes(x);
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
joined_words(const gm_join_access *x, unsigned named, bool stores)
{
	const int count = __builtin_popcount(named);
	const unsigned own = words_of(x), half = own & 3U ? 3U : 12U;
	if (is_aligned(x, chunk_bytes(x)) && (count == WORDS || (count == WORDS - 1 && !stores)))
		return named;
	return is_aligned(x, chunk_bytes(x) / 2) && (named & half) == half && own != half ? half : 0;
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
			joined_words(x, named_with(accesses, count, first, taken), stores);
		for (int i = first; i < count && words; i++) {
			if (taken[i] || !same_chunk(&accesses[i], x) ||
			    !(words_of(&accesses[i]) & words))
				continue;
			members[joined++] = i;
			taken[i] = true;
		}
		if (joined > 1)
			found(state, members, joined,
			      chunk_bytes(x) / (words == 3U || words == 12U ? 2 : 1));
	}
}

#include "ptx/join.h"

#include "ptx/lower.h"

#include <stdlib.h>

enum { CHUNK_BYTES = 16, WORDS = 4, OPEN_MAX = 1024 };

typedef struct joiner {
	ptx_program *program;
	gm_site *sites;
	ptx_known known;
	int32_t open[OPEN_MAX]; /* steps that may still be joined */
	int count;
	bool stores;
} joiner;

static int
bytes_of(const ptx_step *s)
{
	return gm_ptx_type_bytes((ptx_type)s->type) * s->vector;
}

static bool
is_plain(const ptx_program *p, int32_t i, ptx_opcode opcode)
{
	const ptx_step *s = &p->steps[i];
	const ptx_word *w = &p->words[i];
	return w->opcode == opcode && s->action == ACTION_MEMORY && s->space == SPACE_SHARED &&
	       s->site != PTX_NO_SITE && s->guard == PTX_NO_UNIT && !s->volatile_read &&
	       !(w->flags & WORD_VOLATILE) && (bytes_of(s) == 4 || bytes_of(s) == 8) &&
	       gm_ptx_type_bits((ptx_type)s->type) >= 32;
}

/* An address without a register is all offset. */
static bool
is_fixed(const joiner *j, const ptx_step *s)
{
	return s->a == PTX_NO_UNIT || j->known.literal[s->a];
}

static bool
same_base(const joiner *j, const ptx_step *a, const ptx_step *b)
{
	return a->a == b->a || (is_fixed(j, a) && is_fixed(j, b));
}

static int64_t
offset_of(const joiner *j, const ptx_step *s)
{
	return s->immediate +
	       (s->a != PTX_NO_UNIT && is_fixed(j, s) ? (int64_t)j->known.value[s->a] : 0);
}

static int64_t
chunk_of(const joiner *j, const ptx_step *s)
{
	const int64_t offset = offset_of(j, s);
	return offset >= 0 ? offset / CHUNK_BYTES : -((-offset + CHUNK_BYTES - 1) / CHUNK_BYTES);
}

static unsigned
words_of(const joiner *j, const ptx_step *s)
{
	const int64_t at = (offset_of(j, s) - chunk_of(j, s) * CHUNK_BYTES) / 4;
	return (bytes_of(s) == 8 ? 3u : 1u) << at;
}

/* The words of one access, out of those that are named; 0 when there is nothing to join. */
static unsigned
joined_words(unsigned named, unsigned own, int aligned_bits, bool stores)
{
	const int count = __builtin_popcount(named);
	if (aligned_bits >= 4 && (count == WORDS || (count == WORDS - 1 && !stores)))
		return named;
	const unsigned half = own & 3u ? 3u : 12u;
	return aligned_bits >= 3 && (named & half) == half && own != half ? half : 0;
}

static void
lead(joiner *j, int32_t leader, unsigned words)
{
	ptx_step *s = &j->program->steps[leader];
	gm_site *site = &j->sites[s->site];
	const int bytes = words == 3u || words == 12u ? 8 : 16;
	const ptx_type type = (ptx_type)s->type;
	s->joined_bytes = (uint8_t)bytes;
	site->access_bytes = (uint8_t)bytes;
	site->type = gm_ptx_model_type(type, bytes / gm_ptx_type_bytes(type));
}

static void
join_chunk(joiner *j, const int32_t *members, int count, unsigned words)
{
	const int32_t leader = j->stores ? members[count - 1] : members[0];
	for (int m = 0; m < count; m++) {
		ptx_step *s = &j->program->steps[members[m]];
		if (members[m] == leader)
			continue;
		s->site = PTX_NO_SITE;
		s->joined_to = leader;
	}
	lead(j, leader, words);
}

/* Those open through the same register that lie in the words which `first` is joined with. */
static void
join_with(joiner *j, int first)
{
	const ptx_step *s = &j->program->steps[j->open[first]];
	const int aligned = is_fixed(j, s) ? 4 : j->known.zeros[s->a];
	int32_t members[OPEN_MAX];
	unsigned named = 0;
	int count = 0;
	for (int pass = 0; pass < 2; pass++) {
		const unsigned words =
			pass ? joined_words(named, words_of(j, s), aligned, j->stores) : 0;
		if (pass && !words)
			return;
		for (int i = first; i < j->count; i++) {
			const ptx_step *o = j->open[i] < 0 ? NULL : &j->program->steps[j->open[i]];
			if (!o || !same_base(j, o, s) || chunk_of(j, o) != chunk_of(j, s) ||
			    bytes_of(o) != bytes_of(s) || offset_of(j, o) % bytes_of(o) != 0)
				continue;
			if (!pass) {
				named |= words_of(j, o);
			} else if (words_of(j, o) & words) {
				members[count++] = j->open[i];
				j->open[i] = -1;
			}
		}
		if (pass && count > 1)
			join_chunk(j, members, count, words);
	}
}

static void
close_all(joiner *j)
{
	for (int i = 0; i < j->count; i++)
		if (j->open[i] >= 0)
			join_with(j, i);
	j->count = 0;
}

/* What may read or write shared memory, or order it. */
static bool
touches_shared(const ptx_step *s)
{
	const bool memory = s->action == ACTION_MEMORY &&
			    (s->space == SPACE_SHARED || s->space == SPACE_GENERIC);
	return memory || s->copies || s->streams_itself || s->action == ACTION_BARRIER ||
	       s->action == ACTION_WAIT || s->action == ACTION_UNKNOWN;
}

static bool
is_fence(const ptx_program *p, int32_t i)
{
	const uint8_t opcode = p->words[i].opcode;
	return opcode == OP_MEMBAR || opcode == OP_FENCE || opcode == OP_BAR ||
	       opcode == OP_BARRIER;
}

static bool
writes_base(const joiner *j, const ptx_step *s)
{
	const ptx_program *p = j->program;
	for (int k = 0; k < s->results_count; k++)
		for (int i = 0; i < j->count; i++)
			if (j->open[i] >= 0 &&
			    p->steps[j->open[i]].a == p->units[s->results + (uint32_t)k])
				return true;
	return false;
}

static void
visit(joiner *j, int32_t i)
{
	const ptx_program *p = j->program;
	const ptx_step *s = &p->steps[i];
	const bool plain = is_plain(p, i, j->stores ? OP_ST : OP_LD);
	const bool other_load = p->words[i].opcode == OP_LD && !s->volatile_read && !j->stores;
	if ((!plain && !other_load && touches_shared(s)) || is_fence(p, i) || j->count == OPEN_MAX)
		close_all(j);
	/* A store through another register may fall on the same words. */
	if (plain && j->stores && j->count > 0 && !same_base(j, &p->steps[j->open[0]], s))
		close_all(j);
	if (plain)
		j->open[j->count++] = i;
	if (writes_base(j, s))
		close_all(j);
}

static void
join_kind(joiner *j, bool stores)
{
	const ptx_program *p = j->program;
	j->stores = stores;
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (i > 0 && p->node_of[i] != p->node_of[i - 1])
			close_all(j);
		visit(j, i);
	}
	close_all(j);
}

void
gm_ptx_join(ptx_program *program, gm_site *sites)
{
	joiner j = {.program = program, .sites = sites};
	gm_ptx_known_init(&j.known, program);
	join_kind(&j, false);
	join_kind(&j, true);
	gm_ptx_known_dispose(&j.known);
}

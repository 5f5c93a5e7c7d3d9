#include "model/banks.h"

#include <string.h>

enum { WORDS_MAX = 32 * 4, BANKS = 32 };

/* What becomes of a lane whose partner takes no part. */
typedef enum lone { LONE_AGREES, LONE_DIFFERS } lone;

/* Lanes whose partner `distance` away names the same address: all of them? */
static bool
partners_agree(const gm_access *access, uint64_t lanes, int distance, lone alone)
{
	for (uint64_t rest = lanes; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest), partner = lane ^ distance;
		const bool both = lanes >> partner & 1;
		if (both ? access->address[lane] != access->address[partner] : alone == LONE_DIFFERS)
			return false;
	}
	return true;
}

/* Words so far, those of a bank in a row: equal ones are of one bank. */
typedef struct words {
	uint64_t word[WORDS_MAX];
	uint8_t next[WORDS_MAX];                 /* of the bank, its place + 1; 0: none */
	uint8_t first[BANKS], in_bank[BANKS];
	int count, most;                         /* in all; in one bank */
} words;

static void
add_word(words *w, uint64_t word)
{
	const int bank = (int)(word % BANKS);
	for (int i = w->first[bank]; i > 0; i = w->next[i - 1])
		if (w->word[i - 1] == word)
			return;
	w->word[w->count] = word;
	w->next[w->count] = w->first[bank];
	w->first[bank] = (uint8_t)++w->count;
	const int here = ++w->in_bank[bank];
	w->most = here > w->most ? here : w->most;
}

static words
words_of(const gm_access *access, uint64_t lanes)
{
	words w;
	memset(w.first, 0, sizeof w.first);
	memset(w.in_bank, 0, sizeof w.in_bank);
	w.count = w.most = 0;
	for (uint64_t rest = lanes; rest; rest &= rest - 1) {
		const uint64_t first = access->address[__builtin_ctzll(rest)] >> 2;
		for (int i = 0; i < access->access_bytes / 4; i++)
			add_word(&w, first + (unsigned)i);
	}
	return w;
}

static void
add(gm_bank_passes *out, int passes, int ideal)
{
	out->wavefronts_count += passes;
	out->ideal_wavefronts_count += ideal;
	out->phases_count++;
	out->worst_degree = passes > out->worst_degree ? passes : out->worst_degree;
	out->ways_count = out->worst_degree;
}

/* Passes of lanes that go together: the most distinct words in one bank. */
static void
add_phase(gm_bank_passes *out, const gm_access *access, uint64_t lanes, int ideal)
{
	if (lanes)
		add(out, words_of(access, lanes).most, ideal);
}

/* Whether two neighbouring phases, of the `first` lane and those behind it, go as one if nothing conflicts. Of 16
   bytes, the lower lanes look to the last lane of the warp: without it, nothing else is asked of them; with it, none
   may be without its partner. */
static bool
may_join(const gm_access *access, uint64_t taking_part, uint64_t lanes, int first)
{
	const bool lower = access->access_bytes == 16 && first == 0;
	if (lower && !(taking_part >> (access->lanes_count - 1) & 1))
		return true;
	const lone alone = lower ? LONE_DIFFERS : LONE_AGREES;
	return partners_agree(access, lanes, 1, alone) || partners_agree(access, lanes, 2, alone);
}

/* Two neighbouring phases, or the one that they join to. Those that conflict take as long as one by one. */
static void
add_pair(gm_bank_passes *out, const gm_access *access, uint64_t lanes, int phase_lanes, int first)
{
	const uint64_t low = lanes & gm_access_group(first, phase_lanes);
	const uint64_t high = lanes & gm_access_group(first + phase_lanes, phase_lanes);
	const words w = words_of(access, low && high ? low | high : 0);
	const bool joined = w.count > 0 && w.count <= BANKS && may_join(access, lanes, low | high, first);
	if (joined && w.most == 1) {
		add(out, 1, 1);
		return;
	}
	add_phase(out, access, low, 1);
	add_phase(out, access, high, joined ? 0 : 1);
}

static bool
all_agree(const gm_access *access, uint64_t lanes)
{
	const uint64_t first = lanes ? access->address[__builtin_ctzll(lanes)] : 0;
	for (uint64_t rest = lanes; rest; rest &= rest - 1)
		if (access->address[__builtin_ctzll(rest)] != first)
			return false;
	return true;
}

/* One word of 16 bytes for all lanes: a pass hands it to any 16 of them (20 sets of lanes, measured on an
   H200). */
static gm_bank_passes
count_shared_word(uint64_t lanes)
{
	enum { LANES_OF_PASS = 16 };
	gm_bank_passes out = {0};
	for (int left = __builtin_popcountll(lanes); left > 0; left -= LANES_OF_PASS)
		add(&out, 1, 1);
	return out;
}

gm_bank_passes
gm_banks_count_load(gm_bank_rule rule, const gm_request *request)
{
	const gm_access *access = request->access;
	gm_bank_passes out = {0};
	if (rule != GM_BANKS_32 || access->access_bytes < 8)
		return gm_banks_count(rule, request);
	if (access->access_bytes == 16 && all_agree(access, request->lanes))
		return count_shared_word(request->lanes);
	const int step = gm_banks_phase_lanes(rule, access->access_bytes);
	for (int first = 0; first < access->lanes_count; first += 2 * step)
		add_pair(&out, access, request->lanes, step, first);
	return out;
}

gm_bank_passes
gm_banks_evaluate_load(gm_bank_rule rule, const gm_access *access)
{
	gm_request request;
	gm_request_init(&request, access);
	return gm_banks_count_load(rule, &request);
}

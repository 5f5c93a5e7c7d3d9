#include "model/banks.h"

#include <string.h>

enum { WORDS_MAX = 32 * 4, BANKS = 32 };

/* Lanes whose partner `distance` away names the same address or takes no part: all of them? */
static bool
partners_agree(const gm_access *access, uint64_t lanes, int distance)
{
	for (uint64_t rest = lanes; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest), partner = lane ^ distance;
		if ((lanes >> partner & 1) && access->address[lane] != access->address[partner])
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

/* Passes of lanes that go together: the most distinct words in one bank. */
static int
passes_of(const gm_access *access, uint64_t lanes)
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
	return w.most;
}

static void
add(gm_bank_passes *out, int passes)
{
	out->wavefronts_count += passes;
	out->ideal_wavefronts_count++;
	out->phases_count++;
	out->worst_degree = passes > out->worst_degree ? passes : out->worst_degree;
	out->ways_count = out->worst_degree;
}

/* Two neighbouring phases, or the one they join to. */
static void
add_pair(gm_bank_passes *out, const gm_access *access, uint64_t lanes, int phase_lanes, int first)
{
	const uint64_t low = lanes & gm_access_group(first, phase_lanes);
	const uint64_t high = lanes & gm_access_group(first + phase_lanes, phase_lanes);
	if (partners_agree(access, low | high, 1) || partners_agree(access, low | high, 2)) {
		const int together = passes_of(access, low | high);
		/* Joined phases that conflict take as long as one by one (calibration: additions of f64
		   that go to words 0 and 32 in turn). */
		if (low | high)
			add(out, together > 1 ? passes_of(access, low) + passes_of(access, high) : 1);
		return;
	}
	if (low)
		add(out, passes_of(access, low));
	if (high)
		add(out, passes_of(access, high));
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
		add(&out, 1);
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

/*
 * Lanes that wander through programs made by chance: wherever they part and meet, each comes to what it would come
 * to alone. Blocks of a few instructions jump on, or back while turns are left, by what the lane and its turn say;
 * some end the kernel. The expected number of a lane is what plain C makes of the same jumps.
 */
#include "ptx/case.h"

#include "base/mix.h"

enum { BLOCKS = 14, TURNS = 40, PROGRAMS = 1500, LONGEST = 1 << 14 };

typedef enum jump { ON, AHEAD, BACK, RETURN } jump;

typedef struct wander {
	jump jump[BLOCKS];
	int target[BLOCKS];
	uint32_t factor[BLOCKS], bits[BLOCKS]; /* jumps where (lane + turn * factor) & bits is 0 */
} wander;

static uint32_t
chance(uint64_t *state, uint32_t below)
{
	*state = gm_mix(*state + 1);
	return (uint32_t)(*state >> 33) % below;
}

static void
make(wander *w, uint64_t seed)
{
	static const uint32_t bits[] = {1, 2, 3, 5, 12, 16, 31};
	uint64_t state = gm_mix(seed);
	for (int b = 0; b < BLOCKS; b++) {
		const uint32_t kind = chance(&state, 16);
		w->jump[b] = kind < 3 ? ON : kind < 11 ? AHEAD : kind < 15 ? BACK : RETURN;
		const int most = BLOCKS - b < 6 ? BLOCKS - b : 6;
		w->target[b] = w->jump[b] == BACK ? b - (int)chance(&state, (uint32_t)(b < 7 ? b + 1 : 7))
						  : b + 1 + (int)chance(&state, (uint32_t)most);
		w->factor[b] = chance(&state, 40);
		w->bits[b] = bits[chance(&state, sizeof bits / sizeof *bits)];
	}
}

static uint32_t
alone(const wander *w, uint32_t lane)
{
	uint32_t number = 0, turn = 0;
	for (int b = 0; b < BLOCKS;) {
		number = number * 3 + (uint32_t)b + 1;
		turn++;
		const bool meant = ((lane + turn * w->factor[b]) & w->bits[b]) == 0;
		const bool jumps = w->jump[b] != ON && meant && (w->jump[b] != BACK || turn < TURNS);
		if (jumps && w->jump[b] == RETURN)
			return number;
		b = jumps ? w->target[b] : b + 1;
	}
	return number + 7;
}

static size_t
block_text(const wander *w, int b, char *out, size_t room)
{
	int n = snprintf(out, room,
	                 "B%d: mad.lo.u32 %%r4, %%r4, 3, %d; add.u32 %%r2, %%r2, 1;\n"
	                 "mad.lo.u32 %%r5, %%r2, %u, %%r1; and.b32 %%r5, %%r5, %u; setp.eq.u32 %%p1, %%r5, 0;\n",
	                 b, b + 1, w->factor[b], w->bits[b]);
	if (w->jump[b] == BACK)
		n += snprintf(out + n, room - (size_t)n, "setp.lt.and.u32 %%p1, %%r2, %d, %%p1;\n", TURNS);
	if (w->jump[b] == RETURN)
		n += snprintf(out + n, room - (size_t)n, "@%%p1 bra R;\n");
	else if (w->jump[b] != ON)
		n += snprintf(out + n, room - (size_t)n, "@%%p1 bra B%d;\n", w->target[b]);
	return (size_t)n;
}

static void
write_text(const wander *w, char *out)
{
	size_t at = (size_t)snprintf(out, LONGEST,
	                             ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
	                             ".reg .b32 %%r<9>; .reg .b64 %%rd<4>; .reg .pred %%p<3>;\n"
	                             "ld.param.u64 %%rd2, [a]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd3, %%r1, 4;\n"
	                             "add.s64 %%rd1, %%rd2, %%rd3; mov.u32 %%r2, 0; mov.u32 %%r4, 0;\n");
	for (int b = 0; b < BLOCKS; b++)
		at += block_text(w, b, out + at, LONGEST - at);
	snprintf(out + at, LONGEST - at,
	         "B%d: add.u32 %%r4, %%r4, 7; st.global.u32 [%%rd1], %%r4; ret;\nR: st.global.u32 [%%rd1], %%r4; ret;\n}\n",
	         BLOCKS);
}

START_TEST(each_lane_comes_to_what_it_would_alone)
{
	static const char *const arguments[] = {"u32[32]"};
	for (uint64_t seed = (uint64_t)_i * PROGRAMS; seed < (uint64_t)(_i + 1) * PROGRAMS; seed++) {
		wander w;
		char text[LONGEST];
		gm_error err = GM_ERROR_NONE;
		gm_ptx_memory *memory;
		uint32_t left[32];
		make(&w, seed);
		write_text(&w, text);
		gm_kernel *kernel = case_warp(text, "k", arguments, 1);
		case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
		case_ok(gm_ptx_memory_read(memory, 0, 0, left, sizeof left, &err), &err);
		for (uint32_t l = 0; l < 32; l++)
			ck_assert_msg(left[l] == alone(&w, l), "program %llu, lane %u: %u, alone %u\n%s",
			              (unsigned long long)seed, l, left[l], alone(&w, l), text);
		gm_ptx_memory_free(memory);
		gm_kernel_free(kernel);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("wandering");
	TCase *tests = tcase_create("wandering");
	tcase_add_loop_test(tests, each_lane_comes_to_what_it_would_alone, 0, 2);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

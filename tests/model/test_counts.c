#include "model/counts.h"

#include "base/text.h"
#include "input/device_file.h"
#include "input/kernel_file.h"
#include "support/loading.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gm_device *device; /* cc 9.0: sectors of 32 B, 32 banks */

static void
load_device(void)
{
	device = device_load("sm_90");
}

static void
free_device(void)
{
	gm_device_free(device);
}

static gm_kernel *
load(const char *name, const gm_definition *definitions, int count)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	char path[512];
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", name);
	const gm_status status = gm_kernel_load(path, definitions, count, &kernel, &err);
	ck_assert_msg(status == GM_OK, "%s: line %d: %s", name, err.line, err.message);
	return kernel;
}

static gm_counts
gather(const gm_kernel *kernel, bool every_block)
{
	gm_error err = GM_ERROR_NONE;
	gm_counts counts;
	const gm_status status = gm_counts_gather(kernel, device, every_block, &counts, &err);
	ck_assert_msg(status == GM_OK, "%s: line %d: %s", kernel->name, err.line, err.message);
	return counts;
}

/* "n=1024 BLOCK=256" */
static int
read_definitions(char *text, gm_definition *out)
{
	int count = 0;
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');
		*equals = '\0';
		out[count++] = (gm_definition){word, atoll(equals + 1)};
	}
	return count;
}

/* ---- against the walk of every thread in tests/reference/walk.py ---- */

static int64_t
sum_of(const gm_kernel *kernel, const gm_counts *counts, const char *array, const char *op,
       gm_counter counter)
{
	int64_t sum = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		const char *name = site->array >= 0 ? kernel->arrays[site->array].name : "";
		if (strcmp(name, array) == 0 && strcmp(gm_operation_name(site->operation), op) == 0)
			sum += counts->sites[s].of[counter];
	}
	return sum;
}

static void
expect(const gm_kernel *kernel, const gm_counts *counts, char *const *field, int column,
       gm_counter counter)
{
	if (!*field[column])
		return;
	const int64_t got = sum_of(kernel, counts, field[2], field[3], counter);
	if (got != atoll(field[column]))
		ck_abort_msg("%s (%s): %s of %s: counter %d is %lld, the walk found %s", field[0], field[1],
		             field[3], field[2], (int)counter, (long long)got, field[column]);
}

static void
split(char *line, char **field, int count)
{
	for (int i = 0; i < count; i++) {
		field[i] = line;
		line = line ? line + strcspn(line, ",\n") : line;
		if (*line)
			*line++ = '\0';
	}
}

START_TEST(every_shipped_kernel_counts_what_a_walk_of_all_threads_counts)
{
	FILE *file = fopen(GM_TREE "/tests/reference/counts.csv", "r");
	ck_assert_ptr_nonnull(file);
	char line[512], *field[8], loaded[1024] = "";
	gm_kernel *kernel = NULL;
	gm_counts counts = {0};
	int rows = 0;
	ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
	while (fgets(line, sizeof line, file)) {
		split(line, field, 8);
		char key[1024], words[512];
		snprintf(key, sizeof key, "%s %s", field[0], field[1]);
		if (strcmp(key, loaded) != 0) {
			gm_definition definitions[16];
			gm_counts_dispose(&counts);
			gm_kernel_free(kernel);
			snprintf(words, sizeof words, "%s", field[1]);
			kernel = load(field[0], definitions, read_definitions(words, definitions));
			counts = gather(kernel, false);
			ck_assert_msg(counts.exact, "%s is not exact: %s", key, counts.why);
			snprintf(loaded, sizeof loaded, "%s", key);
		}
		const bool memory = *field[2] != '\0';
		expect(kernel, &counts, field, 4, memory ? GM_COUNT_REQUESTS : GM_COUNT_INSTRUCTIONS);
		expect(kernel, &counts, field, 5, GM_COUNT_SECTORS);
		expect(kernel, &counts, field, 6, GM_COUNT_WAVEFRONTS);
		expect(kernel, &counts, field, 7, GM_COUNT_FLOP);
		rows++;
	}
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	fclose(file);
	ck_assert_int_ge(rows, 300);
}
END_TEST

/* ---- the cut, sampled replay against every block and every iteration ---- */

/* Turns of the tags hang on where in memory lines lie, of which a cut replay sees a part: half off at most in kernels that
   are somebody's, anything in those made at random. */
static bool
agree(int counter, int64_t cut, int64_t whole, bool random)
{
	const bool by_place = counter == GM_COUNT_TAG_TURNS || counter == GM_COUNT_TAGGED_PASSES;
	return by_place ? random || 2 * llabs(cut - whole) <= llabs(whole) + 64 : cut == whole;
}

static void
compare(const gm_kernel *kernel, const char *what, const gm_counts *cut, const gm_counts *whole, bool random)
{
	for (int s = 0; s < kernel->sites_count; s++)
		for (int k = 0; k < GM_COUNTER_COUNT; k++)
			if (!agree(k, cut->sites[s].of[k], whole->sites[s].of[k], random))
				ck_abort_msg("%s, site %d (%s), counter %d: %lld cut, %lld whole", what, s,
				             kernel->sites[s].text, k, (long long)cut->sites[s].of[k],
				             (long long)whole->sites[s].of[k]);
}

static void
expect_the_same(const gm_kernel *kernel, const char *what)
{
	gm_counts cut = gather(kernel, false), whole = gather(kernel, true);
	ck_assert_msg(cut.exact, "%s: %s", what, cut.why);
	compare(kernel, what, &cut, &whole, false);
	gm_counts_dispose(&cut);
	gm_counts_dispose(&whole);
}

/* Sizes where loops are long enough to be cut and grids large enough to be classed, with remainders. */
static const struct {
	const char *kernel;
	gm_definition definitions[5];
} shapes[] = {
        {"naive_mm", {{"n", 192}}},
        {"naive_mm_guarded", {{"m", 170}, {"k", 203}, {"n", 203}}},
        {"naive_mm_swapped", {{"n", 160}}},
        {"tiled_mm", {{"n", 192}, {"TILE", 8}}},
        {"tiled_mm", {{"n", 256}, {"TILE", 32}}},
        {"tiled_mm_padded", {{"m", 130}, {"k", 333}, {"n", 217}}},
        {"vector_add", {{"n", 100003}}},
        {"array_copy", {{"n", 65537}}},
        {"offset_copy", {{"n", 40000}, {"offset", 7}}},
        {"strided_copy", {{"n", 32768}, {"stride", 3}}},
        {"strided_copy", {{"n", 30000}, {"stride", 7}}},
        {"transpose_simple", {{"n_rows", 200}, {"n_cols", 330}}},
        {"transpose_2d", {{"n_rows", 256}, {"n_cols", 520}}},
        {"transpose_shared", {{"n_rows", 256}, {"n_cols", 352}}},
        {"transpose_padded", {{"n_rows", 256}, {"n_cols", 352}}},
        {"sum_chunk", {{"n", 1000003}}},
        {"sum_grid_stride", {{"n", 1000003}}},
        {"sum_shared_tree", {{"n", 300007}}},
        {"convolve", {{"n", 5003}}},
        {"stencil_2d", {{"height", 100}, {"width", 203}}},
};

START_TEST(a_cut_replay_counts_what_the_whole_one_counts)
{
	int count = 0;
	while (count < 5 && shapes[_i].definitions[count].name)
		count++;
	gm_kernel *kernel = load(shapes[_i].kernel, shapes[_i].definitions, count);
	expect_the_same(kernel, shapes[_i].kernel);
	gm_kernel_free(kernel);
}
END_TEST

/* ---- the same over random kernels ---- */

static uint32_t
next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

static const char *
pick(uint32_t *state, const char *const *words, size_t count)
{
	return words[next(state) % count];
}

#define PICK(state, words) pick(state, words, sizeof words / sizeof *words)

static const char *const indices[] = {
        "i", "i + P*j", "i*3", "j*Q + threadIdx.x", "i / 3 + j", "i % 37", "(i*P + j) % 509",
        "threadIdx.x*Q + j", "i ^ (j % 8)", "blockIdx.y*200 + i", "j*128 + lane", "(i + j) / 2",
        "min(i, 700) + j", "threadIdx.y*65 + threadIdx.x + j*Q",
};
static const char *const tests[] = {
        "i &lt; 300", "j &lt; P", "threadIdx.x % 3 == 0", "i + j &lt; 200", "blockIdx.x > 1",
        "(i + j) % 4 == 1", "j % Q == 0 &amp;&amp; i != 5", "i > j",
};
static const char *const counts_of[] = {"5", "P", "20", "Q*5", "threadIdx.x % 4 + 6", "1 + i % 9",
                                        "30 - blockIdx.x"};
static const char *const outer_counts[] = {"1", "70", "P*4", "150", "40 + threadIdx.x % 3"};
static const char *const types[] = {"f32", "f64", "u8", "u16"};

static void
write_body(uint32_t *state, gm_text *out, int depth, int loops)
{
	for (uint32_t n = 1 + next(state) % 3; n > 0; n--) {
		const uint32_t what = next(state) % 8;
		if (what == 0 && depth > 0 && loops < 2) {
			gm_text_print(out, "<loop variable='v%d' count='%s'>", loops, PICK(state, counts_of));
			write_body(state, out, depth - 1, loops + 1);
			gm_text_append(out, "</loop>");
		} else if (what == 1 && depth > 0) {
			gm_text_print(out, "<if test='%s'>", PICK(state, tests));
			write_body(state, out, depth - 1, loops);
			gm_text_append(out, "</if>");
			if (next(state) % 2) {
				gm_text_append(out, "<else>");
				write_body(state, out, depth - 1, loops);
				gm_text_append(out, "</else>");
			}
		} else if (what < 5) {
			gm_text_print(out, "<load array='%s' index='%s'/>", what == 2 ? "S" : "G",
			              PICK(state, indices));
		} else if (what < 7) {
			gm_text_print(out, "<store array='%s' index='%s'/>", what == 5 ? "S" : "G",
			              PICK(state, indices));
		} else {
			gm_text_append(out, "<compute op='fma' type='f32'/>");
		}
	}
}

static char *
random_kernel(uint32_t *state)
{
	static const char *const blocks[] = {"32", "48", "16, 4", "8, 8", "65", "128"};
	static const char *const grids[] = {"3", "9", "3, 2", "17", "2, 2, 2", "12, 2"};
	gm_text out = {0};
	gm_text_print(&out,
	              "<kernel name='random' schema='1'><parameter name='P' value='%u'/>"
	              "<parameter name='Q' value='%u'/><launch grid='%s' block='%s'/>"
	              "<array name='G' space='global' type='%s' length='1000000'/>"
	              "<array name='S' space='shared' type='%s' length='100000'/>"
	              "<let name='i' value='blockIdx.x*blockDim.x + threadIdx.x'/>",
	              1 + next(state) % 40, 1 + next(state) % 12, PICK(state, grids), PICK(state, blocks),
	              PICK(state, types), PICK(state, types));
	gm_text_print(&out, "<loop variable='j' count='%s'>", PICK(state, outer_counts));
	write_body(state, &out, 2, 0);
	gm_text_append(&out, "<load array='G' index='i + j'/></loop></kernel>");
	return out.bytes;
}

START_TEST(random_kernels_count_the_same_cut_and_whole)
{
	uint32_t state = 88172645u;
	const int trials = getenv("GM_TEST_FULL") ? 2000 : 30;
	int compared = 0;
	for (int i = 0; i < trials; i++) {
		char *text = random_kernel(&state);
		gm_error err = GM_ERROR_NONE;
		gm_kernel *kernel = NULL;
		if (gm_kernel_load_text(text, "random", NULL, 0, &kernel, &err) == GM_OK) {
			gm_counts cut, whole;
			const gm_status a = gm_counts_gather(kernel, device, false, &cut, &err);
			const gm_status b = gm_counts_gather(kernel, device, true, &whole, NULL);
			ck_assert_msg(a == b, "%s: %s, %s", text, gm_status_meaning(a), err.message);
			if (a == GM_OK && cut.exact) {
				compare(kernel, text, &cut, &whole, true);
				compared++;
			}
			gm_counts_dispose(&cut);
			gm_counts_dispose(&whole);
		}
		gm_kernel_free(kernel);
		free(text);
	}
	ck_assert_msg(compared > trials / 2, "only %d of %d were compared", compared, trials);
}
END_TEST

/* Turns that draw their addresses are walked, and none of the questions whether they repeat is left over for them: the
   turns behind repeat. 40000 requests of 4 sectors; then turns of 1000 loads, one element on each, of which
   one in eight begins a sector and has 4 and the others have 5, or eight elements on, of 4 all; and one of each in two
   turns that are written out. */
START_TEST(turns_behind_many_that_do_not_repeat_are_cut_short)
{
	static const char text[] =
		"<kernel name='drawn' schema='1'><launch grid='1' block='32'/>"
		"<array name='G' space='global' type='f32' length='40000'/>"
		"<loop variable='i' count='40000'><let name='row' value='random(i, 1024)'/>"
		"<load array='G' index='row*32 + threadIdx.x'/></loop>"
		"<loop variable='j' count='100000000'><let name='step' value='j % 2*7 + 1'/>"
		"<loop variable='k' count='1000'><load array='G' index='k*step + threadIdx.x'/></loop></loop>"
		"<loop variable='u' count='2' unroll='yes'><let name='pace' value='u*7 + 1'/>"
		"<loop variable='v' count='1000'><load array='G' index='v*pace + threadIdx.x'/></loop></loop></kernel>";
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	ck_assert_int_eq(gm_kernel_load_text(text, "drawn", NULL, 0, &kernel, &err), GM_OK);
	gm_counts counts = gather(kernel, false);
	ck_assert_int_eq(sum_of(kernel, &counts, "G", "load", GM_COUNT_REQUESTS), INT64_C(40000) + INT64_C(100000002) * 1000);
	ck_assert_int_eq(sum_of(kernel, &counts, "G", "load", GM_COUNT_SECTORS),
			 INT64_C(160000) + INT64_C(50000001) * (125 * 4 + 875 * 5 + 1000 * 4));
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
}
END_TEST

/* ---- the lectures ---- */

/* Jyvaskyla: chunks of 8 doubles put a warp on 16 lines of 128 B, the grid-stride form on 2. */
START_TEST(the_sums_of_jyvaskyla_touch_16_and_2_lines)
{
	const gm_definition chunk[] = {{"n", 8 * 256 * 10}, {"m", 8}, {"BLOCK", 256}};
	gm_kernel *kernel = load("sum_chunk", chunk, 3);
	gm_counts counts = gather(kernel, false);
	ck_assert_int_eq(sum_of(kernel, &counts, "x", "load", GM_COUNT_LINES),
	                 16 * sum_of(kernel, &counts, "x", "load", GM_COUNT_REQUESTS));
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	kernel = load("sum_grid_stride", NULL, 0);
	counts = gather(kernel, false);
	const int64_t lines = sum_of(kernel, &counts, "x", "load", GM_COUNT_LINES);
	const int64_t requests = sum_of(kernel, &counts, "x", "load", GM_COUNT_REQUESTS);
	/* 43435342 is no multiple of 32: one warp is partial. */
	ck_assert_msg(lines <= 2 * requests && lines > 2 * requests - 2, "%lld lines, %lld requests",
	              (long long)lines, (long long)requests);
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
}
END_TEST

/* Cost must not grow with the problem: the same number of blocks stands for any size. */
START_TEST(a_larger_problem_needs_no_more_blocks)
{
	size_t blocks[2];
	for (int i = 0; i < 2; i++) {
		const gm_definition n = {"n", i ? 65536 : 1024};
		gm_kernel *kernel = load("tiled_mm", &n, 1);
		gm_counts counts = gather(kernel, false);
		blocks[i] = counts.blocks_replayed;
		ck_assert(counts.exact);
		gm_counts_dispose(&counts);
		gm_kernel_free(kernel);
	}
	ck_assert_uint_eq(blocks[0], blocks[1]);
}
END_TEST

/* Two fused multiply-adds by a warp of 32 lanes, one of them by 8 lanes only. */
static const struct {
	const char *overhead;
	const char *message; /* NULL: taken */
} credits[] = {
        {"<overhead fma='-2'/>", "counted by lanes"}, /* 64 of 40 */
        {"<overhead fma='-1'/>", NULL},
        {"<overhead fma='-2.1'/>", "2.1 instructions of fma, but the kernel has only 2"},
        {"<if test='threadIdx.x &lt; 8'><overhead fma='-2'/></if>", NULL},
        {"<overhead alu='-1'/>", "1 instructions of alu, but the kernel has only 0"},
        {"<overhead alu='3'/><overhead alu='-3'/>", NULL},
};

START_TEST(overhead_takes_away_no_more_than_there_is)
{
	char text[512];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_counts counts;
	snprintf(text, sizeof text,
	         "<kernel name='k' schema='1'><launch grid='1' block='32'/><compute op='fma' type='f32'/>"
	         "<if test='threadIdx.x &lt; 8'><compute op='fma' type='f32'/></if>\n%s</kernel>",
	         credits[_i].overhead);
	ck_assert_int_eq(gm_kernel_load_text(text, "k.xml", NULL, 0, &kernel, &err), GM_OK);
	const gm_status status = gm_counts_gather(kernel, device, false, &counts, &err);
	ck_assert_msg((status == GM_OK) == !credits[_i].message, "%s", err.message);
	if (credits[_i].message) {
		ck_assert_int_eq(status, GM_BAD_VALUE);
		ck_assert_msg(strstr(err.message, credits[_i].message) != NULL, "%s", err.message);
		ck_assert_int_eq(err.line, 2);
	}
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("counts");
	TCase *cases = tcase_create("counts");
	tcase_set_timeout(cases, 600);
	tcase_add_unchecked_fixture(cases, load_device, free_device);
	tcase_add_test(cases, every_shipped_kernel_counts_what_a_walk_of_all_threads_counts);
	tcase_add_loop_test(cases, a_cut_replay_counts_what_the_whole_one_counts, 0,
	                    sizeof shapes / sizeof *shapes);
	tcase_add_test(cases, random_kernels_count_the_same_cut_and_whole);
	tcase_add_test(cases, turns_behind_many_that_do_not_repeat_are_cut_short);
	tcase_add_test(cases, the_sums_of_jyvaskyla_touch_16_and_2_lines);
	tcase_add_test(cases, a_larger_problem_needs_no_more_blocks);
	tcase_add_loop_test(cases, overhead_takes_away_no_more_than_there_is, 0,
	                    (int)(sizeof credits / sizeof *credits));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

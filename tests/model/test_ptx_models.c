/*
 * The shipped kernels in both their forms: the descriptor that a person wrote, and the PTX that nvcc made
 * of models/cuda (models/ptx, by models/cuda/ptx.sh). The two come from different hands and run through
 * different replays, and must agree on what memory sees and on the arithmetic.
 *
 * Compared, summed over the sites of one array and operation: every memory counter, requests to
 * wavefronts; then the floating-point operations and the footprint. The descriptor is taken as a
 * compiler would make it (kernel/compile.h).
 */
#include "model/counts.h"

#include "input/device_file.h"
#include "model/footprint.h"
#include "support/loading.h"
#include "two_forms.h"

static const row rows[] = {
        {"array_copy", {"u64=n", "odata", "idata"}, {"n=1024", "n=1000", "n=4097 BLOCK=96", ""}},
        {"array_copy_float4", {"u64=n", "odata", "idata"},
         {"n=4096", "n=1004", "n=5000 BLOCK=96", ""}},
        {"convolve", {"image", "result", "s32=n"}, {"n=1024", "n=5003", "n=100", ""}},
        {"histogram_shared", {"counts", "data", "s32=n"},
         {"n=4096 blocks=4", "n=5003 blocks=3 values=200", "n=5003 blocks=3 values=1"}},
        {"mma_mm", {"A", "B", "C", "s32=n"}, {"n=64", "n=96", ""}},
        {"naive_mm", {"A", "B", "C", "s32=n"},
         {"n=64", "n=48 BLOCK_X=24 BLOCK_Y=3", "n=70 BLOCK_X=7 BLOCK_Y=5", ""}},
        {"naive_mm_guarded", {"A", "B", "C", "s32=m", "s32=k", "s32=n"},
         {"m=64 k=64 n=64", "m=37 k=50 n=21", "m=33 k=7 n=101 BLOCK_X=32 BLOCK_Y=4", ""}},
        {"naive_mm_swapped", {"A", "B", "C", "s32=n"}, {"n=64", "n=60 BLOCK_X=4 BLOCK_Y=12", ""}},
        {"offset_copy", {"u64=n", "odata", "idata", "s32=offset"},
         {"n=4096", "n=4001 offset=7", "n=40000 offset=1000", ""}},
        {"reduce_shuffle", {"total", "x", "s32=n"}, {"n=4096 blocks=8", "n=10007 blocks=5", ""}},
        {"saxpy", {"s32=n", "f32=2.5", "x", "y"}, {"n=1024", "n=997", "n=5001 BLOCK=160", ""}},
        {"stencil_2d", {"in", "out", "s32=width", "s32=height"},
         {"width=64 height=32", "width=203 height=50", "width=33 height=9 BLOCK_X=16 BLOCK_Y=16",
          ""}},
        {"strided_copy", {"u64=n", "odata", "idata", "s32=stride"},
         {"n=4096", "n=3000 stride=7", "n=5003 stride=33", ""}},
        {"sum_chunk", {"res", "x", "s32=n", "s32=m"},
         {"n=32768 m=16", "n=10007 m=8", "n=5000 m=3 BLOCK=64", ""}},
        {"sum_grid_stride", {"res", "x", "s32=n"},
         {"n=32768 m=16", "n=10007 m=8", "n=5000 m=3 BLOCK=64", ""}},
        {"sum_shared_tree", {"res", "x", "s32=n"},
         {"n=32768 m=16", "n=10007 m=8", "n=300 m=1", ""}},
        {"sum_two_kernel_first", {"res", "x", "s32=n"},
         {"n=32768 WG_SIZE_2=8", "n=10007 WG_SIZE_2=5", ""}},
        {"sum_two_kernel_second", {"total", "res"}, {""}},
        {"tiled_mm", {"A", "B", "C", "s32=n"}, {"n=64", "n=112", ""}},
        {"tiled_mm_dynamic", {"A", "B", "C", "s32=n", "s32=tile"},
         {"n=64", "n=96 tile=32", "n=60 tile=12", ""}},
        {"tiled_mm_padded", {"A", "B", "C", "s32=m", "s32=k", "s32=n"},
         {"m=64 k=64 n=64", "m=37 k=50 n=21", "m=70 k=5 n=33", ""}},
        {"transpose_2d", {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
         {"n_rows=64 n_cols=64", "n_rows=75 n_cols=100",
          "n_rows=50 n_cols=33 BLOCK_X=32 BLOCK_Y=3", ""}},
        {"transpose_padded", {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
         {"n_rows=64 n_cols=96", ""}},
        {"transpose_shared", {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
         {"n_rows=64 n_cols=96", ""}},
        {"transpose_simple", {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
         {"n_rows=64 n_cols=64", "n_rows=75 n_cols=101", "n_rows=256 n_cols=300"}},
        {"vector_add", {"a", "b", "c", "s32=n"}, {"n=1024", "n=997", "n=5001 BLOCK=160", ""}},
};

static const int architectures[] = {75, 90};

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

/* ---- one of them, counted ---- */

typedef struct form {
	const row *row;
	const gm_kernel *kernel; /* as it runs on the device */
	void *owned;
	gm_counts counts;
} form;

static form
count(const row *r, const gm_kernel *kernel, bool every_block)
{
	form f = {.row = r};
	gm_error err = GM_ERROR_NONE;
	f.kernel = gm_kernel_on(kernel, device->cc_major, device->cc_minor, &f.owned);
	require_ok(gm_counts_gather(f.kernel, device, every_block, &f.counts, &err), &err, r->kernel);
	return f;
}

static void
dispose(form *f)
{
	gm_counts_dispose(&f->counts);
	free(f->owned);
}

/* PTX calls the buffer of the third argument param_2; the descriptor has the name that stands there. */
static const char *
array_name(const form *f, const gm_site *site)
{
	int parameter;
	if (site->space == GM_SHARED || site->array < 0)
		return "";
	const char *name = f->kernel->arrays[site->array].name;
	const bool numbered = f->kernel->origin == GM_FROM_PTX && sscanf(name, "param_%d", &parameter) == 1;
	return numbered ? f->row->arguments[parameter] : name;
}

/* Sites that both forms must have alike. */
typedef struct group {
	const char *array;
	gm_operation operation;
	gm_space space;
} group;

static group
group_of(const form *f, const gm_site *site)
{
	return (group){array_name(f, site), site->operation, site->space};
}

static int64_t
sum(const form *f, group g, gm_counter counter)
{
	int64_t total = 0;
	for (int s = 0; s < f->kernel->sites_count; s++) {
		const group other = group_of(f, &f->kernel->sites[s]);
		if (other.operation == g.operation && other.space == g.space &&
		    strcmp(other.array, g.array) == 0)
			total += f->counts.sites[s].of[counter];
	}
	return total;
}

static int64_t
worst_degree(const form *f, gm_space space)
{
	int64_t worst = 0;
	for (int s = 0; s < f->kernel->sites_count; s++)
		if (f->kernel->sites[s].space == space && f->counts.sites[s].worst_degree > worst)
			worst = f->counts.sites[s].worst_degree;
	return worst;
}

static const char *const counter_names[] = {
#define X(id, what) what,
        GM_COUNTER_LIST(X)
#undef X
};

/* Turns of the tags hang on where lines lie, of which replays that are cut elsewhere see others: a fifth off at most, and
   what they take more than the banks, a difference, a third and a few. */
static bool
as_often(gm_counter counter, int64_t a, int64_t b)
{
	return counter == GM_COUNT_TAG_TURNS       ? 10 * llabs(a - b) <= a + b
	       : counter == GM_COUNT_TAGGED_PASSES ? 6 * llabs(a - b) <= a + b + 24
	                                           : a == b;
}

/* What `with` has, `other` has as often. */
static void
expect_groups(const form *with, const form *other, const char *what)
{
	for (int s = 0; s < with->kernel->sites_count; s++) {
		const gm_site *site = &with->kernel->sites[s];
		if (!site->access_bytes)
			continue;
		const group g = group_of(with, site);
		for (int c = GM_COUNT_REQUESTS; c < GM_COUNTERS_ALIKE; c++) {
			const int64_t a = sum(with, g, (gm_counter)c), b = sum(other, g, (gm_counter)c);
			if (!as_often((gm_counter)c, a, b))
				ck_abort_msg("%s: %s of %s '%s': %s: %s has %lld, %s has %lld", what,
				             gm_operation_name(g.operation), gm_space_name(g.space), g.array,
				             counter_names[c],
				             with->kernel->origin == GM_FROM_PTX ? "PTX" : "the descriptor",
				             (long long)a,
				             other->kernel->origin == GM_FROM_PTX ? "PTX" : "the descriptor",
				             (long long)b);
		}
	}
}

static int64_t
flop(const form *f)
{
	return gm_counts_sum(f->kernel, &f->counts, GM_COUNT_FLOP, GM_OPERATION_COUNT, GM_SPACE_COUNT);
}

static void
expect_counts(const row *r, const gm_kernel *descriptor, const gm_kernel *ptx, bool every_block,
              const char *what)
{
	form hand = count(r, descriptor, every_block), compiled = count(r, ptx, every_block);
	ck_assert_msg(hand.counts.exact && compiled.counts.exact, "%s: not exact: %s%s", what,
	              hand.counts.why, compiled.counts.why);
	expect_groups(&hand, &compiled, what);
	expect_groups(&compiled, &hand, what);
	ck_assert_msg(flop(&hand) == flop(&compiled), "%s: %lld flop in the descriptor, %lld in PTX", what,
	              (long long)flop(&hand), (long long)flop(&compiled));
	ck_assert_msg(descriptor->resources.shared_static_bytes == ptx->resources.shared_static_bytes,
	              "%s: %lld B of shared memory in the descriptor, %lld in PTX", what,
	              (long long)descriptor->resources.shared_static_bytes,
	              (long long)ptx->resources.shared_static_bytes);
	ck_assert_msg(worst_degree(&hand, GM_SHARED) == worst_degree(&compiled, GM_SHARED),
	              "%s: worst conflict", what);
	dispose(&hand);
	dispose(&compiled);
}

static gm_distinct
footprint(const gm_kernel *kernel, const char *what)
{
	gm_footprint *f = NULL;
	gm_error err = GM_ERROR_NONE;
	void *owned;
	const gm_kernel *on = gm_kernel_on(kernel, device->cc_major, device->cc_minor, &owned);
	require_ok(gm_footprint_gather(on, 32, &f, &err), &err, what);
	const gm_distinct all = gm_footprint_of_blocks(f, gm_dim3_volume(kernel->grid));
	gm_footprint_free(f);
	free(owned);
	return all;
}

/* Where a footprint is an estimate it hangs on the block that was taken for the others. */
static void
expect_footprint(const gm_kernel *descriptor, const gm_kernel *ptx, const char *what)
{
	const gm_distinct a = footprint(descriptor, what), b = footprint(ptx, what);
	if (!a.exact || !b.exact)
		return;
	ck_assert_msg(a.read_bytes == b.read_bytes && a.written_bytes == b.written_bytes &&
	                      a.either_bytes == b.either_bytes,
	              "%s: descriptor reads %.0f, writes %.0f, both %.0f B; PTX %.0f, %.0f, %.0f", what,
	              a.read_bytes, a.written_bytes, a.either_bytes, b.read_bytes, b.written_bytes,
	              b.either_bytes);
}

START_TEST(a_descriptor_and_the_compiled_kernel_say_the_same)
{
	const row *r = &rows[_i / 2];
	const int architecture = architectures[_i % 2];
	for (int s = 0; s < SIZES_MAX && r->sizes[s]; s++) {
		char what[LONGEST];
		gm_kernel *descriptor = load_descriptor(r->kernel, r->sizes[s]);
		gm_kernel *ptx = load_ptx(r, descriptor, architecture);
		snprintf(what, sizeof what, "%s (%s), sm_%d", r->kernel, r->sizes[s], architecture);
		if (*r->sizes[s])
			expect_counts(r, descriptor, ptx, true, what);
		expect_counts(r, descriptor, ptx, false, what);
		expect_footprint(descriptor, ptx, what);
		gm_kernel_free(descriptor);
		gm_kernel_free(ptx);
	}
}
END_TEST

/* ---- sizes that nobody chose ---- */

/* Around warps, tiles and blocks; the products of matrices are walked whole, those of the first. */
static const int sides[] = {1,  2,  3,  5,  8,  15,  16,  17,  24,  31,  32,  33,  40,  48, 49,
                            63, 64, 65, 80, 96, 100, 112, 127, 128, 129, 144, 160, 192, 200, 256};

enum { SIDES = sizeof sides / sizeof *sides, SIDES_OF_MATRICES = 21, DRAWN = 4, DRAWN_FULL = 120 };

static unsigned
draw(unsigned *state, unsigned below)
{
	*state = *state * 1103515245U + 12345U;
	return (*state >> 8) % below;
}

/* Every parameter that some row of sizes names, with a number for one; of a vector, some thousands. */
static void
draw_sizes(const row *r, unsigned *state, char out[LONGEST])
{
	size_t length = 0;
	const bool vector = strcmp(r->arguments[1], "s32=n") == 0 || strstr(r->arguments[0], "=n") ||
	                    (r->arguments[2] && strcmp(r->arguments[2], "s32=n") == 0);
	out[0] = '\0';
	for (const char *at = r->sizes[0]; *at;) {
		const size_t name = strcspn(at, "=");
		const bool long_one = vector && name == 1 && *at == 'n';
		const unsigned side = (unsigned)sides[draw(state, long_one ? SIDES : SIDES_OF_MATRICES)];
		const unsigned value = long_one ? 40 * side + draw(state, 40) : side;
		length += (size_t)snprintf(out + length, LONGEST - length, "%.*s=%u ", (int)name, at, value);
		at += strcspn(at, " ");
		at += *at == ' ';
	}
}

/* A kernel that cannot be launched so, or would leave its arrays, is none to compare. */
static bool
is_possible(const row *r, const char *sizes)
{
	gm_definition definitions[8];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_counts counts = {0};
	char path[LONGEST], words[LONGEST];
	int count = 0;
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", r->kernel);
	snprintf(words, sizeof words, "%s", sizes);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');
		*equals = '\0';
		definitions[count++] = (gm_definition){word, atoll(equals + 1)};
	}
	bool possible = gm_kernel_load(path, definitions, count, &kernel, &err) == GM_OK;
	possible = possible && gm_counts_gather(kernel, device, true, &counts, &err) == GM_OK;
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	return possible;
}

/* Every block is walked. Footprints are not asked for: in grids of which many blocks do nothing they hang on
   the block that was taken for the others. */
START_TEST(forms_agree_at_sizes_that_nobody_chose)
{
	const row *r = &rows[_i];
	const int trials = getenv("GM_TEST_FULL") ? DRAWN_FULL : DRAWN;
	unsigned state = (unsigned)_i * 7919U + 1;
	for (int t = 0; t < trials && *r->sizes[0]; t++) {
		char sizes[LONGEST], what[2 * LONGEST];
		draw_sizes(r, &state, sizes);
		if (!is_possible(r, sizes))
			continue;
		gm_kernel *descriptor = load_descriptor(r->kernel, sizes);
		gm_kernel *ptx = load_ptx(r, descriptor, architectures[t % 2]);
		snprintf(what, sizeof what, "%s (%s), sm_%d", r->kernel, sizes, architectures[t % 2]);
		expect_counts(r, descriptor, ptx, true, what);
		gm_kernel_free(descriptor);
		gm_kernel_free(ptx);
	}
}
END_TEST

/* 32768 rows of 128 blocks each: tid % n_cols starts anew with every row, 262144 times in all. */
START_TEST(a_grid_of_many_rows_is_proven)
{
	static const row r = {"transpose_simple",
	                      {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
	                      {""}};
	gm_kernel *descriptor = load_descriptor(r.kernel, "");
	gm_kernel *ptx = load_ptx(&r, descriptor, 90);
	form hand = count(&r, descriptor, false), compiled = count(&r, ptx, false);
	ck_assert_msg(compiled.counts.exact, "%s", compiled.counts.why);
	expect_groups(&hand, &compiled, r.kernel);
	dispose(&hand);
	dispose(&compiled);
	gm_kernel_free(descriptor);
	gm_kernel_free(ptx);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("ptx_models");
	TCase *cases = tcase_create("ptx_models");
	tcase_add_unchecked_fixture(cases, load_device, free_device);
	tcase_add_loop_test(cases, a_descriptor_and_the_compiled_kernel_say_the_same, 0,
	                    2 * (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(cases, forms_agree_at_sizes_that_nobody_chose, 0,
	                    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(cases, a_grid_of_many_rows_is_proven);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

#include "measure/timing.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 1000 };

/* A driver whose device is this machine's memory and whose only kernel adds the first array to the
   second and puts what it found there into `found`. */
static uint32_t found[64];
static int launches, allocated;

static gm_cu_result
allocate(gm_cu_address *address, size_t bytes)
{
	*address = (gm_cu_address)(uintptr_t)malloc(bytes);
	allocated++;
	return 0;
}

static gm_cu_result
release(gm_cu_address address)
{
	free((void *)(uintptr_t)address);
	allocated--;
	return 0;
}

static gm_cu_result
allocate_on_host(void **memory, size_t bytes, unsigned flags)
{
	(void)flags;
	*memory = malloc(bytes);
	return 0;
}

static gm_cu_result
release_on_host(void *memory)
{
	free(memory);
	return 0;
}

static gm_cu_result
to_device(gm_cu_address to, const void *from, size_t bytes)
{
	memcpy((void *)(uintptr_t)to, from, bytes);
	return 0;
}

static gm_cu_result
from_device(void *to, gm_cu_address from, size_t bytes)
{
	memcpy(to, (const void *)(uintptr_t)from, bytes);
	return 0;
}

static gm_cu_result
on_device(gm_cu_address to, gm_cu_address from, size_t bytes)
{
	memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
	return 0;
}

static gm_cu_result
set(gm_cu_address to, unsigned char value, size_t bytes)
{
	memset((void *)(uintptr_t)to, value, bytes);
	return 0;
}

static gm_cu_result
launch(gm_cu_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
       unsigned block_y, unsigned block_z, unsigned shared_bytes, gm_cu_stream stream,
       void **arguments, void **extra)
{
	(void)grid_x, (void)grid_y, (void)grid_z, (void)block_x, (void)block_y, (void)block_z;
	(void)shared_bytes, (void)stream, (void)extra;
	if (function != NULL) /* the kernel that flushes */
		return 0;
	uint64_t from, to;
	memcpy(&from, arguments[0], sizeof from);
	memcpy(&to, arguments[1], sizeof to);
	const uint32_t *addends = (const uint32_t *)(uintptr_t)from;
	uint32_t *sums = (uint32_t *)(uintptr_t)to;

	found[launches++ % 64] = sums[COUNT - 1];
	for (int i = 0; i < COUNT; i++)
		sums[i] += addends[i];
	return 0;
}

static gm_cu_result
synchronize(void)
{
	return 0;
}

static gm_cu_result
load(gm_cu_module *module, const void *image)
{
	(void)image;
	*module = NULL;
	return 0;
}

static gm_cu_result
find(gm_cu_function *function, gm_cu_module module, const char *name)
{
	(void)module;
	*function = strcmp(name, "gm_flush") == 0 ? (gm_cu_function)(uintptr_t)1 : NULL;
	return 0;
}

static gm_cu_result
make_event(gm_cu_event *event, unsigned flags)
{
	(void)flags;
	*event = NULL;
	return 0;
}

static gm_cu_result
record(gm_cu_event event, gm_cu_stream stream)
{
	(void)event, (void)stream;
	return 0;
}

static gm_cu_result
wait_for(gm_cu_event event)
{
	(void)event;
	return 0;
}

static gm_cu_result
elapsed(float *milliseconds, gm_cu_event start, gm_cu_event end)
{
	(void)start, (void)end;
	*milliseconds = 1.0f;
	return 0;
}

static const gm_driver driver = {.cuMemAlloc_v2 = allocate,
                                 .cuMemFree_v2 = release,
                                 .cuMemHostAlloc = allocate_on_host,
                                 .cuMemFreeHost = release_on_host,
                                 .cuMemcpyHtoD_v2 = to_device,
                                 .cuMemcpyDtoH_v2 = from_device,
                                 .cuMemcpyDtoD_v2 = on_device,
                                 .cuMemsetD8_v2 = set,
                                 .cuLaunchKernel = launch,
                                 .cuCtxSynchronize = synchronize,
                                 .cuModuleLoadData = load,
                                 .cuModuleGetFunction = find,
                                 .cuEventCreate = make_event,
                                 .cuEventRecord = record,
                                 .cuEventSynchronize = wait_for,
                                 .cuEventElapsedTime = elapsed};

static const char *const first_contents[] = {"u32[1000]:iota", "u32[1000]:zero", "u32[1000]:random",
                                             "u32[1000]:cycle=1"};

/* Sums begin with those contents. */
static void
prepare(gm_prepared *prepared, gm_launch *out, const char *contents)
{
	static const char code[] = "measure-test-prepare.cubin";
	char message[256];
	FILE *file = fopen(code, "w");

	ck_assert_ptr_nonnull(file);
	fclose(file);
	*out = (gm_launch){.arguments_count = 2, .places_count = 2, .entry = "add"};
	strcpy(out->code, code);
	for (int i = 0; i < 2; i++) {
		out->arguments[i] = (gm_argument){.is_array = true, .bytes = 8, .place = i};
		ck_assert(gm_contents_parse(&out->arguments[i].contents,
		                            i == 0 ? "u32[1000]:iota" : contents));
	}
	launches = 0;
	ck_assert_msg(gm_prepared_init(prepared, &driver, out, ".", message, sizeof message), "%s",
	              message);
	unlink(code);
}

static uint32_t
last_sum(const gm_prepared *prepared)
{
	return ((const uint32_t *)(uintptr_t)prepared->arrays[1])[COUNT - 1];
}

/* Whatever the array held: after a launch 999 more, after restoring the same as before. */
START_TEST(what_a_launch_changed_is_put_back)
{
	gm_prepared prepared;
	gm_launch one;

	prepare(&prepared, &one, first_contents[_i]);
	const uint32_t first = last_sum(&prepared);
	ck_assert_int_eq(gm_prepared_launch(&prepared), 0);
	ck_assert_uint_eq(last_sum(&prepared), first + COUNT - 1);
	ck_assert_int_eq(gm_prepared_restore(&prepared), 0);
	ck_assert_uint_eq(last_sum(&prepared), first + COUNT - 1);
	ck_assert_int_eq(gm_prepared_keep_firsts(&prepared, "."), 0);
	ck_assert(prepared.firsts[0] == 0 && prepared.firsts[1] != 0);
	ck_assert_int_eq(gm_prepared_launch(&prepared), 0);
	ck_assert_int_eq(gm_prepared_restore(&prepared), 0);
	ck_assert_uint_eq(last_sum(&prepared), first);
	gm_prepared_dispose(&prepared);
	ck_assert_int_eq(allocated, 0);
}
END_TEST

START_TEST(cold_launches_find_what_the_first_found_and_warm_ones_what_was_left)
{
	gm_prepared prepared;
	gm_launch one;
	gm_timing timing;
	const gm_flush flush = {.driver = &driver, .function = (gm_cu_function)(uintptr_t)1};

	prepare(&prepared, &one, "u32[1000]:zero");
	ck_assert_int_eq(gm_prepared_launch(&prepared), 0);
	ck_assert_int_eq(gm_prepared_keep_firsts(&prepared, "."), 0);
	ck_assert_int_eq(gm_timing_cold(&timing, &prepared, &flush), 0);
	ck_assert_int_eq(launches, 1 + GM_TIMING_SAMPLES);
	for (int i = 0; i < launches; i++)
		ck_assert_uint_eq(found[i], 0);
	ck_assert_double_eq(timing.median_s, 1e-3);
	launches = 0;
	ck_assert_int_eq(gm_timing_warm(&timing, &prepared), 0);
	ck_assert_int_ge(launches, GM_TIMING_SAMPLES);
	ck_assert_uint_eq(found[1] - found[0], COUNT - 1);
	gm_prepared_dispose(&prepared);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("prepare");
	TCase *tests = tcase_create("prepare");

	tcase_add_loop_test(tests, what_a_launch_changed_is_put_back, 0, 4);
	tcase_add_test(tests, cold_launches_find_what_the_first_found_and_warm_ones_what_was_left);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}

#include "timing.h"

#include <stdlib.h>
#include <string.h>

enum { FLUSH_BLOCKS = 1056, FLUSH_THREADS = 256, BATCH_MOST = 400, WARM_UPS = 3 };

static const double batch_s = 2e-3;

/* Reads `bytes` bytes at `buffer`, 16 for each thread and step; the sum is stored where it equals a
   number it never has, so that the loads stay. */
static const char flush_ptx[] =
        ".version 6.0\n"
        ".target sm_50\n"
        ".address_size 64\n"
        ".visible .entry gm_flush(.param .u64 buffer, .param .u64 bytes)\n"
        "{\n"
        "	.reg .pred %p;\n"
        "	.reg .u32 %r<8>, %v<4>, %sum;\n"
        "	.reg .u64 %rd<8>;\n"
        "	ld.param.u64 %rd0, [buffer];\n"
        "	ld.param.u64 %rd1, [bytes];\n"
        "	mov.u32 %r0, %ctaid.x;\n"
        "	mov.u32 %r1, %ntid.x;\n"
        "	mov.u32 %r2, %tid.x;\n"
        "	mov.u32 %r3, %nctaid.x;\n"
        "	mad.lo.u32 %r4, %r0, %r1, %r2;\n"
        "	mul.lo.u32 %r5, %r1, %r3;\n"
        "	mul.wide.u32 %rd2, %r4, 16;\n"
        "	mul.wide.u32 %rd3, %r5, 16;\n"
        "	mov.u32 %sum, 0;\n"
        "LOOP:\n"
        "	setp.ge.u64 %p, %rd2, %rd1;\n"
        "	@%p bra DONE;\n"
        "	add.u64 %rd4, %rd0, %rd2;\n"
        "	ld.global.v4.u32 {%v0, %v1, %v2, %v3}, [%rd4];\n"
        "	add.u32 %sum, %sum, %v0;\n"
        "	add.u32 %sum, %sum, %v1;\n"
        "	add.u32 %sum, %sum, %v2;\n"
        "	add.u32 %sum, %sum, %v3;\n"
        "	add.u64 %rd2, %rd2, %rd3;\n"
        "	bra LOOP;\n"
        "DONE:\n"
        "	setp.ne.u32 %p, %sum, 305419896;\n"
        "	@%p bra END;\n"
        "	st.global.u32 [%rd0], %sum;\n"
        "END:\n"
        "	ret;\n"
        "}\n";

bool
gm_flush_init(gm_flush *flush, const gm_driver *driver)
{
	memset(flush, 0, sizeof *flush);
	flush->driver = driver;
	flush->bytes = 4u * (uint64_t)driver->l2_bytes;
	return driver->cuModuleLoadData(&flush->module, flush_ptx) == 0
	       && driver->cuModuleGetFunction(&flush->function, flush->module, "gm_flush") == 0
	       && driver->cuMemAlloc_v2(&flush->buffer, flush->bytes) == 0
	       && driver->cuMemsetD8_v2(flush->buffer, 0, flush->bytes) == 0;
}

void
gm_flush_dispose(gm_flush *flush)
{
	if (flush->buffer != 0)
		flush->driver->cuMemFree_v2(flush->buffer);
	if (flush->module != NULL)
		flush->driver->cuModuleUnload(flush->module);
	memset(flush, 0, sizeof *flush);
}

gm_cu_result
gm_flush_launch(const gm_flush *flush)
{
	uint64_t buffer = flush->buffer;
	uint64_t bytes = flush->bytes;
	void *arguments[] = {&buffer, &bytes};

	return flush->driver->cuLaunchKernel(flush->function, FLUSH_BLOCKS, 1, 1, FLUSH_THREADS, 1,
	                                     1, 0, NULL, arguments, NULL);
}

static int
compare_doubles(const void *left, const void *right)
{
	const double a = *(const double *)left;
	const double b = *(const double *)right;

	return (a > b) - (a < b);
}

gm_timing
gm_timing_of_values(double *values, size_t count)
{
	qsort(values, count, sizeof *values, compare_doubles);
	const double median = 0.5 * (values[(count - 1) / 2] + values[count / 2]);
	const double quartiles = values[3 * (count - 1) / 4] - values[(count - 1) / 4];

	return (gm_timing){median, median != 0.0 ? quartiles / median : 0.0};
}

/* Seconds from one event to a later one, once it has happened. */
static gm_cu_result
seconds_between(double *out, const gm_driver *driver, gm_cu_event start, gm_cu_event end)
{
	float milliseconds = 0.0f;
	gm_cu_result result = driver->cuEventSynchronize(end);

	if (result == 0)
		result = driver->cuEventElapsedTime(&milliseconds, start, end);
	*out = 1e-3 * (double)milliseconds;
	return result;
}

static gm_cu_result
time_batch(double *out, const gm_prepared *prepared, gm_cu_event start, gm_cu_event end, int count)
{
	const gm_driver *driver = prepared->driver;
	gm_cu_result result = driver->cuEventRecord(start, NULL);

	for (int i = 0; result == 0 && i < count; i++)
		result = gm_prepared_launch(prepared);
	if (result == 0)
		result = driver->cuEventRecord(end, NULL);
	if (result == 0)
		result = seconds_between(out, driver, start, end);
	*out /= count;
	return result;
}

static gm_cu_result
take_cold(double *samples, const gm_prepared *prepared, const gm_flush *flush, gm_cu_event start,
          gm_cu_event end)
{
	gm_cu_result result = 0;

	for (int i = 0; result == 0 && i < GM_TIMING_SAMPLES; i++) {
		result = gm_prepared_restore(prepared);
		if (result == 0)
			result = gm_flush_launch(flush);
		if (result == 0)
			result = time_batch(&samples[i], prepared, start, end, 1);
	}
	return result;
}

static gm_cu_result
take_warm(double *samples, const gm_prepared *prepared, gm_cu_event start, gm_cu_event end)
{
	double once_s = 0.0;
	gm_cu_result result = time_batch(&once_s, prepared, start, end, WARM_UPS);
	const double fitting = once_s > 0.0 ? batch_s / once_s : BATCH_MOST;
	const int count = fitting < 1.0 ? 1 : fitting > BATCH_MOST ? BATCH_MOST : (int)fitting;

	for (int i = 0; result == 0 && i < GM_TIMING_SAMPLES; i++)
		result = time_batch(&samples[i], prepared, start, end, count);
	return result;
}

static gm_cu_result
with_events(gm_timing *timing, const gm_prepared *prepared, const gm_flush *flush)
{
	const gm_driver *driver = prepared->driver;
	double samples[GM_TIMING_SAMPLES];
	gm_cu_event start = NULL, end = NULL;
	gm_cu_result result = driver->cuEventCreate(&start, 0);

	if (result == 0)
		result = driver->cuEventCreate(&end, 0);
	if (result == 0)
		result = flush != NULL ? take_cold(samples, prepared, flush, start, end)
		                       : take_warm(samples, prepared, start, end);
	if (result == 0)
		*timing = gm_timing_of_values(samples, GM_TIMING_SAMPLES);
	if (start != NULL)
		driver->cuEventDestroy_v2(start);
	if (end != NULL)
		driver->cuEventDestroy_v2(end);
	return result;
}

gm_cu_result
gm_timing_cold(gm_timing *timing, const gm_prepared *prepared, const gm_flush *flush)
{
	return with_events(timing, prepared, flush);
}

gm_cu_result
gm_timing_warm(gm_timing *timing, const gm_prepared *prepared)
{
	return with_events(timing, prepared, NULL);
}

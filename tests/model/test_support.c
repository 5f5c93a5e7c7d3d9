#include "model/support.h"

#include "input/device_file.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

/* Every compute capability that is shipped, by age. */
static const int capabilities[] = {10, 11, 12, 13, 20, 21, 30, 32, 35, 37, 50, 52, 53,
                                   60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100};

enum { CAPABILITIES = sizeof capabilities / sizeof *capabilities };

static gm_device *devices[CAPABILITIES];

static gm_device *
load(const char *name)
{
	char path[256];
	gm_device *device = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, GM_TREE "/devices/%s.xml", name);
	ck_assert_msg(gm_device_load(path, &device, &err) == GM_OK, "%s", err.message);
	return device;
}

static void
load_devices(void)
{
	for (int i = 0; i < CAPABILITIES; i++) {
		char name[16];
		snprintf(name, sizeof name, "sm_%d", capabilities[i]);
		devices[i] = load(name);
	}
}

static void
free_devices(void)
{
	for (int i = 0; i < CAPABILITIES; i++)
		gm_device_free(devices[i]);
}

/* First capability of each: CUDA C programming guide, "Feature support per compute capability"
   (double precision 1.3, warp vote 1.2, warp shuffle 3.x, half-precision arithmetic 5.3, tensor cores
   7.x, atomics on 32-bit integers in global memory 1.1, in shared memory 1.2, float addition 2.x,
   double addition 6.x) and the target notes of the PTX ISA (wmma of 8-bit integers sm_72; mma of bf16,
   tf32 and f64 sm_80; cp.async sm_80; cp.async.bulk and mapa sm_90, wgmma sm_90a). */
static const struct {
	gm_operation operation;
	gm_type type;
	gm_space space;
	int since;
	int64_t count;   /* 0: what another instruction moves */
	uint8_t cluster; /* 0: within a block */
} rows[] = {
        {GM_VOTE, GM_U32, GM_NO_SPACE, 12, 1, 0},
        {GM_FMA, GM_F64, GM_NO_SPACE, 13, 1, 0},
        {GM_DIV, GM_F64, GM_NO_SPACE, 13, 1, 0},
        {GM_SHUFFLE, GM_F32, GM_NO_SPACE, 30, 1, 0},
        {GM_ADD, GM_F16, GM_NO_SPACE, 53, 1, 0},
        {GM_FMA, GM_F16X2, GM_NO_SPACE, 53, 1, 0},
        {GM_MMA, GM_F16, GM_NO_SPACE, 70, 1, 0},
        {GM_MMA, GM_S8, GM_NO_SPACE, 72, 1, 0},
        {GM_MMA, GM_BF16, GM_NO_SPACE, 80, 1, 0},
        {GM_MMA, GM_TF32, GM_NO_SPACE, 80, 1, 0},
        {GM_MMA, GM_F64, GM_NO_SPACE, 80, 1, 0},
        {GM_FMA, GM_BF16, GM_NO_SPACE, 80, 1, 0},
        {GM_ASYNC_COPY, GM_F32, GM_GLOBAL, 80, 1, 0},
        {GM_ASYNC_COPY, GM_S32X4, GM_GLOBAL, 90, 0, 0},
        {GM_ASYNC_COPY, GM_S32X4, GM_SHARED, 90, 0, 0},
        {GM_REDUCE, GM_S32, GM_GLOBAL, 11, 1, 0},
        {GM_REDUCE, GM_S32, GM_SHARED, 90, 1, 2},
        {GM_LOAD, GM_F32, GM_SHARED, 90, 1, 2},
        {GM_ATOMIC, GM_U32, GM_SHARED, 12, 1, 0},
        {GM_ATOMIC, GM_F32, GM_GLOBAL, 20, 1, 0},
        {GM_REDUCE, GM_F64, GM_GLOBAL, 60, 1, 0},
        {GM_FMA, GM_F32, GM_NO_SPACE, 10, 1, 0},
        {GM_LOAD, GM_F64, GM_GLOBAL, 10, 1, 0},
        {GM_CONVERT, GM_F16, GM_NO_SPACE, 10, 1, 0},
        {GM_DIV, GM_S32, GM_NO_SPACE, 10, 1, 0},
};

START_TEST(an_instruction_runs_from_its_first_capability_on)
{
	const gm_site site = {.operation = rows[_i].operation,
	                      .type = rows[_i].type,
	                      .count = rows[_i].count,
	                      .cluster = rows[_i].cluster,
	                      .space = rows[_i].space,
	                      .access_bytes = (uint8_t)gm_type_bytes(rows[_i].type)};
	for (int i = 0; i < CAPABILITIES; i++) {
		char lack[GM_LACK_TEXT] = "", since[32];
		const bool runs = gm_site_supported(devices[i], &site, lack);
		ck_assert_msg(runs == (capabilities[i] >= rows[_i].since), "%s %s on sm_%d: %s",
		              gm_operation_name(site.operation), gm_type_name(site.type),
		              capabilities[i], runs ? "runs" : lack);
		snprintf(since, sizeof since, "from cc %d.%d on", rows[_i].since / 10,
		         rows[_i].since % 10);
		ck_assert_msg(runs || strstr(lack, since), "%s", lack);
	}
}
END_TEST

/* The rates of the device files come from the guide's table of throughputs, which has no numbers where
   there is no unit: two sources must agree. */
START_TEST(a_capability_has_a_rate_exactly_for_what_it_supports)
{
	static const struct {
		gm_fact_id rate;
		gm_need need;
		int since;
	} units[] = {
#define X(id, what, major, minor, rate) {rate, id, 10 * (major) + (minor)},
	        GM_NEED_LIST(X)
#undef X
	};
	for (size_t u = 0; u < sizeof units / sizeof *units; u++)
		for (int i = 0; i < CAPABILITIES; i++) {
			const bool bf16 =
			        units[u].need == GM_NEED_BF16 || units[u].need == GM_NEED_TENSOR_BF16;
			if (bf16 || units[u].rate == GM_FACT_COUNT ||
			    !gm_device_knows(devices[i], units[u].rate))
				continue;
			const bool has = gm_device_value(devices[i], units[u].rate) > 0;
			ck_assert_msg(has == (capabilities[i] >= units[u].since), "%s of sm_%d",
			              gm_fact_row_of(units[u].rate)->name, capabilities[i]);
		}
}
END_TEST

/* A wavefront card has no compute capability: its rates tell. */
START_TEST(without_a_capability_the_rates_tell)
{
	gm_device *gcn = load("radeon_r9_290x");
	char lack[GM_LACK_TEXT];
	ck_assert(!gm_site_supported(gcn, &(gm_site){.operation = GM_MMA, .type = GM_F16}, lack));
	ck_assert_str_eq(lack, "mma needs tensor cores, of which it has none");
	ck_assert(gm_site_supported(gcn, &(gm_site){.operation = GM_FMA, .type = GM_F64}, lack));
	ck_assert(gm_site_supported(
	        gcn, &(gm_site){.operation = GM_REDUCE, .type = GM_S32, .space = GM_GLOBAL, .access_bytes = 4},
	        lack));
	gm_device_free(gcn);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("support");
	TCase *cases = tcase_create("all");
	tcase_add_unchecked_fixture(cases, load_devices, free_devices);
	tcase_add_loop_test(cases, an_instruction_runs_from_its_first_capability_on, 0,
	                    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(cases, a_capability_has_a_rate_exactly_for_what_it_supports);
	tcase_add_test(cases, without_a_capability_the_rates_tell);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

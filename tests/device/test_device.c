#include "device/device.h"

#include "support/near.h"

#include <stdio.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* G80 as the UIUC lecture and guide 4.2 (appendix F) describe it, built by hand: every number not
   named here is stated as unknown. */
static const struct {
	gm_fact_id id;
	double value;
} g80[] = {
	{GM_WARP_LANES, 32},
	{GM_THREADS_PER_BLOCK, 512},
	{GM_BLOCK_X, 512},
	{GM_BLOCK_Y, 512},
	{GM_BLOCK_Z, 64},
	{GM_GRID_X, 65535},
	{GM_GRID_Y, 65535},
	{GM_GRID_Z, 1},
	{GM_THREADS_PER_SM, 768},
	{GM_WARPS_PER_SM, 24},
	{GM_BLOCKS_PER_SM, 8},
	{GM_REGISTERS_PER_SM, 8192},
	{GM_REGISTERS_PER_BLOCK, 8192},
	{GM_REGISTERS_PER_THREAD, 124},
	{GM_REGISTER_UNIT, 256},
	{GM_REGISTERS_BY_BLOCK, 1},
	{GM_WARP_GRANULARITY, 2},
	{GM_SUB_PARTITIONS, 1},
	{GM_SHARED_PER_SM, 16384},
	{GM_SHARED_PER_BLOCK, 16384},
	{GM_SHARED_PER_BLOCK_OPTIN, 16384},
	{GM_SHARED_UNIT, 512},
	{GM_SHARED_RESERVED, 0},
	{GM_ISSUE_RATE, 0.25},
	{GM_RATE_F32, 8},
	{GM_RATE_F64, 0},
	{GM_L1_SIZE, 0},
	{GM_L1_UNIFIED, 0},
	{GM_L1_CACHES_GLOBAL, 0},
	{GM_SM_COUNT, 16},
	{GM_SM_CLOCK, 1.35e9},
	{GM_DRAM_BANDWIDTH, 86.4e9},
	{GM_DRAM_BANDWIDTH_MEASURED, 70e9},
};

static const double g80_carveouts[] = {16384};

static gm_device *
g80_new(void)
{
	gm_arena *arena = gm_arena_new();
	gm_device *device = gm_arena_allocate(arena, 1, sizeof *device);
	*device = (gm_device){.arena = arena,
			      .name = "g80",
			      .vendor = "nvidia",
			      .cc_major = 1,
			      .carveouts_bytes = g80_carveouts,
			      .carveouts_count = 1};
	for (int i = 0; i < GM_FACT_COUNT; i++)
		device->facts[i] =
			(gm_fact){.stated = true, .written = "unknown", .note = "not read"};
	for (int i = 0; i < ROWS(g80); i++) {
		gm_fact *fact = &device->facts[g80[i].id];
		fact->known = true;
		fact->value = g80[i].value;
		fact->written = "as written";
	}
	return device;
}

/* 16 SMs x 8 lanes x 1.35 GHz = 172.8 G results/s; the lecture's 345.6 GFLOP/s counts each as two.
 */
START_TEST(the_peak_is_processors_times_lanes_times_clock)
{
	gm_device *device = g80_new();
	double peak = -1;
	ck_assert(gm_device_peak_per_s(device, GM_RATE_F32, &peak));
	ck_near(2.0 * peak, 345.6e9, 1e-12);
	ck_assert(gm_device_peak_per_s(device, GM_RATE_F64, &peak));
	ck_assert_double_eq(peak, 0.0);
	peak = -1;
	ck_assert(!gm_device_peak_per_s(device, GM_RATE_SHIFT, &peak));
	ck_assert_double_eq(peak, -1);
	gm_device_free(device);
}
END_TEST

START_TEST(the_measured_twin_is_preferred_where_it_is_known)
{
	gm_device *device = g80_new();
	double value = 0;
	ck_assert(gm_device_achievable(device, GM_DRAM_BANDWIDTH, &value));
	ck_assert_double_eq(value, 70e9);
	ck_assert(gm_device_achievable(device, GM_SM_CLOCK, &value));
	ck_assert_double_eq(value, 1.35e9);
	ck_assert(!gm_device_achievable(device, GM_L2_BANDWIDTH, &value));
	gm_device_free(device);
}
END_TEST

START_TEST(an_override_replaces_the_value_and_says_so)
{
	gm_device *device = g80_new();
	ck_assert_int_eq(gm_device_override(device, "sm_count=30", NULL), GM_OK);
	const gm_fact *fact = &device->facts[GM_SM_COUNT];
	ck_assert_double_eq(fact->value, 30);
	ck_assert(fact->overridden && fact->known);
	ck_assert_str_eq(fact->written, "30");
	ck_assert_str_eq(fact->note, "set; the file says as written");
	ck_assert_ptr_null(fact->source);
	ck_assert_int_eq(gm_device_override(device, "launch_time=2.4us", NULL), GM_OK);
	ck_near(gm_device_value(device, GM_LAUNCH_TIME), 2.4e-6, 1e-15);
	ck_assert_str_eq(device->facts[GM_LAUNCH_TIME].note, "set; the file says unknown");
	gm_device_free(device);
}
END_TEST

/* 86.4 -> 172.8 GB/s doubles the measured 70 GB/s; a second change scales from there, back to 70.
 */
START_TEST(the_measured_twin_scales_with_its_datasheet_row)
{
	gm_device *device = g80_new();
	ck_assert_int_eq(gm_device_override(device, "dram_bandwidth=172.8GB/s", NULL), GM_OK);
	const gm_fact *twin = &device->facts[GM_DRAM_BANDWIDTH_MEASURED];
	ck_near(twin->value, 140e9, 1e-12);
	ck_assert_ptr_nonnull(strstr(twin->note, "scaled with dram_bandwidth"));
	ck_assert_int_eq(gm_device_override(device, "dram_bandwidth=86.4 GB/s", NULL), GM_OK);
	ck_near(twin->value, 70e9, 1e-12);
	gm_device_free(device);
}
END_TEST

START_TEST(a_twin_that_was_set_itself_stays)
{
	gm_device *device = g80_new();
	ck_assert_int_eq(gm_device_override(device, "dram_bandwidth_measured=80GB/s", NULL), GM_OK);
	ck_assert_int_eq(gm_device_override(device, "dram_bandwidth=172.8GB/s", NULL), GM_OK);
	ck_assert_double_eq(gm_device_value(device, GM_DRAM_BANDWIDTH_MEASURED), 80e9);
	gm_device_free(device);
}
END_TEST

START_TEST(a_twin_without_a_ratio_does_not_hide_the_number_that_was_set)
{
	gm_device *device = g80_new();
	double value = 0;
	device->facts[GM_L2_BANDWIDTH_MEASURED].known = true;
	device->facts[GM_L2_BANDWIDTH_MEASURED].value = 5e12;
	ck_assert_int_eq(gm_device_override(device, "l2_bandwidth=7TB/s", NULL), GM_OK);
	ck_assert(gm_device_achievable(device, GM_L2_BANDWIDTH, &value));
	ck_assert_double_eq(value, 7e12);
	gm_device_free(device);
}
END_TEST

static const struct {
	const char *assignment;
	gm_status status;
	const char *message;
} bad_overrides[] = {
	{"dram_bandwith=3TB/s", GM_UNKNOWN_NAME, "'dram_bandwith'; nearest: dram_bandwidth"},
	{"xyzzy=1", GM_UNKNOWN_NAME, "unknown device number 'xyzzy'"},
	{"=1", GM_UNKNOWN_NAME, "unknown device number ''"},
	{"dram_bandwidth", GM_USAGE, "expected name=value"},
	{"dram_bandwidth=3 GHz", GM_BAD_UNIT,
	 "dram_bandwidth: expected a bandwidth, found '3 GHz'"},
	{"dram_bandwidth=3", GM_BAD_UNIT, "without a unit"},
	{"sm_count=3 GHz", GM_BAD_UNIT, "sm_count: expected a count"},
	{"sm_count=", GM_BAD_VALUE, "sm_count: expected a count, found ''"},
	{"sm_count=-1", GM_BAD_VALUE, "no negative number"},
	{"l2_size=60 KB", GM_BAD_UNIT, "write kB or KiB"},
};

START_TEST(a_wrong_override_leaves_the_device_alone)
{
	gm_device *device = g80_new();
	const gm_device before = *device;
	gm_error err = GM_ERROR_NONE;
	const gm_status status = gm_device_override(device, bad_overrides[_i].assignment, &err);
	ck_assert_msg(status == bad_overrides[_i].status, "%s: %d %s", bad_overrides[_i].assignment,
		      status, err.message);
	ck_assert_msg(strstr(err.message, bad_overrides[_i].message) != NULL, "%s", err.message);
	for (int i = 0; i < GM_FACT_COUNT; i++) {
		ck_assert_int_eq(before.facts[i].known, device->facts[i].known);
		ck_assert_ptr_eq(before.facts[i].written, device->facts[i].written);
	}
	gm_device_free(device);
}
END_TEST

START_TEST(the_g80_of_the_lecture_is_valid)
{
	gm_device *device = g80_new();
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_device_validate(device, &err) == GM_OK, "%s", err.message);
	gm_device_free(device);
}
END_TEST

/* One number of a valid device changed at a time; each breaks one rule of the header. */
static const struct {
	gm_fact_id id;
	double value;
	const char *message;
} broken[] = {
	{GM_WARP_LANES, 31, "must be 32 or 64"},
	{GM_WARPS_PER_SM, 25,
	 "threads_per_sm (768) must be warps_per_sm (25) times warp_lanes (32)"},
	{GM_THREADS_PER_SM, 1024, "threads_per_sm (1024) must be"},
	{GM_THREADS_PER_BLOCK, 1024,
	 "threads_per_block (1024) must not exceed threads_per_sm (768)"},
	{GM_BLOCK_X, 513, "block_x (513) must not exceed threads_per_block (512)"},
	{GM_BLOCKS_PER_SM, 25, "blocks_per_sm (25) must not exceed warps_per_sm (24)"},
	{GM_BLOCKS_PER_SM, 0, "blocks_per_sm must not be zero"},
	{GM_BLOCKS_PER_SM, 2.5, "blocks_per_sm (2.5) must be a whole number"},
	{GM_REGISTERS_PER_BLOCK, 8193, "must not exceed registers_per_sm"},
	{GM_REGISTERS_PER_THREAD, 9000, "must not exceed registers_per_block"},
	{GM_SHARED_PER_BLOCK, 17408, "must not exceed shared_per_block_optin"},
	{GM_SHARED_PER_BLOCK_OPTIN, 17408, "must not exceed shared_per_sm"},
	{GM_SHARED_PER_SM, 32768, "the last carveout must be shared_per_sm (32 KiB)"},
	{GM_SUB_PARTITIONS, 5, "sub_partitions (5) must divide warps_per_sm (24)"},
	{GM_REGISTERS_BY_BLOCK, 2, "must be 0 or 1"},
	{GM_L1_UNIFIED, 1, "shared_per_sm (16 KiB) is carved out of l1_size (0 B)"},
	{GM_DRAM_BANDWIDTH_MEASURED, 87e9, "must not exceed dram_bandwidth (86.4 GB/s)"},
	{GM_SM_CLOCK_BASE, 1.4e9, "must not exceed sm_clock (1.35 GHz)"},
	{GM_SM_COUNT, 0, "sm_count must not be zero"},
	{GM_DRAM_BANDWIDTH, -1, "must be finite and not negative"},
	{GM_RATE_F32, (double)__builtin_inff(), "must be finite"},
};

START_TEST(a_device_that_contradicts_itself_is_refused)
{
	gm_device *device = g80_new();
	gm_error err = GM_ERROR_NONE;
	device->facts[broken[_i].id].known = true;
	device->facts[broken[_i].id].value = broken[_i].value;
	ck_assert_int_eq(gm_device_validate(device, &err), GM_BAD_VALUE);
	ck_assert_msg(strstr(err.message, broken[_i].message) != NULL, "%s", err.message);
	gm_device_free(device);
}
END_TEST

START_TEST(latencies_grow_outwards)
{
	gm_device *device = g80_new();
	gm_error err = GM_ERROR_NONE;
	device->facts[GM_LATENCY_L2].known = device->facts[GM_LATENCY_DRAM].known = true;
	device->facts[GM_LATENCY_L2].value = 300;
	device->facts[GM_LATENCY_DRAM].value = 300;
	ck_assert_int_eq(gm_device_validate(device, NULL), GM_OK);
	device->facts[GM_LATENCY_DRAM].value = 299;
	ck_assert_int_eq(gm_device_validate(device, &err), GM_BAD_VALUE);
	ck_assert_str_eq(err.message,
			 "latency_l2 (300 cycles) must not exceed latency_dram (299 cycles)");
	gm_device_free(device);
}
END_TEST

START_TEST(what_occupancy_needs_must_be_known_and_the_rest_stated)
{
	gm_device *device = g80_new();
	gm_error needed = GM_ERROR_NONE, stated = GM_ERROR_NONE;
	device->facts[GM_REGISTER_UNIT].known = false;
	ck_assert_int_eq(gm_device_validate(device, &needed), GM_BAD_VALUE);
	ck_assert_str_eq(needed.message, "register_unit must be known");
	device->facts[GM_REGISTER_UNIT].known = true;
	device->facts[GM_LATENCY_L1].stated = false;
	ck_assert_int_eq(gm_device_validate(device, &stated), GM_BAD_VALUE);
	ck_assert_str_eq(stated.message, "latency_l1 is not stated");
	gm_device_free(device);
}
END_TEST

START_TEST(a_capability_needs_no_card)
{
	gm_device *device = g80_new();
	for (int i = 0; i < GM_FACT_COUNT; i++)
		if (gm_fact_row_of((gm_fact_id)i)->scope == GM_CARD)
			device->facts[i] = (gm_fact){.note = ""};
	ck_assert_int_eq(gm_device_validate(device, NULL), GM_BAD_VALUE);
	device->capability_only = true;
	ck_assert_int_eq(gm_device_validate(device, NULL), GM_OK);
	gm_device_free(device);
}
END_TEST

START_TEST(vendor_and_capability_are_checked)
{
	gm_device *device = g80_new();
	device->vendor = "intel";
	ck_assert_int_eq(gm_device_validate(device, NULL), GM_BAD_VALUE);
	device->vendor = "nvidia";
	device->cc_major = 0;
	ck_assert_int_eq(gm_device_validate(device, NULL), GM_BAD_VALUE);
	device->vendor = "amd";
	ck_assert_int_eq(gm_device_validate(device, NULL), GM_OK);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("device");
	TCase *cases = tcase_create("device");
	tcase_add_test(cases, the_peak_is_processors_times_lanes_times_clock);
	tcase_add_test(cases, the_measured_twin_is_preferred_where_it_is_known);
	tcase_add_test(cases, an_override_replaces_the_value_and_says_so);
	tcase_add_test(cases, the_measured_twin_scales_with_its_datasheet_row);
	tcase_add_test(cases, a_twin_that_was_set_itself_stays);
	tcase_add_test(cases, a_twin_without_a_ratio_does_not_hide_the_number_that_was_set);
	tcase_add_loop_test(cases, a_wrong_override_leaves_the_device_alone, 0,
			    ROWS(bad_overrides));
	tcase_add_test(cases, the_g80_of_the_lecture_is_valid);
	tcase_add_loop_test(cases, a_device_that_contradicts_itself_is_refused, 0, ROWS(broken));
	tcase_add_test(cases, latencies_grow_outwards);
	tcase_add_test(cases, what_occupancy_needs_must_be_known_and_the_rest_stated);
	tcase_add_test(cases, a_capability_needs_no_card);
	tcase_add_test(cases, vendor_and_capability_are_checked);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

/*
 * What holds of every prediction, whatever its numbers are: each shipped kernel on each shipped card,
 * with cold and warm caches, at sizes around those of the caches; launches of PTX on the card they were measured on.
 */
#include "analysis/predict.h"

#include "input/launch_list.h"
#include "support/loading.h"
#include "support/near.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 128 };

static const double rounding = 1e-9;

typedef struct files {
	char *name[FILES_MAX];
	int count;
} files;

static files
files_in(const char *folder)
{
	files f = {.count = 0};
	DIR *dir = opendir(folder);
	ck_assert_msg(dir != NULL, "%s", folder);
	for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
		const char *end = strstr(entry->d_name, ".xml");
		if (!end || end[4] != '\0')
			continue;
		ck_assert_int_lt(f.count, FILES_MAX);
		f.name[f.count++] = strndup(entry->d_name, (size_t)(end - entry->d_name));
	}
	closedir(dir);
	ck_assert_int_gt(f.count, 0);
	return f;
}

static void
files_free(files *f)
{
	for (int i = 0; i < f->count; i++)
		free(f->name[i]);
}

/* ---- what is asserted ---- */

static bool
known(gm_value value)
{
	return value.kind != GM_KIND_UNKNOWN;
}

static void
check_number(const gm_prediction *p, const char *what, gm_value value)
{
	if (known(value))
		ck_assert_msg(isfinite(value.value) && value.value >= 0, "%s on %s: %s is %g",
			      p->kernel->name, p->device->name, what, value.value);
}

static void
check_limits(const gm_prediction *p)
{
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_value least = p->limits[i].least_s, expected = p->limits[i].expected_s;
		check_number(p, gm_limit_name(i), least);
		check_number(p, gm_limit_name(i), expected);
		if (!known(least) || !known(expected))
			continue;
		ck_assert_msg(least.value <= expected.value * (1 + rounding),
			      "%s %s on %s: %s takes %g s, at peak %g s", p->kernel->name,
			      gm_cache_state_name(p->request.cache), p->device->name, gm_limit_name(i),
			      expected.value, least.value);
		if (least.kind == GM_KIND_BOUND && known(p->time_s))
			ck_assert_msg(least.value <= p->time_s.value * (1 + rounding),
				      "%s %s on %s: %g s beat the bound of %s, %g s", p->kernel->name,
				      gm_cache_state_name(p->request.cache), p->device->name,
				      p->time_s.value, gm_limit_name(i), least.value);
	}
}

/* Bytes are whole things: what is below one is a residue of some share. */
static void
check_bytes(const gm_prediction *p)
{
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		for (int writes = 0; writes < 2; writes++) {
			const gm_value bytes = writes ? p->traffic.written_bytes[level]
						      : p->traffic.read_bytes[level];
			check_number(p, gm_level_name((gm_level)level), bytes);
			if (known(bytes))
				ck_assert_msg(bytes.value == 0 || bytes.value >= 1,
					      "%s on %s: %g bytes at %s", p->kernel->name,
					      p->device->name, bytes.value,
					      gm_level_name((gm_level)level));
		}
}

static void
check_metrics(const gm_prediction *p)
{
	check_bytes(p);
	check_number(p, "time", p->time_s);
	for (int m = 0; m < p->metrics_count; m++)
		check_number(p, p->metrics[m].name, p->metrics[m].value);
}

static void
check(const gm_prediction *p)
{
	check_limits(p);
	check_metrics(p);
}

/* ---- over everything that is shipped ---- */

/* (Warm caches may cost time: they write back what the launch before has left in them.) */
static void
predict(const gm_kernel *kernel, const gm_device *device, gm_cache_state cache, void (*holds)(const gm_prediction *p))
{
	gm_prediction p;
	gm_error err = GM_ERROR_NONE;
	const gm_predict_request request = {.cache = cache};
	const gm_status status = gm_predict(kernel, device, &request, &p, &err);
	ck_assert_msg(status == GM_OK || status == GM_NOT_MODELLED, "%s on %s: %s", kernel->name,
		      device->name, err.message);
	if (status == GM_OK)
		holds(&p);
	gm_prediction_dispose(&p);
}

static void
check_kernel(const char *name, const files *devices, const gm_definition *size)
{
	char path[256];
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", name);
	ck_assert_msg(gm_kernel_load(path, size, size ? 1 : 0, &kernel, &err) == GM_OK, "%s: %s", name,
		      err.message);
	for (int d = 0; d < devices->count; d++) {
		gm_device *device = device_load(devices->name[d]);
		if (!device->capability_only) {
			predict(kernel, device, GM_CACHE_COLD, check);
			predict(kernel, device, GM_CACHE_WARM, check);
		}
		gm_device_free(device);
	}
	gm_kernel_free(kernel);
}

START_TEST(no_bound_is_above_a_time_and_nothing_is_left_over)
{
	files kernels = files_in(GM_TREE "/models"), devices = files_in(GM_TREE "/devices");
	for (int k = 0; k < kernels.count; k++)
		check_kernel(kernels.name[k], &devices, NULL);
	files_free(&kernels);
	files_free(&devices);
}
END_TEST

/* Elements of 4 bytes: below, at and above what the caches of the cards hold. */
static const int64_t sizes[] = {1024, 262144, 1048576, 3000000, 12500000, 33554432};

static const char *const sized[] = {"saxpy", "vector_add", "array_copy"};

START_TEST(nor_at_the_sizes_of_caches)
{
	files devices = files_in(GM_TREE "/devices");
	for (size_t k = 0; k < sizeof sized / sizeof *sized; k++)
		check_kernel(sized[k], &devices, &(gm_definition){"n", sizes[_i]});
	files_free(&devices);
}
END_TEST

/* ---- over launches that were measured ---- */

#ifdef __SANITIZE_ADDRESS__
enum { LAUNCHES_EACH = 120 }; /* ten times slower */
#else
enum { LAUNCHES_EACH = 24 };
#endif
enum { LAUNCHES_FIRST = 15 };

static const char *const lists[] = {"h200",         "h200_unseen", "h200_fresh",    "h200_blind",   "h200_fifth",
                                    "h200_sixth",   "h200_seventh", "h200_eighth",  "h200_ninth",   "h200_tenth",
                                    "h200_eleventh", "h200_twelfth", "h200_thirteenth", "h200_fourteenth",
                                    "h200_fifteenth", "h200_sixteenth", "h200_seventeenth", "h200_eighteenth",
                                    "h200_nineteenth", "h200_twentieth", "h200_twentyfirst", "h200_twentysecond",
                                    "h200_twentythird", "h200_twentyfourth",
                                    "h200_twentyfifth", "h200_twentysixth", "h200_twentyseventh",
                                    "h200_twentyeighth", "h200_twentyninth", "h200_thirtieth",
                                    "h200_thirtyfirst",
                                    "h200_thirtysecond", "h200_thirtythird"};

/* Every 24th launch, geo_rays_spheres-1 of the fifth set among them: a table that 16200 blocks in rows read. */
START_TEST(of_launches_that_were_measured_no_count_is_negative)
{
	char path[256];
	gm_error err = GM_ERROR_NONE;
	gm_launches *launches = NULL;
	gm_device *device = device_load("h200");
	snprintf(path, sizeof path, GM_TREE "/reports/runs/%s.list", lists[_i]);
	ck_assert_msg(gm_launches_load(path, &launches, &err) == GM_OK, "%s", err.message);
	for (int i = LAUNCHES_FIRST; i < launches->count; i += LAUNCHES_EACH) {
		gm_kernel *kernel = NULL;
		const gm_status status = gm_launch_kernel_load(launches, &launches->items[i], NULL, &kernel, &err);
		if (status == GM_NOT_MODELLED) /* recursion */
			continue;
		ck_assert_msg(status == GM_OK, "%s", err.message);
		predict(kernel, device, GM_CACHE_COLD, check_metrics);
		gm_kernel_free(kernel);
	}
	gm_launches_free(launches);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("properties of predictions");
	TCase *tcase = tcase_create("properties");
	tcase_add_test(tcase, no_bound_is_above_a_time_and_nothing_is_left_over);
	tcase_add_loop_test(tcase, nor_at_the_sizes_of_caches, 0, (int)(sizeof sizes / sizeof *sizes));
	tcase_add_loop_test(tcase, of_launches_that_were_measured_no_count_is_negative, 0,
	                    (int)(sizeof lists / sizeof *lists));
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}

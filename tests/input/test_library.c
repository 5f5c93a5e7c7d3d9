#include "input/library.h"

#include "support/near.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

static gm_library *
shipped(void)
{
	const gm_places places = {.shipped = GM_TREE};
	return gm_library_new(&places);
}

static const struct {
	const char *asked, *found;
} names[] = {
	{"h100", "h100"},
	{"h100", "h100"},
	{"H100", "h100"},
	{"h100.xml", "h100"},
	{"g80", "geforce_8800_gtx"},
	{"gtx280", "geforce_gtx_280"},
	{"gtx580", "geforce_gtx_580"},
	{"k40c", "tesla_k40c"},
	{"turing", "geforce_rtx_2080_ti"},
	{"v100", "v100"},
	{"a100", "a100"},
	{"h200", "h200"},
	{"gcn", "radeon_r9_290x"},
	{GM_TREE "/devices/h200.xml", "h200"},
};

START_TEST(a_device_answers_to_its_name_its_aliases_and_its_path)
{
	gm_library *library = shipped();
	gm_device *device = NULL;
	gm_error err = GM_ERROR_NONE;
	const gm_status status = gm_library_device(library, names[_i].asked, &device, &err);
	ck_assert_msg(status == GM_OK, "%s: %s", names[_i].asked, err.message);
	ck_assert_str_eq(device->name, names[_i].found);
	gm_device_free(device);
	gm_library_free(library);
}
END_TEST

START_TEST(an_unknown_device_offers_the_nearest_of_each_device_once)
{
	gm_library *library = shipped();
	gm_device *device = NULL;
	gm_error err = GM_ERROR_NONE, far = GM_ERROR_NONE;
	ck_assert_int_eq(gm_library_device(library, "h300", &device, &err), GM_UNKNOWN_NAME);
	ck_assert_str_eq(err.message, "unknown device 'h300'; nearest: h100, h200");
	ck_assert_int_eq(gm_library_device(library, "abacus of brass", &device, &far),
			 GM_UNKNOWN_NAME);
	ck_assert_ptr_nonnull(strstr(far.message, "'abacus of brass'; known: a100, g80"));
	gm_library_free(library);
}
END_TEST

START_TEST(devices_are_listed_in_order_with_their_titles)
{
	gm_library *library = shipped();
	gm_library_list list;
	gm_library_list_devices(library, &list);
	ck_assert_int_ge(list.count, 10);
	for (int i = 1; i < list.count; i++)
		ck_assert_int_lt(strcmp(list.entries[i - 1].name, list.entries[i].name), 0);
	for (int i = 0; i < list.count; i++) {
		ck_assert_str_eq(list.entries[i].problem, "");
		ck_assert_msg(list.entries[i].title[0], "%s", list.entries[i].name);
		const bool capability = strncmp(list.entries[i].name, "sm_", 3) == 0;
		ck_assert_int_ge(list.entries[i].aliases_count, capability ? 0 : 1);
	}
	gm_library_list_dispose(&list);
	gm_library_free(library);
}
END_TEST

/* No two files may answer to one name. */
START_TEST(shipped_names_and_aliases_are_unique)
{
	gm_library *library = shipped();
	gm_library_list list;
	gm_library_list_devices(library, &list);
	for (int i = 0; i < list.count; i++)
		for (int a = 0; a < list.entries[i].aliases_count; a++)
			for (int j = 0; j < list.count; j++) {
				const gm_library_entry *other = &list.entries[j];
				ck_assert_str_ne(list.entries[i].aliases[a], other->name);
				for (int b = 0; b < other->aliases_count && i != j; b++)
					ck_assert_str_ne(list.entries[i].aliases[a],
							 other->aliases[b]);
			}
	gm_library_list_dispose(&list);
	gm_library_free(library);
}
END_TEST

/* A library of our own making: /tmp/gm_library_XXXXXX/{one,two}/{devices,models}. */
static char folder[64];

static void
make(const char *path, const char *text)
{
	char full[256];
	snprintf(full, sizeof full, "%s/%s", folder, path);
	if (!text) {
		ck_assert_int_eq(mkdir(full, 0700), 0);
		return;
	}
	FILE *file = fopen(full, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static void
setup(void)
{
	strcpy(folder, "/tmp/gm_library_XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	static const char *const folders[] = {"one",  "one/devices",   "one/models",
					      "two",  "two/devices",   "two/models",
					      "home", "home/gpumodel", "home/gpumodel/models"};
	for (int i = 0; i < ROWS(folders); i++)
		make(folders[i], NULL);
	make("one/models/copy.xml", "<kernel name='copy' doc='first'/>");
	make("two/models/copy.xml", "<kernel name='copy' doc='second'/>");
	make("two/models/tiled_mm.xml", "<kernel name='tiled_mm' title='tiled'><launch/> broken");
	make("home/gpumodel/models/mine.xml", "<kernel name='mine'/>");
	make("two/devices/broken.xml", "<device><oops");
	make("two/devices/notes.txt", "not a device");
}

static void
teardown(void)
{
	char command[128];
	snprintf(command, sizeof command, "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

static gm_library *
made(void)
{
	char path[256], home[128];
	snprintf(path, sizeof path, "%s/one:%s/absent::%s/two", folder, folder, folder);
	snprintf(home, sizeof home, "%s/home", folder);
	const gm_places places = {.shipped = GM_TREE, .search_path = path, .data_home = home};
	return gm_library_new(&places);
}

START_TEST(the_search_path_is_walked_in_order_and_the_users_folder_last)
{
	gm_library *library = made();
	const char *const *folders;
	ck_assert_int_eq(gm_library_folders(library, &folders), 4);
	ck_assert_str_eq(folders[0], GM_TREE);
	ck_assert_ptr_nonnull(strstr(folders[1], "/one"));
	ck_assert_ptr_nonnull(strstr(folders[2], "/two"));
	ck_assert_ptr_nonnull(strstr(folders[3], "/home/gpumodel"));
	const char *path = NULL;
	ck_assert_int_eq(gm_library_model_path(library, "copy", &path, NULL), GM_OK);
	ck_assert_msg(strstr(path, GM_TREE) || strstr(path, "/one/models/copy.xml"), "%s", path);
	ck_assert_int_eq(gm_library_model_path(library, "mine.xml", &path, NULL), GM_OK);
	ck_assert_ptr_nonnull(strstr(path, "/home/gpumodel/models/mine.xml"));
	gm_library_free(library);
}
END_TEST

/* A program that asks for hours must not grow: the path of a name is one text. */
static void *
ask_often(void *library)
{
	static const char *const asked[] = {"copy", "mine", "./some/kernel.xml"};
	const char *first[3] = {NULL}, *path = NULL;
	for (int i = 0; i < 300; i++) {
		if (gm_library_model_path(library, asked[i % 3], &path, NULL) != GM_OK)
			return NULL;
		if (first[i % 3] && first[i % 3] != path)
			return NULL;
		first[i % 3] = path;
	}
	return library;
}

START_TEST(threads_may_ask_one_library_and_get_the_same_texts)
{
	gm_library *library = made();
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_often, library), 0);
	for (int i = 0; i < 4; i++) {
		void *answer = NULL;
		pthread_join(threads[i], &answer);
		ck_assert_ptr_eq(answer, library);
	}
	gm_library_free(library);
}
END_TEST

START_TEST(an_unknown_model_offers_the_nearest_and_a_path_passes)
{
	gm_library *library = made();
	const char *path = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_library_model_path(library, "minne.xml", &path, &err), GM_UNKNOWN_NAME);
	ck_assert_ptr_nonnull(strstr(err.message, "unknown kernel model 'minne'; nearest: mine"));
	ck_assert_int_eq(gm_library_model_path(library, "./some/kernel.xml", &path, NULL), GM_OK);
	ck_assert_str_eq(path, "./some/kernel.xml");
	gm_library_free(library);
}
END_TEST

START_TEST(a_broken_file_hinders_only_itself)
{
	gm_library *library = made();
	gm_device *device = NULL;
	gm_library_list list;
	bool seen = false;
	ck_assert_int_eq(gm_library_device(library, "h100", &device, NULL), GM_OK);
	gm_device_free(device);
	gm_library_list_devices(library, &list);
	for (int i = 0; i < list.count; i++) {
		const bool broken = strcmp(list.entries[i].name, "broken") == 0;
		ck_assert_int_eq(broken, list.entries[i].problem[0] != '\0');
		ck_assert_str_ne(list.entries[i].name, "notes");
		seen = seen || broken;
	}
	ck_assert(seen);
	gm_library_list_dispose(&list);
	gm_library_free(library);
}
END_TEST

START_TEST(without_help_the_source_tree_is_found_from_a_program_of_the_build)
{
	const gm_places places = {0};
	gm_library *library = gm_library_new(&places);
	const char *const *folders;
	ck_assert_int_ge(gm_library_folders(library, &folders), 1);
	ck_assert_str_eq(folders[0], GM_TREE);
	gm_library_free(library);
}
END_TEST

START_TEST(an_installed_program_finds_the_folder_beside_it)
{
	char program[128];
	make("prefix", NULL);
	make("prefix/bin", NULL);
	make("prefix/share", NULL);
	make("prefix/share/gpumodel", NULL);
	snprintf(program, sizeof program, "%s/prefix/bin/gpumodel", folder);
	const gm_places places = {.executable = program};
	gm_library *library = gm_library_new(&places);
	const char *const *folders;
	ck_assert_int_eq(gm_library_folders(library, &folders), 1);
	ck_assert_ptr_nonnull(strstr(folders[0], "/prefix/bin/../share/gpumodel"));
	gm_library_free(library);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("library");
	TCase *cases = tcase_create("library");
	tcase_add_checked_fixture(cases, setup, teardown);
	tcase_add_loop_test(cases, a_device_answers_to_its_name_its_aliases_and_its_path, 0,
			    ROWS(names));
	tcase_add_test(cases, an_unknown_device_offers_the_nearest_of_each_device_once);
	tcase_add_test(cases, devices_are_listed_in_order_with_their_titles);
	tcase_add_test(cases, shipped_names_and_aliases_are_unique);
	tcase_add_test(cases, the_search_path_is_walked_in_order_and_the_users_folder_last);
	tcase_add_test(cases, threads_may_ask_one_library_and_get_the_same_texts);
	tcase_add_test(cases, an_unknown_model_offers_the_nearest_and_a_path_passes);
	tcase_add_test(cases, a_broken_file_hinders_only_itself);
	tcase_add_test(cases, without_help_the_source_tree_is_found_from_a_program_of_the_build);
	tcase_add_test(cases, an_installed_program_finds_the_folder_beside_it);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

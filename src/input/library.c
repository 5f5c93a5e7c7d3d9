#include "input/library.h"

#include "base/text.h"
#include "input/device_file.h"
#include "input/library_listing.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FOLDERS = 64, LONGEST_PATH = 4096 };

/* A path that was found, kept for as long as the library. */
typedef struct found_path {
	struct found_path *next;
	const char *text;
} found_path;

/* All but the paths is const once it is made. */
struct gm_library {
	gm_arena *arena;
	const char *folders[MOST_FOLDERS];
	int folders_count;
	pthread_mutex_t lock; /* of the two below, so that threads may share the library */
	gm_arena *paths_arena;
	found_path *paths;
};

static const gm_listing_kind devices = {"devices", "device", "source", "device"};
static const gm_listing_kind models = {"models", "kernel", "launch", "kernel model"};

static bool
is_folder(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool
is_file(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

static bool
add_folder(gm_library *library, const char *path)
{
	if (library->folders_count == MOST_FOLDERS || !path[0] || !is_folder(path))
		return false;
	library->folders[library->folders_count++] = gm_arena_copy_text(library->arena, path);
	return true;
}

static void
own_path(char *out, size_t bytes)
{
	const ssize_t length = readlink("/proc/self/exe", out, bytes - 1);
	out[length > 0 ? length : 0] = '\0';
}

/* The file that holds this very code: the shared library, or the program it is linked into. */
static const char *
code_path(void)
{
	static const char mark;
	Dl_info about;
	return dladdr(&mark, &about) && about.dli_fname ? about.dli_fname : "";
}

/* share/gpumodel beside the folder of `file`: up from bin/, lib/ or lib/<machine>/. */
static bool
add_beside(gm_library *library, const char *file, const char *up)
{
	char folder[LONGEST_PATH + 32];
	const char *slash = strrchr(file, '/');
	snprintf(folder, sizeof folder, "%.*s/%s/share/gpumodel", slash ? (int)(slash - file) : 1,
		 slash ? file : ".", up);
	return add_folder(library, folder);
}

/* Rule 1 of the header. */
static void
add_shipped(gm_library *library, const char *executable)
{
	static const char build[] = GM_BUILD_DIR "/";
	char own[LONGEST_PATH];
	own_path(own, sizeof own);
	const char *program = executable ? executable : own;
	if (add_beside(library, program, "..") || add_beside(library, code_path(), "..") ||
	    add_beside(library, code_path(), "../.."))
		return;
	if (strncmp(program, build, sizeof build - 1) != 0 || !add_folder(library, GM_SOURCE_DIR))
		add_folder(library, GM_DATA_DIR);
}

static void
add_search_path(gm_library *library, const char *path)
{
	char folder[LONGEST_PATH];
	while (*path) {
		const size_t length = strcspn(path, ":");
		if (length < sizeof folder) {
			memcpy(folder, path, length);
			folder[length] = '\0';
			add_folder(library, folder);
		}
		path += length + (path[length] == ':');
	}
}

static void
add_own(gm_library *library, const gm_places *places)
{
	char folder[LONGEST_PATH];
	if (places->data_home && places->data_home[0])
		snprintf(folder, sizeof folder, "%s/gpumodel", places->data_home);
	else if (places->home && places->home[0])
		snprintf(folder, sizeof folder, "%s/.local/share/gpumodel", places->home);
	else
		return;
	add_folder(library, folder);
}

gm_library *
gm_library_new(const gm_places *places)
{
	gm_arena *arena = gm_arena_new();
	gm_library *library = gm_arena_allocate(arena, 1, sizeof *library);
	library->arena = arena;
	library->paths_arena = gm_arena_new();
	pthread_mutex_init(&library->lock, NULL);
	if (places->shipped)
		add_folder(library, places->shipped);
	else
		add_shipped(library, places->executable);
	add_search_path(library, places->search_path ? places->search_path : "");
	add_own(library, places);
	return library;
}

void
gm_library_free(gm_library *library)
{
	if (!library)
		return;
	pthread_mutex_destroy(&library->lock);
	gm_arena_free(library->paths_arena);
	gm_arena_free(library->arena); /* which holds the library itself */
}

int
gm_library_folders(const gm_library *library, const char *const **out)
{
	*out = library->folders;
	return library->folders_count;
}

static bool
is_path(const char *name)
{
	return strchr(name, '/') || (name[gm_listing_stem(name)] == '.' && is_file(name));
}

static void
list_all(const gm_library *library, const gm_listing_kind *of, gm_library_list *out)
{
	gm_listing list = gm_listing_names(library->folders, library->folders_count, of);
	for (size_t i = 0; i < list.count; i++)
		gm_listing_read(&list, &list.entries[i], of);
	*out = (gm_library_list){list.arena, list.entries, (int)list.count};
}

void
gm_library_list_devices(const gm_library *library, gm_library_list *out)
{
	list_all(library, &devices, out);
}

void
gm_library_list_models(const gm_library *library, gm_library_list *out)
{
	list_all(library, &models, out);
}

void
gm_library_list_dispose(gm_library_list *list)
{
	free((void *)list->entries);
	gm_arena_free(list->arena);
	*list = (gm_library_list){0};
}

/* The path of the file that answers to `name`, into `out`. File names are tried before aliases, so
   that a device found by its own name opens no other file. */
static gm_status
find_path(const gm_library *library, const gm_listing_kind *of, const char *name, gm_text *out,
	  gm_error *err)
{
	char stem[128];
	snprintf(stem, sizeof stem, "%.*s", (int)gm_listing_stem(name), name);
	gm_listing list = gm_listing_names(library->folders, library->folders_count, of);
	const gm_library_entry *entry = gm_listing_find(&list, stem);
	for (size_t i = 0; i < list.count && !entry; i++)
		gm_listing_read(&list, &list.entries[i], of);
	if (!entry)
		entry = gm_listing_find(&list, stem);
	const gm_status status = entry ? GM_OK : gm_listing_refuse(&list, of, stem, err);
	if (entry)
		gm_text_append(out, entry->path);
	gm_listing_dispose(&list);
	return status;
}

gm_status
gm_library_device(const gm_library *library, const char *name, gm_device **out, gm_error *err)
{
	if (is_path(name))
		return gm_device_load(name, out, err);
	gm_text path = {0};
	gm_status status = find_path(library, &devices, name, &path, err);
	if (status == GM_OK)
		status = gm_device_load(path.bytes, out, err);
	gm_text_dispose(&path);
	return status;
}

/* Each path once, however often it is asked for. */
static const char *
kept_path(gm_library *library, const char *text)
{
	pthread_mutex_lock(&library->lock);
	found_path *path = library->paths;
	while (path && strcmp(path->text, text) != 0)
		path = path->next;
	if (!path) {
		path = gm_arena_allocate(library->paths_arena, 1, sizeof *path);
		*path = (found_path){library->paths, gm_arena_copy_text(library->paths_arena, text)};
		library->paths = path;
	}
	pthread_mutex_unlock(&library->lock);
	return path->text;
}

/* What comes through a pipe can be read once: a file takes its place, which opens anew each time. */
static gm_status
keep_standard_input(gm_library *library, gm_error *err)
{
	struct stat found;
	char bytes[4096];
	size_t count;
	FILE *copy = NULL;
	pthread_mutex_lock(&library->lock);
	const bool piped = fstat(STDIN_FILENO, &found) == 0 && !S_ISREG(found.st_mode);
	bool good = !piped || (copy = tmpfile()) != NULL;
	while (copy && good && (count = fread(bytes, 1, sizeof bytes, stdin)) > 0)
		good = fwrite(bytes, 1, count, copy) == count;
	if (copy && good)
		good = fflush(copy) == 0 && dup2(fileno(copy), STDIN_FILENO) >= 0;
	if (copy)
		fclose(copy);
	pthread_mutex_unlock(&library->lock);
	return good ? GM_OK : gm_fail(err, GM_BAD_FILE, "the standard input cannot be kept: %s",
				      strerror(errno));
}

gm_status
gm_library_model_path(gm_library *library, const char *name, const char **out, gm_error *err)
{
	gm_text path = {0};
	gm_status status = GM_OK;
	if (strcmp(name, "-") == 0) {
		status = keep_standard_input(library, err);
		gm_text_append(&path, "/dev/stdin");
	} else if (is_path(name))
		gm_text_append(&path, name);
	else
		status = find_path(library, &models, name, &path, err);
	if (status == GM_OK)
		*out = kept_path(library, path.bytes);
	gm_text_dispose(&path);
	return status;
}

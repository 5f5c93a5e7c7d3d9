#include "input/library.h"

#include "base/text.h"
#include "input/device_file.h"
#include "input/xml.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FOLDERS = 64, MOST_OFFERED = 3, LONGEST_PATH = 4096 };

struct gm_library {
	gm_arena *arena;
	const char *folders[MOST_FOLDERS];
	int folders_count;
};

/* What differs between devices and models: where they lie, and where a file's head ends. */
typedef struct kind {
	const char *folder, *root, *until, *what;
} kind;

static const kind devices = {"devices", "device", "source", "device"};
static const kind models = {"models", "kernel", "launch", "kernel model"};

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

/* Rule 1 of the header. */
static void
add_shipped(gm_library *library, const char *executable)
{
	static const char build[] = GM_BUILD_DIR "/";
	char program[LONGEST_PATH], near[LONGEST_PATH + 32];
	own_path(program, sizeof program);
	if (executable)
		snprintf(program, sizeof program, "%s", executable);
	const bool in_build = strncmp(program, build, sizeof build - 1) == 0;
	char *slash = strrchr(program, '/');
	if (slash)
		*slash = '\0';
	snprintf(near, sizeof near, "%s/../share/gpumodel", slash ? program : ".");
	if (add_folder(library, near))
		return;
	if (!in_build || !add_folder(library, GM_SOURCE_DIR))
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
	if (library)
		gm_arena_free(library->arena); /* which holds the library itself */
}

int
gm_library_folders(const gm_library *library, const char *const **out)
{
	*out = library->folders;
	return library->folders_count;
}

/* The length of `name` without a final ".xml". */
static size_t
stem_length(const char *name)
{
	const size_t length = strlen(name);
	const bool xml = length > 4 && strcmp(name + length - 4, ".xml") == 0;
	return xml ? length - 4 : length;
}

static bool
is_path(const char *name)
{
	return strchr(name, '/') || (name[stem_length(name)] == '.' && is_file(name));
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const gm_library_entry *)a)->name, ((const gm_library_entry *)b)->name);
}

typedef struct listing {
	gm_arena *arena;
	gm_library_entry *entries;
	size_t count, capacity;
} listing;

static bool
has_name(const listing *list, const char *name, size_t length)
{
	for (size_t i = 0; i < list->count; i++)
		if (strlen(list->entries[i].name) == length &&
		    strncmp(list->entries[i].name, name, length) == 0)
			return true;
	return false;
}

static void
add_entry(listing *list, const char *folder, const char *file)
{
	const size_t length = stem_length(file);
	if (file[0] == '.' || file[length] != '.' || has_name(list, file, length))
		return;
	list->entries =
		gm_grow(list->entries, &list->capacity, list->count + 1, sizeof *list->entries);
	list->entries[list->count++] = (gm_library_entry){
		.name = gm_arena_print(list->arena, "%.*s", (int)length, file),
		.path = gm_arena_print(list->arena, "%s/%s", folder, file),
		.title = "",
		.problem = "",
	};
}

static void
add_files(listing *list, const char *folder)
{
	DIR *opened = opendir(folder);
	if (!opened)
		return;
	for (const struct dirent *file; (file = readdir(opened));)
		add_entry(list, folder, file->d_name);
	closedir(opened);
}

/* Names and paths only, sorted; no file is opened. */
static listing
list_names(const gm_library *library, const kind *of)
{
	listing list = {.arena = gm_arena_new()};
	char folder[LONGEST_PATH + 16];
	for (int i = 0; i < library->folders_count; i++) {
		snprintf(folder, sizeof folder, "%s/%s", library->folders[i], of->folder);
		add_files(&list, folder);
	}
	if (list.count > 1)
		qsort(list.entries, list.count, sizeof *list.entries, by_name);
	return list;
}

static void
read_aliases(listing *list, gm_library_entry *entry, const gm_xml_node *root)
{
	int count = 0;
	for (const gm_xml_node *c = gm_xml_first(root); c; c = gm_xml_next(c))
		count += strcmp(gm_xml_name(c), "alias") == 0;
	const char **aliases = gm_arena_allocate(list->arena, (size_t)count, sizeof *aliases);
	for (const gm_xml_node *c = gm_xml_first(root); c; c = gm_xml_next(c))
		if (strcmp(gm_xml_name(c), "alias") == 0)
			aliases[entry->aliases_count++] =
				gm_arena_copy_text(list->arena, gm_xml_optional(c, "name", ""));
	entry->aliases = aliases;
}

static void
read_head(listing *list, gm_library_entry *entry, const kind *of)
{
	gm_xml *xml = NULL;
	gm_error err = GM_ERROR_NONE;
	if (gm_xml_open_head(entry->path, of->root, of->until, &xml, &err) != GM_OK) {
		entry->problem = gm_arena_copy_text(list->arena, err.message);
		return;
	}
	const gm_xml_node *root = gm_xml_root(xml);
	const char *doc = gm_xml_optional(root, "doc", "");
	entry->title = gm_arena_copy_text(list->arena, gm_xml_optional(root, "title", doc));
	read_aliases(list, entry, root);
	gm_xml_free(xml);
}

static void
listing_dispose(listing *list)
{
	free(list->entries);
	gm_arena_free(list->arena);
}

static void
list_all(const gm_library *library, const kind *of, gm_library_list *out)
{
	listing list = list_names(library, of);
	for (size_t i = 0; i < list.count; i++)
		read_head(&list, &list.entries[i], of);
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

/* Does the entry answer to the name? Aliases only where its head was read. */
static bool
answers(const gm_library_entry *entry, const char *name)
{
	if (strcasecmp(entry->name, name) == 0)
		return true;
	for (int i = 0; i < entry->aliases_count; i++)
		if (strcasecmp(entry->aliases[i], name) == 0)
			return true;
	return false;
}

static const gm_library_entry *
find_entry(const listing *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (answers(&list->entries[i], name))
			return &list->entries[i];
	return NULL;
}

/* The name an entry is offered under: the shortest way to say it. */
static const char *
short_name(const gm_library_entry *entry)
{
	const char *best = entry->name;
	for (int i = 0; i < entry->aliases_count; i++)
		if (strlen(entry->aliases[i]) < strlen(best))
			best = entry->aliases[i];
	return best;
}

/* The entry that has the nearest of all names not yet offered, or NULL. */
static const gm_library_entry *
nearest_entry(const listing *list, const char *name, const bool *offered, const char **spelling)
{
	const gm_library_entry *best = NULL;
	const char *pair[2] = {NULL, NULL};
	for (size_t i = 0; i < list->count; i++) {
		const gm_library_entry *entry = &list->entries[i];
		for (int j = -1; j < entry->aliases_count && !offered[i]; j++) {
			pair[1] = j < 0 ? entry->name : entry->aliases[j];
			const char *nearer = pair[0] ? gm_text_nearest(name, pair, 2)
						     : gm_text_nearest(name, pair + 1, 1);
			if (nearer != pair[1])
				continue;
			pair[0] = pair[1];
			best = entry;
		}
	}
	*spelling = pair[0];
	return best;
}

static gm_status
fail_unknown(const listing *list, const kind *of, const char *name, gm_error *err)
{
	gm_text offers = {0};
	bool *offered = gm_allocate(list->count, sizeof *offered);
	const char *spelling = NULL;
	for (int i = 0; i < MOST_OFFERED; i++) {
		const gm_library_entry *entry = nearest_entry(list, name, offered, &spelling);
		if (!entry)
			break;
		offered[entry - list->entries] = true;
		gm_text_print(&offers, "%s%s", i ? ", " : "; nearest: ", spelling);
	}
	for (size_t i = 0, none = !offers.bytes; i < list->count && none; i++)
		gm_text_print(&offers, "%s%s",
			      i ? ", " : "; known: ", short_name(&list->entries[i]));
	const gm_status status =
		gm_fail(err, GM_UNKNOWN_NAME, "unknown %s '%.80s'%s", of->what, name,
			offers.bytes ? offers.bytes : "; no folder of the library holds any");
	free(offered);
	gm_text_dispose(&offers);
	return status;
}

/* The path of the file that answers to `name`, into `out`. File names are tried before aliases, so
   that a device found by its own name opens no other file. */
static gm_status
find_path(const gm_library *library, const kind *of, const char *name, gm_text *out, gm_error *err)
{
	char stem[128];
	snprintf(stem, sizeof stem, "%.*s", (int)stem_length(name), name);
	listing list = list_names(library, of);
	const gm_library_entry *entry = find_entry(&list, stem);
	for (size_t i = 0; i < list.count && !entry; i++)
		read_head(&list, &list.entries[i], of);
	if (!entry)
		entry = find_entry(&list, stem);
	const gm_status status = entry ? GM_OK : fail_unknown(&list, of, stem, err);
	if (entry)
		gm_text_append(out, entry->path);
	listing_dispose(&list);
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

gm_status
gm_library_model_path(gm_library *library, const char *name, const char **out, gm_error *err)
{
	gm_text path = {0};
	gm_status status = GM_OK;
	if (is_path(name))
		gm_text_append(&path, name);
	else
		status = find_path(library, &models, name, &path, err);
	if (status == GM_OK)
		*out = gm_arena_copy_text(library->arena, path.bytes);
	gm_text_dispose(&path);
	return status;
}

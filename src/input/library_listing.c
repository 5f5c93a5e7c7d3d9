#include "input/library_listing.h"

#include "base/text.h"
#include "input/xml.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OFFERED = 3, LONGEST_PATH = 4096 + 256 };

size_t
gm_listing_stem(const char *name)
{
	const size_t length = strlen(name);
	const bool xml = length > 4 && strcmp(name + length - 4, ".xml") == 0;
	return xml ? length - 4 : length;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const gm_library_entry *)a)->name, ((const gm_library_entry *)b)->name);
}

static bool
has_name(const gm_listing *list, const char *name, size_t length)
{
	for (size_t i = 0; i < list->count; i++)
		if (strlen(list->entries[i].name) == length &&
		    strncmp(list->entries[i].name, name, length) == 0)
			return true;
	return false;
}

static void
add_entry(gm_listing *list, const char *folder, const char *file)
{
	const size_t length = gm_listing_stem(file);
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
add_files(gm_listing *list, const char *folder)
{
	DIR *opened = opendir(folder);
	if (!opened)
		return;
	for (const struct dirent *file; (file = readdir(opened));)
		add_entry(list, folder, file->d_name);
	closedir(opened);
}

gm_listing
gm_listing_names(const char *const *folders, int count, const gm_listing_kind *of)
{
	gm_listing list = {.arena = gm_arena_new()};
	char folder[LONGEST_PATH];
	for (int i = 0; i < count; i++) {
		snprintf(folder, sizeof folder, "%s/%s", folders[i], of->folder);
		add_files(&list, folder);
	}
	if (list.count > 1)
		qsort(list.entries, list.count, sizeof *list.entries, by_name);
	return list;
}

static void
read_aliases(gm_listing *list, gm_library_entry *entry, const gm_xml_node *root)
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

void
gm_listing_read(gm_listing *list, gm_library_entry *entry, const gm_listing_kind *of)
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

void
gm_listing_dispose(gm_listing *list)
{
	free(list->entries);
	gm_arena_free(list->arena);
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

const gm_library_entry *
gm_listing_find(const gm_listing *list, const char *name)
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
nearest_entry(const gm_listing *list, const char *name, const bool *offered, const char **spelling)
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

gm_status
gm_listing_refuse(const gm_listing *list, const gm_listing_kind *of, const char *name, gm_error *err)
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

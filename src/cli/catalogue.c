#include "cli/catalogue.h"

#include <stdlib.h>
#include <string.h>

/* In the order of the command's row. */
static void (*const writers[])(gm_text *out, const gm_catalogue *catalogue) = {
	gm_report_catalogue_text, gm_report_catalogue_json, gm_report_catalogue_csv};

/* Files called sm_XX describe a compute capability. */
static bool
is_capability(const gm_catalogue_entry *entry)
{
	return strncmp(entry->name, "sm_", 3) == 0;
}

/* For people cards come apart from capabilities, which have no title worth a line. */
static void
write_capabilities(gm_text *out, const gm_catalogue *all)
{
	int column = 0;
	for (int i = 0; i < all->count; i++) {
		if (!is_capability(&all->entries[i]))
			continue;
		if (column == 0)
			gm_text_append(out,
				       "\ncompute capabilities alone, for occupancy and counts");
		gm_text_print(out, "%s%s", column++ % 10 ? " " : "\n  ", all->entries[i].name);
	}
	gm_text_append(out, column ? "\n" : "");
}

static void
write_for_people(gm_text *out, const gm_catalogue *all, gm_catalogue_entry *cards)
{
	gm_catalogue few = {all->kind, cards, 0};
	for (int i = 0; i < all->count; i++)
		if (!is_capability(&all->entries[i]))
			cards[few.count++] = all->entries[i];
	gm_report_catalogue_text(out, &few);
	write_capabilities(out, all);
}

gm_status
gm_catalogue_write(gm_cli *cli, const char *kind, const gm_library_list *list, gm_text *out)
{
	int format = 0;
	const gm_status status = gm_output_choose(cli, &format);
	if (status != GM_OK)
		return status;
	gm_catalogue_entry *entries = gm_allocate((size_t)list->count + 1, sizeof *entries);
	gm_catalogue_entry *cards = gm_allocate((size_t)list->count + 1, sizeof *cards);
	for (int i = 0; i < list->count; i++) {
		const gm_library_entry *e = &list->entries[i];
		entries[i] = (gm_catalogue_entry){e->name,    e->title,		e->path,
						  e->aliases, e->aliases_count, e->problem};
	}
	const gm_catalogue all = {kind, entries, list->count};
	if (format == 0)
		write_for_people(out, &all, cards);
	else
		writers[format](out, &all);
	free(cards);
	free(entries);
	return GM_OK;
}

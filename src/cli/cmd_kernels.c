#include "cli/catalogue.h"

#include "base/symbol.h"
#include "input/kernel_form.h"
#include "input/ptx_file.h"

#include <string.h>

enum { PARAMETERS_MOST = 1024 };

/* "u64 u64 u32 b8[12]": what --arg is to be given, in order. */
static const char *
parameters_of(gm_arena *arena, const gm_ptx_module *module, const char *entry)
{
	gm_ptx_parameter rows[PARAMETERS_MOST];
	const size_t count = gm_ptx_module_parameters(module, entry, rows, PARAMETERS_MOST);
	const char *out = count ? "" : "no parameters";
	for (size_t i = 0; i < count && i < PARAMETERS_MOST; i++) {
		out = gm_arena_print(arena, "%s%s%s", out, i ? " " : "", rows[i].type);
		if (strcmp(rows[i].type, "b8") == 0)
			out = gm_arena_print(arena, "%s[%lld]", out, (long long)rows[i].bytes);
	}
	return out;
}

static gm_library_entry
entry_of(gm_arena *arena, const gm_ptx_module *module, const char *path, const char *symbol)
{
	const char *readable = gm_symbol_readable(arena, symbol);
	const char **also = gm_arena_allocate(arena, 1, sizeof *also);
	symbol = gm_arena_copy_text(arena, symbol);
	*also = symbol;
	return (gm_library_entry){.name = readable,
				  .title = parameters_of(arena, module, symbol),
				  .path = gm_arena_copy_text(arena, path),
				  .aliases = also,
				  .aliases_count = strcmp(readable, symbol) != 0,
				  .problem = ""};
}

static gm_status
list_file(gm_cli *cli, const char *path, gm_library_list *list, gm_library_entry *entries)
{
	const gm_kernel_form form = gm_kernel_form_of(path);
	gm_ptx_module *module = NULL;
	gm_status status = gm_kernel_form_check(path, form, &cli->err);
	if (status == GM_OK && form != GM_FORM_PTX)
		return gm_fail(&cli->err, GM_USAGE,
			       "'kernels' does not know what to do with '%s': expected PTX, whose "
			       "kernels it lists, or nothing, for those that are shipped",
			       path);
	if (status == GM_OK)
		status = gm_ptx_heads_load(path, &module, &cli->err);
	const size_t count = status == GM_OK ? gm_ptx_module_entries(module) : 0;
	for (size_t i = 0; i < count && list->count < GM_PTX_ENTRIES_MOST; i++)
		entries[list->count++] =
			entry_of(list->arena, module, path, gm_ptx_module_entry(module, i));
	gm_ptx_module_free(module);
	return status;
}

/* The kernels of PTX files, in their order. */
static gm_status
list_files(gm_cli *cli, gm_library_list *list)
{
	gm_status status = GM_OK;
	gm_library_entry *entries = gm_allocate(GM_PTX_ENTRIES_MOST, sizeof *entries);
	*list = (gm_library_list){.arena = gm_arena_new(), .entries = entries};
	for (int i = 0; i < cli->given.positional_count && status == GM_OK; i++)
		status = list_file(cli, cli->given.positional[i], list, entries);
	return status;
}

gm_status
gm_cmd_kernels(gm_cli *cli)
{
	gm_text out = {0};
	gm_library_list models;
	gm_status status = GM_OK;
	if (cli->given.positional_count > 0)
		status = list_files(cli, &models);
	else
		gm_library_list_models(cli->library, &models);
	if (status == GM_OK)
		status = gm_catalogue_write(cli, "kernels", &models, &out);
	if (status == GM_OK)
		status = gm_output_write(cli, &out);
	gm_library_list_dispose(&models);
	gm_text_dispose(&out);
	return status;
}

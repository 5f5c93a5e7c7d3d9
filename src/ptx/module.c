#include "ptx/module.h"

#include <stdlib.h>
#include <string.h>

void
gm_ptx_module_free(gm_ptx_module *module)
{
	if (!module)
		return;
	for (size_t i = 0; i < module->functions_count; i++) {
		ptx_function *f = &module->functions[i];
		free(f->variables);
		free(f->registers);
		free(f->instructions);
		free(f->operands);
		free(f->lists);
	}
	free(module->functions);
	free(module->variables);
	free(module->aliases);
	gm_ptx_names_dispose(&module->variable_rows);
	gm_ptx_names_dispose(&module->function_rows);
	free(module->unknowns);
	free(module->files);
	gm_arena_free(module->arena);
	free(module);
}

size_t
gm_ptx_module_entries(const gm_ptx_module *module)
{
	return module->entries_count;
}

const char *
gm_ptx_module_entry(const gm_ptx_module *module, size_t index)
{
	return index < module->entries_count ? module->entries[index] : NULL;
}

const ptx_function *
gm_ptx_module_function(const gm_ptx_module *module, const char *name)
{
	for (size_t i = 0; i < module->aliases_count; i++)
		if (strcmp(module->aliases[i].name, name) == 0) {
			name = module->aliases[i].of;
			break;
		}
	const int row = gm_ptx_names_get(&module->function_rows, name, strlen(name), 0);
	return row >= 0 ? &module->functions[row] : NULL;
}

int
gm_ptx_module_variable(const gm_ptx_module *module, const char *name)
{
	return gm_ptx_names_get(&module->variable_rows, name, strlen(name), 0);
}

const char *
gm_ptx_module_file(const gm_ptx_module *module, int number)
{
	for (size_t i = 0; i < module->files_count; i++)
		if (module->files[i].number == number)
			return module->files[i].name;
	return NULL;
}

size_t
gm_ptx_module_parameters(const gm_ptx_module *module, const char *entry, gm_ptx_parameter *out,
			 size_t room)
{
	const ptx_function *f = gm_ptx_module_function(module, entry);
	if (!f || !f->is_entry)
		return 0;
	for (size_t i = 0; i < f->parameters_count && i < room; i++) {
		const ptx_variable *v = &f->parameters[i];
		out[i] = (gm_ptx_parameter){v->name, gm_ptx_type_name(v->type), v->bytes};
	}
	return f->parameters_count;
}

size_t
gm_ptx_module_unknowns(const gm_ptx_module *module, const gm_ptx_unknown **out)
{
	*out = module->unknowns;
	return module->unknowns_count;
}

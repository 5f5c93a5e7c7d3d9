#include "input/launch_list.h"

#include "base/text.h"
#include "input/ptx_file.h"

#include <string.h>

static const char cubin_suffix[] = ".cubin";

/* PTX as the list names it; without such a line what lies beside the code under its name. */
static void
name_ptx(gm_text *out, const gm_launch *launch)
{
	const char *code = launch->code;
	const size_t length = strlen(code), suffix = strlen(cubin_suffix);
	const bool cubin = length > suffix && strcmp(code + length - suffix, cubin_suffix) == 0;
	if (*launch->ptx)
		gm_text_append(out, launch->ptx);
	else
		gm_text_append_bytes(out, code, cubin ? length - suffix : length);
	if (!*launch->ptx && cubin)
		gm_text_append(out, ".ptx");
}

static void
place_ptx(gm_text *out, const gm_launches *launches, const gm_launch *launch, const char *folder)
{
	gm_text name = {0};
	name_ptx(&name, launch);
	const char *slash = strrchr(launches->file, '/'), *bare = strrchr(name.bytes, '/');
	if (folder)
		gm_text_print(out, "%s/%s", folder, bare ? bare + 1 : name.bytes);
	else if (slash && *name.bytes != '/')
		gm_text_print(out, "%.*s/%s", (int)(slash - launches->file), launches->file, name.bytes);
	else
		gm_text_append(out, name.bytes);
	gm_text_dispose(&name);
}

static void
take_compiled(gm_kernel *kernel, const gm_launch *launch)
{
	const gm_launch_compiled *c = &launch->compiled;
	gm_registers *row = gm_arena_allocate(kernel->arena, 1, sizeof *row);
	if (c->cc_major == 0)
		return;
	*row = (gm_registers){c->cc_major, c->cc_minor, c->registers_count, "compiled, launch list"};
	kernel->resources.registers_by_capability = row;
	kernel->resources.registers_by_capability_count = 1;
	kernel->resources.shared_static_bytes = c->shared_bytes;
	gm_ptx_kernel_local(kernel, c->local_bytes);
	kernel->resources.barriers_count = c->barriers_count;
}

static void
take_names(gm_kernel *kernel, const gm_launch *launch)
{
	gm_parameter *parameters = gm_arena_allocate(
	        kernel->arena, (size_t)launch->parameters_count + 1, sizeof *parameters);
	for (int i = 0; i < launch->parameters_count; i++)
		parameters[i] = (gm_parameter){
		        .name = gm_arena_copy_text(kernel->arena, launch->parameters[i].name),
		        .value = launch->parameters[i].value,
		        .doc = ""};
	kernel->name = gm_arena_copy_text(kernel->arena, launch->kernel);
	kernel->parameters = parameters;
	kernel->parameters_count = launch->parameters_count;
}

gm_status
gm_launch_kernel_load(const gm_launches *launches, const gm_launch *launch, const char *folder,
                      gm_kernel **out, gm_error *err)
{
	gm_text path = {0};
	const gm_ptx_launch how = {.entry = launch->entry,
	                           .grid = launch->grid,
	                           .block = launch->block,
	                           .arguments = launch->arguments,
	                           .arguments_count = launch->arguments_count,
	                           .constants = launch->constants,
	                           .constants_count = launch->constants_count,
	                           .cooperative = launch->cooperative,
	                           .shared_dynamic_bytes = launch->shared_dynamic_bytes,
	                           .registers_count = launch->compiled.cc_major ? launch->compiled.registers_count : 0,
	                           .local_bytes = launch->compiled.local_bytes,
	                           .spilling = &launch->compiled.spilling};
	place_ptx(&path, launches, launch, folder);
	const gm_status status = gm_ptx_kernel_load(path.bytes, &how, out, err);
	gm_text_dispose(&path);
	if (status != GM_OK)
		return status;
	take_compiled(*out, launch);
	take_names(*out, launch);
	return GM_OK;
}

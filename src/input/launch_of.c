#include "input/launch_of.h"

#include "base/text.h"
#include "input/cuda_source.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OLDEST_PTX = 10 };

/* Everything while one launch is made. */
typedef struct maker {
	const gm_kernel *kernel;
	const gm_cuda_source *source;
	gm_arena *arena;
	gm_launch *launch;
	gm_error *err;
} maker;

/* ---- arguments ---- */

/* Types of a launch list, and how many make an element of a descriptor's type. */
static const struct {
	gm_type type;
	const char *name;
	int count;
} types[] = {
        {GM_S32, "s32", 1},   {GM_U32, "u32", 1},   {GM_S64, "s64", 1},   {GM_U64, "u64", 1},
        {GM_F16, "f16", 1},   {GM_F16X2, "f16", 2}, {GM_F32, "f32", 1},   {GM_F64, "f64", 1},
        {GM_F32X2, "f32", 2}, {GM_F32X4, "f32", 4}, {GM_F64X2, "f64", 2}, {GM_S32X2, "s32", 2},
        {GM_S32X4, "s32", 4}, {GM_U8, "u8", 1},     {GM_U16, "u16", 1},
};

/* Scalars of CUDA. */
static const struct {
	const char *cuda, *name;
} scalars[] = {
        {"int", "s32"},           {"unsigned", "u32"},           {"unsigned int", "u32"},
        {"size_t", "u64"},        {"unsigned long", "u64"},      {"unsigned long long", "u64"},
        {"long", "s64"},          {"long long", "s64"},          {"float", "f32"},
        {"double", "f64"},
};

static int
array_named(const gm_kernel *kernel, const char *name)
{
	for (int i = 0; i < kernel->arrays_count; i++)
		if (strcmp(kernel->arrays[i].name, name) == 0)
			return i;
	return -1;
}

static bool
is_loaded(const gm_kernel *kernel, int array)
{
	for (int i = 0; i < kernel->sites_count; i++)
		if (kernel->sites[i].array == array && kernel->sites[i].operation == GM_LOAD)
			return true;
	return false;
}

static const char *
contents_of(const gm_kernel *kernel, int array)
{
	const gm_array *a = &kernel->arrays[array];
	if (a->contents && *a->contents)
		return a->contents;
	return is_loaded(kernel, array) && gm_type_is_floating(a->type) ? "signed" : "zero";
}

static gm_status
array_text(maker *mk, int array, const char **out)
{
	const gm_array *a = &mk->kernel->arrays[array];
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (types[i].type == a->type) {
			*out = gm_arena_print(mk->arena, "%s[%lld]:%s", types[i].name,
			                      (long long)a->length * types[i].count,
			                      contents_of(mk->kernel, array));
			return GM_OK;
		}
	return gm_fail(mk->err, GM_NOT_MODELLED, "%s holds %s, which a launch list has no word for",
	               a->name, gm_type_name(a->type));
}

static gm_status
scalar_text(maker *mk, const gm_cuda_parameter *parameter, const char **out)
{
	int64_t value = 1;
	for (int i = 0; i < mk->kernel->parameters_count; i++)
		if (strcmp(mk->kernel->parameters[i].name, parameter->name) == 0)
			value = mk->kernel->parameters[i].value;
	for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
		if (strcmp(scalars[i].cuda, parameter->type) == 0) {
			*out = gm_arena_print(mk->arena, "%s=%lld", scalars[i].name, (long long)value);
			return GM_OK;
		}
	return gm_fail(mk->err, GM_NOT_MODELLED,
	               "parameter %s of the CUDA source is a '%s', which a launch list has no word for",
	               parameter->name, parameter->type);
}

static gm_status
argument_text(maker *mk, const gm_cuda_parameter *parameter, const char **out)
{
	if (!parameter->pointer)
		return scalar_text(mk, parameter, out);
	const int array = array_named(mk->kernel, parameter->name);
	if (array >= 0)
		return array_text(mk, array, out);
	return gm_fail(mk->err, GM_NOT_MODELLED,
	               "the CUDA source has a pointer '%s', the descriptor no array of that name",
	               parameter->name);
}

static gm_status
take_arguments(maker *mk)
{
	const gm_cuda_source *source = mk->source;
	const char **arguments =
	        gm_arena_allocate(mk->arena, (size_t)source->parameters_count + 1, sizeof *arguments);
	gm_status status = GM_OK;
	mk->launch->arguments = arguments;
	for (int i = 0; i < source->parameters_count && status == GM_OK; i++)
		status = argument_text(mk, &source->parameters[i],
		                       &arguments[mk->launch->arguments_count++]);
	return status;
}

static gm_status
take_constants(maker *mk)
{
	const gm_kernel *kernel = mk->kernel;
	gm_launch_constant *list =
	        gm_arena_allocate(mk->arena, (size_t)kernel->arrays_count + 1, sizeof *list);
	gm_status status = GM_OK;
	mk->launch->constants = list;
	for (int i = 0; i < kernel->arrays_count && status == GM_OK; i++)
		if (kernel->arrays[i].space == GM_CONSTANT) {
			gm_launch_constant *constant = &list[mk->launch->constants_count++];
			constant->symbol = kernel->arrays[i].name;
			status = array_text(mk, i, &constant->contents);
		}
	return status;
}

/* ---- code ---- */

/* "-DTILE=32" for each macro that differs; " -tile" parts of a file name beside. */
static void
write_macros(const maker *mk, gm_text *flags, gm_text *name)
{
	for (int m = 0; m < mk->source->macros_count; m++) {
		const gm_cuda_macro *macro = &mk->source->macros[m];
		for (int i = 0; i < mk->kernel->parameters_count; i++) {
			const gm_parameter *p = &mk->kernel->parameters[i];
			if (strcmp(p->name, macro->name) != 0 || p->value == macro->value)
				continue;
			gm_text_print(flags, " -D%s=%lld", p->name, (long long)p->value);
			gm_text_print(name, "-%s%lld", p->name, (long long)p->value);
		}
	}
}

/* The PTX for the newest capability that is not newer than the device's. */
static const char *
shipped_ptx(const maker *mk, int cc_major, int cc_minor)
{
	const char *file = mk->kernel->file, *slash = strrchr(file, '/');
	for (int sm = 10 * cc_major + cc_minor; sm >= OLDEST_PTX; sm--) {
		const char *path = gm_arena_print(mk->arena, "%.*sptx/sm_%d/%s.ptx",
		                                  slash ? (int)(slash - file) + 1 : 0, file, sm,
		                                  mk->kernel->name);
		if (access(path, R_OK) == 0)
			return path;
	}
	return "";
}

static void
take_code(maker *mk, int cc_major, int cc_minor, gm_launch_files *files)
{
	gm_text flags = {0}, name = {0};
	gm_text_append(&name, mk->kernel->name);
	write_macros(mk, &flags, &name);
	files->compile = "";
	files->code = flags.length ? "" : shipped_ptx(mk, cc_major, cc_minor);
	mk->launch->code = gm_arena_print(mk->arena, "%s.%s", name.bytes, *files->code ? "ptx" : "cubin");
	if (!*files->code)
		files->compile = gm_arena_print(mk->arena, "nvcc -arch=sm_%d%d -lineinfo -cubin%s -o %s %s",
		                                cc_major, cc_minor, flags.bytes ? flags.bytes : "",
		                                mk->launch->code, mk->kernel->cuda);
	gm_text_dispose(&flags);
	gm_text_dispose(&name);
}

/* ---- the whole ---- */

static void
take_parameters(maker *mk)
{
	const gm_kernel *kernel = mk->kernel;
	gm_run_parameter *list =
	        gm_arena_allocate(mk->arena, (size_t)kernel->parameters_count + 1, sizeof *list);
	for (int i = 0; i < kernel->parameters_count; i++)
		list[i] = (gm_run_parameter){kernel->parameters[i].name, kernel->parameters[i].value};
	mk->launch->parameters = list;
	mk->launch->parameters_count = kernel->parameters_count;
}

/* A source by its folder and name: where both lie on this machine is nobody's business. */
static const char *
short_path(const char *path)
{
	const char *slash = strrchr(path, '/');
	while (slash && slash > path && slash[-1] != '/')
		slash--;
	return slash ? slash : path;
}

static gm_status
take_described(maker *mk, int cc_major, int cc_minor, gm_launch_files *files)
{
	gm_cuda_source *source = NULL;
	const char *cuda = mk->kernel->cuda;
	if (!cuda || !*cuda)
		return gm_fail(mk->err, GM_NOT_MODELLED,
		               "%s names no CUDA source (cuda=): there is nothing to launch",
		               mk->kernel->name);
	gm_status status = gm_cuda_source_load(cuda, mk->kernel->name, &source, mk->err);
	mk->source = source;
	mk->launch->entry = mk->kernel->name;
	mk->launch->where = short_path(cuda);
	if (status == GM_OK)
		status = take_arguments(mk);
	if (status == GM_OK)
		status = take_constants(mk);
	if (status == GM_OK)
		take_code(mk, cc_major, cc_minor, files);
	gm_cuda_source_free(source);
	return status;
}

/* A list says what every buffer holds, and cannot point at raw bytes. */
static gm_status
restated_one(maker *mk, const char *argument, const char **out)
{
	const char *bracket = strchr(argument, ']');
	*out = bracket && !bracket[1] ? gm_arena_print(mk->arena, "%s:zero", argument) : argument;
	if ((bracket && (bracket[1] == '@' || bracket[1] == '/')) || strncmp(argument, "bytes=", 6) == 0)
		return gm_fail(mk->err, GM_NOT_MODELLED,
		               "argument '%.60s': a launch list has no word for raw bytes and tensor maps",
		               argument);
	return GM_OK;
}

/* Of a structure each member. */
static gm_status
restated(maker *mk, const char *argument, const char **out)
{
	static const char word[] = "struct=";
	const char *at = argument + sizeof word - 1;
	if (strncmp(argument, word, sizeof word - 1) != 0)
		return restated_one(mk, argument, out);
	gm_status status = GM_OK;
	for (*out = word; *at && status == GM_OK; at += *at == ',') {
		const size_t length = gm_text_part(at);
		const char *member = gm_arena_print(mk->arena, "%.*s", (int)length, at);
		status = restated_one(mk, member, &member);
		*out = gm_arena_print(mk->arena, "%s%s%s", *out, at == argument + sizeof word - 1 ? "" : ",",
		                      member);
		at += length;
	}
	return status;
}

static gm_status
take_ptx(maker *mk, gm_launch_files *files)
{
	const gm_kernel *kernel = mk->kernel;
	const char *slash = strrchr(kernel->file, '/');
	const char **arguments =
	        gm_arena_allocate(mk->arena, (size_t)kernel->arguments_count + 1, sizeof *arguments);
	mk->launch->entry = kernel->entry;
	mk->launch->where = short_path(kernel->file);
	mk->launch->code = slash ? slash + 1 : kernel->file;
	mk->launch->arguments = arguments;
	mk->launch->arguments_count = kernel->arguments_count;
	*files = (gm_launch_files){kernel->file, ""};
	gm_status status = GM_OK;
	for (int i = 0; i < kernel->arguments_count && status == GM_OK; i++)
		status = restated(mk, kernel->arguments[i], &arguments[i]);
	gm_launch_constant *constants =
	        gm_arena_allocate(mk->arena, (size_t)kernel->constants_count + 1, sizeof *constants);
	for (int i = 0; i < kernel->constants_count && status == GM_OK; i++) {
		constants[i].symbol = kernel->constants[i].symbol;
		status = restated(mk, kernel->constants[i].contents, &constants[i].contents);
	}
	mk->launch->constants = constants;
	mk->launch->constants_count = kernel->constants_count;
	return status;
}

static void
keep_texts(gm_launch *launch, gm_arena *arena)
{
	const char **arguments =
	        gm_arena_allocate(arena, (size_t)launch->arguments_count + 1, sizeof *arguments);
	gm_run_parameter *parameters =
	        gm_arena_allocate(arena, (size_t)launch->parameters_count + 1, sizeof *parameters);
	gm_launch_constant *constants =
	        gm_arena_allocate(arena, (size_t)launch->constants_count + 1, sizeof *constants);
	for (int i = 0; i < launch->arguments_count; i++)
		arguments[i] = gm_arena_copy_text(arena, launch->arguments[i]);
	for (int i = 0; i < launch->parameters_count; i++)
		parameters[i] = (gm_run_parameter){gm_arena_copy_text(arena, launch->parameters[i].name),
		                                   launch->parameters[i].value};
	for (int i = 0; i < launch->constants_count; i++)
		constants[i] = (gm_launch_constant){
		        gm_arena_copy_text(arena, launch->constants[i].symbol),
		        gm_arena_copy_text(arena, launch->constants[i].contents)};
	launch->name = gm_arena_copy_text(arena, launch->name);
	launch->kernel = gm_arena_copy_text(arena, launch->kernel);
	launch->code = gm_arena_copy_text(arena, launch->code);
	launch->entry = gm_arena_copy_text(arena, launch->entry);
	launch->where = gm_arena_copy_text(arena, launch->where);
	launch->arguments = arguments;
	launch->parameters = parameters;
	launch->constants = constants;
}

gm_status
gm_launch_of(const gm_kernel *kernel, const char *name, int cc_major, int cc_minor, gm_arena *arena,
             gm_launch *out, gm_launch_files *files, gm_error *err)
{
	const int64_t dynamic = kernel->resources.shared_dynamic_bytes;
	maker mk = {.kernel = kernel, .arena = arena, .launch = out, .err = err};
	*out = (gm_launch){.name = name,
	                   .kernel = kernel->name,
	                   .code = "",
	                   .ptx = "",
	                   .entry = "",
	                   .where = "",
	                   .note = "",
	                   .group = "",
	                   .grid = kernel->grid,
	                   .block = kernel->block,
	                   .shared_dynamic_bytes = dynamic > 0 ? dynamic : 0};
	*files = (gm_launch_files){"", ""};
	take_parameters(&mk);
	gm_status status;
	if (kernel->entry)
		status = take_ptx(&mk, files);
	else
		status = take_described(&mk, cc_major, cc_minor, files);
	if (status != GM_OK)
		return status;
	files->code = gm_arena_copy_text(arena, files->code);
	keep_texts(out, arena);
	return GM_OK;
}

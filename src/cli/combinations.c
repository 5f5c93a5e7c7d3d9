#include "cli/combinations.h"

#include "input/kernel_form.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- axes ---- */

void
gm_combinations_dispose(gm_combinations *c)
{
	for (int i = 0; i < c->axes_count; i++) {
		free(c->axes[i].name);
		free(c->axes[i].values);
	}
	c->axes_count = 0;
}

gm_status
gm_combinations_add(gm_combinations *c, const char *option, const char *text, gm_error *err)
{
	const char *equals = strchr(text, '=');
	if (!equals || equals == text)
		return gm_fail(err, GM_USAGE,
		               "%s %s: expected NAME=VALUE, NAME=8,16,32 or NAME=4:32", option, text);
	if (c->axes_count == GM_AXES_MAX)
		return gm_fail(err, GM_USAGE, "more than %d definitions", GM_AXES_MAX);
	gm_axis *axis = &c->axes[c->axes_count];
	*axis = (gm_axis){0};
	for (int i = 0; i < c->axes_count; i++)
		if (strncmp(c->axes[i].name, text, (size_t)(equals - text)) == 0 &&
		    c->axes[i].name[equals - text] == '\0')
			return gm_fail(err, GM_USAGE, "%s %s is given twice", option, c->axes[i].name);
	gm_error cause = GM_ERROR_NONE;
	if (gm_range_parse(equals + 1, &axis->values, &axis->count, &cause) != GM_OK)
		return gm_fail(err, GM_USAGE, "%s %s: %s", option, text, cause.message);
	axis->name = strndup(text, (size_t)(equals - text));
	c->axes_count++;
	if (__builtin_mul_overflow(c->count, axis->count, &c->count) || c->count > GM_COMBINATIONS_MAX)
		return gm_fail(err, GM_TOO_LARGE, "more than %d combinations of parameters",
		               GM_COMBINATIONS_MAX);
	return GM_OK;
}

void
gm_combinations_values(const gm_combinations *c, size_t n, gm_definition *out)
{
	for (int i = c->axes_count - 1; i >= 0; i--) {
		out[i] = (gm_definition){c->axes[i].name, c->axes[i].values[n % c->axes[i].count]};
		n /= c->axes[i].count;
	}
}

/* ---- kernels ---- */

static bool
is_any_ptx(const gm_given *given)
{
	for (int i = 0; i < given->positional_count; i++)
		if (gm_kernel_form_of(given->positional[i]) == GM_FORM_PTX)
			return true;
	return false;
}

/* What only PTX can use must not be dropped in silence: a descriptor's launch is its own. It may stand
   beside PTX that takes the options. */
static gm_status
check_no_launch(gm_cli *cli, const char *kernel, const char *path)
{
	static const struct {
		gm_option_id id;
		const char *name;
	} of_ptx[] = {{GM_OPTION_ENTRY, "entry"},
	              {GM_OPTION_GRID, "grid"},
	              {GM_OPTION_BLOCK_SHAPE, "block"},
	              {GM_OPTION_ARGUMENT, "arg"},
	              {GM_OPTION_CONSTANT, "constant"},
	              {GM_OPTION_DYNAMIC_SHARED, "dynamic-shared"},
	              {GM_OPTION_CUBIN, "cubin"}};
	const bool looks = cli->command->options & GM_TAKES(GM_OPTION_AT);
	for (size_t i = 0; i < sizeof of_ptx / sizeof *of_ptx; i++) {
		if (!gm_given_has(&cli->given, of_ptx[i].id) || is_any_ptx(&cli->given))
			continue;
		if (access(path, R_OK) != 0) /* nobody knows what it is */
			return gm_fail(&cli->err, GM_BAD_FILE, "cannot read %s: %s", path, strerror(errno));
		return gm_fail(&cli->err, GM_USAGE,
		               "--%s is for PTX; %s is a descriptor, whose launch follows from its "
		               "parameters (-D)%s",
		               of_ptx[i].name, kernel,
		               looks && of_ptx[i].id == GM_OPTION_BLOCK_SHAPE
		                       ? "; --at says which block is looked at"
		                       : "");
	}
	return GM_OK;
}

/* -1 without the option. */
static gm_status
read_registers(gm_cli *cli, int64_t *out)
{
	*out = -1;
	return gm_given_integer(cli, GM_OPTION_REGISTERS, 1, GM_REGISTERS_MAX, out);
}

gm_status
gm_combinations_init(gm_cli *cli, const char *kernel, gm_combinations *c)
{
	const gm_kernel_form form = gm_kernel_form_of(kernel);
	*c = (gm_combinations){.cli = cli, .path = kernel, .ptx = form == GM_FORM_PTX, .count = 1};
	if (strchr(kernel, '=') && form != GM_FORM_PTX)
		return gm_fail(&cli->err, GM_USAGE,
		               "'%s' is no kernel: a parameter is set with -D %s", kernel, kernel);
	gm_status status = gm_kernel_form_check(kernel, form, &cli->err);
	if (status == GM_OK && !c->ptx)
		status = gm_library_model_path(cli->library, kernel, &c->path, &cli->err);
	if (status == GM_OK && !c->ptx)
		status = check_no_launch(cli, kernel, c->path);
	if (status == GM_OK)
		status = read_registers(cli, &c->registers);
	if (status == GM_OK)
		status = gm_sample_given(cli, &c->sample);
	for (int i = 0; i < cli->given.options_count && status == GM_OK; i++)
		if (cli->given.options[i].id == GM_OPTION_DEFINE)
			status = gm_combinations_add(c, "-D", cli->given.options[i].value, &cli->err);
	return status;
}

static void
override_registers(const gm_combinations *c, gm_kernel *kernel)
{
	if (c->registers < 0)
		return;
	kernel->resources.registers_by_capability_count = 0;
	kernel->resources.registers_count = c->registers;
	kernel->resources.registers_source = "command line";
}

/* A parameter's own spelling for a name that no parameter has; the name itself when none is near. */
static const char *
spelled(const gm_kernel *kernel, const char *name)
{
	const char *found = name;
	for (int i = 0; i < kernel->parameters_count; i++) {
		if (strcmp(kernel->parameters[i].name, name) == 0)
			return name;
		if (strcasecmp(kernel->parameters[i].name, name) == 0)
			found = kernel->parameters[i].name;
	}
	return found;
}

/* A wrong name is looked up once more without its case; the first failure is what is told. */
static gm_status
load_descriptor(const gm_combinations *c, gm_definition *definitions, gm_kernel **out, gm_error *err)
{
	gm_error first = GM_ERROR_NONE;
	gm_kernel *plain = NULL;
	gm_status status = gm_kernel_load(c->path, definitions, c->axes_count, out, &first);
	if (status == GM_UNKNOWN_NAME && gm_kernel_load(c->path, NULL, 0, &plain, NULL) == GM_OK) {
		for (int i = 0; i < c->axes_count; i++)
			definitions[i].name = spelled(plain, definitions[i].name);
		gm_error again = GM_ERROR_NONE;
		status = gm_kernel_load(c->path, definitions, c->axes_count, out, &again);
		if (status != GM_UNKNOWN_NAME)
			first = again;
		gm_kernel_free(plain);
	}
	if (status != GM_OK && err)
		*err = first;
	return status;
}

gm_status
gm_combinations_load(const gm_combinations *c, size_t n, gm_kernel **out, gm_error *err)
{
	gm_definition definitions[GM_AXES_MAX];
	gm_combinations_values(c, n, definitions);
	const gm_status status =
	        c->ptx ? gm_ptx_given(c->cli, c->path, definitions, c->axes_count, out, err)
	               : load_descriptor(c, definitions, out, err);
	if (status == GM_OK) {
		override_registers(c, *out);
		(*out)->sample = c->sample;
	}
	return status;
}

gm_status
gm_variant_load(void *cli, const gm_kernel *kernel, const char *parameter, int64_t value,
                gm_kernel **out, gm_error *err)
{
	gm_definition definitions[GM_AXES_MAX + 1];
	gm_combinations c = {.registers = -1};
	int count = 0;
	for (int i = 0; i < kernel->parameters_count && count < GM_AXES_MAX; i++) {
		const gm_parameter *p = &kernel->parameters[i];
		if (p->overridden && strcmp(p->name, parameter) != 0)
			definitions[count++] = (gm_definition){p->name, p->value};
	}
	definitions[count++] = (gm_definition){parameter, value};
	gm_status status = read_registers(cli, &c.registers);
	if (status == GM_OK)
		status = gm_kernel_load(kernel->file, definitions, count, out, err);
	if (status == GM_OK) {
		override_registers(&c, *out);
		(*out)->sample = kernel->sample;
	}
	return status;
}

/*
 * launch saxpy-1
 * kernel saxpy
 * code saxpy.ptx
 * entry saxpy
 * grid 65536 1 1
 * block 256 1 1
 * argument s32=16777216
 * parameter n 16777216
 * set validation
 */
#include "report/launches.h"

static void
write_text(gm_text *out, const char *word, const char *text)
{
	if (*text)
		gm_text_print(out, "%s %s\n", word, text);
}

static void
write_shape(gm_text *out, const char *word, gm_dim3 shape)
{
	gm_text_print(out, "%s %lld %lld %lld\n", word, (long long)shape.x, (long long)shape.y,
	              (long long)shape.z);
}

static void
write_compiled(gm_text *out, const gm_launch_compiled *c)
{
	if (c->cc_major)
		gm_text_print(out, "compiled %d.%d registers %lld shared %lld local %lld barriers %lld\n",
		              c->cc_major, c->cc_minor, (long long)c->registers_count,
		              (long long)c->shared_bytes, (long long)c->local_bytes,
		              (long long)c->barriers_count);
}

void
gm_report_launch(gm_text *out, const gm_launch *launch)
{
	gm_text_print(out, "\nlaunch %s\n", launch->name);
	write_text(out, "kernel", launch->kernel);
	write_text(out, "code", launch->code);
	write_text(out, "ptx", launch->ptx);
	write_compiled(out, &launch->compiled);
	write_text(out, "entry", launch->entry);
	write_shape(out, "grid", launch->grid);
	write_shape(out, "block", launch->block);
	if (launch->shared_dynamic_bytes)
		gm_text_print(out, "shared %lld\n", (long long)launch->shared_dynamic_bytes);
	for (int i = 0; i < launch->arguments_count; i++)
		write_text(out, "argument", launch->arguments[i]);
	for (int i = 0; i < launch->constants_count; i++)
		gm_text_print(out, "constant %s %s\n", launch->constants[i].symbol,
		              launch->constants[i].contents);
	for (int i = 0; i < launch->parameters_count; i++)
		gm_text_print(out, "parameter %s %lld\n", launch->parameters[i].name,
		              (long long)launch->parameters[i].value);
	write_text(out, "note", launch->note);
	write_text(out, "group", launch->group);
	gm_text_print(out, "set %s\n", gm_run_set_name(launch->set));
	write_text(out, "where", launch->where);
}

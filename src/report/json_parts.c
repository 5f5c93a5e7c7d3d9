#include "report/json_parts.h"

#include <stdlib.h>

json_t *
gm_json_parameters(const gm_kernel *kernel)
{
	json_t *object = json_object();
	for (int i = 0; i < kernel->parameters_count; i++)
		json_object_set_new(object, kernel->parameters[i].name,
				    json_integer(kernel->parameters[i].value));
	return object;
}

void
gm_json_append(gm_text *out, json_t *object, size_t index)
{
	char *text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	gm_text_append(out, index ? ",\n" : "\n");
	gm_text_append(out, text ? text : "null");
	free(text);
	json_decref(object);
}

#include "input/ptx_file.h"

#include "input/text_file.h"

#include <stdlib.h>

/* Bodies of other entries are not read where one is named. */
static gm_status
load(const char *path, const char *entry, gm_ptx_module **out, gm_error *err)
{
	char *text = NULL;
	size_t bytes = 0;
	gm_status status =
	        gm_text_file_read(path, "PTX text", GM_PTX_MOST_BYTES, &text, &bytes, err);
	if (status == GM_OK)
		status = gm_ptx_module_parse_entry(text, bytes, path, entry, out, err);
	free(text);
	return status;
}

gm_status
gm_ptx_module_load(const char *path, gm_ptx_module **out, gm_error *err)
{
	return load(path, NULL, out, err);
}

gm_status
gm_ptx_heads_load(const char *path, gm_ptx_module **out, gm_error *err)
{
	return load(path, "", out, err);
}

gm_status
gm_ptx_kernel_load(const char *path, const gm_ptx_launch *launch, gm_kernel **out, gm_error *err)
{
	gm_ptx_module *module = NULL;
	gm_status status = load(path, launch->entry, &module, err);
	if (status == GM_OK)
		status = gm_ptx_kernel_new(module, launch, out, err);
	gm_ptx_module_free(module);
	gm_error_locate(err, path, 0, 0);
	return status;
}

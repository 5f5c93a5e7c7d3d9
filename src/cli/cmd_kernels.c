#include "cli/cli.h"

gm_status
gm_cmd_kernels(gm_cli *cli)
{
	gm_text out = {0};
	gm_library_list models;
	gm_library_list_models(cli->library, &models);
	for (int i = 0; i < models.count; i++) {
		const gm_library_entry *e = &models.entries[i];
		gm_text_print(&out, "%s", e->name);
		gm_text_pad_to(&out, 24);
		gm_text_print(&out, " %s\n", *e->problem ? e->problem : e->title);
	}
	gm_library_list_dispose(&models);
	const gm_status status = gm_output_write(cli, &out);
	gm_text_dispose(&out);
	return status;
}

#include "cli/catalogue.h"

gm_status
gm_cmd_kernels(gm_cli *cli)
{
	gm_text out = {0};
	gm_library_list models;
	gm_library_list_models(cli->library, &models);
	gm_status status = gm_catalogue_write(cli, "kernels", &models, &out);
	if (status == GM_OK)
		status = gm_output_write(cli, &out);
	gm_library_list_dispose(&models);
	gm_text_dispose(&out);
	return status;
}

#include "cli/cli.h"

gm_status
gm_cmd_validate(gm_cli *cli)
{
	return gm_fail(&cli->err, GM_NOT_MODELLED, "measured runs cannot be read yet");
}

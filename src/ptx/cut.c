#include "ptx/cut.h"

#include "ptx/paths.h"

void
gm_ptx_cut_init(ptx_warp *warp, const ptx_program *program)
{
	(void)warp;
	(void)program;
}

void
gm_ptx_cut_dispose(ptx_warp *warp)
{
	(void)warp;
}

void
gm_ptx_cut_start(ptx_warp *warp)
{
	(void)warp;
}

bool
gm_ptx_cut_arrive(ptx_warp *warp, const ptx_step *step)
{
	return warp->program->loops[step->loop].has_spin && gm_ptx_paths_spin(warp);
}

void
gm_ptx_cut_block(ptx_machine *machine)
{
	(void)machine;
}

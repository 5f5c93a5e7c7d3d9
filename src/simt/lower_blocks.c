#include "simt/lower.h"

#include "simt/flow.h"

/* The last of the block's steps that stands for an instruction of the text, where none of them has a site; -1: some
   has, or nothing is there. */
static int32_t
last_without_site(const ptx_program *p, const ptx_node *node)
{
	int32_t last = -1;
	for (int32_t i = node->first; i < node->end; i++) {
		const ptx_step *s = &p->steps[i];
		if (s->site != PTX_NO_SITE)
			return -1;
		if (s->action == ACTION_LANES && s->guard == PTX_NO_UNIT)
			last = i;
	}
	return last;
}

void
gm_ptx_note_blocks(ptx_lowering *lo)
{
	ptx_program *p = lo->program;
	ptx_graph graph;
	gm_ptx_graph_init(&graph, p);
	for (int32_t n = 0; n < graph.count - 1; n++) {
		const int32_t last = last_without_site(p, &graph.nodes[n]);
		if (last < 0)
			continue;
		ptx_step *s = &p->steps[last];
		s->site = gm_ptx_new_site(lo, (gm_site){.operation = GM_MOVE, .type = GM_U32, .array = -1, .count = 1,
							.line = s->source_line, .ptx_line = s->line, .text = s->text});
	}
	gm_ptx_graph_dispose(&graph);
}

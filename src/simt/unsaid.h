/*
 * Loads whose zeros decide only because nobody said otherwise.
 *
 * A buffer that is given without contents holds zeros, as does a variable of the module that nobody fills. Where the kernel writes none of it and what it
 * reads there decides a path or an address, the prediction is one of these zeros: a table of indices
 * sends every thread to one place, and a chase never leaves its first element.
 */
#ifndef GM_SIMT_UNSAID_H
#define GM_SIMT_UNSAID_H

#include "simt/machine.h"

/* Sets reads_unsaid and chases of the sites. After gm_ptx_relevance_analyse. */
void gm_ptx_note_unsaid(const ptx_program *program, const ptx_buffer *buffers, int count,
			gm_site *sites);

#endif

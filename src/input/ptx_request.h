/*
 * What a descriptor with <ptx> says in words: its expressions, which a loaded kernel has only as
 * numbers.
 */
#ifndef GM_INPUT_PTX_REQUEST_H
#define GM_INPUT_PTX_REQUEST_H

#include "describe/describe.h"

typedef struct gm_ptx_words {
	gm_arena *arena; /* owns the texts */
	gm_ptx_request request;
} gm_ptx_words;

/* `kernel` was loaded from the same file or text, and gives the parameters their values; one that
   was overridden keeps its new value. Errors: those of gm_xml_open, GM_NOT_MODELLED when it has no
   <ptx>. */
gm_status gm_ptx_words_load(const char *path, const gm_kernel *kernel, gm_ptx_words *out,
			    gm_error *err);
gm_status gm_ptx_words_load_text(const char *text, const char *name, const gm_kernel *kernel,
				 gm_ptx_words *out, gm_error *err);
void gm_ptx_words_dispose(gm_ptx_words *words);

#endif

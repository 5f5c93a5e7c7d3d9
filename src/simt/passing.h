/*
 * Loads that ptxas issues before stores that stand before them, as they cannot read what those write:
 * ld.global.nc, which promises that nobody writes there, and loads through the same base register
 * beside the bytes that are stored. Seen in its code for sm_75 and sm_90: in a straight piece all such
 * loads come first, and the stores stand together at its end.
 */
#ifndef GM_SIMT_PASSING_H
#define GM_SIMT_PASSING_H

#include "simt/machine.h"

/* Tells the sites of those loads. */
void gm_ptx_note_passing(const ptx_program *program, gm_site *sites);

#endif

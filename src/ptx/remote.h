/*
 * Which accesses go to the shared memory of other blocks of a cluster: those whose address comes from mapa.
 *
 * Ranks are taken to fall on all blocks of the cluster alike, the own one among them. The block itself is
 * run as if all of them were its own memory: counts of its passes are those of as many accesses.
 */
#ifndef GM_PTX_REMOTE_H
#define GM_PTX_REMOTE_H

#include "ptx/machine.h"

/* Sets gm_site.cluster of them; nothing where the entry does not say how many blocks a cluster has. */
void gm_ptx_remote(const ptx_program *program, gm_site *sites);

#endif

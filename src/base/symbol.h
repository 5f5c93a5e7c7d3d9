/*
 * Names of C++ as compilers write them, and as people do.
 *
 * A compiled kernel is called _Z5saxpyifPKfPf or _ZN3lib9transposeIfLi1EEEvPKT_PS1_; its author calls
 * it saxpy, lib::transpose<float, 1>, or just transpose. The reading of a symbol is libiberty's (the
 * demangler of the GNU tools), without parameters and result. Names of other kinds stand for
 * themselves. Tags of an ABI, as Numba hangs them on its kernels, are left out.
 */
#ifndef GM_BASE_SYMBOL_H
#define GM_BASE_SYMBOL_H

#include "base/memory.h"

#include <stdbool.h>

/* lib::transpose<float, 1> for the symbol above. Lives in the arena. */
const char *gm_symbol_readable(gm_arena *arena, const char *symbol);

/* transpose for the symbol above: no namespace, no template arguments. Lives in the arena. */
const char *gm_symbol_plain(gm_arena *arena, const char *symbol);

/*
 * Whether somebody who says `name` may mean `symbol`: the symbol itself, its reading, or the end of
 * its reading after any ::, with or without all template arguments. Blanks do not count, nor what
 * profilers add: void before, parameters behind, the types of template arguments in
 * transpose<float, (int)1>. A parameter's type is no name of the kernel.
 */
bool gm_symbol_fits(const char *symbol, const char *name);

#endif

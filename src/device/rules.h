/*
 * The names of the memory rules a device can follow. What they count is in model/coalescing.h and
 * model/banks.h; a device file only names one of each.
 */
#ifndef GM_DEVICE_RULES_H
#define GM_DEVICE_RULES_H

#include <stdbool.h>

/*        enumerator                name in device files  whose */
#define GM_COALESCING_LIST(X)                                                                      \
	X(GM_HALF_WARP_STRICT, "half_warp_strict", "cc 1.0, 1.1")                                  \
	X(GM_HALF_WARP_SEGMENTS, "half_warp_segments", "cc 1.2, 1.3")                              \
	X(GM_LINES_128, "lines_128", "cc 2.x")                                                     \
	X(GM_SECTORS_32, "sectors_32", "cc 3.0 and later")                                         \
	X(GM_GCN_LINES_64, "gcn_lines_64", "AMD GCN")

typedef enum gm_coalescing_rule {
#define X(id, name, whose) id,
	GM_COALESCING_LIST(X)
#undef X
	        GM_COALESCING_COUNT
} gm_coalescing_rule;

/*        enumerator            name in device files  whose */
#define GM_BANKS_LIST(X)                                                                           \
	X(GM_BANKS_16, "banks_16", "cc 1.x")                                                       \
	X(GM_BANKS_32_FERMI, "banks_32_fermi", "cc 2.x")                                           \
	X(GM_BANKS_32X8_4, "banks_32x8_4", "cc 3.x, 4-byte mode")                                  \
	X(GM_BANKS_32X8_8, "banks_32x8_8", "cc 3.x, 8-byte mode")                                  \
	X(GM_BANKS_32, "banks_32", "cc 5.0 and later")                                             \
	X(GM_BANKS_32_GCN, "banks_32_gcn", "AMD GCN")

typedef enum gm_bank_rule {
#define X(id, name, whose) id,
	GM_BANKS_LIST(X)
#undef X
	        GM_BANKS_COUNT
} gm_bank_rule;

/* Static names. */
const char *gm_coalescing_name(gm_coalescing_rule rule);
const char *gm_coalescing_whose(gm_coalescing_rule rule);
bool gm_coalescing_find(const char *name, gm_coalescing_rule *out);
const char *gm_banks_name(gm_bank_rule rule);
const char *gm_banks_whose(gm_bank_rule rule);
bool gm_banks_find(const char *name, gm_bank_rule *out);

#endif

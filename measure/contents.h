/*
 * What an array holds before a launch: TYPE[COUNT]:CONTENTS
 *
 *     zero         0
 *     fill=VALUE   the same everywhere: -1, 0.5
 *     iota         element i holds i
 *     random       floats: even over [0, 1); integers: any bits
 *     signed       floats: even over [-1, 1); integers: any bits, the sign bit clear
 *     random=MAX   floats: even over [0, MAX); integers: even over 0 ... MAX-1
 *     step=K       element i holds i*K
 *     gather=K     element i holds i*K modulo COUNT
 *     chain=K      element i holds (i+K) modulo COUNT: where a chase goes next
 *     cycle=K      a chase in random order through every K-th element, back to element 0
 *     band=W       a random column near row i/W: i/W + 0 ... 4W-1, below COUNT/W (sparse matrices)
 *     file=NAME    whitespace-separated numbers, beside the list
 *
 * Everything but cycle and file is a pure function of the index, so the same list gives the same
 * memory on any machine, however many threads fill it. Random is splitmix64 of the index (Steele,
 * Lea and Flood, OOPSLA 2014).
 */
#ifndef GM_MEASURE_CONTENTS_H
#define GM_MEASURE_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*  enumerator, name in lists, bytes */
#define GM_TYPE_LIST(X)                                                                            \
	X(GM_U8, "u8", 1)                                                                          \
	X(GM_U16, "u16", 2)                                                                        \
	X(GM_S32, "s32", 4)                                                                        \
	X(GM_U32, "u32", 4)                                                                        \
	X(GM_S64, "s64", 8)                                                                        \
	X(GM_U64, "u64", 8)                                                                        \
	X(GM_F16, "f16", 2)                                                                        \
	X(GM_F32, "f32", 4)                                                                        \
	X(GM_F64, "f64", 8)

typedef enum gm_type {
#define X(id, name, bytes) id,
	GM_TYPE_LIST(X)
#undef X
} gm_type;

/*  enumerator, name in lists, whether a number follows */
#define GM_FILL_LIST(X)                                                                            \
	X(GM_ZERO, "zero", false)                                                                  \
	X(GM_FILL, "fill", true)                                                                   \
	X(GM_IOTA, "iota", false)                                                                  \
	X(GM_RANDOM, "random", false)                                                              \
	X(GM_SIGNED, "signed", false)                                                              \
	X(GM_RANDOM_BELOW, "random", true)                                                         \
	X(GM_STEP, "step", true)                                                                   \
	X(GM_GATHER, "gather", true)                                                               \
	X(GM_CHAIN, "chain", true)                                                                 \
	X(GM_CYCLE, "cycle", true)                                                                 \
	X(GM_BAND, "band", true)                                                                   \
	X(GM_FILE, "file", true)

typedef enum gm_fill {
#define X(id, name, number) id,
	GM_FILL_LIST(X)
#undef X
} gm_fill;

typedef struct gm_contents {
	gm_type type;
	gm_fill fill;
	uint64_t count;
	double number;  /* VALUE, MAX, K or W */
	char file[512]; /* of GM_FILE, as written */
} gm_contents;

size_t gm_type_bytes(gm_type type);

/* Reads "f32[1024]:random=4". False: not of that form. */
bool gm_contents_parse(gm_contents *contents, const char *text);

/* Reads "s32=17" into the bytes of a scalar. */
bool gm_scalar_parse(uint64_t *out, const char *text);

/* Of its type; 0: it has none. */
size_t gm_scalar_bytes(const char *text);

/* Whether an element is a function of its index; not so for GM_CYCLE and GM_FILE. */
bool gm_contents_by_pieces(const gm_contents *contents);

/* Writes elements first ... first+count-1 to `to`; of contents by pieces. */
void gm_contents_fill(const gm_contents *contents, void *to, uint64_t first, uint64_t count);

/* Writes the whole array, of the other contents. `folder` is where the file stands. */
bool gm_contents_fill_whole(const gm_contents *contents, const char *folder, void *to);

/* Element i of an array of that type, as a number. */
double gm_type_number(gm_type type, const void *array, uint64_t i);

#endif

/*
 * What a device must have for an instruction, and since when NVIDIA's have it.
 *
 * A kernel that executes an instruction which the device lacks does not run there: its code cannot be
 * made for that compute capability, or a compiler makes something else of it (doubles became floats
 * before cc 1.3, asynchronous copies go through registers before cc 8.0). What would run then is
 * another kernel, so nothing is predicted of it.
 *
 * Sources: CUDA C programming guide, "Compute Capabilities", table "Feature support per compute
 * capability" (editions 4.2, 8.0 and 12), and PTX ISA, "Target ISA notes" of vote, shfl, mma, wmma,
 * wgmma, cp.async, cp.async.bulk and mapa. Atomics: see model/atomics.h. A card may lack a unit that
 * its compute capability could have: its rate is 0 in the device file.
 */
#ifndef GM_MODEL_SUPPORT_H
#define GM_MODEL_SUPPORT_H

#include "device/device.h"
#include "kernel/kernel.h"

/*        enumerator             what it is, in messages                   since cc  rate row, none: COUNT */
#define GM_NEED_LIST(X)                                                                            \
	X(GM_NEED_VOTE, "votes of a warp", 1, 2, GM_FACT_COUNT)                                    \
	X(GM_NEED_F64, "double precision", 1, 3, GM_RATE_F64)                                      \
	X(GM_NEED_SHUFFLE, "shuffles between lanes", 3, 0, GM_RATE_SHUFFLE)                        \
	X(GM_NEED_F16, "half-precision arithmetic", 5, 3, GM_RATE_F16)                             \
	X(GM_NEED_TENSOR, "tensor cores", 7, 0, GM_RATE_TENSOR_F16)                                \
	X(GM_NEED_TENSOR_S8, "tensor cores for integers", 7, 2, GM_RATE_TENSOR_S8)                 \
	X(GM_NEED_BF16, "bfloat16 arithmetic", 8, 0, GM_RATE_F16)                                  \
	X(GM_NEED_TENSOR_BF16, "tensor cores for bfloat16", 8, 0, GM_RATE_TENSOR_F16)              \
	X(GM_NEED_TENSOR_TF32, "tensor cores for tf32", 8, 0, GM_RATE_TENSOR_TF32)                 \
	X(GM_NEED_TENSOR_F64, "tensor cores for double precision", 8, 0, GM_RATE_TENSOR_F64)       \
	X(GM_NEED_ASYNC_COPY, "asynchronous copies to shared memory", 8, 0, GM_FACT_COUNT)         \
	X(GM_NEED_BULK_COPY, "copies in bulk", 9, 0, GM_FACT_COUNT)                                \
	X(GM_NEED_WARPGROUP, "tensor cores that read shared memory", 9, 0, GM_FACT_COUNT)          \
	X(GM_NEED_CLUSTER, "clusters of blocks", 9, 0, GM_FACT_COUNT)

typedef enum gm_need {
#define X(id, what, major, minor, rate) id,
	GM_NEED_LIST(X)
#undef X
	        GM_NEED_COUNT /* also: nothing that any device lacks */
} gm_need;

/* Of a site; atomics have a table of their own. */
gm_need gm_need_of(const gm_site *site);

enum { GM_LACK_TEXT = 128 };

/* Can the device execute the site? If not, `out` says what is missing: "mma needs tensor cores: from cc
   7.0 on". */
bool gm_site_supported(const gm_device *device, const gm_site *site, char out[GM_LACK_TEXT]);

#endif

/*
 * Copies of boxes of a tensor, whose place and shape stand in a tensor map (CUtensorMap).
 *
 * A map is an opaque word of 128 bytes that the host makes, so an argument describes it:
 *
 *     f16[4096x2048]/64x128            extents, innermost first, and the box of one copy
 *     f16[4096x2048]/64x128~128        what lies in shared memory is swizzled by 128 bytes
 *     f16[4096x2048]/64x128:random     contents, as of a buffer
 *
 * A copy moves the rows of the box that lie inside the tensor; what lies outside is filled with
 * zeros in shared memory and not moved. The mbarrier counts all bytes of the box. Swizzling
 * exchanges pieces of 16 bytes: bits 4 to 6 of the shared address (128; 4 to 5 for 64, 4 for 32)
 * are combined by exclusive or with bits 7 to 9.
 *
 * Source: CUDA driver API, cuTensorMapEncodeTiled; PTX ISA 8.x, section on tensor copies.
 */
#ifndef GM_SIMT_TENSOR_H
#define GM_SIMT_TENSOR_H

#include "simt/machine.h"

enum { PTX_MAP_BYTES = 128, PTX_MAP_ALIGN_BYTES = 64 };

/* The words after TYPE: "[XxY]/AxB~S", up to ':' or the end, which *rest points at. False: not of
   that form, or with numbers that no map can have; `*why` then says what was expected. */
bool gm_ptx_map_parse(const char *text, ptx_type type, ptx_map *out, const char **rest,
		      const char **why);

/* Bytes of the whole tensor and of a box. */
int64_t gm_ptx_map_bytes(const ptx_map *map);
int64_t gm_ptx_map_box_bytes(const ptx_map *map);

/* cp.async.bulk.tensor: step->a to (shared), step->b the address of the map, sources 3 the mbarrier
   or PTX_NO_UNIT, the coordinates from 4 on; step->detail 1: from shared to global. Streams 16 bytes
   per lane under the traffic site. */
void gm_ptx_copy_tensor(ptx_warp *warp, const ptx_step *step, uint32_t mask);

#endif

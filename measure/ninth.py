"""A ninth validation set: ordinary kernels of every kind, most held against plain loops."""
import struct

from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real
from blind import Blind, double, unsigned, zeros
from fifth import u16
from sixth import below, numbers, reals
from eighth import s64


class Ninth(Blind):
    folder = "ninth"


def pair(low, high):
    """A structure of two words, by value."""
    return "u64=%d" % (low | high << 32)


def pair_of_reals(a, b):
    return "u64=%d" % struct.unpack("<Q", struct.pack("<ff", a, b))


def add_moves(lists):
    run = Ninth(lists, "ferry")
    for n, offset, grid in [(20000000, 5, 396)]:
        run("dup_offset_loop", grid, 256, [f32(n + offset), zeros(f32, n), s64(n), number(offset)],
            {"n": n, "offset": offset, "grid": grid})
    for n, stride in [(1 << 23, 3)]:
        run("dup_float2_stride", ceil_div(ceil_div(n, stride), 192), 192, [f32(2 * n),
            zeros(f32, 2 * n)] + numbers(n, stride), {"n": n, "stride": stride})
    for quads in [12000001]:
        run("dup_uint4_guard", ceil_div(quads, 1024), 256, [u32(4 * quads), zeros(u32, 4 * quads),
            unsigned(quads)], {"quads": quads})
    for n, shift in [(6000000, 7)]:
        run.flat("dup_bytes_shifted", n, 256, [u32(n + 4, "random"), zeros(u32, n)]
                 + numbers(n, shift), {"shift": shift})
    for width, height, block in [(1500, 2000, (24, 10))]:
        run.plane("dup_pitched_double", width, height, block, [f64(1536 * height), number(1536),
                  zeros(f64, 1504 * height), number(1504)] + numbers(width, height))
    for n in [4000000]:
        run("dup_fill_shorts", 264, 512, [zeros(u16, 4 * n), number(n), "u16=3", "u16=9"],
            {"n": n})
    for n, block in [(10000000, 256), (30000, 64)]:
        run("dup_axpy_four", ceil_div(n, 4 * block), block, [real(1.5), f32(n), f32(n), number(n)],
            {"n": n, "block": block})
    for n in [1 << 20]:
        run("dup_reverse_shared", n // 256, 256, [s32(n, "random"), zeros(s32, n), number(n)],
            {"n": n})
    for n in [3000000]:
        run.flat("dup_zip_three", n, 320, [f32(n)] * 3 + [zeros(f32, 3 * n), number(n)])
    for rows, cols, block in [(1500, 2100, (33, 7))]:
        run.plane("flip_columns_first", rows, cols, block, [s32(rows * cols, "random"),
                  zeros(s32, rows * cols)] + numbers(rows, cols))
    for rows, cols in [(4000, 3000)]:
        run("flip_tile_double", (ceil_div(cols, 16), ceil_div(rows, 16)), (16, 16),
            [zeros(f64, rows * cols), f64(rows * cols)] + numbers(rows, cols),
            {"rows": rows, "cols": cols})
    for n in [4096]:
        run("flip_bytes_64", (n // 64, n // 64), (16, 16), [u8(n * n), zeros(u8, n * n), number(n)],
            {"n": n})
    for a, b, c in [(64, 100, 120)]:
        run.flat("flip_permute_3d", a * b * c, 256, [f32(a * b * c), zeros(f32, a * b * c)]
                 + numbers(a, b, c), {"a": a, "b": b, "c": c})
    for n in [2048]:
        run("flip_in_place", (n // 32, n // 32), (32, 8), [f32(n * n), number(n)], {"n": n})


def add_objects(lists):
    run = Ninth(lists, "objects")
    for n in [2000000]:
        run.flat("obj_body_move", n, 256, [f32(7 * n), number(n), real(0.01)])
        run.flat("obj_body_energy", n, 128, [f32(7 * n), zeros(f32, n), number(n)])
    for n in [1 << 22]:
        run.flat("obj_blocked_fields", n, 256, [f32(4 * n), number(n), real(0.01)])
    for n, block in [(1920 * 1080, 256), (300 * 200, 100)]:
        run.flat("obj_pixels_to_float", n, block, [u8(3 * n), zeros(f32, 3 * n), number(n),
                 real(1 / 255)])
    for n, grid in [(1000000, 264)]:
        run("obj_cross_double3", grid, 256, [f64(3 * n), f64(3 * n), zeros(f64, 3 * n), number(n)],
            {"n": n, "grid": grid})
    for first, last in [(1001, 5000000)]:
        n = last - first
        run.flat("obj_copy_range", n, 256, [f32(last), zeros(f32, n), pair(first, last)])
    for n, size in [(1 << 22, 1 << 18), (1 << 22, 1 << 25)]:
        run.flat("get_with_ldg", n, 256, [f32(size), below(n, size), zeros(f32, n), number(n)],
                 {"table": size})
    for n, size in [(1000000, 3000000)]:
        run.flat("get_through_two", n, 128, [f64(size), below(size, size), below(n, size),
                 zeros(f64, n), number(n)], {"table": size})
    for n in [1 << 21]:
        run.flat("put_permuted", n, 256, [f32(n), u32(n, "gather=4097"), zeros(f32, n), number(n)])
    for n, keys in [(2000000, 50000)]:
        run.flat("put_largest", n, 256, [below(n, keys), s32(n, "random"), zeros(s32, keys),
                 number(n)], {"keys": keys})
    for tokens, entries, quads, rows in [(8192, 32000, 192, 4)]:
        run("get_token_rows", ceil_div(tokens, rows), (32, rows), [f32(4 * quads * entries),
            below(tokens, entries), zeros(f32, 4 * quads * tokens)] + numbers(tokens, quads),
            {"tokens": tokens, "quads": quads})
    for samples, features, entries, width in [(4096, 26, 10000, 64)]:
        run("get_features_summed", samples, width, [f32(features * entries * width),
            below(samples * features, entries), zeros(f32, samples * width)]
            + numbers(features, entries, width), {"samples": samples, "features": features})
    for n in [8000000]:
        run("get_from_shared_table", 528, 256, [u16(n, "random"), f32(1024), zeros(f32, n),
            number(n)], {"n": n})
    for size, n in [(1 << 22, 500000)]:
        run.flat("get_lower_bound", n, 256, [u32(size, "step=5"), number(size),
                 u32(n, "random=%d" % (5 * size)), zeros(s32, n), number(n)], {"size": size})
    for lists_, nodes, steps in [(20000, 1 << 20, 64)]:
        run.flat("get_list_sums", lists_, 128, [below(nodes, nodes), f32(nodes),
                 zeros(f32, lists_)] + numbers(lists_, steps), {"nodes": nodes, "steps": steps})
    for n, hops in [(1 << 17, 4000)]:
        run("get_one_ring", 1, 1, [u32(n, "cycle=8"), zeros(u32, 1), number(hops)],
            {"n": n, "hops": hops})


def add_products(lists):
    run = Ninth(lists, "contraction")
    for m, n, k in [(500, 600, 400)]:
        run.plane("prod_first_double", n, m, (16, 16), [f64(m * k), f64(k * n), zeros(f64, m * n)]
                  + numbers(m, n, k), {"k": k})
    for m, n, k in [(1000, 1000, 700)]:
        run.plane("prod_at_b", n, m, (32, 8), [f32(m * k), f32(k * n), zeros(f32, m * n)]
                  + numbers(m, n, k), {"k": k})
    for n in [512]:
        run("prod_int_tile8", (n // 8, n // 8), (8, 8), [below(n * n, 100), below(n * n, 100),
            zeros(s32, n * n), number(n)], {"n": n})
    for m, n, k in [(777, 555, 333)]:
        run("_Z9prod_tileILi16EfEvPKT0_S2_PS0_iii", (ceil_div(n, 16), ceil_div(m, 16)), (16, 16),
            [f32(m * k), f32(k * n), zeros(f32, m * n)] + numbers(m, n, k),
            {"m": m, "n": n, "k": k}, kernel="prod_tile_16")
    for m, n, k in [(640, 320, 480)]:
        run("_Z9prod_tileILi32EdEvPKT0_S2_PS0_iii", (ceil_div(n, 32), ceil_div(m, 32)), (32, 32),
            [f64(m * k), f64(k * n), zeros(f64, m * n)] + numbers(m, n, k),
            {"m": m, "n": n, "k": k}, kernel="prod_tile_32_double")
    for m, n, k in [(1536, 1536, 768)]:
        run("prod_block_4x8", (n // 64, m // 64), 128, [f32(m * k), f32(k * n), zeros(f32, m * n)]
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for n in [600]:
        run("prod_two_by_two", (ceil_div(n, 32), ceil_div(n, 32)), (16, 16), [f32(n * n),
            f32(n * n), zeros(f32, n * n), number(n)], {"n": n})
    for m, n, k in [(400, 700, 512)]:
        run.plane("prod_half_simple", n, m, (32, 4), [f16(m * k), f16(k * n), zeros(f16, m * n)]
                  + numbers(m, n, k), {"k": k})
    for n in [768]:
        run("prod_half2_shared", (n // 32, n // 32), (16, 32), [f16(n * n), f16(n * n),
            zeros(f16, n * n), number(n)], {"n": n})
    for m, n, k in [(1024, 768, 512)]:
        run("prod_wmma_first", (m // 64, n // 32), (128, 2), [f16(m * k), f16(k * n),
            zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2048, 1024), (128, 192, 256)]:
        run("prod_wmma_staged", (n // 64, m // 64), 128, [f16(m * k), f16(k * n), zeros(f16, m * n)]
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1024, 1024)]:
        run("prod_mma_ldmatrix", (n // 32, m // 32), 64, [f16(m * k), f16(n * k), zeros(f32, m * n)]
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, block in [(10000, 2000, 128)]:
        run.flat("prod_vector_columns", m, block, [f32(m * n), f32(n), zeros(f32, m)]
                 + numbers(m, n), {"cols": n})
    for rows, quads in [(300, 333)]:
        run("prod_vector_warp4", ceil_div(rows, 8), 256, [f32(4 * rows * quads), f32(4 * quads),
            zeros(f32, rows)] + numbers(rows, quads), {"rows": rows, "quads": quads})
    for m, n in [(1200, 1700)]:
        run.plane("prod_rank_one", n, m, (32, 6), [f64(m * n), f64(m), f64(n), double(0.5)]
                  + numbers(m, n))
    for rows, n in [(1024, 512)]:
        run("prod_gram_lower", (n // 16, n // 16), (16, 16), [f32(rows * n), zeros(f32, n * n)]
            + numbers(rows, n), {"rows": rows, "n": n})


def add_meshes(lists):
    run = Ninth(lists, "meshes")
    for nx, ny, block in [(3000, 2000, (32, 4))]:
        run.plane("grid_laplace_double", nx, ny, block, [f64(nx * ny), zeros(f64, nx * ny)]
                  + numbers(nx, ny) + [double(0.01)])
    for nx, ny, nz in [(200, 180, 160), (40, 30, 20)]:
        run("grid_heat_cube", (ceil_div(nx, 8), ceil_div(ny, 8), ceil_div(nz, 8)), (8, 8, 8),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz) + [real(0.1)],
            {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, nz in [(258, 258, 130)]:
        run("grid_heat_planes", ((nx - 2) // 32, (ny - 2) // 8), (32, 8), [f32(nx * ny * nz),
            zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz) + [real(0.1)],
            {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, nz in [(150, 140, 100)]:
        run("grid_box27", (ceil_div(nx - 2, 32), ceil_div(ny - 2, 6), nz - 2), (32, 6),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
            {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, block in [(2500, 1500, (32, 8))]:
        run.plane("grid_wave_fourth", nx, ny, block, [f32(nx * ny)] * 3 + numbers(nx, ny)
                  + [real(0.001)])
    for w, h, block in [(700, 500, (20, 5))]:
        run.plane("grid_gray_scott", w, h, block, [f32(w * h, "random=1")] * 2
                  + [zeros(f32, w * h)] * 2 + numbers(w, h) + reals(0.037, 0.06))
    for n in [5000000]:
        run.flat("grid_upwind_line", n, 256, [f64(n), zeros(f64, n), number(n), double(1.0),
                 double(0.4)])
    for w, h in [(4000, 3000)]:
        run("grid_life_shared", (ceil_div(w, 32), ceil_div(h, 16)), (32, 16),
            [u8(w * h, "random=2"), zeros(u8, w * h)] + numbers(w, h), {"width": w, "height": h})
    for nx, ny in [(1920, 1200)]:
        run.plane("grid_divergence_mac", nx, ny, (64, 4), [f32((nx + 1) * ny), f32(nx * (ny + 1)),
                  zeros(f32, nx * ny)] + numbers(nx, ny) + [real(10)])
    for rows, stride in [(8192, 256)]:
        run("grid_derivative_line", rows, 256, [f32(rows * stride), zeros(f32, rows * stride),
            number(stride)], {"rows": rows}, constants=["eighth_order f32[4]:random"])
    for n in [2050]:
        run("grid_red_black", (ceil_div(n // 2, 32), ceil_div(n, 8)), (32, 8), [f64(n * n),
            f64(n * n)] + numbers(n, 1) + [double(0.01)], {"n": n})


def add_windows(lists):
    run = Ninth(lists, "windows")
    taps, filter5 = ["taps f32[64]:random"], ["kernel5 f32[25]:random"]
    for n, width in [(200000, 33)]:
        run.flat("win_line_constant", n, 256, [f32(n), zeros(f32, n)] + numbers(n, width),
                 {"width": width}, constants=taps)
    for w, h, radius in [(1280, 720, 3)]:
        run.plane("win_plane_any", w, h, (16, 8), [f32(w * h), f32((2 * radius + 1) ** 2),
                  zeros(f32, w * h)] + numbers(w, h, radius), {"radius": radius})
    for radius, w, h in [(1, 2048, 1536), (2, 500, 333)]:
        run("_Z14win_plane_tileILi%dEEvPKfPfii" % radius, (ceil_div(w, 16), ceil_div(h, 16)),
            (16, 16), [f32(w * h), zeros(f32, w * h)] + numbers(w, h),
            {"width": w, "height": h}, kernel="win_plane_tile_%d" % radius, constants=filter5)
    for h, w, channels in [(112, 112, 96)]:
        run("win_depthwise", (ceil_div(w, 4), h), (channels, 4), [f32(h * w * channels),
            f32(9 * channels), zeros(f32, h * w * channels)] + numbers(h, w, channels),
            {"side": h, "channels": channels})
    for channels, h, w in [(32, 56, 56)]:
        run("win_unfold", 528, 256, [f32(channels * h * w), zeros(f32, 9 * channels * h * w)]
            + numbers(channels, h, w), {"channels": channels, "side": h})
    for planes, h, w in [(128, 113, 111)]:
        run("win_pool_max", (ceil_div(w // 2, 16), ceil_div(h // 2, 16), planes), (16, 16),
            [f32(planes * h * w), zeros(f32, planes * (h // 2) * (w // 2))]
            + numbers(planes, h, w), {"planes": planes})
    for w, h in [(1920, 1080)]:
        run("pix_gauss_row", (ceil_div(w, 128), h), 128, [u8(4 * w * h), zeros(u8, 4 * w * h)]
            + numbers(w, h), {"width": w, "height": h})
    for w, h, block in [(1600, 1200, (32, 8)), (333, 222, (11, 11))]:
        run.plane("pix_erode3", w, h, block, [u8(w * h), zeros(u8, w * h)] + numbers(w, h))
    for n in [3000000]:
        run.flat("pix_unsharp", n, 256, [f32(n, "random=1"), f32(n, "random=1"), zeros(f32, n),
                 number(n)] + reals(0.6, 0.2))
    for n in [2000000]:
        run.flat("pix_rgb_to_ycbcr", n, 192, [u8(3 * n), zeros(u8, 3 * n), number(n)])
    for w, h in [(1500, 1100)]:
        run.plane("pix_turn_nearest", w, h, (32, 8), [u32(w * h, "random"), zeros(u32, w * h)]
                  + numbers(w, h) + reals(0.9, 0.43588989))
    for w, h in [(1280, 960)]:
        run.plane("pix_prewitt", w, h, (32, 8), [f32(w * h), zeros(f32, w * h), zeros(u8, w * h)]
                  + numbers(w, h))


def add_reductions(lists):
    run = Ninth(lists, "collect")
    for n, block in [(6000000, 256), (3000, 512)]:
        run.flat("agg_tree_max", n, block, [f32(n), zeros(f32, ceil_div(n, block)), number(n)],
                 shared=4 * block)
    for entry, kernel, n, grid, block in [("_Z8agg_withI3SumEvPKfPfiT_", "agg_with_sum", 30000000,
                                           528, 256),
                                          ("_Z8agg_withI5LeastEvPKfPfiT_", "agg_with_least",
                                           100000, 40, 128)]:
        run(entry, grid, block, [f32(n), zeros(f32, grid), number(n), "u8=0"],
            {"n": n, "grid": grid, "block": block}, kernel=kernel)
    for n, grid in [(1000003, 132)]:
        run("agg_least_place", grid, 256, [f32(n), zeros(f32, grid), zeros(s32, grid), number(n)],
            {"n": n, "grid": grid})
    for n, grid in [(10000000, 264)]:
        run("agg_block_atomic", grid, 256, [s32(n, "random=10"), zeros(s32, 1), number(n)],
            {"n": n, "grid": grid})
    for groups, each in [(100000, 40)]:
        run("agg_tiles_of_16", ceil_div(groups, 16), 256, [f32(groups * each), zeros(f32, groups)]
            + numbers(groups, each), {"groups": groups, "each": each})
    for n, grid in [(8000000, 264)]:
        run("agg_dot_doubles", grid, 256, [f64(n), f64(n), zeros(f64, 1), number(n)],
            {"n": n, "grid": grid})
    for rows, cols in [(4096, 1000)]:
        run("agg_columns", ceil_div(cols, 32), (32, 16), [f32(rows * cols), zeros(f32, cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols in [(30000, 500), (1000, 20)]:
        run("agg_rows_warp", ceil_div(rows, 8), 256, [f32(rows * cols), zeros(f32, rows),
            zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for quads, grid in [(4000000, 528)]:
        run("agg_moments", grid, 256, [f32(4 * quads), zeros(f32, 2 * grid), number(quads)],
            {"quads": quads, "grid": grid})
    for n in [5000000]:
        run.flat("_Z12agg_count_ifI7BetweenEvPKiPiiT_", n, 512, [below(n, 1000),
                 zeros(s32, ceil_div(n, 512)), number(n), pair(100, 400)], kernel="agg_count_if")
    for n in [400000]:
        run.flat("agg_norms_of_12", n, 128, [f32(12 * n), zeros(f32, n), number(n)])


def add_prefixes(lists):
    run = Ninth(lists, "prefixes")
    for n in [2000000]:
        run.flat("run_block_two_buffers", n, 512, [f32(n), zeros(f32, n),
                 zeros(f32, ceil_div(n, 512)), number(n)])
    for n, block in [(8000000, 1024)]:
        run.flat("run_block_warps", n, block, [s32(n, "random=10"), zeros(s32, n),
                 zeros(s32, ceil_div(n, block)), number(n)])
    for rows, cols in [(2000, 1111)]:
        run("run_rows_carried", ceil_div(rows, 4), (32, 4), [below(rows * cols, 10),
            zeros(s32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols in [(1000, 4000)]:
        run.flat("run_columns_down", cols, 64, [f32(rows * cols), zeros(f32, rows * cols)]
                 + numbers(rows, cols), {"rows": rows})
    for quads in [1 << 20]:
        run.flat("run_add_carries", quads, 256, [below(4 * quads, 1000), below(quads // 256, 1000),
                 number(quads)])
    for n, ring in [(4000000, 1 << 22)]:
        run.flat("run_keep_positive", n, 256, [f32(n), zeros(f32, ring), zeros(u32, 1),
                 number(n), unsigned(ring - 1)])
    for n, grid in [(4000000, 264)]:
        run("bkt_bytes_in_words", grid, 256, [u32(n, "random"), zeros(u32, 256), number(n)],
            {"n": n, "grid": grid})
    for n, bins in [(1000000, 5000)]:
        run.flat("bkt_floats_global", n, 256, [f32(n), zeros(s32, bins), number(n)]
                 + reals(-1, bins / 2) + [number(bins)], {"bins": bins})
    for n, grid in [(3000000, 132)]:
        run("bkt_joint_32", grid, 512, [u8(n), u8(n, "random=100"), zeros(s32, 1024), number(n)],
            {"n": n, "grid": grid})
    for n, bins, grid in [(1000000, 200, 132)]:
        run("bkt_weights", grid, 256, [below(n, bins), f32(n, "random=1"), zeros(f32, bins)]
            + numbers(n, bins), {"n": n, "bins": bins}, shared=4 * bins)
    for n, grid in [(16000000, 528)]:
        run("bkt_sixteen_registers", grid, 256, [u8(n), zeros(s32, 16), number(n)],
            {"n": n, "grid": grid})


def add_rows(lists):
    run = Ninth(lists, "heights")
    for rows, quads, block in [(4096, 512, 256), (50, 1000, 512)]:
        run("nrm_softmax_float4", rows, block, [f32(4 * rows * quads), zeros(f32, 4 * rows * quads),
            number(quads)], {"rows": rows, "quads": quads})
    for per, rows, warps in [(4, 100000, 4), (32, 5000, 8)]:
        run("_Z15nrm_log_softmaxILi%dEEvPKfPfi" % per, ceil_div(rows, warps), (32, warps),
            [f32(rows * 32 * per), zeros(f32, rows * 32 * per), number(rows)],
            {"rows": rows, "per": per}, kernel="nrm_log_softmax_%d" % per)
    for rows, cols in [(8000, 1024)]:
        run("nrm_layer_two_pass", rows, 256, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols), number(cols), real(1e-5)], {"rows": rows, "cols": cols},
            shared=4 * cols)
    for rows, cols in [(5000, 640)]:
        run("nrm_layer_welford", ceil_div(rows, 4), 128, [f32(rows * cols), zeros(f32, rows * cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    for images, channels, pixels in [(32, 64, 28 * 28)]:
        n = images * channels * pixels
        run.flat("nrm_batch_infer", n, 256, [f32(n), zeros(f32, n), f32(channels),
                 f32(channels, "random=1"), f32(channels), f32(channels)]
                 + numbers(channels, pixels, n), {"channels": channels})
    for rows, classes in [(20000, 100)]:
        run.flat("nrm_cross_entropy", rows, 128, [f32(rows * classes), below(rows, classes),
                 zeros(f32, rows)] + numbers(rows, classes), {"classes": classes})
    for heads, length, depth in [(12, 400, 64)]:
        n = heads * length * depth
        run("head_scores", (ceil_div(length, 16), ceil_div(length, 16), heads), (16, 16), [f32(n),
            f32(n), zeros(f32, heads * length * length)] + numbers(length, depth) + [real(0.125)],
            {"heads": heads, "length": length})
    for heads, length in [(8, 512)]:
        n = heads * length * 64
        run("head_online_warp", (ceil_div(length, 4), heads), (32, 4), [f32(n)] * 3
            + [zeros(f32, n), number(length), real(0.125)], {"heads": heads, "length": length})
    for heads, length, depth in [(8, 256, 64)]:
        n = heads * length * depth
        run("head_weighted_values", (length, heads), depth, [f32(heads * length * length), f32(n),
            zeros(f32, n)] + numbers(length, depth), {"heads": heads, "length": length},
            shared=4 * length)
    for tokens, heads, pairs in [(2048, 16, 32)]:
        n = tokens * heads * pairs
        run.flat("head_rotary", n, 256, [f32(2 * n), below(tokens, 2048)]
                 + numbers(heads, pairs, tokens), {"heads": heads})
    for rows, cols in [(1000, 3000)]:
        run("head_quantise_rows", rows, 256, [f32(rows * cols), zeros(u8, rows * cols),
            zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    for words, group in [(2000000, 16)]:
        run.flat("head_unpack_four", words, 256, [u32(words, "random"), f16(words // group),
                 zeros(f16, 8 * words)] + numbers(words, group), {"group": group})
    for rows, pairs in [(2048, 1536)]:
        run.flat("head_bias_gelu", rows * pairs, 256, [f16(2 * rows * pairs), f16(2 * pairs)]
                 + numbers(rows * pairs, pairs), {"pairs": pairs})
    for quads in [2000000]:
        run.flat("head_dropout", quads, 256, [f32(4 * quads), zeros(f32, 4 * quads), number(quads),
                 unsigned(77), unsigned(0xe6666666), real(1 / 0.9)])
    for entry, kernel, n, grid, value in [("5Swish", "head_zip_swish", 10000000, 1056, 1.0),
                                          ("8LeakyAdd", "head_zip_leaky", 100001, 100, 0.01)]:
        run("_Z13head_zip_withI%sEvPKfS2_PfiT_" % entry, grid, 256, [f32(n), f32(n), zeros(f32, n),
            number(n), real(value)], {"n": n, "grid": grid}, kernel=kernel)


def add_sparse(lists):
    run = Ninth(lists, "hollow")
    for rows, each in [(200000, 9)]:
        run.flat("csr_thread_double", rows, 256, [number(rows), s32(rows + 1, "step=%d" % each),
                 s32(rows * each, "band=%d" % each), f64(rows * each), f64(rows + 4 * each),
                 f64(rows)], {"each": each})
    for rows, each, grid in [(40000, 80, 528), (500, 40, 20)]:
        run("csr_warp_float", grid, 256, [s32(rows + 1, "step=%d" % each),
            below(rows * each, rows), f32(rows * each), f32(rows), zeros(f32, rows), number(rows)],
            {"rows": rows, "each": each, "grid": grid})
    for rows, most in [(150000, 24)]:
        run.flat("csr_uneven_rows", rows, 128, [below(rows, most), below(rows * most, rows),
                 f32(rows * most), f32(rows), zeros(f32, rows)] + numbers(rows, most),
                 {"most": most})
    for rows, each in [(50000, 16)]:
        run("csr_times_dense", ceil_div(rows, 8), (32, 8), [s32(rows + 1, "step=%d" % each),
            below(rows * each, rows), f32(rows * each), f32(32 * rows), zeros(f32, 32 * rows),
            number(rows)], {"rows": rows, "each": each})
    for n, rows, quads in [(200000, 10000, 16)]:
        run("csr_sampled_products", ceil_div(n, 32), 256, [below(n, rows), below(n, rows),
            f32(4 * rows * quads), f32(4 * rows * quads), zeros(f32, n)] + numbers(n, quads),
            {"n": n, "quads": quads})
    for rows, each in [(100000, 8)]:
        run.flat("csr_transposed_add", rows, 256, [s32(rows + 1, "step=%d" % each),
                 below(rows * each, rows), f32(rows * each), f32(rows), zeros(f32, rows),
                 number(rows)], {"each": each})
    for n, count in [(500000, 7)]:
        run.flat("csr_diagonals", n, 256, [f64(n * count), s32(count, "step=1000"), f64(n),
                 zeros(f64, n)] + numbers(n, count), {"count": count})
    for nodes, each in [(400000, 8)]:
        run.flat("edge_level", nodes, 256, [s32(nodes + 1, "step=%d" % each),
                 below(nodes * each, nodes), below(nodes, 6), zeros(s32, nodes), zeros(s32, 1)]
                 + numbers(nodes, 2), {"each": each})
    for nodes, edges in [(100000, 1500000)]:
        run.flat("edge_push_rank", edges, 256, [below(edges, nodes), below(edges, nodes),
                 f32(nodes), below(nodes, 30), zeros(f32, nodes), number(edges)],
                 {"nodes": nodes})
    for nodes, each in [(200000, 5)]:
        run.flat("edge_least_label", nodes, 128, [s32(nodes + 1, "step=%d" % each),
                 s32(nodes * each, "band=%d" % each), s32(nodes + 4 * each, "random=%d" % nodes),
                 zeros(s32, nodes), number(nodes)], {"each": each})
    for nodes, n in [(50000, 2000000)]:
        run("edge_conflicts", 264, 256, [below(2 * n, nodes), u8(nodes, "random=10"), zeros(s32, 1),
            number(n)], {"nodes": nodes, "n": n})


def add_sorts(lists):
    run = Ninth(lists, "arrange")
    for n in [1 << 20]:
        run("arr_bitonic_512", n // 512, 256, [s32(n, "random"), zeros(s32, n)],
            {"n": n})
    for n, stride, size in [(1 << 21, 512, 4096)]:
        run.flat("arr_bitonic_pairs", n // 2, 256, [u32(n, "random"), u32(n, "iota"),
                 zeros(u32, n), zeros(u32, n), unsigned(n)] + numbers(stride, size),
                 {"stride": stride})
    for n, shift in [(1000000, 8)]:
        grid = ceil_div(n, 2048)
        run("arr_digit_counts", grid, 128, [u32(n, "random"), zeros(u32, 16 * grid)]
            + numbers(n, shift), {"n": n})
    for n in [1 << 20]:
        run("arr_split_by_bit", n // 256, 256, [u32(n, "random"), number(3)], {"n": n})
    for groups in [100000]:
        run.flat("arr_insertion_16", groups, 64, [f32(16 * groups), zeros(f32, 16 * groups),
                 number(groups)])
    for n in [2000000]:
        run.flat("arr_median_of_five", n, 256, [f32(n), zeros(f32, n), number(n)])
    for n in [20000, 1000]:
        run("arr_rank_all", ceil_div(n, 128), 128, [f32(n), zeros(f32, n), number(n)], {"n": n})
    for n, length in [(1 << 20, 32)]:
        run.flat("arr_merge_runs", n // (2 * length), 128, [s32(n, "gather=32769"),
                 zeros(s32, n)] + numbers(length, n), {"run": length})
    for rows, cols in [(30000, 200)]:
        run.flat("arr_top_four", rows, 128, [f32(rows * cols), zeros(f32, 4 * rows)]
                 + numbers(rows, cols), {"cols": cols})


def add_numbers(lists):
    run = Ninth(lists, "swarm")
    for n, block in [(20000, 256)]:
        run.flat("num_bodies_tile", n, block, [f32(4 * n), zeros(f32, 4 * n), number(n),
                 real(0.001)], shared=16 * block)
    for n in [3000]:
        run.flat("num_bodies_double", n, 64, [f64(n), f64(n), f64(n), zeros(f64, n),
                 zeros(f64, n), number(n)])
    for n in [6000]:
        run.flat("num_pairs_cutoff", n, 128, [f32(n), f32(n), f32(n), zeros(f32, n), number(n),
                 real(0.09)])
    for w, h, most in [(1200, 800, 300), (160, 120, 1000)]:
        run.plane("num_mandel_plain", w, h, (32, 4), [zeros(s32, w * h)] + numbers(w, h)
                  + reals(-2.1, -1.2, 3.0 / w) + [number(most)], {"most": most})
    for w, h in [(800, 600)]:
        run.plane("num_julia_class", w, h, (16, 8), [zeros(u8, w * h)] + numbers(w, h)
                  + [double(-0.4), double(0.6)])
    for grid, tries in [(528, 1000)]:
        run("num_chance_pi", grid, 256, [zeros(u32, 256 * grid), number(tries), unsigned(99)],
            {"tries": tries, "grid": grid})
    for n, edge, most in [(100000, 15, 2000)]:
        run.flat("num_chance_ruin", n, 128, [zeros(s32, n)] + numbers(n, edge, most),
                 {"edge": edge})
    for paths, days in [(100000, 250)]:
        run.flat("num_chance_barrier", paths, 256, [zeros(f32, paths)] + numbers(paths, days)
                 + reals(100, 105, 130, 0.0001, 0.015), {"days": days})
    for n, kinds in [(3000000, 5)]:
        run.flat("num_switch_five", n, 256, [u8(n, "random=%d" % kinds), f32(n), zeros(f32, n),
                 number(n)], {"kinds": kinds})
    for n in [4000]:
        run.flat("num_triangle", n, 64, [f32(n), zeros(f32, n), number(n)])
    for n in [200000]:
        run.flat("num_power_modulo", n, 128, [u32(n, "random"), u32(n, "random=65536"),
                 zeros(u32, n), number(n), unsigned(1000003)])
    for n in [2000000]:
        run.flat("num_digit_sums", n, 256, [u32(n, "random"), zeros(s32, n), number(n)])
    for n in [100000]:
        run.flat("num_bisect", n, 128, [f64(n, "random=50"), zeros(f64, n), number(n),
                 double(1e-9)])
    for entry, kernel, n, a, b in [("6Horner", "num_each_horner", 8000000, 0.5, 0.25),
                                   ("4Wave", "num_each_wave", 500000, 3.0, 0.1)]:
        run.flat("_Z12num_for_eachI%sEvPfiT_" % entry, n, 256, [f32(n), number(n),
                 pair_of_reals(a, b)], kernel=kernel)
    for slices, grid in [(10000000, 132)]:
        run("num_integral", grid, 256, [zeros(f64, 256 * grid), number(slices), double(0),
            double(1)], {"slices": slices, "grid": grid})
    for rays, side in [(50000, 1024)]:
        run.flat("num_ray_steps", rays, 128, [u8(side * side, "random=200"), f32(rays), f32(rays),
                 zeros(s32, rays)] + numbers(rays, side), {"side": side})


def add_systems(lists):
    run = Ninth(lists, "tiny")
    for n in [100000]:
        run.flat("sys_product_5", n, 128, [f32(25 * n), f32(25 * n), zeros(f32, 25 * n), number(n)])
    for n in [500000]:
        run.flat("sys_cramer_3", n, 256, [f64(9 * n), f64(3 * n), zeros(f64, 3 * n), number(n)])
    for n in [20000, 60]:
        run("sys_lu_16", n, (16, 16), [f32(256 * n), zeros(f32, 256 * n)], {"n": n})
    for systems, n in [(10000, 128)]:
        run.flat("sys_thomas_double", systems, 64, [f64(systems * n)] * 4
                 + [zeros(f64, systems * n)] * 2 + numbers(systems, n), {"equations": n})
    for n in [100000]:
        run("sys_cholesky_8", ceil_div(n, 16), 128, [f32(64 * n), zeros(f32, 64 * n), number(n)],
            {"n": n})
    for n in [20000]:
        run("sys_vector_24", n, 32, [f64(576 * n), f64(24 * n), zeros(f64, 24 * n)], {"n": n})
    for n in [1000000]:
        run.flat("sys_rotate_points", n, 256, [f32(4 * n), f32(3 * n), zeros(f32, 3 * n),
                 number(n)])
    for systems, n, sweeps in [(264, 96, 20)]:
        run("sys_jacobi_block", systems, n, [f32(systems * n * n), f32(systems * n),
            zeros(f32, systems * n)] + numbers(n, sweeps), {"n": n, "sweeps": sweeps},
            shared=8 * n)
    for n, steps in [(50000, 100)]:
        run.flat("sys_pendulums", n, 128, [f64(n), f64(n)] + numbers(n, steps) + [double(0.001)],
                 {"steps": steps})


def add_texts(lists):
    run = Ninth(lists, "glyphs")
    for n, grid in [(40000000, 528)]:
        run("byt_count_char", grid, 256, [u8(n, "random=128"), number(n), "u8=101", zeros(s32, 1)],
            {"n": n, "grid": grid})
    for words in [50000]:
        run.flat("byt_upper_words", words, 256, [u32(words, "random"), zeros(u32, words),
                 number(words)])
    for n in [3000000]:
        run.flat("byt_hex", n, 256, [u8(n), zeros(u8, 2 * n), number(n)])
    for groups in [1500000]:
        run.flat("byt_base64", groups, 128, [u8(3 * groups), zeros(u8, 4 * groups),
                 number(groups)], constants=["letters64 u8[64]:iota"])
    for n in [6000000]:
        run.flat("byt_run_starts", n, 256, [u8(n, "random=3"), zeros(u8, n),
                 zeros(s32, ceil_div(n, 256)), number(n)])
    for n, length in [(60000, 60)]:
        run.flat("byt_crc_bitwise", n, 128, [u8(n * length), zeros(u32, n)] + numbers(n, length),
                 {"bytes": length})
    for n in [500000]:
        run.flat("byt_common_prefix", n, 256, [u32(8 * n, "random=2"), u32(8, "random=2"),
                 zeros(s32, n), number(n)])
    for n, length in [(10000000, 13)]:
        run("byt_stream_cipher", 528, 256, [u8(n), u8(length)] + numbers(n, length),
            {"n": n, "length": length})
    for n, length in [(1000000, 9)]:
        run.flat("byt_is_palindrome", n, 256, [u8(n * length, "random=2"), zeros(u8, n)]
                 + numbers(n, length), {"length": length})
    for n, width in [(1000000, 8)]:
        run.flat("byt_parse_decimal", n, 256, [u8(n * width), zeros(s32, n)] + numbers(n, width),
                 {"width": width})
    for n, length in [(800000, 12)]:
        run.flat("byt_hash_words", n, 256, [u8(n * length), zeros(u32, 1024)]
                 + numbers(n, length), {"length": length})


def add(lists):
    add_moves(lists)
    add_objects(lists)
    add_products(lists)
    add_meshes(lists)
    add_windows(lists)
    add_reductions(lists)
    add_prefixes(lists)
    add_rows(lists)
    add_sparse(lists)
    add_sorts(lists)
    add_numbers(lists)
    add_systems(lists)
    add_texts(lists)

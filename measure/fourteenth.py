"""A fourteenth validation set: what a stranger runs first, in the styles of courses and kits."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from twelfth import s64, structure


class Fourteenth(Blind):
    folder = "fourteenth"


def add_shipping(lists):
    run = Fourteenth(lists, "shipping")
    for n, laps, block in [(6000000, 8, 128), (40000, 4, 64)]:
        run("copy_strips", ceil_div(n, laps * block), block, [f32(n), zeros(f32, n)]
            + numbers(n, laps), {"n": n, "laps": laps, "block": block})
    for quads, shift in [(1500000, 0), (1500000, 3)]:
        run.flat("copy_shifted_into_quads", quads, 256, [f32(4 * quads + 8), zeros(f32, 4 * quads)]
                 + numbers(quads, shift), {"shift": shift})
    for n, grid, block in [(9000, 18, 128)]:
        run("copy_sixteen_bytes_loop", grid, block, [u64(2 * n), zeros(u64, 2 * n), "u64=%d" % n],
            {"n": n, "grid": grid, "block": block})
    for words, rows, pitch, narrow, block in [(1901, 1200, 7680, 7616, (64, 4))]:
        run.plane("copy_pitched", words, rows, block, [u8(pitch * rows), "u64=%d" % pitch,
                  zeros(u8, narrow * rows), "u64=%d" % narrow] + numbers(words, rows))
    for n, nth in [(1000000, 11)]:
        run("copy_every_nth", 528, 192, [f64(n * nth), zeros(f64, n)] + numbers(n, nth),
            {"n": n, "nth": nth})
    for n, period in [(10000000, 1000)]:
        run.flat("fill_sawtooth", n, 256, [zeros(u32, n), unsigned(n), unsigned(period)],
                 {"period": period})
    n = 5000000
    run("stream_axpby_bounded", 1056, 256, [f64(n), f64(n), zeros(f64, n), double(0.75),
        double(-1.25), wide(n)], {"n": n})
    for n, block in [(12000000, 256)]:
        run("triad_four_deep", ceil_div(n, 4 * block), block, [f32(n), f32(n), zeros(f32, n),
            real(0.4), number(n)], {"n": n, "block": block})
    for tiles, grid in [(9000, 528)]:
        run("copy_async_staged", grid, 256, [f32(1024 * tiles), zeros(f32, 1024 * tiles),
            number(tiles)], {"tiles": tiles, "grid": grid})


def add_ledgers(lists):
    run = Fourteenth(lists, "ledgers")
    for n, block in [(1500000, 256)]:
        run.flat("aos_trade_cash", n, block, [f64(3 * n), zeros(f64, n), number(n)])
    for n, grid in [(700000, 396)]:
        run("aos_rigid_step", grid, 256, [f32(12 * n), zeros(f32, 12 * n), real(0.01), number(n)],
            {"n": n, "grid": grid})
    n = 1000000
    run.flat("aos_to_tiled", n, 256, [f32(8 * n), zeros(f32, 8 * n), number(n)])
    n = 4500000
    run.flat("soa_score", n, 384, [structure(below(n, 5000), f32(n), u8(n, "random=40"),
             zeros(f32, n), number(n)), real(2.5)])
    for n, size in [(2000000, 50000), (2000000, 4000000)]:
        run.flat("gather_pairs", n, 256, [u64(2 * size), u32(n, "random=%d" % size),
                 zeros(u64, 2 * n), number(n)], {"table": size})
    n = 6000000
    run("gather_via_shared", 264, 512, [f32(256), number(256), u8(n), zeros(f32, n), number(n)],
        {"n": n}, shared=1024)
    n = 1200000
    run.flat("gather_two_deep", n, 128, [below(n, 300000), below(300000, 2000000), f32(2000000),
             zeros(f32, n), number(n)])
    for wanted, width in [(30000, 200)]:
        run.flat("gather_row_per_warp", 32 * wanted, 256, [f32(width * 50000), below(wanted, 50000),
                 zeros(f32, width * wanted)] + numbers(wanted, width), {"width": width})
    for n, k in [(3000000, 7), (3000000, 100003)]:
        run.flat("scatter_pairs_permuted", n, 256, [s32(2 * n), s32(n, "gather=%d" % k),
                 zeros(s32, 2 * n), number(n)], {"step": k})
    for n, size in [(1000000, 400000)]:
        run.flat("scatter_add_mass", n, 256, [f32(n, "random"), f32(n, "random"), zeros(f32, size)]
                 + numbers(n, size), {"cells": size})
    for bags, bag, quads, rows in [(4000, 24, 32, 100000)]:
        run("embedding_bag_average", bags, quads, [f32(4 * quads * rows), below(bags * bag, rows),
            zeros(f32, 4 * quads * bags)] + numbers(bag, quads), {"bag": bag, "width": 4 * quads})
    for size, n in [(4000000, 800000)]:
        run.flat("binary_search_lower", n, 192, [s32(size, "step=3"), number(size),
                 below(n, 3 * size), zeros(s32, n), number(n)], {"size": size})


def add_swapping(lists):
    run = Fourteenth(lists, "swapping")
    for rows, cols, block in [(1800, 2500, (32, 8)), (100, 130, (8, 8))]:
        run.plane("transpose_reads_in_line", cols, rows, block, [f32(rows * cols),
                  zeros(f32, rows * cols)] + numbers(rows, cols), {"block_x": block[0]})
    rows, cols = 1800, 2500
    run.plane("transpose_writes_in_line", rows, cols, (32, 8), [f32(rows * cols),
              zeros(f32, rows * cols)] + numbers(rows, cols))
    for name, make, tile, high, shapes in [("unpadded", f32, 32, 8, [(2048, 2048), (333, 777)]),
                                           ("u16", u16, 32, 4, [(4000, 3000)])]:
        for rows, cols in shapes:
            run("transpose_tile_" + name, (ceil_div(cols, tile), ceil_div(rows, tile)),
                (tile, high), [make(rows * cols), zeros(make, rows * cols)] + numbers(rows, cols),
                {"rows": rows, "cols": cols})
    for n, high in [(2816, 8)]:
        run("transpose_xor_swizzle", (n // 32, n // 32), (32, high), [f32(n * n), zeros(f32, n * n),
            number(n)], {"n": n, "block_y": high})
    rows, cols = 2000, 3200
    run.plane("transpose_quads_4x4", cols // 4, rows // 4, (8, 16), [f32(rows * cols),
              zeros(f32, rows * cols)] + numbers(rows // 4, cols // 4))
    n = 1600
    run("transpose_square_in_place", (n // 16, n // 16), (16, 16), [f64(n * n), number(n)],
        {"n": n})
    nx, ny, nz = 150, 200, 170
    run("transpose_xyz_to_zxy", (ceil_div(nx, 16), ny, ceil_div(nz, 16)), (16, 16),
        [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
        {"nx": nx, "ny": ny, "nz": nz})
    images, channels, pixels = 10, 192, 28 * 28
    run("transpose_channels_last", (ceil_div(pixels, 32), ceil_div(channels, 32), images), (32, 8),
        [f16(images * channels * pixels), zeros(f16, images * channels * pixels)]
        + numbers(channels, pixels), {"channels": channels, "pixels": pixels})


def factors(make, m, n, k):
    return [make(m * k), make(k * n), zeros(make, m * n)]


def add_foundry(lists):
    run = Fourteenth(lists, "foundry")
    for m, n, k, block in [(1000, 1000, 400, (32, 8)), (128, 128, 128, (16, 16))]:
        run.plane("matmul_one_each", n, m, block, factors(f32, m, n, k) + numbers(m, n, k), {"k": k})
    m, n, k = 500, 400, 300
    run.plane("matmul_rows_by_lane", m, n, (16, 16), factors(f32, m, n, k)
              + numbers(m, n, k), {"k": k})
    for name, make, tile, shapes in [
            ("matmul_tile16", f32, 16, [(700, 900, 600)]),
            ("matmul_tile32", f32, 32, [(1024, 1024, 512), (300, 200, 1500)])]:
        for m, n, k in shapes:
            run(name, (ceil_div(n, tile), ceil_div(m, tile)), (tile, tile), factors(make, m, n, k)
                + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(192, 6400, 256)]:
        run("sgemm_column_of_eight", (n // 64, m // 64), 512, factors(f32, m, n, k)
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1536, 1408, 800), (512, 512, 2048)]:
        run("sgemm_eight_by_eight", (n // 128, m // 128), 256, factors(f32, m, n, k)
            + numbers(m, n, k) + [real(0.5)], {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1280, 960)]:
        run("sgemm_two_buffers", (n // 64, m // 64), 256, factors(f32, m, n, k)
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    n = 736
    run("la_dgemm_two_by_two", (n // 32, n // 32), (16, 16), factors(f64, n, n, n) + [number(n)],
        {"n": n})
    m, n, k = 300, 420, 512
    run.plane("matmul_bf16_to_float", n, m, (32, 4), [u16(m * k), u16(k * n), zeros(f32, m * n)]
              + numbers(m, n, k), {"k": k})
    m, n, k = 800, 960, 1280
    run("matmul_int8_dp4a_tiles", (n // 16, m // 16), (16, 16), [u32(m * k // 4, "random"),
        u32(n * k // 4, "random"), zeros(s32, m * n)] + numbers(m, n, k // 4),
        {"m": m, "n": n, "k": k})
    for rows, cols in [(20000, 300)]:
        run.flat("matvec_row_per_thread", rows, 128, [f32(rows * cols), f32(cols), zeros(f32, rows)]
                 + numbers(rows, cols), {"cols": cols})
    for rows, cols, block in [(8192, 4096, 128), (1000, 1024, 256)]:
        run.flat("matvec_row_per_warp4", 32 * rows, block, [f32(rows * cols), f32(cols),
                 zeros(f32, rows)] + numbers(rows, cols // 4), {"cols": cols})
    rows, cols, part = 6000, 3000, 250
    run("matvec_transposed_parts", (ceil_div(cols, 128), ceil_div(rows, part)), 128,
        [f64(rows * cols), f64(rows), zeros(f64, cols)] + numbers(rows, cols, part),
        {"rows": rows, "cols": cols})
    for rows, cols in [(500, 16384)]:
        run("matvec_half_block", rows, 256, [f16(rows * cols), f16(cols), zeros(f32, rows),
            number(cols // 2)], {"rows": rows, "cols": cols})
    count = 400000
    run.flat("mul_batched_4x4", count, 128, [f32(16 * count), f32(16 * count),
             zeros(f32, 16 * count), number(count)])
    count = 50001
    run("mul_batched_8x8", ceil_div(count, 4), (64, 4), [f64(64 * count), f64(64 * count),
        zeros(f64, 64 * count), number(count)], {"count": count})
    for count, n, block in [(4000, 24, 192)]:
        run("mul_batched_by_block", count, block, [f32(count * n * n), f32(count * n * n),
            zeros(f32, count * n * n), number(n)], {"count": count, "n": n}, shared=8 * n * n)
    m, n, k, slices = 160, 208, 12800, 20
    run("matmul_split_k_atomic", (n // 16, m // 16, slices), (16, 16), factors(f32, m, n, k)
        + numbers(m, n, k, k // slices), {"m": m, "n": n, "k": k})


def add_tensorial(lists):
    run = Fourteenth(lists, "tensorial")
    for m, n, k in [(768, 960, 640)]:
        run("gemm_frag_plain", (ceil_div(n, 32), ceil_div(m, 32)), 128, [f16(m * k), f16(k * n),
            zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1536, 1024)]:
        run("gemm_frag_tiles", (n // 64, m // 64), 128, factors(f16, m, n, k) + numbers(m, n, k),
            {"m": m, "n": n, "k": k})
    m, n, k = 800, 720, 560
    run("gemm_frag_bf16_tall", (ceil_div(n, 32), m // 32), (32, 4), [u16(m * k), u16(k * n),
        zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(960, 1120, 800)]:
        run("gemm_frag_tf32_tiles", (n // 32, m // 32), 128, factors(f32, m, n, k) + numbers(n, k),
            {"m": m, "n": n, "k": k})
    for m, n, k in [(64, 3200, 2560)]:
        run("gemm_inst_ldmatrix", (n // 64, m // 64), 128, [f16(m * k), f16(k * n),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2816, 1536), (4096, 4096, 2048)]:
        run("gemm_inst_three_stages", (n // 128, m // 128), 256, factors(f16, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k}, shared=3 * 2 * 128 * 40 * 2)
    m, n, k = 640, 768, 896
    run("gemm_inst_bf16_bias", (n // 64, m // 16), (32, 4), [u16(m * k), u16(n * k), f32(n),
        zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1536, 1792, 1024)]:
        run("gemm_inst_int8_tiles", (n // 64, m // 64), 128, [u8(m * k), u8(k * n),
            zeros(s32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 480, 640, 700
    run("gemm_inst_f64", (ceil_div(n, 64), m // 8), 128, factors(f64, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    for heads, length in [(16, 1024)]:
        run("att_scores_inst", (length // 64, length // 64, heads), 128, [f16(heads * length * 64),
            f16(heads * length * 64), zeros(f16, heads * length * length), number(length),
            real(0.125)], {"heads": heads, "length": length})


def add_gridding(lists):
    run = Fourteenth(lists, "gridding")
    for w, h, block in [(2600, 2200, (32, 8)), (256, 256, (16, 16))]:
        run.plane("stencil_heat2d", w, h, block, [f32(w * h), zeros(f32, w * h)] + numbers(w, h)
                  + [real(0.2)], {"block_x": block[0]})
    w, h = 3001, 2003
    run.plane("life_torus", w, h, (64, 4), [u8(w * h, "random=2"), zeros(u8, w * h)]
              + numbers(w, h))
    for name, make, bx, by, w, h in [("f32", f32, 32, 16, 2500, 2100)]:
        run.plane("stencil_nine_shared_" + name, w, h, (bx, by), [make(w * h), zeros(make, w * h)]
                  + numbers(w, h))
    for n, radius, block in [(4000000, 24, 128), (50000, 100, 512)]:
        run.flat("stencil_line_radius", n, block, [f32(n), f32(2 * radius + 1), zeros(f32, n)]
                 + numbers(n, radius), {"radius": radius}, shared=4 * (block + 2 * radius))
    for nx, ny, nz, block in [(200, 210, 190, (32, 4, 2))]:
        run("stencil_seven_point", (ceil_div(nx - 2, block[0]), ceil_div(ny - 2, block[1]),
            ceil_div(nz - 2, block[2])), block, [f64(nx * ny * nz), zeros(f64, nx * ny * nz)]
            + numbers(nx, ny, nz) + [double(0.4), double(0.1)],
            {"nx": nx, "ny": ny, "nz": nz, "block_x": block[0]})
    for nx, ny, nz in [(400, 300, 64)]:
        run("stencil_marching_planes", (ceil_div(nx, 32), ceil_div(ny, 8)), (32, 8),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
            {"nx": nx, "ny": ny, "nz": nz})
    n = 180
    run("stencil_27_points", (ceil_div(n, 64), ceil_div(n, 4), n), (64, 4), [f32(n ** 3),
        zeros(f32, n ** 3), number(n)], {"n": n})
    for nx, ny in [(2300, 1900)]:
        run("stencil_wave_order8", (ceil_div(nx - 8, 32), ceil_div(ny - 8, 8)), (32, 8),
            [f32(nx * ny), f32(nx * ny), zeros(f32, nx * ny)] + numbers(nx, ny) + [real(0.1)],
            {"nx": nx, "ny": ny}, constants=["waveTaps f32[5]:signed"])
    nx, ny = 1900, 2100
    run.plane("stencil_red_black", nx, ny, (32, 8), [f32(nx * ny), f32(nx * ny),
              structure(*numbers(nx, ny), *reals(0.5, 0.25)), number(1), real(0.9)])
    nx, ny = 2700, 1800
    run("stencil_by_shuffles", (ceil_div(nx, 30), ceil_div(ny, 32)), (32, 8), [f32(nx * ny),
        zeros(f32, nx * ny)] + numbers(nx, ny), {"nx": nx, "ny": ny})
    nx, ny = 1700, 1300
    run("grid_upwind_flux", (ceil_div(nx, 128), ny), 128, [f64(nx * ny), f64(nx * ny), f64(nx * ny),
        zeros(f64, nx * ny)] + numbers(nx, ny) + [double(0.1)], {"nx": nx, "ny": ny})


def add_masking(lists):
    run = Fourteenth(lists, "masking")
    mask = ["mask5x5 f32[25]:signed"]
    line = ["lineMask f32[33]:random"]
    for w, h, block in [(1920, 1080, (32, 8))]:
        run.plane("conv_mask_in_constant", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h), {"block_x": block[0]}, constants=mask)
    for w, h, r in [(1500, 1200, 1), (900, 800, 6)]:
        run.plane("conv_mask_in_memory", w, h, (32, 4), [f32(w * h), f32((2 * r + 1) ** 2),
                  zeros(f32, w * h)] + numbers(w, h, r), {"radius": r})
    w, h = 2048, 1536
    run("conv_input_tile", (ceil_div(w, 28), ceil_div(h, 28)), (32, 32), [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, constants=mask)
    w, h = 1600, 1000
    run("conv_rows_of_quads", (ceil_div(w // 4, 64), h), 64, [f32(w * h), zeros(f32, w * h)]
        + numbers(w // 4, h), {"width": w, "height": h}, constants=line)
    for w, h, strip in [(3000, 1500, 300)]:
        run("conv_columns_sliding", (ceil_div(w, 128), ceil_div(h, strip)), 128, [f32(w * h),
            zeros(f32, w * h)] + numbers(w, h, strip), {"width": w, "height": h, "strip": strip},
            constants=line)
    w, h = 642, 482
    run.plane("conv_bank_of_masks", w - 2, h - 2, (32, 8), [f32(w * h),
              zeros(f32, 16 * (w - 2) * (h - 2))] + numbers(w, h),
              constants=["bank3x3 f32[144]:signed"])
    for batch, ci, co, size, block in [(2, 64, 64, 58, (64, 4))]:
        run("conv_layer_direct", (ceil_div(size - 2, block[1]), co, batch), block,
            [f32(batch * ci * size ** 2), f32(9 * ci * co),
             zeros(f32, batch * co * (size - 2) ** 2)] + numbers(ci, co, size),
            {"batch": batch, "in": ci, "out": co, "size": size})
    for channels, size, k, stride in [(32, 112, 3, 1)]:
        out = ceil_div(size, stride)
        n = channels * k * k * out * out
        run.flat("conv_im2col", n, 256, [f32(channels * size * size), zeros(f32, n)]
                 + numbers(channels, size, size, k, stride, out, out), {"k": k, "stride": stride})
    w, h, pairs = 112, 112, 48
    run("conv_depthwise_half2", (w, ceil_div(h, 4)), (pairs, 4), [f16(2 * w * h * pairs),
        f16(18 * pairs), zeros(f16, 2 * w * h * pairs)] + numbers(w, h, pairs),
        {"width": w, "channels": 2 * pairs})
    for w, h in [(300, 200)]:
        run.plane("img_sobel_shared", w, h, (32, 16), [u8(w * h), zeros(u8, w * h)]
                  + numbers(w, h, 300))
    w, h = 1600, 1200
    run.plane("img_median_3x3", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h))
    for w, h, r in [(500, 400, 7)]:
        run.plane("img_bilateral_range", w, h, (16, 16), [f32(w * h, "random"), zeros(f32, w * h)]
                  + numbers(w, h, r) + reals(0.05, 4.0), {"radius": r})
    for w, h, ow, oh in [(1280, 720, 2560, 1440)]:
        run.plane("img_resize_linear", ow, oh, (32, 8), [u8(w * h), zeros(u8, ow * oh)]
                  + numbers(w, h, ow, oh), {"from": w})


def add_totalling(lists):
    run = Fourteenth(lists, "totalling")
    for name, n, block in [("modulo", 4000000, 256),
                           ("halving", 9000000, 512), ("halving", 300000, 128)]:
        grid = ceil_div(n, block * (2 if name == "halving" else 1))
        run("reduce_tree_" + name, grid, block, [below(n, 100), zeros(s32, grid), number(n)],
            {"n": n, "block": block}, shared=4 * block)
    for n, grid, block in [(16000000, 528, 256), (16000000, 132, 1024), (200000, 50, 128)]:
        run("reduce_shuffle_quads", grid, block, [f32(n), zeros(f32, grid), number(n // 4)],
            {"n": n, "grid": grid, "block": block})
    for n, grid in [(5000000, 264)]:
        run("reduce_last_block_ends", grid, 256, [f64(n), zeros(f64, grid), zeros(f64, 1),
            zeros(u32, 1), number(n)], {"n": n, "grid": grid})
    n = 500000
    run.flat("reduce_atomic_every_thread", n, 256, [below(n, 50), zeros(s32, 1), number(n)])
    n = 7000000
    run("reduce_groups_of_tiles", 396, 192, [below(n, 1000), zeros(s64, 1), number(n)], {"n": n})
    n = 6500000
    run("reduce_least_most", 264, 384, [f32(n), zeros(f32, 2 * 264), number(n)], {"n": n})
    n = 5500000
    run("dot_compensated", 528, 128, [f32(n), f32(n), zeros(f32, 528), number(n)], {"n": n})
    for rows, cols, high in [(100000, 40, 8)]:
        run("row_sums_by_warp", ceil_div(rows, high), (32, high), [f32(rows * cols),
            zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols in [(500, 9000)]:
        run.flat("column_sums_by_thread", cols, 64, [f64(rows * cols), zeros(f64, cols)]
                 + numbers(rows, cols), {"rows": rows})
    rows, cols = 3000, 2500
    run("reduce_variance_rows", rows, 256, [f32(rows * cols), zeros(f32, rows), number(cols)],
        {"rows": rows, "cols": cols})


def add_cumulating(lists):
    run = Fourteenth(lists, "cumulating")
    for n, block in [(2000000, 128)]:
        run.flat("scan_naive_block", n, block, [f32(n), zeros(f32, n), number(n)], shared=8 * block)
    for blocks in [4000]:
        run("scan_tree_exclusive", blocks, 512, [below(1024 * blocks, 20),
            zeros(s32, 1024 * blocks), zeros(s32, blocks)], {"blocks": blocks})
    for n, block in [(8000000, 256), (8000000, 1024)]:
        run.flat("scan_block_quads", n // 4, block, [below(n, 100), zeros(s32, n), number(n // 4)])
    n = 8000000
    run.flat("scan_add_offsets", n, 1024, [below(n, 100), below(ceil_div(n, 1024), 1000),
             number(n)])
    for n, block in [(5000, 256)]:
        run("scan_single_block_carry", 1, block, [below(n, 100), zeros(s32, n), number(n)],
            {"n": n, "block": block})
    for n, block in [(1200000, 256)]:
        grid = ceil_div(n, 8 * block)
        run("scan_chained_blocks", grid, block, [below(n, 10), zeros(s32, n), zeros(s32, grid),
            zeros(u32, grid), zeros(u32, 2), number(n)], {"n": n, "grid": grid, "block": block})
    for n, limit in [(5000000, 0.9)]:
        run.flat("prefix_keep_in_block", n, 256, [f32(n), zeros(f32, n),
                 zeros(s32, ceil_div(n, 256)), number(n), real(limit)], {"limit": str(limit)})
    lines, length = 6000, 500
    run("scan_recurrence_doubles", ceil_div(lines, 4), 128, [f64(lines * length),
        f64(lines * length), zeros(f64, lines * length)] + numbers(lines, length),
        {"lines": lines, "length": length})


def add_bucketing(lists):
    run = Fourteenth(lists, "bucketing")
    for n, most in [(1500000, 256), (1500000, 4)]:
        run.flat("hist_bytes_global", n, 256, [u8(n, "random=%d" % most), zeros(u32, 256),
                 number(n)], {"values": most})
    for n, grid, block, most in [(12000000, 264, 512, 256), (60000, 20, 256, 256)]:
        run("hist_bytes_shared", grid, block, [u8(n, "random=%d" % most), zeros(u32, 256),
            number(n)], {"n": n, "grid": grid, "values": most})
    for n, most in [(16000000, 256)]:
        run("hist_copy_per_warp", 528, 256, [u8(n, "random=%d" % most), zeros(u32, 256),
            number(n // 4)], {"n": n, "values": most})
    for n, side in [(2000000, 500)]:
        run.flat("hist_plane_of_pairs", n, 256, [f32(2 * n), zeros(u32, side * side)]
                 + numbers(n, side), {"side": side})
    n = 3000000
    run("hist_matched_lanes", 264, 256, [below(n, 12), zeros(u32, 12), number(n)], {"n": n})
    for n, count, block in [(4000000, 6000, 1024), (4000000, 24000, 1024)]:
        run("hist_privatised_large", 132, block, [u16(n, "random=65000"), zeros(u32, count)]
            + numbers(n, count), {"n": n, "bins": count}, shared=4 * count)


def add_rowing(lists):
    run = Fourteenth(lists, "rowing")
    rows, cols = 4000, 128
    run.flat("softmax_first_attempt", rows, 128, [f32(rows * cols), zeros(f32, rows * cols)]
             + numbers(rows, cols), {"cols": cols})
    for rows, cols, block in [(4000, 2000, 256), (20000, 150, 64)]:
        run("softmax_block_in_shared", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            number(cols)], {"rows": rows, "cols": cols, "block": block}, shared=4 * cols)
    for rows, cols in [(40000, 197)]:
        run("softmax_warp_half", ceil_div(rows, 4), (32, 4), [f16(rows * cols),
            zeros(f16, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols = 1024, 32000
    run("softmax_cross_entropy", rows, 512, [f32(rows * cols), below(rows, cols), zeros(f32, rows),
        number(cols)], {"rows": rows, "cols": cols})
    for rows, cols, block in [(8192, 768, 128), (2048, 5120, 512)]:
        run("layer_norm_two_pass", rows, block, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols), number(cols), real(1e-5)], {"rows": rows, "cols": cols})
    rows, cols = 16000, 512
    run.flat("layer_norm_warp_quads", 32 * rows, 128, [f32(rows * cols), zeros(f32, rows * cols)]
             + numbers(rows, cols // 4), {"cols": cols})
    for rows, cols, block in [(64, 8192, 1024)]:
        run("rmsnorm_residual_bf16", rows, block, [u16(rows * cols), f32(rows * cols), f32(cols),
            zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols}, shared=4 * cols)
    batch, channels, pixels = 16, 256, 28 * 28
    run("layer_batch_norm_stats", channels, 256, [f32(batch * channels * pixels),
        zeros(f32, channels), zeros(f32, channels)] + numbers(batch, channels, pixels),
        {"batch": batch, "channels": channels, "pixels": pixels})
    for n, grid in [(8000000, 528), (100000, 100)]:
        run("act_gelu_exact", grid, 256, [f32(n), zeros(f32, n), number(n)], {"n": n, "grid": grid})
    n = 5000000
    run.flat("act_silu_gate_half2", n, 256, [f16(2 * n), f16(2 * n), zeros(f16, 2 * n), number(n)])
    n = 1500000
    run.flat("act_tanh_backward", n, 192, [f64(n), f64(n), zeros(f64, n), number(n)])
    rows, cols = 3000, 1600
    run("layer_bias_dropout", (ceil_div(cols, 256), rows), 256, [f32(rows * cols), f32(cols),
        zeros(f32, rows * cols), unsigned(777), real(0.8)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})
    rows, cols = 4096, 1500
    run("layer_quantise_row_int8", rows, 256, [f32(rows * cols), zeros(u8, rows * cols),
        zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    words, group = 1600000, 16
    run.flat("layer_dequantise_int4", words, 128, [u32(words, "random"), f32(words // group),
             zeros(f16, 8 * words)] + numbers(words, group))
    tokens, heads, half = 4000, 12, 32
    run("att_rotary_pairs", tokens, (half, heads), [zeros(f32, 2 * tokens * heads * half),
        f32(2 * tokens * heads * half)] + numbers(heads, half), {"tokens": tokens, "heads": heads})
    for heads, length, block in [(64, 2000, 256)]:
        run("att_decode_step", heads, block, [f32(64 * heads), f16(64 * heads * length),
            f16(64 * heads * length), zeros(f32, 64 * heads), number(length)],
            {"heads": heads, "length": length}, shared=4 * length)
    for heads, length in [(24, 512)]:
        n = heads * length * 32
        run("att_flash_tiles", (length // 64, heads), 64, [f32(n), f32(n), f32(n), zeros(f32, n),
            number(length)], {"heads": heads, "length": length})
    n = 4000000
    run.flat("layer_adam_step", n, 256, [f32(n), zeros(f32, n), f32(n, "random"), f32(n), number(n)]
             + reals(0.001, 0.9, 0.999))


def packed(make, rows, each, columns):
    return [s32(rows + 1, "step=%d" % each), s32(rows * each, columns), make(rows * each)]


def uneven(make, rows, most, columns):
    return [s32(rows, "step=%d" % most), below(rows, most + 1), s32(rows * most, columns),
            make(rows * most)]


def add_thinning(lists):
    run = Fourteenth(lists, "thinning")
    for rows, each, columns in [(60000, 30, "random=60000"), (3000, 20, "random=3000")]:
        run.flat("spmv_csr_thread", rows, 128, packed(f32, rows, each, columns)
                 + [f32(rows), zeros(f32, rows), number(rows)], {"each": each, "columns": columns})
    rows, most = 100000, 24
    run.flat("spmv_uneven_thread", rows, 256, uneven(f64, rows, most, "random=%d" % rows)
             + [f64(rows), zeros(f64, rows), number(rows)], {"most": most})
    for name, lanes, rows, most in [("four_lanes", 4, 120000, 30), ("warp", 32, 30000, 200),
                                    ("warp", 32, 120000, 30)]:
        run.flat("spmv_uneven_" + name, lanes * rows, 256, uneven(f32, rows, most,
                 "random=%d" % rows) + [f32(rows), zeros(f32, rows), number(rows)], {"most": most})
    for rows, width in [(200000, 12)]:
        run.flat("spmv_ell_columns", rows, 256, [below(rows * width, rows + 1), f32(rows * width),
                 f32(rows), zeros(f32, rows)] + numbers(rows, width), {"width": width})
    n, rows = 1500000, 100000
    run.flat("spmv_coo_atomic", n, 256, [below(n, rows), below(n, rows), f32(n), f32(rows),
             zeros(f32, rows), number(n)], {"rows": rows})
    n, each = 1600000, 16
    rows = n // each
    run.flat("spmv_coo_segments", n, 192, [s32(n, "iota"), below(n, rows), f32(n),
             f32(rows), zeros(f32, rows), number(n)], {"rows": rows})
    for n, count, step in [(400000, 9, 640)]:
        run.flat("spmv_diagonals", n, 256, [f64(n * count), s32(count, "step=%d" % step), f64(n),
                 zeros(f64, n)] + numbers(n, count), {"bands": count, "step": step})
    for rows, each, quads in [(12000, 16, 32)]:
        run("sparse_times_dense", ceil_div(rows, 128 // quads), (quads, 128 // quads),
            packed(f32, rows, each, "random=%d" % rows) + [f32(4 * rows * quads),
            zeros(f32, 4 * rows * quads)] + numbers(rows, quads),
            {"rows": rows, "each": each, "width": 4 * quads})
    n, rows, pairs = 300000, 8000, 32
    run.flat("sparse_sampled_products", 8 * n, 256, [below(n, rows), s32(n, "band=40"),
             f16(2 * rows * pairs), f16(2 * rows * pairs), zeros(f32, n)] + numbers(n, pairs),
             {"rows": rows})


def add_arranging(lists):
    run = Fourteenth(lists, "arranging")
    for log, j, k in [(22, 1 << 15, 1 << 20), (14, 64, 1024)]:
        n = 1 << log
        run.flat("bitonic_step_global", n, 256, [s32(n), zeros(s32, n)] + numbers(n, j, k),
                 {"j": j, "k": k})
    for blocks in [2000]:
        run("bitonic_block_shared", blocks, 512, [f32(1024 * blocks), zeros(f32, 1024 * blocks)],
            {"blocks": blocks})
    n = 4000000
    run.flat("bitonic_warp_lanes", n, 256, [u32(n, "random"), zeros(u32, n), number(n)])
    rows = 600000
    run.flat("sort_insertion_rows", rows, 128, [f32(12 * rows), zeros(f32, 12 * rows),
             number(rows)])
    for n, shift in [(6000000, 0)]:
        grid = ceil_div(n, 2048)
        run("sort_radix_count", grid, 256, [u32(n, "random=%d" % (1 << 30)), zeros(u32, 16 * grid)]
            + numbers(n, shift), {"n": n, "shift": shift})
    for n in [3000]:
        run.flat("sort_by_rank", n, 256, [f32(n), zeros(f32, n), number(n)])
    for na, nb, each, block in [(2000000, 1500000, 8, 128)]:
        run("sort_merge_path", ceil_div(na + nb, each * block), block, [s32(na, "step=3"),
            number(na), s32(nb, "step=5"), number(nb), zeros(s32, na + nb), number(each)],
            {"a": na, "b": nb, "each": each})
    rows, cols = 40000, 150
    run.flat("sort_top_eight", rows, 128, [f32(rows * cols), zeros(f32, 8 * rows)]
             + numbers(rows, cols), {"cols": cols})


def add_wheeling(lists):
    run = Fourteenth(lists, "wheeling")
    for n, block in [(3000, 32)]:
        run.flat("nbody_every_pair", n, block, [f32(4 * n), zeros(f32, 4 * n), number(n), real(0.01)])
    for n in [16000, 40000]:
        run("nbody_tile_two_each", ceil_div(n, 256), 128, [f32(4 * n), zeros(f32, 4 * n), number(n),
            real(0.01)], {"n": n})
    n = 4000
    run.flat("nbody_potential_f64", n, 64, [f64(n), f64(n), f64(n), zeros(f64, n), number(n)])
    n, most = 100000, 40
    run.flat("nbody_lennard_list", n, 128, [f32(4 * n), below(n * most, n), zeros(f32, 4 * n)]
             + numbers(n, most) + [real(0.8)], {"neighbours": most})
    for w, h, most, block, x0, y0, step in [(1920, 1080, 100, (16, 16), -2.5, -1.1, 0.002),
                                            (640, 480, 1000, (32, 4), -0.76, 0.05, 0.0001)]:
        run.plane("mandelbrot_plain", w, h, block, [zeros(u8, w * h)] + numbers(w, h)
                  + reals(x0, y0, step) + [number(most)], {"most": most})
    w, h = 800, 600
    run.flat("fractal_julia_f64", w * h, 192, [zeros(s32, w * h)] + numbers(w, h)
             + [double(-0.8), double(0.156), number(150)])
    for grid, block, each in [(264, 256, 2000)]:
        run("monte_carlo_pi_count", grid, block, [zeros(u32, grid * block), number(each),
            unsigned(99)], {"grid": grid, "block": block, "each": each})
    paths, steps = 80000, 80
    run.flat("monte_carlo_asian", paths, 256, [f32(paths * steps), zeros(f32, paths)]
             + numbers(paths, steps) + reals(0.0005, 0.02, 1.0), {"steps": steps})
    n, steps, box = 200000, 400, 15
    run.flat("monte_carlo_walk_2d", n, 128, [u32(n, "random"), zeros(s32, 2 * n)]
             + numbers(n, steps, box), {"steps": steps, "box": box})
    for n, block in [(3000000, 128), (40000, 256)]:
        run.flat("black_scholes_call_put", n, block, [f32(n, "random"), f32(n, "random"),
                 f32(n, "random"), zeros(f32, n), zeros(f32, n), number(n)] + reals(0.02, 0.3))


def add_pursuing(lists):
    run = Fourteenth(lists, "pursuing")
    for words, stride, hops in [(2000, 1, 3000), (4000000, 16, 1500), (50000000, 32, 700)]:
        run("chase_one_lane", 1, 1, [u32(words, "cycle=%d" % stride), zeros(u32, 1), number(hops)],
            {"words": words, "stride": stride, "hops": hops})
    for grid, block, words, stride, hops in [(264, 256, 8000000, 4, 40)]:
        run("chase_wide_ring", grid, block, [u64(words, "cycle=%d" % stride),
            zeros(u64, grid * block), number(hops), unsigned(stride)],
            {"grid": grid, "words": words, "hops": hops})
    for grid, size, hops in [(132, 4000, 2000)]:
        run("chase_ring_shared", grid, 256, [u16(size, "cycle=1"), zeros(u32, grid * 256)]
            + numbers(size, hops), {"grid": grid, "size": size, "hops": hops})
    lists_, most = 100000, 60
    run.flat("follow_lists_summing", lists_, 128, [s32(3000000, "random=3000000"), f32(3000000),
             zeros(f32, lists_)] + numbers(lists_, most), {"most": most})
    for n, depth in [(1000000, 20)]:
        run.flat("chase_tree_descent", n, 256, [f32(1 << depth), f32(n), zeros(s32, n)]
                 + numbers(n, depth), {"depth": depth})
    n = 4000000
    run.flat("branch_even_odd_lanes", n, 256, [f32(n), zeros(f32, n), number(n)])
    run.flat("branch_even_odd_warps", n, 256, [f32(n), zeros(f32, n), number(n)])
    for n, kinds in [(2500000, 6), (2500000, 1)]:
        run.flat("branch_six_ways", n, 192, [u8(n, "random=%d" % kinds), f32(n), zeros(f32, n),
                 number(n)], {"kinds": kinds})
    for n, limit in [(2000000, 10), (2000000, 500)]:
        run.flat("branch_rarely_taken", n, 256, [below(n, 1000), zeros(s32, n)] + numbers(n, limit),
                 {"limit": limit})
    for n, first in [(500000, 900000000)]:
        run.flat("loop_collatz_steps", n, 128, [zeros(s32, n)] + numbers(n, first),
                 {"first": first})
    for n, eps in [(300000, 1e-12)]:
        run.flat("loop_root_by_bisection", n, 128, [f64(n, "random=100"), zeros(f64, n), number(n),
                 double(eps)], {"eps": str(eps)})
    n = 400000
    run.flat("loop_count_primes", n, 128, [zeros(s32, n)] + numbers(1000000, n))
    rows, most = 80000, 300
    run("loop_rows_of_any_length", 264, 128, [s32(rows, "step=%d" % most), below(rows, most + 1),
        f32(rows * most), zeros(f32, rows), number(rows)], {"rows": rows, "most": most})
    for n, degree in [(1000000, 40)]:
        run.flat("loop_horner_runtime", n, 256, [f64(n), f64(degree + 1), zeros(f64, n)]
                 + numbers(n, degree), {"degree": degree})


def add_texting(lists):
    run = Fourteenth(lists, "texting")
    n = 5000000
    run.flat("txt_count_words", n + 1, 256, [u8(n, "random=120"), zeros(u32, 1), number(n)])
    n = 4000000
    run.flat("txt_upper_by_words", n, 256, [u32(n, "random"), zeros(u32, n), number(n)])
    for n, kinds, length in [(6000000, 100, 6), (6000000, 2, 12)]:
        run.flat("txt_find_pattern", n, 256, [u8(n, "random=%d" % kinds), zeros(s32, 1)]
                 + numbers(n, length), {"kinds": kinds, "length": length},
                 constants=["txtPattern u8[16]:random=%d" % kinds], shared=256 + length)
    n = 80000
    run.flat("txt_common_subsequence", n, 128, [u8(24 * n, "random=4"), u8(24 * n, "random=5"),
             zeros(s32, n), number(n)])
    n = 3000000
    run.flat("cod_base64_encode", n, 256, [u8(3 * n), zeros(u8, 4 * n), number(n)],
             constants=["base64Letters u8[64]:iota"])
    for rows, length in [(100000, 40)]:
        run.flat("hash_fnv_rows", rows, 128, [u8(rows * length), zeros(u32, rows)]
                 + numbers(rows, length), {"length": length})
    for n, most, size in [(500000, 1000000000, 1 << 20), (500000, 5000, 1 << 20)]:
        run.flat("hash_table_insert", n, 256, [u32(n, "random=%d" % most), zeros(u32, size),
                 zeros(s32, n), number(n), unsigned(size - 1)], {"keys": most, "size": size})
    n, size = 2000000, 1 << 22
    run.flat("hash_probe_ordered", n, 256, [u32(size, "random=%d" % (1 << 24)),
             u32(n, "random=%d" % (1 << 24)), zeros(u8, n), number(n), unsigned(size - 1)],
             {"size": size})
    for n, rounds in [(400000, 10)]:
        run.flat("cry_chacha_blocks", n, 128, [u32(8, "random"), zeros(u32, 16 * n)]
                 + numbers(n, rounds), {"rounds": rounds})


def add_scaling(lists):
    run = Fourteenth(lists, "scaling")
    n = 12000000
    run.flat("stream_axpy_half", n, 256, [f16(n), zeros(f16, n), real(0.75), number(n)])
    run.flat("stream_axpy_half8", n // 8, 256, [f16(n), zeros(f16, n), real(0.75), number(n // 8)])
    run.flat("stream_axpy_bf16x2", n // 2, 128, [u16(n), zeros(u16, n), real(0.75), number(n // 2)])
    for name, make, n, steps, value in [("f32", f32, 1000000, 200, real),
                                        ("f32", f32, 5000, 1000, real),
                                        ("f64", f64, 500000, 200, double)]:
        run.flat("calc_logistic_" + name, n, 256, [make(n, "random"), zeros(make, n)]
                 + numbers(n, steps) + [value(2.75)], {"steps": steps})
    n, steps = 600000, 200
    run.flat("calc_logistic_half2", n, 256, [f16(2 * n, "random"), zeros(f16, 2 * n)]
             + numbers(n, steps) + [real(2.75)], {"steps": steps})
    for name, grid, block, rounds in [("one_chain", 132, 64, 2000), ("one_chain", 1056, 256, 500),
                                      ("four_chains", 528, 512, 300)]:
        run("calc_" + name, grid, block, [f32(grid * block), zeros(f32, grid * block),
            number(rounds)], {"grid": grid, "block": block, "rounds": rounds})
    n, words = 400000, 32
    run.flat("int_dp4a_similarity", n, 128, [u32(n * words, "random"), u32(words, "random"),
             zeros(s32, n)] + numbers(n, words), {"words": words})
    n = 12000000
    for kib in [0, 100, 220]:
        run("stream_held_by_shared", 660, 256, [f32(n), zeros(f32, n), number(n // 4), real(0.5)],
            {"n": n, "shared_kib": kib}, shared=1024 * kib)
    n = 300000
    for name in ["free", "tight"]:
        run.flat("calc_forty_values_" + name, n, 256, [f32(40 * n), zeros(f32, n), number(n)])
    n = 2000000
    run.flat("calc_special_functions", n, 256, [f32(n), zeros(f32, n), number(n)])
    run.flat("calc_fast_functions", n, 256, [f32(n), zeros(f32, n), number(n)])


def add(lists):
    add_shipping(lists)
    add_ledgers(lists)
    add_swapping(lists)
    add_foundry(lists)
    add_tensorial(lists)
    add_gridding(lists)
    add_masking(lists)
    add_totalling(lists)
    add_cumulating(lists)
    add_bucketing(lists)
    add_rowing(lists)
    add_thinning(lists)
    add_arranging(lists)
    add_wheeling(lists)
    add_pursuing(lists)
    add_texting(lists)
    add_scaling(lists)


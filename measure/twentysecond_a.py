"""A twenty-second validation set, first half: kernels of one who has never seen the predictions."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import factors
from twelfth import s64, structure


class TwentySecond(Blind):
    folder = "twentysecond"


def add_acrobats(lists):
    run = TwentySecond(lists, "acrobats")
    for n, offset in [(24000000, 1), (1000000, 19)]:
        run.flat("copy_shifted_window", n, 256, [f32(n + offset), zeros(f32, n), size(n),
                 size(offset)], {"offset": offset})
    for n, stride, grid in [(4000000, 3, 528), (2000000, 16, 1056)]:
        run("copy_strided_reads", grid, 256, [f32(n * stride), zeros(f32, n)]
            + numbers(n, stride), {"n": n, "stride": stride})
    n, stride = 3000000, 4
    run.flat("copy_strided_writes", n, 128, [f64(n), zeros(f64, n * stride), unsigned(n),
             unsigned(stride)], {"stride": stride})
    for code, name, make, per, count, grid in [("6float4", "float4", f32, 4, 6000000, 1056),
                                               ("6float2", "float2", f32, 2, 1000000, 264),
                                               ("h", "byte", u8, 1, 30000000, 1056)]:
        run("_Z8copyWideI%sEvPKT_PS%s_i" % (code, "0" if len(code) == 1 else "1"), grid, 256,
            [make(per * count), zeros(make, per * count), number(count)], {"count": count},
            kernel="copy_wide_%s" % name)
    w, h, pad = 3000, 2000, 5
    run.plane("copy_image_padded", w + 2 * pad, h + 2 * pad, (32, 8), [f32(w * h)]
              + numbers(w, h) + [zeros(f32, (w + 2 * pad) * (h + 2 * pad)), number(pad)])
    n = 12000000
    run.flat("copy_planes_to_rgb", n, 256, [u8(n), u8(n), u8(n), zeros(u8, 3 * n), number(n)])
    n = 100000007
    run("copy_memory_any", 792, 512, [u8(n), zeros(u8, n), size(n)], {"bytes": n})
    n = 20000000
    run("copy_four_in_flight", ceil_div(n, 4 * 256), 256, [f32(n), zeros(f32, n), number(n)],
        {"n": n})
    n = 8000000
    run.flat("copy_backwards_long", n, 192, [f64(n), zeros(f64, n), wide(n)])
    n = 8000000
    run("copy_chunk_a_thread", ceil_div(n, 8 * 128), 128, [s32(n), zeros(s32, n), number(n)],
        {"n": n})
    n = 5000000
    run.flat("copy_rolled_in_block", n, 512, [f32(n), zeros(f32, n)] + numbers(n, 37),
             shared=2048)
    quads = 4000000
    run("fill_ramp_of_int4", 528, 256, [zeros(s32, 4 * quads)] + numbers(quads, 7, 3),
        {"quads": quads})


def add_bagpipes(lists):
    run = TwentySecond(lists, "bagpipes")
    for n in [3000000, 150000]:
        run.flat("aos_particles_advance", n, 256, [f32(8 * n), number(n), real(0.01)])
    n = 3000000
    run.flat("soa_particles_advance", n, 128, [structure(*[f32(n)] * 6), number(n), real(0.01)])
    n = 5000000
    run("aos_sales_of_region", 1056, 256, [below(4 * n, 12), zeros(s64, n), size(n), number(4)],
        {"n": n})
    n = 20000000
    run.flat("aos_pixels_to_luma", n, 256, [u8(3 * n), zeros(u8, n), number(n)])
    n = 4000000
    run("aos_vectors_normalised", 792, 256, [f32(3 * n), number(n)], {"n": n})
    n = 1500000
    run.flat("aos_matrices_applied", n, 128, [f32(16 * n), f32(4 * n), zeros(f32, 4 * n),
             unsigned(n)])
    n = 4000000
    run.flat("aos_boxes_that_touch", n, 192, [f32(6 * n),
             structure(*reals(-.5, -.4, -.6, .5, .6, .4)), zeros(u8, n), number(n)])


def add_carousels(lists):
    run = TwentySecond(lists, "carousels")
    for count, rows, quads in [(20000, 30000, 192), (60000, 200000, 16)]:
        run.flat("gather_words_by_warps", 32 * count, 256, [below(count, rows),
                 f32(4 * quads * rows), zeros(f32, 4 * quads * count)] + numbers(count, quads),
                 {"rows": rows, "dim": 4 * quads})
    for n, places in [(8000000, 40000000), (4000000, 500000)]:
        run.flat("gather_by_ldg", n, 256, [f32(places), below(n, places), zeros(f32, n),
                 number(n)], {"places": places})
    n, places = 4000000, 3000000
    run.flat("gather_where_wanted", n, 256, [u8(n, "random=3"), below(n, places), f64(places),
             zeros(f64, n), number(n)], {"places": places})
    n = 1000000
    run("gather_mesh_of_six", 528, 256, [below(6 * n, n), f32(n), zeros(f32, n), number(n)],
        {"vertices": n})
    n, places = 6000000, 2048
    run.flat("table_lookup_linear", n, 128, [f32(n, "random"), f32(places), number(places),
             zeros(f32, n), number(n)], {"size": places})
    n, nx, ny, nz = 1000000, 200, 180, 160
    run.flat("gather_trilinear_points", n, 128, [structure(f32(nx * ny * nz), *numbers(nx, ny, nz)),
             f32(n, "random"), f32(n, "random=0.9"), f32(n, "random=0.8"), zeros(f32, n),
             number(n)], {"nx": nx, "ny": ny, "nz": nz})
    n, places = 2000000, 4000000
    run.flat("binary_search_in_sorted", n, 256, [s32(places, "step=3"), number(places),
             below(n, 3 * places), zeros(s32, n), number(n)], {"size": places})
    n = 4000000
    run.flat("scatter_couples_permuted", n, 256, [f32(2 * n), u32(n, "gather=1234577"),
             zeros(f32, 2 * n), unsigned(n)])
    for n, cells in [(4000000, 1000000), (2000000, 4096)]:
        run("scatter_weights_added", 528, 256, [below(n, cells), f32(n), zeros(f32, cells),
            size(n)], {"n": n, "cells": cells})
    n, points = 4000000, 1000000
    run.flat("gather_edge_lengths", n, 256, [below(2 * n, points), f16(2 * points),
             zeros(f32, n), number(n)], {"points": points})


def add_dominoes(lists):
    run = TwentySecond(lists, "dominoes")

    def turn(entry, make, rows, cols, block, tile=None, per=1, **rest):
        across, down = tile or block
        run(entry, (ceil_div(cols, across), ceil_div(rows, down)), block,
            [make(per * rows * cols), zeros(make, per * rows * cols)] + numbers(rows, cols),
            {"rows": rows, "cols": cols}, **rest)

    turn("_Z14transposePlainIfEvPKT_PS0_ii", f32, 3000, 4000, (32, 8),
         kernel="transpose_plain_float")
    turn("_Z14transposePlainIdEvPKT_PS0_ii", f64, 1000, 1300, (16, 16),
         kernel="transpose_plain_double")
    tile = "_Z13transposeTileI%sLi%dELi%dELi%dEEvPKT_PS%d_ii"
    for rows, cols in [(4096, 4096), (1000, 1500)]:
        turn(tile % ("f", 32, 8, 1, 0), f32, rows, cols, (32, 8), (32, 32),
             kernel="transpose_tile_float_padded")
    turn(tile % ("i", 32, 32, 0, 0), s32, 2500, 2000, (32, 32), (32, 32),
         kernel="transpose_tile_int_unpadded")
    turn(tile % ("d", 16, 16, 1, 0), f64, 1800, 2200, (16, 16), (16, 16),
         kernel="transpose_tile_double_16")
    turn(tile % ("6float2", 32, 16, 1, 1), f32, 1600, 1920, (32, 16), (32, 32), per=2,
         kernel="transpose_tile_complex")
    batch, channels, pixels = 16, 64, 56 * 56
    run("transpose_channels_to_back", (ceil_div(pixels, 16), channels // 16, batch), (16, 16),
        [f32(batch * channels * pixels), zeros(f32, batch * channels * pixels)]
        + numbers(channels, pixels), {"batch": batch, "channels": channels, "pixels": pixels})
    n = 3000
    run("transpose_square_on_itself", (ceil_div(n, 32), ceil_div(n, 32)), (32, 8),
        [f32(n * n), number(n)], {"n": n})
    rows, cols = 2048, 3072
    run("transpose_turned_columns", (cols // 32, rows // 32), (32, 8), [u32(rows * cols),
        zeros(u32, rows * cols), unsigned(rows), unsigned(cols)], {"rows": rows, "cols": cols})
    nx, ny, nz = 256, 200, 120
    run("transpose_axes_of_volume", 528, 256, [f32(nx * ny * nz), zeros(f32, nx * ny * nz)]
        + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz})


def add_elbows(lists):
    run = TwentySecond(lists, "elbows")
    for letter, name, make, m, n, k, block in [("f", "float", f32, 1000, 1200, 800, (16, 16)),
                                               ("f", "float", f32, 200, 300, 256, (32, 8)),
                                               ("d", "double", f64, 500, 600, 400, (32, 8))]:
        run("_Z8mulPlainI%sEvPKT_S2_PS0_iii" % letter, (ceil_div(n, block[0]),
            ceil_div(m, block[1])), block, factors(make, m, n, k) + numbers(m, n, k),
            {"m": m, "n": n, "k": k}, kernel="matmul_simple_%s" % name)
    n = 512
    run("matmul_threads_down_columns", (n // 16, n // 16), (16, 16), factors(f32, n, n, n)
        + [number(n)], {"n": n})
    for tile, m, n, k in [(16, 700, 900, 500), (32, 1024, 1024, 1024), (16, 2000, 100, 300)]:
        run("_Z14mulTiledRaggedILi%dEEvPKfS1_Pfiii" % tile, (ceil_div(n, tile), ceil_div(m, tile)),
            (tile, tile), factors(f32, m, n, k) + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="matmul_tiled_ragged_%d" % tile)
    m, n, k = 512, 640, 768
    run("matmul_first_turned_tiles", (n // 16, m // 16), (16, 16), factors(f64, m, n, k)
        + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for n, batch in [(32, 8000), (20, 4000)]:
        run("matmul_batch_of_small", batch, 128, [f32(batch * n * n), f32(batch * n * n),
            zeros(f32, batch * n * n), number(n)], {"n": n, "batch": batch}, shared=8 * n * n)
    rows, cols = 8000, 1000
    run.flat("matvec_row_a_thread", rows, 128, [f32(rows * cols), f32(cols), zeros(f32, rows)]
             + numbers(rows, cols), {"cols": cols})
    for rows, cols in [(8192, 4096), (1000, 2000)]:
        run("matvec_row_a_warp_quads", ceil_div(rows, 8), (32, 8), [f32(rows * cols), f32(cols),
            zeros(f32, rows)] + numbers(rows, cols // 4), {"rows": rows, "cols": cols})
    rows, cols = 11008, 4096
    run("matvec_half_weights_block", rows, 128, [f16(rows * cols), f16(cols), f32(rows),
        zeros(f32, rows), number(cols // 2)], {"rows": rows, "cols": cols})


def add_fiddles(lists):
    run = TwentySecond(lists, "fiddles")
    for m, n, k in [(1024, 1536, 512), (512, 512, 512)]:
        run("_Z13sgemmColumnOfILi64ELi64ELi8ELi8EEvPKfS1_Pfiii", (n // 64, m // 64), 512,
            factors(f32, m, n, k) + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="sgemm_column_of_8")
    m, n, k = 900, 1000, 700
    run("_Z14gemmFourByFourIfEviiiT_PKS0_S2_S0_PS0_", (ceil_div(n, 64), ceil_div(m, 64)), 256,
        numbers(m, n, k) + [real(1.5), f32(m * k), f32(k * n), real(0.5), f32(m * n)],
        {"m": m, "n": n, "k": k}, kernel="gemm_four_by_four_float")
    m, n, k = 800, 640, 512
    run("_Z14gemmFourByFourIdEviiiT_PKS0_S2_S0_PS0_", (ceil_div(n, 64), ceil_div(m, 64)), 256,
        numbers(m, n, k) + [double(1.5), f64(m * k), f64(k * n), double(0.5), f64(m * n)],
        {"m": m, "n": n, "k": k}, kernel="gemm_four_by_four_double")
    for m, n, k in [(2048, 2048, 1024), (1024, 1024, 2048)]:
        run("sgemm_eights_of_both", (n // 128, m // 128), 256, factors(f32, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1536, 1024, 768
    run("sgemm_async_two_stages", (n // 64, m // 64), 256, factors(f32, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, words = 1024, 1024, 256
    run("matmul_bytes_by_dp4a", (n // 32, m // 32), (16, 16), [s32(m * words, "random"),
        s32(n * words, "random"), zeros(s32, m * n)] + numbers(m, n, words),
        {"m": m, "n": n, "k": 4 * words})


def add_gondolas(lists):
    run = TwentySecond(lists, "gondolas")

    def product(entry, grid, block, arguments, m, n, k, **rest):
        run(entry, grid, block, arguments, {"m": m, "n": n, "k": k}, **rest)

    m, n, k = 1024, 1024, 1024
    product("gemm_wmma_plain", (m // 64, n // 64), (128, 4), factors(f16, m, n, k, f32)
            + numbers(m, n, k), m, n, k)
    for m, n, k in [(2048, 2048, 1024), (640, 512, 2048)]:
        product("_Z15wmmaSharedTilesI6__halfEvPKT_S3_Pfii", (n // 64, m // 64), 128,
                factors(f16, m, n, k, f32) + numbers(n, k), m, n, k,
                kernel="gemm_wmma_shared_half")
    m, n, k = 1024, 1536, 768
    product("_Z15wmmaSharedTilesI13__nv_bfloat16EvPKT_S3_Pfii", (n // 64, m // 64), 128,
            [u16(m * k), u16(k * n), zeros(f32, m * n)] + numbers(n, k), m, n, k,
            kernel="gemm_wmma_shared_bf16")
    for m, n, k in [(4096, 2048, 1024), (1024, 1024, 512)]:
        product("gemm_mma_with_ldmatrix", (n // 64, m // 128), 256, factors(f16, m, n, k)
                + numbers(n, k), m, n, k)
    m, n, k = 1024, 1024, 1024
    product("gemm_mma_int8_direct", (n // 32, m // 64), (32, 4), factors(u8, m, n, k, s32)
            + numbers(n, k), m, n, k)
    m, n, k = 768, 1024, 640
    product("gemm_mma_tf32_tiles", (n // 32, m // 32), 128, factors(f32, m, n, k)
            + numbers(n, k), m, n, k)


def add_hourglasses(lists):
    run = TwentySecond(lists, "hourglasses")
    for w, h, block in [(4096, 3000, (32, 8)), (1000, 800, (16, 16))]:
        run.plane("stencil_jacobi_five_points", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h))
    w, h = 2000, 1800
    run.plane("stencil_heat_with_source", w, h, (32, 8), [f64(w * h), f64(w * h),
              zeros(f64, w * h), structure(*numbers(w, h), double(0.5), double(0.25)),
              double(0.001)])
    w, h = 2500, 2100
    run.plane("stencil_halo_tile_16", w, h, (16, 16), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h) + [real(0.2)])
    for w, h in [(2200, 2000), (500, 400)]:
        run("stencil_wave_eighth_order", (ceil_div(w - 8, 32), ceil_div(h - 8, 8)), (32, 8),
            [f32(w * h), f32(w * h), f32(w * h, "random=0.2")] + numbers(w, h),
            {"width": w, "height": h})
    n = 2000
    run("stencil_red_or_black", (ceil_div(n // 2, 32), ceil_div(n - 2, 8)), (32, 8), [f64(n * n),
        f64(n * n)] + numbers(n, 1) + [double(1.7)], {"n": n})
    w, h = 2048, 2000
    run("life_on_torus_bytes", 1056, 256, [u8(w * h, "random=2"), zeros(u8, w * h)]
        + numbers(w, h), {"width": w, "height": h})
    w, h = 3840, 2160
    run.plane("stencil_sobel_magnitude", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h))
    for reach, block, n in [(3, 256, 10000000), (12, 128, 3000000)]:
        run.flat("_Z6lineOfILi%dELi%dEEvPKiPii" % (reach, block), n, block, [below(n, 1000),
                 zeros(s32, n), number(n)], kernel="stencil_line_of_%d" % reach)


def add_icicles(lists):
    run = TwentySecond(lists, "icicles")

    def volume(entry, sides, grid, block, arguments, **rest):
        run(entry, grid, block, arguments, dict(zip(("nx", "ny", "nz"), sides)), **rest)

    for sides, block in [((256, 256, 160), (32, 4, 2)), ((100, 90, 80), (8, 8, 4))]:
        n = sides[0] * sides[1] * sides[2]
        volume("stencil_seven_points_naive", sides, tuple(map(ceil_div, sides, block)), block,
               [f32(n), zeros(f32, n)] + numbers(*sides) + reals(.4, .1))
    for letter, name, make, value, block, sides in [
            ("f", "float", f32, real, (32, 8), (300, 260, 120)),
            ("d", "double", f64, double, (16, 16), (200, 180, 100))]:
        n = sides[0] * sides[1] * sides[2]
        volume("_Z7marchUpI%sLi%dELi%dEEvPKT_PS0_iiiS0_" % ((letter,) + block), sides,
               (ceil_div(sides[0] - 2, block[0]), ceil_div(sides[1] - 2, block[1])), block,
               [make(n), zeros(make, n)] + numbers(*sides) + [value(0.1)],
               kernel="stencil_march_up_%s" % name)
    sides = 240, 200, 140
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_twenty_five_points", sides, (ceil_div(sides[0] - 8, 32),
           ceil_div(sides[1] - 8, 8), sides[2] - 8), (32, 8), [f32(n), f32(n, "random=0.1"),
           f32(n)] + numbers(*sides))
    sides = 180, 160, 140
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_varying_conduction", sides, 528, 256, [f64(n), f64(n, "random"),
           zeros(f64, n)] + [size(side) for side in sides] + [double(0.1)])
    sides = 200, 180, 130
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_yee_magnetic", sides, (ceil_div(sides[0], 32), ceil_div(sides[1], 8),
           sides[2] - 1), (32, 8), [structure(*[f32(n)] * 3), structure(*[f32(n)] * 3),
           structure(*numbers(*sides)), real(0.4)])
    sides = 256, 240, 100
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_median_of_seven", sides, (8, 60, 50), (32, 4, 2), [u8(n), zeros(u8, n)]
           + numbers(*sides))


def add_jugglers(lists):
    run = TwentySecond(lists, "jugglers")
    line = {"constants": ["mask_line f32[33]:signed"]}
    plane = {"constants": ["mask_plane f32[81]:signed"]}
    for w, h, k in [(1920, 1080, 5), (640, 480, 9)]:
        run.plane("conv_mask_in_global", w, h, (16, 16), [f32(w * h), f32(k * k),
                  zeros(f32, w * h)] + numbers(w, h, k), {"kernel": k})
    for r, w, h in [(1, 3000, 2500), (3, 1920, 1200)]:
        run.plane("_Z12convConstantILi%dEEvPKfPfii" % r, w, h, (32, 8), [f32(w * h),
                  zeros(f32, w * h)] + numbers(w, h), kernel="conv_constant_%d" % r, **plane)
    w, h = 2560, 1600
    run("conv_rows_in_shared", (ceil_div(w, 128), ceil_div(h, 4)), (128, 4), [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, **line)
    w, h, r = 2000, 1500, 10
    run("conv_columns_direct", (ceil_div(w, 128), h), 128, [f32(w * h), zeros(f32, w * h)]
        + numbers(w, h, r), {"width": w, "height": h, "radius": r}, **line)
    n, count = 1000000, 128
    run("conv_signal_many_taps", 1056, 128, [f64(n), f64(count), zeros(f64, n)]
        + numbers(n, count), {"n": n, "taps": count}, shared=8 * count)
    for stride, channels, side in [(1, 192, 112), (2, 256, 56)]:
        total = channels * (side // stride) ** 2
        run.flat("_Z13convDepthwiseILi%dEEvPKfS1_S1_Pfiii" % stride, total, 256,
                 [f32(channels * side * side), f32(9 * channels), f32(channels), zeros(f32, total)]
                 + numbers(channels, side, side), {"channels": channels, "side": side},
                 kernel="conv_depthwise_stride_%d" % stride)
    channels, filters, side = 32, 64, 58
    run("conv_layer_four_filters", (ceil_div(side - 2, 16), ceil_div(side - 2, 16), filters // 4),
        (16, 16), [f32(channels * side * side), f32(9 * channels * filters),
        zeros(f32, filters * (side - 2) ** 2)] + numbers(channels, side, side),
        {"channels": channels, "filters": filters, "side": side})
    channels, side, k, pad = 64, 112, 3, 1
    n = channels * side * side
    run("conv_patches_to_columns", 1056, 256, [f32(n), zeros(f32, n * k * k)]
        + numbers(channels, side, side, k, pad), {"channels": channels, "side": side})
    w, h = 1800, 1600
    run.plane("conv_means_of_two_by_two", w, h, (32, 8), [f32(4 * w * h), zeros(f32, w * h)]
              + numbers(w, h))


def add_knapsacks(lists):
    run = TwentySecond(lists, "knapsacks")
    n = 8000000
    run.flat("reduce_every_second_thread", n, 256, [below(n, 100),
             zeros(s32, ceil_div(n, 256)), number(n)])
    for letter, name, make, block, n in [("f", "float", f32, 256, 30000000),
                                         ("f", "float", f32, 256, 500000),
                                         ("d", "double", f64, 128, 6000000)]:
        run("_Z7halvingI%sLi%dEEvPKT_PS0_j" % (letter, block), ceil_div(n, 2 * block), block,
            [make(n), zeros(make, ceil_div(n, 2 * block)), unsigned(n)], {"n": n},
            kernel="reduce_halving_%s" % name)
    for n, grid, block in [(40000000, 528, 512), (1000000, 132, 256)]:
        run("reduce_grid_stride_to_one", grid, block, [f32(n), zeros(f32, 1), number(n)],
            {"n": n, "grid": grid})
    quads = 5000000
    run("sum_of_float4_in_fours", ceil_div(quads, 4 * 256), 256, [f32(4 * quads), zeros(f32, 1),
        number(quads)], {"quads": quads})
    n = 1000000
    run.flat("reduce_by_atomics_alone", n, 256, [below(n, 100), zeros(s32, 1), number(n)])
    n, grid = 16000000, 528
    run("reduce_both_extremes", grid, 256, [f32(n), zeros(f32, 2 * grid), number(n)],
        {"n": n, "grid": grid})
    n, grid = 5000000, 792
    run("reduce_where_is_most", grid, 128, [f64(n), zeros(f64, grid), zeros(s32, grid), number(n)],
        {"n": n, "grid": grid})
    n, grid = 8000000, 528
    run("dot_of_doubles_to_blocks", grid, 256, [f64(n), f64(n), zeros(f64, grid), size(n)],
        {"n": n, "grid": grid})
    n = 20000000
    run("reduce_by_tiles_of_group", 1056, 192, [below(n, 100), zeros(u64, 1), number(n)],
        {"n": n})
    n, grid = 10000000, 264
    run("reduce_last_block_adds", grid, 256, [f32(n), zeros(f32, grid), zeros(u32, 1),
        zeros(f32, 1), number(n)], {"n": n, "grid": grid})
    pairs, grid = 8000000, 528
    run("reduce_halves_absolute", grid, 256, [f16(2 * pairs), zeros(f32, grid), number(pairs)],
        {"pairs": pairs, "grid": grid})


def add_ladles(lists):
    run = TwentySecond(lists, "ladles")
    rows, cols = 20000, 500
    run.flat("row_sums_thread_a_row", rows, 128, [f32(rows * cols), zeros(f32, rows)]
             + numbers(rows, cols), {"cols": cols})
    for rows, cols, block in [(10000, 1000, 128), (300, 10000, 256)]:
        run("row_sums_block_a_row", rows, block, [f64(rows * cols), zeros(f64, rows),
            number(cols)], {"rows": rows, "cols": cols}, shared=8 * block)
    rows, cols = 1000, 20000
    run.flat("column_sums_thread_a_column", cols, 128, [f32(rows * cols), zeros(f32, cols),
             unsigned(rows), unsigned(cols)], {"rows": rows})
    rows, cols, per = 8000, 3000, 250
    run("reduce_column_means_in_parts", (ceil_div(cols, 32), ceil_div(rows, per)), (32, 8),
        [f32(rows * cols), zeros(f32, cols)] + numbers(rows, cols, per),
        {"rows": rows, "cols": cols, "per": per})
    segments, each = 100000, 120
    run("reduce_segments_by_warps", 1056, 256, [s32(segments + 1, "step=%d" % each),
        f32(segments * each), zeros(f32, segments), number(segments)],
        {"segments": segments, "each": each})
    rows, cols = 16000, 600
    run.flat("row_sums_mean_deviation", 32 * rows, 128, [f32(rows * cols), zeros(f32, 2 * rows)]
             + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 20000000
    run("reduce_count_by_votes", 1056, 256, [below(n, 1000), number(700), zeros(u32, 1),
        number(n)], {"n": n})
    for letter, name, make, a, b, c in [("f", "float", f32, 64, 196, 1024),
                                        ("d", "double", f64, 2000, 30, 64)]:
        run.flat("_Z10overMiddleI%sEvPKT_PS0_iii" % letter, a * c, 128, [make(a * b * c),
                 zeros(make, a * c)] + numbers(a, b, c), {"a": a, "b": b, "c": c},
                 kernel="reduce_over_middle_%s" % name)
    n = 6000000
    run("reduce_checksum_of_words", 528, 192, [u32(4 * n, "random"), zeros(u32, 1), size(n)],
        {"n": n})


def add(lists):
    for of_file in (add_acrobats, add_bagpipes, add_carousels, add_dominoes, add_elbows,
                    add_fiddles, add_gondolas, add_hourglasses, add_icicles, add_jugglers,
                    add_knapsacks, add_ladles):
        of_file(lists)

"""A twenty-first validation set, first half: kernels of one who has never seen the predictions."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import factors
from twelfth import s64, structure


class TwentyFirst(Blind):
    folder = "twentyfirst"


def add_apricots(lists):
    run = TwentyFirst(lists, "apricots")
    for w, h, lines, to, grid in [(1900, 1200, 2048, 1920, (8, 40)),
                                  (3000, 2500, 3008, 3000, (94, 313))]:
        run("copy_window_of_pitches", grid, (32, 8), [f32(lines * h), size(4 * lines),
            zeros(f32, to * h), size(4 * to)] + numbers(w, h), {"width": w, "height": h})
    n = 10000000
    run.flat("copy_words_off_by_bytes", n, 256, [u32(n + 1, "random"), zeros(u32, n)]
             + numbers(n, 3))
    for letter, name, make, per, n, block in [("f", "float", f32, 4, 12000000, 128),
                                              ("s", "short", u16, 8, 20000003, 64),
                                              ("d", "double", f64, 3, 3000000, 96)]:
        run("_Z13copyStretchesI%sLi%dEEvPKT_PS0_j" % (letter, per), ceil_div(n, per * block), block,
            [make(n), zeros(make, n), unsigned(n)], {"n": n, "block": block},
            kernel="copy_stretches_%s_%d" % (name, per))
    n, stride = 2000000, 5
    run("copy_each_kth_long", 528, 256, [f64(n * stride + 2), zeros(f64, n), wide(n),
        wide(stride), wide(2)], {"n": n, "stride": stride})
    n, room = 4000000, 1 << 22
    run.flat("copy_out_of_ring", n, 256, [f32(2 * room), zeros(f32, 2 * n), unsigned(3000000),
             unsigned(room - 1), unsigned(n)])
    texts, room = 200000, 64
    run.flat("copy_texts_until_zero", texts, 128, [u8(texts * room, "random=40"),
             zeros(u8, texts * room)] + numbers(texts, room), {"room": room})
    for n, grid in [(4000000, 264), (100000, 132)]:
        run("stream_triad_by_double2", grid, 512, [zeros(f64, 2 * n), f64(2 * n), f64(2 * n),
            double(1.5), number(n)], {"n": n, "grid": grid})
    lines, block = 30000, 192
    run("copy_lines_turned", lines, block, [s32(lines * block), zeros(s32, lines * block),
        number(50)], {"lines": lines, "block": block}, shared=4 * block)
    rows, cols = 4000, 3000
    run("copy_rows_as_told", rows, 256, [below(rows, 5), f32(rows * cols),
        zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols})
    n = 20000003
    run("copy_floats_narrowed", ceil_div(n, 4 * 256), 256, [f32(n), zeros(f16, n), number(n)],
        {"n": n})


def add_badgers(lists):
    run = TwentyFirst(lists, "badgers")
    n = 2000000
    run.flat("aos_springs_swing", n, 256, [f32(5 * n, "random"), number(n), real(0.01)])
    n = 800000
    run.flat("aos_kinetic_of_bodies", n, 128, [f64(8 * n), zeros(f64, n), size(n)])
    n = 6000000
    run("aos_voxels_cooled", 1056, 256, [u16(4 * n), number(n), real(0.97)], {"n": n})
    n = 3000000
    run.flat("_Z5driftI8TogetherEvT_if", n, 256, [structure(f32(4 * n)), number(n), real(0.01)],
             kernel="aos_drift_together")
    for n, block in [(3000000, 192), (40000, 64)]:
        run.flat("_Z5driftI5ApartEvT_if", n, block, [structure(*[f32(n)] * 4), number(n),
                 real(0.01)], kernel="soa_drift_apart")
    n, points = 1000000, 500000
    run.flat("aos_faces_of_mesh", n, 256, [below(3 * n, points), f32(3 * points),
             zeros(f32, 4 * n), number(n)], {"points": points})
    n, room = 4000000, 1 << 20
    run.flat("aos_survivors_appended", n, 256, [f32(4 * n), number(n), zeros(f32, 4 * room),
             unsigned(room - 1), zeros(u32, 1)])
    n = 4000000
    run("aos_entries_in_sixteens", ceil_div(n, 16 * 128), 128, [u8(8 * n),
        zeros(s64, ceil_div(n, 16)), number(n)], {"n": n})
    n = 1500000
    run.flat("aos_sevens_through_shared", n, 128, [f32(7 * n), zeros(f32, 7 * n), number(n)])


def add_chimneys(lists):
    run = TwentyFirst(lists, "chimneys")
    for bags, each, rows, dim, block in [(20000, 20, 100000, 128, 128), (3000, 8, 5000, 50, 64)]:
        run("gather_bags_of_rows", bags, block, [s32(bags + 1, "step=%d" % each),
            below(bags * each, rows), f32(rows * dim), zeros(f32, bags * dim), number(dim)],
            {"bags": bags, "each": each, "rows": rows, "dim": dim})
    n, w, h = 2000000, 1920, 1080
    run.flat("gather_bilinear_at", n, 256, [f32(w * h), f32(2 * n, "random"), zeros(f32, n)]
             + numbers(n, w, h), {"width": w, "height": h})
    n, first, second = 3000000, 1000000, 2000000
    run("gather_index_of_index", 528, 256, [below(n, first), below(first, second), f64(second),
        zeros(f64, n), number(n)], {"n": n})
    quads = 3000000
    run("gather_palette_of_256", 528, 256, [u8(4 * quads), f32(256), zeros(f32, 4 * quads),
        number(quads)], {"quads": quads})
    n, limit = 3000000, 1000000
    run.flat("gather_long_or_zero", n, 512, [s64(n, "random=1300000"), f32(limit), zeros(f32, n),
             wide(n), wide(limit)], {"limit": limit})
    n, points = 1000000, 600000
    run.flat("gather_cell_centres", n, 128, [below(4 * n, points), f32(3 * points),
             zeros(f32, 3 * n), number(n)], {"points": points})
    pixels, channels, count = 200000, 96, 24
    run.flat("gather_picked_channels", pixels * count, 256, [f16(pixels * channels),
             below(count, channels), zeros(f16, pixels * count)] + numbers(pixels, channels, count),
             {"channels": channels, "count": count})
    n = 2000000
    run.flat("scatter_quads_to_slots", n, 256, [s32(n, "gather=1000003"), f32(4 * n),
             zeros(f32, 4 * n), number(n)])
    for n, cells in [(2000000, 50000), (500000, 300)]:
        run("scatter_least_by_exchange", 528, 192, [below(n, cells), f32(n), zeros(f32, cells),
            number(n)], {"n": n, "cells": cells})


def add_doorknobs(lists):
    run = TwentyFirst(lists, "doorknobs")

    def tiled(entry, make, w, h, across, down, block, **rest):
        run(entry, (ceil_div(w, across), ceil_div(h, down)), block, [make(w * h),
            zeros(make, w * h)] + numbers(w, h), {"width": w, "height": h}, **rest)

    tiled("transpose_halves_by_twos", f16, 3000, 2000, 64, 64, (32, 8))
    w, h = 2560, 1920
    run("transpose_fours_in_registers", (ceil_div(w, 64), ceil_div(h, 32)), (16, 8), [f32(w * h),
        zeros(f32, w * h)] + numbers(w // 4, h // 4), {"width": w, "height": h})
    w, h = 2100, 1700
    run("transpose_tile_of_warp", ceil_div(ceil_div(w, 32) * ceil_div(h, 32), 4), 128, [s32(w * h),
        zeros(s32, w * h)] + numbers(w, h), {"width": w, "height": h}, shared=4 * 4 * 32 * 33)
    batch, sequence, heads, quads = 8, 512, 16, 16
    n = batch * sequence * heads * quads
    run.flat("transpose_heads_to_front", n, 256, [f32(4 * n), zeros(f32, 4 * n)]
             + numbers(sequence, heads, quads, n), {"sequence": sequence, "heads": heads})
    for w, h in [(2048, 2048), (1536, 2560)]:
        run("transpose_along_diagonal", (w // 32, h // 32), (32, 8), [zeros(f32, w * h),
            f32(w * h)] + numbers(w, h), {"width": w, "height": h})
    tiled("_Z7flippedIfLi16ELi16ELi0EEvPKT_PS0_ii", f32, 2000, 1500, 16, 16, (16, 16),
          kernel="transpose_flipped_float")
    tiled("_Z7flippedIdLi16ELi4ELi1EEvPKT_PS0_ii", f64, 1200, 900, 16, 16, (16, 4),
          kernel="transpose_flipped_double")
    tiled("_Z7flippedIhLi32ELi8ELi4EEvPKT_PS0_ii", u8, 4000, 3000, 32, 32, (32, 8),
          kernel="transpose_flipped_byte")
    rows, cols = 1500, 2100
    run("transpose_by_long_division", 528, 256, [f32(rows * cols), zeros(f32, rows * cols),
        size(rows), size(cols)], {"rows": rows, "cols": cols})


def add_envelopes(lists):
    run = TwentyFirst(lists, "envelopes")
    m, n, k = 512, 768, 640
    run("matmul_of_guide_by_value", (n // 16, m // 16), (16, 16),
        [structure(*numbers(k, m, k), f32(m * k)), structure(*numbers(n, k, n), f32(k * n)),
         structure(*numbers(n, m, n), zeros(f32, m * n))], {"m": m, "n": n, "k": k})
    for tile, coarse, n in [(32, 4, 1024), (16, 2, 512)]:
        run("_Z9coarsenedILi%dELi%dEEvPKfS1_Pfi" % (tile, coarse),
            (n // (tile * coarse), n // tile), (tile, tile),
            factors(f32, n, n, n) + [number(n)], {"n": n},
            kernel="matmul_coarsened_%d_%d" % (tile, coarse))
    m, n, k, lda = 400, 300, 600, 640
    run("sgemm_turned_by_columns", (ceil_div(m, 16), ceil_div(n, 16)), (16, 16), numbers(m, n, k)
        + [f32(m * lda), number(lda), f32(n * k), number(k), zeros(f32, m * n), number(m)],
        {"m": m, "n": n, "k": k, "lda": lda})
    for letter, name, make, tm, tn, m, n, k, block in [
            ("f", "float", f32, 4, 2, 700, 900, 400, (32, 4)),
            ("d", "double", f64, 2, 2, 400, 500, 300, (16, 8))]:
        run("_Z11inRegistersI%sLi%dELi%dEEvPKT_S2_PS0_iii" % (letter, tm, tn),
            (ceil_div(n, block[0] * tn), ceil_div(m, block[1] * tm)), block,
            factors(make, m, n, k) + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="matmul_in_registers_%s_%d_%d" % (name, tm, tn))
    m, n, k = 500, 700, 300
    run("la_dgemm_shallow_tiles", (ceil_div(n, 32), ceil_div(m, 8)), (32, 8), factors(f64, m, n, k)
        + numbers(m, n, k), {"m": m, "n": n, "k": k})
    m, pairs, k = 512, 384, 512
    run.plane("hgemm_columns_by_twos", pairs, m, (32, 8), factors(f16, m, 2 * pairs, k)
              + numbers(m, pairs, k), {"k": k})
    n = 640
    run("matmul_of_residues", (n // 16, n // 16), (16, 16), [u32(n * n, "random=998244353"),
        u32(n * n, "random=998244353"), zeros(u32, n * n), number(n)], {"n": n})
    for m, n, k in [(1024, 1024, 512), (2048, 1536, 1024)]:
        run("sgemm_next_in_registers", (n // 64, m // 128), 256, factors(f32, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for most in [8, 300]:
        m, n, k = 256, 512, 400
        run("matmul_zeros_passed_over", (ceil_div(n, 128), m), 128, [below(m * k, most),
            f32(k * n), zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k,
                                                                "values": most})
    rows, cols = 20000, 1000
    run.flat("matvec_vector_on_board", rows, 96, [f32(rows * cols), f32(cols), zeros(f32, rows)]
             + numbers(rows, cols), {"cols": cols})
    rows, cols, strip = 4000, 3000, 64
    run("matvec_strips_added", (ceil_div(cols, 128), ceil_div(rows, strip)), 128,
        [f64(rows * cols), f64(rows), zeros(f64, cols)] + numbers(rows, cols, strip),
        {"rows": rows, "cols": cols, "strip": strip})


def add_faucets(lists):
    run = TwentyFirst(lists, "faucets")

    def product(entry, grid, block, arguments, m, n, k, **rest):
        run(entry, grid, block, arguments, {"m": m, "n": n, "k": k}, **rest)

    m, n, k = 1024, 1024, 512
    product("gemm_wmma_32_by_8", m // 32 * (n // 8) // 4, 128, factors(f16, m, n, k, f32)
            + numbers(m, n, k), m, n, k)
    m, n, k = 768, 1024, 512
    product("gemm_wmma_tf32_by_warp", (n // 128, m // 32), 128, factors(f32, m, n, k)
            + numbers(n, k), m, n, k)
    m, n, k = 768, 640, 512
    product("gemm_wmma_of_doubles", (n // 16, m // 32), 256, factors(f64, m, n, k) + numbers(n, k),
            m, n, k)
    m, n, k = 1024, 1024, 512
    product("gemm_wmma_of_signed_chars", (n // 16, m // 64), (32, 4), factors(u8, m, n, k, s32)
            + numbers(n, k), m, n, k)
    for m, n, k in [(2048, 2048, 1024), (512, 768, 512)]:
        product("gemm_wmma_bias_rectified", (n // 64, m // 64), 128, [f16(m * k), f16(k * n),
                f32(n), zeros(f16, m * n)] + numbers(n, k), m, n, k)
    m, n, k = 1024, 768, 512
    product("gemm_mma_k8_by_hand", (n // 32, m // 32), 128, factors(f16, m, n, k, f32)
            + numbers(n, k), m, n, k)
    for m, n, k in [(2048, 2048, 2048), (1024, 512, 1024)]:
        product("gemm_mma_of_four_stages", (n // 64, m // 128), 256, factors(f16, m, n, k, f32)
                + numbers(n, k), m, n, k, shared=61440)


def add_geysers(lists):
    run = TwentyFirst(lists, "geysers")
    w, h = 1500, 1200
    run.plane("stencil_cross_on_torus", w, h, (32, 4), [f64(w * h), zeros(f64, w * h)]
              + numbers(w, h) + [double(0.2)])
    weights = structure(*reals(.05, .1, .05, .1, .4, .1, .05, .1, .05))
    for w, h, block in [(2000, 1500, (32, 8)), (300, 200, (16, 16))]:
        run.plane("stencil_nine_of_structure", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + [weights])
    w, h, strip = 3000, 2000, 32
    run("stencil_down_the_strip", (ceil_div(w - 2, 128), ceil_div(h - 2, strip)), 128,
        [f32(w * h), zeros(f32, w * h)] + numbers(w, h, strip),
        {"width": w, "height": h, "strip": strip})
    w, h = 2000, 1500
    run("stencil_fdtd_half_step", (16, 64), (32, 8), [f32(w * h)] * 4 + numbers(w, h) + [real(0.3)],
        {"width": w, "height": h})
    n = 1500
    run.plane("stencil_brusselator", n, n, (32, 8), [f64(n * n), f64(n * n), zeros(f64, n * n),
              zeros(f64, n * n), number(n)] + [double(v) for v in (1, 3, 0.2, 0.1, 0.01)])
    for reach, w, h, block in [(1, 2500, 2000, (64, 4)), (4, 1600, 1200, (16, 16))]:
        run.plane("_Z5boxedILi%dELi%dELi%dEEvPKiPiii" % ((reach,) + block), w, h, block,
                  [below(w * h, 1000), zeros(s32, w * h)] + numbers(w, h),
                  kernel="stencil_boxed_%d" % reach)
    w, h = 2000, 1600
    run.plane("stencil_wind_by_code", w, h, (32, 8), [f32(w * h), u8(w * h), zeros(f32, w * h)]
              + numbers(w, h))
    n = 2000
    run.plane("stencil_twice_in_tile", n, n, (32, 16), [f32(n * n), zeros(f32, n * n),
              number(n), real(0.1)])


def add_hatchets(lists):
    run = TwentyFirst(lists, "hatchets")

    def volume(entry, sides, grid, block, arguments, **rest):
        run(entry, grid, block, arguments, dict(zip(("nx", "ny", "nz"), sides)), **rest)

    for sides, block in [((200, 160, 120), (32, 4, 2)), ((64, 64, 64), (16, 4, 4))]:
        n = sides[0] * sides[1] * sides[2]
        volume("stencil_volume_all_27", sides, tuple(map(ceil_div, sides, block)), block,
               [f32(n), zeros(f32, n)] + numbers(*sides) + reals(.4, .05, .02, .01))
    sides = 260, 196, 100
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_volume_radius_two", sides, ((sides[0] - 4) // 16, (sides[1] - 4) // 16),
           (16, 16), [f32(n), zeros(f32, n)] + numbers(*sides) + reals(.5, .07, .01))
    nx, ny, nz = 180, 150, 100
    volume("stencil_divergence_of_faces", (nx, ny, nz), (ceil_div(nx, 32), ceil_div(ny, 8), nz),
           (32, 8), [f64((nx + 1) * ny * nz), f64(nx * (ny + 1) * nz), f64(nx * ny * (nz + 1)),
           zeros(f64, nx * ny * nz), size(nx), size(ny), size(nz), double(2)])
    nx, ny, nz = 180, 160, 100
    n = nx * ny * nz
    volume("stencil_limited_slopes", (nx, ny, nz), 528, 256, [f32(n)] + [zeros(f32, n)] * 3
           + numbers(nx, ny, nz))
    nx, ny, nz = 192, 128, 96
    n = 7 * nx * ny * nz
    volume("stencil_lattice_of_seven", (nx, ny, nz), (nx // 64, ny, nz), 64, [f32(n),
           zeros(f32, n)] + numbers(nx, ny, nz) + [real(0.6)])
    pairs, ny, nz = 128, 200, 150
    n = 2 * pairs * ny * nz
    volume("stencil_volume_of_half2", (2 * pairs, ny, nz),
           (pairs // 32, ceil_div(ny - 2, 8), nz - 2), (32, 8), [f16(n), zeros(f16, n)]
           + numbers(pairs, ny, nz))


def add_igloos(lists):
    run = TwentyFirst(lists, "igloos")
    taps = {"constants": ["taps f32[64]:signed"]}
    plane = {"constants": ["kernel2d f32[49]:signed"]}
    n = 3000000
    run.flat("conv_points_seven_taps", n, 256, [f32(2 * n), zeros(f32, 2 * n), number(n)], **taps)
    for letter, name, make, k, b, w, h in [("f", "", f32, 5, 16, 1920, 1080),
                                           ("f", "", f32, 7, 32, 1500, 1200),
                                           ("d", "double_", f64, 3, 16, 1500, 1000),
                                           ("f", "", f32, 5, 16, 256, 256)]:
        run.plane("_Z9tiledMaskI%sLi%dELi%dEEvPKT_PS0_ii" % (letter, k, b), w, h, (b, b),
                  [make(w * h), zeros(make, w * h)] + numbers(w, h),
                  kernel="conv_tiled_mask_%s%d" % (name, k), **plane)
    for channels, filters, side, k, stride, pad, groups in [(64, 64, 56, 3, 1, 1, 4),
                                                            (3, 64, 224, 7, 2, 3, 1)]:
        out = (side + 2 * pad - k) // stride + 1
        run("conv_layer_of_groups", (ceil_div(out * out, 128), filters), 128,
            [f32(channels * side * side), f32(filters * channels // groups * k * k),
             zeros(f32, filters * out * out),
             structure(*numbers(channels, filters, side, side, k, stride, pad, groups))],
            {"channels": channels, "filters": filters, "side": side, "kernel": k,
             "stride": stride, "groups": groups})
    channels, filters, side = 32, 16, 64
    run("conv_turned_to_twice_the_size", (2 * side // 32, 2 * side // 8, filters), (32, 8),
        [f32(channels * side * side), f32(16 * filters * channels),
         zeros(f32, 4 * filters * side * side)] + numbers(channels, side, side),
        {"channels": channels, "filters": filters, "side": side})
    channels, filters, pairs = 128, 64, 6272
    run("conv_pointwise_half_pairs", (ceil_div(pairs, 128), filters), 128,
        [f16(2 * channels * pairs), f16(filters * channels), zeros(f16, 2 * filters * pairs)]
        + numbers(channels, pairs), {"channels": channels, "filters": filters, "pairs": pairs},
        shared=4 * channels)
    nx, ny, nz = 160, 120, 100
    n = nx * ny * nz
    run("conv_volume_constant_27", (ceil_div(nx, 32), ceil_div(ny, 8), 25), (32, 8), [f32(n),
        zeros(f32, n)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz},
        constants=["kernel3d f32[27]:signed"])
    planes, side = 256, 111
    n = planes * 56 * 56
    run.flat("conv_largest_of_windows", n, 192, [f32(planes * side * side), zeros(f32, n),
             zeros(s32, n)] + numbers(planes, side, side), {"planes": planes, "side": side})
    channels, side = 64, 114
    tiles = ((side - 2) // 2) ** 2
    run("conv_winograd_of_input", (ceil_div(tiles, 128), channels), 128,
        [f32(channels * side * side), zeros(f32, 16 * channels * tiles)]
        + numbers(channels, side, side), {"channels": channels, "side": side})
    w, h = 2048, 1536
    run("conv_columns_of_eight_steps", (w // 16, h // 64), (16, 8), [zeros(f32, w * h), f32(w * h)]
        + numbers(w, h), {"width": w, "height": h}, **taps)


def add_jackets(lists):
    run = TwentyFirst(lists, "jackets")
    n, grid = 10000000, 528
    run("_Z6treeOfIi5SumOfLi128EEvPKT_PS1_iS1_", grid, 128, [below(n, 100), zeros(s32, grid)]
        + numbers(n, 0), {"n": n, "grid": grid}, kernel="reduce_tree_sum_int_128")
    n, grid = 4000000, 264
    run("_Z6treeOfId6MostOfLi512EEvPKT_PS1_iS1_", grid, 512, [f64(n), zeros(f64, grid), number(n),
        double(-9)], {"n": n, "grid": grid}, kernel="reduce_tree_most_double_512")
    for quads, grid, block in [(4000000, 528, 256), (200000, 100, 192)]:
        run("reduce_squares_by_butterflies", grid, block, [f32(4 * quads), zeros(f32, 1),
            number(quads)], {"quads": quads, "grid": grid})
    groups, each = 100000, 40
    run.flat("reduce_groups_by_tiles_of_eight", 8 * groups, 128, [below(groups * each, 1000),
             zeros(s32, groups)] + numbers(groups, each), {"each": each})
    n = 10000000
    run("reduce_counts_on_board", 528, 256, [f32(n), zeros(u32, 3), number(n)] + reals(-0.5, 0.2),
        {"n": n})
    for rows, cols, limit in [(20000, 1000, 200), (5000, 1000, 10)]:
        run.flat("reduce_rows_until_over", 32 * rows, 128, [f32(rows * cols, "random"),
                 zeros(s32, rows)] + numbers(rows, cols) + [real(limit)],
                 {"cols": cols, "limit": limit})
    n, grid = 8000000, 264
    run("reduce_with_compensation", grid, 256, [f32(n), zeros(f64, grid), wide(n)],
        {"n": n, "grid": grid})
    n = 4000000
    run("reduce_nearest_in_one_word", 528, 256, [f32(2 * n), number(n)] + reals(0.1, 0.2)
        + [u64(1, "fill=9000000000000000000")], {"n": n})
    rows, cols = 4000, 2000
    run("column_sums_strips_meet", (ceil_div(cols, 16), 16), (16, 16), [f32(rows * cols),
        zeros(f32, cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 8000000
    run("reduce_grid_mean_then_spread", 264, 256, [f32(n), zeros(f32, 2), zeros(f32, 2),
        number(n)], {"n": n}, cooperative=True)


def add_kayaks(lists):
    run = TwentyFirst(lists, "kayaks")
    for rows, cols, high in [(20000, 333, 4), (500, 8000, 2)]:
        run("softmax_warp_any_length", ceil_div(rows, high), (32, high), [f32(rows * cols),
            zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols = 3000, 2000
    run("softmax_of_given_lengths", rows, 256, [f32(rows * cols), below(rows, 2400),
        zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols}, shared=1024)
    batch, channels, pixels = 8, 21, 65536
    n = batch * channels * pixels
    run("softmax_over_planes", (ceil_div(pixels, 256), batch), 256, [f32(n), zeros(f32, n)]
        + numbers(channels, pixels), {"channels": channels, "pixels": pixels, "batch": batch})
    for per, rows in [(4, 30000), (12, 12000)]:
        n = 64 * per * rows
        run.flat("_Z13softmaxOfBf16ILi%dEEvPK14__nv_bfloat162PS0_if" % per, 32 * rows, 128,
                 [u16(n), zeros(u16, n), number(rows), real(1.5)], {"cols": 64 * per},
                 kernel="softmax_of_bf16_%d" % per)
    rows, classes = 2000, 10000
    n = rows * classes
    run("softmax_loss_and_gradient", rows, 256, [f32(n), below(rows, classes), zeros(f32, rows),
        zeros(f32, n), number(classes)], {"rows": rows, "classes": classes})
    rows, cols = 4000, 1000
    run("layer_norm_double_trees", rows, 128, [f64(rows * cols), f64(cols), f64(cols),
        zeros(f64, rows * cols), number(cols), double(1e-5)], {"rows": rows, "cols": cols})
    rows, cols = 20000, 512
    run("layer_norm_welford_of_halves", ceil_div(rows, 4), 128, [f16(rows * cols), f32(cols),
        zeros(f16, rows * cols)] + numbers(rows, cols) + [real(1e-5)],
        {"rows": rows, "cols": cols})
    rows, cols = 8192, 768
    run("layer_norm_backwards_by_rows", 264, (32, 8), [f32(rows * cols), f32(rows * cols),
        f32(cols), f32(rows), f32(rows, "random"), zeros(f32, rows * cols)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})
    for quads, rows in [(1, 16384), (4, 4096)]:
        cols = 1024 * quads
        run("_Z14rootMeanSquareILi%dEEvPK6float4S2_PS0_f" % quads, rows, 256, [f32(rows * cols),
            f32(cols), zeros(f32, rows * cols), real(1e-5)], {"rows": rows, "cols": cols},
            kernel="rmsnorm_quads_%d" % quads)


def add_lizards(lists):
    run = TwentyFirst(lists, "lizards")
    for block, unroll, n in [(64, 4, 8192), (256, 16, 20000), (256, 16, 3000)]:
        run.flat("_Z11pullByTilesILi%dELi%dEEvPK6float4P6float3if" % (block, unroll), n, block,
                 [f32(4 * n), zeros(f32, 3 * n), number(n), real(0.01)],
                 kernel="nbody_pull_by_tiles_%d" % block)
    n = 6000
    run.flat("nbody_floats_summed_as_doubles", n, 128, [f32(n)] * 4 + [zeros(f64, n), number(n),
             real(0.01)])
    n = 5000
    run.flat("nbody_within_radius_periodic", n, 64, [f32(4 * n, "random=10"), zeros(f32, 4 * n),
             number(n)] + reals(10, 2.25))
    n = 3000
    run.flat("nbody_warp_of_doubles", 32 * n, 128, [f64(4 * n), zeros(f64, 3 * n), number(n),
             double(0.01)], {"bodies": n})
    across, down, each = 60, 50, 24
    n = across * down * each
    run("nbody_neighbours_of_cells", (across, down), 32, [f32(2 * n), s32(across * down + 1,
        "step=%d" % each), zeros(s32, n)] + numbers(across, down) + [real(0.3)],
        {"across": across, "down": down, "each": each})
    pairs = 4000
    run("nbody_two_others_in_halves", ceil_div(2 * pairs, 128), 128, [f16(2 * pairs),
        f16(2 * pairs), zeros(f32, 4 * pairs), number(pairs)], {"pairs": pairs}, shared=1024)


def add_minnows(lists):
    run = TwentyFirst(lists, "minnows")
    for letter, name, make, side, n, block in [("d", "double", f64, 3, 300000, 128),
                                               ("f", "float", f32, 6, 100000, 64)]:
        run.flat("_Z8solveOwnI%sLi%dEEvPKT_S2_PS0_i" % (letter, side), n, block,
                 [make(side * side * n), make(side * n), zeros(make, side * n), number(n)],
                 kernel="la_solve_own_%s_%d" % (name, side))
    columns = 100000
    run.flat("la_forward_of_columns", columns, 128, [f32(1024), f32(32 * columns),
             zeros(f32, 32 * columns), number(columns), real(20)])
    rows, cols = 1000, 2000
    run("la_reflect_each_column", cols, 256, [f64(rows * cols), f64(rows), double(0.001)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    pairs, cols = 1000, 2000
    run("la_turn_pairs_of_rows", (ceil_div(cols, 128), 100), 128, [f32(2 * pairs * cols),
        f32(2 * pairs)] + numbers(pairs, cols), {"pairs": pairs, "cols": cols})
    n = 8000
    run("la_cholesky_lane_a_row", ceil_div(n, 4), 128, [f32(1024 * n), zeros(f32, 1024 * n),
        number(n), real(20)], {"matrices": n})
    m, n = 2000, 1500
    run("la_outer_added", (12, 64), (32, 8), numbers(m, n) + [double(0.5), f64(m), f64(n),
        f64(m * n)], {"m": m, "n": n})
    n, k = 1000, 256
    run("la_syrk_lower_tiles", (ceil_div(n, 32), ceil_div(n, 32)), (32, 8), [f32(n * k),
        zeros(f32, n * n)] + numbers(n, k), {"n": n, "k": k})
    n, systems = 64, 40000
    run.flat("la_thomas_side_by_side", systems, 128, [f64(n * systems), f64(n * systems, "fill=4"),
             f64(n * systems), f64(n * systems), zeros(f64, n * systems), zeros(f64, n * systems)]
             + numbers(n, systems), {"rows": n})
    n = 20000
    run("la_eight_columns_made_normal", ceil_div(n, 3), 96, [f32(512 * n), number(n)],
        {"matrices": n})


def add(lists):
    for of_file in (add_apricots, add_badgers, add_chimneys, add_doorknobs, add_envelopes,
                    add_faucets, add_geysers, add_hatchets, add_igloos, add_jackets, add_kayaks,
                    add_lizards, add_minnows):
        of_file(lists)

"""A twenty-fourth validation set, first half: plain kernels of one who has never seen the predictions."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import factors
from twelfth import structure


class TwentyFourth(Blind):
    folder = "twentyfourth"


def add_anchors(lists):
    run = TwentyFourth(lists, "anchors")
    for letter, name, make, n, shift, grid, block in [("f", "float", f32, 20000000, 1, 1056, 256),
                                                      ("f", "float", f32, 1500000, 33, 264, 256),
                                                      ("h", "byte", u8, 40000000, 5, 528, 512)]:
        run("_Z10shiftAlongI%sEvPT_PKS0_mm" % letter, grid, block, [zeros(make, n), make(n + shift),
            size(n), size(shift)], {"n": n, "shift": shift, "grid": grid},
            kernel="copy_shift_along_" + name)
    for n, stride in [(2000000, 3), (500000, 8)]:
        run.flat("copy_quads_with_stride", n, 128, [s32(4 * n * stride), zeros(s32, 4 * n),
                 unsigned(n), unsigned(stride)], {"stride": stride})
    w, h, source, target = 3000, 2000, 3200, 3008
    run("copy_shorts_pitch_to_pitch", (ceil_div(w, 32), ceil_div(h, 64)), (32, 8),
        [structure(u16(source * h), number(source)), structure(zeros(u16, target * h),
         number(target))] + numbers(w, h), {"width": w, "height": h})
    for n in [100000007, 3000001]:
        run.flat("copy_bytes_sixteen_at_once", n // 16 + 1, 256, [u8(n), zeros(u8, n), wide(n)])
    n = 8000000
    run.flat("copy_complex_into_parts", n, 256, [f32(2 * n), zeros(f32, n), zeros(f32, n),
             number(n)])
    n = 5000001
    run("copy_double2_four_in_hand", ceil_div(n, 1024), 256, [f64(2 * n), zeros(f64, 2 * n),
        number(n)], {"n": n})


def add_baskets(lists):
    run = TwentyFourth(lists, "baskets")
    for n in [3000000, 80000]:
        run.flat("aos_particles_in_room", n, 256, [f32(8 * n), number(n), real(0.1),
                 structure(*reals(-.8, .8, .9))])
    n = 4000000
    run.flat("aos_salaries_raised", n, 192, [f64(3 * n), unsigned(n), double(0.03)])
    n = 10000000
    run("aos_rgb_made_brighter", 1056, 256, [u8(3 * n), zeros(u8, 3 * n), number(n), real(1.3)],
        {"n": n})
    n = 1000000
    run.flat("aos_cities_great_circle", n, 128, [f64(2 * n), zeros(f64, n), number(n),
             structure(double(.9), double(.1))])
    n = 6000000
    run.flat("soa_potential_at_point", n, 256, [structure(*[f32(n)] * 4), zeros(f32, n), size(n),
             structure(*reals(.1, .2, .3))])
    for n, block in [(3000000, 256), (100000, 64)]:
        run.flat("aos_quaternions_multiplied", n, block, [f32(4 * n), f32(4 * n), zeros(f32, 4 * n),
                 number(n)])


def add_cradles(lists):
    run = TwentyFourth(lists, "cradles")
    for quads, places in [(2000000, 10000000), (500000, 500000)]:
        run.flat("gather_four_by_int4", quads, 256, [below(4 * quads, places), f32(places),
                 zeros(f32, 4 * quads), number(quads)], {"places": places})
    n, cells = 8000000, 1000000
    run("scatter_weights_onto_grid", 528, 256, [u32(n, "random=%d" % cells), f32(n),
        zeros(f32, cells), unsigned(n)], {"n": n, "cells": cells})
    n, side = 3840 * 2160, 33
    run.flat("table_lookup_colour_cube", n, 256, [u8(4 * n), f32(4 * side ** 3), zeros(f32, 4 * n)]
             + numbers(n, side), {"side": side})
    for bags, bag, words, dim, block in [(4096, 40, 200000, 128, 128), (1000, 12, 30000, 300, 96)]:
        run("embedding_bag_summed", bags, block, [below(bags * bag, words), f32(words * dim),
            zeros(f32, bags * dim)] + numbers(bag, dim), {"bags": bags, "bag": bag, "dim": dim})
    n = 16000000
    run("table_lookup_curve_shared", 792, 256, [f32(1025), f32(n), zeros(f32, n), number(n)],
        {"n": n})
    n = 3000000
    run.flat("gather_spring_energies", n, 128, [below(4 * n, 1 << 20), f32(4 << 20), zeros(f32, n),
             number(n)])


def add_drums(lists):
    run = TwentyFourth(lists, "drums")
    w, h = 3000, 2000
    run.plane("transpose_columns_written", w, h, (16, 16), [f32(w * h), zeros(f32, w * h), size(w),
              size(h)])
    for code, name, make, words, side, rows, w, h in [("f", "float", f32, 1, 32, 4, 5000, 3500),
                                                      ("f", "float", f32, 1, 32, 4, 1024, 1024),
                                                      ("4int2", "int2", s32, 2, 16, 16, 1920, 1080),
                                                      ("t", "short", u16, 1, 32, 8, 4096, 4096)]:
        run("_Z15turnThroughTileI%sLi%dELi%dEEvPKT_PS%d_ii" % (code, side, rows, code == "4int2"),
            (ceil_div(w, side), ceil_div(h, side)), (side, rows), [make(words * w * h),
            zeros(make, words * w * h)] + numbers(w, h), {"width": w, "height": h},
            kernel="transpose_through_tile_" + name)
    w, h = 4000, 3000
    run("transpose_half_by_pairs", (ceil_div(w, 64), ceil_div(h, 64)), (32, 8), [f16(w * h),
        zeros(f16, w * h)] + numbers(w, h), {"width": w, "height": h})
    count = 400000
    run.flat("transpose_eights_by_lanes", 8 * count, 256, [f32(64 * count), zeros(f32, 64 * count),
             number(count)])
    batch, length, heads, quads = 4, 2048, 16, 16
    n = batch * length * heads * quads
    run.flat("transpose_length_and_heads", n, 256, [f32(4 * n), zeros(f32, 4 * n)]
             + numbers(length, heads, quads) + [wide(n)], {"length": length, "heads": heads})


def add_embers(lists):
    run = TwentyFourth(lists, "embers")

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (ceil_div(n, tile[1]), ceil_div(m, tile[0])), block, arguments,
            {"m": m, "n": n, "k": k}, **rest)

    for m, n, k, side in [(1000, 1100, 900, 16), (512, 512, 512, 32)]:
        product("matmul_as_in_class", m, n, k, (side, side), (side, side),
                factors(f32, m, n, k) + numbers(m, n, k))
    for m, n, k, side in [(1024, 1024, 1024, 16), (700, 900, 500, 32)]:
        product("matmul_tile_told_at_launch", m, n, k, (side, side), (side, side),
                factors(f32, m, n, k) + numbers(m, n, k), shared=8 * side * side)
    for letter, name, make, per, m, n, k in [("f", "float", f32, 4, 1500, 1500, 1000),
                                             ("d", "double", f64, 2, 768, 1024, 512)]:
        product("_Z19productOfTilesBelowI%sLi%dEEvPKT_S2_PS0_jjj" % (letter, per), m, n, k,
                (16 * per, 16), (16, 16), factors(make, m, n, k) + [unsigned(m), unsigned(n),
                unsigned(k)], kernel="matmul_tiles_below_" + name)
    m, n, k = 600, 800, 1000
    product("matmul_turned_a_plain", m, n, k, (8, 32), (32, 8), factors(f32, m, n, k)
            + [size(m), size(n), size(k)])
    for rows, cols, block in [(20000, 3000, 256), (500, 10000, 128)]:
        run("matvec_row_of_warp_tile", ceil_div(rows, block // 32), block, [f32(rows * cols),
            f32(cols), zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols = 10000, 1500
    run("matvec_double_by_columns", ceil_div(rows, 128), 128, [f64(rows * cols), f64(cols),
        zeros(f64, rows)] + numbers(rows, cols) + [double(0.5)], {"rows": rows, "cols": cols})


def add_flutes(lists):
    run = TwentyFourth(lists, "flutes")

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (ceil_div(n, tile[1]), ceil_div(m, tile[0])), block, arguments,
            {"m": m, "n": n, "k": k}, **rest)

    for rest, block, m, n, k in [((64, 64, 16, 4, 4), 256, 2000, 1500, 1000),
                                 ((64, 64, 16, 4, 4), 256, 500, 600, 400),
                                 ((32, 64, 8, 2, 8), 128, 900, 1100, 600)]:
        product("_Z12raggedBlocksILi%dELi%dELi%dELi%dELi%dEEvPKfS1_Pfiii" % rest, m, n, k, rest[:2],
                block, factors(f32, m, n, k) + numbers(m, n, k),
                kernel="sgemm_ragged_%d_by_%d" % rest[:2])
    for m, n, k in [(2048, 2048, 1024), (1024, 1024, 512)]:
        product("sgemm_eights_alpha_beta", m, n, k, (128, 128), 256, numbers(m, n, k) + [real(1.25),
                f32(m * k), f32(k * n), real(0.5), f32(m * n)])
    m, n, k = 1024, 1024, 512
    product("matmul_double_fours_apart", m, n, k, (64, 64), (16, 16), factors(f64, m, n, k) + numbers(n, k))
    m, n, k = 1000, 1024, 512
    product("sgemm_rows_by_rows_quads", m, n, k, (16, 64), (16, 16), factors(f32, m, n, k)
            + numbers(m, n, k // 4))


def add_gazebos(lists):
    run = TwentyFourth(lists, "gazebos")

    def product(entry, m, n, k, tile, block, arguments):
        run(entry, (n // tile[1], m // tile[0]), block, arguments, {"m": m, "n": n, "k": k})

    for m, n, k in [(1024, 1024, 1024), (256, 512, 1024)]:
        product("gemm_wmma_first_try", m, n, k, (64, 64), (128, 4), factors(f16, m, n, k, f32)
                + numbers(m, n, k))
    for m, n, k in [(2048, 2048, 1024), (1024, 768, 512)]:
        product("gemm_wmma_next_in_registers", m, n, k, (64, 64), 128, factors(f16, m, n, k, f32)
                + numbers(n, k))
    m, n, k = 2048, 2048, 2048
    product("gemm_mma_strips_by_ldmatrix", m, n, k, (128, 64), 128, factors(f16, m, n, k)
            + numbers(n, k))
    m, n, k = 1024, 1024, 512
    product("gemm_mma_tf32_by_lone_warps", m, n, k, (32, 64), (32, 2), factors(f32, m, n, k)
            + numbers(n, k))
    m, n, k = 2048, 1024, 2048
    product("gemm_mma_bytes_rescaled", m, n, k, (64, 32), 128, factors(u8, m, n, k)
            + numbers(n, k) + [real(1e-4)])


def add_hedges(lists):
    run = TwentyFourth(lists, "hedges")
    for w, h, block in [(4000, 3000, (32, 8)), (500, 500, (16, 16))]:
        run.plane("stencil_relax_towards_source", w, h, block, [f32(w * h), f32(w * h),
                  zeros(f32, w * h)] + numbers(w, h) + [real(0.01)])
    for w, h, radius in [(1920, 1080, 3), (1000, 700, 7)]:
        run.plane("stencil_box_of_any_radius", w, h, (32, 8), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h, radius), {"radius": radius})
    n = 3000
    run("stencil_one_colour_in_place", (ceil_div(n // 2 - 1, 32), ceil_div(n - 2, 8)), (32, 8),
        [f64(n * n), f64(n * n)] + numbers(n, 1) + [double(1.5)], {"n": n})
    for w, h in [(4096, 2000), (700, 600)]:
        run.plane("stencil_membrane_in_tile", w, h, (32, 16), [f32(w * h), f32(w * h)]
                  + numbers(w, h) + [real(0.2)])
    w, h = 3840, 2160
    run.plane("stencil_edges_of_grey", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h))
    w, h = 2500, 2000
    run("life_on_a_torus", 1056, 256, [below(w * h, 2), zeros(s32, w * h), unsigned(w),
        unsigned(h)], {"width": w, "height": h})


def add_irises(lists):
    run = TwentyFourth(lists, "irises")

    def volume(entry, sides, grid, block, arguments, **rest):
        run(entry, grid, block, arguments, dict(zip(("nx", "ny", "nz"), sides)), **rest)

    for sides in [(300, 200, 150), (100, 96, 80)]:
        n = sides[0] * sides[1] * sides[2]
        volume("stencil_cube_by_number", sides, ceil_div(n, 256), 256, [f32(n), zeros(f32, n)]
               + numbers(*sides) + [real(0.1)])
    for letter, name, make, value, sides, block in [("f", "float", f32, real, (384, 320, 200), (32, 8)),
                                                    ("d", "double", f64, double, (130, 120, 100),
                                                     (16, 16))]:
        n = sides[0] * sides[1] * sides[2]
        volume("_Z15upwardsInSharedI%sLi%dELi%dEEvPKT_PS0_5SidesS0_S0_" % (letter, *block), sides,
               (ceil_div(sides[0], block[0]), ceil_div(sides[1], block[1])), block, [make(n),
               zeros(make, n), structure(*numbers(*sides)), value(0.4), value(0.1)],
               kernel="stencil_upwards_" + name)
    sides = 320, 300, 200
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_seismic_star", sides, (ceil_div(sides[0] - 8, 32), ceil_div(sides[1] - 8, 8)),
           (32, 8), [f32(n), f32(n), f32(n)] + numbers(*sides), constants=["star f32[5]:signed"])
    sides, block = (256, 200, 160), (32, 4, 2)
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_cube_of_weights", sides, tuple(ceil_div(side - 2, b) for side, b in
           zip(sides, block)), block, [f32(n), zeros(f32, n)] + numbers(*sides),
           constants=["cube f32[27]:signed"])
    sides = 200, 180, 160
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_electric_of_yee", sides, (ceil_div(sides[0], 32), ceil_div(sides[1], 8),
           sides[2]), (32, 8), [structure(*[f32(n)] * 3), structure(*[f32(n)] * 3),
           *map(unsigned, sides), real(0.5)])


def add_jungles(lists):
    run = TwentyFourth(lists, "jungles")
    weights = {"constants": ["weights f32[128]:signed"]}
    for r, w, h, block in [(4, 4000, 3000, 256), (12, 1920, 1080, 128)]:
        run("_Z9alongRowsILi%dEEvPKfPfii" % r, (ceil_div(w, block), h), block, [f32(w * h),
            zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h},
            kernel="conv_along_rows_%d" % r, **weights)
    for w, h in [(3000, 2000), (640, 480)]:
        run.plane("conv_five_by_five_mirrored", w, h, (16, 16), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h), **weights)
    for channels, side, filters in [(32, 114, 64), (3, 226, 32)]:
        out = side - 2
        run("conv_filter_of_block", (ceil_div(out, 16), ceil_div(out, 16), filters), (16, 16),
            [f32(channels * side * side), f32(9 * channels * filters), zeros(f32, filters * out * out),
             structure(*numbers(channels, side, side, filters))],
            {"channels": channels, "side": side, "filters": filters}, shared=36 * channels)
    for w, h, quads in [(112, 112, 36), (1000, 750, 16)]:
        out = ceil_div(w, 2) * ceil_div(h, 2) * quads
        run.flat("conv_depthwise_halving", out, 256, [f32(4 * w * h * quads), f32(36 * quads),
                 zeros(f32, 4 * out)] + numbers(w, h, quads), {"width": w, "quads": quads})
    n, length, block = 2000000, 127, 256
    run.flat("conv_signal_by_long_filter", n, block, [f64(n), f64(length), zeros(f64, n)]
             + numbers(n, length), {"length": length}, shared=8 * (2 * length + block - 1))
    channels, side = 64, 112
    n = channels * side * side
    run("conv_patches_laid_in_columns", 1056, 256, [f32(n), zeros(f32, 9 * n)]
        + numbers(channels, side, side), {"channels": channels, "side": side})


def add_kennels(lists):
    run = TwentyFourth(lists, "kennels")
    for letter, name, make, bytes_, n, block in [("i", "int", s32, 4, 25000000, 256),
                                                 ("d", "double", f64, 8, 3000000, 128)]:
        blocks = ceil_div(n, 2 * block)
        run("_Z11treeHalvingI%sEvPKT_PS0_j" % letter, blocks, block, [make(n), zeros(make, blocks),
            unsigned(n)], {"n": n}, shared=bytes_ * block, kernel="reduce_tree_halving_" + name)
    for quads, grid in [(6000000, 528), (250000, 132)]:
        run("reduce_warps_into_one_place", grid, 256, [f32(4 * quads), zeros(f32, 1),
            number(quads)], {"quads": quads, "grid": grid})
    n = 20000000
    run("reduce_xor_and_most", 1056, 256, [u32(n, "random"), zeros(u32, 2), size(n)], {"n": n})
    for pairs, grid, block in [(10000000, 528, 512), (700000, 132, 256)]:
        run("dot_of_half_pairs", grid, block, [f16(2 * pairs), f16(2 * pairs), zeros(f32, grid),
            number(pairs)], {"pairs": pairs, "grid": grid})
    for n, grid in [(12000000, 528), (600000, 132)]:
        run("reduce_least_with_place", grid, 256, [f32(n), zeros(s32, 2 * grid), number(n)],
            {"n": n, "grid": grid})
    n, grid = 15000000, 264
    run("reduce_norm_by_last_block", grid, 256, [f32(n), zeros(f32, grid), zeros(f32, 1),
        zeros(u32, 1), number(n)], {"n": n, "grid": grid})


def add_lagoons(lists):
    run = TwentyFourth(lists, "lagoons")
    for rows, cols in [(8000, 2000), (2000, 300)]:
        run("row_sums_of_squares_rooted", rows, 128, [f64(rows * cols), zeros(f64, rows),
            number(cols)], {"rows": rows, "cols": cols})
    for rows, cols, strip in [(8192, 4096, 128), (1000, 700, 50)]:
        run("column_sums_strips_added", (ceil_div(cols, 256), ceil_div(rows, strip)), 256,
            [f32(rows * cols), zeros(f32, cols), unsigned(rows), unsigned(cols), unsigned(strip)],
            {"rows": rows, "cols": cols, "strip": strip})
    for images, channels, quads, block in [(32, 256, 196, 256), (64, 64, 784, 512)]:
        run("reduce_channels_of_images", channels, block, [f32(4 * images * channels * quads),
            zeros(f32, channels), zeros(f32, channels)] + numbers(images, channels, quads),
            {"images": images, "channels": channels, "quads": quads})
    for lanes, groups, each in [(4, 1000000, 9), (32, 100000, 200)]:
        run("_Z14betweenOffsetsILi%dEEvPKiPKfPfi" % lanes, ceil_div(groups * lanes, 256), 256,
            [s32(groups + 1, "step=%d" % each), f32(groups * each), zeros(f32, groups),
             number(groups)], {"groups": groups, "each": each},
            kernel="reduce_between_offsets_%d" % lanes)
    n = 20000000
    run("agg_sales_of_shops", 528, 256, [u8(n), below(n, 10000), zeros(u64, 256), number(n)],
        {"n": n})
    rows, cols = 10000, 1500
    run("reduce_largest_difference", ceil_div(rows, 4), (32, 4), [f32(rows * cols),
        f32(rows * cols), zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})


def add(lists):
    for of_file in (add_anchors, add_baskets, add_cradles, add_drums, add_embers, add_flutes,
                    add_gazebos, add_hedges, add_irises, add_jungles, add_kennels, add_lagoons):
        of_file(lists)

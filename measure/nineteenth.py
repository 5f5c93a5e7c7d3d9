"""A nineteenth validation set: plain kernels of a sceptical but fair engineer who was told the kinds."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from sixteenth import factors, packed
from twelfth import s64, structure


class Nineteenth(Blind):
    folder = "nineteenth"


def add_ferries(lists):
    run = Nineteenth(lists, "ferries")
    for n, to, back in [(6000011, 5, 2), (900000, 32, 0)]:
        run.flat("copy_skewed_ends", n, 192, [f32(n + to), zeros(f32, n + back)]
                 + numbers(n, to, back), {"from": to, "to": back})
    for name, kernel, make, each, width, n, block in [
            ("I4int2Li4EEvPKT_PS1_i", "int2_four", s32, 4, 2, 2500001, 256),
            ("I6float4Li2EEvPKT_PS1_i", "float4_two", f32, 2, 4, 5000000, 128),
            ("IhLi6EEvPKT_PS0_i", "bytes_six", u8, 6, 1, 7000001, 224)]:
        run("_Z12copyUnrolled" + name, ceil_div(n, each * block), block, [make(width * n),
            zeros(make, width * n), number(n)], {"n": n}, kernel="copy_unrolled_" + kernel)
    for n, stride in [(1200000, 5), (700000, 16)]:
        run.flat("strided_every_double", n, 256, [f64(n * stride), zeros(f64, n)]
                 + numbers(n, stride, 2), {"stride": stride})
    rows, width, pitch = 40000, 75, 80
    run.flat("copy_rows_of_pitch", 32 * rows, 256, [f32(rows * pitch), zeros(f32, rows * width)]
             + numbers(rows, width, pitch), {"rows": rows, "width": width, "pitch": pitch})
    quads = 6000000
    run("fill_sevens", 660, 320, [zeros(u8, 4 * quads), number(quads)], {"quads": quads})
    for n, grid in [(20000000, 1056), (300000, 132)]:
        run("stream_mix_of_two", grid, 512, [f64(n), f64(n), zeros(f64, n), wide(n),
            structure(double(1.5), double(-0.25))], {"n": n, "grid": grid})
    n = 12000000
    run.flat("copy_blocks_backwards", n, 1024, [u16(n), zeros(u16, n), number(n)])
    for n in [30000003, 50001]:
        run.flat("copy_quads_with_tail", ceil_div(n, 4), 256, [f32(n), zeros(f32, n), number(n)],
                 {"floats": n})
    n = 3500000
    run.flat("triad_of_widths", n, 160, [f16(n), u8(n), f64(n), zeros(f32, n), number(n)])
    n, block = 8000123, 352
    run.flat("copy_turned_in_block", n, block, [s32(n, "iota"), zeros(s32, n), number(n)],
             shared=4 * block)
    n, grid = 5000000, 400
    run("array_scaled_ahead", grid, 288, [f32(2 * n), zeros(f32, 2 * n), number(n), real(1.1)],
        {"n": n, "grid": grid})


def add_hampers(lists):
    run = Nineteenth(lists, "hampers")
    n = 1300000
    run.flat("aos_drones_fly", n, 256, [f32(8 * n), number(n)] + reals(0.02, 0.001))
    n = 800000
    run("aos_only_the_price", 528, 128, [f64(6 * n), zeros(f64, n), number(n)], {"n": n})
    n = 2200000
    run.flat("soa_cloud_drifts", n, 192, [structure(f32(n), f32(n), f32(n), f32(n), f32(n), f32(n),
             u8(n, "random=4")), number(n), real(0.1)])
    n = 1500001
    run.flat("aos_unpack_six_shared", n, 192, [f32(6 * n), zeros(f32, 6 * n), number(n)])
    n = 900000
    run.flat("aos_readings_by_kind", n, 128, [u8(24 * n, "random=120"), zeros(f64, n), number(n)])
    n = 4000000
    run.flat("struct_bricks_length", n, 448, [f32(3 * n), zeros(f32, n), number(n)])


def add_magnets(lists):
    run = Nineteenth(lists, "magnets")
    for n, m in [(3000000, 4000), (1000000, 9000000)]:
        run.flat("table_lookup_leaning", n, 256, [f32(m), number(m), f32(n, "random"),
                 zeros(f32, n), number(n)], {"table": m})
    for n, m in [(2000000, 1500000), (400000, 300)]:
        run("scatter_added", 396, 256, [f32(n), below(n, m), zeros(f32, m), number(n)],
            {"n": n, "places": m})
    n, m = 2500000, 700000
    run.flat("gather_if_marked", n, 128, [u8(n, "random=3"), below(n, m), f64(m), zeros(f64, n),
             number(n)], {"table": m})
    n = 3000017
    run.flat("scatter_shorts_to_own", n, 384, [u16(n), s32(n, "gather=100003"), zeros(u16, n),
             number(n)])
    samples, rows = 40000, 100000
    run("embedding_eight_fields", samples // 4, (32, 4), [f32(64 * rows), below(8 * samples, rows),
        zeros(f32, 64 * samples), number(samples)], {"samples": samples, "rows": rows})
    for size, n in [(1 << 20, 1000000), (1 << 12, 2000000)]:
        run.flat("binary_search_even_steps", n, 256, [u32(size, "step=3"), number(size),
                 u32(n, "random=%d" % (3 * size)), zeros(s32, n), number(n)], {"size": size})
    n, keys, m = 1800000, 200000, 1000000
    run.flat("idx_by_two_tables", n, 512, [s64(keys, "random=%d" % m), below(n, keys), f32(m),
             zeros(f32, n), number(n)], {"keys": keys, "values": m})
    n, keys = 1500000, 50000
    run.flat("put_largest_of_key", n // 2, 128, [below(n, keys), s32(n, "random"),
             zeros(s32, keys), number(n)], {"keys": keys})


def add_hinges(lists):
    run = Nineteenth(lists, "hinges")
    for name, kernel, make, each, dim, rows, w, h in [
            ("IfLi24ELi6ELi1EEvPKT_PS0_ii", "floats_24", f32, 1, 24, 6, 2501, 1700),
            ("IhLi64ELi4ELi4EEvPKT_PS0_ii", "bytes_64", u8, 1, 64, 4, 5000, 3333),
            ("I7double2Li16ELi16ELi0EEvPKT_PS1_ii", "double2_16", f64, 2, 16, 16, 1024, 900)]:
        run("_Z14tileTransposed" + name, (ceil_div(w, dim), ceil_div(h, dim)), (dim, rows),
            [make(each * w * h), zeros(make, each * w * h)] + numbers(w, h),
            {"width": w, "height": h}, kernel="transpose_tile_" + kernel)
    for w, h, block in [(1500, 1400, (16, 16)), (512, 2048, (64, 2))]:
        run.plane("tp_plain_by_columns", w, h, block, [f64(w * h), zeros(f64, w * h)]
                  + numbers(w, h))
    w, h = 2400, 1920
    run.plane("transpose_sixteen_in_hand", w // 4, h // 4, (16, 8), [f32(w * h), zeros(f32, w * h)]
              + numbers(w // 4, h // 4))
    w, h = 3072, 1984
    run("transpose_xor_places", (w // 32, h // 32), (32, 4), [s32(w * h), zeros(s32, w * h)]
        + numbers(w, h), {"width": w, "height": h})
    w, h = 3000, 2000
    run("flip_half_a_turn", (ceil_div(w, 256), h), 256, [u8(4 * w * h), zeros(u8, 4 * w * h)]
        + numbers(w, h), {"width": w, "height": h})
    tiles = 90001
    run.flat("transpose_eight_lanes", 8 * tiles, 128, [s32(64 * tiles), zeros(s32, 64 * tiles),
             number(tiles)], {"tiles": tiles})


def add_hammers(lists):
    run = Nineteenth(lists, "hammers")
    for letter, name, make, m, n, k, block in [("f", "floats", f32, 500, 700, 600, (32, 8)),
                                               ("d", "doubles", f64, 333, 400, 512, (16, 12))]:
        run.plane("_Z14placeOfProductI%sEvPKT_S2_PS0_iii" % letter, n, m, block,
                  factors(make, m, n, k) + numbers(m, n, k), {"k": k},
                  kernel="matmul_place_of_" + name)
    m, n, k = 300, 320, 150
    run.plane("matmul_left_turned", n, m, (64, 4), factors(f32, m, n, k) + numbers(m, n, k),
              {"k": k})
    m, n, k = 777, 555, 444
    run("sgemm_twenties", (ceil_div(n, 20), ceil_div(m, 20)), (20, 20), factors(f32, m, n, k)
        + numbers(m, n, k), {"m": m, "n": n, "k": k})
    m, n, k = 960, 704, 512
    run("sgemm_four_by_two", (n // 32, m // 64), 256, factors(f32, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    for m, n, k in [(1536, 1408, 768), (128, 256, 3000)]:
        run("sgemm_eights_two_buffers", (n // 128, m // 128), 256, factors(f32, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 624, 672, 480
    run("la_dgemm_fours_of_48", (n // 48, m // 48), (12, 12), [f64(m * k), f64(k * n), f64(m * n)]
        + numbers(n, k) + [double(1.25), double(0.5)], {"m": m, "n": n, "k": k})
    m, n, k = 640, 768, 512
    run("gemm_half2_two_columns", (n // 64, m // 8), (32, 8), factors(f16, m, n, k)
        + numbers(n // 2, k), {"m": m, "n": n, "k": k})
    m, n, words = 600, 500, 100
    run.plane("mul_bytes_four_at_once", n, m, (32, 6), [u8(4 * m * words), u8(4 * n * words),
              zeros(s32, m * n)] + numbers(m, n, words), {"k": 4 * words})
    m, n, k = 512, 480, 320
    run("mul_complex_sixteens", (n // 16, m // 16), (16, 16), [f32(2 * m * k), f32(2 * k * n),
        zeros(f32, 2 * m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n = 700, 600
    run.plane("mm_lower_triangle", n, m, (48, 4), [f32(m * m), f32(m * n), zeros(f32, m * n)]
              + numbers(m, n))
    products = 60003
    run("mxm_eights_by_warp", ceil_div(products, 4), (32, 4), [f32(64 * products),
        f32(64 * products), zeros(f32, 64 * products), number(products)], {"products": products})


def add_furnaces(lists):
    run = Nineteenth(lists, "furnaces")
    m, n, k = 480, 512, 640
    run("gemm_wmma_three_warps", (n // 16, m // 48), (32, 3), factors(f16, m, n, k, f32)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 1920, 1024), (384, 256, 1600)]:
        run("gemm_wmma_ahead_in_registers", (n // 64, m // 128), 256, factors(f16, m, n, k, f32)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 768, 896, 512
    run("gemm_wmma_bytes_four_wide", (n // 64, m // 32), 64, factors(u8, m, n, k, s32)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 656, 704, 400
    run("gemm_wmma_double_shared", (n // 32, m // 16), 256, factors(f64, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    m, n, k = 1216, 1056, 720
    run("gemm_mma_tf32_of_64_by_32", (n // 32, m // 64), 128, factors(f32, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1600, 1728, 1120), (64, 1024, 2048)]:
        run("gemm_mma_bf16_turned_b", (n // 64, m // 64), 128, factors(u16, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 512, 608, 768
    run("gemm_mma_half_in_half", (n // 32, m // 64), (32, 4), factors(f16, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})


def add_spoons(lists):
    run = Nineteenth(lists, "spoons")
    rows, quads = 30000, 60
    run.flat("matvec_row_of_quads", rows, 128, [f32(4 * rows * quads), f32(4 * quads),
             zeros(f32, rows)] + numbers(rows, quads), {"cols": 4 * quads})
    rows, cols = 2500, 3100
    run("matvec_block_of_doubles", rows, 160, [f64(rows * cols), f64(cols), zeros(f64, rows),
        number(cols)], {"rows": rows, "cols": cols})
    rows, pairs = 12000, 700
    run.flat("mv_sixteen_lanes_half", 16 * rows, 256, [f16(2 * rows * pairs), f16(2 * pairs),
             zeros(f32, rows)] + numbers(rows, pairs), {"pairs": pairs}, shared=4 * pairs)
    rows, cols, high = 4000, 2222, 125
    run("matvec_columns_in_slabs", (ceil_div(cols, 192), ceil_div(rows, high)), 192,
        [f32(rows * cols), f32(rows), zeros(f32, cols), structure(*numbers(rows, cols, high))],
        {"rows": rows, "cols": cols, "high": high})
    rows, cols = 1500, 2001
    run.plane("la_rank_one_added", cols, rows, (128, 2), [f32(rows * cols), f32(rows), f32(cols)]
              + numbers(rows, cols) + [real(0.3)])
    matrices = 3000
    run("la_cholesky_of_a_warp", matrices, 32, [f32(1024 * matrices), zeros(f32, 1024 * matrices)],
        {"matrices": matrices})
    systems, n = 20000, 64
    run.flat("sys_three_diagonals", systems, 128, [f64(n * systems), f64(n * systems),
             f64(n * systems), zeros(f64, n * systems), zeros(f64, n * systems)]
             + numbers(systems, n), {"length": n})
    n = 700000
    run.flat("sml_inverse_of_nine", n, 96, [f32(9 * n), zeros(f32, 9 * n), number(n)])


def add_quilts(lists):
    run = Nineteenth(lists, "quilts")
    w, h = 2100, 1500
    run.plane("stencil_five_in_quilt", w, h, (48, 6), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h))
    for w, h, block in [(1900, 1200, (32, 16)), (250, 200, (16, 16))]:
        run.plane("stencil_nine_by_value", w - 2, h - 2, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + [structure(*reals(.05, .1, .05, .1, .4, .1, .05, .1, .05))])
    w, h, rows = 4000, 1602, 32
    run("stencil_down_in_hand", (ceil_div(w, 128), ceil_div(h - 2, rows)), 128, [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h, rows), {"width": w, "height": h})
    words, h = 400, 8000
    run.plane("life_of_packed_bits", words, h, (32, 8), [u32(words * h, "random"),
              zeros(u32, words * h)] + numbers(words, h))
    w, h = 1300, 1111
    run.plane("stencil_wave_over_oldest", w, h, (64, 4), [f64(w * h), f64(w * h)] + numbers(w, h)
              + [double(0.2)])
    w, h = 1280, 1024
    run.plane("stencil_flow_where_flat", w, h, (32, 8), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h) + reals(0.3, 0.2))
    for reach, w, h in [(1, 1500, 1200), (5, 700, 900)]:
        run.plane("_Z7ringSumILi%dEEvPKiPiii" % reach, w, h, (32, 4), [below(w * h, 1000),
                  zeros(s32, w * h)] + numbers(w, h), kernel="stencil_ring_sum_%d" % reach)
    w, h = 1999, 1501
    run("win_largest_of_25", (ceil_div(w, 32), ceil_div(h, 16)), (32, 8), [u8(w * h),
        zeros(u8, w * h)] + numbers(w, h), {"width": w, "height": h})
    w, h = 2050, 1026
    run.plane("grid_red_places", w // 2, h - 2, (32, 8), [f32(w * h), f32(w * h)]
              + numbers(w, h, 1) + [real(1.5)])


def add_beehives(lists):
    run = Nineteenth(lists, "beehives")

    def volume(entry, sides, block, arguments, less=0):
        run(entry, tuple(ceil_div(n - less, b) for n, b in zip(sides, block)), block, arguments,
            dict(zip(("nx", "ny", "nz"), sides)))

    for sides, block in [((200, 180, 160), (32, 2, 4)), ((60, 50, 40), (16, 4, 4))]:
        cells = sides[0] * sides[1] * sides[2]
        volume("stencil_seven_in_box", sides, block, [f32(cells), zeros(f32, cells),
               structure(*numbers(*sides))] + reals(0.4, 0.1))
    nx, ny, nz = 260, 200, 80
    cells = nx * ny * nz
    run.plane("stencil_thirteen_upwards", nx, ny, (32, 8), [f32(cells), zeros(f32, cells)]
              + numbers(nx, ny, nz), {"nz": nz})
    sides = (150, 130, 100)
    cells = sides[0] * sides[1] * sides[2]
    volume("stencil_twenty_seven_doubles", sides, (64, 2, 2), [f64(cells), zeros(f64, cells)]
           + numbers(*sides) + [double(v) for v in (0.3, 0.1, 0.05)], less=2)
    sides = (144, 150, 120)
    cells = sides[0] * sides[1] * sides[2]
    run("field_h_from_e", 528, 256, [structure(*[f32(cells)] * 6), structure(*numbers(*sides)),
        real(0.4)], {"cells": cells})
    w, h = 2000, 1300
    run.plane("field_carried_in_half", w, h, (32, 4), [f16(w * h), f32(w * h), f32(w * h),
              zeros(f16, w * h)] + numbers(w, h) + [real(0.1)])
    w, h = 1000, 800
    run("pde_lattice_of_nine", (ceil_div(w, 128), h), 128, [f32(9 * w * h, "random"),
        zeros(f32, 9 * w * h)] + numbers(w, h) + [real(1.2)], {"width": w, "height": h})


def add_strainers(lists):
    run = Nineteenth(lists, "strainers")
    held = {"constants": ["taps f32[128]:signed"]}
    for reach, w, h in [(3, 2400, 1000), (15, 1500, 1200)]:
        run("_Z8alongRowILi%dEEvPKfPfi" % reach, (ceil_div(w, 160), h), 160, [f32(w * h),
            zeros(f32, w * h), number(w)], {"width": w, "height": h},
            kernel="conv_along_row_%d" % reach, **held)
    for w, h, reach, block in [(1800, 1000, 8, (32, 8)), (333, 300, 20, (16, 16))]:
        run.plane("conv_columns_held_at_edges", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h, reach), {"reach": reach}, **held)
    w, h = 2560, 1440
    run.plane("convolve_bytes_guarded", w, h, (64, 4), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h), constants=["taps f32[128]:random=0.2"])
    for w, h, reach, block in [(700, 600, 5, (24, 8)), (1200, 800, 2, (32, 16))]:
        shared = 8 * (block[0] + 2 * reach) * (block[1] + 2 * reach)
        run.plane("conv_doubles_any_reach", w, h, block, [f64(w * h), zeros(f64, w * h)]
                  + numbers(w, h, reach), {"reach": reach}, shared=shared, **held)
    w, h, ins, outs = 96, 80, 32, 64
    run("conv_planes_four_out", (w // 32, h // 4, outs // 4), (32, 4), [f32(ins * w * h),
        f32(9 * ins * outs), zeros(f32, outs * w * h)] + numbers(w, h, ins),
        {"width": w, "height": h, "ins": ins, "outs": outs})
    w, h, channels = 75, 75, 256
    run("cnv_own_plane_half", (2, 5, channels), (32, 8), [f16(channels * w * h),
        f16(25 * channels), zeros(f16, channels * 38 * 38)] + numbers(w, h),
        {"width": w, "height": h, "channels": channels})
    w, h, channels = 112, 100, 24
    run("conv_unfold_pieces", 792, 256, [f32(channels * w * h), zeros(f32, 9 * channels * w * h)]
        + numbers(w, h, channels), {"width": w, "height": h, "channels": channels})
    w, h = 900, 700
    run.plane("conv_doubling_sides", 2 * w, 2 * h, (32, 8), [f32(w * h), zeros(f32, 4 * w * h)]
              + numbers(w, h), **held)


def add_siphons(lists):
    run = Nineteenth(lists, "siphons")
    n, block = 2000003, 256
    run.flat("sum_drifting_tree", n, block, [f32(n), zeros(f32, ceil_div(n, block)), number(n)],
             shared=4 * block)
    for n, grid in [(16000000, 528), (100000, 40)]:
        run("sum_halving_then_added", grid, 512, [below(n, 100), zeros(s32, 1), number(n)],
            {"n": n, "grid": grid})
    n = 6000000
    run("reduce_least_and_place", 660, 128, [f32(n, "random"), "u64[1]:fill=9e18", number(n)],
        {"n": n})
    pairs = 3000001
    run("dot_of_double_pairs", 396, 320, [f64(2 * pairs), f64(2 * pairs), zeros(f64, 396),
        number(pairs)], {"pairs": pairs})
    for lanes, n in [(8, 3000000), (32, 7000000)]:
        run.flat("_Z12tilesLargestILi%dEEvPKiPii" % lanes, n, 256, [s32(n, "random"),
                 zeros(s32, ceil_div(n, lanes)), number(n)], kernel="reduce_tiles_of_%d" % lanes)
    n, grid = 9000000, 300
    run("sum_last_one_out", grid, 256, [f32(n), zeros(f32, grid), zeros(u32, 1), zeros(f32, 1),
        number(n)], {"n": n, "grid": grid})
    rows, words = 20000, 50
    run("row_sums_of_bytes", rows // 8, (32, 8), [u8(16 * rows * words), zeros(u32, rows)]
        + numbers(rows, words), {"rows": rows, "bytes": 16 * words})
    rows, cols = 800, 10000
    run.flat("column_sums_of_roots", cols, 64, [f64(rows * cols), zeros(f64, cols)]
             + numbers(rows, cols), {"rows": rows})
    rows, cols = 5000, 640
    run("reduce_mean_and_spread", rows, 32, [f32(rows * cols), zeros(f32, 2 * rows), number(cols)],
        {"rows": rows, "cols": cols})
    n, grid = 11000000, 132
    run("tot_grid_then_block", grid, 1024, [f32(n), zeros(f32, grid), zeros(f32, 1), number(n)],
        {"n": n, "grid": grid}, cooperative=True)


def add_stiles(lists):
    run = Nineteenth(lists, "stiles")
    blocks = 9000
    run("scan_tree_up_tree_down", blocks, 256, [below(512 * blocks, 9), zeros(s32, 512 * blocks),
        zeros(s32, blocks)], {"blocks": blocks})
    for n, block in [(1500000, 384), (40000, 1024)]:
        run.flat("scan_between_buffers_of_block", n, block, [f32(n), zeros(f32, n), number(n)],
                 shared=8 * block)
    n = 5000001
    run.flat("scan_anew_at_flags", n, 192, [f32(n), u8(n, "random=2"), zeros(f32, n), number(n)])
    quads, block = 2000000, 256
    run.flat("prefix_add_before", quads, block, [below(4 * quads, 1000), s32(ceil_div(quads, block),
             "step=500"), number(quads)])
    rows, cols = 6000, 333
    run("cum_highest_of_rows", rows // 4, (32, 4), [f64(rows * cols), zeros(f64, rows * cols)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 4000000
    run.flat("scan_keep_above", n, 512, [f32(n), zeros(f32, n), zeros(s32, 1), number(n),
             real(0.4)])
    rows = 100000
    run.flat("prefix_serial_bytes", rows, 128, [u8(48 * rows), zeros(u16, 48 * rows),
             number(rows)])


def add_acorns(lists):
    run = Nineteenth(lists, "acorns")
    for quads, most in [(500000, 256), (100000, 3)]:
        run.flat("hist_bytes_to_memory", quads, 256, [u8(4 * quads, "random=%d" % most),
                 zeros(u32, 256), number(quads)], {"values": most})
    n = 6000000
    run("hist_copy_a_warp", 528, 192, [below(n, 64), zeros(u32, 64), number(n)], {"n": n})
    n, w, h = 1000000, 300, 200
    run("bin_weights_on_board", 264, 384, [f32(2 * n, "random"), f32(n), zeros(f32, w * h)]
        + numbers(n, w, h), {"n": n, "width": w, "height": h})
    n, count = 8000000, 6000
    run("hist_many_held", 264, 512, [u16(n, "random=%d" % count), zeros(u32, count)]
        + numbers(n, count), {"n": n, "bins": count}, shared=4 * count)
    n, most = 700000, 12
    run.flat("hist_one_for_equals", n, 128, [below(n, most), zeros(u32, most), number(n)],
             {"values": most})
    n = 3000000
    run("hist_ten_in_registers", 396, 256, [f64(n), zeros(s32, 10), number(n), double(-1),
        double(0.2)], {"n": n})


def add_seesaws(lists):
    run = Nineteenth(lists, "seesaws")
    for rows, cols in [(16000, 200), (500, 7000)]:
        run("softmax_one_pass_warp", ceil_div(rows, 8), (32, 8), [f32(rows * cols),
            zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols = 1500, 3500
    run("softmax_row_kept", rows, 416, [f32(rows * cols), zeros(f32, rows * cols), number(cols),
        real(1.5)], {"rows": rows, "cols": cols}, shared=4 * cols)
    rows = 120000
    run.flat("softmax_log_of_halves", 32 * rows, 256, [f16(64 * rows), zeros(f16, 64 * rows),
             number(rows)])
    rows, cols = 4000, 1000
    run("softmax_way_back", rows, 128, [f32(rows * cols, "random"), f32(rows * cols),
        zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols})
    for quads, rows in [(2, 30000), (7, 10000)]:
        n = 128 * quads
        run("_Z11normOfQuadsILi%dEEvPK6float4S2_S2_PS0_i" % quads, ceil_div(rows, 4), (32, 4),
            [f32(rows * n), f32(n), f32(n), zeros(f32, rows * n), number(rows)],
            {"rows": rows, "cols": n}, kernel="layernorm_of_quads_%d" % quads)
    rows, eights = 6000, 320
    run("rmsnorm_eights_of_bf16", rows, 160, [u16(8 * rows * eights), u16(8 * eights),
        zeros(u16, 8 * rows * eights), number(eights), real(1e-6)],
        {"rows": rows, "cols": 8 * eights})
    groups, each, pixels = 640, 8, 900
    run("nrm_groups_of_planes", groups, 256, [f32(groups * each * pixels), f32(groups * each),
        zeros(f32, groups * each * pixels)] + numbers(each, pixels),
        {"groups": groups, "each": each, "pixels": pixels})
    rows, pairs = 2500, 1536
    run.flat("act_bias_gelu_halves", rows * pairs, 256, [f16(2 * rows * pairs), f16(2 * pairs)]
             + numbers(rows * pairs, pairs), {"pairs": pairs})


def add_candles(lists):
    run = Nineteenth(lists, "candles")
    heads, length, dim = 8, 500, 64
    run("att_scores_of_past", (ceil_div(length, 32), ceil_div(length, 8), heads), (32, 8),
        [f32(heads * length * dim), f32(heads * length * dim), zeros(f32, heads * length * length)]
        + numbers(length, dim) + [real(0.125)], {"heads": heads, "length": length, "dim": dim})
    for dim, heads, length in [(16, 24, 700), (40, 12, 450)]:
        n = heads * length * dim
        run("_Z13queryOfThreadILi%dEEvPKfS1_S1_Pfif" % dim, (ceil_div(length, 64), heads), 64,
            [f32(n), f32(n), f32(n), zeros(f32, n), number(length), real(0.2)],
            {"heads": heads, "length": length, "dim": dim}, kernel="att_query_of_thread_%d" % dim)
    heads, most = 256, 1100
    run("att_one_query_of_cache", heads, 128, [f32(64 * heads), f16(64 * heads * most),
        f16(64 * heads * most), zeros(f32, 64 * heads), below(heads, most), number(most),
        real(0.125)], {"heads": heads, "most": most})
    heads, tokens, quads = 20, 3000, 16
    run("head_sides_joined", (tokens, ceil_div(heads, 8)), (quads, 8),
        [f32(4 * heads * tokens * quads), zeros(f32, 4 * heads * tokens * quads)]
        + numbers(heads, tokens, quads), {"heads": heads, "tokens": tokens})


def add_cobwebs(lists):
    run = Nineteenth(lists, "cobwebs")

    def csr(make, rows, each, columns):
        return packed(make, rows, each, columns) + [make(rows), zeros(make, rows), number(rows)]

    for letter, make, rows, each in [("f", f32, 200000, 7), ("d", f64, 60000, 27)]:
        for columns in ["band=%d" % each, "random=%d" % rows]:
            run.flat("_Z11rowOfThreadI%sEvPKiS1_PKT_S4_PS2_i" % letter, rows, 128,
                     csr(make, rows, each, columns), {"each": each},
                     kernel="csr_row_of_thread_" + letter)
    for lanes, rows, each in [(4, 150000, 18), (32, 20000, 110)]:
        run.flat("_Z10rowOfLanesILi%dEEvPKiS1_PKfS3_Pfi" % lanes, lanes * rows, 256,
                 csr(f32, rows, each, "random=%d" % rows), {"each": each},
                 kernel="csr_row_of_%d_lanes" % lanes)
    rows, most = 130000, 24
    run.flat("spmv_counted_ell", rows, 192, [below(rows, most + 1), below(rows * most, rows),
             f32(rows * most), f32(rows), zeros(f32, rows), number(rows)], {"most": most})
    entries, rows = 1500000, 150000
    run.flat("spmv_coo_lanes_joined", entries, 256, [s32(entries, "step=3"),
             below(entries, rows), f32(entries), f32(rows), zeros(f32, rows), number(entries)],
             {"rows": rows})
    rows, each, deep = 25000, 12, 20000
    run("spmm_forty_eight_wide", ceil_div(rows, 4), (48, 4), packed(f32, rows, each,
        "random=%d" % deep) + [f32(48 * deep), zeros(f32, 48 * rows), number(rows)],
        {"rows": rows, "each": each})
    rows, each = 20000, 9
    run.flat("sp_blocks_of_sixteen", 16 * rows, 128, [s32(rows + 1, "step=%d" % each),
             below(rows * each, rows), f32(16 * rows * each), f32(4 * rows), zeros(f32, 4 * rows),
             number(rows)], {"each": each})
    n, count = 500000, 9
    run.flat("spmv_named_diagonals", n, 256, [f64(n * count), f64(n), zeros(f64, n)]
             + numbers(n, count), {"diagonals": count}, constants=["offsets s32[16]:random=1000"])
    places, rows, quads = 200000, 8000, 24
    run.flat("sp_chosen_places", 8 * places, 256, [below(places, rows), s32(places, "band=25"),
             f32(4 * rows * quads), f32(4 * rows * quads), zeros(f32, places)]
             + numbers(places, quads), {"rows": rows, "quads": quads})


def add_bookends(lists):
    run = Nineteenth(lists, "bookends")
    blocks = 3000
    run("bitonic_keys_and_loads", blocks, 256, [u32(512 * blocks, "random"), u32(512 * blocks,
        "iota")], {"blocks": blocks})
    n = 1 << 21
    for d, size in [(1 << 15, 1 << 16), (2, 1 << 10)]:
        run.flat("bitonic_pairs_in_memory", n // 2, 512, [f64(n)] + [unsigned(v) for v in
                 (n // 2, d, size)], {"distance": d, "size": size})
    blocks = 700
    run("srt_neighbours_until_still", blocks, 128, [s32(256 * blocks, "random")],
        {"blocks": blocks})
    rows = 90000
    run.flat("srt_insertion_of_sixteen", rows, 64, [f32(16 * rows), zeros(f32, 16 * rows),
             number(rows)])
    blocks = 2500
    run("rdx_four_bits_by_votes", blocks, 1024, [u32(1024 * blocks, "random"),
        zeros(u32, 1024 * blocks), number(8)], {"blocks": blocks})
    na, nb = 1500000, 1000001
    run.flat("sort_merge_eight_on_path", ceil_div(na + nb, 8), 128, [s32(na, "step=2"),
             s32(nb, "step=3"), zeros(s32, na + nb)] + numbers(na, nb))
    rows = 12000
    run("sort_by_counted_ranks", rows, 128, [f32(128 * rows), zeros(f32, 128 * rows)],
        {"rows": rows})


def add_planets(lists):
    run = Nineteenth(lists, "planets")
    for n, block in [(9000, 128), (2500, 64)]:
        run.flat("nbody_nothing_held", n, block, [f32(4 * n), zeros(f32, 4 * n), number(n),
                 real(0.01)])
    n, block = 5000, 96
    run.flat("nbody_double_by_tiles", n, block, [f64(n), f64(n), f64(n, "random"), zeros(f64, n),
             zeros(f64, n), number(n)], shared=24 * block)
    n, most = 120000, 40
    run.flat("nby_listed_within_reach", n, 128, [f32(4 * n), below(n * most, n), below(n, most),
             zeros(f32, 3 * n), number(n), real(0.6)], {"most": most})
    n = 3000000
    run.flat("phy_leapfrog_in_bowl", n, 256, [f32(3 * n), f32(3 * n), number(n)]
             + reals(0.01, 2.5))
    n = 300000
    run.flat("phy_kepler_until_near", n, 128, [f64(n, "random=6"), f64(n, "random=0.8"),
             zeros(f64, n), zeros(s32, n), number(n)])
    w, h = 2048, 1500
    run("sim_magnets_one_colour", (ceil_div(w // 2, 128), h), 128, [u8(w * h, "random=2")]
        + numbers(w, h, 1) + [unsigned(12345), real(0.4)], {"width": w, "height": h})


def add_corals(lists):
    run = Nineteenth(lists, "corals")
    for w, h, most, block in [(800, 500, 100, (32, 4)), (200, 160, 900, (8, 8))]:
        run.plane("mandelbrot_in_whole_numbers", w, h, block, [zeros(u16, w * h)]
                  + numbers(w, h, most), {"most": most})
    w, h, most = 1200, 800, 300
    run("mandelbrot_smooth_fours", (ceil_div(w, 128), ceil_div(h, 4)), (32, 4), [zeros(f32, w * h),
        *numbers(w, h), structure(*reals(-2.2, -1.2, 3 / w)), number(most)],
        {"width": w, "height": h, "most": most})
    w, h, most = 640, 480, 250
    run.plane("fractal_julia_of_doubles", w, h, (16, 16), [zeros(u8, w * h), *numbers(w, h),
              double(-0.8), double(0.156), number(most)], {"most": most})
    threads, each = 30000, 16
    run.flat("collatz_longest_of_stretch", threads, 128, [zeros(s32, threads), zeros(u32, threads),
             unsigned(100000), *numbers(each, threads)], {"each": each})
    n = 600000
    run.flat("loop_common_measure", n, 256, [u32(n, "random=1000000"), u32(n, "random"),
             zeros(u32, n), number(n)])
    n = 2000000
    run.flat("branch_five_uneven", n, 192, [u8(n, "random=5"), f32(n), number(n)])
    n = 3000000
    run("branch_limits_in_limits", 528, 256, [below(n, 1000), zeros(s32, n), number(n)], {"n": n})
    n = 1000000
    run.flat("loop_cube_root_until_still", n, 128, [f32(n, "random=1000"), zeros(f32, n),
             number(n), real(1e-5)])
    for n, most in [(500000, 100), (40000, 1500)]:
        run.flat("loop_turns_from_data", n, 256, [below(n, most), f32(128), zeros(f32, n),
                 number(n)], {"most": most})
    for size, chases, steps in [(1 << 16, 20000, 200), (1 << 24, 30000, 40)]:
        run.flat("chase_many_in_ring", chases, 128, [s32(size, "cycle=1"), below(chases, size),
                 zeros(s32, chases)] + numbers(chases, steps), {"size": size, "steps": steps})
    size, chains = 300000, 25000
    run.flat("chase_links_until_heavy", chains, 64, [f32(4 * size, "random"), zeros(f32, chains),
             zeros(s32, chains), *numbers(chains, size), real(20)], {"size": size})
    n, depth = 800000, 18
    run.flat("chase_down_a_tree", n, 256, [f32(1 << depth, "random"), f32(n, "random"),
             zeros(s32, n)] + numbers(n, depth), {"depth": depth})
    n = 4000000
    run.flat("_Z11afterHornerIfLi40EEvPKT_S2_PS0_i", n, 256, [f32(41), f32(n), zeros(f32, n),
             number(n)], kernel="polynomial_forty_floats")
    n = 1500000
    run.flat("_Z11afterHornerIdLi11EEvPKT_S2_PS0_i", n, 128, [f64(12), f64(n), zeros(f64, n),
             number(n)], kernel="polynomial_eleven_doubles")
    n = 400000
    run.flat("num_prime_by_trial", n, 160, [zeros(u8, n), unsigned(1000001), number(n)])


def add_coins(lists):
    run = Nineteenth(lists, "coins")
    run("monte_carlo_quarter_hits", 528, 256, [zeros(u64, 1), number(400), unsigned(99)],
        {"turns": 400})
    paths, steps = 100000, 64
    run.flat("monte_carlo_mean_of_path", paths, 192, [zeros(f32, paths),
             structure(*reals(100, 0.03, 0.25, 101, 1 / 64)), *numbers(paths, steps)],
             {"steps": steps})
    n = 2500000
    run.flat("black_scholes_both_sides", n, 256, [f32(n, "random"), f32(n, "random"),
             f32(n, "random"), zeros(f32, 2 * n), number(n)] + reals(0.02, 0.3))
    n = 3000000
    run("rnd_philox_seven_rounds", 528, 256, [zeros(u32, 4 * n), number(n), unsigned(4711)],
        {"n": n})
    points, each = 640000, 16
    run.flat("mcl_points_of_halton", points // each, 128, [zeros(f64, points // each)]
             + numbers(points, each), {"points": points})
    options, levels = 800, 255
    run("fin_tree_of_levels", options, 96, [f32(options, "random"), zeros(f32, options),
        number(levels)] + reals(1.01, 0.51, 0.9998), {"options": options, "levels": levels},
        shared=4 * (levels + 1))


def add_alleys(lists):
    run = Nineteenth(lists, "alleys")
    nodes, each = 300000, 8
    run.flat("bfs_those_just_reached", nodes, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), s32(nodes, "step=268435456"), zeros(s32, 1)]
             + numbers(nodes, 0), {"each": each})
    edges, nodes = 2000000, 250000
    run.flat("edge_distances_fall", edges, 192, [below(edges, nodes), s32(edges,
             "band=8"), below(edges, 100), s32(edges, "random=100000"), number(edges)],
             {"nodes": nodes})
    nodes, each = 50000, 40
    run.flat("gph_rank_drawn_by_warps", 32 * nodes, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), f32(nodes, "random"), below(nodes, 50),
             zeros(f32, nodes), number(nodes), real(0.85)], {"each": each})
    nodes, each, edges = 60000, 16, 400000
    run.flat("gra_common_of_ends", edges, 128, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, 4000), below(edges, nodes), s32(edges, "band=8"),
             zeros(s32, edges), number(edges)], {"nodes": nodes, "each": each})
    edges, nodes = 1500000, 200000
    run("gph_labels_sink", 400, 256, [below(edges, nodes), s32(edges, "band=8"),
        s32(nodes, "iota"), s32(nodes, "iota"), number(edges)], {"edges": edges, "nodes": nodes})
    n = 1400
    run.plane("floyd_step_of_shorts", n, n, (64, 4), [u16(n * n, "random=30000")]
              + numbers(n, 700))
    pairs = 40000
    run.flat("int_edits_of_words", 32 * pairs, 128, [u8(32 * pairs, "random=4"),
             u8(32 * pairs, "random=5"), zeros(s32, pairs), number(pairs)])
    sacks, things, room = 500, 40, 1200
    run("int_most_of_sacks", sacks, 256, [below(sacks * things, 200), below(sacks * things, 1000),
        zeros(s32, sacks)] + numbers(things, room), {"sacks": sacks, "things": things},
        shared=8 * (room + 1))


def add_inks(lists):
    run = Nineteenth(lists, "inks")
    for n in [4000000, 20000]:
        run.flat("txt_letters_made_large", n, 256, [u8(16 * n, "random=128"), number(n)])
    n = 8000000
    run.flat("txt_where_word_stands", n, 128, [u8(n, "random=4"), number(n), number(5),
             zeros(s32, 1), zeros(u8, n)], constants=["word u8[8]:random=4"])
    groups = 3000000
    run.flat("byt_sixty_four_letters", groups, 192, [u8(3 * groups), zeros(u8, 4 * groups),
             number(groups)])
    stretches, length = 60000, 96
    run.flat("cod_checks_of_stretches", stretches, 128, [u8(stretches * length),
             u32(256, "random"), zeros(u32, stretches)] + numbers(stretches, length),
             {"length": length})
    for words, n in [(1, 6000000), (6, 900000)]:
        run.flat("hsh_murmur_of_keys", n, 256, [u32(words * n, "random"), zeros(u32, n),
                 *numbers(n, words), unsigned(42)], {"words": words})
    blocks = 500000
    run.flat("cry_stream_after_chacha", blocks, 128, [u32(8, "random"), u32(16 * blocks, "random"),
             *numbers(blocks, 20)])
    n = 5000000
    run.flat("cod_bits_of_three_mixed", n, 320, [u16(n, "random"), u16(n, "random"),
             u16(n, "random"), zeros(u64, n), number(n)])
    slots, n = 1 << 20, 1500000
    run.flat("hash_asked_step_by_step", n, 256, [u32(2 * slots, "random=4000000"),
             unsigned(slots - 1), u32(n, "random=4000000"), zeros(u32, n), number(n)],
             {"slots": slots})
    n = 400000
    run.flat("int_powers_to_modulus", n, 128, [u32(n, "random"), u32(n, "random=65536"),
             zeros(u64, n), number(n), unsigned(998244353)])
    n, count = 60000, 1000
    run.flat("cod_nearest_of_codes", n, 192, [u32(4 * n, "random"), u32(4 * count, "random"),
             zeros(s32, n)] + numbers(n, count), {"codes": count})
    n = 1500000
    run.flat("int_digits_written", n, 256, [u32(n, "random"), zeros(u8, 10 * n), number(n)])


def add_spectacles(lists):
    run = Nineteenth(lists, "spectacles")
    n = 8000000
    run.flat("img_grey_of_three", n, 256, [u8(3 * n), zeros(u8, n), number(n)])
    w, h = 1000, 3000
    run.flat("img_box_slides_on", h, 64, [f32(w * h), zeros(f32, w * h)] + numbers(w, h, 9),
             {"width": w})
    for w, h, nw, nh in [(1280, 720, 1920, 1080), (3000, 2000, 500, 333)]:
        run.plane("img_size_between_four", nw, nh, (32, 8), [u8(4 * w * h), zeros(u8, 4 * nw * nh)]
                  + numbers(w, h, nw, nh), {"from": w, "to": nw})
    w, h = 2200, 1800
    run.plane("img_turned_nearest", w, h, (16, 16), [u32(w * h, "random"), zeros(u32, w * h)]
              + numbers(w, h) + reals(0.8, 0.6))
    w, h = 3000, 2101
    run.plane("img_edges_from_tile", w, h, (64, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h))
    n = 9000000
    run("pix_laid_over", 1056, 256, [u8(4 * n), u8(4 * n), wide(n)], {"n": n})
    n = 1500000
    run.flat("pix_curves_held", n, 256, [u8(768), u32(4 * n, "random"), zeros(u32, 4 * n),
             number(n)])
    w, h = 600, 400
    run.plane("img_smooth_between_edges", w, h, (32, 4), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h, 4) + reals(0.05, 2))


def add_bells(lists):
    run = Nineteenth(lists, "bells")
    signals = 2000
    run("fft_thousand_apart", signals, 128, [f32(1024 * signals), f32(1024 * signals)],
        {"signals": signals})
    for taps, n in [(9, 8000000), (33, 2000000)]:
        run.flat("_Z13slidingFilterILi%dEEvPKfS1_Pfi" % taps, n // 8, 128, [f32(n + taps),
                 f32(taps), zeros(f32, n), number(n)], {"taps": taps},
                 kernel="sig_sliding_filter_%d" % taps)
    channels, samples = 30000, 100
    run.flat("sig_filter_that_remembers", channels, 128, [f32(channels * samples),
             zeros(f32, channels * samples), *numbers(channels, samples),
             structure(*[double(v) for v in (0.2, 0.4, 0.2, -0.4, 0.2)])], {"samples": samples})
    w, h = 2400, 1600
    run.plane("sig_haar_level_halves", w // 2, h // 2, (32, 8), [f16(w * h), zeros(f16, w * h)]
              + numbers(w, h))
    n, lags = 40000, 600
    run("sig_likeness_of_lags", lags, 192, [f32(n), zeros(f32, lags), number(n)],
        {"n": n, "lags": lags})


def add_trinkets(lists):
    run = Nineteenth(lists, "trinkets")
    blocks, tiles = 528, 40
    n = 512 * blocks * tiles
    run("stream_three_tiles_ahead", blocks, 128, [f32(n), zeros(f32, n), number(tiles), real(0.5)],
        {"blocks": blocks, "tiles": tiles})
    n, half = 4000000, 8000
    run("hop_bins_in_two_blocks", 132, 512, [u16(n, "random=%d" % (2 * half)),
        zeros(u32, 2 * half)] + numbers(n, half), {"n": n, "bins": 2 * half}, shared=4 * half)
    rows = 20000
    run("hop_rows_in_bulk_by_turns", 660, 128, [f32(1024 * rows), zeros(f32, rows), number(rows)],
        {"rows": rows})
    rows, cols = 900, 9000
    run("hop_largest_over_four", 4 * rows, 256, [f32(rows * cols), zeros(f32, rows), number(cols)],
        {"rows": rows, "cols": cols})
    n = 7000000
    run.flat("stream_half_pairs_polynomial", n, 512, [f16(2 * n), zeros(f16, 2 * n), number(n)])
    n = 10000000
    run("stream_moving_mean_bf16", 792, 256, [u16(n), u16(n), number(n), real(0.9)], {"n": n})
    n = 500000
    run.flat("geo_ways_over_globe", n, 128, [f64(2 * n), f64(2 * n, "random=1.5"), zeros(f64, n),
             number(n)])


def add(lists):
    for of_file in (add_ferries, add_hampers, add_magnets, add_hinges, add_hammers, add_furnaces,
                    add_spoons, add_quilts, add_beehives, add_strainers, add_siphons, add_stiles,
                    add_acorns, add_seesaws, add_candles, add_cobwebs, add_bookends, add_planets,
                    add_corals, add_coins, add_alleys, add_inks, add_spectacles, add_bells,
                    add_trinkets):
        of_file(lists)

"""A twenty-sixth validation set: plain kernels of one who has never seen the predictions."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import factors, packed
from twelfth import s64


class TwentySixth(Blind):
    folder = "twentysixth"


def add_badges(lists):
    run = TwentySixth(lists, "badges")
    for w, h, block in [(3000, 2500, (64, 4)), (500, 300, (32, 6))]:
        a, b = w + 40, w + 8
        run("copy_between_pitched_planes", (ceil_div(w, block[0]), ceil_div(h, 4 * block[1])), block,
            [f32(a * h), size(4 * a), zeros(f32, b * h), size(4 * b)] + numbers(w, h),
            {"width": w, "height": h})
    n = 4500000
    run.flat("copy_halves_widened_eight", n, 256, [f16(8 * n), zeros(f32, 8 * n), unsigned(n)])
    for what, name, make, scalar, each, n, block in [
            ("IfLi4E", "float", f32, real, 4, 30000001, 256), ("IfLi4E", "float", f32, real, 4, 120000, 192),
            ("IdLi2E", "double", f64, double, 2, 9000000, 128)]:
        run("_Z12axpyUnrolled%sEvT_PKS0_PS0_i" % what, ceil_div(n, each * block), block,
            [scalar(.75), make(n), make(n), number(n)], {"n": n}, kernel="copy_axpy_unrolled_" + name)
    for rows, cols in [(2600, 3100), (500, 330)]:
        run("transpose_conjugate_tiles", (ceil_div(cols, 32), ceil_div(rows, 32)), (32, 8),
            [f32(2 * rows * cols), zeros(f32, 2 * rows * cols)] + numbers(rows, cols),
            {"rows": rows, "cols": cols})
    rows, cols = 3000, 4200
    run.plane("transpose_shorts_straight", cols, rows, (16, 16), [u16(rows * cols),
              zeros(u16, rows * cols)] + numbers(rows, cols))
    n = 5000000
    run.flat("aos_droplets_evaporate", n, 320, [f32(6 * n), number(n)] + reals(.01, .3))
    n = 12000000
    run("soa_bounding_radius", 660, 256, [f64(n)] * 3 + [zeros(f32, n), wide(n)], {"n": n})
    for n, table in [(6000000, 4000000), (100000, 30000)]:
        run.flat("gather_by_way_of_two_tables", n, 256, [f32(table), below(table, table),
                 below(n, table), zeros(f32, n), number(n)], {"table": table})
    n, table = 700000, 1000000
    run("gather_records_by_eights", ceil_div(8 * n, 192), 192, [s32(32 * table), below(n, table),
        zeros(s32, 32 * n), number(n)], {"n": n, "table": table})


def add_canoes(lists):
    run = TwentySixth(lists, "canoes")
    for m, n, k, block in [(1000, 1200, 900, (16, 16)), (200, 130, 310, (32, 4))]:
        a, b, c = f32(m * k), f32(k * n), f32(m * n)
        run("gemm_alpha_beta_one_each", (ceil_div(n, block[0]), ceil_div(m, block[1])), block,
            numbers(m, n, k) + [real(1.5), a, b, real(.5), c], {"m": m, "n": n, "k": k})
    for what, name, make, side, m, n, k in [("IfLi32E", "float", f32, 32, 1500, 1700, 1300),
                                            ("IfLi32E", "float", f32, 32, 100, 260, 500),
                                            ("IdLi16E", "double", f64, 16, 900, 1000, 700)]:
        run("_Z12productTiled%sEvPKT_S2_PS0_iii" % what, (ceil_div(n, side), ceil_div(m, side)),
            (side, side), factors(make, m, n, k) + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="gemm_product_tiled_" + name)
    for m, n, k in [(1920, 2048, 1024), (384, 320, 600)]:
        run("gemm_eight_by_four_each", (n // 64, m // 96), 192, factors(f32, m, n, k) + numbers(n, k),
            {"m": m, "n": n, "k": k})
    m, n, k = 1040, 1600, 768
    run("gemm_wmma_half_pair_of_tiles", ceil_div(m // 16 * (n // 32), 4), 128,
        factors(f16, m, n, k, f32) + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 3072, 2048), (256, 512, 4096)]:
        run("gemm_wmma_bf16_two_stages", (n // 64, m // 64), 128, factors(u16, m, n, k, f32)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, words = 1100, 900, 300
    run("gemm_bytes_by_dp4a", (ceil_div(n, 16), ceil_div(m, 16)), (16, 16), factors(s32, m, n, words)
        + numbers(m, n, words), {"m": m, "n": n, "words": words})
    for rows, quads, block in [(20000, 1250, (32, 8)), (1000, 256, (32, 4))]:
        run("matvec_warp_walks_a_row", ceil_div(rows, block[1]), block, [f32(4 * rows * quads),
            f32(4 * quads), zeros(f32, rows)] + numbers(rows, quads), {"rows": rows, "quads": quads})
    rows, cols, stripe = 6000, 7000, 250
    run("matvec_turned_by_stripes", (ceil_div(cols, 128), ceil_div(rows, stripe)), 128,
        [f64(rows * cols), f64(rows), zeros(f64, cols)] + numbers(rows, cols, stripe),
        {"rows": rows, "cols": cols, "stripe": stripe})


def add_dolphins(lists):
    run = TwentySixth(lists, "dolphins")
    for w, h, block in [(3000, 4000, (32, 8)), (600, 500, (96, 2))]:
        run.plane("stencil_heat_five_points_double", w, h, block, [f64(w * h), zeros(f64, w * h)]
                  + numbers(w, h) + [double(.2)])
    for nx, ny, nz in [(320, 300, 200), (100, 90, 64)]:
        n = nx * ny * nz
        run("stencil_march_seven_points", (ceil_div(nx, 32), ceil_div(ny, 8)), (32, 8), [f32(n),
            zeros(f32, n)] + numbers(nx, ny, nz) + reals(.4, .1), {"nx": nx, "ny": ny, "nz": nz})
    nx, ny, nz = 300, 260, 220
    n = nx * ny * nz
    run("stencil_acoustic_step", (ceil_div(nx - 4, 32), ceil_div(ny - 4, 4), ceil_div(nz - 4, 2)),
        (32, 4, 2), [f32(n), f32(n), f32(n, "random=1")] + numbers(nx, ny, nz),
        {"nx": nx, "ny": ny, "nz": nz})
    for w, h, radius, block in [(2500, 2000, 8, 256), (1000, 400, 16, 128)]:
        run("conv_along_rows_with_halo", (ceil_div(w, block), h), block, [f32(w * h),
            zeros(f32, w * h)] + numbers(w, radius), {"width": w, "height": h, "radius": radius},
            shared=4 * (block + 2 * radius), constants=["brushWeights f32[33]:signed"])
    for w, h, side in [(1500, 1300, 7), (700, 500, 13)]:
        run.plane("conv_window_any_side", w, h, (16, 16), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h, side), {"side": side}, constants=["patchWeights f32[225]:signed"])
    channels, h, w, out = 32, 112, 112, 64
    run.flat("conv_three_by_three_stride_two", out * h * w // 4, 256, [f32(channels * h * w),
             f32(9 * channels * out), f32(out), zeros(f32, out * h * w // 4)]
             + numbers(channels, h, w, out), {"channels": channels, "out": out})
    for k, pairs, h, w, block in [(3, 64, 200, 180, (64, 4)), (7, 96, 56, 56, (96, 2))]:
        n = 2 * pairs * h * w
        run("_Z13depthwiseLastILi%dEEvPK7__half2S2_PS0_iii" % k, (w, ceil_div(h, block[1])), block,
            [f16(n), f16(2 * k * k * pairs), zeros(f16, n)] + numbers(pairs, h, w),
            {"pairs": pairs, "height": h, "width": w}, kernel="conv_depthwise_last_%d" % k)
    c, h, w, window = 96, 330, 450, 3
    run("conv_pool_largest_of_window", (ceil_div(w // window, 64), h // window, c), 64, [f32(c * h * w),
        zeros(f32, c * h * w // 9), zeros(s32, c * h * w // 9)] + numbers(h, w, window),
        {"channels": c, "window": window})


def add_emeralds(lists):
    run = TwentySixth(lists, "emeralds")
    for n, grid, block in [(50000000, 1056, 256), (300000, 64, 512)]:
        run("reduce_energy_of_signal", grid, block, [f32(n), zeros(f64, 1), wide(n)], {"n": n})
    for what, name, make, n, grid, block in [("iLi256E", "int", s32, 20000000, 528, 256),
                                             ("dLi128E", "double", f64, 2000003, 300, 128)]:
        run("_Z12rangeOfBlockI%sEvPKT_P5RangeIS0_Ej" % what, grid, block, [make(n),
            zeros(make, 2 * grid), unsigned(n)], {"n": n}, kernel="reduce_range_of_block_" + name)
    rows, cols = 5000, 3333
    run("reduce_columns_to_means", ceil_div(cols, 32), (32, 16), [f32(rows * cols), zeros(f32, cols)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 25000000
    run("reduce_count_by_ballots", 792, 192, [f32(n), real(.25), zeros(u32, 1), number(n)], {"n": n})
    for n, block in [(8000000, 512), (100000, 1024)]:
        run.flat("scan_doubling_steps_of_block", n, block, [below(n, 100), zeros(s32, n),
                 zeros(s32, ceil_div(n, block)), number(n)], shared=8 * block)
    rows, cols = 9000, 700
    run("scan_rows_by_warps_double", ceil_div(rows, 4), 128, [f64(rows * cols),
        zeros(f64, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 9000000
    run("hist_bytes_table_for_each_warp", 528, 256, [u8(4 * n), zeros(u32, 256), number(n)], {"n": n})
    n = 3000000
    run.flat("hist_of_ages_weighted", n, 256, [below(n, 110), f32(n, "random=1"), zeros(f32, 22)]
             + numbers(n, 5, 22), {"bins": 22})
    for blocks in [4000, 50]:
        run("sort_bitonic_with_values", blocks, 512, [u32(1024 * blocks), s32(1024 * blocks, "iota")],
            {"blocks": blocks})
    n = 1000000
    run.flat("sort_sixteen_each_odd_even", n, 128, [f32(16 * n), number(n)])


def add_hazels(lists):
    run = TwentySixth(lists, "hazels")
    rows, cols = 60000, 200
    run("softmax_short_rows_of_halves", ceil_div(rows, 4), 128, [f16(rows * cols),
        zeros(f16, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols = 20000, 150
    run("softmax_row_of_one_thread", ceil_div(rows, 64), 64, [f32(rows * cols),
        zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols, block in [(8000, 1536, 256), (300, 768, 192)]:
        n = rows * cols
        run("layernorm_gradient_of_input", rows, block, [f32(n), f32(n), f32(cols), f32(rows),
            f32(rows, "fill=1.7"), zeros(f32, n), number(cols)], {"rows": rows, "cols": cols})
    rows, pairs = 4096, 2560
    run("rmsnorm_bf16_pairs_of_row", rows, 320, [u16(2 * rows * pairs), u16(2 * pairs),
        zeros(u16, 2 * rows * pairs), number(pairs), real(1e-6)], {"rows": rows, "pairs": pairs},
        shared=40)
    for rows, each, columns in [(500000, 12, "random=500000"), (100000, 30, "band=30")]:
        run.flat("spmv_rows_one_thread_float", rows, 256, packed(f32, rows, each, columns)
                 + [f32(rows), zeros(f32, rows), number(rows)], {"each": each})
    rows, most = 400000, 9
    run("spmv_ellpack_double", 528, 128, [below(rows * most, rows), f64(rows * most), f64(rows),
        zeros(f64, rows)] + numbers(rows, most), {"rows": rows, "most": most})
    rows, each, width = 30000, 20, 96
    run("spmm_row_times_features", rows, 96, packed(f32, rows, each, "random=%d" % rows)
        + [f32(rows * width), zeros(f32, rows * width), number(width)], {"rows": rows, "width": width})
    for heads, length in [(1024, 1500), (32, 4000)]:
        run("attn_one_query_over_kept_keys", heads, 128, [f32(64 * heads), f16(64 * heads * length),
            f16(64 * heads * length), zeros(f32, 64 * heads), number(length), real(.125)],
            {"heads": heads, "length": length})
    heads, length = 48, 1000
    n = 32 * heads * length
    run("attn_queries_in_registers", (ceil_div(length, 64), heads), 64, [f32(n)] * 3
        + [zeros(f32, n), number(length), real(.17677669)], {"heads": heads, "length": length})
    rows, quads = 6000, 800
    run("quant_row_to_largest_127", rows, 256, [f32(4 * rows * quads), zeros(u8, 4 * rows * quads),
        zeros(f32, rows), number(quads)], {"rows": rows, "quads": quads})
    rows, words = 11008, 512
    run("quant_nibbles_times_vector", ceil_div(rows, 6), 192, [u32(rows * words),
        f16(rows * words // 8), f32(8 * words), zeros(f32, rows)] + numbers(rows, words),
        {"rows": rows, "words": words})
    n = 20000000
    run.flat("layer_adamw_step_flat", n, 512, [f32(n), f32(n), f32(n), f32(n, "random=1"), wide(n)]
             + reals(1e-3, .9, .95, .01, .5, .4))


def add_lilies(lists):
    run = TwentySixth(lists, "lilies")
    for n in [20000, 2000]:
        run.flat("nbody_softened_in_tiles", n, 128, [f32(4 * n), zeros(f32, 4 * n), number(n),
                 real(.001)])
    n = 6000
    run.flat("nbody_potential_plain_double", n, 96, [f64(n)] * 3 + [zeros(f64, n), number(n)])
    for letter, name, scalar, w, h, most in [("f", "float", real, 1600, 1200, 500),
                                             ("d", "double", double, 640, 480, 1000)]:
        run.plane("_Z11shipEscapesI%sEvPtiiiT_S1_S1_" % letter, w, h, (16, 8), [zeros(u16, w * h)]
                  + numbers(w, h, most) + [scalar(-2.2), scalar(-2.0), scalar(3.2 / w)],
                  {"most": most}, kernel="mandel_ship_escapes_" + name)
    n = 6000000
    run.flat("branch_formula_for_each_kind", n, 256, [below(n, 7), f32(n), zeros(f32, n), number(n)])
    n = 1500000
    run("loop_collatz_steps_from", 1320, 128, [size(1000001), zeros(s32, n), number(n)], {"n": n})
    n, days = 500000, 252
    run.flat("mc_asian_call_paths", n, 256, [zeros(f32, n)] + numbers(n, days)
             + reals(100, 98, .0001, .012), {"days": days})
    blocks, throws = 1056, 500
    run("mc_needles_that_cross", blocks, 256, [zeros(u64, 1), number(throws), unsigned(977)],
        {"blocks": blocks, "throws": throws})
    n, steps = 40000, 200
    run.flat("phys_lorenz_four_slopes", n, 64, [f64(3 * n), *numbers(n, steps), double(.002)],
             {"steps": steps})
    side = 4000
    run.plane("phys_spins_on_one_colour", side // 2, side, (64, 4), [u8(side * side, "fill=1"),
              *numbers(side, 1), real(.44), unsigned(5)])


def add_puffins(lists):
    run = TwentySixth(lists, "puffins")
    edges, nodes = 8000000, 1000000
    run.flat("graph_relax_every_edge", edges, 256, [below(edges, nodes), below(edges, nodes),
             below(edges, 1000), below(nodes, 3000), number(edges)], {"nodes": nodes})
    n, each = 600000, 14
    run.flat("graph_rank_pulled_along_links", n, 192, [s32(n + 1, "step=%d" % each),
             below(n * each, n), f32(n, "random=1"), zeros(f32, n), number(n), real(.85)], {"each": each})
    n, each = 200000, 40
    run.flat("graph_open_level_by_warps", 32 * n, 256, [s32(n + 1, "step=%d" % each),
             below(n * each, n), below(n, 5), number(3), zeros(s32, 1), number(n)], {"each": each})
    for lists_, nodes, steps in [(60000, 4000000, 40), (2000, 100000, 200)]:
        run.flat("chase_lists_and_add", lists_, 128, [s32(nodes, "chain=%d" % 77773), below(nodes, 50),
                 zeros(s64, lists_)] + numbers(lists_, nodes, steps), {"nodes": nodes, "steps": steps})
    n = 40000000
    run.flat("str_places_of_needle", n, 256, [u8(n, "random=4"), number(n), number(9), zeros(s32, 1)],
             constants=["needle u8[16]:random=4"])
    n = 6000000
    run.flat("str_to_capitals_sixteen", n, 256, [u8(16 * n, "random=128"), size(n)])
    for n, each in [(2000000, 24), (50000, 100)]:
        run.flat("hash_fnv_of_each_record", n, 128, [u8(n * each), zeros(u64, n)] + numbers(n, each),
                 {"bytes": each})
    n, places = 5000000, 1 << 23
    run.flat("hash_insert_next_free_place", n, 256, [u32(n), zeros(u32, places), unsigned(places - 1),
             number(n)], {"places": places})
    n, words = 10000000, 1500000
    run("hash_bloom_maybe_there", 1056, 256, [u32(n), u32(words), unsigned(words), zeros(u8, n),
        number(n), number(6)], {"n": n, "words": words})
    n = 400000
    run.flat("dp_distance_of_short_words", n, 128, [u8(24 * n, "random=5"), u8(24 * n, "random=5"),
             zeros(s32, n), number(n)])
    blocks, items, room = 264, 100, 4000
    run("dp_knapsack_for_each_block", blocks, 512, [below(blocks * items, 300),
        below(blocks * items, 1000), zeros(s32, blocks)] + numbers(items, room),
        {"blocks": blocks, "items": items, "room": room}, shared=8 * (room + 1))
    n = 7000000
    run.flat("db_sales_between_days", n, 256, [below(4 * n, 365), zeros(s32, 16 * n), zeros(u32, 1)]
             + numbers(n, 90, 180))


def add_tortoises(lists):
    run = TwentySixth(lists, "tortoises")
    for what, name, make, side, n, block in [("IdLi4E", "double_4", f64, 4, 1000000, 128),
                                             ("IfLi6E", "float_6", f32, 6, 300000, 64)]:
        run.flat("_Z12choleskyEach%sEvPKT_PS0_i" % what, n, block, [make(side * side * n),
                 zeros(make, side * side * n), number(n)], kernel="la_cholesky_each_" + name)
    systems, n = 30000, 200
    run("la_tridiagonal_interleaved", ceil_div(systems, 128), 128, [f32(systems * n)] * 3
        + [zeros(f32, systems * n)] * 2 + numbers(systems, n), {"systems": systems, "n": n})
    blocks = 5000
    run("la_factors_of_32_in_shared", blocks, (32, 32), [f32(1024 * blocks), zeros(f32, 1024 * blocks)],
        {"blocks": blocks})
    n = 5000
    run("la_jacobi_row_of_block", n, 128, [f64(n * n), f64(n), f64(n), zeros(f64, n), number(n)],
        {"n": n}, shared=8 * 128)
    for w, h, radius in [(1280, 720, 5), (400, 300, 3)]:
        run.plane("img_bilateral_any_radius", w, h, (32, 8), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h, radius) + reals(.02, 3), {"radius": radius})
    w, h = 3840, 2160
    run.plane("img_planes_420_to_rgb", w, h, (32, 8), [u8(w * h), u8(w * h // 4), u8(w * h // 4),
              zeros(u8, 4 * w * h)] + numbers(w, h))
    w, h = 5000, 3500
    run.plane("_Z13darkestAroundILi32ELi10EEvPKhPhii", w, h, (32, 10), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h), kernel="img_darkest_around")
    for blocks in [12000, 100]:
        run("fft_five_hundred_twelve_each", blocks, 256, [f32(1024 * blocks), zeros(f32, 1024 * blocks)],
            {"blocks": blocks})
    channels, length = 16000, 1000
    run("sig_biquad_each_channel", ceil_div(channels, 64), 64, [f32(channels * length),
        zeros(f32, channels * length)] + numbers(channels, length) + reals(.2, .4, .2, -.5, .3),
        {"channels": channels, "length": length})
    n, taps, step = 2000000, 48, 3
    run.flat("sig_decimated_by_taps", n, 256, [f64(n * step + taps), zeros(f64, n)]
             + numbers(n, taps, step), {"taps": taps, "step": step},
             constants=["tapsOfLowPass f64[64]:signed"])


def add(lists):
    add_badges(lists)
    add_canoes(lists)
    add_dolphins(lists)
    add_emeralds(lists)
    add_hazels(lists)
    add_lilies(lists)
    add_puffins(lists)
    add_tortoises(lists)

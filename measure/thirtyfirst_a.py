"""A thirty-first validation set, first half: from copies to tables."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, even, numbers, reals
from sixteenth import factors
from twelfth import structure


class ThirtyFirst(Blind):
    folder = "thirtyfirst"


def add_axles(lists):
    run = ThirtyFirst(lists, "axles")
    for code, name, make, each, n, block in [("d", "double", f64, 4, 15000001, 256),
                                             ("s", "short", u16, 8, 40000000, 128),
                                             ("s", "short", u16, 8, 700001, 96)]:
        run("_Z11copyStretchI%sLi%dEEvPT_PKS0_j" % (code, each), ceil_div(n, each * block), block,
            [zeros(make, n), make(n), unsigned(n)], {"n": n, "block": block},
            kernel="copy_stretch_" + name)
    n = 30000011
    run("copy_words_endian_changed", 792, 320, [u32(n), zeros(u32, n), wide(n)], {"n": n})
    for quads, grid, block in [(8000000, 528, 256), (300000, 264, 128)]:
        run("copy_scaled_three_in_flight", grid, block, [f32(4 * quads), zeros(f32, 4 * quads),
            number(quads), real(1.5)], {"quads": quads, "grid": grid}, shared=48 * block)
    for rows, cols in [(5000, 3000), (777, 1234)]:
        run("transpose_tile_columns_xored", (ceil_div(cols, 32), ceil_div(rows, 32)), (32, 8),
            [f32(rows * cols), zeros(f32, rows * cols)] + numbers(rows, cols),
            {"rows": rows, "cols": cols})
    batch, n, m = 200, 197, 260
    run("transpose_each_of_batch", (ceil_div(m, 16), ceil_div(n, 16), batch), (16, 16),
        [f64(batch * n * m), zeros(f64, batch * n * m)] + numbers(n, m),
        {"batch": batch, "rows": n, "cols": m})
    for n, block in [(3000000, 256), (50000, 64)]:
        run.flat("aos_mesh_vertices_posed", n, block, [f32(9 * n), zeros(f32, 4 * n),
                 zeros(f32, 2 * n), number(n), structure(*reals(.8, .6, 0, 1, -.6, .8, 0, 2, 0, 0, 1, 3))])
    n = 5000000
    run.flat("aos_interest_of_one_kind", n, 192, [f64(3 * n), size(n), "u16=1", double(0.001)])
    for n, w, h in [(4000000, 4096, 3000), (200000, 640, 480)]:
        run.flat("gather_bilinear_at_places", n, 256, [f32(w * h), f32(2 * n), zeros(f32, n)]
                 + numbers(n, w, h), {"width": w, "height": h})
    n, factor = 20000000, 7368787
    run.flat("_Z15scatterByFactorIfEvPT_PKS0_yy", n, 256, [zeros(f32, n), f32(n), size(n),
             size(factor)], {"factor": factor}, kernel="scatter_by_factor")


def add_bobbins(lists):
    run = ThirtyFirst(lists, "bobbins")

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (ceil_div(n, tile[1]), ceil_div(m, tile[0])), block, arguments,
            {"m": m, "n": n, "k": k}, **rest)

    m, n, k = 1000, 900, 800
    product("matmul_plain_size_t", m, n, k, (8, 32), (32, 8), factors(f64, m, n, k)
            + [size(m), size(n), size(k)])
    for code, name, make, side, m, n, k in [("f", "float", f32, 32, 1500, 1300, 1100),
                                            ("f", "float", f32, 32, 300, 200, 500),
                                            ("i", "int", s32, 16, 1024, 1000, 600)]:
        product("_Z11tilesSquareI%sLi%dEEvPKT_S2_PS0_iii" % (code, side), m, n, k, (side, side),
                (side, side), factors(make, m, n, k) + numbers(m, n, k),
                kernel="gemm_tiles_square_" + name)
    for m, n, k in [(3000, 2500, 1000), (400, 500, 300)]:
        product("sgemm_96_by_64_registers", m, n, k, (96, 64), 192, factors(f32, m, n, k)
                + numbers(m, n, k))
    n, k = 2000, 700
    product("gemm_gram_lower_half", n, n, k, (32, 32), (32, 8), [f32(n * k), zeros(f32, n * n)]
            + numbers(n, k))
    for m, n, k in [(4096, 2048, 1024), (256, 768, 3072)]:
        product("gemm_wmma_bf16_double_buffered", m, n, k, (64, 64), 128, factors(u16, m, n, k, f32)
                + numbers(n, k))
    m, n, k = 2048, 1536, 1024
    product("gemm_mma_s8_from_memory", m, n, k, (64, 32), 128, factors(u8, m, n, k, s32)
            + numbers(m, n, k))
    m, n, words = 1500, 1100, 256
    product("gemm_dp4a_tiles_scaled", m, n, 4 * words, (32, 32), (16, 16), [u8(4 * m * words),
            u8(4 * n * words), f32(m), f32(n), zeros(f32, m * n)] + numbers(m, n, words))


def add_chestnuts(lists):
    run = ThirtyFirst(lists, "chestnuts")
    for rows, cols, block in [(16000, 5120, 128), (1000, 4096, 256)]:
        run("matvec_half_rows_eights", ceil_div(rows, block // 32), block, [f16(rows * cols),
            f32(cols), zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols, strip = 6000, 5000, 100
    run("matvec_of_transposed_strips", (ceil_div(cols, 128), ceil_div(rows, strip)), 128,
        [f64(rows * cols), f64(rows), zeros(f64, cols)] + numbers(rows, cols, strip),
        {"rows": rows, "cols": cols, "strip": strip})
    for n, grid, block in [(20000000, 528, 256), (500000, 66, 1024)]:
        run("reduce_moments_in_one_pass", grid, block, [even(n), zeros(f32, 3 * grid), size(n)],
            {"n": n, "grid": grid})
    n = 50000000
    run("reduce_count_within_by_vote", 1056, 256, [below(n, 1000), zeros(u64, 1), unsigned(n)]
        + numbers(200, 700), {"n": n})
    groups, length = 500000, 60
    run("_Z15largestOfGroupsILi8EEvPKfPfii", ceil_div(groups, 32), 256, [f32(groups * length),
        zeros(f32, groups)] + numbers(groups, length), {"groups": groups, "length": length},
        kernel="reduce_largest_of_groups_by_eights")
    for n in [30000001, 400000]:
        blocks = ceil_div(n, 2048)
        run("scan_stretches_eight_each", blocks, 256, [below(n, 10), zeros(s32, n),
            zeros(s32, blocks), number(n)], {"n": n})
    rows, cols = 20000, 900
    run("scan_rows_warp_carries", ceil_div(rows, 4), (32, 4), [f32(rows * cols),
        zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 80000000
    run("hist_bytes_bins_of_warps", 528, 256, [u8(n), zeros(u32, 256), number(n // 16)], {"n": n})
    for n, side, grid in [(10000000, 64, 396), (1000000, 100, 132)]:
        run("hist_joint_of_two_signals", grid, 512, [f32(n), f32(n), zeros(s32, side * side)]
            + numbers(n, side), {"n": n, "side": side}, shared=4 * side * side)


def add_doilies(lists):
    run = ThirtyFirst(lists, "doilies")
    for rows, cols, block in [(3000, 5000, 256), (20000, 100, 96)]:
        run("softmax_rows_one_pass_statistics", rows, block, [f32(rows * cols),
            zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols})
    heads, length = 24, 1000
    rows = heads * length
    run("softmax_causal_bf16_in_place", ceil_div(rows, 8), 256, [u16(rows * length)]
        + numbers(rows, length) + [real(4.0)], {"heads": heads, "length": length})
    for code, name, make, value, each, rows, cols, block in [
            ("f", "float", f32, real, 4, 16000, 1000, 256), ("f", "float", f32, real, 4, 500, 768, 192),
            ("d", "double", f64, double, 2, 8000, 600, 320)]:
        run("_Z13normOfHeldRowI%sLi%dEEvPKT_S2_S2_PS0_iS0_" % (code, each), rows, block,
            [make(rows * cols), make(cols), make(cols), zeros(make, rows * cols), number(cols),
             value(1e-5)], {"rows": rows, "cols": cols}, kernel="layernorm_of_held_row_" + name)
    pairs = 12000000
    run("act_gated_silu_half_pairs", 792, 256, [f16(2 * pairs), f16(2 * pairs),
        zeros(f16, 2 * pairs), wide(pairs)], {"pairs": pairs})
    for n, block in [(20000000, 256), (300000, 512)]:
        run.flat("op_adamw_with_bf16_shadow", n, block, [f32(n), zeros(u16, n), f32(n), even(n),
                 u16(n), size(n), structure(*reals(1e-3, .9, .999, 1e-8, .01, 1.1, 1.01))])
    for rows, classes, block in [(512, 32000, 320), (10000, 100, 64)]:
        run("op_cross_entropy_of_logits", rows, block, [f32(rows * classes), below(rows, classes),
            zeros(f32, rows), zeros(f32, rows * classes), number(classes), real(1 / rows)],
            {"rows": rows, "classes": classes})
    rows, cols = 8192, 1536
    n = rows * cols
    run.flat("layer_dropout_onto_residual", n, 256, [f32(n), f32(cols), f32(n), zeros(f32, n),
             zeros(u32, ceil_div(n, 32))] + numbers(n, cols) + [real(.9), unsigned(1234)],
             {"cols": cols})


def add_flannels(lists):
    run = ThirtyFirst(lists, "flannels")
    for heads, length in [(256, 2000), (32, 1000)]:
        n = heads * length * 128
        run("attn_single_token_cached_halves", heads, 128, [f32(128 * heads), f16(n), f16(n),
            zeros(f32, 128 * heads), number(length)], {"heads": heads, "length": length},
            shared=4 * length)
    for heads, length, block in [(32, 2048, 128), (12, 500, 64)]:
        n = heads * length * 32
        run("_Z13causalRowHeldILi32EEvPKfS1_S1_Pfif", (ceil_div(length, block), heads), block,
            [f32(n), f32(n), f32(n), zeros(f32, n), number(length), real(.1767767)],
            {"heads": heads, "length": length}, kernel="attn_causal_row_in_thread")
    rows, cols = 6000, 4096
    run("quant_rows_into_signed_bytes", rows, 256, [f32(rows * cols), zeros(u8, rows * cols),
        zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    for rows, cols in [(11008, 4096), (1024, 2048)]:
        run("quant_matvec_nibbles_grouped", ceil_div(rows, 4), (32, 4), [u32(rows * cols // 8, "random"),
            f16(rows * cols // 32), f32(cols), zeros(f32, rows)] + numbers(rows, cols),
            {"rows": rows, "cols": cols})
    count, dim, words = 16000, 768, 50000
    run("embedding_half_with_sines", ceil_div(count, 6), (32, 6), [below(count, words),
        f16(words * dim), zeros(f32, count * dim)] + numbers(count, dim, 2000),
        {"tokens": count, "dim": dim})
    count, dim, words = 10000, 500, 30000
    run("embedding_gradient_added_up", 1056, 256, [below(count, words), f32(count * dim),
        zeros(f32, words * dim)] + numbers(count, dim), {"tokens": count, "dim": dim})
    for k, tokens in [(2, 50000), (6, 200000)]:
        run("_Z11bestExpertsILi%dEEvPKfPiPfi" % k, ceil_div(tokens, 8), 256, [f32(64 * tokens),
            zeros(s32, k * tokens), zeros(f32, k * tokens), number(tokens)], {"tokens": tokens},
            kernel="llm_best_experts_%d" % k)
    for rows, words in [(600, 32000), (64, 5000)]:
        run("llm_token_drawn_from_weights", rows, 256, [even(rows * words), even(rows),
            zeros(s32, rows), number(words)], {"rows": rows, "words": words})


def add_hairpins(lists):
    run = ThirtyFirst(lists, "hairpins")
    for code, name, make, side, count, block in [("f", "six_float", f32, 6, 1000000, 128),
                                                 ("d", "four_double", f64, 4, 200000, 64)]:
        run.flat("_Z16choleskyOfThreadI%sLi%dEEvPKT_PS0_i" % (code, side), count, block,
                 [make(side * side * count), zeros(make, side * side * count), number(count)],
                 kernel="la_cholesky_" + name)
    for count, grid in [(20000, 1320), (1000, 1000)]:
        run("la_lu_24_rows_exchanged", grid, 96, [f64(576 * count), zeros(f64, 576 * count),
            zeros(s32, 24 * count), number(count)], {"count": count, "grid": grid})
    for systems, length, block in [(60000, 200, 128), (4096, 512, 64)]:
        n = systems * length
        run.flat("la_thomas_interleaved", systems, block, [f64(n), f64(n), f64(n),
                 zeros(f64, n), zeros(f64, n)] + numbers(systems, length) + [double(4)],
                 {"length": length})
    count = 300001
    run("la_eights_multiplied_in_batch", ceil_div(count, 4), (8, 8, 4), [f32(64 * count),
        f32(64 * count), zeros(f32, 64 * count), number(count)], {"count": count})
    rows, room = 500000, 24
    run.flat("spmv_rows_with_slack", rows, 256, [s32(rows, "step=%d" % room), below(rows * room, rows),
             f64(rows * room), f64(rows), zeros(f64, rows)] + numbers(rows, room), {"room": room})
    for lanes, rows, each, cols in [(4, 1000000, 10, 1000000), (32, 30000, 300, 100000)]:
        run("_Z11rowsByLanesILi%dEEvPKiS1_PKfS3_Pfi" % lanes, ceil_div(rows * lanes, 256), 256,
            [s32(rows + 1, "step=%d" % each), below(rows * each, cols), f32(rows * each), f32(cols),
             zeros(f32, rows), number(rows)], {"rows": rows, "each": each, "cols": cols},
            kernel="spmv_rows_by_lanes_%d" % lanes)
    rows, room, cols = 800000, 30, 200000
    slices = ceil_div(rows, 32)
    run.flat("spmv_sliced_ellpack", rows, 128, [s32(slices, "step=%d" % (32 * room)),
             below(32 * slices * room, cols), f32(32 * slices * room), f32(cols), zeros(f32, rows)]
             + numbers(rows, room), {"room": room})
    rows, room, cols = 100000, 20, 50000
    run("spmm_warp_row_of_64", ceil_div(rows, 8), (32, 8), [s32(rows, "step=%d" % room),
        below(rows * room, cols), f32(rows * room), f32(64 * cols), zeros(f32, 64 * rows)]
        + numbers(rows, room), {"rows": rows, "room": room, "cols": cols})


def add_mittens(lists):
    run = ThirtyFirst(lists, "mittens")
    for blocks in [8000, 100]:
        n = 1024 * blocks
        run("sort_bitonic_thousand_with_places", blocks, 512, [u32(n, "random"), zeros(u32, n),
            zeros(u16, n)], {"n": n})
    n = 10000000
    run.flat("_Z17thirtyTwosByLanesIfEvPT_i", n, 256, [f32(n), number(n)],
             kernel="sort_thirty_twos_by_lanes")
    n, each = 16000000, 8192
    blocks = ceil_div(n, each)
    run("sort_digit_counts_of_blocks", blocks, 256, [u32(n, "random"), zeros(u32, 16 * blocks)]
        + numbers(n, each, 12), {"n": n, "each": each})
    for na, nb in [(6000000, 9000000), (100001, 50000)]:
        run("sort_merge_path_of_eights", ceil_div(na + nb, 8 * 128), 128, [s32(na, "step=3"),
            s32(nb, "step=2"), zeros(s32, na + nb)] + numbers(na, nb), {"na": na, "nb": nb})
    n, room = 12000000, 1 << 22
    run.flat("db_pack_rows_below_limit", n, 256, [below(n, 1000), s32(n), zeros(s32, 2 * room),
             zeros(u32, 1)] + numbers(n, 300) + [unsigned(room - 1)], {"room": room})
    for n, room in [(2000000, 1 << 22), (100000, 1 << 18)]:
        run.flat("db_table_of_keys_built", n, 256, [u32(n, "random=1000000000"), zeros(u32, room),
                 unsigned(n), unsigned(room - 1)], {"room": room})
    orders, customers = 5000000, 200000
    run("db_orders_join_customers", 528, 256, [below(orders, 2 * customers), f32(orders),
        s32(customers, "step=2"), u8(customers), zeros(f32, 32)] + numbers(orders, customers),
        {"orders": orders, "customers": customers})
    n = 12000000
    run("db_forecast_of_revenue", 1056, 256, [below(n, 2500), even(n), below(n, 50), f64(n),
        zeros(f64, 1), wide(n)] + numbers(365, 730), {"n": n})


def add(lists):
    for of_file in (add_axles, add_bobbins, add_chestnuts, add_doilies, add_flannels, add_hairpins,
                    add_mittens):
        of_file(lists)

"""A twenty-ninth validation set, first half: from copies and products to tokens, tables and sparse matrices."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers
from sixteenth import factors
from twelfth import s64, structure


class TwentyNinth(Blind):
    folder = "twentyninth"


def add_aprons(lists):
    run = TwentyNinth(lists, "aprons")
    for letter, name, make, words, items, n, block in [("f", "float", f32, 1, 8, 30000001, 256),
                                                       ("f", "float", f32, 1, 8, 700000, 128),
                                                       ("6uchar4", "uchar4", u8, 4, 4, 5000000, 96)]:
        run("_Z11copyBlockedI%sLi%dEEvPKT_PS%d_i" % (letter, items, words == 4),
            ceil_div(n, block * items), block, [make(words * n), zeros(make, words * n), number(n)],
            {"n": n, "block": block}, kernel="copy_blocked_" + name)
    rows, cols, lds, ldd = 3000, 2500, 4096, 2560
    run("copy_window_with_leading_sides", (5, 500), 256, [f32(rows * lds), size(lds),
        zeros(f32, rows * ldd), size(ldd), size(rows), size(cols)], {"rows": rows, "cols": cols})
    for tiles, grid in [(30000, 528), (500, 132)]:
        run("copy_tiles_mirrored_async", grid, 256, [f32(1024 * tiles), zeros(f32, 1024 * tiles),
            number(tiles)], {"tiles": tiles, "grid": grid})
    w, h = 5000, 3001
    run("transpose_ten_rows_of_threads", (ceil_div(w, 32), ceil_div(h, 32)), (32, 10),
        [f32(w * h), zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h})
    batch, heads, length, wide_ = 8, 12, 512, 64
    n = batch * heads * length * wide_
    run.flat("transpose_four_axes", n, 256, [f32(n), zeros(f32, n),
             structure(*numbers(batch, length, heads, wide_)),
             structure(*numbers(heads * length * wide_, wide_, length * wide_, 1)), number(n)],
             {"length": length, "heads": heads})
    n = 4000003
    run.flat("aos_fives_to_arrays", n, 192, [f32(5 * n)] + [zeros(f32, n)] * 5 + [number(n)])
    n = 6000000
    run("aos_players_healed", 792, 320, [s32(3 * n, "random"), unsigned(n), number(7)], {"n": n})


def add_bathtubs(lists):
    run = TwentyNinth(lists, "bathtubs")
    rows, entries, width, block = 60000, 100000, 384, 96
    run("gather_rows_clipped", rows, block, [f32(entries * width), s64(rows, "random=%d" % (entries + 9)),
        zeros(f32, rows * width), wide(entries), number(width)], {"rows": rows, "width": width})
    side, n = 160, 2000000
    run.flat("gather_volume_at_points", n, 256, [f32(side ** 3)] + numbers(side, side, side)
             + [f32(n, "random")] * 3 + [zeros(f32, n), number(n)], {"side": side})
    n, apart = 10000000, 13701
    run("scatter_to_places", 1320, 256, [f64(n), u32(n, "gather=%d" % apart), zeros(f64, n),
        unsigned(n)], {"n": n, "apart": apart})
    nodes, edges = 100000, 1500000
    run("scatter_messages_to_nodes", ceil_div(edges, 16), (16, 16), [f32(16 * nodes),
        below(edges, nodes), below(edges, nodes), f32(edges), zeros(f32, 16 * nodes), number(edges)],
        {"nodes": nodes, "edges": edges})
    batch, length, pairs, words = 32, 512, 384, 50257
    run("embedding_words_and_places", (length, batch), 128, [below(batch * length, words),
        f16(2 * words * pairs), f16(2 * length * pairs), zeros(f16, 2 * batch * length * pairs)]
        + numbers(length, pairs), {"batch": batch, "pairs": pairs})
    count, width, words = 16384, 300, 30000
    run("embedding_gradient_added", (ceil_div(width, 64), 1024), 64, [below(count, words),
        f32(count * width), zeros(f32, words * width)] + numbers(count, width, 0),
        {"count": count, "width": width})
    for quads, grid in [(8000000, 528), (200000, 66)]:
        run("hist_bytes_a_warp_each", grid, 256, [u8(16 * quads), zeros(u32, 256), number(quads)],
            {"quads": quads, "grid": grid})
    n = 8000000
    for shift in [8, 17]:
        run("hist_keys_matched_in_warp", 1056, 256, [below(n, 1 << 20), zeros(u32, (1 << 20) >> shift)]
            + numbers(n, shift), {"n": n, "shift": shift})


def add_chisels(lists):
    run = TwentyNinth(lists, "chisels")

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (ceil_div(n, tile[1]), ceil_div(m, tile[0])), block, arguments,
            {"m": m, "n": n, "k": k}, **rest)

    n = 700
    product("gemm_doubles_first_written", n, n, n, (16, 16), (16, 16), factors(f64, n, n, n)
            + [number(n)])
    m, n, k = 1500, 1300, 1100
    product("_Z11squareTilesIfLi32EEvPKT_S2_PS0_mmm", m, n, k, (32, 32), (32, 32),
            factors(f32, m, n, k) + [size(m), size(n), size(k)], kernel="gemm_square_tiles_float")
    for m, n, k in [(2000, 1800, 1500), (333, 450, 600)]:
        product("gemm_ragged_eights_by_fours", m, n, k, (64, 64), 128, factors(f32, m, n, k)
                + numbers(m, n, k) + [real(0.75)])
    rows, outs, ins = 1000, 3072, 768
    run("gemm_linear_with_bias", (ceil_div(outs, 32), ceil_div(rows, 32)), (32, 8), [f32(rows * ins),
        f32(outs * ins), f32(outs), zeros(f32, rows * outs)] + numbers(rows, outs, ins),
        {"rows": rows, "outs": outs, "ins": ins})
    n, k = 11008, 2048
    run("_Z11fewRowsLeftILi4EEvPKfS1_Pfjj", ceil_div(n, 64), 64, factors(f32, 4, n, k)
        + [unsigned(n), unsigned(k)], {"n": n, "k": k}, shared=16 * k, kernel="gemm_few_rows_left_4")
    batch, side, block = 20000, 20, (20, 8)
    run("gemm_small_ones_strided", batch, block, [f32(batch * side * side), f32(batch * side * side),
        zeros(f32, batch * side * side), number(side), wide(side * side)],
        {"batch": batch, "side": side})
    for rows, quads, block in [(8000, 1500, 128), (1000, 256, 64)]:
        run("matvec_warp_by_quads", ceil_div(32 * rows, block), block, [f32(4 * rows * quads),
            f32(4 * quads), zeros(f32, rows)] + numbers(rows, quads), {"rows": rows, "quads": quads})
    rows, cols, strip = 10000, 3000, 64
    run("matvec_turned_in_strips", (ceil_div(cols, 192), ceil_div(rows, strip)), 192,
        [f32(rows * cols), f32(rows), zeros(f32, cols)] + numbers(rows, cols, strip),
        {"rows": rows, "cols": cols, "strip": strip})


def add_cupboards(lists):
    run = TwentyNinth(lists, "cupboards")
    for m, n, k in [(2048, 1024, 1024), (256, 320, 512)]:
        run("gemm_wmma_bf16_bias_relu", (n // 64, m // 64), 256, [u16(m * k), u16(k * n), f32(n),
            zeros(u16, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(4096, 4096, 2048), (512, 768, 1024)]:
        run("gemm_mma_half_three_stages", (n // 128, m // 128), 256, factors(f16, m, n, k)
            + numbers(m, n, k), {"m": m, "n": n, "k": k}, shared=6 * (128 * 40 + 32 * 136))
    m, n, k = 1024, 1024, 1024
    run("gemm_wmma_bytes_by_warps", (n // 64, m // 64), 128, [u8(m * k), u8(n * k), zeros(s32, m * n)]
        + numbers(m, n, k), {"m": m, "n": n, "k": k})
    m, n, words = 1000, 1200, 250
    run("gemm_dp4a_words_in_tiles", (ceil_div(n, 16), ceil_div(m, 16)), (16, 16),
        [s32(m * words, "random"), s32(n * words, "random"), zeros(s32, m * n)] + numbers(m, n, words),
        {"m": m, "n": n, "words": words})
    rows, words = 11008, 512
    run("quant_nibbles_row_of_warp", ceil_div(rows, 4), (32, 4), [u32(rows * words, "random"),
        f16(rows * words // 8, "random"), f32(8 * words), zeros(f32, rows)] + numbers(rows, words),
        {"rows": rows, "words": words})
    rows, pairs = 8192, 2048
    run("quant_rows_by_their_largest", rows, 256, [f16(2 * rows * pairs), zeros(u8, 2 * rows * pairs),
        zeros(f32, rows), number(pairs)], {"rows": rows, "pairs": pairs})
    rows, cols = 2000, 3000
    run("quant_sums_rescaled_to_bf16", (ceil_div(cols, 64), ceil_div(rows, 4)), (64, 4),
        [s32(rows * cols, "random=20000"), f32(rows, "random=0.01"), f32(cols, "random=0.01"),
         u16(rows * cols), zeros(u16, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 20000000
    run.flat("quant_codes_to_levels", n, 256, [u8(n), f32(n // 32, "random"), zeros(f16, 2 * n), wide(n)],
             constants=["normal_levels f32[16]:signed"])


def add_daggers(lists):
    run = TwentyNinth(lists, "daggers")
    for n, grid, block in [(40000000, 1056, 256), (1000000, 132, 512)]:
        run("_Z12sumsOfBlocksIfEvPKT_PS0_m", grid, block, [f32(n), zeros(f32, grid), size(n)],
            {"n": n, "grid": grid}, kernel="reduce_sums_of_blocks_float")
    rows, cols = 6000, 3000
    run("reduce_rows_to_mean_and_variance", rows, 192, [f32(rows * cols), zeros(f32, rows),
        zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    n = 25000000
    run("reduce_extremes_by_group", 528, 512, [s32(n, "random"), zeros(s32, 2), number(n)], {"n": n})
    n, grid = 10000000, 1056
    run("dot_doubles_compensated", grid, 128, [f64(n), f64(n), zeros(f64, grid), unsigned(n)],
        {"n": n, "grid": grid})
    nx, ny, nz = 320, 256, 200
    run("reduce_cubes_to_means", (nx // 8, ny // 8, nz // 8), (8, 8, 8), [f32(nx * ny * nz),
        zeros(f32, nx * ny * nz // 512)] + numbers(nx, ny), {"nx": nx, "ny": ny, "nz": nz})
    for n, block in [(16000001, 256), (500000, 1024)]:
        blocks = ceil_div(n, 2 * block)
        run("scan_blocks_up_and_down", blocks, block, [u32(n, "random=100"), zeros(u32, n),
            zeros(u32, blocks), number(n)], {"n": n, "block": block}, shared=8 * block)
    rows, cols = 20000, 400
    run("scan_rows_with_carry", ceil_div(rows, 8), 256, [f64(rows * cols), zeros(f64, rows * cols)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 12000000
    run.flat("scan_between_heads", n, 512, [f32(n), u8(n, "random=40"), zeros(f32, n), number(n)])


def add_flagpoles(lists):
    run = TwentyNinth(lists, "flagpoles")
    for rows, cols, warps in [(20000, 1000, 4), (512, 5000, 2)]:
        run("softmax_one_pass_by_warp", ceil_div(rows, warps), (32, warps), [f32(rows * cols),
            zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    heads, length = 24, 1000
    n = heads * length * length
    run("_Z10causalRowsILi128ELi8EEvPK6__halfPS0_fi", (length, heads), 128, [f16(n), zeros(f16, n),
        real(0.125), number(length)], {"heads": heads, "length": length}, kernel="softmax_causal_rows_half")
    for rows, quads, block in [(8192, 256, 256), (1000, 1280, 320)]:
        run("layernorm_after_residual_quads", rows, block, [f32(4 * rows * quads), f32(4 * rows * quads),
            f32(4 * quads), f32(4 * quads), zeros(f32, 4 * rows * quads), number(quads), real(1e-5)],
            {"rows": rows, "quads": quads}, shared=16 * quads)
    rows, pairs = 10000, 1024
    run("rmsnorm_pairs_of_halves", ceil_div(rows, 4), 128, [f16(2 * rows * pairs), f16(2 * pairs),
        zeros(f16, 2 * rows * pairs)] + numbers(rows, pairs) + [real(1e-6)],
        {"rows": rows, "pairs": pairs})
    n, width = 20000000, 3072
    run.flat("act_gelu_of_biased", n, 256, [f32(n), f32(width), zeros(f32, n)] + numbers(n, width),
             {"width": width})
    rows, pairs, grid = 3000, 2752, 1056
    run("act_swish_gate_bf16", grid, 192, [u16(4 * rows * pairs), zeros(u16, 2 * rows * pairs)]
        + numbers(rows, pairs), {"rows": rows, "pairs": pairs})
    for heads, length in [(64, 1024), (8, 300)]:
        n = heads * length * 64
        run("_Z15threadsOwnQueryILb1EEvPKfS1_S1_Pfif", (ceil_div(length, 64), heads), 64, [f32(n), f32(n),
            f32(n), zeros(f32, n), number(length), real(0.125)], {"heads": heads, "length": length},
            kernel="attn_query_of_thread_causal")
    for heads, length in [(512, 2000), (32, 8000)]:
        n = heads * length * 128
        run("attn_new_token_over_cache", heads, 128, [f32(heads * 128), f16(n), f16(n),
            zeros(f32, heads * 128), number(length), real(0.0883883)],
            {"heads": heads, "length": length}, shared=4 * length)
    heads, length = 48, 4000
    n = heads * length * 32
    run("attn_last_thirty_two", (ceil_div(length, 8), heads), (32, 8), [f32(n), f32(n), f32(n),
        zeros(f32, n), number(length)], {"heads": heads, "length": length})
    for rows, classes, block in [(2000, 10000, 256), (8192, 100, 64)]:
        run("head_cross_entropy_both_ways", rows, block, [f32(rows * classes), below(rows, classes),
            zeros(f32, rows), zeros(f32, rows * classes), number(classes), real(1 / rows)],
            {"rows": rows, "classes": classes})
    for n, grid in [(15000000, 1056), (400000, 264)]:
        run("op_adamw_over_all", grid, 256, [f32(n), f32(n), f32(n), f32(n, "random"), real(1e-3),
            real(0.9), real(0.999), real(1e-8), real(0.01), real(1.2), real(1.1), size(n)],
            {"n": n, "grid": grid})
    quads = 2500000
    run.flat("op_momentum_with_half_copy", quads, 256, [f32(4 * quads), f32(4 * quads), f16(4 * quads),
             zeros(f16, 4 * quads), real(1e-3), real(0.9), real(0.0078125), number(quads)])


def add_girders(lists):
    run = TwentyNinth(lists, "girders")
    for rows, cols, k in [(1000, 8000, 8), (64, 10000, 40)]:
        run("head_topk_round_by_round", rows, 256, [f32(rows * cols), zeros(f32, rows * k),
            zeros(s32, rows * k)] + numbers(cols, k), {"rows": rows, "cols": cols, "k": k},
            shared=4 * cols)
    rows, cols = 30000, 640
    run("head_topfour_by_lanes", ceil_div(rows, 4), 128, [f32(rows * cols), zeros(s32, 4 * rows)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols = 1024, 32000
    run("head_sample_by_running_sum", rows, 320, [f32(rows * cols, "random"),
        f32(rows, "random=%d" % (cols // 2)), zeros(s32, rows), number(cols)],
        {"rows": rows, "cols": cols})
    rows, cols = 4000, 5000
    run("head_largest_with_noise", ceil_div(rows, 8), (32, 8), [f32(rows * cols), zeros(s32, rows)]
        + numbers(rows, cols) + [unsigned(12345), real(0.8)], {"rows": rows, "cols": cols})
    blocks = 4000
    n = 1024 * blocks
    run("sort_thousand_pairs_bitonic", blocks, 512, [u32(n, "random"), u32(n, "iota"),
        zeros(u32, n), zeros(u32, n)], {"n": n})
    na, nb = 4000000, 2500000
    run.flat("sort_two_lists_by_rank", na + nb, 256, [s64(na, "step=5"), number(na), s64(nb, "step=8"),
             number(nb), zeros(s64, na + nb)])
    for orders, slots in [(8000000, 1 << 22), (500000, 1 << 14)]:
        run.flat("db_orders_meet_customers", orders, 256, [u32(slots, "iota"), f32(slots, "random"),
                 unsigned(slots - 1), u32(orders, "random=%d" % (slots + slots // 2)),
                 f32(orders, "random"), zeros(f32, orders), number(orders)], {"slots": slots})
    n, slots = 2000000, 1 << 22
    run("db_keys_into_table", 1056, 192, [u32(n, "random=100000000"), zeros(u32, slots),
        zeros(u32, slots), unsigned(n), unsigned(slots - 1)], {"n": n, "slots": slots})
    for n, high in [(16000000, 0.6), (16000000, 0.21)]:
        run.flat("db_rows_between_appended", n, 256, [f32(n, "random"), below(n, 30), real(0.2),
                 real(high), number(10), zeros(u32, 1 << 24), zeros(u32, 1), unsigned((1 << 24) - 1),
                 number(n)], {"high": str(high)})
    n = 10000000
    run("db_takings_by_shop", 264, 512, [u8(n, "random=150"), f64(n, "random=100"), f32(n, "random=0.5"),
        zeros(f64, 256), zeros(u64, 256), size(n)], {"n": n})


def add_moccasins(lists):
    run = TwentyNinth(lists, "moccasins")
    batch = 20000
    run("_Z13factorsOfWarpIfLi32ELi4EEvPKT_PS0_S0_i", ceil_div(batch, 4), 128, [f32(1024 * batch),
        zeros(f32, 1024 * batch), real(40), number(batch)], {"batch": batch},
        kernel="la_factors_of_warp_float_32")
    batch = 5001
    run("_Z13factorsOfWarpIdLi20ELi2EEvPKT_PS0_S0_i", ceil_div(batch, 2), 64, [f64(400 * batch),
        zeros(f64, 400 * batch), double(25), number(batch)], {"batch": batch},
        kernel="la_factors_of_warp_double_20")
    batch, block = 1000000, 128
    run("_Z15rootInRegistersILi6EEvPKfPffi", ceil_div(batch, block), block, [f32(36 * batch),
        zeros(f32, 36 * batch), real(8), number(batch)], {"batch": batch, "block": block},
        kernel="la_root_in_registers_6")
    n = 2000000
    run.flat("la_three_equations_each", n, 256, [f32(9 * n), f32(3 * n), zeros(f32, 3 * n), number(n)])
    n = 1500000
    run.flat("la_eigenvalues_of_tensors", n, 128, [f64(6 * n), zeros(f64, 3 * n), wide(n)])
    for rows, each, columns in [(500000, 12, "band=12"), (100000, 27, "random=100000")]:
        run.flat("spmv_thread_a_row", rows, 256, [s32(rows + 1, "step=%d" % each),
                 s32(rows * each, columns), f32(rows * each), f32(rows), f32(rows), number(rows),
                 real(1.5), real(0.5)], {"each": each})
    rows, each = 400000, 20
    run("_Z13rowOfFewLanesILi8EiEvPKT0_S2_PKdS4_PdS0_", ceil_div(8 * rows, 256), 256,
        [s32(rows + 1, "step=%d" % each), s32(rows * each, "band=%d" % each), f64(rows * each), f64(rows),
         zeros(f64, rows), number(rows)], {"rows": rows, "each": each}, kernel="spmv_row_of_8_lanes_int")
    rows, each = 150000, 9
    run("_Z13rowOfFewLanesILi4ExEvPKT0_S2_PKdS4_PdS0_", ceil_div(4 * rows, 128), 128,
        [s64(rows + 1, "step=%d" % each), s64(rows * each, "random=%d" % rows), f64(rows * each),
         f64(rows), zeros(f64, rows), wide(rows)], {"rows": rows, "each": each},
        kernel="spmv_row_of_4_lanes_wide")
    rows = 300000
    run.flat("spmv_rows_of_uneven_length", rows, 128, [below(36 * rows, rows), f32(36 * rows), f32(rows),
             zeros(f32, rows), unsigned(rows)])
    rows, each = 100000, 24
    run("spmm_warp_a_row_of_halves", ceil_div(rows, 8), (32, 8), [s32(rows + 1, "step=%d" % each),
        below(rows * each, rows), f32(rows * each), f16(64 * rows), zeros(f16, 64 * rows),
        number(rows)], {"rows": rows, "each": each})
    rows, entries = 50000, 2000000
    run.flat("sparse_dots_of_sampled_pairs", 8 * entries, 256, [below(entries, rows), below(entries, rows),
             f32(32 * rows), f32(32 * rows), zeros(f32, entries), number(entries)], {"rows": rows})


def add(lists):
    for of_file in (add_aprons, add_bathtubs, add_chisels, add_cupboards, add_daggers, add_flagpoles,
                    add_girders, add_moccasins):
        of_file(lists)

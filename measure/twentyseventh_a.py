"""A twenty-seventh validation set, first half: plain kernels of one who has never seen the predictions."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from twelfth import s64, structure


class TwentySeventh(Blind):
    folder = "twentyseventh"


def even(make, n):
    """Even over 0 to 1."""
    return make(n, "random")


def add_abbeys(lists):
    run = TwentySeventh(lists, "abbeys")
    for n, block in [(30000000, 192), (200001, 1024)]:
        run.flat("copy_one_float_a_thread", n, block, [f32(n), zeros(f32, n), number(n)])
    for ahead, quads in [(4, 6000001), (8, 9000000)]:
        run("_Z9copyAheadILi%dEEvPK4int4PS0_x" % ahead, ceil_div(quads, 256 * ahead), 256,
            [s32(4 * quads), zeros(s32, 4 * quads), wide(quads)], {"quads": quads},
            kernel="copy_ahead_%d" % ahead)
    for side, box, block in [((300, 260, 200), (250, 200, 150), (32, 4, 2)),
                             ((128, 128, 128), (64, 60, 50), (8, 8, 8))]:
        run("copy_box_of_volume", tuple(ceil_div(b, t) for b, t in zip(box, block)), block,
            [f64(side[0] * side[1] * side[2]), zeros(f64, box[0] * box[1] * box[2]),
             structure(*numbers(7, 11, 13)), structure(*numbers(*box)), size(side[0]),
             size(side[0] * side[1])], {"width": box[0], "height": box[1], "depth": box[2]})
    quads = 5000000
    run("copy_staged_async", 528, 256, [f32(4 * quads), zeros(f32, 4 * quads), number(quads),
        real(.5)], {"quads": quads})
    frames, repeat = 3000000, 4
    run("copy_left_and_right_woven", 660, 128, [u16(frames, "random"), u16(frames, "random"),
        zeros(u16, 2 * frames * repeat), unsigned(frames), unsigned(repeat)], {"frames": frames})
    rows, cols = 2500, 1700
    run("transpose_of_longs_plain", (ceil_div(cols, 32), ceil_div(rows, 8)), (32, 8),
        [s64(rows * cols, "random"), zeros(s64, rows * cols)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})
    for code, name, last, make, side, lines, rows, cols in [
            ("f", "float", 0, f32, 32, 8, 6000, 3001), ("f", "float", 0, f32, 32, 8, 500, 700),
            ("13__nv_bfloat16", "bf16", 1, u16, 64, 4, 4000, 5120)]:
        run("_Z11throughTileI%sLi%dELi%dEEvPKT_PS%d_ii" % (code, side, lines, last),
            (ceil_div(cols, side), ceil_div(rows, side)), (side, lines), [make(rows * cols),
            zeros(make, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols},
            kernel="transpose_by_tile_" + name)
    count = 30000
    run("transpose_small_batched", 1320, 96, [f32(576 * count), zeros(f32, 576 * count),
        number(count)], {"count": count})
    n = 3000
    run("transpose_tiles_change_places", (ceil_div(n, 16), ceil_div(n, 16)), (16, 16), [f64(n * n),
        unsigned(n)], {"n": n})


def add_bonnets(lists):
    run = TwentySeventh(lists, "bonnets")
    pull = [real(.01), structure(*reals(.1, -9.8, .2))]
    for n, block in [(2000000, 256), (50000, 64)]:
        run.flat("aos_bodies_fall", n, block, [f32(8 * n), number(n)] + pull)
    n = 3000000
    run.flat("soa_bodies_fall", n, 128, [structure(*[f32(n)] * 6 + [below(n, 4)]), number(n)] + pull)
    n = 5000000
    run.flat("aos_points_apart_by_shared", n, 192, [f64(3 * n)] + [zeros(f64, n)] * 3 + [size(n)])
    n = 2500000
    run.flat("aos_triangle_areas", n, 256, [f32(9 * n), zeros(f32, 4 * n), unsigned(n)])
    for letter, name, whole, n, grid, block in [("i", "int", number, 8000000, 792, 256),
                                                ("m", "size_t", size, 1000000, 264, 128)]:
        run("_Z8invoicesI%sEvPK4LinePdT_" % letter, grid, block, [below(4 * n, 1 << 30),
            zeros(f64, n), whole(n)], {"n": n}, constants=["rates f32[4]:random=0.25"],
            kernel="aos_invoices_" + name)
    n = 400000
    run.flat("aos_packs_of_a_warp", 32 * n, 96, [f32(128 * n), zeros(f32, n), number(n),
             structure(*reals(.1, .2, .3, .4))])


def add_camels(lists):
    run = TwentySeventh(lists, "camels")
    for n, places in [(10000000, 20000000), (3000000, 100000)]:
        run("gather_doubles_as_listed", 1056, 160, [below(n, places), f64(places), zeros(f64, n),
            number(n)], {"n": n, "places": places})
    n = 7000001
    run.flat("scatter_pairs_to_places", n, 256, [u32(n, "gather=1000003"), f32(2 * n),
             zeros(f32, 2 * n), unsigned(n)])
    for count, rows, quads in [(200000, 500000, 50), (20000, 30000, 192)]:
        run.flat("gather_rows_quad_lanes", 32 * count, 128, [f32(4 * quads * rows),
                 s64(count, "random=%d" % rows), zeros(f32, 4 * quads * count)]
                 + numbers(count, quads), {"rows": rows, "quads": quads})
    tokens, length, words, pairs = 16384, 1024, 50000, 384
    run("embedding_words_and_positions", tokens, 192, [below(tokens, words), u16(2 * words * pairs),
        u16(2 * length * pairs), zeros(u16, 2 * tokens * pairs)] + numbers(length, pairs),
        {"tokens": tokens, "pairs": pairs})
    for tokens, words, dim, block in [(20000, 60000, 300, 96), (8192, 500, 512, 256)]:
        run("embedding_gradient_rows_added", tokens, block, [below(tokens, words),
            f32(tokens * dim), zeros(f32, words * dim)] + numbers(dim, 0),
            {"tokens": tokens, "words": words, "dim": dim})
    w, h, n = 1500, 1100, 5000000
    run.flat("gather_between_pixels", n, 128, [f32(w * h), even(f32, 2 * n), zeros(f32, n)]
             + numbers(w, h, n), {"width": w, "height": h})
    n, buckets, room = 2000000, 1 << 18, 16
    run.flat("scatter_to_hashed_buckets", n, 256, [u32(n, "random"), zeros(u32, buckets),
             zeros(u32, buckets * room), unsigned(n), unsigned(buckets - 1), unsigned(room)],
             {"buckets": buckets})
    n = 4000000
    run.flat("table_lookup_tone_curve", n, 320, [u8(4 * n), zeros(f32, 4 * n), number(n)],
             constants=["curve f32[256]:random"])


def add_dungeons(lists):
    run = TwentySeventh(lists, "dungeons")

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (ceil_div(n, tile[0]), ceil_div(m, tile[1])), block, arguments,
            {"m": m, "n": n, "k": k}, **rest)

    for m, n, k in [(1200, 1000, 700), (150, 130, 300)]:
        product("gemm_plain_dot_a_thread", m, n, k, (32, 8), (32, 8), [f32(m * k), f32(k * n),
                zeros(f32, m * n)] + numbers(m, n, k))
    for letter, name, make, side, m, n, k in [("f", "float", f32, 32, 1500, 1700, 1000),
                                              ("f", "float", f32, 32, 200, 300, 400),
                                              ("d", "double", f64, 16, 1000, 900, 1100)]:
        product("_Z13sharedSquaresI%sLi%dEEvPKT_S2_PS0_iii" % (letter, side), m, n, k, (side, side),
                (side, side), [make(m * k), make(k * n), zeros(make, m * n)] + numbers(m, n, k),
                kernel="gemm_shared_squares_" + name)
    for m, n, k in [(2048, 3000, 1000), (700, 600, 513)]:
        product("gemm_eight_by_four_a_thread", m, n, k, (64, 128), 256, [f32(m * k), f32(k * n),
                f32(m * n)] + numbers(m, n, k) + reals(1.5, .5))
    rows, wide_in, out = 4000, 768, 640
    product("gemm_gradient_of_weights", wide_in, out, rows, (32, 32), (16, 16), [f32(rows * wide_in),
            f32(rows * out), zeros(f32, wide_in * out)] + numbers(rows, wide_in, out))
    m, n, k = 600, 700, 500
    product("gemm_of_complex_numbers", m, n, k, (16, 16), (16, 16), [f32(2 * m * k), f32(2 * k * n),
            zeros(f32, 2 * m * n)] + [unsigned(v) for v in (m, n, k)])
    m, n, k = 1024, 1500, 2048
    product("gemm_dp4a_of_packed_words", m, n, k, (16, 16), (16, 16), [u8(m * k), u8(k * n),
            zeros(s32, m * n)] + numbers(m, n, k // 4))
    for rows, pairs, k, strip in [(8, 2048, 4096, 128), (3, 5504, 4000, 256)]:
        run("gemm_thin_depth_shared_out", (ceil_div(pairs, 128), ceil_div(k, strip)), 128,
            [f16(rows * k), f16(2 * k * pairs), zeros(f32, 2 * rows * pairs)]
            + numbers(rows, pairs, k, strip), {"rows": rows, "pairs": pairs, "k": k},
            shared=4 * rows * strip)


def add_engines(lists):
    run = TwentySeventh(lists, "engines")
    for m, n, k in [(1024, 1024, 1024), (256, 320, 640)]:
        run("gemm_wmma_tile_of_each_warp", ceil_div(m * n // 256, 4), 128, [f16(m * k), f16(k * n),
            zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 1536, 2048), (512, 640, 4096)]:
        run("gemm_wmma_bf16_quadrants", (n // 64, m // 64), 128, [u16(m * k), u16(k * n),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1280, 1600, 1024
    run("gemm_wmma_int8_each_warp", (ceil_div(n, 64), ceil_div(m, 32)), (128, 2), [u8(m * k),
        u8(k * n), zeros(s32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(4096, 4096, 2048), (1024, 768, 3072)]:
        run("gemm_mma_sync_two_buffers", (n // 64, m // 128), 256, [f16(m * k), f16(k * n),
            zeros(f16, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for rows, cols, block in [(20000, 1000, 96), (3000, 300, 256)]:
        run.flat("matvec_row_of_each_thread", rows, block, [f32(rows * cols), f32(cols),
                 zeros(f32, rows)] + numbers(rows, cols), {"cols": cols})
    for rows, cols, grid in [(14336, 4096, 396), (1000, 2048, 132)]:
        run("matvec_warps_over_half_rows", grid, 256, [f16(rows * cols), f16(cols), zeros(f32, rows)]
            + numbers(rows, cols // 8), {"rows": rows, "cols": cols})
    for block, rows, cols in [(64, 10000, 500), (256, 4000, 5001)]:
        run("_Z10blockOfRowILi%dEEvPKdS1_Pdi" % block, rows, block, [f64(rows * cols), f64(cols),
            zeros(f64, rows), number(cols)], {"rows": rows, "cols": cols},
            kernel="matvec_block_of_row_%d" % block)
    rows, cols, strip = 9000, 6000, 100
    run("matvec_from_the_left", (ceil_div(cols, 128), ceil_div(rows, strip)), 128, [f32(rows * cols),
        f32(rows), zeros(f32, cols)] + numbers(rows, cols, strip), {"rows": rows, "cols": cols},
        shared=4 * strip)


def add_fossils(lists):
    run = TwentySeventh(lists, "fossils")
    for n, grid, block in [(12000000, 528, 512), (300000, 132, 128)]:
        run("reduce_peak_of_magnitudes", grid, block, [f64(n), zeros(f64, grid), number(n)],
            {"n": n, "grid": grid}, shared=8 * block)
    quads = 8000000
    run("reduce_total_by_tiles", 1056, 256, [f32(4 * quads), zeros(f64, 1), size(quads)],
        {"quads": quads})
    for groups, each, block in [(3000, 5000, 256), (20000, 400, 96)]:
        run("reduce_moments_of_groups", groups, block, [f32(groups * each), zeros(f32, 2 * groups),
            number(each)], {"groups": groups, "each": each})
    rows, cols = 10000, 3000
    run("column_sums_walked_down", (ceil_div(cols, 256), 64), 256, [f32(rows * cols),
        zeros(f32, cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 25000003
    run("reduce_tally_over_bound", 792, 320, [below(n, 1000), zeros(u64, 1), unsigned(n), number(700)],
        {"n": n})
    for n in [4000000, 60000]:
        run.flat("scan_doubling_distance", n, 512, [below(n, 100), zeros(s32, n), number(n)])
    for letter, make, items, n in [("j", u32, 8, 20000000), ("d", f64, 4, 3000001)]:
        blocks = ceil_div(n, 256 * items)
        run("_Z14itemsOfThreadsI%sLi%dEEvPKT_PS0_S3_i" % (letter, items), blocks, 256,
            [make(n, "random=100"), zeros(make, n), zeros(make, blocks), number(n)], {"n": n},
            kernel="scan_items_of_threads_%d%s" % (items, "u" if letter == "j" else letter))
    n = 9766
    run("scan_totals_in_pieces", 1, 1024, [u32(n, "random=1000"), number(n)], {"n": n})
    n = 9000000
    run.flat("scan_restarting_at_flags", n, 256, [f32(n), u8(n), zeros(f32, n), number(n)])


def add_gherkins(lists):
    run = TwentySeventh(lists, "gherkins")
    n = 8000000
    run.flat("hist_bytes_in_memory", n, 256, [u8(n), zeros(u32, 256), number(n)])
    for n, grid in [(4000000, 528), (100000, 66)]:
        run("hist_bytes_table_of_warps", grid, 192, [u8(16 * n), zeros(u32, 256), size(n)],
            {"n": 16 * n, "grid": grid})
    for n, bins in [(10000000, 2000), (5000000, 30)]:
        run("hist_doubles_in_range", 396, 320, [f64(n), zeros(s32, bins), number(n), double(-1),
            double(bins / 2), number(bins)], {"n": n, "bins": bins}, shared=4 * bins)
    n, side = 6000000, 300
    run.flat("hist_of_two_measures", n, 128, [even(f32, 2 * n), zeros(u32, side * side)]
             + numbers(side, n), {"side": side})
    for letter, name, make, block, tiles in [("f", "float", f32, 256, 6000),
                                             ("j", "unsigned", u32, 512, 500)]:
        n = 2 * block * tiles
        run("_Z12bitonicPairsI%sLi%dEEvPT_Pj" % (letter, block), tiles, block, [make(n),
            u32(n, "iota")], {"n": n}, kernel="sort_bitonic_tile_" + name)
    for n, distance in [(1 << 24, 1 << 12), (1 << 22, 4)]:
        run.flat("sort_step_of_bitonic_net", n, 320, [u32(n, "random"), unsigned(distance),
                 unsigned(1 << 20), unsigned(n)], {"distance": distance})
    n, tile = 15000000, 8192
    tiles = ceil_div(n, tile)
    run("sort_digit_counts_of_tiles", tiles, 256, [u32(n, "random"), zeros(u32, 16 * tiles)]
        + numbers(n, 12, tile), {"n": n, "tile": tile})
    rows = 300000
    run.flat("sort_lanes_odd_and_even", 32 * rows, 128, [f32(32 * rows), zeros(f32, 32 * rows),
             number(rows)])
    a, b = 5000000, 3000000
    run("_Z11mergePiecesILi9EEvPKiiS1_iPi", ceil_div(ceil_div(a + b, 9), 128), 128,
        [s32(a, "step=3"), number(a), s32(b, "step=5"), number(b), zeros(s32, a + b)],
        {"a": a, "b": b}, kernel="sort_merge_pieces_9")
    rows, cols = 8000, 2000
    run("_Z13greatestOfRowILi8EEvPKfPfPiii", ceil_div(rows, 4), (32, 4), [f32(rows * cols),
        zeros(f32, 8 * rows), zeros(s32, 8 * rows)] + numbers(rows, cols),
        {"rows": rows, "cols": cols}, kernel="sort_greatest_eight_of_row")


def add_hydrants(lists):
    run = TwentySeventh(lists, "hydrants")
    for rows, cols, block in [(6000, 3000, 256), (500, 700, 64)]:
        run("softmax_three_walks", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            number(cols)], {"rows": rows, "cols": cols})
    for each, rows, cols in [(4, 200000, 100), (16, 30000, 512)]:
        run("_Z14rowInRegistersILi%dEEvPK6__halfPS0_iif" % each, ceil_div(rows, 4), 128,
            [f16(rows * cols), zeros(f16, rows * cols)] + numbers(rows, cols) + [real(.125)],
            {"rows": rows, "cols": cols}, kernel="softmax_row_in_registers_%d" % each)
    for rows, quads, block in [(1500, 8000, 512), (4096, 250, 96)]:
        run("softmax_log_in_one_walk", rows, block, [f32(4 * rows * quads),
            zeros(f32, 4 * rows * quads), number(quads)], {"rows": rows, "quads": quads})
    for rows, pairs, block in [(10000, 1024, 256), (300, 384, 192)]:
        run("layernorm_halves_by_pairs", rows, block, [f16(2 * rows * pairs), f16(2 * pairs),
            f16(2 * pairs), zeros(f16, 2 * rows * pairs), number(pairs), real(1e-5)],
            {"rows": rows, "pairs": pairs})
    rows, cols = 8192, 1600
    run("layernorm_back_to_input", rows, 320, [f32(rows * cols), f32(rows * cols), f32(cols),
        even(f32, 2 * rows), zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols})
    rows, pairs = 6000, 2048
    run("rmsnorm_after_residual_sum", ceil_div(rows, 8), (32, 8), [u16(2 * rows * pairs),
        u16(2 * rows * pairs), u16(2 * pairs), zeros(u16, 2 * rows * pairs)] + numbers(rows, pairs)
        + [real(1e-6)], {"rows": rows, "pairs": pairs})
    images, groups, each, pixels = 16, 32, 10, 1024
    n = images * groups * each * pixels
    run("nrm_groups_of_channels_silu", images * groups, 512, [f32(n), f32(groups * each),
        f32(groups * each), zeros(f32, n)] + numbers(each, pixels, groups),
        {"images": images, "groups": groups})
    n = 20000000
    run.flat("act_gelu_of_bf16", n, 320, [u16(n), zeros(u16, n), wide(n)])
    rows, quads = 4000, 1376
    run("act_gate_of_two_halves", 1320, 128, [f32(8 * rows * quads), zeros(f32, 4 * rows * quads)]
        + numbers(rows, quads), {"rows": rows, "quads": quads})


def add_ibexes(lists):
    run = TwentySeventh(lists, "ibexes")
    length, dim, heads = 700, 80, 8
    run("attn_scores_masked_plain", (ceil_div(length, 32), ceil_div(length, 4), heads), (32, 4),
        [f32(heads * length * dim), f32(heads * length * dim), zeros(f32, heads * length * length)]
        + numbers(length, dim) + [real(.1118)], {"length": length, "dim": dim, "heads": heads})
    for heads, most in [(512, 3000), (32, 1000)]:
        run("attn_next_token_of_cache", heads, 128, [f32(64 * heads), f16(64 * heads * most),
            f16(64 * heads * most), zeros(f32, 64 * heads), number(most), real(.125)],
            {"heads": heads, "most": most}, shared=4 * most)
    for dim, causal, length, heads in [(32, 0, 1500, 24), (64, 1, 1000, 16)]:
        n = heads * length * dim
        run("_Z11tilesKeptUpILi%dELb%dEEvPKfS1_S1_Pfif" % (dim, causal), (ceil_div(length, 64), heads),
            64, [f32(n), f32(n), f32(n), zeros(f32, n), number(length), real(dim ** -.5)],
            {"length": length, "heads": heads}, kernel="attn_tiles_kept_up_%d" % dim)
    length, heads, reach = 4000, 12, 64
    n = 64 * heads * length
    run("attn_window_about_query", (ceil_div(length, 6), heads), (32, 6), [f32(n), f32(n), f32(n),
        zeros(f32, n)] + numbers(length, reach), {"length": length, "heads": heads, "reach": reach})


def add_jigsaws(lists):
    run = TwentySeventh(lists, "jigsaws")
    rows, cols = 5000, 4096
    run("quant_rows_to_int8_symmetric", rows, 256, [f32(rows * cols), zeros(u8, rows * cols),
        zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    for rows, cols in [(11008, 4096), (1024, 1024)]:
        run("quant_matvec_nibble_groups", ceil_div(rows, 8), 256, [u32(rows * cols // 8, "random"),
            even(f16, rows * cols // 32), f32(cols), zeros(f32, rows)] + numbers(rows, cols // 8),
            {"rows": rows, "cols": cols}, shared=4 * cols)
    count = 1000000
    run.flat("quant_packs_made_floats", 16 * count, 128, [u16(9 * count), zeros(f32, 32 * count),
             wide(count)])
    m, n, k = 1000, 2000, 1024
    run("quant_linear_with_relu", (ceil_div(n, 32), ceil_div(m, 32)), 256, [u8(m * k), u8(n * k),
        f32(m, "random=0.01"), f32(n, "random=0.01"), f32(n), zeros(f16, m * n)]
        + numbers(m, n, k // 4), {"m": m, "n": n, "k": k})
    for n, grid in [(15000000, 1056), (500000, 264)]:
        run("op_adamw_with_master", grid, 256, [f32(n), zeros(u16, n), u16(n), f32(n), even(f32, n)]
            + reals(1e-3, .1, 1.1, 1.05) + [size(n)], {"n": n, "grid": grid})
    quads = 4000000
    run.flat("op_momentum_nesterov_step", quads, 128, [f32(4 * quads)] * 3 + [number(quads)]
             + reals(.01, .9))
    n = 5000000
    run.flat("op_sign_of_momentum_step", n, 192, [f64(n)] * 3 + [number(n), double(1e-4),
             double(.1)])
    for rows, classes, block in [(1000, 32000, 512), (8192, 1000, 128)]:
        run("op_loss_smoothed_cross_entropy", rows, block, [f32(rows * classes),
            below(rows, classes), zeros(f32, rows), zeros(f32, rows * classes), number(classes),
            real(.1)], {"rows": rows, "classes": classes})
    pairs = 7000000
    run("op_loss_huber_summed", 660, 256, [f32(2 * pairs), even(f32, 2 * pairs), zeros(f32, 1),
        number(pairs), real(.5)], {"pairs": pairs})


def rows_of(make, rows, each, columns, across=1):
    return [s32(rows + 1, "step=%d" % each), below(rows * each, columns),
            make(rows * each * across)]


def add_lobsters(lists):
    run = TwentySeventh(lists, "lobsters")
    for rows, each, columns in [(1000000, 7, 1000000), (50000, 30, 20000)]:
        run.flat("spmv_thread_walks_row", rows, 96, rows_of(f64, rows, each, columns)
                 + [f64(columns), zeros(f64, rows), number(rows)], {"each": each})
    for lanes, rows, each, columns in [(8, 700000, 20, 300000), (32, 150000, 90, 2000000)]:
        run("_Z10lanesToRowIfLi%dEEvPKiS1_PKT_S4_PS2_i" % lanes, ceil_div(rows * lanes, 160), 160,
            rows_of(f32, rows, each, columns) + [f32(columns), zeros(f32, rows), number(rows)],
            {"rows": rows, "each": each}, kernel="spmv_lanes_of_row_%d" % lanes)
    rows, most = 500000, 24
    run.flat("spmv_padded_rows_ell", rows, 128, [u8(rows, "random=%d" % (most + 1)),
             below(rows * most, rows), f32(rows * most), f32(rows), zeros(f32, rows), number(rows)],
             {"most": most})
    rows, each = 100000, 12
    run.flat("spmv_bsr_quad_lanes", 4 * rows, 128, rows_of(f32, rows, each, rows, 16)
             + [f32(4 * rows), zeros(f32, 4 * rows), number(rows)], {"each": each})
    rows, each, columns = 60000, 25, 40000
    run.flat("spmm_row_of_warp_64", 32 * rows, 192, rows_of(f32, rows, each, columns)
             + [f32(64 * columns), zeros(f32, 64 * rows), number(rows)], {"each": each})
    for letter, make, n, count, block in [("f", f32, 4, 1000000, 128), ("d", f64, 6, 200000, 64)]:
        run.flat("_Z13solveInThreadI%sLi%dEEvPKT_S2_PS0_i" % (letter, n), count, block,
                 [make(n * n * count), make(n * count), zeros(make, n * count), number(count)],
                 {"order": n}, kernel="la_solve_in_thread_%d" % n)
    count = 20000
    run("la_cholesky_of_warp_32", ceil_div(count, 4), (32, 4), [f32(1024 * count), number(count),
        real(40)], {"count": count}, shared=4 * 32 * 33 * 4)
    count = 100000
    run("la_products_of_twelves", 1320, (12, 12, 2), [f64(144 * count), f64(144 * count),
        zeros(f64, 144 * count), number(count)], {"count": count})
    for n, systems in [(128, 60000), (500, 4000)]:
        run.flat("la_tridiagonal_side_by_side", systems, 64, [f32(n * systems), f32(n * systems),
                 zeros(f32, n * systems), f32(n * systems)] + numbers(n, systems) + [real(3)],
                 {"rows": n})


def add_mangoes(lists):
    run = TwentySeventh(lists, "mangoes")
    n, ring = 8000000, 1 << 23
    run.flat("db_filter_rows_together", n, 192, [below(4 * n, 1 << 30), zeros(s32, ring),
             zeros(u32, 1), number(n), number(700000000), real(1), unsigned(ring - 1)])
    n = 12000000
    run("db_between_as_bits", 1056, 256, [s64(n, "random=1000000"), zeros(u32, ceil_div(n, 32)),
        size(n), wide(200000), wide(300000)], {"n": n})
    for n, bits in [(2000000, 22), (300000, 20)]:
        run.flat("db_join_table_built", n, 256, [u32(n, "random=1000000000"),
                 zeros(u64, 1 << bits), unsigned(n), number(bits), size(0)], {"bits": bits})
    parts, each, probes = 3000, 1000, 2500
    run("db_join_parts_in_shared", parts, 256, [below(parts * each, 5000), f32(parts * each),
        below(parts * probes, 6000), zeros(f32, parts * probes)] + numbers(each, probes),
        {"parts": parts, "each": each})
    n, count = 10000000, 4000000
    run("_Z10lowerBoundIiEvPKT_iS2_Pii", 1056, 128, [s32(n, "step=3"), number(n),
        below(count, 3 * n), zeros(s32, count), number(count)], {"n": n, "count": count},
        kernel="db_lower_bound_int")
    n, count = 50000, 1000000
    run("_Z10lowerBoundIdEvPKT_iS2_Pii", 528, 256, [f64(n, "iota"), number(n),
        f64(count, "random=%d" % n), zeros(s32, count), number(count)], {"n": n, "count": count},
        kernel="db_lower_bound_double")
    n = 16000000
    run("db_sums_of_groups", 528, 512, [u8(n), below(n, 100000), zeros(u64, 128), zeros(s32, 128),
        number(n)], {"n": n})
    for rows, vocabulary, block in [(256, 128256, 1024), (64, 32000, 256)]:
        run("llm_token_by_gumbel", rows, block, [f32(rows * vocabulary), zeros(s32, rows),
            number(vocabulary), real(1.25), unsigned(17)], {"rows": rows, "vocabulary": vocabulary})
    rows, vocabulary = 200, 50257
    run("llm_bound_of_greatest_k", rows, 512, [f32(rows * vocabulary), zeros(f32, rows)]
        + numbers(vocabulary, 50), {"rows": rows, "vocabulary": vocabulary})
    rows, vocabulary, length = 128, 50257, 2000
    run("llm_repeated_tokens_damped", rows, 320, [f32(rows * vocabulary),
        below(rows * length, vocabulary)] + numbers(vocabulary, length) + [real(1.2)],
        {"rows": rows, "length": length}, shared=4 * ceil_div(vocabulary, 32))


def add(lists):
    for of_file in (add_abbeys, add_bonnets, add_camels, add_dungeons, add_engines, add_fossils,
                    add_gherkins, add_hydrants, add_ibexes, add_jigsaws, add_lobsters, add_mangoes):
        of_file(lists)

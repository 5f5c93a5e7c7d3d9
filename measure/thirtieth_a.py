"""A thirtieth validation set, first half: from copies to tables."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, even, numbers, reals
from sixteenth import factors
from twelfth import s64, structure


class Thirtieth(Blind):
    folder = "thirtieth"


def add_buckles(lists):
    run = Thirtieth(lists, "buckles")
    width, height, source, target = 3000, 4001, 3072, 3000
    run("copy_rows_pitched", (12, 500), (32, 8), [zeros(f32, target * height), size(4 * target),
        f32(source * height), size(4 * source)] + numbers(width, height),
        {"width": width, "height": height})
    n = 30000002
    run("copy_floats_as_halves", ceil_div(n, 4 * 320), 320, [f32(n), zeros(f16, n), unsigned(n)],
        {"n": n})
    width, height = 4000, 2500
    run("copy_async_mirrored", height, 128, [f32(width * height), zeros(f32, width * height),
        number(width)], {"width": width, "height": height})
    for code, name, make, extent, order in [("f", "float", f32, (8, 12, 500, 64), (0, 2, 1, 3)),
                                            ("6__half", "half", f16, (50, 96, 30, 130), (3, 1, 0, 2))]:
        # extents of the input, and which of its axes each axis of the output is
        n = extent[0] * extent[1] * extent[2] * extent[3]
        strides = [n // extent[0], extent[2] * extent[3], extent[3], 1]
        run.flat("_Z11permuteAxesI%sEvPKT_PS%d_4Axesx" % (code, len(code) > 1), n, 256, [make(n),
                 zeros(make, n), structure(*numbers(*[extent[a] for a in order]),
                 *[wide(strides[a]) for a in order]), wide(n)],
                 kernel="transpose_axes_permuted_" + name)
    for w, h in [(5000, 3000), (900, 700)]:
        run("transpose_bytes_tile", (ceil_div(w, 64), ceil_div(h, 64)), (16, 16), [u8(w * h),
            zeros(u8, w * h)] + numbers(w, h), {"width": w, "height": h})


def add_caramels(lists):
    run = Thirtieth(lists, "caramels")
    n = 2500000
    run.flat("aos_atoms_kick", n, 128, [even(10 * n), number(n), real(0.001)])
    n = 4000001
    run.flat("aos_records_split", n, 192, [f32(7 * n), structure(*[zeros(f32, n)] * 7), number(n)])
    rows, cols, source = 200000, 100, 1000000
    run("gather_rows_take", 2112, 256, [f32(source * cols), s64(rows, "random=%d" % source),
        zeros(f32, rows * cols), wide(rows), wide(cols)], {"rows": rows, "cols": cols})
    rows, cols, places = 150000, 72, 10000
    run("scatter_rows_accumulate", ceil_div(rows, 4), (32, 4), [zeros(f32, places * cols),
        below(rows, places), f32(rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n, sides = 3000000, (200, 180, 150)
    run.flat("gather_trilinear_in_cube", n, 256, [structure(f32(sides[0] * sides[1] * sides[2]),
             *numbers(*sides)), even(3 * n), zeros(f32, n), unsigned(n)])
    tokens, length, words, quads = 16384, 512, 30522, 192
    run("embedding_three_tables", tokens, 192, [below(tokens, words), below(tokens, 2),
        f32(4 * words * quads), f32(4 * length * quads), f32(8 * quads),
        zeros(f32, 4 * tokens * quads)] + numbers(length, quads), {"tokens": tokens})
    bags, each, words, pairs = 20000, 30, 500000, 50
    run("embedding_bag_mean_bf16", ceil_div(bags, 4), 128, [u16(2 * words * pairs),
        below(bags * each, words), s32(bags + 1, "step=%d" % each), zeros(u16, 2 * bags * pairs)]
        + numbers(bags, pairs), {"bags": bags, "each": each, "pairs": pairs})


def add_dragonflies(lists):
    run = Thirtieth(lists, "dragonflies")
    m, n, k = 600, 700, 500
    run("gemm_columns_alpha_beta", (ceil_div(m, 32), ceil_div(n, 8)), (32, 8), numbers(m, n, k)
        + [double(1.5), f64(608 * k), number(608), f64(512 * n), number(512), double(0.25),
        f64(608 * n), number(608)], {"m": m, "n": n, "k": k})

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (ceil_div(n, tile[1]), ceil_div(m, tile[0])), block, arguments,
            {"m": m, "n": n, "k": k}, **rest)

    for code, name, make, side, m, n, k in [("f", "float", f32, 16, 1000, 1300, 700),
                                            ("d", "double", f64, 32, 900, 800, 750)]:
        product("_Z13tileTimesTileI%sLi%dEEvPKT_S2_PS0_iii" % (code, side), m, n, k, (side, side),
                (side, side), factors(make, m, n, k) + numbers(m, n, k),
                kernel="gemm_tile_guarded_" + name)
    m, n, k = 2048, 2560, 1000
    product("gemm_blocks_eight_square", m, n, k, (128, 128), 256, factors(f32, m, n, k)
            + numbers(n, k))
    for m, n, k in [(2048, 3072, 1024), (256, 448, 4096)]:
        product("gemm_wmma_bf16_ping_pong", m, n, k, (64, 64), 128, factors(u16, m, n, k, f32)
                + numbers(n, k))
    m, n, k = 1536, 2048, 2048
    product("gemm_mma_int8_dequantised", m, n, k, (64, 32), 128, [u8(m * k), u8(n * k), even(m),
            even(n), zeros(f32, m * n)] + numbers(n, k))
    m, n, words = 1000, 1100, 250
    product("gemm_dp4a_plain_tile", m, n, words, (16, 16), (16, 16), [s32(m * words, "random"),
            s32(n * words, "random"), zeros(s32, m * n)] + numbers(m, n, words))
    for rows, cols, warps in [(11008, 4096, 4), (1000, 1000, 8)]:
        run("matvec_half_eights", ceil_div(rows, warps), (32, warps), [f16(rows * cols), f16(cols),
            f32(rows), zeros(f16, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})


def add_envoys(lists):
    run = Thirtieth(lists, "envoys")
    for quads, grid, block in [(15000000, 528, 512), (100000, 66, 96)]:
        run("reduce_abs_peak_tiles", grid, block, [f32(4 * quads), zeros(s32, 1), size(quads)],
            {"quads": quads})
    rows, cols = 20000, 1000
    run("reduce_moments_of_columns", ceil_div(cols, 32), (32, 8), [f32(rows * cols),
        zeros(f32, cols), zeros(f32, cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for quads, block in [(5000001, 256), (60000, 1024)]:
        run.flat("scan_block_by_fours", quads, block, [u32(4 * quads, "random=1000"),
                 zeros(u32, 4 * quads), zeros(u32, ceil_div(quads, block)), unsigned(quads)])
    for code, name, make, lanes, rows, cols in [("f", "float", f32, 32, 20000, 1000),
                                                ("d", "double", f64, 8, 50000, 50)]:
        run("_Z11rowsRunningI%sLi%dEEvPKT_PS0_ii" % (code, lanes), ceil_div(rows * lanes, 128), 128,
            [make(rows * cols), zeros(make, rows * cols)] + numbers(rows, cols),
            {"rows": rows, "cols": cols}, kernel="scan_rows_running_" + name)
    n = 20000000
    run("hist_bytes_own_warp", 792, 256, [u32(n, "random"), zeros(u32, 256), number(n)], {"words": n})
    n = 9000000
    run("hist_between_edges", 660, 192, [f64(n, "random=66"), zeros(u64, 64), wide(n)], {"n": n},
        constants=["edges f32[65]:iota"])


def add_fjords(lists):
    run = Thirtieth(lists, "fjords")
    for rows, cols, block in [(8000, 5000, 256), (1500, 50257, 1024)]:
        run("softmax_one_walk_rows", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            number(cols)], {"rows": rows, "cols": cols})
    heads, length = 24, 1000
    rows = heads * length
    run("softmax_causal_scores", ceil_div(rows, 4), 128, [f16(rows * length), zeros(f16, rows * length)]
        + numbers(length, rows) + [real(0.125)], {"heads": heads, "length": length})
    rows, pairs = 6000, 2048
    run("rmsnorm_with_skip_bf16", rows, 512, [u16(2 * rows * pairs), u16(2 * rows * pairs),
        u16(2 * pairs), zeros(u16, 2 * rows * pairs), zeros(u16, 2 * rows * pairs), number(pairs),
        real(1e-5)], {"rows": rows, "pairs": pairs}, shared=8 * pairs)
    rows, pairs = 4000, 5504
    run("act_swiglu_pairs", (ceil_div(pairs, 256), 400), 256, [f16(4 * rows * pairs),
        zeros(f16, 2 * rows * pairs)] + numbers(rows, pairs), {"rows": rows, "pairs": pairs})
    for d, heads, length in [(64, 16, 1000), (32, 40, 500)]:
        n = heads * length * d
        run("_Z16queriesPerThreadILi%dEEvPKfS1_S1_Pfif" % d, (ceil_div(length, 64), heads), 64,
            [f32(n), f32(n), f32(n), zeros(f32, n), number(length), real(d ** -.5)],
            {"heads": heads, "length": length}, kernel="attn_query_per_thread_%d" % d)
    sequences, heads, pages, most = 48, 8, 3000, 64
    cells = pages * heads * 16 * 128
    run("attn_decode_from_pages", (heads, sequences), 128, [f16(sequences * heads * 128),
        structure(f16(cells), f16(cells), below(sequences * most, pages), *numbers(most, heads)),
        zeros(f16, sequences * heads * 128)] + numbers(300, 700), {"sequences": sequences,
        "heads": heads}, shared=4 * 16 * most)
    rows, cols = 12288, 4096
    run("quant_int4_grouped_matvec", ceil_div(rows, 8), 256, [u32(rows * cols // 8, "random"),
        f16(rows * cols // 64, "random"), f16(cols), zeros(f32, rows)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})
    rows, quads = 10000, 768
    run("quant_rows_to_char4", rows, 256, [f32(4 * rows * quads), zeros(u8, 4 * rows * quads),
        zeros(f32, rows), number(quads)], {"rows": rows, "quads": quads})


def add_gliders(lists):
    run = Thirtieth(lists, "gliders")
    for n, grid in [(25000000, 1056), (300000, 132)]:
        run("op_adamw_step", grid, 256, [f32(n), f32(n), f32(n), even(n),
            structure(*reals(1e-3, .9, .999, 1e-8, .01, .41, .005)), size(n)], {"n": n})
    quads = 3000000
    run.flat("op_lion_with_half_copy", quads, 256, [f32(4 * quads), zeros(f16, 4 * quads),
             f16(4 * quads), f32(4 * quads), number(quads)] + reals(1e-4, .1))
    for rows, classes, block in [(4000, 10000, 512), (700, 1000, 128)]:
        run("_Z16crossEntropyRowsILi%dEEvPKfPKiPfS4_if" % block, rows, block, [f32(rows * classes),
            below(rows, classes), zeros(f32, rows), zeros(f32, rows * classes), number(classes),
            real(1 / rows)], {"rows": rows, "classes": classes},
            kernel="layer_cross_entropy_rows_%d" % block)
    n = 20000003
    run("layer_huber_loss_total", 528, 256, [f32(n), f32(n), zeros(f64, 1), wide(n), real(0.5)],
        {"n": n})
    for k, rows, words in [(8, 256, 32000), (4, 5000, 1200)]:
        run("_Z9bestOfRowILi%dEEvPKfPfPii" % k, rows, 128, [f32(rows * words), zeros(f32, rows * k),
            zeros(s32, rows * k), number(words)], {"rows": rows, "words": words},
            kernel="llm_best_of_row_%d" % k)
    rows, words = 400, 128256
    run("llm_draw_by_gumbel", rows, 512, [f16(rows * words), zeros(s32, rows), number(words),
        real(1.25), unsigned(12345)], {"rows": rows, "words": words})


def add_hornets(lists):
    run = Thirtieth(lists, "hornets")
    for code, name, make, side, batch, block in [("f", "float", f32, 6, 1000000, 128),
                                                 ("d", "double", f64, 4, 300000, 64)]:
        run.flat("_Z17choleskyPerThreadI%sLi%dEEvPKT_PS0_i" % (code, side), batch, block,
                 [make(side * side * batch, "random"), zeros(make, side * side * batch),
                 number(batch)], kernel="la_cholesky_per_thread_" + name)
    batch = 30000
    run("la_lu_row_per_lane", ceil_div(batch, 4), 128, [f32(1024 * batch), zeros(f32, 1024 * batch),
        number(batch), real(32)], {"batch": batch})
    for lanes, rows, each, block, columns in [(4, 1000000, 9, 256, "band=9"),
                                              (16, 150000, 50, 128, "random=150000")]:
        run("_Z11lanesPerRowILi%dEEvPKiS1_PKfS3_Pfi" % lanes, ceil_div(rows * lanes, block), block,
            [s32(rows + 1, "step=%d" % each), s32(rows * each, columns), f32(rows * each), f32(rows),
            zeros(f32, rows), number(rows)], {"rows": rows, "each": each, "columns": columns},
            kernel="spmv_lanes_per_row_%d" % lanes)
    rows, each, features = 100000, 14, 96
    run("spmm_neighbours_summed", ceil_div(rows, 4), (32, 4), [s32(rows + 1, "step=%d" % each),
        below(rows * each, rows), f32(rows * each), f32(rows * features),
        zeros(f32, rows * features)] + numbers(rows, features), {"rows": rows, "features": features})
    n = 6000000
    run("sort_pairs_within_block", ceil_div(n, 1024), 512, [u32(n, "random"), u32(n, "iota"),
        zeros(u32, n), zeros(u32, n), number(n)], {"n": n})
    n, each = 10000000, 4096
    run("sort_count_digits", ceil_div(n, each), 256, [u64(n, "random"),
        zeros(u32, 16 * ceil_div(n, each)), unsigned(n), number(8), unsigned(each)], {"n": n})
    n, buckets = 8000000, 1 << 20
    run("db_probe_two_buckets", 1056, 256, [below(n, 6 * buckets), s32(4 * buckets, "iota"),
        s64(4 * buckets, "signed"), s64(n, "zero"), number(n), unsigned(buckets - 1)],
        {"n": n, "buckets": buckets})
    n, last = 30000000, 400
    run.flat("db_filter_sales", n, 256, [below(n, 1500), f32(n, "random=100"), zeros(u32, 1),
             zeros(s32, 1 << 24)] + numbers(n, 300, last) + [real(20), unsigned((1 << 24) - 1)],
             {"last": last})


def add(lists):
    add_buckles(lists)
    add_caramels(lists)
    add_dragonflies(lists)
    add_envoys(lists)
    add_fjords(lists)
    add_gliders(lists)
    add_hornets(lists)

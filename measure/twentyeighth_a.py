"""A twenty-eighth validation set, first half: ordinary kernels of one who has never seen the predictions."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import factors
from twelfth import s64, structure


class TwentyEighth(Blind):
    folder = "twentyeighth"


def positive(n):
    return f32(n, "random=1")


def add_accordions(lists):
    run = TwentyEighth(lists, "accordions")
    for letter, name, make, w, h, ld, block in [("f", "float", f32, 3000, 2500, 4000, (32, 8)),
                                                ("f", "float", f32, 250, 190, 300, (16, 16)),
                                                ("h", "byte", u8, 5000, 4000, 5120, (64, 4))]:
        run.plane("_Z11copyCroppedI%sEvPKT_mPS0_mii" % letter, w, h, block, [make(ld * h), size(ld),
                  zeros(make, w * h), size(w)] + numbers(w, h), kernel="copy_cropped_" + name)
    for n in [12000000, 150000]:
        run("copy_uint4_pair_each", ceil_div(n, 512), 256, [zeros(u32, 4 * n), u32(4 * n),
            unsigned(n)], {"n": n})
    pairs = 9000000
    run("copy_float_to_bf16_gained", 1056, 192, [f32(2 * pairs), zeros(u16, 2 * pairs), real(1.7),
        size(pairs)], {"pairs": pairs})
    tiles, grid = 60000, 792
    run("copy_ring_of_four_gained", grid, 128, [f32(512 * tiles), zeros(f32, 512 * tiles),
        real(0.5), number(tiles)], {"tiles": tiles, "grid": grid})
    for code, name, make, side, step, rows, cols, batch in [("fLi32ELi8", "float", f32, 32, 8, 1000, 768, 20),
                                                            ("dLi16ELi16", "double", f64, 16, 16, 300, 450, 30)]:
        n = rows * cols * batch
        run("_Z9flipBatchI%sEEvPT_PKS0_ii" % code, (ceil_div(cols, side), ceil_div(rows, side), batch),
            (side, step), [zeros(make, n), make(n)] + numbers(rows, cols),
            {"rows": rows, "cols": cols, "batch": batch}, kernel="transpose_flip_batch_" + name)
    pixels, pictures = 224 * 224, 64
    n = 3 * pixels * pictures
    run("transpose_rgb_bytes_to_tensor", (ceil_div(pixels, 256), pictures), 256, [u8(n),
        zeros(f32, n), number(pixels), structure(*reals(.485, .456, .406)),
        structure(*reals(4.367, 4.464, 4.444))], {"pixels": pixels, "pictures": pictures})
    n, materials = 2073600, 37
    run("aos_hits_shaded", 1056, 128, [f32(12 * n), positive(4 * materials), zeros(u8, 4 * n),
        structure(*reals(2, 5, -1)), unsigned(n), unsigned(materials)], {"n": n})
    bars, each, block = 200000, 60, 128
    run.flat("aos_ticks_to_bars", bars, block, [f64(2 * bars * each, "random=1"),
             zeros(f64, 5 * bars)] + numbers(bars, each), {"each": each})


def add_bobsleds(lists):
    run = TwentyEighth(lists, "bobsleds")
    for nodes, most in [(200000, 24), (10000, 40)]:
        run.flat("gather_graph_features_mean", 32 * nodes, 256, [s32(nodes, "step=%d" % most),
                 below(nodes, most + 1), below(nodes * most, nodes), f32(128 * nodes),
                 zeros(f32, 128 * nodes), number(nodes)], {"most": most})
    sequences, pages, pool = 32, 128, 8192
    run("gather_cache_pages", (pages, sequences), 128, [f16(2048 * pool),
        below(sequences * pages, pool), zeros(f16, 2048 * sequences * pages), number(pages)],
        {"sequences": sequences, "pages": pages})
    n, values = 7000000, 3000000
    run("_Z10takeValuesIxEvPKfPKT_Pfm", 792, 320, [f32(values), s64(n, "random=%d" % values),
        zeros(f32, n), size(n)], {"n": n, "values": values}, kernel="gather_taken_by_long")
    for n, segments in [(5000000, 100000), (3000000, 40)]:
        run.flat("scatter_peak_of_segments", n, 256, [positive(n), below(n, segments),
                 zeros(s32, segments), number(n)], {"segments": segments})
    tokens, pairs = 6000, 1024
    run("scatter_tokens_to_experts", tokens, 256, [f16(2 * pairs * tokens),
        s32(tokens, "gather=2347"), positive(tokens), zeros(f16, 2 * pairs * tokens),
        number(pairs)], {"tokens": tokens, "pairs": pairs})
    tokens, quads, words = 30000, 192, 50257
    run("_Z9embedRowsILi128EEvPKiPK6float4PS2_iii", ceil_div(tokens, 4), 128,
        [below(tokens, words + words // 50), f32(4 * quads * words),
         zeros(f32, 4 * quads * tokens)] + numbers(quads, words, tokens),
        {"tokens": tokens, "quads": quads}, kernel="embedding_rows_of_128_threads")
    tokens, pairs, words = 8000, 256, 32000
    run.flat("embedding_backward_bf16_pairs", tokens * pairs, 256, [below(tokens, words),
             u16(2 * pairs * tokens), zeros(u16, 2 * pairs * words), number(pairs),
             wide(tokens * pairs)], {"tokens": tokens, "pairs": pairs})
    for n, groups, grid in [(10000000, 600, 264), (1000000, 25, 132)]:
        run("db_groups_probed_in_block", grid, 512, [below(n, groups), below(n, 10000),
            zeros(u64, groups), zeros(u32, groups)] + numbers(n, groups),
            {"n": n, "groups": groups})


def add_clarinets(lists):
    run = TwentyEighth(lists, "clarinets")
    m, n, k = 700, 900, 600
    run("matmul_double_size_t", (ceil_div(n, 32), ceil_div(m, 8)), (32, 8), factors(f64, m, n, k)
        + [size(m), size(n), size(k)], {"m": m, "n": n, "k": k})
    for tile, m, n, k in [((64, 64, 16, 4, 4), 1000, 1200, 900), ((64, 64, 16, 4, 4), 200, 333, 512),
                          ((128, 128, 8, 8, 8), 2048, 2304, 1024), ((32, 96, 16, 4, 4), 800, 960, 480)]:
        run("_Z15gemmInRegistersILi%dELi%dELi%dELi%dELi%dEEviiiPKfS1_Pf" % tile,
            (ceil_div(n, tile[1]), ceil_div(m, tile[0])), tile[0] * tile[1] // tile[3] // tile[4],
            numbers(m, n, k) + factors(f32, m, n, k), {"m": m, "n": n, "k": k},
            kernel="gemm_in_registers_%d_%d" % tile[:2])
    m, n, k = 1536, 1024, 768
    run("gemm_float_async_two_tiles", (n // 64, m // 64), 256, factors(f32, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    batch, side, block = 20000, 24, 192
    run("gemm_batch_up_to_32", batch, block, [f32(batch * side * side)]
        + [f32(batch * side * side), zeros(f32, batch * side * side), number(side)],
        {"batch": batch, "side": side})
    m, k = 20000, 1500
    run("gemm_four_thin_columns", ceil_div(m, 8), 256, factors(f32, m, 4, k) + numbers(m, k),
        {"m": m, "k": k})
    for rows, eights in [(11008, 512), (1000, 96)]:
        run("matvec_bf16_eights", ceil_div(rows, 4), 128, [u16(8 * rows * eights), f32(8 * eights),
            f32(rows), zeros(f32, rows)] + numbers(rows, eights), {"rows": rows, "eights": eights})
    n, reach = 400000, 7
    run.flat("matvec_band_stored_by_rows", n, 128, [f64(n * (2 * reach + 1)), f64(n), zeros(f64, n)]
             + numbers(n, reach), {"reach": reach})
    rows, quads = 5000, 750
    run("_Z11gemvOfBlockILi96EEvPK6float4S2_Pfi", rows, 96, [f32(4 * rows * quads), f32(4 * quads),
        zeros(f32, rows), number(quads)], {"rows": rows, "quads": quads},
        kernel="matvec_of_block_96")


def add_dumplings(lists):
    run = TwentyEighth(lists, "dumplings")

    def product(entry, grid, block, arguments, m, n, k):
        run(entry, grid, block, arguments, {"m": m, "n": n, "k": k})

    m, n, k = 2048, 2048, 1024
    product("gemm_wmma_half_quarter_each", (n // 64, m // 64), 128, factors(f16, m, n, k)
            + numbers(n, k), m, n, k)
    for m, n, k in [(4096, 1024, 1024), (128, 768, 3072)]:
        product("gemm_mma_bf16_linear_bias", (n // 64, m // 64), 128, [u16(m * k), u16(n * k), f32(n),
                zeros(f32, m * n)] + numbers(n, k), m, n, k)
    m, n, k = 1024, 1152, 1024
    product("quant_wmma_rows_and_columns_scaled", (n // 64, m // 64), 128, [u8(m * k), u8(n * k),
            positive(m), positive(n), zeros(f32, m * n)] + numbers(m, n, k), m, n, k)
    m, n, k = 1024, 960, 512
    product("gemm_wmma_tf32_pair_of_tiles", m // 16 * (n // 32) // 4, 128, factors(f32, m, n, k)
            + numbers(m, n, k), m, n, k)
    tokens, pairs, block = 4096, 2048, 256
    run("quant_token_of_halves_absmax", tokens, block, [f16(2 * tokens * pairs),
        zeros(u8, 2 * tokens * pairs), zeros(f32, tokens), number(pairs)],
        {"tokens": tokens, "pairs": pairs})
    rows, words = 11008, 512
    run("quant_gemv_nibbles_with_zeros", ceil_div(rows, 8), 256, [u32(rows * words,
        "random=4294967296"), f16(2 * rows * words // 16), f16(8 * words), zeros(f16, rows)]
        + numbers(rows, words), {"rows": rows, "words": words}, shared=32 * words)
    n = 24000000
    run.flat("quant_e4m3_blocks_to_halves", n // 4, 256, [u8(n), positive(n // 32), zeros(f16, n),
             number(n)])


def add_flamingos(lists):
    run = TwentyEighth(lists, "flamingos")
    for code, name, make, n, grid, block in [("f4Plus", "float_sum", f32, 25000000, 1056, 256),
                                             ("x7Greater", "long_most", s64, 4000000, 264, 384)]:
        run("_Z9foldTiledI%sEvPKT_PS1_m" % code, grid, block, [make(n), zeros(make, grid), size(n)],
            {"n": n, "grid": grid}, kernel="reduce_tiled_" + name)
    pairs, dim = 20000, 384
    run("reduce_cosine_of_pairs", ceil_div(pairs, 8), 256, [f32(pairs * dim), f32(pairs * dim),
        zeros(f32, pairs)] + numbers(pairs, dim), {"pairs": pairs, "dim": dim})
    n, block = 6000000, 256
    run.flat("reduce_product_tree_of_doubles", n, block, [f64(n), zeros(f64, ceil_div(n, block)),
             unsigned(n)], shared=8 * block)
    n = 5000000
    run("_Z17scanTileExclusiveIxLi256ELi7EEvPKT_PS0_S3_i", ceil_div(n, 1792), 256,
        [s64(n, "random=1000"), zeros(s64, n), zeros(s64, ceil_div(n, 1792)), number(n)], {"n": n},
        kernel="scan_tile_exclusive_long")
    rows, cols = 30000, 250
    run("scan_survival_of_rows", ceil_div(rows, 4), (32, 4), [positive(rows * cols),
        zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n, bins = 30000000, 4096
    run("hist_twelve_bits_dynamic", 264, 1024, [u16(n, "random=65536"), zeros(u32, bins), size(n),
        number(bins)], {"n": n, "bins": bins}, shared=4 * bins)
    for n, side in [(4000000, 1000), (1000000, 20)]:
        run.flat("hist_places_on_map", n, 192, [f64(2 * n, "random=1"), zeros(s32, side * side)]
                 + numbers(n, side, side), {"side": side})
    lines, quads = 4000, 1024
    run("hist_bytes_of_each_line", lines, 128, [u8(4 * lines * quads), zeros(u16, 256 * lines),
        number(quads)], {"lines": lines, "quads": quads})


def add_hyacinths(lists):
    run = TwentyEighth(lists, "hyacinths")
    for threads, each, rows, cols in [(128, 8, 20000, 1000), (320, 13, 3000, 4096)]:
        run("_Z13softmaxInHandILi%dELi%dEEvPKfPfi" % (threads, each), rows, threads, [f32(rows * cols),
            zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols},
            kernel="softmax_in_hand_of_%d" % threads)
    length, heads = 1024, 24
    run.flat("softmax_bf16_up_to_diagonal", 32 * heads * length, 256, [u16(heads * length * length),
             real(0.125), number(length), number(heads * length)], {"length": length})
    rows, cols = 8192, 512
    run.flat("layernorm_lone_thread_row", rows, 128, [f32(rows * cols), f32(cols), f32(cols),
             zeros(f32, rows * cols)] + numbers(rows, cols) + [real(1e-5)], {"cols": cols})
    pictures, channels, groups, pixels = 16, 256, 32, 28 * 28
    n = pictures * channels * pixels
    run("layernorm_groups_of_channels", pictures * groups, 256, [f32(n), f32(channels), f32(channels),
        zeros(f32, n)] + numbers(channels, groups, pixels), {"channels": channels, "pixels": pixels})
    tokens, heads = 4096, 32
    run("rmsnorm_of_heads_then_rotary", ceil_div(tokens * heads, 4), 128, [f16(128 * tokens * heads),
        f16(128), s32(tokens, "iota")] + numbers(heads, tokens), {"tokens": tokens})
    quads = 5000000
    for code, name, value, block in [("8Softplus", "softplus", 1.5, 256), ("9HardSwish", "hard_swish", 3, 512)]:
        run.flat("_Z13eachActivatedI%sEvPK6float4PS1_iT_" % code, quads, block, [f32(4 * quads),
                 zeros(f32, 4 * quads), number(quads), structure(real(value))],
                 kernel="act_each_" + name)
    length, heads = 1000, 16
    n = length * heads * 64
    run("attn_query_a_thread_tiles_of_32", (ceil_div(length, 64), heads), 64, [f32(n), f32(n), f32(n),
        zeros(f32, n), number(length), real(0.125)], {"length": length, "heads": heads})
    for length, heads, causal in [(2048, 16, 1), (512, 12, 0)]:
        n = length * heads * 64
        run("attn_wmma_online_64_wide", (length // 64, heads), 128, [f16(n), f16(n), f16(n),
            zeros(f16, n), number(length), real(0.125), number(causal)],
            {"length": length, "heads": heads, "causal": causal})
    for batch, heads, share, longest in [(16, 32, 4, 2048), (2, 24, 1, 700)]:
        n = batch * heads // share * longest * 128
        run("attn_decode_shared_heads", (heads, batch), 128, [f16(batch * heads * 128), f16(n), f16(n),
            below(batch, longest), zeros(f16, batch * heads * 128)] + numbers(longest, share)
            + [real(0.088388)], {"batch": batch, "heads": heads, "longest": longest},
            shared=4 * longest)


def add_kimonos(lists):
    run = TwentyEighth(lists, "kimonos")
    n = 12000000
    run.flat("layer_adamw_bf16_and_master", n, 256, [f32(n), zeros(u16, n), u16(n), f32(n),
             positive(n), structure(*reals(3e-4, .9, .999, 1e-8, .01, 1.5, 1.1)), wide(n)])
    quads = 3000000
    run("layer_lion_signs", 660, 320, [f32(4 * quads)] * 3 + reals(1e-4, .9, .99, .1)
        + [unsigned(quads)], {"quads": quads})
    rows, classes, block = 2000, 32000, 512
    run("layer_smoothed_entropy_and_gradient", rows, block, [f32(rows * classes),
        below(rows, classes), zeros(f32, rows * classes), zeros(f32, rows), number(classes),
        real(.1)], {"rows": rows, "classes": classes})
    n = 9000000
    run.flat("layer_huber_loss_blocks", n, 256, [f32(n), f32(n), zeros(f32, ceil_div(n, 256)),
             real(.7), number(n)], shared=1024)
    for rows, cols, k, block in [(256, 50257, 50, 512), (1000, 3000, 8, 256)]:
        run("sort_top_k_by_radix_digits", rows, block, [f32(rows * cols), zeros(f32, rows * k),
            zeros(s32, rows * k)] + numbers(cols, k), {"rows": rows, "cols": cols, "k": k})
    rows, experts = 50000, 128
    run.flat("sort_top_four_of_warp", 32 * rows, 256, [f32(rows * experts), zeros(f32, 4 * rows),
             zeros(s32, 4 * rows)] + numbers(rows, experts), {"experts": experts})
    rows, words = 128, 128256
    run("llm_sample_with_gumbel_noise", rows, 1024, [f16(rows * words), zeros(s32, rows),
        number(words), real(5), unsigned(17)], {"rows": rows, "words": words})
    rows, words = 300, 32000
    run("llm_sample_by_running_sum", rows, 256, [positive(rows * words), positive(rows),
        zeros(s32, rows), number(words)], {"rows": rows, "words": words})


def add_macaroons(lists):
    run = TwentyEighth(lists, "macaroons")
    batch = 500000
    run.flat("_Z14cholSideBySideIfLi8EEvPKT_PS0_S0_i", batch, 128, [f32(64 * batch),
             zeros(f32, 64 * batch), real(8), number(batch)], kernel="la_cholesky_eights_together")
    batch, n = 6000, 30
    run("la_inverse_exchanging_rows", batch, 192, [f32(batch * n * n), zeros(f32, batch * n * n),
        number(n)], {"batch": batch, "rows": n}, shared=8 * n * n)
    n = 1000000
    run.flat("la_kalman_step_of_four", n, 128, [f64(16 * n), f64(16), double(.1), number(n)])
    n, sides = 96, 40000
    run.flat("la_lower_solve_many_sides", sides, 128, [f32(n * n), f32(n * sides)]
             + numbers(n, sides), {"rows": n})
    for code, name, make, lanes, rows, most in [("fLi4", "float_4", f32, 4, 400000, 10),
                                                ("dLi16", "double_16", f64, 16, 60000, 70)]:
        run.flat("_Z14spmvLaneGroupsI%sEEvPKiS1_S1_PKT_S4_PS2_i" % code, rows * lanes, 256,
                 [s32(rows, "step=%d" % most), below(rows, most + 1), below(rows * most, rows),
                  make(rows * most), make(rows), zeros(make, rows), number(rows)], {"most": most},
                 kernel="spmv_lane_groups_" + name)
    rows, each = 60000, 18
    run("spmm_half_warp_of_quads", ceil_div(rows, 8), (16, 8), [s32(rows + 1, "step=%d" % each),
        below(rows * each, rows), f32(rows * each), f32(64 * rows), zeros(f32, 64 * rows),
        number(rows)], {"rows": rows, "each": each})
    edges, nodes, dim = 500000, 50000, 100
    run.flat("sparse_products_at_edges", 32 * edges, 256, [below(2 * edges, nodes), f32(nodes * dim),
             f32(nodes * dim), zeros(f32, edges)] + numbers(edges, dim), {"nodes": nodes})
    for blocks in [4000, 100]:
        run("sort_bitonic_keys_and_values_1024", blocks, 512, [f32(1024 * blocks),
            s32(1024 * blocks, "iota")], {"blocks": blocks})
    n = 7000000
    run.flat("sort_digit_ranks_by_match", n, 256, [u32(n), zeros(u32, n)] + numbers(8, n))
    na, nb = 4000000, 2500000
    run("sort_merge_staged_tiles", ceil_div(na + nb, 1024), 128, [s32(na, "step=3"), number(na),
        s32(nb, "step=5"), number(nb), zeros(s32, na + nb)], {"na": na, "nb": nb})
    count = 300000
    run.flat("_Z10sortOwnRowILi24EEvPii", count, 128, [s32(24 * count), number(count)],
             kernel="sort_own_row_of_24")


def add(lists):
    for of_file in (add_accordions, add_bobsleds, add_clarinets, add_dumplings, add_flamingos,
                    add_hyacinths, add_kimonos, add_macaroons):
        of_file(lists)

"""A twenty-third validation set, second half: from scans and sorts to networks in few bits."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import packed
from twelfth import s64, structure


class TwentyThird(Blind):
    folder = "twentythird"


def add_magpies(lists):
    run = TwentyThird(lists, "magpies")
    for n, block in [(10000003, 512), (300000, 128)]:
        run.flat("scan_hillis_two_buffers", n, block, [below(n, 100), zeros(s32, n),
                 zeros(s32, ceil_div(n, block)), number(n)], shared=8 * block)
    for threads, quads in [(128, 5000000), (512, 200000)]:
        run.flat("_Z14exclusiveQuadsILi%dEEvPK5uint4PS0_Pjj" % threads, quads, threads,
                 [u32(4 * quads, "random=50"), zeros(u32, 4 * quads),
                  zeros(u32, ceil_div(quads, threads)), unsigned(quads)],
                 kernel="scan_exclusive_quads_%d" % threads)
    n, each = 30000001, 4096
    run("scan_offsets_of_blocks_added", ceil_div(n, each), 256, [f32(n), f32(ceil_div(n, each)),
        size(n), number(each)], {"n": n, "each": each})
    n = 50000
    run("scan_one_block_carries", 1, 1024, [u32(n, "random=1000"), zeros(u32, n), number(n)],
        {"n": n})
    for lanes, rows, cols in [(32, 20000, 500), (8, 200000, 30)]:
        run.flat("_Z12highestSoFarILi%dEEvPKfPfii" % lanes, rows * lanes, 128, [f32(rows * cols),
                 zeros(f32, rows * cols), *numbers(rows, cols)], {"rows": rows, "cols": cols},
                 kernel="scan_highest_so_far_%d" % lanes)
    n = 16000000
    run.flat("scan_kept_to_front_of_block", n, 256, [below(n, 1000), zeros(s32, n),
             zeros(s32, ceil_div(n, 256)), *numbers(n, 700)])


def add_marbles(lists):
    run = TwentyThird(lists, "marbles")
    n = 8000000
    run("hist_words_of_four_bytes", 528, 256, [u8(4 * n), zeros(u32, 256), size(n)], {"n": n})
    n = 20000000
    run("_Z8evenBinsILi64EfEvPKT0_i5RangePi", 264, 256, [f32(n), number(n),
        structure(*reals(-1, 1)), zeros(s32, 64)], {"n": n}, kernel="hist_even_bins_float")
    n = 1000000
    run("_Z8evenBinsILi1000EdEvPKT0_i5RangePi", 132, 128, [f64(n, "random=100"), number(n),
        structure(*reals(10, 90)), zeros(s32, 1000)], {"n": n}, kernel="hist_even_bins_double")
    n, shift = 4000000, 12
    run.flat("hist_keys_straight_to_table", n, 256, [u32(n, "random"),
             zeros(u32, 1 << 32 - shift), *map(unsigned, (n, shift))], {"shift": shift})
    n, block = 1920 * 1080, 256
    run("hist_channels_copy_for_warp", 132, block, [u8(3 * n), number(n), zeros(s32, 96)],
        {"n": n}, shared=4 * 97 * block // 32)
    n = 4000000
    run("hist_sum_and_count_of_groups", 264, 256, [u8(n, "random=20"), u32(n, "random=1000"),
        zeros(u32, 32), zeros(u32, 32), number(n)], {"n": n})


def add_needles(lists):
    run = TwentyThird(lists, "needles")
    for each, rows, warps in [(4, 50000, 4), (32, 6000, 8)]:
        n = 32 * each * rows
        run("_Z18softmaxInRegistersILi%dEEvPKfPfi" % each, ceil_div(rows, warps), (32, warps),
            [f32(n), zeros(f32, n), number(rows)], {"rows": rows},
            kernel="softmax_in_registers_%d" % each)
    rows, cols = 1000, 5000
    run("softmax_three_walks_tree", rows, 256, [f32(rows * cols), zeros(f32, rows * cols),
        number(cols)], {"rows": rows, "cols": cols})
    rows, classes = 20000, 200
    run.flat("softmax_loss_gradient_of_labels", 32 * rows, 128, [f32(rows * classes),
             below(rows, classes), zeros(f32, rows * classes), zeros(f32, rows),
             *numbers(rows, classes)], {"rows": rows, "classes": classes})
    for threads, rows, quads in [(128, 512, 192), (256, 8192, 256)]:
        n = 4 * rows * quads
        run("_Z14layerNormQuadsILi%dEEvPK6float4S2_S2_PS0_if" % threads, rows, threads, [f32(n),
            f32(4 * quads), f32(4 * quads), zeros(f32, n), number(quads), real(1e-5)],
            {"rows": rows, "quads": quads}, kernel="layer_norm_quads_%d" % threads)
    rows, pairs = 16384, 384
    run.flat("layer_norm_half_pairs_warp", 32 * rows, 128, [f16(2 * rows * pairs), f16(2 * pairs),
             zeros(f16, 2 * rows * pairs), *numbers(rows, pairs), real(1e-5)],
             {"rows": rows, "pairs": pairs})


def add_oysters(lists):
    run = TwentyThird(lists, "oysters")
    for letters, name, make, lanes, rows, each, block in [
            ("ILi8Ef", "float", f32, 8, 200000, 16, 256), ("ILi16Ed", "double", f64, 16, 40000, 40, 128)]:
        run.flat("_Z10rowByLanes%sEv6MatrixIT0_EPKS1_PS1_" % letters, lanes * rows, block,
                 [structure(*packed(make, rows, each, "band=%d" % each), number(rows)),
                  make(rows), zeros(make, rows)], {"rows": rows, "each": each},
                 kernel="spmv_row_by_lanes_" + name)
    rows, width = 300000, 10
    run.flat("spmv_padded_column_after_column", rows, 256, [*numbers(rows, width),
             below(rows * width, rows), f32(rows * width), f32(rows), zeros(f32, rows)],
             {"width": width})
    rows, each = 60000, 8
    run.flat("spmv_blocks_of_three", 3 * rows, 192, [s32(rows + 1, "step=%d" % each),
             below(rows * each, rows), f64(9 * rows * each), f64(3 * rows), zeros(f64, 3 * rows),
             number(rows)], {"rows": rows, "each": each})
    rows, each = 50000, 16
    run("spmm_lane_for_column", ceil_div(rows, 8), (32, 8), [
        *packed(f32, rows, each, "random=%d" % rows), f32(32 * rows), zeros(f32, 32 * rows),
        number(rows)], {"rows": rows, "each": each})


def add_parrots(lists):
    run = TwentyThird(lists, "parrots")
    for n, stride, of in [(1 << 23, 1 << 10, 1 << 15), (1 << 18, 1, 1 << 18)]:
        run.flat("bitonic_thread_for_each_pair", n // 2, 256, [u64(n, "random"),
                 *map(unsigned, (n // 2, stride, of))], {"stride": stride, "size": of})
    for letter, name, make, tile, n, block in [("f", "float", f32, 1024, 4000000, 512),
                                               ("i", "int", s32, 256, 100001, 128)]:
        run("_Z11bitonicTileI%sLi%dEEvPT_i" % (letter, tile), ceil_div(n, tile), block,
            [make(n, "random=1000000"), number(n)], {"n": n}, kernel="bitonic_tile_whole_" + name)
    blocks, block = 1000, 256
    run("sort_neighbours_odd_even", blocks, block, [u16(2 * block * blocks, "random")],
        {"blocks": blocks}, shared=4 * block)
    blocks = 4000
    run("_Z11splitByBitsILi256EEvPKjPjii", blocks, 256, [u32(256 * blocks, "random"),
        zeros(u32, 256 * blocks), *numbers(0, 8)], {"blocks": blocks},
        kernel="sort_split_by_bits")
    na, nb, each = 2000000, 1500000, 8
    run.flat("sort_merged_from_diagonals", ceil_div(na + nb, each), 128, [s32(na, "step=3"),
             number(na), s32(nb, "step=2"), number(nb), zeros(s32, na + nb), number(each)],
             {"each": each})
    for length, rows, block in [(7, 2000000, 256), (16, 100000, 64)]:
        run.flat("_Z9shortRowsILi%dEEvPKfPfj" % length, rows, block, [f32(length * rows),
                 zeros(f32, length * rows), unsigned(rows)], kernel="sort_short_rows_%d" % length)


def add_quinces(lists):
    run = TwentyThird(lists, "quinces")
    for tile, n in [(128, 4000), (256, 16384)]:
        run.flat("_Z9pullOfAllILi%dEEvPK6float4P6float3if" % tile, n, tile, [f32(4 * n),
                 zeros(f32, 3 * n), number(n), real(0.01)], kernel="nbody_pull_of_all_%d" % tile)
    n = 3000
    run.flat("nbody_warp_for_each_body", 32 * n, 128, [f32(4 * n), f32(3 * n), number(n),
             real(0.01)])
    n = 8000
    run.flat("phys_energy_within_cutoff", n, 64, [f32(n, "random=10")] * 3
             + [zeros(f32, n), number(n), *reals(10, 6.25)])
    w, h = 4096, 4096
    run.plane("phys_spins_of_chessboard", w // 2, h, (32, 8), [u8(w * h, "random=2"),
              *numbers(w, h, 0), real(0.4), unsigned(99)])
    n = 100000
    run.flat("phys_stones_until_down", n, 128, [f64(n, "random=30"), f64(n, "random=40"),
             zeros(f64, n), number(n), structure(double(0.01), double(9.81), double(2)),
             double(0.02), number(500)])


def add_ravens(lists):
    run = TwentyThird(lists, "ravens")
    w, h = 1920, 1080
    run.plane("mandel_byte_for_each_point", w, h, (16, 16), [zeros(u8, w * h),
              structure(*reals(-2.4, -0.97, 0.0018), *numbers(w, h)), number(150)])
    for letter, name, make, w, h, grid, block, most in [
            ("f", "float", real, 1000, 800, 264, 128, 100), ("d", "double", double, 400, 300, 132, 64, 60)]:
        run("_Z11cubedPointsI%sEvPtiiT_S1_S1_i" % letter, grid, block, [zeros(u16, w * h),
            *numbers(w, h), make(1.3), make(0.4), make(0.25), number(most)],
            {"width": w, "height": h}, kernel="mandel_cubed_points_" + name)
    n = 3000000
    run.flat("branch_own_operation", n, 256, [u8(n, "random=9"), f32(n), f32(n), zeros(f32, n),
             number(n)])
    n = 500000
    run.flat("loop_euclid_on_pairs", n, 128, [u32(2 * n, "random"), zeros(u32, n), unsigned(n)])
    n = 1000000
    run("loop_digits_of_longs", 528, 256, [u64(n, "random"), zeros(s32, n), size(n)], {"n": n})
    n = 200000
    run.flat("loop_cube_roots_until_close", n, 128, [f64(n, "random=1000"), zeros(f64, n),
             number(n), double(1e-12)])
    n = 1000000
    run.flat("branch_triangles_below_level", n, 256, [f32(3 * n), f32(3 * n), zeros(f32, n),
             number(n), real(0.1)])


def add_sleighs(lists):
    run = TwentyThird(lists, "sleighs")
    nodes, steps = 4000000, 500
    run("_Z11alongOwnWayIiEvPKT_PS0_S0_i", 4, 64, [below(nodes, nodes), zeros(s32, 256),
        *numbers(1000, steps)], {"nodes": nodes, "steps": steps}, kernel="chase_along_own_way_int")
    nodes, blocks, steps = 1 << 24, 264, 16
    run("_Z11alongOwnWayIxEvPKT_PS0_S0_i", blocks, 128, [s64(nodes, "chain=1000003"),
        zeros(s64, 128 * blocks), wide(400), number(steps)], {"nodes": nodes, "steps": steps},
        kernel="chase_along_own_way_long")
    n = 1000000
    run.flat("chase_up_to_the_root", n, 256, [u32(n, "random"), zeros(s32, n), unsigned(n)])
    nodes, steps, blocks = 4096, 500, 132
    run("chase_links_in_shared_copy", blocks, 256, [u16(nodes, "random=%d" % nodes),
        zeros(u32, 256 * blocks), *numbers(nodes, steps)], {"nodes": nodes, "steps": steps},
        shared=2 * nodes)
    nodes, each = 1000000, 8
    run.flat("graph_level_kept_in_bytes", nodes, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), u8(nodes, "random=6"), zeros(u8, nodes), zeros(s32, 1),
             *numbers(nodes, 2)], {"each": each})
    nodes, edges = 500000, 2000000
    run("graph_shorter_by_each_edge", 528, 256, [below(2 * edges, nodes),
        u32(edges, "random=100"), u32(nodes, "random=100000"), u32(nodes, "random=100000"),
        number(edges)], {"nodes": nodes, "edges": edges})
    nodes, each = 300000, 10
    run.flat("graph_rank_pulled_and_damped", nodes, 128, [u32(nodes + 1, "step=%d" % each),
             u32(nodes * each, "random=%d" % nodes), f32(nodes, "random=1"),
             f32(nodes, "random=20"), zeros(f32, nodes), unsigned(nodes), real(0.85)],
             {"each": each})
    nodes, edges = 100000, 1000000
    run.flat("graph_common_friends_of_eight", edges, 128, [below(8 * nodes, 1000),
             below(2 * edges, nodes), zeros(u8, edges), number(edges)], {"nodes": nodes})


def add_tankards(lists):
    run = TwentyThird(lists, "tankards")
    w, h = 1920, 1080
    run.plane("img_embossed_quads", w, h, (32, 8), [u8(4 * w * h), zeros(u8, 4 * w * h),
              *numbers(w, h)])
    run.plane("img_three_channels_to_any_size", w, h, (16, 16), [u8(3 * 1280 * 720),
              *numbers(1280, 720), zeros(u8, 3 * w * h), *numbers(w, h)])
    w, h = 4096, 1000
    run.flat("img_sums_down_columns", w, 128, [u32(w * h, "random=1000"), *numbers(w, h)],
             {"height": h})
    w, h = 640, 480
    run.plane("_Z11likePatchesILi3ELi1EEvPKfPfiif", w, h, (16, 16), [f32(w * h),
              zeros(f32, w * h), *numbers(w, h), real(0.5)], kernel="img_like_patches")
    angles, reach = 180, w + h
    run.plane("img_votes_for_lines", w, h, (32, 4), [u8(w * h), *numbers(w, h, 240),
              zeros(s32, angles * (2 * reach + 1)), *numbers(angles, reach)], {"angles": angles})
    w, h = 2000, 1500
    run.plane("img_labels_sink_in_tile", w, h, (32, 16), [u8(w * h, "random=3"),
              s32(w * h, "iota"), zeros(s32, w * h), *numbers(w, h)])


def add_thistles(lists):
    run = TwentyThird(lists, "thistles")
    paths, steps = 100000, 64
    run.flat("fin_mean_price_call_paths", paths, 256, [structure(*reals(100, 105, 0.03, 0.2, 1)),
             *numbers(paths, steps), unsigned(4711), zeros(f32, ceil_div(paths, 256))],
             {"steps": steps})
    n = 100000
    run.flat("fin_yield_by_halving", n, 128, [f64(n, "random=150"), f64(n, "random=10"),
             below(n, 30), zeros(f64, n), number(n), double(1e-9)])
    options, levels = 500, 512
    run("fin_levels_of_tree_in_block", options, 128, [f32(options, "random=100"),
        f32(options, "random=100"), zeros(f32, options), number(levels),
        *reals(1.01, 0.5, 0.9999)], {"options": options, "levels": levels}, shared=4 * (levels + 1))
    n = 40000
    run.flat("_Z16riskOfPortfoliosILi64EEvPKfS1_Pfi", 32 * n, 256, [f32(64 * n), f32(4096),
             zeros(f32, n), number(n)], kernel="fin_risk_of_portfolios")
    n, each = 200000, 20
    run.flat("rng_states_of_six_words", n, 128, [u32(6 * n, "random"), zeros(f32, n * each),
             *numbers(n, each)], {"each": each})
    n = 2000000
    run("rng_leaps_to_own_place", 528, 256, [zeros(u64, 2 * n), size(n), size(12345)], {"n": n})
    n = 4000000
    run.flat("rng_pairs_of_normals", n, 256, [u32(2 * n, "random"), zeros(f32, 2 * n),
             unsigned(n), *reals(1, 0.5)])


def add_vases(lists):
    run = TwentyThird(lists, "vases")
    n = 2000000
    run("txt_ends_of_lines_by_sixteen", 264, 256, [u8(16 * n), number(n), zeros(u32, 1),
        unsigned(0x0a0a0a0a)], {"n": n})
    n, length = 10000000, 8
    run.flat("_Z12placesOfWordILi256EEvPKhiiPiS2_", n, 256, [u8(n, "random=4"),
             *numbers(n, length), zeros(s32, 1), zeros(s32, 1)], {"length": length},
             constants=["word u8[16]:random=4"], kernel="txt_places_of_word")
    n = 4000000
    run.flat("txt_trigrams_counted_by_hash", n, 256, [u8(n, "random=26"), size(n),
             zeros(u32, 65536), unsigned(65535)])
    pairs, length, block = 20000, 60, 64
    run.flat("dp_two_aligned_by_thread", pairs, block, [u8(pairs * length, "random=4"),
             u8(pairs * length, "random=4"), number(length), zeros(s32, pairs), number(pairs)],
             {"length": length}, shared=2 * (length + 1) * block)
    purses, kinds, most = 1000, 12, 2000
    run("dp_ways_with_coins_of_purse", purses, 128, [below(purses * kinds, 200),
        *numbers(kinds, most), zeros(u32, purses)], {"kinds": kinds, "most": most},
        shared=4 * (most + 1))
    for side, squares in [(32, 4000), (96, 500)]:
        run("_Z11cheapestWayILi%dEEvPKfPf" % side, squares, side, [
            f32(squares * side * side, "random=10"), zeros(f32, squares)], {"squares": squares},
            kernel="dp_cheapest_way_%d" % side)


def add_whistles(lists):
    run = TwentyThird(lists, "whistles")
    length, width, heads = 512, 64, 16
    n = length * width * heads
    run("att_block_for_one_query", (length, heads), 128, [f32(n), f32(n), f32(n), zeros(f32, n),
        structure(*numbers(length, width), real(0.125))], {"length": length, "heads": heads},
        shared=4 * (length + width))
    for width, length, heads in [(64, 1024, 16), (128, 208, 8)]:
        n = length * width * heads
        run("_Z13scoresByTilesILi%dEEvPK6__halfS2_Pfif" % width,
            (ceil_div(length, 64), length // 16, heads), 128, [f16(n), f16(n),
            zeros(f32, heads * length * length), number(length), real(0.1)],
            {"length": length, "heads": heads}, kernel="att_scores_by_tiles_%d" % width)
    tokens, row = 2000, 128
    run("att_new_tokens_to_pages", tokens, 64, [u32(4 * row * tokens), u32(4 * row * tokens),
        zeros(u32, 64 * row * tokens), zeros(u32, 64 * row * tokens), s32(tokens, "iota"),
        below(tokens, 16), number(row)], {"tokens": tokens, "row": row})
    length, queries = 2048, 65536
    run.flat("att_lane_for_each_near_key", 32 * queries, 128, [f32(64 * queries)] * 3
             + [zeros(f32, 64 * queries), *numbers(length, queries), real(0.125)],
             {"length": length})
    length, heads = 1024, 16
    run("att_slopes_and_mask_added", (ceil_div(length, 256), length, heads), 128,
        [f16(heads * length * length), f32(heads, "random=1"), number(length)],
        {"length": length, "heads": heads})


def add_yokes(lists):
    run = TwentyThird(lists, "yokes")
    quads, of_row = 4000000, 256
    run.flat("quant_by_scale_of_channel", quads, 256, [f32(4 * quads), f32(4 * of_row, "random=200"),
             zeros(u8, 4 * quads), *numbers(quads, of_row)])
    for threads, rows, vectors in [(64, 2000, 64), (256, 4096, 1024)]:
        run("_Z10rowOfBytesILi%dEEvPK4int4S2_PKfPfi" % threads, rows, threads,
            [u8(16 * rows * vectors), u8(16 * vectors), f32(rows), zeros(f32, rows),
             number(vectors)], {"rows": rows, "vectors": vectors},
            kernel="quant_row_of_bytes_%d" % threads)
    words = 4000000
    run.flat("quant_nibbles_of_groups_to_halves", words, 256, [u32(words, "random"),
             f16(words // 8), u8(words // 8, "random=16"), zeros(u32, 4 * words), size(words)])
    m, n, k = 1024, 1024, 512
    run("quant_inline_tensor_of_bytes", (n // 32, m // 16), 128, [u8(m * k), u8(n * k),
        zeros(s32, m * n), *numbers(n, k)], {"m": m, "n": n, "k": k})
    w, h, words, filters = 56, 56, 16, 64
    run("quant_three_by_three_rectified", (ceil_div(w, 4), h), (filters, 4), [
        u8(4 * w * h * words), u8(36 * words * filters), below(filters, 1000),
        zeros(u8, w * h * filters), *numbers(w, h, words, filters, 8)],
        {"words": words, "filters": filters})
    blocks = 200000
    run.flat("quant_sixty_four_by_greatest", 32 * blocks, 256, [f32(64 * blocks),
             zeros(u8, 64 * blocks), zeros(f32, blocks), number(blocks)])


def add(lists):
    for of_file in (add_magpies, add_marbles, add_needles, add_oysters, add_parrots, add_quinces,
                    add_ravens, add_sleighs, add_tankards, add_thistles, add_vases, add_whistles,
                    add_yokes):
        of_file(lists)

"""A twenty-fourth validation set, second half: from scans and histograms to networks in few bits."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import packed
from twelfth import s64, structure


class TwentyFourth(Blind):
    folder = "twentyfourth"


def add_muffins(lists):
    run = TwentyFourth(lists, "muffins")
    for threads, n in [(256, 24000000), (1024, 600001)]:
        run.flat("_Z14warpsThenBlockILi%dEEvPKiPiS2_i" % threads, n, threads, [below(n, 100),
                 zeros(s32, n), zeros(s32, ceil_div(n, threads)), number(n)],
                 kernel="scan_warps_then_block_%d" % threads)
    for n, block in [(8000000, 256), (300000, 512)]:
        last = 2 * block - 1
        run("scan_up_and_down_padded", ceil_div(n, 2 * block), block, [zeros(f32, n), f32(n),
            zeros(f32, ceil_div(n, 2 * block)), number(n)], {"n": n, "block": block},
            shared=4 * (last + last // 32 + 1))
    n = 40000
    run("scan_stretch_for_each_thread", 1, 512, [u32(n, "random=1000"), number(n)], {"n": n})
    n = 12000000
    run.flat("scan_begun_anew_at_flags", n, 256, [f32(n), u8(n, "random=20"), zeros(f32, n), size(n)])
    for rows, cols, block in [(20000, 300, 256), (500, 1000, 128)]:
        run.flat("scan_rows_with_tiles_of_warp", 32 * rows, block, [f64(rows * cols),
                 zeros(f64, rows * cols), *numbers(rows, cols)], {"rows": rows, "cols": cols})
    quads = 6000000
    run.flat("scan_carry_to_fours", quads, 256, [below(4 * quads, 1000),
             below(ceil_div(quads, 256), 1000), unsigned(quads)])


def add_nests(lists):
    run = TwentyFourth(lists, "nests")
    n = 2000000
    run.flat("hist_bytes_to_one_table", n, 256, [u8(n), number(n), zeros(u32, 256)])
    for letter, name, bins, make, n, grid, block in [("j", "word", 1024, u32, 30000000, 528, 256),
                                                     ("t", "short", 100, u16, 4000000, 264, 512)]:
        run("_Z11copyOfBlockI%sLi%dEEvPKT_mPj" % (letter, bins), grid, block, [make(n), size(n),
            zeros(u32, bins)], {"n": n}, kernel="hist_copy_of_block_" + name)
    quads = 2000000
    run("hist_pairs_of_pictures", 264, 256, [u8(4 * quads), u8(4 * quads), number(quads),
        zeros(s32, 4096)], {"quads": quads})
    n, bins = 10000000, 200
    run("hist_weights_on_axis", 528, 256, [f32(n), f32(n), number(n),
        structure(*reals(-1, 100), number(bins)), zeros(f32, bins)], {"n": n}, shared=4 * bins)
    n = 5000000
    run.flat("hist_search_among_edges", n, 256, [f32(n, "random=128"), unsigned(n),
             zeros(u32, 128)], constants=["edges f32[128]:iota"])
    for n, grid in [(16000000, 264), (600000, 66)]:
        run("hist_column_for_thread", grid, 256, [u32(n, "random"), wide(n), zeros(s32, 16)],
            {"n": n})


def add_oranges(lists):
    run = TwentyFourth(lists, "oranges")
    for threads, rows, cols in [(128, 20000, 300), (512, 1000, 32000)]:
        run("_Z12onceAndAgainILi%dEEvPKfPfi" % threads, rows, threads, [f32(rows * cols),
            zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols},
            kernel="softmax_once_and_again_%d" % threads)
    rows, cols = 30000, 100
    run.flat("softmax_log_of_row_by_thread", rows, 128, [f32(rows * cols), zeros(f32, rows * cols),
             *numbers(rows, cols)], {"cols": cols})
    for rows, pairs in [(24576, 512), (2000, 64)]:
        run.flat("softmax_scaled_half_pairs", 32 * rows, 128, [f16(2 * rows * pairs),
                 zeros(f16, 2 * rows * pairs), *numbers(rows, pairs), real(0.125)],
                 {"rows": rows, "pairs": pairs})
    for rows, cols, block in [(8192, 1024, 256), (3000, 300, 128)]:
        run("layer_norm_mean_then_spread", rows, block, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols), number(cols), real(1e-5)], {"rows": rows, "cols": cols},
            shared=4 * block)
    rows, cols = 8192, 1024
    run("layer_norm_gradient_of_scale", (cols // 32, 16), (32, 8), [f32(rows * cols),
        f32(rows * cols), f32(2 * rows), zeros(f32, cols), zeros(f32, cols), *numbers(rows, cols)],
        {"rows": rows, "cols": cols})
    for rows, pairs, block in [(8192, 1024, 256), (64, 2048, 512)]:
        run("rmsnorm_after_residual_bf16", rows, block, [u16(2 * rows * pairs),
            u16(2 * rows * pairs), u16(2 * pairs), zeros(u16, 2 * rows * pairs), number(pairs),
            real(1e-5)], {"rows": rows, "pairs": pairs})


def add_pillows(lists):
    run = TwentyFourth(lists, "pillows")
    for letter, name, make, rows, each, columns in [("f", "float", f32, 500000, 12, "band=12"),
                                                    ("d", "double", f64, 100000, 30, "random=100000")]:
        run.flat("_Z11rowByThreadI%sEviPKiS1_PKT_S4_PS2_" % letter, rows, 128, [number(rows),
                 *packed(make, rows, each, columns), make(rows), zeros(make, rows)],
                 {"each": each}, kernel="spmv_row_by_thread_" + name)
    rows, room = 200000, 64
    run("spmv_warp_for_uneven_row", 1056, 256, [structure(s32(rows, "step=%d" % room),
        below(rows, room + 1), below(rows * room, rows), f32(rows * room), number(rows)),
        f32(rows), f32(rows), *reals(1.5, 0.5)], {"rows": rows, "room": room})
    entries, rows = 4000000, 500000
    for places in ["random=%d" % rows, "band=8"]:
        run("spmv_triples_with_atomics", 1056, 256, [s32(entries, places), below(entries, rows),
            f32(entries), f32(rows), zeros(f32, rows), unsigned(entries)],
            {"entries": entries, "rows": rows})
    n, count = 1000000, 7
    run.flat("spmv_along_diagonals", n, 256, [f64(n * count), f64(n), zeros(f64, n),
             *numbers(n, count)], {"count": count}, constants=["diagonal s32[8]:step=100"])
    entries, rows, quads = 500000, 20000, 16
    run.flat("sparse_sampled_dense_products", 8 * entries, 256, [below(entries, rows),
             below(entries, rows), f32(4 * rows * quads), f32(4 * rows * quads),
             zeros(f32, entries), *numbers(entries, quads)], {"rows": rows, "quads": quads})
    for rows, room in [(1000000, 9), (60000, 27)]:
        run.flat("sparse_jacobi_step", rows, 256, [below(rows * room, rows), f32(rows * room),
                 f32(rows, "random=1"), f32(rows), f32(rows), zeros(f32, rows), size(rows),
                 number(room)], {"room": room})


def add_quails(lists):
    run = TwentyFourth(lists, "quails")
    for n, j, k in [(1 << 24, 1 << 14, 1 << 20), (1 << 20, 1, 4)]:
        run.flat("bitonic_partner_by_xor", n, 256, [f32(n), *map(unsigned, (n, j, k))],
                 {"j": j, "k": k})
    for tile, n in [(512, 6000000), (2048, 300001)]:
        run("_Z11tileOfPairsILi%dEEvPjS0_i" % tile, ceil_div(n, tile), tile // 2, [u32(n),
            u32(n, "iota"), number(n)], {"n": n}, kernel="bitonic_tile_of_pairs_%d" % tile)
    n = 16000000
    run.flat("bitonic_lanes_of_warp", n, 256, [s32(n), number(n)])
    for bits, n, each, block, shift in [(4, 20000000, 8192, 256, 8), (8, 2000000, 4096, 128, 16)]:
        blocks = ceil_div(n, each)
        run("_Z15digitsOfStretchILi%dEEvPKjPjiii" % bits, blocks, block, [u32(n),
            zeros(u32, blocks << bits), *numbers(n, shift, each)], {"n": n, "each": each},
            kernel="sort_digits_of_stretch_%d" % bits)
    blocks = 40000
    run("sort_ranks_by_ballot", blocks, 256, [u32(256 * blocks), zeros(u32, 256 * blocks),
        number(6)], {"blocks": blocks})
    n = 20000
    run.flat("sort_place_by_counting_smaller", n, 256, [f32(n), zeros(f32, n), number(n)])
    for n, length in [(4000000, 1024), (500001, 65536)]:
        run.flat("sort_runs_merged_by_search", n, 256, [s64(n, "step=3"), zeros(s64, n), wide(n),
                 wide(length)], {"run": length})


def add_raisins(lists):
    run = TwentyFourth(lists, "raisins")
    for n, block in [(8000, 128), (20000, 256)]:
        run.flat("nbody_pairs_from_memory", n, block, [f32(4 * n), zeros(f32, 3 * n), number(n),
                 real(0.01)])
    n = 16384
    run("_Z15twoOfEachThreadILi128EEvPK6float4PS0_if", n // 256, 128, [f32(4 * n), f32(4 * n),
        number(n), real(0.01)], {"n": n}, kernel="nbody_two_of_each_thread")
    n = 4000
    run.flat("nbody_energy_of_later_pairs", n, 64, [f64(n)] * 3 + [zeros(f64, n), unsigned(n)])
    n, room = 200000, 40
    run.flat("phys_listed_neighbours", n, 128, [f32(4 * n, "random=10"), below(n * room, n),
             below(n, room + 1), zeros(f32, 4 * n), number(n), structure(*reals(10, 6.25, 4))],
             {"room": room})
    for letter, name, make, value, n, grid, block in [
            ("f", "float", f32, real, 3000000, 1056, 256), ("d", "double", f64, double, 500000, 528, 128)]:
        run("_Z9stepInBoxI%sEvPT_S1_PKS0_iS0_S0_" % letter, grid, block, [
            make(3 * n, "random=1"), make(3 * n), make(3 * n), number(n), value(0.01), value(1)],
            {"n": n}, kernel="phys_step_in_box_" + name)
    for w, h, block in [(1024, 1024, (32, 8)), (300, 200, (16, 16))]:
        run.plane("phys_nine_speeds_collide", w, h, block, [f32(9 * w * h, "random=1"),
                  zeros(f32, 9 * w * h), *numbers(w, h), real(1.2)])


def add_spindles(lists):
    run = TwentyFourth(lists, "spindles")
    w, h = 1600, 1200
    run.plane("mandel_smooth_grey", w, h, (16, 16), [zeros(f32, w * h), *numbers(w, h),
              structure(*reals(-2.2, -1.2, 0.002)), number(200)])
    w, h = 800, 600
    run("mandel_julia_cucomplex", 264, 128, [zeros(u8, w * h), *numbers(w, h),
        structure(double(-0.8), double(0.156)), number(100)], {"width": w, "height": h})
    w, h = 1000, 1000
    run.flat("mandel_basins_of_newton", w * h, 256, [zeros(u8, w * h), *numbers(w, h, 40)])
    for n, level, turns in [(4000000, 0.8, 50), (1000000, 0, 20)]:
        run.flat("branch_short_or_long_way", n, 256, [f32(n), zeros(f32, n), number(n),
                 real(level), number(turns)], {"turns": turns})
    n = 8000000
    run.flat("branch_case_of_lane", n, 256, [s32(n), zeros(s32, n), unsigned(n)])
    n = 50000
    run.flat("loop_smallest_divisor", n, 128, [u32(n, "random=100000000"), zeros(u32, n),
             number(n)])
    n = 2000000
    run("loop_positions_of_bits", 528, 256, [u64(n, "random"), zeros(u32, n), size(n)], {"n": n})
    n = 300000
    run.flat("loop_series_of_bessel", n, 256, [f64(n, "random=20"), zeros(f64, n), zeros(s32, n),
             number(n), double(1e-12)])


def add_trumpets(lists):
    run = TwentyFourth(lists, "trumpets")
    for nodes, count, length in [(1000000, 50000, 32), (8000000, 4000, 64)]:
        run.flat("chase_nodes_and_add", count, 128, [below(4 * nodes, nodes), below(count, nodes),
                 zeros(f32, count), *numbers(count, length)], {"nodes": nodes, "length": length})
    for n, jump, steps in [(1 << 16, 9973, 1000), (1 << 25, 1000003, 500)]:
        run("chase_single_thread", 1, 1, [u32(n, "chain=%d" % jump), zeros(u32, 1),
            unsigned(steps)], {"n": n, "steps": steps})
    nodes, n = (1 << 20) - 1, 2000000
    run.flat("_Z11downTheTreeIiEvPKT_iS2_iPi", n, 256, [below(nodes, 1000000000), number(nodes),
             below(n, 1000000000), number(n), zeros(s32, n)], {"nodes": nodes},
             kernel="chase_down_the_tree_int")
    nodes, n = 4095, 500000
    run.flat("_Z11downTheTreeIdEvPKT_iS2_iPi", n, 256, [f64(nodes), number(nodes), f64(n),
             number(n), zeros(s32, n)], {"nodes": nodes}, kernel="chase_down_the_tree_double")
    places, n = 1 << 22, 3000000
    run.flat("chase_probes_of_table", n, 256, [u32(places), unsigned(places - 1),
             u32(n, "random=2000000000"), zeros(u8, n), unsigned(n)], {"places": places})
    nodes, each, length = 1000000, 8, 50000
    run.flat("graph_queue_of_next_level", length, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), below(length, nodes), number(length), below(nodes, 3),
             zeros(s32, nodes), zeros(s32, 1), number(5)], {"nodes": nodes, "each": each})
    nodes, edges = 1000000, 4000000
    run.flat("graph_degrees_of_edges", edges, 256, [below(2 * edges, nodes), size(edges),
             zeros(s32, nodes), zeros(s32, nodes)], {"nodes": nodes})
    nodes, each, width = 50000, 16, 64
    run("graph_mean_of_features", ceil_div(nodes, 8), 256, [s32(nodes + 1, "step=%d" % each),
        below(nodes * each, nodes), f32(nodes * width), zeros(f32, nodes * width),
        *numbers(nodes, width)], {"nodes": nodes, "each": each, "width": width})
    n = 10000000
    run.flat("graph_parents_jump", n, 256, [below(n, n), zeros(s32, n), number(n)])


def add_velvets(lists):
    run = TwentyFourth(lists, "velvets")
    for w, h, block in [(4000, 3000, (32, 8)), (640, 480, (16, 16))]:
        run.plane("img_sobel_of_bytes", w, h, block, [u8(w * h), zeros(u8, w * h),
                  *numbers(w, h)])
    w, h = 2048, 1536
    run.plane("img_median_of_nine", w, h, (16, 16), [f32(w * h), zeros(f32, w * h),
              *numbers(w, h)])
    for reach, w, h, block in [(2, 1920, 1080, (32, 8)), (5, 640, 480, (16, 16))]:
        run.plane("_Z10nearInToneILi%dEEvPKfPfiiff" % reach, w, h, block, [f32(w * h),
                  zeros(f32, w * h), *numbers(w, h), *reals(0.1, 5)],
                  kernel="img_near_in_tone_%d" % reach)
    w, h = 3840, 2160
    run.plane("img_planes_to_rgba", w, h, (32, 8), [u8(w * h), u8(w * h // 2),
              zeros(u8, 4 * w * h), *map(unsigned, (w, h))])
    n = 8000000
    run("img_curves_of_channels", ceil_div(n, 1024), 256, [u32(n), number(n)], {"n": n},
        constants=["curves u8[768]:random=256"])
    w, h = 3000, 2000
    run.plane("img_half_size_of_boxes", w // 2, h // 2, (32, 8), [f32(4 * w * h),
              zeros(f32, w * h), *numbers(w, h)])


def add_wagons(lists):
    run = TwentyFourth(lists, "wagons")
    n = 2000000
    run("fin_options_and_slopes", 528, 256, [f32(n, "random=100"), f32(n, "random=100"),
        f32(n, "random=2"), zeros(f32, n), zeros(f32, n), zeros(f32, 2 * n),
        structure(*reals(0.03, 0.25)), number(n)], {"n": n})
    n = 20000
    run.flat("_Z12treeOfThreadILi48EEvPKdPdiddd", n, 64, [f64(n, "random=200"), zeros(f64, n),
             number(n), double(1.02), double(0.5), double(0.999)], kernel="fin_tree_of_thread")
    paths, steps = 200000, 100
    run.flat("mc_barrier_knocks_out", paths, 256, [zeros(f32, paths), *numbers(paths, steps),
             *reals(0.0002, 0.01, 125), unsigned(77)], {"steps": steps})
    each = 500
    run("mc_quarter_of_circle", 528, 256, [zeros(u64, 1), number(each), size(2024)],
        {"each": each})
    quads = 8000000
    run.flat("rng_fours_of_counters", quads, 256, [zeros(f32, 4 * quads), unsigned(quads),
             structure(unsigned(17), unsigned(4))])
    for shares, days, block in [(20000, 500, 128), (2000, 2000, 64)]:
        run.flat("fin_greatest_fall_from_top", shares, block, [f32(shares * days, "random=100"),
                 zeros(f32, shares), *numbers(shares, days)], {"days": days})


def add_xylophones(lists):
    run = TwentyFourth(lists, "xylophones")
    for n in [6000000, 100000]:
        run.flat("txt_capitals_by_sixteen", n, 256, [u8(16 * n, "random=128"), zeros(u8, 16 * n),
                 size(n)])
    n = 20000000
    run("txt_beginnings_of_words", 528, 256, [u8(n, "random=128"), number(n), zeros(s32, 1)],
        {"n": n})
    n, length = 200000, 80
    run.flat("txt_hash_of_each_line", n, 128, [u8(n * length), zeros(u64, n), *numbers(n, length)],
             {"length": length})
    n = 1000000
    run.flat("_Z12editsToAskedILi12EEvPKhPhj", n, 256, [u8(12 * n, "random=26"), zeros(u8, n),
             unsigned(n)], constants=["asked u8[16]:random=26"], kernel="txt_edits_to_asked")
    for blocks, length, block in [(500, 256, 128), (132, 1000, 256)]:
        run("dp_common_subsequence_of_block", blocks, block, [u8(blocks * length, "random=4"),
            u8(blocks * length, "random=4"), number(length), zeros(s32, blocks)],
            {"blocks": blocks, "length": length}, shared=12 * (length + 1))
    room = 10000000
    run.flat("dp_knapsack_one_thing", room + 1, 256, [below(room + 1, 100000),
             zeros(s32, room + 1), *numbers(room, 777, 50)])
    lines, steps = 400, 100
    run("_Z12likelyStatesILi64EEvPKfS1_PfPhi", lines, 64, [f32(4096), f32(lines * steps * 64),
        zeros(f32, lines * 64), zeros(u8, lines * steps * 64), number(steps)],
        {"sequences": lines, "steps": steps}, kernel="dp_likely_states")


def add_yarns(lists):
    run = TwentyFourth(lists, "yarns")
    length, width, heads = 512, 64, 4
    n = length * width * heads
    run("att_scores_from_the_board", (length // 16, length // 16, heads), (16, 16), [f32(n),
        f32(n), zeros(f32, heads * length * length), *numbers(length, width), real(0.125)],
        {"length": length, "heads": heads})
    length, heads = 1000, 16
    n = 32 * length * heads
    run("_Z13queryOfThreadILi32ELi32EEvPKfS1_S1_Pfif", (ceil_div(length, 128), heads), 128,
        [f32(n)] * 3 + [zeros(f32, n), number(length), real(0.1767767)],
        {"length": length, "heads": heads}, kernel="att_query_of_thread")
    for tokens, heads, pairs in [(4096, 32, 64), (300, 16, 32)]:
        n = tokens * heads * pairs
        run.flat("att_pairs_turned_by_angles", n, 256, [f32(2 * n), *numbers(tokens, heads, pairs),
                 real(13.2877)], {"tokens": tokens, "heads": heads, "pairs": pairs})
    for heads, kept in [(256, 2048), (32, 500)]:
        run("att_new_token_against_kept", heads, 256, [f16(64 * heads), f16(64 * heads * kept),
            f16(64 * heads * kept), zeros(f32, 64 * heads), number(kept)],
            {"heads": heads, "kept": kept})
    length, heads = 1024, 16
    run("att_values_mixed_by_wmma", (length // 64, heads), 128, [f16(heads * length * length),
        f16(64 * heads * length), zeros(f32, 64 * heads * length), number(length)],
        {"length": length, "heads": heads})


def add_zeniths(lists):
    run = TwentyFourth(lists, "zeniths")
    for m, n, words in [(1024, 1000, 256), (200, 300, 500)]:
        run("quant_tiled_product_dp4a", (ceil_div(n, 32), ceil_div(m, 32)), (16, 16),
            [u8(4 * m * words), u8(4 * n * words), zeros(s32, m * n), *numbers(m, n, words)],
            {"m": m, "n": n, "words": words})
    for rows, cols, block in [(8192, 2048, 256), (500, 1000, 128)]:
        run("quant_rows_by_greatest", rows, block, [f16(rows * cols), zeros(u8, rows * cols),
            zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    for rows, groups, warps in [(11008, 128, 8), (4000, 344, 4)]:
        run("quant_nibble_rows_times_vector", ceil_div(rows, warps), (32, warps),
            [u32(4 * rows * groups, "random"), f16(rows * groups), f32(32 * groups),
             zeros(f32, rows), *numbers(rows, groups)], {"rows": rows, "groups": groups})
    rows, filters = 4096, 512
    run("_Z10signsAgreeILi16EEvPKjS1_Piii", (filters // 256, rows), 256, [u32(16 * rows, "random"),
        u32(16 * filters, "random"), zeros(s32, rows * filters), *numbers(rows, filters)],
        {"rows": rows, "filters": filters}, kernel="quant_signs_agree")
    m, n, k = 1024, 1024, 1024
    run("quant_wmma_bytes_to_halves", (n // 64, m // 16), 128, [u8(m * k), u8(n * k), f32(m), f32(n),
        zeros(u16, m * n), *numbers(n, k)], {"m": m, "n": n, "k": k})
    n = 5000000
    run("quant_add_and_rectify_bytes", 1056, 256, [u8(4 * n), u8(4 * n), zeros(u8, 4 * n),
        structure(real(0.02), number(128)), structure(real(0.05), number(110)),
        structure(real(0.04), number(3)), wide(n)], {"n": n})


def add(lists):
    for of_file in (add_muffins, add_nests, add_oranges, add_pillows, add_quails, add_raisins,
                    add_spindles, add_trumpets, add_velvets, add_wagons, add_xylophones, add_yarns,
                    add_zeniths):
        of_file(lists)

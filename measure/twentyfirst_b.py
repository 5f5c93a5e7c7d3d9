"""A twenty-first validation set, second half: sorts, searches, and loops that end when they will."""
from suite import ceil_div, f32, s32
from unseen import f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from sixteenth import packed
from twelfth import s64


class TwentyFirst(Blind):
    folder = "twentyfirst"


def seed(n):
    return "u64=%d" % n


def add_nectarines(lists):
    run = TwentyFirst(lists, "nectarines")
    n = 4000000
    run("hist_red_green_blue", 264, 256, [u8(4 * n), zeros(u32, 768), number(n)], {"n": n})
    for copies, bins, n, grid, block in [(8, 512, 8000000, 264, 256), (4, 100, 500000, 66, 192)]:
        run("_Z16perWarpHistogramILi%dELi%dEEvPKtPil" % (copies, bins), grid, block,
            [u16(n, "random=65536"), zeros(s32, bins), wide(n)], {"n": n},
            kernel="hist_warps_%d_%d" % (copies, bins))
    n, bins = 3000000, 200
    run.flat("hist_floats_clipped", n, 192, [number(n), f32(n), *reals(-0.8, 0.8), number(bins),
             zeros(u64, bins)], {"bins": bins})
    for n, keys in [(2000000, 500), (400000, 6)]:
        run("hist_same_keys_together", 264, 256, [below(n, keys), zeros(s32, keys), number(n)],
            {"n": n, "keys": keys})
    n, each = 6000000, 16
    run("hist_by_powers_of_two", ceil_div(n, 128 * each), 128, [u32(n, "random"), zeros(u32, 33),
        *numbers(n, each)], {"n": n})
    w, h = 1600, 1200
    run.plane("hist_slopes_of_cells", w, h, (32, 8), [f32(w * h), zeros(f32, w * h * 9 // 64)]
              + numbers(w, h))
    n, each, shift = 4000000, 32, 7
    run.flat("hist_runs_of_sorted", n // each, 128, [s32(n, "step=3"),
             zeros(s32, (3 * n >> shift) + 1), *numbers(n, each, shift)], {"codes": n})


def add_otters(lists):
    run = TwentyFirst(lists, "otters")
    blocks = 4000
    run("sort_pairs_in_tile", blocks, 256, [u32(512 * blocks, "random"), u32(512 * blocks, "iota"),
        number(4096)], {"blocks": blocks})
    blocks = 600
    run("sort_until_nothing_moves", blocks, 128, [u16(256 * blocks, "random=30000"),
        zeros(u16, 256 * blocks), zeros(s32, blocks)], {"blocks": blocks})
    for name, kernel, make, each, rows, block in [("fLi12E", "12_floats", f32, 12, 200000, 128),
                                                  ("iLi24E", "24_ints", s32, 24, 40000, 64)]:
        run.flat("_Z17insertionSortRowsI%sEvPKT_PS0_i" % name, rows, block, [make(each * rows),
                 zeros(make, each * rows), number(rows)], {"each": each},
                 kernel="sort_insertion_" + kernel)
    for na, nb in [(1500000, 1000000), (40000, 60000)]:
        run.flat("sort_merge_along_diagonals", ceil_div(na + nb, 8), 128, [s32(na, "step=2"),
                 number(na), s32(nb, "step=3"), number(nb), zeros(s32, na + nb)],
                 {"na": na, "nb": nb})
    n = 4000000
    run.flat("sort_ranks_of_digits", n, 256, [u32(n, "random"), zeros(u16, n),
             zeros(u32, 16 * ceil_div(n, 256)), *numbers(n, 8)])
    blocks = 800
    run("sort_with_shrinking_gaps", blocks, 256, [f32(1024 * blocks), zeros(f32, 1024 * blocks)],
        {"blocks": blocks})
    rows, length, k = 300, 10000, 100
    run("sort_kth_by_digits", rows, 256, [u32(rows * length, "random"), zeros(u32, rows),
        *numbers(length, k)], {"rows": rows, "length": length})
    n = 20000
    run.flat("sort_place_by_counting", n, 192, [f32(n), zeros(f32, n), number(n)])
    n = 300000
    run.flat("sort_eight_by_network", n, 256, [f64(8 * n), number(n)])
    segments, length = 20000, 64
    run.flat("sort_quick_with_stack", segments, 64, [below(segments * length, 100000),
             zeros(s32, segments * length), *numbers(segments, length)], {"length": length})


def add_parasols(lists):
    run = TwentyFirst(lists, "parasols")
    rows, each = 150000, 16
    run.flat("spmv_begin_and_length", rows, 128, [number(rows), s32(rows, "step=%d" % each),
             below(rows, each + 1), below(rows * each, rows), f64(rows * each), f64(rows),
             zeros(f64, rows)], {"room": each})
    for rows, width, grid in [(200000, 15, 396), (20000, 40, 66)]:
        run("spmv_ell_with_lengths", grid, 256, [f32(rows * width), below(rows * width, rows),
            below(rows, width + 1), f32(rows), zeros(f32, rows)] + numbers(rows, rows),
            {"rows": rows, "width": width})
    rows, each = 100000, 20
    run("_Z15csrVectorKernelIlfLi8EEvT_PKS0_PKiPKT0_S7_PS5_S5_S5_", 1056, 128, [wide(rows),
        s64(rows + 1, "step=%d" % each), below(rows * each, rows), f32(rows * each), f32(rows),
        f32(rows), *reals(1.5, 0.5)], {"rows": rows, "each": each}, kernel="spmv_eight_lanes_long")
    rows, each = 20000, 48
    run.flat("_Z15csrVectorKernelIidLi16EEvT_PKS0_PKiPKT0_S7_PS5_S5_S5_", 16 * rows, 256,
             [number(rows)] + packed(f64, rows, each, "band=%d" % each) + [f64(rows), f64(rows),
             double(1.5), double(0.5)], {"rows": rows, "each": each},
             kernel="spmv_sixteen_lanes_double")
    n, step = 2000000, 104729
    run.flat("spmv_packed_coordinates", n, 256, [u64(n, "step=%d" % step), f32(n), f32(1 << 20),
             zeros(f32, (n * step >> 20) + 1), number(n)])
    rows, each = 100000, 8
    run.flat("spmv_two_by_two", rows, 96, [s32(rows + 1, "step=%d" % each),
             s32(rows * each, "band=%d" % each), f32(4 * rows * each), f32(2 * rows),
             zeros(f32, 2 * rows), number(rows)], {"each": each})
    rows, each = 120000, 6
    run.flat("spmv_upper_half_kept", rows, 256, packed(f64, rows, each, "random=%d" % rows)
             + [f64(rows), zeros(f64, rows), number(rows)], {"each": each})
    rows, each = 60000, 12
    run("spmm_eight_columns_in_pairs", ceil_div(rows, 24), (8, 24), [number(rows)]
        + packed(f32, rows, each, "random=%d" % rows) + [f32(8 * rows), zeros(f32, 8 * rows)],
        {"rows": rows, "each": each})
    nodes, entries, quads = 20000, 300000, 16
    run.flat("sparse_products_where_marked", 8 * entries, 128, [s32(entries, "band=15"),
             below(entries, nodes), f32(4 * quads * nodes), f32(4 * quads * nodes),
             zeros(f32, entries), *numbers(entries, quads)], {"entries": entries, "quads": quads})
    rows, each = 150000, 9
    run.flat("sparse_jacobi_sweep", rows, 256, packed(f32, rows, each, "band=%d" % each)
             + [f32(rows), f32(rows), zeros(f32, rows), number(rows), real(0.8)], {"each": each})
    rows, each = 100000, 16
    run.flat("_Z8thinRowsILi6EEvPKiS1_PKdPiPdS4_id", rows, 128,
             packed(f64, rows, each, "random=%d" % rows) + [zeros(s32, 6 * rows),
             zeros(f64, 6 * rows), zeros(s32, rows), number(rows), double(0.5)], {"each": each},
             kernel="sparse_rows_thinned")


def add_pianos(lists):
    run = TwentyFirst(lists, "pianos")
    blocks = 4000
    run("sig_fourier_512_twos", blocks, 256, [f32(1024 * blocks), zeros(f32, 1024 * blocks),
        real(-1)], {"blocks": blocks})
    n = 300000
    run.flat("sig_fourier_of_eight", n, 128, [f64(16 * n), zeros(f64, 16 * n), number(n)])
    for stages, channels, samples, block in [(2, 20000, 200, 64), (5, 4000, 300, 32)]:
        run.flat("_Z14filterChannelsILi%dEEvPKfPfPK6Biquadii" % stages, channels, block,
                 [f32(channels * samples), zeros(f32, channels * samples),
                  f32(5 * stages, "random=0.3"), *numbers(channels, samples)],
                 {"samples": samples}, kernel="sig_recursive_%d" % stages)
    n, count = 2000000, 63
    run.flat("sig_fir_tile_and_halo", n, 256, [f32(n), zeros(f32, n), *numbers(n, count)],
             {"taps": count}, shared=4 * (256 + count - 1), constants=["taps f32[128]:signed"])
    n = 4000000
    run.flat("sig_middle_of_seven", n, 256, [u16(n, "random=30000"), zeros(u16, n), number(n)])
    blocks = 2000
    run("sig_haar_of_block", blocks, 512, [f32(1024 * blocks), zeros(f32, 1024 * blocks),
        number(7)], {"blocks": blocks})
    n, lags = 50000, 400
    run("sig_likeness_at_lags", lags, 128, [f32(n), zeros(f32, lags), number(n)],
        {"n": n, "lags": lags})
    n, up, down, each = 1000000, 3, 2, 16
    run.flat("sig_other_rate", n * up // down, 128, [f32(n), f32(up * each),
             zeros(f32, n * up // down), *numbers(n, n * up // down, up, down, each)])
    rows = 100000
    run("sig_cosines_of_thirty_two", ceil_div(rows, 4), (32, 4), [f32(32 * rows),
        zeros(f32, 32 * rows), number(rows)], {"rows": rows})
    n = 4000000
    run.flat("sig_places_that_stand_out", n, 128, [f32(n), zeros(s32, 100000), zeros(s32, 1),
             *numbers(n, 20), real(0.3), number(100000)])


def add_quivers(lists):
    run = TwentyFirst(lists, "quivers")
    nodes, n = 1000000, 200000
    run.flat("chase_until_heavy_enough", n, 128, [s32(2 * nodes, "random=1100000"),
             below(n, nodes), zeros(s32, n), *numbers(n, nodes, 5000000)], {"nodes": nodes})
    for chains, grid, block, steps, apart in [(1, 66, 64, 200, 64), (4, 132, 64, 60, 31)]:
        run("_Z13chaseTogetherILi%dEEvPKjPjij" % chains, grid, block, [u32(1 << 20, "cycle=1"),
            zeros(u32, grid * block * chains), number(steps), unsigned(apart)],
            {"steps": steps}, kernel="chase_%s_a_thread" % {1: "one", 4: "four"}[chains])
    n, buckets, nodes = 500000, 65536, 200000
    run("chase_lists_of_buckets", 396, 256, [below(buckets, 260000), below(nodes, 266000),
        u32(nodes, "random=150000"), u32(n, "random=150000"), zeros(u8, n),
        *numbers(n, buckets, nodes)], {"n": n})
    for nodes, n in [(1000000, 1000000), (5000, 300000)]:
        run.flat("branch_tree_by_levels", n, 256, [f32(nodes), f32(n), zeros(s32, n),
                 *numbers(nodes, n)], {"nodes": nodes})
    n = 1000000
    run.flat("branch_nodes_of_fifteen", n, 192, [s32(65535, "gather=4370"), below(n, 65535),
             zeros(s32, n), *numbers(4, n)])
    n, trees, depth = 100000, 40, 8
    run.flat("branch_forest_of_decisions", n, 128, [u8(trees * 255, "random=17"), f32(trees * 255),
             f32(15 * n), zeros(f32, n), *numbers(n, trees, depth)], {"trees": trees})
    n = 3000000
    run.flat("branch_by_kind_of_element", n, 256, [u8(n, "random=6"), f32(n), zeros(f32, n),
             number(n)])
    run.flat("branch_tariff_in_steps", n, 224, [f32(n, "random=400"), s32(n, "band=%d" % (n // 5)),
             zeros(f32, n), number(n)])
    n = 1000000
    run.flat("branch_odd_lanes_linger", n, 160, [u8(n, "random=40"), zeros(u32, n), number(n)])


def add_radishes(lists):
    run = TwentyFirst(lists, "radishes")
    for rounds, n, grid, block in [(10, 2000000, 528, 256), (7, 200000, 132, 192)]:
        run("_Z10philoxFillILi%dEEvP5uint4jjl" % rounds, grid, block, [zeros(u32, 4 * n),
            unsigned(2023), unsigned(7), wide(n)], {"n": n}, kernel="rng_philox_%d" % rounds)
    n = 500000
    run.flat("rng_how_many_arrive", n, 128, [f32(n, "random=15"), zeros(s32, n), number(n),
             seed(99)])
    n = 300000
    run.flat("rng_gamma_drawn_again", n, 128, [real(2.5), zeros(f32, n), zeros(s32, n), number(n),
             seed(5)])
    run("mc_points_under_a_hill", 528, 128, [zeros(f64, 528), number(200), seed(11)],
        {"each": 200})
    n = 200000
    run.flat("fin_call_and_its_greeks", n, 128, [f64(n, "random=100"), f64(n, "fill=60"),
             f64(n, "random=2"), zeros(f64, 5 * n), number(n), double(0.03), double(0.25)])
    n = 100000
    run.flat("fin_rate_of_return", n, 128, [f32(32 * n, "random=0.3"), u8(n, "random=30"),
             zeros(f32, n), zeros(s32, n), *numbers(n, n)])
    paths, steps = 100000, 100
    run.flat("fin_paths_with_variance", paths, 192, [zeros(f32, paths), *numbers(paths, steps),
             *reals(2, 0.04, 0.3, -0.6), seed(17)], {"steps": steps})
    series, days = 50000, 250
    run.flat("fin_deepest_fall", series, 128, [f32(series * days, "random=2"), zeros(f32, series),
             zeros(s32, series), *numbers(series, days)], {"days": days})


def add_sandals(lists):
    run = TwentyFirst(lists, "sandals")
    n = 100000
    run.flat("dp_distance_of_words", n, 64, [u8(32 * n, "random=4"), u8(n, "random=33"),
             u8(32 * n, "random=5"), u8(n, "random=30"), zeros(s32, n), number(n)])
    for length, pairs, target in [(128, 300, 300), (64, 1000, 120)]:
        run("_Z14localAlignmentILi%dEEvPKhS1_Piiiii" % length, pairs, length,
            [u8(length * pairs, "random=4"), u8(target * pairs, "random=4"), zeros(s32, pairs),
             *numbers(target, 3, 2, 2)], {"pairs": pairs, "target": target},
            kernel="dp_local_alignment_%d" % length)
    blocks, things, room = 264, 30, 2000
    run("dp_knapsack_of_block", blocks, 256, [below(blocks * things, 300),
        below(blocks * things, 100), zeros(s32, blocks), *numbers(things, room)],
        {"blocks": blocks, "things": things, "room": room}, shared=8 * (room + 1))
    rows, columns = 60000, 60
    run.flat("dp_longest_rising", rows, 128, [u16(rows * columns, "random=30000"), zeros(u8, rows),
             *numbers(rows, columns)], {"columns": columns})
    n = 100000
    run.flat("dp_row_of_seam", n, 128, [f32(n), f32(n, "random"), zeros(f32, n), zeros(u8, n),
             number(n)])
    pairs, length = 5000, 120
    run.flat("dp_time_bent_in_band", 32 * pairs, 128, [f32(pairs * length),
             f32(pairs * length, "random"), zeros(f32, pairs), *numbers(pairs, length)],
             {"pairs": pairs, "length": length})
    n = 2048
    run("dp_ways_inside_tile", n // 32, (32, 32), [below(n * n, 1000), number(n)], {"n": n})
    chains, matrices = 2000, 31
    run("dp_order_of_products", chains, 32, [below(chains * (matrices + 1), 50),
        zeros(s32, chains), number(matrices)], {"chains": chains, "matrices": matrices})


def add_teapots(lists):
    run = TwentyFirst(lists, "teapots")
    n = 300000
    run.flat("hash_murmur_of_records", n, 128, [u8(32 * n + 64), s32(n, "step=32"), below(n, 40),
             zeros(u32, n), number(n), unsigned(42)])
    pages, quads = 4000, 1024
    run.flat("hash_adler_of_pages", 32 * pages, 256, [u8(4 * quads * pages), zeros(u32, pages),
             *numbers(pages, quads)], {"pages": pages, "quads": quads})
    for letter, name, make, slots, fill, asked, n in [
            ("j", "words", u32, 1 << 20, "random=300000", "random=150000", 1000000),
            ("m", "long", u64, 1 << 16, "random", "random=1000000000", 200000)]:
        run.flat("_Z10probeTableI%sEvPKT_S2_PiiS0_" % letter, n, 128, [make(slots, fill),
                 make(n, asked), zeros(s32, n), number(n),
                 unsigned(slots - 1) if letter == "j" else seed(slots - 1)], {"slots": slots},
                 kernel="hash_probed_" + name)
    n, m = 8000000, 6
    run.flat("txt_word_at_every_place", n, 256, [u8(n, "random=4"), u8(m, "random=4"),
             *numbers(n, m), zeros(s32, 1)])
    n, m, stretch = 6000000, 8, 100
    run.flat("txt_stretches_with_skips", n // stretch, 128, [u8(n, "random=16"),
             u8(m, "random=16"), u8(256, "random=8"), zeros(s32, n // stretch),
             *numbers(n, m, stretch)], {"letters": n})
    lines, width = 40000, 200
    run.flat("txt_fields_of_lines", lines, 128, [u8(lines * width, "random=64"), zeros(s32, lines),
             *numbers(lines, width)], {"width": width})
    n, each = 200000, 40
    run.flat("code_numbers_of_few_bytes", n, 128, [u8(n * each), zeros(u32, n), zeros(s32, n),
             *numbers(n, each)])
    n = 3000000
    run("code_three_bytes_to_four", 528, 256, [u8(3 * n), zeros(u8, 4 * n), number(n)], {"n": n},
        constants=["alphabet u8[64]:random"])
    n, each = 6000000, 25
    runs = n // each + 1
    run.flat("code_runs_spelled_out", n, 256, [s32(runs, "step=%d" % each), u8(runs), zeros(u8, n),
             *numbers(runs, n)], {"runs": runs})
    n, nodes = 300000, 200
    run.flat("code_bits_down_a_tree", n, 128, [u32(8 * n, "random"), u16(2 * nodes, "random=260"),
             number(nodes), zeros(u8, n), zeros(s32, n), number(n)], {"nodes": nodes})
    blocks = 20000
    run("code_blocks_unpacked", blocks, 128, [u32(88 * blocks, "random"), s32(blocks, "step=88"),
        u8(blocks, "random=22"), below(blocks, 1000), zeros(s32, 128 * blocks), number(blocks)],
        {"blocks": blocks})
    n = 2000000
    run.flat("bits_along_hilbert", n, 256, [u16(2 * n, "random=65536"), zeros(u32, n), number(n)])
    blocks, many = 500, 550
    run("bits_sieve_of_stretch", blocks, 128, [u32(many, "random=2000"), number(many),
        zeros(u32, 512 * blocks), number(100000000)], {"blocks": blocks, "primes": many})
    n, blocks = 1000000, 60000
    run.flat("bits_kth_that_is_set", n, 256, [u32(16 * blocks, "random"), s32(blocks, "step=256"),
             below(n, 256 * blocks), zeros(s32, n), *numbers(n, blocks)], {"blocks": blocks})
    n = 2000000
    run.flat("bits_squares_turned_over", n, 192, [u64(n, "random"), zeros(u64, n), number(n)])


def add_thimbles(lists):
    run = TwentyFirst(lists, "thimbles")
    nodes, edges = 500000, 3000000
    run("graph_level_over_edges", 528, 256, [below(2 * edges, nodes), below(nodes, 5),
        zeros(s32, nodes), *numbers(edges, 1, 4)], {"nodes": nodes, "edges": edges})
    nodes, each = 600000, 10
    words = ceil_div(nodes, 32)
    run.flat("graph_frontier_asked_from_below", nodes, 128, [s32(nodes, "step=%d" % each),
             below(nodes, each + 1), below(nodes * each, nodes), u32(words, "random=256"),
             u32(words, "random"), zeros(u32, words), zeros(s32, nodes), number(nodes)],
             {"most": each})
    nodes, each = 50000, 40
    run("graph_rank_by_warps", 264, 256, [s64(nodes + 1, "step=%d" % each),
        below(nodes * each, nodes), f32(nodes, "random"), f32(nodes, "random"), zeros(f32, nodes),
        zeros(f32, 1), wide(nodes), real(0.85)], {"nodes": nodes, "each": each})
    nodes, each = 300000, 8
    run.flat("graph_ways_offered", nodes, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), u32(nodes * each, "random=100"), u8(nodes, "random=2"),
             u32(nodes, "random=1000"), u32(nodes, "fill=4000000000"), zeros(u8, nodes),
             number(nodes)], {"each": each})
    nodes, each, edges = 50000, 24, 500000
    run.flat("graph_corners_in_common", edges, 96, [s32(nodes + 1, "step=%d" % each),
             u16(nodes * each, "step=1000"), below(2 * edges, nodes), zeros(u64, 1),
             number(edges)], {"nodes": nodes, "each": each})
    nodes, each = 300000, 12
    run("graph_first_free_colour", 396, 256, [s32(nodes + 1, "step=%d" % each),
        below(nodes * each, nodes), u8(nodes, "random=30"), zeros(u8, nodes), number(nodes)],
        {"nodes": nodes, "each": each})
    walks, nodes, each, steps = 100000, 200000, 8, 50
    run.flat("graph_walks_by_chance", walks, 128, [s32(nodes, "step=%d" % each),
             below(nodes, each + 1), below(nodes * each, nodes), zeros(s32, walks),
             zeros(u32, nodes), *numbers(walks, nodes, steps)], {"nodes": nodes})
    leaves = 200000
    run.flat("graph_boxes_from_leaves", leaves, 256, [f32(2 * leaves), zeros(f32, 4 * leaves - 2),
             zeros(u32, leaves), number(leaves)])


def add_turnips(lists):
    run = TwentyFirst(lists, "turnips")
    w, h = 1000, 800
    run.plane("img_middle_of_25_by_bits", w, h, (32, 4), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h))
    w, h = 1920, 1080
    run.plane("img_middle_of_nine_floats", w - 2, h - 2, (32, 8), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h))
    for radius, w, h, block in [(2, 1600, 1200, (16, 16)), (5, 640, 480, (32, 4))]:
        run.plane("_Z15bilateralFilterILi%dEEvPKfPfiiff" % radius, w, h, block, [f32(w * h),
                  zeros(f32, w * h), *numbers(w, h), *reals(0.05, 3)],
                  kernel="img_bilateral_%d" % radius)
    words, h = 250, 8000
    run.plane("img_bits_grown", words, h, (32, 8), [u32(words * h, "random"),
              zeros(u32, words * h), *numbers(words, h)])
    w, h, window = 2048, 1500, 31
    run("img_lowest_of_windows", h, 128, [u8(w * h), zeros(u8, w * h), *numbers(w, window)],
        {"width": w, "height": h, "window": window}, shared=2 * w)
    w, h = 2000, 1000
    run.flat("img_distance_down_and_up", w, 64, [u8(w * h), zeros(u16, w * h),
             *numbers(w, h, 250)], {"height": h})
    w, h = 1600, 1000
    run("img_distance_along_rows", (ceil_div(w, 128), h), 128, [u16(w * h, "random=60"),
        zeros(f32, w * h), *numbers(w, h)], {"width": w, "height": h})
    w, h, jump = 1500, 1000, 16
    run.plane("img_seeds_by_jumps", w, h, (16, 8), [u16(2 * w * h, "random=%d" % (2 * w)),
              zeros(u16, 2 * w * h), *numbers(w, h, jump)])
    w, h = 1920, 1200
    run.plane("img_edges_made_thin", w, h, (32, 8), [f32(w * h), zeros(u8, w * h), *numbers(w, h),
              *reals(1, 4)])
    w, h = 1600, 1200
    run.plane("img_marks_spread_in_tile", w, h, (32, 16), [u8(w * h, "random=3"),
              u8(w * h, "band=%d" % (w * h // 50)), zeros(u8, w * h), *numbers(w, h)])


def add_vineyards(lists):
    run = TwentyFirst(lists, "vineyards")
    n, sides = 300000, 200
    run.flat("geo_points_in_polygon", n, 128, [f32(2 * n), f32(2 * sides), zeros(u8, n),
             *numbers(n, sides)], {"sides": sides})
    rays, count = 20000, 1000
    run.flat("geo_rays_and_triangles", rays, 128, [f32(3 * rays), f32(3 * rays, "random"),
             f32(9 * count), zeros(f32, rays), zeros(s32, rays), *numbers(rays, count)],
             {"triangles": count})
    w, h, side = 1280, 720, 128
    run.plane("geo_rays_through_cells", w, h, (16, 8), [u8(side ** 3, "random=100"),
              zeros(f32, w * h), zeros(s32, w * h), *numbers(w, h, side), real(0.3)],
              {"side": side})
    w, h = 1280, 720
    run.plane("geo_march_to_things", w, h, (16, 16), [zeros(u8, 2 * w * h), *numbers(w, h, 128)])
    nodes, n = 32767, 100000
    run.flat("geo_nearest_by_halves", n, 64, [f32(4 * nodes), f32(3 * n), zeros(s32, n),
             zeros(f32, n), *numbers(nodes, n)], {"nodes": nodes})
    n = 200000
    run.flat("geo_polygons_cut", n, 128, [f32(16 * n), u8(n, "random=6"), zeros(f32, n), number(n),
             *reals(-0.5, -0.6, 0.7, 0.4)])
    n = 3000
    run("geo_segments_that_cross", (ceil_div(n, 16), ceil_div(n, 16)), (16, 16), [f32(4 * n),
        zeros(u32, 1), number(n)], {"n": n})
    side, slots = 24, 16
    cells = side ** 3
    run("phys_density_from_cells", cells, 32, [f32(4 * slots * cells, "random"),
        s32(cells, "step=%d" % slots), u8(cells, "random=17"), zeros(f32, slots * cells),
        *numbers(side, slots), real(0.8)], {"side": side})
    n, side = 2000000, 64
    run.flat("phys_particles_counted", n, 256, [f32(3 * n, "random=64"), zeros(s32, n),
             zeros(s32, side ** 3), zeros(s32, n), *numbers(n, side), real(1)], {"side": side})
    w, h = 2048, 2048
    run.plane("phys_spins_of_one_colour", w // 2, h, (32, 8), [u8(w * h, "random=2"),
              f32(w * h // 2, "random"), *numbers(w, h, 1), real(0.4)])
    n = 300000
    run.flat("phys_birds_look_at_seven", n, 128, [f32(2 * n, "random=100"), f32(2 * n),
             zeros(f32, 2 * n), number(n), real(20), number(60)])


def add_walruses(lists):
    run = TwentyFirst(lists, "walruses")
    for w, h, step, most in [(800, 600, 0.004, 512), (320, 200, 0.012, 200)]:
        run.plane("mandel_four_steps_a_look", w, h, (16, 8), [zeros(u16, w * h), *numbers(w, h),
                  double(-2.2), double(1.2), double(step), number(most)], {"most": most})
    for smooth, name, w, h, zoom, most, grid, block in [
            (1, "smooth", 640, 400, 0.006, 256, 264, 256),
            (0, "counts", 1280, 720, 0.003, 100, 1056, 96)]:
        run("_Z11burningShipILb%dEEvPfiifffi" % smooth, grid, block, [zeros(f32, w * h),
            *numbers(w, h), *reals(-0.5, -0.4, zoom), number(most)],
            {"width": w, "height": h, "most": most}, kernel="mandel_ship_" + name)
    w, h = 1920, 1080
    run.plane("mandel_heart_left_out", w, h, (32, 4), [zeros(u8, w * h), *numbers(w, h),
              real(0.0028)])
    run("loop_longest_way_down", 528, 128, [seed(1000000007), zeros(s32, 528), number(8)],
        {"each": 8})
    n = 1000000
    run.flat("loop_euclid_remainders", n, 256, [below(n, 1000000007), below(n, 1000000007),
             zeros(s32, n), number(n)])
    n = 300000
    run.flat("loop_stein_of_long_words", n, 192, [u64(n, "random=1000000000000000"), zeros(u64, n),
             number(n)])
    n = 200000
    run.flat("loop_halving_of_intervals", n, 128, [f64(4 * n), zeros(f64, n), zeros(s32, n),
             number(n), double(1e-10)])
    run.flat("loop_trial_divisions", n, 192, [u32(n, "random=2000000"), zeros(u8, n), number(n)])
    for letter, name, make, n, small in [("f", "floats", f32, 1000000, real(1e-5)),
                                         ("d", "doubles", f64, 200000, double(1e-12))]:
        run.flat("_Z14keplerEquationI%sEvPKT_S2_PS0_iS0_" % letter, n, 128, [make(n, "random=6.28"),
                 make(n, "random=0.95"), zeros(make, n), number(n), small],
                 kernel="loop_kepler_" + name)
    n = 1000000
    run("loop_powers_modulo", 528, 192, [u32(n, "random"), u32(n, "random=1000000"), zeros(u32, n),
        number(n), unsigned(1000000007)], {"n": n})
    run.flat("branch_words_of_program", n, 256, [u8(64, "random=8"), number(64), f32(n),
             zeros(f32, n), number(n)], {"length": 64})
    n = 2000000
    run.flat("loop_error_function_series", n, 256, [f32(n, "random=3"), zeros(f32, n),
             zeros(s32, n), number(n)])


def add_zithers(lists):
    run = TwentyFirst(lists, "zithers")
    n = 3000000
    run.flat("scan_between_two_halves", n, 256, [zeros(f32, n), f32(n), number(n)], shared=2048)
    for name, kernel, make, tile, block, n in [
            ("lLi128ELi4E", "long", s64, 512, 128, 2000000),
            ("jLi512ELi2E", "unsigned", u32, 1024, 512, 8000001)]:
        blocks = ceil_div(n, tile)
        run("_Z18blockwiseExclusiveI%sEvPKT_PS0_S3_l" % name, blocks, block,
            [make(n, "random=1000"), zeros(make, n), zeros(make, blocks), wide(n)], {"n": n},
            kernel="scan_blocks_" + kernel)
    quads, each = 2000000, 1024
    blocks = ceil_div(quads, each)
    run("scan_add_what_is_before", blocks, 256, [below(4 * quads, 100), below(blocks, 1000),
        *numbers(quads, each)], {"quads": quads})
    blocks = 3000
    run("scan_raked_by_first_warp", blocks, 128, [below(1024 * blocks, 100),
        zeros(s32, 1024 * blocks)], {"blocks": blocks})
    for rows, cols, block in [(500, 4000, 256), (60, 900, 128)]:
        run("scan_highest_so_far", rows, block, [f64(rows * cols), zeros(f64, rows * cols),
            number(cols)], {"rows": rows, "cols": cols})
    words = 100000
    run.flat("scan_segments_by_bits", 32 * words, 256, [u32(words, "random"), f32(32 * words),
             zeros(f32, 32 * words), number(words)])
    n = 4000000
    run.flat("scan_keep_positive", n, 256, [f32(n), zeros(f32, n), zeros(u32, 1), number(n)])
    w, h = 1920, 1200
    run("scan_rows_of_integral", h // 8, (32, 8), [u8(w * h), zeros(u32, w * h), *numbers(w, h)],
        {"width": w, "height": h})


def add(lists):
    for of_file in (add_nectarines, add_otters, add_parasols, add_pianos, add_quivers,
                    add_radishes, add_sandals, add_teapots, add_thimbles, add_turnips,
                    add_vineyards, add_walruses, add_zithers):
        of_file(lists)

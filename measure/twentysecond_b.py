"""A twenty-second validation set, second half: from scans and sorts to networks in few bits."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import packed
from twelfth import s64, structure


class TwentySecond(Blind):
    folder = "twentysecond"


def add_nozzles(lists):
    run = TwentySecond(lists, "nozzles")
    for letter, name, make, n, block in [("i", "int", s32, 12000001, 512),
                                         ("d", "double", f64, 600000, 256)]:
        blocks = ceil_div(n, 2 * block)
        run("_Z8treeScanI%sEvPKT_PS0_S3_i" % letter, blocks, block,
            [make(n, "random=1000"), zeros(make, n), zeros(make, blocks), number(n)],
            {"n": n, "block": block}, kernel="scan_tree_" + name)
    for rows, cols in [(20000, 500), (200, 5000)]:
        run("scan_warp_down_each_row", ceil_div(rows, 4), 128, [f32(rows * cols),
            zeros(f32, rows * cols), size(rows), size(cols)], {"rows": rows, "cols": cols})
    n = 10000000
    run.flat("scan_begin_again_at_heads", n, 256, [below(n, 100), u8(n, "random=20"),
             zeros(s32, n), number(n)])
    rows, cols, window = 400, 20000, 32
    run.flat("_Z10movingMeanPKfPfiii", cols, 128, [f32(rows * cols), zeros(f32, rows * cols)]
             + numbers(rows, cols, window), {"rows": rows, "window": window},
             kernel="scan_moving_mean")
    sequences, length = 40000, 100
    n = sequences * length
    run.flat("scan_affine_steps", 16 * sequences, 128, [f32(n), f32(n), zeros(f32, n)]
             + numbers(sequences, length), {"sequences": sequences, "length": length})


def add_oars(lists):
    run = TwentySecond(lists, "oars")
    for n, j, k in [(1 << 22, 1 << 16, 1 << 20), (1 << 20, 4, 4096)]:
        run.flat("sort_bitonic_step_of_pairs", n, 256, [f32(n), s32(n, "iota")]
                 + numbers(n, j, k), {"j": j, "k": k})
    for letter, name, make, threads, blocks in [("j", "unsigned", u32, 512, 2000),
                                                ("d", "double", f64, 128, 700)]:
        run("_Z8tileSortI%sLi%dEEvPT_" % (letter, threads), blocks, threads,
            [make(2 * threads * blocks, "random")], {"blocks": blocks},
            kernel="sort_tile_" + name)
    n = 20000000
    blocks = ceil_div(n, 2048)
    run("_Z11countDigitsPKjPiii", blocks, 256, [u32(n, "random"), zeros(s32, 16 * blocks)]
        + numbers(n, 12), {"n": n}, kernel="sort_digits_counted")
    blocks = 8000
    run("_Z14sortTileByBytePKjPji", blocks, 256, [u32(256 * blocks, "random"),
        zeros(u32, 256 * blocks), number(16)], {"blocks": blocks}, kernel="sort_tile_by_byte")
    for n, each, run_length in [(1 << 22, 4096, 1024), (300000, 12, 25000)]:
        run.flat("sort_merge_runs_by_rank", n, 256, [s32(n, "gather=%d" % each), zeros(s32, n)]
                 + numbers(n, run_length), {"run": run_length})
    rows, classes = 20000, 100
    run.flat("sort_five_best_of_row", rows, 128, [f32(rows * classes), *numbers(rows, classes),
             zeros(f32, 5 * rows), zeros(u16, 5 * rows)], {"classes": classes})


def add_pears(lists):
    run = TwentySecond(lists, "pears")
    n = 1000000
    run("_Z10countBytesPKhxPj", 132, 256, [u8(n), wide(n), zeros(u32, 256)], {"n": n},
        kernel="hist_bytes_straight")
    for n, count, grid, block in [(32000000, 2048, 264, 512), (400000, 100, 66, 128)]:
        run("hist_upper_bits_dynamic", grid, block, [u32(n, "random"), unsigned(n),
            zeros(u32, count), unsigned(count)], {"n": n, "bins": count}, shared=4 * count)
    quads = 2000000
    run("_Z11jointLevelsPK6uchar4S1_iPi", 264, 256, [u8(4 * quads), u8(4 * quads), number(quads),
        zeros(s32, 1024)], {"quads": quads}, kernel="hist_joint_levels")
    for classes, n, grid in [(5, 8000000, 528), (16, 1000000, 132)]:
        run("_Z14votesOfClassesILi%dEEvPKiiPi" % classes, grid, 256, [below(n, classes),
            number(n), zeros(s32, classes)], {"n": n}, kernel="hist_votes_%d" % classes)
    w, h = 1920, 1080
    run.plane("hist_directions_of_tiles", w, h, (16, 16), [f32(w * h),
              zeros(f32, 36 * ceil_div(w, 16) * ceil_div(h, 16)), *numbers(w, h)])


def add_poppies(lists):
    run = TwentySecond(lists, "poppies")
    for threads, rows, quads in [(128, 8000, 250), (512, 300, 8000)]:
        run("_Z14softmaxRunningILi%dEEvPK6float4PS0_i" % threads, rows, threads,
            [f32(4 * rows * quads), zeros(f32, 4 * rows * quads), number(quads)],
            {"rows": rows, "quads": quads}, kernel="softmax_running_%d" % threads)
    length, heads = 1000, 16
    n = heads * length * length
    run("softmax_seen_so_far_halves", (ceil_div(length, 4), heads), 128, [f16(n), zeros(f16, n),
        number(length), real(2.5)], {"length": length, "heads": heads})
    n = 1000000
    run.flat("softmax_log_of_ten_classes", n, 256, [f32(10 * n), zeros(f32, 10 * n),
             zeros(s32, n), number(n)])
    for rows, pairs, block in [(6000, 512, 256), (100, 2048, 512)]:
        n = 2 * rows * pairs
        run("layer_norm_of_sum_kept", rows, block, [f32(n), f32(n), f32(2 * pairs),
            f32(2 * pairs), zeros(f32, n), number(pairs), real(1e-5)],
            {"rows": rows, "pairs": pairs}, shared=8 * pairs)
    rows, cols = 4096, 768
    run("layer_norm_gradients_down", ceil_div(cols, 32), (32, 8), [f32(rows * cols),
        f32(rows * cols), f32(rows), f32(rows), zeros(f32, cols), zeros(f32, cols),
        *numbers(rows, cols)], {"rows": rows, "cols": cols})


def add_ropes(lists):
    run = TwentySecond(lists, "ropes")
    rows, each = 300000, 12
    run.flat("_Z8rowByRowIfiEv3CsrIT_T0_EPKS1_PS1_", rows, 128,
             [structure(*packed(f32, rows, each, "band=%d" % each), number(rows)), f32(rows),
              zeros(f32, rows)], {"each": each}, kernel="spmv_row_by_row_float")
    rows, each = 50000, 30
    run.flat("_Z8rowByRowIdlEv3CsrIT_T0_EPKS1_PS1_", rows, 64,
             [structure(s64(rows + 1, "step=%d" % each), below(rows * each, rows),
                        f64(rows * each), wide(rows)), f64(rows), zeros(f64, rows)],
             {"each": each}, kernel="spmv_row_by_row_double")
    rows, room = 200000, 20
    slices = rows // 32
    run.flat("spmv_slices_own_width", rows, 256, [number(rows), s32(slices, "step=%d" % (32 * room)),
             below(slices, room + 1), below(32 * room * slices, rows), f32(32 * room * slices),
             f32(rows), zeros(f32, rows)], {"room": room})
    entries, each = 3000000, 10
    rows = entries // each
    run("spmv_entries_added_in_place", 528, 256, [s32(entries, "band=%d" % each),
        below(entries, rows), f32(entries), f32(rows), zeros(f32, rows), number(entries)],
        {"entries": entries, "rows": rows})
    rows, each = 50000, 20
    run.flat("spmm_entries_passed_by_shuffle", 32 * rows, 128, [number(rows)]
             + packed(f32, rows, each, "random=%d" % rows) + [f32(64 * rows),
             zeros(f32, 64 * rows)], {"rows": rows, "each": each})
    rows, each = 300000, 6
    run.flat("spmv_turned_by_scatter", rows, 192, [*numbers(rows, each), below(rows * each, rows),
             f64(rows * each), f64(rows), zeros(f64, rows)], {"each": each})
    n = 3000000
    run.flat("spmv_seven_diagonals_jacobi", n, 256, [f64(7 * n), f64(n), f64(n), zeros(f64, n),
             number(n)], constants=["offsets s32[7]:step=2000"])


def add_rudders(lists):
    run = TwentySecond(lists, "rudders")
    for n, block in [(12000, 128), (2000, 64)]:
        run.flat("nbody_of_structures", n, block, [f32(8 * n), zeros(f32, 8 * n), number(n),
                 real(0.001)])
    for potential, name, n, block in [(0, "tiles", 8192, 128), (1, "and_potential", 3000, 256)]:
        run.flat("_Z12pullInDoubleILb%dEEvPK11double4_16aP7double3Pd4Pull" % potential, n, block,
                 [f64(4 * n), zeros(f64, 3 * n), zeros(f64, n),
                  structure(double(2), double(0.01), *numbers(n, 0))], shared=32 * block,
                 kernel="nbody_double_" + name)
    atoms, room = 100000, 64
    run.flat("phys_forces_of_listed", atoms, 128, [f32(4 * atoms, "random=50"),
             below(atoms * room, atoms), below(atoms, room + 1), zeros(f32, 4 * atoms),
             number(atoms), *reals(20, 50)], {"room": room})
    n, side = 2000000, 512
    run.flat("phys_charges_onto_mesh", n, 256, [f32(2 * n, "random=%d" % (side - 1)), f32(n),
             zeros(f32, side * side), *numbers(n, side)], {"side": side})
    for n, steps, grid in [(1000000, 8, 528), (5000000, 1, 1056)]:
        run("phys_boris_turns", grid, 128, [structure(*[f32(n)] * 6), wide(n),
            structure(*reals(0.1, 0.2, 0.3)), structure(*reals(0, 0.5, 2)), real(0.05),
            number(steps)], {"n": n, "steps": steps})


def add_snails(lists):
    run = TwentySecond(lists, "snails")
    for letter, name, make, w, h, step, most, block in [
            ("f", "float", real, 1280, 960, 0.0025, 200, (16, 16)),
            ("d", "double", double, 640, 480, 0.005, 100, (32, 4))]:
        run.plane("_Z11escapeTimesI%sEvPi4ViewIT_E" % letter, w, h, block, [zeros(s32, w * h),
                  structure(make(-2.2), make(1.2), make(step), *numbers(w, h, most))],
                  {"most": most}, kernel="mandel_escape_" + name)
    w, h = 800, 600
    run.flat("mandel_julia_four_samples", w * h, 128, [zeros(u8, w * h), *numbers(w, h),
             *reals(-0.7, 0.27, 0.004)], {"width": w, "height": h})
    grid, each = 264, 4
    run("loop_hailstones_longest", grid, 128, [size(1000001), number(each), zeros(s32, grid)],
        {"each": each})
    n = 200000
    run.flat("_Z8lambertWPKdPdPiid", n, 192, [f64(n, "random=50"), zeros(f64, n), zeros(s32, n),
             number(n), double(1e-12)], kernel="loop_lambert_w")
    n = 4000000
    run("branch_by_kind_of_thing", 528, 256, [u8(n, "random=5"), f32(2 * n, "random=2"),
        zeros(f32, n), unsigned(n)], {"n": n})
    lists_, room = 100000, 64
    run.flat("loop_variances_of_ragged", lists_, 128, [s32(lists_, "step=%d" % room),
             below(lists_, room + 1), f32(lists_ * room), zeros(f32, lists_), number(lists_)],
             {"room": room})
    streams, room = 40000, 100
    run.flat("loop_bytes_with_more_bit", streams, 64, [u8(streams * room),
             below(streams, room + 1), zeros(u64, streams), *numbers(streams, room)],
             {"room": room})


def add_spades(lists):
    run = TwentySecond(lists, "spades")
    for unroll, nodes, next_, count, apart, rounds, block in [
            (1, 1 << 24, "chain=1000003", 200000, 83, 20, 256),
            (8, 1 << 20, "random=%d" % (1 << 20), 5000, 200, 6, 64)]:
        run.flat("_Z7walkersILi%dEEvPKjPjjjji" % unroll, count, block, [u32(nodes, next_),
                 zeros(u32, count), *map(unsigned, (nodes, count, apart)), number(rounds)],
                 {"nodes": nodes, "rounds": rounds}, kernel="chase_walkers_%d" % unroll)
    nodes, blocks, steps = 1000000, 8, 1000
    run("chase_weights_of_list", blocks, 32, [s32(nodes, "chain=7777"), f64(nodes),
        zeros(f64, blocks), number(steps)], {"nodes": nodes, "steps": steps})
    for levels, n in [(16, 1000000), (22, 200000)]:
        run.flat("chase_down_level_by_level", n, 256, [f32((1 << levels) - 1), f32(n),
                 zeros(s32, n), *numbers(levels, n)], {"levels": levels})
    nodes, each = 500000, 10
    run.flat("graph_next_level_of_reached", nodes, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), below(nodes, 6), zeros(s32, 1), *numbers(nodes, 2)],
             {"each": each})
    nodes, each = 200000, 12
    run.flat("graph_least_label_of_eight", 8 * nodes, 128, [s64(nodes + 1, "step=%d" % each),
             u32(nodes * each, "random=%d" % nodes), u32(nodes, "random=%d" % nodes),
             zeros(u32, nodes), unsigned(nodes)], {"nodes": nodes, "each": each})
    nodes, each, n = 20000, 32, 200000
    run.flat("graph_agreement_of_pairs", n, 128, [u32(nodes * each, "gather=20011"), number(each),
             below(2 * n, nodes), zeros(f32, n), number(n)], {"nodes": nodes, "each": each})
    n, k = 2000, 700
    run("graph_ways_through_node", (ceil_div(n, 256), n), 256, [below(n * n, 1000),
        *numbers(n, k)], {"n": n, "k": k})


def add_tulips(lists):
    run = TwentySecond(lists, "tulips")
    n = 4000000
    run.flat("img_rgb_to_three_planes", n, 256, [u8(3 * n)] + [zeros(u8, n)] * 3 + [number(n)])
    w, h = 2000, 1500
    run.plane("img_turned_by_sine", w, h, (16, 16), [f32(w * h), zeros(f32, w * h),
              *numbers(w, h), *reals(0.5, 0.8660254)])
    w, h, radius = 1600, 1200, 7
    run.plane("_Z15boxFromIntegralPKjPhiii", w, h, (32, 8), [u32((w + 1) * (h + 1), "random"),
              zeros(u8, w * h), *numbers(w, h, radius)], {"radius": radius},
              kernel="img_box_from_integral")
    for factor, w, h in [(2, 1920, 1080), (5, 400, 300)]:
        run.plane("_Z6shrinkILi%dEEvPK6uchar3PS0_ii" % factor, w, h, (16, 8),
                  [u8(3 * w * h * factor * factor), zeros(u8, 3 * w * h), *numbers(w, h)],
                  kernel="img_shrunk_%d" % factor)
    quads = 2000000
    run.flat("img_levels_by_shared_table", quads, 256, [u8(16 * quads), zeros(u8, 16 * quads),
             u8(256), number(quads)])
    w, h = 4096, 3000
    run.plane("img_dithered_to_bits", w, h, (64, 4), [u8(w * h), zeros(u32, w // 32 * h),
              *numbers(w, h)], constants=["bayer u8[64]:random=256"])


def add_vests(lists):
    run = TwentySecond(lists, "vests")
    paths, steps = 200000, 100
    run.flat("fin_paths_until_barrier", paths, 128, [structure(*reals(100, 95, 80, 0.03, 0.25, 1)),
             zeros(f32, paths), *numbers(paths, steps), unsigned(77)], {"steps": steps})
    options = 1000
    run("fin_tree_of_american_puts", options, 256, [f32(options, "random=100"),
        f32(options, "random=110"), zeros(f32, options), *reals(1.0126, 0.5003, 0.9999)],
        {"options": options})
    n = 300000
    run("fin_volatility_from_price", 264, 128, [f64(n, "random=30"), f64(n, "random=130"),
        zeros(f64, n), number(n), double(100), double(0.03), double(1)], {"n": n})
    quads = 4000000
    run.flat("rng_philox_even_floats", quads, 256, [zeros(f32, 4 * quads), unsigned(quads),
             unsigned(5), unsigned(6)])
    run("rng_darts_at_circle", 264, 256, [zeros(u64, 1), number(200)], {"throws": 200})
    scenarios, portfolios = 100000, 32
    run.flat("_Z16worthOfScenariosILi24EEvPKfS1_Pfii", scenarios, 128, [f32(24 * portfolios),
             f32(24 * scenarios), zeros(f32, scenarios * portfolios),
             *numbers(scenarios, portfolios)], {"portfolios": portfolios},
             kernel="fin_worth_of_scenarios")


def add_walnuts(lists):
    run = TwentySecond(lists, "walnuts")
    n = 50000000
    run("txt_words_of_bytes", 1056, 256, [u8(n), size(n), zeros(u32, 1)], {"n": n})
    n, length = 20000000, 6
    run.flat("txt_pattern_or_upper", n, 256, [u8(n, "random=4"), *numbers(n, length),
             zeros(u8, n)], {"length": length}, constants=["pattern u8[16]:random=4"])
    quads = 4000000
    run("_Z7loweredP5uint4j", 528, 256, [u8(16 * quads), unsigned(quads)], {"quads": quads},
        kernel="txt_lowered_by_words")
    n, stretch = 8000000, 64
    run.flat("txt_cuts_by_rolling_hash", ceil_div(n, stretch), 128, [u8(n), *numbers(n, stretch),
             unsigned(4095), zeros(u8, n)], {"stretch": stretch})
    for length, pairs, block in [(500, 1000, 128), (100, 5000, 32)]:
        run("dp_edits_along_diagonals", pairs, block, [u8(length * pairs, "random=4"),
            u8(length * pairs, "random=5"), number(length), zeros(s32, pairs)],
            {"length": length, "pairs": pairs}, shared=12 * (length + 1))
    for capacity, problems, items, block in [(500, 2000, 40, 128), (2000, 300, 100, 256)]:
        run("_Z8knapsackILi%dEEvPKiS1_iPi" % capacity, problems, block,
            [below(problems * items, 60), below(problems * items, 100), number(items),
             zeros(s32, problems)], {"problems": problems, "items": items},
            kernel="dp_knapsack_%d" % capacity)
    pairs, length = 100000, 200
    run.flat("dp_common_letters_by_bits", pairs, 128, [u8(64 * pairs), u8(length * pairs),
             zeros(s32, pairs), *numbers(pairs, length)], {"length": length})
    fields, width, rows = 200, 512, 200
    n = fields * width * rows
    run("dp_cheapest_seam_down", fields, 128, [f32(n), zeros(u8, n), zeros(f32, fields * width),
        *numbers(width, rows)], {"fields": fields, "width": width, "rows": rows},
        shared=8 * width)


def add_wrenches(lists):
    run = TwentySecond(lists, "wrenches")
    length, width, heads = 1024, 64, 16
    n = heads * length * width
    tiles = ceil_div(length, 16)
    run("att_scores_below_diagonal", (tiles, tiles, heads), (16, 16), [f32(n), f32(n),
        zeros(f32, heads * length * length), *numbers(length, width), real(0.125)],
        {"length": length, "width": width, "heads": heads})
    for width, tile, length, heads in [(32, 32, 1000, 32), (64, 16, 500, 16)]:
        n = heads * length * width
        run("_Z19wholeRowOfAttentionILi%dELi%dEEvPKfS1_S1_Pfif" % (width, tile),
            (ceil_div(length, 64), heads), 64, [f32(n), f32(n), f32(n), zeros(f32, n),
            number(length), real(0.5)], {"length": length, "heads": heads},
            kernel="att_row_for_thread_%d" % width)
    heads, room = 256, 2048
    run("att_one_query_of_kept", heads, 128, [f16(64 * heads), f16(64 * heads * room),
        f16(64 * heads * room), zeros(f32, 64 * heads), below(heads, room + 1), number(room),
        real(0.125)], {"heads": heads, "room": room})
    tokens, heads, pairs = 4096, 32, 64
    n = tokens * heads * pairs
    run.flat("att_pairs_turned_by_place", n, 256, [u16(2 * n), f32(pairs, "random"),
             *numbers(tokens, heads, pairs)], {"tokens": tokens, "heads": heads})
    length, heads = 1024, 16
    run("att_shares_times_values", (length // 64, heads), 128, [f16(heads * length * length),
        f16(heads * length * 64), zeros(f32, heads * length * 64), number(length)],
        {"length": length, "heads": heads})


def add_zippers(lists):
    run = TwentySecond(lists, "zippers")
    for rows, cols, block in [(8192, 1024, 256), (500, 20000, 128)]:
        run("quant_rows_to_bytes", rows, block, [f32(rows * cols), zeros(u8, rows * cols),
            zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    m, n, words = 1024, 1024, 256
    run("quant_tiles_of_dot_by_four", (ceil_div(n, 32), ceil_div(m, 32)), 256,
        [u32(m * words, "random"), u32(n * words, "random"), zeros(s32, m * n),
         *numbers(m, n, words)], {"m": m, "n": n, "words": words})
    for rows, cols in [(11008, 4096), (1000, 4096)]:
        run.flat("quant_row_of_nibbles_by_warp", 32 * rows, 128, [u32(rows * cols // 8, "random"),
                 f16(rows * cols // 64, "random"), f32(cols), zeros(f32, rows),
                 *numbers(rows, cols)], {"rows": rows, "cols": cols})
    m, n, k = 2048, 2048, 1024
    run("quant_bytes_on_tensor_cores", (n // 32, m // 64), 128, [u8(m * k), u8(n * k),
        zeros(s32, m * n), *numbers(m, n, k)], {"m": m, "n": n, "k": k})
    quads, channels = 2000000, 256
    run("_Z11backToBytesIhEvPK4int4PKiPKfPT_ii10Requantize", 528, 256,
        [below(4 * quads, 65536), below(channels, 1000), f32(channels, "random"),
         zeros(u8, 4 * quads), *numbers(quads, channels),
         structure(real(0.005), *numbers(10, 0, 255))], {"quads": quads, "channels": channels},
        kernel="quant_sums_to_bytes")
    m, n, words = 1000, 2000, 32
    run.plane("quant_signs_by_counting_bits", n, m, (32, 8), [u32(m * words, "random"),
              u32(n * words, "random"), zeros(u16, m * n), *numbers(m, n, words)],
              {"words": words})
    side, quads = 112, 32
    run("quant_depthwise_bytes", (side, side), quads, [u8(4 * side * side * quads),
        u8(36 * quads), zeros(s32, 4 * side * side * quads), *numbers(side, side, quads)],
        {"side": side, "quads": quads})


def add(lists):
    for of_file in (add_nozzles, add_oars, add_pears, add_poppies, add_ropes, add_rudders,
                    add_snails, add_spades, add_tulips, add_vests, add_walnuts, add_wrenches,
                    add_zippers):
        of_file(lists)

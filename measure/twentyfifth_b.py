"""A twenty-fifth validation set, second half: scans, searches, loops and small networks."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from twelfth import s64, structure


class TwentyFifth(Blind):
    folder = "twentyfifth"


def add_mandolins(lists):
    run = TwentyFifth(lists, "mandolins")
    for n, block in [(10000000, 192), (300000, 512)]:
        run.flat("scan_two_buffers_chunk", n, block, [f32(n), zeros(f32, n), number(n)],
                 shared=8 * block)
    for threads, items, n in [(128, 8, 20000003), (256, 4, 20000003), (256, 4, 400000)]:
        blocks = ceil_div(n, threads * items)
        run("_Z16scanItemsOfBlockILi%dELi%dEEvPKiPiS2_i" % (threads, items), blocks, threads,
            [below(n, 100), zeros(s32, n), zeros(s32, blocks), number(n)], {"n": n},
            kernel="scan_items_of_block_%d" % threads)
    n = 20000
    run("scan_totals_one_block", 1, 1024, [below(n, 1000), number(n)], {"n": n})
    n = 8000000
    run.flat("scan_segments_where_flagged", n, 320, [f32(n), u8(n, "random=2"), zeros(f32, n), number(n)])
    rows, cols = 600, 333
    run("scan_rows_by_warp_double", ceil_div(rows, 4), 128, [f64(rows * cols),
        zeros(f64, rows * cols), size(rows), size(cols)], {"rows": rows, "cols": cols})
    rows, cols = 2160, 3840
    run.flat("scan_down_columns_plain", cols, 96, [u32(rows * cols, "random=256"),
             zeros(u32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 16000000
    run("scan_largest_in_sixteens", 1000, 256, [f32(n), zeros(f32, n), wide(n)], {"n": n})


def add_napkins(lists):
    run = TwentyFifth(lists, "napkins")
    for quads, grid, block in [(25000000, 528, 320), (500000, 132, 256)]:
        run("hist_bytes_for_each_warp", grid, block, [u8(4 * quads), zeros(u32, 256), number(quads)],
            {"quads": quads, "grid": grid}, shared=32 * block)
    for n, bins in [(4000000, 1000), (4000000, 30)]:
        run.flat("hist_floats_straight", n, 256, [f32(n, "random"), zeros(s32, bins)]
                 + numbers(n, bins) + reals(-1, 1), {"bins": bins})
    n, bins = 20000000, 5000
    run("hist_weights_in_shared", 528, 512, [below(n, bins), f32(n), zeros(f32, bins), size(n),
        number(bins)], {"n": n, "bins": bins}, shared=4 * bins)
    w, h = 3840, 2160
    run("hist_joint_of_two_pictures", (ceil_div(w, 32), 5), (32, 16), [u8(w * h), u8(w * h),
        zeros(u32, 4096)] + numbers(w, h), {"width": w, "height": h})
    for n, keys in [(10000000, 12), (10000000, 60000)]:
        run("hist_equal_lanes_together", 792, 256, [u16(n, "random=%d" % keys), zeros(u32, 65536),
            number(n)], {"n": n, "keys": keys})
    for bins, threads, n in [(16, 128, 16000000), (64, 256, 4000000)]:
        run("_Z20countersOfEachThreadILi%dELi%dEEvPKjPjii" % (bins, threads),
            ceil_div(n, threads * 50), threads, [u32(n), zeros(u32, bins)] + numbers(n, 50),
            {"n": n, "bins": bins}, kernel="hist_counters_of_each_thread_%d" % bins)


def add_orchids(lists):
    run = TwentyFifth(lists, "orchids")
    rows, cols = 30000, 1000
    run("softmax_online_row_of_warp", ceil_div(rows, 8), 256, [f32(rows * cols),
        zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, pairs, block = 4096, 1500, 192
    run("softmax_halves_kept_in_shared", rows, block, [f16(2 * rows * pairs),
        zeros(f16, 2 * rows * pairs), number(pairs), real(0.125)],
        {"rows": rows, "pairs": pairs}, shared=8 * pairs)
    rows, cols = 100000, 50
    run.flat("softmax_log_thread_row", rows, 128, [f32(rows * cols), zeros(f32, rows * cols)]
             + numbers(rows, cols), {"cols": cols})
    for rows, cols, block in [(6000, 3000, 256), (512, 768, 96)]:
        run("layernorm_running_mean", rows, block, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols), zeros(f32, rows), zeros(f32, rows), number(cols), real(1e-5)],
            {"rows": rows, "cols": cols})
    for quads, rows in [(2, 50000), (8, 16000), (8, 500)]:
        n = 128 * quads
        run("_Z15normInRegistersILi%dEEvPK6float4S2_PS0_if" % quads, ceil_div(rows, 4), 128,
            [f32(rows * n), f32(n), zeros(f32, rows * n), number(rows), real(1e-5)],
            {"rows": rows, "cols": n}, kernel="layernorm_in_registers_%d" % n)
    rows, pairs = 5000, 2048
    run("rmsnorm_of_halved_sum_bf16", rows, 320, [u16(2 * rows * pairs), u16(2 * rows * pairs),
        u16(2 * pairs), zeros(u16, 2 * rows * pairs), number(pairs), real(1e-6)],
        {"rows": rows, "pairs": pairs})
    rows, cols = 6000, 1600
    run("layernorm_gain_gradient", (ceil_div(cols, 32), 12), (32, 8), [f32(rows * cols),
        f32(rows * cols), f32(rows), f32(rows), zeros(f32, cols)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})


def add_paddles(lists):
    run = TwentyFifth(lists, "paddles")

    def rows_of(make, rows, each, columns, starts=s32):
        return [starts(rows + 1, "step=%d" % each), s32(rows * each, columns), make(rows * each)]

    for rows, each, columns in [(1000000, 7, "band=7"), (60000, 40, "random=60000")]:
        run.flat("spmv_rows_in_turn_double", rows, 128, [number(rows)] + rows_of(f64, rows, each,
                 columns) + [f64(rows), f64(rows), double(1.5), double(0.5)],
                 {"each": each, "columns": columns})
    for lanes, rows, each in [(4, 500000, 11), (32, 5000, 90)]:
        run("_Z11rowsOfTilesILi%dEEviPKxPKiPKfS5_Pf" % lanes, ceil_div(rows * lanes, 256), 256,
            [number(rows)] + rows_of(f32, rows, each, "random=%d" % rows, s64) + [f32(rows),
            zeros(f32, rows)], {"rows": rows, "each": each}, kernel="spmv_rows_of_tiles_%d" % lanes)
    rows, most = 700000, 24
    run.flat("spmv_padded_with_lengths", rows, 192, [below(rows, most + 1), below(rows * most, rows),
             f32(rows * most), f32(rows), zeros(f32, rows), unsigned(rows)], {"most": most})
    n, rows = 6000000, 300000
    run("spmv_triples_added_by_atomics", 528, 256, [below(n, rows), below(n, rows), f32(n),
        f32(rows), zeros(f32, rows), number(n)], {"n": n, "rows": rows})
    rows, each = 100000, 12
    run.flat("spmv_blocks_four_by_four", 16 * rows, 128, [s32(rows + 1, "step=%d" % each),
             below(rows * each, rows), f64(16 * rows * each), f64(4 * rows), zeros(f64, 4 * rows),
             number(rows)], {"each": each})
    rows, each, features = 50000, 15, 96
    run("spmm_rows_times_features", ceil_div(rows, 8), (32, 8), rows_of(f32, rows, each,
        "random=%d" % rows) + [f32(rows * features), zeros(f32, rows * features)]
        + numbers(rows, features), {"rows": rows, "each": each, "features": features})
    n = 3000000
    run.flat("spmv_nine_diagonals", n, 256, [f32(9 * n), f32(n), zeros(f32, n)] + numbers(n, 9),
             constants=["diagonal_places s32[9]:step=1200"])


def add_quiches(lists):
    run = TwentyFifth(lists, "quiches")
    for threads, n in [(512, 4000000), (128, 50000)]:
        run("_Z13pairsInSharedILi%dEEvPKjPKiPjPii" % threads, ceil_div(n, 2 * threads), threads,
            [u32(n, "random"), s32(n, "iota"), zeros(u32, n), zeros(s32, n), number(n)], {"n": n},
            kernel="sort_pairs_in_shared_%d" % threads)
    for n, j, k in [(1 << 23, 1 << 15, 1 << 16), (1 << 16, 2, 64)]:
        run.flat("sort_bitonic_step_in_global", n, 256, [f32(n), unsigned(n), unsigned(j),
                 unsigned(k)], {"j": j, "k": k})
    n, block = 500000, 160
    run("sort_exchanging_neighbours", ceil_div(n, 2 * block), block, [u16(n, "random=30000"),
        zeros(u16, n), number(n)], {"n": n}, shared=4 * block)
    n = 20000
    run.flat("sort_rank_by_counting_all", n, 256, [f32(n), zeros(f32, n), number(n)])
    n, grid = 30000000, 792
    run("sort_radix_count_digits", grid, 256, [u32(n), zeros(u32, 16 * grid), unsigned(n),
        number(12), unsigned(ceil_div(n, grid))], {"n": n, "grid": grid})
    n = 6000000
    run.flat("sort_radix_split_block", n, 256, [u32(n), zeros(u32, n)] + numbers(n, 0, 8))
    na, nb, each = 6000000, 4000000, 7
    run("sort_merge_from_diagonals", ceil_div(ceil_div(na + nb, each), 128), 128,
        [s32(na, "step=2"), s32(nb, "step=3"), zeros(s32, na + nb)] + numbers(na, nb, each),
        {"na": na, "nb": nb, "each": each})
    for letter, name, make, length, rows in [("d", "double", f64, 9, 1000000),
                                             ("i", "int", s32, 16, 800000)]:
        run("_Z9smallRowsI%sLi%dEEvPKT_PS0_m" % (letter, length), ceil_div(rows, 128), 128,
            [make(rows * length), zeros(make, rows * length), size(rows)], {"rows": rows},
            kernel="sort_small_rows_" + name)


def add_rafts(lists):
    run = TwentyFifth(lists, "rafts")
    for block, n in [(128, 20000), (256, 3000)]:
        run.flat("_Z15pullOfAllBodiesILi%dEEvPK6float4PS0_if" % block, n, block, [f32(4 * n),
                 zeros(f32, 4 * n), number(n), real(0.01)], kernel="nbody_pull_of_all_%d" % block)
    n = 8000
    run.flat("nbody_pairs_plain_double", n, 64, [f64(4 * n), zeros(f64, n), zeros(f64, n),
             zeros(f64, n), number(n)])
    nx, ny, nz = 40, 36, 30
    cells = nx * ny * nz
    run("nbody_cells_lennard_jones", (nx, ny, nz), (8, 27), [f32(32 * cells), below(cells, 9),
        zeros(f32, 8 * cells)] + numbers(nx, ny, nz) + [real(1.5)], {"cells": cells})
    n, steps, block = 300000, 200, 96
    run.flat("phys_balls_bounce_in_box", n, block, [f32(7 * n), zeros(f32, 7 * n), unsigned(n),
             real(0.005), number(steps)], {"steps": steps})
    n, most = 500000, 40
    run("phys_density_from_neighbours", 660, 256, [f32(4 * n), below(n * most, n),
        below(n, most + 1), zeros(f32, n), number(n), real(0.7)], {"n": n, "most": most})
    for letter, name, write, w, h, most, block in [("f", "float", real, 1920, 1080, 1000, (32, 8)),
                                                   ("d", "double", double, 1000, 700, 300, (16, 12))]:
        run.plane("_Z8escapeOfI%sEvPtiiT_S1_S1_i" % letter, w, h, block, [zeros(u16, w * h)]
                  + numbers(w, h) + [write(-2.2), write(1.0), write(3.2 / w), number(most)],
                  {"most": most}, kernel="mandelbrot_escape_of_" + name)
    w, h = 2560, 1440
    run("mandelbrot_julia_in_colours", 1056, 192, [zeros(u32, w * h)] + numbers(w, h)
        + reals(-.8, .156) + [number(400)], {"width": w, "height": h},
        constants=["julia_palette u32[64]:random"])
    side = 900
    run.plane("mandelbrot_newton_three_roots", side, side, (16, 16), [zeros(u8, side * side),
              number(side), real(3), number(60)])


def add_sleds(lists):
    run = TwentyFifth(lists, "sleds")
    for n, hops, contents in [(4000000, 20, "random=4000000"), (100000, 300, "chain=4099"),
                              (2000000, 30, "chain=32")]:
        run.flat("chase_list_from_every_place", n, 256, [s32(n, contents), zeros(s32, n)]
                 + numbers(n, hops), {"hops": hops, "list": contents})
    count, n, depth = 1 << 20, 1000000, 24
    run("chase_nodes_of_tree", 528, 192, [u32(4 * count, "random=1065353216"), unsigned(count),
        u32(n), zeros(f32, n)] + numbers(n, depth), {"count": count, "n": n, "depth": depth})
    samples, width, trees, levels = 10000, 50, 300, 5
    inner = (1 << levels) - 1
    run.flat("gather_votes_of_forest", samples, 128, [f32(samples * width), f32(trees * inner),
             u8(trees * inner), f32(trees << levels), zeros(f32, samples)]
             + numbers(samples, width, trees, levels), {"trees": trees, "levels": levels})
    for n, kinds in [(6000000, 9), (6000000, 2)]:
        run.flat("branch_shapes_by_kind", n, 256, [u8(n, "random=%d" % kinds), f32(n), f32(n),
                 zeros(f32, n), number(n)], {"kinds": kinds})
    n, limit = 1000000, 0.9
    run.flat("branch_first_above_in_row", n, 192, [f32(100 * n, "random"), zeros(s32, n),
             unsigned(n), unsigned(100), real(limit)])
    for n, first in [(3000000, 1), (100000, 10 ** 12)]:
        run.flat("loop_collatz_longest_of_block", n, 256, [size(first), unsigned(n),
                 zeros(u32, ceil_div(n, 256)), zeros(u32, n)], {"first": first})
    n = 2000000
    run.flat("loop_common_divisor_by_shifts", n, 128, [u64(n), u64(n), zeros(u64, n), size(n)])
    n = 1500000
    run.flat("loop_kepler_until_settled", n, 128, [f64(n), f64(n), zeros(f64, n), number(n),
             double(1e-13)])


def add_thickets(lists):
    run = TwentyFifth(lists, "thickets")

    def graph(vertices, each, make=s32):
        return [make(vertices + 1, "step=%d" % each), make(vertices * each, "random=%d" % vertices)]

    for vertices, each, levels in [(1000000, 12, 4), (50000, 30, 6)]:
        run.flat("bfs_level_by_vertices", vertices, 256, graph(vertices, each)
                 + [below(vertices, levels), zeros(s32, 1)] + numbers(vertices, 0),
                 {"each": each, "levels": levels})
    vertices, each, many = 2000000, 40, 150000
    run("bfs_frontier_by_warps", 528, 256, graph(vertices, each) + [below(many, vertices),
        u32(ceil_div(vertices, 32)), zeros(u32, ceil_div(vertices, 32)), number(many)],
        {"vertices": vertices, "each": each, "many": many})
    vertices, degree, pairs = 100000, 48, 600000
    run.flat("graph_shared_neighbours_from_gaps", pairs, 128, [u8(vertices * degree, "random=20"),
             below(pairs, vertices), below(pairs, vertices), zeros(s32, pairs)]
             + numbers(pairs, degree), {"degree": degree})
    for letter, name, make, write, vertices, each in [("f", "float", f32, real, 1500000, 14),
                                                      ("d", "double", f64, double, 80000, 25)]:
        run("_Z11ranksPulledI%sEvPKiS1_S1_PKT_PS2_iS2_" % letter, 792, 256, graph(vertices, each)
            + [below(vertices, 30), make(vertices), zeros(make, vertices), number(vertices),
            write(0.85)], {"vertices": vertices, "each": each}, kernel="graph_ranks_pulled_" + name)
    edges, vertices = 10000000, 1000000
    run.flat("edge_relax_all_distances", edges, 512, [below(2 * edges, vertices), below(edges, 1000),
             below(vertices, 100000), below(vertices, 100000), wide(edges)],
             {"vertices": vertices})
    n = 4000000
    run.flat("graph_roots_of_parents", n, 256, [below(n, n), zeros(s32, n), number(n)])
    vertices, each = 800000, 16
    run.flat("graph_draws_for_colour", vertices, 256, graph(vertices, each)
             + [u8(vertices, "random=3")] + numbers(vertices, 5), {"each": each})


def add_umbras(lists):
    run = TwentyFifth(lists, "umbras")
    grid, block, throws = 1056, 256, 2000
    run("mc_quarter_circle_xorshift", grid, block, [zeros(u64, 1), number(throws), unsigned(7)],
        {"grid": grid, "throws": throws})
    n, steps = 400000, 252
    run.flat("mc_mean_of_price_paths", n, 128, [zeros(f32, n)] + numbers(n, steps)
             + [structure(*reals(100, 95, .03, .2, 1)), unsigned(99)], {"steps": steps})
    quads = 15000000
    run("rng_philox_four_floats", 792, 256, [zeros(f32, 4 * quads), size(quads),
        structure(unsigned(3), unsigned(4))], {"quads": quads})
    w, h = 4000, 3000
    run("mc_spins_of_one_colour", (ceil_div(w, 64), ceil_div(h, 8)), (32, 8), [u8(w * h, "random=2")]
        + numbers(w, h, 1) + [real(0.44), unsigned(2024)], {"width": w, "height": h})
    n, radius = 300000, 20
    run.flat("mc_steps_until_outside", n, 192, [zeros(u32, n), unsigned(n), number(radius),
             unsigned(5000)], {"radius": radius})
    for n, steps in [(1000000, 100), (5000, 1000)]:
        run.flat("phys_lorenz_four_stages", n, 128, [f32(3 * n), zeros(f32, 3 * n), number(n),
                 real(0.002), number(steps)], {"steps": steps})
    n = 200000
    run.flat("phys_oscillator_steps_adapt", n, 128, [f64(n), zeros(f64, 2 * n), zeros(s32, n),
             number(n), double(5), double(1e-3)])


def add_violets(lists):
    run = TwentyFifth(lists, "violets")
    for radius, w, h, block in [(2, 3000, 2000, (32, 8)), (5, 1280, 720, (16, 12))]:
        run.plane("_Z9edgesKeptILi%dEEvPKfPfiif" % radius, w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + [real(4)], {"radius": radius},
                  constants=["bilateral_near f32[121]:random=1"],
                  kernel="img_edges_kept_%d" % radius)
    w, h = 3840, 2160
    run.plane("img_sobel_tile_of_bytes", w, h, (32, 16), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h))
    w, h, pitch = 4000, 3000, 4096
    run.plane("img_median_by_nineteen_exchanges", w - 2, h - 2, (32, 6), [f32(pitch * h),
              zeros(f32, pitch * h), unsigned(w), unsigned(h), unsigned(pitch)])
    quads, rows = 1500, 4000
    run("img_integral_along_each_row", rows, 256, [u8(4 * quads * rows), zeros(u32, 4 * quads * rows),
        number(quads)], {"quads": quads, "rows": rows})
    n, done = 1 << 23, 1 << 10
    run.flat("fft_pass_radix_two", n // 2, 256, [f32(2 * n), zeros(f32, 2 * n)]
             + numbers(n // 2, done), {"done": done})
    batch = 40000
    run("fft_two_fifty_six_in_shared", batch, 64, [f32(512 * batch), zeros(f32, 512 * batch)],
        {"batch": batch})
    n, taps = 5000000, 63
    run.flat("sig_stereo_filter_of_shorts", n, 320, [u16(2 * n, "random=65536"), zeros(u16, 2 * n)]
             + numbers(n, taps), {"taps": taps}, shared=4 * (320 + taps - 1),
             constants=["audio_taps f32[64]:random=0.03"])
    w, h = 1920, 1088
    run("vid_motion_of_blocks", (w // 16, h // 16), 96, [u8(w * h), u8(w * h),
        zeros(u32, w * h // 256)] + numbers(w, h), {"width": w, "height": h})


def add_willows(lists):
    run = TwentyFifth(lists, "willows")
    heads, kv, length, block = 32, 8, 4000, 256
    n = length * kv * 128
    run("attn_query_keys_over_warps", heads, block, [f16(heads * 128), f16(n), f16(n),
        zeros(f16, heads * 128)] + numbers(length, kv) + [real(0.088)],
        {"heads": heads, "kv": kv, "length": length})
    heads, seqs, most, dim = 12, 16, 1000, 64
    n = heads * seqs * most * dim
    run("attn_query_scores_then_values", (heads, seqs), 128, [f32(heads * seqs * dim), f32(n), f32(n),
        zeros(f32, heads * seqs * dim), below(seqs, most)] + numbers(most, dim),
        {"most": most, "dim": dim}, shared=4 * most)
    for rows, cols in [(11008, 4096), (1000, 512)]:
        run("quant_matvec_of_bytes", ceil_div(rows, 8), 256, [u8(rows * cols), f32(rows), u8(cols),
            real(0.01), zeros(f32, rows)] + numbers(rows, cols // 16), {"rows": rows, "cols": cols})
    rows, cols = 14336, 4096
    run("quant_matvec_of_nibbles", 264, 320, [u32(rows * cols // 8), f16(rows * cols // 32), f32(cols),
        zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols}, shared=4 * cols)
    words = 6000000
    run.flat("quant_halves_from_nibbles", words, 256, [u32(words), f16(words // 16), u8(words // 16),
             zeros(f16, 8 * words), wide(words), number(16)])
    rates = structure(*reals(1e-3, .9, .99, 1e-8, .01, 1.2, 1.1))
    for kind, name, make, n in [("f", "float", f32, 20000000), ("13__nv_bfloat16", "bf16", u16, 3000000)]:
        run("_Z10stepOfAdamI%sEvPT_PKS%s_PfS%s_m9AdamRates" % (kind, *(("0", "4") if name == "float"
            else ("1", "5"))), 1056, 256, [make(n), make(n), f32(n), f32(n), size(n), rates],
            {"n": n}, kernel="op_step_of_adam_" + name)
    tokens, heads, half = 4096, 32, 64
    n = tokens * heads * half * 2
    run("op_turn_halves_of_heads", tokens, 256, [f16(n), zeros(f16, n), below(tokens, 4096)]
        + numbers(heads, half) + [real(10000)], {"tokens": tokens, "heads": heads})
    rows, width = 4096, 768
    run.flat("gelu_with_bias_and_slope", rows * width, 256, [f32(4 * rows * width), f32(4 * width),
             zeros(f32, 4 * rows * width), zeros(f32, 4 * rows * width), unsigned(rows * width),
             unsigned(width)])
    n, k = 4096, 4096
    run("gemm_sixteen_tokens_wmma", n // 16, 128, [f16(16 * k), f16(n * k), zeros(f32, 16 * n)]
        + numbers(n, k), {"n": n, "k": k})
    m, n, k = 2048, 3072, 1024
    run("gemm_two_stages_mma_bf16", (n // 64, m // 64), 128, [u16(m * k), u16(n * k),
        zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})


def add_xebecs(lists):
    run = TwentyFifth(lists, "xebecs")
    n = 80000000
    run("txt_words_begin_here", 1056, 256, [u8(n), zeros(u32, 1), size(n)], {"n": n})
    n, values = 20000000, 3
    run.flat("str_needle_at_every_place", n, 256, [u8(n, "random=%d" % values), zeros(u8, n)]
             + numbers(n, 9), {"values": values},
             constants=["needle_bytes u8[16]:random=%d" % values])
    n, length = 1000000, 40
    run.flat("hash_records_byte_by_byte", n, 128, [u8(n * length), zeros(u64, n)]
             + numbers(n, length), {"length": length})
    pieces, words = 500000, 64
    run.flat("code_checksum_of_pieces", pieces, 256, [u32(pieces * words), zeros(u32, pieces)]
             + numbers(pieces, words), {"words": words})
    n = 1500000
    run.flat("cry_chacha_over_blocks", n, 128, [u32(16 * n), zeros(u32, 16 * n), u32(8),
             unsigned(n), unsigned(1)])
    count, n = 3000000, 2000000
    run.flat("_Z13lowestNotLessIdjEvPKT_T0_S2_PS3_S3_", n, 256, [f64(count, "step=2"), unsigned(count),
             f64(n, "random=%d" % (2 * count)), zeros(u32, n), unsigned(n)], {"count": count},
             kernel="binary_search_not_below_double")
    count, n = 20000, 3000000
    run.flat("_Z13lowestNotLessIixEvPKT_T0_S2_PS3_S3_", n, 128, [s32(count, "step=3"), wide(count),
             below(n, 3 * count), zeros(s64, n), wide(n)], {"count": count},
             kernel="binary_search_not_below_int")
    for n, block in [(12000000, 256), (200000, 320)]:
        run.flat("db_rows_that_pass_packed", n, block, [below(n, 50), f32(n), f32(n),
                 zeros(s32, ceil_div(n, block) * block), zeros(s32, ceil_div(n, block)), number(n),
                 number(24)] + reals(-.5, .5))
    n, slots = 3000000, 1 << 22
    run.flat("db_keys_into_open_table", n, 256, [u32(n, "random=100000000"), zeros(u32, slots),
             unsigned(n), unsigned(slots - 1)], {"slots": slots})
    n, buckets = 5000000, 400000
    run.flat("db_probe_buckets_of_marks", n, 256, [u8(8 * buckets), u32(8 * buckets, "random"),
             u32(n, "random"), zeros(s32, n), unsigned(n), unsigned(buckets)], {"buckets": buckets})
    n, groups = 15000000, 200
    run("db_money_of_each_group", 528, 512, [u8(n), s64(n, "random=100000"), zeros(u64, groups),
        zeros(u32, groups)] + numbers(n, groups), {"n": n, "groups": groups}, shared=12 * groups)


def add_yurts(lists):
    run = TwentyFifth(lists, "yurts")
    for systems, n in [(100000, 100), (8000, 512)]:
        run.flat("la_thomas_systems_interleaved", systems, 128, [f64(systems * n), f64(systems * n),
                 f64(systems * n), zeros(f64, systems * n), zeros(f64, systems * n)]
                 + numbers(systems, n), {"length": n})
    n = 5000
    run("la_jacobi_sweep_full", ceil_div(n, 6), (32, 6), [f32(n * n), f32(n), f32(n), zeros(f32, n),
        unsigned(n)], {"n": n})
    for letter, name, make, side, systems in [("f", "float", f32, 6, 500000),
                                              ("d", "double", f64, 3, 1000000)]:
        run.flat("_Z10solveSmallI%sLi%dEEvPKT_S2_PS0_i" % (letter, side), systems, 128,
                 [make(side * side * systems), make(side * systems), zeros(make, side * systems),
                 number(systems)], {"side": side}, kernel="la_solve_small_" + name)
    for batch in [20000, 200]:
        run("la_cholesky_of_thirty_two", batch, (32, 8), [f32(1024 * batch), zeros(f32, 1024 * batch)],
            {"batch": batch})
    systems, n = 10000, 500
    run("la_cyclic_halving_in_shared", systems, 512, [f32(systems * n), f32(systems * n),
        f32(systems * n), zeros(f32, systems * n), number(n)], {"systems": systems, "n": n},
        shared=16 * 512)
    words, pairs = 200000, 1000000
    run.flat("dp_edits_between_words", pairs, 128, [u8(32 * words), below(pairs, words),
             below(pairs, words), zeros(s32, pairs), number(pairs)], {"words": words})
    capacity, weight = 50000, 31
    run.flat("dp_knapsack_next_thing", capacity + 1, 256, [below(capacity + 1, 1000),
             zeros(s32, capacity + 1)] + numbers(capacity, weight, 500), {"weight": weight})
    pairs, length = 60000, 300
    run("dp_local_match_along_lanes", ceil_div(pairs, 8), 256, [u8(32 * pairs), u8(pairs * length),
        zeros(s32, pairs)] + numbers(pairs, length), {"pairs": pairs, "length": length})
    for states, sequences, steps in [(32, 3000, 100), (96, 300, 200)]:
        run("_Z13likeliestPathILi%dEEvPKfS1_PKhPhPfi" % states, sequences, states,
            [f32(states * states), f32(16 * states), u8(sequences * steps),
             zeros(u8, sequences * steps * states), zeros(f32, sequences * states), number(steps)],
            {"sequences": sequences, "steps": steps}, kernel="dp_likeliest_path_%d" % states)


def add(lists):
    for of_file in (add_mandolins, add_napkins, add_orchids, add_paddles, add_quiches, add_rafts,
                    add_sleds, add_thickets, add_umbras, add_violets, add_willows, add_xebecs,
                    add_yurts):
        of_file(lists)

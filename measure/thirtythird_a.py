"""A thirty-third validation set, first half: copies, products, reductions, layers, small matrices, tables."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, unsigned, zeros
from fifth import size, u16
from sixth import below, even, numbers, reals
from twelfth import s64
from sixteenth import factors


class ThirtyThird(Blind):
    folder = "thirtythird"


def add_abacuses(lists):
    run = ThirtyThird(lists, "abacuses")
    for letter, per, name, make, n, block in [("f", 4, "floats", f32, 30000001, 256),
                                              ("f", 4, "floats", f32, 300000, 128),
                                              ("h", 8, "bytes", u8, 60000000, 320)]:
        run("_Z15copySeveralEachI%sLi%dEEvPKT_PS0_m" % (letter, per), ceil_div(n, per * block), block,
            [make(n), zeros(make, n), size(n)], {"n": n, "block": block},
            kernel="copy_several_each_" + name)
    for w, h, block in [(1920, 1080, (32, 8)), (301, 207, (16, 16))]:
        run.plane("copy_crop_of_frame", w, h, block, [u8(4 * 3840 * 2160), zeros(u8, 4 * w * h)]
                  + numbers(3840, 77, 100, w, h))
    n = 12000000
    run("copy_halves_widened", 792, 256, [f16(2 * n), zeros(f32, 2 * n), number(n)], {"pairs": n})
    for w, h in [(3000, 2001), (500, 700)]:
        run("transpose_padded_double_tile", (ceil_div(w, 16), ceil_div(h, 16)), (16, 16),
            [f64(w * h), zeros(f64, w * h)] + numbers(w, h), {"width": w, "height": h})
    images, channels, area = 8, 48, 112 * 112
    n = images * channels * area
    run.flat("transpose_planes_into_pixels", n, 256, [f32(n), zeros(f32, n)]
             + numbers(channels, area, n), {"channels": channels, "area": area})
    for n in [5000000, 40000]:
        run.flat("aos_drones_steered", n, 192, [f32(7 * n, "random"), unsigned(n), real(0.001)])
    n, points = 4000000, 1500000
    run.flat("gather_midpoints_of_edges", n, 256, [below(2 * n, points), f32(3 * points),
             zeros(f32, 3 * n), number(n)], {"points": points})
    n, owners = 10000000, 50000
    run("scatter_votes_to_owners", 528, 256, [below(n, owners), s32(n), zeros(s32, owners), wide(n)],
        {"n": n, "owners": owners})


def add_bassoons(lists):
    run = ThirtyThird(lists, "bassoons")

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (ceil_div(n, tile[1]), ceil_div(m, tile[0])), block, arguments,
            {"m": m, "n": n, "k": k}, **rest)

    m, n, k = 700, 650, 500
    product("gemm_unsigned_plain", m, n, k, (8, 32), (32, 8), factors(f64, m, n, k)
            + [unsigned(v) for v in (m, n, k)])
    for side, m, n, k in [(16, 1000, 1200, 800), (32, 1500, 1100, 700)]:
        product("_Z12tilesGuardedILi%dEEvPKfS1_Pfiii" % side, m, n, k, (side, side), (side, side),
                factors(f32, m, n, k) + numbers(m, n, k), kernel="gemm_tiles_guarded_%d" % side)
    for m, n, k in [(2048, 1536, 1024), (256, 512, 512)]:
        product("gemm_four_by_four_bias", m, n, k, (64, 64), 256, [f32(m * k), f32(k * n), f32(n),
                zeros(f32, m * n)] + numbers(n, k))
    for m, n, k in [(2048, 2048, 1024), (320, 640, 768)]:
        product("gemm_wmma_shared_panels", m, n, k, (32, 64), 128, factors(f16, m, n, k, f32)
                + numbers(n, k))
    m, n, k = 1000, 900, 2048
    product("gemm_bytes_tiled_dp4a", m, n, k, (16, 16), (16, 16), [u8(m * k), u8(n * k),
            zeros(s32, m * n)] + numbers(m, n, k // 4))
    rows, cols = 12000, 1000
    run("matvec_thread_to_row", ceil_div(rows, 96), 96, [f32(rows * cols), f32(cols), zeros(f32, rows)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols, block in [(11008, 4096, 256), (1000, 1024, 64)]:
        run("matvec_half_block_to_row", rows, block, [f16(rows * cols), f32(cols), zeros(f32, rows),
            number(cols // 8)], {"rows": rows, "cols": cols})


def add_cactuses(lists):
    run = ThirtyThird(lists, "cactuses")
    for letter, name, make, each, n, block in [("f", "float", f32, 4, 20000000, 256),
                                               ("d", "double", f64, 8, 1000001, 512)]:
        blocks = ceil_div(n, 2 * block)
        run("_Z15sumTreeInSharedI%sEvPKT_PS0_i" % letter, blocks, block, [make(n), zeros(make, blocks),
            number(n)], {"n": n, "block": block}, shared=each * block,
            kernel="sum_tree_in_shared_" + name)
    for n, grid in [(6000000, 528), (100000, 66)]:
        run("reduce_extent_of_cloud", grid, 256, [f32(4 * n, "random"), s32(1, "fill=2000000000"),
            zeros(s32, 1), unsigned(n)], {"n": n, "grid": grid})
    for rows, cols in [(20000, 700), (300, 4000)]:
        run("reduce_mean_and_spread_rows", ceil_div(rows, 8), (32, 8), [f32(rows * cols),
            zeros(f32, 2 * rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for n, block in [(10000000, 1024), (500000, 256)]:
        run.flat("scan_block_hillis", n, block, [below(n, 100), zeros(s32, n), number(n)])
    rows, cols = 3000, 5000
    run("scan_rows_carry_fours", rows, 256, [f32(rows * cols), zeros(f32, rows * cols), number(cols)],
        {"rows": rows, "cols": cols})
    n = 8000000
    run.flat("hist_letters_global", n, 256, [u8(n), zeros(u32, 256), size(n)])
    for n, grid in [(30000000, 528), (200000, 64)]:
        run("hist_reals_own_per_warp", grid, 256, [even(n), zeros(u32, 64), number(n), real(64)],
            {"n": n, "grid": grid})


def add_dinghies(lists):
    run = ThirtyThird(lists, "dinghies")
    for cols, rows in [(256, 40000), (1024, 3000)]:
        run("_Z21softmaxRowInRegistersILi%dEEvPKfPfi" % cols, ceil_div(rows, 4), (32, 4),
            [f32(rows * cols), zeros(f32, rows * cols), number(rows)], {"rows": rows, "cols": cols},
            kernel="softmax_row_held_by_warp_%d" % cols)
    rows, cols = 30000, 100
    run("softmax_thread_to_row", ceil_div(rows, 128), 128, [f32(rows * cols), zeros(f32, rows * cols)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, width, block in [(8192, 1024, 256), (512, 5000, 1024)]:
        run("layernorm_after_residual", rows, block, [f32(rows * width), f32(rows * width), f32(width),
            f32(width), zeros(f32, rows * width), number(width)], {"rows": rows, "width": width},
            shared=4 * width)
    rows, width = 6000, 2048
    run("rmsnorm_bfloat_pairs", rows, 128, [u16(rows * width), f32(width), zeros(u16, rows * width),
        number(width // 2)], {"rows": rows, "width": width})
    rows, hidden = 2000, 5504
    run.flat("act_swiglu_halves", rows * hidden, 256, [f16(2 * rows * hidden), zeros(f16, rows * hidden),
             number(hidden), wide(rows * hidden)], {"hidden": hidden})
    for n, grid in [(16000000, 1056), (100000, 98)]:
        run("op_sgd_momentum_nesterov", grid, 256, [f32(n), f32(n), f32(n, "zero")]
            + reals(1e-3, 0.9, 1e-4) + [number(n // 4)], {"n": n, "grid": grid})
    n = 9000000
    run("op_huber_loss_with_slope", 396, 512, [f32(n), f32(n), zeros(f32, n), zeros(f32, 1), real(0.5),
        number(n)], {"n": n})


def add_geckos(lists):
    run = ThirtyThird(lists, "geckos")
    for length, heads, causal in [(1024, 12, 1), (300, 8, 0)]:
        n = length * heads * 64
        run("attn_warp_to_query", (ceil_div(length, 4), heads), (32, 4), [f32(n), f32(n), f32(n),
            zeros(f32, n), number(length), "u8=%d" % causal], {"length": length, "heads": heads})
    for length, heads in [(2048, 256), (500, 32)]:
        n = length * heads * 128
        run("attn_decode_one_token", heads, 128, [f32(128 * heads), f16(n), f16(n),
            zeros(f32, 128 * heads), number(length)], {"length": length, "heads": heads},
            shared=4 * length)
    rows, cols = 4096, 3000
    run("quant_rows_to_signed_bytes", rows, 192, [f32(rows * cols), zeros(u8, rows * cols),
        zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    for rows, cols in [(14336, 4096), (1024, 1024)]:
        run("quant_nibbles_by_vector", ceil_div(rows, 8), 256, [u32(rows * cols // 8),
            f16(rows * cols // 64), f32(cols), zeros(f32, rows)] + numbers(rows, cols // 8),
            {"rows": rows, "cols": cols})
    tokens, length, words, width = 16384, 512, 50000, 768
    run("embedding_token_and_position", tokens, 192, [below(tokens, words), f32(words * width),
        f32(length * width), zeros(f32, tokens * width)] + numbers(length, width // 4),
        {"tokens": tokens, "width": width})
    rows, cols = 600, 8000
    run("op_topk_eight_rounds", rows, 256, [f32(rows * cols), zeros(f32, 8 * rows),
        zeros(s32, 8 * rows), number(cols)], {"rows": rows, "cols": cols}, shared=4 * cols)
    rows, cols = 512, 32000
    run("op_sample_by_walking", ceil_div(rows, 2), 64, [even(rows * cols), even(rows),
        zeros(s32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})


def add_jasmines(lists):
    run = ThirtyThird(lists, "jasmines")
    for side, count in [(3, 2000000), (5, 100000)]:
        n = side * side * count
        run.flat("_Z15smallTimesSmallILi%dEEvPKfS1_Pfi" % side, count, 128, [f32(n), f32(n),
                 zeros(f32, n), number(count)], kernel="la_small_times_small_%d" % side)
    n = 1500000
    run.flat("la_invert_three_by_three", n, 256, [f64(9 * n), zeros(f64, 9 * n), number(n)])
    for systems in [20000, 500]:
        run("la_gauss_warp_to_system", ceil_div(systems, 4), (32, 4), [f32(1024 * systems),
            f32(32 * systems), zeros(f32, 32 * systems), number(systems)], {"systems": systems})
    rows, each = 500000, 12
    run.flat("spmv_rows_of_lengths", rows, 256, [s32(rows + 1, "step=%d" % each),
             below(rows * each, rows), f64(rows * each), f64(rows), zeros(f64, rows), number(rows)],
             {"each": each})
    for rows, each in [(300000, 27), (5000, 100)]:
        run("_Z16sparseLanesToRowILi8EEvPKiS1_PKfS3_Pfi", ceil_div(8 * rows, 256), 256,
            [s32(rows + 1, "step=%d" % each), below(rows * each, rows), f32(rows * each), f32(rows),
             zeros(f32, rows), number(rows)], {"rows": rows, "each": each},
            kernel="spmv_eight_lanes_to_row")
    rows, each, wide_ = 20000, 15, 200
    run("spmm_block_to_row", rows, 96, [s32(rows + 1, "step=%d" % each), below(rows * each, rows),
        f32(rows * each), f32(rows * wide_), zeros(f32, rows * wide_), number(wide_)],
        {"rows": rows, "each": each, "wide": wide_})


def add_lichens(lists):
    run = ThirtyThird(lists, "lichens")
    for blocks in [4000, 50]:
        run("sort_bitonic_two_per_thread", blocks, 512, [u32(1024 * blocks)], {"blocks": blocks})
    n = 5000000
    run("sort_digits_counted_by_block", ceil_div(n, 256), 256, [u32(n), zeros(u32, 16 * ceil_div(n, 256)),
        number(n), number(8)], {"n": n})
    for n, m in [(4000000, 1000000), (100000, 3000)]:
        run.flat("db_join_on_sorted_ids", n, 256, [s64(n, "random=%d" % (3 * m)), s64(m, "step=3"),
                 f32(m), zeros(f32, n)] + numbers(n, m), {"m": m})
    n = 12000000
    run("db_filter_dates_and_amounts", 792, 256, [below(n, 3650), even(n), zeros(u32, 1 << 22),
        zeros(u32, 1)] + numbers(1000, 2000) + [real(0.4), number(n), unsigned((1 << 22) - 1)], {"n": n})
    n, places = 3000000, 1 << 20
    run.flat("db_probe_open_table", n, 320, [u32(n), u32(2 * places), zeros(u32, n), unsigned(n),
             unsigned(places - 1)], {"places": places})
    n, groups = 6000000, 25
    run("db_group_by_region", 264, 256, [u8(n, "random=%d" % groups), f64(n), even(n),
        zeros(f64, groups)] + numbers(n, groups), {"n": n, "groups": groups}, shared=8 * groups)


def add(lists):
    for of_file in (add_abacuses, add_bassoons, add_cactuses, add_dinghies, add_geckos, add_jasmines,
                    add_lichens):
        of_file(lists)

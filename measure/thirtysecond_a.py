"""A thirty-second validation set, first half: what moves, multiplies, sums, learns, sorts and joins."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16
from sixth import below, even, numbers, reals
from twelfth import structure


class ThirtySecond(Blind):
    folder = "thirtysecond"


def stepping(n, step):
    return s32(n, "step=%d" % step)


def add_backpacks(lists):
    run = ThirtySecond(lists, "backpacks")
    for w, h, source, target, rows in [(1900, 1500, 2048, 1920, 94)]:
        run("copy_pitched_rows", (ceil_div(w, 64), rows), (64, 4), [even(source * h), size(4 * source),
            zeros(f32, target * h), size(4 * target)] + numbers(w, h), {"width": w, "height": h})
    for code, name, to, make, words, unroll, n, block in [
            ("fLi4", "float", "0", f32, 1, 4, 30000001, 320),
            ("7double2Li2", "double2", "1", f64, 2, 2, 9000000, 192), ("hLi8", "byte", "0", u8, 1, 8, 25000003, 512)]:
        run("_Z14copyInHandfulsI%sEEvPKT_PS%s_m" % (code, to), ceil_div(n, block * unroll), block,
            [make(words * n), zeros(make, words * n), size(n)], {"n": n, "block": block},
            kernel="copy_in_handfuls_" + name)
    n = 1920 * 1080 * 3
    run.flat("copy_planes_to_pixels_half", n, 256, [f32(3 * n, "random=255"), zeros(f16, 3 * n),
             unsigned(n), structure(*reals(123.7, 116.3, 103.5)), structure(*reals(.0171, .0175, .0174))])
    for code, name, make, w, h, rows in [("f", "float", f32, 4500, 3300, 8), ("f", "float", f32, 700, 650, 32),
                                         ("d", "double", f64, 2500, 3000, 16)]:
        run("_Z17transposeSwizzledI%sEvPKT_PS0_ii" % code, (ceil_div(w, 32), ceil_div(h, 32)), (32, rows),
            [make(w * h), zeros(make, w * h)] + numbers(w, h), {"width": w, "height": h},
            kernel="transpose_swizzled_" + name)
    batch, length, heads, octets = 6, 1500, 20, 8
    n = 8 * batch * length * heads * octets
    run("transpose_heads_before_length", (ceil_div(length, 4), ceil_div(heads, 4), batch), (8, 4, 4),
        [f16(n), zeros(f16, n)] + numbers(length, heads, octets), {"length": length, "heads": heads})
    for n, block in [(3000000, 256), (70000, 96)]:
        run.flat("aos_particles_fall", n, block, [even(8 * n), wide(n)] + reals(.01, -1.))
    n = 5000000
    run("aos_points_split_staged", ceil_div(n, 96), 96, [even(3 * n)] + [zeros(f32, n)] * 3 + [number(n)],
        {"n": n})
    for edges, nodes, dim, block in [(400000, 30000, 96, (32, 6)), (60000, 2000, 16, (16, 16))]:
        run("scatter_add_messages", ceil_div(edges, block[1]), block, [even(edges * dim), below(edges, nodes),
            zeros(f32, nodes * dim)] + numbers(edges, dim), {"edges": edges, "dim": dim})
    n, w, h = 4000000, 2000, 1400
    run("gather_bilinear_samples", 1056, 256, [even(w * h), even(2 * n), zeros(f32, n)] + numbers(w, h, n),
        {"n": n, "width": w, "height": h})


def add_cauldrons(lists):
    run = ThirtySecond(lists, "cauldrons")
    m, n, k = 500, 700, 600
    run("gemm_plain_double_nt", (ceil_div(n, 16), ceil_div(m, 16)), (16, 16), numbers(m, n, k) + [double(.5),
        f64(m * k, "random"), f64(n * k, "random"), double(.25), f64(m * n, "random")],
        {"m": m, "n": n, "k": k})
    for shape, m, n, k in [((128, 128, 8, 8, 8), 1920, 2176, 1000),
                           ((64, 64, 16, 4, 4), 2048, 1536, 1024)]:
        run("_Z12sgemmBlockedILi%dELi%dELi%dELi%dELi%dEEvPKfS1_Pfiii" % shape, (n // shape[1], m // shape[0]), 256,
            [f32(m * k), f32(k * n), zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="gemm_blocked_%d_by_%d" % shape[:2])
    for m, n, k in [(2048, 1280, 1536)]:
        run("gemm_wmma_bf16_staged", (n // 64, m // 64), 128, [u16(m * k), u16(k * n), zeros(f32, m * n)]
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(4096, 3072, 2048), (640, 896, 1024)]:
        run("gemm_mma_half_in_thirds", (n // 128, m // 128), 256, [f16(m * k), f16(k * n), zeros(f32, m * n)]
            + numbers(m, n, k), {"m": m, "n": n, "k": k}, shared=61440)
    m, n, k, block = 1024, 1536, 2048, 128
    run("gemm_mma_int8_unstaged", ceil_div(m // 32 * (n // 32) * 32, block), block, [u8(m * k), u8(n * k),
        zeros(s32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    m, k = 300000, 200
    run("gemm_tall_by_sixteen", ceil_div(m, 128), 128, [even(m * k), even(16 * k), zeros(f32, 16 * m)]
        + numbers(m, k), {"m": m, "k": k}, shared=64 * k)
    for rows, cols, block in [(11008, 4096, 256), (1000, 1544, 96)]:
        run("matvec_half_octets", ceil_div(32 * rows, block), block, [f16(rows * cols), f16(cols), zeros(f16, rows)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols, share = 12000, 5000, 300
    run("matvec_transposed_in_shares", (ceil_div(cols, 192), ceil_div(rows, share)), 192, [even(rows * cols),
        even(rows), zeros(f32, cols)] + numbers(rows, cols, share), {"rows": rows, "cols": cols})


def add_dandelions(lists):
    run = ThirtySecond(lists, "dandelions")
    for n, blocks, block in [(50000000, 1056, 256)]:
        run("reduce_least_and_greatest", blocks, block, [s32(n), zeros(s32, 2 * blocks), size(n)],
            {"n": n, "blocks": blocks})
    n = 15000000
    run("reduce_norm_by_tiles", 528, 320, [f64(n, "random"), zeros(f64, 1), number(n)], {"n": n})
    for rows, columns, block in [(6000, 5000, 192), (300, 50257, 1024)]:
        run("reduce_argmax_of_rows", rows, block, [even(rows * columns), zeros(s32, rows), number(columns)],
            {"rows": rows, "columns": columns})
    for items, block, n in [(7, 256, 20000000), (1, 1024, 3000000)]:
        run("_Z10scanChunksILi%dELi%dEEvPKjPjS2_j" % (items, block), ceil_div(n, items * block), block,
            [u32(n, "random=100"), zeros(u32, n), zeros(u32, ceil_div(n, items * block)), unsigned(n)], {"n": n},
            kernel="scan_chunks_of_%d" % items)
    for rows, steps in [(12000, 1000)]:
        run("scan_gated_recurrence", ceil_div(rows, 4), (32, 4), [even(rows * steps), even(rows * steps),
            zeros(f32, rows * steps)] + numbers(rows, steps), {"rows": rows, "steps": steps})
    for n, values in [(80000000, 256), (80000000, 5)]:
        run("hist_bytes_by_warp", 1056, 256, [u8(n, "random=%d" % values), zeros(u32, 256), number(n // 4)],
            {"n": n, "values": values})
    n = 10000000
    run("hist_edges_halved", 792, 192, [f32(n, "random=256"), zeros(s32, 64), wide(n)], {"n": n},
        constants=["hist_dandelion_edges f32[65]:step=4"])
    for n, bins in [(4000000, 11)]:
        run.flat("hist_long_keys_lanes_agree", n, 128, ["s64[%d]:random=1000000007" % n, zeros(u32, bins), unsigned(bins),
                 number(n)], {"bins": bins})


def add_elevators(lists):
    run = ThirtySecond(lists, "elevators")
    for rows, cols, block in [(20000, 1000, 128), (3000, 77, 64)]:
        run("softmax_online_half", ceil_div(rows, block // 32), block, [f16(rows * cols), zeros(f16, rows * cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    length, heads = 1100, 24
    run("softmax_causal_in_shared", (length, heads), 192, [f32(heads * length * length), number(length),
        real(.125)], {"length": length, "heads": heads}, shared=4 * length)
    for quads, rows, hidden, block in [(2, 9000, 1536, 192), (5, 700, 5120, 256)]:
        n = rows * hidden
        run("_Z10addAndNormILi%dEEvPK6float4PS0_S2_S2_S3_if" % quads, rows, block, [f32(n), f32(n), even(hidden),
            even(hidden), zeros(f32, n), number(hidden), real(1e-5)], {"rows": rows, "hidden": hidden},
            kernel="layernorm_added_%d_quads" % quads)
    rows, pairs = 4096 * 24, 64
    run("rmsnorm_heads_bf16", ceil_div(rows, 8), (32, 8), [u16(2 * rows * pairs), u16(2 * pairs), wide(rows),
        number(pairs), real(1e-6)], {"rows": rows, "pairs": pairs})
    for rows, width, blocks in [(3000, 2752, 792)]:
        n = rows * width
        run("act_swiglu_packed", blocks, 256, [f16(4 * n), zeros(f16, 2 * n), unsigned(width), unsigned(n)],
            {"rows": rows, "width": width})
    for dim, length, heads, block, causal in [(64, 2000, 16, 128, 1), (32, 1024, 24, 64, 0)]:
        n = length * heads * dim
        run("_Z11attendTilesILi%dEEvPKfS1_S1_Pfifi" % dim, (ceil_div(length, block), heads), block, [f32(n), f32(n),
            f32(n), zeros(f32, n), number(length), real(dim ** -.5), number(causal)],
            {"length": length, "heads": heads}, kernel="attn_tiles_of_dim_%d" % dim)
    for sequences, heads, pages in [(32, 16, 128), (3, 12, 40)]:
        cache = sequences * pages * heads * 16 * 128
        limit = 16 * pages
        run("attn_newest_token_paged", (heads, sequences), 128, [f16(sequences * heads * 128), f16(cache), f16(cache),
            below(sequences * pages, sequences * pages), below(sequences, limit), zeros(f16, sequences * heads * 128)]
            + numbers(pages, limit) + [real(.0884)], {"sequences": sequences, "heads": heads}, shared=4 * limit)
    rows, classes = 4000, 10003
    run("op_cross_entropy_smoothed", rows, 320, [f32(rows * classes), below(rows, classes), zeros(f32, rows),
        zeros(f32, rows * classes), number(classes), real(.1)], {"rows": rows, "classes": classes})
    images, channels, a_group, pixels = 32, 96, 6, 28 * 28
    n = images * channels * pixels
    run("layer_groups_normed", images * channels // a_group, 256, [f32(n), zeros(f32, n), even(channels),
        even(channels)] + numbers(channels, a_group, pixels), {"images": images})


def add_grottoes(lists):
    run = ThirtySecond(lists, "grottoes")
    for rows, columns, block in [(8192, 3072, 256)]:
        run("quant_rows_by_absmax", rows, block, [f32(rows * columns), zeros(u8, rows * columns), zeros(f32, rows),
            number(columns)], {"rows": rows, "columns": columns})
    rows, words = 14336, 512
    run("quant_matvec_four_bits_grouped", ceil_div(rows, 4), (32, 4), [u32(rows * words), f16(rows * words // 16, "random"),
        f16(8 * words), zeros(f32, rows)] + numbers(rows, words), {"rows": rows, "words": words})
    m, n, k4 = 900, 1100, 300
    run("quant_linear_dp4a_relu", (ceil_div(n, 16), ceil_div(m, 16)), (16, 16), [s32(m * k4), s32(n * k4),
        f32(m, "random=0.01"), f32(n, "random=0.01"), f32(n), zeros(f32, m * n)] + numbers(m, n, k4),
        {"m": m, "n": n, "k4": k4})
    for n, blocks in [(40000000, 1320)]:
        run("net_adamw_half_weights", blocks, 256, [f32(n), zeros(f16, n), f16(n), zeros(f32, n), zeros(f32, n),
            size(n)] + reals(1e-3, .9, .95, .1, .5, .4, 128.), {"n": n, "blocks": blocks})
    layers, each = 300, 50000
    run("net_lars_layers", layers, 512, [f32(layers * each), f32(layers * each), zeros(f32, layers * each),
        stepping(layers + 1, each)] + reals(.1, .001), {"layers": layers, "each": each})
    for tokens, length, words, quads, block in [(16384, 512, 50000, 192, 192), (600, 100, 3000, 75, 96)]:
        run("embedding_word_and_place", tokens, block, [below(tokens, words), f32(4 * words * quads),
            f32(4 * length * quads), zeros(f32, 4 * tokens * quads)] + numbers(length, quads),
            {"tokens": tokens, "quads": quads})
    for best, rows, vocabulary, block in [(4, 2000, 8000, 128), (12, 128, 128256, 512)]:
        run("_Z10bestTokensILi%dEEvPKfPfPii" % best, rows, block, [f32(rows * vocabulary), zeros(f32, rows * best),
            zeros(s32, rows * best), number(vocabulary)], {"rows": rows, "vocabulary": vocabulary},
            kernel="llm_best_%d_tokens" % best)
    rows, vocabulary = 256, 32000
    run("llm_draw_token_gumbel", rows, 1024, [f32(rows * vocabulary), zeros(s32, rows), number(vocabulary), real(.8),
        unsigned(12345)], {"rows": rows, "vocabulary": vocabulary})


def add_haystacks(lists):
    run = ThirtySecond(lists, "haystacks")
    for side, count, block in [(4, 1000000, 128), (7, 300000, 64)]:
        run.flat("_Z14choleskyAcrossILi%dEEvPKfPfi" % side, count, block, [even(side * side * count),
                 zeros(f32, side * side * count), number(count)], kernel="la_cholesky_across_%d" % side)
    systems = 50000
    run("la_gauss_jordan_half_warp", ceil_div(16 * systems, 128), 128, [f64(256 * systems), f64(16 * systems),
        zeros(f64, 16 * systems), number(systems)], {"systems": systems})
    for n, systems, block in [(256, 40000, 128)]:
        run("la_tridiagonal_across", ceil_div(systems, block), block, [even(n * systems)] * 4
            + [zeros(f32, n * systems)] * 2 + numbers(n, systems), {"n": n, "systems": systems})
    n = 2000000
    run.flat("la_sym3_eigen_by_rotations", n, 192, [f32(6 * n), zeros(f32, 3 * n), unsigned(n)])
    rows, room, columns = 500000, 32, 400000
    run.flat("spmv_csr_uneven_rows", rows, 256, [stepping(rows, room), u8(rows, "random=%d" % (room + 1)),
             below(rows * room, columns), even(rows * room), even(columns), zeros(f32, rows), number(rows)],
             {"columns": columns})
    for code, lanes, make, rows, each, blocks, block in [("4Ef", 4, f32, 800000, 11, 2000, 256),
                                                         ("16Ed", 16, f64, 60000, 70, 528, 128)]:
        run("_Z9spmvTilesILi%sEvPKxPKiPKT0_S6_PS4_i" % code, blocks, block, ["s64[%d]:step=%d" % (rows + 1, each),
            below(rows * each, rows), make(rows * each, "random"), make(rows, "random"), zeros(make, rows),
            number(rows)], {"rows": rows, "each": each}, kernel="spmv_tiles_of_%d" % lanes)
    for rows, each, features, block in [(50000, 15, 128, (32, 4))]:
        run("spmm_mean_of_neighbours", ceil_div(rows, block[1]), block, [stepping(rows + 1, each),
            below(rows * each, rows), even(rows * features), zeros(f32, rows * features)] + numbers(rows, features),
            {"rows": rows, "features": features})
    rows, each = 100000, 18
    run("spmv_blocks_of_four", ceil_div(4 * rows, 128), 128, [stepping(rows + 1, each), below(rows * each, rows),
        even(16 * rows * each), even(4 * rows), zeros(f32, 4 * rows), number(rows)], {"rows": rows})


def add_lampposts(lists):
    run = ThirtySecond(lists, "lampposts")
    n = 3000000
    run("sort_pairs_bitonic_shared", ceil_div(n, 1024), 512, [even(n), s32(n, "iota"), number(n)], {"n": n})
    for block, bits, n in [(256, 8, 8000000), (1024, 4, 5000000)]:
        run("_Z15blockRadixSplitILi%dELi%dEEvPKjPjii" % (block, bits), ceil_div(n, block), block, [u32(n), zeros(u32, n)]
            + numbers(4, n), {"n": n}, kernel="sort_split_by_%d_bits" % bits)
    for na, nb, each, block in [(6000000, 4000000, 8, 128), (200000, 300000, 15, 256)]:
        run("sort_merge_diagonals", ceil_div(ceil_div(na + nb, each), block), block, [stepping(na, 2), stepping(nb, 3),
            zeros(s32, na + nb)] + numbers(na, nb, each), {"na": na, "nb": nb, "each": each})
    n = 4000000
    run.flat("sort_eights_in_registers", n, 256, [s32(8 * n), zeros(s32, 8 * n), size(n)])
    for n, slots, keys in [(3000000, 1 << 23, 1 << 30), (1000000, 1 << 16, 20000)]:
        run.flat("db_join_build_slots", n, 256, [u32(n, "random=%d" % keys), zeros(u32, slots), zeros(u32, slots),
                 unsigned(slots - 1), unsigned(n)], {"slots": slots, "keys": keys})
    n, slots, built = 10000000, 1 << 22, 2000000
    run("db_join_probe_tagged", 1056, 256, [u32(n, "random=%d" % (1 << 22)), u8(slots), below(slots, built),
        u32(built, "random=%d" % (1 << 22)), zeros(s32, n), unsigned(slots - 1), number(n)],
        {"n": n, "slots": slots})
    for n, low, high, most in [(20000000, .1, .9, 40)]:
        run.flat("db_filter_append", n, 320, [even(n), below(n, 50), zeros(s32, 1 << 25), zeros(u32, 1),
                 unsigned((1 << 25) - 1)] + reals(low, high) + numbers(most, n))
    for n, groups in [(30000000, 200), (30000000, 6)]:
        run("db_group_cents", 528, 512, [u8(n, "random=%d" % groups), s32(n, "random=100000"),
            "s64[%d]:zero" % groups, zeros(u32, groups), number(groups), wide(n)], {"n": n, "groups": groups},
            shared=12 * groups)


def add(lists):
    add_backpacks(lists)
    add_cauldrons(lists)
    add_dandelions(lists)
    add_elevators(lists)
    add_grottoes(lists)
    add_haystacks(lists)
    add_lampposts(lists)

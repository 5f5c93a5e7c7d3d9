"""A twenty-third validation set, first half: plain kernels of one who has never seen the predictions."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import factors
from twelfth import s64, structure


class TwentyThird(Blind):
    folder = "twentythird"


def add_apples(lists):
    run = TwentyThird(lists, "apples")
    for n, start, to in [(24000000, 3, 1), (600000, 32, 0)]:
        run.flat("copy_between_offsets", n, 256, [f32(n + start), unsigned(start),
                 zeros(f32, n + to), unsigned(to), unsigned(n)], {"from": start, "to": to})
    n, k = 3000000, 5
    run("copy_each_kth_double", 528, 256, [zeros(f64, n), f64(n * k), size(n), size(k)],
        {"n": n, "k": k})
    for code, name, make, words, per, n, block in [("6short4Li1", "short4", u16, 4, 1, 8000000, 256),
                                                   ("10ulonglong2Li2", "ulonglong2", u64, 2, 2, 5000000, 128),
                                                   ("tLi4", "ushort", u16, 1, 4, 4000000, 256)]:
        place = "0" if code == "tLi4" else "1"
        entry = "_Z9copyWordsI%sEEvPT_PKS%s_i" % (code, place)
        run(entry, ceil_div(n, per * block), block, [zeros(make, words * n), make(words * n),
            number(n)], {"n": n, "block": block}, kernel="copy_words_%s" % name)
    pitch, height, w, h = 5000, 3000, 3000, 2500
    run.plane("copy_window_of_picture", w, h, (32, 8), [u8(4 * pitch * height), number(pitch),
              structure(*numbers(300, 200, w, h)), zeros(u8, 4 * w * h)], {"pitch": pitch})
    n = 10000000
    run.flat("copy_stereo_interleaved", n, 256, [f32(n), f32(n), zeros(f32, 2 * n), wide(n)])
    n, by = 6000000, 1234567
    run("copy_ring_turned", 1056, 256, [s32(n), zeros(s32, n)] + numbers(n, by), {"n": n, "by": by})
    quads = 5000000
    run.flat("copy_float4_to_halves", quads, 192, [f32(4 * quads), zeros(f16, 4 * quads),
             number(quads)])
    n = 15000000
    run("copy_other_endian", 1056, 256, [u32(n), zeros(u32, n), unsigned(n)], {"n": n})


def add_beacons(lists):
    run = TwentyThird(lists, "beacons")
    for n in [3000000, 100000]:
        run.flat("aos_stars_drawn_to_centre", n, 256, [f32(7 * n), number(n), real(0.01)])
    n = 5000000
    run.flat("aos_purchases_priced", n, 128, [below(4 * n, 100), zeros(f64, n), size(n)])
    n = 6000000
    run("aos_readings_to_series", 1056, 256, [f32(4 * n), structure(*[zeros(f32, n)] * 3,
        zeros(u16, n)), unsigned(n)], {"n": n})
    n = 2000000
    run.flat("aos_loans_paid_off", n, 256, [below(3 * n, 36), zeros(s32, n)] + numbers(n, 700))
    n = 4000000
    run("aos_rays_meet_ball", 792, 256, [f32(6 * n), zeros(f32, n), number(n),
        structure(*reals(.1, .2, -.1, .7))], {"n": n})
    n = 2000000
    run.flat("aos_double3_crossed", n, 256, [f64(3 * n), f64(3 * n), zeros(f64, 3 * n), number(n)])


def add_cymbals(lists):
    run = TwentyThird(lists, "cymbals")
    words, count, pairs = 20000, 50000, 384
    run("gather_word_vectors", words, 128, [below(words, count), f16(2 * pairs * count),
        zeros(f16, 2 * pairs * words), number(pairs), real(27.7)],
        {"words": words, "count": count, "pairs": pairs})
    for n, limit in [(5000000, 50000000), (5000000, 1000000)]:
        run.flat("gather_or_nothing", n, 256, [f32(limit), below(n, limit + limit // 10),
                 zeros(f32, n), size(n), number(limit)], {"limit": limit})
    w, h = 4096, 3072
    run.plane("gather_picture_turned", w, h, (32, 8), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h) + [structure(*reals(.9553365, .2955202, w / 2, h / 2))])
    n, places, last = 4000000, 1000000, 2000000
    run("gather_through_two_tables", 528, 256, [u32(n, "random=%d" % places),
        u32(places, "random=%d" % last), f64(last), zeros(f64, n), unsigned(n)],
        {"n": n, "places": places, "last": last})
    n = 20000000
    run("table_lookup_palette", 1056, 256, [u8(n), u8(1024), zeros(u8, 4 * n), number(n)], {"n": n})
    for n, degree in [(1000000, 8), (100000, 20)]:
        run.flat("gather_mean_of_neighbours", n, 128, [below(n * degree, n), f32(n), zeros(f32, n)]
                 + numbers(n, degree), {"degree": degree})
    n = 4000000
    run.flat("scatter_records_to_places", n, 256, [s32(2 * n), s32(n, "gather=2345671"),
             zeros(s32, 2 * n), number(n)])


def add_doughnuts(lists):
    run = TwentyThird(lists, "doughnuts")
    rows, cols = 2000, 3000
    run("transpose_strided_reads", (ceil_div(rows, 32), ceil_div(cols, 8)), (32, 8),
        [f32(rows * cols), zeros(f32, rows * cols), unsigned(rows), unsigned(cols)],
        {"rows": rows, "cols": cols})
    for letter, name, make, step, rows, cols in [("f", "float", f32, 8, 4000, 5000),
                                                 ("f", "float", f32, 8, 900, 700),
                                                 ("d", "double", f64, 16, 2048, 1500),
                                                 ("h", "byte", u8, 8, 6000, 8000)]:
        run("_Z8turnTileI%sLi32ELi%dEEvPT_PKS0_ii" % (letter, step), (ceil_div(cols, 32),
            ceil_div(rows, 32)), (32, step), [zeros(make, rows * cols), make(rows * cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols}, kernel="transpose_turn_" + name)
    rows, cols = 4096, 3000
    run("transpose_four_by_four", (ceil_div(cols // 4, 16), ceil_div(rows // 4, 16)), (16, 16),
        [f32(rows * cols), zeros(f32, rows * cols)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})
    for w, h in [(2048, 2048), (4096, 3072)]:
        run("transpose_along_diagonals", (w // 32, h // 32), (32, 8), [s32(w * h), zeros(s32, w * h)]
            + numbers(w, h), {"width": w, "height": h})
    tokens, heads, pairs = 8192, 16, 32
    n = 2 * tokens * heads * pairs
    run("transpose_tokens_and_heads", tokens, 256, [f16(n), zeros(f16, n)]
        + numbers(tokens, heads, pairs), {"tokens": tokens, "heads": heads, "pairs": pairs})
    squares = 200000
    run.flat("transpose_squares_of_bits", 32 * squares, 256, [u32(32 * squares, "random"),
             zeros(u32, 32 * squares), number(squares)], {"squares": squares})


def add_eagles(lists):
    run = TwentyThird(lists, "eagles")
    for m, n, k, block in [(768, 1024, 512, (16, 16)), (1500, 1100, 700, (32, 8))]:
        run("matmul_scaled_simple", (ceil_div(n, block[0]), ceil_div(m, block[1])), block,
            numbers(m, n, k) + [real(1.5), f32(m * k), f32(k * n), real(0.5), f32(m * n)],
            {"m": m, "n": n, "k": k})
    m, n, k = 600, 512, 700
    run("matmul_row_of_a_kept", m, 128, factors(f64, m, n, k) + [unsigned(n), unsigned(k)],
        {"m": m, "n": n, "k": k}, shared=8 * k)
    for letter, name, side, make, m, n, k in [("f", "float", 32, f32, 1024, 1000, 1024),
                                              ("f", "float", 32, f32, 300, 260, 500),
                                              ("d", "double", 16, f64, 640, 600, 500),
                                              ("i", "int", 16, s32, 800, 800, 800)]:
        run("_Z12tiledProductI%sLi%dEEvPKT_S2_PS0_5Sizes" % (letter, side), (ceil_div(n, side),
            ceil_div(m, side)), (side, side), factors(make, m, n, k)
            + [structure(*numbers(m, n, k))], {"m": m, "n": n, "k": k},
            kernel="matmul_tiled_%s_%d" % (name, side))
    n, k = 1000, 512
    run("matmul_with_own_transpose", (ceil_div(n, 16), ceil_div(n, 16)), (16, 16), [f32(n * k),
        zeros(f32, n * n)] + numbers(n, k), {"n": n, "k": k})
    for rows, cols, part in [(4096, 8192, 256), (1000, 1500, 100)]:
        run("matvec_of_transposed", (ceil_div(cols, 256), ceil_div(rows, part)), 256,
            [f32(rows * cols), f32(rows), zeros(f32, cols)] + numbers(rows, cols, part),
            {"rows": rows, "cols": cols, "part": part})
    rows, cols = 6000, 2000
    run("matvec_double_by_warps", ceil_div(rows, 8), 256, [f64(rows * cols), f64(cols),
        zeros(f64, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    batch = 60001
    run("matmul_batch_of_eights", ceil_div(batch, 4), (64, 4), [f32(64 * batch), f32(64 * batch),
        zeros(f32, 64 * batch), number(batch)], {"batch": batch})


def add_falcons(lists):
    run = TwentyThird(lists, "falcons")

    def product(entry, m, n, k, tile, block, arguments=None, **rest):
        run(entry, (n // tile[1], m // tile[0]), block, arguments or factors(f32, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k}, **rest)

    for m, n, k in [(1024, 1024, 1024), (512, 768, 512)]:
        product("sgemm_fours_with_strides", m, n, k, (64, 64), (16, 16))
    for tile, rest, block, m, n, k in [((128, 64), (8, 8, 4), 256, 2048, 2048, 512),
                                       ((32, 64), (16, 4, 4), 128, 512, 512, 1024)]:
        product("_Z11sgemmVectorILi%dELi%dELi%dELi%dELi%dEEvPKfS1_Pfii" % (tile + rest), m, n, k,
                tile, block, kernel="sgemm_vector_%d_%d" % tile)
    m, n, k = 768, 640, 512
    product("dgemm_two_by_two", m, n, k, (32, 32), (16, 16), factors(f64, m, n, k) + numbers(n, k))
    for m, n, k in [(2048, 2048, 1024), (1024, 1152, 768)]:
        product("sgemm_eights_and_buffers", m, n, k, (128, 128), 256)
    m, n, k = 1024, 1024, 1024
    product("hgemm_pairs_of_columns", m, n, k, (32, 64), (32, 8), factors(f16, m, n, k)
            + numbers(n // 2, k))


def add_gargoyles(lists):
    run = TwentyThird(lists, "gargoyles")

    def product(entry, grid, block, arguments, m, n, k):
        run(entry, grid, block, arguments, {"m": m, "n": n, "k": k})

    m, n, k = 1024, 1024, 1024
    product("gemm_wmma_two_tiles", m // 16 * (n // 32) // 4, 128, factors(f16, m, n, k)
            + numbers(m, n, k), m, n, k)
    for m, n, k in [(2048, 2048, 1024), (1024, 512, 2048)]:
        product("gemm_wmma_eight_warps", (n // 64, m // 128), 256, factors(f16, m, n, k, f32)
                + numbers(n, k), m, n, k)
    for m, n, k in [(1024, 1024, 512), (256, 512, 768)]:
        product("gemm_mma_words_from_memory", (n // 32, m // 64), 128, factors(f16, m, n, k, f32)
                + numbers(n, k), m, n, k)
    m, n, k = 1536, 1024, 1024
    product("gemm_mma_bf16_padded", (n // 64, m // 64), 128, factors(u16, m, n, k, f32)
            + numbers(n, k), m, n, k)
    m, n, k = 1024, 768, 1024
    product("gemm_wmma_of_bytes", (n // 16, m // 64), (32, 4), factors(u8, m, n, k, s32)
            + numbers(n, k), m, n, k)


def add_hurdles(lists):
    run = TwentyThird(lists, "hurdles")
    for w, h, block in [(4000, 3000, (32, 8)), (1200, 900, (16, 16))]:
        run.plane("stencil_nine_of_plane", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + [structure(*reals(.4, .1, .05))])
    w, h = 2000, 1500
    run.plane("stencil_upwind_transport", w, h, (32, 8), [f64(w * h), f64(w * h), f64(w * h),
              zeros(f64, w * h), unsigned(w), unsigned(h), double(0.1)])
    for block, w, h in [((32, 8), 4096, 2160), ((16, 16), 1000, 1000)]:
        run.plane("_Z10heatSharedILi%dELi%dEEvPKfPfiif" % block, w, h, block, [f32(w * h),
                  zeros(f32, w * h)] + numbers(w, h) + [real(0.2)],
                  kernel="stencil_heat_shared_%d" % block[0])
    w, h = 3000, 3000
    run("stencil_fire_in_wood", 1056, 256, [u8(w * h, "random=3"), zeros(u8, w * h)]
        + numbers(w, h), {"width": w, "height": h})
    for n in [2800, 600]:
        run("stencil_two_steps_in_tile", (ceil_div(n, 28), ceil_div(n, 28)), (32, 32), [f32(n * n),
            zeros(f32, n * n), number(n)], {"n": n})
    w, h = 2048, 2048
    run.plane("stencil_spots_and_stripes", w, h, (64, 4), [f32(w * h), f32(w * h),
              zeros(f32, w * h), zeros(f32, w * h)] + numbers(w, h)
              + [structure(*reals(.16, .08, .06, .062))])


def add_inkwells(lists):
    run = TwentyThird(lists, "inkwells")

    def volume(entry, sides, grid, block, arguments, **rest):
        run(entry, grid, block, arguments, dict(zip(("nx", "ny", "nz"), sides)), **rest)

    for sides, block in [((300, 280, 200), (32, 4, 2)), ((96, 96, 96), (8, 8, 8))]:
        n = sides[0] * sides[1] * sides[2]
        volume("stencil_heat_in_cube", sides, tuple(ceil_div(side - 2, b)
               for side, b in zip(sides, block)), block, [f32(n), zeros(f32, n)]
               + numbers(*sides) + [real(0.1)])
    for letter, name, make, value, sides in [("f", "float", f32, real, (256, 256, 200)),
                                             ("d", "double", f64, double, (160, 150, 120))]:
        n = sides[0] * sides[1] * sides[2]
        volume("_Z15poissonThroughZI%sEvPKT_S2_PS0_iiiS0_" % letter, sides,
               (ceil_div(sides[0], 32), ceil_div(sides[1], 8)), (32, 8), [make(n), make(n),
               zeros(make, n)] + numbers(*sides) + [value(0.25)], kernel="stencil_poisson_" + name)
    sides = 256, 200, 150
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_mean_of_27", sides, (8, 25, 150), (32, 8), [f32(n), zeros(f32, n)]
           + numbers(*sides))
    sides = 200, 200, 200
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_steepness_of_volume", sides, 1056, 256, [f64(n), zeros(f64, n)]
           + numbers(*sides))
    sides = 256, 240, 160
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_laplace_of_13", sides, (8, 30, 40), (32, 8), [structure(f32(n),
           *map(unsigned, sides)), zeros(f32, n)])


def add_javelins(lists):
    run = TwentyThird(lists, "javelins")
    taps = {"constants": ["taps f32[64]:signed"]}
    square = {"constants": ["square f32[49]:signed"]}
    for r, w, h, block in [(1, 2560, 1440, (32, 8)), (1, 640, 480, (16, 16)),
                           (2, 1920, 1080, (16, 16))]:
        run.plane("_Z11convClampedILi%dEEvPKfPfii" % r, w, h, block, [f32(w * h),
                  zeros(f32, w * h)] + numbers(w, h), kernel="conv_clamped_%d" % (2 * r + 1),
                  **square)
    w, h = 3840, 2160
    run.plane("conv_bytes_in_tile", w, h, (32, 16), [u8(w * h), zeros(u8, w * h)] + numbers(w, h),
              **square)
    w, h = 4000, 2000
    run("conv_rows_four_each", (ceil_div(w, 512), h), 128, [f32(w * h), zeros(f32, w * h),
        number(w)], {"width": w, "height": h}, **taps)
    w, h = 3000, 2000
    run("conv_columns_in_shared", (ceil_div(w, 32), ceil_div(h, 64)), (32, 8), [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, **taps)
    for n, grid in [(4000000, 792), (200000, 264)]:
        run("conv_fir_of_64", grid, 256, [f32(n), zeros(f32, n), unsigned(n)],
            {"n": n, "grid": grid}, **taps)
    for channels, filters, side in [(64, 64, 56), (3, 32, 224)]:
        n = side * side
        run("conv_layer_with_bias", (ceil_div(side, 16), ceil_div(side, 16), filters), (16, 16),
            [f32(channels * n), f32(9 * channels * filters), f32(filters), zeros(f32, filters * n),
             structure(*numbers(channels, side, side, filters))],
            {"channels": channels, "filters": filters, "side": side})
    channels, filters, pixels = 128, 256, 56 * 56
    run("conv_pointwise_of_eight", (ceil_div(pixels, 128), filters // 8), 128,
        [f32(channels * pixels), f32(channels * filters), zeros(f32, filters * pixels)]
        + numbers(channels, pixels), {"channels": channels, "filters": filters, "pixels": pixels},
        shared=32 * channels)


def add_kiosks(lists):
    run = TwentyThird(lists, "kiosks")
    for letter, name, make, n, block in [("f", "float", f32, 20000000, 256),
                                         ("x", "long", s64, 3000000, 128)]:
        run.flat("_Z13treeOfStridesI%sEvPKT_PS0_j" % letter, n, block, [make(n),
                 zeros(make, ceil_div(n, block)), unsigned(n)], shared=1024,
                 kernel="reduce_strided_" + name)
    for n, grid, block in [(30000000, 528, 512), (1500000, 132, 256)]:
        run("reduce_squares_by_shuffles", grid, block, [f32(n), zeros(f32, 1), size(n)],
            {"n": n, "grid": grid})
    n, grid = 12000000, 1056
    run("dot_of_floats_in_double", grid, 256, [f32(n), f32(n), zeros(f64, grid), number(n)],
        {"n": n, "grid": grid})
    for quads, grid in [(6000000, 528), (400000, 132)]:
        run("reduce_range_of_ints", grid, 256, [s32(4 * quads), zeros(s32, 1), zeros(s32, 1),
            number(quads)], {"quads": quads, "grid": grid})
    n = 16000000
    run.flat("reduce_small_groups", n, 256, [below(n, 1000), zeros(s32, ceil_div(n, 16)),
             number(n)])
    for block, quads in [(128, 8000000), (512, 500000)]:
        blocks = ceil_div(quads, 4 * block)
        run("_Z11sixteenEachILi%dEEvPK6float4Pfi" % block, blocks, block, [f32(4 * quads),
            zeros(f32, blocks), number(quads)], {"quads": quads},
            kernel="reduce_sixteen_each_%d" % block)


def add_lockets(lists):
    run = TwentyThird(lists, "lockets")
    for rows, pairs in [(20000, 1024), (3000, 192)]:
        run("row_sums_of_half_pairs", ceil_div(rows, 8), (32, 8), [f16(2 * rows * pairs),
            zeros(f32, rows)] + numbers(rows, pairs), {"rows": rows, "pairs": pairs})
    rows, cols = 6000, 5000
    run("column_sums_by_strips", ceil_div(cols, 32), (32, 16), [f32(rows * cols), zeros(f32, cols)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols, block in [(8000, 3000, 256), (500, 1000, 128)]:
        run("reduce_rows_by_welford", rows, block, [f32(rows * cols), zeros(f32, rows),
            zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    rows, cols = 30000, 700
    run.flat("reduce_greatest_of_rows", 32 * rows, 256, [f32(rows * cols), zeros(s32, rows),
             unsigned(rows), unsigned(cols)], {"rows": rows, "cols": cols})
    n = 20000000
    run("sum_colours_of_picture", 528, 256, [u8(4 * n), zeros(u64, 3), number(n)], {"n": n})
    n = 10000000
    run.flat("reduce_count_above", n, 512, [f64(n), zeros(u32, ceil_div(n, 512)), number(n),
             double(0.5)])
    segments = 200000
    run.flat("reduce_segments_by_threads", segments, 128, [s32(segments, "step=64"),
             below(segments, 65), f32(64 * segments), zeros(f32, segments), number(segments)],
             {"segments": segments})


def add(lists):
    for of_file in (add_apples, add_beacons, add_cymbals, add_doughnuts, add_eagles, add_falcons,
                    add_gargoyles, add_hurdles, add_inkwells, add_javelins, add_kiosks,
                    add_lockets):
        of_file(lists)

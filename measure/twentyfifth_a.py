"""A twenty-fifth validation set, first half: plain kernels of one who has never seen the predictions."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from sixteenth import factors
from twelfth import s64, structure


class TwentyFifth(Blind):
    folder = "twentyfifth"


def places(n, make=s32):
    """Every place below n once: n is not a multiple of seven."""
    return make(n, "gather=7")


def add_almanacs(lists):
    run = TwentyFifth(lists, "almanacs")
    for letter, name, make, words, n, start, to, grid, block in [
            ("h", "bytes", u8, 1, 30000000, 3, 0, 528, 256),
            ("7Double4", "double4", f64, 4, 4000000, 0, 1, 1056, 128)]:
        run("_Z10copyFromToI%sEvPKT_PS%d_iii" % (letter, letter == "7Double4"), grid, block,
            [make(words * (n + start)), zeros(make, words * (n + to))] + numbers(n, start, to),
            {"n": n, "from": start, "to": to}, kernel="copy_from_to_" + name)
    for n, step, block in [(5000000, 5, 256), (1000000, 24, 96)]:
        run.flat("copy_every_nth_of", n, block, [f64(n * step), zeros(f64, n), wide(n), wide(step)],
                 {"step": step})
    n, step = 3000000, 7
    run.flat("copy_out_to_every_nth", n, 320, [f32(n), zeros(f32, n * step), unsigned(n),
             unsigned(step)], {"step": step})
    pairs = 11025000
    run.flat("copy_stereo_channels_zipped", pairs, 256, [u16(2 * pairs), u16(2 * pairs),
             zeros(u16, 4 * pairs), number(pairs)])
    for w, h, block in [(2500, 1800, (32, 8)), (400, 300, (16, 8))]:
        pitch, rows = w + 600, h + 50
        view = lambda data, x, y: structure(data, *numbers(pitch, x, y))
        run.plane("copy_window_of_matrix", w, h, block, [view(f32(pitch * rows), 17, 9),
                  view(zeros(f32, pitch * rows), 400, 30)] + numbers(w, h))
    n = 12000001
    run("copy_streaming_float4", ceil_div(n, 2048), 512, [f32(4 * n), zeros(f32, 4 * n), size(n)],
        {"n": n})
    n = 60000000
    run("copy_bytes_misaligned", 792, 256, [u8(n + 16), zeros(u8, n + 16)] + numbers(n, 3, 5),
        {"n": n})
    tiles = 25000
    run("copy_by_way_of_shared", 660, 256, [s32(1024 * tiles), zeros(s32, 1024 * tiles),
        number(tiles)], {"tiles": tiles})


def add_biscuits(lists):
    run = TwentyFifth(lists, "biscuits")
    for n, block in [(7000000, 256), (200000, 96)]:
        run.flat("aos_triples_to_three_arrays", n, block, [f32(3 * n)] + [zeros(f32, n)] * 3
                 + [number(n)], shared=12 * block)
    n = 2500000
    run.flat("aos_areas_of_triangles", n, 192, [f32(10 * n), zeros(f32, n), unsigned(n)])
    for n, grid in [(4000000, 792), (150000, 132)]:
        run("soa_kick_and_drift", grid, 256, [structure(*[f64(n)] * 6, f64(n, "fill=1.5")), size(n),
            double(.01), double(2)], {"n": n, "grid": grid})
    n = 9000000
    run.flat("aos_samples_of_a_kind", n, 256, [s32(4 * n, "random"), *numbers(n, 2), real(0.75)])
    for letter, name, make, n, block in [("f", "float", f32, 14000000, 128),
                                         ("d", "double", f64, 1000000, 512)]:
        run.flat("_Z14powerOfComplexI%sEvPK7ComplexIT_EPS1_i" % letter, n, block, [make(2 * n),
                 zeros(make, n), number(n)], kernel="aos_power_of_complex_" + name)
    n = 3000000
    run.flat("aos_boxes_that_overlap", n, 256, [f32(6 * n), zeros(u8, n), number(n),
             structure(*reals(-.5, -.5, -.5, .5, .25, .5))])
    count = 200000
    run.flat("aos_groups_of_thirtytwo", 32 * count, 256, [f32(128 * count), zeros(f32, 32 * count),
             number(count)])


def add_cushions(lists):
    run = TwentyFifth(lists, "cushions")
    for n, quads, table, block in [(300000, 32, 1000000, (32, 8)), (20000, 75, 50000, (32, 4))]:
        run("gather_rows_by_warps", ceil_div(n, block[1]), block, [f32(4 * table * quads),
            below(n, table), zeros(f32, 4 * n * quads)] + numbers(n, quads),
            {"n": n, "quads": quads, "table": table})
    n = 6000001
    run.flat("_Z11putAtPlacesIfiEvPKT_PKT0_PS0_S3_", n, 256, [f32(n), below(n, n), zeros(f32, n),
             number(n)], kernel="scatter_put_at_places_float")
    n = 2000003
    run.flat("_Z11putAtPlacesIdxEvPKT_PKT0_PS0_S3_", n, 128, [f64(n), places(n, s64), zeros(f64, n),
             wide(n)], kernel="scatter_put_at_places_double")
    tokens, words, dim = 8192, 20000, 300
    run("scatter_gradient_of_words", tokens, 320, [f32(tokens * dim), below(tokens, words),
        zeros(f32, words * dim), number(dim)], {"tokens": tokens, "words": words, "dim": dim})
    n = 3840 * 2160
    run.flat("table_lookup_gamma_curve", n, 256, [u8(4 * n), zeros(u8, 4 * n), number(n)],
             constants=["curve u8[256]:random=256"])
    for n, entries in [(10000000, 4096), (4000000, 3000000)]:
        run("table_lookup_between_entries", 1056, 256, [f32(entries), f32(n, "random=1"),
            zeros(f32, n)] + numbers(n, entries), {"n": n, "entries": entries})
    tokens, words, length, eights = 16384, 32000, 2048, 96
    run("embedding_with_positions", tokens, 96, [below(tokens, words), u16(8 * words * eights),
        u16(8 * length * eights), zeros(u16, 8 * tokens * eights)] + numbers(length, eights),
        {"tokens": tokens, "eights": eights})
    cells, most = 1500000, 6
    run.flat("gather_average_over_mesh_cells", cells, 128, [f64(cells),
             below(cells * most, cells + cells // 50), zeros(f64, cells)] + numbers(cells, most),
             {"most": most})
    n, w, h = 3000000, 2048, 1536
    run.flat("gather_bilinear_texels", n, 256, [f32(w * h), f32(2 * n, "random=1"), zeros(f32, n)]
             + numbers(n, w, h), {"width": w, "height": h})


def add_daisies(lists):
    run = TwentyFifth(lists, "daisies")
    rows, cols = 2500, 1800
    run("transpose_columns_read", (ceil_div(rows, 32), ceil_div(cols, 8)), (32, 8), [f64(rows * cols),
        zeros(f64, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for what, name, make, words, rows, cols, block in [
            ("fLi32ELi0", "bare", f32, 1, 4000, 4100, (32, 8)),
            ("fLi32ELi1", "padded", f32, 1, 4000, 4100, (32, 8)),
            ("fLi32ELi1", "padded", f32, 1, 700, 1100, (32, 16)),
            ("7double2Li16ELi1", "double2", f64, 2, 1500, 2000, (16, 16))]:
        side = 16 if words == 2 else 32
        run("_Z10tileTurnedI%sEEvPT_PKS%d_jj" % (what, words == 2),
            (ceil_div(cols, side), ceil_div(rows, side)), block, [zeros(make, words * rows * cols),
            make(words * rows * cols), unsigned(rows), unsigned(cols)], {"rows": rows, "cols": cols},
            kernel="transpose_tile_turned_" + name)
    w, h = 6000, 4000
    run("transpose_bytes_four_by_four", (ceil_div(w // 4, 16), ceil_div(h // 4, 16)), (16, 16),
        [u8(w * h), zeros(u8, w * h)] + numbers(h // 4, w // 4), {"width": w, "height": h})
    for n in [5000, 600]:
        run("transpose_square_in_its_place", (ceil_div(n, 32), ceil_div(n, 32)), (32, 8),
            [f32(n * n), number(n)], {"n": n})
    count, block = 500000, 256
    run("_Z15manySmallTurnedILi5EEvPKiPii", ceil_div(count, block // 25), block, [s32(25 * count),
        zeros(s32, 25 * count), number(count)], {"count": count},
        shared=4 * 25 * (block // 25 + 1), kernel="transpose_many_five_by_five")
    nx, ny, nz = 300, 200, 260
    run("transpose_cube_end_for_end", (ceil_div(nz, 32), ceil_div(nx, 32), ny), (32, 8),
        [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
        {"nx": nx, "ny": ny, "nz": nz})
    images, channels, pixels = 16, 192, 28 * 28
    n = images * channels * pixels
    run.flat("transpose_channels_to_the_end", n, 256, [f16(n), zeros(f16, n)]
             + numbers(channels, pixels) + [wide(n)], {"channels": channels, "pixels": pixels})
    for sides, order, grid in [((32, 12, 128, 64), (0, 2, 1, 3), 1056),
                               ((40, 30, 50, 21), (3, 1, 0, 2), 528)]:
        strides = [sides[1] * sides[2] * sides[3], sides[2] * sides[3], sides[3], 1]
        n = sides[0] * strides[0]
        run("transpose_four_sides_any_order", grid, 256, [f32(n), zeros(f32, n),
            structure(*numbers(*[sides[k] for k in order], *[strides[k] for k in order])), number(n)],
            {"n": n, "grid": grid})
    w, h = 4032, 3024
    run.plane("flip_picture_left_to_right", w, h, (64, 4), [u8(3 * w * h), zeros(u8, 3 * w * h)]
              + numbers(w, h))


def add_eaves(lists):
    run = TwentyFifth(lists, "eaves")

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (ceil_div(n, tile[1]), ceil_div(m, tile[0])), block, arguments,
            {"m": m, "n": n, "k": k}, **rest)

    for letter, name, make, m, n, k, block in [("f", "float", f32, 1000, 1200, 800, (16, 16)),
                                               ("f", "float", f32, 200, 300, 250, (32, 8)),
                                               ("d", "double", f64, 700, 600, 500, (32, 4))]:
        product("_Z12plainProductI%sEvPKT_S2_PS0_iii" % letter, m, n, k, block[::-1], block,
                factors(make, m, n, k) + numbers(m, n, k), kernel="matmul_plain_product_" + name)
    for letter, name, make, side, m, n, k in [("f", "float", f32, 32, 1500, 1300, 1100),
                                              ("d", "double", f64, 16, 900, 800, 700)]:
        product("_Z14productByTilesI%sLi%dEEvPKT_S2_PS0_iii" % (letter, side), m, n, k, (side, side),
                (side, side), factors(make, m, n, k) + numbers(m, n, k),
                kernel="matmul_product_by_tiles_" + name)
    m, n, k = 1536, 1024, 1024
    product("sgemm_eight_down_a_column", m, n, k, (64, 64), 512, numbers(m, n, k) + [real(1.5),
            f32(m * k), f32(k * n), real(-.5), f32(m * n)])
    for m, n, k in [(2048, 3072, 1024), (512, 640, 768)]:
        product("sgemm_two_buffers_eight_by_four", m, n, k, (128, 64), 256, factors(f32, m, n, k)
                + numbers(n, k))
    m, n, k = 1000, 2000, 1024
    product("matmul_of_bytes_by_dp4a", m, n, k, (32, 32), (16, 16), [s32(m * k // 4), s32(n * k // 4),
            zeros(s32, m * n)] + numbers(m, n, k // 4))
    n, k = 1000, 500
    product("matmul_gram_lower_half", n, n, k, (16, 16), (16, 16), [f64(n * k), zeros(f64, n * n)]
            + numbers(n, k))
    m, n, k, chunk = 256, 300, 40000, 1024
    run("sgemm_long_side_shared_out", (ceil_div(n, 32), ceil_div(m, 32), ceil_div(k, chunk)), (32, 8),
        factors(f32, m, n, k) + numbers(m, n, k, chunk), {"m": m, "n": n, "k": k, "chunk": chunk})
    m, n, k = 1000, 1500, 600
    product("hgemm_two_columns_a_thread", m, n, k, (16, 64), (32, 16), factors(f16, m, n, k)
            + numbers(m, n // 2, k))


def add_finches(lists):
    run = TwentyFifth(lists, "finches")

    def product(entry, m, n, k, tile, block, arguments, **rest):
        run(entry, (n // tile[1], m // tile[0]), block, arguments, {"m": m, "n": n, "k": k}, **rest)

    for what, name, make, m, n, k, block in [("6__half", "half", f16, 1024, 768, 1024, 256),
                                             ("13__nv_bfloat16", "bf16", u16, 512, 512, 512, 128)]:
        run("_Z9warpATileI%sEvPKT_S3_Pfiii" % what, ceil_div(m * n // 8, block), block,
            factors(make, m, n, k, f32) + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="gemm_wmma_warp_a_tile_" + name)
    for m, n, k in [(4096, 2048, 1024), (512, 1024, 768)]:
        product("gemm_wmma_eight_warps_share", m, n, k, (128, 128), 256, factors(f16, m, n, k)
                + numbers(n, k), shared=2 * (128 * 40 + 32 * 136))
    for m, n, k in [(2048, 4096, 1024), (256, 768, 3072)]:
        product("gemm_mma_bf16_layer_in_stages", m, n, k, (64, 64), 128, [u16(m * k), u16(n * k),
                f32(n), zeros(u16, m * n)] + numbers(n, k))
    m, n, k = 1024, 1024, 512
    product("gemm_wmma_in_doubles", m, n, k, (64, 16), (32, 4), factors(f64, m, n, k)
            + numbers(n, k))
    m, n, k = 2048, 1024, 1024
    product("gemm_wmma_signed_bytes", m, n, k, (32, 64), 128, [u8(m * k), u8(n * k),
            zeros(s32, m * n)] + numbers(n, k))
    length, heads = 512, 48
    run("gemm_wmma_scores_of_heads", (length // 32, length // 32, heads), (32, 4),
        [f16(heads * length * 64), f16(heads * length * 64), zeros(f32, heads * length * length),
         number(length), real(0.125)], {"length": length, "heads": heads})


def add_garlands(lists):
    run = TwentyFifth(lists, "garlands")
    rows, cols = 20000, 1000
    run.flat("matvec_a_thread_each_row", rows, 64, [f32(rows * cols), f32(cols), zeros(f32, rows)]
             + numbers(rows, cols), {"cols": cols})
    for letter, name, make, rows, cols, block in [("f", "float", f32, 12000, 5000, 256),
                                                  ("d", "double", f64, 3000, 777, 96)]:
        run("_Z11warpEachRowI%sEvPKT_S2_PS0_ii" % letter, ceil_div(rows, block // 32), block,
            [make(rows * cols), make(cols), zeros(make, rows)] + numbers(rows, cols),
            {"rows": rows, "cols": cols}, kernel="matvec_warp_each_row_" + name)
    for rows, cols in [(14336, 4096), (1024, 4096)]:
        run("matvec_weights_in_bf16", rows, 128, [u16(rows * cols), f32(cols), zeros(f32, rows),
            number(cols // 8)], {"rows": rows, "cols": cols})
    rows, cols, strip = 5000, 3000, 100
    run("matvec_turned_adding_strips", (ceil_div(cols, 128), ceil_div(rows, strip)), 128,
        [f64(rows * cols), f64(rows), zeros(f64, cols)] + numbers(rows, cols, strip),
        {"rows": rows, "cols": cols})
    rows, quads, block = 10000, 1000, 256
    run("matvec_vector_kept_in_shared", ceil_div(rows, block // 8), block, [f32(4 * rows * quads),
        f32(4 * quads), zeros(f32, rows)] + numbers(rows, quads), {"rows": rows, "quads": quads},
        shared=16 * quads)
    for what, name, make, side, count, block in [("fLi4", "four_floats", f32, 4, 1000000, 256),
                                                 ("dLi3", "three_doubles", f64, 3, 400000, 128)]:
        n = side * side * count
        run.flat("_Z17manySmallProductsI%sEEvPKT_S2_PS0_i" % what, count, block, [make(n), make(n),
                 zeros(make, n), number(count)], kernel="gemm_many_small_" + name)
    count = 20000
    run("gemm_many_of_twentyfour", count, 192, [f64(576 * count), f64(576 * count),
        zeros(f64, 576 * count), double(0.5)], {"count": count})


def add_hammocks(lists):
    run = TwentyFifth(lists, "hammocks")
    for letter, name, make, value, w, h, block in [("f", "float", f32, real, 5000, 4000, (32, 8)),
                                                   ("f", "float", f32, real, 600, 400, (32, 4)),
                                                   ("d", "double", f64, double, 3000, 3000, (64, 4))]:
        run.plane("_Z14laplaceOfPlaneI%sEvPKT_PS0_iiS0_" % letter, w, h, block, [make(w * h),
                  zeros(make, w * h)] + numbers(w, h) + [value(0.01)],
                  kernel="stencil_laplace_of_plane_" + name)
    for x, y, w, h in [(32, 8, 4000, 2500), (16, 16, 1000, 900)]:
        run.plane("_Z13nineWithFrameILi%dELi%dEEvPKfPfiifff" % (x, y), w, h, (x, y), [f32(w * h),
                  zeros(f32, w * h)] + numbers(w, h) + reals(.5, .1, .025),
                  kernel="stencil_nine_with_frame_%d_by_%d" % (x, y))
    for w, h, steps in [(3000, 2000, 4), (800, 800, 8)]:
        inner = 32 - 2 * steps
        run("stencil_heat_steps_in_tile", (ceil_div(w, inner), ceil_div(h, inner)), (32, 32),
            [f32(w * h), zeros(f32, w * h)] + numbers(w, h, steps) + [real(0.2)],
            {"width": w, "height": h, "steps": steps})
    w, h, strip = 3000, 2400, 32
    run("stencil_rows_roll_down", (ceil_div(w - 2, 96), ceil_div(h - 2, strip)), 96, [f64(w * h),
        zeros(f64, w * h)] + numbers(w, h, strip), {"width": w, "height": h})
    w, h = 4000, 3000
    run.plane("stencil_wave_over_the_last", w, h, (32, 8), [f32(w * h), f32(w * h), f32(w * h),
              unsigned(w), unsigned(h), real(0.05)])
    w, h = 2560, 1440
    run.plane("stencil_smooth_but_edges", w, h, (16, 16), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h) + reals(0.2, 4))
    w, h = 5000, 3000
    run("stencil_erode_five_by_five", (ceil_div(w, 64), ceil_div(h, 16)), (64, 4), [u8(w * h),
        zeros(u8, w * h)] + numbers(w, h), {"width": w, "height": h})


def add_inlets(lists):
    run = TwentyFifth(lists, "inlets")

    def volume(entry, sides, grid, block, arguments, **rest):
        run(entry, grid, block, arguments, dict(zip(("nx", "ny", "nz"), sides)), **rest)

    def blocks(sides, block):
        return tuple(ceil_div(side, b) for side, b in zip(sides, block))

    for sides, block in [((250, 240, 230), (16, 4, 4)), ((64, 70, 90), (32, 4, 2))]:
        n = sides[0] * sides[1] * sides[2]
        volume("stencil_six_neighbours_plain", sides, blocks(sides, block), block, [f64(n),
               zeros(f64, n)] + numbers(*sides))
    for letter, name, make, value, sides, block in [
            ("f", "float", f32, real, (400, 350, 300), (32, 8)),
            ("d", "double", f64, double, (150, 130, 100), (32, 4))]:
        n = sides[0] * sides[1] * sides[2]
        volume("_Z12planeByPlaneI%sEvPKT_PS0_iiiS0_S0_" % letter, sides,
               blocks([side - 2 for side in sides], block), block, [make(n), zeros(make, n)]
               + numbers(*sides) + [value(.4), value(.1)], kernel="stencil_plane_by_plane_" + name)
    sides, slab = (380, 300, 256), 32
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_slab_through_shared", sides, blocks(sides, (32, 10, slab)), (32, 10), [f32(n),
           zeros(f32, n)] + numbers(*sides, slab))
    side, block = 200, (32, 2, 4)
    volume("stencil_twentyseven_periodic", (side,) * 3, blocks((side,) * 3, block), block,
           [f32(side ** 3), zeros(f32, side ** 3), number(side), structure(*reals(.3, .05, .02, .01))])
    sides = 330, 300, 280
    n = sides[0] * sides[1] * sides[2]
    volume("stencil_eighth_order_column", sides, blocks([side - 8 for side in sides[:2]], (32, 8)),
           (32, 8), [f32(n), zeros(f32, n)] + numbers(*sides), constants=["wing f32[5]:signed"])
    nx, ny, nz = 256, 200, 180
    volume("stencil_outflow_of_cells", (nx, ny, nz), 1056, 256,
           [structure(f32((nx + 1) * ny * nz), f32(nx * (ny + 1) * nz), f32(nx * ny * (nz + 1))),
            zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz) + [real(10)])
    nx2, ny, nz = 160, 300, 200
    volume("stencil_blur_space_in_half", (2 * nx2, ny, nz), (ceil_div(nx2, 64), ny, nz), 64,
           [f16(2 * nx2 * ny * nz), zeros(f16, 2 * nx2 * ny * nz)] + numbers(nx2, ny, nz))


def add_jackdaws(lists):
    run = TwentyFifth(lists, "jackdaws")
    taps = {"constants": ["taps f32[81]:signed"]}
    for n, length, block in [(8000000, 21, 256), (300000, 81, 128)]:
        run.flat("conv_signal_by_taps", n, block, [f32(n), zeros(f32, n)] + numbers(n, length),
                 {"length": length}, **taps)
    for r, w, h, block in [(1, 4000, 3000, (32, 8)), (3, 2000, 1500, (16, 16))]:
        run.plane("_Z12squareOfTapsILi%dEEvPKfPfii" % r, w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h), kernel="conv_square_of_taps_%d" % r, **taps)
    for w, h, length, block in [(2500, 2000, 5, (32, 8)), (700, 500, 9, (16, 16))]:
        run.plane("conv_tile_of_any_size", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h, length), {"size": length},
                  shared=4 * (block[0] + length - 1) * (block[1] + length - 1), **taps)
    w, h = 3840, 2160
    run("conv_down_columns_in_tile", (ceil_div(w, 16), ceil_div(h, 64)), (16, 8), [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, **taps)
    images, w, h, pairs = 8, 56, 56, 72
    n = 2 * images * w * h * pairs
    run("conv_depthwise_five_in_half", (ceil_div(pairs, 32), ceil_div(w, 4), images * h), (32, 4),
        [f16(n), f16(50 * pairs), zeros(f16, n)] + numbers(w, h, pairs),
        {"images": images, "width": w, "pairs": pairs})
    for images, w, h in [(16, 448, 448), (2, 640, 360)]:
        ow, oh = ceil_div(w, 2), ceil_div(h, 2)
        run("conv_first_layer_sixteen_out", (ceil_div(ow, 32), ceil_div(oh, 4), images), (32, 4),
            [f32(3 * images * w * h), zeros(f32, 16 * images * ow * oh)] + numbers(w, h, ow, oh),
            {"images": images, "width": w, "height": h}, constants=["filters3 f32[432]:signed"])
    for images, channels, side, filters, length, stride in [(4, 32, 56, 64, 3, 1),
                                                            (2, 3, 224, 32, 7, 2)]:
        pad = length // 2
        out = (side + 2 * pad - length) // stride + 1
        total = images * filters * out * out
        run.flat("conv_layer_as_first_written", total, 256, [f32(images * channels * side * side),
                 f32(filters * channels * length * length), f32(filters), zeros(f32, total)]
                 + numbers(channels, side, side, filters, length, stride, pad, total),
                 {"channels": channels, "side": side, "filters": filters})
    w, h = 1000, 800
    run.plane("conv_transposed_twice_the_size", 2 * w, 2 * h, (32, 8), [f32(w * h),
              zeros(f32, 4 * w * h)] + numbers(w, h), **taps)
    planes, side = 512, 112
    out = side // 2
    total = planes * out * out
    run("conv_pool_greatest_of_nine", 1320, 192, [f32(planes * side * side), zeros(f32, total),
        zeros(u8, total)] + numbers(side, side, out, out) + [size(total)],
        {"planes": planes, "side": side})


def add_kites(lists):
    run = TwentyFifth(lists, "kites")
    n, block = 16000000, 256
    run.flat("reduce_neighbours_first", n, block, [below(n, 100), zeros(s32, ceil_div(n, block)),
             unsigned(n)], shared=4 * block)
    for what, name, make, n, grid, block in [
            ("f3SumIfELi256", "sum_float", f32, 40000000, 1056, 256),
            ("f3SumIfELi256", "sum_float", f32, 1000000, 132, 256),
            ("d3SumIdELi256", "sum_double", f64, 9000000, 528, 256),
            ("f8GreatestIfELi512", "greatest_float", f32, 15000000, 264, 512)]:
        run("_Z14partsByShuffleI%sEEvPKT_PS2_m" % what, grid, block, [make(n),
            zeros(make, grid), size(n)], {"n": n, "grid": grid},
            kernel="reduce_parts_by_shuffle_" + name)
    n = 5000000
    run.flat("reduce_atomic_of_each_warp", n, 256, [f32(n), zeros(f32, 1), number(n)])
    for eights, grid in [(4000000, 792), (100000, 132)]:
        run("reduce_squared_error_of_halves", grid, 256, [f16(8 * eights), f16(8 * eights),
            zeros(f32, 1), number(eights)], {"eights": eights, "grid": grid})
    n = 10000000
    run("reduce_place_of_greatest", 528, 320, [f32(n), zeros(u64, 1), unsigned(n)], {"n": n})
    n = 7000000
    run.flat("reduce_count_above_by_vote", n, 512, [f64(n), double(0.5), zeros(u32, 1), wide(n)])
    quads = 6000000
    run("reduce_extent_of_integers", 528, 256, [s32(4 * quads), zeros(s32, 2), number(quads)],
        {"quads": quads})
    n = 5000000
    run("dot_of_bytes_sixteen", 660, 256, [s32(4 * n), s32(4 * n), zeros(s32, 1), number(n)],
        {"n": n})


def add_lemons(lists):
    run = TwentyFifth(lists, "lemons")
    rows, cols = 30000, 300
    run.flat("row_sums_thread_goes_along", rows, 192, [f64(rows * cols), zeros(f64, rows)]
             + numbers(rows, cols), {"cols": cols})
    for lanes, rows, cols, block in [(8, 600000, 40, 256), (32, 20000, 1500, 256)]:
        run("_Z15meanOfRowByTileILi%dEEvPKfPfii" % lanes, ceil_div(rows * lanes, block), block,
            [f32(rows * cols), zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols},
            kernel="reduce_mean_of_row_by_%d" % lanes)
    rows, cols = 1000, 20000
    run.flat("column_sums_thread_goes_down", cols, 128, [s32(rows * cols), zeros(s64, cols)]
             + numbers(rows, cols), {"rows": rows})
    for rows, cols, high, across in [(20000, 1500, 16, 20), (3000, 200, 8, 10)]:
        run("column_sums_meet_in_shared", (ceil_div(cols, 32), across), (32, high), [f32(rows * cols),
            zeros(f32, cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, classes = 20000, 1000
    run("reduce_best_class_of_rows", rows, 128, [f16(rows * classes), zeros(s32, rows),
        number(classes)], {"rows": rows, "classes": classes})
    rows, cols = 15000, 700
    run("reduce_moments_of_rows", rows, 96, [f32(rows * cols), zeros(f32, 2 * rows), number(cols)],
        {"rows": rows, "cols": cols})
    outer, middle, inner = 64, 200, 1000
    run.flat("reduce_over_the_middle_side", outer * inner, 128, [f32(outer * middle * inner),
             zeros(f32, outer * inner), *map(unsigned, (outer, middle, inner))],
             {"outer": outer, "middle": middle, "inner": inner})
    rows, cols = 16000, 1000
    run("reduce_log_sum_exp_of_rows", ceil_div(rows, 8), (32, 8), [f32(rows * cols),
        zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    count, dim = 300000, 100
    run.flat("reduce_norms_and_divide", 16 * count, 256, [f32(count * dim), zeros(f32, count)]
             + numbers(count, dim), {"count": count, "dim": dim})
    n, strip, period = 8000000, 16, 1000
    run.flat("reduce_readings_of_each_period", ceil_div(n, strip), 128, [s32(n, "step=30"), f32(n),
             zeros(f32, 30 * n // period + 1)] + numbers(n, strip, period))


def add(lists):
    for of_file in (add_almanacs, add_biscuits, add_cushions, add_daisies, add_eaves, add_finches,
                    add_garlands, add_hammocks, add_inlets, add_jackdaws, add_kites, add_lemons):
        of_file(lists)

"""A twentieth validation set: plain kernels of an independent engineer who judges predictions fairly."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from sixteenth import factors, packed
from twelfth import s64, structure


class Twentieth(Blind):
    folder = "twentieth"


def add_almonds(lists):
    run = Twentieth(lists, "almonds")
    for n, offset, block in [(20000000, 3, 256), (1000000, 32, 128)]:
        run.flat("copy_shorts_from_offset", n, block, [u16(n + offset), zeros(u16, n)]
                 + numbers(n, offset), {"offset": offset})
    for n, incx, incy in [(2000000, 3, 2), (3000000, 1, 6)]:
        run("copy_incx_incy", 528, 256, [number(n), f32(n * incx), number(incx),
            zeros(f32, n * incy), number(incy)], {"n": n, "incx": incx, "incy": incy})
    for name, kernel, make, width, n, block in [("7ushort4", "ushort4", u16, 4, 4000000, 256),
                                                ("7double2", "double2", f64, 2, 2500000, 192),
                                                ("6float3", "float3", f32, 3, 3000001, 128)]:
        run.flat("_Z10copyVectorI%sEvPKT_PS1_l" % name, n, block, [make(width * n),
                 zeros(make, width * n), wide(n)], kernel="copy_vector_" + kernel)
    n = 10000000
    run.flat("copy_rgb_as_bgr", n, 256, [u8(3 * n), zeros(u8, 3 * n), number(n)])
    n = 6000000
    run.flat("copy_left_right_woven", n, 512, [f32(n), f32(n), zeros(f32, 2 * n), number(n)])
    n = 8000000
    run("copy_rgba_into_planes", 1056, 256, [u8(4 * n)] + [zeros(u8, n)] * 4 + [number(n)],
        {"n": n})
    n = 5000000
    run.flat("copy_doubles_reversed", n, 256, [f64(n), zeros(f64, n), number(n)])
    m, n, lda, ldb = 2000, 1800, 2048, 2000
    run("copy_lower_by_columns", (ceil_div(m, 32), ceil_div(n, 8)), (32, 8), numbers(m, n)
        + [f64(lda * n), number(lda), zeros(f64, ldb * n), number(ldb)], {"m": m, "n": n})
    for name, kernel, n, grid, block, members in [
            ("6Affine", "affine", 10000000, 660, 256, (1.5, 0.25)),
            ("7Clamped", "clamped", 3000001, 200, 320, (-0.5, 0.75))]:
        run("_Z7mapIntoI%sEvPKfPfiT_" % name, grid, block, [f32(n), zeros(f32, n), number(n),
            structure(*reals(*members))], {"n": n, "grid": grid}, kernel="copy_map_" + kernel)
    tiles = 16000
    run("copy_tiles_by_pipeline", 792, 128, [f32(512 * tiles), zeros(f32, 512 * tiles),
        number(tiles)], {"tiles": tiles})
    n = 1500000
    run.flat("copy_eight_halves_widened", n, 256, [f16(8 * n), zeros(f32, 8 * n), number(n)])
    for pages, quads, block, of in [(4000, 512, 128, 3), (200, 5000, 512, 2)]:
        run("copy_dirty_pages", pages, block, [below(pages, of), f32(4 * pages * quads),
            zeros(f32, 4 * pages * quads), number(quads)], {"pages": pages, "quads": quads})


def add_barrels(lists):
    run = Twentieth(lists, "barrels")
    n = 3000000
    run.flat("aos_stars_absolute", n, 256, [f32(6 * n), zeros(f32, n), number(n)])
    n = 2000000
    run("aos_particles_leap", 792, 128, [f32(8 * n), number(n)] + reals(0.01, 9.81), {"n": n})
    n = 2000003
    run.flat("aos_accounts_apart", n, 192, [f64(3 * n), zeros(u64, n), zeros(f64, n),
             zeros(s32, n), zeros(u16, n), number(n)])
    n = 2500000
    run.flat("soa_triangles_area", n, 256, [structure(*[f32(n)] * 9), zeros(f32, n), number(n)])
    n = 1800000
    run.flat("aos_poses_applied", n, 128, [f32(7 * n), f32(3 * n), zeros(f32, 3 * n), number(n)])
    for table, rows in [(200000, 500000), (5000, 1000000)]:
        run.flat("gather_rows_of_sixteen", 4 * rows, 256, [f32(16 * table), below(rows, table),
                 zeros(f32, 16 * rows), number(rows)], {"table": table, "rows": rows})
    table, n = 1000000, 4000000
    run.flat("gather_halves_or_default", n, 256, [f16(table), number(table),
             u32(n, "random=%d" % (table * 5 // 4)), zeros(f16, n), number(n), real(0.5)],
             {"table": table})
    nodes = 300000
    run.flat("gather_neighbours_mean", nodes, 128, [below(8 * nodes, nodes), f64(nodes),
             zeros(f64, nodes), number(nodes)])
    n, shift = 8000000, 12
    run("gather_by_page_table", 1056, 256, [below(ceil_div(n, 1 << shift), 2500),
        f32(2500 << shift), zeros(f32, n)] + numbers(n, shift), {"n": n, "shift": shift})
    for side, matrices in [(20, 100000), (4, 600000)]:
        n = side * matrices
        run.flat("gather_diagonals", n, 256, [f32(side * n), zeros(f32, n)] + numbers(side, n),
                 {"side": side})
    n = 4000000
    run.flat("scatter_doubles_permuted", n, 512, [f64(n), s32(n, "gather=1000003"), zeros(f64, n),
             number(n)])
    edges, nodes = 400000, 60000
    run.flat("scatter_messages_added", 32 * edges, 256, [below(edges, nodes), below(edges, nodes),
             f32(32 * nodes), zeros(f32, 32 * nodes), number(edges)],
             {"edges": edges, "nodes": nodes})
    for n, keys in [(3000000, 200000), (800000, 1000)]:
        run.flat("scatter_largest", n, 256, [below(n, keys), s32(n, "random"), zeros(s32, keys),
                 number(n)], {"keys": keys})


def add_bridges(lists):
    run = Twentieth(lists, "bridges")
    for w, h, block in [(2000, 1500, (32, 8)), (700, 900, (8, 32))]:
        run("transpose_ints_down", (ceil_div(h, block[0]), ceil_div(w, block[1])), block,
            [s32(w * h), zeros(s32, w * h)] + numbers(w, h), {"width": w, "height": h})
    for name, kernel, make, dim, rows, w, h in [
            ("IdLi32ELi8E", "double", f64, 32, 8, 2500, 1800),
            ("IdLi32ELi8E", "double", f64, 32, 8, 640, 512),
            ("ItLi64ELi16E", "shorts_64", u16, 64, 16, 4000, 3001)]:
        run("_Z15transposeByTile%sEvPKT_PS0_ii" % name, (ceil_div(w, dim), ceil_div(h, dim)),
            (dim, rows), [make(w * h), zeros(make, w * h)] + numbers(w, h),
            {"width": w, "height": h}, kernel="transpose_by_tile_" + kernel)
    rows, cols, batch = 24, 40, 8000
    run("transpose_small_batch", batch, 128, [f32(rows * cols * batch),
        zeros(f32, rows * cols * batch)] + numbers(rows, cols),
        {"rows": rows, "cols": cols, "batch": batch}, shared=4 * rows * cols)
    channels, pixels, images = 100, 3136, 16
    n = channels * pixels * images
    run("transpose_planes_to_pixels", (ceil_div(pixels, 32), ceil_div(channels, 32), images),
        (32, 4), [f32(n), zeros(f32, n)] + numbers(channels, pixels),
        {"channels": channels, "pixels": pixels, "images": images})
    n = 2560
    run("transpose_square_with_mirror", (n // 32, n // 32), (32, 8), [f32(n * n), number(n)],
        {"n": n})
    nx, ny, nz = 200, 160, 180
    run("transpose_volume_zyx", (ceil_div(nx, 16), ceil_div(nz, 16), ny), (16, 16),
        [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
        {"nx": nx, "ny": ny, "nz": nz})
    words = 4000000
    run.flat("transpose_bits_by_votes", words, 256, [u32(words, "random"), zeros(u32, words),
             number(words)])
    rows, cols = 1600, 1777
    run("transpose_conjugate", (ceil_div(cols, 16), ceil_div(rows, 16)), (16, 16),
        [f32(2 * rows * cols), zeros(f32, 2 * rows * cols)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})


def add_cannons(lists):
    run = Twentieth(lists, "cannons")
    for m, n, k, block in [(600, 800, 500, (32, 8)), (256, 256, 1000, (16, 16))]:
        run.plane("matmul_alpha_beta", n, m, block, numbers(m, n, k) + [real(1.5), f32(m * k),
                  f32(k * n), real(0.5), f32(m * n)], {"k": k})
    m, n, k = 300, 400, 300
    run.plane("matmul_rows_by_rows", n, m, (16, 16), factors(f64, m, n, k) + numbers(m, n, k),
              {"k": k})
    m, n, k = 700, 900, 500
    run.plane("sgemm_tiles_with_guards", n, m, (16, 16), factors(f32, m, n, k) + numbers(m, n, k),
              {"k": k})
    m, n, k = 768, 1024, 640
    run("sgemm_results_in_column", (n // 64, m // 64), 512, numbers(n, k) + factors(f32, m, n, k),
        {"m": m, "n": n, "k": k})
    for bm, bn, bk, tm, tn, m, n, k in [(128, 128, 8, 8, 8, 1024, 1280, 512),
                                        (128, 128, 8, 8, 8, 2048, 2048, 256),
                                        (64, 64, 16, 4, 4, 768, 896, 640),
                                        (64, 128, 8, 4, 8, 1024, 1024, 512),
                                        (64, 128, 8, 4, 8, 512, 256, 1024)]:
        run("_Z10sgemmQuadsILi%dELi%dELi%dELi%dELi%dEEviiPKfS1_Pf" % (bm, bn, bk, tm, tn),
            (n // bn, m // bm), bm * bn // (tm * tn), numbers(n, k) + factors(f32, m, n, k),
            {"m": m, "n": n, "k": k}, kernel="sgemm_quads_%d_%d_%d" % (bm, bn, bk))
    m, n, k = 512, 640, 400
    run("la_dgemm_cells_apart", (n // 32, m // 32), (16, 16), factors(f64, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 640, 512, 512
    run("gemm_half_pairs_in_depth", (n // 32, m // 32), (32, 8), factors(f16, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, words = 1024, 1024, 128
    run("gemm_bytes_dp4a_tile", (n // 32, m // 32), (32, 8), [u32(m * words, "random"),
        u32(n * words, "random"), zeros(s32, m * n)] + numbers(n, words),
        {"m": m, "n": n, "k": 4 * words})
    for m, n, k, batch in [(40, 56, 72, 500), (100, 90, 20, 200)]:
        run("gemm_strided_batch", (ceil_div(n, 16), ceil_div(m, 16), batch), (16, 16),
            [f32(m * k * batch), f32(k * n * batch), zeros(f32, m * n * batch)]
            + numbers(m, n, k) + [structure(wide(m * k), wide(k * n), wide(m * n))],
            {"m": m, "n": n, "k": k, "batch": batch})
    m, n, k, cut = 64, 80, 20000, 512
    run("sgemm_depth_cut_and_added", (ceil_div(n, 32), ceil_div(m, 32), ceil_div(k, cut)),
        (32, 8), factors(f32, m, n, k) + numbers(m, n, k, cut),
        {"m": m, "n": n, "k": k, "cut": cut})
    rows, cols = 2000, 400
    run("matmul_gram_upper", (ceil_div(cols, 16), ceil_div(cols, 16)), (16, 16),
        [f32(rows * cols), zeros(f32, cols * cols)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})
    m, n, k = 1152, 1024, 768
    run("sgemm_behind_the_back", (n // 64, m // 64), 256, factors(f32, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})


def add_dynamos(lists):
    run = Twentieth(lists, "dynamos")
    for m, n, k, block in [(1024, 1024, 512, (128, 4)), (512, 2048, 256, (64, 2))]:
        run("gemm_wmma_alpha_beta", (ceil_div(m, block[0] // 2), ceil_div(n, 16 * block[1])), block,
            [f16(m * k), f16(k * n), f32(m * n)] + numbers(m, n, k) + reals(1.5, 0.5),
            {"m": m, "n": n, "k": k})
    m, n, k = 2048, 2048, 1024
    run("gemm_wmma_two_by_four_tiles", (n // 128, m // 128), 256, factors(f16, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    products, size = 4000, 48 * 48
    run("gemm_wmma_bf16_forty_eights", products, 288, [u16(size * products), u16(size * products),
        zeros(f32, size * products)], {"products": products})
    m, n, k = 512, 768, 512
    run("gemm_mma_by_hand", (n // 64, m // 16), 128, factors(f16, m, n, k, f32) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2304, 1024), (512, 512, 4096)]:
        run("gemm_mma_three_stages_exchanged", (n // 128, m // 128), 256, factors(f16, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k}, shared=49152)
    m, n, k = 1024, 1536, 768
    run("gemm_mma_bf16_rectified", (n // 64, m // 64), 128, [u16(m * k), u16(k * n), f32(n),
        zeros(u16, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1536, 1024, 1024
    run("gemm_mma_bytes_k32_tile", (n // 64, m // 64), 128, factors(u8, m, n, k, s32)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 768, 512), (256, 320, 2000)]:
        run("gemm_mma_tf32_two_warps", (n // 32, m // 64), 64, factors(f32, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 768, 640, 320
    run("gemm_mma_double_sixteens", (n // 16, m // 48), (32, 3), factors(f64, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})


def add_feathers(lists):
    run = Twentieth(lists, "feathers")
    for w, h, block in [(3000, 2000, (32, 8)), (400, 300, (16, 16))]:
        run.plane("stencil_laplace_plain", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + [real(0.2)])
    w, h = 1800, 1400
    run.plane("stencil_jacobi_with_change", w, h, (32, 8), [f64(w * h), f64(w * h),
              zeros(f64, w * h), zeros(f64, 64)] + numbers(w, h) + [double(0.01)])
    w, h = 2500, 1700
    run.plane("stencil_heat_with_halo", w, h, (32, 16), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h) + [real(0.2)])
    w, h = 2048, 1500
    run.plane("stencil_one_colour", w - 2, h - 2, (64, 4), [f64(w * h), f64(w * h)]
              + numbers(w, h, 1) + [double(1.2)])
    for reach, w, h, block in [(2, 2200, 1600, (32, 8)), (2, 600, 500, (128, 1)),
                               (6, 1500, 1500, (32, 16))]:
        run.plane("_Z6starOfILi%dEEvPKfPfii7Weights" % reach, w - 2 * reach, h - 2 * reach, block,
                  [f32(w * h), zeros(f32, w * h)] + numbers(w, h)
                  + [structure(*reals(.4, .1, .05, .02, .01, .005, .0025, 0, 0))],
                  kernel="stencil_star_of_%d" % reach)
    w, h = 3000, 2500
    run.plane("stencil_life_on_torus", w, h, (32, 8), [u8(w * h, "random=2"), zeros(u8, w * h)]
              + numbers(w, h))
    w, h = 1600, 1200
    run.plane("stencil_shallow_water", w, h, (32, 8), [structure(*[f32(w * h)] * 3,
              *[zeros(f32, w * h)] * 3)] + numbers(w, h) + reals(0.01, 9.81))
    w, h = 2400, 1600
    run("stencil_edges_kept", 792, 256, [f32(w * h), zeros(f32, w * h)] + numbers(w, h)
        + reals(2.0, 0.2), {"width": w, "height": h})
    pairs, h = 1500, 2000
    run.plane("stencil_half2_smoothing", pairs, h, (32, 8), [f16(2 * pairs * h),
              zeros(f16, 2 * pairs * h)] + numbers(pairs, h))


def add_gardens(lists):
    run = Twentieth(lists, "gardens")

    def volume(entry, sides, grid, block, arguments, **rest):
        run(entry, grid, block, arguments, dict(zip(("nx", "ny", "nz"), sides)), **rest)

    for nx, ny, nz, block in [(200, 180, 100, (32, 4, 2)), (96, 64, 50, (16, 4, 4))]:
        volume("stencil_volume_seven", (nx, ny, nz), tuple(ceil_div(n, b) for n, b in
               zip((nx, ny, nz), block)), block, [f64(nx * ny * nz), zeros(f64, nx * ny * nz)]
               + numbers(nx, ny, nz) + [double(0.4), double(0.1)])
    nx, ny, nz = 328, 200, 100
    cells = nx * ny * nz
    volume("stencil_wave_twenty_five", (nx, ny, nz), ((nx - 8) // 32, (ny - 8) // 16), (32, 16),
           [f32(cells), f32(cells), f32(cells, "random=0.1")] + numbers(nx, ny, nz),
           constants=["arms f32[5]:signed"])
    nx, ny, nz = 200, 200, 64
    cells = nx * ny * nz
    volume("stencil_volume_mean_bytes", (nx, ny, nz), (ceil_div(nx, 32), ceil_div(ny, 8), nz),
           (32, 8), [u8(cells), zeros(u8, cells)] + numbers(nx, ny, nz))
    nx, ny, nz = 256, 200, 100
    cells = nx * ny * nz
    volume("stencil_poisson_by_quads", (nx, ny, nz), (nx // 64, ceil_div(ny - 2, 8), nz - 2),
           (16, 8), [f32(cells), f32(cells), zeros(f32, cells)] + numbers(nx, ny, nz))
    for name, kernel, sides, grid, block in [("5Slope", "slope", (220, 200, 100), 660, 256),
                                             ("7Highest", "highest", (150, 150, 150), 264, 512)]:
        cells = sides[0] * sides[1] * sides[2]
        volume("_Z10eachInsideI%sEv3BoxPfT_" % name, sides, grid, block,
               [structure(*numbers(*sides)), zeros(f32, cells), structure(f32(cells))],
               kernel="stencil_each_" + kernel)
    nx, ny, nz = 256, 200, 60
    cells = nx * ny * nz
    volume("stencil_curl_of_field", (nx, ny, nz), (ceil_div(nx, 32), ceil_div(ny, 8)), (32, 8),
           [f32(cells)] * 3 + [zeros(f32, cells)] * 3 + numbers(nx, ny, nz))


def add_goblets(lists):
    run = Twentieth(lists, "goblets")
    masked = {"constants": ["mask f32[81]:signed"]}
    w, h = 3000, 1200
    run("conv_rows_with_halo", (ceil_div(w, 128), h), 128, [f32(w * h), zeros(f32, w * h),
        number(w)], {"width": w, "height": h}, constants=["row_weights f32[33]:signed"])
    for size, w, h, block in [(3, 2500, 1600, (32, 8)), (3, 300, 300, (64, 2)),
                              (9, 1200, 1000, (16, 16))]:
        run.plane("_Z8maskedByILi%dEEvPKfPfii" % size, w, h, block, [f32(w * h),
                  zeros(f32, w * h)] + numbers(w, h), kernel="conv_masked_by_%d" % size, **masked)
    w, h = 1600, 1200
    run("conv_tile_edges_idle", (ceil_div(w, 28), ceil_div(h, 28)), (32, 32), [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, **masked)
    for n, taps, block in [(1500000, 127, 256), (300000, 600, 128)]:
        run.flat("conv_long_filter", n, block, [f32(n), f32(taps), zeros(f32, n)]
                 + numbers(n, taps), {"taps": taps}, shared=4 * (2 * taps + block - 1))
    ins, outs, h, w = 48, 64, 56, 56
    run("conv_layer_weights_shared", (ceil_div(h * w, 128), outs), 128, [f32(ins * h * w),
        f32(9 * ins * outs), f32(outs), zeros(f32, outs * h * w),
        structure(*numbers(ins, outs, h, w))], {"ins": ins, "outs": outs, "h": h, "w": w},
        shared=36 * ins)
    for ins, outs, pixels, block in [(128, 128, 3136, 192), (64, 256, 12544, 256)]:
        run("conv_points_eight_planes", (ceil_div(pixels, block), outs // 8), block,
            [f32(ins * pixels), f32(ins * outs), zeros(f32, outs * pixels)]
            + numbers(ins, outs, pixels), {"ins": ins, "outs": outs, "pixels": pixels})
    w, h, quads = 160, 160, 32
    n = 4 * w * h * quads
    run("conv_depthwise_channels_last", 528, 256, [f32(n), f32(36 * quads), zeros(f32, n)]
        + numbers(w, h, quads), {"width": w, "height": h, "channels": 4 * quads})
    w, h = 2400, 1800
    run("conv_gauss_both_ways", (ceil_div(w, 32), ceil_div(h, 16)), (32, 8), [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h})
    w, h = 2000, 1500
    run.plane("conv_sharper_uchar4", w, h, (32, 8), [u8(4 * w * h), zeros(u8, 4 * w * h)]
              + numbers(w, h))
    w, h, channels = 1024, 768, 8
    n = w * h * channels
    run.flat("conv_patches_to_rows", n, 256, [f32(n), zeros(f16, n)] + numbers(w, h, channels),
             {"width": w, "height": h, "channels": channels})


def add_harps(lists):
    run = Twentieth(lists, "harps")
    n = 4000000
    run.flat("reduce_series_modulo", n, 256, [below(n, 100), zeros(s32, ceil_div(n, 256)),
             number(n)], shared=1024)
    for n, block in [(16000000, 256), (500001, 128)]:
        blocks = ceil_div(n, 2 * block)
        run("reduce_series_first_add", blocks, block, [f32(n), zeros(f32, blocks), number(n)],
            {"n": n, "block": block}, shared=4 * block)
    for letter, name, make, size, n, grid in [("f", "float", f32, 512, 30000000, 264),
                                              ("d", "double", f64, 128, 6000000, 500)]:
        run("_Z14seriesCompleteI%sLj%dEEvPKT_PS0_j" % (letter, size), grid, size, [make(n),
            zeros(make, grid), unsigned(n)], {"n": n, "grid": grid},
            kernel="reduce_series_complete_" + name)
    n = 12000000
    run("reduce_warps_add_to_one", 528, 256, [f32(n), zeros(f64, 1), number(n)], {"n": n})
    for rows, quads in [(30000, 100), (600, 3000)]:
        run("reduce_rows_by_warps", ceil_div(rows, 8), 256, [f32(4 * rows * quads),
            zeros(f32, rows)] + numbers(rows, quads), {"rows": rows, "cols": 4 * quads})
    rows, cols = 3000, 1500
    run("reduce_columns_meeting", ceil_div(cols, 32), (32, 8), [f64(rows * cols),
        zeros(f64, cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n, grid = 10000000, 264
    run("reduce_grid_meets", grid, 256, [f32(n), zeros(f32, grid), zeros(f32, 1), number(n)],
        {"n": n, "grid": grid}, cooperative=True)
    groups = 150000
    run.flat("reduce_largest_of_sixteen", 16 * groups, 256, [s32(64 * groups, "random"),
             zeros(s32, groups), number(groups)], {"groups": groups})
    n, grid = 8000000, 528
    run("reduce_moments_joined", grid, 256, [f32(n), zeros(f32, 3 * grid), number(n)],
        {"n": n, "grid": grid})
    rows, cols = 3000, 2000
    run("reduce_place_of_largest", rows, 128, [f32(rows * cols), zeros(s32, rows), number(cols)],
        {"rows": rows, "cols": cols})
    for pairs, grid, block in [(8000000, 660, 192), (200000, 50, 1024)]:
        run("dot_pairs_of_halves", grid, block, [f16(2 * pairs), f16(2 * pairs), zeros(f32, 1),
            number(pairs)], {"pairs": pairs, "grid": grid})
    n = 4000000
    run("sum_of_bits", 528, 256, [u32(4 * n, "random"), zeros(u64, 1), number(n)], {"n": n})


def add_islands(lists):
    run = Twentieth(lists, "islands")
    for rows, cols in [(200000, 20), (30000, 70)]:
        run.flat("softmax_row_a_thread", rows, 128, [f32(rows * cols), zeros(f32, rows * cols)]
                 + numbers(rows, cols), {"cols": cols})
    for cols, rows, high in [(128, 60000, 4), (1024, 8000, 2)]:
        run("_Z11softmaxHeldILi%dEEvPKfPfi" % cols, ceil_div(rows, high), (32, high),
            [f32(rows * cols), zeros(f32, rows * cols), number(rows)],
            {"rows": rows, "cols": cols}, kernel="softmax_held_%d" % cols)
    for rows, cols, block in [(3000, 3000, 256), (200, 20000, 512)]:
        run("softmax_three_passes", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            number(cols)], {"rows": rows, "cols": cols}, shared=4 * block)
    rows, cols = 4000, 4096
    run("softmax_in_one_pass", rows, 256, [f16(rows * cols), zeros(f16, rows * cols),
        number(cols)], {"rows": rows, "cols": cols})
    length, heads = 512, 24
    run("softmax_without_future", (length // 4, heads), 128, [f32(heads * length * length),
        number(length), real(0.125)], {"length": length, "heads": heads})
    rows, cols = 6000, 500
    run("softmax_logarithms", rows, 64, [f64(rows * cols), zeros(f64, rows * cols), number(cols),
        double(0.7)], {"rows": rows, "cols": cols})
    for rows, cols, block in [(4096, 2048, 256), (700, 8192, 512)]:
        run("layer_norm_two_sums", rows, block, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols), number(cols), real(1e-5)], {"rows": rows, "cols": cols})
    rows = 50000
    run.flat("layer_norm_held_half2", 32 * rows, 128, [f16(256 * rows), f16(256), f16(256),
             zeros(f16, 256 * rows), number(rows)], {"rows": rows})
    rows, cols, part = 8000, 1024, 128
    run("layer_norm_learns", (cols // 128, ceil_div(rows, part)), 128, [f32(rows * cols),
        f32(rows * cols), zeros(f32, cols), zeros(f32, cols)] + numbers(rows, cols, part),
        {"rows": rows, "cols": cols})
    rows, pairs = 3000, 1536
    run("rmsnorm_added_bf16", rows, 256, [u16(2 * rows * pairs), u16(2 * rows * pairs),
        u16(2 * pairs), zeros(u16, 2 * rows * pairs), number(pairs)],
        {"rows": rows, "cols": 2 * pairs})
    channels, groups, pixels, images = 64, 8, 784, 32
    n = channels * pixels * images
    run("layer_norm_of_groups", groups * images, 256, [f32(n), f32(channels), f32(channels),
        zeros(f32, n), structure(*numbers(channels, groups, pixels), real(1e-5))],
        {"channels": channels, "groups": groups, "pixels": pixels, "images": images})


def add_jewels(lists):
    run = Twentieth(lists, "jewels")
    n = 500000
    run.flat("la_inverses_of_four", n, 128, [f32(16 * n), zeros(f32, 16 * n), number(n)])
    matrices = 20000
    run("la_lu_sixteen_shared", matrices, (16, 16), [f32(256 * matrices),
        zeros(f32, 256 * matrices), real(10)], {"matrices": matrices})
    for letter, side, name, make, n, block, heavy in [("d", 4, "double", f64, 200000, 128, double(6)),
                                                      ("f", 8, "float", f32, 100000, 64, real(12))]:
        run.flat("_Z10choleskyOfI%sLi%dEEvPKT_PS0_iS0_" % (letter, side), n, block,
                 [make(side * side * n), zeros(make, side * side * n), number(n), heavy],
                 kernel="la_cholesky_of_%d_%s" % (side, name))
    n = 200000
    run("la_gemv_of_twelve", ceil_div(n, 21), 256, [f32(144 * n), f32(12 * n), zeros(f32, 12 * n),
        number(n)], {"n": n})
    n = 500000
    run.flat("la_three_by_cramer", n, 192, [structure(*[f64(n)] * 12, *[zeros(f64, n)] * 3),
             number(n)])
    n = 60000
    run("la_gemm_of_eight", ceil_div(n, 4), (8, 8, 4), [f64(64 * n), f64(64 * n),
        zeros(f64, 64 * n), number(n)], {"n": n})
    for n, grid, block, sweeps in [(600000, 528, 128, 4), (100000, 100, 64, 8)]:
        run("la_eigen_three_jacobi", grid, block, [f32(6 * n), zeros(f32, 3 * n)]
            + numbers(n, sweeps), {"n": n, "sweeps": sweeps})
    n = 20000
    run.flat("la_triangle_by_warp", 32 * n, 128, [f32(1024 * n), f32(32 * n), zeros(f32, 32 * n),
             number(n)], {"n": n})
    for n, systems, block in [(20, 4000, 32), (48, 300, 64)]:
        size = n * (n + 1)
        run("la_gauss_with_pivots", systems, block, [f64(size * systems), zeros(f64, n * systems),
            number(n)], {"n": n, "systems": systems}, shared=8 * size)


def add_nutshells(lists):
    run = Twentieth(lists, "nutshells")
    n = 6000001
    run.flat("scan_hillis_steele_block", n, 512, [below(n, 9), zeros(s32, n),
             zeros(s32, ceil_div(n, 512)), number(n)])
    blocks = 4000
    run("scan_blelloch_padded", blocks, 512, [f32(1024 * blocks), zeros(f32, 1024 * blocks)],
        {"blocks": blocks})
    for quads in [1000003, 60000]:
        tiles = ceil_div(quads, 256)
        run.flat("scan_decoupled_lookback", quads, 256, [below(4 * quads, 9),
                 zeros(s32, 4 * quads), zeros(u64, tiles), zeros(u32, 1), number(quads)],
                 {"tiles": tiles})
    for rows, cols, block in [(20000, 300, 128), (900, 5000, 64)]:
        run.flat("scan_row_of_warp_carried", 32 * rows, block, [f32(rows * cols),
                 zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 3000000
    run.flat("scan_sums_of_keys", n, 256, [below(n, 3), f32(n), zeros(f32, n), number(n)])
    n = 40000
    run("scan_totals_alone", 1, 1024, [below(n, 50), number(n)], {"n": n})
    blocks = 3000
    n = 7 * 128 * blocks
    run("_Z9scanItemsIdLi7ELi128E6LargerEvPKT_PS1_S1_T2_", blocks, 128, [f64(n), zeros(f64, n),
        double(-9), "u8=0"], {"n": n}, kernel="scan_larger_of_sevens")
    blocks = 1500
    n = 16 * 256 * blocks
    run("_Z9scanItemsIiLi16ELi256E5AdderEvPKT_PS1_S1_T2_", blocks, 256, [below(n, 9),
        zeros(s32, n), number(0), "u8=0"], {"n": n}, kernel="scan_sum_of_sixteens")
    for rows, cols, block in [(400, 9000, 64), (60, 70000, 256)]:
        run.flat("scan_down_columns", cols, block, [f64(rows * cols), zeros(f64, rows * cols)]
                 + numbers(rows, cols), {"rows": rows})
    rows = 90001
    run("scan_linear_recurrence", ceil_div(rows, 4), (32, 4), [f32(64 * rows),
        zeros(f32, 32 * rows), real(0.5), number(rows)], {"rows": rows})
    for n, block in [(5000000, 384), (300000, 1024)]:
        blocks = ceil_div(n, block)
        run.flat("scan_places_of_marked", n, block, [u8(n, "random=2"),
                 zeros(s32, blocks * block), zeros(s32, blocks), number(n)])


def add_olives(lists):
    run = Twentieth(lists, "olives")
    for n, most in [(30000000, 256), (4000000, 4)]:
        run("hist_block_of_256", 528, 256, [u8(n, "random=%d" % most), zeros(u32, 256), number(n)],
            {"n": n, "values": most})
    for n, count in [(4000000, 100000), (500000, 50)]:
        run.flat("hist_wide_in_memory", n, 256, [below(n, count), zeros(s32, count), number(n)],
                 {"bins": count})
    words = 5000000
    run("hist_bytes_of_thread", ceil_div(words, 64 * 48), 64, [u32(words, "random"),
        zeros(u32, 64), number(words)], {"words": words})
    n, count, blocks = 6000000, 4000, 264
    run("hist_copy_of_block", blocks, 512, [u16(n, "random=%d" % count),
        zeros(u32, blocks * count)] + numbers(n, count), {"n": n, "bins": count})
    for blocks, count in [(264, 4000), (500, 60000)]:
        run.flat("hist_merge_of_copies", count, 128, [u32(blocks * count, "random=100"),
                 zeros(u32, count)] + numbers(blocks, count), {"copies": blocks})
    quads = 3000000
    run("hist_joint_of_two", 264, 320, [u8(4 * quads), u8(4 * quads), zeros(s32, 1024),
        number(quads)], {"quads": quads})
    n, count = 1500000, 300
    run("_Z8weightedIfdEvPKT_PKT0_PS3_iiS0_S0_", 396, 256, [f32(n), f64(n), zeros(f64, count),
        *numbers(n, count), *reals(-1, 150)], {"n": n, "bins": count}, shared=8 * count,
        kernel="hist_weighted_doubles")
    n, count = 5000000, 1000
    run("hist_uneven_edges", 396, 384, [f32(n, "random=4100"), f32(count + 1, "step=4"),
        zeros(u32, count)] + numbers(n, count), {"n": n, "bins": count}, shared=8 * count + 4)
    n = 8000000
    run("hist_gathered_runs", 660, 160, [u8(n, "random=128"), zeros(u32, 7), unsigned(n)],
        {"n": n})


def add_pebbles(lists):
    run = Twentieth(lists, "pebbles")
    rows, each = 200000, 12
    run.flat("spmv_thread_of_row", rows, 128, [number(rows)] + packed(f64, rows, each, "band=12")
             + [f64(rows), zeros(f64, rows)], {"each": each})
    for rows, each in [(30000, 200), (150000, 9)]:
        run.flat("spmv_warp_of_row", 32 * rows, 256, [number(rows)]
                 + packed(f32, rows, each, "random=%d" % rows) + [f32(rows), zeros(f32, rows)],
                 {"each": each})
    rows, width = 300000, 16
    run.flat("spmv_ell_column_major", rows, 192, [f32(rows * width), below(rows * width, rows),
             f32(rows), zeros(f32, rows)] + numbers(rows, width), {"width": width})
    for entries, rows, where in [(1500000, 100000, "random=100000"), (2000000, 250000, "band=8")]:
        run("spmv_coo_added", 528, 256, [s32(entries, where), below(entries, rows), f64(entries),
            f64(rows), zeros(f64, rows), number(entries)], {"entries": entries, "rows": rows})
    rows, width = 200000, 9
    slices = ceil_div(rows, 32)
    run.flat("spmv_slices_by_32", rows, 96, [structure(s32(slices + 1, "step=%d" % width),
             below(32 * slices * width, rows), f32(32 * slices * width), number(rows)),
             f32(rows), zeros(f32, rows)], {"width": width})
    rows, each = 20000, 16
    run("spmm_warp_two_columns", ceil_div(rows, 8), (32, 8),
        packed(f32, rows, each, "random=%d" % rows) + [f32(64 * rows), zeros(f32, 64 * rows),
        number(rows)], {"rows": rows, "each": each})
    for letter, name, make, b, rows, each, block in [("d", "4_doubles", f64, 4, 40000, 8, 128),
                                                     ("f", "3_floats", f32, 3, 60000, 6, 192)]:
        run.flat("_Z11blocksTimesI%sLi%dEEvPKiS1_PKT_S4_PS2_i" % (letter, b), b * rows, block,
                 [s32(rows + 1, "step=%d" % each), s32(rows * each, "band=%d" % each),
                  make(b * b * rows * each), make(b * rows), zeros(make, b * rows), number(rows)],
                 {"rows": rows, "each": each}, kernel="spmv_blocks_of_" + name)
    rows, each = 150000, 14
    run.flat("_Z10lanesOfRowILi4EEvPKlS1_PKdS3_Pdl", 4 * rows, 256, [s64(rows + 1, "step=%d" %
             each), s64(rows * each, "random=%d" % rows), f64(rows * each), f64(rows),
             zeros(f64, rows), "s64=%d" % rows], {"rows": rows, "each": each},
             kernel="spmv_four_lanes_wide")
    rows, each = 200000, 10
    run.flat("spmv_transposed_scattered", rows, 128, packed(f32, rows, each, "random=%d" % rows)
             + [f32(rows), zeros(f32, rows), number(rows)], {"each": each})
    n, count = 400000, 11
    run.flat("spmv_some_diagonals", n, 224, [f64(n * count), s32(count, "step=%d" % (n // 11)),
             f64(n), zeros(f64, n)] + numbers(n, count), {"diagonals": count})


def add_ribbons(lists):
    run = Twentieth(lists, "ribbons")
    blocks = 3000
    run("sort_bitonic_of_tile", blocks, 512, [s32(1024 * blocks, "random")], {"blocks": blocks})
    n = 1 << 22
    for j, k in [(1 << 10, 1 << 15), (1, 1 << 4)]:
        run.flat("sort_bitonic_xor_step", n, 256, [f32(n)] + numbers(j, k), {"j": j, "k": k})
    n = 8000001
    run.flat("sort_phase_of_neighbours", n // 2, 128, [s32(n, "random")] + numbers(n, 1))
    n = 8000000
    blocks = ceil_div(n, 4096)
    run("sort_count_of_digits", blocks, 256, [u32(n, "random"), zeros(u32, 256 * blocks)]
        + numbers(n, 8), {"n": n})
    blocks = 4000
    run("sort_split_four_bits", blocks, 512, [u32(512 * blocks, "random"), number(4)],
        {"blocks": blocks})
    for n, length in [(2000000, 4096), (300000, 64)]:
        run.flat("sort_runs_by_rank", n, 256, [s32(n, "step=3"), zeros(s32, n)]
                 + numbers(n, length), {"run": length})
    n = 3000001
    run.flat("sort_warp_of_long_keys", n, 128, [u64(n, "random"), zeros(u64, n), number(n)])
    for blocks, most in [(1500, 256), (600, 20)]:
        run("sort_bytes_counted", blocks, 256, [u8(4096 * blocks, "random=%d" % most),
            zeros(u8, 4096 * blocks)], {"blocks": blocks, "values": most})


def add_rockets(lists):
    run = Twentieth(lists, "rockets")
    for n, block in [(16000, 128), (5000, 64)]:
        run.flat("nbody_tiles_of_quads", n, block, [f32(4 * n, "random"), zeros(f32, 4 * n),
                 number(n), real(0.1)], shared=16 * block)
    n = 4000
    run("_Z9attractedIfLi4EEv6BodiesIT_EPS1_S3_iS1_", ceil_div(n, 4 * 64), 64,
        [structure(f32(n), f32(n), f32(n, "random")), zeros(f32, n), zeros(f32, n), number(n),
         real(0.2)], {"n": n}, kernel="nbody_four_of_plane")
    cells = 20
    count = cells ** 3
    run("nbody_lennard_of_cells", (cells, cells, cells), 32, [f32(64 * count, "random"),
        below(count, 17), zeros(f32, 64 * count), number(cells), real(1)], {"cells": cells})
    w, h = 1500, 1000
    run.plane("phys_cloth_of_springs", w, h, (32, 4), [f32(4 * w * h), f32(4 * w * h),
              zeros(f32, 4 * w * h)] + numbers(w, h) + reals(3, 0.01))
    n, steps = 100000, 100
    run.flat("phys_butterfly_fourth_order", n, 64, [f64(3 * n), *numbers(n, steps), double(0.005)],
             {"steps": steps})
    for w, h, count, block in [(1000, 800, 500, (32, 4)), (200, 150, 1000, (16, 8))]:
        run("phys_potential_of_charges", (ceil_div(w, 2 * block[0]), ceil_div(h, block[1])), block,
            [zeros(f32, w * h), *numbers(w, h, count), real(0.001)],
            {"width": w, "height": h, "charges": count},
            constants=["charges f32[4096]:random"])
    n = 300000
    run.flat("phys_balls_in_box", n, 128, [f32(2 * n), zeros(f32, 2 * n), zeros(s32, n),
             *numbers(n, 300, 5)])
    w, h, count = 1280, 720, 50
    run.plane("phys_rays_on_spheres", w, h, (16, 8), [f32(4 * count, "random"), number(count),
              zeros(f32, w * h)] + numbers(w, h), {"spheres": count})


def add_saddles(lists):
    run = Twentieth(lists, "saddles")
    for w, h, step, most, block in [(1024, 768, 0.003, 256, (16, 16)),
                                    (300, 200, 0.01, 1500, (32, 2))]:
        run.plane("mandel_escape_floats", w, h, block, [zeros(s32, w * h), *numbers(w, h),
                  *reals(-2.2, -1.1, step), number(most)], {"most": most})
    w, h = 1000, 800
    run("mandel_julia_of_cubes", 264, 256, [zeros(u8, 4 * w * h), *numbers(w, h),
        *reals(0.4, 0.3)], {"width": w, "height": h})
    w, h = 640, 480
    run.plane("mandel_newton_of_roots", w, h, (32, 4), [zeros(u8, w * h), zeros(u8, w * h)]
              + numbers(w, h))
    for size, step, steps in [(1 << 22, 1031, 300), (1 << 12, 33, 1500)]:
        run("chase_lonely", 1, 1, [u32(size, "chain=%d" % step), zeros(u32, 1), number(steps)],
            {"size": size, "steps": steps})
    nodes, steps = 1 << 20, 100
    run("chase_long_links_adding", 264, 32, [s64(nodes, "cycle=1"), f32(nodes),
        zeros(f32, 264 * 32), number(steps), "s64=%d" % nodes], {"nodes": nodes, "steps": steps})
    run("chase_within_shared", 264, 256, [below(2048, 2048), zeros(s32, 264 * 256), number(500)],
        {"steps": 500})
    n = 3000000
    run.flat("branch_by_parity", n, 256, [f32(n), zeros(f32, n), number(n)])
    for n, length in [(2000000, 32), (100000, 100)]:
        run.flat("branch_small_machine", n, 192, [u8(32 * length, "random=6"), s32(n),
                 zeros(s32, n)] + numbers(n, length), {"length": length})
    n = 6000000
    run.flat("branch_warps_with_roles", n, 128, [f32(n), zeros(f32, n), number(n)])
    rows, cols = 300000, 64
    run.flat("loop_first_above", rows, 128, [f32(rows * cols), zeros(s32, rows),
             *numbers(rows, cols), real(0.9)], {"cols": cols})
    n = 3000000
    run("loop_bits_of_word", 528, 256, [u32(n, "random"), f32(32), zeros(f32, n), number(n)],
        {"n": n})
    n = 400000
    run.flat("loop_digits_until_one", n, 128, [u64(n, "random"), zeros(s32, n), number(n)])
    n = 1000000
    run.flat("_Z11seriesUntilIdEvPKT_PS0_iS0_", n, 96, [f64(n, "random=20"), zeros(f64, n),
             number(n), double(1e-15)], kernel="loop_series_until_small")


def add_tunnels(lists):
    run = Twentieth(lists, "tunnels")
    for nodes, each, most in [(400000, 8, 6), (2000000, 4, 50)]:
        run.flat("graph_level_from_top", nodes, 256, [s32(nodes + 1, "step=%d" % each),
                 below(nodes * each, nodes), below(nodes, most)] + numbers(nodes, 3),
                 {"each": each, "levels": most})
    nodes, each, waiting = 200000, 40, 30000
    run.flat("graph_queue_of_frontier", 32 * waiting, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), below(waiting, nodes), number(waiting), zeros(s32, nodes),
             zeros(s32, nodes), zeros(s32, 1)], {"each": each, "waiting": waiting})
    nodes, each = 300000, 10
    run.flat("graph_rank_drawn", nodes, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), f32(nodes, "random"), f32(nodes, "random"),
             zeros(f32, nodes), number(nodes), real(0.85)], {"each": each})
    nodes, each = 200000, 8
    run("graph_rank_pushed", 528, 256, [structure(s64(nodes + 1, "step=%d" % each),
        s32(nodes * each, "band=8"), number(nodes)), f64(nodes, "random"), zeros(f64, nodes)],
        {"nodes": nodes, "each": each})
    n = 1500000
    run.flat("graph_jump_to_root", n, 128, [below(n, n), number(n)])
    nodes, each = 400000, 12
    run.flat("graph_highest_around", nodes, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), u32(nodes, "random"), zeros(u8, nodes), number(nodes)],
             {"each": each})
    nodes, each = 100000, 12
    run.flat("graph_label_of_most", nodes, 128, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), below(nodes, 5), zeros(s32, nodes), number(nodes)],
             {"each": each})
    pairs = 1200
    run("dp_common_of_two_words", pairs, 256, [u8(256 * pairs, "random=4"),
        u8(256 * pairs, "random=5"), zeros(s32, pairs)], {"pairs": pairs})
    room = 6000000
    run.flat("dp_one_thing_more", room + 1, 256, [below(room + 1, 1000), zeros(s32, room + 1)]
             + numbers(room, 1001, 77))
    pairs = 200000
    run.flat("_Z7alignedILi24EEvPKhS1_Pii", pairs, 64, [u8(24 * pairs, "random=4"),
             u8(24 * pairs, "random=5"), zeros(s32, pairs), number(pairs)], kernel="dp_aligned_24")
    for n, block in [(2000, 256), (700, 96)]:
        run("dp_way_over_node", (ceil_div(n, block), n), block, [f32(n * n, "random=100"),
            *numbers(n, n // 3)], {"n": n, "block": block})
    n, length = 2000, 600
    run.flat("dp_stretches_of_length", n - length, 64, [below(n + 1, 100),
             s64(n * n, "random=1000000")] + numbers(n, length), {"length": length})
    blocks, steps = 600, 40
    run("dp_likeliest_states", blocks, 64, [f32(4096), f32(1024), u8(blocks * steps, "random=16"),
        zeros(u8, 64 * blocks * steps), zeros(f32, 64 * blocks), number(steps)],
        {"sequences": blocks, "steps": steps})


def add_umbrellas(lists):
    run = Twentieth(lists, "umbrellas")
    for words, letters in [(500000, 16), (40000, 100)]:
        run.flat("hash_fnv_of_words", words, 128, [u8(words * letters),
                 s32(words + 1, "step=%d" % letters), zeros(u32, words), number(words)],
                 {"letters": letters})
    for n, slots, most in [(1000000, 1 << 21, 4000000000), (1000000, 1 << 16, 1000)]:
        run.flat("hash_keys_to_free_place", n, 256, [u32(n, "random=%d" % most), zeros(u32, slots),
                 zeros(u32, slots), number(n), unsigned(slots - 1)],
                 {"slots": slots, "keys": most})
    n, slots = 3000000, 1 << 20
    run.flat("hash_cuckoo_asked", n, 192, [structure(u32(2 * slots, "random=3000000"),
             u32(2 * slots, "random=2999999"), unsigned(slots - 1)), u32(n, "random=3000000"),
             zeros(u32, n), number(n)], {"slots": slots})
    n, bits = 4000000, 1 << 24
    run.flat("hash_bloom_of_four", n, 256, [u32(bits // 32, "random"), u64(n, "random"),
             zeros(u8, n), number(n), unsigned(bits - 1)], {"bits": bits})
    n = 1500000
    run.flat("hash_long_stripes", n, 192, [u64(4 * n, "random"), zeros(u64, n), number(n)])
    n = 30000000
    run("txt_words_that_begin", 528, 256, [u8(n, "random=64"), number(n), zeros(u32, 1)],
        {"n": n})
    for n, fill in [(3000000, "fill=53"), (2500000, "random=58")]:
        run.flat("txt_numbers_of_eight", n, 128, [u8(8 * n, fill), zeros(u32, n), number(n)],
                 {"text": fill.split("=")[0]})
    n = 20000000
    run.flat("txt_vigenere", n, 256, [u8(n, "random=128"), u8(64, "random=26")] + numbers(n, 11))
    for n, block in [(300000, 128), (30000, 64)]:
        run.flat("code_crc_bit_by_bit", n, block, [u32(16 * n, "random"), zeros(u32, n),
                 number(n)])
    n = 10000000
    run.flat("code_hamming_seven_four", n, 224, [u8(n), zeros(u16, n), number(n)])
    n = 2000000
    run("bits_morton_of_three", 396, 192, [f32(n, "random"), f32(n, "random"), f32(n, "random"),
        zeros(u64, n), number(n)], {"n": n})
    n = 8000000
    run.flat("bits_turned_by_votes", n, 128, [u32(n, "random"), zeros(u32, n), number(n)])
    n = 400000
    run.flat("bits_likeness_of_prints", n, 128, [u32(32 * n, "random"), u32(32, "random"),
             zeros(f32, n), number(n)])
    n = 3000000
    run.flat("bits_gray_and_turned", n, 512, [u32(2 * n, "random"), zeros(u32, 2 * n), number(n)])


def add_violins(lists):
    run = Twentieth(lists, "violins")
    n = 1 << 22
    for span in [1, 1 << 10]:
        run.flat("sig_stage_of_twos", n // 2, 256, [f32(2 * n), zeros(f32, 2 * n)]
                 + numbers(n // 2, span), {"span": span})
    blocks = 8000
    run("sig_fourier_256_fours", blocks, 64, [f32(512 * blocks), zeros(f32, 512 * blocks)],
        {"blocks": blocks})
    for n, taps, block in [(2000000, 64, 256), (400000, 301, 128)]:
        run.flat("sig_fir_plainly", n, block, [f32(n), f32(taps), zeros(f32, n)]
                 + numbers(n, taps), {"taps": taps})
    n = 6000000
    run.flat("sig_fir_every_second", n // 2, 192, [f16(n), f16(32), zeros(f16, n // 2),
             number(n)])
    w, h = 2400, 1600
    run("sig_cosines_eight_square", (w // 8, h // 8), (8, 8), [f32(w * h), zeros(f32, w * h)]
        + numbers(w, h), {"width": w, "height": h}, constants=["cosines f32[64]:signed"])
    n, tones, parts = 1000, 400, 60
    run("sig_goertzel_of_tones", (ceil_div(tones, 64), parts), 64, [f32(n * parts),
        zeros(f32, tones * parts)] + numbers(n, tones), {"n": n, "tones": tones, "parts": parts})
    blocks = 1500
    run("_Z5walshIiLi11EEvPT_", blocks, 256, [below(2048 * blocks, 1000)], {"blocks": blocks},
        kernel="sig_hadamard_2048")


def add_wallets(lists):
    run = Twentieth(lists, "wallets")
    run("mc_darts_on_quarter", 528, 256, [zeros(u32, 528 * 256), number(1000)], {"throws": 1000})
    for n, radius, block in [(100000, 12, 128), (20000, 25, 64)]:
        run.flat("mc_walk_until_outside", n, block, [zeros(s32, n)] + numbers(n, radius, 2000),
                 {"radius": radius})
    n = 4000000
    run("rng_normal_pairs_dealt", 528, 256, [zeros(f32, 2 * n), *numbers(n, 30), "u64=42"],
        {"n": n})
    paths, steps = 200000, 64
    run.flat("mc_paths_that_may_die", paths, 192, [f32(paths * steps), zeros(f32, paths),
             *numbers(paths, steps), *reals(100, 0.001, 0.05, 85, 98)], {"steps": steps})
    n = 200000
    run.flat("fin_volatility_behind", n, 128, [f64(n, "random=40"), f64(n, "random=2"),
             zeros(f64, n), zeros(s32, n), number(n)])
    for options, levels, block in [(600, 300, 128), (2000, 100, 64)]:
        run("fin_put_on_tree", options, block, [f32(options, "random"), zeros(f32, options),
            number(levels), *reals(1.02, 0.51, 0.999)], {"options": options, "levels": levels},
            shared=4 * (levels + 1))
    n = 500000
    run("fin_bonds_of_years", 396, 128, [below(n, 31), f64(n, "random=0.1"), f64(n, "random"),
        zeros(f64, n), zeros(f64, n), number(n)], {"n": n})


def add_yachts(lists):
    run = Twentieth(lists, "yachts")
    for w, h, block in [(2000, 1500, (16, 16)), (640, 480, (32, 4))]:
        run.plane("img_turned_between_four", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + reals(0.8, 0.6))
    w, h = 2000, 1500
    run.plane("img_middle_of_nine", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h))
    run("img_table_of_equalised", 1, 256, [u32(256, "random=10000"), zeros(u8, 256),
        number(1280000)], {"bins": 256})
    n = 2000000
    run("img_through_table", 528, 192, [u32(4 * n, "random"), u8(256), number(n)], {"n": n})
    n = 3000000
    run.flat("img_hue_of_colours", n, 256, [f32(3 * n, "random"), zeros(f32, 3 * n), number(n)])
    for w, h in [(3000, 2000), (500, 400)]:
        run.plane("_Z6erodedILi3EEvPKhPhii", w, h, (32, 16), [u8(w * h), zeros(u8, w * h)]
                  + numbers(w, h), kernel="img_eroded_3")
    w, h = 2400, 1600
    run.plane("img_colours_of_pattern", w - 2, h - 2, (32, 4), [u16(w * h, "random=4096"),
              zeros(u16, 3 * w * h)] + numbers(w, h))
    w, h = 1500, 1200
    run.plane("img_boxes_from_sums", w, h, (64, 4), [s64((w + 1) * (h + 1), "step=2"),
              zeros(f32, w * h)] + numbers(w, h, 7))


def add_zebras(lists):
    run = Twentieth(lists, "zebras")
    heads, length = 8, 500
    n = 64 * heads * length
    run("attn_warp_goes_along", (ceil_div(length, 4), heads), (32, 4), [f32(n), f32(n), f32(n),
        zeros(f32, n), number(length), real(0.125)], {"heads": heads, "length": length})
    for heads, length in [(16, 1024), (4, 300)]:
        n = 32 * heads * length
        run("_Z14tiledAttentionILi32EEvPKfS1_S1_Pfif", (ceil_div(length, 64), heads), 64,
            [f32(n), f32(n), f32(n), zeros(f32, n), number(length), real(0.177)],
            {"heads": heads, "length": length}, kernel="attn_tiles_of_32")
    for heads, length, share in [(32, 8192, 512), (8, 1000, 96)]:
        n, shares = 128 * heads * length, ceil_div(length, share)
        run("attn_share_of_cache", (shares, heads), 256, [f16(128 * heads), f16(n), f16(n),
            zeros(f32, 128 * heads * shares), zeros(f32, 2 * heads * shares),
            *numbers(length, share), real(0.088)],
            {"heads": heads, "length": length, "share": share})
    heads, shares = 4096, 16
    run("attn_shares_joined", heads, 128, [f32(128 * heads * shares), f32(2 * heads * shares,
        "random"), zeros(f16, 128 * heads), number(shares)], {"heads": heads, "shares": shares})
    rows, quads = 8192, 256
    run.flat("quant_row_of_bytes", 32 * rows, 256, [u8(16 * rows * quads), u8(16 * quads),
             f32(rows), zeros(f32, rows), *numbers(rows, quads), real(0.01)],
             {"rows": rows, "cols": 16 * quads})
    rows, groups = 4096, 128
    run("quant_groups_of_nibbles", rows, 128, [u8(18 * rows * groups, "random=60"),
        f32(32 * groups), zeros(f32, rows), *numbers(rows, groups)],
        {"rows": rows, "cols": 32 * groups})
    for rows, pairs, block in [(4096, 2048, 256), (500, 1000, 160)]:
        run("quant_rows_by_largest", rows, block, [f16(2 * rows * pairs),
            zeros(u8, 2 * rows * pairs), zeros(f32, rows), number(pairs)],
            {"rows": rows, "pairs": pairs})
    quads, channels = 2000000, 64
    run.flat("quant_back_to_bytes", quads, 256, [below(4 * quads, 60000), below(channels, 500),
             f32(channels, "random=0.01"), zeros(u8, 4 * quads)] + numbers(quads, channels),
             {"channels": channels})


def add(lists):
    for of_file in (add_almonds, add_barrels, add_bridges, add_cannons, add_dynamos, add_feathers,
                    add_gardens, add_goblets, add_harps, add_islands, add_jewels, add_nutshells,
                    add_olives, add_pebbles, add_ribbons, add_rockets, add_saddles, add_tunnels,
                    add_umbrellas, add_violins, add_wallets, add_yachts, add_zebras):
        of_file(lists)

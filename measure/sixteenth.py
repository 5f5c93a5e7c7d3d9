"""A sixteenth validation set: what one brings who is told that any kernel can be predicted."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from twelfth import structure


class Sixteenth(Blind):
    folder = "sixteenth"


def factors(make, m, n, k, out=None):
    return [make(m * k), make(k * n), zeros(out or make, m * n)]


def packed(make, rows, each, columns):
    return [s32(rows + 1, "step=%d" % each), s32(rows * each, columns), make(rows * each)]


def add_parcels(lists):
    run = Sixteenth(lists, "parcels")
    for n, offset in [(20000000, 3), (600000, 64)]:
        run.flat("copy_chars_from_offset", n, 256, [u8(n + offset), zeros(u8, n)]
                 + numbers(n, offset), {"offset": offset})
    n, step = 1500000, 3
    run.flat("strided_float2_collect", n, 128, [f32(2 * n * step), zeros(f32, 2 * n)]
             + numbers(n, step), {"step": step})
    for quads, grid, block in [(8000000, 1320, 256), (60000, 40, 384)]:
        run("copy_int4_grid_stride", grid, block, [s32(4 * quads), zeros(s32, 4 * quads),
            wide(quads)], {"quads": quads, "grid": grid})
    n = 900000
    run.flat("copy_line_per_thread", n, 192, [s32(16 * n), zeros(s32, 16 * n), number(n)])
    n, each = 3000000, 12
    run.flat("copy_stretch_per_thread", ceil_div(n, each), 128, [f32(n), zeros(f32, n)]
             + numbers(n, each), {"floats": n, "each": each})
    pitch, w, h = 4099, 1777, 1203
    run.plane("copy_window_out", w, h, (64, 4), [f32(pitch * 1500), zeros(f32, w * h)]
              + numbers(pitch, 777, 131, w, h), {"pitch": pitch})
    n = 2500000
    run.flat("stream_triad_double2", n, 512, [zeros(f64, 2 * n), f64(2 * n), f64(2 * n),
             double(0.75), number(n)])
    n = 11000003
    run("stream_lambda_clamp", 660, 320, [f32(n), zeros(f32, n), wide(n)] + reals(-0.25, 0.5),
        {"n": n})
    n = 3000000
    run.flat("copy_volatile_words", n // 2, 256, [u32(n, "random"), zeros(u32, n), number(n)])
    n = 3500000
    run("copy_past_first_level", ceil_div(n, 512), 256, [f32(4 * n), zeros(f32, 4 * n), number(n)],
        {"n": n})


def add_crates(lists):
    run = Sixteenth(lists, "crates")
    n = 2000000
    run.flat("aos_heat_cells", n, 256, [f32(4 * n), real(0.1), number(n)])
    n = 1200000
    run.flat("aos_planet_moment", n, 128, [f64(5 * n), zeros(f64, n), number(n)])
    for n, grid in [(3000000, 792), (50000, 66)]:
        run("aos_raise_one_field", grid, 256, [s32(6 * n, "random=1000"), number(n), number(7)],
            {"n": n, "grid": grid})
    n = 2500000
    matrix = reals(0.9, 0.1, 0, -0.1, 0.9, 0.05, 0.2, 0.1, 0.8)
    run.flat("soa_project_view", n, 256, [structure(*matrix, f32(n), f32(n), f32(n), zeros(f32, n),
             zeros(f32, n), number(n))])
    n = 5000000
    run.flat("struct_rgb_to_565", n, 256, [u8(3 * n), zeros(u16, n), number(n)])
    n = 3200000
    run.flat("soa_in_blocks_of_eight", n, 512, [f32(4 * n), number(n), real(0.01)])
    n, size, fields = 700000, 64, 6
    run.flat("struct_field_by_offset", n, 128, [f32(n * size // 4), s32(fields, "step=2"),
             zeros(f32, n)] + numbers(n, size, fields), {"bytes": size, "fields": fields})


def add_fetchers(lists):
    run = Sixteenth(lists, "fetchers")
    n, rows, quads, block = 40000, 30000, 64, (64, 4)
    run("gather_rows_by_quads", ceil_div(n, block[1]), block, [f32(4 * rows * quads),
        below(n, rows), zeros(f32, 4 * n * quads)] + numbers(quads, n),
        {"n": n, "rows": rows, "quads": quads})
    n = 1 << 21
    run.flat("scatter_by_permutation", n, 256, [f32(2 * n), u32(n, "gather=1000003"),
             zeros(f32, 2 * n), number(n)])
    n, m = 4000000, 3000000
    run.flat("gather_where_set", n, 256, [u32(n // 32, "random"), f32(m), below(n, m),
             zeros(f32, n), number(n)], {"table": m})
    for n, entries in [(5000000, 1000), (1000000, 9000000)]:
        run.flat("table_lookup_between", n, 256, [f32(entries), number(entries), f32(n, "random"),
                 zeros(f32, n), number(n)], {"entries": entries})
    for n, m in [(800000, 4000000), (200000, 3000)]:
        run.flat("binary_search_upper", n, 128, [s32(m, "step=5"), number(m), below(n, 5 * m),
                 zeros(s32, n), number(n)], {"table": m})
    n, m = 2000000, 1 << 20
    run("binary_search_with_index", 264, 512, [u32(m, "step=7"), number(m),
        u32(n, "random=%d" % (7 * m)), zeros(u32, n), number(n)], {"n": n, "table": m})
    bags, each, rows = 60000, 12, 50000
    run.flat("embedding_bag_weighted", 32 * bags, 256, [f16(128 * rows), below(bags * each, rows),
             f32(bags * each), zeros(f32, 128 * bags)] + numbers(bags, each),
             {"bags": bags, "each": each})


def add_mirrors(lists):
    run = Sixteenth(lists, "mirrors")
    for rows, cols in [(3000, 4100), (260, 700)]:
        run("transpose_sixty_four", (ceil_div(cols, 64), ceil_div(rows, 64)), 256,
            [f32(rows * cols), zeros(f32, rows * cols)] + numbers(rows, cols),
            {"rows": rows, "cols": cols})
    w, h = 3100, 2300
    run("_Z12transposeAnyIsEvPT_PKS0_ii", (ceil_div(w, 32), ceil_div(h, 32)), (32, 8),
        [zeros(u16, w * h), u16(w * h)] + numbers(w, h), {"width": w, "height": h},
        kernel="transpose_any_short")
    n = 6000
    run.flat("transpose_by_butterflies", 32 * n, 128, [u32(1024 * n, "random"),
             zeros(u32, 1024 * n), number(n)])
    n = 1920 * 1080
    run.flat("transpose_pixels_to_planes", n, 256, [u8(3 * n), zeros(f32, 3 * n), number(n)])
    for n, rows, cols in [(3000, 48, 40), (200, 96, 100)]:
        run("transpose_small_stack", n, 256, [f32(n * rows * cols), zeros(f32, n * rows * cols)]
            + numbers(rows, cols), {"matrices": n, "rows": rows, "cols": cols},
            shared=4 * rows * cols)
    i, j, k = 150, 160, 110
    run("transpose_last_to_first", 792, 256, [f64(i * j * k), zeros(f64, i * j * k)]
        + numbers(i, j, k), {"i": i, "j": j, "k": k})


def add_anvils(lists):
    run = Sixteenth(lists, "anvils")
    n = 700
    run.plane("naive_mm_doubles", n, n, (16, 16), factors(f64, n, n, n) + [number(n)])
    m, n, k = 900, 1000, 800
    run.plane("tiled_mm_classroom", n, m, (16, 16), factors(f32, m, n, k) + numbers(m, n, k),
              {"k": k})
    n = 768
    run("tiled_mm_four_rows_double", (n // 32, n // 32), (32, 8), factors(f64, n, n, n)
        + [number(n)], {"n": n})
    for m, n, k in [(1024, 1152, 640), (256, 192, 4096)]:
        run("sgemm_block_64", (n // 64, m // 64), 256, factors(f32, m, n, k) + numbers(m, n, k),
            {"m": m, "n": n, "k": k})
    m, n, k = 960, 1280, 512
    run("sgemm_block_96_by_64", (n // 64, m // 96), 128, factors(f32, m, n, k) + numbers(m, n, k),
        {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 1536, 1024), (384, 512, 2048)]:
        run("sgemm_quads_ahead", (n // 128, m // 128), 256, factors(f32, m, n, k)
            + numbers(m, n, k) + [real(0.5)], {"m": m, "n": n, "k": k})
    rows, n = 2048, 768
    run("matmul_gram_lower", (n // 32, n // 32), (32, 32), [f32(rows * n), zeros(f32, n * n)]
        + numbers(rows, n), {"rows": rows, "n": n})
    n = 3000
    run.flat("matvec_symmetric_packed", n, 64, [f64(n * (n + 1) // 2), f64(n), zeros(f64, n),
             number(n)])
    rows, quads = 6000, 1024
    run("matvec_rows_quads", rows, 128, [f32(4 * rows * quads), f32(4 * quads),
        zeros(f32, rows), number(quads)], {"rows": rows, "cols": 4 * quads})
    n = 1008
    run("sgemm_async_words", (n // 16, n // 16), (16, 16), factors(f32, n, n, n) + [number(n)],
        {"n": n})


def add_halfmetal(lists):
    run = Sixteenth(lists, "halfmetal")
    m, n, k = 768, 1024, 512
    run("gemm_half2_tile_pairs", (n // 32, m // 16), (16, 16), factors(f16, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    n = 512
    run("gemm_bf16_sum_in_float", (n // 32, n // 8), (32, 8), factors(u16, n, n, n, f32)
        + [number(n)], {"n": n})
    n, words = 1024, 128
    run("mul_bytes_by_fours", (n // 32, n // 16), (16, 8), [s32(n * words, "random"),
        s32(n * words, "random"), zeros(s32, n * n)] + numbers(n, words), {"n": n, "k": 4 * words})
    for m, n, k in [(2048, 2048, 768), (256, 512, 1024)]:
        run("gemm_wmma_guide", (m // 64, n // 64), (128, 4), factors(f16, m, n, k, f32)
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2048, 1024), (512, 320, 512)]:
        run("gemm_wmma_shared_64", (n // 64, m // 64), 128, factors(f16, m, n, k) + numbers(n, k),
            {"m": m, "n": n, "k": k})
    m, n, k = 2048, 768, 512
    run("gemm_wmma_bias_gelu", (n // 16, m // 128), 256, [u16(m * k), u16(n * k), f32(n),
        zeros(u16, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    rows, pairs = 11000, 2048
    run.flat("matvec_half_quarter_warp", 8 * rows, 256, [f16(2 * rows * pairs), f16(2 * pairs),
             zeros(f16, rows)] + numbers(rows, pairs), {"cols": 2 * pairs}, shared=4 * pairs)


def add_tensormma(lists):
    run = Sixteenth(lists, "tensormma")
    m, n, k = 1024, 1024, 512
    run("gemm_sync_as_drawn", (n // 8, m // 64), 128, factors(f16, m, n, k, f32) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2560, 1024), (512, 512, 2048)]:
        run("gemm_sync_ldmatrix_64", (n // 64, m // 64), 128, factors(f16, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for stages, m, n, k in [("two", 2048, 2048, 1024), ("four", 2048, 2048, 1024),
                            ("four", 3072, 4096, 2048)]:
        run("gemm_sync_%s_in_flight" % stages, (n // 128, m // 128), 256,
            factors(u16, m, n, k, f32) + numbers(n, k), {"m": m, "n": n, "k": k},
            shared={"two": 2, "four": 4}[stages] * 2 * 128 * 40 * 2)
    m, n, k = 1024, 1024, 1024
    run("gemm_sync_bytes_32", (n // 32, m // 128), (32, 4), factors(u8, m, n, k, s32)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1024, 768, 512
    run("gemm_sync_tf32_shared", (n // 32, m // 64), 128, factors(f32, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    m, n, k = 512, 640, 512
    run("gemm_sync_doubles_16", (n // 32, m // 32), 128, factors(f64, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    for rows, width, grid in [(6000, 4096, 264), (1000, 1000, 132)]:
        run("hop_bulk_row_norms", grid, 128, [f32(rows * width), zeros(f32, rows)]
            + numbers(width, rows), {"rows": rows, "width": width}, shared=4 * width)
    tiles = 5000
    run("hop_bulk_in_and_out", tiles, 128, [f32(2048 * tiles), zeros(f32, 2048 * tiles),
        real(1.5)], {"tiles": tiles})


def add_quarry(lists):
    run = Sixteenth(lists, "quarry")
    for nx, ny, block in [(3000, 2000, (32, 8)), (500, 300, (16, 16))]:
        run.plane("stencil_five_doubles", nx, ny, block, [f64(nx * ny), zeros(f64, nx * ny)]
                  + numbers(nx, ny) + [double(0.2)])
    nx, ny, nz = 324, 260, 120
    run("stencil_star_two_march", ((nx - 4) // 32, (ny - 4) // 8), (32, 8), [f32(nx * ny * nz),
        zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz})
    n = 7000000
    run.flat("stencil_line_of_seven", n, 256, [f32(n), zeros(f32, n), number(n)])
    n = 1500000
    run.flat("stencil_line_of_thirty_three", n, 128, [f32(n), zeros(f32, n), number(n)])
    n = 2400
    run.plane("stencil_wave_two_times", n - 2, n - 2, (32, 4), [f32(n * n), f32(n * n), number(n),
              real(0.25)])
    w, h = 1600, 1100
    run.plane("pde_gray_scott", w, h, (16, 16), [f32(2 * w * h, "random"),
              zeros(f32, 2 * w * h)] + numbers(w, h) + reals(0.035, 0.06))
    quads, h = 800, 2500
    run("stencil_quads_and_lanes", (ceil_div(quads, 128), h - 2), 128, [f32(4 * quads * h),
        zeros(f32, 4 * quads * h)] + numbers(quads, h), {"quads": quads, "height": h})
    n = 200
    run("pde_yee_electric", (ceil_div(n, 32), ceil_div(n, 8), n), (32, 8), [f32(n ** 3)] * 6
        + [number(n), real(0.4)], {"n": n})
    n, sweeps, block = 4000000, 8, 256
    run("stencil_sweeps_inside", ceil_div(n, block - 2 * sweeps), block, [f32(n), zeros(f32, n)]
        + numbers(n, sweeps), {"n": n, "sweeps": sweeps}, shared=8 * block)


def add_lenses(lists):
    run = Sixteenth(lists, "lenses")
    taps = ["lensTaps f32[512]:signed"]
    w, h, radius = 2000, 1500, 7
    run("conv_gauss_along_rows", (ceil_div(w, 256), h), 256, [f32(w * h), zeros(f32, w * h)]
        + numbers(w, h, radius), {"width": w, "height": h, "radius": radius},
        shared=4 * (256 + 2 * radius), constants=taps)
    channels, w, h, outs = 32, 64, 64, 16
    run("conv_transposed_four", (ceil_div(2 * w, 64), 2 * h, outs), 64, [f32(channels * w * h),
        f32(channels * outs * 16), zeros(f32, outs * 4 * w * h)] + numbers(channels, w, h, outs),
        {"channels": channels, "width": w, "height": h, "outs": outs})
    n, count = 1500000, 511
    run("conv_long_line", ceil_div(n, 1024), 128, [f32(n), zeros(f32, n)] + numbers(n, count),
        {"n": n, "taps": count}, constants=taps)
    w, h, groups = 112, 112, 12
    run.flat("conv_depth_eight_halves", 8 * w * h * groups // 8, 128, [f16(8 * w * h * groups),
             f16(72 * groups), zeros(f16, 8 * w * h * groups)] + numbers(w, h, groups))
    channels, w, h = 64, 56, 56
    across = w // 2 - 1
    tiles = across * (h // 2 - 1)
    run("conv_winograd_tiles", (ceil_div(tiles, 128), channels), 128, [f32(channels * w * h),
        zeros(f32, 16 * channels * tiles)] + numbers(w, h, across, tiles),
        {"channels": channels, "tiles": tiles})
    w, h = 512, 384
    run("conv_first_layer", (ceil_div(w // 2, 64), h // 2), 64, [f32(3 * w * h), f32(1200),
        zeros(f32, 16 * (w // 2) * (h // 2))] + numbers(w, h), {"width": w, "height": h})
    w, h, words = 130, 98, 8
    run("conv_bytes_by_words", (ceil_div(w - 2, 32), h - 2), (32, 16), [s32(w * h * words, "random"),
        s32(16 * 9 * words, "random"), zeros(s32, 16 * w * h)] + numbers(w, h, words),
        {"width": w, "height": h, "words": words})


def add_funnels(lists):
    run = Sixteenth(lists, "funnels")
    for n, grid in [(16000000, 1000), (200000, 64)]:
        run("_Z12reduceLadderILj128EEvPKiPij", grid, 128, [s32(n, "random=100"), zeros(s32, grid),
            unsigned(n)], {"n": n, "grid": grid}, kernel="reduce_ladder_128")
    n = 4000000
    run("reduce_double2_shuffle", 528, 256, [f64(2 * n), zeros(f64, 1), number(n)], {"n": n})
    for n, grid, block in [(9000000, 264, 512), (300000, 132, 128)]:
        run("reduce_groups_and_tiles", grid, block, [f32(n), zeros(f32, grid), number(n)],
            {"n": n, "grid": grid})
    n = 5000000
    run("reduce_done_last", 396, 256, [f64(n), zeros(f64, 396), zeros(f64, 1), zeros(u32, 1),
        number(n)], {"n": n})
    rows, pairs = 30000, 200
    run("row_sums_of_halves", ceil_div(rows, 8), (32, 8), [f16(2 * rows * pairs), zeros(f32, rows)]
        + numbers(rows, pairs), {"rows": rows, "pairs": pairs})
    rows, cols = 4000, 3000
    run("column_sums_of_strip", ceil_div(cols, 32), (32, 16), [f32(rows * cols),
        zeros(f32, cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 6000000
    run.flat("fold_any_beyond", n, 256, [f32(n), zeros(s32, ceil_div(n, 256)), number(n),
             real(0.999)])
    n, grid = 8000000, 264
    run("reduce_over_cluster", grid, 256, [f32(n), zeros(f32, grid // 4), number(n)], {"n": n})


def add_ladders(lists):
    run = Sixteenth(lists, "ladders")
    for n in [6000000, 70000]:
        run("scan_thousand_and_totals", ceil_div(n, 1024), 1024, [s32(n, "random=9"),
            zeros(s32, n), zeros(s32, ceil_div(n, 1024)), number(n)], {"n": n})
    for blocks in [4000, 120]:
        run("scan_look_back_of_warps", blocks, 256, [s32(1024 * blocks, "random=9"),
            zeros(s32, 1024 * blocks), zeros(u64, blocks), zeros(u32, 1)], {"blocks": blocks})
    rows, cols = 8000, 1000
    run("scan_running_peak_rows", rows // 4, (32, 4), [f32(rows * cols), zeros(f32, rows * cols),
        number(cols)], {"rows": rows, "cols": cols})
    n = 5000000
    run.flat("prefix_compact_even", n, 256, [s32(n, "random"), zeros(s32, n), zeros(s32, 1),
             number(n)])
    channels, steps = 20000, 150
    run.flat("scan_recurrence_channels", channels, 64, [f32(channels * steps),
             f32(channels * steps), zeros(f32, channels * steps)] + numbers(channels, steps),
             {"steps": steps})
    n = 3000000
    run("scan_add_carried", ceil_div(n, 1024), 256, [s32(n, "random=9"), s32(ceil_div(n, 1024),
        "step=4000"), number(n)], {"n": n})


def add_buckets(lists):
    run = Sixteenth(lists, "buckets")
    n, grid = 12000000, 528
    run("hist_shorts_four_copies", grid, 512, [u16(n, "random=65536"), zeros(u32, 1024),
        number(n)], {"n": n, "grid": grid})
    words = 3000000
    run("hist_private_bytes", ceil_div(words, 896), 128, [u32(words, "random"), zeros(u32, 16),
        number(words)], {"words": words})
    w, h = 1600, 1200
    run("hist_gradient_cells", (w // 8, h // 8), (8, 8), [f32(w * h, "random"), zeros(f32, w * h // 8)]
        + numbers(w, h), {"width": w, "height": h})
    n = 4000000
    run("hist_weights_by_edges", 396, 256, [f32(n, "random=64"), s32(n, "random=100"),
        f32(64, "iota"), zeros(u64, 64), number(n)], {"n": n})
    for n, side in [(1000000, 64), (1000000, 8)]:
        run.flat("bin_ranks_in_cells", n, 256, [f32(4 * n, "random"), zeros(s32, (side + 1) ** 3),
                 zeros(s32, 2 * n)] + numbers(n, side), {"side": side})


def add_dampers(lists):
    run = Sixteenth(lists, "dampers")
    for rows, block in [(12000, 256), (1000, 1024)]:
        n = rows * block * 4
        run("softmax_row_of_quads", rows, block, [f32(n), zeros(f32, n)], {"rows": rows})
    rows, pairs = 20000, 250
    run.flat("softmax_running_halves", 32 * rows, 128, [f16(2 * rows * pairs),
             zeros(f16, 2 * rows * pairs)] + numbers(rows, pairs), {"pairs": pairs})
    rows = 1500000
    run.flat("softmax_ten_classes", rows, 256, [f32(10 * rows), zeros(f32, 10 * rows),
             number(rows)])
    rows, cols = 6000, 1500
    run("softmax_up_to_length", rows, 192, [f32(rows * cols), below(rows, cols),
        zeros(f32, rows * cols), number(cols)], {"rows": rows, "cols": cols})
    rows, vecs, block = 8000, 512, 512
    run("rmsnorm_eight_halves", rows, block, [f16(8 * rows * vecs), f16(8 * vecs),
        zeros(f16, 8 * rows * vecs), number(vecs), real(1e-6)], {"rows": rows, "vecs": vecs})
    rows, cols = 8192, 1536
    run("layernorm_scale_gradients", (cols // 32, 16), (32, 8), [u16(rows * cols), u16(rows * cols),
        zeros(f32, cols), zeros(f32, cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})


def add_minds(lists):
    run = Sixteenth(lists, "minds")
    heads, length = 24, 1024
    n = heads * length * 32
    run("att_query_in_registers", (length // 64, heads), 64, [f32(n), f32(n), f32(n),
        zeros(f32, n), number(length), real(0.17677)], {"heads": heads, "length": length})
    heads, length, stretch = 32, 8000, 500
    pieces, n = ceil_div(length, stretch), heads * length * 128
    run("att_decode_stretch", (pieces, heads), 128, [f16(heads * 128), f16(n), f16(n),
        zeros(f32, heads * pieces * 128), zeros(f32, 2 * heads * pieces)]
        + numbers(length, stretch), {"heads": heads, "length": length, "stretch": stretch})
    tokens, heads, pairs = 4000, 16, 64
    run("llm_rope_in_place", tokens, 256, [f16(2 * tokens * heads * pairs), below(tokens, 2048)]
        + numbers(heads, pairs), {"tokens": tokens, "heads": heads})
    tokens, vecs = 5000, 128
    run("llm_cache_to_pages", tokens, 128, [f16(8 * tokens * vecs), zeros(f16, 8 * tokens * vecs),
        s32(tokens, "gather=1237"), number(vecs)], {"tokens": tokens, "vecs": vecs})
    n = 250000
    run.flat("llm_unpack_four_bits", 16 * n, 256, [u16(9 * n, "random=15360"), zeros(f32, 32 * n),
             number(n)])
    rows, blocks = 8192, 128
    run.flat("llm_matvec_four_bits", 32 * rows, 128, [u16(9 * rows * blocks, "random=15360"),
             f32(32 * blocks), zeros(f32, rows)] + numbers(rows, blocks), {"blocks": blocks})
    tokens = 50000
    run.flat("llm_gate_two_experts", 32 * tokens, 256, [f32(64 * tokens), zeros(s32, 2 * tokens),
             zeros(f32, 2 * tokens), number(tokens)])
    rows, pairs = 3000, 1376
    run("act_gated_gelu_bf16", (ceil_div(pairs, 256), 1000), 256, [u16(4 * rows * pairs),
        zeros(u16, 2 * rows * pairs)] + numbers(rows, pairs), {"rows": rows, "pairs": pairs})


def add_meshwork(lists):
    run = Sixteenth(lists, "meshwork")
    for rows, each, columns in [(120000, 9, "band=9"), (60000, 24, "random=60000")]:
        run.flat("spmv_rows_of_floats", rows, 256, packed(f32, rows, each, columns) + [f32(rows),
                 zeros(f32, rows), number(rows)], {"each": each, "columns": columns})
    rows, each = 90000, 50
    run.flat("spmv_half_warp_a_row", 16 * rows, 128, packed(f64, rows, each, "random=%d" % rows)
             + [f64(rows), zeros(f64, rows), number(rows)], {"each": each})
    rows, each = 200000, 14
    run.flat("spmv_stream_then_rows", rows, 128, packed(f32, rows, each, "random=%d" % rows)
             + [f32(rows), zeros(f32, rows), number(rows)], {"each": each})
    rows, width = 250000, 16
    run.flat("spmv_ell_of_doubles", rows, 192, [below(rows * width, rows), f64(rows * width),
             f64(rows), zeros(f64, rows)] + numbers(rows, width), {"width": width})
    rows, each, inner = 30000, 20, 20000
    run("spmm_warp_sixty_four", ceil_div(rows, 4), (32, 4), packed(f32, rows, each,
        "random=%d" % inner) + [f32(64 * inner), zeros(f32, 64 * rows), number(rows)],
        {"rows": rows, "each": each})
    n, rows = 400000, 20000
    run.flat("sparse_sampled_halves", 8 * n, 256, [below(n, rows), s32(n, "gather=19"),
             f16(64 * rows), f16(64 * n), zeros(f32, n), number(n)], {"rows": rows})


def add_sorters(lists):
    run = Sixteenth(lists, "sorters")
    for blocks in [3000, 132]:
        run("bitonic_keys_with_values", blocks, 512, [u32(1024 * blocks, "random"),
            u32(1024 * blocks, "iota")], {"blocks": blocks})
    n = 1 << 21
    for stride, size in [(1 << 19, 1 << 20), (2, 1 << 20)]:
        run.flat("bitonic_exchange_far", n // 2, 256, [u64(n, "random")]
                 + numbers(n // 2, stride, size), {"stride": stride, "size": size})
    length, k = 4096, 1000
    n = length * (k - 2)
    run.flat("sort_merge_eight_each", n // 8, 128, [s32(length * k - 1, "gather=%d" % k),
             zeros(s32, n)] + numbers(length, n), {"run": length})
    blocks = 2500
    run("rdx_digit_within_block", blocks, 1024, [u32(1024 * blocks, "random"),
        zeros(u32, 1024 * blocks), zeros(u32, 16 * blocks), number(8)], {"blocks": blocks})
    n = 150000
    run.flat("sort_insertion_local", n, 128, [s32(24 * n), zeros(s32, 24 * n), number(n)])
    n = 1500000
    run.flat("sort_network_of_nine", n, 256, [f32(9 * n), zeros(f32, 2 * n), number(n)])
    n = 4000000
    run.flat("sort_partition_about", n, 256, [f32(n), zeros(f32, n), zeros(s32, 2), number(n),
             real(0.25)])


def add_orbits(lists):
    run = Sixteenth(lists, "orbits")
    for n in [16384, 2048]:
        run("nbody_tiles_unrolled", n // 256, 256, [f32(4 * n), zeros(f32, 4 * n), number(n),
            real(0.01)], {"n": n})
    n, most = 100000, 60
    run.flat("phy_lennard_padded_lists", n, 128, [f32(4 * n, "random=10"), below(n * most, n),
             below(n, most), zeros(f32, 4 * n), number(n), real(9)], {"most": most})
    side = 16
    run("phy_repel_by_cells", (side, side, side), 64, [f32(256 * side ** 3, "random"),
        below(side ** 3, 64), zeros(f32, 192 * side ** 3), number(side)], {"side": side})
    atoms, bonds = 200000, 600000
    run.flat("phy_bonds_both_ends", bonds, 256, [f32(4 * atoms), below(2 * bonds, atoms),
             zeros(f32, 3 * atoms), number(bonds), real(100)], {"atoms": atoms})
    n = 1500
    run.flat("phy_ewald_real_part", 32 * n, 128, [f64(4 * n), zeros(f64, n), number(n),
             double(1.5)])
    n, side = 500000, 64
    run.flat("phy_charge_to_corners", n, 128, [f32(4 * n, "random"), zeros(f32, side ** 3)]
             + numbers(n, side), {"side": side})


def add_fractals(lists):
    run = Sixteenth(lists, "fractals")
    w, h = 800, 600
    run.plane("mandelbrot_in_doubles", w, h, (16, 16), [zeros(u16, w * h)] + numbers(w, h)
              + [double(-2.2), double(-1.2), double(0.004), number(300)])
    for w, h, x, y, step, most in [(1600, 1000, -2.4, -1.3, 0.002, 256),
                                   (400, 300, -0.75, 0.1, 0.0001, 2000)]:
        run("mandelbrot_four_between", 528, 128, [zeros(u32, w * h)] + numbers(w, h)
            + reals(x, y, step) + [number(most)], {"width": w, "height": h, "most": most},
            constants=["paletteOf64 u32[64]:random"])
    w, h = 1280, 960
    run("fractal_newton_cubic", (ceil_div(w, 128), h), 128, [zeros(u8, w * h)] + numbers(w, h)
        + [real(1.6)], {"width": w, "height": h})
    n, each = 100000, 4
    run("collatz_longest_in_warp", n // 160, 160, [zeros(u32, n // 32), unsigned(1000001),
        number(each)], {"n": n, "each": each})
    n = 200000
    run.flat("loop_strong_probable_primes", n, 256, [unsigned(1000000007), zeros(u8, n),
             number(n)])
    n = 500000
    run.flat("loop_until_still", n, 128, [f64(n, "random"), zeros(f64, n), zeros(u8, n),
             number(n)])
    w, h = 960, 540
    run.plane("loop_march_a_field", w, h, (8, 8), [zeros(f32, w * h)] + numbers(w, h) + [real(5)])


def add_trails(lists):
    run = Sixteenth(lists, "trails")
    for words, step, hops in [(4000000, 4099, 1200), (1500, 16, 4000)]:
        run("chase_single_long", 1, 1, [u64(words, "chain=%d" % step), zeros(u64, 1),
            number(hops)], {"words": words, "step": step, "hops": hops})
    grid, words, hops = 66, 8000000, 60
    run("chase_four_chains", grid, 128, [s32(words, "random=%d" % words),
        zeros(s32, 128 * grid)] + numbers(words, hops),
        {"grid": grid, "words": words, "hops": hops})
    nodes, lists_, limit = 300000, 200000, 40
    run.flat("chase_nodes_summing", lists_, 128, [s32(8 * nodes, "random=%d" % nodes),
             below(lists_, nodes), zeros(f32, lists_)] + numbers(lists_, limit), {"nodes": nodes})
    n = 2000000
    run.flat("branch_sixteen_cases", n, 256, [f32(n), u8(n), zeros(f32, n), number(n)])
    grid, rounds = 2000, 40
    run("branch_trades_of_warps", grid, 192, [f32(64 * grid * rounds),
        zeros(f32, 64 * grid * rounds), number(rounds)], {"grid": grid, "rounds": rounds})
    n = 1000000
    for name, count in [("lanes", n), ("warps", n // 32)]:
        run.flat("branch_%s_wait" % name, n, 256, [below(count, 500), zeros(f32, n), number(n)])
    n, trees = 200000, 30
    run.flat("branch_down_a_forest", n, 128, [f32(16 * n), below(1024 * trees, 16),
             f32(1024 * trees), zeros(f32, n)] + numbers(n, trees), {"trees": trees})


def add_locks(lists):
    run = Sixteenth(lists, "locks")
    n, accounts = 3000, 512
    run.flat("lk_accounts_under_lock", 32 * n, 64, [zeros(s32, accounts), zeros(s32, accounts),
             below(n, accounts), below(n, 100), number(n)], {"accounts": accounts})
    bar = 0.8
    n = 2000000
    run.flat("lk_push_passing", n, 256, [f32(4 * n), zeros(s32, 1 << 21), zeros(u32, 1),
             number(n), real(bar), unsigned((1 << 21) - 1)], {"bar": str(bar)})
    n, log = 600000, 20
    run.flat("lk_table_put", n, 256, [u32(n, "random"), zeros(u32, 1 << log), zeros(u8, n),
             number(n), unsigned((1 << log) - 1)], {"log2slots": log})
    n, buckets = 800000, 1 << 17
    run.flat("lk_table_ask_tiles", n, 128, [u32(n, "random=2000"), u32(8 * buckets, "random=1000"),
             zeros(s32, n), number(n), unsigned(buckets)], {"buckets": buckets})
    n = 4000000
    run("lk_bits_of_map", 528, 256, [u32(n, "random"), zeros(u32, 1 << 18), number(n),
        unsigned((1 << 23) - 1)], {"n": n})
    tasks, grid = 4000, 264
    run("lk_draw_uneven_tasks", grid, 128, [below(tasks, 300), zeros(f32, 128 * tasks),
        zeros(u32, 1), number(tasks)], {"tasks": tasks, "grid": grid})
    n, grid = 2000000, 264
    run("lk_four_kinds_in_shared", grid, 256, [s32(4 * n), zeros(s32, 128 * grid), number(n)],
        {"n": n, "grid": grid})


def add_darkroom(lists):
    run = Sixteenth(lists, "darkroom")
    n = 3840 * 2160
    run.flat("img_sepia_quads", n, 256, [u8(4 * n), zeros(u8, 4 * n), number(n)])
    w, h, r = 1920, 1080, 10
    run.plane("img_box_from_sums", w, h, (32, 8), [u32(w * h, "iota"), zeros(f32, w * h)]
              + numbers(w, h, r), {"radius": r})
    w, h = 2400, 1600
    run.plane("img_turn_nearest", w, h, (16, 16), [u32(w * h, "random"), zeros(u32, w * h)]
              + numbers(w, h) + reals(0.866, 0.5))
    words, h = 1000, 3000
    run("img_sobel_by_words", (ceil_div(words, 128), h), 128, [u32(words * h, "random"),
        zeros(u32, words * h)] + numbers(words, h), {"words": words, "height": h})
    w, h = 1500, 1100
    run.plane("img_threshold_by_mean", w, h, (32, 16), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h, 3))
    w, h = 1920, 1088
    run.plane("img_yuv_to_rgb", w, h, (64, 4), [u8(w * h), u8(w * h // 4), u8(w * h // 4),
              zeros(u8, 3 * w * h)] + numbers(w, h))
    w, h = 1400, 1000
    run.plane("img_keep_ridges", w, h, (32, 8), [f32(2 * w * h), zeros(f32, w * h)] + numbers(w, h)
              + [real(0.8)])


def add_wagers(lists):
    run = Sixteenth(lists, "wagers")
    n = 1000000
    run.flat("rnd_philox_normals", n, 256, [zeros(f32, 4 * n), number(n), unsigned(20261122)])
    for paths, steps in [(200000, 100), (4000, 500)]:
        run.flat("monte_carlo_heston", paths, 128, [zeros(f32, paths)] + numbers(paths, steps)
                 + reals(2, 0.04, 0.3, -0.7), {"steps": steps})
    n = 400000
    run.flat("black_scholes_in_double", n, 256, [f64(n, "random")] * 3 + [zeros(f64, n)] * 2
             + [double(0.03), double(0.3), number(n)])
    n = 6000
    run.flat("fin_tree_in_a_warp", 32 * n, 64, [f32(n, "random"), zeros(f32, n), number(n)]
             + reals(1.01, 0.5, 0.9999))
    n = 800000
    run.flat("fin_volatility_of_price", n, 192, [f32(n, "random"), f32(n, "random"), zeros(f32, n),
             number(n)])
    n = 150000
    run.flat("fin_worth_of_loans", n, 128, [f64(n, "random"), f32(n, "random"), below(n, 349),
             zeros(f64, n), number(n)], constants=["curveByMonth f64[480]:random"])
    grid, rounds = 500, 200
    run("rnd_small_twister", grid, 128, [u32(128 * grid, "random"), zeros(u32, 128 * grid * rounds),
        number(rounds)], {"grid": grid, "rounds": rounds})


def add_roads(lists):
    run = Sixteenth(lists, "roads")
    n, each = 500000, 10
    run.flat("bfs_levels_of_all", n, 256, [s32(n + 1, "step=%d" % each), below(n * each, n),
             below(n, 6), below(n, 6), zeros(s32, 1)] + numbers(2, n), {"each": each})
    n, m = 300000, 2000000
    run.flat("gph_least_label_of_edges", m, 256, [below(2 * m, n), s32(n, "iota"), s32(n, "iota"),
             number(m)], {"vertices": n})
    n, each, m = 50000, 24, 400000
    run.flat("gph_triangles_by_merging", m, 128, [s32(n + 1, "step=%d" % each),
             u8(n * each, "random=20"), below(2 * m, n), zeros(u64, 1), number(m)], {"each": each})
    n, each = 40000, 70
    run.flat("gph_relax_out_of_warp", 32 * n, 256, [s32(n + 1, "step=%d" % each),
             below(n * each, n), below(n * each, 100), below(n, 10000), s32(n, "fill=100000"),
             number(n)], {"each": each})
    n, each = 400000, 12
    run.flat("gph_first_free_colour", n, 128, [s32(n + 1, "step=%d" % each), below(n * each, n),
             u8(n, "random=20"), zeros(u8, n), number(n)], {"each": each})
    n = 1500
    run("floyd_step_all_pairs", (ceil_div(n, 256), n), 256, [below(n * n, 1000)]
        + numbers(n, 77), {"n": n})


def add_tableaux(lists):
    run = Sixteenth(lists, "tableaux")
    pairs = 3000
    run("txt_align_local_diagonals", pairs, 128, [u8(128 * pairs, "random=4"),
        u8(128 * pairs, "random=4"), zeros(s32, pairs)], {"pairs": pairs})
    pairs = 40000
    run.flat("txt_common_in_local_row", pairs, 64, [u8(48 * pairs, "random=5"),
             u8(48 * pairs, "random=5"), zeros(u8, pairs), number(pairs)])
    n = 2000000
    run.flat("txt_align_one_diagonal", n, 256, [u8(n, "random=4"), u8(n, "random=4"), below(n + 1, 50),
             below(n + 1, 50), zeros(s32, n + 1)] + numbers(n - 1, n))
    blocks, items, capacity = 500, 60, 3000
    run("int_knapsacks_in_blocks", blocks, 256, [below(blocks * items, 400),
        below(blocks * items, 1000), zeros(s32, blocks)] + numbers(items, capacity),
        {"blocks": blocks, "items": items, "capacity": capacity}, shared=8 * (capacity + 1))
    sequences, length = 2000, 100
    run.flat("int_viterbi_thirty_two", 32 * sequences, 128, [f32(1024), f32(512),
             u8(sequences * length, "random=16"), zeros(f32, 32 * sequences),
             zeros(u8, 32 * sequences * length)] + numbers(sequences, length), {"length": length})
    stretches, length, m = 60000, 200, 5
    run.flat("txt_stretches_with_failures", stretches, 128, [u8(stretches * length, "random=2"),
             u8(m, "fill=1"), zeros(s32, stretches)] + numbers(stretches, length, m),
             {"length": length}, constants=["failureOf s32[32]:iota"])
    quads = 3000000
    run("txt_lines_of_quads", 528, 256, [u32(4 * quads, "random"), zeros(u32, 1), number(quads)],
        {"quads": quads})


def add_riddles(lists):
    run = Sixteenth(lists, "riddles")
    for n in [400000, 8000]:
        run.flat("cry_sha256_of_blocks", n, 128, [u32(16 * n, "random"), zeros(u32, 8 * n),
                 number(n)], constants=["roundsOf256 u32[64]:random"])
    n, length = 20000, 64
    run.flat("cry_rc4_streams", n, 64, [u8(8 * n), zeros(u8, n * length)] + numbers(n, length),
             {"length": length}, shared=256 * 64)
    n, pairs = 60000, 32
    run.flat("int_population_of_rows", 8 * n, 256, [u64(2 * n * pairs, "random"), zeros(s32, n)]
             + numbers(n, pairs), {"pairs": pairs})
    n = 2500000
    run.flat("cod_hamming_of_nibbles", n, 256, [u32(n, "random"), zeros(u32, 2 * n), number(n)])
    n, length = 100000, 80
    run.flat("cod_crc_by_lanes", n, 128, [u8(n * length), zeros(u32, n)] + numbers(n, length),
             {"length": length})
    n = 60000
    run.flat("int_add_wide_by_votes", 32 * n, 256, [u32(32 * n, "random"), u32(32 * n, "random"),
             zeros(u32, 32 * n), number(n)])


def add_tones(lists):
    run = Sixteenth(lists, "tones")
    for blocks in [20000, 500]:
        run("fft_two_by_two_256", blocks, 128, [f32(512 * blocks), zeros(f32, 512 * blocks)],
            {"blocks": blocks})
    n8 = 1 << 18
    run.flat("fft_eight_far_apart", n8, 128, [f32(16 * n8), zeros(f32, 16 * n8), number(n8)])
    n, half = 1 << 20, 64
    run.flat("fft_pass_with_table", n // 2, 256, [f64(2 * n), f64(n)]
             + numbers(half, n // 2 // half, n), {"half": half})
    frames, length = 30000, 205
    run.flat("sig_goertzel_eight", frames, 128, [f32(frames * length), zeros(f32, 8 * frames)]
             + numbers(frames, length), {"length": length}, constants=["keypad f32[8]:signed"])
    rows = 5000
    run.flat("sig_walsh_in_a_warp", 32 * rows, 128, [f32(1024 * rows), zeros(f32, 1024 * rows),
             number(rows)])
    w, h = 1920, 1080
    run("sig_cosine_blocks", (w // 64, h // 8), 64, [f32(w * h), zeros(f32, w * h), f32(64),
        number(w)], {"width": w, "height": h})


def add_panels(lists):
    run = Sixteenth(lists, "panels")
    for n in [4000, 100]:
        run("la_cholesky_small_blocks", n, (32, 4), [f32(1024 * n), zeros(f32, 1024 * n)],
            {"matrices": n})
    n, k = 1500, 200
    run("la_lu_update_rest", (ceil_div(n - k - 1, 32), ceil_div(n - k - 1, 8)), (32, 8),
        [f64(n * n)] + numbers(n, k), {"n": n, "k": k})
    cols = 60000
    run.flat("la_solve_lower_columns", cols, 128, [f32(1024), f32(32 * cols), number(cols)])
    n = 40000
    run.flat("la_householder_half_warp", 16 * n, 128, [f32(256 * n), zeros(f32, 256 * n),
             number(n)])
    n = 8000
    run("la_tridiagonal_parallel", n, 128, [f32(128 * n), f32(128 * n, "random"), f32(128 * n),
        f32(128 * n), zeros(f32, 128 * n)], {"systems": n})
    n = 20000
    run.flat("la_pivots_in_local", n, 64, [f64(156 * n), zeros(f64, 12 * n), number(n)])
    n, depth = 1536, 64
    run("la_trailing_update", (n // 64, n // 64), 256, [f32(n * n), f32(n * depth)]
        + numbers(n, depth), {"n": n, "depth": depth})


def add_spillage(lists):
    run = Sixteenth(lists, "spillage")
    n, rounds = 264 * 512, 60
    for name, block in [("in_64", 512), ("with_room", 256)]:
        run.flat("calc_eighty_sums_" + name, n, block, [f32(n * rounds), zeros(f32, n)]
                 + numbers(n, rounds), {"rounds": rounds})
    n, steps = 256 * 400, 20
    run.flat("calc_doubles_in_48", n, 256, [f64(6 * n * steps), f64(6 * steps), zeros(f64, n)]
             + numbers(n, steps), {"steps": steps})
    n, length = 50000, 100
    run.flat("calc_table_of_my_own", n, 128, [u8(n * length), zeros(s32, n)] + numbers(n, length),
             {"length": length})
    for make, of, letter, count, n, grid in [(f32, "f32", "f", 12, 8000000, 528),
                                             (f64, "f64", "d", 8, 3000000, 264)]:
        run("_Z8numApplyI%s9ChebyshevI%sLi%dEEEvPKT_PS2_iT0_" % (letter, letter, count), grid, 256,
            [make(n), zeros(make, n), number(n), structure(*["%s=%.3g" % (of, 1 / (k + 1))
             for k in range(count)])], {"n": n}, kernel="num_chebyshev_" + of)
    n, rounds = 1000000, 100
    run.flat("calc_halves_in_chains", n, 256, [f16(2 * n)] + numbers(n, rounds),
             {"rounds": rounds})
    n, grid = 2000000, 128
    run("hop_table_spread_out", grid, 512, [f32(32768), below(n, 32768), zeros(f32, n), number(n)],
        {"n": n, "grid": grid}, shared=4 * 4096)
    grid, steps = 800, 50
    run("hop_halo_of_neighbours", grid, 512, [f32(512 * grid), zeros(f32, 512 * grid),
        number(steps)], {"grid": grid, "steps": steps})
    for scale in [3, 1e6]:
        n = 1500000
        run.flat("fn_sines_of_any_size", n, 256, [f32(n), zeros(f32, n), number(n), real(scale)],
                 {"scale": str(scale)})


def add(lists):
    add_parcels(lists)
    add_crates(lists)
    add_fetchers(lists)
    add_mirrors(lists)
    add_anvils(lists)
    add_halfmetal(lists)
    add_tensormma(lists)
    add_quarry(lists)
    add_lenses(lists)
    add_funnels(lists)
    add_ladders(lists)
    add_buckets(lists)
    add_dampers(lists)
    add_minds(lists)
    add_meshwork(lists)
    add_sorters(lists)
    add_orbits(lists)
    add_fractals(lists)
    add_trails(lists)
    add_locks(lists)
    add_darkroom(lists)
    add_wagers(lists)
    add_roads(lists)
    add_tableaux(lists)
    add_riddles(lists)
    add_tones(lists)
    add_panels(lists)
    add_spillage(lists)

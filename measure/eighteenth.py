"""An eighteenth validation set: what a demanding stranger writes who was told the kinds."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from sixteenth import factors, packed
from twelfth import s64, structure


class Eighteenth(Blind):
    folder = "eighteenth"


def add_lorries(lists):
    run = Eighteenth(lists, "lorries")
    for n, skip_in, skip_out in [(4000003, 3, 1), (77777, 16, 9)]:
        run("copy_between_offsets_walking", 264, 320, [f64(n + skip_in), zeros(f64, n + skip_out)]
            + numbers(n, skip_in, skip_out), {"n": n, "in": skip_in, "out": skip_out})
    n, stride = 1500000, 3
    run.flat("copy_dense_into_strided", n, 128, [s32(n, "random"), zeros(s32, n * stride + 1),
             unsigned(n), unsigned(stride)], {"stride": stride})
    n = 3300001
    run("_Z8moveWideI6short4Li2EEvPKT_PS1_i", ceil_div(n, 512), 256, [u16(4 * n), zeros(u16, 4 * n),
        number(n)], {"n": n}, kernel="move_wide_short4_two")
    n = 30000
    run("_Z8moveWideI7double2Li3EEvPKT_PS1_i", ceil_div(n, 576), 192, [f64(2 * n),
        zeros(f64, 2 * n), number(n)], {"n": n}, kernel="move_wide_double2_three")
    n = 9000001
    run("_Z8moveWideIhLi8EEvPKT_PS0_i", ceil_div(n, 4096), 512, [u8(n), zeros(u8, n), number(n)],
        {"n": n}, kernel="move_wide_bytes_eight")
    w, h, d = 300, 222, 90
    box = (11, 20, 7, 201, 150, 60)
    run("copy_window_out_of_volume", (ceil_div(box[3], 64), ceil_div(box[4], 4), box[5]), (64, 4),
        [f32(w * h * d), number(w), number(h), zeros(f32, box[3] * box[4] * box[5]),
         structure(*numbers(*box))], {"width": box[3], "height": box[4], "depth": box[5]})
    n = 900000
    run.flat("copy_seven_in_a_row", n, 96, [f32(7 * n), zeros(f32, 7 * n), number(n)])
    n = 5000000
    run.flat("stream_split_even_odd", n, 1024, [s32(2 * n, "random"), zeros(s32, n), zeros(s32, n),
             wide(n)])
    n = 2000003
    run.flat("array_mirror_quads", n, 160, [f32(4 * n), zeros(f32, 4 * n), number(n)])
    w, h, pitch = 3001, 1100, 3072
    run.plane("fill_rows_with_index", w, h, (128, 2), [zeros(u16, pitch * h)]
              + numbers(w, h, pitch))
    blocks, each = 900, 5000
    n = blocks // 3 * each
    run("copy_from_one_of_three", blocks, 256, [structure(f32(n), f32(n), f32(n)),
        zeros(f32, blocks * each), number(each)], {"blocks": blocks, "each": each})


def add_drawers(lists):
    run = Eighteenth(lists, "drawers")
    n = 1100000
    run.flat("aos_postage_of_parcels", n, 224, [f32(5 * n, "random"), zeros(f32, n),
             f32(8, "random"), number(n)])
    n = 20000
    run.flat("aos_traffic_follow", n, 128, [f64(3 * n, "random"), zeros(f64, 3 * n), number(n),
             double(0.05)])
    n = 1900000
    run("soa_sheep_wander", 396, 256, [structure(f32(n), f32(n), f32(n), f32(n),
        u8(n, "random=2")), number(n), real(0.1), real(0.9)], {"n": n})
    n = 500000
    run.flat("aos_charge_accounts", n, 256, [f32(16 * n), number(n)])
    n = 2000000
    run.flat("aos_seven_byte_entries", n, 192, [u8(7 * n), zeros(s32, n), number(n)])
    n = 1200000
    run.flat("soa_from_quads_by_lanes", 4 * n, 256, [f32(4 * n), zeros(f32, 4 * n), number(n)])


def add_tongs(lists):
    run = Eighteenth(lists, "tongs")
    n, m = 800000, 600000
    run.flat("_Z11pickThroughI6float4EvPKT_PKjPS1_i", n, 256, [f32(4 * m),
             u32(n, "random=%d" % m), zeros(f32, 4 * n), number(n)], {"table": m},
             kernel="gather_through_float4")
    n, m = 3000000, 40000
    run.flat("_Z11pickThroughIhEvPKT_PKjPS0_i", n, 512, [u8(m), u32(n, "random=%d" % m),
             zeros(u8, n), number(n)], {"table": m}, kernel="gather_through_bytes")
    n, m = 900000, 150000
    run.flat("gather_triangle_areas", n, 128, [f32(3 * m), below(3 * n, m), zeros(f32, n),
             number(n)], {"vertices": m})
    bags, bag, dim, rows = 6000, 12, 160, 30000
    run("embedding_bag_mean", bags, dim, [f16(rows * dim), below(bags * bag, rows),
        zeros(f32, bags * dim)] + numbers(bag, dim), {"bags": bags, "bag": bag, "dim": dim})
    n = 1400000
    run("scatter_scaled_doubles", 330, 288, [f64(n), s32(n, "gather=77773"), zeros(f64, n),
        number(n), double(0.25)], {"n": n})
    n = 4000000
    run.flat("table_lookup_three_deep", n, 256, [u16(256, "random=5000"), u16(5000, "random=60000"),
             f32(60000), u8(n), zeros(f32, n), number(n)])
    for n, side in [(700000, 160), (60000, 24)]:
        run.flat("table_lookup_in_a_cube", n, 128, [f32(side ** 3), number(side),
                 f32(3 * n, "random"), zeros(f32, n), number(n)], {"side": side})
    n, size = 500000, 300000
    run.flat("binary_search_range", n, 64, [f64(size, "step=3"), number(size),
             f64(n, "random=900000"), zeros(s32, n), zeros(s32, n), double(55.5), number(n)],
             {"size": size})
    n, m = 2000000, 1 << 22
    run.flat("scatter_bits_of_visited", n, 256, [below(n, m), zeros(u32, m // 32), number(n)],
             {"places": m})


def add_swivels(lists):
    run = Eighteenth(lists, "swivels")
    w, h = 1900, 1333
    run("transpose_eight_down", (ceil_div(w, 32), ceil_div(h, 64)), (32, 8), [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h})
    w, h = 1203, 999
    run("_Z8turnTileIlLi16ELi1ELi8EEvPKT_PS0_ii", (ceil_div(w, 16), ceil_div(h, 16)), (16, 8),
        [s64(w * h), zeros(s64, w * h)] + numbers(w, h), {"width": w, "height": h},
        kernel="transpose_turn_longs_16")
    w, h = 2048, 2048
    run("_Z8turnTileIfLi32ELi0ELi16EEvPKT_PS0_ii", (ceil_div(w, 32), ceil_div(h, 32)), (32, 16),
        [f32(w * h), zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h},
        kernel="transpose_turn_floats_unpadded")
    w, h = 2900, 1700
    run("_Z8turnTileItLi32ELi2ELi4EEvPKT_PS0_ii", (ceil_div(w, 32), ceil_div(h, 32)), (32, 4),
        [u16(w * h), zeros(u16, w * h)] + numbers(w, h), {"width": w, "height": h},
        kernel="transpose_turn_shorts_padded")
    w, h = 3000, 1501
    run("transpose_half_pairs", (ceil_div(w, 64), ceil_div(h, 32)), (32, 8), [f16(w * h),
        zeros(f16, w * h)] + numbers(w, h), {"width": w, "height": h})
    batches = 14001
    run("transpose_small_per_warp", ceil_div(batches, 4), (32, 4), [f32(240 * batches),
        zeros(f32, 240 * batches), number(batches)], {"batches": batches})
    n, a, b, quads = 6, 120, 64, 24
    run("transpose_middle_axes_quads", (a, b, n), 32, [f32(4 * n * a * b * quads),
        zeros(f32, 4 * n * a * b * quads)] + numbers(a, b, quads), {"a": a, "b": b, "quads": quads})
    n = 1088
    run("transpose_shifted_blocks", (n // 32, n // 32), (32, 8), [zeros(f64, n * n), f64(n * n),
        number(n)], {"n": n})


def add_presses(lists):
    run = Eighteenth(lists, "presses")
    m, n, k, block = 900, 300, 257, (64, 4)
    run.plane("matmul_rows_with_rows", n, m, block, [f32(m * k), f32(n * k), zeros(f32, m * n)]
              + numbers(m, n, k), {"k": k})
    small = lambda count, contents="random=1000": s32(count, contents)
    for letter, name, make, tm, tn, tk, m, n, k in [
            ("f", "float_8_32", f32, 8, 32, 32, 700, 650, 500),
            ("d", "double_16", f64, 16, 16, 8, 450, 610, 333),
            ("i", "int_24", small, 24, 24, 24, 500, 480, 700)]:
        run("_Z12guardedTilesI%sLi%dELi%dELi%dEEvPKT_S2_PS0_iii" % (letter, tm, tn, tk),
            (ceil_div(n, tn), ceil_div(m, tm)), (tn, tm), factors(make, m, n, k) + numbers(m, n, k),
            {"m": m, "n": n, "k": k}, kernel="mul_guarded_" + name)
    m, n, k = 736, 960, 608
    run("sgemm_one_by_eight", (n // 64, m // 32), 256, factors(f32, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    for m, n, k in [(1408, 1280, 640), (192, 320, 2048)]:
        run("sgemm_eight_by_four_turned", (n // 64, m // 64), 128, factors(f32, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1152, 1344, 520
    run("sgemm_six_by_six", (n // 96, m // 96), (16, 16), [f32(m * k), f32(k * n), f32(m * n)]
        + numbers(m, n, k) + reals(1.25, -0.5), {"m": m, "n": n, "k": k})
    n, k = 800, 256
    run("la_downdate_lower_blocks", (n // 16, n // 16), (16, 16), [f64(n * k), f64(n * n)]
        + numbers(n, k), {"n": n, "k": k})
    rows, cols = 200, 9000
    run.flat("matvec_two_rows_a_warp", 16 * rows, 128, [f32(rows * cols), f32(cols),
             zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    rows, cols, stretch = 2200, 1500, 100
    run("matvec_of_columns_added", (ceil_div(cols, 128), ceil_div(rows, stretch)), 128,
        [f64(rows * cols), f64(rows), zeros(f64, cols)] + numbers(rows, cols, stretch),
        {"rows": rows, "cols": cols, "stretch": stretch}, shared=8 * stretch)
    n = 120000
    run.flat("matmul_five_each", n, 128, [f32(25 * n), f32(25 * n), zeros(f32, 25 * n), number(n)])
    m, n, k = 640, 720, 512
    run("gemm_half2_along_depth", (n // 16, m // 16), (16, 16), [f16(m * k), f16(n * k),
        zeros(f32, m * n)] + numbers(m, n, k // 2), {"m": m, "n": n, "k": k})
    m, n, words = 1024, 1152, 200
    run("mul_dp4a_four_by_four", (n // 64, m // 64), 256, [s32(m * words, "random"),
        s32(n * words, "random"), zeros(s32, m * n)] + numbers(n, words),
        {"m": m, "n": n, "k": 4 * words})


def add_crucibles(lists):
    run = Eighteenth(lists, "crucibles")
    m, n, k = 96, 256, 1536
    run("gemm_wmma_sums_in_half", (ceil_div(n, 128), m // 16), 128, factors(f16, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1344, 1600, 736), (256, 192, 2560)]:
        run("gemm_wmma_tile_and_bias", (n // 64, m // 64), 128, [f16(m * k), f16(k * n), f32(n),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1000, 992, 640
    run("gemm_wmma_bf16_eight_by_32", (n // 32, m // 40), (32, 5), factors(u16, m, n, k, f32)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k, parts = 256, 288, 4096, 8
    run("gemm_wmma_tf32_split_depth", (n // 32, m // 32, parts), 128, factors(f32, m, n, k)
        + numbers(n, k, k // parts), {"m": m, "n": n, "k": k, "parts": parts})
    for m, n, k in [(1792, 2048, 1024), (320, 512, 1920)]:
        run("gemm_mma_half_two_stages", (n // 128, m // 64), 256, factors(f16, m, n, k, f32)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1152, 1280, 896
    run("gemm_mma_bytes_from_memory", (n // 64, m // 96), (32, 6), factors(u8, m, n, k, s32)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 600, 640, 500
    run("gemm_mma_double_strips", (n // 64, m // 8), 128, factors(f64, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    batches = 5003
    run("gemm_wmma_batch_of_32", ceil_div(batches, 8), 256, [f16(1024 * batches),
        f16(1024 * batches), zeros(f16, 1024 * batches), number(batches)], {"batches": batches})


def add_meadows(lists):
    run = Eighteenth(lists, "meadows")
    w, h, block = 333, 250, (16, 4)
    run.plane("stencil_edge_keeping_heat", w, h, block, [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h) + reals(0.4, 0.2))
    w, h = 1455, 1010
    run("stencil_biharmonic_tile", (ceil_div(w, 32), ceil_div(h, 8)), (32, 8), [f64(w * h),
        zeros(f64, w * h)] + numbers(w, h), {"width": w, "height": h})
    w, h, rows = 3002, 1302, 26
    run("stencil_falling_window_half", (ceil_div(w - 2, 128), ceil_div(h - 2, rows)), 128,
        [f16(w * h), zeros(f16, w * h)] + numbers(w, h, rows), {"width": w, "height": h})
    w, h = 1600, 900
    run.plane("stencil_water_flows", w, h, (64, 2), [f32(w * h, "random"), f32(w * h, "random"),
              zeros(f32, w * h)] + numbers(w, h))
    n = 2100
    run.plane("stencil_forest_fire", n, n, (32, 32), [u8(n * n, "random=3"), zeros(u8, n * n),
              number(n), unsigned(77)])
    quads, h = 600, 1800
    run.plane("stencil_quads_five_point", quads, h, (32, 4), [f32(4 * quads * h),
              zeros(f32, 4 * quads * h)] + numbers(quads, h))
    w, h = 1700, 1300
    for tw, th, sweeps in [(32, 16, 3), (16, 16, 1)]:
        run("_Z11sweepInTileILi%dELi%dELi%dEEvPKfPfii" % (tw, th, sweeps),
            (ceil_div(w, tw - 2 * sweeps), ceil_div(h, th - 2 * sweeps)), (tw, th),
            [f32(w * h), zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h},
            kernel="stencil_sweeps_in_tile_%d" % sweeps)
    w, h = 1500, 1100
    run("stencil_strains_of_plate", (ceil_div(w - 2, 192), h - 2), 192, [f32(2 * w * h),
        structure(*[zeros(f32, w * h)] * 4), number(w), number(h), real(3.5)],
        {"width": w, "height": h})


def add_cellars(lists):
    run = Eighteenth(lists, "cellars")

    def volume(entry, nx, ny, nz, block, arguments, **rest):
        run(entry, tuple(ceil_div(n, b) for n, b in zip((nx, ny, nz), block)), block, arguments,
            {"nx": nx, "ny": ny, "nz": nz}, **rest)

    nx, ny, nz = 66, 40, 90
    cells = nx * ny * nz
    run.plane("stencil_pillar_seven", nx, ny, (32, 4), [f64(cells), zeros(f64, cells)]
              + numbers(nx, ny, nz) + [double(0.3), double(0.11)], {"nz": nz})
    nx, ny, nz = 190, 170, 110
    cells = nx * ny * nz
    volume("stencil_nineteen_points", nx, ny, nz, (32, 4, 2), [f32(cells), zeros(f32, cells)]
           + numbers(nx, ny, nz))
    for n in [146, 40]:
        volume("stencil_brick_with_rim", n, n, n, (8, 8, 8), [f32(n ** 3), zeros(f32, n ** 3),
               number(n)])
    nx, ny, nz = 150, 140, 90
    cells = nx * ny * nz
    run.flat("field_curl_of_three", cells, 256, [structure(f32(cells), f32(cells), f32(cells)),
             structure(*[zeros(f32, cells)] * 3)] + numbers(nx, ny, nz))
    n = 90
    volume("grid_restrict_by_eight", n, n, n, (16, 4, 4), [f64(8 * n ** 3), zeros(f64, n ** 3),
           number(n)])
    nx, lines = 120, 30000
    run.flat("grid_sweep_lines_both_ways", lines, 64, [f32(nx * lines, "random=60")]
             + numbers(nx, lines), {"nx": nx})


def add_colanders(lists):
    run = Eighteenth(lists, "colanders")
    held = ["taps f32[225]:signed"]
    n, reach, block = 90000, 100, 192
    run.flat("conv_signal_in_windows", n, block, [f32(n), zeros(f32, n)] + numbers(n, reach),
             {"reach": reach}, shared=4 * (block + 2 * reach), constants=held)
    w, h = 1920, 1080
    run.plane("conv_five_mirrored_bytes", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h), constants=["taps f32[225]:random=0.09"])
    w, h = 1311, 911
    for r, letter, make in [(1, "d", f64), (4, "f", f32)]:
        run.plane("_Z10convTileOfILi%dE%sEvPKT0_PS0_ii" % (r, letter), w, h, (32, 16),
                  [make(w * h), zeros(make, w * h)] + numbers(w, h), constants=held,
                  kernel="conv_tile_of_%s" % ("doubles" if r == 1 else "nine_by_nine"))
    times, channels, reach, dilation = 1500, 700, 6, 9
    run("conv_dilated_causal", (ceil_div(channels, 128), times), 128, [f32(times * channels),
        f32(reach * channels), zeros(f32, times * channels)]
        + numbers(times, channels, reach, dilation), {"times": times, "channels": channels})
    w, h, ins, outs = 130, 90, 24, 32
    run("conv_three_channels_last", (ceil_div(w, 16), ceil_div(h, 8), outs // 8), (16, 8),
        [f32(w * h * ins), f32(9 * ins * outs), zeros(f32, w * h * outs)]
        + numbers(w, h, ins, outs), {"ins": ins, "outs": outs}, shared=4 * 72 * ins)
    w, h, channels = 112, 112, 160
    run("conv_depthwise_stride_two_half", (1, ceil_div(h // 2, 8), channels), (32, 8),
        [f16(channels * w * h), f16(9 * channels), zeros(f16, channels * w * h // 4)]
        + numbers(w, h, channels), {"channels": channels})


def add_vats(lists):
    run = Eighteenth(lists, "vats")
    n, grid, block = 4000000, 330, 256
    run("reduce_products_tree", grid, block, [below(n, 30000), below(n, 30000), zeros(s64, grid),
        number(n)], {"n": n, "grid": grid}, shared=8 * block)
    n = 1500000
    run("reduce_box_around_points", 264, 256, [f32(3 * n), zeros(s32, 6), number(n)], {"n": n})
    n = 5000003
    run("sum_with_compensation", 700, 128, [f32(n), zeros(f32, 700), number(n)], {"n": n})
    for tile, segments, length in [(4, 60000, 30), (32, 9000, 411)]:
        run("_Z15segmentsByTilesILj%dEEvPKdPdii" % tile, ceil_div(segments * tile, 256), 256,
            [f64(segments * length), zeros(f64, segments)] + numbers(segments, length),
            {"segments": segments, "length": length}, kernel="fold_segments_by_%d_lanes" % tile)
    n = 600000
    run.flat("reduce_eight_words_of_atomics", n, 256, [u32(n, "random"), zeros(u32, 8), number(n)])
    rows, pairs = 3000, 500
    run("column_sums_of_half_pairs", ceil_div(pairs, 32), (32, 16), [f16(2 * rows * pairs),
        zeros(f32, 2 * pairs)] + numbers(rows, pairs), {"rows": rows, "pairs": pairs})
    rows, cols = 1200, 2500
    run("reduce_five_largest_of_row", rows, 128, [f32(rows * cols, "random"), zeros(f32, 5 * rows),
        number(cols)], {"rows": rows, "cols": cols}, shared=4 * cols)


def add_terraces(lists):
    run = Eighteenth(lists, "terraces")
    for quads, block in [(900000, 256), (12000, 512)]:
        blocks = ceil_div(quads, block)
        run("scan_four_and_block_totals", blocks, block, [below(4 * quads, 20),
            zeros(s32, 4 * quads), zeros(s32, blocks), number(quads)], {"quads": quads})
    blocks = 1500
    run("scan_tree_of_doubles", blocks, 512, [f64(1024 * blocks, "random=1")], {"blocks": blocks})
    n = 300007
    run("scan_by_one_block_of_1024", 1, 1024, [u16(n, "random=100"), zeros(u32, n), number(n)],
        {"n": n})
    n = 3000000
    run.flat("scan_peak_within_keys", n, 160, [s32(n, "band=7"), f32(n, "random"), zeros(f32, n),
             number(n)])
    n, mark = 4000000, 0.3
    run.flat("scan_ballot_keep_above", n, 512, [f32(n), zeros(f32, ceil_div(n, 512) * 512),
             zeros(s32, ceil_div(n, 512)), number(n), real(mark)])
    rows, cols = 5000, 600
    run("scan_decay_of_rows", ceil_div(rows, 6), (32, 6), [f32(rows * cols),
        zeros(f32, rows * cols)] + numbers(rows, cols) + [real(0.9)], {"rows": rows, "cols": cols})


def add_urns(lists):
    run = Eighteenth(lists, "urns")
    n, grid = 200000, 33
    run("_Z10parityBinsILi100EjEvPKT0_Pii", grid, 384, [u32(n, "random"), zeros(s32, 100),
        number(n)], {"n": n, "grid": grid}, kernel="hist_parity_of_100")
    n = 6000000
    run("_Z10parityBinsILi2048EtEvPKT0_Pii", 396, 512, [u16(n, "random=65536"), zeros(s32, 2048),
        number(n)], {"n": n}, kernel="hist_parity_of_2048")
    n = 1800000
    run.flat("hist_brightness_weighted", n, 256, [u8(4 * n), f32(n, "random"), zeros(f32, 64),
             number(n)])
    n = 8000000
    run("hist_votes_in_registers", 528, 256, [u8(n), zeros(s32, 8), number(n)], {"n": n})
    n, bins = 2500000, 300
    run("hist_by_searched_edges", 264, 256, [f32(n, "random=900"), f32(bins + 1, "step=3"),
        number(bins), zeros(s32, bins), number(n)], {"n": n, "bins": bins}, shared=8 * bins + 4)
    n, blocks, width = 40000, 264, 500
    run("hist_block_owns_a_range", blocks, 512, [below(n, blocks * width),
        zeros(s32, blocks * width)] + numbers(n, width), {"n": n, "width": width}, shared=4 * width)


def add_scales(lists):
    run = Eighteenth(lists, "scales")
    for rows, cols, block in [(3000, 1700, 256), (150, 12000, 1024), (9000, 70, 64)]:
        run("softmax_with_temperature", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            number(cols), real(1.5)], {"rows": rows, "cols": cols})
    rows = 15000
    run("_Z18softmaxWarpDoublesILi3EEvPKdPdi", ceil_div(rows, 4), 128, [f64(96 * rows),
        zeros(f64, 96 * rows), number(rows)], {"rows": rows}, kernel="softmax_warp_of_96_doubles")
    rows, cols = 150, 20000
    run.flat("softmax_down_columns_bf16", cols, 128, [u16(rows * cols), zeros(u16, rows * cols)]
             + numbers(rows, cols), {"rows": rows})
    rows = 8000
    run("layernorm_512_eight_each", rows, 64, [f16(512 * rows), f16(512), f16(512),
        zeros(f16, 512 * rows), real(1e-5)], {"rows": rows})
    planes, places = 700, 3136
    run("nrm_instance_and_relu", planes, 224, [f32(planes * places), number(places), real(1e-5)],
        {"planes": planes, "places": places})
    rows, each = 90000, 17
    run.flat("nrm_unit_rows_of_any_length", rows, 128, [s32(rows + 1, "step=%d" % each),
             f32(rows * each), zeros(f32, rows * each), number(rows)], {"each": each})
    rows, cols = 6000, 640
    run("softmax_gradient_of_rows", ceil_div(rows, 4), (32, 4), [f32(rows * cols, "random"),
        f32(rows * cols), zeros(f32, rows * cols)] + numbers(rows, cols),
        {"rows": rows, "cols": cols})


def add_torches(lists):
    run = Eighteenth(lists, "torches")
    for heads, length, window in [(12, 900, 128), (2, 300, 40)]:
        n = heads * length * 64
        run("att_sliding_window_warp", (ceil_div(length, 4), heads), (32, 4), [f32(n), f32(n),
            f32(n), zeros(f32, n)] + numbers(length, window), {"heads": heads, "length": length})
    heads, length = 16, 600
    n = heads * length * 48
    run("att_tiles_of_32_by_48", (ceil_div(length, 32), heads), 128, [f32(n), f32(n), f32(n),
        zeros(f32, n), number(length), real(0.14)], {"heads": heads, "length": length})
    groups, past = 8, 3000
    run("att_grouped_scores_bf16", (ceil_div(past, 4), groups), (32, 4), [u16(groups * 512),
        u16(groups * past * 128), zeros(f32, groups * 4 * past)] + numbers(past, groups),
        {"groups": groups, "past": past})
    rows, parts, dim = 2000, 12, 128
    run("att_merge_of_parts", rows, dim, [f32(rows * parts * dim), f32(2 * rows * parts, "random"),
        zeros(f32, rows * dim)] + numbers(parts, dim), {"rows": rows, "parts": parts})
    rows, groups = 5000, 100
    run("llm_matvec_groups_of_32", ceil_div(rows, 8), (32, 8), [u16(10 * rows * groups),
        f32(32 * groups), zeros(f32, rows)] + numbers(rows, groups),
        {"rows": rows, "cols": 32 * groups})
    rows, quads = 1500, 700
    run("layer_quantise_by_columns", (ceil_div(quads, 128), 50), 128, [f32(4 * rows * quads),
        f32(4 * quads, "random=150"), zeros(u8, 4 * rows * quads)] + numbers(rows, quads),
        {"rows": rows, "quads": quads})
    batch, width = 500, 1024
    run.flat("layer_gru_cell", batch * width, 128, [f32(3 * batch * width), f32(3 * batch * width),
             f32(batch * width), zeros(f32, batch * width)] + numbers(batch, width),
             {"width": width})
    n = 2000000
    run.flat("act_swish_with_slope_bf16", n, 256, [u16(2 * n), zeros(u16, 2 * n), zeros(u16, 2 * n),
             number(n)])
    n = 3000000
    run.flat("layer_logistic_loss", n, 256, [f32(n), u8(n), zeros(f32, n), zeros(f32, 1),
             number(n)])


def add_webs(lists):
    run = Eighteenth(lists, "webs")
    for lanes, rows, each, columns in [(2, 120000, 6, "band=6"), (16, 25000, 50, "random=25000"),
                                       (2, 3000, 40, "random=3000")]:
        run.flat("_Z12rowsByGroupsILi%dEEv3CsrPKfPf" % lanes, lanes * rows, 192,
                 [structure(*packed(f32, rows, each, columns), number(rows)), f32(rows),
                  zeros(f32, rows)], {"rows": rows, "each": each, "columns": columns},
                 kernel="spmv_rows_by_%d_lanes" % lanes)
    rows, most = 20000, 90
    run("spmv_rows_by_ticket", 396, 128, [below(rows, most), below(rows * most, rows),
        f64(rows * most), f64(rows), zeros(f64, rows), zeros(s32, 1)] + numbers(rows, most),
        {"rows": rows, "most": most})
    n, rows = 700000, 50000
    run.flat("spmv_symmetric_half_stored", n, 256, [below(n, rows), below(n, rows), f32(n),
             f32(rows), zeros(f32, rows), number(n)], {"rows": rows})
    rows, width = 100000, 20
    run.flat("spmv_short_distances", rows, 64, [u16(64 * ceil_div(rows, 64) * width, "random=6000"),
             f16(64 * ceil_div(rows, 64) * width), f32(rows), zeros(f32, rows)]
             + numbers(rows, width), {"width": width})
    n = 1200000
    run("sparse_cg_update_three", 528, 256, [structure(f64(n), f64(n), f64(n), f64(n),
        zeros(f64, 1)), double(0.3), number(n)], {"n": n})
    rows, each, inner = 9000, 37, 12000
    run("spmm_block_of_96_columns", rows, 96, [structure(*packed(f32, rows, each,
        "random=%d" % inner), number(rows)), f32(96 * inner), zeros(f32, 96 * rows)],
        {"rows": rows, "each": each})
    rows, cols = 6000, 500
    run("sparse_from_dense_rows", ceil_div(rows, 4), 128, [f32(rows * cols),
        zeros(s32, rows * cols), zeros(f32, rows * cols), zeros(s32, rows)]
        + numbers(rows, cols) + [real(0.8)], {"rows": rows, "cols": cols})


def add_racks(lists):
    run = Eighteenth(lists, "racks")
    blocks, block = 40, 1024
    run("bitonic_longs_by_block", blocks, block, [s64(2 * block * blocks)], {"blocks": blocks},
        shared=16 * block)
    groups = 50001
    run.flat("bitonic_sixty_four_by_warp", 32 * groups, 128, [u32(64 * groups, "random"),
             number(groups)], {"groups": groups})
    n = 1 << 21
    for j, k in [(4, 8), (1 << 12, 1 << 13)]:
        run.flat("bitonic_items_one_step", n, 256, [f32(2 * n), number(n)] + numbers(j, k),
                 {"j": j, "k": k})
    blocks = 2000
    run("rdx_sixteen_digits_in_block", blocks, 256, [u32(1024 * blocks, "random"),
        zeros(u32, 1024 * blocks), zeros(u32, 16 * blocks), number(12)], {"blocks": blocks})
    n = 500000
    run.flat("sort_merge_by_ranks", 2 * n, 192, [f64(n, "step=3"), f64(n, "step=2"),
             zeros(f64, 2 * n), number(n)])
    rows = 150000
    run.flat("sort_comb_of_twenty", rows, 128, [u16(20 * rows, "random=32000"),
             zeros(u16, 20 * rows), number(rows)])
    rows = 400000
    run.flat("sort_network_of_twelve", rows, 256, [f32(12 * rows), zeros(f32, 12 * rows),
             number(rows)])
    rows = 80000
    run.flat("sort_quickselect_median", rows, 64, [f32(41 * rows), zeros(f32, rows), number(rows)])


def add_moons(lists):
    run = Eighteenth(lists, "moons")
    n, block = 6000, 128
    run.flat("nbody_tile_with_jerk", n, block, [f32(4 * n), f32(4 * n), zeros(f32, 4 * n),
             zeros(f32, 4 * n), number(n), real(0.02)], shared=32 * block)
    n = 3000
    run("nbody_block_for_a_body", n, 128, [f64(n), f64(n), f64(n, "random"), zeros(f64, n),
        number(n)], {"n": n})
    n = 300000
    run.flat("phy_springs_of_a_net", n, 192, [f32(3 * n), f32(3 * n), s32(6 * n, "band=6"),
             zeros(f32, 3 * n), number(n)] + reals(40, 0.3))
    n, steps = 20000, 100
    run.flat("phy_boris_push", n, 256, [f32(3 * n), f32(3 * n), number(n),
             structure(*reals(0.3, -0.2, 0.9, 0.5, 0.01)), number(steps)], {"steps": steps})
    n = 20000
    run.flat("phy_double_pendulums", n, 64, [f64(4 * n), number(n), double(0.01), number(12)])
    n, side = 600000, 500
    run.flat("sim_mass_to_grid_of_points", n, 128, [f32(2 * n, "random"), zeros(f32, side * side)]
             + numbers(n, side), {"side": side})
    n = 2400000
    run.flat("pde_rusanov_fluxes", n, 256, [structure(f32(n + 1, "random"), f32(n + 1),
             zeros(f32, n), zeros(f32, n)), number(n), real(9.81)])


def add_ferns(lists):
    run = Eighteenth(lists, "ferns")
    for w, h, most, block in [(1000, 700, 200, (16, 8)), (300, 200, 1500, (32, 1))]:
        run.plane("mandelbrot_of_third_power", w, h, block, [zeros(u16, w * h),
                  structure(*reals(-1.2, -1.3, 2.4 / w), *numbers(w, h, most))], {"most": most})
    w, h = 700, 500
    run.plane("fractal_four_roots", w, h, (16, 16), [zeros(u8, w * h)] + numbers(w, h)
              + [double(0.005)])
    n = 800000
    run.flat("loop_terms_of_fraction", n, 128, [f64(n, "random"), zeros(s32, n), number(n),
             double(0.001)])
    n = 150000
    run.flat("loop_turn_round_and_add", n, 128, [u64(n, "iota"), zeros(u8, n), number(n)])
    n = 400000
    run.flat("loop_warp_until_last_lane", n, 256, [below(n, 60), f32(n), zeros(f32, n), number(n)])
    n, most = 3000000, 7
    run.flat("branch_seven_kinds", n, 256, [u8(n, "random=%d" % most), f32(n), f32(n),
             zeros(f32, n), number(n)], {"kinds": most})
    for n, width in [(2000000, 1), (2000000, 64), (500000, 12)]:
        run.flat("branch_by_width_of_groups", n, 192, [f32(n), zeros(f32, n)] + numbers(n, width),
                 {"width": width})
    starts, nodes, steps = 30000, 1 << 19, 40
    run.flat("chase_two_chains_weighed", starts, 64, [s32(2 * nodes, "random=%d" % nodes),
             zeros(s32, starts)] + numbers(starts, steps), {"nodes": nodes, "steps": steps})
    for size, steps in [(3000, 2000), (900000, 700)]:
        run("chase_double_ring_alone", 1, 1, [s64(size, "chain=%d" % (size // 3 + 7)),
            zeros(s64, 1), number(steps)], {"size": size, "steps": steps})
    run("chase_bytes_in_shared", 264, 192, [u8(256), zeros(s32, 264 * 192), number(500)],
        {"steps": 500})
    n = 600000
    run.flat("chase_to_root_halving", n, 128, [s32(n, "iota"), zeros(s32, n), number(n)])


def add_purses(lists):
    run = Eighteenth(lists, "purses")
    n, grid = 1500000, 528
    run("fin_down_and_out_call", grid, 256, [f32(n, "random"), f32(n, "random"),
        f32(n, "random"), zeros(f32, n), number(n)] + reals(0.03, 0.25, 45),
        {"n": n, "grid": grid})
    options, steps = 500, 400
    run("fin_put_tree_by_block", options, 128, [f32(options, "random"), zeros(f32, options),
        number(steps)] + reals(1.01, 0.505, 0.9999), {"options": options, "steps": steps})
    run("monte_carlo_best_of_two", 700, 256, [zeros(f32, 5600), number(60)] + reals(0.03, 0.6),
        {"steps": 60})
    run("monte_carlo_lattice_walk_home", 400, 128, [zeros(u32, 51200), number(1000)],
        {"most": 1000})
    deals, flows = 60000, 24
    run.flat("fin_worth_on_a_curve", deals, 128, [below(deals * flows, 121), f32(deals * flows),
             zeros(f64, deals)] + numbers(deals, flows), {"flows": flows},
             constants=["curve f32[121]:random=0.06"])
    scenarios, positions, factors = 700, 1500, 20
    run("fin_loss_by_scenario", scenarios, 256, [f32(positions * factors), f32(scenarios * factors),
        zeros(f32, scenarios)] + numbers(positions, factors), {"scenarios": scenarios},
        shared=4 * factors)
    days, stocks = 200, 15000
    run.flat("fin_crossings_of_averages", stocks, 64, [f32(days * stocks, "random"),
             zeros(s32, stocks)] + numbers(days, stocks) + reals(0.3, 0.05), {"days": days})


def add_maps(lists):
    run = Eighteenth(lists, "maps")
    nodes, each = 200000, 14
    graph = [s32(nodes + 1, "step=%d" % each), below(nodes * each, nodes)]
    for size in [30000, 700]:
        run.flat("bfs_frontier_warp_appends", 32 * size, 256, graph + [s32(size, "step=3"),
                 number(size), zeros(s32, nodes), zeros(s32, nodes), zeros(s32, 1), number(5)],
                 {"nodes": nodes, "each": each})
    run.flat("bfs_look_back_until_found", nodes, 256, graph + [u32(ceil_div(nodes, 32), "random"),
             u8(nodes, "random=2"), zeros(u32, ceil_div(nodes, 32)), number(nodes)],
             {"nodes": nodes, "each": each})
    nodes, each = 120000, 9
    run.flat("gph_mean_of_neighbours", 4 * nodes, 128, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), f64(nodes), zeros(f64, nodes), number(nodes),
             double(0.15)],
             {"each": each})
    n, nodes = 1200000, 100000
    run.flat("edge_degrees_counted", n, 256, [below(2 * n, nodes), zeros(s32, nodes),
             zeros(s32, nodes), number(n)], {"nodes": nodes})
    n, nodes, words = 150000, 3000, 94
    run.flat("gph_common_by_bit_rows", 8 * n, 256, [u32(nodes * words, "random"),
             below(2 * n, nodes), zeros(s32, n)] + numbers(n, words), {"nodes": nodes})
    n, slots = 500000, 1 << 20
    run.flat("hash_put_and_count_steps", n, 128, [u32(n, "random"), zeros(u32, slots),
             zeros(s32, n), number(n), unsigned(slots - 1)], {"slots": slots})
    n, buckets = 1500000, 1 << 16
    run.flat("hash_ask_two_buckets", n, 256, [u32(4 * buckets, "random=300000"),
             u32(n, "random=300000"), zeros(u8, n), number(n), unsigned(buckets - 1)],
             {"buckets": buckets})
    n = 768
    run("floyd_blocks_beyond_the_cross", (n // 32, n // 32), (32, 8), [below(n * n, 1000),
        number(n), number(3)], {"n": n})


def add_looms(lists):
    run = Eighteenth(lists, "looms")
    rows = 60000
    run.flat("int_longest_rising_of_rows", rows, 128, [u16(32 * rows, "random=30000"),
             zeros(s32, rows), number(rows)])
    blocks, coins, most = 500, 10, 2000
    run("int_ways_to_pay", blocks, 128, [below(blocks * coins, 100),
        zeros(u32, blocks * (most + 1))] + numbers(coins, most),
        {"blocks": blocks, "coins": coins, "most": most}, shared=4 * (most + 1))
    for pairs, n, block in [(400, 250, 256), (1000, 60, 64)]:
        run("int_time_warping", pairs, block, [f32(pairs * n), f32(pairs * n), zeros(f32, pairs),
            number(n)], {"pairs": pairs, "n": n}, shared=4 * (5 * n + 3))
    rows, times = 300, 100
    run("int_best_path_of_64_states", rows, 64, [f32(4096), f32(rows * times * 64),
        zeros(f32, 64 * rows), zeros(u8, rows * times * 64), number(times)],
        {"rows": rows, "times": times})
    lines = 100000
    run.flat("txt_words_of_lines", lines, 128, [u8(80 * lines), zeros(u8, 2 * lines),
             number(lines)])
    n = 6000000
    run.flat("txt_rolling_hashes", ceil_div(n, 64), 192, [u8(n), zeros(u32, n // 64), number(n)],
             {"bytes": n})
    rows = 20000
    run.flat("cod_runs_of_rows", 32 * rows, 256, [u8(256 * rows, "random=2"), zeros(u8, 512 * rows),
             zeros(s32, rows), number(rows)])
    n = 400000
    run.flat("cry_rounds_by_shared_table", n, 256, [u32(4 * n, "random"), zeros(u32, 4 * n),
             u32(256, "random"), number(10), number(n)])


def add_prisms(lists):
    run = Eighteenth(lists, "prisms")
    n = 1600000
    run.flat("img_hsv_turn_hue", n, 256, [u8(4 * n), zeros(u8, 4 * n), number(n), real(1.2713)])
    w, h, block = 320, 240, (16, 2)
    run.plane("img_median_nine_floats", w, h, block, [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h))
    w, h = 1920, 1200
    run.plane("img_undo_barrel", w, h, (32, 4), [u8(w * h), zeros(u8, w * h)] + numbers(w, h)
              + reals(-0.08, 0.015))
    words, h = 64, 1300
    run("pix_dither_to_bits", (words // 4, h), 128, [u8(32 * words * h), zeros(u32, words * h)]
        + numbers(words, h), {"words": words, "height": h})
    w, h = 1100, 900
    run.plane("img_contrast_from_tables", w, h, (32, 8), [f64((w + 1) * (h + 1), "iota"),
              f64((w + 1) * (h + 1), "random=5000"), zeros(f32, w * h)] + numbers(w, h, 9))
    w, h = 2048, 1000
    run("pic_cosine_blocks_by_rows", (w // 256, h // 8), (32, 8), [u8(w * h), zeros(u16, w * h),
        number(w)], {"width": w, "height": h}, constants=["cosines f32[64]:signed"])
    n = 900000
    run.flat("pix_nearest_of_palette", n, 192, [u8(4 * n), zeros(u8, n), number(n)],
             constants=["palette u8[256]:random=256"])
    w, h = 640, 360
    run("vid_best_shift_of_blocks", (w // 8, h // 8), 256, [u8(w * h), u8(w * h, "gather=77"),
        zeros(u16, w * h // 32)] + numbers(w, h), {"width": w, "height": h})


def add_antennas(lists):
    run = Eighteenth(lists, "antennas")
    signals = 3000
    run("fft_tabled_roots_512", signals, 256, [f32(1024 * signals), f32(512)],
        {"signals": signals})
    rows, width = 2500, 1200
    run("sig_lifted_wavelet_rows", rows, 128, [s32(rows * width, "random=1000"),
        zeros(s32, rows * width), number(width)], {"rows": rows, "width": width}, shared=4 * width)
    n, length = 600000, 180
    run.flat("sig_likeness_at_shifts", n // 4, 128, [f32(n), f32(length), zeros(f32, n)]
             + numbers(n, length), {"length": length}, shared=4 * length)
    n, reach = 2000000, 24
    run.flat("sig_resample_three_for_two", n, 256, [u16(2 * n // 3 + 2, "random=2000"),
             f32(3 * reach), zeros(u16, n)] + numbers(n, reach), {"reach": reach})
    samples, beams = 5000, 100
    run("sig_beams_of_sixteen", (ceil_div(samples, 128), beams), 128, [f32(16 * samples),
        f32(16 * beams, "random=300"), zeros(f32, beams * samples)] + numbers(samples, beams),
        {"samples": samples, "beams": beams})
    n = 60000
    run.flat("sml_solve_six_with_pivots", n, 64, [f64(36 * n), f64(6 * n), zeros(f64, 6 * n),
             number(n)])
    n, systems = 160, 400
    run("la_backward_solve_by_block", systems, 64, [f32(systems * n * n, "random"),
        f32(systems * n), number(n)], {"n": n, "systems": systems}, shared=4 * n)
    n = 200000
    run.flat("fn_bessel_and_gamma", n, 128, [f64(n, "random"), zeros(f64, n), number(n)])
    n = 700000
    run.flat("calc_mixed_series", n, 256, [f32(n), zeros(f32, n), number(n), number(12)])


def add_gadgets(lists):
    run = Eighteenth(lists, "gadgets")
    blocks, each = 66, 1280
    n = 2 * blocks * each
    run("stream_five_stages_of_pairs", blocks, 128, [f32(n), f32(n), zeros(f32, n),
        number(each)], {"blocks": blocks, "each": each})
    rows, cols = 3000, 1100
    run("hop_rows_brought_by_group", rows, 128, [f32(rows * cols), zeros(f32, rows), number(cols)],
        {"rows": rows, "cols": cols}, shared=4 * cols)
    blocks = 1600
    run("hop_scan_over_two_blocks", blocks, 1024, [below(1024 * blocks, 50),
        zeros(s32, 1024 * blocks)], {"blocks": blocks})
    rows, grid = 9000, 264
    run("hop_matvecs_shared_by_four", grid, 256, [f32(128 * rows), f32(8192), zeros(f32, 64 * rows),
        number(rows)], {"rows": rows, "grid": grid})
    blocks = 1500
    run("hop_bulk_tile_squared", blocks, 192, [f32(2048 * blocks), zeros(f32, 2048 * blocks)],
        {"blocks": blocks})
    n, grid, sweeps = 1000000, 264, 6
    run("pde_heat_line_whole_grid", grid, 512, [f32(n), zeros(f32, n)] + numbers(n, sweeps),
        {"n": n, "grid": grid, "sweeps": sweeps}, cooperative=True)
    n = 2500000
    run.flat("stream_bf16_fma_relu", n, 256, [u16(2 * n), u16(2 * n), u16(2 * n), number(n)])
    blocks, tiles = 800, 30
    run("hop_one_warp_brings", blocks, 128, [f32(384 * blocks * tiles), zeros(f32, 96 * blocks),
        number(tiles)], {"blocks": blocks, "tiles": tiles})


def add(lists):
    add_lorries(lists)
    add_drawers(lists)
    add_tongs(lists)
    add_swivels(lists)
    add_presses(lists)
    add_crucibles(lists)
    add_meadows(lists)
    add_cellars(lists)
    add_colanders(lists)
    add_vats(lists)
    add_terraces(lists)
    add_urns(lists)
    add_scales(lists)
    add_torches(lists)
    add_webs(lists)
    add_racks(lists)
    add_moons(lists)
    add_ferns(lists)
    add_purses(lists)
    add_maps(lists)
    add_looms(lists)
    add_prisms(lists)
    add_antennas(lists)
    add_gadgets(lists)

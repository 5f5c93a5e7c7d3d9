"""A seventeenth validation set: what an examiner brings who holds a published claim against reality."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from sixteenth import factors, packed
from twelfth import s64, structure


class Seventeenth(Blind):
    folder = "seventeenth"


def add_barrows(lists):
    run = Seventeenth(lists, "barrows")
    for n, start, to in [(9000001, 5, 2), (333333, 1, 16)]:
        run.flat("copy_offset_in_and_out", n, 256, [f32(n + start), zeros(f32, n + to)]
                 + numbers(n, start, to), {"from": start, "to": to})
    n = 3100000
    run("copy_chunk_of_double2", ceil_div(n, 2048), 256, [f64(2 * n), zeros(f64, 2 * n),
        number(n)], {"n": n})
    for n, stride in [(2000000, 8), (700000, 33)]:
        run.flat("strided_read_dense_write", n, 192, [f32(n * stride), zeros(f32, n)]
                 + numbers(n, stride), {"stride": stride})
    n = 5000011
    run("copy_uchar4_four_each", ceil_div(n, 512), 128, [u8(4 * n), zeros(u8, 4 * n), number(n)],
        {"n": n})
    w, h, pitch, other = 2501, 1403, 5120, 5004
    run.plane("copy_rows_pitch_in_bytes", w, h, (64, 2), [u8(pitch * h), wide(pitch),
              zeros(u8, other * h), wide(other)] + numbers(w, h))
    n = 6000000
    run("stream_scale_long_long", 924, 192, [s64(n, "random=1000000"), zeros(s64, n), wide(3),
        wide(-11), wide(n)], {"n": n})
    n = 3000003
    run.flat("vector_add_float3", n, 256, [f32(3 * n), f32(3 * n), zeros(f32, 3 * n), number(n)])
    n = 12000000
    run.flat("copy_one_lane_of_four", n, 512, [s32(n, "random"), zeros(s32, n), number(n)])
    n = 7654321
    run("array_rotate_by", 528, 384, [f32(n), zeros(f32, n)] + numbers(n, 1234567), {"n": n})


def add_cabinets(lists):
    run = Seventeenth(lists, "cabinets")
    n = 1700000
    run.flat("aos_step_bodies", n, 128, [f32(8 * n), number(n), real(0.01)])
    n = 1300000
    run.flat("aos_two_of_nine_fields", n, 256, [s32(9 * n, "random"), zeros(s32, n), number(n)])
    n = 1800000
    run("soa_gas_energy", 660, 256, [structure(f64(n), f64(n), f64(n), f64(n), zeros(f64, n),
        double(1.4), number(n))], {"n": n})
    n = 2200000
    run.flat("aos_mixed_entries", n, 320, [u32(4 * n, "random=1000000000"), zeros(f64, n),
             number(n)])
    n = 4000000
    run.flat("soa_in_blocks_of_32", n, 256, [f32(3 * n), zeros(f32, n), number(n)])
    n = 3500000
    run.flat("aos_split_by_shared", n, 256, [f32(3 * n), zeros(f32, n), zeros(f32, n),
             zeros(f32, n), number(n)])
    n, each = 2400000, 24
    run.flat("struct_apply_poses", n, 128, [f32(8 * n // each), f32(3 * n), zeros(f32, 3 * n)]
             + numbers(n, each), {"each": each})


def add_pickers(lists):
    run = Seventeenth(lists, "pickers")
    for n, m in [(2500000, 1000000), (1200000, 20000000)]:
        run.flat("gather_doubles_by_list", n, 256, [f64(m), below(n, m), zeros(f64, n),
                 number(n)], {"table": m})
    n, nodes = 3000000, 500000
    run.flat("gather_edge_differences", n, 128, [f32(nodes), below(2 * n, nodes), zeros(f32, n),
             number(n)], {"nodes": nodes})
    for n, m in [(3000000, 100000), (1000000, 300)]:
        run.flat("scatter_votes", n, 256, [below(n, m), below(n, 10), zeros(s32, m), number(n)],
                 {"candidates": m})
    rows, cols = 1200, 1700
    run.flat("scatter_into_columns", rows * cols, 256, [f32(rows * cols), zeros(f32, rows * cols)]
             + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 6000000
    run.flat("gather_halves_by_shorts", n // 2, 256, [f16(65536), u16(n, "random=65536"),
             zeros(f16, n), number(n)])
    n, side = 900000, 2500
    run.flat("table_lookup_plane", n, 192, [f32(side * side), number(side), f32(2 * n, "random"),
             zeros(f32, n), number(n)], {"side": side})
    n = 4000000
    run("binary_search_edges_shared", 396, 512, [f32(1023, "step=1"), f32(n, "random=1024"),
        zeros(u16, n), number(n)], {"n": n})
    n, records = 90000, 70000
    run.flat("gather_record_per_warp", 32 * n, 256, [f32(96 * records), below(n, records),
             zeros(f32, 96 * n), number(n)], {"records": records})


def add_turntables(lists):
    run = Seventeenth(lists, "turntables")
    w, h = 1500, 1100
    run.plane("transpose_without_tile", w, h, (16, 16), [f64(w * h), zeros(f64, w * h)]
              + numbers(w, h))
    for w, h in [(3333, 2111), (300, 450)]:
        run.plane("transpose_sixteen_padded", w, h, (16, 16), [s32(w * h, "random"),
                  zeros(s32, w * h)] + numbers(w, h))
    w, h = 1777, 1555
    run("transpose_complex_guarded", (ceil_div(w, 32), ceil_div(h, 32)), (32, 8),
        [zeros(f32, 2 * w * h), f32(2 * w * h)] + numbers(w, h), {"width": w, "height": h})
    n = 2500
    run("transpose_same_array_pairs", (ceil_div(n, 32), ceil_div(n, 32)), (32, 4), [f32(n * n),
        number(n)], {"n": n})
    w, h = 4100, 3000
    run("transpose_bytes_by_tile", (ceil_div(w, 64), ceil_div(h, 64)), 256, [u8(w * h),
        zeros(u8, w * h)] + numbers(w, h), {"width": w, "height": h})
    images, channels, places = 20, 80, 1521
    run("transpose_channels_to_end", (ceil_div(places, 32), ceil_div(channels, 32), images),
        (32, 8), [f32(images * channels * places), zeros(f32, images * channels * places)]
        + numbers(channels, places), {"images": images, "channels": channels, "places": places})
    words = 3200000
    run.flat("transpose_bits_by_ballot", words, 256, [u32(words, "random"), zeros(u32, words),
             number(words)])


def add_mills(lists):
    run = Seventeenth(lists, "mills")
    for m, n, k, block in [(523, 611, 700, (32, 8)), (1100, 900, 333, (16, 16))]:
        run.plane("naive_mm_any_shape", n, m, block, factors(f32, m, n, k) + numbers(m, n, k),
                  {"k": k})
    n = 600
    run("naive_mm_by_columns", (ceil_div(n, 64), n), 64, [number(n), double(1.5), f64(n * n),
        f64(n * n), double(0.5), f64(n * n)], {"n": n})
    for letter, make, tile, m, n, k in [("f", f32, 32, 1000, 1111, 513),
                                        ("d", f64, 16, 640, 500, 777)]:
        run.plane("_Z10prodTileOfI%sLi%dEEvPKT_S2_PS0_iii" % (letter, tile), n, m, (tile, tile),
                  factors(make, m, n, k) + numbers(m, n, k), {"k": k},
                  kernel="prod_tile_of_%d_%s" % (tile, letter))
    n = 896
    run("sgemm_two_by_two", (n // 32, n // 32), (16, 16), factors(f32, n, n, n) + [number(n)],
        {"n": n})
    m, n, k = 1216, 832, 904
    run("sgemm_eight_rows_a_thread", (n // 64, m // 64), 512, factors(f32, m, n, k)
        + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1536, 1792, 768), (256, 320, 1600)]:
        run("sgemm_block_128_by_64", (n // 64, m // 128), 256, factors(f32, m, n, k)
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1024, 896, 512
    run("la_dgemm_fetching_ahead", (n // 64, m // 64), 256, factors(f64, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    n = 992
    run("matmul_upper_triangle", (n // 16, n // 16), (16, 16), factors(f32, n, n, n)
        + [number(n)], {"n": n})
    rows, cols = 5000, 2049
    run("matvec_block_a_row_double", rows, 128, [f64(rows * cols), f64(cols), zeros(f64, rows),
        number(cols)], {"rows": rows, "cols": cols})
    rows, cols = 20000, 700
    run.flat("matvec_thread_a_row_staged", rows, 128, [f32(rows * cols), f32(cols),
             zeros(f32, rows)] + numbers(rows, cols), {"cols": cols})


def add_foils(lists):
    run = Seventeenth(lists, "foils")
    m, n, k = 700, 800, 450
    run.plane("gemm_half_in_float_out", n, m, (32, 4), factors(f16, m, n, k, f32)
              + numbers(m, n, k), {"k": k})
    m, n, k = 500, 390, 512
    run.plane("mul_chars_one_by_one", n, m, (16, 8), factors(u8, m, n, k, s32)
              + numbers(m, n, k), {"k": k})
    m, n, words = 960, 1040, 160
    run("mul_dp4a_by_tiles", (n // 16, m // 16), (16, 16), [s32(m * words, "random"),
        s32(n * words, "random"), zeros(s32, m * n)] + numbers(n, words),
        {"m": m, "n": n, "k": 4 * words})
    rows, vecs = 30000, 200
    run("matvec_bytes_scaled_rows", ceil_div(rows, 4), (32, 4), [s32(4 * rows * vecs, "random"),
        s32(4 * vecs, "random"), f32(rows), zeros(f32, rows)] + numbers(rows, vecs),
        {"rows": rows, "cols": 16 * vecs})


def add_wedges(lists):
    run = Seventeenth(lists, "wedges")
    for m, n, k in [(1040, 1520, 512), (208, 336, 1024)]:
        run("gemm_wmma_warp_a_tile", (n // 16, ceil_div(m, 64)), (32, 4), factors(f16, m, n, k, f32)
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1600, 768, 384
    run("gemm_wmma_bf16_32_by_8", (n // 32, m // 32), 128, factors(u16, m, n, k, f32)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1280, 1152, 1024
    run("gemm_wmma_chars_two_by_two", (n // 96, m // 32), (32, 3), factors(u8, m, n, k, s32)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 528, 656, 400
    run("gemm_wmma_doubles_by_warps", (n // 16, m // 16), 128, factors(f64, m, n, k)
        + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2304, 1920, 1152), (384, 448, 3072)]:
        run("gemm_wmma_async_twofold", (n // 64, m // 128), 256, factors(f16, m, n, k, f32)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1920, 2176, 1024), (320, 384, 2048)]:
        run("gemm_mma_bf16_padded_rows", (n // 128, m // 64), 128, factors(u16, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1024, 1200, 768
    small = lambda count, contents="random=88": u8(count, contents)
    run("gemm_mma_e4m3_from_memory", (n // 80, m // 32), 160, factors(small, m, n, k, f32)
        + numbers(n, k), {"m": m, "n": n, "k": k})


def add_plateaus(lists):
    run = Seventeenth(lists, "plateaus")
    for nx, ny, block in [(2777, 1901, (32, 8)), (411, 388, (8, 8))]:
        run.plane("stencil_nine_weights_given", nx, ny, block, [f32(nx * ny), zeros(f32, nx * ny)]
                  + numbers(nx, ny), constants=["nineWeights f32[9]:signed"])
    nx, ny, block = 1300, 1009, (32, 16)
    for r in [2, 6]:
        run.plane("stencil_box_mean_tile", nx, ny, block, [f32(nx * ny), zeros(f32, nx * ny)]
                  + numbers(nx, ny, r), {"radius": r},
                  shared=4 * (block[0] + 2 * r) * (block[1] + 2 * r))
    n = 1998
    run.plane("life_with_ghosts", n, n, (16, 16), [below((n + 2) ** 2, 2), zeros(s32, (n + 2) ** 2),
              number(n)])
    nx, ny = 3500, 2222
    run("stencil_rolling_eight_rows", (ceil_div(nx - 2, 128), ceil_div(ny - 2, 8)), 128,
        [f32(nx * ny), zeros(f32, nx * ny)] + numbers(nx, ny), {"width": nx, "height": ny})
    nx, ny = 1601, 1207
    run.plane("pde_lax_friedrichs", nx, ny, (32, 4), [f32(nx * ny), zeros(f32, nx * ny)]
              + numbers(nx, ny) + reals(0.2, 0.3))
    n = 1700
    across = ceil_div(n, 16)
    run.plane("stencil_sweep_and_change", n, n, (16, 16), [f32(n * n), zeros(f32, n * n),
              f32(n * n), zeros(f32, across * across), number(n), real(0.01)])
    nx, ny = 2050, 1600
    run("stencil_overrelax_one_colour", (ceil_div(nx // 2, 64), ceil_div(ny, 4)), (64, 4),
        [f64(nx * ny), f64(nx * ny)] + numbers(nx, ny) + [double(1.7), number(1)],
        {"width": nx, "height": ny})
    n = 999
    run.plane("grid_prolongate_bilinear", 2 * n + 1, 2 * n + 1, (32, 8), [f32(n * n),
              f32((2 * n + 1) ** 2), number(n)])


def add_caverns(lists):
    run = Seventeenth(lists, "caverns")

    def volume(entry, nx, ny, nz, block, arguments, depth=None, **rest):
        run(entry, (ceil_div(nx, block[0]), ceil_div(ny, block[1]),
                    depth or ceil_div(nz, block[2])), block, arguments,
            {"nx": nx, "ny": ny, "nz": nz}, **rest)

    for nx, ny, nz, block in [(250, 190, 170, (16, 4, 4)), (101, 67, 45, (32, 2, 2))]:
        cells = nx * ny * nz
        volume("stencil_seven_in_bricks", nx, ny, nz, block, [f32(cells), zeros(f32, cells)]
               + numbers(nx, ny, nz) + reals(0.4, 0.1))
    nx, ny, nz = 328, 264, 96
    cells = nx * ny * nz
    run("stencil_radius_four_march", ((nx - 8) // 32, (ny - 8) // 8), (32, 8), [f32(cells),
        zeros(f32, cells)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz},
        constants=["eighthOrder f32[5]:signed"])
    nx, ny, nz = 300, 240, 40
    cells = nx * ny * nz
    run.plane("pde_conduct_layers", nx, ny, (32, 2), [f64(cells), f64(cells, "random"),
              zeros(f64, cells)] + numbers(nx, ny, nz) + [double(0.05)], {"nz": nz})
    nx, ny, nz = 210, 190, 100
    cells = nx * ny * nz
    volume("stencil_largest_of_27_bytes", nx, ny, nz, (64, 4), [u8(cells), zeros(u8, cells)]
           + numbers(nx, ny, nz), depth=nz)


def add_sieves(lists):
    run = Seventeenth(lists, "sieves")
    held = ["sieve f32[1024]:signed"]
    n = 7000001
    run.flat("conv_line_of_eleven", n, 256, [f32(n), zeros(f32, n), number(n)], constants=held)
    w, h = 1500, 1211
    run("conv_five_block_covers_input", (ceil_div(w, 12), ceil_div(h, 12)), (16, 16),
        [f32(w * h), zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h},
        constants=held)
    w, h = 2100, 1700
    run("_Z15convDownColumnsILi6ELi4EEvPKfPfii", (ceil_div(w, 32), ceil_div(h, 32)), (32, 8),
        [f32(w * h), zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h},
        constants=held, kernel="conv_down_columns")
    batch, ins, outs, h, w = 4, 24, 48, 57, 71
    places = (h + 1) // 2 * ((w + 1) // 2)
    run("conv_layer_stride_two", (ceil_div(places, 128), outs, batch), 128,
        [f32(batch * ins * h * w), f32(outs * ins * 9), f32(outs),
        zeros(f32, batch * outs * places),
        structure(*numbers(batch, ins, outs, h, w))], {"ins": ins, "outs": outs, "places": places})
    channels, places = 96, 112 * 112 * 4
    run.flat("conv_one_by_one_to_32", places, 128, [f32(channels * places), f32(channels * 32),
             zeros(f32, 32 * places)] + numbers(channels, places), {"channels": channels},
             shared=128 * channels)
    n = 150
    run("conv_cube_of_27", (ceil_div(n, 32), ceil_div(n, 4), ceil_div(n, 2)), (32, 4, 2),
        [f32(n ** 3), zeros(f32, n ** 3), number(n)], {"n": n}, constants=held)


def add_kettles(lists):
    run = Seventeenth(lists, "kettles")
    for n, grid in [(12000000, 528), (150000, 40)]:
        run("_Z12reduceWithOpIf6LargerLj256EEvPKT_PS1_j", grid, 256, [f32(n), zeros(f32, grid),
            unsigned(n)], {"n": n, "grid": grid}, kernel="reduce_with_larger")
    n, grid = 9000000, 264
    run("_Z12reduceWithOpIi4PlusLj512EEvPKT_PS1_j", grid, 512, [below(n, 50), zeros(s32, grid),
        unsigned(n)], {"n": n, "grid": grid}, kernel="reduce_with_plus")
    n = 5000000
    run("dot_atomic_each_warp", 660, 192, [f32(n, "random"), f32(n, "random"), zeros(f32, 1),
        number(n)], {"n": n})
    n = 7000000
    run("reduce_largest_magnitude", 264, 256, [f32(n), zeros(s32, 1), number(n)], {"n": n})
    for rows, quads in [(9000, 500), (300, 2200)]:
        run("row_sums_quads_by_block", rows, 128, [f32(4 * rows * quads), zeros(f32, rows),
            number(quads)], {"rows": rows, "quads": quads})
    rows, cols, stretch = 5000, 1300, 120
    run("column_sums_of_stretches", (ceil_div(cols, 128), ceil_div(rows, stretch)), 128,
        [f64(rows * cols), zeros(f64, cols)] + numbers(rows, cols, stretch),
        {"rows": rows, "cols": cols, "stretch": stretch})
    n = 4000000
    run("reduce_population_count", 528, 256, [u32(4 * n, "random"), zeros(u64, 1), number(n)],
        {"n": n})
    n = 10000000
    run("reduce_where_largest", 396, 320, [f32(n, "random"), zeros(u64, 1), number(n)], {"n": n})


def add_staircases(lists):
    run = Seventeenth(lists, "staircases")
    for n in [8000000, 90000]:
        run.flat("scan_two_buffers_512", n, 512, [below(n, 9), zeros(s32, n), number(n)])
    blocks, block = 5000, 256
    n = 2 * block * blocks
    run("scan_tree_without_conflicts", blocks, block, [f32(n), zeros(f32, n), zeros(f32, blocks)],
        {"blocks": blocks}, shared=4 * (2 * block + 2 * block // 32))
    n = 4000000
    run.flat("scan_segments_by_flags", n, 256, [below(n, 9), u8(n, "random=30"), zeros(s32, n),
             number(n)])
    rows, cols = 400, 9000
    run.flat("cum_sum_down_columns", cols, 64, [f64(rows * cols), zeros(f64, rows * cols)]
             + numbers(rows, cols), {"rows": rows})
    rows, width = 3000, 2200
    run("prefix_of_picture_rows", rows, 256, [u8(rows * width), zeros(s32, rows * width),
        number(width)], {"rows": rows, "width": width})
    tiles = 200
    run("scan_chain_of_tiles", tiles, 256, [below(1024 * tiles, 9), zeros(s32, 1024 * tiles),
        zeros(s32, tiles), zeros(s32, tiles), zeros(u32, 1)], {"tiles": tiles})
    rows, cols = 4000, 1500
    run("prefix_rows_without_zeros", rows, 256, [u16(rows * cols, "random=3"),
        zeros(u16, rows * cols), zeros(s32, rows), number(cols)], {"rows": rows, "cols": cols})


def add_jars(lists):
    run = Seventeenth(lists, "jars")
    for n, grid in [(3000000, 396), (60000, 66)]:
        run("hist_bytes_of_quads", grid, 256, [u32(4 * n, "random"), zeros(u32, 256), number(n)],
            {"n": n, "grid": grid})
    n, bins = 3000000, 20000
    run.flat("hist_doubles_to_memory", n, 256, [f64(n), zeros(s32, bins), number(bins),
             double(-1), double(bins / 2), number(n)], {"bins": bins})
    n, bins = 6000000, 5000
    run("hist_thousands_of_bins", 264, 512, [s32(n, "random=1000000000"), zeros(s32, bins)]
        + numbers(bins, n), {"n": n, "bins": bins}, shared=4 * bins)
    n = 8000000
    run("hist_one_for_each_warp", 528, 256, [u8(n), zeros(u32, 64), number(n)], {"n": n})
    n = 2000000
    run.flat("hist_of_steep_powers", n, 256, [f32(n, "random"), zeros(s32, 100), number(n)])
    for n, side in [(1500000, 300), (1000000, 6)]:
        run.flat("bin_places_of_points", n, 128, [f32(2 * n, "random"), zeros(s32, side * side),
                 zeros(s32, n)] + numbers(side, n), {"side": side})
    n, each = 4000000, 40
    run.flat("hist_runs_of_equal", ceil_div(n, each), 128, [s32(n, "iota"),
             zeros(s32, n // 32 + 1)] + numbers(n, each), {"keys": n, "each": each})


def add_balances(lists):
    run = Seventeenth(lists, "balances")
    for rows, cols, block in [(5000, 2000, 256), (600, 333, 64)]:
        run("softmax_tree_in_shared", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            number(cols)], {"rows": rows, "cols": cols}, shared=4 * block)
    rows = 40000
    run("softmax_lanes_of_384", ceil_div(rows, 4), (32, 4), [f16(384 * rows),
        zeros(f16, 384 * rows), number(rows)], {"rows": rows})
    rows, cols = 7000, 900
    run("softmax_scaled_and_masked", rows, 128, [f32(rows * cols), u8(rows * cols),
        zeros(f32, rows * cols), number(cols), real(2.5)], {"rows": rows, "cols": cols})
    for rows, cols, block in [(8000, 1280, 320), (2000, 5000, 1024)]:
        run("layernorm_two_sums_at_once", rows, block, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols), number(cols), real(1e-5)], {"rows": rows, "cols": cols})


def add_lanterns(lists):
    run = Seventeenth(lists, "lanterns")
    heads, length = 10, 777
    across = ceil_div(length, 16)
    run("att_scores_of_the_past", (across, across, heads), (16, 16), [f32(heads * length * 64),
        f32(heads * length * 64), zeros(f32, heads * length * length), number(length)],
        {"heads": heads, "length": length})
    for heads, length in [(48, 700), (6, 250)]:
        n = heads * length * 32
        run("att_running_softmax_32", (ceil_div(length, 64), heads), 64, [f32(n), f32(n), f32(n),
            zeros(f32, n), number(length)], {"heads": heads, "length": length})
    heads, length = 320, 500
    n = heads * length * 128
    run("att_one_query_four_warps", heads, 128, [f16(128 * heads), f16(n), f16(n),
        zeros(f32, 128 * heads), number(length)], {"heads": heads, "length": length})
    tokens, heads, pairs = 2500, 12, 32
    run("llm_rope_by_pairs", tokens, 128, [f32(2 * tokens * heads * pairs), below(tokens, 4000)]
        + numbers(heads, pairs) + [real(10000)], {"tokens": tokens, "heads": heads})
    n = 4500000
    run.flat("llm_gate_silu_half2", n, 256, [f16(2 * n), f16(2 * n), zeros(f16, 2 * n),
             number(n)])
    n = 2500000
    run.flat("llm_nibbles_to_halves", n, 256, [u32(n, "random"), f16(ceil_div(n, 8)),
             zeros(f16, 8 * n), number(n)])
    planes, h, w = 700, 112, 112
    run.flat("layer_max_pool_with_place", planes * h * w // 4, 256, [f32(planes * h * w),
             zeros(f32, planes * h * w // 4), zeros(u8, planes * h * w // 4)]
             + numbers(planes, h, w))
    n = 9000000
    run("act_leaky_and_dropped", 1056, 256, [f32(n), zeros(f32, n), number(n), real(0.1),
        unsigned(12345), unsigned(52429)], {"n": n})


def add_nets(lists):
    run = Seventeenth(lists, "nets")
    for rows, each, columns in [(150000, 7, "band=7"), (40000, 33, "random=40000")]:
        run.flat("spmv_csr_doubles_by_row", rows, 256, packed(f64, rows, each, columns)
                 + [f64(rows), zeros(f64, rows), number(rows)],
                 {"each": each, "columns": columns})
    rows, most = 60000, 80
    run("spmv_warp_rows_of_any_count", 528, 256, [s32(rows, "step=%d" % most), below(rows, most),
        below(rows * most, rows), f32(rows * most), f32(rows), zeros(f32, rows), number(rows)],
        {"rows": rows, "most": most})
    rows, width = 300000, 11
    run.flat("spmv_ell_by_columns", rows, 256, numbers(rows, width) + [below(rows * width, rows),
             f32(rows * width), f32(rows), zeros(f32, rows)], {"width": width})
    n, rows = 2500000, 90000
    run.flat("spmv_coo_added_atomically", n, 192, [below(n, rows), below(n, rows), f32(n),
             f32(rows), zeros(f32, rows), number(n)], {"rows": rows})
    rows, each = 30000, 9
    run.flat("spmv_blocks_of_sixteen", 4 * rows, 128, [s32(rows + 1, "step=%d" % each),
             below(rows * each, rows), f32(16 * rows * each), f32(4 * rows), zeros(f32, 4 * rows),
             number(rows)], {"each": each})
    n, count = 600000, 9
    run.flat("spmv_diagonals_in_constant", n, 128, [f64(n * count), f64(n), zeros(f64, n)]
             + numbers(n, count), {"diagonals": count},
             constants=["diagonals s32[16]:random=2000"])
    rows, each, inner = 80000, 16, 50000
    run.flat("spmm_eight_columns", 8 * rows, 256, packed(f32, rows, each, "random=%d" % inner)
             + [f32(8 * inner), zeros(f32, 8 * rows), number(rows)], {"each": each})
    rows, each, cols = 100000, 20, 70000
    run.flat("sparse_rows_to_columns", 8 * rows, 256, packed(f32, rows, each, "random=%d" % cols)
             + [f32(rows), zeros(f32, cols), number(rows)], {"each": each})


def add_shelves(lists):
    run = Seventeenth(lists, "shelves")
    n = 1 << 22
    for j, k in [(1, 2), (1 << 15, 1 << 20)]:
        run.flat("bitonic_compare_at", n, 512, [s32(n, "random")] + numbers(n, j, k),
                 {"j": j, "k": k})
    for blocks, block in [(1200, 512), (90, 1024)]:
        run("bitonic_floats_of_2048", blocks, block, [f32(2048 * blocks)], {"blocks": blocks})
    n = 7000000
    blocks = ceil_div(n, 4096)
    run("rdx_count_of_bytes", blocks, 256, [u32(n, "random"), zeros(u32, 256 * blocks)]
        + numbers(n, 16), {"n": n})
    blocks = 4000
    run("rdx_four_splits_of_512", blocks, 512, [u32(512 * blocks, "random"), number(4)],
        {"blocks": blocks})
    rows = 8000
    run("sort_odd_even_rounds", rows, 64, [u16(128 * rows, "random=30000")], {"rows": rows})
    n = 18000
    run.flat("sort_count_smaller", n, 256, [f32(n), zeros(f32, n), number(n)])
    na, nb, each = 1500000, 1100000, 20
    run.flat("sort_merge_two_lists", ceil_div(na + nb, each), 128, [s32(na, "step=3"), number(na),
             s32(nb, "step=4"), number(nb), zeros(s32, na + nb), number(each)], {"each": each})


def add_comets(lists):
    run = Seventeenth(lists, "comets")
    n = 3500
    run.flat("nbody_straight_from_memory", n, 128, [f32(4 * n), zeros(f32, 3 * n), number(n),
             real(0.01)])
    for n in [12000, 3000]:
        run.flat("_Z11nbodyTileOfILi128EEvPK6float4PS0_if", n, 128, [f32(4 * n), f32(4 * n),
                 number(n), real(0.001)], kernel="nbody_tile_of_128")
    n, block = 3500, 160
    run.flat("phy_pairs_within_cutoff", n, block, [f32(3 * n, "random=6"), zeros(f32, n),
             number(n), real(1.5)], shared=12 * block)
    nx, ny, count = 500, 400, 150
    run.plane("phy_potential_on_a_plane", nx, ny, (16, 8), [f32(nx * ny)] + numbers(nx, ny)
              + reals(0.05, 1.5) + [number(count)], {"ions": count},
              constants=["ions f32[1024]:random=40"])
    w, h = 1100, 900
    run.plane("phy_cloth_forces", w, h, (32, 4), [f32(3 * w * h), f32(3 * w * h),
              zeros(f32, 3 * w * h)] + numbers(w, h) + reals(30, 0.1, 0.5))


def add_coastlines(lists):
    run = Seventeenth(lists, "coastlines")
    for w, h, x, y, scale, limit in [(1400, 900, -2.2, -1.2, 0.00225, 250),
                                     (300, 200, -0.8, 0.05, 0.0005, 1500)]:
        run.flat("mandelbrot_one_pixel_each", w * h, 256, [zeros(u8, w * h)] + numbers(w, h)
                 + reals(x, y, scale) + [number(limit)], {"width": w, "limit": limit})
    w, h, limit = 700, 500, 200
    run("mandelbrot_rows_in_turn", 264, 128, [zeros(s32, w * h), structure(double(-2.3),
        double(-1.25), double(0.005), number(w), number(h), number(limit))],
        {"width": w, "height": h, "limit": limit})
    w, h = 1500, 1000
    run.plane("fractal_julia_coloured", w, h, (16, 16), [zeros(u8, 4 * w * h)] + numbers(w, h)
              + reals(-0.7, 0.27015))
    n = 800000
    run.flat("collatz_steps_of_each", n, 192, [u32(n, "random=1000000"), zeros(s32, n),
             number(n)])
    n = 2000000
    run("loop_common_divisors", 528, 256, [s32(n, "random=1000000000"),
        s32(n, "random=1000000"), zeros(s32, n), number(n)], {"n": n})
    n = 150000
    run.flat("loop_smallest_factor", n, 128, [unsigned(8000003), zeros(u32, n), number(n)])
    n = 1000000
    run.flat("loop_fixed_point_of_cosine", n, 256, [f32(n), zeros(f32, n), zeros(u8, n),
             number(n), real(1e-4)])
    n = 4000000
    run.flat("loop_digit_sums_until_one", n, 256, [u32(n, "random"), zeros(u8, n), number(n)])
    n, most = 100000, 120
    run.flat("loop_sum_own_count", n, 128, [below(n, most), f32(n * most), zeros(f32, n)]
             + numbers(n, most), {"most": most})


def add_footpaths(lists):
    run = Seventeenth(lists, "footpaths")
    for words, step, hops in [(30000000, 1000003, 400), (8192, 33, 3000)]:
        run("chase_ring_by_one", 1, 1, [s32(words, "chain=%d" % step), zeros(s32, 1),
            number(hops)], {"words": words, "step": step, "hops": hops})
    words, hops, grid, block = 4000000, 50, 100, 64
    run("chase_ring_by_many", grid, block, [u32(words, "random=%d" % words),
        zeros(u32, grid * block)] + numbers(words, hops, 611), {"words": words, "hops": hops})
    links, n = 400000, 150000
    run.flat("chase_links_until_value", n, 128, [s32(4 * links, "random=%d" % links),
             below(n, links), zeros(s32, n)] + numbers(n, 7, 30), {"links": links})
    words, hops, grid, block = 6000, 300, 300, 256
    run("chase_steps_in_shared", grid, block, [s32(words, "random=%d" % words),
        zeros(s32, grid * block)] + numbers(words, hops), {"words": words, "hops": hops},
        shared=4 * words)
    n, nodes = 600000, (1 << 19) - 1
    run.flat("chase_search_tree_down", n, 256, [f32(nodes), number(nodes), f32(n),
             zeros(s32, n), number(n)], {"nodes": nodes})
    n = 1500000
    run.flat("branch_on_sign_and_size", n, 128, [f64(n), zeros(f64, n), number(n)])
    n, length = 300000, 24
    run.flat("branch_small_program", n, 128, [u8(n * length), s32(n, "random"), zeros(s32, n)]
             + numbers(n, length), {"length": length})
    blocks, per = 6000, 100
    run("branch_early_out_of_blocks", blocks, 64, [below(blocks, 12), zeros(f32, 64 * blocks),
        number(per)], {"blocks": blocks})
    blocks, rounds = 900, 60
    run("branch_halves_of_a_block", blocks, 256, [f32(128 * blocks * rounds),
        zeros(f32, 128 * blocks), number(rounds)], {"blocks": blocks, "rounds": rounds})


def add_dice(lists):
    run = Seventeenth(lists, "dice")
    n, each = 6000000, 25
    run.flat("rnd_lcg_with_jumps", ceil_div(n, each), 128, [zeros(f32, n)] + numbers(n, each)
             + [unsigned(42)], {"numbers": n, "each": each})
    for grid, tries in [(528, 300), (50, 2000)]:
        run("monte_carlo_area_of_disc", grid, 256, [zeros(u64, 1), number(tries)],
            {"grid": grid, "tries": tries})
    n = 2500000
    run.flat("black_scholes_of_structures", n, 192, [f32(2 * n, "random"), zeros(f32, 2 * n),
             number(n)] + reals(100, 0.03, 0.25))
    n = 120000
    run.flat("monte_carlo_walk_until_out", n, 96, [zeros(s32, n)] + numbers(n, 14, 2000))
    paths, steps = 60000, 100
    run.flat("fin_average_of_paths", paths, 128, [f32(paths * steps), zeros(f32, paths)]
             + numbers(paths, steps) + reals(100, 0.0001, 0.03, 98), {"steps": steps})


def add_easel(lists):
    run = Seventeenth(lists, "easel")
    n = 3000 * 2500
    run.flat("img_grey_of_rgba", n, 256, [u8(4 * n), zeros(u8, n), number(n)])
    w, h = 1300, 1000
    run.plane("img_median_of_five_rows", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h))
    w, h = 2600, 1900
    run.plane("img_edge_strength", w, h, (32, 8), [f32(w * h), zeros(f32, w * h)]
              + numbers(w, h))
    for w, h, r in [(800, 600, 4), (200, 150, 9)]:
        run.plane("img_weigh_by_likeness", w, h, (16, 16), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h, r) + reals(0.05, 2.5), {"radius": r})
    w, h, ow, oh = 2400, 1600, 1500, 1100
    run.plane("img_shrink_bilinear", ow, oh, (32, 4), [u8(3 * w * h), zeros(u8, 3 * ow * oh)]
              + numbers(w, h, ow, oh))


def add_rails(lists):
    run = Seventeenth(lists, "rails")
    nodes, each = 400000, 12
    run.flat("bfs_visit_level", nodes, 256, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), below(nodes, 100), zeros(s32, 1)] + numbers(nodes, 5),
             {"each": each})
    edges, nodes = 3000000, 200000
    run.flat("gph_relax_all_edges", edges, 256, [below(edges, nodes), below(edges, nodes),
             below(edges, 50), below(nodes, 1000), s32(nodes, "fill=1000"), number(edges)],
             {"nodes": nodes})
    nodes, each = 150000, 14
    run.flat("gph_share_of_neighbours", nodes, 128, [s32(nodes + 1, "step=%d" % each),
             below(nodes * each, nodes), below(nodes, 30), f32(nodes, "random"),
             zeros(f32, nodes), number(nodes), real(0.85)], {"each": each})
    graphs, n = 400, 60
    run("floyd_inside_one_block", graphs, 256, [f32(graphs * n * n, "random=100"), number(n)],
        {"graphs": graphs, "n": n}, shared=4 * n * n)
    pairs, n = 700, 300
    run("txt_common_by_diagonals", pairs, 128, [u8(pairs * n, "random=4"),
        u8(pairs * n, "random=4"), zeros(s32, pairs), number(n)], {"pairs": pairs, "n": n},
        shared=6 * (n + 1))
    w, rows, block = 200000, 40, 256
    run("int_cheapest_way_down", ceil_div(w, block - 2 * rows), block, [below(w * rows, 100),
        below(w, 1000), zeros(s32, w)] + numbers(w, rows), {"width": w, "rows": rows},
        shared=8 * block)


def add_scrolls(lists):
    run = Seventeenth(lists, "scrolls")
    n = 20000000
    run.flat("txt_letters_to_lower", n, 256, [u8(n, "random=128"), number(n)])
    n, m = 8000000, 5
    run.flat("txt_needle_in_stretches", n, 256, [u8(n, "random=3"), zeros(s32, 1)]
             + numbers(n, m), {"m": m}, constants=["needle u8[16]:random=3"])
    for n, length in [(300000, 48), (20000, 250)]:
        run.flat("hash_of_fixed_records", n, 128, [u8(n * length), zeros(u32, n)]
                 + numbers(n, length), {"bytes": length})
    n = 1500000
    run.flat("cry_tea_thirty_two_rounds", n, 256, [u32(2 * n, "random"), zeros(u32, 2 * n),
             number(n), structure(*[unsigned(k) for k in (0x1234567, 0x89abcde, 0x31415926,
             0x27182818)])])
    n = 1600000
    run.flat("txt_numbers_to_digits", n, 256, [u32(n, "random=100000000"), zeros(u8, 8 * n),
             number(n)])
    rows, length = 40000, 500
    run.flat("cod_checks_of_rows", 32 * rows, 256, [u8(rows * length), zeros(u32, rows)]
             + numbers(rows, length), {"length": length})


def add_workbench(lists):
    run = Seventeenth(lists, "workbench")
    n = 600000
    run.flat("sys_five_by_five", n, 128, [f32(25 * n), f32(5 * n), zeros(f32, 5 * n), number(n)])
    systems, n = 20000, 100
    cells = systems * n
    run.flat("sys_thomas_side_by_side", systems, 64, [f64(cells), f64(cells, "fill=4"), f64(cells),
             f64(cells), zeros(f64, cells)] + numbers(systems, n), {"each": n})
    n = 2100
    run.plane("la_rank_two_update", n, n, (32, 8), [f64(n * n), f64(n), f64(n), number(n),
              double(0.5)])
    blocks = 14000
    run("fft_sixty_four_points", blocks, 128, [f32(512 * blocks), zeros(f32, 512 * blocks)],
        {"blocks": blocks})
    channels, length = 12000, 300
    run.flat("sig_filter_with_feedback", channels, 64, [f32(channels * length),
             zeros(f32, channels * length)] + numbers(channels, length)
             + reals(0.3, 0.2, -0.5, 0.1), {"length": length})
    n, each = 150000, 64
    run.flat("arr_most_frequent_of_own", n, 128, [u8(n * each), zeros(u8, n)] + numbers(n, each),
             {"each": each})
    for make, of, letter, count, n, repeat in [(f32, "f32", "f", 6, 5000000, 3),
                                               (f64, "f64", "d", 10, 1500000, 12)]:
        run.flat("_Z10numMapWithI%s4PolyI%sLi%dEEEvPKT_PS2_iT0_i" % (letter, letter, count), n, 256,
                 [make(n), zeros(make, n), number(n), structure(*["%s=%.3g" % (of, 0.3 / (k + 1))
                 for k in range(count)]), number(repeat)], {"repeat": repeat},
                 kernel="num_map_with_poly_" + of)


def add_jets(lists):
    run = Seventeenth(lists, "jets")
    for blocks, each in [(800, 4096), (132, 1024)]:
        n = blocks * each
        run("stream_three_stages_ahead", blocks, 256, [f32(4 * n), zeros(f32, 4 * n), number(each),
            real(0.75)], {"blocks": blocks, "each": each})
    w, h = 2300, 1700
    run("stencil_tile_copied_async", (ceil_div(w, 32), ceil_div(h, 16)), (32, 8), [f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h})
    n, grid = 5000000, 264
    run("hop_histogram_of_cluster", grid, 512, [below(n, 4096), zeros(s32, 4096), number(n)],
        {"n": n, "grid": grid})
    tiles, grid = 12000, 528
    run("hop_bulk_tiles_in_turn", grid, 128, [f32(1024 * tiles), zeros(f32, tiles),
        number(tiles)], {"tiles": tiles, "grid": grid})
    n, grid = 6000000, 264
    run("reduce_with_grid_barrier", grid, 256, [f32(n), zeros(f32, grid), zeros(f32, n),
        number(n)], {"n": n, "grid": grid}, cooperative=True)


def add(lists):
    add_barrows(lists)
    add_cabinets(lists)
    add_pickers(lists)
    add_turntables(lists)
    add_mills(lists)
    add_foils(lists)
    add_wedges(lists)
    add_plateaus(lists)
    add_caverns(lists)
    add_sieves(lists)
    add_kettles(lists)
    add_staircases(lists)
    add_jars(lists)
    add_balances(lists)
    add_lanterns(lists)
    add_nets(lists)
    add_shelves(lists)
    add_comets(lists)
    add_coastlines(lists)
    add_footpaths(lists)
    add_dice(lists)
    add_easel(lists)
    add_rails(lists)
    add_scrolls(lists)
    add_workbench(lists)
    add_jets(lists)

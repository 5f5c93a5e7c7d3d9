"""A fifteenth validation set: kernels of many hands, from a first course to inner loops."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from twelfth import structure


class Fifteenth(Blind):
    folder = "fifteenth"


def factors(make, m, n, k):
    return [make(m * k), make(k * n), zeros(make, m * n)]


def packed(make, rows, each, columns):
    return [s32(rows + 1, "step=%d" % each), s32(rows * each, columns), make(rows * each)]


def uneven(make, rows, most, columns):
    return [s32(rows, "step=%d" % most), below(rows, most + 1), s32(rows * most, columns),
            make(rows * most)]


def add_lugging(lists):
    run = Fifteenth(lists, "lugging")
    for n, shift, block in [(5000000, 1, 256), (5000000, 13, 128)]:
        run.flat("offset_read_double", n, block, [f64(n + shift), zeros(f64, n)]
                 + numbers(n, shift), {"shift": shift})
    for n, shift in [(6000001, 5)]:
        run.flat("offset_store_float2", n, 320, [f32(2 * n), zeros(f32, 2 * (n + shift))]
                 + numbers(n, shift), {"shift": shift})
    for n, stride in [(2000000, 2), (1000000, 33)]:
        run.flat("strided_load_long", n, 256, [u64(n * stride), zeros(u64, n), wide(n),
                 wide(stride)], {"stride": stride})
    for n, stride in [(3000000, 6)]:
        run.flat("strided_store_half", n, 512, [u16(n), zeros(u16, n * stride)]
                 + numbers(n, stride), {"stride": stride})
    for n, block in [(8000000, 256), (100001, 1024)]:
        run.flat("array_reverse_by_block", n, block, [f32(n),
                 zeros(f32, ceil_div(n, block) * block), number(n)], shared=4 * block)
    n = 3500000
    run("array_split_float3", 1056, 256, [f32(3 * n), zeros(f32, n), zeros(f32, n), zeros(f32, n),
        number(n)], {"n": n})
    for n, grid in [(9000000, 528)]:
        run("fill_squares_long", grid, 192, [zeros(u64, n), unsigned(n)], {"n": n, "grid": grid})
    n = 3000000
    run.flat("_Z7copyPodI8Sample12EvPT_PKS1_i", n, 256, [zeros(f32, 3 * n), f32(3 * n), number(n)],
             kernel="copyPod_12")
    n = 1500000
    run.flat("_Z7copyPodI7Block32EvPT_PKS1_i", n, 128, [zeros(u64, 4 * n), u64(4 * n), number(n)],
             kernel="copyPod_32")
    for n, block in [(10000000, 512)]:
        run("stream_transform_hypot", ceil_div(n, 2 * block), block, [f32(n), f32(n), zeros(f32, n),
            number(n), structure(real(0.25))], {"n": n, "block": block})
    n = 6000000
    run("stream_accumulate_once", 1584, 128, [f64(n), f64(n), wide(n)], {"n": n})
    for chunks, grid in [(3000, 528)]:
        run("copy_by_ticket", grid, 256, [f32(4096 * chunks), zeros(f32, 4096 * chunks),
            zeros(u32, 1), number(chunks)], {"chunks": chunks, "grid": grid})
    for tiles, grid in [(20000, 1056), (1000, 132)]:
        run("stream_pipelined_scale", grid, 128, [f32(512 * tiles), zeros(f32, 512 * tiles),
            real(0.5), number(tiles)], {"tiles": tiles, "grid": grid})


def add_dossiers(lists):
    run = Fifteenth(lists, "dossiers")
    world = ["worldMatrix f32[16]:random"]
    for n, block in [(1500000, 256), (60000, 128)]:
        run.flat("aos_particle_push", n, block, [zeros(f32, 7 * n), f32(7 * n, "random"), number(n),
                 real(0.016)])
    n = 1000000
    run.flat("aos_vertex_transform", n, 128, [f32(8 * n), zeros(f32, 8 * n), number(n)],
             constants=world)
    n = 3000000
    run("soa_points_transform", 792, 256, [structure(f32(n), f32(n), f32(n), zeros(f32, n),
        zeros(f32, n), zeros(f32, n)), number(n)], {"n": n}, constants=world)
    for n, block in [(3000000, 256)]:
        run.flat("aos_five_staged", n, block, [f32(5 * n), zeros(f32, n), number(n)],
                 shared=20 * block)
    for n, reach in [(400000, 24)]:
        run.flat("obj_boxes_overlap", n, 128, [f32(6 * n), zeros(s32, n)] + numbers(n, reach),
                 {"reach": reach})
    for n, size in [(1500000, 1500000), (1500000, 20000)]:
        run.flat("gather_four_neighbours", n, 256, [f32(size), below(4 * n, size), zeros(f32, n),
                 number(n)], {"field": size})
    log = 21
    run.flat("scatter_bit_reversed", 1 << log, 256, [f32(2 << log), zeros(f32, 2 << log),
             number(log)], {"log2n": log})
    for n, slots in [(2500000, 800000), (2500000, 2000)]:
        run.flat("scatter_keep_newest", n, 256, [below(n, slots), s32(n, "iota"), zeros(s32, slots),
                 number(n)], {"slots": slots})
    w, h, n = 3000, 2000, 1800000
    run.flat("gather_height_map", n, 128, [f32(w * h), f32(2 * n, "random"), zeros(f32, n)]
             + numbers(w, h, n), {"width": w, "height": h})
    rows, words, width, length = 12000, 40000, 768, 512
    run("embedding_tokens_and_places", rows, 128, [below(rows, words), f16(words * width),
        f16(length * width), zeros(f16, rows * width)] + numbers(width // 2, length),
        {"rows": rows, "width": width})
    for n, most in [(4000000, 256), (4000000, 2)]:
        run.flat("table_lookup_constant", n, 256, [u8(n, "random=%d" % most), zeros(f32, n),
                 number(n)], {"most": most}, constants=["lutInConstant f32[256]:random"])
    n = 1500000
    run.flat("table_lookup_two_levels", n, 256, [u32(256, "random=256"), u32(16384, "random=8192"),
             u32(8192 * 256, "random"), u32(n, "random=4194304"), zeros(u32, n), number(n)])
    rows, each, picks = 100000, 45, 60000
    run.flat("gather_ragged_rows", 32 * picks, 128, [s32(rows + 1, "step=%d" % each),
             below(picks, rows), f32(rows * each), zeros(f32, picks), number(picks)],
             {"picks": picks, "each": each})


def add_mirroring(lists):
    run = Fifteenth(lists, "mirroring")
    rows, cols = 20000, 60
    run.flat("transpose_row_per_thread", rows, 128, [f32(rows * cols), zeros(f32, rows * cols)]
             + numbers(rows, cols), {"cols": cols})
    for name, make, parts, tile, high, shapes in [
            ("double_16", f64, 1, 16, 16, [(1500, 1900)]),
            ("complex", f32, 2, 32, 8, [(1600, 1333)]),
            ("byte", u8, 1, 32, 8, [(5000, 3500)])]:
        for rows, cols in shapes:
            run("transpose_any_" + name, (ceil_div(cols, tile), ceil_div(rows, tile)), (tile, high),
                [make(parts * rows * cols), zeros(make, parts * rows * cols)] + numbers(rows, cols),
                {"rows": rows, "cols": cols})
    count = 80000
    run.flat("transpose_small_by_shuffle", 32 * count, 256, [s32(64 * count),
             zeros(s32, 64 * count), number(count)], {"matrices": count})
    batch, sequence, heads = 6, 1500, 12
    n = batch * sequence * heads * 64
    run("transpose_heads_forward", (sequence, batch), 96, [f16(n), zeros(f16, n)]
        + numbers(sequence, heads), {"batch": batch, "sequence": sequence, "heads": heads})
    for w, h in [(2100, 1700)]:
        run.plane("flip_quarter_turn", w, h, (16, 16), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h))
    tiles = 60
    run("transpose_pairs_of_tiles", tiles * (tiles + 1) // 2, (32, 8), [f32((32 * tiles) ** 2)]
        + numbers(32 * tiles, tiles), {"n": 32 * tiles})


def add_smithing(lists):
    run = Fifteenth(lists, "smithing")
    for m, n, k, block in [(600, 700, 500, (16, 16)), (200, 200, 300, (32, 32))]:
        run.plane("naive_mm_alpha_beta", m, n, block, numbers(m, n, k) + [real(0.5), f32(m * k),
                  f32(k * n), real(2), f32(m * n), zeros(f32, m * n)], {"k": k})
    for m, n, k, block in [(500, 900, 400, 256)]:
        run("naive_mm_in_line", (ceil_div(n, 32), ceil_div(m, block // 32)), block, numbers(m, n, k)
            + [f64(m * k), f64(k * n), zeros(f64, m * n)], {"m": m, "n": n, "k": k})
    for m, n, k in [(800, 640, 720)]:
        run("tiled_mm_second_turned", (ceil_div(n, 16), ceil_div(m, 16)), (16, 16),
            factors(f32, m, n, k) + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for n in [900, 210]:
        run("tiled_mm_twenty", (ceil_div(n, 20), ceil_div(n, 20)), (20, 20), factors(f32, n, n, n)
            + [number(n)], {"n": n})
    for name, make, tall, broad, block, shapes in [
            ("la_dgemm_four_by_four", f64, 64, 64, 256, [(1024, 896, 640), (256, 256, 512)]),
            ("la_sgemm_eight_by_four", f32, 128, 64, 256, [(1280, 1600, 1024)]),
            ("sgemm_async_fetch", f32, 64, 64, 256, [(1152, 1024, 800), (320, 256, 1600)])]:
        for m, n, k in shapes:
            run(name, (n // broad, m // tall), block, factors(make, m, n, k) + numbers(n, k),
                {"m": m, "n": n, "k": k})
    m, n, k = 900, 1000, 300
    run.plane("mul_half2_columns", n // 2, m, (32, 8), factors(f16, m, n, k)
              + numbers(m, n // 2, k), {"k": k})
    n, k = 1536, 512
    run("mul_own_lower_tiles", (n // 32, n // 32), (32, 8), [f32(n * k), zeros(f32, n * n)]
        + numbers(n, k), {"n": n, "k": k})
    n = 640
    run("mul_complex_tiles", (n // 16, n // 16), (16, 16), [f32(2 * n * n), f32(2 * n * n),
        zeros(f32, 2 * n * n), number(n)], {"n": n})
    for count in [20000]:
        run("mul_many_16x16", count, 256, [f32(256 * count), f32(256 * count),
            zeros(f32, 256 * count)], {"count": count})
    rows, cols = 4000, 3000
    run("linear_rank_one_update", (ceil_div(cols, 256), 100), 256, [f32(rows * cols), f32(rows),
        f32(cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols in [(40000, 200), (3000, 2500)]:
        run.flat("mv_columns_in_order", rows, 128, [f64(rows * cols), f64(cols), zeros(f64, rows)]
                 + numbers(rows, cols), {"cols": cols})
    for rows, cols, grid in [(9000, 3000, 264)]:
        run("mv_rows_by_block_shared_x", grid, 512, [f32(rows * cols), f32(cols), zeros(f32, rows)]
            + numbers(rows, cols), {"rows": rows, "cols": cols}, shared=4 * cols)
    n, half = 500000, 12
    run.flat("mv_band", n, 256, [f32((2 * half + 1) * n), f32(n), zeros(f32, n)]
             + numbers(n, half), {"half": half})
    count = 15000
    run.flat("linear_forward_warp", 32 * count, 128, [f32(1024 * count, "random=0.1"),
             f32(32 * count), zeros(f32, 32 * count), number(count)], {"systems": count})
    n = 400000
    run.flat("linear_cholesky_six", n, 128, [f32(36 * n), zeros(f32, n), number(n)])


def add_annealing(lists):
    run = Fifteenth(lists, "annealing")
    for m, n, k in [(1024, 1024, 768)]:
        run.flat("gemm_wm_strip", m // 16 * (n // 64) * 32, 128, [f16(m * k), f16(k * n),
                 zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "k": k})
    for m, n, k in [(2560, 2048, 1024), (384, 512, 4096)]:
        run("gemm_wm_two_stage", (n // 64, m // 128), 256, factors(f16, m, n, k) + numbers(n, k),
            {"m": m, "n": n, "k": k})
    m, n, k = 640, 1280, 1024
    run("gemm_wm_wide_bytes", (n // 128, m // 8), (32, 4), [u8(m * k), u8(k * n), zeros(s32, m * n)]
        + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 1536, 512), (192, 3072, 768)]:
        run("gemm_wm_linear_relu", (n // 64, m // 64), 128, [u16(m * k), u16(k * n), f32(n),
            zeros(u16, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for count in [2500]:
        run("gemm_wm_batch_64", count, 128, [f16(4096 * count), f16(4096 * count),
            zeros(f32, 4096 * count)], {"count": count})
    m, n, k = 768, 1024, 512
    run("gemm_mm_tf32_warp", (n // 32, m // 64), (32, 4), factors(f32, m, n, k) + numbers(n, k),
        {"m": m, "n": n, "k": k})
    for m, n, k in [(1536, 1536, 1536), (512, 640, 320)]:
        run("gemm_mm_half_accumulate", (n // 64, m // 64), 128, [f16(m * k, "random=0.125"),
            f16(k * n), zeros(f16, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 2048, 1920, 1024
    run("gemm_mm_signed_k32", (n // 64, m // 64), 128, [u8(m * k), u8(k * n), zeros(s32, m * n)]
        + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1024, 2048)]:
        run("gemm_mm_eight_bit_float", (n // 64, m // 64), 128, [u8(m * k, "random=64"),
            u8(k * n, "random=64"), zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    m, n, k = 1120, 1600, 640
    run("gemm_mm_staying_blocks", 528, 64, [u16(m * k), u16(k * n), zeros(f32, m * n)]
        + numbers(m, n, k), {"m": m, "n": n, "k": k})


def add_plotting(lists):
    run = Fifteenth(lists, "plotting")
    for w, h, block in [(2000, 1700, (32, 8)), (300, 260, (16, 16))]:
        run.plane("stencil_laplace_doubles", w - 2, h - 2, block, [f64(w * h), zeros(f64, w * h)]
                  + numbers(w, h), {"block_x": block[0]})
    for name, w, h in [("two", 2200, 1500), ("four", 1500, 1200)]:
        run.plane("stencil_box_" + name, w, h, (16, 16), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h))
    for w, h, dt in [(1800, 1500, 1.5), (1800, 1500, 300)]:
        run.plane("grid_advect_back", w, h, (32, 4), [f32(w * h), f32(2 * w * h), zeros(f32, w * h)]
                  + numbers(w, h) + [real(dt)], {"dt": str(dt)})
    for nx, ny, nz, block in [(180, 160, 150, (16, 4, 4))]:
        run("stencil_cube_seven_doubles", (ceil_div(nx, block[0]), ceil_div(ny, block[1]),
            ceil_div(nz, block[2])), block, [f64(nx * ny * nz), zeros(f64, nx * ny * nz)]
            + numbers(nx, ny, nz) + [double(0.1)], {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, nz in [(450, 330, 60)]:
        run("stencil_cube_planes_shared", (ceil_div(nx - 2, 32), ceil_div(ny - 2, 8)), (32, 8),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
            {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, nz, block in [(200, 200, 120, (64, 4))]:
        run("stencil_cube_all_27", (ceil_div(nx - 2, block[0]), ceil_div(ny - 2, block[1]), nz - 2),
            block, [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
            {"nx": nx, "ny": ny, "nz": nz}, constants=["cubeWeights f32[27]:signed"])
    w, h = 1400, 1100
    run.plane("pde_shallow_water", w, h, (32, 8), [f32(w * h, "random"), f32(w * h), f32(w * h),
              zeros(f32, w * h), zeros(f32, w * h), zeros(f32, w * h)] + numbers(w, h)
              + [real(0.05)])
    words, rows = 250, 9000
    run.plane("life_sixty_four_cells", words, rows, (32, 4), [u64(words * rows, "random"),
              zeros(u64, words * rows)] + numbers(words, rows))
    for w, h in [(2300, 2000)]:
        run("stencil_two_steps_at_once", (ceil_div(w, 28), ceil_div(h, 28)), (32, 8), [f32(w * h),
            zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h})
    for w, h in [(1100, 900)]:
        run("stencil_nine_speeds", (ceil_div(w, 128), h), 128, [f32(9 * w * h, "random"),
            zeros(f32, 9 * w * h)] + numbers(w, h) + [real(1.2)], {"width": w, "height": h})


def add_glazing(lists):
    run = Fifteenth(lists, "glazing")
    taps64 = ["tapsInConstant f32[64]:signed"]
    for n, taps, block in [(4000000, 31, 256)]:
        run.flat("conv_line_constant_taps", n, block, [f32(n), zeros(f32, n)] + numbers(n, taps),
                 {"taps": taps}, constants=taps64)
    for w, h, m in [(1200, 1000, 9), (1920, 1080, 3)]:
        run.plane("conv_plane_any_mask", w, h, (16, 16), [f32(w * h), f32(m * m), zeros(f32, w * h)]
                  + numbers(w, h, m), {"mask": m})
    for w, h in [(2000, 1600), (260, 200)]:
        run("conv_seven_four_rows", (ceil_div(w, 32), ceil_div(h, 32)), (32, 8), [f32(w * h),
            zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, constants=taps64)
    for m, grid in [(1500000, 528)]:
        run("sig_decimate_by_four", grid, 128, [f32(4 * m + 32), f32(32), zeros(f32, m), number(m)],
            {"m": m})
    b, h, w, c2 = 8, 56, 56, 48
    run("conv_depth_channels_last", (ceil_div(w, 4), h, b), (c2, 4), [f16(2 * b * h * w * c2),
        f16(18 * c2), zeros(f16, 2 * b * h * w * c2)] + numbers(h, w, c2), {"channels": 2 * c2})
    ci, co, h, w = 48, 24, 80, 100
    run("conv_upward_two", (ceil_div(2 * w, 64), 2 * h, co), 64, [f32(ci * h * w), f32(4 * ci * co),
        zeros(f32, 4 * co * h * w)] + numbers(ci, co, h, w), {"ci": ci, "co": co})
    c, w, h = 200, 113, 112
    ow, oh = (w + 1) // 2, (h + 1) // 2
    run.flat("layer_average_pool_3x3", c * ow * oh, 256, [f32(c * w * h), zeros(f32, c * ow * oh)]
             + numbers(w, h, ow, oh, c * ow * oh), {"channels": c})
    for n, block in [(250000, 64)]:
        run.flat("img_gamma_by_table", n, block, [u8(4 * n), zeros(u8, 4 * n), u8(256), number(n)])
    w, h = 2560, 1440
    run.plane("img_unsharp_mask", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h)
              + [real(0.8)])
    w, h = 1930, 1090
    run.plane("img_mosaic_tiles", w, h, (16, 16), [u8(4 * w * h), zeros(u8, 4 * w * h)]
              + numbers(w, h))
    for w, h, c, s in [(2400, 1800, 0.8, 0.6)]:
        run.plane("img_turn_by_angle", w, h, (16, 8), [u32(w * h, "random"), zeros(u32, w * h)]
                  + numbers(w, h) + reals(c, s), {"sine": str(s)})
    for w, h in [(3200, 2000)]:
        run("pic_cosine_8x8", (w // 32, h // 8), (8, 8, 4), [u8(w * h), zeros(u16, w * h),
            f32(64, "random=0.5"), number(w)], {"width": w, "height": h})
    w, h = 2000, 1500
    run.plane("img_close_holes", w, h, (32, 16), [u8(w * h), zeros(u8, w * h)] + numbers(w, h))


def add_shrinking(lists):
    run = Fifteenth(lists, "shrinking")
    for n, block in [(4000000, 256)]:
        run.flat("reduce_interleaved_bad", n, block, [s32(n), zeros(s32, ceil_div(n, block)),
                 unsigned(n)], shared=4 * block)
    for n, grid in [(16000000, 264), (100000, 60)]:
        run("reduce_fixed_512_float", grid, 512, [f32(n), zeros(f32, grid), number(n)],
            {"n": n, "grid": grid})
    for n, grid in [(5000000, 396)]:
        run("sum_long_two_level", grid, 256, [u64(n), zeros(u64, 1), wide(n)],
            {"n": n, "grid": grid})
    for n, grid in [(9000000, 528)]:
        run("reduce_place_of_least", grid, 192, [f32(n), zeros(u64, grid), number(n)],
            {"n": n, "grid": grid})
    for vecs, grid in [(1800000, 528), (60000, 66)]:
        run("dot_half_by_eights", grid, 256, [f16(8 * vecs), f16(8 * vecs), zeros(f32, grid),
            number(vecs)], {"n": 8 * vecs, "grid": grid})
    for rows, cols in [(5000, 1300), (300, 20000)]:
        run("row_sums_two_norms", rows, 256, [f32(rows * cols), zeros(f32, 2 * rows), number(cols)],
            {"rows": rows, "cols": cols})
    rows, cols, each = 6000, 1500, 100
    run("column_sums_by_atomics", (ceil_div(cols, 128), ceil_div(rows, each)), 128,
        [f32(rows * cols), zeros(f32, cols)] + numbers(rows, cols, each),
        {"rows": rows, "cols": cols, "each": each})
    for n, bar in [(4000000, 1700), (4000000, 100)]:
        run.flat("agg_keep_above", n, 256, [below(n, 2000), zeros(s32, n), zeros(s32, 1)]
                 + numbers(n, bar), {"bar": bar})
    for n, block in [(2000000, 256)]:
        run.flat("scan_block_two_arrays", n, block, [f64(n), zeros(f64, n), number(n)],
                 shared=16 * block)
    for blocks in [3000]:
        run("scan_sixteen_each", blocks, 128, [below(2048 * blocks, 100), zeros(s32, 2048 * blocks),
            zeros(s32, blocks)], {"blocks": blocks})
    for rows, cols in [(8000, 700)]:
        run("prefix_peak_by_rows", ceil_div(rows, 4), 128, [f32(rows * cols),
            zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for series, length in [(60000, 80), (2000, 500)]:
        run.flat("cum_smooth_series", series, 128, [f32(series * length),
                 zeros(f32, series * length)] + numbers(series, length) + [real(0.2)],
                 {"length": length})
    n = 7000000
    run.flat("prefix_places_of_flags", n, 512, [u8(n), zeros(s32, n), zeros(s32, ceil_div(n, 512)),
             number(n)])


def add_grading(lists):
    run = Fifteenth(lists, "grading")
    for log, j, k in [(21, 1, 1 << 12), (21, 1 << 17, 1 << 19)]:
        n = 1 << log
        run.flat("sort_network_u64", n, 256, [u64(n), zeros(u64, n)] + numbers(n, j, k),
                 {"j": j, "k": k})
    for blocks in [4000]:
        run("bitonic_tile_descending", blocks, 256, [s32(512 * blocks), zeros(s32, 512 * blocks)],
            {"blocks": blocks})
    for n, block in [(400000, 128)]:
        run("sort_odd_even_tile", ceil_div(n, 2 * block), block, [f32(n), zeros(f32, n), number(n)],
            {"n": n, "block": block}, shared=8 * block)
    groups = 250000
    run.flat("sort_selection_elevens", groups, 128, [s32(11 * groups), zeros(s32, 11 * groups),
             number(groups)])
    blocks = 12000
    run("sort_two_bits_in_block", blocks, 256, [u32(256 * blocks, "random"),
        zeros(u32, 256 * blocks), number(6)], {"blocks": blocks})
    for runs, length in [(2, 750000), (200, 4000)]:
        n = runs * length - 1
        run.flat("sort_merge_by_search", n, 256, [s32(n, "gather=%d" % runs), zeros(s32, n)]
                 + numbers(n, length), {"run": length})
    for n, most, grid in [(4000000, 256, 528), (4000000, 4, 264)]:
        run("hist_channels_shared", grid, 256, [u8(4 * n, "random=%d" % most), zeros(u32, 768),
            number(n)], {"n": n, "most": most, "grid": grid})
    for n, bins in [(2000000, 10), (2000000, 3000)]:
        run.flat("hist_few_bins_straight", n, 256, [below(n, bins), zeros(s32, bins), number(n)],
                 {"bins": bins})
    n, each, grid = 9000000, 120, 300
    run("hist_eight_in_a_register", grid, 256, [u8(n), zeros(u32, 8)] + numbers(each, n),
        {"n": n, "grid": grid})
    for n, cells in [(2000000, 500), (2000000, 8)]:
        run("bin_points_into_cells", 1056, 128, [f32(2 * n, "random"), zeros(s32, cells * cells),
            zeros(s32, n)] + numbers(n, cells), {"n": n, "cells": cells})


def add_tempering(lists):
    run = Fifteenth(lists, "tempering")
    for rows, cols, block in [(3000, 2000, 256), (200, 32000, 1024)]:
        run("softmax_three_readings", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            number(cols)], {"rows": rows, "cols": cols})
    for rows in [60000]:
        run.flat("softmax_warp_of_quads", 32 * rows, 256, [f32(128 * rows), zeros(f32, 128 * rows),
                 number(rows)])
    rows, cols = 100, 30000
    run.flat("softmax_log_of_columns", cols, 128, [f64(rows * cols), zeros(f64, rows * cols)]
             + numbers(rows, cols), {"rows": rows})
    for rows, cols, block in [(6000, 1024, 128), (500, 5120, 512)]:
        run("layer_norm_half_block", rows, block, [f16(rows * cols), f16(cols), f16(cols),
            zeros(f16, rows * cols), number(cols), real(1e-5)], {"rows": rows, "cols": cols},
            shared=4 * cols)
    rows, cols = 10000, 500
    run.flat("layer_norm_backward_warp", 32 * rows, 256, [f32(rows * cols), f32(rows * cols),
             zeros(f32, rows * cols)] + numbers(rows, cols), {"cols": cols})
    rows, pairs = 8000, 1024
    run("rmsnorm_pairs_bf16", rows, 256, [u16(2 * rows * pairs), u16(2 * pairs),
        zeros(u16, 2 * rows * pairs), number(pairs)], {"rows": rows, "cols": 2 * pairs})
    for heads, length, block in [(12, 700, 128), (4, 200, 64)]:
        n = 64 * heads * length
        run("att_causal_warp_query", (ceil_div(length, block // 32), heads), block, [f32(n), f32(n),
            f32(n), zeros(f32, n), number(length)], {"heads": heads, "length": length})
    heads, length = 8, 1000
    run("att_slope_weights", (length, heads), 128, [f16(heads * length * length),
        zeros(f16, heads * length * length), number(length), real(0.01)],
        {"heads": heads, "length": length})
    n = 6000000
    run("act_mish", 1056, 256, [f32(n), zeros(f32, n), number(n)], {"n": n})
    batch, hidden = 1500, 800
    run.flat("layer_lstm_cell", batch * hidden, 128, [f32(4 * batch * hidden), f32(batch * hidden),
             zeros(f32, batch * hidden), zeros(f32, batch * hidden)] + numbers(batch, hidden),
             {"hidden": hidden})
    n = 4000000
    run.flat("layer_momentum_half_copy", n, 256, [f32(n), f32(n), f16(n), zeros(f16, n)]
             + reals(0.01, 0.9, 0.0001) + [number(n)])
    for n in [800000]:
        run.flat("layer_pick_two_of_eight", n, 256, [f32(8 * n), zeros(s32, 2 * n),
                 zeros(f32, 2 * n), number(n)])
    n = 3000000
    run.flat("layer_to_eight_bit_floats", n, 256, [f32(4 * n), zeros(u32, n), real(100), number(n)])
    tokens, words, width = 8000, 5000, 512
    run("layer_token_gradients", tokens, 256, [below(tokens, words), f32(tokens * width),
        zeros(f32, words * width), number(width)], {"tokens": tokens, "width": width})


def add_combing(lists):
    run = Fifteenth(lists, "combing")
    for rows, each, columns in [(80000, 16, "band=16"), (50000, 40, "random=50000")]:
        run.flat("spmv_csr_one_row_each", rows, 128, packed(f64, rows, each, columns)
                 + [f64(rows), zeros(f64, rows), number(rows)], {"each": each, "columns": columns})
    for lanes, rows, most in [(8, 150000, 40), (32, 40000, 300)]:
        run.flat("spmv_ragged_%d_lanes" % lanes, lanes * rows, 256, uneven(f32, rows, most,
                 "random=%d" % rows) + [f32(rows), zeros(f32, rows), number(rows)], {"most": most})
    rows, most = 200000, 24
    slices = rows // 32
    run.flat("spmv_slices_of_32", rows, 128, [s32(slices, "step=%d" % (32 * most)),
             below(slices, most + 1), below(rows * most, rows), f32(rows * most), f32(rows),
             zeros(f32, rows), number(rows)], {"most": most})
    for rows, width in [(300000, 10)]:
        run.flat("spmv_ell_half_values", rows, 256, [below(rows * width, rows), f16(rows * width),
                 f32(rows), zeros(f32, rows)] + numbers(rows, width), {"width": width})
    n, each = 2000000, 25
    rows = n // each
    run.flat("spmv_coo_runs_in_warp", n, 256, [s32(n, "iota"), below(n, rows), f32(n), f32(rows),
             zeros(f32, rows)] + numbers(n, each), {"rows": rows})
    rows, each = 60000, 20
    run.flat("sparse_rows_times_thin", 8 * rows, 256, packed(f32, rows, each, "random=%d" % rows)
             + [f32(8 * rows), zeros(f32, 8 * rows), number(rows)], {"each": each})
    n, each = 400000, 12
    for m in [100000]:
        run.flat("bfs_push_from_frontier", m, 128, [below(m, n), s32(n + 1, "step=%d" % each),
                 below(n * each, n), s32(n, "random=2")] + numbers(m, 3), {"vertices": n})
    for n, each in [(800000, 12)]:
        run.flat("bfs_pull_bits", n, 256, [u32(ceil_div(n, 32), "random"), s32(n + 1,
                 "step=%d" % each), below(n * each, n), zeros(u32, ceil_div(n, 32)), number(n)],
                 {"each": each})
    for n, each in [(60000, 50)]:
        run.flat("gph_page_rank_warp", 32 * n, 128, [s32(n + 1, "step=%d" % each),
                 below(n * each, n), f32(n, "random"), zeros(f32, n), number(n), real(0.85)],
                 {"each": each})
    n, edges = 500000, 3000000
    run.flat("gph_shorten_paths", edges, 256, [below(edges, n), s32(edges, "gather=7919"),
             below(edges, 100), below(edges, 1000), s32(edges, "fill=2000"), number(edges)],
             {"vertices": n})


def add_gambling(lists):
    run = Fifteenth(lists, "gambling")
    for n, block in [(20000, 256), (3000, 64)]:
        run.flat("nbody_book_tiles", n, block, [f32(4 * n), zeros(f32, 4 * n), number(n)],
                 shared=16 * block)
    n = 12000
    run.flat("nbody_passed_by_lanes", n, 128, [f32(4 * n), zeros(f32, 4 * n), number(n)])
    g, room = 24, 32
    cells = g ** 3
    run("phy_density_by_cells", cells, room, [f32(3 * cells * room, "random"),
        below(cells, 20), zeros(f32, cells * room)] + numbers(g, room) + [real(0.8)],
        {"cells": cells, "room": room})
    w, h = 1100, 900
    run.plane("phy_cloth_verlet", w, h, (16, 16), [f32(3 * w * h), f32(3 * w * h),
              zeros(f32, 3 * w * h)] + numbers(w, h) + reals(50, 0.01))
    for w, h, balls in [(1920, 1080, 32), (1280, 720, 6)]:
        run.plane("phy_trace_balls", w, h, (16, 8), [zeros(u8, 4 * w * h)] + numbers(w, h, balls),
                  {"balls": balls}, constants=["ballList f32[128]:signed"])
    for w, h, x, y, zoom, most in [(1600, 1200, -0.5, 0.0, 0.002, 200),
                                   (500, 400, -0.745, 0.11, 0.00002, 1500)]:
        run.plane("mandelbrot_smooth_colour", w, h, (32, 8), [zeros(f32, w * h)] + numbers(w, h)
                  + reals(x, y, zoom) + [number(most)], {"most": most})
    w, h = 900, 700
    run.flat("fractal_burning_ship", w * h, 128, [zeros(u8, w * h)] + numbers(w, h)
             + [double(-2.2), double(-1.6), double(0.0035), number(120)])
    for options, paths in [(1000, 8192), (50, 50000)]:
        run("monte_carlo_european_block", options, 256, [f32(options, "random"),
            zeros(f32, options), number(paths)] + reals(100, 0.03, 0.25),
            {"options": options, "paths": paths})
    for options, steps in [(600, 500)]:
        run("fin_tree_american", options, 128, [f32(options, "random"), zeros(f32, options),
            number(steps)] + reals(1.012, 0.501, 0.9998), {"options": options, "steps": steps},
            shared=4 * (steps + 1))
    n = 100000
    run.flat("fin_bond_yield", n, 128, [f64(n, "random"), below(n, 30), zeros(f64, n), number(n)])
    w, h = 3000, 2000
    run.plane("chance_spins_half_step", w, h, (32, 8), [u8(w * h), u8(w * h)] + numbers(w, h, 1)
              + [unsigned(777), real(0.44)])
    n = 1500000
    run("sim_kepler_anomaly", 792, 128, [f32(n), f32(n, "random"), zeros(f32, n), number(n)],
        {"n": n})


def add_rambling(lists):
    run = Fifteenth(lists, "rambling")
    for n, hops in [(200000, 20), (2000, 100)]:
        run.flat("chase_weights_along", n, 128, [u64(1 << 20, "random"), u32(n, "random=1048576"),
                 zeros(f32, n)] + numbers(n, hops), {"hops": hops})
    for words, step, spread, hops in [(6000000, 97, 1000, 800), (20000, 32, 1, 3000)]:
        run("chase_one_warp_in_step", 1, 32, [s32(words, "chain=%d" % step), zeros(s32, 32)]
            + numbers(hops, spread), {"words": words, "step": step, "hops": hops})
    for grid, words, hops in [(264, 6000, 1000)]:
        run("chase_within_shared_words", grid, 128, [u32(words, "random"), zeros(u32, grid * 128)]
            + numbers(words, hops), {"grid": grid, "words": words, "hops": hops},
            shared=4 * words)
    for nodes, n in [(500000, 600000)]:
        run.flat("chase_down_a_trie", n, 192, [s32(4 * nodes), u32(n, "random"), zeros(s32, n)]
                 + numbers(nodes, n), {"nodes": nodes})
    n = 3000000
    run.flat("branch_by_sign_of_input", n, 256, [f32(n), zeros(f32, n), number(n)])
    for n, m, work in [(500000, 4, 100), (500000, 1, 100)]:
        run.flat("branch_by_lane_modulo", n, 128, [zeros(s32, n)] + numbers(n, m, work),
                 {"modulo": m, "work": work})
    n, length = 300000, 150
    run.flat("branch_byte_code", n, 128, [u8(length, "random=9"), f32(n), zeros(f32, n)]
             + numbers(length, n), {"length": length})
    for n, bar in [(3000000, 0.5), (3000000, 2)]:
        run.flat("fn_calls_not_inlined", n, 256, [f32(n), zeros(f32, n), number(n), real(bar)],
                 {"bar": str(bar)})
    n, depth = 60000, 9
    run.flat("loop_leaves_by_recursion", n, 64, [u32(n, "random"), zeros(u32, n)]
             + numbers(n, depth), {"depth": depth})
    n = 5000000
    run.flat("loop_digits_of_number", n, 256, [u32(n, "random"), zeros(u8, n), number(n)])
    n = 2000000
    run.flat("loop_until_all_agree", n, 256, [f32(n, "random"), zeros(f32, n), zeros(s32, n),
             number(n)])
    for n, m in [(1000000, 100)]:
        run.flat("loop_ramp_of_rounds", n, 128, [f64(n), zeros(f64, n)] + numbers(n, m),
                 {"most": m})


def add_ciphering(lists):
    run = Fifteenth(lists, "ciphering")
    for n, length in [(60000, 64)]:
        run.flat("cod_crc_constant_table", n, 128, [u8(n * length), zeros(u32, n)]
                 + numbers(n, length), {"length": length}, constants=["crcWords u32[256]:random"])
    for n, kinds, m, stretch in [(12000000, 60, 8, 64), (12000000, 4, 5, 200)]:
        pieces = ceil_div(n, stretch)
        run.flat("txt_skip_search", pieces, 128, [u8(n, "random=%d" % kinds),
                 u8(m, "random=%d" % kinds), zeros(s32, pieces)] + numbers(n, m, stretch),
                 {"kinds": kinds, "stretch": stretch})
    n = 700000
    run.flat("txt_distance_in_bits", n, 192, [u8(20, "random=5"), u8(24 * n, "random=6"),
             zeros(u8, n), number(n)])
    quads = 2500000
    run("byt_letters_without_continuation", 528, 256, [u32(4 * quads, "random"), zeros(u32, 1),
        number(quads)], {"quads": quads})
    for n, log in [(1000000, 24), (1000000, 17)]:
        run.flat("hsh_bloom_fill", n, 256, [u32(n, "random"), zeros(u32, 1 << (log - 5)), number(n),
                 unsigned((1 << log) - 1)], {"log2bits": log})
    for n, log in [(3000000, 25)]:
        run.flat("hsh_bloom_ask", n, 256, [u32(n, "random"), u32(1 << (log - 5), "random"),
                 zeros(u8, n), number(n), unsigned((1 << log) - 1)], {"log2bits": log})
    for grid, rounds in [(3000, 40), (132, 400)]:
        run("cry_count_good_nonces", grid, 256, [u32(3, "random"), zeros(u32, 1), number(rounds),
            unsigned(1 << 24)], {"grid": grid, "rounds": rounds})
    groups = 200000
    run.flat("byt_pack_five_bits", groups, 64, [u8(32 * groups), zeros(u32, 5 * groups),
             number(groups)])
    n = 6000000
    run.flat("db_mark_first_of_equal", n, 512, [s32(n, "step=3"), zeros(u8, n), zeros(u32, 1),
             number(n), number(17)])
    n = 2000000
    run.flat("int_morton_codes", n, 256, [u32(3 * n, "random"), zeros(u64, n), number(n)])
    for n, m in [(60000, 1000)]:
        run.flat("look_nearest_code", n, 128, [u32(8 * n, "random"), u32(8 * m, "random"),
                 zeros(s32, n)] + numbers(n, m), {"book": m})


def add_tuning(lists):
    run = Fifteenth(lists, "tuning")
    log = 22
    for ns in [8, 1 << 20]:
        run.flat("fft_stockham_stage", 1 << (log - 1), 256, [f32(2 << log), zeros(f32, 2 << log)]
                 + numbers(1 << (log - 1), ns), {"ns": ns})
    for blocks in [5000]:
        run("fft_512_in_shared", blocks, 256, [f32(1024 * blocks), zeros(f32, 1024 * blocks)],
            {"blocks": blocks})
    signals, length = 800, 2000
    run("sig_power_at_frequencies", signals, 96, [f32(signals * length), zeros(f32, 96 * signals),
        number(length), real(0.009)], {"signals": signals, "length": length})
    for channels, length in [(17000, 150)]:
        run.flat("sig_biquad_bank", channels, 64, [f32(channels * length),
                 zeros(f32, channels * length), f64(5 * channels)] + numbers(channels, length),
                 {"length": length})
    pairs, rows = 1500, 2500
    run.plane("sig_haar_level", pairs, rows, (128, 2), [f32(2 * pairs * rows),
              zeros(f32, 2 * pairs * rows)] + numbers(pairs, rows))
    for kind, name, make, parts, n, rounds in [
            ("7__half2", "half2", f16, 2, 1500000, 20),
            ("14__nv_bfloat162", "bf16x2", u16, 2, 1500000, 20),
            ("f", "f32", f32, 1, 2000000, 40), ("d", "f64", f64, 1, 1000000, 20),
            ("f", "f32", f32, 1, 30000, 300)]:
        run.flat("_Z9numHornerI%sEvPKT_PS%d_ii" % (kind, 1 if len(kind) > 1 else 0), n, 256,
                 [make(parts * n), zeros(make, parts * n)] + numbers(n, rounds), {"rounds": rounds},
                 kernel="num_horner_" + name)
    for name, grid, block, rounds in [("eight", 264, 256, 1000), ("eight", 132, 32, 2000)]:
        run("calc_in_%s_chains" % name, grid, block, [zeros(f32, grid * block), number(rounds)],
            {"grid": grid, "block": block, "rounds": rounds})
    n = 300000
    for name, block in [("squeezed", 1024), ("at_ease", 256)]:
        run.flat("calc_sixty_values_" + name, n, block, [f32(60 * n), zeros(f32, n), number(n)])
    n = 2500000
    run.flat("int_divide_by_arguments", n, 256, [s32(n), zeros(s32, n), zeros(s32, n)]
             + numbers(n, 1237) + [wide(10 ** 15)])
    n = 600000
    run.flat("fn_double_pow_atan", n, 256, [f64(n), zeros(f64, n), number(n)])


def add(lists):
    add_lugging(lists)
    add_dossiers(lists)
    add_mirroring(lists)
    add_smithing(lists)
    add_annealing(lists)
    add_plotting(lists)
    add_glazing(lists)
    add_shrinking(lists)
    add_grading(lists)
    add_tempering(lists)
    add_combing(lists)
    add_gambling(lists)
    add_rambling(lists)
    add_ciphering(lists)
    add_tuning(lists)


"""An eighth validation set: what a stranger would write to see whether predictions hold."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real
from blind import Blind, double, unsigned, zeros
from sixth import below, numbers, reals


class Eighth(Blind):
    folder = "eighth"


def s64(n):
    return "s64=%d" % n


def add_copies(lists):
    run = Eighth(lists, "motion")
    for n, grid, block in [(1 << 24, 528, 256), (70001, 40, 1024)]:
        run("cpy_grid_stride", grid, block, [f64(n), zeros(f64, n), "u64=%d" % n],
            {"n": n, "grid": grid})
    for n, block in [(60000001, 128), (333333, 256)]:
        run.flat("cpy_int4_rest", ceil_div(n, 4), block, [s32(n), zeros(s32, n), number(n)])
    for n, shift, block in [(1 << 24, 11, 256), (1 << 16, 3, 64)]:
        run.flat("cpy_plus_one_shifted", n, block, [f32(n + shift), number(shift)],
                 {"shift": shift})
    for n, stride, block in [(1 << 21, 3, 256)]:
        run.flat("cpy_plus_one_strided", n, block, [f32(n * stride), number(stride)],
                 {"stride": stride})
    for width, height, x, y in [(1900, 1000, 7, 40)]:
        run("cpy_rectangle", (ceil_div(width, 32), 64), (32, 8), ["u16[%d]:random" % (2048 * 1200),
            number(2048), "u16[%d]:zero" % (width * height), number(width)]
            + numbers(x, y, width, height), {"width": width, "height": height})


def add_records(lists):
    run = Eighth(lists, "motion")
    for n, block in [(3000000, 256), (20000, 128)]:
        run.flat("rec_step_aos", n, block, [f32(8 * n), number(n)] + reals(0.01, 9.81))
        run.flat("rec_step_soa", n, block, [f32(n)] * 6 + [number(n)] + reals(0.01, 9.81))
    for n, block in [(1 << 23, 512)]:
        run.flat("rec_split_colours", n, block, [u8(3 * n)] + [zeros(u8, n)] * 3 + [number(n)])
    for n, block in [(5000000, 192)]:
        run.flat("rec_read_one_field", n, block, [f32(4 * n), zeros(f32, n), number(n)])
    for n, size, grid in [(1 << 22, 1 << 20, 1024), (1 << 22, 1 << 26, 2112)]:
        run("gth_pick", grid, 256, [f32(size), below(n, size), zeros(f32, n), number(n)],
            {"n": n, "table": size})
    for n, index in [(1 << 21, "random=%d" % (1 << 21)), (1 << 21, "gather=5")]:
        run.flat("gth_put", n, 256, [f32(2 * n), u32(n, index), zeros(f32, 2 * n), unsigned(n)])
    for rows, table, width in [(20000, 50000, 128), (300, 1000, 25)]:
        run("gth_rows_block", rows, 64, [f32(4 * width * table), below(rows, table),
            zeros(f32, 4 * width * rows), number(width)], {"rows": rows, "width": width})
    for n, entries in [(1 << 22, 4096)]:
        run.flat("gth_interpolate", n, 256, [f32(entries), number(entries), f32(n, "random=1"),
                 zeros(f32, n), number(n)], {"entries": entries})
    for tokens, length, width in [(3000, 1000, 300)]:
        run("emb_words_and_places", tokens, 256, [below(tokens, 30000), f32(30000 * width),
            f32(length * width), zeros(f32, tokens * width)] + numbers(length, width),
            {"tokens": tokens, "width": width})
    for bags, each, width in [(16384, 20, 64), (1000, 7, 96)]:
        run("emb_bag_mean", ceil_div(bags, 8), (32, 8), [f32(100000 * width),
            below(bags * each, 100000), s32(bags + 1, "step=%d" % each), zeros(f32, bags * width)]
            + numbers(bags, width), {"bags": bags, "each": each, "width": width})
    for tokens, width in [(4096, 256)]:
        run.flat("emb_gradient", tokens * width, 256, [below(tokens, 5000), f32(tokens * width),
                 zeros(f32, 5000 * width)] + numbers(tokens, width), {"width": width})


def add_transposes(lists):
    run = Eighth(lists, "motion")
    for rows, cols, block in [(3000, 2000, (16, 16)), (256, 500, (32, 8))]:
        run.plane("tsp_column_writes", cols, rows, block, [f64(rows * cols),
                  zeros(f64, rows * cols)] + numbers(rows, cols))
    for n in [4096]:
        run("tsp_tile_conflicts", (n // 32, n // 32), (32, 8), [zeros(f32, n * n), f32(n * n),
            number(n)], {"n": n})
    for width, height in [(2048, 1024)]:
        run("tsp_diagonal", (width // 32, height // 32), (32, 8), [zeros(f32, width * height),
            f32(width * height)] + numbers(width, height), {"width": width, "height": height})
    for rows, cols, block in [(5000, 3001, (32, 8)), (700, 400, (32, 16))]:
        run("tsp_half_xor", (ceil_div(cols, 32), ceil_div(rows, 32)), block, [f16(rows * cols),
            zeros(f16, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})


def add_products(lists):
    run = Eighth(lists, "multiply")
    for m, n, k, block in [(512, 512, 512, (32, 32))]:
        run("mxm_rows_by_x", (ceil_div(m, block[0]), ceil_div(n, block[1])), block,
            numbers(m, n, k) + [real(1), f32(m * k), f32(k * n), real(0), f32(m * n)], {"n": n})
    for m, n, k in [(1024, 1024, 1024), (300, 200, 500)]:
        run("mxm_coalesced", (ceil_div(m, 32), ceil_div(n, 32)), 1024, numbers(m, n, k) + [real(1),
            f32(m * k), f32(k * n), real(0.5), f32(m * n)], {"m": m, "n": n, "k": k})
    for m, n, k in [(1000, 1200, 800), (100, 130, 2000)]:
        run("mxm_tile16_any", (ceil_div(n, 16), ceil_div(m, 16)), (16, 16), [f32(m * k), f32(k * n),
            zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for h, wa, wb in [(320, 320, 640), (1536, 1536, 1536)]:
        run("mxm_sample_32", (wb // 32, h // 32), (32, 32), [zeros(f32, h * wb), f32(h * wa),
            f32(wa * wb)] + numbers(wa, wb), {"wa": wa, "wb": wb})
    for n in [768]:
        run("mxm_sample_double", (n // 16, n // 16), (16, 16), [zeros(f64, n * n), f64(n * n),
            f64(n * n)] + numbers(n, n), {"n": n})
    for m, n, k in [(1024, 1024, 512)]:
        run("mxm_registers_column", (n // 64, m // 64), 512, numbers(m, n, k) + [f32(m * k),
            f32(k * n), zeros(f32, m * n)], {"n": n, "k": k})
    for entry, shapes in [("mxm_registers_square", [(2048, 2048, 512)]),
                          ("mxm_registers_float4", [(2048, 2048, 1024), (256, 384, 256)])]:
        for m, n, k in shapes:
            run(entry, (n // 128, m // 128), 256, numbers(m, n, k) + [f32(m * k), f32(k * n),
                zeros(f32, m * n)], {"m": m, "n": n, "k": k})
    for n in [1024]:
        run("mxm_two_buffers", (n // 64, n // 64), (16, 16), [f32(n * n), f32(n * n),
            zeros(f32, n * n), number(n)], {"n": n})
    for m, n, k in [(500, 700, 900)]:
        run("mxm_b_transposed", (ceil_div(n, 16), ceil_div(m, 16)), (16, 16), [f32(m * k),
            f32(n * k), zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(768, 768, 768)]:
        run.plane("mxm_half2_columns", n // 2, m, (32, 4), [f16(m * k), f16(k * n),
                  zeros(f16, m * n)] + numbers(m, n, k), {"k": k})
    run = Eighth(lists, "fragments")
    for n in [1024, 256]:
        run("mxm_wmma_blog", (n // 64, n // 64), (128, 4), [f16(n * n), f16(n * n), f32(n * n)]
            + numbers(n, n, n) + reals(2, 2), {"n": n})
    for m, n, k in [(2048, 1024, 1024)]:
        run("mxm_wmma_tiles", (n // 64, m // 64), 128, [f16(m * k), f16(k * n), zeros(f32, m * n)]
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(512, 512, 1024)]:
        run("mxm_mma_by_hand", m // 16 * (n // 32) // 4, 128, [f16(m * k), f16(n * k),
            zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for rows, cols, block in [(8192, 4096, 128), (300, 1111, 256)]:
        run("mxm_vector_block_row", rows, block, [f32(rows * cols), f32(cols), zeros(f32, rows),
            number(cols)], {"rows": rows, "cols": cols})


def add_stencils(lists):
    run = Eighth(lists, "lattice")
    for w, h, block in [(4096, 2048, (32, 8)), (400, 300, (16, 16))]:
        run.plane("stn_heat_plate", w, h, block, [f32(w * h), zeros(f32, w * h)] + numbers(w, h)
                  + [real(0.2)])
    for n in [1 << 22]:
        run("stn_line_shared", n // 256, 256, [s32(n + 14), zeros(s32, n + 14)], {"n": n})
    for w, h in [(1500, 1100)]:
        run.plane("stn_nine_tile", w, h, (16, 16), [f64(w * h), zeros(f64, w * h)] + numbers(w, h))
    for nx, ny, nz, block in [(256, 256, 128, (32, 4, 2)), (66, 50, 40, (8, 8, 8))]:
        n = nx * ny * nz
        run("stn_laplace_cube", tuple(ceil_div(v - 2, b) for v, b in zip((nx, ny, nz), block)),
            block, [f32(n), zeros(f32, n)] + numbers(nx, ny, nz) + reals(0.4, 0.1),
            {"nx": nx, "nz": nz})
    for nx, ny, nz in [(292, 260, 128)]:
        n = nx * ny * nz
        run("stn_march_order_four", ((nx - 4) // 32, (ny - 4) // 8), (32, 8), [f32(n),
            zeros(f32, n)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz})


def add_convolutions(lists):
    run = Eighth(lists, "lattice")
    kernel = ["c_Kernel " + f32(17)]
    for w, h in [(3072, 1536), (256, 128)]:
        run("cnv_separable_rows", (w // 128, h // 4), (16, 4), [zeros(f32, w * h), f32(w * h)]
            + numbers(w, w), {"width": w, "height": h}, constants=kernel)
    for w, h, radius in [(999, 777, 5)]:
        run.plane("cnv_columns_plain", w, h, (32, 8), [zeros(f32, w * h), f32(w * h)]
                  + numbers(w, h, radius), {"radius": radius}, constants=kernel)
    for w, h, r in [(1000, 750, 2), (300, 300, 5)]:
        run.plane("cnv_basic", w, h, (16, 16), [f32(w * h), f32((2 * r + 1) ** 2),
                  zeros(f32, w * h)] + numbers(r, w, h), {"r": r})
    for w, h in [(2000, 1500)]:
        run("cnv_tile_constant", (ceil_div(w, 28), ceil_div(h, 28)), (32, 32), [f32(w * h),
            zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h},
            constants=["Fc " + f32(25)])
    for n, taps in [(1 << 21, 9)]:
        run.flat("cnv_line_cached", n, 128, [f32(n), f32(taps), zeros(f32, n)] + numbers(taps, n),
                 {"taps": taps})
    for images, c, size, m, k in [(8, 16, 34, 32, 3), (2, 3, 60, 8, 5)]:
        out = size - k + 1
        run("cnv_layer_direct", (m, ceil_div(out, 16) ** 2, images), (16, 16),
            [f32(images * c * size * size), f32(m * c * k * k), f32(m),
             zeros(f32, images * m * out * out)] + numbers(c, size, size, m, k),
            {"channels": c, "size": size, "k": k})


def add_filters(lists):
    run = Eighth(lists, "lattice")
    for w, h, block in [(1600, 1200, (16, 16))]:
        run.plane("ifl_blur", w, h, block, [u8(w * h), zeros(u8, w * h)] + numbers(w, h))
    for w, h in [(1920, 1080)]:
        run.plane("ifl_edges_shared", w, h, (32, 8), [u8(w * h), zeros(f32, w * h)] + numbers(w, h))
    n = 1 << 22
    run("ifl_table_of_levels", 264, 256, [u32(n, "random"), zeros(u32, n), u8(256), number(n)],
        {"n": n})
    for w, h, block in [(700, 500, (8, 8))]:
        run.plane("ifl_rotate", w, h, block, [f32(w * h), zeros(f32, w * h)] + numbers(w, h)
                  + reals(0.8660254, 0.5))


def add_reductions(lists):
    run = Eighth(lists, "tally")
    steps = [("tot_step1_modulo", 1, 256, 1 << 22), ("tot_step2_strided", 1, 128, 1 << 22),
             ("tot_step3_sequential", 1, 256, 1 << 24), ("tot_step4_first_add", 2, 512, 1 << 22),
             ("tot_step5_last_warp", 2, 128, 1 << 24), ("tot_step6_unrolled", 2, 256, 1 << 20)]
    for entry, per, block, n in steps:
        grid = n // (per * block)
        run(entry, grid, block, [s32(n, "random=100"), zeros(s32, grid)], {"n": n, "block": block},
            shared=4 * block)
    for n, grid in [(1 << 26, 528), (1 << 18, 64)]:
        run("tot_step7_many", grid, 512, [s32(n, "random=100"), zeros(s32, grid), unsigned(n)],
            {"n": n, "grid": grid}, shared=2048)
    for n, grid, block in [(10000000, 1056, 256)]:
        run("tot_square_warps", grid, block, [f32(n), zeros(f64, 1), number(n)],
            {"n": n, "grid": grid})
    for n, grid in [(1 << 22, 264)]:
        run("tot_groups", grid, 512, [s32(4 * n, "random=10"), zeros(s32, 1), number(n)],
            {"n": n, "grid": grid})
    for n, grid in [(500000, 50)]:
        run("tot_last_block", grid, 256, [f32(n), zeros(f32, grid), zeros(u32, 1), zeros(f32, 1),
            number(n)], {"n": n, "grid": grid})


def add_scans(lists):
    run = Eighth(lists, "running")
    for n in [1 << 22, 100000]:
        run.flat("cum_kogge_stone", n, 512, [f32(n), zeros(f32, n), unsigned(n)])
    for n in [1 << 22]:
        run("cum_brent_kung", n // 1024, 512, [f32(n), zeros(f32, n), unsigned(n)], {"n": n})
    for n in [1 << 24]:
        run("cum_eight_each", n // 2048, 256, [s32(n, "random=9"), zeros(s32, n),
            zeros(s32, n // 2048)], {"n": n})
    for n in [5000000]:
        run.flat("cum_pieces_warp", n, 256, [f32(n), u8(n, "random=2"), zeros(f32, n), number(n)])
    for n in [1 << 22]:
        run.flat("bin_letters_global", n, 256, [u8(n, "random=128"), unsigned(n), zeros(u32, 7)])
    for n, grid in [(1 << 24, 528)]:
        run("bin_letters_private", grid, 256, [u8(n, "random=123"), unsigned(n), zeros(u32, 7)],
            {"n": n, "grid": grid})
    for words, grid in [(1 << 21, 1024)]:
        run("bin_thread_bytes", grid, 64, [u32(words, "random"), zeros(u32, 64 * grid),
            number(words)], {"words": words, "grid": grid})


def add_rows(lists):
    run = Eighth(lists, "rowwise")
    for rows, cols, block in [(4096, 256, 64)]:
        run("sft_row_a_thread", ceil_div(rows, block), block, [f32(rows * cols),
            zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols, block in [(4096, 2048, 256), (100, 777, 128)]:
        run("sft_trees", rows, block, [f32(rows * cols), zeros(f32, rows * cols), number(cols)],
            {"rows": rows, "cols": cols}, shared=4 * block)
    for rows, pairs, warps in [(65536, 256, 4), (999, 100, 8)]:
        run("sft_warp_half", ceil_div(rows, warps), (32, warps), [f16(2 * rows * pairs),
            zeros(f16, 2 * rows * pairs)] + numbers(rows, pairs), {"rows": rows, "pairs": pairs})
    for rows, quads, block in [(512, 8000, 512)]:
        run("sft_one_sweep", rows, block, [f32(4 * rows * quads), zeros(f32, 4 * rows * quads),
            number(quads)], {"rows": rows, "quads": quads})
    for rows, cols, block in [(2048, 768, 128)]:
        run("lyn_row_a_thread", ceil_div(rows, block), block, [zeros(f32, rows * cols),
            zeros(f32, rows), zeros(f32, rows), f32(rows * cols), f32(cols), f32(cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols, block in [(16384, 1024, 256), (700, 333, 128)]:
        run("lyn_warp", ceil_div(rows, block // 32), block, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, eights, block in [(4096, 512, 256)]:
        run("lyn_root_mean_square", rows, block, [f16(8 * rows * eights), f16(8 * eights),
            zeros(f16, 8 * rows * eights), number(eights)], {"rows": rows, "eights": eights},
            shared=16 * eights)
    run = Eighth(lists, "heads")
    for heads, length, d in [(8, 512, 64), (2, 100, 80)]:
        n = heads * length * d
        run("atn_query_a_block", (length, heads), 128, [f32(n), f32(n), f32(n), zeros(f32, n)]
            + numbers(length, d) + [real(0.125)], {"heads": heads, "length": length, "d": d},
            shared=4 * length)
    for heads, length in [(64, 512), (4, 256)]:
        n = heads * length * 64
        run("atn_flash_small", (length // 32, heads), 32, [f32(n)] * 3 + [zeros(f32, n),
            number(length), real(0.125)], {"heads": heads, "length": length})
    for heads, length, d in [(12, 1024, 64)]:
        n = heads * length * d
        run("atn_scores_causal", (length // 16, length // 16, heads), (16, 16), [f32(n), f32(n),
            zeros(f32, heads * length * length)] + numbers(length, d) + [real(0.125)],
            {"heads": heads, "length": length})
    for n, block in [(1 << 24, 512)]:
        run.flat("act_gelu_tanh", n, block, [f32(n), zeros(f32, n), number(n)])


def add_sparse(lists):
    run = Eighth(lists, "sparser")
    for rows, each, banded in [(300000, 13, 1), (300000, 13, 0)]:
        columns = "band=%d" % each if banded else "random=%d" % rows
        run("spm_csr_row", ceil_div(rows, 256), 256, [number(rows), s32(rows + 1, "step=%d" % each),
            s32(rows * each, columns), f32(rows * each), f32(rows + 4 * each), zeros(f32, rows)],
            {"rows": rows, "each": each, "banded": banded})
    for rows, each, block in [(99999, 50, 128)]:
        run("spm_csr_eight_lanes", ceil_div(8 * rows, block), block, [s32(rows + 1,
            "step=%d" % each), below(rows * each, rows), f64(rows * each), f64(rows),
            zeros(f64, rows), number(rows)], {"rows": rows, "each": each})
    for rows, width, block in [(500000, 10, 256)]:
        run("spm_ell_row", ceil_div(rows, block), block, numbers(rows, width)
            + [below(rows * width, rows), f32(rows * width), f32(rows), zeros(f32, rows)],
            {"rows": rows, "width": width})
    for n, rows in [(2000000, 100000)]:
        run("spm_coo_atomic", 528, 256, [below(n, rows), below(n, rows), f64(n), f64(rows),
            zeros(f64, rows), number(n)], {"n": n, "rows": rows})
    for rows, each in [(100000, 7)]:
        run.flat("spm_blocks_four", 4 * rows, 128, [s32(rows + 1, "step=%d" % each),
                 s32(rows * each, "band=%d" % each), f32(16 * rows * each),
                 f32(4 * (rows + 4 * each)), zeros(f32, 4 * rows), number(rows)], {"each": each})
    for nodes, size, each in [(1 << 20, 100000, 8)]:
        run.flat("gra_frontier_expand", size, 256, [s32(nodes + 1, "step=%d" % each),
                 below(nodes * each, nodes), below(size, nodes), number(size),
                 zeros(s32, 1 << 20), below(nodes, 4), zeros(s32, nodes), zeros(u32, 1),
                 unsigned(1 << 20), number(1)], {"nodes": nodes, "each": each})
    for nodes, each in [(300000, 6)]:
        run.flat("gra_bottom_up", nodes, 128, [s32(nodes + 1, "step=%d" % each),
                 below(nodes * each, nodes), below(nodes, 5), zeros(s32, nodes), number(nodes),
                 number(2)], {"each": each})
    for n, k in [(1000, 17)]:
        run("gra_paths_through", (ceil_div(n, 256), n), 256, [below(n * n, 1000)] + numbers(n, k),
            {"n": n, "k": k})
    for n, m, letters in [(1 << 23, 6, 3)]:
        run.flat("str_find_pattern", n, 256, [u8(n, "random=%d" % letters),
                 u8(m, "random=%d" % letters), zeros(s32, n)] + numbers(n, m), {"m": m})
    for n in [10000001]:
        run.flat("str_count_words", n, 512, [u8(n, "random=128"), number(n), zeros(u32, 1)])
    for pairs in [200000]:
        run.flat("str_edit_distance", pairs, 128, [u8(16 * pairs, "random=4"),
                 u8(16 * pairs, "random=4"), zeros(s32, pairs), number(pairs)])
    for n, capacity in [(1 << 20, 1 << 21), (40000, 1 << 15)]:
        run.flat("hsx_find_linear", n, 256, [u32(2 * capacity, "random=8"),
                 u32(n, "random=2000000000"), zeros(u32, n), unsigned(capacity), number(n)],
                 {"capacity": capacity})
    for n, bits in [(1 << 20, 1 << 25)]:
        run("hsx_bloom_add", 264, 256, [u32(n, "random"), zeros(u32, bits // 32), number(n),
            unsigned(bits - 1)], {"n": n, "bits": bits})


def add_sorts(lists):
    run = Eighth(lists, "numeric")
    for n, j, k in [(1 << 22, 1 << 12, 1 << 14), (1 << 16, 4, 1 << 8)]:
        run.flat("sor_bitonic_step", n, 256, [f32(n), zeros(f32, n), unsigned(j), unsigned(k)],
                 {"j": j})
    for n in [1 << 21]:
        run("sor_bitonic_shared", n // 512, 256, [zeros(u32, n), zeros(u32, n), u32(n, "random"),
            u32(n, "iota"), unsigned(1)], {"n": n})
    for n in [1 << 19]:
        run("sor_odd_even", n // 256, 128, [s32(n, "random"), zeros(s32, n)], {"n": n})
    for n, tile, block in [(1 << 23, 4096, 256)]:
        grid = n // tile
        run("sor_radix_counts", grid, block, [u32(n, "random"), zeros(u32, 256 * grid)]
            + numbers(8, tile, n), {"n": n, "tile": tile})
    for na, nb in [(1 << 21, 1500000)]:
        run("sor_merge_path", ceil_div(na + nb, 8 * 128), 128, [s32(na, "step=3"),
            s32(nb, "step=4"), zeros(s32, na + nb)] + numbers(na, nb), {"na": na, "nb": nb})
    for n, block in [(16384, 256), (4096, 128)]:
        run("nby_gems_tiles", n // block, block, [f32(4 * n), zeros(f32, 4 * n), number(n)],
            {"n": n, "block": block}, shared=16 * block)
    for n, block in [(8192, 128)]:
        run.flat("nby_exercise", n, block, [f32(6 * n), real(0.001), number(n)])
    for n, most in [(100000, 48)]:
        run.flat("nby_neighbour_list", n, 128, [f32(4 * n), s32(n * most, "random=%d" % n),
                 zeros(f32, 4 * n), number(n), number(most), real(0.5)], {"most": most})
    for w, h, most in [(1024, 768, 200), (200, 150, 2000)]:
        run.plane("fra_mandelbrot", w, h, (16, 16), [zeros(u8, w * h)] + numbers(w, h)
                  + [double(-0.6), double(0.0), double(2.8 / w), number(most)], {"most": most})
    for dim in [1024]:
        run("fra_julia_book", (dim // 16, dim // 16), (16, 16), [zeros(u8, 4 * dim * dim),
            number(dim)], {"dim": dim})
    for w, h in [(1000, 1000)]:
        run.flat("fra_newton", w * h, 128, [zeros(f32, w * h)] + numbers(w, h) + [real(3)])


def add_wanderings(lists):
    run = Eighth(lists, "wander")
    for n, every, steps in [(1 << 22, 16, 1500), (1 << 11, 1, 3000)]:
        run("chs_walk", 1, 1, [u32(n, "cycle=%d" % every), zeros(u32, 1), number(steps)],
            {"n": n, "steps": steps})
    for n, steps, grid in [(1 << 20, 20, 256)]:
        run("chs_many_walks", grid, 256, ["s64[%d]:random=%d" % (n, n),
            "s64[%d]:zero" % (256 * grid)] + numbers(steps, n), {"n": n, "steps": steps})
    run("chs_shared", 2, 32, [s32(2000, "random=2000"), zeros(s32, 64)] + numbers(2000, 2000),
        {"steps": 2000})
    for n, block in [(1 << 16, 128)]:
        run.flat("dvr_odd_threads", n, block, [zeros(f32, n), number(n)])
    for n, block in [(1 << 20, 256)]:
        run.flat("dvr_odd_warps", n, block, [zeros(f32, n), number(n)])
    for n, block, kinds in [(1 << 22, 256, 4), (1 << 22, 256, 1)]:
        run.flat("dvr_operations", n, block, [u8(n, "random=%d" % kinds), f32(n), f32(n),
                 zeros(f32, n), number(n)], {"kinds": kinds})
    for n, most in [(1 << 18, 1000000)]:
        run.flat("lps_is_prime", n, 256, [u32(n, "random=%d" % most), zeros(u8, n), number(n)],
                 {"most": most})
    for n, block in [(1 << 19, 128)]:
        run.flat("lps_newton_root", n, block, [f64(n, "random=1000"), zeros(f64, n), number(n),
                 double(1e-10)])
    for lists_, most in [(100000, 60)]:
        run.flat("lps_ragged_sums", lists_, 128, [s32(lists_, "step=%d" % most),
                 below(lists_, most), f32(lists_ * most), zeros(f32, lists_), number(lists_)],
                 {"most": most})
    for tries, grid, block in [(500, 1056, 128), (2000, 20, 256)]:
        run("mco_pi_congruence", grid, block, [zeros(u32, 1), number(tries), unsigned(12345)],
            {"tries": tries, "grid": grid})
    for paths, steps in [(150000, 100)]:
        run.flat("mco_asian_option", paths, 128, [zeros(f32, paths)] + numbers(paths, steps)
                 + reals(100, 100, 0.0002, 0.02), {"steps": steps})
    for walkers, cells, steps in [(1 << 18, 256, 300)]:
        run.flat("mco_walkers", walkers, 256, [zeros(u32, cells)] + numbers(cells, steps, walkers),
                 {"cells": cells, "steps": steps})


def add_systems(lists):
    run = Eighth(lists, "systems")
    for n, half in [(1 << 22, 1 << 10), (1 << 14, 2)]:
        run("fft_stage", n // 512, 256, [f32(2 * n), zeros(f32, 2 * n)] + numbers(n, half),
            {"n": n, "half": half})
    for n in [1 << 21]:
        run("fft_block_1024", n // 1024, 512, [f32(2 * n), zeros(f32, 2 * n)], {"n": n})
    for n, block in [(4096, 64)]:
        run.flat("fft_by_definition", n, block, [f32(n), zeros(f32, n), zeros(f32, n), number(n)])
    for n, log in [(1 << 23, 11)]:
        run("fft_walsh_block", n >> log, 256, [f32(n), zeros(f32, n), number(log)],
            {"n": n, "log": log}, shared=4 << log)
    for n, block in [(200000, 64)]:
        run.flat("lus_factor_six", n, block, [f64(36 * n), zeros(f64, 36 * n), number(n)])
    for count in [5000, 100]:
        run("lus_cholesky_32", count, 32, [f32(1024 * count), zeros(f32, 1024 * count)],
            {"count": count})
    for n, sides, block in [(64, 100000, 128)]:
        run("lus_forward_many", ceil_div(sides, block), block, [f32(n * n), f32(n * sides),
            zeros(f32, n * sides)] + numbers(n, sides), {"n": n, "sides": sides},
            shared=4 * n * n)
    for systems in [8192]:
        n = 256 * systems
        run("lus_parallel_cyclic", systems, 256, [f32(n)] * 4 + [zeros(f32, n)],
            {"systems": systems})


def add(lists):
    add_copies(lists)
    add_records(lists)
    add_transposes(lists)
    add_products(lists)
    add_stencils(lists)
    add_convolutions(lists)
    add_filters(lists)
    add_reductions(lists)
    add_scans(lists)
    add_rows(lists)
    add_sparse(lists)
    add_sorts(lists)
    add_wanderings(lists)
    add_systems(lists)

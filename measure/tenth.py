"""A tenth validation set: what a test would hold predictions against, after textbooks."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real
from blind import Blind, double, unsigned, zeros
from fifth import u16
from sixth import below, numbers, reals


class Tenth(Blind):
    folder = "tenth"


def add_transfers(lists):
    run = Tenth(lists, "transfers")
    n = 12000000
    for offset, block in [(1, 256), (17, 512)]:
        run.flat("copy_read_offset", n, block, [zeros(f32, n), f32(n + offset)]
                 + numbers(n, offset), {"offset": offset})
    for n, offset in [(1 << 23, 1)]:
        run.flat("copy_write_offset", n, 256, [zeros(f32, n + offset), f32(n)]
                 + numbers(n, offset), {"offset": offset})
    for n, stride in [(1 << 23, 2), (1 << 22, 5), (1 << 20, 32)]:
        run.flat("copy_read_stride", n, 256, [zeros(f32, n), f32(n * stride)]
                 + numbers(n, stride), {"stride": stride})
    for n, stride in [(3 << 20, 3)]:
        run.flat("copy_write_stride", n, 256, [zeros(f64, n * stride), f64(n)]
                 + numbers(n, stride), {"stride": stride})
    for letter, name, make, words, n, block in [
            ("c", "char", u8, 1, 1 << 25, 256), ("s", "short", u16, 1, 1 << 24, 1024),
            ("6float2", "float2", f32, 2, 1 << 23, 256),
            ("7double2", "double2", f64, 2, 1 << 22, 64)]:
        twice = "S1_" if letter[0].isdigit() else "S0_"
        run.flat("_Z13copy_elementsI%sEvPT_PK%si" % (letter, twice), n, block,
                 [zeros(make, words * n), make(words * n), number(n)],
                 kernel="copy_elements_" + name)
    for quads, grid, block in [(1 << 22, 132, 256), (1 << 22, 1056, 256), (1 << 16, 66, 128)]:
        run("copy_quads_loop", grid, block, [zeros(f32, 4 * quads), f32(4 * quads),
            number(quads)], {"quads": quads, "grid": grid, "block": block})
    for n, block in [(1 << 24, 256)]:
        run("copy_four_each", n // (4 * block), block, [zeros(f32, n), f32(n)],
            {"n": n, "block": block})
    for n, shared in [(6000000, 1024), (6000000, 56000), (6000000, 110000)]:
        run.flat("copy_by_shared", n, 256, [zeros(f32, n), f32(n), number(n)],
                 {"shared": shared}, shared=shared)
    for width, height, block in [(3000, 2000, (32, 8)), (3000, 2000, (8, 32))]:
        run.plane("copy_plane", width, height, block, [zeros(f32, width * height),
                  f32(3072 * height)] + numbers(width, height, 3072), {"block": block[0]})
    for n in [1 << 23]:
        run.flat("stream_scale_double", n, 256, [zeros(f64, n), f64(n), double(3), number(n)])
    for quads in [1 << 21]:
        run.flat("stream_add_quads", quads, 256, [zeros(f32, 4 * quads), f32(4 * quads),
                 f32(4 * quads), number(quads)])
    for n in [1 << 24]:
        run.flat("stream_halves", n, 256, [f16(n), f16(n), real(0.5), number(n)])


def add_layouts(lists):
    run = Tenth(lists, "layouts")
    for n in [1 << 21, 40000]:
        run.flat("aos_push_particles", n, 256, [f32(8 * n), number(n), real(0.01)])
    for n in [1 << 21]:
        run.flat("aos_push_bodies", n, 256, [f32(8 * n), number(n), real(0.01)])
        run.flat("soa_push", n, 256, [f32(n)] * 6 + [number(n), real(0.01)])
        run.flat("aos_charge_only", n, 256, [f32(8 * n), zeros(f32, n), number(n)])
    for n in [1 << 21]:
        run.flat("aos_distance", n, 128, [f64(3 * n), zeros(f64, n), number(n)])
    for n in [1920 * 1080]:
        run.flat("aos_to_grey", n, 256, [u8(3 * n), zeros(u8, n), number(n)])
    for n in [3000000]:
        run.flat("aos_split_shared", n, 256, [f32(3 * n), zeros(f32, n), zeros(f32, n),
                 zeros(f32, n), number(n)])
    for n, size, index in [(1 << 22, 1 << 22, "gather=17"), (1 << 22, 1 << 20, "random"),
                           (1 << 21, 1 << 25, "random")]:
        fill = s32(n, index) if index != "random" else below(n, size)
        run.flat("gather_floats", n, 256, [f32(size), fill, zeros(f32, n), number(n)],
                 {"table": size})
    for n, size in [(1 << 20, 1 << 22)]:
        run.flat("gather_quads", n, 256, [f32(4 * size), below(n, size), zeros(f32, 4 * n),
                 number(n)], {"table": size})
    for n in [1 << 20]:
        run.flat("scatter_doubles", n, 256, [f64(n), s32(n, "gather=5"), zeros(f64, n),
                 number(n)])
    for n in [1000000]:
        run.flat("gather_six_cells", n, 256, [f32(n), s32(6 * n, "band=6"), zeros(f32, n),
                 number(n)])
    for threads, n, hops in [(132 * 64, 1 << 20, 200), (132 * 1024, 1 << 16, 100)]:
        run.flat("chase_every_thread", threads, 64, [s32(n, "cycle=1"), zeros(s32, threads)]
                 + numbers(n, hops), {"ring": n, "hops": hops})
    for words, stride, rounds in [(2048, 1, 2000), (1 << 18, 8, 1000), (1 << 25, 64, 500)]:
        run("chase_alone", 1, 1, [u32(words, "cycle=%d" % stride), zeros(u32, 1),
            number(rounds)], {"words": words, "rounds": rounds})
    for blocks, hops in [(264, 2000)]:
        run("chase_in_shared", blocks, 128, [s32(1024, "cycle=1"), zeros(s32, blocks),
            number(hops)], {"hops": hops})


def add_turning(lists):
    run = Tenth(lists, "turning")
    for w, h, block in [(3072, 3072, (32, 8))]:
        run.plane("transpose_coalesced_reads", w, h, block, [zeros(f32, w * h), f32(w * h)]
                  + numbers(w, h), {"block": block[0]})
    for w, h, block in [(3072, 3072, (32, 8)), (2000, 3000, (8, 32))]:
        run("transpose_coalesced_writes", (ceil_div(h, block[0]), ceil_div(w, block[1])), block,
            [zeros(f32, w * h), f32(w * h)] + numbers(w, h),
            {"width": w, "height": h, "block": block[0]})
    for letter, name, make, pad, w, h in [("f", "float", f32, 0, 4096, 4096),
                                          ("f", "float", f32, 1, 2048, 2048),
                                          ("f", "float", f32, 1, 1000, 700),
                                          ("d", "double", f64, 1, 2048, 2048),
                                          ("s", "short", u16, 2, 4096, 4096)]:
        run("_Z15transpose_tilesI%sLi%dEEvPT_PKS0_ii" % (letter, pad),
            (ceil_div(w, 32), ceil_div(h, 32)), (32, 8), [zeros(make, w * h), make(w * h)]
            + numbers(w, h), {"width": w, "height": h},
            kernel="transpose_tiles_%s_%d" % (name, pad))
    for n in [2048]:
        run("transpose_exchanged", (n // 32, n // 32), (32, 16), [zeros(f32, n * n), f32(n * n),
            number(n)], {"n": n})
    for quads in [768]:
        run.plane("transpose_registers", quads, quads, (16, 16), [zeros(f32, 16 * quads * quads),
                  f32(16 * quads * quads), number(quads)])


def product(make, m, n, k, out=None):
    return [make(m * k), make(k * n), zeros(out or make, m * n)]


def add_matrices(lists):
    run = Tenth(lists, "matrices")
    for m, n, k, block in [(1024, 1024, 1024, (16, 16)), (512, 512, 512, (32, 8)),
                           (300, 500, 200, (32, 32))]:
        run.plane("matmul_plain", n, m, block, product(f32, m, n, k) + numbers(m, n, k),
                  {"k": k, "block": block[0]})
    for n in [512]:
        run("matmul_plain_down", (n // 16, n // 16), (16, 16), product(f32, n, n, n)
            + numbers(n, n, n), {"n": n})
        run.plane("matmul_plain_double", n, n, (16, 16), product(f64, n, n, n) + [number(n)])
    for letter, name, make, tile, m, n, k in [
            ("f", "float", f32, 8, 512, 512, 512), ("f", "float", f32, 16, 1024, 1024, 1024),
            ("f", "float", f32, 16, 500, 300, 700), ("f", "float", f32, 32, 1024, 1024, 1024),
            ("d", "double", f64, 16, 768, 768, 768)]:
        run("_Z12matmul_tilesI%sLi%dEEvPKT_S2_PS0_iii" % (letter, tile),
            (ceil_div(n, tile), ceil_div(m, tile)), (tile, tile), product(make, m, n, k)
            + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="matmul_tiles_%s_%d" % (name, tile))
    for n in [1024]:
        run("matmul_tiles_b_turned", (n // 16, n // 16), (16, 16), product(f32, n, n, n)
            + [number(n)], {"n": n})
        run("matmul_four_rows", (n // 32, n // 32), (32, 8), product(f32, n, n, n)
            + [number(n)], {"n": n})
    for m, n, k in [(1024, 1024, 1024), (256, 512, 2048)]:
        run("matmul_blocked_4x4", (n // 64, m // 64), (16, 16), product(f32, m, n, k)
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2048, 1024), (512, 512, 512)]:
        run("matmul_blocked_8x8", (n // 128, m // 128), 256, product(f32, m, n, k)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for word, name, make, m, n, k in [("6__half", "half", f16, 1024, 1024, 1024),
                                      ("13__nv_bfloat16", "bf16", u16, 512, 768, 512)]:
        run("_Z17matmul_wmma_plainI%sEvPKT_S3_Pfiii" % word, (n // 64, m // 64), (128, 4),
            product(make, m, n, k, f32) + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="matmul_wmma_plain_" + name)
    for m, n, k in [(2048, 2048, 1024)]:
        run("matmul_wmma_tiles", (n // 64, m // 64), 128, product(f16, m, n, k, f32)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for rows, cols in [(8192, 1024)]:
        run.flat("matvec_thread_a_row", rows, 128, product(f32, rows, 1, cols)
                 + numbers(rows, cols), {"cols": cols})
    for rows, cols in [(8192, 4096)]:
        run("matvec_warp_a_row", ceil_div(rows, 8), 256, product(f32, rows, 1, cols)
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols in [(2048, 4096)]:
        run("matvec_block_a_row", rows, 128, product(f64, rows, 1, cols) + [number(cols)],
            {"rows": rows, "cols": cols})


def add_neighbors(lists):
    run = Tenth(lists, "neighbors")
    for n, block in [(1 << 23, 256)]:
        run.flat("stencil_line_seven", n, block, [f32(n), zeros(f32, n), number(n)],
                 shared=4 * (block + 6))
    for letter, name, make, nx, ny, block in [
            ("f", "float", f32, 4096, 4096, (32, 8)), ("f", "float", f32, 2048, 2048, (16, 16)),
            ("f", "float", f32, 1000, 1000, (256, 1)), ("d", "double", f64, 2048, 2048, (32, 8))]:
        run.plane("_Z12stencil_fiveI%sEvPKT_PS0_ii" % letter, nx, ny, block, [make(nx * ny),
                  zeros(make, nx * ny)] + numbers(nx, ny), {"block": block[0]},
                  kernel="stencil_five_" + name)
    for nx, ny in [(2048, 2048), (500, 700)]:
        run.plane("stencil_five_tile", nx, ny, (16, 16), [f32(nx * ny), zeros(f32, nx * ny)]
                  + numbers(nx, ny))
    for nx, ny in [(2000, 2000)]:
        run.plane("stencil_nine_around", nx, ny, (32, 8), [f32(nx * ny), zeros(f32, nx * ny)]
                  + numbers(nx, ny))
    for letter, name, make, side, block in [("f", "float", f32, 256, (32, 4, 2)),
                                            ("f", "float", f32, 128, (8, 8, 8)),
                                            ("d", "double", f64, 160, (32, 8, 1))]:
        scalar = double if letter == "d" else real
        n = side ** 3
        run("_Z19stencil_space_sevenI%sEvPKT_PS0_iiiS0_S0_" % letter,
            tuple(ceil_div(side - 2, b) for b in block), block, [make(n), zeros(make, n)]
            + numbers(side, side, side) + [scalar(0.4), scalar(0.1)],
            {"side": side, "block": block[0]}, kernel="stencil_space_seven_" + name)
    for nx, ny, nz in [(256, 256, 256)]:
        run("stencil_space_walk", (ceil_div(nx - 2, 32), ceil_div(ny - 2, 8)), (32, 8),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz)
            + reals(0.4, 0.1), {"nx": nx, "ny": ny, "nz": nz})
    for n in [192]:
        run("stencil_space_star2", (ceil_div(n, 32), ceil_div(n, 8), n), (32, 8), [f32(n ** 3),
            zeros(f32, n ** 3), number(n)], {"n": n}, constants=["star f32[5]:random"])


def add_convolving(lists):
    run = Tenth(lists, "convolving")
    line, five = ["mask1 f32[33]:random"], ["mask5 f32[25]:random"]
    rows = ["row_mask f32[17]:random"]
    for n, width in [(1 << 22, 7), (1 << 20, 31)]:
        run.flat("conv_line_plain", n, 256, [f32(n), f32(width), zeros(f32, n)]
                 + numbers(n, width), {"width": width})
    for n, width in [(1 << 22, 7), (1 << 22, 31)]:
        run.flat("conv_line_tile", n, 256, [f32(n), zeros(f32, n)] + numbers(n, width),
                 {"mask": width}, constants=line, shared=4 * (256 + width - 1))
    for w, h, block in [(2048, 2048, (16, 16)), (1000, 600, (32, 8))]:
        run.plane("conv_plane_constant", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h), {"block": block[0]}, constants=five)
    for w, h in [(2048, 2048)]:
        run("conv_plane_input_tile", (ceil_div(w, 16), ceil_div(h, 16)), (20, 20), [f32(w * h),
            zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, constants=five)
    for w, h in [(3072, 3072)]:
        run("conv_rows_eight", (w // 128, h // 4), (16, 4), [f32(w * h), zeros(f32, w * h),
            number(w)], {"width": w, "height": h}, constants=rows)
    for w, h in [(2048, 1536)]:
        run.plane("conv_columns_clamped", w, h, (32, 8), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h), constants=rows)
    for channels, maps, side in [(16, 32, 66)]:
        run("conv_layer_plain", (ceil_div(side - 2, 16), ceil_div(side - 2, 16), maps), (16, 16),
            [f32(channels * side * side), f32(9 * maps * channels),
             zeros(f32, maps * (side - 2) ** 2)] + numbers(channels, maps, side, side),
            {"channels": channels, "maps": maps, "side": side})
    for w, h, radius in [(1024, 768, 3)]:
        run.plane("conv_box_bytes", w, h, (16, 16), [u8(w * h), zeros(u8, w * h)]
                  + numbers(w, h, radius), {"radius": radius})


def add_reducing(lists):
    run = Tenth(lists, "reducing")
    tens = "random=10"
    for entry, n, block in [("reduce_neighbours", 1 << 22, 256),
                            ("reduce_strided_places", 1 << 20, 512)]:
        run.flat(entry, n, block, [s32(n, tens), zeros(s32, ceil_div(n, block)), number(n)],
                 shared=4 * block)
    for letter, name, make, size, n, block in [("f", "float", f32, 4, 1 << 24, 256),
                                               ("d", "double", f64, 8, 1 << 22, 128)]:
        grid = ceil_div(n, 2 * block)
        run("_Z18reduce_two_at_loadI%sEvPKT_PS0_i" % letter, grid, block, [make(n),
            zeros(make, grid), number(n)], {"n": n, "block": block}, shared=size * block,
            kernel="reduce_two_at_load_" + name)
    for n, grid, block in [(1 << 24, 1056, 256), (1 << 24, 132, 1024), (100000, 32, 128)]:
        run("reduce_lanes_loop", grid, block, [f32(n), zeros(f32, grid), number(n)],
            {"n": n, "grid": grid, "block": block})
    for n in [1 << 22]:
        run.flat("reduce_warp_adds", n, 256, [f32(n), zeros(f32, 1), number(n)])
    for n, places in [(1 << 20, 1), (1 << 22, 1024)]:
        run.flat("reduce_every_thread_adds", n, 256, [s32(n, tens), zeros(s32, places)]
                 + numbers(n, places), {"places": places})
    for n, grid in [(1 << 22, 264)]:
        run("reduce_shared_adds", grid, 256, [s32(n, tens), zeros(s32, 1), number(n)],
            {"n": n, "grid": grid})
    for n, grid in [(1 << 23, 256)]:
        run("dot_of_two", grid, 256, [f32(n), f32(n), zeros(f32, grid), number(n)],
            {"n": n, "grid": grid})
    for quads, grid in [(1 << 22, 528)]:
        run("reduce_least_and_most", grid, 256, [f32(4 * quads), zeros(f32, 2 * grid),
            number(quads)], {"quads": quads, "grid": grid})
    for rows, cols, block in [(2048, 4096, 256), (20000, 100, 64)]:
        run("reduce_row_a_block", rows, block, [f32(rows * cols), zeros(f32, rows),
            number(cols)], {"rows": rows, "cols": cols, "block": block})
    for rows, cols in [(2048, 8192)]:
        run.flat("reduce_column_a_thread", cols, 128, [f32(rows * cols), zeros(f32, cols)]
                 + numbers(rows, cols), {"rows": rows})


def add_scanning(lists):
    run = Tenth(lists, "scanning")
    for blocks, n in [(4096, 512)]:
        run("scan_two_buffers", blocks, n, [f32(blocks * n), zeros(f32, blocks * n), number(n)],
            {"blocks": blocks, "n": n}, shared=8 * n)
    for blocks, n in [(2048, 1024), (16384, 256)]:
        run("scan_up_and_down", blocks, n // 2, [below(blocks * n, 10), zeros(s32, blocks * n),
            number(n)], {"blocks": blocks, "n": n}, shared=4 * (n + n // 32))
    for n, block in [(1 << 23, 256), (1 << 21, 1024)]:
        run.flat("scan_lanes_then_warps", n, block, [below(n, 10), zeros(s32, n),
                 zeros(s32, ceil_div(n, block)), number(n)])
    for quads in [1 << 21]:
        run.flat("scan_quads", quads, 256, [below(4 * quads, 10), zeros(s32, 4 * quads),
                 number(quads)])
    for n in [1 << 22]:
        run.flat("scan_add_totals", n, 256, [below(n, 10), below(ceil_div(n, 256), 1000),
                 number(n)])
    for n in [1 << 22]:
        run.flat("scan_compact_block", n, 256, [f32(n), zeros(f32, n),
                 zeros(s32, ceil_div(n, 256)), real(0.25), number(n)])


def add_counting(lists):
    run = Tenth(lists, "counting")
    for n, most in [(1 << 21, 256), (1 << 20, 8)]:
        run("hist_direct", 528, 256, [u8(n, "random=%d" % most), zeros(u32, 256), number(n)],
            {"n": n, "values": most})
    for n, most, grid in [(1 << 24, 256, 264), (1 << 23, 16, 264)]:
        run("hist_by_block", grid, 256, [u8(n, "random=%d" % most), zeros(u32, 256), number(n)],
            {"n": n, "values": most, "grid": grid})
    for words, grid in [(1 << 22, 264)]:
        run("hist_by_warp", grid, 256, [u32(words, "random"), zeros(u32, 256 * grid),
            number(words)], {"words": words, "grid": grid})
    for n, count, grid in [(1 << 22, 100, 264), (1 << 22, 4096, 132)]:
        run("hist_of_floats", grid, 512, [f32(n), zeros(s32, count)] + numbers(n, count)
            + reals(-1, 2 / count), {"n": n, "bins": count}, shared=4 * count)
    for blocks, each in [(1056, 100)]:
        n = blocks * 64 * each
        run("hist_own_counters", blocks, 64, [below(n, 16), zeros(s32, 16 * blocks),
            number(each)], {"blocks": blocks, "each": each})


def add_normalizing(lists):
    run = Tenth(lists, "normalizing")
    for rows, cols in [(10000, 64)]:
        run.flat("softmax_thread_a_row", rows, 128, [f32(rows * cols), zeros(f32, rows * cols)]
                 + numbers(rows, cols), {"cols": cols})
    for each, rows, cols in [(2, 100000, 64), (8, 20000, 250)]:
        run("_Z18softmax_warp_keepsILi%dEEvPKfPfii" % each, ceil_div(rows, 4), (32, 4),
            [f32(rows * cols), zeros(f32, rows * cols)] + numbers(rows, cols),
            {"rows": rows, "cols": cols}, kernel="softmax_warp_keeps_%d" % each)
    for rows, cols, block in [(4096, 2048, 256), (1024, 10000, 512)]:
        run("softmax_block_a_row", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            number(cols)], {"rows": rows, "cols": cols, "block": block}, shared=4 * block)
    for rows, cols, block in [(8192, 1024, 256)]:
        run("layer_norm_block", rows, block, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols), number(cols), real(1e-5)],
            {"rows": rows, "cols": cols, "block": block})
    for rows, pairs in [(16384, 384)]:
        run("layer_norm_half_warp", ceil_div(rows, 8), 256, [f16(2 * rows * pairs),
            f16(2 * pairs), zeros(f16, 2 * rows * pairs)] + numbers(rows, pairs),
            {"rows": rows, "pairs": pairs})


def compressed(make, rows, each, columns):
    return [s32(rows + 1, "step=%d" % each), s32(rows * each, columns), make(rows * each)]


def add_sparsity(lists):
    run = Tenth(lists, "sparsity")
    for letter, name, make, rows, each, columns in [
            ("f", "float", f32, 200000, 8, "band=8"),
            ("f", "float", f32, 50000, 32, "random=50000"),
            ("d", "double", f64, 300000, 5, "band=5")]:
        run.flat("_Z9spmv_rowsI%sEvPKiS1_PKT_S4_PS2_i" % letter, rows, 256,
                 compressed(make, rows, each, columns) + [make(rows), zeros(make, rows),
                 number(rows)], {"each": each}, kernel="spmv_rows_" + name)
    for rows, each in [(50000, 64)]:
        run("spmv_warp_each", ceil_div(rows, 4), 128, compressed(f32, rows, each,
            "random=%d" % rows) + [f32(rows), zeros(f32, rows), number(rows)],
            {"rows": rows, "each": each})
    for rows, most in [(200000, 12)]:
        run.flat("spmv_padded", rows, 256, [below(rows * most, rows * 5 // 4), f32(rows * most),
                 f32(rows), zeros(f32, rows)] + numbers(rows, most), {"most": most})
    for count, rows in [(2000000, 100000)]:
        run.flat("spmv_triples_add", count, 256, [s32(count, "band=20"), below(count, rows),
                 f32(count), f32(rows), zeros(f32, rows), number(count)], {"rows": rows})
    for rows, each, width in [(20000, 16, 32)]:
        run("spmm_row_of_threads", ceil_div(rows, 8), (width, 8), compressed(f32, rows, each,
            "random=%d" % rows) + [f32(rows * width), zeros(f32, rows * width), number(rows)],
            {"rows": rows, "each": each, "width": width})


def add_ordering(lists):
    run = Tenth(lists, "ordering")
    for n, j, k in [(1 << 22, 1 << 10, 1 << 16), (1 << 20, 4, 1 << 8)]:
        run("bitonic_one_step", n // 256, 256, [f32(n)] + numbers(j, k), {"n": n, "j": j, "k": k})
    for n, size in [(1 << 20, 1024), (1 << 20, 256)]:
        run("bitonic_in_block", n // size, size // 2, [u32(n, "random"), zeros(u32, n)],
            {"n": n, "size": size}, shared=4 * size)
    for n in [1 << 22]:
        run.flat("bitonic_in_warp", n, 256, [s32(n, "random"), zeros(s32, n), number(n)])
    for blocks, n in [(528, 512)]:
        run("scan_sort_neighbours", blocks, n // 2, [s32(blocks * n, "random"),
            zeros(s32, blocks * n), number(n)], {"blocks": blocks, "n": n}, shared=4 * n)


def add_simulation(lists):
    run = Tenth(lists, "simulation")
    for n, block in [(8192, 256)]:
        run.flat("nbody_all_pairs", n, block, [f32(4 * n), zeros(f32, 3 * n), number(n)])
    for p, n in [(128, 8192), (256, 32768)]:
        run("_Z12nbody_blocksILi%dEEvPK6float4PS0_i" % p, n // p, p, [f32(4 * n),
            zeros(f32, 4 * n), number(n)], {"n": n}, kernel="nbody_blocks_%d" % p)
    for letter, name, w, h, block, limit in [("f", "float", 1024, 768, (16, 16), 256),
                                             ("f", "float", 1024, 768, (32, 4), 1000),
                                             ("d", "double", 640, 480, (16, 16), 256)]:
        scalar = double if letter == "d" else real
        run.plane("_Z16mandelbrot_planeI%sEvPiiiT_S1_S1_i" % letter, w, h, block,
                  [zeros(s32, w * h)] + numbers(w, h) + [scalar(-2.2), scalar(-1.2),
                  scalar(3.2 / w), number(limit)], {"limit": limit, "block": block[0]},
                  kernel="mandelbrot_plane_" + name)
    for grid, tries in [(264, 500)]:
        run("monte_carlo_darts", grid, 256, [zeros(u32, 256 * grid), number(tries)],
            {"grid": grid, "tries": tries})
    for n in [1 << 22]:
        run.flat("black_scholes_pairs", n, 256, [f32(n, "random=100"), f32(n, "random=100"),
                 f32(n, "random=10"), zeros(f32, n), zeros(f32, n)] + reals(0.02, 0.3)
                 + [number(n)])
    for letter, name, make, chains, grid, rounds in [("f", "float", f32, 1, 264, 4000),
                                                     ("f", "float", f32, 4, 1056, 2000),
                                                     ("d", "double", f64, 2, 264, 1000)]:
        scalar = double if letter == "d" else real
        run("_Z17polynomial_chainsI%sLi%dEEvPT_S0_S0_i" % (letter, chains), grid, 256,
            [zeros(make, 256 * grid), scalar(0.999), scalar(0.001), number(rounds)],
            {"grid": grid, "rounds": rounds}, kernel="polynomial_chains_%s_%d" % (name, chains))
    for n in [1 << 22]:
        run.flat("polynomial_sines", n, 256, [f32(n), zeros(f32, n), number(n)])


def add_branching(lists):
    run = Tenth(lists, "branching")
    for n, period in [(1 << 22, 1), (1 << 22, 32)]:
        run.flat("branch_by_thread", n, 256, [f32(n), zeros(f32, n)] + numbers(n, period),
                 {"period": period})
    for n in [1 << 22]:
        run.flat("branch_by_sign", n, 256, [f32(n), zeros(f32, n), number(n)])
    for n, kinds in [(1 << 21, 8)]:
        run.flat("branch_eight_ways", n, 128, [below(n, kinds), f32(n), zeros(f32, n),
                 number(n)], {"kinds": kinds})
    for n, turns in [(1 << 20, "random=200"), (1 << 20, "fill=100")]:
        run.flat("loop_as_told", n, 256, [s32(n, turns), zeros(f32, n), number(n)],
                 {"turns": turns})
    for n in [1 << 20]:
        run.flat("loop_until_one", n, 256, [zeros(s32, n)] + numbers(1, n))
    for n in [1 << 19]:
        run.flat("loop_common_divisor", n, 128, [u32(n, "random=1000000"),
                 u32(n, "random=1000000"), zeros(u32, n), number(n)])
    for n in [1 << 19]:
        run.flat("loop_newton", n, 256, [f64(n, "random=1000"), zeros(f64, n), number(n),
                 double(1e-12)])
    for size, n in [(1 << 20, 1 << 20)]:
        run.flat("binary_search_many", n, 256, [s32(size, "step=2"), number(size),
                 below(n, 2 * size), zeros(s32, n), number(n)], {"size": size})
    for n in [1 << 18]:
        run.flat("loop_trial_division", n, 256, [zeros(u8, n)] + numbers(1000001, n))


def add(lists):
    add_transfers(lists)
    add_layouts(lists)
    add_turning(lists)
    add_matrices(lists)
    add_neighbors(lists)
    add_convolving(lists)
    add_reducing(lists)
    add_scanning(lists)
    add_counting(lists)
    add_normalizing(lists)
    add_sparsity(lists)
    add_ordering(lists)
    add_simulation(lists)
    add_branching(lists)

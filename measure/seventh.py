"""A seventh validation set: the ordinary kernels of courses and of everybody's programs."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real
from blind import Blind, double, unsigned, zeros
from sixth import below, numbers, reals


class Seventh(Blind):
    folder = "seventh"


def add_copies(lists):
    run = Seventh(lists, "access")
    for n, block in [(1 << 16, 256), (1 << 25, 512)]:
        run.flat("cp_plain", n, block, [f32(n), zeros(f32, n), number(n)])
    for n, offset, block in [(1 << 20, 1, 256), (1 << 24, 13, 128)]:
        run.flat("cp_offset", n, block, [f32(n), zeros(f32, n), number(n), number(offset)],
                 {"offset": offset})
    for n, stride, block in [(1 << 22, 2, 256), (1 << 25, 9, 128)]:
        run.flat("cp_strided", ceil_div(n, stride), block, [f32(n), zeros(f32, n), number(n),
                 number(stride)], {"stride": stride})
    for n, grid, block in [(1 << 23, 264, 256)]:
        run("cp_vec2_loop", grid, block, [f32(2 * n), zeros(f32, 2 * n), number(n)],
            {"n": n, "block": block})
    for n, block in [(50000003, 256)]:
        run.flat("cp_vec4_tail", n // 4, block, [f32(n), zeros(f32, n), number(n)])
    for n, block in [(1 << 26, 256)]:
        run.flat("cp_chars", n, block, [u8(n), zeros(u8, n), number(n)])
    n = 20000000
    run("cp_double_four", ceil_div(n, 4 * 256), 256, [f64(n), zeros(f64, n), number(n)], {"n": n})


def add_structures(lists):
    run = Seventh(lists, "access")
    for n, block in [(1 << 22, 256), (50000, 128)]:
        run.flat("aos_advance", n, block, [f32(8 * n), number(n), real(0.01)])
        run.flat("soa_advance", n, block, [f32(n)] * 6 + [number(n), real(0.01)])
    for n, block in [(1 << 17, 64)]:
        run.flat("aos_lengths", n, block, [f32(3 * n), zeros(f32, n), number(n)])
    n = 3000000
    run("aos_pressure", 528, 192, [f64(4 * n, "random=2"), zeros(f64, n), number(n), double(1.4)],
        {"n": n})
    for n, size, block in [(1 << 23, 1 << 23, 256), (1 << 20, 1 << 16, 128)]:
        run.flat("idx_gather", n, block, [f32(size), below(n, size), zeros(f32, n), number(n)],
                 {"table": size})
    for n, block, index in [(1 << 22, 256, "random=%d" % (1 << 22)), (1 << 20, 512, "gather=17")]:
        run.flat("idx_scatter", n, block, [f32(n), s32(n, index), zeros(f32, n), number(n)])
    for n, table, block in [(200000, 100000, 256), (3000, 50000, 64)]:
        run("idx_gather_rows", ceil_div(n, block // 32), block, [f32(64 * table), below(n, table),
            zeros(f32, 64 * n), number(n)], {"n": n, "table": table})
    for n, keys, block in [(1 << 20, 1000, 512)]:
        run.flat("idx_scatter_add", n, block, [f32(n), below(n, keys), zeros(f32, keys), number(n)],
                 {"keys": keys})


def add_transposes(lists):
    run = Seventh(lists, "access")
    for entry, shapes in [("tp_naive", [(4096, 4096, (16, 16)), (1000, 600, (32, 8))]),
                          ("tp_tiled", [(4096, 2048, (16, 16)), (777, 333, (16, 16))])]:
        for width, height, block in shapes:
            run.plane(entry, width, height, block, [f32(width * height),
                      zeros(f32, width * height), number(width), number(height)])
    for n in [1024]:
        run("tp_padded", (n // 32, n // 32), (32, 8), [f32(n * n), zeros(f32, n * n), number(n)],
            {"n": n})
    count, rows, cols = 500, 100, 120
    run("tp_batched_double", (ceil_div(cols, 16), ceil_div(rows, 16), count), (16, 16),
        [f64(count * rows * cols), zeros(f64, count * rows * cols), number(rows), number(cols)],
        {"count": count})


def add_products(lists):
    run = Seventh(lists, "matmul")
    for m, n, k, block in [(1024, 1024, 1024, (16, 16)), (200, 300, 400, (32, 4))]:
        run.plane("mul_naive", n, m, block, [f32(m * k), f32(k * n), zeros(f32, m * n)]
                  + numbers(m, n, k), {"k": k})
    for entry, make, sizes in [("mul_tiled", f32, [2048, 256]), ("mul_half_tiled", f16, [1024]),
                               ("mul_double_tiled", f64, [1024, 192])]:
        for n in sizes:
            run(entry, (n // 16, n // 16), (16, 16), [make(n * n), make(n * n),
                zeros(make, n * n), number(n)], {"n": n})
    for m, n, k in [(1000, 1100, 900)]:
        run.plane("mul_tiled_guarded", n, m, (32, 32), [f32(m * k), f32(k * n), zeros(f32, m * n)]
                  + numbers(m, n, k), {"k": k})
    for m, n, k in [(2048, 2048, 1024), (256, 512, 768)]:
        run("mul_register_4x4", (n // 64, m // 64), (16, 16), [f32(m * k), f32(k * n),
            zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2048, 2048), (512, 384, 1024)]:
        run("mul_register_8x8", (n // 128, m // 128), 256, [f32(m * k), f32(k * n), f32(m * n)]
            + numbers(m, n, k) + reals(0.5, 0.25), {"m": m, "n": n, "k": k})
    for m, n, k, block in [(1024, 1024, 1024, (128, 4)), (256, 128, 512, (32, 2))]:
        run("mul_wmma", (ceil_div(m, 16 * block[0] // 32), ceil_div(n, 16 * block[1])), block,
            [f16(m * k), f16(k * n), zeros(f32, m * n)] + numbers(m, n, k),
            {"m": m, "n": n, "k": k})
    for entry in ["mul_wmma_shared", "mul_mma_sync"]:
        for m, n, k in [(2048, 2048, 2048), (320, 256, 640)]:
            run(entry, (n // 64, m // 64), 128, [f16(m * k), f16(k * n), zeros(f32, m * n)]
                + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1024, 2048)]:
        run("mul_dp4a", (n // 16, m // 16), (16, 16), [s32(m * k // 4), s32(n * k // 4),
            zeros(s32, m * n)] + numbers(n, k // 4), {"m": m, "n": n, "k": k})
    for rows, cols, block in [(8192, 2048, 128)]:
        run("mul_vector_row", ceil_div(rows, block), block, [f32(rows * cols), f32(cols),
            zeros(f32, rows)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols in [(500, 1000)]:
        run("mul_vector_block", rows, 256, [f32(rows * cols), f32(cols), zeros(f32, rows),
            number(cols)], {"rows": rows, "cols": cols})


def add_stencils(lists):
    run = Seventh(lists, "neighbours")
    for width, height, block in [(4096, 4096, (32, 8)), (500, 400, (16, 16))]:
        run.plane("st_jacobi", width, height, block, [f32(width * height),
                  zeros(f32, width * height)] + numbers(width, height))
    for width, height in [(6000, 3000), (256, 256)]:
        run.plane("st_heat_tile", width, height, (32, 8), [f32(width * height),
                  zeros(f32, width * height)] + numbers(width, height) + [real(0.1)])
    for n, block in [(3000, (64, 4))]:
        run("st_nine_point", (ceil_div(n - 2, block[0]), ceil_div(n - 2, block[1])), block,
            [f64(n * n), zeros(f64, n * n), number(n)], {"n": n})
    for nx, ny, nz, block in [(256, 256, 256, (32, 4, 2)), (100, 80, 60, (8, 8, 8))]:
        run("st_seven_point", tuple(ceil_div(a, b) for a, b in zip((nx, ny, nz), block)), block,
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz)
            + reals(0.4, 0.1), {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, nz in [(514, 514, 200), (130, 66, 66)]:
        run("st_march_z", (ceil_div(nx - 2, 32), ceil_div(ny - 2, 8)), (32, 8),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
            {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, nz, block in [(512, 512, 128, (32, 16)), (160, 96, 40, (32, 4))]:
        run("st_radius_four", (ceil_div(nx, block[0]), ceil_div(ny, block[1])), block,
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
            {"nx": nx, "ny": ny, "nz": nz})


def add_convolutions(lists):
    run = Seventh(lists, "neighbours")
    mask = {"constants": ["cv_mask f32[81]:signed"]}
    for width, height, radius, block in [(2048, 2048, 3, (16, 16)), (640, 480, 1, (32, 8))]:
        run.plane("cv_constant", width, height, block, [f32(width * height),
                  zeros(f32, width * height)] + numbers(width, height, radius),
                  {"radius": radius}, **mask)
    for width, height in [(4000, 3000), (300, 300)]:
        run("cv_shared_tile", (ceil_div(width, 28), ceil_div(height, 28)), (32, 32),
            [f32(width * height), zeros(f32, width * height)] + numbers(width, height),
            {"width": width, "height": height}, **mask)
    for width, height in [(4096, 2048)]:
        run("cv_separable_rows", (width // 128, height // 4), (16, 4), [f32(width * height),
            zeros(f32, width * height), number(width)], {"width": width, "height": height}, **mask)
    for width, height, block in [(500, 500, (64, 2))]:
        run.plane("cv_separable_columns", width, height, block, [f32(width * height),
                  zeros(f32, width * height)] + numbers(width, height), **mask)
    for channels, outputs, height, width, block in [(64, 64, 56, 56, (16, 16)),
                                                    (3, 16, 112, 112, (32, 8))]:
        run("cv_layer_3x3", (ceil_div(width, block[0]), ceil_div(height, block[1]), outputs), block,
            [f32(channels * height * width), f32(outputs * channels * 9), f32(outputs),
             zeros(f32, outputs * height * width)] + numbers(channels, height, width),
            {"channels": channels, "outputs": outputs})


def add_reductions(lists):
    run = Seventh(lists, "totals")
    for n, block in [(1 << 24, 256), (1 << 18, 512)]:
        grid = ceil_div(n, block)
        run("rd_tree_modulo", grid, block, [f32(n), zeros(f32, grid), number(n)],
            {"n": n, "block": block}, shared=4 * block)
    for n, block in [(1 << 25, 256), (100000, 128)]:
        grid = ceil_div(n, 2 * block)
        run("rd_tree", grid, block, [f32(n), zeros(f32, grid), number(n)],
            {"n": n, "block": block}, shared=4 * block)
    for n, grid, block in [(1 << 26, 1056, 256), (1 << 17, 32, 1024)]:
        run("rd_shuffle_loop", grid, block, [f32(n), zeros(f32, 1), number(n)],
            {"n": n, "grid": grid})
    for n, block in [(1 << 22, 256)]:
        run.flat("rd_atomic_each", n, block, [s32(n), zeros(s32, 1), number(n)])
    for n, block in [(1 << 16, 512)]:
        run("rd_second_pass", 1, block, [f32(n), zeros(f32, 1), number(n)], {"n": n})
    for n, grid in [(1 << 20, 40)]:
        run("rd_max_vec4", grid, 256, [f32(n), zeros(f32, grid), number(n // 4)],
            {"n": n, "grid": grid})
    for n, grid in [(1 << 24, 264)]:
        run("rd_dot_double", grid, 256, [f64(n), f64(n), zeros(f64, grid), number(n)],
            {"n": n, "grid": grid})


def add_scans(lists):
    run = Seventh(lists, "totals")
    for n, block in [(1 << 24, 512), (1 << 17, 256)]:
        run.flat("sc_hillis_steele", n, block, [f32(n), zeros(f32, n), number(n)], shared=8 * block)
    for n, block in [(1 << 24, 256), (1 << 16, 512)]:
        grid = n // (2 * block)
        run("sc_blelloch", grid, block, [s32(n, "random=100"), zeros(s32, n), zeros(s32, grid)],
            {"n": n, "block": block}, shared=8 * block)
    for n, block in [(1 << 25, 1024)]:
        grid = ceil_div(n, block)
        run("sc_warp_shuffle", grid, block, [s32(n, "random=100"), zeros(s32, n), zeros(s32, grid),
            number(n)], {"n": n, "block": block})
    n = 1 << 24
    run.flat("sc_add_sums", n, 512, [s32(n, "random=100"), s32(n // 512, "random=1000"), number(n)])
    for n, grid, block in [(1 << 24, 528, 256), (1 << 20, 1024, 1024)]:
        run("hg_global", grid, block, [u8(n), zeros(u32, 256), number(n)], {"n": n, "grid": grid})
    for n, grid, kinds in [(1 << 26, 1056, 256), (1 << 22, 264, 8)]:
        run("hg_shared", grid, 256, [u8(n, "random=%d" % kinds), zeros(u32, 256), number(n)],
            {"n": n, "grid": grid, "kinds": kinds})
    for n, grid in [(1 << 24, 528)]:
        run("hg_warp_private", grid, 256, [u32(n), zeros(u32, 256), number(n)],
            {"n": n, "grid": grid})
    for n, grid, count in [(1 << 24, 264, 1000)]:
        run("hg_float_bins", grid, 512, [f32(n), zeros(s32, count), number(n), number(count)]
            + reals(-1, 1), {"n": n, "bins": count}, shared=4 * count)


def add_rows(lists):
    run = Seventh(lists, "normal")
    for rows, cols, block in [(8192, 512, 128), (512, 100, 64)]:
        run("smx_thread", ceil_div(rows, block), block, [f32(rows * cols), zeros(f32, rows * cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols, block in [(4096, 4096, 256), (64, 1000, 128)]:
        run("smx_block", rows, block, [f32(rows * cols), zeros(f32, rows * cols), number(cols)],
            {"rows": rows, "cols": cols}, shared=4 * block)
    for rows, cols, warps in [(32768, 256, 8), (500, 1024, 4)]:
        run("smx_warp", ceil_div(rows, warps), (32, warps), [f32(rows * cols),
            zeros(f32, rows * cols)] + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols, block in [(1024, 32000, 1024), (200, 3000, 256)]:
        run("smx_online", rows, block, [f32(rows * cols), zeros(f32, rows * cols), number(cols)],
            {"rows": rows, "cols": cols})
    for rows, cols, block in [(8192, 1024, 256), (128, 4096, 256)]:
        run("lnm_block", rows, block, [f32(rows * cols), f32(cols), f32(cols),
            zeros(f32, rows * cols), number(cols), real(1e-5)], {"rows": rows, "cols": cols})
    for rows, cols, block in [(16384, 2048, 256), (1000, 768, 128)]:
        run("lnm_warp_half", ceil_div(rows, block // 32), block, [f16(rows * cols), f16(cols),
            f16(cols), zeros(f16, rows * cols)] + numbers(rows, cols // 2) + [real(1e-5)],
            {"rows": rows, "cols": cols})
    for heads, length, block in [(16, 1024, (16, 16)), (4, 200, (32, 4))]:
        n = heads * length * 64
        run("att_scores", (ceil_div(length, block[0]), ceil_div(length, block[1]), heads), block,
            [f32(n), f32(n), zeros(f32, heads * length * length), number(length), real(0.125)],
            {"heads": heads, "length": length})
    for heads, length, block in [(64, 1024, 128), (8, 256, 64)]:
        n = heads * length * 64
        run("att_tiled_online", (length // block, heads), block, [f32(n), f32(n), f32(n),
            zeros(f32, n), number(length), real(0.125)], {"heads": heads, "length": length})
    for heads, length in [(512, 2048), (32, 500)]:
        n = heads * length * 64
        run("att_decode_one", heads, 128, [f32(heads * 64), f32(n), f32(n), zeros(f32, heads * 64),
            number(length), real(0.125)], {"heads": heads, "length": length}, shared=4 * length)


def add_sparse(lists):
    run = Seventh(lists, "links")
    for entry, shapes in [("spv_csr_scalar", [(500000, 27, 256, 0), (20000, 8, 128, 1)]),
                          ("spv_csr_vector", [(100000, 100, 256, 1), (5000, 40, 64, 0)])]:
        for rows, each, block, banded in shapes:
            columns = "band=%d" % each if banded else "random=%d" % rows
            threads = rows * (32 if entry == "spv_csr_vector" else 1)
            run(entry, ceil_div(threads, block), block, [s32(rows + 1, "step=%d" % each),
                s32(rows * each, columns), f32(rows * each), f32(rows + 4 * each),
                zeros(f32, rows), number(rows)], {"rows": rows, "each": each})
    for rows, width, block in [(400000, 16, 256), (30000, 9, 128)]:
        run("spv_ell", ceil_div(rows, block), block, [below(rows * width, rows), f64(rows * width),
            f64(rows), zeros(f64, rows)] + numbers(rows, width), {"rows": rows, "width": width})
    for n, rows, block in [(4000000, 200000, 256)]:
        run.flat("spv_coo", n, block, [below(n, rows), below(n, rows), f32(n), f32(rows),
                 zeros(f32, rows), number(n)], {"rows": rows})
    for rows, room, block in [(200000, 32, 128), (10000, 64, 256)]:
        run("spv_padded_rows", ceil_div(rows, block), block, [below(rows, room + 1),
            below(rows * room, rows), f32(rows * room), f32(rows), zeros(f32, rows)]
            + numbers(rows, room), {"rows": rows, "room": room})
    for nodes, each, one_in in [(1 << 20, 8, 4), (50000, 16, 20)]:
        run.flat("bfs_level", nodes, 256, [s32(nodes + 1, "step=%d" % each),
                 below(nodes * each, nodes), below(nodes, one_in), below(nodes, 2),
                 zeros(s32, nodes), zeros(s32, nodes), number(nodes), number(3)], {"each": each})
    for nodes, each in [(1 << 20, 12)]:
        run.flat("gph_rank_pull", nodes, 128, [s32(nodes + 1, "step=%d" % each),
                 below(nodes * each, nodes), f32(nodes, "random=1"), f32(nodes, "random=1"),
                 zeros(f32, nodes), number(nodes), real(0.85)], {"each": each})
    edges, nodes = 5000000, 1000000
    run.flat("gph_relax_edges", edges, 256, [below(edges, nodes), below(edges, nodes),
             below(edges, 100), below(nodes, 1000), below(nodes, 100000), number(edges)],
             {"nodes": nodes})


def add_chains(lists):
    run = Seventh(lists, "links")
    for n, every, steps in [(1 << 13, 1, 4000), (1 << 24, 32, 2000)]:
        run("ptr_chase_one", 1, 1, [u32(n, "cycle=%d" % every), zeros(u32, 1), number(steps)],
            {"n": n, "steps": steps})
    for n, steps, block in [(1 << 20, 16, 256), (20000, 30, 64)]:
        run.flat("ptr_chase_many", n, block, [below(n, n), zeros(s32, n), number(n), number(steps)],
                 {"steps": steps})
    for nodes, n, depth, block in [(1 << 20, 1 << 19, 20, 128)]:
        run.flat("ptr_tree_search", n, block, [f32(nodes), below(nodes, nodes), below(nodes, nodes),
                 f32(n), zeros(s32, n), number(n), number(depth)], {"nodes": nodes, "depth": depth})
    for n, block in [(1 << 22, 512), (1 << 16, 128)]:
        run("bts_block", n // (2 * block), block, [s32(n), zeros(s32, n)],
            {"n": n, "block": block}, shared=8 * block)
    for n, j, k in [(1 << 24, 1 << 10, 1 << 20)]:
        run("bts_global_step", n // 256, 256, [f32(n), number(j), number(k)], {"n": n, "j": j})
    for n, shift, block in [(1 << 18, 28, 128)]:
        grid = ceil_div(n, 4 * block)
        run("rdx_count", grid, block, [u32(n), zeros(u32, 16 * grid), number(n), number(shift)],
            {"n": n, "shift": shift})
    n = 1 << 23
    run("rdx_split_bit", n // 512, 512, [u32(n), zeros(u32, n), number(5)], {"n": n})
    for n, m, block in [(1 << 22, 1 << 21, 256), (10000, 100000, 128)]:
        run("srch_binary", ceil_div(m, block), block, [s32(n, "step=3"), below(m, 3 * n),
            zeros(s32, m)] + numbers(n, m), {"n": n, "m": m})
    for n, letters, block in [(1 << 25, 4, 256)]:
        run.flat("txt_count_word", n, block, [u8(n, "random=%d" % letters),
                 u8(8, "random=%d" % letters), zeros(s32, 1), number(n), number(8)],
                 {"letters": letters})
    n = 1 << 24
    run("txt_to_upper", 528, 256, [u8(n, "random=128"), number(n)], {"n": n})
    for records, length, block in [(200000, 64, 256)]:
        run("hsh_fnv", ceil_div(records, block), block, [u8(records * length), zeros(u32, records)]
            + numbers(records, length), {"records": records, "length": length})
    for n, slots, block in [(1 << 21, 1 << 22, 256), (50000, 1 << 14, 128)]:
        run.flat("hsh_probe", n, block, [u32(slots, "random=4"), u32(n, "random=2000000000"),
                 zeros(s32, n), number(n), unsigned(slots - 1), number(64)], {"slots": slots})


def add_arithmetic(lists):
    run = Seventh(lists, "maths")
    for n, block in [(16384, 128), (2000, 64)]:
        run.flat("nbd_direct", n, block, [f32(4 * n), zeros(f32, 3 * n), number(n)])
    for n, block in [(32768, 256), (4096, 64)]:
        run.flat("nbd_tiled", n, block, [f32(4 * n), zeros(f32, 4 * n), number(n), real(0.01)])
    n = 8192
    run.flat("nbd_double", n, 128, [f64(n)] * 3 + [f64(n, "random=1"), zeros(f64, n), number(n)])
    for width, height, most, block in [(2048, 2048, 256, (16, 16)), (400, 300, 1000, (32, 8))]:
        run.plane("frc_mandelbrot", width, height, block, [zeros(s32, width * height)]
                  + numbers(width, height) + reals(-2.2, 1.5, 3.0 / width) + [number(most)],
                  {"most": most})
    for dim in [2048]:
        run("frc_julia", (dim, dim // 128), 128, [zeros(u8, 4 * dim * dim), number(dim)]
            + reals(-0.8, 0.156), {"dim": dim})
    for samples, grid, block in [(1000, 528, 256), (100, 40, 128)]:
        run("mcl_pi", grid, block, ["u64[1]:zero", number(samples), unsigned(2463534242)],
            {"samples": samples, "grid": grid})
    for paths, steps, block in [(200000, 252, 256), (10000, 64, 128)]:
        run.flat("mcl_option", paths, block, [zeros(f32, paths)] + numbers(paths, steps)
                 + reals(100, 105, 0.0001, 0.012), {"steps": steps})
    for n, block in [(1 << 15, 64)]:
        run.flat("dvg_even_odd", n, block, [f32(n), zeros(f32, n), number(n)])
    for n, block in [(1 << 23, 256), (1 << 16, 128)]:
        run.flat("dvg_switch", n, block, [below(n, 8), f32(n), zeros(f32, n), number(n)])
    for n, trips, block in [(1 << 20, 200, 256)]:
        run.flat("lop_counted", n, block, [below(n, trips), f32(n), zeros(f32, n), number(n)],
                 {"trips": trips})
    for n, first, block in [(1 << 20, 1, 256)]:
        run.flat("lop_collatz", n, block, [zeros(s32, n), number(n), unsigned(first)],
                 {"first": first})
    n = 1 << 19
    run.flat("lop_gcd", n, 256, [u32(n), u32(n), zeros(u32, n), number(n)])


def add_functions(lists):
    run = Seventh(lists, "maths")
    for n, block in [(1 << 24, 256), (1 << 17, 128)]:
        run.flat("fn_exp_log", n, block, [f32(n), zeros(f32, n), number(n)])
        run("fn_sincos", ceil_div(n, 4 * block), block, [f32(n, "random=6"), zeros(f32, 2 * n),
            number(n)], {"n": n})
    for n, block in [(1 << 23, 512)]:
        run.flat("fn_pow", n, block, [f32(n, "random=2"), zeros(f32, n), number(n), real(2.2)])
    for n, block in [(1 << 18, 64)]:
        run.flat("fn_gelu_erf", n // 4, block, [f32(n), zeros(f32, n), number(n // 4)])
    n = 1 << 21
    run.flat("fn_double_mix", n, 256, [f64(n), f64(n), zeros(f64, n), number(n)])
    n = 1 << 24
    run.flat("fn_half2_axpy", n, 256, [f16(2 * n), f16(2 * n), real(0.5), number(n)])
    for n, block in [(1 << 19, 128), (5000, 64)]:
        run.flat("sml_multiply_4x4", n, block, [f32(16 * n), f32(16 * n), zeros(f32, 16 * n),
                 number(n)])
    for n, block in [(1 << 21, 256)]:
        run.flat("sml_inverse_3x3", n, block, [f32(9 * n), zeros(f32, 9 * n), number(n)])
    for count in [4096]:
        run("sml_lu_32", count, 32, [f32(1024 * count), zeros(f32, 1024 * count)],
            {"count": count})
    for systems, n, block in [(32768, 128, 128), (2000, 64, 64)]:
        size = systems * n
        run("sml_thomas", ceil_div(systems, block), block, [f64(size)] * 4 + [zeros(f64, size),
            zeros(f64, size)] + numbers(systems, n), {"systems": systems, "n": n})


def add_filters(lists):
    run = Seventh(lists, "photo")
    for width, height, block in [(3840, 2160, (16, 16)), (320, 240, (32, 4))]:
        run.plane("flt_sobel", width, height, block, [u8(width * height), zeros(u8, width * height)]
                  + numbers(width, height))
    for width, height, block in [(500, 333, (16, 16))]:
        run.plane("flt_median_3x3", width, height, block, [f32(width * height),
                  zeros(f32, width * height)] + numbers(width, height))
    for width, height, radius in [(1920, 1080, 5), (256, 256, 3)]:
        run.plane("flt_bilateral", width, height, (16, 16), [f32(width * height, "random=1"),
                  zeros(f32, width * height)] + numbers(width, height, radius) + reals(0.1, 20),
                  {"radius": radius})
    n = 12000000
    run.flat("flt_rgb_to_grey", n, 256, [u8(3 * n), zeros(u8, n), number(n)])
    for w, h, ow, oh, block in [(1920, 1080, 3840, 2160, (32, 8)), (1000, 800, 320, 256, (16, 16))]:
        run.plane("flt_resize_bilinear", ow, oh, block, [u8(4 * w * h), zeros(u8, 4 * ow * oh)]
                  + numbers(w, h, ow, oh), {"from": w})


def add(lists):
    add_copies(lists)
    add_structures(lists)
    add_transposes(lists)
    add_products(lists)
    add_stencils(lists)
    add_convolutions(lists)
    add_reductions(lists)
    add_scans(lists)
    add_rows(lists)
    add_sparse(lists)
    add_chains(lists)
    add_arithmetic(lists)
    add_functions(lists)
    add_filters(lists)

"""A third validation set: kernels of the kinds that everybody writes, written without models."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32


class Fresh:
    """One source file of the set: launches with fewer words."""

    def __init__(self, lists, file):
        self.lists = lists
        self.source = "measure/fresh/%s.cu" % file

    def __call__(self, entry, grid, block, arguments, parameters, macros=None, **rest):
        self.lists.launch(self.source, entry, grid, block, arguments, parameters, macros=macros,
                          **rest)


SINGLE, DOUBLE = {"REAL": "float"}, {"REAL": "double"}


def real(value):
    return "f32=%.9g" % value


def wide(n):
    return "s64=%d" % n


def add_copies(lists):
    run = Fresh(lists, "moves")
    one = SINGLE
    for n, block, kib in [(1 << 18, 256, 0), (10000019, 192, 0), (1 << 24, 128, 64),
                          (1 << 27, 512, 0)]:
        run("move_plain", ceil_div(n, block), block, [f32(n), f32(n, "zero"), number(n)],
            {"n": n, "block": block, "shared_kib": kib}, one, shared=kib * 1024)
    for n, blocks in [(1 << 18, 8), (1 << 25, 1056)]:
        run("move_bytes", blocks, 1024 if blocks == 8 else 256, [u32(4 * n), u32(4 * n, "zero"),
            wide(n)], {"n": n, "blocks": blocks}, one)
    for shift in [1, 7]:
        n = 1 << 23
        run("move_shift2", n // 256, 256, [f32(2 * n), f32(2 * n, "zero"), number(n),
            number(shift)], {"n": n, "shift": shift}, one)
    for macros, array, n, stride in [(SINGLE, f32, 1 << 24, 3), (DOUBLE, f64, 1 << 21, 16)]:
        run("move_spread", n // 256, 256, [array(n), array(n * stride, "zero"), number(n),
            number(stride)], {"n": n, "stride": stride}, macros)
    for width, height, pitch, block in [(1000, 700, 1024, (16, 16)), (7001, 5000, 8192, (32, 8))]:
        run("move_window", (ceil_div(width, block[0]), ceil_div(height, block[1])), block,
            [f32(pitch * (height + 3)), f32(width * height, "zero"), number(width),
             number(height), number(pitch), number(11), number(3)],
            {"width": width, "height": height, "pitch": pitch}, one)
    for n, blocks in [(1 << 19, 132), (30000001, 2112)]:
        run("move_triad", blocks, 256, [f64(n, "zero"), f64(n), f64(n), "f64=3", wide(n)],
            {"n": n, "blocks": blocks}, one)
    n = 1 << 26
    run("move_axpy_half2", n // 256, 256, [f16(2 * n), f16(2 * n), real(0.75), number(n)],
        {"n": n, "block": 256}, one)
    for per, n, block in [(4, 1 << 22, 256), (8, 1 << 26, 128)]:
        run("move_scale_%d" % per, n // per // block, block, [f32(n), f32(n, "zero"), real(1.5)],
            {"n": n, "block": block}, one)
    n = 12000000
    run("move_normalise", ceil_div(n, 256), 256, [u8(4 * n), f32(4 * n, "zero"), real(0.45),
        real(4.0), number(n)], {"n": n, "block": 256}, one)
    n = 1 << 25
    run("move_weave", 792, 512, [f32(n), f32(n), f32(2 * n, "zero"), number(n)],
        {"n": n, "blocks": 792}, one)
    for n in [1 << 20, 1 << 24]:
        run("struct_step", n // 128, 128, [f32(8 * n), number(n), real(0.01)],
            {"n": n, "block": 128}, one)
    n = 1 << 24
    run("struct_step_planes", n // 128, 128, [f32(n)] * 6 + [number(n), real(0.01)],
        {"n": n, "block": 128}, one)
    for n in [500000, 1 << 25]:
        run("struct_luminance", ceil_div(n, 256), 256, [f32(3 * n), f32(n, "zero"), number(n)],
            {"n": n, "block": 256}, one)
    n = 6000000
    run("struct_interest", ceil_div(n, 256), 256, [f64(5 * n), number(n)],
        {"n": n, "block": 256}, one)


def add_gathers(lists):
    run = Fresh(lists, "moves")
    one = SINGLE
    for table, quads, n in [(1 << 15, 16, 1 << 15), (1 << 19, 48, 1 << 18)]:
        run("gather_rows", (ceil_div(n, 8)), (16, 8) if quads == 16 else (32, 8),
            [f32(4 * table * quads), s32(n, "random=%d" % table), f32(4 * n * quads, "zero"),
             number(quads), number(n)], {"table": table, "quads": quads, "n": n}, one)
    for values, n, index in [(1 << 16, 1 << 20, "random=65536"),
                             (1 << 24, 1 << 23, "random=%d" % (1 << 24)),
                             (1 << 24, 1 << 24, "gather=9")]:
        run("gather_cached", n // 256, 256, [f64(values), u32(n, index), f64(n, "zero"),
            number(n)], {"values": values, "n": n, "index": index}, one)
    n = 1 << 23
    run("gather_twice", 1056, 256, [s32(n, "random=%d" % (1 << 18)),
        s32(1 << 18, "random=%d" % (1 << 20)), f32(1 << 20), f32(n, "zero"), number(n)],
        {"n": n, "blocks": 1056}, one)
    for count, n in [(1025, 1 << 20), (4000000, 1 << 24)]:
        run("gather_between", n // 256, 256, [f32(count), f32(n, "random=1"), f32(n, "zero"),
            number(count), number(n)], {"count": count, "n": n}, one)
    n = 1 << 24
    run("gather_curve", 528, 256, [u8(4 * n), u8(4 * n, "zero"), u8(256), number(n)],
        {"n": n, "blocks": 528}, one)


def add_transposes(lists):
    run = Fresh(lists, "moves")
    one = SINGLE
    width, height, block = 3000, 2000, (32, 8)
    run("transpose_guarded", (ceil_div(width, block[0]), ceil_div(height, block[1])), block,
        [f32(width * height), f32(width * height, "zero"), number(width), number(height)],
        {"width": width, "height": height}, one)
    for width, height in [(512, 512), (5000, 7000)]:
        run("transpose_tile_16", (ceil_div(width, 16), ceil_div(height, 16)), (16, 16),
            [f32(width * height), f32(width * height, "zero"), number(width), number(height)],
            {"width": width, "height": height}, one)
    for entry in ["transpose_f64", "transpose_f64_padded"]:
        n = 4096
        run(entry, (n // 32, n // 32), (32, 8), [f64(n * n), f64(n * n, "zero"), number(n)],
            {"n": n}, one)
    rows, columns, batch = 512, 64, 512
    run("transpose_batch_half", (columns // 32, rows // 32, batch), (32, 4),
        [f16(batch * rows * columns), f16(batch * rows * columns, "zero"), number(rows),
         number(columns)], {"rows": rows, "columns": columns, "batch": batch}, one)
    for channels, side, pictures in [(3, 224, 32), (256, 56, 32)]:
        total = channels * side * side * pictures
        run("transpose_channels", ceil_div(total, 256), 256, [f32(total), f32(total, "zero"),
            number(channels), number(side * side), number(total)],
            {"channels": channels, "side": side, "pictures": pictures}, one)


def product(array, m, n, k):
    return [array(m * k), array(k * n), array(m * n, "zero")]


def add_products(lists):
    run = Fresh(lists, "gemms")
    for m, n, k, block in [(300, 300, 300, (16, 16)), (1000, 1500, 800, (32, 8))]:
        run("gemm_simple", (ceil_div(n, block[0]), ceil_div(m, block[1])), block,
            product(f32, m, n, k) + [number(m), number(n), number(k), real(1.5), real(0.5)],
            {"m": m, "n": n, "k": k, "block_x": block[0], "block_y": block[1]})
    for tile, m, n, k in [(16, 1000, 1000, 1000), (32, 1000, 2000, 500), (32, 3072, 3072, 3072)]:
        run("gemm_tile_%d" % tile, (ceil_div(n, tile), ceil_div(m, tile)), (tile, tile),
            product(f32, m, n, k) + [number(m), number(n), number(k)], {"m": m, "n": n, "k": k})
    n = 2048
    run("gemm_column_8", (n // 64, n // 64), 512, product(f32, n, n, n) + [number(n), number(n)],
        {"n": n})
    for n in [1024, 4096]:
        run("gemm_square_8", (n // 128, n // 128), 256, product(f32, n, n, n) + [number(n),
            number(n)], {"n": n})
    for n in [512, 2048]:
        run("gemm_ahead_f32", (n // 64, n // 64), 256, product(f32, n, n, n) + [number(n),
            number(n)], {"n": n})
    n = 1536
    run("gemm_ahead_f64", (n // 64, n // 64), 256, product(f64, n, n, n) + [number(n), number(n)],
        {"n": n})
    for n in [512, 2048]:
        run("gemm_wmma_direct", (n // 64, n // 16), (32, 4), [f16(n * n), f16(n * n),
            f32(n * n, "zero"), number(n), number(n), number(n)], {"n": n})
    n = 2048
    run("gemm_wmma_bytes", (n // 64, n // 64), 128, [u8(n * n, "random=128"),
        u8(n * n, "random=128"), s32(n * n, "zero"), number(n), number(n)], {"n": n})
    for n in [1024, 4096]:
        run("gemm_mma_async", (n // 128, n // 128), 256, [f16(n * n), f16(n * n),
            f32(n * n, "zero"), number(n), number(n)], {"n": n}, shared=56832)
    for m, k, share in [(1 << 17, 256, 256), (1 << 14, 4096, 512)]:
        run("gemm_narrow", (m // 128, k // share), 128, [f32(m * k), f32(k * 16),
            f32(16 * m, "zero"), number(m), number(k), number(share)],
            {"m": m, "k": k, "share": share})
    rows, columns = 8000, 8000
    run("matvec_block", rows, 128, [f64(rows * columns), f64(columns), f64(rows, "zero"),
        number(columns)], {"rows": rows, "columns": columns})
    n = 4096
    run("matvec_pair", n // 128, 128, [f32(n * n), f32(n * n), f32(n), f32(n, "zero"), real(1.2),
        real(0.8), number(n)], {"n": n, "block": 128})
    run("gemm_syrk", (512 // 32, 512 // 8), (32, 8), [f64(512 * 512), f64(512 * 512),
        number(512), number(512)], {"n": 512, "m": 512})


def add_stencils(lists):
    run = Fresh(lists, "grids")
    one = SINGLE
    for macros, array, nx, ny, block in [(SINGLE, f32, 512, 512, (16, 16)),
                                         (SINGLE, f32, 8000, 6000, (64, 4)),
                                         (DOUBLE, f64, 4096, 4096, (32, 8))]:
        run("stencil_jacobi", (ceil_div(nx, block[0]), ceil_div(ny, block[1])), block,
            [array(nx * ny), array(nx * ny, "zero"), number(nx), number(ny)],
            {"nx": nx, "ny": ny, "block_x": block[0], "block_y": block[1]}, macros)
    for width, steps in [(1024, 1), (4096, 3)]:
        side = ceil_div(width, 16 - 2 * steps)
        run("stencil_heat_steps", (side, side), (16, 16), [f32(width * width), f32(width * width),
            f32(width * width, "zero"), number(width), number(width), number(steps), real(0.1),
            real(0.12), real(0.05)], {"width": width, "steps": steps}, one)
    for nx, ny, nz, block in [(128, 128, 64, (32, 4, 2)), (512, 512, 256, (16, 4, 4))]:
        run("stencil_cube_7", (nx // block[0], ny // block[1], nz // block[2]), block,
            [f32(nx * ny * nz), f32(nx * ny * nz, "zero"), number(nx), number(ny), number(nz)],
            {"nx": nx, "ny": ny, "nz": nz, "block_x": block[0]}, one)
    n = 322
    run("stencil_cube_27", (ceil_div(n - 2, 32), ceil_div(n - 2, 8), n - 2), (32, 8),
        [f64(n ** 3), f64(n ** 3, "zero"), number(n)], {"n": n}, one)
    for nx, ny, nz in [(136, 136, 136), (520, 520, 264)]:
        run("stencil_far", ((nx - 8) // 32, (ny - 8) // 8), (32, 8), [f32(nx * ny * nz),
            f32(nx * ny * nz, "zero"), number(nx), number(ny), number(nz), real(0.5), real(0.1),
            real(0.05), real(0.02), real(0.01)], {"nx": nx, "ny": ny, "nz": nz}, one)
    for rows, columns in [(502, 458), (4096, 4096)]:
        run("stencil_edges", ceil_div(rows * columns, 512), 512, [f32(rows * columns),
            f32(rows * columns, "zero"), real(0.05), number(rows), number(columns)],
            {"rows": rows, "columns": columns}, one)
    n = 50000000
    run("stencil_line_shared", ceil_div(n, 256), 256, [s32(n, "random=1000"), s32(n, "zero"),
        number(n)], {"n": n, "block": 256}, one, shared=4 * (256 + 14))


def add_convolutions(lists):
    run = Fresh(lists, "grids")
    one = SINGLE
    for entry, constant, width, height in [
            ("conv_clamped", "weights f32[25]:signed", 640, 480),
            ("conv_clamped", "weights f32[25]:signed", 5000, 5000),
            ("conv_tile_7", "square f32[49]:signed", 1920, 1080),
            ("conv_tile_7", "square f32[49]:signed", 6000, 4000)]:
        run(entry, (ceil_div(width, 16), ceil_div(height, 16)), (16, 16), [f32(width * height),
            f32(width * height, "zero"), number(width), number(height)],
            {"width": width, "height": height}, one, constants=[constant])
    for width, height in [(1024, 1024), (8192, 6144)]:
        image = [f32(width * height), f32(width * height, "zero"), number(width)]
        run("conv_rows", (width // 256, height // 4), (64, 4), image,
            {"width": width, "height": height}, one, constants=["line f32[17]:signed"])
    run("conv_columns", (width // 32, height // 8), (32, 8), image + [number(height)],
        {"width": width, "height": height}, one, constants=["line f32[17]:signed"])
    for pictures, channels, kernels, side in [(1, 3, 32, 224), (8, 64, 64, 56)]:
        blocks = ceil_div(side - 2, 16)
        run("conv_layer", (blocks, blocks, pictures * kernels), (16, 16),
            [f32(pictures * channels * side * side), f32(kernels * channels * 9),
             f32(pictures * kernels * (side - 2) ** 2, "zero"), number(channels), number(kernels),
             number(side), number(side)],
            {"pictures": pictures, "channels": channels, "kernels": kernels, "side": side}, one)
    width, height = 12000, 9000
    run("conv_bytes", (ceil_div(width, 32), ceil_div(height, 8)), (32, 8),
        [u8(width * height), u8(width * height, "zero"), number(width), number(height)],
        {"width": width, "height": height}, one)


def add_folds(lists):
    run = Fresh(lists, "folds")
    one = SINGLE
    for n, block in [(1 << 20, 128), (33554432, 512)]:
        blocks = n // (2 * block)
        run("fold_tree", blocks, block, [f32(n), f32(blocks, "zero"), number(n)],
            {"n": n, "block": block}, one, shared=4 * block)
    for macros, array, n, blocks in [(SINGLE, f32, 1 << 22, 64), (SINGLE, f32, 1 << 27, 528),
                                     (DOUBLE, f64, 1 << 25, 264)]:
        run("fold_lanes", blocks, 512, [array(n), array(blocks, "zero"), wide(n)],
            {"n": n, "blocks": blocks}, macros)
    for n, blocks in [(1 << 20, 4096), (1 << 26, 1320)]:
        run("fold_atomic", blocks, 256, [s32(n), s32(1, "zero"), number(n)],
            {"n": n, "blocks": blocks}, one)
    n = 1 << 24
    run("fold_largest", 1056, 256, [f32(4 * n), s32(1, "zero"), number(n)],
        {"n": n, "blocks": 1056}, one)
    for blocks, share in [(128, 4096), (8192, 2048)]:
        run("fold_range", blocks, 256, [f64(blocks * share), f64(blocks, "zero"),
            f64(blocks, "zero"), number(share)], {"blocks": blocks, "share": share}, one)
    for rows, columns in [(4096, 1000), (2048, 16384)]:
        run("fold_column_means", ceil_div(columns, 32), (32, 8), [f32(rows * columns),
            f32(columns, "zero"), number(rows), number(columns)],
            {"rows": rows, "columns": columns}, one)
    rows, columns = 32768, 2048
    run("fold_welford", rows // 8, 256, [f32(rows * columns), f32(2 * rows, "zero"),
        number(rows), number(columns)], {"rows": rows, "columns": columns}, one)


def add_scans(lists):
    run = Fresh(lists, "folds")
    one = SINGLE
    n = 1 << 25
    run("prefix_tree", n // 1024, 512, [s32(n, "random=10"), s32(n, "zero"),
        s32(n // 1024, "zero")], {"n": n}, one)
    n, block = 1 << 26, 512
    run("prefix_lanes", n // 4 // block, block, [s32(n, "random=10"), s32(n, "zero"),
        s32(n // 4 // block, "zero"), number(n // 4)], {"n": n, "block": block}, one)
    n = 1 << 25
    run("prefix_add", n // 256, 256, [s32(n, "random=10"), s32(n // 1000 + 1, "iota"),
        number(1000), number(n)], {"n": n, "per": 1000}, one)
    for n, values, blocks in [(1 << 22, 256, 528), (1 << 20, 4, 528)]:
        run("hist_plain", blocks, 256, [u8(n, "random=%d" % values), u32(256, "zero"), wide(n)],
            {"n": n, "values": values, "blocks": blocks}, one)
    for n, block in [(1 << 18, 192), (1 << 24, 512)]:
        run("hist_words", 264, block, [u8(4 * n), u32(256, "zero"), number(n)],
            {"n": n, "blocks": 264, "block": block}, one)
    for blocks, share, bins in [(256, 8192, 64), (1024, 32768, 5000)]:
        run("hist_floats", blocks, 256, [f32(blocks * share, "random=1"),
            s32(blocks * bins, "zero"), number(bins), number(share)],
            {"blocks": blocks, "share": share, "bins": bins}, one, shared=4 * bins)


def add_rows(lists):
    run = Fresh(lists, "tables")
    one = SINGLE
    for rows, columns in [(8192, 64), (20000, 1000)]:
        run("softmax_naive", ceil_div(rows, 128), 128, [f32(rows * columns),
            f32(rows * columns, "zero"), number(rows), number(columns)],
            {"rows": rows, "columns": columns}, one)
    for rows, columns, block in [(1024, 1000, 256), (16384, 5000, 512)]:
        run("softmax_tree", rows, block, [f32(rows * columns), f32(rows * columns, "zero"),
            number(columns)], {"rows": rows, "columns": columns, "block": block}, one,
            shared=4 * block)
    rows, pairs = 65536, 512
    run("softmax_online", rows // 4, (32, 4), [f16(2 * rows * pairs),
        f16(2 * rows * pairs, "zero"), number(rows), number(pairs)],
        {"rows": rows, "pairs": pairs}, one)
    for rows, columns, block in [(512, 768, 192), (16384, 4096, 256), (4096, 16384, 1024)]:
        run("layernorm_kept", rows, block, [f32(rows * columns), f32(columns), f32(columns),
            f32(rows * columns, "zero"), number(columns // 4)],
            {"rows": rows, "columns": columns, "block": block}, one, shared=4 * columns)
    rows, columns = 65536, 768
    run("layernorm_half", rows // 8, 256, [f16(rows * columns), f16(columns), f16(columns),
        f16(rows * columns, "zero"), number(rows), number(columns)],
        {"rows": rows, "columns": columns}, one)


def compressed(array, rows, width, columns):
    """Starts, counts, columns, values and x, y of rows with up to `width`."""
    return [s32(rows, "step=%d" % width), s32(rows, "random=%d" % (width + 1)),
            s32(rows * width, columns), array(rows * width), array(rows), array(rows, "zero"),
            number(rows)]


def add_sparse(lists):
    run = Fresh(lists, "tables")
    for rows, width, columns in [(1 << 16, 8, "band=8"), (1 << 20, 16, "random=%d" % (1 << 20))]:
        run("sparse_rows", rows // 256, 256, compressed(f32, rows, width, columns),
            {"rows": rows, "width": width, "columns": columns}, SINGLE)
    for macros, array, lanes, rows, width, columns in [
            (SINGLE, f32, 8, 1 << 17, 32, "band=32"),
            (DOUBLE, f64, 8, 1 << 20, 24, "random=%d" % (1 << 20)),
            (SINGLE, f32, 32, 1 << 15, 200, "random=%d" % (1 << 15)),
            (DOUBLE, f64, 32, 1 << 18, 128, "random=%d" % (1 << 18))]:
        run("sparse_lanes_%d" % lanes, rows * lanes // 128, 128,
            compressed(array, rows, width, columns),
            {"rows": rows, "width": width, "columns": columns}, macros)
    for n, share in [(1 << 20, 10), (1 << 24, 27)]:
        rows = n // share + 1
        run("sparse_triples", 1056, 256, [s32(n, "iota"), s32(n, "random=%d" % rows), f64(n),
            f64(rows), f64(rows, "zero"), number(share), number(n)],
            {"n": n, "share": share, "blocks": 1056}, SINGLE)
    rows, width = 1 << 20, 27
    run("sparse_padded", rows // 256, 256, [s32(rows * width, "random=%d" % rows),
        f64(rows * width), f64(rows), f64(rows, "zero"), number(rows), number(width)],
        {"rows": rows, "width": width}, SINGLE)


def add_sorts_and_bodies(lists):
    run = Fresh(lists, "control")
    one = SINGLE
    for n, j, k in [(1 << 18, 4096, 1 << 15), (1 << 24, 1, 1024), (1 << 24, 1 << 22, 1 << 23)]:
        run("bitonic_memory", n // 256, 256, [f32(n), number(j), number(k)],
            {"n": n, "j": j, "k": k}, one)
    for n in [1 << 17, 1 << 22]:
        run("bitonic_pairs", n // 1024, 512, [u32(n), u32(n, "iota"), number(1)], {"n": n}, one)
    n = 1 << 21
    run("bitonic_own", n // 128, 128, [s32(8 * n), s32(8 * n, "zero"), number(n)], {"n": n}, one)
    for n, block in [(4096, 64), (65536, 256)]:
        run("body_tiles", n // block, block, [f32(4 * n), f32(4 * n, "zero"), number(n),
            real(0.01)], {"n": n, "block": block}, one, shared=16 * block)
    for n in [2048, 12000]:
        run("body_direct", ceil_div(n, 128), 128, [f64(n), f64(n), f64(n), f64(n, "zero"),
            number(n)], {"n": n, "block": 128}, one)
    for n, near, limit in [(1 << 16, 64, 0.5), (1 << 20, 128, 2.0)]:
        run("body_cutoff", n // 256, 256, [f32(4 * n), f32(n, "zero"), number(n), number(near),
            real(limit)], {"n": n, "near": near}, one)


def add_fractals_and_chases(lists):
    run = Fresh(lists, "control")
    one = SINGLE
    for macros, name, width, height, most in [(SINGLE, "f32", 512, 512, 100),
                                              (SINGLE, "f32", 4000, 3000, 1000),
                                              (DOUBLE, "f64", 2048, 1536, 500)]:
        run("fractal_counts", (ceil_div(width, 16), ceil_div(height, 16)), (16, 16),
            ["u16[%d]:zero" % (width * height), number(width), number(height),
             "%s=-2.2" % name, "%s=-1.2" % name, "%s=%.9g" % (name, 3.2 / width), number(most)],
            {"width": width, "height": height, "most": most}, macros)
    run("fractal_colours", 264, 256, [u8(4 * 3840 * 2160, "zero"), number(3840), number(2160),
        real(-0.8), real(0.156)], {"width": 3840, "height": 2160, "blocks": 264}, one)
    for n, every, grid, block, hops in [(1 << 12, 8, 1, 1, 8192), (1 << 22, 16, 1, 32, 4096),
                                        (1 << 24, 32, 132, 64, 1024)]:
        apart = n // every // (grid * block) * every
        run("chase_places", grid, block, [u32(n, "cycle=%d" % every), u32(grid * block, "zero"),
            number(hops), number(apart)], {"n": n, "every": every, "hops": hops}, one)
    for n, nodes in [(1 << 14, 1 << 16), (1 << 20, 1 << 23)]:
        run("chase_lists", n // 128, 128, [s32(4 * nodes, "random=%d" % nodes),
            s32(n, "random=%d" % nodes), f64(n, "zero"), number(n), number(100)],
            {"n": n, "nodes": nodes}, one)


def add_branches_and_loops(lists):
    run = Fresh(lists, "control")
    one = SINGLE
    n, codes = 1 << 24, 8
    run("branch_codes", n // 256, 256, [u8(n, "random=%d" % codes), f32(n), f32(n, "zero"),
        number(n)], {"n": n, "codes": codes}, one)
    for lanes in [16, 32]:
        run("branch_lanes", 2112, 128, [f32(2112 * 128), number(lanes), number(500)],
            {"lanes": lanes, "rounds": 500}, one)
    run("branch_stairs", 528, 512, [f64(528 * 512, "zero"), number(4)], {"rounds": 4}, one)
    n = 1 << 22
    run("loop_divisor", n // 256, 256, [u32(n), u32(n), u32(n, "zero"), number(n)],
        {"n": n, "block": 256}, one)
    n = 1 << 20
    run("loop_roots", n // 128, 128, [f64(n), f64(n, "zero"), number(n)], {"n": n}, one)
    for n, blocks in [(1 << 15, 128), (1 << 21, 2112)]:
        run("loop_pieces", blocks, 256, [s32(n, "step=64"), s32(n, "random=65"), u8(64 * n),
            u32(n, "zero"), number(n)], {"n": n, "blocks": blocks}, one)
    n = 1 << 18
    run("loop_primes", n // 256, 256, [s32(1, "zero"), "u32=3000000", number(n)], {"n": n}, one)
    n = 1 << 24
    run("calc_functions", n // 256, 256, [f32(n), f32(n, "zero"), number(n)], {"n": n}, one)
    run("calc_circle", 1056, 256, ["u64[1]:zero", number(256)], {"rounds": 256}, one)


def add(lists):
    add_copies(lists)
    add_gathers(lists)
    add_transposes(lists)
    add_products(lists)
    add_stencils(lists)
    add_convolutions(lists)
    add_folds(lists)
    add_scans(lists)
    add_rows(lists)
    add_sparse(lists)
    add_sorts_and_bodies(lists)
    add_fractals_and_chases(lists)
    add_branches_and_loops(lists)

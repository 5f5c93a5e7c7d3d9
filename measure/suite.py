"""The wider validation suite: kernels of every kind, several sizes, shapes and precisions each."""

MIB = 1 << 20


def ceil_div(a, b):
    return -(-a // b)


def f32(n, contents="signed"):
    return "f32[%d]:%s" % (n, contents)


def s32(n, contents="signed"):
    return "s32[%d]:%s" % (n, contents)


class Suite:
    """One source file of the suite: launches with fewer words."""

    def __init__(self, lists, file):
        self.lists = lists
        self.source = "measure/suite/%s.cu" % file

    def __call__(self, entry, grid, block, arguments, parameters, macros=None, **rest):
        self.lists.launch(self.source, entry, grid, block, arguments, parameters, macros=macros,
                          **rest)


def add_copies(lists):
    run = Suite(lists, "copies")
    types = [("unsigned char", "u8", 1), ("unsigned short", "u16", 2), ("float2", "f32", 8),
             ("double", "f64", 8), ("float4", "f32", 16)]
    for name, short, size in types:
        n = 256 * MIB // max(size, 4)
        count = n * (size // 4) if short == "f32" else n
        run("copy_typed", n // 256, 256,
            ["%s[%d]:signed" % (short, count), "%s[%d]:zero" % (short, count), "s32=%d" % n],
            {"n": n, "BLOCK": 256}, {"TYPE": name})
    for shift in [1, 4, 8, 17]:
        n = 1 << 25
        run("copy_shifted", n // 256, 256, [f32(n + 32), f32(n, "zero"), "s32=%d" % n,
            "s32=%d" % shift], {"n": n, "shift": shift, "BLOCK": 256})
    for n, blocks, block in [(1 << 22, 528, 256), (1 << 26, 1056, 256), (1 << 26, 132, 1024),
                             (1 << 26, 264, 128)]:
        run("copy_grid_stride", blocks, block, [f32(n), f32(n, "zero"), "s32=%d" % n],
            {"n": n, "blocks": blocks, "BLOCK": block})
    for per_thread, block in [(2, 256), (4, 256), (8, 128)]:
        n = 1 << 26
        run("copy_batched", n // block // per_thread, block, [f32(n), f32(n, "zero"), "s32=%d" % n],
            {"n": n, "BLOCK": block}, {"PER_THREAD": per_thread})
    for kib in [0, 28, 56, 75, 112, 200]:
        n = 1 << 25
        run("copy_held", n // 256, 256, [f32(n), f32(n, "zero"), "s32=%d" % n],
            {"n": n, "BLOCK": 256, "shared_kib": kib}, shared=kib * 1024)
    for n, block in [(1 << 22, 256), (1 << 26, 256), (1 << 26, 512)]:
        run("fill", n // block, block, [f32(n, "zero"), "f32=1.5", "s32=%d" % n],
            {"n": n, "BLOCK": block})
    for n in [1 << 20, 1 << 25]:
        run("triad_f64", n // 256, 256,
            ["f64[%d]:zero" % n, "f64[%d]:signed" % n, "f64[%d]:signed" % n, "f64=0.5",
             "s32=%d" % n], {"n": n, "BLOCK": 256})
    for run_length in [2, 8, 32]:
        n = 1 << 25
        run("copy_runs", n // run_length // 256, 256, [f32(n), f32(n, "zero"), "s32=%d" % n,
            "s32=%d" % run_length], {"n": n, "run": run_length, "BLOCK": 256})


def add_structures(lists):
    run = Suite(lists, "structures")
    n = 1 << 23
    for fields in [3, 4, 8]:
        for entry in ["aos_first_field", "aos_norm", "soa_norm"]:
            run(entry, n // 256, 256, [f32(n * fields), f32(n, "zero"), "s32=%d" % n],
                {"n": n, "BLOCK": 256}, {"FIELDS": fields})
    for n, contents in [(1 << 20, "random=%d" % (1 << 20)), (1 << 24, "random=%d" % (1 << 24)),
                        (1 << 24, "gather=33"), (1 << 26, "random=%d" % (1 << 26))]:
        run("gather", n // 256, 256, [f32(n), s32(n, contents), f32(n, "zero"), "s32=%d" % n],
            {"n": n, "index": contents, "BLOCK": 256})
    for n, contents in [(1 << 20, "random=%d" % (1 << 20)), (1 << 24, "random=%d" % (1 << 24)),
                        (1 << 24, "gather=5")]:
        run("scatter", n // 256, 256, [f32(n), s32(n, contents), f32(n, "zero"), "s32=%d" % n],
            {"n": n, "index": contents, "BLOCK": 256})
    for rows, width in [(1 << 18, 64), (1 << 16, 512)]:
        run("embedding", rows // 8, (32, 8), [f32((1 << 18) * width),
            s32(rows, "random=%d" % (1 << 18)), f32(rows * width, "zero"),
            "s32=%d" % rows, "s32=%d" % width], {"rows": rows, "width": width})
    n = 1 << 24
    run("grey", n // 256, 256, ["u8[%d]:random=256" % (3 * n), "u8[%d]:zero" % n, "s32=%d" % n],
        {"n": n, "BLOCK": 256})
    for values in [256, 8]:
        run("table_lookup", n // 256, 256, ["u8[%d]:random=%d" % (n, values), "u32[256]:signed",
            "u32[%d]:zero" % n, "s32=%d" % n], {"n": n, "values": values, "BLOCK": 256})


def square(n, size="f32"):
    return ["%s[%d]:signed" % (size, n * n)] * 2 + ["%s[%d]:zero" % (size, n * n), "s32=%d" % n]


def add_products(lists):
    run = Suite(lists, "products")
    for n, tile in [(1024, 16), (1024, 32), (2048, 32)]:
        run("mm_coarse", (n // tile, n // tile), (tile, tile // 4), square(n), {"n": n},
            {"TILE": tile})
    for n, per_thread in [(1024, 4), (2048, 4), (2048, 8), (4096, 8)]:
        side = 16 * per_thread
        run("mm_registers", (n // side, n // side), 256, square(n), {"n": n},
            {"PER_THREAD": per_thread})
    for n, tile in [(1024, 16), (1024, 32)]:
        run("mm_tiled_f64", (n // tile, n // tile), (tile, tile), square(n, "f64"), {"n": n},
            {"TILE": tile})
    for n, tile in [(1024, 16), (1024, 32)]:
        run("mm_tiled_half2", (n // tile, n // tile), (tile // 2, tile), square(n, "f16"), {"n": n},
            {"TILE": tile})
    for n in [1024, 4096]:
        run("mm_tensor", (n // 64, n // 64), 128,
            ["f16[%d]:signed" % (n * n)] * 2 + [f32(n * n, "zero"), "s32=%d" % n], {"n": n})
    for n in [2048, 8192]:
        vector = [f32(n * n), f32(n), f32(n, "zero"), "s32=%d" % n]
        run("mv_thread_row", n // 64, 64, vector, {"n": n, "BLOCK": 64})
        run("mv_warp_row", n // 8, (32, 8), vector, {"n": n})
        run("mv_thread_column", n // 64, 64, vector, {"n": n, "BLOCK": 64})
    for n in [1024, 4096]:
        run("floyd_round", (n // 32, n // 8), (32, 8), [s32(n * n, "random=1000"), "s32=%d" % n,
            "s32=17"], {"n": n, "k": 17})


def add_stencils(lists):
    run = Suite(lists, "stencils")
    for real, short, n, x, y in [("float", "f32", 4096, 32, 8), ("float", "f32", 8192, 32, 8),
                                 ("double", "f64", 4096, 32, 8), ("float", "f32", 8192, 64, 4)]:
        run("stencil_9", (n // x, n // y), (x, y), ["%s[%d]:signed" % (short, n * n),
            "%s[%d]:zero" % (short, n * n), "s32=%d" % n, "s32=%d" % n],
            {"width": n, "height": n, "block_x": x, "block_y": y}, {"REAL": real})
    image = lambda n: [f32(n * n), f32(n * n, "zero"), "s32=%d" % n, "s32=%d" % n]
    for n, x, y in [(4096, 32, 8), (4096, 16, 16), (8192, 32, 32)]:
        run("stencil_5_shared", (n // x, n // y), (x, y), image(n), {"width": n, "height": n},
            {"BLOCK_X": x, "BLOCK_Y": y})
    cube = lambda n, short: ["%s[%d]:signed" % (short, n ** 3), "%s[%d]:zero" % (short, n ** 3)] \
        + ["s32=%d" % n] * 3
    for n, real, short, x, y, z in [(256, "float", "f32", 32, 4, 2),
                                    (512, "float", "f32", 32, 4, 2),
                                    (512, "float", "f32", 8, 8, 8),
                                    (256, "double", "f64", 32, 8, 1)]:
        run("stencil_7", (n // x, n // y, n // z), (x, y, z), cube(n, short),
            {"n": n, "block_x": x, "block_y": y, "block_z": z}, {"REAL": real})
    for n, x, y in [(256, 32, 8), (512, 32, 8)]:
        run("stencil_7_column", (n // x, n // y), (x, y), cube(n, "f32"),
            {"n": n, "block_x": x, "block_y": y})
    for radius in [2, 8]:
        n = 1 << 25
        run("stencil_line", n // 256, 256, [f32(n), f32(n, "zero"), "s32=%d" % n],
            {"n": n, "BLOCK": 256}, {"RADIUS": radius})
    for n, radius, x, y in [(4096, 1, 32, 8), (4096, 3, 32, 8), (4096, 3, 16, 16)]:
        constants = ["weights f32[%d]:signed" % ((2 * radius + 1) ** 2)]
        run("convolve_2d", (n // x, n // y), (x, y), image(n),
            {"width": n, "height": n, "block_x": x, "block_y": y}, {"RADIUS": radius},
            constants=constants)
        run("convolve_2d_shared", (n // x, n // y), (x, y), image(n), {"width": n, "height": n},
            {"RADIUS": radius, "BLOCK_X": x, "BLOCK_Y": y}, constants=constants)
    n = 4096
    run("life", (n // 32, n // 8), (32, 8), ["u8[%d]:random=2" % (n * n), "u8[%d]:zero" % (n * n),
        "s32=%d" % n, "s32=%d" % n], {"width": n, "height": n, "block_x": 32, "block_y": 8})


def add_reductions(lists):
    run = Suite(lists, "reductions")
    for entry in ["reduce_interleaved", "reduce_conflicts", "reduce_halves"]:
        wide = [(1 << 25, 1024)] if entry == "reduce_halves" else []
        for n, block in [(1 << 22, 256), (1 << 25, 256)] + wide:
            run(entry, n // block, block, [f32(n // block, "zero"), f32(n)], {"n": n},
                {"BLOCK": block})
    for n in [1 << 20, 1 << 24]:
        run("reduce_atomic_warp", n // 256, 256, [f32(1, "zero"), f32(n)], {"n": n, "BLOCK": 256})
    for slots in [1, 64, 1 << 16]:
        n = 1 << 22
        run("reduce_atomic_thread", n // 256, 256, [s32(slots, "zero"), s32(n), "s32=%d" % slots],
            {"n": n, "slots": slots, "BLOCK": 256})
    for n, blocks in [(1 << 24, 1056), (1 << 26, 528)]:
        run("dot", blocks, 256, [f32(1, "zero"), f32(n), f32(n), "s32=%d" % n],
            {"n": n, "blocks": blocks}, {"BLOCK": 256})
    for rows, columns in [(4096, 16384), (16384, 4096)]:
        arguments = lambda out: [f32(rows * columns), f32(out, "zero"), "s32=%d" % rows,
                                 "s32=%d" % columns]
        run("column_sums", columns // 128, 128, arguments(columns),
            {"rows": rows, "columns": columns, "BLOCK": 128})
        run("row_sums", rows // 128, 128, arguments(rows),
            {"rows": rows, "columns": columns, "BLOCK": 128})
    for entry in ["scan_steps", "scan_tree", "scan_shuffle"]:
        for n, block in [(1 << 22, 256), (1 << 25, 256), (1 << 25, 512)]:
            each = 2 if entry == "scan_tree" else 1
            run(entry, n // block // each, block, [s32(n), s32(n, "zero")], {"n": n},
                {"BLOCK": block})
    for bins, values in [(256, 256), (4096, 4096), (256, 2)]:
        n = 1 << 24
        run("histogram_global", 1056, 256, ["u32[%d]:zero" % bins,
            "u32[%d]:random=%d" % (n, values), "s32=%d" % n],
            {"n": n, "values": values, "blocks": 1056, "BLOCK": 256}, {"BINS": bins})
    for values in [256, 4]:
        n = 1 << 26
        run("histogram_warp", 1056, 256, ["u32[256]:zero", "u8[%d]:random=%d" % (n, values),
            "s32=%d" % n], {"n": n, "values": values, "blocks": 1056}, {"BLOCK": 256})


def add_rows(lists):
    run = Suite(lists, "rows")
    for rows, columns, block in [(4096, 1024, 256), (16384, 4096, 256), (2048, 32768, 1024)]:
        run("softmax_block", rows, block, [f32(rows * columns), f32(rows * columns, "zero"),
            "s32=%d" % columns], {"rows": rows, "columns": columns}, {"BLOCK": block})
        run("layer_norm", rows, block, [f32(rows * columns), f32(columns), f32(columns),
            f32(rows * columns, "zero"), "s32=%d" % columns], {"rows": rows, "columns": columns},
            {"BLOCK": block})
    for rows, columns in [(65536, 256), (65536, 1024)]:
        run("softmax_warp", rows // 8, (32, 8), [f32(rows * columns), f32(rows * columns, "zero"),
            "s32=%d" % rows, "s32=%d" % columns], {"rows": rows, "columns": columns})
    for n in [1 << 22, 1 << 25]:
        run("gelu", n // 256, 256, [f32(n), f32(n, "zero"), "s32=%d" % n], {"n": n, "BLOCK": 256})
    for rows, each, contents in [(1 << 17, 16, "band=16"), (1 << 18, 32, "random=%d" % (1 << 18)),
                                 (1 << 20, 16, "random=%d" % (1 << 20))]:
        entries = rows * each
        matrix = [s32(rows + 1, "step=%d" % each), s32(entries, contents), f32(entries), f32(rows),
                  f32(rows, "zero"), "s32=%d" % rows]
        named = {"rows": rows, "each": each, "columns": contents}
        run("spmv_thread", rows // 256, 256, matrix, {**named, "BLOCK": 256})
        run("spmv_warp", rows // 8, (32, 8), matrix, named)
        anywhere = "random=%d" % rows
        run("spmv_ell", rows // 256, 256, [s32(entries, anywhere), f32(entries), f32(rows),
            f32(rows, "zero"), "s32=%d" % rows, "s32=%d" % each],
            {**named, "columns": anywhere, "BLOCK": 256})


def add_compute(lists):
    run = Suite(lists, "compute")
    bodies = lambda n: [f32(4 * n), f32(4 * n, "zero"), "s32=%d" % n]
    for n in [16384, 65536]:
        run("nbody_global", n // 256, 256, bodies(n), {"n": n, "block": 256})
        run("nbody_shared", n // 256, 256, bodies(n), {"n": n}, {"BLOCK": 256})
    for size, most, x, y in [(2048, 256, 32, 8), (4096, 256, 32, 8), (2048, 1000, 16, 16)]:
        run("mandelbrot", (size // x, size // y), (x, y), [s32(size * size, "zero"),
            "s32=%d" % size, "s32=%d" % size, "s32=%d" % most],
            {"width": size, "height": size, "most": most, "block_x": x, "block_y": y})
    for n, first in [(1 << 20, 1), (1 << 22, 1 << 20)]:
        run("collatz", n // 256, 256, [s32(n, "zero"), "s32=%d" % n, "s32=%d" % first],
            {"n": n, "first": first, "block": 256})
    for n, degree in [(1 << 24, 16), (1 << 24, 256), (1 << 20, 1024)]:
        run("polynomial", n // 256, 256, [f32(n), f32(n, "zero"), "s32=%d" % n, "f32=0.5",
            "f32=0.25"], {"n": n, "block": 256}, {"DEGREE": degree})
    for n, degree in [(1 << 23, 16), (1 << 23, 256)]:
        run("polynomial_f64", n // 256, 256, ["f64[%d]:signed" % n, "f64[%d]:zero" % n,
            "s32=%d" % n, "f64=0.5", "f64=0.25"], {"n": n, "block": 256}, {"DEGREE": degree})
    for n in [1 << 20, 1 << 24]:
        run("black_scholes", n // 256, 256, [f32(n, "random=90")] * 2 + [f32(n, "random=9"),
            f32(n, "zero"), f32(n, "zero"), "s32=%d" % n], {"n": n, "block": 256})
    for n, rounds in [(1 << 22, 64), (1 << 24, 8)]:
        run("hash_rounds", n // 256, 256, ["u32[%d]:signed" % n, "u32[%d]:zero" % n, "s32=%d" % n,
            "s32=%d" % rounds], {"n": n, "rounds": rounds, "block": 256})
    for blocks, rounds in [(1056, 1024), (132, 4096)]:
        run("monte_carlo", blocks, 256, ["u32[%d]:zero" % (blocks * 256), "s32=%d" % rounds],
            {"blocks": blocks, "rounds": rounds, "block": 256})
    for ways in [1, 2, 8, 32]:
        n = 1 << 20
        run("branches", n // 256, 256, [f32(n), f32(n, "zero"), "s32=%d" % n, "s32=%d" % ways,
            "s32=64"], {"n": n, "ways": ways, "rounds": 64, "block": 256})
    for most in [64, 1024]:
        n = 1 << 20
        run("data_loops", n // 256, 256, [s32(n, "random=%d" % most), f32(n, "zero"),
            "s32=%d" % n], {"n": n, "most": most, "block": 256})
    for size, n in [(1 << 16, 1 << 22), (1 << 24, 1 << 22)]:
        run("binary_search", n // 256, 256, [s32(size, "iota"), "s32=%d" % size,
            s32(n, "random=%d" % size), s32(n, "zero"), "s32=%d" % n],
            {"size": size, "n": n, "block": 256})
    for n, blocks, block, steps in [(1 << 22, 1, 32, 1024), (1 << 26, 132, 32, 256),
                                    (1 << 26, 1056, 256, 64)]:
        run("follow", blocks, block, [s32(n, "cycle=1"), s32(blocks * block, "zero"), "s32=%d" % n,
            "s32=%d" % steps, "s32=7919"],
            {"n": n, "blocks": blocks, "block": block, "steps": steps, "spacing": 7919})
    for n, distance, length in [(1 << 22, 1, 2), (1 << 25, 16, 1024), (1 << 25, 1 << 16, 1 << 20)]:
        run("bitonic_pass", n // 256, 256, [s32(n), s32(n, "zero"), "s32=%d" % distance,
            "s32=%d" % length], {"n": n, "distance": distance, "length": length, "block": 256})
    for n, block in [(1 << 22, 256), (1 << 24, 512)]:
        run("bitonic_block", n // block // 2, block, [s32(n), s32(n, "zero")], {"n": n},
            {"BLOCK": block})
    n = 1 << 24
    run("complex_multiply", n // 256, 256, [f32(2 * n), f32(2 * n), f32(2 * n, "zero"),
        "s32=%d" % n], {"n": n, "block": 256})
    for n in [8192, 32768]:
        run("fourier", n // 128, 128, [f32(n), f32(2 * n, "zero"), "s32=%d" % n],
            {"n": n, "block": 128})


def add(lists):
    add_copies(lists)
    add_structures(lists)
    add_products(lists)
    add_stencils(lists)
    add_reductions(lists)
    add_rows(lists)
    add_compute(lists)

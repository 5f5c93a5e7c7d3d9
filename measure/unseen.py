"""A second validation set: kernels written after the models, of kinds the suite has not."""
from suite import f32, s32


class Unseen:
    """One source file of the set: launches with fewer words."""

    def __init__(self, lists, file):
        self.lists = lists
        self.source = "measure/unseen/%s.cu" % file

    def __call__(self, entry, grid, block, arguments, parameters, macros=None, **rest):
        self.lists.launch(self.source, entry, grid, block, arguments, parameters, macros=macros,
                          **rest)


def f16(n, contents="signed"):
    return "f16[%d]:%s" % (n, contents)


def f64(n, contents="signed"):
    return "f64[%d]:%s" % (n, contents)


def u8(n, contents="random=256"):
    return "u8[%d]:%s" % (n, contents)


def u32(n, contents="signed"):
    return "u32[%d]:%s" % (n, contents)


def number(n):
    return "s32=%d" % n


def add_layers(lists):
    run = Unseen(lists, "layers")
    for rows, columns in [(2048, 4096), (8192, 1280)]:
        n = rows * columns // 4
        run("layer_bias_relu_residual", n // 256, 256, [f32(rows * columns), f32(columns),
            f32(rows * columns), f32(rows * columns, "zero"), number(n), number(columns // 4)],
            {"rows": rows, "columns": columns, "block": 256})
    for rows, columns, block in [(4096, 4096, 256), (512, 8192, 1024), (16384, 1024, 128)]:
        run("layer_rms_norm", rows, block, [f32(rows * columns), f32(columns),
            f32(rows * columns, "zero"), number(columns // 4)],
            {"rows": rows, "columns": columns, "block": block})
    for tokens, heads in [(512, 32), (4096, 32)]:
        run("layer_rotary", (heads // 4, tokens), (64, 4), [f32(tokens * heads * 128),
            f32(64, "random=1"), number(heads), number(64)], {"tokens": tokens, "heads": heads})
    for tokens, heads in [(1024, 8), (16384, 32)]:
        run("layer_decode_scores", (tokens // 8, heads), (32, 8), [f32(heads * 128),
            f16(tokens * heads * 128), f32(heads * tokens, "zero"), number(tokens), number(heads)],
            {"tokens": tokens, "heads": heads})
    for tokens, heads, share in [(8192, 32, 64), (16384, 32, 512)]:
        run("layer_decode_values", (tokens // share, heads), 128, [f32(heads * tokens),
            f16(tokens * heads * 128), f32(tokens // share * heads * 128, "zero"), number(tokens),
            number(heads), number(share)], {"tokens": tokens, "heads": heads, "share": share})
    for n in [1 << 20, 1 << 25]:
        run("layer_swiglu", 1056, 256, [f16(2 * n), f16(2 * n), f16(2 * n, "zero"), number(n)],
            {"n": n, "blocks": 1056, "block": 256})
    for rows, columns, block in [(4096, 4096, 256), (1024, 16384, 512)]:
        run("layer_quantise", rows, block, [f32(rows * columns), u8(rows * columns, "zero"),
            f32(rows, "zero"), number(columns // 4)],
            {"rows": rows, "columns": columns, "block": block})
    for n in [1 << 19, 1 << 23]:
        run("layer_dequantise_4bit", n // 256, 256, [u32(n), f16(n // 8), f16(8 * n, "zero"),
            number(n)], {"n": n, "block": 256})
    for rows, columns in [(4096, 1024), (2048, 32768)]:
        run("layer_top_4", rows // 4, (32, 4), [f32(rows * columns), f32(4 * rows, "zero"),
            s32(4 * rows, "zero"), number(columns)], {"rows": rows, "columns": columns})
    for n in [1 << 20, 1 << 25]:
        run("layer_adam", n // 256, 256, [f32(n), f32(n), f32(n), f32(n), number(n), "f32=0.001"],
            {"n": n, "block": 256})
    for rows, table, width in [(16384, 1 << 16, 256), (65536, 1024, 128)]:
        run("layer_scatter_add", rows // 8, (32, 8), [f32(table * width, "zero"),
            s32(rows, "random=%d" % table), f32(rows * width), number(width)],
            {"rows": rows, "table": table, "width": width})


def add_linear(lists):
    run = Unseen(lists, "linear")
    single, double = {"REAL": "float"}, {"REAL": "double"}
    for n in [1 << 18, 1 << 21]:
        run("linear_batched_4x4", n // 128, 128, [f32(16 * n), f32(16 * n), f32(16 * n, "zero"),
            number(n)], {"n": n, "block": 128}, single)
    for n, k in [(2048, 0), (8192, 1000), (8192, 6000)]:
        run("linear_lu_step", (n // 32, n // 8), (32, 8), [f32(n * n), number(n), number(k)],
            {"n": n, "k": k}, single)
    for n, real, array in [(1 << 20, single, f32), (1 << 18, double, f64)]:
        run("linear_solve_8x8", n // 128, 128, [array(36 * n, "random=1"), array(8 * n),
            array(8 * n, "zero"), number(n)], {"n": n, "block": 128}, real)
    for systems, length, real, array in [(1 << 16, 128, single, f32), (1 << 17, 64, double, f64)]:
        n = systems * length
        run("linear_tridiagonal", systems // 128, 128, [array(n), array(n), array(n),
            array(n, "zero"), number(systems), number(length)],
            {"systems": systems, "length": length, "block": 128}, real)
    for rows, each in [(2048, 16), (8192, 8)]:
        run("linear_block_sparse", rows, (16, 16), [s32(rows * each, "random=%d" % rows),
            f32(rows * each * 256), f32(rows * 256), f32(rows * 256, "zero"), number(each)],
            {"rows": rows, "each": each}, single)
    for n, shift, rows, x in [(1 << 22, 4, "iota", 1 << 18), (1 << 23, 0, "random=1048576", 1 << 20)]:
        run("linear_spmv_triples", n // 256, 256, [s32(n, rows), s32(n, "random=%d" % x), f32(n),
            f32(x), f32(1 << 20, "zero"), number(n), number(shift)],
            {"n": n, "rows": rows, "block": 256}, single)
    for n in [1024, 4096]:
        run("linear_gemm_wmma", (n // 128, n // 128), 256, [f16(n * n), f16(n * n),
            f32(n * n, "zero"), number(n)], {"n": n}, single)
    for n in [1024, 4096]:
        run("linear_gemm_dp4a", (n // 64, n // 64), 256, [u8(n * n), u8(n * n), s32(n * n, "zero"),
            number(n)], {"n": n}, single)
    for n, blocks in [(1 << 20, 264), (1 << 26, 1056)]:
        run("linear_dot_half2", blocks, 256, [f16(2 * n), f16(2 * n), f32(1, "zero"), number(n)],
            {"n": n, "blocks": blocks, "block": 256}, single)
    for n in [1024, 6144]:
        run("linear_transpose_lanes", (n // 32, n // 64), 256, [f64(n * n), f64(n * n, "zero"),
            number(n)], {"n": n}, single)
    for blocks, tiles in [(1024, 4), (1056, 32)]:
        n = blocks * tiles * 1024
        run("linear_tiles_ahead", blocks, 256, [f32(n), f32(n, "zero"), number(tiles)],
            {"blocks": blocks, "tiles": tiles}, single)
    for n in [1 << 19, 1 << 24]:
        run("linear_gradient_step", 528, 256, [f64(n), f64(n), f64(n), f64(n), f64(1, "zero"),
            "f64=0.001", number(n)], {"n": n, "blocks": 528}, single)


def add_pictures(lists):
    run = Unseen(lists, "pictures")
    for side, channels in [(56, 256), (224, 64), (512, 128)]:
        run("picture_depthwise", (-(-side // 32), side // 8, channels), (32, 8),
            [f32(side * side * channels), f32(9 * channels), f32(side * side * channels, "zero"),
             number(side), number(side)], {"side": side, "channels": channels})
    for wide in [512, 2048]:
        run("picture_winograd", (wide // 32, wide // 8), (32, 8), [f32((2 * wide + 2) ** 2),
            f32(16 * wide * wide, "zero"), number(wide), number(wide)], {"wide": wide})
    for wide, channels in [(56, 256), (512, 64)]:
        n = wide * wide * channels
        run("picture_max_pool", n // 256, 256, [f32((2 * wide + 1) ** 2 * channels),
            f32(n, "zero"), number(wide), number(wide)], {"wide": wide, "channels": channels})
    for wide, to in [(1024, 2048), (3000, 4500), (4096, 2048)]:
        run("picture_bilinear", (-(-to // 32), -(-to // 8)), (32, 8), [f32(wide * wide),
            f32(to * to, "zero"), number(wide), number(wide), number(to), number(to),
            "f32=%.9g" % (wide / to)], {"wide": wide, "to": to})
    for side, channels in [(56, 128), (256, 128)]:
        run("picture_windows", (-(-side * side // 256), channels), 256,
            [f32(side * side * channels), f32(9 * side * side * channels, "zero"), number(side),
             number(side)], {"side": side, "channels": channels})
    for width, height in [(4096, 2160), (16384, 8192)]:
        run("picture_sobel", (width // 128, height // 8), (32, 8), [u8(width * height),
            u8(width * height, "zero"), number(width // 4), number(height)],
            {"width": width, "height": height})
    for n in [1 << 20, 1 << 25]:
        run("picture_colours", n // 256, 256, [u8(4 * n), u8(4 * n, "zero"), number(n)],
            {"n": n, "block": 256})
    for width, radius, share in [(4096, 4, 64), (8192, 16, 128)]:
        run("picture_box_columns", (width // 128, width // share), 128, [f32(width * width),
            f32(width * width, "zero"), number(width), number(width), number(radius),
            number(share)], {"width": width, "radius": radius, "share": share})
    for entry in ["picture_bilateral", "picture_median"]:
        for width in [1920, 8192]:
            run(entry, (width // 32, width // 8), (32, 8), [f32(width * width),
                f32(width * width, "zero"), number(width), number(width)], {"width": width})


def add_orders(lists):
    run = Unseen(lists, "orders")
    for n, block in [(1 << 20, 256), (1 << 25, 256), (1 << 25, 1024)]:
        run("order_prefix", n // 8 // block, block, [u32(n, "random=100"), u32(n, "zero"),
            u32(n // 8 // block, "zero")], {"n": n, "block": block})
    for n, below in [(1 << 21, 50), (1 << 25, 5), (1 << 25, 90)]:
        run("order_compact", n // 256, 256, [s32(n, "random=100"), s32(n, "zero"),
            s32(n // 256, "zero"), number(below)], {"n": n, "below": below, "block": 256})
    for n, share, shift in [(1 << 22, 4096, 0), (1 << 26, 16384, 8)]:
        run("order_digits", n // share, 256, [u32(n), u32(16 * n // share, "zero"), number(share),
            number(shift)], {"n": n, "share": share, "shift": shift})
    for n in [1 << 20, 1 << 25]:
        run("order_scatter_digits", n // 256, 256, [u32(n), u32(n // 16, "step=16"),
            u32(n, "zero"), number(4), "u32=%d" % (n - 1)], {"n": n, "block": 256})
    for n, every in [(1 << 22, 8), (1 << 26, 64)]:
        run("order_segments", n // 256, 256, [f32(n), u8(n, "random=%d" % every), f32(n, "zero")],
            {"n": n, "every": every, "block": 256})
    for n, step in [(1 << 20, 2), (1 << 23, 1)]:
        run("order_merge", n // 4 // 256, 256, [s32(n, "step=%d" % step), s32(n, "iota"),
            s32(2 * n, "zero"), number(n)], {"n": n, "step": step, "block": 256})
    for n in [1 << 20, 1 << 24]:
        run("order_lanes", n // 256, 256, [s32(n), s32(n, "zero")], {"n": n, "block": 256})


def add_lookups(lists):
    run = Unseen(lists, "lookups")
    for nodes, degree, n in [(1 << 18, 8, 1 << 16), (1 << 21, 16, 1 << 19)]:
        run("look_frontier", n // 128, 128, [s32(n, "random=%d" % nodes),
            s32(nodes + 1, "step=%d" % degree), s32(nodes * degree, "random=%d" % nodes),
            s32(nodes, "random=8"), u8(nodes, "zero"), number(n), number(4)],
            {"nodes": nodes, "degree": degree, "n": n, "block": 128})
    for words, n in [(1 << 16, 1 << 20), (1 << 26, 1 << 23)]:
        run("look_bloom", n // 256, 256, [u32(words), u32(n), u8(n, "zero"), s32(1, "zero"),
            "u32=%d" % (words - 1), number(n)], {"words": words, "n": n, "block": 256})
    for slots, n in [(1 << 14, 1 << 20), (1 << 24, 1 << 22)]:
        run("look_table", n // 256, 256, [u32(2 * slots), u32(n), u32(n, "zero"),
            "u32=%d" % (slots - 1), number(n)], {"slots": slots, "n": n, "block": 256})
    for n, count in [(1 << 20, 16), (1 << 22, 64)]:
        run("look_centres", n // 256, 256, [f32(8 * n), f32(8 * count), s32(n, "zero"), number(n),
            number(count)], {"n": n, "count": count, "block": 256}, shared=32 * count)
    for words in [1 << 20, 1 << 26]:
        run("look_bytes", words // 256, 256, [u8(4 * words, "random=4"), "u32=16909060",
            s32(1, "zero"), number(words)], {"words": words, "block": 256})
    for n in [1 << 17, 1 << 21]:
        run("look_crc", n // 256, 256, [u32(16 * n), u32(256), u32(n, "zero")],
            {"n": n, "block": 256})
    for n, blocks in [(1 << 18, 264), (1 << 24, 2112)]:
        run("look_xor", blocks, 256, [u32(4 * n), u32(1, "zero"), number(n)],
            {"n": n, "blocks": blocks, "block": 256})
    for n in [1 << 19, 1 << 23]:
        run("look_fingerprints", n // 256, 256, [u32(8 * n), "u16[%d]:zero" % n, number(n)],
            {"n": n, "block": 256}, constants=["query u32[8]:signed"])
    for n in [1 << 19, 1 << 25]:
        run("look_alignment", n // 256, 256, [u8(n, "random=4"), u8(n, "random=4"),
            s32(n, "random=50"), s32(n, "random=50"), s32(n, "zero"), number(n)],
            {"n": n, "block": 256})


def add_physics(lists):
    run = Unseen(lists, "physics")
    single, double = {"REAL": "float"}, {"REAL": "double"}
    for nx, nz in [(264, 136), (520, 264)]:
        n = nx * nx * nz
        run("field_wave", ((nx - 8) // 32, (nx - 8) // 8), (32, 8), [f32(n), f32(n), f32(n),
            number(nx), number(nx), number(nz)], {"nx": nx, "nz": nz}, single)
    for nx, x, y in [(512, 128, 1), (2048, 128, 1), (2048, 32, 8)]:
        run("field_lattice", (nx // x, nx // y), (x, y), [f32(9 * nx * nx, "random=1"),
            f32(9 * nx * nx, "zero"), number(nx), number(nx), "f32=0.6"],
            {"nx": nx, "block_x": x, "block_y": y}, single)
    for nx, dt in [(2048, 2), (4096, 40)]:
        run("field_advect", (nx // 32, nx // 8), (32, 8), [f32(nx * nx), f32(2 * nx * nx),
            f32(nx * nx, "zero"), number(nx), number(nx), "f32=%d" % dt], {"nx": nx, "dt": dt},
            single)
    for n, real, array in [(4096, single, f32), (6144, double, f64)]:
        run("field_red_black", (n // 64, n // 8), (32, 8), [array(n * n), array(n * n), number(n),
            number(1)], {"n": n}, real)
    for n, near in [(1 << 17, "band=32"), (1 << 19, "random=%d" % (1 << 19))]:
        run("field_neighbours", n // 128, 128, [f32(4 * n), s32(32 * n, near), f32(4 * n, "zero"),
            number(n)], {"n": n, "near": near, "block": 128}, single)
    for n, done in [(1 << 20, 1), (1 << 22, 256), (1 << 24, 1 << 20)]:
        run("field_fourier_pass", n // 4 // 256, 256, [f32(2 * n), f32(2 * n, "zero"), number(n),
            number(done)], {"n": n, "done": done, "block": 256}, single)
    for n, steps in [(1 << 16, 16), (1 << 18, 64)]:
        run("chance_paths", n // 128, 128, [f64(n, "zero"), number(steps), "f64=0.0001",
            "f64=0.01"], {"n": n, "steps": steps, "block": 128}, single)
    for n in [1 << 18, 1 << 23]:
        run("chance_words", n // 256, 256, [u32(4 * n, "zero"), "u32=1234567", "u32=89"],
            {"n": n, "block": 256}, single)


def add(lists):
    add_layers(lists)
    add_linear(lists)
    add_pictures(lists)
    add_orders(lists)
    add_lookups(lists)
    add_physics(lists)

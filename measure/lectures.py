"""Runs of the kernels in models/cuda: the lectures' own. All of them validate, none calibrates."""

MIB = 1 << 20


def ceil_div(a, b):
    return -(-a // b)


def source(name):
    return "models/cuda/%s.cu" % name


def f32(n, contents="signed"):
    return "f32[%d]:%s" % (n, contents)


def add_copies(lists):
    for n, block in [(1 << 20, 256), (1 << 24, 256), (1 << 26, 256), (1 << 26, 64),
                     (1 << 26, 1024)]:
        lists.launch(source("array_copy"), "array_copy", ceil_div(n, block), block,
                     ["u64=%d" % n, f32(n, "zero"), f32(n)], {"n": n, "BLOCK": block})
        lists.launch(source("array_copy_float4"), "array_copy_float4", ceil_div(n // 4, block),
                     block, ["u64=%d" % n, f32(n, "zero"), f32(n)], {"n": n, "BLOCK": block})
    for offset in [0, 1, 2, 8, 16, 31]:
        n, block = 1 << 26, 256
        lists.launch(source("offset_copy"), "offset_copy", ceil_div(n, 4 * block), block,
                     ["u64=%d" % n, f32(n, "zero"), f32(n), "s32=%d" % offset],
                     {"n": n, "BLOCK": block, "offset": offset})
    for stride in [1, 2, 3, 4, 8, 16, 32]:
        n, block = 1 << 25, 256
        lists.launch(source("strided_copy"), "strided_copy", ceil_div(n, block), block,
                     ["u64=%d" % n, f32(n, "zero"), f32(n), "s32=%d" % stride],
                     {"n": n, "BLOCK": block, "stride": stride})
    for n in [1 << 22, 1 << 26]:
        lists.launch(source("vector_add"), "vector_add", ceil_div(n, 256), 256,
                     [f32(n), f32(n), f32(n, "zero"), "s32=%d" % n], {"n": n, "BLOCK": 256})
        lists.launch(source("saxpy"), "saxpy", ceil_div(n, 256), 256,
                     ["s32=%d" % n, "f32=0.5", f32(n), f32(n)], {"n": n, "BLOCK": 256})


def add_products(lists):
    for name in ["naive_mm", "naive_mm_swapped"]:
        sizes = [(512, 16, 16), (1024, 16, 16), (1024, 32, 8), (2048, 32, 32)]
        for n, x, y in sizes if name == "naive_mm" else sizes[1:3]:
            lists.launch(source(name), name, (n // x, n // y), (x, y),
                         [f32(n * n), f32(n * n), f32(n * n, "zero"), "s32=%d" % n],
                         {"n": n, "BLOCK_X": x, "BLOCK_Y": y})
    for n, tile in [(512, 16), (1024, 8), (1024, 16), (1024, 32), (2048, 16), (4096, 32)]:
        lists.launch(source("tiled_mm"), "tiled_mm", (n // tile, n // tile), (tile, tile),
                     [f32(n * n), f32(n * n), f32(n * n, "zero"), "s32=%d" % n], {"n": n},
                     macros={"TILE": tile})
    for m, k, n, tile in [(1000, 1000, 1000, 16), (777, 513, 1025, 32)]:
        arguments = [f32(m * k), f32(k * n), f32(m * n, "zero"), "s32=%d" % m, "s32=%d" % k,
                     "s32=%d" % n]
        sizes = {"m": m, "k": k, "n": n}
        lists.launch(source("tiled_mm_padded"), "tiled_mm_padded",
                     (ceil_div(n, tile), ceil_div(m, tile)), (tile, tile), arguments, sizes,
                     macros={"TILE": tile})
        lists.launch(source("naive_mm_guarded"), "naive_mm_guarded",
                     (ceil_div(n, 16), ceil_div(m, 16)), (16, 16), arguments,
                     {**sizes, "BLOCK_X": 16, "BLOCK_Y": 16})
    for n, warps in [(1024, 4), (2048, 8)]:
        lists.launch(source("mma_mm"), "mma_mm", (n // (8 * warps), n // 16), (32, warps),
                     ["f16[%d]:signed" % (n * n), "f16[%d]:signed" % (n * n),
                      f32(n * n, "zero"), "s32=%d" % n], {"n": n}, macros={"WARPS": warps})


def add_transposes(lists):
    for n in [1024, 8192]:
        arguments = ["s32[%d]:signed" % (n * n), "s32[%d]:zero" % (n * n), "u64=%d" % n,
                     "u64=%d" % n]
        sizes = {"n_rows": n, "n_cols": n}
        lists.launch(source("transpose_simple"), "transpose_simple", n * n // 256, 256, arguments,
                     {**sizes, "BLOCK": 256})
        for x, y in [(8, 32), (32, 8)]:
            lists.launch(source("transpose_2d"), "transpose_2d", (n // x, n // y), (x, y),
                         arguments, {**sizes, "BLOCK_X": x, "BLOCK_Y": y})
        for name in ["transpose_shared", "transpose_padded"]:
            for warps in [4, 8]:
                lists.launch(source(name), name, (n // 32, n // 32), (32, warps), arguments,
                             sizes, macros={"NUM_WARPS": warps})


def add_sums(lists):
    n = 43435342
    for m in [128, 1024]:
        blocks = ceil_div(n, m * 256)
        out = "f64[%d]:zero" % (blocks * 256)
        data = "f64[%d]:signed" % n
        lists.launch(source("sum_chunk"), "sum_chunk", blocks, 256,
                     [out, data, "s32=%d" % n, "s32=%d" % m], {"n": n, "m": m, "BLOCK": 256})
        lists.launch(source("sum_grid_stride"), "sum_grid_stride", blocks, 256,
                     [out, data, "s32=%d" % n], {"n": n, "m": m, "BLOCK": 256})
        lists.launch(source("sum_shared_tree"), "sum_shared_tree", blocks, 256,
                     [out, data, "s32=%d" % n], {"n": n, "m": m}, macros={"BLOCK": 256})
    lists.launch(source("sum_two_kernel_first"), "sum_two_kernel_first", 1024, 256,
                 ["f64[1024]:zero", "f64[%d]:signed" % n, "s32=%d" % n],
                 {"n": n, "WG_SIZE_2": 1024},
                 macros={"WG_SIZE_1": 256})
    lists.launch(source("sum_two_kernel_second"), "sum_two_kernel_second", 1, 1024,
                 ["f64[1]:zero", "f64[1024]:signed"], macros={"WG_SIZE_2": 1024})
    for n, blocks, block in [(1 << 24, 1056, 256), (1 << 26, 1056, 256), (1 << 26, 264, 1024)]:
        lists.launch(source("reduce_shuffle"), "reduce_shuffle", blocks, block,
                     ["f32[1]:zero", f32(n), "s32=%d" % n], {"n": n, "blocks": blocks},
                     macros={"BLOCK": block})


def add_others(lists):
    for w, h, x, y in [(4096, 4096, 32, 8), (8192, 8192, 32, 8), (8192, 8192, 16, 16),
                       (8192, 8192, 128, 2)]:
        lists.launch(source("stencil_2d"), "stencil_2d", (ceil_div(w, x), ceil_div(h, y)), (x, y),
                     [f32(w * h), f32(w * h, "zero"), "s32=%d" % w, "s32=%d" % h],
                     {"width": w, "height": h, "BLOCK_X": x, "BLOCK_Y": y})
    for n, radius, block in [(1 << 24, 4, 256), (1 << 24, 16, 256), (1 << 26, 2, 128)]:
        lists.launch(source("convolve"), "convolve", ceil_div(n, block), block,
                     [f32(n), f32(n, "zero"), "s32=%d" % n], {"n": n},
                     macros={"BLOCK": block, "RADIUS": radius},
                     constants=["filter f32[%d]:signed" % (2 * radius + 1)])
    for n, bins, values in [(1 << 24, 256, 256), (1 << 24, 256, 1), (1 << 24, 4096, 4096),
                            (1 << 26, 256, 16)]:
        lists.launch(source("histogram_shared"), "histogram_shared", 512, 256,
                     ["u32[%d]:zero" % bins, "u32[%d]:random=%d" % (n, values), "s32=%d" % n],
                     {"n": n, "BLOCK": 256, "blocks": 512, "values": values},
                     macros={"BINS": bins})


def add(lists):
    add_copies(lists)
    add_products(lists)
    add_transposes(lists)
    add_sums(lists)
    add_others(lists)

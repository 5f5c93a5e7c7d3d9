"""A fourth validation set: kernels of every trade, written and measured before any was predicted."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide


class Blind:
    """One source file of the set. A launch: entry, grid, block, arguments, what it is known by."""
    folder = "blind"

    def __init__(self, lists, file):
        self.lists = lists
        self.source = "measure/%s/%s.cu" % (self.folder, file)

    def __call__(self, entry, grid, block, arguments, parameters, **rest):
        self.lists.launch(self.source, entry, grid, block, arguments, parameters, **rest)

    def flat(self, entry, n, block, arguments, parameters=None, **rest):
        """A thread for each of n."""
        self(entry, ceil_div(n, block), block, arguments,
             {"n": n, "block": block, **(parameters or {})}, **rest)

    def plane(self, entry, width, height, block, arguments, parameters=None, **rest):
        """A thread for each place of a plane."""
        self(entry, (ceil_div(width, block[0]), ceil_div(height, block[1])), block, arguments,
             {"width": width, "height": height, **(parameters or {})}, **rest)


def unsigned(n):
    return "u32=%d" % n


def double(value):
    return "f64=%.17g" % value


def zeros(make, n):
    return make(n, "zero")


def add_streams(lists):
    run = Blind(lists, "streams")
    for n, block in [(1 << 14, 256), (1 << 25, 256), (1 << 28, 512)]:
        fill = "signed" if n < 1 << 28 else "iota"
        run.flat("mem_copy_float4", n // 4, block, [f32(n, fill), zeros(f32, n), wide(n // 4)])
    n = 50000003
    run("mem_copy_bytes", 528, 256, [u8(n), zeros(u8, n), number(n)], {"n": n, "blocks": 528})
    n = 1 << 27
    run("mem_fill_double", 2640, 256, [zeros(f64, n), double(1.5), wide(n)], {"n": n})
    for width, height in [(4096, 4096), (1000, 1537)]:
        run("mem_transpose_tile", (ceil_div(width, 32), ceil_div(height, 32)), (32, 8),
            [f32(width * height), zeros(f32, width * height), number(width), number(height)],
            {"width": width, "height": height})
    n = 2048
    run.plane("mem_transpose_complex", n, n, (16, 16),
              [f64(2 * n * n), zeros(f64, 2 * n * n), number(n)])
    images, channels, pixels = 16, 96, 56 * 56
    n = images * channels * pixels
    run.flat("mem_nchw_to_nhwc", n, 256, [f32(n), zeros(f32, n), number(channels), number(pixels),
             number(n)], {"channels": channels, "pixels": pixels})
    n = 1 << 22
    run.flat("mem_particles_to_arrays", n, 128, [f32(6 * n)] + [zeros(f32, n)] * 4
             + [zeros(s32, n), number(n)])
    for n, block in [(3000000, 192), (20000, 64)]:
        run.flat("mem_drift_bodies", n, block, [f32(6 * n), real(0.01), number(n)])
    n, block = 1 << 24, 256
    run.flat("mem_reverse", n, block, [s32(n), zeros(s32, n), number(n)], shared=4 * block)
    width, height, pad = 1900, 1000, 5
    run("mem_pad2d", (ceil_div(width + 2 * pad, 128), height + 2 * pad), 128,
        [f32(width * height), zeros(f32, (width + 2 * pad) * (height + 2 * pad)), number(width),
         number(height), number(pad)], {"width": width, "height": height})
    n = 40000000
    run("mem_axpby", 1056, 256, [double(0.25), f64(n), double(0.5), f64(n), number(n)], {"n": n})
    for n, stride in [(1 << 22, 6), (1 << 20, 33)]:
        run.flat("mem_strided_read", n, 256, [f32(n * stride), zeros(f32, n), number(n),
                 number(stride)], {"stride": stride})
    n = 1 << 25
    run.flat("mem_unpack_bits", n, 256, [u32(n // 32), zeros(s32, n), number(n)])


def add_rows(lists):
    run = Blind(lists, "operators")
    for rows, hidden, block in [(2048, 4096, 512), (64, 768, 256)]:
        run("op_rmsnorm_half", rows, block, [zeros(f16, rows * hidden), f16(rows * hidden),
            f16(hidden), real(1e-5), number(hidden)], {"rows": rows, "hidden": hidden})
    tokens, heads, dim = 2048, 32, 128
    run("op_rope", tokens, 512, [f32(tokens * heads * dim), s32(tokens, "random=4096"),
        number(heads), number(dim), real(10000.0)], {"tokens": tokens})
    for tokens, pairs, block in [(4096, 2048, 256), (17, 512, 96)]:
        run.flat("op_rope_cached", tokens * pairs, block, [f32(2 * tokens * pairs),
                 f32(2 * tokens * 64), zeros(f32, 2 * tokens * pairs), number(tokens),
                 number(pairs), number(64)], {"tokens": tokens})
    rows, columns = 4096, 3072
    n = rows * columns
    run.flat("op_bias_gelu", n // 2, 256, [f16(n), f16(columns), zeros(f16, n),
             number(columns // 2), number(n // 2)], {"rows": rows})
    rows, columns = 1024, 11008
    run("op_swiglu", rows, 256, [f32(2 * rows * columns), zeros(f32, rows * columns),
        number(columns // 4)], {"rows": rows, "columns": columns})
    tokens, dim, block = 8192, 768, 256
    run("op_embedding", tokens, block, [s32(tokens, "random=50257"), f32(50257 * dim),
        f32(512 * dim), zeros(f32, tokens * dim), number(dim), number(512)],
        {"tokens": tokens, "dim": dim})
    for rows, columns, k in [(512, 4096, 8), (100, 10000, 40)]:
        run("op_top_k", rows, 256, [f32(rows * columns), zeros(f32, rows * k), zeros(s32, rows * k),
            number(columns), number(k)], {"rows": rows, "columns": columns, "k": k},
            shared=4 * columns)
    rows, columns, block = 4096, 4096, 256
    run("op_quantize_rows", rows, block, [f32(rows * columns), zeros(u8, rows * columns),
        zeros(f32, rows), number(columns // 4)], {"rows": rows, "columns": columns})
    n, columns = 1 << 25, 4096
    run.flat("op_dequantize", n, 256, [u8(n), f32(columns), u8(columns), zeros(f16, n),
             number(columns), number(n)], {"columns": columns})
    for length, heads, warps in [(1024, 16, 4), (256, 2, 8)]:
        n = length * heads * 64
        run("op_attention_online", (length // warps, heads), (32, warps), [f32(n), f32(n), f32(n),
            zeros(f32, n), number(length), real(0.125)], {"length": length, "heads": heads})
    length, heads = 1024, 12
    run("op_softmax_causal", (length, heads), 128, [f16(heads * length * length), number(length)],
        {"length": length, "heads": heads})


def add_layers(lists):
    run, rows_of = Blind(lists, "training"), Blind(lists, "operators")
    for images, channels, side in [(16, 144, 56), (1, 960, 7)]:
        n = images * channels * side * side
        run.flat("op_depthwise3x3", n, 256, [f32(n), f32(9 * channels), f32(channels),
                 zeros(f32, n), number(channels), number(side), number(side), number(n)],
                 {"channels": channels, "side": side})
    planes, side, size, stride = 64 * 32, 112, 3, 2
    out = (side - size) // stride + 1
    n = planes * out * out
    run("op_max_pool", min(ceil_div(n, 256), 4096), 256, [f32(planes * side * side),
        zeros(f32, n), zeros(s32, n)] + [number(v) for v in (side, side, out, out, size,
        stride, n)], {"planes": planes, "side": side, "size": size})
    images, channels, pixels = 32, 256, 784
    rows_of("op_batchnorm_stats", channels, 512, [f32(images * channels * pixels),
        zeros(f32, channels), zeros(f32, channels), number(images), number(channels),
        number(pixels)], {"images": images, "channels": channels, "pixels": pixels})
    for n in [25000000, 100000]:
        run.flat("op_adam", n, 256, [f32(n), f32(n), f32(n), f32(n, "random=1")]
                 + [real(v) for v in (1e-3, 0.9, 0.999, 1e-8, 0.1, 0.001)] + [number(n)])
    for rows, vocabulary, block in [(1024, 32000, 512), (37, 50257, 1024)]:
        rows_of("op_cross_entropy", rows, block, [f32(rows * vocabulary),
            s32(rows, "random=%d" % vocabulary), zeros(f32, rows), number(vocabulary)],
            {"rows": rows, "vocabulary": vocabulary})
    rows, columns = 65536, 100
    run("op_argmax_rows", rows // 8, 256, [f32(rows * columns), zeros(s32, rows), number(rows),
        number(columns)], {"rows": rows, "columns": columns})
    n = 1 << 24
    run.flat("op_dropout", n // 4, 256, [f32(n), zeros(f32, n), unsigned(1234), real(0.9),
             number(n // 4)])


def add_fields(lists):
    run = Blind(lists, "fields")
    for nx, ny, block in [(4096, 4096, (32, 8)), (513, 257, (16, 16))]:
        run.plane("sim_jacobi2d", nx - 2, ny - 2, block, [f64(nx * ny), f64(nx * ny),
                  zeros(f64, nx * ny), number(nx), number(ny), double(1e-4)])
    n, sweeps = 2048, 8
    run("sim_jacobi_tile", (n // 16, n // 16), (16, 16), [f32(n * n), zeros(f32, n * n),
        number(n), number(sweeps)], {"n": n, "sweeps": sweeps})
    for side, block in [(384, (32, 8)), (64, (64, 4))]:
        run.plane("sim_jacobi3d", side, side, block, [f32(side ** 3), zeros(f32, side ** 3)]
                  + [number(side)] * 3 + [real(0.4), real(0.1)])
    blocks = 4096
    run("sim_fft_radix2", blocks, 512, [f32(2048 * blocks)], {"blocks": blocks})
    run("sim_fft_radix4", 8192, 256, [f32(2048 * 8192), zeros(f32, 2048 * 8192)], {"blocks": 8192})
    for n, block in [(32768, 256), (4096, 128)]:
        run.flat("sim_nbody", n, block, [f32(4 * n), zeros(f32, 4 * n), number(n)],
                 shared=16 * block)
    run("sim_pi", 1056, 256, ["u64[1]:zero", number(1000), unsigned(99)], {"samples": 1000})
    side = 24
    cells = side ** 3
    run("sim_lennard_jones", (side, side, side), 32, [f32(64 * cells, "random=1"),
        s32(cells, "random=16"), zeros(f32, 64 * cells), number(side), real(1.0)], {"side": side})
    for nx, ny, block in [(2048, 2048, 256), (300, 200, 100)]:
        run("sim_lbm_d2q9", (ceil_div(nx, block), ny), block, [f32(9 * nx * ny, "random=1"),
            zeros(f32, 9 * nx * ny), number(nx), number(ny), real(1.2)], {"nx": nx, "ny": ny})
    n = 4096
    run.plane("sim_ising", n, n, (32, 8), [u8(n * n, "random=2"), number(n), number(1), real(0.3),
              unsigned(7)])
    n, side = 1 << 21, 512
    run.flat("sim_deposit", n, 256, [f32(2 * n, "random=1"), zeros(f32, side * side), number(n),
             number(side), number(side)], {"side": side})


def csr(rows, per_row, columns, values, wide_columns):
    return [s32(rows + 1, "step=%d" % per_row), s32(rows * per_row, columns), values(rows * per_row),
            values(wide_columns), zeros(values, rows), number(rows)]


def add_sparse(lists):
    run = Blind(lists, "sparse")
    rows = 1 << 20
    run.flat("sp_csr_scalar", rows, 256, csr(rows, 5, "band=5", f64, rows), {"per_row": 5})
    rows, per_row, block = 200000, 48, 256
    run("sp_csr_warp", ceil_div(rows * 32, block), block,
        csr(rows, per_row, "random=%d" % rows, f32, rows), {"rows": rows, "per_row": per_row})
    rows, most = 400000, 24
    run.flat("sp_ell", rows, 128, [s32(rows, "random=%d" % (most + 1)),
             s32(rows * most, "random=%d" % rows), f64(rows * most), f64(rows), zeros(f64, rows),
             number(rows)], {"most": most})
    nnz, rows = 5000000, 250000
    run("sp_coo", 1320, 256, [s32(nnz, "band=20"), s32(nnz, "random=%d" % rows), f32(nnz),
        f32(rows), zeros(f32, rows), number(nnz)], {"nnz": nnz, "rows": rows})
    rows, per_row = 100000, 16
    run("sp_spmm", ceil_div(rows, 4), (32, 4), [s32(rows + 1, "step=%d" % per_row),
        s32(rows * per_row, "random=%d" % rows), f32(rows * per_row), f32(rows * 32),
        zeros(f32, rows * 32), number(rows)], {"rows": rows, "per_row": per_row})
    rows = 512
    run("la_lu_panel", 1, 512, [f64(rows * 1024), number(rows), number(1024)], {"rows": rows},
        shared=rows * 32 * 8)
    n, systems = 256, 16384
    run.flat("la_thomas", systems, 64, [f64(n * systems)] * 4 + [zeros(f64, n * systems), number(n),
             number(systems)], {"rows": n})
    systems, n = 2048, 512
    run("la_cyclic_reduction", systems, n, [f32(systems * n)] * 4 + [zeros(f32, systems * n)],
        {"systems": systems, "rows": n}, shared=16 * n)
    n = 500000
    run.flat("la_cholesky6", n, 128, [f32(36 * n), number(n)])


def add_algebra(lists):
    run = Blind(lists, "algebra")
    m, n, k = 1024, 1024, 1024
    run.plane("la_sgemm_naive", n, m, (16, 16), [number(m), number(n), number(k), real(1.0),
              f32(m * k), f32(k * n), real(0.5), f32(m * n)], {"k": k})
    for m, n, k in [(2048, 2048, 1024), (333, 500, 777)]:
        run.plane("la_sgemm_tiled", n, m, (32, 32), [f32(m * k), f32(k * n), zeros(f32, m * n),
                  number(m), number(n), number(k)], {"k": k})
    m, n, k = 1024, 768, 512
    run.plane("la_dgemm_tiled", n, m, (16, 16), [f64(m * k), f64(k * n), zeros(f64, m * n),
              number(m), number(n), number(k)], {"k": k})
    for m, n, k in [(2048, 2048, 2048), (256, 512, 4096)]:
        run("la_sgemm_registers", (n // 64, m // 64), 256, [number(m), number(n), number(k),
            f32(m * k), f32(k * n), zeros(f32, m * n)], {"m": m, "n": n, "k": k})
    for m, n, k in [(4096, 4096, 1024), (512, 512, 2048)]:
        run("la_sgemm_double_buffer", (n // 128, m // 128), 256, [f32(m * k), f32(k * n),
            zeros(f32, m * n), number(n), number(k)], {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2048, 2048), (512, 768, 1024)]:
        run("la_hgemm_wmma", (n // 64, m // 64), 128, [f16(m * k), f16(k * n), zeros(f32, m * n),
            number(n), number(k)], {"m": m, "n": n, "k": k})
    for batch, n in [(50000, 16), (20000, 7)]:
        run("la_gemm_batched", batch, (n, n), [f32(batch * n * n), f32(batch * n * n),
            zeros(f32, batch * n * n), number(n)], {"batch": batch, "n": n})
    n, each = 4000000, 10
    run.flat("la_transform_points", n, 256, [f32(16 * n // each), f32(4 * n), zeros(f32, 4 * n),
             number(n), number(each)], {"each": each})
    rows, columns = 8192, 8192
    run("la_gemv_rows", rows, 128, [f32(rows * columns), f32(columns), zeros(f32, rows),
        number(columns // 4)], {"rows": rows, "columns": columns})
    rows, columns, strip = 4096, 5000, 64
    run("la_gemv_columns", (ceil_div(columns, 256), rows // strip), 256, [f64(rows * columns),
        f64(rows), zeros(f64, columns), number(rows), number(columns), number(strip)],
        {"rows": rows, "columns": columns})
    rows, columns = 11008, 4096
    run("la_gemv_int8", rows // 4, (32, 4), [u8(rows * columns), f32(columns), f32(rows),
        zeros(f32, rows), number(rows), number(columns // 4)], {"rows": rows, "columns": columns})
    m, n = 3000, 2500
    run("la_rank_one", (ceil_div(n, 128), 250), 128, [f64(m * n), f64(m), f64(n), double(1e-3),
        number(m), number(n)], {"m": m, "n": n})


def add_sorting(lists):
    run = Blind(lists, "sorting")
    n = 1 << 25
    run("srt_scan_tiles", n // 2048, 256, [u32(n, "random=10"), zeros(u32, n),
        zeros(u32, n // 2048)], {"n": n})
    run("srt_scan_sums", 1, 1024, [u32(n // 2048, "random=10"), number(n // 2048)],
        {"n": n // 2048})
    run("srt_scan_add", n // 2048, 256, [u32(n, "random=10"), u32(n // 2048)], {"n": n})
    n = 1 << 24
    run("srt_radix_count", ceil_div(n, 4096), 256, [u32(n), zeros(u32, ceil_div(n, 4096) * 256),
        number(n), number(8)], {"n": n})
    n = 1 << 22
    run("srt_radix_scatter", n // 256, 256, [u32(n), zeros(u32, 16 * n), number(n), number(4)],
        {"n": n})
    na, nb = 3000000, 2000000
    run.flat("srt_merge_path", ceil_div(na + nb, 8), 128, [u32(na, "step=2"), number(na),
             u32(nb, "step=3"), number(nb), zeros(u32, na + nb)])
    n = 1 << 24
    run.flat("srt_compact", n, 256, [f32(n), zeros(f32, n), zeros(u32, 1), real(0.5), number(n),
             unsigned(n - 1)])
    n = 10000000
    run.flat("srt_run_heads", n, 256, [u32(n, "iota"), zeros(u8, n), number(n)])


def add_lookups(lists):
    run = Blind(lists, "sorting")
    vertices, degree = 1 << 20, 8
    run.flat("lk_bfs_level", vertices, 256, [s32(vertices + 1, "step=%d" % degree),
             s32(vertices * degree, "random=%d" % vertices), s32(vertices, "random=6"),
             zeros(u8, vertices), zeros(s32, 1), number(vertices), number(2)], {"degree": degree})
    n, slots = 1 << 21, 1 << 22
    run.flat("lk_hash_insert", n, 256, [u32(n), zeros(u32, slots), zeros(u32, slots), number(n),
             unsigned(slots - 1)], {"slots": slots})
    for n, slots in [(1 << 22, 1 << 24), (1 << 20, 1 << 12)]:
        run.flat("lk_hash_find", n, 256, [u32(n), u32(2 * slots), zeros(u32, n), number(n),
                 unsigned(slots - 1)], {"slots": slots})
    n, length = 16000000, 10
    run.flat("lk_find_text", n, 256, [u8(n, "random=4"), number(n), number(length), zeros(s32, 1)],
             {"length": length}, constants=["pattern u8[16]:random=4"])
    n, k = 1 << 20, 64
    run.flat("lk_kmeans_assign", n, 256, [f32(16 * n), f32(16 * k), zeros(s32, n), number(n),
             number(k)], {"k": k}, shared=64 * k)
    for pairs, letters in [(1000, 256), (20, 1024)]:
        run("lk_smith_waterman", pairs, letters, [u8(pairs * letters, "random=4"),
            u8(pairs * letters, "random=4"), zeros(s32, pairs), number(1)],
            {"pairs": pairs, "letters": letters}, shared=12 * (letters + 1))


def add_images(lists):
    run = Blind(lists, "images")
    width, height, block = 3840, 2160, (16, 16)
    run.plane("img_sobel", width, height, block, [u8(width * height), zeros(u8, width * height),
              number(width), number(height)])
    width, height = 1920, 1080
    n = width * height
    size = [number(width), number(height)]
    run.plane("img_bilateral", width, height, (16, 16), [f32(n), zeros(f32, n)] + size
              + [number(4), real(0.05), real(8.0)], {"radius": 4})
    run.plane("img_median3", width, height, (32, 8), [u8(n), zeros(u8, n)] + size)
    run("img_box_columns", ceil_div(width, 64), 64, [f32(n), zeros(f32, n)] + size + [number(7)],
        {"width": width, "height": height})
    run("img_integral_rows", height, 256, [u8(n), zeros(u32, n), number(width)],
        {"width": width, "height": height})
    for words, blocks in [(1920 * 1080 * 3, 264), (65536, 16)]:
        run("img_histogram", blocks, 256, [u32(words, "random=4294967296"), zeros(u32, 256),
            number(words)], {"words": words, "blocks": blocks})
    n = 3840 * 2160
    run.flat("img_equalise", n, 256, [u8(4 * n), zeros(u8, 4 * n), u8(256), number(n)])
    for width, height, to_w, to_h in [(1920, 1080, 640, 360), (224, 224, 1024, 1024)]:
        run.plane("img_resize", to_w, to_h, (32, 8), [f32(3 * width * height),
                  zeros(f32, 3 * to_w * to_h), number(width), number(height), number(to_w),
                  number(to_h)])
    run.flat("img_rgb_to_yuv", n, 128, [u8(4 * n), zeros(u8, 4 * n), number(n)])
    width, height = 2000, 1501
    run.plane("img_erode", width, height, (32, 16), [u8(width * height),
              zeros(u8, width * height), number(width), number(height)])
    width, height = 2048, 2048
    run.plane("img_rotate", width, height, (32, 8), [u32(width * height),
              zeros(u32, width * height), number(width), number(height), real(0.8660254),
              real(0.5)])


def add_codes(lists):
    run = Blind(lists, "codes")
    run("int_nothing", 1, 32, [], {"blocks": 1})
    run("int_nothing", 20000, 64, [], {"blocks": 20000})
    n = 1 << 20
    run.flat("int_sha_rounds", n, 256, [u32(16 * n), zeros(u32, 2 * n), number(n)],
             constants=["sha_k u32[64]:signed"])
    for n, length in [(100000, 64), (1000, 1500)]:
        run.flat("int_crc32", n, 128, [u8(n * length), u32(256), zeros(u32, n), number(length),
                 number(n)], {"length": length})
    n = 1 << 23
    run.flat("int_xtea", n, 256, [u32(2 * n), u32(4), number(n)])
    n, codes = 32768, 2000
    run("int_hamming", n // 128, 128, [u32(8 * n), u32(8 * codes), zeros(s32, n), number(codes)],
        {"n": n, "codes": codes})
    n = 1 << 18
    run.flat("int_power_mod", n, 256, [u32(n), u32(n, "random=65536"), zeros(u32, n),
             unsigned(4294967291), number(n)])
    n = 1 << 20
    run.flat("int_gcd", n, 256, [u32(n), u32(n, "random=1000000"), zeros(u32, n), number(n)])
    n = 1 << 19
    run.flat("int_interpret", n, 128, [u8(64 * 50, "random=8"), f32(n), zeros(f32, n), number(50),
             number(n)])
    n = 1 << 20
    run.flat("int_big_square", n, 256, [u32(8 * n), zeros(u32, 16 * n), number(n)])
    n = 1 << 20
    run("int_roles", n // 256, 256, [f32(n), zeros(f32, n), number(100)], {"n": n, "rounds": 100})
    size = 11
    run("int_queens", ceil_div(size ** 3, 64), 64, [number(size), zeros(s32, 1)], {"size": size})
    for blocks, words in [(132, 50000), (20, 57000)]:
        run("int_big_table", blocks, 256, [f32(words), zeros(f32, blocks * 256), number(words),
            number(500)], {"blocks": blocks, "words": words}, shared=4 * words)


def add(lists):
    add_streams(lists)
    add_rows(lists)
    add_layers(lists)
    add_fields(lists)
    add_sparse(lists)
    add_algebra(lists)
    add_sorting(lists)
    add_lookups(lists)
    add_images(lists)
    add_codes(lists)

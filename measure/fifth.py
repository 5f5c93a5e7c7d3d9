"""A fifth validation set: what public benchmarks, courses and inference programs are made of."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros


def u16(n, contents="random=16256"):
    """As bfloat16: positive and below 1."""
    return "u16[%d]:%s" % (n, contents)


def u64(n, contents="signed"):
    return "u64[%d]:%s" % (n, contents)


def size(n):
    return "u64=%d" % n


class Fifth(Blind):
    folder = "fifth"


def add_norms(lists):
    run = Fifth(lists, "networks")
    for rows, width, block in [(8192, 768, 256), (33, 100, 64), (2048, 5120, 512)]:
        n = rows * width
        run("net_norm_forward", ceil_div(rows, block // 32), block, [zeros(f32, n),
            zeros(f32, rows), zeros(f32, rows), f32(n), f32(width), f32(width), number(rows),
            number(width)], {"rows": rows, "width": width, "block": block})
    for rows, width, blocks, block in [(4096, 768, 264, 512), (1000, 1600, 33, 256)]:
        n = rows * width
        run("net_norm_backward", blocks, block, [zeros(f32, n), zeros(f32, width),
            zeros(f32, width), f32(n), f32(n), f32(width), f32(rows), f32(rows, "random=1"),
            number(rows), number(width)], {"rows": rows, "width": width, "blocks": blocks},
            shared=8 * width)
    for n in [1 << 22, 5000, 300]:
        run.flat("net_gelu_half8", n, 256, [f16(8 * n), zeros(f16, 8 * n), number(n)])
    for n, block in [(30000000, 512), (124439, 128)]:
        run.flat("net_adamw_bf16", n, block, [u16(n), u16(n), f32(n), f32(n, "random=1"), wide(n)]
                 + [real(v) for v in (1e-3, 0.9, 0.999, 0.1, 0.001, 1e-8, 0.01)])
    for rows, pairs, block in [(4096, 2048, 512), (7, 4096, 1024), (512, 448, 128)]:
        n = 2 * rows * pairs
        run("net_residual_rms_bf16", rows, block, [u16(n), u16(n), u16(2 * pairs), zeros(u16, n),
            number(pairs), real(1e-6)], {"rows": rows, "pairs": pairs, "block": block})
    for items, rows, quads, block in [(2, 10000, 250, 128), (8, 1000, 8000, 1024),
                                      (8, 5, 1999, 256)]:
        run("_Z21net_softmax_registersILi%dEEvPK6float4PS0_i" % items, rows, block,
            [f32(4 * rows * quads), zeros(f32, 4 * rows * quads), number(quads)],
            {"rows": rows, "quads": quads, "block": block},
            kernel="net_softmax_registers_%d" % items)


def add_inference(lists):
    run = Fifth(lists, "networks")
    for length, heads in [(2048, 16), (512, 3), (64, 1)]:
        n = length * heads * 64
        run("net_attention_tiles", (length // 32, heads), 128, [f32(n), f32(n), f32(n),
            zeros(f32, n), number(length), real(0.125)], {"length": length, "heads": heads})
    for rows, blocks, warps in [(11008, 128, 4), (4096, 344, 1), (32000, 64, 8)]:
        run("net_matvec_q8", ceil_div(rows, warps), (32, warps), [u8(rows * blocks * 34, "random=64"),
            u8(blocks * 34, "random=64"), zeros(f32, rows), number(rows), number(blocks)],
            {"rows": rows, "blocks": blocks, "warps": warps})
    for rows, blocks, warps in [(28672, 256, 2), (1024, 128, 4)]:
        run("net_matvec_q4", ceil_div(rows, warps), (32, warps), [u8(rows * blocks * 18, "random=64"),
            u8(blocks * 34, "random=64"), zeros(f32, rows), number(rows), number(blocks)],
            {"rows": rows, "blocks": blocks, "warps": warps})
    for channels, length, piece in [(5120, 2048, 64), (1536, 300, 300)]:
        n = channels * length
        run("net_conv_causal", (ceil_div(channels, 128), ceil_div(length, piece)), 128, [f32(n),
            f32(4 * channels), f32(channels), zeros(f32, n)] + [number(v) for v in (channels,
            length, piece)], {"channels": channels, "length": length, "piece": piece})


def add_products(lists):
    run = Fifth(lists, "dense")
    for m, n, k, split in [(128, 128, 16384, 32), (1024, 2048, 4096, 4), (64, 192, 640, 5)]:
        run("gem_wmma_split", (n // 64, m // 64, split), 128, [f16(m * k), f16(k * n),
            zeros(f32, m * n)] + [number(v) for v in (m, n, k, k // split)],
            {"m": m, "n": n, "k": k, "split": split})
    for m, n, k in [(2048, 2048, 2048), (192, 256, 4096), (4096, 4096, 256)]:
        run("gem_fetch_ahead", (n // 64, m // 64), 256, [f32(m * k), f32(k * n),
            zeros(f32, m * n)] + [number(v) for v in (m, n, k)], {"m": m, "n": n, "k": k})
    for entry, kernel, make, side, batch, apart, block in [
            ("ILi3Ef", "gem_invert_3_float", f32, 3, 2000000, 1, 128),
            ("ILi3Ef", "gem_invert_3_float", f32, 3, 2000000, 0, 256),
            ("ILi4Ed", "gem_invert_4_double", f64, 4, 300000, 0, 64),
            ("ILi4Ed", "gem_invert_4_double", f64, 4, 5000, 1, 96)]:
        n = side * side * batch
        run.flat("_Z16gem_invert_small%sEvPKT0_PS0_ii" % entry, batch, block, [make(n),
                 zeros(make, n), number(batch), number(apart)], {"apart": apart}, kernel=kernel)
    for m, batch in [(16, 60000), (32, 3000), (5, 20000)]:
        n = m * m * batch
        run("gem_batched_shared", batch, (m, m), [f32(n), f32(n), zeros(f32, n), number(m)],
            {"m": m, "batch": batch}, shared=8 * m * m)
    for nx, ny in [(4096, 4096), (10000, 300)]:
        run("gem_atax_rows", ceil_div(nx, 256), 256, [f32(nx * ny), f32(ny), zeros(f32, nx),
            number(nx), number(ny)], {"nx": nx, "ny": ny})
        run("gem_atax_columns", ceil_div(ny, 256), 256, [f32(nx * ny), zeros(f32, ny), f32(nx),
            number(nx), number(ny)], {"nx": nx, "ny": ny})


def add_dense(lists):
    run = Fifth(lists, "dense")
    for n, m in [(1024, 256), (200, 100)]:
        run.plane("gem_syr2k", n, n, (32, 8), [f64(n * m), f64(n * m), f64(n * n), double(1.5),
                  double(0.5), number(n), number(m)], {"m": m})
    for m, n in [(512, 1000), (100, 4000)]:
        run.plane("gem_covariance", m, m, (16, 16), [f32(m * n), f32(m), zeros(f32, m * m),
                  number(m), number(n)], {"n": n})
    for n, offset in [(4096, 0), (2048, 1024), (2048, 1984)]:
        blocks = (n - offset) // 16 - 1
        run("gem_lud_inner", (blocks, blocks), (16, 16), [f32(n * n), number(n), number(offset)],
            {"n": n, "offset": offset})
    run("gem_lud_pivot", 1, 16, [f32(512 * 512, "random=1"), number(512), number(64)], {"n": 512})
    for k, ni, nj in [(100, 2048, 2048), (7, 500, 8192)]:
        run.flat("gem_gramschmidt", nj, 256, [f32(ni * nj), zeros(f32, (k + 1) * nj),
                 f32(ni * nj)] + [number(v) for v in (k, ni, nj)], {"ni": ni, "k": k})


def add_grids(lists):
    run = Fifth(lists, "grids")
    for cols, rows, steps in [(2048, 2048, 2), (512, 512, 4), (50, 60, 1)]:
        n, small = cols * rows, 16 - 2 * steps
        run("pde_hotspot", (ceil_div(cols, small), ceil_div(rows, small)), (16, 16),
            [number(steps), f32(n), f32(n), zeros(f32, n), number(cols), number(rows),
             number(steps)] + [real(v) for v in (0.1, 0.2, 0.3, 0.05, 80)],
            {"cols": cols, "rows": rows, "steps": steps})
    for nx, ny, nz in [(512, 512, 256), (96, 64, 100)]:
        n = nx * ny * nz
        run("pde_heat3d_planes", (nx // 32, ny // 8), (32, 8), [f32(n), zeros(f32, n)]
            + [number(v) for v in (nx, ny, nz)] + [real(0.1)], {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, block in [(4000, 4000, (32, 8)), (1000, 77, (64, 2))]:
        run("pde_fdtd_magnetic", (ceil_div(ny, block[0]), ceil_div(nx, block[1])), block,
            [f64(nx * (ny + 1)), f64((nx + 1) * ny), f64(nx * ny), number(nx), number(ny)],
            {"nx": nx, "ny": ny})
    for nx, ny, nz, block in [(128, 128, 128, 128), (192, 48, 16, 64), (20, 20, 20, 32)]:
        n = 19 * nx * ny * nz
        run("pde_lattice_d3q19", (ceil_div(nx, block), ny, nz), block, [f32(n, "random=1"),
            zeros(f32, n)] + [number(v) for v in (nx, ny, nz)] + [real(1.2)],
            {"nx": nx, "ny": ny, "nz": nz})
    for rows, cols in [(4096, 2048), (502, 458)]:
        n = rows * cols
        run.flat("pde_srad_gradient", n, 256, [zeros(f32, n)] * 5 + [f32(n, "random=1"),
                 number(rows), number(cols), real(0.05)], {"rows": rows})
    for width, diagonal in [(256, 255), (64, 20)]:
        cols = 16 * width + 1
        run("pde_needleman", min(diagonal + 1, 2 * width - 1 - diagonal), 16,
            [s32(cols * cols, "random=20"), s32(cols * cols, "random=50"), number(cols), number(10),
             number(diagonal), number(width)], {"width": width, "diagonal": diagonal})
    for cols, steps, block in [(1000000, 20, 256), (100000, 5, 512)]:
        run("pde_cheapest_path", ceil_div(cols, block - 2 * steps), block, [s32(cols * steps,
            "random=10"), s32(cols, "random=10"), zeros(s32, cols), number(cols), number(steps),
            number(0)], {"cols": cols, "steps": steps, "block": block}, shared=8 * block)
    for n, block in [(4097, (64, 4)), (513, (32, 4))]:
        run("pde_seidel_colour", (ceil_div((n - 1) // 2, block[0]), ceil_div(n - 2, block[1])), block,
            [f64(n * n), f64(n * n), number(n), double(1e-6), number(1), double(1.5)], {"n": n})


def add_signals(lists):
    run = Fifth(lists, "signals")
    for batch in [16384, 100]:
        run("sig_fourier_512", batch, 64, [f32(1024 * batch), zeros(f32, 1024 * batch)],
            {"batch": batch})
    for n, span in [(1 << 23, 1), (1 << 20, 1024)]:
        run.flat("sig_butterfly_double", n // 2, 256, [f64(2 * n), zeros(f64, 2 * n), number(n),
                 number(span)], {"span": span})
    for width, height in [(4096, 2048), (256, 128)]:
        run("sig_cosine_8x8", (width // 64, height // 8), (8, 8, 8), [f32(width * height),
            zeros(f32, width * height), number(width)], {"width": width, "height": height},
            constants=["cosines f32[64]:signed"])
    for n, count, block in [(1 << 24, 64, 256), (100000, 21, 128)]:
        run.flat("sig_fir_half", n, block, [f16(n), zeros(f16, n), number(n), number(count)],
                 {"taps": count}, shared=4 * (block + 63), constants=["taps f32[64]:signed"])
    for blocks in [8192, 40]:
        run("sig_walsh_2048", blocks, 512, [f32(2048 * blocks)], {"blocks": blocks})
    for width, height in [(4096, 4096), (1366, 100)]:
        run("sig_haar_rows", (ceil_div(width // 2, 256), height), 256, [f32(width * height),
            zeros(f32, width * height), number(width)], {"width": width, "height": height})


def add_pictures(lists):
    run = Fifth(lists, "filters")
    for width, height, block in [(1920, 1080, (32, 8)), (320, 200, (16, 16))]:
        n = width * height
        run.plane("pic_median_5x5", width, height, block, [u8(n), zeros(u8, n), number(width),
                  number(height)])
    for width, height, r, block in [(1280, 720, 4, (16, 16)), (200, 150, 7, (32, 4))]:
        n = 4 * width * height
        run.plane("pic_bilateral_rgba", width, height, block, [u8(n), zeros(u8, n), number(width),
                  number(height), number(r), real(0.0005)], {"r": r},
                  constants=["near_weights f32[32]:random=1"])
    for width, height, r, strip in [(4096, 4096, 7, 64), (800, 600, 20, 600)]:
        n = width * height
        run("pic_box_strip", (ceil_div(width, 128), ceil_div(height, strip)), 128, [f32(n),
            zeros(f32, n)] + [number(v) for v in (width, height, r, strip)],
            {"width": width, "height": height, "r": r, "strip": strip})
    for words, contents, blocks in [(1 << 24, "signed", 528), (1 << 22, "random=16", 264),
                                    (50000, "signed", 24)]:
        run("pic_count_values", blocks, 256, [u32(words, contents), zeros(u32, 256), number(words)],
            {"words": words, "blocks": blocks, "contents": contents})
    for n, blocks in [(1 << 24, 1056), (60000, 60)]:
        run("pic_through_table", blocks, 256, [u8(4 * n), zeros(u8, 4 * n), u8(256), number(n)],
            {"n": n, "blocks": blocks})
    for width, height in [(3840, 2160), (640, 480)]:
        n = width * height
        run.plane("pic_thin_edges", width, height, (32, 4), [f32(n), f32(n), zeros(u8, n),
                  number(width), number(height), real(0.2), real(0.8)])
    for width, height, limit in [(2048, 1024, 500), (300, 200, 5000)]:
        run("pic_fractal_smooth", (ceil_div(width, 128), ceil_div(height, 4)), (32, 4),
            [zeros(u8, 4 * width * height), number(width), number(height), double(-0.6), double(0.0),
             double(3.0 / width), number(limit)], {"width": width, "height": height, "limit": limit})


def add_parallel(lists):
    run = Fifth(lists, "parallel")
    for n, blocks, block in [(1 << 24, 1056, 256), (10000, 5, 512)]:
        run("par_reduce_groups", blocks, block, [f64(2 * n), zeros(f64, 1), wide(n)],
            {"n": n, "blocks": blocks, "block": block})
    for n, blocks, block in [(1 << 24, 264, 1024), (300000, 100, 128)]:
        run("par_extremes", blocks, block, [s32(4 * n), zeros(s32, 1), zeros(u64, 1), number(n)],
            {"n": n, "blocks": blocks, "block": block})
    for blocks in [4096, 64]:
        run("par_scan_blelloch", blocks, 1024, [f32(2048 * blocks), zeros(f32, 2048 * blocks),
            zeros(f32, blocks)], {"blocks": blocks})
    for n, above, block in [(1 << 25, 0.8, 256), (1 << 22, -0.5, 512), (7000, 0.0, 64)]:
        ring = 1 << (n - 1).bit_length()
        run.flat("par_filter_warp", n, block, [f32(n), zeros(f32, ring), zeros(s32, 1),
                 real(above), number(n), number(ring - 1)], {"above": str(above)})
    for length, blocks in [(1024, 8192), (256, 300)]:
        n = length * blocks
        run("par_sort_odd_even", blocks, length // 2, [u32(n), u32(n), zeros(u32, n),
            zeros(u32, n), number(length)], {"length": length, "blocks": blocks}, shared=8 * length)
    for n, j, k in [(1 << 24, 1 << 20, 1 << 22), (1 << 24, 4, 1 << 10), (1 << 16, 16, 64)]:
        run.flat("par_bitonic_step64", n, 256, [u64(n), zeros(u64, n), number(j), number(k)],
                 {"j": j})
    for blocks, shift in [(32768, 4), (333, 0)]:
        n = 512 * blocks
        run("par_rank_digits", blocks, 128, [u32(n), zeros(u16, n), zeros(u32, 16 * blocks),
            number(shift)], {"blocks": blocks, "shift": shift})
    for tile, segments, room, block in [(4, 500000, 32, 256), (32, 20000, 700, 128),
                                        (32, 90, 5000, 64)]:
        run("_Z12par_segmentsILi%dEEvPKfPKiPfii" % tile, ceil_div(segments * tile, block), block,
            [f32(segments * room), s32(segments, "random=%d" % (room + 1)), zeros(f32, segments),
             number(segments), number(room)], {"segments": segments, "room": room},
            kernel="par_segments_%d" % tile)


def add_graphs(lists):
    run = Fifth(lists, "graphs")
    for rows, room, columns, block in [(1 << 20, 24, 1 << 20, 256), (6400, 200, 6400, 64)]:
        n = rows * room
        run.flat("gr_sliced_rows", rows, block, [f64(n), s32(n, "random=%d" % columns),
                 s32(rows, "random=%d" % (room + 1)), f64(columns), zeros(f64, rows),
                 number(rows), number(room)], {"room": room})
    for count, rows, blocks in [(8000000, 500000, 1056), (60000, 900, 60)]:
        run("gr_triples_double", blocks, 256, [f64(count), s32(count, "random=%d" % rows),
            s32(count, "random=%d" % rows), f64(rows), zeros(f64, rows), number(count)],
            {"count": count, "rows": rows})
    for rows, each, block in [(100000, 9, 256), (3000, 30, 64)]:
        run("gr_blocks_4x4", ceil_div(16 * rows, block), block, [f32(16 * rows * each),
            s32(rows + 1, "step=%d" % each), s32(rows * each, "random=%d" % rows), f32(4 * rows),
            zeros(f32, 4 * rows), number(rows)], {"rows": rows, "each": each})
    for nodes, degree in [(1000000, 6), (20000, 40)]:
        run.flat("gr_front_step", nodes, 512, [s32(nodes + 1, "step=%d" % degree),
                 s32(nodes * degree, "random=%d" % nodes), u8(nodes), zeros(u8, nodes), u8(nodes),
                 zeros(s32, nodes), number(nodes)], {"degree": degree})
    for nodes, degree in [(1 << 20, 16), (50000, 5)]:
        run.flat("gr_rank_pull", nodes, 256, [s32(nodes + 1, "step=%d" % degree),
                 s32(nodes * degree, "random=%d" % nodes), f32(nodes, "random=1"),
                 zeros(f32, nodes), real(0.85), number(nodes)], {"degree": degree})
    for edges, nodes in [(1 << 23, 1 << 20), (100000, 10000)]:
        run.flat("gr_relax_edges", edges, 256, [s32(edges, "random=%d" % nodes),
                 s32(edges, "random=%d" % nodes), s32(edges, "random=100"), s32(nodes, "random=500"),
                 s32(nodes, "random=500"), zeros(s32, 1), number(edges)], {"nodes": nodes})
    for edges, nodes, degree in [(1 << 18, 100000, 32), (5000, 1000, 100)]:
        run.flat("gr_triangles", edges, 128, [s32(nodes * degree, "random=%d" % (4 * degree)),
                 s32(edges, "random=%d" % nodes), s32(edges, "random=%d" % nodes), zeros(u64, 1),
                 number(edges), number(degree)], {"nodes": nodes, "degree": degree})
    for n, room in [(1 << 22, 1 << 24), (1 << 20, 1 << 12), (3000, 1 << 20)]:
        run.flat("gr_probe_table", n, 256, [u64(room), u32(n), zeros(u32, n), number(n),
                 unsigned(room - 1)], {"room": room})


def add_chances(lists):
    run = Fifth(lists, "chances")
    for n, blocks in [(1 << 23, 1056), (20000, 79)]:
        run("rnd_philox_normal", blocks, 256, [zeros(f32, 4 * n), number(n), unsigned(42), real(0.5),
            real(2.0)], {"n": n, "blocks": blocks})
    for blocks, turns in [(2112, 2000), (20, 5000)]:
        run("rnd_circle_xorwow", blocks, 256, [zeros(u64, 1), number(turns), unsigned(99)],
            {"blocks": blocks, "turns": turns})
    for paths, steps, block in [(262144, 64, 256), (4000, 252, 128)]:
        run.flat("rnd_asian_paths", paths, block, [zeros(f64, paths), number(paths), number(steps),
                 double(100), double(100), double(0.0001), double(0.01)], {"steps": steps})
    for n, block in [(4000000, 128), (25000, 256)]:
        run.flat("rnd_price_double", n, block, [f64(n, "random=90"), f64(n, "random=90"),
                 f64(n, "random=10"), zeros(f64, n), zeros(f64, n), double(0.02), double(0.3),
                 number(n)])
    for options, steps, block in [(1024, 1023, 256), (16, 2047, 512)]:
        run("rnd_binomial_tree", options, block, [f32(options), f32(options), zeros(f32, options),
            number(steps), real(1.01), real(0.5), real(0.9999)],
            {"options": options, "steps": steps, "block": block}, shared=4 * (steps + 1))
    for n, each in [(1 << 20, 16), (10000, 100)]:
        run.flat("rnd_pcg_states", n, 256, [u64(2 * n), zeros(u32, n * each), number(n),
                 number(each)], {"each": each})


def add_codes(lists):
    run = Fifth(lists, "digests")
    for blocks, block in [(32768, 256), (132, 128), (3, 1024)]:
        run("cod_sha256_nonce", blocks, block, [u32(16), zeros(u32, 1), unsigned(7)],
            {"blocks": blocks, "block": block}, constants=["rounds u32[64]:signed"])
    for n in [4000000, 9000]:
        run.flat("cod_md5_messages", n, 256, [u32(16 * n), zeros(u32, 4 * n), number(n)])
    for n, m, block in [(100000000, 12, 256), (500000, 3, 128)]:
        run("cod_search_tile", ceil_div(n, 4 * block), block, [u8(n, "random=4"), number(n),
            u8(m, "random=4"), number(m), zeros(s32, 1024), zeros(s32, 1)],
            {"n": n, "m": m, "block": block}, shared=64 + 4 * block + m)
    for n in [8000000, 12345]:
        run.flat("cod_base64", n, 256, [u32(3 * n), zeros(u32, 4 * n), number(n)])
    for n, length in [(400000, 32), (10000, 9)]:
        run.flat("cod_edit_distance", n, 128, [u8(n * length), u8(length), zeros(u8, n), number(n),
                 number(length)], {"length": length})
    for pieces, size in [(20000, 4096), (50, 30000)]:
        run("cod_adler_pieces", ceil_div(pieces, 8), 256, [u8(pieces * size), zeros(u32, pieces),
            number(pieces), number(size)], {"pieces": pieces, "bytes": size})


def add_spaces(lists):
    run = Fifth(lists, "spaces")
    for width, height, count in [(1920, 1080, 40), (256, 256, 1000)]:
        run.plane("geo_rays_spheres", width, height, (16, 8), [f32(8 * count, "random=1"),
                  number(count), zeros(f32, 4 * width * height), number(width), number(height)],
                  {"count": count}, shared=32 * count)
    for d, n, count in [(3, 65536, 4096), (16, 10000, 2000), (3, 300, 10000)]:
        run("_Z16geo_nearest_tileILi%dEEvPKfS1_Piii" % d, ceil_div(n, 128), 128, [f32(d * n),
            f32(d * count), zeros(s32, n), number(n), number(count)], {"n": n, "count": count},
            kernel="geo_nearest_tile_%d" % d)
    for n, k, blocks in [(1 << 23, 64, 528), (1 << 21, 5, 264), (20000, 300, 40)]:
        run("geo_means_update", blocks, 256, [f32(2 * n), s32(n, "random=%d" % k), zeros(f32, 2 * k),
            zeros(s32, k), number(n), number(k)], {"n": n, "k": k, "blocks": blocks}, shared=12 * k)
    for n, depth in [(500000, 15), (20000, 10)]:
        inner = (1 << depth) - 1
        run.flat("geo_tree_walk", n, 128, [f32(4 * (2 * inner + 1)), f32(2 * n), zeros(s32, n),
                 number(n), number(inner), real(0.6)], {"depth": depth})
    for width, height, side, step in [(1024, 1024, 256, 1.0), (200, 150, 512, 0.5)]:
        run.plane("geo_volume_march", width, height, (16, 16), [u8(side ** 3), zeros(f32,
                  width * height), number(width), number(height), number(side), real(step),
                  real(0.0001)], {"side": side})
    for cells, each in [(4096, 100), (200, 64)]:
        run("geo_cell_forces", cells, 128, [f64(4 * cells * each, "random=1"),
            s32(9 * cells, "random=%d" % cells), zeros(f64, 4 * cells * each), number(each),
            double(0.5)], {"cells": cells, "each": each})


def add(lists):
    for part in (add_norms, add_inference, add_products, add_dense, add_grids, add_signals,
                 add_pictures, add_parallel, add_graphs, add_chances, add_codes, add_spaces):
        part(lists)

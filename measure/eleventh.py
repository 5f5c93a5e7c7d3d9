"""An eleventh validation set: an examiner's kernels, of every kind, size, shape and precision."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16
from sixth import below, numbers, reals


class Eleventh(Blind):
    folder = "eleventh"


def add_moving(lists):
    run = Eleventh(lists, "moving")
    n = 10000000
    for offset, block in [(3, 256), (32, 512)]:
        run.flat("copyReadOffset", n, block, [zeros(f32, n), f32(n + offset)]
                 + numbers(n, offset), {"offset": offset})
    for n, offset in [(1 << 23, 1)]:
        run.flat("copyBothOffset", n, 256, [zeros(f32, n + offset), f32(n + offset),
                 number(offset)], {"offset": offset})
    for n, stride in [(1 << 22, 7), (4000000, 64)]:
        run.flat("copyStrideRing", n, 256, [zeros(f32, n), f32(n)] + numbers(n, stride),
                 {"stride": stride})
    for count, stride, block in [(1 << 25, 8, 128)]:
        run.flat("copyStrideBoth", count // stride, block, [zeros(s32, count), s32(count)]
                 + numbers(stride, count), {"stride": stride})
    for word, name, make, parts, n, block in [
            ("I5char4EvPT_PKS1_i", "char4", u8, 4, 1 << 23, 256),
            ("IdEvPT_PKS0_i", "double", f64, 1, 1 << 23, 1024),
            ("I4int4EvPT_PKS1_i", "int4", s32, 4, 1 << 22, 256),
            ("I4int4EvPT_PKS1_i", "int4", s32, 4, 1 << 16, 64)]:
        run.flat("_Z10copyVector" + word, n, block, [zeros(make, parts * n), make(parts * n),
                 number(n)], kernel="copyVector_" + name)
    for n, grid, block in [(20000000, 132, 512), (20000000, 1056, 256)]:
        run("copy_unrolled_grid", grid, block, [zeros(f32, n), f32(n), wide(n)],
            {"n": n, "grid": grid, "block": block})
    for n, length in [(1 << 22, 4), (1 << 22, 32)]:
        run("copy_run_per_thread", ceil_div(n, 256 * length), 256, [zeros(f32, n), f32(n)]
            + numbers(n, length), {"n": n, "run": length})
    n = 1 << 24
    run.flat("copy_halves_as_floats", n, 256, [zeros(f32, n), f16(n), number(n)])
    quads = 3000000
    run.flat("copy_floats_as_bytes", quads, 192, [zeros(u8, 4 * quads), f32(4 * quads, "random"),
             number(quads)])
    for nx, ny, nz, block in [(200, 150, 100, (32, 8))]:
        pitch, slab = 320, 320 * 160
        run("copy_box", (ceil_div(nx, block[0]), ceil_div(ny, block[1]), nz), block,
            [zeros(f32, nx * ny * nz), f32(slab * nz)] + numbers(nx, ny, nz, pitch, slab),
            {"nx": nx, "ny": ny, "nz": nz, "block": block[0]})
    for n, block in [(12345678, 384)]:
        run.flat("triadDouble", n, block, [zeros(f64, n), f64(n), f64(n), double(3), number(n)])


def add_records(lists):
    run = Eleventh(lists, "records")
    for n, block in [(1 << 20, 256), (3000000, 128)]:
        run.flat("aosAdvance", n, block, [f32(8 * n), number(n), real(0.01)])
    n = 3000000
    run.flat("soaAdvance", n, 128, [f32(n)] * 6 + [number(n), real(0.01)])
    n = 1 << 21
    run.flat("aosTotalMass", n, 256, [f32(8 * n), zeros(f32, n), number(n)])
    n = 2000000
    run.flat("aosNormalize", n, 256, [zeros(f32, 3 * n), f32(3 * n), number(n)])
    n = 1 << 20
    run.flat("aosStarEnergy", n, 128, [f64(7 * n), zeros(f64, n), number(n)])
    n = 1 << 21
    run.flat("aosoaAdvance", n, 256, [f32(6 * n), number(n), real(0.01)])
    for letter, name, make, n, size in [("f", "float", f32, 1 << 22, 1 << 14),
                                        ("f", "float", f32, 1 << 22, 1 << 24),
                                        ("d", "double", f64, 1 << 21, 1 << 20)]:
        run.flat("_Z11gatherTableI%sEvPT_PKS0_PKii" % letter, n, 256, [zeros(make, n), make(size),
                 below(n, size), number(n)], {"table": size}, kernel="gatherTable_" + name)
    for rows, table, width, block in [(20000, 50000, 100, 64)]:
        run("gatherRowsWide", rows, block, [zeros(f32, rows * width), f32(table * width),
            below(rows, table), number(width)], {"rows": rows, "table": table, "width": width})
    for n, step in [(1 << 22, 9)]:
        run.flat("scatter_permuted", n, 256, [zeros(f32, n), f32(n), s32(n, "gather=%d" % step),
                 number(n)], {"step": step})
    for n, colours in [(1 << 21, 256), (1 << 22, 4)]:
        run.flat("gather_palette", n, 256, [zeros(f32, n), u8(n, "random=%d" % colours),
                 number(n)], {"colours": colours}, constants=["palette f32[256]:random"])
    for words, stride, hops in [(1 << 12, 1, 3000), (1 << 20, 4, 1500), (1 << 25, 32, 800)]:
        run("chaseOneThread", 1, 1, [s32(words, "cycle=%d" % stride), zeros(s32, 1),
            number(hops)], {"words": words, "hops": hops})
    for grid, block, n, hops in [(132, 256, 1 << 20, 100), (66, 32, 1 << 14, 500)]:
        run("chaseManyStarts", grid, block, [s32(n, "cycle=1"), zeros(s32, grid * block)]
            + numbers(n, hops), {"grid": grid, "ring": n, "hops": hops})
    for grid, nodes, hops in [(132, 1 << 20, 64)]:
        run("chaseNodes", grid, 64, [below(16 * nodes, nodes), zeros(s32, 64 * grid)]
            + numbers(97, hops), {"nodes": nodes, "hops": hops})
    for grid, block in [(264, 64)]:
        run("chaseShared", grid, block, [u16(4096, "cycle=1"), zeros(u32, grid * block),
            number(1000)], {"grid": grid, "block": block})


def add_flipping(lists):
    run = Eleventh(lists, "flipping")
    for w, h, block in [(4096, 1024, (32, 8)), (1000, 1500, (16, 16))]:
        run.plane("transposeNaive", w, h, block, [zeros(f32, w * h), f32(w * h)] + numbers(w, h),
                  {"block": block[0]})
    for letter, name, make, pad, w, h in [("i", "int", s32, 0, 2048, 2048),
                                          ("i", "int", s32, 1, 4096, 4096),
                                          ("i", "int", s32, 1, 1111, 777),
                                          ("d", "double", f64, 1, 2048, 1024),
                                          ("c", "char", u8, 4, 4096, 2048)]:
        run("_Z13transposeTileI%sLi%dEEvPT_PKS0_ii" % (letter, pad),
            (ceil_div(w, 32), ceil_div(h, 32)), (32, 8), [zeros(make, w * h), make(w * h)]
            + numbers(w, h), {"width": w, "height": h},
            kernel="transposeTile_%s_%d" % (name, pad))
    for n, rows in [(3072, 8)]:
        run("transposeSwizzle", (n // 32, n // 32), (32, rows), [zeros(f32, n * n), f32(n * n),
            number(n)], {"n": n, "rows": rows})
    for images, rows, cols, block in [(2000, 64, 48, 256)]:
        n = images * rows * cols
        run("transposeMany", images, block, [zeros(f32, n), f32(n)] + numbers(rows, cols),
            {"images": images, "rows": rows, "cols": cols}, shared=4 * rows * cols)
    for n in [192]:
        run("transposeCube", (n // 32, n, n // 8), (32, 8), [zeros(f32, n ** 3), f32(n ** 3),
            number(n)], {"n": n})


def factors(make, m, n, k, out=None):
    return [make(m * k), make(k * n), zeros(out or make, m * n)]


def add_multiplying(lists):
    run = Eleventh(lists, "multiplying")
    for m, n, k, block in [(1000, 800, 300, (32, 8)), (1024, 1024, 1024, (32, 32))]:
        a, b, c = factors(f32, m, n, k)
        run.plane("sgemmNaive", n, m, block, numbers(m, n, k) + [real(1), a, b, real(0.5), c],
                  {"k": k, "block": block[0]})
    for m, n, k, block in [(512, 512, 256, (16, 16))]:
        run("sgemmNaiveRows", (ceil_div(m, block[0]), ceil_div(n, block[1])), block,
            numbers(m, n, k) + factors(f32, m, n, k), {"m": m, "n": n, "k": k})
    for n in [384]:
        run.plane("matmulInts", n, n, (16, 16), [below(n * n, 100), below(n * n, 100),
                  zeros(s32, n * n), number(n)])
    for letter, name, make, tile, m, n, k in [
            ("f", "float", f32, 16, 1024, 1024, 512), ("f", "float", f32, 16, 300, 400, 500),
            ("f", "float", f32, 32, 1024, 1024, 1024), ("d", "double", f64, 16, 512, 768, 640)]:
        run("_Z12matmulSharedI%sLi%dEEvPKT_S2_PS0_iii" % (letter, tile),
            (ceil_div(n, tile), ceil_div(m, tile)), (tile, tile), factors(make, m, n, k)
            + numbers(m, n, k), {"m": m, "n": n, "k": k},
            kernel="matmulShared_%s_%d" % (name, tile))
    for n, k in [(1024, 512)]:
        run("matmulOwnTranspose", (n // 16, n // 16), (16, 16), [f32(n * k), zeros(f32, n * n)]
            + numbers(n, k), {"n": n, "k": k})
    for m, n, k in [(1024, 1024, 512)]:
        run("sgemmColumn8", (n // 64, m // 64), 512, numbers(m, n, k) + factors(f32, m, n, k),
            {"m": m, "n": n, "k": k})
    for sizes, name, bm, bn, m, n, k in [
            ("Li64ELi64ELi16ELi4ELi4E", "64", 64, 64, 256, 320, 2048),
            ("Li128ELi128ELi8ELi8ELi8E", "128", 128, 128, 2048, 2048, 512),
            ("Li128ELi128ELi8ELi8ELi8E", "128", 128, 128, 512, 1024, 1024)]:
        run("_Z14sgemmRegistersI%sEviiPKfS1_Pf" % sizes, (n // bn, m // bm), 256, numbers(n, k)
            + factors(f32, m, n, k), {"m": m, "n": n, "k": k}, kernel="sgemmRegisters_" + name)
    for n, words in [(512, 128)]:
        run.plane("matmulBytes", n, n, (16, 16), [u32(n * words, "random"),
                  u32(n * words, "random"), zeros(s32, n * n)] + numbers(n, words),
                  {"words": words})
    for rows, cols, block in [(8192, 1024, 64)]:
        run.flat("matvecColumns", rows, block, factors(f64, rows, 1, cols) + numbers(rows, cols),
                 {"cols": cols})
    for rows, cols, block in [(4096, 4096, 256), (1000, 512, 128)]:
        run("matvecWarps", ceil_div(rows, block // 32), block, factors(f32, rows, 1, cols)
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    for count in [200000]:
        run.flat("matmulSmall4", 16 * count, 256, [f32(16 * count), f32(16 * count),
                 zeros(f32, 16 * count), number(count)])


def add_tensoring(lists):
    run = Eleventh(lists, "tensoring")
    for m, n, k in [(1024, 1024, 512)]:
        run("gemm_wmma_each", (n // 64, m // 64), (128, 4), factors(f16, m, n, k, f32)
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 2048, 1024)]:
        run("gemm_wmma_staged", (n // 64, m // 128), 256, factors(f16, m, n, k, f32)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1024, 512)]:
        run("gemm_wmma_tf32", (n // 32, m // 32), 128, factors(f32, m, n, k) + numbers(n, k),
            {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1024, 1024)]:
        run("gemm_wmma_s8", (n // 32, m // 32), (64, 2), factors(u8, m, n, k, s32)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1024, 1024), (320, 256, 4096)]:
        run("gemm_mma_ldmatrix", (n // 64, m // 64), 128, factors(f16, m, n, k, f32)
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for n in [512]:
        run("gemm_half2_plain", (n // 64, n // 8), (32, 8), factors(f16, n, n, n) + [number(n)],
            {"n": n})


def add_stenciling(lists):
    run = Eleventh(lists, "stenciling")
    for n, block in [(1 << 23, 256), (100000, 128)]:
        run.flat("_Z9stencil1dILi8EEvPKfPfi", n, block, [f32(n), zeros(f32, n), number(n)],
                 kernel="stencil1d_8")
    n = 5000001
    run.flat("stencil1dShared", n, 256, [below(n, 1000), zeros(s32, n), number(n)])
    for letter, name, make, nx, ny, block in [
            ("f", "float", f32, 4096, 2048, (32, 8)), ("f", "float", f32, 1024, 1024, (16, 16)),
            ("f", "float", f32, 3000, 3000, (64, 4)), ("d", "double", f64, 2048, 2048, (32, 8))]:
        scalar = double if letter == "d" else real
        run.plane("_Z13stencilJacobiI%sEvPKT_PS0_iiS0_" % letter, nx, ny, block, [make(nx * ny),
                  zeros(make, nx * ny)] + numbers(nx, ny) + [scalar(0.01)], {"block": block[0]},
                  kernel="stencilJacobi_" + name)
    for w, h in [(2048, 2048), (777, 555)]:
        run.plane("stencilHeatTile", w, h, (32, 16), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + [real(0.2)])
    for w, h, block in [(1600, 1000, (32, 4))]:
        run.plane("stencilLife", w, h, block, [u8(w * h, "random=2"), zeros(u8, w * h)]
                  + numbers(w, h), {"block": block[0]})
    for nx, ny, nz, block in [(256, 256, 256, (32, 8, 1)), (200, 100, 150, (16, 4, 4))]:
        grid = tuple(ceil_div(n, b) for n, b in zip((nx, ny, nz), block))
        run("stencil3d7", grid, block, [f32(nx * ny * nz), zeros(f32, nx * ny * nz)]
            + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz, "block": block[0]})
    for nx, ny, nz in [(512, 512, 64), (250, 258, 100)]:
        run("stencil3dMarch", (ceil_div(nx - 2, 32), ceil_div(ny - 2, 8)), (32, 8),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
            {"nx": nx, "ny": ny, "nz": nz})
    for n in [160]:
        run("stencil3d27", (n // 32, n // 4, n // 2), (32, 4, 2), [f64(n ** 3), zeros(f64, n ** 3),
            number(n)], {"n": n})


def add_blurring(lists):
    run = Eleventh(lists, "blurring")
    mask, kernel = ["c_mask f32[65]:random"], ["c_kernel f32[49]:random"]
    for n, radius in [(1 << 22, 4), (1 << 21, 32)]:
        run.flat("conv1dConstant", n, 256, [f32(n), zeros(f32, n)] + numbers(n, radius),
                 {"radius": radius}, constants=mask)
    for n, radius, block in [(3000000, 16, 256)]:
        run.flat("conv1dHalo", n, block, [f32(n), zeros(f32, n)] + numbers(n, radius),
                 {"radius": radius}, constants=mask, shared=4 * (block + 2 * radius))
    for w, h, m, block in [(1024, 1024, 7, (16, 16))]:
        run.plane("conv2dGlobalMask", w, h, block, [f32(w * h), f32(m * m), zeros(f32, w * h)]
                  + numbers(w, h, m), {"mask": m, "block": block[0]})
    for radius, w, h, block in [(1, 2048, 2048, (32, 8)), (3, 1024, 768, (16, 16))]:
        run.plane("_Z14conv2dConstantILi%dEEvPKfPfii" % radius, w, h, block,
                  [f32((w + 2 * radius) * (h + 2 * radius)), zeros(f32, w * h)] + numbers(w, h),
                  {"block": block[0]}, constants=kernel, kernel="conv2dConstant_%d" % radius)
    for w, h in [(2048, 1024)]:
        run.plane("conv2dSharedTile", w, h, (32, 8), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h), constants=kernel)
    for w, h, radius in [(1920, 1080, 8)]:
        run("convSeparableRow", (ceil_div(w, 256), h), 256, [f32(w * h), zeros(f32, w * h)]
            + numbers(w, h, radius), {"width": w, "height": h, "radius": radius},
            constants=mask, shared=4 * (256 + 2 * radius))
    for w, h, radius, block in [(1920, 1080, 8, (32, 8))]:
        run.plane("convSeparableColumn", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h, radius), {"radius": radius, "block": block[0]}, constants=mask)
    for w, h in [(3840, 2160)]:
        run.plane("convSobelBytes", w, h, (16, 16), [u8(w * h), zeros(u8, w * h)]
                  + numbers(w, h))
    for images, channels, side in [(8, 64, 56)]:
        n = images * channels * side * side
        run("convDepthwise", (ceil_div(side, 32), ceil_div(side, 8), images * channels), (32, 8),
            [f32(n), f32(9 * channels), zeros(f32, n)] + numbers(channels, side, side),
            {"images": images, "channels": channels, "side": side})
    for w, h in [(1920, 1080)]:
        run.plane("convMedian3", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h))


def add_summing(lists):
    run = Eleventh(lists, "summing")
    for n, block in [(1 << 22, 512)]:
        run.flat("reduceModulo", n, block, [below(n, 10), zeros(s32, ceil_div(n, block)),
                 unsigned(n)], shared=4 * block)
    for letter, name, make, n in [("f", "float", f32, 1 << 23), ("d", "double", f64, 3000000)]:
        grid = ceil_div(n, 512)
        run("_Z16reduceSequentialI%sEvPKT_PS0_i" % letter, grid, 256, [make(n), zeros(make, grid),
            number(n)], {"n": n}, kernel="reduceSequential_" + name)
    for block, n, grid in [(128, 1 << 22, 528), (512, 1 << 24, 264), (512, 50000, 16)]:
        run("_Z14reduceUnrolledILj%dEEvPKfPfj" % block, grid, block, [f32(n), zeros(f32, grid),
            unsigned(n)], {"n": n, "grid": grid}, kernel="reduceUnrolled_%d" % block)
    for quads, grid, block in [(1 << 21, 264, 256), (1 << 15, 32, 1024)]:
        run("reduceOneNumber", grid, block, [f32(4 * quads), zeros(f32, 1), number(quads)],
            {"quads": quads, "grid": grid, "block": block})
    for n in [1 << 18]:
        run.flat("reduceAtomicOnly", n, 256, [f32(n), zeros(f32, 1), number(n)])
    for n, grid in [(1 << 24, 528)]:
        run("reduceMaxInt", grid, 256, [s32(n), zeros(s32, 1), number(n)],
            {"n": n, "grid": grid})
    for rows, cols, block in [(4096, 1000, 128), (200, 50000, 1024)]:
        run("reduceArgMin", rows, block, [f32(rows * cols), zeros(s32, rows), number(cols)],
            {"rows": rows, "cols": cols, "block": block})
    for n, grid in [(1 << 22, 256)]:
        run("dotDouble", grid, 256, [f64(n), f64(n), zeros(f64, grid), number(n)],
            {"n": n, "grid": grid})
    for rows, cols in [(4096, 2048)]:
        run("reduceColumns", cols // 32, (32, 8), [f32(rows * cols), zeros(f32, cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols in [(10000, 300)]:
        run("reduceRowsWarp", ceil_div(rows, 8), (32, 8), [f64(rows * cols), zeros(f64, rows)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})


def add_prefixing(lists):
    run = Eleventh(lists, "prefixing")
    for blocks, n in [(8192, 256), (1056, 1024)]:
        run("scanHillis", blocks, n, [f32(blocks * n), zeros(f32, blocks * n), number(n)],
            {"blocks": blocks, "n": n}, shared=8 * n)
    for blocks, n in [(2048, 1024)]:
        run("scanBlelloch", blocks, n // 2, [below(blocks * n, 100), zeros(s32, blocks * n),
            number(n)], {"blocks": blocks, "n": n}, shared=4 * n)
    for letter, name, make, rows, cols, block in [("f", "float", f32, 2000, 3000, 256),
                                                  ("f", "float", f32, 132, 50000, 1024),
                                                  ("d", "double", f64, 1024, 2048, 512)]:
        run("_Z8scanRowsI%sEvPKT_PS0_i" % letter, rows, block, [make(rows * cols),
            zeros(make, rows * cols), number(cols)], {"rows": rows, "cols": cols, "block": block},
            kernel="scanRows_" + name)
    for blocks in [2048]:
        n = 2048 * blocks
        run("scanEightEach", blocks, 256, [below(n, 10), zeros(s32, n), zeros(s32, blocks)],
            {"n": n})
    for rows, cols in [(16384, 256)]:
        run.flat("scanSerialRows", rows, 64, [f32(rows * cols), zeros(f32, rows * cols)]
                 + numbers(rows, cols), {"cols": cols})


def add_binning(lists):
    run = Eleventh(lists, "binning")
    for n, most in [(1 << 20, 100)]:
        run("histogramGlobal", 528, 256, [u8(n, "random=%d" % most), zeros(u32, 256), number(n)],
            {"n": n, "values": most})
    for n, fill in [(1 << 24, "random=256"), (1 << 22, "fill=7")]:
        run("histogramShared", 264, 256, [u8(n, fill), wide(n), zeros(u32, 256)],
            {"n": n, "bytes": fill})
    for quads in [1 << 20]:
        run("histogramWide", 264, 512, [u32(4 * quads, "random"), zeros(u32, 256),
            number(quads)], {"quads": quads})
    for n, count, block in [(1 << 22, 64, 512), (1 << 22, 2000, 256)]:
        run("histogramRange", 264, block, [f32(n), zeros(s32, count)] + numbers(n, count)
            + reals(-0.9, 0.9), {"n": n, "bins": count}, shared=4 * count)
    for n, kinds in [(1 << 21, 16)]:
        run.flat("histogramJoint", n, 256, [u8(n, "random"), below(n, kinds),
                 zeros(u32, 256 * kinds), number(n)], {"kinds": kinds})
    for n, keys, grid in [(1 << 21, 100000, 1056)]:
        run("histogramWeights", grid, 128, [below(n, keys), f32(n), zeros(f32, keys), number(n)],
            {"n": n, "keys": keys})


def add_softening(lists):
    run = Eleventh(lists, "softening")
    for rows, cols, block in [(8192, 128, 128)]:
        run.flat("softmaxNaive", rows, block, [f32(rows * cols), zeros(f32, rows * cols)]
                 + numbers(rows, cols), {"cols": cols})
    for letter, name, make, rows, cols in [("f", "float", f32, 2048, 4096),
                                           ("d", "double", f64, 1000, 1000)]:
        run("_Z11softmaxTreeI%sEvPKT_PS0_i" % letter, rows, 256, [make(rows * cols),
            zeros(make, rows * cols), number(cols)], {"rows": rows, "cols": cols},
            kernel="softmaxTree_" + name)
    for rows, cols, block in [(16384, 512, 128), (1000, 5000, 256)]:
        run("softmaxOnline", ceil_div(rows, block // 32), block, [f32(rows * cols),
            zeros(f32, rows * cols)] + numbers(rows, cols),
            {"rows": rows, "cols": cols, "block": block})
    for rows, cols, block in [(4096, 768, 256), (1024, 8192, 1024)]:
        run("layernormTwoPass", rows, block, [zeros(f32, rows * cols), f32(rows * cols),
            f32(cols), f32(cols), number(cols)], {"rows": rows, "cols": cols, "block": block})
    for rows, warps in [(8192, 4)]:
        run("layernormWarp", ceil_div(rows, warps), (32, warps), [zeros(f32, 1024 * rows),
            f32(1024 * rows), f32(1024), number(rows)], {"rows": rows, "warps": warps})
    for rows, cols in [(8192, 2048)]:
        run("rmsnormHalf", rows, 256, [zeros(f16, rows * cols), f16(rows * cols), f16(cols),
            number(cols)], {"rows": rows, "cols": cols})


def packed(make, rows, each, columns):
    return [s32(rows + 1, "step=%d" % each), s32(rows * each, columns), make(rows * each)]


def add_sparsing(lists):
    run = Eleventh(lists, "sparsing")
    for letter, name, make, rows, each, columns in [
            ("f", "float", f32, 100000, 10, "band=10"),
            ("f", "float", f32, 30000, 50, "random=30000"),
            ("d", "double", f64, 200000, 7, "band=7")]:
        run.flat("_Z10spmvScalarI%sEviPKiS1_PKT_S4_PS2_" % letter, rows, 128, [number(rows)]
                 + packed(make, rows, each, columns) + [make(rows), zeros(make, rows)],
                 {"each": each}, kernel="spmvScalar_" + name)
    for lanes, rows, each in [(4, 100000, 16), (32, 20000, 100)]:
        run("_Z10spmvVectorILi%dEEviPKiS1_PKfS3_Pf" % lanes, ceil_div(rows * lanes, 256), 256,
            [number(rows)] + packed(f32, rows, each, "random=%d" % rows)
            + [f32(rows), zeros(f32, rows)], {"rows": rows, "each": each},
            kernel="spmvVector_%d" % lanes)
    for rows, each in [(100000, 10)]:
        n = rows * each
        run.flat("spmvCoo", n, 256, [s32(n, "band=%d" % each), below(n, rows), f32(n), f32(rows),
                 zeros(f32, rows), number(n)], {"rows": rows})
    for rows, most in [(100000, 24)]:
        run.flat("spmvEll", rows, 256, [f32(rows * most), below(rows * most, rows),
                 below(rows, most + 1), f32(rows), zeros(f32, rows), number(rows)],
                 {"most": most})
    for n, count in [(1 << 20, 5)]:
        run.flat("spmvDiagonals", n, 256, [f64(n * count), below(count, n), f64(n),
                 zeros(f64, n)] + numbers(n, count), {"count": count})
    for rows, each in [(50000, 6)]:
        n = rows * each
        run.flat("spmvBlocks4", 4 * rows, 128, [s32(rows + 1, "step=%d" % each),
                 s32(n, "band=%d" % each), f32(16 * n), f32(4 * rows), zeros(f32, 4 * rows),
                 number(rows)], {"each": each})
    for rows, each, width, block in [(5000, 20, 128, 64)]:
        run("spmmRows", rows, block, packed(f32, rows, each, "random=%d" % rows)
            + [f32(rows * width), zeros(f32, rows * width), number(width)],
            {"rows": rows, "each": each, "width": width})
    for rows, each, depth in [(20000, 10, 64)]:
        n = rows * each
        run.flat("spmmSampled", 32 * n, 256, [s32(n, "band=%d" % each), below(n, rows),
                 f32(rows * depth), f32(rows * depth), zeros(f32, n)] + numbers(n, depth),
                 {"rows": rows, "depth": depth})


def add_sifting(lists):
    run = Eleventh(lists, "sifting")
    for n, j, k in [(1 << 22, 1 << 15, 1 << 18), (1 << 20, 2, 64)]:
        run.flat("bitonicExchange", n, 256, [s32(n), zeros(s32, n)] + numbers(j, k),
                 {"j": j, "k": k})
    for letter, name, make, size, blocks in [("f", "float", f32, 512, 4096),
                                             ("f", "float", f32, 2048, 528),
                                             ("d", "double", f64, 512, 1024)]:
        n = size * blocks
        run("_Z12bitonicBlockI%sLi%dEEvPKT_PS0_" % (letter, size), blocks, size // 2, [make(n),
            zeros(make, n)], {"blocks": blocks}, kernel="bitonicBlock_%s_%d" % (name, size))
    for blocks in [1024]:
        n = 1024 * blocks
        run("bitonicPairs", blocks, 1024, [u32(n, "random"), u32(n, "iota"), zeros(u32, n),
            zeros(u32, n)], {"blocks": blocks})
    for n in [1 << 22]:
        run.flat("bitonicLanes", n, 256, [f32(n), zeros(f32, n), number(n)])
    for rows in [1 << 17]:
        run.flat("sortInsertion16", rows, 128, [s32(16 * rows), zeros(s32, 16 * rows),
                 number(rows)])


def add_bodies(lists):
    run = Eleventh(lists, "bodies")
    for n, block in [(8192, 64)]:
        run.flat("nbodyDouble", n, block, [f64(4 * n), zeros(f64, n), zeros(f64, n),
                 zeros(f64, n), number(n)])
    for n, block in [(16384, 256), (4096, 64)]:
        run.flat("nbodyTiles", n, block, [f32(4 * n), zeros(f32, 4 * n), number(n)],
                 shared=16 * block)
    for n, cut in [(8192, 0.3)]:
        run.flat("nbodyCutoff", n, 128, [f32(3 * n), zeros(f32, n), number(n), real(cut)])
    for letter, name, w, h, block, limit in [("f", "float", 1024, 1024, (16, 16), 255),
                                             ("f", "float", 800, 600, (8, 8), 1000),
                                             ("d", "double", 640, 480, (32, 8), 200)]:
        scalar = double if letter == "d" else real
        run.plane("_Z13mandelbrotSetI%sEvPhiiT_S1_S1_i" % letter, w, h, block, [zeros(u8, w * h)]
                  + numbers(w, h) + [scalar(-2), scalar(-1.25), scalar(2.5 / h), number(limit)],
                  {"limit": limit, "block": block[0]}, kernel="mandelbrotSet_" + name)
    for rows, w in [(768, 1024)]:
        run("mandelbrotJulia", rows, 128, [zeros(s32, rows * w), number(w)]
            + reals(0.003, -0.79, 0.15), {"rows": rows, "width": w})
    for grid, trials in [(264, 1000)]:
        run("monte_carlo_pi", grid, 256, [zeros(u32, 256 * grid), number(trials)],
            {"grid": grid, "trials": trials})
    for n, degree in [(1 << 20, 24)]:
        run.flat("polynomialHorner", n, 256, [f64(n), zeros(f64, n), f64(degree + 1)]
                 + numbers(n, degree), {"degree": degree})
    for n, most in [(1 << 18, 1), (1 << 18, 20000)]:
        run.flat("calc_sines", n, 256, [f32(n, "random=%d" % most), zeros(f32, n)]
                 + numbers(n, 16), {"most": most})
    for n, steps in [(1 << 16, 200)]:
        run.flat("calc_lorenz", n, 128, [zeros(f32, 3 * n)] + numbers(n, steps) + [real(0.002)],
                 {"steps": steps})
    for letter, name, make, chains, grid, block, rounds in [
            ("f", "float", f32, 2, 264, 256, 5000), ("d", "double", f64, 4, 132, 128, 2000)]:
        scalar = double if letter == "d" else real
        run("_Z15calc_fma_chainsI%sLi%dEEvPT_S0_S0_i" % (letter, chains), grid, block,
            [zeros(make, grid * block), scalar(0.999), scalar(0.25), number(rounds)],
            {"grid": grid, "block": block, "rounds": rounds}, kernel="calc_fma_chains_" + name)


def add_diverging(lists):
    run = Eleventh(lists, "diverging")
    for entry in ["branchEvenOdd", "branchWholeWarps"]:
        run.flat(entry, 1 << 22, 256, [zeros(f32, 1 << 22), number(1 << 22)])
    for n, kinds in [(1 << 22, 6), (1 << 22, 1)]:
        run.flat("branchSwitch", n, 256, [u8(n, "random=%d" % kinds), f32(n), zeros(f32, n),
                 number(n)], {"kinds": kinds})
    for n, limit in [(1 << 22, 0), (1 << 22, 0.95)]:
        run.flat("branchThreshold", n, 256, [f32(n), zeros(f32, n), number(n), real(limit)],
                 {"limit": limit})
    for n in [1 << 19]:
        run.flat("loopCollatz", n, 128, [zeros(s32, n), "u64=1", number(n)])
    for n, length in [(1 << 19, "random=100")]:
        run.flat("loopLengths", n, 256, [s32(n, length), f32(n), zeros(f32, n), number(n)],
                 {"length": length})
    for n in [1 << 19]:
        run.flat("loopEuclid", n, 256, [below(n, 1000000), s32(n, "gather=7919"), zeros(s32, n),
                 number(n)])
    for n in [1 << 18]:
        run.flat("loopBisect", n, 128, [f64(n, "random=1000"), zeros(f64, n), number(n),
                 double(1e-9)])
    for size, n in [(1 << 20, 1 << 20), (1000, 1 << 21)]:
        run("loopLowerBound", 528, 256, [f32(size, "iota"), number(size),
            f32(n, "random=%d" % size), zeros(s32, n), number(n)], {"size": size, "n": n})
    for w, h in [(1280, 720)]:
        run.plane("loopRayMarch", w, h, (16, 16), [zeros(f32, w * h)] + numbers(w, h))
    for n, pitch in [(1 << 18, 64)]:
        run.flat("loopFirstZero", n, 256, [u8(n * pitch, "random=20"), zeros(s32, n)]
                 + numbers(n, pitch), {"pitch": pitch})


def add(lists):
    add_moving(lists)
    add_records(lists)
    add_flipping(lists)
    add_multiplying(lists)
    add_tensoring(lists)
    add_stenciling(lists)
    add_blurring(lists)
    add_summing(lists)
    add_prefixing(lists)
    add_binning(lists)
    add_softening(lists)
    add_sparsing(lists)
    add_sifting(lists)
    add_bodies(lists)
    add_diverging(lists)

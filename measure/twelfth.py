"""A twelfth validation set: what one writes who has only been told the kinds of kernels to expect."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals


class Twelfth(Blind):
    folder = "twelfth"


def s64(n, contents="random"):
    return "s64[%d]:%s" % (n, contents)


def structure(*members):
    return "struct=" + ",".join(members)


def add_carrying(lists):
    run = Twelfth(lists, "carrying")
    for n in [50000, 1 << 24]:
        run.flat("vectorAdd", n, 256, [f32(n), f32(n), zeros(f32, n), number(n)])
    for n, grid, block in [(1 << 22, 264, 256), (10000000, 1056, 128)]:
        run("saxpy_grid_stride", grid, block, [number(n), real(2), f32(n), f32(n)],
            {"n": n, "grid": grid, "block": block})
    for n, block in [(1 << 23, 256), (300000, 192)]:
        run.flat("_Z16stream_scale_addIdEvPT_PKS0_S3_S3_S0_m", n, block, [zeros(f64, n), f64(n),
                 f64(n), f64(n), double(0.5), "u64=%d" % n], kernel="stream_scale_add_double")
    n = 1 << 24
    run("_Z12copyInFlightILi4EEvPfPKf", n // 1024, 256, [zeros(f32, n), f32(n)], {"n": n},
        kernel="copyInFlight_4")
    n = 30000000
    run.flat("copyBytes", n, 512, [zeros(u8, n), u8(n), unsigned(n)])
    for n, shift in [(1 << 23, 1), (1 << 23, 96)]:
        run.flat("copyShortsShifted", n, 256, [zeros(u16, n), u16(n)] + numbers(n, shift),
                 {"shift": shift})
    for quads, grid, block in [(5000000, 528, 256)]:
        run("copy_float4_streaming", grid, block, [zeros(f32, 4 * quads), f32(4 * quads),
            number(quads)], {"quads": quads, "grid": grid, "block": block})
    for n, stride in [(1 << 21, 3), (1 << 20, 16)]:
        run.flat("copyToStride", n, 256, [zeros(f64, n * stride), f64(n)] + numbers(n, stride),
                 {"stride": stride})
    for n, stride, offset in [(1 << 22, 2, 1), (1 << 21, 12, 5)]:
        run.flat("copyFromStride", n, 128, [zeros(f32, n), f32(n * stride)]
                 + numbers(n, stride, offset), {"stride": stride, "offset": offset})
    for w, h, pitch_to, pitch_from in [(1910, 1070, 1920, 2048)]:
        run.plane("copy_planes_pitched", w, h, (64, 4),
                  [structure(zeros(f32, pitch_to * h), *numbers(pitch_to, w, h)),
                   structure(f32(pitch_from * h), *numbers(pitch_from, w, h))])
    for grid, tiles in [(528, 32)]:
        n = grid * tiles * 512
        run("copy_scaled_async", grid, 128, [zeros(f32, n), f32(n), real(3), number(tiles)],
            {"grid": grid, "tiles": tiles})


def add_fielding(lists):
    run = Twelfth(lists, "fielding")
    for n, block in [(1000000, 256), (30000, 64)]:
        run.flat("aosMoveParticles", n, block, [f32(7 * n), number(n), real(0.05)])
    n = 1000000
    run("soaMoveParticles", 528, 256, [structure(*[f32(n)] * 6), number(n), real(0.05)], {"n": n})
    n = 1500000
    run.flat("aosSumField", n, 256, [f64(7 * n), zeros(f64, n), number(n)])
    n = 2500000
    run.flat("aosPointsStaged", n, 256, [f32(3 * n), zeros(f32, n), number(n)])
    for n, size, index in [(1 << 22, 1 << 22, "band=1"), (1 << 21, 1 << 23, "random=%d" % (1 << 23))]:
        run.flat("gatherPlain", n, 256, [zeros(f32, n), f32(size), s32(n, index), number(n)],
                 {"table": size, "index": index})
    for n, size in [(1 << 20, 10000)]:
        run.flat("scatterAtomicFloat", n, 256, [zeros(f32, size), below(n, size), f32(n),
                 number(n)], {"places": size})
    for bags, bag, words, dim, block in [(4096, 20, 30000, 64, 64), (600, 7, 100000, 384, 128)]:
        run("embeddingBagMean", bags, block, [zeros(f32, bags * dim), f32(words * dim),
            below(bags * bag, words)] + numbers(bag, dim), {"bags": bags, "bag": bag, "dim": dim})
    for words, stride, hops in [(1 << 11, 1, 4000), (1 << 22, 8, 1000), (1 << 25, 64, 400)]:
        run("chaseSerial", 1, 1, [u32(words, "cycle=%d" % stride), zeros(u32, 1), number(hops)],
            {"words": words, "hops": hops})
    for grid, block, n, hops in [(264, 128, 1 << 19, 50), (40, 32, 1 << 24, 100)]:
        run("chasePerThread", grid, block, [s32(n, "cycle=1"), zeros(s32, grid * block)]
            + numbers(hops, 7919, n), {"grid": grid, "ring": n, "hops": hops})
    for lists_, length in [(65536, 40)]:
        n = 1 << 18
        run.flat("chaseListSum", lists_, 128, [s32(2 * n, "random=%d" % n), zeros(f32, lists_)]
                 + numbers(lists_, length), {"length": length})
    for n, levels in [(1 << 19, 18)]:
        run.flat("chaseHeapTree", n, 256, [f32((1 << levels) - 1), number(levels), f32(n),
                 zeros(s32, n), number(n)], {"levels": levels})


def add_pivoting(lists):
    run = Twelfth(lists, "pivoting")
    for nx, ny, block in [(2048, 2048, (16, 16)), (700, 1900, (32, 4))]:
        run.plane("transposeWriteRows", ny, nx, block, [f32(nx * ny), zeros(f32, nx * ny)]
                  + numbers(nx, ny), {"block": block[0]})
    for letter, rows, pad, name, make, w, h in [
            ("f", 8, 0, "float_0", f32, 4096, 2048), ("f", 16, 1, "float_1", f32, 3000, 2000),
            ("x", 8, 1, "long_1", s64, 2048, 1024), ("s", 4, 1, "short_1", u16, 4096, 4096)]:
        run("_Z15transposeBlocksI%sLi%dELb%dEEvPT_PKS0_ii" % (letter, rows, pad),
            (ceil_div(w, 32), ceil_div(h, 32)), (32, rows), [zeros(make, w * h), make(w * h)]
            + numbers(w, h), {"width": w, "height": h}, kernel="transposeBlocks_" + name)
    for w, h in [(4096, 4096)]:
        run.plane("transposeQuads", w // 4, h // 4, (16, 16), [zeros(f32, w * h), f32(w * h)]
                  + numbers(w // 4, h // 4))
    n = 2560
    run("transposeInPlace", (n // 16, n // 16), (16, 16), [f32(n * n), number(n)], {"n": n})
    for a, b, c in [(64, 300, 100)]:
        run.flat("transposeAxes", a * b * c, 256, [zeros(f32, a * b * c), f32(a * b * c)]
                 + numbers(a, b, c), {"a": a, "b": b, "c": c})


def add_weaving(lists):
    run = Twelfth(lists, "weaving")
    for n, block in [(640, (16, 16)), (1000, (32, 16))]:
        run.plane("matmulSimple", n, n, block, [f32(n * n), f32(n * n), zeros(f32, n * n),
                  number(n)], {"block": block[0]})
    for m, n, k in [(512, 384, 300)]:
        run("matmulMixedUp", (ceil_div(m, 16), ceil_div(n, 16)), (16, 16), [f32(m * k),
            f32(k * n), zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for tile, m, n, k in [(16, 800, 1000, 600), (32, 1536, 1536, 512), (32, 250, 130, 1025)]:
        run("_Z11matmulTilesILi%dEEvPfPKfS2_iii" % tile, (ceil_div(n, tile), ceil_div(m, tile)),
            (tile, tile), [zeros(f32, m * n), f32(m * k), f32(k * n)] + numbers(m, n, k),
            {"m": m, "n": n, "k": k}, kernel="matmulTiles_%d" % tile)
    n = 1024
    run("matmulPrefetch", (n // 16, n // 16), (16, 16), [f32(n * n), f32(n * n), zeros(f32, n * n),
        number(n)], {"n": n})
    for m, n, k in [(1024, 1024, 1024), (256, 512, 2048)]:
        run("sgemm64", (n // 64, m // 64), (16, 16), numbers(m, n, k) + [real(1.5), f32(m * k),
            f32(k * n), real(0.5), f32(m * n)], {"m": m, "n": n, "k": k})
    for letter, name, make, tile, n in [("f", "float_8", f32, 8, 1536),
                                        ("d", "double_4", f64, 4, 1024)]:
        run("_Z14gemm_registersI%sLi%dEEvPKT_S2_PS0_i" % (letter, tile),
            (n // (16 * tile), n // (16 * tile)), 256, [make(n * n), make(n * n),
            zeros(make, n * n), number(n)], {"n": n}, kernel="gemm_registers_" + name)
    for m, n, k in [(640, 512, 768)]:
        run("matmulNT", (n // 16, m // 16), (16, 16), [f32(m * k), f32(n * k), zeros(f32, m * n)]
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(700, 500, 512)]:
        run.plane("gemm_half_plain", n, m, (32, 8), [f16(m * k), f16(k * n), zeros(f16, m * n)]
                  + numbers(m, n, k), {"k": k})
    for count in [100000]:
        run("matmulBatch8", count // 4, (8, 8, 4), [f32(64 * count), f32(64 * count),
            zeros(f32, 64 * count)], {"count": count})
    for rows, cols, block in [(2048, 8192, 256), (10000, 300, 64)]:
        run("matvecBlockRow", rows, block, [f32(rows * cols), f32(cols), zeros(f32, rows),
            number(cols)], {"rows": rows, "cols": cols, "block": block}, shared=4 * block)
    for rows, cols, strip in [(4000, 3000, 128)]:
        run("matvecTransposed", (ceil_div(cols, 128), ceil_div(rows, strip)), 128,
            [f32(rows * cols), f32(rows), zeros(f32, cols)] + numbers(rows, cols, strip),
            {"rows": rows, "cols": cols, "strip": strip})


def add_quilting(lists):
    run = Twelfth(lists, "quilting")
    for m, n, k in [(1024, 1024, 1024), (256, 256, 256)]:
        run("gemm_wmma_simple", (m // 64, n // 64), (128, 4), [f16(m * k), f16(k * n),
            zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(2048, 1024, 1024)]:
        run("gemm_wmma_tiles_half", (n // 64, m // 64), 128, [f16(m * k), f16(k * n),
            zeros(f16, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(512, 1024, 768)]:
        run("gemm_wmma_bf16", (n // 32, m // 32), (32, 4), [u16(m * k), u16(k * n),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    n = 768
    run("gemm_wmma_double", (n // 8) ** 2 // 4, 128, [f64(n * n), f64(n * n), zeros(f64, n * n),
        number(n)], {"n": n})
    for m, n, k in [(768, 1024, 512)]:
        run("gemm_wmma_int8", (n // 32, m // 32), 128, [u8(m * k), u8(k * n), zeros(s32, m * n)]
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1024, 512)]:
        run("gemm_mma_bf16_direct", (n // 32, m // 64), 128, [u16(m * k), u16(k * n),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 2048, 1024)]:
        run("gemm_mma_tf32_shared", (n // 64, m // 64), 128, [f32(m * k), f32(k * n),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})


def add_relaxing(lists):
    run = Twelfth(lists, "relaxing")
    for n in [1 << 22]:
        run("stencilLineShared", n // 128, 128, [s32(n + 10, "random=1000"), zeros(s32, n + 10)],
            {"n": n})
    for nx, ny, block in [(4000, 3000, (32, 8)), (512, 512, (16, 8))]:
        run.plane("stencilHeat2d", nx, ny, block, [f32(nx * ny), zeros(f32, nx * ny)]
                  + numbers(nx, ny) + reals(0.1, 0.2), {"block": block[0]})
    for w, h in [(2500, 1800)]:
        run.plane("_Z15stencilNineTileILi32ELi8EEvPKfPfii", w, h, (32, 8), [f32(w * h),
                  zeros(f32, w * h)] + numbers(w, h), kernel="stencilNineTile_32_8")
    n = 2049
    run("stencilRedBlack", (ceil_div(n // 2, 64), ceil_div(n - 2, 4)), (64, 4), [f32(n * n),
        f32(n * n), number(n), number(0), real(0.01)], {"n": n})
    for nx, ny in [(1200, 1600)]:
        run.plane("stencilWavePeriodic", nx, ny, (32, 8), [zeros(f64, nx * ny), f64(nx * ny),
                  f64(nx * ny)] + numbers(nx, ny) + [double(0.2)])
    for nx, ny in [(2000, 1500)]:
        run("stencilUpwind", (ceil_div(nx, 256), ny), 256, [f32(nx * ny), f32(nx * ny),
            f32(nx * ny), zeros(f32, nx * ny)] + numbers(nx, ny) + [real(0.1)],
            {"nx": nx, "ny": ny})
    for nx, ny, nz, block in [(192, 192, 192, (32, 4, 2)), (384, 320, 64, (128, 1, 1))]:
        run("stencilSevenPoint", tuple(ceil_div(n, b) for n, b in zip((nx, ny, nz), block)), block,
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz) + reals(6, 1),
            {"nx": nx, "ny": ny, "nz": nz, "block": block[0]})
    for nx, ny, nz in [(264, 264, 136)]:
        run("stencilFiniteDifference", ((nx - 8) // 32, (ny - 8) // 8), (32, 8),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
            {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, block in [(1000, 1000, (32, 8)), (2048, 512, (128, 1))]:
        run.plane("stencilBoltzmann", nx, ny, block, [f32(9 * nx * ny, "random"),
                  zeros(f32, 9 * nx * ny)] + numbers(nx, ny) + [real(1.2)], {"block": block[0]})


def add_filtering(lists):
    run = Twelfth(lists, "filtering")
    taps, window = ["taps f32[129]:random"], ["window5 f32[25]:random"]
    for n, width in [(1 << 20, 9), (1 << 20, 65)]:
        run.flat("conv1dSimple", n, 256, [f32(n), f32(width), zeros(f32, n)] + numbers(width, n),
                 {"taps": width})
    n = 6000000
    run("_Z10conv1dTileILi3EEvPKfPfi", ceil_div(n, 256), 256, [f32(n), zeros(f32, n), number(n)],
        {"n": n}, kernel="conv1dTile_3", constants=taps)
    for w, h, block in [(1920, 1080, (16, 16)), (333, 444, (32, 8))]:
        run.plane("conv2dFive", w, h, block, [f32(w * h), zeros(f32, w * h)] + numbers(w, h),
                  {"block": block[0]}, constants=window)
    for w, h in [(1500, 1500)]:
        run("conv2dInputTile", (ceil_div(w, 16), ceil_div(h, 16)), (20, 20), [f32(w * h),
            zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, constants=window)
    for w, h in [(3072, 2048)]:
        run("convRowsUnrolled", (w // 128, h // 4), (16, 4), [zeros(f32, w * h), f32(w * h)]
            + numbers(w, h, w), {"width": w, "height": h}, constants=taps)
    for w, h, radius in [(1600, 1200, 12)]:
        run.plane("convColumnsPlain", w, h, (64, 2), [zeros(f32, w * h), f32(w * h)]
                  + numbers(w, h, radius), {"radius": radius}, constants=taps)
    for w, h, radius in [(4096, 1024, 10)]:
        run.flat("convBoxRunning", w, 64, [f32(w * h), zeros(f32, w * h)]
                 + numbers(w, h, radius), {"height": h, "radius": radius})
    for images, c, side, k in [(4, 32, 58, 48), (1, 3, 226, 16)]:
        run("convLayerDirect", (ceil_div(side - 2, 16), ceil_div(side - 2, 16), images * k),
            (16, 16), [f32(images * c * side * side), f32(9 * c * k), f32(k),
            zeros(f32, images * k * (side - 2) ** 2)] + numbers(c, side, side, k),
            {"images": images, "channels": c, "side": side, "out": k})
    for c, side, k, pad, stride in [(64, 112, 3, 1, 2)]:
        out = (side + 2 * pad - k) // stride + 1
        run("convIm2col", 528, 256, [f32(c * side * side), zeros(f32, c * k * k * out * out)]
            + numbers(c, side, side, k, pad, stride, out, out),
            {"channels": c, "side": side, "k": k, "stride": stride})
    for c, side in [(256, 112)]:
        run("convMaxPool2", (ceil_div(side // 2, 32), ceil_div(side // 2, 8), c), (32, 8),
            [f32(c * side * side), zeros(f32, c * side * side // 4)] + numbers(side, side),
            {"channels": c, "side": side})
    for w, h, r in [(640, 480, 4)]:
        run.plane("convBilateral", w, h, (16, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h, r)
                  + reals(0.05, 0.001), {"radius": r})


def add_adding(lists):
    run = Twelfth(lists, "adding")
    for n, block in [(1 << 22, 512)]:
        run.flat("reduceNeighbored", n, block, [below(n, 256), zeros(s32, n // block),
                 unsigned(n)])
    for block, letter, name, make, n, grid in [(256, "f", "float", f32, 1 << 24, 528),
                                               (256, "f", "float", f32, 99999, 66),
                                               (512, "d", "double", f64, 7000000, 264)]:
        run("_Z14reduceWarpTailILj%dE%sEvPKT0_PS0_j" % (block, letter), grid, block, [make(n),
            zeros(make, grid), unsigned(n)], {"n": n, "grid": grid},
            kernel="reduceWarpTail_%s_%d" % (name, block))
    for quads, grid, block in [(1 << 22, 1056, 256), (250000, 132, 512)]:
        run("reduceLanesFloat4", grid, block, [f32(4 * quads), zeros(f32, 1), number(quads)],
            {"quads": quads, "grid": grid, "block": block})
    for n, grid, block in [(1 << 23, 264, 384)]:
        run("reduceGroups", grid, block, [below(n, 100), zeros(s32, grid), number(n)],
            {"n": n, "grid": grid, "block": block})
    for n, grid in [(33 * 1024, 32), (1 << 23, 132)]:
        run("dotFloat", grid, 256, [f32(n), f32(n), zeros(f32, grid), number(n)],
            {"n": n, "grid": grid})
    for rows, cols, block in [(3000, 2000, 256)]:
        run("reduceMeanVariance", rows, block, [f32(rows * cols), zeros(f32, rows),
            zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols, "block": block})
    for rows, cols in [(1000, 20000)]:
        run.flat("reduceColumnNaive", cols, 128, [f64(rows * cols), zeros(f64, cols)]
                 + numbers(rows, cols), {"rows": rows})
    for n, grid in [(1 << 22, 256)]:
        run("reduceLastBlock", grid, 256, [f32(n), zeros(f32, grid), zeros(u32, 1), zeros(f32, 1),
            number(n)], {"n": n, "grid": grid})
    for n, grid in [(1 << 24, 528)]:
        run("reduceCountAbove", grid, 256, [f32(n), zeros(s32, 1), number(n), real(0.9)],
            {"n": n, "grid": grid})
    for segments, length in [(50000, 100), (1000, 5000)]:
        run.flat("_Z14reduceSegmentsIf5LeastEvPKT_PS1_ii", 32 * segments, 128,
                 [f32(segments * length), zeros(f32, segments)] + numbers(segments, length),
                 {"length": length}, kernel="reduceSegments_least")


def add_accruing(lists):
    run = Twelfth(lists, "accruing")
    for n in [1 << 22]:
        run.flat("scanKoggeStone", n, 512, [f32(n), zeros(f32, n), number(n)])
    for n, block in [(1 << 21, 256), (3000000, 1024)]:
        run("scanBrentKung", ceil_div(n, 2 * block), block, [below(n, 50), zeros(s32, n),
            number(n)], {"n": n, "block": block}, shared=8 * block)
    for blocks, n in [(4096, 512)]:
        run("scanWorkEfficient", blocks, n // 2, [zeros(f32, blocks * n), f32(blocks * n),
            number(n)], {"blocks": blocks, "n": n}, shared=4 * (n + n // 32))
    for letter, name, make, blocks, block in [("i", "int", s32, 4096, 256),
                                              ("d", "double", f64, 1000, 512)]:
        n = 4 * blocks * block
        fill = below(n, 64) if name == "int" else f64(n)
        run("_Z11scanByLanesI%sEvPKT_PS0_S3_" % letter, blocks, block, [fill, zeros(make, n),
            zeros(make, blocks)], {"blocks": blocks, "block": block}, kernel="scanByLanes_" + name)
    for w, h in [(3840, 1000)]:
        run.flat("scanColumns", w, 96, [u32(w * h, "random=256")] + numbers(w, h), {"height": h})
    n = 5000000
    run.flat("scanCompactBlocks", n, 256, [s32(n), zeros(s32, ceil_div(n, 256) * 256),
             zeros(s32, ceil_div(n, 256)), number(n)])


def add_tallying(lists):
    run = Twelfth(lists, "tallying")
    for n, most in [(1 << 20, 256), (1 << 20, 10)]:
        run("histPlainAtomics", 264, 256, [u8(n, "random=%d" % most), wide(n), zeros(u32, 256)],
            {"n": n, "values": most})
    for n, count, block in [(1 << 22, 1000, 256), (1 << 22, 8000, 1024)]:
        run("histPrivate", 264, block, [below(n, count), number(n), zeros(s32, count),
            number(count)], {"n": n, "bins": count}, shared=4 * count)
    for quads, grid in [(1 << 21, 264)]:
        run("histPerWarp", grid, 256, [u8(4 * quads, "random=200"), zeros(u32, 256 * grid),
            number(quads)], {"quads": quads, "grid": grid})
    n = 1000000
    run.flat("histPlane", n, 128, [f32(2 * n), zeros(u32, 4096), number(n)])
    for n, most in [(1 << 21, 24)]:
        run("histMatched", 528, 256, [u8(n, "random=%d" % most), number(n), zeros(u32, 64)],
            {"n": n, "values": most})
    n = 2000000
    run("histLogBins", 264, 256, [f64(n, "random"), zeros(s32, 32), number(n)], {"n": n})


def add_layering(lists):
    run = Twelfth(lists, "layering")
    for rows, cols in [(10000, 100)]:
        run.flat("softmaxThreadRow", rows, 128, [zeros(f32, rows * cols), f32(rows * cols)]
                 + numbers(rows, cols), {"cols": cols})
    for rows, warps in [(4096, 4), (30001, 8)]:
        run("_Z20softmaxWarpRegistersILi32EEvPKfPfi", ceil_div(rows, warps), (32, warps),
            [f32(1024 * rows), zeros(f32, 1024 * rows), number(rows)],
            {"rows": rows, "warps": warps}, kernel="softmaxWarpRegisters_32")
    for rows, cols, block in [(2048, 3000, 256), (128, 10000, 1024)]:
        run("softmaxBlockHalf", rows, block, [f16(rows * cols), zeros(f16, rows * cols),
            number(cols), real(0.125)], {"rows": rows, "cols": cols, "block": block},
            shared=4 * cols)
    for rows, classes in [(2048, 1000)]:
        run("softmaxCrossEntropy", rows, 128, [f32(rows * classes), below(rows, classes),
            zeros(f32, rows), number(classes)], {"rows": rows, "classes": classes})
    for rows, cols in [(8192, 256)]:
        run.flat("layernormNaive", rows, 64, [zeros(f32, rows * cols), zeros(f32, rows),
                 zeros(f32, rows), f32(rows * cols), f32(cols), f32(cols)] + numbers(rows, cols),
                 {"cols": cols})
    for rows, cols, block in [(4096, 1024, 128), (500, 12288, 512)]:
        run("layernormWelford", rows, block, [f32(rows * cols), zeros(f32, rows * cols),
            f32(cols), f32(cols), number(cols // 4)], {"rows": rows, "cols": cols, "block": block})
    for rows, cols in [(4096, 2560)]:
        run("rmsnormResidualBf16", rows, 320, [zeros(u16, rows * cols), u16(rows * cols),
            u16(rows * cols), u16(cols), number(cols)], {"rows": rows, "cols": cols})
    for word, name, n in [("4Relu", "relu", 1 << 24), ("4Relu", "relu", 100000),
                          ("4Gelu", "gelu", 5000000)]:
        run.flat("_Z9layer_mapI%sEvPKfPfiT_" % word, n, 256, [f32(n), zeros(f32, n), number(n),
                 "u8=0"], kernel="layer_map_" + name)
    n = 1 << 24
    run.flat("layer_relu_half2", n // 2, 512, [f16(n), number(n // 2)])
    n = 3000000
    run.flat("layer_adam", n, 256, [f32(n), zeros(f32, n), zeros(f32, n), f32(n), number(n)]
             + reals(0.001, 0.9, 0.999, 1e-8))


def packed(make, rows, each, columns):
    return [s32(rows + 1, "step=%d" % each), s32(rows * each, columns), make(rows * each)]


def add_hollowing(lists):
    run = Twelfth(lists, "hollowing")
    for rows, each, columns in [(200000, 5, "band=5"), (60000, 30, "random=60000")]:
        run.flat("spmvCsrStruct", rows, 256, [structure(number(rows),
                 *packed(f32, rows, each, columns)), f32(rows), zeros(f32, rows)], {"each": each})
    for rows, room in [(50000, 32)]:
        run.flat("spmvPaddedRows", rows, 128, [below(rows, room + 1), below(rows * room, rows),
                 f64(rows * room), f64(rows), zeros(f64, rows)] + numbers(rows, room),
                 {"room": room})
    for rows, each, columns in [(100000, 24, "band=24"), (5000, 300, "random=5000")]:
        run.flat("_Z10spmvGroupsILi8EEviPKiS1_PKfS3_Pf", 8 * rows, 128, [number(rows)]
                 + packed(f32, rows, each, columns) + [f32(rows), zeros(f32, rows)],
                 {"each": each}, kernel="spmvGroups_8")
    for rows, width in [(150000, 12)]:
        run.flat("spmvEllpack", rows, 256, [below(rows * width, rows), f32(rows * width),
                 f32(rows), zeros(f32, rows)] + numbers(rows, width), {"width": width})
    for rows, each in [(40000, 25)]:
        n = rows * each
        run("spmvTriplets", 528, 256, [below(n, rows), below(n, rows), f32(n), f32(rows),
            zeros(f32, rows), number(n)], {"rows": rows, "each": each})
    for rows, each in [(100000, 8)]:
        n = rows * each
        run.flat("spmvBlocks2", rows, 128, [s32(rows + 1, "step=%d" % each),
                 s32(n, "band=%d" % each), f32(4 * n), f32(2 * rows), zeros(f32, 2 * rows),
                 number(rows)], {"each": each})
    for rows, each, n in [(10000, 16, 96)]:
        run("spmmWarpRow", (ceil_div(rows, 4), ceil_div(n, 32)), (32, 4),
            packed(f32, rows, each, "random=%d" % rows) + [f32(rows * n), zeros(f32, rows * n)]
            + numbers(rows, n), {"rows": rows, "each": each, "n": n})
    for pairs, la, lb in [(30000, 48, 64)]:
        run.flat("sparse_common_count", pairs, 128, [s32(pairs * la, "step=3"),
                 s32(pairs * lb, "step=2"), zeros(s32, pairs)] + numbers(pairs, la, lb),
                 {"la": la, "lb": lb})


def add_ranking(lists):
    run = Twelfth(lists, "ranking")
    for n, j, k in [(1 << 22, 1, 2), (1 << 22, 1 << 12, 1 << 16)]:
        run.flat("bitonicSortStep", n, 512, [f32(n), zeros(f32, n)] + numbers(j, k), {"j": j, "k": k})
    for letter, name, make, size, blocks in [("i", "int", s32, 1024, 1000),
                                             ("i", "int", s32, 256, 2048),
                                             ("d", "double", f64, 512, 600)]:
        n = size * blocks
        run("_Z13bitonicSharedI%sEvPT_PKS0_" % letter, blocks, size, [zeros(make, n), make(n)],
            {"blocks": blocks, "size": size}, shared=(8 if letter == "d" else 4) * size,
            kernel="bitonicShared_" + name)
    for blocks in [1320]:
        n = 1024 * blocks
        run("bitonicKeyValue", blocks, 512, [zeros(u32, n), zeros(u32, n), u32(n, "random"),
            u32(n, "iota")], {"blocks": blocks})
    n = 1 << 23
    run.flat("bitonicWarp", n, 256, [s32(n), zeros(s32, n)])
    for blocks, n in [(1056, 256)]:
        run("sortOddEven", blocks, n // 2, [u16(blocks * n, "random=30000"),
            zeros(u16, blocks * n), number(n)], {"blocks": blocks, "n": n}, shared=2 * n)
    n = 20000
    run.flat("sortByRank", n, 128, [f32(n), zeros(f32, n), number(n)])
    for n, length in [(1 << 21, 1 << 12)]:
        run.flat("sortMergeRuns", n, 256, [s32(n, "iota"), zeros(s32, n)] + numbers(length, n),
                 {"run": length})


def add_orbiting(lists):
    run = Twelfth(lists, "orbiting")
    for n, block in [(10000, 128)]:
        run.flat("nbodySimple", n, block, [f32(4 * n), zeros(f32, 3 * n), number(n)])
    for n in [12800]:
        run.flat("_Z19nbodySharedUnrolledILi256ELi8EEvPK6float4PS0_if", n, 256, [f32(4 * n),
                 zeros(f32, 4 * n), number(n), real(0.001)], kernel="nbodySharedUnrolled_256_8")
    n = 6000
    run.flat("nbodyPotentialDouble", n, 64, [f64(4 * n), zeros(f64, n), number(n)])
    for n, most in [(100000, 40)]:
        run.flat("nbodyNeighbourLists", n, 128, [f32(4 * n), below(n * most, n), zeros(f32, n)]
                 + numbers(n, most) + [real(0.5)], {"most": most})
    for w, h, block, limit, corner in [(1280, 960, (16, 16), 256, (-2.2, -1.2, 1, 1.2)),
                                       (512, 512, (32, 4), 1000, (-0.75, 0.1, -0.74, 0.11))]:
        run.plane("mandelbrotImage", w, h, block, [zeros(s32, w * h)] + numbers(w, h)
                  + reals(*corner) + [number(limit)], {"limit": limit, "block": block[0]})
    for w, h, limit in [(700, 500, 150)]:
        run("mandelbrotStrided", 264, 128, [zeros(u16, w * h)] + numbers(w, w * h)
            + [double(-2), double(1.25), double(0.005), number(limit)],
            {"width": w, "height": h, "limit": limit})
    n = 1000
    run("fractal_julia", (n, ceil_div(n, 128)), 128, [zeros(u8, n * n), number(n)], {"n": n})
    n = 4000000
    run.flat("black_scholes_prices", n, 128, [zeros(f32, n), zeros(f32, n), f32(n, "random"),
             f32(n, "random"), f32(n, "random")] + reals(0.02, 0.3) + [number(n)])
    for paths, steps in [(1 << 17, 100)]:
        run.flat("monte_carlo_paths", paths, 256, [zeros(f32, paths), number(steps)]
                 + reals(0.0001, 0.02, 1.1), {"steps": steps})
    n = 3000000
    run.flat("_Z14polynomialEvalIfLi100EEvPKT_PS0_iS2_", n, 256, [f32(n), zeros(f32, n), number(n),
             f32(101)], kernel="polynomialEval_float_100")
    for batch in [8192]:
        run("fourier256", batch, 128, [f32(512 * batch), zeros(f32, 512 * batch)],
            {"batch": batch})
    for grid, block, rounds in [(528, 256, 2048), (132, 64, 4000)]:
        run("calc_peak_flops", grid, block, [zeros(f32, grid * block)] + reals(0.9995, 0.125)
            + [number(rounds)], {"grid": grid, "block": block, "rounds": rounds})


def add_wavering(lists):
    run = Twelfth(lists, "wavering")
    n = 1 << 22
    run("branchTwoValues", n // 64, 64, [zeros(f32, n)], {"n": n})
    for ways in [2, 8]:
        n = 1 << 21
        run.flat("branchWays", n, 256, [f32(n, "random"), zeros(f32, n)] + numbers(n, ways), {"ways": ways})
    n = 4000000
    run.flat("branchNested", n, 256, [s32(n), zeros(s32, n), number(n)])
    for first, n in [(1000000, 400000)]:
        run("collatzLongest", 264, 256, [zeros(u32, 264 * 256)] + numbers(first, n),
            {"first": first, "n": n})
    for n, most in [(300000, 1e6)]:
        run.flat("loopNewtonRoot", n, 128, [f64(n, "random=%d" % most), zeros(f64, n),
                 zeros(s32, n), number(n)], {"most": int(most)})
    for n, count in [(1 << 19, "random=200"), (1 << 19, "fill=100")]:
        run.flat("loopByCount", n, 256, [s32(n, count), zeros(f32, n), number(n)],
                 {"count": count})
    for size, n in [(1000000, 1 << 20)]:
        run.flat("loopBinarySearch", n, 256, [s32(size, "step=2"), number(size),
                 below(n, 2 * size), zeros(s32, n), number(n)], {"size": size})
    for n, half in [(100000, 12)]:
        run("loopRandomWalk", ceil_div(n, 128), 128, [zeros(s32, ceil_div(n, 128) * 128)]
            + numbers(half, 3000), {"n": n, "half": half})
    for n, pitch in [(300000, 32)]:
        run.flat("loopWordHash", n, 256, [u8(n * pitch), zeros(u32, n)] + numbers(n, pitch, 16),
                 {"pitch": pitch})
    for n, most in [(100000, 100000)]:
        run.flat("loopTrialDivision", n, 128, [below(n, most), zeros(s32, n), number(n)],
                 {"most": most})


def add_halving(lists):
    run = Twelfth(lists, "halving")
    for n in [20000000, 200000]:
        run.flat("vector_add_half", n, 256, [f16(n), f16(n), zeros(f16, n), number(n)])
    n = 1 << 23
    run("saxpy_half2", 264, 512, [number(n), real(0.5), f16(2 * n), f16(2 * n)], {"n": n})
    n = 1 << 21
    run.flat("vector_add_bf16x8", n, 256, [u16(8 * n), u16(8 * n), zeros(u16, 8 * n), number(n)])
    for rows, cols in [(3000, 1500)]:
        n = rows * cols
        run.flat("layer_bf16_to_float_scaled", n, 256, [u16(n), zeros(f32, n), f32(cols)]
                 + numbers(cols, n), {"cols": cols})
    n = 1 << 22
    run.flat("layer_quantize_int8", n, 256, [f32(4 * n), zeros(u8, 4 * n), real(127), number(n)])
    n = 1 << 22
    run("dot_int8", 528, 256, [u32(n, "random"), u32(n, "random"), zeros(s32, 1), number(n)],
        {"words": n})
    n = 1000000
    run.flat("calc_double_functions", n, 256, [f64(n), zeros(f64, n), number(n)])
    for rows, cols in [(8192, 4096)]:
        run("matvec_half_rows", rows // 8, (32, 8), [f16(rows * cols), f16(cols),
            zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    n = 2000000
    run("vector_complex_multiply", 528, 256, [f64(2 * n), f64(2 * n), zeros(f64, 2 * n), number(n),
        double(0.5)], {"n": n})


def add(lists):
    add_carrying(lists)
    add_fielding(lists)
    add_pivoting(lists)
    add_weaving(lists)
    add_quilting(lists)
    add_relaxing(lists)
    add_filtering(lists)
    add_adding(lists)
    add_accruing(lists)
    add_tallying(lists)
    add_layering(lists)
    add_hollowing(lists)
    add_ranking(lists)
    add_orbiting(lists)
    add_wavering(lists)
    add_halving(lists)

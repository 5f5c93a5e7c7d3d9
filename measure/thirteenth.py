"""A thirteenth validation set: what an outsider writes who holds the predictions to their promises."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64
from sixth import below, numbers, reals
from twelfth import packed, s64, structure


class Thirteenth(Blind):
    folder = "thirteenth"


def add_hauling(lists):
    run = Thirteenth(lists, "hauling")
    for n, first, to in [(5000000, 0, 0), (5000000, 3, 17), (70000, 1, 0)]:
        run.flat("copyWithOffsets", n, 256, [zeros(f32, n), f32(n)] + numbers(n, first, to),
                 {"from": first, "to": to})
    for name, mangled, make, width, n, grid, block in [
            ("float2", "6float2EvPT_PKS1_m", f32, 2, 3333333, 396, 192),
            ("int4", "4int4EvPT_PKS1_m", s32, 4, 6000000, 1188, 256),
            ("int4", "4int4EvPT_PKS1_m", s32, 4, 20000, 66, 320),
            ("uchar4", "6uchar4EvPT_PKS1_m", u8, 4, 12000000, 792, 512)]:
        run("_Z8copyWideI" + mangled, grid, block, [zeros(make, width * n), make(width * n),
            "u64=%d" % n], {"n": n, "grid": grid, "block": block}, kernel="copyWide_" + name)
    for n, block in [(9999999, 128), (16777216, 1024)]:
        run.flat("copyQuadsAndTail", n // 4, block, [f32(n), zeros(f32, n), number(n)])
    for n, incx, incy, grid in [(1500000, 5, 1, 528), (1000000, 1, 9, 264)]:
        run("stridedDoubleMove", grid, 256, [zeros(f64, n * incy), number(incy), f64(n * incx)]
            + numbers(incx, n), {"n": n, "from": incx, "to": incy})
    n = 6700417
    run.flat("triadScaled", n, 256, [zeros(f64, n), f64(n), f64(n), double(1.75), wide(n)])
    n = 8000001
    run.flat("copyRunsOfEight", ceil_div(n, 8), 128, [s32(n), zeros(s32, n), number(n)])
    nx, ny, nz, w, h, d = 300, 220, 180, 251, 190, 140
    run("copyBoxOut", (ceil_div(w, 32), ceil_div(h, 4), ceil_div(d, 2)), (32, 4, 2),
        [zeros(f32, w * h * d), f32(nx * ny * nz)] + numbers(nx, ny)
        + [structure(*numbers(13, 7, 21, w, h, d))], {"width": w, "height": h, "depth": d})
    n = 2073600
    run.flat("copyPackRgb", n, 192, [u8(n), u8(n), u8(n), zeros(u8, 3 * n), number(n)])
    for n, kinds in [(10000000, 2), (10000000, 50)]:
        run.flat("copyWhereMarked", n, 256, [zeros(u16, n), u16(n), u8(n, "random=%d" % kinds),
                 number(n)], {"kinds": kinds})
    for n, block in [(12345678, 256), (400000, 64)]:
        run("saxpyUnrolledFar", ceil_div(n, 4 * block), block, [number(n), real(0.25), f32(n),
            f32(n)], {"n": n, "block": block})


def add_harvest(lists):
    run = Thirteenth(lists, "harvest")
    for n, block in [(1200000, 128), (25000, 96)]:
        run.flat("aosLeapfrog", n, block, [f32(8 * n), number(n), real(0.02)])
    n = 1200000
    run("soaLeapfrog", 660, 256, [structure(*[f32(n)] * 6, number(n)), real(0.02)], {"n": n})
    n = 1100000
    run.flat("aosQuadLengths", n, 256, [f32(8 * n), zeros(f32, n), unsigned(n)])
    n = 900000
    run.flat("aosCrossProducts", n, 160, [zeros(f64, 3 * n), f64(3 * n), f64(3 * n, "random=1"),
             number(n)])
    for n, size, index in [(3000000, 1000000, "random=1000000"), (3000000, 3000000, "gather=7")]:
        run.flat("_Z8gatherByIdiEvPT_PKS0_PKT0_i", n, 256, [zeros(f64, n), f64(size),
                 s32(n, index), number(n)], {"table": size, "index": index},
                 kernel="gatherBy_double_int")
    n, size = 5000000, 40000
    run.flat("_Z8gatherByIstEvPT_PKS0_PKT0_i", n, 512, [zeros(u16, n), u16(size),
             u16(n, "random=%d" % size), number(n)], {"table": size}, kernel="gatherBy_short_short")
    for n, side in [(1500000, 512), (1500000, 4000)]:
        run.flat("gatherBilinear", n, 256, [f32(side * side), number(side), f32(2 * n, "random"),
                 zeros(f32, n), number(n)], {"side": side})
    for wanted, table, width in [(40000, 120000, 96), (200000, 5000, 48)]:
        run.flat("gatherRowsHalf", 32 * wanted, 256, [f16(2 * width * table), below(wanted, table),
                 zeros(f16, 2 * width * wanted)] + numbers(wanted, width),
                 {"table": table, "width": width})
    for n, k in [(4000000, 1), (4000000, 1237)]:
        run.flat("scatterByOrder", n, 256, [f32(n), s32(n, "gather=%d" % k), zeros(f32, n),
                 number(n)], {"step": k})
    n, keys = 3000000, 3000
    run("scatterLargest", 396, 256, [zeros(s32, keys), below(n, keys), below(n, 1000000),
        number(n)], {"n": n, "keys": keys})
    for words, stride, hops in [(6000, 1, 5000), (12000000, 12, 800)]:
        run("chaseAlone", 1, 1, [u32(words, "cycle=%d" % stride), zeros(u32, 1), number(hops)],
            {"words": words, "hops": hops})
    for grid, block, size, hops in [(132, 256, 900000, 64), (528, 64, 30000000, 48)]:
        run("chaseByLanes", grid, block, [s32(size, "cycle=1"), zeros(s32, grid * block)]
            + numbers(size, hops), {"grid": grid, "ring": size, "hops": hops})
    size, hops = 10007, 700
    run("chaseCached", 264, 128, [u16(size, "cycle=1"), zeros(s32, 264 * 128)]
        + numbers(size, hops), {"ring": size, "hops": hops}, shared=2 * size)


def add_tilting(lists):
    run = Thirteenth(lists, "tilting")
    for rows, cols, grid in [(1500, 2200, 528), (37, 90000, 264)]:
        run("transposeByDivision", grid, 256, [s32(rows * cols), zeros(s32, rows * cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    for mangled, name, make, tile, rows, w, h in [
            ("fLi32ELi8ELi1", "float_32", f32, 32, 8, 2900, 3100),
            ("fLi32ELi8ELi1", "float_32", f32, 32, 8, 260, 130),
            ("hLi64ELi4ELi4", "byte_64", u8, 64, 4, 5000, 3000)]:
        run("_Z15transposeStagedI%sEEvPKT_PS0_ii" % mangled, (ceil_div(w, tile), ceil_div(h, tile)),
            (tile, rows), [make(w * h), zeros(make, w * h)] + numbers(w, h),
            {"width": w, "height": h}, kernel="transposeStaged_" + name)
    words, quads = 900, 700
    run.plane("transposeBytesInRegisters", words, quads, (16, 16), [u32(4 * words * quads),
              zeros(u32, 4 * words * quads)] + numbers(words, quads))
    for batch, n in [(30000, 12), (5000, 31)]:
        run("transposeSmallBatch", batch, (n, n), [f32(batch * n * n), number(n)],
            {"batch": batch, "n": n}, shared=4 * n * (n + 1))
    batch, seq, heads, dim = 3, 1000, 20, 96
    count = batch * seq * heads * dim
    run("transposeHeads", (seq, ceil_div(heads, 8), batch), (32, 8), [f16(count), zeros(f16, count)]
        + numbers(seq, heads, dim), {"seq": seq, "heads": heads, "dim": dim})
    for n in [2000]:
        run("transposeThroughCache", (ceil_div(n, 128), n // 16), 128, [zeros(f32, n * n),
            f32(n * n), unsigned(n)], {"n": n})


def add_forging(lists):
    run = Thirteenth(lists, "forging")
    for m, n, k, block in [(500, 700, 900, (16, 16)), (1024, 96, 333, (32, 4))]:
        run.plane("matmulTextbook", n, m, block, [f32(m * k), f32(k * n), zeros(f32, m * n)]
                  + ["u64=%d" % v for v in (m, n, k)], {"k": k, "block": block[0]})
    for m, n, k in [(600, 450, 512)]:
        run.plane("sgemmFortran", m, n, (32, 8), numbers(m, n, k) + [real(1.5), f32(m * k),
                  number(m), f32(k * n), number(k), real(-0.5), f32(m * n), number(m)], {"k": k})
    for mangled, name, make, tile, m, n, k in [("fLi24", "float_24", f32, 24, 720, 960, 480),
                                               ("fLi24", "float_24", f32, 24, 1001, 333, 777),
                                               ("iLi32", "int_32", s32, 32, 640, 640, 640)]:
        run("_Z11matmulTiledI%sEEvPKT_S2_PS0_iii" % mangled, (ceil_div(n, tile), ceil_div(m, tile)),
            (tile, tile), [make(m * k), make(k * n), zeros(make, m * n)] + numbers(m, n, k),
            {"m": m, "n": n, "k": k}, kernel="matmulTiled_" + name)
    for n, tile in [(768, 16), (800, 8), (480, 30)]:
        run("matmulTileByLaunch", (n // tile, n // tile), (tile, tile), [zeros(f32, n * n),
            f32(n * n), f32(n * n), number(n)], {"n": n, "tile": tile}, shared=8 * tile * tile)
    for m, n, k in [(1280, 1408, 640), (256, 3072, 1000)]:
        run("sgemmBlock128", (n // 128, m // 128), 256, numbers(m, n, k) + [f32(m * k), f32(k * n),
            zeros(f32, m * n)], {"m": m, "n": n, "k": k})
    n = 608
    run("matmulDoubleMicro", (n // 32, n // 32), (16, 16), [f64(n * n), f64(n * n),
        zeros(f64, n * n), number(n)], {"n": n})
    for m, n, k, part in [(100, 180, 50000, 1000)]:
        run("matmulSplitLong", (ceil_div(n, 16), ceil_div(m, 16), ceil_div(k, part)), (16, 16),
            [f32(m * k), f32(k * n), zeros(f32, m * n)] + numbers(m, n, k, part),
            {"m": m, "n": n, "k": k, "part": part})
    for n, k in [(1120, 400)]:
        run("matmulLowerHalf", (n // 16, n // 16), (16, 16), [f32(n * k), zeros(f32, n * n)]
            + numbers(n, k), {"n": n, "k": k})
    for m, n, k in [(700, 600, 1200)]:
        run.plane("matmulQuads", n, m, (16, 8), [u32(m * k // 4, "random"),
                  u32(n * k // 4, "random"), zeros(s32, m * n)] + numbers(m, n, k // 4), {"k": k})
    for m, n, k in [(512, 640, 384)]:
        run.plane("matmulPairsOfHalves", n // 2, m, (64, 4), [f16(m * k), f16(k * n),
                  zeros(f16, m * n)] + numbers(m, n // 2, k), {"k": k})
    count = 600000
    run.flat("_Z19matmulTinyPerThreadILi3EEvPKfS1_Pfi", count, 128, [f32(9 * count), f32(9 * count),
             zeros(f32, 9 * count), number(count)], kernel="matmulTinyPerThread_3")
    for rows, cols, block in [(6000, 5000, 256), (20000, 600, 64)]:
        run("matvecVectorChunk", rows, block, [f32(rows * cols), f32(cols), zeros(f32, rows),
            number(cols // 4)], {"rows": rows, "cols": cols, "block": block})


def add_casting(lists):
    run = Thirteenth(lists, "casting")
    for m, n, k in [(640, 800, 512), (96, 112, 2000)]:
        run("gemm_wmma_warp_each", (n // 16, m // 16), 32, [f16(m * k), f16(n * k),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1536, 1280, 960)]:
        run("gemm_wmma_block", (n // 64, m // 128), 256, [f16(m * k), f16(k * n), f32(m * n)]
            + numbers(n, k) + reals(0.5, 0.25), {"m": m, "n": n, "k": k},
            shared=2 * (128 * 40 + 32 * 72))
    n = 656
    run("gemm_wmma_tf32_round", (ceil_div(n, 64), n // 16), 128, [f32(n * n), f32(n * n),
        zeros(f32, n * n), number(n)], {"n": n})
    for m, n, k in [(784, 640, 576)]:
        run("gemm_wmma_bias_relu", (n // 64, m // 16), (32, 4), [u16(m * k), u16(n * k), f32(n),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(800, 768, 640)]:
        run("gemm_mma_half_sums", (n // 48, m // 16), 96, [f16(m * k), f16(n * k), zeros(f16, m * n)]
            + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1088, 992, 1344)]:
        run("gemm_mma_signed_bytes", (n // 32, m // 64), 128, [u32(m * k // 4, "random"),
            u32(n * k // 4, "random"), zeros(s32, m * n)] + numbers(n, k // 4),
            {"m": m, "n": n, "k": k})
    for m, n, k in [(640, 416, 700)]:
        run("gemm_mma_doubles", (n // 16, m // 32), (32, 4), [f64(m * k), f64(n * k),
            zeros(f64, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1984, 1600, 1024), (128, 256, 4096)]:
        run("gemm_mma_pipelined", (n // 64, m // 64), 128, [f16(m * k), f16(n * k),
            zeros(f32, m * n)] + numbers(n, k), {"m": m, "n": n, "k": k})


def add_diffusing(lists):
    run = Thirteenth(lists, "diffusing")
    for w, h, block in [(3000, 2500, (32, 8)), (411, 397, (8, 32))]:
        run.plane("stencilCrossClamped", w, h, block, [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h), {"block": block[0]})
    for bx, by, r, w, h in [(32, 8, 1, 2100, 1900), (16, 16, 3, 1777, 1333)]:
        run.plane("_Z14stencilRimTileILi%dELi%dELi%dEEvPKfPfii" % (bx, by, r), w, h, (bx, by),
                  [f32(w * h), zeros(f32, w * h)] + numbers(w, h),
                  kernel="stencilRimTile_%d_%d_%d" % (bx, by, r))
    n = 3500000
    run.flat("stencilNineOnLine", n - 8, 192, [zeros(f64, n), f64(n), number(n)],
             constants=["coefs f64[9]:random"])
    for nx, ny, nz in [(322, 250, 90), (130, 130, 130)]:
        run("stencilWalkPlanes", (ceil_div(nx - 2, 32), ceil_div(ny - 2, 8)), (32, 8),
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz) + reals(0.4, 0.1),
            {"nx": nx, "ny": ny, "nz": nz})
    nx, ny, nz = 180, 150, 110
    run.flat("stencilStarThirteen", nx * ny * nz, 256, [f64(nx * ny * nz), zeros(f64, nx * ny * nz)]
             + numbers(nx, ny, nz))
    n = 1602
    run("stencilVariable", (ceil_div(n - 2, 64), 100), (64, 4), [f64(n * n, "random"), f64(n * n),
        zeros(f64, n * n), number(n), double(0.2)], {"n": n})
    n = 2000000
    run("stencilManySteps", ceil_div(n, 240), 256, [f32(n), zeros(f32, n), number(n), real(0.2)],
        {"n": n})
    for side, block in [(1024, (32, 4)), (336, (16, 16))]:
        run("stencilTwoSpecies", (side // block[0], side // block[1]), block,
            [f32(2 * side * side, "random"), zeros(f32, 2 * side * side), number(side)]
            + reals(0.04, 0.06), {"side": side})


def add_smearing(lists):
    run = Thirteenth(lists, "smearing")
    for k, w, h, block in [(3, 1400, 1100, (32, 8)), (7, 1000, 900, (16, 16)),
                           (7, 199, 301, (32, 4))]:
        run.plane("_Z14convSquareMaskILi%dEEvPKfPfii" % k, w, h, block, [f32(w * h),
                  zeros(f32, w * h)] + numbers(w, h), kernel="convSquareMask_%d" % k,
                  constants=["mask2d f32[49]:signed"])
    for w, h in [(2222, 1111)]:
        run("convRowsStaged", (ceil_div(w, 128), h), 128, [f32(w * h), zeros(f32, w * h)]
            + numbers(w, h), {"width": w, "height": h}, constants=["kernel1d f32[17]:random"])
        run("convColumnsStaged", (ceil_div(w, 16), ceil_div(h, 64)), (16, 8), [zeros(f32, w * h),
            f32(w * h)] + numbers(w, h), {"width": w, "height": h},
            constants=["kernel1d f32[17]:random"])
    for cin, cout, pixels in [(48, 96, 3136), (16, 8, 50000)]:
        run("convPointwise", (ceil_div(pixels, 128), cout // 4), 128, [f32(cin * pixels),
            f32(cin * cout), zeros(f32, cout * pixels)] + numbers(cin, cout, pixels),
            {"in": cin, "out": cout, "pixels": pixels})
    side, channels = 75, 320
    run("convDepthwiseLast", (side, side, 2), 160, [f32(side * side * channels), f32(9 * channels),
        zeros(f32, side * side * channels)] + numbers(side, channels),
        {"side": side, "channels": channels})
    nx, ny, nz = 140, 120, 100
    run("convVolume", (ceil_div(nx - 2, 8), ceil_div(ny - 2, 8), ceil_div(nz - 2, 4)), (8, 8, 4),
        [f32(nx * ny * nz), f32(27), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz),
        {"nx": nx, "ny": ny, "nz": nz})
    w, h = 2560, 1440
    run.plane("img_scharr_magnitude", w, h, (64, 4), [u8(w * h), zeros(u8, w * h)] + numbers(w, h))
    n = 3000000
    run.flat("img_tone_curve", n, 256, [u8(4 * n), zeros(u8, 4 * n), number(n)],
             constants=["curve u8[256]:random=256"])
    for w, h in [(1919, 1081)]:
        run.plane("img_median_cross", w, h, (32, 16), [f32(w * h), zeros(f32, w * h)]
                  + numbers(w, h))


def add_dwindling(lists):
    run = Thirteenth(lists, "dwindling")
    for n, block in [(6000000, 256), (6000000, 1024), (100000, 64)]:
        grid = ceil_div(n, 2 * block)
        run("reduceFirstAdd", grid, block, [f32(n), zeros(f32, grid), number(n)],
            {"n": n, "block": block}, shared=4 * block)
    n, grid = 5000000, 330
    run("_Z13reduceGenericId7SmallerLi128EEvPKT_PS1_mS1_", grid, 128, [f64(n), zeros(f64, grid),
        "u64=%d" % n, double(1e300)], {"n": n, "grid": grid}, kernel="reduceGeneric_double_least")
    n, grid = 11000000, 396
    run("_Z13reduceGenericIi3SumLi640EEvPKT_PS1_mS1_", grid, 640, [below(n, 100), zeros(s32, grid),
        "u64=%d" % n, number(0)], {"n": n, "grid": grid}, kernel="reduceGeneric_int_sum")
    n = 3000000
    run("reduceTilesCg", 264, 256, [f32(n), zeros(f32, 1), number(n)], {"n": n})
    n = 4100000
    run.flat("reduceOwnInstruction", n, 512, [u32(n), zeros(u32, 1), number(n)])
    for pairs, grid, block in [(4000000, 264, 512), (123456, 33, 256)]:
        run("dotOfHalves", grid, block, [f16(2 * pairs), f16(2 * pairs), zeros(f32, grid),
            number(pairs)], {"pairs": pairs, "grid": grid, "block": block})
    for rows, cols in [(4000, 1800), (60000, 50)]:
        run("reduceColumnsBlock", ceil_div(cols, 32), (32, 8), [f32(rows * cols), zeros(f32, cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})
    n = 7000000
    run.flat("reduceVotes", n, 384, [u16(n, "random=30000"), zeros(s32, 1), number(n), "u16=15000"])
    for rows, cols, block in [(3000, 2777, 256), (40000, 100, 64)]:
        run("reduceRowArgMax", rows, block, [s32(rows * cols, "random=100000"), zeros(s32, rows),
            number(cols)], {"rows": rows, "cols": cols, "block": block})
    n = 5000000
    run("reduceTrapezoids", 200, 192, [zeros(f64, 200), double(0), double(1 / n), number(n)],
        {"n": n})


def add_climbing(lists):
    run = Thirteenth(lists, "climbing")
    for n, block in [(3000000, 256), (500000, 1024)]:
        run.flat("scanTwoBuffers", n, block, [below(n, 10), zeros(s32, n), number(n)],
                 shared=8 * block)
    blocks = 3500
    run("scanUpDown", blocks, 256, [zeros(f64, 512 * blocks), f64(512 * blocks), zeros(f64, blocks)],
        {"blocks": blocks})
    n = 9000000
    run("_Z9scanItemsIiLi256ELi7EEvPKT_PS0_i", ceil_div(n, 1792), 256, [below(n, 10), zeros(s32, n),
        number(n)], {"n": n}, kernel="scanItems_int_7")
    n = 2000000
    run("_Z9scanItemsIxLi128ELi4EEvPKT_PS0_i", ceil_div(n, 512), 128, [s64(n, "random=1000"),
        zeros(s64, n), number(n)], {"n": n}, kernel="scanItems_long_4")
    for n, block in [(100000, 1024), (7000, 128)]:
        run("scanOneBlock", 1, block, [u32(n, "random=100"), zeros(u32, n), number(n)],
            {"n": n, "block": block})
    n = 6000000
    run.flat("scanFlagged", n, 256, [f32(n), u8(n, "random=9"), zeros(f32, n), number(n)])
    for rows, cols in [(9000, 500)]:
        run("scanRowPeaks", ceil_div(rows, 4), (32, 4), [f32(rows * cols), zeros(f32, rows * cols)]
            + numbers(rows, cols), {"rows": rows, "cols": cols})


def add_sprinkling(lists):
    run = Thirteenth(lists, "sprinkling")
    for n, count, grid, block in [(5000000, 300, 264, 256), (2000000, 11000, 132, 512),
                                  (2000000, 5, 132, 512)]:
        run("histThenMerge", grid, block, [below(n, count), number(n), zeros(s32, count),
            number(count)], {"n": n, "bins": count, "block": block}, shared=4 * count)
    n = 3000000
    run.flat("histShortsGlobal", n, 256, [u16(n, "random=65536"), zeros(u32, 4096), number(n)])
    for n, most in [(600000, 256), (600000, 3)]:
        run("histSixteenBytes", 264, 256, [u8(16 * n, "random=%d" % most), zeros(u32, 256),
            unsigned(n)], {"n": n, "values": most})
    grid, each = 600, 100
    run("histOwnColumns", grid, 128, [u8(grid * 128 * each), zeros(s32, 16 * grid), number(each)],
        {"grid": grid, "each": each})
    n = 1500000
    run.flat("histWeightedFloats", n, 256, [f32(n), f32(n, "random"), zeros(f32, 60), number(n)]
             + reals(-1, 30) + [number(60)])
    n, count = 2500000, 500
    run.flat("histUnevenEdges", n, 128, [below(n, 10000), s32(count, "step=20"), zeros(s32, count)]
             + numbers(n, count), {"bins": count})


def add_leveling(lists):
    run = Thirteenth(lists, "leveling")
    for rows, cols, block in [(12000, 200, 128), (3000, 1999, 256)]:
        run.flat("softmaxThriceRead", 32 * rows, block, [f32(rows * cols), zeros(f32, rows * cols)]
                 + numbers(rows, cols), {"rows": rows, "cols": cols})
    for rows, cols in [(1500, 5000), (100, 50257)]:
        run("softmaxOnePass", rows, 256, [zeros(f32, rows * cols), f32(rows * cols), number(cols)],
            {"rows": rows, "cols": cols})
    heads, length = 12, 777
    run("softmaxCausal", (length, heads), 128, [f16(heads * length * length),
        zeros(f16, heads * length * length), number(length), real(0.125)],
        {"heads": heads, "length": length})
    rows, cols = 10000, 768
    run("_Z18layernormRegistersILi768EEvPKfS1_S1_Pfi", ceil_div(rows, 4), (32, 4),
        [f32(rows * cols), f32(cols), f32(cols), zeros(f32, rows * cols), number(rows)],
        {"rows": rows}, kernel="layernormRegisters_768")
    for rows, cols, block in [(5000, 1280, 160), (900, 6144, 512)]:
        run("layernormHalfPairs", rows, block, [f16(rows * cols), zeros(f16, rows * cols), f16(cols),
            number(cols // 2)], {"rows": rows, "cols": cols, "block": block})
    rows, cols = 2000, 8192
    run("rmsnormQuads", rows, 1024, [f32(rows * cols), f32(cols), zeros(f32, rows * cols),
        number(cols // 4), real(1e-6)], {"rows": rows, "cols": cols})
    n, cols = 6000000, 3000
    run.flat("gelu_tanh_bias", n // 4, 256, [f32(n), f32(cols), zeros(f32, n)]
             + numbers(n // 4, cols // 4), {"cols": cols})
    pairs = 4000000
    run("layer_swiglu_bf16", 528, 256, [u16(2 * pairs), u16(2 * pairs), zeros(u16, 2 * pairs),
        number(pairs)], {"pairs": pairs})
    rows, cols = 4000, 2300
    run("layer_quantize_rows", rows, 192, [f32(rows * cols), zeros(u8, rows * cols),
        zeros(f32, rows), number(cols)], {"rows": rows, "cols": cols})
    for rows, cols in [(5000, 4096), (24000, 1024)]:
        run("matvec_nibbles", ceil_div(rows, 4), (32, 4), [u32(rows * cols // 8, "random"),
            f16(rows * cols // 32), f32(cols), zeros(f32, rows)] + numbers(rows, cols // 32),
            {"rows": rows, "cols": cols})
    for heads, length, block in [(6, 768, 64), (40, 256, 128)]:
        n = heads * length * 32
        run("_Z20att_query_per_threadILi32ELi32EEvPKfS1_S1_Pfif", (length // block, heads), block,
            [f32(n), f32(n), f32(n), zeros(f32, n), number(length), real(0.1767767)],
            {"heads": heads, "length": length, "block": block}, kernel="att_query_per_thread_32")
    heads, length = 320, 1100
    run("att_one_token", heads, 256, [f32(64 * heads), f16(64 * heads * length),
        f16(64 * heads * length), zeros(f32, 64 * heads), number(length)],
        {"heads": heads, "length": length}, shared=4 * length)
    tokens, heads, dim = 1500, 16, 80
    run("layer_rotary_halves", tokens, 256, [f32(tokens * heads * dim)] + numbers(heads, dim)
        + [real(10000)], {"tokens": tokens, "heads": heads, "dim": dim})


def uneven(make, rows, most, columns):
    return [s32(rows, "step=%d" % most), below(rows, most + 1), s32(rows * most, columns),
            make(rows * most)]


def add_threading(lists):
    run = Thirteenth(lists, "threading")
    for rows, each, columns in [(300000, 7, "band=7"), (50000, 20, "random=50000")]:
        run.flat("spmvRowThread", rows, 128, [number(rows)] + packed(f64, rows, each, columns)
                 + [f64(rows), zeros(f64, rows)], {"each": each, "columns": columns})
    for rows, most in [(120000, 30)]:
        run.flat("spmvUnevenRows", rows, 256, uneven(f32, rows, most, "random=%d" % rows)
                 + [f32(rows), zeros(f32, rows), number(rows)], {"most": most})
    for rows, most in [(20000, 150), (90000, 25)]:
        run.flat("_Z9spmvLanesIfLi32EEvPKiS1_S1_PKT_S4_PS2_i", 32 * rows, 256,
                 uneven(f32, rows, most, "random=%d" % rows) + [f32(rows), zeros(f32, rows),
                 number(rows)], {"most": most}, kernel="spmvLanes_32")
    for rows, width in [(180000, 14)]:
        run.flat("spmvPaddedColumns", rows, 192, [below(rows * width, rows + 1), f32(rows * width),
                 f32(rows), zeros(f32, rows)] + numbers(rows, width), {"width": width})
    n, rows = 1800000, 70000
    run.flat("spmvEntries", n, 256, [s32(n, "band=26"), below(n, rows), f64(n), f64(rows),
             zeros(f64, rows), number(n)], {"rows": rows})
    rows, width = 160000, 11
    run.flat("spmvSlices", rows, 128, [s32(rows // 32 + 1, "step=%d" % width),
             s32(rows * width, "band=%d" % width), f32(rows * width), f32(rows), zeros(f32, rows),
             number(rows)], {"width": width})
    rows, each = 50000, 6
    run.flat("spmvBlocks3", 3 * rows, 192, [s32(rows + 1, "step=%d" % each),
             s32(rows * each, "band=%d" % each), f32(9 * rows * each), f32(3 * rows),
             zeros(f32, 3 * rows), number(rows)], {"each": each})
    for rows, each, width in [(8000, 40, 128), (12000, 9, 50)]:
        run("spmmBlockRow", rows, ceil_div(width, 32) * 32, packed(f32, rows, each, "random=%d" % rows)
            + [f32(rows * width), zeros(f32, rows * width), number(width)],
            {"rows": rows, "each": each, "width": width})
    rows, each = 200000, 9
    run("csr_jacobi_sweep", 660, 128, packed(f64, rows, each, "band=%d" % each)
        + [f64(rows), f64(rows), zeros(f64, rows), number(rows)], {"rows": rows, "each": each})


def add_sieving(lists):
    run = Thirteenth(lists, "sieving")
    for n, stride, length in [(1 << 22, 4, 64), (1 << 21, 1 << 18, 1 << 19)]:
        run.flat("bitonicOnePass", n // 2, 256, [u32(n), zeros(u32, n), unsigned(stride),
                 unsigned(length)], {"stride": stride})
    blocks = 700
    run("_Z13bitonicPiecesIfLi2048EEvPKT_PS0_", blocks, 1024, [f32(2048 * blocks),
        zeros(f32, 2048 * blocks)], {"blocks": blocks}, kernel="bitonicPieces_float_2048")
    n = 2500000 // 32 * 32
    run.flat("bitonicWarpTwice", n, 128, [s32(2 * n), zeros(s32, 2 * n), number(n)])
    groups = 500000
    run.flat("sortEightInRegisters", groups, 256, [f32(8 * groups), zeros(f32, 8 * groups),
             number(groups)])
    for blocks, shift in [(12000, 8)]:
        run("sortDigitInBlock", blocks, 256, [u32(256 * blocks), zeros(u32, 256 * blocks),
            number(shift)], {"blocks": blocks})
    for pairs, length in [(40000, 32)]:
        run.flat("sortMergeSerial", pairs, 128, [s32(pairs * length, "step=3"),
                 s32(pairs * length, "step=3"), zeros(s32, 2 * pairs * length)]
                 + numbers(pairs, length), {"length": length})
    for rows, cols in [(30000, 200)]:
        run.flat("sortBestFour", rows, 96, [f32(rows * cols), zeros(f32, 4 * rows),
                 zeros(s32, 4 * rows)] + numbers(rows, cols), {"cols": cols})
    for rows, cols, k in [(2000, 1500, 6)]:
        run("sortTopByWarp", rows, 32, [f32(rows * cols), zeros(s32, rows * k)] + numbers(cols, k),
            {"rows": rows, "cols": cols, "k": k}, shared=4 * cols)
    for blocks, length in [(300, 40)]:
        run("sortShellShared", blocks, 128, [u16(blocks * 128 * length, "random=30000"),
            zeros(u16, blocks * 128 * length), number(length)], {"blocks": blocks},
            shared=2 * 128 * length)


def add_roaming(lists):
    run = Thirteenth(lists, "roaming")
    for n, block in [(7000, 64)]:
        run.flat("nbodyArrays", n, block, [f32(n), f32(n), f32(n), f32(n, "random"),
                 zeros(f32, 3 * n), number(n)])
    for n, block in [(20000, 256), (5000, 96)]:
        run.flat("nbodyTiledDynamic", n, block, [f32(4 * n), zeros(f32, 4 * n), number(n)],
                 shared=16 * block)
    side = 200
    run("nbodyCells", (side, ceil_div(side, 16)), (8, 16), [f32(16 * side * side, "random"),
        below(side * side, 9), zeros(f32, 16 * side * side), number(side), real(0.3)],
        {"side": side})
    for w, h, grid, limit, x0, y0, step in [(1000, 800, (32, 50), 200, -2.1, -1.2, 0.003)]:
        run("mandelbrotRows", grid, (32, 8), [zeros(u8, w * h)] + numbers(w, h)
            + reals(x0, y0, step) + [number(limit)], {"width": w, "height": h, "limit": limit})
    for w, h, left, top, step, most in [(500, 400, -0.78, 0.10, 0.0001, 600),
                                        (900, 600, -2.0, -1.0, 0.0034, 120)]:
        run.flat("mandelbrotDeep", w * h, 128, [zeros(s32, w * h), structure(double(left),
                 double(top), double(step), *numbers(w, h, most))], {"width": w, "most": most})
    for grid, each in [(528, 3000)]:
        run("monte_carlo_quarter", grid, 192, [zeros(u64, 1), number(each), unsigned(12345)],
            {"grid": grid, "each": each})
    for paths, steps in [(100000, 60)]:
        run.flat("monte_carlo_barrier", paths, 256, [zeros(f32, paths), f32(paths * steps)]
                 + numbers(paths, steps) + reals(0.0005, 0.03, 0.95, 1.25), {"steps": steps})
    for n, steps in [(250000, 100), (10000, 500)]:
        run.flat("_Z16calc_oscillatorsIfEvP5StateIT_EPKS1_iiS1_", n, 128, [f32(2 * n),
                 f32(n, "random")] + numbers(n, steps) + [real(0.01)], {"steps": steps},
                 kernel="calc_oscillators_float")
    n = 2000000
    run.flat("calc_distance_haversine", n, 256, [f32(2 * n), f32(2 * n, "random=2"),
             zeros(f32, n), number(n)])
    for lines, n in [(20000, 150)]:
        run.flat("calc_implicit_lines", lines, 64, [f64(lines * n), zeros(f64, lines * n),
                 zeros(f64, lines * n)] + numbers(lines, n) + [double(0.4)], {"length": n})


def add_straying(lists):
    run = Thirteenth(lists, "straying")
    for n, bit in [(2097152, 0), (2097152, 5)]:
        run("branchByLaneBit", n // 256, 256, [f32(n, "random"), zeros(f32, n), number(bit)],
            {"n": n, "bit": bit})
    for n, length in [(300000, 24)]:
        run.flat("branchCalculator", n, 128, [u8(n * length, "random=6"), f32(n * length),
                 zeros(f32, n)] + numbers(n, length), {"length": length})
    n = 3000000
    run("branchWarpRoles", 792, 128, [f32(n), zeros(f32, n), number(n)], {"n": n})
    for n, trips in [(700000, "random=250"), (700000, "fill=125")]:
        run.flat("loopTripsGiven", n, 192, [u8(n, trips), f64(n), zeros(f64, n), number(n)],
                 {"trips": trips})
    n = 900000
    run("loopGreatestDivisor", 528, 128, [u32(n, "random=1000000"), u32(n, "random=50000"),
        zeros(u32, n), number(n)], {"n": n})
    n = 400
    run("loopTriangle", n, 64, [f32(n * n), zeros(f32, n), number(n)], {"n": n})
    for size, n in [(1000003, 1500000)]:
        run.flat("loopHeapSearch", n, 256, [below(size, size), number(size), below(n, size),
                 zeros(s32, n), number(n)], {"size": size})
    for count, width in [(20000, 500)]:
        run.flat("loopUnpackRuns", count, 96, [u8(2 * count * width), zeros(u8, count * width)]
                 + numbers(count, width), {"width": width})
    for side, rays, kinds in [(1000, 60000, 200)]:
        run.flat("loopRayThroughGrid", rays, 128, [u8(side * side, "random=%d" % kinds),
                 number(side), zeros(f32, rays), number(rays)], {"side": side, "kinds": kinds})


def add_scouting(lists):
    run = Thirteenth(lists, "scouting")
    n = 12000000
    for letters in [3, 26]:
        run.flat("txt_mark_word", n, 256, [u8(n, "random=%d" % letters), zeros(u8, n)]
                 + numbers(n, 9), {"letters": letters},
                 constants=["wanted u8[16]:random=%d" % letters])
    for pairs, length in [(20000, 48)]:
        run.flat("txt_edit_distance", pairs, 64, [u8(pairs * length, "random=20"),
                 u8(pairs * length, "random=4"), zeros(s32, pairs)] + numbers(pairs, length),
                 {"length": length}, shared=64 * (length + 1))
    for nodes, each, levels in [(400000, 12, 5)]:
        run.flat("gr_next_level", nodes, 256, [s32(nodes + 1, "step=%d" % each),
                 below(nodes * each, nodes), u8(nodes, "random=%d" % levels), zeros(u8, nodes)]
                 + numbers(nodes, 2), {"each": each})
    for nodes, each in [(150000, 20)]:
        run.flat("gr_least_label", 16 * nodes, 256, [s32(nodes + 1, "step=%d" % each),
                 below(nodes * each, nodes), s32(nodes, "random=%d" % nodes), zeros(s32, nodes),
                 number(nodes)], {"each": each})
    for edges, lists_, each in [(100000, 30000, 24)]:
        run.flat("gr_common_friends", edges, 128, [s32(lists_ * each, "step=2"), number(each),
                 below(2 * edges, lists_), zeros(s32, edges), number(edges)], {"each": each})
    for n, words in [(400000, 8)]:
        run.flat("hash_murmur_words", n, 256, [u32(n * words), zeros(u32, n)] + numbers(n, words),
                 {"words": words})
    for n, length in [(200000, 64)]:
        run.flat("hash_crc_by_table", n, 256, [u8(n * length), zeros(u32, n)] + numbers(n, length),
                 {"length": length}, constants=["crcTable u32[256]:random"])
    n = 1000000
    run.flat("hash_sixty_four_rounds", n, 128, [u32(16 * n), zeros(u32, 8 * n), number(n)])
    for na, nb, words in [(500, 3000, 16)]:
        run.plane("calc_bit_distance", nb, na, (32, 8), [u64(na * words), u64(nb * words),
                  zeros(s32, na * nb)] + numbers(na, nb, words), {"words": words})
    n = 1 << 21
    run("calc_turn_bits", n // 256, 256, [u32(n, "random"), zeros(u32, n)], {"n": n})
    n = 3000000
    run.flat("cry_xtea_blocks", n, 256, [u32(2 * n, "random"), zeros(u32, 2 * n),
             structure(*[unsigned(k) for k in (305419896, 19088743, 1985229328, 4277009102)]),
             "u64=%d" % n])


def add_kneading(lists):
    run = Thirteenth(lists, "kneading")
    n = 7000000
    run.flat("stream_half2_axpy", n, 256, [f16(2 * n), f16(2 * n), number(n), real(0.375)])
    for n, grid, block in [(15000000, 792, 256), (90000, 44, 128)]:
        run("stream_bf16_average", grid, block, [u16(n), u16(n), zeros(u16, n), number(n)],
            {"n": n, "grid": grid})
    grid, tiles = 660, 40
    n = grid * tiles * 256
    run("_Z21stream_staged_windowsILi4EEvPKfPfi", grid, 64, [f32(n), zeros(f32, n), number(tiles)],
        {"grid": grid, "tiles": tiles}, kernel="stream_staged_windows_4")
    for n in [736]:
        run("matmulTilesInFlight", (n // 32, n // 32), (32, 8), [f32(n * n), f32(n * n),
            zeros(f32, n * n), number(n)], {"n": n})
    batch = 1200
    run("fft_radix2_1024", batch, 512, [f32(2048 * batch), zeros(f32, 2048 * batch)],
        {"batch": batch})
    for n, p in [(1 << 20, 1), (1 << 22, 256)]:
        run.flat("fft_radix4_step", n // 4, 128, [f32(2 * n), zeros(f32, 2 * n)] + numbers(n, p),
                 {"p": p})
    count = 300000
    run.flat("_Z19linear_lu_registersILi5EEvPKfPfi", count, 128, [f32(25 * count),
             zeros(f32, 25 * count), number(count)], kernel="linear_lu_registers_5")
    count = 3001
    run("linear_cholesky_warp", ceil_div(count, 2), 64, [f64(1024 * count), zeros(f64, 1024 * count),
        number(count)], {"count": count})
    for count, n in [(1500, 24)]:
        run("linear_gauss_jordan", count, (16, n), [f32(count * n * n), f32(count * n),
            zeros(f32, count * n), number(n)], {"count": count, "n": n}, shared=4 * n * (n + 1))
    for n, sides in [(96, 15000)]:
        run.flat("linear_forward_solve", sides, 64, [f32(n * n), f32(n * sides), zeros(f32, n * sides)]
                 + numbers(n, sides), {"sides": sides})


def add(lists):
    add_hauling(lists)
    add_harvest(lists)
    add_tilting(lists)
    add_forging(lists)
    add_casting(lists)
    add_diffusing(lists)
    add_smearing(lists)
    add_dwindling(lists)
    add_climbing(lists)
    add_sprinkling(lists)
    add_leveling(lists)
    add_threading(lists)
    add_sieving(lists)
    add_roaming(lists)
    add_straying(lists)
    add_scouting(lists)
    add_kneading(lists)

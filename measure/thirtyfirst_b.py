"""A thirty-first validation set, second half: from stencils to small solvers."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, even, numbers, reals


class ThirtyFirst(Blind):
    folder = "thirtyfirst"


def even64(n):
    return f64(n, "random")


def add_nougats(lists):
    run = ThirtyFirst(lists, "nougats")
    for w, h, block in [(5000, 3001, (32, 8)), (600, 400, (16, 16))]:
        run.plane("stencil_plate_warming", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h)
                  + [real(0.2)])
    for letter, make, value, name, block, w, h in [("f", even, real, "float", (32, 8), 4000, 2500),
                                                   ("d", even64, double, "double", (16, 12), 1700, 1300)]:
        zero = zeros(f32 if letter == "f" else f64, w * h)
        run.plane("_Z9nineTiledI%sLi%dELi%dEEvPKT_PS0_iiS0_S0_" % (letter, *block), w, h, block,
                  [make(w * h), zero] + numbers(w, h) + [value(0.1), value(0.05)],
                  kernel="stencil_nine_tiled_" + name)
    for nx, ny, nz, block in [(300, 250, 200, (32, 4, 2)), (100, 90, 70, (64, 2, 2))]:
        n = nx * ny * nz
        run("stencil_volume_conducting", tuple(ceil_div(s - 2, b) for s, b in zip((nx, ny, nz), block)), block,
            [even64(n), even64(n), zeros(f64, n), size(nx), size(ny), size(nz), double(0.1)],
            {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, nz in [(400, 320, 250), (160, 120, 140)]:
        n = nx * ny * nz
        run("stencil_acoustic_marching", (ceil_div(nx, 32), ceil_div(ny, 8)), (32, 8),
            [even(n), even(n), f32(n, "random=0.1")] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz},
            constants=["derivative f32[5]:signed"])
    w, h = 2600, 1900
    run("stencil_gray_scott", 792, 192, [even(2 * w * h), zeros(f32, 2 * w * h), unsigned(w), unsigned(h)]
        + reals(0.04, 0.06), {"width": w, "height": h})
    for nx, ny, block in [(2000, 1500, 128), (400, 300, 96)]:
        run("stencil_boltzmann_pull", (ceil_div(nx, block), ny), block, [even(9 * nx * ny),
            zeros(f32, 9 * nx * ny)] + numbers(nx, ny) + [real(0.8)], {"nx": nx, "ny": ny})
    words, rows = 200, 12000
    run("life_packed_words", (ceil_div(words, 32), ceil_div(rows, 4)), (32, 4), [u64(words * rows, "random"),
        zeros(u64, words * rows)] + numbers(words, rows), {"words": words, "rows": rows})
    quads, rows, strip = 1100, 4000, 64
    run("stencil_strip_async", (ceil_div(quads, 128), ceil_div(rows, strip)), 128, [even(4 * quads * rows),
        zeros(f32, 4 * quads * rows)] + numbers(quads, rows, strip), {"quads": quads, "rows": rows})


def add_ottomans(lists):
    run = ThirtyFirst(lists, "ottomans")
    taps = {"constants": ["taps f32[64]:signed"]}
    for radius, w, h, block in [(5, 3840, 2160, (64, 4)), (14, 1500, 1100, (96, 2))]:
        run.plane("_Z9rowsKnownILi%dEEvPKfPfii" % radius, w, h, block, [even(w * h), zeros(f32, w * h)]
                  + numbers(w, h), {"radius": radius}, shared=4 * block[1] * (block[0] + 2 * radius),
                  kernel="conv_rows_known_%d" % radius, **taps)
    for radius, w, h, block in [(9, 3840, 2160, (32, 8)), (3, 700, 500, (32, 4))]:
        run.plane("conv_columns_any_radius", w, h, block, [even(w * h), zeros(f32, w * h)]
                  + numbers(w, h, radius), {"radius": radius}, **taps)
    w, h = 700, 500
    run("conv_channel_of_thread", (ceil_div(w, 12), h), 192, [even(16 * w * h), zeros(f32, 16 * w * h)]
        + numbers(w, h), {"width": w, "height": h}, constants=["bank f32[144]:signed"])
    w, h = 2500, 1600
    run.plane("conv_four_answers", w, h, (32, 8), [even(w * h), zeros(f32, 4 * w * h)] + numbers(w, h),
              constants=["quads f32[100]:signed"])
    n, window = 6000000, 31
    run.flat("conv_fitted_slope", n, 320, [even64(n), zeros(f64, n), wide(n), number(window)],
             {"window": window}, constants=["slopes f64[32]:signed"])
    n = 20000003
    run("img_painted_by_number", 1320, 128, [u8(n), zeros(u8, 4 * n), unsigned(n)], {"n": n},
        constants=["palette u8[1024]:random=256"])
    across, h = 480, 2160
    run("img_screened_to_bits", (ceil_div(across, 32), ceil_div(h, 4)), (32, 4), [u8(8 * across * h),
        zeros(u8, across * h)] + numbers(across, h), {"bytes": across, "height": h})
    n = 8000000
    run.flat("img_grade_colours", n, 256, [zeros(u8, 4 * n), u8(4 * n), number(n)],
             constants=["grade f32[10]:random=1"])
    for pixels in [400000, 12544]:
        run("conv_pointwise_tensor", ceil_div(pixels, 64), 128, [f16(64 * pixels, "random"), f16(4096, "random"),
            zeros(f32, 64 * pixels), number(pixels)], {"pixels": pixels})


def add_parsnips(lists):
    run = ThirtyFirst(lists, "parsnips")
    for w, h, block in [(4000, 3000, (32, 6)), (640, 480, (32, 8))]:
        run.plane("img_middle_by_exchanges", w, h, block, [u8(w * h), zeros(u8, w * h)] + numbers(w, h))
    w, h = 3000, 2400
    run.plane("img_turn_bilinear", w, h, (16, 16), [even(w * h), zeros(f32, w * h)] + numbers(w, h)
              + reals(0.866025404, 0.5))
    for radius, w, h in [(2, 2560, 1440), (5, 1200, 900)]:
        run.plane("_Z11edgeKeepingILi%dEEvPKfPfiiff" % radius, w, h, (16, 16), [even(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + reals(0.1, 2), {"radius": radius}, kernel="img_edge_keeping_%d" % radius)
    w, h = 5000, 3500
    run("img_integral_of_rows", h, 256, [u8(w * h), zeros(u32, w * h), number(w)], {"width": w, "height": h})
    w, h = 3840, 2160
    run("img_planes_to_pixels", (ceil_div(w // 2, 32), ceil_div(h // 2, 8)), (32, 8), [u8(w * h), u8(w * h // 4),
        u8(w * h // 4), zeros(u8, 4 * w * h)] + numbers(w, h), {"width": w, "height": h})
    w, h = 2000, 1500
    run.plane("img_labels_lowered", w, h, (32, 8), [u8(w * h, "random=4"), s32(w * h, "iota"), zeros(s32, 1)]
              + numbers(w, h))
    w, h = 4100, 3000
    run("img_equalise_tiles", (ceil_div(w, 64), ceil_div(h, 64)), 256, [u8(w * h), zeros(u8, w * h)]
        + numbers(w, h), {"width": w, "height": h})


def add_rosebuds(lists):
    run = ThirtyFirst(lists, "rosebuds")
    for log, many in [(8, 20000), (10, 4000)]:
        points = many << log
        run("_Z13wholeInSharedILi%dEEvPK6float2PS0_" % log, many, 1 << (log - 1), [f32(2 * points),
            zeros(f32, 2 * points)], {"points": 1 << log, "many": many}, kernel="fft_whole_in_shared_%d" % (1 << log))
    for n, joined in [(1 << 22, 256), (1 << 16, 4)]:
        run("fft_pass_of_four", ceil_div(n // 4, 96), 96, [f64(2 * n), zeros(f64, 2 * n)] + numbers(n, joined),
            {"n": n, "joined": joined})
    for count, factor, length in [(2000000, 4, 127), (150000, 10, 200)]:
        run("sig_decimated_lowpass", ceil_div(count, 128), 128, [f32((count - 1) * factor + length),
            zeros(f32, count)] + numbers(count, factor, length), {"count": count, "factor": factor, "length": length},
            shared=4 * (127 * factor + length), constants=["lowpass f32[256]:signed"])
    channels, samples = 20000, 480
    run("sig_cascades_side_by_side", ceil_div(channels, 64), 64, [f32(channels * samples),
        zeros(f32, channels * samples)] + numbers(channels, samples), {"channels": channels, "samples": samples},
        constants=["sections f32[30]:random=0.4"])
    for blocks in [4000000, 60000]:
        run("cry_chacha_over_text", ceil_div(blocks, 192), 192, [u32(16 * blocks, "random"), u32(8, "random"),
            unsigned(99), unsigned(blocks)], {"blocks": blocks})
    n = 1000001
    run.flat("hash_sha_of_leaves", n, 128, [u32(16 * n, "random"), zeros(u32, 8 * n), number(n)])
    for n, length in [(300000, 64), (20000, 250)]:
        run.flat("hash_crc_of_records", n, 256, [u8(n * length), zeros(u32, n)] + numbers(n, length),
                 {"length": length}, constants=["crcTable u32[256]:random"])
    n, stored = 50000, 6001
    run("bits_nearest_words", ceil_div(n, 96), 96, [u64(4 * n, "random"), u64(4 * stored, "random"),
        zeros(u32, 2 * n), unsigned(n), unsigned(stored)], {"n": n, "stored": stored})
    n = 12000000
    run("bits_interleaved_places", 1056, 256, [even(3 * n), zeros(u64, n), size(n)], {"n": n})


def add_sundials(lists):
    run = ThirtyFirst(lists, "sundials")
    for n, block in [(30000, 192), (5001, 64)]:
        run.flat("nbody_pulled_by_all", n, block, [even(4 * n), zeros(f32, 4 * n), number(n), real(0.01)],
                 shared=16 * block)
    side, per = 40, 7
    n = side ** 3 * per
    run.flat("nbody_cells_within_cutoff", n, 128, [even(n), even(n), even(n), s32(side ** 3 + 1, "step=%d" % per),
             zeros(f64, n)] + numbers(side, per) + [real(0.9)])
    for letter, value, name, w, h, left, top, step, most in [
            ("f", real, "float", 2560, 1440, -2.2, -1.1, 0.0012, 400),
            ("d", double, "double", 1000, 800, -0.7465, 0.0985, 0.000004, 1500)]:
        run.plane("_Z12roundsInsideI%sEvPtiiT_S1_S1_i" % letter, w, h, (32, 8), [zeros(u16, w * h)] + numbers(w, h)
                  + [value(left), value(top), value(step), number(most)], {"most": most},
                  kernel="mandelbrot_rounds_inside_" + name)
    w, h = 2000, 1600
    run("fractal_basins_of_newton", 1584, 128, [zeros(u8, 2 * w * h)] + numbers(w, h) + [real(0.002)],
        {"width": w, "height": h})
    for grid, rounds in [(1056, 400), (100, 100)]:
        run("mc_darts_thrown", grid, 256, [zeros(u64, 1), unsigned(rounds), unsigned(5)],
            {"grid": grid, "rounds": rounds})
    for paths, steps in [(500000, 252), (20000, 64)]:
        run.flat("mc_mean_price_option", paths, 256, [zeros(f32, paths)] + numbers(paths, steps)
                 + reals(100, 100, 0.0001, 0.012), {"steps": steps})
    for options, steps, block in [(600, 500, 96), (132, 1000, 256)]:
        run("fin_american_put_trees", options, block, [even64(options), zeros(f64, options), number(steps),
            double(1.01), double(0.9999), double(0.51)], {"options": options, "steps": steps}, shared=8 * (steps + 1))
    n = 200000
    run.flat("sim_oscillators_adaptive", n, 64, [even(n), zeros(f32, 2 * n), zeros(s32, n), number(n), real(5)])


def add_windmills(lists):
    run = ThirtyFirst(lists, "windmills")
    pairs, length = 100000, 150
    run("dp_aligned_by_lanes", ceil_div(32 * pairs, 96), 96, [u8(32 * pairs, "random=24"),
        u8(length * pairs, "random=24"), zeros(s32, pairs)] + numbers(pairs, length),
        {"pairs": pairs, "length": length}, constants=["similar u8[576]:random=12"])
    for capacity in [10000000, 200000]:
        run.flat("dp_knapsack_item", capacity + 1, 192, [below(capacity + 1, 1000), zeros(s32, capacity + 1)]
                 + numbers(capacity, 1237, 55))
    n, length = 30000000, 12
    run.flat("txt_needle_found", n, 256, [u8(n, "random=4"), zeros(u32, 65536), zeros(u32, 1), size(n),
             number(length)], {"length": length}, constants=["needle u8[64]:random=4"])
    n = 40000001
    run("txt_words_counted", 1056, 256, [u8(n), zeros(s32, 1), number(n)], {"n": n},
        constants=["kindOf u8[256]:random=2"])
    for n, degree in [(1000000, 12), (50000, 30)]:
        run.flat("graph_level_expanded", n, 128, [s32(n + 1, "step=%d" % degree), below(n * degree, n), below(n, 4),
                 zeros(s32, 1)] + numbers(n, 1), {"degree": degree})
    n, degree = 500000, 21
    run("_Z13ranksGatheredILi8EEvPKiS1_PKfPfif", ceil_div(8 * n, 192), 192, [s32(n + 1, "step=%d" % degree),
        below(n * degree, n), even(n), zeros(f32, n), number(n), real(0.85)], {"n": n, "degree": degree},
        kernel="graph_ranks_gathered")
    for walkers, nodes, most in [(1000000, 1 << 20, 60), (30000, 1 << 24, 200)]:
        run("chase_until_heavy", ceil_div(walkers, 64), 64, [u32(nodes, "random=%d" % nodes), even(nodes),
            zeros(u32, walkers), number(walkers), unsigned(nodes - 1), number(most), real(0.97)],
            {"walkers": walkers, "nodes": nodes, "most": most})
    n, levels = 2000000, 7
    nodes = (9 ** levels - 1) // 8
    run.flat("chase_tree_of_lines", n, 128, [below(8 * nodes, 1 << 20), below(n, 1 << 20), zeros(s32, n)]
             + numbers(n, levels), {"levels": levels})
    n = 1000000
    run.flat("loop_halved_until_equal", n, 320, [u64(n, "random"), u64(n, "step=6700417123"), zeros(u64, n),
             unsigned(n)])
    n, length = 100000, 200
    run.flat("branch_bytes_interpreted", n, 128, [u8(n * length), zeros(s32, n)] + numbers(n, length),
             {"length": length})


def add_trellises(lists):
    run = ThirtyFirst(lists, "trellises")
    for w, h, count, block in [(1920, 1080, 60, (16, 16)), (500, 400, 20, (8, 8))]:
        run.plane("geo_spheres_shaded", w, h, block, [zeros(f32, w * h)] + numbers(w, h, count), {"count": count},
                  constants=["spheres f32[256]:random=1", "eye f32[8]:random=1"])
    side, w, h, most = 4096, 1440, 200, 1500
    run("geo_landscape_marched", (ceil_div(w, 64), h), 64, [even(side * side), zeros(f32, w * h), unsigned(side)]
        + numbers(w, h) + [real(0.7), number(most)], {"side": side, "width": w, "height": h})
    n, count = 2000000, 200
    run("geo_crossings_of_outline", 792, 192, [even(2 * n), zeros(u8, n)] + numbers(n, count),
        {"n": n, "count": count}, constants=["corners f32[512]:random=1"])
    for letter, value, name, nx, ny, block in [("f", real, "float", 3000, 2200, (32, 4)),
                                               ("d", double, "double", 1100, 900, (64, 3))]:
        make = f32 if letter == "f" else f64
        n = nx * ny
        run("_Z9waterStepI%sEvPKT_S2_S2_PS0_S3_S3_iiS0_" % letter, (ceil_div(nx - 2, block[0]),
            ceil_div(ny - 2, block[1])), block, [make(n, "random")] * 3 + [zeros(make, n)] * 3 + numbers(nx, ny)
            + [value(0.05)], {"nx": nx, "ny": ny}, kernel="pde_water_step_" + name)
    n, sweeps = 2048, 40
    run("pde_sweeps_in_tile", (n // 32, n // 32), (32, 32), [even(n * n), even(n * n)] + numbers(n, sweeps),
        {"n": n, "sweeps": sweeps})
    for many, n in [(8000, 320), (500, 1000)]:
        run("la_tridiagonal_reduced", many, n, [even(many * n)] * 3 + [zeros(f32, many * n), number(n)],
            {"many": many, "n": n}, shared=16 * n)
    for side, n in [(3, 2000000), (6, 300000)]:
        run.flat("_Z16choleskyOfThreadILi%dEEvPKdS1_Pdi" % side, n, 64, [even64(side * (side + 1) // 2 * n),
                 even64(side * n), zeros(f64, side * n), number(n)], {"side": side},
                 kernel="la_cholesky_of_thread_%d" % side)
    n = 3000000
    run.flat("la_principal_stresses", n, 128, [f32(6 * n), zeros(f32, 3 * n), number(n), real(1e-5)])


def add(lists):
    for of_file in (add_nougats, add_ottomans, add_parsnips, add_rosebuds, add_sundials, add_windmills,
                    add_trellises):
        of_file(lists)

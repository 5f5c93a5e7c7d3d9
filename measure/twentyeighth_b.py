"""A twenty-eighth validation set, second half: from stencils to loops by their data, many with constant memory."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u64
from sixth import below, even, numbers, reals
from twelfth import s64, structure


class TwentyEighth(Blind):
    folder = "twentyeighth"


def add_stirrups(lists):
    run = TwentyEighth(lists, "stirrups")
    for w, h, block in [(5000, 3000, (32, 8)), (640, 480, (16, 16))]:
        run.plane("stencil_five_point_plain", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h) + [real(.2)])
    for letter, name, make, value, x, y, w, h in [("f", "float", f32, real, 32, 8, 4000, 3001),
                                                  ("d", "double", f64, double, 16, 16, 1500, 1500)]:
        n = w * h
        run.plane("_Z15jacobiTileSweepI%sLi%dELi%dEEvPKT_S2_PS0_iiS0_" % (letter, x, y), w, h, (x, y),
                  [make(n, "random"), make(n), zeros(make, n)] + numbers(w, h) + [value(.01)],
                  kernel="stencil_jacobi_tile_sweep_" + name)
    w, h = 4096, 3000
    run("stencil_life_wrapped_bytes", 1056, 256, [u8(w * h, "random=2"), zeros(u8, w * h), unsigned(w), unsigned(h)],
        {"width": w, "height": h})
    w, h = 3000, 2000
    run.plane("stencil_wave_order_eight", w - 8, h - 8, (64, 4), [f32(w * h), f32(w * h), f32(w * h, "random=0.1")]
              + numbers(w, h), constants=["star_coef f32[5]:signed"])
    for sides, block in [((256, 200, 160), (32, 4, 2)), ((64, 64, 64), (8, 8, 8))]:
        n = sides[0] * sides[1] * sides[2]
        run("stencil_cube_by_distance", tuple(ceil_div(a, b) for a, b in zip(sides, block)), block,
            [even(n), zeros(f32, n)] + numbers(*sides), dict(zip(("nx", "ny", "nz"), sides)),
            constants=["cube_by_distance f32[4]:random=0.1"])
    for y, sides in [(8, (322, 322, 200)), (4, (130, 130, 100))]:
        n = sides[0] * sides[1] * sides[2]
        run("_Z16sevenMarchColumnILi32ELi%dEEvPKdPdiiidd" % y, (ceil_div(sides[0] - 2, 32), ceil_div(sides[1] - 2, y)),
            (32, y), [f64(n, "random"), zeros(f64, n)] + numbers(*sides) + [double(.4), double(.1)],
            dict(zip(("nx", "ny", "nz"), sides)), kernel="stencil_seven_march_column_%d" % y)
    w, h = 2000, 1000
    run("pde_boltzmann_pull_collide", (ceil_div(w, 128), h), 128, [even(9 * w * h), zeros(f32, 9 * w * h)]
        + numbers(w, h) + [real(.7)], {"width": w, "height": h}, constants=["lattice_weight f32[9]:random=0.2"])
    for n, block, steps in [(10000000, 256, 16), (150000, 1024, 50)]:
        run("stencil_rod_many_steps", ceil_div(n, block - 2 * steps), block, [f64(n, "random"), zeros(f64, n)]
            + numbers(n, steps) + [double(.2)], {"n": n, "block": block, "steps": steps}, shared=16 * block)


def add_pulleys(lists):
    run = TwentyEighth(lists, "pulleys")
    bell = {"constants": ["bell f32[33]:random=0.1"]}
    patch = {"constants": ["patch f32[121]:signed"]}
    w, h = 3840, 2160
    run("conv_bell_on_each_row", (ceil_div(w, 256), h), 256, [even(w * h), zeros(f32, w * h), number(w)],
        {"width": w, "height": h}, **bell)
    for w, h, radius, block in [(3000, 2000, 12, (32, 8)), (1000, 1000, 3, (64, 4))]:
        run.plane("conv_bell_radius_told", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h, radius),
                  {"radius": radius}, **bell)
    w, h, side = 2000, 1500, 11
    run.plane("conv_patch_of_any_size", w, h, (16, 16), [f32(w * h), zeros(f32, w * h), unsigned(w), unsigned(h),
              unsigned(side)], {"size": side}, **patch)
    for k, w, h in [(5, 4000, 3000), (9, 1280, 1024)]:
        ow, oh = w - k + 1, h - k + 1
        run("_Z14patchOverBytesILi%dEEvPKhPfii" % k, (ceil_div(ow, 32), ceil_div(oh, 16)), (32, 8), [u8(w * h),
            zeros(f32, ow * oh)] + numbers(w, h), {"width": w, "height": h}, kernel="conv_patch_over_bytes_%d" % k, **patch)
    n = 2000000
    run("conv_bank_of_sixteen", 1056, 256, [f32(n + 7), zeros(f32, 16 * n), number(n)], {"n": n},
        constants=["bank f32[128]:signed"])
    w, h = 500, 400
    run("conv_depthwise_pairs", (ceil_div(w, 8), h), (32, 8), [f16(64 * w * h), zeros(f16, 64 * w * h)] + numbers(w, h),
        {"width": w, "height": h}, constants=["depth_weight f16[576]:signed"])
    w, h = 2560, 1440
    run.plane("conv_colours_by_float4", w - 2, h - 2, (32, 8), [even(4 * w * h), zeros(f32, 4 * w * h)] + numbers(w, h),
              constants=["sharpen f32[36]:signed"])
    n, taps, apart = 5000000, 24, 1000
    run.flat("conv_comb_far_apart", n, 192, [f64(n), zeros(f64, n), wide(n)] + numbers(taps, apart),
             {"taps": taps, "apart": apart}, constants=["comb f64[32]:random"])


def add_postcards(lists):
    run = TwentyEighth(lists, "postcards")
    n = 3840 * 2160
    run("img_tone_curve_bytes", 528, 256, [u8(4 * n), zeros(u8, 4 * n), number(n)], {"n": n},
        constants=["tone_curve u8[256]:random=256"])
    n = 12000000
    run.flat("img_palette_to_colours", n, 320, [u8(n), zeros(u8, 4 * n), size(n)],
             constants=["palette_of_frame u8[1024]:random=256"])
    n = 6000001
    run.flat("img_grade_planes", n, 128, [even(n), even(n), even(n), unsigned(n)], constants=["grade f32[10]:random"])
    w, h = 4000, 3000
    run.plane("img_dither_by_place", w, h, (64, 4), [u8(w * h), zeros(u32, ceil_div(w, 32) * h)] + numbers(w, h),
              constants=["bayer u8[64]:random=256"])
    for w, h, ow, oh, block in [(2000, 1500, 3000, 2000, (32, 8)), (256, 256, 300, 300, (16, 16))]:
        run.plane("img_affine_bilinear", ow, oh, block, [even(w * h)] + numbers(w, h) + [zeros(f32, ow * oh)]
                  + numbers(ow, oh) + [structure(*reals(.6, .2, -.2, .6, -10.5, 200.25 * h / 1500))], {"from": w})
    w, h, rhos = 1920, 1080, 4500
    run.plane("img_lines_by_votes", w, h, (16, 16), [u8(w * h), zeros(s32, 180 * rhos)] + numbers(w, h, rhos, 250),
              {"rhos": rhos}, constants=["angle_table f32[360]:signed"])
    w, h = 3000, 2500
    run.plane("img_median_by_network", w, h, (32, 8), [even(w * h), zeros(f32, w * h)] + numbers(w, h))


def add_satchels(lists):
    run = TwentyEighth(lists, "satchels")
    for n, block in [(30000, 256), (4000, 64)]:
        run.flat("nbody_all_pairs_soft", n, block, [even(4 * n), zeros(f32, 3 * n), number(n), real(.01)])
    for letter, name, make, value, block, n in [("f", "float", f32, real, 256, 40000), ("d", "double", f64, double, 128, 12000)]:
        run.flat("_Z13bodiesInTilesI%sLi%dEEvPKT_S2_S2_S2_PS0_S3_S3_iS0_" % (letter, block), n, block, [make(n)] * 3
                 + [make(n, "random")] + [zeros(make, n)] * 3 + [number(n), value(.01)], kernel="nbody_bodies_in_tiles_" + name)
    side = 40
    cells = side ** 3
    run("phys_cells_of_eight", cells // 4, (8, 4), [even(32 * cells), zeros(f32, 8 * cells)] + numbers(side, side, side)
        + [real(.25)], {"side": side})
    w, h = 1000, 1000
    run.plane("phys_cloth_by_verlet", w, h, (32, 8), [even(4 * w * h), even(4 * w * h)] + numbers(w, h) + reals(.1, 20, .01))
    for w, h, balls, block in [(1920, 1080, 64, (16, 16)), (800, 600, 16, (32, 4))]:
        run.plane("geo_nearest_ball_of_pixel", w, h, block, [zeros(f32, w * h), zeros(s32, w * h)] + numbers(w, h, balls)
                  + [structure(*reals(.5, .5, -2, 1.6 / w))], {"balls": balls}, constants=["balls_in_view f32[256]:random=0.9"])
    w, h = 1920, 1080
    run.flat("geo_march_to_surface", w * h, 128, [zeros(f32, w * h), unsigned(w), unsigned(h), number(128)],
             constants=["scene f32[10]:random"])
    n, corners = 3000000, 100
    run.flat("geo_points_in_outline", n, 192, [even(2 * n), zeros(u8, n)] + numbers(n, corners), {"corners": corners},
             constants=["outline f32[256]:random"])


def add_toboggans(lists):
    run = TwentyEighth(lists, "toboggans")
    for w, h, most, block in [(3000, 2000, 500, (32, 8)), (640, 480, 200, (16, 16))]:
        run.plane("fractal_ship_on_fire", w, h, block, [zeros(s32, w * h)] + numbers(w, h) + reals(-2.2, -1.8, 3.6 / w)
                  + [number(most)], {"most": most})
    side, most = 1000, 200
    run("fractal_julia_layers", (ceil_div(side, 32), ceil_div(side, 8), 8), (32, 8), [zeros(u8, 8 * side * side)]
        + numbers(side, most) + [real(1.5)], {"side": side, "most": most}, constants=["julia_seed f32[16]:random"])
    w, h = 1200, 1000
    run("fractal_newton_of_cube", 1056, 128, [zeros(s32, w * h)] + numbers(w, h) + [double(4)], {"width": w, "height": h})
    for grid, block, tries in [(1056, 256, 400), (66, 96, 1000)]:
        run("mc_quarter_circle", grid, block, [zeros(u64, 1), number(tries), unsigned(1234)],
            {"grid": grid, "block": block, "tries": tries})
    for paths, steps in [(500000, 64), (20000, 252)]:
        run.flat("mc_option_on_mean", paths, 128, [zeros(f32, paths)] + numbers(paths, steps)
                 + reals(100, 95, .03, .2, 1 / steps), {"steps": steps})
    n = 8000000
    run("rng_philox_words", 1056, 256, [zeros(u32, 4 * n), size(n), unsigned(2026), unsigned(77)], {"n": n})
    for options, steps, block in [(2000, 500, 256), (200, 1000, 96)]:
        run("fin_american_by_tree", options, block, [even(options), even(options), zeros(f32, options), number(steps)]
            + reals(1.01, .503, .9999), {"options": options, "steps": steps}, shared=4 * (steps + 1))
    n, payments, knots = 500000, 40, 60
    run.flat("fin_bonds_on_curve", n, 128, [f32(n, "random=0.1"), even(n), zeros(f64, n)] + numbers(n, payments, knots),
             {"payments": payments}, constants=["curve_time f32[64]:iota", "curve_rate f32[64]:random"])
    for letter, name, make, value, n, block in [("f", "float", f32, real, 1000000, 256), ("d", "double", f64, double, 200000, 192)]:
        steps = 100
        run.flat("_Z18lorenzByRungeKuttaI%sEvPT_S1_S1_iiS0_" % letter, n, block, [make(n, "random")] * 3
                 + numbers(n, steps) + [value(.01)], {"steps": steps}, kernel="phys_lorenz_by_runge_kutta_" + name)
    n = 200000
    run.flat("phys_pendulum_own_steps", n, 128, [even(n), zeros(f32, n), zeros(s32, n), number(n), real(20), real(1e-3)])


def add_weathervanes(lists):
    run = TwentyEighth(lists, "weathervanes")
    for n, ns, block in [(1 << 23, 1024, 256), (1 << 16, 16, 128)]:
        run("fft_stage_by_stockham", n // 2 // block, block, [f32(2 * n), zeros(f32, 2 * n)] + numbers(n, ns),
            {"n": n, "ns": ns, "block": block})
    lines = 20000
    run("fft_of_512_shared", lines, 256, [f32(1024 * lines), number(lines)], {"lines": lines},
        constants=["twiddle f32[512]:signed"])
    n, taps = 2000000, 200
    run.flat("sig_fir_and_halve", n, 256, [f32(2 * n + taps), zeros(f32, n)] + numbers(n, taps), {"taps": taps},
             constants=["fir_taps f32[256]:signed"])
    for channels, samples, block in [(20000, 500, 128), (512, 2000, 64)]:
        run.flat("sig_biquads_of_channels", channels, block, [f32(channels * samples), zeros(f32, channels * samples)]
                 + numbers(channels, samples), {"samples": samples}, constants=["section f32[40]:random=0.4"])
    samples, tones, rows = 4000, 512, 200
    run("sig_goertzel_recurrence", (tones // 128, rows), 128, [f32(samples * rows), zeros(f32, tones * rows)]
        + numbers(samples, tones), {"samples": samples, "tones": tones, "rows": rows})
    n, length = 1000000, 1024
    run.flat("sig_correlate_copied_ahead", n, 256, [f32(n + length), f32(length), zeros(f32, n)] + numbers(n, length),
             {"length": length})
    count = 100001
    run("sig_dct_tiles_by_wmma", ceil_div(count, 4), 128, [f16(256 * count), f16(256), zeros(f32, 256 * count),
        number(count)], {"count": count})
    w, h = 3001, 3001
    run("pde_sor_of_one_colour", (ceil_div(w // 2, 32), ceil_div(h - 2, 8)), (32, 8), [f64(w * h, "random"), f64(w * h)]
        + numbers(w, h, 1) + [double(1.5)], {"width": w, "height": h})
    for letter, name, make, order, n, block in [("f", "float", f32, 4, 1000000, 128), ("d", "double", f64, 5, 300000, 64)]:
        run.flat("_Z17systemsWithPivotsI%sLi%dEEvPKT_S2_PS0_i" % (letter, order), n, block, [make(n * order * order),
                 make(n * order), zeros(make, n * order), number(n)], kernel="la_systems_with_pivots_" + name)
    n = 1000000
    run.flat("la_eigen_three_by_jacobi", n, 256, [f32(6 * n), zeros(f32, 3 * n), number(n)])


def add_spanners(lists):
    run = TwentyEighth(lists, "spanners")
    n = 2000000
    run.flat("hash_strings_by_murmur", n, 256, [u8(36 * n), s32(n, "step=36"), zeros(u32, n), number(n)])
    for n, places, grid in [(3000000, 1 << 23, 1056), (200000, 1 << 18, 264)]:
        run("hsh_put_in_open_table", grid, 256, [u64(n, "random"), zeros(u64, places), zeros(u32, n), unsigned(n),
            unsigned(places - 1)], {"n": n, "places": places})
    n = 1000000
    run.flat("cry_chacha_over_data", n, 128, [u32(16 * n, "random"), structure(*map(unsigned, (11, 22, 33, 44))),
             structure(*map(unsigned, (55, 66, 77, 88))), unsigned(n), unsigned(4711)])
    for n, block in [(1000000, 256), (30000, 96)]:
        run.flat("cry_rounds_by_table", n, block, [u32(4 * n, "random"), zeros(u32, 4 * n), number(n)],
                 constants=["sub_and_mix u32[256]:random", "key_of_round u32[44]:random"])
    n, words = 400000, 64
    for code, name in [(0, "constant"), (1, "shared")]:
        run.flat("_Z12crcOfPacketsILb%dEEvPKjPjii" % code, n, 128, [u32(n * words, "random"), zeros(u32, n)]
                 + numbers(n, words), {"words": words}, kernel="hash_crc_of_packets_" + name,
                 constants=["crc_by_four u32[1024]:random"])
    n = 10000000
    run.flat("txt_bytes_to_letters", n, 320, [u8(3 * n), zeros(u8, 4 * n), wide(n)],
             constants=["letter_of_six u8[64]:random=128"])
    for n, grid, block in [(40000000, 1056, 256), (1000000, 132, 128)]:
        run("txt_words_by_ballot", grid, block, [u8(n), zeros(u64, 1), number(n)], {"n": n},
            constants=["kind_of_letter u8[256]:random=2"])
    n, length, m = 300000, 100, 40
    run.flat("txt_edits_by_bits", n, 128, [u8(n * length), zeros(s32, n)] + numbers(n, length, m),
             {"length": length, "needle": m}, constants=["needle u8[64]:random=4"])
    n = 5000000
    run.flat("bits_morton_of_points", n, 256, [even(n), even(n), even(n), zeros(u64, n), size(n)])
    for n, exponent, block in [(500000, 65537, 128), (100000, 2125315823, 64)]:
        run.flat("cry_powers_by_montgomery", n, block, [u64(n, "random"), zeros(u64, n), number(n),
                 size(9223372036854775549), size(9009703186580147797), size(518), unsigned(exponent)],
                 {"exponent": exponent})


def add_trowels(lists):
    run = TwentyEighth(lists, "trowels")
    for pairs, length, block in [(1000, 256, 128), (300, 1000, 512)]:
        run("dp_edits_by_diagonals", pairs, block, [u8(pairs * length, "random=4"), u8(pairs * length, "random=5"),
            zeros(s32, pairs), number(length)], {"pairs": pairs, "length": length}, shared=12 * (length + 1))
    sequences, length = 1500, 60
    run("dp_viterbi_of_32", ceil_div(sequences, 4), 128, [even(32 * 20), u8(sequences * length, "random=20"),
        zeros(f32, sequences)] + numbers(sequences, length), {"sequences": sequences, "length": length},
        constants=["move_score f32[1024]:random"])
    sacks, items, capacity = 500, 100, 2000
    run("dp_knapsack_in_block", sacks, 256, [below(sacks * items, 100), below(sacks * items, 1000), zeros(s32, sacks)]
        + numbers(items, capacity), {"sacks": sacks, "items": items, "capacity": capacity}, shared=8 * (capacity + 1))
    n, degree = 1000000, 8
    run.flat("graph_level_by_vertices", n, 256, [s32(n + 1, "step=%d" % degree), below(n * degree, n), below(n, 6),
             zeros(s32, 1)] + numbers(n, 2), {"degree": degree})
    for n, degree, grid, block in [(500000, 12, 1056, 256), (20000, 40, 264, 128)]:
        run("graph_rank_by_tiles", grid, block, [s32(n + 1, "step=%d" % degree), below(n * degree, n), even(n), even(n),
            zeros(f32, n), number(n), real(.85)], {"n": n, "degree": degree})
    edges, n = 4000000, 1000000
    run.flat("graph_labels_along_edges", edges, 256, [below(2 * edges, n), s32(n, "iota"), zeros(u32, 1), wide(edges)],
             {"vertices": n})
    for n, hops, places in [(500000, 256, 1 << 22), (300000, 40, 10007)]:
        run.flat("chase_walkers_own_hops", n, 128, [u32(places, "chain=1234577"), u8(n, "random=%d" % hops), zeros(u32, n),
                 number(n), unsigned(places)], {"hops": hops, "places": places})
    for letter, name, make, levels, n, grid in [("f", "float", f32, 20, 2000000, 1056), ("x", "long", s64, 12, 300000, 264)]:
        run("_Z13chaseDownTreeI%sEvPKT_S2_Pjmi" % letter, grid, 256, [make(1 << levels, "random"), make(n, "random"),
            zeros(u32, n), size(n), number(levels)], {"n": n, "levels": levels}, kernel="chase_down_tree_" + name)
    for n, steps, own in [(1000000, 200, 0), (300000, 200, 1)]:
        run.flat("branch_little_machine", n, 192, [even(n), zeros(f32, n)] + numbers(n, steps, own), {"own": own},
                 constants=["program u8[64]:random=128", "operand f32[16]:random"])
    for n, most, grid in [(200000, 1000000, 528), (50000, 100000000, 264)]:
        run("loop_least_divisor", grid, 128, [u32(n, "random=%d" % most), zeros(u32, n), number(n)], {"n": n, "most": most})
    n = 2000000
    run.flat("loop_halve_or_triple", n, 256, [zeros(u32, n), unsigned(1), unsigned(n)])
    n = 500000
    run.flat("loop_kepler_until_still", n, 64, [f64(n, "random"), f64(n, "random"), zeros(f64, n), number(n)])


def add(lists):
    for of_file in (add_stirrups, add_pulleys, add_postcards, add_satchels, add_toboggans, add_weathervanes, add_spanners,
                    add_trowels):
        of_file(lists)

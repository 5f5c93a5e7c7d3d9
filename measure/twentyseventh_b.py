"""A twenty-seventh validation set, second half: from stencils to small solvers, much of it with constant memory."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, even, numbers, reals


class TwentySeventh(Blind):
    folder = "twentyseventh"


def add_nutmegs(lists):
    run = TwentySeventh(lists, "nutmegs")
    for w, h, block in [(4096, 3000, (32, 8)), (700, 500, (16, 16))]:
        run.plane("stencil_heat_first_try", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h) + [real(.1)])
    for letter, name, make, x, y, w, h in [("f", "float", f32, 32, 8, 3500, 2500), ("d", "double", f64, 16, 16, 2000, 2000)]:
        run.plane("_Z13ninePointTileI%sLi%dELi%dEEvPKT_PS0_ii" % (letter, x, y), w, h, (x, y), [make(w * h, "random"),
                  zeros(make, w * h)] + numbers(w, h), kernel="stencil_nine_points_tile_" + name)
    arms = {"constants": ["star_arms f32[9]:random"]}
    for radius, w, h, block in [(2, 3000, 3000, (32, 8)), (6, 1500, 2000, (64, 4))]:
        run("_Z10starOfArmsILi%dEEvPKfPfjj" % radius, (ceil_div(w - 2 * radius, block[0]), ceil_div(h - 2 * radius, block[1])), block,
            [even(w * h), zeros(f32, w * h), unsigned(w), unsigned(h)], {"width": w, "height": h},
            kernel="stencil_star_of_arms_%d" % radius, **arms)
    w, h, radius = 2000, 3000, 5
    run.plane("stencil_star_radius_told", w, h, (32, 8), [even(w * h), zeros(f32, w * h)] + numbers(w, h, radius),
              {"radius": radius}, **arms)
    w, h = 2500, 2500
    n = w * h
    run.plane("stencil_faces_conducting", w - 2, h - 2, (32, 8), [f64(n, "random"), f64(n, "random"), f64(n, "random"),
              zeros(f64, n), size(w), size(h), double(.05)])
    w, h = 3000, 2000
    run.plane("stencil_membrane_with_sponge", w, h, (64, 3), [f32(w * h), f32(w * h)] + numbers(w, h) + [real(.2)],
              constants=["sponge_of_rim f32[32]:random"])
    w, h, block = 3000, 3000, (32, 8)
    run.plane("stencil_cells_of_any_rule", w, h, block, [u8(w * h, "random=2"), zeros(u8, w * h)] + numbers(w, h),
              constants=["born_or_stays u8[18]:random=2"])
    w, h, rows = 4000, 3000, 24
    run("stencil_strip_by_row_sums", (ceil_div(w, 128), ceil_div(h - 2, rows)), 128, [f32(w * h), zeros(f32, w * h)]
        + numbers(w, h, rows), {"width": w, "height": h, "rows": rows})


def add_oboes(lists):
    run = TwentySeventh(lists, "oboes")
    for nx, ny, nz, block in [(300, 300, 300, (32, 4, 2)), (100, 80, 60, (8, 8, 4))]:
        run("stencil_cube_of_seven", tuple(ceil_div(a, b) for a, b in zip((nx, ny, nz), block)), block,
            [even(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz) + reals(.4, .1), {"nx": nx, "ny": ny, "nz": nz})
    nx, ny, nz = 400, 400, 200
    run("stencil_thirteen_on_the_march", (ceil_div(nx - 4, 32), ceil_div(ny - 4, 8)), (32, 8), [even(nx * ny * nz),
        zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz}, constants=["shell_weights f32[3]:random"])
    for letter, name, whole, nx, ny, nz in [("i", "int", number, 200, 200, 200), ("x", "long", wide, 200, 150, 120)]:
        run("_Z18wholeNeighbourhoodI%sEvPKdPdT_S3_S3_" % letter, (ceil_div(nx - 2, 32), ceil_div(ny - 2, 8), nz - 2), (32, 8),
            [f64(nx * ny * nz, "random"), zeros(f64, nx * ny * nz), whole(nx), whole(ny), whole(nz)],
            {"nx": nx, "ny": ny, "nz": nz}, kernel="stencil_whole_neighbourhood_" + name, constants=["dice f64[27]:random"])
    w, h, block = 2048, 2048, (32, 8)
    n = w * h
    run.plane("pde_spots_of_two_substances", w, h, block, [even(n), even(n), zeros(f32, n), zeros(f32, n)] + numbers(w, h),
              constants=["mixture f32[5]:random"])
    w, h = 2500, 2000
    run("pde_wind_carries", (ceil_div(w, 192), h), 192, [f64(w * h), f64(w * h), f64(w * h), zeros(f64, w * h)] + numbers(w, h)
        + [double(.3)], {"width": w, "height": h})
    w, h = 1920, 1200
    run("pde_burgers_in_pairs", 792, 320, [f32(2 * w * h), zeros(f32, 2 * w * h)] + numbers(w, h) + reals(.05, .1),
        {"width": w, "height": h})
    n, steps, block = 3000000, 20, 256
    run("pde_rod_many_steps", ceil_div(n, block - 2 * steps), block, [even(n), zeros(f32, n)] + numbers(n, steps) + [real(.2)],
        {"n": n, "steps": steps}, shared=8 * block)


def add_pagodas(lists):
    run = TwentySeventh(lists, "pagodas")
    bell = {"constants": ["bell17 f32[17]:random"]}
    for w, h in [(3840, 2160), (640, 480)]:
        run("conv_bell_along_rows", (ceil_div(w, 64), ceil_div(h, 4)), (64, 4), [even(w * h), zeros(f32, w * h)] + numbers(w, h),
            {"width": w, "height": h}, **bell)
    w, h = 3840, 2160
    run.plane("conv_bell_down_columns", w, h, (32, 6), [even(w * h), zeros(f32, w * h)] + numbers(w, h), **bell)
    for w, h, side in [(1920, 1080, 5), (1000, 1000, 13)]:
        run.plane("conv_square_side_at_run_time", w, h, (16, 16), [even(w * h), zeros(f32, w * h)] + numbers(w, h, side),
                  {"side": side}, constants=["square_of_weights f32[225]:random"])
    bank = {"constants": ["bank_of_filters f32[400]:signed"]}
    w, h = 1000, 600
    run("conv_bank_by_depth", (ceil_div(w - 4, 32), ceil_div(h - 4, 8), 16), (32, 8), [even(w * h), zeros(f32, 16 * w * h)]
        + numbers(w, h), {"width": w, "height": h}, **bank)
    n = 6000000
    for labels in [16, 2]:
        run.flat("conv_bank_by_label", n, 192, [even(n + 9), u8(n, "random=%d" % labels), zeros(f32, n), number(n)],
                 {"labels": labels}, **bank)
    n, quads = 3000000, 31
    run.flat("conv_taps_in_quads", n, 128, [f32(n + 4 * quads), zeros(f32, n), unsigned(n), unsigned(quads)],
             {"quads": quads}, constants=["quads_of_taps f32[128]:random"])
    w, h = 3000, 2000
    run.plane("conv_bytes_whole_weights", w // 4, h, (32, 4), [u8(w * h, "random=256"), zeros(u8, w * h)] + numbers(w, h, 7),
              constants=["small_weights u8[25]:random=12"])
    for images, w, h in [(16, 512, 512), (1, 224, 224)]:
        pixels = w * h // 4
        run("conv_first_layer_of_net", (ceil_div(pixels, 128), images), 128, [even(3 * images * w * h),
            zeros(f32, 16 * images * pixels)] + numbers(w, h), {"images": images, "width": w, "height": h},
            constants=["first_layer f32[432]:signed", "first_bias f32[16]:signed"])
    length, pairs = 8192, 1024
    run("conv_causal_pairs_of_half", (ceil_div(pairs, 128), ceil_div(length, 64)), 128, [f16(2 * length * pairs), f16(8 * pairs),
        zeros(f16, 2 * length * pairs)] + numbers(length, pairs), {"length": length, "pairs": pairs})
    for radius, w, h in [(2, 2000, 1500), (4, 2000, 1500)]:
        inner = 32 - 2 * radius
        run("_Z10bothPassesILi%dEEvPKfPfii" % radius, (ceil_div(w, inner), ceil_div(h, inner)), (32, 8), [even(w * h),
            zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, kernel="conv_both_passes_%d" % radius, **bell)


def add_quokkas(lists):
    run = TwentySeventh(lists, "quokkas")
    n, block = 3840 * 2160, 256
    run.flat("img_tones_by_curve", n, block, [u8(4 * n, "random=256"), zeros(u8, 4 * n), number(n)],
             constants=["tone_curve u8[256]:random=256"])
    n = 10000000
    for colours in [256, 6]:
        run("img_screen_from_palette", 1056, 256, [u8(n, "random=%d" % colours), zeros(u8, 4 * n), number(n)],
            {"n": n, "colours": colours}, constants=["palette_of_screen u8[1024]:random=256"])
    n = 7000000
    run.flat("img_planes_through_matrix", n, 256, [even(n), even(n), even(n)] + [zeros(f32, n)] * 3 + [size(n)],
             constants=["colour_rows f32[12]:random"])
    w, h = 4000, 3000
    run("img_dither_to_bits", (ceil_div(w, 32), ceil_div(h, 8)), (32, 8), [u8(w * h, "random=256"), zeros(u32, ceil_div(w, 32) * h)]
        + numbers(w, h), {"width": w, "height": h}, constants=["bayer_of_eight u8[64]:step=4"])
    w, h = 1920, 1080
    run.plane("img_sharper_packed", w, h, (32, 8), [u8(4 * w * h, "random=256"), zeros(u8, 4 * w * h)] + numbers(w, h) + [real(.8)])
    for letter, name, make, fill, w, h in [("f", "float", f32, "random", 2500, 1800), ("h", "byte", u8, "random=256", 3000, 2000)]:
        run.plane("_Z13medianOfCrossI%sEvPKT_PS0_ii" % letter, w, h, (16, 16), [make(w * h, fill), zeros(make, w * h)]
                  + numbers(w, h), kernel="img_median_of_cross_" + name)
    w, h, ow, oh = 2000, 2000, 3000, 2000
    run.plane("img_warp_by_six", ow, oh, (32, 8), [even(w * h), zeros(f32, ow * oh)] + numbers(w, h, ow, oh),
              constants=["turn_and_shift f32[6]:random=0.7"])
    w, h = 4096, 2160
    run("img_cosine_blocks", (w // 64, h // 8), (8, 8, 8), [f32(w * h), zeros(f32, w * h), number(w)], {"width": w, "height": h},
        constants=["cosines_of_eight f32[64]:signed"])


def add_rubies(lists):
    run = TwentySeventh(lists, "rubies")
    n, block = 8000, 64
    run.flat("nbody_pairs_in_double", n, block, [f64(n, "random")] * 4 + [zeros(f64, n)] * 3 + [number(n), double(.01)])
    for n, block in [(40000, 128), (6000, 64)]:
        run("nbody_two_for_a_thread", ceil_div(n, 2 * block), block, [even(4 * n), zeros(f32, 4 * n), number(n), real(.01)],
            {"n": n, "block": block}, shared=16 * block)
    n, count = 1000000, 50
    run.flat("nbody_dust_among_suns", n, 256, [f32(4 * n), f32(4 * n)] + numbers(n, count) + [real(.01)], {"count": count},
             constants=["suns f32[256]:random"])
    n = 500000
    run.flat("phys_flock_within_block", n, 128, [even(2 * n), f32(2 * n), zeros(f32, 2 * n), number(n)],
             constants=["rules_of_flock f32[5]:random=0.3"])
    side, room = 24, 32
    n = side ** 3 * room
    run("phys_forces_of_cells", side ** 3, 32, [even(4 * n), below(side ** 3, room + 1), zeros(f32, 4 * n)] + numbers(side, room)
        + [real(.05)], {"side": side, "room": room})
    w, h = 1500, 1000
    run.plane("phys_cloth_pulled", w, h, (32, 4), [f32(3 * w * h), f32(3 * w * h)] + numbers(w, h) + reals(.1, 10, .001))
    n = 5000000
    run("phys_energy_of_all", 264, 512, [f32(4 * n), zeros(f64, 2), wide(n)], {"n": n})


def add_saucers(lists):
    run = TwentySeventh(lists, "saucers")
    for w, h, most in [(1920, 1080, 500), (500, 400, 100)]:
        run.plane("mandelbrot_painted", w, h, (16, 8), [zeros(u8, 4 * w * h)] + numbers(w, h) + reals(-2.2, -1.2, 2.4 / h)
                  + [number(most)], {"most": most}, constants=["paints u8[256]:random=256"])
    for letter, name, kind, w, h, most in [("d", "double", double, 1600, 1200, 256), ("f", "float", real, 1600, 1200, 256)]:
        run("_Z10escapeRowsI%sEvPiiiT_S1_S1_i" % letter, 660, 192, [zeros(s32, w * h)] + numbers(w, h)
            + [kind(-.8), kind(.05), kind(1e-4), number(most)], {"width": w, "height": h, "most": most},
            kernel="mandelbrot_rows_of_grid_" + name)
    side, most = 400, 255
    run("fractal_sheet_of_seeds", (ceil_div(side, 16), ceil_div(side, 16), 16), (16, 16), [zeros(u8, 16 * side * side)]
        + numbers(side, most), {"side": side, "most": most}, constants=["seeds_of_julia f32[32]:signed"])
    w, h = 1500, 1500
    run.plane("fractal_falls_into_root", w, h, (32, 6), [zeros(f32, w * h)] + numbers(w, h, 60))
    for w, h, count in [(1280, 720, 100), (320, 240, 16)]:
        run.plane("geo_rays_at_balls", w, h, (16, 16), [zeros(f32, w * h)] + numbers(w, h, count), {"count": count},
                  constants=["balls f32[512]:signed"])
    w, h = 1280, 800
    run.plane("geo_march_to_rings", w, h, (8, 8), [zeros(f32, w * h)] + numbers(w, h, 100) + [real(-3)])
    n, sides = 1000000, 100
    run.flat("geo_points_within_fence", n, 256, [f32(2 * n), zeros(u8, n)] + numbers(n, sides), {"sides": sides},
             constants=["corners f32[512]:signed"])
    n, m = 100000, 1000
    run.flat("geo_rays_at_triangles", n, 128, [f32(6 * n), f32(9 * m), zeros(s32, n), zeros(f32, n)] + numbers(n, m), {"triangles": m})


def add_turbans(lists):
    run = TwentySeventh(lists, "turbans")
    for grid, block, rounds in [(1056, 256, 1000), (66, 96, 3000)]:
        run("mc_darts_at_quarter", grid, block, [zeros(u64, 1), number(rounds), unsigned(77)], {"rounds": rounds})
    paths, steps = 300000, 250
    run.flat("mc_paths_of_mean_price", paths, 128, [zeros(f32, paths)] + numbers(paths, steps) + [unsigned(5)], {"steps": steps},
             constants=["market f32[5]:random"])
    n, radius = 300000, 12
    run("mc_walkers_till_outside", 528, 192, [zeros(s32, n)] + numbers(n, radius, 4000) + [unsigned(3)], {"n": n, "radius": radius})
    streams, each = 200000, 60
    run.flat("rng_four_word_streams", streams, 256, [u32(4 * streams), zeros(f32, streams * each)] + numbers(streams, each), {"each": each})
    options, steps, block = 1000, 500, 128
    run("fin_lattice_of_puts", options, block, [even(options), even(options), zeros(f32, options), number(steps)]
        + reals(1.01, .503, .9999), {"options": options, "steps": steps}, shared=4 * (steps + 1))
    for letter, name, make, kind, n in [("f", "float", f32, real, 4000000), ("d", "double", f64, double, 1000000)]:
        run.flat("_Z12callsAndPutsI%sEvPKT_S2_S2_PS0_S3_iS0_S0_" % letter, n, 256, [make(n, "random")] * 3 + [zeros(make, n)] * 2
                 + [number(n), kind(.03), kind(.3)], kernel="fin_calls_and_puts_" + name)
    n = 1000000
    run.flat("fin_bonds_along_curve", n, 192, [f32(n, "random=30"), even(n), zeros(f32, n)] + numbers(n, 40),
             constants=["curve_years f32[64]:iota", "curve_rates f32[64]:random"])
    n, steps = 300000, 200
    run.flat("phys_butterfly_orbits", n, 128, [f32(n), f32(n), f32(n)] + numbers(n, steps) + [real(.005)], {"steps": steps})
    n, steps = 50000, 100
    run.flat("phys_pushed_pendulums", n, 96, [f64(n), f64(n), f64(n)] + numbers(n, steps) + [double(.01)], {"steps": steps},
             constants=["stages f64[16]:random=0.3"])
    n = 200000
    run.flat("phys_stiff_circuit_adaptive", n, 128, [f32(n, "random=2"), zeros(s32, n), number(n)] + reals(1.5, 1e-3))


def add_ukuleles(lists):
    run = TwentySeventh(lists, "ukuleles")
    problems, items, room, block = 1000, 100, 1500, 320
    run("dp_knapsacks_filled", problems, block, [below(problems * items, 200), below(problems * items, 1000), zeros(s32, problems)]
        + numbers(items, room), {"problems": problems, "items": items, "room": room}, shared=8 * (room + 1))
    for n, length, asked in [(500000, 20, 12), (60000, 40, 32)]:
        run.flat("dp_lines_from_word", n, 128, [u8(n * length, "random=26"), zeros(u8, n)] + numbers(n, length, asked),
                 {"length": length, "asked": asked}, constants=["asked_for u8[32]:random=26"])
    sequences, length = 4000, 120
    run("_Z15likeliestStatesILi4EEvPKfPhPfii", ceil_div(sequences, 4), 128, [f32(32 * sequences * length),
        zeros(u8, 32 * sequences * length), zeros(f32, 32 * sequences)] + numbers(sequences, length),
        {"sequences": sequences, "length": length}, kernel="dp_states_lane_by_lane", constants=["leaps f32[1024]:signed"])
    squares = 8000
    run("dp_cheapest_through_square", squares, 64, [u8(4096 * squares, "random=256"), zeros(s32, squares)], {"squares": squares})
    n, grid = 50000000, 1056
    run("txt_words_begun", grid, 256, [u8(n, "random=256"), zeros(u32, 1), size(n)], {"n": n},
        constants=["class_of_letter u8[256]:random=2"])
    for letters, length in [(4, 12), (26, 5)]:
        n = 20000000
        run.flat("txt_places_of_pattern", n, 320, [u8(n, "random=%d" % letters)] + numbers(n, length) + [zeros(s32, 1),
                 s32(1, "fill=2000000000")], {"letters": letters, "length": length},
                 constants=["asked_for u8[32]:random=%d" % letters])
    n = 6000000
    run.flat("txt_all_to_capitals", n, 256, [u8(16 * n, "random=128"), unsigned(n)])
    lines, each = 500000, 37
    run.flat("hash_lines_between", lines, 128, [u8(lines * each, "random=128"), s32(lines + 1, "step=%d" % each), zeros(u64, lines),
             number(lines)], {"each": each})
    for n, different, slots in [(4000000, 1000000, 1 << 21), (2000000, 5000, 1 << 14)]:
        run.flat("hash_counts_of_keys", n, 256, [u32(n, "random=%d" % different), zeros(u32, slots), zeros(u32, slots), number(n),
                 unsigned(slots - 1)], {"different": different, "slots": slots})
    records, words = 500000, 24
    run.flat("hash_remainder_of_records", records, 192, [u32(records * words), zeros(u32, records)] + numbers(records, words),
             {"words": words}, constants=["remainders u32[256]:signed"])


def add_valleys(lists):
    run = TwentySeventh(lists, "valleys")
    n, degree, many = 2000000, 9, 300000
    run.flat("graph_frontier_goes_on", many, 256, [s32(n + 1, "step=%d" % degree), below(n * degree, n), below(many, n),
             s32(n, "fill=-1"), zeros(s32, many * degree), zeros(s32, 1)] + numbers(many, 2), {"vertices": n, "degree": degree})
    n, degree = 1000000, 12
    run("graph_ranks_pulled_by_eight", ceil_div(8 * n, 256), 256, [s32(n + 1, "step=%d" % degree), below(n * degree, n), even(n),
        zeros(f32, n), number(n), real(.85)], {"n": n, "degree": degree})
    n, edges = 500000, 8000000
    run("graph_edges_shorten_ways", 1056, 256, [below(2 * edges, n), below(edges, 100), below(n, 100000), below(n, 100000), wide(edges)],
        {"n": n, "edges": edges})
    n, pairs, each = 100000, 200000, 300
    run.flat("graph_common_of_sorted", pairs, 128, [s32(n, "step=6"), s32(n, "step=7"), below(pairs, 1000), zeros(s32, pairs)]
             + numbers(pairs, each), {"each": each})
    for n, length, apart, steps, jump in [(200000, 1 << 22, 16, 60, 1234577), (4000, 1 << 20, 200, 200, 999331)]:
        run.flat("chase_chain_of_loads", n, 128, [s32(length, "chain=%d" % jump), f32(length), zeros(f32, n)] + numbers(n, steps, apart),
                 {"length": length, "steps": steps})
    n = 5000000
    run.flat("chase_down_while_smaller", n, 256, [u32(n, "random=%d" % n), zeros(u32, n), unsigned(n)])
    for n, columns in [(3000000, 8), (200000, 30)]:
        run.flat("branch_down_small_tree", n, 192, [f32(columns * n), zeros(u8, n), number(n)], {"columns": columns},
                 constants=["cuts_of_tree f32[127]:signed", "columns_of_tree u8[127]:random=%d" % columns])
    n, length, times = 1000000, 50, 10
    run.flat("branch_program_of_bytes", n, 256, [u32(n)] + numbers(n, length, times), {"length": length, "times": times},
             constants=["steps_of_program u8[64]:random=8"])
    for n, first in [(1000000, 1), (100000, 100000000)]:
        run.flat("loop_highest_of_climb", n, 256, [zeros(u64, n), zeros(u16, n), unsigned(first), number(n)], {"first": first})
    n, first = 500000, 3000001
    run.flat("loop_primes_of_range", n, 320, [unsigned(first), unsigned(n), zeros(u32, 1)], {"first": first})


def add_wafers(lists):
    run = TwentySeventh(lists, "wafers")
    for n, taps, block in [(5000000, 63, 256), (1000000, 201, 192)]:
        run.flat("sig_taps_from_table", n, block, [f32(n), zeros(f32, n)] + numbers(n, taps), {"taps": taps},
                 shared=4 * (block + taps - 1), constants=["taps_of_filter f32[256]:signed"])
    for sections, channels, length, block in [(2, 65536, 300, 128), (5, 20000, 500, 64)]:
        run("_Z17cascadeOfSectionsILi%dEEvPKfPfii" % sections, ceil_div(channels, block), block, [f32(channels * length),
            zeros(f32, channels * length)] + numbers(channels, length), {"channels": channels, "length": length},
            kernel="sig_cascade_of_sections_%d" % sections, constants=["sections f32[30]:random"])
    batch = 4096
    run("fft_thousand_from_table", batch, 512, [f32(2048 * batch), zeros(f32, 2048 * batch)], {"batch": batch},
        constants=["roots_of_one f32[1024]:signed"])
    n = 1000000
    run.flat("fft_eights_in_registers", n, 128, [f32(16 * n), number(n)])
    frames, length, tones = 20000, 400, 30
    run("sig_power_at_tones", ceil_div(frames, 4), (32, 4), [u16(frames * length), zeros(f32, frames * tones)]
        + numbers(frames, length, tones), {"frames": frames, "length": length, "tones": tones})
    for n, step in [(6000000, 44553), (500000, 150000)]:
        run.flat("sig_resampled_by_phases", n, 256, [f32((n * step >> 16) + 14), zeros(f32, n), number(n), unsigned(step)],
                 {"step": step}, constants=["phases_of_filter f32[192]:signed"])
    frames, length, lags = 4000, 480, 160
    run("sig_frames_against_shifted", frames, 96, [f32(frames * length), zeros(f32, frames * lags)] + numbers(length, lags),
        {"frames": frames, "length": length, "lags": lags}, shared=4 * length)


def add_yaks(lists):
    run = TwentySeventh(lists, "yaks")
    n = 8000000
    run.flat("bits_three_woven", n, 256, [u16(4 * n), zeros(u32, n), number(n)])
    rows, words, block = 10000, 1000, 96
    run("bits_apart_of_rows", rows, block, [u64(rows * words), u64(rows * words), zeros(s32, rows), number(words)],
        {"rows": rows, "words": words})
    squares = 200000
    run("bits_squares_turned", ceil_div(squares, 6), 192, [u32(32 * squares), zeros(u32, 32 * squares), number(squares)],
        {"squares": squares})
    for n in [2000000, 50000]:
        run.flat("cry_box_and_mix", n, 256, [u32(4 * n), zeros(u32, 4 * n), number(n)],
                 constants=["box_of_bytes u8[256]:random=256", "keys_of_rounds u32[44]:signed"])
    n = 1000000
    run.flat("cry_stream_of_quarters", n, 128, [u32(16 * n), zeros(u32, 16 * n), unsigned(n), unsigned(7)],
             constants=["key_and_nonce u32[11]:signed"])
    n, m, inverse = 500000, 1000000007 * 1000003, 1
    for _ in range(6):
        inverse = inverse * (2 - m * inverse) % 2 ** 64
    minus = (2 ** 63 - inverse) % 2 ** 64 - 2 ** 63
    run.flat("cry_powers_without_division", n, 128, [u64(n), zeros(u64, n), number(n), size(m), wide(minus),
             size(2 ** 64 % m), size(2 ** 128 % m), unsigned(65537)])


def add_zinnias(lists):
    run = TwentySeventh(lists, "zinnias")
    for systems, rows, block in [(50000, 128, 128), (4000, 500, 32)]:
        n = systems * rows
        run.flat("la_three_diagonals_swept", systems, block, [f32(n), f32(n), f32(n), zeros(f32, n), zeros(f32, n)]
                 + numbers(systems, rows), {"rows": rows})
    for letter, name, make, side, n in [("f", "float", f32, 4, 2000000), ("d", "double", f64, 6, 300000)]:
        run.flat("_Z17solvedInRegistersI%sLi%dEEvPKT_S2_PS0_m" % (letter, side), n, 128, [make(side * side * n), make(side * n),
                 zeros(make, side * n), size(n)], {"side": side}, kernel="la_solved_in_registers_" + name)
    count = 20000
    run("la_factor_by_warp_tile", ceil_div(count, 4), 128, [f32(1024 * count), zeros(f32, 1024 * count), number(count)], {"count": count})
    n = 3000000
    run.flat("la_root_of_polynomial", n, 256, [f32(n, "random=4"), zeros(f32, n), zeros(s32, n)] + numbers(n, 7, 60), {"degree": 7},
             constants=["powers_of_polynomial f32[16]:random"])
    n = 500000
    run.flat("la_axes_of_three_by_three", n, 96, [f64(6 * n), zeros(f64, 3 * n), number(n)])
    rows, cols = 8192, 6000
    run("la_residual_by_async_rows", ceil_div(rows, 4), 128, [f32(rows * cols), f32(cols), f32(rows), zeros(f32, rows)]
        + numbers(rows, cols), {"rows": rows, "cols": cols})
    batch, terms = 20000, 8
    run("gemm_chains_of_sixteen", ceil_div(batch, 4), 128, [f16(256 * batch * terms), f16(256 * batch * terms), zeros(f32, 256 * batch)]
        + numbers(batch, terms), {"batch": batch, "terms": terms})


def add(lists):
    for of_file in (add_nutmegs, add_oboes, add_pagodas, add_quokkas, add_rubies, add_saucers, add_turbans, add_ukuleles,
                    add_valleys, add_wafers, add_yaks, add_zinnias):
        of_file(lists)

"""A twenty-ninth validation set, second half: stencils, pictures, chance, words, graphs and signals."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, numbers, reals
from twelfth import structure


class TwentyNinth(Blind):
    folder = "twentyninth"


def even(n):
    return f32(n, "random=1")


def add_nightcaps(lists):
    run = TwentyNinth(lists, "nightcaps")
    for letter, name, make, value, w, h, block in [("f", "float", f32, real, 3000, 2500, (32, 8)),
                                                   ("f", "float", f32, real, 400, 300, (16, 16)),
                                                   ("d", "double", f64, double, 2000, 1501, (64, 4))]:
        run.plane("_Z17heatThroughLayersI%sEvPKT_S2_PS0_iiS0_" % letter, w, h, block, [make(w * h, "random=1"),
                  make(w * h, "random=1"), zeros(make, w * h)] + numbers(w, h) + [value(0.1)],
                  kernel="stencil_heat_through_layers_" + name)
    for w, h in [(4000, 3000)]:
        run.plane("stencil_plate_of_thirteen", w, h, (32, 8), [f32(w * h), zeros(f32, w * h), unsigned(w),
                  unsigned(h), real(0.01)])
    for nx, ny, nz in [(400, 360, 200), (132, 100, 96)]:
        n = nx * ny * nz
        run("stencil_star_two_climbing", (ceil_div(nx - 4, 32), ceil_div(ny - 4, 8)), (32, 8), [f32(n),
            zeros(f32, n)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz}, constants=["arm f32[3]:random=0.1"])
    nx, ny, nz = 300, 250, 180
    for block in [(8, 8, 4), (64, 2, 2)]:
        run("stencil_seven_uneven_steps", tuple(ceil_div(a, b) for a, b in zip((nx, ny, nz), block)), block,
            [f32(nx * ny * nz), zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz,
            "block_x": block[0]}, constants=["spacing f32[4]:random=0.1"])
    for n in [2500]:
        run.plane("pde_spots_on_torus", n, n, (16, 16), [even(n * n), even(n * n), zeros(f32, n * n),
                  zeros(f32, n * n), number(n)], constants=["reaction f32[4]:random=0.1"])
    n = 6000001
    run("pde_burgers_by_wind", 528, 192, [f64(n), zeros(f64, n), size(n), double(0.3)], {"n": n})
    w, h = 2400, 1801
    run("pde_four_sweeps_in_tile", (ceil_div(w, 24), ceil_div(h, 24)), (32, 32), [f32(w * h), f32(w * h),
        zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h})
    for nx, ny, block in [(1202, 802, (32, 6))]:
        n = nx * ny
        run.plane("pde_shallow_water_step", nx - 2, ny - 2, block, [even(n), f32(n), f32(n)]
                  + [zeros(f32, n)] * 3 + numbers(nx, ny) + [real(0.05)])


def add_obelisks(lists):
    run = TwentyNinth(lists, "obelisks")
    lobe = {"constants": ["lobe f32[17]:random=0.1"]}
    for w, h in [(3000, 2000)]:
        run("conv_lobe_over_rows", (ceil_div(w, 64), ceil_div(h, 4)), (64, 4), [f32(w * h), zeros(f32, w * h)]
            + numbers(w, h), {"width": w, "height": h}, **lobe)
    for w, h, block in [(2000, 1601, (32, 4))]:
        run("conv_lobe_over_columns", (ceil_div(w, block[0]), ceil_div(h, 8 * block[1])), block, [f32(w * h),
            zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h}, **lobe)
    for w, h, radius in [(3840, 2160, 5), (1280, 720, 25)]:
        run.plane("conv_bytes_radius_told", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h, radius),
                  {"radius": radius}, constants=["taps f32[64]:random=1"])
    w, h = 512, 384
    run("conv_each_lane_its_filter", (ceil_div(w, 6), h), (32, 6), [f32(32 * w * h), zeros(f32, 32 * w * h)]
        + numbers(w, h), {"width": w, "height": h}, constants=["bank f32[288]:signed"])
    w, h = 3000, 2000
    run.plane("conv_relief_by_settings", w, h, (16, 16), [even(w * h), zeros(f32, w * h)] + numbers(w, h),
              constants=["emboss f32[12]:random=0.3"])
    for w, h in [(1920, 1080)]:
        run.plane("conv_depth_five_by_quads", w, h, (32, 8), [f32(4 * w * h), zeros(f32, 4 * w * h)]
                  + numbers(w, h), constants=["quad_tap f32[100]:signed"])
    for steps, pairs, apart, block in [(30000, 96, 16, 96)]:
        run("conv_causal_dilated_pairs", (steps, ceil_div(pairs, block)), block, [f16(2 * steps * pairs),
            zeros(f16, 2 * steps * pairs)] + numbers(steps, pairs, apart), {"pairs": pairs, "apart": apart},
            constants=["wave_tap f16[6]:random=0.5"])
    for taken, letter, told, w, h in [(7, "i", number, 3000, 2000), (3, "m", size, 1920, 1080)]:
        run.plane("_Z11blobOfBytesILi%dE%sEvPKhPsT0_S3_" % (taken, letter), w, h, (32, 8), [u8(w * h),
                  zeros(u16, w * h), told(w), told(h)], kernel="conv_blob_of_bytes_%d" % taken,
                  constants=["laplace u8[49]:random=256"])
    for pixels, block in [(200704, 128)]:
        run("conv_one_by_one_wmma", ceil_div(pixels // 16, block // 32), block, [f16(64 * pixels), f16(64 * 64),
            zeros(f32, 64 * pixels), number(pixels)], {"pixels": pixels})


def add_pergolas(lists):
    run = TwentyNinth(lists, "pergolas")
    for n, paints in [(1920 * 1080, 32), (300000, 7)]:
        run.flat("img_nearest_of_paints", n, 256, [u8(4 * n), zeros(u8, 4 * n)] + numbers(n, paints),
                 {"paints": paints}, constants=["paint u8[128]:random=256"])
    n = 8000000
    run("img_curve_in_constant", 528, 256, [u8(4 * n), zeros(u8, 4 * n), size(n)], {"n": n},
        constants=["contrast_curve u8[256]:random=256"])
    w, h = 3840, 2160
    run.plane("img_view_of_plane", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h),
              constants=["view f32[9]:random=1"])
    for w, h, r, block in [(1500, 1200, 4, (32, 8)), (800, 600, 9, (24, 8))]:
        run.plane("img_contrast_of_window", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h, r),
                  {"radius": r}, shared=4 * (block[0] + 2 * r) * (block[1] + 2 * r))
    for words, h, block in [(256, 6000, 256)]:
        run("img_grow_mask_of_bits", (1, h), block, [u32(words * h, "random"), zeros(u32, words * h)]
            + numbers(words, h), {"words": words, "height": h})
    for w, h, block in [(1024, 20000, 128), (3840, 2160, 32)]:
        run("img_dither_along_lines", ceil_div(h, block), block, [even(w * h), zeros(u8, w * h)] + numbers(w, h)
            + [real(15)], {"width": w, "height": h})
    n, count = 2000000, 8
    run.flat("img_layers_front_to_back", n, 128, [u8(4 * n * count), zeros(u8, 4 * n)] + numbers(n, count),
             {"count": count})
    for n, grid in [(5000000, 528)]:
        run("hist_brightness_by_warps", grid, 256, [even(n), even(n), even(n), zeros(u32, 128), number(n)],
            {"n": n, "grid": grid}, constants=["luma_row f32[3]:random=0.5"])


def add_rickshaws(lists):
    run = TwentyNinth(lists, "rickshaws")
    for n, block in [(20000, 256), (3000, 96)]:
        run.flat("nbody_soft_by_tiles", n, block, [even(4 * n), zeros(f32, 3 * n), number(n), real(0.01)],
                 shared=16 * block)
    n = 6000
    run.flat("nbody_double_straight", n, 128, [f64(n), f64(n, "random=2"), f64(n, "random=1"), zeros(f64, n),
             zeros(f64, n), number(n)])
    for side, each, block in [(20, 12, 32), (8, 40, 64)]:
        cells = side ** 3
        run("phys_forces_from_cells", cells, block, [even(4 * cells * each), s32(cells + 1, "step=%d" % each),
            zeros(f32, 4 * cells * each), number(side), real(0.05)], {"side": side, "each": each})
    for n, wells, steps, block in [(200000, 29, 20, 96)]:
        run.flat("phys_leapfrog_among_wells", n, block, [even(2 * n), f32(2 * n)] + numbers(n, wells, steps)
                 + [real(0.01)], {"wells": wells, "steps": steps}, constants=["well f32[128]:random=1"])
    for w, h, most in [(1280, 1024, 300)]:
        run.plane("fractal_ship_in_flames", w, h, (32, 8), [zeros(u32, w * h)] + numbers(w, h, most)
                  + reals(-2.2, -1.8, 3), {"most": most}, constants=["flame u32[64]:random"])
    for letter, name, value, n, most, grid in [("f", "float", real, 2000, 50, 1056), ("d", "double", double, 1000, 40, 264)]:
        run("_Z14basinsOfNewtonI%sEvPhiiT_" % letter, grid, 128, [zeros(u8, n * n)] + numbers(n, most)
            + [value(3)], {"n": n, "most": most, "grid": grid}, kernel="fractal_basins_of_newton_" + name)
    for w, h, balls, block in [(1280, 800, 48, (16, 16)), (320, 240, 12, (8, 8))]:
        run.plane("geo_rays_among_balls", w, h, block, [zeros(f32, w * h)] + numbers(w, h, balls),
                  {"balls": balls}, constants=["ball_of_scene f32[192]:random=1"])
    for side, rays, most in [(2000, 500000, 2000), (256, 20000, 300)]:
        run.flat("geo_walk_over_heights", rays, 256, [even(side * side), zeros(s32, rays)]
                 + numbers(side, rays, most), {"side": side})
    for rays, tris in [(200000, 500), (10000, 2000)]:
        run.flat("geo_nearest_triangle_of_rays", rays, 128, [even(9 * tris), f32(6 * rays), zeros(s32, rays),
                 zeros(f32, rays)] + numbers(rays, tris), {"tris": tris})


def add_scabbards(lists):
    run = TwentyNinth(lists, "scabbards")
    for grid, block, each in [(528, 256, 500), (40, 320, 2000)]:
        run("mc_darts_in_quarter", grid, block, [zeros(u64, 1), unsigned(12345), number(each)],
            {"grid": grid, "block": block, "each": each})
    for paths, steps in [(300000, 100)]:
        run.flat("mc_asian_by_pcg", paths, 128, [zeros(f32, paths)] + numbers(paths, steps), {"steps": steps},
                 constants=["bazaar f32[5]:random=1"])
    for n, block in [(3000000, 64)]:
        run.flat("rng_philox_ten_rounds", n, block, [zeros(u32, 4 * n), unsigned(n), unsigned(7), unsigned(1234567)])
    for w, h in [(2048, 2000)]:
        run("mc_spins_half_board", (ceil_div(w // 2, 32), ceil_div(h, 4)), (32, 4), [u8(w * h, "random=2")]
            + numbers(w, h, 1) + [unsigned(77)], {"width": w, "height": h},
            constants=["flip_chance f32[10]:random=1"])
    for letter, name, value, n, steps in [("f", "float", real, 500000, 50), ("d", "double", double, 100000, 40)]:
        make = f32 if letter == "f" else f64
        run.flat("_Z12strangeWingsI%sEvPT_iiS0_" % letter, n, 128, [zeros(make, 3 * n)] + numbers(n, steps)
                 + [value(0.005)], {"steps": steps}, kernel="phys_strange_wings_" + name)
    n = 50000
    run.flat("phys_pendulum_fitting_steps", n, 64, [f64(n, "random=3"), zeros(f64, n), zeros(s32, n), number(n),
             double(10), double(1e-5)], constants=["swing f64[4]:random=1"])
    for options, steps, block in [(2000, 500, 128), (132, 1000, 256)]:
        run("fin_put_down_the_tree", options, block, [even(options), f32(options, "random=1.2"), zeros(f32, options),
            number(steps)], {"options": options, "steps": steps}, shared=4 * (steps + 1))
    for n, grid in [(1000000, 1056)]:
        run("fin_volatility_told_by_price", grid, 128, [even(n), even(n), zeros(f32, n), unsigned(n)],
            {"n": n, "grid": grid})
    n = 3000000
    run.flat("num_gauss_rule_of_eight", n, 256, [even(n), zeros(f32, n), wide(n)],
             constants=["nodes_of_gauss f32[16]:random=1"])


def add_tapestries(lists):
    run = TwentyNinth(lists, "tapestries")
    for letters, pairs in [(12, 1000000), (32, 200000)]:
        run.flat("_Z12editsOfPairsILi%dEEvPKhS1_Pii" % letters, pairs, 128, [u8(letters * pairs, "random=26"),
                 u8(letters * pairs, "random=20"), zeros(s32, pairs), number(pairs)], {"letters": letters},
                 kernel="dp_edits_of_pairs_%d" % letters)
    for pairs, length, block in [(500, 512, 128), (60, 1500, 320)]:
        run("dp_common_by_diagonals", pairs, block, [u8(pairs * length, "random=4"),
            u8(pairs * length, "random=5"), zeros(s32, pairs), number(length)],
            {"pairs": pairs, "length": length}, shared=12 * (length + 1))
    run("dp_knapsack_shifted_weights", 400, 512, [zeros(s32, 400), number(64), number(2000)], {"items": 64},
        constants=["item s32[128]:random=100"])
    for n, grid, block in [(30000000, 1056, 256)]:
        run("str_words_by_vote", grid, block, [u8(n, "random=128"), zeros(u32, 1), number(n)],
            {"n": n, "grid": grid})
    for n, stretch, length in [(20000000, 200, 8), (1000000, 64, 16)]:
        run.flat("str_horspool_by_stretch", ceil_div(n, stretch), 128, [u8(n, "random=4"), number(n),
                 zeros(s32, ceil_div(n, stretch))] + numbers(stretch, length), {"stretch": stretch,
                 "length": length}, constants=["skip_after u8[256]:random=9", "sought u8[32]:random=4"])
    n = 6000000
    run.flat("str_bytes_as_hex", n, 256, [u8(4 * n), zeros(u8, 8 * n), size(n)])
    for records, most, block in [(200000, 64, 256), (8000, 500, 64)]:
        run.flat("hash_records_of_any_length", records, block, [u8(records * most),
                 u32(records, "random=%d" % (most + 1)), zeros(u64, records)] + numbers(records, most),
                 {"most": most})
    for n, slots in [(4000000, 1 << 22), (300000, 1 << 12)]:
        run.flat("hash_two_nests_lookup", n, 320, [u32(n, "random=1000000"), u32(2 * slots, "random=1000000"),
                 zeros(u32, n), number(n), unsigned(slots - 1)], {"slots": slots})
    for n, block in [(600000, 192)]:
        run.flat("hash_sha_one_of_block", n, block, [u32(16 * n, "random"), zeros(u32, 5 * n), number(n)])
    for n, m in [(2000000, 40)]:
        run.flat("dp_best_ungapped_run", n, 128, [u8(n, "random=24"), u8(m, "random=20"), zeros(s32, n)]
                 + numbers(n, m), {"query": m}, constants=["blosum u8[1024]:random=12"])


def add_umlauts(lists):
    run = TwentyNinth(lists, "umlauts")
    for lanes, vertices, each, block in [(4, 1000000, 8, 256), (32, 100000, 100, 128)]:
        run("_Z9pullRanksILi%dEEvPKiS1_PKfPfif" % lanes, ceil_div(vertices * lanes, block), block,
            [s32(vertices + 1, "step=%d" % each), below(vertices * each, vertices), even(vertices),
             zeros(f32, vertices), number(vertices), real(0.85)], {"vertices": vertices, "each": each},
            kernel="graph_pull_ranks_%d" % lanes)
    vertices, edges = 1000000, 8000000
    run("graph_shorten_ways", 1056, 256, [s32(edges, "band=8"), below(edges, vertices), below(edges, 1000),
        below(vertices, 1000000), number(edges)], {"vertices": vertices, "edges": edges})
    vertices, each = 150000, 2
    run.flat("graph_hook_to_smaller_root", vertices * each, 256, [s32(vertices * each, "band=%d" % each),
             below(vertices * each, vertices), s32(vertices, "iota"), number(vertices * each)], {"vertices": vertices})
    vertices, degree = 1000000, 12
    run.flat("graph_least_free_colour", vertices, 192, [below(vertices * degree, vertices),
             u8(vertices, "random=20"), zeros(u8, vertices)] + numbers(vertices, degree), {"degree": degree})
    for starts, n, hops, way, block in [(20000, 1 << 24, 100, "chain=126721", 128), (2000, 1 << 20, 200, "cycle=1", 32)]:
        run.flat("chase_chain_with_loads", starts, block, [s32(n, way), even(n), zeros(f32, starts)]
                 + numbers(starts, n, hops), {"nodes": n, "hops": hops, "way": way})
    for n, nodes in [(2000000, 1 << 22), (50000, 1 << 16)]:
        run.flat("chase_down_levels", n, 256, [u32(nodes, "random=1000000"), u32(n, "random=1000003"),
                 zeros(u32, n), number(n), unsigned(nodes)], {"nodes": nodes})
    for n, kinds in [(8000000, 8), (500000, 2)]:
        run.flat("branch_kinds_of_work", n, 256, [u8(n, "random=%d" % kinds), even(n), zeros(f32, n), number(n)],
                 {"kinds": kinds}, constants=["knob f32[8]:random=1"])
    n = 8000000
    run.flat("branch_few_are_worked_on", n, 256, [f64(n, "random=1"), zeros(f64, n), size(n), double(0.99),
             number(30)])
    for n, block in [(1000000, 96)]:
        run.flat("loop_halving_to_root", n, block, [f32(n, "random=4"), zeros(f32, n), zeros(s32, n), number(n),
                 real(1e-5)])
    for n, most in [(200000, 1000000), (5000, 1000000000)]:
        run.flat("loop_divisor_by_trial", n, 128, [u32(n, "random=%d" % most), zeros(u32, n), unsigned(n)],
                 {"most": most})
    for side, block in [(11, 32)]:
        run("loop_queens_by_bits", ceil_div(side * side, block), block, [zeros(u32, side * side), number(side)],
            {"side": side})


def add_vultures(lists):
    run = TwentyNinth(lists, "vultures")
    for lines, block in [(200000, 96)]:
        run("fft_lanes_of_warp", ceil_div(32 * lines, block), block, [f32(64 * lines), number(lines)],
            {"lines": lines}, constants=["root_of_lanes f32[64]:signed"])
    for n, stretches in [(16000000, 8), (400000, 2)]:
        run("sig_fir_stretches_ahead", ceil_div(n, 512 * stretches), 128, [f32(n + 32), zeros(f32, n)]
            + numbers(n, stretches), {"n": n, "stretches": stretches}, constants=["fir_of_33 f32[33]:signed"])
    for frames, length, tones, block in [(8000, 205, 64, 64)]:
        run("sig_tones_by_goertzel", frames, block, [f32(frames * length), zeros(f32, frames * tones)]
            + numbers(length, tones), {"frames": frames, "length": length, "tones": tones},
            constants=["tone f32[64]:signed"])
    n = 12000001
    run.flat("sig_middle_of_five", n, 320, [u16(n, "random=16256"), zeros(u16, n), unsigned(n)])
    for n, grid, block in [(3000000, 528, 192)]:
        run("cry_speck_by_counter", grid, block, [u64(2 * n, "random"), zeros(u64, 2 * n), wide(n), size(987654321)],
            {"n": n, "grid": grid}, constants=["round_word u64[32]:random"])
    for messages, length, block in [(200000, 100, 128), (5000, 247, 64)]:
        run.flat("code_parity_bytes", messages, block, [u8(messages * length), zeros(u8, 8 * messages)]
                 + numbers(messages, length), {"length": length}, constants=["power_of_two u8[256]:random=256",
                 "log_of_byte u8[256]:random=255", "parity_of u8[16]:random=255"])
    for squares, rows in [(200000, 4)]:
        run("bits_turn_squares", ceil_div(squares, rows), (32, rows), [u32(32 * squares, "random"),
            zeros(u32, 32 * squares), number(squares)], {"squares": squares})
    n = 6000000
    run.flat("bits_weave_three", n, 192, [even(n), even(n), even(n), zeros(u64, n), size(n)])
    for letter, name, make, value, n, small in [("f", "float", f32, real, 1000000, 1e-9),
                                                ("d", "double", f64, double, 200000, 1e-18)]:
        run.flat("_Z16ownValuesOfThreeI%sEvPKT_PS0_iS0_" % letter, n, 128, [make(6 * n), zeros(make, 3 * n),
                 number(n), value(small)], kernel="la_own_values_of_three_" + name)
    for systems, block in [(40000, 96)]:
        run("la_sixteen_by_lanes", ceil_div(16 * systems, block), block, [f32(256 * systems), f32(16 * systems),
            zeros(f32, 16 * systems), number(systems)], {"systems": systems})


def add(lists):
    for of_file in (add_nightcaps, add_obelisks, add_pergolas, add_rickshaws, add_scabbards, add_tapestries,
                    add_umlauts, add_vultures):
        of_file(lists)

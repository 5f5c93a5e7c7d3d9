"""A thirty-second validation set, second half: from stencils to small solvers, much of it with constant memory."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, even, numbers, reals
from twelfth import structure


class ThirtySecond(Blind):
    folder = "thirtysecond"


def add_noodles(lists):
    run = ThirtySecond(lists, "noodles")
    for w, h, block in [(3000, 2200, (32, 8)), (500, 300, (16, 16)), (6000, 5000, (128, 1))]:
        run.plane("stencil_plate_cools", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h) + [real(.2)])
    for letter, name, make, x, y, w, h in [("f", "float", f32, 32, 8, 3300, 2100), ("d", "double", f64, 16, 12, 1700, 1900)]:
        run.plane("_Z10meanOfNineI%sLi%dELi%dEEvPKT_PS0_jj" % (letter, x, y), w, h, (x, y), [make(w * h, "random"),
                  zeros(make, w * h), unsigned(w), unsigned(h)], kernel="stencil_mean_of_nine_" + name)
    for nx, ny, nz, block in [(350, 300, 250, (32, 4, 2)), (90, 90, 90, (8, 8, 8))]:
        run("stencil_box_of_heat", tuple(ceil_div(a, b) for a, b in zip((nx, ny, nz), block)), block,
            [even(nx * ny * nz), zeros(f32, nx * ny * nz), size(nx), size(ny), size(nz)] + reals(.4, .1),
            {"nx": nx, "ny": ny, "nz": nz})
    for nx, ny, nz in [(390, 310, 200), (134, 134, 134)]:
        run("stencil_arms_of_three_climb", (ceil_div(nx - 6, 32), ceil_div(ny - 6, 8)), (32, 8), [even(nx * ny * nz),
            zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz}, constants=["arm_weight f32[4]:random"])
    w, h = 2600, 1900
    run("stencil_dye_in_wind", 792, 256, [f64(w * h, "random"), f64(w * h), f64(w * h), zeros(f64, w * h), wide(w), wide(h),
        double(.1)], {"width": w, "height": h})
    n = 4001
    run("stencil_board_of_two_colours", (ceil_div(n // 2, 64), ceil_div(n - 2, 4)), (64, 4), [even(n * n), f32(n * n)]
        + numbers(n, 1) + [real(1.5)], {"n": n})
    n = 20000001
    run.flat("stencil_line_two_steps", n, 192, [even(n), zeros(f32, n), number(n)])


def add_pretzels(lists):
    run = ThirtySecond(lists, "pretzels")
    taps = ["smooth_taps f32[17]:random=0.12"]
    for w, h in [(3840, 2160), (700, 500)]:
        run("conv_smooth_along_rows", (ceil_div(w, 256), h), 256, [even(w * h), zeros(f32, w * h)] + numbers(w, h),
            {"width": w, "height": h}, constants=taps)
    for w, h, block in [(3840, 2160, (32, 8)), (1000, 900, (64, 3))]:
        run.plane("conv_smooth_down_columns", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h), constants=taps)
    for side, w, h, block in [(5, 2500, 2000, (32, 8)), (11, 1280, 720, (16, 16))]:
        run.plane("conv_mask_of_any_side", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h), {"side": side},
                  constants=["any_mask f32[225]:random=0.05", "any_mask_side s32[1]:fill=%d" % side])
    w, h = 1920, 1080
    run("conv_bank_of_eight_filters", (ceil_div(w, 128), h), 128, [even(3 * w * h), zeros(f32, 8 * w * h)] + numbers(w, h),
        {"width": w, "height": h}, constants=["filter_bank f32[216]:signed", "bank_bias f32[8]:signed"])
    n = 12000000
    for colours in [256, 7]:
        run.flat("img_poster_from_palette", n, 256, [u8(n, "random=%d" % colours), zeros(u32, n), number(n)],
                 {"colours": colours}, constants=["poster_palette u32[256]:signed"])
    n = 4096 * 1716
    run("img_grade_of_film", 1056, 256, [even(4 * n), zeros(f32, 4 * n), unsigned(n)], {"n": n},
        constants=["grade f32[16]:random"])
    n = 3840 * 2160
    run.flat("img_tone_of_bytes", n, 320, [u8(4 * n), zeros(u8, 4 * n), size(n)], constants=["tone_bytes u8[256]:random=256"])
    w, h = 5000, 3500
    run.plane("img_screen_for_print", w, h, (32, 8), [u8(w * h), zeros(u32, ceil_div(w, 32) * h)] + numbers(w, h),
              constants=["print_screen u8[64]:random=256"])
    w, h = 2000, 1500
    run.plane("img_keep_edges_smooth", w, h, (32, 6), [even(w * h), zeros(f32, w * h)] + numbers(w, h) + [real(12)],
              constants=["near_weight f32[25]:random"])
    w, h = 3000, 2000
    run.plane("img_median_by_nineteen_swaps", w - 2, h - 2, (32, 8), [u8(w * h), zeros(u8, w * h)] + numbers(w, h))
    pairs, rows = 1920, 2160
    run.plane("conv_nine_taps_in_half2", pairs, rows, (128, 2), [f16(2 * pairs * rows), zeros(f16, 2 * pairs * rows)]
              + numbers(pairs, rows), constants=["half_kernel f32[9]:random=0.2"])


def add_sparrows(lists):
    run = ThirtySecond(lists, "sparrows")
    for n, block in [(30000, 256), (5000, 96)]:
        run.flat("nbody_flock_by_tiles", n, block, [even(4 * n), zeros(f32, 4 * n), number(n), real(1e-3)], shared=16 * block)
    n = 9000
    run.flat("nbody_planets_in_doubles", n, 64, [f64(n, "random")] * 4 + [zeros(f64, n), unsigned(n)])
    n = 5000000
    run.flat("phys_balls_in_a_case", n, 128, [even(3 * n), f32(3 * n), number(n)], constants=["sky f32[4]:random=0.3"])
    side, per = 200, 12
    n = side * side * per
    run.flat("phys_crowding_by_cell_starts", n, 128, [even(2 * n), s32(side * side + 1, "step=%d" % per), zeros(f32, n)]
             + numbers(side, n) + [real(.2)], {"side": side})
    for w, h, most, block in [(1920, 1080, 200, (16, 16)), (1000, 1000, 1500, (32, 4))]:
        run.plane("mandelbrot_in_sixty_four_colours", w, h, block, [zeros(u32, w * h)] + numbers(w, h)
                  + reals(-2.2, -1.2, 2.4 / h) + [number(most)], {"most": most}, constants=["colour_of_depth u32[64]:signed"])
    for letter, name, make, w, h in [("f", "float", real, 1600, 1200), ("d", "double", double, 1000, 1000)]:
        run("_Z10juliaDepthI%sEvPtjjT_S1_S1_" % letter, 528, 192, [zeros(u16, w * h), unsigned(w), unsigned(h), make(-.8),
            make(.156), make(3)], {"width": w, "height": h}, kernel="fractal_julia_depth_" + name)
    w, h = 2000, 1600
    run.plane("fractal_three_roots", w, h, (16, 8), [zeros(u8, w * h)] + numbers(w, h) + [real(4)])
    for blocks, block, throws in [(528, 256, 3000), (60, 64, 10000)]:
        run("mc_darts_at_a_disc", blocks, block, [zeros(u64, 1), number(throws), unsigned(12345)],
            {"blocks": blocks, "throws": throws})
    n = 6000000
    run.flat("rng_ten_rounds_of_counters", n, 256, [zeros(u32, 4 * n), unsigned(n), unsigned(77), unsigned(1999)])


def add_tassels(lists):
    run = ThirtySecond(lists, "tassels")
    for options, steps, block in [(2000, 500, 128), (300, 1500, 512)]:
        run("fin_puts_up_a_shared_lattice", options, block, [f32(options, "random=100"), f32(options, "random=100"),
            zeros(f32, options), number(steps)] + reals(.03, .3, 1), {"options": options, "steps": steps}, shared=4 * (steps + 1))
    paths, days = 1000000, 250
    run.flat("fin_paths_until_the_barrier", paths, 256, [zeros(f32, paths)] + numbers(paths, days)
             + reals(100, 100, 85, .0001, .0126), {"days": days})
    n = 400000
    run.flat("fin_volatility_by_halving", n, 128, [f64(n, "random"), f64(n, "random"), zeros(f64, n), number(n)])
    n, steps = 700000, 120
    run.flat("sim_butterflies_four_slopes", n, 256, [even(3 * n), zeros(f32, 3 * n)] + numbers(n, steps) + [real(.01)],
             {"steps": steps}, constants=["butterfly f32[3]:random=10"])
    n = 300000
    run("sim_oscillator_minds_its_step", 528, 128, [f64(n, "random"), zeros(f64, n), zeros(s32, n), number(n)], {"n": n})
    for letter, name, make, n, length in [("f", "float", f32, 60000, 256), ("d", "double", f64, 15000, 128)]:
        run.flat("_Z14threeDiagonalsI%sEvPKT_S2_S2_PS0_S3_ii" % letter, n, 128, [make(n * length, "random")] * 3
                 + [zeros(make, n * length)] * 2 + numbers(n, length), {"length": length},
                 kernel="la_three_diagonals_" + name)
    n = 800000
    run.flat("la_roots_of_six_by_six", n, 96, [even(21 * n), f32(6 * n), zeros(f32, 6 * n), number(n)])
    for w, h, block in [(2000, 1500, (64, 4)), (400, 300, (32, 4))]:
        run.plane("pde_fluid_of_nine_streams", w, h, block, [even(9 * w * h), zeros(f32, 9 * w * h)] + numbers(w, h)
                  + [real(1.2)], constants=["drift_share f32[9]:random=0.2"])


def add_raccoons(lists):
    run = ThirtySecond(lists, "raccoons")
    n = 600000
    run.flat("dp_edits_between_24_letters", n, 128, [u8(24 * n, "random=6"), u8(24 * n, "random=6"), zeros(u8, n), number(n)])
    room = 5000000
    run("dp_one_more_to_pack", 660, 256, [below(room + 1, 100000), zeros(s32, room + 1)] + numbers(room, 1237, 4000),
        {"room": room})
    for pairs, length, block in [(800, 300, 128), (132, 1000, 256)]:
        run("dp_align_along_diagonals", pairs, block, [u8(pairs * length, "random=4"), u8(pairs * length, "random=4"),
            zeros(s32, pairs), number(length)], {"pairs": pairs, "length": length}, shared=12 * (length + 1))
    n = 60000001
    run("txt_count_where_words_begin", 1056, 256, [u8(n, "random=128"), zeros(u32, 1), size(n)], {"n": n})
    n = 20000000
    for letters, length in [(4, 12), (26, 7)]:
        run.flat("str_needle_in_hay", n, 256, [u8(n, "random=%d" % letters), zeros(u8, n), number(n)], {"letters": letters},
                 constants=["needle u8[32]:random=%d" % letters, "needle_length s32[1]:fill=%d" % length])
    n = 3000000
    run.flat("txt_sixteen_letters_to_capitals", n, 256, [u8(16 * n, "random=128"), number(n)])
    lines, each = 500000, 70
    run.flat("hash_of_each_line", lines, 128, [u8(lines * each), s32(lines + 1, "step=%d" % each), zeros(u64, lines),
             number(lines)], {"each": each})
    for n, places, most in [(2000000, 1 << 22, 1 << 30), (3000000, 1 << 16, 30000)]:
        run.flat("hash_keys_into_open_places", n, 256, [u32(n, "random=%d" % most), zeros(u32, places), zeros(u32, places),
                 unsigned(n), unsigned(places - 1)], {"places": places})
    for vertices, degree, levels in [(1500000, 9, 6), (60000, 30, 4)]:
        run.flat("graph_one_ring_further", vertices, 256, [s32(vertices + 1, "step=%d" % degree),
                 below(vertices * degree, vertices), below(vertices, levels), zeros(s32, vertices)] + numbers(vertices, 2),
                 {"degree": degree})
    vertices, degree = 1000000, 14
    run.flat("graph_ranks_by_eight_lanes", 8 * vertices, 256, [s32(vertices + 1, "step=%d" % degree),
             below(vertices * degree, vertices), even(vertices), zeros(f32, vertices), number(vertices), real(.85)],
             {"degree": degree})


def add_vouchers(lists):
    run = ThirtySecond(lists, "vouchers")
    taps = ["low_pass f32[64]:random=0.03"]
    for n, block in [(10000000, 256), (200000, 64)]:
        run.flat("sig_low_pass_of_64", n, block, [f32(n), zeros(f32, n), number(n)], constants=taps)
    n = 15000001
    run("sig_low_pass_eight_at_once", ceil_div(n, 1024), 128, [f32(n), zeros(f32, n), number(n)], {"n": n}, constants=taps)
    channels, samples, stages = 50000, 200, 4
    run.flat("sig_chain_of_sections", channels, 128, [f32(channels * samples), zeros(f32, channels * samples)]
             + numbers(channels, samples, stages), {"samples": samples}, constants=["sections f32[40]:random"])
    frames, length = 100000, 205
    run.flat("sig_tone_in_each_frame", frames, 128, [u16(frames * length, "random=65536"), zeros(f32, frames)]
             + numbers(frames, length) + [real(.55)], {"length": length})
    n = 1 << 22
    for done in [1, 256]:
        run.flat("fft_pass_by_fours", n // 4, 256, [f32(2 * n), zeros(f32, 2 * n)] + numbers(n, done), {"done": done})
    rows = 12000
    run("fft_of_512_in_a_block", rows, 256, [f32(1024 * rows)], {"rows": rows})
    groups = 60000
    run.flat("sig_cosines_of_sixteen_by_tensor", 32 * groups, 128, [f16(256 * groups), f16(256), zeros(f32, 256 * groups),
             number(groups)])
    n = 3000000
    run.flat("geo_on_land_or_water", n, 256, [even(2 * n), zeros(u8, n), number(n)],
             constants=["coast f32[256]:random", "coast_corners s32[1]:fill=101"])
    w, h = 1600, 900
    run.plane("geo_rays_meet_balls", w, h, (16, 8), [zeros(f32, 4 * w * h)] + numbers(w, h, 75) + [structure(*reals(.5, .5, -.7))],
              constants=["balls f32[384]:random"])
    for w, h, block in [(1920, 1080, (8, 8)), (640, 360, (32, 8))]:
        run.plane("geo_walk_to_the_posts", w, h, block, [zeros(f32, w * h)] + numbers(w, h) + [real(.2), number(160)])


def add_wombats(lists):
    run = ThirtySecond(lists, "wombats")
    a, b = 5000, 6000
    run("bits_that_differ_in_pairs", (ceil_div(b, 16), ceil_div(a, 16)), (16, 16), [u32(8 * a, "random"), u32(8 * b, "random"),
        zeros(u16, a * b)] + numbers(a, b), {"a": a, "b": b})
    n = 16000000
    run.flat("bits_of_a_warp_turned", n, 512, [u32(n, "random"), zeros(u32, n), unsigned(n)])
    n = 7000000
    run.flat("bits_of_three_interleaved", n, 256, [u32(n, "random")] * 3 + [zeros(u64, n), size(n)])
    for n in [8000000, 100000]:
        run.flat("cry_blocks_of_two_words", n, 256, [u32(2 * n, "random"), number(n)], constants=["lock_key u32[4]:random"])
    n = 1000000
    run("cry_ten_rounds_of_swaps", 528, 256, [u32(4 * n, "random"), zeros(u32, 4 * n)] + numbers(n, 10), {"n": n},
        constants=["swap_table u8[256]:random=256", "round_key u32[40]:random"])
    records, length = 200000, 150
    run.flat("cod_checksum_of_records", records, 128, [u8(records * length), zeros(u32, records)] + numbers(records, length),
             {"length": length}, constants=["check_table u32[256]:random"])
    n = 2000000
    key = lambda first: structure(*[unsigned(first + 1000 * k) for k in range(4)])
    run.flat("cry_stream_by_quarter_turns", n, 128, [u32(16 * n, "random"), unsigned(n), key(11), key(5)])
    for places, step, walkers, hops in [(1 << 20, 4099, 200000, 50), (30000000, 1234577, 100000, 100)]:
        run.flat("chase_links_and_add", walkers, 128, [s32(places, "chain=%d" % step), even(places), zeros(f32, walkers)]
                 + numbers(places, walkers, hops), {"places": places, "hops": hops})
    for depth, n in [(10, 4000000), (22, 2000000)]:
        run.flat("chase_down_a_tree_of_thresholds", n, 256, [even((1 << depth) - 1), even(n), zeros(s32, n)] + numbers(n, depth),
                 {"depth": depth})
    for letter, name, make, most, n in [("j", "32", u32, 1000000000, 3000000), ("y", "64", u64, 1000000000000, 500000)]:
        run.flat("_Z13commonDivisorI%sEvPKT_S2_PS0_i" % letter, n, 256, [make(n, "random=%d" % most), make(n, "random=%d" % (most // 3)),
                 zeros(make, n), number(n)], kernel="loop_common_divisor_" + name)
    n = 5000000
    run.flat("branch_machine_of_orders", n, 256, [f32(n), zeros(f32, n), unsigned(n)],
             constants=["program s32[32]:random=8", "program_length s32[1]:fill=29"])
    n = 6000000
    run.flat("branch_five_ways_of_work", n, 192, [below(n, 5), even(n), zeros(f32, n), number(n)])


def add(lists):
    add_noodles(lists)
    add_pretzels(lists)
    add_sparrows(lists)
    add_tassels(lists)
    add_raccoons(lists)
    add_vouchers(lists)
    add_wombats(lists)

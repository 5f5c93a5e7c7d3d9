"""A thirty-third validation set, second half: from stencils to small solvers, much of it with constant memory."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u64
from sixth import below, even, numbers, reals
from twelfth import structure


class ThirtyThird(Blind):
    folder = "thirtythird"


def add_pancakes(lists):
    run = ThirtyThird(lists, "pancakes")
    for w, h, block in [(3500, 2700, (32, 8)), (300, 200, (16, 16))]:
        run.plane("stencil_lid_pressure", w, h, block, [f64(w * h, "random"), f64(w * h), zeros(f64, w * h)]
                  + numbers(w, h) + [double(1e-3)])
    for letter, name, make, reach, x, y, w, h in [("f", "float", f32, 2, 32, 8, 4100, 3000), ("d", "double", f64, 1, 16, 16, 1500, 1100)]:
        run.plane("_Z11diamondTileI%sLi%dELi%dELi%dEEvPKT_PS0_jj" % (letter, reach, x, y), w, h, (x, y),
                  [make(w * h, "random"), zeros(make, w * h), unsigned(w), unsigned(h)], kernel="stencil_diamond_tile_" + name)
    for nx, ny, nz in [(400, 300, 260), (130, 100, 90)]:
        run("stencil_march_thirteen", (ceil_div(nx, 32), ceil_div(ny, 8)), (32, 8), [even(nx * ny * nz),
            zeros(f32, nx * ny * nz)] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz}, constants=["march_weight f32[3]:random"])
    nx, ny, nz = 330, 310, 200
    run("stencil_front_arrival", (ceil_div(nx - 2, 32), ceil_div(ny - 2, 4), ceil_div(nz - 2, 2)), (32, 4, 2),
        [even(nx * ny * nz), even(nx * ny * nz), zeros(f32, nx * ny * nz), unsigned(nx), unsigned(ny), unsigned(nz)],
        {"nx": nx, "ny": ny, "nz": nz})
    w, h = 3000, 2600
    run("pde_basin_with_sponge", (24, 50), (32, 6), [even(w * h), even(w * h), zeros(f32, w * h)] + numbers(w, h),
        {"width": w, "height": h}, constants=["medium f32[4]:random=0.04"])
    for n, steps, block in [(8000000, 16, 256), (200000, 40, 192)]:
        run("pde_shock_on_ring", ceil_div(n, block - steps), block, [f64(n, "random"), zeros(f64, n), wide(n), number(steps),
            double(.3)], {"n": n, "steps": steps}, shared=16 * block)
    w, h = 4096, 2000
    run.plane("pde_spots_by_four", w // 4, h, (32, 8), [even(w * h), even(w * h), zeros(f32, w * h), zeros(f32, w * h)]
              + numbers(w // 4, h) + reals(.037, .06))


def add_ravioli(lists):
    run = ThirtyThird(lists, "ravioli")
    for reach, w, h in [(3, 3840, 2160), (16, 1920, 1080)]:
        run("_Z11tapsOverRowILi%dEEvPKfPfii" % reach, (ceil_div(w, 256), h), 256, [even(w * h), zeros(f32, w * h)] + numbers(w, h),
            {"width": w, "height": h}, kernel="conv_along_rows_%d" % reach, constants=["row_taps f32[33]:signed"])
    for w, h, reach, block in [(3000, 2000, 9, (32, 8)), (640, 480, 15, (64, 3))]:
        run.plane("conv_columns_any_reach", w, h, block, [even(w * h), zeros(f32, w * h)] + numbers(w, h, reach),
                  {"reach": reach}, constants=["row_taps f32[33]:signed"])
    w, h, layers = 1284, 964, 16
    run("conv_bank_of_fives", (ceil_div(w - 4, 32), ceil_div(h - 4, 16), layers), (32, 4), [even(w * h),
        zeros(f32, layers * (w - 4) * (h - 4))] + numbers(w, h), {"width": w, "height": h, "layers": layers},
        constants=["bank f32[400]:signed"])
    n = 12000000
    run.flat("img_paints_from_numbers", n, 128, [u8(n), zeros(u32, n), size(n)], constants=["paints u32[256]:random"])
    n = 8294400
    run("img_tone_of_words", 1056, 256, [zeros(u32, n), u32(n, "random"), unsigned(n)], {"n": n}, constants=["tone u8[256]:random=256"])
    for w, h in [(3200, 2400), (480, 360)]:
        run.plane("img_straighten_wide_lens", w, h, (32, 8), [even(w * h), zeros(f32, w * h)] + numbers(w, h),
                  constants=["lens f32[6]:random"])
    w, h = 6000, 4000
    run("img_dots_for_printer", (ceil_div(w, 128), h), 128, [u8(w * h), zeros(u32, ceil_div(w, 32) * h)] + numbers(w, h),
        {"width": w, "height": h})
    n = 7000001
    run.flat("img_mix_three_planes", n, 192, [even(n), even(n), even(n), zeros(f32, 3 * n), number(n)], constants=["mixing f32[12]:random"])
    w, h = 4000, 3000
    run.plane("img_middle_of_cross", w, h, (16, 10), [u8(w * h), zeros(u8, w * h)] + numbers(w, h))


def add_scooters(lists):
    run = ThirtyThird(lists, "scooters")
    for n, block in [(30000, 256), (5000, 64)]:
        run.flat("nbody_charges_by_tiles", n, block, [even(4 * n), zeros(f32, 3 * n), number(n), real(.01)], shared=16 * block)
    n = 6000
    run.flat("nbody_book_doubles", n, 96, [f64(n, "random")] * 3 + [zeros(f64, n), zeros(f64, n), number(n)])
    n, steps = 1000000, 50
    run.flat("phys_grains_in_box", n, 256, [even(4 * n), zeros(f32, 4 * n), unsigned(n), number(steps), real(.005)], {"steps": steps})
    for w, h, block, most in [(1920, 1080, (16, 8), 500), (400, 300, (32, 1), 2000)]:
        run.plane("mandelbrot_smooth_shade", w, h, block, [zeros(f32, w * h)] + numbers(w, h) + reals(-.6, 0, 2.6) + [number(most)],
                  {"most": most})
    for letter, name, value, w, h, grid, block in [("f", "float", real(4), 2000, 1500, 1056, 256), ("d", "double", double(4), 900, 700, 264, 128)]:
        run("_Z12newtonBasinsI%sEvPhS0_jjT_" % letter, grid, block, [zeros(u8, w * h), zeros(u8, w * h), unsigned(w), unsigned(h),
            value], {"width": w, "height": h}, kernel="fractal_newton_basins_" + name)
    run("mc_ball_in_four", 1056, 256, ["u64[1]:zero", number(500), unsigned(77)], {"tries": 500})
    paths, steps = 300000, 128
    run.flat("mc_mean_price_mirrored", paths, 128, [zeros(f32, paths), number(paths), number(steps)], {"steps": steps},
             constants=["market f32[4]:random=0.02"])
    n = 6000000
    run.flat("rng_ten_rounds", n, 320, [zeros(u32, 4 * n), number(n), structure(unsigned(5), unsigned(9))])


def add_toasters(lists):
    run = ThirtyThird(lists, "toasters")
    for letter, name, make, n, steps, step in [("f", "float", f32, 500000, 200, real(.005)), ("d", "double", f64, 100000, 100, double(.005))]:
        run.flat("_Z10lorenzManyI%sEvPKT_PS0_xiS0_" % letter, n, 128, [make(3 * n, "random"), zeros(make, 3 * n), wide(n), number(steps),
                 step], {"steps": steps}, kernel="num_lorenz_many_" + name)
    n = 100000
    run.flat("num_swing_own_steps", n, 64, [even(n), zeros(f32, n), zeros(s32, n), number(n)] + reals(10, 1e-3))
    options, levels = 1500, 700
    run("fin_early_put_lattice", options, 256, [even(options), zeros(f32, options), number(levels)] + reals(100, 1.005, .5, .9999),
        {"options": options, "levels": levels}, shared=4 * (levels + 1))
    n, years = 400000, 20
    run.flat("fin_yield_of_bond", n, 256, [f64(n, "random"), f64(n, "random"), zeros(f64, n)] + numbers(n, years), {"years": years})
    for length, pairs in [(12, 1000000), (24, 150000)]:
        run.flat("_Z12lettersApartILi%dEEvPKhS1_Pii" % length, pairs, 128, [u8(length * pairs, "random=4"), u8(length * pairs, "random=4"),
                 zeros(s32, pairs), number(pairs)], {"length": length}, kernel="dp_edits_of_pairs_%d" % length)
    for blocks, things, room, block in [(1500, 64, 2000, 256), (60, 64, 4001, 1024)]:
        run("dp_sack_thing_by_thing", blocks, block, [zeros(f32, blocks)] + numbers(things, room), {"blocks": blocks, "room": room},
            shared=8 * (room + 1), constants=["weight_of_thing s32[64]:random=100", "worth_of_thing f32[64]:random"])
    w = 3000000
    run.flat("dp_way_down_board", w, 256, [below(2 * w, 100), below(2 * w, 100), size(w), size(1)])


def add_nutcrackers(lists):
    run = ThirtyThird(lists, "nutcrackers")
    n = 50000000
    run("txt_starts_of_words", 1056, 256, [u8(n, "random=128"), "u64[1]:zero", size(n)], {"n": n})
    n = 20000000
    run.flat("txt_pattern_places", n, 256, [u8(n, "random=2"), zeros(u8, n), number(n), number(8)], constants=["wanted u8[16]:random=2"])
    for n, words in [(500000, 16), (20000, 250)]:
        run.flat("hash_rows_murmur", n, 128, [u32(n * words, "random"), zeros(u32, n), number(n), number(words), unsigned(42)],
                 {"words": words})
    n = 4000000
    run.flat("hash_sip_of_pairs", n, 256, [u64(2 * n, "random"), zeros(u64, n), unsigned(n), structure(size(123456789), size(987654321))])
    squares = 300000
    run.flat("bits_squares_by_votes", 32 * squares, 256, [u32(32 * squares, "random"), zeros(u32, 32 * squares), number(squares)])
    n, codes = 500000, 250
    run("bits_nearest_code", 528, 192, [u64(n, "random"), u64(codes, "random"), zeros(s32, n)] + numbers(n, codes), {"n": n, "codes": codes},
        shared=8 * codes)
    n = 10000000
    run.flat("cry_speck_blocks", n, 320, [u32(2 * n, "random"), zeros(u32, 2 * n), wide(n)], constants=["round_keys u32[27]:random"])
    n = 3000000
    run("cry_box_rounds", 792, 256, [zeros(u8, n), u8(n), number(n), number(12)], {"n": n}, constants=["exchange u8[256]:random=256"])
    n, modulus = 1000000, (1 << 61) - 1
    run.flat("cry_powers_montgomery", n, 128, [u64(n, "random"), zeros(u64, n), number(n), size(modulus), wide(pow(modulus, -1, 1 << 64) - (1 << 64)),
             unsigned(65537)])


def add_vinegar(lists):
    run = ThirtyThird(lists, "vinegar")
    for vertices, degree in [(1000000, 10), (50000, 24)]:
        run.flat("graph_ranks_pulled", vertices, 256, [s32(vertices + 1, "step=%d" % degree), below(vertices * degree, vertices),
                 even(vertices), zeros(f32, vertices), number(vertices), real(.85)], {"degree": degree})
    edges, vertices = 3000000, 500000
    run.flat("graph_smaller_label_wins", edges, 256, [below(2 * edges, vertices), s32(vertices, "iota"), zeros(s32, 1), size(edges)],
             {"vertices": vertices})
    edges, vertices = 1000000, 200000
    run.flat("_Z16commonNeighboursILi16EEvPKjS1_Pjjj", edges, 128, [u32(16 * vertices, "random=1000"), u32(2 * edges, "random"),
             zeros(u32, edges), unsigned(edges), unsigned(vertices)], {"vertices": vertices}, kernel="graph_common_neighbours")
    n, corners = 2000000, 48
    run.flat("geo_inside_polygon", n, 256, [even(2 * n), zeros(u8, n), number(n), number(corners)], {"corners": corners},
             constants=["corner f32[96]:random"])
    for w, h, balls, bounces in [(1280, 720, 32, 3), (320, 200, 12, 1)]:
        run.plane("img_balls_with_bounce", w, h, (16, 8), [zeros(f32, w * h)] + numbers(w, h, balls, bounces),
                  {"balls": balls, "bounces": bounces}, constants=["ball f32[128]:random"])
    n, facets = 100000, 1000
    run.flat("geo_rays_on_facets", n, 128, [even(4 * n), even(9 * facets), zeros(f32, n)] + numbers(n, facets), {"facets": facets})
    for n, places, hops in [(300000, 8000003, 64), (4000, 100003, 200)]:
        run.flat("chase_rings_with_weights", n, 96, [s32(places, "chain=123457" if places > 1000000 else "chain=37"), even(places),
                 zeros(f32, n)] + numbers(n, places, hops), {"places": places, "hops": hops})
    n = 10000000
    run("branch_by_written_kind", 1056, 256, [u8(n), even(n), zeros(f32, n), unsigned(n)], {"n": n})
    n = 200000
    run.flat("loop_odd_least_divisor", n, 192, [unsigned(500000001), zeros(u32, n), number(n)])


def add_pinwheels(lists):
    run = ThirtyThird(lists, "pinwheels")
    count = 800000
    run.flat("fft_eights_by_sum", count, 256, [f32(16 * count), zeros(f32, 16 * count), number(count)],
             constants=["turn_of_eight f32[16]:signed"])
    for n in [10000000, 300001]:
        run.flat("_Z11firByWindowILi48EEvPKfS1_Pfi", n, 256, [f32(n + 48), f32(48), zeros(f32, n), number(n)], kernel="sig_fir_by_window")
    channels, length, sections = 30000, 200, 4
    run.flat("sig_desk_of_channels", channels, 64, [f32(channels * length), zeros(f32, channels * length)]
             + numbers(channels, length, sections), {"length": length, "sections": sections}, constants=["section_of_desk f32[40]:random"])
    for letter, name, make, order, n in [("f", "float", f32, 5, 1000000), ("d", "double", f64, 4, 300000)]:
        run.flat("_Z10solveHeavyI%sLi%dEEvPKT_S2_PS0_i" % (letter, order), n, 128, [make(order * order * n), make(order * n),
                 zeros(make, order * n), number(n)], {"order": order}, kernel="la_solve_heavy_" + name)
    lines = 400000
    run.flat("la_lines_of_a_warp", 32 * lines, 256, [even(32 * lines), f32(32 * lines), zeros(f32, 32 * lines), number(lines)])
    count = 60000
    run("img_blocks_both_ways_wmma", ceil_div(count, 4), 128, [f16(256), f16(256 * count), zeros(f32, 256 * count), number(count)],
        {"count": count})


def add(lists):
    add_pancakes(lists)
    add_ravioli(lists)
    add_scooters(lists)
    add_toasters(lists)
    add_nutcrackers(lists)
    add_vinegar(lists)
    add_pinwheels(lists)

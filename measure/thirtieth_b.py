"""A thirtieth validation set, second half: stencils, pictures, motion, ciphers, graphs, signals and short numbers."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import size, u16, u64
from sixth import below, even, numbers, reals
from twelfth import structure


class Thirtieth(Blind):
    folder = "thirtieth"


def add_nuggets(lists):
    run = Thirtieth(lists, "nuggets")
    for w, h, block in [(4001, 3001, (16, 16)), (500, 333, (32, 4))]:
        run.plane("stencil_heat_one_step", w, h, block, [even(w * h), zeros(f32, w * h)]
                  + numbers(w, h) + [real(0.2)])
    for letter, name, make, value, w, h, block in [("f", "float", f32, real, 4096, 2500, (32, 8)),
                                                   ("d", "double", f64, double, 1900, 1500, (16, 16))]:
        run.plane("_Z10apronOfOneI%sLi%dELi%dEEvPKT_PS0_iiS0_S0_" % (letter, *block), w, h, block,
                  [make(w * h, "random"), zeros(make, w * h)] + numbers(w, h)
                  + [value(0.125), value(0.0625)], kernel="stencil_apron_of_one_" + name)
    for nx, ny, nz in [(400, 300, 200), (100, 90, 64)]:
        n = nx * ny * nz
        run("stencil_climb_seven", (ceil_div(nx - 2, 32), ceil_div(ny - 2, 8)), (32, 8),
            [even(n), zeros(f32, n)] + numbers(nx, ny, nz) + reals(0.4, 0.1),
            {"nx": nx, "ny": ny, "nz": nz})
    sides, block = (256, 200, 160), (16, 4, 4)
    n = sides[0] * sides[1] * sides[2]
    run("stencil_nineteen_of_cube", tuple(ceil_div(side - 2, b) for side, b in zip(sides, block)),
        block, [f64(n, "random"), zeros(f64, n)] + [size(side) for side in sides],
        dict(zip(("nx", "ny", "nz"), sides)))
    w, h = 3000, 2500
    run.plane("stencil_wave_of_eighth_order", w - 8, h - 8, (64, 4), [even(w * h), even(w * h),
              even(w * h)] + numbers(w, h), constants=["wave_arms f32[5]:random=0.2"])
    w, h = 2000, 1500
    run("pde_two_species_torus", 1056, 256, [even(w * h), even(w * h), zeros(f32, w * h),
        zeros(f32, w * h), unsigned(w), unsigned(h)], {"width": w, "height": h},
        constants=["feeding f32[5]:random=0.2"])
    w, h, block = 2500, 2000, 128
    run("pde_shallow_water_lax", (ceil_div(w, block), h), block, [even(w * h), f32(w * h), f32(w * h)]
        + [zeros(f32, w * h)] * 3 + numbers(w, h) + [real(0.1)], {"width": w, "height": h})
    for w, h, sweeps in [(3000, 2000, 8), (600, 400, 30)]:
        run("pde_red_black_in_tile", (ceil_div(w - 2, 30), ceil_div(h - 2, 30)), (32, 8),
            [even(w * h), even(w * h), zeros(f32, w * h)] + numbers(w, h, sweeps),
            {"width": w, "height": h, "sweeps": sweeps})


def add_osiers(lists):
    run = Thirtieth(lists, "osiers")
    for w, h, radius, block in [(3840, 2160, 8, (32, 8)), (1000, 700, 30, (128, 2))]:
        run.plane("conv_rows_of_any_radius", w, h, block, [even(w * h), zeros(f32, w * h)]
                  + numbers(w, h, radius), {"radius": radius},
                  constants=["row_weights f32[65]:random"])
    for radius, w, h in [(3, 3840, 2160), (9, 1920, 1080)]:
        run("_Z15columnsFromTileILi%dEEvPKfPfii" % radius, (ceil_div(w, 32), ceil_div(h, 32)),
            (32, 8), [even(w * h), zeros(f32, w * h)] + numbers(w, h), {"width": w, "height": h},
            constants=["col_weights f32[33]:random"], kernel="conv_columns_from_tile_%d" % radius)
    w, h = 1920, 1080
    run.plane("conv_five_square_of_rgba", w, h, (16, 16), [even(4 * w * h), zeros(f32, 4 * w * h)]
              + numbers(w, h), constants=["five_square f32[25]:random"])
    w, h = 640, 480
    pixels = (w - 2) * (h - 2)
    run("conv_bank_filter_by_lane", ceil_div(8 * pixels, 256), 256, [even(3 * w * h),
        zeros(f32, 8 * pixels)] + numbers(w, h), {"width": w, "height": h},
        constants=["filter_bank f32[216]:signed"])
    n = 16000001
    run.flat("img_indexed_to_true_colour", n, 256, [u8(n), zeros(u8, 4 * n), wide(n)],
             constants=["palette_of_256 u8[1024]:random=256"])
    words = 6000000
    run("img_tone_curves_of_bytes", 1056, 256, [u32(words, "random"), zeros(u32, words),
        unsigned(words)], {"words": words}, constants=["tone_curves u8[768]:random=256"])
    n = 3840 * 2160
    run.flat("img_grade_of_a_film", n, 192, [even(4 * n), zeros(f32, 4 * n), number(n)],
             constants=["grade f32[16]:random"])
    w, h = 4000, 3000
    run.plane("img_median_of_three_by_three", w, h, (32, 8), [u8(w * h), zeros(u8, w * h)]
              + numbers(w, h))


def add_parapets(lists):
    run = Thirtieth(lists, "parapets")
    for n, block in [(30000, 256), (5000, 96)]:
        run.flat("nbody_softened_tiles", n, block, [even(4 * n), zeros(f32, 4 * n), number(n),
                 real(0.01)], shared=16 * block)
    n = 8192
    run.flat("nbody_potential_in_double", n, 64, [structure(*[f64(n, "random")] * 4), zeros(f64, n),
             unsigned(n)])
    for w, h, block, step, most in [(1920, 1080, (16, 8), 0.00156, 500),
                                    (640, 480, (32, 8), 0.005, 2000)]:
        run.plane("mandel_smooth_in_sixteen_colours", w, h, block, [zeros(u8, 4 * w * h)]
                  + numbers(w, h) + reals(-2.2, -step * h / 2, step) + [number(most)],
                  {"most": most}, constants=["glow f32[64]:random"])
    for grid, block, paths, steps in [(528, 256, 10, 252)]:
        run("mc_mean_of_path_option", grid, block, [zeros(f32, grid)] + numbers(paths, steps)
            + reals(100, 99, 0.0001, 0.015) + [unsigned(77)],
            {"grid": grid, "paths": paths, "steps": steps})
    quads = 8000003
    run("rng_counter_to_normals", 1056, 256, [zeros(f32, 4 * quads), wide(quads),
        structure(unsigned(12), unsigned(34))], {"quads": quads})
    n, steps = 200000, 200
    run.flat("phys_lorenz_many_starts", n, 128, [f64(3 * n, "random"), zeros(f64, 3 * n)]
             + numbers(n, steps) + [double(0.005), structure(double(10), double(28), double(8 / 3))],
             {"steps": steps})
    n = 100000
    run.flat("phys_van_der_pol_adaptive", n, 96, [even(n), zeros(f32, 2 * n), zeros(s32, n),
             number(n)] + reals(5, 1e-4) + [number(2000)])


def add_quartz(lists):
    run = Thirtieth(lists, "quartz")
    for options, steps, block in [(2000, 512, 256), (100, 1500, 512)]:
        run("fin_american_put_by_tree", options, block, [even(options), even(options), even(options),
            zeros(f32, options), number(steps)] + reals(0.03, 0.25),
            {"options": options, "steps": steps}, shared=8 * (steps + 1))
    for pairs, length in [(3000, 256), (132, 1000)]:
        run("dp_longest_common_by_diagonal", pairs, length, [u8(pairs * length, "random=4"),
            u8(pairs * length, "random=5"), zeros(s32, pairs)], {"pairs": pairs, "length": length},
            shared=12 * (length + 1) + length)
    n, piece = 16000001, 128
    run("txt_words_by_automaton", ceil_div(ceil_div(n, piece), 192), 192, [u8(n),
        zeros(u32, ceil_div(n, piece)), size(n), number(piece)], {"bytes": n, "piece": piece},
        constants=["letter_kind u8[256]:random=8", "after_letter u8[64]:random=8"])
    n, pitch = 2000000, 16
    run.flat("hash_records_by_murmur", n, 256, [u32(n * pitch, "random"), zeros(u32, n), unsigned(n),
             unsigned(pitch), unsigned(5)], {"pitch": pitch})
    n, codes = 4000000, 60
    run.flat("bits_nearest_of_code_words", n, 256, [u64(n, "random"), zeros(u8, n), zeros(u8, n)]
             + numbers(n, codes), {"codes": codes}, constants=["code_words u64[64]:random"])
    n = 1000000
    run.flat("cry_sha_of_single_blocks", n, 128, [u32(16 * n, "random"), zeros(u32, 8 * n),
             number(n)], constants=["sha_additions u32[64]:random"])
    n = 8000000
    run("cry_speck_over_counter", 1056, 256, [u64(2 * n, "random"), zeros(u64, 2 * n), size(n),
        size(99)], {"n": n}, constants=["speck_keys u64[32]:random"])


def add_rhubarb(lists):
    run = Thirtieth(lists, "rhubarb")
    vertices, degree = 1000000, 12
    run.flat("graph_one_level_outwards", vertices, 256, [s32(vertices + 1, "step=%d" % degree),
             below(vertices * degree, vertices), below(vertices, 6), zeros(s32, 1)]
             + numbers(vertices, 2), {"degree": degree})
    for tile, vertices, degree, block in [(8, 500000, 10, 256), (32, 60000, 150, 128)]:
        run("_Z16rankPulledByTileILi%dEEvPKiS1_PKfPfif" % tile, ceil_div(vertices * tile, block), block,
            [s32(vertices + 1, "step=%d" % degree), below(vertices * degree, vertices),
             even(vertices), zeros(f32, vertices), number(vertices), real(0.85)],
            {"vertices": vertices, "degree": degree}, kernel="graph_rank_pulled_by_%d" % tile)
    w, h, count, bounces = 1280, 720, 100, 4
    run.plane("geo_rays_among_mirror_balls", w, h, (16, 8), [zeros(f32, w * h)] + numbers(w, h)
              + [structure(*reals(0.5, 0.5, -1, 1.2))] + numbers(count, bounces),
              {"count": count, "bounces": bounces}, constants=["balls f32[512]:random"])
    n, corners = 5000011, 48
    run("geo_points_inside_field", 528, 256, [even(2 * n), zeros(u32, ceil_div(n, 32)),
        zeros(u32, 1)] + numbers(n, corners), {"n": n, "corners": corners},
        constants=["corners_of_field f32[128]:random"])
    for count, nodes, step, most, block in [(1000000, 20000000, 7654321, 48, 256),
                                            (20000, 100000, 7919, 300, 320)]:
        run.flat("chase_lists_of_own_length", count, block, [u32(nodes, "chain=%d" % step),
                 even(nodes), zeros(f32, count), number(count), unsigned(nodes), number(most)],
                 {"nodes": nodes, "most": most})
    n = 3000000
    run.flat("branch_shapes_of_six_kinds", n, 320, [below(n, 6), even(2 * n), zeros(f32, n),
             number(n)])


def add_sextants(lists):
    run = Thirtieth(lists, "sextants")
    for n, power, batch in [(256, 8, 20000), (1024, 10, 4000)]:
        run("_Z14fourierOfBlockILi%dELi%dEEvPK6float2PS0_" % (n, power), batch, n // 2,
            [f32(2 * n * batch), zeros(f32, 2 * n * batch)], {"batch": batch},
            kernel="fft_of_block_%d" % n)
    for n, taps, block in [(4000000, 121, 256), (100003, 31, 96)]:
        run.flat("sig_fir_taps_told_at_launch", n, block, [f32(n), zeros(f32, n)]
                 + numbers(n, taps), {"taps": taps}, shared=4 * (block + taps - 1),
                 constants=["fir_taps f32[256]:random"])
    channels, samples = 4096, 2000
    run.flat("sig_four_biquads_through_time", channels, 64, [f32(channels * samples),
             zeros(f32, channels * samples)] + numbers(channels, samples), {"samples": samples},
             constants=["biquads f32[20]:random=0.4"])
    frames, tones, length = 5000, 96, 800
    run("sig_tones_of_frames", frames, tones, [f32(frames * length), zeros(f32, frames * tones),
        number(length)], {"frames": frames, "length": length}, shared=4 * length,
        constants=["tone_turns f32[128]:random"])
    n, systems = 128, 100000
    run.flat("sys_thomas_of_interleaved", systems, 128, [f64(n * systems, "random")] * 3
             + [zeros(f64, n * systems)] * 2 + numbers(n, systems), {"rows": n})
    for letter, name, make, n, count, block in [("f", "float", f32, 6, 1000000, 128),
                                                ("d", "double", f64, 4, 500000, 256)]:
        run.flat("_Z19choleskyInRegistersI%sLi%dEEvPKT_S2_PS0_j" % (letter, n), count, block,
                 [make(n * (n + 1) // 2 * count, "random"), make(n * count), zeros(make, n * count),
                  unsigned(count)], kernel="la_cholesky_in_registers_%s_%d" % (name, n))
    n, systems = 24, 20000
    run("sys_pivots_by_shuffle", ceil_div(systems, 4), 128, [f32(n * n * systems), f32(n * systems),
        zeros(f32, n * systems)] + numbers(n, systems), {"rows": n, "systems": systems})


def add_tamarinds(lists):
    run = Thirtieth(lists, "tamarinds")
    for pixels, cin, cout in [(25088, 256, 128), (3136, 512, 512)]:
        run("conv_pointwise_on_tensor_cores", (cout // 64, pixels // 64), 128, [f16(pixels * cin),
            f16(cin * cout), zeros(f32, pixels * cout)] + numbers(cin, cout),
            {"pixels": pixels, "cin": cin, "cout": cout})
    pairs, h = 2000, 3000
    run.plane("stencil_halves_two_by_two", pairs - 2, h - 2, (32, 8), [f16(2 * pairs * h, "random"),
              zeros(f16, 2 * pairs * h)] + numbers(pairs, h) + reals(0.5, 0.125))
    w, h = 1024, 768
    run.plane("conv_bytes_by_dot_of_four", w - 2, h - 2, (16, 16), [u8(4 * w * h),
              zeros(u8, 8 * (w - 2) * (h - 2))] + numbers(w, h) + [real(0.002)],
              constants=["byte_weights u8[288]:random=256"])
    w, h = 3000, 2000
    run.plane("img_unsharp_of_brain_floats", w, h, (32, 16), [u16(w * h), zeros(u16, w * h)]
              + numbers(w, h) + [real(0.7)])


def add(lists):
    for of_file in (add_nuggets, add_osiers, add_parapets, add_quartz, add_rhubarb, add_sextants,
                    add_tamarinds):
        of_file(lists)

"""A sixth validation set: decoders, video, tables, benchmarks, nature, ciphers, newer cards."""
from suite import ceil_div, f32, s32
from unseen import f16, f64, number, u8, u32
from fresh import real, wide
from blind import Blind, double, unsigned, zeros
from fifth import u16, u64

FAST = {"options": ("-use_fast_math",)}


class Sixth(Blind):
    folder = "sixth"


def numbers(*values):
    return [number(value) for value in values]


def reals(*values):
    return [real(value) for value in values]


def below(n, most):
    return s32(n, "random=%d" % most)


def even(n):
    """Floats even over [0, 1)."""
    return f32(n, "random")


def add_decoder(lists):
    run = Sixth(lists, "decoder")
    for tokens, heads, kv, block in [(4096, 32, 8, 512), (16, 32, 32, 128)]:
        run("llm_rope_append", tokens, block, [f16(tokens * heads * 128), f16(tokens * kv * 128),
            f16(tokens * kv * 128), zeros(f16, 2 * tokens * kv * 128),
            zeros(f16, 2 * tokens * kv * 128), f32(4096 * 128), below(tokens, 4096),
            s32(tokens, "step=2")] + numbers(heads, kv), {"tokens": tokens, "heads": heads})
    for heads, sequences, group, length, pages in [(32, 64, 4, 1024, 4096), (16, 1, 1, 4000, 256),
                                                   (40, 8, 8, 300, 512)]:
        kv, width = heads // group, ceil_div(length, 16)
        run("llm_paged_decode", (heads, sequences), 128, [u16(sequences * heads * 128),
            u16(pages * 16 * kv * 128), u16(pages * 16 * kv * 128),
            zeros(u16, sequences * heads * 128), below(sequences * width, pages),
            below(sequences, length), number(width), number(group), real(0.0884)],
            {"heads": heads, "sequences": sequences, "length": length}, shared=4 * length)
    for rows, words, block in [(64, 32000, 1024), (4, 128256, 512)]:
        run("llm_sample_top_p", rows, block, [f32(rows * words), zeros(s32, rows),
            f32(rows, "random=1"), number(words), real(0.9), number(16)],
            {"rows": rows, "words": words, "block": block})
    for rows, cols, block in [(1000, 8192, 256), (4096, 14336, 64)]:
        run("llm_matvec_w8", ceil_div(rows // 2, block // 32), block, [u8(rows * cols),
            f16(rows * cols // 128), f16(cols), zeros(f32, rows)] + numbers(rows, cols),
            {"rows": rows, "cols": cols, "block": block})
    for depth, cols, part, group, block in [(4096, 14336, 512, 128, 128), (11008, 4096, 1376, 32, 64)]:
        run("llm_matvec_w4_columns", (ceil_div(cols // 8, block), depth // part), block,
            [u32(depth * cols // 8), u32(depth // group * cols // 8), f16(depth // group * cols),
             f16(depth), zeros(f32, cols)] + numbers(depth, cols, part, group),
            {"depth": depth, "cols": cols, "part": part, "group": group}, shared=2 * part)
    for items, rows, pairs, block in [(2, 8192, 1024, 512), (8, 512, 4096, 512), (2, 3, 200, 128)]:
        n = 2 * rows * pairs
        run("_Z16llm_rms_quantiseILi%dEEvP14__nv_bfloat162PKS0_S3_P5char2Pfif" % items, rows, block,
            [u16(n), u16(n), u16(2 * pairs), zeros(u8, n), zeros(f32, rows), number(pairs),
             real(1e-5)], {"rows": rows, "pairs": pairs}, kernel="llm_rms_quantise_%d" % items)
    for rows, width, block in [(4096, 14336, 1024)]:
        run("llm_swiglu8", rows, block, [u16(2 * rows * width), zeros(u16, rows * width),
            number(width)], {"rows": rows, "width": width})
    for rows, words in [(1024, 50304)]:
        run("llm_loss_gradient", rows, 1024, [f32(rows * words), zeros(f32, rows * words),
            below(rows, words), zeros(f32, rows), number(words), real(1 / rows)],
            {"rows": rows, "words": words})


def add_training(lists):
    run = Sixth(lists, "decoder")
    for blocks, grid in [(100000, 1056)]:
        n = 256 * blocks
        run("llm_adam_bytes", grid, 256, [f32(n), f16(n), u8(n), u8(n), f32(blocks, "random=1"),
            f32(blocks, "random=1"), f32(256, "iota")] + reals(1e-3, 0.9, 0.999, 1e-8)
            + [number(blocks)], {"blocks": blocks})
    for pairs, experts in [(8192, 64)]:
        run("llm_experts_align", 1, 1024, [below(pairs, experts), zeros(s32, pairs),
            zeros(s32, experts + 1)] + numbers(pairs, experts), {"pairs": pairs, "experts": experts},
            shared=4 * experts + 4)
    for channels, batch, length, block in [(5120, 8, 512, 128), (768, 2, 1000, 64)]:
        n = channels * batch * length
        run("llm_state_scan", (ceil_div(channels, block), batch), block, [f32(n), f32(n),
            f32(16 * channels), f32(16 * batch * length), f32(16 * batch * length), zeros(f32, n)]
            + numbers(channels, length), {"channels": channels, "batch": batch, "length": length})
    for groups, block in [(100000, 128)]:
        run("llm_quantise_fp8", ceil_div(groups, block // 32), block, [u16(128 * groups),
            zeros(u8, 128 * groups), zeros(f32, groups), number(groups)], {"groups": groups})
    for images, pixels, channels, block in [(8, 4096, 320, 512)]:
        n = images * pixels * channels
        run("llm_group_norm_silu", (32, images), block, [f16(n), zeros(f16, n), f32(channels),
            f32(channels)] + numbers(pixels, channels, channels // 32),
            {"images": images, "pixels": pixels, "channels": channels})


def add_video(lists):
    run = Sixth(lists, "video")
    for wide_in, high_in, width, height, block in [(1920, 1080, 3840, 2160, (32, 8)),
                                                   (2048, 2048, 300, 200, (16, 16))]:
        run.plane("vid_resize_bicubic", width, height, block, [f32(wide_in * high_in),
                  zeros(f32, width * height)] + numbers(wide_in, high_in, width, height),
                  {"from": wide_in})
    for width, height in [(3840, 2160)]:
        run("vid_nv12_to_planes", (ceil_div(width // 2, 32), ceil_div(height // 2, 8)), (32, 8),
            [u8(width * height), u8(width * height // 2), zeros(f32, 3 * width * height)]
            + numbers(width, height, width), {"width": width, "height": height})
    for width, height in [(1920, 1088), (352, 288)]:
        run("vid_motion_search", (width // 16, height // 16), (16, 16), [u8(width * height),
            u8(width * height), zeros(u32, width * height // 256)] + numbers(width, height),
            {"width": width, "height": height})
    for width, height, radius, block in [(1920, 1080, 7, 128), (4000, 3000, 30, 64)]:
        padded = ceil_div(width + 2 * radius, 2 * radius + 1) * (2 * radius + 1)
        run("vid_dilate_running", height, block, [u8(width * height), zeros(u8, width * height)]
            + numbers(width, height, radius), {"width": width, "radius": radius}, shared=2 * padded)
    for width, height in [(4096, 4096)]:
        run("vid_sum_columns", ceil_div(width, 32), (32, 16), [f32(width * height),
            zeros(f32, width * height)] + numbers(width, height), {"width": width})
    for width, height, kinds in [(4096, 3072, 3), (1000, 700, 20)]:
        run("vid_link_edges", (ceil_div(width, 32), ceil_div(height, 16)), (32, 16),
            [u8(width * height, "random=%d" % kinds), zeros(u8, width * height), zeros(s32, 1)]
            + numbers(width, height), {"width": width, "kinds": kinds})
    for width, height, across in [(3840, 2160, 8)]:
        run("vid_equalise_tiles", (across, across), 256, [u8(width * height),
            zeros(u8, 256 * across * across)] + numbers(width, width // across, height // across,
            4 * width * height // across // across // 256), {"width": width, "across": across})
    for width, height, turn in [(3840, 2160, 0.05), (1200, 1200, 0.9)]:
        run.plane("vid_warp_affine_rgb", width, height, (32, 4), [u8(3 * width * height),
                  zeros(u8, 3 * width * height)] + numbers(width, height)
                  + reals(1, -turn, 30.5, turn, 1, -20.25), {"turn": str(turn)})
    for width, height in [(6000, 4000)]:
        run("vid_demosaic", (ceil_div(width, 64), ceil_div(height, 8)), (64, 8), [u16(width * height),
            zeros(u16, 4 * width * height)] + numbers(width, height), {"width": width})


def add_blocks(lists):
    run = Sixth(lists, "video")
    for width, height in [(7680, 4320)]:
        run("vid_jpeg_blocks", (width // 128, height // 8), 128, [u8(width * height),
            zeros(u16, width * height), number(width)], {"width": width},
            constants=["vid_quantisers f32[64]:random=99"])
    for width, height in [(4096, 4096), (333, 250)]:
        run("vid_halve", (ceil_div(width, 32), ceil_div(height, 16)), (16, 8), [f32(width * height),
            zeros(f32, width * height // 4 + width)] + numbers(width, height, width // 2,
            height // 2), {"width": width, "height": height})
    for width, height, rest in [(1920, 1080, {}), (640, 360, FAST)]:
        run.plane("vid_flow_window", width - 8, height - 8, (16, 16), [f32(width * height),
                  f32(width * height), zeros(f32, 2 * width * height)] + numbers(width, height), **rest)
    for count, angles, block in [(60000, 180, 1024), (5000, 720, 128)]:
        run("vid_vote_lines", angles, block, [below(count, 1920 * 1080), zeros(s32, angles * 4500)]
            + numbers(count, 1920, 4500), {"count": count, "angles": angles}, shared=4 * 4500)
    for n, block in [(10000, 64)]:
        run.flat("vid_blend_over", n, block, [u32(4 * n), u32(4 * n), number(n)])


def add_columns(lists):
    run = Sixth(lists, "columns")
    for n, slots, grid in [(1 << 24, 1 << 22, 1320)]:
        run("db_join_build", grid, 256, [s32(n), s32(slots, "random=1000"), zeros(s32, n)]
            + numbers(n, slots - 1), {"n": n, "slots": slots})
    for n, parts, each in [(1 << 22, 1 << 16, 16), (50000, 256, 40)]:
        run.flat("db_join_probe", n, 256, [s32(n), s32(parts + 1, "step=%d" % each),
                 s32(2 * parts * each), zeros(s32, 2 * (1 << 22) + 64), zeros(s32, 1), number(n),
                 number(parts - 1)], {"parts": parts, "each": each})
    for n, high in [(1 << 25, 1 << 24), (1 << 22, 1 << 30)]:
        run.flat("db_filter_between", n // 4, 256, [s32(n), zeros(s32, (1 << 24) + 1024),
                 zeros(s32, 1)] + numbers(n // 4, 0, high), {"high": high})
    for n, kinds, grid, block in [(1 << 25, 25, 264, 512), (1 << 20, 200, 132, 256)]:
        run("db_group_by", grid, block, [u8(n, "random=%d" % kinds), s32(n), zeros(u64, kinds),
            zeros(s32, kinds), s32(kinds), zeros(s32, kinds)] + numbers(n, kinds),
            {"n": n, "kinds": kinds}, shared=20 * kinds + 8)
    for code, make, words, n in [("h", u8, 200, 1 << 24), ("t", u16, 16256, 3000000)]:
        run.flat("_Z15db_decode_wordsI%sEvPKT_PK5uint4PS3_i" % code, n, 256,
                 [make(n, "random=%d" % words), u32(4 * words), zeros(u32, 4 * n), number(n)],
                 {"words": words}, kernel="db_decode_words_%s" % ("8" if code == "h" else "16"))
    for bits, n, block in [(11, 1 << 26, 256), (3, 5000000, 1024)]:
        run.flat("_Z14db_unpack_bitsILi%dEEvPKjPiPKii" % bits, n, block, [u32(n * bits // 32 + 2),
                 zeros(s32, n), s32(n // 1024 + 1), number(n)], kernel="db_unpack_bits_%d" % bits)
    for runs, each, block in [(1 << 20, 20, 256), (3000, 700, 128)]:
        run.flat("db_expand_runs", runs * each, block, [s32(runs, "step=%d" % each), s32(runs),
                 zeros(s32, runs * each)] + numbers(runs, runs * each), {"each": each})
    for rows, length, letters in [(1000000, 44, 26), (20000, 300, 4)]:
        run.flat("db_text_holds", rows, 128, [u8(rows * length, "random=%d" % letters),
                 s32(rows, "step=%d" % length), below(rows, length), u8(6, "random=%d" % letters),
                 number(6), zeros(u8, rows), number(rows)], {"length": length, "letters": letters})
    for pieces, block in [(200000, 256)]:
        run("db_sort_64", ceil_div(pieces, block // 32), block, [u32(64 * pieces),
            zeros(u32, 64 * pieces), zeros(u32, 64 * pieces), number(pieces)], {"pieces": pieces})
    for n in [1 << 25, 100000]:
        run("db_running_sum", ceil_div(n, 1024), 256, [s32(n), zeros(s32, n),
            zeros(u64, ceil_div(n, 1024)), number(n)], {"n": n})


def add_tables(lists):
    run = Sixth(lists, "columns")
    for n, block in [(20000000, 512)]:
        run.flat("db_split_days", n, block, [below(n, 20000), zeros(u16, n), zeros(u8, n),
                 zeros(u8, n), number(n)])
    for n, grid in [(20000000, 1056)]:
        run("db_revenue", grid, 256, [below(n, 2557), u8(n, "random=11"), u8(n, "random=50"), u64(n),
            zeros(u64, 1)] + numbers(n, 730, 1095), {"n": n})
    for grid, block, each in [(264, 128, 500), (32, 64, 64)]:
        threads = grid * block
        run("db_heap_16", grid, block, [f32(threads * each), zeros(f32, 16 * threads), number(each)],
            {"threads": threads, "each": each})
    for zones, zone, block in [(200, 1000, 128)]:
        run("db_zone_map", zones, block, [s32(zones * zone), zeros(s32, zones), zeros(s32, zones),
            zeros(u32, zones), number(zone)], {"zones": zones, "zone": zone})
    for quads, grid in [(1 << 24, 2112)]:
        run("db_count_marks", grid, 256, [u8(16 * quads, "random=64"), zeros(s32, 1), zeros(s32, 1),
            number(quads)], {"quads": quads})
    for pairs, a, b in [(5000, 512, 2000), (132, 4096, 10000)]:
        run("db_common", pairs, 128, [s32(pairs * a, "step=3"), s32(pairs * b, "iota"),
            zeros(s32, pairs)] + numbers(a, b), {"pairs": pairs, "a": a, "b": b}, shared=4 * b)


def add_benchmarks(lists):
    run = Sixth(lists, "bench")
    for grid, block, atoms in [((4, 128), (32, 8), 1000)]:
        n = grid[0] * block[0] * 4 * grid[1] * block[1]
        run("ben_cutoff_potential", grid, block, [zeros(f32, n), number(atoms)]
            + reals(0.001, 0.05, 0.1), {"atoms": atoms}, constants=["ben_atoms f32[4096]:signed"])
    for n, samples, rest in [(1 << 18, 512, {}), (32768, 1000, FAST)]:
        run.flat("ben_wave_sums", n, 256, [f32(n)] * 3 + [zeros(f32, n)] * 2 + [number(samples)],
                 {"samples": samples}, constants=["ben_samples f32[4096]:signed"], **rest)
    for n, bins in [(8192, 20), (2048, 32)]:
        run("ben_pair_angles", n // 256, 256, [f32(n)] * 3 + [f32(bins, "random=1"),
            zeros(u32, n // 256 * bins)] + numbers(n, bins), {"n": n, "bins": bins})
    for n, dims, block in [(1 << 18, 64, 512)]:
        run.flat("ben_centre_gain", n, block, [f32(n * dims), f32(n, "random=1"),
                 f32(n, "random=60"), below(n, 10), zeros(f32, 11 * n), zeros(u8, n)]
                 + numbers(n, dims, 77, 10), {"dims": dims}, shared=4 * dims)
    for n, block in [(8192, 128)]:
        run.flat("ben_particle_pick", n, block, [f64(n), f64(n), f64(n, "iota"), zeros(f64, n),
                 zeros(f64, n), double(0.3), double(0.5), number(n)])
    for width, height, rows in [(4096, 4096, 64), (300, 300, 300)]:
        run("ben_jacobi_norm", (ceil_div(width, 64), ceil_div(rows, 4)), (64, 4),
            [f64(width * height), zeros(f64, width * height), zeros(u64, 1)]
            + numbers(width, height), {"width": width, "height": height, "rows": rows})
    for n, degree, block, whole in [(200000, 16, 128, 1 << 20), (3000, 40, 64, 50000)]:
        run.flat("ben_queue_level", n, block, [s32(whole, "step=%d" % degree),
                 below(whole * degree, whole), below(n, whole), below(whole, 3),
                 zeros(s32, (1 << 20) + 2048), zeros(s32, 1)] + numbers(n, degree, 1),
                 {"degree": degree, "whole": whole})
    for n, most in [(1 << 20, 20), (30000, 100)]:
        run.flat("ben_rank_push", n, 256, [s32(n, "step=%d" % most), below(n, most + 1),
                 below(n * most, n), f32(n, "random=1"), zeros(f32, n), number(n)], {"most": most})
    for rows, each in [(1 << 20, 12)]:
        run("ben_stream_rows", ceil_div(rows, 128), 128, [s32(rows + 1, "step=%d" % each),
            below(rows * each, rows), f64(rows * each), f64(rows), zeros(f64, rows), number(rows)],
            {"rows": rows, "each": each})
    for rows, per, columns in [(100000, 20, "random=100000")]:
        run.flat("ben_blocks_ell", 4 * rows, 128, [s32(rows * per, columns), f32(16 * rows * per),
                 f32(4 * rows), zeros(f32, 4 * rows)] + numbers(rows, per), {"per": per})


def add_sweeps(lists):
    run = Sixth(lists, "bench")
    for n, block in [(4096, (32, 8))]:
        run.plane("ben_gemver_update", n, n, block, [f64(n * n)] + [f64(n)] * 4 + [number(n)])
    for m, n, block in [(2048, 2048, 256), (300, 5000, 32)]:
        run.flat("ben_column_spread", m, block, [f32(m * n), zeros(f32, m), zeros(f32, m)]
                 + numbers(m, n), {"rows": n})
    for nx, ny in [(500, 700)]:
        run("ben_fdtd_electric", (ceil_div(ny, 32), ceil_div(nx, 8)), (32, 8), [f64(nx * (ny + 1)),
            f64((nx + 1) * ny), f64(nx * ny)] + numbers(nx, ny), {"nx": nx, "ny": ny})
    for blocks in [65535]:
        run("ben_layer_forward", (1, blocks), (16, 16), [f32(16 * blocks + 1),
            f32(17 * (16 * blocks + 1) + 1), zeros(f32, 16 * blocks), number(16)],
            {"blocks": blocks})
    for size, pivot, block in [(2048, 10, (16, 16)), (1024, 900, (4, 4))]:
        run.plane("ben_eliminate", size - 1 - pivot, size - pivot, block, [f32(size * size),
                  f32(size * size), f32(size)] + numbers(size, pivot), {"size": size})
    for n, block in [(2048, 64), (512, 256)]:
        run.flat("ben_implicit_sweep", n - 2, block, [f32(n * n)] + [zeros(f32, n * n)] * 3
                 + [number(n)] + reals(-0.2, 1.4, -0.2))
    for rows, most, block in [(1 << 18, 24, 256), (20000, 200, 64)]:
        run.flat("ben_jagged_rows", rows, block, [f32(rows * most), below(rows * most, rows),
                 s32(rows, "gather=7919"), below(ceil_div(rows, 32), most + 1),
                 s32(most, "step=%d" % rows), f32(rows), zeros(f32, rows), number(rows)],
                 {"most": most})
    for n, steps, block in [(1000, 50, 32)]:
        run.flat("ben_heart_cells", n, block, [f64(7 * n), number(n), number(steps), double(0.01)],
                 {"steps": steps})


def add_prices(lists):
    run = Sixth(lists, "nature")
    for n, block, rest in [(8000000, 256, {}), (2000000, 256, FAST)]:
        run.flat("fin_greeks", n, block, [f32(2 * n, "random=1"), f32(2 * n, "random=1"),
                 zeros(f32, n), zeros(f32, 4 * n), number(n), real(0.03)],
                 {"math": "fast"} if rest else {}, **rest)
    for paths, steps, block in [(262144, 128, 256)]:
        run.flat("fin_moving_spread", paths, block, [zeros(f32, paths), unsigned(12345),
                 number(steps), number(paths)], {"steps": steps})
    for n, steps in [(20000, 20)]:
        run.flat("fin_early_use", n, 64, [f32(n, "random=1"), zeros(f32, n), number(n),
                 number(steps)], {"steps": steps})
    for words, rows in [(2048, 4096)]:
        n = words * rows
        run("phy_spins_in_bits", (ceil_div(words, 128), rows), 128, [u64(n), u64(n), u64(n)]
            + numbers(words, rows, 0), {"words": words, "rows": rows})
    for side, each, block in [(40, 8, 128), (10, 30, 64)]:
        cells = side ** 3
        n = cells * each
        run.flat("phy_fluid_density", n, block, [f32(4 * n), below(n, cells),
                 s32(cells, "step=%d" % each), below(cells, each + 1), zeros(f32, n), number(n),
                 number(side), real(0.7)], {"side": side, "each": each})
    for n, most in [(100000, 60)]:
        run.flat("phy_listed_forces", n, 128, [f64(4 * n), below(n * most, n), below(n, most + 1),
                 zeros(f64, 4 * n), number(n), double(2.0), double(0.8)], {"most": most})


def add_fields(lists):
    run = Sixth(lists, "nature")
    for batch in [2048]:
        run("phy_transform_4096", batch, 512, [f32(8192 * batch), zeros(f32, 8192 * batch)],
            {"batch": batch}, shared=32768)
    for nx, ny, nz in [(328, 264, 200), (72, 40, 64)]:
        n = nx * ny * nz
        run("phy_wave_25", ((nx - 8) // 32, (ny - 8) // 8), (32, 8), [f32(n), f32(n),
            f32(n, "random=0.1")] + numbers(nx, ny, nz), {"nx": nx, "ny": ny, "nz": nz})
    for half, rows, block in [(2048, 4096, (64, 4))]:
        run.plane("phy_relax_colour", half, rows - 2, block, [f64(half * rows), f64(half * rows),
                  f64(half * rows)] + numbers(half, rows, 0) + [double(1.2)])
    for width, height, block in [(200, 200, (8, 8))]:
        run.plane("phy_reaction", width, height, block, [f32(2 * width * height),
                  zeros(f32, 2 * width * height)] + numbers(width, height) + reals(0.037, 0.06))
    for n, block in [(1000, 96)]:
        run.flat("phy_body_potential", 16 * n, block, [f32(4 * n), zeros(f32, n), number(n)])
    for n, block, rest in [(1 << 20, 128, {}), (97000, 192, FAST)]:
        run.flat("phy_cell_flux", n, block, [below(4 * n, n + n // 50), f32(12 * n), f32(5 * n),
                 zeros(f32, 5 * n), number(n)], {"math": "fast"} if rest else {}, **rest)
    for n, block in [(500000, 128)]:
        run.flat("phy_photon_walks", n, block, [zeros(f32, 64), number(n), real(0.8), number(64)])
    for bits, bit in [(25, 3), (22, 20)]:
        run.flat("phy_gate", 1 << (bits - 1), 256, [f32(2 << bits), number(bit), wide(1 << (bits - 1))]
                 + reals(0.6, 0.0, 0.8, 0.0), {"bit": bit})
    for n, atoms, block, rest in [(400000, 100000, 256, {}), (20000, 5000, 64, FAST)]:
        run.flat("phy_twists", n, block, [f32(4 * atoms), below(4 * n, atoms), f32(2 * n),
                 zeros(f32, 3 * atoms), number(n)], {"atoms": atoms}, **rest)


def add_ciphers(lists):
    run = Sixth(lists, "ciphers")
    for n, grid in [(1 << 22, 1056)]:
        run("cry_aes_table", grid, 256, [u32(4 * n), zeros(u32, 4 * n), u32(256), number(n)],
            {"n": n}, constants=["cry_keys u32[44]:signed"])
    for n, block in [(1 << 21, 256)]:
        run.flat("cry_chacha_stream", n, block, [u32(16 * n), zeros(u32, 16 * n), unsigned(77),
                 unsigned(99), unsigned(5), number(n)])
    for pieces, chunks, block in [(65536, 16, 128)]:
        run.flat("cry_sha1_pieces", pieces, block, [u32(16 * pieces * chunks), zeros(u32, 5 * pieces)]
                 + numbers(pieces, chunks), {"chunks": chunks})
    for rows, pairs, block in [(100000, 64, 256), (2000, 200, 64)]:
        run.flat("cry_crc_slices", rows, block, [u32(2 * rows * pairs), u32(2048), zeros(u32, rows)]
                 + numbers(rows, pairs), {"pairs": pairs})
    for m, n, words in [(2048, 2048, 64), (128, 256, 512)]:
        run("cry_bit_product", (n // 32, m // 32), (32, 8), [u32(m * words), u32(n * words),
            zeros(s32, m * n)] + numbers(m, n, words), {"m": m, "n": n, "words": words})
    for n, block in [(5000, 64)]:
        run.flat("cry_keccak", n, block, [u64(17 * n), zeros(u64, 4 * n), number(n)],
                 constants=["cry_rounds u64[24]:signed"])
    for n, times, block in [(200000, 16, 128)]:
        run.flat("cry_montgomery", n, block, [u32(8 * n), u32(8 * n), zeros(u32, 8 * n)]
                 + numbers(n, times), {"times": times})
    for bits, half in [(23, 10), (23, 0)]:
        pairs = 1 << (bits - 1)
        run.flat("cry_field_stage", pairs, 256, [u64(2 * pairs), u64(pairs), number(half),
                 number(pairs)], {"half": half})
    for n in [8000000]:
        run.flat("cry_to_decimal", n, 256, [u32(n), zeros(u8, 12 * n), number(n)])
    for matrices, grid in [(1 << 20, 1056)]:
        run("cry_turn_bits", grid, 256, [u32(32 * matrices), zeros(u32, 32 * matrices),
            zeros(s32, 1), number(matrices)], {"matrices": matrices})
    for n, most, block in [(1000000, 12, 256), (10000, 64, 128)]:
        run.flat("cry_sip_texts", n, block, [u64(n * most), s32(n, "step=%d" % most),
                 below(n, most + 1), zeros(u64, n), number(n), wide(1234567), wide(7654321)],
                 {"most": most})
    for words, rows, block in [(512, 16384, (64, 4))]:
        run.plane("cry_life_bits", words, rows, block, [u32(words * rows), zeros(u32, words * rows)]
                  + numbers(words, rows))


def add_newer(lists):
    run = Sixth(lists, "hopper")
    for m, n, k in [(2048, 2048, 2048), (256, 384, 4096), (8192, 1024, 64)]:
        run("hop_gemm_bf16", (n // 128, m // 128), 256, [u16(m * k), u16(n * k), zeros(f32, m * n)]
            + numbers(m, n, k), {"m": m, "n": n, "k": k}, shared=61440)
    for m, n, k in [(2048, 2048, 2048), (64, 4096, 4096)]:
        run("hop_gemm_bytes", (n // 64, m // 64), 128, [u8(m * k), u8(n * k), zeros(s32, m * n)]
            + numbers(m, n, k // 4), {"m": m, "n": n, "k": k})
    for m, n, k, block in [(1024, 1024, 512, 128), (256, 128, 2000, 64)]:
        run("hop_gemm_tf32", ceil_div(m * n // 256, block // 32), block, [f32(m * k), f32(k * n),
            zeros(f32, m * n)] + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for m, n, k in [(1024, 1024, 1024), (64, 96, 4096)]:
        run("hop_gemm_double", (n // 32, m // 32), 128, [f64(m * k), f64(k * n), zeros(f64, m * n)]
            + numbers(m, n, k), {"m": m, "n": n, "k": k})
    for tiles, grid in [(20000, 1056), (500, 132)]:
        run("hop_bulk_scale", grid, 256, [f32(2048 * tiles), zeros(f32, 2048 * tiles), real(1.5),
            number(tiles)], {"tiles": tiles, "blocks": grid})
    for n, grid in [(1 << 24, 264), (100000, 16)]:
        run("hop_cluster_counts", grid, 512, [s32(n), zeros(s32, 4096), number(n)], {"n": n})
    for rows, width in [(512, 65536), (10, 16384)]:
        run("hop_cluster_softmax", 8 * rows, 256, [f32(rows * width), zeros(f32, rows * width),
            number(width)], {"rows": rows, "width": width}, shared=width // 2)
    for rows, quads, grid, block in [(20000, 1024, 264, 512), (700, 3000, 132, 128)]:
        run("hop_stay_matvec", grid, block, [f32(4 * rows * quads), f32(4 * quads), zeros(f32, rows)]
            + numbers(rows, quads), {"rows": rows, "quads": quads}, shared=16 * quads)
    for n, times in [(1 << 21, 20)]:
        run.flat("hop_half2_series", n, 256, [f16(2 * n), zeros(f16, 2 * n), number(n),
                 number(times)], {"times": times})
    for kind, make, each, n in [("d", f64, 1, 1 << 24), ("13__nv_bfloat16", u16, 1, 30000001),
                                ("4int4", s32, 4, 1 << 20)]:
        run("_Z9hop_blendI%sEvPKT_PS%s_x" % (kind, "0" if kind == "d" else "1"), 528, 256,
            [make(each * n), zeros(make, each * n), wide(n)], {"n": n},
            kernel="hop_blend_" + {"d": "f64", "4int4": "int4"}.get(kind, "bf16"))


def add_ways(lists):
    run = Sixth(lists, "hopper")
    for n, mask in [(1 << 22, 15), (1 << 20, 1023)]:
        run.flat("hop_match_add", n, 256, [s32(n), f32(n), zeros(f32, mask + 1),
                 zeros(s32, mask + 1)] + numbers(n, mask), {"mask": mask})
    for blocks, tiles in [(2112, 16), (60, 100)]:
        run("hop_bring_and_work", blocks, 128, [f32(768 * blocks * tiles), zeros(f32, 96 * blocks),
            number(tiles)], {"blocks": blocks, "tiles": tiles})
    for blocks, pieces in [(2000, 16), (100, 30)]:
        run("hop_fetch_taps", blocks, 128, [f32(512 * blocks * pieces + 16), f32(17),
            zeros(f32, 512 * blocks * pieces), number(pieces)],
            {"blocks": blocks, "pieces": pieces})
    for n, block in [(200000, 128)]:
        run.flat("hop_insert_local", n, block, [f32(24 * n), zeros(f32, 2 * n), number(n)])
    for n, grid in [(1 << 25, 1056)]:
        run("hop_warp_add", grid, 256, [u32(n), zeros(u32, 1), zeros(u32, 1), number(n)], {"n": n})
    for width, height, quads, outputs in [(224, 224, 16, 64), (30, 20, 32, 16)]:
        run("hop_conv_bytes", (ceil_div(width, 64), height, outputs // 4), 64,
            [u8(4 * (width + 2) * (height + 2) * quads), u8(4 * 9 * quads * outputs),
             zeros(s32, width * height * outputs)] + numbers(width, height, quads, outputs),
            {"width": width, "quads": quads, "outputs": outputs}, shared=144 * quads)
    for blocks, rounds in [(2000, 50), (30, 400)]:
        run("hop_split_barrier", blocks, 256, [f32(256 * blocks), zeros(f32, 256 * blocks),
            number(rounds)], {"blocks": blocks, "rounds": rounds})


def add(lists):
    for part in (add_decoder, add_training, add_video, add_blocks, add_columns, add_tables,
                 add_benchmarks, add_sweeps, add_prices, add_fields, add_ciphers, add_newer,
                 add_ways):
        part(lists)

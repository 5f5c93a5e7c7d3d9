"""Calibration of what lies beyond L1: launches of calibrate/beyond.cu and of random_load."""
BEYOND = "measure/calibrate/beyond.cu"
MIX = "measure/calibrate/mix.cu"
SMS = 132
MIB = 1 << 20
RESIDENT = {8: 0, 4: 48 * 1024, 2: 96 * 1024, 1: 160 * 1024}  # blocks of 256: shared bytes of each


def chains(lists, mib, grid, block, lanes, steps):
    words = mib * MIB // 4
    lists.launch(BEYOND, "chains", grid, block,
                 ["u32[%d]:zero" % words, "u32[1]:zero", "s64=%d" % words, "s32=%d" % steps,
                  "s32=%d" % lanes],
                 {"mib": mib, "blocks": grid, "block": block, "lanes": lanes, "steps": steps},
                 kind="calibration")


def add_chains(lists):
    for mib in [64, 256, 1024, 4096, 16384]:
        chains(lists, mib, 1, 32, 1, 1024)
        for warps in [1, 8, 32]:
            chains(lists, mib, SMS, 32 * warps, 1, 256)
    for mib in [8, 16, 24, 32, 40, 48, 64, 96, 128, 256, 1024, 4096, 16384]:
        chains(lists, mib, SMS * 8, 256, 32, 64)
    for mib in [32, 64, 256, 4096]:
        chains(lists, mib, SMS, 32, 32, 256)
        chains(lists, mib, SMS, 256, 32, 128)


def add_far(lists):
    """More memory than a profiler can save."""
    for mib in [256, 4096, 16384, 32768, 65536]:
        chains(lists, mib, 1, 32, 1, 1024)
        chains(lists, mib, SMS, 1024, 1, 256)
        chains(lists, mib, SMS * 8, 256, 32, 64)


def pieces(lists, entry, kind, size, run_bytes, apart_bytes, resident, mib=128):
    threads = mib * MIB // apart_bytes
    bytes_each = "u8[%d]:zero" % (mib * MIB)
    arrays = {"pieces_store": [bytes_each], "pieces_load": [bytes_each, "f32[1]:zero"],
              "pieces_copy": [bytes_each, bytes_each]}[entry]
    lists.launch(BEYOND, entry, threads // 256, 256,
                 arrays + ["s32=%d" % (run_bytes // size), "s32=%d" % (apart_bytes // size)],
                 {"piece_bytes": size, "run_bytes": run_bytes, "apart_bytes": apart_bytes,
                  "resident": resident, "mib": mib},
                 macros={"TYPE": kind}, shared=RESIDENT[resident], kind="calibration")


def add_pieces(lists):
    for run in [32, 64, 128, 256]:
        for resident in [8, 4, 2, 1]:
            pieces(lists, "pieces_store", "float", 4, run, run, resident)
    for run in [32, 128]:
        for resident in [8, 2]:
            pieces(lists, "pieces_store", "float4", 16, run, run, resident)
            pieces(lists, "pieces_copy", "float", 4, run, run, resident)
            pieces(lists, "pieces_load", "float", 4, run, run, resident)
    for resident in [8, 1]:
        pieces(lists, "pieces_store", "unsigned char", 1, 32, 32, resident, mib=64)
        pieces(lists, "pieces_store", "float", 4, 32, 128, resident)
        pieces(lists, "pieces_store", "float", 4, 32, 1024, resident)
        pieces(lists, "pieces_store", "float", 4, 16, 32, resident)
    pieces(lists, "pieces_store", "float2", 8, 32, 32, 8)
    pieces(lists, "pieces_copy", "float", 4, 256, 256, 8)
    for mib in [8, 24, 64, 256]:
        for words in [4, 8]:
            lists.launch(BEYOND, "halves_store", SMS * 2, 1024,
                         ["f32[%d]:zero" % (mib * MIB // 4), "s64=%d" % (mib * MIB // 32),
                          "s32=%d" % words], {"mib": mib, "words": words}, kind="calibration")


def add_shifted(lists):
    n = 16 * MIB  # words
    for kind, words, offsets in [("float", 1, [0, 1, 8, 17, 32]), ("float4", 4, [0, 1, 2, 8])]:
        for entry in ["shifted_copy", "shifted_load", "shifted_store"]:
            for offset in offsets if entry != "shifted_store" else offsets[:2]:
                room = "f32[%d]:zero" % (n + 64 * words)
                count = n // words
                arrays = {"shifted_copy": [room, room], "shifted_load": [room, "f32[1]:zero"],
                          "shifted_store": [room]}[entry]
                lists.launch(BEYOND, entry, count // 256, 256,
                             arrays + ["s64=%d" % count, "s32=%d" % offset],
                             {"n": count, "offset": offset}, macros={"TYPE": kind},
                             kind="calibration")


def once(lists, entry, kind, words, unroll, mib, threads, resident=None):
    """Of `mib` MiB in all: read, written, or half of either."""
    n = mib * MIB // 4 // (2 if entry == "once_copy" else 1)
    arrays = {"once_copy": ["f32[%d]:zero" % n] * 2, "once_load": ["f32[%d]:zero" % n, "f32[1]:zero"],
              "once_store": ["f32[%d]:zero" % n]}[entry]
    facts = {"mib": mib, "block": threads}
    if resident:
        facts["resident"] = resident
    lists.launch(BEYOND, entry, n // words // unroll // threads, threads,
                 arrays + ["s64=%d" % (n // words)], facts, macros={"TYPE": kind, "UNROLL": unroll},
                 shared=RESIDENT[resident] if resident else 0, kind="calibration")


def add_once(lists):
    for mib in [128, 512, 2048]:
        for threads in [64, 128, 256, 512, 1024]:
            once(lists, "once_copy", "float4", 4, 1, mib, threads)
    for kind, words, unroll in [("float", 1, 1), ("float2", 2, 1), ("float", 1, 4),
                                ("float4", 4, 2), ("float4", 4, 4)]:
        once(lists, "once_copy", kind, words, unroll, 512, 256)
    for resident in [4, 2, 1]:
        once(lists, "once_copy", "float4", 4, 1, 512, 256, resident)
        once(lists, "once_load", "float4", 4, 1, 512, 256, resident)
        once(lists, "once_store", "float4", 4, 1, 512, 256, resident)
    for entry in ["once_load", "once_store"]:
        for mib in [128, 512, 2048]:
            once(lists, entry, "float4", 4, 1, mib, 256)


def add_kept(lists):
    """What is still in L2 when a launch is repeated."""
    for entry in ["once_load", "once_store", "once_copy"]:
        for mib in [8, 16, 24, 32, 36, 40, 44, 48, 56, 64, 80, 96, 128]:
            once(lists, entry, "float4", 4, 1, mib, 256)


def add_written(lists):
    for among in [0, 1]:
        for written, read in [(4, 64), (16, 64), (16, 256), (32, 32), (32, 256), (64, 256)]:
            lists.launch(BEYOND, "write_then_read", SMS * 4, 256,
                         ["f32[%d]:zero" % (read * MIB // 4), "f32[%d]:zero" % (written * MIB // 4),
                          "s64=%d" % (read * MIB // 16), "s64=%d" % (written * MIB // 16),
                          "s32=%d" % among],
                         {"read_mib": read, "written_mib": written, "among": among},
                         kind="calibration")
    for mib in [16, 24, 28, 32, 40, 48, 56, 64, 96]:
        for writes in [0, 1]:
            lists.launch(BEYOND, "sweep", SMS * 2, 1024,
                         ["f32[%d]:zero" % (mib * MIB // 4), "f32[1]:zero",
                          "s64=%d" % (mib * MIB // 16), "s32=8", "s32=%d" % writes],
                         {"mib": mib, "writes": writes, "rounds": 8}, kind="calibration")


def add_random(lists):
    for bits in [21, 22, 23, 24, 26, 30, 32]:
        for words in [1, 8]:
            if bits > 31:
                continue
            numbers = ["s32=%d" % bits, "s32=%d" % words, "s32=16"]
            named = {"bits": bits, "words": words, "rounds": 16}
            lists.launch(MIX, "random_load", SMS * 8 * 4, 256,
                         ["f32[%d]:zero" % (1 << bits), "f32[1]:zero"] + numbers, named,
                         kind="calibration")
            if words == 1 and bits < 30:
                lists.launch(MIX, "random_store", SMS * 8 * 4, 256,
                             ["f32[%d]:zero" % (1 << bits)] + numbers, named, kind="calibration")


def add_chunks(lists):
    count = 64 * MIB // 16
    for chunk, apart, offset in [(2, 4, 0), (2, 8, 0), (2, 16, 0), (2, 64, 0), (4, 8, 0), (4, 16, 0),
                                 (4, 64, 0), (8, 16, 0), (8, 40, 0), (8, 40, 2), (8, 40, 4), (8, 64, 0),
                                 (8, 64, 2), (8, 64, 4), (8, 256, 0), (16, 32, 0), (16, 64, 0),
                                 (16, 64, 4), (16, 256, 0), (32, 64, 0), (32, 64, 4), (32, 256, 0),
                                 (64, 256, 0), (128, 512, 0)]:
        room = "f32[%d]:zero" % (4 * (count // chunk * apart + offset))
        numbers = ["s32=%d" % chunk, "s32=%d" % apart, "s32=%d" % offset]
        named = {"chunk_bytes": 16 * chunk, "apart_bytes": 16 * apart, "offset_bytes": 16 * offset}
        lists.launch(BEYOND, "chunks_load", count // 256, 256, [room, "f32[1]:zero"] + numbers, named,
                     kind="calibration")
        lists.launch(BEYOND, "chunks_store", count // 256, 256, [room] + numbers, named,
                     kind="calibration")


def add_panels(lists):
    for columns, rows in [(128, 512), (264, 512), (96, 1024)]:
        for lines in [2, 4, 8, 16, 32, 64]:
            for work in [16, 256]:
                if work == 256 and (lines > 16 or columns != 128):
                    continue
                lists.launch(BEYOND, "panels", (columns, lines), 256,
                             ["f32[%d]:zero" % (columns * rows * 256), "f32[1]:zero", "s32=%d" % rows,
                              "s32=%d" % work],
                             {"columns": columns, "lines": lines, "rows": rows, "work": work,
                              "resident": 2}, shared=RESIDENT[2], kind="calibration")


def add_tiles(lists):
    for groups, consecutive in [(1, 0), (8, 1), (132, 1), (132, 0)]:
        for blocks in [132, 264, 1056, 4224]:
            for work in [1024, 4096, 16384]:
                if groups >= blocks or (work == 16384 and blocks > 1056):
                    continue
                tiles = 16
                lists.launch("measure/calibrate/sharing.cu", "share_tiles", blocks, 256,
                             ["f32[%d]:zero" % (groups * tiles * 256), "f32[%d]:zero" % (blocks * 256),
                              "s32=%d" % groups, "s32=%d" % consecutive, "s32=%d" % tiles,
                              "s32=%d" % work],
                             {"blocks": blocks, "groups": groups, "consecutive": consecutive,
                              "tiles": tiles, "work": work}, kind="calibration")


def add_orders(lists):
    """Copies by blocks that stay: how many streams are open at once."""
    for unroll in [1, 2, 4, 8]:
        for blocks, threads in [(2, 1024), (8, 256)]:
            step = SMS * blocks * threads * unroll
            n = 512 * MIB // 16 // step * step
            lists.launch("measure/calibrate/stream.cu", "stream_copy", SMS * blocks, threads,
                         ["f32[%d]:zero" % (n * 4)] * 2 + ["s64=%d" % n, "s32=1"],
                         {"n": n, "repeats": 1, "blocks_per_sm": blocks, "block": threads,
                          "element_bytes": 16, "sms": SMS},
                         macros={"TYPE": "float4", "UNROLL": unroll}, kind="calibration")


def add_tile_moves(lists):
    for width in [2048, 8192, 8224, 16384, 32768, 32800]:
        for transposed in [0, 1]:
            tiles = width // 32
            lists.launch(BEYOND, "tiles_move", (tiles, tiles), (32, 8),
                         ["f32[%d]:zero" % (width * width)] * 2 +
                         ["s32=%d" % width, "s32=%d" % transposed],
                         {"width": width, "transposed": transposed}, kind="calibration")


def add_lanes(lists):
    """Chains of some lanes of a warp: how long the slowest of them takes."""
    for mib, grid in [(4, 1), (16, 132), (4096, 1), (4096, 132)]:
        for lanes in [1, 2, 4, 8, 16, 32]:
            chains(lists, mib, grid, 32, lanes, 512)


def add_later(lists):
    add_tile_moves(lists)
    add_chunks(lists)
    add_panels(lists)
    add_tiles(lists)
    add_orders(lists)


def add(lists):
    add_pieces(lists)
    add_chains(lists)
    add_shifted(lists)
    add_once(lists)
    add_written(lists)
    add_random(lists)

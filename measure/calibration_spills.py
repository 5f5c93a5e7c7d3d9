"""Calibration of registers that are spilled, and of local memory, where they go."""
SPILLS = "measure/calibrate/spills.cu"
SMS = 132
NAMES = {"float": "f32", "double": "f64"}


def add_one(lists, entry, values, least=8, block=256, word="float", grid=SMS * 16, **more):
    macros = {"VALUES": values, "LEAST": least, "BLOCK": block}
    if word != "float":
        macros["WORD"] = word
    n = grid * block
    name = NAMES[word]
    values_in = 8 if entry == "spill_mixing" else values
    arguments = ["%s[%d]:random" % (name, max(values_in * n, 65 * 1024)), "%s[%d]:zero" % (name, n)]
    if entry == "spill_mixing":
        arguments = ["u32[%d]:random" % (8 * n), "u32[%d]:zero" % n]
    if entry == "spill_tile":
        arguments = ["%s[%d]:random" % (name, 512 * more["depth"])] * 2 + ["%s[%d]:zero" % (name, n * values)]
    else:
        arguments.append("s32=%d" % n)
    lists.launch(SPILLS, entry, grid, block, arguments + ["s32=%d" % x for x in more.values()],
                 dict({"values": values, "least": least, "block": block, "grid": grid,
                       "bytes": 8 if word == "double" else 4}, **more),
                 macros=macros, kind="calibration")


def add_local(lists, words, turns, stores, warps, blocks):
    block = 32 * warps
    lists.launch(SPILLS, "local_turns", SMS * blocks * 2, block,
                 ["f32[%d]:zero" % (SMS * blocks * 2 * block), "s32=%d" % words, "s32=%d" % turns, "s32=%d" % stores],
                 {"words": words, "turns": turns, "stores": stores, "warps": warps, "blocks": blocks},
                 kind="calibration")


def add(lists):
    for values, least in [(24, 8), (32, 8), (40, 8), (56, 8), (48, 6), (64, 5), (28, 10), (80, 4)]:
        add_one(lists, "spill_straight", values, least)
    add_one(lists, "spill_straight", 40, 16, block=128)
    add_one(lists, "spill_straight", 40, 2, block=1024, grid=SMS * 4)
    add_one(lists, "spill_straight", 20, word="double")
    add_one(lists, "spill_straight", 40, grid=SMS * 2)
    for values, least in [(32, 8), (48, 8), (64, 5)]:
        add_one(lists, "spill_made", values, least)
    for values, least in [(28, 8), (36, 8), (48, 8), (64, 5), (96, 3)]:
        add_one(lists, "spill_sums", values, least, turns=32)
    add_one(lists, "spill_sums", 18, word="double", turns=32)
    for values, least in [(16, 8), (24, 8), (40, 5)]:
        add_one(lists, "spill_around", values, least, turns=32)
    for values, least in [(20, 8), (32, 8), (48, 5)]:
        add_one(lists, "spill_nested", values, least, turns=8, inner=8)
    for values, least, block in [(32, 5, 256), (64, 3, 256), (64, 6, 128)]:
        add_one(lists, "spill_tile", values, least, block, depth=16)
    for values, least in [(28, 8), (40, 8), (64, 5)]:
        add_one(lists, "spill_mixing", values, least, rounds=16)
    for every in [1, 4]:
        add_one(lists, "spill_branch", 40, every=every)
    for words, turns, stores, warps, blocks in [
            (16, 8, 16, 8, 8), (32, 8, 32, 8, 8), (64, 8, 64, 8, 8), (128, 8, 128, 8, 8), (32, 8, 0, 8, 8),
            (64, 8, 0, 8, 8), (32, 8, 32, 8, 2), (128, 8, 128, 8, 2), (256, 4, 256, 4, 1), (16, 1, 0, 8, 8),
            (32, 2, 0, 8, 8), (40, 2, 40, 8, 8)]:
        add_local(lists, words, turns, stores, warps, blocks)

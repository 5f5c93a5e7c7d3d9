"""Calibration of additions by compare and swap in shared memory as programs make them, of clusters, and of
blocks that wait for earlier ones."""
CLASH = "measure/calibrate/clash.cu"
CLUSTERED = "measure/calibrate/clustered.cu"
LOOKING_BACK = "measure/calibrate/looking_back.cu"
SMS = 132
TYPES = {"float": ("f32", 4), "double": ("f64", 8), "unsigned long long": ("u64", 8)}


def launch(lists, source, entry, grid, block, arguments, parameters, **more):
    lists.launch(source, entry, grid, block, arguments, dict(parameters, blocks=grid, threads=block),
                 kind="calibration", **more)


def add_walk(lists, width, warps, rows=1, loads=0, two=False, type_name="float", grid=SMS):
    name, size = TYPES[type_name]
    count = width * rows * warps * grid if loads or two else 1
    arrays = 2 if two else 1
    arguments = ["%s[%d]:zero" % (name, arrays * width), "f32[%d]:signed" % count, "s32=%d" % width,
                 "s32=%d" % rows]
    launch(lists, CLASH, "clash_walk_two" if two else "clash_walk", grid, 32 * warps,
           arguments if two else arguments + ["s32=%d" % loads],
           {"width": width, "rows": rows, "loads": loads}, shared=arrays * width * size,
           macros={"TYPE": type_name})


def add_drawn(lists, words, warps, n, counted=False, type_name="float", grid=SMS):
    name, size = TYPES[type_name]
    values = ["s32[%d]:random=%d" % (n, words), "f32[%d]:random=9" % n, "s32=%d" % words, "s32=%d" % n]
    counts = ["s32[%d]:zero" % words] if counted else []
    launch(lists, CLASH, "clash_counted" if counted else "clash_drawn", grid, 32 * warps,
           ["%s[%d]:zero" % (name, words)] + counts + values, {"words": words, "n": n},
           shared=words * (size + 4), macros={"TYPE": type_name})


def add_halves(lists, entry, name, words, step):
    launch(lists, CLASH, entry, 1, 32, ["%s[%d]:zero" % (name, 2 * words), "s32=%d" % words, "s32=%d" % step, "s32=16"],
           {"words": words, "step": step, "turns": 16}, shared=4 * words, macros={"TYPE": "float"})


def add_clash(lists):
    for width in [128, 1024, 3072]:
        for warps in [2, 4, 8, 16, 32]:
            add_walk(lists, width, warps, rows=4)
            add_walk(lists, width, warps, loads=1)
    for warps in [8, 16]:
        add_walk(lists, 1024, warps, rows=8, loads=1)
        add_walk(lists, 1024, warps, loads=1, grid=2 * SMS)
        for rows in [1, 4]:
            add_walk(lists, 768, warps, rows=rows, two=True)
        for type_name in ["double", "unsigned long long"]:
            add_walk(lists, 1024, warps, rows=4, type_name=type_name)
            add_walk(lists, 1024, warps, loads=1, type_name=type_name)
    for words in [5, 24, 64, 200, 1000]:
        for warps in [8, 16]:
            n = SMS * warps * 32 * 16
            add_drawn(lists, words, warps, n)
            add_drawn(lists, words, warps, n, counted=True)
            add_drawn(lists, words, warps, n, type_name="unsigned long long")
            add_drawn(lists, words, warps, n, counted=True, type_name="unsigned long long")
    for words in [64, 1000]:
        add_drawn(lists, words, 8, 4 * SMS * 8 * 32 * 8, grid=4 * SMS)
        add_drawn(lists, words, 8, SMS * 8 * 32 * 16, type_name="double")
        add_drawn(lists, words, 8, SMS * 8 * 32)
    for entry, name in [("clash_half", "f16"), ("clash_half2", "f32"), ("clash_bfloat", "f16")]:
        for words, step in [(32, 0), (32, 1), (64, 2), (16, 1), (4, 1), (1024, 32), (64, 3)]:
            add_halves(lists, entry, name, words, step)


def add_clustered(lists):
    for blocks in [2, 4, 8]:
        for entry in ["none", "load", "store", "reduce", "atomic", "swap", "float", "wide", "max"]:
            for away, lanes, step in [(0, 32, 1), (1, 32, 1), (1, 32, 32), (1, 8, 1), (1, 8, 32), (1, 32, 0)]:
                if blocks != 2 and (step != 1 or entry in ["swap", "wide", "max"]):
                    continue
                launch(lists, CLUSTERED, "clustered_" + entry, 8, 32,
                       ["s32[32]:zero", "s32=16", "s32=%d" % away, "s32=%d" % lanes, "s32=%d" % step],
                       {"turns": 16, "away": away, "lanes": lanes, "step": step}, macros={"BLOCKS": blocks})


def add_looking_back(lists):
    for grid in [8, 98, 132, 528, 1056, 4096]:
        for work in [0, 256]:
            launch(lists, LOOKING_BACK, "wait_in_turn", grid, 256,
                   ["s32[%d]:zero" % grid, "f32[256]:zero", "s32=%d" % work], {"work": work})
            launch(lists, LOOKING_BACK, "look_back", grid, 256,
                   ["s32[%d]:signed" % (256 * grid), "s32[%d]:zero" % (256 * grid), "u64[%d]:zero" % grid,
                    "s32=%d" % work], {"work": work})

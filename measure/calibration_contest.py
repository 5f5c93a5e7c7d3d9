"""Calibration of loops of compare and swap in global memory that threads of other blocks disturb."""
CONTEST = "measure/calibrate/contest.cu"
SMS = 132


def launch(lists, entry, grid, block, arguments, parameters):
    lists.launch(CONTEST, entry, grid, block, arguments, dict(parameters, blocks=grid, threads=block),
                 kind="calibration")


def add_adds(lists, entry, kind, grid, block, words, lanes=32, turns=1, still=0, work=0):
    launch(lists, entry, grid, block,
           ["%s[%d]:zero" % (kind, words), "f32[1024]:zero", "s32=%d" % words, "s32=%d" % lanes,
            "s32=%d" % turns, "s32=%d" % still, "s32=%d" % work],
           {"words": words, "lanes": lanes, "turns": turns, "still": still, "work": work})


def add_max(lists, grid, block, words, lanes=32, turns=1, still=0):
    count = grid * block * turns
    launch(lists, "contest_max", grid, block,
           ["f32[%d]:zero" % words, "f32[%d]:random" % count, "s32=%d" % words, "s32=%d" % lanes,
            "s32=%d" % turns, "s32=%d" % still],
           {"words": words, "lanes": lanes, "turns": turns, "still": still})


def add_locks(lists, grid, block, words, turns=1, work=0):
    launch(lists, "contest_lock", grid, block,
           ["s32[%d]:zero" % words, "s32[%d]:zero" % words, "s32=%d" % words, "s32=%d" % turns,
            "s32=%d" % work], {"words": words, "turns": turns, "work": work})


def add(lists):
    for entry, kind in [("contest_add", "f64"), ("contest_add_float", "f32")]:
        for lanes in [1, 2, 8, 32]:  # of one warp
            add_adds(lists, entry, kind, 1, 32, 1, lanes=lanes, turns=16)
        for grid in [2, 8, 33, 132, 528, 1056]:  # one lane of each block
            add_adds(lists, entry, kind, grid, 32, 1, lanes=1)
            add_adds(lists, entry, kind, grid, 32, 1, lanes=1, turns=16)
        for words in [2, 8, 64]:
            add_adds(lists, entry, kind, 528, 32, words, lanes=1, turns=8)
        add_adds(lists, entry, kind, 4224, 32, 1, lanes=1)
        for warps in [1, 8, 32]:  # warps of one block
            add_adds(lists, entry, kind, 1, 32 * warps, 1, lanes=1, turns=8)
            add_adds(lists, entry, kind, 1, 32 * warps, 32, turns=8)
            add_adds(lists, entry, kind, 1, 32 * warps, 32, turns=8, still=1)
        for words in [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20]:  # much, spread out
            add_adds(lists, entry, kind, 1024, 256, words)
        for words in [1 << 12, 1 << 16, 1 << 20]:
            add_adds(lists, entry, kind, 132, 256, words, turns=8)
            add_adds(lists, entry, kind, 1056, 256, words, turns=4, work=256)
        for words in [1, 16, 256]:
            add_adds(lists, entry, kind, 132, 256, words)
        add_adds(lists, entry, kind, 1024, 256, 1 << 16, still=1)
    for words in [1, 16, 256, 4096, 1 << 16]:
        add_max(lists, 1024, 256, words)
        add_max(lists, 132, 256, words, turns=4)
    for grid in [132, 1056]:
        add_max(lists, grid, 32, 1, lanes=1)
        add_max(lists, grid, 32, 1, lanes=1, turns=16)
    for grid in [1, 4, 33, 132, 528]:
        add_locks(lists, grid, 32, 1, turns=4)
    for words in [16, 1024]:
        add_locks(lists, 528, 32, words, turns=8)
    add_locks(lists, 132, 32, 1, turns=4, work=256)

"""Calibration of kernels whose blocks meet: barriers of the grid in cooperative launches."""
TOGETHER = "measure/calibrate/together.cu"


def launch(lists, entry, grid, block, arguments, parameters, cooperative=True):
    lists.launch(TOGETHER, entry, grid, block, arguments, dict(parameters, blocks=grid, threads=block),
                 kind="calibration", cooperative=cooperative)


def add_rounds(lists, entry, grid, block, rounds, work=0, cooperative=True):
    launch(lists, entry, grid, block,
           ["f32[1024]:zero", "s32=%d" % rounds, "s32=%d" % work, "s64[1]:zero"],
           {"rounds": rounds, "work": work}, cooperative)


def add_passes(lists, entry, grid, block, n, rounds):
    launch(lists, entry, grid, block,
           ["f32[%d]:random" % n, "f32[%d]:zero" % n, "s32=%d" % n, "s32=%d" % rounds],
           {"n": n, "rounds": rounds})


def add(lists):
    for grid, block in [(1, 256), (33, 256), (132, 32), (132, 256), (132, 1024), (264, 1024), (528, 256),
                        (1056, 256)]:
        add_rounds(lists, "meet_none", grid, block, 0)
        add_rounds(lists, "meet_none", grid, block, 0, cooperative=False)
        for rounds in [1, 16]:
            add_rounds(lists, "meet_rounds", grid, block, rounds)
    for grid in [132, 528]:
        add_rounds(lists, "meet_rounds", grid, 256, 16, work=256)
        add_rounds(lists, "meet_late", grid, 128, 4, work=4)
    for n in [1 << 18, 1 << 22, 1 << 24]:
        for rounds in [1, 4]:
            add_passes(lists, "meet_stream", 528, 256, n, rounds)
            add_passes(lists, "meet_stencil", 1056, 256, n, rounds)
    for n in [1 << 16, 1 << 22]:
        launch(lists, "meet_sum", 264, 256,
               ["f32[%d]:random" % n, "f32[264]:zero", "s32=%d" % n, "f32[1]:zero"], {"n": n})

"""The calibration set: microbenchmarks that give a device file its numbers. Nothing here is used to
judge a prediction.

By subject: calibration_pipes.py, calibration_memory.py, calibration_mix.py, calibration_registers.py
and beyond.py."""
import calibration_memory as memory
import calibration_pipes as pipes

SMS = 132

LAUNCH = "measure/calibrate/launch.cu"


def add_launches(lists):
    for grid in [1, 132, 1056, 4224, 33792, 270336, 2097152]:
        for block in ([32, 256, 1024] if grid <= 270336 else [32, 128]):
            lists.launch(LAUNCH, "empty", grid, block, [], {"grid": grid, "block": block},
                         kind="calibration")
    for block, resident, shared in [(32, 32, 0), (64, 32, 0), (128, 16, 0), (256, 8, 0),
                                    (512, 4, 0), (1024, 2, 0), (256, 2, 100 * 1024),
                                    (256, 1, 200 * 1024)]:
        lists.launch(LAUNCH, "spin", SMS * resident * 16, block, ["s32=8000"],
                     {"block": block, "resident": resident, "waves": 16, "cycles": 8000},
                     shared=shared, kind="calibration")
    for entry in ["reads_nothing", "reads_thread_x", "reads_thread_xy", "reads_thread_xyz",
                  "reads_block_x", "reads_thread_and_block"]:
        lists.launch(LAUNCH, entry, 1056, (32, 8, 1), ["u32[32]:zero"], {"grid": 1056},
                     kind="calibration")


def add_timed(lists):
    pipes.add_pipes(lists)
    memory.add_chases(lists)
    memory.add_patterns(lists)
    memory.add_streams(lists)


def add_counters(lists):
    memory.add_counted_streams(lists)
    add_launches(lists)
    memory.add_memory(lists)
    memory.add_counted(lists)

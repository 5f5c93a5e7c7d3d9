"""Calibration of what happens at once: units at work together, waits, rounds between barriers."""
SMS = 132
MIB = 1 << 20

TENSOR = "measure/calibrate/tensor.cu"
MIX = "measure/calibrate/mix.cu"
WAITS = "measure/calibrate/waits.cu"


def add_mix(lists):
    """Units at work together, and places at random."""
    def run(entry, grid, block, arguments, parameters, macros=None):
        lists.launch(MIX, entry, grid, block, arguments, parameters, macros=macros,
                     kind="calibration")
    for entry in ["horner", "horner_registers"]:
        for blocks, threads in [(1, 128), (1, 256), (1, 512), (1, 1024), (2, 1024)]:
            run(entry, SMS * blocks, threads, ["f32[1]:zero", "f32=0.5", "s32=64"],
                {"blocks_per_sm": blocks, "block": threads, "rounds": 64})
    n = 256 * MIB // 16
    for fmas in [0, 4, 8, 16, 24, 32, 48, 64, 128]:
        for blocks, threads in [(2, 1024), (1, 256)]:
            run("stream_fma", SMS * blocks, threads,
                ["f32[%d]:signed" % (4 * n), "f32[1]:zero", "s64=%d" % n, "f32=0.5"],
                {"n": n, "blocks_per_sm": blocks, "block": threads}, {"FMAS": fmas})
    for fmas in [0, 1, 2, 4, 6, 8, 16]:
        for blocks, threads in [(2, 1024), (1, 512), (1, 128)]:
            run("l1_fma", SMS * blocks, threads,
                ["f32[4096]:zero", "f32[1]:zero", "s32=128", "s32=4095"],
                {"blocks_per_sm": blocks, "block": threads, "rounds": 128}, {"FMAS": fmas})
    for kind, words in [("float", 1), ("float4", 4)]:
        for n in [1 << 20, 1 << 22, 1 << 26]:
            for threads in [32, 64, 128, 256, 512, 1024]:
                for entry in ["scale", "look"]:
                    if n // threads // words > 1 << 20 or (words == 4 and n < 1 << 22):
                        continue
                    arrays = ["f32[%d]:signed" % n] + (["f32[1]:zero"] if entry == "look" else [])
                    run(entry, n // words // threads, threads,
                        arrays + ["s64=%d" % (n // words)] + (["f32=0.5"] if entry == "scale" else []),
                        {"n": n // words, "block": threads}, {"TYPE": kind})
    for bits in [20, 24, 28]:
        for words in [1, 4, 8, 16, 32]:
            numbers = ["s32=%d" % bits, "s32=%d" % words, "s32=16"]
            named = {"bits": bits, "words": words, "rounds": 16}
            run("random_load", SMS * 8 * 4, 256, ["f32[%d]:zero" % (1 << bits), "f32[1]:zero"] + numbers,
                named)
            run("random_store", SMS * 8 * 4, 256, ["f32[%d]:zero" % (1 << bits)] + numbers, named)
    for bits in [0, 3, 5, 8, 10, 12, 14, 16, 20, 24]:
        run("random_atomic", SMS * 8, 256, ["u32[%d]:zero" % (1 << bits), "s32=%d" % bits, "s32=8"],
            {"bits": bits, "rounds": 8})


WORDS = 4 * MIB  # 16 MiB: in L2, not in L1


def add_phases(lists):
    """Rounds between barriers, and what each part of one takes alone."""
    def run(entry, blocks, warps, arguments, parameters, metric, divisor, macros=None, each=0):
        # Shared memory keeps all but `blocks` blocks off an SM.
        shared = 227 * 1024 // blocks - 1024 - 255 & ~255 if blocks < 32 else each
        lists.launch(WAITS, entry, SMS * blocks, 32 * warps, ["s64[%d]:zero" % (SMS * blocks)]
                     + arguments, {"warps": warps, "blocks_per_sm": blocks, **parameters},
                     macros=macros, shared=shared, kind="calibration",
                     results=[(metric, 0, divisor, "cycle")])
    rounds = 32
    for loads, work in [(1, 1), (1, 64), (4, 64), (4, 256), (8, 16)]:
        for blocks in [1, 2, 4, 8]:
            for warps in [1, 2, 4, 8, 16, 32]:
                if blocks * warps <= 64 and (warps in (1, 4, 8, 32) or blocks == 1):
                    run("phases", blocks, warps,
                        ["f32[%d]:signed" % WORDS, "s32=%d" % rounds, "s32=%d" % (WORDS - 1)],
                        {"rounds": rounds}, "cycles_per_round", rounds,
                        {"LOADS": loads, "WORK": work})
    for loads, work in [(2, 1), (2, 8), (4, 32)]:
        for blocks in [1, 2, 4]:
            for warps in [2, 4, 8, 16]:
                if blocks * warps <= 32:
                    run("tensor_phases", blocks, warps,
                        ["u32[%d]:zero" % WORDS, "s32=%d" % rounds, "s32=%d" % (WORDS // 4 - 1)],
                        {"rounds": rounds}, "cycles_per_round", rounds,
                        {"LOADS": loads, "WORK": work})
    for blocks, warps in [(2, 1), (2, 4), (2, 8), (2, 16), (2, 32), (4, 4), (4, 8), (8, 8)]:
        run("barriers", blocks, warps, ["s32=16"], {}, "cycles_per_barrier", 256)
    for blocks, warps in [(1, 1), (1, 2), (1, 4), (1, 8), (1, 16), (1, 31), (2, 8), (4, 8), (8, 8)]:
        for active in [32, 32 * warps] if warps > 1 else [32]:
            run("tree_steps", blocks, warps, ["s32=8", "s32=%d" % active], {"active": active},
                "cycles_per_step", 64)
    for blocks, warps in [(1, 1), (1, 4), (1, 8), (1, 16), (1, 32), (2, 32)]:
        run("lane_sums", blocks, warps, ["s32=32", "f32=1"], {}, "cycles_per_step", 160)
        for entry in ["matrix_chase_1", "matrix_chase_4"]:
            run(entry, blocks, warps, ["s32=16"], {}, "cycles_per_step", 256)
    for blocks, warps in [(1, 1), (1, 4), (1, 16), (1, 32)]:
        run("load_chase", blocks, warps,
            ["u32[%d]:zero" % WORDS, "s32=64", "s32=%d" % (WORDS // 4 - 1)], {}, "cycles_per_step", 64)
        lists.launch(WAITS, "async_chase", SMS, 32 * warps,
                     ["s64[%d]:zero" % SMS, "u32[%d]:zero" % WORDS, "s32=64",
                      "s32=%d" % (WORDS // 4 - 1)], {"warps": warps, "blocks_per_sm": 1},
                     kind="calibration", results=[("cycles_per_step", 0, 64, "cycle")])
    for blocks, warps in [(1, 1), (1, 8), (1, 32), (2, 32)]:
        for unroll in [1, 4]:
            run("loop_loads", blocks, warps, ["f32[4096]:zero", "s32=1024", "s32=8"],
                {}, "cycles_per_step", 256, {"UNROLL": unroll})


def add_together(lists):
    """The slowest of several loads: from L2 (8 and 32 MiB) and from DRAM (1 GiB)."""
    for mib in [8, 32, 1024]:
        for loads in [1, 2, 4, 8, 16, 32]:
            for blocks, warps, scattered in [(1, 1, 0), (SMS, 1, 0), (1, 1, 1), (SMS, 1, 1),
                                             (SMS, 4, 0)]:
                if scattered and loads > 4:
                    continue
                lists.launch(WAITS, "loads_together", blocks, 32 * warps,
                             ["s64[%d]:zero" % blocks, "f32[%d]:zero" % (mib * MIB // 4),
                              "s32=256", "u32=%d" % (mib * MIB // 4 - 1), "s32=%d" % scattered],
                             {"mib": mib, "blocks": blocks, "warps": warps,
                              "scattered": scattered},
                             macros={"LOADS": loads}, kind="calibration",
                             results=[("cycles_per_round", 0, 256, "cycle")])


def add_loads_and_work(lists):
    """Loads that hit beside arithmetic that needs nothing of them."""
    for loads in [1, 2, 4]:
        for work in [0, 1, 2, 4, 6, 8, 16]:
            for warps in [4, 16, 32]:
                lists.launch(WAITS, "loads_and_work", SMS, 32 * warps,
                             ["s64[%d]:zero" % SMS, "f32[2048]:zero", "s32=64", "f32=0.5", "s32=0"],
                             {"warps": warps}, macros={"LOADS": loads, "WORK": work},
                             kind="calibration",
                             results=[("cycles_per_load", 0, 64 * 16 * warps, "cycle")])


def add_tensor_chains(lists):
    """Products that wait for the one before, and those that do not, with few warps."""
    for entry in ["mma_f16_f32", "mma_f16_k8", "mma_tf32", "mma_s8", "mma_bf16"]:
        for chained, warps in [(1, 1), (1, 4), (1, 8), (1, 16), (0, 1), (0, 2), (0, 4)]:
            lists.launch(TENSOR, entry, SMS, 32 * warps, ["s64[%d]:zero" % SMS, "s32=64"],
                         {"warps": warps}, macros={"CHAINED": chained}, kind="calibration",
                         results=[("cycles_per_step", 0, 16 * 64, "cycle")])


def add_whole(lists):
    """Whole kernels whose blocks wait: by rows, by columns, by index, down a tree."""
    def run(entry, grid, block, arguments, parameters, macros=None, shared=0):
        lists.launch(WAITS, entry, grid, block, arguments, parameters, macros=macros,
                     shared=shared, kind="calibration")
    for steps in [0, 2, 4, 8]:
        for threads, blocks in [(64, 65536), (256, 16384), (256, 131072), (1024, 16384)]:
            run("tree_blocks", blocks, threads,
                ["f32[%d]:zero" % blocks, "f32[%d]:signed" % (threads * blocks)],
                {"block": threads, "blocks": blocks}, {"STEPS": steps}, shared=8 * threads)
    for passes in [1, 2, 3]:
        for columns, rows in [(64, 131072), (256, 8192), (256, 131072), (1024, 32768),
                              (4096, 8192)]:
            arrays = ["f32[%d]:signed" % (rows * columns), "f32[%d]:zero" % (rows * columns),
                      "s32=%d" % columns]
            run("row_passes", rows // 8, (32, 8, 1), arrays, {"columns": columns, "rows": rows},
                {"PASSES": passes})
            if passes > 1 and columns >= 256:
                run("row_blocks", rows, 256, arrays, {"columns": columns, "rows": rows},
                    {"PASSES": passes})
    for columns, rows in [(1024, 4096), (4096, 4096), (16384, 1024), (65536, 512), (262144, 128)]:
        for entry, factor in [("column_walk", []), ("column_walk_factor", ["f32[%d]:signed" % rows])]:
            for threads in [64, 256]:
                run(entry, columns // threads, threads,
                    ["f32[%d]:signed" % (rows * columns)] + factor
                    + ["f32[%d]:zero" % columns, "s32=%d" % rows, "s32=%d" % columns],
                    {"columns": columns, "rows": rows, "block": threads})
    for columns, rows in [(32, 262144), (128, 65536), (128, 524288), (512, 65536)]:
        for table in [1024, rows]:
            run("rows_by_index", rows // 8, (32, 8, 1),
                ["f32[%d]:signed" % (table * columns), "s32[%d]:random=%d" % (rows, table),
                 "f32[%d]:zero" % (rows * columns), "s32=%d" % columns],
                {"columns": columns, "rows": rows, "table": table})


def add_waits(lists):
    add_phases(lists)
    add_together(lists)
    add_loads_and_work(lists)
    add_tensor_chains(lists)


def add_waiting(lists):
    add_whole(lists)

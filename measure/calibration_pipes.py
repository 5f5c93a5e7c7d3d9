"""Calibration of the execution units: latency and rate of each operation."""
SMS = 132

PIPES = "measure/calibrate/pipes.cu"
TENSOR = "measure/calibrate/tensor.cu"

OPERATIONS = [  # entry, scalar argument
    ("fadd", "f32=1.5"), ("fmul", "f32=1.0001"), ("ffma", "f32=0.5"), ("dadd", "f64=1.5"),
    ("dfma", "f64=0.5"), ("hfma2", "u32=939538432"), ("iadd", "s32=3"), ("iadd3", "s32=3"),
    ("iadd64", "s64=3"), ("imad", "s32=3"), ("shift", "s32=3"), ("logic", "s32=3"),
    ("minmax", "s32=3"), ("compare", "s32=3"), ("lg2", "f32=1"), ("ex2", "f32=1"),
    ("rsqrt", "f32=1"), ("sin", "f32=1"), ("popc", "u32=3"), ("convert", "s32=3"),
    ("widen", "f32=1"), ("shuffle", "u32=3"), ("ballot", "u32=3")]


def add_pipes(lists):
    rounds = 64
    for name, scalar in OPERATIONS:
        lists.launch(PIPES, "latency_" + name, 1, 32,
                     ["s64[1]:zero", "s32=%d" % rounds, scalar], {"rounds": rounds},
                     kind="calibration", results=[("latency", 0, 64 * rounds, "cycle")])
        for warps in [4, 16, 32]:
            lists.launch(PIPES, "rate_" + name, SMS, 32 * warps,
                         ["s64[%d]:zero" % SMS, "s32=%d" % rounds, scalar],
                         {"rounds": rounds, "warps": warps}, kind="calibration",
                         results=[("cycles_per_warp_instruction", 0, 64 * rounds * warps, "cycle")])
    for warps in [1, 2, 4, 8, 16, 32]:
        lists.launch(PIPES, "rate_barrier", SMS, 32 * warps,
                     ["s64[%d]:zero" % SMS, "s32=16", "s32=0"], {"warps": warps},
                     kind="calibration", results=[("cycles_per_barrier", 0, 64 * 16, "cycle")])
    for entry in ["mma_f16_f32", "mma_f16_k8", "mma_tf32", "mma_s8", "mma_f64",
                  "mma_f64_k16"]:
        lists.launch(TENSOR, entry, 1, 32, ["s64[1]:zero", "s32=64"], {"warps": 1},
                     macros={"CHAINED": 1}, kind="calibration",
                     results=[("latency", 0, 16 * 64, "cycle")])
        for warps in [4, 8, 16] if entry == "mma_f64_k16" else [4, 8, 16, 32]:
            lists.launch(TENSOR, entry, SMS, 32 * warps, ["s64[%d]:zero" % SMS, "s32=64"],
                         {"warps": warps}, kind="calibration",
                         results=[("cycles_per_warp_instruction", 0, 16 * 64 * warps, "cycle")])

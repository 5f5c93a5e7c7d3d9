"""The calibration set: microbenchmarks that give a device file its numbers. Nothing here is used to
judge a prediction."""
import json
import os

from patterns import patterns

SMS = 132
MIB = 1 << 20

LAUNCH = "measure/calibrate/launch.cu"
PIPES = "measure/calibrate/pipes.cu"
TENSOR = "measure/calibrate/tensor.cu"
CHASE = "measure/calibrate/chase.cu"
STREAM = "measure/calibrate/stream.cu"
PATTERNS = "measure/calibrate/patterns.cu"
MEMORY = "measure/calibrate/memory.cu"
MIX = "measure/calibrate/mix.cu"
WAITS = "measure/calibrate/waits.cu"
REGISTERS = "measure/calibrate/registers.cu"
FLOW = "measure/calibrate/flow.cu"
SEQUENCES_SOURCE = "measure/calibrate/sequences.cu"

OPERATIONS = [  # entry, scalar argument
    ("fadd", "f32=1.5"), ("fmul", "f32=1.0001"), ("ffma", "f32=0.5"), ("dadd", "f64=1.5"),
    ("dfma", "f64=0.5"), ("hfma2", "u32=939538432"), ("iadd", "s32=3"), ("iadd3", "s32=3"),
    ("iadd64", "s64=3"), ("imad", "s32=3"), ("shift", "s32=3"), ("logic", "s32=3"),
    ("minmax", "s32=3"), ("compare", "s32=3"), ("lg2", "f32=1"), ("ex2", "f32=1"),
    ("rsqrt", "f32=1"), ("sin", "f32=1"), ("popc", "u32=3"), ("convert", "s32=3"),
    ("widen", "f32=1"), ("shuffle", "u32=3"), ("ballot", "u32=3")]


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


def chase_l2(lists, mib, spacing, warm, others):
    stops = mib * MIB // spacing
    lists.launch(CHASE, "chase_l2", 1, 1024,
                 ["u64[%d]:cycle=%d" % (mib * MIB // 8, spacing // 8),
                  "u64[%d]:zero" % (mib * MIB // 8), "s64[1]:zero", "s32=%d" % stops,
                  "s32=%d" % (spacing // 8), "s32=%d" % warm, "s32=4096",
                  "u32[%d]:zero" % max(4, others * 4), "s32=%d" % others],
                 {"mib": mib, "spacing": spacing, "flushed": int(others > 0)}, kind="calibration",
                 results=[("latency", 2, 4096, "cycle")])


def add_chases(lists):
    steps = 4096
    for kib in [4, 16, 64, 128, 192, 208, 224, 240, 256, 288, 512]:
        stops = kib * 1024 // 128
        lists.launch(CHASE, "chase_l1", 1, 256,
                     ["u64[%d]:cycle=16" % (stops * 16), "u64[%d]:zero" % (stops * 16),
                      "s64[1]:zero", "s32=%d" % stops, "s32=16", "s32=%d" % stops,
                      "s32=%d" % steps, "u32[4]:zero", "s32=0"],
                     {"kib": kib, "spacing": 128}, kind="calibration",
                     results=[("latency", 2, steps, "cycle")])
    for mib in [1, 2, 4, 8, 16, 24, 28, 32, 40, 48, 56, 64]:
        chase_l2(lists, mib, 128, mib * MIB // 128, 0)
    for mib, spacing in [(128, 128), (256, 128), (1024, 1024), (2048, 2048)]:
        chase_l2(lists, mib, spacing, 0, 256 * MIB // 16)
    lists.launch(CHASE, "l2_lines", SMS, 1,
                 ["u64[%d]:zero" % (512 * 4112), "s32[%d]:zero" % (SMS * 512), "s32=512",
                  "s32=4112", "u32[%d]:zero" % SMS], {"lines": 512, "spacing": 4112 * 8},
                 kind="calibration", results=[("latency", 1, 8, "cycle")], dump=1)
    lists.launch(CHASE, "chase_shared", 1, 32, ["s64[1]:zero", "s32=4096"], {},
                 kind="calibration", results=[("latency", 0, 4096, "cycle")])
    for words, warm in [(256, 4096), (512, 4096), (768, 4096), (1024, 4096), (2048, 4096)]:
        lists.launch(CHASE, "chase_constant", 1, 32, ["s64[1]:zero", "s32=4096", "s32=%d" % warm],
                     {"bytes": words * 4}, kind="calibration",
                     constants=["constant_next u32[%d]:chain=17" % words],
                     results=[("latency", 0, 4096, "cycle")])
    lists.launch(CHASE, "chase_atomic_global", 1, 1, ["u32[32]:zero", "s64[1]:zero", "s32=512"], {},
                 kind="calibration", results=[("latency", 1, 512, "cycle")])
    lists.launch(CHASE, "chase_atomic_shared", 1, 32, ["s64[1]:zero", "s32=512"], {},
                 kind="calibration", results=[("latency", 0, 512, "cycle")])


THREADS = [(1, 32), (1, 64), (1, 128), (1, 256), (1, 512), (1, 1024), (2, 1024)]


def stream(lists, entry, type_name, bytes_each, unroll, blocks, threads, mib, repeats, sms=SMS):
    step = sms * blocks * threads * unroll
    n = max(1, mib * MIB // bytes_each // step) * step
    arrays = {"stream_read": ["f32[%d]:random" % (n * bytes_each // 4), "f32[1]:zero"],
              "stream_write": ["f32[%d]:zero" % (n * bytes_each // 4)],
              "stream_copy": ["f32[%d]:random" % (n * bytes_each // 4),
                              "f32[%d]:zero" % (n * bytes_each // 4)]}[entry]
    lists.launch(STREAM, entry, sms * blocks, threads,
                 arrays + ["s64=%d" % n, "s32=%d" % repeats],
                 {"n": n, "repeats": repeats, "blocks_per_sm": blocks, "block": threads,
                  "element_bytes": bytes_each, "sms": sms},
                 macros={"TYPE": type_name, "UNROLL": unroll}, kind="calibration")


def add_streams(lists):
    for type_name, size in [("float", 4), ("float4", 16)]:
        for unroll in [1, 4]:
            for blocks, threads in THREADS:
                stream(lists, "stream_read", type_name, size, unroll, blocks, threads, 256, 1)
                stream(lists, "stream_read", type_name, size, unroll, blocks, threads, 8, 8)
    for entry in ["stream_write", "stream_copy"]:
        for blocks, threads in [(1, 128), (1, 512), (2, 1024)]:
            stream(lists, entry, "float4", 16, 1, blocks, threads, 512, 1)
            stream(lists, entry, "float4", 16, 1, blocks, threads, 8, 8)
    for mib in [512, 2048]:
        stream(lists, "stream_read", "float4", 16, 4, 2, 1024, mib, 1)
        stream(lists, "stream_copy", "float4", 16, 4, 2, 1024, mib, 1)
        stream(lists, "stream_write", "float4", 16, 4, 2, 1024, mib, 1)
    for mib in [4, 16, 24, 28, 32, 40, 48, 56, 64, 96, 128]:
        stream(lists, "stream_read", "float4", 16, 4, 2, 1024, mib, 8)
    for threads in [32, 128, 1024]:  # one SM alone, from L2
        stream(lists, "stream_read", "float4", 16, 4, 1, threads, 4, 4, sms=1)
    for type_name, size in [("float", 4), ("float4", 16)]:
        for blocks, threads in THREADS:
            n = 131072 // blocks // size
            lists.launch(STREAM, "stream_l1", SMS * blocks, threads,
                         ["f32[%d]:random" % (n * size // 4 * SMS * blocks), "f32[1]:zero",
                          "s32=%d" % n, "s32=8", "s64[%d]:zero" % (SMS * blocks)],
                         {"block": threads, "blocks_per_sm": blocks, "element_bytes": size},
                         macros={"TYPE": type_name, "UNROLL": 4}, kind="calibration",
                         results=[("cycles_per_128_bytes", 4, n * blocks * size * 8 / 128.0,
                                   "cycle")])


PATTERN_KERNELS = [("shared_load_4", 4), ("shared_load_8", 8), ("shared_load_16", 16),
                   ("shared_store_4", 4), ("shared_store_8", 8), ("shared_store_16", 16),
                   ("shared_atomic", 4), ("shared_atomic_returning", 4), ("shared_atomic_cas", 4),
                   ("shared_atomic_float", 4), ("global_load_4", 4), ("global_load_8", 8),
                   ("global_load_16", 16), ("constant_load", 4)]
COUNTED = [("shared_load_8", 8), ("shared_load_16", 16), ("shared_atomic", 4), ("global_load_4", 4),
           ("global_load_16", 16), ("global_store_4", 4), ("global_store_16", 16),
           ("global_atomic", 4)]
COUNTED_PATTERNS = ["stride_1", "stride_3", "stride_32", "pair_8_other_bank", "parts_4_rows"]


def add_patterns(lists):
    for width in [4, 8, 16]:
        rows = patterns(width)
        while len(rows) % SMS:
            rows.append(rows[0])
        for part in range(len(rows) // SMS):
            with open(os.path.join(lists.out, "patterns-%d-%d.txt" % (width, part)), "w") as file:
                for _, offsets in rows[part * SMS:(part + 1) * SMS]:
                    file.write(" ".join(map(str, offsets)) + "\n")
        with open(os.path.join(lists.out, "patterns-%d.json" % width), "w") as file:
            json.dump([name for name, _ in rows], file)
        for name, offsets in rows:
            if name in COUNTED_PATTERNS:
                with open(os.path.join(lists.out, "%s-%d.txt" % (name, width)), "w") as file:
                    file.write((" ".join(map(str, offsets)) + "\n") * SMS)
    for entry, width in PATTERN_KERNELS:
        for part in range(len(patterns(width)) // SMS):
            lists.launch(PATTERNS, entry, SMS, 256,
                         pattern_arguments("patterns-%d-%d" % (width, part)),
                         {"part": part}, shared=200 * 1024 if "shared" in entry else 0,
                         kind="calibration", dump=2,
                         results=[("cycles_per_request", 2, 8 * 16 * 16, "cycle")])


def pattern_arguments(name):
    return ["s32[%d]:file=%s.txt" % (SMS * 32, name), "u8[%d]:zero" % ((SMS + 1) * 65536),
            "s64[%d]:zero" % SMS, "s32=16", "s32=0"]


def add_counted(lists):
    for entry, width in COUNTED:
        for name in COUNTED_PATTERNS:
            lists.launch(PATTERNS, entry, SMS, 256, pattern_arguments("%s-%d" % (name, width)),
                         {"pattern": name}, shared=200 * 1024 if "shared" in entry else 0,
                         kind="calibration", name="counted-" + entry,
                         results=[("cycles_per_request", 2, 8 * 16 * 16, "cycle")])


def add_memory(lists):
    region = 512 * MIB
    for stride in [4, 32, 64, 128, 256, 512, 1024, 4096]:
        count = min(region // stride, 16 * MIB)
        lists.launch(MEMORY, "touch_read", count // 256, 256,
                     ["u8[%d]:zero" % (count * stride), "u32[1]:zero", "s64=%d" % count,
                      "s32=%d" % stride], {"stride": stride, "count": count}, kind="calibration")
    for sectors in [1, 2, 3, 4]:
        lines = 2 * MIB
        lists.launch(MEMORY, "touch_sectors", lines * 32 // 256, 256,
                     ["u8[%d]:zero" % (lines * 128), "u32[1]:zero", "s64=%d" % lines,
                      "s32=%d" % sectors], {"sectors": sectors}, kind="calibration")
    for words, stride in [(1, 32), (1, 64), (1, 128), (1, 1024), (4, 32), (8, 32), (8, 64),
                          (8, 128),
                          (16, 64), (16, 128), (32, 128), (32, 256), (8, 4096)]:
        count = min(region // stride, 2 * MIB) * words
        lists.launch(MEMORY, "touch_write", count // 256, 256,
                     ["u8[%d]:zero" % (count // words * stride), "s64=%d" % count,
                      "s32=%d" % stride, "s32=%d" % words],
                     {"stride": stride, "words": words, "count": count}, kind="calibration")
    for words, stride in [(32, 128), (16, 128), (8, 128), (4, 128), (2, 128), (1, 128), (1, 32),
                          (2, 32), (4, 32), (8, 64), (16, 64), (1, 256), (8, 256)]:
        span = 16 * MIB
        named = {"stride": stride, "words": words, "span": span, "rounds": 32}
        numbers = ["s32=%d" % stride, "s32=%d" % words, "s32=%d" % span, "s32=32"]
        lists.launch(MEMORY, "scattered_store", SMS * 2, 1024, ["u8[%d]:zero" % span] + numbers,
                     named, kind="calibration")
        lists.launch(MEMORY, "scattered_load", SMS * 2, 1024,
                     ["u8[%d]:zero" % span, "u32[1]:zero"] + numbers, named, kind="calibration")
    for type_name, short in [("unsigned", "u32"), ("float", "f32"), ("double", "f64")]:
        for distinct in [1, 2, 32, 256, 4096, 65536, 1 << 20, 1 << 24]:
            if short != "u32" and distinct not in (1, 32, 65536):
                continue
            for entry in ["atomic_global", "atomic_global_returning"]:
                lists.launch(MEMORY, entry, SMS * 2, 1024,
                             ["%s[%d]:zero" % (short, distinct), "s32=%d" % distinct, "s32=1",
                              "s32=4"], {"distinct": distinct, "step": 1, "rounds": 4},
                             macros={"TYPE": type_name}, kind="calibration")
    for entry in ["atomic_global", "atomic_global_returning"]:  # long enough to see past the launch
        for step in [1, 1031]:
            lists.launch(MEMORY, entry, SMS * 2, 1024,
                         ["u32[%d]:zero" % (1 << 20), "s32=%d" % (1 << 20), "s32=%d" % step,
                          "s32=128"], {"distinct": 1 << 20, "step": step, "rounds": 128},
                         macros={"TYPE": "unsigned"}, kind="calibration")
    for distinct in [32, 4096, 65536, 1 << 20, 1 << 24]:  # lanes far apart
        lists.launch(MEMORY, "atomic_global", SMS * 2, 1024,
                     ["u32[%d]:zero" % distinct, "s32=%d" % distinct, "s32=1031", "s32=4"],
                     {"distinct": distinct, "step": 1031, "rounds": 4},
                     macros={"TYPE": "unsigned"}, kind="calibration")


def add_timed(lists):
    add_pipes(lists)
    add_chases(lists)
    add_patterns(lists)
    add_streams(lists)


def add_counted_streams(lists):
    for threads in [32, 128, 512, 1024]:  # one SM alone, from L2
        stream(lists, "stream_read", "float4", 16, 4, 1, threads, 4, 64, sms=1)
    for mib, repeats in [(16, 64), (33, 64), (49, 64)]:
        stream(lists, "stream_read", "float4", 16, 4, 2, 1024, mib, repeats)
        stream(lists, "stream_write", "float4", 16, 4, 2, 1024, mib, repeats)
    for mib in [44, 48, 52, 56, 60, 64, 68, 72, 80]:  # how much of it stays in L2
        stream(lists, "stream_read", "float4", 16, 1, 1, 1024, mib, 8)
    for load_first in [0, 1]:
        lists.launch(MEMORY, "store_then_load", 132, 256, ["u32[%d]:zero" % (132 * 256),
                     "u32[1]:zero", "s32=%d" % load_first], {"load_first": load_first},
                     kind="calibration")
    for blocks, threads in [(1, 128), (1, 512), (2, 1024)]:
        stream(lists, "stream_copy", "float", 4, 1, blocks, threads, 512, 1)


def add_counters(lists):
    add_counted_streams(lists)
    add_launches(lists)
    add_memory(lists)
    add_counted(lists)


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
                ["f32[%d]:random" % (4 * n), "f32[1]:zero", "s64=%d" % n, "f32=0.5"],
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
                    arrays = ["f32[%d]:random" % n] + (["f32[1]:zero"] if entry == "look" else [])
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
                        ["f32[%d]:random" % WORDS, "s32=%d" % rounds, "s32=%d" % (WORDS - 1)],
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
        for entry in ["async_chase", "load_chase"]:
            run(entry, blocks, warps, ["u32[%d]:zero" % WORDS, "s32=64", "s32=%d" % (WORDS // 4 - 1)],
                {}, "cycles_per_step", 64)
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
                ["f32[%d]:zero" % blocks, "f32[%d]:random" % (threads * blocks)],
                {"block": threads, "blocks": blocks}, {"STEPS": steps}, shared=8 * threads)
    for passes in [1, 2, 3]:
        for columns, rows in [(64, 131072), (256, 8192), (256, 131072), (1024, 32768),
                              (4096, 8192)]:
            arrays = ["f32[%d]:random" % (rows * columns), "f32[%d]:zero" % (rows * columns),
                      "s32=%d" % columns]
            run("row_passes", rows // 8, (32, 8, 1), arrays, {"columns": columns, "rows": rows},
                {"PASSES": passes})
            if passes > 1 and columns >= 256:
                run("row_blocks", rows, 256, arrays, {"columns": columns, "rows": rows},
                    {"PASSES": passes})
    for columns, rows in [(1024, 4096), (4096, 4096), (16384, 1024), (65536, 512), (262144, 128)]:
        for entry, factor in [("column_walk", []), ("column_walk_factor", ["f32[%d]:random" % rows])]:
            for threads in [64, 256]:
                run(entry, columns // threads, threads,
                    ["f32[%d]:random" % (rows * columns)] + factor
                    + ["f32[%d]:zero" % columns, "s32=%d" % rows, "s32=%d" % columns],
                    {"columns": columns, "rows": rows, "block": threads})
    for columns, rows in [(32, 262144), (128, 65536), (128, 524288), (512, 65536)]:
        for table in [1024, rows]:
            run("rows_by_index", rows // 8, (32, 8, 1),
                ["f32[%d]:random" % (table * columns), "s32[%d]:random=%d" % (rows, table),
                 "f32[%d]:zero" % (rows * columns), "s32=%d" % columns],
                {"columns": columns, "rows": rows, "table": table})


def add_waits(lists):
    add_phases(lists)
    add_together(lists)
    add_tensor_chains(lists)


def add_waiting(lists):
    add_whole(lists)
# What three operands are read from: patterns of operands.py. x is what the one before made (a chain,
# four clocks apart) or one of eight that take turns (a clock apart, two for a pipe of half the rate).
def chain(*rows, stall=4):
    return ["%s %d %s" % (row, stall, "-") for row in rows]


def turns(row, stall, kept="-", even=True):
    """Eight accumulators, all even or alternately even and odd."""
    names = ["e%d" % (i + 2) if even or i % 2 == 0 else "o%d" % (i + 2) for i in range(8)]
    return ["%s %d %s" % (row.replace("x", name), stall, kept) for name in names]


def tile(kept, clash):
    """A tile of products, 4 x 4: sum_ij += a_i * b_j, b_j and sum_ij in the same bank or not."""
    rows = []
    for i in range(4):
        for j in range(4):
            bank, other = ("e", "o") if j % 2 else ("o", "e")
            sum_ = "%s%d" % (bank if clash else other, 4 + i * 2 + j // 2)
            rows.append("%s e%d %s%d %s 1 %s" % (sum_, i % 2, bank, 2 + j // 2, sum_, kept))
    return rows


def three_operands(stall, slow):
    """Of d = a * b + c: name -> rows. `slow` is the stall of a chain."""
    rows = {
        "chain_1": chain("e0 e0 e0 e0", stall=slow),
        "chain_2_same": chain("e0 e1 e0 e1", stall=slow),
        "chain_2_other": chain("e0 o1 e0 o1", stall=slow),
        "chain_3_same": chain("e0 e1 e0 e2", stall=slow),
        "chain_3_mixed": chain("e0 e1 e0 o2", stall=slow),
        "chain_3_alone": chain("e0 o1 e0 o2", stall=slow),
        "turns_2_same": turns("x e0 e0 x", stall),
        "turns_2_other": turns("x o0 o0 x", stall),
        "turns_3_same": turns("x e0 e1 x", stall),
        "turns_3_mixed": turns("x e0 o0 x", stall),
        "turns_3_mixed_kept": turns("x e0 o0 x", stall, "ab"),
        "turns_3_same_kept": turns("x e0 e1 x", stall, "ab"),
    }
    return rows


SINGLE_ONLY = {
    "chain_3_mixed_kept": ["e0 e1 e0 o2 4 ac"],
    "chain_3_same_kept": ["e0 e1 e0 e2 4 ac"],
    "chain_3_turns": chain("e0 e1 e0 o2", "e0 o1 e0 o2"),
    "chain_3_then_1_other": chain("e0 e1 e0 o2", "e1 o1 o1 o1"),
    "chain_3_then_1_same": chain("e0 e1 e0 o2", "e1 e3 e3 e3"),
    "chain_3_zero": chain("e0 e1 e0 z"),
    "turns_3_alone": turns("x o0 o1 x", 1),
    "turns_3_a_kept": turns("x e0 o0 x", 1, "a"),
    "turns_3_b_kept": turns("x e0 o0 x", 1, "b"),
    "turns_banks": turns("x e0 o0 x", 1, even=False),
    "turns_banks_kept": turns("x e0 o0 x", 1, "ab", even=False),
    "tile": tile("-", False),
    "tile_kept": tile("a", False),
    "tile_clash": tile("-", True),
    "tile_clash_kept": tile("a", True),
}

TWO_OPERANDS = {
    "chain_1": chain("e0 e0 e0 -"),
    "chain_2_same": chain("e0 e0 e1 -"),
    "chain_2_other": chain("e0 e0 o1 -"),
    "turns_2_same": turns("x x e0 -", 1),
    "turns_2_other": turns("x x o0 -", 1),
}

OPERANDS = [  # entry, patterns, registers of a value, contents
    ("ffma", {**three_operands(1, 4), **SINGLE_ONLY}, 1, "f32[%d]:zero"),
    ("fadd", TWO_OPERANDS, 1, "f32[%d]:zero"),
    ("hfma2", three_operands(1, 5), 1, "u32[%d]:zero"),
    ("imad", three_operands(2, 4), 1, "s32[%d]:zero"),
    ("lop3", three_operands(2, 4), 1, "s32[%d]:zero"),
    ("iadd3", three_operands(2, 4), 1, "s32[%d]:zero"),
    ("dfma", three_operands(2, 8), 2, "f64[%d]:zero"),
    ("ffma_lop3", three_operands(1, 4), 1, "s32[%d]:zero"),
    ("imad_lop3", three_operands(1, 4), 1, "s32[%d]:zero"),
]


def add_operands(lists):
    for name, patterns, registers, contents in OPERANDS:
        for pattern, rows in patterns.items():
            for warps in [4, 8, 16, 32] if name == "ffma" else [4, 16, 32]:
                lists.launch(REGISTERS, "operands_" + name, SMS, 32 * warps,
                             ["s64[%d]:zero" % SMS, "s32=16", contents % (24 * 1024)],
                             {"warps": warps, "pattern": pattern}, kind="calibration",
                             operands=(rows, registers),
                             results=[("cycles_per_warp_instruction", 0, 128 * 16 * warps,
                                       "cycle")])


def add_chains(lists):
    for name in ["register", "registers", "constants", "immediates", "itself"]:
        for chains in [1, 2, 4, 8]:
            for warps in [4, 8, 16, 32]:
                lists.launch(REGISTERS, "chains_" + name, SMS, 32 * warps,
                             ["s64[%d]:zero" % SMS, "s32=16", "f32[2048]:zero", "f32=0.5", "f32=1",
                              "f32=1.5", "f32=2"], {"warps": warps}, macros={"CHAINS": chains},
                             kind="calibration",
                             results=[("cycles_per_warp_instruction", 0, 128 * 16 * warps,
                                       "cycle")])
    for name, contents, sizes in [("f32", "f32[2048]:zero", [(1, 4), (2, 2), (4, 4), (8, 8)]),
                                  ("f64", "f64[2048]:zero", [(2, 2), (4, 4)]),
                                  ("s32", "s32[2048]:zero", [(2, 2), (4, 4), (8, 8)])]:
        for rows, columns in sizes:
            for warps in [4, 8, 16]:
                lists.launch(REGISTERS, "tile_" + name, SMS, 32 * warps,
                             ["s64[%d]:zero" % SMS, "s32=16", contents], {"warps": warps},
                             macros={"ROWS": rows, "COLUMNS": columns}, kind="calibration",
                             results=[("cycles_per_warp_instruction", 0,
                                       8 * 16 * rows * columns * warps, "cycle")])


SEQUENCES = [  # first and second argument, names
    ("u32=3", "u32=2863311530", "u32_div u32_rem u32_mulhi u32_popc u32_clz u32_ffs u32_brev "
     "u32_prmt u32_funnel u32_dp4a u32_min u32_select u32_imad u32_lea u32_xorshift u32_f32 "
     "shfl_idx shfl_xor vote any match_any redux_add redux_min activemask syncwarp"),
    ("s32=3", "s32=1431655765", "s32_div s32_rem s32_f32 s32_f64"),
    ("u64=3", "u64=6148914691236517205", "u64_div u64_rem u64_mul u64_mulhi u64_add u64_shift "
     "u64_compare"),
    ("u64=3", "u64=2863311530", "u64_div u64_rem"),
    ("s64=3", "s64=6148914691236517205", "s64_div s64_rem s64_f32"),
    ("f32=1.5", "f32=2", "f32_div f32_div_fast f32_rcp f32_sqrt f32_sqrt_fast f32_rsqrt f32_exp "
     "f32_exp_fast f32_exp2 f32_log f32_log_fast f32_log2 f32_sin f32_cos f32_sin_fast "
     "f32_cos_fast f32_tanh f32_erf f32_pow f32_fmod f32_min f32_floor f32_f64 f32_f16 f32_u8 "
     "f16x2_add f16x2_mul f16x2_fma f16x2_max f16x2_exp2"),
    ("f64=1.5", "f64=2", "f64_add f64_mul f64_div f64_rcp f64_sqrt f64_rsqrt f64_exp f64_log "
     "f64_sin"),
]


def add_sequences(lists):
    for first, second, names in SEQUENCES:
        for name in names.split():
            for warps in [1, 4, 32]:
                lists.launch(SEQUENCES_SOURCE, "sequence_" + name, 1 if warps == 1 else SMS,
                             32 * warps, ["s64[%d]:zero" % SMS, "s32=8", first, second],
                             {"warps": warps, "small": int(second == "u64=2863311530")},
                             kind="calibration",
                             results=[("latency", 0, 64, "cycle") if warps == 1 else
                                      ("cycles_per_warp_instruction", 0, 64 * warps, "cycle")])
    for loads in [1, 2, 4, 8]:
        for work in [4, 16, 32]:
            for blocks, warps in [(1, 1), (64, 8), (132, 8), (132, 32)]:
                lists.launch(SEQUENCES_SOURCE, "stream_near", blocks, 32 * warps,
                             ["f32[%d]:zero" % (1 << 16), "f32[1]:zero", "s32=%d" % (1 << 14),
                              "s32=2", "s64[%d]:zero" % SMS], {"warps": warps, "blocks": blocks},
                             macros={"LOADS": loads, "WORK": work}, kind="calibration",
                             results=[("cycles_per_load", 4, 2 << 14, "cycle")])


def add_registers(lists):
    """What the operands of an instruction cost."""
    add_operands(lists)
    add_chains(lists)


def add_flow(lists):
    """Lengths of code, branches, steps that wait for each other."""
    def run(entry, warps, arguments, parameters, divisor, macros=None):
        lists.launch(FLOW, entry, SMS, 32 * warps, ["s64[%d]:zero" % SMS] + arguments,
                     {"warps": warps, **parameters}, macros=macros, kind="calibration",
                     results=[("cycles_per_turn", 0, divisor, "cycle")])
    for steps in [64, 128, 192, 256, 512, 1024, 2048, 4096, 8192]:
        for warps in [1, 4, 16, 32]:
            rounds = max(2, 16384 // steps)
            run("code_length", warps, ["s32=%d" % rounds, "f32=1"], {}, rounds * steps,
                {"STEPS": steps})
    for name, limit in [("never", 1 << 30), ("always", 1 << 31), ("half", 1)]:
        for warps in [1, 4, 16, 32]:
            run("branches_" + name, warps, ["s32=16", "u32=%d" % limit], {}, 16 * 16)
    for count in range(6):
        for warps in [1, 4, 16, 32]:
            run("phases", warps, ["f32[1024]:random", "s32=1024", "f32=-6.2831853"], {}, 1024,
                {"PHASES": count})
    for entry in ["l1_three", "l1_sums"]:
        for fmas in [1, 2, 4, 6, 8, 16]:
            for blocks, threads in [(2, 1024), (1, 512), (1, 128)]:
                lists.launch(FLOW, entry, SMS * blocks, threads,
                             ["f32[4096]:zero", "f32[1]:zero", "s32=128", "s32=4095"],
                             {"blocks_per_sm": blocks, "block": threads, "rounds": 128},
                             macros={"FMAS": fmas}, kind="calibration")

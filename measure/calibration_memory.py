"""Calibration of the memories: latency, bandwidth, patterns of addresses, counters, atomics."""
import json
import os

from patterns import patterns

SMS = 132
MIB = 1 << 20

CHASE = "measure/calibrate/chase.cu"
STREAM = "measure/calibrate/stream.cu"
PATTERNS = "measure/calibrate/patterns.cu"
MEMORY = "measure/calibrate/memory.cu"


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
    arrays = {"stream_read": ["f32[%d]:signed" % (n * bytes_each // 4), "f32[1]:zero"],
              "stream_write": ["f32[%d]:zero" % (n * bytes_each // 4)],
              "stream_copy": ["f32[%d]:signed" % (n * bytes_each // 4),
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
                         ["f32[%d]:signed" % (n * size // 4 * SMS * blocks), "f32[1]:zero",
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

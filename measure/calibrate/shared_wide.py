#!/usr/bin/env python3
"""Makes the requests of shared_wide.cu and reads what was counted.

    shared_wide.py make table.bin       # 30 launches of 512 requests
    nvcc -std=c++17 -arch=sm_90 -O2 -o shared_wide shared_wide.cu
    ncu --clock-control none --section SourceCounters -o report ./shared_wide table.bin
    ncu --import report.ncu-rep --page source --csv --print-source sass >counted.csv
    shared_wide.py read table.bin counted.csv >shared_wide.csv

Loads and stores of 8 and 16 bytes of one warp, some lanes idle, at words that lanes share or not and that conflict or
not. reports/measured/shared_wide.csv has a part of what was counted, instruction by instruction.
"""
import csv
import random
import struct
import sys

REQUESTS = 512  # of a launch, as in shared_wide.cu
LAUNCHES = [("load", 16, 14), ("load", 8, 10), ("store", 16, 3), ("store", 8, 3)]
IDLE = 0xFFFFFFFF
BYTES = 32768


def lanes_that_take_part():
    kind = random.randrange(9)
    every = random.choice([2, 3, 4, 8])
    of = random.randrange(every)
    if kind == 0:
        on = [True] * 32
    elif kind == 1:
        share = random.random()
        on = [random.random() < share for _ in range(32)]
    elif kind == 2:
        on = [i % every != of for i in range(32)]
    elif kind == 3:
        on = [i % every == of for i in range(32)]
    elif kind in (4, 5):
        to = random.randrange(1, 32)
        on = [(i < to) == (kind == 4) for i in range(32)]
    elif kind == 6:
        some = random.sample(range(32), random.randrange(1, 32))
        on = [i in some for i in range(32)]
    else:
        bits = random.getrandbits(16)
        on = [bool(bits >> i // (4 if kind == 7 else 2) & 1) for i in range(32)]
    if not any(on):
        on[random.randrange(32)] = True
    return on


def words_of(on, words):
    """What each lane names, in words of the width."""
    kind = random.randrange(8)
    first = random.randrange(64)
    if kind == 0:
        group = random.choice([1, 2, 3, 4, 5, 8, 16, 32])
        return [first + i // group for i in range(32)]
    if kind == 1:
        turn = random.choice([1, 2, 3, 4, 5, 6, 8, 16])
        return [first + i % turn for i in range(32)]
    if kind == 2:
        some = [first + i for i in range(random.choice([1, 2, 3, 4, 6, 8, 12, 16]))]
        return [random.choice(some) for _ in range(32)]
    if kind == 3:
        some = [random.randrange(words) for _ in range(random.choice([2, 3, 4, 6, 8, 16]))]
        return [random.choice(some) for _ in range(32)]
    if kind == 4:
        return [random.randrange(words) for _ in range(32)]
    if kind == 5:  # partners 1, 2 or 4 lanes away name the same word
        distance, among, named = random.choice([1, 2, 4]), random.choice([2, 4, 8, 16, 64]), {}
        return [named.setdefault(i & ~distance, first + random.randrange(among)) for i in range(32)]
    if kind == 6:  # groups of those that take part
        group = random.choice([2, 3, 4, 8])
        return [first + sum(on[:i]) // group for i in range(32)]
    step = random.choice([1, 2, 3, 4, 8, 16, 32])
    return [i * step % words for i in range(32)]


def make(path):
    random.seed(3201)
    with open(path, "wb") as out:
        for _, width, launches in LAUNCHES:
            for _ in range(launches * REQUESTS):
                on = lanes_that_take_part()
                at = words_of(on, BYTES // width)
                out.write(struct.pack("<32I", *(at[i] * width if on[i] else IDLE for i in range(32))))


def read(table, counted):
    """Kernels stand twice in what Nsight Compute writes."""
    requests = [row for row in struct.iter_unpack("<32I", open(table, "rb").read())]
    kinds = [(what, width) for what, width, launches in LAUNCHES for _ in range(launches)]
    columns, kernel, at = [], -1, 0
    print("what,bytes,wavefronts,ideal,lane 0 to lane 31: the word of that many bytes")
    for row in csv.reader(open(counted)):
        if row[:1] == ["Kernel Name"]:
            kernel, at = kernel + 1, 0
        elif "Source" in row:
            columns = row
        elif len(row) == len(columns) and kernel % 2 == 0:
            values = dict(zip(columns, row))
            what, width = kinds[kernel // 2]
            if ("LDS" if what == "load" else "STS") + f".{8 * width}" not in values["Source"]:
                continue
            request = requests[kernel // 2 * REQUESTS + at]
            at += 1
            if sum(lane != IDLE for lane in request) != int(values["Predicated-On Thread Instructions Executed"]):
                raise SystemExit(f"{what} {at} of kernel {kernel // 2} is another request")
            print(what, width, values["L1 Wavefronts Shared"], values["L1 Wavefronts Shared Ideal"],
                  " ".join("." if lane == IDLE else str(lane // width) for lane in request), sep=",")


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"]:
        make(sys.argv[2])
    else:
        read(*sys.argv[2:4])

#!/usr/bin/env python3
"""Makes the kernels and the list of launches of guarded.cu.

    guarded.py FOLDER       # needs nvcc; writes FOLDER/*.cubin and FOLDER/list.txt
    nvcc -o guarded guarded.cu -lcuda
    ncu --clock-control none --cache-control none --metrics
        memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal --page raw --csv ./guarded FOLDER/list.txt FOLDER

The machine code of a kernel of each kind is changed: the predicate of the one instruction, and that of which lanes a copy
reads, get the registers asked for. All seven are set right before it from the bits of a number of each lane (R2P).
reports/measured/guarded.csv has what was counted.
"""
import os
import struct
import subprocess
import sys

WAYS = ["cg16", "ca4", "ca8", "ca16", "cg16z", "ca4z", "ld", "st", "ld16"]  # the numbers of WAY in guarded.cu
ALL = 0xFFFFFFFF
R2P, LDGSTS, LDS, STS = 0x804, 0xFAE, 0x984, 0x988
NOBODY = 15  # !PT


def bytes_of(way):
    return 16 if "16" in way else 8 if way == "ca8" else 4


def code_of(path):
    """Where the code of k lies in the file: first byte, bytes."""
    for line in subprocess.run(["readelf", "-S", "-W", path], capture_output=True, text=True).stdout.splitlines():
        fields = line.split("]")[-1].split()
        if fields[:1] == [".text.k"]:
            return int(fields[3], 16), int(fields[4], 16)
    raise SystemExit(path + " has no kernel k")


def changed(folder, way, guard, negated, reads=None, reads_negated=0):
    """The kernel with the predicate `guard` (7: none) and, of a copy, `reads`; its name."""
    base = f"{folder}/base_{way}.cubin"
    image = bytearray(open(base, "rb").read())
    start, size = code_of(base)
    code = [struct.unpack_from("<QQ", image, start + at) for at in range(0, size, 16)]
    opcode = [low & 0xFFF for low, _ in code]
    sets = opcode.index(R2P)
    uses = next(i for i, (low, _) in enumerate(code)
                if opcode[i] in (LDGSTS, LDS, STS) and low >> 12 & 15 != NOBODY)

    def put(i, low, high):
        struct.pack_into("<QQ", image, start + 16 * i, low, high)

    low, high = code[sets]
    high |= 0xF << 41  # nothing is issued for 15 cycles
    put(sets, low, high)
    if opcode[uses] == LDGSTS:  # the first of three LDS of no lane makes room for one that sets P0 too
        put(uses - 3, low & ~(0xFF << 32) | 0x7F << 32, high & ~(0x3F << 52))
    low, high = code[uses]
    low = low & ~(0xF << 12) | (guard | negated << 3) << 12
    if reads is not None:
        high = high & ~(0xF << 23) | (reads | reads_negated << 3) << 23
    put(uses, low, high)
    name = f"{way}_{'n' * negated}p{guard}" + ("" if reads is None else f"_t{'n' * reads_negated}p{reads}")
    open(f"{folder}/{name}.cubin", "wb").write(image)
    return name


def places(way):
    """Where the lanes read and write, bytes: copies of 16 bytes in rows of 4 to rows 80 bytes apart, others to one bank."""
    size = bytes_of(way)
    if size == 16:
        return [16 * l for l in range(32)], [l // 4 * 80 + l % 4 * 16 for l in range(32)]
    return [size * l for l in range(32)], [128 * l + l // 8 * size for l in range(32)]


def launches(folder, way, guard, negated, masks, others, reads=None, reads_negated=0, reading=(None,)):
    name = changed(folder, way, guard, negated, reads, reads_negated)
    source, target = places(way)
    for on in masks:
        for other in others:
            for read in reading:
                true = [other] * 7
                if guard < 7:
                    true[guard] = on ^ (ALL if negated else 0)
                if read is not None:
                    true[reads] = read ^ (ALL if reads_negated else 0)
                bits = [sum((true[p] >> l & 1) << p for p in range(7)) for l in range(32)]
                label = f"on={on:08x};others={other:08x}" + ("" if read is None else f";reading={read:08x}")
                yield " ".join([name, label] + [str(x) for x in bits + source + target + [bytes_of(way)] * 32])


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guarded.cu")
    for number, way in enumerate(WAYS):
        subprocess.run(["nvcc", "-arch=sm_90", f"-DWAY={number}", "-cubin", "-o", f"{folder}/base_{way}.cubin", source],
                       check=True)
    masks, few = [0, 0x20, 0x7F, 0xFFFF0000, ALL], [0, 0x7F, ALL]
    lines = []
    for guard in range(7):
        for negated in (0, 1):
            lines += launches(folder, "cg16", guard, negated, masks, (0, ALL))
    for way in ("ca4", "ca8", "ca16", "ld", "st", "ld16"):
        for guard in (0, 1, 3, 6):
            for negated in (0, 1):
                lines += launches(folder, way, guard, negated, masks, (0,))
    for way in ("cg16", "cg16z", "ca4", "ca4z", "ca16"):
        for reads, negated in ((0, 0), (1, 0), (6, 0), (0, 1), (1, 1)):
            lines += launches(folder, way, 7, 0, [ALL], (0,), reads, negated, [0, 0x7F, 0xFFFF0000, ALL])
        for guard, negated, reads in ((0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 0), (2, 0, 1)):
            lines += launches(folder, way, guard, negated, few, (0,), reads, 0, few)
    with open(f"{folder}/list.txt", "w") as out:
        out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

"""Address patterns of one warp request, as 32 byte offsets (-1: the lane does nothing)."""
import random


def patterns(width):
    """(name, offsets) for accesses of `width` bytes."""
    rows = []
    add = lambda name, offsets: rows.append((name, [o if o < 0 else int(o) for o in offsets]))
    lanes = range(32)
    for stride in list(range(0, 18)) + [24, 31, 32, 33]:
        add("stride_%d" % stride, [i * stride * width for i in lanes])
    for j in [1, 2, 3, 4, 7, 8, 9, 12, 15, 16, 17, 20, 23, 24, 25, 31]:
        add("pair_%d_same_bank" % j, [0 if i == 0 else 4096 if i == j else -1 for i in lanes])
        add("pair_%d_other_bank" % j, [0 if i == 0 else 4096 + 64 if i == j else -1 for i in lanes])
    for parts in [2, 4, 8, 16]:
        size = 32 // parts
        add("parts_%d_same" % parts, [i % size * width for i in lanes])
        add("parts_%d_rows" % parts, [i // size * 2048 + i % size * width for i in lanes])
        add("parts_%d_rows_128" % parts, [i // size * 128 + i % size * width for i in lanes])
        add("parts_%d_spread" % parts,
            [i // size * 2048 + i % size * width + i // size * size * width for i in lanes])
        add("interleaved_%d_same" % parts, [i // parts * width for i in lanes])
        add("interleaved_%d_rows" % parts, [i % parts * 2048 + i // parts * width for i in lanes])
        add("first_1_of_%d" % parts, [i * width if i < size else -1 for i in lanes])
        add("every_%d" % parts, [i * width if i % parts == 0 else -1 for i in lanes])
    for n in [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32]:
        add("lines_%d" % n, [i % n * 128 + i * width % 128 for i in lanes])
    for n in [2, 3, 4, 5, 8, 16, 32]:
        add("deep_%d" % n, [i % n * 128 if i < n else i % n * 128 for i in lanes])
    add("reversed", [(31 - i) * width for i in lanes])
    add("swapped", [(i ^ 1) * width for i in lanes])
    shuffled = list(lanes)
    random.Random(7).shuffle(shuffled)
    add("shuffled", [i * width for i in shuffled])
    add("shifted", [(i + 1) * width for i in lanes])
    generator = random.Random(1)
    for k in range(24):
        span = [32, 64, 128, 256][k % 4]
        add("random_%d_of_%d" % (k, span), [generator.randrange(span) * width for _ in lanes])
    return rows

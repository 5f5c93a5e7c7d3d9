"""Replaces the operands of machine instructions in a cubin of calibrate/registers.cu.

Which registers an instruction names is the compiler's choice; what they cost shows only where it is
ours. A pattern is a list of rows `d a b c stall reuse`: registers e0, e1, ... are the even ones that
the loop works on, o0, o1, ... the odd ones (pairs of registers: whose half is even or odd), z is the
register that is always zero; stall is the number of clocks before the warp's next instruction, reuse
names the operands that are kept for it (- for none). The rows are repeated over the loop.

Encoding (128 bits, cc 7.0 to 9.0, as nvdisasm shows it): destination in bits 16-23, operands in 24-31,
32-39 and 64-71, stall in 105-108, yield in 109, operands kept in 122-124.
"""
import struct

LOOP = {0x223: "FFMA", 0x221: "FADD", 0x224: "IMAD", 0x210: "IADD3", 0x212: "LOP3", 0x22b: "DFMA",
        0x231: "HFMA2", 0x235: "HFMA2.MMA"}
CLOCK = 0x805  # CS2R
FIELDS = {"d": 16, "a": 24, "b": 32, "c": 64}


def text_of(image, entry):
    """Where the code of a kernel lies: offset and size."""
    table, = struct.unpack_from("<Q", image, 40)
    size, count, names = struct.unpack_from("<HHH", image, 58)
    rows = [struct.unpack_from("<IIQQQQIIQQ", image, table + i * size) for i in range(count)]
    for name, _, _, _, offset, length, *_ in rows:
        start = rows[names][4] + name
        if image[start:image.index(b"\0", start)] == b".text." + entry.encode():
            return offset, length
    raise KeyError(entry)


def get(word, at, width):
    return word >> at & (1 << width) - 1


def put(word, at, width, value):
    return word & ~((1 << width) - 1 << at) | value << at


def loop_of(image, entry):
    """Offsets of the instructions between the two readings of the clock that work on operands."""
    offset, length = text_of(image, entry)
    inside, out = 0, []
    for at in range(offset, offset + length, 16):
        opcode = get(int.from_bytes(image[at:at + 16], "little"), 0, 12)
        inside += opcode == CLOCK
        if inside == 1 and opcode in LOOP:
            out.append(at)
    return out


def register_of(name, values):
    if name == "z":
        return 255
    return values[name[0] == "o"][int(name[1:])]


def replace(image, entry, pattern, step=1, expected=128):
    """The cubin with the operands of one kernel replaced; step 2 for pairs of registers."""
    image = bytearray(image)
    places = loop_of(image, entry)
    assert len(places) == expected, (entry, len(places))
    words = [int.from_bytes(image[at:at + 16], "little") for at in places]
    named = sorted({get(w, FIELDS["d"], 8) for w in words})
    values = [[r for r in named if r // step % 2 == odd] for odd in (0, 1)]
    for i, (at, word) in enumerate(zip(places, words)):
        *names, stall, reuse = pattern[i % len(pattern)].split()
        for field, name in zip("dabc", names):
            if name != "-":
                word = put(word, FIELDS[field], 8, register_of(name, values))
        word = put(word, 105, 4, int(stall))
        word = put(word, 109, 1, int(stall) < 3)
        word = put(word, 122, 3, sum(1 << "abc".index(c) for c in reuse if c != "-"))
        image[at:at + 16] = word.to_bytes(16, "little")
    return bytes(image)

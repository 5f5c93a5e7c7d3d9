#!/usr/bin/env python3
"""Where the machine code of a kernel spills registers, as lines of a launch list.

    machine.py CUBIN KERNEL

A line for what lies outside of loops, then one for each loop, in the order of their code:

    region PARENT LENGTH item ...

PARENT is the number of the line around it, -1 for the first; LENGTH the instructions of its own but
NOP and spills. Items stand in the order of the code and begin with how many of those stand before:

    12n  a basic block begins       12g  load from global memory     12h  store or atomic there
    12b  barrier                    12s4@112<3  STL of 4 bytes at place 112 of what the third such load made
    12l8@96>5  LDL of 8 bytes, read 5 instructions later        (<-1 and >-1: not known); m: LDL.LU

What is spilled, EIATTR_ANNOTATIONS says (src/input/cubin.h); the encoding is told in src/input/machine_code.h,
which does the same in C.
"""
import struct
import sys

BRANCH, ENDS, UNKNOWN = 0x947, {0x94d, 0x950, 0x95b}, {0x949, 0x94a, 0x94c, 0x958, 0x959}
NOP, STORE, LOAD = 0x918, 0x387, 0x983
ANCHORS = {0x981: "g", 0x386: "h", 0x986: "h", 0x98e: "h", 0x9a3: "h", 0x3a9: "h", 0x9a8: "h", 0x3a8: "h",
           0xb1d: "b", 0x31d: "b"}
BYTES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 8, 6: 16}
STEP = 16


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def sections(image):
    (table,), (size, count, names) = struct.unpack_from("<Q", image, 40), struct.unpack_from("<HHH", image, 58)
    rows = [struct.unpack_from("<IIQQQQIIQQ", image, table + i * size) for i in range(count)]
    text = rows[names][4]
    name = lambda at: image[text + at:image.index(b"\0", text + at)].decode()
    return {name(row[0]): image[row[4]:row[4] + row[5]] for row in rows if row[1] != 8}


def spilled(info):
    at, out = 0, set()
    while at + 4 <= len(info):
        size = struct.unpack_from("<H", info, at + 2)[0] if info[at] == 4 else 0
        if info[at] == 4 and info[at + 1] == 0x55:
            pairs = [struct.unpack_from("<II", info, at + 4 + k) for k in range(0, size - 7, 8)]
            out |= {offset for kind, offset in pairs if kind == 1}
        at += 4 + size
    return out


class Code:
    def __init__(self, image, kernel):
        parts = sections(image)
        text = parts[".text." + kernel]
        flags = struct.unpack_from("<I", image, 48)[0]
        self.sm = flags >> 8 & 0xff if image[8] == 8 else flags & 0xff
        self.words = [low | high << 64 for low, high in struct.iter_unpack("<QQ", text)]
        self.spills = {offset // STEP for offset in spilled(parts[".nv.info." + kernel])}
        self.find_blocks()
        self.find_loops()

    def target(self, k):
        word = self.words[k]
        units = signed(word >> 34 & (1 << 48) - 1, 48)
        return k + 1 + (units * 256 + (word >> 16 & 255) if self.sm >= 90 else units) * 4 // STEP

    def opcode(self, k):
        code = self.words[k] & 0xfff
        return BRANCH if code == 0x547 else code

    def next(self, k):
        """Where it goes on behind the instruction."""
        word, code = self.words[k], self.opcode(k)
        always = word >> 12 & 15 == 7
        if code in UNKNOWN:
            raise ValueError("a branch to places that the code does not name")
        if code == BRANCH:
            always = always and word >> 87 & 15 == 7 and word >> 32 & 3 == 0
            return [self.target(k)] + ([] if always else [k + 1])
        return [k + 1] if code not in ENDS or not always else []

    def find_blocks(self):
        count = len(self.words)
        first = {0}
        for k in range(count):
            if self.opcode(k) == BRANCH or self.opcode(k) in ENDS:
                first |= {k + 1, *self.next(k)}
        self.first = sorted(k for k in first if 0 <= k < count)
        self.end = self.first[1:] + [count]
        number = {k: i for i, k in enumerate(self.first)}
        self.after = [[number[k] for k in self.next(end - 1) if k in number] for end in self.end]

    def find_loops(self):
        order, seen, way = [], {0}, [(0, iter(self.after[0]))]
        while way:
            block, rest = way[-1]
            to = next((b for b in rest if b not in seen), None)
            if to is None:
                order.insert(0, block)
                way.pop()
            else:
                seen.add(to)
                way.append((to, iter(self.after[to])))
        before = {b: [a for a in order if b in self.after[a]] for b in order}
        above = {b: set(order) for b in order}
        above[0] = {0}
        changed = True
        while changed:
            changed = False
            for b in order[1:]:
                now = set.intersection(*(above[a] for a in before[b])) | {b}
                changed |= now != above[b]
                above[b] = now
        loops = {}
        for a in order:
            for header in self.after[a]:
                if header in above[a]:
                    body, left = loops.setdefault(header, {header}), [a]
                    while left:
                        b = left.pop()
                        if b not in body:
                            body.add(b)
                            left += before[b]
        self.reached = seen
        self.headers = sorted(loops)
        self.bodies = [loops[h] for h in self.headers]

    def region_of(self, block, loop=None):
        """The innermost loop around, counted from 1; 0 outside. Of a loop's header: without that loop."""
        around = [i for i, body in enumerate(self.bodies) if block in body and i != loop]
        return min(around, key=lambda i: len(self.bodies[i]), default=-1) + 1

    def maker(self, k, begin, loads):
        """Which of its region's loads from global memory made what is stored; -1 for something else."""
        register = self.words[k] >> 32 & 255
        for i in range(k - 1, begin - 1, -1):
            if self.opcode(i) not in (STORE, 0x986, 0x988, 0x385, 0x386, 0x388) and self.words[i] >> 16 & 255 == register:
                return loads.get(i, -1)
        return -1

    def reads(self, k, first, count):
        """One of `count` registers from the first on."""
        word, form = self.words[k], self.words[k] >> 9 & 7
        second = form == 1 or self.opcode(k) in (0x985, 0x986, 0x988, 0x98e)
        read = [word >> at & 255 for at in (24, 64) + ((32,) if second else ())]
        return any(0 <= register - first < count for register in read)

    def lines(self):
        texts = [[] for _ in range(len(self.headers) + 1)]
        length, loads = [0] * len(texts), [0] * len(texts)
        for b in sorted(self.reached):
            r, ordinal = self.region_of(b), {}
            real = [k for k in range(self.first[b], self.end[b]) if self.opcode(k) != NOP]
            if not real:
                continue
            if len(real) > 1 or self.opcode(real[0]) not in (BRANCH, 0x94d):
                texts[r].append("%dn" % length[r])
            for k in range(self.first[b], self.end[b]):
                word, code = self.words[k], self.opcode(k)
                if k in self.spills:
                    what = (length[r], BYTES[word >> 73 & 7], signed(word >> 40 & 0xffffff, 24))
                    if code == STORE:
                        texts[r].append("%ds%d@%d<%d" % (what + (self.maker(k, self.first[b], ordinal),)))
                    else:
                        until, use = 0, -1
                        for i in range(k + 1, self.end[b]):
                            if self.reads(i, word >> 16 & 255, max(1, what[1] // 4)):
                                use = until
                                break
                            until += i not in self.spills and self.opcode(i) != NOP
                        texts[r].append("%d%s%d@%d>%d" % (what[:1] + ("m" if word >> 84 & 7 == 3 else "l",) + what[1:] + (use,)))
                elif code != NOP:
                    if code in ANCHORS:
                        texts[r].append("%d%s" % (length[r], ANCHORS[code]))
                    if code == 0x981:
                        ordinal[k] = loads[r]
                        loads[r] += 1
                    length[r] += 1
        inside = {k for b in self.reached for k in range(self.first[b], self.end[b])}
        if self.spills - inside:
            raise ValueError("a spill in code that is called")
        parents = [-1] + [self.region_of(h, i) for i, h in enumerate(self.headers)]
        return ["region %d %d %s" % (p, n, " ".join(t)) for p, n, t in zip(parents, length, texts)]


def lines_of(path, kernel):
    """A single region without items where nothing is spilled; nothing where the code does not say where it goes."""
    with open(path, "rb") as file:
        image = file.read()
    try:
        code = Code(image, kernel)
        return code.lines() if code.spills else ["region -1 0"]
    except ValueError:
        return []


if __name__ == "__main__":
    print("\n".join(lines_of(sys.argv[1], sys.argv[2])))

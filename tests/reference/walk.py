#!/usr/bin/env python3
"""What the shipped kernels do to memory, counted thread by thread: the reference for the replay.

Each function below says by hand, from the CUDA source in models/cuda, what one thread does. It never
reads a descriptor, knows no warps and cuts no loops. A recorder then puts together what the 32 threads
of a warp do at the same place (line of this file) in the same iteration: that is one request.

    sectors      distinct 32-byte sectors of a request to global memory
    wavefronts   passes of a request to shared memory, cc 5.0 and later: 32 banks of 4 bytes; the lanes
                 are served 32 at a time (16 for 8-byte, 8 for 16-byte elements), and a pass takes one
                 word from each bank
    requests     warp instructions; also for compute operations and barriers
    flops        2 for a fused multiply-add, 1 for another operation on floating types, 0 on integers

    walk.py > counts.csv          writes the table
    walk.py --check counts.csv    exit 1 and the differences when the table is not what this counts
"""
import collections
import inspect
import sys

WARP = 32

KERNELS = {}


def ceil_div(a, b):
    return -(-a // b)


def kernel(arrays, launch, sets):
    """arrays: "name:space:element bytes ..."; launch: parameters -> (grid, block); sets: one text each."""

    def add(function):
        table = {}
        for word in arrays.split():
            name, space, size = word.split(":")
            table[name] = (space, int(size))
        KERNELS[function.__name__] = (function, table, launch, sets)
        return function

    return add


class Thread:
    """One thread; every call leaves (place, iteration) -> what this lane does there."""

    def __init__(self, recorder, grid, block, block_index, index):
        self.recorder = recorder
        self.grid_x, self.block_x = grid[0], block[0]
        self.bx, self.by, self.bz = block_index
        self.x, self.y, self.z = index
        linear = self.x + block[0] * (self.y + block[1] * self.z)
        self.lane, self.warp = linear % WARP, linear // WARP

    def _note(self, op, array, detail, at):
        place = inspect.currentframe().f_back.f_back.f_lineno
        self.recorder.note(self.warp, (place, op, array, at), self.lane, detail)

    def load(self, array, index, *at, elements=1):
        self._note("load", array, (index, elements), at)

    def store(self, array, index, *at, elements=1):
        self._note("store", array, (index, elements), at)

    def reduce(self, array, index, *at):
        self._note("reduce", array, (index, 1), at)

    def compute(self, op, flops, *at, count=1):
        self._note(op, "", (count, flops), at)

    def barrier(self, *at):
        self._note("barrier", "", (1, 0), at)


class Recorder:
    """Gathers a block, then adds its requests to the totals of (array, op)."""

    def __init__(self, arrays):
        self.arrays = arrays
        self.pending = collections.defaultdict(list)
        self.totals = collections.defaultdict(lambda: [0, 0, 0, 0])

    def note(self, warp, key, lane, detail):
        self.pending[warp, key].append((lane, detail))

    def end_block(self):
        for (_, (_, op, array, _)), lanes in self.pending.items():
            total = self.totals[array, op]
            if array == "":
                count = lanes[0][1][0]
                total[0] += count
                total[3] += count * sum(flops for _, (_, flops) in lanes)
                continue
            space, size = self.arrays[array]
            total[0] += 1
            accesses = [(lane, index * size, elements * size) for lane, (index, elements) in lanes]
            if space == "global":
                total[1] += sectors(accesses)
            if space == "shared" and op != "reduce":
                total[2] += wavefronts(accesses)
        self.pending.clear()


def sectors(accesses):
    found = set()
    for _, address, size in accesses:
        found.update(range(address // 32, (address + size - 1) // 32 + 1))
    return len(found)


def wavefronts(accesses):
    size = accesses[0][2]
    lanes_of_phase = min(WARP, 128 // size)
    words = collections.defaultdict(set)
    for lane, address, _ in accesses:
        for word in range(address // 4, (address + size - 1) // 4 + 1):
            words[lane // lanes_of_phase, word % 32].add(word)
    worst = collections.defaultdict(int)
    for (phase, _), of_bank in words.items():
        worst[phase] = max(worst[phase], len(of_bank))
    return sum(worst.values())


# ---- matrix products ----

MM_SETS = ["n=32 BLOCK_X=16 BLOCK_Y=16", "n=48 BLOCK_X=8 BLOCK_Y=8", "n=40 BLOCK_X=20 BLOCK_Y=10",
           "n=36 BLOCK_X=36 BLOCK_Y=1"]


def mm_launch(p):
    return (p["n"] // p["BLOCK_X"], p["n"] // p["BLOCK_Y"]), (p["BLOCK_X"], p["BLOCK_Y"])


@kernel("A:global:4 B:global:4 C:global:4", mm_launch, MM_SETS)
def naive_mm(t, n, BLOCK_X, BLOCK_Y):
    column = t.bx * BLOCK_X + t.x
    row = t.by * BLOCK_Y + t.y
    for k in range(n):
        t.load("A", row * n + k, k)
        t.load("B", k * n + column, k)
        t.compute("fma", 2, k)
    t.store("C", row * n + column)


@kernel("A:global:4 B:global:4 C:global:4", mm_launch, MM_SETS)
def naive_mm_swapped(t, n, BLOCK_X, BLOCK_Y):
    row = t.bx * BLOCK_X + t.x
    column = t.by * BLOCK_Y + t.y
    for k in range(n):
        t.load("A", row * n + k, k)
        t.load("B", k * n + column, k)
        t.compute("fma", 2, k)
    t.store("C", row * n + column)


@kernel("A:global:4 B:global:4 C:global:4",
        lambda p: ((ceil_div(p["n"], p["BLOCK_X"]), ceil_div(p["m"], p["BLOCK_Y"])),
                   (p["BLOCK_X"], p["BLOCK_Y"])),
        ["m=32 k=32 n=32 BLOCK_X=16 BLOCK_Y=16", "m=37 k=29 n=41 BLOCK_X=16 BLOCK_Y=16",
         "m=5 k=7 n=70 BLOCK_X=32 BLOCK_Y=4", "m=1 k=100 n=1 BLOCK_X=8 BLOCK_Y=8",
         "m=19 k=40 n=23 BLOCK_X=5 BLOCK_Y=7"])
def naive_mm_guarded(t, m, k, n, BLOCK_X, BLOCK_Y):
    column = t.bx * BLOCK_X + t.x
    row = t.by * BLOCK_Y + t.y
    if row < m and column < n:
        for i in range(k):
            t.load("A", row * k + i, i)
            t.load("B", i * n + column, i)
            t.compute("fma", 2, i)
        t.store("C", row * n + column)


@kernel("A:global:4 B:global:4 C:global:4 As:shared:4 Bs:shared:4",
        lambda p: ((p["n"] // p["TILE"],) * 2, (p["TILE"],) * 2),
        ["n=64 TILE=16", "n=32 TILE=8", "n=64 TILE=32", "n=30 TILE=10", "n=48 TILE=16"])
def tiled_mm(t, n, TILE):
    row = t.by * TILE + t.y
    column = t.bx * TILE + t.x
    for phase in range(n // TILE):
        t.load("A", row * n + phase * TILE + t.x, phase)
        t.store("As", t.y * TILE + t.x, phase)
        t.load("B", (phase * TILE + t.y) * n + column, phase)
        t.store("Bs", t.y * TILE + t.x, phase)
        t.barrier(phase)
        for k in range(TILE):
            t.load("As", t.y * TILE + k, phase, k)
            t.load("Bs", k * TILE + t.x, phase, k)
            t.compute("fma", 2, phase, k)
        t.barrier(phase)
    t.store("C", row * n + column)


@kernel("A:global:4 B:global:4 C:global:4 As:shared:4 Bs:shared:4",
        lambda p: ((p["n"] // p["tile"],) * 2, (p["tile"],) * 2),
        ["n=64 tile=16", "n=28 tile=7", "n=96 tile=24"])
def tiled_mm_dynamic(t, n, tile):
    tiled_mm(t, n, tile)


@kernel("A:global:4 B:global:4 C:global:4 As:shared:4 Bs:shared:4",
        lambda p: ((ceil_div(p["n"], p["TILE"]), ceil_div(p["m"], p["TILE"])), (p["TILE"],) * 2),
        ["m=32 k=32 n=32 TILE=16", "m=33 k=17 n=50 TILE=16", "m=20 k=70 n=9 TILE=8",
         "m=1 k=1 n=1 TILE=16", "m=45 k=40 n=37 TILE=32", "m=40 k=33 n=24 TILE=12"])
def tiled_mm_padded(t, m, k, n, TILE):
    row = t.by * TILE + t.y
    column = t.bx * TILE + t.x
    for phase in range(ceil_div(k, TILE)):
        a_column = phase * TILE + t.x
        b_row = phase * TILE + t.y
        if row < m and a_column < k:
            t.load("A", row * k + a_column, phase)
        t.store("As", t.y * TILE + t.x, phase)
        if b_row < k and column < n:
            t.load("B", b_row * n + column, phase)
        t.store("Bs", t.y * TILE + t.x, phase)
        t.barrier(phase)
        for i in range(TILE):
            t.load("As", t.y * TILE + i, phase, i)
            t.load("Bs", i * TILE + t.x, phase, i)
            t.compute("fma", 2, phase, i)
        t.barrier(phase)
    if row < m and column < n:
        t.store("C", row * n + column)


# A warp instruction of 16 x 8 x 8 multiply-adds is 2048 flops, 64 for each lane.
@kernel("A:global:2 B:global:2 C:global:4",
        lambda p: ((p["n"] // (8 * p["WARPS"]), p["n"] // 16), (32, p["WARPS"])),
        ["n=32 WARPS=4", "n=48 WARPS=2", "n=80 WARPS=1"])
def mma_mm(t, n, WARPS):
    row = t.by * 16 + t.x // 4
    column = (t.bx * WARPS + t.y) * 8
    pair = t.x % 4 * 2
    for k in range(0, n, 8):
        t.load("A", row * n + k + pair, k, elements=2)
        t.load("A", (row + 8) * n + k + pair, k, elements=2)
        t.load("B", (column + t.x // 4) * n + k + pair, k, elements=2)
        t.compute("mma", 64, k)
    t.store("C", row * n + column + pair, elements=2)
    t.store("C", (row + 8) * n + column + pair, elements=2)


# ---- element by element ----

ELEMENT_SETS = ["n=1024 BLOCK=256", "n=1000 BLOCK=256", "n=77 BLOCK=100", "n=4099 BLOCK=128"]


def element_launch(p):
    return (ceil_div(p["n"], p["BLOCK"]),), (p["BLOCK"],)


@kernel("a:global:4 b:global:4 c:global:4", element_launch, ELEMENT_SETS)
def vector_add(t, n, BLOCK):
    i = t.bx * BLOCK + t.x
    if i < n:
        t.load("a", i)
        t.load("b", i)
        t.compute("add", 1)
        t.store("c", i)


@kernel("x:global:4 y:global:4", element_launch, ELEMENT_SETS)
def saxpy(t, n, BLOCK):
    i = t.bx * BLOCK + t.x
    if i < n:
        t.load("x", i)
        t.load("y", i)
        t.compute("fma", 2)
        t.store("y", i)


@kernel("idata:global:4 odata:global:4", element_launch, ELEMENT_SETS)
def array_copy(t, n, BLOCK):
    xid = t.bx * BLOCK + t.x
    if xid < n:
        t.load("idata", xid)
        t.store("odata", xid)


@kernel("idata:global:4 odata:global:4",
        lambda p: ((ceil_div(p["n"] // 4, p["BLOCK"]),), (p["BLOCK"],)),
        ["n=4096 BLOCK=256", "n=1000 BLOCK=64", "n=516 BLOCK=48"])
def array_copy_float4(t, n, BLOCK):
    xid = t.bx * BLOCK + t.x
    if xid < n // 4:
        t.load("idata", 4 * xid, elements=4)
        t.store("odata", 4 * xid, elements=4)


@kernel("idata:global:4 odata:global:4",
        lambda p: ((ceil_div(p["n"], 4 * p["BLOCK"]),), (p["BLOCK"],)),
        ["n=8192 BLOCK=256 offset=0", "n=8192 BLOCK=256 offset=1", "n=8192 BLOCK=256 offset=8",
         "n=5000 BLOCK=128 offset=13", "n=3001 BLOCK=100 offset=40000"])
def offset_copy(t, n, BLOCK, offset):
    wid = t.x // 32
    xid = t.bx * 4 * BLOCK + 4 * 32 * wid + t.x + offset
    xid = xid % n
    t.load("idata", xid)
    t.store("odata", xid)


@kernel("idata:global:4 odata:global:4", element_launch,
        ["n=4096 BLOCK=256 stride=1", "n=4096 BLOCK=256 stride=2", "n=4096 BLOCK=128 stride=8",
         "n=4096 BLOCK=256 stride=33", "n=1000 BLOCK=96 stride=7", "n=999 BLOCK=256 stride=3"])
def strided_copy(t, n, BLOCK, stride):
    xid = stride * (t.bx * BLOCK + t.x)
    xid = xid % n
    t.load("idata", xid)
    t.store("odata", xid)


# ---- transposes ----

@kernel("array_in:global:4 array_out:global:4",
        lambda p: ((ceil_div(p["n_rows"] * p["n_cols"], p["BLOCK"]),), (p["BLOCK"],)),
        ["n_rows=64 n_cols=64 BLOCK=256", "n_rows=37 n_cols=53 BLOCK=256",
         "n_rows=100 n_cols=20 BLOCK=96"])
def transpose_simple(t, n_rows, n_cols, BLOCK):
    tid = t.x + BLOCK * t.bx
    col = tid % n_cols
    row = tid // n_cols
    if col < n_cols and row < n_rows:
        t.load("array_in", row * n_cols + col)
        t.store("array_out", col * n_rows + row)


@kernel("array_in:global:4 array_out:global:4",
        lambda p: ((ceil_div(p["n_cols"], p["BLOCK_X"]), ceil_div(p["n_rows"], p["BLOCK_Y"])),
                   (p["BLOCK_X"], p["BLOCK_Y"])),
        ["n_rows=64 n_cols=64 BLOCK_X=8 BLOCK_Y=32", "n_rows=37 n_cols=53 BLOCK_X=8 BLOCK_Y=32",
         "n_rows=50 n_cols=90 BLOCK_X=32 BLOCK_Y=8", "n_rows=65 n_cols=31 BLOCK_X=3 BLOCK_Y=15"])
def transpose_2d(t, n_rows, n_cols, BLOCK_X, BLOCK_Y):
    col = t.x + BLOCK_X * t.bx
    row = t.y + BLOCK_Y * t.by
    if col < n_cols and row < n_rows:
        t.load("array_in", row * n_cols + col)
        t.store("array_out", col * n_rows + row)


TRANSPOSE_SETS = ["n_rows=64 n_cols=64 NUM_WARPS=8", "n_rows=32 n_cols=96 NUM_WARPS=4",
                  "n_rows=128 n_cols=32 NUM_WARPS=32", "n_rows=96 n_cols=64 NUM_WARPS=1"]


def transpose_launch(p):
    return (p["n_cols"] // 32, p["n_rows"] // 32), (32, p["NUM_WARPS"])


def transpose_through_shared(t, n_rows, n_cols, NUM_WARPS, width):
    gc = t.bx * 32 + t.x
    for i in range(32 // NUM_WARPS):
        gr = t.by * 32 + i * NUM_WARPS + t.y
        t.load("array_in", gr * n_cols + gc, i)
        t.store("block", (i * NUM_WARPS + t.y) * width + t.x, i)
    t.barrier()
    gr = t.by * 32 + t.x
    for i in range(32 // NUM_WARPS):
        gc = t.bx * 32 + i * NUM_WARPS + t.y
        t.load("block", t.x * width + i * NUM_WARPS + t.y, i)
        t.store("array_out", gc * n_rows + gr, i)


@kernel("array_in:global:4 array_out:global:4 block:shared:4", transpose_launch, TRANSPOSE_SETS)
def transpose_shared(t, n_rows, n_cols, NUM_WARPS):
    transpose_through_shared(t, n_rows, n_cols, NUM_WARPS, 32)


@kernel("array_in:global:4 array_out:global:4 block:shared:4", transpose_launch, TRANSPOSE_SETS)
def transpose_padded(t, n_rows, n_cols, NUM_WARPS):
    transpose_through_shared(t, n_rows, n_cols, NUM_WARPS, 33)


# ---- sums ----

SUM_SETS = ["n=8192 m=16 BLOCK=64", "n=5000 m=8 BLOCK=128", "n=1003 m=7 BLOCK=50",
            "n=100 m=128 BLOCK=256"]


def sum_launch(p):
    return (ceil_div(p["n"], p["m"] * p["BLOCK"]),), (p["BLOCK"],)


@kernel("x:global:8 res:global:8", sum_launch, SUM_SETS)
def sum_chunk(t, n, m, BLOCK):
    global_id = t.bx * BLOCK + t.x
    begin = global_id * m
    end = min(n, (global_id + 1) * m)
    for i in range(begin, end):
        t.load("x", i, i - begin)
        t.compute("add", 1, i - begin)
    t.store("res", global_id)


def grid_stride_sum(t, n):
    threads = t.grid_x * t.block_x
    for turn, i in enumerate(range(t.bx * t.block_x + t.x, n, threads)):
        t.load("x", i, turn)
        t.compute("add", 1, turn)


def tree_sum(t, width):
    """partial[] is filled; one round halves the width, the first half the larger of an odd one."""
    t.barrier()
    turn = 0
    while width > 1:
        half = (width + 1) // 2
        if t.x + half < width:
            t.load("partial", t.x, turn)
            t.load("partial", t.x + half, turn)
            t.compute("add", 1, turn)
            t.store("partial", t.x, turn)
        t.barrier(turn)
        width = half
        turn += 1


@kernel("x:global:8 res:global:8", sum_launch, SUM_SETS)
def sum_grid_stride(t, n, m, BLOCK):
    grid_stride_sum(t, n)
    t.store("res", t.bx * BLOCK + t.x)


@kernel("x:global:8 res:global:8 partial:shared:8", sum_launch,
        SUM_SETS + ["n=3000 m=10 BLOCK=1", "n=6000 m=12 BLOCK=97"])
def sum_shared_tree(t, n, m, BLOCK):
    grid_stride_sum(t, n)
    t.store("partial", t.x)
    tree_sum(t, BLOCK)
    if t.x == 0:
        t.load("partial", 0)
        t.store("res", t.bx)


@kernel("x:global:8 res:global:8 partial:shared:8",
        lambda p: ((p["WG_SIZE_2"],), (p["WG_SIZE_1"],)),
        ["n=10000 WG_SIZE_1=64 WG_SIZE_2=16", "n=4321 WG_SIZE_1=96 WG_SIZE_2=5",
         "n=100 WG_SIZE_1=256 WG_SIZE_2=2"])
def sum_two_kernel_first(t, n, WG_SIZE_1, WG_SIZE_2):
    grid_stride_sum(t, n)
    t.store("partial", t.x)
    tree_sum(t, WG_SIZE_1)
    if t.x == 0:
        t.load("partial", 0)
        t.store("res", t.bx)


@kernel("res:global:8 total:global:8 partial:shared:8", lambda p: ((1,), (p["WG_SIZE_2"],)),
        ["WG_SIZE_2=1024", "WG_SIZE_2=256", "WG_SIZE_2=100", "WG_SIZE_2=33", "WG_SIZE_2=1"])
def sum_two_kernel_second(t, WG_SIZE_2):
    t.load("res", t.x)
    t.store("partial", t.x)
    tree_sum(t, WG_SIZE_2)
    if t.x == 0:
        t.load("partial", 0)
        t.store("total", 0)


def shuffle_sum(t, where):
    for turn in range(5):
        t.compute("shuffle", 0, where, turn)
        t.compute("add", 1, where, turn)


@kernel("x:global:4 total:global:4 warp_sum:shared:4",
        lambda p: ((p["blocks"],), (p["BLOCK"],)),
        ["n=8192 BLOCK=256 blocks=4", "n=5001 BLOCK=96 blocks=7", "n=10 BLOCK=1024 blocks=2"])
def reduce_shuffle(t, n, BLOCK, blocks):
    grid_stride_sum(t, n)
    shuffle_sum(t, "every warp")
    if t.x % 32 == 0:
        t.store("warp_sum", t.x // 32)
    t.barrier()
    if t.x < 32:
        if t.x < BLOCK // 32:
            t.load("warp_sum", t.x)
        shuffle_sum(t, "first warp")
        if t.x == 0:
            t.reduce("total", 0)


# ---- others ----

@kernel("image:global:4 result:global:4 filter:constant:4 region:shared:4", element_launch,
        ["n=1000 BLOCK=10 RADIUS=4", "n=1024 BLOCK=256 RADIUS=4", "n=777 BLOCK=64 RADIUS=10",
         "n=50 BLOCK=32 RADIUS=40", "n=300 BLOCK=128 RADIUS=0"])
def convolve(t, n, BLOCK, RADIUS):
    first = t.bx * BLOCK
    for turn, i in enumerate(range(t.x, BLOCK + 2 * RADIUS, BLOCK)):
        j = first + i - RADIUS
        if 0 <= j < n:
            t.load("image", j, turn)
        t.store("region", i, turn)
    t.barrier()
    if first + t.x < n:
        for k in range(2 * RADIUS + 1):
            t.load("filter", k, k)
            t.load("region", t.x + 2 * RADIUS - k, k)
            t.compute("fma", 2, k)
        t.store("result", first + t.x)


@kernel("data:global:4 counts:global:4 bins:shared:4", lambda p: ((p["blocks"],), (p["BLOCK"],)),
        ["n=8192 BLOCK=256 blocks=4 BINS=256 values=256",
         "n=5000 BLOCK=100 blocks=3 BINS=64 values=10", "n=900 BLOCK=64 blocks=2 BINS=512 values=1"])
def histogram_shared(t, n, BLOCK, blocks, BINS, values):
    for turn, b in enumerate(range(t.x, BINS, BLOCK)):
        t.store("bins", b, turn)
    t.barrier()
    for turn, i in enumerate(range(t.bx * BLOCK + t.x, n, blocks * BLOCK)):
        t.load("data", i, turn)
        t.compute("logic", 0, turn)
        seed = i % 4096
        t.reduce("bins", ((seed * seed * 40503 + seed * 9973) >> 7) % values, turn)
    t.barrier()
    for turn, b in enumerate(range(t.x, BINS, BLOCK)):
        t.load("bins", b, turn)
        t.reduce("counts", b, turn)


@kernel("in:global:4 out:global:4",
        lambda p: ((ceil_div(p["width"], p["BLOCK_X"]), ceil_div(p["height"], p["BLOCK_Y"])),
                   (p["BLOCK_X"], p["BLOCK_Y"])),
        ["width=96 height=40 BLOCK_X=32 BLOCK_Y=8", "width=67 height=21 BLOCK_X=32 BLOCK_Y=8",
         "width=50 height=50 BLOCK_X=16 BLOCK_Y=16", "width=2 height=100 BLOCK_X=8 BLOCK_Y=8"])
def stencil_2d(t, width, height, BLOCK_X, BLOCK_Y):
    x = t.bx * BLOCK_X + t.x
    y = t.by * BLOCK_Y + t.y
    here = y * width + x
    if 0 < x < width - 1 and 0 < y < height - 1:
        t.load("in", here - 1)
        t.load("in", here + 1)
        t.load("in", here - width)
        t.load("in", here + width)
        t.compute("add", 1, count=3)
        t.compute("mul", 1)
        t.store("out", here)


# ---- the table ----

HEADER = "kernel,parameters,array,op,requests,sectors,wavefronts,flops"


def points(size):
    x, y, z = (tuple(size) + (1, 1))[:3]
    return [(i, j, k) for k in range(z) for j in range(y) for i in range(x)]


def count(name, text):
    function, arrays, launch, _ = KERNELS[name]
    parameters = {key: int(value) for key, value in (word.split("=") for word in text.split())}
    grid, block = launch(parameters)
    block = (tuple(block) + (1, 1))[:3]
    recorder = Recorder(arrays)
    for block_index in points(grid):
        for index in points(block):
            function(Thread(recorder, grid, block, block_index, index), **parameters)
        recorder.end_block()
    return recorder.totals


def cell(wanted, value):
    return str(value) if wanted else ""


def rows():
    """A cell is empty where the quantity has no meaning."""
    for name in sorted(KERNELS):
        _, arrays, _, sets = KERNELS[name]
        for text in sets:
            for (array, op), (requests, sector, wavefront, flops) in sorted(count(name, text).items()):
                space = arrays[array][0] if array else ""
                yield ",".join([name, text, array, op, str(requests),
                                cell(space == "global", sector),
                                cell(space == "shared" and op != "reduce", wavefront),
                                cell(array == "" and op != "barrier", flops)])


def hand():
    """Some rows worked out on paper, so that the counting itself is held against something."""
    # 32 x 32 by 16 x 16: 4 blocks of 8 warps, a warp 2 rows of 16. In each of 32 steps a request takes
    # 2 words of A in 2 sectors, and 64 bytes of B in 2; at the end 2 times 64 bytes of C, 4 sectors.
    total = count("naive_mm", "n=32 BLOCK_X=16 BLOCK_Y=16")
    assert total["A", "load"] == [4 * 8 * 32, 2 * 4 * 8 * 32, 0, 0]
    assert total["B", "load"] == [4 * 8 * 32, 2 * 4 * 8 * 32, 0, 0]
    assert total["C", "store"] == [4 * 8, 4 * 4 * 8, 0, 0]
    assert total["", "fma"] == [4 * 8 * 32, 0, 0, 2 * 32**3]
    # Tile 16, n = 64: 16 blocks x 8 warps x 4 phases; two rows of 16 words are all 32 banks, one pass;
    # the product reads 2 words of As from banks 16 apart and 16 words of Bs, one pass each.
    total = count("tiled_mm", "n=64 TILE=16")
    assert total["A", "load"] == [16 * 8 * 4, 4 * 16 * 8 * 4, 0, 0]
    assert total["As", "store"] == [16 * 8 * 4, 0, 16 * 8 * 4, 0]
    assert total["Bs", "load"] == [16 * 8 * 4 * 16, 0, 16 * 8 * 4 * 16, 0]
    assert total["", "barrier"] == [16 * 8 * 4 * 2, 0, 0, 0]
    # A column of 32 words on one bank takes 32 passes, with 33 words to a row one.
    assert count("transpose_shared", "n_rows=64 n_cols=64 NUM_WARPS=8")["block", "load"] == \
        [4 * 32, 0, 4 * 32 * 32, 0]
    assert count("transpose_padded", "n_rows=64 n_cols=64 NUM_WARPS=8")["block", "load"] == \
        [4 * 32, 0, 4 * 32, 0]
    # 8 x 32 blocks: a warp reads 4 rows of 32 bytes and writes 8 rows of 16 bytes.
    total = count("transpose_2d", "n_rows=64 n_cols=64 BLOCK_X=8 BLOCK_Y=32")
    assert total["array_in", "load"] == [128, 4 * 128, 0, 0]
    assert total["array_out", "store"] == [128, 8 * 128, 0, 0]
    # Chunks of 16 doubles: lanes 128 bytes apart, 32 sectors; the grid-stride form 256 bytes, 8.
    assert count("sum_chunk", "n=8192 m=16 BLOCK=64")["x", "load"] == [256, 32 * 256, 0, 0]
    assert count("sum_grid_stride", "n=8192 m=16 BLOCK=64")["x", "load"] == [256, 8 * 256, 0, 0]
    # 1024 doubles in one block: 32 warps, then 16 8 4 2 1 1 1 1 1 1 warps in ten rounds; 32, 16, 8, 4,
    # 2, 1 lanes of 8 bytes take 2, 1, 1, 1, 1, 1 passes.
    total = count("sum_two_kernel_second", "WG_SIZE_2=1024")
    assert total["partial", "store"] == [32 + 31 + 5, 0, 2 * 32 + 2 * 31 + 5, 0]
    assert total["partial", "load"] == [2 * (31 + 5) + 1, 0, 2 * (2 * 31 + 5) + 1, 0]
    assert total["", "add"] == [36, 0, 0, 1023]
    # Stride 2 reads every second word: 32 lanes on 8 sectors; an offset of 1 adds a fifth sector.
    assert count("strided_copy", "n=4096 BLOCK=256 stride=2")["idata", "load"] == [128, 8 * 128, 0, 0]
    assert count("offset_copy", "n=8192 BLOCK=256 offset=1")["idata", "load"] == [64, 5 * 64, 0, 0]


def main(arguments):
    hand()
    table = [HEADER, *rows()]
    if arguments[:1] != ["--check"]:
        print("\n".join(table))
        return 0
    with open(arguments[1], encoding="ascii") as file:
        stored = file.read().splitlines()
    wrong = sorted(set(stored) ^ set(table))
    for line in wrong:
        print(("only in the file: " if line in stored else "only counted:     ") + line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

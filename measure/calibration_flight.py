"""Calibration of loads that go out together, by the registers that are left, and of paths that meet."""
FLIGHT = "measure/calibrate/flight.cu"
MACROS = {"TYPE": "float", "SUMS": 1, "ARRAYS": 1, "VEC": 0, "PARTS": 4, "DATA": 0, "WIDE": 1, "ROWS": 0}
SMS = 132


def run(lists, entry, grid, block, arguments, parameters, macros, options=()):
    lists.launch(FLIGHT, entry, grid, block, arguments, {**macros, **parameters}, macros={**MACROS, **macros},
                 kind="calibration", options=options)


def add_walks(lists):
    rows, columns = 512, 8192
    for name, word in [("float", "f32"), ("double", "f64")]:
        for arrays in [1, 2]:
            for vec in [0, 1]:
                for sums in [1, 4]:
                    run(lists, "walk", columns // 64, 64,
                        ["%s[%d]:signed" % (word, rows * columns),
                         "%s[%d]:signed" % (word, rows * columns if arrays > 1 else 1),
                         "%s[%d]:signed" % (word, rows), "%s[%d]:zero" % (word, sums * columns),
                         "s32=%d" % rows, "s32=%d" % columns],
                        {"rows": rows}, {"TYPE": name, "SUMS": sums, "ARRAYS": arrays, "VEC": vec})


def add_kept(lists):
    rows, columns = 512, SMS * 128
    for data in [0, 1]:
        for parts in [4, 8, 12]:
            run(lists, "kept", SMS, 128,
                ["u32[%d]:random" % (rows * columns), "u32[%d]:random" % columns, "u32[%d]:zero" % columns,
                 "s32=%d" % rows, "s32=%d" % columns],
                {"rows": rows}, {"PARTS": parts, "DATA": data}, options=("-maxrregcount=32",))


def add_fragments(lists):
    m, k = 256, 2000
    for rows in [0, 1]:
        for wide in [1, 2, 4]:
            n = 128 * wide
            run(lists, "fragments", 64, 64,
                ["f32[%d]:signed" % (m * k), "f32[%d]:signed" % (k * n), "f32[%d]:zero" % (m * n),
                 "s32=%d" % m, "s32=%d" % n, "s32=%d" % k],
                {"k": k}, {"WIDE": wide, "ROWS": rows})


def add_paths(lists):
    records = 1 << 20
    for blocks, steps in [(33, 64), (132, 16), (132, 64), (132, 256), (528, 64)]:
        threads = blocks * 64
        run(lists, "paths", blocks, 64,
            ["s32[%d]:random=%d" % (16 * records, records), "s32[%d]:zero" % threads,
             "s32=%d" % (records // threads), "s32=%d" % steps],
            {"blocks": blocks, "steps": steps}, {})


def add(lists):
    add_walks(lists)
    add_kept(lists)
    add_fragments(lists)
    add_paths(lists)

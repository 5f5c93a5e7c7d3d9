"""Calibration of atomics whose lanes lie on several lines."""
MEETS = "measure/calibrate/meets.cu"
NAMES = {"unsigned": ("u32", 4), "float": ("f32", 4), "double": ("f64", 8), "unsigned long long": ("u64", 8)}
ROOM = 2 << 20  # bytes at least, so that the driver aligns it to as many


def add_one(lists, words, step=1, lanes=32, type_name="unsigned", returns=0):
    name, size = NAMES[type_name]
    lists.launch(MEETS, "meets", 8, 128,
                 ["%s[%d]:zero" % (name, max(ROOM // size, words * step + 1)),
                  "u32=%d" % words, "u32=%d" % step, "u32=%d" % lanes, "u32=8"],
                 {"words": words, "step": step, "lanes": lanes, "rounds": 8},
                 macros={"TYPE": type_name, "RETURN": returns}, kind="calibration")


def add(lists):
    for words in [1, 2, 8, 32, 64, 100, 128, 256, 512, 1024, 4096, 65536, 1 << 19]:
        for lanes in [32, 12]:
            add_one(lists, words, lanes=lanes)
    for step in [2, 3, 4, 8, 31, 32, 33, 64, 1024]:
        for words in [8, 64, 500]:
            add_one(lists, words, step)
    # Two words as far apart as lines: do they share a bank of tags?
    for line in list(range(1, 64)) + [64, 128, 256, 512, 1024, 2048, 4096, 8192]:
        add_one(lists, 2, 32 * line)
    for type_name in ["float", "double", "unsigned long long"]:
        for words in [64, 256, 1000, 8192]:
            add_one(lists, words, type_name=type_name)
    for type_name in ["unsigned", "unsigned long long"]:
        for words in [8, 64, 256, 1000, 8192]:
            add_one(lists, words, type_name=type_name, returns=1)

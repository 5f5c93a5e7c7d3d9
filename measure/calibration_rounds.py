"""Calibration of additions in shared memory that take rounds of compare and swap."""
ROUNDS = "measure/calibrate/rounds.cu"
SMS = 132
SIZES = {"float": 4, "double": 8, "unsigned long long": 8, "unsigned": 4}
NAMES = {"float": "f32", "double": "f64", "unsigned long long": "u64", "unsigned": "u32"}


def add_one(lists, type_name, words, warps, apart=0, still=0, blocks=1, work=0, turns=256):
    count = words * (warps if apart else 1)
    lists.launch(ROUNDS, "shared_rounds", SMS * blocks, 32 * warps,
                 ["%s[%d]:zero" % (NAMES[type_name], count), "s32=%d" % words, "s32=%d" % apart,
                  "s32=%d" % still, "s32=%d" % turns, "s32=%d" % work],
                 {"words": words, "warps": warps, "apart": apart, "still": still, "blocks": blocks,
                  "work": work, "turns": turns},
                 shared=count * SIZES[type_name], macros={"TYPE": type_name}, kind="calibration")


def add(lists):
    for words in [1, 2, 4, 8, 16, 32]:  # lanes that meet, one warp
        add_one(lists, "float", words, 1, still=1)
    for words in [4, 32, 256]:
        add_one(lists, "float", words, 1)
    for warps in [2, 4, 8, 16, 32]:  # warps that meet
        add_one(lists, "float", 32, warps, still=1)
        add_one(lists, "float", 4, warps)
        add_one(lists, "float", 64, warps)
    for warps in [4, 16]:
        add_one(lists, "float", 1, warps, still=1)
        add_one(lists, "float", 32, warps, apart=1, still=1)
        add_one(lists, "float", 4, warps, apart=1, still=1)
        add_one(lists, "float", 1024, warps)
        add_one(lists, "float", 4096, warps)
        add_one(lists, "float", 64, warps, work=32)
        add_one(lists, "float", 64, warps, work=256)
    for type_name in ["double", "unsigned long long", "unsigned"]:
        for warps in [1, 4, 16]:
            add_one(lists, type_name, 32, warps, still=1)
            add_one(lists, type_name, 4, warps)
            add_one(lists, type_name, 64, warps)
            add_one(lists, type_name, 32, warps, apart=1, still=1)
    for blocks in [2, 4]:
        add_one(lists, "float", 64, 8, blocks=blocks)
        add_one(lists, "float", 4, 8, blocks=blocks)
    add_one(lists, "float", 64, 8)

"""Calibration of pieces at random places of DRAM, and of rows that a block walks over again."""
ROWS = "measure/calibrate/rows.cu"
MIB = 1 << 20
SMS = 132


def add_pieces(lists):
    """512 MiB each way."""
    count = 512 * MIB // 16
    room = "f32[%d]:zero" % (count * 4)
    for size in [32, 64, 128, 256, 512, 1024, 2048, 4096]:
        piece = size // 16
        bits = (count // piece).bit_length() - 1
        numbers = ["s32=%d" % piece, "s32=%d" % bits]
        named = {"piece_bytes": size}
        lists.launch(ROWS, "rows_load", count // 256, 256, [room, "f32[1]:zero"] + numbers, named,
                     kind="calibration")
        lists.launch(ROWS, "rows_store", count // 256, 256, [room] + numbers, named, kind="calibration")
        for origin, target in [(0, 1), (1, 0), (1, 1)]:
            lists.launch(ROWS, "rows_copy", count // 256, 256,
                         [room, room] + numbers + ["s32=%d" % origin, "s32=%d" % target],
                         {**named, "from": origin, "to": target}, kind="calibration")


def again(lists, type_name, size, row_bytes, block, stores, unroll=1, passes=2):
    """Some 8 rows for each place where a block can run."""
    rows = SMS * (2048 // block) * 8
    room = "f32[%d]:zero" % (rows * row_bytes // 4)
    lists.launch(ROWS, "rows_again", rows, block,
                 [room, room if stores else "f32[4]:zero", "f32[1]:zero", "s32=%d" % (row_bytes // size),
                  "s32=%d" % passes, "s32=%d" % stores],
                 {"element_bytes": size, "row_bytes": row_bytes, "block": block, "passes": passes,
                  "stores": stores, "rows": rows},
                 macros={"TYPE": type_name, "UNROLL": unroll}, kind="calibration")


def add_again(lists):
    for type_name, size in [("float", 4), ("float4", 16)]:
        for row in [4096, 8192, 16384, 24576]:
            for stores in [0, 1]:
                again(lists, type_name, size, row, 256, stores)
    for row in [4096, 16384]:
        for stores in [0, 1]:
            again(lists, "float", 4, row, 256, stores, unroll=4)
            again(lists, "float4", 16, row, 256, stores, unroll=row // 4096)
            again(lists, "float2", 8, row, 256, stores)
    for row, block in [(2048, 64), (2048, 128), (4096, 128), (8192, 128), (16384, 512), (32768, 512),
                       (32768, 1024), (65536, 1024)]:
        again(lists, "float4", 16, row, block, 0)
        again(lists, "float4", 16, row, block, 1)
    again(lists, "float4", 16, 16384, 256, 0, passes=3)
    again(lists, "float", 4, 16384, 256, 0, passes=3)


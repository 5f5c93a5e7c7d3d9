"""Calibration of operands, sequences of operators and flow: what an instruction costs besides its
unit."""
SMS = 132

REGISTERS = "measure/calibrate/registers.cu"
FLOW = "measure/calibrate/flow.cu"
SEQUENCES_SOURCE = "measure/calibrate/sequences.cu"


# What three operands are read from: patterns of operands.py. x is what the one before made (a chain,
# four clocks apart) or one of eight that take turns (a clock apart, two for a pipe of half the rate).


def chain(*rows, stall=4):
    return ["%s %d %s" % (row, stall, "-") for row in rows]


def turns(row, stall, kept="-", even=True):
    """Eight accumulators, all even or alternately even and odd."""
    names = ["e%d" % (i + 2) if even or i % 2 == 0 else "o%d" % (i + 2) for i in range(8)]
    return ["%s %d %s" % (row.replace("x", name), stall, kept) for name in names]


def tile(kept, clash):
    """A tile of products, 4 x 4: sum_ij += a_i * b_j, b_j and sum_ij in the same bank or not."""
    rows = []
    for i in range(4):
        for j in range(4):
            bank, other = ("e", "o") if j % 2 else ("o", "e")
            sum_ = "%s%d" % (bank if clash else other, 4 + i * 2 + j // 2)
            rows.append("%s e%d %s%d %s 1 %s" % (sum_, i % 2, bank, 2 + j // 2, sum_, kept))
    return rows


def three_operands(stall, slow):
    """Of d = a * b + c: name -> rows. `slow` is the stall of a chain."""
    rows = {
        "chain_1": chain("e0 e0 e0 e0", stall=slow),
        "chain_2_same": chain("e0 e1 e0 e1", stall=slow),
        "chain_2_other": chain("e0 o1 e0 o1", stall=slow),
        "chain_3_same": chain("e0 e1 e0 e2", stall=slow),
        "chain_3_mixed": chain("e0 e1 e0 o2", stall=slow),
        "chain_3_alone": chain("e0 o1 e0 o2", stall=slow),
        "turns_2_same": turns("x e0 e0 x", stall),
        "turns_2_other": turns("x o0 o0 x", stall),
        "turns_3_same": turns("x e0 e1 x", stall),
        "turns_3_mixed": turns("x e0 o0 x", stall),
        "turns_3_mixed_kept": turns("x e0 o0 x", stall, "ab"),
        "turns_3_same_kept": turns("x e0 e1 x", stall, "ab"),
    }
    return rows


SINGLE_ONLY = {
    "chain_3_mixed_kept": ["e0 e1 e0 o2 4 ac"],
    "chain_3_same_kept": ["e0 e1 e0 e2 4 ac"],
    "chain_3_turns": chain("e0 e1 e0 o2", "e0 o1 e0 o2"),
    "chain_3_then_1_other": chain("e0 e1 e0 o2", "e1 o1 o1 o1"),
    "chain_3_then_1_same": chain("e0 e1 e0 o2", "e1 e3 e3 e3"),
    "chain_3_zero": chain("e0 e1 e0 z"),
    "turns_3_alone": turns("x o0 o1 x", 1),
    "turns_3_a_kept": turns("x e0 o0 x", 1, "a"),
    "turns_3_b_kept": turns("x e0 o0 x", 1, "b"),
    "turns_banks": turns("x e0 o0 x", 1, even=False),
    "turns_banks_kept": turns("x e0 o0 x", 1, "ab", even=False),
    "tile": tile("-", False),
    "tile_kept": tile("a", False),
    "tile_clash": tile("-", True),
    "tile_clash_kept": tile("a", True),
}

TWO_OPERANDS = {
    "chain_1": chain("e0 e0 e0 -"),
    "chain_2_same": chain("e0 e0 e1 -"),
    "chain_2_other": chain("e0 e0 o1 -"),
    "turns_2_same": turns("x x e0 -", 1),
    "turns_2_other": turns("x x o0 -", 1),
}

OPERANDS = [  # entry, patterns, registers of a value, contents
    ("ffma", {**three_operands(1, 4), **SINGLE_ONLY}, 1, "f32[%d]:zero"),
    ("fadd", TWO_OPERANDS, 1, "f32[%d]:zero"),
    ("hfma2", three_operands(1, 5), 1, "u32[%d]:zero"),
    ("imad", three_operands(2, 4), 1, "s32[%d]:zero"),
    ("lop3", three_operands(2, 4), 1, "s32[%d]:zero"),
    ("iadd3", three_operands(2, 4), 1, "s32[%d]:zero"),
    ("dfma", three_operands(2, 8), 2, "f64[%d]:zero"),
    ("ffma_lop3", three_operands(1, 4), 1, "s32[%d]:zero"),
    ("imad_lop3", three_operands(1, 4), 1, "s32[%d]:zero"),
]


def add_operands(lists):
    for name, patterns, registers, contents in OPERANDS:
        for pattern, rows in patterns.items():
            for warps in [4, 8, 16, 32] if name == "ffma" else [4, 16, 32]:
                lists.launch(REGISTERS, "operands_" + name, SMS, 32 * warps,
                             ["s64[%d]:zero" % SMS, "s32=16", contents % (24 * 1024)],
                             {"warps": warps, "pattern": pattern}, kind="calibration",
                             operands=(rows, registers),
                             results=[("cycles_per_warp_instruction", 0, 128 * 16 * warps,
                                       "cycle")])


def add_chains(lists):
    for name in ["register", "registers", "constants", "immediates", "itself"]:
        for chains in [1, 2, 4, 8]:
            for warps in [4, 8, 16, 32]:
                lists.launch(REGISTERS, "chains_" + name, SMS, 32 * warps,
                             ["s64[%d]:zero" % SMS, "s32=16", "f32[2048]:zero", "f32=0.5", "f32=1",
                              "f32=1.5", "f32=2"], {"warps": warps}, macros={"CHAINS": chains},
                             kind="calibration",
                             results=[("cycles_per_warp_instruction", 0, 128 * 16 * warps,
                                       "cycle")])
    for name, contents, sizes in [("f32", "f32[2048]:zero", [(1, 4), (2, 2), (4, 4), (8, 8)]),
                                  ("f64", "f64[2048]:zero", [(2, 2), (4, 4)]),
                                  ("s32", "s32[2048]:zero", [(2, 2), (4, 4), (8, 8)])]:
        for rows, columns in sizes:
            for warps in [4, 8, 16]:
                lists.launch(REGISTERS, "tile_" + name, SMS, 32 * warps,
                             ["s64[%d]:zero" % SMS, "s32=16", contents], {"warps": warps},
                             macros={"ROWS": rows, "COLUMNS": columns}, kind="calibration",
                             results=[("cycles_per_warp_instruction", 0,
                                       8 * 16 * rows * columns * warps, "cycle")])


SEQUENCES = [  # first and second argument, names
    ("u32=3", "u32=2863311530", "u32_div u32_rem u32_mulhi u32_popc u32_clz u32_ffs u32_brev "
     "u32_prmt u32_funnel u32_dp4a u32_min u32_select u32_imad u32_lea u32_xorshift u32_f32 "
     "shfl_idx shfl_xor vote any match_any redux_add redux_min activemask syncwarp"),
    ("s32=3", "s32=1431655765", "s32_div s32_rem s32_f32 s32_f64"),
    ("u64=3", "u64=6148914691236517205", "u64_div u64_rem u64_mul u64_mulhi u64_add u64_shift "
     "u64_compare"),
    ("u64=3", "u64=2863311530", "u64_div u64_rem"),
    ("s64=3", "s64=6148914691236517205", "s64_div s64_rem s64_f32"),
    ("f32=1.5", "f32=2", "f32_div f32_div_fast f32_rcp f32_sqrt f32_sqrt_fast f32_rsqrt f32_exp "
     "f32_exp_fast f32_exp2 f32_log f32_log_fast f32_log2 f32_sin f32_cos f32_sin_fast "
     "f32_cos_fast f32_tanh f32_erf f32_pow f32_fmod f32_min f32_floor f32_f64 f32_f16 f32_u8 "
     "f16x2_add f16x2_mul f16x2_fma f16x2_max f16x2_exp2"),
    ("f64=1.5", "f64=2", "f64_add f64_mul f64_div f64_rcp f64_sqrt f64_rsqrt f64_exp f64_log "
     "f64_sin"),
]


def add_sequences(lists):
    for first, second, names in SEQUENCES:
        for name in names.split():
            for warps in [1, 4, 32]:
                blocks = 1 if warps == 1 else SMS
                lists.launch(SEQUENCES_SOURCE, "sequence_" + name, blocks, 32 * warps,
                             ["s64[%d]:zero" % blocks, "s32=8", first, second],
                             {"warps": warps, "small": int(second == "u64=2863311530")},
                             kind="calibration",
                             results=[("latency", 0, 64, "cycle") if warps == 1 else
                                      ("cycles_per_warp_instruction", 0, 64 * warps, "cycle")])
    for loads in [1, 2, 4, 8]:
        for work in [4, 16, 32]:
            for blocks, warps in [(1, 1), (64, 8), (132, 8), (132, 32)]:
                lists.launch(SEQUENCES_SOURCE, "stream_near", blocks, 32 * warps,
                             ["f32[%d]:zero" % (1 << 16), "f32[1]:zero", "s32=%d" % (1 << 14),
                              "s32=2", "s64[%d]:zero" % blocks], {"warps": warps, "blocks": blocks},
                             macros={"LOADS": loads, "WORK": work}, kind="calibration",
                             results=[("cycles_per_load", 4, 2 << 14, "cycle")])


def add_registers(lists):
    """What the operands of an instruction cost."""
    add_operands(lists)
    add_chains(lists)


def add_flow(lists):
    """Lengths of code, branches, steps that wait for each other."""
    def run(entry, warps, arguments, parameters, divisor, macros=None):
        lists.launch(FLOW, entry, SMS, 32 * warps, ["s64[%d]:zero" % SMS] + arguments,
                     {"warps": warps, **parameters}, macros=macros, kind="calibration",
                     results=[("cycles_per_turn", 0, divisor, "cycle")])
    for steps in [64, 128, 192, 256, 512, 1024, 2048, 4096, 8192]:
        for warps in [1, 4, 16, 32]:
            rounds = max(2, 16384 // steps)
            run("code_length", warps, ["s32=%d" % rounds, "f32=1"], {}, rounds * steps,
                {"STEPS": steps})
    for name, limit in [("never", 1 << 30), ("always", 1 << 31), ("half", 1)]:
        for warps in [1, 4, 16, 32]:
            run("branches_" + name, warps, ["s32=16", "u32=%d" % limit], {}, 16 * 16)
    for count in range(6):
        for warps in [1, 4, 16, 32]:
            run("phases", warps, ["f32[1024]:signed", "s32=1024", "f32=-6.2831853"], {}, 1024,
                {"PHASES": count})
    for entry in ["l1_three", "l1_sums"]:
        for fmas in [1, 2, 4, 6, 8, 16]:
            for blocks, threads in [(2, 1024), (1, 512), (1, 128)]:
                lists.launch(FLOW, entry, SMS * blocks, threads,
                             ["f32[4096]:zero", "f32[1]:zero", "s32=128", "s32=4095"],
                             {"blocks_per_sm": blocks, "block": threads, "rounds": 128},
                             macros={"FMAS": fmas}, kind="calibration")

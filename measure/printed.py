"""Calibration runs of programs that measure themselves: calibrate/leading.cu, leading_sizes.cu, bulk.cu and
match.cu print clocks, not runs. Writes the <run> elements of what one of them printed, with their tables:

    python3 printed.py leading shared_steps.csv "2026-11-22" 80 >> part.xml

The last two arguments are the day, which names the source, and the number of the first table."""

import csv
import sys

BULK = ["all_wait", "one_waits", "loads", "cp_async", "back"]
MEET = ["arrive", "arrive_and_wait", "syncthreads", "try_wait", "test_wait"]
STEP = ["cycles_per_step", "cycles_per_step_slowest", "cycles_per_step_fastest"]


def steps(row, kernel, threads, parameters):
    """A launch of blocks that share tiles: L2 has them (warm), or DRAM (cold)."""
    return [{"kernel": kernel, "cache": cache, "grid": 132 * int(row["each"]), "block": threads,
             "parameters": [(name, row[name]) for name in parameters], "metrics": STEP,
             "values": [row[cache + "_" + which] for which in ("mean", "most", "least")]}
            for cache in ("cold", "warm")]


def leading(row):
    kernel = "leading_two" if int(row["two"]) else "leading_one"
    shared = "columns" if int(row["two"]) else "share"
    return steps(row, kernel, 128, ["barrier", "each", shared, "chain", "busy"])


def leading_sizes(row):
    return steps(row, "leading_sizes", row["threads"], ["barrier", "each", "share", "chain", "busy"])


def bulk(row):
    kind, first, second, third = (int(row[name]) for name in ("kind", "bytes or blocks", "pieces or block",
                                                              "blocks or between"))
    cache = "cold" if int(row["far"]) else "warm"
    if row["name"] == "bulk":
        run = {"kernel": "bulk_" + BULK[kind], "grid": third, "block": row["block"],
               "parameters": [("bytes", first), ("pieces", second)], "metrics": ["cycles_per_turn", "cycles_per_turn_slowest"]}
    else:
        run = {"kernel": "meet_" + MEET[kind], "grid": first, "block": second, "parameters": [("between", third)],
               "metrics": ["cycles_per_round", "cycles_per_round_slowest"]}
    return [dict(run, cache=cache, values=[row["mean"], row["slowest"]])]


def match(row):
    alone = row["other"] == "beside"
    name = "match_" + row["kind"] + ("" if alone else "_" + row["other"])
    return [{"kernel": name, "cache": "warm", "grid": 132, "block": 32 * int(row["warps"]),
             "parameters": [(column, row[column]) for column in ("many", "values", "stretches", "warps")],
             "metrics": ["cycles_per_match"], "values": [row["clocks"]]}]


PROGRAMS = {"leading": leading, "leading_sizes": leading_sizes, "bulk": bulk, "match": match}


def table_of(tables, metrics, first):
    return tables.setdefault(tuple(metrics), first + len(tables))


def write_run(run, launch, program, day, table):
    print(f'  <run kernel="{run["kernel"]}" device="h200_sxm" set="calibration" cache="{run["cache"]}" '
          f'source="clocks-{day}" where="measure/calibrate/{program}.cu" group="calibration" launch="{launch}" '
          f'grid="{run["grid"]} 1 1" block="{run["block"]} 1 1">')
    for name, value in run["parameters"]:
        print(f'    <parameter name="{name}" value="{value}" />')
    print(f'    <row table="{table}" values="{" ".join(run["values"])}" />\n  </run>')


def main(program, path, day, first):
    with open(path) as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    tables = {}
    for number, row in enumerate(rows, 1):
        for run in PROGRAMS[program](row):
            write_run(run, f"{program}-{number}", program, day, table_of(tables, run["metrics"], first))
    for metrics, table in tables.items():
        print(f'  <table id="{table}">', file=sys.stderr)
        for metric in metrics:
            print(f'    <column metric="{metric}" unit="cycles" />', file=sys.stderr)
        print("  </table>", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))

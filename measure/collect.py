#!/usr/bin/env python3
"""Joins what came back from a machine into one runs file.

    collect.py RAW OUTPUT --title TEXT --source ID --read DATE --machine TEXT LIST ...

RAW holds, for each LIST: LIST-events.xml (the runs file that `measure` wrote), LIST-cold.csv and
LIST-cold.order (Nsight Compute with the cache flushed before each pass, and the launches in
order), LIST-again.csv and LIST-again.order (the time alone, five launches each: the median of the
last four),
LIST-warm.csv and LIST-warm.order (each launch three times, nothing flushed; the median of the last
two counts). What is missing is left out. Units become SI; Nsight's averages, minima and maxima over
units are dropped, the sums kept. A spread of 1 or more stands as 0.99.
"""
import argparse
import csv
import os
import xml.etree.ElementTree as xml

UNITS = {"ns": ("s", 1e-9), "us": ("s", 1e-6), "ms": ("s", 1e-3), "s": ("s", 1.0),
         "byte": ("B", 1.0), "byte/block": ("B", 1.0),
         "%": ("%", 1.0), "cycle": ("cycles", 1.0)}
# launch__ numbers that do not follow from the launch itself.
LAUNCH = ["launch__registers_per_thread", "launch__occupancy_limit_blocks",
          "launch__occupancy_limit_registers", "launch__occupancy_limit_shared_mem",
          "launch__occupancy_limit_warps", "launch__waves_per_multiprocessor",
          "launch__shared_mem_per_block_static", "launch__shared_mem_config_size"]
EXACT = ["memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal"]


def is_kept(metric):
    if metric.startswith(("profiler__", "launch__occupancy_cluster", "smsp__maximum_warps")):
        return False
    if metric.startswith("sm__cycles_elapsed"):
        return metric.endswith(".max")
    if metric.startswith("sm__") or metric.endswith("_pct") or metric.endswith(".pct"):
        return metric.endswith("_pct") or metric.endswith(".pct") \
            or metric.endswith("avg.pct_of_peak_sustained_active") \
            or metric.endswith("avg.pct_of_peak_sustained_elapsed")
    return metric.endswith(".sum") or metric in LAUNCH or metric in EXACT


def read_counters(base):
    """Rows of a CSV in order of launch: its name, and (metric, value, unit, None) for each."""
    if not os.path.exists(base + ".csv"):
        return []
    with open(base + ".csv") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("==")))
    with open(base + ".order") as file:
        order = file.read().split()
    head, units, rows = rows[0], rows[1], rows[2:]
    if len(rows) != len(order):
        raise SystemExit("%s: %d rows for %d launches" % (base, len(rows), len(order)))
    wanted = [i for i, metric in enumerate(head) if "__" in metric or metric in EXACT]
    wanted = [i for i in wanted if is_kept(head[i]) and not head[i].startswith("device__")]
    out = []
    for name, row in zip(order, rows):
        found = []
        for i in wanted:
            try:
                value = float(row[i].replace(",", ""))
            except ValueError:
                continue
            unit, factor = UNITS.get(units[i], ("count", 1.0))
            if head[i].startswith("sm__maximum_warps_avg"):
                continue
            found.append((head[i], value * factor, unit, None))
        out.append((name, found))
    return out


def mean_of_last_two(rows):
    """Of three launches each: the mean of the last two, their distance over it as spread."""
    out = {}
    for i in range(0, len(rows), 3):
        name, second = rows[i + 1]
        third = dict((m, v) for m, v, _, _ in rows[i + 2][1])
        found = []
        for metric, value, unit, _ in second:
            mean = 0.5 * (value + third.get(metric, value))
            spread = abs(value - third.get(metric, value)) / mean if mean else 0.0
            found.append((metric, mean, unit, spread))
        out[name] = found
    return out


def median_time(rows):
    """Of five launches each, the median of the last four times and their range over it."""
    times = {}
    for name, found in rows:
        for metric, value, _, _ in found:
            if metric == "gpu__time_duration.sum":
                times.setdefault(name, []).append(value)
    out = {}
    for name, values in times.items():
        values = sorted(values[1:])
        median = 0.5 * (values[1] + values[2])
        out[name] = (median, (values[3] - values[0]) / median)
    return out


def with_time(metrics, time):
    """The counters, with the time of its own launches in place of the one under the counters."""
    if time is None:
        return metrics
    return [row if row[0] != "gpu__time_duration.sum" else (row[0], time[0], "s", time[1])
            for row in metrics]


def with_dram(metrics):
    """What DRAM moves in both directions, dram__bytes.sum, is not taken: it is their sum."""
    found = {metric: value for metric, value, _, _ in metrics}
    both = [found.get("dram__bytes_%s.sum" % way) for way in ["read", "write"]]
    return metrics + ([] if None in both else [("dram__bytes.sum", sum(both), "B", None)])


def add_measured(run, metrics):
    for metric, value, unit, spread in metrics:
        element = xml.SubElement(run, "measured", metric=metric, value="%.12g" % value, unit=unit)
        if spread is not None:
            element.set("spread", "%.3g" % min(spread, 0.99))


# First words of a kernel's name -> group; the first that fits.
GROUPS = [
    ("copy array offset strided fill triad vector_add saxpy", "copy and stream"),
    ("transpose", "transpose"),
    ("naive_mm tiled_mm mma_mm mm_ mv_ floyd", "matrix product"),
    ("stencil convolve life", "stencil and convolution"),
    ("sum_ reduce dot column_sums row_sums", "reduction"),
    ("scan bitonic", "scan and sort"),
    ("histogram", "histogram"),
    ("aos soa gather scatter embedding grey table_lookup binary_search follow", "indexed access"),
    ("softmax layer_norm gelu spmv", "rows and sparse"),
    ("nbody mandelbrot collatz polynomial black_scholes hash monte_carlo branches data_loops "
     "complex fourier", "arithmetic and control"),
]


def group_of(run):
    if run.get("set") == "calibration":
        return "calibration"
    for words, group in GROUPS:
        if run.get("kernel").startswith(tuple(words.split())):
            return group
    return "other"


def collect(raw, name, source):
    cold = dict(read_counters(os.path.join(raw, name + "-cold")))
    times = median_time(read_counters(os.path.join(raw, name + "-again")))
    cold = {launch: with_time(metrics, times.get(launch)) for launch, metrics in cold.items()}
    warm = {}
    for part in ["-warm1", "-warm2"]:
        rows = read_counters(os.path.join(raw, name + part))
        for launch, found in mean_of_last_two(rows).items():
            known = {metric for metric, _, _, _ in warm.setdefault(launch, [])}
            warm[launch] += [row for row in found
                             if row[0] not in known and not row[0].startswith("launch__")]
    runs = []
    for run in xml.parse(os.path.join(raw, name + "-events.xml")).getroot().iter("run"):
        run.set("source", source)
        launch = run.get("launch")
        for measured in run.iter("measured"):
            if measured.get("unit") == "cycle":
                measured.set("unit", "cycles")
            measured.set("spread", "%.3g" % min(float(measured.get("spread")), 0.99))
        counters = (cold if run.get("cache") == "cold" else warm).get(launch, [])
        add_measured(run, with_dram(counters))
        run.set("group", group_of(run))
        runs.append(run)
    return runs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("raw")
    parser.add_argument("output")
    for option in ["title", "source", "read", "machine"]:
        parser.add_argument("--" + option, required=True)
    parser.add_argument("lists", nargs="+")
    options = parser.parse_args()
    root = xml.Element("runs", schema="1", title=options.title)
    xml.SubElement(root, "source", id=options.source, title=options.machine, url="",
                   read=options.read)
    for name in options.lists:
        root.extend(collect(options.raw, name, options.source))
    xml.indent(root)
    with open(options.output, "wb") as file:
        file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n')
        file.write(xml.tostring(root, encoding="utf-8"))
        file.write(b"\n")
    print(options.output, len(root.findall("run")), "runs")


if __name__ == "__main__":
    main()

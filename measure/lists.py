#!/usr/bin/env python3
"""Compiles the kernels and writes the launch lists of the sets.

    lists.py [--ptx] OUT NAME ...

NAME is one of CALIBRATION or VALIDATION below.

OUT receives the cubins, beside each what ptxas said of it (.ptxas), and NAME.list for each set
named; with --ptx also OUT/ptx, the PTX of the same sources with the kernels that are launched and
no others. Needs nvcc. The tables are in the modules that the names stand beside; this file knows how a
row becomes a cubin and a launch.

What reports/runs keeps of it:

    lists.py --ptx OUT lectures suite
    cat OUT/lectures.list OUT/suite.list >reports/runs/h200.list
    cp -r OUT/ptx reports/runs

and of the calibration, for what is predicted of it (reports/runs/h200_calibration.list; its launches are named
as the runs are, rows/rows_load-1, and its PTX lies in reports/runs/ptx/calibrate):

    lists.py --ptx OUT mix rows flight
"""
import hashlib
import importlib
import os
import re
import subprocess
import sys

import machine
from operands import replace

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def resources(log):
    """Of each kernel that ptxas -v tells about: the words after `compiled` in a list."""
    out = {}
    for part in re.split(r"Compiling entry function ", log)[1:]:
        name, major, minor = re.match(r"'(\w+)' for 'sm_(\d+)(\d)\w*'", part).groups()
        number = lambda pattern: (re.findall(pattern, part) or ["0"])[0]
        out[name] = "%s.%s registers %s shared %s local %s barriers %s" % (
            major, minor, number(r"Used (\d+) registers"), number(r"(\d+) bytes smem"),
            number(r"(\d+) bytes stack frame"), number(r"used (\d+) barriers"))
    return out


def with_entries(ptx, entries):
    """PTX without the kernels that are not named, and with source paths that hold anywhere."""
    out, keep, depth = [], True, 0
    ptx = re.sub(r'"/[^"]*/include/', '"', ptx.replace(ROOT + os.sep, ""))
    for line in ptx.splitlines():
        entry = re.match(r"(?:\.\w+ )*\.entry (\w+)", line)
        if entry:
            keep = entry.group(1) in entries
        if keep and not line.startswith("\t// .globl"):
            out.append(line)
        code = line.split("//")[0]
        depth += code.count("{") - code.count("}")
        if depth == 0 and "}" in code:
            keep = True
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)) + "\n"


# First words of a kernel's name -> group; the first that fits.
GROUPS = [
    ("copy array offset strided fill triad vector_add vectorAdd vector_complex saxpy move_ mem_ cp_ "
     "cpy_ dup_ stream_", "copy and stream"),
    ("transpose tp_ tsp_ flip_", "transpose"),
    ("naive_mm tiled_mm mma_mm mm_ mv_ floyd gemm_ matvec_ "
     "la_sgemm_ la_dgemm_ la_hgemm_ la_gemm_ la_gemv_ hop_gemm_ mul_ mxm_ prod_ "
     "matmul matvec sgemm hgemm", "matrix product"),
    ("stencil convolve life conv st_ cv_ stn_ cnv_ grid_ win_", "stencil and convolution"),
    ("sum_ reduce dot column_sums row_sums fold_ rd_ tot_ agg_", "reduction"),
    ("scan bitonic prefix_ srt_ sc_ bts_ rdx_ cum_ sor_ run_ arr_ sort", "scan and sort"),
    ("hist hg_ bin_ bkt_", "histogram"),
    ("aos soa gather scatter embedding grey table_lookup binary_search follow struct_ chase "
     "idx_ ptr_ srch_ rec_ gth_ emb_ chs_ obj_ get_ put_", "indexed access"),
    ("softmax layer_norm layernorm gelu spmv sparse_ sp_ spv_ smx_ lnm_ "
     "spm_ spmm sft_ lyn_ nrm_ csr_ rmsnorm", "rows and sparse"),
    ("nbody mandelbrot collatz polynomial black_scholes hash monte_carlo branches data_loops "
     "int_ complex fourier body_ fractal_ branch loop calc_ geo_ "
     "nbd_ frc_ mcl_ dvg_ lop_ fn_ nby_ fra_ dvr_ lps_ mco_ num_ mandel_", "arithmetic and control"),
    ("layer_ op_ net_ llm_ att_ atn_ act_ head_ attn_ quant_", "layers of networks"),
    ("linear_ la_ gem_ sml_ lus_ sys_", "linear algebra"),
    ("picture_ img_ pic_ sig_ vid_ flt_ ifl_ fft_ pix_", "pictures"),
    ("order_ par_", "orders"),
    ("look_ lk_ gr_ cod_ cry_ bfs_ gph_ txt_ hsh_ gra_ str_ hsx_ edge_ byt_ "
     "graph_ bits_ code_ dp_", "lookups"),
    ("field_ chance_ sim_ pde_ rnd_ fin_ phy_ phys_ mc_ rng_", "fields and chance"),
    ("db_", "columns of tables"),
    ("ben_", "benchmarks"),
    ("hop_", "newer cards"),
]


def group_of(kernel):
    for words, group in GROUPS:
        if kernel.startswith(tuple(words.split())):
            return group
    return "other"


class Lists:
    def __init__(self, out, ptx):
        self.out = out
        self.ptx = ptx
        self.names = {}
        self.code = {}
        self.entries = {}
        self.lines = []

    @staticmethod
    def run_nvcc(kind, to, text, flags):
        """What nvcc wrote on stderr."""
        command = ["nvcc", "-std=c++17", "-lineinfo", "-diag-suppress", "177,550", "-o", to, text]
        run = subprocess.run(command + kind + flags, stderr=subprocess.PIPE, text=True)
        if run.returncode:
            sys.exit(run.stderr)
        return run.stderr

    def compile(self, source, macros, options=()):
        """The code's name without suffix, and what the compiler gave its kernels; each source is
        compiled once for each set of macros and options."""
        flags = ["-D%s=%s" % item for item in sorted(macros.items())] + list(options)
        key = (source, tuple(flags))
        if key not in self.code:
            digest = hashlib.sha1(" ".join(flags).encode()).hexdigest()[:6]
            base = os.path.splitext(os.path.basename(source))[0]
            name = base + ("-" + digest if flags else "")
            path = os.path.join(self.out, name)
            text = os.path.join(ROOT, source)
            made = path + ".ptxas"
            if not os.path.exists(made) or os.path.getmtime(made) < os.path.getmtime(text):
                if self.ptx:
                    self.run_nvcc(["-arch=compute_90", "-ptx"], path + ".ptx", text, flags)
                log = self.run_nvcc(["-arch=sm_90", "-cubin", "-Xptxas", "-v"], path + ".cubin",
                                    text, flags)
                with open(made, "w") as file:
                    file.write(log)
            with open(made) as file:
                self.code[key] = (name, self.spilling(path, resources(file.read())))
        return self.code[key]

    @staticmethod
    def spilling(path, compiled):
        """With the lines of what a kernel spills, where it has a frame."""
        framed = lambda words: not re.search(r"local 0\b", words)
        return {entry: "\n".join([words] + (machine.lines_of(path + ".cubin", entry) if framed(words) else []))
                for entry, words in compiled.items()}

    def replaced(self, code, entry, operands):
        """The name of a copy of the code with other operands in one kernel: operands.py."""
        digest = hashlib.sha1(repr((entry, operands)).encode()).hexdigest()[:8]
        name = "%s-%s" % (code, digest)
        with open(os.path.join(self.out, code + ".cubin"), "rb") as file:
            image = replace(file.read(), entry, *operands)
        with open(os.path.join(self.out, name + ".cubin"), "wb") as file:
            file.write(image)
        return name

    def launch(self, source, entry, grid, block, arguments, parameters=None, macros=None,
               shared=0, kind="validation", results=(), constants=(), dump=None, name=None,
               kernel=None, operands=None, options=(), cooperative=False):
        macros = macros or {}
        code, compiled = self.compile(source, macros, options)
        if operands:
            code = self.replaced(code, entry, operands)
        self.entries.setdefault(code, set()).add(entry)
        base = name or kernel or entry
        self.names[base] = self.names.get(base, 0) + 1
        three = lambda v: " ".join(str(n) for n in (tuple(v) + (1, 1))[:3]) \
            if isinstance(v, tuple) else "%d 1 1" % v
        add = self.lines.append
        add("")
        add("launch %s-%d" % (base, self.names[base]))
        add("kernel %s" % (kernel or entry))
        add("code %s.cubin" % code)
        if self.ptx:
            add("ptx ptx/%s.ptx" % code)
        add("compiled " + compiled[entry])
        add("entry %s" % entry)
        add("grid " + three(grid))
        add("block " + three(block))
        if shared:
            add("shared %d" % shared)
        if cooperative:
            add("cooperative")
        for argument in arguments:
            add("argument " + argument)
        for constant in constants:
            add("constant " + constant)
        facts = {**macros, **(parameters or {})}
        for key, value in facts.items():
            if isinstance(value, int):
                add("parameter %s %d" % (key, value))
        remarks = ["%s %s" % (key, value) for key, value in facts.items()
                   if not isinstance(value, int)]
        if remarks:
            add("note " + ", ".join(remarks))
        add("group " + ("calibration" if kind == "calibration" else group_of(kernel or entry)))
        add("set " + kind)
        add("where " + source)
        for result in results:
            add("result %s %d %.17g %s" % result)
        if dump is not None:
            add("dump %d" % dump)

    def write(self, name):
        with open(os.path.join(self.out, name + ".list"), "w") as file:
            file.write("\n".join(self.lines) + "\n")
        print(name, sum(self.names.values()), "launches,", len(self.names), "names")
        self.lines, self.names = [], {}

    def write_ptx(self):
        os.makedirs(os.path.join(self.out, "ptx"), exist_ok=True)
        for name, entries in self.entries.items():
            with open(os.path.join(self.out, name + ".ptx")) as file:
                text = with_entries(file.read(), entries)
            with open(os.path.join(self.out, "ptx", name + ".ptx"), "w") as file:
                file.write(text)


# Of a list its module, and what adds its launches.
CALIBRATION = {
    "calibration": ("calibration", "add_timed"),
    "counted": ("calibration", "add_counters"),
    "mix": ("calibration_mix", "add_mix"),
    "waits": ("calibration_mix", "add_waits"),
    "waiting": ("calibration_mix", "add_waiting"),
    "registers": ("calibration_registers", "add_registers"),
    "sequences": ("calibration_registers", "add_sequences"),
    "flow": ("calibration_registers", "add_flow"),
    "beyond": ("beyond", "add"),
    "far": ("beyond", "add_far"),
    "kept": ("beyond", "add_kept"),
    "later": ("beyond", "add_later"),
    "lanes": ("beyond", "add_lanes"),
    "rows": ("calibration_rows", "add_pieces"),
    "again": ("calibration_rows", "add_again"),
    "rounds": ("calibration_rounds", "add"),
    "meets": ("calibration_meets", "add"),
    "contest": ("calibration_contest", "add"),
    "clash": ("calibration_clash", "add_clash"),
    "clustered": ("calibration_clash", "add_clustered"),
    "looking_back": ("calibration_clash", "add_looking_back"),
    "flight": ("calibration_flight", "add"),
    "spills": ("calibration_spills", "add"),
    "together": ("calibration_together", "add"),
}

# Each a module of its own name, with `add`.
VALIDATION = ("lectures suite unseen fresh blind fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
              "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twentyfirst twentysecond "
              "twentythird twentyfourth twentyfifth twentysixth twentyseventh "
              "twentyeighth twentyninth thirtieth thirtyfirst thirtysecond thirtythird").split()


def table(name):
    """What adds the launches of a list."""
    if name not in CALIBRATION and name not in VALIDATION:
        sys.exit("no list '%s'; there are %s" % (name, ", ".join(list(CALIBRATION) + VALIDATION)))
    module, add = CALIBRATION.get(name, (name, "add"))
    return getattr(importlib.import_module(module), add)


def main():
    words = [word for word in sys.argv[1:] if word != "--ptx"]
    if len(words) < 2:
        sys.exit(__doc__)
    os.makedirs(words[0], exist_ok=True)
    lists = Lists(words[0], ptx="--ptx" in sys.argv)
    for name, add in [(name, table(name)) for name in words[1:]]:
        add(lists)
        lists.write(name)
    if lists.ptx:
        lists.write_ptx()


if __name__ == "__main__":
    main()

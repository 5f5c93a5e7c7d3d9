#!/usr/bin/env python3
"""Compiles the kernels and writes the launch lists of the two sets.

    lists.py [--ptx] OUT calibration|counted|mix|lectures|suite ...

OUT receives the cubins (with --ptx the PTX of the same sources beside them) and NAME.list for each
set named. Needs nvcc. The tables are in
calibration.py and validation.py; this file knows how a row becomes a cubin and a launch.
"""
import hashlib
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


class Lists:
    def __init__(self, out, ptx):
        self.out = out
        self.ptx = ptx
        self.names = {}
        self.code = {}
        self.lines = []

    @staticmethod
    def run_nvcc(kind, to, text, flags):
        subprocess.run(["nvcc", "-std=c++17", "-lineinfo", "-diag-suppress", "177,550", "-o", to,
                        text] + kind + flags, check=True)

    def compile(self, source, macros):
        """The cubin's name; each source is compiled once for each set of macros."""
        flags = ["-D%s=%s" % item for item in sorted(macros.items())]
        key = (source, tuple(flags))
        if key not in self.code:
            digest = hashlib.sha1(" ".join(flags).encode()).hexdigest()[:6]
            base = os.path.splitext(os.path.basename(source))[0]
            name = base + ("-" + digest if flags else "") + ".cubin"
            path = os.path.join(self.out, name)
            text = os.path.join(ROOT, source)
            if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(text):
                self.run_nvcc(["-arch=sm_90", "-cubin"], path, text, flags)
                if self.ptx:
                    self.run_nvcc(["-arch=compute_90", "-ptx"], path[:-5] + "ptx", text, flags)
            self.code[key] = name
        return self.code[key]

    def launch(self, source, entry, grid, block, arguments, parameters=None, macros=None,
               shared=0, kind="validation", results=(), constants=(), dump=None, name=None,
               kernel=None):
        macros = macros or {}
        cubin = self.compile(source, macros)
        base = name or kernel or entry
        self.names[base] = self.names.get(base, 0) + 1
        three = lambda v: " ".join(str(n) for n in (tuple(v) + (1, 1))[:3]) \
            if isinstance(v, tuple) else "%d 1 1" % v
        add = self.lines.append
        add("")
        add("launch %s-%d" % (base, self.names[base]))
        add("kernel %s" % (kernel or entry))
        add("code %s" % cubin)
        add("entry %s" % entry)
        add("grid " + three(grid))
        add("block " + three(block))
        if shared:
            add("shared %d" % shared)
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


def main():
    import calibration
    import lectures
    import suite
    tables = {"calibration": calibration.add_timed, "counted": calibration.add_counters,
              "mix": calibration.add_mix,
              "lectures": lectures.add, "suite": suite.add}
    words = [word for word in sys.argv[1:] if word != "--ptx"]
    os.makedirs(words[0], exist_ok=True)
    lists = Lists(words[0], ptx="--ptx" in sys.argv)
    for name in words[1:]:
        tables[name](lists)
        lists.write(name)


if __name__ == "__main__":
    main()

#!/bin/bash
# ./dev by itself: a copy of it in a small tree, with stand-ins for cmake, apt-get and whatever else
# it calls, so that nothing is built or installed.
#
#   test_dev.sh TREE
set -u
tree=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
mkdir -p "a tree/src" "a tree/cmake" bin elsewhere
cp "$tree/dev" "a tree/dev"
touch "a tree/CMakeLists.txt" "a tree/CMakePresets.json" "a tree/src/main.c"
dev="$folder/a tree/dev"
log=$folder/log

failures=0
fail() {
	failures=$((failures + 1))
	echo "FAILED: $*"
}
expect() { # WHAT WANTED FOUND
	[ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
}

stand_in() { # NAME, its text on standard input
	rm -f "bin/$1"
	{ echo "#!/bin/sh" && cat; } >"bin/$1"
	chmod +x "bin/$1"
}

# Only these are there: what ./dev and the stand-ins are written in, and what it looks for.
for tool in sh cat date find flock ln mkdir mv nproc readlink rm sed touch chmod; do
	ln -s "$(command -v $tool)" bin/
done
for tool in gcc ninja xmllint gnuplot; do
	stand_in $tool </dev/null
done
stand_in pkg-config <<<'exit 0'
# Builds a program that prints its words and exits with the first.
stand_in cmake <<END
echo "noise on stdout"
echo "cmake \$*" >>"$log"
mkdir -p "\$PWD/build/release"
touch "\$PWD/build/release/build.ninja"
printf '#!/bin/sh\necho "\$*"\nexit \$1\n' >"\$PWD/build/release/gpumodel"
chmod +x "\$PWD/build/release/gpumodel"
END
stand_in apt-get <<END
echo "apt-get \$*" >>"$log"
echo "noise of apt"
case "\$*" in install*libxml2-utils*) ln -s "$folder/bin/gcc" "$folder/bin/xmllint" ;; esac
END
run() { (cd elsewhere && PATH=$folder/bin "$dev" "$@" 2>"$folder/stderr"); }

# ---- the first start builds, says so on stderr only, and hands on words and exit code ----
expect "first start" "0 b 'c d'" "$(run 0 b "'c d'")"
grep -q 'noise on stdout' stderr || fail "what the build says is lost"
grep -q -- '--target gpumodel' log || fail "more than the program was built"
run 3 >stdout
expect "exit code" 3 $?

# ---- the second one builds nothing ----
: >log
expect "second start" "0 x" "$(run 0 x)"
expect "built again" "" "$(cat log)"
expect "second start's stderr" "" "$(cat stderr)"

# ---- a newer, a new and a vanished source are noticed ----
sleep 0.02
touch "a tree/src/main.c"
run 0 >stdout
grep -q 'cmake --build' log || fail "a newer source was not noticed"
sleep 0.02
: >log
touch "a tree/src/new.c"
run 0 >stdout
grep -q 'cmake --build' log || fail "a new source was not noticed"
sleep 0.02
: >log
rm "a tree/src/new.c"
run 0 >stdout
grep -q 'cmake --build' log || fail "a vanished source was not noticed"

# ---- something is missing ----
rm -rf "a tree/build" bin/xmllint
: >log
stand_in id <<<'echo 1000'
run 0 >stdout
expect "exit code without root" 4 $?
expect "the line to run" \
	"  sudo apt-get update && sudo apt-get install -y --no-install-recommends libxml2-utils" \
	"$(sed -n 2p stderr)"
expect "stdout without root" "" "$(cat stdout)"
expect "touched without root" "" "$(cat log)"

stand_in id <<<'echo 0'
expect "first start as root" "0 y" "$(run 0 y)"
expect "what root installs" \
	"apt-get -qq update,apt-get install -y --no-install-recommends libxml2-utils," \
	"$(sed -n 1,2p log | tr '\n' ,)"

rm -f bin/gnuplot
run install-packages >stdout
expect "exit code when installing did not help" 4 $?
grep -q 'still missing after installing: gnuplot-nox' stderr || fail "does not say what is missing"

rm -f bin/apt-get
run install-packages >stdout
expect "exit code without apt-get" 4 $?
grep -q 'missing: gnuplot-nox' stderr || fail "does not name it without apt-get"

# ---- the rest ----
run clean
[ ! -e "a tree/build" ] || fail "clean left build/"
run >stdout
expect "exit code of the usage" 0 $?
grep -q './dev test' stdout || fail "no usage"
ln -s "$dev" bin/gpu
stand_in gnuplot </dev/null
expect "through a link" "0 z" "$(cd elsewhere && PATH=$folder/bin gpu 0 z 2>/dev/null)"

echo "$failures failures"
[ "$failures" -eq 0 ]

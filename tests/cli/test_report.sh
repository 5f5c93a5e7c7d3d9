#!/bin/bash
# The report page of 10 kernels on 3 devices: small, whole, the same each time.
#
#   test_report.sh PROGRAM TREE
set -u
program=$(realpath "$1")
tree=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export HOME=$folder
unset GPUMODEL_PATH XDG_DATA_HOME
exec </dev/null

most_bytes=3000000
kernels="array_copy convolve histogram_shared mma_mm naive_mm reduce_shuffle saxpy stencil_2d
	tiled_mm transpose_shared"

failures=0
fail() {
	failures=$((failures + 1))
	echo "FAILED: $*"
}

"$program" report $kernels -d g80 -d v100 -d h100 -o page.html || fail "exit code $?"
bytes=$(stat -c %s page.html)
echo "$bytes bytes"
[ "$bytes" -le $most_bytes ] || fail "$bytes bytes, at most $most_bytes"
xmllint --noout page.html || fail "not well-formed"
[ "$(grep -c '<article' page.html)" -eq 30 ] || fail "not 30 articles"
[ "$(ls)" = page.html ] || fail "left behind: $(ls)"

# Threads and surroundings change nothing: on one processor, elsewhere, without an environment.
small="report tiled_mm saxpy -d g80 -d v100 -d h100"
"$program" $small -o small.html
(cd / && TZ=Asia/Tokyo LC_ALL=C.UTF-8 taskset -c 0 "$program" $small) | cmp -s - small.html ||
	fail "one processor or a locale changes the page"
env -i "$program" $small | cmp -s - small.html || fail "no environment changes the page"

# What was measured stands in the page, and only beside what it belongs to.
"$program" report tiled_mm -d gtx280 -d h100 --runs "$tree/reports/runs/seeds.xml" -o runs.html ||
	fail "--runs: exit code $?"
[ "$(grep -c '<h3>Measured</h3>' runs.html)" -eq 1 ] || fail "not one measured run"

[ "$failures" -eq 0 ] || exit 1

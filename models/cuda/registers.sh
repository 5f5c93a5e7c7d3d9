#!/bin/sh
# The <registers> rows of kernels, asked of nvcc; run it in the folder of the descriptors.
#
#     cuda/registers.sh tiled_mm ...        prints the rows
#     cuda/registers.sh --check *.xml       exit 1 where a descriptor says otherwise
#
# Registers depend on the compiler, the capability and the macros: the rows hold for the default
# parameters. Capabilities that nvcc no longer compiles for have no row: their count is unknown.
set -eu

capabilities="7.5 8.0 8.6 8.9 9.0 10.0 12.0"

# rows NAME: of cuda/NAME.cu
rows() {
	release=$(nvcc --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
	for capability in $capabilities; do
		arch=sm_$(echo "$capability" | tr -d .)
		count=$(nvcc -cubin -arch="$arch" -Xptxas -v -o /dev/null "cuda/$1.cu" 2>&1 |
			sed -n 's/.*Used \([0-9]*\) registers.*/\1/p')
		[ -n "$count" ] || { echo "cuda/$1.cu: nvcc -arch=$arch : no count" >&2; exit 2; }
		printf '\t<registers compute_capability="%s" count="%s" source="nvcc %s, %s"/>\n' \
			"$capability" "$count" "$release" "$arch"
	done
}

if [ "${1-}" != --check ]; then
	for kernel; do
		rows "$kernel"
	done
	exit
fi
shift
status=0
for file; do
	kernel=$(sed -n 's|.*cuda="cuda/\(.*\)\.cu".*|\1|p' "$file")
	wanted=$(rows "$kernel")
	found=$(grep '<registers' "$file" || true)
	if [ "$wanted" != "$found" ]; then
		status=1
		printf '%s: nvcc says\n%s\n' "$file" "$wanted"
	fi
done
exit $status

#!/bin/sh
# The PTX of the kernels here, ptx/sm_75/<name>.ptx and ptx/sm_90/<name>.ptx, as nvcc of CUDA 13.0 writes
# it; kept in the repository, so that tests and users need no nvcc. Macros have their defaults.
#
#     cuda/ptx.sh              compiles every .cu beside this script
#     cuda/ptx.sh --check      exit 1 where a kept file is not what nvcc writes now
#
# .file directives keep a name alone: where the compiler and the sources lie is nobody's business.
set -eu

cd "$(dirname "$0")"
capabilities="sm_75 sm_90"

# compile ARCH SOURCE OUTPUT
compile() {
	nvcc -ptx -arch="$1" -lineinfo -o "$3" "$2"
	sed 's|^\([[:space:]]*\.file[[:space:]].*"\)[^"]*/\([^"/]*"\)|\1\2|' "$3" > "$3.plain"
	mv "$3.plain" "$3"
}

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
status=0
for arch in $capabilities; do
	for source in *.cu; do
		name=${source%.cu}
		compile "$arch" "$source" "$made/$name.ptx"
		kept=../ptx/$arch/$name.ptx
		if [ "${1-}" != --check ]; then
			mkdir -p "../ptx/$arch"
			cp "$made/$name.ptx" "$kept"
		elif ! cmp -s "$made/$name.ptx" "$kept"; then
			echo "ptx/$arch/$name.ptx is not what nvcc writes of cuda/$source" >&2
			status=1
		fi
	done
done
exit $status

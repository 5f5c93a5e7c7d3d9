#!/bin/sh
# Compiles every .cu here to PTX for compute capability 7.5 and 9.0 (nvcc of CUDA 13.0), clang.cl with clang 14.
# The results are kept in the repository, so that tests need no compiler.
set -e
cd "$(dirname "$0")"
for source in *.cu; do
	name=${source%.cu}
	nvcc -ptx -arch=sm_90 -lineinfo "$source" -o "$name.sm_90.ptx"
	# Asynchronous copies and barriers in memory begin with 8.0.
	[ "$name" = async ] || nvcc -ptx -arch=sm_75 -lineinfo "$source" -o "$name.sm_75.ptx"
	# The directory of the compilation is nobody's business.
	sed -i "s|\"$PWD/|\"|; s|\"/[^\"]*/include/|\"|" "$name".sm_*.ptx
done
clang -x cl -cl-std=CL2.0 -target nvptx64-nvidia-nvcl -O2 -g1 -Xclang -target-cpu -Xclang sm_75 \
	-fdebug-compilation-dir=. -S clang.cl -o clang.sm_75.ptx
cp clang.sm_75.ptx clang.sm_90.ptx

#!/bin/sh
# Compiles the kernels here to PTX for compute capability 9.0 (nvcc of CUDA 13.0). The results are kept in
# the repository, so that tests need no compiler. counts.txt is counted in what nvdisasm shows of the
# same text assembled by ptxas.
# fragments.clang.ptx is what clang 14 makes of fragments.cu (--cuda-gpu-arch=sm_80 --cuda-device-only -S -O3).
set -e
cd "$(dirname "$0")"
for source in kernels joins accesses; do
	nvcc -std=c++17 -ptx -arch=compute_90 -diag-suppress 177,550 "$source.cu" -o "$source.sm_90.ptx"
done

#!/bin/sh
# Compiles every .cu here to PTX for compute capability 7.5, and copies.cu for 8.0, which copies
# asynchronously (nvcc of CUDA 13.0). The results are kept in the repository, so that tests need no compiler.
set -e
cd "$(dirname "$0")"
for source in *.cu; do
	name=${source%.cu}
	arch=sm_75
	[ "$name" != copies ] || arch=sm_80
	nvcc -ptx -arch=$arch -lineinfo "$source" -o "$name.$arch.ptx"
	# The directory of the compilation is nobody's business.
	sed -i "s|\"$PWD/|\"|; s|\"/[^\"]*/include/|\"|" "$name.$arch".ptx
done

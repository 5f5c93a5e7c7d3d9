#!/bin/sh
# Compiles every .cu here to PTX for compute capability 7.5 (nvcc of CUDA 13.0). The results are kept
# in the repository, so that tests need no compiler.
set -e
cd "$(dirname "$0")"
for source in *.cu; do
	name=${source%.cu}
	nvcc -ptx -arch=sm_75 -lineinfo "$source" -o "$name.sm_75.ptx"
	# The directory of the compilation is nobody's business.
	sed -i "s|\"$PWD/|\"|; s|\"/[^\"]*/include/|\"|" "$name".sm_75.ptx
done

#!/bin/sh
# Makes the files of this folder again, with nvcc of CUDA 13.0 in PATH; tests need only the files.
#
#     ./make.sh                  cubins, logs, fat binaries, an object file
#     ./make.sh PTXAS_OF_12_4    also the two cubins in the layout before CUDA 13
#
# A newer nvcc may give other counts: test_cubin.c quotes those of the logs that are kept.
set -eu
cd "$(dirname "$0")"

for sm in 75 80 86 89 90 100 120; do
	nvcc -cubin -arch=sm_$sm -Xptxas -v -o sm_$sm.cubin kernels.cu 2>&1 |
		grep -v 'Compile time' >sm_$sm.log
done
nvcc -ptx -arch=compute_90 -o kernels.ptx kernels.cu
PYTHONPATH=../../../measure python3 -c 'import lists; print(lists.with_entries(open("kernels.ptx").read(), {"spilling"}), end="")' >spilling.ptx
rm kernels.ptx
nvcc -cubin -rdc=true -arch=sm_90 -o relocatable.cubin one.cu
two="-gencode arch=compute_75,code=sm_75 -gencode arch=compute_90,code=sm_90"
nvcc $two --no-compress -fatbin -o two.fatbin one.cu
nvcc $two --compress-mode=size -fatbin -o compressed.fatbin one.cu
nvcc -gencode arch=compute_90,code=compute_90 -fatbin -o ptx.fatbin one.cu
nvcc $two --no-compress -c -o host.o one.cu
strip --strip-debug host.o

if [ $# -gt 0 ]; then
	nvcc -ptx -arch=compute_75 -o old.ptx kernels.cu
	sed -i -e 's/^\.version .*/.version 8.0/' -e 's/^\.target .*/.target sm_50/' old.ptx
	"$1" -arch=sm_50 -v -o before_13_sm_50.cubin old.ptx 2>before_13_sm_50.log
	sed -i -e 's/^\.target .*/.target sm_75/' old.ptx
	"$1" -arch=sm_90 -v -o before_13_sm_90.cubin old.ptx 2>before_13_sm_90.log
	rm old.ptx
fi

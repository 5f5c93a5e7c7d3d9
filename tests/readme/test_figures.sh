#!/bin/bash
# What README.md says of the measured runs is what the tree holds.
#
#   test_figures.sh TREE
set -u
cd "$1" || exit 1

# Runs of validation, the kernels of their launch lists, and those of them that the first set, which the models were
# made beside, does not have.
runs=$(cat reports/runs/h200*.xml | grep -c '<run .*set="validation"')
kernels_of() { awk '$1 == "kernel" {print $2}' "$@" | sort -u; }
lists=$(ls reports/runs/h200*.list | grep -v calibration)
# shellcheck disable=SC2086
kernels=$(kernels_of $lists | wc -l)
# shellcheck disable=SC2086
later=$(comm -23 <(kernels_of $lists) <(kernels_of reports/runs/h200.list) | wc -l)
[ "$runs" -gt 1000 ] && [ "$later" -gt 1000 ] || { echo "few runs: $runs, $later"; exit 1; }

page=$(tr '\n' ' ' <README.md)
for words in "$runs runs of $kernels kernels on an H200" "; $later of the kernels were written after the models"; do
	case $page in
	*"$words"*) ;;
	*) echo "README.md does not say: $words"; bad=1 ;;
	esac
done
exit "${bad:-0}"

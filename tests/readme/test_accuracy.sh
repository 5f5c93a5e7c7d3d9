#!/bin/bash
# The accuracy report in the tree is what the program writes.
#
#   test_accuracy.sh PROGRAM TREE [--renew | --sanitized]
#
# --sanitized is for a program that is ten times slower: every 20th run of each set, of which nothing
# but a complaint of a sanitizer fails. The bytes are the business of the other builds.
#
# --renew writes reports/accuracy.md, the pages of the sets in reports/accuracy and the picture beside it anew. The picture is drawn by gnuplot,
# whose versions differ, and is not compared.
set -u
program=$(realpath "$1")
tree=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$tree" || exit 1

write() { # FOLDER, SUFFIX OF THE PICTURE
	"$program" validate reports/runs/h200.xml reports/runs/h200_unseen.xml \
		reports/runs/h200_fresh.xml reports/runs/h200_blind.xml \
		reports/runs/h200_fifth.xml reports/runs/h200_sixth.xml \
		reports/runs/h200_seventh.xml reports/runs/h200_eighth.xml \
		reports/runs/h200_ninth.xml reports/runs/h200_tenth.xml \
		reports/runs/h200_eleventh.xml reports/runs/h200_twelfth.xml \
		reports/runs/h200_thirteenth.xml reports/runs/h200_fourteenth.xml \
		reports/runs/h200_fifteenth.xml reports/runs/h200_sixteenth.xml \
		reports/runs/h200_seventeenth.xml reports/runs/h200_eighteenth.xml \
		reports/runs/h200_nineteenth.xml reports/runs/h200_twentieth.xml \
		reports/runs/h200_twentyfirst.xml reports/runs/h200_twentysecond.xml \
		reports/runs/h200_twentythird.xml reports/runs/h200_twentyfourth.xml \
		reports/runs/h200_twentyfifth.xml reports/runs/h200_twentysixth.xml \
		reports/runs/seeds.xml \
		--notes reports/notes.xml --parts "$1/accuracy" \
		-o "$1/accuracy.md" --plot "$1/accuracy.$2"
}

if [ "${3:-}" = --renew ]; then
	rm -rf reports/accuracy
	write reports svg || exit 1
	grep '^| \(ptx\|descriptor\) | ' reports/accuracy.md
	exit 0
fi
if [ "${3:-}" = --sanitized ]; then
	for set in h200 h200_unseen h200_fresh; do
		awk '/<run / {skip = runs++ % 20 != 0} !skip || /<\/runs>/ {print} /<\/run>/ {skip = 0}' \
			"reports/runs/$set.xml" >"$folder/$set.xml"
		[ "$(grep -c '<run ' "$folder/$set.xml")" -ge 5 ] || { echo "few runs of $set"; exit 1; }
		"$program" validate "$folder/$set.xml" --launches "reports/runs/$set.list" >"$folder/page" \
			2>"$folder/said"
		if [ ! -s "$folder/page" ] || grep -E "Sanitizer|runtime error" "$folder/said"; then
			cat "$folder/said"
			exit 1
		fi
	done
	exit 0
fi
write "$folder" gp || exit 1
sed -i 's/accuracy\.gp/accuracy.svg/' "$folder/accuracy.md"
cmp -s reports/accuracy.md "$folder/accuracy.md" && diff -rq reports/accuracy "$folder/accuracy" && exit 0
echo "reports/accuracy.md is not what is written now; renew it with: ./dev accuracy"
diff reports/accuracy.md "$folder/accuracy.md" | head -20
diff -r reports/accuracy "$folder/accuracy" | head -20
exit 1

#!/bin/bash
# The accuracy report in the tree is what the program writes.
#
#   test_accuracy.sh PROGRAM TREE [--renew | --sanitized]
#
# With GM_TEST_FULL=1 all of it is written and compared, byte for byte: minutes. Without, every eighth
# kernel of each set is predicted, of which each line must stand in the page of its set; and what the
# pages and the report sum up must be the sums of the lines that stand in them.
#
# --sanitized is for a program that is ten times slower: every 20th kernel of three sets, of which
# nothing but a complaint of a sanitizer fails. The bytes are the business of the other builds.
#
# --renew writes reports/accuracy.md, the pages of the sets in reports/accuracy and the picture beside
# it anew. The picture is drawn by gnuplot, whose versions differ, and is not compared.
set -u
program=$(realpath "$1")
tree=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$tree" || exit 1

# In the order in which they were measured; the lectures' last.
sets=(h200 h200_unseen h200_fresh h200_blind h200_fifth h200_sixth h200_seventh h200_eighth h200_ninth
	h200_tenth h200_eleventh h200_twelfth h200_thirteenth h200_fourteenth h200_fifteenth h200_sixteenth
	h200_seventeenth h200_eighteenth h200_nineteenth h200_twentieth h200_twentyfirst h200_twentysecond
	h200_twentythird h200_twentyfourth h200_twentyfifth h200_twentysixth
	h200_twentyseventh h200_twentyeighth h200_twentyninth h200_thirtieth h200_thirtyfirst h200_thirtysecond
	h200_thirtythird seeds)

write() { # FOLDER OF THE RUNS, FOLDER, SUFFIX OF THE PICTURE
	"$program" validate $(printf "$1/%s.xml " "${sets[@]}") --notes reports/notes.xml \
		--parts "$2/accuracy" -o "$2/accuracy.md" --plot "$2/accuracy.$3"
}

# The runs of every Nth kernel of a set, beside links to what they are launched from.
sample() { # SET, N, WHICH OF THE FIRST N
	mkdir -p "$folder/runs"
	ln -sf "$tree"/reports/runs/*.list "$tree/reports/runs/ptx" "$folder/runs"
	awk -v every="$2" -v first="$3" '
		/<run / {
			match($0, /kernel="[^"]*"/)
			kernel = substr($0, RSTART, RLENGTH)
			if (!(kernel in order)) order[kernel] = kernels++
			skip = order[kernel] % every != first
		}
		!skip || /<\/runs>/ {print}
		/<\/run>/ {skip = 0}' "reports/runs/$1.xml" >"$folder/runs/$1.xml"
	[ "$(grep -c '<run ' "$folder/runs/$1.xml")" -ge 5 ] || { echo "few runs of $1"; exit 1; }
}

every_run() { # PAGE
	sed -n '/^## Every run/,$p' "$1" | grep '^| '
}

# "FROM CACHES RUNS MEAN MEDIAN BEYOND MOST" of the lines of a page, a line for each; of errors that are written as the
# limit itself nobody knows on which side they are: BEYOND without them, MOST with them.
summed() { # PAGE
	every_run "$1" | awk -F' *[|] *' '$10 ~ /%$/ {
			error = substr($10, 2) + 0
			limit = $10 ~ /^\+/ ? 100 : 50
			print $5, $6, error, (error > limit), (error >= limit)
		}' | LC_ALL=C sort -k3n | awk '
		{
			key = $1 " " $2
			value[key, n[key]++] = $3
			sum[key] += $3
			beyond[key] += $4
			most[key] += $5
		}
		END {
			for (key in n) {
				half = int(n[key] / 2)
				median = n[key] % 2 ? value[key, half] : (value[key, half - 1] + value[key, half]) / 2
				print key, n[key], sum[key] / n[key], median, beyond[key], most[key]
			}
		}'
}

# What a page sums up is what its lines amount to, within what they are rounded by.
is_sum_of_its_lines() { # PAGE
	local sums
	sums=$(summed "$1") && [ -n "$sums" ] || echo "$1: its lines have no sum"
	while read -r from caches runs mean median beyond most; do
		awk -F' *[|] *' -v from="$from" -v caches="$caches" -v runs="$runs" -v mean="$mean" \
			-v median="$median" -v beyond="$beyond" -v most="$most" -v page="$1" '
			function off(a, b) { return a - b > 0.11 || b - a > 0.11 }
			/^## The/ {exit}
			$2 == from && $3 == caches {
				found = 1
				if ($4 != runs || off($5, mean) || off($6, median) || $9 + 0 < beyond || $9 + 0 > most)
					print page ": " $0 " is not the sum of its lines:", runs, mean, median, beyond
			}
			END { if (!found) print page ": nothing sums up " from " " caches }' "$1"
	done <<<"$sums"
}

# The line of a set in the report has the means, medians and misses of its page.
is_in_the_report() { # SET
	local at=3 caches mean median beyond
	for caches in cold warm; do
		read -r mean median beyond < <(awk -F' *[|] *' -v caches=$caches '
			$2 == "ptx" && $3 == caches {print $5, $6, $9; exit}' "reports/accuracy/$1.md" |
			tr -d '%' | tr -s ' ')
		at=$((at + 2))
		[ -z "$mean" ] ||
			grep -F "](accuracy/$1.md)" reports/accuracy.md | cut -d'|' -f$at |
			grep -qxF " $mean %, $median %, $beyond " ||
			echo "reports/accuracy.md does not say of $1, $caches: $mean %, $median %, $beyond"
	done
}

if [ "${3:-}" = --renew ]; then
	rm -rf reports/accuracy
	write reports/runs reports svg || exit 1
	grep '^| \(ptx\|descriptor\) | ' reports/accuracy.md
	exit 0
fi
if [ "${3:-}" = --sanitized ]; then
	for set in h200 h200_unseen h200_fresh; do
		sample $set 20 0
		"$program" validate "$folder/runs/$set.xml" >"$folder/page" 2>"$folder/said"
		if [ ! -s "$folder/page" ] || grep -E "Sanitizer|runtime error" "$folder/said"; then
			cat "$folder/said"
			exit 1
		fi
	done
	exit 0
fi
if [ -n "${GM_TEST_FULL:-}" ]; then
	write reports/runs "$folder" gp || exit 1
	sed -i 's/accuracy\.gp/accuracy.svg/' "$folder/accuracy.md"
	cmp -s reports/accuracy.md "$folder/accuracy.md" &&
		diff -rq reports/accuracy "$folder/accuracy" && exit 0
	echo "reports/accuracy.md is not what is written now; renew it with: ./dev accuracy"
	diff reports/accuracy.md "$folder/accuracy.md" | head -20
	diff -r reports/accuracy "$folder/accuracy" | head -20
	exit 1
fi

for at in "${!sets[@]}"; do
	case ${sets[at]} in
	seeds) sample seeds 1 0 ;;
	*) sample "${sets[at]}" 8 $((at % 8)) ;;
	esac
done
write "$folder/runs" "$folder" gp || exit 1
wrong=0
for set in "${sets[@]}"; do
	page=reports/accuracy/$set.md
	lines=$(every_run "$folder/accuracy/$set.md" | tail -n +3)
	other=$(grep -vxFf <(every_run "$page") <<<"$lines") && wrong=1 &&
		printf '%s does not have what is written now:\n%s\n' "$page" "$(head -5 <<<"$other")"
	[ "$(wc -l <<<"$lines")" -ge 5 ] || { echo "$page: few lines are compared"; wrong=1; }
	said=$(is_sum_of_its_lines "$page")
	[ -z "$said" ] || { echo "$said"; wrong=1; }
	said=$(is_in_the_report "$set")
	[ -z "$said" ] || { echo "$said"; wrong=1; }
done
[ $wrong -eq 0 ] || echo "renew the report with: ./dev accuracy"
exit $wrong

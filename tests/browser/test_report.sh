#!/bin/bash
# The report page in a real browser, when there is one: 'chromium' or what CHROMIUM names.
#
#   test_report.sh PROGRAM TREE
#
# A copy of the page gets check_report.js behind its own script, which does what a reader does and
# writes into the page what it found; the browser runs that without a window and prints the page.
set -u
program=$(realpath "$1")
tree=$(realpath "$2")
browser=$(command -v "${CHROMIUM:-chromium}" || command -v google-chrome || true)
[ "$browser" ] || { echo "skipped: no chromium (apt-get install chromium)"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export HOME=$folder
unset GPUMODEL_PATH XDG_DATA_HOME
exec </dev/null

failures=0
fail() {
	failures=$((failures + 1))
	echo "FAILED: $*"
}

# What the browser prints to stdout is the page at the end; what it logs is in `log`.
browse() { # FILE [OPTION...]
	local file=$1
	shift
	timeout 100 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
		--user-data-dir="$folder/profile" --enable-logging=stderr --virtual-time-budget=5000 \
		--dump-dom "$@" "file://$folder/$file" 2>log
}

# The page as it is, with the checks in front of the end of <body>, and a net for errors first.
with_checks() { # FILE
	awk -v checks="$tree/tests/browser/check_report.js" '
		/^<\/body>/ {
			print "<pre id=\"found\"></pre><script>"
			while ((getline line <checks) > 0)
				print line
			print "</script>"
		}
		{ print }
		/^<meta charset/ {
			print "<script>window.caught = []; window.addEventListener(\"error\", " \
				"function (e) { window.caught.push(e.message); });</script>"
		}' "$1"
}

"$program" report tiled_mm transpose_shared -d g80 -d h200 --runs "$tree/reports/runs/h200.xml" \
	-D n=1024 -o ./none.html 2>/dev/null # a name that one of the kernels lacks is refused
[ -e none.html ] && fail "a page of a parameter that a kernel lacks"
"$program" report naive_mm transpose_shared -d g80 -d h200 --runs "$tree/reports/runs/h200.xml" \
	-o page.html || fail "report: exit code $?"
sed 's/<kernel name="[^"]*"/<kernel name="\&lt;script>window.hacked=1\&lt;\/script>"/' \
	"$tree/models/saxpy.xml" >hostile.xml
"$program" report ./hostile.xml -d h200 -o hostile.html || fail "report: exit code $?"

# page, then how it is looked at; 0 is Chromium's number for dark
views='
page     --window-size=1280,900
page     --window-size=500,900 --blink-settings=preferredColorScheme=0
hostile  --window-size=1280,900
'
while read -r page options; do
	[ "$page" ] || continue
	with_checks $page.html >checked.html
	browse checked.html $options >dom
	grep -q 'CONSOLE' log && fail "$page: the console says: $(grep CONSOLE log | head -3)"
	sed -n '/<pre id="found">/,/<\/pre>/p' dom | sed 's/<[^>]*>//g' >found
	grep -v '^FAILED' found
	grep '^FAILED' found && fail "$page"
	grep -q '^checks: [1-9]' found || fail "$page: the checks did not come to their end"
done <<<"$views"

[ "$failures" -eq 0 ] || exit 1

#!/bin/bash
# Every command in a fenced block of every README runs and succeeds, and every shown output is what
# the program prints.
#
#   test_readme.sh PROGRAM TREE [--renew]
#
# In a block, a line that begins with './dev ' or 'gpumodel ' is a command; one that begins with
# '$ gpumodel ' or '$ ./dev ' is a command whose output follows, to the end of the block; a line that
# ends with '\' goes on in the next. They run in a folder where the tree's data folders are seen. './dev VERB' with a verb of its own is not run
# from here (it would run this); that ./dev knows the verb is checked.
#
# --renew writes the shown outputs and the drawn pictures anew.
set -u
program=$(realpath "$1")
tree=$(realpath "$2")
renew=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
mkdir bin home place
ln -s "$program" bin/gpumodel
ln -s "$tree"/{devices,models,schemas} place/
[ ! -d "$tree/reports" ] || ln -s "$tree/reports" place/
export PATH=$folder/bin:$PATH HOME=$folder/home
unset GPUMODEL_PATH XDG_DATA_HOME
exec </dev/null

failures=0
commands=0
outputs=0
fail() {
	failures=$((failures + 1))
	echo "FAILED: $*"
}

# What ./dev does itself, from its own table of cases.
own_verbs=$(sed -n 's/^\([a-z-]*\)).*/\1/p' "$tree/dev")

run() { # COMMAND, its output into $folder/out
	local command=$1 verb
	commands=$((commands + 1))
	if [[ $command == './dev '* ]]; then
		verb=$(cut -d' ' -f2 <<<"$command")
		if grep -qx -e "$verb" <<<"$own_verbs"; then
			: >"$folder/out"
			return
		fi
		command="gpumodel ${command#./dev }"
	fi
	(cd place && bash -c "$command") >"$folder/out" 2>"$folder/err" ||
		fail "$file: $1: exit code $?: $(head -1 "$folder/err")"
}

# Copies FILE to $folder/new with every shown output replaced by what is printed now.
check() { # FILE
	local line more fence='' shown=''
	while IFS= read -r line; do
		while [ "$fence" ] && [[ $line == *'\' ]] && IFS= read -r more; do
			line+=$'\n'$more
		done
		if [[ $line == '```'* ]]; then
			[ "$fence" ] && fence='' || fence=yes
			shown=''
		elif [ "$fence" ] && [[ $line == '$ gpumodel '* || $line == '$ ./dev '* ]]; then
			run "${line#'$ '}"
			shown=yes
			outputs=$((outputs + 1))
			printf '%s\n' "$line" && cat "$folder/out"
			continue
		elif [ "$fence" ] && [[ $line == './dev '* || $line == 'gpumodel '* ]]; then
			run "$line"
		fi
		[ "$shown" ] || printf '%s\n' "$line"
	done <"$1" >"$folder/new"
	return 0
}

# Pictures: '<!-- drawn: COMMAND -o docs/NAME.svg -->' says how one is made. The script behind it is
# kept beside it and must be what is drawn now; an SVG differs between versions of gnuplot.
drawings() { # FILE
	local command name
	sed -n 's/^<!-- drawn: \(gpumodel .*\) -->$/\1/p' "$1" >"$folder/drawn"
	while IFS= read -r command; do
		name=${command##*/}
		name=${name%.svg}
		run "${command% -o *} -o $folder/$name.gp"
		if [ "$renew" ]; then
			run "${command% -o *} -o $folder/$name.svg"
			mkdir -p "$tree/docs" && cp "$folder/$name".{gp,svg} "$tree/docs/"
		fi
		cmp -s "$folder/$name.gp" "$tree/docs/$name.gp" ||
			fail "docs/$name.svg is not what is drawn now; renew it with --renew"
		grep -q '<title>' "$tree/docs/$name.svg" || fail "docs/$name.svg is no picture"
	done <"$folder/drawn"
}

for file in $(cd "$tree" && ls README.md */README.md src/*/README.md 2>/dev/null); do
	path=$tree/$file
	check "$path"
	drawings "$path"
	if ! cmp -s "$path" "$folder/new"; then
		if [ "$renew" ]; then
			cat "$folder/new" >"$path"
		else
			fail "$file shows an output that is not printed now; renew it with:"
			echo "  tests/readme/test_readme.sh build/release/gpumodel . --renew"
			diff "$path" "$folder/new" | head -20
		fi
	fi
done
# Of markdown written here; a table row cannot be broken.
wide=$(awk 'length > 100 && !/^\|/ && !/^<!-- drawn/ {print FILENAME ":" FNR}' \
	"$tree/README.md" "$tree"/src/*/README.md)
[ -z "$wide" ] || fail "wider than 100 columns: $wide"

echo "$commands commands, $outputs outputs, $failures failures"
[ "$commands" -ge 10 ] && [ "$outputs" -ge 1 ] && [ "$failures" -eq 0 ]

#!/bin/bash
# Runs every row of commands.txt, which says how to read it.
#
#   test_commands.sh PROGRAM TREE
set -u
program=$(realpath "$1")
TREE=$(realpath "$2")
export TREE
rows=$TREE/tests/cli/commands.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
mkdir bin home
ln -s "$program" bin/gpumodel
export PATH=$folder/bin:$PATH HOME=$folder/home
unset GPUMODEL_PATH XDG_DATA_HOME

failures=0
number=0
run=0

# Does FILE hold TEXT, as a row means it?
holds() { # TEXT FILE
	case $1 in
	'*') true ;;
	-) [ ! -s "$2" ] ;;
	*) grep -qF -e "$1" "$2" ;;
	esac
}

check() { # EXIT STDOUT STDERR COMMAND
	bash -c "$4" >stdout 2>stderr </dev/null
	local code=$?
	run=$((run + 1))
	[ "$code" = "$1" ] && holds "$2" stdout && holds "$3" stderr && return
	failures=$((failures + 1))
	echo "commands.txt:$number: $4"
	echo "  exit code $code, expected $1"
	sed -n '1,5s/^/  stdout: /p' stdout
	sed -n '1,5s/^/  stderr: /p' stderr
}

while IFS='|' read -r code on_stdout on_stderr command; do
	number=$((number + 1))
	case $code in '' | '#'*) continue ;; esac
	trim() { local text=${1# } && echo "${text% }"; }
	check "${code% }" "$(trim "$on_stdout")" "$(trim "$on_stderr")" "${command# }"
done <"$rows"

# A table that was not found, or not read, must not pass.
[ "$run" -ge 50 ] || { echo "only $run rows were run"; exit 1; }
echo "$run commands, $failures failed"
[ "$failures" -eq 0 ]

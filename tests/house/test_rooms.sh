#!/bin/bash
# The order of the house holds: a room reaches the headers of the rooms below it and no others.
#
#   test_rooms.sh COMPILER TREE ROOMS
#
# A row of ROOMS, which CMake writes, is a room and the folders that its files may include from.
set -u
compiler=$1
tree=$(realpath "$2")
rooms=$(realpath "$3")

failures=0
checked=0
fail() {
	failures=$((failures + 1))
	echo "FAILED: $*"
}

# 0 when it compiles, 1 when the header is out of reach, 2 for anything else.
include() { # HEADER FOLDER...
	local header=$1 said folder flags=()
	shift
	for folder; do flags+=("-I$folder"); done
	said=$(echo "#include \"$header\"" |
		LC_ALL=C "$compiler" -D_GNU_SOURCE -fsyntax-only "${flags[@]}" -x c - 2>&1) && return 0
	case $said in *"$header"*"ile not found"* | *"$header: No such file"*) return 1 ;; esac
	echo "$said"
	return 2
}

# The order as the design states it: each room, then the rooms that it may use.
order='
base
device    base
kernel    base
ptx       base kernel
simt      base kernel ptx
sass      base kernel ptx simt
launch    base kernel ptx simt sass
describe  base kernel ptx simt sass launch
input     base device kernel ptx simt sass launch describe
model     base device kernel
analysis  base device kernel model
report    base device kernel model analysis
'

check() { # ROOM REACHES OTHER FOLDER...
	local room=$1 reaches=$2 other=$3 header code
	shift 3
	header=$(cd "$tree/src" && ls "$other"/*.h 2>/dev/null | head -1)
	[ "$header" ] || return
	checked=$((checked + 1))
	include "$header" "$@"
	code=$?
	[ "$code" -eq "$reaches" ] && return
	[ "$reaches" -eq 0 ] && fail "$room/ cannot include $header" || fail "$room/ can include $header"
}

while read -r room uses; do
	[ "$room" ] || continue
	folders=$(sed -n "s/^$room //p" "$rooms")
	[ "$folders" ] || fail "the build knows no room $room"
	for other in base device kernel ptx simt sass launch describe input model analysis report cli; do
		case " $room $uses " in *" $other "*) reaches=0 ;; *) reaches=1 ;; esac
		check "$room" $reaches "$other" $folders
	done
	# Only input/ reads XML.
	if [ "$room" != input ]; then
		include libxml/tree.h $folders
		[ $? -eq 1 ] || fail "$room/ can include libxml2"
	fi
done <<<"$order"

echo "$checked includes tried, $failures failed"
[ "$checked" -ge 50 ] && [ "$failures" -eq 0 ]

#!/bin/bash
# An installed tree works where it was not installed: the program and a client of the library find
# headers, library and data after the prefix was moved, with no environment, from another folder.
#
#   test_install.sh BUILD TREE COMPILER [FLAG...]      flags are for compiling the client
set -eu
build=$(realpath "$1")
tree=$(realpath "$2")
compiler=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
	echo "FAILED: $*"
	exit 1
}

# ---- install, then move ----
cmake --install "$build" --prefix "$folder/first" >"$folder/log" || fail "$(cat "$folder/log")"
mkdir "$folder/a place"
mv "$folder/first" "$folder/a place/moved"
prefix="$folder/a place/moved"
pc=$(cd "$prefix" && find . -name gpumodel.pc)
library=$prefix/$(dirname "$(dirname "$pc")")

for file in bin/gpumodel include/gpumodel/gpumodel.h share/gpumodel/devices/h100.xml \
	share/gpumodel/models/tiled_mm.xml share/gpumodel/models/ptx/sm_90/tiled_mm.ptx share/gpumodel/schemas/prediction.schema.json \
	share/man/man1/gpumodel.1; do
	[ -f "$prefix/$file" ] || fail "$file was not installed"
done
for file in libgpumodel.so libgpumodel.a; do
	[ -e "$library/$file" ] || fail "$file was not installed"
done
# Shared by all the world: nothing of ours without our prefix.
strangers=$(nm -D --defined-only "$library/libgpumodel.so" | awk '$3 !~ /^gm_/ {print $3}' |
	grep -v '^__[a-z]*san' || true)
[ -z "$strangers" ] || case $* in *sanitize*) ;; *) fail "exported names: $strangers" ;; esac

# ---- the program ----
cd /
env -i "$prefix/bin/gpumodel" predict tiled_mm --device h100 >"$folder/page" ||
	fail "the installed program"
grep -q "tiled_mm on NVIDIA H100" "$folder/page" || fail "the installed program's page"
env -i "$prefix/bin/gpumodel" kernels | grep -q tiled_mm || fail "kernels"
env -i "$prefix/bin/gpumodel" kernels | grep -qE "^ *(cuda|ptx)\b" && fail "folders among the kernels"
env -i "$prefix/bin/gpumodel" predict tiled_mm_ptx --device h100 >"$folder/page" ||
	fail "a compiled kernel of the installed tree"

# The manual names every command and no line of it is taken for a request that roff does not know.
page=$prefix/share/man/man1/gpumodel.1
for command in predict devices kernels help; do
	grep -q "^.SH $(tr a-z A-Z <<<"$command")$" "$page" || fail "$command is not in the manual"
done
grep -n '^[.]' "$page" | grep -Ev ':[.](TH|SH|TP|B|I|nf|fi)( |$)' && fail "the manual's requests"

# A user's own folders come after the shipped one.
mkdir -p "$folder/own/models" "$folder/home/.local/share/gpumodel/models"
cp "$prefix/share/gpumodel/models/vector_add.xml" "$folder/own/models/mine.xml"
cp "$prefix/share/gpumodel/models/vector_add.xml" \
	"$folder/home/.local/share/gpumodel/models/homely.xml"
env -i GPUMODEL_PATH="$folder/own" "$prefix/bin/gpumodel" predict mine -d h100 >"$folder/page" ||
	fail "a model of GPUMODEL_PATH"
env -i HOME="$folder/home" "$prefix/bin/gpumodel" predict homely -d h100 >"$folder/page" ||
	fail "a model of the user's own folder"
! env -i "$prefix/bin/gpumodel" predict mine -d h100 2>"$folder/page" ||
	fail "found without the path"

# ---- a client: the example of gpumodel.h, word for word ----
{
	printf '#include <gpumodel.h>\n#include <stdio.h>\n#include <stdlib.h>\nint\nmain(void)\n{\n'
	sed -n '/^ \*     /s/^ \*     //p' "$prefix/include/gpumodel/gpumodel.h"
	printf '\treturn 0;\n}\n'
} >"$folder/client.c"
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$prefix/$(dirname "$pc")
# pkg-config escapes the blank of the path; eval reads it back.
eval "$compiler -std=c11 -Wall -Wextra -Werror" "$@" "'$folder/client.c' -o '$prefix/bin/client'" \
	"$(pkg-config --cflags --libs gpumodel)" || fail "the client does not compile"
env -i LD_LIBRARY_PATH="$library" "$prefix/bin/client" >"$folder/said" || fail "the client"
verdict=$(env -i "$prefix/bin/gpumodel" predict tiled_mm -d h100 --format json |
	sed -n 's/^ "verdict": "\(.*\)",$/\1/p')
[ -n "$verdict" ] && [ "$(cat "$folder/said")" = "$verdict" ] ||
	fail "the client said '$(cat "$folder/said")', the program '$verdict'"

# A client that lives elsewhere finds the data by way of the shared library.
mkdir "$folder/elsewhere"
cp "$prefix/bin/client" "$folder/elsewhere"
[ "$(env -i LD_LIBRARY_PATH="$library" "$folder/elsewhere/client")" = "$verdict" ] ||
	fail "a client outside of the prefix"

# The same against the static library, which needs the libraries below it named.
eval "$compiler -std=c11" "$@" "'$folder/client.c' -o '$prefix/bin/client_static'" \
	"$(pkg-config --cflags gpumodel)" "'$library/libgpumodel.a'" \
	"$(pkg-config --libs libxml-2.0 jansson libelf) -liberty -lm" || fail "the static client does not compile"
[ "$(env -i "$prefix/bin/client_static")" = "$verdict" ] || fail "the static client"

# ---- C++: every header in one file, and a client ----
if command -v g++ >/dev/null; then
	(cd "$prefix/include/gpumodel" && find . -name '*.h' | sed 's/.*/#include "&"/') >"$folder/all.cpp"
	g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only "-I$prefix/include/gpumodel" "$folder/all.cpp" ||
		fail "a header in C++"
	cat >"$folder/client.cpp" <<-'END'
		#include <gpumodel.h>
		#include <cstdio>
		#include <cstdlib>
		int main()
		{
			gm_error err = {};
			gm_places places = {};
			gm_library *library = gm_library_new(&places);
			gm_device *device = nullptr;
			const gm_status status = gm_library_device(library, "h100", &device, &err);
			std::puts(status == GM_OK ? device->title : err.message);
			gm_device_free(device);
			gm_library_free(library);
		}
	END
	eval "g++ -std=c++17 -Wall -Wextra -Werror" "$@" "'$folder/client.cpp' -o '$prefix/bin/client_cxx'" \
		"$(pkg-config --cflags --libs gpumodel)" || fail "the C++ client does not compile"
	[ "$(env -i LD_LIBRARY_PATH="$library" "$prefix/bin/client_cxx")" = "NVIDIA H100 SXM5 80GB" ] ||
		fail "the C++ client"
fi

[ "$(pkg-config --modversion gpumodel)" = "$("$prefix/bin/gpumodel" --version | cut -d' ' -f2)" ] ||
	fail "versions differ"
echo "installed, moved, and used by the program and two clients"

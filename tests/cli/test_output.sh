#!/bin/bash
# What holds for everything the program writes, for every shipped model: one function a property.
#
#   test_output.sh PROGRAM TREE
set -u
program=$(realpath "$1")
tree=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
mkdir bin home
ln -s "$program" bin/gpumodel
export PATH=$folder/bin:$PATH HOME=$folder/home
unset GPUMODEL_PATH XDG_DATA_HOME
exec </dev/null

failures=0
fail() {
	failures=$((failures + 1))
	echo "FAILED: ${FUNCNAME[1]}: $*"
}
skip() {
	echo "skipped: ${FUNCNAME[1]}: $*"
}

# The main job, and all of them at once; arguments are added to each.
one() { gpumodel predict tiled_mm --device h100 "$@"; }
# Some do not run on a G80, which is what exit code 1 says.
all() { gpumodel predict $models --device h100 --device g80 "$@" 2>errors || [ $? -eq 1 ]; }

# The first Python that has a module; nothing when none has.
python_with() { # MODULE
	local python
	for python in /usr/bin/python3 python3; do
		"$python" -c "import $1" 2>/dev/null && echo "$python" && return
	done
}

two_runs_are_byte_identical() {
	local format
	for format in text json csv; do
		all --format $format | cmp -s - all.$format || fail "$format"
	done
}

surroundings_change_no_byte() {
	one >here
	(cd / && LC_ALL=C.UTF-8 TZ=Asia/Tokyo COLUMNS=20 TERM=dumb one) | cmp -s - here ||
		fail "locale, time zone, width or folder"
	env -i "$program" predict tiled_mm --device h100 | cmp -s - here || fail "no environment"
	NO_COLOR=1 one | cmp -s - here || fail "NO_COLOR"
	CLICOLOR_FORCE=1 one | cmp -s - here || fail "CLICOLOR_FORCE"
	grep -q "$(printf '\033')" here && fail "an escape sequence without a terminal"
}

a_terminal_gets_the_same_bytes() {
	script -qec true /dev/null >/dev/null 2>&1 || { skip "no terminal can be had"; return; }
	one >here
	NO_COLOR=1 script -qec "gpumodel predict tiled_mm --device h100" /dev/null | tr -d '\r' |
		cmp -s - here || fail "they differ"
}

# A decimal comma must reach no number. The locale is compiled here when its source is installed.
a_german_locale_changes_no_byte() {
	localedef -i de_DE -f UTF-8 "$folder/de_DE.UTF-8" 2>/dev/null
	[ -d "$folder/de_DE.UTF-8" ] || { skip "no source of de_DE"; return; }
	one --format json --set dram_bandwidth=2.5TB/s >here
	env LOCPATH="$folder" LC_ALL=de_DE.UTF-8 \
		gpumodel predict tiled_mm --device h100 --format json --set dram_bandwidth=2.5TB/s |
		cmp -s - here || fail "they differ"
}

no_line_of_text_is_wider_than_80_columns() {
	local command
	awk 'length > 80 {exit 1}' all.text || fail "$(awk 'length > 80' all.text | head -1)"
	gpumodel validate "$tree/reports/runs/seeds.xml" | awk 'length > 80 {exit 1}' || fail "validate"
	for command in $(gpumodel --help | sed -n '/^commands/,/^$/s/^  \([a-z]*\).*/\1/p'); do
		gpumodel help "$command" | awk 'length > 80 {exit 1}' || fail "help $command"
	done
}

accesses_of_a_sample_fit_a_terminal() {
	gpumodel access "$tree/reports/runs/ptx/grading.ptx" --entry bitonic_tile_descending \
		--grid 4000 --block 256 --arg 's32[2048000]:signed' --arg 's32[2048000]:zero' \
		-d h200 >sample.text
	grep -q 'not in a sample$' sample.text || fail "all are in the sample"
	awk 'length > 80 {exit 1}' sample.text || fail "$(awk 'length > 80' sample.text | head -1)"
}

# Every access of every model, drawn on devices of every rule: no line too wide or ending in a blank.
drawn_accesses_fit_a_terminal() {
	local model devices wide
	for model in $models; do
		# PTX has no wavefronts of 64 lanes.
		case $model in *_ptx) wide="-d h100" ;; *) wide="-d gcn" ;; esac
		devices="-d g80 -d gtx280 -d gtx580 -d k40c -d turing -d h200 $wide"
		gpumodel access $model $devices >sites.text || fail "$model"
		cat sites.text >>access.text
		gpumodel access $model $devices >>access.text \
			$(awk '/^ *[0-9]+  / {print "--site", $1}' sites.text | sort -u) || fail "$model"
		gpumodel divergence $model -d g80 $wide >>access.text || fail "divergence $model"
	done
	[ "$(grep -c '^transactions: ' access.text)" -ge 300 ] || fail "only few were drawn"
	awk 'length > 80 {exit 1}' access.text || fail "$(awk 'length > 80' access.text | head -1)"
	grep -q ' $' access.text && fail "$(grep -m1 ' $' access.text)"
}

svg_is_well_formed_and_the_same_twice() {
	local python row
	python=$(python_with xml.dom.minidom)
	[ "$python" ] || { skip "no python3"; return; }
	for row in "transpose_shared -d turing --site block#2" "tiled_mm -d g80 --site As#2" \
		"offset_copy -d gtx280 --site idata" "array_copy_float4 -d gtx580 --site odata" \
		"strided_copy -d h100 --site idata" "saxpy -d gcn --site x" "convolve -d h100 --site filter"; do
		gpumodel access $row -o a.svg || fail "$row"
		gpumodel access $row --format svg | cmp -s - a.svg || fail "$row: they differ"
		"$python" -c 'import sys, xml.dom.minidom as x
d = x.parse("a.svg").documentElement
sys.exit(not (d.getElementsByTagName("desc") and len(d.getElementsByTagName("rect")) > 5))' ||
			fail "$row: no drawing"
	done
}

no_line_ends_in_a_blank() {
	grep -q ' $' all.text && fail "$(grep -m1 ' $' all.text)"
	gpumodel help predict | grep -q ' $' && fail "help predict"
}

every_row_of_csv_has_the_same_fields() {
	# Quoted fields become empty ones first, so that their commas do not count.
	sed 's/"[^"]*"//g' all.csv | awk -F, 'NR == 1 {fields = NF} NF != fields {exit 1}' ||
		fail "rows differ"
	head -1 all.csv | tr , '\n' | grep -qx '' && fail "a column without a name"
	[ "$(wc -l <all.csv)" -eq $((1 + 2 * $(wc -w <<<"$models"))) ] || fail "$(wc -l <all.csv) rows"
}

json_parses() {
	local python
	python=$(python_with json)
	[ "$python" ] || { skip "no python3"; return; }
	"$python" -m json.tool all.json /dev/null || fail "predict"
	gpumodel devices show h100 g80 --format json | "$python" -m json.tool - /dev/null ||
		fail "devices show"
	gpumodel validate "$tree/reports/runs/seeds.xml" --format json | "$python" -m json.tool - /dev/null ||
		fail "validate"
	gpumodel access tiled_mm -d h100 -d g80 -d gcn --site As --format json |
		"$python" -m json.tool - /dev/null || fail "access"
	gpumodel divergence $models -d h100 --p 0.1 --format json | "$python" -m json.tool - /dev/null ||
		fail "divergence"
}

# Names the first errors; nothing is checked without jsonschema.
conforms() { # SCHEMA FILE...
	"$(python_with jsonschema)" - "$@" <<-'END'
		import json, sys
		import jsonschema
		schema = json.load(open(sys.argv[1]))
		jsonschema.Draft202012Validator.check_schema(schema)
		validator = jsonschema.Draft202012Validator(schema)
		errors = [(path, e) for path in sys.argv[2:]
		          for e in validator.iter_errors(json.load(open(path)))]
		for path, error in errors[:5]:
		    print(path, list(error.absolute_path), error.message[:300])
		sys.exit(bool(errors))
	END
}

explanations_are_the_same_bytes_and_compile() {
	local format
	for format in text markdown latex html json; do
		gpumodel explain tiled_mm transpose_shared -d g80 -d h200 --format $format >explained.$format
		gpumodel explain tiled_mm transpose_shared -d g80 -d h200 --format $format |
			cmp -s - explained.$format || fail "$format"
	done
	(echo '<html><body>' && cat explained.html && echo '</body></html>') >page.html
	xmllint --noout page.html || fail "the HTML is not well-formed"
	command -v pdflatex >/dev/null || { skip "no pdflatex"; return; }
	pdflatex -interaction=nonstopmode -halt-on-error explained.latex >/dev/null 2>&1 ||
		fail "pdflatex"
	[ -s explained.pdf ] || fail "no PDF"
}
json_is_what_its_schema_says() {
	[ "$(python_with jsonschema)" ] || { skip "no python3 with jsonschema"; return; }
	one --format json --set dram_bandwidth=3TB/s >set.json
	conforms "$tree/schemas/prediction.schema.json" all.json set.json || fail "predict"
	gpumodel validate "$tree/reports/runs/seeds.xml" --format json >seeds.json
	conforms "$tree/schemas/validation.schema.json" seeds.json || fail "validate"
	gpumodel access histogram_shared -d h100 -d g80 -d gcn --site bins#2 --site data --format json \
		>access.json
	gpumodel access transpose_shared -d turing --site block --format json >advice.json
	gpumodel access convolve -d turing --site filter --format json >constant.json
	gpumodel access histogram_shared -d h100 -d gcn --format json >lists.json
	gpumodel access convolve -d h100 -d g80 --format json >other.json
	conforms "$tree/schemas/access.schema.json" access.json advice.json constant.json lists.json \
		other.json || fail "access"
	local cubins=$tree/tests/data/cubins
	gpumodel occupancy tiled_mm -d h100 -d sm_86 -D TILE=8,16 --format json >studies.json
	gpumodel occupancy -d gcn --block 256 --registers 40 --format json >gcn.json
	gpumodel occupancy "$cubins/sm_90.cubin" --block 512 --format json >compiled.json
	gpumodel occupancy "$cubins/sm_90.cubin" --against "$cubins/sm_90.log" --format json >pairs.json
	gpumodel occupancy tiled_mm -d h100 --best TILE --format json >choices.json
	gpumodel occupancy -d h100 -d gcn --block 64,2048 --registers 16,300 --format json >rows.json
	conforms "$tree/schemas/occupancy.schema.json" studies.json gcn.json compiled.json pairs.json \
		choices.json rows.json || fail "occupancy"
	gpumodel divergence $(grep -v '_ptx$' <<<"$models") -d h100 -d gcn --p 0.1 --format json >divergence.json
	conforms "$tree/schemas/divergence.schema.json" divergence.json || fail "divergence"
	gpumodel explain $models -d h100 --format json >explained.json
	gpumodel explain naive_mm convolve transpose_shared sum_chunk -d g80 -d gcn --format json >older.json
	conforms "$tree/schemas/explanation.schema.json" explained.json older.json || fail "explain"
	gpumodel devices --format json >devices.json
	gpumodel kernels --format json >kernels.json
	conforms "$tree/schemas/catalogue.schema.json" devices.json kernels.json || fail "lists"
	gpumodel compare naive_mm tiled_mm -d g80 -d h100 --format json >compared.json
	gpumodel compare tiled_mm -d g80 -d h100 -d gcn --format json >cards.json
	conforms "$tree/schemas/comparison.schema.json" compared.json cards.json || fail "compare"
	gpumodel sweep tiled_mm -d g80 -d h100 -D TILE=5,8,16,32 --metric time \
		--metric launch__occupancy_limit_registers --format json >sweep.json
	conforms "$tree/schemas/sweep.schema.json" sweep.json || fail "sweep"
	gpumodel tune tiled_mm -d g80 -d h100 --over TILE=4:32 --format json >tune.json
	gpumodel tune tiled_mm -d g80 --over TILE=32 --format json >none.json
	conforms "$tree/schemas/tune.schema.json" tune.json none.json || fail "tune"
}

# The rows of a sweep are what predict says of each combination.
a_sweep_says_what_predict_says() {
	gpumodel sweep stencil_2d -d h100 -d g80 -D BLOCK_X=8,16,32 --metric time --format csv |
		awk -F, 'NR > 1 {print $2, $3, $4}' | sort >swept
	gpumodel predict stencil_2d -d h100 -d g80 -D BLOCK_X=8,16,32 --format csv |
		sed 's/"[^"]*"//g' | awk -F, 'NR > 1 {match($3, /BLOCK_X=[0-9]+/)
			print $2, substr($3, RSTART + 8, RLENGTH - 8), $5}' | sort >predicted
	[ "$(wc -l <swept)" -eq 6 ] && cmp -s swept predicted || fail "$(diff swept predicted | head -3)"
}

# The points of a kept script are intensities and rates of predict's JSON, digit for digit.
a_roofline_says_what_predict_says() {
	local python
	python=$(python_with json)
	[ "$python" ] || { skip "no python3"; return; }
	gpumodel roofline naive_mm tiled_mm stencil_2d -d v100 -o points.gp
	gpumodel predict naive_mm tiled_mm stencil_2d -d v100 --format json >points.json
	"$python" - <<-'END' || fail "they differ"
		import json, re, sys
		block = re.search(r"\$points << EOD\n(.*?)EOD\n", open("points.gp").read(), re.S).group(1)
		rows = [list(map(float, l.split())) for l in block.splitlines() if not l.startswith("#")]
		expected = []
		for p in json.load(open("points.json"))["predictions"]:
		    rate = p["metrics"]["gpumodel__flop_per_second"]["value"]
		    for step in p["intensity"]:
		        if step["level"] in ("transactions", "l2", "dram"):
		            expected.append((step["flop_per_byte"], rate))
		near = lambda a, b: abs(a - b) <= 1e-13 * abs(b)
		sys.exit(len(rows) != 9 or not all(near(r[0], e[0]) and near(r[1], e[1])
		                                   for r, e in zip(rows, expected)))
	END
}

pictures_are_the_same_twice_and_well_formed() {
	local row
	for row in "roofline naive_mm tiled_mm -d h200 --runs $tree/reports/runs/h200.xml -o" \
		"roofline tiled_mm -d g80 -d v100 -d h200 -D TILE=8,16 --size column -o" \
		"sweep offset_copy -d turing -d h200 -D offset=0:32 --metric bandwidth --metric time --plot"; do
		gpumodel $row one.svg >/dev/null && gpumodel $row two.svg >/dev/null || fail "$row"
		cmp -s one.svg two.svg || fail "$row: they differ"
		grep -q '<title>gnuplot' one.svg && fail "$row: an element without a name"
		xmllint --noout one.svg 2>/dev/null || fail "$row: not well-formed"
	done
}

# A name can be anything: in a picture it stays a name.
a_kernel_called_script_is_text_in_a_picture() {
	sed "s/name=\"tiled_mm\"/name=\"\&lt;script>alert('\&amp;\&quot;')\&lt;\/script>\"/" \
		"$tree/models/tiled_mm.xml" >evil.xml
	gpumodel roofline ./evil.xml -d h100 -o evil.svg || { fail "no picture"; return; }
	xmllint --noout evil.svg 2>/dev/null || fail "not well-formed"
	grep -q '<script>alert' evil.svg && fail "a script"
	grep -q '&lt;script&gt;alert' evil.svg || fail "the name is not there"
}

new_texts_fit_a_terminal() {
	gpumodel roofline $(grep -v '_ptx$' <<<"$models") -d h200 --runs "$tree/reports/runs/h200.xml" >new.text
	gpumodel roofline tiled_mm naive_mm -d g80 -d v100 -d h200 -D n=512,1024 >>new.text
	gpumodel sweep stencil_2d -d g80 -d h200 -D BLOCK_X=8,16,64 -D BLOCK_Y=8,32 --metric time \
		--metric dram__bytes_read.sum --metric occupancy >>new.text
	gpumodel sweep tiled_mm -d h200 -D TILE=8,16 --metric time --metric occupancy --metric flops \
		--metric bandwidth --metric launch__grid_size --metric launch__block_size >>new.text
	gpumodel tune stencil_2d --over BLOCK_X=8:64:*2,BLOCK_Y=2:32:*2 -d h200 -d g80 >>new.text
	awk 'length > 80 {exit 1}' new.text || fail "$(awk 'length > 80' new.text | head -1)"
	grep -q ' $' new.text && fail "$(grep -m1 ' $' new.text)"
}

# Without a terminal nothing is said of progress; with one it is taken away again.
progress_is_for_terminals() {
	gpumodel sweep naive_mm -d h200 -D n=256:4096:32 --format csv 2>progress >/dev/null
	[ -s progress ] && fail "$(head -c 60 progress)"
	script -qec true /dev/null >/dev/null 2>&1 || { skip "no terminal can be had"; return; }
	script -qec "gpumodel sweep stencil_2d -d h200 -D width=4096:8192:32 --format csv >rows" /dev/null |
		tr '\r' '\n' | grep -q '[#.]\] [0-9]* of 129' || fail "no progress on a terminal"
	[ "$(wc -l <rows)" -eq 130 ] || fail "$(wc -l <rows) rows"
}

# Ctrl-C: no output, no file, a line that says how far it came.
an_interrupted_sweep_leaves_nothing() {
	gpumodel sweep stencil_2d -d h200 -d g80 -D width=4096:8192:4 -D BLOCK_X=8,16,32 -o rows.csv \
		2>interrupted &
	local pid=$!
	sleep 0.5
	kill -INT $pid
	wait $pid
	[ $? -eq 1 ] || fail "exit code"
	grep -q 'stopped after [0-9]* of 3075 combinations' interrupted || fail "$(cat interrupted)"
	ls rows.csv* >/dev/null 2>&1 && fail "left behind: $(ls rows.csv*)"
}

# Killed while gnuplot draws: nothing of the picture, and the old one where there is one. The drawing
# itself is a program of this test's, which says that it runs and takes its time.
a_killed_program_leaves_nothing() {
	mkdir -p slow pictures
	printf '#!/bin/sh\necho $$ >%s/drawing\nexec sleep 30\n' "$folder" >slow/gnuplot
	chmod +x slow/gnuplot
	local signal file pid
	echo old >pictures/old.svg
	for signal in INT TERM KILL; do
		for file in new old; do
			rm -f drawing
			PATH=$folder/slow:$PATH gpumodel roofline saxpy -d h200 -o pictures/$file.svg &
			pid=$!
			for _ in $(seq 400); do
				[ -s drawing ] && break
				sleep 0.05
			done
			[ -s drawing ] || { fail "nothing draws"; wait $pid; return; }
			kill -$signal $pid # it waits for the drawing: both are there
			kill "$(cat drawing)"
			wait $pid
		done
	done 2>/dev/null
	[ "$(ls -A pictures)" = old.svg ] || fail "left: $(ls -A pictures)"
	[ "$(cat pictures/old.svg)" = old ] || fail "the old picture is gone"
}

text_json_and_csv_agree_on_the_time() {
	local csv json
	csv=$(one --format csv | awk -F, 'NR == 2 {print $5}')
	json=$(one --format json | sed -n '/gpu__time_duration.sum/{n;s/[^0-9]*\([0-9.e-]*\),/\1/p;}')
	awk -v a="$csv" -v b="$json" 'BEGIN {exit !(a > 0 && (a - b)^2 <= (1e-9 * a)^2)}' ||
		fail "csv '$csv', json '$json'"
}

an_error_leaves_the_old_file_and_nothing_beside_it() {
	mkdir out
	echo old >out/file.json
	one -o out/file.json -D n=17 2>/dev/null && fail "a bad parameter passed"
	one -o out/file.json -D n=1024,17 2>/dev/null && fail "a bad second value passed"
	# As on a full disk: no byte can be written to any file.
	(trap '' XFSZ && ulimit -f 0 && one -o out/file.json) 2>/dev/null
	[ $? -eq 4 ] || fail "a full disk is not exit code 4"
	[ "$(cat out/file.json)" = old ] || fail "the file changed"
	[ "$(ls -A out)" = file.json ] || fail "left behind: $(ls -A out)"
	one -o out/file.json && head -c 1 out/file.json | grep -q '{' || fail "not replaced"
	[ "$(umask) $(stat -c %a out/file.json)" = "0022 644" ] || [ "$(umask)" != 0022 ] ||
		fail "permissions $(stat -c %a out/file.json)"
	rm -r out
}

models=$(gpumodel kernels --format csv | sed -n '2,$s/,.*//p')
[ "$(wc -w <<<"$models")" -ge 10 ] || fail "only these models: $models"
for format in text json csv; do
	all --format $format >all.$format || exit 1
done

properties='
two_runs_are_byte_identical
surroundings_change_no_byte
a_terminal_gets_the_same_bytes
a_german_locale_changes_no_byte
no_line_of_text_is_wider_than_80_columns
accesses_of_a_sample_fit_a_terminal
drawn_accesses_fit_a_terminal
svg_is_well_formed_and_the_same_twice
no_line_ends_in_a_blank
every_row_of_csv_has_the_same_fields
json_parses
json_is_what_its_schema_says
explanations_are_the_same_bytes_and_compile
text_json_and_csv_agree_on_the_time
a_sweep_says_what_predict_says
a_roofline_says_what_predict_says
pictures_are_the_same_twice_and_well_formed
a_kernel_called_script_is_text_in_a_picture
new_texts_fit_a_terminal
progress_is_for_terminals
an_interrupted_sweep_leaves_nothing
a_killed_program_leaves_nothing
an_error_leaves_the_old_file_and_nothing_beside_it
'
for property in $properties; do
	$property
done
echo "$(wc -w <<<"$properties") properties, $failures failures"
[ "$failures" -eq 0 ]

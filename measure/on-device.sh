#!/bin/bash
# Runs launch lists on the machine with the GPU: events, counters cold, counters warm.
#
#     on-device.sh FOLDER OUT SECONDS LIST:PHASES ...
#
# FOLDER holds the cubins, the lists (LIST.list), the program's sources (source/) and the lists of
# metrics. PHASES, in order: e events, c counters with the cache flushed, w counters warm (each
# launch three times, the last two count), m as c with the metrics that calibration needs, t the time
# alone, five times, each with the cache flushed and arrays that hold what they held at first.
# SECONDS is the time after which nothing new begins. Clocks stay as they are.
folder=$1 out=$2 limit=$3
shift 3
begin=$SECONDS
left() { echo $((limit - (SECONDS - begin))); }
nvidia-smi -q >"$out/machine.txt" 2>&1
ncu --version >>"$out/machine.txt" 2>&1
date -u >>"$out/machine.txt"
gcc -std=gnu11 -O2 "$folder"/source/*.c -o /tmp/measure -ldl -lpthread -lm || exit 1

# Only metrics this Nsight Compute knows: base names from its own lists.
ncu --query-metrics --chip gh100 >/tmp/known.txt 2>&1
ncu --query-metrics-collection launch --query-metrics --chip gh100 >>/tmp/known.txt 2>&1
ncu --query-metrics-collection source --query-metrics --chip gh100 >>/tmp/known.txt 2>&1
gzip -c /tmp/known.txt >"$out/known-metrics.txt.gz"
known() {
	while read -r metric; do
		grep -q "^${metric%%.*}[^a-z_0-9]" /tmp/known.txt && echo "$metric" \
			|| echo "unknown metric $metric" >&2
	done <"$1" | paste -sd,
}
full=$(known "$folder/metrics.txt")
medium=$(known "$folder/metrics-counted.txt")
# Few enough for one pass each: a second pass would first restore memory, and nothing would be warm.
warm1=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum
warm2=gpu__time_duration.sum,lts__t_sectors_srcunit_tex.sum
warm2+=,lts__t_sectors_srcunit_tex_lookup_hit.sum

profile() { # list, suffix, cache control, launches, metrics
	local seconds
	seconds=$(left)
	[ "$seconds" -gt 5 ] || return
	timeout -s INT "$seconds" ncu --clock-control none --cache-control "$3" --metrics "$5" \
		--page raw --csv --print-units base --log-file "/tmp/$1-$2.csv" \
		/tmp/measure --profile $4 $ONLY "$folder/$1.list" >"/tmp/$1-$2.order" 2>"/tmp/$1-$2.err"
	echo "$1 $2: $(wc -l <"/tmp/$1-$2.order") launches, $(wc -l <"/tmp/$1-$2.csv") rows," \
		"$((SECONDS - begin)) s"
	head -3 "/tmp/$1-$2.err"
	grep -a "==" "/tmp/$1-$2.csv" | sort | uniq -c | sort -rn | head -4
}

for item in "$@"; do
	list=${item%%:*} phases=${item#*:}
	for phase in $(echo "$phases" | grep -o .); do
		[ "$(left)" -gt 5 ] || break 2
		case $phase in
		e)
			mkdir -p "/tmp/dump-$list"
			timeout "$(left)" /tmp/measure --output "/tmp/$list-events.xml" --device h200_sxm \
				--dump "/tmp/dump-$list" "$folder/$list.list" 2>&1 | head -20
			echo "$list events: $(grep -c '<run' "/tmp/$list-events.xml") runs, $((SECONDS - begin)) s"
			;;
		c) profile "$list" cold all 1 "$full" ;;
		t) profile "$list" again all "5 --restore" gpu__time_duration.sum ;;
		m) profile "$list" cold all 1 "$medium" ;;
		w)
			profile "$list" warm1 none 3 "$warm1"
			profile "$list" warm2 none 3 "$warm2"
			;;
		esac
		(cd /tmp && tar cf - *-events.xml *-cold.* *-again.* *-warm?.* dump-* 2>/dev/null \
			| gzip >"$out/raw.tar.gz")
	done
done
ls -la "$out"

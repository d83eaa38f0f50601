#!/bin/sh
# live.sh - a recording is read as it comes, and this host is recorded without perf.

. "$srcdir/tests/cli/tap.sh"

# refused WORDS ARGS...
refused() {
	words=$1
	shift
	run live "$@"
	ok "refuses: live $*" ends_with 2
	ok "and says: $words" says "$words"
}
refused 'a number of samples a second' -F many
refused 'a number of samples a second' --freq=0
refused 'a pid' -p 12,x
refused '--pid needs PID' -p
refused 'a length of time' --keep soon
refused 'short options are' -e cycles
refused '--headless needs --output' --headless
refused '--output needs --headless' -o it.flare
refused 'is recorded elsewhere' -F 99 -
refused 'is a recording already' --headless -o "$work/it.data" -
refused 'is not like' --headless --save-when 'busy > 90%'
refused 'is not like' --headless --save-when 'busy > 900% for 1s'
refused 'is not like' --headless --save-when 'search gc > 50% for 1s'
refused '--keep must be 70 s' --headless --keep 60 --save-when odd
refused 'there is no terminal: --headless' --pid $$
refused 'writes FILE.flare or FILE.data' --headless -o "$work/x.txt"
refused '.--filter has no meaning for a .data' --headless -o "$work/x.data" --filter a
refused 'has the whole recording' --headless -o "$work/x.data" --keep 60
refused 'a size' --headless --save-when odd --save-most none
refused 'live shows what ran' --state blocked -
refused 'live takes one recording' "$data/small.txt" -
run live --help
ok 'tells of itself' prints 'RECORDING OPTIONS'
ok 'and how a stream is watched' prints 'perf record -a -g -o -'

# ---- a stream, as somebody else has recorded it ----

text() { "$FLARESCOPE" "$@" 2>> "$err"; }

# same FILE: read as it comes it is what it is when it is read at once
same() {
	text export --format timed-folded --idle show - < "$1" | grep -v '^# captured on' > "$work/once"
	text live --headless --force -o "$work/live.flare" - < "$1"
	text export --format timed-folded --idle show "$work/live.flare" > "$work/live"
	[ -s "$work/once" ] && cmp "$work/once" "$work/live"
}

record_stream() {
	perf record -q -a -F 999 -g "$@" -o - -- perl -e 'for (1 .. 3000000) { $x .= $_ % 7 }' \
		> "$work/stream" 2> /dev/null && [ -s "$work/stream" ]
}
if command -v perf > /dev/null && record_stream; then
	ok 'a stream of perf is the same read as it comes' same "$work/stream"
	size=$(wc -c < "$work/stream")
	for less in 3 1011 5000; do
		head -c $((size - less)) "$work/stream" > "$work/cut"
		ok "so is one that ends $less bytes early" same "$work/cut"
	done
	record_stream -z && ok 'so is a packed one' same "$work/stream"
	record_stream -e cpu-clock -e context-switches && ok 'so is one of two events' same "$work/stream"
	record_stream --call-graph dwarf
	run_with() { "$FLARESCOPE" live - < "$1" > "$out" 2> "$err"; status=$?; }
	run_with "$work/stream"
	ok 'copies of stacks are refused' ends_with 1
	ok 'with what to do instead' says 'record with -g'
	head -c 40 "$work/stream" > "$work/cut"
	run_with "$work/cut"
	ok 'nothing but a beginning is said' ends_with 1
else
	skip 9 'no perf that may record'
fi
printf 'hello\n' > "$work/hello"
"$FLARESCOPE" live - < "$work/hello" > "$out" 2> "$err"
status=$?
ok 'what is no recording is refused' ends_with 1

# A script of perf is read as it comes, too; what is older than --keep is let go.
last() { # NS: how many samples of the example are at most so long before its last one
	text export --format timed-folded --idle show "$examples/service.perf.gz" | grep -v '^#' |
		awk -v keep="$1" '{ t[NR] = $1 } END { for (i = 1; i <= NR; i++) n += t[i] >= t[NR] - keep; print n }'
}
kept() {
	gzip -dc "$examples/service.perf.gz" |
		"$FLARESCOPE" live --keep "$1" --headless --force -o "$work/kept.flare" - 2> "$err"
	text export --format timed-folded --idle show "$work/kept.flare" | grep -cv '^#'
}
for seconds in 1 5 1000; do
	ok "of $seconds s it keeps what a count says" [ "$(kept $seconds)" -eq "$(last $seconds)" ]
done

# ---- this host ----

probe() { "$FLARESCOPE" live --headless --duration 0.2 -o "$work/probe.data" > /dev/null 2>&1; }
if ! probe; then
	skip 23 'perf events may not be recorded here'
	done_testing
	exit 0
fi
# It spins as long as is asked, yet ends when these tests have.
cat > "$work/spin.c" <<'C'
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static volatile unsigned long n;
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (double)t.tv_sec + (double)t.tv_nsec / 1e9; }
__attribute__((noinline)) void spin_here(double until) {
	for (pid_t parent = getppid(); now() < until && getppid() == parent;)
		for (int i = 0; i < 200000; i++) n++;
}
int main(int argc, char **argv) { spin_here(now() + (argc > 1 ? atof(argv[1]) : 1)); return 0; }
C
if ! ${CC:-cc} -O1 -g -fno-omit-frame-pointer -o "$work/spin" "$work/spin.c" 2> /dev/null; then
	skip 23 'no compiler'
	done_testing
	exit 0
fi
"$work/spin" 3600 &
spin=$!
run live --headless --duration 1 -F 499 -p $spin -o "$work/spin.data"
ok 'records a process' ends_with 0
run info "$work/spin.data"
ok 'nothing is lost' prints '^lost  *nothing'
count_of() { text export --idle show "$1" | awk '{ n += $NF } END { print n + 0 }'; }
mine=$(count_of "$work/spin.data")
ok 'there are many' [ "$mine" -gt 20 ]
here=$(text export "$work/spin.data" | awk '/spin_here/ { n += $NF } END { print n + 0 }')
ok 'nearly all where it spins' [ $((here * 100)) -ge $((mine * 95)) ]
if command -v perf > /dev/null; then
	theirs=$(perf script -i "$work/spin.data" -F time 2> /dev/null | grep -c .)
	ok 'perf counts as many' [ "$mine" -eq "$theirs" ]
	perf report -i "$work/spin.data" --stdio --no-children -g none 2> /dev/null > "$work/report"
	ok 'and names the function' grep -q 'spin  .*spin_here' "$work/report"
else
	skip 2 'no perf'
fi
run live --headless --duration 1 -o "$work/spin.data"
ok 'a file that is there stays' ends_with 1
run live --headless --duration 2 -o "$work/host.data"
ok 'records a host' ends_with 0
run info --json "$work/host.data"
# rings that are not read for seconds are full: then the kernel counts what it had no room for
name='of a host all CPUs are told, and all of the time, idle or not'
if json '$j->{lost_samples}' > /dev/null; then
	skip "$name" 'this host held the recorder up for longer than its rings have room'
else
	ok "$name" json '($j->{cpus} == $j->{cpus_online} && $j->{duration_s} > 1.5) ||
		!print "$j->{cpus} CPUs of $j->{cpus_online}, $j->{duration_s} s\n"'
fi
run live --headless --duration 1 -p $spin -o "$work/spin.flare"
ok 'the same as a parsed profile' ends_with 0
ok 'which has the function' [ -n "$(text export "$work/spin.flare" | grep spin_here)" ]
kill $spin 2> /dev/null
wait $spin 2> /dev/null
"$work/spin" 0.5 &
spin=$!
run live --headless -p $spin -o "$work/ended.data"
ok 'ends when the process has ended' ends_with 0
run live --headless --duration 1 -p $spin -o "$work/none.data"
ok 'a process that is not there is said' ends_with 1
ok 'and leaves no file' [ ! -e "$work/none.data" ]
run live --headless --duration 1 -C 999 -o "$work/none.data"
ok 'so is a CPU that is none' [ "$status" -ne 0 ]
run live --headless --duration 1 --cgroup there/is/none -o "$work/none.data"
ok 'and a control group that is none' [ "$status" -eq 2 -o "$status" -eq 1 ] # 1: none are mounted here

# The minute around what was waited for, in a directory with a limit, of which other files stay.
mkdir "$work/kept"
echo mine > "$work/kept/20200101-000000-busy.txt"
echo mine > "$work/kept/20200101-000000-busy-incident.flare"
head -c 3000000 /dev/zero > "$work/kept/20200101-000000-odd.flare"
"$work/spin" 3600 &
spin=$!
run live --headless -F 999 -p $spin --duration 1 --save-most 2M --save-to "$work/kept" \
	--save-when 'search /spin_here/ > 50% for 100ms' --save-when 'search /nobody_at_all/ > 1% for 1s'
ok 'what was waited for is kept' says 'search.flare (search /spin_here/ > 50% for 100ms): [0-9]* samples'
set -- "$work"/kept/*-search.flare
ok 'once, for all that is within its half minute' [ $# -eq 1 ]
ok 'with what there was' [ -n "$(text export "$1" | grep spin_here)" ]
ok 'the oldest has gone, as there was too much' [ ! -e "$work/kept/20200101-000000-odd.flare" ]
ok 'and nothing else' [ -s "$work/kept/20200101-000000-busy.txt" ]
ok 'nor what somebody has named' [ -s "$work/kept/20200101-000000-busy-incident.flare" ]
run live --headless -p $spin --duration 0.3 --save-to "$work/kept" --save-when 'search /nobody_at_all/ > 1% for 1s'
ok 'what does not come to pass is no error' ends_with 0
run live --headless --save-when odd --save-to "$work/none"
ok 'a directory that is not there is one' ends_with 1
kill $spin 2> /dev/null
wait $spin 2> /dev/null

# Ctrl-C ends the recording, and what has come is written.
"$work/spin" 3600 &
spin=$!
"$FLARESCOPE" live --headless -F 499 -p $spin -o "$work/stopped.flare" 2> "$err" &
recording=$!
tries=0
while ! pgrep -P $recording > /dev/null && [ $tries -lt 2000 ]; do
	tries=$((tries + 1))
done
text live --headless --duration 0.5 -p $spin -o "$work/meanwhile.data"
kill -TERM $recording
wait $recording
ok 'a signal ends it well' [ $? -eq 0 ]
ok 'with what there was until then' [ -n "$(text export "$work/stopped.flare" | grep spin_here)" ]
kill $spin 2> /dev/null
wait $spin 2> /dev/null

# Killed at any moment a .data is whole up to then.
"$work/spin" 3600 &
spin=$!
"$FLARESCOPE" live --headless -F 499 -p $spin -o "$work/killed.data" 2> /dev/null &
recording=$!
tries=0
while [ "$(stat -c %s "$work/killed.data" 2> /dev/null || echo 0)" -lt 20000 ] && [ $tries -lt 20000 ]; do
	tries=$((tries + 1))
done
kill -9 $recording
wait $recording 2> /dev/null
run info "$work/killed.data"
ok 'a recording that was killed can be read' ends_with 0
kill $spin 2> /dev/null
wait $spin 2> /dev/null

done_testing

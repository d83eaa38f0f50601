#!/bin/sh
# without_perf.sh - flarescope record records by itself where there is no perf, what perf then reads.

. "$srcdir/tests/cli/tap.sh"

: "${SPIN:?a program that keeps a CPU busy}" "${RECORD:?the recorder}"

cd "$work" || exit 1
mkdir empty
cp "$SPIN" spun # by a name of its own: other tests let it run at the same time
busy=
trap '[ -z "$busy" ] || kill -- -$busy 2> said; rm -rf "$work"' EXIT

# alone ARGS...: flarescope record, with no perf to be found
alone() {
	PATH=$work/empty "$FLARESCOPE" record "$@" > "$out" 2> "$err" < /dev/null
	status=$?
}
above() { [ "$2" -gt "$1" ] || { echo "$2, not above $1"; false; }; }
samples_of() { "$FLARESCOPE" info "$1" 2> said | sed -n 's/^samples *\([0-9,]*\).*/\1/p' | tr -d ,; }
threads_of() { "$FLARESCOPE" export "$1" 2> said | sed 's/[; ].*//' | sort -u | tr '\n' ' '; }

# needs_perf WORD ARGS...
needs_perf() {
	word=$1
	shift
	alone "$@"
	ok "$word wants perf, which is said" says "no perf in PATH; install it: .*linux-perf in Debian.*; $word needs it"
	ok 'and that is a failure' ends_with 1
	ok 'before anything is written' test ! -e perf.data
}
needs_perf '-e' -e page-faults
needs_perf '--call-graph=dwarf' --call-graph=dwarf
needs_perf '-F' -F max
needs_perf '-z' -z -- true
needs_perf '--waiting' --waiting --yes
needs_perf '--some-new-option' --some-new-option
alone -p 17,x
ok 'processes are numbers' says '-p takes up to 256 process ids'

"$RECORD" -d 0.1 -o probe.data > said 2>&1 || {
	skip 'what is recorded without perf' "$(tail -1 said)"
	done_testing
	exit 0
}

alone -F 999 --duration 0.5
ok 'all CPUs are recorded for a time' ends_with 0
ok 'by flarescope itself, as is said' says 'there is no perf in PATH, so flarescope records by itself'
ok 'and how to look at it' says 'samples in .*to open them: flarescope perf.data'
"$FLARESCOPE" info perf.data > "$out"
ok 'what would have been asked of perf is noted' prints 'cmdline: perf record -a -g -o perf.data -F 999'
ok 'it has call graphs' prints_not 'call graphs: none'

echo 'not ours' > kept.data
alone -F 999 -o kept.data -- ./spun 1
ok 'a command is recorded' ends_with 0
ok 'alone' test "$(threads_of kept.data)" = 'spun '
ok 'with its functions' above 0 "$("$FLARESCOPE" export kept.data | grep -c '^spun;.*burn_hot [0-9]')"
ok 'the file that was there is kept, as perf does' grep -q 'not ours' kept.data.old
"$FLARESCOPE" export kept.data > folded
ok 'it begins when the command does' test "$(grep -c '^flarescope' folded)" -eq 0
alone -F 999 -a -o wide.data -- /bin/sh -c 'i=0; while [ $i -lt 99999 ]; do i=$((i + 1)); done; echo done; exit 7'
ok 'a command may fail, and has standard output' prints_exactly 'done\n'
ok 'with -a the machine is recorded beside it' says 'wide.data: [0-9,]* samples'
alone -o none.data -- "$work/empty/no-program"
ok 'a command that is not there fails' ends_with 1
ok 'and is named' says 'cannot run .*no-program: No such file'
mkdir kept
echo 'older' > kept/good.data.old
echo 'good' > kept/good.data
alone -o kept/good.data -- "$work/empty/no-program"
alone -o kept/none.data -- "$work/empty/no-program"
ok 'and leaves what there was as it was' test "$(cd kept && echo * && cat *)" = 'good.data good.data.old
good
older'
(
	ulimit -f 1
	alone -o kept/good.data
	alone -o kept/none.data
	exit "$status"
)
status=$?
ok 'so does a disk that has no room' says 'cannot write the recording: File too large'
ok 'which is told' ends_with 1
ok 'and nothing is left of it' test "$(cd kept && echo * && cat *)" = 'good.data good.data.old
good
older'

alone -F 999 -o left.data -- /bin/sh -c '"$0" 3600 & echo $! > child; exec "$0" 1' ./spun
ok 'it ends with the command' ends_with 0
ok 'though what that started goes on' grep '^State:.[RSD]' "/proc/$(cat child)/status"
kill "$(cat child)" 2> said

setsid ./spun 3600 2 & busy=$!
# Both run: one that begins while the recording does has no name.
tries=0
while [ "$(grep -lx spun /proc/[0-9]*/comm 2> said | wc -l)" -lt 2 ] && [ $tries -lt 2000 ]; do
	tries=$((tries + 1))
done
alone -F 999 -p $busy --duration 0.5 -o pid.data
ok 'a process is recorded' test "$(threads_of pid.data)" = 'spun '
# Of all CPUs: a process alone may not run at all on a machine where others are more important.
alone -aF 20 --duration 1 -o few.data
ok 'where samples are few it is told how long was recorded' \
	says 'samples* in [1-9][0-9]*\.[0-9]* s;'
alone -F 999 -C 0 --duration 0.3 -o cpu.data
ok 'and one CPU' says 'cpu.data: [0-9,]* samples'
alone -aF 999 --duration 0.3 --no-call-graph -o none.data
ok 'what has no meaning here wants perf, too' says '--no-call-graph needs it'

if perf --version > said 2>&1; then
	for f in perf.data kept.data pid.data; do
		perf script -i $f 2> "$err" | grep -c '^ *[^	 ].* cpu-clock\|^ *[^	 ].*cycles' > theirs
		ok "perf script has as many samples of $f" test "$(cat theirs)" = "$(samples_of $f)"
	done
	perf report -i kept.data --stdio -g none > report 2> said
	ok 'perf report has the functions' grep -q burn_hot report
else
	skip 'perf reads it' 'there is no perf'
fi

# Ctrl-C comes to both in a terminal; here to us.
perl -e '
	my ($program, @words) = @ARGV;
	my $pid = fork // die;
	if (!$pid) {
		open STDOUT, ">", "ended.out"; open STDERR, ">", "ended.err";
		$SIG{INT} = "DEFAULT";
		$ENV{PATH} = "empty";
		exec $program, @words or die;
	}
	# it records once the file has more than its head
	for (1 .. 400) {
		last if grep { (-s $_ // 0) > 1000 } glob ".ended.data.*.part/ended.data";
		select undef, undef, undef, 0.05;
	}
	kill INT => $pid;
	waitpid $pid, 0;
	exit $? >> 8;
' "$FLARESCOPE" record -F 999 -o ended.data > "$out" 2> "$err"
status=$?
cp ended.err "$err"
ok 'Ctrl-C ends it, and it is looked at' ends_with 0
ok 'with what was recorded' says 'ended.data: [0-9,]* samples'

done_testing

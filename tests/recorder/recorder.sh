#!/bin/sh
# recorder.sh - what the recorder writes is what perf and flarescope read, and how it ends.

. "$srcdir/tests/cli/tap.sh"

: "${RECORD:?the recorder}" "${SPIN:?a program that keeps a CPU busy}"

cd "$work" || exit 1
busy=
end_busy() { [ -z "$busy" ] || kill -- -$busy 2> said; busy=; }
trap 'end_busy; rm -rf "$work"' EXIT

# record ARGS...: the recorder, with its figures in $err.
record() {
	"$RECORD" "$@" > "$out" 2> "$err" < /dev/null
	status=$?
}
figure() { sed -n "s/^$1 //p" "$err"; }
samples_of() { "$FLARESCOPE" info "$1" 2> said | sed -n 's/^samples *\([0-9,]*\).*/\1/p' | tr -d ,; }
is() { [ "$1" = "$2" ] || { echo "$1, not $2"; false; }; }
above() { [ "$2" -gt "$1" ] || { echo "$2, not above $1"; false; }; }
same() { diff "$1" "$2"; }
same_names() {
	if sees_all_processes; then
		ok "$1" same theirs ours
	else
		skip "$1" 'all CPUs are recorded in a PID namespace'
	fi
}

# How many samples each thread has by its name: as perf says, and as we say.
perf_names() {
	perf script -i "$@" 2> said | perl -ne '
		/^\s*(\S.*?) +-?\d+ \[\d+\] +\d+\.\d+: / and $n{$1 =~ tr/;/:/r}++; # as folded stacks have it
		END { print map { "$n{$_} $_\n" } sort keys %n }'
}
our_names() {
	"$FLARESCOPE" export "$1" 2> said | perl -ne '
		/^([^;]*?)(?:;.*)? (\d+)$/ and $n{$1} += $2;
		END { print map { "$n{$_} $_\n" } sort keys %n }'
}

# ---- what is refused, for which nothing need be allowed ----

record -C x -o - -d 1
ok 'CPUs are numbers' says "expected CPUs like 0,2-3, found 'x'"
ok 'and it fails' ends_with 1
record -C 60000 -o - -d 1
ok 'a CPU must be there' says 'CPU 60000 is not online'
true & gone=$!
wait $gone
record -p $gone -o - -d 1
ok 'a process must be there' says "process $gone does not exist, or has just ended"

# ---- users ----

paranoid=$(cat /proc/sys/kernel/perf_event_paranoid 2> said)
cp "$RECORD" program
cp "$SPIN" burner # by a name of its own: other tests let it run at the same time
chmod 755 "$work" program burner
nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
as_nobody() {
	$nobody "$work/program" "$@" > "$out" 2> "$err" < /dev/null
	status=$?
}
if [ "$(id -u)" -eq 0 ] && [ -n "$paranoid" ] && $nobody true 2> said; then
	setsid $nobody ./burner 3600 & busy=$!
	as_nobody -d 0.3 -o -
	if [ "$paranoid" -gt 0 ]; then
		ok 'a user who may not record all processes is told so' says \
			"may not record all processes (kernel.perf_event_paranoid is $paranoid)"
		ok 'what would be enough' says 'use one of: root, CAP_PERFMON (.*), or sudo sysctl kernel.perf_event_paranoid=0'
		ok 'and what is possible' says 'without it: -p PID of a process of yours'
	else
		ok 'a user who may record all processes does' ends_with 0
	fi
	as_nobody -d 0.3 -p $$ -o -
	ok "another user's process is refused" says "process $$ belongs to another user"
	as_nobody -F 999 -d 0.5 -p $busy -o -
	if [ "$status" -eq 0 ]; then
		ok 'a process of the own is recorded' above 0 "$(figure samples)"
		[ "$paranoid" -lt 2 ] || ok 'what the kernel does for it is not, which is told' is "$(figure user_only)" 1
		[ "$paranoid" -lt 2 ] || ok 'and stands in the name of the event' says '^event .*u$'
	else
		ok 'or this kernel lets nobody' says 'may not record, not even their own processes'
	fi
	end_busy
	setpriv --bounding-set=-all --inh-caps=-all --nnp ./program -d 0.1 -o - > "$out" 2> "$err"
	status=$?
	[ "$paranoid" -le 0 ] || ok 'root without rights has a container to look at' says 'even root may not record here: a container needs --cap-add PERFMON'
else
	skip 'users are told what they may' 'only root can become somebody else'
fi

record -d 0.1 -o probe.data
if [ "$status" -ne 0 ]; then
	skip 'all that is recorded' "$(cat "$err")"
	done_testing
	exit 0
fi

# ---- a file ----

setsid ./burner 3600 & busy=$!
record -F 999 -d 1 -o file.data
ok 'a file is recorded' ends_with 0
n=$(figure samples)
ok 'with samples' above 100 "$n"
ok 'of which none are lost' is "$(figure lost)" 0
ok 'until the time is over' is "$(figure end)" time
ok 'flarescope reads as many' is "$(samples_of file.data)" "$n"
our_names file.data > ours
ok 'those of the program that is busy as well' grep -q '^[0-9]* burner$' ours
"$FLARESCOPE" export file.data > folded 2> said
ok 'with its functions and their callers' grep -q '^burner;.*main.*burn_hot [0-9]' folded
"$FLARESCOPE" info file.data > "$out" 2> "$err"
ok 'it knows the wall clock' prints '^wall clock  20'
ok 'the host' prints "hostname: $(uname -n)"
ok 'the version' prints 'perf version: flarescope test'
ok 'the command line' prints 'cmdline: .*record -F 999 -d 1 -o file.data'
ok 'and nothing of it is damaged' prints '^lost  *no'

have_perf=
perf --version > said 2>&1 && have_perf=yes
if [ -n "$have_perf" ]; then
	perf_names file.data > theirs
	same_names 'perf script has the same samples under the same names'
	perf script -i file.data > script 2> "$err"
	ok 'without a word against it' is_quiet
	ok 'with functions and callers' grep -q 'burn_hot+' script
	perf report -i file.data --stdio --no-children -g none > report 2> "$err"
	ok 'perf report reads it' grep -q 'burn_hot' report
	perf report -i file.data --header-only > header 2>&1
	ok 'with its features' grep -q '^# clockid: monotonic' header
	ok 'and from when to when it was recorded' grep -q '^# time of last sample : [1-9]' header
else
	skip 'perf reads the file' 'there is no perf'
fi

# ---- a pipe ----

record -F 999 -d 1 -o -
cp "$out" pipe.data
n=$(figure samples)
ok 'a pipe is recorded' ends_with 0
"$FLARESCOPE" info - < pipe.data > "$out" 2> said
ok 'flarescope reads all of it from a pipe' is "$(sed -n 's/^samples *\([0-9,]*\).*/\1/p' "$out" | tr -d ,)" "$n"
our_names pipe.data > ours
"$FLARESCOPE" export pipe.data > folded 2> said
ok 'and the names' grep -q '^burner;.*main.*burn_hot [0-9]' folded
if [ -n "$have_perf" ]; then
	perf_names - < pipe.data > theirs
	same_names 'and so does perf script'
	perf script -i - < pipe.data > script 2> said
	ok 'with functions' grep -q 'burn_hot+' script
	perf report -i - --stdio -g none < pipe.data > report 2> said
	ok 'perf report, too' grep -q 'burn_hot' report
else
	skip 'perf reads the pipe' 'there is no perf'
fi
perl "$srcdir/tests/recorder/rounds.pl" < pipe.data > rounds 2>&1
ok 'rounds are what perf promises of them' grep "^samples $n rounds [1-9][0-9]* ticks 0" rounds

record -t -i 20 -F 999 -d 0.5 -x $busy -o -
perl "$srcdir/tests/recorder/rounds.pl" < "$out" > rounds 2>&1
ok 'ticks stand before rounds' grep '^samples [0-9]* rounds [1-9][0-9]* ticks [1-9]' rounds
ok 'samples that nobody wants are left out' above 0 "$(figure own)"
ok 'which the ticks tell' grep "own $(figure own)\$" rounds
"$FLARESCOPE" export "$out" > folded 2> said
ok 'and there are none' test "$(grep -c '^burner;' folded)" -eq 0

# ---- some processes, some CPUs ----

record -F 999 -d 0.5 -p $busy -o one.data
ok 'a process is recorded alone' above 10 "$(figure samples)"
our_names one.data > ours
ok 'and nothing else' is "$(cat ours)" "$(figure samples) burner"
record -F 20 -d 1 -p $busy -o few.data
"$FLARESCOPE" info few.data > "$out" 2> said
ok 'where samples are few it is known how long was recorded' \
	above 999 "$(sed -n 's/.*sample duration: \([0-9]*\)\..*/\1/p' "$out")"
record -F 999 -d 0.5 -C 0 -o cpu.data
ok 'one CPU has one ring' is "$(figure rings)" 1
end_busy
./burner 1 & busy=$!
record -F 99 -p $busy -o -
ok 'it ends with the process' is "$(figure end)" pids
ok 'which is no failure' ends_with 0
busy=

# A process that starts another once it is recorded, and ends.
mkfifo go
sh -c 'read go < go; "$0" 1 & echo $! > child' ./burner & leader=$!
"$RECORD" -F 999 -p $leader -o - 2> "$err" | {
	head -c 1
	echo > go
	cat
} > started.data
ok 'with a process those that it started are awaited' is "$(figure end)" pids
perl "$srcdir/tests/recorder/rounds.pl" < started.data > rounds 2>&1
ok 'and recorded until they have ended' grep "^ended $(cat child)\$" rounds

# What begins later, and what another thread begins.
setsid ./burner 3600 4 & busy=$!
record -F 999 -d 0.5 -p $busy -o -
ok 'processes that ran already are told once' above 0 "$(figure processes)"
end_busy

# ---- how it ends ----

mkfifo pipe
"$RECORD" -o - > pipe 2> "$err" & recorder=$!
{
	head -c 20000
	kill -TERM $recorder
	cat
} < pipe > ended.data
wait $recorder
status=$?
ok 'SIGTERM ends it' ends_with 0
ok 'as it should' is "$(figure end)" stopped
perl "$srcdir/tests/recorder/rounds.pl" < ended.data > rounds 2>&1
ok 'and the stream is whole' grep '^samples' rounds

"$RECORD" -F 999 -o - > pipe 2> "$err" & recorder=$!
{
	head -c 300000
	kill -KILL $recorder
	cat
} < pipe > killed.data
wait $recorder 2> said
ok 'of one that was killed what came is read' above 0 "$(samples_of killed.data)"

# A file, at some moment.
setsid ./burner 3600 & busy=$!
: > slain.data
"$RECORD" -F 999 -p $busy -o slain.data 2> "$err" & recorder=$!
tail --pid=$recorder -f -c +1 slain.data 2> said | {
	head -c 100000
	kill -KILL $recorder
} > "$out"
wait $recorder 2> said
status=$?
end_busy
ok 'one that writes a file is killed' ends_with 137
perl "$srcdir/tests/recorder/head.pl" slain.data > counted 2> "$err"
ok 'the head of the file counts what is there' is_quiet
n=$(cat counted)
ok 'with samples' above 10 "$n"
ok 'which flarescope reads' is "$(samples_of slain.data)" "$n"
if [ -n "$have_perf" ]; then
	perf script -i slain.data -F tid > script 2> "$err"
	status=$?
	ok 'and perf script' ends_with 0
	ok 'as many' is "$(grep -c '[0-9]' script)" "$n"
else
	skip 'perf reads what is left by one that was killed' 'there is no perf'
fi

"$RECORD" -o - 2> "$err" < /dev/null | head -c 1000 > "$out"
ok 'who reads no more ends it' is "$(figure end)" reader

# A pipe that is open and full, and nobody reads.
exec 3<> pipe
"$RECORD" -F 4999 -d 0.3 -o - >&3 2> "$err"
status=$?
exec 3>&-
ok 'a reader that does not read does not hold it up for ever' ends_with 0

# ---- much at once ----

setsid ./burner 3600 2 & busy=$!
record -F 4999 -d 1 -o -
perl "$srcdir/tests/recorder/rounds.pl" < "$out" > rounds 2>&1
ok 'at 4999 Hz rounds are kept as well' grep '^samples' rounds
ok 'and it takes less than 5 % of a CPU' above "$(($(figure cpu_us)))" 50000
end_busy

done_testing

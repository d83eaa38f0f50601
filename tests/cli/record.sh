#!/bin/sh
# record.sh - perf is run as its users would run it, and what is wrong is said with a remedy.

. "$srcdir/tests/cli/tap.sh"

# ---- the command line, which needs no perf ----

not_says() { ! grep -e "$1" "$err"; }

# makes EXPECTED ARGS...: the command line of perf
makes() {
	expected=$1
	shift
	run record --print "$@"
	printf '%s\n' "$expected" > "$work/expected"
	ok "record $* is $expected" same_output "$work/expected" "$out"
}

ends='-- sleep' # how perf is made to end by itself
makes 'perf record -F 49 -a -g -o perf.data'
makes "perf record -F 49 -a -g -o perf.data $ends 30" --duration 30
makes "perf record -F 49 -a -g -o perf.data $ends 0.5" --duration=0.5
makes 'perf record -a -g -o perf.data -F 999' -F 999
makes 'perf record -a -g -o perf.data -c1000' -c1000
makes 'perf record -F 49 -g -o perf.data -p 17' -p 17
makes "perf record -g -o perf.data -F99 --pid=17 $ends 5" -F99 --pid=17 --duration 5
makes 'perf record -F 49 -g -o perf.data -C 0,2' -C 0,2
makes 'perf record -F 49 -a -o perf.data --call-graph dwarf' --call-graph dwarf
makes 'perf record -o perf.data -agF 99' -agF 99
makes "perf record -F 49 -a -g -o 'a file'" -o 'a file'
makes 'perf record -F 49 -a -g -o perf.data -e cycles:pp,cpu/event=1/u' \
	-e cycles:pp,cpu/event=1/u
makes 'perf record -a -g -o perf.data -e sched:sched_switch' -e sched:sched_switch
makes 'perf record -F 49 -g -o perf.data -- make -j 4' make -j 4
makes 'perf record -F 49 -g -o perf.data -z -m 64 -- make -a --print' -z -m 64 -- make -a --print
makes "perf record -F 49 -g -o perf.data -- sh -c 'echo '\\''\$x'\\'" -- sh -c "echo '\$x'"
makes 'perf record -F 49 -a -g -o perf.data --some-new-option --other=1' \
	--some-new-option --other=1

# refused WORDS ARGS...
refused() {
	words=$1
	shift
	run record "$@"
	ok "refuses: record $*" ends_with 2
	ok "and says: $words" says "$words"
}
refused '--duration needs a length' --duration
refused '--duration needs a length' --duration soon
refused '--duration needs a length' --duration 0
refused 'to record for that long: --duration 30' 30
refused "'3' is not a command; if it is the argument of --frob: --frob=3" --print --frob 3
refused 'to record for that long: --duration 30' -d 30
refused 'try: -- timeout 30 make' --duration 30 -- make
refused 'perf record -g -o - | flarescope -' -o -

# ---- with all switches ----

switches='-e sched:sched_switch -e sched:sched_waking -e sched:sched_wakeup_new -o perf.data'
makes "perf record -a -g -m 8M -e cpu-clock/freq=49/ $switches" --waiting
makes "perf record -a -g -m 8M -e cpu-clock/freq=99/ $switches $ends 3" \
	-F99 --waiting --duration 3
makes "perf record -g -m 8M -e cpu-clock/freq=999/ $switches -az" -az --freq=999 --waiting
makes "perf record -a -m 8M -e cpu-clock/freq=49/ $switches --call-graph dwarf" \
	--waiting --call-graph dwarf
makes "perf record -a -g $switches -e cycles -m 1M" --waiting -e cycles -m 1M
makes "perf record -g -m 8M --switch-events -e cpu-clock/freq=49/ $switches -p 17" \
	--waiting -p 17
makes "perf record -g -m 8M --switch-events -e cpu-clock/freq=49/ $switches -- make" \
	--waiting --yes -- make
makes 'perf record -F 49 -a -g -m 8M -o perf.data --switch-events' --waiting --switch-events
makes 'perf record -g -o perf.data --switch-events -F 99 -p 17' \
	--switch-events --waiting -F 99 -p 17
makes 'perf record -F 49 -a -g -o perf.data --switch-events' --switch-events
refused 'each context switch: -c would leave some out; .*: -F 99' --waiting -c 3
refused 'write -F as a separate word' --waiting -aF 99
refused '-F needs a number of samples' -F max --waiting
refused 'rate of another event: -e cycles/freq=5/' --waiting -F 5 -e cycles

run record --help
ok 'record explains itself' prints 'PERF RECORD OPTIONS'
ok 'with its own options' prints '--duration SECONDS'

# ---- without perf, and where it may not record ----

cd "$work" || exit 1
mkdir empty fake home
PATH=$work/empty "$FLARESCOPE" record -e cycles > "$out" 2> "$err"
status=$?
ok 'without perf what only perf can do fails' ends_with 1
ok 'and says what to install' says 'no perf in PATH; install it: .*linux-perf in Debian'

# A kernel that refuses cannot be had everywhere: what perf 6.1 says then.
cat > fake/perf <<'END'
#!/bin/sh
: > perf.data
cat >&2 <<'SAID'
Error:
Access to performance monitoring and observability operations is limited.
perf_event_paranoid setting is 4:
SAID
exit 255
END
mkdir untraced
cat > untraced/perf <<'END'
#!/bin/sh
printf 'Error:\tNo permissions to read /sys/kernel/tracing/events/sched/sched_switch\n' >&2
exit 129
END
chmod 755 "$work" fake fake/perf untraced untraced/perf
chmod 1777 home
cp "$FLARESCOPE" program && chmod 755 program

# as_nobody ARGS...: the program, as a user who may do nothing
as_nobody() {
	(cd home && setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$work/program" "$@") > "$out" 2> "$err" < /dev/null
	status=$?
}
value=$(cat /proc/sys/kernel/perf_event_paranoid 2> /dev/null)
nobody=
[ "$(id -u)" -eq 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups "$work/program" \
	--version > /dev/null 2>&1 && nobody=yes

if [ -n "$nobody" ] && [ -n "$value" ]; then
	usual=$PATH PATH=$work/fake:$PATH
	as_nobody record
	PATH=$usual
	ok 'a user who may not record is refused' ends_with 1
	ok 'is shown what perf says' says 'performance monitoring and observability'
	ok "is told the kernel's setting" says "kernel.perf_event_paranoid is $value"
	ok 'and to run it as root, or what to set' says 'run as root, or .*sysctl'
	PATH=$work/untraced:$usual
	as_nobody record -e sched:sched_switch
	PATH=$usual
	ok 'tracepoints have a reason of their own' says 'only root may list tracepoints'
	ok "perf's tabs stay" says "^Error:$(printf '\t')No permissions"
	PATH=$work/untraced:$usual
	as_nobody record --waiting
	PATH=$usual
	ok 'the light way needs none' says 'run as root; the cheap variant needs none: --waiting'
	PATH=$work/fake:$PATH "$FLARESCOPE" record > "$out" 2> "$err"
	status=$?
	ok 'root who may not record has a container to look at' says 'container needs --cap-add'
else
	skip 'a user who may not record is told how' 'only root can become somebody else'
fi

# ---- what perf may use ----

cat > fake/perf <<'END'
#!/bin/sh
ulimit -S -d > limit
exit 1
END
(PATH=$work/fake:$PATH; run record -- true)
ok 'perf may use as much memory as who runs it' test "$(cat limit)" = "$(ulimit -S -d)"

# ---- where perf leaves something else ----

# What nobody writes to would be waited for without an end.
cat > fake/perf <<'END'
#!/bin/sh
rm -f perf.data
mkfifo perf.data
END
PATH=$work/fake:$PATH timeout 20 "$FLARESCOPE" record > "$out" 2> "$err" < /dev/null
status=$?
ok 'a pipe in place of the recording is not waited for' ends_with 1
ok 'but refused' says 'perf record wrote no perf.data'
rm -f perf.data

# ---- what recording all switches costs ----

mkdir recorder
cat > recorder/perf <<'END'
#!/bin/sh
echo "$*" > ran
END
chmod 755 recorder/perf

# waiting ARGS...: with a perf that only says how it was run, on a machine that switches $rate times a second
rate=0
waiting() {
	rm -f ran
	(PATH=$work/recorder:$PATH
	perl "$srcdir/tests/lib/switching.pl" "$rate" stat "$FLARESCOPE" record --waiting "$@") > "$out" 2> "$err" < /dev/null
	status=$?
}
waiting
perl "$srcdir/tests/lib/switching.pl" 0 stat true 2> said
if [ $? -ne 0 ]; then
	skip 'a quiet machine records without asking' "$(cat said)"
	skip 'a busy machine is not slowed down without asking' "$(cat said)"
	waiting() {
		rm -f ran
		(PATH=$work/recorder:$PATH; "$FLARESCOPE" record --waiting --yes "$@") > "$out" 2> "$err" < /dev/null
		status=$?
	}
	waiting
else
	ok 'on a quiet machine perf is run' grep -q '^record -a -g -m 8M -e cpu-clock' ran
	rate=10000000
	waiting
	ok 'a busy machine is not slowed down without asking' ends_with 1
	ok 'perf is not run' test ! -e ran
	ok 'what says yes is told, and the light way' says \
		'20,000 per second and CPU, .*: --yes; the cheap variant: --waiting --switch-events'
	waiting --yes
	ok '--yes has perf run' grep -q '^record -a -g' ran
	told=$(sed -n 's/.*switches threads \([0-9,]*\) times.*/\1/p' "$err" | tr -d ,)
	ok "its rate is told: $told" test "$told" -gt 5000000 -a "$told" -lt 20000000
	waiting --switch-events
	ok 'the light way is not asked about' test -e ran
	rate=0
fi
waiting
ok 'how often the machine switches is told, and what that costs' says \
	"threads [0-9,]* times a second ([0-9,]* on each of [0-9]* CPUs*); to record that with stacks takes about [0-9.]* % of its CPU time and writes [0-9.]* [kMG]*B a second\$"
waiting --switch-events
ok 'of the light way as well' says 'without stacks takes too little CPU time to measure and writes'
waiting -p $$
ok 'of single processes it is less' says 'it is less if only some processes are recorded'
ok 'and it is told what that will not show' says \
	'only what was named is recorded: wake-ups from other processes, .*, will not be known; with -a in its place'
waiting -- make
ok 'of a command as well' says 'only the command is recorded: .*; with -a.* the whole machine is recorded, which costs more'
ok 'and it is recorded as it was asked' grep -q '^record -g -m 8M --switch-events .* -- make' ran
waiting -a -- make
ok 'with -a nothing is missing' not_says 'only .* recorded:'
ok 'and the command is run beside all of the machine' grep -q '^record -g -m 8M -e cpu-clock.* -a -- make' ran
waiting --switch-events -- make
ok 'the light way tells no wakers anyway' not_says 'only .* recorded:'
run record --waiting --print -- make
ok 'nothing is told with --print' test ! -s "$err"

# ---- with perf ----

if perf record -F 49 -a -g -o probe.data -- true > probe.said 2>&1; then
	run record -F 999 --duration 0.5 -o timed.data
	ok 'a recording of a time ends by itself' ends_with 0
	ok 'its command line is told' says \
		"^flarescope: perf record -a -g -F 999 -o timed.data $ends 0.5\$"
	ok 'and what it has' says '^flarescope: timed.data: [0-9,]* samples in '
	ok 'and how to look at it' says 'to open them: flarescope timed.data$'
	ok 'while standard output is the own of who wants it' test ! -s "$out"
	ok 'and perf is not heard' test "$(grep -c 'perf record: ' "$err")" -eq 0
	run info timed.data
	ok 'it has call graphs' prints_not 'call graphs: none'
	ok 'and is perf.data' prints 'perf-data'

	echo 'not ours' > perf.data
	run record -F 999 -- sh -c 'i=0; while [ $i -lt 99999 ]; do i=$((i + 1)); done; echo done; exit 7'
	ok 'a command may fail, and is recorded all the same' ends_with 0
	ok 'has standard output' prints_exactly 'done\n'
	ok 'and is told about' says 'perf.data: [0-9,]* samples in '
	ok 'as perf does, the file that was there is kept' grep -q 'not ours' perf.data.old

	busy='i=0; while [ $i -lt 99999 ]; do i=$((i + 1)); done'
	perf record -F 999 -o flat.data -- sh -c "$busy" > /dev/null 2>&1
	remedy='record with: perf record -g$'
	run info flat.data
	ok 'a recording without call graphs says how to have them' prints \
		"call graphs: none in this recording; $remedy"
	run flame flat.data
	ok 'so does a flame graph of it' says "^flarescope: no call graphs .*; $remedy"
	run export flat.data
	ok 'and what is exported' says "^flarescope: no call graphs .*; $remedy"
	run heatmap flat.data
	ok 'while the heat map is as good as ever' ends_with 0
	ok 'and needs none' test "$(grep -c 'call graphs' "$err")" -eq 0
	perf record --call-graph dwarf -F 999 -o dwarf.data -- sh -c "$busy" > /dev/null 2>&1
	run info dwarf.data
	ok 'stacks to unwind are call graphs' prints_not 'call graphs: none'

	run record -e no-such-event
	ok 'what perf refuses fails' ends_with 1
	ok 'with its words' says 'no-such-event'
	ok 'and its status' says 'perf record failed with status [0-9]'

	run record -o nothing.data -- "$work/empty/no-program"
	ok 'a command that is not there fails' ends_with 1

	tail -f /dev/null & # a process that does nothing
	run record -p $! --duration 0.1 -o nothing.data
	kill $!
	ok 'without samples it fails' ends_with 1
	ok 'and says so' says 'no samples in this perf.data: .*(-F)'
else
	skip 'perf records, and the result opens' "$(head -2 probe.said | tr '\n' ' ')"
fi

# ---- with perf, and all switches ----

cat > nap.pl <<'END'
select undef, undef, undef, 0.02 for 1 .. 10;
END
# There are machines whose kernel shows perf nothing of what happens on some of their idle CPUs: the naps are on
# one of which perf itself has the wake-ups.
pinned=
: > probe.said
for cpu in $(sed -n 's/^processor[^0-9]*//p' /proc/cpuinfo 2> probe.said); do
	sees_all_processes || break
	perf record -q -a -e sched:sched_waking -o probe.data -- taskset -c "$cpu" perl nap.pl > probe.said 2>&1 || break
	[ "$(perf script -i probe.data 2> probe.said | grep -c 'comm=perl')" -lt 10 ] || pinned="taskset -c $cpu"
	[ -z "$pinned" ] || break
done
if [ -n "$pinned" ]; then
	# On a busy machine some last longer, and perf misses an end now and then without a word: then again.
	for again in 1 2 3; do
		rm -f naps.data
		run record --waiting --yes -a -o naps.data -- $pinned perl nap.pl
		mv "$err" naps.said
		ended=$status
		run waits --format json naps.data
		json '8 <= grep { $_->{name} eq "perl" && $_->{blocked_s} >= 0.02 &&
			defined $_->{waker} } @{$j->{rows}}' > "$work/said" && break
		echo "# once more, after $again" >&2
	done
	ok 'a recording with switches ends well' test "$ended" -eq 0
	ok 'and says how to look at what waited' grep 'flarescope --state blocked naps.data$' naps.said
	ok 'it has the naps of perl' json '
		8 <= grep { $_->{name} eq "perl" && $_->{state} eq "S" &&
			$_->{blocked_s} >= 0.02 && $_->{blocked_s} < 2 } @{$j->{rows}}'
	ok 'and who ended them' json '
		8 <= grep { $_->{name} eq "perl" && $_->{blocked_s} >= 0.02 &&
			defined $_->{waker} } @{$j->{rows}}'
	run record --waiting --yes -o own.data -- $pinned perl nap.pl
	ok 'so does one of a process' ends_with 0
	run waits --format json own.data
	ok 'it has them as well' json '
		8 <= grep { $_->{name} eq "perl" && $_->{state} eq "S" &&
			$_->{blocked_s} >= 0.02 && $_->{blocked_s} < 2 } @{$j->{rows}}'
	ok 'but not who ended them, as was said' json '
		2 >= grep { $_->{name} eq "perl" && $_->{blocked_s} >= 0.02 &&
			defined $_->{waker} } @{$j->{rows}}'
	run record --waiting --switch-events -F 999 -a -o light.data -- $pinned perl nap.pl
	ok 'so does the light way' ends_with 0
	run waits --format json light.data
	ok 'absences of that length' json '
		8 <= grep { $_->{name} eq "perl" && $_->{to_s} - $_->{from_s} >= 0.02 &&
			$_->{to_s} - $_->{from_s} < 2 } @{$j->{rows}}'
else
	sees_all_processes || echo 'in a PID namespace, where switches have the pids of another one' > probe.said
	skip 'perf records switches' "it has no wake-ups here: $(head -2 probe.said | tr '\n' ' ')"
fi

if [ -n "$nobody" ] && [ -n "$value" ] && [ "$value" -gt 0 ] && command -v perf > /dev/null; then
	as_nobody record --duration 1
	ok 'a real perf refuses a user' ends_with 1
	ok 'which is explained' says "only root may record all CPUs here .*is $value"
else
	skip 'a real perf refuses a user' 'not root, no perf, or everybody may record'
fi

# ---- names of the kernel are hidden from users ----

if [ -s probe.data ] && [ -n "$nobody" ] && [ "$value" -gt 1 ]; then
	run record -F 999 --duration 0.5 -o kernel.data
	chmod 644 kernel.data
	run info kernel.data
	if grep -q 'kernel symbols' "$out"; then
		skip 'a user has no names of the kernel' 'root has none either'
	else
		as_nobody info "$work/kernel.data"
		ok 'who may not see the names of the kernel can still look' ends_with 0
		ok 'is told what hides them' prints 'kernel symbols: the kernel hides'
		ok 'and all that helps' prints 'run as root, or sudo sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1, or give --kallsyms'
	fi
else
	skip 'a user has no names of the kernel' 'not root, no perf, or shown to everybody'
fi

cd / || exit 1
if command -v perf > "$work/said" && perf --version > "$work/said" 2>&1; then
	(cd "$work" && "$FLARESCOPE" record --frob) > "$out" 2> "$err"
	status=$?
	ok 'of a word that perf does not know only perf has to say more than a line' \
		test "$(wc -l < "$err")" -lt 6
	ok 'it names the word' says 'frob'
	ok 'we say where its options are' says 'its options: perf record -h'
	ok 'it is a wrong command line' ends_with 2
else
	skip 'a word that perf does not know' 'there is no perf'
fi

done_testing

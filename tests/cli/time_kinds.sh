#!/bin/sh
# time_kinds.sh - info says what kinds of time a file can show, and what to record to see more.

. "$srcdir/tests/cli/tap.sh"

switch='prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120'
text=$work/bare.txt
printf 'a 1/1 [000] %s.0: sched:sched_switch: %s\n\n' 1 "$switch" 2 "$switch" > "$text"
run info "$text"
ok 'switches alone do not tell who woke whom' prints \
	'^missing     who woke threads, and how long .*: perf record -e sched:sched_switch -e sched:sched_waking$'
ok 'nor who waits for a CPU' prints \
	'^shows       running, blocked, blocked in D, preempted, by switches: see --state and waits$'
ok 'nor where threads were while they ran' prints \
	'^            where threads were while they ran; .*cpu-clock/freq=99/'
sed 's/ sched:sched_switch:/ 7&/' "$text" > "$work/sampled.txt"
run info "$work/sampled.txt"
ok 'sampled switches show nothing' prints_not '^shows'
ok 'and it is said how to record them all' prints \
	'^missing     .*only one in several context switches was recorded .*: flarescope record --waiting$'
clock='a 1/1 [000] 1.0: cpu-clock: \n\ta main+0x1 (a)\n\n'
printf "$clock"'b 2/2 [000] 1.5: PERF_RECORD_SWITCH_CPU_WIDE OUT  next pid/tid: 1/1\n' > "$text"
run info "$text"
ok 'records tell neither D nor who waits for a CPU' prints \
	'^            running, blocked, preempted, by switch records: see --state and waits; where they ran, by the nearest samples$'
ok 'nor where and by whom' prints \
	'^missing     where exactly threads stopped, and who woke them; .*: flarescope record --waiting$'
ok 'they are not among other records' prints '1 record of context switches: see --state and waits'
run info --json "$text"
ok 'as JSON' json '
	join(" ", map { "$_->{source}: @{$_->{states}}" } @{$j->{shows}}) eq
		"samples: running switch records: running blocked preempted unknown" &&
	@{$j->{missing}} == 1 && $j->{missing}[0]{how} eq "record" &&
	$j->{missing}[0]{command_line} eq "flarescope record --waiting"'
printf "$clock" > "$text"
run info "$text"
ok 'without any it is told what is missing' prints \
	'^missing     what threads waited for; record with: flarescope record --waiting$'
ok 'a clock shows who ran' prints '^shows       running, by samples of cpu-clock$'
printf 'a 1/1 [000] 1.0: 3 syscalls:sys_enter_read: fd: 3\n\ta main+0x1 (a)\n\n' > "$text"
run info "$text"
ok 'what is no clock does not' prints_not '^shows'
printf 'main;f 3\n' > "$text"
run info "$text"
ok 'of what perf has not recorded nothing is missing' prints_not '^missing'
printf 'name,start_s,end_s\na,1,2\n' > "$work/spans.csv"
run info "$work/spans.csv"
ok 'spans show how long something took' prints '^shows       how long something took, by spans$'


# ---- some CPUs alone ----

# Where a thread went to another CPU it is away for all that is known.
event() {
	printf '%s %s/%s [000] %s: sched:sched_switch: prev_comm=%s prev_pid=%s prev_prio=120 prev_state=S ==> next_comm=%s next_pid=%s next_prio=120\n\n' \
		"$1" "$2" "$2" "$3" "$1" "$2" "$4" "$5"
}
of_command() {
	echo '# ========'
	echo "# nrcpus online : 4"
	echo "# cmdline : /usr/bin/perf record $1"
	echo '# ========'
	event a 1 1.0 b 2
	event b 2 2.0 a 1
	event a 1 3.0 b 2
}
for options in '-e sched:sched_switch -C 0 -g' '-g -C0 -- prog 1' '--cpu=0' '--cpu 0,2 prog 1' '-aC 0' '-C 0-2' '-C x'; do
	of_command "$options" > "$text"
	run info "$text"
	ok "perf record $options: info says what is missing" prints \
		'^missing .*what threads did on CPUs that were not recorded; .*: flarescope record --waiting\|^            what threads did on CPUs'
	run waits "$text"
	ok 'waits does' says '^flarescope: only some CPUs were recorded (perf record -C)'
	run top --state blocked "$text"
	ok 'and each state' says 'waits in which threads may have run on CPUs that were not recorded: perf record -a records all'
done
for options in '-a -g' '-C 0-3' '--cpu=0,1,2-3' '-e sched:sched_switch -- prog -C 0' '-p 7 -o -C'; do
	of_command "$options" > "$text"
	run waits "$text"
	ok "perf record $options has all CPUs" is_quiet
	run info "$text"
	ok 'for info, too' prints_not 'CPUs that were not recorded'
done

# ---- what is promised is kept ----

# switches TIMES PERIOD: of two threads on one CPU, as text
switches() {
	for t in $1; do
		printf "a 1/1 [000] %s.0:$2 sched:sched_switch: %s\n\n" "$t" "$switch"
		printf "b 2/2 [000] %s.5:$2 sched:sched_switch: %s\n\n" "$t" "$(echo "$switch" |
			sed 's/prev_comm=a prev_pid=1/prev_comm=b prev_pid=2/; s/next_comm=b next_pid=2/next_comm=a next_pid=1/')"
	done
}
switches '1 2 3' '' > "$text"
printf 'a 1/1 [000] 4.0: sched:sched_switch: something else\n\n' >> "$text"
run info "$text"
ok 'what is not understood of switches is told' prints '^not read    1 scheduler event not understood, at line 13$'
ok 'so it is not said that nothing is lost' prints_not '^lost        nothing'
ok 'the rest shows what it does' prints '^shows       running, blocked.* by switches'
run info --json "$text"
ok 'as JSON' json 'grep { $_->{reason} =~ /scheduler events not understood/ && $_->{kind} eq "unread" } @{$j->{losses}}'
run waits "$text"
ok 'it is what waits says' says 'not understood'
printf 'a 1/1 [000] %s.0: sched:sched_switch: something else\n\n' 1 2 3 > "$text"
run info "$text"
ok 'switches of which none is understood show nothing' prints_not '^shows'
run waits "$text"
ok 'and waits has nothing to tell either' ends_with 1
# as of single threads: who leaves is never who got the CPU
for t in 1 2 3 4 5 6 7 8 9 10; do
	printf 'a 1/1 [000] %s.0: sched:sched_switch: %s\n\n' "$t" "$switch"
done > "$text"
run info "$text"
ok 'switches of which most are missing show nothing' prints_not '^shows'
ok 'and that is said' prints '^missing     .*or most are missing; record with: flarescope record --waiting$'
run waits "$text"
ok 'waits refuses them, too' says 'most of its switches are missing'

switches '1 2 3' '' > "$text"
run convert -o "$work/copy.flare" "$text"
run info "$work/copy.flare"
ok 'a copy that has not kept what switches say promises nothing' prints_not '^shows'

cmdline='# ========\n# captured on : now\n# cmdline : /usr/bin/perf record -a --switch-events -e cpu-clock \n# ========\n#\n'
printf "$cmdline$clock" > "$text"
run info "$text"
ok 'records that were not printed are to be printed' prints \
	'^missing     what threads waited for: it was recorded, but is not in this text; print with: perf script --show-switch-events$'
ok 'not to be recorded again' prints_not 'record with: flarescope record --waiting'
run info --json "$text"
ok 'in JSON, too' json '$j->{missing}[0]{how} eq "print" &&
	$j->{missing}[0]{command_line} eq "perf script --show-switch-events"'
printf "$cmdline$clock"'b 2/2 [000] 1.5: PERF_RECORD_SWITCH_CPU_WIDE OUT  next pid/tid: 1/1\n' > "$text"
run info "$text"
ok 'where they are printed nothing is said of that' prints_not 'perf script --show'

# so few that each stood for one: of a rate, all the same
if perf record -q -F 99 -e sched:sched_switch -o "$work/rate.data" -- sh -c 'ls; ls' > "$work/said" 2>&1; then
	run info "$work/rate.data"
	ok 'switches of a rate show nothing, even if none was left out' prints_not '^shows.*switches'
	ok 'and are to be recorded all' prints '^missing     .*only one in several context switches was recorded .*: flarescope record --waiting$'
else
	echo "SKIPPED: switches at a rate: $(head -1 "$work/said")" >&2
fi

sched=${FLARESCOPE_CORPUS:-$srcdir/../shared/corpus}/../recordings/sched
if [ -d "$sched" ]; then
	for form in data script.txt; do
		run info "$sched/convoy.$form.gz"
		ok "$form: samples of a clock show who ran" prints \
			'^shows       running, by samples of cpu-clock/freq=99/$'
		ok 'switches the rest' prints \
			'^            running, blocked, blocked in D, waiting for a CPU, preempted, by switches: see'
		ok 'and nothing is missing' prints_not '^missing'
	done
	run info "$sched/sampled-switches.data.gz"
	ok 'switches sampled with -F show nothing' prints_not 'by switches'
	zcat "$sched/switch-events.script.txt.gz" | grep -v PERF_RECORD_SWITCH > "$work/unprinted.txt"
	{
		printf "$cmdline"
		cat "$work/unprinted.txt"
	} > "$work/headed.txt"
	run info "$work/headed.txt"
	ok 'text without records says how to print them' prints 'print with: perf script --show-switch-events'
	run info "$sched/switch-events.data.gz"
	ok 'records are counted' prints '2,568 records of context switches: '
	ok 'and show what they tell' prints 'by switch records'
else
	echo 'SKIPPED: no recordings of switches beside the project' >&2
fi

done_testing

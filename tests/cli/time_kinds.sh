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
	'^missing     .*only one in several was recorded .*: flarescope record --waiting$'
clock='a 1/1 [000] 1.0: cpu-clock: \n\ta main+0x1 (a)\n\n'
printf "$clock"'b 2/2 [000] 1.5: PERF_RECORD_SWITCH_CPU_WIDE OUT  next pid/tid: 1/1\n' > "$text"
run info "$text"
ok 'records tell neither D nor who waits for a CPU' prints \
	'^            running, blocked, preempted, by switch records: see --state and waits; where they ran, by the nearest samples$'
ok 'nor where and by whom' prints \
	'^missing     where exactly threads stopped, and who woke them; .*: flarescope record --waiting$'
ok 'they are not among other records' prints '1 record of switches: --state and waits tell of them'
run info --json "$text"
ok 'as JSON' json '
	join(" ", map { "$_->{from}: @{$_->{states}}" } @{$j->{shows}}) eq
		"samples: running switch records: running blocked preempted unknown" &&
	@{$j->{missing}} == 1 && $j->{missing}[0]{record} eq "flarescope record --waiting"'
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
	run info "$sched/switch-events.data.gz"
	ok 'records are counted' prints '2,568 records of switches: '
	ok 'and show what they tell' prints 'by switch records'
else
	echo 'SKIPPED: no recordings of switches beside the project' >&2
fi

done_testing

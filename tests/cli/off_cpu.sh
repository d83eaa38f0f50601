#!/bin/sh
# off_cpu.sh - what perf record --off-cpu has measured: waits as intervals, and sums in a graph alone.

. "$srcdir/tests/cli/tap.sh"

# made KIND: a recording, and what perf script prints of it
made() {
	perl "$srcdir/tests/cli/off_cpu.pl" "$1" > "$work/$1.data" &&
		perl "$srcdir/tests/cli/off_cpu.pl" "$1 text" > "$work/$1.txt"
}
for kind in old new waits sums chain short period; do
	made $kind
done

# each FILE STATE JSON WORDS: totals by function, of text by name and of a recording by address
totals() {
	run top --state "$2" --addresses --format json "$work/$1"
	expected=$3
	case $1 in
	*.data)
		expected=$(echo "$3" | sed 's/take/[app <1100>]/; s/rest/[app <1200>]/
			s/poll/[app <1300>]/; s/main/[app <1000>]/') ;;
	esac
	export expected
	ok "$1: --state $2 is $3" json '
		join(" ", map { "$_->{name}=" . $_->{total} / 1e6 }
			sort { $b->{total} <=> $a->{total} } @{$j->{rows}}) eq $ENV{expected}'
}

for form in data txt; do
	# sums alone, as perf 5.19 to 6.15 has them
	totals old.$form blocked 'main=340 poll=300 rest=40'
	totals old.$form all 'main=340 poll=300 rest=40'
	run info "$work/old.$form"
	ok "$form: sums are no samples of any moment" prints '^time        1 to 2.9 s'
	ok 'but left out, on purpose, which is said' prints \
		'2 sums of perf record --off-cpu, without times: --state blocked shows them, only in a graph'
	ok 'nothing is lost' prints '^lost        no'
	ok 'what they can show is said' prints \
		'blocked, by sums of perf record --off-cpu without times: only as a graph, see --state blocked$'
	run heatmap "$work/old.$form"
	ok 'the map is of the samples' ends_with 0
	run heatmap --state blocked "$work/old.$form"
	ok 'of sums there is none' ends_with 1
	ok 'as they have no times' says 'no times, so there is no heat map'
	run waits "$work/old.$form"
	ok 'nor a list of waits' says 'sums of perf record --off-cpu, without times: --state blocked'
	run flame --state blocked --format text "$work/old.$form"
	ok 'a graph is what they are for' ends_with 0
	run export --state blocked "$work/old.$form"
	ok 'also written' prints ' 300000000$'
	run report --state blocked "$work/old.$form"
	ok 'and reported' ends_with 0

	# waits, and sums of what was shorter, as from perf 6.16 on
	totals new.$form blocked 'main=2600 rest=1500 take=1100'
	totals new.$form all 'main=2940 rest=1540 take=1100 poll=300'
	totals waits.$form all 'main=2600 rest=1500 take=1100'
	run heatmap --state blocked --rows 2 --period 1 --format json "$work/new.$form"
	ok "$form: waits are in the map from when the thread stopped" json '
		join(" ", map { map { sprintf "%.9f", $_ } @$_ } @{$j->{counts}}) eq
			"0.800000000 0.600000000 1.000000000 0.200000000"'
	ok 'and the sums are said to be left out' sh -c "'$FLARESCOPE' info '$work/new.$form' | \
		grep -q 'without times: only as a graph, see --state all'"
	run waits --format csv "$work/new.$form"
	ok 'they are listed' prints \
		'^0\.000000000,0\.600000000,[^,]*,thread,11,[^,]*,,0\.600000000,0\.000000000,0\.000000000,'
	ok 'one by one' sh -c "[ \$(grep -c ',thread,1[12],' '$out') = 3 ]"
	run top --event offcpu-time --format json "$work/new.$form"
	ok 'without --state they are an event of spans' json '$j->{selection}{value} == 2600000000'
	run info --json "$work/new.$form"
	ok 'as info says' json '
		(grep { $_->{name} eq "offcpu-time" && $_->{spans} && abs($_->{duration_s} - 2.6) < 1e-9 }
			@{$j->{events}}) &&
		"@{[map { $_->{source} } @{$j->{shows}}]}" eq "samples off-cpu waits off-cpu sums"'
	run top --state running "$work/new.$form"
	ok 'who ran is not told' ends_with 1

	run top "$work/sums.$form"
	ok "$form: a file of sums alone has nothing else to show" ends_with 1
	ok 'and says what can be' says 'only sums of perf record --off-cpu, without times; --state blocked'
	run info "$work/sums.$form"
	ok 'for info as well' says 'only sums of perf record --off-cpu'
	run flame --state blocked --format json "$work/sums.$form"
	ok 'which is so' json '$j->{root}{total} == 340000000'
done
run top --state blocked "$work/new.data"
ok 'they have call graphs, and are no few samples' test ! -s "$err"

# What lies about its length is left out and counted, and all the rest is read.
for kind in chain short period; do
	run waits --format csv "$work/$kind.data"
	ok "a wait whose $kind lies is left out" sh -c "[ \$(grep -c ',thread,1[12],' '$out') = 2 ]"
	ok 'and counted' says '1 record not understood'
done
sed 's/600000000 offcpu/99999999999999999 offcpu/' "$work/new.txt" > "$work/long.txt"
run waits --format csv "$work/long.txt"
ok 'a wait that began before all time is none' sh -c "[ \$(grep -c ',thread,1[12],' '$out') = 2 ]"

# Beside switches of the scheduler, which tell all of it, they are left out.
switch='prev_comm=app prev_pid=%s prev_prio=120 prev_state=%s ==> next_comm=app next_pid=%s next_prio=120'
{
	cat "$work/new.txt"
	# shellcheck disable=SC2059
	printf "app 10/%s [000] %s: 1 sched:sched_switch: $switch\\n\\n" 11 3.1 11 D 12 12 3.2 12 R 11
} > "$work/both.txt"
run heatmap --state disk --format json "$work/both.txt"
ok 'beside switches they are not counted' json 'abs($j->{time_s} - 0.1) < 1e-9'
run heatmap --state blocked --format json "$work/both.txt"
ok 'nor are they taken for more' json 'abs($j->{time_s} - 0.1) < 1e-9'

done_testing

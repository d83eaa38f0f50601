#!/bin/sh
# waits.sh - what threads did while they did not run, against what they told themselves.

. "$srcdir/tests/cli/tap.sh"

sched=${FLARESCOPE_CORPUS:-$srcdir/../shared/corpus}/../recordings/sched
if [ ! -d "$sched" ]; then
	echo '1..0 # SKIP no recordings of switches beside the project'
	exit 0
fi

for form in data script.txt; do
	file=$sched/ident.$form.gz
	run top --state all --by thread --filter 'comm=ident' --format json "$file"
	ok "$form: all states of ident are its wall time" json '
		my ($t) = map { $_->{total} } @{$j->{rows}};
		abs($t / 1e9 - 2.358134) < 0.001 * 2.358134'
	run top --state running --by thread --filter 'comm=ident' --format json "$file"
	ok "$form: it ran as long as getrusage says" json '
		my ($t) = map { $_->{total} } @{$j->{rows}};
		abs($t / 1e9 - 0.346171) < 0.02 * 0.346171'
	run top --state blocked --by thread --filter 'comm=ident' --format json "$file"
	ok "$form: it slept a hundred times 20 ms" json '
		my ($t) = map { $_->{total} } @{$j->{rows}};
		abs($t / 1e9 - 2.01) < 0.01 * 2.01'
	if [ $form = data ]; then
		run top --state blocked --filter 'comm=ident' --format csv "$file"
		ok 'under clock_nanosleep' prints '^[0-9]*,[0-9.]*,20[0-9]*,[0-9.]*,.*clock_nanosleep'
	fi

	run waits --format json "$sched/convoy.$form.gz"
	cp "$out" "$work/waits.$form"
	ok "$form: sums of an absence" json '
		@{$j->{rows}} > 1000 && !grep { abs($_->{to_s} - $_->{from_s} - $_->{blocked_s} -
			$_->{runnable_s} - $_->{unknown_s}) > 1e-8 } @{$j->{rows}}'
	ok "$form: each wait that a worker told is one of its own" json '
		my ($bad, $close, $told, $had) = (0, 0, 0, 0);
		local $/ = "\n";
		open my $said, "<", "'"$sched/convoy.said.txt"'" or die;
		for (<$said>) {
			my ($what, $tid, @ns) = split;
			my ($from, $to) = map { $_ / 1e9 - $j->{origin_s} } @ns;
			$had = $tid if $what eq "held";
			next if $what ne "waited";
			$told++;
			my ($w) = grep { $_->{tid} == $tid && abs($_->{from_s} - $from) < 0.0002 &&
				abs($_->{to_s} - $to) < 0.0002 } @{$j->{rows}};
			$bad++, next if !$w;
			$close += abs($w->{from_s} - $from) < 4e-5 && abs($w->{to_s} - $to) < 4e-5;
			# the flusher, or a worker that had the lock before
			$bad++ if !grep { defined $w->{waker_tid} && $_ == $w->{waker_tid} } 8793 .. 8797;
			$bad++ if defined $w->{waker_tid} && $w->{waker_tid} == $tid;
		}
		$told == 20 && $bad == 0 && $close == 20'
	ok "$form: times have nine decimals" prints '"from_s": *0\.169701331,'
	ok "$form: as has the origin on the clock" prints '"origin_s": *2120\.000000000,'
done
# But for what text does not tell: the clock, the date and the functions.
told_by_both() {
	grep -v '"\(file\|clock\|from_date\)":' "$1" |
		sed 's/"\(waker_\)*place": \("[^"]*"\|null\)//g'
}
told_by_both "$work/waits.data" >"$work/a"
told_by_both "$work/waits.script.txt" >"$work/b"
ok 'text and recording say the same' same_output "$work/a" "$work/b"

gunzip -c "$sched/convoy.data.gz" >"$work/convoy.data"
run waits --format json "$work/convoy.data"
told_by_both "$out" >"$work/b"
ok 'so do the recording in steps and at once' same_output "$work/a" "$work/b"
run waits --thread 8796 --longer 250ms --range 1,2 "$sched/convoy.data.gz"
ok 'those of a thread, long ones, of a range' prints '^ *1\.184827596 .* 8796  worker-3 of convoy in '
ok 'and no others' sh -c "[ \$(wc -l <'$out') = 3 ]"
ok 'a thread that has a name of its own is of its process' prints ' worker-3 of convoy in '
ok 'their times are added up, with the share of what is unknown' \
	prints '^ *in the range   0\.290885        0\.290823  0\.000000  0\.000062           1 wait, 0\.0 % of their time there unknown$'
run waits --thread 8796 --longer 250ms --range 1,2 --range 3,4 "$sched/convoy.data.gz"
ok 'those of several ranges' sh -c "[ \$(wc -l <'$out') = 4 ]"
# What of each wait lies in the ranges: it was blocked first, then wanted a CPU, and what is unknown is last.
run waits --format json "$sched/convoy.data.gz"
cp "$out" "$work/all.json"
for ranges in 1,1.2 '1,1.2/3.1,3.15' 0.17,0.18; do
	cp "$work/all.json" "$out"
	expected=$(json_value 'my %sum;
		for my $w (grep { $_->{tid} =~ /^879[3-7]$/ } @{$j->{rows}}) {
			my $at = $w->{from_s};
			for my $part (qw(blocked_s runnable_s unknown_s)) {
				my $to = $at + $w->{$part};
				for (split m{/}, "'"$ranges"'") {
					my ($a, $b) = split /,/;
					$a = $at if $at > $a;
					$b = $to if $to < $b;
					$sum{$part} += $b - $a if $b > $a;
				}
				$at = $to;
			}
		}
		join " ", map { sprintf "%.4f", $sum{$_} // 0 } qw(blocked_s runnable_s unknown_s)')
	run waits --thread 8793 --thread 8794 --thread 8795 --thread 8796 --thread 8797 --range "$ranges" "$sched/convoy.data.gz"
	ok "the sums are of what lies in $ranges" [ "$(awk '/^ *in the range/ { sub(/.*range(s)?/, "")
		printf "%.4f %.4f %.4f", $2, $3, $4 }' "$out")" = "$expected" ]
done
ok 'and are told to be' prints '^ *in the range .* of their time there unknown$'
run waits "$sched/convoy.data.gz"
ok 'without a range they are of all' prints '^ *together .* of their time unknown$'
for i in 1 2; do
	printf 't%d %d/%d [00%d] 1.0: sched:sched_switch: prev_comm=t%d prev_pid=%d prev_prio=120 prev_state=S ==> next_comm=swapper/%d next_pid=0 next_prio=120\n\n' \
		$i $i $i $i $i $i $i
done >"$work/ages.txt"
printf 't3 3/3 [003] 10000000000.0: sched:sched_waking: comm=t1 pid=1 prio=120 target_cpu=001\n\n' >>"$work/ages.txt"
run waits "$work/ages.txt"
ok 'what is too much to be added up is said to be' prints 'together .*; it is too large to add up$'
for wrong in '--shorter 0' '--longer 0' '--shorter 0ms' '--longer -1ms' '--shorter -1' '--longer 2ms --shorter 1ms'; do
	run waits $wrong "$sched/convoy.data.gz"
	ok "$wrong asks for nothing" ends_with 2
done
run waits --shorter 0 "$sched/convoy.data.gz"
ok 'which is said' says '^flarescope: --shorter 0: no wait is: leave it out, or give a length'

run waits --range 100,200 "$sched/convoy.data.gz"
ok 'a range in which nothing was recorded' ends_with 1
ok 'is told' says 'nothing was recorded in 100-200 s: the profile is from 0\.169 to 6\.698 s'
run waits --filter 'comm=worker-2 & lock_wait' --filter cpu=1 --sort away --format json "$sched/convoy.data.gz"
ok 'those that a filter keeps' json '
	my @w = @{$j->{rows}};
	@w > 1 && !grep { $_->{tid} != 8795 || $_->{place} !~ /lock_wait/ ||
		$_->{process} ne "convoy" } @w'
ok 'the longest first' json '
	my @away = map { $_->{to_s} - $_->{from_s} } @{$j->{rows}};
	@away > 1 && !grep { $away[$_] > $away[$_ - 1] } 1 .. $#away'
for column in blocked runnable unknown; do
	run waits --sort $column --format json "$sched/convoy.data.gz"
	ok "the longest $column first" json '
		my @w = map { $_->{"'$column'_s"} } @{$j->{rows}};
		@w > 1000 && !grep { $w[$_] > $w[$_ - 1] } 1 .. $#w'
done
run waits --format json "$sched/convoy.data.gz"
ok 'by when they began, if nothing else is said' json '
	my @from = map { $_->{from_s} } @{$j->{rows}};
	@from > 1000 && !grep { $from[$_] < $from[$_ - 1] } 1 .. $#from'
ok 'none of them at the scheduler itself, where all are' json '
	grep({ defined $_->{place} } @{$j->{rows}}) &&
	!grep { ($_->{place} // "") =~ /schedule$/ } @{$j->{rows}}'
run waits --sort tid --format json "$sched/convoy.data.gz"
ok 'one thread after the other' json '
	my @w = @{$j->{rows}};
	@w > 1000 && !grep { $w[$_]{tid} < $w[$_ - 1]{tid} ||
		$w[$_]{tid} == $w[$_ - 1]{tid} && $w[$_]{from_s} < $w[$_ - 1]{from_s} } 1 .. $#w'
run waits --filter thread=worker-2 "$sched/convoy.data.gz"
ok 'a filter that fits none' ends_with 1
ok 'says what was meant' says 'thread= is not a key, so it was read as part of a pattern; tid= is a thread.s number, comm= its name'
for file in "$sched/convoy.data.gz" "$work/convoy.data"; do
	run top --state all --by thread --format csv "$file"
	ok 'of whom perf tells no name a switch does' prints ',75,tokio-rt-worker,'
	ok 'and no thread is without' prints_not ',:[0-9]'
done
run top --state blocked --by cpu --format csv "$sched/convoy.data.gz"
ok 'who waits does so on the CPU that it left' prints_not '?'
run waits --thread 8796 --thread 8794 --longer 250ms --format csv "$sched/convoy.data.gz"
ok 'those of several threads' sh -c "[ \$(cut -d, -f5 '$out' | sort -u | tr '\n' .) = 8794.8796.tid. ]"
run waits --thread x "$sched/convoy.data.gz"
ok 'a thread is a number' ends_with 2
run waits --format csv "$sched/convoy.data.gz"
columns=from_s,to_s,name,by,tid,process,state,blocked_s,runnable_s,unknown_s,place
ok 'as CSV' prints "^$columns,is_approximate,is_over,waker,waker_tid,waker_place,away_s,pid,waker_by\$"

run waits "$sched/sampled-switches.data.gz"
ok 'sampled switches are refused' ends_with 1
ok 'how to record them fits into 80 columns, as on the screen' says '^flarescope: .*its switches are sampled, without times; flarescope record --waiting '
ok 'with the command to use' says 'perf record -a -e cpu-clock/freq=99/ -e sched:sched_switch'
run heatmap --state blocked "$sched/sampled-switches.data.gz"
ok 'for a map as well' ends_with 1
run heatmap --format json "$sched/sampled-switches.data.gz"
ok 'they can be counted all the same' ends_with 0

run waits --longer 100ms --format json "$sched/switch-events.data.gz"
ok 'records of --switch-events show durations' json '@{$j->{rows}} > 20'
ok 'their stacks are said to be approximate' json \
	'grep({ $_->{is_approximate} && $_->{place} } @{$j->{rows}}) &&
	!grep { defined $_->{place} && !$_->{is_approximate} } @{$j->{rows}}'
ok 'nothing is known of states and wakers' json \
	'!grep { defined $_->{waker} || defined $_->{waker_tid} || defined $_->{waker_place} ||
		(defined $_->{state} && $_->{state} ne "R+") } @{$j->{rows}}'

run waits "$sched/sampled-switches.script.txt.gz"
ok 'so are those that text does not call sampled, as they do not follow each other' ends_with 1

# What a thread is called says nothing of what was done to it.
switches() {
	awk -v other="$1" -v record="$2" 'BEGIN {
		for (i = 0; i < 4; i++) {
			own = i % 2 ? other : "x"; next_one = i % 2 ? "x" : other
			tid = 10 + i % 2; to = 11 - i % 2
			printf "%s %d/%d [000] %d.000000: sched:sched_switch: prev_comm=%s prev_pid=%d " \
				"prev_prio=120 prev_state=D ==> next_comm=%s next_pid=%d next_prio=120\n" \
				"\tffff01 __schedule ([kernel.kallsyms])\n\tffff02 in_the_kernel ([kernel.kallsyms])\n\t7f01 f (/a)\n\n",
				own, tid, tid, i + 1, own, tid, next_one, to
			if (record) {
				printf "%s %d/%d [000] %d.000001: PERF_RECORD_SWITCH_CPU_WIDE OUT next pid/tid: %d/%d\n",
					own, tid, tid, i + 1, to, to
				printf "%s %d/%d [000] %d.000002: PERF_RECORD_SWITCH_CPU_WIDE IN prev pid/tid: %d/%d\n",
					next_one, to, to, i + 1, tid, tid
			}
			if (!(i % 2))
				printf "x %d/%d [001] %d.500000: sched:sched_waking: comm=%s pid=%d prio=120 target_cpu=000\n",
					12, 12, i + 2, other, 11
		}
	}'
}
nameless() { sed 's/^\([^,]*,[^,]*,\)[^,]*\(,thread,1[01],\)/\1\2/' "$1"; }
switches y >"$work/plain.txt"
run waits --format csv "$work/plain.txt"
cp "$out" "$work/plain.full.csv"
nameless "$out" >"$work/plain.csv"
ok 'four switches' sh -c "grep -c ',thread,1[01],' '$out' | grep -qx 4"
for name in 'a ==> b' 'y success=0' 'next_pid=7' '[120] S ==> y:11'; do
	switches "$name" >"$work/named.txt"
	run waits --format csv "$work/named.txt"
	nameless "$out" >"$work/named.csv"
	ok "also of a thread called $name" same_output "$work/plain.csv" "$work/named.csv"
done
# Of two events one may be sampled: what it has is left out, the other tells all the same.
switches y | sed 's/ sched:sched_waking:/ 8&/' >"$work/half.txt"
run waits --format csv "$work/half.txt"
ok 'switches that are whole count beside sampled wake-ups' ends_with 0
ok 'which end no wait, as others of them are not here' \
	prints '^1\.0*,2\.0*,y,thread,11,,D,1\.0*,0\.0*,0\.0*,f,0,1,,,,1\.0*,11,$'
{
	switches y
	echo 'z 13/13 [001] 3.250000: 8 sched:sched_switch:u: prev_comm=z prev_pid=13 prev_prio=120 prev_state=S ==> next_comm=w next_pid=14 next_prio=120'
} >"$work/two.txt"
run waits --format csv "$work/two.txt"
ok 'and beside others that were sampled' same_output "$work/plain.full.csv" "$out"
switches y | awk '{ print } !NF && !(n++ % 2) && n < 4 {
	printf "x 10/10 [000] %d.000003: 1 context-switches: \n\t7f01 f (/a)\n\n", n }' >"$work/counted.txt"
run waits --format csv "$work/counted.txt"
ok 'what perf counts in the middle of a switch proves nothing' same_output "$work/plain.full.csv" "$out"

{
	switches y
	echo 'z 13/13 [001] 3.250000: sched:sched_switch: prev_comm=z prev_pid=13 and half of'
	echo 'z -1/-1 [001] 3.260000: sched:sched_switch: what nobody understands'
} >"$work/half-line.txt"
run waits --format csv "$work/half-line.txt"
ok 'a switch that is not understood tells nothing' same_output "$work/plain.full.csv" "$out"
ok 'and is counted' says '2 scheduler events not understood'
switches y record >"$work/both.txt"
run waits --format csv "$work/both.txt"
ok 'records beside switches tell nothing twice' sh -c "grep -c ',thread,1[01],' '$out' | grep -qx 4"
ok 'and change no state' prints_not '^[0-9.]*,[0-9.]*,[xy],thread,1[01],[^,]*,[^D]'
run top --state running --format csv "$work/plain.txt"
ok 'who ran without a sample ran on the user side of its stack' prints ',f,'
ok 'and not where the kernel switched it away' prints_not ',__schedule,\|,in_the_kernel,'
run waits --format csv "$srcdir/tests/fuzz/corpus/switches/letter"
ok 'a state is a letter, whatever the recording calls it' prints '^0[.0]*,1[.0]*,prev,thread,10,,,'
run waits --format csv "$srcdir/tests/fuzz/corpus/switches/group"
ok 'of a group of counters the switch is of one' \
	prints '^0[.0]*,1[.0]*,prev,thread,10,,S,1[.0]*,0[.0]*,0[.0]*,'
run waits --thread 4711 "$work/plain.txt"
ok 'a thread that is not there' ends_with 1
run top --state preempted "$work/plain.txt"
ok 'a state that nobody was in' says 'no thread was in this state: preempted'

# What is recorded of one command tells nothing of whom its threads have woken, or who got their CPUs.
run top --state all --by thread --format csv "$examples/orders.perf.gz"
ok 'of a recording of one command' ends_with 0
ok 'all of its threads have time' sh -c "[ \$(grep -c ',orders$\|,worker-[0-3]$\|,snapshot$' '$out') = 6 ]"
ok 'and others have none' sh -c "[ \$(wc -l <'$out') = 7 ]"
run top --state runnable --by thread --format json "$examples/orders.perf.gz"
ok 'so that who waits for a CPU is one of them' json '
	$j->{selection}{value} > 1e6 && $j->{selection}{value} < 0.1e9'

# Where it ran is told by its samples, not by where it was switched away.
for how in 'state running' 'graph hotcold'; do
	run export --$how --filter comm=ident "$sched/ident.data.gz"
	ok "--$how: it burned time where samples of the clock are" sh -c "awk '
		{ all += \$NF } !/nanosleep/ { burned += \$NF } END { exit !(burned > 0.99 * all && all > 343e6) }' '$out'"
done

run waits "$examples/service.perf.gz"
ok 'a file without switches' ends_with 1
ok 'says how to record them' says 'perf record -a .*sched:sched_switch'

run heatmap --state blocked --format json "$sched/ident.data.gz"
ok 'a map of blocked threads' ends_with 0
run heatmap --state blocked --format text --width 80 "$sched/ident.data.gz"
ok 'whose title is the state' prints 'blocked'
ok 'and no rate of samples' prints_not ' Hz'
run export --state blocked --format pprof -o "$work/out.pb" "$sched/ident.data.gz"
ok 'exported' ends_with 0
done_testing

#!/bin/sh
# wakers.sh - graphs of who woke: against perl that reads the text of the recordings by itself (wakers.pl).

. "$srcdir/tests/cli/tap.sh"

sched=${FLARESCOPE_CORPUS:-$srcdir/../shared/corpus}/../recordings/sched
if [ ! -d "$sched" ]; then
	echo '1..0 # SKIP no recordings of switches beside the project'
	exit 0
fi

sum() { awk '{ s += $NF } END { printf "%.0f\n", s }' "$@"; }
LC_COLLATE=C
export LC_COLLATE

for of in convoy ident; do
	gunzip -c "$sched/$of.script.txt.gz" >"$work/$of.txt"
	for form in data script.txt; do
		file=$sched/$of.$form.gz
		run export --event all --idle show --format timed-folded "$file"
		cp "$out" "$work/timed"
		perl "$srcdir/tests/cli/wakers.pl" lengths "$work/$of.txt" "$work/timed" >"$work/expected"
		run top --state blocked --format csv "$file"
		sed 1d "$out" | cut -d, -f5,8- | sort >"$work/found"
		ok "$of.$form: of each function how many waits, the longest, and how long all were" \
			same_output "$work/expected" "$work/found"
		run waits --format json "$file"
		blocked=$(json_value 'my $s = 0;
			$s += $_->{blocked_s} * 1e9 for @{$j->{rows}};
			sprintf "%.0f", $s')
		for graph in offcpu wakeup offwake chain; do
			perl "$srcdir/tests/cli/wakers.pl" $graph "$work/$of.txt" "$work/timed" |
				sort >"$work/expected"
			run export --graph $graph "$file"
			sort "$out" >"$work/found"
			ok "$of.$form: $graph has the stacks and times that the text has" \
				same_output "$work/expected" "$work/found"
			ok "$of.$form: which are not few" sh -c "[ \$(wc -l <'$work/expected') -ge 12 ]"
			ok "$of.$form: and have the sum of all waits" [ "$(sum "$out")" = "$blocked" ]
		done
	done
done

convoy=$sched/convoy.data.gz

# Names of the kernel's functions are known where the kernel that was recorded runs.
unnamed=$("$FLARESCOPE" info "$convoy" 2>/dev/null | grep 'recorded on a different kernel')
named() {
	if [ -n "$unnamed" ]; then
		skip "$1" 'the kernel that was recorded is another than the one here'
	else
		ok "$@"
	fi
}
run export --graph offwake "$convoy"
named 'a worker that waits for the lock was woken by who had it' \
	prints '^worker-3;.*;__schedule;--;try_to_wake_up;.*;start_thread;flusher [0-9]'
named 'a sleep ends by an interrupt, without what that came upon' \
	prints '^flusher;.*do_nanosleep.*;--;try_to_wake_up;hrtimer_wakeup;.*;asm_sysvec_apic_timer_interrupt;\[interrupt\] '
run export --graph chain "$convoy"
named 'behind the one that waited for the flusher is who woke that' \
	prints '^convoy;.*;start_thread;flusher;--;try_to_wake_up;hrtimer_wakeup;.*;\[interrupt\] '
run export --graph wakeup --root comm "$convoy"
named 'with roots who waited is the root' prints '^convoy;flusher;start_thread;.*;try_to_wake_up;convoy 6505535219$'
for form in pprof speedscope svg json; do
	run export --graph offwake --format $form -o "$work/out.$form" "$convoy"
	ok "as $form" ends_with 0
done
run flame --graph offwake --format text --width 80 "$convoy"
ok 'as a picture' prints '\[i'
run tree --graph chain --depth 2 --format json "$convoy"
ok 'as a tree' ends_with 0
run top --graph wakeup --format csv "$convoy"
ok 'as a table, where self is of who was woken' prints '^[0-9]*,[0-9.]*,[0-9]*,[0-9.]*,worker-3,'
run top --graph offwake --state disk --format json "$convoy"
ok 'of those in D alone' json '
	my $s = $j->{selection};
	$s->{event} eq "blocked in D" && $s->{value} > 0 && $s->{value} < 96e9 && @{$j->{rows}} > 0'

for by in thread cpu; do
	run top --graph offcpu --by $by --format csv "$convoy"
	cp "$out" "$work/plain"
	run top --graph chain --by $by --format csv "$convoy"
	ok "each $by waited as long, whatever the graph" same_output "$work/plain" "$out"
done

run top --state blocked --range 1,1.2 --format json "$convoy"
named 'lengths are of whole waits' json '
	my ($r) = grep { $_->{name} eq "schedule" } @{$j->{rows}};
	abs($r->{longest_s} - 6.527726395) < 1e-10 && $r->{total} && $r->{total} < 0.2 * 25e9'
named 'of those in the range' json '
	my ($r) = grep { $_->{name} eq "schedule" } @{$j->{rows}};
	my $n = 0;
	$n += $_->[1] for @{$r->{lengths}};
	$r->{waits} == $n && $n < 200 && $n > 20'
run top --state blocked --longer 1s --limit 1 --sort total "$convoy"
ok 'as text' prints 'waits  *longest ns  lengths from 537 ms to 8.59 s  function'
named 'with a bar for each doubling' prints ' 6,527,726,395  .*█.* __schedule '
run top --state running --format csv "$convoy"
ok 'what ran did not wait' prints '^self,self_share,total,total_share,name,by,module$'

# Why a stall was: what its threads waited for, by the time in the range and beside the rest, and who ended it.
run waits --format json "$convoy"
overlap=$(json_value 'my ($sum, $from, $to) = (0, 1, 1.4); # after the origin, as --range takes them
	for (grep { $_->{name} =~ /^worker/ } @{$j->{rows}}) {
		my ($a, $b) = ($_->{from_s}, $_->{from_s} + $_->{blocked_s});
		$a = $from if $a < $from;
		$b = $to if $b > $to;
		$sum += $b - $a if $b > $a;
	}
	sprintf "%.6f", $sum')
for graph in offcpu wakeup offwake chain; do
	run top --graph $graph --range 1,1.4 --filter 'comm~^worker' --format json "$convoy"
	ok "$graph of a range has what of each wait lies in it" \
		json "abs(\$j->{selection}{value} / 1e9 - $overlap) < 2e-6"
done
ok 'which is not nothing' awk "BEGIN { exit !($overlap > 1) }"
run diff --state blocked --range 1,1.4 --against rest --filter 'comm~^worker' --format csv "$convoy"
ok 'what the threads of a stall waited for, and for whom, is what diff begins with' \
	sh -c "sed -n 2p '$out' | grep '^\"blocked: .*__lll_lock_wait, waiting for flusher in ' | grep -q ',wait,'"
cp "$out" "$work/waits.csv"
run diff --state disk --range 2.4,3.6 --format csv "$examples/orders.perf.gz"
ok 'be it of D alone' sh -c "sed -n 2p '$out' | grep -q '^\"*blocked in D: '"
run diff --state all --range 1,1.4 --filter 'comm~^worker' --format csv "$convoy"
ok 'or first of all that threads did' sh -c "sed -n 2p '$out' | grep -q '^\"blocked: .*waiting for flusher in '"
ok 'beside functions' prints ',function,'
for graph in offcpu offwake chain; do
	run diff --graph $graph --range 1,1.4 --against rest --filter 'comm~^worker' --format csv "$convoy"
	ok "and $graph has the same" same_output "$work/waits.csv" "$out"
done
run diff --by wait --range 1,1.4 "$convoy"
ok 'of samples there are no waits' says '--by wait needs the time of threads'
run diff --graph wakeup --by function --range 1.17,1.47 --against rest --filter 'comm~^worker' --format csv "$convoy"
ok 'and who woke them' prints '^worker-1,function,'
run diff --graph chain --by function --range 1.17,1.47 --against rest --filter 'comm~^worker' --format json "$convoy"
ok 'who held all of them up is in all of their chains' json '
	my %share = map { $_->{name} => $_->{share} } @{$j->{rows}};
	$share{flusher} > 0.98 && $share{flusher} == $share{__GI___lll_lock_wait}'

# Running and blocked in one graph: the blocked time of a stack, and the time that it ran.
for limits in '' '--range 1,1.5' '--range 0.2,0.3/2,2.25' '--filter comm=worker-1'; do
	run export --state running $limits "$convoy"
	sed 's/ \([0-9]*\)$/ 0 \1/' "$out" >"$work/states"
	run export --state blocked $limits "$convoy"
	sed 's/ \([0-9]*\)$/ \1 0/' "$out" >>"$work/states"
	awk '{ b = $(NF - 1); r = $NF; sub(/ [0-9]+ [0-9]+$/, ""); B[$0] += b; R[$0] += r }
		END { for (s in B) printf "%s %.0f %.0f\n", s, B[s], R[s] }' "$work/states" | sort >"$work/expected"
	run export --graph hotcold $limits "$convoy"
	sort "$out" >"$work/found"
	ok "hot and cold ${limits:-of all} are what --state running and blocked say" \
		same_output "$work/expected" "$work/found"
done
run flame --graph hotcold --format text --width 100 --filter comm=ident "$sched/ident.data.gz"
ok 'the sums stand above' prints '^ *whole profile  running 343.8 ms, blocked 2.009 s'
ok 'with what the colours mean' prints ' blocked  *both  *running'
ok 'and the share of a box' prints '__libc_start_call_main 85 % blocked'
run flame --graph hotcold --color always --theme light --width 60 --filter comm=ident "$sched/ident.data.gz"
ok 'in two hues' sh -c "grep -q '48;5;203m\|48;2;255;95;95m' '$out' && grep -q '48;5;69m\|48;2;95;135;255m' '$out'"
run export --graph hotcold --format svg "$sched/ident.data.gz"
ok 'in an SVG, too' sh -c "grep -q 'fill=\"#ff5f5f\"' '$out' && grep -q 'fill=\"#5f87ff\"' '$out' && ! grep -q '#ffd700' '$out'"
run flame --graph hotcold --swap --format text --width 100 --filter comm=ident "$sched/ident.data.gz"
ok 'the other way round' prints 'blocked 2.009 s, running 343.8 ms'
run open --graph hotcold --width 120 --height 40 --format screen-svg "$sched/ident.data.gz"
ok 'on the screen' prints 'blocked'
for wrong in '--state blocked' '--event running' '--against rest --range 1,2' '--against-filter x'; do
	run flame --graph hotcold $wrong "$convoy"
	ok "not with $wrong" ends_with 2
done

# lengths, against those that `waits` tells
run export --state blocked --format json "$convoy"
all=$(json_value '$j->{value}')
for limits in '--longer 100ms' '--shorter 10ms' '--longer 5ms --shorter 100ms'; do
	run waits --format json "$convoy"
	expected=$(json_value 'my ($l, $s) = (0, 1e9);
		my $w = "'"$limits"'";
		$l = $1 / 1e3 if $w =~ /longer (\d+)ms/;
		$s = $1 / 1e3 if $w =~ /shorter (\d+)ms/;
		my $sum = 0;
		$_ >= $l && $_ <= $s and $sum += 1e9 * $_ for map { $_->{blocked_s} } @{$j->{rows}};
		sprintf "%.0f", $sum')
	for graph in offcpu offwake chain; do
		run export --graph $graph $limits "$convoy"
		ok "$graph of waits $limits" [ "$(sum "$out")" = "$expected" ]
	done
done
run export --state running "$convoy"
cp "$out" "$work/running"
run export --state running --longer 100ms "$convoy"
ok 'time that threads ran is all there' same_output "$work/running" "$out"
# What of the waits is shown stands in the title.
for graph in wakeup offwake chain hotcold; do
	run heatmap --graph $graph --format text "$convoy"
	ok "the title names the graph: $graph" prints "^ flarescope .*  [a-z]*  $graph graph  "
done
run heatmap --state blocked --format text "$convoy"
ok 'where there is none it names none' prints_not ' graph  \| waits '
run heatmap --state blocked --longer 5ms --shorter 100ms --format text "$convoy"
ok 'and the lengths' prints '^ flarescope .*  blocked  waits from 5 ms to 100 ms  '
run heatmap --state blocked --longer 5ms --format text "$convoy"
ok 'from one on' prints '  blocked  waits from 5 ms on  '
run heatmap --state blocked --shorter 100ms --format text "$convoy"
ok 'or up to one' prints '  blocked  waits up to 100 ms  '

run waits --shorter 1ms --format json "$convoy"
ok 'absences that were short' json '
	@{$j->{rows}} > 100 && !grep { $_->{to_s} - $_->{from_s} > 0.001 } @{$j->{rows}}'
run export --state blocked --longer 10s "$convoy"
ok 'none was so long' says 'for so long: blocked'

for wrong in '--graph wakeup --state running' '--graph chain --state all' '--longer 1ms' \
	'--state blocked --longer 2ms --shorter 1ms' '--state blocked --longer x' '--graph wakers'; do
	run export $wrong "$convoy"
	ok "$wrong is no question" ends_with 2
done
run export --graph wakeup "$sched/switch-events.data.gz"
ok 'records of --switch-events tell no wakers' ends_with 1
ok 'but how to have them' says 'sched:sched_waking'

# Advice is of what would help.
run top --graph wakeup "$examples/orders.perf.gz"
ok 'who woke the threads of one command was not recorded' says \
	'waits with an unknown waker: perf record -a records all threads and interrupts'
ok 'although wake-ups were' sh -c "! grep -q sched_waking '$err'"
unseen() { # STACK
	printf 'swapper 0/0 [000] 1.0: sched:sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=1 next_prio=120\n%b\n' "$1"
	printf 'a 1/1 [000] 1.%d: sched:sched_waking: comm=t%d pid=1%d prio=120 target_cpu=000\n%b\n' 1 1 1 "$1" 2 2 2 "$1" 3 3 3 "$1"
}
unseen '\t7f01 f (/a)\n' >"$work/stacks.txt"
run top --state runnable "$work/stacks.txt"
ok 'a thread that was only woken has no stack' says 'waits without a stack: the recording does not show where these threads stopped'
unseen '' >"$work/bare.txt"
run top --state runnable "$work/bare.txt"
ok 'where there are none -g would help' says 'waits without a stack: perf record -g records them'

# Two threads wake each other a hundred times while a third waits: stacks of text, by who runs.
event() { # TIME TID FRAME EVENT
	printf 't%s %s/%s [000] %s: %s\n\t7f01 %s (/a)\n\t7f02 main (/a)\n\n' "$2" "$2" "$2" "$1" "$4" "$3"
}
switch() { # TIME FROM STATE TO
	event "$1" "$2" "stop$2" "sched:sched_switch: prev_comm=t$2 prev_pid=$2 prev_prio=120 prev_state=$3 ==> next_comm=t$4 next_pid=$4 next_prio=120"
}
waking() { # TIME BY WHOM
	event "$1" "$2" "wake$2" "sched:sched_waking: comm=t$3 pid=$3 prio=120 target_cpu=000"
}
{
	switch 1.000000 13 S 11
	i=0
	while [ $i -lt 100 ]; do
		n=$(printf %02d $i)
		waking "2.${n}1000" 11 12
		switch "2.${n}2000" 11 S 12
		waking "2.${n}3000" 12 11
		switch "2.${n}4000" 12 S 11
		i=$((i + 1))
	done
	waking 4.000000 11 13
	switch 4.100000 11 S 13
} >"$work/loop.txt"
run export --graph chain "$work/loop.txt"
ok 'a chain that turns in circles ends' ends_with 0
ok 'after eight wakers, and says so' prints \
	'^t13;main;stop13\(;--;wake1[12];main;t1[12]\)\{8\};--;\[more wakers\] 3000000000$'
ok 'what is woken once was woken by who ran all the time' prints '^t12;main;stop12;--;wake11;main;t11 693000000$'
perl "$srcdir/tests/cli/wakers.pl" chain "$work/loop.txt" /dev/null >"$work/expected"
ok 'all of it as long as perl says' [ "$(sum "$work/expected")" = "$(sum "$out")" ]

# As deep as stacks may be, twice.
awk 'BEGIN {
	printf "a 1/1 [000] 1.000000: sched:sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120\n"
	for (i = 0; i < 40000; i++) printf "\t7f%05x f%d (/a)\n", i, i
	printf "\nb 2/2 [000] 2.000000: sched:sched_waking: comm=a pid=1 prio=120 target_cpu=000\n"
	for (i = 0; i < 40000; i++) printf "\t7f%05x g%d (/a)\n", i, i
	printf "\n"
}' >"$work/deep.txt"
for graph in wakeup offwake chain; do
	run export --graph $graph "$work/deep.txt"
	ok "$graph of stacks that are too deep together" sh -c "[ $status -eq 0 ] && awk '{ s += \$NF } END { exit s != 1e9 }' '$out'"
done
done_testing

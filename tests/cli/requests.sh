#!/bin/sh
# requests.sh - how many requests to disks and system calls were under way, against awk over the text.

. "$srcdir/tests/cli/tap.sh"
. "$srcdir/tests/cli/trace_text.sh"

cd "$work" || exit 1

# ---- requests to disks, as kernels since 6.9 and before print them ----

{
	event a 1 1.000000 block:block_rq_issue '254,0 W 4096 () 100 + 8 0x2,0,4 [a]'
	event b 2 1.010000 block:block_rq_issue '254,1 W 4096 () 100 + 8 0x2,0,4 [b]'
	event a 1 1.020000 block:block_rq_issue '254,0 R 8192 () 200 + 16 0x2,0,4 [a ) 7 + 5 [x]'
	event k 9 1.250000 block:block_rq_complete '254,0 W () 100 + 8 0x2,0,4 [0]'
	event k 9 1.260000 block:block_rq_complete '254,1 W () 100 + 8 0x2,0,4 [0]'
	event k 9 1.520000 block:block_rq_complete '254,0 R () 200 + 16 0x2,0,4 [0]'
} > new.txt
sed 's/ 0x2,0,4 / /' new.txt > old.txt
for form in new old; do
	run heatmap --state io --rows 4 --period 1 --format json $form.txt
	ok "$form: the map has the time of each" json 'sprintf("%.9f", $j->{time_s}) eq "1.000000000"'
	ok "$form: in each quarter of the second" json '
		join(" ", map { sprintf "%.9f", $_ } @{$j->{counts}[0]}) eq
			"0.720000000 0.260000000 0.020000000 0.000000000"'
	run top --state io --format json --sort total $form.txt
	ok "$form: by the stack of who asked" json '
		my %t = map { $_->{name} => $_->{total} } @{$j->{rows}};
		$t{a} == 750000000 && $t{b} == 250000000 && !$t{k}'
done
run heatmap --state io --ascii --format text new.txt
ok 'the legend has requests: three at most were under way' prints '@ 3\.00'
ok 'not threads' prints 'requests$'
run flame --state syscall new.txt
ok 'no system calls are there' ends_with 1
ok 'and it is said how to record them' says \
	'it has no system calls; record them with: perf record -a -e raw_syscalls:sys_enter -e raw_syscalls:sys_exit -g'

run heatmap --lanes thread --state io --ascii --format text new.txt
ok 'lanes are those of spans' prints '^a 1 .*75\.0 % .*[-@=*+]'
run heatmap --lanes thread --state io --format json new.txt
ok 'and have no states of threads' json \
	'@{$j->{rows}} == 2 && !grep { exists $_->{states} } @{$j->{rows}}'

# A second begin before the end, an end without a begin, a begin without an end: none is a request.
{
	cat new.txt
	event a 1 2.000000 block:block_rq_issue '254,0 W 4096 () 300 + 8 [a]'
	event a 1 2.100000 block:block_rq_issue '254,0 W 4096 () 300 + 8 [a]'
	event k 9 2.200000 block:block_rq_complete '254,0 W () 300 + 8 [0]'
	event k 9 2.300000 block:block_rq_complete '254,0 W () 300 + 8 [0]'
	event a 1 2.400000 block:block_rq_issue '254,0 W 4096 () 400 + 8 [a]'
	event a 1 2.500000 block:block_rq_issue 'something else'
	event a 1 2.600000 block:block_rq_issue '254,0 W 4096 () 99999999999999999999 + 8 [a]'
} > alone.txt
run heatmap --state io --format json alone.txt
ok 'what stands alone is never joined with what is further away' json \
	'sprintf("%.9f", $j->{time_s}) eq "1.100000000"'
ok 'but lost, and said to be' says '3 samples lost: .*requests or system calls without an end\|3 samples lost'
run info alone.txt
ok 'no sample is lost' prints '^lost        no samples, as far as is known'
ok 'and it is told what is not understood' prints '2 requests and system calls not understood'
ok 'info says that there are requests' prints '^shows       requests to disks in progress, .*: see --state io$'
run info --json alone.txt
ok 'as JSON, too' json '$j->{shows}[0]{source} eq "requests" && "@{$j->{shows}[0]{states}}" eq "io"'
sed 's/ block:block_rq_c/ 7&/' new.txt > sampled.txt
run top --state io sampled.txt
ok 'sampled ones are refused' ends_with 1
ok 'with the command' says 'sampled, one in several, without times; record them with: perf record -a -e block:block_rq_issue'

# ---- system calls ----

{
	event a 1 1.000000 raw_syscalls:sys_enter 'NR 0 (3, 7ffc, 10, 0, 0, 0)'
	event b 2 1.100000 raw_syscalls:sys_enter 'NR 0 (3, 7ffc, 10, 0, 0, 0)'
	event b 2 1.200000 raw_syscalls:sys_exit 'NR 0 = 16'
	event a 1 1.300000 raw_syscalls:sys_exit 'NR 0 = -11'
	event a 1 1.400000 raw_syscalls:sys_enter 'NR -1 (0, 0, 0, 0, 0, 0)'
	event a 1 1.500000 raw_syscalls:sys_exit 'NR -1 = 0'
	event a 1 1.600000 raw_syscalls:sys_enter 'NR 231 (0, 0, 0, 0, 0, 0)'
	event c 3 1.700000 raw_syscalls:sys_exit 'NR 56 = 0'
} > raw.txt
run heatmap --state syscall --format json raw.txt
ok 'a system call ends in the thread that made it' json \
	'sprintf("%.9f", $j->{time_s}) eq "0.500000000"'
{
	event a 1 1.000000 syscalls:sys_enter_read 'fd: 0x00000003, buf: 0x7ffc, count: 0x10'
	event b 2 1.100000 syscalls:sys_enter_read:u 'fd: 0x00000003'
	event b 2 1.200000 syscalls:sys_exit_read:u '0x10'
	event a 1 1.300000 syscalls:sys_exit_read '0x10'
	event a 1 1.400000 syscalls:sys_enter_read 'fd: 0x00000003'
	event a 1 1.500000 syscalls:sys_exit_readv '0x10'
} > named.txt
run heatmap --state syscall --format json named.txt
ok 'by its name as by its number' json \
	'sprintf("%.9f", $j->{time_s}) eq "0.400000000"'
ok 'and never ends as another' says '2 samples lost'
run info named.txt
ok 'info says that there are system calls' prints '^shows       system calls in progress, .*: see --state syscall$'

# ---- as perf records them here ----

# What requests take by awk, in ns, of what perf script prints with --ns.
cat > pairs.awk <<'END'
function ns(t,  part) { sub(/:$/, "", t); split(t, part, "."); return part[1] * 1000000000 + part[2] }
/^[^\t]/ {
	for (at = 1; at <= NF && $at !~ /^\[[0-9]+\]$/; at++)
		;
	time = ns($(at + 1)); event = $(at + 2); tid = $(at - 1)
	if (kind == "disk" && event == "block:block_rq_issue:") {
		# 254,0 W 4096 () 100 + 8
		open[$(at + 3) " " $(at + 7)] = time
	} else if (kind == "disk" && event == "block:block_rq_complete:") {
		key = $(at + 3) " " $(at + 6)
		if (key in open) { sum += time - open[key]; n++; delete open[key] }
	} else if (kind == "call" && event == "raw_syscalls:sys_enter:") {
		call[tid] = $(at + 4); open[tid] = time
	} else if (kind == "call" && event == "raw_syscalls:sys_exit:") {
		if ((tid in open) && call[tid] == $(at + 4)) { sum += time - open[tid]; n++ }
		delete open[tid]
	}
}
END { printf "%d %.0f\n", n, sum }
END
if perf record -q -a -m 4M -e block:block_rq_issue -e block:block_rq_complete -e raw_syscalls:sys_enter \
	-e raw_syscalls:sys_exit -o here.data -- sh -c 'dd if=/dev/zero of=large bs=64k count=64 conv=fsync' > said 2>&1 &&
	perf script --ns -F comm,tid,cpu,time,event,trace -i here.data 2> said |
		sed 's/^ *[^[]* \([0-9]*\)  *\[/t \1 [/' > here.txt && [ -s here.txt ]; then
	for state in disk call; do
		awk -v kind=$state -f pairs.awk here.txt > expected
		read -r n sum < expected
		option=io
		[ $state = call ] && option=syscall
		if [ "$n" -eq 0 ]; then
			skip "$option: none here" 'the disk is none that has requests'
			continue
		fi
		run heatmap --state $option --idle show --format json here.data
		export n sum
		ok "$option: the recording has what awk finds in its text: $n in $sum ns" json \
			'sprintf("%.0f", $j->{time_s} * 1e9) eq $ENV{sum}'
		run heatmap --state $option --idle show --format json here.txt
		ok "$option: and so has the text" json \
			'sprintf("%.0f", $j->{time_s} * 1e9) eq $ENV{sum}'
	done
else
	skip 'requests as perf records them' "$(head -2 said | tr '\n' ' ')"
fi

done_testing

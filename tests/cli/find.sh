#!/bin/sh
# find.sh - the odd moments of a profile are printed, and that there is none is an answer.

. "$srcdir/tests/cli/tap.sh"

service=$examples/service.perf.gz
run find --format json "$service"
ok 'odd moments are found' ends_with 0
ok 'start-up is one of them' json '
	grep { $_->{kind} eq "burst" && $_->{from_s} < 1 && $_->{to_s} > 8 && $_->{to_s} < 9.5 &&
		$_->{by} eq "function" && $_->{name} =~ /^(start_up|read_configuration)/
	} @{$j->{rows}}'
ok 'the oddest first' json '
	my $last = 1e9;
	!grep { my $bad = $_->{score} > $last; $last = $_->{score}; $bad } @{$j->{rows}}'
ok 'each with what was expected and seen' json '
	!grep { !($_->{samples} > $_->{expected_samples} && $_->{expected_samples} > 0 ||
		$_->{kind} =~ /stall|mix/) } @{$j->{rows}}'
ok 'and nothing is left out' json '$j->{rows_total} == @{$j->{rows}} && $j->{rows_total} > 0'
cp "$out" "$work/first"
run find --format json "$service"
ok 'the same again' same_output "$work/first" "$out"

range=$(json_value '"$j->{rows}[0]{from_s},$j->{rows}[0]{to_s}"')
seen=$(json_value '$j->{rows}[0]{samples}')
run top --range "$range" --format json "$service"
ok 'top takes the times that are printed, and has those samples' \
	json "\$j->{selection}{samples} == $seen"

run find "$service"
ok 'as a table' prints '^range, s  *what happened$'
ok 'with what explains it' prints '^0.69,8.69  *1,582 samples where 151 are usual, for 8.0 s; mostly read_configuration'
run find --format csv "$service"
ok 'as CSV' prints "^kind,from_s,to_s,samples,expected_samples,process_samples,name,by,process,\
pid,score,occurrences,first_from_s,first_to_s,at_start,waiting_threads,process_threads$"
ok 'with the same figures' prints '^burst,0\.[0-9]*,8\.[0-9]*,.*read_configuration'
run find --kind stall --format json "$service"
ok 'only stalls' json '@{$j->{rows}} && !grep { $_->{kind} ne "stall" } @{$j->{rows}}'
ok 'that of both workers, between collections' json \
	'grep { abs($_->{from_s} - 38.69) < 0.3 && abs($_->{to_s} - 40.69) < 0.3 } @{$j->{rows}}'
ok 'of which the few samples that are left explain nothing' json '
	my ($s) = grep { $_->{kind} eq "stall" } @{$j->{rows}};
	$s->{samples} < 10 && !defined $s->{name} && !defined $s->{by}'
run find --range 70,90 --format json "$service"
ok 'in a range' json \
	'@{$j->{rows}} && !grep { $_->{from_s} < 70 || $_->{to_s} > 90.1 } @{$j->{rows}}'
run find --range 500,600 "$service"
ok 'in which there is something' ends_with 1
ok 'or it is said' says 'nothing was recorded'

run find "$data/small.txt"
ok 'in five samples nothing is odd' ends_with 0
ok 'which is said' prints_exactly 'nothing odd was found in all samples\n'
run find --format json "$data/small.txt"
ok 'in JSON it is an empty list' json 'ref $j->{rows} eq "ARRAY" && @{$j->{rows}} == 0'
for format in text csv json; do
	run find --format $format "$data/timeless.txt"
	ok "$format: without times nothing can be found" ends_with 1
	ok 'which is said' says 'this profile has no times, so odd moments cannot be found'
	ok 'and nothing is printed' test ! -s "$out"
done
run find "$examples/dag.csv"
ok 'nor of spans' ends_with 1
ok 'which is said' says 'odd moments can only be found in samples, and these are spans'
run find --state blocked --kind burst "$data/lock.txt"
ok 'nor of threads that wait' ends_with 1
ok 'which is said with its reason, and what to do' says 'waits have a length, so .* Without --state, odd moments are found'

# But there is a time in which most waited: for the lock, from 101.15 to 101.42 s, and a second later again.
run find --state blocked "$data/lock.txt"
ok 'of waits it is the longest time in which most waited' \
	prints '^1\.15,1\.42  *3 of 4 threads of flusher waited throughout$'
run find --state blocked --format csv "$data/lock.txt"
ok 'in CSV, too' prints '^waiting,1\.15,1\.42,,,,,,flusher,100,,,,,,3,4$'
run find --state blocked --range 2.1,2.3 --format json "$data/lock.txt"
ok 'in a range it is that of the range, to which waits are cut' json '
	@{$j->{rows}} == 1 && $j->{rows}[0]{kind} eq "waiting" &&
	$j->{rows}[0]{from_s} == 2.15 && $j->{rows}[0]{to_s} == 2.3'
run find --state blocked --filter tid=101 --format json "$data/lock.txt"
ok 'one thread is no crowd' json 'ref $j->{rows} eq "ARRAY" && @{$j->{rows}} == 0'
run find --state blocked --filter tid=101 "$data/lock.txt"
ok 'and that is an answer' prints_exactly 'most threads of a process never waited at the same time\n'
done_testing

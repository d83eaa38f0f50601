#!/bin/sh
# lanes.sh - each thread, process, CPU, event or function on its own line of the map.

. "$srcdir/tests/cli/tap.sh"

# The sums of a map's columns, to be compared with those of the lanes. Seconds of spans are compared
# as decimals, to the ns.
columns='
	sub sum { my $n = 0; $n += $_ for @_; sprintf("%.9f", $n) + 0 }
	sub columns { map { sum(@$_) } @{$_[0]} }'
for file in service.perf.gz gc.perf.gz dag.csv; do
	run heatmap --format json --period 0.5 "$examples/$file"
	map=$(json_value "$columns"' join ",", columns($j->{counts})')
	for by in thread process cpu event function module kind mode; do
		run heatmap --lanes $by --format json --period 0.5 "$examples/$file"
		ok "$file by $by: the columns add up to the map's" test "$map" = "$(json_value \
			"$columns"' join ",", map { my $c = $_; sum($j->{others_counts}[$c],
			map { $_->{counts}[$c] } @{$j->{rows}}) } 0 .. $j->{column_count} - 1')"
		ok 'each lane to what it has' json "$columns"'
			@{$j->{rows}} && !grep {
				sum(@{$_->{counts}}) != sum($_->{samples} // $_->{time_s})
			} @{$j->{rows}}'
		ok 'the busiest is the first' json '
			my @n = map { $_->{samples} // $_->{time_s} } @{$j->{rows}};
			@n && $n[0] > 0 && !grep { $n[$_] > $n[$_ - 1] } 1 .. $#n'
		ok 'and no other is left' json "$columns"'
			my @others = @{$j->{others_counts}};
			@others == $j->{column_count} && sum(@others) == 0 &&
				$j->{rows_total} == @{$j->{rows}}'
	done
done

service=$examples/service.perf.gz
run top --format json "$service"
top=$(json_value 'join ",", map { "$_->{self}" } @{$j->{rows}}[0 .. 2]')
run heatmap --lanes function --limit 3 --format json "$service"
ok 'functions have what top calls their own' test "$top" = \
	"$(json_value 'join ",", map { $_->{samples} } @{$j->{rows}}')"
ok 'all others are one' json \
	'$j->{rows_total} - @{$j->{rows}} > 3 && grep { $_ } @{$j->{others_counts}}'
run heatmap --lanes thread --limit 0 --format json "$service"
ok 'of none all are' json '@{$j->{rows}} == 0 && grep { $_ } @{$j->{others_counts}}'
run heatmap --lanes thread --limit 0 --format text --width 70 "$service"
ok 'and a picture has them all in one line' prints 'others  *│[^ ]*@'
run heatmap --lanes thread --filter 'comm=kdamond.0' --format json "$service"
ok 'a filter leaves lanes' json '@{$j->{rows}} == 1 && $j->{rows}[0]{name} eq "kdamond.0"'
# Each lane by what ran, kept by a filter, has the counts that it has among all.
for by in function module kind mode; do
	key=self-$by=
	test $by = function && key=self=
	test $by = mode && key=mode=
	for file in service.perf.gz dag.csv; do
		run heatmap --lanes $by --limit 3 --format json --period 0.5 "$examples/$file"
		all=$(json_value 'join "\n", map { join " ", @{$_->{counts}} } @{$j->{rows}}')
		names=$(json_value 'join "\n", map { $_->{name} } @{$j->{rows}}')
		kept=$(echo "$names" | while read -r name; do
			run heatmap --lanes $by --filter "$key$name" --format json --period 0.5 \
				"$examples/$file"
			json_value 'join " ", (0) x ($j->{rows_total} - 1),
				@{$j->{rows}[0]{counts}}'
		done)
		ok "$file by $by: a filter keeps just what a lane has" \
			test -n "$all" -a "$all" = "$kept"
	done
done
# The picture: a lock convoy stands still in all lanes at once.
run heatmap --lanes thread --limit 8 --format text --width 70 "$examples/convoy.perf.gz"
ok 'a picture has a line for each' test "$(grep -c '^service [0-9]* *│' "$out")" = 8
ok 'below a title, above the seconds' prints '^ *└0─────────10────────20'
ok 'the colours are told' prints ' samples$'
run heatmap --lanes function --limit 2 --format text --width 100 --search mark_reach "$service"
ok 'names lose what tells least, and shares are told' prints '^msort_with_tmp… *20.9 % │'
ok 'all others are one more line' prints '^[0-9]* others  *[0-9.]* % │'
ok 'and what was searched is told' prints 'mark_reach: '
# Of all others more is found in a column than any lane has there.
run heatmap --lanes function --limit 2 --ascii --format ansi --width 100 --search . "$service"
ok 'what is found has the colours of a search, however much it is' \
	test "$(grep others "$out" | grep -o '38;5;[0-9]*' | sort -u | tr '\n' ' ')" = \
	'38;5;127 38;5;164 38;5;207 38;5;90 '
run heatmap --lanes cpu --format text --ascii --range 10,20 "$service"
ok 'in ASCII' test -z "$(LC_ALL=C tr -d '\11\12\40-\176' <"$out")"
ok 'with what is told of a range' prints '10.000-20.000 s'
run heatmap --lanes cpu --format screen-svg "$service"
ok 'and as SVG' prints '^<svg '
run heatmap --lanes none "$service"
ok 'what there is no lane of is refused' ends_with 2
ok 'with the words that there are' says 'thread|process|cpu|host|service|event|function|module|kind|mode'
run heatmap --lanes cpu --format json "$data/timeless.txt"
ok 'without times there are no lanes' ends_with 1
ok 'which is said' says 'have no times'
run heatmap --lanes cpu --format json --period 0.0000001 "$service"
ok 'nor of too many columns' ends_with 1
ok 'and it is said what helps' says 'use a longer period or fewer lanes'

# Of threads' time a lane has its states, as shares of its columns.
run heatmap --lanes thread --state all --period 0.1 --format json "$data/lock.txt"
ok 'what threads did adds up to what their lanes have' json "$columns"'
	my $bad = 0;
	for my $l (@{$j->{rows}}) {
		for my $c (0 .. $j->{column_count} - 1) {
			my $sum = sum(map { $_->[$c] } values %{$l->{states}});
			$bad++ if $sum != sum($l->{counts}[$c]) || $sum > 0.1;
		}
	}
	!$bad && @{$j->{rows}} == 4 && $j->{column_count} > 40'
ok 'a worker is blocked while the flusher has the lock' json '
	my ($l) = grep { $_->{tid} == 102 } @{$j->{rows}};
	join(" ", @{$l->{states}{blocked}}[0 .. 4]) eq "0 0.05 0.1 0.1 0.022"'
ok 'what ran most is first, not what was there longest' json '
	join(" ", map { $_->{tid} } @{$j->{rows}}) eq "103 102 101 104"'
run heatmap --lanes thread --state all --period 0.1 --format text --width 100 --ascii "$data/lock.txt"
ok 'as letters' prints '^worker-2 100/103  *26.7 % |##--########--########--########--#'
ok 'which are told' prints ' - blocked$'
ok 'of what there is alone' test "$(grep -c 'in D$' "$out")" = 0
run heatmap --lanes thread --state all --period 0.1 --format ansi --width 100 "$data/lock.txt"
ok 'and as colours' prints '48;5;24m'
done_testing

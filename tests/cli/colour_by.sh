#!/bin/sh
# colour_by.sh - a cell of the map has the hue of the process, thread ... that dominates it.

. "$srcdir/tests/cli/tap.sh"

service=$examples/service.perf.gz
# Seconds of spans are compared as decimals, to the ns.
sums='
	sub sum { my $n = 0; $n += $_ for @_; sprintf("%.9f", $n) + 0 }'

# The lanes of the same columns say who has most of each, and how much.
for file in service.perf.gz gc.perf.gz convoy.perf.gz dag.csv; do
	for by in thread module function kind; do
		run heatmap --lanes $by --format json --period 0.5 "$examples/$file"
		cp "$out" "$work/lanes"
		run heatmap --colour-by $by --rows 1 --format json --period 0.5 "$examples/$file"
		ok "$file by $by: a column is of the lane with most of it" json "$sums"'
			use JSON::PP; open my $f, "<", "'"$work"'/lanes" or die;
			my $l = decode_json(do { local $/; <$f> });
			my $d = $j->{dominant}; my $n = @{$d->{names}}; my $wrong = 0;
			for my $c (0 .. $j->{column_count} - 1) {
				my @all = map { $_->{counts}[$c] } @{$l->{rows}};
				my @of = map { sum($_) } @all[0 .. $n - 1];
				push @of, sum(@all[$n .. $#all]);
				my $first = 0;
				$of[$_] > $of[$first] and $first = $_ for 1 .. $n;
				my ($who, $most) = ($d->{cells}[$c][0],
					sum(($d->{cell_samples} // $d->{cell_times})->[$c][0]));
				$wrong++ if $most != $of[$first] || ($most ? $who != $first : defined $who);
			}
			!$wrong && $n && $j->{column_count}'
		ok 'names have what their lanes have, the others the rest' json "$sums"'
			my $d = $j->{dominant};
			sum((map { $_->{samples} // $_->{time_s} } @{$d->{names}}),
				$d->{others_samples} // $d->{others_time_s}) ==
				sum($j->{samples} // $j->{time_s}) && $d->{by} eq "'$by'"'
	done
done

run heatmap --color-by thread --format json "$service"
ok 'the American spelling is taken' json '$j->{dominant}{by} eq "thread"'
run heatmap --colour-by heat --format json "$service"
ok 'by heat nobody is named' json '!exists $j->{dominant}'
run heatmap --colour-by function --search compare_keys --format json "$service"
ok 'of what a search found it is said, too' json '
	my $d = $j->{dominant}; my ($n, $found) = (0, 0);
	for my $c (0 .. $j->{column_count} - 1) { for my $r (0 .. $j->{row_count} - 1) {
		$found++ if $j->{matched_counts}[$c][$r];
		$n++ if $d->{matched_cell_samples}[$c][$r] > $j->{matched_counts}[$c][$r]
			|| defined $d->{matched_cells}[$c][$r] != !!$j->{matched_counts}[$c][$r] } }
	!$n && $found'
run heatmap --colour-by process --filter 'comm=kdamond.0' --format json "$service"
ok 'a filter changes no hue' json '$j->{dominant}{names}[1]{name} eq "kdamond.0"
	&& $j->{dominant}{names}[1]{samples} == 30 && $j->{dominant}{names}[0]{samples} == 0'

run heatmap --colour-by function --format text --width 100 "$service"
ok 'in plain text a cell is a letter' prints '│[A-Ha-h=-]'
ok 'and the names stand beside' prints ' A compare_keys$'
run heatmap --colour-by function --format ansi --color always --width 100 "$service"
ok 'in colours it is a hue' prints '48;5;117\|48:5:117\|38;5;117'
run heatmap --colour-by function --format screen-svg --width 100 "$service"
ok 'and in SVG' prints '>compare_keys<\|compare_keys'
run heatmap --colour-by colour "$service"
ok 'what it may be is said' says "not one of heat|process|thread|module|function|kind"
done_testing

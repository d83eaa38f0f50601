#!/bin/sh
# chart.sh - the stacks of a thread in order of time: boxes, gaps, pictures, which thread is meant.

. "$srcdir/tests/cli/tap.sh"

service=$examples/service.perf.gz

# The reference: of a sample a line, "TIME STACK", every depth of every sample for itself. A tick is
# missing where the next is more than 1.75 ticks away. The modules go: boxes have names alone. A third
# argument is an expression that changes @frames, or leaves the sample out.
count_boxes() {
	perl -e '
		my ($origin, $tick, $change) = (shift, shift, shift // "");
		$change = eval "sub { my \@frames = \@_; $change; return (1, \@frames) }" or die;
		my (@samples, @boxes, @open);
		while (<STDIN>) {
			next if /^#/;
			my ($time, $stack) = /^(\S+) .* event=\S+ (\S.*) 1$/ or next;
			my ($s, $ns) = split /\./, $time;
			my @frames = map { s/^.*`//r =~ s/_\[[kjiUK]\]$//r } split /;/, $stack;
			shift @frames; # the process
			(my $stays, @frames) = $change->(@frames);
			$stays or next;
			push @samples, [($s - $origin) * 1e9 + substr("${ns}000000000", 0, 9), @frames];
		}
		for my $i (0 .. $#samples) {
			my ($from, @frames) = @{$samples[$i]};
			my $next = $i < $#samples ? $samples[$i + 1][0] : 9e18;
			my $to = $next - $from <= $tick + $tick - int($tick / 4) ? $next : $from + $tick;
			my $same = 1;
			for my $d (0 .. $#frames) {
				my $b = $open[$d];
				$same &&= $b && $b->{to} == $from && $b->{name} eq $frames[$d];
				if ($same) {
					$b->{to} = $to;
					$b->{n}++;
				} else {
					$open[$d] = {name => $frames[$d], depth => $d, from => $from,
						to => $to, n => 1};
					push @boxes, $open[$d];
				}
			}
			$#open = $#frames;
		}
		print join(" ", @$_{qw(name depth from to n)}), "\n" for @boxes;
	' "$@"
}

# The same lines of what chart prints.
print_boxes() {
	json_value 'sub ns { sprintf "%.0f", 1e9 * $_[0] }
		join "\n", map { join " ", $_->{name}, $_->{depth}, ns($_->{from_s}), ns($_->{to_s}),
			$_->{samples} } @{$j->{rows}[0]{boxes}}'
}
for tid in 2974 2975; do
	"$FLARESCOPE" export --format timed-folded --filter tid=$tid "$service" |
		count_boxes 705 10101010 > "$work/counted"
	run chart --thread $tid --format json "$service"
	print_boxes > "$work/boxes"
	ok "thread $tid: boxes are those counted sample by sample" \
		same_output "$work/counted" "$work/boxes"
	ok 'there are some' test "$(wc -l < "$work/boxes")" -gt 1000
	ok 'the outermost add up to the time that was sampled' json '
		my ($n, $r) = (0, $j->{rows}[0]);
		$_->{depth} or $n += $_->{to_s} - $_->{from_s} for @{$r->{boxes}};
		$n > 0 && abs($n - $r->{covered_s}) < 1e-6'
done

# Transformed: what is dropped is missing, as if a filter had left it out.
"$FLARESCOPE" export --format timed-folded --filter tid=2974 "$service" > "$work/timed"
while read -r transform expression; do
	count_boxes 705 10101010 "$expression" < "$work/timed" > "$work/counted"
	run chart --thread 2974 --transform "$transform" --format json "$service"
	print_boxes > "$work/changed"
	ok "$transform: boxes are those of the samples rewritten one by one" \
		same_output "$work/counted" "$work/changed"
	ok 'and are others than before' test -n "$(cmp "$work/changed" "$work/boxes")"
done << 'END'
focus=worker shift @frames while @frames && $frames[0] ne "worker"; return 0 if !@frames
drop=worker return 0 if grep { $_ eq "worker" } @frames
merge=worker @frames = grep { $_ ne "worker" } @frames
cut=worker my @c = @frames; shift @c while @c && $c[0] ne "worker"; @frames = @c if @c
END
run chart --thread 2974 --transform drop=start_thread --transform focus=worker "$service"
ok 'where nothing is left that is said' says '--transform leaves no '
run chart --transform focus=worker "$service"
ok 'threads are counted by what is left' says ': 2974 service (50.4 %), 2975 service (49.6 %)'

run chart --thread 2974 --range 3,3.5 --format json "$service"
shown=$(json_value '$j->{rows}[0]{samples}')
run top --by thread --range 3,3.5 --format json "$service"
ok 'a range has the samples that top counts' test "$shown" = "$(json_value \
	'(map { $_->{total} } grep { $_->{tid} == 2974 } @{$j->{rows}})[0]')"
run chart --thread 2974 --range 3,3.5 --format json "$service"
ok 'and no box leaves it' json 'my $b = $j->{rows}[0]{boxes};
	@$b && !grep { $_->{from_s} < 3 || $_->{to_s} > 3.5 } @$b'

# Spans are the boxes that they were.
cat > "$work/spans.json" << 'END'
{"traceEvents":[
{"ph":"X","pid":1,"tid":5,"ts":1000,"dur":9000,"name":"main"},
{"ph":"X","pid":1,"tid":5,"ts":2000,"dur":3000,"name":"work"},
{"ph":"X","pid":1,"tid":5,"ts":2500,"dur":500,"name":"inner"},
{"ph":"X","pid":1,"tid":6,"ts":2500,"dur":500,"name":"other"},
{"ph":"X","pid":1,"tid":5,"ts":12000,"dur":500,"name":"main"}]}
END
run chart --thread 1/5 --format json "$work/spans.json"
print_boxes > "$work/boxes"
cat > "$work/counted" << 'END'
main 0 1000000 10000000 5
work 1 2000000 5000000 3
inner 2 2500000 3000000 1
main 0 12000000 12500000 1
END
ok 'spans are boxes of just their times' same_output "$work/counted" "$work/boxes"

# Pictures.
cat > "$work/small.txt" << 'END'
app 100/7 [000] 1.000000: 10000000 cpu-clock:
	1 read+0x1 (/bin/app)
	2 main+0x1 (/bin/app)

app 100/7 [000] 1.010000: 10000000 cpu-clock:
	1 read+0x1 (/bin/app)
	2 main+0x1 (/bin/app)

app 101/7 [001] 1.015000: 10000000 cpu-clock:
	1 wait+0x1 (/bin/app)

app 100/7 [000] 1.020000: 10000000 cpu-clock:
	1 write_it_all+0x1 (/bin/app)
	2 main+0x1 (/bin/app)

app 100/7 [000] 1.050000: 10000000 cpu-clock:
	2 main+0x1 (/bin/app)

END
run chart --thread 100/7 --format text --ascii --width 60 "$work/small.txt"
sed 's/ *$//' "$out" | tail -n +2 > "$work/drawn"
cat > "$work/expected" << 'END'
app 100/7  4 samples, 80.0 %
@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@%                       .
|main                               |                      |
|read                   |write.._all|
+0s--------------------+0.02s------------------+0.04s-------
END
ok 'a picture has callers above, seconds below, and a gap where no tick was' \
	same_output "$work/expected" "$work/drawn"
run chart --thread 100/7 --thread 101/7 --format text --width 60 "$work/small.txt"
ok 'several threads are one beneath the other' test "$(grep -c '^app 10[01]/7 ' "$out")" = 2
run chart --thread 100/7 --thread 101/7 --thread 100/7 --format json "$work/small.txt"
ok 'in JSON a row for each, once' json \
	'@{$j->{rows}} == 2 && $j->{rows_total} == 2 && $j->{rows}[1]{pid} == 101'
run chart --thread 100/7 --format ansi --color always --search write --width 60 "$work/small.txt"
ok 'what a search finds is magenta' prints '48;5;127m.*write'

# Which thread.
run chart "$service"
ok 'without --thread the busiest are listed' says \
	'which thread? .*--thread: 2974 service (63.9 %), 2975 service (35.1 %), '
ok 'and it is a mistake' ends_with 2
run chart --filter tid=77 --format json "$service"
ok 'the only thread needs no name' json \
	'@{$j->{rows}} == 1 && $j->{rows}[0]{tid} == 77 && $j->{rows}[0]{samples} == 30'
run chart --filter tid=77 --format text --width 60 "$service"
ok 'and is drawn' prints '^kdamond.0 77  30 samples, 100 %'
run chart --filter tid=7777 "$service"
ok 'where there is none, none is drawn' test ! -s "$out"
run chart --thread 99 "$service"
ok 'as of one that is not there' says "'99' has no samples here; the busiest are 2974 service"
run chart --thread 7 "$work/small.txt"
ok 'of several with this number, these' says \
	"2 are '7': 100/7 app (80.0 %), 101/7 app (20.0 %)"
run chart --thread kdamond.0 --format json "$service"
ok 'a name that one has will do' json '
	my $r = $j->{rows}[0];
	$r->{name} eq "kdamond.0" && $r->{by} eq "thread" && $r->{tid} == 77'
# Of threads' time boxes are of one state, and what a column was spent with stands above them.
run waits --thread 102 --format json "$data/lock.txt"
blocked=$(json_value 'my $b = 0; $b += $_->{blocked_s} for @{$j->{rows}}; sprintf "%.6f", $b')
run chart --state all --thread 102 --format json "$data/lock.txt"
ok 'boxes of threads time have a state' json 'my $b = $j->{rows}[0]{boxes};
	@$b > 5 && !grep { !$_->{state} } @$b'
ok '... and as much of blocked time as waits has' test "$blocked" = "$(json_value '
	my $b = 0; $_->{depth} == 0 && $_->{state} eq "blocked" and $b += $_->{to_s} - $_->{from_s}
		for @{$j->{rows}[0]{boxes}}; sprintf "%.6f", $b')"
run chart --state all --thread 102 --width 60 --format text "$data/lock.txt"
ok 'states have a legend' prints '^worker-1 100/102 .*# running  - blocked'
ok '... and a line' prints '^[#r -]*##[#r-]*--'
run chart --thread 102 --format json "$data/lock.txt"
ok 'samples have none' json 'my $b = $j->{rows}[0]{boxes}; @$b && !grep { exists $_->{state} } @$b'
run chart --thread 101 --range 0,4 --width 40 --format text "$data/small.txt"
ok 'a range is drawn from where it begins, also where nothing was sampled' prints '^  =@=$'
run chart --thread 101 --width 40 --format text "$data/small.txt"
ok 'else what was sampled is' prints '^[^ ][^ ]*  *[^ ]*$'
run chart --thread 1 "$data/stacks.folded"
ok 'without times there is no order' says 'have no times'

done_testing

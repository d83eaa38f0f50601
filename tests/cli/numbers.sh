#!/bin/sh
# numbers.sh - what scripts rely on: JSON, CSV, sums that agree.

. "$srcdir/tests/cli/tap.sh"

f=$data/small.txt
example=$examples/service.perf.gz

run heatmap --format json "$f"
ok 'a heat map begins at the whole second of the first sample' json '$j->{origin_s} == 1000'
ok 'with columns of a second' json '$j->{column_s} == 1 && $j->{column_count} == 3'
ok 'of 50 rows' json '$j->{row_count} == 50 && @{$j->{counts}[0]} == 50'
ok 'an array a column' json '@{$j->{counts}} == 3'
ok 'idle samples are hidden but counted' json '$j->{samples} == 4 && $j->{idle_samples} == 1'
ok 'each sample is in its cell' json \
	'$j->{counts}[0][12] == 1 && $j->{counts}[0][17] == 1 && $j->{counts}[1][2] == 1 && $j->{counts}[2][49] == 1'
ok 'the largest cell is told' json '$j->{max} == 1'
run heatmap --format json --idle show "$f"
ok 'shown, they are in the counts' json '$j->{samples} == 5 && $j->{counts}[0][20] == 1'
run heatmap --format json --idle only "$f"
ok 'only they' json '$j->{samples} == 1 && $j->{idle_samples} == 1'
run heatmap --format json --rows 10 --period 0.5 "$f"
ok 'rows and period' json '$j->{row_count} == 10 && $j->{column_s} == 0.5 && $j->{column_count} == 6'
run heatmap --format json --search work --range 0,1 "$f"
ok 'what matches is counted beside' json '$j->{matched_samples} == 3 && $j->{matched_counts}[0][12] == 1'
ok 'a range is told with its samples' json \
	'my $s = $j->{selection}; $s->{to_s} == 1 && $s->{samples} == 2 && $j->{samples} == 4'
printf '%s\n' '# flarescope timed-folded 1' '1 a;b 1' '900000 a;b 1' > "$work/apart.timed"
run heatmap --format json "$work/apart.timed"
ok 'a map of 90 million bytes is not printed of two samples' ends_with 1
ok '... but asked about, as exports are' says \
	'as a map in JSON this would take about 85.8 MiB, [0-9]* times the size of the profile; heatmap --large writes it anyway$'
ok '... and not a byte is there' prints_exactly ''
"$FLARESCOPE" heatmap --format json --large "$work/apart.timed" 2> "$err" | head -c 1000 > "$out"
ok '... unless it is asked for' prints '"column_count":900000,'
run heatmap --format json --period 100 "$work/apart.timed"
ok 'with longer columns it is' json '$j->{column_count} == 9000'

printf '%s\n' '# mode: memory' 'P1;T1;a.py:f:1 3360919' > "$work/bytes.austin"
run info "$work/bytes.austin"
ok 'bytes are not called samples' prints '^samples     3,360,919 bytes, 0 of them idle'
ok '... nor in the list of events' prints '^events      memory: 3,360,919 bytes, 0 idle$'

run heatmap --format json "$example"
ok 'the sum of the cells is the number of samples' json \
	'my $n = 0; for my $c (@{$j->{counts}}) { $n += $_ for @$c } $n == $j->{samples}'
samples=$(json_value '$j->{samples}')

run flame --format json "$example"
ok 'the flame graph has the samples of the heat map' json "\$j->{root}{total} == $samples"
ok 'children and self add up everywhere' json '
	my $bad = 0;
	my @todo = ($j->{root});
	while (my $n = pop @todo) {
		my $sum = $n->{self};
		$sum += $_->{total} for @{$n->{children}};
		$bad++ if $sum != $n->{total};
		push @todo, @{$n->{children}};
	}
	$bad == 0'
run flame --format json --range 0,1 "$f"
ok 'of a range, only its samples' json '
	my $s = $j->{selection};
	$j->{root}{total} == 2 && $s->{value} == 2 && $s->{from_s} == 0 && $s->{to_s} == 1'
run flame --format json --zoom 'app;main' "$f"
ok 'above a zoom, its whole stack' json '
	my @path = @{$j->{path}};
	@path == 2 && $path[0]{name} eq "all" && $path[1]{name} eq "app" && $path[1]{total} >= 3 &&
		exists $path[1]{self}'
ok 'of a zoom, only its subtree' json '$j->{root}{name} eq "main" && $j->{root}{total} == 3'
run flame --format json --weight period "$f"
ok 'periods can be added up' json \
	'$j->{root}{total} == 600000000 && $j->{selection}{weight} eq "period"'
run flame --format json --search parse "$f"
ok 'the matched share is told' json '$j->{matched} == 1'
run flame --format json --sort value "$f"
ok 'siblings by value' json '$j->{root}{children}[0]{name} eq "app"'
run flame --format json --sort start "$f"
ok 'siblings by their first sample' json \
	'$j->{root}{children}[0]{children}[0]{children}[0]{name} eq "work"'
run flame --format json --root pid "$f"
ok 'root frames with their pid' json '$j->{root}{children}[0]{name} eq "app-100"'
run flame --format json --root cpu "$f"
ok 'root frames by CPU' json '$j->{root}{children}[0]{name} eq "CPU 0"'

run top --format json "$example"
ok 'all self values add up to the samples' json \
	"my \$n = 0; \$n += \$_->{self} for @{\$j->{rows}}; \$n == $samples"
run top --format csv "$f"
ok 'CSV' prints '^2,0\.500000,3,0\.750000,work,\|^2,0\.500000,2,0\.500000,work,'
ok 'with quotes where needed' prints '"ns::parse(char const\*, int)"'
run top --sort name --limit 1 "$f"
ok 'sorted by name, the first' prints 'more functions'
run top --sort total --format csv "$f"
ok 'sorted by total' sh -c 'sed -n 2p "$1" | grep main' - "$out"

run top --filter comm=app --filter '!parse' --format csv "$f"
ok 'filters are joined' prints '^2,1\.000000,2,1\.000000,work,'
ok 'and keep nothing else' prints_not 'parse'
run top --filter tid=102 --format csv "$f"
ok 'a thread' prints 'parse'
run top --filter cpu=1 --format csv "$f"
ok 'a CPU' prints '^1,1\.000000,'
run top --filter module=libz.so.1 --format csv "$f"
ok 'a module' prints 'libz'
run top --addresses --format csv "$f"
ok 'unknown functions by address' prints '2010'

run top --format csv "$data/events.txt"
ok 'the first event is the default' prints_not 'touch'
run top --event page-faults --format csv "$data/events.txt"
ok 'another event can be chosen' prints_not 'work'
run top --event all --format csv "$data/events.txt"
ok 'or all' prints ',0\.333333,.*touch'

run info --json "$f"
ok 'info: format' json \
	'$j->{format} eq "perf-script" && exists $j->{compression} && !defined $j->{compression}'
ok 'info: samples' json '$j->{samples} == 5 && $j->{idle_samples} == 1'
ok 'info: times to the ns' json \
	'$j->{origin_s} == 1000 && $j->{first_sample_s} == 0.25 && abs($j->{last_sample_s} - 2.999) < 1e-9'
ok 'info: duration' json 'abs($j->{duration_s} - 2.749) < 1e-9'
ok 'info: threads, processes, CPUs' json \
	'$j->{threads} == 4 && $j->{processes} == 3 && $j->{cpus} == 2 && $j->{cpus_online} == 2'
ok 'info: events' json \
	'$j->{events}[0]{name} eq "cpu-clock" && $j->{events}[0]{samples} == 5 && $j->{events}[0]{weight} == 700000000'
ok 'info: header' json '$j->{header}{hostname} eq "build-3"'
ok 'info: nothing lost' json '!grep { !$_->{aside} } @{$j->{losses}}'
run info --json "$example"
ok 'info: gzip' json '$j->{compression} eq "gzip"'
run info --json "$examples/convoy.perf.gz"
ok 'info: threads alone are no processes' json '$j->{threads} == 8 && $j->{processes} == 0'
run info "$examples/convoy.perf.gz"
ok '... which text says' prints '^threads     8 in processes that were not recorded$'
run report --format json "$examples/convoy.perf.gz"
ok '... and report does not know' json \
	'$j->{recorded}{threads} == 8 && !defined $j->{recorded}{processes} && !defined $j->{recorded}{cpus}'
run report "$examples/convoy.perf.gz"
ok '... in words, too' prints 'in 39\.949 s; 8 threads; 20'
run info --json "$data/damaged.txt"
ok 'info: losses by reason with the first line' json \
	'my ($l) = grep { !$_->{aside} } @{$j->{losses}}; $l->{count} == 1 && $l->{first_line} == 4'
run info --json "$data/timeless.txt"
ok 'info: no times' json \
	'exists $j->{first_sample_s} && !defined $j->{first_sample_s} && $j->{samples} == 2'
run info "$f"
ok 'info as text: samples' prints '^samples  *5, 1 of them idle'
ok 'info as text: header' prints 'hostname: build-3'
ok 'info as text: nothing lost' prints '^lost  *nothing'
ok 'info as text: periods are a sum' prints ', sum of periods 700,000,000 ns, '
run info "$data/damaged.txt"
ok 'info as text: losses' prints '^not read  *1 line not understood, at line 4'

# ---- what a search finds in the table ----

run top --format json "$example"
cp "$out" "$work/all.json"
run heatmap --format json --search 'sort|^main$' "$example"
matched=$(json_value '$j->{matched_samples}')
run top --format json --search 'sort|^main$' "$example"
ok 'as much is found as in the map' json "\$j->{matched} == $matched"
ok 'what matches is in the table, with the values that it has in the whole' json '
	open my $f, "<", "'"$work"'/all.json";
	my $all = $json->decode(scalar <$f>);
	my $dump = (ref $json)->new->canonical;
	my @wanted = grep { $_->{name} =~ /sort|^main$/i } @{$all->{rows}};
	@wanted && $dump->encode(\@wanted) eq $dump->encode($j->{rows})'
run top --search 'sort|^main$' --limit 1 "$example"
ok 'and told below it' prints "^found: $matched of 4,613, [0-9.]* %, including callees\$"
run heatmap --format json --rows 10 --period 1 --search 'sort|^main$' --value share "$example"
ok 'shares are what matches of what is there, and null of nothing' json '
	my ($wrong, $none, $some) = (0, 0, 0);
	for my $c (0 .. $j->{column_count} - 1) {
		for my $r (0 .. 9) {
			my ($of, $share) = ($j->{counts}[$c][$r], $j->{matched_shares}[$c][$r]);
			$none += !$of;
			$some++ if $share;
			$wrong++ if $of ? abs($share - $j->{matched_counts}[$c][$r] / $of) >= 1e-6 : defined $share;
		}
	}
	!$wrong && $none && $some'
run heatmap --value share --format json "$example"
ok 'the share of nothing is no share' ends_with 2
ok '... as it says' says '^flarescope: --value share: of what? Give --search, too; '
run heatmap --format text --period 60 --rows 1 --search 'sort|^main$' --value share --ascii "$example"
ok 'in text they are tenths' prints '^ *0s[+]1*2* '
run heatmap --format text --cells counts --ascii --rows 10 --period 1 --width 130 --search 'sort|^main$' "$example"
ok 'the map in text has the share, too' prints "/sort.*: $matched of 4,613 (20.9 %)\$"
ok 'and its legend says what its digits are' prints '9  most$'
cp "$out" "$work/map.txt"
run heatmap --format json --rows 10 --period 1 --search 'sort|^main$' "$example"
ok 'and marks the cells that JSON tells of: digits are matches, 9 the most' json '
	open my $f, "<", "'"$work"'/map.txt";
	my @lines = reverse map { /^[ 0-9]{5}[|+](.*)/ ? $1 : () } split /\n/, <$f>;
	my ($most) = sort { $b <=> $a } map { @$_ } @{$j->{matched_counts}};
	my ($wrong, $seen) = (0, 0);
	for my $c (0 .. $j->{column_count} - 1) {
		for my $r (0 .. 9) {
			my $found = $j->{matched_counts}[$c][$r];
			my $shown = substr $lines[$r] . " " x 100, $c, 1;
			my $expected = $found ? 1 + int(8 * ($found - 1) / ($most - 1)) :
			    $j->{counts}[$c][$r] ? "." : " ";
			$wrong += $shown ne $expected;
			$seen += $found > 0;
		}
	}
	$seen > 20 && $wrong == 0'
run top --search 'no such function' "$example"
ok 'what is not there is found nowhere' says 'nothing matches no such function$'

# ---- few samples ----

run top --range 0.625,0.75 "$example"
ok 'beside percentages of few samples stands how rough they are' \
	says '^flarescope: few samples (12): a share may be off by 29 %$'
run top "$example"
ok 'not beside those of many' test ! -s "$err"
for format in csv json; do
	run top --range 0.625,0.75 --format $format "$example"
	ok "not with data ($format)" test ! -s "$err"
done

done_testing

#!/bin/sh
# diff.sh - what is different in a range: the table, its JSON, and when it fails.

. "$srcdir/tests/cli/tap.sh"

f=$data/small.txt
example=$examples/service.perf.gz

run diff --range 0,1 --format json "$f"
ok 'a range is compared with the rest' json \
	'$j->{subject}{samples} == 2 && $j->{baseline}{samples} == 2'
ok '... by the time that each of them covers' json \
	'$j->{normalised} eq "time" && $j->{subject}{duration_s} == 0.75 &&
		$j->{baseline}{duration_s} > 1.99'
ok 'a row has what scripts rely on, and nothing else' json '
	my ($r) = grep { $_->{name} =~ /^ns::parse/ } @{$j->{rows}};
	join(" ", sort keys %$r) eq "baseline_per_second baseline_share baseline_value by change_per_second " .
		"change_per_second_high change_per_second_low name per_second q share share_change " .
		"share_change_high share_change_low value verdict verdict_direction" &&
	$r->{by} eq "function" && $r->{share} == 0 && $r->{baseline_share} == 0.5 && $r->{change_per_second} < 0'
run diff --range 1,8 --format json "$example"
ok 'rows are in order of their verdict' json '
	my %order = (certain => 0, likely => 1, "may be chance" => 2);
	my @s = map { $order{$_->{verdict}} } @{$j->{rows}};
	"@s" eq join(" ", sort { $a <=> $b } @s) && $s[0] == 0 &&
		@s > 100 && @s == $j->{rows_total}'
ok 'and so many stand out' json '
	my $n = grep { $_->{verdict} eq "certain" } @{$j->{rows}};
	$n > 0 && $j->{certain_count} == $n && $n == grep { $_->{q} < 0.01 } @{$j->{rows}}'
ok '... or are likely' json '
	my $n = grep { $_->{verdict} eq "likely" } @{$j->{rows}};
	$n > 0 && $j->{likely_count} == $n'
run diff --range 0,1 --against 1,2 --normalise share --format json "$f"
ok 'by share there are no changes a second' json \
	'$j->{normalised} eq "share" && !grep { defined $_->{change_per_second} } @{$j->{rows}}'
run diff --range 0,1 --against 0,1 --by all --format json "$f"
ok 'a range does not differ from itself' json '
	$j->{certain_count} == 0 && $j->{likely_count} == 0 && @{$j->{rows}} > 5 && !grep {
		$_->{share} != $_->{baseline_share} || $_->{change_per_second} || $_->{share_change}
	} @{$j->{rows}}'
for by in function thread process cpu module kind; do
	run diff --range 1,8 --by $by --format json "$example"
	ok "rows can be of each $by" json "@{\$j->{rows}} && !grep { \$_->{by} ne '$by' } @{\$j->{rows}}"
done
run diff --range 1,8 --by cpu --format csv "$example"
ok 'a spreadsheet has the same columns' prints "^name,by,share,baseline_share,share_change,\
share_change_low,share_change_high,change_per_second,change_per_second_low,change_per_second_high,value,baseline_value,per_second,baseline_per_second,verdict,verdict_direction,q$"
ok '... and shares that add up' perl -F, -ane '
	BEGIN { open STDIN, "<", shift }
	if ($. > 1) { $n += $F[2]; $m += $F[3] }
	END { exit !(abs($n - 1) < 1e-5 && abs($m - 1) < 1e-5) }' "$out"
run diff --range 0,1 --limit 1 "$f"
ok 'text says what is compared' prints '^subject   0 to 1 s: 2 samples in 0.750 s$'
ok '... and with what' prints '^baseline  all but 0 to 1 s: 2 samples in '
ok '... and how many rows it has not printed' prints '^3 more rows (--limit)$'

refused() {
	expected=$1
	shift
	run "$@"
	ok "refused with status 2: $*" [ "$status" -eq 2 ]
	ok '... for its reason' says "$expected"
}
refused 'nothing to compare; give a --range' diff "$f"
refused 'no times' diff --range 0,1 "$data/timeless.txt"
refused '--against' diff --range 0,1 --against yesterday "$f"
refused '--by' diff --range 0,1 --by colour "$f"
refused '--fail-above' diff --range 0,1 --fail-above 101 "$f"
refused '--normalise' diff --range 0,1 --normalise weight "$f"
run diff --range 900,901 "$f"
ok 'without a sample in the range there is nothing to tell' ends_with 1
ok '... which is said' says 'nothing was recorded in 900-901 s'
run diff --range 0,1 --against 900,901 "$f"
ok 'nor without one in the baseline' ends_with 1
ok '... which is said, too' says '--against: nothing was recorded in 900-901 s'
run diff --range 0,900 "$f"
ok 'nor without a rest' ends_with 1
ok '... and why' says 'no sample is outside the range'
run diff --range 0,1 --against 0,1 --fail-above 0 "$f"
ok 'what has not grown passes' ends_with 0
run diff --range 1,8 --fail-above 5 --limit 3 -o "$work/grown" "$example"
ok 'what has grown is a status of its own' ends_with 3
ok '... and named' says 'start_up.constprop.0 has grown by 18.1 percentage points, certainly$'
ok '... with the table all the same' grep -q start_up "$work/grown"
run diff --range 1,8 --fail-above 19 "$example"
ok 'unless it may grow so much' ends_with 0
ok '... when it is named, too' says 'largest growth: start_up.constprop.0 +18.1 points, certain$'
run diff --range 20,30 --fail-above 0 "$example"
ok 'what may be chance passes' ends_with 0
ok '... and it is told how long a recording would be enough' \
	says 'largest growth: .* +[0-9.]* points, may be chance; about [0-9]* s of recording would be enough to decide$'
run diff --range 20,30 --fail-above 0 --fail-on size "$example"
ok 'not where size alone counts' ends_with 3
ok '... which names what has grown' says 'has grown by [0-9.]* percentage points$'
printf '%s\n' 'a;b 30' 'a;c 70' > "$work/one.folded"
printf '%s\n' 'a;b 60' 'a;c 40' > "$work/two.folded"
run diff --fail-above 5 "$work/two.folded" "$work/one.folded"
ok 'without times nothing is certain, and no gate can tell' ends_with 2
ok '... which is said' says 'without times no change is certain; --fail-on size judges by size'
run diff "$work/two.folded" "$work/one.folded"
ok '... in the table as well' prints 'without times, chance cannot be ruled out$'

# The outcome of a gate, and a function with a larger share of less work.
run diff --range 1,8 --fail-above 5 --format json "$example"
ok 'JSON has the outcome of a gate' json '
	my ($g, $r) = ($j->{gate}, $j->{rows}[0]);
	$g->{failed} && $g->{limit_share} == 0.05 && $g->{fails_on} eq "certain" &&
	$g->{verdict} eq "certain" && $g->{share_change} > 0.05 && $g->{name} && $r->{q} < 0.01'
run diff --range 1,8 --format json "$example"
ok 'if there is one' json '!exists $j->{gate}'
ok 'rows have the rates of both sides' json '
	my %s = map { $_ => $j->{$_}{duration_s} } qw(subject baseline);
	!grep { abs($_->{per_second} - $_->{value} / $s{subject}) > 1e-5 ||
		abs($_->{baseline_per_second} - $_->{baseline_value} / $s{baseline}) > 1e-5 } @{$j->{rows}}'
for side in old:30:60 new:20:4; do
	perl -e '
		my ($seed, %rate) = (length $ARGV[0], map({ $_ => 5 } "C" .. "H"), A => $ARGV[1], B => $ARGV[2]);
		my @samples;
		$seed += $ARGV[1];
		for my $name (sort keys %rate) {
			for (1 .. 60 * $rate{$name}) {
				$seed = ($seed * 1103515245 + 12345) % 2147483648;
				push @samples, [100 + 60 * $seed / 2147483648, $name];
			}
		}
		printf "%.6f app;main;%s 1\n", @$_ for sort { $a->[0] <=> $b->[0] } @samples;
	' $(echo "$side" | tr : ' ') > "$work/${side%%:*}.less"
done
run diff --format json "$work/new.less" "$work/old.less"
ok 'a share can grow while others that did the same work take more' json '
	my ($a) = grep { $_->{name} eq "A" } @{$j->{rows}};
	$a->{share_change} > 0.1 && $a->{change_per_second} < -5 && $a->{verdict_direction} eq "shrank"'
run diff --fail-above 5 "$work/new.less" "$work/old.less"
ok 'which is no regression' ends_with 0
ok '... and said' says 'largest growth: A +[0-9.]* points of share, but beside most functions it shrank$'
run diff --fail-above 5 --fail-on size "$work/two.folded" "$work/one.folded"
ok '... and size can be asked for' ends_with 3
run diff --format json "$work/two.folded" "$work/one.folded"
ok '... JSON has no verdict then' json '@{$j->{rows}} && !grep {
	defined $_->{verdict} || defined $_->{q} || defined $_->{share_change_low} } @{$j->{rows}}'
refused '--fail-on' diff --fail-on luck "$example"

old=$srcdir/data/examples/old.perf.gz
new=$srcdir/data/examples/new.perf.gz
run diff --range 2,6 --against 5.375,9.375 "$new" "$old"
cp "$out" "$work/named"
run diff --range 2,6 --align 2,5.375 "$new" "$old"
ok 'of aligned files the same moments are compared' cmp -s "$out" "$work/named"
run diff --range 2,6 --against 5.375,9.375 --align 0,7 "$new" "$old"
ok '... unless a range is named' cmp -s "$out" "$work/named"
run diff --range 23:59:37+4 --against 23:59:14.5+4 "$new" "$old"
cp "$out" "$work/named"
run diff --range 23:59:37+4 --align 23:59:37,23:59:14.5 "$new" "$old"
ok '... also by the clock of each' cmp -s "$out" "$work/named"
run diff --range 2,6 --align 900,0 "$new" "$old"
ok 'what was before the second file is not made up' ends_with 1
refused '--align needs two files' diff --range 0,1 --align 1,2 "$f"
refused '--align needs two files' open --align 1,2 "$f"
refused '--align needs two files' --align 1,2 "$f"
refused '--align' diff --range 0,1 --align soon "$new" "$old"

# ---- several recordings a side ----

# record FILE SHARE: 20 s, 100 samples a second, this share of them in render; the number in the name is its seed
record() {
	perl -e '
		my ($file, $share) = @ARGV;
		my ($seed) = $file =~ /(\d+)/;
		my ($held, @functions) = ("", qw(parse look_up sort send log));
		srand $seed;
		print "# flarescope timed-folded 1\n";
		for my $i (0 .. 1999) {
			$held = rand() < $share ? "render" : $functions[rand @functions] if rand() < 0.3;
			printf "%.3f pid=%d tid=%d service;main;%s 1\n", 1000 * $seed + $i / 100, $seed, $seed, $held;
		}' "$1" "$2" > "$work/$1"
}
mkdir "$work/old" "$work/new" "$work/slow"
record old/1 0.15
record old/2 0.30
record old/3 0.25
record new/4 0.40
record new/5 0.22
record new/6 0.36
record slow/7 0.62
record slow/8 0.66
record slow/9 0.60
run diff --limit 1 "$work/new/4" "$work/old/1"
ok 'two recordings may certainly differ' prints ' certain  *render$'
run diff --baseline "$work/old/1" --baseline "$work/old/2" --baseline "$work/old/3" "$work/new/4" "$work/new/5" "$work/new/6"
ok '... as runs of one program do: then it may be chance' prints ' may be chance  *render$'
ok 'text says how many recordings there are' prints '^subject   3 recordings: 6,000 samples in '
ok '... on each side' prints '^baseline  3 recordings: 6,000 samples in '
ok '... and that it counts how these differ' prints '^intervals and verdicts include differences between recordings of a side$'
cp "$out" "$work/named"
run diff --baseline "$work/old" "$work/new"
ok 'each may be a directory' cmp -s "$out" "$work/named"
run diff --format json --baseline "$work/old" "$work/new"
ok 'JSON has how many there are' json '$j->{subject}{recordings} == 3 && $j->{baseline}{recordings} == 3'
ok '... and the share of all samples' json '
	my ($r) = grep { $_->{name} eq "main" } @{$j->{rows}};
	$r->{share} == 1 && $r->{baseline_share} == 1 &&
		defined $r->{share_change_low} && $r->{share_change_low} <= 0'
run diff --swap --format json --baseline "$work/new" "$work/old"
ok 'sides can be swapped' json '
	my ($r) = grep { $_->{name} eq "render" } @{$j->{rows}};
	$r->{share_change} > 0 && $r->{share_change_low} < 0 && $r->{verdict} ne "certain"'
run diff --by process --format json --baseline "$work/old" "$work/new"
ok 'processes of all runs are one by their name' json '@{$j->{rows}} == 1 && $j->{rows}[0]{name} eq "service"'
run diff --by all --format json --baseline "$work/old" "$work/new"
ok 'recordings are no hosts' json '!grep { $_->{by} eq "host" } @{$j->{rows}}'
run diff --fail-above 5 --baseline "$work/old" "$work/new"
ok 'what may be chance passes' ends_with 0
ok '... and it is told how many recordings would be enough' \
	says 'largest growth: render +[0-9.]* points, .*; [0-9]* recordings on each side would be enough to decide$'
run diff --fail-above 5 --baseline "$work/old" "$work/slow"
ok 'a growth that is larger is certain' ends_with 3
ok '... and named' says 'render has grown by [0-9.]* percentage points, certainly$'
run diff --fail-above 5 --fail-on size --baseline "$work/old" "$work/new/4"
ok 'one recording can be compared with several, by size' ends_with 3
run diff --format json --baseline "$work/old" "$work/new/4"
ok '... or by how these differ' json '
	my ($r) = grep { $_->{name} eq "render" } @{$j->{rows}};
	$j->{subject}{recordings} == 1 && $j->{baseline}{recordings} == 3 && $r->{verdict} ne "certain"'
run diff --baseline "$work/old/1" "$work/new/4"
cp "$out" "$work/named"
run diff "$work/new/4" "$work/old/1"
ok 'one on each side is FILE BASELINE-FILE' cmp -s "$out" "$work/named"
printf '%s\n' 'a;b 50' 'a;c 50' > "$work/three.folded"
run diff --baseline "$work/one.folded" "$work/two.folded" "$work/three.folded"
ok 'stacks without times add up' prints '^subject   2 recordings: 200 samples$'
refused 'name the new recordings' diff --baseline "$work/old"
for with in '--against 1,2' '--range 1,2' --together '--host web1' '--align 1,2' '--align clock' \
	"--started 1=2026-11-30T10:00" '--by host'; do
	refused "so ${with%% *}.* makes no sense" diff $with --baseline "$work/old" "$work/new"
done
refused 'only one of the two files' diff --baseline - -
refused 'with several, each must be a file' diff --baseline - --baseline "$work/old/1" "$work/new"
refused 'is given twice' diff --baseline "$work/old" --baseline "$work/old/1" "$work/new"
refused 'is given twice' diff --baseline "$work/old" "$work/old/1"
refused 'samples in ClickHouse' diff --baseline clickhouse://db/fleet "$work/new"
refused 'samples in ClickHouse' diff --baseline "$work/old" clickhouse://db/fleet
run diff --baseline "$work/old" --baseline "$work/nothing" "$work/new"
ok 'a recording that is not there is named' says 'nothing: cannot be opened'
run diff --baseline "$work/old/1" --baseline "$work/one.folded" "$work/new"
ok 'nor one without times among others' says 'one.folded has no times and '
"$FLARESCOPE" convert --together "$work/old/1" "$work/old/2" -o "$work/both.flare" 2> "$err"
run diff --baseline "$work/old/3" --baseline "$work/both.flare" "$work/new"
ok 'nor one that has several in it' says 'both.flare is already merged from several recordings'

done_testing

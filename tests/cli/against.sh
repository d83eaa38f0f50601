#!/bin/sh
# against.sh - flame, top and export of a range that is held against another, or against the rest.

. "$srcdir/tests/cli/tap.sh"

f=$data/small.txt
example=$examples/service.perf.gz

# Lines as those of the range and those of the rest, each exported alone, make them.
run export --range 15.6,16 --format folded "$example"
cp "$out" "$work/range"
run export --format folded "$example"
cp "$out" "$work/all"
run export --range 15.6,16 --against rest --format folded "$example"
ok 'folded stacks have the values of the baseline and of the range, as difffolded.pl prints them' perl -e '
	sub sums { open my $f, "<", shift or die; map { /(.*) (\d+)$/ ? ($1, $2) : die } <$f> }
	my %range = sums(shift);
	my %all = sums(shift);
	open my $f, "<", shift or die;
	while (<$f>) {
		my ($stack, $before, $now) = /^(.*) (\d+) (\d+)$/ or die "a line: $_";
		my $here = delete $range{$stack} || 0;
		die "$_" if $now != $here || $before != delete($all{$stack}) - $here;
	}
	exit(%range || %all);' "$work/range" "$work/all" "$out"
cp "$out" "$work/two"
run export --range 15.6,16 --against rest --normalise share --format folded "$example"
ok '... with --normalise as its -n makes them' perl -e '
	my ($t1, $t2, @lines) = (0, 0);
	open my $f, "<", shift or die;
	while (<$f>) {
		my ($stack, $c1, $c2) = /^(.*) (\d+) (\d+)$/;
		$t1 += $c1;
		$t2 += $c2;
		push @lines, [$stack, $c1, $c2];
	}
	open my $g, "<", shift or die;
	for (@lines) {
		my $c1 = int($_->[1] * $t2 / $t1);
		die "$_->[0]" if <$g> ne "$_->[0] $c1 $_->[2]\n";
	}' "$work/two" "$out"
run export --range 0,1 --against 0,1 --format json "$f"
ok 'a range against itself has no differences' json '
	my ($n, @todo) = (0, $j);
	while (my $x = pop @todo) {
		$n++ if $x->{delta} || $x->{delta_self} || $x->{baseline} != $x->{value};
		push @todo, @{$x->{children}};
	}
	$n == 0'
run flame --range 1,8 --against rest --format json "$example"
ok 'differences of frames themselves add up to that of all' json '
	my $all = $j->{root};
	my ($sum, @todo) = (0, $all);
	while (my $x = pop @todo) {
		$sum += $x->{self_delta};
		push @todo, @{$x->{children}};
	}
	my $delta = $all->{total} - $all->{baseline_total} * $j->{baseline_factor};
	abs($delta - $all->{total_delta}) < 0.01 && $sum <= $all->{total}'
run flame --range 15.6,16 --against rest --normalise share --show both --format json "$example"
ok 'the graph of both has what has vanished, too' json '
	my ($gone, @todo) = (0, $j->{root});
	while (my $x = pop @todo) {
		my $before = $x->{baseline_total} * $j->{baseline_factor};
		$gone++ if $x->{total_delta} < 0 && abs($x->{total_delta} + $before) < 0.01;
		push @todo, @{$x->{children}};
	}
	abs($j->{root}{total_delta}) < 0.001 && $gone'
run flame --range 15.6,16 --against rest --show elided --format json "$example"
ok 'what has vanished stands above its callers' json '
	my ($bad, $sum, @todo) = (0, 0, $j->{root});
	while (my $x = pop @todo) {
		$bad++ if $x->{self} && $x->{baseline_self} == 0;
		$sum += $x->{self};
		push @todo, @{$x->{children}};
	}
	$bad == 0 && $sum == $j->{root}{total} && $sum > 0'
run flame --range 15.6,16 --against rest --min-change 20 --format json "$example"
ok 'what has hardly changed can be hidden' json '
	my ($n, @todo) = (0, $j->{root});
	while (my $x = pop @todo) {
		$n++;
		push @todo, @{$x->{children}};
	}
	$n > 2 && $n < 12'
run export --range 15.6,16 --against rest --format svg "$example"
ok 'a picture for browsers says what its colours mean' \
	prints 'against all but 15.6–16 s per second: blue less, red more, yellow new'
ok '... of each box how it has changed' prints 'of the baseline, change +[0-9.]* %'
run flame --range 15.6,16 --against rest --width 120 "$example"
ok 'so does a picture here, whose labels tell the change' prints 'mark_reachable.constprop.0 +72 % ▲'
ok '... and what is compared' prints 'A 15.600–16.000 s against B everything else, per second'
run flame --range 15.6,16 --against rest --normalise share --show elided --width 120 "$example"
ok 'one of what has vanished has that alone' prints 'compare_keys gone'
run flame --range 15.6,16 --against rest --min-change 20 --width 120 "$example"
ok 'what has hardly changed is not there' prints_not sweep_pages
run flame --range 1,8 --width 120 "$example" "$example"
ok 'and another file can be held against it' prints 'against B service.perf.gz, per second'
for notation in speedscope pprof timed-folded; do
	if "$FLARESCOPE" export --format $notation -o "$work/one.$notation" "$f" 2> "$err"; then
		"$FLARESCOPE" export --range 0,1 --format $notation -o "$work/alone.$notation" "$f"
		"$FLARESCOPE" export --range 0,1 --against 1,3 --format $notation \
			-o "$work/held.$notation" "$f"
		ok "$notation is of the range alone" \
			cmp "$work/alone.$notation" "$work/held.$notation"
	fi
done
run top --range 15.6,16 --against rest --sort change --format json "$example"
ok 'functions can be in order of their change' json '
	my @d = map { abs $_->{total_delta} } @{$j->{rows}};
	"@d" eq join(" ", sort { $b <=> $a } @d) && $d[0] > 0'
ok '... with those that are only in the baseline' json \
	'grep { !$_->{total} && $_->{baseline_total} } @{$j->{rows}}'
run top --range 15.6,16 --against-filter '!thread=x' --sort change --format json "$example"
ok '... also against other samples of the same range' json \
	'@{$j->{rows}} && defined $j->{rows}[0]{total_delta}'
run top --range 15.6,16 --against rest --limit 1 "$example"
ok '... and the share that they had' prints 'baseline %  change %  function  module$'

# Several ranges are what lies in any of them.
total() { awk "{ n += \$(NF - $1) } END { print n + 0 }" "$out"; }
run export --range 10,12 "$example"
first=$(total 0)
run export --range 20,23 "$example"
second=$(total 0)
run export --range 15.6,16 --against 10,12/20,23 "$example"
cp "$out" "$work/together"
ok 'a baseline of several ranges has the samples of all' [ "$(total 1)" -eq $((first + second)) ]
run export --range 15.6,16 --against 10,12 --against 20,23 "$example"
ok 'also where --against is given again' same_output "$work/together" "$out"
run diff --range 15.6,16 --against 10,12/20,23 "$example"
ok 'and the time of all' prints '^baseline *2 ranges: .* in 5.000 s$'
run diff --range 15.6,16 --against 10,12/900,901 "$example"
ok 'each of them must have something' says '--against: nothing was recorded in 900-901 s'

refused() {
	expected=$1
	shift
	run "$@"
	ok "refused with status 2: $*" [ "$status" -eq 2 ]
	ok '... for its reason' says "$expected"
}
refused 'needs a baseline' top --sort change "$f"
refused 'the whole profile has no rest' flame --against rest "$f"
refused 'no times' top --against 0,1 "$data/timeless.txt"
refused 'rest cannot be combined with ranges' diff --range 0,1 --against 2,3 --against rest "$f"
refused 'only one range of the second file' diff --against 0,1/2,3 "$example" "$example"
refused '--min-change' flame --range 0,1 --against rest --min-change much "$f"
run top --range 0,1 --against 900,901 "$f"
ok 'nothing is compared with nothing' ends_with 1
ok '... which is said' says '--against: nothing was recorded in 900-901 s'

done_testing

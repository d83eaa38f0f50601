# compared.t - differences are those of FlameScope and of difffolded.pl.
#
# FlameScope stores no differences, so its formulas (app/util/diff.py as features.md C.8 has
# them) are applied here to its stored graphs of two ranges, and to our two sides; and what we
# print of the difference ourselves has to be the same:
#   weight        T1 / T2, the sums of all self values
#   differential  of each node of 1: round(v1 - v2 * weight), halves to even; v1 of one that is
#                 not in 2
#   elided        of each node of 2: 0 where it is in 1, else round(v2 * weight)
# Profiles whose graphs differ from FlameScope's take no part: flamescope.t names each reason.
#
# difffolded.pl's stored outputs are compared line by line. Across files we always compare names
# as its -s does, so those without -s are, too, after that. Not compared: inferno's of fractions,
# which it cuts where we round to the nearest.

use strict;
use warnings;
use Corpus;
use FlameScope;

Corpus::start();

# As Python's round() does.
sub rounded
{
	my ($x) = @_;
	my $low = int $x - ($x < 0 && $x != int $x ? 1 : 0);
	my $rest = $x - $low;

	return $low + ($rest > 0.5 || ($rest == 0.5 && $low % 2) ? 1 : 0);
}

sub sum
{
	my ($side) = @_;
	my $sum = 0;

	$sum += $_ for values %$side;
	return $sum;
}

# All nodes of a graph: each stack and what it begins with.
sub nodes
{
	my %nodes;

	for my $stack (keys %{$_[0]}) {
		my @names = split /;/, $stack, -1;
		$nodes{join ';', @names[0 .. $_]} = 1 for 0 .. $#names;
	}
	return \%nodes;
}

# Only what is not 0: {stack => d}.
sub differential
{
	my ($one, $two) = @_;
	my $weight = sum($one) / sum($two);
	my %found;

	for my $stack (keys %{nodes($one)}) {
		my $d = rounded(($one->{$stack} // 0) - ($two->{$stack} // 0) * $weight);
		$found{$stack} = $d if $d;
	}
	return \%found;
}

sub elided
{
	my ($one, $two) = @_;
	my $weight = sum($one) / sum($two);
	my $there = nodes($one);
	my %found;

	for my $stack (grep { !$there->{$_} } keys %$two) {
		my $v = rounded($two->{$stack} * $weight);
		$found{$stack} = $v if $v;
	}
	return \%found;
}

sub same
{
	my ($one, $two) = @_;

	return "@{[map { qq($_ $one->{$_},) } sort keys %$one]}" eq
		"@{[map { qq($_ $two->{$_},) } sort keys %$two]}";
}

sub asked
{
	my ($path, $one, $two, @how) = @_;
	my ($status, $out) = run('flame', '--format', 'json', '--event', 'all', '--idle', 'show',
		range(@$one), '--against', (range(@$two))[1], @how, $path);

	return $status ? undef : json($out)->{root};
}

# One of the two sides in FlameScope's names.
sub side
{
	my ($graph, $value) = @_;
	my %sum;

	as_flamescope($graph, \%sum, [], $value);
	delete @sum{grep { !$sum{$_} } keys %sum};
	return \%sum;
}

# Stacks that are two nodes here, as two libraries have a function of that name.
sub twins
{
	my ($graph) = @_;
	my (%seen, %twins);

	as_flamescope($graph, \%seen, [], sub { 1 });
	return { map { $_ => 1 } grep { $seen{$_} > 1 } keys %seen };
}

# Is what we print of the difference what the formulas say? Stacks that are one there alone.
sub ours_is
{
	my ($path, $ranges, $one, $two) = @_;
	my @share = ('--normalise', 'share');
	my $graph = asked($path, @$ranges, @share) or return 0;
	my $gone = asked($path, @$ranges, @share, '--show', 'elided') or return 0;
	my $twins = twins($graph);
	my $d = side($graph, sub { $_[0]{self_delta} });
	my $v = side($gone, sub { $_[0]{self} });
	my $there = nodes($one);
	my ($theirs, $theirs_gone) = (differential($one, $two), elided($one, $two));

	delete @$d{grep { $twins->{$_} || !$there->{$_} || !rounded($d->{$_}) } keys %$d};
	$_ = rounded($_) for values %$d;
	delete @$theirs{keys %$twins};
	my $known = twins($gone);
	delete @$v{grep { $known->{$_} || $there->{$_} } keys %$v};
	delete @$theirs_gone{keys %$known};
	return same($d, $theirs) && same($v, $theirs_gone);
}

my %profiles = profiles();
my $facts = facts();
my ($compared, $apart) = (0, 0);
for my $file (sort keys %profiles) {
	(my $name = $file) =~ s,^(recorded/[^/]+)/script\.txt$,$1,;
	next if $name =~ m,^recorded/.*/,;
	my $known = $facts->{$name}{facts}{flamescope} or next;
	my @ranges = map { $known->{$_}{range} } qw(fg_r1 fg_r2);
	my @stored = map { Corpus::slurp("expected/$name.flamescope.fg-$_.json") } qw(r1 r2);
	next unless 4 == grep { defined } @ranges, @stored;

	for ([0, 1], [1, 0]) {
		my ($r, $s) = @ranges[@$_];
		my ($one, $two) = map { flat(json($_)) } @stored[@$_];
		next unless sum($one) && sum($two); # FlameScope divides by it
		my $both = asked($profiles{$file}, $r, $s, '--normalise', 'none', '--show', 'both');
		my @sides = $both ? (side($both, sub { $_[0]{self} - $_[0]{baseline_self} }),
			side($both, sub { $_[0]{baseline_self} })) : ({}, {});

		if (!same($sides[0], $one) || !same($sides[1], $two)) {
			$apart++;
			next;
		}
		$compared++;
		ok(same(differential(@sides), differential($one, $two)) &&
			same(elided(@sides), elided($one, $two)),
			"$file: both sides differ by FlameScope's formulas", '');
		next if sum($one) + sum($two) != $both->{total}; # what is idle there counts here
		ok(ours_is($profiles{$file}, [$r, $s], $one, $two),
			"$file: what we print of that is the same", '');
	}
}
ok($compared >= 10, 'FlameScope has stored graphs of two ranges that are ours',
	"$compared comparisons, $apart with differences that flamescope.t names");

# --- difffolded.pl ------------------------------------------------------------------------

# Lines in order, with addresses as -s leaves them.
sub lines
{
	return join '', sort map { s/0x[0-9a-fA-F]+/0x.../gr . "\n" } split /\n/, $_[0];
}

my %stacks = Corpus::stacks();
my @files = map { $stacks{"folded/inferno--$_.txt"} } qw(after before);
my %how = (
	'difffolded' => [], 'difffolded-s' => [],
	'difffolded-n' => ['--normalise', 'share'],
	'difffolded-n-s' => ['--normalise', 'share'],
	'inferno-default' => [], 'inferno-strip_hex' => [],
	'inferno-normalize' => ['--normalise', 'share'],
);
for my $output (sort keys %how) {
	my $stored = Corpus::slurp("expected/folded/diff-folded/$output.folded");
	my ($status, $out, $err) = run('export', '--format', 'folded', '--annotate', 'kernel',
		@{$how{$output}}, @files);

	ok(defined $stored && $status == 0 && lines($out) eq lines($stored),
		"two files are folded as $output has them", $err // '');
}

Corpus::finish();

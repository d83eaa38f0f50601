# two_files.t - two files compared are what each of them is, put together as difffolded.pl does.
#
# Its algorithm is short enough to stand here: stacks of both files, added up by their text, with
# "0x..." for addresses (-s), the first file's cut after it was made comparable (-n).

use strict;
use warnings;
use Corpus;

Corpus::start('two_files');

my $address = qr/0x[0-9a-fA-F]+/;

sub sums
{
	my ($text) = @_;
	my %sum;

	while ($text =~ /^(.*) (\d+)$/gm) {
		my ($stack, $value) = ($1, $2);

		$stack =~ s/$address/0x.../g;
		$sum{$stack} += $value;
	}
	return \%sum;
}

sub difffolded
{
	my ($before, $after, $normalise) = @_;
	my ($t1, $t2, %lines) = (0, 0);

	$t1 += $_ for values %$before;
	$t2 += $_ for values %$after;
	for my $stack (keys %$before, keys %$after) {
		my ($c1, $c2) = ($before->{$stack} // 0, $after->{$stack} // 0);

		$c1 = int($c1 * $t2 / $t1) if $normalise && $t1 != $t2;
		$lines{"$stack $c1 $c2"} = 1;
	}
	return join '', map { "$_\n" } sort keys %lines;
}

sub in_order { return join '', map { "$_\n" } sort split /\n/, $_[0] }

sub first_difference
{
	my ($is, $expected) = @_;
	my @is = split /\n/, $is;
	my @expected = split /\n/, $expected;

	for my $i (0 .. @is > @expected ? $#is : $#expected) {
		my ($x, $y) = ($is[$i] // 'nothing', $expected[$i] // 'nothing');
		return ("is       $x", "expected $y") if $x ne $y;
	}
	return ();
}

my @export = qw(export --no-cache --format folded);
my @ways = (['', 0, qw(--normalise none)], ['-n', 1, qw(--normalise share)]);

# ---- what the script has made of two files ----

my ($before, $after) = map { Corpus::path("folded/inferno--$_.txt") } qw(before after);
for my $way (@ways) {
	my ($n, $normalise, @options) = @$way;
	my $stored = slurp("expected/folded/diff-folded/difffolded$n-s.folded");
	my ($status, $out, $err) = run(@export, qw(--annotate kernel), @options, $after, $before);
	my @delta = $status ? $err : first_difference(in_order($out), in_order($stored));

	ok(!@delta, "difffolded.pl $n -s of the corpus is reproduced", @delta);
}

# ---- pairs of files of one kind, as each is by itself ----

my %text = profiles();
my %folded = stacks();
my %file = (%text, %folded);
my %alone;

sub alone
{
	my ($name) = @_;

	$alone{$name} //= do {
		my ($status, $out) = run(@export, $file{$name});
		{status => $status, sums => $status ? {} : sums($out)};
	};
	return $alone{$name};
}

my $compared = 0;
for my $of (\%text, \%folded) {
	my @names = sort keys %$of;

	for my $i (1 .. $#names) {
		my ($old, $new) = @names[$i - 1, $i];
		next if alone($old)->{status} || alone($new)->{status};
		for my $way (@ways) {
			my ($n, $normalise, @options) = @$way;
			my ($status, $out, $err) = run(@export, @options, $file{$new}, $file{$old});
			my $expected = difffolded(alone($old)->{sums}, alone($new)->{sums}, $normalise);
			my @delta;

			next if $status == 2 && $err =~ /event/;
			@delta = $status ? $err : first_difference(in_order($out), $expected);
			$compared++;
			ok(!@delta, "$new against $old $n", @delta);
		}
	}
}
ok($compared >= 60, 'so many pairs have an event in common', $compared);

# ---- a file and itself, in every format ----

my $zeros = 0;
for my $kind (Corpus::kinds()) {
	for my $path (Corpus::files($kind)) {
		next unless -f $path && -s $path < 4_000_000;
		my ($status, $out) = run(qw(diff --no-cache --by all --format json), $path, $path);

		next if $status;
		my $d = json($out);
		my @differs = grep { $_->{share} != $_->{baseline_share} || $_->{share_change} ||
			$_->{change_per_second} } @{$d->{rows}};
		$zeros++;
		ok(!@differs && @{$d->{rows}}, "$kind: nothing differs from itself in "
			. $path =~ s,.*/,,r, map { $_->{name} } @differs);
	}
}
ok($zeros >= 100, 'so many files were compared with themselves', $zeros);
Corpus::finish();

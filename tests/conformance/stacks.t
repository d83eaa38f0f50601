# stacks.t - folded stacks of other tools: every file of the corpus opens, with the stacks that
# it has or that a peer found in it.

use strict;
use warnings;
use Corpus;

Corpus::start('stacks');

my @as = qw(--no-cache --input-format folded);

sub exported
{
	my ($file) = @_;

	return run(qw(export --idle show --annotate all), @as, $file);
}

# The same from the text: the last number of a line, rounded, is the stack's.
sub simple
{
	my ($text, $columns) = @_;
	my %sum;

	for (split /\n/, $text) {
		s/\r$//;
		next if /^#(?:$|[ \t]|[^;]*$)/;
		my ($stack, $n) = /^(.*\S.*)[ \t](\d+(?:\.\d*)?)[ \t]*$/ or next;
		$stack =~ s/ \d+(?:\.\d*)?$// if $columns == 2;
		$sum{$stack} += int($n + 0.5);
	}
	return \%sum;
}

# The "stacks" of speedscope's snapshot. It takes the lines as a sequence in time.
sub of_snapshot
{
	my ($text) = @_;
	my ($stacks) = $text =~ /"stacks": \[\n(.*?)\n  \]/s or die "no stacks\n";
	my %sum;

	for (split /\n/, $stacks) {
		my ($stack, $n) = /^ *"(.*) (\d+)",$/ or die "no stack: $_\n";
		$sum{$stack} += $n;
	}
	return \%sum;
}

# These have no ';'.
my %bare = map { ("folded/flamelens--$_.txt" => 1) } 'ignore-metadata-lines', 'invalid-lines';

my $facts = facts();
my %files = stacks();
for my $file (sort keys %files) {
	my $bytes = slurp($file);
	my $columns = $file =~ /-diff\.txt$/ ? 2 : 1;
	my ($status, $out, $err) = exported($files{$file});

	if ($status) {
		ok(0, "$file opens", $err);
		next;
	}
	my $as = $bare{$file} ? '' : 'folded';
	ok(recognised($bytes) eq $as, "$file is recognised by its begin", recognised($bytes));
	my $ours = folded($out);
	my $snapshot = slurp("expected/$file.speedscope-snapshot.txt");
	if (defined $snapshot) {
		my @delta = folded_delta(of_snapshot($snapshot), $ours);
		ok(!@delta, "$file has the stacks that speedscope finds", @delta);
	}
	if ($bytes !~ /^(?:\xff\xfe|\xfe\xff)/) {
		my @delta = folded_delta(simple($bytes, $columns), $ours);
		ok(!@delta, "$file has the stacks that stand there", @delta);
	}
	my $total = 0;
	$total += $_ for values %$ours;
	my $fact = $facts->{$file}{facts}{total} // $facts->{$file}{total};
	ok(!defined $fact || abs($total - $fact) < 1, "$file has as many samples",
		"$total, expected " . ($fact // '?'));
}
ok(keys %files == 30, 'all files are looked at', scalar(keys %files) . ' were found');
Corpus::finish();

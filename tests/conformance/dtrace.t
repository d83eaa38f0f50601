# dtrace.t - what DTrace printed has the stacks, counts and times that are printed there.
#
# Counts are compared with stored output of stackcollapse.pl and inferno, whose frames are
# made of ours: module, back-tick, name, and what these scripts cut off names. For profiles
# with times no peer has stored anything: they are compared with the lines of the file.

use strict;
use warnings;
use Corpus;

Corpus::start('dtrace');

# The samples of a file: [seconds or -, weight, who, module`name of each frame from the leaf].
sub samples
{
	my ($path) = @_;
	my @samples;

	my $samples = $ENV{SAMPLES} || './tests/conformance/samples';
	open my $in, '-|', $samples, $path, 'addresses' or die "$samples: $!\n";
	while (<$in>) {
		chomp;
		if (/^  ([\w-]+) (.*) \((.*?)\)$/) {
			my ($name, $module) = ($2, $3);
			$name = "0x$1" if $name =~ /^\[\Q$module\E <([0-9a-f]+)>\]$/;
			push @{$samples[-1]}, ($module eq '' ? '' : "$module`") . $name;
		} elsif (/^(\S+) samples (\d+) \S+ (.*)$/) {
			push @samples, [$1, $2, $3];
		}
	}
	close $in;
	return @samples;
}

# A frame as stackcollapse.pl prints it, root first if it stands for several.
sub collapsed
{
	my ($frame) = @_;
	my @pieces;

	$frame =~ s/(::.*)[(<].*/$1/;
	for (split /->/, $frame) {
		tr/;/:/;
		s/^L//;
		push @pieces, @pieces ? "${_}_[i]" : $_;
	}
	return @pieces;
}

sub sums
{
	my %sum;

	for (@_) {
		my ($time, $weight, $who, @frames) = @$_;
		$sum{join ';', map { collapsed($_) } reverse @frames} += $weight;
	}
	return \%sum;
}

my $dir = 'expected/dtrace';
my $facts = Corpus::facts();
my @counted = grep { $_->{facts}{stackcollapse_pl} && $_->{file} =~ /^dtrace/ } values %$facts;

for my $name (sort map { $_->{file} =~ s/.*\///r =~ s/\.gz$//r } @counted) {
	my $path = Corpus::path("dtrace/$name");
	my $sum = sums(samples($path));
	my $total = 0;

	$total += $_ for values %$sum;
	my $fact = $facts->{"dtrace/$name"}{facts}{stackcollapse_pl};
	ok($total == $fact->{total}, "dtrace/$name has as many samples as were counted",
	   "$total, not $fact->{total}");
	differs('dtrace', "dtrace/$name", folded_delta(folded(slurp("$dir/$name.folded")), $sum));
}

# inferno folds the others as stackcollapse.pl does, or cuts more off names.
my $sum = sums(samples(Corpus::path('dtrace/flamegraph--example-dtrace-stacks.txt')));
my @delta = folded_delta(folded(slurp("$dir/inferno/dtrace-example.folded")), $sum);
ok(!@delta, 'the example of FlameGraph has the stacks that inferno finds', @delta);

my ($status, $out, $err) = run('heatmap', Corpus::path('dtrace/inferno--stack-ustack.txt'));
ok($status && $err =~ /time/, 'counts without times have no heat map, which is said', $err);
($status, $out, $err) = run('info', Corpus::path('dtrace/inferno--only-header-lines.txt'));
ok($status == 1 && $err =~ /no samples/, 'a file without a stack is refused', $err);

# ---- with times ----

# What a file says itself: [time in its unit, who, frames], by time.
sub printed
{
	my ($text) = @_;
	my @found;

	for (split /\n/, $text) {
		if (/^(\S+) +(?:(\d+) )?(\d+):/) {
			push @found, [$3, $1 . ' ' . ($2 // '-') . '/-'];
		} elsif (/^ +(.*[^\d ].*)$/) {
			push @{$found[-1]}, $1 =~ s/^0x[0-9a-f]+ //r =~ s/\+0x[0-9a-f]+$//r;
		}
	}
	return sort { $a->[0] <=> $b->[0] } @found;
}

sub lines
{
	return map { my ($time, @rest) = @$_; join "\n", sprintf('%.3f', $time), @rest } @_;
}

my %unit = (
	'cpuprofilify--dtrace.resolved.stack' => 1000,
	'variant--printa-us-count.dtrace' => 1000000,
);

for my $name (sort keys %unit) {
	my $fact = $facts->{"dtrace/$name"}{facts};
	my @theirs = printed(slurp("dtrace/$name"));
	my @ours = samples(Corpus::path("dtrace/$name"));

	$_->[0] /= $unit{$name} for @theirs;
	splice @$_, 1, 1 for @ours;
	ok(@ours == $fact->{events}, "dtrace/$name has all its samples", scalar @ours);
	ok(join("\n", lines(@ours)) eq join("\n", lines(@theirs)),
	   "dtrace/$name has the times, names and stacks that are printed there");
	my ($first) = map { $_->{first} // $_->{first_us} } $fact;
	ok($ours[0][0] == $first / $unit{$name}, "dtrace/$name begins when it should", $ours[0][0]);
}
Corpus::finish();

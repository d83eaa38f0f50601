# slices.t - whatever is cut in pieces adds up: the seconds of a profile to its flame graph, the
# children of a frame to the frame, the functions of the table to the number of samples.

use strict;
use warnings;
use Corpus;
no warnings 'recursion'; # stacks are deep

Corpus::start('slices');

# The folded stacks of consecutive seconds in one sum; of a long profile several seconds at a time, if not
# EVERYWHERE=1.
sub sum_of_seconds
{
	my ($columns, @ask) = @_;
	my $step = $ENV{EVERYWHERE} ? 1 : int(($columns + 3) / 4) || 1;
	my %sum;

	for (my $second = 0; $second < $columns; $second += $step) {
		my ($status, $out) = run('export', '--range', $second . ',' . ($second + $step), @ask);
		my $slice = folded($status ? '' : $out);

		$sum{$_} += $slice->{$_} for keys %$slice;
	}
	return \%sum;
}

# Every node that is not its children and itself.
sub flaws
{
	my ($node, @path) = @_;
	my $sum = $node->{self};
	my @flaws;

	for my $child (@{$node->{children}}) {
		$sum += $child->{total};
		push @flaws, flaws($child, @path, $child->{name});
	}
	push @flaws, sprintf '%s is %d, its parts are %d', join(';', @path), $node->{total}, $sum
		if $sum != $node->{total};
	return @flaws;
}

# The two parts before and from the last sample's time: it must be in the second alone.
sub sum_at_last
{
	my ($start_s, @ask) = @_;
	my ($status, $out) = run('info', '--json', $ask[-1]);
	my $info = json($out);
	my $last = sprintf '%.9f', $info->{origin_s} - $start_s + $info->{last_sample_s};
	my %sum;

	for my $range ("0,$last", "$last,") {
		($status, $out) = run('export', '--range', $range, @ask);
		my $part = folded($status ? '' : $out);

		return {"nothing in $range" => 1} if $range =~ /,$/ && !%$part;
		$sum{$_} += $part->{$_} for keys %$part;
	}
	return \%sum;
}

# The nodes that are no functions but processes.
sub bare
{
	my ($node) = @_;
	my @groups = grep { $_->{kind} eq 'group' } @{$node->{children} // []};

	return ($node, map { bare($_) } @groups);
}

# Flame graph and table are about as many samples as the folded stacks.
sub compare_sums
{
	my ($file, $samples, @ask) = @_;
	my ($status, $out, $err) = run('flame', '--format', 'json', @ask);
	my $tree = $status ? {} : json($out)->{root};
	my ($wide, @flaws) = $status ? (-1) : ($tree->{total}, flaws($tree));

	ok(!$status && $wide == $samples, "width $file", "flame graph $wide, folded $samples", $err);
	ok(!$status && !@flaws, "nodes $file", @flaws, $err);

	($status, $out, $err) = run('top', '--format', 'json', @ask);
	my $top = $status ? {} : json($out);
	my ($self, $over) = (0, 0);
	for (@{$top->{rows}}) {
		$self += $_->{self};
		$over++ if $_->{total} > $samples || $_->{self} > $_->{total};
	}
	$self += $_->{self} // 0 for bare($tree); # in no function
	ok(!$status && $self == $samples, "top $file", "self $self, folded $samples", $err);
	ok(!$over, "top's totals $file", "$over functions have more than all or less than self");
}

my %profiles = profiles();
for my $file (sort keys %profiles) {
	my @ask = ('--event', 'all', '--idle', 'show', $profiles{$file});
	my ($status, $out, $err) = run('export', @ask);

	if ($status) {
		differs('slices', $file, refused($status, $err));
		next;
	}
	my $whole = folded($out);
	my $samples = 0;
	$samples += $_ for values %$whole;
	compare_sums($file, $samples, @ask);

	($status, $out, $err) = run('heatmap', '--rows', 1, '--format', 'json', @ask);
	if ($status) {
		differs('slices', $file, refused($status, $err));
		next;
	}
	my $map = json($out);
	ok($map->{samples} == $samples, "map $file", "cells $map->{samples}, folded $samples");
	my @found = folded_delta($whole, sum_at_last($map->{origin_s}, @ask));
	ok(!@found, "half-open $file", @found);
	if ($map->{column_count} > 100) {
		ok(0, "slices $file", "$map->{column_count} columns: no profile here is that long");
		next;
	}
	differs('slices', $file, folded_delta($whole, sum_of_seconds($map->{column_count}, @ask)));
}
Corpus::finish();

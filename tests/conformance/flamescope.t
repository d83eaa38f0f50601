# flamescope.t - heat maps and flame graphs are FlameScope's, but for its named bugs.
#
# FlameScope counts every event as one, hides a sample when its idle pattern matches anywhere
# in it, cuts the process name at its first digit and a function at its first "+", and its
# ranges hold both ends. What can be undone is undone here to ours; what cannot is a row of
# the table of differences.

use strict;
use warnings;
no warnings 'recursion'; # stacks are deep
use Corpus;
use JSON::PP;

my %graph = ('fg-all' => 'fg_all', 'fg-r1' => 'fg_r1', 'fg-r2' => 'fg_r2');

Corpus::start('flamescope-heatmap', map { "flamescope-$_" } keys %graph);

# The two that it has: idle is whatever ran below an idle function, work or not.
my $idle = qr/swapper.*(?:cpuidle|cpu_idle|cpu_bringup_and_idle|native_safe_halt
	|xen_hypercall_sched_op|xen_hypercall_vcpu_op)/x;

# A stack of ours as FlameScope would have named it.
sub renamed
{
	my ($comm, @frames) = split /;/, $_[0], -1;
	my $java = $comm eq 'java';

	$comm = $comm =~ /^ *([^0-9]+)/ ? $1 =~ s/\s+$//r : '<unknown>';
	for (@frames) {
		my $at = index $_, '+';
		$_ = substr $_, 0, $at if $at > 0;
		s/^L// if $java;
	}
	return join ';', $comm, @frames;
}

# Our folded stacks in FlameScope's names, without what it takes for idle.
sub as_flamescope
{
	my ($ours) = @_;
	my %sum;

	for my $stack (keys %$ours) {
		my $name = renamed($stack);
		$sum{$name} += $ours->{$stack} if "$name;" !~ $idle;
	}
	return \%sum;
}

# FlameScope's tree as folded stacks. Two siblings of one name in two libraries are one here.
sub flat
{
	my ($node, @path) = @_;
	my %sum;

	for my $child (@{$node->{c}}) {
		my $at = join ';', @path, $child->{n} =~ s/;/:/gr;
		my $below = flat($child, $at);
		$sum{$at} += $child->{v} if $child->{v};
		$sum{$_} += $below->{$_} for keys %$below;
	}
	return \%sum;
}

# A range closed at both ends; times here are whole microseconds.
sub range
{
	my ($from, $to) = @_;

	return defined $from ? ('--range', sprintf '%.6f,%.6f', $from, $to + 1e-6) : ();
}

sub compare_graph
{
	my ($file, $path, $kind, $theirs, $range) = @_;
	my ($status, $out, $err) =
		run('export', '--event', 'all', '--idle', 'show', range(@$range), $path);
	my $ours = folded($status ? '' : $out);

	differs("flamescope-$kind", $file, $status ? "refused $status" : (),
		folded_delta(flat($theirs), as_flamescope($ours)));
}

# Where FlameScope took part of a process name for the time ("misdated SECONDS COUNT"), its
# map begins there: COUNT samples lie in that one cell, the others in columns far to the
# right. Put those back to their seconds; the lines that say what is then still missing.
sub undo_misdated
{
	my ($theirs, $ours, $seconds, $count) = @_;
	my $shift = $ours->{start_s} - int $seconds;
	my $row = int(($seconds - int $seconds) * 50);
	my @values = @{$theirs->{values}};
	my $there = $values[0][49 - $row];

	$values[0][49 - $row] = 0;
	for my $c (0 .. $shift - 1) {
		return ($theirs, "a sample in column $c, before the first second")
			if grep { $_ } @{$values[$c]};
	}
	splice @values, 0, $shift;
	return ({values => \@values}, "misdated $seconds $there");
}

# Differences that only add up to `count` samples which ours has more are that line alone.
sub only_more
{
	my ($count, @cells) = @_;
	my $sum = 0;

	/([-+]\d+)$/ and $sum += $1 for @cells;
	return $sum == $count && !grep { /-\d+$/ } @cells;
}

# "cell column row +n": row 0 is the start of the second, in FlameScope's the end.
sub compare_map
{
	my ($file, $path, $theirs) = @_;
	my ($status, $out) = run('heatmap', '--rows', 50, '--event', 'all', '--format', 'json', $path);
	my @found;

	return differs('flamescope-heatmap', $file, "refused $status") if $status;
	my $ours = JSON::PP->new->decode($out);
	my ($misdated) = grep { /^misdated/ } Corpus::allowed('flamescope-heatmap', $file);
	my @undone;
	($theirs, @undone) = undo_misdated($theirs, $ours, $misdated =~ /([\d.]+) (\d+)$/)
		if $misdated;
	my ($n, $m) = (scalar @{$theirs->{values}}, $ours->{columns});
	push @found, "columns $m, theirs $n" if $n != $m;
	for my $c (0 .. ($n > $m ? $n : $m) - 1) {
		for my $r (0 .. 49) {
			my $a = $c < $n ? $theirs->{values}[$c][49 - $r] : 0;
			my $b = $c < $m ? $ours->{counts}[$c][$r] : 0;
			push @found, sprintf 'cell %d %d %+d', $c, $r, $b - $a if $a != $b;
		}
	}
	@found = () if @undone && only_more($undone[0] =~ / (\d+)$/, @found);
	differs('flamescope-heatmap', $file, @undone, @found);
}

my %profiles = profiles();
my $facts = facts();
for my $file (sort keys %profiles) {
	(my $name = $file) =~ s,^(recorded/[^/]+)/script\.txt$,$1,;
	next if $name =~ m,^recorded/.*/,;
	my $known = $facts->{$name}{facts}{flamescope} or next;

	if (defined(my $json = Corpus::slurp("expected/$name.flamescope.heatmap.json"))) {
		compare_map($file, $profiles{$file}, JSON::PP->new->decode($json));
	}
	for my $kind (sort keys %graph) {
		my $json = Corpus::slurp("expected/$name.flamescope.$kind.json");
		next unless defined $json && $known->{$graph{$kind}}{range};
		compare_graph($file, $profiles{$file}, $kind, JSON::PP->new->decode($json),
			$known->{$graph{$kind}}{range});
	}
}
Corpus::finish();

#!/usr/bin/env perl
# told.t - two programs are recorded on this machine as they run, and what flarescope says of their
# waiting is what they told of it themselves: ident of its time on a CPU and asleep, convoy of each
# wait for a lock. Nothing is compared where perf may not record switches, or cannot build them.
#
# The machine may be busy: who waits for a CPU is away as well, so that a told wait is held against
# all absences within it.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use List::Util qw(max min sum0);
use Peer qw(output record);
use Program;

my $from = abs_path($ENV{FLARESCOPE_CORPUS} || ($ENV{srcdir} || '.') . '/../shared/corpus') . '/../recordings/sched';
my $dir = tempdir(CLEANUP => 1);
my @cc = split ' ', $ENV{CC} || 'cc';
my @how = (qw(-q -a -e cpu-clock/freq=99/ -e sched:sched_switch -e sched:sched_wakeup
	-e sched:sched_waking -g -k CLOCK_MONOTONIC -m 4M));

sub none
{
	my ($why) = @_;

	print "1..0 # SKIP $why: nothing was compared\n";
	print STDERR "conformance: told.t: NOTHING COMPARED: $why\n";
	exit 0;
}

# What the program said while perf recorded it.
sub recorded
{
	my ($name, @args) = @_;

	none("$name was not built: " . ((split /\n/, $Peer::why)[0] // ''))
		unless defined output(@cc, qw(-g -O1 -fno-omit-frame-pointer -pthread -o), "$dir/$name",
			"$from/$name.c");
	my $said = output('perf', 'record', @how, '-o', "$dir/$name.data", '--', "$dir/$name", @args);

	none('perf may not record switches: ' . ((split /\n/, $Peer::why)[0] // ''))
		unless defined $said && -s "$dir/$name.data";
	return $said;
}

# Seconds that the thread spent in a state.
sub seconds
{
	my ($file, $state, $tid) = @_;
	my ($status, $out, $err) = run('top', '--no-cache', '--state', $state, '--by', 'thread',
		'--filter', "tid=$tid", '--format', 'json', $file);

	return sum0(map { $_->{total} } @{json($out)->{rows}}) / 1e9 if !$status;
	die "$file: $err" unless $err =~ /no thread was in this state|no span fits/;
	return 0;
}

sub compare_ident
{
	my ($said) = @_;
	my ($pid, $wall, $cpu) = $said =~ /pid (\d+) wall (\S+) cpu (\S+)/ or die "ident: $said";
	my $file = "$dir/ident.data";
	my %of = map { $_ => seconds($file, $_, $pid) }
		qw(all running blocked runnable preempted unknown);
	my $told = sprintf 'told: wall %.6f, cpu %.6f; found: %s', $wall, $cpu,
		join ', ', map { sprintf '%s %.6f', $_, $of{$_} } sort keys %of;

	# the program begins to look at its clock when it has started
	ok($of{all} > 0.999 * $wall && $of{all} < 1.001 * $wall + 0.2, 'ident: all its time', $told);
	ok($of{running} < 1.02 * $cpu + 0.005 && $of{running} + $of{unknown} > 0.98 * $cpu - 0.005,
		'ident: it ran as long as getrusage says', $told);
	ok($of{blocked} + $of{unknown} > 1.99 && $of{blocked} < 2.06,
		'ident: it slept a hundred times 20 ms', $told);
}

# How much of [a, b] the absences cover.
sub covered
{
	my ($a, $b, @away) = @_;

	return sum0(map { max(0, min($b, $_->{to_s}) - max($a, $_->{from_s})) } @away);
}

sub compare_convoy
{
	my ($said) = @_;
	my ($status, $out, $err) = run('waits', '--no-cache', '--format', 'json', "$dir/convoy.data");
	my (%away, @why, %locked);

	die "convoy: $err" if $status;
	my $waits = json($out);
	push @{$away{$_->{tid}}}, $_ for @{$waits->{rows}};
	$locked{$_} = 1 for $said =~ /^(?:held|waited) (\d+)/mg;
	my @told = $said =~ /^(waited \d+ \d+ \d+)/mg;
	for (@told) {
		my (undef, $tid, @ns) = split;
		my ($since, $until) = map { $_ / 1e9 - $waits->{origin_s} } @ns;
		my @within = grep { $_->{to_s} > $since && $_->{from_s} < $until } @{$away{$tid} || []};
		my ($longest) = sort { $b->{blocked_s} + $b->{unknown_s} <=> $a->{blocked_s} + $a->{unknown_s} }
			@within;
		my $waker = $longest && $longest->{waker_tid};

		push @why, sprintf '%s: away for %.6f of %.6f s', $_, covered($since, $until, @within), $until - $since
			if covered($since, $until, @within) < $until - $since - 0.0005;
		push @why, "$_: woken by $waker"
			if defined $waker && ($waker == $tid || !$locked{$waker});
		push @why, "$_: in " . ($longest->{place} // 'nothing')
			if $longest && ($longest->{place} // '') !~ /lock/;
	}
	ok(@told > 0 && !@why, 'convoy: ' . @told . ' waits that were told are found, and who ended them',
		@why);
	ok(!grep({ abs($_->{to_s} - $_->{from_s} - $_->{blocked_s} - $_->{runnable_s} - $_->{unknown_s}) >
			1e-8 } map { @$_ } values %away), 'convoy: each absence is the sum of its parts');
}

none("no programs at $from") if !-e "$from/ident.c";
Program::start();
compare_ident(recorded('ident'));
compare_convoy(recorded('convoy', 4, 3, 300, 700));
Program::finish();

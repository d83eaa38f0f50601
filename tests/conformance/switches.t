#!/usr/bin/env perl
# switches.t - no time of a thread is lost or told twice: in every recording and text with
# switches, of the corpus and of those beside it, running, blocked, waiting for a CPU, preempted
# and unknown together are, to the nanosecond, all the time from where a thread is first spoken of
# up to the end of the recording or of the thread. That time is read here from the text, of
# recordings from what perf script prints of them.

use strict;
use warnings;
use FindBin qw($Bin);
use lib $Bin;
use Corpus;
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);
use File::Temp qw(tempdir);
use Peer qw(output);
use Program;

Corpus::start();
my $dir = tempdir(CLEANUP => 1);
my $beside = ($ENV{FLARESCOPE_CORPUS} || ($ENV{srcdir} || '.') . '/../shared/corpus') . '/../recordings';

sub bytes_of
{
	my ($path) = @_;
	my $bytes;

	gunzip($path => \$bytes, MultiStream => 1, Transparent => 1) or die "$path: $GunzipError\n";
	return $bytes;
}

# What a line says: who, when, what.
sub cut
{
	my ($line) = @_;

	return if $line !~ m{^\s*\S.*?\s(-?\d+)(?:/\s*(-?\d+))?\s+(?:\[\d+\]\s+)?(\d+)\.(\d+):\s+(.*)};
	my ($tid, $seconds, $parts, $rest) = ($2 // $1, $3, $4, $5);

	return if $rest =~ /^PERF_RECORD_(?!SWITCH)/;
	return ($tid, $seconds * 1e9 + substr($parts . '0' x 9, 0, 9), $rest);
}

# By tid how long it is spoken of, in ns, of lines [tid, ns, what].
sub spans
{
	my (@lines) = @_;
	my (%since, %span, $end);

	for (sort { $a->[1] <=> $b->[1] } @lines) {
		my ($tid, $ns, $what) = @$_;
		my ($other) = $what =~ /sched_(?:waking|wakeup(?:_new)?): .* pid=(\d+) prio/;
		my $over;

		$end = $ns + 1;
		if ($what =~ /sched_switch: .*prev_pid=(\d+) .*prev_state=(\S+) ==> .*next_pid=(\d+)/) {
			my ($prev, $state) = ($1, $2);

			$other = $3;
			$tid = $prev if $tid == -1;
			$tid = 0 if $tid != $prev; # it is another's
			$over = $state =~ /^[XZ]/;
		}
		$since{$tid} //= $ns if $tid > 0;
		$since{$other} //= $ns if $other;
		$span{$tid} += $ns - delete $since{$tid} if $over && $tid > 0;
	}
	$span{$_} += $end - $since{$_} for keys %since;
	return {map { $_ => $span{$_} } grep { $span{$_} } keys %span};
}

# The same as flarescope has it, of a state.
sub told
{
	my ($path, $state) = @_;
	my ($status, $out, $err) = run('top', '--no-cache', '--idle', 'show', '--state', $state, '--by',
		'thread', '--format', 'json', $path);
	my %of;

	return {} if $status == 1 && $err =~ /no thread was in this state/;
	die "$path: $err" if $status;
	$of{$_->{tid}} += $_->{total} for @{json($out)->{rows}};
	return \%of;
}

sub differences
{
	my ($one, $two) = @_;

	return map { sprintf 'thread %d: %d, not %d ns', $_, $one->{$_} // 0, $two->{$_} // 0 }
		grep { ($one->{$_} // 0) != ($two->{$_} // 0) } sort { $a <=> $b } keys %{{%$one, %$two}};
}

# What perf prints of a recording, or the text itself; undef: perf is not here, or cannot.
sub text_of
{
	my ($path) = @_;
	my $bytes = bytes_of($path);

	return $bytes unless $bytes =~ /^PERFILE2/;
	open my $out, '>', "$dir/data" or die "$dir/data: $!\n";
	binmode $out;
	print $out $bytes;
	close $out or die "$dir/data: $!\n";
	for my $fields ('comm,pid,tid,cpu,time,event,trace', 'comm,pid,tid,time,event') {
		my $text = output('perf', 'script', '--ns', '-G', '--show-switch-events', '-F', $fields,
			'-i', "$dir/data");

		return $text if defined $text;
	}
	return undef;
}

sub check
{
	my ($path, $name) = @_;
	my $all = told($path, 'all');
	my %sum;

	for my $state (qw(running blocked runnable preempted unknown)) {
		my $of = told($path, $state);

		$sum{$_} += $of->{$_} for keys %$of;
	}
	my @why = differences(\%sum, $all);
	ok(!@why && %$all, "$name: each moment of a thread is in one state", @why);
	my $text = text_of($path);
	return skip("$name: all of its time", "perf script: " . (split /\n/, $Peer::why || 'nothing')[-1]) unless defined $text;
	@why = differences($all, spans(map { my @cut = cut($_); @cut ? \@cut : () } split /\n/, $text));
	ok(!@why, "$name: all of the time in which it is spoken of", @why);
}

my %files = (Corpus::recordings(), Corpus::profiles(),
	map { m{([^/]+/[^/]+)$} ? ($1 => $_) : () } glob "$beside/sched/*.gz");
my $compared = 0;

for my $name (sort keys %files) {
	my ($status) = run('waits', '--no-cache', '--longer', '1000', $files{$name});

	next if $status;
	check($files{$name}, $name);
	$compared++;
}
ok($compared >= 4, "$compared files have switches");
Corpus::finish();

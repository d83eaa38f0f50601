# Peer.pm - the perf of this machine: what it records, and what it says of that, sample by
# sample. Core modules only.

package Peer;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp qw(tempfile);

our @EXPORT = qw(output record samples script clock compare);

my $samples = $ENV{SAMPLES} || './tests/conformance/samples';

our $why = ''; # what the last command said

# What a command prints, undef when it fails or is not there.
sub output
{
	my (@command) = @_;
	my $said = tempfile(UNLINK => 1);
	my $pid = open my $out, '-|';

	die "fork: $!\n" unless defined $pid;
	if (!$pid) {
		open STDERR, '>&', $said;
		open STDIN, '<', '/dev/null';
		exec @command or exit 127;
	}
	local $/;
	my $text = <$out>;
	close $out;
	my $status = $?;
	seek $said, 0, 0;
	$why = <$said> // '';
	return $status ? undef : $text // '';
}

# perf record @options into `file`; false when it may not, or knows no such option.
sub record
{
	my ($file, @options) = @_;

	return defined output('perf', 'record', '-q', '-o', $file, @options);
}

# The samples of a file that flarescope reads, by time: {head, frames: from the leaf}. The
# head has time, event, weight, CPU, and whose it is.
sub samples
{
	my ($file) = @_;
	my $text = output($samples, $file) // die "$file: $why";
	my @all;

	for (split /\n/, $text) {
		if (/^  (.*)/) {
			push @{$all[-1]{frames}}, $1;
		} elsif (!/^(?:note|loss|aside) /) {
			push @all, {head => $_, frames => []};
		}
	}
	return @all;
}

# What perf script prints of a recording, as flarescope reads that text. Of what has one
# period always perf prints none: then it is `weight`.
sub script
{
	my ($data, %how) = @_;
	my @fields = qw(comm pid tid time event ip sym dso);
	my ($out, $text) = tempfile(UNLINK => 1);

	push @fields, 'cpu' if $how{wide};
	push @fields, 'period' unless $how{weight};
	my $printed = output('perf', 'script', '--no-inline', '--ns', '-F', join(',', @fields),
		'-i', $data) // die "perf script: $why";
	print $out $printed;
	close $out;
	my @all = samples($text);
	for (@all) {
		$_->{head} =~ s/^(\S+ \S+) 1 /$1 $how{weight} / if $how{weight};
	}
	return @all;
}

# All times that perf itself finds, in order, as nanoseconds.
sub clock
{
	my ($data) = @_;
	my $text = output('perf', 'script', '--ns', '-G', '-F', 'time', '-i', $data)
		// die "perf script: $why";

	return map { /^\s*(\d+)\.(\d{9}):/ ? "$1$2" + 0 : () } split /\n/, $text;
}

# Frame by frame: {samples, frames, equal, only: [heads that one of both has], class: {name =>
# frames}, other: [what no class explains]}. `compared` may leave out frames.
sub compare
{
	my ($theirs, $ours, $classes, $compared) = @_;
	my %found = (samples => 0, frames => 0, equal => 0, only => [], class => {}, other => []);
	my %of;

	push @{$of{$_->{head}}}, $_->{frames} for @$ours;
	for my $sample (@$theirs) {
		my $frames = shift @{$of{$sample->{head}} || []};

		if (!$frames) {
			push @{$found{only}}, "theirs: $sample->{head}";
			next;
		}
		$found{samples}++;
		frames(\%found, $sample, $frames, $classes, $compared);
	}
	push @{$found{only}}, map { ("ours: $_") x @{$of{$_}} } sort keys %of;
	return \%found;
}

sub frames
{
	my ($found, $sample, $ours, $classes, $compared) = @_;
	my $theirs = $sample->{frames};
	my @pairs = map { [$theirs->[$_] // '', $ours->[$_] // '', 1] }
		0 .. (@$theirs > @$ours ? $#$theirs : $#$ours);

	# where perf has none, they differ together
	@pairs = (['', join('; ', @$ours), scalar @$ours]) if @$ours && !@$theirs;
	for (@pairs) {
		my ($a, $b, $n) = @$_;

		next if $compared && !$compared->($sample, $a);
		$found->{frames} += $n;
		if ($a eq $b) {
			$found->{equal} += $n;
			next;
		}
		my ($class) = grep { $a =~ $_->[1] && $b =~ $_->[2] } @$classes;
		if ($class) {
			$found->{class}{$class->[0]} += $n;
		} else {
			push @{$found->{other}}, "$sample->{head}: '$a' is '$b' here";
		}
	}
}

1;

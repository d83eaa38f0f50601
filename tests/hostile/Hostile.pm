# Hostile.pm - run the program over a file that means harm, and hold it to bounds.
#
#	use Hostile;
#	my $dir = hostile_dir();                      # goes away at the end
#	my $run = harm(['info', "$dir/x"]);           # what came of it: a hash, see harm()
#	harmless('a name', ['info', "$dir/x"],        # harm(), and ok() for what is asked
#	    status => 1, says => qr/too deep/,        # exit status; standard error
#	    prints => qr/^samples/m,                  # standard output
#	    seconds => 2, memory => 64);              # CPU seconds, MiB
#
# A signal, a sanitizer's report, or no end within $wall seconds always fails. Under
# sanitizers CPU time may be ten times as long and memory is not compared. What takes too long runs
# twice more, and the least counts: a busy machine only adds.

package Hostile;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp qw(tempdir tempfile);
use Program;

our @EXPORT = qw(harm harmless hostile_dir write_file sanitized);

my $measured = $ENV{MEASURED} || './tests/hostile/measured';
my $wall = 120; # a machine may be busy; what hangs is found all the same
my $sanitized;

sub hostile_dir
{
	return tempdir('flarescope-hostile.XXXXXX', TMPDIR => 1, CLEANUP => 1);
}

sub write_file
{
	my ($path, @bytes) = @_;

	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out @bytes or die "$path: $!\n";
	close $out or die "$path: $!\n";
	return $path;
}

# Is the program built with sanitizers?
sub sanitized
{
	harm(['--version']) unless defined $sanitized;
	return $sanitized;
}

sub slurp
{
	my ($path, $most) = @_;

	open my $in, '<:raw', $path or return '';
	read $in, (my $text = ""), $most;
	return $text // '';
}

# Run flarescope with these arguments (no shell comes near them). Options: env => {NAME => VALUE},
# wall => SECONDS, stdin => PATH. The answer: {end} is exit, signal or late, {status} the number,
# {out} and {err} at most 4 MiB of what it said, {bytes} the length of all its output,
# {cpu} and {wall} seconds, {peak} MiB.
sub harm
{
	my ($args, %option) = @_;
	my $dir = tempdir('flarescope-run.XXXXXX', TMPDIR => 1, CLEANUP => 1);
	my $pid = fork;

	die "fork: $!\n" unless defined $pid;
	if (!$pid) {
		my %env = %{$option{env} || {}};
		@ENV{keys %env} = values %env;
		open STDIN, '<', $option{stdin} || '/dev/null';
		open STDOUT, '>', "$dir/out";
		open STDERR, '>', "$dir/err";
		exec $measured, "$dir/report", $option{wall} || $wall,
		    $ENV{FLARESCOPE} || './flarescope', @$args or exit 127;
	}
	waitpid $pid, 0;
	my $report = slurp("$dir/report", 1000);
	my ($end, $status, $cpu, $took, $peak, $with) =
	    $report =~ /^(\w+) (\d+) cpu (\d+) wall (\d+) peak (\d+) sanitized (\d)$/
	    or die "measured said '$report'\n";
	$sanitized = $with;
	my $run = {
		end => $end, status => $status, cpu => $cpu / 1000, wall => $took / 1000,
		peak => $peak / 1024, bytes => -s "$dir/out",
		out => slurp("$dir/out", 4 << 20), err => slurp("$dir/err", 4 << 20),
	};
	unlink glob "$dir/*";
	return $run;
}

# CPU seconds as they would be without sanitizers.
sub seconds_of
{
	my ($run) = @_;

	return $run->{cpu} / ($sanitized ? 10 : 1);
}

sub harmless
{
	my ($name, $args, %wanted) = @_;
	my $run = harm($args, %wanted);
	my @why;

	for (1 .. 2) {
		last if !$wanted{seconds} || seconds_of($run) <= $wanted{seconds};
		my $again = harm($args, %wanted);
		$run = $again if $again->{cpu} < $run->{cpu};
	}
	push @why, "ended by $run->{end} $run->{status}" if $run->{end} ne 'exit';
	push @why, 'a sanitizer complains' if $run->{err} =~ /Sanitizer|runtime error/;
	push @why, "status $run->{status}, not $wanted{status}"
	    if defined $wanted{status} && $run->{status} != $wanted{status};
	push @why, "took $run->{cpu} s of CPU" if $wanted{seconds} && seconds_of($run) > $wanted{seconds};
	push @why, sprintf 'took %.0f MiB', $run->{peak}
	    if $wanted{memory} && !$sanitized && $run->{peak} > $wanted{memory};
	push @why, "does not say $wanted{says}" if $wanted{says} && $run->{err} !~ $wanted{says};
	push @why, "does not print $wanted{prints}"
	    if $wanted{prints} && $run->{out} !~ $wanted{prints};
	push @why, "standard error: " . substr($run->{err}, 0, 3000) if @why;
	ok(!@why, $name, @why);
	return $run;
}

1;

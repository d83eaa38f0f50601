# machine.t - what perf records on this machine has the samples, times and names here that perf
# script finds in it, frame by frame. Nothing is compared where perf may not record.
#
# Programs of machine/ are built and recorded for half a second each, then short recordings are
# made in each way that perf can write. Classes of difference are the rows [frames machine] of
# the table `differences`.

use strict;
use warnings;
use Cwd qw(abs_path);
use Differences;
use File::Temp qw(tempdir);
use Peer;
use Program;

use constant {
	LEAST => 99.5,     # per cent of the frames
	CLASSES_MOST => 5, # of them may be of classes that are known
};

my $src = abs_path($ENV{srcdir} || '.');
my $dir = tempdir(CLEANUP => 1);
my @hertz = ('-F', 999, '-g', '-e', 'cpu-clock');
my @optimised = qw(-g -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls);
my @cc = split ' ', $ENV{CC} || 'cc';
my (%built, %together, %part, %names);

Program::start();
Differences::start($src);
my @classes = Differences::classes('frames');

# Compile with the first compiler that can; a path, or undef.
sub build
{
	my ($name, $compilers, @args) = @_;

	for (@$compilers) {
		my @command = (@$_, @optimised, '-o', "$dir/$name", @args);

		return $built{$name} = "$dir/$name" if defined output(@command);
	}
	print STDERR "conformance: $name: NOT BUILT: ", (split /\n/, $Peer::why)[0] // '', "\n";
	return undef;
}

sub build_all
{
	my $from = "$src/tests/conformance/machine";
	my @cxx = map { [split] } grep { $_ } $ENV{CXX}, qw(c++ g++ clang++);

	build('libpart.so', [\@cc], '-shared', '-fPIC', "$from/part.c");
	build("$_.so", [\@cc], '-shared', '-fPIC', "-DPLUG=$_", "$from/plug.c") for qw(one two);
	build('busy', [\@cc], '-DLOADS', "$from/busy.c", "-L$dir", '-lpart', "-Wl,-rpath,$dir",
		qw(-lm -pthread -ldl));
	build('static', [\@cc], '-static', "$from/busy.c", "$from/part.c", qw(-lm -pthread));
	build('busycc', \@cxx, "$from/busy.cc");
	return defined $built{busy};
}

# What was compared: [whether it holds, what, details ...].
my @found;

sub find
{
	push @found, [@_];
}

# The number of samples and the first and the last time, as perf finds them.
sub same_clock
{
	my ($what, $data, @ours) = @_;
	my @times = sort { $a <=> $b } Peer::clock($data);
	my @mine = map { my ($s, $part) = $_->{head} =~ /^(\d+)(?:\.(\d+))?/;
			 $s . substr(($part // '') . '0' x 9, 0, 9) } @ours;

	find(@times > 20 && "@times" eq "@mine", "$what: every sample at its time",
	     scalar(@times) . ' by perf, ' . @mine . ' here');
}

sub mostly_equal
{
	my ($what, $found) = @_;
	my $percent = 100 * $found->{equal} / ($found->{frames} || 1);

	find($percent >= LEAST, sprintf '%s: %.3f %% of %d frames are those of perf, or of a class that is known',
		$what, $percent, $found->{frames});
}

# One recording: all samples are those of perf, and at least so many of the frames. In a short
# one a single frame is a share of its own: these are taken together.
sub same_frames
{
	my ($what, $data, %how) = @_;
	my @ours = eval { Peer::samples($data) };

	return skip($what, $1) if $@ =~ /(built without \w+)/;
	die $@ if $@;
	return skip($what, 'built without libiberty') if grep { /^user _Z/ } map { @{$_->{frames}} } @ours;
	%names = ();
	for (@ours) {
		$names{$2}{$1} = 1 if $_->{head} =~ m{ (busy|exe) (\d+)/\d+$};
	}
	my @theirs = Peer::script($data, %how);
	my $found = compare(\@theirs, \@ours, \@classes, $how{compared});
	my %class = %{$found->{class}};

	same_clock($what, $data, @ours);
	find($found->{samples} > 20 && !@{$found->{only}},
	     "$what: samples have time, event, period and thread as in perf", @{$found->{only}});
	my ($most, $explained) = ($found->{frames} * CLASSES_MOST / 100, 0);
	$explained += $_ for values %class;
	# few are many of a short recording; but not most
	$found->{equal} += $explained < $most ? $explained : $most;
	$part{$_} = $found->{$_} for qw(frames equal);
	mostly_equal($what, $found) if $how{long};
	find(!@{$found->{other}}, join(', ', "$what: the others are of classes that are known",
				       map { "$_ $class{$_}" } sort keys %class), @{$found->{other}});
}

# On a busy machine perf itself sometimes finds no names in a program for some moments: what
# differs is recorded again, and must then be as it should.
sub compared_again
{
	my ($record, $what, $data, %how) = @_;

	for my $last (0, 1) {
		@found = ();
		%part = ();
		return skip($what, "perf cannot record it here: $Peer::why") unless $record->();
		same_frames($what, $data, %how);
		last if $last || !grep { !$_->[0] } @found;
		print STDERR map { "conformance: $_->[1]: NO, so once more\n" } grep { !$_->[0] } @found;
	}
	$together{$_} += $part{$_} || 0 for qw(frames equal);
	ok($_->[0], $_->[1], @$_[2 .. $#$_]) for @found;
}

# Record it, if that goes here, and compare.
sub recorded
{
	my ($what, $options, $command, %how) = @_;
	my $data = "$dir/perf.data";

	return skip($what, 'the program is not here') unless $command && defined $command->[0];
	compared_again(sub {
		unlink glob("$data/*"), $data;
		rmdir $data;
		return Peer::record($data, '-N', @$options, '--', @$command);
	}, $what, $data, %how);
}

# Maps of code that was made at run time stay behind in /tmp.
sub recorded_node
{
	my @command = ('node', '--perf-basic-prof', "$src/tests/conformance/machine/busy.js", 1);

	return skip('node', 'there is no node') unless defined output('node', '--version');
	recorded('node', \@hertz, \@command, long => 1);
	my ($pid) = map { $_->{head} =~ m,(\d+)/\d+$, } Peer::samples("$dir/perf.data");
	unlink "/tmp/perf-$pid.map" if $pid && -O "/tmp/perf-$pid.map";
}

# A pipe has no head; perf reads it from a pipe alone.
sub recorded_pipe
{
	my $busy = $built{busy};

	compared_again(sub {
		my $text = output('perf', 'record', '-q', '-N', '-o', '-', @hertz, '--', $busy, 0.25);

		return 0 unless defined $text;
		open my $out, '>:raw', "$dir/piped" or die "$dir/piped: $!\n";
		print $out $text;
		close $out;
		return 1;
	}, 'a pipe', "$dir/piped");
}

# Of processes that are not ours the kernel's part alone: their files may be others by now.
sub own_or_kernel
{
	my ($sample, $frame) = @_;

	return $frame =~ /^kernel / || $sample->{head} =~
		m{ (?:swapper|busy|exe|worker/0:1|a: b 7/8|child; of 7/8) \d+/\d+$};
}

# perf takes a library to lie where the program before exec() had it, if that is lower, finds
# its tables nowhere then, and gives up or guesses.
sub before_exec
{
	my ($sample) = @_;
	my ($pid) = $sample->{head} =~ m{(\d+)/\d+$};

	return $names{$pid}{busy} && !$names{$pid}{exe};
}

chdir $dir;
$ENV{HOME} = $dir; # where perf keeps what it recorded
delete @ENV{qw(DEBUGINFOD_URLS PERF_CONFIG)};
my $started = build_all() && Peer::record("$dir/perf.data", @hertz, '--', $built{busy}, 0.6,
	"$dir/one.so", "$dir/two.so");
if (!$started) {
	print "1..0 # SKIP PERF MAY NOT RECORD HERE, or there is no compiler: nothing was compared\n";
	print STDERR "conformance: PERF MAY NOT RECORD HERE: nothing was compared: $Peer::why\n";
	exit 0;
}
my $first = 1;
compared_again(sub {
	return $first-- > 0 || Peer::record("$dir/perf.data", @hertz, '--', $built{busy}, 0.6,
					    "$dir/one.so", "$dir/two.so");
}, 'C', "$dir/perf.data", long => 1);
recorded('C++', \@hertz, [$built{busycc}, 0.5], long => 1);
recorded('a static program', \@hertz, [$built{static}, 0.6], long => 1);
recorded_node();

my $busy = $built{busy};
# Of tasks that another PID namespace has the kernel tells neither pid nor name.
if ((readlink('/proc/self/ns/pid') // '') eq 'pid:[4026531836]') {
	recorded('all CPUs', ['-a', @hertz], [$busy, 0.6], wide => 1, long => 1,
		compared => \&own_or_kernel);
	recorded('a tracepoint', [qw(-a -g -e sched:sched_switch)], [$busy, 0.25], wide => 1,
		compared => \&own_or_kernel);
} else {
	skip('all CPUs', 'in a PID namespace perf does not know the processes of others');
}
recorded('two events', ['-F', 499, '-g', '-e', 'cpu-clock,page-faults'], [$busy, 0.25]);
recorded('a group', [qw(-F 499 -g -e), '{cpu-clock,task-clock}:S'], [$busy, 0.25]);
recorded('packed records', ['-z', @hertz], [$busy, 0.25]);
recorded('a directory', ['--threads', @hertz], [$busy, 0.25]);
recorded('a fixed period', [qw(-c 1000003 -g -e cpu-clock)], [$busy, 0.25], weight => 1000003);
recorded('no call graph', [qw(-F 999 -e cpu-clock)], [$busy, 0.25]);
recorded('copies of the stack', [qw(-F 499 -e cpu-clock --call-graph dwarf)], [$busy, 0.6],
	long => 1, compared => \&before_exec);
recorded('copies of the stack in C++', [qw(-F 499 -e cpu-clock --call-graph dwarf)],
	[$built{busycc}, 0.5], long => 1);
recorded('copies of the stack, packed', [qw(-z -F 499 -e cpu-clock --call-graph dwarf,65528)],
	[$built{busycc}, 0.25], long => 1);
recorded_pipe();
@found = ();
mostly_equal('all recordings', \%together);
ok($_->[0], $_->[1], @$_[2 .. $#$_]) for @found;
# --call-graph lbr is not compared: it needs a CPU that records branches
Program::finish();

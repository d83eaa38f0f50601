# Inputs.pm - what is measured on: found, recorded, or enlarged from an example.

package Inputs;

use strict;
use warnings;
use File::Path qw(make_path);

# Bytes of each text when it has to be made of an example; recorded ones are near to that.
my %bytes = (s999 => 12e6, deep => 90e6, big => 480e6, huge => 1.1e9);

# `data` may be a directory of somebody else's: what is made goes to `work`.
sub new
{
	my ($class, %self) = @_;

	make_path($self{work});
	return bless {%self, from => {}}, $class;
}

sub say_so
{
	print STDERR "bench: @_\n";
}

sub run
{
	my ($self, $command) = @_;

	return system('/bin/sh', '-c', $command) == 0;
}

sub quoted
{
	my ($word) = @_;

	$word =~ s/'/'\\''/g;
	return "'$word'";
}

# Has the program changed since the file was made?
sub is_older
{
	my ($file, $than) = @_;

	return !-s $file || (stat $file)[9] < (stat $than)[9];
}

# By a command that writes it to standard output; a name is only there when all of it is.
sub make
{
	my ($self, $file, $command) = @_;
	my $new = quoted("$file.new");

	return 1 if -s $file;
	say_so("making $file");
	return $self->run("{ $command ; } >$new") && rename "$file.new", $file;
}

sub can_record
{
	my ($self) = @_;

	return $self->run('perf record -q -e cpu-clock -a -o /dev/null -- true >/dev/null 2>&1');
}

# Recordings of a busy machine where perf may make them; they take some minutes.
sub record
{
	my ($self) = @_;
	my $script = "$self->{srcdir}/../shared/bench/make-data.sh";

	return 0 if $self->{recorded}++ || !-e $script || !$self->can_record;
	say_so("recording into $self->{work}");
	return $self->run('sh ' . quoted($script) . ' ' . quoted($self->{work}) . ' >&2');
}

sub found
{
	my ($self, $name) = @_;

	for my $dir (@$self{qw(data work)}) {
		return "$dir/$name" if -s "$dir/$name";
	}
	return undef;
}

sub enlarge
{
	my ($self, $file, $bytes, $from) = @_;
	my $example = quoted("$self->{srcdir}/data/examples/service.perf.gz");
	my $enlarge = quoted("$self->{tools}/enlarge") . " -b $bytes";

	return $self->make($file, $enlarge . ' ' . quoted($from)) if $from;
	return $self->make($file, "gzip -dc $example | $enlarge -");
}

# The path of a text: "huge", or undef when it cannot be made.
sub text
{
	my ($self, $name) = @_;
	my $file = $self->found("$name.txt");

	return $file if $file;
	return $self->found("$name.txt") if $self->record && $self->found("$name.txt");
	$file = "$self->{work}/$name.txt";
	return $self->enlarge($file, $bytes{$name}) ? $file : undef;
}

# The path of a perf.data; undef when perf cannot make one.
sub recording
{
	my ($self, $name) = @_;

	return $self->found("$name.data") || ($self->record && $self->found("$name.data"));
}

# The same enlarged to so many samples.
sub long_recording
{
	my ($self, $name, $has, $wanted) = @_;
	my $file = $self->found('huge.data');
	my $from = $self->recording($name);

	return $file if $file;
	return undef unless $from && $has;
	$file = "$self->{work}/huge.data";
	return $self->make($file, sprintf('%s -n %d %s', quoted("$self->{tools}/enlarge_data"),
		$wanted / $has + 0.5, quoted($from))) ? $file : undef;
}

# The path of a recording of a program that calls the kernel all the time, some 100 kB; undef
# when perf cannot make one.
sub small
{
	my ($self, $event) = @_;
	my $file = "$self->{work}/small-$event.data";
	my $program = 'dd if=/dev/zero of=/dev/null bs=1 count=1000000';

	return $file if -s $file;
	return undef unless $self->can_record;
	say_so("recording $file");
	$self->run("perf record -q -e $event -F 999 -g -o " . quoted($file) . " -- $program 2>/dev/null >&2");
	return -s $file ? $file : undef;
}

sub gzip
{
	my ($self, $name) = @_;
	my $text = $self->text($name) or return undef;
	my $file = $self->found("$name.txt.gz");

	return $file if $file;
	$file = "$self->{work}/$name.txt.gz";
	return $self->make($file, 'gzip -c -6 ' . quoted($text)) ? $file : undef;
}

# The same recording in one size after the other.
sub cut
{
	my ($self, $bytes) = @_;
	my $file = "$self->{work}/$bytes.txt";
	my $from = $self->text('big') or return undef;

	return $self->enlarge($file, $bytes, $from) ? $file : undef;
}

# The path of so many switches of the scheduler, with stacks of so many frames.
sub switches
{
	my ($self, $count, $frames) = @_;
	my $file = "$self->{work}/switches-$count-$frames.txt";
	my $perl = 'perl ' . quoted("$self->{srcdir}/tests/bench/make-switches");

	return $self->make($file, "$perl $count $frames") ? $file : undef;
}

# The path of a recording of a program of so many megabytes with debug information; undef
# when there is no compiler, or no perf.
sub program
{
	my ($self, $megabytes) = @_;
	my $dir = "$self->{work}/program-$megabytes";

	make_path($dir);
	say_so("making $dir") unless -s "$dir/program.data";
	return $self->run('perl ' . quoted("$self->{srcdir}/tests/bench/make-program") . " $megabytes " .
		quoted($dir) . ' >&2') ? "$dir/program.data" : undef;
}

# A recording of the same program, as often as the system allows, with so many samples at least; undef likewise.
sub inlined
{
	my ($self, $wanted) = @_;
	my $program = $self->program(3) or return undef;
	my ($from, $to) = map { "$self->{work}/$_.data" } 'inlined-once', 'inlined';
	my $record = 'perf record -q -g -e cpu-clock -F max -o %s %s >/dev/null 2>&1';

	return $to if -s $to;
	$program =~ s/\.data\z//;
	$self->run(sprintf $record, quoted($from), quoted($program)) or return undef;
	my ($has) = `\Q$self->{program}\E info --json \Q$from\E` =~ /"samples": (\d+)/;

	return $has && $self->make($to, sprintf('%s -n %d %s', quoted("$self->{tools}/enlarge_data"),
		$wanted / $has + 1, quoted($from))) ? $to : undef;
}

# A directory of parsed profiles of so many hosts, a minute of 16 CPUs each; undef when they
# cannot be made.
sub fleet
{
	my ($self, $hosts) = @_;
	my $dir = "$self->{work}/fleet-$hosts";
	my $last = sprintf "$dir/host-%04d.flare", $hosts;

	return $dir unless is_older($last, $self->{program});
	say_so("making $dir");
	return $self->run(join ' ', quoted("$self->{tools}/make_fleet"), quoted("$self->{srcdir}/data/examples/service.perf.gz"),
		$hosts, quoted($dir)) ? $dir : undef;
}

sub make_json
{
	my ($self, $file, @words) = @_;
	my $perl = 'perl ' . quoted("$self->{srcdir}/tests/bench/make-json");

	return $self->make($file, join ' ', $perl, map { quoted($_) } @words) ? $file : undef;
}

# The path of a CPU profile of so many bytes: a real one with its samples again and again;
# undef when there is none.
sub cpu_profile
{
	my ($self, $bytes) = @_;
	my $real = "$self->{srcdir}/../shared/corpus/cpuprofile/speedscope--sucrase.cpuprofile.gz";
	my ($made, $copy) = map { "$self->{work}/$_.cpuprofile" } qw(big seed);
	my $seed = $self->found('seed.cpuprofile');

	return $self->found('big.cpuprofile') if $self->found('big.cpuprofile');
	$seed = $copy if !$seed && -e $real && $self->make($copy, 'gzip -dc ' . quoted($real));
	return $seed && $self->make_json($made, 'cpuprofile', $bytes, $seed);
}

# The path of a made trace of so many bytes, in the form of an "array" or "object".
sub trace
{
	my ($self, $bytes, $form) = @_;
	my $name = "trace-$form.json";

	return $self->found($name) || $self->make_json("$self->{work}/$name", 'trace', $bytes, $form);
}

# The path of a made profile of Firefox, whose samples have "times" or "deltas".
sub firefox
{
	my ($self, $bytes, $how) = @_;
	my $name = "firefox-$how.json";

	return $self->found($name) || $self->make_json("$self->{work}/$name", 'firefox', $bytes, $how);
}

# A parsed profile, made anew when the program is newer; undef when it cannot make one.
sub flare
{
	my ($self, $name, $command) = @_;
	my $file = "$self->{work}/$name.flare";
	my $new = "$self->{work}/$name.new.flare";

	return $file unless is_older($file, $self->{program});
	say_so("making $file");
	unlink $file, $new;
	return undef unless $command->($new) && -s $new;
	return rename($new, $file) ? $file : undef;
}

1;

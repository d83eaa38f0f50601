# Memory.pm - rows of the benchmark about memory as samples grow, and about many threads.

package Memory;

use strict;
use warnings;
use Inputs;
use Sheet;

# As the rows of Rows.pm: each is called with the Rows and its own name.
sub rows
{
	return (
		['bytes-a-sample' => \&bytes_a_sample, 'memory for each further sample, by format'],
		[threads => \&threads, 'a large text on 1, 2, 4, 8 and 16 threads'],
	);
}

# ---- memory ----

my @sizes = (60_000_000, 240_000_000);

# The same text in another format, as export writes it.
sub exported
{
	my ($rows, $text, $format) = @_;
	my $file = $text =~ s/\.txt\z/.$format/r;
	my @command = @{$rows->flarescope('export', '--format', $format, $text)};

	return $rows->{inputs}->make($file, join ' ', map { Inputs::quoted($_) } @command) ? $file : undef;
}

# A recording again and again: about as large as is asked for.
sub recording
{
	my ($rows, $bytes) = @_;
	my $inputs = $rows->{inputs};
	my $from = $inputs->recording('s999') or return undef;
	my $file = "$inputs->{work}/growing-$bytes.data";
	my @words = ("$inputs->{tools}/enlarge_data", '-n', int($bytes / -s $from) + 1, $from);

	return $inputs->make($file, join ' ', map { Inputs::quoted($_) } @words) ? $file : undef;
}

# The path of a longer CPU profile; undef when there is none to begin with.
sub cpu_profile
{
	my ($rows, $bytes) = @_;
	my $inputs = $rows->{inputs};
	my $seed = $inputs->found('seed.cpuprofile') || ($inputs->cpu_profile(100_000_000) && $inputs->found('seed.cpuprofile'));

	return $seed && $inputs->make_json("$inputs->{work}/growing-$bytes.cpuprofile", 'cpuprofile', $bytes / 4, $seed);
}

sub text
{
	my ($rows, $bytes) = @_;
	my $inputs = $rows->{inputs};
	my $file = "$inputs->{work}/growing-$bytes.txt";

	return $inputs->enlarge($file, $bytes) ? $file : undef;
}

# The path of a file of each format, for a size. What export writes has the samples of one
# event, and so fewer than the text.
sub of_format
{
	my ($rows, $format, $bytes) = @_;

	return text($rows, $bytes) if $format eq 'perf script';
	return recording($rows, $bytes) if $format eq 'perf.data';
	return cpu_profile($rows, $bytes) if $format eq 'cpuprofile';
	return $rows->{inputs}->make_json("$rows->{inputs}{work}/growing-$bytes.trace", 'trace', $bytes, 'array')
		if $format eq 'trace';
	return $rows->{inputs}->make_json("$rows->{inputs}{work}/growing-$bytes.firefox", 'firefox', $bytes / 4, 'times')
		if $format eq 'firefox';
	my $text = text($rows, $bytes);

	return $text && exported($rows, $text, $format);
}

# What info needs for the larger file beyond what it needs for the smaller one: dictionaries
# that are in both are not counted, those that grow with the samples are.
sub bytes_a_sample
{
	my ($rows, $row) = @_;
	my $sheet = $rows->{sheet};

	for my $format ('perf script', qw(timed-folded perf.data flare speedscope pprof cpuprofile trace firefox)) {
		my @files = map { of_format($rows, $format, $_) } @sizes;
		my @n = map { $_ && samples($rows, $_) } @files;

		if (@files != 2 || grep({ !$_ } @n) || $n[0] >= $n[1]) {
			$sheet->add($row, $format, [], 'B', why => 'no input');
			next;
		}
		my $costs = $rows->in_turn(map {
			{name => $_, run => $rows->flarescope('info', '--threads', 2, $files[$_])}
		} 0, 1);
		my @peaks = map { Rows::of($costs->{$_}, 'peak') } 0, 1;
		my @more = map { defined $peaks[0][$_] && defined $peaks[1][$_]
			? ($peaks[1][$_] - $peaks[0][$_]) * 1048576 / ($n[1] - $n[0]) : undef } 0 .. $#{$peaks[0]};

		$sheet->add($row, $format, \@more, 'B',
			with => sprintf 'from %.2f to %.2f million samples', map { $_ / 1e6 } @n);
	}
}

# Of samples, or of stretches of time where a trace has no samples.
sub samples
{
	my ($rows, $file) = @_;
	my $facts = $rows->info($file);
	my ($spans) = map { $_->{spans} ? $_->{samples} : () } @{$facts->{events} // []};

	return $facts->{samples} || $spans || 0;
}

# ---- threads ----

# The serial share as Karp and Flatt have it: of the time that one thread takes, how much two
# threads on two CPUs cannot have shared. What else the machine does, and memory that both
# wait for, is in it: it is the most that the share can be.
sub serial_share
{
	my ($one, $two) = @_;

	return undef unless $one && $two;
	my $share = 2 * $two->{wall} / $one->{wall} - 1;

	return $share < 0 ? 0 : $share > 1 ? 1 : $share;
}

# As Amdahl has it.
sub speedup
{
	my ($share, $cpus) = @_;

	return defined $share ? 1 / ($share + (1 - $share) / $cpus) : undef;
}

sub shares
{
	my ($rows, $row, $one, $two) = @_;
	my @shares = map { serial_share($one->[$_], $two->[$_]) } 0 .. $#{$one || []};

	$rows->{sheet}->add($row, 'CPUs that 2 threads had', [map { $_ && $_->{cpu} / $_->{wall} } @{$two || []}], 'x',
		with => 'near 1 on a busy machine: what follows then says nothing');
	$rows->{sheet}->add($row, 'serial share', [map { defined $_ ? 100 * $_ : undef } @shares], '%',
		with => 'of the time of 1 thread; by 1 and 2 threads, same round; needs 2 idle CPUs');
	$rows->{sheet}->add($row, '16 CPUs by Amdahl', [map { speedup($_, 16) } @shares], 'x',
		with => 'computed from the serial share, not measured');
}

sub threads
{
	my ($rows, $row) = @_;
	my $sheet = $rows->{sheet};
	my $file = $rows->{inputs}->text('huge');
	my @counts = (1, 2, 4, 8, 16);

	return $sheet->add($row, 'folded stacks', [], 's', why => 'no input') unless $file;
	my $costs = $rows->in_turn(map { {name => $_, run => $rows->export_of($file, $_)} } @counts);
	my ($one, $two) = @$costs{1, 2};

	for my $n (@counts) {
		$sheet->add($row, "wall, threads: $n", Rows::of($costs->{$n}, 'wall'), 's');
		$sheet->add($row, "CPU, threads: $n", Rows::of($costs->{$n}, 'cpu'), 's');
		$sheet->add($row, "peak, threads: $n", Rows::of($costs->{$n}, 'peak'), 'MiB');
	}
	$sheet->add($row, '16 threads, wall, times 2', Rows::ratio($costs->{16}, $two, 'wall'), 'x', most => 1.3,
		with => '2 threads, same round, on the same CPUs');
	shares($rows, $row, $one, $two);
}

1;

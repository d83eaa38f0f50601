# Recordings.pm - rows of the benchmark about perf.data, beside perf itself.

package Recordings;

use strict;
use warnings;
use Inputs;
use Memory;
use Sheet;

my @why = (why => 'no recording, or no perf');

# As the rows of Rows.pm: each is called with the Rows and its own name.
sub rows
{
	return (
		[recording => \&recording, 'the heat map of a perf.data'],
		[names => \&names, 'its folded stacks, with names'],
		[dwarf => \&dwarf, 'folded stacks of a perf.data with copies of stacks'],
		[replay => \&replay, 'a perf.data of 16 million samples'],
		[small => \&small, 'info, top and export of a small perf.data, with samples in the kernel'],
		[inlined => \&inlined, 'inlined functions of 8 million samples come and go'],
		[annotate => \&annotate, 'the instructions of a function of a large program'],
	);
}

# "1,124,629", as the screen has it.
sub grouped
{
	my ($n) = @_;

	1 while $n =~ s/^(\d+)(\d{3})/$1,$2/;
	return $n;
}

# From the start until the map of all samples is there, and until everything is; beside the
# peer, and the floor: the file is read once. In turn, as what is compared should be.
sub recording
{
	my ($rows, $row) = @_;
	my $sheet = $rows->{sheet};
	my $file = $rows->{inputs}->recording('big');

	return $sheet->add($row, 'heat map', [], 'ms', @why) unless $file;
	my $count = grouped($rows->info($file)->{samples} || 0);
	my @peers = ({name => 'cat', run => ['cat', $file]},
		{name => 'script', run => [qw(perf script -F time -i), $file]});
	my (%costs, %shown, @times);

	$rows->cost($peers[0]);
	for (1 .. $rows->{runs}) {
		local $rows->{runs} = 1;
		my $load = $rows->drive(['-c', $count], 'load', $file, 0, '--idle', 'show');

		push @{$costs{$_->{name}}}, $rows->cost($_) for @peers;
		push @{$shown{$_}}, @{$load->{$_} || []} for keys %$load;
		push @times, $load->{'whole-map'} && $costs{script}[-1]
			? $costs{script}[-1]{wall_ms} / $load->{'whole-map'}[0] : undef;
	}
	$sheet->add($row, 'cat of ' . Rows::size_of($file), Rows::of($costs{cat}, 'wall_ms'), 'ms');
	$sheet->add($row, 'perf script -F time', Rows::of($costs{script}, 'wall_ms'), 'ms', @why);
	$rows->add_driven($row, \%shown,
		['first-map', 'first cells of the map', 'ms'],
		['whole-map', 'map of all samples', 'ms'],
		['loaded', 'everything, last byte', 'ms']);
	$sheet->add($row, 'perf script -F time, times the map', \@times, 'x', least => 30,
		with => 'from the start to the map of all samples, same round', @why);
}

# What makes folded stacks of a recording with perf, as a command of the shell, and what it
# is. FLAMEGRAPH says where stackcollapse-perf.pl is; perf has one of its own, if it knows
# Python.
sub collapse
{
	my ($file) = @_;
	my $script = 'perf script --no-inline -i ' . Inputs::quoted($file);
	my $perl = "$ENV{FLAMEGRAPH}/stackcollapse-perf.pl";
	my ($scripts) = split /\n/, `perf --exec-path 2>/dev/null` || '';
	my $python = ($scripts // '') . '/scripts/python/stackcollapse.py';

	return ("$script | perl " . Inputs::quoted($perl), 'perf script | stackcollapse-perf.pl')
		if -e $perl;
	return ("$script -s " . Inputs::quoted($python), "perf's own stackcollapse.py")
		if -e $python && `perf script -s lang 2>&1` =~ /Python/;
	return ($script, 'perf script alone, without collapsing: a lower bound');
}

# Of a recording, with the least ratios that are wanted and the most of memory.
sub folded
{
	my ($rows, $row, $name, $goal) = @_;
	my ($sheet, $inputs) = @$rows{qw(sheet inputs)};
	my $file = $inputs->recording($name);

	return $sheet->add($row, 'export', [], 's', @why) unless $file;
	my ($command, $peer) = collapse($file);
	my $costs = $rows->in_turn(
		{name => 'export', run => $rows->export_of($file)},
		{name => 'script', run => [qw(perf script --no-inline -i), $file]},
		{name => 'peer', run => ['/bin/sh', '-c', $command]},
	);
	my ($export, $script) = @$costs{qw(export script)};

	$sheet->add($row, 'export of ' . Rows::size_of($file), Rows::of($export, 'wall'), 's');
	$sheet->add($row, 'export, CPU', Rows::of($export, 'cpu'), 's');
	$sheet->add($row, 'perf script --no-inline', Rows::of($script, 'wall'), 's', @why);
	$sheet->add($row, 'perf script, times export', Rows::ratio($script, $export, 'wall'), 'x',
		with => 'perf script --no-inline, same round', least => $goal->{script}, @why);
	$sheet->add($row, 'perf and collapsing, times export',
		Rows::ratio($costs->{peer}, $export, 'wall'), 'x', with => "$peer, same round",
		least => $goal->{peer}, @why);
	$sheet->add($row, 'export, peak', Rows::of($export, 'peak'), 'MiB');
	$sheet->add($row, 'perf script, peak', Rows::of($script, 'peak'), 'MiB', @why);
	$sheet->add($row, "export's peak, times perf script's", Rows::ratio($export, $script, 'peak'),
		'x', most => $goal->{memory}, with => 'perf script --no-inline, same round', @why);
}

sub names
{
	my ($rows, $row) = @_;

	folded($rows, $row, 'big', {peer => 25, memory => 1});
}

sub dwarf
{
	my ($rows, $row) = @_;

	folded($rows, $row, 'dwarf', {script => 10});
}

# How time and memory grow, and what threads are good for.
sub replay
{
	my ($rows, $row) = @_;
	my ($sheet, $inputs) = @$rows{qw(sheet inputs)};
	my $from = $inputs->recording('big');
	my $has = $from ? $rows->info($from)->{samples} : 0;
	my $file = $inputs->long_recording('big', $has, 16_000_000);

	return $sheet->add($row, 'export', [], 's', @why) unless $file;
	my $samples = $rows->info($file)->{samples};
	my $costs = $rows->in_turn(map { {name => $_, run => $rows->export_of($file, $_)} } 1, 2, 16);
	my $bytes = [map { $_ * 1048576 / $samples } @{Rows::of($costs->{2}, 'peak')}];

	$sheet->add($row, 'samples', [$samples / 1e6], 'M');
	$sheet->add($row, "export of " . Rows::size_of($file) . ", $_ threads", Rows::of($costs->{$_}, 'wall'), 's',
		$_ == 2 ? (most => 6.4) : ()) for 1, 2, 16;
	$sheet->add($row, "$_ threads, CPU", Rows::of($costs->{$_}, 'cpu'), 's') for 1, 2, 16;
	$sheet->add($row, '1 thread, times 2 threads', Rows::ratio($costs->{1}, $costs->{2}, 'wall'), 'x');
	Memory::shares($rows, $row, $costs->{1}, $costs->{2});
	$sheet->add($row, 'peak a sample, 2 threads', $bytes, 'B', most => 40);
}

sub small
{
	my ($rows, $row) = @_;
	my ($sheet, $inputs) = @$rows{qw(sheet inputs)};
	my ($file, $user) = ($inputs->small('cpu-clock'), $inputs->small('cpu-clock:u'));

	return $sheet->add($row, 'info', [], 'ms', @why) unless $file && $user;
	local $rows->{runs} = $rows->{runs} * 5; # they are short
	my $costs = $rows->in_turn(
		(map { {name => $_, run => [$rows->{program}, $_, $file]} } qw(info top export)),
		{name => 'user', run => [$rows->{program}, 'info', $user]},
		{name => 'bare', run => [$rows->{program}, 'info', '--no-symbols', $file]});

	$sheet->add($row, $_, Rows::of($costs->{$_}, 'wall_ms'), 'ms', most => 30)
		for qw(info top export);
	$sheet->add($row, 'info, no samples in the kernel', Rows::of($costs->{user}, 'wall_ms'), 'ms', most => 30);
	$sheet->add($row, 'info --no-symbols', Rows::of($costs->{bare}, 'wall_ms'), 'ms');
}

# Only the first time the recording is read again.
sub inlined
{
	my ($rows, $row) = @_;
	my $file = $rows->{inputs}->inlined(8_000_000);

	return $rows->{sheet}->add($row, 'off', [], 'ms', @why) unless $file;
	$rows->add_driven($row, $rows->drive(['-n', 8], 'inlined', $file),
		['inlined-read', 'x, the first time', 'ms'],
		['inlined-off-median', 'x, off, median', 'ms', most => 200],
		['inlined-off-worst', 'x, off, worst', 'ms'],
		['inlined-on-median', 'x, on again, median', 'ms', most => 200],
		['inlined-on-worst', 'x, on again, worst', 'ms']);
}

# Printed, and on the screen from the key A; beside what reading the recording alone costs.
sub annotate
{
	my ($rows, $row) = @_;
	my $sheet = $rows->{sheet};
	my $file = $rows->{inputs}->program(100);

	return $sheet->add($row, 'instructions', [], 'ms', @why) unless $file;
	my ($busy) = `\Q$rows->{program}\E top --limit 1 --format csv \Q$file\E` =~ /(copy_\d+_step_\d+_\d+)/;
	my $costs = $rows->in_turn(
		{name => 'annotate', run => [$rows->{program}, 'annotate', $busy // '?', $file]},
		{name => 'top', run => [$rows->{program}, 'top', $file]});

	$sheet->add($row, 'annotate, 100 MB with DWARF', Rows::of($costs->{annotate}, 'wall_ms'), 'ms', most => 150);
	$sheet->add($row, 'top of the same', Rows::of($costs->{top}, 'wall_ms'), 'ms');
	$sheet->add($row, 'annotate, peak', Rows::of($costs->{annotate}, 'peak'), 'MiB');
	$rows->add_driven($row, $rows->drive(['-n', 5], 'code', $file),
		['code-median', 'instructions on the screen, median', 'ms', most => 150],
		['code-worst', 'instructions on the screen, worst', 'ms']);
}

1;

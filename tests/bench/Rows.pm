# Rows.pm - every row of the benchmark: what is run, beside what, and the goal.

package Rows;

use strict;
use warnings;
use JSON::PP;
use Inputs;
use Distinct;
use JsonFiles;
use Memory;
use Notations;
use Pipes;
use Fleets;
use Recordings;
use Sheet;

# In the order in which they run.
my @rows = (
	[export => \&export, 'folded stacks of a large text, on two threads and on one'],
	[memory => \&memory, 'its peak'],
	[report => \&report, 'what is worth knowing of it, beside what info knows'],
	[gzip => \&gzip, 'the same from gzip, beside inflating alone'],
	[growth => \&growth, 'how cost grows: 10 MB, 100 MB, 1 GB'],
	[where => \&where, 'where its time goes, as flarescope shows it'],
	[peers => \&peers, 'other programs on a small recording'],
	[start => \&start, 'from the start to a full screen'],
	[loading => \&loading, 'pictures, keys and the end while a large text is read'],
	[second => \&second, 'opening a parsed profile'],
	[periods => \&periods, 'what comes again and again in a large profile'],
	[find => \&find, 'when something was odd in a large profile'],
	[range => \&range, 'a new range and a drag on a large profile'],
	[explain => \&explain, 'what is different in a range of a large profile'],
	[two => \&two, 'drags and a search in two large files'],
	[bytes => \&bytes, 'what is sent to the terminal'],
	[switches => \&switches, '10 million switches of the scheduler, and what threads waited for'],
	[waiting => \&waiting, 'what recording all switches costs, beside perf itself'],
	Recordings::rows(),
	Fleets::rows(),
	JsonFiles::rows(),
	Distinct::rows(),
	Memory::rows(),
	Notations::rows(),
	Pipes::rows(),
);

sub names
{
	return map { $_->[0] } @rows;
}

sub new
{
	my ($class, %self) = @_;
	my ($export, $convert) =
		map { scalar `\Q$self{program}\E help $_ 2>/dev/null` } qw(export convert);

	$self{no_cache} = $export =~ /--no-cache/ ? ['--no-cache'] : [];
	$self{threads} = $export =~ /--threads/;
	$self{converts} = $convert ne '';
	$self{drives} = -x "$self{tools}/drive";
	return bless {%self, series => {}, known => {}}, $class;
}

sub run
{
	my ($self, @wanted) = @_;
	my %wanted = map { $_ => 1 } @wanted;

	for my $row (@rows) {
		next if @wanted && !$wanted{$row->[0]};
		print STDERR "bench: $row->[0]: $row->[2]\n";
		$row->[1]->($self, $row->[0]);
	}
}

# ---- running ----

# One run: seconds of wall time and of CPU, MiB; undef when it fails. What a `feed` writes,
# a command of the shell, is its standard input, and its cost is not counted.
sub cost
{
	my ($self, $run) = @_;
	my @in = $run->{feed} ? ('-i', '/dev/stdin') : ();
	my @command = ("$self->{tools}/measure", @in, @{$run->{run}});

	@command = ('/bin/sh', '-c', "$run->{feed} | " . join(' ', map { Inputs::quoted($_) } @command))
		if $run->{feed};
	open my $from, '-|', @command or return undef;
	my ($wall, $user, $system, $peak, $status) = split ' ', <$from> // '';
	close $from;
	return undef if !defined $status || $status;
	return {wall => $wall / 1e9, wall_ms => $wall / 1e6, cpu => ($user + $system) / 1e9,
		peak => $peak / 1024};
}

# Some commands, in turn, again and again: a noisy minute then disturbs all of them. The
# first runs once more before, uncounted, so that all find the files in memory.
sub in_turn
{
	my ($self, @runs) = @_;
	my %costs;

	$self->cost($runs[0]);
	for (1 .. $self->{runs}) {
		push @{$costs{$_->{name}}}, $self->cost($_) for @runs;
	}
	return \%costs;
}

sub of
{
	my ($costs, $what) = @_;

	return [map { $_ ? $_->{$what} : undef } @{$costs || []}];
}

# Round by round, so that both have had the same weather.
sub ratio
{
	my ($a, $b, $what) = @_;

	return [map { $a->[$_] && $b->[$_] ? $a->[$_]{$what} / $b->[$_]{$what} : undef }
		0 .. $#$a];
}

sub rate
{
	my ($costs, $bytes) = @_;

	return [map { $_ ? $bytes / 1e6 / $_->{wall} : undef } @$costs];
}

sub flarescope
{
	my ($self, $command, @rest) = @_;

	return [$self->{program}, $command, @{$self->{no_cache}}, @rest];
}

# To folded stacks, on so many threads; by default on as many as there are CPUs.
sub export_of
{
	my ($self, $file, $threads) = @_;
	my @threads = $threads && $self->{threads} ? ('--threads', $threads) : ();

	return $self->flarescope('export', '--format', 'folded', @threads, $file);
}

sub size_of
{
	my ($file) = @_;

	return sprintf '%.0f MB', (-s $file) / 1e6;
}

# What `info` knows of a profile.
sub info
{
	my ($self, $file) = @_;
	my @command = @{$self->flarescope('info', '--json', $file)};

	return $self->{known}{$file} if $self->{known}{$file};
	open my $from, '-|', @command or return {};
	my $facts = eval { local $/; JSON::PP->new->utf8->decode(<$from>) } || {};
	close $from;
	return $self->{known}{$file} = $facts;
}

# ---- in batch ----

sub huge
{
	my ($self) = @_;
	my $file = $self->{inputs}->text('huge') or return {};

	return $self->{series}{huge} ||= $self->in_turn(
		{name => 'wc', run => ['wc', '-l', $file]},
		{name => 'two', run => $self->export_of($file, 2)},
		{name => 'one', run => $self->export_of($file, 1)},
	);
}

sub export
{
	my ($self, $row) = @_;
	my ($sheet, $costs) = ($self->{sheet}, $self->huge);
	my $file = $self->{inputs}->text('huge');
	my $same = 'wc -l of the same file, same round';

	return $sheet->add($row, 'folded stacks', [], 's', why => 'no input') unless $file;
	$sheet->add($row, 'wc -l of ' . size_of($file), of($costs->{wc}, 'wall'), 's');
	$sheet->add($row, '2 threads, wall', of($costs->{two}, 'wall'), 's');
	$sheet->add($row, '2 threads, CPU', of($costs->{two}, 'cpu'), 's');
	$sheet->add($row, '2 threads, text read', rate($costs->{two}, -s $file), 'MB/s');
	$sheet->add($row, '2 threads, times wc -l', ratio($costs->{two}, $costs->{wc}, 'wall'),
		'x', most => 6, with => $same);
	$sheet->add($row, '1 thread, wall', of($costs->{one}, 'wall'), 's');
	$sheet->add($row, '1 thread, times 2 threads', ratio($costs->{one}, $costs->{two}, 'wall'),
		'x', most => 1.8, with => 'itself on 2 threads, same round');
}

sub memory
{
	my ($self, $row) = @_;
	my ($sheet, $costs) = ($self->{sheet}, $self->huge);
	my $file = $self->{inputs}->text('huge');

	return $sheet->add($row, 'peak', [], 'MiB', why => 'no input') unless $file;
	my $samples = $self->info($file)->{samples} || 1;
	my @a_sample = map { $_ && $_->{peak} * 1048576 / $samples } @{$costs->{two}};

	$sheet->add($row, 'samples', [$samples / 1e6], 'M');
	$sheet->add($row, 'peak, 2 threads', of($costs->{two}, 'peak'), 'MiB', most => 150,
		with => '24 B a sample and the dictionaries');
	$sheet->add($row, 'peak, 1 thread', of($costs->{one}, 'peak'), 'MiB');
	$sheet->add($row, 'all of the peak, a sample', \@a_sample, 'B');
}

sub report
{
	my ($self, $row) = @_;
	my ($sheet, $file) = ($self->{sheet}, $self->{inputs}->text('huge'));

	return $sheet->add($row, 'report', [], 's', why => 'no input') unless $file;
	my $costs = $self->in_turn(map {
		{name => $_, run => $self->flarescope($_, $file)}
	} qw(info top report));

	for my $command (qw(info top report)) {
		$sheet->add($row, "$command, wall", of($costs->{$command}, 'wall'), 's');
		$sheet->add($row, "$command, CPU", of($costs->{$command}, 'cpu'), 's');
	}
	$sheet->add($row, 'report, times info', ratio($costs->{report}, $costs->{info}, 'wall'),
		'x', most => 1.1, with => 'info of the same file, same round');
	$sheet->add($row, 'report, CPU, times info', ratio($costs->{report}, $costs->{info}, 'cpu'), 'x',
		with => 'info of the same file, same round');
}

sub gzip
{
	my ($self, $row) = @_;
	my $sheet = $self->{sheet};
	my $file = $self->{inputs}->gzip('huge');

	return $sheet->add($row, 'export', [], 's', why => 'no input') unless $file;
	my ($library) = split ' ', `\Q$self->{tools}\E/inflate \Q$file\E` || 'the library';
	my @slower = $library eq 'zlib' ? () :
		({name => 'zlib', run => ["$self->{tools}/inflate", '--zlib', $file]});
	my $costs = $self->in_turn(
		{name => 'alone', run => ["$self->{tools}/inflate", $file]},
		@slower,
		{name => 'gzip', run => ['gzip', '-dc', $file]},
		{name => 'export', run => $self->export_of($file)},
	);

	$sheet->add($row, "$library alone", of($costs->{alone}, 'wall'), 's');
	$sheet->add($row, 'zlib alone', of($costs->{zlib}, 'wall'), 's') if @slower;
	$sheet->add($row, 'gzip -dc', of($costs->{gzip}, 'wall'), 's');
	$sheet->add($row, 'export, wall', of($costs->{export}, 'wall'), 's');
	$sheet->add($row, 'export, times inflating', ratio($costs->{export}, $costs->{alone}, 'wall'),
		'x', most => 1.15, with => "$library alone, same round");
	$sheet->add($row, 'export, times gzip -dc', ratio($costs->{export}, $costs->{gzip}, 'wall'),
		'x', with => 'gzip -dc, same round');
}

sub growth
{
	my ($self, $row) = @_;

	for my $bytes (10_000_000, 100_000_000, 1_000_000_000) {
		my $file = $self->{inputs}->cut($bytes) or next;
		my $costs = $self->in_turn(
			{name => 1, run => $self->export_of($file, 1)},
			{name => 2, run => $self->export_of($file, 2)},
		);

		for my $threads (1, 2) {
			my $name = sprintf '%d MB, %d thread%s', $bytes / 1e6, $threads,
				$threads > 1 ? 's' : '';
			my $these = $costs->{$threads};

			$self->{sheet}->add($row, "$name, wall", of($these, 'wall'), 's');
			$self->{sheet}->add($row, "$name, CPU", of($these, 'cpu'), 's');
			$self->{sheet}->add($row, "$name, read", rate($these, -s $file), 'MB/s');
			$self->{sheet}->add($row, "$name, peak", of($these, 'peak'), 'MiB');
		}
	}
}

# perf records flarescope, and flarescope reads the recording: functions by their own time.
sub where
{
	my ($self, $row) = @_;
	my $text = $self->{inputs}->text('big') or return;
	my $data = "$self->{inputs}{work}/self.data";
	my @record = ('perf', 'record', '-q', '-e', 'cpu-clock', '-F', 999, '-o', $data, '--');
	my $recorded = $self->cost({run => [@record, @{$self->export_of($text, 1)}]});
	my ($from, $program) = map { Inputs::quoted($_) } $data, $self->{program};
	my $read = "perf script -i $from 2>/dev/null | $program top --format csv --limit 10 -";

	open my $top, '-|', $recorded ? $read : 'true' or return;
	while (my $line = <$top>) {
		# 275,0.207861,285,0.215419,find,function,/usr/local/bin/flarescope
		my ($own, $share, undef, undef, $name) = split /,/, $line;

		next if !$name || $own eq 'self';
		$self->{sheet}->add($row, $name, [100 * $share], '%', with => 'all of it, 1 thread');
	}
	close $top;
	$self->{sheet}->add($row, 'functions', [], '%', why => 'perf cannot record here')
		unless $recorded;
}

sub peers
{
	my ($self, $row) = @_;
	my $sheet = $self->{sheet};
	my $text = $self->{inputs}->text('s999');
	my $data = $self->{inputs}->found('s999.data');
	my $perl = "$ENV{FLAMEGRAPH}/stackcollapse-perf.pl";

	return $sheet->add($row, 'export', [], 's', why => 'no input') unless $text;
	my @runs = ({name => 'export', run => $self->export_of($text)});
	push @runs, {name => 'script', run => ['perf', 'script', '-i', $data]} if $data;
	push @runs, {name => 'perl', run => ['perl', $perl, $text]} if -e $perl;
	my $costs = $self->in_turn(@runs);
	my $export = $costs->{export};

	$sheet->add($row, 'export of ' . size_of($text), of($export, 'wall'), 's');
	$sheet->add($row, 'perf script, times export', ratio($costs->{script} || [], $export, 'wall'),
		'x', with => 'perf script of the perf.data of this text', why => 'no perf.data, or no perf');
	$sheet->add($row, 'stackcollapse-perf.pl, times export',
		ratio($costs->{perl} || [], $export, 'wall'), 'x',
		with => 'stackcollapse-perf.pl of the same text', why => 'no FLAMEGRAPH=DIR');
}

# ---- on the screen ----

# Every figure of `drive`, once for each run: {"range-median" => [2.1, 2.2, 2.0]}
sub drive
{
	my ($self, $options, $what, $file, $cached, @more) = @_;
	my %figures;
	my @second = grep { /\.flare$/ } @more;

	push @more, @{$self->{no_cache}} unless $cached;
	for my $run (1 .. ($self->{drives} ? $self->{runs} : 0)) {
		open my $from, '-|', "$self->{tools}/drive", @$options, $what, (grep { !/\.flare$/ } @more), $file,
			@second or next;
		while (my $line = <$from>) {
			my ($name, $value) = split ' ', $line;

			push @{$figures{$name}}, $value;
		}
		close $from;
	}
	return \%figures;
}

# Add figures of drive: [name of drive, name in the table, unit, goal and the like...]
sub add_driven
{
	my ($self, $row, $figures, @lines) = @_;
	my $why = $self->{drives} ? 'no answer' : 'no libvterm or cmocka';

	for my $line (@lines) {
		my ($from, $name, $unit, @more) = @$line;

		$self->{sheet}->add($row, $name, $figures->{$from} || [], $unit, why => $why, @more);
	}
}

sub start
{
	my ($self, $row) = @_;
	my $file = $self->{inputs}->cut(10_000_000) or return;

	$self->add_driven($row, $self->drive([], 'load', $file),
		['first-output', 'first byte', 'ms'],
		['full-screen', 'map and key bar of 10 MB', 'ms'],
		['loaded', 'all of it, last byte', 'ms', most => 80]);
}

sub loading
{
	my ($self, $row) = @_;
	my $file = $self->{inputs}->text('huge') or return;
	my $load = $self->drive([], 'load', $file);
	my $ms = int(Sheet::median(@{$load->{loaded} || []}) || 0);
	# Escape does not stop it: it drops a selection
	my %keys = (q => 'q', '^C' => "\003");

	$self->add_driven($row, $load,
		['loaded', 'all read and shown', 'ms'],
		['first-count', 'first count of samples', 'ms'],
		['first-map', 'first cells of the map', 'ms', most => 100],
		['updates', 'updates', '1/s', least => 5],
		['longest-gap', 'longest time between updates', 'ms', most => 200]);
	$self->add_driven($row, $ms ? $self->drive(['-l', $ms], 'keys', $file) : {},
		['key-median', 'help opens or closes, median', 'ms'],
		['key-worst', 'help opens or closes, worst', 'ms', most => 50]);
	for my $key (sort keys %keys) {
		my $figures = $ms ? $self->drive(['-l', $ms, '-k', $keys{$key}], 'cancel', $file) : {};

		$self->add_driven($row, $figures,
			['over', "$key to the end, or the last byte", 'ms', most => 100]);
	}
}

# A parsed profile of a text, by way of `convert`.
sub flare_of
{
	my ($self, $name) = @_;
	my $text = $self->{inputs}->text($name) or return undef;

	return undef unless $self->{converts};
	return $self->{inputs}->flare($name, sub {
		return $self->cost({run => $self->flarescope('convert', $text, '-o', $_[0])});
	});
}

sub second
{
	my ($self, $row) = @_;
	my ($sheet, $same) = ($self->{sheet}, 'the small one, same round');
	my @files = map { $self->flare_of($_) } qw(s999 huge);
	my $text = $self->{inputs}->text('huge');
	my @runs = map { {name => $_, run => [$self->{program}, 'info', $files[$_]]} } 0, 1;

	push @runs, {name => 2, run => [$self->{program}, 'info', $text]};
	@runs = () unless $files[0] && $files[1] && @{$self->{no_cache}};
	# the first leaves the cache's file; it is not counted
	$self->cost($runs[2]) if @runs;
	local $self->{runs} = $self->{runs} * 5; # they are short
	my $costs = @runs ? $self->in_turn(@runs) : {};

	my @why = (why => 'not there');
	$sheet->add($row, 'info of a small .flare', of($costs->{0}, 'wall_ms'), 'ms', most => 15, @why);
	$sheet->add($row, 'info of a large .flare', of($costs->{1}, 'wall_ms'), 'ms', most => 15, @why);
	# of so few milliseconds, most noise is in the waiting
	$sheet->add($row, 'large, times small, CPU', ratio($costs->{1} || [], $costs->{0}, 'cpu'), 'x',
		most => 1.2, with => $same, @why);
	$sheet->add($row, 'info of a large text, cached', of($costs->{2}, 'wall_ms'), 'ms', most => 15, @why);
	$self->add_driven($row, @runs ? $self->drive([], 'load', $text, 1) : {},
		['loaded', 'full screen of a large text, cached', 'ms', @why]);
}

# What a command costs beyond opening: a tenth of a second of the same profile has all of that, and
# nothing to find.
sub beyond
{
	my ($self, $row, $what) = @_;
	my $file = $self->flare_of('huge');
	my @runs = map { {name => $_->[0], run => $self->flarescope($row, @$_[1 .. $#$_], $file // '')} }
		['all'], ['little', '--range', '60,60.1'];

	local $self->{runs} = $self->{runs} * 3; # they are short
	my $costs = $file ? $self->in_turn(@runs) : {};
	my ($all, $little) = map { $costs->{$_} || [] } qw(all little);
	my @beyond = map { $all->[$_] && $little->[$_] ? $all->[$_]{cpu} * 1000 - $little->[$_]{cpu} * 1000 : undef }
		0 .. $#$all;

	$self->{sheet}->add($row, "$what, beyond opening, CPU", \@beyond, 'ms', most => 200, why => 'not there');
}

sub periods
{
	my ($self, $row) = @_;
	$self->beyond($row, 'periods');
}

sub find
{
	my ($self, $row) = @_;
	$self->beyond($row, 'odd moments');
}

sub range
{
	my ($self, $row) = @_;
	my $text = $self->{inputs}->text('huge') or return;
	my $file = $self->flare_of('huge') || $text;
	my $facts = $self->info($file);
	my $seconds = $facts->{duration_s} || 0;

	$self->{sheet}->add($row, 'samples', [($facts->{samples} || 0) / 1e6], 'M');
	$self->add_driven($row, $self->drive(['-s', $seconds], 'steps', $file),
		['range-median', 'a typed range, median', 'ms', most => 16],
		['range-worst', 'a typed range, worst', 'ms'],
		['drag-column-median', 'a drag of one column, median', 'ms', most => 4],
		['drag-column-worst', 'a drag of one column, worst', 'ms'],
		['drag-row-median', 'a drag of one row, median', 'ms', most => 4],
		['drag-row-worst', 'a drag of one row, worst', 'ms'],
		['lanes-median', 'a drag over lanes, median', 'ms', most => 8],
		['lanes-worst', 'a drag over lanes, worst', 'ms'],
		['lanes-pan-median', 'lanes from end to end, median', 'ms'],
		['list-threads-median', 'the list of threads, median', 'ms', most => 40],
		['list-processes-median', 'the list of processes, median', 'ms', most => 40],
		['list-cpus-median', 'the list of CPUs, median', 'ms', most => 40],
		['chart-median', 'the chart of another thread, median', 'ms', most => 16],
		['chart-worst', 'the chart of another thread, worst', 'ms'],
		['differential-median', 'a differential drag, median', 'ms', most => 8],
		['differential-worst', 'a differential drag, worst', 'ms'],
		['elided-median', 'an elided drag, median', 'ms', most => 8],
		['elided-worst', 'an elided drag, worst', 'ms'],
		['everything-median', 'everything, median', 'ms', most => 40],
		['everything-worst', 'everything, worst', 'ms']);
	$self->add_driven($row, $self->drive(['-s', $seconds], 'steps', $file, 0, '--colour-by', 'function'),
		['drag-column-median', 'a drag of one column, coloured by function, median', 'ms', most => 8],
		['drag-column-worst', 'a drag of one column, coloured by function, worst', 'ms'],
		['drag-row-median', 'a drag of one row, coloured by function, median', 'ms', most => 8],
		['drag-row-worst', 'a drag of one row, coloured by function, worst', 'ms']);
	$self->add_driven($row, $self->drive(['-s', $seconds], 'steps', $file, 0, '--reverse'),
		['range-median', 'a typed range, leaf first, median', 'ms', most => 30],
		['range-worst', 'a typed range, leaf first, worst', 'ms'],
		['drag-column-median', 'a drag of one column, leaf first, median', 'ms', most => 8],
		['drag-column-worst', 'a drag of one column, leaf first, worst', 'ms'],
		['drag-row-median', 'a drag of one row, leaf first, median', 'ms', most => 8],
		['drag-row-worst', 'a drag of one row, leaf first, worst', 'ms']);
	$self->add_driven($row, $self->drive(['-s', $seconds], 'ranges', $file),
		['ranges-median', 'sixty ranges at once, median', 'ms', most => 16],
		['ranges-worst', 'sixty ranges at once, worst', 'ms'],
		['ranges-drag-median', 'a drag beside sixty ranges, median', 'ms', most => 8],
		['ranges-drag-worst', 'a drag beside sixty ranges, worst', 'ms']);
	$self->add_driven($row, $self->drive(['-s', $seconds], 'shapes', $file),
		['sandwich-range-median', 'a typed range of callers and callees, median', 'ms', most => 30],
		['sandwich-range-worst', 'a typed range of callers and callees, worst', 'ms'],
		['chart-range-median', 'a typed range and its chart, median', 'ms', most => 16],
		['chart-range-worst', 'a typed range and its chart, worst', 'ms']);
	$self->charts($row, $file);
}

# Of a chart alone, in CPU time: which threads there are, and the columns of one.
sub charts
{
	my ($self, $row, $file) = @_;
	my %figures = $self->printed('charts', $file, 40);

	$self->{sheet}->add($row, 'threads of a chart, CPU, median', $figures{'chart-threads-median'} || [], 'ms');
	$self->{sheet}->add($row, 'the same in another range, CPU, median', $figures{'chart-threads-again-median'} || [],
		'ms');
	$self->{sheet}->add($row, 'columns of a chart, CPU, median', $figures{'chart-columns-median'} || [], 'ms');
}

# What an instrument says of itself: {"chart-threads-median" => [2.1]}
sub printed
{
	my ($self, $tool, @arguments) = @_;
	my %figures;

	open my $from, '-|', "$self->{tools}/$tool", @arguments or return;
	while (my $line = <$from>) {
		my ($name, $value) = split ' ', $line;

		push @{$figures{$name}}, $value;
	}
	close $from;
	return %figures;
}

# Of everything that may say why: what `diff --by all` and the key W do once a range is chosen.
sub explain
{
	my ($self, $row) = @_;
	my $file = $self->flare_of('huge') || $self->{inputs}->text('huge') or return;
	my %figures = $self->printed('explain', $file, 20 * $self->{runs});

	$self->{sheet}->add($row, 'samples', [($self->info($file)->{samples} || 0) / 1e6], 'M');
	$self->{sheet}->add($row, 'why, CPU, median', $figures{'explain-median'} || [], 'ms', most => 100);
	$self->{sheet}->add($row, 'why, CPU, worst', $figures{'explain-worst'} || [], 'ms');
}

# Another recording of so many samples, by way of a pipe.
sub other_flare
{
	my ($self) = @_;
	my $text = $self->{inputs}->text('big') or return undef;
	my ($enlarge, $from) = map { Inputs::quoted($_) } "$self->{tools}/enlarge", $text;

	return undef unless $self->{converts};
	return $self->{inputs}->flare('other', sub {
		return $self->cost({feed => "$enlarge -s 2600000 $from",
			run => $self->flarescope('convert', '-', '-o', $_[0])});
	});
}

# On the screen, and what of it is the session's CPU time, which says more on a busy machine.
sub two
{
	my ($self, $row) = @_;
	my @files = ($self->flare_of('huge'), $self->other_flare);
	my $sheet = $self->{sheet};
	my %cpu;

	return $sheet->add($row, 'a differential drag', [], 'ms', why => 'not there')
		unless $files[0] && $files[1];
	for (1 .. $self->{runs}) {
		open my $from, '-|', "$self->{tools}/two", @files, 60 or return;
		while (my $line = <$from>) {
			my ($name, $value) = split ' ', $line;

			push @{$cpu{$name}}, $value;
		}
		close $from;
	}
	my $one = $self->drive([], 'search', $files[0]);
	my $two = $self->drive([], 'two', $files[0], 0, $files[1]);
	$self->add_driven($row, $two,
		['differential-median', 'a differential drag, median', 'ms', most => 8],
		['differential-worst', 'a differential drag, worst', 'ms'],
		['elided-median', 'an elided drag, median', 'ms', most => 8],
		['elided-worst', 'an elided drag, worst', 'ms'],
		['search-median', 'a key of a search, median', 'ms'],
		['search-worst', 'a key of a search, worst', 'ms']);
	$self->add_driven($row, $one, ['search-median', 'the same in one file, median', 'ms']);
	for my $what (['drag', 'a differential drag'], ['elided', 'an elided drag'], ['search', 'a key of a search'],
		['key', 'a key of a search with both maps'],
		['renamed', 'the search for programs of two names']) {
		$sheet->add($row, "$what->[1], CPU of the session", $cpu{"two-$what->[0]-median"} || [], 'ms');
		$sheet->add($row, "$what->[1], CPU, worst", $cpu{"two-$what->[0]-worst"} || [], 'ms');
	}
	$sheet->add($row, 'a key of a search in one file, CPU of the session', $cpu{'one-search-median'} || [], 'ms');
	$sheet->add($row, 'the same with its map, CPU', $cpu{'one-key-median'} || [], 'ms');
}

# How a terminal has colours, as it says so in the environment; then what a cell is coloured by.
my @colours = (
	['24 bits', ['-e', 'COLORTERM=truecolor']],
	['256 colours', []],
	['16 colours', ['-e', 'TERM=xterm-16color']],
	['8 colours', ['-e', 'TERM=xterm']],
	['no colours', ['-e', 'NO_COLOR=1']],
	['24 bits, by process', ['-e', 'COLORTERM=truecolor'], '--colour-by', 'process'],
	['256 colours, by process', [], '--colour-by', 'process'],
);

sub bytes_in_all_colours
{
	my ($self, $row, $file) = @_;

	for my $colours (@colours) {
		my ($name, $options, @settings) = @$colours;

		$self->add_driven($row, $self->drive($options, 'bytes', $file, 0, @settings),
			['hover-map-worst', "$name: hover, map", 'B', most => 2000],
			['hover-graph-worst', "$name: hover, graph", 'B', most => 2000],
			['hover-lanes-worst', "$name: hover, lanes", 'B', most => 2000],
			['drag-worst', "$name: drag, map", 'B', most => 8000],
			['drag-lanes-worst', "$name: drag, lanes", 'B', most => 8000],
			['idle', "$name: idle", 'B', most => 0]);
	}
}

sub bytes
{
	my ($self, $row) = @_;
	my $text = $self->{inputs}->text('huge') or return;
	my $file = $self->flare_of('huge') || $text;

	$self->add_driven($row, $self->drive([], 'bytes', $file),
		['hover-map-worst', 'a hover step in the map, most', 'B', most => 2000],
		['hover-graph-worst', 'a hover step in the graph, most', 'B', most => 2000],
		['drag-median', 'a drag step, median', 'B'],
		['drag-worst', 'a drag step, most', 'B', most => 8000],
		['idle', 'two seconds idle', 'B', most => 0]);
	# where a second is many cells wide, a step changes more of the screen
	$text = $self->{inputs}->text('s999') or return;
	$self->add_driven($row, $self->drive([], 'bytes', $text),
		['drag-worst', 'a drag step in a short profile, most', 'B', most => 8000]);
	$self->bytes_in_all_colours($row, $text);
}

# Of switches without stacks each line is looked at; of those with stacks it must not show.
sub switches
{
	my ($self, $row) = @_;
	my $sheet = $self->{sheet};
	my $file = $self->{inputs}->switches(10_000_000, 0) or return;
	my $deep = $self->{inputs}->switches(500_000, 16) or return;
	my $info = $self->info($file);
	my $costs = $self->in_turn(
		{name => 'info', run => $self->flarescope('info', $deep)},
		{name => 'deep', run => $self->flarescope('waits', '--longer', '1000', $deep)},
		{name => 'waits', run => $self->flarescope('waits', '--longer', '1000', $file)},
		{name => 'map', run => $self->flarescope('heatmap', '--state', 'blocked', '--format', 'text',
			$file)});

	$sheet->add($row, 'waits of ' . size_of($file), of($costs->{waits}, 'wall'), 's', most => 8);
	$sheet->add($row, 'waits, peak', of($costs->{waits}, 'peak'), 'MiB', most => 600);
	$sheet->add($row, 'heatmap --state blocked', of($costs->{map}, 'wall'), 's', most => 8);
	$sheet->add($row, 'heatmap --state blocked, peak', of($costs->{map}, 'peak'), 'MiB', most => 600);
	$sheet->add($row, 'with stacks: CPU of waits, times that of info',
		ratio($costs->{deep}, $costs->{info}, 'cpu'), 'x', most => 1.25);
	$self->add_driven($row, $self->drive(['-s', $info->{duration_s} || 0], 'steps', $file, 0,
			'--state', 'blocked'),
		['range-median', 'blocked: a typed range, median', 'ms', most => 16],
		['range-worst', 'blocked: a typed range, worst', 'ms'],
		['drag-column-median', 'blocked: a drag of one column, median', 'ms', most => 8],
		['drag-column-worst', 'blocked: a drag of one column, worst', 'ms'],
		['drag-row-median', 'blocked: a drag of one row, median', 'ms', most => 8],
		['drag-row-worst', 'blocked: a drag of one row, worst', 'ms']);
}

# ns that what passes a byte to and fro says it took, each time, while `@record` records it.
sub passing
{
	my ($self, @record) = @_;
	my $command = join ' ', map { Inputs::quoted($_) } @record, 'perl',
		"$self->{inputs}{srcdir}/tests/bench/pass-on", 50_000;

	open my $from, '-|', "$command 2>/dev/null </dev/null" or return undef;
	my ($ns) = map { /^(\d+)$/ ? $1 : () } <$from>;
	close $from;
	return $ns;
}

# On one CPU, where nothing is done but switching: the worst case. Of each way the same round.
sub waiting
{
	my ($self, $row) = @_;
	my $sheet = $self->{sheet};
	my $data = "$self->{inputs}{work}/waiting.data";
	my @mine = ($self->{program}, 'record', '--waiting', '--yes', '-a', '-o', $data);
	my @events = map { ('-e', $_) }
		qw(cpu-clock/freq=49/ sched:sched_switch sched:sched_waking sched:sched_wakeup_new);
	my %ways = (bare => [], clock => [qw(perf record -q -a -g -F 49 -o), $data, '--'],
		perf => [qw(perf record -q -a -g -m 8M), @events, '-o', $data, '--'],
		mine => [@mine, '--'], light => [@mine, '--switch-events', '--']);
	my (%ns, @bytes);

	for (1 .. $self->{runs}) {
		for my $way (qw(bare clock perf mine light)) {
			push @{$ns{$way}}, $self->passing(@{$ways{$way}});
			# two switches each time, and as many wake-ups
			push @bytes, (-s $data) / 100_000 if $way eq 'mine' && -s $data;
			unlink $data;
		}
	}
	my @why = (why => 'perf cannot record here');
	my $times = sub {
		my ($one, $other) = @_;

		return [map { $ns{$one}[$_] && $ns{$other}[$_] ? $ns{$one}[$_] / $ns{$other}[$_] : undef }
			0 .. $self->{runs} - 1];
	};
	my $more = [map { $ns{mine}[$_] && $ns{bare}[$_] ? ($ns{mine}[$_] - $ns{bare}[$_]) / 2000 : undef }
		0 .. $self->{runs} - 1];

	$sheet->add($row, 'to and fro, not recorded', [map { $_ && $_ / 1000 } @{$ns{bare}}], 'us');
	$sheet->add($row, 'with a clock alone', $times->('clock', 'bare'), 'x', @why,
		with => 'not recorded');
	$sheet->add($row, 'record --waiting', $times->('mine', 'bare'), 'x', @why, with => 'not recorded');
	$sheet->add($row, 'record --waiting, for each switch', $more, 'us', @why, with => 'not recorded');
	$sheet->add($row, 'record --waiting, times perf', $times->('mine', 'perf'), 'x', @why, most => 1.1,
		with => 'perf record of the same events');
	$sheet->add($row, 'record --waiting, for each switch', \@bytes, 'B', @why);
	$sheet->add($row, 'record --waiting --switch-events', $times->('light', 'bare'), 'x', @why,
		with => 'not recorded');
}

1;

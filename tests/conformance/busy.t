# busy.t - how busy CPUs were: recordings of a clock of which it is known when it ticked.
#
# `heatmap --format json` divides samples by ticks for samples of a clock of known rate on whole
# CPUs, be that a recording or its text, and for nothing else. Where perf may record, its own
# recordings of a machine that is busy, and of one with a CPU that is, are looked at, too.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../hostile";
use File::Temp qw(tempdir);
use List::Util qw(max min sum);
use Peer;
use PerfData;
use Program;

Program::start();
my $dir = tempdir(CLEANUP => 1);
my $seconds = 51;

srand 11;

# The ticks of each CPU: [ns, CPU], in order of time; without those that $stalled->(ns) says.
sub ticks
{
	my ($rate, $cpus, $stalled) = @_;
	my ($period, @all) = (int 1e9 / $rate);

	for my $cpu (0 .. $cpus - 1) {
		my $at = 1000e9 + int rand $period;

		for (; $at < (1000 + $seconds) * 1e9; $at += $period) {
			# the interrupt comes a bit late
			push @all, [$at + int rand 20000, $cpu] if !$stalled->($at);
		}
	}
	return sort { $a->[0] <=> $b->[0] } @all;
}

# Features 11 and so on of perf.data are texts and words with their lengths.
sub word
{
	my ($text) = @_;

	$text .= "\0" x (64 - length($text) % 64);
	return pack('L<', length $text) . $text;
}

sub as_recording
{
	my ($rate, $command, @ticks) = @_;
	my @words = split / /, $command;
	my $attr = attr(IP | TID | TIME | CPU | PERIOD, period => $rate);
	my $body = comm(7, 'app') . mmap2(7, 0x400000, 0x100000, '/bin/app');

	$body .= sample(pack 'Q<L<2Q<L<2Q<', 0x401000, 7, 7, $_->[0], $_->[1], 0, 1e9 / $rate)
		for @ticks;
	return recording([$attr], $body, {11 => pack('L<', scalar @words) .
		join '', map { word($_) } @words});
}

sub as_text
{
	my ($rate, $command, @ticks) = @_;
	my $text = $command ? "# cmdline : $command\n# event : name = cpu-clock, , id = { 1 }, " .
		"type = 1, size = 128, { sample_period, sample_freq } = $rate, freq = 1\n" : '';

	for (@ticks) {
		$text .= sprintf "app 7 [%03d] %d.%09d: %d cpu-clock:\n\t401000 main (/bin/app)\n\n",
			$_->[1], int $_->[0] / 1e9, $_->[0] % 1e9, 1e9 / $rate;
	}
	return $text;
}

sub map_of
{
	my ($bytes, @options) = @_;

	open my $file, '>:raw', "$dir/file" or die "$dir/file: $!\n";
	print $file $bytes;
	close $file or die "$dir/file: $!\n";
	my ($status, $out, $err) = run('heatmap', '--format', 'json', '--no-symbols', @options,
		"$dir/file");
	die "heatmap: $err\n" if $status;
	return json($out);
}

# Means of a member of each row over 50 whole seconds, without what is not known.
sub row_means
{
	my ($map, $member) = @_;
	my @means;

	for my $row (0 .. $map->{row_count} - 1) {
		my @known = grep { defined } map { $_->[$row] } @{$map->{$member}}[1 .. 50];

		push @means, sum(@known) / @known if @known;
	}
	return @means;
}

# counts, ticks and busy_shares of the cells say the same; returns what is wrong.
sub disagreement
{
	my ($map) = @_;

	for my $c (0 .. $#{$map->{counts}}) {
		for my $r (0 .. $map->{row_count} - 1) {
			my ($count, $ticks, $busy) = map { $map->{$_}[$c][$r] }
				qw(counts ticks busy_shares);
			my $is = defined $busy ? $busy : 'null';

			return "$c $r: $count of $ticks is $is" if $ticks
				? !defined $busy || abs($busy - $count / $ticks) > 1e-6
				: defined $busy || $count;
		}
	}
	return;
}

sub check_uniform
{
	my ($name, $map, $cpus) = @_;
	my @busy = row_means($map, 'busy_shares');
	my @level = row_means($map, 'busy_cpus');
	my @why = disagreement($map);

	push @why, "cpus: $map->{cpus}" if $map->{cpus} != $cpus;
	push @why, 'busy: ' . min(@busy) . ' to ' . max(@busy)
		if min(@busy) < 0.98 || max(@busy) > 1.02;
	push @why, 'CPUs busy: ' . min(@level) . ' to ' . max(@level)
		if @level != 50 || min(@level) < 0.98 * $cpus || max(@level) > 1.02 * $cpus;
	ok(!@why, $name, @why);
}

my $whole = '/usr/bin/perf record -e cpu-clock -F RATE -a -g';

for my $rate (49, 50, 97, 99, 100, 199, 997) {
	for my $cpus ($rate > 500 ? 2 : (1, 2, 7)) {
		my @all = ticks($rate, $cpus, sub { 0 });
		my $how = $rate % 2 && $cpus < 7 ? \&as_recording : \&as_text;

		check_uniform("$rate Hz on $cpus CPUs, all of them busy: no stripes",
			map_of($how->($rate, $whole =~ s/RATE/$rate/r, @all)), $cpus);
	}
}

for my $rate (49, 99, 997) {
	my $from = (1020.3 + rand 0.1) * 1e9;
	my $to = $from + 1.5e9 / $rate;
	my @all = ticks($rate, 2, sub { $_[0] >= $from && $_[0] < $to });
	my $map = map_of(as_recording($rate, $whole =~ s/RATE/$rate/r, @all));
	my ($least, @where) = (2);

	for my $c (1 .. 49) {
		for my $r (0 .. 49) {
			my $level = $map->{busy_cpus}[$c][$r];

			($least, @where) = ($level, $c, $r) if $level < $least;
		}
	}
	my $begin = @where ? (1000 + $where[0] + $where[1] / 50) * 1e9 : 0;
	ok($begin < $to && $begin + 0.02e9 > $from &&
		$map->{busy_shares}[$where[0]][$where[1]] < 1,
		"$rate Hz: a stall of 1.5 periods is the darkest spot", "$least at @where");
}

my @ticks = ticks(99, 2, sub { 0 });
my %counted = (
	'a clock of a process' => as_text(99, 'perf record -F 99 -g -p 7', @ticks),
	'text without a rate' => as_text(99, '', @ticks),
	'a rate in the command that was run' => as_text(99, 'perf record -a -g -- grep -F 99 x', @ticks) =~
	    s/, \{ sample_period.*//r,
	'hardware events' => as_text(99, 'perf record -F 99 -a', @ticks) =~ s/cpu-clock/cycles/gr,
	'a clock of user code' => as_text(99, 'perf record -F 99 -a', @ticks) =~
	    s/cpu-clock/cpu-clock:u/gr,
	'a tracepoint' => as_text(99, 'perf record -F 99 -a', @ticks) =~
	    s/cpu-clock/sched:sched_switch/gr,
	'samples without CPUs' => as_text(99, 'perf record -F 99 -a', @ticks) =~ s/ \[00\d\]//gr,
);
for my $what (sort keys %counted) {
	my $map = map_of($counted{$what});

	ok(!grep({ exists $map->{$_} } qw(ticks busy_shares busy_cpus)) && @{$map->{counts}} == $seconds,
		"$what: samples are counted");
}

my $text = as_text(99, $whole =~ s/RATE/99/r, @ticks);
my $one = map_of($text, '--filter', 'cpu=1');
check_uniform('one CPU of two: its ticks alone', $one, 1);
my $other = map_of($text =~ s/app 7/other 8/r, '--filter', 'comm=other');
my @later = 1 .. $seconds - 2;
ok(min(map { sum(@{$other->{ticks}[$_]}) } @later) >= 2 * 98 &&
	max(map { @{$other->{busy_cpus}[$_]} } @later) == 0,
	'where a process did not run: CPUs ticked, and were not busy with it');
my $found = map_of($text, '--search', 'main');
ok(!grep({ $found->{busy_cpus}[$_][7] != $found->{matched_busy_cpus}[$_][7] } 1 .. 50),
	'what a search found is divided by ticks as well');

# As many processes as CPUs, which only count. Whoever else runs here makes CPUs busy as well.
my $burn = 'my $n = shift; for (2 .. $n) { fork or last } my $end = time + 3; ' .
	'1 while time < $end; 1 while wait > 0';
my $cpus = () = (Peer::output(qw(perf --version)) // '') &&
	(Peer::output('cat', '/proc/cpuinfo') // '') =~ /^processor/mg;
if ($cpus && Peer::record("$dir/real", qw(-e cpu-clock -F 99 -a), '--', $^X, '-e', $burn, $cpus)) {
	my @times = Peer::clock("$dir/real");
	my $expected = 99 * $cpus * ($times[-1] - $times[0]) / 1e9;
	open my $file, '<:raw', "$dir/real" or die "$dir/real: $!\n";
	my $map = map_of(do { local $/; <$file> }, '--idle', 'show');
	my $ticks = sum(map { @$_ } @{$map->{ticks}});
	my @why = disagreement($map);

	push @why, "$ticks ticks, not $expected, of $map->{cpus} CPUs"
		if abs($ticks - $expected) > 0.02 * $expected + 3 * $cpus;
	push @why, "$cpus CPUs here" if $map->{cpus} != $cpus;
	push @why, 'counts: ' . sum(map { @$_ } @{$map->{counts}}) . ", not all " . @times
		if sum(map { @$_ } @{$map->{counts}}) != @times;
	ok(!@why, "what perf records here: ticks are as many as the rate says", @why);
} else {
	skip("what perf records here", "perf may not record all CPUs");
}

# A program keeps one CPU busy, and notes what the kernel has counted of all of them meanwhile.
my $one_cpu = 'open my $note, ">", shift or die; ' .
	'sub note { open my $stat, "<", "/proc/stat" or die; print $note scalar <$stat> } ' .
	'note(); my $end = time + 3; 1 while time < $end; note()';
if ($cpus && Peer::record("$dir/noted", qw(-e cpu-clock -F 99 -a -g), '--', $^X, '-e', $one_cpu,
	"$dir/stat")) {
	open my $stat, '<', "$dir/stat" or die "$dir/stat: $!\n";
	my ($from, $to) = map { [/\d+/g] } <$stat>;
	my @passed = map { $to->[$_] - $from->[$_] } 0 .. 7; # user, nice, system, idle, iowait ...
	my $busy = $cpus * (1 - ($passed[3] + $passed[4]) / sum(@passed));
	my ($status, $out, $err) = run('report', '--format', 'json', "$dir/noted");
	die "report: $err\n" if $status;
	my $ours = json($out)->{load}{busy_cpus};
	ok(abs($ours - $busy) < 0.1 * $cpus, 'as many CPUs were busy as the kernel says',
		sprintf '%.3f of %d, not %.3f', $ours, $cpus, $busy);
} else {
	skip("as many CPUs were busy as the kernel says", "perf may not record all CPUs");
}

Program::finish();

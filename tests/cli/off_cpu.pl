# off_cpu.pl - what perf record --off-cpu would have written of threads that were blocked.
# Usage: off_cpu.pl KIND, to standard output; KIND as below, with "text": as perf script prints it.
#
# perf with BPF is not to be had everywhere, so this is made by hand. The layout is that of Linux'
# tools/perf/util/bpf_off_cpu.c, off_cpu_write(), of 5.19 (sums alone, fields in their places) and of 6.16
# (all in the raw part), and of evsel.c, __set_offcpu_sample(), for waits of --off-cpu-thresh and longer.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../hostile";
use PerfData;

use constant NO_TIME => ~0 << 32;

my $kind = shift;
my $text = ($kind =~ s/ text$//);

# tid, from, to (ns), leaf and caller: at 1.0 s thread 11 stops for 0.6 s, and so on.
my @waits = ([11, 1_000_000_000, 1_600_000_000, 0x401100, 0x401000],
	[12, 1_200_000_000, 2_700_000_000, 0x401200, 0x401000],
	[11, 2_000_000_000, 2_500_000_000, 0x401100, 0x401000]);
my @sums = ([11, 300_000_000, 0x401300, 0x401000], [12, 40_000_000, 0x401200, 0x401000]);
my @clock = map { 1_000_000_000 + $_ * 100_000_000 } 0 .. 19;
my %name = (0x401000 => 'main', 0x401100 => 'take', 0x401200 => 'rest', 0x401300 => 'poll');

@waits = () if $kind =~ /^(old|sums)$/;
@sums = () if $kind eq 'waits';
@clock = () if $kind eq 'sums';

my @rows = ((map { [$_, 10, 'cpu-clock', 1, 0x401000] } @clock),
	(map { [$_->[2], $_->[0], 'offcpu-time', $_->[2] - $_->[1], @$_[3, 4]] } @waits));
@rows = sort { $a->[0] <=> $b->[0] } @rows;
push @rows, map { [NO_TIME + $_, $sums[$_][0], 'offcpu-time', @{$sums[$_]}[1 .. 3]] } 0 .. $#sums;

if ($text) {
	for (@rows) {
		my ($time, $tid, $event, $period, @chain) = @$_;
		# nanoseconds, as with --ns, but for sums as without
		my $seconds = $time >= NO_TIME
		    ? sprintf('%d.%06d', $time / 1000_000_000, $time / 1000 % 1000_000)
		    : sprintf('%d.%09d', $time / 1000_000_000, $time % 1000_000_000);

		print "app    10/$tid    [000] $seconds: $period $event: \n";
		printf "\t%16x %s+0x0 (/bin/app)\n", $_, $name{$_} for @chain;
		print "\n";
	}
	exit;
}

# Of the clock's and the other event's samples; perf adds IDENTIFIER, by which both are known.
my $plain = IDENTIFIER | IP | TID | TIME | CPU | PERIOD | CALLCHAIN;
my $own = $kind eq 'old' ? $plain : IDENTIFIER | IP | TID | TIME | CPU | PERIOD | RAW;
my $clock = attr($plain, type => 1, config => 0, period => 1000);
my $bpf = attr($own, type => 1, config => 10);

# What lies: a chain longer than the sample, no raw part to speak of, a wait longer than time.
my %lie = ('chain' => sub { substr $_[0], 16, 8, pack 'Q<', 1 << 60 },
	'short' => sub { $_[0] = substr $_[0], 0, 12 },
	'period' => sub { substr $_[0], 8, 8, pack 'Q<', ~0 });
my $damage = $lie{$kind};

sub sample_of
{
	my ($time, $tid, $event, $period, @chain) = @_;
	my $is_clock = $event eq 'cpu-clock';
	my $head = pack 'Q<Q<L<L<Q<L<L<Q<', $is_clock ? 1 : 2, $chain[0], 10,
	    $is_clock || $own == $plain ? $tid : 99, $time, 0, 0,
	    $is_clock || $own == $plain ? $period : 1;
	my $chain = pack 'Q<*', 1 + @chain, CONTEXT_USER, @chain;
	my $raw = pack('L<L<Q<', 10, $tid, $period) . $chain . pack 'Q<', 0;

	return sample($head . $chain) if $is_clock || $own == $plain;
	if ($damage && $time < NO_TIME) {
		$damage->($raw);
		undef $damage;
	}
	$raw .= "\0" x (-(4 + length $raw) % 8);
	return sample($head . pack('L<', length $raw) . $raw);
}

binmode STDOUT;
print recording([[$clock, 1], [$bpf, 2]],
	record(3, 0, pack('L<L<', 10, 10) . "app\0\0\0\0\0" . pack 'L<L<Q<L<L<Q<', 10, 10, 1, 0, 0, 1) .
	record(10, 2, pack('L<L<Q<Q<Q< L<L<Q<Q<L<L<', 10, 10, 0x401000, 0x1000, 0x1000, 0, 0, 0, 0, 5, 2) .
	    "/bin/app\0\0\0\0\0\0\0\0" . pack 'L<L<Q<L<L<Q<', 10, 10, 1, 0, 0, 1) .
	join('', map { sample_of(@$_) } @rows),
	{12 => event_desc([$clock, 1, 'cpu-clock'], [$bpf, 2, 'offcpu-time'])});

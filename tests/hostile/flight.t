# flight.t - streams that mean harm to who watches them: --save-when goes on looking for what it is to find.

use strict;
use warnings;
use File::Temp qw(tempdir);
use Program;
use Hostile;
use PerfData;

Program::start();
my $dir = hostile_dir();
my $second = 1_000_000_000;
my $round = record(68, 0, '');
my $begin = 1000 * $second;

# A recording as perf writes it into a pipe: attributes with their numbers, then records.
sub stream
{
	my ($records, @attrs) = @_;
	my $number = 0;

	return 'PERFILE2' . pack('Q<', 16) . join('', map { record(64, 0, $_ . pack 'Q<', ++$number) } @attrs) . $records;
}

sub at
{
	my ($pid, $address, $time) = @_;

	return sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', $address, $pid, $pid, $time, 1, 2, CONTEXT_USER, $address);
}

# Have the pieces read, so many seconds of the clock apart; what was said, and the files that were kept.
sub watched
{
	my ($pieces, $pause, @args) = @_;
	my $kept = tempdir(DIR => $dir);

	open my $out, '|-', "exec '$ENV{FLARESCOPE}' live --headless --save-to '$kept' " . join(' ', @args) .
	    " - > '$dir/said' 2>&1" or die "live: $!\n";
	local $SIG{PIPE} = 'IGNORE';
	$out->autoflush(1);
	for (@$pieces) {
		print $out $_;
		select undef, undef, undef, $pause if $pause;
	}
	close $out;
	open my $in, '<', "$dir/said" or die;
	return (join('', <$in>), glob "$kept/*.flare");
}
use IO::Handle;

# 34,000 modules come and go; their names are let go, and others get their numbers.
my $attr = attr(IP|TID|TIME|PERIOD|CALLCHAIN);
my @pieces = stream(comm(7, 'app'), $attr);
my ($time, $n) = ($begin, 0);
for my $s (0 .. 114) {
	my $piece = '';

	for (1 .. 10) {
		$time += $second / 10;
		for (1 .. 30) {
			my $start = 0x400000 + $n % 5000 * 0x1000;

			$piece .= mmap2(7, $start, 0x1000, sprintf('/lib/thing-%d-%s.so', $n++, 'x' x 60), time => $time) .
			    at(7, $start + 16, $time);
		}
	}
	push @pieces, $piece . $round;
}
for my $s (0 .. 79) {
	my $piece = $s ? '' : mmap2(8, 0x400000, 0x1000, '/gc_pause', time => $time);

	$piece .= at(8, 0x400010, $time += $second / 10) for 1 .. 10;
	push @pieces, $piece . $round;
}
my ($said, @kept) = watched(\@pieces, 0.012, '--keep', 70, '--save-when', "'search /gc_pause/ > 50% for 1s'");
ok(@kept >= 1 && $said =~ /search\.flare \(search \/gc_pause/, 'a name is found whose number another had before', $said);
my ($status, $out) = @kept ? run('export', $kept[0]) : (1, '');
ok($status == 0 && $out =~ /gc_pause/, 'and is in what was kept', substr $out, 0, 300);

# Names on which the pattern takes forever: each could end the recorder.
$time = $begin;
my $records = comm(7, 'app');
for (0 .. 59) {
	my $start = 0x400000 + $_ * 0x1000;

	$records .= mmap2(7, $start, 0x1000, "/n$_/" . 'a' x 60, time => $time += $second / 10) . at(7, $start + 16, $time + 1);
}
$records .= mmap2(8, 0x400000, 0x1000, '/aaxy', time => $time);
$records .= at(8, 0x400010, $time += $second / 10) for 1 .. 600;
($said, @kept) = watched([stream($records . $round, $attr)], 0, '--save-when', "'search /(a|aa)+[wx][yz]/ > 50% for 1s'");
ok(@kept == 1, 'names on which a pattern takes too long do not end the recorder', $said);
ok($said =~ /takes too long on \d+ names?: these and similar names count as not matching/, 'they are told', $said);

# Waits are stretches of time: what is kept of them is a whole profile.
my @attrs = (attr(IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN), attr(IDENTIFIER|IP|TID|TIME|PERIOD|CALLCHAIN|RAW, config => 10));
$records = record(78, 0, pack('Q<Q<', 2, 2) . "offcpu-time\0") . record(3, 0, pack('L<L<', 7, 7) . text8('app') . pack('L<L<Q<Q<', 7, 7, 1, 1));
$time = $begin;
for my $i (0 .. 3999) {
	$time += $second / 20;
	$records .= sample(pack 'Q<Q<L<L<Q<Q<Q<Q<Q<', 1, 0x401000, 7, 7, $time, 1, 2, CONTEXT_USER, 0x401000);
	if ($i % 7 == 0) {
		my $raw = pack('L<L<Q<Q<Q<Q<', 7, 7, $second / 100 + $i, 2, CONTEXT_USER, 0x402000);

		$raw .= "\0" x (-(length($raw) + 4) % 8);
		$records .= sample(pack('Q<Q<L<L<Q<Q<Q<L<', 2, 0x402000, 7, 7, $time + 1000, $second / 100 + $i, 0, length $raw) . $raw);
	}
	$records .= $round if $i % 20 == 0;
}
($said, @kept) = watched([stream($records, @attrs)], 0, '--keep', '2m', '--save-when', "'search /./ > 1% for 1s'");
ok(@kept == 1, 'of a stream with waits something is kept', $said);
($status, $out) = @kept ? run('info', '--json', $kept[0]) : (1, '');
ok($status == 0, 'which is whole', substr $out, 0, 1000);
($status, $out) = @kept ? run('export', '-e', 'offcpu-time', '--format', 'timed-folded', $kept[0]) : (1, '');
my @wrong = grep { /^\d/ && !/ dur=0\.01000\d+ / } split /\n/, $out;
ok($status == 0 && $out =~ / dur=/ && !@wrong, 'and its waits are as long as they were', @wrong[0 .. 4]);

# What is held for a far future is not gone through round after round.
my $far = join '', map { perf_far($_) } 1 .. 50_000;
sub perf_far { return comm(7, 'x', ~0) }
$records = at(7, 0x401000, 1000) . $far . join '', map { at(7, 0x401000, 2000 + $_) . $round } 1 .. 10_000;
harmless('rounds of a stream that holds much are not quadratic', ['live', '--headless', '-o', "$dir/rounds.flare", '-'],
	stdin => write_file("$dir/rounds", stream($records, $attr)), status => 0, seconds => 1, memory => 80);

Program::finish();

# rounds.pl < STREAM - is what the recorder promises of rounds and ticks true of this stream?
# Prints how many samples, rounds and ticks there are, and which processes have ended; dies where
# it is not.
use strict;
use warnings;

binmode STDIN;
local $/;
my $all = <STDIN>;
my $at = 16;
my ($newest, $newest_before, $floor, $told) = (0, 0, 0, 0);
my ($samples, $rounds, $ticks, $own, $lost, $throttled) = (0) x 6;
my ($tick, $own_cpu) = (0, 0);
my @ended;

die "no PERFILE2 of a pipe\n" unless unpack('a8Q<', $all) eq 'PERFILE2' && unpack('x8Q<', $all) == 16;
while ($at + 8 <= length $all) {
	my ($type, $misc, $size) = unpack 'L<S<S<', substr $all, $at, 8;
	die "a record of $size bytes at $at\n" if $size < 8 || $size % 8 || $at + $size > length $all;
	my $body = substr $all, $at + 8, $size - 8;
	my $time = 0;
	if ($type == 9) {
		$time = unpack 'x16Q<', $body;
		$samples++;
	} elsif ($type < 64) {
		# pid and tid, the time, the CPU behind each
		$time = unpack 'Q<', substr $body, -16, 8;
		$lost += unpack 'x8Q<', $body if $type == 2;
		$throttled++ if $type == 5;
		push @ended, unpack 'l<', $body if $type == 4;
	} elsif ($type == 68) {
		$floor = $newest_before;
		$newest_before = $newest;
		$rounds++;
		die "a round before what ran already was told\n" unless $told;
	} elsif ($type == 82) {
		$told = 1;
	} elsif ($type == 200) {
		my ($now, $cpu, @figures) = unpack 'Q<5', $body;
		die "a tick of ", length $body, " bytes\n" if length $body != 40;
		die "ticks do not go on: $now after $tick\n" if $now <= $tick || $cpu < $own_cpu;
		die "a tick counts $figures[0] lost, $figures[1] throttled, not $lost, $throttled\n"
			if $figures[0] != $lost || $figures[1] != $throttled;
		($tick, $own_cpu, $own) = ($now, $cpu, $figures[2]);
		$ticks++;
	}
	die "a record of $time behind a round that ended at $floor\n" if $time && $time < $floor;
	$newest = $time if $time > $newest;
	$at += $size;
}
die "the stream ends in a record\n" if $at != length $all;
print "samples $samples rounds $rounds ticks $ticks own $own\n";
print "ended $_\n" for @ended;

# head.pl FILE - does the head of a perf.data count whole records, and all but those written last?
# Prints how many samples they are; dies where it does not.
use strict;
use warnings;

local $/;
open my $file, '<:raw', $ARGV[0] or die "$ARGV[0]: $!\n";
my $all = <$file>;
my ($magic, $begin, $size) = unpack 'a8x32Q<2', $all;
die "no PERFILE2\n" if $magic ne 'PERFILE2';
my ($at, $end, $samples) = ($begin, $begin + $size, 0);
die "$size bytes of records, but the file ends before\n" if $end > length $all;
die "$size bytes of records, and as many behind them\n" if length($all) - $end >= $size;
while ($at < $end) {
	my ($type, $misc, $of) = unpack 'L<S<S<', substr $all, $at, 8;
	die "a record of $of bytes at $at\n" if $of < 8 || $of % 8;
	$samples++ if $type == 9;
	$at += $of;
}
die "the head ends in a record\n" if $at != $end;
print "$samples\n";

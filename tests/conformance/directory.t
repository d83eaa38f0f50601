# directory.t - of a recording of perf record --threads, whose records are in the files data.0 and on
# beside the file data: data alone is told from a recording in which nothing ran.

use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/../hostile";
use PerfData;
use Program;

Program::start();

my $directory = tempdir(CLEANUP => 1);

sub said
{
	my ($bytes) = @_;

	open my $out, '>:raw', "$directory/data" or die "$directory: $!\n";
	print $out $bytes;
	close $out or die "$directory: $!\n";
	return (run('info', "$directory/data"))[2];
}

my $attr = attr(IP | TID | TIME | PERIOD);
my $alone = said(recording([$attr], comm(7, 'app')));
my $part = said(recording([$attr], comm(7, 'app'), {24 => pack 'Q<', 1}));

ok($alone =~ /idle or too short/, 'a recording without samples was idle or too short', $alone);
ok($part =~ /in the files beside it; open the directory/,
   'the file of a directory says that samples are in its neighbours', $part);
ok($part !~ /idle/, 'and not that there are none', $part);

# ---- data.0, which has records and nothing else ----

my @records = map { sample(pack 'Q<L<2Q<2', 0x401000, 7, 7, $_, 1) } 1 .. 200;
my %parts = (
	samples => join('', @records),
	maps => comm(7, 'app') . comm(8, 'xml=<x>{"data":1}') . $records[0],
	packed => record(81, 0, "\x28\xb5\x2f\xfd" . 'x' x 4000),
	packed2 => record(83, 0, pack('Q<', 99) . "\x28\xb5\x2f\xfd" . 'x' x 99),
	cut => substr(join('', @records), 0, 1001));

for my $name (sort keys %parts) {
	my $said = said($parts{$name});

	ok($said =~ /a part of a recording of perf record --threads.*open its directory/,
	   "a file of $name is told from what nobody knows", $said);
}
my $almost = join '', map { pack('L<S<S<', $_, 0, 9) . "\x01" } 1 .. 200;
ok(said($almost) =~ /binary data of an unknown kind/, 'not what looks like one', said($almost));
Program::finish();

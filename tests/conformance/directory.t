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
Program::finish();

# JsonFiles.pm - rows of the benchmark about profiles in JSON.

package JsonFiles;

use strict;
use warnings;

# As the rows of Rows.pm: each is called with the Rows and its own name.
sub rows
{
	return (
		[cpuprofile => \&cpuprofile, '100 MB of a CPU profile of V8'],
		[trace => \&trace, '500 MB of trace events, as an array and as an object'],
		[firefox => \&firefox, '72 MB of a profile of Firefox, with times and with deltas'],
	);
}

# What reading a file costs in batch. The rates that are goals are 1.3 times those of before JSON
# was cut into tokens without yajl, on two CPUs of the machine of doc/performance.md.
sub info
{
	my ($rows, $row, $name, $file, %most) = @_;
	my $sheet = $rows->{sheet};
	my $costs = $rows->in_turn({name => 'info', run => $rows->flarescope('info', $file)})->{info};
	my $facts = $rows->info($file);
	my @spans = map { $_->{spans} ? $_->{samples} : () } @{$facts->{events} // []};
	my $samples = $facts->{samples} || $spans[0];

	$sheet->add($row, "info of $name", Rows::of($costs, 'wall'), 's', most => $most{wall});
	$sheet->add($row, "$name, CPU", Rows::of($costs, 'cpu'), 's');
	$sheet->add($row, "$name, read", Rows::rate($costs, -s $file), 'MB/s', least => $most{rate});
	$sheet->add($row, "$name, peak", Rows::of($costs, 'peak'), 'MiB', most => $most{peak});
	$sheet->add($row, "$name, samples", [$samples ? $samples / 1e6 : undef], 'M');
}

# Times come last in such a file: nothing is shown before all of it was read.
sub cpuprofile
{
	my ($rows, $row) = @_;
	my $file = $rows->{inputs}->cpu_profile(100_000_000);

	return $rows->{sheet}->add($row, 'info', [], 's',
		why => 'no seed.cpuprofile in BENCH_DATA, and no corpus') unless $file;
	my $name = Rows::size_of($file);
	info($rows, $row, $name, $file, wall => 2, rate => 83);
	my $load = $rows->drive([], 'load', $file);
	my $ms = int(Sheet::median(@{$load->{loaded} || []}) || 0);
	my $stop = $ms ? $rows->drive(['-l', $ms, '-k', "\003"], 'cancel', $file) : {};

	$rows->add_driven($row, $load,
		['first-map', 'first cells of the map', 'ms'],
		['loaded', 'everything, last byte', 'ms'],
		['longest-gap', 'longest time between updates', 'ms']);
	$rows->add_driven($row, $stop, ['over', '^C to the end, or the last byte', 'ms']);
}

# The goal is for two CPUs.
sub trace
{
	my ($rows, $row) = @_;

	for my $form ('array', 'object') {
		my $file = $rows->{inputs}->trace(500_000_000, $form) or next;

		info($rows, $row, Rows::size_of($file) . ", $form", $file, wall => 10, peak => 3072, rate => 107);
	}
}

sub firefox
{
	my ($rows, $row) = @_;

	for my $how ('times', 'deltas') {
		my $file = $rows->{inputs}->firefox(72_000_000, $how) or next;

		info($rows, $row, Rows::size_of($file) . ", $how", $file, rate => $how eq 'times' ? 90 : undef);
	}
}

1;

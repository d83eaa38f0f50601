# Fleets.pm - rows of the benchmark about recordings of many hosts, put together.

package Fleets;

use strict;
use warnings;
use Inputs;
use Sheet;

my @why = (why => 'no recordings of many hosts');

# As the rows of Rows.pm: each is called with the Rows and its own name.
sub rows
{
	return ([fleet => \&fleet, 'recordings of 1,000 hosts together']);
}

my @steps = (
	['range-median', 'a typed range, median', 'ms'],
	['drag-column-median', 'a drag of one column, median', 'ms'],
	['drag-row-median', 'a drag of one row, median', 'ms'],
	['everything-median', 'everything, median', 'ms']);

# From the start to the map of all samples, what it takes of memory, and steps; beside one file of
# that size, which is what they are merged into.
sub fleet
{
	my ($rows, $row) = @_;
	my ($sheet, $inputs) = @$rows{qw(sheet inputs)};
	my $dir = $inputs->fleet(1000);

	return $sheet->add($row, 'map of all samples', [], 'ms', @why) unless $dir;
	my $one = $inputs->flare('fleet', sub {
		my ($to) = @_;
		return $rows->cost({run => [$rows->{program}, 'merge', $dir, '-o', $to]});
	});
	my @options = ('-c', '47,040,000');
	my $shown = $rows->drive(\@options, 'load', $dir, 0, '--together', '--idle', 'show');
	my $costs = $rows->in_turn(
		{name => 'map', run => $rows->flarescope('heatmap', '--together', $dir)},
		{name => 'one', run => $rows->flarescope('heatmap', $one // '/dev/null')});

	$sheet->add($row, 'samples', [47.04], 'M');
	$rows->add_driven($row, $shown,
		['first-map', 'first cells of the map', 'ms', most => 2000],
		['whole-map', 'map of all samples', 'ms', most => 2000],
		['loaded', 'everything, last byte', 'ms']);
	$sheet->add($row, 'heatmap, wall', Rows::of($costs->{map}, 'wall_ms'), 'ms');
	$sheet->add($row, 'heatmap, peak', Rows::of($costs->{map}, 'peak'), 'MiB', most => 4096);
	$sheet->add($row, 'heatmap of one file, wall', Rows::of($costs->{one}, 'wall_ms'), 'ms');
	$rows->add_driven($row, $rows->drive(['-s', 61], 'steps', $dir, 0, '--together'), @steps);
	$rows->add_driven($row, $rows->drive(['-s', 61], 'steps', $one), map {
		my ($from, $name, $unit) = @$_;
		[$from, "$name, of one file", $unit];
	} @steps) if $one;
	return;
}

1;

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
	return ([fleet => \&fleet, 'recordings of 1,000 hosts together'],
		[query => \&query, 'samples of 100 hosts in ClickHouse']);
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
		['whole-map', 'map of all samples', 'ms'],
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

# The engine of the npm package chdb, behind the page of HTTP that tests have.
sub query
{
	my ($rows, $row) = @_;
	my ($sheet, $inputs) = @$rows{qw(sheet inputs)};
	my $dir = $inputs->fleet(100);
	my $chdb = $ENV{FLARESCOPE_CHDB} // '';

	return $sheet->add($row, 'map', [], 'ms', why => 'no chdb: FLARESCOPE_CHDB')
		unless $dir && -d "$chdb/chdb";
	my $tables = "$dir.tables";
	my $pid = open my $from, '-|', 'node', "$inputs->{srcdir}/tests/cli/clickhouse_front.js", $chdb, $tables
		or die "node: $!";
	chomp(my $port = <$from> // die 'the front does not start');
	my $address = "clickhouse://127.0.0.1:$port/default";
	my @all = ('--since', 'all', $address);
	my $pushed = $rows->cost({run => [$rows->{program}, 'push', '--create', $address, glob "$dir/*"]});
	my $costs = $rows->in_turn(
		{name => 'map', run => $rows->flarescope('heatmap', @all)},
		{name => 'lanes', run => $rows->flarescope('heatmap', '--lanes', 'host', @all)},
		{name => 'second', run => $rows->flarescope('flame', '--range', '10,11', @all)},
		{name => 'all', run => $rows->flarescope('flame', @all)},
		{name => 'search', run => $rows->flarescope('heatmap', '--search', 'malloc', @all)},
		{name => 'diff', run => $rows->flarescope('diff', '--host', 'host-0003', @all)},
		{name => 'here', run => $rows->flarescope('heatmap', '--together', $dir)});

	$sheet->add($row, 'samples', [4.704], 'M');
	$sheet->add($row, 'push', [$pushed->{wall_ms}], 'ms') if $pushed;
	for (['map', 'map'], ['lanes', 'lanes of hosts'], ['second', 'graph of a second'], ['all', 'graph of all'],
		['search', 'map of a search'], ['diff', 'a host against all others'], ['here', 'map of the files themselves']) {
		$sheet->add($row, $_->[1], Rows::of($costs->{$_->[0]}, 'wall_ms'), 'ms');
	}
	$sheet->add($row, 'map, peak', Rows::of($costs->{map}, 'peak'), 'MiB');
	kill TERM => $pid;
	close $from;
	return;
}

1;

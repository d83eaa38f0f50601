# Pipes.pm - rows of the benchmark about what is read from a pipe.

package Pipes;

use strict;
use warnings;
use Inputs;

my $fifty = 50_000_000;

# As the rows of Rows.pm: each is called with the Rows and its own name.
sub rows
{
	return (
		[pipe => \&pipe, 'a large text that another program passes on'],
		[fifty => \&fifty, '50 million samples'],
	);
}

# `cat` writes into a pipe as any program does; one that asks for a wider one itself needs no help.
sub pipe
{
	my ($rows, $row) = @_;
	my $sheet = $rows->{sheet};
	my $text = $rows->{inputs}->text('huge');

	return $sheet->add($row, 'info', [], 's', why => 'no input') unless $text;
	my $costs = $rows->in_turn({name => 'file', run => $rows->flarescope('info', $text)},
		{name => 'pipe', feed => 'cat ' . Inputs::quoted($text), run => $rows->flarescope('info', '-')});

	$sheet->add($row, 'info of ' . Rows::size_of($text), Rows::of($costs->{file}, 'wall'), 's');
	$sheet->add($row, 'the same through a pipe', Rows::of($costs->{pipe}, 'wall'), 's');
	$sheet->add($row, 'the same through a pipe, CPU', Rows::of($costs->{pipe}, 'cpu'), 's');
	$sheet->add($row, 'times the file', Rows::ratio($costs->{pipe}, $costs->{file}, 'wall'), 'x',
		with => 'info of the file, same round');
}

sub fifty
{
	my ($rows, $row) = @_;
	my $sheet = $rows->{sheet};
	my $text = $rows->{inputs}->text('big') or return;
	my ($enlarge, $from) = map { Inputs::quoted($_) } "$rows->{tools}/enlarge", $text;
	my $made;
	my $file = $rows->{converts} && $rows->{inputs}->flare('fifty', sub {
		return $made = $rows->cost({feed => "$enlarge -s $fifty $from",
			run => $rows->flarescope('convert', '-', '-o', $_[0])});
	});
	my @why = (why => $rows->{converts} ? 'made before, or failed' : 'not there');
	my $facts = $file ? $rows->info($file) : {};
	my $seconds = $facts->{duration_s} || 0;
	my @options = ('-s', $seconds, '-q', 1000, '-n', 8);

	$sheet->add($row, 'convert from a pipe, wall', [$made && $made->{wall}], 's',
		most => 20, @why);
	$sheet->add($row, 'convert from a pipe, peak', [$made && $made->{peak}], 'MiB', @why);
	$sheet->add($row, 'samples', [$file ? $facts->{samples} / 1e6 : undef], 'M', @why);
	$rows->add_driven($row, $file ? $rows->drive(\@options, 'steps', $file) : {},
		['everything-median', 'everything, median', 'ms', most => 1000, @why],
		['everything-worst', 'everything, worst', 'ms', @why],
		['drag-column-median', 'a drag of one column, median', 'ms', most => 16, @why],
		['drag-column-worst', 'a drag of one column, worst', 'ms', @why],
		['drag-row-median', 'a drag of one row, median', 'ms', most => 16, @why],
		['range-median', 'a typed range, median', 'ms', @why]);
}

1;

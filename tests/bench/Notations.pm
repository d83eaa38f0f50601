# Notations.pm - rows of the benchmark about what export writes.

package Notations;

use strict;
use warnings;
use Inputs;

# As the rows of Rows.pm: each is called with the Rows and its own name.
sub rows
{
	return ([writing => \&writing, '100,000 spans as JSON and for speedscope: overlapping, and 400 deep']);
}

# The path of trace events of so many spans; undef when they cannot be made.
sub spans
{
	my ($inputs, $name, @words) = @_;
	my $file = "$inputs->{work}/spans-$name.json";
	my $make = 'perl ' . Inputs::quoted("$inputs->{srcdir}/tests/bench/make-spans");

	return $inputs->make($file, "$make @words") ? $file : undef;
}

# Of those that are deep only the leaves are chosen: each opens and closes all that it lies in, which
# is gigabytes for speedscope.
sub writing
{
	my ($rows, $row) = @_;
	my ($sheet, $inputs) = @$rows{qw(sheet inputs)};
	my @files = ([overlapping => spans($inputs, 'overlapping', 100_000)],
		[deep => spans($inputs, 'deep', 100_000, 400), '--filter', 'leaf_']);
	my %most = (json => 1.05, speedscope => 10.5);

	for (@files) {
		my ($name, $file, @filter) = @$_;

		next unless $file;
		my $costs = $rows->in_turn(map { {name => $_,
			run => $rows->flarescope('export', '--format', $_, @filter, $file)} } sort keys %most);

		for my $format (sort keys %most) {
			$sheet->add($row, "$format, $name", Rows::of($costs->{$format}, 'wall'), 's', most => $most{$format});
			$sheet->add($row, "$format, $name, CPU", Rows::of($costs->{$format}, 'cpu'), 's');
		}
	}
}

1;

# Distinct.pm - rows of the benchmark about profiles in which hardly anything comes twice.

package Distinct;

use strict;
use warnings;

my $million = 1_000_000;

# As the rows of Rows.pm: each is called with the Rows and its own name.
sub rows
{
	return (
		[stacks => \&stacks, 'a million stacks, each of them another, 20 frames deep'],
		[functions => \&functions, 'a drag beside the top table of a million functions'],
	);
}

# What a command takes more than only reading does, round by round: seconds of CPU.
sub beyond
{
	my ($costs, $name) = @_;
	my ($all, $load) = map { Rows::of($costs->{$_}, 'cpu') } $name, 'info';

	return [map { defined $all->[$_] && defined $load->[$_] ? $all->[$_] - $load->[$_] : undef }
		0 .. $#$all];
}

# The goals are half of what each took before they were set, on two CPUs.
sub stacks
{
	my ($rows, $row) = @_;
	my ($sheet, $inputs) = @$rows{qw(sheet inputs)};
	my $file = "$inputs->{work}/stacks.txt";
	my $perl = 'perl ' . Inputs::quoted("$inputs->{srcdir}/tests/bench/make-stacks");

	return $sheet->add($row, 'info', [], 's', why => 'no input')
		unless $inputs->make($file, "$perl $million 20 1000");
	my $costs = $rows->in_turn(
		{name => 'info', run => $rows->flarescope('info', $file)},
		{name => 'top', run => $rows->flarescope('top', '--limit', 20, $file)},
		{name => 'flame', run => $rows->flarescope('flame', '--format', 'text', $file)},
		{name => 'json', run => $rows->flarescope('export', '--format', 'json', $file)});

	$sheet->add($row, 'info of ' . Rows::size_of($file), Rows::of($costs->{info}, 'wall'), 's', most => 6.4);
	$sheet->add($row, 'info, CPU', Rows::of($costs->{info}, 'cpu'), 's');
	$sheet->add($row, 'info, peak', Rows::of($costs->{info}, 'peak'), 'MiB');
	for my $view (qw(top flame)) {
		$sheet->add($row, "$view, CPU beyond info", beyond($costs, $view), 's', most => 1.75,
			with => 'info of the same file, same round');
		$sheet->add($row, "$view, peak", Rows::of($costs->{$view}, 'peak'), 'MiB');
	}
	$sheet->add($row, 'export --format json', Rows::of($costs->{json}, 'wall'), 's', most => 24);
	$sheet->add($row, 'export --format json, CPU', Rows::of($costs->{json}, 'cpu'), 's');
}

sub functions
{
	my ($rows, $row) = @_;
	my %figures = $rows->printed('functions', $million, 170 * 2);

	$rows->{sheet}->add($row, 'a step, CPU, median', $figures{'step-median'} || [], 'ms', most => 16);
	$rows->{sheet}->add($row, 'a step, CPU, worst', $figures{'step-worst'} || [], 'ms');
	$rows->{sheet}->add($row, 'counted anew, CPU', $figures{'anew-median'} || [], 'ms');
}

1;

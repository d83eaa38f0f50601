# Sheet.pm - figures beside their goals, as a table of text and as JSON.

package Sheet;

use strict;
use warnings;
use JSON::PP;

my %verdicts = (1 => 'met', 0 => 'NOT MET');

sub new
{
	my ($class, %facts) = @_;

	return bless {facts => \%facts, figures => []}, $class;
}

sub median
{
	my @sorted = sort { $a <=> $b } @_;
	my $n = @sorted;

	return undef unless $n;
	return $n % 2 ? $sorted[$n / 2] : ($sorted[$n / 2 - 1] + $sorted[$n / 2]) / 2;
}

# Four digits are more than can be trusted.
sub rounded
{
	my ($value) = @_;

	return '0' if $value == 0;
	return sprintf '%.0f', $value if abs $value >= 100;
	return sprintf '%.1f', $value if abs $value >= 10;
	return sprintf '%.2f', $value if abs $value >= 0.1;
	return sprintf '%.2g', $value;
}

# One figure. `values` are those of the runs; without any, `why` says what was in the way.
# The goal is `most` or `least`, if there is one; `with` names what it is compared with.
sub add
{
	my ($self, $row, $name, $values, $unit, %more) = @_;
	my @values = grep { defined } @$values;
	my ($least, $most) = @more{qw(least most)};
	my %figure = (row => $row, figure => $name, unit => $unit, runs => [@values]);
	my $middle = median(@values);

	$figure{with} = $more{with} if $more{with};
	$figure{goal} = "<= $most" if defined $most;
	$figure{goal} = ">= $least" if defined $least;
	if (defined $middle) {
		$figure{median} = 0 + $middle;
		$figure{verdict} = $verdicts{$middle <= $most ? 1 : 0} if defined $most;
		$figure{verdict} = $verdicts{$middle >= $least ? 1 : 0} if defined $least;
	} else {
		$figure{verdict} = 'not measured: ' . ($more{why} || 'it failed');
	}
	push @{$self->{figures}}, \%figure;
	print STDERR 'bench: ', join('  ', line(\%figure)), "\n";
}

sub line
{
	my ($f) = @_;
	my @runs = sort { $a <=> $b } @{$f->{runs}};
	my $measured = @runs ? rounded($f->{median}) . " $f->{unit}" : '-';
	my $spread = @runs > 1 ? rounded($runs[0]) . '-' . rounded($runs[-1]) : '';

	return ($f->{row}, $f->{figure}, $measured, $spread, $f->{goal} || '',
		$f->{verdict} || '', $f->{with} || '');
}

sub print_text
{
	my ($self, $out) = @_;
	my @rows = (['row', 'figure', 'median', 'min-max', 'goal', '', 'compared with']);
	my @wide;

	push @rows, [line($_)] for @{$self->{figures}};
	for my $row (@rows) {
		for my $i (0 .. $#$row) {
			my $len = length $row->[$i];

			$wide[$i] = $len if !$wide[$i] || $len > $wide[$i];
		}
	}
	print $out "$_: $self->{facts}{$_}\n" for sort keys %{$self->{facts}};
	print $out "\n";
	for my $row (@rows) {
		my $text = join '  ', map { sprintf "%-*s", $wide[$_], $row->[$_] } 0 .. $#$row;

		$text =~ s/ +$//;
		print $out "$text\n";
	}
}

sub print_json
{
	my ($self, $path) = @_;
	my $json = JSON::PP->new->canonical->pretty;

	open my $out, '>', $path or return warn "bench: $path: $!\n";
	print $out $json->encode({%{$self->{facts}}, figures => $self->{figures}});
	close $out;
}

1;

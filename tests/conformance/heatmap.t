# heatmap.t - the heat map shows each sample in its 20 ms, by the clock of perf itself.
#
# The truth of a recording is the list of times that perf printed in nanoseconds; its texts in
# microseconds cut the time off and so leave every sample in its cell. Texts with other times
# than the clock's ("times since ..." in the table) are held against what those times must be.

use strict;
use warnings;
use Corpus;
use Digest::SHA qw(sha256_hex);

use constant ROWS => 50;

Corpus::start('clock', 'info');

# Lines "column row count" of the cells that are not empty, in order of time; their hash is
# in facts.json.
sub cells
{
	my ($counts) = @_;
	my @lines;

	for my $c (0 .. $#$counts) {
		for my $r (0 .. $#{$counts->[$c]}) {
			push @lines, "$c $r $counts->[$c][$r]\n" if $counts->[$c][$r];
		}
	}
	return @lines;
}

# What facts.json says of a recording, from its times in nanoseconds.
sub clock_of
{
	my @times = sort { $a <=> $b } @_;
	my $start = int $times[0] / 1e9;
	my ($max, @counts) = (0);

	for (@times) {
		my ($c, $r) = (int($_ / 1e9) - $start, int($_ % 1e9 * ROWS / 1e9));
		my $n = ++$counts[$c][$r];
		$max = $n if $n > $max;
	}
	my @lines = cells([map { [map { $_ // 0 } @{$_ // []}] } @counts]);
	return {
		times => scalar @times, first_ns => $times[0], last_ns => $times[-1],
		columns => scalar @counts, max_cell_50_rows_with_idle => $max,
		nonzero_cells => scalar @lines, cells_sha256 => sha256_hex(@lines),
	};
}

# What the clock says when perf script was told to print other times (reason times-relative).
sub relative
{
	my ($recording, $truth, $how) = @_;
	my @ns = Corpus::slurp("$recording/raw.txt") =~ /^\S.* (\d+\.\d{9}):/mg;

	s/\.// for @ns;
	die "$recording: raw.txt is not what facts.json is about\n"
		if clock_of(@ns)->{cells_sha256} ne $truth->{cells_sha256};
	my @since = $how =~ /first/ ? ($ns[0]) x @ns : ($ns[0], @ns);
	return clock_of(map { $_ -= $since[0]; shift @since; $_ - $_ % 1000 } @ns);
}

# Is the printed object what it says it is?
sub flaws
{
	my ($map) = @_;
	my ($sum, $max, @flaws) = (0, 0);

	for my $column (@{$map->{counts}}) {
		push @flaws, sprintf 'a column of %d rows', scalar @$column if @$column != ROWS;
		for (@$column) {
			$sum += $_;
			$max = $_ if $_ > $max;
		}
	}
	push @flaws, "rows $map->{row_count}" if $map->{row_count} != ROWS;
	push @flaws, "column_s $map->{column_s}" if $map->{column_s} != 1;
	push @flaws, "columns $map->{column_count}" if $map->{column_count} != @{$map->{counts}};
	push @flaws, "samples $map->{samples}, in cells $sum" if $map->{samples} != $sum;
	push @flaws, "max $map->{max}, in cells $max" if $map->{max} != $max;
	return @flaws;
}

sub compare
{
	my ($map, $truth) = @_;
	my @lines = cells($map->{counts});
	my $start = int($truth->{first_ns} / 1e9);
	my @found = flaws($map);

	push @found, "origin_s $map->{origin_s}, by the clock $start" if $map->{origin_s} != $start;
	for (['columns', $map->{column_count}, $truth->{columns}],
	     ['max', $map->{max}, $truth->{max_cell_50_rows_with_idle}],
	     ['samples', $map->{samples}, $truth->{times}],
	     ['cells', scalar @lines, $truth->{nonzero_cells}]) {
		my ($what, $ours, $true) = @$_;
		push @found, "$what $ours, by the clock $true" if $ours != $true;
	}
	if (sha256_hex(@lines) ne $truth->{cells_sha256}) {
		push @found, 'cells differ';
	}
	return @found;
}

# What `info` says of times and samples. Texts without nanoseconds have them cut off.
sub compare_info
{
	my ($file, $info, $truth) = @_;
	my $cut = $file =~ /\/(?:raw|ns|script-ns)\.txt$/ ? 1 : 1000;
	my @found;

	for (['first', 'first_sample_s'], ['last', 'last_sample_s']) {
		my ($which, $member) = @$_;
		my $true = $truth->{"${which}_ns"} - $truth->{"${which}_ns"} % $cut;
		my $ours = moment_ns($info, $member) // 'none';
		push @found, "$which $ours, by the clock $true" if $ours ne $true;
	}
	push @found, "info counts $info->{samples} samples" if $info->{samples} != $truth->{times};
	return @found;
}

my %profiles = profiles();
my $facts = facts();
for my $file (sort keys %profiles) {
	my ($recording) = $file =~ m,^(recorded/[^/]+)/,;
	my $truth = $recording && $facts->{$recording}{clock_truth} or next;
	my @how = grep { /^times since/ } Corpus::allowed('clock', $file);
	$truth = relative($recording, $truth, @how) if @how;
	my ($status, $out, $err) = run('heatmap', '--rows', ROWS, '--idle', 'show', '--event', 'all',
		'--format', 'json', $profiles{$file});
	my @found = refused($status, $err);

	if (!$status) {
		my $map = eval { json($out) };
		@found = $map ? (@how, compare($map, $truth)) : ("not JSON: $@");
	}
	differs('clock', $file, @found);

	($status, $out, $err) = run('info', '--json', $profiles{$file});
	@found = refused($status, $err);
	if (!$status) {
		my $info = eval { json($out) };
		@found = $info ? (@how, compare_info($file, $info, $truth))
			       : ("not JSON: $@");
	}
	differs('info', $file, @found);
}
Corpus::finish();

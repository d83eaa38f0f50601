# flamescope.t - heat maps and flame graphs are FlameScope's, but for its named bugs.
#
# Ours is read from `flame --format json`, which says for each frame what kind it is. These
# rules turn it into what FlameScope would show; what they cannot undo is a row of the table:
#   unknown by module  a function without a name is `[libc.so.6]` here, `[unknown]` there
#   comm               the process name ends at its first digit: FlameScope's own
#                      `^ *([^0-9]+)`, without blanks at the end; `<unknown>` without a match
#   offsets            a function ends at its first "+", which may be that of `operator++`
#   names              what a mangled or Java name means, as our program has it
#   Java               below `java` one leading L goes, whatever the name is
#   idle               a sample is hidden when its pattern matches anywhere in the stack
#   events, weights    all events together, each sample is one
#   ranges             hold both ends: [A,B] is our [A,B+1us), times here being whole us
#   rows               computed with floating point (cell entries of the table), latest first
#   arrows             `a->b` is two frames for both, but for FlameScope also where the arrow is
#                      within parentheses or C++'s `operator->`

use strict;
use warnings;
use Corpus;
use FlameScope;

my %graph = ('fg-all' => 'fg_all', 'fg-r1' => 'fg_r1', 'fg-r2' => 'fg_r2');

Corpus::start('flamescope-heatmap', map { "flamescope-$_" } keys %graph);

sub compare_graph
{
	my ($file, $path, $kind, $theirs, $range) = @_;
	my ($status, $out, $err) = run('flame', '--format', 'json', '--event', 'all', '--idle',
		'show', range(@$range), $path);
	my ($check, %ours, @found) = ("flamescope-$kind");

	if ($status eq 1 && $err =~ /: (?:nothing was recorded|no sample is) in /) {
		# a sentence here is an empty graph there
	} elsif ($status) {
		push @found, refused($status, $err);
	} else {
		as_flamescope(json($out)->{root}, \%ours, \@found, sub { $_[0]{self} });
	}
	push @found, without_lone_frames(\%ours)
		if grep { /^no chain/ } Corpus::allowed($check, $file);
	differs($check, $file, @found, folded_delta(flat($theirs), \%ours));
}

# Where FlameScope took the end of a process name for the time ("misdated COMM COUNT"), its map
# begins there: COUNT samples lie in one cell of the first column, the others in columns far to
# the right. Put all to the seconds that the text has; the line that says what was done.
sub undo_misdated
{
	my ($file, $theirs, $ours, $comm) = @_;
	my ($seconds) = $comm =~ /([\d.]+):$/;
	my @values = @{$theirs->{values}};
	my $there = \$values[0][49 - int(($seconds - int $seconds) * 50)];
	my @times = Corpus::slurp($file) =~ /^\Q$comm\E +\d+ +(\d+\.\d{6}):/mg;

	return ($theirs, "misdated $comm $$there, in the text " . @times) if $$there != @times;
	$$there = 0;
	my @before = splice @values, 0, $ours->{origin_s} - int $seconds;
	return ($theirs, "misdated $comm: samples before the first second")
		if grep { $_ } map { @$_ } @before;
	for (@times) {
		my ($whole, $us) = split /\./;
		$values[$whole - $ours->{origin_s}][49 - int($us / 20000)]++;
	}
	return ({values => \@values}, "misdated $comm " . @times);
}

# "cell column row +n": row 0 is the start of the second, in FlameScope's the end.
sub cells
{
	my ($theirs, $ours) = @_;
	my ($n, $m) = (scalar @{$theirs->{values}}, $ours->{column_count});
	my @found;

	push @found, "columns $m, theirs $n" if $n != $m;
	for my $c (0 .. ($n > $m ? $n : $m) - 1) {
		for my $r (0 .. 49) {
			my $a = $c < $n ? $theirs->{values}[$c][49 - $r] : 0;
			my $b = $c < $m ? $ours->{counts}[$c][$r] : 0;
			push @found, sprintf 'cell %d %d %+d', $c, $r, $b - $a if $a != $b;
		}
	}
	return @found;
}

sub compare_map
{
	my ($file, $path, $theirs) = @_;
	my $check = 'flamescope-heatmap';
	my ($status, $out, $err) = run('heatmap', '--rows', 50, '--event', 'all', '--format',
		'json', $path);
	my @undone;

	return differs($check, $file, refused($status, $err)) if $status;
	my $ours = json($out);
	for (Corpus::allowed($check, $file)) {
		($theirs, @undone) = undo_misdated($file, $theirs, $ours, $1)
			if /^misdated (.*) \d+$/;
	}
	differs($check, $file, @undone, cells($theirs, $ours));
}

my %profiles = profiles();
my $facts = facts();
my %compared;
for my $file (sort keys %profiles) {
	(my $name = $file) =~ s,^(recorded/[^/]+)/script\.txt$,$1,;
	next if $name =~ m,^recorded/.*/,;
	my $known = $facts->{$name}{facts}{flamescope} or next;

	if (defined(my $json = Corpus::slurp("expected/$name.flamescope.heatmap.json"))) {
		$compared{'heatmap'}++;
		compare_map($file, $profiles{$file}, json($json));
	}
	for my $kind (sort keys %graph) {
		my $json = Corpus::slurp("expected/$name.flamescope.$kind.json");
		next unless defined $json && $known->{$graph{$kind}}{range};
		$compared{$kind}++;
		compare_graph($file, $profiles{$file}, $kind, json($json),
			$known->{$graph{$kind}}{range});
	}
}
for my $kind ('heatmap', sort keys %graph) {
	Corpus::all_read("flamescope.$kind.json", $compared{$kind});
}
Corpus::finish();

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
use File::Temp qw(tempfile);
no warnings 'recursion'; # stacks are deep

my %graph = ('fg-all' => 'fg_all', 'fg-r1' => 'fg_r1', 'fg-r2' => 'fg_r2');

Corpus::start('flamescope-heatmap', map { "flamescope-$_" } keys %graph);

# The two that it has: idle is whatever ran below an idle function, work or not.
my $idle = qr/swapper.*(?:cpuidle|cpu_idle|cpu_bringup_and_idle|native_safe_halt
	|xen_hypercall_sched_op|xen_hypercall_vcpu_op)/x;

# The name FlameScope shows for a process.
sub comm
{
	my ($name) = $_[0] =~ m,^ *([^0-9]+), or return '<unknown>';

	return $name =~ s,\s+$,,r =~ s,;,:,gr;
}

# The names FlameScope shows for a frame; flaws get a line when ours is not as promised.
sub frame
{
	my ($node, $java, $flaws) = @_;
	my $name = $node->{name};

	if ($node->{kind} eq 'unknown') {
		my ($base) = $node->{module} =~ m,([^/]*)$,;
		$base = 'unknown' if $base eq '';
		push @$flaws, "unknown function of $node->{module} is called $name"
			if $name ne ($base =~ /^\[/ ? $base : "[$base]");
		return '[unknown]';
	}
	my $at = index $name, '+';
	$name = substr $name, 0, $at if $at > 0;
	push @$flaws, "a chain of calls in one frame: $name"
		if $name =~ /^[^(]*(?<!operator)->/;
	my @parts = split /->/, $name =~ s,;,:,gr, -1;
	return map { $java ? s,^L,,r : $_ } @parts;
}

# Our tree as folded stacks in FlameScope's names, without what it takes for idle.
sub as_flamescope
{
	my ($node, $sum, $flaws, @path) = @_;
	my $stack = join ';', @path;

	$sum->{$stack} += $node->{self} if $node->{self} && "$stack;" !~ $idle;
	for my $child (@{$node->{children}}) {
		my @names = @path ? frame($child, $path[0] eq 'java', $flaws)
				   : comm($child->{name});
		as_flamescope($child, $sum, $flaws, @path, @names);
	}
}

# "no chain N": FlameScope does not show the one frame of N samples, which stands on the first
# line of the sample. Takes it off ours too; the line that says of how many.
sub without_lone_frames
{
	my ($ours) = @_;
	my $n = 0;

	for my $stack (keys %$ours) {
		my ($comm) = $stack =~ /^([^;]*);[^;]*$/ or next;
		my $count = delete $ours->{$stack};
		$ours->{$comm} += $count;
		$n += $count;
	}
	return "no chain $n";
}

# What a name of FlameScope means, which shows it as it is written: classes of Java, and what compilers
# have mangled, which our program is asked for.
my %meaning;
sub meaning
{
	my ($name) = @_;

	return "$1::$2" if $name =~ /^L?([^\s(:;]+);::(.*)$/s;
	return $name =~ s/;/:/gr if $name !~ /^_[ZR]/;
	return $meaning{$name} //= do {
		my ($out, $path) = tempfile(UNLINK => 1);
		print $out "n;$name 1\n";
		close $out;
		my ($shown) = (run('export', '--input-format', 'folded', $path))[1] =~ /^n;(.*) 1$/;
		my $at = index $shown, '+';
		$at > 0 ? substr $shown, 0, $at : $shown;
	};
}

# FlameScope's tree as folded stacks. Two siblings of one name in two libraries are one here.
sub flat
{
	my ($node, @path) = @_;
	my %sum;

	for my $child (@{$node->{c}}) {
		my $at = join ';', @path, meaning($child->{n});
		my $below = flat($child, $at);
		$sum{$at} += $child->{v} if $child->{v};
		$sum{$_} += $below->{$_} for keys %$below;
	}
	return \%sum;
}

# A range closed at both ends; times here are whole microseconds.
sub range
{
	my ($from, $to) = @_;

	return defined $from ? ('--range', sprintf '%.6f,%.6f', $from, $to + 1e-6) : ();
}

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
		as_flamescope(json($out), \%ours, \@found);
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
	my @before = splice @values, 0, $ours->{start_s} - int $seconds;
	return ($theirs, "misdated $comm: samples before the first second")
		if grep { $_ } map { @$_ } @before;
	for (@times) {
		my ($whole, $us) = split /\./;
		$values[$whole - $ours->{start_s}][49 - int($us / 20000)]++;
	}
	return ({values => \@values}, "misdated $comm " . @times);
}

# "cell column row +n": row 0 is the start of the second, in FlameScope's the end.
sub cells
{
	my ($theirs, $ours) = @_;
	my ($n, $m) = (scalar @{$theirs->{values}}, $ours->{columns});
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

# growth.t - twice the input takes twice the time and memory: at most 2.5 times.
#
# A tenth of a second more is let pass: tables that no longer fit into a cache cost that much.
# Each shape is made larger until it takes FLOOR seconds of CPU, then doubled. It takes minutes:
# GROWTH=1 runs it, as .ci/run --part growth does; GROWTH=WORDS only the rows whose names have them.

use strict;
use warnings;
use Program;
use Hostile;
use Shapes;

use constant {
	RATIO => 2.5, FLOOR => 0.2, SLACK => 0.1, # CPU seconds
	MEMORY => 32,               # MiB above those of a program that reads nothing
	KEPT => 16,                 # MiB that an array leaves once, where it grows out of the heap (base/mem.c)
	BYTES_MOST => 60e6, TRIES => 4,
	TWICE => '@',               # the file stands there, too
	NAMED => '%',               # a function of the shape
	PATH => '^',                # the call path to it, from the root
};

if (!$ENV{GROWTH}) {
	print "1..0 # SKIP takes minutes: GROWTH=1\n";
	exit 0;
}
Program::start();
my $dir = hostile_dir();
my $wanted = $ENV{GROWTH} eq '1' ? qr/./ : qr/\Q$ENV{GROWTH}\E/;
my $base = harm(['--version'])->{peak};

my @views = (['info', '--json'], ['top'], ['top', '--filter', 'c1 & !f3|n2'], ['flame'], ['tree'],
    ['flame', '--search', 'c7|f5'], ['heatmap', '--format', 'json', '--rows', 20],
    ['tree', '--format', 'json'], ['tree', '--depth', 20, '--min-share', 1], ['flame', '--reverse'],
    ['flame', '--function', NAMED], ['top', '--callers', NAMED],
    map({ ['flame', '--transform', "$_=" . NAMED] } qw(focus drop merge cut collapse-recursion)),
    ['flame', '--transform', 'focus-subtree=' . PATH], ['flame', '--transform', 'collapse-module=l.so'],
    ['flame', map { ('--transform', $_) } 'merge=' . NAMED, 'collapse-module=l.so', 'drop=g3'],
    ['chart', '--format', 'json'], ['chart'], map({ ['chart', '--format', $_, map { ('--thread', $_) } 1 .. 16] } qw(text json)),
    ['find'], ['periods'], ['report'], ['top', '--by', 'thread'], ['top', '--by', 'process'],
    ['diff', TWICE], ['top', '--sort', 'change', TWICE], ['export', '--format', 'folded', TWICE],
    map { ['export', '--format', $_] } qw(folded json svg speedscope pprof timed-folded));

my ($named, $path); # a function of the shape at hand, from the middle of its first stack, and what leads there

sub named_in
{
	my ($stack) = $_[0] =~ /([^\s#]+;\S+) \d+$/m;
	my @frames = map { s/^.*`//r } split /;/, $stack;

	return ($frames[@frames / 2], join ';', @frames[0 .. @frames / 2]);
}

# Is there anything of it that this view could show?
sub has
{
	my ($name, $view) = @_;

	return $name ne 'ten years' if $view->[0] eq 'heatmap'; # has too many columns, and says so
	return $name =~ /modules/ if "@$view" =~ /collapse-module/;
	# of many threads one has to be named
	return ("@$view" =~ /--thread/) == ($name =~ /threads/) if $view->[0] eq 'chart';
	return 1;
}

# The least of several runs: a busy machine only adds.
sub least
{
	my ($args, $file, $before) = @_;
	my $run = harm([map({ $_ eq TWICE ? $file : s/${\NAMED}$/$named/r =~ s/=\^$/=$path/r } @$args), '--no-cache', $file], wall => 300);

	return $run if !$before || $run->{end} ne 'exit' || $run->{status};
	$run->{$_} = $before->{$_} < $run->{$_} ? $before->{$_} : $run->{$_} for qw(cpu peak);
	return $run;
}

# Of what a shape's profiles are made of: bytes, by size. Long names are in a profile once.
my %text;

sub grows
{
	my ($small, $large) = @_;
	my @why;

	push @why, sprintf 'from %.2f to %.2f s', $small->{cpu}, $large->{cpu}
	    if $large->{cpu} > RATIO * $small->{cpu} + SLACK;
	push @why, sprintf 'from %.0f to %.0f MiB', $small->{peak}, $large->{peak}
	    if $large->{peak} - $base > MEMORY &&
	    $large->{peak} - $base > RATIO * ($small->{peak} - $base) + KEPT;
	return @why;
}

# $make->($n) makes the file of that size.
sub measure
{
	my ($name, $args, $n, $make) = @_;
	my ($small, $large, @why, $file);

	return if $name !~ $wanted;
	for ($file = $make->($n); ; $n *= 2) {
		$small = least($args, $file);
		return if $small->{status} == 1 &&
		    $small->{err} =~ /no sample matches the filter|--transform leaves no sample here|found in samples, and these are spans/;
		if ($small->{end} ne 'exit' || $small->{status}) {
			return ok(0, $name, "$n: ended by $small->{end} $small->{status}", $small->{err});
		}
		last if $small->{cpu} > FLOOR || $small->{peak} - $base > 3 * MEMORY ||
		    -s $file > BYTES_MOST || ($text{$n} // 0) > BYTES_MOST;
		$file = $make->(2 * $n);
	}
	my $twice = $make->(2 * $n);
	for (1 .. TRIES) {
		$large = least($args, $twice, $large);
		@why = grows($small, $large) or last;
		$small = least($args, $file, $small);
	}
	ok(!@why, sprintf('%s: %d, %.2f s and %.0f MiB; twice that, %.2f s and %.0f MiB', $name, $n,
		$small->{cpu}, $small->{peak} - $base, $large->{cpu}, $large->{peak} - $base), @why);
}

for my $row (readers(), questions()) {
	my ($name, $ending, $make, $first, $asked) = @$row;

	measure($name, $asked // ['info', '--no-symbols'], $first, sub {
		my ($n) = @_;
		my $file = "$dir/$n.$ending";

		return -e $file ? $file : write_file($file, $make->($n));
	});
	unlink glob "$dir/*";
}
for my $row (shapes()) {
	my ($name, $make, $first) = @$row;

	($named, $path) = named_in($make->(2000));
	for my $view (@views) {
		next if !has($name, $view);
		measure("$name, @$view", $view, $first, sub {
			my ($n) = @_;
			my $file = "$dir/$n.flare";

			return $file if -e $file;
			$text{$n} = -s write_file("$dir/text", $make->($n));
			my $run = harm(['convert', '-o', $file, '--no-cache', "$dir/text"]);
			die "convert: $run->{err}" if $run->{status};
			return $file;
		});
	}
	unlink glob "$dir/*";
	%text = ();
}
for my $row (programs()) {
	my ($name, $make, $first) = @$row;

	measure("annotate, $name", ['annotate', 'f0'], $first, sub { return $make->($dir, $_[0]) });
	unlink glob "$dir/*";
}
Program::finish();

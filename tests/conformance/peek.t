# peek.t - callers, callees, self and total of functions are those that `go tool pprof -peek` has; peek/make stored them.
#
# pprof adds up all calls of a function, also those within itself, but for a function that calls itself directly.
# Here a recursion counts once, with the outermost caller. So of functions that are twice in a stack self and total must be
# the same, and no caller may have more than there; of all others everything is equal. PEEK=N: which are asked for.

use strict;
use warnings;
no warnings 'recursion';
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);
use Program;

my $src = $ENV{srcdir} || '.';
my $corpus = $ENV{FLARESCOPE_CORPUS} || "$src/../shared/corpus";
my $work = tempdir(CLEANUP => 1);
my $seed = $ENV{PEEK} || time;
my @sort = (qw(--idle show --root none), '--format', 'json');

# {name => {self, total, callers: {name => samples}, callees}} of what pprof printed: callers stand above
# the line of the function, callees below.
sub peeked
{
	my ($path) = @_;
	my ($text, %of, %above, $here);

	gunzip($path => \$text) or die "$path: $GunzipError\n";
	utf8::decode($text);
	for (split /\n/, $text) {
		if (/^-+\+/) {
			%above = ();
			$here = undef;
		} elsif (/^ +(\d+) +\S+ \|   (.*?)(?: \((?:partial-)?inline\))?$/) {
			($here ? $here->{callees} : \%above)->{$2} += $1;
		} elsif (/^ +(\d+) +\S+% +\S+% +(\d+) +\S+% +\| (.*?)(?: \((?:partial-)?inline\))?$/) {
			die "$path: $3 twice\n" if $of{$3};
			$here = $of{$3} = {self => $1, total => $2, callers => {%above}, callees => {}};
		}
	}
	return \%of;
}

sub asked
{
	my (@args) = @_;
	my ($status, $out, $err) = run(@args);

	return $status ? die "@args: $err" : json($out);
}

# Adds to `twice` which functions are below themselves.
sub recursive
{
	my ($node, $above, $twice) = @_;

	for my $child (@{$node->{children}}) {
		$twice->{$child->{name}} = 1 if $above->{$child->{name}};
		recursive($child, {%$above, $child->{name} => 1}, $twice);
	}
	return $twice;
}

# The totals of rows by name: of one name there may be several, as where it is inlined and where it
# is not.
sub summed
{
	my %sum;

	$sum{$_->{name}} += $_->{total} for @_;
	return \%sum;
}

# What the sides of a function have next to it, without what it itself has there.
sub next_to
{
	my ($side, $name) = @_;
	my ($of) = @{$side->{children}};

	return summed(grep { $_->{name} ne $name } @{$of->{children}});
}

sub differing
{
	my ($what, $theirs, $ours, $at_most) = @_;
	my %all = (%$theirs, %$ours);

	return map { "$what $_: ${\($ours->{$_} // 0)}, pprof ${\($theirs->{$_} // 0)}" }
		grep { my ($a, $b) = ($ours->{$_} // 0, $theirs->{$_} // 0);
			$at_most ? $a > $b : $a != $b } sort keys %all;
}

sub function
{
	my ($file, $name, $theirs, $twice) = @_;
	my $sides = asked(qw(flame), @sort, '--function', $name, $file);
	my $rows = asked(qw(top), @sort, '--callers', $name, $file)->{rows};
	my $callers = next_to($sides->{callers}, $name);
	my %listed = %{summed(@$rows)};
	my @wrong = differing('caller', $theirs->{callers}, $callers, $twice);

	push @wrong, differing('callee', $theirs->{callees}, next_to($sides->{callees}, $name), $twice);
	push @wrong, "samples $sides->{function_samples}, pprof $theirs->{total}"
		if $sides->{function_samples} != $theirs->{total};
	delete $listed{$name};
	push @wrong, map { "top --$_" } differing('callers', $callers, \%listed);
	return @wrong;
}

sub compare
{
	my ($file, $stored) = @_;
	my ($name) = $file =~ m,([^/]+)$,;
	my $theirs = peeked($stored);
	my $flare = "$work/$name.flare";
	my ($status, undef, $err) = run('convert', '-o', $flare, $file);

	return ok(0, "$name is read", $err) if $status;
	my (%ours, @wrong);
	for (@{asked(qw(top), @sort, $flare)->{rows}}) {
		$ours{$_->{name}}{self} += $_->{self};
		$ours{$_->{name}}{total} += $_->{total};
	}
	for my $what (qw(self total)) {
		push @wrong, differing($what, {map { $_ => $theirs->{$_}{$what} } keys %$theirs},
			{map { $_ => $ours{$_}{$what} } keys %ours});
	}
	ok(!@wrong && %ours, "$name: self and total of " . keys(%$theirs) . ' functions', @wrong);

	my $twice = recursive(asked(qw(flame), @sort, $flare)->{root}, {}, {});
	my @names = sort { $theirs->{$b}{total} <=> $theirs->{$a}{total} || $a cmp $b } keys %$theirs;
	my %chosen = map { $_ => 1 } splice(@names, 0, 8), map { $names[rand @names] // () } 1 .. 8;
	my $exact = grep { !$twice->{$_} } keys %chosen;
	@wrong = map { my $f = $_; map { "$f: $_" } function($flare, $f, $theirs->{$f}, $twice->{$f}) }
		sort keys %chosen;
	ok(!@wrong, "$name: callers and callees of ${\scalar keys %chosen} functions, $exact of which equal", @wrong);
}

Program::start();
print "# PEEK=$seed\n";
srand $seed;
for my $stored (sort glob "$src/tests/conformance/peek/*.txt.gz") {
	my ($name) = $stored =~ m,([^/]+)\.txt\.gz$,;
	my ($file) = grep { -f } "$src/data/examples/$name", glob "$corpus/*/$name";

	if ($file) {
		compare(abs_path($file), $stored);
	} else {
		skip($name, 'the corpus is not here');
	}
}
Program::finish();

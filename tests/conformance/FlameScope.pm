# FlameScope.pm - what FlameScope would show of our graphs, and what its own say.
#
# Ours is read from `flame --format json`; flamescope.t tells the rules by which it becomes
# FlameScope's. Core modules only.

package FlameScope;

use strict;
use warnings;
use Corpus;
use Exporter qw(import);
use File::Temp qw(tempfile);
no warnings 'recursion'; # stacks are deep

our @EXPORT = qw(as_flamescope without_lone_frames flat range);

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

	if ($node->{kind} eq 'no name') {
		my ($base) = $node->{module} =~ m,([^/]*)$,;
		$base = 'unknown' if $base eq '';
		push @$flaws, "nameless function of $node->{module} is called $name"
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

# Our tree as folded stacks in FlameScope's names, without what it takes for idle; `$value` says
# what a node counts itself.
sub as_flamescope
{
	my ($node, $sum, $flaws, $value, @path) = @_;
	my $stack = join ';', @path;
	my $self = $value->($node);

	$sum->{$stack} += $self if $self && "$stack;" !~ $idle;
	for my $child (@{$node->{children}}) {
		my @names = @path ? frame($child, $path[0] eq 'java', $flaws)
				   : comm($child->{name});
		as_flamescope($child, $sum, $flaws, $value, @path, @names);
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

1;

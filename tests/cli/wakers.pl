# wakers.pl GRAPH SCRIPT TIMED - folded stacks of who waited and who woke, made anew and plainly; or, with
# "lengths" for a graph, a line for each function: how many waits, the longest, and how many of each power of two
# ns, all lengths in seconds.
#
# SCRIPT is what perf script printed of a recording, TIMED the same recording's samples with their stacks
# (export --format timed-folded --event all --idle show). What is told here knows nothing of the program's own replay.

use strict;
use warnings;

my ($graph, $script, $timed) = @ARGV;
my (%stack, %away, %woken_by, %sum, %lengths, $end);

open my $t, '<', $timed or die "$timed: $!\n";
while (<$t>) {
	next if /^#/;
	my ($time, $stack) = /^(\S+) pid=.* event=\S+ (.*) 1$/ or die "$timed: $_";
	my ($comm, @frames) = split /;/, $stack;
	$time =~ s/\.(\d+)$/$1 . '0' x (9 - length $1)/e;
	s/^.*`//, s/_\[[kjiUK]\]$// for @frames; # names alone, as folded stacks have them
	$stack{$time} = join ';', @frames;
}

# "[interrupt]" and what handles it, or the thread's name and its stack.
sub waker
{
	my ($w) = @_;
	my @frames = split /;/, $stack{$w->{time}} // '';
	my $interrupt = '^(asm_sysvec_|asm_common_interrupt|common_interrupt|handle_softirqs|' .
		'__do_softirq|irq_exit_rcu|__irq_exit_rcu|hrtimer_interrupt)';
	my ($first) = grep { $frames[$_] =~ $interrupt } 0 .. $#frames;

	return ($w->{comm}, @frames) if !defined $first && $w->{tid} != 0;
	return ('[interrupt]', @frames[$first // 0 .. $#frames]);
}

sub blocked
{
	my ($tid, $comm, $a, $to, $w, $over) = @_;
	my @of = split /;/, $stack{$a->{time}} // '';
	my @wakers;

	return if $to <= $a->{time};
	my $ns = $to - $a->{time};
	for my $name (keys %{{map { $_ => 1 } @of}}) {
		my $l = $lengths{$name} //= {count => 0, longest => 0, of => {}};
		$l->{count}++;
		$l->{longest} = $ns if $ns > $l->{longest};
		$l->{of}{length(sprintf '%b', $ns) - 1}++;
	}
	@wakers = $w ? [waker($w)] : [$over ? '[waker not known]' : '[not woken]'];
	if ($graph eq 'chain' && $w) {
		my $at = $w;
		while ($wakers[-1][0] ne '[interrupt]') {
			# the last one that woke it before, after the wait began
			my ($before) = grep { $_->{row} < $at->{row} } reverse @{$woken_by{$at->{tid}} || []};
			last if !$before || $before->{time} <= $a->{time};
			push(@wakers, ['[more wakers]']), last if @wakers == 8;
			$at = $before;
			push @wakers, [waker($at)];
		}
	}
	if ($graph eq 'wakeup') {
		@of = (@{$wakers[0]}, $comm);
	} else {
		@of = ($comm, @of, map { my ($name, @frames) = @$_; ('--', reverse(@frames), $name) } @wakers)
			if $graph ne 'offcpu';
		@of = ($comm, @of) if $graph eq 'offcpu';
	}
	$sum{join ';', @of} += $to - $a->{time};
}

# It runs at `time`; `seen`: by a switch to it.
sub runs
{
	my ($tid, $comm, $time, $seen) = @_;
	my $a = delete $away{$tid} or return;

	$comm = $a->{comm} if $seen;
	if ($a->{blocked} && ($a->{by} || $seen)) {
		blocked($tid, $comm, $a, $a->{by} ? $a->{woken} : $time, $a->{by}, 1);
	}
}

my $row = 0;
open my $s, '<', $script or die "$script: $!\n";
while (<$s>) {
	my ($comm, $pid, $tid, $cpu, $sec, $ns, $event, $what) =
		m{^\s*(.*?)\s+(\d+)/(\d+)\s+\[(\d+)\]\s+(\d+)\.(\d{6,9}):\s+(\S+): ?(.*)} or next;
	my $time = $sec . $ns . '0' x (9 - length $ns);
	my %here = (time => $time, comm => $comm, tid => $tid, row => ++$row);

	$end = $time;
	runs($tid, $comm, $time, 0) if $tid;
	if ($event eq 'sched:sched_switch') {
		my ($state, $next) = $what =~ /prev_state=(\S+) ==> .* next_pid=(\d+)/ or die;
		$away{$tid} = {%here, blocked => $state !~ /^R/} if $tid && $state !~ /^[XZ]/;
		runs($next, undef, $time, 1) if $next;
	} elsif ($event =~ /^sched:sched_wak/) {
		my ($woken) = $what =~ /.* pid=(\d+) /;
		my $a = $away{$woken} or next;

		next if !$a->{blocked};
		if ($a->{by}) { # waking and wakeup are one; else it ran and stopped in between
			$a->{told}++, next if $a->{by}{event} eq 'sched:sched_waking' && $event eq 'sched:sched_wakeup' &&
				!$a->{told};
			runs($woken, $a->{comm}, $time, 0);
			next;
		}
		$a->{by} = {%here, event => $event};
		$a->{woken} = $time;
		push @{$woken_by{$woken}}, $a->{by};
	}
}
$end++; # just past the last sample
for my $tid (sort { $a <=> $b } keys %away) {
	my $a = $away{$tid};
	next if !$a->{blocked};
	blocked($tid, $a->{comm}, $a, $a->{by} ? $a->{woken} : $end, $a->{by}, 0);
}
# Seconds without zeros at their end.
sub seconds
{
	my ($ns) = @_;
	my $s = sprintf '%d.%09d', int($ns / 1_000_000_000), $ns % 1_000_000_000;

	$s =~ s/\.?0+$//;
	return $s;
}

if ($graph eq 'lengths') {
	for (sort keys %lengths) {
		my ($l, %of) = ($lengths{$_}, %{$lengths{$_}{of}});
		print join(',', $_, $l->{count}, seconds($l->{longest}),
			join ' ', map { seconds(2 ** $_) . ":$of{$_}" }
				sort { $a <=> $b } keys %of), "\n";
	}
	exit;
}
print "$_ $sum{$_}\n" for sort keys %sum;

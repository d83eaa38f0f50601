# Proto.pm - protocol buffers with every field that is read, and some that are not.

package Seeds::Proto;

use strict;
use warnings;
use Elf qw(uleb);

sub number { my ($field, $v) = @_; return uleb($field << 3) . uleb($v); }
sub bytes { my ($field, $v) = @_; return uleb($field << 3 | 2) . uleb(length $v) . $v; }
sub double { my ($field, $v) = @_; return uleb($field << 3 | 1) . pack 'd<', $v; }
sub packed { my ($field, @v) = @_; return bytes($field, join '', map { uleb($_) } @v); }

my @texts = ('', 'samples', 'count', 'cpu', 'nanoseconds', 'main', 'work', '/bin/app', 'thread', 'x.c');

sub pprof_of
{
	my (%o) = @_;
	my $p = bytes(1, number(1, 1) . number(2, 2)) . bytes(1, number(1, 3) . number(2, 4));

	for my $n (1 .. $o{samples} // 3) {
		$p .= bytes(2, ($o{unpacked} ? number(1, 1) . number(1, 2) : packed(1, 1, 2)) .
			packed(2, $n, 1000 * $n) . bytes(3, number(1, 8) . number(2, 5)) .
			bytes(3, number(1, 8) . number(3, 5) . number(4, 2)));
	}
	$p .= bytes(3, number(1, 1) . number(2, 0x1000) . number(3, 0x9000) . number(5, 7) . number(7, 1));
	$p .= bytes(4, number(1, 1) . number(2, 1) . number(3, 0x1010) . bytes(4, number(1, 2)) .
		bytes(4, number(1, 1)));
	$p .= bytes(4, number(1, 2) . number(2, 1) . number(3, 0x1020));
	$p .= bytes(5, number(1, 1) . number(2, 5) . number(3, 5) . number(4, 9));
	$p .= bytes(5, number(1, 2) . number(2, 6) . number(3, 6));
	$p .= join '', map { bytes(6, $_) } @texts;
	return $p . number(9, 1792000000 * 1e9) . number(10, 1e9) . bytes(11, number(1, 3) . number(2, 4)) .
	    number(12, 1000) . number(13, 5) . number(14, 3);
}

sub pprof
{
	my $p = pprof_of();

	return (usual => $p, unpacked => pprof_of(unpacked => 1), many => pprof_of(samples => 2000),
		twice => $p . $p, cut => substr($p, 0, length($p) / 2), none => '',
		'texts-first' => join('', map { bytes(6, $_) } @texts) . $p,
		'unknown-fields' => $p . number(90, 1) . bytes(91, 'abc') . uleb(92 << 3 | 5) . 'abcd' . double(93, 1));
}

sub node
{
	my ($key, $name, $parent, @children) = @_;

	return bytes(5, number(1, $key) . bytes(2, bytes(1, $name) . packed(3, @children) . bytes(4, 'kernel') .
		number(5, $parent) . number(6, 7) . number(7, 8) . bytes(11, bytes(1, 'a.js')) .
		bytes(10, bytes(1, 'inner') . bytes(2, 'jit') . bytes(3, bytes(1, 'b.js')))));
}

sub nflx_of
{
	my ($n, $more) = @_;
	my $deltas = join '', map { pack 'd<', 0.01 * ($_ % 7) } 1 .. $n;

	return double(1, 1.5) . double(2, 9) . packed(3, map { 1 + $_ % 3 } 1 .. $n) . bytes(4, $deltas) .
	    node(0, '(root)', 0, 1, 2) . node(1, 'main', 0, 3) . node(2, 'idle', 0) . node(3, 'leaf', 1) .
	    bytes(8, bytes(1, 'has_node_stack') . bytes(2, 'true')) . $more;
}

sub nflxprofile
{
	my $n = 20;

	return (usual => nflx_of($n, ''), cpus => nflx_of($n, packed(9, (1) x $n)),
		ids => nflx_of($n, packed(10, (7) x $n) . packed(11, (8) x $n)),
		values => nflx_of($n, packed(12, (100) x $n)),
		short => nflx_of($n, packed(9, (1) x 3)), many => nflx_of(3000, ''),
		parents => nflx_of($n, bytes(8, bytes(1, 'has_parent_pid') . bytes(2, 'true')) .
			bytes(8, bytes(1, 'has_cpu') . bytes(2, 'true'))));
}

1;

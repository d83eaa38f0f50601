# PerfData.pm - recordings of perf, record by record, as no perf would write them.
#
#	use PerfData;
#	write_file('x', recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)],
#	    comm(7, 'app') . mmap2(7, 0x400000, 0x100000, '/bin/app') .
#	    sample(pack 'Q<L<2Q<2 Q<Q<', 0x401000, 7, 7, 5, 1,  1, 0x401000)));
#
# The layout is that of Linux' tools/perf/Documentation/perf.data-file-format.txt and
# include/uapi/linux/perf_event.h. Every record but a sample ends in pid, tid and time (which
# attr()'s default flags say by sample_id_all).

package PerfData;

use strict;
use warnings;
use Exporter qw(import);

use constant {
	IP => 1, TID => 2, TIME => 4, CALLCHAIN => 0x20, CPU => 0x80, PERIOD => 0x100,
	RAW => 0x400, IDENTIFIER => 0x10000, BRANCH_STACK => 0x800, REGS_USER => 0x1000, STACK_USER => 0x2000,
	HEADER_BYTES => 104,
	USER_MISC => 2, CONTEXT_USER => ~511,
};

# Of perf_event_attr: perf 6.1 reads recordings with 128 at most.
our $attr_bytes = 136;

our @EXPORT = qw(attr record sample comm mmap2 perf_mmap perf_fork recording trailer registers
    stack_sample IP TID TIME CALLCHAIN CPU PERIOD BRANCH_STACK REGS_USER STACK_USER
    CONTEXT_USER event_desc text8 RAW IDENTIFIER);

# perf_event_attr: sample_type, then regs => MASK, branch => TYPE, flags, type, config, period,
# read_format, stack.
sub attr
{
	my ($sample_type, %o) = @_;

	return pack 'L<L<Q<5 L<L<Q<Q< Q<Q<L<l< x' . ($attr_bytes - 96),
	    $o{type} // 1, $attr_bytes, $o{config} // 0, $o{period} // 1, $sample_type,
	    $o{read_format} // 0, $o{flags} // (1 << 18 | 1 << 10), 0, 0, 0, 0,
	    $o{branch} // 0, $o{regs} // 0, $o{stack} // 0, 0;
}

sub record
{
	my ($type, $misc, $body) = @_;

	$body .= "\0" x (-length($body) % 8);
	return pack('L<S<S<', $type, $misc, length($body) + 8) . $body;
}

sub trailer
{
	my ($pid, $tid, $time) = @_;

	return pack 'L<L<Q<', $pid, $tid, $time // 1;
}

# A C string, padded to a multiple of eight.
sub text8
{
	my ($text) = @_;

	return $text . "\0" x (8 - length($text) % 8);
}

sub comm
{
	my ($pid, $name, $time) = @_;

	return record(3, 0, pack('L<L<', $pid, $pid) . text8($name) . trailer($pid, $pid, $time));
}

sub perf_mmap
{
	my ($pid, $start, $length, $path, %o) = @_;

	return record(1, $o{misc} // USER_MISC,
		pack('L<L<Q<Q<Q<', $pid, $pid, $start, $length, $o{offset} // 0) .
		text8($path) . trailer($pid, $pid, $o{time}));
}

sub mmap2
{
	my ($pid, $start, $length, $path, %o) = @_;

	return record(10, $o{misc} // USER_MISC,
		pack('L<L<Q<Q<Q< L<L<Q<Q<L<L<', $pid, $pid, $start, $length, $o{offset} // 0,
		    0, 0, 0, 0, 5, 2) . text8($path) . trailer($pid, $pid, $o{time}));
}

sub perf_fork
{
	my ($pid, $parent, $time) = @_;

	return record(7, 0, pack('L<L<L<L<Q<', $pid, $parent, $pid, $parent, $time // 1) .
		trailer($pid, $pid, $time));
}

sub sample
{
	my ($body, $misc) = @_;

	return record(9, $misc // USER_MISC, $body);
}

# The registers that perf records on x86-64, those of %values by number: 6 bp, 7 sp, 8 ip.
use constant X86_64 => 0xff0fff;

sub registers
{
	my (%values) = @_;

	return pack 'Q<*', map { $values{$_} // 0 } grep { X86_64 >> $_ & 1 } 0 .. 23;
}

# A sample of attr(IP|TID|TIME|PERIOD|CALLCHAIN|REGS_USER|STACK_USER, regs => X86_64) with
# a copy of its stack.
sub stack_sample
{
	my ($pid, $ip, $stack, $time) = @_;

	return sample(pack('Q<L<L<Q<Q<', $ip, $pid, $pid, $time // 5, 1) . pack('Q<', 0) .
		pack('Q<', 2) . registers(6 => 0x7ffe0100, 7 => 0x7ffe0000, 8 => $ip) .
		pack('Q<', length $stack) . $stack . pack('Q<', length $stack));
}

# HEADER_EVENT_DESC, feature 12: [attr(...), number, "name"] for each event.
sub event_desc
{
	return pack('L<L<', scalar @_, $attr_bytes) . join '', map {
		my ($attr, $id, $name) = @$_;
		my $text = text8($name);

		$attr . pack('L<L<', 1, length $text) . $text . pack 'Q<', $id;
	} @_;
}

# The whole file: attributes, records one after the other, {feature number => its bytes}. An attribute
# with numbers of its samples, [attr(...), 1, 2], is known by these.
sub recording
{
	my ($attrs, $data, $features) = @_;
	my @numbers = sort { $a <=> $b } keys %{$features || {}};
	my @bits = (0) x 4;
	my ($rows, $ids) = ('', '');

	for (@$attrs) {
		my ($attr, @own) = ref $_ ? @$_ : $_;

		$rows .= $attr . pack 'Q<Q<', HEADER_BYTES +
		    @$attrs * (length($attr) + 16) + length $ids, 8 * @own;
		$ids .= pack 'Q<*', @own;
	}
	my $begin = HEADER_BYTES + length($rows) + length $ids;
	my $at = $begin + length($data) + 16 * @numbers;
	my ($table, $content) = ('', '');

	for my $n (@numbers) {
		$bits[$n >> 6] |= 1 << ($n & 63);
		$table .= pack 'Q<Q<', $at + length $content, length $features->{$n};
		$content .= $features->{$n};
	}
	return 'PERFILE2' . pack('Q<8', HEADER_BYTES, $attr_bytes + 16, HEADER_BYTES,
		length $rows, $begin, length $data, 0, 0) . pack('Q<4', @bits) . $rows . $ids . $data .
	    $table . $content;
}

1;

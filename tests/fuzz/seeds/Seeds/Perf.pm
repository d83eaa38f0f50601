# Perf.pm - recordings of perf with one thing of each kind: record, bit, field, feature.

package Seeds::Perf;

use strict;
use warnings;
use PerfData;
no warnings 'portable';

use constant {USER => ~511, DEFERRED => ~639, KERNEL => ~127, X86_64 => 0xff0fff};

my $who = pack 'L<L<', 7, 7;

# The content of each field of a sample, by the bit of sample_type, in the order of the kernel.
my @order = (16, 0 .. 3, 6, 9, 7, 8, 4, 5, 10 .. 15, 17, 18, 19, 20 .. 24);
my %field = (
	0 => pack('Q<', 0x401000), 1 => $who, 4 => pack('Q<', 3),
	5 => pack('Q<*', 4, KERNEL, 0xffffffff81000010, USER, 0x401010),
	7 => pack('L<L<', 1, 0), 8 => pack('Q<', 100), 10 => pack('L<a4', 4, 'raw.'),
	11 => pack('Q<*', 2, 0x401020, 0x401030, 0, 0x401040, 0x401050, 0),
	12 => pack('Q<*', 2, (0x401000) x 20),
	13 => pack('Q<a64Q<', 64, pack('Q<*', (0x401010) x 8), 64),
	18 => pack('Q<', 0), 22 => pack('Q<', 8) . 'aux.aux.', 24 => pack('Q<', 1),
);

sub fields
{
	my ($type, %o) = @_;
	my %own = (2 => pack('Q<', $o{time} // 1000), 4 => $o{read} // $field{4},
		5 => $o{chain} // $field{5}, 11 => $o{branches} // $field{11});

	return join '', map { $type >> $_ & 1 ? $own{$_} // $field{$_} // pack('Q<', 1) : () }
	    @order;
}

my $begin = comm(7, 'app') . mmap2(7, 0x400000, 0x10000, '/bin/app') .
    perf_mmap(-1, 0xffffffff81000000, 0x1000000, '[kernel.kallsyms]_text', misc => 1) .
    perf_fork(8, 7, 2);

sub samples_of
{
	my ($type, %o) = @_;

	return sample(fields($type, %o, time => 1000)) . sample(fields($type, %o, time => 2000), 1) .
	    sample(fields($type, %o, time => 9e8));
}

my $usual = 1 | 2 | 4 | 0x100 | 0x20;

sub by_bits
{
	my %all;

	for my $bit (0 .. 24) {
		my $type = $usual ^ 1 << $bit;
		my %o = (regs => X86_64, branch => 1 << 11, stack => 64);

		$all{"sample-type-bit-$bit"} =
		    recording([attr($type, %o)], $begin . samples_of($type));
		$all{"branch-bit-$bit"} = recording(
			[attr($usual | 0x800, branch => 1 << $bit)], $begin . samples_of($usual | 0x800));
	}
	for my $bit (0 .. 42) {
		$all{"attr-bit-$bit"} = recording([attr($usual, flags => 1 << 18 ^ 1 << $bit)],
			$begin . samples_of($usual));
	}
	for my $read (0 .. 31) {
		my $times = ($read & 1) + ($read >> 1 & 1);
		my $each = 1 + ($read >> 2 & 1) + ($read >> 4 & 1);
		my $words = $read & 8 ? 1 + $times + 2 * $each : $times + $each;
		my $read_field = pack 'Q<*', 2, (5) x ($words - 1);

		$all{"read-format-$read"} = recording(
			[attr($usual | 0x10, read_format => $read), attr($usual | 0x10)],
			$begin . samples_of($usual | 0x10, read => $read_field));
	}
	return %all;
}

sub by_events
{
	my %all;

	for my $type (0 .. 6) {
		$all{"event-$type-$_"} = recording([attr($usual, type => $type, config => $_)],
			$begin . samples_of($usual)) for 0 .. 11, 0x10203, 0x1c2;
	}
	return %all;
}

# Bodies that are what the kernel and perf write, where a type is read; others are numbers.
sub records
{
	my $name = pack 'a16', 'name';
	my %body = (
		2 => pack('Q<Q<', 1, 5), 4 => pack('L<4Q<', 7, 7, 7, 7, 5), 5 => pack('Q<3', 5, 1, 1),
		8 => $who . pack('Q<3', 1, 2, 3), 11 => pack('Q<3', 0, 8, 1), 12 => $who,
		13 => pack('Q<', 5), 15 => $who, 16 => $who . pack('Q<Q<', 1, 0) . "\0" x 16,
		17 => pack('Q<L<S<S<', 0xffffffffc0001000, 64, 1, 0) . pack('a24', 'bpf_prog_123_name'),
		18 => pack('S<S<L<a8', 1, 0, 4, 'tagtagta'), 19 => pack('Q<a24', 7, '/a/b'),
		20 => pack('Q<Q<S<S<a12', 0xffffffffc0002000, 4, 4, 4, '1234'), 21 => pack('Q<', 8),
		22 => pack('Q<*', 77, 2, 0x401010, 0x401020), 64 => substr(attr($usual), 0, 136) .
		    pack('Q<', 5), 65 => pack('Q<a64', 0, 'my-event'),
		66 => pack('L<L<', 8, 0), 67 => pack('l<a20x4', -1, "\x12" x 20) . pack('a24', '[kernel.kallsyms]'),
		68 => '', 69 => pack('Q<Q<', 1, 0), 70 => pack('L<L<Q<2', 1, 0, 0, 0),
		71 => pack('Q<3L<4', 16, 0, 0, 0, 7, 0, 0), 74 => pack('Q<3', 1, 4, 9),
		78 => pack('Q<Q<a16', 2, 5, 'renamed'), 79 => pack('Q<4', 1, 2, 3, 4),
		80 => pack('Q<', 3) . pack('L<a64', 64, 'host'), 81 => "\x28\xb5\x2f\xfd\0\x58", 82 => pack('Q<', 8),
		83 => pack('Q<a8', 6, "\x28\xb5\x2f\xfd\0\x58"),
	);
	my %all;

	for my $type (1 .. 22, 64 .. 84) {
		my $body = $body{$type} // $who . pack('Q<3', 0x400000, 0x1000, 0) . $name;
		my $end = $type < 64 ? trailer(7, 7, 1500) : '';
		my $more = $type == 71 ? 'trace of 16 byte' : $type == 66 ? 'tracing.' : '';
		my $one = record($type, 0, $body . $end) . $more;

		$all{"record-$type"} = recording([attr($usual)], "$begin$one" . samples_of($usual));
		$all{"piped-record-$type"} = piped($usual, $begin . $one . samples_of($usual));
		$all{"misc-record-$type-$_"} = recording([attr($usual)], $begin .
			record($type, $_, $body . $end) . $more . samples_of($usual)) for 3, 1 << 12, 1 << 14;
	}
	return %all;
}

sub piped
{
	my ($type, $data, %o) = @_;

	return 'PERFILE2' . pack('Q<', 16) .
	    record(64, 0, attr($type, %o) . pack('Q<Q<', 5, 6)) . $data . record(68, 0, '');
}

sub features
{
	my $text = pack 'L<a64', 64, 'gemini';
	my %content = (
		1 => "\x17\x08\x44tracing0.6\0\0\x08" . pack('L<', 4096) . "header_page\0" . pack('Q<', 0) .
		    "header_event\0" . pack('Q<', 0) . pack('L<', 0) . pack('L<', 1) . pack('L<', 1) .
		    "sched\0" . pack('Q<', 52) . "name: sched_switch\nID: 314\nformat:\n\tfield:int a;\n\n",
		2 => record(67, 2, pack('l<a20x4', -1, "\x12" x 20) . pack('a24', '[kernel.kallsyms]')) .
		    record(67, 1 << 15, pack('l<a20C', 7, "\x13" x 20, 20) . "\0\0\0" . pack('a24', '/bin/app')),
		7 => pack('L<L<', 4, 3), 10 => pack('Q<', 123456),
		11 => pack('L<', 3) . pack('L<a64', 64, 'perf') . pack('L<a64', 64, 'record') .
		    pack('L<a64', 64, "-F\0") . $text,
		12 => pack('L<L<', 1, 136) . attr($usual) . pack('L<', 1) . pack('L<a64', 64, 'cycles:u') .
		    pack('Q<', 5), 13 => pack('L<', 1) . $text . pack('L<', 1) . $text,
		14 => pack('L<', 1) . pack('L<Q<2', 0, 5, 6) . $text, 15 => pack('L<L<', 1, 4) . $text,
		17 => pack('L<', 0), 18 => pack('L<L<2', 1, 0, 2) . $text, 21 => pack('Q<Q<', 1000, 9e8),
		23 => pack('Q<', 1), 29 => pack('L<L<Q<Q<', 1, 1, 1792000000 * 1e9, 1000),
		27 => pack('L<4', 1, 1, 3, 4096),
	);
	my %all;

	for my $n (1 .. 32) {
		my $content = $content{$n} // $text;

		$all{"feature-$n"} = recording([attr($usual)], $begin . samples_of($usual), {$n => $content});
		$all{"feature-record-$n"} = piped($usual, record(80, 0, pack('Q<', $n) . $content) .
			$begin . samples_of($usual));
	}
	$all{'features-all'} = recording([attr($usual), attr($usual, config => 1)],
		$begin . samples_of($usual), \%content);
	return %all;
}

# Chains: each mark, too few and too many numbers, branches for the user's part, deferred ones.
sub chains
{
	my %all;
	my $lbr = $usual | 0x800;
	my $deferred = samples_of($usual, chain => pack('Q<*', 4, KERNEL, 0xffffffff81000010, DEFERRED, 77));

	for my $mark (-32, -128, -512, -640, -2048, -2176, -2560, -4095, -4096, -1) {
		$all{"chain-mark$mark"} = recording([attr($usual)], $begin .
			samples_of($usual, chain => pack('Q<Q<q<Q<', 3, 0x401000, $mark, 0x401010)));
	}
	for my $n (0, 1, 2, 127, 128, 255, 300, 512, 600) {
		my $calls = pack('Q<', $n) . pack('Q<3', 0x401000, 0x401010, 0) x $n;

		$all{"chain-of-$n"} = recording([attr($usual)], $begin .
			samples_of($usual, chain => pack('Q<*', $n, (0x401000) x $n)));
		$all{"calls-$n"} = recording([attr($lbr, branch => 1 << 11)], $begin .
			samples_of($lbr, branches => $calls, chain => pack('Q<3', 2, USER, 0x401000)));
	}
	$all{'chain-deferred'} = recording([attr($usual)], $begin . $deferred .
		record(22, 2, pack('Q<*', 77, 2, 0x401010, 0x401020) . trailer(7, 7, 1600)) . $deferred);
	$all{'stacks'} = recording([attr($usual | 0x3000, regs => X86_64, stack => 64)],
		$begin . join '', map { stack_sample(7, 0x401000, pack('Q<*', (0x401010 + $_) x 30), $_) } 1 .. 20);
	$all{'idle'} = recording([attr($usual | 0x80)], comm(0, 'swapper') . samples_of($usual | 0x80));
	return %all;
}

# Many processes, times that go back, maps over maps.
sub shapes
{
	my %all;
	my $data = $begin;

	for my $n (1 .. 200) {
		my $pid = 7 + $n;

		$data .= perf_fork($pid, $pid - 1, 10 * $n) . comm($pid, "p$n", 10 * $n) .
		    mmap2($pid, 0x400000 + 64 * $n, 4096, "/lib/l$n", time => 10 * $n) .
		    sample(pack('Q<L<2Q<2Q<2', 0x400000 + 70 * $n, $pid, $pid, 5000 - 20 * $n, $n, 1, 0x400000 + 65 * $n));
		$data .= record(68, 0, '') if $n % 20 == 0;
	}
	$all{'many'} = recording([attr($usual)], $data);
	$all{'many-piped'} = piped($usual, $data);
	$all{'two-events'} = recording([map { attr($usual | 0x40 | 0x10000, config => $_) } 0, 1],
		$begin . samples_of($usual | 0x40 | 0x10000));
	$all{'last-times'} = recording([attr($usual)], $begin . join '',
		map { sample(fields($usual, time => $_)) } 1, 1 << 40, ~0 >> 1, ~0);
	return %all;
}

# ---- trace points ----

# What the kernel tells of the fields of an event, "unsigned int nr_sector" and its bytes, after the
# common ones.
sub format_of
{
	my ($name, $id, @fields) = @_;
	my $at = 8;
	my $text = "name: $name\nID: $id\nformat:\n" . join '', map {
		"\tfield:$_->[0];\toffset:$_->[1];\tsize:$_->[2];\tsigned:$_->[3];\n"
	} ['unsigned short common_type', 0, 2, 0], ['unsigned char common_flags', 2, 1, 0],
	    ['unsigned char common_preempt_count', 3, 1, 0], ['int common_pid', 4, 4, 1];

	for (@fields) {
		my ($field, $bytes) = @$_;

		$text .= "\tfield:$field;\toffset:$at;\tsize:$bytes;\tsigned:" . ($field !~ /unsigned|char|_t / | 0) . ";\n";
		$at += $bytes;
	}
	return $text . "\nprint fmt: \"\"\n";
}

# By system: events and their fields, as Linux 6.1 has them.
my %traced = (
	sched => [
		[sched_switch => 314, ['char prev_comm[16]', 16], ['pid_t prev_pid', 4], ['int prev_prio', 4], ['long prev_state', 8],
		    ['char next_comm[16]', 16], ['pid_t next_pid', 4], ['int next_prio', 4]],
		[sched_wakeup => 316, ['char comm[16]', 16], ['pid_t pid', 4], ['int prio', 4], ['int target_cpu', 4]],
		[sched_waking => 317, ['char comm[16]', 16], ['pid_t pid', 4], ['int prio', 4], ['int success', 4]],
	],
	block => [
		[block_rq_issue => 1100, ['dev_t dev', 4], ['int pad', 4], ['sector_t sector', 8], ['unsigned int nr_sector', 4], ['unsigned int bytes', 4]],
		[block_rq_complete => 1101, ['dev_t dev', 4], ['int pad', 4], ['sector_t sector', 8], ['unsigned int nr_sector', 4], ['int error', 4]],
	],
	raw_syscalls => [
		[sys_enter => 22, ['long id', 8], ['unsigned long args[6]', 48]],
		[sys_exit => 21, ['long id', 8], ['long ret', 8]],
	],
	syscalls => [
		[sys_enter_write => 700, ['int __syscall_nr', 4], ['int pad', 4], ['unsigned long fd', 8], ['unsigned long count', 8]],
		[sys_exit_write => 701, ['int __syscall_nr', 4], ['int pad', 4], ['long ret', 8]],
	],
);

sub tracing_data
{
	my ($old) = @_;
	my $data = "\x17\x08\x44tracing0.6\0\0\x08" . pack('L<', 4096) . "header_page\0" . pack('Q<', 0) .
	    "header_event\0" . pack('Q<', 0) . pack('L<L<', 0, scalar keys %traced);

	for my $system (sort keys %traced) {
		$data .= "$system\0" . pack 'L<', scalar @{$traced{$system}};
		for (@{$traced{$system}}) {
			my $text = format_of(@$_);

			$text =~ s/\tsigned:\d;//g if $old; # before Linux 2.6.37
			$data .= pack('Q<', length $text) . $text;
		}
	}
	return $data . pack('L<L<Q<', 0, 0, 0);
}

# A sample of an event whose fields follow.
sub traced_sample
{
	my ($id, $cpu, $tid, $time, $fields) = @_;
	my $raw = pack('S<CCl<', $id, 0, 0, $tid) . $fields;
	my $padding = -(length($raw) + 4) & 7;

	return sample(pack('Q<2L<2Q<L<2Q<', $id, 0x401000, $tid, $tid, $time, $cpu, 0, 1) .
		pack('Q<*', 2, USER, 0x401010 + $tid) . pack('L<', length($raw) + $padding) . $raw . "\0" x $padding);
}

sub switch
{
	my ($cpu, $time, $from, $state, $to) = @_;

	return traced_sample(314, $cpu, $from, $time, pack('a16l<l<q<a16l<l<', "t$from", $from, 120, $state, "t$to", $to, 120));
}

# Threads that wait for each other, for a disk and in system calls.
sub traced
{
	my %all;
	my $type = $usual | CPU | RAW | IDENTIFIER;
	my @events = map { @$_ } @traced{sort keys %traced};
	my @attrs = map { [attr($type, type => 2, flags => 0, config => $_->[1]), $_->[1]] } @events;
	my $names = event_desc(map { my $e = $_; [attr($type, type => 2, flags => 0, config => $e->[1]), $e->[1],
		(grep { my $s = $_; grep { $_->[0] eq $e->[0] } @{$traced{$s}} } keys %traced)[0] . ":$e->[0]"] } @events);
	my $data = $begin . join '', map { comm($_, "t$_") } 1 .. 4;

	for my $n (0 .. 20) {
		my ($t, $a, $b) = (1000 * ($n + 2), 1 + $n % 4, 1 + ($n + 1) % 4);

		$data .= traced_sample(22, 0, $a, $t, pack('q<Q<6', 1, 3, 2, 1, 0, 0, 0)) .
		    traced_sample(700, 0, $a, $t + 10, pack('l<l<Q<2', 1, 0, 3, 4096)) .
		    traced_sample(1100, 0, $a, $t + 100, pack('L<L<Q<L<L<', 254 << 20, 0, 8 * $n, 8, 4096)) .
		    switch(0, $t + 200, $a, $n % 3, $b) .
		    traced_sample(1101, 1, $b, $t + 500, pack('L<L<Q<L<l<', 254 << 20, 0, 8 * $n, 8, 0)) .
		    traced_sample(316 + $n % 2, 1, $b, $t + 600, pack('a16l<l<l<', "t$a", $a, 120, 1)) .
		    switch(1, $t + 700, $b, 1, $a) . traced_sample(701, 1, $a, $t + 800, pack('l<l<q<', 1, 0, 4096)) .
		    traced_sample(21, 1, $a, $t + 900, pack('q<q<', 1, 4096));
	}
	for my $old (0, 1) {
		$all{"traced-$old"} = recording(\@attrs, $data, {1 => tracing_data($old), 12 => $names});
		$all{"traced-unnamed-$old"} = recording(\@attrs, $data, {1 => tracing_data($old)});
	}
	$all{'traced-named'} = recording(\@attrs, $data, {12 => $names});
	return %all;
}

sub all
{
	return (by_bits(), by_events(), records(), features(), chains(), shapes(), traced());
}

1;

# Pairs.pm - inputs of two files: a recording with its program, or with a file of its directory.

package Seeds::Pairs;

use strict;
use warnings;
use PerfData;
use Seeds::Elf;
use Seeds::Perf;
no warnings 'portable';

use constant {USER => ~511, KERNEL => ~127, X86_64 => 0xff0fff};

my $usual = IP | TID | TIME | PERIOD | CALLCHAIN;

sub pair
{
	my ($first, $second) = @_;

	return pack('L<', length $first) . $first . $second;
}

# The head of a recording: up to where its records begin.
sub directory
{
	my %perf = Seeds::Perf::all();
	my %all;

	for (grep { !/bit|event|format|mark/ } sort keys %perf) {
		my ($begin, $size) = unpack 'x40Q<Q<', $perf{$_};

		next if $perf{$_} !~ /^PERFILE2\x68/ || !defined $size;
		$all{$_} = pair($perf{$_}, substr $perf{$_}, $begin, $size);
	}
	return %all;
}

# Maps of what fuzz_symbols has in its directory, each with a build id or an inode as well.
sub maps
{
	my ($id) = @_;
	my $told = pack('L<L<Q<Q<Q< CCS<a20 L<L<', 7, 7, 0x400000, 0x100000, 0, length($id), 0, 0, $id, 5, 2) .
	    "/bin/app\0\0\0\0\0\0\0\0" . trailer(7, 7, 1);

	return comm(7, 'app') .
	    (length $id ? record(10, 1 << 14 | 2, $told) : mmap2(7, 0x400000, 0x100000, '/bin/app')) .
	    mmap2(7, 0x10000, 0x8000, '/bin/gone (deleted)') . mmap2(7, 0x20000, 0x8000, '/lib/text.so') .
	    mmap2(7, 0x30000, 0x1000, '[vdso]') . mmap2(7, 0x50000, 0x10000, '//anon') .
	    mmap2(7, 0x70000, 0x10000, '[heap]') .
	    perf_mmap(-1, 0xffffffff81000000, 0x400000, '[kernel.kallsyms]_text', misc => 1, offset => 0xffffffff81000000) .
	    perf_mmap(-1, 0xffffffffc0000000, 0x10000, '[mod]', misc => 1);
}

sub build_id_of
{
	my ($elf) = @_;

	return $elf =~ /\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0(.{20})/s ? $1 : '';
}

# A map of the kernel's with a build id.
sub kernel_map
{
	my ($start, $length, $id, $path) = @_;

	return record(10, 1 << 14 | 1, pack('l<L<Q<Q<Q< CCS<a20 L<L<', -1, 0, $start, $length,
		$start & 1 << 30 ? 0 : $start, 20, 0, 0, $id, 5, 2) . text8($path) . trailer(0, 0, 1));
}

# Samples all over a kernel and a module of it, whose files are there.
sub of_kernel
{
	my ($kernel, $object) = @_;
	my $data = '';

	for my $n (0 .. 60) {
		my @chain = (KERNEL, 0xffffffff81000000 + 7 * $n, 0xffffffffc0000000 + $n);

		@chain[1, 2] = @chain[2, 1] if $n % 2;
		$data .= sample(pack('Q<L<2Q<2Q<*', $chain[1], 7, 7, 1000 * $n, 1, scalar @chain, @chain), 1);
	}
	return recording([attr($usual)], comm(7, 'app') .
		kernel_map(0xffffffff81000000, 0x400000, build_id_of($kernel), '[kernel.kallsyms]_text') .
		kernel_map(0xffffffffc0000000, 0x10000, build_id_of($object), '/lib/modules/6.1/mod.ko') . $data,
		{3 => pack('L<a64', 64, 'host'), 4 => pack('L<a64', 64, '6.1')});
}

# What fuzz_symbols reads by the last byte.
use constant {INLINED => 1, LINES => 1 << 5, CODE => 1 << 6, IN => 1 << 7};

my @elsewhere = (0x10010, 0x20010, 0x30a00, 0x50010, 0x50105, 0x70000, 0x99999999);

# Chains over all of the program, 64 addresses each, below the kernel or from there on.
sub chains
{
	my ($offset, $alone) = @_;
	my $data = '';

	for my $n (0 .. 40) {
		my @at = map { 0x400000 + $offset + ($n * 64 + $_) * 7 } 0 .. 60;
		my @chain = ($alone ? () : (KERNEL, 0xffffffff81000015, 0xffffffffc0000010), USER, @at, @elsewhere);

		$data .= sample(pack 'Q<L<2Q<2Q<*', $at[0], 7, 7, 1000 * $n, 1, scalar @chain, @chain);
	}
	# behind the end of most programs
	$data .= sample(pack 'Q<L<2Q<5', 0x480010, 7, 7, 50000, 1, 2, USER, 0x480010);
	return recording([attr($usual)], maps('') . $data);
}

sub stacks
{
	my ($offset, $id) = @_;
	my $data = '';

	for my $n (0 .. 60) {
		my @words = map { $_ % 4 ? 0x400000 + $offset + ($n * 29 + $_ * 13) % 0x400 : 0x7ffe0000 + 8 * $_ + 32 } 0 .. 60;

		$data .= stack_sample(7, 0x400000 + $offset + 5 * $n, pack('Q<*', @words), 1000 * $n);
	}
	return recording([attr($usual | REGS_USER | STACK_USER, regs => X86_64, stack => 512)],
		maps($id) . $data . perf_fork(8, 7, 20000) . mmap2(8, 0x400000, 0x1000, '/bin/app', time => 30000) .
		stack_sample(8, 0x400500, pack('Q<*', (0x400510) x 60), 40000));
}

# Of this machine: its kernel's names are asked for, and its vDSO by a build id.
sub here
{
	my ($host, $release) = map { pack 'L<a64', 64, `uname $_` =~ s/\n//r } '-n', '-r';
	my $chain = pack 'Q<*', 4, KERNEL, 0xffffffff81000015, USER, 0x30a00;
	my $vdso = record(10, 1 << 14 | 2, pack('L<L<Q<Q<Q< CCS<a20 L<L<', 7, 7, 0x90000, 0x1000, 0, 20, 0, 0, 'v' x 20, 5, 2) .
		"[vdso]\0\0" . trailer(7, 7, 1));
	my $data = maps('') . $vdso . join '', map { sample(pack('Q<L<2Q<2', 0x90a00, 7, 7, 1000 * $_, 1) . $chain) } 1 .. 9;

	return recording([attr($usual)], $data, {3 => $host, 4 => $release});
}

sub symbols
{
	my %elf = Seeds::Elf::all();
	my %all = ('here' => pair(here(), '') . "\4", 'here-2' => pair(here(), 'no program') . "\7");

	if (defined $elf{linked} && defined $elf{'a.debug'}) {
		my $files = pair($elf{linked}, $elf{'a.debug'});

		$all{"debug-$_"} = pair(chains(0x1020), $files) . chr $_ for 1 .. 3;
		$all{'debug-other'} = pair(chains(0x1020), pair($elf{linked}, $elf{debug} // '')) . "\1";
	}
	if (defined $elf{'g++-kernel'} && defined $elf{object}) {
		my $recording = of_kernel(@elf{'g++-kernel', 'object'});

		$all{"kernel-$_"} = pair($recording, pair(@elf{'g++-kernel', 'object'})) . chr(CODE | $_) for 0, INLINED;
		$all{'kernel-other'} = pair($recording, pair(@elf{'g++-dwarf5', 'relocatable'})) . chr CODE;
		$all{'kernel-none'} = pair(of_kernel('', ''), pair(@elf{'g++-kernel', 'object'})) . chr CODE;
	}
	for (sort keys %elf) {
		my $elf = $elf{$_} // next;

		next if length $elf > 900000;
		unless (/formula/) {
			my $chains = chains(/hand/ ? 0x1000 : 0x1020, 1);

			$all{"lines-$_"} = pair($chains, $elf) . chr(INLINED | LINES);
			$all{"code-$_"} = pair($chains, $elf) . chr(INLINED | CODE);
			$all{"code-in-$_"} = pair($chains, $elf) . chr(CODE | IN);
		}
		$all{"chains-$_"} = pair(chains(/hand|formula/ ? 0x1000 : 0x1020), $elf) . "\1";
		$all{"stacks-$_"} = pair(stacks(/hand|formula/ ? 0x1000 : 0x1020, ''), $elf) . "\2";
		$all{"ids-$_"} = pair(stacks(0x1040, build_id_of($elf)), $elf) . "\3";
		$all{"scarce-$_"} = pair(stacks(0x1000, ''), $elf) . chr(8 | length($elf) % 15 << 4);
	}
	return %all;
}

1;

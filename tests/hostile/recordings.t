# recordings.t - what these tests write is read: or they would test nothing.

use strict;
use warnings;
use Program;
use Hostile;
use PerfData;
use Elf;

Program::start();
my $dir = hostile_dir();

my $app = "$dir/app";
elf($app, sections => [
	{name => '.text', type => 1, flags => 6, addr => 0x1000, data => "\x90" x 256},
	{name => '.strtab', type => 3, data => "\0main\0"},
	{name => '.symtab', type => 2, data => "\0" x 24 . elf_symbol(1, 0x1000, 0x100),
		align => 8, entry => 24, link => 2}]);
my $file = write_file("$dir/named.perf.data", recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)],
	comm(7, 'app') . mmap2(7, 0x400000, 0x100000, $app) .
	sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', 0x401010, 7, 7, 5, 1, 2, CONTEXT_USER, 0x401010)));
harmless('a recording made here has its sample', ['info', $file], status => 0,
	prints => qr/^samples\s+1\b/m, seconds => 2, memory => 100);
harmless('and its function a name', ['top', $file], status => 0,
	prints => qr/\bmain\b/) if harm(['info', $file])->{out} !~ /elfutils/;

$file = write_file("$dir/copies.perf.data",
	recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN|REGS_USER|STACK_USER, regs => 0xff0fff)],
		comm(7, 'app') . mmap2(7, 0x400000, 0x100000, $app) .
		stack_sample(7, 0x401010, "\0" x 1024)));
harmless('one with a copied stack, too', ['info', $file], status => 0,
	prints => qr/^samples\s+1\b/m);

my $run = harm(['info', "$dir/nothing"]);
ok($run->{end} eq 'exit' && $run->{status} == 1 && $run->{err} =~ /No such file/,
	'how it ended and what it said are told');

Program::finish();

# symbols.t - programs and debug symbols that mean harm to who looks up names in them.

use strict;
use warnings;
use Program;
use Hostile;
use PerfData;
use Elf;

Program::start();
my $dir = hostile_dir();
my @kind = (attr(IP|TID|TIME|PERIOD|CALLCHAIN));
my $code = {name => '.text', type => 1, flags => 6, addr => 0x1000, data => "\x90" x 256};

# A recording with one sample in the code of this program.
sub recorded
{
	my ($app) = @_;

	return write_file("$app.perf.data", recording(\@kind,
		comm(7, 'app') . mmap2(7, 0x400000, 0x100000, $app) .
		sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', 0x401010, 7, 7, 5, 1, 2, CONTEXT_USER, 0x401010)));
}

# Sections that give its code one symbol.
sub named
{
	my ($name) = @_;

	return ($code, {name => '.strtab', type => 3, data => "\0$name\0"},
		{name => '.symtab', type => 2, data => "\0" x 24 . elf_symbol(1, 0x1000, 0x100),
		 align => 8, entry => 24, link => 2});
}

# ---- names ----

# "S_", "S0_" and on: what was the n-th to be named.
sub before
{
	my ($n) = @_;
	my @digits = (0 .. 9, 'A' .. 'Z');

	return 'S_' if !$n--;
	return 'S' . ($n > 35 ? $digits[$n / 36] : '') . $digits[$n % 36] . '_';
}

my $app = "$dir/demangle";
elf($app, sections => [named('_Z1fIM1XI' . (before(1) . 'I') x 39 . '1A' . before(2) . 'E' .
	join('', map { before(2 + $_) . 'E' } 1 .. 39) . 'Dp' . before(42) . 'Evv')]);
harmless('a name that takes 2^40 steps to demangle stays as it is', ['top', recorded($app)],
	status => 0, prints => qr/_Z1fIM1XIS0_I|elfutils/, seconds => 2, memory => 100);

Program::finish();

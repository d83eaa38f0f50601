# pools.t - what the files that a recording names may cost together, however often it names them.

use strict;
use warnings;
use Program;
use Hostile;
use PerfData;
use IO::Compress::Gzip qw(gzip $GzipError);
use Elf;

Program::start();
my $dir = hostile_dir();
my @kind = (attr(IP|TID|TIME|PERIOD|CALLCHAIN));
my $code = {name => '.text', type => 1, flags => 6, addr => 0x1000, data => "\x90" x 256};
my $big = qr/claims far more than it contains|would take far too long|elfutils/;

# Sections that give the code one symbol, and others.
sub named
{
	return ($code, {name => '.strtab', type => 3, data => "\0main\0"},
		{name => '.symtab', type => 2, data => "\0" x 24 . elf_symbol(1, 0x1000, 0x100),
		 align => 8, entry => 24, link => 2}, @_);
}

# The n-th of 16,384 ways to spell a path.
sub spelled
{
	my ($path, $n) = @_;
	my ($in, $name) = $path =~ m{^(.*)/(.*)$};

	return $in . join('', map { $n >> $_ & 1 ? '/.' : '/' } 0 .. 13) . "/$name";
}

# A recording with a sample in each of these files; with a copy of its stack if that is asked for.
sub naming
{
	my ($path, $stacks, @files) = @_;
	my $data = comm(7, 'app');
	my @attr = $stacks ? attr(IP|TID|TIME|PERIOD|CALLCHAIN|REGS_USER|STACK_USER, regs => 0xff0fff) : @kind;

	$data .= mmap2(7, 0x400000 + $_ * 0x100000, 0x100000, $files[$_]) for 0 .. $#files;
	for (0 .. $#files) {
		my $at = 0x401010 + $_ * 0x100000;
		$data .= $stacks ? stack_sample(7, $at, pack('Q<', $at + 16) . "\0" x 1016) :
		    sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', $at, 7, 7, 5 + $_, 1, 2, CONTEXT_USER, $at);
	}
	return write_file($path, recording(\@attr, $data));
}

# ---- sections that are counted, and are a hole ----

sub many_sections
{
	my ($path) = @_;
	my $count = 262_144;

	write_file($path, "\x7fELF", pack('C4', 2, 1, 1, 0), "\0" x 8,
		pack('S<S<L<Q<3 L<S<6', 3, 62, 1, 0, 64, 0x1000, 0, 64, 56, 1, 64, 0, 0), elf_code(),
		"\0" x (0x1000 - 120), pack('L<L<Q<4 L<L<Q<Q<', 0, 0, 0, 0, 0, $count, 0, 0, 0, 0));
	truncate $path, 0x1000 + 64 * $count or die;
	return $path;
}
my $sections = many_sections("$dir/sections");
my @sections = map { many_sections("$dir/sections$_") } 1 .. 40;
for ([0, 'named'], [1, 'unwound']) {
	my ($stacks, $how) = @$_;
	harmless("80 names of a file that counts 262,144 sections, $how, take no more than one",
		['info', naming("$dir/sections.perf.data", $stacks, map { spelled($sections, $_) } 0 .. 79)],
		status => 0, prints => $big, seconds => 2, memory => 100);
	harmless("nor do 40 such files, $how", ['info', naming("$dir/40.perf.data", $stacks, @sections)],
		status => 0, prints => $big, seconds => 2, memory => 100);
}

# ---- units of DWARF that have 12 bytes each ----

sub many_units
{
	my ($path, $count) = @_;
	my $table = "\x01\x11\0\x11\x01\x12\x06\0\0" . "\x02\x11\0\0\0" . "\0";
	my $unit = pack('S<L<C', 4, 0, 8) . "\x01" . pack('Q<L<', 0x1000, 0x100);
	my $empty = pack('S<L<C', 4, 0, 8) . "\x02";

	elf($path, sections => [named({name => '.debug_info', type => 1, data => pack('L<', length $unit) . $unit .
		(pack('L<', length $empty) . $empty) x $count}, {name => '.debug_abbrev', type => 1, data => $table})]);
	return $path;
}
my $units = many_units("$dir/units", 1_000_000);
my $lost = qr/address(?:es)? without inlined functions and lines: too much|elfutils/;
for my $option ('--inline', '--lines') {
	harmless("a million units of DWARF are not read for $option, which is said",
		['info', $option, naming("$dir/units.perf.data", 0, $units)], status => 0, prints => $lost,
		seconds => 2, memory => 120);
	harmless('nor does libdw die where --memory is short', ['info', $option, '--memory', '64M', "$dir/units.perf.data"],
		status => 0, seconds => 2, memory => 120);
}
my @units = map { many_units("$dir/units$_", 50_000) } 1 .. 40;
harmless('40 files of 50,000 units are read as far as is right', ['info', '--inline', naming("$dir/40.perf.data", 0, @units)],
	status => 0, prints => $lost, seconds => 10, memory => 700);
harmless('it cannot take more memory than --memory allows, nor can a library: what would is told', ['info', '--inline', '--memory', '64M', "$dir/40.perf.data"],
	status => 0, prints => $lost, seconds => 10, memory => 180);

# ---- entries of DWARF that are gone through more often than they are long ----

# A unit of these entries, whose abbreviations follow that of the unit.
sub entries_of
{
	my ($path, $version, $table, $entries, @more) = @_;
	my $unit = ($version < 5 ? pack('S<L<C', 4, 0, 8) : pack('S<CCL<', 5, 1, 8, 0)) . "\x01" .
	    pack('Q<L<L<', 0x1000, 0x100, 0) . $entries . "\0";

	elf($path, sections => [named({name => '.debug_info', type => 1, data => pack('L<', length $unit) . $unit},
		{name => '.debug_abbrev', type => 1, data => "\x01\x11\x01\x11\x01\x12\x06" . "\x74\x17\0\0$table\0"}, @more)]);
	return $path;
}
my $bare = "\x3f\x19"; # DW_AT_external, which is there or not
my $bases = {name => '.debug_ranges', type => 1, data => pack('Q<Q<', ~0, 0) x 50_000 . "\0" x 16};
my %entries = (
	'a hundred thousand attributes without a byte' => [4, "\x02\x34\0" . $bare x 100_000 . "\0\0", "\x02" x 100_000],
	'120 namespaces around others, with 200 such attributes' => [4, "\x02\x34\0" . $bare x 200 . "\0\0\x03\x39\x01\0\0",
		"\x03" x 120 . "\x02" x 300_000 . "\0" x 120],
	'a list of ranges that only has bases' => [4, "\x02\x2e\0\x55\x17\0\0", "\x02\0\0\0\0" x 100_000, $bases],
	'such a list of DWARF 5' => [5, "\x02\x2e\0\x55\x17\0\0", "\x02\0\0\0\0" x 100_000,
		{name => '.debug_rnglists', type => 1, data => ("\x05" . "\0" x 8) x 50_000 . "\0"}],
	'such a list, by its number' => [5, "\x02\x2e\0\x55\x23\0\0", "\x02\0" x 200_000,
		{name => '.debug_rnglists', type => 1, data => pack('L<', 4) . ("\x05" . "\0" x 8) x 50_000 . "\0"}],
);
for (sort keys %entries) {
	my $file = entries_of("$dir/entries", @{$entries{$_}});
	harmless("entries of DWARF with $_ are not gone through for each", ['info', '--inline',
		naming("$dir/entries.perf.data", 0, $file)], status => 0, prints => $lost, seconds => 6, memory => 120);
}

# ---- one long name that all entries of a table of procedures have ----

{
	my $path = "$dir/procedures";
	my $count = 20_000;

	elf($path, sections => [$code, {name => '.dynstr', type => 3, data => "\0" . 'f' x 1_000_000 . "\0"},
		{name => '.dynsym', type => 11, data => "\0" x 24 . pack('L<CCS<Q<Q<', 1, 0x12, 0, 0, 0, 0), link => 2, entry => 24, align => 8},
		{name => '.rela.plt', type => 4, data => pack('Q<Q<q<', 0x3000, 1 << 32 | 7, 0) x $count, link => 3, entry => 24, align => 8},
		{name => '.plt', type => 1, flags => 6, addr => 0x2000, offset => 0x2000, size => 16 * ($count + 1), entry => 16}]);
	my $run = harmless('20,000 entries of .plt do not take their name a million bytes long each', ['info', naming("$dir/procedures.perf.data", 0, $path)],
		status => 0, seconds => 2);
	ok($run->{out} !~ /out of memory/, '... nor the memory of others', $run->{out});
}

# ---- one file that is unpacked ----

SKIP: {
	my $zeros = "$dir/zeros";
	open my $out, '>', $zeros or die;
	print $out "\x7fELF\2\1\1";
	truncate $out, 60 << 20;
	close $out;
	my $packed = `xz -c '$zeros' 2>/dev/null`;
	if (!length $packed) {
		skip('.gnu_debugdata', 'there is no xz');
		last SKIP;
	}
	unlink $zeros;
	elf("$dir/packed", sections => [$code, {name => '.gnu_debugdata', type => 1, data => $packed}]);
	harmless('80 names of a file that unpacks to 60 MiB unpack it once',
		['info', naming("$dir/packed.perf.data", 0, map { spelled("$dir/packed", $_) } 0 .. 79)],
		status => 0, seconds => 2, memory => 120);
	my @packed = map { elf("$dir/packed$_", sections => [$code,
		{name => '.gnu_debugdata', type => 1, data => $packed}]); "$dir/packed$_" } 1 .. 40;
	harmless('of 40 such files a few are unpacked', ['info', naming("$dir/40.perf.data", 0, @packed)],
		status => 0, prints => $big, seconds => 4, memory => 120);
}

# ---- many small files, and one large one that has the symbols of each ----

my $large = write_file("$dir/large.data", 'x' x (48 << 20));
elf("$dir/large", sections => [named({name => '.fill', type => 1, data => 'x' x (48 << 20)})]);
my @linked = map { elf("$dir/linked$_", sections => [$code, {name => '.gnu_debuglink', type => 1,
	data => "large\0\0\0" . pack 'L<', 1}]); "$dir/linked$_" } 1 .. 200;
harmless('a checksum that 200 files ask for is taken once', ['info', naming("$dir/linked.perf.data", 0, @linked)],
	status => 0, seconds => 2, memory => 100);

# ---- rules for callers that take long for each place ----

# Four programs whose one function has 60,000 rules, each for a byte of code.
sub ruled
{
	my ($path) = @_;
	my $cie = pack('L<C', 0, 1) . "zR\0\x01\x78\x10\x01\0\x0c\x07\x08\x90\x01";
	my $rules = "\x41" x 60_000;

	$cie .= "\0" x (-length($cie) & 7);
	my $fde = pack('L<Q<Q<C', length($cie) + 8, 0x1000, 0x40000, 0) . $rules;
	elf($path, sections => [{%$code, data => "\x90" x 0x40000}, {name => '.eh_frame', type => 1, flags => 2,
		addr => 0x80000, data => pack('L<', length $cie) . $cie . pack('L<', length $fde) . $fde . "\0" x 4}]);
	return $path;
}
my @ruled = map { ruled("$dir/ruled$_") } 0 .. 3;
my ($data, $next) = (comm(7, 'app'), 0);
$data .= mmap2(7, 0x400000 + $_ * 0x100000, 0x100000, $ruled[$_]) for 0 .. 3;
for (1 .. 3500) {
	my @places = map { 0x400000 + ($next & 3) * 0x100000 + 0x1000 + ($next++ >> 2) % 60_000 } 0 .. 64;

	$data .= stack_sample(7, $places[0], join('', map { pack 'Q<Q<', 0, $_ } @places[1 .. 64]));
}
harmless('it cannot keep flarescope busy for longer than its size accounts for: rules of 60,000 bytes for 240,000 places', ['info', write_file("$dir/ruled.perf.data",
	recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN|REGS_USER|STACK_USER, regs => 0xff0fff)], $data))],
	status => 0, seconds => 3, memory => 150);

# ---- what is honest ----

elf("$dir/plain", sections => [named()]);
my $run = harmless('a file with 80 names is named in each of them',
	['info', naming("$dir/plain.perf.data", 0, map { spelled("$dir/plain", $_) } 0 .. 79)],
	status => 0, seconds => 1, memory => 60);
ok($run->{out} =~ /^lost +nothing$/m || $run->{out} =~ /elfutils/, 'and nothing is lost', $run->{out});

# ---- parts of a recording that are one ----

mkdir "$dir/parts" or die;
write_file("$dir/parts/data", recording([attr(IP|TID|TIME|PERIOD)],
	comm(7, 'app') . sample(pack 'Q<L<L<Q<Q<', 0x401000, 7, 7, 5, 1), {24 => pack 'Q<', 1}));
write_file("$dir/parts/data.0", map { comm(7, "app$_", 10 + $_) } 1 .. 20_000);
symlink 'data.0', "$dir/parts/data.$_" for 1 .. 60;
harmless('parts that are links to one are read once, which is said', ['info', "$dir/parts"], status => 0,
	prints => qr/60 links to another part of the recording/, seconds => 1, memory => 60);

# ---- a packed map that thousands of processes have, when the budget is nearly used up ----

my $packed = "$dir/symfs-maps";
gzip \("\n" x (15 << 20)) => "$packed.map", -Level => 9 or die "gzip: $GzipError\n";
mkdir $_ or die "$_: $!\n" for $packed, "$packed/tmp";
my $mapped = '';
for my $pid (100_000 .. 102_000) {
	my $map = "$packed/tmp/perf-$pid.map";

	# some are files of their own, which may be read
	($pid < 100_010 ? system('cp', "$packed.map", $map) == 0 : link "$packed.map", $map) or die "$map: $!\n";
	$mapped .= perf_mmap($pid, 0x1000, 0x1000, '//anon') .
	    sample(pack 'Q<L<L<Q<Q<Q<', 0x1010, $pid, $pid, 5, 1, 0);
}
harmless('a packed map is not unpacked in vain for each process',
	['top', '--symfs', $packed, write_file("$dir/mapped.perf.data",
			recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)], $mapped))],
	status => 0, seconds => 5);

Program::finish();

# symbols.t - programs and debug symbols that mean harm to who looks up names in them.

use strict;
use warnings;
use Compress::Zlib ();
use POSIX qw(mkfifo);
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

# Of Rust: 300 modules without a name in each other, which are gone through 100,000 times and
# write nothing, in each of 100 functions.
sub base62
{
	my ($n) = @_;
	my $digits = '';

	return '_' if !$n--;
	do {
		$digits = (0 .. 9, 'a' .. 'z', 'A' .. 'Z')[$n % 62] . $digits;
	} while ($n = int($n / 62));
	return $digits . '_';
}

my $silent = 'IC0' . 'Nv' x 300 . 'C0' . '0' x 300;
my $to = 3; # the modules; then what names them 100 times, then what names that as often
for (1, 2) {
	my $list = length $silent;
	$silent .= 'IC0' . ('B' . base62($to)) x 100 . 'E';
	$to = $list;
}
$silent .= ('B' . base62($to)) x 10;
my ($strings, $table, $samples) = ("\0", "\0" x 24, '');
for my $n (0 .. 99) {
	$table .= elf_symbol(length $strings, 0x1000 + 16 * $n, 16);
	$strings .= sprintf "_R%sNvC05x%04dE\0", $silent, $n;
	$samples .= sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', 0x401000 + 16 * $n, 7, 7, 5, 1, 2, CONTEXT_USER,
	    0x401000 + 16 * $n);
}
elf("$dir/rust", sections => [{%$code, data => "\x90" x 1600}, {name => '.strtab', type => 3,
	data => $strings}, {name => '.symtab', type => 2, data => $table, align => 8, entry => 24, link => 2}]);
my $names = write_file("$dir/rust.perf.data", recording(\@kind, comm(7, 'app') .
	mmap2(7, 0x400000, 0x100000, "$dir/rust") . $samples));
harmless('names of Rust that write nothing for long stay as they are', ['top', $names],
	status => 0, prints => qr/_RIC0Nv|elfutils/, seconds => 3, memory => 100);

# ---- what an ELF file claims ----

# A recording with a copy of the stack, which is unwound by what the program says.
sub with_stack
{
	my ($app) = @_;

	return write_file("$app.perf.data",
		recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN|REGS_USER|STACK_USER, regs => 0xff0fff)],
			comm(7, 'app') . mmap2(7, 0x400000, 0x100000, $app) .
			stack_sample(7, 0x401000, pack('Q<', 0x401020) . "\0" x 1016)));
}

my $unreasonable = qr/claims far more than it contains|elfutils/;
my $much = 3 << 30;

# e_shnum is 0, so the first section has the number: 11 million in 8 kB of file
my $size = 700 << 20;
$app = write_file("$dir/count", "\x7fELF", pack('C4', 2, 1, 1, 0), "\0" x 8,
	pack('S<S<L<Q<3 L<S<6', 3, 62, 1, 0, 64, 0x1000, 0, 64, 56, 1, 64, 0, 0), elf_code(),
	"\0" x (0x1000 - 120), pack('L<L<Q<4 L<L<Q<Q<', 0, 0, 0, 0, 0, ($size - 0x2000) / 64, 0, 0, 0, 0));
truncate $app, $size or die;
harmless('a count of sections for which there is no room is refused', ['info', recorded($app)],
	status => 0, prints => $unreasonable, seconds => 1, memory => 60);

# tables of symbols and names that are holes
my @holes = map { {name => $_->[0], type => $_->[1], offset => 0x100000, size => 500 << 20,
	link => 2, entry => 24} } ['.symtab', 2], ['.strtab', 3], ['.dynsym', 11], ['.gnu_debugdata', 1];
elf("$dir/holes", sections => [$code, @holes], size => $much);
harmless('tables that are holes are not read', ['info', recorded("$dir/holes")], status => 0,
	prints => $unreasonable, seconds => 1, memory => 60);

# the same bytes as note after note
my @notes;
push @notes, {name => '.note', type => 7, offset => 0x1000, size => 1 << 20} for 1 .. 3000;
elf("$dir/notes", sections => [$code, @notes], size => 64 << 20);
harmless('notes are read only so far', ['info', recorded("$dir/notes")], status => 0,
	seconds => 2, memory => 160);

elf("$dir/ehhdr", sections => [$code], size => $much, segments => [elf_code(),
	pack 'L<L<Q<6', 0x6474e550, 4, 0x10000, 0x10000, 0x10000, ($much - 0x10000) x 2, 4]);
elf("$dir/ehframe", size => $much, sections => [$code, {name => '.eh_frame', type => 1, flags => 2,
	addr => 0x10000, offset => 0x10000, size => $much - 0x10000}]);
elf("$dir/debuginfo", size => $much, sections => [$code,
	{name => '.debug_frame', type => 1, data => "\0" x 64},
	{name => '.debug_info', type => 1, offset => 0x10000, size => $much - 0x10000}]);
for ('ehhdr', 'ehframe', 'debuginfo') {
	harmless("3 GiB of $_ that are a hole are not read", ['top', with_stack("$dir/$_")],
		status => 0, seconds => 1, memory => 60);
	harmless("nor for what is inlined", ['top', '--inline', with_stack("$dir/$_")],
		status => 0, seconds => 1, memory => 60);
}

# 3 GiB of zeros in 3 MB: what zlib makes of a MiB after a MiB, again and again
my $pack = Compress::Zlib::deflateInit(-Level => 9);
my $zeros = "\0" x (1 << 20);
my @made = map { $pack->deflate($zeros) . $pack->flush(Compress::Zlib::Z_FULL_FLUSH()) } 1, 2;
my $packed = $made[0] . $made[1] x 3071;
for (['with a header', '.debug_info', 0x800, pack('L<L<Q<Q<', 1, 0, $much, 1)],
	['of GNU', '.zdebug_info', 0, 'ZLIB' . pack 'Q>', $much]) {
	my ($kind, $name, $flags, $head) = @$_;
	my $bomb = "$dir/bomb$name";
	my @parts = (named('main'), {name => '.debug_frame', type => 1, data => "\0" x 64},
		{name => $name, type => 1, flags => $flags, data => $head . $packed});

	elf($bomb, sections => \@parts);
	harmless("a packed section $kind is not unpacked to 3 GiB", ['top', with_stack($bomb)],
		status => 0, seconds => 1, memory => 60);
	harmless('nor for what is inlined', ['top', '--inline', recorded($bomb)], status => 0,
		seconds => 1, memory => 60);
}

# a checksum is taken of the file with debug symbols where there is no build id
elf("$dir/linked", sections => [$code, {name => '.gnu_debuglink', type => 1,
	data => "hollow\0\0" . pack 'L<', 1}]);
elf("$dir/hollow", sections => [named('main')], size => 1 << 36);
harmless('no checksum is taken of 64 GiB that are a hole', ['info', recorded("$dir/linked")],
	status => 0, seconds => 1, memory => 60);

# ---- what it says of callers ----

# .eh_frame with the code's one function, of which these instructions tell; as a section, or
# found by a segment alone.
sub with_frames
{
	my ($app, $instructions, $sections) = @_;
	my $cie = pack('L<C', 0, 1) . "zR\0\x01\x78\x10\x01\0\x0c\x07\x08\x90\x01";
	$cie .= "\0" x (-length($cie) & 7);
	my $fde = pack('L<Q<Q<C', length($cie) + 8, 0x1000, 0x100, 0) . $instructions;
	my $frames = pack('L<', length $cie) . $cie . pack('L<', length $fde) . $fde . "\0" x 4;
	# at 0x1100: .eh_frame at 0x1120, and where in it 0x1000 is
	my $table = pack 'C4 l<L<l<l<', 1, 0x1b, 3, 0x3b, 0x20 - 4, 1, 0x1000 - 0x1100,
		0x20 + 4 + length $cie;

	elf($app, $sections ? () : (shoff => 0, shnum => 0), segments => [elf_code(),
			$sections ? () : pack 'L<L<Q<6', 0x6474e550, 4, (0x1100) x 3, (length $table) x 2, 4],
		sections => [$code, {name => '.eh_frame_hdr', type => 1, flags => 2, addr => 0x1100,
				data => $table},
			{name => '.eh_frame', type => 1, flags => 2, addr => 0x1120,
				align => 4, data => $frames}]);
	return with_stack($app);
}

my $can = harm(['info', recorded($app)])->{out} !~ /elfutils/;
for my $sections (1, 0) {
	harmless('callers are found ' . ($sections ? 'by sections' : 'without sections'),
		['export', '--format', 'folded', with_frames("$dir/plain", "\x43\0\0", $sections)],
		status => 0, prints => qr/\[plain\];\[plain\] 1$/m) if $can;
}
for (['a rule for register 120,000,000', "\x05" . uleb(120_000_000) . "\x01"],
	['rules that are put aside a million times', "\x0a" x 3_000_000],
	['rules for register 100,000 put aside', "\x05" . uleb(100_000) . "\x01" . "\x0a" x 3000]) {
	harmless("$_->[0] is not followed", ['top', with_frames("$dir/frames", $_->[1], 1)],
		status => 0, seconds => 1, memory => 60);
}

# A formula that goes round for each register of each caller, with a word of the file in each round.
my $round = "\x03" . pack('Q<', 0x401000) . "\x06\x13"; # DW_OP_addr, deref, drop; skip
$round .= "\x2f" . pack 's<', -length($round) - 3;
my $here = "\x03" . pack 'Q<', 0x401010;
my $formulas = "\x0c\x07\x08\x08\x06\x16" . uleb(16) . uleb(length $here) . $here .
    join '', map { "\x16" . uleb($_) . uleb(length $round) . $round } 0 .. 5, 8 .. 15;
with_frames("$dir/formulas", $formulas, 1);
my $file = write_file("$dir/formulas.perf.data",
	recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN|REGS_USER|STACK_USER, regs => 0xff0fff)],
		comm(7, 'app') . mmap2(7, 0x400000, 0x100000, "$dir/formulas") . join '', map {
			stack_sample(7, 0x401000, pack('Q<*', $_, 1 .. 3), 5 + $_) } 1 .. 100));
harmless('formulas have steps for a stack in all', ['info', $file], status => 0, seconds => 1,
	prints => qr/user stacks cut short|elfutils/);

# Numbers whose length depends on them, or on where they are: who counts otherwise than libdw takes
# rules for what is before them.
sub with_numbers
{
	my ($app, $kinds, $are, $addr, $function) = @_;
	my $cie = pack('L<C', 0, 1) . "$kinds\0\x01\x78\x10" . uleb(length $are) . $are .
	    "\x0c\x07\x08\x90\x01";
	$cie .= "\0" x (-length($cie) & 7);
	$function = pack('L<', length($cie) + 8) . $function;
	elf($app, sections => [named('main'), {name => '.eh_frame', type => 1, flags => 2,
		addr => $addr, data => pack('L<', length $cie) . $cie .
		    pack('L<', length $function) . $function . "\0" x 4}]);
	return with_stack($app);
}

my $rule = "\x05" . uleb(120_000_000) . "\x01";
harmless('nor is such a rule behind numbers that are aligned', ['top', with_numbers("$dir/aligned",
	'zR', "\x50", 0x2000, "\0" x 4 . pack('Q<L<L<C', 0x1000, 0x100, 20, 0) . $rule)],
	status => 0, seconds => 1, memory => 60);
harmless('nor behind one as long as it says', ['top', with_numbers("$dir/personality",
	'zPR', "\x01\x80\x0b", 0x2000, pack('L<L<C', 0x1000, 0x100, 0) .
	    $rule . "\0" x (7 - length $rule) . "\x7f" . "\0" x 8)],
	status => 0, seconds => 1, memory => 60);

# ---- units that share what each of them has read for itself ----

my $shared_table = join '', map { uleb($_) . "\x11\0\0\0" } 2 .. 150_000;
$shared_table .= "\x01\x11\0\x11\x01\x12\x06\0\0\0";
my $unit = pack('S<L<C', 4, 0, 8) . "\x01" . pack 'Q<L<', 0x1000, 0x100;
$unit = pack('L<', length $unit) . $unit;
elf("$dir/units", sections => [named('main'),
	{name => '.debug_info', type => 1, data => $unit x 3000},
	{name => '.debug_abbrev', type => 1, data => $shared_table}]);
harmless('a table of abbreviations is not read 3,000 times', ['top', '--inline', recorded("$dir/units")],
	status => 0, seconds => 4, memory => 400);

# ---- what it names ----

# An inlined function whose name is in another file, the one of this path and build id.
sub with_alt
{
	my ($app, $alt) = @_;
	my $abbreviations = "\x01\x11\x01\x11\x01\x12\x06\0\0" . "\x02\x2e\x01\x11\x01\x12\x06\0\0" .
	    "\x03\x1d\0\x11\x01\x12\x06\x03" . uleb(0x1f21) . "\0\0\0";
	my $code_at = pack 'Q<L<', 0x1000, 0x100;
	my $unit = pack('S<L<C', 4, 0, 8) .
	    "\x01$code_at\x02$code_at\x03$code_at" . pack('L<', 1) . "\0\0";

	elf($app, sections => [named('main'),
		{name => '.debug_info', type => 1, data => pack('L<', length $unit) . $unit},
		{name => '.debug_abbrev', type => 1, data => $abbreviations},
		{name => '.gnu_debugaltlink', type => 1, data => "$alt\0" . "\x12" x 20}]);
	return recorded($app);
}

my $alt_unit = pack('L<S<L<C', 8, 4, 0, 8) . "\x01";
my @shared = ({name => '.debug_info', type => 1, data => $alt_unit},
	{name => '.debug_abbrev', type => 1, data => "\x01\x3c\0\0\0\0"},
	{name => '.debug_str', type => 1, data => "\0told_elsewhere\0"});
sub note
{
	my ($byte) = @_;

	return {name => '.note.gnu.build-id', type => 7,
		data => pack('L<3', 4, 20, 3) . "GNU\0" . $byte x 20};
}

mkdir "$dir/shared" or die;
elf("$dir/shared/same", sections => [$code, @shared, note("\x12")]);
elf("$dir/shared/other", sections => [$code, @shared, note("\x13")]);
mkfifo("$dir/shared/pipe", 0600) or die;
my $told = qr/\btold_elsewhere\b|elfutils/;
for (["$dir/shared/same", 'a file with debug symbols that several share is read'],
	['shared/same', 'a relative path begins beside the file']) {
	harmless($_->[1], ['top', '--inline', with_alt("$dir/alt", $_->[0])], status => 0,
		prints => $told);
}
for (["$dir/shared/other", 'one of another build id is not'],
	["$dir/shared/pipe", 'a pipe in its place is not waited for'],
	['/dev/tty', 'a device in its place is not opened']) {
	my $run = harmless($_->[1], ['top', '--inline', with_alt("$dir/alt", $_->[0])],
		status => 0, wall => 20);
	ok($run->{out} !~ /told_elsewhere/, 'and tells nothing');
}

# Units of other directories, with one table: of many files, or of many instructions that make no row.
sub with_lines
{
	my ($app, $files, $instructions) = @_;
	my ($info, $samples) = ('', '');
	my $head = pack 'C3cC2C12', 1, 1, 1, -5, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1;
	$head .= "\x01\x01\x1f" . uleb($_) . "\0\0\0\0" x $_ for 1, $files; # DW_LNCT_path, DW_FORM_line_strp
	my $table = pack('S<CCL<', 5, 8, 0, length $head) . "$head$instructions\0\x09\x02" .
	    pack('Q<', 0x1000) . "\x14\x02" . uleb(16 * 2000) . "\0\x01\x01";

	for my $n (0 .. 1999) {
		my $unit = pack('S<L<C', 4, 0, 8) . "\x01" . pack('Q<L<L<', 0x1000 + 16 * $n, 16, 0) . "/$n\0";

		$info .= pack('L<', length $unit) . $unit;
		$samples .= sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', 0x401008 + 16 * $n, 7, 7, 5, 1, 2, CONTEXT_USER,
		    0x401008 + 16 * $n);
	}
	elf($app, sections => [{%$code, data => "\x90" x (16 * 2000)},
		{name => '.strtab', type => 3, data => "\0main\0"},
		{name => '.symtab', type => 2, data => "\0" x 24 . elf_symbol(1, 0x1000, 16 * 2000), align => 8,
			entry => 24, link => 2},
		{name => '.debug_info', type => 1, data => $info},
		{name => '.debug_abbrev', type => 1, data => "\x01\x11\0\x11\x01\x12\x06\x10\x17\x1b\x08\0\0\0"},
		{name => '.debug_line', type => 1, data => pack('L<', length $table) . $table},
		{name => '.debug_line_str', type => 1, data => 'n' x 2000 . "\0"}]);
	return write_file("$app.perf.data", recording(\@kind, comm(7, 'app') .
		mmap2(7, 0x400000, 0x100000, $app) . $samples));
}

# With sanitizers the second takes 10 s.
for (['a table of 60,000 files', 60_000, ''], sanitized() && !$ENV{EVERYWHERE} ? () :
		['a table of 4 million instructions', 1, "\x06" x 4_000_000]) {
	harmless("$_->[0] is not read for each of 2,000 units", ['info', '--lines', with_lines("$dir/lines", @$_[1, 2])],
		status => 0, prints => qr/addresses without a line|elfutils/, seconds => 5, memory => 100);
}

# A module of the kernel: names that end nowhere, of 50,000 symbols and of what is linked to 64 functions.
my $module = "$dir/evil.ko";
my $loaded = 0xc0400000 | 0xffffffff << 32;
my $texts = join '', map { sprintf "\0fun%02d", $_ } 0 .. 63;
my $endless = 1 + length $texts;
elf($module, type => 1, sections => [{%$code, addr => 0, data => "\x90" x 1024},
	{name => '.strtab', type => 3, data => "$texts\0" . 'x' x 1_000_000},
	{name => '.symtab', type => 2, data => "\0" x 24 . join('', map { elf_symbol(1 + 6 * $_, 16 * $_, 16) } 0 .. 63) .
		elf_symbol($endless, 0, 16) x 50_000, align => 8, entry => 24, link => 2},
	{name => '.rela.text', type => 4, link => 3, info => 1, align => 8, entry => 24,
		data => join '', map { pack 'Q<L<L<Q<', $_ % 1024, 2, 65, 0 } 1 .. 60_000},
	note("\x12")]);
my $kallsyms = write_file("$dir/kallsyms", "ffffffff81000000 T _text\n",
	map { sprintf "%x t fun%02d\t[evil]\n", $loaded + 16 * $_, $_ } 0 .. 63);
my $with_id = pack('l<', -1) . "\x12" x 20 . "\0" x 4 . $module . "\0" x (8 - length($module) % 8);
my $of_module = write_file("$dir/module.perf.data", recording([attr(IP|TID|TIME|PERIOD)], comm(7, 'app') .
	perf_mmap(-1, $loaded, 0x10000, $module, misc => 1) . join('', map {
		sample(pack('Q<L<L<Q<Q<', $loaded + 4 + 16 * $_, 7, 7, 5, 1), 1) } 0 .. 63),
	{2 => pack('L<S<S<', 0, 1, length($with_id) + 8) . $with_id}));
for (['fun', 1, qr/several functions match 'fun'|capstone/], ['fun03', 0, qr/^/]) {
	my ($name, $status, $says) = @$_;

	harmless("names in a module that end nowhere are read so far, for $name",
		['annotate', '--kallsyms', $kallsyms, $name, $of_module], status => $status, says => $says,
		prints => $status ? qr/^/ : qr/nop \[x+, linked when loaded\]|elfutils|capstone/, seconds => 1, memory => 60);
}

# DW_AT_GNU_dwo_name and DW_AT_GNU_dwo_id: where the rest of the unit would be
my $skeleton = pack('S<L<C', 4, 0, 8) . "\x01$dir/shared/pipe\0" . "\x01" x 8 . pack 'Q<L<', 0x1000, 0x100;
elf("$dir/split", sections => [named('main'),
	{name => '.debug_info', type => 1, data => pack('L<', length $skeleton) . $skeleton},
	{name => '.debug_abbrev', type => 1, data => "\x01\x11\0" . uleb(0x2130) . "\x08" .
		uleb(0x2131) . "\x07\x11\x01\x12\x06\0\0\0"}]);
harmless('a pipe in place of the rest of a unit is not waited for',
	['top', '--inline', recorded("$dir/split")], status => 0, wall => 20);

Program::finish();

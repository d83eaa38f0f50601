# built.t - the symbols of programs that are built for this, against what nm, addr2line and the
# files themselves say. Without a compiler nothing is compared, and this is said.

use strict;
use warnings;
no warnings 'portable'; # addresses of 64 bits
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp qw(tempdir);

my $resolve = $ENV{RESOLVE} || './tests/symbols/resolve';
my $dir = tempdir(CLEANUP => 1);
my $tests = 0;

$ENV{LC_ALL} = 'C';
$ENV{HOME} = "$dir/home";
$ENV{DEBUG_DIR} = "$dir/debug";
delete $ENV{DEBUGINFOD_URLS};

# A match that fails is an empty list where a list may be: the prototype prevents that.
sub ok($$@)
{
	my ($good, $name, @why) = @_;

	$tests++;
	print $good ? '' : 'not ', "ok $tests - $name\n";
	if (!$good) {
		splice @why, 30 if @why > 30;
		print map { "#   $_\n" } @why;
	}
}

sub skip
{
	my ($name, $why) = @_;

	$tests++;
	print "ok $tests - $name # SKIP $why\n";
}

# What a command prints; undef when it fails or is not there.
sub output
{
	my (@command) = @_;
	my $pid = open my $out, '-|';

	die "fork: $!\n" unless defined $pid;
	if (!$pid) {
		open STDERR, '>', "$dir/err";
		open STDIN, '<', -f "$dir/in" ? "$dir/in" : '/dev/null';
		exec @command or exit 127;
	}
	local $/;
	my $text = <$out>;
	close $out;
	return $? ? undef : $text // '';
}

sub put
{
	my ($path, $text) = @_;

	open my $f, '>', $path or die "$path: $!\n";
	print $f $text;
	close $f;
}

sub stderr
{
	open my $f, '<', "$dir/err" or return '';
	my $line = <$f> // '';
	chomp $line;
	return $line;
}

# A name for each place.
sub resolved
{
	my ($places, @args) = @_;

	put("$dir/in", join '', map { sprintf "%x\n", $_ } @$places);
	my @names = split /\n/, output($resolve, @args) // '';
	unlink "$dir/in";
	return @names;
}

sub compiler
{
	for my $try (@_) {
		return $try if defined output(split(' ', $try), '--version');
	}
	return undef;
}

my @cc = split ' ', compiler($ENV{CC} // (), 'cc', 'gcc', 'clang') // '';
my $cxx = compiler('c++', 'g++', 'clang++');

if (!@cc || !defined output('nm', '--version')) {
	print "1..0 # SKIP NO COMPILER: no symbols of built programs were compared\n";
	print STDERR "symbols: NO COMPILER (or no nm): built programs were not compared\n";
	exit 0;
}

# Segments that are loaded: [address, offset, size].
sub loads
{
	my ($file) = @_;

	return map { [map { hex } (split)[2, 1, 5]] }
		grep { /^\s*LOAD/ } split /\n/, output('readelf', '-lW', $file) // '';
}

sub place
{
	my ($address, @loads) = @_;

	for (@loads) {
		return $address - $_->[0] + $_->[1]
			if $address >= $_->[0] && $address < $_->[0] + $_->[2];
	}
	return undef;
}

# All functions as nm knows them: [address, size, name].
sub functions
{
	my ($file, @options) = @_;
	my @all;

	for (split /\n/, output('nm', '-S', @options, $file) // '') {
		push @all, [hex $1, hex $2, $3] if /^([0-9a-f]+) ([0-9a-f]+) [TtWwiu] (.*)$/;
	}
	return @all;
}

# A demangled name without its type and parameters: "T twice<T>(T)" is "twice<T>".
sub plain
{
	my ($name) = @_;
	my ($depth, $from) = (0, 0);

	$name =~ s/@.*//;
	$name =~ s/\(anonymous namespace\)/{anonymous}/g;
	return $name if $name !~ /\(/ || $name =~ /operator /;
	for my $i (0 .. length($name) - 1) {
		my $c = substr $name, $i, 1;

		$depth++ if $c eq '<';
		$depth-- if $c eq '>';
		$from = $i + 1 if $c eq ' ' && !$depth;
		next if $c ne '(' || $depth || substr($name, $from, $i - $from) =~ /operator$/;
		return substr $name, $from, $i - $from;
	}
	return $name;
}

# Ours, with what differs in spelling alone.
sub spelled
{
	return $_[0] =~ s/@.*//r =~ s/\(anonymous namespace\)/{anonymous}/gr;
}

# Every function at its begin, in its middle and at its last byte.
sub all_found
{
	my ($what, $file, $functions, $every) = @_;
	my @loads = loads($file);
	my (@places, @expected, %at, @differ);

	push @{$at{$_->[0]}}, plain($_->[2]) for @$functions;
	for (map { $functions->[$_ * $every] } 0 .. $#$functions / $every) {
		my $start = place($_->[0], @loads) // next;

		for my $offset (0, $_->[1] >> 1, $_->[1] - 1) {
			push @places, $start + $offset;
			push @expected, [$_->[0], $offset];
		}
	}
	my @names = resolved(\@places, 'file', $file);
	for my $i (0 .. $#places) {
		my ($name, $offset) = ($names[$i] // 'nothing') =~ /^(.*)\+0x([0-9a-f]+)$/;

		next if defined $name && hex $offset == $expected[$i][1] &&
			grep { $_ eq spelled($name) } @{$at{$expected[$i][0]}};
		push @differ, sprintf '%x: %s, not %s+0x%x', $places[$i],
			$names[$i] // 'nothing', "@{$at{$expected[$i][0]}}", $expected[$i][1];
	}
	ok(@places > 0 && !@differ, "$what (" . @places . ' places)', stderr(), @differ);
}

put("$dir/a.c", <<'END');
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static __attribute__((noinline)) int twice(int x) { return x * 2 + rand(); }
static inline __attribute__((always_inline)) int inner(int x) { return x * x + rand(); }
static inline __attribute__((always_inline)) int middle(int x) { return inner(x) ^ 5; }
__attribute__((noinline)) int outer(int x) { return middle(x) + twice(x); }
__attribute__((weak, noinline)) int weak_one(int x) { return x + 1; }
int alias_of_outer(int) __attribute__((alias("outer")));
static int (*chosen(void))(int) { return twice; }
int picked(int) __attribute__((ifunc("chosen")));
int main(int n, char **v) { printf("%s %d", v[0], outer(n) + weak_one(n) + picked(n)); puts(""); return (int)strlen(v[0]); }
END
put("$dir/b.cc", <<'END');
#include <string>
#include <map>
#include <vector>
#include <cstdio>
namespace work {
struct engine { virtual ~engine(); virtual int spin(int n) const; int operator()(int n) const; };
engine::~engine() { puts("gone"); }
__attribute__((noinline)) int engine::spin(int n) const { return n * 3; }
__attribute__((noinline)) int engine::operator()(int n) const { return spin(n) + 1; }
}
namespace { __attribute__((noinline)) int hidden(int n) { return n + rand(); } }
template <typename T> __attribute__((noinline)) T twice(T x) { return x + x; }
int main(int n, char **v)
{
	std::map<std::string, std::vector<int>> m;
	work::engine e;
	m[v[0]].push_back(e(n) + hidden(n) + (int)twice<double>(n));
	return m.begin()->second[0] + twice<int>(n);
}
END

# --- programs of C -------------------------------------------------------------------------

my $prog = "$dir/a";
my $ok = defined output(@cc, '-g', '-O1', '-Wl,--build-id', '-o', $prog, "$dir/a.c");
ok($ok, 'a program is built', stderr());
all_found('a position-independent program', $prog, [functions($prog)], 1) if $ok;
for my $way (['-no-pie', 'a program at a fixed address'],
	     ['-static', 'a static program'],
	     ['-Wl,-Ttext-segment=0x7000000 -no-pie', 'a program linked high up'],
	     ['-m32', 'a program of 32 bits']) {
	my ($options, $name) = @$way;

	if (defined output(@cc, '-g', '-O1', split(' ', $options), '-o', "$dir/other",
			   "$dir/a.c")) {
		my @all = functions("$dir/other");

		all_found($name, "$dir/other", \@all, @all > 1000 ? 5 : 1);
	} else {
		skip($name, "$options does not work here");
	}
}

# So large a table of names is not copied: each is read when it is asked for.
put("$dir/large.s", join '', ".text\n", map {
	my $name = "f$_" . 'x' x 1500;

	".globl $name\n.type $name,%function\n$name: .skip 8\n.size $name,8\n";
} 1 .. 3500);
if (defined output(@cc, '-shared', '-nostdlib', '-o', "$dir/large.so", "$dir/large.s")) {
	all_found('a library with 5 MB of names', "$dir/large.so",
		  [functions("$dir/large.so")], 50);
} else {
	skip('a library with 5 MB of names', 'it cannot be built here');
}

# The entries of linkage tables, as objdump names them.
sub calls_named
{
	my ($what, $file) = @_;
	my (%plt, @loads, @at, @names, @differ);

	for (split /\n/, output('objdump', '-d', '--no-show-raw-insn', $file) // '') {
		$plt{hex $1} = $2 if /^([0-9a-f]+) <([\w.]+\@plt)>:$/;
	}
	return skip($what, 'no objdump, or no such calls') if !%plt;
	@loads = loads($file);
	@at = sort { $a <=> $b } keys %plt;
	@names = resolved([map { place($_, @loads) } @at], 'file', $file);
	@differ = grep { $names[$_] ne "$plt{$at[$_]}+0x0" } 0 .. $#at;
	ok(!@differ, $what, map { "$names[$_], not $plt{$at[$_]}" } @differ);
}

calls_named('calls of other files are named by what they call', $prog);
if (defined output(@cc, '-O1', '-fcf-protection', '-Wl,-z,ibtplt,-z,lazy', '-o', "$dir/second",
		   "$dir/a.c")) {
	calls_named('also where there are two linkage tables', "$dir/second");
} else {
	skip('also where there are two linkage tables', 'not made by this compiler');
}

# Symbols of ARM, in a program that says that it is one: the header has it at byte 18.
put("$dir/arm.c", <<'END');
__attribute__((aligned(16))) int twice(int x) { return x * 2; }
__attribute__((aligned(16))) int main(void) { return twice(0); }
__asm__(".globl thumb\n.type thumb, \@function\n.set thumb, twice + 1\n.size thumb, 4\n"
	".globl \"\$x.1\"\n.type \"\$x.1\", \@function\n.set \"\$x.1\", main + 1\n.size \"\$x.1\", 2\n");
END
if (defined output(@cc, '-O0', '-o', "$dir/arm", "$dir/arm.c")) {
	my %at = map { $_->[2] => place($_->[0], loads("$dir/arm")) } functions("$dir/arm");
	my $was = (resolved([$at{main} + 1], 'file', "$dir/arm"))[0];

	for my $machine (40, 183) {
		open my $f, '+<:raw', "$dir/arm" or die;
		seek $f, 18, 0;
		print $f pack 'S', $machine;
		close $f;
		my ($main, $twice) =
			resolved([$at{main} + 1, $at{twice} + 1], 'file', "$dir/arm");
		ok($was eq '$x.1+0x0' && $main eq 'main+0x1',
		   "marks of ARM code are no symbols (machine $machine)", $was, $main);
		ok($twice =~ ($machine == 40 ? qr/^\w+\+0x1$/ : qr/^thumb\+0x0$/),
		   "bit 0 of an address is Thumb's on 32-bit ARM alone ($machine)", $twice);
	}
} else {
	skip('symbols of ARM', stderr());
}

# --- inlined functions ---------------------------------------------------------------------

my ($outer) = grep { $_->[2] eq 'outer' } functions($prog);
if ($outer && defined output('addr2line', '--version')) {
	my @at = map { $outer->[0] + $_ } 0 .. $outer->[1] - 1;
	my @loads = loads($prog);
	my @names = resolved([map { place($_, @loads) } @at], '-i', 'file', $prog);
	my (@differ, $deepest);

	for my $i (0 .. $#at) {
		my @lines = split /\n/, output('addr2line', '-f', '-i', '-e', $prog,
					       sprintf '%x', $at[$i]) // '';
		my $theirs = join ' < ', map { $lines[2 * $_] } 0 .. $#lines / 2;
		my $ours = $names[$i] =~ s/\+0x[0-9a-f]+$//r;

		$deepest = $ours if $ours =~ /inner < middle < /;
		# Of names at one place either may be shown.
		$_ =~ s/alias_of_outer/outer/ for $ours, $theirs;
		push @differ, "$ours, not $theirs" if $ours ne $theirs;
	}
	ok($deepest && !@differ, 'inlined functions are those that addr2line tells', @differ);
} else {
	skip('inlined functions are those that addr2line tells', 'no addr2line');
}

# --- where symbols come from ---------------------------------------------------------------

my ($id) = (output('readelf', '-n', $prog) // '') =~ /Build ID: ([0-9a-f]+)/;
my ($twice) = grep { $_->[2] eq 'twice' } functions($prog);
my $twice_at = place($twice->[0], loads($prog));

sub twice_is
{
	my ($expected, $what, @args) = @_;
	my ($name) = resolved([$twice_at + 1], @args);

	ok($name eq $expected, $what, "$name, not $expected", stderr());
}

my $other = $id =~ s/^./f/r;
$other =~ s/^f/e/ if $other eq $id;
twice_is('twice+0x1', 'a file with the recorded build id is used', '-b', $id, 'file', $prog);
twice_is('[unknown]', 'a file with another build id is not', '-b', $other, 'file', $prog);
ok(stderr() =~ /build id differs/, 'and it is said why', stderr());
twice_is('twice+0x1', 'files are looked for in --symfs', '-f', $dir, '-b', $id, 'file', '/a');
twice_is('[unknown]', 'a path out of a recording may be a device', 'file', '/dev/zero');

if (defined output('objcopy', '--version')) {
	my $stripped = "$dir/stripped";
	my ($xx, $rest) = $id =~ /^(..)(.*)/;

	output('objcopy', '--only-keep-debug', $prog, "$dir/a.debug");
	output('objcopy', '-S', $prog, $stripped);
	twice_is('[unknown]', 'a stripped program has few symbols', '-b', $id, 'file', $stripped);
	ok(stderr() =~ /exported symbols only|stripped/, 'and it is said', stderr());

	make_path("$dir/debug/.build-id/$xx");
	copy("$dir/a.debug", "$dir/debug/.build-id/$xx/$rest.debug");
	twice_is('twice+0x1', 'debug symbols are found by build id', '-b', $id, 'file', $stripped);
	rename "$dir/debug/.build-id/$xx/$rest.debug", "$dir/moved";

	my $cache = "$dir/home/.debug/.build-id/$xx/$rest";
	make_path($cache);
	copy("$dir/moved", "$cache/debug");
	twice_is('twice+0x1', "debug symbols are found in perf's cache", '-b', $id, 'file',
		 $stripped);
	unlink "$cache/debug";
	copy($prog, "$cache/elf");
	twice_is('twice+0x1', "a program that is gone is found in perf's cache", '-b', $id,
		 'file', "$dir/gone");
	unlink "$cache/elf";
	copy("$dir/moved", "$cache/elf");
	twice_is('[unknown]', 'debug symbols alone do not tell what is where in the program',
		 '-b', $id, 'file', "$dir/gone");
	unlink "$cache/elf";

	output('objcopy', "--add-gnu-debuglink=$dir/a.debug", $stripped, "$dir/linked");
	twice_is('twice+0x1', 'debug symbols are found by .gnu_debuglink', 'file',
		 "$dir/linked");
	make_path("$dir/.debug");
	rename "$dir/a.debug", "$dir/.debug/a.debug";
	twice_is('twice+0x1', 'also in .debug beside the program', 'file', "$dir/linked");

	output('objcopy', '--remove-section=.note.gnu.build-id', "$dir/linked", "$dir/noid");
	twice_is('twice+0x1', 'without a build id, the checksum of the link decides', 'file',
		 "$dir/noid");
	open my $more, '>>', "$dir/.debug/a.debug" or die;
	print $more 'changed';
	close $more;
	twice_is('[unknown]', 'and another file is not used', 'file', "$dir/noid");
	output('objcopy', '--remove-section=.note.gnu.build-id', $prog, "$dir/noid");
	output('objcopy', '--only-keep-debug', "$dir/noid", "$dir/.debug/noid.debug");
	output('objcopy', '-S', "--add-gnu-debuglink=$dir/.debug/noid.debug", "$dir/noid");
	twice_is('twice+0x1', 'also when neither file has a build id', 'file', "$dir/noid");
	unlink glob("$dir/.debug/*");

	if (defined output('xz', '--version')) {
		# Fedora's way: symbols that are not exported, packed into the program.
		output('objcopy', '-S', '--keep-symbol=twice', '--only-keep-debug', $prog,
		       "$dir/mini");
		output('nm', "$dir/mini");
		output('xz', '-f', "$dir/mini");
		output('objcopy', "--add-section=.gnu_debugdata=$dir/mini.xz", $stripped,
		       "$dir/packed");
		twice_is('twice+0x1', 'symbols packed into a program are unpacked', '-b',
			 $id, 'file', "$dir/packed");
		open my $f, '+<', "$dir/packed" or die;
		my $bytes = do { local $/; <$f> };
		substr($bytes, index($bytes, "\xfd7zXZ") + 40, 8) = "\xff" x 8;
		put("$dir/damaged", $bytes);
		twice_is('[unknown]', 'damaged ones are left alone', 'file', "$dir/damaged");
	} else {
		skip('symbols packed into a program are unpacked', 'no xz');
	}
} else {
	skip('debug symbols are found', 'no objcopy');
}

# --- C++ -----------------------------------------------------------------------------------

if ($cxx && defined output($cxx, '-g', '-O1', '-o', "$dir/b", "$dir/b.cc")) {
	all_found('a program of C++', "$dir/b", [functions("$dir/b", '-C')], 1);
	my ($spin) = grep { $_->[2] =~ /engine::spin/ } functions("$dir/b", '-C');
	my ($name) = resolved([place($spin->[0], loads("$dir/b"))], 'file', "$dir/b");
	ok($name eq 'work::engine::spin+0x0', 'C++ names are without parameters', $name);
} else {
	skip('a program of C++', 'no compiler for it');
}

# --- hostile debug information ----------------------------------------------

# Six units, each of a call and 4,096 more that all claim a list of 1,024 ranges.
put("$dir/greedy.s", <<'END');
	.text
	.globl func
func:	.fill 96, 1, 0x90
	.section .debug_abbrev
	.byte 1, 0x11, 1, 0x11, 1, 0x12, 7, 0, 0
	.byte 2, 0x2e, 1, 0x11, 1, 0x12, 7, 0, 0
	.byte 3, 0x1d, 0, 0x11, 1, 0x12, 7, 3, 8, 0, 0
	.byte 4, 0x1d, 0, 0x55, 0x17, 0, 0
	.byte 0
	.section .debug_ranges
	.fill 2048, 8, 5
	.8byte 0, 0
	.section .debug_info
	.macro unit at
	.4byte 2f - 1f
1:	.2byte 4
	.4byte 0
	.byte 8
	.byte 1
	.8byte func + \at, 16
	.byte 2
	.8byte func + \at, 16
	.byte 3
	.8byte func + \at, 16
	.asciz "call"
	.rept 4096
	.byte 4
	.4byte 0
	.endr
	.byte 0, 0
2:
	.endm
	unit 0
	unit 16
	unit 32
	unit 48
	unit 64
	unit 80
END
if (defined output(@cc, '-shared', '-nostdlib', '-o', "$dir/greedy",
		   "$dir/greedy.s")) {
	my ($func) = map { hex } (output('nm', "$dir/greedy") // '') =~ /^(\w+) . func$/m;
	my @loads = loads("$dir/greedy");
	my @names = resolved([map { place($func + 16 * $_, @loads) } 0 .. 5], '-i', 'file',
			     "$dir/greedy");

	ok((grep { /^call < / } @names) < 5 && $names[0] =~ /^call < /,
	   'units that claim more ranges than there can be are left alone', @names);
} else {
	skip('units that claim more ranges than there can be are left alone',
	     'no assembler for it');
}

# --- damage --------------------------------------------------------------------------------

my $bytes = do { open my $f, '<:raw', $prog or die; local $/; <$f> };
my @bad;
for (my $len = 0; $len < length $bytes; $len += length($bytes) / 50) {
	put("$dir/cut", substr $bytes, 0, $len);
	resolved([$twice_at], '-i', 'file', "$dir/cut");
	push @bad, int($len) . ": $?" if $?;
}
ok(!@bad, 'a program that is cut short anywhere has fewer symbols', @bad);

print "1..$tests\n";

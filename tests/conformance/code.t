# code.t - instructions of other machines and of the kernel, of recordings that are made here: as
# llvm-objdump and objdump have them.
#
# SEED=N repeats what failed.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../fixtures";
use Peer;
use PerfData;
use PerfFiles;
use Program;
use Truth;
no warnings qw(portable qw); # addresses have 64 bits, options commas

my $src = abs_path($ENV{srcdir} || '.');
my $dir = tempdir(CLEANUP => 1);
my $seed = $ENV{SEED} // time;
srand $seed;
print "# SEED=$seed\n";

sub put
{
	my ($file, $bytes) = @_;

	open my $out, '>:raw', $file or die "$file: $!\n";
	print $out $bytes;
	close $out or die "$file: $!\n";
	return $file;
}

# A feature of build ids: misc (1 kernel, 2 user), name, id.
sub build_ids
{
	return join '', map {
		my ($misc, $name, $id) = @$_;
		my $body = pack('l<a20x4', -1, $id) . $name . "\0" x (8 - length($name) % 8);
		pack('L<S<S<', 67, $misc, 8 + length $body) . $body
	} @_;
}

# A recording of samples at these addresses, of the kernel (misc 1) or a program (2).
sub made
{
	my ($arch, $misc, $maps, $ids, @at) = @_;
	my ($mode, $time) = ($misc == 1 ? PerfFiles::KERNEL : CONTEXT_USER, 1000 * SECOND);
	my $data = $maps . PerfFiles::named(71, 71, 'app', $time);

	for my $address (@at) {
		$data .= record(9, $misc, pack('Q<Q<L<L<Q<L<L<Q<', 1, $address, 71, 71, $time += 1000, 0, 0, 1) .
			pack('Q<*', 2, $mode, $address));
	}
	return PerfFiles::file(['cpu-clock'], $data, 2 => build_ids($ids),
		6 => PerfFiles::feature_text($arch));
}

sub build_id
{
	my ($file) = @_;
	my ($hex) = (output('readelf', '-n', $file) // '') =~ /Build ID: ([0-9a-f]+)/ or return;

	return pack 'H*', $hex;
}

# Where the functions of a file are: {name => [address, size]}.
sub functions
{
	my ($file) = @_;

	return map { /^([0-9a-f]+) ([0-9a-f]+) [tT] (\w+)$/ ? ($3 => [hex $1, hex $2]) : () }
		split /\n/, output('nm', '-S', $file) // die $Peer::why;
}

# Of [[address, mnemonic and operands] ...], as they print it.
sub theirs
{
	my ($tool, $file, $name, @options) = @_;
	my $text = output($tool, '-d', '--no-show-raw-insn', @options, $file) // die "$tool: $Peer::why";
	my ($body) = $text =~ /^[0-9a-f]+ <\Q$name\E>:\n(.*?)(?:\n\n|\z)/ms or return [];

	return [map { /^\s*([0-9a-f]+):\s+(.*?)\s*$/ ? [hex $1, $2] : () } split /\n/, $body];
}

sub ours
{
	my ($data, $name, @options) = @_;
	my ($status, $text, $said) = run('annotate', '--format', 'json', @options, $name, $data);

	return {why => $said, rows => []} if $status;
	my $of = json($text);
	return {%$of, why => $of->{absence} // $said};
}

# How they are written differs: numbers, blanks, where a jump goes to in brackets, comments.
sub plain
{
	my ($text) = @_;

	$text =~ s/\s*(?:<.*|\/\/.*|;.*)$//;
	$text =~ s/\s+/ /g;
	$text =~ s/#?(-?)0x([0-9a-f]+)/$1 . hex $2/ge;
	$text =~ s/#(?=-?\d)//g;
	# some tell that a number is moved, others by what
	$text =~ s/^movz (\w+), (\d+)$/mov $1, $2/;
	$text =~ s/^orr (\w+), [xw]zr, (\d+)$/mov $1, $2/;
	$text =~ s/^mov (\w+), (-\d+)$/"mov $1, " . unpack 'Q<', pack 'q<', $2/e;
	$text =~ s/, /,/g;
	return $text;
}

# Samples at some instructions of it, some times: {address => count}.
sub drawn
{
	my ($start, $size, $step) = @_;
	my %count;

	$count{$start + $step * int rand $size / $step} += 1 + int rand 3 for 1 .. 40;
	return \%count;
}

sub at
{
	my ($count, $moved) = @_;

	return map { ($_ + $moved) x $count->{$_} } sort { $a <=> $b } keys %$count;
}

sub counts
{
	return join ' ', map { "$_->{address}*$_->{samples}" } grep { $_->{samples} } @{$_[0]->{rows}};
}

sub expected
{
	my ($count) = @_;

	return join ' ', map { sprintf '0x%x*%d', $_, $count->{$_} } sort { $a <=> $b } keys %$count;
}

# What is not written the same in both, is not compared: names of registers and conditions that have two.
sub compared
{
	my ($what, $of, $theirs) = @_;
	my @ours = map { [hex $_->{address}, $_->{text}] } @{$of->{rows} // []};
	my @places = map { join ' ', map { sprintf '%x', $_->[0] } @$_ } \@ours, $theirs;
	my @other = grep { plain($ours[$_][1]) ne plain($theirs->[$_][1]) } 0 .. ($#ours < $#$theirs ? $#ours : $#$theirs);

	ok(@ours && $places[0] eq $places[1], "$what: instructions begin where they do in the peer's", @places, $of->{why} // ());
	ok(@ours && !@other, "$what: and are the same",
		map { "$ours[$_][1]  |  $theirs->[$_][1]" } @other);
}

# ---- aarch64 ----

my $code = <<'EOF';
typedef unsigned long u64;
volatile u64 sink;
__attribute__((noinline)) u64 mix(u64 x) { x ^= x << 13; x ^= x >> 7; return x * 0x9e3779b97f4a7c15; }
__attribute__((noinline)) u64 sum(const u64 *p, unsigned n)
{
	u64 s = 0;
	for (unsigned i = 0; i < n; i++) {
		if (p[i] & 8)
			s += mix(p[i]);
		else
			s = s / 3 ^ p[i] >> (i & 31);
	}
	return s;
}
__attribute__((noinline)) double scale(double *p, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) { p[i] = p[i] * 1.5 + s; s += p[i]; }
	return s;
}
int main(void)
{
	static u64 p[64];
	static double d[64];
	for (;;) { sink = sum(p, 64); d[0] = sink; sink = scale(d, 64); }
}
EOF

sub aarch64
{
	my $program = "$dir/root/app";

	make_path("$dir/root");
	put("$dir/app.c", $code);
	return skip('aarch64', "clang or lld cannot build it here: $Peer::why")
		unless defined output(qw(clang --target=aarch64-linux-gnu -g -O2 -ffreestanding -fno-vectorize -nostdlib -static
		-fuse-ld=lld -Wl,-e,main -Wl,--build-id -o), $program, "$dir/app.c");
	return skip('aarch64', "no llvm-objdump") unless defined output('llvm-objdump', '--version');
	my %at = functions($program);
	my ($first) = (output('readelf', '-lW', $program) // '') =~ /LOAD\s+(0x[0-9a-f]+) (0x[0-9a-f]+) \S+ (0x[0-9a-f]+) \S+ R E/
		or die 'no segment';
	my ($offset, $address, $length) = map { hex } $1, $2, $3;
	my $map = record(10, 2, pack('L<L<Q<Q<Q<L<L<Q<Q<L<L<', 71, 71, $address, $length, $offset, 0, 0, 0, 0, 5, 2) .
		PerfFiles::text8('/app') . PerfFiles::trailer_of(71, 71, 1000 * SECOND, 0));

	for my $name (qw(mix sum scale main)) {
		my $count = drawn(@{$at{$name}}, 4);
		my $data = put("$dir/arm.data", made('aarch64', 2, $map, [2, '/app', build_id($program)], at($count, 0)));
		my $of = ours($data, $name, '--symfs', "$dir/root");

		compared("aarch64, $name", $of, theirs('llvm-objdump', $program, $name));
		ok(counts($of) eq expected($count), "aarch64, $name: samples are at their instructions", counts($of), expected($count));
		ok((grep { ($_->{line} // 0) > 0 } @{$of->{rows}}) > 0, "aarch64, $name: with lines");
	}
	my ($sum) = map { $_->{jumps_to} ? $_ : () } @{ours("$dir/arm.data", 'main', '--symfs', "$dir/root")->{rows}};
	ok($sum, 'aarch64: jumps are told');
}

# ---- the kernel ----

# A program that is linked where kernels are, recorded where it had moved to.
sub kernel
{
	my $vmlinux = "$dir/vmlinux";
	my $moved = 0x1000 * int rand 0x10000;
	my $base = 0xffffffff81000000;

	put("$dir/k.c", "__asm__(\".globl _text\\n.text\\n_text: nop\\n\");\n" . $code);
	return skip('kernel', "gcc or clang cannot link it: $Peer::why")
		unless `uname -m` =~ /x86_64/ && defined output(qw(gcc -g -O2 -ffreestanding -fno-pic -no-pie -mcmodel=kernel -nostdlib -static
		-fno-stack-protector -fcf-protection=none -Wl,-e,main -Wl,--build-id -Wl,-Ttext=0xffffffff81000000 -o), $vmlinux, "$dir/k.c");
	my %at = functions($vmlinux);
	my $text = ($at{_text} // [$base])->[0];
	my $listed = output('nm', '-n', $vmlinux);

	($text) = map { hex } $listed =~ /^([0-9a-f]+) T _text$/m;
	my $kallsyms = put("$dir/kallsyms", join '', map { /^([0-9a-f]+) (\w) (\w+)$/
		? sprintf "%016x %s %s\n", hex($1) + $moved, $2, $3 : () } split /\n/, $listed);
	my $map = record(1, 1, pack('L<L<Q<Q<Q<', 0xffffffff, 0, $text + $moved, 0x100000, $text + $moved) .
		PerfFiles::text8('[kernel.kallsyms]_text') . PerfFiles::trailer_of(0xffffffff, 0, 0, 0));
	my $id = build_id($vmlinux);
	my $hex = unpack 'H*', $id;
	my $count = drawn(@{$at{sum}}, 1);
	my $data = put("$dir/kernel.data", made('x86_64', 1, $map, [1, '[kernel.kallsyms]', $id], at($count, $moved)));
	my @options = ('--kallsyms', $kallsyms);
	my $none = ours($data, 'sum', @options);

	ok(($none->{why} // '') =~ /there is no vmlinux with the recorded build id/, 'without a vmlinux the reason is told',
		$none->{why});
	for my $place (".debug/.build-id/" . substr($hex, 0, 2) . '/' . substr($hex, 2) . '/vmlinux',
		'sym/boot/vmlinux-6.1.0-fixture', 'sym/lib/modules/6.1.0-fixture/build/vmlinux',
		'sym/usr/lib/debug/boot/vmlinux-6.1.0-fixture', 'sym/usr/lib/debug/lib/modules/6.1.0-fixture/vmlinux',
		'sym/usr/lib/debug/.build-id/' . substr($hex, 0, 2) . '/' . substr($hex, 2) . '.debug') {
		my ($folder) = $place =~ m{(.*)/};

		make_path("$dir/$folder");
		link $vmlinux, "$dir/$place" or die "$place: $!";
		my $of = ours($data, 'sum', @options, $place =~ /^sym/ ? ('--symfs', "$dir/sym") : ());
		my @peer = @{theirs('objdump', $vmlinux, 'sum', '-M', 'intel')};
		my @addresses = map { join ' ', map { sprintf '%x', $_ } @$_ } [map { $_->[0] } @peer],
			[map { hex $_->{address} } @{$of->{rows} // []}];

		ok($addresses[0] eq $addresses[1] && @peer, "the kernel's instructions are those of $place", @addresses, $of->{why} // ());
		my %starts = map { $_->[0] => 1 } @peer;
		my %inside = map { $_ => $count->{$_} } grep { $starts{$_} } keys %$count;
		my %ours = map { hex $_->{address} => $_->{samples} } grep { $_->{samples} } @{$of->{rows} // []};
		ok(!(grep { ($ours{$_} // 0) < $inside{$_} } keys %inside) && ($of->{samples} // 0) == at($count, 0),
			'and its samples are there', map { "$_ $inside{$_} " . ($ours{$_} // 0) } keys %inside);
		unlink "$dir/$place";
	}
	substr($id, 0, 1) ^= "\x01";
	make_path("$dir/sym/boot");
	link $vmlinux, "$dir/sym/boot/vmlinux";
	put($data, made('x86_64', 1, $map, [1, '[kernel.kallsyms]', $id], at($count, $moved)));
	$none = ours($data, 'sum', @options, '--symfs', "$dir/sym");
	ok(($none->{why} // '') =~ /the build id of vmlinux differs/, 'a vmlinux of another build id is not used', $none->{why});
}

# A module of it: a file that is not linked, with its functions where it was loaded.
sub kernel_module
{
	my ($path, $base) = ('/lib/modules/6.1.0-fixture/kernel/net/app-x.ko', 0xffffffffc0400000 + 0x1000 * int rand 0x1000);
	my $file = "$dir/mod$path";
	my ($folder) = $file =~ m{(.*)/};

	make_path($folder);
	put("$dir/m.c", "extern int printk(const char *, ...);\n" . $code =~ s/int main\(void\)/int run(void)/r =~ s/sink = sum/printk("sum"), sink = sum/r);
	return skip('a module', "gcc and ld cannot make it: $Peer::why")
		unless `uname -m` =~ /x86_64/ && defined output(qw(gcc -g -O2 -ffreestanding -fno-pic -mcmodel=kernel
			-fno-stack-protector -fcf-protection=none -c -o), "$dir/m.o", "$dir/m.c")
		&& defined output(qw(ld -r --build-id -o), $file, "$dir/m.o");
	my %at = functions($file);
	my $kallsyms = put("$dir/modsyms", "ffffffff81000000 T _text\n" . join '',
		map { sprintf "%016x t %s\t[app_x]\n", $at{$_}[0] + $base, $_ } sort { $at{$a}[0] <=> $at{$b}[0] } keys %at);
	my $map = record(1, 1, pack('L<L<Q<Q<Q<', 0xffffffff, 0, $base, 0x10000, 0) .
		PerfFiles::text8($path) . PerfFiles::trailer_of(0xffffffff, 0, 0, 0));
	my $id = build_id($file);
	my @options = ('--kallsyms', $kallsyms, '--symfs', "$dir/mod");

	for my $name (qw(mix sum run)) {
		my $count = drawn(@{$at{$name}}, 1);
		my $data = put("$dir/mod.data", made('x86_64', 1, $map, [1, $path, $id], at($count, $base)));
		my $of = ours($data, $name, @options);
		my @lines = @{$of->{rows} // []};
		my @texts = map { join "\n", map { sprintf '%x %s', @$_ } @$_ }
			[map { [hex $_->{address}, $_->{bytes}] } @lines],
			[grep { $_->[0] < $at{$name}[0] + $at{$name}[1] } @{bytes($file, $name)}]; # not what fills up
		my %linked = linked($file, $name);
		my @other = grep { my $line = $_; my ($own) = $line->{text} =~ /\[(\S+), linked when loaded\]$/;
			my ($theirs) = map { $linked{$_} } grep { $_ >= hex $line->{address} && $_ < hex($line->{address}) + length($line->{bytes}) / 2 } keys %linked;
			($own // '') ne ($theirs // '') } @lines;

		ok($texts[0] eq $texts[1] && @lines, "a module, $name: its instructions are those of objdump", @texts, $of->{why} // ());
		ok(!@other, "a module, $name: what is linked when it is loaded is told", map { "$_->{address} $_->{text}" } @other);
		ok($of->{samples} == at($count, 0), "a module, $name: with its samples", $of->{samples});
		ok($name ne 'run' || %linked, 'and there is something to link');
	}
	my $count = drawn(@{$at{sum}}, 1);
	my $data = put("$dir/mod.data", made('x86_64', 1, $map, [1, $path, "\x01" x 20], at($count, $base)));
	my $none = ours($data, 'sum', @options);
	ok(($none->{why} // '') =~ /another build id|build id/, 'a module of another build id is not used', $none->{why});
	put($data, made('x86_64', 1, $map, [2, '/other', $id], at($count, $base)));
	$none = ours($data, 'sum', @options);
	ok(($none->{why} // '') =~ /does not have the build id of this module/, 'nor without one', $none->{why});
}

# Units that claim a table of a million rows each, from other directories: of those beyond 8 million
# rows the lines are not known, and how many addresses that are is said.
sub too_many_lines
{
	my $program = "$dir/root/lines";
	my $units = join '', map { ".long .Le$_-.Ls$_\n.Ls$_: .value 4\n.long .Lab\n.byte 8\n.uleb128 1\n" .
		".quad main+16*$_\n.quad 16\n.long 0\n.asciz \"/$_\"\n.Le$_:\n" } 0 .. 19;

	make_path("$dir/root");
	put("$dir/lines.s", <<"EOF");
	.text
	.globl main
	.type main, \@function
main:	.skip 16*20,0x90
	.size main, 16*20
	.section .debug_abbrev,"",\@progbits
.Lab:	.uleb128 1,0x11
	.byte 0
	.uleb128 0x11,1,0x12,7,0x10,0x17,0x1b,8
	.byte 0,0,0
	.section .debug_info,"",\@progbits
$units
	.section .debug_line,"",\@progbits
	.long .Lle-.Lls
.Lls:	.value 4
	.long .Lhe-.Lhs
.Lhs:	.byte 1,1,1,-5,14,13,0,1,1,1,1,0,0,0,1,0,0,1,0
	.asciz "a.c"
	.byte 0,0,0,0
.Lhe:	.byte 0,9,2
	.quad main
	.skip 1000000,33
	.byte 0,1,1
.Lle:
EOF
	return skip('too many lines', $Peer::why)
		unless `uname -m` =~ /x86_64/ && defined output(qw(gcc -nostdlib -static -Wl,-e,main -Wl,--build-id
			-Wl,-Ttext=0x600000 -o), $program, "$dir/lines.s");
	my ($offset) = map { hex } (output('readelf', '-lW', $program) // '') =~ /LOAD\s+(0x[0-9a-f]+) 0x0*600000 /;
	my $map = record(10, 2, pack('L<L<Q<Q<Q<L<L<Q<Q<L<L<', 71, 71, 0x600000, 0x1000, $offset, 0, 0, 0, 0, 5, 2) .
		PerfFiles::text8('/lines') . PerfFiles::trailer_of(71, 71, 1000 * SECOND, 0));
	my $data = put("$dir/lines.data", made('x86_64', 2, $map, [2, '/lines', build_id($program)],
		map { (0x600008 + 16 * $_) x 2 } 0 .. 19));
	my ($status, $text) = run('info', '--lines', '--symfs', "$dir/root", $data);
	my ($known) = $text =~ /source lines: *at (\d+) of/;
	my ($lost) = $text =~ /(\d+) addresses without a line: the line tables of their file are too large/;

	ok($known && $lost && $known + $lost == 20, 'of tables that are too large it is said that lines are not told', $text);
}

# The bytes of a function's instructions, as objdump prints them: [[address, hex] ...].
sub bytes
{
	my ($file, $name) = @_;
	my $text = output('objdump', '-d', '--insn-width=16', $file) // die $Peer::why;
	my ($body) = $text =~ /^[0-9a-f]+ <\Q$name\E>:\n(.*?)(?:\n\n|\z)/ms or return [];

	return [map { /^\s*([0-9a-f]+):\t((?:[0-9a-f]{2} )+)/ ? [hex $1, $2 =~ s/ //gr] : () } split /\n/, $body];
}

# What its linker fills in: {address => name}.
sub linked
{
	my ($file, $name) = @_;
	my $text = output('objdump', '-dr', $file) // die $Peer::why;
	my ($body) = $text =~ /^[0-9a-f]+ <\Q$name\E>:\n(.*?)(?:\n\n|\z)/ms or return ();

	return map { /^\s+([0-9a-f]+): R_X86_64_\w+\s+(.+?)(?:[+-]0x[0-9a-f]+)?$/ ? (hex $1 => $2) : () } split /\n/, $body;
}

Program::start();
chdir $dir;
$ENV{HOME} = $dir;
my ($status, $version) = run('--version');
if ($version =~ /^  (elfutils|capstone) +without /m) {
	print "1..0 # SKIP built without $1\n";
	exit 0;
}
aarch64();
kernel();
kernel_module();
too_many_lines();
Program::finish();

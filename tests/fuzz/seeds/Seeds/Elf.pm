# Elf.pm - programs: built in several ways, and made by hand with a table of each kind.

package Seeds::Elf;

use strict;
use warnings;
use Elf;

sub contents
{
	my ($path) = @_;

	open my $in, '<:raw', $path or return;
	local $/;
	return <$in>;
}

my $source = <<'END';
struct s { int a; };
template <class T> struct box { T v; T twice() const { return v + v; } };
static inline __attribute__((always_inline)) int leaf(int n) { return n * 3 + 1; }
static inline __attribute__((always_inline)) int middle(int n) { return leaf(n) + leaf(n + 1); }
extern "C" int puts(const char *);
namespace room { __attribute__((noinline)) int outer(int n) { return middle(n) * box<int>{n}.twice(); } }
__attribute__((noinline)) int throws(int n) { if (n > 5) throw n; return room::outer(n); }
#ifdef OBJECT /* as a module of the kernel */
extern "C" int in_module(int n) { return puts("x") + middle(n); }
#endif
int main(int argc, char **) { try { return throws(argc); } catch (int n) { puts("x"); return n; } }
END

# Built with what is here: what each way of building leaves in the file.
sub built
{
	my %ways = (
		dwarf5 => '-gdwarf-5', dwarf4 => '-gdwarf-4', dwarf2 => '-gdwarf-2', packed => '-g -gz',
		plain => '', 'no-pie' => '-g -no-pie', shared => '-g -shared -fPIC', static => '-g -static -nostdlib -Wl,-e,main -Wl,--unresolved-symbols=ignore-all',
		'frame' => '-g -fno-asynchronous-unwind-tables -fno-exceptions -DNOTHROW', split => '-gsplit-dwarf',
		lazy => '-g -Wl,-z,lazy -fcf-protection=full', now => '-Wl,-z,now', 'gnu-hash' => '-Wl,--hash-style=sysv',
		aarch64 => '--target=aarch64-linux-gnu -g -static -nostdlib -fuse-ld=lld -Wl,-e,main -Wl,--unresolved-symbols=ignore-all',
		kernel => '-g -static -nostdlib -fno-pic -no-pie -mcmodel=kernel -Wl,-e,main -Wl,-Ttext=0xffffffff81000000 -Wl,--defsym=_text=0xffffffff81000000 -Wl,--unresolved-symbols=ignore-all',
		wide => '-g -gdwarf64', dwarf3 => '-gdwarf-3', sections => '-g -ffunction-sections -O0', names => '-gpubnames -gdwarf-4', types => '-g -fdebug-types-section',
	);
	my %all;
	my $dir = "/tmp/seeds-elf-$$";

	mkdir $dir or return;
	open my $out, '>', "$dir/a.cc" or return;
	print $out $source;
	close $out;
	for my $compiler ('g++', 'clang++') {
		for my $way (sort keys %ways) {
			system "$compiler -w -O2 $ways{$way} -o $dir/a $dir/a.cc 2>/dev/null" and next;
			$all{"$compiler-$way"} = contents("$dir/a");
		}
	}
	if (system("g++ -w -O2 -g -o $dir/a $dir/a.cc 2>/dev/null") == 0) {
		my @steps = (
			[debug => "objcopy --only-keep-debug $dir/a $dir/b"],
			[stripped => "strip -o $dir/b $dir/a"],
			[linked => "g++ -w -O2 -g -Wl,--build-id=none -o $dir/a $dir/a.cc && objcopy --only-keep-debug $dir/a $dir/a.debug && strip -o $dir/b $dir/a && " .
			    "objcopy --add-gnu-debuglink=$dir/a.debug $dir/b"],
			[debugdata => "objcopy -S --remove-section .gdb_index --keep-symbol main $dir/a $dir/m && xz -kf $dir/m && " .
			    "strip -o $dir/b $dir/a && objcopy --add-section .gnu_debugdata=$dir/m.xz $dir/b"],
			[zdebug => "objcopy --compress-debug-sections=zlib-gnu $dir/a $dir/b"],
			[relocatable => "g++ -g -c -o $dir/b $dir/a.cc"],
			[object => "g++ -w -O2 -g -c -DOBJECT -o $dir/c $dir/a.cc && ld -r --build-id=sha1 -o $dir/b $dir/c"],
		);

		for (@steps) {
			system("($_->[1]) >/dev/null 2>&1") == 0 and $all{$_->[0]} = contents("$dir/b");
			$all{'a.debug'} = contents("$dir/a.debug") if $_->[0] eq 'linked';
		}
	}
	for my $way (grep { defined $all{"g++-$_"} } qw(dwarf5 plain static)) {
		substr(my $bare = $all{"g++-$way"}, 40, 8) = "\0" x 8; # no table of sections
		substr($bare, 60, 4) = "\0" x 4;
		$all{"bare-$way"} = $bare;
	}
	system 'rm', '-rf', $dir;
	return %all;
}

# Sections by hand: small, so that each of their bytes gets its turn.
sub by_hand
{
	my $file = "/tmp/seed-elf-$$";
	my $names = "\0main\0_ZN1a1bEv\0__libc_start_main\0_RNvC1a1b\0";
	my $symbols = "\0" x 24 . join '', map { elf_symbol($_->[0], $_->[1], $_->[2]) } [1, 0x1000, 16],
	    [6, 0x1010, 0], [16, 0x1020, 8], [34, 0x1028, 0x100], [1, 0x1000, 4];
	my $abbrev = join '', map { chr } 1, 0x11, 1, 3, 8, 0x11, 1, 0x12, 7, 0, 0, 2, 0x2e, 1, 3, 8, 0x11, 1, 0x12, 7,
	    0, 0, 3, 0x1d, 0, 0x31, 0x13, 0x11, 1, 0x12, 7, 0x58, 0xb, 0, 0, 4, 0x2e, 0, 3, 8, 0x20, 0xb, 0, 0, 0;
	my $dies = "\1cu\0" . pack('Q<Q<', 0x1000, 0x100) . "\4inner\0\3" . "\2main\0" . pack('Q<Q<', 0x1000, 0x100) .
	    "\3" . pack('L<Q<Q<C', 0x1f, 0x1008, 8, 1) . "\0\0";
	my $info = pack('S<L<C', 4, 0, 8) . $dies;
	my $cie = pack('L<CZ3C5', 0, 1, 'zR', 1, 0x78, 16, 1, 0x1b) . "\x0c\x07\x08\x90\x01\0\0";
	my $fde = pack('L<l<L<C', length($cie) + 8, 0x1000 - 0x2000, 0x100, 0) . "\x41\x0e\x10\x86\x02\x43\x0d\x06\x0a\x0b";
	my @text = ({name => '.text', type => 1, flags => 6, addr => 0x1000, data => "\x90" x 256});
	my %sections = (
		symtab => [{name => '.symtab', type => 2, data => $symbols, link => 3, entry => 24}, {name => '.strtab', type => 3, data => $names}],
		dynsym => [{name => '.dynsym', type => 11, data => $symbols, link => 3, entry => 24}, {name => '.dynstr', type => 3, data => $names},
			{name => '.rela.plt', type => 4, data => pack('Q<Q<q<', 0x3000, 2 << 32 | 7, 0) x 3, link => 2, info => 5, entry => 24},
			{name => '.plt', type => 1, flags => 6, addr => 0x1080, entry => 16, data => "\xff\x25\0\0\0\0\x68\0\0\0\0\xe9\0\0\0\0" x 4},
			{name => '.plt.sec', type => 1, flags => 6, addr => 0x10c0, entry => 16, data => "\xf3\x0f\x1e\xfa\xf2\xff\x25\0\0\0\0\x0f\x1f\x44\0\0" x 3},
			{name => '.plt.got', type => 1, flags => 6, addr => 0x10f0, entry => 8, data => "\xff\x25\0\0\0\0\x66\x90" x 2}],
		'build-id' => [{name => '.note.gnu.build-id', type => 7, flags => 2, data => pack('L<3a4a20', 4, 20, 3, "GNU\0", 'x' x 20), align => 4}],
		'names-left' => [{name => '.symtab', type => 2, data => $symbols, link => 3, entry => 24}, {name => '.strtab', type => 3, data => $names . ('x' x 70 . "\0") x 4000}],
		debuglink => [{name => '.gnu_debuglink', type => 1, data => pack('Z8L<', 'a.debug', 0x12345678)}],
		altlink => [{name => '.gnu_debugaltlink', type => 1, data => pack('Z8a20', '/no/alt', 'y' x 20)}],
		dwarf => [{name => '.debug_abbrev', type => 1, data => $abbrev}, {name => '.debug_info', type => 1, data => pack('L<', length $info) . $info},
			{name => '.debug_aranges', type => 1, data => pack('L<S<L<CCx4Q<4', 44, 2, 0, 8, 0, 0x1000, 0x100, 0, 0)}],
		'eh-frame' => [{name => '.eh_frame', type => 1, flags => 2, addr => 0x2000 - 0x20, data => pack('L<', length $cie) . $cie . pack('L<', length $fde) . $fde . "\0" x 4}],
		'debug-frame' => [{name => '.debug_frame', type => 1, data => pack('L<L<CZ1C3', 12, ~0 & 0xffffffff, 1, '', 1, 0x78, 16) . "\x0c\x07\x08\0\0" . pack('L<L<Q<Q<', 24, 0, 0x1000, 0x100) . "\x41\x0e\x10\0"}],
		debugdata => [{name => '.gnu_debugdata', type => 1, data => "\xfd7zXZ\0\0\4" . 'x' x 60}],
		compressed => [{name => '.debug_info', type => 1, flags => 0x800, data => pack('L<L<Q<Q<', 1, 0, 64, 1) . "\x78\x9c\x03\0\0\0\0\1"}],
	);
	my %all;

	$sections{'dwarf-alt'} = [@{$sections{dwarf}}, @{$sections{'build-id'}},
		{name => '.gnu_debugaltlink', type => 1, data => pack('Z6a20', 'a.alt', 'x' x 20)}];
	$sections{'dwarf-alt-far'} = [@{$sections{dwarf}}, @{$sections{'build-id'}},
		{name => '.gnu_debugaltlink', type => 1, data => pack('Z12a20', '/dev/urandom', 'y' x 20)}];
	for my $machine (62, 183, 3) {
		for my $kind (sort keys %sections) {
			elf($file, sections => [@text, @{$sections{$kind}}], machine => $machine);
			$all{"hand-$kind-$machine"} = contents($file);
		}
	}
	elf($file, sections => [{name => '.text', type => 1, flags => 6, addr => 0x1000,
		data => "\x48\xc7\xc0\x0f\0\0\0\x0f\x05" x 40}]);
	$all{'hand-signal'} = contents($file);
	elf($file, sections => [@text, {name => '.symtab', type => 2, data => "\0" x 24 . elf_symbol(1, 0x80000, 64), link => 3, entry => 24},
		{name => '.strtab', type => 3, data => $names}]);
	$all{'hand-beyond'} = contents($file); # a function behind the file's end
	elf($file, sections => [@text, map { @$_ } @sections{qw(dwarf eh-frame debug-frame build-id debuglink)}]);
	$all{'hand-all'} = contents($file);
	unlink $file;
	return %all;
}

# DWARF's formulas in the table of frames: each operator once, on a stack with numbers on it.
sub formulas
{
	my $file = "/tmp/seed-formula-$$";
	my %all;
	my $numbers = join '', map { chr(0x30 + $_) } 1 .. 8;
	my @forms = map { [sprintf('%02x', $_) => $numbers . chr($_)] } 0x12 .. 0x14, 0x16 .. 0x22, 0x24 .. 0x27, 0x29 .. 0x2e,
	    0x30, 0x4f, 0x96, 0x06;

	push @forms, map { [sprintf('%02x-one', $_) => $numbers . chr($_) . "\x01"] } 0x08, 0x09, 0x15, 0x23, 0x94, 0x10, 0x11, 0x77, 0x70;
	push @forms, map { [sprintf('%02x-two', $_) => $numbers . chr($_) . "\x01\0"] } 0x0a, 0x0b, 0x28, 0x2f, 0x92;
	push @forms, ['0c' => "\x0c\1\2\3\4"], ['0d' => "\x0d\1\2\3\xff"], ['03' => "\x03" . pack('Q<', 0x7ffe0000)],
	    ['0e' => "\x0e" . pack('Q<', 5)], ['loop' => "\x2f\xfd\xff"], ['plt' => "\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x33\x24\x22"];
	for (@forms) {
		my ($name, $formula) = @$_;
		my $cie = pack('L<CZ3C5', 0, 1, 'zR', 1, 0x78, 16, 1, 0x1b) . "\x0c\x07\x08\x90\x01\0\0";

		for my $way ("\x0f" . uleb(length $formula) . $formula, "\x10\x06" . uleb(length $formula) . $formula,
			"\x16\x06" . uleb(length $formula) . $formula) {
			my $program = pack('l<L<C', 0x1000 - 0x2000, 0x100, 0) . $way;
			my $fde;

			$program .= "\0" x (-length($program) % 4);
			$fde = pack('L<', length($cie) + 8) . $program;
			elf($file, sections => [{name => '.text', type => 1, flags => 6, addr => 0x1000, data => "\x90" x 256},
				{name => '.eh_frame', type => 1, flags => 2, addr => 0x2000 - length($cie) - 12,
				    data => pack('L<', length $cie) . $cie . pack('L<', length $fde) . $fde . "\0" x 4}]);
			$all{sprintf 'formula-%s-%02x', $name, ord $way} = contents($file);
		}
	}
	unlink $file;
	return %all;
}

my %kept; # building takes a while

sub all
{
	%kept = (built(), by_hand(), formulas()) unless %kept;
	return %kept;
}

1;

# Elf.pm - 64-bit ELF files of any sections, also such as lie about themselves.
#
#	use Elf;
#	elf($path, sections => [{name => '.text', type => 1, flags => 6, addr => 0x1000,
#		data => "\x90" x 256}], segments => [elf_code()], size => 3 << 30);
#
# A section without {data} says {offset} and {size} of what need not be there. size makes the
# file so long, with a hole at its end.

package Elf;

use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(elf elf_code elf_symbol uleb);

sub uleb
{
	my ($n) = @_;
	my $bytes = '';

	while ($n > 127) {
		$bytes .= chr($n & 127 | 128);
		$n >>= 7;
	}
	return $bytes . chr $n;
}

# A loaded and executable segment of 1 MiB from address 0.
sub elf_code
{
	return pack 'L<L<Q<6', 1, 5, 0, 0, 0, 0x100000, 0x100000, 0x1000;
}

# A function in section 1: where its name is in the string table, address, size.
sub elf_symbol
{
	my ($name, $addr, $size) = @_;

	return pack 'L<CCS<Q<Q<', $name, 0x12, 0, 1, $addr, $size;
}

sub elf
{
	my ($path, %o) = @_;
	my @sections = (@{$o{sections}}, {name => '.shstrtab', type => 3});
	my @segments = @{$o{segments} || [elf_code()]};
	my ($names, $at, $headers) = ("\0", 0x1000, "\0" x 64);
	my @places;

	for (@sections) {
		push @places, length $names;
		$names .= "$_->{name}\0";
	}
	$sections[-1]{data} = $names;
	open my $out, '>:raw', $path or die "$path: $!\n";
	for my $i (0 .. $#sections) {
		my $s = $sections[$i];
		my ($offset, $size) = ($s->{offset}, $s->{size});

		if (defined $s->{data}) {
			$at = $at + 15 & ~15;
			($offset, $size) = ($at, $s->{size} // length $s->{data});
			seek $out, $at, 0;
			print $out $s->{data};
			$at += length $s->{data};
		}
		$headers .= pack 'L<L<Q<4 L<L<Q<Q<', $places[$i], $s->{type}, $s->{flags} // 0,
		    $s->{addr} // 0, $offset, $size, $s->{link} // 0, $s->{info} // 0,
		    $s->{align} // 1, $s->{entry} // 0;
	}
	$at = $at + 15 & ~15;
	seek $out, $at, 0;
	print $out $headers;
	seek $out, 0, 0;
	print $out "\x7fELF", pack('C4', 2, 1, 1, 0), "\0" x 8,
	    pack('S<S<L<Q<3 L<S<6', $o{type} // 3, $o{machine} // 62, 1, 0, 64, $o{shoff} // $at, 0, 64, 56,
		scalar @segments, 64, $o{shnum} // @sections + 1, scalar @sections),
	    @segments;
	truncate $out, $o{size} or die "$path: $!\n" if $o{size};
	close $out or die "$path: $!\n";
}

1;

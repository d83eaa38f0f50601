# pixels.pl SVG PNG - is every area of a screen-svg where it should be on a screenshot of it?
#
# The screenshot has a pixel a unit. Looked at is a pixel beside the upper edge of each half of a cell,
# if it is in an area, and no letter is in that cell or in the one above, where some go below the line.
use strict;
use warnings;
use Compress::Zlib;

my ($svg, $png) = map {
	open my $in, '<:raw', $_ or die "$_: $!\n";
	local $/;
	<$in>;
} @ARGV;

# PNG: 8 bits a channel, rows filtered by what is left of them and above.
my ($width, $height, $bits, $type) = unpack 'NNCC', substr $png, 16, 10;
my $n = { 2 => 3, 6 => 4 }->{$type};
die "not a PNG of 8 bits\n" unless $bits == 8 && $n;
my ($at, $packed) = (8, '');
while ($at < length $png) {
	my ($len, $name) = unpack 'Na4', substr $png, $at, 8;
	$packed .= substr $png, $at + 8, $len if $name eq 'IDAT';
	$at += $len + 12;
}
my $raw = uncompress($packed);
my @above = (0) x ($width * $n);
my @rows;
for my $y (0 .. $height - 1) {
	my ($filter, @row) = unpack 'C*', substr $raw, $y * ($width * $n + 1), $width * $n + 1;
	for my $i (0 .. $#row) {
		my ($a, $b, $c) = ($i < $n ? 0 : $row[$i - $n], $above[$i], $i < $n ? 0 : $above[$i - $n]);
		my $p = $a + $b - $c;
		my ($pa, $pb, $pc) = (abs($p - $a), abs($p - $b), abs($p - $c));
		my $guess = $filter == 1 ? $a : $filter == 2 ? $b : $filter == 3 ? int(($a + $b) / 2)
			: $filter == 4 ? ($pa <= $pb && $pa <= $pc ? $a : $pb <= $pc ? $b : $c) : 0;
		$row[$i] = ($row[$i] + $guess) & 255;
	}
	$rows[$y] = [@row];
	@above = @row;
}

# Units, painted in the order of the file.
my ($scale, %want) = (1);
for (split /\n/, $svg) {
	$scale = /^<g .*transform="scale\((\d+)\)/ ? $1 : /^<\/g>/ ? 1 : $scale;
	my ($fill, $d) = /^<path fill="#(\w+)" d="(.*)"/ or next;
	$fill =~ s/(.)/$1$1/g if length $fill == 3;
	while ($d =~ /M(\d+) (\d+)h(\d+)v(\d+)/g) {
		my ($x, $y, $w, $h) = map { $_ * $scale } $1, $2, $3, $4;
		for my $py ($y .. $y + $h - 1) {
			$want{"$_,$py"} = $fill for grep { $_ % 8 == 1 || $w < 8 } $x .. $x + $w - 1;
		}
	}
}
# Cells with a letter.
my %texts;
while ($svg =~ /^<text x="(\d+)" y="(\d+)"(?: textLength="(\d+)")?/mg) {
	my ($from, $row, $cells) = ($1 / 8, int($2 / 16), ($3 || 16) / 8);
	$texts{"$_,$row"} = 1 for $from .. $from + $cells - 1;
}

my ($looked, $wrong) = (0, 0);
for (keys %want) {
	my ($x, $y) = split /,/;
	next unless $y % 8 == 1; # near an upper edge, of a half or a cell
	my ($column, $row) = map { int } $x / 8, $y / 16;
	next if $texts{"$column,$row"} || $texts{ $column . ',' . ($row - 1) };
	my $is = sprintf '%02x%02x%02x', @{ $rows[$y + 8] }[ map { ($x + 8) * $n + $_ } 0 .. 2 ];
	$looked++;
	$is eq $want{$_} or $wrong++ < 10 && print "$x,$y is $is, not $want{$_}\n";
}
print "looked at $looked, wrong $wrong\n";

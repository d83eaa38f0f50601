# budget.t - what small files may cost: memory has a budget, also that of libraries.

use strict;
use warnings;
use Program;
use Hostile;
use IO::Compress::Gzip qw(gzip $GzipError);

Program::start();
my $dir = hostile_dir();

# The text, packed, again and again: members of gzip are one text.
sub gzip_again
{
	my ($path, $first, $text, $times) = @_;

	gzip(\$first => \my $head) or die $GzipError;
	gzip(\$text => \my $packed, -Level => 9) or die $GzipError;
	return write_file($path, $head, $packed x $times);
}

my $samples = gzip_again("$dir/samples.timed.gz", "# flarescope timed-folded 1\n",
	"1 a 1\n" x 400_000, 120);
harmless('text that unpacks a thousandfold gets what is right for a file of its size',
	['top', $samples], status => 1, memory => 640,
	says => qr/samples\.timed\.gz: samples would need .* for a file as small as this \(--memory\)/);
harmless('also from a pipe', ['top', '-'], stdin => $samples, status => 1, memory => 640,
	says => qr/standard input: samples would need .*\(--memory\)/);
harmless('less when less is allowed', ['top', '--memory', '100M', $samples], status => 1,
	memory => 140, says => qr/ and at most 100\.0 MiB may be used \(--memory\)/);
my $few = gzip_again("$dir/few.timed.gz", "# flarescope timed-folded 1\n",
	"1 a 1\n" x 400_000, 1);
harmless('what fits is read', ['top', '--memory', '100M', $few], status => 0);
for my $size ('1M', '2M', '4M') {
	harmless("within $size it is read or refused", ['top', '--memory', $size, $few],
		says => qr/^(?:flarescope: [^\n]*\(--memory\)\n)?$/, memory => 40);
}
harmless('no memory is no size', ['top', '--memory', '0', $few], status => 2,
	says => qr/--memory: '0' is not a size from 1M, such as 512M or 4G/);

Program::finish();

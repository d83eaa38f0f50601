# timed.t - timed folded stacks say all that a profile knows of its samples: what export writes
# is read as the same profile, and written the same again.
#
# What cannot be said is what was lost while the first file was read.

use strict;
use warnings;
use Corpus;
use File::Temp qw(tempdir);

Corpus::start('timed');

my $dir = tempdir(CLEANUP => 1);
my @export = qw(export --no-cache --format timed-folded --event all --idle show);

# Every sample of a file, as dump.h prints it.
sub samples
{
	my ($path) = @_;

	open my $in, '-|', './tests/conformance/samples', $path or die "samples: $!\n";
	local $/;
	my $text = <$in>;
	close $in or die "samples $path: failed\n";
	return $text =~ s/^(?:loss|aside) .*\n//mgr;
}

sub first_difference
{
	my ($x, $y) = @_;
	my @x = split /\n/, $x;
	my @y = split /\n/, $y;

	for my $i (0 .. $#x) {
		return ("line $i:", $x[$i], $y[$i] // 'is missing')
			if $x[$i] ne ($y[$i] // '');
	}
	return @y > @x ? ("too much:", $y[@x]) : ();
}

my %profiles = profiles();
my ($same, $timeless) = (0, 0);
for my $file (sort keys %profiles) {
	my ($status, $once, $err) = run(@export, $profiles{$file});

	if ($status) {
		my ($read) = run('info', '--no-cache', $profiles{$file});
		ok($read || $err =~ /no times in this profile; export it with --format folded/,
			"$file is refused because it has no times, or is none", $err);
		$timeless++;
		next;
	}
	open my $out, '>', "$dir/it.timed" or die "$dir/it.timed: $!\n";
	print $out $once;
	close $out or die "$dir/it.timed: $!\n";
	ok(recognised($once) eq 'timed-folded', "what is written of $file is recognised");
	my $bare = $once =~ s/^#.*\n//mgr;
	ok($bare !~ /;/ || $bare !~ /^.{0,4000}\n/ || recognised($bare) eq 'timed-folded', 'without its header too');
	my @differs = first_difference(samples($profiles{$file}), samples("$dir/it.timed"));
	ok(!@differs, "$file is read back the same", @differs);
	(undef, my $twice) = run(@export, "$dir/it.timed");
	@differs = first_difference($once, $twice);
	ok(!@differs, "and written the same again", @differs);
	$same++;
}
ok($same > 40 && $timeless < 10, 'most files have times', "$same have, $timeless have not");
Corpus::finish();

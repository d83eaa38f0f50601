# limits.t - the limits that doc/security.md names are those of the code.

use strict;
use warnings;
use Program;

Program::start();
my $top = $ENV{srcdir} || '.';
my %units = ('' => 1, KiB => 1 << 10, MiB => 1 << 20, GiB => 1 << 30);

sub text_of
{
	my ($path) = @_;

	open my $in, '<', "$top/$path" or return undef;
	local $/;
	return scalar <$in>;
}

# "(UINT64_C(64) << 20)": what a C compiler makes of it. Numbers and operators only.
sub value_of
{
	my ($c) = @_;

	$c =~ s{/\*.*}{};
	$c =~ s/UINT(?:32|64)_C\(([^()]*)\)/$1/g;
	$c =~ s/\((?:size_t|uint64_t)\)//g;
	$c =~ s/\b(\d+)u?l?l?\b/$1/gi;
	return undef if $c !~ /^[\d\s()*<+-]+$/;
	return eval $c;
}

my $rows = 0;
for (split /\n/, text_of('doc/security.md') // '') {
	my ($what, $most, $unit, $name, $path) =
	    /^\| (.*?) \| ([\d,]+)(?: (KiB|MiB|GiB))? \| `(\w+)` in `(src\/[\w\/.]+)` \|$/
	    or next;
	my ($said) = (text_of($path) // '') =~ /^#define $name\s+(.*)$/m;
	my $value = defined $said ? value_of($said) : undef;

	$most =~ tr/,//d;
	$rows++;
	ok(defined $value && $value == $most * $units{$unit // ''}, "$what: $name",
		"$path says " . ($said // 'nothing of it'), "the page says $most " . ($unit // ''));
}
ok($rows >= 20, 'the page has a table of limits', "$rows rows");

# What is said of --memory there is said by the program, too.
my ($status, $help) = run('help', 'info');
$help =~ s/\s+/ /g;
for my $words ('half of the free memory', 'at least 256M and at most 8G', '256 times',
	'at least 512M') {
	ok(index($help, $words) >= 0, "--memory is as the page says: $words");
}
Program::finish();

# characters.t - the table of characters is that which the tool makes of Unicode's data.

use strict;
use warnings;
use Program;
use Hostile;

Program::start();
my $top = $ENV{srcdir} || '.';

sub rows_of
{
	my ($text) = @_;
	my %rows;

	for (split /\n/, $text) {
		my ($kind, $from, $to) = /^(REFUSED|MARK|WIDE)\(0x(\w+), 0x(\w+)\)$/ or next;
		push @{$rows{$kind}}, [hex $from, hex $to];
	}
	return \%rows;
}

# Is all of a stretch within one of these? What is beyond U+2FFFF is not assigned.
sub within
{
	my ($stretch, $list) = @_;

	return grep { $_->[0] <= $stretch->[0] && $_->[1] >= $stretch->[1] } @$list;
}

sub version_of { return $_[0] =~ /from Unicode (\d+)\.(\d+)/ ? $1 * 1000 + $2 : 0 }

open my $in, '<', "$top/src/base/characters.def" or die "characters.def: $!\n";
my $here = do { local $/; <$in> };
my $ours = rows_of($here);
ok(version_of($here) >= 17_000, 'it is of Unicode 17 or later', version_of($here));
ok(within([$_, $_], $ours->{REFUSED}), sprintf 'U+%04X is refused', $_)
    for 0x1b, 0x9b, 0x61c, 0x200e, 0x202e, 0x2066, 0x2069, 0xfdfd, 0x13430, 0x1343f, 0x16fe4, 0xe0041;

if (!-e '/usr/share/unicode/UnicodeData.txt') {
	skip('the tool makes the same of the data here', 'there are none (unicode-data)');
} else {
	my $made = `'$top/tools/make-characters'`;
	my @missing = grep { !within($_, $ours->{REFUSED}) } @{rows_of($made)->{REFUSED}};

	if (version_of($made) >= version_of($here)) {
		ok($made eq $here, 'the tool makes the same of the data here');
	} else {
		ok(length $made && !@missing, 'what older data here have refused is refused',
			map { sprintf '%x to %x', @$_ } @missing);
	}
}

# A name of each, printed: none of them comes out.
my $dir = hostile_dir();
my @bad = (0x13430, 0x1343f, 0x13441, 0x16fe4, 0xfdfd, 0x202e, 0x2066, 0xe0041);
my $path = write_file("$dir/names.folded", map { my $name = pack 'U', $_; utf8::encode($name); "a${name}b$_ 1\n" } @bad);
my $run = harmless('names with such characters are printed', ['export', $path], status => 0);
my $printed = $run->{out};
utf8::decode($printed);
ok(!grep({ index($printed, chr $_) >= 0 } @bad) && 8 == (() = $printed =~ /a\x{fffd}b\d/g),
	'no name is there unseen, turns or covers the text around it: U+FFFD stands in the place of such a character', $run->{out});

# Letters that run from right to left turn it as well where a terminal orders text: the page says so.
$run = harmless('names in Hebrew and Arabic are printed',
	['export', write_file("$dir/letters.folded", "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d;\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85 1\n")], status => 0);
ok($run->{out} eq "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d;\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85 1\n",
	'letters of scripts written from right to left pass', $run->{out});

Program::finish();

# detect.t - every file of the corpus, and every fixture of the project, is known for what it
# is: whole, by its first 4 kB, packed with gzip and zstd, as a file whose name says nothing,
# and through a pipe. The probes of all formats are asked each time (probes.c); `detected` has
# what is right.
#
# The rows of `detected` that are about the corpus are used up by it, so without a corpus
# there is nothing to compare.

use strict;
use warnings;
use Corpus;

Corpus::start('detect');

my $src = $ENV{srcdir} || '.';
my $table = 'tests/conformance/detected';
my $probes = $ENV{PROBES} || './tests/conformance/probes';
my @ways = (qw(whole begin gzip), $ENV{WITH_ZSTD} eq 'yes' ? 'zstd' : (), qw(file pipe));

# A pattern of the table as a regular expression; "*" stays in its directory.
sub pattern
{
	return join '[^/]*', map { quotemeta } split /\*/, $_[0], -1;
}

# Rows as {line, like, is, says, used}, and pairs "A over B" as {"A B" => used}.
my (@rows, %over);
open my $in, '<', "$src/$table" or die "$table: $!\n";
while (<$in>) {
	next if /^#/ || /^$/;
	if (/^(\S+) over (\S+)$/) {
		$over{"$1 $2"} = 0;
	} elsif (/^(\S+)\t(\S+)(?: (.+))?$/) {
		my $like = pattern($1);
		push @rows, {line => $., like => qr/^$like$/, is => $2, says => $3, used => 0};
	} else {
		die "$table:$.: not understood: $_";
	}
}
close $in;

# Name => path, of the corpus without .gz.
sub files
{
	my %found = map { ($_ => Corpus::path($_)) } map { Corpus::names($_) } Corpus::kinds();

	for my $path (Corpus::files('recorded'), Corpus::files('recorded/*')) {
		next if !-f $path || $path =~ m,/recorded/bin/,;
		$found{$path =~ s,.*/(recorded/.*?)(?:\.gz)?$,$1,r} = $path;
	}
	for my $path (grep({ -f } glob("$src/data/examples/* $src/tests/cli/data/*")),
			glob("$src/tests/formats/perf-script/*.txt"),
			map { glob "$src/tests/fuzz/corpus/$_/*" } qw(flare folded json
			nflxprofile perf_data perf_script pprof timed_folded tracers)) {
		$found{substr $path, length "$src/"} = $path;
	}
	return %found;
}

# All claims: {path => {way => line}}.
sub claims
{
	my %of;

	open my $out, '-|', $probes, @_ or die "$probes: $!\n";
	while (<$out>) {
		/^(.*?) (whole|begin|gzip|zstd|file|pipe): (.*)$/ or die "not understood: $_";
		$of{$1}{$2} = $3;
	}
	close $out or die "$probes failed: $?\n";
	return \%of;
}

# What is wrong with a claim, the line of one way, by a row of the table: () when nothing is.
sub wrong
{
	my ($row, $claim) = @_;

	return "$claim, but $table:$row->{line}" if $row->{is} eq '-'
		? index($claim, "- $row->{says}") != 0 : $claim !~ /^\Q$row->{is}\E \d/;
	my ($best, @others) = map { [split / /] } split /, /, $claim;
	return () if $row->{is} eq '-';
	for (@others) {
		return "$claim: a tie" if $_->[1] >= $best->[1];
		return "$claim: both claim it" unless defined $over{"$best->[0] $_->[0]"};
		$over{"$best->[0] $_->[0]"}++;
	}
	return ();
}

my %files = files();
my $claims = claims(map { $files{$_} } sort keys %files);
for my $name (sort keys %files) {
	my ($row) = grep { $name =~ $_->{like} } reverse @rows;
	my $of = $claims->{$files{$name}};

	if (!$row) {
		ok(0, "$name is in the table", $of->{whole});
		next;
	}
	$row->{used}++;
	my @found = map { my $way = $_; map { "$way: $_" } wrong($row, $of->{$way} // 'nothing') }
		@ways;
	my $is = $row->{is} eq '-' ? $row->{says} : $row->{is};
	ok(!@found, "$name is known in every way: $is", @found);
}
ok($_->{used}, "$table:$_->{line} is needed") for grep { !$_->{used} } @rows;
ok($over{$_}, "$table: '$_' is needed") for grep { !$over{$_} } sort keys %over;

# The first 188 are those of facts.json; a recording and its texts are more.
my $inputs = grep { !m,^(?:recorded|tests|data)/, } keys %files;
ok($inputs == 188, 'all 188 inputs of the corpus are probed', "$inputs are");
Corpus::finish();

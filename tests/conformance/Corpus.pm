# Corpus.pm - the real profiles beside the checkout.
#
# A test file says `use Corpus;`, calls Corpus::start() with the checks it makes, ok() for
# each, and Corpus::finish(). Core modules only.

package Corpus;

use strict;
use warnings;
use Cwd qw(abs_path);
use Differences;
use Exporter qw(import);
use File::Temp qw(tempfile);
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);
use Program;

our @EXPORT = qw(ok slurp run json folded folded_delta facts profiles recordings recognised
	stacks refused differs moment_ns);

my $root;

# Find corpus and program, read those rows of the table that are about `checks`.
sub start
{
	my (@checks) = @_;
	my $src = $ENV{srcdir} || '.';
	my $where = $ENV{FLARESCOPE_CORPUS} || "$src/../shared/corpus";

	$root = abs_path($where);
	if (!$root || !-d "$root/expected") {
		print "1..0 # SKIP NO CORPUS at $where (set FLARESCOPE_CORPUS): nothing was compared\n";
		print STDERR "conformance: NO CORPUS at $where: nothing was compared\n";
		exit 0;
	}
	Program::start();
	Differences::start($src, @checks);
}

sub finish
{
	Differences::finish();
	Program::finish();
}

# The lines that say how `file` may differ in `check`; () when it may not.
sub allowed
{
	return Differences::allowed(@_);
}

# --- files --------------------------------------------------------------------------------

# Where a file of the corpus is, or its .gz; undef when there is neither.
sub path
{
	my ($name) = @_;

	return (grep { -f } "$root/$name", "$root/$name.gz")[0];
}

# The bytes of a file of the corpus, or of its .gz; undef when there is neither.
sub slurp
{
	my ($name) = @_;
	my $bytes;

	for my $path ("$root/$name", "$root/$name.gz") {
		next unless -f $path;
		gunzip($path => \$bytes, MultiStream => 1, Transparent => 1)
			or die "$path: $GunzipError\n";
		return $bytes;
	}
	return undef;
}

# Every file of a directory of the corpus: paths.
sub files
{
	my ($directory) = @_;

	return glob("$root/$directory/*");
}

# Every perf script text: name in the corpus without .gz => path of the file.
sub profiles
{
	my %found;

	for my $path (glob("$root/perf-script/*"), glob("$root/recorded/*/*.txt*")) {
		my $name = substr $path, length("$root/");

		$name =~ s/\.gz$//;
		$found{$name} = $path;
	}
	return %found;
}

# Every recording: name in the corpus => path of the file.
sub recordings
{
	return map { substr($_, length("$root/")) => $_ }
		glob("$root/perf-data/*"), glob("$root/recorded/*/perf*.data");
}

# The directories of the corpus with files to read.
sub kinds
{
	return grep { !/^(?:expected|recorded)$/ } map { substr $_, length("$root/") }
		grep { -d } glob("$root/*");
}

# The files of such a directory, by name without .gz, and where one of them is.
sub names
{
	return map { substr($_, length("$root/")) =~ s/\.gz$//r } grep { -f } glob("$root/$_[0]/*");
}

# As what the first 4 kB of some bytes are recognised, under a name that says nothing; ''
# when nobody does.
sub recognised
{
	my ($bytes) = @_;
	my ($out, $name) = tempfile(UNLINK => 1);

	binmode $out;
	print $out substr $bytes, 0, 4096;
	close $out or die "$name: $!\n";
	my ($status, $info, $err) = run('info', '--no-cache', '--json', $name);
	unlink $name;
	return json($info)->{format} if !$status;
	return $err =~ /no samples in it \(read as (\S+)\)/ ? $1 : '';
}

# A moment of `info`, first_sample_s or last_sample_s, in ns by the clock of the recording; undef when there is none.
sub moment_ns
{
	my ($info, $member) = @_;
	my ($origin, $after) = @{$info}{'origin_s', $member};

	return undef unless defined $origin && defined $after;
	return $origin * 1_000_000_000 + sprintf('%.0f', $after * 1e9);
}

# Every file of folded stacks: name in the corpus => path of the file.
sub stacks
{
	return map { substr($_, length("$root/")) => $_ } glob("$root/folded/*");
}

# Has every stored output of perf script texts of this kind been compared?
sub all_read
{
	my ($kind, $compared) = @_;
	my @stored = map { glob "$root/expected/$_/*.$kind $root/expected/$_/*.$kind.gz" }
		qw(perf-script recorded);
	my $n = grep { -f } @stored;

	ok($n && $n == ($compared // 0), "every stored $kind is compared", "$n are stored");
}

# facts.json, by name of the file (perf-script) or of the recording.
sub facts
{
	my $text = slurp('facts.json');
	my %by;

	$text =~ s/: -?(Infinity|NaN)\b/: null/g; # Python's, not JSON's
	my $all = json($text);

	for (@{$all->{files}}) {
		(my $name = $_->{file}) =~ s/\.gz$//;
		$by{$name} = $_;
	}
	$by{"recorded/$_->{name}"} = $_ for @{$all->{recorded}};
	return \%by;
}

1;

# Corpus.pm - the real profiles beside the checkout, the program under test, and TAP.
#
# A test file says `use Corpus;`, calls Corpus::start() with the checks it makes, ok() for
# each, and Corpus::finish(). Core modules only.

package Corpus;

use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::SHA qw(sha256_hex);
use Exporter qw(import);
use File::Temp qw(tempfile);
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);
use JSON::PP;

our @EXPORT = qw(ok slurp run json folded folded_delta facts profiles recordings refused differs);

my ($root, $program, %mine, @table, %reason);
my ($tests, $update) = (0, $ENV{UPDATE});

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
	$program = $ENV{FLARESCOPE} || './flarescope';
	if (!-x $program) {
		print "Bail out! there is no program $program\n";
		exit 1;
	}
	$ENV{LC_ALL} = 'C';
	$ENV{XDG_CACHE_HOME} = '/nonexistent';
	%mine = map { $_ => 1 } @checks;
	read_table("$src/tests/conformance/differences");
}

# Every row that nothing needed is wrong: the table must stay true.
sub finish
{
	for my $row (grep { !$_->{used} } @table) {
		next unless grep { about($row, $_) } keys %mine;
		ok(0, "the difference [$row->{check} $row->{file}] is still there",
		   "line $row->{line}: nothing differs any more: strike it out");
	}
	ok(0, 'something is compared') if !$tests;
	print "1..$tests\n";
	exit 0;
}

sub ok
{
	my ($good, $name, @why) = @_;

	$tests++;
	print $good ? '' : 'not ', "ok $tests - $name\n";
	if (!$good) {
		splice @why, 40, @why, sprintf '... and %d lines more', @why - 40 if @why > 40;
		print map { "#   $_\n" } map { split /\n/ } @why;
	}
	return $good;
}

# --- the table of differences -------------------------------------------------------------

# "reason NAME: text", then "[check file]", "because NAME", and what may differ, a line each.
sub read_table
{
	my ($path) = @_;
	my ($row, $last);

	open my $in, '<', $path or die "$path: $!\n";
	while (my $line = <$in>) {
		chomp $line;
		next if $line =~ /^#/ || $line eq '';
		if ($line =~ /^reason (\S+): (.+)/) {
			$reason{$last = $1} = $2;
		} elsif ($line =~ /^\t(.+)/ && defined $last) {
			$reason{$last} .= " $1";
		} elsif ($line =~ /^\[(\S+) (.+)\]$/) {
			$row = {check => $1, file => $2, line => $., allow => []};
			push @table, $row;
			$last = undef;
		} elsif ($row && $line =~ /^because (\S+)$/) {
			die "$path:$.: no such reason: $1\n" unless $reason{$1};
			$row->{because} = $1;
		} elsif ($row) {
			push @{$row->{allow}}, $line;
		} else {
			die "$path:$.: not understood: $line\n";
		}
	}
	for (@table) {
		die "$path:$_->{line}: an entry without a reason\n" unless $_->{because};
	}
	for my $name (keys %reason) {
		die "$path: nothing differs for this reason: $name\n"
			unless grep { $_->{because} eq $name } @table;
	}
}

# "folded*" is about all checks that begin so.
sub about
{
	my ($row, $check) = @_;
	my ($name, $star) = $row->{check} =~ /^(.*?)(\*?)$/;

	return $star ? index($check, $name) == 0 : $name eq $check;
}

# The lines that say how `file` may differ in `check`; () when it may not. Rows are used up.
sub allowed
{
	my ($check, $file) = @_;
	my @rows = grep { about($_, $check) && $_->{file} eq $file } @table;

	$_->{used} = 1 for @rows;
	return map { @{$_->{allow}} } @rows;
}

# Pass when the difference found (a list of lines) is exactly the one that is allowed.
sub differs
{
	my ($check, $file, @found) = @_;
	my %left = map { $_ => 1 } allowed($check, $file);
	my @extra = grep { !delete $left{$_} } @found;

	if ($update && (@extra || %left)) {
		print STDERR join("\n", "[$check $file]", 'because ?', @found), "\n\n";
	}
	ok(!@extra && !%left, "$check $file" . (@found ? ' but for what is named' : ''),
	   (map { "found, not allowed: $_" } @extra),
	   (map { "allowed, not found: $_" } sort keys %left));
}

# --- files --------------------------------------------------------------------------------

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
	my $all = JSON::PP->new->decode($text);

	for (@{$all->{files}}) {
		(my $name = $_->{file}) =~ s/\.gz$//;
		$by{$name} = $_;
	}
	$by{"recorded/$_->{name}"} = $_ for @{$all->{recorded}};
	return \%by;
}

# --- the program --------------------------------------------------------------------------

# Run flarescope; (exit status, standard output, standard error). No shell comes near names.
sub run
{
	my (@args) = @_;
	my ($out, $err) = (scalar tempfile(UNLINK => 1), scalar tempfile(UNLINK => 1));
	my $pid = fork;

	die "fork: $!\n" unless defined $pid;
	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>&', $out;
		open STDERR, '>&', $err;
		exec $program, @args or exit 127;
	}
	waitpid $pid, 0;
	my $status = $? & 127 ? "signal " . ($? & 127) : $? >> 8;
	local $/;
	seek $_, 0, 0 for $out, $err;
	return ($status, scalar <$out> // '', scalar <$err> // '');
}

# What a JSON text says; dies when it is none.
sub json
{
	return JSON::PP->new->max_depth(4096)->decode($_[0]);
}

# A refusal as the table has it: without the program's name, the path of the file and the
# advice behind the first ";".
sub refused
{
	my ($status, $err) = @_;

	chomp $err;
	$err =~ s,^flarescope: (?:\S*/)?,,;
	$err =~ s,;.*,,s;
	return "refused $status: $err";
}

# --- folded stacks ------------------------------------------------------------------------

# "a;b;c 12" lines as a hash of stack => sum.
sub folded
{
	my ($text) = @_;
	my %sum;

	for (split /\n/, $text) {
		my ($stack, $n) = /^(.*) (\d+)$/ or die "not a folded line: $_\n";
		$sum{$stack} += $n;
	}
	return \%sum;
}

# What ours has more (+) or less (-) than theirs, a line each.
sub folded_delta
{
	my ($theirs, $ours) = @_;
	my %all = (%$theirs, %$ours);
	my @lines;

	for my $stack (sort keys %all) {
		my $d = ($ours->{$stack} // 0) - ($theirs->{$stack} // 0);
		push @lines, sprintf '%s %s %d', $d > 0 ? '+' : '-', $stack, abs $d if $d;
	}
	return @lines;
}

1;

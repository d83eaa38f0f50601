# Program.pm - the program under test, what it prints, and TAP.
#
# A test file says ok() for each check and Program::finish() at the end. Core modules only, but for a
# decoder of JSON that is quicker than perl's own, where it is.

package Program;

use strict;
use warnings;
use Exporter qw(import);
use File::Temp qw(tempdir tempfile);
use JSON::PP;

our @EXPORT = qw(ok skip run json folded folded_delta refused);

my ($program, $tests) = (undef, 0);
my ($documents, $document_count) = (undef, 0); # a directory of JSON documents

# Find it.
sub start
{
	$program = $ENV{FLARESCOPE} || './flarescope';
	if (!-x $program) {
		print "Bail out! there is no program $program\n";
		exit 1;
	}
	$ENV{LC_ALL} = 'C';
	$ENV{XDG_CACHE_HOME} = '/proc/nonexistent';
}

sub finish
{
	ok(0, 'something is compared') if !$tests;
	compare_documents() if $documents;
	print "1..$tests\n";
	exit 0;
}

sub ok($$;@)
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

# What cannot be compared here is said where it is seen.
sub skip
{
	my ($name, $why) = @_;

	$tests++;
	print "ok $tests - $name # SKIP $why\n";
	print STDERR "conformance: $name: NOT COMPARED: $why\n";
}

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

my $decoder = (eval { require Cpanel::JSON::XS } ? 'Cpanel::JSON::XS' : 'JSON::PP')->new->max_depth(4096);

# What a JSON text says; dies when it is none. Documents of flarescope are compared with their schemas
# by finish().
sub json
{
	if ($_[0] =~ /\A\{\s*"schema":/) {
		$documents //= tempdir(CLEANUP => 1);
		open my $copy, '>:raw', "$documents/" . ++$document_count . '.json' or die "$documents: $!\n";
		print $copy $_[0];
		close $copy or die "$documents: $!\n";
	}
	return $decoder->decode($_[0]);
}

sub compare_documents
{
	my $top = $ENV{srcdir} // '.';
	my $said = `"$top/tests/lib/fits_schemas.py" "$top/data/schemas" "$documents"/*.json 2>&1`;

	if ($? >> 8 == 2) {
		skip('all JSON fits the schemas', $said);
	} else {
		ok($? == 0, 'all JSON fits the schemas', $said);
	}
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

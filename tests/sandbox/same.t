# same.t - what is printed and written is byte for byte the same, confined or not.
#
# Confined is the program whose calls that are not allowed kill it, so that none goes unseen;
# the one that is shipped stands in for it where such a call is expected to fail.
#
# Files are read with "info". What other commands do then does not depend on the file: each has FEW profiles at
# least of every other format, in turn. EVERYWHERE=1 runs each on each profile, as .ci/run --part everywhere does.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Find;
use File::Temp qw(tempdir);

use constant {
	FEW => 1,     # profiles of one format, for each command
	TWICE => '@', # the file stands there, too
};

my $src = $ENV{srcdir} || '.';
my $program = $ENV{FLARESCOPE} || './flarescope';
my $killed = './tests/sandbox/flarescope_killed';
my $corpus = abs_path($ENV{FLARESCOPE_CORPUS} || "$src/../shared/corpus");
my $dir = tempdir(CLEANUP => 1);
my ($tests, $failed) = (0, 0);

$ENV{LC_ALL} = 'C.UTF-8';
delete @ENV{qw(COLUMNS COLORTERM NO_COLOR)};

sub ok
{
	my ($is, $name, @why) = @_;

	$tests++;
	$failed++ unless $is;
	print $is ? 'ok' : 'not ok', " $tests - $name\n";
	print "# $_\n" for $is ? () : @why;
}

sub slurp
{
	my ($path) = @_;

	open my $in, '<:raw', $path or return '';
	local $/;
	return scalar <$in>;
}

# What a command prints, says and writes, and its status, in one text.
sub outcome
{
	my (@command) = @_;
	my $pid = fork;

	die "fork: $!\n" unless defined $pid;

	unlink "$dir/written";
	if (!$pid) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', "$dir/out";
		open STDERR, '>', "$dir/err";
		exec @command or exit 126;
	}
	waitpid $pid, 0;
	my $status = $?;
	my $out = slurp("$dir/out");

	$out =~ s/^confined by .*\n//m;
	$out =~ s/,\n  "confinement": \{.*?\n  \}//s;
	return join "\0", $status, $out, slurp("$dir/err"), slurp("$dir/written");
}

my @to_file = ('-o', "$dir/written");
my @commands = ([qw(info)], [qw(info --json)], [qw(heatmap)], [qw(flame)], [qw(tree)], [qw(top)], [qw(periods)],
	[qw(find)], [qw(report)], [qw(report --format json)], ['diff', TWICE],
	[qw(export)], [qw(convert), @to_file],
	map { ['export', '--format', $_, @to_file] }
		qw(timed-folded speedscope pprof json svg));

# What is different, in a line.
sub compare
{
	my ($confined, $file, $words) = @_;
	my ($command, @options) = @$words;
	my @rest = ('--no-cache', map({ $_ eq TWICE ? $file : $_ } @options), $file);
	my $one = outcome($confined, $command, @rest);
	my $other = outcome($program, $command, '--no-sandbox', @rest);

	return () if $one eq $other;
	my @parts = ([split /\0/, $one, -1], [split /\0/, $other, -1]);
	return "@$words $file: status $parts[0][0] and $parts[1][0], says: "
		. substr($parts[0][2] // '', 0, 200);
}

sub files_in
{
	my ($where, $unless) = @_;
	my @found;

	find({no_chdir => 1, wanted => sub {
		push @found, $_ if -f && (!$unless || !m,$unless,);
	}}, $where) if -d $where;
	return sort @found;
}

my @files = (files_in("$src/data/examples"), files_in("$src/tests/fuzz/corpus"),
	files_in("$src/tests/cli/data"));
if ($corpus && -d $corpus) {
	push @files, files_in($corpus, qr,/expected/,);
} else {
	print STDERR "sandbox: NO CORPUS: only what is in the tree was compared\n";
}

# Those that are no profile are refused alike by all commands: one is enough for them.
my (%profiles, @different); # by format, as info names it with how it is packed
my %seen;
# Of what fuzzing has found, which is small and much alike, every third is taken.
@files = grep { !m,/fuzz/corpus/, || $seen{fuzz}++ % 3 == 0 } @files if !$ENV{EVERYWHERE};
for my $file (@files) {
	push @different, compare($killed, $file, $commands[0]);
	push @{$profiles{$1}}, $file if slurp("$dir/out") =~ /^format +(.*)/m;
}
ok(!@different, 'info of ' . @files . ' files', @different);

# The profiles that are command number $n's.
sub share
{
	my ($n) = @_;
	my @share;

	return map { @$_ } @profiles{sort keys %profiles} if $ENV{EVERYWHERE};
	my @formats = @profiles{sort keys %profiles};
	for my $of (@formats[grep { $_ % 2 == $n % 2 } 0 .. $#formats]) {
		my $each = int(@$of / FEW) || 1; # one of so many

		$each = $#commands if $each > $#commands;
		push @share, map { $of->[$_] } grep { $_ % $each == $n % $each } 0 .. $#$of;
	}
	return @share;
}

for my $n (1 .. $#commands) {
	my $words = $commands[$n];
	my @share = share($n);

	@different = map { compare($killed, $_, $words) } @share;
	ok(!@different, join(' ', grep { !m,/written, } @$words)
		. ' of ' . @share . ' profiles', @different);
}
# The compiler of patterns may make no code: they are matched all the same.
@different = map { compare($program, $_, ['top', '--search', '^[a-m].*(e|o)']) } share(0);
push @different, map { compare($program, $_, ['flame', '--filter', 'm.*a|_']) } share(1);
ok(!@different, 'patterns match the same without compiled code', @different);
print "1..$tests\n";
exit($failed ? 1 : 0);

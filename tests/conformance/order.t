# order.t - the order of JSON members means nothing: every JSON profile of the corpus and of this
# project, with the members of each object reversed, sorted and shuffled, is the same profile of
# the same format, from a file and from a pipe.
#
# Compared are all samples with their stacks, notes and losses; of samples at the same time the
# order is the file's, so lines are compared as a set. SEEDS=N shuffles N times (1), EVERYWHERE=1 tries
# each order of larger files, too.

use strict;
use warnings;
use Corpus;
use File::Temp qw(tempdir);
use IO::Compress::Gzip qw(gzip $GzipError);
use Json;

Corpus::start();

my $src = $ENV{srcdir} || '.';
my $large = 200_000; # bytes: of larger ones not all variations are tried
my $directory = tempdir(CLEANUP => 1);

sub written
{
	my ($bytes) = @_;
	my $path = "$directory/varied";

	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out $bytes;
	close $out or die "$path: $!\n";
	return $path;
}

# Samples, notes and losses of a file in an order of their own.
sub dumped
{
	my ($path) = @_;
	my (@blocks, $text);

	open my $in, '-|', "$ENV{SAMPLES} $path 2>&1" or die "$ENV{SAMPLES}: $!\n";
	while (<$in>) {
		s, \(first at byte \d+\),,;
		s,\b10737\d{5}\b,MADE UP,g; # an id that is no number
		s/\Q$path\E/FILE/;
		push @blocks, '' if !/^ /;
		$blocks[-1] .= $_;
	}
	close $in;
	return [sort @blocks];
}

# The format, and through a pipe.
sub format_of
{
	my ($path) = @_;
	my $program = $ENV{FLARESCOPE} || './flarescope';
	my $said = $path =~ /\|/ ? `$path $program info --no-cache - 2>&1`
		: `$program info --no-cache $path 2>&1`;

	return $said =~ /(?:^format +|read as )([\w-]+)/m ? $1 : 'none: ' . $said =~ s,^flarescope: .*?: (?=not),,r;
}

sub first_line
{
	return (split /\n/, $_[0])[0];
}

sub differences
{
	my ($ours, $right) = @_;
	my (%ours, @found);

	$ours{$_}++ for @$ours;
	push @found, "missing: " . first_line($_) for grep { !$ours{$_}-- } @$right;
	push @found, "new: " . first_line($_) for grep { ($ours{$_} // 0) > 0 } sort keys %ours;
	return @found;
}

my %orders = (reversed => \&Json::reversed, sorted => \&Json::sorted);
$orders{"shuffled $_"} = Json::shuffler($_) for 1 .. $ENV{SEEDS} // 1;

my ($varied, %formats) = (0);
my %files = map { ($_ => Corpus::slurp($_)) } map { Corpus::names($_) }
	qw(cpuprofile firefox speedscope trace-event);
for my $path (glob "$src/tests/fuzz/corpus/json/*") {
	local $/;
	open my $in, '<:raw', $path or die "$path: $!\n";
	$files{substr $path, length "$src/"} = <$in>;
}
# A circle of callers is cut where it closes, and that is where it was entered.
my %circle = ("tests/fuzz/corpus/json/trace-object" => 1);
my @whole = grep { !$circle{$_} } grep { $files{$_} =~ /^\xef?\xbb?\xbf?\s*[\[{]/ } sort keys %files;

for my $name (@whole) {
	my ($tree, $rest) = Json::parse($files{$name});

	if (!$tree || $rest =~ /\S/) { # damaged on purpose
		ok($name =~ m,^tests/fuzz/,, "$name is JSON", substr $rest // '', 0, 80);
		next;
	}
	my $path = written(Json::write($tree, sub { @_ }));
	my ($right, $format) = (dumped($path), format_of($path));
	my @orders = sort keys %orders;

	@orders = grep { !/sorted/ } @orders if length $files{$name} > $large;
	@orders = grep { /shuffled/ } @orders if length $files{$name} > $large / 4 && !$ENV{EVERYWHERE};
	my @found;
	for my $order (@orders) {
		my $path = written(Json::write($tree, $orders{$order}));
		my $is = $order =~ /shuffled/ ? format_of("cat $path |")
			: $order =~ /sorted/ ? $format : format_of($path);

		push @found, "$order: $is, not $format" if $is ne $format;
		push @found, map { "$order: $_" } differences(dumped($path), $right);
	}
	ok(!@found, "$name: the same in any order ($format)", @found);
	$formats{$format}++;
	$varied++;
}

# ---- what tells comes late ----

my $long = '[' . join(',', (1) x 750_000) . ']'; # 1.5 MB
my $node = '{"id":1,"callFrame":{"functionName":"f","url":""},"hitCount":3}';
my %late = (
	cpuprofile => qq({"x":$long,"samples":[1],"timeDeltas":[1],"startTime":0,"nodes":[$node]}),
	'trace-event' => qq({"x":$long,"traceEvents":[{"ph":"X","ts":1,"dur":2,"name":"f","pid":1,"tid":1}]}),
	firefox => qq({"x":$long,"threads":[{"samples":{"stack":[0],"time":[1],"length":1},) .
		'"stackTable":{"prefix":[null],"frame":[0]},"frameTable":{"func":[0]},' .
		'"funcTable":{"name":[0]},"stringArray":["f"]}],"meta":{"processType":0}}',
	speedscope => qq({"x":$long,"shared":{"frames":[{"name":"f"}]},"profiles":[{"type":"sampled",) .
		'"unit":"none","startValue":0,"endValue":1,"samples":[[0]],"weights":[1]}]}',
);
for my $format (sort keys %late) {
	my $path = written($late{$format});
	my @is = (format_of($path), format_of("cat $path |"), format_of("gzip -c $path |"));

	gzip($path => "$path.gz") or die "$GzipError\n";
	push @is, format_of("$path.gz");
	ok("@is" eq join(' ', ($format) x 4), "what tells a $format may stand behind 1.5 MB", @is);
}

# As much of a pipe as is kept, and not more.
my $blank = ' ' x 1000;
for ([15, 'cpuprofile'], [17, 'none']) {
	my ($mb, $right) = @$_;
	my $path = written('{"x":[' . join(',', ("\"$blank\"") x ($mb * 1024 * 1024 / 1003)) .
		"],\"nodes\":[$node]}");
	my @is = (format_of("cat $path |"), format_of($path));

	ok($is[0] =~ /^$right/ && $is[1] eq 'cpuprofile',
	   "behind $mb MB of a pipe it is found or not, behind those of a file always", @is);
	ok($right ne 'none' || $is[0] =~ /first 16 MiB; a file, unlike a pipe/, 'and what to do is said', @is);
}

ok($varied > 50, 'the JSON of the corpus is varied', "$varied files are");
Corpus::finish();

# budget.t - what small files may cost: memory has a budget, also that of libraries.

use strict;
use warnings;
use Program;
use Hostile;
use PerfData;
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
	says => qr/samples\.timed\.gz: [\d.]+ MiB for samples do not fit: .* \(--memory\), the maximum for a file this small$/m);
harmless('also from a pipe', ['top', '-'], stdin => $samples, status => 1, memory => 640,
	says => qr/standard input: [\d.]+ MiB for samples do not fit: .*\(--memory\)/);
harmless('less when less is allowed', ['top', '--memory', '100M', $samples], status => 1,
	memory => 140, says => qr/ of 100\.0 MiB are in use \(--memory\)$/m);
my $few = gzip_again("$dir/few.timed.gz", "# flarescope timed-folded 1\n",
	"1 a 1\n" x 400_000, 1);
harmless('what fits is read', ['top', '--memory', '100M', $few], status => 0);
for my $size ('1M', '2M', '4M') {
	harmless("within $size it is read or refused", ['top', '--memory', $size, $few],
		says => qr/^(?:flarescope: [^\n]*\(--memory\)\n)?$/, memory => 40);
}
harmless('no memory is no size', ['top', '--memory', '0', $few], status => 2,
	says => qr/--memory: '0' is not a size from 1M, such as 512M or 4G/);

# ---- two files ----

my $small = write_file("$dir/small.timed", "# flarescope timed-folded 1\n1 a;b 1\n2 a;c 1\n");
my $refusal = qr/samples\.timed\.gz: [\d.]+ MiB for samples do not fit: .* \(--memory\)/;
harmless('a second file gets what is right for its size, too', ['diff', $small, $samples],
	status => 1, memory => 660, says => $refusal);
harmless('so does a first', ['diff', $samples, $small], status => 1, memory => 660, says => $refusal)
    if $ENV{EVERYWHERE};
for my $size ('1M', '2M', '4M', '40M') {
	harmless("two files are read within $size or refused", ['diff', '--memory', $size, $few, $few],
		says => qr/^(?:flarescope: [^\n]*\(--memory\)\n)?$/, memory => 80);
}
my @deep = map {
	my $step = $_;
	write_file("$dir/deep$step.folded", map { my $i = $_;
		join(';', 'app', map { 'f' . $_ * $step * $i % 50 } 1 .. 64_999) . " $i\n" } 1 .. 10)
} 1, 3;
harmless('stacks of 65,000 frames are compared', ['diff', '--input-format', 'folded', @deep],
	status => 0, memory => 300);

# ---- libraries: the kernel stops what they take ----

# The soft limit of RLIMIT_DATA that it sets itself, while it waits for standard input.
sub data_limit
{
	my (@args) = @_;
	my $until = time + 60;
	my $limit = 'none';

	pipe my $in, my $out or die "pipe: $!\n";
	my $pid = fork // die "fork: $!\n";
	if (!$pid) {
		close $out;
		open STDIN, '<&', $in;
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		exec $ENV{FLARESCOPE}, @args, '-' or exit 127;
	}
	close $in;
	while ($limit !~ /^\d+$/ && time < $until) {
		open my $limits, '<', "/proc/$pid/limits" or last;
		($limit) = map { /^Max data size\s+(\S+)/ } <$limits>;
	}
	close $out;
	waitpid $pid, 0;
	return $limit;
}

if (sanitized()) {
	skip('the kernel stops what libraries take', 'sanitizers take more');
} elsif (`sh -c 'ulimit -S -d'` !~ /unlimited/) {
	skip('the kernel stops what libraries take', 'there is a limit already');
} else {
	my $limit = data_limit('info', '--memory', '64M');
	ok($limit eq (64 + 8 + 512) << 20, 'the kernel stops what libraries take', $limit);
	$limit = data_limit('info');
	ok($limit =~ /^\d+$/ && $limit <= (8192 + 1024 + 512) << 20,
		'also when nothing is said', $limit);
}

# ---- .flare: what is unpacked has the length that its header says ----

my $made_flare = $ENV{MADE_FLARE} || './tests/hostile/made_flare';

# One of $mode made_flare, packed, and that much of zeros behind it, of which a MiB is packed.
sub flare
{
	my ($mode, $n, $zeros) = @_;

	system($made_flare, $mode, $n, "$dir/made.flare") == 0 or die "made_flare: $?\n";
	return gzip_again("$dir/made.flare.gz", read_file("$dir/made.flare"),
		"\0" x (1 << 20), $zeros);
}

sub read_file
{
	my ($path) = @_;

	open my $in, '<:raw', $path or die "$path: $!\n";
	return do { local $/; <$in> };
}

harmless('a parsed profile that is packed is read', ['info', flare('chain', 100, 0)],
	status => 0, prints => qr/^samples\s+100\b/m);
harmless('what is behind its end is not unpacked', ['info', flare('chain', 100, 1500)],
	status => 1, memory => 32, seconds => 1,
	says => qr/the parsed profile is damaged: it is longer than its header says, \d+ bytes/);
harmless('one that says it is 3 GB long is refused for what it is',
	['info', flare('claim', 3 << 30, 1500)], status => 1, memory => 32, seconds => 1,
	says => qr/3\.0 GiB for bytes of a parsed profile do not fit: .* a file this small/);
harmless('one that is shorter than it says takes no memory for the rest',
	['info', flare('claim', 300 << 20, 0)], status => 1, memory => 32, seconds => 1,
	says => qr/the parsed profile is damaged: it has \d+ bytes of 314572800/);
my $bomb = gzip_again("$dir/bomb.flare.gz",
	pack('a8 L<L<', "\x89FLARE\n\x1a", 4, 19) . "\0" x 656, "\0" x (1 << 20), 1500);
harmless('nothing is unpacked behind a header that is none', ['info', $bomb], status => 1,
	memory => 32, seconds => 1, says => qr/the sum of its header is wrong/);

# ---- the disk: copies of stacks of what is packed ----

use constant COPY => 60_000;

# A packed recording of so many samples with copies of stacks; $of says what is in them.
sub copies
{
	my ($path, $count, $of) = @_;
	my $attr = attr(IP|TID|TIME|PERIOD|CALLCHAIN|REGS_USER|STACK_USER, regs => 0xff0fff);
	my $sample = sub {
		my $begin = $of->($_[0]);
		return stack_sample(7, 0x401000, $begin . "\0" x (COPY - length $begin));
	};
	my $head = recording([$attr], '');

	substr $head, 48, 8, pack 'Q<', $count * length $sample->(0);
	open my $out, '>:raw', $path or die "$path: $!\n";
	for (my $i = 0; $i < $count; $i += 50) {
		my $bytes = $i ? '' : $head;
		$bytes .= $sample->($_) for grep { $_ < $count } $i .. $i + 49;
		gzip(\$bytes => \my $packed) or die $GzipError;
		print $out $packed or die "$path: $!\n";
	}
	close $out or die "$path: $!\n";
	return $path;
}

SKIP: {
	my $few = copies("$dir/few.perf.data.gz", 3, sub { pack 'Q<', $_[0] });
	my $unwound = qr/user stacks cut short/;
	if (harm(['info', $few])->{out} !~ $unwound) {
		skip('what copies of stacks take', 'they are not unwound here');
		last SKIP;
	}
	# Files of a MiB, which is less than is kept in memory.
	my $same = copies("$dir/same.perf.data.gz", 2000, sub { '' });
	my $said = `ulimit -f 2048; '$ENV{FLARESCOPE}' info '$same' 2>&1`;
	ok($said =~ /2,000 $unwound/ && $said !~ /temporary files/,
		'equal copies of stacks are kept once', $said);

	my $other = copies("$dir/other.perf.data.gz", 11_000, sub { pack 'Q<', $_[0] });
	my $run = harmless('others take what is right for a file of its size',
		['info', $other], status => 0, memory => 200, prints =>
		    qr/user stacks not unwound: no room for a copy in temporary files/);
	my ($kept) = $run->{out} =~ /([\d,]+) $unwound/;
	$kept =~ tr/,//d;
	ok($kept * COPY < (512 + 33) << 20, 'the rest is counted', $run->{out});
	$run = harmless('more when the user allows it', ['info', '--memory', '600M', $other],
		status => 0, memory => 200, prints => qr/11,000 $unwound/)
	    if $kept * COPY > 500 << 20; # or the disk is full
}

# ---- stacks: 4,095 open frames, of which the outermost ends and another begins ----

sub slide
{
	my ($path, $frames, $pairs) = @_;
	my $event = sub { sprintf '{"type":"%s","frame":%d,"at":%d}', $_[0], $_[1] % $frames, $_[2] };
	my @events = map { $event->('O', $_, 0) } 0 .. 4094;

	push @events, $event->('C', $_, 1), $event->('O', $_ + 4095, 1) for 0 .. $pairs - 1;
	push @events, $event->('C', $pairs + 4094, 2);
	return write_file($path,
		'{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[',
		join(',', map { sprintf '{"name":"%x"}', $_ } 0 .. $frames - 1),
		']},"profiles":[{"type":"evented","name":"p","unit":"none","startValue":0,' .
		'"endValue":9,"events":[', join(',', @events), ']}]}');
}
harmless('each pair of events makes 4,095 stacks of a small file: too many',
	['top', slide("$dir/slide.speedscope.json", 16_000, 14_500)], status => 1, memory => 640,
	seconds => 20, says => qr/ do not fit: .* in use \(--memory\), the maximum for a file this small/);
harmless('a few of them are read', ['top', '--limit', 1, slide("$dir/few.json", 5000, 100)],
	status => 0, memory => 200, seconds => 5);

# ---- the disk: exports that write each stack out ----

my $chain = "$dir/chain.flare"; # 1.3 MB
system($made_flare, 'chain', 40_000, $chain) == 0 or die "made_flare: $?\n";
for (['folded', '3.7 GiB'], ['timed-folded', '3.7 GiB'], ['speedscope', '1.4 GiB']) {
	my ($format, $length) = @$_;
	my $run = harmless("--format $format is not written where it would be $length",
		['export', '--format', $format, $chain], status => 1, seconds => 1, memory => 64,
		says => qr/ would take about \Q$length\E, \d{4} times the size of the profile; export --large writes it anyway$/m);
	ok($run->{bytes} == 0, 'not a byte of it');
}
my $longer = "$dir/longer.flare"; # a byte or two a frame there
system($made_flare, 'chain', 60_000, $longer) == 0 or die "made_flare: $?\n";
my ($status, $out, $err) = run('export', '--format', 'pprof', $longer);
ok($status == 1 && $out eq '' && $err =~ /--large writes it/,
	'nor is it written as pprof', $err);
my $begin = `'$ENV{FLARESCOPE}' export --large '$chain' | head -c 4000`;
ok($begin =~ /^app;call 1\napp;call;call 1\n/, 'but when it is asked for', $begin);
system($made_flare, 'chain', 2000, $chain) == 0 or die "made_flare: $?\n";
for my $format ('folded', 'timed-folded', 'speedscope') {
	my $run = harmless("what is not long is written as $format",
		['export', '--format', $format, $chain], status => 0);
	ok($run->{bytes} > 2_000_000, 'all of it', "$run->{bytes} bytes");
}

Program::finish();

# memory.t - no file makes flarescope write where nothing of its own is, nor end by an assertion.
#
# In a build without sanitizers most of what is written past an end goes unnoticed: these tests
# are meant for both.

use strict;
use warnings;
use Program;
use Hostile;
use PerfData;

Program::start();
my $dir = hostile_dir();
my $made_flare = $ENV{MADE_FLARE} || './tests/hostile/made_flare';

# ---- perf.data: calls that the processor saw ----

use constant {
	LBR => IP | TID | TIME | PERIOD | CALLCHAIN | BRANCH_STACK,
	CALL_STACK => 1 << 11, # PERF_SAMPLE_BRANCH_CALL_STACK
};

# A sample whose chain is these numbers, with branches that come from each of @from.
sub lbr
{
	my ($chain, @from) = @_;

	return recording([attr(LBR, branch => CALL_STACK)], comm(7, 'app') .
		sample(pack('Q<L<L<Q<Q<', 0x401000, 7, 7, 5, 1) .
		    pack('Q<*', scalar @$chain, @$chain) .
		    pack('Q<*', scalar @from, map { $_, 0x41414141 << 32 | 0x41414141, 0 } @from)));
}

for my $calls (1, 256, 257, 500, 510, 511, 512, 513, 514, 2000) {
	my $file = write_file("$dir/lbr.perf.data",
	    lbr([CONTEXT_USER], (CONTEXT_USER) x $calls));

	harmless("$calls branches that come from a mark", ['info', $file], status => 0,
		prints => qr/^samples\s+1\b/m, seconds => 2, memory => 100);
}
for my $depth (500, 510, 511, 512, 513, 514, 515, 2000) {
	my $file = write_file("$dir/long.perf.data",
	    lbr([(0x1000) x $depth, CONTEXT_USER, 0x2000], 0x401000, 0x402000));

	harmless("a chain of $depth addresses before two branches", ['top', $file],
		status => 0, seconds => 2, memory => 100);
}
my $file = write_file("$dir/good.perf.data",
	lbr([CONTEXT_USER, 0x500000], 0x401000, 0x402000));
harmless('branches take the place of the addresses', ['export', '--format', 'folded', $file],
	status => 0, prints => qr/^app;\[unknown\];\[unknown\];\[unknown\] 1$/m);

# ---- perf.data: what lies behind a record, in a record that is packed ----

# A frame of zstd as it is without being packed: one block, not the last.
sub zstd_frame
{
	my ($bytes) = @_;

	return "\x28\xb5\x2f\xfd\x00\x58" .
	    substr(pack('L<', length($bytes) << 3), 0, 3) . $bytes;
}

my $comm = comm(7, 'app');
my $sample = sample(pack('Q<L<L<Q<Q<', 0x401000, 7, 7, 5, 1) . pack('Q<Q<Q<', 2,
	CONTEXT_USER, 0x401000));
for my $type (66, 71) { # TRACING_DATA, AUXTRACE
	my $inside = record($type, 0, pack 'Q<5', 0x10000, 0, 0, 0, 0);
	my $packed = zstd_frame($comm . $inside . $sample);
	my $name = $type == 71 ? 'AUXTRACE' : 'TRACING_DATA';

	$file = write_file("$dir/packed.perf.data",
		recording([attr(IP | TID | TIME | PERIOD | CALLCHAIN)],
		    record(81, 0, $packed) . $sample x 20000));
	my $run = harm(['info', $file]);
	last if $run->{err} =~ /built without\s+libzstd/;
	harmless("$name in a packed record does not say what follows in the file",
		['info', $file], status => 0, prints => qr/^samples\s+20,00[01]\b/m,
		seconds => 2, memory => 150);
}

# ---- perf.data: a section of nothing ----

$file = write_file("$dir/tracing.perf.data",
	recording([attr(IP | TID | TIME | PERIOD | CALLCHAIN)], $comm . $sample, {1 => ''}));
harmless('an empty tracing section', ['info', $file], status => 0,
	prints => qr/^samples\s+1\b/m);

# ---- timed folded stacks: a name and the module in it ----

my $magic = "# flarescope timed-folded 1\n";
for my $bytes (1, 10, 100, 3000, 70000) {
	my $name = '[\xZ' . 'A' x $bytes . ']';

	$file = write_file("$dir/escapes.timed", "${magic}1.0 c;$name 1\n2.0 c;$name;x 1\n");
	my $run = harmless("a name of $bytes bytes in brackets with what could be an escape",
		['export', '--format', 'timed-folded', $file], status => 0);
	my $module = substr $name, 1, -1;
	ok(index($run->{out}, "c;$module`$name;x 1\n") > 0, "and it is the same when written");
}
$file = write_file("$dir/escaped.timed", "${magic}1.0 c;[\\x41b\\x43];\\x44`\\x45 1\n");
harmless('escapes in a module and a name', ['export', '--format', 'folded', $file],
	status => 0, prints => qr/^c;\[AbC\];E 1$/m);

# ---- .flare: a stack deeper than a tree counts ----

for my $depth (65534, 65535, 65536, 70000, 200000) {
	$file = "$dir/deep.flare";
	die "no $file\n" if system $made_flare, 'deep', $depth, $file;
	for my $format (qw(pprof speedscope svg json)) {
		harmless("$depth frames as $format", ['export', '--format', $format, $file],
			status => 0, seconds => 5, memory => 300);
	}
}

# ---- Austin: what numbers mean, told too late ----

$file = write_file("$dir/mode.austin", "P1;T1;a.py:f:1 100\n# mode: memory\nP1;T1;a.py:f:1 200\n");
harmless('a mode behind the first sample', ['info', $file], status => 0,
	prints => qr/^samples\s+2\b/m);
$file = write_file("$dir/memory.austin", "# mode: memory\nP1;T1;a.py:f:1 100\n# mode: memory\n");
harmless('a mode before it', ['info', $file], status => 0, prints => qr/memory/);

# ---- times at the ends of what 64 bits hold; sanitizers see what overflows ----

use constant TIMED => IP | TID | TIME | PERIOD | CALLCHAIN;

sub at
{
	my ($time) = @_;

	return sample(pack('Q<L<L<Q<Q<', 0x401000, 7, 7, $time, ~0) .
		pack('Q<Q<Q<', 2, CONTEXT_USER, 0x401000));
}

for my $times ([0, 1], [0, ~0], [~0 - 1, ~0], [~0, ~0], [~0 >> 1, (~0 >> 1) + 1], [0, ~0 >> 1]) {
	my $is = join ' and ', @$times;

	$file = write_file("$dir/ends.perf.data",
		recording([attr(TIMED)], $comm . join '', map { at($_) } @$times));
	for my $args (['info'], ['info', '--json'], ['heatmap', '--width', '80'], ['flame'], ['tree'],
		['top', '--format', 'json'], ['periods'], ['export', '--format', 'timed-folded'],
		['export', '--format', 'speedscope'], ['export', '--format', 'pprof'],
		['export', '--format', 'svg'], ['flame', '--range', '0,18446744073.709551615'],
		['heatmap', '--range', '9223372036.854775807,']) {
		my $run = harm([@$args, $file]);

		next if $run->{status} && $run->{err} =~ /built without|too many|more than|begins|nothing was recorded/;
		harmless("@$args of times $is", [@$args, $file], status => 0, seconds => 2,
			memory => 300);
	}
}

# ---- whatever has no room is said, and nothing else fails because of it ----

my $text = join '', map { "app 7 [000] $_.5: cpu-clock:\n\t     401000 work+0x10 (/bin/app)\n\n" } 1 .. 2000;
my %readable = (
	'perf.data' => recording([attr(TIMED)], $comm . join '', map { at($_) } 1 .. 3000),
	'packed' => recording([attr(TIMED)], record(81, 0, zstd_frame($comm . at(5) x 100))),
	'perf script' => $text,
	'timed folded' => $magic . join('', map { "$_.0 c;main;work$_ 1\n" } 1 .. 3000),
	'json' => '{"nodes":[' . join(',', map { qq({"id":$_,"callFrame":{"functionName":"f$_"}}) } 1 .. 2000) .
	    '],"startTime":0,"endTime":9,"samples":[' . join(',', 1 .. 2000) . '],"timeDeltas":[' .
	    join(',', (1) x 2000) . ']}',
);
my $step = $ENV{EVERYWHERE} ? 1.3 : 1.6;
for my $kind (sort keys %readable) {
	my @bad;

	$file = write_file("$dir/readable", $readable{$kind});
	for (my $budget = 1 << 20; $budget < 40 << 20; $budget = int($budget * $step)) {
		for my $args (['info', '--json'], ['heatmap'], ['export', '--format', 'speedscope']) {
			my $run = harm([@$args, '--memory', $budget, $file]);

			push @bad, "@$args --memory $budget: $run->{end} $run->{status}: $run->{err}"
			    if $run->{end} ne 'exit' || $run->{status} > 1 ||
			    ($run->{status} && $run->{err} !~ /--memory|out of memory|no memory|without libzstd/);
		}
	}
	ok(!@bad, "$kind with any budget is read or refused for it", @bad);
}

Program::finish();

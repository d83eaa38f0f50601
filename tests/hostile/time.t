# time.t - small files cannot keep flarescope busy.

use strict;
use warnings;
use Program;
use Hostile;
use Elf qw(uleb); # as protocol buffers write numbers
use PerfData;
use Shapes;

Program::start();
my $dir = hostile_dir();

# ---- a hole of a TiB behind a recording, which is of no use ----

{
	my $file = write_file("$dir/hole.perf.data", recording([attr(IP|TID|TIME|PERIOD)],
		comm(7, 'app') . sample(pack 'Q<L<L<Q<Q<', 0x1000, 7, 7, 5, 1)));

	if (truncate $file, 1 << 40) {
		harmless('what is far behind the records is not read', ['info', $file], status => 0,
			prints => qr/^samples\s+1\b/m, seconds => 2);
	} else {
		skip('what is far behind the records', 'there are no such large files here');
	}
	unlink $file;
}

# ---- and in a text, where bytes may follow ----

for my $tail ('', "app 7/7 [000] 1001.000000: 1 cycles:\n\t    400000 g+0x1 (/bin/a)\n\n") {
	my $file = write_file("$dir/hole.perf", "app 7/7 [000] 1000.000000: 1 cycles:\n\t    400000 f+0x1 (/bin/a)\n\n");

	if (truncate $file, 1 << 40) {
		open my $out, '>>', $file or die "$file: $!\n";
		print $out $tail;
		close $out;
		harmless('a text is read up to a hole' . ($tail && ' with more behind it'), ['info', $file],
			status => 0, seconds => 2, prints => qr/^samples\s+1\b.*^damaged.*\b1 hole in the file/ms);
	} else {
		skip('a text with a hole', 'there are no such large files here');
	}
	unlink $file;
}

# ---- ids that a hash without a secret puts into one place ----

# What idmap used to scatter ids with, the last step of splitmix64, backwards.
sub product
{
	use integer;
	my ($a, $b) = @_;

	return $a * $b;
}

sub unshift_xor
{
	my ($x, $shift) = @_;
	my $y = $x;

	$y = $x ^ $y >> $shift for 1 .. 64 / $shift;
	return $y;
}

sub inverse # of an odd number, modulo 2^64 (Newton)
{
	use integer;
	my ($a) = @_;
	my $x = $a;

	$x *= 2 - $a * $x for 1 .. 6;
	return $x;
}

my @back = map { 0 + sprintf '%u', inverse(0 + $_) } '13787848793156543929',
    '10723151780598845931'; # its two factors

sub id_for # the place
{
	my $x = unshift_xor($_[0], 31);

	$x = unshift_xor(0 + sprintf('%u', product($x, $back[1])), 27);
	return unshift_xor(0 + sprintf('%u', product($x, $back[0])), 30);
}

sub field # of a protocol buffer: bytes
{
	return chr($_[0] << 3 | 2) . uleb(length $_[1]) . $_[1];
}

my $pprof = join '', map({ field(6, $_) } '', 'cpu', 'count', 'f'), field(1, "\x08\1\x10\2"),
    field(4, "\x08\1"), field(2, "\x0a\1\1\x12\1\1"),
    map { field(5, "\x08" . uleb(id_for($_ << 24)) . "\x10\3") } 1 .. 150000;
my $file = write_file("$dir/collide.pb", $pprof);
harmless('ids made to collide are as fast as others', ['top', $file], status => 0,
	prints => qr/100\.0/, seconds => 1, memory => 100);

# ---- a line of blanks, at each of which something may begin ----

my $chain = "\t    ffffffff81000000 f (/a)\n\n";
$file = write_file("$dir/blanks.txt", 'a 1/1 [000] 1.000001: 1 cycles:  x' . ' ' x 900_000 . "y (z)\n$chain");
harmless('blanks of a line are not counted anew at each of them', ['info', $file], status => 0, seconds => 1);
$file = write_file("$dir/indented.txt", ("            java     ffffffff81000000 f (/a)\n") x 30,
	' ' x 450_000, 'ffffffff81000000 ' x 26_000, "b\n");
harmless('nor are those that it begins with at each of its addresses', ['info', $file], status => 0, seconds => 2);
$file = write_file("$dir/events.txt", ("java a:\n$chain") x 30,
	' ' x 450_000, 'x' x 24, ' a:' x 150_000, " b\n$chain", ("java a:\n$chain") x 30);
harmless('nor at each of its events', ['info', $file], status => 0, seconds => 2);

# ---- maps that are copied for every fork ----

my $maps = join '', map { perf_mmap(1, 0x1000 * (2 * $_ + 1), 0x1000, '/a') } 0 .. 64999;
$maps .= join '', map { perf_fork(2, 1) . perf_mmap(2, 0x10, 0x10, '/a') } 1 .. 20000;
$maps .= sample(pack 'Q<L<L<Q<Q<Q<', 0x401010, 1, 1, 5, 1, 0);
$file = write_file("$dir/maps.perf.data",
	recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)], $maps));
harmless('forks of a process with many maps do not copy them', ['top', '--no-symbols', $file],
	status => 0, seconds => 1, memory => 100);

$maps = join '', map { perf_mmap(1, 0x1000 * (2 * $_ + 1), 0x1000, '/a') } reverse 0 .. 64999;
$maps .= sample(pack 'Q<L<L<Q<Q<Q<', 0x401010, 1, 1, 5, 1, 0);
$file = write_file("$dir/downwards.perf.data",
	recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)], $maps));
harmless('maps from the highest to the lowest do not move each other',
	['top', '--no-symbols', $file], status => 0, seconds => 1, memory => 100);

# ---- patterns ----

# Each runs into the limit of five seconds; test_names asks both with a limit of 0.1 s.
if ($ENV{EVERYWHERE}) {
	$file = write_file("$dir/long.perf", "app 7 1.000000: 1 cpu-clock:\n\t400000 x" .
		'a' x 1_000_000 . "+0x1 (/bin/app)\n\n");
	harmless('a pattern ends within a name of a megabyte',
		['flame', '--search', '.*.*xa', $file], status => 2, seconds => 7, memory => 150,
		says => qr/takes too long/);
}
$file = write_file("$dir/slow.perf", map {
	sprintf "app 7 %d.5: 1 cpu-clock:\n\t40%05d %s1b%d+0x1 (/bin/app)\n\n", 1000 + $_, $_,
	    'a' x 60, $_ } 1 .. 20000);
harmless('all names together have one time limit',
	['top', '--filter', 'a.*a.*a.*1$', $file], status => 2, seconds => 7,
	says => qr/takes too long for the names of this profile: \d+ of them/);

# ---- spans that overlap: each may have all others put onto a new stack ----

my $spans = "name,start,end,track,parent\nroot,0,31010,t,\n" .
    join '', map { "c$_," . ($_ + 1) . ',' . ($_ + 1001) . ",t,root\n" } 0 .. 29999;
$file = write_file("$dir/overlap.csv", $spans);
harmless('30,000 spans of which 1,000 run at a time are no gigabyte', ['info', $file],
	status => 0, seconds => 3, memory => 200, prints => qr/beyond the greatest depth/);
my $json = harmless('nor a minute of JSON', ['export', '--format', 'json', $file],
	status => 0, seconds => 8, memory => 250);
ok($json->{bytes} > 10e6 && $json->{bytes} < 400e6, 'but the stacks that are kept are in it');

# ---- events that are named again and again ----

sub part { return pack('Q<', length $_[0]) . $_[0] } # its length, and it

my $one = sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', 0x401010, 7, 7, 5, 1, 2, CONTEXT_USER, 0x401010);
my $formats = 100_000;
my $tracing = "\x17\x08\x44tracing0.6\0" . pack('CCL<', 0, 8, 4096) . "header_page\0" . part('') .
    "header_event\0" . part('') . pack('L<L<', 0, 1) . "sched\0" . pack('L<', $formats) .
    join '', map { part("name: e$_\nID: $_\n") } 1 .. $formats;
$file = write_file("$dir/named.perf.data", recording([map {
	attr(IP|TID|TIME|PERIOD|CALLCHAIN, type => 2, config => 99_990 + $_)
} 1 .. 40_000], comm(7, 'app') . $one, {1 => $tracing}));
harmless('40,000 events are named from 100,000 formats', ['info', '--no-symbols', $file],
	status => 0, seconds => 2, prints => qr/sched:e99991\b.*sched:e100000\b/s);

# ---- a map with functions in each other without end ----

mkdir "$dir/root";
mkdir "$dir/root/tmp";
write_file("$dir/root/tmp/perf-7.map", "10000 1000000 " . join('->', map { "f$_" } 1 .. 20_000) .
	"\n2000000 100 caller->called\n");
$file = write_file("$dir/unfolded.perf.data", recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)],
	comm(7, 'app') . mmap2(7, 0x10000, 0x2000000, '//anon') .
	sample(pack 'Q<L<L<Q<Q<Q<Q<*', 0x2000010, 7, 7, 5, 1, 4002, CONTEXT_USER, 0x2000010,
		map { 0x10000 + 8 * $_ } 1 .. 4000)));
for ([], ['--inline']) {
	harmless("20,000 functions in each other are one at each of 4,000 addresses @$_",
		['top', '--symfs', "$dir/root", @$_, $file], status => 0, seconds => 2,
		memory => 100, prints => qr/\bcalled\b/);
}

# ---- stacks that have their callers in common, in a hundred bursts ----

my ($deep, $leaves) = (60_000, 50_000);
my $function = '{"id":%d,"callFrame":{"functionName":"f%d"},"children":[%s]}';
$file = write_file("$dir/deep.cpuprofile", '{"nodes":[' . join(',',
	map({ sprintf $function, $_, $_, $_ + 1 } 1 .. $deep - 1),
	sprintf($function, $deep, $deep, join ',', $deep + 1 .. $deep + $leaves),
	map { sprintf $function, $_, $_, '' } $deep + 1 .. $deep + $leaves) .
	'],"startTime":0,"samples":[' . join(',', map { $deep + $_ } 1 .. $leaves) .
	'],"timeDeltas":[' . join(',', map { $_ % 500 < 50 ? 100 : 10_000 } 1 .. $leaves) . ']}');
harmless('50,000 stacks of 60,000 frames are counted once for what they share',
	['find', $file], status => 0, seconds => 3, prints => qr/ are usual, for /m);

# ---- two files: a name is read once, however many functions have it ----

sub number { return chr($_[0] << 3) . uleb($_[1]) }

# Functions of such names, each in the module of its number.
sub functions_in
{
	my ($names, $modules, $module_of) = @_;
	my $n = @$names > @$modules ? @$names : @$modules;
	my $module = 4 + @$names; # its string

	return join '', field(1, number(1, 1) . number(2, 2)), map({ field(6, $_) } '', 'cpu',
		'count', 'unused', @$names, @$modules),
	    map({ field(3, number(1, $_ + 1) . number(2, $_ << 12) . number(3, $_ + 1 << 12) .
		number(5, $module + $_)) } 0 .. $#$modules),
	    map({ field(5, number(1, $_ + 1) . number(2, 4 + $_)) } 0 .. $#$names),
	    map({ field(4, number(1, $_) . number(2, 1 + ($_ - 1) % @$modules) .
		field(4, number(1, 1 + ($_ - 1) % @$names))) } 1 .. $n),
	    map({ field(2, field(1, uleb($_)) . field(2, uleb(1))) } 1 .. $n);
}

my @many = map { "f$_" } 1 .. 30_000;
my $long = 'M' x 1_000_000;

$file = write_file("$dir/module.pb", functions_in(\@many, [$long]));
harmless('30,000 functions of a module of a megabyte are compared in a moment',
	['diff', '--by', 'all', '--limit', 3, $file, $file], status => 0, seconds => 1);
$file = write_file("$dir/name.pb", functions_in([$long], \@many));
harmless('and so is a function of such a name in 30,000 modules',
	['diff', '--by', 'all', '--limit', 3, $file, $file], status => 0, seconds => 1);

# Stacks of 1,000 frames, each of one of 40 functions whose names are long, with these weights.
sub towers
{
	my ($weight_of) = @_;

	return join '', field(1, number(1, 1) . number(2, 2)), map({ field(6, $_) } '', 'cpu',
		'count', 'unused', map { $_ . 'N' x 300_000 } 1 .. 40),
	    map({ field(5, number(1, $_) . number(2, 3 + $_)) .
		field(4, number(1, $_) . field(4, number(1, $_))) } 1 .. 40),
	    map({ field(2, field(1, uleb($_) x 1000) . field(2, uleb($weight_of->($_)))) } 1 .. 40);
}

my @towers = (write_file("$dir/even.pb", towers(sub { 1 })),
	write_file("$dir/odd.pb", towers(sub { $_[0] > 20 ? 50 : 20 })));
harmless('40,000 boxes that are too narrow for their names do not measure these',
	['flame', '--format', 'text', '--width', 200, @towers], status => 0, seconds => 1);

# ---- call paths that are turned over: 64,000 samples, each one call of the same function deeper ----

my $made_flare = $ENV{MADE_FLARE} || './tests/hostile/made_flare';
for (['chain', ['flame', '--reverse']], ['chain', ['tree', '--reverse']], ['leaves', ['flame', '--function', 'leaf']]) {
	my ($mode, $command) = @$_;

	system($made_flare, $mode, 64_000, "$dir/turned.flare") == 0 or die "made_flare: $?\n";
	harmless("two thousand million frames are not turned over by @$command", [@$command, "$dir/turned.flare"],
		status => 1, seconds => 1, says => qr/too many frames to invert the call paths/);
	system($made_flare, $mode, 8_000, "$dir/turned.flare") == 0 or die "made_flare: $?\n";
	harmless("but 32 million are by @$command", [@$command, "$dir/turned.flare"], status => 0, seconds => 4);
}

# ---- events: what is asked of each is not asked of each other ----

my $head = "# flarescope timed-folded 1\n";
my @files = map { my $name = $_; write_file("$dir/$name.timed", $head,
	map { "$_ event=$name$_ a 1\n" } 1 .. 30_000) } 'a', 'b';
harmless('30,000 events on both sides are found to have none in common', ['diff', @files],
	status => 2, seconds => 2, says => qr/no event in common: one has 'a1', the other 'b1'/);
$file = write_file("$dir/short.timed", $head,
	map({ my $e = $_ % 60_000; "${_}ms event=e$e dur=0 a;b 1\n" } 1 .. 300_000),
	"300001ms event=last dur=5ms a;b 1\n");
harmless('of 60,000 events the one whose spans take time is found at once', ['top', $file],
	status => 0, seconds => 2, prints => qr/^5,000,000 /m);

# ---- one waker with a deep stack, in the chains of all that waited meanwhile ----

$file = write_file("$dir/wakers.txt", one_deep_waker(10_000));
harmless('a deep stack in ten thousand chains of wakers is told as often as there is room',
	['export', '--graph', 'chain', $file], status => 0, seconds => 4, memory => 300,
	says => qr/chains of wakers cut short/,
	prints => qr/^t\d+;main;wait\d+;--;wake\d+;t2;--;deep1;.*;t1 \d+$(.|\n)*^t\d+;main;wait\d+;--;wake\d+;t2;--;\[more wakers\] \d+$/m);

Program::finish();

# Shapes.pm - inputs of any size, each of which grows in one direction.
#
#	for my $row (readers()) { my ($name, $ending, $make, $first) = @$row; ... }
#
# $make->($n) gives the content, about in proportion to $n; $first is a size to begin with.

package Shapes;

use strict;
use warnings;
use Exporter qw(import);
use PerfData;
use Elf; # uleb(): as protocol buffers write numbers

our @EXPORT = qw(readers shapes questions one_deep_waker programs);

# ---- perf.data ----

sub of_samples
{
	my ($n, $records, $chain) = @_;
	my @chains = map { my $c = $_; $chain->($c) } 0 .. ($n < 1000 ? $n : 1000) - 1;

	return recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)], join '', @$records, map {
		my @chain = @{$chains[$_ % @chains]};
		sample(pack 'Q<L<L<Q<Q<Q<Q<*', $chain[0], 1, 1, 10 * $_ + 5, 1,
			@chain + 1, CONTEXT_USER, @chain)
	} 1 .. $n);
}

sub few { my ($c) = @_; return [map { 0x400000 + 16 * ($c * $_ % 97) } 1 .. 20] }

my @maps = (comm(1, 'app'), mmap2(1, 0x400000, 0x100000, '/bin/app'));

# ---- protocol buffers ----

sub field { return chr($_[0] << 3 | 2) . uleb(length $_[1]) . $_[1] }
sub number { return chr($_[0] << 3) . uleb($_[1]) }

sub pprof # functions, locations and samples, and how deep these are
{
	my ($n, $depth) = @_;
	my @strings = ('', 'cpu', 'count', map { "f$_" } 1 .. $n);

	return join '', field(1, number(1, 1) . number(2, 2)), map({ field(6, $_) } @strings),
	    map({ field(5, number(1, $_) . number(2, $_ + 2)) .
		field(4, number(1, $_) . field(4, number(1, $_))) } 1 .. $n),
	    map { my $s = $_; field(2, field(1, join '', map { uleb(1 + ($s * $_) % $n) }
			1 .. $depth) . field(2, uleb(1))) } 1 .. $n;
}

# ---- JSON ----

sub speedscope
{
	my ($n, $type, $body) = @_;
	my $frames = join ',', map { qq({"name":"f$_"}) } 0 .. 999;

	return '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[' .
	    qq($frames]},"profiles":[{"type":"$type","name":"p","unit":"microseconds",) .
	    qq("startValue":0,"endValue":$n,$body}]});
}

sub sampled
{
	my ($n) = @_;

	return speedscope($n, 'sampled', '"samples":[' .
		join(',', map { '[' . join(',', map { $_ % 1000 } $_ .. $_ + 15) . ']' } 1 .. $n) .
		'],"weights":[' . join(',', (1) x $n) . ']');
}

# Stacks of 50 that open and close.
sub evented
{
	my ($n) = @_;
	my @events;

	for my $i (0 .. $n / 100) {
		push @events, map { [O => $_, $_ + $i & 511] } 0 .. 49;
		push @events, map { [C => $_, $_ + $i & 511] } reverse 0 .. 49;
	}
	my $at = 0;
	return speedscope(scalar @events, 'evented', '"events":[' . join(',', map {
		sprintf '{"type":"%s","frame":%d,"at":%d}', $_->[0], $_->[2], $at++
	} @events) . ']');
}

sub cpuprofile
{
	my ($n, $parent) = @_;
	my @children;

	push @{$children[$parent->($_)]}, $_ for 2 .. $n;
	return '{"nodes":[' . join(',', map {
		sprintf '{"id":%d,"callFrame":{"functionName":"f%d","url":"a.js","lineNumber":%d},' .
		    '"children":[%s]}', $_, $_, $_, join ',', @{$children[$_] || []}
	} 1 .. $n) . '],"startTime":0,"endTime":' . 2 * $n . ',"samples":[' . join(',', 1 .. $n) .
	    '],"timeDeltas":[' . join(',', (2) x $n) . ']}';
}

sub trace { return '{"traceEvents":[' . join(',', @_) . ']}' }

# ---- text ----

sub folded { my ($n, $line) = @_; return join '', map { $line->($_) . "\n" } 1 .. $n }

sub script
{
	my ($n, $head, $frames) = @_;

	return join '', map { $head->($_) . "\n" . $frames->($_) . "\n" } 1 .. $n;
}

sub head { sprintf 'app %d/%d [%03d] %d.%06d: 1 cpu-clock:', 7, 7, 1, $_[0] / 99, $_[0] % 99 }

sub frames
{
	my ($i) = @_;
	return join '', map { sprintf "\t%16x f%d+0x1 (/bin/app)\n", 0x400000 + 16 * $_, $_ }
	    map { ($i * $_) % 500 } 1 .. 15;
}

# A row for each reader and what it may have much of.
sub readers
{
	return (
	['perf-script, many samples', 'perf', sub { script($_[0], \&head, \&frames) }, 4000],
	['perf-script, many processes', 'perf', sub { script($_[0], sub {
		sprintf 'p%d %d/%d [0] %d.5: 1 cpu-clock:', $_[0], $_[0], $_[0], $_[0] / 99 },
		sub { "\t 40 main+0x1 (/bin/app)\n" }) }, 10000],
	['perf-script, many functions', 'perf', sub { script($_[0], \&head, sub {
		sprintf "\t%16x f%d+0x1 (/lib/l%d.so)\n\t 40 main+0x1 (/a)\n", $_[0] * 16, $_[0],
		    $_[0] % 5000 }) }, 10000],
	['perf-script, notes', 'perf', sub { "# ========\n# captured on: x\n" . join('', map { "# cmdline : a $_\n# hostname : h$_\n" }
		1 .. $_[0]) . script(10, \&head, \&frames) }, 20000],
	['perf.data, many samples', 'perf.data', sub { of_samples($_[0], \@maps, \&few) }, 10000],
	['perf.data, deep chains', 'perf.data', sub { of_samples($_[0] / 20, \@maps, sub {
		my $c = $_[0]; [map { 0x400000 + 4 * (($c + $_) % 5000) } 1 .. 400] }) }, 20000],
	['perf.data, many maps', 'perf.data', sub { my ($n) = @_; of_samples(100, [@maps, map {
		perf_mmap(1, 0x10000000 + 0x2000 * ($_ * 7919 % $n), 0x1000, '/lib/l' . $_ % 300) }
		1 .. $n], \&few) }, 8000],
	['perf.data, many forks', 'perf.data', sub { of_samples(100, [@maps,
		map({ perf_mmap(1, 0x10000000 + 0x2000 * $_, 0x1000, '/lib/l') } 1 .. $_[0] / 4),
		map { perf_fork(2, 1) . perf_mmap(2, 0x400000, 0x1000, '/bin/b') } 1 .. $_[0]],
		\&few) }, 8000],
	['perf.data, many processes', 'perf.data', sub { of_samples(100, [@maps,
		map { perf_fork($_, 1) . perf_mmap($_, 0x400000, 0x1000, '/bin/b') .
		    comm($_, "c$_") } 2 .. $_[0] + 1], \&few) }, 10000],
	['perf.data, many mapped files', 'perf.data', sub { of_samples(100, [@maps, map {
		perf_mmap(1, 0x10000000 + 0x2000 * $_, 0x1000, "/lib/l$_.so") } 1 .. $_[0]],
		\&few) }, 8000],
	['pprof, many functions', 'pb', sub { pprof($_[0], 3) }, 10000],
	['pprof, deep stacks', 'pb', sub { pprof($_[0] / 10, 100) }, 10000],
	['speedscope, samples', 'speedscope.json', \&sampled, 5000],
	['speedscope, events', 'speedscope.json', \&evented, 40000],
	['cpuprofile, wide', 'cpuprofile', sub { cpuprofile($_[0], sub { 1 }) }, 10000],
	['cpuprofile, deep', 'cpuprofile', sub { cpuprofile($_[0], sub { $_[0] - 1 }) }, 4000],
	['trace-event, spans in each other', 'json', sub { trace(map { sprintf
		'{"ph":"X","name":"n%d","pid":1,"tid":%d,"ts":%d,"dur":%d}', $_ % 1000, $_ % 7,
		$_ >> 5, 40 - $_ % 32 } 1 .. $_[0]) }, 20000],
	['trace-event, begins and ends', 'json', sub { trace(map {
		(qq({"ph":"B","name":"n$_","pid":1,"tid":1,"ts":$_}),
		 qq({"ph":"E","name":"n$_","pid":1,"tid":1,"ts":) . ($_ + 1) . '}') }
		1 .. $_[0] / 2) }, 20000],
	['trace-event, begins that never end', 'json', sub { trace(map {
		qq({"ph":"B","name":"n$_","pid":1,"tid":1,"ts":$_}) } 1 .. $_[0]) }, 20000],
	['trace-event, many threads', 'json', sub { trace(map {
		qq({"ph":"X","name":"n","pid":1,"tid":$_,"ts":$_,"dur":5}) } 1 .. $_[0]) }, 20000],
	['spans, overlapping', 'csv', sub { "name,start,end,track,parent\nroot,0,9999999,t,\n" .
		folded($_[0], sub { "c$_[0],$_[0]," . ($_[0] + 200) . ',t,root' }) }, 4000],
	['spans, many tracks', 'csv', sub { "name,start,end,track\n" .
		folded($_[0], sub { "c,$_[0]," . ($_[0] + 200) . ",t$_[0]" }) }, 10000],
	['austin', 'austin', sub { "# mode: wall\n" . folded($_[0], sub {
		'P1;T' . $_[0] % 9 . join('', map { ";/a.py:f$_:" . $_[0] * $_ % 500 } 1 .. 12) .
		' 10' . $_[0] % 9 }) }, 10000],
	['dtrace', 'dtrace', sub { join '', map { my $i = $_; "app    ${i}000:\n" . join('',
		map { "              a.out`f" . $i * $_ % 500 . "+0x1\n" } 1 .. 12) . "     1\n" }
		1 .. $_[0] }, 10000],
	['bpftrace', 'bpftrace', sub { join '', map { my $i = $_; "@[\n" . join('',
		map { '    f' . $i * $_ % 500 . "+1\n" } 1 .. 12) . ", p$i]: 3\n" } 1 .. $_[0] },
		10000],
	['folded, many stacks', 'folded', sub { folded($_[0], sub {
		join(';', map { 'f' . $_[0] * $_ % 997 } 1 .. 12) . ' 3' }) }, 20000],
	);
}

sub timed
{
	my ($n, $line) = @_;
	return "# flarescope timed-folded 1\n" . folded($n, $line);
}

# perf script: so many threads wait, each at a place of its own, for one that was woken from a stack so deep.
sub one_deep_waker
{
	my ($n) = @_;
	my ($time, @text) = 0;
	my $event = sub { my ($tid, $what, @frames) = @_;
		push @text, sprintf("t%d %d/%d [000] 1.%09d: %s\n", ($tid) x 3, $time++, $what),
		    map({ "\t7f01 $_ (/a)\n" } @frames), "\n" };
	my $switch = sub { my ($from, $to, @frames) = @_;
		$event->($from, "sched:sched_switch: prev_comm=t$from prev_pid=$from prev_prio=120 " .
			"prev_state=S ==> next_comm=t$to next_pid=$to next_prio=120", @frames) };
	my $wake = sub { my ($by, $whom, @frames) = @_;
		$event->($by, "sched:sched_waking: comm=t$whom pid=$whom prio=120 target_cpu=000", @frames) };

	$switch->(10 + $_, 11 + $_, "wait$_", 'main') for 1 .. $n;
	$switch->(11 + $n, 2, 'idle');
	$switch->(2, 1, 'stop');
	$wake->(1, 2, map { "deep$_" } 1 .. ($n < 30_000 ? $n : 30_000));
	$switch->(1, 2, 'stop');
	$wake->(2, 10 + $_, "wake$_") for 1 .. $n;
	return join '', @text;
}

# A row for each question whose answer may be larger than its input: what is asked comes last.
sub questions
{
	return (
	['chains of wakers, one of them deep', 'txt', \&one_deep_waker, 4000, ['export', '--graph', 'chain']],
	['wakers, one of them deep', 'txt', \&one_deep_waker, 4000, ['export', '--graph', 'offwake']],
	);
}

# A row for each shape of a profile, as timed folded stacks.
sub shapes
{
	my @names = map { 'n' . $_ . 'x' x 3000 } 0 .. 99;

	return (
	['many samples', sub { timed($_[0], sub { $_[0] / 99 . ' a;b;c' . $_[0] % 90 . ' 1' }) },
		50000],
	['deep', sub { timed($_[0] / 1000, sub { my $i = $_[0];
		"$i a;" . join(';', map { 'f' . ($_ + $i) } 1 .. 1000) . ' 1' }) }, 40000],
	['wide', sub { timed($_[0], sub { $_[0] / 99 . " a;b;c$_[0] 1" }) }, 20000],
	['many stacks', sub { timed($_[0], sub { my $i = $_[0]; $i / 999 . ' a;' .
		join(';', map { 'f' . ($i >> 2 * $_ & 63) } reverse 0 .. 7) . ' 1' }) }, 20000],
	['many threads', sub { timed($_[0], sub {
		"$_[0] pid=$_[0] tid=$_[0] t$_[0];a;b" . $_[0] % 9 . ' 1' }) }, 20000],
	['sixteen threads', sub { timed($_[0], sub { my $i = $_[0];
		$i / 999 . ' pid=1 tid=' . (1 + $i % 16) . ' t;a;b' . ($i >> 6) % 9 . ';c' . ($i >> 4) % 99 . ' 1' }) },
		20000],
	['many modules', sub { timed($_[0], sub { my $i = $_[0];
		$i / 999 . ' a;' . join(';', map { my $m = $i * $_ % 5000;
			$_ % 3 ? '/l.so`f' . $i % (7 * $_) : "/l$m.so`g$m" } 1 .. 12) . ' 1' }) }, 10000],
	['long names', sub { timed($_[0] / 10, sub { my $i = $_[0];
		"$i a;" . join(';', map { $names[$i * $_ % 100] . ($i * $_ % 700) } 1 .. 3) .
		' 1' }) }, 4000],
	['one instant', sub { timed($_[0], sub { '5 a;b;c' . $_[0] % 5000 . ' 1' }) }, 50000],
	['ten years', sub { my ($n) = @_; timed($n, sub {
		int($_[0] * (315360000 / $n)) . ' a;b;c' . $_[0] % 5000 . ' 1' }) }, 50000],
	['many events', sub { timed($_[0], sub {
		"$_[0] event=e" . $_[0] % 60000 . ' a;b;c' . $_[0] % 9 . ' 1' }) }, 10000],
	['spans', sub { timed($_[0], sub { my $i = $_[0];
		$i . 'ms dur=' . 40 . 'ms tid=' . $i % 50 . ' comm=a a;b;c' . $i % 999 . ' 1' }) },
		20000],
	);
}

# ---- programs and recordings of them ----

# A program of so many functions, f0, f1 ..., and so many bytes of code; a recording of samples in them.
sub recorded
{
	my ($dir, $n, %of) = @_;
	my ($app, $file) = ("$dir/$n.app", "$dir/$n.perf.data");
	my ($names, $symbols) = ("\0", "\0" x 24);
	my $size = int($of{bytes} / $of{functions});

	return $file if -e $file;
	for (0 .. $of{functions} - 1) {
		$symbols .= elf_symbol(length $names, 0x1000 + $size * $_, $size);
		$names .= "f$_\0";
	}
	elf($app, sections => [{name => '.text', type => 1, flags => 6, addr => 0x1000,
			data => "\xff\xc9\x75\xfc" x ($of{bytes} / 4)}, # dec ecx, and back to it
		{name => '.symtab', type => 2, data => $symbols, align => 8, entry => 24, link => 3},
		{name => '.strtab', type => 3, data => $names}],
		segments => [pack 'L<L<Q<6', 1, 5, (0x1000) x 3, ($of{bytes}) x 2, 0x1000]);
	open my $out, '>:raw', $file or die "$file: $!\n";
	print $out recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)], join '', comm(1, 'app'),
		mmap2(1, 0x1000, $of{bytes}, $app, offset => 0x1000), map {
		my $at = 0x1000 + 2 * ($_ * 7919 % ($size / 2));
		sample(pack 'Q<L<L<Q<Q<Q<Q<*', $at, 1, 1, 10 * $_ + 5, 1, 2, CONTEXT_USER, $at)
	} 1 .. $of{samples});
	close $out or die "$file: $!\n";
	return $file;
}

# A row for each thing that the instructions of f0 may have much of: $make->($dir, $n) is a recording's path.
sub programs
{
	return (
	['many samples', sub { recorded(@_, functions => 10, bytes => 40000, samples => $_[1]) }, 50000],
	['many instructions', sub { recorded(@_, functions => 1, bytes => 4 * $_[1], samples => 1000) }, 10000],
	['many functions', sub { recorded(@_, functions => $_[1], bytes => 16 * $_[1], samples => 1000) }, 20000],
	);
}

1;

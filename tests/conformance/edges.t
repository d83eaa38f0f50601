#!/usr/bin/perl
# edges.t - numbers at the edge: in each format each kind of number in turn is negative, from before 1970,
# of the year 1, 0, not finite, too large for its bits, or earlier than the one before. A file so changed
# is refused, or all of its samples are there, or a loss is told; nothing that is printed of it is
# negative, not finite or beyond the clock; and a number that may stand there changes nothing else.

use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/../fixtures", "$FindBin::Bin/../hostile";
use Messages;
use PerfFiles;
use Program;
use Truth;
no warnings 'portable'; # numbers have 64 bits

Program::start();
my $directory = tempdir(CLEANUP => 1);
my $path = "$directory/edge";
my $clock = 2 ** 64 / 1e9; # seconds

# ---- the numbers ----

my @counts = qw(0 -1 -9223372036854775808 4294967296 9223372036854775807 9223372036854775808
	18446744073709551615 18446744073709551616 99999999999999999999999 1.5 1e5 nan inf);
my @seconds = qw(0.000000 0.500000 -1.000000 -62135596800.000000 2.000000 9223372036.854775
	18446744073.709551 18446744073.709552 99999999999999999999.000000 1e300 nan inf);
my @json = qw(0 -1 -62135596800000000 0.5 1500 4294967296 9007199254740993 9223372036854775807
	9223372036854775808 18446744073709551616 1e300 -1e300 NaN Infinity null);
my @fixed = map { [$_, $_] } (0, 1, 1 << 31, 1 << 32, 1 << 53, (1 << 62), (1 << 63) - 1, 1 << 63, ~0);

# ---- three samples in each format, with a number in the place of one of theirs ----

# Each is [what the number is, the numbers, the file with one of them, how many samples it has, those that may
# stand there, those of which there is no sample].
my $jsons = sub {
	my ($make, $good) = @_;

	return map { [$_, \@json, $make->{$_}, 3, $good] } sort keys %$make;
};

my %formats = (
	'perf script' => [
		['time', \@seconds, sub { join '', map { "app 100/100 [000] $_: 10 cycles: \n\t    1000 main+0x1 (/bin/app)\n\n" }
			'1.000000', $_[0], '3.000000' }, 3, qr/^(0\.0|0\.5|2\.0)/],
		['period', \@counts, sub { join '', map { "app 100/100 [000] $_->[0]: $_->[1] cycles: \n\t    1000 main+0x1 (/bin/app)\n\n" }
			['1.000000', 10], ['2.000000', $_[0]], ['3.000000', 10] }, 3, qr/^4294967296$/],
		['thread', \@counts, sub { join '', map { "app 100/$_->[1] [000] $_->[0]: 10 cycles: \n\t    1000 main+0x1 (/bin/app)\n\n" }
			['1.000000', 10], ['2.000000', $_[0]], ['3.000000', 10] }, 3, qr/^0$/],
	],
	'timed folded' => [
		['time', \@seconds, sub { "1.000000 app;main 1\n$_[0] app;main;work 1\n3.000000 app;main 1\n" }, 3, qr/^(0\.0|0\.5|2\.0)/],
		['count', \@counts, sub { "1.000000 app;main 1\n2.000000 app;main;work $_[0]\n3.000000 app;main 1\n" }, 3, qr/^1$/, qr/^0$/],
	],
	'folded' => [
		['count', \@counts, sub { "app;main 1\napp;main;work $_[0]\napp;idle 1\n" }, 3, qr/^(4294967296|9223372036854775807)$/],
	],
	'austin' => [
		['duration', \@counts, sub { "# austin: 3.4.1\n# interval: 100\n# mode: wall\n\n" . join '', map { "P1;T0:1;a.py:main:3 $_\n" } 100, $_[0], 100 },
			3, qr/^4294967296$/],
		['interval', \@counts, sub { "# austin: 3.4.1\n# interval: $_[0]\n# mode: wall\n\n" . "P1;T0:1;a.py:main:3 100\n" x 3 }, 3, qr/^(0|4294967296)$/],
	],
	'bpftrace' => [
		['count', \@counts, sub { "Attaching 1 probe...\n\n" . join '', map { "@[\n    main+16\n    $_->[0]+1\n]: $_->[1]\n" } ['a', 1], ['b', $_[0]], ['c', 1] },
			3, qr/^4294967296$/],
	],
	'dtrace' => [ # a function may be called nan
		['count', [grep { !/nan|inf/ } @counts], sub { join '', map { "\n              app`$_->[0]+0x1\n              app`main+0x2\n                $_->[1]\n" } ['a', 1], ['b', $_[0]], ['c', 1] },
			3, qr/^4294967296$/],
	],
	'a table of spans' => [
		['begin', \@counts, sub { "name,start_ms,end_ms\na,0,10\nb,$_[0],30\nc,30,50\n" }, 3, qr/^0$/],
		['end', \@counts, sub { "name,start_ms,end_ms\na,0,10\nb,20,$_[0]\nc,30,50\n" }, 3, qr/^$/],
	],
	'cpuprofile' => [$jsons->({
		'startTime' => sub { cpuprofile($_[0], 10000, '[0,1000,1000]') },
		'endTime' => sub { cpuprofile(1000, $_[0], '[0,1000,1000]') },
		'a time delta' => sub { cpuprofile(1000, 10000, "[0,$_[0],1000]") },
	}, qr/^(0|1500|4294967296)$/)],
	'speedscope' => [$jsons->({
		'startValue' => sub { speedscope($_[0], 3, '[1,1,1]') },
		'endValue' => sub { speedscope(0, $_[0], '[1,1,1]') },
		'a weight' => sub { speedscope(0, 3, "[1,$_[0],1]") },
	}, qr/^1500$/)],
	'trace events' => [$jsons->({
		'ts' => sub { trace($_[0], 10, 30, 10) },
		'dur' => sub { trace(10, $_[0], 30, 10) },
	}, qr/^(1500)$/)],
	'firefox' => [$jsons->({
		'interval' => sub { firefox($_[0], 0, '[1,2,3]') },
		'startTime' => sub { firefox(1, $_[0], '[1,2,3]') },
		'a time' => sub { firefox(1, 0, "[1,$_[0],3]") },
	}, qr/^(0\.5|1500)$/)],
	'pprof' => [
		['value', \@fixed, sub { pprof(value => $_[0]) }, 3, qr/^(1|2147483648|4294967296)$/, qr/^0$/],
		['time', \@fixed, sub { pprof(time => $_[0]) }, 3, qr/^\d/],
		['duration', \@fixed, sub { pprof(duration => $_[0]) }, 3, qr/^\d/],
		['period', \@fixed, sub { pprof(period => $_[0]) }, 3, qr/^\d/],
	],
	'perf.data' => [
		['time', \@fixed, sub { perf_data(time => $_[0]) }, 0, qr/^$/],
		['period', \@fixed, sub { perf_data(period => $_[0]) }, 0, qr/^$/],
		['frequency', \@fixed, sub { perf_data(frequency => $_[0]) }, 0, qr/^\d/],
	],
);

sub cpuprofile
{
	my ($start, $end, $deltas) = @_;
	my $frame = sub { qq({"functionName":"$_[0]","scriptId":"1","url":"file:///a.js","lineNumber":1,"columnNumber":1}) };

	return qq({"nodes":[{"id":1,"callFrame":${\$frame->('(root)')},"children":[2]},{"id":2,"callFrame":${\$frame->('work')},"children":[]}],)
		. qq("startTime":$start,"endTime":$end,"samples":[2,2,2],"timeDeltas":$deltas});
}

sub speedscope
{
	my ($start, $end, $weights) = @_;

	return qq({"\$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"a"},{"name":"b"}]},)
		. qq("profiles":[{"type":"sampled","name":"p","unit":"milliseconds","startValue":$start,"endValue":$end,)
		. qq("samples":[[0],[0,1],[1]],"weights":$weights}]});
}

sub trace
{
	my ($ts, $dur, $ts2, $dur2) = @_;
	my $event = sub { qq({"ph":"X","name":"$_[0]","ts":$_[1],"dur":$_[2],"pid":1,"tid":1}) };

	return '{"traceEvents":[' . join(',', $event->('a', 0, 5), $event->('b', $ts, $dur), $event->('c', $ts2, $dur2)) . ']}';
}

sub firefox
{
	my ($interval, $start, $times) = @_;

	return qq({"meta":{"interval":$interval,"startTime":$start,"version":24,"preprocessedProfileVersion":50,"product":"p","processType":0,)
		. qq("categories":[{"name":"Other","color":"grey","subcategories":["Other"]}]},"libs":[],"threads":[{"name":"t","processName":"p","pid":"1","tid":1,)
		. qq("isMainThread":true,"processType":"default","processStartupTime":0,"registerTime":0,"unregisterTime":null,"pausedRanges":[],)
		. qq("markers":{"data":[],"name":[],"startTime":[],"endTime":[],"phase":[],"category":[],"length":0},)
		. qq("stackTable":{"frame":[0],"prefix":[null],"category":[0],"subcategory":[0],"length":1},)
		. qq("frameTable":{"address":[-1],"inlineDepth":[0],"category":[0],"subcategory":[0],"func":[0],"nativeSymbol":[null],"innerWindowID":[null],)
		. qq("implementation":[null],"line":[null],"column":[null],"length":1},)
		. qq("funcTable":{"name":[0],"isJS":[false],"relevantForJS":[false],"resource":[-1],"fileName":[null],"lineNumber":[null],"columnNumber":[null],"length":1},)
		. qq("resourceTable":{"lib":[],"name":[],"host":[],"type":[],"length":0},"nativeSymbols":{"libIndex":[],"address":[],"name":[],"functionSize":[],"length":0},)
		. qq("stringArray":["work"],"samples":{"stack":[0,0,0],"time":$times,"weight":null,"weightType":"samples","length":3}}]});
}

sub pprof
{
	my %with = (value => 1, time => 1_700_000_000_000_000_000, duration => 10_000_000_000, period => 10_000_000, @_);
	my @strings = ('', 'samples', 'count', 'cpu', 'nanoseconds', 'work');
	my $type = sub { Messages::number(1, $_[0]) . Messages::number(2, $_[1]) };

	return Messages::bytes(1, $type->(1, 2))
		. join('', map { Messages::bytes(2, Messages::number(1, 1) . Messages::number(2, $_)) } 1, $with{value}, 1)
		. Messages::bytes(4, Messages::number(1, 1) . Messages::bytes(4, Messages::number(1, 1)))
		. Messages::bytes(5, Messages::number(1, 1) . Messages::number(2, 5))
		. join('', map { Messages::bytes(6, $_) } @strings)
		. Messages::number(9, $with{time}) . Messages::number(10, $with{duration})
		. Messages::bytes(11, $type->(3, 4)) . Messages::number(12, $with{period});
}

# A whole recording, in which a word of one sample, or of the event, is another.
sub perf_data
{
	my (%with) = @_;
	my ($bytes) = map { $_->{bytes} } grep { $_->{name} eq 'file' } PerfFiles::perf_files();
	my ($attrs, $at, $size) = unpack 'x24 Q<x8 Q<Q<', $bytes;
	my ($seen, $end) = (0, $at + $size);

	substr $bytes, $attrs + 16, 8, pack 'Q<', $with{frequency} if defined $with{frequency};
	my $type = unpack 'Q<', substr $bytes, $attrs + 24, 8;
	while ($at < $end) {
		my ($kind, $long) = (unpack 'L<x2S<', substr $bytes, $at, 8);

		last if $long < 8;
		if ($kind == 9 && ++$seen == 3) {
			# identifier, address, thread, time, address, id, stream, cpu, period: those there are
			my $word = 8;
			for my $bit (16, 0, 1, 2, 3, 6, 9, 7, 8) {
				next if !($type >> $bit & 1);
				substr $bytes, $at + $word, 8, pack 'Q<', $with{time} if $bit == 2 && defined $with{time};
				substr $bytes, $at + $word, 8, pack 'Q<', $with{period} if $bit == 8 && defined $with{period};
				$word += 8;
			}
		}
		$at += $long;
	}
	return $bytes;
}

# ---- what is told ----

# {samples, lost, refused, times}.
sub told
{
	my %told = (samples => 0, lost => 0, times => []);

	open my $in, '-|', "$ENV{SAMPLES} $path 2>&1" or die "$ENV{SAMPLES}: $!\n";
	while (<$in>) {
		if (/^samples: (.*)/s) {
			$told{refused} = $1;
		} elsif (/^loss (\d+)/) {
			$told{lost} += $1;
		} elsif (/^(-|[\d.]+) .*? \d+ (?:-|\d+) .*\/(?:-|-?\d+)$/) {
			$told{samples}++;
			push @{$told{times}}, $1 if $1 ne '-';
		}
	}
	close $in;
	$told{died} = $? & 127;
	return \%told;
}

# Numbers of a tree of JSON that no profile has; what a file says of itself is told as it stands.
sub impossible
{
	my ($tree, $at) = @_;

	return map { impossible($tree->{$_}, "$at.$_") } sort keys %$tree if ref $tree eq 'HASH';
	return map { impossible($tree->[$_], "$at\[$_]") } 0 .. $#$tree if ref $tree eq 'ARRAY';
	return $at !~ /^\.header/ && ($tree // '') =~ /^-?(?:nan|inf(?:inity)?)$/i ? "$at is $tree" : ();
}

sub printed
{
	my @wrong;

	for my $command (map { $_ eq 'info' ? ['info', '--json'] : ['top', '--format', 'json'] } @_) {
		my ($status, $out, $err) = Program::run(@$command, $path);
		my $tree = $status eq '0' ? eval { Program::json($out) } : {};

		push @wrong, "@$command: $status: $err" if $status !~ /^[01]$/;
		push @wrong, "@$command: no JSON: $@" if !defined $tree;
		push @wrong, map { "@$command: $_" } impossible($tree, '') if defined $tree;
	}
	return @wrong;
}

Truth::seed($ENV{SEED} // 1);
for my $format (sort keys %formats) {
	for my $kind (@{$formats{$format}}) {
		my ($what, $numbers, $make, $samples, $good, $none) = @$kind;
		my ($tried, @wrong) = (0);

		for my $number (@$numbers) {
			my $value = ref $number ? $number->[0] : $number;

			open my $out, '>:raw', $path or die "$path: $!\n";
			print $out $make->($value);
			close $out or die "$path: $!\n";
			my $told = told();
			last if ($told->{refused} // '') =~ /built without/;
			$tried++;
			push @wrong, "$value: signal $told->{died}" if $told->{died};
			push @wrong, "$value: refused: $told->{refused}" if defined $told->{refused} && $value =~ $good;
			next if defined $told->{refused};
			push @wrong, printed('info', ($what =~ /^(?:count|value|a weight)$/ ? 'top' : ()));
			push @wrong, "$value: $told->{samples} of $samples samples, and nothing is lost"
				if $told->{samples} < $samples && !$told->{lost} && (!$none || $value !~ $none);
			push @wrong, "$value: $told->{samples} of $samples samples, $told->{lost} lost"
				if $value =~ $good && $told->{samples} < $samples;
			my $before = 0;
			for my $time (@{$told->{times}}) {
				push @wrong, "$value: a sample at $time" if $time > $clock || $time < $before;
				$before = $time;
			}
		}
		if ($tried) {
			ok(!@wrong, "$format: $what at the edge", @wrong);
		} else {
			skip("$format: $what at the edge", 'built without its library');
		}
	}
}
Program::finish();

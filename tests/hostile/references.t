# references.t - a few bytes that refer to many cost what they are, not what they refer to.

use strict;
use warnings;
use Program;
use Hostile;
use Elf qw(uleb); # as protocol buffers write numbers

Program::start();
my $dir = hostile_dir();
my ($long, $many) = ('x' x 1_000_000, 20_000);

# ---- protocol buffers ----

sub number { return uleb($_[0] << 3) . uleb($_[1]) }
sub field { return uleb($_[0] << 3 | 2) . uleb(length $_[1]) . $_[1] }

# Texts, from the fourth on; then the rest.
sub pprof
{
	my ($name, $texts, @fields) = @_;

	return write_file("$dir/$name.pb", field(1, "\x08\1\x10\2"),
		map({ field(6, $_) } '', 'cpu', 'count', @$texts), @fields);
}

my $function = field(5, "\x08\1\x10\3");
my @samples = map { field(2, field(1, uleb($_)) . "\x12\1\1") } 1 .. $many;

sub places # of the function, each with a mapping of its own number
{
	my ($mapping) = @_;

	return map { field(4, number(1, $_) . number(2, $mapping->($_)) . field(4, "\x08\1")) }
	    1 .. $many;
}

my %pprof = (
	'a thread' => pprof('thread', ['f', 'thread', $long, 'tid'], $function,
		field(4, "\x08\1" . field(4, "\x08\1")),
		map { field(2, "\x0a\1\1\x12\1\1" .
			field(3, number(1, 4) . number(2, 5)) .
			field(3, number(1, 6) . number(3, $_))) } 1 .. $many),
	'a module' => pprof('module', ['f', $long], field(3, number(1, 1) . number(5, 4)),
		$function, @samples, places(sub { 1 })),
	'a function' => pprof('function', [$long], $function, @samples, places(sub { 0 })),
	'functions of many modules' => pprof('modules',
		['idl' x 333_333, map { "m$_" } 1 .. $many], $function,
		map({ field(3, number(1, $_) . number(5, 3 + $_)) } 1 .. $many), @samples,
		places(sub { $_[0] })));
for my $what (sort keys %pprof) {
	my @args = ('--input-format', 'pprof', $pprof{$what});

	harmless("the long name of $what is looked at once", ['flame', @args], status => 0,
		prints => qr/20,000/, seconds => 0.8, memory => 100);
	harmless("$what: the picture",
		['export', '--format', 'svg', '--sort', 'value', '--large', @args],
		status => 0, seconds => 1.2, memory => 100);
}
harmless('a tree of 20 GB is not written unless that is asked for',
	['export', '--format', 'json', '--input-format', 'pprof',
		$pprof{'functions of many modules'}], status => 1, seconds => 1,
	says => qr/this would take about 18\.\d GiB, .*--large/);

harmless('nor a table of them', ['top', '--format', 'csv', '--input-format', 'pprof',
		$pprof{'functions of many modules'}], status => 1, seconds => 1,
	says => qr/the names in this table take 18\.\d GiB; use a smaller --limit/);
harmless('but its first rows', ['top', '--limit', 3, '--input-format', 'pprof',
		$pprof{'functions of many modules'}], status => 0, seconds => 1,
	prints => qr/^ *1 +0\.01 .*idl/m);

# ---- JSON ----

sub table { return '{"length":1,' . join(',', map { "\"$_\":[0]" } @_) . '}' }
sub list { return '[' . join(',', @_) . ']' }

my $meta = '"meta":{"interval":1,"startTime":0,"preprocessedProfileVersion":57}';
my $names = '"frameTable":' . table(qw(func category)) . ',"funcTable":' . table('name');
my $stacks = '"stackTable":{"prefix":' . list(('null') x $many) . ',"frame":' .
    list(('0') x $many) . '}';
my $file = write_file("$dir/shared.json", "{$meta,", '"shared":{"stringArray":["f"],',
	"$names,$stacks},\"threads\":", list(('{"name":"t","pid":1,"tid":1,' .
		'"samples":{"stack":[7],"time":[1]}}') x 2000), '}');
harmless('stacks that threads of Firefox share are made once', ['info', $file], status => 0,
	prints => qr/^samples +2,000,.*^lost +nothing/ms, seconds => 0.5, memory => 100);
$file = write_file("$dir/names.json", "{$meta,\"threads\":[{\"name\":\"t\",\"pid\":1,",
	"\"stringArray\":[\"$long\"],$names,$stacks,\"samples\":{\"stack\":",
	list(0 .. $many - 1), ',"time":', list(0 .. $many - 1), '}}]}');
harmless('a long name in many stacks of Firefox is looked at once', ['info', $file],
	status => 0, prints => qr/^samples +20,000,/m, seconds => 0.5, memory => 100);

my $named = join ',', map { "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":$_," .
	    "\"args\":{\"name\":\"$long$_\"}}" } 1, 2;
$file = write_file("$dir/samples.json", "{\"traceEvents\":[$named],",
	'"stackFrames":{"1":{"name":"f"}},"samples":', list(map {
		sprintf '{"tid":%d,"pid":1,"ts":%d,"sf":1}', 1 + $_ % 2, $_ } 1 .. $many), '}');
harmless('long names of threads that take turns are looked at once', ['info', $file],
	status => 0, prints => qr/^samples +20,000,/m, seconds => 0.5, memory => 100);
$file = write_file("$dir/tracks.json", '{"traceEvents":', list(
	"{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"$long\"}}",
	map { "{\"ph\":\"X\",\"name\":\"f\",\"dur\":1,\"pid\":1,\"tid\":$_,\"ts\":$_}" }
	    1 .. $many), '}');
harmless('so is that of a process of many threads', ['flame', $file], status => 0,
	seconds => 1, memory => 100);

# ---- zstd: blocks of one byte each that is there 131,072 times ----

my $block = sub { substr pack('V', $_[0]), 0, 3 };
my $stack = "a;b 1\n" x 20;
$file = write_file("$dir/blank.folded.zst", "\x28\xb5\x2f\xfd\0X",
	$block->(length($stack) << 3), $stack, ($block->(131072 << 3 | 2) . "\n") x 50_000,
	$block->(6 << 3 | 1), "a;b 1\n");
if ((run('--version'))[1] =~ /^  libzstd +without /m) {
	skip('200 kB are not read as 6 GB', 'built without libzstd');
} elsif (sanitized() && !$ENV{EVERYWHERE}) {
	skip('200 kB are not read as 6 GB', 'sanitizers take 13 s for it');
} else {
	harmless('200 kB are not read as 6 GB', ['info', $file], status => 0, seconds => 6,
		memory => 100, prints => qr/^samples +20,.*^damaged +1 zstd streams? /ms);
}

Program::finish();

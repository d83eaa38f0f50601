#!/usr/bin/env perl
# silent_json.t - nothing that is in a file may be missing while info says that nothing is lost.
#
# Of a small file of each format, every part in turn is taken away, called otherwise, made null or
# made another kind of value, and lists are shuffled. What the program then tells is compared with what
# it told of the whole: a sample that is not there, or is another, has to be told, as a loss, a note,
# or a refusal. What a format leaves free (`free`: where a part may be missing) is excepted for
# what is missing, but not for what is of another kind; and what may be a text or a number (`either`),
# for that is another name then.
#
# A format is a row of @rows: how to make the file, and how it is varied: members() of JSON, numbers()
# of lines. SEED=N tries others, EVERYWHERE=1 all of them, NAME=trace-event one format, VERBOSE=1 tells
# more of what is found.

use strict;
use warnings;
use FindBin qw($Bin);
use lib $Bin;
use File::Temp qw(tempdir);
use Json;
use Program;

Program::start();

my $each = $ENV{EVERYWHERE} ? 1e9 : 120; # variations of a file
my $directory = tempdir(CLEANUP => 1);
my $state = $ENV{SEED} // 1;

sub dice
{
	$state = ($state * 1103515245 + 12345) % 2**31;
	return ($state >> 8) % $_[0];
}

# ---- what is told ----

# (samples, what is told of them beside): lists of texts, or why it is refused.
sub told
{
	my ($bytes) = @_;
	my $path = "$directory/varied";
	my (@samples, @facts);

	open my $out, '>:raw', $path or die "$path: $!\n";
	print $out $bytes;
	close $out or die "$path: $!\n";
	open my $in, '-|', "$ENV{SAMPLES} $path 2>&1" or die "$ENV{SAMPLES}: $!\n";
	while (<$in>) {
		chomp;
		s, \(first at byte \d+\),,;
		if (/^(note|loss|samples:) /) {
			push @facts, $_;
		} elsif (/^ /) {
			$samples[-1] .= $_;
		} elsif (!/^aside /) {
			push @samples, $_;
		}
	}
	close $in;
	return (\@samples, \@facts, $?);
}

# ---- parts of JSON ----

# Every member and element: [where, name for `free`, parent, place in it].
sub places
{
	my ($tree, $where, $kind) = @_;
	my ($bracket, @rest) = ref $tree ? @$tree : return ();
	my $step = $bracket eq '{' ? 2 : 1;
	my @places;

	for (my $i = $step; $i < @$tree; $i += $step) {
		my $key = $step == 2 ? $tree->[$i - 1] =~ s/^"|"$//gr : $i - 1;
		my $name = $step == 2 ? "$kind.$key" : "$kind\[]";

		push @places, ["$where/$key", $name, $tree, $i],
			places($tree->[$i], "$where/$key", $name);
	}
	return @places;
}

sub kind_of
{
	my ($value) = @_;

	return ref $value ? $value->[0] : $value =~ /^([\[{])/ ? $1 : $value =~ /^"/ ? 'text' : $value =~ /^[-\d]/ ? 'number' : $value;
}

# Variations: [what was done, the text, the name of the part if it is as good as taken away].
sub members
{
	my ($bytes, $either) = @_;
	my ($tree) = Json::parse($bytes);
	my @found;

	my $write = sub { Json::write($tree, sub { @_ }) };
	for my $place (places($tree, '', '')) {
		my ($where, $name, $in, $i) = @$place;
		my $was = $in->[$i];
		my $kind = kind_of($was);

		for my $other ('null', '"x"', '7.5', 'true', '[]', '{}') {
			next if kind_of($other) eq $kind ||
				$either && $name =~ $either && $other =~ /x|7/;
			$in->[$i] = $other;
			push @found, ["$where is $other", $write->(), $other eq 'null' && $name];
			$in->[$i] = $was;
		}
		next if $in->[0] eq '[';
		my @members = splice @$in, $i - 1, 2;
		push @found, ["$where is not there", $write->(), $name];
		splice @$in, $i - 1, 0, '"' . ('x', 'y')[dice(2)] . '_' . substr($members[0], 1), $members[1];
		push @found, ["$where is called $in->[$i - 1]", $write->(), $name];
		splice @$in, $i - 1, 2, @members;
	}
	push @found, map { ["shuffled by $_", Json::write($tree, Json::shuffler($_)), ''] }
		map { dice(10000) } 1 .. 5;
	return @found;
}

# ---- parts of lines ----

# Each number in turn is none, too large, and below 0; each line ends early.
sub numbers
{
	my ($bytes) = @_;
	my @found;

	while ($bytes =~ /(?<![\w.])\d[\d.]*(?![\w.])/g) {
		my ($at, $len) = ($-[0], length $&);

		for my $other ('x', '9' x 30, '-5') {
			my $line = 1 + (substr($bytes, 0, $at) =~ tr/\n//);

			push @found, ["line $line: $other at byte $at",
				substr($bytes, 0, $at) . $other . substr($bytes, $at + $len), ''];
		}
	}
	return @found;
}

# ---- the files ----

my $frame = sub { qq("callFrame":{"functionName":"$_[0]","url":"$_[1]"}) };
my $nodes = '"nodes":[{"id":1,' . $frame->('(root)', '') . ',"children":[2,3]},' .
	'{"id":2,' . $frame->('outer', 'o.js') . ',"children":[4]},' .
	'{"id":3,' . $frame->('beside', 'b.js') . '},{"id":4,' . $frame->('inner', 'i.js') . '}]';
my $cpuprofile = "{$nodes," . '"startTime":1000,"endTime":1600,"samples":[2,4,3],' .
	'"timeDeltas":[100,150,220],"title":"server"}';
my $head = '{"head":{"functionName":"(root)","url":"","id":1,"children":[{"functionName":"a",' .
	'"url":"u","id":2,"children":[{"functionName":"b","url":"v","id":3,"hitCount":2,' .
	'"children":[]}]}]},"samples":[2,3],"timestamps":[1000,1010]}';

my $who = '"pid":1,"tid":2';
my @events = (qq({"ph":"M","name":"thread_name",$who,"args":{"name":"worker"}}),
	qq({"ph":"X","name":"whole","cat":"c1",$who,"ts":100,"dur":50,"tdur":40}),
	qq({"ph":"B","name":"begun","cat":"c2",$who,"ts":200}),
	qq({"ph":"X","name":"inside",$who,"ts":210,"dur":20}),
	qq({"ph":"E","name":"begun",$who,"ts":260}),
	'{"ph":"b","name":"request","cat":"net","id":"0x7","pid":1,"ts":300}',
	'{"ph":"e","name":"request","cat":"net","id":"0x7","pid":1,"ts":340}',
	qq({"ph":"P","name":"","sf":"2",$who,"ts":400}),
	qq({"ph":"P","name":"","stack":["low","high"],$who,"ts":410}),
	'{"ph":"P","name":"Profile","id":"0x1",' . $who . ',"ts":1,"args":{"data":{"startTime":500}}}',
	'{"ph":"P","name":"ProfileChunk","id":"0x1",' . $who . ',"ts":2,"args":{"data":{"cpuProfile":' .
		'{"nodes":[{"id":1,' . $frame->('js', 'j.js') . '},{"id":2,"parent":1,' .
		$frame->('deep', 'd.js') . '}],"samples":[1,2]},"timeDeltas":[10,20]}}}');
my $trace = '{"traceEvents":[' . join(',', @events) . '],"stackFrames":{"1":{"name":"base",' .
	'"category":"s1"},"2":{"name":"leaf","category":"s2","parent":"1"}},"samples":[' .
	qq({"cpu":1,"ts":600,$who,"weight":3,"sf":2},{"cpu":1,"ts":620,$who,"weight":1,"sf":1}]});

my $speedscope = '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[' .
	'{"name":"a","file":"a.c"},{"name":"b","file":"b.c"},{"name":"c"}]},"profiles":[' .
	'{"type":"sampled","name":"one","unit":"milliseconds","startValue":10,"endValue":18,' .
	'"samples":[[0],[0,1],[0,1,2]],"weights":[1,3,4]},' .
	'{"type":"evented","name":"two","unit":"microseconds","startValue":5,"endValue":40,"events":[' .
	'{"type":"O","frame":0,"at":5},{"type":"O","frame":2,"at":9},' .
	'{"type":"C","frame":2,"at":30},{"type":"C","frame":0,"at":40}]}]}';

my $stack = '"samples":{"length":3,"stack":[0,1,2],"time":[1,2,3.5],"weight":[1,2,3]}';
my $meta = '"interval":1,"startTime":1700000000000,"processType":0,"stackwalk":1,' .
	'"categories":[{"name":"Other"},{"name":"Kernel"}]';
my $processed = sub {
	my ($version, $prefix, $module) = @_;

	return qq({"meta":{"preprocessedProfileVersion":$version,$meta},"libs":[{"name":"libx.so"}],) .
		'"shared":{"stringArray":["main","work","read","app.js","libc.so"],' .
		qq("stackTable":{"length":3,"frame":[0,1,2],$prefix},) .
		qq("frameTable":{"length":3,"func":[0,1,2],$module->[0]},) .
		qq("funcTable":{"length":3,"name":[0,1,2],$module->[1]},) .
		'"resourceTable":{"length":1,"name":[4]},"sources":{"length":1,"filename":[3]}},' .
		'"threads":[{"name":"thread","processName":"app","pid":"7","tid":8,' . "$stack}]}";
};
my $js = '"isJS":[false,true,false]';
my $v65 = $processed->(65, '"prefix":[null,0,1]', ['"category":[0,0,1]',
	qq($js,"resource":[0,-1,0],"source":[null,0,null])]);
my $v70 = $processed->(70, '"prefixOffset":[0,1,1]', ['"category":[0,0,1],"lib":[0,-1,0]',
	qq($js,"resource":[-1,-1,-1],"source":[null,0,null])]);
my $v75 = $processed->(75, '"prefixOffset":[0,1,1]', ['"category":[0,0,1],"lib":[0,0,0],"flags":[6,4,6]',
	'"flags":[0,9,0],"resource":[0,0,0],"source":[0,0,0]']);
my $gecko = qq({"meta":{"version":30,$meta},"threads":[{"name":"GeckoMain","pid":7,"tid":8,) .
	'"samples":{"schema":{"stack":0,"time":1},"data":[[0,1],[1,2],[2,3]]},' .
	'"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1],[1,2]]},' .
	'"frameTable":{"schema":{"location":0,"category":1},"data":[[0,0],[1,0],[2,1]]},' .
	'"stringTable":["main (in XUL)","f (file:///x.js:1:2)","read (in libc.so)"]}],' .
	qq("processes":[{"meta":{"version":30,"startTime":1700000000500},"threads":[{"name":"Web","pid":9,"tid":9,) .
	'"samples":{"schema":{"stack":0,"time":1},"data":[[0,1]]},' .
	'"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0]]},' .
	'"frameTable":{"schema":{"location":0},"data":[[0]]},"stringTable":["child (in XUL)"]}]}]}';

# What may be missing: then there is less in the file, or what stands for it is known.
my $whose = qr/\.(pid|tid|id|cat|url|cpu|title|name|processName|weight|tdur|dur)$/;
my $firefox = qr/\.meta\.(startTime|interval|\w*[vV]ersion|categories.*)$|\.length$|\.categor(y|ies)\b
	|\.threads\[\]\.(pid|tid|name|processName)$|\.(weight|isJS|flags|lib|resource|source)\b
	|prefix\[\]$|stack\[\]$|\.libs\b|data\[\]\[\]$|^\.(threads|processes|shared)$|meta$/x;
my $ids = qr/threads\[\]\.(pid|tid)$/;
my @rows = (
	{name => 'cpuprofile', bytes => $cpuprofile, vary => \&members,
		free => qr/\.(url|title|endTime|children|id)$/},
	{name => 'cpuprofile-head', bytes => $head, vary => \&members,
		free => qr/\.(url|children|id|hitCount|timestamps)$/},
	{name => 'trace-event', bytes => $trace, vary => \&members,
		either => qr/traceEvents\[\]\.(pid|tid|id|name|cat)$|samples\[\]\.(pid|tid)$/,
		free => qr/$whose|\.(parent|category|timeDeltas)$|^\.(traceEvents|samples|stackFrames)$/},
	{name => 'speedscope', bytes => $speedscope, vary => \&members, free => qr/\.(file|name|endValue|type)$/},
	{name => 'firefox-65', bytes => $v65, vary => \&members,
		free => $firefox, either => $ids},
	{name => 'firefox-70', bytes => $v70, vary => \&members,
		free => $firefox, either => $ids},
	{name => 'firefox-75', bytes => $v75, vary => \&members,
		free => $firefox, either => $ids},
	{name => 'firefox-gecko', bytes => $gecko, vary => \&members,
		free => $firefox, either => $ids},
	{name => 'folded', bytes => "a;b 3\na;c 4\nd 5\n", vary => \&numbers},
);

# ---- all of it ----

for my $row (grep { !$ENV{NAME} || $ENV{NAME} eq $_->{name} } @rows) {
	my ($right, $before) = told($row->{bytes});
	my @varied = $row->{vary}->($row->{bytes}, $row->{either});
	my (%known, @found, $tried);

	$known{$_}++ for @$before;
	ok(@$right && !grep({ /^loss/ } @$before), "$row->{name}: all of it is read", @$before);
	while (@varied && $tried++ < $each) {
		my ($what, $bytes, $gone) = @{splice @varied, dice(scalar @varied), 1};
		my ($samples, $facts, $status) = told($bytes);
		my %left;

		$left{$_}++ for @$samples;
		my @missing = grep { !$left{$_}-- } @$right;
		next if !@missing || $status || grep({ !$known{$_} } @$facts);
		next if $gone && $row->{free} && $gone =~ $row->{free};
		push @found, "$what: not $missing[0]" . ($ENV{VERBOSE} ? ", but @$samples; $bytes" : '');
	}
	ok(!@found, "$row->{name}: nothing is missing but what is told ($tried variations)", @found);
}
Program::finish();

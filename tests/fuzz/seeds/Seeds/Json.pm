# Json.pm - profiles in JSON: one of each kind, and each with a member of any kind at any place.

package Seeds::Json;

use strict;
use warnings;

my $call = '"callFrame":{"functionName":"f","scriptId":"1","url":"a.js","lineNumber":1,"columnNumber":2}';
my $nodes = "\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"url\":\"\"},\"children\":[2,3]," .
    "\"hitCount\":0},{\"id\":2,$call,\"children\":[4]},{\"id\":3,\"callFrame\":{\"functionName\":\"(idle)\"}," .
    '"parent":1},{"id":4,"callFrame":{"functionName":"(garbage collector)","url":""},"parent":2}]';
my $threads = '"threads":[{"name":"GeckoMain","processName":"app","processType":"default","pid":7,"tid":8,' .
    '"registerTime":0,"samples":{"schema":{"stack":0,"time":1,"eventDelay":2},"data":[[0,1.5,0],[1,2.5,0]]},' .
    '"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]},' .
    '"frameTable":{"schema":{"location":0,"relevantForJS":1,"category":8},"data":[[0,false],[1,false,null,' .
    'null,null,null,null,null,1]]},"stringTable":["main (in /bin/app)","f (a.js:1:2)"]}]';
my $processed = '{"meta":{"interval":1,"startTime":1,"processType":0,"preprocessedProfileVersion":48,' .
    '"categories":[{"name":"Idle"},{"name":"Kernel"},{"name":"GC / CC"}],"product":"samply"},' .
    '"libs":[{"name":"app","breakpadId":"0"}],"threads":[{"name":"t","pid":"7","tid":8,"isMainThread":true,' .
    '"samples":{"length":2,"stack":[0,1],"time":[1,2],"weight":[1,2],"weightType":"samples"},' .
    '"stackTable":{"length":2,"prefix":[null,0],"frame":[0,1],"category":[0,1]},' .
    '"frameTable":{"length":2,"func":[0,1],"address":[-1,4096],"category":[0,null]},' .
    '"funcTable":{"length":2,"name":[0,1],"isJS":[true,false],"resource":[-1,0],"fileName":[2,null]},' .
    '"resourceTable":{"length":1,"lib":[0],"name":[0],"type":[1]},' .
    '"stringArray":["a","0x1000","file.js"],"nativeSymbols":{}}]}';
my $v8 = "{$nodes,\"startTime\":1000,\"endTime\":9000,\"samples\":[2,4,3],\"timeDeltas\":[10,20,-5]}";

my %base = (
	cpuprofile => $v8,
	'cpuprofile-stamps' => "{\"title\":\"t\",$nodes,\"startTime\":1,\"endTime\":9,\"samples\":[2,4]," .
	    '"timestamps":[1,2,3]}',
	'cpuprofile-counts' => "{$nodes}", 'cpuprofile-list' => "[$v8,{\"profile\":$v8},{\"result\":{\"profile\":$v8}}]",
	'cpuprofile-head' => '{"head":{"functionName":"(root)","id":1,"hitCount":0,"children":[{"functionName":"f",' .
	    '"url":"a","id":2,"hitCount":3,"children":[]}]},"startTime":1.5,"endTime":2.5,"samples":[2,2]}',
	'speedscope-sampled' => '{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"x",' .
	    '"name":"n","activeProfileIndex":0,"shared":{"frames":[{"name":"a","file":"f","line":1,"col":2},' .
	    '{"name":"b"}]},"profiles":[{"type":"sampled","name":"main","unit":"milliseconds","startValue":0,' .
	    '"endValue":14,"samples":[[0],[0,1],[]],"weights":[1,2,1.5]}]}',
	'speedscope-evented' => '{"shared":{"frames":[{"name":"a"},{"name":"b"}]},"profiles":[{"type":"evented",' .
	    '"name":"main","unit":"seconds","startValue":0,"endValue":4,"events":[{"type":"O","frame":0,"at":0},' .
	    '{"type":"O","frame":1,"at":1},{"type":"C","frame":1,"at":2},{"type":"C","frame":0,"at":4}]},' .
	    '{"type":"evented","name":"main","unit":"none","startValue":0,"endValue":4,"events":[{"type":"O",' .
	    '"frame":0,"at":0},{"type":"C","frame":0,"at":4}]}],"$schema":"https://www.speedscope.app/"}',
	'speedscope-bytes' => '{"profiles":[{"type":"sampled","unit":"bytes","name":"m","startValue":0,"endValue":3,' .
	    '"samples":[[0],[0]],"weights":[1,2]}],"shared":{"frames":[{"name":"a"}]}}',
	'firefox-gecko' => "{\"meta\":{\"interval\":1,\"startTime\":1,\"processType\":0,\"stackwalk\":1,\"categories\":" .
	    "[{\"name\":\"Idle\"},{\"name\":\"Kernel\"}]},\"libs\":[{\"name\":\"app\",\"breakpadId\":\"0\"}],$threads," .
	    "\"processes\":[{\"meta\":{\"startTime\":9,\"processType\":2},\"libs\":[],$threads}]}",
	'firefox-processed' => $processed, 'firefox-inside' => "{\"profile\":$processed}",
	'firefox-shared' => '{"meta":{"interval":1,"preprocessedProfileVersion":56,"processType":0},"shared":{' .
	    '"stringArray":["a"],"stackTable":{"length":1,"prefix":[null],"frame":[0]},"frameTable":{"length":1,' .
	    '"func":[0],"address":[-1]},"funcTable":{"length":1,"name":[0],"isJS":[true],"resource":[-1],' .
	    '"fileName":[null]},"resourceTable":{"length":0}},"threads":[{"name":"t","pid":1,"tid":1,"samples":{' .
	    '"length":2,"stack":[0,null],"timeDeltas":[1,2]}}],"libs":[]}',
	'firefox-flags' => '{"meta":{"interval":1,"preprocessedProfileVersion":75,"processType":0,"sampleUnits":' .
	    '{"time":"ms"}},"shared":{"stringArray":["main","f","a.js"],"stackTable":{"length":2,"frame":[0,1],' .
	    '"prefixOffset":[0,1]},"frameTable":{"length":2,"func":[0,1],"lib":[0,0],"flags":[6,4],"category":[0,0]},' .
	    '"funcTable":{"length":2,"name":[0,1],"flags":[0,9],"resource":[0,0],"source":[0,0]},"resourceTable":' .
	    '{"length":0,"name":[]},"sources":{"length":1,"filename":[2]}},"threads":[{"name":"t","pid":"1","tid":1,' .
	    '"samples":{"length":2,"stack":[1,null],"timeDeltas":[1,2]}}],"libs":[{"name":"app"}]}',
	'trace-phase-P' => '{"traceEvents":[{"ph":"P","pid":1,"tid":2,"ts":-5,"name":"","sf":"2"},{"ph":"P","pid":1,' .
	    '"tid":2,"ts":nan,"name":"n","stack":["a","b",]},{"ph":"E","ts":3},{"ph":"B","ts":-9,"name":"x"},' .
	    '{"ph":"E","ts":4,"name":"y"},],"stackFrames":{"1":{"name":"root"},"2":{"name":"leaf","parent":"1"},}}',
	'trace-spans' => '{"traceEvents":[{"ph":"B","pid":1,"tid":2,"ts":1000,"cat":"app","name":"main","tts":1},' .
	    '{"ph":"X","pid":1,"tid":2,"ts":1200,"dur":300,"tdur":250,"cat":"gc","name":"MinorGC"},' .
	    '{"ph":"E","pid":1,"tid":2,"ts":2000,"tts":9},{"ph":"b","pid":1,"tid":2,"id":"0x1","ts":1,"cat":"c",' .
	    '"name":"n","scope":"s"},{"ph":"e","pid":1,"tid":2,"id":"0x1","ts":7,"cat":"c","name":"n","scope":"s"},' .
	    '{"ph":"S","pid":1,"tid":2,"id":5,"ts":1,"cat":"c","name":"n"},{"ph":"F","pid":1,"tid":2,"id":5,"ts":6,' .
	    '"cat":"c","name":"n"},{"ph":"b","id2":{"local":"0x9"},"pid":"p","tid":"t","ts":"5.5","name":"l"},' .
	    '{"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"worker"}},{"ph":"M","pid":1,"name":' .
	    '"process_name","args":{"name":"app"}},{"ph":"i","ts":1},{"ph":"I","ts":1},{"ph":"C","ts":2}]}',
	'trace-list' => '[{"ph":"X","pid":1,"tid":2,"ts":1,"dur":3,"name":"a"},{"ph":"X","pid":1,"tid":2,"ts":2,' .
	    '"dur":9,"name":"b"},',
	'trace-profile' => '[{"ph":"P","name":"Profile","id":"0x1","pid":1,"tid":2,"ts":1,"args":{"data":{"startTime":' .
	    '1000}}},{"ph":"P","name":"ProfileChunk","id":"0x1","pid":1,"tid":3,"ts":2,"args":{"data":{"cpuProfile":' .
	    "{$nodes,\"samples\":[2,4]},\"timeDeltas\":[5,6],\"lines\":[1,2]}}},{\"ph\":\"I\",\"name\":\"CpuProfile\"," .
	    "\"pid\":1,\"tid\":2,\"ts\":9,\"args\":{\"data\":{\"cpuProfile\":$v8}}}]",
	'trace-samples' => '{"traceEvents":[{"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"w"}}],' .
	    '"samples":[{"cpu":"1","name":"","ts":"1","pid":1,"tid":"2","weight":"3","sf":2}],"stackFrames":{"1":' .
	    '{"name":"root","category":"r"},"2":{"name":"leaf","category":"l","parent":1}}}',
	'head' => '{"nodes":{}}', 'other-json' => '{"a":[1,2,{"b":null}],"nodes":"x"}',
);

# Members that the readers look for, as their tables name them.
sub members
{
	my ($top) = @_;
	my %names;

	for my $file (glob "$top/src/input/{json,trace,firefox,speedscope}/*.c") {
		open my $in, '<', $file or next;
		local $/;
		my $text = <$in>;
		$names{$1} = 1 while $text =~ /(?:TEXT\(|\{|\(|, )"([A-Za-z0-9_\$]+)"/g;
	}
	return sort keys %names;
}

sub all
{
	my ($top) = @_;
	my @values = ('1', '"a"', '[1,2,3]', '{"a":1}', 'null', 'true', '-1.5', '18446744073709551616',
		'"18446744073709551615"', '[[1,2],[3]]', '[{"id":1}]', '1e300');
	my %all = %base;
	my $i = 0;

	for my $member (members($top)) {
		for my $name (sort keys %base) {
			my $value = $values[$i++ % @values];
			my @places = ($base{$name} =~ /\{/g);
			my $nth = $i % @places;
			my $n = 0;

			next if $i % 3; # of all that are possible a third
			($all{"member-$member-$name"} = $base{$name}) =~
			    s/\{/$n++ == $nth ? "{\"$member\":$value," : '{'/ge;
		}
	}
	for my $name (sort keys %base) {
		$all{"cut-$name-$_"} = substr $base{$name}, 0, length($base{$name}) * $_ / 5 for 1 .. 4;
		$all{"utf16-$name"} = "\xff\xfe" . join '', map { "$_\0" } split //, $base{$name};
		$all{"late-$name"} = $base{$name} =~ s/^(\[?\{)/$1 . '"zzz":"' . 'a' x 70000 . '",'/er;
		$all{"spaced-$name"} = $base{$name} =~ s/([:,{}\[\]])/ $1\n\t/gr;
	}
	$all{'deep'} = '[' x 4000 . ']' x 4000;
	$all{'deep-children'} = '{"head":' . '{"functionName":"f","children":[' x 1500 . ']}' x 1500 . '}';
	return %all;
}

1;

# Text.pm - texts of each format, with each kind of line and field.

package Seeds::Text;

use strict;
use warnings;

sub spans
{
	my @rows = map { join ',', $_ % 3 ? "a$_" : "\"b,\n$_\"", $_, $_ + 2.5, $_ % 4 } 0 .. 20;
	my $parents = "span_id,parent_id,operation,start_time,duration,service,thread\n" .
	    join '', map { sprintf "%d,%s,op%d,%d,%d,svc,t%d\n", $_, $_ ? int($_ / 2) : '', $_, 10 * $_, 500 - $_, $_ % 3 } 0 .. 40;
	my %all = (
		plain => join("\n", 'name,start,end,thread', @rows, ''), parents => $parents,
		tabs => join("\n", map { tr/,/\t/r } 'name,start,end,thread', @rows, ''),
		semicolons => join("\n", map { tr/,/;/r } 'name,start,end,thread', @rows, ''),
		duration => "name,start_ms,duration_ms,track,pid,tid,cpu,category\nx,1,2,t,1,2,3,c\ny,0,9,t,1,2,3,c\n",
		dag => "task,begin,finish,parent_name\na,0,9,\nb,1,3,a\nc,2,5,b\n",
		crlf => "name,start,end\r\na,1,2\r\n\"b\"\"c\",2,3\r\n", cut => "name,start,end\na,1,",
		stamps => "name,start,end\na,2026-11-22T10:00:00Z,2026-11-22T10:00:01.5Z\n",
	);

	for my $start (qw(start begin ts start_time timestamp start_us start_ns begin_s started time)) {
		for my $end (qw(end duration dur finish stop elapsed end_time duration_ms)) {
			$all{"heading-$start-$end"} = "name,$start,$end\na,1,5\nb,2,3\nc,,4\nd,x,y\n";
		}
	}
	for my $who (qw(lane thread tid pid process service worker operator track product id parent label op step)) {
		$all{"heading-$who"} = "name,start,end,$who\na,1,5,1\nb,2,3,\"x\"\nc,4,9,\n";
	}
	return %all;
}

sub timed_folded
{
	my $head = "# flarescope timed-folded 1\n# hostname: gemini\n";

	return (
		plain => "12.5 nginx;main;work 1\n12.75 nginx;main 2\n13 nginx 1\n",
		all => $head . "12.345678 pid=712 tid=714 cpu=3 weight=250000ns event=cycles nginx;/usr/bin/nginx`main;" .
		    "[kernel.kallsyms]`read_[k] 1\n12.5 dur=1.5s comm=a b;c_[j];d_[i];e_[r];f_[?];g_[-] 1\n",
		units => "181012024ms a;b 1\n5.5us a 1\n1792ns a 1\n12s a 1\n1 dur=5ms a;b 1\n",
		escapes => $head . "1 comm=a\\x20b a\\x3bb;lib\\x60x`f\\x0ag;\\x5cx41 1\n2 event=e\\x20f m\\x41`n\\x42 1\n",
		spans => join('', map { sprintf "%d.%d dur=%d tid=%d a;b%d 1\n", $_, $_ % 10, 9 - $_ % 5, $_ % 3, $_ } 1 .. 60),
		bad => "x a;b 1\n1 a;b x\n1 pid=x a;b 1\n1 cpu=70000 a;b 1\n1 a;b 99999999999999999999\n1 a;b 1.5\n",
		measured => "1 a;b 20000\n2 a;b 123456789\n", later => "# flarescope timed-folded 9\n1 a;b 1\n",
		crlf => "1 a;b 1\r\n\r\n2 a;c 1\r\n",
		large => join('', map { "$_ " . join(';', map { "f$_" } 1 .. $_ % 90) . " 1\n" } 1 .. 900),
	);
}

sub folded
{
	return (
		kinds => "java;main_[j];gc_[k];x_[i] 5\na;b 1\na 2\n;a 1\na;;b 3\n", fractions => "a;b 1.5\na;c 2.25\n",
		two => "a;b 1 2\na;c 3 4\n", modules => "a;lib`b;[c] 1\n", bad => "a b c\n a;b\n1 2\n\n",
		quoted => "a \"b c\";d 7\n", crlf => "a;b 1\r\na;c 2\r\n", counts => "a;b 99999999999999999999\na;c -1\na;d 0\n",
		deep => join(';', map { "f$_" } 1 .. 5000) . " 1\n",
	);
}

sub perf_script
{
	my $stack = "\t            1111 inner+0x1 (/bin/a)\n\t    ffffffff81600188 outer ([kernel.kallsyms])\n" .
	    "\t 2222 [unknown] ([unknown])\n  a.c:3 (inlined)\n\n";

	my $lines = join '', map { "\t            1111 f (/bin/a)\n  $_\n" } 'a.c:3', '/b c/d: e.c:12', 'a b:0', 'libc.so.6[891f5]',
	    '??:0', 'a->b.c:7', 'a.c:9 (inlined)', 'dead beef:1';

	return (
		lines => "a 1 1.0: 1 cycles: \n$lines\n|12     x = y;\na 1 2.0: 1 cycles:             1111 f (/bin/a)\n  a.c:4 insn: 01 ca\n" .
		    "a 1 3.0: 1 cycles:             1111 f (/bin/a)\n  a.c:4               0\n", 'lines-alone' => "\n$lines\n\n$lines\n",
		fields => join('', map { "$_\n$stack" } "a b 1/2 [001] 1.5: 250000 cycles:u: ", "a 1 2.5: cpu-clock: ",
			"a 1 [000] 3.5: 1 sched:sched_switch: prev=a ==> next=b", "a 1 4.000000001: 10 e: 2222 f+0x1 (/b)",
			":21 21 5.5: 1 cycles: ", "x 1 6.5: {a,b}: 1 cycles: "),
		records => "a 1 1.0: PERF_RECORD_COMM exec: x:1/1\na 1 2.0: PERF_RECORD_LOST lost 12\n" .
		    "PERF_RECORD_FINISHED_ROUND\na 1 3.0: PERF_RECORD_FORK(2:2):(1:1)\na 1 4.0: 1 cycles: \n$stack",
		header => "# ========\n# captured on    : Sun Nov 22 10:00:00 2026\n# hostname : it\n# os release : 6.1\n" .
		    "# nrcpus online : 4\n# cmdline : perf record -F 99 -a -g\n# event : name = cycles, , type = 0, " .
		    "sample_freq } = 99\n# ========\n#\na 1 1.0: 1 cycles: \n$stack",
		registers => "a 1 1.0: 1 cycles: \n ABI:2    AX:0x0    BX:0x1\n$stack", brstack => "a 1 1.0: 1 cycles: \n" .
		    "$stack 0x1111/0x2222/P/-/-/0 \n", deferred => "a 1 1.0: DEFERRED CALLCHAIN [cookie: 1]\n$stack",
	);
}

sub dtrace
{
	my $stack = "              libc.so.1`read+0xa\n              app`main+0x10\n              0x1234\n";

	return (
		aggregate => "CPU     ID                    FUNCTION:NAME\n\n$stack               12\n\n$stack               3\n",
		stamped => "CPU     ID                    FUNCTION:NAME\n  0  1 :tick 123456789 7 app\n$stack\n" .
		    "  1  2 :tick 123456999 8 b\n$stack\n",
		printed => join('', map { "$_\n$stack               1\n\n" } 123456, 123556, 123656),
		quoted => "dtrace: description 'profile:::profile-97 ' matched 1 probe\n\n$stack 5\n",
		words => "12345 app 7 8\n$stack\n12346 app 7 8\n$stack\n",
	);
}

sub bpftrace
{
	my $stack = "\n    read+10\n    main+0x5\n    0x7f00 (libc.so)\n";

	return (
		maps => "Attaching 1 probe...\n\@[$stack]: 12\n\@[$stack, app]: 3\n\@stacks[$stack, $stack, app, 7]: 9\n",
		json => "{\"type\": \"map\", \"data\": {\"\@\": {\"a\\nb\": 5}}}\n",
		stamped => join('', map { "10:00:0$_\n\@[$stack]: $_\n\n" } 1 .. 5),
		elapsed => join('', map { "1234567$_ app 7 8$stack\n" } 1 .. 5), units => "\@us[$stack]: 5\n\@ms[$stack]: 5\n",
		lost => "Lost 5 events\n\@[$stack]: 1\nWARNING: x\n", hist => "\@: \n[1, 2)   5 |@@@ |\n",
	);
}

sub austin
{
	my %all;

	for my $mode (qw(wall cpu memory full)) {
		$all{"mode-$mode"} = "# austin: 3.5.0\n# interval: 100\n# mode: $mode\n# duration: 5000\n\n" .
		    join '', map { "P7;T8:$_;a.py:main:1;b.py:f:2;:GC: $_" . ($mode eq 'full' ? ',1,-5' : '') . "\n" } 1 .. 9;
	}
	$all{'old'} = "Process 7;Thread 8;main (a.py);L5;f (b.py);L6 100\n";
	$all{'late-mode'} = "P7;T8;a:b:1 5\n# mode: memory\nP7;T8;a:b:1 -5\n";
	$all{'where'} = "P7;T0:8;a.py:main:1,2;x 5\nP7;T8; 1\nP7 1\n# gc: on\nP7;T8;a:b:c 1,0,3\n";
	$all{'stamped'} = join '', map { "$_ P7;T8;a.py:main:1 100\n" } 1 .. 4;
	return %all;
}

# What a reader of the user's prints; its last line says how it ends.
sub plugin
{
	my %texts = timed_folded();
	my %all = map { ($_ => $texts{$_}) } keys %texts;

	$all{"ends-$_"} = "$texts{plain}$_\n" for 'exit 1', 'complain', 'killed';
	$all{'complains-alone'} = "not a profile\ncomplain\n";
	$all{'nothing'} = '';
	return %all;
}

# Mangled ones of libraries that are here, and of each scheme.
sub names
{
	my @cpp = map { /(\S+)$/ } grep { /_Z/ } `nm -D --defined-only /usr/lib/x86_64-linux-gnu/libstdc++.so.6 2>/dev/null`;
	my @made = ('_ZN4work6Engine4spinEi', '_ZNSt6vectorIiSaIiEE9push_backERKi', '_ZTV1a', '_ZGVZ1fvE1x',
		'_ZN12_GLOBAL__N_11fEv', '_RNvCs1234_7mycrate3foo', '_RINvNtC3std3mem8align_ofdE', '_RNvXs_C1aNtB4_1bNtB4_1c3foo',
		'_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE', '_ZN3foo3bar17h05af221e174051e9E',
		'camlStdlib__List__map_123', 'camlMod__fun_1234', 'camlA__B__c$27_5', 'caml_main', 'main', '', '_', '_Z', '_R',
		'_ZN1aIN1bIN1cIdEEEEE1fEv', '_D3std5stdio7writelnFZv', '_Z1fIXadL_Z1gEEEvv', '_ZL1fv.isra.0', '_Z1fv.part.1.cold',
		'_Z' . 'N' . '1a' x 300 . 'E', '_Z1f' . 'P' x 500 . 'i', '_ZN' . '1aI' x 100 . 'i' . 'E' x 101 . 'v',
		'_Z1fIiEvT_', '_Z1fIidEvT_T0_', '_Z1fIJidcEEvDpT_', '_ZN1aIT_E1fEv', '_Z1fIiET_S0_', '_ZNK1aIiE1fIdEET_RKS1_',
		'_ZZ1fvENKUlvE_clEv', '_ZZ4mainENKUlT_E_clIiEEDaS_', '_Z1fIXsr1aIT_E1bEEvT_', '_ZN1acvT_IiEEv', '_Z1fDF16_', '_Z1fDf', '_Z1fDk', '_ZN1fUt_1gEv',
		'_Z1fIN1aIT_EEEvT0_', '_ZdlPv', '_Zv3fooi', '_ZZ1fiEd_NKUlvE_clEv', '_Z1fIDpT_EvT_', '_ZplIiEvT_S0_', '_Z1fIiEDTcl1gfp_EET_', '_Z1fIiEvPFT_S0_E',
		'_Z1fIJ' . 'S_' x 50 . 'EE', '_R' . 'NvC1a' x 100, 'x' x 5000);
	my $i = 0;
	my %all = map { ('scheme-' . $i++ => "$_\n") } @made;

	$all{'all-made'} = join "\n", @made;
	for (my $n = 0; $n < @cpp; $n += 250) {
		$all{"library-$n"} = join "\n", @cpp[$n .. ($n + 249 < @cpp ? $n + 249 : $#cpp)];
	}
	return %all;
}

sub maps
{
	return (
		map => "1000 20 f\n1010 8 g h\n0x2000 0x10 LazyCompile:~x /a.js:1\nfffffffffffffff0 ffff e\nx y z\n2000 0 n\n",
		kallsyms => "0000000000000100 T _text\n0000000000000200 t f\n0000000000000210 T f2\t[mod]\n" .
		    "0000000000000300 A abs\n0000000000000400 D data\n0000000000000500 T _etext\nffffffffc0000000 t b\t[bpf]\n",
		hidden => "0000000000000000 T _text\n0000000000000000 t f\n", crlf => "1000 20 f\r\n", long => "10 10 " . 'x' x 9000 . "\n",
		many => join('', map { sprintf "%x %x f%d\n", $_ * 7 % 4096, $_ % 40, $_ } 1 .. 2000),
	);
}

sub compressed
{
	my ($how, $bytes) = @_;
	my ($file, $packed) = ("/tmp/seed-$$", '');

	open my $out, '>:raw', $file or return '';
	print $out $bytes;
	close $out;
	if (open my $in, '-|:raw', "$how < $file 2>/dev/null") {
		local $/;
		$packed = <$in> // '';
	}
	unlink $file;
	return $packed;
}

sub packed
{
	my $text = "# flarescope timed-folded 1\n" . join '', map { "$_ a;b;c" . $_ % 7 . " 1\n" } 1 .. 400;
	my $gz = compressed('gzip -9n', $text);
	my $zstd = compressed('zstd -q19', $text);

	return (
		gzip => $gz, zstd => $zstd, members => $gz x 3, frames => $zstd x 3, both => $gz . $zstd,
		padded => $gz . "\0" x 700, trailing => $gz . 'trailing', cut => substr($gz, 0, -9),
		'zstd-cut' => substr($zstd, 0, -5), 'gzip-in-gzip' => compressed('gzip -n', $gz),
		stored => compressed('gzip -n1', join '', map { chr(($_ * 7919) % 251) } 1 .. 5000),
		skippable => pack('L<L<a4', 0x184d2a50, 4, 'skip') . $zstd, checked => compressed('zstd -q --check', $text),
		named => "\x1f\x8b\x08\x1c\0\0\0\0\0\x03" . pack('S<', 2) . "xxname\0comment\0" . substr($gz, 10),
		utf16 => "\xff\xfe" . join('', map { "$_\0" } split //, $text), 'utf16-be' => "\xfe\xff" . join('', map { "\0$_" } split //, $text),
		'utf16-pairs' => "\xff\xfe" . "\x3d\xd8\x00\xde" . "\x3d\xd8" . "a\0", utf8 => "\xef\xbb\xbf$text",
	);
}

1;

# annotate.t - the instructions of functions have the addresses and the samples that perf annotate
# gives them. Programs are built in several ways and recorded here; nothing is compared where perf
# may not record.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Peer;
use Program;

my $src = abs_path($ENV{srcdir} || '.');
my $dir = tempdir(CLEANUP => 1);
my @cc = split ' ', $ENV{CC} || 'cc';
my @cxx = split ' ', $ENV{CXX} || 'c++';

# The program's path; undef when it cannot be built so.
sub build
{
	my ($name, $source, $compiler, @options) = @_;
	my $from = "$src/tests/conformance/machine/$source";

	return defined output(@$compiler, qw(-g -O2), @options, '-o', "$dir/$name", $from)
		? "$dir/$name" : undef;
}

# What perf annotate says: [[address, samples] ...].
sub theirs
{
	my ($data, $function) = @_;
	my $text = output('perf', 'annotate', '--stdio', '-n', '--percent-type', 'local-hits',
		'-i', $data, $function) // die "perf annotate: $Peer::why";

	return [map { /^\s*(\d+)\s+:\s+([0-9a-f]+):\s/ ? [hex $2, $1] : () } split /\n/, $text];
}

sub ours
{
	my ($data, $function, @options) = @_;
	my ($status, $text, $said) = run('annotate', @options, '--format', 'json', $function, $data);

	die "annotate $function: $said" if $status;
	return json($text);
}

sub counts
{
	my ($of) = @_;

	return [map { [hex $_->{address}, $_->{samples}] } @{$of->{rows}}];
}

sub as_text
{
	return join "\n", map { sprintf '%x: %d', @$_ } @{$_[0]};
}

sub functions
{
	my ($data) = @_;
	my ($status, $text, $said) = run('top', '--format', 'json', '--limit', 4, $data);

	return grep { $_->{self} > 10 && $_->{module} =~ /^\Q$dir/ } @{json($text)->{rows}};
}

# Bytes follow each other without a gap, and what is none is told.
sub whole
{
	my ($what, $of) = @_;
	my @lines = @{$of->{rows}};
	my @gaps = grep { hex($lines[$_]{address}) + length($lines[$_]{bytes}) / 2
			  != hex $lines[$_ + 1]{address} } 0 .. $#lines - 1;

	ok(@lines && !@gaps, "$what: each instruction begins where the one before ends",
		map { $lines[$_]{address} } @gaps);
}

sub compared
{
	my ($what, $data, $row) = @_;
	my $name = $row->{name};
	my ($theirs, $ours) = (theirs($data, $name), ours($data, $name));
	my $sum = 0;

	$sum += $_->[1] for @{counts($ours)};
	ok(as_text($theirs) eq as_text(counts($ours)) && @$theirs,
		"$what: $name has the instructions and samples of perf annotate",
		'theirs:', as_text($theirs), 'ours:', as_text(counts($ours)));
	ok($ours->{samples} == $row->{self} && $sum == $row->{self},
		"$what: $name has as many samples as in top", "$ours->{samples} $sum $row->{self}");
	whole("$what: $name", $ours);
}

# Of a range: what perf script lists, counted by hand. It is that of the second to fourth tenth of
# the samples in the function, so that there are some however the machine was busy.
sub of_range
{
	my ($what, $data, $name) = @_;
	my $listed = output('perf', 'script', '--ns', '-G', '-F', 'time,ip,sym,symoff', '-i', $data)
		// die "perf script: $Peer::why";
	my $origin = int((Peer::clock($data))[0] / 1e9) * 1e9;
	my @samples = map {
		/^\s*(\d+)\.(\d{9}):\s+[0-9a-f]+ \Q$name\E\+0x([0-9a-f]+)/ ? ["$1$2", hex $3] : ()
	} split /\n/, $listed;
	my ($from, $to) = map { $samples[$_ * $#samples][0] } 0.2, 0.4;
	my $of = ours($data, $name, '--range',
		sprintf('%.9f,%.9f', map { ($_ - $origin) / 1e9 } $from, $to));
	my $start = hex $of->{rows}[0]{address};
	my (%by_hand, %by_us);

	$by_hand{$_->[1]}++ for grep { $_->[0] >= $from && $_->[0] < $to } @samples;
	$by_us{hex($_->{address}) - $start} = $_->{samples} for grep { $_->{samples} } @{$of->{rows}};
	my @text = map { my $of = $_; join ' ', map { "$_:$of->{$_}" } sort { $a <=> $b } keys %$of }
		\%by_hand, \%by_us;
	ok($text[0] eq $text[1] && $text[0], "$what: of a range as perf script lists them", @text);
}

# File and line of each instruction, as addr2line has them. It tells the line of an address, whatever
# that is inlined from.
sub of_lines
{
	my ($what, $program, $of) = @_;
	my @lines = @{$of->{rows}};
	my $listed = output('addr2line', '-e', $program, map { $_->{address} } @lines) // return;
	my @theirs = map { s/ \(discriminator \d+\)//r } split /\n/, $listed;
	my @ours = map { ($_->{file} // '??') . ':' . ($_->{line} // '?') } @lines;
	my @other = grep { $theirs[$_] =~ s,/\./,/,gr ne $ours[$_] && $theirs[$_] !~ /\?$/ } 0 .. $#ours;
	my $known = grep { !/\?/ } @ours;

	ok(@theirs == @ours && !@other && $known > @ours / 2,
		"$what: $of->{name}: the lines are those of addr2line",
		map { "$lines[$_]{address} theirs $theirs[$_] ours $ours[$_]" } @other);
}

# Functions split by line: {"main a.c:3" => [self, total]} of those of the program.
sub split_by_us
{
	my ($data, $program, @options) = @_;
	my ($status, $text, $said) = run('top', '--lines', @options, qw(--format json --limit 100000), $data);

	die "top --lines: $said" if $status;
	return {map { $_->{name} => [$_->{self}, $_->{total}] }
		grep { $_->{module} eq $program } @{json($text)->{rows}}};
}

# Of each address its functions as addr2line has them, callers first, the outermost named by the
# symbol; without `inlined` the one of the symbol at the line of the address.
sub places
{
	my ($program, $inlined, %symbols) = @_;
	my @all = sort keys %symbols;
	my $text = output(qw(addr2line -a -f -i -e), $program, @all) // die "addr2line: $Peer::why";
	my %of;

	for my $one (split /^(?=0x)/m, $text) {
		my ($address, @pairs) = split /\n/, $one;
		my @places;

		while (my ($name, $line) = splice @pairs, 0, 2) {
			my ($place) = $line =~ m{([^/]+:[1-9]\d*)(?: \(discriminator \d+\))?$};
			push @places, [$name, $place];
		}
		my $key = sprintf '%x', hex $address;
		$places[-1][0] = $symbols{$key};
		@places = ([$symbols{$key}, $places[0][1]]) unless $inlined;
		$of{$key} = [map { join ' ', grep { defined } @$_ } reverse @places];
	}
	return %of;
}

# The same from what perf lists, and addr2line tells of that.
sub split_by_them
{
	my ($data, $program, $inlined) = @_;
	my $listed = output(qw(perf script --no-inline -F), 'comm,ip,sym,symoff,dso', '-i', $data) // die $Peer::why;
	my %start = map { /^([0-9a-f]+) \w (\S+)$/ ? ($2 => hex $1) : () }
		split /\n/, output('nm', $program) // die $Peer::why;
	my (@samples, %symbols, %rows);

	for (split /\n/, $listed) {
		push @samples, [] if /^\s*\S+\s*$/ || /^\S.*\(/ || /^ +[^\t ]\S* +[0-9a-f]+ /;
		my ($name, $off, $dso) = /\s[0-9a-f]+ (\S+?)(?:\+0x([0-9a-f]+))? \((.*)\)$/ or next;
		my $ip = $dso eq $program && defined $start{$name}
			? sprintf '%x', $start{$name} + hex($off // 0) : undef;
		push @{$samples[-1]}, $ip;
		$symbols{$ip} = $name if defined $ip;
	}
	my %places = places($program, $inlined, %symbols);
	for (@samples) {
		my @frames = map { defined ? reverse @{$places{$_}} : undef } @$_;
		my %seen;

		$rows{$frames[0]}[0]++ if defined $frames[0];
		$rows{$_}[1]++ for grep { defined && !$seen{$_}++ } @frames;
	}
	$_->[0] //= 0 for values %rows;
	return \%rows;
}

sub of_split
{
	my ($what, $data, $program) = @_;

	for my $inlined (0, 1) {
		my ($theirs, $ours) = (split_by_them($data, $program, $inlined),
			split_by_us($data, $program, $inlined ? '--inline' : ()));
		# perf 6.1 calls clock@plt by what lies before it, _init
		my @text = map { my $of = $_; join ', ', map { "$_: @{$of->{$_}}" } grep { !/^_init$|\@plt$/ } sort keys %$of }
			$theirs, $ours;

		ok($text[0] eq $text[1] && $text[0] =~ /:\d+: /,
			"$what: --lines" . ($inlined ? ' --inline' : '') . ' has the lines of addr2line', @text);
	}
}

sub recorded
{
	my ($what, $program, @options) = @_;
	my $data = "$dir/perf.data";

	return skip($what, "it cannot be built here: $Peer::why") unless $program;
	return skip($what, "perf cannot record it here: $Peer::why")
		unless Peer::record($data, '-N', '-e', 'cpu-clock', '-F', 1999, @options, '--', $program);
	my @rows = functions($data) or return ok(0, "$what: some function has samples");
	compared($what, $data, $_) for @rows;
	of_range($what, $data, $rows[0]{name});
	ok(as_text(counts(ours($data, $rows[0]{name}, '--inline'))) eq
		as_text(counts(ours($data, $rows[0]{name}))), "$what: with --inline as without");
	of_lines($what, $program, ours($data, $_->{name})) for @rows;
	of_split($what, $data, $program) unless $program =~ /cc$/; # names have no parameters there
	return $data;
}

# Names of what is inlined, and source code, from wherever it is: with escape sequences, beside the
# directory, in debug symbols of their own.
sub explained
{
	my $program = "$dir/told";
	my ($data, $sources) = ("$dir/told.data", "$dir/moved/deep");
	my $text = do { local (@ARGV, $/) = "$src/tests/conformance/machine/hot.c"; <> };

	$text =~ s{(x \^= x << 13;)}{$1 /* \e]0;owned\a \x{9b}2J */};
	mkdir $_ for "$dir/moved", $sources;
	put("$dir/told.c", $text);
	put("$sources/told.c", $text);
	defined output(@cc, qw(-g -O2 -o), $program, "$dir/told.c") or return skip('source', $Peer::why);
	unlink "$dir/told.c";
	return skip('source', $Peer::why) unless Peer::record($data, qw(-N -e cpu-clock -F 999 --), $program);
	my ($status, $bare) = run('annotate', 'spin', $data);
	my ($s, $said) = run('annotate', '--source', "$dir/moved/deep", 'spin', $data);

	ok($bare =~ /mix  told\.c:\d+/ && $bare !~ /x << 13/, 'without source code, lines and what is inlined', $bare);
	ok($said =~ /mix  told\.c:\d+ .*x \^= x << 13;/, 'source code is found with --source', $said);
	ok($said !~ /[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]/ && $said !~ /\x9b/,
		'escape sequences in source code are harmless', $said);
	my $json = ours($data, 'spin', '--source', $sources);
	ok((grep { ($_->{source} // '') =~ /x \^= x << 13/ } @{$json->{rows}}) > 0, 'and in JSON');
	apart($data, $program, $sources, $said);
	($status, undef, my $why) = run('annotate', 'mix', $data);
	ok($status && $why =~ /'mix' .* inlined: in \d+ samples into '(?:spin|odd)'.*annotate that/,
		'of what is inlined it is told where', $why);
	($status, undef, $why) = run('annotate', 'spn', $data);
	ok($status && $why =~ /did you mean 'spin'/, 'of an unknown function the nearest is named', $why);
	unlink $program;
	(undef, $said, $why) = run('top', '--lines', $data);
	my $elsewhere = elsewhere($data, $program);
	ok($why =~ /source lines of .*: none/ || $elsewhere, 'without its file that no lines are known is told',
		$why);
	ok($said !~ /told\.c:\d/, 'and there are none of it', $said);
	(undef, $said) = run('top', '--limit', 1, $data);
	my ($nameless) = $said =~ /(\[told\])/;
	($status, $said, $why) = run('annotate', $nameless // 'spin', $data);
	ok($status && $why =~ /is not a function: the functions of these samples are not known/,
		'without its file that is told in a sentence', $said, $why);
}

# How many addresses were in other files, such as the dynamic linker's before main(): where debug symbols
# of the C library are installed, lines of those are known.
sub elsewhere
{
	my ($data, $program) = @_;
	my $listed = output('perf', 'script', '-F', 'ip,dso', '-i', $data) // die "perf script: $Peer::why";
	my %at = map { /^\s*([0-9a-f]+) \((\/.*)\)$/ && $2 ne $program ? ($1 => 1) : () } split /\n/, $listed;

	return scalar keys %at;
}

# Symbols in a file of their own, as distributions have them.
sub apart
{
	my ($data, $program, $sources, $expected) = @_;
	my $debug = "$program.debug";

	return skip('debug symbols apart', $Peer::why)
		unless defined output('objcopy', '--only-keep-debug', $program, $debug)
		&& defined output('objcopy', '--strip-debug', '--strip-all', "--add-gnu-debuglink=$debug", $program);
	my ($status, $said) = run('annotate', '--source', $sources, 'spin', $data);

	ok($said eq $expected, 'debug symbols may be in a file of their own', $said);
}

# Of the kernel that runs: as objdump has it from /proc/kcore, or a sentence.
sub of_kernel
{
	my $data = "$dir/kernel.data";

	Peer::record($data, qw(-N -e cpu-clock -F 999 --), qw(dd if=/dev/zero of=/dev/null bs=64k count=60000));
	my ($status, $text) = run('top', '--format', 'json', '--limit', 10, $data);
	my ($row) = $status ? () : grep { $_->{module} eq '[kernel.kallsyms]' && $_->{name} =~ /^\w/ } @{json($text)->{rows}};
	return skip('the kernel', 'no function of it has samples') unless $row;
	($status, $text) = run('annotate', $row->{name}, $data);
	my $of = ours($data, $row->{name});
	return ok($text =~ /^no instructions: (?:there is no vmlinux with the recorded build id, and \S+ cannot be used: \w|the (?:build id|recording) )/m,
		'of the kernel one sentence says why there are no instructions', $text) unless @{$of->{rows}};
	whole('the kernel', $of);
	$_->{address} =~ s/^0x// for @{$of->{rows}};
	my ($first, $last) = @{$of->{rows}}[0, -1];
	my $listed = output('objdump', '-d', "--start-address=0x$first->{address}", "--stop-address=0x$last->{address}", '/proc/kcore');
	return skip('the kernel', $Peer::why) unless ($listed // '') =~ /^ *\Q$first->{address}\E:/m;
	my %theirs = map { /^ *([0-9a-f]+):\t((?:[0-9a-f]{2} )+)/ ? ($1 => $2 =~ s/ //gr) : () } split /\n/, $listed;
	my @other = grep { ($theirs{$_->{address}} // '') !~ /^\Q$_->{bytes}\E/ && $_ != $last
		&& defined $theirs{$_->{address}} && length $theirs{$_->{address}} < 14 } @{$of->{rows}};
	ok(!@other, 'instructions of the kernel are those of /proc/kcore', map { $_->{address} } @other);
}

sub put
{
	my ($file, $text) = @_;

	open my $out, '>:raw', $file or die "$file: $!\n";
	print $out $text;
	close $out or die "$file: $!\n";
}

sub undecodable
{
	my ($data) = @_;
	my @lines = @{ours($data, 'odd')->{rows}};
	my @bytes = grep { $lines[$_]{text} eq '.byte 0x06' } 0 .. $#lines;

	ok(@bytes && $lines[$bytes[0] + 1]{text} eq '.byte 0x07' &&
		$lines[$bytes[0] - 1]{jumps_to} eq $lines[$bytes[0] + 3]{address},
		'bytes that are no instruction are told, and decoding goes on behind them',
		map { "$_->{address} $_->{text}" } @lines);
}

# doc/walkthroughs/line.md: from the stripes of another process to the line that they come from.
sub stripe
{
	my $service = "$dir/service";
	my $from = "$src/tools/walkthrough-service.c";
	my $data = "$dir/cron.data";
	my @of = qw(--filter comm=rotate-logs);
	my ($status, $text);

	defined output(@cc, qw(-O2 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -pthread
		-o), $service, $from) or die "service: $Peer::why";
	Peer::record($data, qw(-e cpu-clock -F 499 -g --), 'timeout', '8', $service, 'cron');
	my $theirs = () = output(qw(perf script -F), 'comm,time', '-i', $data) =~ /^\s*rotate-logs\s/mg;
	($status, $text) = run('top', @of, '--format', 'json', $data);
	my $top = json($text);
	ok($theirs >= 5 && $top->{selection}{samples} == $theirs && $top->{rows}[0]{name} eq 'hash_bytes',
		'the stripes end in one function', "perf: $theirs", $text);
	($status, $text) = run('top', '--callers', 'hash_bytes', @of, '--format', 'json', $data);
	ok(grep({ $_->{name} =~ /^(compress_log|rotate_logs)$/ } @{json($text)->{rows}}),
		'what leads there is named', $text);
	my $of = ours($data, 'hash_bytes', @of);
	my ($hottest) = sort { $b->{samples} <=> $a->{samples} } @{$of->{rows}};
	ok($hottest->{file} =~ /walkthrough-service\.c$/ &&
		read_line($from, $hottest->{line}) =~ /while \(n--\)|h = \(h \^/,
		'and the line that causes them', "$hottest->{file}:$hottest->{line}");
}

# Functions of one name: in two libraries, and twice in one program.
sub namesakes
{
	my $spin = <<'END';
static __attribute__((noinline)) unsigned spin(unsigned n) { volatile unsigned v = 0; while (n--) v += n; return v; }
unsigned NAME(unsigned n) { return spin(n) + 1; }
END
	my %times = (one => 3, two => 1);

	for my $name (sort keys %times) {
		put("$dir/$name.c", $spin =~ s/NAME/$name/r);
		defined output(@cc, qw(-g -O2 -fno-omit-frame-pointer -fPIC -shared -o), "$dir/lib$name.so", "$dir/$name.c")
			or die "lib$name: $Peer::why";
		put("$dir/twin_$name.c", $spin =~ s/NAME/twin_$name/r =~ s/\bspin\b/twin/gr);
	}
	put("$dir/all.c", 'unsigned one(unsigned), two(unsigned), twin_one(unsigned), twin_two(unsigned);
		int main(void) { for (int i = 0; i < 1500; i++) { one(300000); two(100000); twin_one(200000); twin_two(80000); } }');
	defined output(@cc, qw(-g -O2 -fno-omit-frame-pointer -o), "$dir/all", map({ "$dir/$_.c" } qw(all twin_one twin_two)),
		"-L$dir", '-lone', '-ltwo', "-Wl,-rpath,$dir") or die "all: $Peer::why";
	Peer::record("$dir/all.data", qw(-e cpu-clock -F 999 -g --), "$dir/all");

	my %of = map { $_ => ours("$dir/all.data", "spin\@lib$_.so") } keys %times;
	my $either = ours("$dir/all.data", 'spin');
	ok($of{one}{module} eq "$dir/libone.so" && $of{two}{module} eq "$dir/libtwo.so", 'a function of one library');
	for my $name (sort keys %times) {
		my $text = output(qw(perf script -F), 'ip,sym,dso', '-i', "$dir/all.data", '--no-demangle') // die "perf script: $Peer::why";
		my $n = grep { my ($leaf) = /\A\s*(\S.*)/; $leaf =~ /\bspin \(\Q$dir\E\/lib$name\.so\)/ } split /\n\n/, $text;
		ok($n > 20 && $of{$name}{samples} == $n, "with the samples that perf has in lib$name.so", "$n, $of{$name}{samples}");
	}
	ok($either->{samples} == $of{one}{samples} && $either->{samples_in_others} == $of{two}{samples} &&
		$either->{others} eq 'spin@libtwo.so', 'the name alone is the busiest, and the others are named');
	my $twin = ours("$dir/all.data", 'twin');
	ok($twin->{others} =~ /^twin\@0x[0-9a-f]+$/, 'two of one program are told by where they begin', $twin->{others});
	my $other = ours("$dir/all.data", $twin->{others});
	ok($other->{samples} == $twin->{samples_in_others} && $other->{rows}[0]{address} ne $twin->{rows}[0]{address},
		'and each can be named so');
	my ($status, $text, $said) = run('flame', '--function', 'spin', '--format', 'json', "$dir/all.data");
	my $both = json($text);
	ok($said =~ /several modules have this function.*spin\@libone\.so/, 'callers of both are counted together, which is said', $said);
	($status, $text, $said) = run('flame', '--function', 'spin@libtwo.so', '--format', 'json', "$dir/all.data");
	ok(!$said && json($text)->{callees}{total} < $both->{callees}{total}, 'and of one alone that is', $said);
	($status, $text, $said) = run('annotate', 'spin@libthree.so', "$dir/all.data");
	ok($status == 1, 'a module that is not there', $said);
	rename "$dir/libone.so", "$dir/gone.so";
	rename "$dir/all", "$dir/gone";
	my $home = $ENV{HOME};
	$ENV{HOME} = "$dir/nowhere";
	($status, $text, $said) = run('annotate', 'twin', "$dir/all.data");
	ok($said =~ m{no function is called 'twin', but [\d,]+ samples ran in \Q$dir\E/(all|libone\.so), whose functions have no names here: the file is not here},
		'a program that is gone is named', $said);
	$ENV{HOME} = $home;
	($status, $text, $said) = run('annotate', '--source', "$dir/nowhere", 'spin', "$dir/all.data");
	ok($status && $said =~ /--source .*nowhere: No such file/, 'so is a place of source code that is none', $said);
}

sub read_line
{
	my ($file, $number) = @_;

	open my $in, '<', $file or die "$file: $!";
	my @lines = <$in>;
	return $lines[$number - 1];
}

Program::start();
chdir $dir;
$ENV{HOME} = $dir;
delete @ENV{qw(DEBUGINFOD_URLS PERF_CONFIG)};
my $c = build('hot', 'hot.c', \@cc, qw(-fPIE -pie));
if (!$c || !Peer::record("$dir/perf.data", '-e', 'cpu-clock', '--', 'true')) {
	print "1..0 # SKIP PERF MAY NOT RECORD HERE, or there is no compiler: nothing was compared\n";
	print STDERR "conformance: PERF MAY NOT RECORD HERE: nothing was compared: $Peer::why\n";
	exit 0;
}
my ($status, $version) = run('--version');
if ($version =~ /^  (elfutils|capstone) +without /m) {
	print "1..0 # SKIP built without $1\n";
	exit 0;
}
my $data = recorded('C', $c);
undecodable($data) if $data && `uname -m` =~ /x86_64/;
recorded('a static program', build('static', 'hot.c', \@cc, qw(-static -no-pie)));
recorded('C++', build('hotcc', 'hot.cc', \@cxx));
recorded("DWARF $_", build("dwarf$_", 'hot.c', \@cc, "-gdwarf-$_")) for $ENV{EVERYWHERE} ? 2 .. 4 : 3;
recorded('packed debug symbols', build('packed', 'hot.c', \@cc, '-gz'));
recorded('with call graphs', $c, '-g');
explained();
of_kernel();
stripe();
namesakes();
Program::finish();

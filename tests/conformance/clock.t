#!/usr/bin/env perl
# clock.t - when it was: what a recording says itself, what the header of a text says, and what
# only the date of a file says, which anybody may have changed; in UTC and in local time. What a
# date is in a time zone comes from Perl's localtime().

use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib $FindBin::Bin, "$FindBin::Bin/../hostile";
use PerfData;
use POSIX qw(strftime tzset);
use Program;

Program::start();

my $dir = tempdir(CLEANUP => 1);
my $written = 1_789_000_000;    # 2026-09-10 00:26:40 UTC
my $clock = sub { pack 'L<2Q<2', 1, $_[0], $written * 1e9, $_[1] };

sub file
{
	my ($name, $bytes, $date) = @_;

	open my $out, '>:raw', "$dir/$name" or die "$name: $!\n";
	print $out $bytes;
	close $out or die "$name: $!\n";
	utime $date, $date, "$dir/$name" or die "$name: $!\n" if $date;
	return "$dir/$name";
}

# What a sample is at, as info tells it.
sub told
{
	my ($file, @options) = @_;
	my (undef, $info) = run('info', @options, $file);

	return $info =~ /^wall clock +(.*)$/m ? $1 : 'nothing';
}

sub axis
{
	my ($file, @options) = @_;
	my (undef, $map) = run('heatmap', '--width', 90, '--rows', 2, @options, $file);

	return (split /\n/, $map)[-1];
}

sub samples
{
	my ($origin) = @_;

	return comm(7, 'app', $origin) . join '', map {
		sample(pack 'Q<L<2Q<2', 0x401000, 7, 7, $origin + $_ * 1e9, 1) } 0 .. 2;
}

my $attr = attr(IP | TID | TIME | PERIOD);
my @plain = ([$attr], samples(1000e9));
my $date = "by the file's date: wrong if it was copied (see --started)";

# ---- the file's date ----

my $file = file('plain', recording(@plain), $written);
my $first = strftime('%F %T', gmtime($written - 2));
my $last = strftime('%F %T', gmtime($written));

ok(told($file) eq "$first UTC to $last UTC, $date", 'a date of a file is called that', told($file));
ok(axis($file) =~ /^about .* file date$/, 'on the axis, too', axis($file));
for my $impossible (1, 86400, 1_252_454_399, time + 3 * 86400) {
	file('plain', recording(@plain), $impossible);
	ok(told($file) eq 'nothing', "$impossible is no date that a recording can have", told($file));
	ok(axis($file) !~ /\d\d:\d\d/, 'and is on no axis', axis($file));
}
for my $possible (1_262_304_000, time) {
	file('plain', recording(@plain), $possible);
	ok(told($file) =~ /\Q$date\E$/, "$possible is one", told($file));
}

# ---- what the recording says ----

my $file_date = file('said', recording(@plain, {29 => $clock->(1, 1000e9)}), 1);
ok(told($file_date) eq "$last UTC to " . strftime('%F %T', gmtime($written + 2)) . ' UTC',
   'whatever the date of a file: what the recording says of its clock is so', told($file_date));
$file_date = file('real', recording([$attr], samples($written * 1e9),
	{29 => $clock->(0, $written * 1e9 - 3000)}), 1);
my $real = json((run('info', '--json', $file_date))[1]);
ok($real->{first_sample_date} eq strftime('%FT%TZ', gmtime($written)),
   'with CLOCK_REALTIME it is exact to the nanosecond', $real->{first_sample_date});

# ---- the header of a text ----

my $lines = join "\n", map { ("app 7/7 [000] $_.000000: cycles:", "\t401000 f+0x0 (/bin/app)", '') }
    1000 .. 1002;
my $text = file('text', "# ========\n# captured on    : Thu Sep 10 00:26:40 2026\n# ========\n#\n$lines\n");
my $words = "$first to $last, in a time zone that is not known, " .
    'by the date of the perf.data: wrong if it was copied (see --started)';

ok(told($text) eq $words, 'captured on has no zone', told($text));
ok(axis($text) =~ /^about 00:26:38/ && axis($text) !~ /file|UTC/, 'nor has it on the axis', axis($text));

# ---- local time ----

for my $zone ('XYZ-5:30', 'ABC+11', 'UTC', 'CET-1CEST,M3.5.0,M10.5.0/3') {
	local $ENV{TZ} = $zone;
	tzset();
	my ($from, $to) = map { strftime('%F %T %Z', localtime($written - $_)) } 2, 0;
	my $at = strftime('%T', localtime($written));
	my $name = strftime('%Z', localtime($written));

	utime $written, $written, $file;
	ok(told($file, '--clock', 'local') eq "$from to $to, $date", "local time is that of $zone",
	   told($file, '--clock', 'local'));
	ok(told($file) =~ /^$first UTC/, 'only if it is asked for', told($file));
	ok(axis("$dir/said", '--clock', 'local') =~ /^ *$name +$at/, 'the axis has the zone, too',
	   axis("$dir/said", '--clock', 'local'));
	ok(axis("$dir/said") =~ /^ UTC +00:26:40/, 'and UTC without', axis("$dir/said"));
	ok(told($text, '--clock', 'local') eq $words, 'what has no zone stays as it is',
	   told($text, '--clock', 'local'));
	my ($utc, $local) = map { (run('info', '--json', '--clock', $_, $file))[1] } 'utc', 'local';
	ok($utc eq $local, 'data is UTC');
}

my %from = (plain => ['file', 'Z'], said => ['recording', 'Z'], text => ['header', '']);
for my $name (sort keys %from) {
	my $info = json((run('info', '--json', "$dir/$name"))[1]);
	my @zones = map { $info->{$_} =~ /:\d\d(Z?)$/ ? $1 : 'no date' } 'first_sample_date', 'last_sample_date';

	ok($info->{date_source} eq $from{$name}[0] && !grep({ $_ ne $from{$name}[1] } @zones),
	   "$name: JSON has who says so, and the zone", $info->{date_source}, @zones);
}
my $header = json((run('info', '--json', "$dir/plain"))[1])->{header};
ok(($header->{'captured on comes from'} // '') eq 'the date of the file, in UTC',
   'plain: what is a date of the file is said to be one');

# ---- who knows it says it ----

my $start = '2026-09-10T00:20:00.25';
my @started = ('--started', $start);

for my $name ('plain', 'said', 'text') {
	my $told = told("$dir/$name", @started);

	ok($told eq '2026-09-10 00:20:00 UTC to 2026-09-10 00:20:02 UTC, as --started says',
	   "$name: --started is believed", $told);
	ok(axis("$dir/$name", @started) =~ /^ *UTC +00:20:00/ && axis("$dir/$name", @started) !~ /file/,
	   '... on the axis, too', axis("$dir/$name", @started));
	my $info = json((run('info', '--json', @started, "$dir/$name"))[1]);
	ok($info->{date_source} eq 'started' && defined $info->{date_exact} &&
	   !$info->{date_exact} && $info->{first_sample_date} eq "${start}Z", '... and in JSON',
	   $info->{first_sample_date});
}
my $zoned = '2026-09-10 05:50:00.25+05:30';
ok(told($file, '--started', $zoned) eq told($file, @started), 'a zone is one', told($file, '--started', $zoned));
sub samples_of { (run('export', @_))[1] =~ /(\d+)$/ ? $1 : 0 }
ok(samples_of(@started, '--range', '00:20:00.25+1500ms', $file) == 2, 'ranges by the clock go by it');
ok(samples_of(@started, '--range', '00:20:01,00:20:02.1', $file) == 1, '... to a fraction of a second');
ok((run('export', '--format', 'clickhouse', @started, $file))[1] =~ /^2026-09-10 00:20:00\.250000000/m,
   '... and rows for ClickHouse');
run('convert', '--force', @started, '-o', "$dir/kept.flare", $file);
ok(told("$dir/kept.flare") eq told($file, @started), 'a .flare has it', told("$dir/kept.flare"));
run('export', '--force', @started, '--range', '00:20:01,', '--format', 'flare', '-o', "$dir/part.flare", $file);
ok(told("$dir/part.flare") =~ /^2026-09-10 00:20:01 UTC to 2026-09-10 00:20:02 UTC/,
   '... also of a part', told("$dir/part.flare"));
ok((run('report', @started, $file))[1] =~ /info --started \S+=\Q$start\E /, 'a report says it to others');

# Two files that are compared have their own.
my @both = ('--started', "plain=$start", '--started', "said=2026-09-10T00:30:00");
my ($status, $diff) = run('diff', '--format', 'json', @both, '--range', '00:20:01.2+1', '--against',
	'00:30:00,00:30:01.5', "$dir/plain", "$dir/said");
$diff = json($diff);
ok($diff->{subject}{samples} == 1 && $diff->{baseline}{samples} == 2, 'each of two files has its own');
($status, $diff) = run('diff', '--format', 'json', @both, '--range', '00:20:01.2+1', '--align',
	'00:20:00.25,00:30:00', "$dir/plain", "$dir/said");
$diff = json($diff);
ok($diff->{subject}{samples} == 1 && $diff->{baseline}{samples} == 1, '... by which they are aligned');

for ([[@started, $file, "$dir/said"], 'which one is it for\? FILE=TIME'],
     [['--started', "sad=$start", $file, "$dir/said"], 'no file is called sad'],
     [['--started', '10:44:23', $file], 'expected the time of the first sample'],
     [[@started, @started, $file], 'it began once']) {
	my ($words, $why) = @$_;
	my ($status, undef, $said) = run('top', @$words);

	ok($status == 2 && $said =~ /$why/, "refused: $why", $said);
}
file('folded', "a;b 1\n");
my ($failed, undef, $timeless) = run('top', @started, "$dir/folded");
ok($failed == 2 && $timeless =~ /no times, so --started/, 'what has no times never began', $timeless);
Program::finish();

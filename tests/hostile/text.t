# text.t - names of a file, printed: none is an order to a terminal or to a spreadsheet, none
# is there unseen, none runs over the lines above and below.

use strict;
use warnings;
use utf8;
use Encode qw(encode decode FB_CROAK);
use Program;
use Hostile;

use constant TWICE => '@'; # the file stands there, too

Program::start();
my $dir = hostile_dir();
binmode STDOUT, ':utf8';
binmode STDERR, ':utf8';

# ---- characters ----

my @single = map { [sprintf('U+%04X', $_), chr] } 0x34F, 0xAD, 0x61C, 0x115F, 0x1160, 0x17B4,
    0x17B5, 0x180B .. 0x180F, 0x200B .. 0x200F, 0x2028 .. 0x202E, 0x2060 .. 0x206F, 0x2800,
    0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9 .. 0xFFFB, 0x1BCA0, 0x1D173, 0xE0001,
    0xE0041, 0xE007F, 0xE0100, 0xE01EF, 0x07, 0x08, 0x0D, 0x1B, 0x7F, 0x85, 0x9B;
my $pile = 'e' . "\x{301}\x{327}\x{489}\x{20DD}" x 200;
my @names = ((map { "a$_->[1]b" } @single), $pile, "\x{338}begins", "esc\e[31m\e]0;title\a",
	"\e]52;c;ZXZpbA==\a", "\x{202E}drowssap");

# What may not come out, whoever prints.
sub bad_in
{
	my ($text, $colours) = @_;
	my @bad;

	$text = eval { decode('UTF-8', $text, FB_CROAK) } // return 'not UTF-8';
	$text =~ s/\e\[[0-9;]*m//g if $colours;
	push @bad, sprintf 'U+%04X', ord $1 while $text =~ /([^\P{Cc}\n])/g;
	push @bad, sprintf 'U+%04X', ord $1
	    while $text =~ /([\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\x{2800}])/g;
	push @bad, 'a pile of ' . length $1 while $text =~ /([\p{Mn}\p{Me}]{5,})/g;
	return @bad;
}

# As a line of timed folded stacks: what means something there, and control characters, by number.
sub escaped
{
	my $bytes = encode('UTF-8', $_[0]);

	$bytes =~ s/([\x00-\x20;`\\\x7f])/sprintf '\\x%02x', ord $1/ge;
	return $bytes;
}

my $file = write_file("$dir/hostile.timed", "# flarescope timed-folded 1\n",
	"# hostname: " . escaped($names[-2]) . "\n",
	map { my $n = escaped($names[$_]);
		"$_.5 pid=$_ tid=$_ event=$n proc$n;lib$n`$n;end 1\n" } 0 .. $#names);
my @all = (['top'], ['top', '--format', 'csv'], ['top', '--format', 'json'], ['info'],
	['info', '--json'], ['flame', '--format', 'text'], ['flame', '--format', 'ansi'],
	['flame', '--format', 'json'], ['tree'], ['tree', '--depth', 9, '--min-share', 1], ['heatmap', '--format', 'text'], ['find'], ['periods'],
	['report'], ['report', '--format', 'markdown'], ['report', '--format', 'json'],
	map({ my $by = $_; map { ['diff', '--by', $by, '--format', $_, TWICE] }
		qw(text csv json) } qw(all thread)),
	['report', TWICE], ['report', '--format', 'markdown', TWICE],
	['top', '--sort', 'change', TWICE], ['flame', '--format', 'text', TWICE],
	['export', '--format', 'svg', TWICE],
	map { ['export', '--format', $_] } qw(folded timed-folded speedscope json svg));
for my $command (@all) {
	my ($sub, @options) = map { $_ eq TWICE ? $file : $_ } @$command;
	push @options, '--event', 'all' if $sub !~ /info/;
	my $run = harm([$sub, @options, $file]);
	my @bad = bad_in($run->{out}, "@options" =~ /ansi/);
	push @bad, map { "standard error: $_" } bad_in($run->{err});
	ok($run->{status} == 0 && length $run->{out} && !@bad,
		"@$command: every name is visible and obeyed by nobody", @bad,
		substr $run->{err}, 0, 300);
}
my $run = harm(['top', '--event', 'all', '--limit', 1000, $file]);
my $out = decode('UTF-8', $run->{out});
ok(scalar($out =~ /  a\x{FFFD}b  liba\x{FFFD}b$/m), 'what is not shown has a sign in its place');
ok(scalar($out =~ /  e\x{301}\x{327}\x{489}\x{20DD}\x{FFFD}+  /), 'four marks stay on a letter');
ok(scalar($out =~ /  \x{FFFD}begins  /), 'none stands on what is before the name');

# A file whose name is like that, and what is said of it when it cannot be read: every fourth of the characters
# that are not seen, and each control character and name behind them.
my @some = $ENV{EVERYWHERE} ? @names : @names[grep { $_ % 4 == 0 || $_ > $#single - 7 } 0 .. $#names];
for my $name (@some) {
	(my $path = encode('UTF-8', "$dir/x$name.timed")) =~ s/[^\x01-\xff]//g;
	next if length($path) - length($dir) > 250;
	for my $run (harm(['info', $path]), harm(['top', write_file($path, "1 a;b 1\nno line\n")]),
	    map { harm([@$_, $path]) } ['report'], ['diff', $path], ['report', $path]) {
		my @bad = bad_in($run->{out} . $run->{err});
		next if !@bad && $run->{out} . $run->{err} ne '';
		ok(0, 'a file name is as harmless as a function', @bad);
	}
	unlink $path;
}
ok(1, 'file names are as harmless as functions');

# A command that is proposed can be pasted.
$file = write_file("$dir/x; echo \$(id) '\e[31m", "# flarescope timed-folded 1\n1 a;b 1\nno line\n");
$run = harm(['top', $file]);
ok(index($run->{err}, "; see flarescope info \$'$dir/x; echo \$(id) \\047\\033[31m'\n") > 0,
	'a file name in a command is quoted for a shell', $run->{err});

# Names as people write them stay what they are.
my @legible = ("Vie\x{302}\x{323}t", "\x{05E9}\x{05BC}\x{05B8}\x{05C1}", "\x{0E17}\x{0E35}\x{0E48}",
	"\x{1112}\x{1161}\x{11AB}", "\x{1F600}smile", "\x{3BB}", "\x{4E2D}\x{6587}", "na\x{EF}ve");
$file = write_file("$dir/legible.timed", map { "1 a;" . escaped($_) . " 1\n" } @legible);
$run = harm(['top', $file]);
$out = decode('UTF-8', $run->{out});
my @lost = grep { index($out, $_) < 0 } @legible;
ok(!@lost, 'legible names are printed as they are', @lost);

# ---- spreadsheets ----

my %cells = (
	'=1+2' => q("'=1+2"), '+1' => q("'+1"), '-1' => q("'-1"), '@SUM(A1)' => q("'@SUM(A1)"),
	'  =1+2' => q("  '=1+2"), '"=1+2"' => q("""'=1+2"""), q('quoted) => q("''quoted"),
	'a;=1+2' => q("a;'=1+2"), 'a; @x' => q("a; '@x"), "\x{FF1D}1" => qq("'\x{FF1D}1"),
	q(=cmd|' /C calc'!A0) => q("'=cmd|' /C calc'!A0"), '-[NSString length]' =>
	q("'-[NSString length]"), 'a=b' => 'a=b', 'x-1' => 'x-1', 'memcpy@plt' => 'memcpy@plt',
	"it's" => "it's", 'f(int, char)' => '"f(int, char)"', "\t=1" => "\x{FFFD}=1",
);
$file = write_file("$dir/csv.timed", map { "1 app;" . escaped("m$_") . '`' . escaped($_) . " 1\n" }
	sort keys %cells);
$run = harmless('csv of names that calculate', ['top', '--format', 'csv', $file], status => 0);
my @rows = split /\n/, decode('UTF-8', $run->{out});
for my $name (sort keys %cells) {
	ok(scalar(grep { index($_, ",$cells{$name},") > 0 } @rows), "$name is a cell of text", @rows);
}
ok(!grep({ /,"?[=+\@-]/ } @rows), 'no cell begins with what a spreadsheet calculates', @rows);
ok(scalar(grep { /^1,\d+\.\d+,1,\d+\.\d+,/ } @rows) == keys %cells, 'numbers are numbers', @rows);

# The rule of the manual, backwards: each name is there again.
sub cell
{
	my ($row) = @_;
	my ($cell) = $row =~ /^(?:[^,]*,){4}("(?:[^"]|"")*"|[^,]*),/;

	$cell =~ s/^"(.*)"$/$1/s && $cell =~ s/""/"/g;
	$cell =~ s/(^|;)([ "\x{a0}\x{3000}]*)'/$1$2/g;
	return $cell;
}
my %again = map { cell($_) => 1 } grep { /^1,/ } @rows;
my @missing = grep { !$again{$_ =~ s/\t/\x{FFFD}/r} } keys %cells;
ok(!@missing, 'without its apostrophe each is the name again', @missing, keys %again);

Program::finish();

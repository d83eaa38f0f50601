# hardened.t - the finished program has what the compiler and the linker can do against a
# mistake of ours. Seen with readelf and objdump; where these are missing, nothing is looked at.

use strict;
use warnings;
use Cwd;
use Program;

Program::start();
my $program = $ENV{FLARESCOPE} || './flarescope';

# What a command prints; undef when it fails or is not there.
sub output
{
	my (@command) = @_;
	my $pid = open my $out, '-|';

	die "fork: $!\n" unless defined $pid;
	if (!$pid) {
		open STDERR, '>', '/dev/null';
		exec @command or exit 127;
	}
	local $/;
	my $text = <$out>;
	close $out;
	return $? ? undef : $text // '';
}

my $elf = output('readelf', '-hlWd', $program);
if (!defined $elf) {
	skip('what the program was built with', 'readelf cannot read it, or is not here');
	Program::finish();
}
my $user = $ENV{BUILT_WITH} // '';

# ---- where it was built is not in it: neither in assertions nor in debug symbols ----

sub bytes_of
{
	open my $in, '<:raw', $_[0] or die "$_[0]: $!\n";
	local $/;
	return readline $in;
}

my $whole = bytes_of($program);
my @places = grep { length > 1 } Cwd::abs_path('.'), Cwd::abs_path($ENV{srcdir} // '..');
for my $place (@places) {
	my $at = index $whole, $place;

	ok($at < 0, 'the place it was built in is not in it',
		$at < 0 ? '' : 'there is ' . substr($whole, $at, 80) =~ s/[^ -~].*//sr);
}
ok(scalar($whole =~ m{\0src/base/mem\.c\0}), 'assertions name its files from the top of the tree')
	if $whole =~ m{/mem\.c\0};

# ---- as it is loaded ----

if ($user !~ /-static\b|-f?no-pie\b|-fno-PIE\b/) {
	ok(scalar($elf =~ /^\s*Type:\s+DYN/m && $elf =~ /^\s*INTERP\s/m),
		'it is loaded where nobody can know before (-fPIE -pie)');
} else {
	skip('it is loaded where nobody can know before', 'configured against it');
}
ok(scalar($elf =~ /^\s*GNU_RELRO\s/m),
	'its tables of addresses can be made read-only (-z relro)');
ok(scalar($elf !~ /\(NEEDED\)/
	|| $elf =~ /\(FLAGS\).*BIND_NOW|\(BIND_NOW\)|\(FLAGS_1\).*\bNOW\b/),
	'and are, for all are filled in at the start (-z now)');
my ($stack) = $elf =~ /^\s*GNU_STACK\s+(?:0x\w+\s+){5}(\S+)/m;
ok(($stack // '') eq 'RW', 'nothing on the stack can be run', 'GNU_STACK: ' . ($stack // 'none'));
my @both = grep { /^\s*LOAD\s+(?:0x\w+\s+){5}RWE/ } split /\n/, $elf;
ok(!@both, 'nothing can be both written and run', @both);

# ---- our own functions; libraries that are linked in may have been built otherwise ----

my %ours;
for my $archive (glob 'lib*.a') {
	my $names = output('nm', '--defined-only', $archive) // '';
	$ours{$1} = 1 while $names =~ /^\w+ T (\w+)$/mg;
}
my $code = output('objdump', '-d', '--no-show-raw-insn', $program);
if (!defined $code || !%ours) {
	skip('the code of the program', 'objdump, nm or the archives are not here');
	Program::finish();
}

my (%first, %guarded, %checked, %probing, $in);
for (split /\n/, $code) {
	if (/^[0-9a-f]+ <([^>]+)>:$/) {
		$in = $ours{$1} ? $1 : undef;
		next;
	}
	next unless defined $in && /^\s*[0-9a-f]+:\s+(.*\S)/;
	my $what = $1;
	$first{$in} //= $what;
	$guarded{$in} = 1 if $what =~ /<__stack_chk_fail/;
	$checked{$in} = 1 if $what =~ /<__(?!stack_chk_fail|longjmp|fdelt)\w+_chk\b/;
	$probing{$in} = 1 if $what =~ /^or[lq]?\s+\$0x0,\(%[re]sp\)/;
}
my $all = keys %first;
ok($all > 300, 'our functions are found in it', "$all found");

# A buffer that is written past its end ends the process before the function returns.
ok(keys %guarded > 50, 'arrays on the stack have a guard behind them (-fstack-protector-strong)',
	keys(%guarded) . " of $all functions");

my ($sanitizers) = (output('nm', $program) // '') =~ /(__[at]san_init)/;
if ($sanitizers || $user =~ /-O0|_FORTIFY_SOURCE/) {
	skip('functions of the C library are told the room there is',
		'built with sanitizers, without optimisation, or as the user wants it');
} else {
	ok(keys %checked > 10,
		'functions of the C library are told the room there is (-D_FORTIFY_SOURCE)',
		keys(%checked) . " of $all functions");
}

my ($machine) = $elf =~ /^\s*Machine:\s+(.*\S)/m;
my $begin = $machine =~ /X86-64|80386/ ? qr/^endbr/
    : $machine =~ /AArch64/ ? qr/^(?:bti|paciasp)/ : undef;
if ($begin) {
	my @without = grep { $first{$_} !~ $begin } sort keys %first;
	ok(!@without, 'jumps can only go where a function begins '
		. '(-fcf-protection, -mbranch-protection)', @without);
} else {
	skip('jumps can only go where a function begins', "not known for $machine");
}
if ($machine =~ /X86-64/ && $user !~ /clang/) {
	ok(keys %probing >= 3, 'no frame steps over the page that guards the stack '
		. '(-fstack-clash-protection)', 'in: ' . join ' ', sort keys %probing);
} else {
	skip('no frame steps over the page that guards the stack', 'known for gcc on x86-64');
}

Program::finish();

# asked.t - statements for ClickHouse come from a process that may have been taken over: they may read, and no more.

use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../conformance";
use IO::Socket::INET;
use Program;

my $program = $ENV{FLARESCOPE} || './flarescope';
my $dir = tempdir(CLEANUP => 1);

alarm 120;
Program::start();

sub read_request
{
	my ($from) = @_;
	my $head = '';

	while ($head !~ /\r\n\r\n/) {
		sysread($from, $head, 65536, length $head) or return;
	}
	my ($length) = $head =~ /^Content-Length: (\d+)/mi;
	my ($before, $body) = split /\r\n\r\n/, $head, 2;
	while (length $body < ($length // 0)) {
		sysread($from, $body, 65536, length $body) or return;
	}
	my ($query) = $before =~ /^POST \S*\?(\S*)/;
	my %is = map { my ($k, $v) = split /=/, $_, 2; $k => $v } split /&/, $query;
	$body = $is{query} if !length $body;
	$body =~ s/\+/ /g, $body =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ge;
	return ($body, \%is);
}

# A server that refuses each statement for a setting, as a statement can have it do by itself, and says what this user may
# do: 0 all, 1 read, 2 read and choose settings. Returns the statements with their settings.
sub asked_of
{
	my ($may, @command) = @_;
	my $server = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1') or die "$!\n";
	my $port = $server->sockport;
	my $pid = fork // die "fork: $!\n";
	my @asked;

	if (!$pid) {
		close $server;
		open STDOUT, '>', "$dir/out";
		open STDERR, '>', "$dir/err";
		exec $program, @command, "clickhouse://127.0.0.1:$port/db" or exit 127;
	}
	while (1) {
		my $rin = '';
		vec($rin, fileno $server, 1) = 1;
		if (!select $rin, undef, undef, 0.05) {
			last if waitpid($pid, 1) == $pid;
			next;
		}
		my $connection = $server->accept or last;
		my ($statement, $settings) = read_request($connection);
		next unless defined $statement;
		push @asked, [$statement, $settings];
		my ($status, $words) = $statement =~ /getSetting\('readonly'\)/ ? ('200 OK', "$may\n") :
		    ('500 Error', "Code: 164. DB::Exception: Cannot modify 'x' setting in readonly mode. (READONLY)\n");
		print $connection "HTTP/1.1 $status\r\nContent-Length: ", length $words,
		    "\r\nConnection: close\r\n\r\n$words";
		close $connection;
	}
	return @asked;
}

if (`'$program' --version` =~ /^  libcurl  *without /m) {
	print "1..0 # SKIP built without libcurl\n";
	exit 0;
}
my @statements = grep { $_->[0] !~ /getSetting/ } asked_of(0, 'top', '--no-cache');
ok(@statements >= 2, 'what is refused for its settings is asked with fewer', scalar @statements);
ok(!(grep { ($_->[1]{readonly} // '') ne '2' } @statements), 'but always to read only');
ok(`cat '$dir/err'` =~ /Code: 164/, 'then it is an error');
@statements = grep { $_->[0] !~ /getSetting/ } asked_of(1, 'top', '--no-cache');
ok(!defined $statements[-1][1]{readonly},
	'a user of whom the server says that he may only read needs not be told so');
Program::finish();

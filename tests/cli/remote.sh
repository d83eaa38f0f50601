#!/bin/sh
# remote.sh - perf record on other hosts over ssh: an sshd of our own, by other names, is all of them.

. "$srcdir/tests/cli/tap.sh"

sshd=$(command -v sshd || ls /usr/sbin/sshd 2> /dev/null)
all_skip() {
	echo "1..0 # SKIP $1"
	echo "SKIPPED: remote.sh: $1" >&2
	exit 0
}
[ -n "$sshd" ] && command -v ssh > "$out" && command -v ssh-keygen > "$out" || all_skip 'there is no sshd'
perf record -q -e cpu-clock -a -o /dev/null -- true > "$out" 2>&1 || all_skip 'perf may not record here'

place=$work/ssh
mkdir -p "$place/bin"
ssh-keygen -q -t ed25519 -N '' -f "$place/key"
ssh-keygen -q -t ed25519 -N '' -f "$place/host"
cp "$place/key.pub" "$place/authorized"
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd

# serve PATH: with this in front of the path of those who come in.
serve() {
	port=$(perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1")->sockport')
	cat > "$place/sshd.conf" << END
Port $port
ListenAddress 127.0.0.1
HostKey $place/host
AuthorizedKeysFile $place/authorized
PidFile $place/pid
StrictModes no
UsePAM no
PermitRootLogin yes
SetEnv PATH=$1:$PATH
END
	cat > "$place/config" << END
Host web1 web2
  HostName 127.0.0.1
  Port $port
  User $(id -un)
  IdentityFile $place/key
  IdentitiesOnly yes
  StrictHostKeyChecking no
  UserKnownHostsFile $place/known
  LogLevel ERROR
Host closed
  HostName 127.0.0.1
  Port $port
  IdentityFile $place/nokey
  IdentitiesOnly yes
  BatchMode yes
  StrictHostKeyChecking no
  UserKnownHostsFile $place/known
END
	"$sshd" -f "$place/sshd.conf" -E "$place/log"
	perl -MIO::Socket::INET -e '
		for (1 .. 100) {
			exit 0 if IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $ARGV[0]);
			select undef, undef, undef, 0.05;
		}
		exit 1' "$port"
}
end_serving() {
	[ ! -f "$place/pid" ] || kill "$(cat "$place/pid")"
	rm -f "$place/pid" "$place/known"
}
trap 'end_serving; rm -rf "$work"' EXIT
FLARESCOPE_SSH="ssh -F $place/config"
export FLARESCOPE_SSH
cd "$work" || exit 1

serve "$place/nowhere" || all_skip 'sshd does not start here'
ssh -F "$place/config" -o BatchMode=yes web1 true > "$out" 2>&1 || all_skip 'nobody gets in by ssh here'

# What another recording that was killed has left is none of ours.
connections() { ls -d "${TMPDIR:-/tmp}"/flarescope-ssh.* 2> "$err"; }
connections > "$work/before"
run record --host web1,web2 --duration 1 -o both
ok 'two hosts are recorded' ends_with 0
ok 'which is said with the command' says '^flarescope: perf record -F 49 -a -g -k CLOCK_MONOTONIC .* on 2 hosts$'
ok '... and how to look at them' says 'both, 2 hosts: .* flarescope --together \./both$'
ok 'by streams of perf' test -s both/web1.data -a -s both/web2.data
run info --json --together both
ok 'which are recordings of that moment' json '
	use Time::Local;
	my ($y, $m, $d, $h, $min, $s) =
		$j->{first_sample_date} =~ /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(?:\.\d+)?Z$/;
	@{$j->{hosts}} == 2 && $j->{aligned_by} eq "clock" && $j->{hosts}[0]{clock} eq "recorded" &&
		abs(timegm($s, $min, $h, $d, $m - 1, $y) - time) < 300 &&
		!grep { !$_->{samples} } @{$j->{hosts}}'
connections > "$work/after"
ok 'no connection is left' cmp "$work/before" "$work/after"

run record --host web1,nosuch.invalid -F 999 --duration 0.3 -o one
ok 'one that cannot be reached is named' says '^flarescope: nosuch.invalid: cannot be reached by ssh$'
ok '... and the other is recorded' test -s one/web1.data
run record --host closed,nosuch.invalid --duration 0.3 -o none
ok 'without any it is an error' ends_with 1
ok '... with a reason' says 'none of these hosts can be reached'
run record --host web1 -F 99 -o short -- true
ok 'a command runs there' says 'on 1 host'
run record --host web1 -e no_such_event --duration 0.3 -o bad
ok 'what perf refuses is an error' ends_with 1
ok '... of that host' says 'web1: nothing was recorded'
ok '... and leaves no empty file' test ! -e bad/web1.data
run record --host web1
ok 'without an end it is refused' says 'for how long? Give --duration'
run record --host -oProxyCommand=x --duration 0.3
ok 'an option is no host' says 'needs names of hosts'
run record --host "$(id -un)@web1" -F 999 --duration 0.3 -o user
ok 'a user may be named' test -s "user/$(id -un)_web1.data"
run record --host web1 --duration 0.3 -o both
ok 'what another recording has left is not looked at with it' ends_with 2
ok '... which is said' says 'there are files in both already; -o names another directory'
run record --host web1,web2,web1 --duration 0.3 -o twice
ok 'a host twice is refused' says 'web1 and web1 would both write twice/web1.data'
run record --host a@web1,a_web1 --duration 0.3 -o twice
ok '... and two that would have one file' says 'a@web1 and a_web1 would both write twice/a_web1.data'

# runs SECONDS WANTED: is there a perf, or its sleep, for so long, or none (empty)? No longer than half a minute is waited.
cat > "$work/runs" << 'END'
my ($seconds, $wanted) = @ARGV;
sub found {
	grep { local (@ARGV, $/) = $_; (<> // "") =~ /^(?:perf\x00record\x00.*\x00)?sleep\x00$seconds\x00/ } glob "/proc/[0-9]*/cmdline"
}
for (1 .. 600) {
	exit 0 if !!$wanted == !!found();
	select undef, undef, undef, 0.05;
}
exit 1;
END
# interrupted SECONDS DIRECTORY: record for so long, and end it as Ctrl-C does when a second of work is recorded.
cat > "$work/interrupted" << 'END'
my ($runs, $seconds, @command) = @ARGV;
my $pid = fork;
if (!$pid) { setpgrp; exec @command; exit 127 }
system($^X, $runs, $seconds, 1) == 0 or print "it does not run\n";
my ($since, $n) = (time, 0);
$n++ while time < $since + 2;
kill "INT", -$pid;
local $SIG{ALRM} = sub { print "it does not end\n"; kill "KILL", -$pid };
alarm 60;
waitpid $pid, 0;
exit($? >> 8);
END
runs() { perl "$work/runs" "$@" 2> /dev/null; }
interrupted() {
	seconds=$1
	shift
	perl "$work/interrupted" "$work/runs" "$seconds" "$FLARESCOPE" "$@" --host web1 --duration "$seconds" > "$out" 2> "$err"
	status=$?
}
interrupted 613 record -o stopped
ok 'Ctrl-C ends a recording' ends_with 0
ok '... also there' runs 613 ''
ok '... and what has come is opened' says 'stopped, 1 host: [0-9,]* samples in'

# It is watched as it runs: perf is asked for what it has.
run live --host web1 --headless --duration 2 -F 199 -o watched.flare
ok 'a host is watched' ends_with 0
run info --json watched.flare
ok '... by perf, which is asked' json '$j->{samples} > 0 && $j->{header}{cmdline} =~ /perf record .*--control fifo:.* -a -F 199 -- /'
run live --host closed --headless --duration 2 -o closed.flare
ok 'one that cannot be reached is told' says 'closed: ssh could not connect'
ok '... and is an error' ends_with 1
ok '... without a file' test ! -e closed.flare
run live --host web1 -F 99 --pid 999999 --headless --duration 2 -o none.flare
ok 'so is one where nothing can be recorded' says 'web1: nothing was recorded there'
run live --host web1,web2 --headless -o two.flare
ok 'two are too many' says 'the name of one host'
run live --host -oProxyCommand=x --headless -o none.flare
ok 'an option is no name' ends_with 2
interrupted 619 live --headless -o cut.flare
ok 'Ctrl-C ends that' ends_with 0
ok '... also there' runs 619 ''
ok '... and what has come is written' test -s cut.flare
end_serving

# Where flarescope is, the names are found.
ln -s "$FLARESCOPE" "$place/bin/flarescope"
serve "$place/bin"
run record --host web1 -F 999 --duration 0.3 -o named
ok 'a host that has flarescope sends what that has read' test -s named/web1.flare -a ! -e named/web1.data
run info --json named/web1.flare
ok '... whole' json '$j->{format} eq "flare" && $j->{samples} > 0 && $j->{header}{hostname}'
run record --waiting --switch-events --host web1 --duration 0.3 -o waits
ok 'of waits all switches come, as perf has them' test -s waits/web1.data -a ! -e waits/web1.flare
run waits --together waits
ok '... and waits are told' ends_with 0
interrupted 617 record -o early
ok 'Ctrl-C ends it there, too' ends_with 0
ok '... perf as well' runs 617 ''
ok '... and what flarescope has read is sent' test -s early/web1.flare
run live --host web1 -F 999 --headless --duration 0.5 -o self.flare
ok 'such a host is watched by its flarescope' ends_with 0
run info --json self.flare
ok '... without perf' json '$j->{samples} > 0 && $j->{header}{cmdline} =~ /^flarescope record/'
done_testing

#!/bin/sh
# outputs.sh - what flarescope writes goes where it was told to, and nowhere else: links, pipes and files of others.

. "$srcdir/tests/cli/tap.sh"

file=$work/stacks.folded
printf 'main;work 3\nmain;rest 1\n' > "$file"
cd "$work" || exit 1
chmod 755 .

# bounded ARGS...: run, but no longer than what waits without an end is waited for
bounded() {
	timeout 30 "$FLARESCOPE" "$@" > "$out" 2> "$err" < /dev/null
	status=$?
}

# ---- a pipe, and what stands for a descriptor ----

mkfifo pipe
bounded export -o pipe "$file"
ok 'there is never a wait without an end: a pipe that nobody reads is refused at once' ends_with 1
ok '... with what to do' says 'pipe is a pipe that nothing reads; start the reader first$'
cat pipe > read & reader=$!
tries=0
while bounded export -o pipe "$file"; [ $status -ne 0 ] && [ $tries -lt 500 ]; do tries=$((tries + 1)); done
wait $reader
ok 'one that is read is written' grep -q '^main;work 3$' read
# It is somebody's, also where nothing was recorded. There is no process of this number (pid_max).
mv pipe pipe.data
cat pipe.data > read & reader=$!
bounded live --headless -p 4194304 -o pipe.data
ok '... and stays, when nothing can be recorded into it' test -p pipe.data
kill $reader 2> "$work/said"
wait $reader 2> "$work/said"
rm pipe.data
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1 -; do
	bounded export -o $name "$file"
	ok "$name is standard output" prints '^main;work 3$'
done
bounded export -o /dev/null "$file"
ok '/dev/null takes all' ends_with 0
timeout 30 "$FLARESCOPE" export -o /dev/fd/3 "$file" 3> third 2> "$err"
ok 'so does what a shell puts there (>(...))' grep -q '^main;work 3$' third

# ---- no link is followed by -o ----

echo precious > victim
mkdir bare
# untouched NAME: the link is as it was, and so is what it leads to
untouched() { [ "$(cat victim)" = precious ] && [ "$(readlink "$1")" = "$2" ] && [ ! -e made ]; }
ln -s victim there.data
ln -s made nothing.data
for link in there nothing; do
	leads=$(readlink $link.data)
	(PATH=$work/bare; exec "$FLARESCOPE" record -F 49 -a --duration 0.2 -o $link.data) > "$out" 2> "$err" < /dev/null
	status=$?
	ok "-o never follows a link: record without perf, $link" untouched $link.data $leads
	ok '... which is said' says 'is a symbolic link, which is not followed'
	bounded record -F 49 -a --duration 0.2 -o $link.data
	ok "-o never follows a link: record with perf, $link" untouched $link.data $leads
	bounded live --headless -F 49 --duration 0.2 -o $link.data
	ok "-o never follows a link: live --headless, $link" untouched $link.data $leads
	bounded export -o $link.data "$file"
	ok "-o never follows a link: export, $link" untouched $link.data $leads
done

# ---- where others may write ----

mkdir open sticky
chmod 777 open
chmod 1777 sticky
bounded export -o open/x.folded "$file"
ok 'where others could replace it nothing is written' ends_with 1
ok '... which is said' says 'others can write to the directory of open/x.folded, and replace the file'
bounded export --force -o open/x.folded "$file"
ok '... also with --force' test ! -e open/x.folded
bounded record --duration 0.2 -o open/perf.data
ok '... nor recorded' says 'others can write to the directory of open/perf.data'
bounded record --host web1 --duration 0.2 -o open/hosts
ok '... nor of other hosts' says 'others can write to the directory of open/hosts'
bounded live --headless --duration 0.2 -o open/x.data
ok '... nor live' says 'others can write to the directory of open/x.data'
bounded live --headless --save-when odd --duration 0.2 --save-to open
ok '... nor moments' says 'others can write to the directory of open'
bounded export -o sticky/x.folded "$file"
ok 'where it is sticky it is' ends_with 0

if [ "$(id -u)" -eq 0 ]; then
	mkdir victims
	ln -s ../victims sticky/link
	mkfifo sticky/pipe
	chown -h nobody sticky/link sticky/pipe
	cat sticky/pipe > "$work/said" & reader=$!
	bounded export -o sticky/link/x.folded "$file"
	ok "another user's link to a directory is not followed" test ! -e victims/x.folded
	bounded record --duration 0.2 -o sticky/link/x.data
	ok '... nor by record' test ! -e victims/x.data
	bounded export -o sticky/pipe "$file"
	ok "another user's pipe is not written" says 'sticky/pipe belongs to another user'
	kill $reader
	wait $reader 2> "$work/said"
	ln -s ../victims sticky/own
	bounded export -o sticky/own/x.folded "$file"
	ok "one's own link to a directory is" test -s victims/x.folded

	# An empty perf.data of another user would be kept, and read by its owner.
	: > sticky/perf.data
	chmod 666 sticky/perf.data
	chown nobody sticky/perf.data
	ln sticky/perf.data sticky/kept
	cat > bare/perf <<'END'
#!/bin/sh
while [ $# -gt 0 ] && [ "$1" != -- ]; do [ "$1" != -o ] || name=$2; shift; done
echo recorded > "$name"
END
	chmod 755 bare/perf
	(cd sticky && PATH=$work/bare:$PATH timeout 60 "$FLARESCOPE" record) > "$out" 2> "$err" < /dev/null
	ok "a recording is not put into another user's file" test ! -s sticky/kept
	ok '... but into one of who records' test "$(stat -c %u:%s sticky/perf.data)" = 0:9
	rm bare/perf
	rm -f sticky/perf.data sticky/kept
	: > sticky/perf.data
	chown nobody sticky/perf.data
	ln sticky/perf.data sticky/kept
	(cd sticky && PATH=$work/bare && exec "$FLARESCOPE" record -F 49 -a --duration 0.2) > "$out" 2> "$err" < /dev/null
	ok 'nor without perf' test ! -s sticky/kept
else
	skip "another user's links, pipes and files" 'only root can make them'
fi

# ---- other hosts: ssh is as untrusted as a file ----

cat > ssh <<'END'
#!/bin/sh
case "$*" in
*' true') printf 'banner\033]0;banner\007\n' >&2; printf 'of a shell\033]52;c;cm0K\007\n'
	[ -z "$LINK" ] || { rm -rf perf.hosts/web1.data; ln -s ../victim perf.hosts/web1.data; } ;;
*'-O exit'*) ;;
*) printf 'main;work 3\n'; printf 'a table:\tx\n\033]52;c;cm0gLXJmIC8K\007' >&2 ;;
esac
END
chmod 755 ssh
FLARESCOPE_SSH=$work/ssh
export FLARESCOPE_SSH
bounded record --host web1 --duration 1
ok 'ssh is as untrusted as a file: what it says is shown' says "^a table:$(printf '\t')x\$"
ok '... and what a shell there prints' says '^of a shell'
ok '... but no terminal obeys it' sh -c '! grep -q "[[:cntrl:]]" "$1"' - "$(tr -d '\t' < "$err" > "$work/plain"; echo "$work/plain")"
ok 'what was recorded is for its owner alone' test "$(stat -c %a perf.hosts/web1.data)" = 600
rm -rf perf.hosts
bounded live --host web1 --headless --duration 1 -o live.flare
ok 'so it is of what is watched live' sh -c '! tr -d "\t" < "$1" | grep -q "[[:cntrl:]]"' - "$err"
ok '... and shown' says '^a table:'
TMPDIR=/nonexistent bounded record --host web1 --duration 1
ok 'where no directory for sockets can be made, that is said' says 'cannot make a directory in /nonexistent: '
# Who says more than is printed goes on for as long as somebody listens.
cat > endless <<'END'
#!/bin/sh
printf 'main;work 3\n'
(exec yes 'more and more' 1>&2) &
END
chmod 755 endless
mkfifo slow
dd bs=1 of=/dev/null < slow 2> "$work/said" & reader=$!
FLARESCOPE_SSH=$work/endless timeout 60 "$FLARESCOPE" live --host web1 --headless --duration 1 -o live2.flare 2> slow < /dev/null
status=$?
ok 'there is never a wait without an end: what another host goes on to say is not printed' test $status -ne 124
wait $reader
rm -f slow live2.flare
mkdir perf.hosts
LINK=yes bounded record --host web1 --duration 1
ok 'a link that is put there meanwhile is not followed' test "$(cat victim)" = precious
rm -rf perf.hosts
if [ "$(id -u)" -eq 0 ]; then
	mkdir perf.hosts
	chown nobody perf.hosts
	bounded record --host web1 --duration 1
	ok "nor is another user's directory written to" says 'perf.hosts belongs to another user; -o names another directory'
	rmdir perf.hosts
	mkdir theirs
	ln -s theirs perf.hosts
	bounded record --host web1 --duration 1
	ok 'nor a link in its place followed' test -z "$(ls theirs)"
	rm perf.hosts
else
	skip "another user's directory" 'only root can make one'
fi

# ---- no wait without an end ----

mkfifo input
printf '' > empty.txt
bounded push clickhouse://127.0.0.1:1/db input
ok 'there is never a wait without an end: a pipe is not pushed, and not waited for' test "$status" -ne 124
# A file that grows faster than it is read: 256 MiB, and by then a TiB, of zeros.
if truncate -s 256M grows 2> "$work/said" && truncate -s 1T sparse 2> "$work/said"; then
	"$FLARESCOPE" push clickhouse://127.0.0.1:1/db grows > "$out" 2> "$err" < /dev/null & pushing=$!
	perl -e '
		my ($pid, $file) = @ARGV;
		# it has been opened, and its size taken, when some of it has been read
		sub is_read {
			my ($number) = @_;
			local (@ARGV, $/) = "/proc/$pid/fdinfo/$number";
			return (eval { <> } // "") =~ /^pos:\s*[1-9]/;
		}
		for (1 .. 4000) {
			last if grep { (readlink($_) // "") eq $file && m{(\d+)$} && is_read($1) }
				glob "/proc/$pid/fd/*";
			select undef, undef, undef, 0.001;
		}
		truncate $file, 1 << 40;
		for (1 .. 1200) {
			local (@ARGV, $/) = "/proc/$pid/stat";
			my $stat = eval { <> } // "";
			exit 0 if $stat eq "" || $stat =~ /\) Z/;
			select undef, undef, undef, 0.05;
		}
		kill "KILL", $pid;
		exit 1' $pushing "$work/grows" 2> "$work/said"
	ended=$?
	wait $pushing 2> "$work/said"
	ok 'a file is read no further than it went when it was opened' test $ended -eq 0
else
	skip 'a file that grows' 'there are no such large files here'
fi
rm -f grows sparse

done_testing

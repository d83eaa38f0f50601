#!/bin/sh
# static.sh - one file, and nothing beside it: what make static makes runs where there is only /proc and a terminal.
#
# It wants flarescope-static, which "make static" makes in a minute and a half of CPU time, and for the empty
# root directory somebody who may chroot and mount. It mounts in a namespace of its own, which ends with the command.

. "$srcdir/tests/cli/tap.sh"

static=$FLARESCOPE-static
if ! [ -x "$static" ]; then
	skip 'one file runs anywhere' 'make static makes it first'
	done_testing
	exit
fi
: > "$err"
status=0

ok 'it has no more than 8 MiB' test "$(wc -c < "$static")" -le 8388608
if command -v readelf > "$out"; then
	ok 'needs no library' sh -c '! readelf -dW "$1" | grep NEEDED' - "$static"
	ok 'and nobody to load it' sh -c '! readelf -lW "$1" | grep INTERP' - "$static"
fi
"$static" --version > "$out"
for library in libzstd elfutils capstone libcsv libseccomp; do
	here=$("$FLARESCOPE" --version | grep "^  $library " )
	ok "it has $library as the other program does" prints "^$here\$"
done

root=$work/root
mkdir -p "$root/proc"
cp "$static" "$root/flarescope"
cp "$examples/service.perf.gz" "$root/"
cat > "$work/there" <<END
#!/bin/sh
PATH=\$PATH:/usr/sbin:/sbin
exec unshare --mount sh -c 'mount -t proc proc "\$0/proc" && exec chroot "\$0" /flarescope "\$@"' '$root' "\$@"
END
chmod +x "$work/there"

if ! "$work/there" --version > "$out" 2> "$err"; then
	skip 'it runs in an empty root directory' "nobody but root may make one: $(head -n 1 "$err")"
	done_testing
	exit
fi
ok 'it is confined there as here' prints '^reading is sandboxed by .*system calls'

there() { # ARGS...: as run, in the empty root directory
	"$work/there" "$@" > "$out" 2> "$err" < /dev/null
	status=$?
}

for words in 'info' 'heatmap --format text' 'flame --format text --width 100' 'top' 'export' 'export --format svg' \
	'export --format pprof --range 10,20' 'find' 'heatmap --format ansi'; do
	(cd "$examples" && "$FLARESCOPE" $words service.perf.gz > "$work/here" 2> "$err")
	there $words /service.perf.gz
	sed -i "s,/service.perf.gz,service.perf.gz,g; s,$examples,,g" "$out"
	ok "$words prints the same there" cmp "$work/here" "$out"
done
there export --format svg -o /graph.svg /service.perf.gz
ok 'it writes files there' test -s "$root/graph.svg"
there convert /service.perf.gz -o /all.flare
there info /all.flare
ok 'and reads them' prints '4,613\|11,882'
there record --duration 1
ok 'perf, which it does not have, is missed in one line' says_one_line
there push clickhouse://127.0.0.1/default /service.perf.gz
ok 'and so is libcurl' says 'built without libcurl'

there live --headless --duration 1s -o /now.flare
if [ $status = 0 ]; then
	ok 'it records there' test -s "$root/now.flare"
	RECORDS=yes
	export RECORDS
else
	skip 'it records there' "$(head -n 1 "$err")"
fi

screens=$(dirname "$FLARESCOPE")/tests/e2e/run
if [ -x "$screens" ]; then
	FLARESCOPE=$work/there "$screens" test_chroot > "$work/screens" 2> "$err"
	sed -n 's/^\(not ok\|ok\) [0-9]* - //p' "$work/screens" > "$work/names"
	ok 'screens are tried there' test -s "$work/names"
	while read -r sentence rest; do
		case $rest in
		*SKIP*) skip "there $(echo "$sentence" | tr _ ' ')" 'it does not record' ;;
		*) ok "there $(echo "$sentence" | tr _ ' ')" \
			grep -q "^ok [0-9]* - $sentence" "$work/screens" ;;
		esac
	done < "$work/names"
	ok 'and what was saved is a file there' grep -q '<svg' "$root/selected.svg"
	grep '^#' "$work/screens"
	sed 's/^/# /' "$err"
else
	skip 'it draws there' 'tests/e2e/run wants libvterm and cmocka'
fi

done_testing

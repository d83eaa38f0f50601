# tap.sh - sourced by the scripts here: run flarescope, compare, count in TAP.
#
# FLARESCOPE is the program, srcdir the source tree (make check sets both).

: "${FLARESCOPE:?the program to test}"
: "${srcdir:?the source tree}"
LC_ALL=C.UTF-8
TERM=xterm-256color
FLARESCOPE_CACHE=no
export LC_ALL TERM FLARESCOPE_CACHE
unset NO_COLOR COLUMNS LINES COLORTERM

work=$(mktemp -d "${TMPDIR:-/tmp}/flarescope-cli.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
XDG_CONFIG_HOME=$work/config # where no reader of somebody's own is
export XDG_CONFIG_HOME
out=$work/out
ln -s "$srcdir" "$work/src" # a short name, as messages are cut where names are long
data=$work/src/tests/cli/data
examples=$work/src/data/examples
err=$work/err
count=0
# perl's own decoder of JSON takes most of the time of some tests: a quicker one, where it is.
json_module=Cpanel::JSON::XS
perl -M$json_module -e 1 2> /dev/null || json_module=JSON::PP

# run ARGS...: the program, with its output in $out and $err, its status in $status.
run() {
	"$FLARESCOPE" "$@" > "$out" 2> "$err" < /dev/null
	status=$?
	keep_document
}

# Keep a JSON document of the program for done_testing, which compares it with its schema.
documents=0
keep_document() {
	[ "$status" -eq 0 ] || return 0
	case $(head -c 14 "$out" | tr -d '\n\0 ') in
	'{"schema":'*)
		documents=$((documents + 1))
		mkdir -p "$work/documents"
		cp "$out" "$work/documents/$documents.json"
		;;
	esac
}

# ok NAME COMMAND...: a test that passes when COMMAND does.
ok() {
	name=$1
	shift
	count=$((count + 1))
	if "$@" > "$work/said" 2>&1; then
		echo "ok $count - $name"
	else
		echo "not ok $count - $name"
		echo "# $*"
		sed 's/^/# /' "$work/said"
		echo "# status $status, standard error:"
		sed 's/^/# /' "$err"
	fi
}

# skip NAME REASON: a test that cannot be made here. Loudly, as it may have been wanted.
skip() {
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
	echo "SKIPPED: $1: $2" >&2
}

# What commands there are to ask: the status, the words, the exact text of the output.
ends_with() { [ "$status" -eq "$1" ]; }
prints() { grep -e "$1" "$out" || { head -20 "$out"; false; }; }
prints_not() { ! grep -e "$1" "$out"; }
says() { grep -e "$1" "$err"; }
is_quiet() { ! [ -s "$err" ]; }
says_one_line() { [ "$(wc -l < "$err")" -eq 1 ]; }
prints_exactly() { printf "$1" | diff - "$out"; }
same_output() { diff "$1" "$2"; }

# In another PID namespace perf knows neither names nor pids of the processes outside, and switches of the
# scheduler have pids that samples do not have.
sees_all_processes() { [ "$(readlink /proc/self/ns/pid)" = 'pid:[4026531836]' ]; }

# json EXPRESSION: is it true of the output, as $j? An unreadable output is false. $json decodes more.
json() {
	perl "-M$json_module" -e '
		local $/;
		my $json = '"$json_module"'->new->utf8;
		my $j = $json->decode(<STDIN>);
		exit(eval($ARGV[0]) ? 0 : do { print "not true: $ARGV[0] $@\n"; 1 });
	' "$1" < "$out"
}

# A perl expression's value on the output.
json_value() {
	perl "-M$json_module" -e '
		local $/;
		my $json = '"$json_module"'->new->utf8;
		my $j = $json->decode(<STDIN>);
		print eval($ARGV[0]), "\n";
	' "$1" < "$out"
}

done_testing() {
	if [ "$documents" -gt 0 ] && python3 -c 'import jsonschema' 2> "$err"; then
		ok 'all JSON fits the schemas' "$srcdir/tests/lib/fits_schemas.py" \
			"$srcdir/data/schemas" "$work"/documents/*.json
	elif [ "$documents" -gt 0 ]; then
		skip 'all JSON fits the schemas' 'python3-jsonschema is not installed'
	fi
	echo "1..$count"
}

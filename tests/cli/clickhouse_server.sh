# clickhouse_server.sh - sourced by scripts that need a ClickHouse: that of the npm package chdb behind a page of HTTP.

# has_clickhouse: is there one? FLARESCOPE_CHDB is a node_modules that has it.
has_clickhouse() { command -v node > "$out" && [ -d "${FLARESCOPE_CHDB:-/nowhere}/chdb" ]; }

unset CLICKHOUSE_USER CLICKHOUSE_PASSWORD
front=
end_front() {
	[ -z "$front" ] || kill "$front" 2> /dev/null
	[ -z "$front" ] || wait "$front"
	front=
}
trap 'end_front; cat "$work/front.err" >&2; rm -rf "$work"' EXIT
# serve [OPTION]...: the same tables each time.
serve() {
	end_front 2> /dev/null
	mkfifo "$work/port"
	node "$srcdir/tests/cli/clickhouse_front.js" "$FLARESCOPE_CHDB" "$work/tables" "$@" > "$work/port" 2> "$work/front.err" &
	front=$!
	read -r port < "$work/port"
	rm "$work/port"
	address=clickhouse://127.0.0.1:$port/default
}
# ask SQL: of the same server.
ask() {
	perl -MIO::Socket::INET -e '
		my ($port, $sql) = @ARGV;
		$sql =~ s/([^A-Za-z0-9])/sprintf "%%%02X", ord $1/ge;
		my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $port, Timeout => 20) or die;
		print $s "POST /?query=$sql HTTP/1.0\r\n\r\n";
		local $/;
		(my $answer = <$s>) =~ s/^.*?\r\n\r\n//s;
		print $answer' "$port" "$1" > "$work/result"
}

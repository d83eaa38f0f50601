#include "session/query/query_source.h"

#include <stdio.h>

#define TRACE_LOG ".trace_log"

static const struct query_table pushed = {
    .from = "samples",
    .ns = "toUnixTimestamp64Nano(time)",
    .slice = "intDiv(toUnixTimestamp64Nano(time), 20000000)",
    .day = "toDate(time)",
    .time = "time",
    .moment = "fromUnixTimestamp64Nano(toInt64(%lld), 'UTC')",
    .host = "host",
    .service = "service",
    .comm = "comm",
    .process = "process",
    .pid = "pid",
    .tid = "tid",
    .cpu = "cpu",
    .event = "event",
    .unit = "unit",
    .idle = "idle",
    .weight = "weight",
    .duration = "duration",
    .stack = "stack_id",
    .join = " ANY LEFT JOIN stacks AS p ON p.id = s.stack",
    .path = "p.frames, p.modules, p.kinds",
    .modules = "modules",
    .kinds = "kinds",
    .holds_from = "stack_id IN (SELECT id FROM stacks WHERE ",
    .holds_to = ")",
    .frames = "frames",
    .settings = "",
};

/* Addresses without a symbol are named by their number. */
#define TRACE_FRAMES(column)                                                             \
	"arrayReverse(arrayMap(a -> if(addressToSymbol(a) = '', concat('[0x', "          \
	"lower(hex(a)), ']'), demangle(addressToSymbol(a))), " column "))"

static const struct query_table trace_log = {
    .from = "trace_log",
    .ns = "toInt64(timestamp_ns)",
    .slice = "intDiv(toInt64(timestamp_ns), 20000000)",
    .day = "event_date",
    .time = "timestamp_ns",
    .moment = "%lld",
    .host = "hostName()",
    .service = "'clickhouse'",
    .comm = "if(query_id = '', 'no query', query_id)",
    .process = "if(query_id = '', 'no query', query_id)",
    .pid = "toInt32(-1)",
    .tid = "toInt32(thread_id)",
    .cpu = "toInt32(-1)",
    .event = "toString(trace_type)",
    .unit = "if(size != 0, 'bytes', '')",
    .idle = "toUInt8(0)",
    .weight = "if(size != 0, toUInt64(abs(size)), 1)",
    .duration = "toUInt64(0)",
    .stack = "trace",
    .join = "",
    .path = TRACE_FRAMES("s.stack") ", [], []",
    .holds_from = "",
    .holds_to = "",
    .frames = TRACE_FRAMES("trace"),
    .settings = " SETTINGS allow_introspection_functions = 1",
};

static bool is_trace_log(const char *address)
{
	return text_ends(text_of(address), TEXT(TRACE_LOG));
}

struct text query_place(const char *address)
{
	const char *at = strstr(address, "://"), *user;

	at = at ? at + strlen("://") : address;
	user = strchr(at, '@');
	return text_of(user ? user + 1 : at);
}

const struct query_table *query_table_of(const char *address)
{
	return is_trace_log(address) ? &trace_log : &pushed;
}

const char *query_table_address(const char *address, char buf[static QUERY_ADDRESS_MAX])
{
	size_t len = strlen(address) - (is_trace_log(address) ? strlen(TRACE_LOG) : 0);

	snprintf(buf, QUERY_ADDRESS_MAX, "%.*s", (int)len, address);
	return buf;
}

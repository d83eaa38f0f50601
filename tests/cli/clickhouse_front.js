// clickhouse_front.js - a page of ClickHouse's HTTP interface in front of chdb: what flarescope and its tests need.
//
//	node clickhouse_front.js CHDB-FOLDER DIRECTORY [--user NAME --key KEY] [--break N] [--break-after N]
//		[--log FILE] [--slow MS] [--cut BYTES] [--fail BYTES] [--readonly 1]
//
// DIRECTORY keeps the tables. It prints its port on 127.0.0.1, and ends on SIGTERM. The N-th request with rows has its
// connection broken before they are in the table, or after that, and the front ends then. FILE gets each statement, as
// JSON. A SELECT is answered after MS, with its progress told meanwhile, unless its connection ends or a KILL QUERY names
// it, which the log tells too. An answer longer than BYTES ends there: cut off, or with an exception in place of the rest.
// With --readonly a setting is refused, as from a user that may only read.
'use strict';
const fs = require('fs');
const http = require('http');
const zlib = require('zlib');
const os = require('os');
const path = require('path');

const [folder, directory, ...rest] = process.argv.slice(2);
const { Session } = require(path.join(path.resolve(folder), 'chdb'));
const option = { user: 'default', key: '', break: 0, 'break-after': 0, log: '', slow: 0, cut: 0, fail: 0, readonly: 0 };
for (let i = 0; i < rest.length; i += 2)
	option[rest[i].slice(2)] = rest[i + 1];

const main = new Session(directory);
const version = main.query('SELECT version()', 'TSV').trim();
const statuses = { 516: 403, 60: 404, 81: 404, 62: 400, 47: 400, 27: 400, 456: 400 };
const known = new Set(['query', 'database', 'wait_end_of_query', 'query_id', 'enable_http_compression',
	'send_progress_in_http_headers', 'http_headers_progress_interval_ms']);
const settings = ['readonly', 'enable_http_compression', 'send_progress_in_http_headers', 'http_headers_progress_interval_ms'];
const slow = new Map(); // by the id of a query, what ends it
let inserts = 0;

const note = what => option.log && fs.appendFileSync(option.log, JSON.stringify(what) + '\n');

const quoted = text => "'" + String(text).replace(/\\/g, '\\\\').replace(/'/g, "\\'") + "'";

function refuse(response, code, words) {
	response.writeHead(statuses[code] || 500, { 'X-ClickHouse-Exception-Code': String(code) });
	response.end(`${words} (version ${version})\n`);
}

// As the server: one way of saying who asks, and no word about which part of it is wrong.
function isKnown(request) {
	const basic = /^Basic (.*)$/.exec(request.headers.authorization || '');
	const [user, ...key] = basic ? Buffer.from(basic[1], 'base64').toString().split(':') : ['default', ''];
	return user === option.user && key.join(':') === option.key;
}

// The data of an INSERT: by a file, so that every format of the engine works.
function insert(session, statement, data) {
	const parts = /^INSERT INTO ([\s\S]*) FORMAT (\w+)\s*$/.exec(statement);
	const file = path.join(os.tmpdir(), `front-${process.pid}-${inserts}`);
	fs.writeFileSync(file, data);
	try {
		session.query(`INSERT INTO ${parts[1]} FROM INFILE ${quoted(file)} FORMAT ${parts[2]}`, 'TSV');
	} finally {
		fs.unlinkSync(file);
	}
	return '';
}

function answer(parameters, body) {
	const session = new Session(main.path);
	try {
		session.query('USE `' + (parameters.get('database') || 'default').replace(/[`\\]/g, '\\$&') + '`', 'TSV');
		for (const [name, value] of parameters)
			if (name.startsWith('param_')) // as the server reads it: text of tabs
				session.query(`SET ${name} = ${quoted(value)}`, 'TSV');
			else if (!known.has(name))
				session.query(`SET ${name} = ${quoted(value)}`, 'TSV');
		const statement = parameters.get('query') || body.toString();
		return /^INSERT[\s\S]* FORMAT \w+\s*$/.test(statement) ? insert(session, statement, body) : session.query(statement, 'TSV');
	} finally {
		session.close();
	}
}

function end() {
	server.close();
	main.close();
	process.exit(0);
}

// What the server sends while it has no answer yet: heads, of which the last is not there.
function tell(socket, id, ready) {
	const total = 10 * Number(option.slow);
	let passed = 0;
	socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/tab-separated-values\r\n');
	const timer = setInterval(() => {
		passed += 50;
		if (passed < option.slow)
			return socket.write(`X-ClickHouse-Progress: {"read_rows":"${10 * passed}","read_bytes":"1",` +
				`"total_rows_to_read":"${total}","elapsed_ns":"${passed * 1e6}"}\r\n`);
		over();
		socket.end(Buffer.concat([Buffer.from('\r\n'), ready()]));
	}, 50);
	const over = () => {
		clearInterval(timer);
		slow.delete(id);
	};
	slow.set(id, () => { over(); socket.destroy(); });
	socket.on('close', () => {
		if (slow.has(id))
			note({ closed: id });
		over();
	});
}

// An answer that is longer than was wished, as a server sends one that has failed by then.
function breakOff(response, text, words) {
	const most = Number(option.cut || option.fail);
	response.writeHead(200, { 'Content-Type': 'text/tab-separated-values; charset=UTF-8' });
	response.write(text.slice(0, most));
	setTimeout(() => {
		if (option.fail)
			response.write(words, () => response.socket.destroy());
		else
			response.socket.destroy();
	}, 50);
}

const server = http.createServer((request, response) => {
	const parameters = new URL(request.url, 'http://front').searchParams;
	const parts = [];
	request.on('data', part => parts.push(part));
	request.on('end', () => {
		const body = Buffer.concat(parts);
		if (!isKnown(request))
			return refuse(response, 516, `Code: 516. DB::Exception: ${option.user}: Authentication failed: password is ` +
				'incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)');
		const statement = parameters.get('query') || body.toString();
		const isInsert = /^INSERT/.test(statement), isSelect = /^(SELECT|WITH)/.test(statement);
		note({ statement, id: parameters.get('query_id'), parameters: [...parameters].filter(p => p[0].startsWith('param_')) });
		if (option.readonly && settings.some(s => parameters.has(s)))
			return refuse(response, 164, "Code: 164. DB::Exception: Cannot modify 'enable_http_compression' setting in readonly mode. (READONLY)");
		if (option.readonly && /getSetting\('readonly'\)/.test(statement))
			return response.end('1\n');
		if (/^KILL QUERY/.test(statement)) {
			slow.get(parameters.get('param_id'))?.();
			return response.end('');
		}
		if (isInsert && ++inserts === Number(option.break)) {
			request.socket.destroy();
			return end();
		}
		try {
			const text = answer(parameters, body);
			const plain = { 'Content-Type': 'text/tab-separated-values; charset=UTF-8' };
			if (isSelect && Number(option.slow))
				return tell(request.socket, parameters.get('query_id'), () => Buffer.from(text));
			if (isSelect && (option.cut || option.fail) && text.length > Number(option.cut || option.fail))
				return breakOff(response, text, `Code: 241. DB::Exception: Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED) (version ${version})\n`);
			if (parameters.has('enable_http_compression') && /gzip/.test(request.headers['accept-encoding'] || '')) {
				response.writeHead(200, { ...plain, 'Content-Encoding': 'gzip' });
				return response.end(zlib.gzipSync(text));
			}
			if (isInsert && inserts === Number(option['break-after'])) {
				request.socket.destroy();
				return end();
			}
			response.writeHead(200, plain);
			response.end(text);
		} catch (error) {
			const words = error.message.replace(/^Query failed: /, '').replace(/ \(version .*/s, '');
			refuse(response, Number((/Code: (\d+)/.exec(words) || [0, 1002])[1]), words);
		}
	});
});
process.on('SIGTERM', end);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));

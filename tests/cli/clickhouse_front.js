// clickhouse_front.js - a page of ClickHouse's HTTP interface in front of chdb: what push and its tests need.
//
//	node clickhouse_front.js CHDB-FOLDER DIRECTORY [--user NAME --key KEY] [--break N] [--break-after N]
//
// DIRECTORY keeps the tables. It prints its port on 127.0.0.1, and ends on SIGTERM. The N-th request with rows has its
// connection broken before they are in the table, or after that, and the front ends then.
'use strict';
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const [folder, directory, ...rest] = process.argv.slice(2);
const { Session } = require(path.join(path.resolve(folder), 'chdb'));
const option = { user: 'default', key: '', break: 0, 'break-after': 0 };
for (let i = 0; i < rest.length; i += 2)
	option[rest[i].slice(2)] = rest[i + 1];

const main = new Session(directory);
const version = main.query('SELECT version()', 'TSV').trim();
const statuses = { 516: 403, 60: 404, 81: 404, 62: 400, 47: 400, 27: 400, 456: 400 };
const known = new Set(['query', 'database', 'wait_end_of_query']);
let inserts = 0;

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
		const statement = parameters.get('query');
		return /^INSERT/.test(statement) ? insert(session, statement, body) : session.query(statement, 'TSV');
	} finally {
		session.close();
	}
}

function end() {
	server.close();
	main.close();
	process.exit(0);
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
		if (body.length && ++inserts === Number(option.break)) {
			request.socket.destroy();
			return end();
		}
		try {
			const text = answer(parameters, body);
			if (body.length && inserts === Number(option['break-after'])) {
				request.socket.destroy();
				return end();
			}
			response.writeHead(200, { 'Content-Type': 'text/tab-separated-values; charset=UTF-8' });
			response.end(text);
		} catch (error) {
			const words = error.message.replace(/^Query failed: /, '').replace(/ \(version .*/s, '');
			refuse(response, Number((/Code: (\d+)/.exec(words) || [0, 1002])[1]), words);
		}
	});
});
process.on('SIGTERM', end);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));

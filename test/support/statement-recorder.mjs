// Notes every statement that this process sends, once each, in a file of `TEST_STATEMENTS`: the end of the run has the
// rules of `portable` read them. Jest loads it in each suite, and Node.js in processes that tests start.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const folder = process.env['TEST_STATEMENTS'];
const noted = new Set();

/** The tests' own connections have other names. */
const isOurs = (client) => client.connectionParameters?.application_name?.startsWith('project-management-service');

function note(text) {
  if (noted.has(text)) return;
  noted.add(text);
  const suite = globalThis.expect?.getState().testPath ?? process.argv[1] ?? '';
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ text, suite })}\n`);
}

if (folder) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (statement, ...rest) {
    const text = typeof statement === 'string' ? statement : statement?.text;
    if (text && isOurs(this)) note(text);
    return query.call(this, statement, ...rest);
  };
}

/**
 * A service that owns an embedded database, for tests that kill it: `node embedded-database-process.ts <DATA_DIR>`
 * prints {url, isNew, pid} of PostgreSQL as a line of JSON once it runs. SIGTERM stops it. It ignores SIGINT, like a
 * service that still finishes requests.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import './source-resolution.mjs';

const [dataDirectory = ''] = process.argv.slice(2);

const { EmbeddedDatabase } = await import('#core/embedded-database/embedded-database.js');
const database = await EmbeddedDatabase.start({
  dataDirectory,
  log: (line) => process.stderr.write(`${line}\n`),
  settings: { fsync: 'off' },
});
const pid = Number.parseInt(readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8'), 10);
process.on('SIGINT', () => undefined);
process.once('SIGTERM', () => void database.stop());
process.stdout.write(`${JSON.stringify({ url: database.url, isNew: database.isNew, pid })}\n`);

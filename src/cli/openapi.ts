import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApplication } from '../app.setup.js';
import { loadConfiguration } from '#config/configuration.js';
import { EmbeddedDatabase } from '#core/embedded-database/embedded-database.js';
import { openApiDocument } from '#core/openapi/openapi.js';

/** Writes the OpenAPI document to openapi.json: `npm run openapi`. A test holds the file against the code. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'openapi-'));
chmodSync(dataDirectory, 0o755);
const configuration = loadConfiguration({ DATA_DIR: dataDirectory, TLS_MODE: 'proxy' });
const database = await EmbeddedDatabase.start({ dataDirectory, log: () => undefined });
try {
  const app = await createApplication(configuration, database.url, pino({ level: 'silent' }));
  writeFileSync('openapi.json', `${JSON.stringify(openApiDocument(app), null, 2)}\n`);
  await app.close();
} finally {
  await database.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}

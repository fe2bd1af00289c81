import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { runImport } from './import/import-command.js';

process.exitCode = await runImport(process.argv.slice(2), process);

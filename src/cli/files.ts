import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { runFiles } from './files/files-command.js';

process.exitCode = await runFiles(process.argv.slice(2), process);

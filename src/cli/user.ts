import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { runUser } from './user/user-command.js';

process.exitCode = await runUser(process.argv.slice(2), process);

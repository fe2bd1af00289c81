import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { runCompany } from './company/company-command.js';

process.exitCode = await runCompany(process.argv.slice(2), process);

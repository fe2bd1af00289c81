import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { Command } from 'commander';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { loadConfiguration, loadEnvironmentFile } from '#config/configuration.js';
import { verifyAuditLogs } from '#core/audit/audit-verification.js';
import { connectionOptions } from '#core/database/pool/connection-options.js';
import { explainError } from '../explain-error.js';
import { withServiceDatabase } from './service-database.js';

/** Walks the audit logs of all companies: `npm run audit -- verify`. Exits 1 if one is not as it was written. */
async function verify(databaseUrl: string): Promise<number> {
  const options = { ...dataSourceOptions(databaseUrl, 1), extra: connectionOptions };
  const dataSource = await new DataSource(options).initialize();
  try {
    const breaks = await verifyAuditLogs(dataSource);
    for (const { companyId, position, id } of breaks) {
      process.stdout.write(`company ${companyId} position ${position} id ${id ?? 'missing'}\n`);
    }
    if (breaks.length === 0) process.stdout.write('The audit logs of all companies are whole\n');
    return breaks.length > 0 ? 1 : 0;
  } finally {
    await dataSource.destroy();
  }
}

const program = new Command('npm run audit --').description('Looks after the audit log.');
program
  .command('verify')
  .description('walks the audit logs of all companies; exits 1 and names the first entry that is not as it was written')
  .action(async () => {
    loadEnvironmentFile();
    process.exitCode = await withServiceDatabase(loadConfiguration(), verify);
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(explainError(error));
  process.exitCode = 1;
}

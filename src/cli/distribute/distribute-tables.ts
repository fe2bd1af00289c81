import type { DataSource, EntityManager } from 'typeorm';
import { restoreAuditGuard } from '#core/audit/audit-guard.js';
import { findCompanyTables } from '#core/database/schema/distribution.js';

const DISTRIBUTE = 'SELECT create_distributed_table($1::regclass, $2)';
const DISTRIBUTE_BESIDE = `SELECT create_distributed_table($1::regclass, $2, colocate_with => 'companies')`;

/**
 * Settings of a transaction, for example how long it waits for a lock, hold on the nodes, too. The triggers of the
 * audit log belong to the table: they are on each part of it on each node, also after a part has moved.
 */
const SETTINGS = ["citus.propagate_set_commands = ''local''", 'citus.enable_unsafe_triggers = on'];
const keepSetting = (setting: string) =>
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${setting}', current_database()); END $$`;
const ALLOW_TRIGGERS = 'SET LOCAL citus.enable_unsafe_triggers = on';

/** Triggers that refuse to empty a table refuse to empty the coordinator's own copy of its rows, too. */
const SELECT_TRIGGERS = `SELECT format('ALTER TABLE %s %%s TRIGGER %I', tgrelid::regclass, tgname) AS switch
  FROM pg_trigger WHERE NOT tgisinternal AND tgtype & 32 > 0 AND tgenabled <> 'D'
    AND tgrelid IN (SELECT relid FROM pg_partition_tree($1::regclass))`;
/** Those of the nodes stay on. */
const COORDINATOR_ALONE = 'SET LOCAL citus.enable_ddl_propagation = off';
/** Deletes the coordinator's own copy of the rows, which nobody sees any more. */
const CLEAR = 'SELECT truncate_local_data_after_distributing_table($1::regclass)';

const FUNCTIONS = [
  'make_uuid_v7()',
  'refuse_audit_change()',
  'folded_beyond_ascii(text)',
  'unaccented_beyond_ascii(text)',
  'folded(text)',
  'unaccented(text)',
];

/** Distributes the tables of companies that are not distributed yet, with their rows. `say` gets a line for each table. */
export async function distributeTables(dataSource: DataSource, say: (line: string) => void): Promise<void> {
  for (const setting of SETTINGS) await dataSource.query(keepSetting(setting));
  for (const made of FUNCTIONS) {
    await dataSource.query('SELECT create_distributed_function($1::regprocedure)', [made]);
  }
  const tables = await findCompanyTables(dataSource);
  for (const { name, column, isDistributed } of tables) {
    if (isDistributed) {
      say(`${name}: distributed already`);
      continue;
    }
    await dataSource.transaction(async (manager) => {
      await manager.query(ALLOW_TRIGGERS);
      await manager.query(name === 'companies' ? DISTRIBUTE : DISTRIBUTE_BESIDE, [name, column]);
    });
    say(`${name}: distributed by ${column}`);
  }
  // All of them: an earlier run may have ended before it came here.
  for (const { name } of tables) await dataSource.transaction((manager) => clear(manager, name));
  await restoreAuditGuard((text, values) => dataSource.query(text, values));
}

async function clear(manager: EntityManager, table: string): Promise<void> {
  const triggers = await manager.query<{ switch: string }[]>(SELECT_TRIGGERS, [table]);
  for (const setting of [ALLOW_TRIGGERS, COORDINATOR_ALONE]) await manager.query(setting);
  for (const trigger of triggers) await manager.query(trigger.switch.replace('%s', 'DISABLE'));
  await manager.query(CLEAR, [table]);
  for (const trigger of triggers) await manager.query(trigger.switch.replace('%s', 'ENABLE'));
}

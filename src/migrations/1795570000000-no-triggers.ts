import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tables of companies have no triggers (extensions 9.4): the service announces changes of users, keys and companies, and
 * marks what blocks and carries labels, in its own statements. An older version that still runs does not, so its changes
 * of tasks must fail: each writes an event, and so a row of `event_positions`, which now needs a `generation`. What an
 * older version changes of users counts elsewhere within a second, when what is cached is read anew.
 */
export class NoTriggers1795570000000 implements MigrationInterface {
  name = 'NoTriggers1795570000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_positions ADD COLUMN generation smallint NOT NULL DEFAULT 2');
    await runner.query('ALTER TABLE event_positions ALTER COLUMN generation DROP DEFAULT');
    for (const { table, name, action } of TRIGGERS) {
      await runner.query(`DROP TRIGGER ${name} ON ${table}`);
      await runner.query(`DROP FUNCTION ${action}()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, name, when, action, body } of TRIGGERS) {
      await runner.query(`CREATE FUNCTION ${action}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN ${body}; RETURN NULL; END $$`);
      const [event, condition = ''] = when;
      await runner.query(`CREATE TRIGGER ${name} AFTER ${event} ON ${table} FOR EACH ROW ${condition}
        EXECUTE FUNCTION ${action}()`);
    }
    await runner.query('ALTER TABLE event_positions DROP COLUMN generation');
  }
}

const OPENED_OR_CLOSED = `WHEN ((OLD.status = 'Done') <> (NEW.status = 'Done'))`;

const TRIGGERS = [
  {
    table: 'users',
    name: 'users_changed',
    when: ['UPDATE'],
    action: 'notify_user_changed',
    body: `PERFORM pg_notify('user_changed', NEW.id::text)`,
  },
  {
    table: 'api_key_hashes',
    name: 'api_key_hashes_changed',
    when: ['UPDATE OR DELETE'],
    action: 'notify_api_key_revoked',
    body: `PERFORM pg_notify('api_key_revoked', encode(OLD.key_hash, 'hex'))`,
  },
  {
    table: 'companies',
    name: 'companies_changed',
    when: ['UPDATE OF active'],
    action: 'notify_company_changed',
    body: `PERFORM pg_notify('company_changed', NEW.id::text)`,
  },
  {
    table: 'tasks',
    name: 'tasks_open_changed',
    when: ['UPDATE OF status', OPENED_OR_CLOSED],
    action: 'mark_open_blockers',
    body: `UPDATE task_blockers SET is_open = NEW.status <> 'Done'
      WHERE company_id = NEW.company_id AND blocker_id = NEW.id`,
  },
  {
    table: 'tasks',
    name: 'tasks_open_changed_for_labels',
    when: ['UPDATE OF status', OPENED_OR_CLOSED],
    action: 'mark_open_task_labels',
    body: `UPDATE task_labels SET is_open = NEW.status <> 'Done' WHERE company_id = NEW.company_id AND task_id = NEW.id`,
  },
] as const;

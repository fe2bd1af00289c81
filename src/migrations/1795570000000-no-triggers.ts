import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tables of companies have no triggers. The service's own statements now announce changes of users, keys
 * and companies, mark blockers and labelled tasks, and write the deliveries of events. An older version that still runs
 * does none of this, so its writes must fail where this matters: each change of a task and each event of webhooks writes a
 * row of `event_positions`, which now requires a `generation`. A change of a user by an older version takes effect on
 * other instances within a second, when their caches expire.
 */
export class NoTriggers1795570000000 implements MigrationInterface {
  name = 'NoTriggers1795570000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event_positions ADD COLUMN generation smallint NOT NULL DEFAULT 2');
    await runner.query('ALTER TABLE event_positions ALTER COLUMN generation DROP DEFAULT');
    await runner.query('DROP TRIGGER events_fan_out ON events');
    await runner.query('DROP FUNCTION fan_out_events()');
    for (const { table, name, action } of TRIGGERS) {
      await runner.query(`DROP TRIGGER ${name} ON ${table}`);
      await runner.query(`DROP FUNCTION ${action}()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(FAN_OUT);
    await runner.query(`CREATE TRIGGER events_fan_out AFTER INSERT ON events REFERENCING NEW TABLE AS inserted_events
      FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events()`);
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

const FAN_OUT = `CREATE FUNCTION fan_out_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO webhook_deliveries
        (company_id, id, webhook_id, event_id, event, status, attempts, attempts_left, next_attempt_at, created_at)
      SELECT w.company_id, make_uuid_v7(), w.id, e.id, e.name, 'pending', '[]', w.retry_count + 1, now(), clock_timestamp()
      FROM inserted_events e JOIN webhooks w ON w.company_id = e.company_id
      WHERE w.active AND w.events && ARRAY[e.name, split_part(e.name, '.', 1) || '.*', '*']
        AND (w.project_id IS NULL OR w.project_id = e.project_id);
      RETURN NULL;
    END
  $$`;

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

/** What an audit log must have on each table, part of a table and node, so that nobody changes or empties it. */
export const AUDIT_TRIGGERS = ['audit_entries_stand', 'audit_entries_stay'] as const;

/** Of a node: its tables of the log without one of the triggers. Those of parts on Citus end with the number of the part. */
const MISSING = `SELECT c.oid::regclass AS part, c.relkind AS kind, wanted.*,
    (SELECT d.tgname FROM pg_trigger d WHERE d.tgrelid = c.oid AND d.tgtype = wanted.type AND d.tgenabled NOT IN ('O', 'A')
      AND d.tgfoid = 'refuse_audit_change'::regproc LIMIT 1) AS disabled
  FROM pg_class c, (VALUES
    (27, 'CREATE TRIGGER audit_entries_stand BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()'),
    (34, 'CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()')
  ) wanted (type, command)
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND c.relname ~ '^audit_entries(_first|_p[0-9]+)?(_[0-9]+)?$'
    AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgtype = wanted.type
      AND t.tgfoid = 'refuse_audit_change'::regproc AND t.tgenabled IN ('O', 'A'))`;
const COUNT_MISSING = `SELECT count(*) AS result FROM (${MISSING}) missing`;
/** One after the other: a trigger for rows of a partitioned table comes to its partitions, too. */
const RESTORE = `DO $guard$ DECLARE missing record; BEGIN
  PERFORM set_config('citus.enable_unsafe_triggers', 'on', true), set_config('citus.enable_ddl_propagation', 'off', true);
  LOOP
    SELECT * INTO missing FROM (${MISSING}) parts ORDER BY kind, part, type LIMIT 1;
    EXIT WHEN NOT FOUND;
    IF missing.disabled IS NULL THEN
      EXECUTE format(missing.command, missing.part);
    ELSE
      EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', missing.part, missing.disabled);
    END IF;
  END LOOP; END $guard$`;

const HAS_CITUS = `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isThere"`;
const ON_ALL_NODES = 'SELECT success, result FROM run_command_on_all_nodes($1)';

/** Sends a statement, outside a transaction. */
export type Send = (text: string, values?: unknown[]) => Promise<unknown>;

/** Finds where the audit log can be changed or emptied, on every node, and forbids it again. Returns in how many places. */
export async function restoreAuditGuard(send: Send): Promise<number> {
  const [citus] = (await send(HAS_CITUS)) as { isThere: boolean }[];
  const onNodes = async (text: string): Promise<string[]> => {
    const sent = citus?.isThere ? send(ON_ALL_NODES, [text]) : send(text);
    const answers = (await sent) as { success?: boolean; result: string }[];
    const failed = answers.find(({ success }) => success === false);
    if (failed) throw new Error(failed.result);
    return answers.map(({ result }) => result);
  };
  const missing = (await onNodes(COUNT_MISSING)).reduce((total, count) => total + Number(count), 0);
  if (missing > 0) await onNodes(RESTORE);
  return missing;
}

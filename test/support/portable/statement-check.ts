import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { AUDIT_TRIGGERS } from '#core/audit/audit-guard.js';
import { analyze, type Catalog, printTrees, readCatalog } from './analysis.js';
import { type RefusalName, REFUSALS, refusalsOf } from './statement-rules.js';

/** A statement, and who was the first to send it. */
interface Noted {
  readonly text: string;
  readonly suite: string;
}

const MIGRATIONS = join(__dirname, '../../../src/migrations');
const NEW_TRIGGER = /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\s+(\w+)/gi;
const TRIGGERS = `SELECT tgname AS name, tgrelid::regclass::text AS "table" FROM pg_trigger
  WHERE NOT tgisinternal AND NOT tgname = ANY ($1)`;
const SEVERAL_COMMANDS = '42601';

/** A connection to a migrated database that says what Citus would refuse of a statement. */
export class StatementCheck {
  private constructor(
    private readonly client: pg.Client,
    private readonly catalog: Catalog,
  ) {}

  static async on(url: string): Promise<StatementCheck> {
    const client = new pg.Client(url);
    await client.connect();
    const catalog = await readCatalog(client);
    await printTrees(client);
    return new StatementCheck(client, catalog);
  }

  /** @throws pg.DatabaseError when PostgreSQL does not understand it. */
  async refusals(text: string): Promise<RefusalName[]> {
    const triggers = [...text.matchAll(NEW_TRIGGER)].map(([, name = '']) => name);
    if (triggers.some((name) => !isDeclared(name))) return ['trigger'];
    try {
      const tree = await analyze(this.client, text);
      return tree ? refusalsOf(tree, this.catalog) : [];
    } catch (error) {
      const { code, message } = error as pg.DatabaseError;
      if (code === SEVERAL_COMMANDS && message.includes('multiple commands')) return ['severalCommands'];
      throw error;
    }
  }

  /** Triggers of the database that are not declared, with their tables. */
  async undeclaredTriggers(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string; table: string }>(TRIGGERS, [AUDIT_TRIGGERS]);
    return rows.map(({ name, table }) => `${name} on ${table}`);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** A migration may make what a later one drops: `undeclaredTriggers` sees what they leave. */
const declared = new Set<string>(AUDIT_TRIGGERS);
function isDeclared(name: string): boolean {
  if (declared.size === AUDIT_TRIGGERS.length) {
    for (const file of readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      for (const [, made = ''] of readFileSync(join(MIGRATIONS, file), 'utf8').matchAll(NEW_TRIGGER))
        declared.add(made);
    }
  }
  return declared.has(name);
}

/** What Citus would refuse of the statements that `statement-recorder.mjs` has noted in a folder: a paragraph for each. */
export async function refusedStatements(folder: string, url: string): Promise<string[]> {
  const check = await StatementCheck.on(url);
  const found: string[] = [];
  try {
    for (const { text, suite } of notedIn(folder)) {
      // What PostgreSQL does not understand is of another version of the tables, or a test's.
      const names = await check.refusals(text).catch(() => []);
      for (const name of names) found.push(paragraph(name, text, suite));
    }
  } finally {
    await check.close();
  }
  return found;
}

function paragraph(name: RefusalName, text: string, suite: string): string {
  const { reason, remedy } = REFUSALS[name];
  return `${text.trim()}\n  Citus refuses it: ${reason}.\n  Instead: ${remedy}.\n  Sent first in ${suite}`;
}

function notedIn(folder: string): Iterable<Noted> {
  const noted = new Map<string, Noted>();
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      // A process that was killed may have left half of its last line.
      if (!line.endsWith('}')) continue;
      const one = JSON.parse(line) as Noted;
      if (!noted.has(one.text)) noted.set(one.text, one);
    }
  }
  return noted.values();
}

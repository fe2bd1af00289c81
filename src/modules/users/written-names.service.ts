import { Inject, Injectable } from '@nestjs/common';
import { NIL_UUID } from '#common/validation/uuid.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Hooks } from '#core/hooks/hooks.js';
import { type ErasedName, type Hand, jsonWithout, namelessOf, textWithout } from './erased-name.js';
import { AfterErasure, DeclaresNamingTables, type ErasedUser, type NamingTable } from './user.hooks.js';

/** Rows of one statement. */
const BATCH = 200;

type Row = { id: string } & Record<string, string | null>;

/** Takes the names of erased people out of what the service has written itself. */
@Injectable()
export class WrittenNames {
  @Inject() private readonly hooks: Hooks;

  constructor(private readonly database: Database) {}

  /** The columns that are searched, as `table.column`. */
  get columns(): string[] {
    return this.tables.flatMap(({ table, columns }) => Object.keys(columns).map((column) => `${table}.${column}`));
  }

  @AfterErasure()
  async forget(context: RequestContext, user: ErasedUser): Promise<void> {
    for (const table of this.tables) await this.forgetIn(context, table, { ...user, nameless: namelessOf(user.id) });
  }

  private get tables(): readonly NamingTable[] {
    return this.hooks.declarations(DeclaresNamingTables).flat();
  }

  private async forgetIn(context: RequestContext, place: NamingTable, person: ErasedName): Promise<void> {
    const { table, columns, where = 'true' } = place;
    const names = Object.keys(columns);
    const shown = names.map((name) => `x.${name}::text AS ${name}`).join(', ');
    const found = Object.entries(columns)
      .map(([name, { type }]) => namedIn(`x.${name}::text`, type))
      .join(' OR ');
    const text = `SELECT x.id, ${shown} FROM ${table} x
      WHERE x.company_id = $1 AND x.id > $2 AND ${where} AND (${found})
      ORDER BY x.id LIMIT ${BATCH}`;
    const searched = [person.id, spellings(person.name), person.email.toLowerCase()];
    let last: string | undefined = NIL_UUID;
    while (last !== undefined) {
      const rows: Row[] = await this.database.rows<Row>(context, { text }, [context.companyId, last, ...searched]);
      for (const row of rows) await this.rewrite(context, place, row, person);
      last = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
  }

  /** What changes meanwhile stays as it is, and is found again by the next look. */
  private async rewrite(context: RequestContext, { table, columns }: NamingTable, row: Row, person: ErasedName) {
    for (const [name, { type, hand }] of Object.entries(columns)) {
      const before = row[name] ?? null;
      const after = before === null ? null : rewritten(before, type, hand, person);
      if (after === null || after === before) continue;
      const cast = type === 'lower' ? 'text' : type;
      const text = `UPDATE ${table} SET ${name} = $3::text::${cast} WHERE company_id = $1 AND id = $2 AND ${name}::text = $4`;
      await this.database.execute(context, { text }, [context.companyId, row.id, after, before]);
    }
  }
}

/**
 * `$3` is the id, `$4` the spellings of the name, `$5` the e-mail in lower case. An object with the id may have a name of
 * earlier days, as a mention may.
 */
function namedIn(column: string, type: string): string {
  const id = type.startsWith('json')
    ? `strpos(${column}, $3) > 0`
    : `strpos(lower(${column}), '](user:' || $3 || ')') > 0`;
  const name = `EXISTS (SELECT FROM unnest($4::text[]) n WHERE strpos(${column}, n) > 0)`;
  return `${id} OR ${name} OR ($5 <> '' AND strpos(lower(${column}), $5) > 0)`;
}

/** The name as it stands in a text and in JSON. */
function spellings(name: string): string[] {
  return [name, JSON.stringify(name).slice(1, -1)];
}

function rewritten(before: string, type: string, hand: Hand, person: ErasedName): string {
  if (type === 'text') return textWithout(before, person, hand);
  if (type === 'lower') return textWithout(before, person, hand).toLowerCase();
  const value: unknown = JSON.parse(before);
  const cleaned = JSON.stringify(jsonWithout(value, person, hand));
  return cleaned === JSON.stringify(value) ? before : cleaned;
}

import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { ErasedName } from './erased-name.js';
import type { NamingTable } from './user.hooks.js';

/** Rows of one statement. */
export const BATCH = 200;

export type NamingRow = { id: string } & Record<string, string | null>;

interface TextPlace {
  readonly table: string;
  readonly column: string;
  readonly type: NamingTable['columns'][string]['type'];
  readonly id: string;
}

/** The texts of all tables that may name people. */
@Injectable()
export class WrittenNamesRepository {
  constructor(private readonly database: Database) {}

  /** The next rows after `last` that name the person. */
  findNaming(
    context: RequestContext,
    { table, columns, where = 'true' }: NamingTable,
    person: ErasedName,
    last: string,
  ): Promise<NamingRow[]> {
    const names = Object.keys(columns);
    const shown = names.map((name) => `x.${name}::text AS ${name}`).join(', ');
    const found = Object.entries(columns)
      .map(([name, { type }]) => namedIn(`x.${name}::text`, type))
      .join(' OR ');
    const text = `SELECT x.id, ${shown} FROM ${table} x
      WHERE x.company_id = $1 AND x.id > $2 AND ${where} AND (${found})
      ORDER BY x.id LIMIT ${BATCH}`;
    const searched = [person.id, spellings(person.name), person.email.toLowerCase()];
    return this.database.rows<NamingRow>(context, { text }, [context.companyId, last, ...searched]);
  }

  /** Unless it has changed meanwhile. */
  async replaceText(
    context: RequestContext,
    { table, column, type, id }: TextPlace,
    { before, after }: { before: string; after: string },
  ): Promise<void> {
    const cast = type === 'lower' ? 'text' : type;
    const text = `UPDATE ${table} SET ${column} = $3::text::${cast} WHERE company_id = $1 AND id = $2 AND ${column}::text = $4`;
    await this.database.execute(context, { text }, [context.companyId, id, after, before]);
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

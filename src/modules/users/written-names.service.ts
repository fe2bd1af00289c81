import { Inject, Injectable } from '@nestjs/common';
import { NIL_UUID } from '#common/validation/uuid.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Hooks } from '#core/hooks/hooks.js';
import { type ErasedName, type Hand, jsonWithout, namelessOf, textWithout } from './erased-name.js';
import { AfterErasure, DeclaresNamingTables, type ErasedUser, type NamingTable } from './user.hooks.js';
import { WrittenNamesRepository, type NamingRow, BATCH } from './written-names.repository.js';

/** Takes the names of erased people out of what the service has written itself. */
@Injectable()
export class WrittenNames {
  @Inject() private readonly hooks: Hooks;

  constructor(private readonly texts: WrittenNamesRepository) {}

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
    let last: string | undefined = NIL_UUID;
    while (last !== undefined) {
      const rows: NamingRow[] = await this.texts.findNaming(context, place, person, last);
      for (const row of rows) await this.rewrite(context, place, row, person);
      last = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
  }

  /** What changes meanwhile stays as it is, and is found again by the next look. */
  private async rewrite(context: RequestContext, { table, columns }: NamingTable, row: NamingRow, person: ErasedName) {
    for (const [name, { type, hand }] of Object.entries(columns)) {
      const before = row[name];
      if (before === null || before === undefined) continue;
      const after = rewritten(before, type, hand, person);
      if (after === before) continue;
      await this.texts.replaceText(context, { table, column: name, type, id: row.id }, { before, after });
    }
  }
}

function rewritten(before: string, type: string, hand: Hand, person: ErasedName): string {
  if (type === 'text') return textWithout(before, person, hand);
  if (type === 'lower') return textWithout(before, person, hand).toLowerCase();
  const value: unknown = JSON.parse(before);
  const cleaned = JSON.stringify(jsonWithout(value, person, hand));
  return cleaned === JSON.stringify(value) ? before : cleaned;
}

import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { jsonBytes } from '#common/http/json-bytes.js';
import { InboxEntry } from '../inbox-entry.entity.js';
import { type EntryState, joined } from './entry-changes.js';
import type { Notice } from './notice.js';
import { type CompanyTransaction, type MovedThing, WrittenEntriesRepository } from './written-entries.repository.js';

/** Adds what people are told to their entries. */
@Injectable()
export class EntryWriter {
  constructor(private readonly entries: WrittenEntriesRepository) {}

  /** Entries are of the projects that their tasks have gone to. */
  moveEntries(tx: CompanyTransaction, moved: readonly MovedThing[]): Promise<void> {
    return this.entries.moveEntries(tx, moved);
  }

  /** Returns the entries that changed, by user. */
  async writeEntries(tx: CompanyTransaction, notices: readonly Notice[]): Promise<Map<string, string[]>> {
    if (notices.length === 0) return new Map();
    const groups = [...Map.groupBy(notices, keyOf).values()];
    const firsts = groups.map(([first]) => first as Notice);
    const before = await this.findBefore(tx, firsts);
    const rows = groups.map((group) => {
      const [first] = group as [Notice];
      const present = before.get(keyOf(first));
      const after = group.reduce<EntryState | undefined>(joined, present) as EntryState;
      const { userId, thing, event } = first;
      const made = { companyId: tx.companyId, id: uuidv7(), createdAt: event.at };
      return { ...made, userId, thingType: thing.type, thingId: thing.id, ...present, ...after };
    });
    await this.entries.writeEntries(tx, await jsonBytes(rows));
    const changed = Map.groupBy(rows, ({ userId }) => userId);
    return new Map([...changed].map(([userId, entries]) => [userId, entries.map(({ id }) => id)]));
  }

  /** Without their events. */
  private async findBefore(tx: CompanyTransaction, notices: readonly Notice[]): Promise<Map<string, InboxEntry>> {
    const rows = await this.entries.lockEntries(tx, notices);
    return new Map(rows.map((row) => [`${row.userId} ${row.thingType} ${row.thingId}`, { ...row, events: [] }]));
  }
}

function keyOf({ userId, thing }: Notice): string {
  return `${userId} ${thing.type} ${thing.id}`;
}

import { Injectable } from '@nestjs/common';
import { LIMITS } from '../../../common/validation/text.js';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';
import type { SharedTable } from '../../../core/database/shared-table.js';
import { EpicsService } from '../../epics/epics.service.js';
import { epics } from '../../epics/epics.sql.js';
import { LabelsService } from '../../labels/labels.service.js';
import { SprintsService } from '../../sprints/sprints.service.js';
import { sprints } from '../../sprints/sprints.sql.js';
import type { Counted, Outcome } from '../import-report.js';
import type { EpicRecord, SprintRecord } from '../readers/records.js';
import { cut, storable } from './storable.js';
import { ReferenceRows } from './reference-rows.js';
import type { Batch } from './scope.js';

/** What tasks name. */
export interface NamedThings {
  readonly labels: readonly string[];
  readonly epics: readonly EpicRecord[];
  readonly sprints: readonly SprintRecord[];
}

/** The ids of them: labels by their names in lower case, the others by their external ids. */
export interface ThingIds {
  readonly labels: ReadonlyMap<string, string>;
  readonly epics: ReadonlyMap<string, string>;
  readonly sprints: ReadonlyMap<string, string>;
}

interface MadeThing {
  readonly id: string;
  readonly updatedAt: string;
}

type Note = (thing: Counted, outcome: Outcome) => void;

/** Labels, epics and sprints that tasks name: those that are here, and new ones where there are none. */
@Injectable()
export class Catalogue {
  constructor(
    private readonly database: Database,
    private readonly labels: LabelsService,
    private readonly epics: EpicsService,
    private readonly sprints: SprintsService,
    private readonly references: ReferenceRows,
  ) {}

  /** All of them. `note` is told what came of each. */
  async ensure(batch: Batch, things: NamedThings, note: Note = () => undefined): Promise<ThingIds> {
    return {
      labels: await this.ensureLabels(batch, things.labels, note),
      epics: await this.ensureEpics(batch, things.epics, note),
      sprints: await this.ensureSprints(batch, things.sprints, note),
    };
  }

  private async ensureLabels(
    { tx, space, run }: Batch,
    given: readonly string[],
    note: Note,
  ): Promise<Map<string, string>> {
    const names = new Map(given.map((name) => [labelKey(name), cut(storable(name), LIMITS.name.maximum)]));
    const ids = await this.labels.findIds(tx, [...names.values()]);
    for (const [key, name] of names) {
      const found = ids.get(key) ?? ids.get(name.toLowerCase());
      note('labels', found === undefined ? 'created' : 'unchanged');
      if (found !== undefined) {
        ids.set(key, found);
        continue;
      }
      const { id, updatedAt } = await this.labels.create(tx, { name });
      ids.set(key, id);
      const known = await this.references.find(tx, space, 'label', [key]);
      await this.forget({ tx, ids: [...known.values()].map((row) => row.id) });
      await this.references.add(tx, space, run.importId, [
        { kind: 'label', externalId: key, thingId: id, writtenAt: updatedAt },
      ]);
    }
    return ids;
  }

  private ensureEpics(batch: Batch, records: readonly EpicRecord[], note: Note): Promise<Map<string, string>> {
    const projectId = batch.project.id;
    return this.ensureOfProject(
      batch,
      { kind: 'epic', table: epics, records, note: (outcome) => note('epics', outcome) },
      (record) => {
        const { name, description, startDate, dueDate } = record;
        const dates = datesInOrder(startDate, dueDate);
        const text = description ? cut(storable(description), LIMITS.description.maximum) : undefined;
        return this.epics.create(batch.tx, {
          projectId,
          name: nameOf(name),
          description: text,
          startDate: dates.from,
          dueDate: dates.to,
        });
      },
    );
  }

  private ensureSprints(batch: Batch, records: readonly SprintRecord[], note: Note): Promise<Map<string, string>> {
    const projectId = batch.project.id;
    return this.ensureOfProject(
      batch,
      { kind: 'sprint', table: sprints, records, note: (outcome) => note('sprints', outcome) },
      (record) => {
        const { name, startDate, endDate } = record;
        const dates = datesInOrder(startDate, endDate);
        return this.sprints.create(batch.tx, {
          projectId,
          name: nameOf(name),
          startDate: dates.from,
          endDate: dates.to,
        });
      },
    );
  }

  /** By where it came from, else by its name, else a new one. */
  private async ensureOfProject<Record extends EpicRecord | SprintRecord>(
    { tx, space, run }: Batch,
    {
      kind,
      table,
      records,
      note,
    }: { kind: 'epic' | 'sprint'; table: SharedTable; records: readonly Record[]; note: (outcome: Outcome) => void },
    make: (record: Record) => Promise<MadeThing>,
  ): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    if (records.length === 0) return ids;
    const known = await this.references.find(
      tx,
      space,
      kind,
      records.map(({ externalId }) => externalId),
    );
    const { byId, byName } = await this.findThings(tx, table, space.projectId);
    for (const record of records) {
      const { externalId } = record;
      const reference = known.get(externalId);
      const found =
        reference && byId.has(reference.thingId) ? reference.thingId : byName.get(nameOf(record.name).toLowerCase());
      note(found === undefined ? 'created' : 'unchanged');
      if (found !== undefined) {
        ids.set(externalId, found);
        continue;
      }
      const { id, updatedAt } = await make(record);
      ids.set(externalId, id);
      byName.set(nameOf(record.name).toLowerCase(), id);
      if (reference) await this.forget({ tx, ids: [reference.id] });
      await this.references.add(tx, space, run.importId, [{ kind, externalId, thingId: id, writtenAt: updatedAt }]);
    }
    return ids;
  }

  private async forget({ tx, ids }: { tx: Batch['tx']; ids: readonly string[] }): Promise<void> {
    if (ids.length > 0) await this.references.remove(tx, ids);
  }

  private async findThings(context: RequestContext, table: SharedTable, projectId: string) {
    const text = `SELECT x.id, lower(x.name) AS name FROM ${table('x')} WHERE x.company_id = $1 AND x.project_id = $2 ORDER BY x.id`;
    const rows = await this.database.rows<{ id: string; name: string }>(context, { text }, [
      context.companyId,
      projectId,
    ]);
    return { byId: new Set(rows.map(({ id }) => id)), byName: new Map(rows.map(({ id, name }) => [name, id])) };
  }
}

/** By what a label is known: names are unique ignoring case. */
export function labelKey(name: string): string {
  return cut(storable(name), LIMITS.name.maximum).toLowerCase();
}

function nameOf(name: string): string {
  return cut(storable(name).trim(), LIMITS.name.maximum) || '?';
}

/** The end is left out when it comes before the beginning. */
function datesInOrder(from: string | null | undefined, to: string | null | undefined): { from?: string; to?: string } {
  const isTurned = from && to && to < from;
  return { ...(from && { from }), ...(to && !isTurned && { to }) };
}

import { Injectable } from '@nestjs/common';
import { LIMITS } from '../../../common/validation/text.js';
import type { Moments } from '../../../core/company-scope/company-scoped.repository.js';
import { Database } from '../../../core/database/database.js';
import type { SharedTable } from '../../../core/database/schema/shared-table.js';
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
      const described = run.survey.labels.get(key);
      const color = described?.color;
      const { id, updatedAt } = await this.labels.create(tx, { name, ...(color && { color }) }, momentsOf(described));
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
        const { name, description, color, startDate, dueDate } = record;
        const dates = datesInOrder(startDate, dueDate);
        const text = description ? cut(storable(description), LIMITS.description.maximum) : undefined;
        const input = {
          projectId,
          name: nameOf(name),
          ...(color && { color }),
          description: text,
          startDate: dates.from,
          dueDate: dates.to,
        };
        return this.epics.create(batch.tx, input, momentsOf(record));
      },
    );
  }

  private ensureSprints(batch: Batch, records: readonly SprintRecord[], note: Note): Promise<Map<string, string>> {
    const projectId = batch.project.id;
    return this.ensureOfProject(
      batch,
      { kind: 'sprint', table: sprints, records, note: (outcome) => note('sprints', outcome) },
      (record) => {
        const { name, goal, life, startDate, endDate } = record;
        const dates = datesInOrder(startDate, endDate);
        const text = goal ? cut(storable(goal), LIMITS.description.maximum) : undefined;
        const input = { projectId, name: nameOf(name), goal: text, startDate: dates.from, endDate: dates.to };
        return life ? this.sprints.bring(batch.tx, input, life) : this.sprints.create(batch.tx, input);
      },
    );
  }

  /** By where it came from, else by its name, else a new one. */
  private async ensureOfProject<Record extends EpicRecord | SprintRecord>(
    batch: Batch,
    {
      kind,
      table,
      records,
      note,
    }: { kind: 'epic' | 'sprint'; table: SharedTable; records: readonly Record[]; note: (outcome: Outcome) => void },
    make: (record: Record) => Promise<MadeThing>,
  ): Promise<Map<string, string>> {
    const { tx, space, run } = batch;
    const ids = new Map<string, string>();
    if (records.length === 0) return ids;
    const known = await this.references.find(
      tx,
      space,
      kind,
      records.map(({ externalId }) => externalId),
    );
    const { byId, byName } = await this.findThings(batch, kind, table, records);
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
      if (reference) await this.forget({ tx, ids: [reference.id] });
      await this.references.add(tx, space, run.importId, [{ kind, externalId, thingId: id, writtenAt: updatedAt }]);
    }
    return ids;
  }

  private async forget({ tx, ids }: { tx: Batch['tx']; ids: readonly string[] }): Promise<void> {
    if (ids.length > 0) await this.references.remove(tx, ids);
  }

  /** Those of the project. By name not those that the import knows by another key: they only have the same name. */
  private async findThings(
    { tx, space }: Batch,
    kind: 'epic' | 'sprint',
    table: SharedTable,
    records: readonly (EpicRecord | SprintRecord)[],
  ) {
    const text = `SELECT x.id, lower(x.name) AS name, EXISTS (SELECT 1 FROM import_references r
        WHERE r.company_id = $1 AND r.project_id = $2 AND r.source = $3 AND r.instance = $4 AND r.kind = $5
          AND r.thing_id = x.id AND r.external_id <> ALL ($6::text[])) AS "isAnother"
      FROM ${table('x')} WHERE x.company_id = $1 AND x.project_id = $2 ORDER BY x.id`;
    const keys = records.map(({ externalId }) => externalId);
    const values = [tx.companyId, space.projectId, space.source, space.instance, kind, keys];
    const rows = await this.database.rows<{ id: string; name: string; isAnother: boolean }>(tx, { text }, values);
    const named = rows.filter(({ isAnother }) => !isAnother);
    return { byId: new Set(rows.map(({ id }) => id)), byName: new Map(named.map(({ id, name }) => [name, id])) };
  }
}

function momentsOf(record: Partial<Moments> | undefined): Partial<Moments> {
  const { createdAt, updatedAt } = record ?? {};
  return createdAt && updatedAt ? { createdAt, updatedAt } : {};
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

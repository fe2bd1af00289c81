import { folded, storedName } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '#common/validation/text.js';
import type { Moments } from '#core/company-scope/company-scoped.repository.js';
import { EpicsService } from '#modules/epics/epics.service.js';
import { LabelsService } from '#modules/labels/labels.service.js';
import { SprintsService } from '#modules/sprints/sprints.service.js';
import type { ImportReference } from '../import-reference.entity.js';
import type { Counted } from '../import-report.js';
import type { EpicRecord, SprintRecord } from '../readers/records.js';
import { cut, storable } from '#common/validation/storable.js';
import { hashOf, ImportReferencesRepository } from '../import-references.repository.js';
import type { Batch } from './scope.js';
import { KEPT, writtenAgain } from './written-again.js';
import { ImportTargetsRepository } from './import-targets.repository.js';

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

/** What a file says of an epic or a sprint, by the names of settings; undefined where it says nothing. */
type Fields = Readonly<Record<string, string | null | undefined>>;

/** How epics and sprints are looked for, made and changed. */
interface Kind<R extends EpicRecord | SprintRecord> {
  readonly kind: 'epic' | 'sprint';
  readonly counted: Counted;
  readonly fieldsOf: (record: R) => Fields;
  readonly make: (record: R) => Promise<MadeThing>;
  readonly find: (id: string) => Promise<MadeThing>;
  readonly change: (id: string, settings: object) => Promise<MadeThing>;
}

/** Labels, epics and sprints that tasks name: those that are here, and new ones where there are none. */
@Injectable()
export class Catalogue {
  constructor(
    private readonly targets: ImportTargetsRepository,
    private readonly labels: LabelsService,
    private readonly epics: EpicsService,
    private readonly sprints: SprintsService,
    private readonly references: ImportReferencesRepository,
  ) {}

  /** The ids of all of them; what is not there is made. Nothing is counted. */
  ensureThings(batch: Batch, things: NamedThings): Promise<ThingIds> {
    return this.all(batch, things, false);
  }

  /** Makes what is not there, changes what has changed there, and counts what came of each. */
  async bringThings(batch: Batch, things: NamedThings): Promise<void> {
    await this.all(batch, things, true);
  }

  private async all(batch: Batch, things: NamedThings, isBrought: boolean): Promise<ThingIds> {
    return {
      labels: await this.ensureLabels(batch, things.labels, isBrought),
      epics: await this.ensureOfProject(batch, this.epicKind(batch), things.epics, isBrought),
      sprints: await this.ensureOfProject(batch, this.sprintKind(batch), things.sprints, isBrought),
    };
  }

  private async ensureLabels(
    { tx, space, run, tally }: Batch,
    given: readonly string[],
    isBrought: boolean,
  ): Promise<Map<string, string>> {
    const names = new Map(given.map((name) => [labelKey(name), cut(storedName(storable(name)), LIMITS.name.maximum)]));
    const ids = await this.labels.findIds(tx, [...names.values()]);
    for (const [key, name] of names) {
      const found = ids.get(key) ?? ids.get(folded(name));
      if (isBrought) tally.count('labels', found === undefined ? 'created' : 'unchanged');
      if (found !== undefined) {
        ids.set(key, found);
        continue;
      }
      const described = run.survey.labels.get(key);
      const color = described?.color;
      const { id, updatedAt } = await this.labels.create(tx, { name, ...(color && { color }) }, momentsOf(described));
      ids.set(key, id);
      const known = await this.references.findByExternalIds(tx, space, 'label', [key]);
      await this.forget({ tx, ids: [...known.values()].map((row) => row.id) });
      await this.references.addReferences(tx, space, run.importId, [
        { kind: 'label', externalId: key, thingId: id, writtenAt: updatedAt },
      ]);
    }
    return ids;
  }

  private epicKind({ tx, project }: Batch): Kind<EpicRecord> {
    return {
      kind: 'epic',
      counted: 'epics',
      fieldsOf: epicFields,
      make: (record) => {
        const input = { projectId: project.id, ...said(epicFields(record)), name: nameOf(record.name) };
        return this.epics.create(tx, input, momentsOf(record));
      },
      find: (id) => this.epics.findOne(tx, id),
      change: (id, settings) => this.epics.update(tx, id, settings),
    };
  }

  private sprintKind({ tx, project }: Batch): Kind<SprintRecord> {
    return {
      kind: 'sprint',
      counted: 'sprints',
      fieldsOf: sprintFields,
      make: (record) => {
        const input = { projectId: project.id, ...said(sprintFields(record)), name: nameOf(record.name) };
        return record.life ? this.sprints.bringSprint(tx, input, record.life) : this.sprints.create(tx, input);
      },
      find: (id) => this.sprints.findOne(tx, id),
      change: (id, settings) => this.sprints.update(tx, id, settings),
    };
  }

  /** By where it came from, else by its name, else a new one. */
  private async ensureOfProject<R extends EpicRecord | SprintRecord>(
    batch: Batch,
    of: Kind<R>,
    records: readonly R[],
    isBrought: boolean,
  ): Promise<Map<string, string>> {
    const { tx, space, run, tally } = batch;
    const { kind, counted } = of;
    const ids = new Map<string, string>();
    if (records.length === 0) return ids;
    const externalIds = records.map(({ externalId }) => externalId);
    const known = await this.references.findByExternalIds(tx, space, kind, externalIds);
    const { byId, byName } = await this.findThings(batch, kind, records);
    for (const record of records) {
      const { externalId } = record;
      const reference = known.get(externalId);
      const isKnown = reference !== undefined && byId.has(reference.thingId);
      const found = isKnown ? reference.thingId : byName.get(folded(nameOf(record.name)));
      if (found !== undefined) {
        ids.set(externalId, found);
        if (!isBrought) continue;
        const isChanged = isKnown && (await this.update(batch, of, record, reference));
        tally.count(counted, isChanged ? 'updated' : 'unchanged');
        continue;
      }
      if (isBrought) tally.count(counted, 'created');
      const { id, updatedAt } = await of.make(record);
      ids.set(externalId, id);
      if (reference) await this.forget({ tx, ids: [reference.id] });
      const written = Object.fromEntries(
        Object.entries(said(of.fieldsOf(record))).map(([field, value]) => [field, hashOf(value)]),
      );
      await this.references.addReferences(tx, space, run.importId, [
        { kind, externalId, thingId: id, written, writtenAt: updatedAt },
      ]);
    }
    return ids;
  }

  /** Writes what has changed there; what was changed here since wins, and is told. False when nothing is written. */
  private async update<R extends EpicRecord | SprintRecord>(
    { tx, tally }: Batch,
    of: Kind<R>,
    record: R,
    reference: ImportReference,
  ): Promise<boolean> {
    const before = await of.find(reference.thingId);
    const current = { ...before } as unknown as Record<string, unknown>;
    const desired = said(of.fieldsOf(record));
    const isOurs = (field: string) => {
      const was = reference.written[field];
      return was === undefined ? before.updatedAt === reference.writtenAt : was === hashOf(current[field]);
    };
    // One date alone could come to stand on the wrong side of the other.
    const dates = Object.keys(desired).filter((field) => field.endsWith('Date'));
    const areDatesOurs = dates.every((field) => desired[field] === current[field] || isOurs(field));
    const mayWrite = (field: string) => isOurs(field) && (areDatesOurs || !dates.includes(field));
    const { settings, kept, written } = writtenAgain(reference, desired, current, mayWrite);
    const row = 'row' in record ? record.row : null;
    for (const field of kept) tally.problem({ row, externalId: record.externalId, field, message: KEPT });
    const isChanged = Object.keys(settings).length > 0;
    const after = isChanged ? await of.change(reference.thingId, settings) : before;
    const writtenAt = isChanged && reference.writtenAt === before.updatedAt ? after.updatedAt : reference.writtenAt;
    const isSame = hashOf(written) === hashOf(reference.written) && !isChanged;
    if (!isSame) await this.references.updateReferences(tx, [{ id: reference.id, written, writtenAt }]);
    return isChanged;
  }

  private async forget({ tx, ids }: { tx: Batch['tx']; ids: readonly string[] }): Promise<void> {
    if (ids.length > 0) await this.references.removeReferences(tx, ids);
  }

  /** Those of the project. By name not those that the import knows by another key: they only have the same name. */
  private async findThings(
    { tx, space }: Batch,
    kind: 'epic' | 'sprint',
    records: readonly (EpicRecord | SprintRecord)[],
  ) {
    const rows = await this.targets.findNamed(tx, space, kind, records);
    const named = rows.filter(({ isAnother }) => !isAnother);
    return { byId: new Set(rows.map(({ id }) => id)), byName: new Map(named.map(({ id, name }) => [name, id])) };
  }
}

function momentsOf(record: Partial<Moments> | undefined): Partial<Moments> {
  const { createdAt, updatedAt } = record ?? {};
  return createdAt && updatedAt ? { createdAt, updatedAt } : {};
}

/** By what a label is known: names are unique as people read them. */
export function labelKey(name: string): string {
  return folded(cut(storedName(storable(name)), LIMITS.name.maximum));
}

function epicFields({ name, description, color, startDate, dueDate }: EpicRecord): Fields {
  const dates = datesInOrder(startDate, dueDate);
  return { name: nameOf(name), color, description: textOf(description), startDate: dates.from, dueDate: dates.to };
}

function sprintFields({ name, goal, startDate, endDate }: SprintRecord): Fields {
  const dates = datesInOrder(startDate, endDate);
  return { name: nameOf(name), goal: textOf(goal), startDate: dates.from, endDate: dates.to };
}

/** Without what the file says nothing of. */
function said(fields: Fields): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
}

function textOf(text: string | null | undefined): string | null | undefined {
  return text ? cut(storable(text), LIMITS.description.maximum) : text;
}

function nameOf(name: string): string {
  return cut(storedName(storable(name)), LIMITS.name.maximum) || '?';
}

/** The end is left out when it comes before the beginning. */
function datesInOrder(from: string | null | undefined, to: string | null | undefined) {
  return { from, to: from && to && to < from ? undefined : to };
}

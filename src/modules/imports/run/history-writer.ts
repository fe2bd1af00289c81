import { folded } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { isUuid } from '#common/validation/uuid.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { LabelsService } from '#modules/labels/labels.service.js';
import { type ImportedChange, TaskImports } from '#modules/tasks/imports/task-imports.service.js';
import type { HistoryRecord, TaskRecord } from '../readers/records.js';
import { attachmentIdOf, changesHere, textHere } from './archived-ids.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { type Batch, colleagueHere } from './scope.js';
import { cut, storable } from '#common/validation/storable.js';

const EVENTS: ReadonlySet<string> = new Set([
  'task.created',
  'task.imported',
  'task.updated',
  'task.copied',
  'task.deleted',
  'task.restored',
  'task.muted',
  'task.unmuted',
  'task.promised',
  'task.promise_ended',
]);
const LONGEST_NAME = 500;

type Ids = ReadonlyMap<string, string>;

/** Brings what happened to tasks before they came. */
@Injectable()
export class HistoryWriter {
  constructor(
    private readonly tasks: TaskImports,
    private readonly labels: LabelsService,
    private readonly references: ImportReferencesRepository,
  ) {}

  /** Of the tasks that this import has made: others have a history here. */
  async writeHistory(batch: Batch, records: readonly TaskRecord[]): Promise<DomainEvent[]> {
    const { tx, space, run } = batch;
    const keys = records.map(({ externalId }) => externalId);
    const known = await this.references.findByExternalIds(tx, space, 'task', keys);
    const ids = await this.idsOf(batch, records);
    const entries = records.flatMap(({ externalId, history = [] }) => {
      const reference = known.get(externalId);
      if (reference?.importId !== run.importId) return [];
      return history.flatMap((record) => this.entryOf(batch, reference.thingId, record, ids));
    });
    await this.tasks.addHistory(tx, entries);
    return [];
  }

  /** What somebody did who is nobody here, whoever started the import has brought. */
  private entryOf({ run }: Batch, taskId: string, record: HistoryRecord, ids: Ids): ImportedChange[] {
    const { at, actor, colleague, event } = record;
    if (!EVENTS.has(event)) return [];
    const colleaguesHere = run.colleagues.ids;
    const files = new Map(fileIds(record).map((id) => [id, attachmentIdOf(taskId, id)]));
    const userOf = (id: string) => run.meanings.userOf({ id, name: null, email: null })?.id;
    const here = (text: string) => {
      if (!isUuid(text)) return textHere(run.meanings, taskId, text).text;
      return files.get(text) ?? ids.get(text) ?? userOf(text) ?? colleaguesHere.get(text) ?? text;
    };
    const changes = changesHere(record.changes, here);
    const actorId = (run.meanings.userOf(actor) ?? run.starter).id;
    const named = colleague && {
      id: colleagueHere(run, colleague.id),
      name: cut(storable(colleague.name), LONGEST_NAME),
    };
    return [{ taskId, actorId, colleague: named, event, changes, at }];
  }

  /** What stands here for the tasks, epics, sprints, links, projects and labels that changes name. */
  private async idsOf({ tx, space, run }: Batch, records: readonly TaskRecord[]): Promise<Ids> {
    const texts = records.flatMap(({ history = [] }) => history.flatMap(({ changes }) => [...textsIn(changes)]));
    const named = new Set(texts.filter(isUuid));
    const { survey } = run;
    const ids = new Map<string, string>();
    const keys = new Map<string, string>();
    for (const id of named) {
      const key = survey.resolve(id);
      if (key !== undefined && survey.tasks.has(key)) keys.set(id, key);
    }
    const tasks = await this.references.findByExternalIds(tx, space, 'task', [...new Set(keys.values())]);
    for (const [id, key] of keys) ids.set(id, tasks.get(key)?.thingId ?? id);
    for (const kind of ['epic', 'sprint', 'link'] as const) {
      const here = await this.references.findByExternalIds(tx, space, kind, [...named]);
      for (const [id, { thingId }] of here) ids.set(id, thingId);
    }
    for (const [id, project] of await this.references.findThings(tx, space, ['project'], [...named]))
      ids.set(id, project);
    for (const [id, label] of await this.findLabels(tx, run.survey, named)) ids.set(id, label);
    return ids;
  }

  private async findLabels(context: RequestContext, { labels }: Batch['run']['survey'], named: ReadonlySet<string>) {
    const wanted = [...labels.values()].filter(({ externalId }) => named.has(externalId));
    const here = await this.labels.findIds(
      context,
      wanted.map(({ name }) => name),
    );
    return wanted.flatMap(({ externalId, name }): [string, string][] => {
      const id = here.get(folded(name));
      return id === undefined ? [] : [[externalId, id]];
    });
  }
}

/** The texts in changes, however deep. */
function* textsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && depth < 4) {
    for (const item of Object.values(value)) yield* textsIn(item, depth + 1);
  }
}

function fileIds({ changes }: HistoryRecord): string[] {
  return [...textsIn(changes['attachments'])].filter(isUuid);
}

import { folded, storedName } from '#common/text/folded.js';
import { Inject, Injectable } from '@nestjs/common';
import { ConflictError, isRefusal, NotFoundError, ValidationError } from '#common/errors/app-error.js';
import { LIMITS } from '#common/validation/text.js';
import { readAsBody } from '#common/validation/validation.pipe.js';
import type { Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Filters } from '#modules/filters/filters.service.js';
import { CreateView, ViewsService } from '#modules/views/views.service.js';
import { CreateRecurrence, RecurrenceImports } from '#modules/recurrences/recurrence-imports.service.js';
import { CreateTemplate, TemplateImports } from '#modules/templates/template-imports.service.js';
import {
  ColleagueImports,
  CreateVirtualColleague,
  type IdsHere,
} from '#modules/virtual-colleagues/colleague-imports.service.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';
import type {
  ArchivedColleague,
  ArchivedLane,
  ArchivedRecurrence,
  ArchivedThing,
  CompanyRecord,
} from '../archive/archived-company.js';
import type { Person } from '../readers/records.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import type { Batch, ColleaguesHere } from './scope.js';
import { textHere } from './archived-ids.js';
import { MOST_LANE_TASKS } from '#schema/lanes.js';
import type { CustomName } from '#schema/fields.js';
import { storable } from '#common/validation/storable.js';
import { Catalogue, labelKey } from './catalogue.js';
import { FieldWriter } from './field-writer.js';
import { TeamWriter } from './team-writer.js';
import { ImportTargetsRepository } from './import-targets.repository.js';

/** What ids in settings and filters can be of, besides people, colleagues and labels. */
const NAMED = ['project', 'epic', 'sprint', 'recurrence'] as const;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Brings what an archive has of the company: lanes, teams, virtual colleagues, views, templates and recurrences. */
@Injectable()
export class CompanyWriter {
  @Inject() private readonly fields: FieldWriter;
  @Inject() private readonly catalogue: Catalogue;
  @Inject() private readonly templates: TemplateImports;
  @Inject() private readonly recurrences: RecurrenceImports;

  constructor(
    private readonly targets: ImportTargetsRepository,
    private readonly lanes: WorkflowLanesService,
    private readonly teams: TeamWriter,
    private readonly colleagues: ColleagueImports,
    private readonly views: ViewsService,
    private readonly filters: Filters,
    private readonly references: ImportReferencesRepository,
  ) {}

  /** The colleagues of an archive that came before. */
  async findColleagues(context: RequestContext, source: string, instance: string): Promise<ColleaguesHere> {
    const known = await this.references.findThings(context, { source, instance }, ['colleague']);
    const here = await this.colleagues.findExisting(context, [...known.values()]);
    return { ids: new Map([...known].filter(([, id]) => here.has(id))), coming: new Set() };
  }

  /** What stands before the projects. */
  async writeFoundations(batch: Batch, records: readonly CompanyRecord[], isCheck: boolean): Promise<void> {
    for (const record of records) {
      if (record.kind === 'lanes') await this.bringLanes(batch, record.lanes);
      if (record.kind === 'own-field') await this.fields.writeField(batch, record.field);
      if (record.kind === 'colleague') await this.bringColleague(batch, record.colleague, isCheck);
      if (record.kind !== 'team') continue;
      const { reference } = await this.teams.ensureTeam(batch.tx, batch.run, record.team);
      if (reference) await this.references.putReference(batch.tx, batch.space, batch.run.importId, reference);
    }
  }

  /** What refers to projects, and so comes after them. A view, template or recurrence that came before, or was deleted here, does not come again. */
  async writeAdditions(batch: Batch, records: readonly CompanyRecord[], isCheck: boolean): Promise<void> {
    const { tx, run } = batch;
    if (isCheck) await this.fields.writeFieldsAgain(batch);
    const here = await this.idsHere(batch, records);
    const made = new Set((await this.references.findMade(tx, run.importId, 'colleague')).map(({ thingId }) => thingId));
    const ids = records.flatMap((record) => thingOf(record)?.id ?? []);
    const space = { source: run.tracker, instance: run.instance };
    const known = await this.references.findThings(tx, space, ['view', 'template', 'recurrence'], ids);
    for (const record of records) {
      if (record.kind === 'own-field') await this.fields.writeProjects(batch, record.field, here.projectOf);
      if (record.kind === 'colleague') await this.settleColleague(batch, record.colleague, { here, isCheck, made });
      if (known.has(thingOf(record)?.id ?? '')) continue;
      if (record.kind === 'template') await this.bringTemplate(batch, record.template, here, isCheck);
      if (record.kind === 'recurrence') await this.bringRecurrence(batch, record.recurrence, here, isCheck);
    }
    await this.writeAskers(batch, records, { known, isCheck, made });
  }

  /** What may ask for recurrences that have just come. */
  private async writeAskers(
    batch: Batch,
    records: readonly CompanyRecord[],
    { known, isCheck, made }: { known: ReadonlyMap<string, string>; isCheck: boolean; made: ReadonlySet<string> },
  ): Promise<void> {
    const asking = records.filter(({ kind }) => kind === 'colleague-again' || kind === 'view');
    if (asking.length === 0) return;
    const here = await this.idsHere(batch, asking);
    for (const record of asking) {
      if (record.kind === 'colleague-again' && !isCheck) {
        await this.settleColleague(batch, record.colleague, { here, isCheck, made });
      }
      if (record.kind === 'view' && !known.has(record.view.id)) await this.bringView(batch, record.view, here, isCheck);
    }
  }

  /** Makes the lanes that the mapping asks for. */
  async makeLanes(batch: Batch): Promise<void> {
    const { newLanes } = batch.run.meanings.statuses;
    if (newLanes.length > 0) await this.rememberLanes(batch, await this.lanes.addLanes(batch.tx, newLanes));
  }

  private async bringLanes(batch: Batch, given: readonly ArchivedLane[]): Promise<void> {
    const lanes = new Map(
      given.flatMap((lane) => {
        const name = storedName(storable(lane.name));
        const isFitting = name !== '' && name.length <= LIMITS.shortName.maximum;
        const taskLimit = isLaneLimit(lane.limit) ? lane.limit : null;
        return isFitting ? [[folded(name), { name, taskLimit, ...datesOf(lane) }] as const] : [];
      }),
    );
    const { tx } = batch;
    const added = await this.lanes.bringLanes(tx, [...lanes.values()], await this.targets.hasNoTasks(tx));
    await this.rememberLanes(batch, added);
  }

  private async rememberLanes(
    { tx, run, space }: Batch,
    added: Awaited<ReturnType<WorkflowLanesService['addLanes']>>,
  ): Promise<void> {
    for (const { id, name, updatedAt } of added) {
      const reference = { kind: 'lane', externalId: folded(name), thingId: id, writtenAt: updatedAt } as const;
      await this.references.putReference(tx, space, run.importId, reference);
    }
  }

  private async bringColleague(batch: Batch, colleague: ArchivedColleague, isCheck: boolean): Promise<void> {
    const { tx, run, space } = batch;
    if (run.colleagues.ids.has(colleague.id)) return;
    await this.orSay(batch, colleague, async () => {
      const input = await readAsBody(CreateVirtualColleague, colleague.input);
      const same = await this.colleagues.findByName(tx, input);
      const made = same === undefined ? await this.create(batch, colleague, input) : undefined;
      const id = same ?? made?.id ?? '';
      if (made && isCheck) run.colleagues.coming.add(colleague.id);
      else run.colleagues.ids.set(colleague.id, id);
      if (!made) return;
      const reference = {
        kind: 'colleague',
        externalId: colleague.id,
        thingId: id,
        writtenAt: made.updatedAt,
      } as const;
      await this.references.putReference(tx, space, run.importId, reference);
    });
  }

  private create({ tx, run }: Batch, colleague: ArchivedColleague, input: CreateVirtualColleague) {
    const owner = run.meanings.userOf(personOf(colleague.ownerId)) ?? run.starter;
    return this.colleagues.create(tx, input, { ownerId: owner.id, moments: datesOf(colleague) });
  }

  /** Those that this import has made; in a check they are made once more. */
  private async settleColleague(
    batch: Batch,
    colleague: ArchivedColleague,
    { here, isCheck, made }: { here: IdsHere; isCheck: boolean; made: ReadonlySet<string> },
  ): Promise<void> {
    const { tx, run } = batch;
    const known = run.colleagues.ids.get(colleague.id);
    const isMade = isCheck ? run.colleagues.coming.has(colleague.id) : known !== undefined && made.has(known);
    if (!isMade) return;
    await this.orSay(batch, colleague, async () => {
      const input = await readAsBody(CreateVirtualColleague, colleague.input);
      const id = isCheck ? (await this.create(batch, colleague, input)).id : (known ?? '');
      const { lastRunAt, lastRunStatus } = colleague;
      await this.colleagues.settleColleague(tx, id, input, { past: { lastRunAt, lastRunStatus }, here });
    });
  }

  private async bringView(batch: Batch, view: ArchivedThing, here: IdsHere, isCheck: boolean): Promise<void> {
    const { tx, run, space } = batch;
    await this.orSay(batch, view, async () => {
      const { projectId: archived, filter = '', ...input } = await readAsBody(CreateView, view.input);
      const owner = view.ownerId === null ? undefined : run.meanings.userOf(personOf(view.ownerId));
      if (!owner && input.visibility !== 'company') throw new ConflictError('It is for somebody who is nobody here');
      const projectId = archived === undefined ? undefined : here.projectOf(archived);
      if (archived !== undefined && projectId === undefined && !isCheck) throw new NotFoundError('Project');
      const stored = await this.filters.bringFilter(tx, filter, here);
      const fields = await this.fields.findHere(batch);
      const names = new Map([...fields].map(([key, field]) => [`custom.${key}`, `custom.${field.key}` as const]));
      const values = { ...renamedView(input, names), ...(projectId && { projectId }), filter: stored };
      const made = await this.views.bringView(tx, values, { ownerId: owner?.id ?? null, moments: datesOf(view) });
      if (!made) return;
      const reference = { kind: 'view', externalId: view.id, thingId: made.id, writtenAt: made.updatedAt } as const;
      await this.references.putReference(tx, space, run.importId, reference);
    });
  }

  /** Names and texts stay; ids are those of here, and what is not here is left out. */
  private async bringTemplate(batch: Batch, template: ArchivedThing, here: IdsHere, isCheck: boolean): Promise<void> {
    const { tx, run, space } = batch;
    await this.orSay(batch, template, async () => {
      const { projectId: archived, ...input } = await readAsBody(CreateTemplate, template.input);
      const projectId = archived === undefined ? null : here.projectOf(archived);
      if (projectId === undefined && !isCheck) throw new NotFoundError('Project');
      const creator = run.meanings.userOf(personOf(template.ownerId)) ?? run.starter;
      const made = await this.templates.bringTemplate(
        tx,
        { ...input, projectId: projectId ?? null },
        {
          createdById: creator.id,
          moments: datesOf(template),
          here: await this.contentHere(batch, here),
        },
      );
      const reference = {
        kind: 'template',
        externalId: template.id,
        thingId: made.id,
        writtenAt: made.updatedAt,
      } as const;
      await this.references.putReference(tx, space, run.importId, reference);
    });
  }

  /** It makes nothing yet. A check that has no project to put it in only reads it. */
  private async bringRecurrence(
    batch: Batch,
    recurrence: ArchivedRecurrence,
    here: IdsHere,
    isCheck: boolean,
  ): Promise<void> {
    const { tx, run, space } = batch;
    await this.orSay(batch, recurrence, async () => {
      const input = await readAsBody(CreateRecurrence, recurrence.input);
      const projectId = here.projectOf(input.projectId);
      if (projectId === undefined && isCheck) return;
      if (projectId === undefined) throw new NotFoundError('Project');
      const templates = await this.references.findThings(tx, space, ['template'], [input.templateId ?? '']);
      const templateId = input.templateId === undefined ? undefined : templates.get(input.templateId);
      if (input.templateId !== undefined && templateId === undefined) throw new NotFoundError('Template');
      const tasks = await this.references.findThings(tx, space, ['task'], recurrence.tids);
      const creator = run.meanings.userOf(personOf(recurrence.ownerId)) ?? run.starter;
      const made = await this.recurrences.bringRecurrence(
        tx,
        { ...input, projectId, ...(templateId !== undefined && { templateId }) },
        {
          createdById: creator.id,
          moments: datesOf(recurrence),
          made: recurrence.made,
          skipped: recurrence.skipped,
          taskIds: [...tasks.values()],
          lastTaskId: (recurrence.lastTid !== null && tasks.get(recurrence.lastTid)) || null,
          here: await this.contentHere(batch, here),
        },
      );
      const written = { externalId: recurrence.id, thingId: made.id, writtenAt: made.updatedAt };
      await this.references.putReference(tx, space, run.importId, { kind: 'recurrence' as const, ...written });
    });
  }

  /** What stands here for ids, own fields and mentions in the content of tasks. */
  private async contentHere(batch: Batch, { idOf, colleagueOf }: IdsHere) {
    const fields = await this.fields.findHere(batch);
    const keys = new Map([...fields].map(([key, field]) => [key, field.key]));
    const colleagueHere = (id: string) => colleagueOf(id) ?? id;
    return {
      idOf,
      keyOf: (key: string) => keys.get(key) ?? key,
      textOf: (text: string) => textHere(batch.run.meanings, null, text, colleagueHere).text,
    };
  }

  /** What stands here for the ids in records. */
  private async idsHere(batch: Batch, records: readonly CompanyRecord[]): Promise<IdsHere> {
    const { tx, run } = batch;
    const named = new Set(JSON.stringify(records).match(UUID) ?? []);
    const space = { source: run.tracker, instance: run.instance };
    const things = await this.references.findThings(tx, space, NAMED, [...named]);
    const labels = await this.labelsHere(batch, named);
    const userOf = (id: string) => run.meanings.userOf(personOf(id))?.id;
    const colleagueOf = (id: string) => run.colleagues.ids.get(id);
    const projectOf = (id: string) => things.get(id);
    const idOf = (id: string) => userOf(id) ?? colleagueOf(id) ?? labels.get(id) ?? things.get(id) ?? id;
    const fields = await this.fields.findHere(batch);
    const fieldIds = new Map([...fields].map(([key, { id }]) => [key, id]));
    return { userOf, colleagueOf, projectOf, idOf, fieldIds };
  }

  /** The labels of an archive: here they are known by their names. */
  private async labelsHere(batch: Batch, ids: ReadonlySet<string>): Promise<Map<string, string>> {
    const labels = [...batch.run.survey.labels.values()].filter(({ externalId }) => ids.has(externalId));
    const names = labels.map(({ name }) => name);
    const here = await this.catalogue.ensureThings(batch, { labels: names, epics: [], sprints: [] });
    return new Map(
      labels.flatMap(({ externalId, name }) => {
        const id = here.labels.get(labelKey(name));
        return id === undefined ? [] : [[externalId, id] as const];
      }),
    );
  }

  /** What is refused does not come, and is named. */
  private async orSay(
    { tally }: Batch,
    { id: externalId, row, input: { name } }: ArchivedThing,
    bring: () => Promise<void>,
  ): Promise<void> {
    try {
      await bring();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const details =
        error instanceof ValidationError ? Object.entries(error.details).map((pair) => pair.join(': ')) : [];
      const reason = details.length > 0 ? details.join('; ') : (error as Error).message;
      tally.problem({ row, externalId, field: 'name', message: `${String(name)} does not come as it was: ${reason}` });
    }
  }
}

/** What comes once. */
function thingOf(record: CompanyRecord): ArchivedThing | undefined {
  if (record.kind === 'view') return record.view;
  if (record.kind === 'template') return record.template;
  return record.kind === 'recurrence' ? record.recurrence : undefined;
}

/** The view with own fields named as they are here. */
function renamedView<View extends Pick<CreateView, 'groupBy' | 'subgroupBy' | 'sortBy' | 'columns'>>(
  view: View,
  names: ReadonlyMap<string, CustomName>,
): View {
  const here = <Name extends string>(name: Name | undefined) => (name === undefined ? name : (names.get(name) ?? name));
  const { groupBy, subgroupBy, sortBy, columns } = view;
  const named = { groupBy: here(groupBy), subgroupBy: here(subgroupBy), sortBy: here(sortBy) };
  return { ...view, ...named, columns: columns?.map((name) => here(name)) };
}

/** Somebody of the archive, who is known by the id. */
const personOf = (id: string | null): Person => ({ id, name: null, email: null });

function datesOf({ createdAt, updatedAt }: Partial<Moments>): Partial<Moments> {
  return createdAt && updatedAt ? { createdAt, updatedAt } : {};
}

const isLaneLimit = (limit: number | null): boolean =>
  limit !== null && Number.isInteger(limit) && limit >= 1 && limit <= MOST_LANE_TASKS;

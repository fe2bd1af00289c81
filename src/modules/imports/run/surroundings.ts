import { Injectable } from '@nestjs/common';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { FieldDefinition } from '#schema/fields.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import type { Priority } from '#schema/tasks.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';
import type { ImportMapping } from '../import-input.dto.js';
import type { Import } from '../import.entity.js';
import type {
  ImportReport,
  ReportedField,
  ReportedPerson,
  ReportedPriority,
  ReportedStatus,
  Tally,
} from '../import-report.js';
import type { Category, Person } from '../readers/records.js';
import { wordsOf } from '../readers/languages/plain.js';
import { priorityOf } from '../readers/words.js';
import { choiceFor } from '../settings/mapped-report.js';
import { StatusMeanings } from '../settings/status-meanings.js';
import { becomesOf, type FieldPlan, fieldPlans } from './field-plans.js';
import { personKey, type Survey, type SurveyedPerson } from './survey.js';
import { ImportTargetsRepository, type KnownUser } from './import-targets.repository.js';

/** Tasks that nobody will do carry it. */
export const NOT_DONE = 'not done';

/** What names become. */
export type NamesReport = Pick<ImportReport, 'people' | 'statuses' | 'priorities' | 'fields'>;

/** Names of one kind that a report shows. */
export const MOST_NAMES = 5_000;

/** Who and what the names of a file stand for in the company: by choice, else as it looks. */
export class Meanings {
  /** What columns without a place of their own become, by their names. */
  readonly plans: ReadonlyMap<string, FieldPlan>;
  private readonly people = new Map<string, NamedReference | 'invite' | null>();
  private readonly byEmail = new Map<string, KnownUser>();
  private readonly byId = new Map<string, KnownUser>();
  /** Null where several have the name. */
  private readonly byName = new Map<string, KnownUser | null>();
  /** Of the first project of the file, which names all people. */
  private first: Meanings | undefined;
  private reported: NamesReport | undefined;
  /** Who stands for those who are to be invited, in a check: they are not there. */
  private standIn: NamedReference | undefined;

  constructor(
    private readonly survey: Survey,
    private readonly mapping: ImportMapping,
    readonly statuses: StatusMeanings,
    users: readonly KnownUser[],
    private readonly ownFields: readonly FieldDefinition[] = [],
    isSheet = false,
  ) {
    const columns = survey.fields.filter(({ name, becomes }) => becomes === null || survey.columns.has(name));
    this.plans = fieldPlans(columns, mapping, ownFields, isSheet);
    for (const user of users) {
      this.byId.set(user.id, user);
      const email = user.email.toLowerCase();
      if (!this.byEmail.has(email)) this.byEmail.set(email, user);
      this.byName.set(user.name, this.byName.has(user.name) ? null : user);
    }
    for (const [key, person] of survey.people) this.people.set(key, this.match(person));
  }

  /** The user that somebody is here; undefined for one who is none. */
  userOf(person: Person | null | undefined): NamedReference | undefined {
    const key = person ? personKey(person) : undefined;
    if (key === undefined) return undefined;
    const user = this.people.get(key);
    if (user === undefined) return this.first?.userOf(person);
    if (user === 'invite') return this.standIn;
    return user ?? undefined;
  }

  /** The user whom a text names by e-mail or exact name. */
  findUser(text: string): NamedReference | undefined {
    return this.byEmail.get(text.trim().toLowerCase()) ?? this.byName.get(text.trim()) ?? undefined;
  }

  /** What somebody is called in the file, who may be named by an id alone; undefined for nobody. */
  nameOf(person: Person | null | undefined): string | undefined {
    const key = person ? personKey(person) : undefined;
    return key === undefined ? undefined : (this.survey.people.get(key)?.name ?? this.first?.nameOf(person));
  }

  /** Those who are to be invited. */
  get invited(): [key: string, person: SurveyedPerson & { email: string }][] {
    return [...this.survey.people].flatMap(([key, person]) =>
      this.people.get(key) === 'invite' && person.email !== null ? [[key, { ...person, email: person.email }]] : [],
    );
  }

  setUser(key: string, user: NamedReference): void {
    this.people.set(key, user);
    this.reported = undefined;
  }

  setStandIn(user: NamedReference): void {
    this.standIn = user;
  }

  /** The same people have been invited already, for another project of the file. */
  adopt(other: Meanings): void {
    this.first = other;
    for (const key of this.people.keys()) {
      const user = other.people.get(key);
      if (user !== undefined) this.people.set(key, user);
    }
    this.standIn = other.standIn;
    this.reported = undefined;
  }

  priorityOf(name: string): Priority {
    const { priorities = {} } = this.mapping;
    return (Object.hasOwn(priorities, name) ? priorities[name] : undefined) ?? priorityOf(name);
  }

  /** The parts of the report that say what names become. */
  get report(): NamesReport {
    return (this.reported ??= this.makeReport());
  }

  private makeReport(): NamesReport {
    const people: ReportedPerson[] = [...this.survey.people]
      .slice(0, MOST_NAMES)
      .map(([key, { name, email, id: externalId, tasks }]) => {
        const user = this.people.get(key);
        return { name, email, externalId, tasks, userId: user && user !== 'invite' ? user.id : null };
      });
    const statuses = new Map<string, ReportedStatus>();
    const priorities = new Map<string, ReportedPriority>();
    for (const { status, category = 'todo', statusIs, priority } of this.survey.tasks.values()) {
      if (status !== undefined) {
        const { lane } = this.statuses.of({ status, category, statusIs });
        const key = `${category} ${lane} ${status}`;
        const tasks = (statuses.get(key)?.tasks ?? 0) + 1;
        statuses.set(key, { name: status, category, tasks, lane, isLane: this.statuses.isLane(lane) });
      }
      if (priority !== undefined) {
        const tasks = (priorities.get(priority)?.tasks ?? 0) + 1;
        priorities.set(priority, { name: priority, tasks, priority: this.priorityOf(priority) });
      }
    }
    return {
      people,
      statuses: [...statuses.values()].slice(0, MOST_NAMES),
      priorities: [...priorities.values()].slice(0, MOST_NAMES),
      fields: this.survey.fields.slice(0, MOST_NAMES).map((field) => this.reportedField(field)),
    };
  }

  private reportedField(field: ReportedField): ReportedField {
    const plan = this.plans.get(field.name);
    const column = this.survey.columns.get(field.name);
    const proposed = column?.proposed((text) => this.findUser(text) !== undefined) ?? null;
    return { ...field, becomes: plan ? becomesOf(plan, this.ownFields) : field.becomes, proposed };
  }

  /** What is worth a word about the file as a whole. */
  note(tally: Tally): void {
    const { people, fields } = this.survey;
    for (const [field, count] of [['people', people.size] as const, ['fields', fields.length] as const]) {
      const message = `The file has ${count} ${field}; the report shows the first ${MOST_NAMES}`;
      if (count > MOST_NAMES) tally.problem({ row: null, externalId: null, field, message });
    }
    const said = new Set<string>();
    for (const { status, category = 'todo', statusIs } of this.survey.tasks.values()) {
      if (status === undefined || said.has(status)) continue;
      said.add(status);
      const { lane } = this.statuses.of({ status, category, statusIs });
      const isPlain = this.statuses.isChosen(status) || !this.statuses.isLane(lane) || isCalledSo(lane, status);
      if (isPlain || category === 'cancelled') continue;
      const message = otherLane(status, lane, { category, hasLane: this.statuses.isLane(status) });
      tally.problem({ row: null, externalId: null, field: 'status', message });
    }
  }

  private match(person: SurveyedPerson): NamedReference | 'invite' | null {
    const chosen = choiceFor(this.mapping.people ?? {}, { externalId: person.id, name: person.name });
    if (chosen === null) return null;
    const email = person.email?.toLowerCase();
    const byEmail = email === undefined ? undefined : this.byEmail.get(email);
    if (chosen === 'invite') return byEmail ?? 'invite';
    if (chosen !== undefined) return this.byId.get(chosen.toLowerCase()) ?? null;
    return byEmail ?? this.byName.get(person.name) ?? null;
  }
}

/** Why a status becomes a lane of another name. */
function otherLane(
  status: string,
  lane: string,
  { category, hasLane }: { category: Category; hasLane: boolean },
): string {
  if (category === 'done') return `"${status}" becomes "${lane}": the file says that it is finished`;
  if (hasLane) return `"${status}" becomes "${lane}": the file says that it is not finished`;
  return `There is no lane "${status}"; by its category it becomes "${lane}"`;
}

/** Whether they differ in case, spaces and signs at most. */
function isCalledSo(lane: string, status: string): boolean {
  return wordsOf(lane).join('') === wordsOf(status).join('');
}

/** Reads what names can stand for in a company. */
@Injectable()
export class Surroundings {
  constructor(
    private readonly targets: ImportTargetsRepository,
    private readonly lanes: WorkflowLanesService,
    private readonly fields: FieldCatalogue,
  ) {}

  async meaningsFor(
    context: RequestContext,
    survey: Survey,
    { mapping, source }: Pick<Import, 'mapping' | 'source'>,
  ): Promise<Meanings> {
    const lanes = await this.lanes.findNames(context);
    const known = await this.targets.findUsers(context);
    const statuses = new StatusMeanings(mapping.statuses ?? {}, lanes, source === 'archive');
    return new Meanings(survey, mapping, statuses, known, await this.fields.findAll(context), source === 'csv');
  }
}

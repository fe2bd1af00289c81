import { Tally, type ReportedField } from '../import-report.js';
import {
  type Category,
  type EpicRecord,
  ImportError,
  type ImportRecord,
  type LabelRecord,
  type Person,
  type SprintRecord,
  type TaskRecord,
} from '../readers/records.js';

/** Tasks of one import (moving 1.2). */
const MOST_TASKS = 100_000;

export interface SurveyedPerson {
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
  tasks: number;
}

/** What is remembered of each task while all of them are read. */
export interface SurveyedTask {
  /** Among the tasks of the file, from 0: of several with one key the last counts. */
  readonly index: number;
  readonly row: number;
  readonly externalId: string;
  readonly number: number | undefined;
  readonly status: string | undefined;
  readonly category: Category | undefined;
  readonly priority: string | undefined;
  readonly labels: readonly string[];
  readonly people: readonly string[];
  readonly parent: string | null | undefined;
  readonly epic: string | null | undefined;
  readonly blockedBy: readonly string[];
  readonly blocks: readonly string[];
  readonly related: readonly string[];
}

/** The whole of a file, in short: what each part of it must know of the others (moving 1.3). */
export class Survey {
  /** Task records, also those that a later one replaces. */
  records = 0;
  /** Which of several trackers of that kind, where the file says it. */
  instance: string | undefined;
  readonly tasks = new Map<string, SurveyedTask>();
  readonly epics = new Map<string, EpicRecord>();
  readonly sprints = new Map<string, SprintRecord>();
  readonly people = new Map<string, SurveyedPerson>();
  readonly fields: ReportedField[] = [];
  /** Labels that the file describes, by their names in lower case. */
  readonly labels = new Map<string, LabelRecord>();
  readonly tally = new Tally();
  private readonly aliases = new Map<string, string>();

  static async of(records: AsyncGenerator<ImportRecord>): Promise<Survey> {
    const survey = new Survey();
    for await (const record of records) survey.add(record);
    survey.countPeople();
    return survey;
  }

  /** The highest number that a task had there. */
  get highestNumber(): number {
    let highest = 0;
    for (const { number = 0 } of this.tasks.values()) highest = Math.max(highest, number);
    return highest;
  }

  /** Whether the record is the one that counts among those with its key. */
  counts(index: number, externalId: string): boolean {
    return this.tasks.get(externalId)?.index === index;
  }

  /** The key of what a link names; undefined when it is not in the file. */
  resolve(name: string): string | undefined {
    const key = this.tasks.has(name) || this.epics.has(name) ? name : this.aliases.get(name);
    return key !== undefined && (this.tasks.has(key) || this.epics.has(key)) ? key : undefined;
  }

  private add(record: ImportRecord): void {
    switch (record.kind) {
      case 'task': {
        this.addTask(record);
        return;
      }
      case 'epic': {
        this.addEpic(record);
        return;
      }
      case 'origin':
        return void (this.instance = record.instance);
      case 'person':
        return void this.person(record.person);
      case 'label':
        return void this.labels.set(record.name.toLowerCase(), record);
      case 'sprint':
        return void this.sprints.set(record.externalId, record);
      case 'field':
        return void this.fields.push({ name: record.name, values: record.values, becomes: record.becomes });
      case 'problem': {
        this.tally.problem(said(record));
        return;
      }
      case 'failed':
      case 'skipped':
        this.tally.count('tasks', record.kind);
        {
          this.tally.problem(said(record));
          return;
        }
    }
  }

  private addTask(record: TaskRecord): void {
    const index = this.records;
    this.records += 1;
    if (this.records > MOST_TASKS) throw new ImportError('The file has more than 100,000 rows; split it');
    const { row, externalId, number, status, category, assignees = [], author, comments = [], times = [] } = record;
    const before = this.tasks.get(externalId);
    if (before) this.noteDuplicate(before.row, externalId, 'tasks');
    for (const alias of record.aliases ?? []) this.aliases.set(alias, externalId);
    const people = [...new Set([...assignees, author].map((person) => this.person(person)))];
    for (const { author: writer } of comments) this.person(writer);
    for (const { person } of times) this.person(person);
    const { epic, parent, blockedBy = [], blocks = [], related = [], labels = [], priority } = record;
    this.tasks.set(externalId, {
      index,
      row,
      externalId,
      number,
      status,
      category,
      priority: priority ?? undefined,
      labels,
      people: people.filter((key) => key !== undefined),
      parent,
      epic,
      blockedBy,
      blocks,
      related,
    });
  }

  private addEpic(record: EpicRecord): void {
    const before = this.epics.get(record.externalId);
    if (before) this.noteDuplicate(before.row, record.externalId, 'epics');
    this.epics.set(record.externalId, record);
    for (const alias of record.aliases ?? []) this.aliases.set(alias, record.externalId);
  }

  private noteDuplicate(row: number | null, externalId: string, thing: 'tasks' | 'epics'): void {
    this.tally.count(thing, 'duplicates');
    const message = 'The key comes again further down; the last row with it counts';
    this.tally.problem({ row, externalId, field: null, message });
  }

  private person(person: Person | null | undefined): string | undefined {
    const key = person ? personKey(person) : undefined;
    if (!person || key === undefined) return undefined;
    const known = this.people.get(key);
    this.people.set(key, {
      id: person.id ?? known?.id ?? null,
      name: person.name ?? known?.name ?? person.email ?? person.id ?? '',
      email: person.email ?? known?.email ?? null,
      tasks: 0,
    });
    return key;
  }

  private countPeople(): void {
    for (const { people } of this.tasks.values()) {
      for (const key of people) {
        const person = this.people.get(key);
        if (person) person.tasks += 1;
      }
    }
  }
}

/** By what somebody is known in a file; undefined for nobody. */
export function personKey({ id, email, name }: Person): string | undefined {
  return (id ?? email ?? name ?? undefined)?.toLowerCase();
}

function said({
  row,
  externalId,
  field,
  message,
}: {
  row: number | null;
  externalId: string | null;
  field: string | null;
  message: string;
}) {
  return { row, externalId, field, message };
}

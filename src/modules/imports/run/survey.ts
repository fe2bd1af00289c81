import { folded } from '#common/text/folded.js';
import type { ArchivedField } from '#modules/fields/field-imports.service.js';
import { ColumnSurvey } from './column-survey.js';
import { Tally, type ReportedField } from '../import-report.js';
import { ensureTasks } from '../reading-limits.js';
import {
  type Category,
  type EpicRecord,
  ImportError,
  type ImportRecord,
  type LabelRecord,
  type LinkRecord,
  type Person,
  type SprintRecord,
  type TaskRecord,
} from '../readers/records.js';

/** Characters of names and keys that are remembered of one file, all its projects together, each name once. */
const MOST_REMEMBERED = 64 * 1024 * 1024;
/** What a mention of a name costs, in characters. */
const MENTION = 8;

/** What the surveys of one file have remembered so far. */
export class Memory {
  private readonly names = new Map<string, string>();
  private remembered = 0;

  /** The same text, which is kept once. @throws ImportError when there are too many */
  keep(text: string): string {
    const known = this.names.get(text);
    this.grow(known === undefined ? text.length + MENTION : MENTION);
    if (known === undefined) this.names.set(text, text);
    return known ?? text;
  }

  /** @throws ImportError */
  grow(characters: number): void {
    this.remembered += characters;
    if (this.remembered > MOST_REMEMBERED) {
      throw new ImportError('The keys and names in the file have more than 64 million characters; split it');
    }
  }
}

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
  readonly statusIs: TaskRecord['statusIs'];
  readonly priority: string | undefined;
  readonly labels: readonly string[];
  readonly people: readonly string[];
  readonly parent: string | null | undefined;
  readonly epic: string | null | undefined;
  readonly blockedBy: readonly string[];
  readonly blocks: readonly string[];
  readonly links: readonly Omit<LinkRecord, 'line'>[];
  readonly formerTids: readonly string[];
}

/** The whole of a file, in short: what each part of it must know of the others. */
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
  /** Columns that have no place here, by their names. */
  readonly columns = new Map<string, ColumnSurvey>();
  /** Of an archive, by their keys there. */
  readonly ownFields = new Map<string, ArchivedField>();
  /** Labels that the file describes, by their names in lower case. */
  readonly labels = new Map<string, LabelRecord>();
  readonly tally = new Tally();
  /** That a task had there. */
  highestNumber = 0;
  private readonly aliases = new Map<string, string>();

  private constructor(private readonly memory: Memory) {}

  static async of(records: AsyncGenerator<ImportRecord>, memory = new Memory()): Promise<Survey> {
    const survey = new Survey(memory);
    for await (const record of records) survey.add(record);
    survey.countPeople();
    return survey;
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
        this.memory.grow(record.name.length);
        return void this.labels.set(folded(record.name), record);
      case 'own-field':
        return void this.ownFields.set(record.field.key, record.field);
      case 'sprint':
        this.memory.grow(record.externalId.length + record.name.length + (record.goal?.length ?? 0));
        return void this.sprints.set(record.externalId, record);
      case 'field':
        this.memory.grow(record.name.length);
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
    ensureTasks(this.records);
    const {
      row,
      externalId,
      number,
      status,
      category,
      statusIs,
      assignees = [],
      author,
      comments = [],
      times = [],
    } = record;
    this.highestNumber = Math.max(this.highestNumber, number ?? 0);
    for (const [name, text] of Object.entries(record.columns ?? {})) {
      const column = this.columns.get(name) ?? new ColumnSurvey();
      this.columns.set(name, column);
      column.add(text);
    }
    const before = this.tasks.get(externalId);
    if (before) this.noteDuplicate(before.row, externalId, 'tasks');
    for (const alias of record.aliases ?? []) this.aliases.set(this.memory.keep(alias), externalId);
    const keep = (name: string) => this.memory.keep(name);
    const people = [...new Set([...assignees, author].map((person) => this.person(person)))];
    for (const { author: writer } of comments) this.person(writer);
    for (const { person } of times) this.person(person);
    const { epic, parent, blockedBy = [], blocks = [], labels = [], priority } = record;
    const { links = [], formerTids = [] } = record;
    this.tasks.set(externalId, {
      index,
      row,
      externalId: keep(externalId),
      number,
      status: status === undefined ? undefined : keep(status),
      category,
      statusIs,
      priority: typeof priority === 'string' ? keep(priority) : undefined,
      labels: [...new Set(labels)].map(keep),
      people: people.filter((key) => key !== undefined),
      parent: parent && keep(parent),
      epic: epic && keep(epic),
      blockedBy: blockedBy.map(keep),
      blocks: blocks.map(keep),
      links: links.map(({ line: _line, ...link }) => ({ ...link, key: keep(link.key) })),
      formerTids: formerTids.map(keep),
    });
  }

  private addEpic(record: EpicRecord): void {
    const before = this.epics.get(record.externalId);
    if (before) this.noteDuplicate(before.row, record.externalId, 'epics');
    this.memory.grow(record.externalId.length + record.name.length + (record.description?.length ?? 0));
    this.epics.set(record.externalId, record);
    for (const alias of record.aliases ?? []) this.aliases.set(this.memory.keep(alias), record.externalId);
  }

  private noteDuplicate(row: number | null, externalId: string, thing: 'tasks' | 'epics'): void {
    this.tally.count(thing, 'duplicates');
    const message = 'The key comes again further down; the last row with it counts';
    this.tally.problem({ row, externalId, field: null, message });
  }

  private person(person: Person | null | undefined): string | undefined {
    const given = person ? personKey(person) : undefined;
    if (!person || given === undefined) return undefined;
    const key = this.memory.keep(given);
    const known = this.people.get(key);
    if (!known) this.memory.grow((person.name?.length ?? 0) + (person.email?.length ?? 0) + MENTION);
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

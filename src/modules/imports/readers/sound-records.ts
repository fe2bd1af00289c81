import type { CommentRecord, EpicRecord, ImportRecord, Person, ProblemRecord, TaskRecord } from './records.js';

const HIGHEST_NUMBER = 999_999_999;
const DATE = /^\d{4}-\d\d-\d\d(?:T|$)/;
const DATES = ['createdAt', 'updatedAt', 'completedAt', 'startDate', 'dueDate'] as const;

/**
 * The records that come of one element of a JSON file, of which nothing is known yet: an element of another shape than
 * exports have fails alone, and so does no record that is written later.
 */
export function* soundRecords(row: number, read: () => Iterable<ImportRecord>): Generator<ImportRecord> {
  let records: ImportRecord[];
  try {
    records = [...read()];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = 'It has another shape than exports have';
    yield { kind: 'failed', row, externalId: null, field: null, message };
    return;
  }
  for (const record of records) {
    if (record.kind === 'task') yield* soundTask(record);
    else if (record.kind === 'epic') yield* soundEpic(record);
    else yield record;
  }
}

function* soundTask(given: TaskRecord): Generator<ImportRecord> {
  const { row, externalId, number } = given;
  if (typeof externalId !== 'string') {
    yield { kind: 'failed', row, externalId: null, field: 'id', message: 'It has no id' };
    return;
  }
  const problems: ProblemRecord[] = [];
  const record = withDates(given, problems);
  yield* problems;
  yield {
    ...record,
    description: record.description && textOf(record.description),
    status: record.status && textOf(record.status),
    labels: record.labels?.map(textOf),
    assignees: record.assignees?.map(soundPerson),
    author: record.author && soundPerson(record.author),
    comments: (record.comments ?? []).map(soundComment),
    number: Number.isInteger(number) && Number(number) > 0 && Number(number) <= HIGHEST_NUMBER ? number : undefined,
  };
}

function* soundEpic(given: EpicRecord): Generator<ImportRecord> {
  const problems: ProblemRecord[] = [];
  const record = withDates(given, problems);
  yield* problems;
  yield { ...record, name: textOf(record.name), description: record.description && textOf(record.description) };
}

function soundComment(comment: CommentRecord): CommentRecord {
  const externalId = textOf(comment.externalId);
  const author = comment.author && soundPerson(comment.author);
  return { ...comment, externalId, author, body: textOf(comment.body), at: isDate(comment.at) ? comment.at : null };
}

function soundPerson({ id, name, email }: Person): Person {
  return { id: id && textOf(id), name: name && textOf(name), email: email && textOf(email) };
}

/** What is no date is left out, and named. */
function withDates<Record extends TaskRecord | EpicRecord>(record: Record, problems: ProblemRecord[]): Record {
  const { row, externalId } = record;
  const dates: Readonly<{ [name: string]: unknown }> = { ...record };
  const wrong = DATES.filter((name) => dates[name] !== undefined && dates[name] !== null && !isDate(dates[name]));
  for (const field of wrong) {
    const message = `"${String(dates[field])}" is no date that can be read`;
    problems.push({ kind: 'problem', row, externalId, field, message });
  }
  return wrong.length === 0 ? record : { ...record, ...Object.fromEntries(wrong.map((name) => [name, undefined])) };
}

function textOf(value: unknown): string {
  return String(value);
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value));
}

import { fieldsIn, problemsIn, recordsOf, tasksIn } from '#test/support/import-readers.js';
import { readAsanaCsv } from './asana-csv.js';
import { readLinearCsv } from './linear-csv.js';

/** The columns of four years: each has those before, and some more. */
const COLUMNS = [
  'ID,Team,Title,Description,Status,Estimate,Priority,Project,Creator,Assignee,Labels,Cycle Number,Cycle Name,Created,Updated,Started,Completed,Canceled,Archived,Due Date',
  'Project ID,Cycle Start,Cycle End,Triaged,Parent issue,Initiatives,Project Milestone ID,Project Milestone,SLA Status',
  'Roadmaps',
  'UUID,Time in status (minutes),Related to,Blocked by,Duplicate of',
];
const VALUES: Readonly<Record<string, string>> = {
  ID: 'ENG-1',
  Team: 'Engineering',
  Title: 'One',
  Status: 'In Review',
  Creator: 'Ana Ruiz <ana@acme.test>',
  'Cycle Number': '4',
  Created: 'Tue May 14 2024 08:53:33 GMT+0000 (GMT)',
  Completed: '2024-05-23T16:06:19.000Z',
  'Project ID': 'p1',
  Project: 'Auth',
};

it.each([1, 2, 3, 4])('reads the form that has %i parts of the columns', async (parts) => {
  const columns = COLUMNS.slice(0, parts).join(',').split(',');
  const row = columns.map((name) => VALUES[name] ?? '');
  const records = await recordsOf(readLinearCsv, { file: `${columns.join(',')}\n${row.join(',')}\n` });
  expect(problemsIn(records)).toEqual([]);
  expect(tasksIn(records)).toMatchObject([
    {
      externalId: 'ENG-1',
      status: 'In Review',
      category: 'done',
      author: { name: 'Ana Ruiz', email: 'ana@acme.test' },
      createdAt: '2024-05-14T08:53:33.000Z',
      completedAt: '2024-05-23T16:06:19.000Z',
      sprint: 'Engineering/4',
      epic: parts > 1 ? 'p1' : 'Auth',
    },
  ]);
  expect(fieldsIn(records)).toHaveLength(columns.length);
});

it.each([
  ['Title,Status', 'it has no column "ID". Export'],
  ['ID,Name', 'it has no column "Title" and no "Team". Export'],
])('refuses a sheet with the columns %s, and says what it missed', async (header, message) => {
  await expect(recordsOf(readLinearCsv, { file: `${header}\nA,B\n` })).rejects.toThrow(message);
});

it('refuses what Asana has not written, and says what it missed', async () => {
  await expect(recordsOf(readAsanaCsv, { file: 'Name,Tags\nA,B\n' })).rejects.toThrow(
    'The file is no export of Asana: it has no column "Task ID". Export the project from Asana as CSV, or import the file as a sheet (csv). The columns found are: Name, Tags',
  );
});

import { fieldsIn, problemsIn, recordsOf, tasksIn } from '#test/support/import-readers.js';
import type { ImportOptions } from '../import-input.dto.js';
import { readSheetCsv } from './sheet-csv.js';

const read = (file: string, options?: ImportOptions) => recordsOf(readSheetCsv, { file }, options);
const dueDates = async (dates: string[], options?: ImportOptions) => {
  const records = await read(['title,due date', ...dates.map((date, at) => `T${at},"${date}"`)].join('\n'), options);
  return { due: tasksIn(records).map(({ dueDate }) => dueDate?.slice(0, 10)), problems: problemsIn(records) };
};

describe('a column of dates', () => {
  it.each([
    ['one proves day first', ['03/04/2026', '25/12/2026'], ['2026-04-03', '2026-12-25']],
    ['one proves month first', ['03/04/2026', '12/25/2026'], ['2026-03-04', '2026-12-25']],
    ['the year comes first', ['2026/03/04', '2026-03-05'], ['2026-03-04', '2026-03-05']],
    ['points stand between', ['03.04.2026', '25.12.2026'], ['2026-04-03', '2026-12-25']],
    ['words say it', ['Dec 25, 2026', 'December 10, 2026'], ['2026-12-25', '2026-12-10']],
    ['equal numbers need no order', ['04/04/2026'], ['2026-04-04']],
    ['it is as Plane has it', ['Mon, 21 Apr 2025 10:17:06 UTC+0000'], ['2025-04-21']],
  ])('is read when %s', async (_name, dates, due) => {
    expect(await dueDates(dates)).toEqual({ due, problems: [] });
  });

  it('stays unset where nothing says the order, with one problem that names the option', async () => {
    const dates = ['03/04/2026', '2026-01-02', '05/06/2026'];
    expect(await dueDates(dates)).toEqual({
      due: [undefined, '2026-01-02', undefined],
      problems: [
        '2 dates such as 03/04/2026 stay unset: nothing says whether day or month comes first. Say it in options.dateFormat (dmy, mdy or ymd)',
      ],
    });
    expect((await dueDates(dates, { dateFormat: 'dmy' })).due).toEqual(['2026-04-03', '2026-01-02', '2026-06-05']);
    expect((await dueDates(dates, { dateFormat: 'mdy' })).due).toEqual(['2026-03-04', '2026-01-02', '2026-05-06']);
    expect((await dueDates(['03/04/05'], { dateFormat: 'ymd' })).due).toEqual(['2003-04-05']);
  });

  it('stays unset where cells prove both', async () => {
    const { due, problems } = await dueDates(['25/12/2026', '12/25/2026', '03/04/2026']);
    expect(due).toEqual(['2026-12-25', '2026-12-25', undefined]);
    expect(problems).toEqual([expect.stringContaining('options.dateFormat')]);
  });

  it('decides for itself alone', async () => {
    const records = await read('title,due date,created at\nA,25/12/2026,12/31/2026\nB,03/04/2026,03/04/2026\n');
    expect(tasksIn(records)[1]).toMatchObject({
      dueDate: '2026-04-03T00:00:00.000Z',
      createdAt: '2026-03-04T00:00:00.000Z',
    });
  });

  it('is of UTC where its name says so', async () => {
    const [task] = tasksIn(
      await read('title,Created At (UTC),Updated\nA,2026-07-01 12:00,2026-07-01 12:00\n', {
        timezone: 'Europe/Berlin',
      }),
    );
    expect(task).toMatchObject({ createdAt: '2026-07-01T12:00:00.000Z', updatedAt: '2026-07-01T10:00:00.000Z' });
  });
});

it('reads numbers and times as people write them', async () => {
  const values = ['2,5', '1,234', '4h', '1h 30m', '90m', 'soon', ''];
  const records = await read(['title;hours', ...values.map((value) => `T;${value}`)].join('\n'));
  expect(tasksIn(records).map(({ loggedHours }) => loggedHours)).toEqual([2.5, 1_234, 4, 1.5, 1.5, undefined, null]);
  expect(problemsIn(records)).toEqual(['"soon" is no number of hours that can be read']);
});

it('takes the times of GitLab for seconds', async () => {
  const [task] = tasksIn(await read('Title,Time Estimate,Time Spent\nA,7200,5400\n'));
  expect(task).toMatchObject({ estimatedHours: 2, loggedHours: 1.5 });
  const [other] = tasksIn(await read('Title,Time Spent\nA,3\n'));
  expect(other).toMatchObject({ loggedHours: 3 });
});

it.each([
  [
    'Task Name,Issue ID,created_at,due_date,assigned_to,closed at,Parent task',
    'A,X-1,2026-01-02,2026-02-03,Ana,2026-03-04,X-0',
  ],
  [
    'TASK_NAME,issueid,CreatedAt,Due Date,AssignedTo,Closed At (UTC),parent_task',
    'A,X-1,2026-01-02,2026-02-03,Ana,2026-03-04,X-0',
  ],
])('knows the columns %s', async (header, row) => {
  const records = await read(`${header}\n${row}\n`);
  expect(tasksIn(records)).toMatchObject([
    {
      title: 'A',
      externalId: 'X-1',
      createdAt: '2026-01-02T00:00:00.000Z',
      dueDate: '2026-02-03T00:00:00.000Z',
      completedAt: '2026-03-04T00:00:00.000Z',
      assignees: [{ name: 'Ana' }],
      parent: 'X-0',
      status: 'Done',
      category: 'done',
    },
  ]);
  expect(fieldsIn(records).map(({ becomes }) => becomes)).toEqual([
    ...['title', 'id', 'createdAt', 'dueDate', 'assignee', 'completedAt', 'parent'],
  ]);
});

it('knows the columns of Plane', async () => {
  const records = await recordsOf(readSheetCsv, 'plane.csv');
  expect(problemsIn(records)).toEqual([]);
  expect(records.filter(({ kind }) => kind === 'sprint')).toMatchObject([
    { name: 'Cycle 1', startDate: '2025-04-01T00:00:00.000Z', endDate: '2025-04-14T00:00:00.000Z' },
  ]);
  expect(records.filter(({ kind }) => kind === 'epic')).toMatchObject([
    { name: 'Sign-in', startDate: '2025-04-02T00:00:00.000Z', dueDate: '2025-05-02T00:00:00.000Z' },
  ]);
  expect(tasksIn(records)).toMatchObject([
    {
      externalId: 'WEB-12',
      number: 12,
      title: 'Sign in with a key',
      status: 'In Progress',
      category: 'started',
      priority: 'high',
      dueDate: '2025-04-30T00:00:00.000Z',
      startDate: '2025-04-22T00:00:00.000Z',
      labels: ['auth', 'web'],
      author: { name: 'Ana Ruiz' },
      assignees: [{ name: 'Ben Okafor' }],
      sprint: 'Cycle 1',
      epic: 'Sign-in',
      createdAt: '2025-04-21T10:17:06.000Z',
      completedAt: null,
    },
    { externalId: 'WEB-13', status: 'Shipped', category: 'done', completedAt: '2025-04-23T08:00:00.000Z' },
  ]);
});

it('takes `Name <mail>` for a person', async () => {
  const records = await read('title,assignee\nA,"Ana Ruiz <Ana@acme.test>"\nB,ana@acme.test\nC,Ana <3\n');
  expect(tasksIn(records).map(({ assignees }) => assignees)).toEqual([
    [{ id: null, name: 'Ana Ruiz', email: 'ana@acme.test' }],
    [{ id: null, name: null, email: 'ana@acme.test' }],
    [{ id: null, name: 'Ana <3', email: null }],
  ]);
});

it('asks words of a status only where nothing else says that it is finished', async () => {
  const file =
    'title,status,status category,resolution,completed at\nA,Done,In Progress,,\nB,Backlog,,Fixed,\nC,Backlog,,,2026-01-02\nD,Done ✅,,Unresolved,\n';
  expect(tasksIn(await read(file)).map(({ category }) => category)).toEqual(['started', 'done', 'done', 'done']);
});

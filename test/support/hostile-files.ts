import { archiveOf, type ZippedFile, zipOf } from './zip-file.js';

/** A file that somebody gives an import to stop the service with, and how its import ends: `checked`, or why not. */
export interface HostileFile {
  readonly name: string;
  readonly source: 'csv' | 'jira_csv' | 'trello_json' | 'github_json' | 'archive';
  readonly bytes: () => Buffer;
  readonly ends: string | RegExp;
}

const MIB = 1024 * 1024;
const times = (text: string, count: number): string => Array.from({ length: count }, () => text).join('');
const repeated = (text: string, bytes: number): Buffer => Buffer.alloc(bytes, text);
const issue = (fields: object): Buffer => Buffer.from(JSON.stringify([{ number: 1, title: 'One', ...fields }]));
const jiraIssue = (description: string): Buffer =>
  Buffer.from(`Summary,Issue key,Description\nOne,A-1,"${description}"\n`);
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const people = Array.from({ length: 200_000 }, (_, index) => ({ id: `u${index}`, name: `Person ${index}` }));
const spaces: ZippedFile = { name: 'manifest.json', content: Buffer.alloc(66_000_000, ' ') };

const comment = '{"type":"commentCard","data":{"card":{"id":"c"},"text":"x"}}';

/** What can stop a service, and others of its kind. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  { name: '20 KB of commas', source: 'csv', bytes: () => repeated(',', 20_000), ends: /more than 1,000 columns/ },
  {
    name: '30,000 equal names of columns',
    source: 'csv',
    bytes: () => Buffer.from(`title,${times('name,', 30_000)}\nOne\n`),
    ends: /more than 1,000 columns/,
  },
  {
    name: 'a row of too many cells',
    source: 'csv',
    bytes: () => Buffer.from(`title\nOne${times(',', 1_001)}\nTwo\n`),
    ends: /more than 1,000 columns/,
  },
  {
    name: 'a cell of more than 1 MiB',
    source: 'csv',
    bytes: () =>
      Buffer.concat([Buffer.from('title\nOne\n"'), repeated('ü ', MIB), Buffer.from('"\n'), repeated('x\n', 50 * MIB)]),
    ends: /^A cell of row 3 is larger than 1 MiB$/,
  },
  {
    name: 'a quote that is never closed',
    source: 'csv',
    bytes: () => Buffer.from('title\nOne\n"Two\n'),
    ends: /^The file is no CSV that can be read after row 2: a quote is opened there and never closed$/,
  },
  {
    name: 'a record of more than 32 MiB',
    source: 'csv',
    bytes: () => Buffer.from(`title\n${times(`${'x'.repeat(MIB)},`, 40)}\n`),
    ends: /^One record of the file is larger than 32 MiB$/,
  },
  {
    name: 'too many rows',
    source: 'csv',
    bytes: () => Buffer.from(`title\n${times('x\n', 100_001)}`),
    ends: /more than 100,000 rows/,
  },
  {
    name: '100 MB of empty rows',
    source: 'csv',
    bytes: () => Buffer.concat([Buffer.from('title,x\n'), repeated(',\n', 100_000_000)]),
    ends: /1,000,000 lines/,
  },
  {
    name: '40 KB of markup in a cell',
    source: 'jira_csv',
    bytes: () => jiraIssue(times('{x:|[[*_', 5_000)),
    ends: 'checked',
  },
  {
    name: 'one issue of 9 MB',
    source: 'github_json',
    bytes: () => issue({ body: 'x '.repeat(4_500_000) }),
    ends: 'checked',
  },
  {
    name: 'one issue of 9 MB with 30,000 comments',
    source: 'github_json',
    bytes: () => issue({ comments_data: Array.from({ length: 30_000 }, (_, id) => ({ id, body: 'x'.repeat(280) })) }),
    ends: 'checked',
  },
  {
    name: 'one issue of more than 32 MiB',
    source: 'github_json',
    bytes: () => issue({ body: 'x'.repeat(33 * MIB) }),
    ends: /^One record of the file is larger than 32 MiB$/,
  },
  {
    name: 'deep arrays',
    source: 'github_json',
    bytes: () => Buffer.from(`[${times('[', 5_000_000)}`),
    ends: /no JSON/,
  },
  {
    name: '207 MB of {},',
    source: 'github_json',
    bytes: () => Buffer.concat([Buffer.from('['), repeated('{},', 207_000_000)]),
    ends: /more than 100,000 rows/,
  },
  {
    name: '207 MB of {}, as the cards of a board',
    source: 'trello_json',
    bytes: () => Buffer.concat([Buffer.from('{"cards":['), repeated('{},', 207_000_000)]),
    ends: /more than 100,000 rows/,
  },
  {
    name: '207 MB of {}, as the actions of a board',
    source: 'trello_json',
    bytes: () => Buffer.concat([Buffer.from('{"actions":['), repeated('{},', 207_000_000)]),
    ends: /more than 1,000,000 elements|512 MiB/,
  },
  {
    name: 'a card with 130,000 comments',
    source: 'trello_json',
    bytes: () =>
      Buffer.from(
        `{"lists":[{"id":"l","name":"To do"}],"cards":[{"id":"c","name":"One","idList":"l"}],"actions":[${times(`${comment},`, 130_000)}${comment}]}`,
      ),
    ends: 'checked',
  },
  {
    name: 'one issue of 200,000 people',
    source: 'github_json',
    bytes: () => issue({ assignees: people.map(({ name: login }) => ({ login })) }),
    ends: 'checked',
  },
  {
    name: 'a board that takes more memory than there is',
    source: 'trello_json',
    bytes: () =>
      Buffer.concat([
        Buffer.from('{"checklists":['),
        repeated(`{"idCard":"c","checkItems":[${times('{},', 60)}{}]},`, 150_000_000),
      ]),
    ends: /^Reading the file takes more than 512 MiB of memory; split it$/,
  },
  {
    name: 'a manifest of 66 MB in 64 KB',
    source: 'archive',
    bytes: () => zipOf([spaces]),
    ends: /^manifest\.json is larger than 1 MiB$/,
  },
  {
    name: '200,000 members',
    source: 'archive',
    bytes: () =>
      archiveOf({
        'users.ndjson': lines(people),
        'projects.ndjson': lines([{ id: 'p', key: 'MANY', name: 'Many' }]),
        'members.ndjson': lines(people.map(({ id }) => ({ projectId: 'p', id, role: 'member' }))),
        'tasks.ndjson': lines([{ id: 't', tid: 'MANY-1', projectId: 'p', title: 'One' }]),
      }),
    ends: 'checked',
  },
];

import type { TestCompany } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { checkedImport, importIn, type Shown, startedImport, type TestImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());

/** The import when it is done, which came to what its check said. */
async function imported(input: object, file: string): Promise<TestImport> {
  const checked = await checkedImport(company.owner, service.baseUrl, input, file);
  expect([checked['state'], checked['error']]).toEqual(['checked', null]);
  const done = await startedImport(company.owner, checked['id']);
  expect([done['error'], done['report']]).toEqual([null, checked['report']]);
  return done;
}

const linksOf = async (tid: string) =>
  ((await company.owner.api.get(`/tasks/${tid}/links`)).body as Shown[]).map(({ type, direction, task }) => [
    type,
    direction,
    task.tid,
  ]);
const descriptionOf = async (tid: string) => (await company.owner.api.get(`/tasks/${tid}`)).body.description;
const messages = ({ report }: TestImport) =>
  report.problems.map(({ externalId, field, message }: Shown) => `${externalId} ${field}: ${message}`);

const OUTWARD = ['Relates', 'Duplicate', 'Blocks', 'Cloners'].map((type) => `Outward issue link (${type})`);
const INWARD = ['Relates', 'Duplicate'].map((type) => `Inward issue link (${type})`);
const JIRA = ['Issue key', 'Issue Type', 'Summary', ...OUTWARD, ...INWARD].join(',');

describe('links of issues of Jira', () => {
  it('become links, each once, and not lines of the description', async () => {
    const file = [
      JIRA,
      'LNK-1,Task,One,LNK-2,LNK-3,LNK-4,LNK-5,,',
      'LNK-2,Task,Two,,,,,LNK-1,',
      'LNK-3,Task,Three,,,,,,LNK-1',
      'LNK-4,Task,Four,,,,,,',
      'LNK-5,Task,Five,,,,,,',
    ].join('\n');
    const end = await endOfEvents(company.owner);
    const done = await imported({ source: 'jira_csv', project: { name: 'Links', key: 'LNK' } }, file);
    expect(await linksOf('LNK-1')).toEqual([
      ['relates', null, 'LNK-2'],
      ['duplicates', 'out', 'LNK-3'],
    ]);
    expect(await linksOf('LNK-3')).toEqual([['duplicates', 'in', 'LNK-1']]);
    const blockers = (await company.owner.api.get('/tasks/LNK-4/blockers')).body as Shown[];
    expect(blockers.map(({ tid }) => tid)).toEqual(['LNK-1']);
    // A clone has no type here.
    expect(await descriptionOf('LNK-1')).toBe('Cloners: LNK-5');
    expect(await descriptionOf('LNK-2')).toBeNull();
    expect([done['report'].counts.links, done['report'].problems]).toMatchObject([{ created: 3, skipped: 0 }, []]);
    // It is part of their coming.
    const [task] = (await company.owner.api.get('/tasks?filter=duplicate')).body as Shown[];
    expect([task.tid, task.createdAt]).toEqual(['LNK-1', task.updatedAt]);
    expect((await company.owner.api.get('/tasks/LNK-1/activity')).body).toMatchObject([{ event: 'task.imported' }]);
    const events = await eventsAfter(company.owner, end, `&projectId=${done['projectId']}`);
    const own = events.filter(({ event, data }) => event === 'task.updated' && data['tid'] === 'LNK-1');
    expect(own.map(({ data }) => (data['changes'] as Shown).links.added)).toMatchObject([
      [{ type: 'relates' }, { type: 'duplicates', direction: 'out' }],
    ]);
  });

  it('stay lines where the other is no task here, and say what cannot be', async () => {
    const file = [
      JIRA,
      'ODD-1,Task,One,OTHER-9,ODD-2,,,,',
      'ODD-2,Task,Two,ODD-3,ODD-1,,,,',
      'ODD-3,Epic,Three,ODD-1,,,,,',
      'ODD-4,Task,Four,ODD-4,,,,,',
    ].join('\n');
    const done = await imported({ source: 'jira_csv', project: { name: 'Odd', key: 'ODD' } }, file);
    expect(await linksOf('ODD-1')).toEqual([['duplicates', 'out', 'ODD-2']]);
    expect(await descriptionOf('ODD-1')).toBe('Relates: OTHER-9');
    expect(await descriptionOf('ODD-2')).toBe('Relates: ODD-3');
    const [epic] = (await company.owner.api.get(`/epics?projectId=${done['projectId']}`)).body as Shown[];
    expect(epic.description).toBe('Relates: ODD-1');
    expect(messages(done)).toEqual([
      'ODD-1 links: OTHER-9 is outside the file, and was not imported before',
      'ODD-2 links: ODD-2 and ODD-1 are duplicates of each other; one link comes',
      'ODD-4 links: A task is not linked with itself',
    ]);
    expect(done['report'].counts.links).toMatchObject({ created: 1, skipped: 3 });
  });

  it('do not come twice, nor when they were taken away here, and go with an undo', async () => {
    const { api } = company.owner;
    const fileOf = (...rows: string[]) => [JIRA, ...rows].join('\n');
    const two = 'AGN-2,Task,Two,,,,,,';
    const first = await imported(
      { source: 'jira_csv', project: { name: 'Again', key: 'AGN' } },
      fileOf('AGN-1,Task,One,,,,,,', two),
    );
    const input = { source: 'jira_csv', projectId: first['projectId'] };
    const linked = fileOf('AGN-1,Task,One,AGN-2,,,,,', two);
    const second = await imported(input, linked);
    expect([second['report'].counts.links.created, await linksOf('AGN-1')]).toEqual([1, [['relates', null, 'AGN-2']]]);
    const third = await imported(input, linked);
    expect(third['report'].counts.links).toMatchObject({ created: 0, unchanged: 1 });
    const [link] = (await api.get('/tasks/AGN-1/links')).body as Shown[];
    await api.delete(`/tasks/AGN-2/links/${link.id}`);
    await imported(input, linked);
    expect(await linksOf('AGN-1')).toEqual([]);
    // With another one of the file.
    const fourth = await imported(input, fileOf('AGN-1,Task,One,AGN-2,AGN-2,,,,', two));
    expect(await linksOf('AGN-1')).toEqual([['duplicates', 'out', 'AGN-2']]);
    await api.post(`/imports/${fourth['id']}/undo`);
    const undone = await importIn(company.owner, fourth['id'], 'undone');
    expect([undone['state'], undone['report'].kept, await linksOf('AGN-1')]).toEqual(['undone', [], []]);
    const once = await imported(input, fileOf('AGN-1,Task,One,AGN-2,AGN-2,,,,', two));
    expect([once['report'].counts.links.created, (await linksOf('AGN-1')).length]).toEqual([1, 1]);
  });

  it('are with tasks of an earlier file, too', async () => {
    const described = (row: string) => `${JIRA},Description\n${row}`;
    const one = await imported(
      { source: 'jira_csv', project: { name: 'Parts', key: 'PRT' } },
      described('PRT-1,Task,One,PRT-2,,,,,,'),
    );
    expect(await descriptionOf('PRT-1')).toBe('Relates: PRT-2');
    const input = { source: 'jira_csv', projectId: one['projectId'] };
    await imported(input, described('PRT-2,Task,Two,,,,,PRT-1,,'));
    expect(await linksOf('PRT-1')).toEqual([['relates', null, 'PRT-2']]);
    // Now that it is a link, the line goes.
    await imported(input, described('PRT-1,Task,One,PRT-2,,,,,,'));
    expect([await descriptionOf('PRT-1'), (await linksOf('PRT-1')).length]).toEqual([null, 1]);
  });
});

it('makes links of the relations and duplicates of Linear', async () => {
  const file = [
    'ID,Team,Title,Status,Related to,Duplicate of',
    'LIN-1,Team,One,Todo,"LIN-2, LIN-3",',
    'LIN-2,Team,Two,Todo,LIN-1,',
    'LIN-3,Team,Three,Duplicate,,LIN-2',
    'LIN-4,Team,Four,Todo,,GONE-1',
  ].join('\n');
  const done = await imported({ source: 'linear_csv', project: { name: 'Linear', key: 'LIN' } }, file);
  expect(await linksOf('LIN-1')).toEqual([
    ['relates', null, 'LIN-2'],
    ['relates', null, 'LIN-3'],
  ]);
  expect(await linksOf('LIN-3')).toEqual([
    ['relates', null, 'LIN-1'],
    ['duplicates', 'out', 'LIN-2'],
  ]);
  expect([await descriptionOf('LIN-1'), await descriptionOf('LIN-4')]).toEqual([null, 'Duplicate of: GONE-1']);
  expect(messages(done)).toEqual(['LIN-4 links: GONE-1 is outside the file, and was not imported before']);
});

import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { exported, type TestArchive } from '../../support/archives.js';
import { checkedImport, importIn, type Shown, startedImport, type TestImport } from '../../support/import-steps.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { archiveOf } from '../../support/zip-file.js';

let service: TestService;
let archive: TestArchive;
beforeAll(async () => {
  service = await startTestService();
  const { owner } = await createCompany(service.api);
  const { api } = owner;
  const web = await createProject(owner, { name: 'Website', key: 'WEB' });
  const shop = await createProject(owner, { name: 'Shop', key: 'SHOP' });
  const old = await createProject(owner, { name: 'Old', key: 'OLD' });
  const make = (project: TestProject, title: string) => createTask(owner, project.id, { title });
  const transfer = (task: TestTask, project: TestProject) =>
    api.post(`/tasks/${task.id}/transfer`, { projectId: project.id });
  const link = (task: TestTask, other: TestTask, type: string) =>
    api.post(`/tasks/${task.id}/links`, { taskId: other.id, type });
  const one = await make(web, 'One');
  const two = await make(web, 'Two');
  const three = await make(web, 'Three');
  const gone = await make(web, 'Went to the shop');
  const came = await make(old, 'Came from the old one');
  const sold = await make(shop, 'Sold');
  await transfer(gone, shop);
  await transfer(came, web);
  await transfer(came, shop);
  await transfer(came, web);
  await api.delete(`/projects/${old.id}`);
  await link(two, one, 'relates');
  await link(two, three, 'duplicates');
  await link(one, two, 'duplicates');
  await link(one, sold, 'duplicates');
  await link(gone, three, 'relates');
  await api.post(`/tasks/${one.id}/blockers`, { taskId: sold.id });
  archive = await exported(service, owner);
});
afterAll(() => service.stop());

/** The archive in a company, which came to what its check said. */
async function taken(company: TestCompany, bytes = archive.bytes, input: object = {}): Promise<TestImport> {
  const checked = await checkedImport(company.owner, service.baseUrl, { source: 'archive', ...input }, bytes);
  expect([checked['state'], checked['error']]).toEqual(['checked', null]);
  const done = await startedImport(company.owner, checked['id']);
  expect([done['error'], done['report']]).toEqual([null, checked['report']]);
  return done;
}

const linksOf = async ({ owner }: TestCompany, tid: string) =>
  ((await owner.api.get(`/tasks/${tid}/links`)).body as Shown[]).map(({ type, direction, task }) => [
    type,
    direction,
    task.tid,
  ]);

/** Rows with tids and titles in place of ids. */
function comparable(of: TestArchive, part: 'links' | 'blockers' | 'tasks'): Shown[] {
  const tids = new Map(of.rows('tasks').map(({ id, tid }) => [id, tid]));
  return of.rows(part).map(({ tid, type, taskId, otherTaskId, blockerId, createdAt, formerTids }) => ({
    tid,
    type,
    formerTids,
    task: tids.get(taskId),
    other: tids.get(otherTaskId ?? blockerId),
    ...(part === 'links' && { createdAt }),
  }));
}

it('holds links, the duplicate first, and former tids', () => {
  expect(comparable(archive, 'links')).toMatchObject([
    { type: 'relates', task: 'WEB-1', other: 'WEB-2' },
    { type: 'duplicates', task: 'WEB-2', other: 'WEB-3' },
    { type: 'duplicates', task: 'WEB-1', other: 'WEB-2' },
    { type: 'duplicates', task: 'WEB-1', other: 'SHOP-1' },
    { type: 'relates', task: 'WEB-3', other: 'SHOP-2' },
  ]);
  expect(comparable(archive, 'tasks').filter(({ formerTids }) => formerTids.length > 0)).toMatchObject([
    { tid: 'SHOP-2', formerTids: ['WEB-4'] },
    { tid: 'WEB-5', formerTids: ['OLD-1', 'SHOP-3'] },
  ]);
  expect(archive.manifest.counts.links).toBe(5);
});

describe('in another company', () => {
  let other: TestCompany;
  let done: TestImport;
  beforeAll(async () => {
    other = await createCompany(service.api);
    done = await taken(other);
  });

  it('comes with its links and blockers, also those between projects', async () => {
    expect([done['report'].counts.links, done['report'].problems]).toMatchObject([{ created: 6, skipped: 0 }, []]);
    expect(await linksOf(other, 'WEB-1')).toEqual([
      ['relates', null, 'WEB-2'],
      ['duplicates', 'out', 'WEB-2'],
      ['duplicates', 'out', 'SHOP-1'],
    ]);
    expect(await linksOf(other, 'WEB-3')).toEqual([
      ['duplicates', 'in', 'WEB-2'],
      ['relates', null, 'SHOP-2'],
    ]);
    const again = await exported(service, other.owner);
    for (const part of ['links', 'blockers', 'tasks'] as const)
      expect([part, comparable(again, part)]).toEqual([part, comparable(archive, part)]);
  });

  it('is found by its former tids, which no other task gets', async () => {
    const { api } = other.owner;
    expect((await api.get('/tasks/WEB-4')).body).toMatchObject({ tid: 'SHOP-2', formerTids: ['WEB-4'] });
    expect((await api.get('/tasks/OLD-1')).body).toMatchObject({ tid: 'WEB-5', formerTids: ['OLD-1', 'SHOP-3'] });
    const found = (await api.get('/tasks?search=OLD-1')).body as Shown[];
    expect(found.map(({ tid }) => tid)).toEqual(['WEB-5']);
    const shop = (await api.get('/projects/SHOP')).body as TestProject;
    const old = await createProject(other.owner, { name: 'New of an old key', key: 'OLD' });
    const tids = [await createTask(other.owner, shop.id), await createTask(other.owner, old.id)].map(({ tid }) => tid);
    expect(tids).toEqual(['SHOP-4', 'OLD-2']);
    // Back to where it was, it has its own tid again.
    const { id: webId } = (await api.get('/projects/WEB')).body as TestProject;
    expect((await api.post('/tasks/SHOP-2/transfer', { projectId: webId })).body.tid).toBe('WEB-4');
    await api.post('/tasks/WEB-4/transfer', { projectId: shop.id });
    await api.delete(`/projects/${old.id}`);
  });

  it('names in its history what is here', async () => {
    const ids = new Map(((await other.owner.api.get('/tasks')).body as Shown[]).map(({ tid, id }) => [tid, id]));
    const { id: linkId } = (await other.owner.api.get('/tasks/WEB-2/links')).body[0];
    const history = (await other.owner.api.get('/tasks/WEB-2/activity?limit=100')).body as Shown[];
    const added = history.flatMap(({ changes }) => changes.links?.added ?? []);
    expect(added).toContainEqual({ id: linkId, type: 'relates', direction: null, taskId: ids.get('WEB-1') });
  });

  it('brings nothing twice, and leaves what was taken away', async () => {
    const { api } = other.owner;
    const [link] = ((await api.get('/tasks/WEB-3/links')).body as Shown[]).filter(({ type }) => type === 'relates');
    await api.delete(`/tasks/WEB-3/links/${link.id}`);
    const { counts, problems } = (await taken(other))['report'];
    expect(counts).toMatchObject({ tasks: { created: 0 }, links: { created: 0, unchanged: 6 } });
    expect([problems, await linksOf(other, 'WEB-3')]).toEqual([[], [['duplicates', 'in', 'WEB-2']]]);
  });
});

it('is taken back with all of it', async () => {
  const company = await createCompany(service.api);
  const done = await taken(company);
  await company.owner.api.post(`/imports/${done['id']}/undo`);
  const undone = await importIn(company.owner, done['id'], 'undone');
  expect([undone['report'].kept, (await company.owner.api.get('/tasks')).body]).toEqual([[], []]);
  for (const table of ['task_links', 'task_former_tids', 'import_references']) {
    const text = `SELECT count(*)::integer AS count FROM ${table} WHERE company_id = $1`;
    expect([table, await service.database.rows(text, [company.id])]).toEqual([table, [{ count: 0 }]]);
  }
});

it('says which former tids are those of other tasks here, and gives its tasks none of them', async () => {
  const third = await createCompany(service.api);
  const old = await createProject(third.owner, { name: 'Ours', key: 'OLD' });
  const ours = await createTask(third.owner, old.id, { title: 'Ours' });
  const project = await createProject(third.owner, { name: 'Any', key: 'SHOP' });
  await createTask(third.owner, project.id, { title: 'First' });
  await createTask(third.owner, project.id, { title: 'Second' });
  const rows = ['Came from the old one', 'Two', 'Three'].map((title, index) => ({
    id: `t${index}`,
    tid: `WEB-${index + 5}`,
    projectId: 'p',
    title,
    ...(index === 0 && { formerTids: ['OLD-1', 'SHOP-3', 'SHOP-3', 'no tid'] }),
    ...(index === 1 && { formerTids: ['WEB-7'] }),
  }));
  const bytes = archiveOf(
    {
      'projects.ndjson': JSON.stringify({ id: 'p', key: 'WEB', name: 'Website' }),
      'tasks.ndjson': rows.map((row) => JSON.stringify(row)).join('\n'),
    },
    { company: { id: 'elsewhere' } },
  );
  const done = await taken(third, bytes, { projectId: project.id });
  expect(done['report'].problems).toMatchObject([
    { externalId: 'WEB-5', field: 'formerTids', message: 'OLD-1 is the tid of another task here' },
    { externalId: 'WEB-6', field: 'formerTids', message: 'WEB-7 is the tid of another task here' },
  ]);
  const { api } = third.owner;
  expect((await api.get('/tasks/OLD-1')).body).toMatchObject({ id: ours.id });
  expect((await api.get('/tasks/SHOP-3')).body).toMatchObject({ title: 'Came from the old one', tid: 'SHOP-4' });
  const tids = ((await api.get(`/tasks?projectId=${project.id}`)).body as Shown[]).map(({ tid }) => tid);
  expect(tids.sort()).toEqual(['SHOP-1', 'SHOP-2', 'SHOP-4', 'SHOP-5', 'SHOP-6']);
});

import { announce, attach, sendBytes } from '../../factories/attachment.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { exported } from '../../support/archives.js';
import { checkedImport, importIn, type Shown, startedImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());

async function imported(input: object, bytes: string | Buffer): Promise<{ id: string; projectId: string }> {
  const { id } = await checkedImport(company.admin, service.baseUrl, input, bytes);
  return (await startedImport(company.admin, id as string)) as { id: string; projectId: string };
}

/** What stays of tasks, and why. */
async function undone({ id }: { id: string }): Promise<unknown[]> {
  await company.admin.api.post(`/imports/${id}/undo`);
  const { report } = await importIn(company.admin, id, 'undone');
  return report.kept.filter(({ kind }: Shown) => kind === 'task').map(({ tid, reason }: Shown) => [tid, reason]);
}

const idOf = async (tid: string) => (await company.owner.api.get(`/tasks/${tid}`)).body.id as string;
const SINCE = 'A file was attached or renamed since';

describe('an undoing', () => {
  it('leaves a task with a file that was attached since, one that is still being sent among them', async () => {
    const sheet = 'id,title\nA-1,Ready\nA-2,Waiting\nA-3,Taken off\nA-4,Plain\n';
    const row = await imported({ source: 'csv', project: { name: 'Files', key: 'FIL' } }, sheet);
    const ready = await attach(service, company.member, await idOf('FIL-1'), 'Some notes');
    const waiting = await announce(company.member, await idOf('FIL-2'), 5);
    const removed = await attach(service, company.member, await idOf('FIL-3'));
    await company.member.api.delete(`/attachments/${removed.id}`);
    expect(await undone(row)).toEqual([
      ['FIL-1', SINCE],
      ['FIL-2', SINCE],
      ['FIL-3', 'It was changed since'],
    ]);
    expect((await company.viewer.api.get('/tasks/FIL-1')).body.attachments).toMatchObject([{ id: ready.id }]);
    expect((await sendBytes(service, company.member, waiting, Buffer.from('Later'))).status).toBe(200);
    expect((await company.viewer.api.get('/tasks/FIL-4')).status).toBe(404);
  });

  it('takes the files of an archive back with their tasks, but for those that were renamed since', async () => {
    const project: TestProject = await createProject(company.owner, { key: 'ARC' });
    for (const title of ['Renamed', 'As it came']) {
      await attach(service, company.member, (await createTask(company.member, project.id, { title })).id);
    }
    const { bytes } = await exported(service, company.owner, { projectId: project.id });
    const row = await imported({ source: 'archive', project: { name: 'Copy', key: 'CPY' } }, bytes);
    const [file] = (await company.owner.api.get('/tasks/CPY-1')).body.attachments as { id: string }[];
    expect((await company.owner.api.put(`/attachments/${file!.id}`, { name: 'ours.txt' })).status).toBe(200);
    expect(await undone(row)).toEqual([['CPY-1', SINCE]]);
    expect((await company.owner.api.get('/tasks/CPY-1')).body.attachments).toMatchObject([{ name: 'ours.txt' }]);
    expect((await company.owner.api.get('/tasks/CPY-2')).status).toBe(404);
  });
});

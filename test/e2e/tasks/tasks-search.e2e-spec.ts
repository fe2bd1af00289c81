import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

describe('search of GET /tasks', () => {
  let projectId: string;
  beforeAll(async () => {
    ({ id: projectId } = await createProject(company.member, { key: 'SRCH' }));
    const texts: [title: string, description?: string][] = [
      ['1 Fix the Login page', 'Users see an ERROR'],
      ['2 100% done_deal', 'back\\slash'],
      ['3 1000 done deals'],
      ['4 Größe und Ärger', 'Ελλάδα ИЗБА 日本語'],
      ['5 quotes \' and " and $1', 'first line\nsecond line'],
      ['6 🙂 smile', ''],
    ];
    for (const [title, description] of texts) await createTask(company.member, projectId, { title, description });
  });

  const search = async (text: string) =>
    (
      await company.viewer.api.get<TestTask[]>(
        `/tasks?${new URLSearchParams({ projectId, search: text, sortBy: 'title', sortOrder: 'asc' }).toString()}`,
      )
    ).body
      .map(({ title }) => title[0])
      .join('');

  it.each([
    ['login', '1'],
    ['LOGIN', '1'],
    ['ogi', '1'],
    ['error', '1'],
    ['page users', '1'],
    ['error  fix\tpage', '1'],
    ['login deal', ''],
    ['page\u00a0fix', '1'],
    ['%', '2'],
    ['0%', '2'],
    ['_', '2'],
    ['done_', '2'],
    ['done', '23'],
    ['e_d', '2'],
    ['\\', '2'],
    ['k\\s', '2'],
    ['\\%', ''],
    ['%%', ''],
    ['größe', '4'],
    ['GRÖSSE', '4'],
    ['GROSSE', '4'],
    ['grosse', '4'],
    ['arger', '4'],
    ['ελλαδα', '4'],
    ['größé', ''],
    ['lögin', ''],
    ['lo\u200bgin', '1'],
    ['\u200b login', '1'],
    ['a\u0308rger', '4'],
    ['ÄRGER', '4'],
    ['ärger', '4'],
    ['ελλάδα', '4'],
    ['изба', '4'],
    ['本', '4'],
    ['\' " $1', '5'],
    ['linesecond', ''],
    ['🙂', '6'],
    ['srch-3', '3'],
    ['SRCH', '123456'],
    ['h-1', '1'],
    ['', '123456'],
    ['   ', '123456'],
    ['1fix', ''],
    ['-11', ''],
    // The shorter terms of many are looked for in another way.
    ['users error login PAGE Fix 1', '1'],
    ['users error login page fix 2', ''],
    ['done_deal srch-2 back 100% k\\s _', '2'],
    ['done deals srch-3 1000 0%', ''],
    ['ΕΛΛΆΔΑ größe ärger изба 本 ИЗБ', '4'],
  ])('finds by %j: %s', async (text, expected) => {
    expect(await search(text)).toBe(expected);
  });

  it('knows a task by its present title and description, whatever else is changed with them', async () => {
    const { id } = await createTask(company.member, projectId, { title: '7 Quagga', description: 'Okapi' });
    const change = (path: string, input: object) =>
      company.member.api[path === '/tasks/bulk' ? 'post' : 'put'](path, input);
    const found = async () => [await search('quagga'), await search('okapi'), await search('zorilla')];
    const stored = async () =>
      (await service.database.rows('SELECT xmin::text, text FROM task_texts WHERE id = $1', [id]))[0];
    const first = await stored();
    expect(await found()).toEqual(['7', '7', '']);
    await change(`/tasks/${id}`, { title: '7 Quagga', description: 'Okapi', status: 'Done', priority: 'High' });
    await change('/tasks/bulk', { ids: [id], set: { priority: 'Low' } });
    expect(await stored()).toEqual(first);
    await change(`/tasks/${id}`, { title: '8 ZORILLA', priority: 'Low' });
    expect(await found()).toEqual(['', '8', '8']);
    await change('/tasks/bulk', { ids: [id], set: { description: null } });
    expect(await found()).toEqual(['', '', '8']);
    await company.member.api.delete(`/tasks/${id}`);
    expect(await stored()).toBeUndefined();
  });

  it('takes as many terms as fit', async () => {
    expect(await search('d '.repeat(250))).toBe('2345');
  });
});

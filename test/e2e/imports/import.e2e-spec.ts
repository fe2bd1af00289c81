import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, createTasks, type TestTask } from '../../factories/task.factory.js';
import { importContent, runImportCommand } from '../../support/import-run.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** Behind a pretended proxy, for what has to be there first and for what there is in the end. */
let proxied: TestService;
/** Reached over TLS, as the command reaches it. */
let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  proxied = await startTestService();
  service = await startTestService(
    { tls: { mode: 'self-signed', certificateFile: '', keyFile: '' } },
    proxied.database,
  );
});

beforeEach(async () => {
  company = await createCompany(proxied.api);
});

afterAll(async () => {
  await service.stop();
  await proxied.stop();
});

/** Imports as the owner, into the project with the key MESOS; options that come later win. */
const run = (content: string, options: string[] = [], output = {}) => {
  const address = ['--url', service.baseUrl, '--insecure'];
  return importContent(content, [...address, '--token', company.owner.token, '--project', 'MESOS', ...options], output);
};
const as = ({ token }: TestUser): string[] => ['--token', token];
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Task ${index + 1}`);
const csv = (titles: string[]) => ['title', ...titles].join('\n');

async function projects(): Promise<TestProject[]> {
  return (await company.owner.api.get<TestProject[]>('/projects')).body;
}

/** The tasks of the company, in their order in the project. */
async function tasks(): Promise<(TestTask & { description: string | null })[]> {
  return (await company.owner.api.get('/tasks?sortBy=rank&sortOrder=asc')).body;
}

async function titles(): Promise<string[]> {
  return (await tasks()).map(({ title }) => title).sort();
}

describe('npm run import', () => {
  it('reads columns of own fields by name or key, and names what does not fit', async () => {
    await createField(company.admin, 'Severity', 'select', { options: ['Minor', 'Major'] });
    await createField(company.admin, 'Effort', 'number');
    await createField(company.admin, 'Tester', 'person');
    const content = [
      'title,severity,custom.effort,Tester,Else',
      'One,major,2.5,mia.member@example.invalid,x',
      `Two,Minor,,${company.member.email},`,
      'Three,Blocker,,,',
      'Four,,-3,,',
    ].join('\n');
    const result = await run(content, ['--concurrency', '1']);
    expect(result.stdout).toBe(
      [
        '4 rows: 2 made, 0 skipped (already in the project), 2 refused',
        'line 2: User not found',
        'line 4: custom.severity: Must be one of: Minor, Major',
        '',
      ].join('\n'),
    );
    expect(result.stderr).toContain('Warning: columns not imported: Else\n');
    const { body } = await company.owner.api.get('/tasks?include=custom&sortBy=rank&sortOrder=asc');
    expect(body.map(({ title, custom }: Record<string, unknown>) => [title, custom])).toEqual([
      ['Two', { severity: 'Minor', tester: { id: company.member.id, name: expect.any(String) } }],
      ['Four', { effort: -3 }],
    ]);
  });

  it('makes the project and its tasks, and can be run again', async () => {
    const content =
      'issuekey,title,description,storypoint\nM-1,First," Two\r\nlines ",2.5\nM-2, Second ,,\nM-3,First,"  ",1\n';
    const result = await run(content, ['--concurrency', '1']);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: '3 rows: 3 made, 0 skipped (already in the project), 0 refused\n',
    });
    expect(result.stderr).toContain('Warning: columns not imported: issuekey\n');
    expect(await projects()).toMatchObject([{ key: 'MESOS', name: 'MESOS', taskCount: 3 }]);
    const made = await tasks();
    expect(made).toMatchObject([
      { tid: 'MESOS-1', title: 'First', description: ' Two\r\nlines ', estimatedHours: 2.5, status: 'Backlog' },
      { tid: 'MESOS-2', title: 'First', description: '  ', estimatedHours: 1 },
      { tid: 'MESOS-3', title: 'Second', description: null, estimatedHours: null },
    ]);

    const again = await run(content);
    expect(again).toMatchObject({
      exitCode: 0,
      stdout: '3 rows: 0 made, 3 skipped (already in the project), 0 refused\n',
    });
    expect(await projects()).toHaveLength(1);
    expect(await tasks()).toEqual(made);
  });

  it('fills in every field that has a column', async () => {
    await run('Title,Description,STATUS,priority,estimatedHours,dueDate\na,Text,to do,High,1.5,2026-12-01\n');
    expect(await tasks()).toMatchObject([
      {
        title: 'a',
        description: 'Text',
        status: 'To Do',
        priority: 'High',
        estimatedHours: 1.5,
        dueDate: '2026-12-01T00:00:00.000Z',
      },
    ]);
  });

  it('finds the project by its exact key', async () => {
    await createProject(company.owner, { name: 'About MESOS', key: 'MESOS2' });
    const project = await createProject(company.owner, { name: 'It', key: 'MESOS' });
    expect((await run(csv(['a']), as(company.member))).exitCode).toBe(0);
    expect(await tasks()).toMatchObject([{ title: 'a', projectId: project.id }]);
    expect(await projects()).toHaveLength(2);
  });

  it('skips the rows of a title for which the project already has tasks', async () => {
    const project = await createProject(company.owner, { key: 'MESOS' });
    await createTasks(company.owner, project.id, ['a', 'a', 'b']);
    await createTask(company.owner, (await createProject(company.owner)).id, { title: 'c' });
    const { stdout } = await run('title,description\na,1\nb,1\na,2\nc,1\nb,2\na,3\na,4\n');
    expect(stdout).toBe('7 rows: 4 made, 3 skipped (already in the project), 0 refused\n');
    const made = (await tasks()).filter(({ description }) => description !== null);
    expect(made.map(({ title, description }) => `${title} ${description}`).sort()).toEqual([
      'a 3',
      'a 4',
      'b 2',
      'c 1',
    ]);
  });

  it('makes each of many tasks once, texts of any script included', async () => {
    const names = [...numbered(60), ...numbered(20), 'Größe 漢字 😀', "'; DROP TABLE tasks; --"];
    expect((await run(csv(names), ['--concurrency', '20'])).stdout).toContain('82 made, 0 skipped');
    expect(await titles()).toEqual(names.sort());
  });

  it('names the rows that are refused, by line and reason', async () => {
    const content = [
      'title,estimatedHours,priority,dueDate',
      'good,1,,',
      `"${'x'.repeat(501)}",1,,`,
      ',3,,',
      '"two\nlines",x,,',
      'short',
      'much,100001,,',
      'both,1,Critical,tomorrow',
      'nul\0,1,,',
      'also good,2,Low,2026-12-01',
      '',
    ].join('\n');
    const { exitCode, stdout } = await run(content);
    expect(exitCode).toBe(1);
    expect(stdout.split('\n')).toEqual([
      '9 rows: 2 made, 0 skipped (already in the project), 7 refused',
      'line 3: title: Must be at most 500 characters',
      'line 4: title: Required',
      'line 5: estimatedHours: "x" is not a number',
      'line 7: Has 1 cells, not 4',
      'line 8: estimatedHours: Must be from 0 to 100000',
      'line 9: dueDate: Invalid datetime; priority: Must be one of: None, Low, Medium, High, Urgent',
      'line 10: title: Invalid text',
      '',
    ]);
    expect(await titles()).toEqual(['also good', 'good']);
  });

  it('refuses wrong credentials and a wrong address with one line', async () => {
    const failure = async (options: string[]) => {
      const { exitCode, stdout, stderr } = await run(csv(['a']), options);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      return stderr.trim().split('\n').at(-1);
    };
    expect(await failure(['--token', 'wrong'])).toBe('Import failed: Invalid or expired token');
    expect(await failure(as(company.viewer))).toBe('Import failed: Insufficient permissions for this resource');
    expect(await failure(['--project', 'mesos'])).toMatch(/^Import failed: key: Must be 2 to 10 characters of A-Z/);
    expect(await failure(['--url', service.baseUrl.replace('/api', '')])).toBe('Import failed: Path not found');
    expect(await failure(['--url', service.baseUrl.replace('https', 'http')])).toBe('Import failed: HTTPS is required');
    expect(await failure(['--url', 'http://127.0.0.1:2/api'])).toMatch(
      /^Import failed: No answer from http:\/\/127.0.0.1:2\/api: .*ECONNREFUSED/,
    );
    expect(await projects()).toEqual([]);
  });

  it('stops when no row can be made', async () => {
    const project = await createProject(company.owner, { key: 'MESOS' });
    const viewer = await run(csv(numbered(100)), as(company.viewer));
    expect(viewer.exitCode).toBe(2);
    expect(viewer.stderr).toContain('Import stopped: Insufficient permissions for this resource\n');
    await company.owner.api.post(`/projects/${project.id}/archive`);
    const archived = await run(csv(numbered(100)));
    expect(archived.exitCode).toBe(2);
    expect(archived.stdout).toMatch(/^100 rows: 0 made, .*, 0 refused\n100 rows were not made/);
    expect(archived.stderr).toContain('Import stopped: The project is archived');
    expect(await tasks()).toEqual([]);
  });

  it('accepts a self-signed certificate only with --insecure', async () => {
    const options = ['--url', service.baseUrl, '--token', company.owner.token, '--project', 'MESOS'];
    const refused = await importContent(csv(['a']), options);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(/self-signed certificate.* \(--insecure accepts a self-signed certificate\)/);
    expect((await importContent(csv(['a']), [...options, '--insecure'])).exitCode).toBe(0);
    expect(await titles()).toEqual(['a']);
  });

  it.each([
    ['--url', ['--token', 't', '--project', 'P', 'file.csv']],
    ['file', ['--url', 'https://localhost/api', '--token', 't', '--project', 'P']],
    ['URL', ['--url', 'localhost', '--token', 't', '--project', 'P', 'file.csv']],
    [
      '1 to 100',
      ['--url', 'https://localhost/api', '--token', 't', '--project', 'P', '--concurrency', '0', 'file.csv'],
    ],
    ['no such file', ['--url', 'https://localhost/api', '--token', 't', '--project', 'P', '/nowhere.csv']],
  ])('explains wrong usage (%s)', async (word, commandLine) => {
    const { exitCode, stderr } = await runImportCommand(commandLine);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(word);
  });

  it('shows its usage', async () => {
    const { exitCode, stdout } = await runImportCommand(['--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/--url.*--token.*--project.*--insecure/s);
  });

  it('draws a bar on a terminal and prints plain lines elsewhere', async () => {
    const elsewhere = await run(csv(numbered(20)));
    expect(
      elsewhere.stderr
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['0% 0/20 rows', '100% 20/20 rows']);
    const onTerminal = await run(csv(numbered(20)), [], { terminal: true });
    expect(onTerminal.stderr).toContain(`[${'='.repeat(30)}] 100% 20/20 rows`);
    expect(onTerminal.stderr).toContain('\x1B');
  });
});

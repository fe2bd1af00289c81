import { setTimeout as delay } from 'node:timers/promises';
import { jiraFile } from '../test/support/jira-file.js';
import { type Company, postJson, register } from './company.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement } from './table.js';

const ISSUES = 10_000;
/** Seconds. */
const LONGEST = 60;
/** Milliseconds between two looks. */
const INTERVAL = 100;

interface Import {
  id: string;
  state: string;
  report: { counts: Record<string, { created: number }> };
}

/** How long a file of Jira with a comment for each issue takes to check and to bring. */
export async function measureImports(service: ServerProcess): Promise<Measurement[]> {
  const company = await register(service, 'imports');
  const input = { source: 'jira_csv', project: { name: 'Big', key: 'BIG' } };
  const { id } = await postJson<Import>(service, '/imports', company.headers, input);
  await send(service, company, id);
  const checking = await step(service, company, { id, name: 'check', end: 'checked' });
  const starting = await step(service, company, { id, name: 'start', end: 'done' });
  const { counts } = (await read(service, company, id)).report;
  const issues = ISSUES.toLocaleString('en');
  return [
    absolute(`check of ${issues} issues with comments`, checking, ' s', { most: LONGEST }),
    absolute(`import of ${issues} issues with comments`, starting, ' s', { most: LONGEST }),
    absolute('tasks that came', counts['tasks']?.created ?? 0, '', { least: ISSUES }),
  ];
}

async function send({ origin, basePath, headers }: ServerProcess, company: Company, id: string): Promise<void> {
  const response = await fetch(`${origin}${basePath}/imports/${id}/content`, {
    method: 'PUT',
    headers: { ...headers, ...company.headers },
    body: jiraFile(ISSUES),
  });
  if (!response.ok) throw new Error(`PUT content: ${response.status} ${await response.text()}`);
}

/** The seconds from the call to the state that it ends with. */
async function step(
  service: ServerProcess,
  company: Company,
  { id, name, end }: { id: string; name: string; end: string },
): Promise<number> {
  const begin = performance.now();
  await postJson(service, `/imports/${id}/${name}`, company.headers, {});
  for (;;) {
    const { state } = await read(service, company, id);
    if (state === end) return (performance.now() - begin) / 1_000;
    if (state === 'failed') throw new Error(`The import has failed after ${name}`);
    await delay(INTERVAL);
  }
}

async function read({ origin, basePath, headers }: ServerProcess, company: Company, id: string): Promise<Import> {
  const response = await fetch(`${origin}${basePath}/imports/${id}`, { headers: { ...headers, ...company.headers } });
  return (await response.json()) as Import;
}

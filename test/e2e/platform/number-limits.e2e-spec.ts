import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { COMPANY_LIMITS } from '../../support/number-limits/company-limits.js';
import { AT_ONCE, LIMITS, ROOM } from '../../support/number-limits/number-limit.js';
import { TASK_LIMITS } from '../../support/number-limits/task-limits.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: LIMITS, processRoles: new Set(['api']) });
});
afterAll(() => service.stop());

const NUMBER_LIMITS = [...COMPANY_LIMITS, ...TASK_LIMITS];

/** Refusals of a number that no eight requests at once can pass. */
const OTHERS: Readonly<Record<string, string>> = {
  'A company has at most ${MOST_KEPT} exports; delete one first': 'one is made at a time: exports/exports',
  'There are at most ${MOST_LANES} lanes': 'imports add lanes, under the lock of all of them: imports/import-statuses',
  'A delivery has at most ${MOST_ATTEMPTS} attempts': 'the worker makes the attempts, one after the other',
};

/** How the limits of the configuration are tested, but for those above. */
const CONFIGURED: Readonly<Record<string, string>> = {
  loginFailures: 'auth/login-failures',
  codeFailures: 'auth/totp',
  waitingPasswords: 'auth/password-hashing',
  resetMails: 'platform/mail-limits',
  aiChecksPerDay: 'virtual-colleagues/ai-check-quota',
  importBytes: 'bytes of one file',
  eventBytes: 'cuts texts, refuses nothing',
  fileBytes: 'bytes of one file',
};

/** What the sources refuse because there are too many. */
function refusalsInSources(): string[] {
  const folder = join(__dirname, '../../../src');
  const texts = globSync('**/*.ts', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(/new ConflictError\(\s*([`'"])(.*?)\1/gs)]);
  return [...new Set(found.map((match) => match[2] ?? ''))].filter((text) => /at most|past a limit/i.test(text));
}

describe('limits on the number of things', () => {
  it('are all tested here', () => {
    const tested = NUMBER_LIMITS.filter(({ status }) => !status).map(({ refusal }) => refusal);
    expect(refusalsInSources().sort()).toEqual([...new Set([...tested, ...Object.keys(OTHERS)])].sort());
    const configured = Object.keys(service.configuration.limits);
    expect(configured.sort()).toEqual([...Object.keys(LIMITS), ...Object.keys(CONFIGURED)].sort());
  });

  it.each(NUMBER_LIMITS)('hold of eight requests at once: $what', async ({ prepare, refusal, status = 409 }) => {
    const company = await createCompany(service.api);
    const { id: projectId } = await createProject(company.owner);
    const make = await prepare({ service, company, projectId });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => make(place)));
    const refused = answers.filter((answer) => answer.status === status);
    const others = answers.filter((answer) => answer.status >= 300 && answer.status !== status);
    expect(others.map(({ text }) => text)).toEqual([]);
    expect(refused).toHaveLength(AT_ONCE - ROOM);
    const words = new RegExp(refusal.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\{[^}]*\}/g, '.*'));
    for (const { body } of refused) if (status === 409) expect(body.error.message).toMatch(words);
    expect((await make(AT_ONCE)).status).toBe(status);
  });
});

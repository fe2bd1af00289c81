import type { OpenAPIObject } from '@nestjs/swagger';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createTeam } from '../../factories/team.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { openApiDocument } from '../../support/openapi-document.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** One answer has at most 2 MiB, whatever the limits allow to be in it. */

const MOST_BYTES = 2 * 1024 * 1024;

/** Reads of one thing that hold lists which can be large: each is read here, or where the comment says. */
const LARGE = new Set([
  'getProject',
  'getTask',
  'getTeam',
  'getImport',
  // bounded-answers.e2e-spec.ts
  'getWork',
]);

/** What these have is a few texts of their own, or lists that a limit of their fields keeps short: no list that grows. */
const SMALL = new Set([
  'getHealth',
  'getReadiness',
  'getMe',
  'getSession',
  'getTotp',
  'getSingleSignOn',
  'getCompany',
  'getUser',
  'getApiKeyUsage',
  'getAttachment',
  'getAttachmentLink',
  'getExport',
  'countInbox',
  'getInboxEntry',
  'getNotifications',
  'getLabel',
  'getSprint',
  'getEpic',
  'getComment',
  'getTaskDescription',
  'getWebhook',
  // 50 attempts, of whose answers a beginning is kept.
  'getWebhookDelivery',
  'getView',
  'getColleague',
  // As many findings as a model writes in its answer, of which each has a limit.
  'getColleagueAiCheck',
  // At most 200 options with a name of 100 characters.
  'getField',
  // As large as a request may be.
  'getTemplate',
  'getRecurrence',
  // As many projects as a request names.
  'getCodeConnection',
  'getAuthorizationRequest',
]);

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

/** The operations that answer one object, and neither a list nor a page of one. */
function singleReads({ paths, components }: OpenAPIObject): string[] {
  type Node = { $ref?: string; type?: string; properties?: { data?: Node } };
  const resolved = (node: Node): Node =>
    node.$ref === undefined ? node : resolved(components?.schemas?.[node.$ref.split('/').at(-1) ?? ''] as Node);
  return Object.values(paths).flatMap(({ get }) => {
    const answer = get?.responses['200'];
    const schema = answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined;
    if (!get?.operationId || !schema) return [];
    const { type, properties } = resolved(schema as Node);
    const isPage = properties?.data !== undefined && resolved(properties.data).type === 'array';
    return type === 'object' && !isPage ? [get.operationId] : [];
  });
}

const users = `WITH made AS (INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
      'email', 'many-' || n || '@example.com', 'name', repeat('語', 90)))).*
    FROM users u, generate_series(1, 10000) n WHERE u.company_id = $1 AND u.id = $3 RETURNING id)`;

/** A list of so many things with names that are too short to be cut. */
const many = (count: number, members: string) =>
  `(SELECT json_agg(json_build_object(${members})) FROM generate_series(1, ${count}) n)`;

/** Makes the largest of each, and returns its path. */
const MADE: Record<string, () => Promise<string>> = {
  getProject: async () => {
    const { id } = await createProject(company.owner);
    await service.database.rows(
      `${users} INSERT INTO project_members (company_id, project_id, user_id, role) SELECT $1, $2, id, 'member' FROM made`,
      [company.id, id, company.member.id],
    );
    return `/projects/${id}`;
  },
  getTeam: async () => {
    const { id } = await createTeam(company.owner);
    await service.database.rows(
      `INSERT INTO team_members (company_id, team_id, user_id) SELECT $1, $2, id FROM users
        WHERE company_id = $1 AND email LIKE 'many-%'`,
      [company.id, id],
    );
    return `/teams/${id}`;
  },
  getTask: async () => {
    const { id: projectId } = await createProject(company.owner);
    const { id } = await createTask(company.owner, projectId, { description: '🦊'.repeat(50_000) });
    await service.database.rows(
      `INSERT INTO attachments (company_id, id, task_id, author_id, name, size, content_type, state, failed_scans,
          created_at, updated_at)
        SELECT $1, gen_random_uuid(), $2, $3, repeat('語', 255), 1, 'text/plain', 'ready', 0, now(), now()
        FROM generate_series(1, 100)`,
      [company.id, id, company.owner.id],
    );
    return `/tasks/${id}`;
  },
  getImport: async () => {
    const input = { source: 'csv', project: { name: 'Huge', key: 'HUGE' } };
    const { id } = (await company.owner.api.post('/imports', input)).body;
    const name = `'name', repeat('語', 90) || n`;
    await service.database.rows(
      `UPDATE imports SET state = 'undone', report = json_build_object('counts', '{}'::json,
          'people', ${many(5_000, `${name}, 'email', null, 'externalId', 'x' || n, 'tasks', 1, 'userId', null`)},
          'statuses', ${many(5_000, `${name}, 'category', 'open', 'tasks', 1, 'lane', 'To Do', 'isLane', true`)},
          'priorities', ${many(5_000, `${name}, 'tasks', 1, 'priority', 'High'`)},
          'fields', ${many(5_000, `${name}, 'values', 1, 'becomes', null`)},
          'problems', ${many(1_000, `'row', n, 'externalId', null, 'field', null, 'message', repeat('語', 500)`)},
          'problemsTotal', 100000,
          'kept', ${many(100_000, `'kind', 'task', 'id', gen_random_uuid(), 'tid', 'HUGE-' || n, 'reason', 'It was changed'`)})
        WHERE id = $1`,
      [id],
    );
    return `/imports/${id}`;
  },
};

it('is either small or read here: a new one of another kind belongs into a list above', () => {
  expect(singleReads(openApiDocument).sort()).toEqual([...LARGE, ...SMALL].sort());
});

it.each(Object.keys(MADE))(
  'has at most 2 MiB: %s',
  async (operation) => {
    expect(LARGE).toContain(operation);
    const path = await (MADE[operation] as () => Promise<string>)();
    const { status, text } = await company.owner.api.get(path);
    expect([path, status, Buffer.byteLength(text) <= MOST_BYTES]).toEqual([path, 200, true]);
  },
  120_000,
);

it('says of an import that its report is cut, of which the beginnings are there', async () => {
  const { body } = await company.owner.api.get(await (MADE['getImport'] as () => Promise<string>)());
  expect(body.report).toMatchObject({ truncated: true, problemsTotal: 100_000 });
  for (const list of ['people', 'statuses', 'priorities', 'fields', 'problems', 'kept']) {
    expect([list, body.report[list].length > 100]).toEqual([list, true]);
  }
}, 120_000);

import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Provider } from '#schema/code.js';
import type { TestUser } from '../factories/company.factory.js';
import { type Answer, Api } from './api.js';
import { eventually } from './eventually.js';
import type { TestService } from './test-service.js';

/** Whatever a body holds. */
export type Json = Answer['body'];

/** A connection as POST /code-connections answers it. */
export interface TestConnection {
  readonly id: string;
  readonly provider: Provider;
  readonly secret: string;
  readonly url: string;
  readonly [field: string]: unknown;
}

/** What a forge sends. */
export interface ForgeRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

export async function createConnection(admin: TestUser, input: object = {}): Promise<TestConnection> {
  const answer = await admin.api.post('/code-connections', {
    name: 'GitHub',
    provider: 'github',
    projectIds: [],
    ...input,
  });
  if (answer.status !== 201) throw new Error(`create connection: ${JSON.stringify(answer.body)}`);
  return answer.body as TestConnection;
}

/** A body of a forge, as test/e2e/code/bodies has it, about a task. */
export function bodyOf(name: string, tid: string, email = 'mia@elsewhere.example'): ForgeRequest {
  const text = readFileSync(new URL(`../e2e/code/bodies/${name}.json`, import.meta.url), 'utf8')
    .replaceAll('{TID}', tid)
    .replaceAll('{tid}', tid.toLowerCase())
    .replaceAll('{EMAIL}', email);
  return JSON.parse(text) as ForgeRequest;
}

const hex = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** How each forge signs. */
export const SIGNED: Record<Provider, (secret: string, text: string) => Record<string, string>> = {
  github: (secret, text) => ({ 'X-Hub-Signature-256': `sha256=${hex(secret, text)}` }),
  gitea: (secret, text) => ({ 'X-Gitea-Signature': hex(secret, text) }),
  forgejo: (secret, text) => ({ 'X-Forgejo-Signature': hex(secret, text) }),
  bitbucket: (secret, text) => ({ 'X-Hub-Signature': `sha256=${hex(secret, text)}` }),
  gitlab: (secret) => ({ 'X-Gitlab-Token': secret }),
};

const DELIVERY: Record<Provider, string> = {
  github: 'X-GitHub-Delivery',
  gitea: 'X-Gitea-Delivery',
  forgejo: 'X-Gitea-Delivery',
  bitbucket: 'X-Request-UUID',
  gitlab: 'Idempotency-Key',
};

/** Sends what a forge sends, signed, each time as another delivery unless one is named. */
export function postFrom(
  api: Api,
  { id, provider, secret }: TestConnection,
  { headers, body }: ForgeRequest,
  delivery: string = randomUUID(),
  besides: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { ...headers, ...besides, [DELIVERY[provider]]: delivery, ...SIGNED[provider](secret, text) };
  return api.post(`/code/${id}`, text, { headers: all });
}

/** As `postFrom`, and waits until it is applied. */
export async function sendFrom(
  { baseUrl, database }: Pick<TestService, 'baseUrl' | 'database'>,
  connection: TestConnection,
  request: ForgeRequest,
  delivery?: string,
): Promise<Answer> {
  const answer = await postFrom(new Api(baseUrl), connection, request, delivery);
  const waiting = `SELECT 1 FROM code_deliveries WHERE connection_id = '${connection.id}' AND status = 'pending'`;
  await eventually('it is applied', async () => (await database.rows(waiting)).length === 0);
  return answer;
}

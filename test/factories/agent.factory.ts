import type { Api } from '../support/api.js';
import type { TestUser } from './company.factory.js';

/** A virtual colleague that takes work, with the key that it was given. */
export interface TestAgent {
  id: string;
  name: string;
  keyId: string;
  key: string;
  api: Api;
}

/** Makes a colleague of role `agent` and a key of it, over the API. */
export async function createAgent(maker: TestUser, name = 'Otto', input: object = {}): Promise<TestAgent> {
  const made = await maker.api.post('/virtual-colleagues', { name, role: 'agent', ...input });
  if (made.status !== 201) throw new Error(`create agent: ${JSON.stringify(made.body)}`);
  return createAgentKey(maker, made.body as { id: string; name: string });
}

/** Another key of the colleague. */
export async function createAgentKey(maker: TestUser, { id, name }: { id: string; name: string }): Promise<TestAgent> {
  const { status, body } = await maker.api.post('/api-keys', { name: `${name}'s key`, colleagueId: id });
  if (status !== 201) throw new Error(`create key of an agent: ${JSON.stringify(body)}`);
  return { id, name, keyId: body.id, key: body.key, api: maker.api.as(body.key) };
}

import type { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import type { TestUser } from './company.factory.js';

/** A key as POST /api-keys answers it, and the API called with it. */
export interface TestApiKey {
  id: string;
  name: string;
  prefix: string;
  key: string;
  createdAt: string;
  api: Api;
}

/** What GET /api-keys/{id}/usage answers. */
export interface TestUsage {
  requestCount: number;
  recentRequests: { method: string; path: string; status: number; durationMs: number; ip: string; at: string }[];
  endpoints: { method: string; route: string; count: number; lastAt: string }[];
}

/** Makes a key over the API. */
export async function createApiKey({ api }: Pick<TestUser, 'api'>, name = 'Integration'): Promise<TestApiKey> {
  const { status, body } = await api.post('/api-keys', { name });
  if (status !== 201) throw new Error(`create API key: ${JSON.stringify(body)}`);
  return { ...body, api: api.as(body.key) } as TestApiKey;
}

export async function usageOf({ api }: Pick<TestUser, 'api'>, { id }: Pick<TestApiKey, 'id'>): Promise<TestUsage> {
  const { status, body } = await api.get<TestUsage>(`/api-keys/${id}/usage`);
  if (status !== 200) throw new Error(`usage of API key: ${JSON.stringify(body)}`);
  return body;
}

/** The key's usage once so many requests are written; fails when there are more. */
export async function usageOnceWritten(
  user: Pick<TestUser, 'api'>,
  apiKey: Pick<TestApiKey, 'id'>,
  requestCount: number,
): Promise<TestUsage> {
  let usage = await usageOf(user, apiKey);
  await eventually(`${requestCount} requests are written`, async () => {
    usage = await usageOf(user, apiKey);
    return usage.requestCount >= requestCount;
  });
  if (usage.requestCount > requestCount) throw new Error(`${usage.requestCount} requests instead of ${requestCount}`);
  return usage;
}

import type { Answer } from '../support/api.js';
import type { TestUser } from './company.factory.js';

/** An event as GET /events and the stream give it. */
export interface TestEvent {
  id: string;
  position: string;
  event: string;
  timestamp: string;
  projectId: string | null;
  actor: { type: string; id: string | null; name: string | null; apiKeyId: string | null };
  data: Record<string, unknown>;
}

/** What GET /events answers. */
export interface TestEventPage {
  success: true;
  data: TestEvent[];
  meta: { next: string; hasMore: boolean; timestamp: string };
}

export async function eventPage({ api }: Pick<TestUser, 'api'>, query = ''): Promise<TestEventPage> {
  const { status, body }: Answer<TestEventPage> = await api.get(`/events${query}`);
  if (status !== 200) throw new Error(`GET /events${query}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The present end of what happened in the company. */
export async function endOfEvents(user: Pick<TestUser, 'api'>): Promise<string> {
  return (await eventPage(user, '?after=latest')).meta.next;
}

/** Everything after a position, page by page; `query` may filter. */
export async function eventsAfter(user: Pick<TestUser, 'api'>, after: string, query = ''): Promise<TestEvent[]> {
  const events: TestEvent[] = [];
  for (let page: TestEventPage | undefined; page === undefined || page.meta.hasMore;) {
    page = await eventPage(user, `?after=${page?.meta.next ?? after}&limit=200${query}`);
    events.push(...page.data);
  }
  return events;
}

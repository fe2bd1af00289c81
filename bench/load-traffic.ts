import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { LoadCompany } from './seed-load.js';
import type { ServerProcess } from './server-process.js';
import { percentile } from './table.js';

export type Kind = 'get' | 'list' | 'write' | 'other';

interface LoadRequest {
  kind: Kind;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
}

/** What came of some seconds of traffic. */
export interface TrafficResult {
  /** Requests answered a second. */
  rate: number;
  /** Milliseconds of the slowest hundredth, by kind. */
  p99: Record<Kind, number>;
  /** Answers by status. */
  statuses: Record<number, number>;
  /** Requests without an answer. */
  broken: number;
}

const CONNECTIONS = 64;
/** Milliseconds between two looks at how many requests are due. */
const TICK = 5;
/** Requests that may wait for an answer; past it the rate is more than the service holds. */
const MOST_PENDING = 2_000;

/**
 * Sends requests at `rate` a second, whether or not earlier ones are answered, as many clients would: the latencies
 * count from the moment that a request was due.
 */
export async function sendTraffic(
  service: ServerProcess,
  companies: readonly LoadCompany[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<TrafficResult> {
  const pool = new Pool(service.origin, { connections: CONNECTIONS, pipelining: 1 });
  const latencies: Record<Kind, number[]> = { get: [], list: [], write: [], other: [] };
  const statuses: Record<number, number> = {};
  const pending = new Set<Promise<void>>();
  let broken = 0;
  const send = async (company: LoadCompany, { kind, method, path, body }: LoadRequest, dueAt: number) => {
    try {
      const response = await pool.request({
        method,
        path: service.basePath + path,
        headers: {
          ...service.headers,
          authorization: `Bearer ${company.key}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
      });
      await response.body.dump({ limit: Infinity });
      latencies[kind].push(performance.now() - dueAt);
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
    } catch {
      broken += 1;
    }
  };
  const begin = performance.now();
  let sent = 0;
  for (let now = begin; now < begin + seconds * 1_000; now = performance.now()) {
    for (const due = Math.floor(((now - begin) / 1_000) * rate); sent < due && pending.size < MOST_PENDING; sent += 1) {
      const company = oneOf(companies);
      const request = send(company, randomRequest(company), begin + (sent / rate) * 1_000);
      pending.add(request);
      void request.finally(() => pending.delete(request));
    }
    await delay(TICK);
  }
  await Promise.all(pending);
  const took = (performance.now() - begin) / 1_000;
  await pool.close();
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return {
    rate: answered / took,
    p99: {
      get: percentile(latencies.get, 0.99),
      list: percentile(latencies.list, 0.99),
      write: percentile(latencies.write, 0.99),
      other: percentile(latencies.other, 0.99),
    },
    statuses,
    broken,
  };
}

/** 70 % lists and single tasks, 20 % writes, 10 % of everything else. */
function randomRequest(company: LoadCompany): LoadRequest {
  const dice = Math.random();
  const project = oneOf(company.projectIds);
  const task = oneOf(company.taskIds);
  if (dice < 0.35) return { kind: 'list', method: 'GET', path: oneOf(LISTS)(project) };
  if (dice < 0.7) return { kind: 'get', method: 'GET', path: `/tasks/${task}` };
  if (dice < 0.8) {
    return {
      kind: 'write',
      method: 'PUT',
      path: `/tasks/${task}`,
      body: { loggedHours: Math.round(Math.random() * 99) },
    };
  }
  if (dice < 0.87) {
    return { kind: 'write', method: 'POST', path: '/tasks', body: { title: 'Made under load', projectId: project } };
  }
  if (dice < 0.9)
    return { kind: 'write', method: 'POST', path: `/tasks/${task}/comments`, body: { body: 'A comment' } };
  return { kind: 'other', method: 'GET', path: oneOf(OTHERS)(project, task) };
}

const LISTS: ((project: string) => string)[] = [
  (project) => `/tasks?projectId=${project}&page=1&limit=50`,
  (project) => `/tasks?projectId=${project}&status=To%20Do,In%20Progress&sortBy=priority&page=1&limit=50`,
  (project) => `/tasks?projectId=${project}&include=assignee&page=2&limit=50`,
];
const OTHERS: ((project: string, task: string) => string)[] = [
  () => '/projects',
  () => '/me',
  (project) => `/projects/${project}`,
  (_project, task) => `/tasks/${task}/activity?page=1`,
  (_project, task) => `/tasks/${task}/comments`,
  (project) => `/sprints?projectId=${project}`,
  (project) => `/tasks?projectId=${project}&search=task%2042&page=1`,
];

function oneOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Company, postJson, register } from './company.js';
import { LARGE, sendLarge, type Upload } from './large-upload.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement, median, percentile } from './table.js';

const MEBIBYTE = 1024 * 1024;
/** Uploads at once, of two companies: one alone has half of the places. */
const AT_ONCE = 20;
const RUNS = 3;
/** Alone about as many as beside the uploads, so that the heap has its size by then. */
const READS = 5_000;

/** Uploads of 100 MiB beside a bare server, and reads beside twenty of them. */
export async function measureFiles(service: ServerProcess, bare: ServerProcess): Promise<Measurement[]> {
  const companies = [await register(service, 'files one'), await register(service, 'files two')];
  const [company] = companies as [Company, Company];
  const { id: taskId } = await makeTask(service, company);
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let run = 0; run <= RUNS; run += 1) {
    rates.bare.push(await rateOf({ url: `${bare.origin}/upload`, headers: {} }));
    rates.ours.push(await rateOf(await announced(service, company, taskId)));
  }
  const [ours, reference] = [median(rates.ours.slice(1)), median(rates.bare.slice(1))];
  const upload = {
    name: 'upload of 100 MiB',
    reference: `bare ${Math.round(reference)} MiB/s`,
    ours: `${Math.round(ours)} MiB/s`,
    ratio: ours / reference,
    target: '≥ 0.5',
    isMet: ours / reference >= 0.5,
  };
  return [upload, ...(await measureManyAtOnce(service, companies, taskId))];
}

async function measureManyAtOnce(
  service: ServerProcess,
  companies: readonly Company[],
  taskId: string,
): Promise<Measurement[]> {
  const [company] = companies as [Company];
  const read = () => fetchTask(service, company, taskId);
  const alone = await percentileOfReads(read, (count) => count < READS);
  const uploads: Upload[] = [];
  for (const one of companies) {
    const { id } = await makeTask(service, one);
    for (let count = 0; count < AT_ONCE / companies.length; count += 1) uploads.push(await announced(service, one, id));
  }
  const { peakMemory: before } = await service.probe();
  let isOver = false;
  const sender = new Worker(new URL('./upload-traffic.ts', import.meta.url), { workerData: uploads });
  const sending = once(sender, 'message').finally(() => (isOver = true));
  const beside = await percentileOfReads(read, () => !isOver);
  await sending;
  const growth = ((await service.probe()).peakMemory - before) / 1e6;
  const ratio = beside / alone;
  return [
    absolute(`${AT_ONCE} uploads of 100 MiB at once, growth of memory`, growth, ' MB', { most: 50 }),
    {
      name: `task by id beside ${AT_ONCE} uploads, p99`,
      reference: `alone ${alone.toFixed(1)} ms`,
      ours: `${beside.toFixed(1)} ms`,
      ratio,
      target: '≤ 3.0',
      isMet: ratio <= 3,
    },
  ];
}

function makeTask(service: ServerProcess, { headers, projectId }: Company): Promise<{ id: string }> {
  return postJson(service, '/tasks', headers, { title: 'With files', projectId });
}

/** Where the bytes of a new attachment go. */
async function announced(service: ServerProcess, company: Company, taskId: string): Promise<Upload> {
  const input = { name: 'large.bin', size: LARGE };
  const { id } = await postJson<{ id: string }>(service, `/tasks/${taskId}/attachments`, company.headers, input);
  const url = `${service.origin}${service.basePath}/attachments/${id}/content`;
  return { url, headers: { ...service.headers, ...company.headers } };
}

async function rateOf(upload: Upload): Promise<number> {
  const begin = performance.now();
  await sendLarge(upload);
  return LARGE / MEBIBYTE / ((performance.now() - begin) / 1_000);
}

async function fetchTask({ origin, basePath, headers }: ServerProcess, company: Company, id: string): Promise<void> {
  const response = await fetch(`${origin}${basePath}/tasks/${id}`, { headers: { ...headers, ...company.headers } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`GET /tasks/${id}: ${response.status}`);
}

async function percentileOfReads(read: () => Promise<void>, goesOn: (count: number) => boolean): Promise<number> {
  const times: number[] = [];
  for (let count = 0; goesOn(count); count += 1) {
    const begin = performance.now();
    await read();
    times.push(performance.now() - begin);
  }
  return percentile(times, 0.99);
}

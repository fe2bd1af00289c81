import { randomBytes } from 'node:crypto';
import { ApiError, type Client } from '../../../sdk/src/sdk.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { eventually } from '../../support/eventually.js';
import { FaultyProxy } from '../../support/faulty-proxy.js';
import { withProxiedClient } from '../../support/proxied-client.js';

let company: TestCompany;
let proxy: FaultyProxy;
let client: Client;
let task: TestTask;
withProxiedClient((given) => ({ company, proxy, client } = given));
beforeAll(async () => {
  task = await createTask(company.owner, (await createProject(company.owner)).id);
});

const bytes = randomBytes(50_000);
const listed = () => client.listAttachments({ path: { id: task.id } });

describe('uploadFile and downloadFile', () => {
  it('attach a file to a task and give its bytes back', async () => {
    const progress: number[][] = [];
    const file = {
      name: 'a.bin',
      data: bytes,
      onProgress: (sent: number, total: number) => progress.push([sent, total]),
    };
    const made = await client.uploadFile(task.id, file);
    expect(made).toMatchObject({
      name: 'a.bin',
      size: 50_000,
      state: 'ready',
      contentType: 'application/octet-stream',
    });
    expect(progress.at(-1)).toEqual([50_000, 50_000]);
    const read = await client.downloadFile(made.id);
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
    const data = new Blob(['a,b'], { type: 'text/csv' });
    expect(await client.uploadFile(task.tid, { name: 'a.csv', data })).toMatchObject({
      contentType: 'text/csv',
      size: 3,
    });
    const claimed = { name: 'a.md', data, contentType: 'text/markdown' };
    expect(await client.uploadFile(task.id, claimed)).toMatchObject({ contentType: 'text/markdown' });
  });

  it('try again as a read does', async () => {
    const before = (await listed()).length;
    proxy.faults.push({ kind: 'unsent' }, { kind: 'answer', status: 503 }, undefined, { kind: 'unsent' });
    proxy.faults.push({ kind: 'answer', status: 503 });
    const made = await client.uploadFile(task.id, { name: 'again', data: bytes });
    expect([made.state, (await listed()).length]).toEqual(['ready', before + 1]);
    proxy.faults.push({ kind: 'cut', after: 20 }, { kind: 'answer', status: 503 });
    expect((await client.downloadFile(made.id)).size).toBe(50_000);
  });

  it('know a file whose answer was lost', async () => {
    proxy.faults.push(undefined, { kind: 'unanswered' });
    const made = await client.uploadFile(task.id, { name: 'lost', data: bytes });
    expect([made.state, made.name]).toEqual(['ready', 'lost']);
  });

  it('leave nothing that waits when they fail or are aborted', async () => {
    const before = (await listed()).length;
    const aborted = AbortSignal.abort(new Error('enough'));
    await expect(client.uploadFile(task.id, { name: 'x', data: bytes, signal: aborted })).rejects.toThrow('enough');
    const stop = new AbortController();
    proxy.faults.push(undefined, { kind: 'late', milliseconds: 10_000 });
    const upload = client.uploadFile(task.id, { name: 'x', data: bytes, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await expect(upload).rejects.toThrow('enough');
    const refused: unknown = await client
      .uploadFile(task.id, { name: 'a/b', data: bytes })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect((refused as ApiError).details).toHaveProperty('name');
    await expect(client.downloadFile(company.id)).rejects.toMatchObject({ status: 404 });
    await eventually('what waited is deleted', async () => (await listed()).length === before);
  });
});

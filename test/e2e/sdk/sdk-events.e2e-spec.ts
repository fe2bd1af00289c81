import { type Client } from '../../../sdk/src/sdk.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { FaultyProxy } from '../../support/faulty-proxy.js';
import { withProxiedClient } from '../../support/proxied-client.js';

let company: TestCompany;
let proxy: FaultyProxy;
let client: Client;
withProxiedClient((given) => ({ company, proxy, client } = given));

const create = (name: string): Promise<unknown> => company.owner.api.post('/labels', { name });
const streams = (): string[] => proxy.seen.map(({ path }) => path).filter((path) => path.includes('/events/stream'));

/** Reads names of new labels in the background, until there are so many. */
function read(count: number, options: Parameters<Client['events']>[0] = {}) {
  const names: string[] = [];
  const done = (async () => {
    for await (const { event, data } of client.events({ event: ['label.created'], ...options })) {
      if (event === 'label.created') names.push(data.name);
      if (names.length === count) return;
    }
  })();
  return { names, done };
}

describe('events', () => {
  it('begin now, and continue after interruptions', async () => {
    await create('Before');
    const { names, done } = read(4);
    await eventually('the stream is open', () => streams().length === 1);
    await create('One');
    await create('Two');
    await eventually('both are there', () => names.length === 2);
    proxy.faults.push({ kind: 'unsent' }, { kind: 'answer', status: 503 });
    proxy.breakAll();
    await create('Three');
    await create('Four');
    await done;
    expect(names).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('miss nothing that happens before the first one comes', async () => {
    const { names, done } = read(1);
    await eventually('the stream is open', () => streams().length === 1);
    proxy.faults.push({ kind: 'unsent' });
    proxy.breakAll();
    await create('Meanwhile');
    await done;
    expect(names).toEqual(['Meanwhile']);
  });

  it('begin after a position', async () => {
    const { names, done } = read(2, { after: '0' });
    await done;
    expect(names).toEqual(['Before', 'One']);
  });

  it('end with the reason of their signal, and with a refusal', async () => {
    const controller = new AbortController();
    const { done } = read(1, { signal: controller.signal });
    await eventually('the stream is open', () => streams().length === 1);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(done).rejects.toBe(reason);
    await expect(read(1, { after: '999999999' }).done).rejects.toMatchObject({ status: 409, code: 'CONFLICT' });
  });
});

import pg from 'pg';
import type { DatabaseContext, Transaction } from '#core/company-scope/request-context.js';
import { cancellable } from '#core/database/pool/cancellation.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let proxy: TcpProxy;
let client: pg.Client;
beforeAll(async () => {
  database = await TestDatabase.create('template1');
});
afterAll(() => database.close());
beforeEach(async () => {
  proxy = await TcpProxy.start(database.url);
  client = await connect();
});
afterEach(async () => {
  await client.end();
  proxy.stop();
});

async function connect(): Promise<pg.Client> {
  const connected = new pg.Client(proxy.url);
  connected.on('error', () => undefined);
  await connected.connect();
  return connected;
}

const sleep = (context: Omit<DatabaseContext, 'share'>, seconds: number, on = client) =>
  cancellable({ share: 'a company', ...context }, on, () => on.query('SELECT pg_sleep($1)', [seconds]));
const TOO_LONG = { status: 503, message: 'The request took too long' };
/** What PostgreSQL's client says of a connection that was ended. */
const ENDED = /^(Client|Connection)/;
const isUsable = () => client.query('SELECT 1').then(({ rowCount }) => rowCount === 1);

it('does not affect a statement that ends in time', async () => {
  expect((await sleep({ statementTimeout: 5_000 }, 0.3)).rowCount).toBe(1);
});

it('cancels a statement that takes too long, and leaves its connection usable', async () => {
  const { pid } = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!;
  await expect(sleep({ statementTimeout: 300 }, 60)).rejects.toMatchObject(TOO_LONG);
  expect(await database.rows('SELECT state FROM pg_stat_activity WHERE pid = $1', [pid])).toEqual([{ state: 'idle' }]);
  expect(await isUsable()).toBe(true);
});

it('cancels a statement whose client hangs up, and begins none afterwards', async () => {
  const hangUp = new AbortController();
  const statement = sleep({ signal: hangUp.signal }, 60);
  hangUp.abort(new Error('gone'));
  await expect(statement).rejects.toThrow('gone');
  await expect(sleep({ signal: hangUp.signal }, 60)).rejects.toThrow('gone');
  expect(await isUsable()).toBe(true);
});

it('does not limit the own work of the service', async () => {
  expect((await sleep({ share: 'own-work', statementTimeout: 300 } as DatabaseContext, 0.6)).rowCount).toBe(1);
});

it('fails with the error of the statement', async () => {
  const context = { share: 'a company', statementTimeout: 300 };
  await expect(cancellable(context, client, () => client.query('SELECT 1/0'))).rejects.toThrow('division by zero');
});

it.each<[string, () => void]>([
  ['is refused', () => proxy.refuseNew()],
  ['is not answered', () => proxy.stall()],
])('ends the connection when the request to cancel %s', async (_what, breakIt) => {
  const statement = sleep({ statementTimeout: 400 }, 60);
  breakIt();
  await expect(statement).rejects.toMatchObject(TOO_LONG);
  await expect(isUsable()).rejects.toThrow(ENDED);
});

it('sends no request to cancel while BEGIN is unanswered, and ends the connection', async () => {
  const transaction = { client, begun: new Promise(() => undefined), afterCommit: [] } as unknown as Transaction;
  await expect(sleep({ statementTimeout: 300, transaction }, 60)).rejects.toMatchObject(TOO_LONG);
  expect(proxy.accepted).toBe(1);
  await expect(isUsable()).rejects.toThrow(ENDED);
});

it('never hits a later statement', async () => {
  const outcomes = new Set<string>();
  const worker = async () => {
    let on = await connect();
    const sendMore = async () => {
      for (let count = 0; count < 5; count += 1) await on.query('SELECT pg_sleep(0.001)');
    };
    for (let round = 0; round < 20; round += 1) {
      // It ends about when it is cancelled: sometimes before, sometimes while the request is under way.
      const outcome = await sleep({ statementTimeout: 260 }, 0.255 + Math.random() / 50, on).then(
        () => 'ended',
        () => 'cancelled',
      );
      outcomes.add(outcome);
      try {
        await sendMore();
      } catch (error) {
        // On a machine that stands still the cancel does not end in time, and so the connection does.
        if (!ENDED.test((error as Error).message)) throw error;
        on = await connect();
      }
    }
    await on.end();
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  expect([...outcomes].sort()).toEqual(['cancelled', 'ended']);
});

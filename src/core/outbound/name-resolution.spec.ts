import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { resolveName } from './name-resolution.js';

const TYPES = { A: 1, AAAA: 28 };
const ADDRESSES = { A: [192, 0, 2, 7], AAAA: [0x20, 0x01, 0x0d, 0xb8, ...Array.from({ length: 11 }, () => 0), 7] };

type Family = keyof typeof TYPES;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Asks a name server that has addresses of these families, and says nothing of the others. */
async function resolverOf(...families: Family[]): Promise<Resolver> {
  const server = createSocket('udp4');
  ends.push(() => server.close());
  server.on('message', (question, { port, address }) => {
    const asked = question.readUInt16BE(question.indexOf(0, 12) + 1);
    const family = families.find((each) => TYPES[each] === asked);
    if (family) server.send(answerTo(question, family), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  // Longer than a test may take: what waits for it fails.
  const resolver = new Resolver({ timeout: 60_000, tries: 1 });
  ends.push(() => resolver.cancel());
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  return resolver;
}

/** One record, by RFC 1035: the question, and an answer that points back to its name. */
function answerTo(question: Buffer, family: Family): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const header = Buffer.from(question.subarray(0, 12));
  header.set([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0], 2);
  const address = ADDRESSES[family];
  const record = [0xc0, 12, 0, TYPES[family], 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
  return Buffer.concat([header, question.subarray(12, end), Buffer.from(record)]);
}

describe('resolveName', () => {
  it.each<[Family[], string[]]>([
    [
      ['A', 'AAAA'],
      ['192.0.2.7', '2001:db8::7'],
    ],
    [['A'], ['192.0.2.7']],
    [['AAAA'], ['2001:db8::7']],
  ])('gives what a name server that answers %j has, without waiting for the rest', async (families, addresses) => {
    expect(await resolveName('receiver.example', await resolverOf(...families))).toEqual(addresses);
  });

  it.each(['localhost', 'hooks.localhost', 'localhost.'])('knows %s itself', async (name) => {
    expect(await resolveName(name, await resolverOf())).toEqual(['127.0.0.1', '::1']);
  });
});

import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';

/** The addresses of a host name, at least one. */
export type ResolveName = (name: string) => Promise<string[]>;

/** Milliseconds; with the second try, a server that is silent costs three times as much. */
const DNS_TIMEOUT = 2_000;
const DNS_TRIES = 2;
/** Milliseconds that one family of addresses is waited for once the other is there: some servers drop what asks for IPv6. */
const SECOND_FAMILY = 200;
/** Threads that all look-ups together may hold; the other threads hash passwords and read files. */
const MOST_LOOKUPS = 2;

const LOOPBACK = ['127.0.0.1', '::1'];
const ofThisMachine = new Resolver({ timeout: DNS_TIMEOUT, tries: DNS_TRIES });
const limit = pLimit(MOST_LOOKUPS);

/**
 * Asks DNS without blocking a thread, so that slow name servers delay only their own names. The system's look-up
 * blocks a thread, and is used only for names that DNS does not have, for example those of /etc/hosts.
 */
export async function resolveName(name: string, resolver = ofThisMachine): Promise<string[]> {
  if (/^(.+\.)?localhost\.?$/.test(name)) return LOOPBACK;
  const families = [resolver.resolve4(name), resolver.resolve6(name)];
  const addresses = await found(families);
  if (addresses.length > 0) return addresses;
  for (const answer of await Promise.allSettled(families)) {
    if (answer.status === 'rejected' && isSilence(answer.reason)) throw answer.reason;
  }
  const entries = await limit(() => lookup(name, { all: true }));
  return entries.map(({ address }) => address);
}

/** The addresses of both families, or of the one that answers if the other is much later. */
async function found(families: readonly Promise<string[]>[]): Promise<string[]> {
  const addresses: string[][] = [];
  const all = Promise.allSettled(
    families.map(async (answer, index) => {
      addresses[index] = await answer;
    }),
  );
  const patience = Promise.any(families).then(
    () => delay(SECOND_FAMILY, undefined, { ref: false }),
    () => all,
  );
  await Promise.race([all, patience]);
  return addresses.flat();
}

function isSilence(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ETIMEOUT';
}

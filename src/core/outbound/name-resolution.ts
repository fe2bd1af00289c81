import { lookup, Resolver } from 'node:dns/promises';
import pLimit from 'p-limit';

/** The addresses of a host name, at least one. */
export type ResolveName = (name: string) => Promise<string[]>;

/** Milliseconds; with the second try, a server that is silent costs three times as much. */
const DNS_TIMEOUT = 2_000;
const DNS_TRIES = 2;
/** Threads that a name may hold; the others hash passwords and read files. */
const MOST_LOOKUPS = 2;

const LOOPBACK = ['127.0.0.1', '::1'];
const resolver = new Resolver({ timeout: DNS_TIMEOUT, tries: DNS_TRIES });
const limit = pLimit(MOST_LOOKUPS);

/**
 * Asks DNS without holding a thread, so that names whose servers are silent hold up nothing but themselves. The
 * system's own look-up, which does hold one, is left for names that DNS does not have, such as those of /etc/hosts.
 */
export async function resolveName(name: string): Promise<string[]> {
  if (/^(.+\.)?localhost\.?$/.test(name)) return LOOPBACK;
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    if (answer.status === 'rejected' && isSilence(answer.reason)) throw answer.reason;
  }
  const found = await limit(() => lookup(name, { all: true }));
  return found.map(({ address }) => address);
}

function isSilence(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ETIMEOUT';
}

import { Injectable } from '@nestjs/common';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { Configuration } from '#config/configuration.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { ConcurrencyLimit, OWN_WORK } from '../concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '../concurrency-limits/concurrency-limits.js';

/** argon2id with 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** At once; each works on a thread of its own, off the event loop. */
const MOST_AT_ONCE = 4;

/** Whose turn it is to have a password hashed: the client network's, or else the service's own. */
type Client = Pick<RequestContext, 'clientNetwork'>;

/**
 * Hashes and compares passwords, a few at once and client by client in turn. At most `LIMIT_WAITING_PASSWORDS` wait, and
 * half as many of one client network; any more get a 503.
 */
@Injectable()
export class Passwords {
  private readonly turns: ConcurrencyLimit;
  /** Compared when there is no hash, so that an unknown e-mail takes as long as a known one. */
  private readonly decoy = hash('nobody has this password', OPTIONS);

  constructor(concurrency: ConcurrencyLimits, { limits: { waitingPasswords } }: Configuration) {
    this.turns = concurrency.create('passwords', {
      slots: MOST_AT_ONCE,
      longestWait: Infinity,
      mostWaiting: Math.max(1, Math.floor(waitingPasswords / 2)),
      mostWaitingInAll: waitingPasswords,
    });
  }

  /** @throws ServiceUnavailableError when too many wait */
  hash(client: Client, password: string): Promise<string> {
    return this.inTurn(client, () => hash(password, OPTIONS));
  }

  /**
   * Whether the password belongs to the hash; takes as long when there is no hash, and is then false.
   *
   * @throws ServiceUnavailableError when too many wait
   */
  async matches(client: Client, password: string, passwordHash: string | null | undefined): Promise<boolean> {
    const expected = passwordHash ?? (await this.decoy);
    const isMatch = await this.inTurn(client, () => verify(expected, password));
    return isMatch && passwordHash !== null && passwordHash !== undefined;
  }

  private async inTurn<T>({ clientNetwork = OWN_WORK }: Client, work: () => Promise<T>): Promise<T> {
    const release = await this.turns.take(clientNetwork);
    return work().finally(release);
  }
}

import { Injectable } from '@nestjs/common';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id with 19 MiB, 2 passes, 1 lane (decisions 4). */
const OPTIONS = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** At once; each works on a thread of its own, off the event loop. */
const MOST_AT_ONCE = 4;

/** Hashes and compares passwords. */
@Injectable()
export class Passwords {
  private readonly limit = pLimit(MOST_AT_ONCE);
  /** Compared where there is no hash, so that an unknown e-mail takes as long as a known one. */
  private readonly decoy = this.hash('nobody has this password');

  hash(password: string): Promise<string> {
    return this.limit(() => hash(password, OPTIONS));
  }

  /** Whether the password belongs to the hash; takes as long when there is no hash, and is then false. */
  async matches(password: string, passwordHash: string | null | undefined): Promise<boolean> {
    const expected = passwordHash ?? (await this.decoy);
    const isMatch = await this.limit(() => verify(expected, password));
    return isMatch && passwordHash !== null && passwordHash !== undefined;
  }
}

import { totpCode } from '#core/access/factors/totp.js';
import type { Answer } from './api.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

interface Caller {
  post(path: string, body?: unknown): Promise<Answer>;
}

/** What a phone does with the key of an authenticator. */
export class Authenticator {
  readonly recoveryCodes: string[] = [];
  private readonly secret: Buffer;

  constructor(readonly key: string) {
    const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** Sets one up, confirmed by the code of the step before, so that two later ones are left to use at once. */
  static async setUp(caller: Caller, password: string): Promise<Authenticator> {
    const { body } = await caller.post('/me/totp', { password });
    const authenticator = new Authenticator(body.secret);
    const confirmed = await caller.post('/me/totp/confirm', { code: authenticator.code(-1) });
    if (confirmed.status !== 200) throw new Error(confirmed.text);
    authenticator.recoveryCodes.push(...confirmed.body.recoveryCodes);
    return authenticator;
  }

  /** The code of now, or of so many steps away. */
  code(steps = 0): string {
    return totpCode(this.secret, Date.now() / 1_000 + 30 * steps);
  }

  /** A code of none of the steps that may be taken. */
  wrongCode(): string {
    const near = [-2, -1, 0, 1, 2].map((steps) => this.code(steps));
    const candidates = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6));
    return candidates.find((candidate) => !near.includes(candidate))!;
  }
}

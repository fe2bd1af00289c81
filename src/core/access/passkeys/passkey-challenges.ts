import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EveryHour } from '../../processes/hourly-work.js';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '../../company-scope/request-context.js';
import { Database } from '../../database/database.js';

const BYTES = 32;

/** What authenticators have to sign: good for 5 minutes, once, and for who or what it was made. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly database: Database) {}

  /** A challenge for `userId` to add a passkey, or null for a sign-in. */
  async make(context: DatabaseContext, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = randomBytes(BYTES);
    const text = `INSERT INTO passkey_challenges (challenge_hash, user_id, expires_at)
      VALUES (decode($1, 'hex'), $2, now() + interval '5 minutes')`;
    await this.database.execute(context, { text }, [hashOf(challenge.toString('base64url')), userId]);
    return new Uint8Array(challenge);
  }

  /** Uses up a challenge, in base64url; whether it was one of that purpose. */
  async take(context: DatabaseContext, challenge: string, userId: string | null): Promise<boolean> {
    const text = `DELETE FROM passkey_challenges
      WHERE challenge_hash = decode($1, 'hex') AND user_id IS NOT DISTINCT FROM $2::uuid AND expires_at > now()`;
    return (await this.database.execute(context, { text }, [hashOf(challenge), userId])) > 0;
  }

  @EveryHour({ role: 'scheduler' })
  async deleteOld(): Promise<void> {
    const text = 'DELETE FROM passkey_challenges WHERE expires_at <= now()';
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }
}

function hashOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('hex');
}

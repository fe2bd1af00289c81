import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AuthModuleOptions } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Configuration } from '#config/configuration.js';
import { anonymousContext } from '../anonymous-context.js';
import type { Principal } from '../principal.js';
import { lacksSecondFactor } from '../sign-in.js';
import { LookupStrategy } from '../strategies.js';
import { UseNotes } from '../use-notes.js';
import { UserCache } from '../user-cache.js';
import { SESSION_HOURS, sessionTokenHash } from './session.js';
import { Sessions, type StoredSession } from './sessions.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The value of a cookie: 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** A session is good for 24 hours, while it is used, its user is active and the password stays. */
@Injectable()
export class SessionStrategy extends LookupStrategy implements BeforeApplicationShutdown {
  private readonly uses: UseNotes;

  constructor(
    options: AuthModuleOptions,
    private readonly sessions: Sessions,
    private readonly users: UserCache,
    private readonly configuration: Configuration,
  ) {
    super('session', options);
    this.uses = new UseNotes('sessions', new Logger(SessionStrategy.name), (used) => sessions.writeUse(used));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.uses.stop();
  }

  /** Whose session the cookie's value is; null when it is none that is good. */
  override async validate(request: FastifyRequest, token: string): Promise<Principal | null> {
    if (!TOKEN.test(token)) return null;
    const tokenHash = sessionTokenHash(token);
    const session = await this.sessions.find(anonymousContext(request), tokenHash);
    const now = Date.now();
    if (!session || this.isOver(session, now)) return null;
    const { companyId, userId, credentialVersion, id, method, startedAt } = session;
    const signIn = { method, at: session.signedInAt };
    const user = await this.users.find(session, request.hangUp);
    if (!user?.active || user.credentialVersion !== credentialVersion) return null;
    this.note(tokenHash, session, now);
    return {
      companyId,
      userId,
      role: user.role,
      credentialVersion,
      expiresAt: startedAt + SESSION_HOURS * HOUR,
      signIn,
      lacksSecondFactor: lacksSecondFactor(user, signIn),
      session: { id, tokenHash, method, startedAt },
    };
  }

  private isOver({ startedAt, lastSeenAt }: StoredSession, now: number): boolean {
    const idle = this.configuration.sessionIdleHours * HOUR;
    return now >= startedAt + SESSION_HOURS * HOUR || now >= lastSeenAt + idle;
  }

  /** Remembers the use when the minute is another than at the last one. */
  private note(tokenHash: string, session: StoredSession, now: number): void {
    if (Math.floor(session.lastSeenAt / MINUTE) >= Math.floor(now / MINUTE)) return;
    session.lastSeenAt = now;
    this.uses.note(tokenHash, now);
  }
}

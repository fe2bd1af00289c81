import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { OWN_WORK_CONTEXT, type RequestContext } from '../company-scope/request-context.js';
import { Database, type Statement } from '../database/database.js';
import { Notifications } from '../database/pool/notifications.js';
import { GRANT_ENDED } from './grants/grants.js';
import { API_KEY_REVOKED } from './api-key.strategy.js';
import { passwordIsTooLittle } from '#schema/factors.js';
import { mayConnectPrograms } from '#schema/oauth.js';
import { SESSION_ENDED, Sessions } from './sessions/sessions.js';
import { COMPANY_CHANGED, USER_CHANGED } from './user-cache.js';

interface Held {
  readonly context: RequestContext;
  readonly onEnd: () => void;
}

/** Milliseconds between two looks while this process cannot hear of changes, and after one that failed. */
const INTERVAL = 900;
/** Milliseconds between two looks for sessions that nobody has used for too long. */
const IDLE_INTERVAL = 60_000;
/** The longest that a timer can be set to. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The indexes of the given credentials of company `$1` that are no longer valid. */
const SELECT_ENDED: Statement = {
  name: 'ended-credentials',
  text: `SELECT h.n::integer - 1 AS index
    FROM unnest($2::uuid[], $3::integer[], $4::uuid[], $5::timestamptz[], $6::uuid[])
      WITH ORDINALITY h (user_id, credential_version, api_key_id, password_at, grant_id, n)
    WHERE NOT EXISTS (
      SELECT 1 FROM users u JOIN companies c ON c.id = $1
      WHERE u.company_id = $1 AND u.id = h.user_id AND u.active AND c.active
        AND (h.password_at IS NULL OR NOT ${passwordIsTooLittle('u', 'c', 'h.password_at', '$1')})
        AND (h.credential_version IS NULL OR u.credential_version = h.credential_version)
        AND (h.api_key_id IS NULL OR EXISTS (
          SELECT 1 FROM api_keys k WHERE k.company_id = $1 AND k.id = h.api_key_id AND k.revoked_at IS NULL))
        AND (h.grant_id IS NULL OR (${mayConnectPrograms('u', 'c')} AND EXISTS (
          SELECT 1 FROM oauth_grants g WHERE g.company_id = $1 AND g.id = h.grant_id))))`,
};

/**
 * Credentials that are used for longer than a request, for example those of a stream. They end with their token. They
 * also end within a second of a password change, a deactivation, a revocation or the end of their session, on any
 * instance. While nothing changes, only sessions ask the database, once a minute.
 */
@Injectable()
export class LongLivedCredentials implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(LongLivedCredentials.name);
  private readonly held = new Set<Held>();
  /** Credentials that may have changed. */
  private readonly doubtful = new Set<Held>();
  private isLooking = false;
  private timer?: NodeJS.Timeout;
  private idleTimer?: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly sessions: Sessions,
  ) {}

  onModuleInit(): void {
    const doubtAll = () => this.doubt(() => true);
    this.notifications.subscribe(USER_CHANGED, (id) => this.doubt(({ context }) => context.userId === id), doubtAll);
    this.notifications.subscribe(COMPANY_CHANGED, doubtAll, doubtAll);
    const doubtKeys = () => this.doubt(({ context }) => context.apiKeyId !== undefined);
    this.notifications.subscribe(API_KEY_REVOKED, doubtKeys, doubtAll);
    const doubtGrant = (id: string) => this.doubt(({ context }) => context.grant?.id === id);
    this.notifications.subscribe(GRANT_ENDED, doubtGrant, doubtAll);
    const doubtSession = (hash: string) => this.doubt(({ context }) => context.session?.tokenHash === hash);
    this.notifications.subscribe(SESSION_ENDED, doubtSession, doubtAll);
    const doubtSessions = () => this.doubt(({ context }) => context.session !== undefined);
    this.idleTimer = setInterval(doubtSessions, IDLE_INTERVAL).unref();
    this.timer = setInterval(() => {
      if (this.notifications.isListening) void this.look();
      else doubtAll();
    }, INTERVAL).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    clearInterval(this.idleTimer);
  }

  /** Calls `onEnd` once when the credentials of the context count no more. The returned function ends the watch early. */
  hold(context: RequestContext, onEnd: () => void): () => void {
    const timeLeft = (context.expiresAt ?? Infinity) - Date.now();
    const timer = setTimeout(() => this.end(held), Math.min(timeLeft, LONGEST_TIMER)).unref();
    const release = () => {
      clearTimeout(timer);
      this.held.delete(held);
      this.doubtful.delete(held);
    };
    const held: Held = {
      context,
      onEnd: () => {
        release();
        onEnd();
      },
    };
    this.held.add(held);
    // No notification tells of changes between their check and now: look once.
    this.doubt((other) => other === held);
    return release;
  }

  private end(held: Held): void {
    if (this.held.has(held)) held.onEnd();
  }

  private doubt(concerns: (held: Held) => boolean): void {
    for (const held of this.held) if (concerns(held)) this.doubtful.add(held);
    void this.look();
  }

  /** One look at a time. Doubts that come meanwhile, and those that could not be read, wait for the next look. */
  private async look(): Promise<void> {
    if (this.isLooking || this.doubtful.size === 0) return;
    this.isLooking = true;
    const looked = [...this.doubtful];
    this.doubtful.clear();
    try {
      for (const [companyId, held] of Map.groupBy(looked, ({ context }) => context.companyId)) {
        for (const { index } of await this.findEnded(companyId, held)) this.end(held[index] as Held);
      }
      const hashes = looked.flatMap(({ context }) => context.session?.tokenHash ?? []);
      const ended = await this.sessions.findEnded(hashes);
      for (const held of looked) if (ended.has(held.context.session?.tokenHash ?? '')) this.end(held);
    } catch (error) {
      this.logger.warn(`Credentials of streams cannot be checked at the moment: ${(error as Error).message}`);
      for (const held of looked) if (this.held.has(held)) this.doubtful.add(held);
      return;
    } finally {
      this.isLooking = false;
    }
    void this.look();
  }

  private findEnded(companyId: string, held: readonly Held[]): Promise<{ index: number }[]> {
    const contexts = held.map(({ context }) => context);
    return this.database.rows(OWN_WORK_CONTEXT, SELECT_ENDED, [
      companyId,
      contexts.map(({ userId }) => userId),
      contexts.map(({ credentialVersion }) => credentialVersion ?? null),
      contexts.map(({ apiKeyId }) => apiKeyId ?? null),
      // Keys go on, and what was made with more than a password.
      contexts.map(({ signIn }) => (signIn?.method === 'password' ? new Date(signIn.at).toISOString() : null)),
      contexts.map(({ grant }) => grant?.id ?? null),
    ]);
  }
}

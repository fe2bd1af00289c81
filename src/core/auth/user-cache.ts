import { Injectable } from '@nestjs/common';
import type { Role } from '../company-scope/role.js';
import { Database, Statement } from '../database/database.js';
import { Notifications } from '../database/notifications.js';

/** What authentication needs to know of a user. */
export interface UserState {
  role: Role;
  active: boolean;
  credentialVersion: number;
}

interface Entry {
  companyId: string;
  user: UserState | undefined;
  readAt: number;
}

/** The channel on which the trigger of the users table names each changed user. */
const CHANNEL = 'user_changed';
/** Milliseconds: even if a notification were lost, a change counts within a second (decisions 4). */
const MAX_AGE = 900;
const MAX_ENTRIES = 10_000;

const SELECT_USER: Statement = {
  name: 'authentication-user',
  text: `SELECT role, active, credential_version AS "credentialVersion" FROM users WHERE company_id = $1 AND id = $2`,
};

/**
 * The users of recent requests. A change counts at once where it is made (`forget`), on other instances as soon as they
 * hear of it, and while this instance cannot hear, every request reads the user (decisions 4).
 */
@Injectable()
export class UserCache {
  private readonly entries = new Map<string, Entry>();
  /** Raised by every change, so that a read that began before it is not kept. */
  private generation = 0;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {
    notifications.subscribe(
      CHANNEL,
      (userId) => this.forget(userId),
      () => this.forgetAll(),
    );
  }

  async find(companyId: string, userId: string): Promise<UserState | undefined> {
    const entry = this.entries.get(userId);
    if (entry?.companyId === companyId && this.isFresh(entry)) return entry.user;
    const { generation } = this;
    const readAt = performance.now();
    const user = await this.database.row<UserState>({}, SELECT_USER, [companyId, userId]);
    if (generation === this.generation) this.keep(userId, { companyId, user, readAt });
    return user;
  }

  /** To be called once a change of the user is committed, before it is answered. */
  forget(userId: string): void {
    this.generation += 1;
    this.entries.delete(userId);
  }

  private isFresh({ readAt }: Entry): boolean {
    return this.notifications.isListening && performance.now() - readAt < MAX_AGE;
  }

  private forgetAll(): void {
    this.generation += 1;
    this.entries.clear();
  }

  private keep(userId: string, entry: Entry): void {
    this.entries.delete(userId);
    this.entries.set(userId, entry);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value as string);
  }
}

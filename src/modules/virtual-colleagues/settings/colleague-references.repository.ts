import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Role } from '#core/company-scope/role.js';
import { Database } from '#core/database/database.js';
import type { SettingsOverrides } from './colleague-settings.js';

/** Whose filters the rules of a colleague are. */
export interface RuleOwner {
  readonly id: string;
  readonly role: Role;
  readonly active: boolean;
  readonly timezone: string;
}

/** The people and colleagues that the settings of colleagues name. */
@Injectable()
export class ColleagueReferencesRepository {
  constructor(private readonly database: Database) {}

  findOwner({ companyId, ...context }: RequestContext, id: string): Promise<RuleOwner | undefined> {
    const text = `SELECT u.id, u.role, u.active, u.timezone FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    return this.database.row<RuleOwner>(context, { text }, [companyId, id]);
  }

  /** How many of the users are active. */
  async countActiveUsers(tx: TransactionContext, ids: readonly string[]): Promise<number> {
    const text = `SELECT count(*) AS count FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[]) AND u.active`;
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId, ids]))?.count ?? 0;
  }

  /** The roles of those of the colleagues that exist. */
  async findRoles(context: RequestContext, ids: readonly string[]): Promise<string[]> {
    const text = `SELECT c.role FROM virtual_colleagues c WHERE c.company_id = $1 AND c.id = ANY ($2::uuid[])`;
    const rows = await this.database.rows<{ role: string }>(context, { text }, [context.companyId, ids]);
    return rows.map(({ role }) => role);
  }

  /** The settings of all colleagues of the company that delegate by a filter. */
  async findDelegatingSettings(context: RequestContext): Promise<SettingsOverrides[]> {
    const text = `SELECT c.settings FROM virtual_colleagues c
      WHERE c.company_id = $1 AND c.settings -> 'delegation' ->> 'filter' IS NOT NULL`;
    const rows = await this.database.rows<{ settings: SettingsOverrides }>(context, { text }, [context.companyId]);
    return rows.map(({ settings }) => settings);
  }
}

import { Injectable } from '@nestjs/common';
import { EveryHour } from '#core/processes/hourly-work.js';
import { DiskFullError } from '#common/errors/app-error.js';
import { NIL_UUID } from '#common/validation/uuid.js';
import {
  type DatabaseContext,
  OWN_WORK_CONTEXT,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { UserCredentials } from '#modules/users/user-credentials.service.js';
import { BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';

type Account = Pick<UserCredentials, 'companyId' | 'id'>;

const NOBODY: Account = { companyId: NIL_UUID, id: NIL_UUID };

/** From where each user has logged in within 30 days. */
@Injectable()
export class LoginNetworksRepository {
  constructor(private readonly database: Database) {}

  /** Asks the same whether there is such a user or not, so that time does not tell. */
  async isKnown(context: DatabaseContext, { companyId, id }: Account = NOBODY, network: string): Promise<boolean> {
    const text = `SELECT FROM login_networks WHERE company_id = $1 AND user_id = $2 AND network = $3
      AND last_login_at > now() - interval '30 days'`;
    return (await this.database.row(context, { text }, [companyId, id, network])) !== undefined;
  }

  /** A login changes nothing else, and succeeds on a full disk, too. */
  async rememberNetwork(context: DatabaseContext, { companyId, id }: Account, network: string): Promise<void> {
    const text = `INSERT INTO login_networks (company_id, user_id, network, last_login_at) VALUES ($1, $2, $3, now())
      ON CONFLICT (company_id, user_id, network) DO UPDATE SET last_login_at = excluded.last_login_at`;
    await this.database.execute(context, { text }, [companyId, id, network]).catch((error: unknown) => {
      if (!(error instanceof DiskFullError)) throw error;
    });
  }

  /** Takes away from where an erased user has logged in. */
  @BeforeErasure()
  async forget(tx: TransactionContext, { id }: ErasedUser): Promise<void> {
    const text = 'DELETE FROM login_networks WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }

  @EveryHour({ role: 'scheduler' })
  async deleteOld(): Promise<void> {
    const text = `DELETE FROM login_networks WHERE last_login_at <= now() - interval '30 days'`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }
}

import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import { secondFactorOf } from '#schema/factors.js';
import { hasPermission } from '#core/access/permissions.js';
import type { RequestContext, TransactionContext, DatabaseContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { type SignInFacts, toUserResponse, UserResponse, UsersQuery } from './user.dto.js';
import { User } from './user.entity.js';

type UserRow = User & Pick<SignInFacts, 'secondFactor'>;

const SELECT = `SELECT ${columnsOf(User, 'e')}, ${secondFactorOf('e')} AS "secondFactor" FROM users e WHERE`;

/** Seconds until at most `$2` invitations, this one included, are less than a day old. No row: that is so already. */
const SELECT_WAIT_TO_INVITE: Statement = {
  text: `SELECT ceil(extract(epoch FROM mailed.at + interval '1 day' - clock_timestamp()))::integer AS seconds
    FROM users u CROSS JOIN LATERAL unnest(array_append(u.earlier_invitations, u.invited_at)) AS mailed (at)
    WHERE u.company_id = $1 AND u.invited_at > now() - interval '1 day' AND mailed.at > now() - interval '1 day'
    ORDER BY mailed.at DESC OFFSET $2 LIMIT 1`,
};

const NOTE_INVITATION: Statement = {
  text: `UPDATE users SET invited_at = $3, earlier_invitations = ARRAY(
      SELECT mailed.at FROM unnest(array_append(earlier_invitations, invited_at)) AS mailed (at)
      WHERE mailed.at > now() - interval '1 day')
    WHERE company_id = $1 AND id = $2`,
};

export interface CompanyAdministrator {
  readonly id: string;
}

/** Users as others see them; how they sign in, ADMINs and OWNERs alone. */
@Injectable()
export class UsersRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  findAll(context: RequestContext, query: UsersQuery): Promise<List<UserResponse>> {
    const { where, values } = new Conditions()
      .contains(['e.name', 'e.email'], query.search)
      .equals('e.company_id', 'uuid', context.companyId);
    return this.lists.find<UserRow, UserResponse>(context, query, {
      select: `${SELECT} ${where}`,
      values,
      orderBy: 'e.created_at, e.id',
      toItem: (user) => seenBy(context, user),
    });
  }

  async findOne(context: RequestContext, id: string): Promise<UserResponse> {
    const text = `${SELECT} e.company_id = $1 AND e.id = $2`;
    const user = await this.database.row<UserRow>(context, { text }, [context.companyId, id]);
    if (!user) throw new NotFoundError('User');
    return seenBy(context, user);
  }

  /** Nothing where one more invitation may be sent now; `most` are those of a day. */
  findWaitToInvite(tx: TransactionContext, most: number): Promise<{ seconds: number } | undefined> {
    return this.database.row<{ seconds: number }>(tx, SELECT_WAIT_TO_INVITE, [tx.companyId, most]);
  }

  /** Remembers that a locked user is invited anew. */
  async noteInvitation(tx: TransactionContext, userId: string): Promise<void> {
    await this.database.execute(tx, NOTE_INVITATION, [tx.companyId, userId, new Date().toISOString()]);
  }

  findAdministrators(context: DatabaseContext, companyId: string): Promise<CompanyAdministrator[]> {
    const text = `SELECT id FROM users WHERE company_id = $1 AND active AND role IN ('ADMIN', 'OWNER') ORDER BY id`;
    return this.database.rows<CompanyAdministrator>(context, { text }, [companyId]);
  }
}

function seenBy({ role }: RequestContext, user: UserRow): UserResponse {
  return toUserResponse(user, hasPermission(role, 'users:write') ? user : undefined);
}

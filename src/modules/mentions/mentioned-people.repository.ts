import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { selectReaders } from '#schema/project-reach.js';
import type { Mention } from './mention-text.js';

/** Members of a team that are told. */
const MOST_MEMBERS = 200;

interface AddressedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Whom the mentions of a project name: people who reach it, and teams. */
@Injectable()
export class MentionedPeopleRepository {
  constructor(private readonly database: Database) {}

  async findMentioned(context: RequestContext, projectId: string, mentions: readonly string[]): Promise<string[]> {
    const text = `${selectReaders('u.id')} AND u.id = ANY ($3::uuid[])
      UNION (${selectReaders('u.id')} AND u.id IN (
        SELECT tm.user_id FROM team_members tm WHERE tm.company_id = $1 AND tm.team_id = ANY ($3::uuid[]))
      ORDER BY u.id LIMIT ${MOST_MEMBERS})`;
    const values = [context.companyId, projectId, mentions];
    return (await this.database.rows<{ id: string }>(context, { text }, values)).map(({ id }) => id);
  }

  findByAddress(context: RequestContext, projectId: string, addresses: readonly string[]): Promise<AddressedPerson[]> {
    const text = `${selectReaders('u.id, u.name, lower(u.email) AS email')}
      AND lower(u.email) = ANY ($3::text[])`;
    return this.database.rows<AddressedPerson>(context, { text }, [context.companyId, projectId, addresses]);
  }

  async findKnown(context: RequestContext, projectId: string, named: readonly Mention[]): Promise<string[]> {
    if (named.length === 0) return [];
    const idsOf = (type: Mention['type']) => named.filter((mention) => mention.type === type).map(({ id }) => id);
    const text = `${selectReaders('u.id')} AND u.id = ANY ($3::uuid[])
      UNION ALL SELECT t.id FROM teams t WHERE t.company_id = $1 AND t.id = ANY ($4::uuid[])`;
    const values = [context.companyId, projectId, idsOf('user'), idsOf('team')];
    return (await this.database.rows<{ id: string }>(context, { text }, values)).map(({ id }) => id);
  }
}

import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import {
  addressesIn,
  mayMention,
  type Mention,
  mentionsIn,
  replacedInProse,
  withNames,
  withPeople,
} from './mention-text.js';

/** Different people and teams that one text may name. */
const MOST_MENTIONS = 50;
/** Members of a team that are told. */
const MOST_MEMBERS = 200;

/** A text as it is kept, and whom it names: null for nobody. */
export interface ReadText {
  readonly text: string;
  readonly mentions: string[] | null;
}

export { mayMention, mentionsIn, replacedInProse, withNames };

/** Reads whom the texts of a project name. */
@Injectable()
export class Mentions {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * The text with addresses made into mentions. Ids of nobody who reaches the project stay plain text.
   *
   * @throws ValidationError about `field` when it names too many
   */
  async read(context: RequestContext, projectId: string, text: string, field: string): Promise<ReadText> {
    if (!mayMention(text)) return { text, mentions: null };
    const kept = await this.withPeople(context, projectId, text);
    const named = mentionsIn(kept);
    if (named.length > MOST_MENTIONS) throw new ValidationError({ [field]: `At most ${MOST_MENTIONS} mentions` });
    const known = new Set(await this.findKnown(context, projectId, named));
    const mentions = named.map(({ id }) => id).filter((id) => known.has(id));
    return { text: kept, mentions: mentions.length > 0 ? mentions : null };
  }

  /** The people that mentions stand for: the people themselves, and the members of the teams who reach the project. */
  async findPeople(context: RequestContext, projectId: string, mentions: readonly string[]): Promise<string[]> {
    if (mentions.length === 0) return [];
    const text = `${this.access.selectReaders('u.id')} AND u.id = ANY ($3::uuid[])
      UNION (${this.access.selectReaders('u.id')} AND u.id IN (
        SELECT tm.user_id FROM team_members tm WHERE tm.company_id = $1 AND tm.team_id = ANY ($3::uuid[]))
      ORDER BY u.id LIMIT ${MOST_MEMBERS})`;
    const values = [context.companyId, projectId, mentions];
    return (await this.database.rows<{ id: string }>(context, { text }, values)).map(({ id }) => id);
  }

  private async withPeople(context: RequestContext, projectId: string, text: string): Promise<string> {
    const addresses = addressesIn(text);
    if (addresses.length === 0) return text;
    const select = `${this.access.selectReaders('u.id, u.name, lower(u.email) AS email')}
      AND lower(u.email) = ANY ($3::text[])`;
    const values = [context.companyId, projectId, addresses];
    const people = await this.database.rows<{ id: string; name: string; email: string }>(
      context,
      { text: select },
      values,
    );
    return withPeople(text, new Map(people.map((person) => [person.email, person])));
  }

  private async findKnown(context: RequestContext, projectId: string, named: readonly Mention[]): Promise<string[]> {
    if (named.length === 0) return [];
    const idsOf = (type: Mention['type']) => named.filter((mention) => mention.type === type).map(({ id }) => id);
    const text = `${this.access.selectReaders('u.id')} AND u.id = ANY ($3::uuid[])
      UNION ALL SELECT t.id FROM teams t WHERE t.company_id = $1 AND t.id = ANY ($4::uuid[])`;
    const values = [context.companyId, projectId, idsOf('user'), idsOf('team')];
    return (await this.database.rows<{ id: string }>(context, { text }, values)).map(({ id }) => id);
  }
}

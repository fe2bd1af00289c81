import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import {
  addressesIn,
  firstColleagueIn,
  mayMention,
  mentionsIn,
  replacedInProse,
  withColleagues,
  withNames,
  withPeople,
} from './mention-text.js';
import { MentionedPeopleRepository } from './mentioned-people.repository.js';

/** Different people and teams that one text may name. */
const MOST_MENTIONS = 50;

/** A text as it is kept, and whom it names: null for nobody. */
export interface ReadText {
  readonly text: string;
  readonly mentions: string[] | null;
}

export { firstColleagueIn, mayMention, mentionsIn, replacedInProse, withColleagues, withNames };

/** Reads whom the texts of a project name. */
@Injectable()
export class Mentions {
  constructor(private readonly people: MentionedPeopleRepository) {}

  /**
   * The text with addresses made into mentions. Ids of nobody who reaches the project stay plain text.
   *
   * @throws ValidationError about `field` when it names too many
   */
  async readText(context: RequestContext, projectId: string, text: string, field: string): Promise<ReadText> {
    if (!mayMention(text)) return { text, mentions: null };
    const kept = await this.withPeople(context, projectId, text);
    const named = this.requireFew(kept, field);
    const known = new Set(await this.people.findKnown(context, projectId, named));
    const mentions = named.map(({ id }) => id).filter((id) => known.has(id));
    return { text: kept, mentions: mentions.length > 0 ? mentions : null };
  }

  /** The mentions in a text. @throws ValidationError about `field` when it names too many */
  requireFew(text: string, field: string): ReturnType<typeof mentionsIn> {
    const named = mentionsIn(text);
    if (named.length > MOST_MENTIONS) throw new ValidationError({ [field]: `At most ${MOST_MENTIONS} mentions` });
    return named;
  }

  /** The people that mentions stand for: the people themselves, and the members of the teams who reach the project. */
  async findPeople(context: RequestContext, projectId: string, mentions: readonly string[]): Promise<string[]> {
    return mentions.length === 0 ? [] : this.people.findMentioned(context, projectId, mentions);
  }

  private async withPeople(context: RequestContext, projectId: string, text: string): Promise<string> {
    const addresses = addressesIn(text);
    if (addresses.length === 0) return text;
    const people = await this.people.findByAddress(context, projectId, addresses);
    return withPeople(text, new Map(people.map((person) => [person.email, person])));
  }
}

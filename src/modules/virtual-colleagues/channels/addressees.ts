import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { ActionType } from '../settings/action-types.js';
import type { ColleagueRow } from '../virtual-colleagues.repository.js';
import { AddresseesRepository } from './addressees.repository.js';

/** What decides who is told of an action. */
export interface AddressedAction {
  readonly type: ActionType;
  readonly userId: string | null;
  /** Whether it goes to the leads of a project. */
  readonly isToLeads: boolean;
  /** All projects that the message tells of. */
  readonly projectIds: readonly string[];
}

/** Who is told of an action, besides the chat. */
export interface Addressed {
  readonly mail: readonly string[];
  readonly inbox: string | null;
}

type Addressing = Pick<ColleagueRow, 'id' | 'ownerId' | 'notifications'>;

/** Whom colleagues mail, and whose inbox they write to. */
@Injectable()
export class Addressees {
  constructor(
    private readonly users: AddresseesRepository,
    private readonly access: ProjectAccess,
  ) {}

  /** One for each action, in their order. Users who are inactive, have muted the colleague or do not reach a project are left out. */
  async findAddressees(
    tx: TransactionContext,
    colleague: Addressing,
    actions: readonly AddressedAction[],
  ): Promise<Addressed[]> {
    const wanted = actions.map((action) => wantedBy(colleague, action));
    const userIds = await this.users.findWilling(tx, colleague.id, [
      ...new Set(wanted.flatMap(({ mail, inbox }) => (inbox === null ? mail : [...mail, inbox]))),
    ]);
    if (userIds.length === 0) return wanted.map(() => ({ mail: [], inbox: null }));
    const reach = await this.access.findReach(tx, userIds, [
      ...new Set(actions.flatMap((action) => action.projectIds)),
    ]);
    return actions.map(({ projectIds }, index) => {
      const { mail, inbox } = wanted[index] as Addressed;
      const reaches = (userId: string) => {
        const reached = reach.get(userId);
        return (
          reached !== undefined && userIds.includes(userId) && projectIds.every((id) => reached.projectIds.has(id))
        );
      };
      return { mail: mail.filter(reaches), inbox: inbox !== null && reaches(inbox) ? inbox : null };
    });
  }
}

/** Reports that go to no lead concern nobody in particular, so they are mailed to the owner. */
function wantedBy(
  { ownerId, notifications: { mail, inbox } }: Addressing,
  { type, userId, isToLeads }: AddressedAction,
): Addressed {
  const concerned = userId === null ? [] : [userId];
  const ofPeople = type === 'report' && !isToLeads ? [ownerId] : concerned;
  const mailed = mail === undefined ? [] : mail.to === 'people' ? ofPeople : mail.to;
  return { mail: mailed, inbox: inbox === true ? userId : null };
}

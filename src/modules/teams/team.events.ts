import { NamedReference } from '#common/http/named-reference.dto.js';
import { ChangesData } from '#core/events/changes.dto.js';
import type { EventGroup } from '#core/events/event.hooks.js';
import { TeamMemberData, TeamResponse } from './team.dto.js';

/** The team after the change, and who came or went. */
type TeamMemberEventData = TeamResponse & { member: NamedReference };

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'team.created': TeamResponse;
    'team.updated': TeamResponse & { changes: Changes };
    'team.member_added': TeamMemberEventData;
    'team.member_removed': TeamMemberEventData;
  }
}

const MIA: TeamResponse['members'][number] = {
  id: '019df252-5b80-7000-8000-000000000101',
  name: 'Mia Sommer',
  role: 'MEMBER',
};
const LEO: NamedReference = { id: '019df252-5b80-7000-8000-000000000102', name: 'Leo Winter' };

const EXAMPLE: TeamResponse = {
  id: '019df252-5b80-7000-8000-000000000301',
  name: 'Checkout',
  description: null,
  members: [MIA],
  createdAt: '2026-04-01T08:00:00.000Z',
  updatedAt: '2026-05-04T09:30:00.000Z',
};

export const TEAM_EVENTS: EventGroup = {
  resource: { dto: TeamResponse, example: EXAMPLE },
  events: {
    'team.created': { description: 'A team is created', example: { members: [] } },
    'team.updated': {
      description: 'A team is updated',
      adds: ChangesData,
      example: { changes: { name: { from: 'Payments', to: 'Checkout' } } },
    },
    'team.member_added': {
      description: 'A member is added to a team',
      adds: TeamMemberData,
      example: { members: [{ ...LEO, role: 'MEMBER' }, MIA], member: LEO },
    },
    'team.member_removed': {
      description: 'A member is removed from a team',
      adds: TeamMemberData,
      example: { member: LEO },
    },
  },
};

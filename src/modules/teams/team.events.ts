import type { TeamResponse } from './team.dto.js';

/** The team after the change, and who came or went. */
type TeamMemberEventData = TeamResponse & { member: { id: string; name: string } };

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'team.created': TeamResponse;
    'team.updated': TeamResponse & { changes: Changes };
    'team.member_added': TeamMemberEventData;
    'team.member_removed': TeamMemberEventData;
  }
}

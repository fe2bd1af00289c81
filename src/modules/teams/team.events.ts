import type { NamedReference } from '../../common/http/named-reference.dto.js';
import type { TeamResponse } from './team.dto.js';

/** The team after the change, and who came or went. */
type TeamMemberEventData = TeamResponse & { member: NamedReference };

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'team.created': TeamResponse;
    'team.updated': TeamResponse & { changes: Changes };
    'team.member_added': TeamMemberEventData;
    'team.member_removed': TeamMemberEventData;
  }
}

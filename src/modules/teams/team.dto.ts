import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Reference } from '#common/http/response.decorators.js';
import { TrimmedText, Text, Uuid } from '#common/validation/fields.js';
import { type Role, ROLES } from '#core/company-scope/role.js';
import type { Team } from './team.entity.js';
import type { ReadBack } from '#core/http/read-back.js';

export class CreateTeam {
  /** What it is called. */
  @TrimmedText('required')
  name: string;

  /** What it is about, in Markdown. */
  @Text('optional')
  description?: string;
}

export class UpdateTeam {
  /** What it is called. */
  @TrimmedText('changeable')
  name?: string;

  /** What it is about, in Markdown. */
  @Text('clearable')
  description?: string | null;
}

export class AddTeamMember {
  /** An active user. */
  @Uuid('required')
  userId: string;
}

export class TeamMemberResponse {
  @Reference({ description: 'The user' })
  id: string;

  /** Name of the user. */
  name: string;

  /** The user's role in the company; a team has none of its own. */
  @ApiProperty({ enum: [...ROLES], enumName: 'Role' })
  role: Role;
}

export class TeamResponse extends ResourceResponse {
  /** What it is called. */
  name: string;

  /** What it is about, in Markdown. */
  description: string | null;

  /** By name and then by id. */
  members: TeamMemberResponse[];
}

export const TEAM_READ_BACK: ReadBack<TeamResponse, UpdateTeam> = {
  id: 'same',
  members: 'same',
  createdAt: 'same',
  updatedAt: 'any',
};

/** What the data of `team.member_*` has besides the team. */
export class TeamMemberData {
  /** Who came or went. */
  member: NamedReference;
}

/** The members come last: a long list may give them in parts. */
export function toTeamResponse(team: Team & { members: TeamMemberResponse[] }): TeamResponse {
  const { id, name, description, members, createdAt, updatedAt } = team;
  return { id, name, description, createdAt, updatedAt, members };
}

import { ApiProperty } from '@nestjs/swagger';
import { UNTIMED, type Versioned } from '#common/http/entity-tag.js';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Reference, WholeNumber } from '#common/http/response.decorators.js';
import { PageQuery } from '#common/http/page.query.js';
import { Matching, TrimmedText, OneOf, Text, Uuid } from '#common/validation/fields.js';
import { OneOfListParameter, SearchParameter, UuidListParameter } from '#common/validation/parameters.js';
import { PROJECT_KEY } from './project-key.js';
import { PROJECT_MEMBER_ROLES, type ProjectMemberRole } from './project-member.entity.js';
import { WATCH_LEVELS, type WatchLevel } from './project-watch.entity.js';
import { type Project, PROJECT_STATUSES, type ProjectStatus } from './project.entity.js';
import type { ReadBack } from '#core/http/read-back.js';

export class CreateProject {
  /** What it is called. */
  @TrimmedText('required')
  name: string;

  /** What it is about, in Markdown. */
  @Text('optional')
  description?: string;

  /** Unique in the company and never changed; made from the name unless given. */
  @Matching('optional', PROJECT_KEY, 'Must be 2 to 10 characters of A-Z and 0-9, the first a letter')
  key?: string;

  /** The team whose members reach the project; null when all of the company do. */
  @Uuid('optional')
  teamId?: string;
}

export class UpdateProject {
  /** What it is called. */
  @TrimmedText('changeable')
  name?: string;

  /** What it is about, in Markdown. */
  @Text('clearable')
  description?: string | null;

  /** The team whose members reach the project; null when all of the company do. */
  @Uuid('clearable')
  teamId?: string | null;
}

export class ProjectsQuery extends PageQuery {
  /** Only those in these states. */
  @OneOfListParameter(PROJECT_STATUSES)
  status?: ProjectStatus[];

  /** Only those of these teams. */
  @UuidListParameter({ orNull: true })
  teamId?: string[];

  /** Only those whose name or key holds every term, in any case. */
  @SearchParameter()
  search?: string;
}

export class SetProjectMember {
  /** Default `member` for a new member. */
  @OneOf('changeable', PROJECT_MEMBER_ROLES, 'ProjectMemberRole')
  role?: ProjectMemberRole;
}

export class ProjectMemberResponse {
  @Reference({ description: 'The user' })
  id: string;

  /** Name of the user. */
  name: string;

  /** `lead`, or `member`. */
  @ApiProperty({ enum: [...PROJECT_MEMBER_ROLES], enumName: 'ProjectMemberRole' })
  role: ProjectMemberRole;
}

/** A project as lists show it. */
export class ProjectResponse extends ResourceResponse {
  /** First part of the `tid` of its tasks. */
  key: string;

  /** What it is called. */
  name: string;

  /** What it is about, in Markdown. */
  description: string | null;

  /** `archived` projects cannot be changed. */
  @ApiProperty({ enum: [...PROJECT_STATUSES], enumName: 'ProjectStatus' })
  status: ProjectStatus;

  /** The team whose members reach the project; null when all of the company do. */
  @Reference({ nullable: true })
  teamId: string | null;

  /** All of its tasks, whatever their status. */
  @WholeNumber({ minimum: 0 })
  taskCount: number;
}

/** A project by itself. */
export class ProjectDetailResponse extends ProjectResponse {
  /** Its own members and, as `member`, those of its team; by name and then by id. */
  members: ProjectMemberResponse[];

  /** How much of it the caller is told. */
  @ApiProperty({ enum: [...WATCH_LEVELS], enumName: 'WatchLevel' })
  watchLevel: WatchLevel;
}

export const PROJECT_READ_BACK: ReadBack<ProjectDetailResponse, UpdateProject> = {
  id: 'same',
  key: 'same',
  status: 'same',
  members: 'same',
  createdAt: 'same',
  updatedAt: 'any',
  taskCount: 'any',
  watchLevel: 'any',
};

export class WatchProject {
  /** `all` tasks, those one takes part in, or `none` but what is assigned to one, taken away or mentions one. */
  @OneOf('required', WATCH_LEVELS, 'WatchLevel')
  level: WatchLevel;
}

export class ProjectWatchResponse {
  /** How much of the project the caller is told. */
  @ApiProperty({ enum: [...WATCH_LEVELS], enumName: 'WatchLevel' })
  level: WatchLevel;
}

export function toProjectResponse(project: Project & { taskCount: number }): ProjectResponse & Versioned {
  const { id, key, name, description, status, teamId, taskCount, createdAt, updatedAt } = project;
  // A deleted team is taken from its projects, of which there is no event.
  return { id, key, name, description, status, teamId, taskCount, createdAt, updatedAt, [UNTIMED]: teamId };
}

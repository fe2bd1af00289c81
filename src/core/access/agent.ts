import type { Role } from '../company-scope/role.js';
import type { Permission } from './permissions.js';

/** The virtual colleague that an API key belongs to. */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly role: 'agent' | 'agent_orchestrator';
  /** False: the colleague is disabled, so that its keys read only. */
  readonly isEnabled: boolean;
  /** The role of the key's user; it decides which projects the key reaches. */
  readonly userRole: Role;
  /** The work that the request names in `X-Work`. */
  readonly workId?: string;
  /** False while the service itself writes for the agent, as when work is taken or ends: no fence asks then. */
  readonly isFenced: boolean;
}

/** What an agent's key writes: what belongs to the company is not among it. */
const WRITABLE: ReadonlySet<Permission> = new Set<Permission>([
  'company-data:read',
  'projects:write',
  'tasks:write',
  'comments:write',
  'attachments:write',
  'epics:write',
  'sprints:write',
  'time-entries:write',
  'work:do',
]);

/** An agent's key may do what a MEMBER may, at most. */
export function roleOfAgent(role: Role): Role {
  return role === 'VIEWER' ? 'VIEWER' : 'MEMBER';
}

export function mayUse({ isEnabled }: Agent, permission: Permission, method: string): boolean {
  return WRITABLE.has(permission) && (isEnabled || permission === 'company-data:read' || method === 'GET');
}

/** A virtual colleague, as events and histories name it. */
export interface ColleagueActor {
  readonly id: string;
  readonly name: string;
  readonly userId: string;
  /** Null for a scan, which has none. */
  readonly apiKeyId: string | null;
}

/**
 * A recurrence or a connection to a forge, as events and histories name it. `userId` is the person that a recurrence acts for,
 * or who did it at the forge, if that is a user here.
 */
export interface AutomationActor {
  readonly type: 'recurrence' | 'integration';
  readonly id: string;
  readonly name: string;
  readonly userId: string | null;
}

/** Who wrote something: a user, by a key of the colleague if there is one. */
export interface Author {
  readonly userId: string;
  /** Null for a person. */
  readonly colleagueId: string | null;
}

interface ActingAgent {
  readonly agent?: Agent;
  readonly automation?: AutomationActor;
  readonly userId: string;
  readonly apiKeyId?: string;
}

/** What a request came with. */
interface Holding {
  readonly apiKeyId?: string | undefined;
  readonly grant?: { readonly id: string } | undefined;
}

/** What holds the works that it takes: its key, or the grant of the program that acts as it. */
export function holderOf({ apiKeyId, grant }: Holding): string | undefined {
  return apiKeyId ?? grant?.id;
}

/** The colleague or the automation that acts; null for a person. */
export function colleagueActor({
  agent,
  automation,
  userId,
  apiKeyId,
}: ActingAgent): ColleagueActor | AutomationActor | null {
  if (automation) return automation;
  return agent ? { id: agent.id, name: agent.name, userId, apiKeyId: apiKeyId ?? null } : null;
}

/** Whether it is the caller's own: neither a person nor another agent has what an agent wrote, nor it theirs. */
export function isOwn({ userId, agent }: ActingAgent, author: Author): boolean {
  return author.userId === userId && author.colleagueId === (agent?.id ?? null);
}

/** As `colleagueActor`, as JSON. */
export function actorColleague(acting: ActingAgent): string | null {
  const actor = colleagueActor(acting);
  return actor && JSON.stringify(actor);
}

import type { Role } from '#core/company-scope/role.js';

/** Why a tool failed, and what to do about it. `holdsText`: the message quotes text of people. */
export class ToolError extends Error {
  constructor(
    message: string,
    readonly holdsText = false,
  ) {
    super(message);
  }

  /** The same after a first part of the tool's work was done. */
  after(done: string): ToolError {
    return new ToolError(`${done}; that stays. Then: ${this.message}`, this.holdsText);
  }
}

/** An error body of the API, in either shape. */
interface ErrorBody {
  readonly error?:
    string | { readonly message: string; readonly details?: Record<string, string>; readonly traceId: string };
}

/** What the tools call fields of the API. */
const PARAMETERS: Record<string, string> = {
  taskId: 'task',
  projectId: 'project',
  assigneeId: 'assignee',
  sprintId: 'sprint',
  epicId: 'epic',
  parentId: 'parent',
  labelIds: 'labels',
  beforeId: 'before',
  afterId: 'after',
  ids: 'tasks',
  tasks: 'create',
};

/** A refusal of the API, with what an agent can do about it. */
export function refusedByApi(status: number, body: ErrorBody, role: Role): ToolError {
  const { error = 'No answer' } = body;
  const { message, details, traceId } = typeof error === 'string' ? { message: error } : error;
  // What the API names in quotes is a name that people gave.
  return new ToolError(`${problem(message, details)} ${advice(status, role, traceId)}`.trim(), message.includes('"'));
}

function problem(message: string, details?: Record<string, string>): string {
  if (!details) return message.endsWith('.') ? message : `${message}.`;
  const fields = Object.entries(details).map(([field, rule]) => `${parameterOf(field)}: ${rule}`);
  return `Not accepted: ${fields.join('; ')}.`;
}

/** Names of fields may be dotted (`tasks.3.assigneeId`). */
function parameterOf(field: string): string {
  return field
    .split('.')
    .map((name) => PARAMETERS[name] ?? name)
    .join('.');
}

function advice(status: number, role: Role, traceId: string | undefined): string {
  if (status === 400) return 'Correct it and call again.';
  if (status === 401) return 'Ask the user for credentials that are valid.';
  if (status === 403) return `The user's role is ${role}, which may not do this: do not try again, tell the user.`;
  if (status === 404)
    return 'It does not exist, or the user does not reach it: find_tasks and get_context show what there is.';
  if (status === 409) return 'Look at how things are now before you try anything else.';
  if (status === 429) return 'Wait that long, then call again.';
  if (status === 503) return 'Try again in a few seconds; if that does not help, tell the user.';
  return `Report the trace id ${traceId ?? 'of the answer'} to the operator if it happens again.`;
}

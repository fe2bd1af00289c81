import { folded } from '#common/text/folded.js';
import { isUuid } from '#common/validation/uuid.js';
import type { ApiCalls, Query } from './api-calls.js';
import { type Candidate, choose } from './choose.js';
import { ToolError } from './tool-error.js';

/** How many things of a kind are looked through for a name. */
const LOOKED_THROUGH = 200;
const TID = /^[a-z][a-z0-9]{1,9}-[1-9]\d*$/i;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Null: of the company. */
interface NamedTemplate extends Named {
  readonly projectId: string | null;
}

interface Project extends Named {
  readonly key: string;
}

interface ProjectDetail {
  readonly teamId: string | null;
  readonly members: readonly Named[];
}

export interface User extends Named {
  readonly email: string;
  readonly role: string;
  readonly active: boolean;
}

/** A task, as far as it is known. Of a task that was named by its id, only that is known; `tid` is the id then. */
export interface NamedTask {
  readonly id: string;
  readonly tid: string;
  readonly projectId?: string;
}

/** What hangs on a project. */
interface Planned extends Named {
  readonly projectId: string;
  readonly status?: string;
}

/** What a person would say, as the ids that the API takes. One object for each call of a tool. */
export class Names {
  private readonly found = new Map<string, Promise<unknown>>();

  constructor(private readonly api: ApiCalls) {}

  /** The id of a project by its key, name or id. */
  project(said: string): Promise<string> {
    return this.lookUp('project', said, async () => {
      const { data } = await this.api.page<Project>('/projects', LOOKED_THROUGH, { search: said });
      return data.map(({ id, key, name }) => ({ id, names: [key, name], shown: `${key} ${quote(name)}` }));
    });
  }

  /** The id of a user by name, e-mail, id or `me`; null for `none`. Who is deactivated only counts while nobody else does. */
  person(said: string): Promise<string | null> {
    if (isNone(said)) return Promise.resolve(null);
    if (said.toLowerCase() === 'me') return Promise.resolve(this.api.userId);
    return this.lookUp('person', said, async () => {
      const { data } = await this.api.page<User>('/users', LOOKED_THROUGH, { search: said });
      const active = data.filter((user) => user.active);
      return (active.length > 0 ? active : data).map(({ id, name, email }) => {
        return { id, names: [name, email], shown: `${quote(name)} (${email})` };
      });
    });
  }

  /** The id of a sprint by name or id; null for `none`. */
  sprint(said: string, projectId?: string): Promise<string | null> {
    return this.planned('sprint', said, projectId);
  }

  /** The id of an epic by name or id; null for `none`. */
  epic(said: string, projectId?: string): Promise<string | null> {
    return this.planned('epic', said, projectId);
  }

  /** The id of a template by name or id: of the project, else of the company. */
  template(said: string, projectId: string): Promise<string> {
    const read = async () => {
      const { data } = await this.api.page<NamedTemplate>('/templates', LOOKED_THROUGH, { projectId });
      const own = new Set(data.filter((one) => one.projectId !== null).map(({ name }) => folded(name)));
      return data.filter((one) => one.projectId !== null || !own.has(folded(one.name))).map(toCandidate);
    };
    return this.lookUp('template', said, read, projectId);
  }

  colleague(said: string): Promise<string> {
    return this.lookUp('colleague', said, async () => {
      const { data } = await this.api.page<Named>('/virtual-colleagues', LOOKED_THROUGH);
      return data.map(toCandidate);
    });
  }

  label(said: string): Promise<string> {
    return this.lookUp('label', said, async () => {
      const { data } = await this.api.page<Named>('/labels', LOOKED_THROUGH, { search: said });
      return data.map(toCandidate);
    });
  }

  /** The ids of labels; several names are looked for together, as far as that is possible. */
  async labels(said: readonly string[]): Promise<string[]> {
    const names = said.filter((name) => !isUuid(name));
    if (names.length > 1) {
      const { data } = await this.once('all labels', () => this.api.page<Named>('/labels', LOOKED_THROUGH));
      for (const { id, name } of data) this.remember('label', name, id);
    }
    return Promise.all(said.map((name) => this.label(name)));
  }

  /** A task by its tid or id. */
  async task(said: string): Promise<NamedTask> {
    const [task] = await this.tasks([said]);
    return task as NamedTask;
  }

  /** Tasks by their tids or ids, in that order. */
  async tasks(said: readonly string[]): Promise<NamedTask[]> {
    const malformed = said.find((name) => !isUuid(name) && !TID.test(name));
    if (malformed !== undefined) {
      throw new ToolError(
        `${quote(malformed)} is no task: give a tid such as WEB-12, or an id. find_tasks searches by text.`,
        true,
      );
    }
    const wanted = new Set(said.filter((name) => !isUuid(name)).map((name) => name.toUpperCase()));
    const unread = [...wanted].filter((tid) => !this.found.has(keyOf('task', tid)));
    for (let from = 0; from < unread.length; from += LOOKED_THROUGH) {
      const query: Query = { tid: unread.slice(from, from + LOOKED_THROUGH), fields: 'id,tid,projectId' };
      const { data } = await this.api.page<NamedTask>('/tasks', LOOKED_THROUGH, query);
      for (const task of data) this.remember('task', task.tid, task);
    }
    // A task that has left its project is found by its old tid, too.
    for (const tid of unread.filter((one) => !this.found.has(keyOf('task', one)))) {
      const { data } = await this.api.page<NamedTask>('/tasks', 1, { tid: [tid], fields: 'id,tid,projectId' });
      if (data[0]) this.remember('task', tid, data[0]);
    }
    return Promise.all(said.map((name) => this.readTask(name)));
  }

  /** The id of the project that a task is in. */
  async projectOf({ id, projectId }: NamedTask): Promise<string> {
    return projectId ?? (await this.api.get<Required<NamedTask>>(`/tasks/${id}`)).projectId;
  }

  /** The active people who reach a project. */
  readersOf(projectId: string): Promise<User[]> {
    return this.once(keyOf('readers', projectId), async () => {
      const { data } = await this.api.page<User>('/users', LOOKED_THROUGH);
      const { teamId, members } = await this.api.get<ProjectDetail>(`/projects/${projectId}`);
      const memberIds = new Set(members.map(({ id }) => id));
      const isOpen = ({ role }: User) => teamId === null || role === 'OWNER' || role === 'ADMIN';
      return data.filter((user) => user.active && (isOpen(user) || memberIds.has(user.id)));
    });
  }

  private readTask(said: string): Promise<NamedTask> {
    return this.once(keyOf('task', said), () => {
      if (isUuid(said)) return { id: said.toLowerCase(), tid: said };
      throw new ToolError(
        `There is no task ${said.toUpperCase()}, or the user does not reach it. find_tasks shows what there is.`,
      );
    });
  }

  private planned(kind: 'sprint' | 'epic', said: string, projectId?: string): Promise<string | null> {
    if (isNone(said)) return Promise.resolve(null);
    return this.lookUp(
      kind,
      said,
      async () => {
        const { data, meta } = await this.api.page<Planned>(`/${kind}s`, LOOKED_THROUGH, { projectId });
        const { total } = meta.pagination;
        if (total > LOOKED_THROUGH) {
          throw new ToolError(
            `There are ${total} ${kind}s: say the project, too, or give the ${kind}'s id (get_plan shows it).`,
          );
        }
        return data.map(({ id, name, status }) => ({
          id,
          names: [name],
          shown: `${quote(name)}${status === undefined ? '' : ` (${status})`}`,
        }));
      },
      projectId,
    );
  }

  private lookUp(kind: string, said: string, read: () => Promise<Candidate[]>, scope = ''): Promise<string> {
    if (isUuid(said)) return Promise.resolve(said);
    return this.once(keyOf(kind, said, scope), async () => choose(kind, said, await read()));
  }

  private remember(kind: string, said: string, found: unknown): void {
    this.found.set(keyOf(kind, said), Promise.resolve(found));
  }

  private once<Found>(key: string, find: () => Found | Promise<Found>): Promise<Found> {
    const found = this.found.get(key) ?? Promise.resolve().then(find);
    this.found.set(key, found);
    return found as Promise<Found>;
  }
}

export function isNone(said: string): boolean {
  return said.toLowerCase() === 'none';
}

function keyOf(kind: string, said: string, scope = ''): string {
  return `${kind} ${scope} ${folded(said.trim())}`;
}

function toCandidate({ id, name }: Named): Candidate {
  return { id, names: [name], shown: quote(name) };
}

/** So that a name cannot be taken for anything but a name. */
function quote(name: string): string {
  return JSON.stringify([...name].length > 100 ? `${[...name].slice(0, 100).join('')}…` : name);
}

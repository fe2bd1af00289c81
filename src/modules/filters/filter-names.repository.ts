import { Injectable } from '@nestjs/common';
import { isUuid } from '#common/validation/uuid.js';
import { folded } from '#common/text/folded.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { Kind } from './language/filter-fields.js';
import { addTo } from '#common/collections/add-to.js';

/** What is looked up in the database: options are part of their fields. */
export type NamedKind = Exclude<Kind, 'option'>;

/** A thing as filters name it. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
  /** Other things of the company have the same name. */
  readonly isShared: boolean;
  readonly isReachable: boolean;
}

interface Source {
  readonly table: string;
  readonly name: string;
  /** What people may call it by, besides its id. */
  readonly names: readonly string[];
  /** The column of its project; null when it belongs to the company. */
  readonly projectId: string | null;
}

const named = { name: 'x.name', names: ['x.name'] };

const SOURCES: Record<NamedKind, Source> = {
  project: { table: 'projects', name: 'x.key', names: ['x.key', 'x.name'], projectId: 'x.id' },
  team: { table: 'teams', ...named, projectId: null },
  user: { table: 'users', name: 'x.name', names: ['x.name', 'x.email'], projectId: null },
  sprint: { table: 'sprints', ...named, projectId: 'x.project_id' },
  epic: { table: 'epics', ...named, projectId: 'x.project_id' },
  label: { table: 'labels', ...named, projectId: null },
  recurrence: { table: 'recurrences', ...named, projectId: 'x.project_id' },
  colleague: { table: 'virtual_colleagues', ...named, projectId: null },
  task: { table: 'tasks', name: 'x.tid', names: ['x.tid'], projectId: 'x.project_id' },
};

export const NAMED_KINDS = Object.keys(SOURCES) as NamedKind[];

/** Names that a mistyped one is compared with. */
const MOST_COMPARED = 2_000;

/** Looks up what the values of a filter name. */
@Injectable()
export class FilterNamesRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** The ids of what is called so within the caller's reach, by the name as it is compared. */
  async findIds(context: RequestContext, kind: NamedKind, given: readonly string[]): Promise<Map<string, string[]>> {
    const { table, names } = SOURCES[kind];
    const called = names.map(
      (column) => `SELECT x.id, folded(${column}) AS called FROM ${table} x
      WHERE x.company_id = $1 AND folded(${column}) = ANY ($3::text[]) AND ${this.isReachable(context, kind)}`,
    );
    const values = [...this.access.parametersOf(context), given.map((name) => folded(name))];
    const text = `SELECT id, called FROM (${called.join(' UNION ')}) found ORDER BY id`;
    const rows = await this.database.rows<{ id: string; called: string }>(context, { text }, values);
    const ids = new Map<string, string[]>();
    for (const { id, called: name } of rows) addTo(ids, name, id);
    const unknown = given.map((name) => folded(name)).filter((name) => !ids.has(name));
    if (kind === 'task' && unknown.length > 0) await this.addFormer(context, unknown, ids);
    return ids;
  }

  /** Tasks that were called so in projects that they have left. */
  private async addFormer(
    context: RequestContext,
    given: readonly string[],
    ids: Map<string, string[]>,
  ): Promise<void> {
    const text = `SELECT x.id, folded(ft.tid) AS called FROM task_former_tids ft
      JOIN tasks x ON x.company_id = ft.company_id AND x.id = ft.task_id
      WHERE ft.company_id = $1 AND ft.tid = ANY ($3::text[]) AND ${this.isReachable(context, 'task')}`;
    const values = [...this.access.parametersOf(context), given.map((name) => name.toUpperCase())];
    const rows = await this.database.rows<{ id: string; called: string }>(context, { text }, values);
    for (const { id, called } of rows) addTo(ids, called, id);
  }

  /** What the ids belong to; ids of nothing are left out. */
  async findThings(context: RequestContext, kind: NamedKind, ids: readonly string[]): Promise<Map<string, NamedThing>> {
    const { table, name, names } = SOURCES[kind];
    const called = names.map((column) => `folded(${column.replace('x.', 'o.')}) = folded(${name})`).join(' OR ');
    const text = `SELECT x.id, ${name} AS name, ${this.isReachable(context, kind)} AS "isReachable",
        EXISTS (SELECT 1 FROM ${table} o WHERE o.company_id = $1 AND (${called}) AND o.id <> x.id)
          AS "isShared"
      FROM ${table} x WHERE x.company_id = $1 AND x.id = ANY ($3::uuid[])`;
    const values = [...this.access.parametersOf(context), ids.filter(isUuid)];
    const rows = await this.database.rows<NamedThing>(context, { text }, values);
    return new Map(rows.map((thing) => [thing.id, thing]));
  }

  /** Names of such things within the caller's reach, for a suggestion. */
  async findNames(context: RequestContext, kind: NamedKind): Promise<string[]> {
    const { table, names } = SOURCES[kind];
    const text = `SELECT ${names.join(', ')} FROM ${table} x
      WHERE x.company_id = $1 AND ${this.isReachable(context, kind)} ORDER BY x.id DESC LIMIT ${MOST_COMPARED}`;
    const rows = await this.database.rows<Record<string, string>>(context, { text }, this.access.parametersOf(context));
    return rows.flatMap((row) => Object.values(row));
  }

  /** The ids that stand in stored filters: `select` gives these as a column `filter`. */
  async findIdsInTexts(context: RequestContext, select: string, values: readonly unknown[]): Promise<string[]> {
    // A regular expression would take ten times as long.
    const text = `SELECT DISTINCT right(word, 36) AS id FROM (SELECT DISTINCT filter FROM (${select}) held) texts
        CROSS JOIN LATERAL unnest(string_to_array(translate(filter, '(),', '   '), ' ')) word
      WHERE right(word, 36) LIKE '________-____-____-____-____________'`;
    const found = await this.database.rows<{ id: string }>(context, { text }, [...values]);
    return found.map(({ id }) => id.toLowerCase()).filter(isUuid);
  }

  private isReachable(context: RequestContext, kind: NamedKind): string {
    const { projectId } = SOURCES[kind];
    return projectId
      ? this.access.conditionOnMany(context, projectId)
      : '($1::uuid IS NOT NULL AND $2::uuid IS NOT NULL)';
  }
}

import { Injectable } from '@nestjs/common';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { DatabaseContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { isReached, REACHED_BY_U } from '#schema/project-reach.js';
import { reachesAll, shareStatusLock } from '#schema/projects.js';
import type { ProjectStatus } from './project.entity.js';

/** What others need to know of a project that the caller reaches. */
export interface ReachableProject {
  id: string;
  key: string;
  name: string;
  status: ProjectStatus;
}

/** On behalf of a company, and of no user of it. */
export type CompanyContext = DatabaseContext & Pick<RequestContext, 'companyId'>;

/** What a user reaches now, of all projects or of those that were asked about. */
export interface ReachedProjects {
  /** An ADMIN or OWNER, who reaches every project. */
  readonly reachesAll: boolean;
  readonly projectIds: ReadonlySet<string>;
}

/** People of projects: those at the same place belong together. */
export interface PeopleOfProjects {
  readonly projectIds: readonly string[];
  readonly people: readonly string[];
}

const SELECT_ASSIGNABLE: Statement = {
  name: 'assignable-user',
  text: `SELECT u.id, u.name FROM users u JOIN projects p ON p.company_id = u.company_id AND p.id = $3
    WHERE u.company_id = $1 AND u.id = $2 AND u.active AND ${REACHED_BY_U}`,
};

const SELECT_ASSIGNABLES: Statement = {
  name: 'assignable-users',
  text: `SELECT w.project_id || ' ' || w.id AS name, u.id FROM unnest($2::uuid[], $3::uuid[]) w (project_id, id)
      JOIN projects p ON p.company_id = $1 AND p.id = w.project_id
      JOIN users u ON u.company_id = $1 AND u.id = w.id WHERE u.active AND ${REACHED_BY_U}
    UNION ALL SELECT w.project_id || ' ' || w.email, u.id FROM unnest($4::uuid[], $5::text[]) w (project_id, email)
      JOIN projects p ON p.company_id = $1 AND p.id = w.project_id
      JOIN users u ON u.company_id = $1 AND lower(u.email) = w.email WHERE u.active AND ${REACHED_BY_U}`,
};

const SELECT_REACH: Statement = {
  name: 'reach-of-users',
  text: `SELECT u.id AS "userId", ${reachesAll('u')} AS "reachesAll", ARRAY(
      SELECT p.id FROM projects p WHERE p.company_id = $1 AND p.id = ANY ($3::uuid[]) AND ${REACHED_BY_U}
    ) AS "projectIds" FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[])`,
};

/** Reads who reaches which project. */
@Injectable()
export class ProjectAccessRepository {
  constructor(private readonly database: Database) {}

  /** The project, or undefined when the caller does not reach it. */
  findProject(context: RequestContext, projectId: string): Promise<ReachableProject | undefined> {
    return this.database.rowByKey<ReachableProject>(
      context,
      {
        text: `SELECT p.id, p.key, p.name, p.status FROM projects p
          WHERE p.company_id = $1 AND p.id = $3 AND ${isReached(context, 'p')}`,
      },
      [context.companyId, context.userId, projectId],
    );
  }

  /** As `findProject`, and the project is not archived until the transaction ends. */
  findProjectForChange(tx: TransactionContext, projectId: string): Promise<ReachableProject | undefined> {
    const text = shareStatusLock('SELECT id FROM projects WHERE company_id = $1 AND id = $2');
    const locked = this.database.execute(tx, { text }, [tx.companyId, projectId]);
    // Both are sent in one packet. The second statement sees what was committed before the first got its lock.
    return Promise.all([this.findProject(tx, projectId), locked]).then(([project]) => project);
  }

  /** How many of the projects the caller reaches. They are not deleted until the transaction ends. */
  async keepProjects(tx: TransactionContext, projectIds: readonly string[]): Promise<number> {
    const found = await this.database.rows(
      tx,
      {
        text: `SELECT p.id FROM projects p WHERE p.company_id = $1 AND p.id = ANY ($3::uuid[])
          AND ${isReached(tx, 'p')} ORDER BY p.id FOR KEY SHARE`,
      },
      [tx.companyId, tx.userId, projectIds],
    );
    return found.length;
  }

  /** Those of the projects that the caller reaches. */
  async findReachedIds(context: RequestContext, projectIds: readonly string[]): Promise<Set<string>> {
    const text = `SELECT p.id FROM projects p WHERE p.company_id = $1 AND p.id = ANY ($3::uuid[]) AND ${isReached(context, 'p')}`;
    const values = [context.companyId, context.userId, projectIds];
    return new Set((await this.database.rows<{ id: string }>(context, { text }, values)).map(({ id }) => id));
  }

  /** Whether the caller does not reach one of the projects that `select` selects. `$3` are ids, and `$1` is the company. */
  async isAnyHidden(context: RequestContext, select: string, ids: readonly string[]): Promise<boolean> {
    const text = `SELECT FROM projects p WHERE p.company_id = $1 AND p.id IN (${select}) AND NOT ${isReached(context, 'p')} LIMIT 1`;
    return (await this.database.row(context, { text }, [context.companyId, context.userId, ids])) !== undefined;
  }

  /** As `isAnyHidden`, of the projects themselves. */
  isAnyProjectHidden(context: RequestContext, projectIds: readonly string[]): Promise<boolean> {
    return this.isAnyHidden(context, 'SELECT unnest($3::uuid[])', projectIds);
  }

  /** Which of the projects each of the users reaches, by user. */
  async findReach(
    context: CompanyContext,
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<Map<string, ReachedProjects>> {
    const values = [context.companyId, userIds, projectIds];
    const rows = await this.database.rows<{ userId: string; reachesAll: boolean; projectIds: string[] }>(
      context,
      SELECT_REACH,
      values,
    );
    return new Map(rows.map((row) => [row.userId, { ...row, projectIds: new Set(row.projectIds) }]));
  }

  /** The ids of all users who reach the project. */
  async findReaders(context: RequestContext, projectId: string): Promise<string[]> {
    const text = `SELECT u.id FROM users u JOIN projects p ON p.company_id = u.company_id AND p.id = $2
      WHERE u.company_id = $1 AND ${REACHED_BY_U}`;
    const rows = await this.database.rows<{ id: string }>(context, { text }, [context.companyId, projectId]);
    return rows.map(({ id }) => id);
  }

  /** The user, if it is active and reaches the project. */
  findAssignable(context: RequestContext, projectId: string, userId: string): Promise<NamedReference | undefined> {
    return this.database.row(context, SELECT_ASSIGNABLE, [context.companyId, userId, projectId]);
  }

  /** As `findAssignable`, for many users. Their ids by project and given name, with a space between. */
  async findAssignables(
    context: RequestContext,
    { byId, byEmail }: { readonly byId: PeopleOfProjects; readonly byEmail: PeopleOfProjects },
  ): Promise<Map<string, string>> {
    const values = [byId.projectIds, byId.people, byEmail.projectIds, byEmail.people];
    const rows = await this.database.rows<{ name: string; id: string }>(context, SELECT_ASSIGNABLES, [
      context.companyId,
      ...values,
    ]);
    return new Map(rows.map(({ name, id }) => [name, id]));
  }
}

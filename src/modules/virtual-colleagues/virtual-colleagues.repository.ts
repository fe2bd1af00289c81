import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { Secrets } from '#core/secrets/secrets.js';
import { CompanyLimits } from '#modules/companies/company-limits.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { isActiveProject } from '#schema/projects.js';
import { type ShowSettings, toColleagueResponse, type VirtualColleagueResponse } from './virtual-colleague.dto.js';
import { VirtualColleague } from './virtual-colleague.entity.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';

/** A colleague with the URL of its chat in clear, and with its projects that the caller reaches. */
export type ColleagueRow = VirtualColleague & { projectIds: string[] };

/** Stands for a chat's URL that cannot be decrypted, because `SECRETS_KEY` no longer has its key. */
export const UNREADABLE_CHAT_URL = '***';

/** The class of the advisory locks of previews; any number that nothing else takes. */
const PREVIEW_LOCKS = 1_016;

/** A colleague as lists show it. */
export type ListedColleague = Omit<ColleagueRow, 'rules'>;

type NewColleague = Omit<
  ColleagueRow,
  | ('id' | 'companyId' | 'createdAt' | 'updatedAt')
  | ('lastRunAt' | 'lastRunStatus' | 'chatDisabledReason' | 'chatGoneRuns' | 'failedRuns')
>;

/** The columns of an imported colleague that are set last. */
export type SettledColleague = Pick<
  ColleagueRow,
  'settings' | 'rules' | 'projectIds' | 'allProjects' | 'active' | 'nextRunAt' | 'lastRunAt' | 'lastRunStatus'
>;

/** After so many runs in a row that find its chat gone, the chat is switched off. */
const MOST_GONE_RUNS = 3;

const CHAT_OFF = 'The chat has answered 404 or 410 in three runs in a row';

/** The rows of colleagues with their projects. */
@Injectable()
export class VirtualColleaguesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    private readonly secrets: Secrets,
    private readonly limits: CompanyLimits,
    @InjectCompanyScoped(VirtualColleague) private readonly colleagues: CompanyScopedRepository<VirtualColleague>,
  ) {}

  findAll(
    context: RequestContext,
    query: PageQuery,
    showSettings: ShowSettings,
  ): Promise<List<VirtualColleagueResponse>> {
    return this.lists.find<ListedColleague, VirtualColleagueResponse>(context, query, {
      select: this.select(context, ['rules']),
      values: this.access.parametersOf(context),
      orderBy: 'c.created_at, c.id',
      toItem: (row) => toColleagueResponse(context, this.withChatUrl(row), showSettings),
    });
  }

  /** @throws NotFoundError */
  async getOne(context: RequestContext, id: string): Promise<ColleagueRow> {
    const text = `${this.select(context)} AND c.id = $3`;
    const row = await this.database.row<ColleagueRow>(context, { text }, [...this.access.parametersOf(context), id]);
    if (!row) throw new ColleagueNotFoundError();
    return this.withChatUrl(row);
  }

  /** As `getOne`, and no one else changes the colleague or its projects until the transaction ends. */
  async getOneForUpdate(tx: TransactionContext, id: string): Promise<ColleagueRow> {
    // It reads after the lock, not with it. Otherwise it would see the projects as they were before the wait.
    await this.lock(tx, id, 'NO KEY UPDATE');
    const colleague = await this.getOne(tx, id);
    tx.precondition?.see(colleague);
    return colleague;
  }

  /** As `getOne`, and no one deletes the colleague until the transaction ends. */
  async getOneToKeep(tx: TransactionContext, id: string): Promise<ColleagueRow> {
    await this.lock(tx, id, 'KEY SHARE');
    return this.getOne(tx, id);
  }

  /** The active projects that the colleague watches; with `others`, the active ones of those instead. */
  async findProjects(
    context: RequestContext,
    { id, allProjects, role }: Pick<VirtualColleague, 'id' | 'allProjects' | 'role'>,
    others?: readonly string[],
  ): Promise<string[]> {
    const text = `SELECT p.id FROM projects p WHERE p.company_id = $1 AND ${isActiveProject('p')} AND ($3 OR p.id = ANY ($4::uuid[])
        OR $4::uuid[] IS NULL AND EXISTS (
        SELECT 1 FROM virtual_colleague_projects cp
        WHERE cp.company_id = $1 AND cp.colleague_id = $2 AND cp.project_id = p.id)) ORDER BY p.id`;
    // A customer sees only projects that are named.
    const values = [context.companyId, id, allProjects && role !== 'customer', others ?? null];
    const rows = await this.database.rows<{ id: string }>(context, { text }, values);
    return rows.map((row) => row.id);
  }

  /** Returns false when another preview of the caller is running on any instance. Otherwise none starts until the transaction ends. */
  async takePreview(tx: TransactionContext): Promise<boolean> {
    const text = `SELECT pg_try_advisory_xact_lock(${PREVIEW_LOCKS}, hashtext($1)) AS taken`;
    return (await this.database.row<{ taken: boolean }>(tx, { text }, [tx.userId]))?.taken ?? false;
  }

  /** @throws ConflictError when the company has as many as it may. */
  async insertColleague(
    tx: TransactionContext,
    { projectIds, chatUrl, ...values }: NewColleague & Partial<Moments>,
  ): Promise<ColleagueRow> {
    await this.limits.ensureRoom(tx, 'colleagues', () => this.colleagues.count(tx));
    const id = uuidv7();
    const row = await this.colleagues.insert(tx, {
      ...values,
      id,
      lastRunAt: null,
      lastRunStatus: null,
      chatDisabledReason: null,
      chatGoneRuns: 0,
      failedRuns: 0,
      chatUrl: this.sealedChatUrl({ companyId: tx.companyId, id }, chatUrl),
    });
    await this.writeProjects(tx, id, projectIds);
    return { ...row, chatUrl, projectIds };
  }

  /** Changes a colleague that `getOneForUpdate` has got, and moves its `updatedAt`. */
  async update(
    tx: TransactionContext,
    before: ColleagueRow,
    { projectIds, chatUrl, ...changes }: Partial<ColleagueRow>,
  ): Promise<ColleagueRow> {
    const sealed = chatUrl === undefined ? {} : { chatUrl: this.sealedChatUrl(before, chatUrl) };
    await this.colleagues.update(tx, before, { ...changes, ...sealed });
    if (projectIds !== undefined) await this.writeProjects(tx, before.id, projectIds);
    return this.getOne(tx, before.id);
  }

  /** Changes an imported colleague without moving its `updatedAt`. */
  async settleColleague(
    tx: TransactionContext,
    id: string,
    { projectIds, ...values }: SettledColleague,
  ): Promise<void> {
    const text = `UPDATE virtual_colleagues SET settings = $3, rules = $4, all_projects = $5, active = $6,
        next_run_at = $7, last_run_at = $8, last_run_status = $9 WHERE company_id = $1 AND id = $2`;
    const { settings, rules, allProjects, active, nextRunAt, lastRunAt, lastRunStatus } = values;
    const json = [JSON.stringify(settings), JSON.stringify(rules)];
    const others = [allProjects, active, nextRunAt, lastRunAt, lastRunStatus];
    await this.database.execute(tx, { text }, [tx.companyId, id, ...json, ...others]);
    await this.writeProjects(tx, id, projectIds);
  }

  async findExisting(context: RequestContext, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const text = 'SELECT id FROM virtual_colleagues WHERE company_id = $1 AND id = ANY ($2::uuid[])';
    const rows = await this.database.rows<{ id: string }>(context, { text }, [context.companyId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** The id of the oldest colleague with that name and role. */
  async findByName(
    context: RequestContext,
    { name, role }: Pick<VirtualColleague, 'name' | 'role'>,
  ): Promise<string | undefined> {
    const text = `SELECT id FROM virtual_colleagues WHERE company_id = $1 AND name = $2 AND role = $3
      ORDER BY created_at, id LIMIT 1`;
    return (await this.database.row<{ id: string }>(context, { text }, [context.companyId, name, role]))?.id;
  }

  /** Counts a run that has sent to the chat. Returns whether this run switched the chat off. */
  async countChatRun(tx: TransactionContext, id: string, isGone: boolean): Promise<boolean> {
    const text = `UPDATE virtual_colleagues SET chat_gone_runs = CASE WHEN $3 THEN chat_gone_runs + 1 ELSE 0 END
      WHERE company_id = $1 AND id = $2 AND chat_url IS NOT NULL AND chat_disabled_reason IS NULL
      RETURNING chat_gone_runs >= ${MOST_GONE_RUNS} AS "isOff"`;
    const row = await this.database.row<{ isOff: boolean }>(tx, { text }, [tx.companyId, id, isGone]);
    if (!row?.isOff) return false;
    const off =
      'UPDATE virtual_colleagues SET chat_disabled_reason = $3, updated_at = now() WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text: off }, [tx.companyId, id, CHAT_OFF]);
    return true;
  }

  /** A chat that was set anew starts without a count of failed runs. */
  async forgetChatRuns(tx: TransactionContext, id: string): Promise<void> {
    const text = 'UPDATE virtual_colleagues SET chat_gone_runs = 0 WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }

  /** Stores overrides that change nothing now, but may matter when the role changes. */
  async keepSettings(tx: TransactionContext, { id }: ColleagueRow, settings: object): Promise<void> {
    const text = 'UPDATE virtual_colleagues SET settings = $3 WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id, JSON.stringify(settings)]);
  }

  deleteColleague(tx: TransactionContext, id: string): Promise<void> {
    return this.colleagues.delete(tx, id);
  }

  private async lock(tx: TransactionContext, id: string, strength: 'KEY SHARE' | 'NO KEY UPDATE'): Promise<void> {
    const text = `SELECT 1 FROM virtual_colleagues WHERE company_id = $1 AND id = $2 FOR ${strength}`;
    const row = await this.database.row(tx, { text }, [tx.companyId, id]);
    if (!row) throw new ColleagueNotFoundError();
  }

  private select(context: RequestContext, without: readonly string[] = []): string {
    return `SELECT ${columnsOf(VirtualColleague, 'c', { without })}, (
        SELECT coalesce(json_agg(cp.project_id ORDER BY cp.position), '[]') FROM virtual_colleague_projects cp
        WHERE cp.company_id = $1 AND cp.colleague_id = c.id
          AND ${this.access.conditionOn(context, 'cp.project_id')}) AS "projectIds"
      FROM virtual_colleagues c WHERE c.company_id = $1`;
  }

  private withChatUrl<Row extends ListedColleague>(row: Row): Row {
    const { chatUrl } = row;
    if (chatUrl === null) return row;
    return { ...row, chatUrl: this.secrets.tryDecrypt(chatUrl, chatUrlOf(row)) ?? UNREADABLE_CHAT_URL };
  }

  private sealedChatUrl(colleague: Pick<VirtualColleague, 'companyId' | 'id'>, chatUrl: string | null): string | null {
    return chatUrl === null ? null : this.secrets.encrypt(chatUrl, chatUrlOf(colleague));
  }

  private async writeProjects(tx: TransactionContext, id: string, projectIds: string[]): Promise<void> {
    const values = [tx.companyId, id];
    await this.database.execute(
      tx,
      { text: 'DELETE FROM virtual_colleague_projects WHERE company_id = $1 AND colleague_id = $2' },
      values,
    );
    await this.database.execute(
      tx,
      {
        text: `INSERT INTO virtual_colleague_projects (company_id, colleague_id, project_id, position)
          SELECT $1, $2, p.id, p.position FROM unnest($3::uuid[]) WITH ORDINALITY AS p (id, position)`,
      },
      [...values, projectIds],
    );
  }
}

function chatUrlOf({ companyId, id }: Pick<VirtualColleague, 'companyId' | 'id'>) {
  return { table: 'virtual_colleagues', column: 'chat_url', companyId, id };
}

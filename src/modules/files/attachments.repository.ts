import { Injectable } from '@nestjs/common';
import { InsufficientPermissionsError, NotFoundError } from '#common/errors/app-error.js';
import { CHANGED_AT } from '#common/http/entity-tag.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { isOwn } from '#core/access/agent.js';
import { hasPermission } from '#core/access/permissions.js';
import {
  type RequestContext,
  type TransactionContext,
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
} from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { ProjectAccess, type ReachableProject } from '#modules/projects/project-access.service.js';
import { userReference } from '#schema/users.js';
import { isGone } from '#schema/trash.js';
import type { AttachmentResponse } from '#modules/tasks/attachment.dto.js';
import { Attachment, authorOf } from './attachment.entity.js';
import { CONTENT_PATH } from '#schema/files.js';
import type { Role } from '#core/company-scope/role.js';
import { isActiveCompany } from '#schema/companies.js';
import { momentAfter } from '#common/database/timestamp.column.js';

/** Of a waiting or refused one: until its time is over, or while it is being sent. */
const IS_ALIVE = `(a.ends_at IS NULL OR a.state = 'scanning' OR a.ends_at > now() OR a.leased_until > now())`;

/** The caller has attached it: `$2` is the user, `$4` the colleague whose key it is. */
const IS_OWN = '(a.author_id = $2 AND a.colleague_id IS NOT DISTINCT FROM $4)';

const SELECT_SHOWN = `SELECT a.id, a.task_id AS "taskId", a.name, a.size, a.content_type AS "contentType", a.sha256,
    a.state, a.author_id AS "authorId", ${userReference('au')} AS author, a.colleague_id AS "colleagueId",
    a.created_at AS "createdAt", ${CONTENT_PATH} AS url, CASE WHEN a.state = 'waiting' AND ${IS_OWN} THEN ${CONTENT_PATH} END AS "uploadUrl"`;
const FROM_SHOWN = `FROM attachments a JOIN users au ON au.company_id = a.company_id AND au.id = a.author_id`;

type ShownRow = AttachmentResponse & { changedAt: string };

type ReachableAttachment = Attachment & { projectStatus: ReachableProject['status'] };

/** How long a scan is tried. */
const SCANNED_FOR = `interval '24 hours'`;

/** The bytes of an attachment that have come. */
interface ReceivedBytes {
  readonly sha256: string;
  readonly contentType: string;
  readonly isScanned: boolean;
}

export const BATCH = 200;

export interface Gone {
  readonly companyId: string;
  readonly id: string;
}

/** Its time is over, or its task is deleted. */
export type Cause = 'over' | 'orphaned';

const IS_GONE: Record<Cause, string> = {
  over: `ends_at < now() AND state <> 'scanning' AND (leased_until IS NULL OR leased_until < now())`,
  orphaned: isGone('attachments.task_id', 'attachments.company_id'),
};

/** A file whose bytes are there. */
export interface ReadyFile {
  readonly id: string;
  readonly taskId: string;
  readonly size: number;
  readonly sha256: string;
}

/** Reads attachments, as far as the caller may know of them. */
@Injectable()
export class AttachmentsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  /** Those of a task within reach, the oldest first. */
  listOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<AttachmentResponse>> {
    return this.lists.find<AttachmentResponse>(context, query, {
      select: `${SELECT_SHOWN} ${FROM_SHOWN} WHERE a.company_id = $1 AND a.task_id = $3 AND ${isShown(context)}`,
      values: [...this.access.parametersOf(context), taskId, context.agent?.id ?? null],
      orderBy: 'a.created_at, a.id',
    });
  }

  /** As answers show one that is known to be there. */
  async getShown(context: RequestContext, id: string): Promise<AttachmentResponse> {
    const text = `${SELECT_SHOWN}, a.updated_at AS "changedAt" ${FROM_SHOWN} WHERE a.company_id = $1 AND a.id = $3`;
    const values = [...this.access.parametersOf(context), id, context.agent?.id ?? null];
    const row = await this.database.row<ShownRow>(context, { text }, values);
    if (!row) throw new NotFoundError('Attachment');
    const { changedAt, ...shown } = row;
    return Object.assign(shown, { [CHANGED_AT]: changedAt });
  }

  /** One that the caller may know of. @throws NotFoundError */
  async getReachable(context: RequestContext, id: string): Promise<ReachableAttachment> {
    const text = `SELECT ${columnsOf(Attachment, 'a')}, p.status AS "projectStatus" FROM attachments a
        JOIN tasks t ON t.company_id = a.company_id AND t.id = a.task_id JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
      WHERE a.company_id = $1 AND a.id = $3 AND ${isShown(context)} AND ${this.access.conditionOnProject(context)}`;
    const values = [...this.access.parametersOf(context), id];
    const row = await this.database.rowByKey<ReachableAttachment>(context, { text }, values);
    if (!row) throw new NotFoundError('Attachment');
    return row;
  }

  /** One that the caller may send the bytes of. @throws InsufficientPermissionsError, ConflictError */
  async getForUpload(context: RequestContext, id: string): Promise<Attachment> {
    const attachment = await this.getReachable(context, id);
    if (!isOwn(context, authorOf(attachment))) throw new InsufficientPermissionsError();
    this.access.ensureWritable(attachment.projectStatus);
    return attachment;
  }

  /** No one else changes it until the transaction ends. Undefined when it is gone. */
  async lockAttachment(tx: TransactionContext, id: string): Promise<Attachment | undefined> {
    const text = `SELECT ${columnsOf(Attachment, 'a')} FROM attachments a
      WHERE a.company_id = $1 AND a.id = $3 AND ${isShown(tx)} FOR NO KEY UPDATE`;
    const row = await this.database.row<Attachment>(tx, { text }, [...this.access.parametersOf(tx), id]);
    if (row) tx.precondition?.see(row);
    return row;
  }

  /** The company of an attachment whose link is asked for. */
  async findCompany(context: Parameters<Database['row']>[0], id: string): Promise<string | undefined> {
    const text = `SELECT company_id AS "companyId" FROM attachment_companies WHERE id = $1`;
    return (await this.database.row<{ companyId: string }>(context, { text }, [id]))?.companyId;
  }

  /** The role of an active user of an active company. */
  async findRole(context: DatabaseContext, companyId: string, userId: string): Promise<Role | undefined> {
    const text = `SELECT u.role FROM users u
      WHERE u.company_id = $1 AND u.id = $2 AND u.active AND ${isActiveCompany('u.company_id')}`;
    return (await this.database.row<{ role: Role }>(context, { text }, [companyId, userId]))?.role;
  }

  /** The values are those of its columns, in their order. */
  async insertStored(tx: TransactionContext, values: unknown[]): Promise<void> {
    const text = `INSERT INTO attachments (company_id, id, task_id, author_id, colleague_id, name, size, claimed_type, content_type,
        sha256, state, created_at, updated_at, failed_scans, next_scan_at, ends_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, 0, $13, $13::timestamptz + ${SCANNED_FOR})`;
    await this.database.execute(tx, { text }, values);
  }

  /** The files of the tasks that are ready, the oldest first. They stay until the transaction ends. */
  lockReady(tx: TransactionContext, taskIds: readonly string[]): Promise<ReadyFile[]> {
    const text = `SELECT a.id, a.task_id AS "taskId", a.size, a.sha256 FROM attachments a
      WHERE a.company_id = $1 AND a.task_id = ANY ($2::uuid[]) AND a.state = 'ready' ORDER BY a.created_at, a.id FOR KEY SHARE`;
    return this.database.rows(tx, { text }, [tx.companyId, taskIds]);
  }

  /** A file with the same bytes, of another task. */
  async insertCopy(
    tx: TransactionContext,
    ofId: string,
    { id, taskId, authorId, colleagueId }: Pick<Attachment, 'id' | 'taskId' | 'authorId' | 'colleagueId'>,
  ): Promise<void> {
    const text = `INSERT INTO attachments (company_id, id, task_id, author_id, colleague_id, name, size, claimed_type, content_type,
        sha256, state, created_at, updated_at, failed_scans)
      SELECT a.company_id, $3, $4, $5, $6, a.name, a.size, a.claimed_type, a.content_type, a.sha256, a.state, $7, $7, 0
      FROM attachments a WHERE a.company_id = $1 AND a.id = $2`;
    const now = new Date().toISOString();
    await this.database.execute(tx, { text }, [tx.companyId, ofId, id, taskId, authorId, colleagueId, now]);
  }

  /** Its links are followed before the company is known. */
  async nameCompany(tx: TransactionContext, id: string): Promise<void> {
    const text = 'INSERT INTO attachment_companies (id, company_id) VALUES ($1, $2)';
    await this.database.execute(tx, { text }, [id, tx.companyId]);
  }

  async forgetCompany(tx: InTransaction<DatabaseContext>, id: string): Promise<void> {
    await this.database.execute(tx, { text: 'DELETE FROM attachment_companies WHERE id = $1' }, [id]);
  }

  async setReceived(
    tx: TransactionContext,
    { id, updatedAt }: Attachment,
    { sha256, contentType, isScanned }: ReceivedBytes,
  ): Promise<void> {
    const text = `UPDATE attachments SET state = $6, sha256 = $3, content_type = $4, updated_at = $5, lease_id = NULL,
              leased_until = NULL, next_scan_at = $7, ends_at = $7::timestamptz + ${SCANNED_FOR}
            WHERE company_id = $1 AND id = $2`;
    const [state, nextScanAt] = isScanned ? ['scanning', new Date().toISOString()] : ['ready', null];
    const values = [tx.companyId, id, sha256, contentType, momentAfter(updatedAt), state, nextScanAt];
    await this.database.execute(tx, { text }, values);
  }

  findGone(cause: Cause): Promise<Gone[]> {
    const text = `SELECT company_id AS "companyId", id FROM attachments WHERE ${IS_GONE[cause]} LIMIT ${BATCH}`;
    return this.database.rows<Gone>(OWN_WORK_CONTEXT, { text });
  }

  deleteIfGone(
    tx: InTransaction<DatabaseContext>,
    { companyId, id }: Gone,
    cause: Cause,
  ): Promise<{ sha256: string | null; state: string } | undefined> {
    const text = `DELETE FROM attachments WHERE company_id = $1 AND id = $2 AND ${IS_GONE[cause]} RETURNING sha256, state`;
    return this.database.row<{ sha256: string | null; state: string }>(tx, { text }, [companyId, id]);
  }
}

/** All but ready ones are there for their author, ADMIN and OWNER alone. `$2` is the caller. */
function isShown({ role }: RequestContext): string {
  const mayKnow = hasPermission(role, 'attachments:administer') ? '$2::uuid IS NOT NULL' : 'a.author_id = $2';
  return `(a.state = 'ready' OR (${mayKnow} AND ${IS_ALIVE}))`;
}

import { Injectable } from '@nestjs/common';
import { InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { isOwn } from '#core/access/agent.js';
import { hasPermission } from '#core/access/permissions.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import { audited, changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { type LockedTask, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import type { AttachmentResponse } from '#modules/tasks/attachment.dto.js';
import type { CreateAttachment, UpdateAttachment } from './attachment.dto.js';
import { Attachment, authorOf } from './attachment.entity.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { FileLimits } from './file-limits.js';
import { BytesLedgerRepository } from './store/bytes-ledger.repository.js';
import { countingClaim, UNKNOWN_TYPE } from './uploads/content-type.js';

const HOUR = 3_600_000;

/** What changes of attachments touch besides their rows. */
@Injectable()
export class AttachmentParts {
  constructor(
    readonly limits: FileLimits,
    readonly ledger: BytesLedgerRepository,
    readonly changes: TaskChanges,
  ) {}
}

/** Files of tasks: what is said of them. `Uploads` and `Downloads` move their bytes. */
@Injectable()
export class AttachmentsService {
  constructor(
    @InjectCompanyScoped(Attachment) private readonly attachments: CompanyScopedRepository<Attachment>,
    private readonly rows: AttachmentsRepository,
    private readonly outbox: Outbox,
    private readonly tasks: TaskQueries,
    private readonly locks: TaskLocks,
    private readonly parts: AttachmentParts,
  ) {}

  /** @throws NotFoundError of the task */
  async findAll(context: RequestContext, taskId: string, query: PageQuery): Promise<List<AttachmentResponse>> {
    await this.tasks.ensureReachable(context, taskId);
    return this.rows.listOfTask(context, taskId, query);
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<AttachmentResponse> {
    await this.rows.getReachable(context, id);
    return this.rows.getShown(context, id);
  }

  /** Announces a file, whose bytes have an hour to come. @throws ValidationError, NotFoundError, ConflictError */
  async create(context: RequestContext, taskId: string, input: CreateAttachment): Promise<AttachmentResponse> {
    this.parts.limits.ensureSize(input.size);
    const claimedType = countingClaim(input.contentType);
    return this.outbox.commit(context, async (tx) => {
      const [task] = (await this.locks.lockTasks(tx, [taskId])) as [LockedTask];
      this.locks.ensureWritable([task]);
      await this.parts.limits.ensureRoom(tx, taskId, input.size);
      const { id } = await this.attachments.insert(tx, {
        taskId,
        authorId: tx.userId,
        colleagueId: tx.agent?.id ?? null,
        name: input.name,
        size: input.size,
        claimedType,
        contentType: claimedType ?? UNKNOWN_TYPE,
        sha256: null,
        state: 'waiting',
        leaseId: null,
        leasedUntil: null,
        endsAt: new Date(Date.now() + HOUR).toISOString(),
        nextScanAt: null,
        failedScans: 0,
        begunScans: 0,
      });
      await this.rows.nameCompany(tx, id);
      return unannounced(await this.rows.getShown(tx, id));
    });
  }

  /** Renames a file, of which there is no event. @throws InsufficientRoleError, as `remove` */
  update(context: RequestContext, id: string, { name }: UpdateAttachment): Promise<AttachmentResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { attachment, task } = await this.lock(tx, id);
      ensureOwn(tx, attachment);
      this.locks.ensureWritable([task]);
      if (name !== undefined && name !== attachment.name) await this.attachments.update(tx, attachment, { name });
      return unannounced(await this.rows.getShown(tx, id));
    });
  }

  /** @throws InsufficientRoleError unless the caller has attached it, or may delete anyone's */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const { attachment, task } = await this.lock(tx, id);
      const { name, sha256, state } = attachment;
      ensureOwn(tx, attachment);
      this.locks.ensureWritable([task]);
      await this.attachments.delete(tx, id);
      await this.rows.forgetCompany(tx, id);
      if (sha256 !== null && state !== 'refused') await this.parts.ledger.dropReferences(tx, tx.companyId, sha256);
      const record = { action: 'file.deleted', target: { type: 'file', id, name } } as const;
      if (state !== 'ready') return audited(unannounced(undefined), record);
      const changes = { attachments: { removed: [{ id, name }] } };
      return audited(changed(undefined, ...(await this.parts.changes.touchTask(tx, task, changes, undefined))), record);
    });
  }

  /** The task first, as every other change of it does, so that no two requests can wait for each other. */
  private async lock(tx: TransactionContext, id: string): Promise<{ attachment: Attachment; task: LockedTask }> {
    const found = await this.attachments.findOne(tx, { id });
    const task = found && (await this.locks.lockReachable(tx, found.taskId));
    const attachment = task && (await this.rows.lockAttachment(tx, id));
    if (!attachment) throw new NotFoundError('Attachment');
    return { attachment, task };
  }
}

function ensureOwn(context: RequestContext, attachment: Attachment): void {
  if (!isOwn(context, authorOf(attachment)) && !hasPermission(context.role, 'attachments:administer'))
    throw new InsufficientRoleError();
}

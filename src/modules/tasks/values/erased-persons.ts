import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { AfterErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import type { FieldDefinition } from '#schema/fields.js';
import { TaskBatches } from '../changes/task-batches.service.js';
import { TaskLocks } from '../changes/task-locks.service.js';
import { TaskValuesRepository } from './task-values.repository.js';

/** Tasks of one transaction. */
const BATCH = 100;

/** Values of open tasks lose people who are erased. */
@Injectable()
export class ErasedPersons {
  constructor(
    private readonly outbox: Outbox,
    private readonly catalogue: FieldCatalogue,
    private readonly rows: TaskValuesRepository,
    private readonly batches: TaskBatches,
    private readonly locks: TaskLocks,
  ) {}

  /** Each task is a change, except where nobody sees the value or its project is archived. It goes on where it ended. */
  @AfterErasure()
  async release(context: RequestContext, { id: userId }: ErasedUser): Promise<void> {
    const persons = (await this.catalogue.findAll(context)).filter(({ type }) => type === 'person');
    for (const field of persons) {
      const release = (tx: TransactionContext) => this.releaseSome(tx, field, userId);
      let released: number;
      do released = await this.outbox.commit(context, release);
      while (released === BATCH);
      await this.rows.forgetPerson(context, field, userId);
    }
  }

  private async releaseSome(tx: TransactionContext, field: FieldDefinition, userId: string) {
    const ids = await this.rows.findOpenWith(tx, field, userId, BATCH);
    if (ids.length > 0) {
      await this.locks.lockProjectsOf(tx, ids);
      await this.batches.applySettings(tx, ids, { custom: { [field.key]: null } });
    }
    return unannounced(ids.length);
  }
}

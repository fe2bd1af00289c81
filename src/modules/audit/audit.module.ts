import { Module } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import type { DatabaseContext } from '#core/company-scope/request-context.js';
import { AuditLog } from '#core/audit/audit-log.js';
import { type Partition, Partitions } from '#core/partitions/partitions.js';
import { AuditController } from './audit.controller.js';
import { AuditGuardTask } from './audit-guard.task.js';
import { AuditService } from './audit.service.js';
import { AuditedEvents } from './audited-events.js';

@Module({ controllers: [AuditController], providers: [AuditGuardTask, AuditService, AuditedEvents] })
export class AuditModule {
  constructor(partitions: Partitions, { auditRetentionDays: keepDays }: Configuration, log: AuditLog) {
    const span = 'month';
    const writeDown = (tx: DatabaseContext, name: string) => log.noteDropping(tx, name).then(() => true);
    const beforeDrop = ({ name }: Partition) => Promise.resolve((tx: DatabaseContext) => writeDown(tx, name));
    const lockFirst = ['audit_heads'];
    partitions.register({ name: 'audit_people', span, keepDays });
    partitions.register({ name: 'audit_entries', span, keepDays, lockFirst, beforeDrop, complete: refuseTruncation });
  }
}

/** Unlike those for rows, triggers for whole statements are not passed on to partitions. Citus allows them when asked to. */
function refuseTruncation(partition: string): readonly string[] {
  return [
    `SET LOCAL citus.enable_unsafe_triggers = on`,
    `CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON ${partition}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  ];
}

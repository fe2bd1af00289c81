import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { AuditLog } from '#core/audit/audit-log.js';
import type { DatabaseContext } from '#core/company-scope/request-context.js';
import { DeclaresPartitions, type PartitionedTable } from '#core/partitions/partition.hooks.js';

/** Keeps the audit log for `AUDIT_RETENTION_DAYS`, and writes down in it what is dropped. */
@Injectable()
export class AuditRetention {
  constructor(
    private readonly configuration: Configuration,
    private readonly log: AuditLog,
  ) {}

  @DeclaresPartitions()
  partitions(): PartitionedTable[] {
    const span = 'month';
    const { auditRetentionDays: keepDays } = this.configuration;
    const writeDown = (tx: DatabaseContext, name: string) => this.log.noteDropping(tx, name).then(() => true);
    return [
      { name: 'audit_people', span, keepDays },
      {
        name: 'audit_entries',
        span,
        keepDays,
        lockFirst: ['audit_heads'],
        beforeDrop: ({ name }) => Promise.resolve((tx) => writeDown(tx, name)),
        complete: refuseTruncation,
      },
    ];
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

import { Module } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Partitions } from '../../core/partitions/partitions.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { AuditedEvents } from './audited-events.js';

@Module({ controllers: [AuditController], providers: [AuditService, AuditedEvents] })
export class AuditModule {
  constructor(partitions: Partitions, { auditRetentionDays: keepDays }: Configuration) {
    partitions.register({ name: 'audit_people', span: 'month', keepDays });
    partitions.register({ name: 'audit_entries', span: 'month', keepDays, complete: refuseTruncation });
  }
}

/** Unlike those for rows, triggers for whole statements are not passed on to partitions. On Citus tables have none. */
function refuseTruncation(partition: string): string {
  return `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
      CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON ${partition}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
    END IF; END $$`;
}

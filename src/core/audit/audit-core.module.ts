import { Global, Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';
import { AuditNotes } from './audit-notes.js';

/** How everything records what it does. The log is read in `modules/audit`. */
@Global()
@Module({ providers: [AuditLog, AuditNotes], exports: [AuditLog, AuditNotes] })
export class AuditCoreModule {}

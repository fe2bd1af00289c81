import { Module } from '@nestjs/common';
import { AuditRetention } from './audit-retention.js';
import { AuditController } from './audit.controller.js';
import { AuditGuardTask } from './audit-guard.task.js';
import { AuditService } from './audit.service.js';
import { AuditedEvents } from './audited-events.js';
import { AuditRepository } from './audit.repository.js';

@Module({
  controllers: [AuditController],
  providers: [AuditGuardTask, AuditRepository, AuditService, AuditedEvents, AuditRetention],
})
export class AuditModule {}

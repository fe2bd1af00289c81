import { Injectable } from '@nestjs/common';
import type { AuditRecord } from '#core/audit/audit-entry.js';
import { beginning } from '#core/events/changes.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { AuditsEvent } from '#core/events/event.hooks.js';

/** Which events the audit log records, and as what. What has no event, its own service records. */
@Injectable()
export class AuditedEvents {
  @AuditsEvent()
  recordOf(event: DomainEvent): AuditRecord | undefined {
    switch (event.name) {
      case 'team.created':
        return { ...teamChanged(event.data), changes: beginning({ name: event.data.name }) };
      case 'team.updated':
        return { ...teamChanged(event.data), changes: event.data.changes };
      case 'team.member_added':
        return { ...teamChanged(event.data), changes: { members: { added: [event.data.member.id], removed: [] } } };
      case 'team.member_removed':
        return { ...teamChanged(event.data), changes: { members: { added: [], removed: [event.data.member.id] } } };
      case 'project.created':
      case 'project.archived':
      case 'project.deleted':
        return { action: event.name, target: projectTarget(event.data) };
      case 'project.updated': {
        const { members } = event.data.changes;
        return (
          members && { action: 'project.members_changed', target: projectTarget(event.data), changes: { members } }
        );
      }
      default:
        return undefined;
    }
  }
}

function teamChanged({ id, name }: Named): Pick<AuditRecord, 'action' | 'target'> {
  return { action: 'team.changed', target: { type: 'team', id, name } };
}

function projectTarget({ id, name }: Named): AuditRecord['target'] {
  return { type: 'project', id, name };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

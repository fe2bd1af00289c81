import { UNTIMED, type Versioned } from '#common/http/entity-tag.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { InboxEntry, type StoredEvent } from './inbox-entry.entity.js';
import type { InboxEntryResponse, InboxEvent } from './inbox.dto.js';

/** Events that answers show of an entry. */
const MOST_SHOWN = 10;

/** The SELECT lists and FROM of entries `e`, with the events that answers show or all; `$1` is the company. */
export const SELECT_ENTRIES = {
  columns: columnsWith(`jsonb_path_query_array(e.events, '$[0 to ${MOST_SHOWN - 1}]')`),
  columnsWithAllEvents: columnsWith('e.events'),
  from: `inbox_entries e LEFT JOIN tasks t ON t.company_id = e.company_id AND t.id = e.thing_id LEFT JOIN projects p ON p.company_id = e.company_id AND p.id = e.project_id`,
};

function columnsWith(events: string): string {
  return `${columnsOf(InboxEntry, 'e', { without: ['companyId', 'events'] })}, ${events} AS events,
    CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'tid', t.tid, 'title', t.title, 'status', t.status) END AS task,
    CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'key', p.key, 'name', p.name) END AS project`;
}

export type EntryRow = Omit<InboxEntry, 'companyId'> & Pick<InboxEntryResponse, 'task' | 'project'>;

/** What makes an entry open: neither done nor snoozed. */
export const IS_OPEN = 'NOT e.done AND e.snoozed_until IS NULL';

export function toEntry(row: EntryRow): InboxEntryResponse & Versioned {
  const { id, thingType, thingId, thingName, task, project, reasons, unread, done, snoozedUntil, count } = row;
  return {
    id,
    kind: kindOf(row),
    thing: { type: thingType, id: thingId, name: thingName },
    task,
    project,
    reasons,
    unread,
    done,
    snoozedUntil,
    count,
    events: row.events.map(shown),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    // Reading, finishing and snoozing change it, and do not move it.
    [UNTIMED]: `${Number(unread)}${Number(done)}${count}${Date.parse(snoozedUntil ?? '') || ''}`,
  };
}

function kindOf({ thingType, projectId }: EntryRow): InboxEntryResponse['kind'] {
  if (thingType === 'task') return 'task';
  return projectId === null ? 'company' : 'project';
}

function shown({ id, reason, at, actor, text, changes, commentId }: StoredEvent): InboxEvent {
  return { id, reason, at, actor, text, changes, commentId };
}

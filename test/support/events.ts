import type { Changes } from '#core/events/domain-event.js';
import type { TestDatabase } from './test-database.js';

/** An event as the outbox holds it. */
export interface RecordedEvent {
  name: string;
  data: { changes?: Changes; [field: string]: unknown };
}

/** The events of what belongs to a whole company, the oldest first. */
export function companyEventsOf(database: TestDatabase, companyId: string): Promise<RecordedEvent[]> {
  return database.rows<RecordedEvent & Record<string, unknown>>(
    'SELECT name, data FROM events WHERE company_id = $1 AND project_id IS NULL ORDER BY id',
    [companyId],
  );
}

/** The events of a project's own things after the first `seen`, the oldest first. */
export function eventsOf(database: TestDatabase, projectId: string, seen = 0): Promise<RecordedEvent[]> {
  return database.rows<RecordedEvent & Record<string, unknown>>(
    'SELECT name, data FROM events WHERE project_id = $1 ORDER BY id OFFSET $2',
    [projectId, seen],
  );
}

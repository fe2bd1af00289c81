import { LINK_TYPES, type LinkType } from '#schema/task-links.js';
import { idOf, keyOf, momentOf } from './archived-values.js';
import type { ArchiveZip, Row } from './archive-zip.js';

/** A link between tasks of two projects; the first task is the duplicate, or waits for the other. */
export interface ArchivedTie {
  readonly externalId: string;
  readonly type: LinkType | 'blocks';
  /** As references name the tasks. */
  readonly ends: readonly [string, string];
  readonly createdAt: string | undefined;
}

/** The links and blockers whose tasks are of two projects: they come when all projects have. */
export async function* tiesOf(archive: ArchiveZip): AsyncGenerator<ArchivedTie> {
  const tasks = new Map<string, { readonly key: string; readonly projectId: string }>();
  for await (const { row } of archive.rows('tasks'))
    tasks.set(idOf(row['id']), { key: keyOf(row), projectId: idOf(row['projectId']) });
  const endsOf = (row: Row, other: string): [string, string] | undefined => {
    const [from, to] = [tasks.get(idOf(row['taskId'])), tasks.get(idOf(row[other]))];
    return from && to && from.projectId !== to.projectId ? [from.key, to.key] : undefined;
  };
  for await (const { row } of archive.rows('blockers')) {
    const ends = endsOf(row, 'blockerId');
    if (ends) yield { externalId: `blocks ${ends.join(' ')}`, type: 'blocks', ends, createdAt: undefined };
  }
  for await (const { row } of archive.rows('links')) {
    const type = LINK_TYPES.find((known) => known === row['type']);
    const ends = endsOf(row, 'otherTaskId');
    if (type && ends) yield { externalId: idOf(row['id']), type, ends, createdAt: momentOf(row['createdAt']) };
  }
}

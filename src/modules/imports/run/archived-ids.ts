import { createHash } from 'node:crypto';
import { isUuid } from '#common/validation/uuid.js';
import type { Changes } from '#core/events/domain-event.js';
import { storable } from '#common/validation/storable.js';
import type { Meanings } from './surroundings.js';

/** What texts refer to by an id: people, virtual colleagues, and files of their task. */
const REFERENCE = /\]\((user|colleague|attachment):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/gi;
/** Parts of a change. */
const SIDES = ['from', 'to', 'added', 'removed', 'truncated'] as const;
/** Lists of ids, which the history compares with tasks. */
const ID_LISTS: ReadonlySet<string> = new Set(['blockerIds', 'labelIds']);
const MOST_FIELDS = 50;
const MOST_ITEMS = 1_000;
const LONGEST_TEXT = 2_000;

/** The id that an archived file gets with its new task. Texts that show it are written before it is. */
export function attachmentIdOf(taskId: string, archivedId: string): string {
  const hash = createHash('sha256').update(`${taskId} ${archivedId.toLowerCase()}`).digest('hex');
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return [...groups, hash.slice(20, 32)].join('-');
}

/** A text of an archive, of a task unless that is null, with the ids that stand here for those in it, and the users whom it names. */
export function textHere(
  meanings: Meanings,
  taskId: string | null,
  text: string,
  colleagueOf: (id: string) => string = (id) => id,
): { readonly text: string; readonly mentions: readonly string[] } {
  const mentions = new Set<string>();
  const shown = text.replace(REFERENCE, (given, kind: string, id: string) => {
    if (kind.toLowerCase() === 'attachment') return taskId ? `](attachment:${attachmentIdOf(taskId, id)})` : given;
    if (kind.toLowerCase() === 'colleague') return `](colleague:${colleagueOf(id.toLowerCase())})`;
    const user = meanings.userOf({ id, name: null, email: null });
    if (!user) return given;
    mentions.add(user.id);
    return `](user:${user.id})`;
  });
  return { text: shown, mentions: [...mentions] };
}

/** What stands here for a text of an archive, or for an id. */
type Here = (archived: string) => string;

/**
 * Changes of an archive in the shape that the history has them in, with what stands here for the texts in them. What has
 * another shape is left out.
 */
export function changesHere(changes: Readonly<Record<string, unknown>>, here: Here): Changes {
  const shown: Record<string, Record<string, unknown>> = {};
  for (const [field, change] of Object.entries(changes).slice(0, MOST_FIELDS)) {
    if (field.length > LONGEST_TEXT || typeof change !== 'object' || change === null) continue;
    const given: Readonly<Record<string, unknown>> = { ...change };
    const sides = SIDES.filter((side) => given[side] !== undefined);
    const values = Object.fromEntries(sides.map((side) => [side, valueHere(given[side], here)]));
    if (ID_LISTS.has(field) && !sides.every((side) => side === 'truncated' || isIdList(values[side]))) continue;
    if (sides.length > 0) shown[storable(field)] = values;
  }
  return shown;
}

function valueHere(value: unknown, here: Here): unknown {
  return Array.isArray(value) ? value.slice(0, MOST_ITEMS).map((item) => itemHere(item, here)) : itemHere(value, here);
}

/** A text, a number, or an object of these. */
function itemHere(item: unknown, here: Here): unknown {
  if (typeof item !== 'object' || item === null) return plainHere(item, here);
  const entries = Object.entries(item).slice(0, MOST_FIELDS);
  return Object.fromEntries(entries.map(([name, value]) => [storable(name), plainHere(value, here)]));
}

function plainHere(value: unknown, here: Here): unknown {
  if (typeof value === 'string') return storable(here(value.slice(0, LONGEST_TEXT)));
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function isIdList(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && isUuid(id));
}

import { namedLinksIn } from '#common/text/markdown-labels.js';
import { replaced } from '#common/text/spans.js';
import { looksLikeAddress, nameInMail } from '#core/mail/name-in-mail.js';
import type { EntryRow } from '../entry-rows.repository.js';
import type { StoredEvent } from '../inbox-entry.entity.js';

/** Things that a digest names. */
const MOST_NAMED = 50;

/** What a mail says of one thing. */
export interface MailedEntry {
  readonly row: EntryRow;
  /** The oldest first. */
  readonly events: readonly StoredEvent[];
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A paragraph of a mail: a line that links somewhere, or lines of text. */
type Part = { readonly title: string; readonly link: string } | { readonly lines: readonly string[] };

/** A thing that someone speaks of in a mail. */
export interface MailPart {
  /** Of a task. */
  readonly tid?: string;
  readonly name: string;
  readonly path: string;
  readonly lines: readonly (string | readonly MailPiece[])[];
}

/** Text of people, or a link that is meant. */
export type MailPiece = string | { readonly text: string; readonly url: string };

/** The mail that is sent soon: what nobody has read of one thing. */
export function soonMail(entry: MailedEntry, publicUrl: string): MailText {
  const { row } = entry;
  return { subject: nameOf(row), ...written([...partsOf(entry, publicUrl), ...ending(publicUrl)]) };
}

/** The digest: by project, the busiest names first. */
export function digestMail(entries: readonly MailedEntry[], publicUrl: string): MailText {
  const named = entries.slice(0, MOST_NAMED);
  const byProject = Map.groupBy(named, ({ row }) => row.project?.name ?? '');
  const parts = [...byProject].flatMap(([project, ofProject]): Part[] => [
    ...(project === '' ? [] : [{ lines: [`${nameInMail(project, 'A project')}:`] }]),
    ...ofProject.flatMap((entry) => partsOf(entry, publicUrl)),
  ]);
  const others = entries.length - named.length;
  const more: Part[] = others > 0 ? [{ lines: [`and ${others} more`] }] : [];
  const subject = `Your digest: ${entries.length} ${entries.length === 1 ? 'task' : 'tasks'}`;
  return { subject, ...written([...parts, ...more, ...ending(publicUrl)]) };
}

/** What a virtual colleague says: its subject is the only thing that it speaks of, or else the colleague. */
export function speakersMail(speaker: MailPart, things: readonly MailPart[], publicUrl: string): MailText {
  const parts = things.flatMap((thing): Part[] => [
    { title: titleOf(thing), link: publicUrl + thing.path },
    { lines: thing.lines.map((line) => (typeof line === 'string' ? plain(line) : line.map(plainPiece).join(''))) },
  ]);
  const [only, ...others] = things;
  const subject = titleOf(only && others.length === 0 ? only : speaker);
  const intro: Part = { lines: [`${titleOf(speaker)} says:`] };
  return { subject, ...written([intro, ...parts, ...ending(publicUrl)]) };
}

function titleOf({ tid, name }: Pick<MailPart, 'tid' | 'name'>): string {
  return tid === undefined ? nameInMail(name, 'A virtual colleague') : `[${tid}] ${nameInMail(name, 'A task')}`;
}

function nameOf({ task, thingName }: EntryRow): string {
  return task ? titleOf({ tid: task.tid, name: task.title }) : nameInMail(thingName, 'Your inbox');
}

function partsOf({ row, events }: MailedEntry, publicUrl: string): Part[] {
  const lines = events.map(lineOf);
  return [{ title: nameOf(row), link: publicUrl + pathOf(row) }, { lines }];
}

/** What happened; the name that it begins with is one of a mail. */
function lineOf({ text, actor: { name } }: StoredEvent): string {
  if (name === null || !text.startsWith(name)) return plain(text);
  return `${nameInMail(name, 'Somebody')}${plain(text.slice(name.length)).replace(/^(?=\w)/, ' ')}`;
}

function pathOf({ task, project, thingType, thingId }: EntryRow): string {
  if (task) return `/tasks/${task.tid}`;
  if (thingType === 'webhook') return `/webhooks/${thingId}`;
  if (thingType === 'colleague') return `/colleagues/${thingId}`;
  if (thingType === 'recurrence' && project) return `/projects/${project.key}/settings`;
  return thingType === 'project' && project ? `/projects/${project.key}` : '/inbox';
}

function ending(publicUrl: string): Part[] {
  return [{ title: 'What is mailed, and when', link: `${publicUrl}/settings/notifications` }];
}

/** One line of Markdown as plain text: links are their words, and marks go. Words that look like an address go, too. */
function plain(line: string): string {
  const words = replaced(line, namedLinksIn(line), ({ label }) => label)
    .replace(/\\([\\`*_{}[\]()#+.!-])/g, '$1')
    .replace(/(\*\*|__|~~|`+)/g, '')
    .replace(/(?<![\w*])([*_])(\S(?:[^*_]*\S)?)\1(?!\w)/g, '$2')
    .split(/\s+/);
  return words
    .filter((word) => !looksLikeAddress(word))
    .join(' ')
    .trim();
}

/** A piece of a line, with the spaces around it. */
function plainPiece(piece: MailPiece): string {
  if (typeof piece !== 'string') return `${piece.text} (${piece.url})`;
  if (piece.trim() === '') return piece;
  const before = piece === piece.trimStart() ? '' : ' ';
  const after = piece === piece.trimEnd() ? '' : ' ';
  return `${before}${plain(piece.trim())}${after}`;
}

function written(parts: readonly Part[]): Pick<MailText, 'text' | 'html'> {
  const text = parts.map((part) => ('link' in part ? `${part.title}\n${part.link}` : part.lines.join('\n')));
  const html = parts.map((part) =>
    'link' in part
      ? `<p><a href="${escaped(part.link)}">${escaped(part.title)}</a></p>`
      : `<p>${part.lines.map(escaped).join('<br>\n')}</p>`,
  );
  return {
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html.join('\n')}\n</body></html>\n`,
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

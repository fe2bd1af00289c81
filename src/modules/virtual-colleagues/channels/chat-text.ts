/** Format and control characters, line and paragraph separators: they hide text, reverse it or begin a line. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Cc}]/gu;

/** Look-alikes that mean nothing to any chat. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '&': '\uff06',
  '<': '\uff1c',
  '>': '\uff1e',
  '[': '\uff3b',
  ']': '\uff3d',
  '|': '\uff5c',
};

/** Slack's escapes where there are any. */
const ESCAPES: Readonly<Record<string, string>> = { ...LOOK_ALIKES, '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const NO_WIDTH = '\u200b';

/**
 * A line of people's text for a chat that reads Slack's escapes: it calls nobody and disguises no
 * link. Bold, italics, code and plain URLs stay as they are.
 */
export function escapedText(text: string): string {
  return safeText(text, ESCAPES);
}

/** As `escapedText`, for a chat that shows escapes as they are written. */
export function lookAlikeText(text: string): string {
  return safeText(text, LOOK_ALIKES);
}

function safeText(text: string, marks: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(UNSEEN, '')
    .replaceAll(/[&<>[\]|]/g, (character) => marks[character] as string)
    .replaceAll('@', `@${NO_WIDTH}`);
}

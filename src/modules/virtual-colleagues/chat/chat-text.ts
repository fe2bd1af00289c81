/** Format and control characters, line and paragraph separators: they hide text, reverse it or begin a line. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Cc}]/gu;

/** Slack's escapes where there are any; else a look-alike that means nothing to any chat. */
const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '[': '\uff3b',
  ']': '\uff3d',
  '|': '\uff5c',
};

const NO_WIDTH = '\u200b';

/**
 * A line of people's text for a chat (extensions 1.13): it calls nobody and disguises no link. Bold, italics, code and
 * plain URLs stay as they are.
 */
export function chatText(text: string): string {
  return text
    .replaceAll(UNSEEN, '')
    .replaceAll(/[&<>[\]|]/g, (character) => MARKUP[character] as string)
    .replaceAll('@', `@${NO_WIDTH}`);
}

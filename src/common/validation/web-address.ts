/** The http or https address that a text from outside is, with nothing in it that ends it in Markdown; undefined for others. */
export function webAddressOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return /[\s<>\p{Cc}]/u.test(text) ? new URL(text).href : text;
}

const LONGEST_SHOWN = 100;

/** What is said of an address from outside that is none of the web. */
export function addressLeftOut(address: string): string {
  const shown = Array.from(address).slice(0, LONGEST_SHOWN).join('');
  return `"${shown}" is no http or https address: it is left out`;
}

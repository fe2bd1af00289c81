/** The http or https address that a text from outside is, with nothing in it that ends it in Markdown; undefined for others. */
export function webAddressOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return /[\s<>\p{Cc}]/u.test(text) ? new URL(text).href : text;
}

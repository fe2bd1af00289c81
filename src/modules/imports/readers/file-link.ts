/** A file that stays where it is, in Markdown. */
export function fileLink({ name, url }: { readonly name: string; readonly url: string }): string {
  return `[${name.replace(/[[\]\\]/g, '\\$&')}](<${url}>)`;
}

export function fileStays(name: string): string {
  return `The file ${name} stays where it is: it is kept as a link`;
}

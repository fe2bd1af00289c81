import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.js';

const TOKEN_LINE = /^([\w-]{43})$/gm;

/** The mails that a service without `SMTP_URL` has written for an address, the oldest first. */
export async function mailsTo(email: string, dataDirectory: string): Promise<string[]> {
  const folder = join(dataDirectory, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
}

/** Those of `mailsTo` with a token: not those that tell what has changed. */
export async function tokenMailsTo(email: string, dataDirectory: string): Promise<string[]> {
  return (await mailsTo(email, dataDirectory)).filter((mail) => /^[\w-]{43}\r?$/m.test(mail));
}

/** The tokens of an address once there are so many mails for it, and no more. */
export async function tokensMailedTo(email: string, dataDirectory: string, count: number): Promise<string[]> {
  let mails: string[] = [];
  await eventually(`${count} mails`, async () => (mails = await tokenMailsTo(email, dataDirectory)).length >= count);
  if (mails.length > count) throw new Error(`${mails.length} mails instead of ${count}`);
  return mails.map(tokenIn);
}

/** The token that stands alone on a line of the mail, the only such. */
export function tokenIn(mail: string): string {
  const lines = [...mail.replaceAll('\r\n', '\n').matchAll(TOKEN_LINE)];
  if (lines.length !== 1) throw new Error(`${lines.length} tokens in a mail`);
  return lines[0]![1]!;
}

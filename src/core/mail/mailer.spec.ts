import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { temporaryFolder } from '#test/support/temporary-folder.js';
import type { Configuration } from '#config/configuration.js';
import { Mailer } from './mailer.js';

const MAIL = { to: 'ada@example.com', subject: 'A subject', text: 'Hello,\n\nthe-secret-token\n' };

let dataDirectory: string;
let lines: { level: number; msg: string; path?: string }[];
let mailer: Mailer;

const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
const folder = () => join(dataDirectory, 'mail');

beforeEach(() => {
  dataDirectory = temporaryFolder();
  lines = [];
  mailer = new Mailer({ dataDirectory, mail: { smtpUrl: null, from: 'a@example.com' } } as Configuration);
});

describe('a mailer without SMTP_URL', () => {
  it('writes the mail and logs its path, and nothing of its content', async () => {
    mailer.sendInBackground(log, async () => MAIL);
    await mailer.onApplicationShutdown();
    const [name] = await readdir(folder());
    const written = (await readFile(join(folder(), name!), 'utf8')).split('\n');
    expect(written).toContain('the-secret-token');
    expect(written).toContain('Auto-Submitted: auto-generated');
    expect(lines).toEqual([expect.objectContaining({ level: 30, path: join(folder(), name!) })]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|ada@|A subject/);
  });

  it('treats an address as one recipient, whatever it looks like', async () => {
    mailer.sendInBackground(log, async () => ({ ...MAIL, to: '"a,b@example.com,"@example.com' }));
    await mailer.onApplicationShutdown();
    const [name] = await readdir(folder());
    const [to] = (await readFile(join(folder(), name!), 'utf8')).match(/^To: .*$/m)!;
    expect(to).toBe('To: <"a,b@example.com,"@example.com>');
  });

  it('composes after the caller is done, and sends nothing when there is no mail', async () => {
    let isThrough = false;
    const seen: boolean[] = [];
    mailer.sendInBackground(log, async () => {
      seen.push(isThrough);
      return undefined;
    });
    await Promise.resolve();
    isThrough = true;
    await mailer.onApplicationShutdown();
    expect([seen, lines]).toEqual([[true], []]);
    await expect(readdir(folder())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('logs failures', async () => {
    mailer.sendInBackground(log, () => Promise.reject(new Error('no database')));
    await mailer.onApplicationShutdown();
    expect(lines).toEqual([expect.objectContaining({ level: 50, msg: 'A mail could not be sent' })]);
  });
});

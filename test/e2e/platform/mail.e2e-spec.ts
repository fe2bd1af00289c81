import { readdir, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { MailTokenCleanupTask } from '#modules/mail-tokens/mail-token-cleanup.task.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { INVALID_TOKEN, refusalOf, result } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { hearNothing } from '../../support/lost-news.js';
import { mailsTo as findMails, tokenIn, tokensMailedTo as findTokens } from '../../support/mails.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const INVALID_MAIL_TOKEN = [400, 'VALIDATION_ERROR', { token: 'Invalid or expired token' }];

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  hearNothing();
  ({ service, company } = await startWithCompanies());
});
afterAll(() => service.stop());

let sequence = 0;
const newEmail = () => `mail-${(sequence += 1)}@example.com`;
const login = async (email: string, password: string) => (await service.api.post('/login', { email, password })).status;
const requestReset = (email: string) => service.api.post('/password-reset', { email });
const confirm = (token: string, password: string) => service.api.post('/password-reset/confirm', { token, password });

const mailsTo = (email: string, dataDirectory = service.configuration.dataDirectory) => findMails(email, dataDirectory);
const tokensMailedTo = (email: string, count: number) => findTokens(email, service.configuration.dataDirectory, count);

async function resetToken({ email }: Pick<TestUser, 'email'>): Promise<string> {
  const before = (await mailsTo(email)).length;
  expect((await requestReset(email)).status).toBe(202);
  return (await tokensMailedTo(email, before + 1)).at(-1)!;
}

describe('POST /password-reset', () => {
  it('answers known, unknown and deactivated users alike, and mails the active ones only', async () => {
    const active = await createUser(company.owner, 'MEMBER');
    const deactivated = await createUser(company.owner, 'MEMBER');
    await company.owner.api.put(`/users/${deactivated.id}`, { active: false });
    const unknown = newEmail();
    for (const email of [deactivated.email, unknown, active.email.toUpperCase()]) {
      const { status, body } = await requestReset(email);
      expect([status, body]).toEqual([202, {}]);
    }
    await tokensMailedTo(active.email, 1);
    expect([...(await mailsTo(deactivated.email)), ...(await mailsTo(unknown))]).toEqual([]);
  });

  it('answers before it looks up the user', async () => {
    const { email } = company.viewer;
    await service.database.rows('BEGIN');
    await service.database.rows('LOCK TABLE user_emails, mail_tokens');
    expect((await requestReset(email)).status).toBe(202);
    await service.database.rows('COMMIT');
    await tokensMailedTo(email, 1);
  });

  it('mails a link to the console, with the token where no server sees it', async () => {
    const { email } = company.admin;
    const token = await resetToken(company.admin);
    const [mail = ''] = await mailsTo(email);
    const text = mail.replaceAll('=\n', '').replaceAll('=3D', '=');
    expect(text).toContain(`\nhttps://service.example.com/reset-password/confirm#token=${token}\n`);
  });

  it('mails a token and stores only its hash', async () => {
    const token = await resetToken(company.member);
    const rows = await service.database.rows<{ tokenHash: string; seconds: number }>(
      `SELECT encode(token_hash, 'hex') AS "tokenHash", extract(epoch FROM expires_at - now())::int AS seconds
        FROM mail_tokens WHERE user_id = $1 AND token_hash = sha256($2::bytea)`,
      [company.member.id, Buffer.from(token)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.seconds).toBeGreaterThan(3_500);
    expect(rows[0]!.seconds).toBeLessThanOrEqual(3_600);
    const text = JSON.stringify(await service.database.rows('SELECT * FROM mail_tokens'));
    expect(text).not.toContain(token);
  });

  it.each([
    [{}, { email: 'Required' }],
    [{ email: 'nobody' }, { email: 'Invalid email' }],
    [{ email: 'a\0@example.com' }, { email: 'Invalid text' }],
  ])('refuses %j', async (input, problems) => {
    expect(refusalOf(await service.api.post('/password-reset', input))).toEqual([400, 'VALIDATION_ERROR', problems]);
  });

  it('writes mails that only the service’s own user can read', async () => {
    await resetToken(company.owner);
    const folder = join(service.configuration.dataDirectory, 'mail');
    for (const name of await readdir(folder)) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}\.eml$/);
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
    const [mail] = await mailsTo(company.owner.email);
    expect(mail).toContain('\nSubject: Set a new password\n');
    expect(mail).toMatch(/^From: Service <service@example.com>$/m);
  });
});

describe('POST /password-reset/confirm', () => {
  it('sets the password, ends all sessions and uses up all tokens of the user', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const first = await resetToken(user);
    const second = await resetToken(user);
    expect((await user.api.get('/me')).status).toBe(200);
    const { status, body } = await confirm(second, 'a brand new password');
    expect([status, body]).toEqual([204, undefined]);
    expect(result(await user.api.get('/me'))).toEqual(INVALID_TOKEN);
    expect(await login(user.email, user.password)).toBe(401);
    expect(await login(user.email, 'a brand new password')).toBe(200);
    for (const used of [first, second]) {
      expect(refusalOf(await confirm(used, 'yet another one'))).toEqual(INVALID_MAIL_TOKEN);
    }
  });

  it('lets one of several concurrent requests through, with one token or with several', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const [one, other] = [await resetToken(user), await resetToken(user)];
    const passwords = [0, 1, 2, 3, 4, 5].map((number) => `password number ${number}`);
    const answers = await Promise.all(passwords.map((password, index) => confirm(index % 2 ? one : other, password)));
    const good = passwords.filter((_, index) => answers[index]!.status === 204);
    expect(good).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(await login(user.email, good[0]!)).toBe(200);
  });

  it('refuses an expired token, which is cleared away', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const token = await resetToken(user);
    await service.database.rows(`UPDATE mail_tokens SET expires_at = now() WHERE user_id = $1`, [user.id]);
    expect(refusalOf(await confirm(token, 'too late for this'))).toEqual(INVALID_MAIL_TOKEN);
    expect(await login(user.email, user.password)).toBe(200);
    const good = await resetToken(user);
    await service.app.get(MailTokenCleanupTask, { strict: false }).run();
    expect(await service.database.rows('SELECT 1 FROM mail_tokens WHERE user_id = $1', [user.id])).toHaveLength(1);
    expect((await confirm(good, 'in time for this')).status).toBe(204);
  });

  it('refuses the token of a user who was deactivated, or whose password was changed', async () => {
    const [deactivated, changed] = [
      await createUser(company.owner, 'MEMBER'),
      await createUser(company.owner, 'MEMBER'),
    ];
    const tokens = [await resetToken(deactivated), await resetToken(changed)];
    await company.owner.api.put(`/users/${deactivated.id}`, { active: false });
    expect(refusalOf(await confirm(tokens[0]!, 'a new password'))).toEqual(INVALID_MAIL_TOKEN);
    await company.owner.api.put(`/users/${deactivated.id}`, { active: true });
    await changed.api.put('/me/password', { currentPassword: changed.password, newPassword: 'changed meanwhile' });
    for (const token of tokens) expect(refusalOf(await confirm(token, 'a new password'))).toEqual(INVALID_MAIL_TOKEN);
  });

  it.each(['', 'nonsense', 'a\0b', '\ud800', 'x'.repeat(10_000)])('refuses an invalid token: %#', async (token) => {
    expect(refusalOf(await confirm(token, 'good enough'))).toEqual(INVALID_MAIL_TOKEN);
  });

  it.each([
    [{}, { token: 'Required', password: 'Required' }],
    [{ token: 'x', password: 'short' }, { password: 'Must be at least 8 characters' }],
    [
      { token: 7, password: 'good enough', email: 'x' },
      { token: 'Expected string', email: 'Unknown field' },
    ],
  ])('refuses bad input: %j', async (input, problems) => {
    const answer = await service.api.post('/password-reset/confirm', input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', problems]);
  });
});

describe('an invitation', () => {
  it('is mailed to a user without a password, who sets one with its token', async () => {
    const email = newEmail();
    const { status, body } = await company.admin.api.post('/users', { email, name: 'Ivy', role: 'MEMBER' });
    expect(status).toBe(201);
    const [token] = await tokensMailedTo(email, 1);
    const [{ days }] = (await service.database.rows(
      `SELECT extract(epoch FROM expires_at - now()) / 86400 AS days FROM mail_tokens WHERE user_id = $1`,
      [body.id],
    )) as [{ days: number }];
    expect(Math.round(days)).toBe(7);
    expect(await login(email, 'chosen by myself')).toBe(401);
    expect((await confirm(token!, 'chosen by myself')).status).toBe(204);
    expect(await login(email, 'chosen by myself')).toBe(200);
  });

  it('is mailed again: its token alone is good, until it is taken up', async () => {
    const email = newEmail();
    const { body: invited } = await company.admin.api.post('/users', { email, name: 'Ida', role: 'MEMBER' });
    const again = (api = company.admin.api) => api.post(`/users/${invited.id}/invitation`);
    const invitedAt = async (api = company.admin.api) => (await api.get(`/users/${invited.id}`)).body.invitedAt;
    expect(invited.invitedAt).toBe(await invitedAt());
    expect(await invitedAt(company.member.api)).toBeNull();
    const [first] = await tokensMailedTo(email, 1);
    expect(await again()).toMatchObject({ status: 202, body: {} });
    const [, second] = await tokensMailedTo(email, 2);
    expect(Date.parse(await invitedAt())).toBeGreaterThan(Date.parse(invited.invitedAt));
    const { body: entries } = await company.admin.api.get('/audit-log?action=user.invited');
    expect(entries.filter(({ target }: { target: { id: string } }) => target.id === invited.id)).toHaveLength(2);
    expect((await confirm(first!, 'chosen by myself')).status).toBe(400);
    expect((await confirm(second!, 'chosen by myself')).status).toBe(204);
    expect(await invitedAt()).toBeNull();
    expect(refusalOf(await again())).toEqual([409, 'CONFLICT', 'The invitation was taken up']);
    expect((await again(company.member.api)).status).toBe(403);
    const { owner } = await createCompany(service.api);
    expect((await again(owner.api)).status).toBe(404);
  });

  it('is not mailed again to who is deactivated or revoked', async () => {
    const email = newEmail();
    const { body } = await company.admin.api.post('/users', { email, name: 'Ida', role: 'MEMBER' });
    const again = () => company.admin.api.post(`/users/${body.id}/invitation`);
    await company.admin.api.put(`/users/${body.id}`, { active: false });
    expect(refusalOf(await again())).toEqual([409, 'CONFLICT', 'The user is not active']);
    expect((await company.admin.api.delete(`/users/${body.id}`)).status).toBe(202);
    expect((await again()).status).toBe(409);
    expect((await company.admin.api.get(`/users/${body.id}`)).body.invitedAt).toBeNull();
  });

  it('is not mailed to a user with a password, nor when the user is refused', async () => {
    const withPassword = await createUser(company.owner, 'VIEWER');
    await company.owner.api.post('/users', { email: company.owner.email, name: 'Twice', role: 'MEMBER' });
    const email = newEmail();
    await company.owner.api.post('/users', { email, name: 'Last', role: 'MEMBER', password: null });
    await tokensMailedTo(email, 1);
    expect(await mailsTo(withPassword.email)).toEqual([]);
    const subjects = (await mailsTo(company.owner.email)).join().match(/^Subject: .*$/gm);
    expect(subjects).not.toContainEqual(expect.stringContaining('invited'));
  });

  it.each([
    ['long', 'word '.repeat(100)],
    ['of another script', '株式会社'.repeat(60)],
    ['of several lines', `Acme\n\n${'A'.repeat(43)}\n\n${'B'.repeat(43)}\n\nInc.`],
    ['like a header', 'Acme\r\nBcc: everyone@example.com\r\n\r\nInc.'],
  ])('has its token on a line of its own when names are %s', async (_, name) => {
    const { owner } = await createCompany(service.api);
    await owner.api.put('/company', { name });
    const email = newEmail();
    await owner.api.post('/users', { email, name, role: 'MEMBER' });
    const [token] = await tokensMailedTo(email, 1);
    expect((await confirm(token!, 'chosen by myself')).status).toBe(204);
    const [mail] = await mailsTo(email);
    expect(mail).not.toMatch(/^Bcc:/m);
  });
});

describe('SMTP_URL', () => {
  /** Takes one mail after the other and says what a mail server says. */
  function startMailServer(received: string[]): Server {
    return createServer((socket) => {
      let mail: string | undefined;
      socket.setEncoding('utf8').write('220 ready\r\n');
      socket.on('data', (chunk: string) => {
        if (mail !== undefined) {
          mail += chunk;
          if (!mail.endsWith('\r\n.\r\n')) return;
          received.push(mail);
          mail = undefined;
          socket.write('250 taken\r\n');
        } else if (chunk.startsWith('DATA')) {
          mail = '';
          socket.write('354 go on\r\n');
        } else if (chunk.startsWith('QUIT')) {
          socket.end('221 bye\r\n');
        } else {
          socket.write('250 ok\r\n');
        }
      });
    });
  }

  it('receives the mails in place of the folder', async () => {
    const received: string[] = [];
    const server = startMailServer(received);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { mail } = service.configuration;
    service.configuration.mail = { ...mail, smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const user = await createUser(company.owner, 'MEMBER');
    expect((await requestReset(user.email)).status).toBe(202);
    await eventually('a mail arrives', () => received.length > 0);
    service.configuration.mail = mail;
    server.close();
    expect((await confirm(tokenIn(received[0]!), 'a new password')).status).toBe(204);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('that cannot be reached is only logged', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const mail = { ...service.configuration.mail, smtpUrl: 'smtp://127.0.0.1:1' };
    const without = await startTestService({ mail }, service.database, logger);
    const input = { email: newEmail(), name: 'Ivy', role: 'MEMBER' };
    const { status } = await without.api.as(company.owner.token).post('/users', input);
    await eventually('the log says so', () => lines.some((line) => line.includes('A mail could not be sent')));
    await without.stop();
    expect([status, lines.length]).toEqual([201, 1]);
    await resetToken(input);
  });
});

describe('a stopping service', () => {
  it('still sends the waiting mails', async () => {
    const dataDirectory = temporaryFolder();
    const { email } = await createUser(company.owner, 'MEMBER');
    const stopping = await startTestService({ dataDirectory }, service.database);
    await service.database.rows('BEGIN');
    await service.database.rows('LOCK TABLE mail_tokens');
    expect((await stopping.api.post('/password-reset', { email })).status).toBe(202);
    await service.database.lockWaits();
    const stopped = stopping.stop();
    await eventually('it takes no more requests', () =>
      stopping.api.get('/health').then(
        () => false,
        () => true,
      ),
    );
    await service.database.rows('COMMIT');
    await stopped;
    expect(await mailsTo(email, dataDirectory)).toHaveLength(1);
  });
});

import { DigestsTask } from '#modules/inbox/mail/digests.task.js';
import { SoonMailsTask } from '#modules/inbox/mail/soon-mails.task.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { atMoment, DAY, HOUR } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { mailsTo } from '../../support/mails.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const MINUTE = 60_000;
const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

let service: TestService;
let company: TestCompany;
let mia: TestUser;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ publicUrl: 'https://pm.example.com' }));
  project = await createProject(company.member, { name: 'Website' });
});
beforeEach(async () => {
  mia = await createUser(company.owner, 'MEMBER', 'Mia');
});
afterAll(() => service.stop());

/** Looks for what is due at the moment, several times at once where that is asked for. */
const look = (at: number, task: typeof SoonMailsTask | typeof DigestsTask, times: number) =>
  atMoment(at, () => Promise.all(Array.from({ length: times }, () => service.app.get(task).run())));
const soon = (at: number, times = 1) => look(at, SoonMailsTask, times);
const digest = (at: number, times = 1) => look(at, DigestsTask, times);
const queued = () => service.database.rows('SELECT 1 FROM mails');
/** The mails of the user once all that is due is sent; the first is the invitation. */
async function mails(user = mia): Promise<string[]> {
  await eventually('all mails are sent', async () => (await queued()).length === 0);
  const all = await mailsTo(user.email, service.configuration.dataDirectory);
  return all.filter((mail) => mail.includes('\nList-Unsubscribe'));
}
const subjects = async (user = mia) => (await mails(user)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
async function entries(count: number, user = mia): Promise<{ id: string; updatedAt: string }[]> {
  await eventually(`${count} entries`, async () => (await user.api.get('/inbox')).body.length === count);
  return (await user.api.get('/inbox')).body;
}
const assign = (title: string) => createTask(company.member, project.id, { title, assigneeId: mia.id });
const tokenOf = (mail: string) => /unsubscribe\?token=([\w.=-]+)>/.exec(mail.replaceAll(/\r?\n /g, ' '))![1]!;
const settings = (input: object) => mia.api.put('/me/notifications', input);

describe('mail soon', () => {
  it('comes two minutes after the first event, with all that is unread, once', async () => {
    const task = await assign('Take **payments**');
    await company.member.api.post(`/tasks/${task.id}/comments`, { body: `Look at [this](https://evil.example) now` });
    await eventually('both events are told', async () => (await mia.api.get('/inbox')).body[0]?.count === 2);
    await soon(Date.now() + 100_000);
    expect(await mails()).toEqual([]);
    await soon(Date.now() + 2 * MINUTE, 2);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toContain(`Subject: [${task.tid}] Take **payments**`);
    expect(mail).toMatch(/^Message-ID: <[\w-]+@pm\.example\.com>$/m);
    expect(mail).toMatch(new RegExp(`^In-Reply-To: <${task.id}@pm\\.example\\.com>$`, 'm'));
    expect(mail).toMatch(new RegExp(`^References: <${task.id}@pm\\.example\\.com>$`, 'm'));
    expect(mail).toMatch(/^List-Unsubscribe: <https:\/\/pm\.example\.com\/api\/unsubscribe\?token=[\w.-]+>$/m);
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail).toContain('text/plain');
    expect(mail).toContain('text/html');
    expect(mail).toContain(`${company.member.name} assigned it to you`);
    expect(mail).toContain(`https://pm.example.com/tasks/${task.tid}`);
    expect(mail).toContain('commented: Look at this now');
    expect(mail).not.toContain('evil.example');
    await soon(Date.now() + HOUR);
    expect(await subjects()).toHaveLength(1);
  });

  it('does not come of what was read, nor of a reason that is not soon', async () => {
    await assign('Read');
    const [entry] = (await entries(1)) as [{ id: string; updatedAt: string }];
    await mia.api.put(`/inbox/${entry.id}`, { unread: false });
    await settings({ mail: { assigned: 'digest' } });
    await assign('For the digest');
    await entries(2);
    await soon(Date.now() + HOUR);
    expect(await mails()).toEqual([]);
  });

  it('waits for the end of quiet hours', async () => {
    const hour = (moment: number) => `${String(new Date(moment).getUTCHours()).padStart(2, '0')}:00`;
    const now = Date.now();
    await settings({ quiet: { from: hour(now), to: hour(now + 2 * HOUR) } });
    await assign('Quiet');
    await entries(1);
    await soon(now + 3 * MINUTE);
    expect(await mails()).toEqual([]);
    await soon(Math.floor((now + 2 * HOUR) / HOUR) * HOUR + 1_000);
    expect(await subjects()).toHaveLength(1);
  });

  it('is at most 20 an hour: the rest is for the digest', async () => {
    for (let n = 0; n < 22; n += 1) await assign(`Task ${n}`);
    await entries(22);
    const at = Date.now() + 3 * MINUTE;
    await soon(at);
    expect(await subjects()).toHaveLength(20);
    await settings({ digest: { time: '00:00', days: EVERY_DAY } });
    const midnight = Math.ceil(at / DAY) * DAY;
    await digest(midnight + MINUTE);
    expect((await subjects()).at(-1)).toBe('Your digest: 2 tasks');
  });
});

describe('the digest', () => {
  const midnight = () => Math.ceil(Date.now() / DAY) * DAY;
  const comment = (taskId: string, body: string) => company.member.api.post(`/tasks/${taskId}/comments`, { body });

  it('says once a day what is unread and no mail has said', async () => {
    await settings({ digest: { time: '08:00', days: EVERY_DAY } });
    const one = await createTask(mia, project.id, { title: 'One' });
    await comment(one.id, 'Hello');
    await entries(1);
    // The next time that it is eight.
    const eight = Math.ceil((Date.now() - 8 * HOUR) / DAY) * DAY + 8 * HOUR;
    await digest(eight - MINUTE);
    expect(await mails()).toEqual([]);
    await digest(eight, 2);
    await digest(eight + MINUTE);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toContain('Subject: Your digest: 1 task');
    expect(mail).toContain('Website');
    expect(mail).toContain(`[${one.tid}] One`);
    await comment(one.id, 'Again');
    await digest(eight + 10 * HOUR);
    expect(await subjects()).toHaveLength(1);
  });

  it('is made up within a day, and not for a time that was set after it', async () => {
    const task = await createTask(mia, project.id, { title: 'Late' });
    await settings({ digest: { time: '00:00', days: EVERY_DAY } });
    await comment(task.id, 'Hello');
    await entries(1);
    // Today's midnight was before the time was set.
    await digest(Date.now() + MINUTE);
    expect(await mails()).toEqual([]);
    await digest(midnight() + 23 * HOUR);
    expect(await subjects()).toEqual(['Your digest: 1 task']);
  });

  it('costs one look when all came after its time, until a time that is set later', async () => {
    await settings({ digest: { time: '00:00', days: EVERY_DAY } });
    await service.database.rows(`UPDATE notification_settings SET digest_changed_at = now() - interval '3 days'`);
    await service.database.rows(`UPDATE users SET created_at = now() - interval '3 days' WHERE id = $1`, [mia.id]);
    const task = await createTask(mia, project.id, { title: 'New' });
    await comment(task.id, 'Hello');
    await entries(1);
    const version = async () =>
      (await service.database.rows('SELECT xmin FROM notification_settings WHERE user_id = $1', [mia.id]))[0];
    await digest(Date.now());
    const looked = await version();
    await digest(Date.now() + MINUTE);
    expect(await version()).toEqual(looked);
    expect(await mails()).toEqual([]);
    await digest(midnight() + MINUTE);
    expect(await subjects()).toEqual(['Your digest: 1 task']);
  });

  it('comes on no day when there are none', async () => {
    const { status, body } = await settings({ digest: { time: '00:00', days: [] } });
    expect([status, body.digest]).toEqual([200, { time: '00:00', days: [] }]);
    const task = await createTask(mia, project.id);
    await comment(task.id, 'Hello');
    await entries(1);
    await digest(midnight() + MINUTE);
    expect(await mails()).toEqual([]);
  });

  it('does not come when there is nothing, nor of what is off', async () => {
    await settings({ digest: { time: '00:00', days: EVERY_DAY }, mail: { commented: 'off' } });
    const task = await createTask(mia, project.id);
    await comment(task.id, 'Hello');
    await entries(1);
    await digest(midnight() + MINUTE);
    expect(await mails()).toEqual([]);
  });
});

describe('POST /unsubscribe', () => {
  const HTTPS = { 'X-Forwarded-Proto': 'https' };
  const post = (token: string, body?: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${service.baseUrl}/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: body === undefined ? HTTPS : { ...HTTPS, 'Content-Type': type },
      ...(body !== undefined && { body }),
    });

  it('switches off the reason of the first event, twice too, with any small body', async () => {
    await assign('Enough');
    await entries(1);
    await soon(Date.now() + 3 * MINUTE);
    const token = tokenOf((await mails())[0]!);
    const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const bodies = [
      ['List-Unsubscribe=One-Click'],
      [],
      ['{"any": 1}', 'application/json'],
      [parts, 'multipart/form-data; boundary=x'],
    ];
    for (const [body, type] of bodies) {
      const answer = await post(token, body, type);
      expect([answer.status, await answer.json()]).toEqual([200, {}]);
    }
    expect((await mia.api.get('/me/notifications')).body.mail).toMatchObject({ assigned: 'off', mentioned: 'soon' });
    expect((await post(token, 'x'.repeat(1_025))).status).toBe(400);
    await company.owner.api.put(`/users/${mia.id}`, { active: false });
    expect((await post(token)).status).toBe(400);
  });

  it('refuses a token that the service has not signed', async () => {
    for (const token of ['', 'x', 'a.b.c']) {
      const answer = await post(token);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { details: { token: 'Not a valid token' } } },
      ]);
    }
  });

  it('of GET is a page for browsers alone', async () => {
    expect((await fetch(`${service.baseUrl}/unsubscribe?token=x`, { headers: HTTPS })).status).toBe(404);
  });
});

import { MailSender } from '#modules/inbox/mail/mail-sender.js';
import { MailQueue } from '#modules/inbox/mail/mail-queue.js';
import { Database } from '#core/database/database.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { SmtpReceiver } from '../../support/smtp-receiver.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let receiver: SmtpReceiver;
beforeAll(async () => {
  receiver = await SmtpReceiver.start();
  ({ service, company } = await startWithCompanies({ mail: { smtpUrl: receiver.url, from: 'pm@example.com' } }));
});
beforeEach(async () => {
  receiver.answer = '250 taken';
  receiver.dies = null;
  receiver.mails.length = 0;
  receiver.attempts = 0;
  await service.database.rows('DELETE FROM mails');
  await service.database.rows(`UPDATE notification_settings SET mailed_at = '{}'`);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

interface Row {
  attempts: number;
  wait: number;
  left: number;
}

const rows = () =>
  service.database.rows<Row>(`SELECT attempts, extract(epoch FROM next_attempt_at - now())::float AS wait,
    extract(epoch FROM give_up_at - now())::float AS left FROM mails`);
const due = () => service.database.rows('UPDATE mails SET next_attempt_at = now()');
const look = () => service.app.get(MailSender).wake();
const enqueue = (userId = company.member.id) =>
  service.app.get(Database).transaction({ share: company.id, companyId: company.id }, (tx) =>
    service.app.get(MailQueue).enqueueMail(tx, {
      userId,
      subject: 'A subject',
      text: 'A text',
      html: '<p>A text</p>',
      thread: null,
      unsubscribes: 'assigned',
    }),
  );
const isGone = () => eventually('the mail is gone', async () => (await rows()).length === 0);
/** Once an attempt has been recorded. */
const isWaiting = (attempts: number) =>
  eventually(`attempt ${attempts} failed`, async () => {
    const [row] = await rows();
    // While it is under way it owns its mail for 60 s.
    return row?.attempts === attempts && row.wait < 45;
  });

describe('the queue of mails', () => {
  it('sends a mail, and never again once the server has taken it', async () => {
    expect(await enqueue()).toBe(true);
    await isGone();
    expect(receiver.mails).toEqual([expect.stringContaining('Subject: A subject')]);
    expect(receiver.mails[0]).toContain(`To: ${company.member.email}`);
    await look();
    expect(receiver.attempts).toBe(1);
  });

  it('tries again within 30 s what a server puts off, ever more rarely', async () => {
    receiver.answer = '451 later';
    await enqueue();
    await isWaiting(1);
    expect((await rows())[0]!.wait).toBeLessThanOrEqual(30);
    expect((await rows())[0]!.left).toBeGreaterThan(86_000);
    await due();
    await isWaiting(2);
    expect((await rows())[0]!.wait).toBeGreaterThan(30);
    receiver.answer = '250 taken';
    await due();
    await isGone();
    expect([receiver.attempts, receiver.mails.length]).toEqual([3, 1]);
  });

  it('gives up what a server refuses, and what is a day old', async () => {
    receiver.answer = '550 no';
    await enqueue();
    await isGone();
    expect(receiver.attempts).toBe(1);
    receiver.answer = '451 later';
    await enqueue();
    await isWaiting(1);
    await service.database.rows('UPDATE mails SET next_attempt_at = now(), give_up_at = now()');
    await isGone();
    expect(receiver.attempts).toBe(2);
  });

  it('has one attempt at a time while a server hangs, and tries again', async () => {
    receiver.answer = null;
    await enqueue();
    await eventually('the first attempt', () => Promise.resolve(receiver.attempts === 1));
    await Promise.all([look(), look()]);
    expect(receiver.attempts).toBe(1);
    receiver.answer = '250 taken';
    await isWaiting(1);
    await due();
    await isGone();
    expect(receiver.mails).toHaveLength(1);
  });

  it('sends again what a server took without saying so, under the same id, and nothing else', async () => {
    receiver.dies = 'before';
    await enqueue();
    await isWaiting(1);
    receiver.dies = 'after';
    await due();
    await isGone();
    await look();
    expect([receiver.attempts, receiver.mails.length]).toEqual([2, 2]);
    const ids = receiver.mails.map((mail) => /^Message-ID: (\S+)/m.exec(mail)?.[1]);
    expect(ids).toEqual([expect.stringMatching(/^<.+>$/), ids[0]]);
  });

  it('sends again what a process took that died, once its attempt is over', async () => {
    receiver.answer = '451 later';
    await enqueue();
    await isWaiting(1);
    // Another process has begun an attempt, and is gone.
    await service.database.rows(
      `UPDATE mails SET attempt_id = gen_random_uuid(), attempts = 2, next_attempt_at = now() + interval '60 s'`,
    );
    receiver.answer = '250 taken';
    await look();
    expect(receiver.attempts).toBe(1);
    await due();
    await isGone();
    expect([receiver.attempts, receiver.mails.length]).toEqual([2, 1]);
  });

  it('sends nothing to who has left, and 20 in an hour to the others', async () => {
    for (let n = 0; n < 20; n += 1) expect(await enqueue()).toBe(true);
    expect(await enqueue()).toBe(false);
    await isGone();
    expect(receiver.mails).toHaveLength(20);
    await company.owner.api.put(`/users/${company.viewer.id}`, { active: false });
    await enqueue(company.viewer.id);
    await isGone();
    expect(receiver.mails).toHaveLength(20);
  });
});

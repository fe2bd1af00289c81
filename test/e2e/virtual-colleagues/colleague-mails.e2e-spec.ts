import { scan } from '../../factories/colleague.factory.js';
import { createUser, type TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { eventually } from '../../support/eventually.js';
import { mailsTo } from '../../support/mails.js';
import { SpeakingColleagues } from '../../support/speaking-colleagues.js';

const speaking = new SpeakingColleagues();

/** The mails of the user that colleagues have sent. */
async function mails(user: TestUser): Promise<string[]> {
  const { database, configuration } = speaking.service;
  await eventually('all mails are sent', async () => (await database.rows('SELECT 1 FROM mails')).length === 0);
  const all = await mailsTo(user.email, configuration.dataDirectory);
  return all.filter((mail) => mail.includes('\nList-Unsubscribe')).map((mail) => mail.replaceAll('\r\n', '\n'));
}

describe('a mail', () => {
  const withMail = (to: unknown, input: object = {}) => ({ notifications: { mail: { to } }, ...input });

  it('goes to the people concerned, one a person and run, and reports to the owner', async () => {
    const [mia, noah] = [
      await createUser(speaking.company.owner, 'MEMBER', 'Mia'),
      await createUser(speaking.company.owner, 'MEMBER', 'Noah'),
    ];
    const [one] = [await speaking.task({ title: 'Pay **now** www.evil.example/x', assigneeId: mia.id })];
    const other = await speaking.task({ title: 'Ship', assigneeId: noah.id });
    const third = await speaking.task({ title: 'Pack', assigneeId: noah.id });
    await speaking.task({ title: 'Nobody’s' });
    const report = { name: 'Report', type: 'report', to: 'nobody', message: 'All of it' };
    const colleague = await speaking.create(withMail('people', { ownerId: speaking.company.admin.id }), [{}, report]);
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ actionsGenerated: 7, sent: 7, failed: 0 });
    const [mail, ...others] = await mails(mia);
    expect(others).toEqual([]);
    expect(mail).toContain(`\nSubject: [${one.tid}] Pay **now**\n`);
    expect(mail).toContain(`\nIn-Reply-To: <${one.id}@pm.example.com>\n`);
    expect(mail).toContain(
      `Steve & Co says:\n\n[${one.tid}] Pay **now**\nhttps://pm.example.com/tasks/${one.tid}\n\n${one.tid} Pay now (Mia)\n`,
    );
    expect(mail).toContain('<p>Steve &amp; Co says:</p>');
    const [both, ...more] = await mails(noah);
    expect(more).toEqual([]);
    expect(both).toContain('\nSubject: Steve & Co\n');
    expect(both).toContain(`\nIn-Reply-To: <${colleague.id}@pm.example.com>\n`);
    for (const { tid, title } of [other, third]) expect(both).toContain(`${tid} ${title} (Noah)`);
    expect((await mails(speaking.company.admin)).at(-1)).toContain('All of it');
    // Its link mutes the colleague.
    const token = /unsubscribe\?token=([\w.=-]+)>/.exec(both!.replaceAll(/\n /g, ' '))![1]!;
    expect((await speaking.service.api.post(`/unsubscribe?token=${token}`)).status).toBe(200);
    expect((await noah.api.get('/me/notifications')).body.mutedColleagueIds).toEqual([colleague.id]);
    await speaking.scanAgain(colleague);
    expect(await mails(noah)).toHaveLength(1);
    expect(await mails(mia)).toHaveLength(2);
  });

  it('goes to the users who are named, of what each of them reaches', async () => {
    const [mia, gone] = [
      await createUser(speaking.company.owner, 'MEMBER', 'Mia'),
      await createUser(speaking.company.owner, 'MEMBER'),
    ];
    const hidden = await createProject(speaking.company.owner);
    await giveToTeam(speaking.service.database, hidden.id);
    await speaking.task({ title: 'Seen', assigneeId: speaking.company.member.id });
    await createTask(speaking.company.owner, hidden.id, {
      title: 'Hidden',
      priority: 'Urgent',
      assigneeId: speaking.company.owner.id,
    });
    const projectIds = [speaking.project.id, hidden.id];
    const colleague = await speaking.create(withMail([mia.id, gone.id], { projectIds }));
    await speaking.company.owner.api.put(`/users/${gone.id}`, { active: false });
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ actionsGenerated: 2, sent: 1, failed: 0 });
    expect(await speaking.statuses(colleague)).toEqual(['logged', 'sent']);
    const [mail] = await mails(mia);
    expect(mail).toContain('Seen');
    expect(mail).not.toContain('Hidden');
    expect(await mails(gone)).toEqual([]);
  });

  it('past the 20 of an hour is held, unless another channel takes it', async () => {
    const mia = await createUser(speaking.company.owner, 'MEMBER', 'Mia');
    await speaking.task({ assigneeId: mia.id });
    const colleague = await speaking.create(withMail('people'));
    await speaking.service.database.rows(
      `INSERT INTO notification_settings (company_id, user_id, choices, mailed_at)
       VALUES ($1, $2, '{}', array_fill(now(), ARRAY[20]))`,
      [speaking.company.id, mia.id],
    );
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ actionsGenerated: 0, sent: 0, failed: 0 });
    expect(await speaking.statuses(colleague)).toEqual(['budget']);
    expect(await speaking.lastRun(colleague)).toMatchObject({ status: 'success', byRule: {}, held: { budget: 1 } });
    await speaking.put(colleague, { inbox: true });
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ actionsGenerated: 1, sent: 1 });
    expect(await mails(mia)).toEqual([]);
  });
});

describe('the inbox', () => {
  it('has what a colleague says to its owner, and whether a mail has said it', async () => {
    const mia = await createUser(speaking.company.owner, 'MEMBER', 'Mia');
    const { id, tid, title } = await speaking.task({ title: 'Pay', assigneeId: mia.id });
    const report = { name: 'Report', type: 'report', message: 'A report' };
    const colleague = await speaking.create({ notifications: { inbox: true, mail: { to: 'people' } } }, [{}, report]);
    // Who has it scan is told all the same: the colleague says it.
    expect(await scan(mia, colleague)).toMatchObject({ actionsGenerated: 2, sent: 2 });
    const [entry] = await speaking.entries(mia, 'colleague', 1);
    expect(entry).toMatchObject({
      kind: 'task',
      task: { id, tid, title },
      reasons: ['assigned', 'colleague'],
      events: [
        { reason: 'colleague', text: 'A report', actor: { type: 'colleague', id: colleague.id, name: 'Steve & Co' } },
        { reason: 'colleague', text: `${tid} Pay (Mia)` },
        { reason: 'assigned' },
      ],
    });
    const [{ events }] = (await speaking.service.database.rows<{ events: { text: string; isMailed?: boolean }[] }>(
      'SELECT events FROM inbox_entries WHERE id = $1',
      [entry.id],
    )) as [{ events: { text: string; isMailed?: boolean }[] }];
    expect(events.map(({ text, isMailed = false }) => [text, isMailed])).toEqual([
      ['A report', false],
      [`${tid} Pay (Mia)`, true],
      [expect.stringContaining('assigned it to you'), false],
    ]);
  });

  it('takes what the chat refuses: the run is partial, and says which channel failed', async () => {
    await speaking.task({ assigneeId: speaking.company.member.id });
    await speaking.task({});
    speaking.chat.answer = 404;
    const rules = [{}, { name: 'Nobody', to: 'nobody' }];
    const colleague = await speaking.create(
      { notifications: { inbox: true, chat: { webhookUrl: speaking.chat.url } } },
      rules,
    );
    expect(await scan(speaking.company.owner, colleague)).toMatchObject({ actionsGenerated: 3, sent: 1, failed: 2 });
    expect(await speaking.lastRun(colleague)).toMatchObject({
      status: 'partial',
      error: expect.stringContaining('chat'),
    });
    expect(await speaking.statuses(colleague)).toEqual(['failed', 'failed', 'sent']);
  });
});

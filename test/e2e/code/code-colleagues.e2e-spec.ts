import { DAY, iso } from '../../support/clock.js';
import { createConnection, sendFrom, type TestConnection } from '../../support/forge.js';
import { pullRequest, type PullRequestTold } from '../../support/pull-request.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';

const scanned = new ScannedProject();
const { task, unchangedSince, saidBy } = scanned;
const FOUR_DAYS_AGO = MOMENT - 4 * DAY;

/** None of its rules moves a task: the tests say how each is. */
const NO_RULES = { onOpen: null, onReview: null, onMerge: null };
const MERGED = { action: 'closed', state: 'closed', merged: true } as const;

let connection: TestConnection;
beforeAll(async () => (connection = await createConnection(scanned.company.owner, { rules: NO_RULES })));

let number = 0;
const tell = (told: PullRequestTold) => sendFrom(scanned.service, connection, pullRequest({ number, ...told }));
beforeEach(() => (number += 1));

describe('task.review_waiting', () => {
  const said = () => saidBy('member', 'task.review_waiting', { reminder: { reviewHours: 24 }, tone: 'neutral' });
  const inReview = async () => {
    const one = await task({ title: 'Ship it', status: 'In Review', assigneeId: scanned.company.member.id });
    return { ...one, rest: () => unchangedSince(one, FOUR_DAYS_AGO) };
  };

  it('names the pull request that waits for a review, before others', async () => {
    const { tid, rest } = await inReview();
    await tell({ body: tid, reviewers: ['leo'] });
    number += 1;
    await tell({ body: tid });
    await rest();
    const [reminder] = await said();
    expect(reminder?.message).toMatch(
      new RegExp(`^${tid} "Ship it" has waited for review in acme/web#${number - 1} since .*\\. Please review it\\.$`),
    );
  });

  it.each<[string, PullRequestTold]>([
    ['is merged', MERGED],
    ['is closed', { action: 'closed', state: 'closed' }],
  ])('names none that %s', async (_how, told) => {
    const { tid, rest } = await inReview();
    await tell({ body: tid, ...told });
    await rest();
    const [reminder] = await said();
    expect(reminder?.message).toMatch(new RegExp(`^${tid} "Ship it" has waited for review since `));
  });
});

describe('task.overdue', () => {
  const said = (tone: string) => saidBy('scrum_master', 'task.overdue', { chase: { afterHours: 24 }, tone });
  const overdue = () => task({ title: 'Ship it', dueDate: iso(FOUR_DAYS_AGO), assigneeId: scanned.company.member.id });

  it.each([
    ['neutral', 'Have it reviewed or merged.'],
    ['friendly', 'Who could review it, or can you merge it?'],
    ['formal', 'Please have it reviewed or merged.'],
    ['direct', 'Get it reviewed or merged today.'],
  ])('asks the assignee for the review or merge of an open one, in a %s tone', async (tone, question) => {
    const { tid } = await overdue();
    await tell({ body: tid, draft: true });
    const [chase] = await said(tone);
    expect(chase).toMatchObject({
      userId: scanned.company.member.id,
      message: expect.stringMatching(
        new RegExp(`^${tid} "Ship it" has been overdue since \\w+, and acme/web#${number} is open\\.`),
      ),
    });
    expect(chase?.message.endsWith(` ${question}`)).toBe(true);
  });

  it('asks for a date once it is merged', async () => {
    const { tid } = await overdue();
    await tell({ body: tid });
    await tell({ body: tid, ...MERGED });
    const [chase] = await said('neutral');
    expect(chase?.message).toMatch(/has been overdue since \w+\. Which date holds now\?$/);
  });
});
